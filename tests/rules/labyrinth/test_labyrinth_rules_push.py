"""Inserting, sentence by sentence: the line shifts, what falls out is the spare, the ban, and pawns that ride."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.core import Cell
from logic.labyrinth.components import ARROWS, TURNS, Arrow, opposite_arrow, pushed
from logic.labyrinth.rules import Push
from tests.mazes import SEEDS, choices, deal, events, happened, maze, play, positions, refused, tiles

ROOMS = "┌┬┬┬┐ ├├├├┤ ├├├├┤ ├├├├┤ └┴┴┴┘"


# -- what may be pushed


def test_there_are_48_pushes_with_a_bent_spare_24_with_a_straight_one_and_an_arrow_less_after_a_push():
    counts = {deal(seed).spare.shape: len(deal(seed).legal_moves()) for seed in range(30)}
    assert counts == {"I": 24, "L": 48, "T": 48}
    for seed in range(12):
        state = play(deal(seed), "push b1 S 0")
        state = play(state, state.legal_moves()[0])
        assert len(state.legal_moves()) == 11 * TURNS[state.spare.shape]
        assert len(state.legal_moves()) in (22, 44)
    state = deal(2)
    assert {move.arrow for move in state.legal_moves()} == set(ARROWS)
    assert Counter(move.arrow for move in state.legal_moves()) == dict.fromkeys(ARROWS, TURNS[state.spare.shape])
    state = next(deal(seed) for seed in range(30) if deal(seed).spare.shape == "I")
    assert {move.rot for move in state.legal_moves()} == {0, 1}


@pytest.mark.parametrize("place", ["a1 E", "a3 E", "c1 S", "g7 N", "b2 E", "a2 W", "a2 N", "b1 N", "h2 E", "a2 E 4"])
def test_anything_else_is_no_arrow(place):
    state = deal(2)
    assert refused(state, f"push {place} 0")
    assert refused(state, f"push {place}")


def test_inserting_is_compulsory_and_shifts_the_line_as_in_the_seeds_picture():
    state = maze(ROOMS, treasures={(1, 1): "bat"}, decks=[["bat"], ["book"]])
    assert Cell(1, 1) in state.ways()
    assert all(isinstance(move, Push) for move in state.legal_moves())
    assert refused(state, "walk b2")
    state = maze("┌┬┬┬┐ ├│┌─┤ ├└┤┘┤ ├┐├┌┤ └┴┴┴┘", "└")
    grid, spare = state.grid, state.spare
    after = play(state, "push a4 E 0")
    assert [tile.id for tile in after.grid[3]] == [spare.id, *(tile.id for tile in grid[3][:4])]
    assert after.spare == grid[3][4]
    assert after.last == Arrow(3, 0, "E")


# -- what a push does


@given(state=positions(), data=st.data())
def test_a_push_and_the_opposite_push_restore_the_board(state, data):
    arrow = data.draw(st.sampled_from(state.params.arrows))
    rot = data.draw(st.integers(0, TURNS[state.spare.shape] - 1))
    grid, out = pushed(state.grid, replace(state.spare, rot=rot), arrow)
    again, back = pushed(grid, out, opposite_arrow(arrow, state.params.size))
    assert again == state.grid
    assert back == replace(state.spare, rot=rot)


@given(state=positions())
def test_tiles_pawns_and_treasures_are_never_lost(state):
    expected = {tile.id: tile for tile in (*state.params.fixed_tiles.values(), *state.params.loose_tiles)}
    there = {tile.id: tile for tile in tiles(state)}
    assert sorted(there) == sorted(expected)
    assert len(there) == len(tiles(state))
    assert {name: tile.symbol for name, tile in there.items()} == {name: t.symbol for name, t in expected.items()}
    for cell, tile in state.params.fixed_tiles.items():
        assert state.tile(cell) == tile
    assert len(state.pawns) == state.params.players
    assert all(0 <= i < state.params.size for cell in state.pawns for i in cell)


@given(seed=SEEDS)
def test_the_spare_goes_in_as_it_was_turned(seed):
    state = deal(seed)
    for move in state.legal_moves():
        assert state.apply(move).state.tile(move.arrow.cell).rot == move.rot


# -- the ban


def barred_after(arrow, ban):
    state = maze(ROOMS, reinsertion_ban=ban)
    state = play(state, f"push {arrow} 0")
    state = play(state, f"walk {state.pawns[state.player]}")
    listed = {str(move.arrow) for move in state.legal_moves()}
    assert set(map(str, state.barred())) == {str(one) for one in state.params.arrows} - listed
    return set(map(str, state.barred()))


@pytest.mark.parametrize(
    ("ban", "barred"),
    [("exit_side", {"e2 W"}), ("entry_side", {"a2 E"}), ("whole_line", {"a2 E", "e2 W"}), ("none", set())],
)
def test_the_four_readings_of_the_ban(ban, barred):
    assert barred_after("a2 E", ban) == barred


@pytest.mark.parametrize(("ban", "left"), [("exit_side", 11), ("entry_side", 11), ("whole_line", 10), ("none", 12)])
def test_so_many_arrows_are_left_of_twelve(ban, left):
    for arrow in ARROWS:
        assert len(replace(deal(reinsertion_ban=ban), last=arrow).arrows()) == left


@pytest.mark.parametrize("arrow", ARROWS, ids=str)
def test_the_tile_may_not_be_pushed_back_in_where_it_came_out(arrow):
    state = play(deal(), f"push {arrow} 0")
    out = state.spare
    state = play(state, state.legal_moves()[0])
    back = [move for move in replace(state, last=None).legal_moves() if move not in state.legal_moves()]
    assert {move.arrow for move in back} == {opposite_arrow(arrow, 7)}
    assert len(back) == TURNS[out.shape], "in none of its rotations"
    for move in state.legal_moves():
        assert state.apply(move).state.grid != deal().grid


def test_the_ban_is_for_the_next_insertion_only_and_needs_an_arrow_opposite():
    state = maze(ROOMS)
    for arrow in ("a2 E", "b1 S"):
        state = play(state, f"push {arrow} 0")
        state = play(state, f"walk {state.pawns[state.player]}")
    assert set(map(str, state.barred())) == {"b5 N"}
    assert "push e2 W 0" in choices(state)
    one_way = maze(ROOMS, arrows=(Arrow(1, 0, "E"), Arrow(0, 1, "S")), last=(1, 0, "E"))
    assert one_way.barred() == ()
    assert one_way.arrows() == one_way.params.arrows


# -- pawns that ride


def test_a_pawn_rides_on_its_tile_which_is_no_move_and_every_piece_is_told_with_its_way():
    state = maze(ROOMS, pawns=[(1, 1), (1, 3)])
    before = state.tile(Cell(1, 1))
    after = play(state, "push a2 E 0")
    assert after.pawns == ((1, 2), (1, 4))
    assert after.tile(after.pawns[0]) == before
    state = maze(ROOMS, pawns=[(0, 0), (2, 2), (4, 4)])
    assert play(state, "push a2 E 0").pawns == state.pawns
    assert happened(state, "push a2 E 0") == ["push"]
    state = play(maze(ROOMS, pawns=[(1, 4), (4, 4)]), "push a2 E 0")
    assert (state.player, state.phase, state.pawns[0]) == (0, "walk", (1, 0))
    assert "walk a2" in choices(state)
    state = maze(ROOMS, pawns=[(1, 1), (1, 4)])
    push, carried = events(state, "push a2 E 0")
    ids = [tile.id for tile in state.grid[1]]
    expected = {state.spare.id: ((1, -1), (1, 0)), "p0": ((1, 1), (1, 2))}
    expected |= {name: ((1, col), (1, col + 1)) for col, name in enumerate(ids)}
    assert dict(push.paths) == expected
    assert dict(carried.paths) == {"p1": ((1, 4), (1, 0))}
    assert not push.reveals
    assert not carried.reveals


@pytest.mark.parametrize(
    ("arrow", "out", "entered"),
    [("a2 E", (1, 4), (1, 0)), ("e2 W", (1, 0), (1, 4)), ("b1 S", (4, 1), (0, 1)), ("b5 N", (0, 1), (4, 1))],
)
def test_pawns_that_are_pushed_out_land_on_the_tile_pushed_in_whosever(arrow, out, entered):
    state = maze(ROOMS, pawns=[out, (2, 2), out, out])
    after = play(state, f"push {arrow} 0")
    assert after.pawns == (entered, (2, 2), entered, entered)
    assert after.tile(Cell(*entered)).id == state.spare.id
    assert happened(state, f"push {arrow} 0") == ["push", "carried"]
    assert dict(events(state, f"push {arrow} 0")[1].paths) == dict.fromkeys(["p0", "p2", "p3"], (out, entered))


@pytest.mark.parametrize(
    ("arrow", "before", "behind"),
    [("a4 E", (3, -1), (3, 5)), ("e4 W", (3, 5), (3, -1)), ("d1 S", (-1, 3), (5, 3)), ("d5 N", (5, 3), (-1, 3))],
)
def test_each_tile_of_the_line_is_told_with_its_way_and_nothing_else_is(arrow, before, behind):
    state = maze("┌┬┬┬┐ ├├├├┤ ├├├├┤ ├├├├┤ └┴┴┴┘", decks=[["keys"], ["book"]], pawns=[(0, 0), (1, 1)])
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
