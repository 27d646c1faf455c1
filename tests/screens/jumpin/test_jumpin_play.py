"""JumpIN’ on the board screen: both counts, the distance, hints, the solution, the result, the next puzzle."""

import re
from itertools import pairwise
from typing import ClassVar

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic.core import Cell, Dice, Evaluation, Message, find_move, never
from logic.jumpin import ANALYSIS, NARRATION
from logic.jumpin.board import STANDARD
from logic.jumpin.engine.collection import library
from logic.jumpin.engine.solver import solve
from logic.jumpin.rules import METRICS, begin
from logic.session import SaveError, Session
from scenes.app.page import Question
from scenes.board.match import Match
from scenes.board.result import Result
from scenes.board.scene import BoardScene
from scenes.jumpin.layout import poses_of
from scenes.puzzles.play import play_puzzle, progress_of
from scenes.puzzles.shelf import PuzzleShelf
from tests.support.positions.jumpin import is_home, positions
from tests.support.seats.jumpin import FOXED, JUMPIN, LEAST, WAY, setup_of, sit_at
from tests.support.seats.seating import BoardStory, play_on
from tests.support.stories import sentences
from tests.support.windows import WINDOWS, faults_in_every_window, lay_out

DETOUR = (*WAY[:2], "hop R1 2,0", "hop R1 2,2", *WAY[2:])
HOPELESS = ".R.../...../...../ff.../....."


def counts(driver):
    """Return the numbers beside the board: one's own and the least, in the order in which they stand."""
    return [(count.title, count.own, count.least) for count in driver.widget("facts").children()]


def ended(driver, match, *moves):
    """Play to the end and wait for the result."""
    play_on(driver, match, *moves)
    driver.step(1.0)
    driver.settle()
    assert isinstance(driver.top, Result)


def facts(driver):
    return [driver.widget(key).text for key in ("fact0", "fact1", "fact2") if driver.top.ui.find(key) is not None]


def solve_from_here(driver):
    assert isinstance(driver.tap("solve"), Question)
    driver.click("answer1")


# -- the counts


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (1920, 1080)])
def test_the_count_that_stars_are_for_is_never_named_smaller_than_the_other(new_driver, size):
    driver, _ = sit_at(new_driver, size=size, language="de", scale=2.0)
    first, second = (next(iter(count.words())).laid_out(driver.app.kit) for count in driver.widget("facts").children())
    assert first.size >= second.size


STORIES = """
# Both counts stand beside the least, the one that counts first; stars are for steps all the same
FOXED :: :: counts Steps 0 5 + Moves 0 4 :: play slide F1 3,1 :: counts Steps 3 5 + Moves 1 4
  :: tap undo :: counts Steps 0 5 + Moves 0 4
FOXED by moves :: :: counts Moves 0 4 + Steps 0 5, stacked, par 5
# Where nothing leads home there is no least
HOPELESS :: :: counts Steps 0 - + Moves 0 -, asked least 1 :: play slide F1 3,1 :: asked least 1
# The way back to the start is one press, all of it can be made again, and a game is found as it was left
FOXED :: WAY3, strike home :: left 0 redo
FOXED :: WAY3, tap restart :: ply 0, steps 0 :: tap redo redo redo :: moves slide F1 1,1 + hop R1 2,2 + slide F1 3,1
  :: strike home :: ply 0, disabled restart
# How far it is is told only to those who ask
FOXED :: play slide F1 1,1 :: asked evaluation 0, unlit :: tap far :: words notice Still to go: 4 steps (3 moves).
  :: play hop R1 2,2 :: asked evaluation 1, silent :: strike d :: words notice Still to go: 3 steps (2 moves).
# Who wants no coach is not offered one
FOXED :: uncoach :: disabled far :: strike d :: unjudged
# A hint says why, and one who has gone astray is sent back
FOXED :: strike h :: hint F1 slides 1 cell down. There it is a stepping stone for R1. :: play slide F1 1,1,
  play hop R1 2,2, play hop R1 2,0, tap hint :: hint Take back the last move: it led away. 3 steps are left.
# Who does not want the rest shown after all plays on
FOXED :: strike s, tap answer0, wait 1.0 :: ply 0, asked solution 0
# A tap stops the solution, and so does leaving; what was shown counts as help only while it stands
FOXED :: solve, wait 0.5, leave, wait 2 :: ply 1
FOXED :: solve, wait 0.5, click board, wait 4 :: ply 1, live, enabled solve, helped :: tap restart
  :: unhelped :: finish WAY :: stars 3
# Where no way leads home, or a worker falls over, that is said
HOPELESS :: solve, wait 0.5 :: tells No way was found., ply 0, live
FOXED :: fail solution, solve, wait 0.5 :: tells The coach cannot think just now., live, ply 0
# A detour costs stars, the best is remembered, and the coach says where steps were wasted
FOXED :: finish DETOUR :: stars 1, fact Yours: 7 steps (6 moves) · at least: 5 steps (4 moves), best 7 1
  :: tap again, finish WAY :: fact Your best so far was 7 steps., best 5 3
FOXED :: finish DETOUR, click more, tap review :: top Review, remark Here 2 steps more than needed.
# Help has the keys of the puzzle's actions
FOXED :: strike f1 :: top HelpScene, words restart-1 Home, words far-1 D, words solve-1 S
# Undo and redo show the position
FOXED :: play slide F1 1,1, play hop R1 2,2, strike u :: posed :: strike u :: posed :: strike shift+u :: posed, ply 1
"""
MEADOWS = {"FOXED": FOXED, "HOPELESS": HOPELESS}
WAYS = {"WAY": WAY, "DETOUR": DETOUR}


