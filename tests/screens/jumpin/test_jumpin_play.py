"""JumpIN’ at the board’s screen: both counts, taking back, how far it is, the rest shown, the result, the next one."""

from __future__ import annotations

import pygame
import pytest

from logic.core import Cell, find_move, never
from logic.registry import GAMES
from logic.session.saving import SaveError
from logic.session.session import Session
from scenes.app.overlays import Question
from scenes.board import awards
from scenes.board.automatic import SOLVING_PACE
from scenes.board.match import Match
from scenes.board.result import Result, Review
from scenes.board.scene import BoardScene
from scenes.cabinet.help import HelpScene
from scenes.jumpin.reach import mover, pieces_of, poses_of, reach_of
from scenes.puzzles.play import play_puzzle, progress_of
from scenes.puzzles.shelf import PuzzleShelf
from tests.jumpinseat import FOXED, JUMPIN, LEAST, WAY, played, setup_of, sit_at

DETOUR = (*WAY[:2], "hop R1 2,0", "hop R1 2,2", *WAY[2:])
HOPELESS = ".R.../...../...../ff.../....."


def counts(driver):
    """The numbers beside the board: one's own and the least, in the order in which they stand."""
    return [(count.title, count.own, count.least) for count in driver.widget("facts").children()]


def stars_of(driver):
    shown = driver.top.ui.find("stars")
    return None if shown is None else shown.earned


def ended(driver, match, *moves):
    """Play to the end and wait for the result."""
    played(driver, match, *moves)
    driver.step(1.0)
    driver.settle()
    assert isinstance(driver.top, Result)


def facts(driver):
    return [driver.widget(key).text for key in ("fact0", "fact1", "fact2") if driver.top.ui.find(key) is not None]


def solve_from_here(driver):
    driver.click("solve")
    driver.settle()
    assert isinstance(driver.top, Question)
    driver.click("answer1")


# -- the counts


def test_both_counts_stand_beside_the_least_the_one_that_counts_first(sit_down):
    driver, match = sit_at(sit_down)
    assert counts(driver) == [("Steps", "0", "at least 5"), ("Moves", "0", "at least 4")]
    played(driver, match, "slide F1 3,1")
    assert counts(driver) == [("Steps", "3", "at least 5"), ("Moves", "1", "at least 4")]
    driver.click("undo")
    driver.settle()
    assert [own for _, own, _ in counts(driver)] == ["0", "0"]
    # who counts moves has them first
    driver, match = sit_at(sit_down, variant="moves")
    assert counts(driver) == [("Moves", "0", "at least 4"), ("Steps", "0", "at least 5")]
    first, second = driver.widget("facts").children()
    assert first.rect.top < second.rect.top
    assert first.is_first
    assert not second.is_first
    assert match.coach.par == LEAST[0], "stars are for steps all the same"


def test_the_least_is_asked_again_when_it_was_lost_and_there_is_none_where_nothing_leads_home(sit_down):
    driver = sit_down()
    driver.thinks = False
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of())))
    driver.step(0.2)
    assert [least for *_, least in counts(driver)] == ["", ""]
    driver.top.match.play("slide F1 1,1")
    driver.thinks = True
    driver.settle()
    assert [least for *_, least in counts(driver)] == ["at least 5", "at least 4"]
    # where nothing leads home there is no least
    driver, match = sit_at(sit_down, HOPELESS)
    assert [least for *_, least in counts(driver)] == ["", ""]
    assert driver.executor.asked.count("least") == 1
    played(driver, match, "slide F1 3,1")
    assert driver.executor.asked.count("least") == 1


@pytest.mark.parametrize("size", [(1024, 600), (640, 360), (360, 640)])
def test_everything_fits_beside_the_board(sit_down, size):
    driver, _ = sit_at(sit_down, size=size, language="pl", scale=2.0)
    driver.key("d")
    driver.settle()
    assert driver.top.ui.overflows() == []
    board = driver.top
    assert not board.places.lamp.colliderect(board.places.controls)
    assert not board.places.lamp.colliderect(board.places.tools)


# -- taking back


def test_the_way_back_to_the_start_is_one_press_and_a_game_is_found_as_it_was_left(sit_down):
    driver, match = sit_at(sit_down)
    played(driver, match, *WAY[:3])
    driver.key("home")
    driver.settle()
    again = Match.resume(driver.app, match.game_id)
    assert (again.session.ply, again.session.can_redo()) == (0, True)
    # the way back to the start is one press and all of it can be made again
    driver, match = sit_at(sit_down)
    played(driver, match, *WAY[:3])
    driver.click("restart")
    driver.settle()
    assert (match.session.ply, match.session.state.steps) == (0, 0)
    for _ in range(3):
        driver.click("redo")
        driver.settle()
    assert [str(move) for move in match.session.moves] == [*WAY[:3]]
    driver.key("home")
    driver.settle()
    assert match.session.ply == 0
    assert not driver.widget("restart").enabled


