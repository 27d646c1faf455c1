"""Games at the board’s screen: turns, hints, the menus, and how it goes with people and the computer."""

from __future__ import annotations

import pygame
import pytest

from logic import lgame
from logic.core import Cell, Dice, never
from logic.game import analysis_of
from logic.lgame.rules import Shift
from logic.registry import GAMES
from logic.session import Session
from scenes.app.app import Scene
from scenes.app.exports import exports_folder
from scenes.app.page import PauseMenu, Question
from scenes.board import teaching
from scenes.board.log import LogDialog
from scenes.board.match import Match
from scenes.board.result import Result, Review
from scenes.board.scene import BoardScene
from scenes.cabinet.help import HelpScene
from scenes.cabinet.setup import SetupScene
from tests.boardhands import Mouse, match_of, sit_at
from tests.matchhands import ANNA, BEN, GENTLE, first_move, setup_of


def test_a_game_is_won_on_the_board_and_the_result_says_why(sit_down):
    driver = sit_at(sit_down)
    match, table = match_of(driver), GAMES["lgame"]
    hand, dice = Mouse(driver), Dice(1)
    for _ in range(60):
        if match.outcome is not None:
            break
        if match.session.awaits_end:
            hand.end()
            continue
        moves = match.session.state.legal_moves()
        if match.actor == 0:
            moves = analysis_of(table).hint(match.session.state, dice, lambda: False).moves
        else:  # the other player walks into it
            moves = sorted(moves, key=lambda move: _worth_to_next(table, match.session.state, move), reverse=True)
        match.play(moves[0])
    driver.settle()
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert isinstance(driver.top, Result)
    assert driver.top.heading() == "Anna wins!"
    assert "Ben" in driver.top.app.say(match.outcome.reason, match.names)


def _worth_to_next(table, state, move) -> tuple[int, int]:
    after = state.apply(move).state
    if after.outcome() is not None:
        return (1, 0) if after.player == state.player else (-2, 0)
    evaluation = analysis_of(table).evaluation(after, never)
    return evaluation.value * (1 if after.player != state.player else -1), -(evaluation.turns or 0)


# -- a computer at the table


def test_hands_on_the_board_do_nothing_while_the_computer_thinks(sit_down):
    driver = sit_at(sit_down, ANNA, GENTLE)
    match = match_of(driver)
    driver.thinks = False
    match.play(first_move(match))
    driver.settle()
    driver.click("end_turn")
    driver.step(2)
    place, hand = match.session.ply, Mouse(driver)
    assert match.is_thinking
    assert driver.widget("thinking").visible
    for cell in (Cell(row, col) for row in range(4) for col in range(4)):
        driver.click(hand.cell(cell))
    driver.key("return", "r", "f", "u", "e", "h", "up", "return")
    driver.drag(hand.cell(Cell(1, 1)), hand.cell(Cell(2, 3)))
    assert match.session.ply == place
    driver.thinks = True
    driver.settle()
    assert match.awaits_human
    assert match.session.ply == place + 2


def test_leaving_while_the_computer_thinks_keeps_the_game(sit_down):
    driver = sit_at(sit_down, ANNA, GENTLE)
    match = match_of(driver)
    match.play(first_move(match))
    match.play("stay")
    driver.thinks = False
    driver.key("e")
    driver.step(1)
    driver.key("escape")
    driver.click("shelf")
    driver.step(0.5)
    assert type(driver.top) is Scene
    assert driver.executor.work() == 0
    assert driver.said() == ["Your game is kept. You can go on whenever you like."]
    again = Match.resume(driver.app, driver.app.store.unfinished()[0].id)
    assert again.session.state == match.session.state


# -- turns, taking back, hints


def test_a_turn_is_taken_back_piece_by_piece_until_it_is_ended(sit_down):
    driver = sit_at(sit_down)
    match, hand = match_of(driver), Mouse(driver)
    start = match.session.state
    assert not driver.widget("undo").enabled
    assert not driver.widget("end_turn").enabled
    hand.play(first_move(match))
    hand.play(next(move for move in match.session.state.legal_moves() if isinstance(move, Shift)))
    assert match.session.awaits_end
    assert "end your turn" in driver.widget("status").text
    driver.click("undo")
    driver.key("u")
    driver.settle()
    assert match.session.state == start
    driver.click("redo")
    driver.settle()
    assert match.session.ply == 1
    driver.click("end_turn")
    driver.settle()
    assert match.actor == 1
    assert not driver.widget("undo").enabled


def test_a_hint_is_said_and_goes_with_the_next_move_or_when_closed(sit_down):
    driver = sit_at(sit_down)
    match = match_of(driver)
    driver.click("hint")
    driver.settle()
    assert driver.widget("note").visible
    assert driver.top.view.hands.hint == match.coach.hint.moves
    driver.click("close_hint")
    driver.settle()
    assert not driver.top.view.hands.hint
    assert driver.top.ui.find("note") is None
    driver.key("h")
    driver.settle()
    driver.key("escape")
    assert driver.top.ui.find("note") is None
    driver.key("h")
    driver.settle()
    match.play(match.coach.hint.moves[0])
    driver.settle()
    assert driver.top.ui.find("note") is None