class JumpinStory(BoardStory):
    """A story at a meadow, where ``by moves`` is the variant that counts those."""

    STEPS: ClassVar = BoardStory.STEPS | {
        "solve": lambda story: solve_from_here(story.driver),
        "finish": lambda story, way: ended(story.driver, story.match, *WAYS[way]),
    }
    CLAIMS: ClassVar = BoardStory.CLAIMS | {
        "counts": lambda story, *words: (
            [(title, own, least.removeprefix("at least ") or "-") for title, own, least in counts(story.driver)]
            == [tuple(count.split()) for count in " ".join(words).split(" + ")]
        ),
        "par": lambda story, least: story.match.coach.par == int(least),
        "steps": lambda story, count: story.match.session.state.steps == int(count),
        "unlit": lambda story: not getattr(story.driver.top.ui.find("lamp"), "visible", False),
        "silent": lambda story: not getattr(story.driver.top.ui.find("notice"), "text", ""),
        "unjudged": lambda story: story.match.coach.evaluation is None,
        "hint": lambda story, *words: str(story.match.coach.hint.reason).startswith(" ".join(words)),
        "fact": lambda story, *words: " ".join(words) in facts(story.driver),
        "remark": lambda story, *words: str(story.driver.top.remarks[0].text).startswith(" ".join(words)),
        "posed": lambda story: dict(story.driver.top.view.stage.poses()) == poses_of(story.match.session.state),
    }

    def __init__(self, new_driver, told):
        meadow, *by = told.split(" by ")
        super().__init__(*sit_at(new_driver, MEADOWS[meadow], variant=by[0] if by else "classic"))

    def is_stacked(self):
        first, second = self.driver.widget("facts").children()
        return first.rect.top < second.rect.top and first.is_first and not second.is_first

    def is_left(self, ply, redo):
        """Whether the game is so when it is resumed."""
        again = Match.resume(self.driver.app, self.match.game_id).session
        return (again.ply, again.can_redo()) == (int(ply), redo == "redo")


@pytest.mark.parametrize(
    "story", sentences.cases(STORIES.replace("WAY3", ", ".join(f"play {move}" for move in WAY[:3])))
)
def test_stories(new_driver, story):
    JumpinStory(new_driver, story[0]).check(story[1:])


def test_the_minimum_appears_even_if_a_move_precedes_the_answer(new_driver):
    driver = new_driver()
    driver.thinks = False
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of())))
    driver.step(0.2)
    assert [least for *_, least in counts(driver)] == ["", ""]
    driver.top.match.play("slide F1 1,1")
    driver.let_think()
    assert [least for *_, least in counts(driver)] == ["at least 5", "at least 4"]


def test_the_panel_fits_every_window(new_driver):
    driver, _ = sit_at(new_driver)
    driver.strike("d")
    assert faults_in_every_window(driver.app, [*WINDOWS, ((640, 360), 2.0), ((360, 640), 2.0)]) == {}
    for size in [(1024, 600), (640, 360), (360, 640)]:
        lay_out(driver.app, size, 2.0, "pl")
        layout = driver.top.layout
        assert layout.lamp.collidelist([layout.controls, layout.tools]) == -1