# -- how far it is


def test_how_far_it_is_is_told_only_to_those_who_ask(sit_down):
    driver, match = sit_at(sit_down)
    played(driver, match, "slide F1 1,1")
    assert "evaluation" not in driver.executor.asked
    assert not driver.widget("lamp").visible if driver.top.ui.find("lamp") else True
    driver.click("far")
    driver.settle()
    assert driver.widget("notice").text == "Still to go: 4 steps (3 moves)."
    played(driver, match, "hop R1 2,2")
    assert driver.executor.asked.count("evaluation") == 1
    assert driver.top.ui.find("notice") is None or not driver.widget("notice").text
    driver.key("d")
    driver.settle()
    assert driver.widget("notice").text == "Still to go: 3 steps (2 moves)."


def test_who_wants_no_coach_is_not_offered_one(sit_down):
    driver, match = sit_at(sit_down)
    driver.app.change(driver.app.settings.with_(coach=False))
    driver.top.refresh()
    assert not driver.widget("far").enabled
    driver.key("d")
    driver.settle()
    assert match.coach.evaluation is None


def test_a_hint_says_why_and_one_who_has_gone_astray_is_sent_back(sit_down):
    driver, match = sit_at(sit_down)
    driver.key("h")
    driver.settle()
    assert str(match.coach.hint.reason).startswith("F1 slides 1 cell down. There it is a stepping stone for R1.")
    played(driver, match, *DETOUR[:3])
    driver.click("hint")
    driver.settle()
    assert str(match.coach.hint.reason) == "Take back the last move: it led away. 3 steps are left."


# -- the rest shown


def test_the_rest_is_shown_move_by_move_and_earns_nothing(sit_down):
    driver, match = sit_at(sit_down)
    played(driver, match, WAY[0])
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
    assert stars_of(driver) is None
    assert (match.award, driver.top.ending.cheers) == (None, None)
    assert facts(driver)[-1].startswith("Some of the moves were shown to you")
    assert not any("Perfect" in fact for fact in facts(driver))
    assert not any(count.is_perfect for count in driver.app.stack.scenes[-2].ui.find("facts").children())
    assert not progress_of(driver.app, "jumpin", "Anna")


def test_a_tap_stops_it_and_the_player_goes_on(sit_down):
    driver, match = sit_at(sit_down)
    solve_from_here(driver)
    driver.step(0.5)
    driver.click("board")
    stopped_at = match.session.ply
    assert 0 < stopped_at < len(WAY)
    driver.step(3 * SOLVING_PACE + 1)
    assert match.session.ply == stopped_at
    assert driver.top.view.host.live
    assert match.session.was_helped
    assert driver.widget("solve").enabled


def test_who_does_not_want_it_after_all_plays_on_and_leaving_in_the_middle_stops_it(sit_down):
    driver, match = sit_at(sit_down)
    driver.key("s")
    driver.settle()
    driver.click("answer0")
    driver.settle()
    driver.step(1.0)
    assert (match.session.ply, "solution" in driver.executor.asked) == (0, False)
    # leaving in the middle stops it
    solve_from_here(driver)
    driver.step(0.5)
    place = match.session.ply
    driver.app.stack.pop(driver.top)
    driver.step(2.0)
    assert match.session.ply == place


def test_what_was_shown_counts_as_help_only_while_it_stands(sit_down):
    driver, match = sit_at(sit_down)
    solve_from_here(driver)
    driver.step(0.5)
    driver.click("board")
    assert match.session.was_helped
    driver.click("restart")
    driver.settle()
    assert not match.session.was_helped
    ended(driver, match, *WAY)
    assert stars_of(driver) == 3


def test_where_no_way_leads_home_or_a_worker_falls_over_that_is_said(sit_down):
    driver, match = sit_at(sit_down, HOPELESS)
    solve_from_here(driver)
    driver.step(0.5)
    assert "From here it cannot be solved." in driver.said()
    assert match.session.ply == 0
    assert driver.top.view.host.live
    # a worker that falls over leaves the board to the player
    driver, match = sit_at(sit_down)
    driver.executor.failures["solution"] = RuntimeError("a worker's trouble")
    solve_from_here(driver)
    driver.step(0.5)
    assert "The coach cannot think just now." in driver.said()
    assert driver.top.view.host.live
    assert match.session.ply == 0


# -- help is remembered


