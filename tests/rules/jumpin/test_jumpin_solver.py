"""The solver of JumpIN’: shortest by an independent search, legal by the rules, consistent with State."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell, Dice, find_move
from logic.jumpin.board import STANDARD, Board, parse, show
from logic.jumpin.engine import solver as solver_module
from logic.jumpin.engine.solver import component, distances, solve, solve_from, takes
from logic.jumpin.engine.space import Space, Stopped, TooLarge, contains, space_of
from logic.jumpin.rules import begin
from tests.support.positions.jumpin import OBLONG, SMALL, dealt, far, followers, images, is_home, positions

METRICS = ("steps", "moves")
COMPACT = (STANDARD, SMALL, OBLONG)
"""Boards small enough for an exhaustive search."""
MINIMUM_2 = ".MM../...M./...R./...../....."
"""The rules page's own example."""


def slow_cost(text, board, metric):
    """Return the cost of a position by Dijkstra over ``State``; None where it cannot be solved."""
    known, waiting = {}, {0: [begin(text, board)]}
    while waiting:
        cost = min(waiting)
        states = waiting.pop(cost)
        for state in states:
            if known.setdefault(state.position, cost) < cost:
                continue
            if state.is_solved():
                return cost
            for move in state.legal_moves():
                after = state.apply(move).state
                if after.position not in known:
                    price = after.spent(metric) - state.spent(metric)
                    waiting.setdefault(cost + price, []).append(after)
    return None


# -- shortest


def test_solve_and_distances_on_known_positions_and_cancellation():
    assert solve(MINIMUM_2).cost == solve(MINIMUM_2, "moves").cost == 2
    found = solve("R...R/...../..R../...../.....")
    assert (found.cost, found.moves, found.positions) == (0, (), ("R...R/...../..R../...../.....",))
    assert solve("...../.R.../...../...../.....") is None
    assert solve("M...M/..R../..M../...../M...M") is None, "no hole is left"
    assert solve("RRRRR/R.M../...../...../.....") is None, "more rabbits than holes"
    with pytest.raises(ValueError, match="foxes: at most 5"):
        Space(STANDARD, [(0, (0, 0, 1, 1, 2, 2))])
    text = "...../...R./....M/ff.F./...F."
    known = distances(text)
    found = solve(text)
    assert known[text] == found.cost == 16
    assert known[found.positions[-1]] == 0
    with pytest.raises(Stopped):
        solve("....M/...ff/..MF./R.MF./....R", stop=lambda: True)
    with pytest.raises(Stopped):
        distances("....M/...ff/..MF./R.MF./....R", stop=lambda: True)


@given(positions(boards=COMPACT, most=(2, 2, 1)), st.sampled_from(METRICS))
@settings(max_examples=30)
def test_the_cost_matches_a_slow_search(case, metric):
    board, text = case
    found = solve(text, metric, board)
    least = slow_cost(text, board, metric)
    assert (found and found.cost) == least
    if metric == "steps":
        tried = range(8 if least is None else least + 2)
        assert [steps for steps in tried if takes(text, steps, board)] == ([] if least is None else [least])


@pytest.mark.parametrize("metric", METRICS)
@given(case=positions(most=(2, 3, 2)))
@settings(max_examples=30)
def test_solutions_are_legal_and_cost_what_they_state(metric, case):
    board, text = case
    found = solve(text, metric, board)
    if found is None:
        return
    assert found.positions[0] == text
    assert len(found.positions) == len(found.moves) + 1
    assert is_home(found.positions[-1], board)
    state, total = begin(text, board), 0
    for before, move, after in zip(found.positions[:-1], found.moves, found.positions[1:], strict=True):
        state = state.apply(find_move(state, move)).state
        assert show(state.position, board) == after
        total += min((length or 1) if metric == "steps" else 1
                     for there, length in followers(before, board) if there == after)  # fmt: skip
    assert found.cost == total == state.spent(metric)
    assert solve(text, metric, board) == found, "the same one every time"


