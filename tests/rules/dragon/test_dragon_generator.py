"""Generated labyrinths: won in their par, never by waiting, the same for the same seed, within all bounds."""

from functools import cache
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Dice
from logic.dragon.board import dump_board, parse_board
from logic.dragon.engine.drafts import BoardRequest, Draft
from logic.dragon.engine.generator import FIRST_MAKING, THRESHOLDS, generate, grade, wins_by_passing
from logic.dragon.engine.solver import Bound, Maze, NotFound, Solved, Unsolvable, pack, solve
from logic.dragon.puzzles import Params, new
from logic.dragon.rules import EXAMPLE, Pass, begin
from logic.puzzles import TIERS, NoPuzzle
from tests.support.positions.dragon import dealt, drawn_board
from tests.support.sampling import sample_of

LARGE_BUDGET = 100_000
PINNED = """\
5
6
Z;D2;Z;Z;Z;Z
M;M;Z;Z;W;Z
Z;J;L;Z;M;Z
Z;Z;W;W;Z;Z
Z;W;Z;M;Z;Z
5;1
N;N;N
1
"""
FIRST_PINNED = """\
5
6
Z;Z;W;W;W;L
Z;Z;W;Z;T1,6;W
Z;J;Z;Z;Z;Z
D3;D2;Z;Z;Z;Z
W;Z;Z;Z;Z;Z
2;1
Z1;Z1;S
2
"""


def made(seed=0, height=5, width=6, knights=3, required=0, dangers=35, difficulty=2, **more):
    return generate(height, width, knights, required, dangers, difficulty, Dice(seed), **more)


@cache
def made_of(seed, difficulty):
    """Make a board of the default size; it is cached for all who ask for it."""
    return made(seed, difficulty=difficulty)


def kinds(board):
    return [field.kind for row in board.fields for field in row]


def replayed(board, moves):
    """Play the moves by the rules, in the dark; return the end and its time."""
    state = begin(board)
    for move in moves:
        assert state.outcome() is None
        assert move in state.legal_moves()
        state = state.apply(move).state
    return state


def after_passing(board, most=500):
    """Pass for as long as that can change anything, by the rules."""
    state = begin(board)
    for _ in range(most):
        if state.outcome() or not state.clock_runs:
            break
        state = state.apply(Pass()).state
    return state


def is_won(state):
    outcome = state.outcome()
    return outcome is not None and outcome.winners == (0,)


def check_generated(found, height, width, knights, required, dangers):
    """Check all that is promised of a generated board."""
    board = found.board
    answer = solve(board, budget=LARGE_BUDGET)
    assert parse_board(dump_board(board)) == board
    assert isinstance(answer, Solved)
    end = replayed(board, answer.moves)
    assert is_won(end)
    assert end.time == found.par == answer.turns >= 1
    assert found.tier == grade(board, answer).tier
    assert not is_won(after_passing(board))
    assert (board.height, board.width, len(board.knights)) == (height, width, knights)
    assert board.required == required or (required == 0 and 1 <= board.required <= knights)
    filled = sum(kind not in ("plain", "lair") for kind in kinds(board))
    assert filled == min(round(height * width * dangers / 100), height * width - 2)
    assert board.field(board.entrance).kind == "plain"


# -- what is generated


@pytest.mark.parametrize("difficulty", sample_of(range(1, TIERS + 1), every=2))
def test_generated_boards_are_winnable_in_par_but_not_by_passing(difficulty):
    for seed in range(8):
        check_generated(made_of(seed, difficulty), 5, 6, 3, 0, 35)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_boards_generated_for_any_options_are_valid(data):
    height, width = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 7))
    knights, dangers = data.draw(st.integers(1, 5)), data.draw(st.integers(0, 80))
    required, difficulty = data.draw(st.integers(0, knights)), data.draw(st.integers(1, TIERS))
    try:
        found = made(data.draw(st.integers(0, 10**6)), height, width, knights, required, dangers, difficulty)
    except NoPuzzle:
        return  # the next test says how seldom
    check_generated(found, height, width, knights, required, dangers)


def test_few_requests_of_a_usual_size_are_refused():
    refused = 0
    for seed in range(30):
        dice = Dice(seed)
        try:
            made(
                seed, 4 + dice.below(4), 4 + dice.below(4), 2 + dice.below(3), 0, 20 + dice.below(40), 1 + dice.below(5)
            )
        except NoPuzzle:
            refused += 1
    assert refused <= 2


