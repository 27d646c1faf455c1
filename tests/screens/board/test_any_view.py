"""The views of all games: home at the end of any play, nothing hidden shown, hints shown, any window size."""

from dataclasses import replace

import pygame
import pytest

from logic.core import Dice
from logic.game import redact, sample
from logic.registry import GAMES
from scenes.dragon.paint import mark_of
from scenes.view.picture import view_of
from tests.support.gallery import make_kit
from tests.support.hands import dragon as dragonhands
from tests.support.hands.moves import POSITIONS
from tests.support.hands.views import at_home, picture_of, settle, view_for
from tests.support.positions.cases import PLAIN, dealt
from tests.support.sampling import in_turn, sample_of

SIZE = (640, 480)
RECT, SMALL = pygame.Rect((0, 0), SIZE), pygame.Rect(0, 0, 480, 420)
KITS = {"moving": make_kit(SIZE), "still": make_kit(SIZE, reduced_motion=True)}
LOOKS = {"usual": make_kit(SIZE), "strong": make_kit(SIZE, strong_patterns=True)}
SPARED = 0.05
"""Seconds until the next move is shown, long before the last animation has ended."""
PLAYED = [case for case in PLAIN if case.name in GAMES
          and (case.is_usual or case.variant_name in ("events", "points", "sacrifice"))]  # fmt: skip


def shown(game, state, kit, beside=None):
    """Return a view of a position for the first player, who only looks on, at rest, with the knight of ``beside``."""
    view = view_for(view_of(game), GAMES[game], state, KITS[kit], None, RECT, 0)
    if game == "dragon" and beside is not None:
        view.hands.choose(beside.party.chosen)
    view.host = replace(view.host, live=False)
    settle(view)
    return view


@pytest.mark.parametrize(("case", "kit"), in_turn(PLAYED, KITS))
def test_after_animations_pieces_and_picture_match_the_position(case, kit):
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
        assert at_home(view)
        assert picture_of(view) == picture_of(shown(game, state, kit, view))
        assert not view.update(1 / 60), "at rest it costs nothing"
        # an undone move glides home without an event, and ends as it was
        view.show(redact(GAMES[game], before, 0))
        settle(view)
        assert at_home(view)
        assert picture_of(view) == picture_of(shown(game, before, kit, view))


# -- nothing leaks


def twins(game, seed, seat):
    """Return two positions that differ only in what a player must not know, and that player."""
    state = POSITIONS[game](seed)
    if game == "dragon":
        return state, dragonhands.twin(state, seed + 1), 0
    viewer = seat % state.params.players
    return state, sample(GAMES[game], redact(GAMES[game], state, viewer), viewer, Dice(seed + 1)), viewer


def lit_of(view):
    """Return what is lit on the map of Stone Dragon, and with which mark."""
    return (
        {cell: mark_of(view.state, move) for cell, move in view.hands.lit().items()} if hasattr(view, "party") else {}
    )


@pytest.mark.parametrize("first", sample_of(range(6), every=6))
@pytest.mark.parametrize(
    ("game", "secret"),
    [("coatl", False), ("dragon", False), ("dragon", True), ("labyrinth", False), ("labyrinth", True)],
)
def test_positions_differing_only_in_hidden_parts_look_and_read_alike(game, secret, first):
    differ = 0
    for seed in range(first, 42, 6):
        *states, viewer = twins(game, seed + secret, seed)
        differ += states[0] != states[1]
        views = [view_for(view_of(game), GAMES[game], one, KITS["still"], None, SMALL, viewer) for one in states]
        for view, one in zip(views, states, strict=True):
            view.host = replace(view.host, shows_secret=secret)
            if game == "dragon":
                if secret:
                    view.show(one)  # a view of the true position shows no more, either
                view.act("rotate")  # with a knight chosen
            settle(view)
        one, two = views
        assert lit_of(one) == lit_of(two)
        assert picture_of(one, SMALL.size) == picture_of(two, SMALL.size)
        assert one.status() == two.status()
        grid = [(x, y) for x in range(0, SMALL.width, 30) for y in range(0, SMALL.height, 30)]
        for pos in (*grid, *(rect.center for rect in one.point_targets(one.state).values())):
            assert one.describe_at(pos) == two.describe_at(pos), pos
    assert differ > (1 if first else 3)


# -- hints


@pytest.mark.parametrize("game", POSITIONS)
def test_a_hint_changes_the_picture_until_hidden(game):
    marked = 0
    for seed in range(7):
        state = POSITIONS[game](seed)
        view = view_for(view_of(game), GAMES[game], state, KITS["still"], None, RECT, state.player)
        move = next((move for move in state.legal_moves() if view.stroke_of(move) is not None), None)
        if move is None:
            continue
        view.show_hint((move,))  # what it lifts stays lifted
        view.show_hint(())
        settle(view)
        before = picture_of(view)
        view.show_hint((move,))
        settle(view)
        marked += picture_of(view) != before
        view.show_hint(())
        settle(view)
        assert picture_of(view) == before
    assert marked >= 2


# -- windows, variants and the phases of a turn


@pytest.mark.parametrize(("case", "kit"), in_turn([case for case in PLAIN if case.name in GAMES], LOOKS))
def test_every_variant_can_be_drawn_in_every_phase_of_a_turn(case, kit):
    game, seen, state, dice = case.name, {}, dealt(case, 1), Dice(3)
    for _ in range(40):
        phase = getattr(state, "phase", getattr(state, "action", ""))
        if phase not in seen:
            view = view_for(view_of(game), GAMES[game], state, LOOKS[kit], None, RECT, state.player)
            settle(view)
            seen[phase] = picture_of(view)
        if not state.legal_moves():
            break
        state = state.apply(dice.choice(state.legal_moves())).state
    assert len(set(seen.values())) == len(seen)
    assert len(seen) >= {"coatl": 3, "labyrinth": 2}.get(game, 1)


@pytest.mark.parametrize("game", POSITIONS)
def test_views_fit_rects_of_any_shape_and_are_laid_out_at_once(game):
    state = POSITIONS[game](3)
    view = view_for(view_of(game), GAMES[game], state, KITS["moving"], None, RECT, state.player)
    for size in [(480, 420), (420, 480), (300, 500), (200, 200), (900, 300), (60, 60)]:
        rect, window = pygame.Rect((7, 3), size), pygame.Surface((920, 520))
        view.place(rect)
        assert rect.contains(view.rect)
        assert at_home(view)
        view.draw(window)
        assert pygame.transform.average_color(window, view.rect)[:3] != (0, 0, 0)
