"""Stone Dragon's solver: its form of a position agrees with the rules, and its results are shortest, or proved."""

from collections import Counter
from dataclasses import replace

import pytest

from logic.core import Dice
from logic.dragon.board import dump_board, parse_board
from logic.dragon.engine.solver import (
    FAR,
    PASS,
    Action,
    Bound,
    Maze,
    NotFound,
    Solved,
    Unsolvable,
    pack,
    solve,
    solve_from,
)
from logic.dragon.rules import EXAMPLE, Go, Leap, Pass, begin
from tests.support.positions.dragon import a_session, dealt, drawn_board

WALLED_IN = ["L J Z Z", "J M Z Z", "Z Z Z Z"]
"""A lair behind walls that a mine can open for those who follow."""


def action_of(state, move):
    """Return a legal move as the solver writes it; None for a bounce, which it never makes."""
    if isinstance(move, Pass):
        return PASS
    cell = state.knights[int(move.knight[1:]) - 1].cell
    step = state.apply(move)
    if any(event.name == "bounce" for event in step.events):
        return None
    return Action(cell.row * state.board.width + cell.col, move.direction, isinstance(move, Leap))


def random_play(seed, most=40, **limits):
    """Play a random board at random; yield each position, with what each legal move leads to."""
    dice = Dice(seed)
    state = begin(dealt(dice, **limits), open_map=dice.chance() < 0.5, standing=dice.chance() < 0.7)
    for _ in range(most):
        after = {move: state.apply(move).state for move in state.legal_moves()}
        yield state, after
        if not after:
            return
        lasting = [there for there in after.values() if there.outcome() is None]
        most_clocks = max((len(there.clocks) for there in lasting), default=0)
        busy = [there for there in lasting if len(there.clocks) == most_clocks]
        state = dice.choice((busy if dice.chance() < 0.5 else lasting) or list(after.values()))


# -- the encoding


@pytest.mark.parametrize("part", range(4))
def test_packed_positions_agree_with_the_rules(part):
    met = Counter()
    for seed in range(part, 1200, 4):
        for state, after in random_play(seed):
            maze = Maze(state.board, standing=state.standing)
            known = {action_of(state, move): pack(there, maze) for move, there in after.items()}
            known.pop(None, None)
            if not state.clocks:
                assert known.pop(PASS, pack(state, maze)) == pack(state, maze), "then waiting changes nothing"
            if after:
                assert dict(maze.follow(pack(state, maze))) == known, f"seed {seed}\n{state}"
            met.update(clock.what for clock in state.clocks)
            met.update(knight.fate for knight in state.knights)
    assert min(met[word] for word in ("wall", "bricks", "mine", "store", "waiting", "board", "hidden", "dead")) > 50


def test_equal_knights_are_interchangeable_and_the_bound_is_admissible():
    state = begin(drawn_board(["Z Z Z L"], "1;1", "N Z2 N", 1))
    maze = Maze(state.board, standing=True)
    here, there = state.board.cells()[:2]

    def standing(*cells):
        placed = [replace(knight, fate="board" if cell else "waiting", cell=cell)
                  for knight, cell in zip(state.knights, cells, strict=True)]  # fmt: skip
        return pack(replace(state, knights=tuple(placed)), maze)

    assert standing(here, None, there) == standing(there, None, here)
    assert standing(here, there, None) != standing(there, here, None)
    # The bound falls by at most one a turn, and is zero at the end: so it never overestimates.
    steps = 0
    for seed in range(300):
        for state, after in random_play(seed, most=25):
            maze = Maze(state.board, standing=state.standing)
            bound = Bound(maze)
            here = bound.turns(pack(state, maze))
            for there in after.values():
                steps += 1
                end = there.outcome()
                left = bound.turns(pack(there, maze))
                assert here <= 1 + left, f"seed {seed}\n{state}"
                assert not (end and end.winners) or left == 0
            assert here < FAR or not (state.outcome() and state.outcome().winners)
    assert steps > 5000


# -- shortest, or proved


def without_time(state):
    """Return what decides how a fully known game goes on."""
    return state.knights, state.clocks, state.stocks


def plain_search(state, budget=6000):
    """Search breadth first through the rules themselves: turns, None for a proof, or a text that it is too long."""
    reached, edge, turns = {without_time(state)}, [state], 0
    while edge:
        if any(map(is_won, edge)):
            return turns
        beyond = [here.apply(move).state for here in edge for move in here.legal_moves()]
        fresh = {without_time(there): there for there in beyond if without_time(there) not in reached}
        edge, turns = list(fresh.values()), turns + 1
        reached |= fresh.keys()
        if len(reached) > budget:
            return "too long"
    return None


def is_won(state):
    return state.count("hidden") >= state.board.required


@pytest.mark.parametrize("part", range(4))
def test_solver_results_match_plain_breadth_first_search(part):
    met = Counter()
    for seed in range(part, 240, 4):
        dice = Dice(seed)
        board = dealt(dice, most_squares=9, most_knights=3, density=0.75)
        for standing in (True, False):
            plain = plain_search(begin(board, open_map=True, standing=standing))
            answer = solve(board, standing=standing)
            assert not isinstance(answer, NotFound)
            if plain != "too long":
                assert plain == (answer.turns if isinstance(answer, Solved) else None), dump_board(board)
            met["solved" if isinstance(plain, int) else plain] += 1
    assert met["solved"] > 20
    assert met[None] > 10