@pytest.mark.parametrize(
    ("height", "width", "knights", "dangers"),
    [(1, 2, 1, 80), (2, 1, 2, 0), (3, 3, 1, 80), (1, 100, 3, 20), (40, 3, 2, 35)],
)
def test_boards_of_unusual_shapes_can_be_generated(height, width, knights, dangers):
    check_generated(made(0, height, width, knights, 0, dangers), height, width, knights, 0, dangers)


def excess_of(found):
    maze = Maze(found.board, standing=True)
    return found.par - Bound(maze).turns(pack(begin(found.board), maze))


@pytest.mark.parametrize("difficulty", [3, 4, 5])
def test_generated_boards_of_difficulty_3_and_up_need_more_than_walking(difficulty):
    """At least a fifth of par is beyond the bound, in which everybody just walks home."""
    boards = [made_of(seed, difficulty) for seed in range(8)]
    assert sum(5 * excess_of(found) >= found.par for found in boards) >= 7


def test_tiers_rise_with_the_requested_difficulty_and_knights_can_use_their_powers():
    """Easy requests mostly get boards of their own tier, and the mean tier rises with the request."""
    means = []
    for difficulty in (1, 2, 3):
        tiers = [made_of(seed, difficulty).tier for seed in range(8)]
        means.append(sum(tiers) / len(tiers))
        assert difficulty == 3 or tiers.count(difficulty) >= 6
    assert means == sorted(means)
    for seed in range(40):
        board = made_of(seed % 8, 1 + seed % TIERS).board
        holes = [field.size for row in board.fields for field in row if field.kind == "hole"]
        for knight in board.knights:
            assert knight.kind != "eater" or "edible" in kinds(board)
            assert knight.kind != "builder" or min(holes) <= knight.most
    # Where the bound guesses nothing, it is the exact number, and the search goes straight there.
    known = 0
    for seed in range(20):
        board = Draft(BoardRequest(12, 14, 4, 0, 35, 4), Dice(seed), tameness=2).board()
        maze = Maze(board, standing=True)
        answer = solve(board, budget=20_000)
        if not Bound(maze).guessed() and isinstance(answer, Solved):
            known += answer.turns == Bound(maze).turns(pack(begin(board), maze))
    assert known >= 15
    assert set(kinds(made(dangers=0).board)) == {"plain", "lair"}
    check_generated(made(1, 24, 24, 5, 0, 35, 2), 24, 24, 5, 0, 35)
    with pytest.raises(NoPuzzle):
        made(height=1, width=1)


# -- at random


def test_generation_is_reproducible_and_pinned():
    assert len({dump_board(made(seed).board) for seed in range(20)}) == 20
    found = made(7, difficulty=3)
    assert (dump_board(found.board), found.par, found.tier) == (PINNED, 11, 2)
    found = made(7, difficulty=3, making=FIRST_MAKING)
    assert (dump_board(found.board), found.par, found.tier) == (FIRST_PINNED, 10, 3)
    assert new(Params(difficulty=3), Dice(7)).board == found.board
    digest = sha256()
    for seed in range(10):
        for height, width, knights, dangers in ((5, 6, 3, 35), (4, 5, 2, 25)):
            params = Params(height=height, width=width, knights=knights, dangers=dangers, difficulty=1 + seed % TIERS)
            digest.update(dump_board(new(params, Dice(seed)).board).encode())
    assert digest.hexdigest()[:16] == "b7ecb7b7b8842d01"


# -- bounded


def test_generation_can_be_cancelled_between_boards_and_while_solving():
    asked = []

    def after(number):
        def stop():
            asked.append(1)
            return len(asked) > number

        return stop

    with pytest.raises(NoPuzzle):
        made(stop=after(0))
    assert len(asked) == 1
    asked.clear()
    with pytest.raises(NoPuzzle):
        made(stop=after(3), difficulty=5)
    assert len(asked) <= 6


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({"height": 0}, "height"),
        ({"width": 101}, "width"),
        ({"knights": 0}, "knights"),
        ({"knights": 101}, "knights"),
        ({"required": 4}, "required"),
        ({"dangers": 81}, "dangers"),
        ({"difficulty": 6}, "difficulty"),
    ],
)
def test_options_out_of_bounds_are_refused_by_name(asked, name):
    with pytest.raises(ValueError, match=name):
        made(**asked)