# -- the rest shown


def test_a_shown_solution_is_played_move_by_move_and_earns_no_stars(new_driver):
    driver, match = sit_at(new_driver)
    play_on(driver, match, WAY[0])
    solve_from_here(driver)
    driver.step(0.5)
    assert driver.widget("status").text == "The rest is being shown. Tap to stop."
    assert not driver.top.view.host.live
    assert match.session.ply < len(WAY), "it takes its time"
    driver.settle()
    driver.step(1.0)
    driver.settle()
    assert [str(move) for move in match.session.moves] == [*WAY]
    assert driver.top.heading() == "Solved with help"
    assert driver.top.ui.find("stars") is None
    assert (match.award, driver.top.ending.confetti_seats) == (None, None)
    assert facts(driver)[-1].startswith("Some of the moves were shown to you")
    assert not any("Perfect" in fact for fact in facts(driver))
    assert not any(count.is_perfect for count in driver.app.stack.scenes[-2].ui.find("facts").children())
    assert not progress_of(driver.app, "jumpin", "Anna")


# -- help is remembered


def test_shown_moves_are_recorded_in_the_journal(new_driver):
    driver, match = sit_at(new_driver)
    match.play(WAY[0])
    match.play(WAY[1], shown=True)
    assert Match.resume(driver.app, match.game_id).session.was_helped
    entry = next(one for one in driver.app.store.unfinished() if one.id == match.game_id)
    assert entry.moves == 2
    # what cannot be shown is refused in a journal
    with pytest.raises(SaveError, match="Action 1"):
        Session.replay(JUMPIN, setup_of(), ["show hop R1 4,4"])


# -- the result


def test_a_perfect_solution_is_marked_and_another_puzzle_can_be_made(new_driver):
    driver, match = sit_at(new_driver)
    ended(driver, match, *WAY)
    assert (driver.top.heading(), driver.widget("stars").earned) == ("Solved!", 3)
    assert facts(driver) == [
        "Yours: 5 steps (4 moves) · at least: 5 steps (4 moves)",
        "Perfect: nobody needs fewer steps or fewer moves.",
    ]
    board = driver.app.stack.scenes[-2]
    assert all(count.is_perfect for count in board.ui.find("facts").children())
    # a message over the result says that another one cannot be made
    driver.executor.failures["make"] = RuntimeError("a worker's trouble")
    driver.click("more")
    driver.click("another")
    driver.step(0.5)
    assert isinstance(driver.top, Result)
    assert "Nothing could be made just now. Please try again." in driver.said()
    # another one like it has as many pieces and opens by itself
    driver.executor.failures.clear()
    assert isinstance(driver.tap("another"), BoardScene)
    found = driver.top.match.session
    assert found.setup.params["position"] not in ("", FOXED)
    assert (len(found.state.rabbits), len(found.state.mushrooms), len(found.state.foxes)) == (2, 0, 1)
    assert found.setup.params["tier"] == 1
    assert match not in [getattr(scene, "match", None) for scene in driver.app.stack.scenes]


# -- what comes next


def test_the_next_library_puzzle_keeps_variant_and_metric(new_driver):
    driver, _ = sit_at(new_driver)
    first, second = JUMPIN.PUZZLES.chapters()[0].puzzles[:2]
    assert play_puzzle(driver.app, "jumpin", first.params, "moves")
    driver.settle()
    match = driver.top.match
    ended(driver, match, *map(str, JUMPIN.ANALYSIS.solution(match.session.state, never)))
    driver.tap("next_puzzle")
    setup = driver.top.match.session.setup
    assert (setup.params["position"], setup.variant, setup.params["metric"]) == (
        second.params["position"],
        "moves",
        "moves",
    )


def test_a_library_puzzle_is_played_on_its_own_board(new_driver):
    driver, _ = sit_at(new_driver)
    puzzle = JUMPIN.PUZZLES.chapters()[2].puzzles[5]
    assert play_puzzle(driver.app, "jumpin", puzzle.params, "seven")
    assert driver.top.match.session.setup.variant == "classic"
    assert driver.top.match.session.state.board.rows == 5


