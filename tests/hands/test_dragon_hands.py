"""Every legal move of Stone Dragon can be made by each hand, and no other; choosing and dragging."""

import math
from dataclasses import replace

import pytest
from hypothesis import given

from logic.core import Cell
from logic.dragon import redact
from logic.dragon.rules import Go, Leap, Pass
from scenes.dragon.board import mark_of
from scenes.dragon.view import LEAP, STEP
from tests.dragonhands import STILL, position, seeds, view_of
from tests.labyrinths import drawn, play
from tests.viewparts import middle, pointer, tap


def walks(state):
    return [move for move in state.legal_moves() if not isinstance(move, Pass)]


def stands(state, name):
    return next(knight.cell for knight in state.knights if knight.name == name)


# -- every legal move, by each hand, and no other


@given(seeds)
def test_what_is_lit_for_a_knight_is_what_the_position_lists(seed):
    state = position(seed)
    view = view_of(state)
    for knight in state.knights:
        if knight.cell is None:
            continue
        view.choose(knight.name)
        lit = view.lit()
        assert sorted(map(str, lit.values())) == sorted(str(m) for m in walks(state) if m.knight == knight.name)
        assert all(state.target(move) == cell for cell, move in lit.items())


# -- choosing


def test_a_knight_who_is_alone_is_chosen_by_himself_and_of_two_none_until_one_is_taken():
    view = view_of(drawn("Z;Z Z;L", "N"))
    assert view.chosen == "K1"
    tap(view, Cell(1, 1))  # no target of his
    assert view.chosen == "K1"
    state = play(drawn("Z;Z;Z Z;Z;L", "N;N"), "K1 east")
    view = view_of(state)
    assert view.chosen is None
    assert str(view.status()) == "Choose a knight."
    tap(view, Cell(0, 1))
    assert view.chosen == "K1"
    tap(view, Cell(0, 0))
    assert view.chosen == "K2"
    tap(view, Cell(0, 0))
    assert view.chosen is None
    tap(view, Cell(0, 1))
    tap(view, Cell(1, 2))
    assert view.chosen is None


@pytest.mark.parametrize(
    ("board", "knight", "moves", "cell", "why"),
    [
        ("Z;W;Z Z;Z;L", "N", "", (0, 1), "No way in: an eternal wall never opens."),
        ("Z;J;Z Z;Z;L", "N", "", (0, 1), "Only an Eater with a tooth left gets through this wall."),
        ("Z;J;J Z;Z;L", "Z1", "K1 east", (0, 2), "Eater K1 has no tooth left for this wall."),
        ("Z;Z;Z Z;Z;L", "N", "", (0, 2), "Ordinary knight K1 goes one square at a time, and never aslant."),
        ("Z;Z;Z Z;W;L", "S", "", (1, 1), "Jumper K1 goes one square, or leaps over one, and never aslant."),
    ],
)
def test_a_tap_on_what_cannot_be_entered_says_why_until_the_next(board, knight, moves, cell, why):
    view = view_of(play(drawn(board, knight), *filter(None, [moves])))
    advice = view.status()
    assert tap(view, Cell(*cell)) is None
    assert str(view.status()) == why
    tap(view, stands(view.state, "K1"))
    assert view.status() == advice


@given(seeds)
def test_what_is_said_of_what_cannot_be_entered_tells_nothing_that_was_not_seen(seed):
    """Two positions that look alike give the same answer wherever one taps."""
    state = position(seed)
    true, seen = view_of(state), view_of(redact(state, 0))
    for cell in sorted(true.middles()):
        for view in (true, seen):
            view.let_go()
            view.act("cancel")
            tap(view, cell)
        assert str(true.status()) == str(seen.status())


def test_he_stays_chosen_while_he_walks_and_not_when_he_has_gone():
    state = play(drawn("Z;Z;L Z;Z;Z", "N;N"), "K1 east")
    view = view_of(state)
    view.choose("K1")
    for name in ("K1 south", "K1 north", "K1 east"):
        state, events = state.apply(next(move for move in state.legal_moves() if str(move) == name))
        view.show(redact(state, 0), events)
        assert view.chosen == ("K2" if name == "K1 east" else "K1")  # in the lair: now the other one is alone
    # keys put down even a knight who is alone and walk the cursor
    view = view_of(drawn("Z;Z;Z Z;Z;L", "N"))
    assert view.act("accept") is True
    assert view.chosen is None
    assert view.act("right") is True
    assert view.act("inform") is True
    assert view.asking.told == Cell(0, 1)
    assert view.act("cancel") is True
    assert view.act("left") is True
    assert view.act("left") is False  # at the edge the arrow is for the next widget
    assert view.act("accept") is True
    assert view.chosen == "K1"


def test_a_pass_ends_the_turn_until_the_game_is_over():
    state = drawn("Z;L", "N")
    assert view_of(state).end_move() == Pass()
    assert view_of(play(state, "K1 east")).end_move() is None


def test_a_jumper_has_a_button_for_leaps():
    view = view_of(drawn("Z;Z;Z Z;Z;L", "S"))
    assert view.controls() == (LEAP,)
    assert view.act("mirror") is True
    assert view.controls() == (STEP,)
    assert [type(move) for move in view.lit().values()] == [Leap]
    assert view.act("leap") is True
    assert {type(move) for move in view.lit().values()} == {Go, Leap}
    # it is dead while it is not one’s turn
    view.host = replace(view.host, live=False)
    assert not any(control.enabled for control in view.controls())
    # others have no leaps
    view = view_of(drawn("Z;Z;Z Z;Z;L", "N"))
    assert view.controls() == ()
    assert view.act("leap") is False
    # a leap that is meant says where it leads
    view = view_of(drawn("Z;Z;Z Z;Z;L", "S"))
    view.act("leap")
    tap(view, Cell(1, 0))
    assert str(view.status()) == "Jumper K1 is about to leap: over this square, to the one behind it."
    view.act("up")
    assert view.status() != "Jumper K1 is about to leap: over this square, to the one behind it."
    # a seen death is marked and an unseen landing looks like any other
    state = drawn("Z;M;D2 D1;Z;W L;Z;Z", "S")
    view = view_of(state)
    marks = {cell: mark_of(view.state, move) for cell, move in view.lit().items()}
    assert marks == {Cell(0, 1): "danger", Cell(1, 0): "danger", Cell(0, 2): "leap", Cell(2, 0): "leap"}


# -- dragging


def test_a_dragged_knight_follows_the_finger():
    view = view_of(drawn("Z;Z;Z Z;Z;L", "N"), kit=STILL)
    start = middle(view, Cell(0, 0))
    pointer(view, "down", start)
    pointer(view, "move", middle(view, Cell(1, 2)))
    pose = view.stage.pose("K1")
    assert math.isclose(pose.x, 2.5, abs_tol=0.02)
    assert math.isclose(pose.y, 1.5, abs_tol=0.02)