def test_the_lamp_shows_and_hides_with_the_coach(sit_down):
    driver = sit_at(sit_down)
    assert driver.widget("lamp").value == 0
    assert driver.widget("lamp").player == 0
    assert driver.widget("lamp").text == "Drawn with best play."
    driver.app.change(driver.app.settings.with_(coach=False))
    driver.top.refresh()
    assert driver.top.ui.find("lamp") is None
    assert not driver.widget("hint").enabled
    # a click lets an animation arrive
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(match.session.state.legal_moves()[-1])
    driver.frame()
    assert driver.top.view.stage.moving
    driver.click((5, 5))
    assert not driver.top.view.stage.moving


def test_the_log_speaks_of_every_move_and_strikes_through_what_was_taken_back(sit_down):
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(first_move(match))
    driver.settle()
    lines = driver.widget("lines").lines
    assert [line.player for line in lines] == [0]
    assert lines[0].text.startswith("Anna lays the L on ")
    driver.key("u")
    driver.settle()
    assert [(line.text, line.struck) for line in driver.widget("lines").lines] == [(lines[0].text, True)]
    driver.key("l")
    driver.settle()
    assert isinstance(driver.top, LogDialog)
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, BoardScene)


@pytest.mark.seen
def test_a_still_board_draws_nothing(sit_down):
    driver = sit_at(sit_down)
    driver.settle()
    before = driver.drawn
    driver.step(2)
    assert driver.drawn == before


# -- the clock


def test_the_clock_counts_down_stands_in_the_menu_and_ends_the_game(sit_down):
    driver = sit_at(sit_down, variant="blitz")
    match = match_of(driver)
    driver.step(2)
    left = match.clock_left
    assert 27 < left < 28.5
    driver.key("escape")
    driver.step(3)
    assert match.clock_left == pytest.approx(left, abs=0.1)
    driver.key("escape")
    driver.step(29)
    driver.settle()
    assert match.outcome is not None
    assert isinstance(driver.top, Result)
    board = next(scene for scene in driver.app.stack.scenes if isinstance(scene, BoardScene))
    assert [card.face.clock for card in board.panel.players.cards] == [(0.0, "0"), (1.0, "30")]
    # where nothing is taken back and no hint given there are no buttons for it
    driver = sit_at(sit_down, variant="blitz")
    assert [driver.top.ui.find(key) for key in ("undo", "redo", "hint")] == [None] * 3
    assert driver.widget("end_turn").style == "primary"
    assert driver.widget("menu").enabled


def test_the_menu_opens_by_each_device_and_goes_on_and_giving_up_asks_first(sit_down):
    driver = sit_at(sit_down)
    opened = [
        (lambda: driver.click("menu"), lambda: driver.click("go_on")),
        (lambda: driver.finger("menu"), lambda: driver.finger("go_on")),
        (lambda: driver.key("escape"), lambda: driver.key("escape")),
        (lambda: driver.key("f10"), lambda: driver.key("f10")),
        (lambda: driver.pad("start"), lambda: driver.pad("a")),
        (lambda: driver.pad("b"), lambda: driver.pad("b")),
    ]
    for come, go in opened:
        come()
        driver.settle()
        assert isinstance(driver.top, PauseMenu)
        go()
        driver.settle()
        assert isinstance(driver.top, BoardScene)
    # giving up asks first
    match = match_of(driver)
    for answer, over in (("answer0", False), ("answer1", True)):
        driver.key("escape")
        driver.settle()
        driver.click("give_up")
        driver.settle()
        assert isinstance(driver.top, Question)
        driver.click(answer)
        driver.settle()
        assert match.is_over == over
    assert isinstance(driver.top, Result)


def test_starting_again_keeps_the_old_game_open_and_a_hint_is_read_before_a_lesson_goes_on(sit_down):
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(first_move(match))
    driver.settle()
    driver.key("escape")
    driver.settle()
    driver.click("restart")
    driver.settle()
    driver.click("answer1")
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    assert match_of(driver) is not match
    assert match_of(driver).session.ply == 0
    assert [entry.id for entry in driver.app.store.unfinished()] == [match.game_id]
    # a hint is read before the lesson goes on
    driver = sit_down()
    driver.push(Scene(driver.app))
    match, guide = teaching.begin(driver.app, "lgame")
    driver.push(BoardScene(driver.app, match, guide))
    driver.key("h")
    driver.settle()
    assert driver.widget("close_hint").visible
    driver.click("close_hint")
    driver.settle()
    assert driver.top.ui.find("close_hint") is None
    assert driver.widget("skip").visible


