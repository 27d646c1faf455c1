"""A hint in the labyrinth and the keyboard: Enter does what is advised."""

import pytest

from logic.labyrinth.rules import Push, Walk
from tests.labyrinthhands import begun, view_of
from tests.viewparts import settle


@pytest.fixture
def advised():
    """A position, a push in another line than the cursor begins at, and a walk after it to another cell."""
    state = begun()
    view = view_of(state)
    view.act("accept")
    start = view.hands.spare.armed
    view.act("cancel")
    push = next(move for move in state.legal_moves() if isinstance(move, Push) and move.arrow != start)
    there = state.apply(push).state
    pawn = there.pawns[there.player]
    walk = next((move for move in there.legal_moves() if isinstance(move, Walk) and move.cell != pawn), None)
    assert walk is not None
    return state, push, there, walk


def test_enter_pushes_where_the_hint_says(advised):
    state, push, _, walk = advised
    view = view_of(state)
    view.act("down")
    view.show_hint((push, walk))
    settle(view)
    assert view.hands.spare.aim.at == view.hands.spare.armed == push.arrow
    assert view.act("accept") == push


def test_enter_walks_where_the_hint_says_and_not_where_the_pawn_stands(advised):
    _, _, there, walk = advised
    view = view_of(there)
    assert view.act("accept") is True
    assert view.hands.walker.cursor.at == there.pawns[there.player]
    view.show_hint((walk,))
    assert view.act("accept") == walk


def test_a_mouse_gets_no_cursor_from_a_hint(advised):
    state, push, there, walk = advised
    pushing, walking = view_of(state), view_of(there)
    pushing.show_hint((push,))
    walking.show_hint((walk,))
    assert pushing.hands.spare.aim.at is None
    assert walking.hands.walker.cursor.at is None