@pytest.mark.parametrize("part", range(4))
def test_solutions_win_on_hidden_maps_in_the_stated_turns(part):
    solved = 0
    for seed in range(1000 + part, 1200, 4):
        board = dealt(Dice(seed))
        answer = solve(board, budget=20_000)
        if isinstance(answer, Solved):
            played = a_session(dump_board(board))
            for move in answer.moves:
                assert played.outcome() is None
                played.play(str(move))
            assert played.outcome().winners == (0,)
            assert played.state.time == answer.turns == len(answer.moves)
            solved += 1
    assert solved > 15


def test_a_game_in_progress_is_solved_with_the_same_knights():
    answer = solve(parse_board(EXAMPLE))
    assert isinstance(answer, Solved)
    assert answer.turns == 8
    assert plain_search(begin(parse_board(EXAMPLE), open_map=True), budget=200_000) == 8
    game = a_session(EXAMPLE)
    best = solve_from(game.state)
    for move in best.moves[:3]:
        game.play(move)
    rest = solve_from(game.state)
    assert rest.turns == best.turns - 3
    for move in rest.moves:
        game.play(move)
    assert game.outcome().winners == (0,)
    board = drawn_board(["Z Z Z L"], "1;1", "N N", 1)
    assert solve(board).moves == (Go("K1", "east"), Go("K1", "east"), Go("K1", "east"))


@pytest.mark.parametrize(
    ("rows", "entrance", "knights", "required", "turns"),
    [
        (["Z Z Z L"], "1;1", "N", 1, 3),
        (["Z Z Z L"], "1;1", "N N N", 3, 9),
        (["Z Z Z Z L"], "1;1", "S", 1, 2),
        (["Z W L"], "1;1", "S", 1, 1),
        (["Z D2 L"], "1;1", "B2", 1, 2),
        (["C2 D2 D2 L"], "1;1", "B2", 1, 5),  # he goes back for bricks
        (["Z J L"], "1;1", "Z1 N N", 3, 6),
        (["Z M L"], "1;1", "N N", 1, 3),  # the first one opens the way
        (["T1,4 W Z L"], "1;1", "N", 1, 0),  # carried into the lair as he comes in
        (["Z D1 L C1"], "1;1", "B1 N", 2, 4),  # the second follows while the hole is filled
        (["T1,3 Z Z Z L"], "1;1", "N N", 2, 6),  # the second finds the target taken, and walks
        (["L Z"], "1;1", "N N N", 2, 0),
        (["C2 Z T1,1 L"], "1;3", "Z1 S N", 3, 7),  # positions are reached on a longer way first
        (["L T2,4 Z Z D1", "D2 Z Z Z Z"], "2;2", "S S B1 B3", 3, 7),
        (WALLED_IN, "3;4", "N N", 1, 8),
    ],
)
def test_small_boards_are_solved_in_the_hand_counted_turns(rows, entrance, knights, required, turns):
    board = drawn_board(rows, entrance, knights, required)

    answer = solve(board)

    assert isinstance(answer, Solved), answer
    assert answer.turns == turns == plain_search(begin(board, open_map=True), budget=100_000)


@pytest.mark.parametrize(("standing", "turns"), [(True, 11), (False, 12)])
def test_passing_for_a_store_counts_as_turns_of_the_solution(standing, turns):
    board = drawn_board(["C1 D1 D1 D1 L"], "1;1", "B1", 1)

    answer = solve(board, standing=standing)

    assert answer.turns == turns == plain_search(begin(board, open_map=True, standing=standing))
    assert Pass() in answer.moves


@pytest.mark.parametrize(
    ("rows", "entrance", "knights", "required"),
    [
        (["Z W L"], "1;1", "N Z9 B9", 1),
        (["Z J L"], "1;1", "N B9", 1),
        (["Z D3 L"], "1;1", "B2", 1),
        (["Z M L"], "1;1", "N N", 2),  # no knight can be spared
        (["W Z L"], "1;1", "N S", 1),  # no knight can enter
        (["J Z L"], "1;1", "N Z1", 1),
        (["D1 Z L"], "1;1", "N N", 1),
        (["T1,3 W Z L"], "1;1", "N N", 2),  # the second stays behind on the teleport
    ],
)
def test_unwinnable_boards_are_proved_unsolvable(rows, entrance, knights, required):
    board = drawn_board(rows, entrance, knights, required)

    assert isinstance(solve(board), Unsolvable)
    assert plain_search(begin(board, open_map=True)) is None


# -- bounded


OPEN_ROWS = ["Z Z Z Z Z"] * 4 + ["Z J Z Z L"]


def test_an_exhausted_or_cancelled_search_is_no_proof_and_large_boards_end():
    board = drawn_board(OPEN_ROWS, "1;1", "N N S Z2", 4)
    asked = []

    few = solve(board, budget=5)
    stopped = solve(board, stop=lambda: len(asked) > 10 or asked.append(1))

    assert few == NotFound(few.looked, stopped=False)
    assert few.looked >= 5
    assert isinstance(stopped, NotFound)
    assert stopped.stopped
    assert len(asked) == 11
    rows = ["Z J D1 M Z C2 A1 Z J Z"] * 12
    board = drawn_board([*rows, "Z Z Z Z Z Z Z Z Z W", "Z Z Z Z Z Z Z Z W L"], "1;1", "N B1 Z1 S " * 5, 20)
    answer = solve(board, budget=3000)
    assert isinstance(answer, NotFound | Unsolvable)
    assert answer.looked < 3000 + 4 * 20 * 2
    side = 30
    board = drawn_board(["Z " * side] * (side - 1) + ["Z " * (side - 1) + "L"], "1;1", "N S Z3 B9 " * 5, 20)
    answer = solve(board)
    assert answer.turns == 15 * 2 * (side - 1) + 5 * (side - 1) + 5  # a Jumper's last square takes a step each way
    assert answer.looked < 20 * answer.turns
