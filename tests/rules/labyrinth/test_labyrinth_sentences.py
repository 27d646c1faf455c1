"""Labyrinth, the page of the rules sentence by sentence: the corners that the other tests of the rules leave out."""

from itertools import pairwise

import pytest

from logic.core import Cell
from logic.labyrinth.components import MARKS
from tests.mazes import choices, events, happened, maze, play

HALL = "┌┬┬┬┐ ├├├├┤ ├├├├┤ ├├├├┤ └┴┴┴┘"
LYING = {(1, 1): "bat", (3, 3): "ghost"}
AWAY = "push d1 S 0"
"""A push that moves nothing in the first three columns."""


def hall(decks, **more):
    return maze(HALL, treasures=LYING, decks=decks, **more)


# -- pushing


@pytest.mark.parametrize(
    ("arrow", "before", "behind"),
    [("a4 E", (3, -1), (3, 5)), ("e4 W", (3, 5), (3, -1)), ("d1 S", (-1, 3), (5, 3)), ("d5 N", (5, 3), (-1, 3))],
)
def test_each_tile_of_the_line_is_told_with_its_way_and_nothing_else_is(arrow, before, behind):
    state = hall([["bat"], ["book"]], pawns=[(0, 0), (1, 1)])
    after = play(state, f"push {arrow} 0")
    (push,) = events(state, f"push {arrow} 0")
    row, col = (before[0] + behind[0]) // 2, (before[1] + behind[1]) // 2
    step = {"E": (0, 1), "W": (0, -1), "S": (1, 0), "N": (-1, 0)}[arrow[-1]]
    line = [(row + step[0] * i, col + step[1] * i) for i in range(-3, 4)]
    assert (line[0], line[-1]) == (before, behind)
    ids = [state.spare.id, *(state.tile(Cell(*cell)).id for cell in line[1:-1])]
    assert dict(push.paths) == dict(zip(ids, pairwise(line), strict=True))
    assert after.spare.id == ids[-1]
    assert [after.tile(Cell(*cell)).id for cell in line[1:-1]] == ids[:-1]


# -- the end


def test_who_passes_the_own_start_on_the_way_has_not_ended_a_move_there():
    rows = "┌─││┐ │││││ │││││ │││││ └│││┘"
    state = play(maze(rows, decks=[[], ["book"]], found=[("map",), ()], pawns=[(1, 0), (4, 4)]), AWAY)
    assert state.ways()[Cell(0, 1)] == ((1, 0), (0, 0), (0, 1))
    after = play(state, "walk b1")
    assert (after.outcome(), after.player) == (None, 1)
    assert play(state, "walk a1").outcome().winners == (0,)


def test_who_has_everything_wins_by_staying_on_the_own_start_where_a_push_has_brought_the_way_to_nothing():
    state = hall([[], ["book"]], found=[("bat",), ()], pawns=[(0, 0), (4, 4)])
    pushed = play(state, AWAY)
    assert pushed.outcome() is None, "the move is still to be ended"
    assert happened(pushed, "walk a1") == ["home"]


# -- by numbers


def test_by_numbers_only_the_next_treasure_counts_and_it_counts_for_whoever_gets_it():
    open_for_all = {"goals": "numbers", "open_cards": True, "end": "last_treasure"}
    order = ("book", "map", "skull", "keys", "bat", "ghost")
    state = hall([order[1:]], found=[("book",), ()], pawns=[(1, 0), (4, 4)], player=1, **open_for_all)
    assert play(state, AWAY, "walk b2").found == (("book",), ()), "the bat has number five"
    after = play(state, AWAY, "walk a3")
    assert after.found == (("book",), ("map",))
    assert [after.points(seat) for seat in range(2)] == [1, 2]
    assert (after.goals(0), after.goals(1)) == (("skull",), ("skull",))


# -- runes


@pytest.mark.parametrize(
    ("mark", "open_cards"), [(mark, False) for mark in MARKS] + [("swap", True), ("exchange", True)]
)
def test_only_a_mark_that_shows_a_hidden_card_cannot_be_taken_back(mark, open_cards):
    state = hall([["bat", "map"], ["book", "skull"]], marks={(3, 4): mark}, open_cards=open_cards)
    state = play(state, "push a4 E 0")
    shown = any(event.reveals for event in events(state, choices(state)[0]))
    assert shown == (mark in ("peek", "exchange") and not open_cards)


# -- alone


def test_alone_too_the_way_home_comes_last():
    state = hall([["bat"]], players=1, pawns=[(1, 0)])
    found = play(state, AWAY, "walk b2")
    assert (found.outcome(), found.player, found.goes_home(0)) == (None, 0, True)
    after = play(found, "push d1 S 0", "walk a1")
    assert str(after.outcome().reason) == "All treasures of this maze are found."