# -- boards that win themselves


@pytest.mark.parametrize(
    ("rows", "entrance", "knights", "required", "itself"),
    [
        (["L Z"], "1;1", "N", 1, True),  # straight into the lair
        (["T1,3 Z L"], "1;1", "N", 1, True),  # carried there
        (["Z L"], "1;1", "N", 1, False),
        (["J T1,4 Z L"], "1;1", "Z1 N", 1, False),  # the wall shuts, and nobody else comes in
        (["T1,3 Z T1,1 L"], "1;1", "N N", 2, False),
    ],
)
def test_a_board_won_by_passing_alone_is_detected(rows, entrance, knights, required, itself):
    board = drawn_board(rows, entrance, knights, required)

    assert wins_by_passing(board) is itself
    assert is_won(after_passing(board)) is itself


def test_detection_of_wins_by_passing_agrees_with_the_rules():
    """The first knight dies on the mine at the entrance, the second when it is back, and so on: nobody wins by it."""
    board = drawn_board(["M L"], "1;1", "N N N N", 1)
    assert not wins_by_passing(board)
    assert after_passing(board).count("dead") == 4
    won = 0
    for seed in range(400):
        board = dealt(Dice(seed), most_squares=6)
        won += wins_by_passing(board)
        assert wins_by_passing(board) is is_won(after_passing(board))
    assert won > 10


# -- grades


def graded(rows, entrance, knights, required):
    board = drawn_board(rows, entrance, knights, required)
    answer = solve(board)
    return grade(board, answer)


def test_grades_measure_choices_traps_excess_and_waits():
    plain = graded(["Z Z Z L"], "1;1", "N", 1)
    assert (plain.tier, plain.par, plain.clocks, plain.tools, plain.spare) == (1, 3, 0, 0, 0)
    assert plain.choices == pytest.approx((1 + 2 + 2) / 3)
    wasted = graded(["L J Z J Z"], "1;3", "Z1", 1)
    warned = graded(["L Z Z D1 Z"], "1;3", "N", 1)
    assert (wasted.par, wasted.excess, wasted.traps) == (2, 0, 1)
    assert (warned.par, warned.excess, warned.traps) == (2, 0, 0)
    spark = graded(["Z M L"], "1;1", "N N", 1)
    waited = graded(["C1 D1 D1 D1 L"], "1;1", "B1", 1)
    assert (spark.par, spark.excess, spark.waits) == (3, 1, 0)
    assert waited.excess == waited.par - 4 >= waited.waits >= 1
    none, one = (graded(["Z Z Z Z L"], "1;1", knights, 1).score for knights in ("N", "N N"))
    short, long = (graded(["Z " * n + "L"], "1;1", "N", 1).score for n in (3, 9))
    assert one < none
    assert short < long
    assert list(THRESHOLDS) == sorted(THRESHOLDS)
    assert len(THRESHOLDS) == TIERS - 1
    assert 1 <= grade(parse_board(EXAMPLE), solve(parse_board(EXAMPLE))).tier <= TIERS
    assert isinstance(solve(drawn_board(["Z W L"], "1;1", "N", 1)), Unsolvable)
    assert isinstance(solve(made(3).board, budget=1), NotFound)


@pytest.mark.parametrize(
    ("rows", "knights", "required", "clocks", "tools"),
    [
        (["Z J L"], "Z1", 1, 0, 1),  # his wall matters to no other knight
        (["Z J L"], "Z1 N N", 3, 1, 1),  # the others use it while it is open
        (["Z M L"], "N N", 1, 1, 1),
        (["C1 D1 D1 D1 L"], "B1", 1, 3, 3),  # he fills, is supplied and waits; one made brick, two holes crumble behind
        (["T1,3 W Z L"], "N", 1, 0, 0),  # carried on as he comes in, before the first turn
    ],
)
def test_the_grade_counts_clocks_and_tools_of_the_shortest_win(rows, knights, required, clocks, tools):
    found = graded(rows, "1;1", knights, required)

    assert (found.clocks, found.tools) == (clocks, tools)
