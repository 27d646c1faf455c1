"""The program against the page of the rules, played a second time, and numbers that only right rules give."""

import pytest

from logic.core import Cell, Dice
from logic.labyrinth.components import OPEN, Arrow
from logic.labyrinth.rules import Push
from tests import labyrinth_by_the_page as page
from tests.mazes import BY_NAME, VARIANTS, any_move, deal

PLAIN = [case for case in VARIANTS if not case.params.marks]
"""The page knows nothing of marks."""


def same(state, table):
    """Tell whether both have the same position."""
    ours = page.as_table(state)
    if state.winners:
        ours["winners"] = list(state.winners)
    return ours == table


@pytest.mark.parametrize("case", PLAIN, ids=str)
def test_a_random_game_is_the_same_by_the_page(case):
    dice = Dice(21)
    state = case.game.new(case.params, dice)
    table = page.as_table(state)
    for _ in range(100):
        shape = state.spare.shape
        pushes = {(tuple(move.arrow), frozenset(OPEN[shape, move.rot])): move for move in state.legal_moves()}
        assert set(pushes) == page.pushes(table)
        arrow, way = dice.choice(sorted(pushes, key=lambda push: (push[0], sorted(push[1]))))
        state, table = state.apply(pushes[arrow, way]).state, page.push(table, arrow, way)
        assert same(state, table)
        cells = {tuple(move.cell): move for move in state.legal_moves()}
        assert set(cells) == page.reached(table, table["pawns"][table["player"]])
        cell = tuple(any_move(state, dice).cell)
        state, table = state.apply(cells[cell]).state, page.walk(table, cell)
        assert same(state, table)
        if table["winners"] is not None:
            break
    assert any(state.found), "or too little would have happened"


# -- counting


def turns(state):
    return sum(len(state.apply(push).state.legal_moves()) for push in state.legal_moves())


def laps(state, depth):
    """How many ways there are to play so many turns."""
    if depth == 0 or state.outcome() is not None:
        return 1
    return sum(
        laps(after.apply(walk).state, depth - 1)
        for after in (state.apply(push).state for push in state.legal_moves())
        for walk in after.legal_moves()
    )


@pytest.mark.parametrize(("seed", "count"), [(1, 53), (2, 652), (3, 298), (4, 59), (5, 213)])
def test_so_many_turns_there_are_at_the_start(seed, count):
    state = deal(seed, first=0)
    assert turns(state) == page.turns(page.as_table(state)) == count


@pytest.mark.parametrize(("seed", "ban", "count"), [(1, "exit_side", 4261), (1, "whole_line", 3721), (1, "none", 4851)])
def test_so_many_ways_there_are_to_play_two_turns_in_the_small_maze(seed, ban, count):
    small = BY_NAME["junior_5x5"]
    fields = {name: getattr(small.params, name) for name in small.params.__dataclass_fields__}
    state = deal(seed, **{**fields, "first": 0, "reinsertion_ban": ban})
    assert laps(state, 2) == page.laps(page.as_table(state), 2) == count


def test_the_example_of_the_seed():
    state = deal(5, first=0)
    assert Push(Arrow(1, 0, "E"), 0) in state.legal_moves()
    after = state.apply(Push(Arrow(1, 0, "E"), 0)).state
    assert after.pawns == state.pawns == (Cell(0, 0), Cell(6, 6))
    after = after.apply(after.legal_moves()[0]).state
    assert after.last == Arrow(1, 0, "E")
    assert [str(arrow) for arrow in after.barred()] == ["g2 W"]
    assert len(after.arrows()) == 11
