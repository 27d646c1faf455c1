"""What lies over a board: the menu, questions, the result and what comes after it."""

from __future__ import annotations

import pygame
import pytest

from logic import lgame
from logic.registry import GAMES
from logic.session.session import Session
from scenes.app.app import Scene
from scenes.app.exports import exports_folder
from scenes.app.overlays import PauseMenu, Question
from scenes.board import lessons
from scenes.board.match import Match
from scenes.board.result import Result, Review
from scenes.board.scene import BoardScene
from scenes.cabinet.help import HelpScene
from scenes.cabinet.setup import SetupScene
from tests.boardhands import match_of, sit_at
from tests.matchhands import ANNA, BEN, first_move, setup_of


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
    match, guide = lessons.begin(driver.app, "lgame")
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