def test_after_the_end_rematch_review_and_replay(sit_down):
    driver = sit_at(sit_down)
    match = match_of(driver)
    for _ in range(3):
        match.play(match.session.state.legal_moves()[-2])
    match.give_up(match.actor)
    driver.settle()
    assert driver.top.ui.find("review") is None
    driver.click("more")
    driver.click("review")
    driver.settle()
    assert isinstance(driver.top, Review)
    driver.key("escape")
    driver.settle()
    driver.click("replay")
    driver.settle()
    assert type(driver.top).__name__ == "ReplayScene"
    driver.key("escape")
    driver.settle()
    driver.click("rematch")
    driver.settle()
    assert match_of(driver).seats == (BEN, ANNA)
    assert isinstance(driver.top, BoardScene)


def test_the_result_can_be_closed_called_back_and_left_for_the_shelf_by_the_same_key(sit_down):
    driver = sit_at(sit_down)
    match_of(driver).give_up(0)
    driver.settle()
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    driver.click("menu")
    driver.settle()
    assert isinstance(driver.top, Result)
    # who has put the result away is led to the shelf by the same key
    driver.key("escape")
    driver.settle()
    driver.key("escape")
    driver.settle()
    assert not any(isinstance(scene, (BoardScene, Result)) for scene in driver.app.stack.scenes)


@pytest.mark.seen
def test_a_finished_board_stays_as_it_is_beside_the_result_and_leads_on_by_itself(sit_down):
    driver = sit_at(sit_down)
    match, board = match_of(driver), driver.top.places.board
    match.give_up(0)
    driver.settle()
    assert isinstance(driver.top, Result)
    assert not driver.top.frame.colliderect(board)
    beside = pygame.image.tobytes(driver.surface.subsurface(board), "RGB")
    driver.key("escape")
    driver.settle()
    alone = pygame.image.tobytes(driver.surface.subsurface(board), "RGB")
    assert beside == alone, "nothing lies over the board, nor dims it"
    assert driver.widget("onward").label == "Rematch"
    driver.click("onward")
    driver.settle()
    assert match_of(driver) is not match
    assert match_of(driver).session.ply == 0


def test_the_result_counts_turns_time_and_the_score_of_the_two_where_they_are_known(sit_down):
    driver = sit_at(sit_down)
    for name in ("Anna", "Ben"):
        driver.app.store.add_profile(name)
    first = match_of(driver)
    first.play(first_move(first))
    first.play(first_move(first))
    first.update(61)
    first.end_turn()
    first.update(9)
    first.give_up(1)
    driver.settle()
    assert driver.widget("fact0").text == "1 turn in 1 min 10 s"
    assert [place.note for place in driver.widget("ranking").places] == ["1 min 1 s", "9 s"]
    assert driver.widget("fact1").text == "Anna 1 – 0 Ben"
    driver.click("rematch")
    driver.settle()
    match_of(driver).give_up(0)
    driver.settle()
    assert driver.widget("fact1").text == "Anna 2 – 0 Ben", "whoever sits first now"
    # a game whose time was not kept does not pretend to know it
    driver = sit_down()
    setup = setup_of(ANNA, BEN)
    game_id = driver.app.store.begin(setup, 1.0)
    driver.app.store.record(game_id, f"play {Session(lgame, setup).state.legal_moves()[0]}", 2.0)
    driver.push(BoardScene(driver.app, Match.resume(driver.app, game_id)))
    match_of(driver).give_up(0)
    driver.settle()
    assert driver.widget("fact0").text == "1 turn"
    assert [place.note for place in driver.widget("ranking").places] == ["", ""]


def test_a_board_that_was_opened_by_keys_shows_the_focus_at_once(sit_down):
    for way, shown in ((lambda driver: driver.key("up"), True), (lambda driver: driver.click((5, 5)), False)):
        driver = sit_down()
        driver.push(SetupScene(driver.app, "lgame"))
        way(driver)
        driver.push(BoardScene(driver.app, Match.start(driver.app, setup_of(ANNA, BEN))))
        assert driver.top.ui.focus is driver.top.board
        assert driver.top.ui.show_focus == shown


def test_a_copy_is_saved_from_the_menu_but_of_no_game_that_is_not_kept(sit_down):
    driver = sit_at(sit_down)
    match = match_of(driver)
    match.play(first_move(match))
    driver.key("escape")
    driver.settle()
    driver.click("save")
    driver.step(0.3)
    (file,) = exports_folder().glob("*.json")
    assert any(str(file) in text for text in driver.said())
    assert len(driver.app.store.import_file(file.read_bytes(), GAMES)) == 1
    # a game that is not kept offers no copy
    driver = sit_down()
    driver.push(BoardScene(driver.app, Match.unkept(driver.app, setup_of(ANNA, BEN))))
    driver.key("escape")
    driver.settle()
    assert driver.top.ui.find("save") is None


def test_the_key_for_help_opens_it_over_every_screen_of_a_game(sit_down):
    driver = sit_at(sit_down)
    for come in (lambda: None, lambda: driver.key("escape"), lambda: match_of(driver).give_up(0)):
        come()
        driver.settle()
        below = driver.top
        driver.key("f1")
        driver.settle()
        assert isinstance(driver.top, HelpScene)
        driver.key("f1")
        driver.settle()
        assert driver.top is below
        if isinstance(below, PauseMenu):
            driver.key("escape")
            driver.settle()
    assert isinstance(driver.top, Result)
