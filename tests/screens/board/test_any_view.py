"""The views of all games alike: after any play everything is home, and the picture is that of the position."""

from dataclasses import replace

import pygame
import pytest

from logic.core import Dice
from logic.game import redact
from logic.registry import GAMES
from scenes.view.picture import view_of
from tests.gallery import make_kit
from tests.lawcases import PLAIN, dealt
from tests.sampling import in_turn
from tests.viewparts import picture_of, poses, settle, view_for

SIZE = (640, 480)
KITS = {"moving": make_kit(SIZE), "still": make_kit(SIZE, reduced_motion=True)}
SPARED = 0.05
"""Seconds after which the next move is shown, long before the last one has been seen."""
PLAYED = [case for case in PLAIN if case.name in GAMES and case.name != "dragon"
          and (case.is_usual or case.variant_name in ("events", "points", "sacrifice"))]  # fmt: skip
"""Stone Dragon has a knight in the hand meanwhile: see its own view."""


def shown(game, state, kit):
    """A view of a position for the first player, who only looks on, at rest."""
    view = view_for(view_of(game), GAMES[game], state, KITS[kit], None, pygame.Rect((0, 0), SIZE), 0)
    view.host = replace(view.host, live=False)
    settle(view)
    return view


@pytest.mark.parametrize(("case", "kit"), in_turn(PLAYED, KITS))
def test_after_any_play_everything_is_home_and_the_picture_is_the_position(case, kit):
    game = case.name
    for seed in range(3):
        dice, state = Dice(seed), dealt(case, 1)
        view, before = shown(game, state, kit), None
        for _ in range(4 + 15 * seed):
            if not state.legal_moves():
                break
            before = state
            state, events = state.apply(dice.choice(state.legal_moves()))
            view.show(redact(GAMES[game], state, 0), events)
            view.update(SPARED)
        settle(view, 90)
        assert poses(view) == view.layout(view.state)
        assert picture_of(view, SIZE) == picture_of(shown(game, state, kit), SIZE)
        assert not view.update(1 / 60), "at rest it costs nothing"
        # what is taken back glides home without an event, and is what it was
        view.show(redact(GAMES[game], before, 0))
        settle(view)
        assert poses(view) == view.layout(view.state)
        assert picture_of(view, SIZE) == picture_of(shown(game, before, kit), SIZE)