def test_another_dealt_puzzle_keeps_the_variant(new_driver):
    driver = new_driver(at=lambda app: PuzzleShelf(app, "jumpin", variant="six"))
    driver.tap("deal")
    match = driver.top.match
    assert (match.session.state.board.rows, match.session.setup.variant) == (6, "six")
    assert match.coach.least
    ended(driver, match, *map(str, JUMPIN.ANALYSIS.solution(match.session.state, never)))
    driver.app.now.pass_by(10)
    driver.click("more")
    driver.tap("another")
    assert driver.top.match.session.state.board.rows == 6
    assert driver.top.match.session.setup.seed != match.session.setup.seed


@pytest.mark.seen
def test_puzzles_of_equal_size_have_different_grounds(new_driver):
    driver, _ = sit_at(new_driver)
    pictures = set()
    for position in (".RM../...../...../...../.....", ".RM../ff.../...../...../....."):
        driver.open(BoardScene(driver.app, Match.start(driver.app, setup_of(position))))
        place = driver.top.view.cell_rect(Cell(1, 3))
        driver.app.stack.touch()
        driver.frame()
        pictures.add(pygame.image.tobytes(driver.surface.subsurface(place), "RGB"))
        driver.app.stack.pop()
    assert len(pictures) == 2


TWO_COUNTS = "..R../ff.../....R/...../.RMMR"
"""Takes seven steps, or six moves."""


EASIER = [entry.position for entry in library()[::11] if entry.steps < 25]


def after(text, *moves, metric="steps"):
    """Return every position of a game, the first included."""
    states = [begin(text, metric=metric)]
    for move in moves:
        states.append(states[-1].apply(find_move(states[-1], move)).state)
    return states


def review_of(text, *moves, metric="steps"):
    states = after(text, *moves, metric=metric)
    made = [find_move(state, move) for state, move in zip(states, moves, strict=False)]
    return {one.ply: (one.weight, str(one.text)) for one in ANALYSIS.review(states, made, never)}


def stop():
    return True


@st.composite
def puzzles(draw):
    """Draw a board and a solvable puzzle on it, now and then one of the library."""
    board, text = draw(positions())
    if solve(text, "steps", board) is None or is_home(text, board):
        return STANDARD, draw(st.sampled_from(EASIER))
    return board, text


# -- hints


@settings(max_examples=16, deadline=None)
@given(puzzles(), st.sampled_from(METRICS), st.booleans())
def test_hints_and_plans_solve_the_puzzle_at_minimum_cost(case, metric, follows_plan):
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
def test_the_remaining_steps_in_a_hint_are_correct(case):
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
def test_a_hint_explains_the_purpose_of_its_move(text, reason):
    assert str(ANALYSIS.hint(begin(text), Dice(1), never).reason) == reason


def cells_of(state, name):
    if name.startswith("R"):
        return {state.rabbits[int(name[1:]) - 1]}
    (row, col), level = state.foxes[int(name[1:]) - 1]
    return {(row, col), (row, col + 1) if level else (row + 1, col)}


def swept(state, move):
    """Return every cell from where a piece lies to where it comes to lie, both included."""
    name = str(move).split()[1]
    ends = cells_of(state, name) | cells_of(state.apply(move).state, name)
    rows, cols = [row for row, _ in ends], [col for _, col in ends]
    return {(row, col) for row in range(min(rows), max(rows) + 1) for col in range(min(cols), max(cols) + 1)}


def is_reason_true(reason, way):
    """Check what a reason says against the whole solution: each move with the position that it is made in."""
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
def test_the_reason_of_a_hint_is_true_of_the_solution(case):
    board, text = case
    state, way = begin(text, board), []
    for move in solve(text, "steps", board).moves:
        way.append((state, find_move(state, move)))
        state = state.apply(way[-1][1]).state
    assert is_reason_true(str(ANALYSIS.hint(begin(text, board), Dice(1), never).reason), way)


def test_hints_follow_the_metric_and_report_unsolvable_and_ended_games():
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


# -- undo