@given(positions(most=(2, 2, 1)), st.sampled_from(METRICS))
@settings(max_examples=15)
def test_symmetric_puzzles_have_the_same_cost(case, metric):
    board, text = case
    answers = {found and found.cost for found in (solve(image, metric, board) for image in images(text, board))}
    assert len(answers) == 1


def test_solve_from_the_position_in_play_and_from_relabelled_foxes():
    state = begin(MINIMUM_2, STANDARD)
    first, second = solve_from(state)
    state = state.apply(first).state
    assert solve_from(state) == (second,)
    assert solve_from(state.apply(second).state) == ()
    assert solve_from(begin("...../.R.../...../...../.....", STANDARD)) is None
    found = solve("...../...../M..../R..ff/.....")
    assert (found.cost, found.moves) == (5, ("hop R1 1,0", "slide F1 3,0", "hop R1 4,0")), (
        "three steps of the fox are a move"
    )
    text, other = "R..../.ff../....M/..FF./.....", "R..../.FF../....M/..ff./....."
    assert solve(text) == solve(other)
    assert solve(other).positions[0] == text
    moves = {str(move) for move in begin(other, STANDARD).legal_moves()}
    assert not moves, "the only rabbit is home"
    assert [cell for cell, _ in begin(other, STANDARD).foxes] == [Cell(1, 1), Cell(3, 2)]


# -- distances


@pytest.mark.parametrize("metric", METRICS)
@given(case=positions(boards=COMPACT, most=(2, 2, 1)))
@settings(max_examples=8)
def test_distances_match_a_slow_search_of_the_component(metric, case):
    board, text = case
    whole = set(far([text], board, "steps"))
    home = [one for one in whole if is_home(one, board)]
    expected = far(home, board, metric) if home else dict.fromkeys(whole)
    assert distances(text, metric, board) == expected


# -- its data structures


@given(positions(most=(3, 4, 5)), st.sampled_from(METRICS))
@settings(max_examples=100)
def test_solver_keys_and_edges_agree_with_state(case, metric):
    board, text = case
    state = begin(text, board)
    space = space_of(state.position, board)
    key = space.key(state.position)
    assert 0 <= key < 2**63
    assert space.position(key) == state.position
    assert bool(space.solved(_one(key))[0]) == state.is_solved()
    expected = {there for there, length in followers(text, board) if metric == "moves" or length <= 1}
    keys = space.edges(_one(key), metric).keys
    assert sorted(space.texts(keys)) == sorted(expected)
    shown = [show(state.apply(move).state.position, board) for move in state.legal_moves()]
    assert sorted(shown) == ([] if state.is_solved() else sorted(there for there, _ in followers(text, board)))


def _one(key):
    return np.array([key], np.int64)


def test_blockwise_edges_match_and_too_large_searches_are_refused(monkeypatch):
    monkeypatch.setattr("logic.jumpin.engine.space.BLOCK", 499)
    position = parse("...../.RMff/R.M../.R.FF/.M...")
    space = space_of(position, STANDARD)
    whole = component(space, _one(space.key(position)))
    pairs = space.edges(whole)
    assert len(whole) > 4 * 499, "more than one block"
    assert contains(whole, pairs.keys).all()
    degrees = [len(space.edges(whole[at : at + 1]).keys) for at in range(0, len(whole), 499)]
    counted = [int((pairs.origin == at).sum()) for at in range(0, len(whole), 499)]
    assert degrees == counted
    monkeypatch.setattr(solver_module, "LARGEST_SEARCH", 50)
    monkeypatch.setattr(solver_module, "LARGEST_LIST", 50)
    with pytest.raises(TooLarge):
        solve("....M/...ff/..MF./R.MF./....R")
    with pytest.raises(TooLarge):
        distances("....M/...ff/..MF./R.MF./....R")
    holes = tuple(Cell(row, col) for row in range(7) for col in range(7) if row % 2 == 0 and col % 2 == 0)
    wide = Board(7, 7, holes, (1,), ())
    with pytest.raises(TooLarge):
        solve(dealt(Dice(2), wide, rabbits=8, mushrooms=0, foxes=1), board=wide)
