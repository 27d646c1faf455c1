"""The adviser of JumpIN’: hints lead home the shortest way and give true reasons; how far it is; the look back."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Dice, Evaluation, Message, find_move, never
from logic.jumpin import ANALYSIS, NARRATION
from logic.jumpin.board import STANDARD
from logic.jumpin.engine.collection import library
from logic.jumpin.engine.solver import solve
from logic.jumpin.rules import METRICS, begin
from tests.jumpinseat import FOXED, LEAST, WAY
from tests.meadows import far, is_home, positions

HOPELESS = ".R.../...../...../ff.../....."
"""The fox is all there is, and the rabbit never comes to lie beside it."""
TWO_COUNTS = "..R../ff.../....R/...../.RMMR"
"""Takes seven steps, or six moves."""


EASIER = [entry.position for entry in library()[::11] if entry.steps < 25]


def after(text, *moves, metric="steps"):
    """Every position of a game, the first included."""
    states = [begin(text, metric=metric)]
    for move in moves:
        states.append(states[-1].apply(find_move(states[-1], move)).state)
    return states


def looked_back(text, *moves, metric="steps"):
    states = after(text, *moves, metric=metric)
    made = [find_move(state, move) for state, move in zip(states, moves, strict=False)]
    return {one.ply: (one.weight, str(one.text)) for one in ANALYSIS.review(states, made, never)}


def stop():
    return True


@st.composite
def puzzles(draw):
    """Give a board and a puzzle on it that can be solved, now and then one of the library."""
    board, text = draw(positions())
    if solve(text, "steps", board) is None or is_home(text, board):
        return STANDARD, draw(st.sampled_from(EASIER))
    return board, text


# -- hints


@settings(max_examples=16, deadline=None)
@given(puzzles(), st.sampled_from(METRICS), st.booleans())
def test_hints_and_their_plans_lead_home_in_the_least_there_is(case, metric, follows_plan):
    board, text = case
    found = solve(text, metric, board)
    state = begin(text, board, metric)
    while state.outcome() is None:
        advice = ANALYSIS.hint(state, Dice(1), never)
        assert len(advice.moves) == 1
        for move, *told in ((advice.moves[0],), *(advice.plan if follows_plan else ())):
            state, events = state.apply(find_move(state, str(move)))
            assert told in ([], [events])
    assert state.spent(metric) == found.cost


@settings(max_examples=16, deadline=None)
@given(puzzles())
def test_what_a_hint_says_is_left_is_left(case):
    board, text = case
    found = solve(text, "steps", board)
    state = begin(text, board)
    advice = ANALYSIS.hint(state, Dice(1), never)
    left = found.cost - state.apply(advice.moves[0]).state.steps
    said = re.search(r"(\d+) steps? (?:is|are) left\.$", str(advice.reason))
    assert left == (int(said[1]) if said else 0)
    assert (said is None) == str(advice.reason).endswith("With that every rabbit is home.")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FOXED, "F1 slides 1 cell down. There it is a stepping stone for R1. 4 steps are left."),
        (
            ".MM../...M./...R./...../.....",
            "R1 jumps over the mushroom to (0, 3). From there it jumps on to (0, 0). 1 step is left.",
        ),
        (
            ".MMR./...../...../...../.....",
            "R1 jumps over 2 pieces into the burrow (0, 0). With that every rabbit is home.",
        ),
        (
            "...../M..../R...R/....M/.....",
            "R1 jumps over the mushroom into the burrow (0, 0). There it stays. 1 step is left.",
        ),
        (TWO_COUNTS, "R4 jumps over 3 pieces into the burrow (4, 0). So it makes room for R3. 6 steps are left."),
    ],
)
def test_a_hint_says_what_the_move_is_good_for(text, reason):
    assert str(ANALYSIS.hint(begin(text), Dice(1), never).reason) == reason


def cells_of(state, name):
    if name.startswith("R"):
        return {state.rabbits[int(name[1:]) - 1]}
    (row, col), level = state.foxes[int(name[1:]) - 1]
    return {(row, col), (row, col + 1) if level else (row + 1, col)}


def swept(state, move):
    """Every cell from where a piece lies to where it comes to lie, both included."""
    name = str(move).split()[1]
    ends = cells_of(state, name) | cells_of(state.apply(move).state, name)
    rows, cols = [row for row, _ in ends], [col for _, col in ends]
    return {(row, col) for row in range(min(rows), max(rows) + 1) for col in range(min(cols), max(cols) + 1)}


def is_true(reason, way):
    """Hold what a reason says against the whole way: each move with the position that it is made in."""
    (state, move), later = way[0], way[1:]
    own = str(move).split()[1]
    old, new = cells_of(state, own), cells_of(state.apply(move).state, own)
    names = [str(one).split()[1] for _, one in later]
    until = names.index(own) if own in names else len(names)
    if found := re.search(r"stepping stone for (R\d)", reason):
        return any(
            name == found[1] and swept(*step) & (new - old) for name, step in zip(names[:until], later, strict=False)
        )
    if found := re.search(r"makes room for ([RF]\d)", reason):
        return any(
            name == found[1] and swept(*step) & (old - new) for name, step in zip(names[:until], later, strict=False)
        )
    if found := re.search(r"jumps on to \((\d), (\d)\)", reason):
        return str(later[until][1]) == f"hop {own} {found[1]},{found[2]}"
    return "stays" not in reason or own not in names


@settings(max_examples=25, deadline=None)
@given(puzzles())
def test_what_a_reason_says_is_true_of_the_way(case):
    board, text = case
    state, way = begin(text, board), []
    for move in solve(text, "steps", board).moves:
        way.append((state, find_move(state, move)))
        state = state.apply(way[-1][1]).state
    assert is_true(str(ANALYSIS.hint(begin(text, board), Dice(1), never).reason), way)


def test_a_hint_follows_the_count_that_was_chosen_and_says_honestly_where_there_is_no_way_or_no_more():
    for metric, cost in (("steps", 7), ("moves", 6)):
        state = begin(TWO_COUNTS, metric=metric)
        while state.outcome() is None:
            state = state.apply(ANALYSIS.hint(state, Dice(1), never).moves[0]).state
        assert state.spent(metric) == cost
    assert str(ANALYSIS.hint(begin(TWO_COUNTS, metric="moves"), Dice(1), never).reason).endswith("5 moves are left.")
    advice = ANALYSIS.hint(begin(HOPELESS), Dice(1), never)
    assert advice.moves == ()
    assert str(advice.reason) == "From here the rabbits cannot all get home, whatever is done."
    advice = ANALYSIS.hint(begin("R..../...../...../...../....."), Dice(1), never)
    assert (advice.moves, str(advice.reason)) == ((), "The game is over.")


# -- taking back


def test_who_has_gone_astray_is_told_to_take_back_and_who_is_on_a_shortest_way_is_not():
    states = after(FOXED, "slide F1 1,1", "hop R1 2,2", "hop R1 2,0")
    assert str(ANALYSIS.retrace(states, never).reason) == "Take back the last move: it led away. 3 steps are left."
    assert ANALYSIS.retrace(states, never).moves == ()
    longer = after(FOXED, "slide F1 1,1", "hop R1 2,2", "hop R1 2,0", "slide F1 0,1")
    assert str(ANALYSIS.retrace(longer, never).reason) == "Take back the last 2 moves: they led away. 3 steps are left."
    states = after(FOXED, *WAY)
    for place in range(1, len(states) + 1):
        assert ANALYSIS.retrace(states[:place], never) is None


@settings(max_examples=12, deadline=None)
@given(puzzles(), st.integers(0, 2**31))
def test_what_is_to_be_taken_back_was_for_nothing(case, seed):
    board, text = case
    dice, states = Dice(seed), [begin(text, board)]
    while len(states) < 8 and states[-1].outcome() is None:
        states.append(states[-1].apply(dice.choice(states[-1].legal_moves())).state)
    advice = ANALYSIS.retrace(states, never)
    here = ANALYSIS.least(states[-1], never)[0]
    if advice is None:
        price = states[-1].steps - states[-2].steps if len(states) > 1 else 0
        assert len(states) < 2 or here == 0 or ANALYSIS.least(states[-2], never)[0] != here - price
        return
    back = int((re.search(r"last (\d+) moves", str(advice.reason)) or [0, 1])[1])
    there = states[-1 - back]
    assert ANALYSIS.least(there, never)[0] == here - (states[-1].steps - there.steps)


# -- how far it is


def test_how_far_it_is_is_said_in_both_counts_the_chosen_one_first_or_that_there_is_no_way():
    assert str(ANALYSIS.evaluation(begin(FOXED), never).text) == "Still to go: 5 steps (4 moves)."
    assert str(ANALYSIS.evaluation(begin(FOXED, metric="moves"), never).text) == "Still to go: 4 moves (5 steps)."
    assert (
        ANALYSIS.evaluation(begin(FOXED), never).turns,
        ANALYSIS.evaluation(begin(FOXED, metric="moves"), never).turns,
    ) == LEAST
    assert ANALYSIS.least(begin(FOXED), never) == LEAST
    assert ANALYSIS.evaluation(after(FOXED, *WAY)[-1], never) == Evaluation(1, 0, Message("Every rabbit is home."))
    assert ANALYSIS.evaluation(begin("R..R./.M.../...../...../....."), never).text.msgid == "Nothing can move."
    assert ANALYSIS.evaluation(begin(HOPELESS), never).value == -1
    assert ANALYSIS.least(begin(HOPELESS), never) == ()
    # who is stopped says that it cannot be told
    assert ANALYSIS.hint(begin(FOXED), Dice(1), stop).moves == ()
    assert ANALYSIS.evaluation(begin(FOXED), stop).turns is None
    assert ANALYSIS.least(begin(FOXED), stop) == ()
    assert ANALYSIS.retrace(after(FOXED, "slide F1 1,1"), stop) is None
    states = after(FOXED, "slide F1 1,1")
    assert ANALYSIS.review(states, [find_move(states[0], "slide F1 1,1")], stop) == ()


@settings(max_examples=20, deadline=None)
@given(positions(most=(2, 2, 1)))
def test_the_least_is_that_of_a_slow_search(case):
    board, text = case
    every = far([text], board, "steps")
    home = [one for one in every if is_home(one, board)]
    slow = tuple(far(home, board, metric)[text] for metric in METRICS) if home else ()
    assert ANALYSIS.least(begin(text, board), never) == slow


# -- the look back


def test_the_look_back_marks_where_a_detour_begins_with_what_was_better():
    found = looked_back(FOXED, "slide F1 1,1", "hop R1 2,2", "hop R1 2,0", "hop R1 2,2", "slide F1 3,1", "hop R2 4,0")
    assert found == {
        2: (-2, "Here 2 steps more than needed. Better: F1 slides 2 cells down."),
        5: (-1, "You needed 7 steps (6 moves); 5 steps (4 moves) was possible."),
    }
    # what was wasted in the last place stands before the summary
    found = looked_back(FOXED, "slide F1 3,1", "slide F1 0,1")
    assert found[1][1].startswith("Here 5 steps more than needed. Better: ")
    assert found[1][1].endswith("It can be done in 5 steps (4 moves); 5 steps (4 moves) were still to go.")
    # the look back counts as the player does
    slid = ("slide F1 1,1", "hop R1 2,2", "slide F1 2,1", "slide F1 3,1", "hop R2 4,0")
    assert looked_back(FOXED, *slid) == {4: (1, "You needed 5 steps (5 moves), and nobody can do it in fewer.")}
    assert looked_back(FOXED, *slid, metric="moves") == {
        2: (-1, "Here 1 move more than needed. Better: F1 slides 2 cells down."),
        4: (-1, "You needed 5 moves (5 steps); 4 moves (5 steps) was possible."),
    }
    # a perfect game is praised at its end alone
    assert looked_back(FOXED, *WAY) == {3: (1, "You needed 5 steps (4 moves), and nobody can do it in fewer.")}
    # of what cannot be solved the look back says just that
    assert looked_back(HOPELESS, "slide F1 3,1") == {0: (1, "Nobody could have brought all rabbits home here.")}
    # without moves there is nothing to look back on
    assert ANALYSIS.review([begin(FOXED)], [], never) == ()


@settings(max_examples=10, deadline=None)
@given(puzzles(), st.integers(0, 2**31), st.sampled_from(METRICS))
def test_what_was_wasted_adds_up(case, seed, metric):
    """What was used is the least there was, and what each move wasted, less what is still left to do."""
    board, text = case
    dice, states, moves = Dice(seed), [begin(text, board, metric)], []
    while len(moves) < 8 and states[-1].outcome() is None:
        moves.append(dice.choice(states[-1].legal_moves()))
        states.append(states[-1].apply(moves[-1]).state)
    index = METRICS.index(metric)
    lefts = [ANALYSIS.least(state, never)[index] for state in states]
    wasted = {
        place: after.spent() - before.spent() + lefts[place + 1] - lefts[place]
        for place, (before, after) in enumerate(pairwise(states))
    }
    said = {
        one.ply: int(found[1])
        for one in ANALYSIS.review(states, moves, never)
        if (found := re.match(r"Here (\d+) (?:step|move)s? more", str(one.text)))
    }
    assert said == {place: n for place, n in wasted.items() if n}


# -- under the result


def test_the_result_compares_both_counts_and_marks_what_was_perfect():
    done, plain = after(FOXED, *WAY)[-1], "Yours: 5 steps (4 moves) · at least: 5 steps (4 moves)"
    assert [*map(str, NARRATION.facts(done, LEAST, alone=True))] == [
        plain,
        "Perfect: nobody needs fewer steps or fewer moves.",
    ]
    assert [*map(str, NARRATION.facts(done, LEAST, alone=False))] == [plain]
    assert [*map(str, NARRATION.facts(done, (), alone=True))] == ["5 steps (4 moves)"]
    assert str(NARRATION.facts(done, (5, 3), alone=True)[1]) == "Perfect in steps: nobody needs fewer."
    assert str(NARRATION.facts(done, (4, 4), alone=True)[1]) == "Perfect in moves: nobody needs fewer."
    assert len(NARRATION.facts(done, (4, 3), alone=True)) == 1
    assert len(NARRATION.facts(begin(FOXED), LEAST, alone=True)) == 1, "it was given up"