def test_help_is_kept_in_the_journal_and_counted_as_moves(sit_down):
    driver, match = sit_at(sit_down)
    played(driver, match, WAY[0])
    match.play(WAY[1], shown=True)
    assert Match.resume(driver.app, match.game_id).session.was_helped
    copy = Session.load(match.session.save(), GAMES)
    assert copy.was_helped
    copy.undo()
    assert not copy.was_helped
    copy.redo()
    assert copy.was_helped
    copy.undo()
    copy.play(WAY[1])
    assert not copy.was_helped
    # a journal counts what was shown as moves
    driver, match = sit_at(sit_down)
    match.play(WAY[0])
    match.play(WAY[1], shown=True)
    entry = next(one for one in driver.app.store.unfinished() if one.id == match.game_id)
    assert entry.moves == 2
    # what cannot be shown is refused in a journal
    with pytest.raises(SaveError, match="Action 1"):
        Session.replay(JUMPIN, setup_of(), ["show hop R1 4,4"])


# -- the result


def test_a_perfect_solution_gets_its_mark_and_no_time_is_shown(sit_down):
    driver, match = sit_at(sit_down)
    ended(driver, match, *WAY)
    assert (driver.top.heading(), stars_of(driver)) == ("Solved!", 3)
    assert facts(driver) == [
        "Yours: 5 steps (4 moves) · at least: 5 steps (4 moves)",
        "Perfect: nobody needs fewer steps or fewer moves.",
    ]
    board = driver.app.stack.scenes[-2]
    assert all(count.is_perfect for count in board.ui.find("facts").children())
    # where another one cannot be made that is said over the result
    driver.executor.failures["make"] = RuntimeError("a worker's trouble")
    driver.click("more")
    driver.click("another")
    driver.step(0.5)
    assert isinstance(driver.top, Result)
    assert "Nothing could be made just now. Please try again." in driver.said()
    # another like it has as many pieces and opens by itself
    driver.executor.failures.clear()
    driver.click("another")
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    found = driver.top.match.session
    assert found.setup.params["position"] not in ("", FOXED)
    assert (len(found.state.rabbits), len(found.state.mushrooms), len(found.state.foxes)) == (2, 0, 1)
    assert found.setup.params["tier"] == 1
    assert match not in [getattr(scene, "match", None) for scene in driver.app.stack.scenes]


def test_who_counts_moves_is_told_of_perfection_in_moves_and_a_detour_costs_stars(sit_down):
    driver, match = sit_at(sit_down)
    ended(driver, match, *DETOUR)
    assert stars_of(driver) == 1
    assert facts(driver)[0] == "Yours: 7 steps (6 moves) · at least: 5 steps (4 moves)"
    key = JUMPIN.PUZZLES.key(match.session.setup.params)
    assert progress_of(driver.app, "jumpin", "Anna")[key] == {awards.BEST: 7, awards.STARS: 1}
    driver.click("again")
    driver.settle()
    ended(driver, driver.top.match, *WAY)
    assert "Your best so far was 7 steps." in facts(driver)
    assert progress_of(driver.app, "jumpin", "Anna")[key] == {awards.BEST: 5, awards.STARS: 3}
    # who counts moves is told of perfection in moves
    text, way = "..R../ff.../....R/...../.RMMR", None
    driver, match = sit_at(sit_down, text, variant="moves")
    driver.settle()
    way = JUMPIN.ANALYSIS.solution(match.session.state, never)
    ended(driver, match, *map(str, way))
    assert any(fact.startswith("Perfect") for fact in facts(driver))


def test_the_coach_says_where_steps_were_wasted(sit_down):
    driver, match = sit_at(sit_down)
    ended(driver, match, *DETOUR)
    driver.click("more")
    driver.click("review")
    driver.settle()
    assert isinstance(driver.top, Review)
    assert str(driver.top.remarks[0].text).startswith("Here 2 steps more than needed.")


# -- what comes next


def test_the_next_puzzle_of_the_library_follows(sit_down):
    driver, _ = sit_at(sit_down)
    first, second = JUMPIN.PUZZLES.chapters()[0].puzzles[:2]
    assert play_puzzle(driver.app, "jumpin", first.params, "moves")
    driver.settle()
    match = driver.top.match
    ended(driver, match, *map(str, JUMPIN.ANALYSIS.solution(match.session.state, never)))
    driver.click("next_puzzle")
    driver.settle()
    setup = driver.top.match.session.setup
    assert (setup.params["position"], setup.variant, setup.params["metric"]) == (
        second.params["position"],
        "moves",
        "moves",
    )


