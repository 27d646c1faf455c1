"""Bit boards of Labyrinth agree with the rules: pushes, what rides along, flood fills, reachable goals."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from logic.core import Cell, Dice
from logic.labyrinth import Params, new
from logic.labyrinth.components import BASES, TURNS, open_sides, pawn_after, pushed, ways
from logic.labyrinth.engine.bits import (
    BLOCK,
    FEW,
    BitBoards,
    batch_of,
    frame_of,
    places_of,
    rotations,
)
from logic.labyrinth.rules import Walk
from tests.support.positions.labyrinth import BANS, SEEDS, SIZES, Maze, bits, frame, places


def pushing_state(seed, plies, **params):
    """Return a position some moves into a random game."""
    dice = Dice(seed)
    state = new(Params(**params), dice)
    for _ in range(plies):
        state = state.apply(dice.choice(state.legal_moves())).state
    while state.phase != "push":
        state = state.apply(Walk(state.pawns[state.player])).state
    return state


# -- one board


@given(SIZES, SEEDS)
def test_pushes_and_flood_fills_match_the_rules(size, seed):
    maze = Maze(size, seed)
    for insertion in maze.frame.pushes(maze.board):
        arrow = maze.frame.arrows[insertion.arrow]
        after = bits(*pushed(maze.grid, replace(maze.spare, rot=insertion.rot), arrow), insertion.arrow)
        assert maze.frame.pushed(maze.board, insertion) == after
    for number, arrow in enumerate(maze.frame.arrows):
        after = places(*pushed(maze.grid, maze.spare, arrow))
        for name, place in places(maze.grid, maze.spare).items():
            assert maze.frame.places_after(1 << place, number) == 1 << after[name]
            assert maze.frame.places_before(1 << after[name], number) == 1 << place
        for place in range(maze.frame.cells):
            there = maze.frame.place(pawn_after(maze.frame.cell(place), arrow, size))
            assert maze.frame.pawn_after(1 << place, number) == 1 << there
            assert maze.frame.pawn_before(1 << there, number) == 1 << place
    starts = maze.some_cells()
    reached = {
        maze.frame.place(cell) for place in places_of(starts) for cell in ways(maze.grid, maze.frame.cell(place))
    }
    assert set(places_of(maze.frame.flood(maze.board, starts))) == reached


def test_a_carried_pawn_wraps_to_the_pushed_tile_and_symbols_are_located():
    classic = frame_of(Params())
    arrow = classic.arrows.index((3, 0, "E"))
    end, begin = 1 << classic.place(Cell(3, 6)), 1 << classic.place(Cell(3, 0))
    assert classic.pawn_after(end, arrow) == begin
    assert classic.places_after(end, arrow) == classic.tray
    assert classic.places_after(classic.tray, arrow) == begin
    assert classic.places_after(end | classic.tray | begin, arrow) == classic.tray | begin | begin << 1
    state = pushing_state(3, 12)
    own = frame_of(state.params)
    symbols = own.symbols(state)
    for name in state.params.treasures:
        cell = state.cell_of(name)
        assert symbols[name] == (own.tray if cell is None else 1 << own.place(cell))
    for shape in BASES:
        names = [open_sides(shape, rot) for rot in range(TURNS[shape])]
        numbers = [sum(1 << "NESW".index(side) for side in name) for name in names]
        assert all(rotations(number) == tuple(numbers) for number in numbers)


@pytest.mark.parametrize("ban", BANS)
def test_allowed_pushes_match_the_rules(ban):
    for seed in range(20):
        state = pushing_state(seed, 2 * seed % 6, reinsertion_ban=ban)
        own = frame_of(state.params)
        assert [own.push(one) for one in own.pushes(own.board(state))] == list(state.legal_moves())


# -- many boards


def mazes(size, seed, count=3, ban="exit_side"):
    """Return some boards of one frame, each with another last arrow or none."""
    every = [Maze(size, seed + i, ban) for i in range(count)]
    boards = [one.board._replace(last=i - 1) for i, one in enumerate(every)]
    return every[0].frame, boards


@given(SIZES, SEEDS)
def test_cell_sets_and_boards_round_trip_through_batches(size, seed):
    own, boards = mazes(size, seed)
    batch, dice = batch_of(own), Dice(seed)
    sets = [sum(dice.below(2) << place for place in range(own.cells + 1)) for _ in range(5)]
    assert batch.ints(batch.words(sets)) == sets
    assert batch.counts(batch.words(sets)).tolist() == [places.bit_count() for places in sets]
    many = batch.boards(boards)
    assert [batch.board(many, which) for which in range(len(many))] == boards
    both = BitBoards.joined([many.take(slice(1, 3)), many.take(np.array([0]))])
    assert [batch.board(both, which) for which in range(3)] == [*boards[1:], boards[0]]


@given(SIZES, SEEDS)
def test_batch_pushes_match_the_pushes_of_each_board(size, seed):
    own, boards = mazes(size, seed)
    batch, dice = batch_of(own), Dice(seed)
    pawns = [sum((dice.below(5) == 0) << place for place in range(own.cells)) for _ in boards]
    goals = [1 << dice.below(own.cells + 1) | 1 << dice.below(own.cells + 1) for _ in boards]
    pushes = batch.push_all(batch.boards(boards))
    after = batch.after(pushes)
    stands = batch.pawn_after(batch.words(pawns), pushes)
    columns = (stands, batch.flood(pushes.ways, stands), batch.places_after(batch.words(goals), pushes))
    made = []
    for which, found in enumerate(zip(*map(batch.ints, columns), strict=True)):
        parent, insertion = int(pushes.parents[which]), pushes.insertion(which)
        board, reach = own.turn(boards[parent], pawns[parent], insertion)
        assert batch.board(after, which) == board
        assert found == (
            own.pawn_after(pawns[parent], insertion.arrow),
            reach,
            own.places_after(goals[parent], insertion.arrow),
        )
        made.append((parent, insertion))
    assert sorted(made) == [(parent, one) for parent, board in enumerate(boards) for one in own.pushes(board)]
    some = np.arange(0, len(pushes), 3)
    assert np.array_equal(batch.after(pushes, some).planes, after.take(some).planes)


@given(SIZES, SEEDS)
def test_uncarried_and_undrifted_batches_match_single_boards(size, seed):
    own, boards = mazes(size, seed)
    batch, dice = batch_of(own), Dice(seed)
    pushes = batch.push_all(batch.boards(boards))
    sets = [1 << dice.below(own.cells) for _ in range(len(pushes))]
    expected_pawns, expected_goals = [0] * len(boards), [0] * len(boards)
    for which, (parent, arrow) in enumerate(zip(pushes.parents.tolist(), pushes.arrows.tolist(), strict=True)):
        expected_pawns[parent] |= own.pawn_before(sets[which], arrow)
        expected_goals[parent] |= own.places_before(sets[which], arrow)
    words = batch.words(sets)
    assert batch.ints(batch.pawn_before(words, pushes)) == expected_pawns
    assert batch.ints(batch.places_before(words, pushes)) == expected_goals
    each = batch.ints(batch.pawn_before_each(words, pushes.arrows))
    assert each == [own.pawn_before(one, arrow) for one, arrow in zip(sets, pushes.arrows.tolist(), strict=True)]


def taken_within_a_turn(own, board, pawn, goal):
    """Return whether some push lets a pawn walk to a goal."""
    return any(own.turn(board, pawn, one)[1] & own.places_after(goal, one.arrow) for one in own.pushes(board))


@given(SIZES, SEEDS)
def test_takers_and_reach_match_trying_every_push(size, seed):
    own, boards = mazes(size, seed, 2)
    batch, dice = batch_of(own), Dice(seed)
    many = batch.boards(boards)
    goals = [1 << own.cells, *(1 << dice.below(own.cells) for _ in range(2))]
    pawns = [1 << dice.below(own.cells) for _ in range(3)]
    words = [np.repeat(batch.words(sets)[:, :, None], 2, axis=2) for sets in (goals, pawns)]
    capturing_cells = np.array(batch.ints(batch.capturing_cells(many, words[0])), object).reshape(3, 2)
    reach = np.array(batch.ints(batch.reach_next(many, words[1])), object).reshape(3, 2)
    for which, board in enumerate(boards):
        for i, goal in enumerate(goals):
            for k, pawn in enumerate(pawns):
                expected = taken_within_a_turn(own, board, pawn, goal)
                assert bool(capturing_cells[i, which] & pawn) == bool(reach[k, which] & goal) == expected


@pytest.mark.parametrize("size", [7, 9])
def test_large_batches_in_blocks_match_single_boards(size):
    own, boards = mazes(size, 11, 6)
    batch = batch_of(own)
    many = batch.after(batch.push_all(batch.boards(boards)))
    while len(many) <= BLOCK * batch.depth:
        many = BitBoards.joined([many, many])
    assert len(batch.push_all(many.take(slice(0, BLOCK)))) > FEW
    goals = batch.words([1 << which % own.cells for which in range(len(many))])
    whole = batch.capturing_cells(many, goals)
    for which in range(0, len(many), 97):
        one = slice(which, which + 1)
        assert np.array_equal(whole[:, one], batch.capturing_cells(many.take([which]), goals[:, one]))


@given(SIZES, SEEDS)
def test_distances_ignore_walls_and_take_the_nearest_goal(size, seed):
    own, dice = frame(size), Dice(seed)
    batch = batch_of(own)
    pawn, goals = dice.below(own.cells), [dice.below(own.cells) for _ in range(2)]
    expected = min(abs(pawn // size - goal // size) + abs(pawn % size - goal % size) for goal in goals)
    words = batch.words([1 << pawn, 1 << goals[0] | 1 << goals[1], own.tray, 0])
    assert batch.distances(words[:, :1], words[:, 1:2]).tolist() == [expected]
    assert batch.distances(words[:, :1], words[:, 2:3]).tolist() == [size // 2]
    assert batch.distances(words[:, :1], words[:, 3:]).tolist() == [2 * size]