def test_retrace_advises_undo_only_off_the_shortest_path():
    states = after(FOXED, "slide F1 1,1", "hop R1 2,2", "hop R1 2,0")
    assert str(ANALYSIS.undo_hint(states, never).reason) == "Take back the last move: it led away. 3 steps are left."
    assert ANALYSIS.undo_hint(states, never).moves == ()
    longer = after(FOXED, "slide F1 1,1", "hop R1 2,2", "hop R1 2,0", "slide F1 0,1")
    assert (
        str(ANALYSIS.undo_hint(longer, never).reason) == "Take back the last 2 moves: they led away. 3 steps are left."
    )
    states = after(FOXED, *WAY)
    for place in range(1, len(states) + 1):
        assert ANALYSIS.undo_hint(states[:place], never) is None


@settings(max_examples=12, deadline=None)
@given(puzzles(), st.integers(0, 2**31))
def test_moves_advised_for_undo_brought_no_progress(case, seed):
    board, text = case
    dice, states = Dice(seed), [begin(text, board)]
    while len(states) < 8 and states[-1].outcome() is None:
        states.append(states[-1].apply(dice.choice(states[-1].legal_moves())).state)
    advice = ANALYSIS.undo_hint(states, never)
    here = ANALYSIS.least(states[-1], never)[0]
    if advice is None:
        price = states[-1].steps - states[-2].steps if len(states) > 1 else 0
        assert len(states) < 2 or here == 0 or ANALYSIS.least(states[-2], never)[0] != here - price
        return
    back = int((re.search(r"last (\d+) moves", str(advice.reason)) or [0, 1])[1])
    there = states[-1 - back]
    assert ANALYSIS.least(there, never)[0] == here - (states[-1].steps - there.steps)


# -- the distance home


def test_evaluation_gives_both_counts_or_reports_no_solution():
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
    # a stopped search says that the answer is unknown
    assert ANALYSIS.hint(begin(FOXED), Dice(1), stop).moves == ()
    assert ANALYSIS.evaluation(begin(FOXED), stop).turns is None
    assert ANALYSIS.least(begin(FOXED), stop) == ()
    assert ANALYSIS.undo_hint(after(FOXED, "slide F1 1,1"), stop) is None
    states = after(FOXED, "slide F1 1,1")
    assert ANALYSIS.review(states, [find_move(states[0], "slide F1 1,1")], stop) == ()


# -- the review


def test_the_review_marks_wasted_moves_and_names_better_ones():
    found = review_of(FOXED, "slide F1 1,1", "hop R1 2,2", "hop R1 2,0", "hop R1 2,2", "slide F1 3,1", "hop R2 4,0")
    assert found == {
        2: (-2, "Here 2 steps more than needed. Better: F1 slides 2 cells down."),
        5: (-1, "You needed 7 steps (6 moves); 5 steps (4 moves) was possible."),
    }
    # what was wasted last stands before the summary
    found = review_of(FOXED, "slide F1 3,1", "slide F1 0,1")
    assert found[1][1].startswith("Here 5 steps more than needed. Better: ")
    assert found[1][1].endswith("It can be done in 5 steps (4 moves); 5 steps (4 moves) were still to go.")
    # the review counts as the player does
    slid = ("slide F1 1,1", "hop R1 2,2", "slide F1 2,1", "slide F1 3,1", "hop R2 4,0")
    assert review_of(FOXED, *slid) == {4: (1, "You needed 5 steps (5 moves), and nobody can do it in fewer.")}
    assert review_of(FOXED, *slid, metric="moves") == {
        2: (-1, "Here 1 move more than needed. Better: F1 slides 2 cells down."),
        4: (-1, "You needed 5 moves (5 steps); 4 moves (5 steps) was possible."),
    }
    # a perfect game is praised at its end alone
    assert review_of(FOXED, *WAY) == {3: (1, "You needed 5 steps (4 moves), and nobody can do it in fewer.")}
    # of an unsolvable puzzle the review says only that
    assert review_of(HOPELESS, "slide F1 3,1") == {0: (1, "Nobody could have brought all rabbits home here.")}
    # without moves there is nothing to review
    assert ANALYSIS.review([begin(FOXED)], [], never) == ()


@settings(max_examples=10, deadline=None)
@given(puzzles(), st.integers(0, 2**31), st.sampled_from(METRICS))
def test_the_waste_in_a_review_equals_the_lost_distance(case, seed, metric):
    """The total is the minimum plus what each move wasted, less what is still left to do."""
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


def test_result_facts_compare_both_counts_with_the_minimum():
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