def test_a_puzzle_of_the_library_is_played_on_its_own_board_whatever_was_chosen(sit_down):
    driver, _ = sit_at(sit_down)
    puzzle = JUMPIN.PUZZLES.chapters()[2].puzzles[5]
    assert play_puzzle(driver.app, "jumpin", puzzle.params, "seven")
    assert driver.top.match.session.setup.variant == "classic"
    assert driver.top.match.session.state.board.rows == 5


def test_a_meadow_of_its_own_is_dealt_from_the_shelf_and_another_after_it(sit_down):
    driver = sit_down()
    driver.push(PuzzleShelf(driver.app, "jumpin", variant="six"))
    driver.settle()
    driver.click("deal")
    driver.settle()
    match = driver.top.match
    assert (match.session.state.board.rows, match.session.setup.variant) == (6, "six")
    assert match.coach.least
    ended(driver, match, *map(str, JUMPIN.ANALYSIS.solution(match.session.state, never)))
    driver.app.now.pass_by(10)
    driver.click("more")
    driver.click("another")
    driver.settle()
    assert driver.top.match.session.state.board.rows == 6
    assert driver.top.match.session.setup.seed != match.session.setup.seed


def where(driver, cell):
    return driver.top.view.cell_rect(cell).center


def stands(state, piece):
    return next(cell for cell, name in pieces_of(state).items() if name == piece)


def meant(state, move):
    return next(cell for cell, one in reach_of(state)[mover(move)].items() if one == move)


def by_clicks(driver, state, move):
    driver.click(where(driver, stands(state, mover(move))))
    driver.settle()
    driver.click(where(driver, meant(state, move)))


def by_taps(driver, state, move):
    driver.finger(where(driver, stands(state, mover(move))))
    driver.finger(where(driver, meant(state, move)))


def way_of(driver, state, move):
    ends = [poses_of(one)[mover(move)] for one in (state, state.apply(move).state)]
    return [tuple(map(round, driver.top.view.to_pixels(pose.x, pose.y))) for pose in ends]


def by_drags(driver, state, move):
    driver.drag(*way_of(driver, state, move))


def by_finger_drags(driver, state, move):
    driver.finger(*way_of(driver, state, move))


@pytest.mark.parametrize("hand", [by_clicks, by_taps, by_drags, by_finger_drags])
def test_a_puzzle_is_solved_by_each_kind_of_hand(sit_down, hand):
    driver, match = sit_at(sit_down)
    for text in WAY:
        state = match.session.state
        hand(driver, state, find_move(state, text))
        driver.step(1.0)
    assert tuple(map(str, match.session.moves)) == WAY
    assert match.outcome.winners == (0,)


@pytest.mark.parametrize("size", [(1024, 600), (600, 1024)])
def test_a_window_resized_in_the_middle_of_a_drag_lets_go(sit_down, size):
    driver, match = sit_at(sit_down)
    driver.press(where(driver, Cell(0, 1)))
    driver.move(where(driver, Cell(2, 1)))
    assert driver.top.view.stage.pose("F1").y > 1.0
    driver.resize(size)
    driver.release(where(driver, Cell(2, 1)))
    driver.settle()
    assert dict(driver.top.view.stage.poses()) == poses_of(match.session.state)
    assert match.session.ply == 0
    by_drags(driver, match.session.state, find_move(match.session.state, WAY[0]))
    driver.settle()
    assert match.session.ply == 1


def test_undo_and_redo_show_the_position(sit_down):
    driver, match = sit_at(sit_down)
    for text in WAY[:2]:
        match.play(text)
        driver.settle()
    for key in ("u", "u", "shift+u"):
        driver.key(key)
        driver.settle()
        assert dict(driver.top.view.stage.poses()) == poses_of(match.session.state)
    assert match.session.ply == 1
    # the keys of this board stand on its page
    driver.key("f1")
    driver.settle()
    assert isinstance(driver.top, HelpScene)
    names = driver.app.stack.scenes[-2].view.action_names
    assert {"restart", "far", "solve"} <= set(names)


@pytest.mark.seen
def test_puzzles_of_one_size_each_lie_on_their_own_ground(sit_down):
    driver, _ = sit_at(sit_down)
    pictures = set()
    for position in (".RM../...../...../...../.....", ".RM../ff.../...../...../....."):
        driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(position))))
        driver.settle()
        place = driver.top.view.cell_rect(Cell(1, 3))
        driver.app.stack.touch()
        driver.frame()
        pictures.add(pygame.image.tobytes(driver.surface.subsurface(place), "RGB"))
        driver.app.stack.pop()
    assert len(pictures) == 2
    # a still meadow draws nothing
    driver, _ = sit_at(sit_down)
    driver.step(3.0)
    before = driver.drawn
    driver.step(1.0)
    assert driver.drawn == before
