"""Hands on the boards of all games alike: whatever they do, no illegal move is made, and none out of turn."""

from dataclasses import replace
from functools import cache

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.cabinet import ACTIONS
from logic.registry import GAMES
from scenes.view.picture import view_of
from tests.gallery import make_kit
from tests.lawcases import PLAIN, positions
from tests.viewparts import answers_legally, gestures_in, makes_no_illegal_move, pointer, view_for

SIZE = (480, 420)
KIT = make_kit(SIZE)
PLAYED = [case for case in PLAIN if case.name in GAMES and case.is_usual and case.name != "dragon"]
"""Stone Dragon has a knight in the hand meanwhile: see its own hands."""
actions = st.lists(st.sampled_from([*ACTIONS, "nonsense"]), max_size=25)


@cache
def position(case, seed):
    """A position somewhere in a random game in which somebody may do something."""
    reached = [state for state in positions(case, seed % 4, 60) if state.legal_moves()]
    return reached[seed * 7 % len(reached)]


@pytest.mark.parametrize("case", PLAYED, ids=str)
@given(st.integers(0, 40), gestures_in(SIZE), actions)
@settings(max_examples=30)
def test_hands_and_keys_never_make_an_illegal_move_and_none_out_of_turn(case, seed, gestures, pressed):
    state = position(case, seed)
    views = [
        view_for(view_of(case.name), case.game, state, KIT, None, pygame.Rect((0, 0), SIZE), state.player)
        for _ in range(3)
    ]
    assert makes_no_illegal_move(views[0], state, gestures)
    assert answers_legally(views[1], state, pressed)
    idle = views[2]
    idle.host = replace(idle.host, live=False)
    assert [pointer(idle, kind, pos, amount=1.0) for kind, pos in gestures] == [None] * len(gestures)
    assert all(isinstance(idle.act(action), bool) for action in pressed)
    assert idle.status() is None
