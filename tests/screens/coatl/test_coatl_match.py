"""Cóatl on the board screen."""

import pytest

from logic.coatl import NARRATION
from logic.coatl.components import HIDDEN
from logic.coatl.moves import Attach, Draw, Prophesy
from scenes.app.page import PauseMenu, Question
from scenes.board.log import MoveList
from scenes.board.result import Result, StatisticsPage
from scenes.board.secrets import Curtain
from scenes.coatl.layout import Spot, table_spots
from sprites.widgets.input import Pointer
from tests.screens.boardhands import give_up
from tests.support.hands.coatl import pixel
from tests.support.seats.app import FRAME
from tests.support.seats.coatl import ANNA, BEN, NOVICE, ZOE, advance, sit_at, turn
from tests.support.seats.seating import lift

SHORT = 22
"""With this deal, two of whom the second builds in haste are soon at the end."""
BUILD = 82
"""With this deal, three of whom the last builds in haste are soon at the end."""


def until(match, wanted):
    """Play whole turns until a position is as wanted."""
    for _ in range(80):
        if wanted(match.session.state):
            return
        advance(match, 1)
    raise AssertionError("it never comes to that")


def build(match, steps):
    """Make the first steps of the next build that finishes a cóatl; return all of its moves."""
    until(match, lambda state: sum(isinstance(move, Attach) for move in turn(state)) > 1)
    moves = list(turn(match.session.state))
    for move in moves[:steps]:
        match.play(move)
    return moves


# -- questions, and undo


def test_a_blind_draw_needs_confirmation_and_cannot_be_undone(new_driver):
    driver, match = sit_at(new_driver, turns=1)
    deck = pixel(lift(driver).view, Spot("deck"))
    place = match.session.ply
    assert isinstance(driver.tap(deck), Question)
    driver.tap("answer0")
    assert match.session.ply == place
    driver.tap(deck, "answer1")
    assert match.session.moves[-1] == Draw()
    assert not match.can_undo
    assert not driver.widget("do_restart").enabled


def test_a_build_is_undone_step_by_step_and_redone(new_driver):
    driver, match = sit_at(new_driver, ANNA, BEN, ZOE, seed=BUILD, variant="sacrifice")
    moves = build(match, 4)
    lift(driver)
    states = list(match.session.states[-5:])
    for state in reversed(states[:-1]):
        driver.strike("backspace")
        assert match.session.state == state
        view = driver.top.view
        assert dict(view.stage.poses()) == view.layout(view.state)
    assert not match.can_undo, "what lies before it is another player's turn"
    for _ in range(4):
        match.redo()
    assert match.session.state == states[-1]
    assert match.session.moves[-4:] == tuple(moves[:4])


@pytest.mark.parametrize("way", ["clicks", "drags"])
def test_a_face_down_prophecy_can_be_laid_while_a_hint_is_pending(new_driver, way):
    driver, match = sit_at(new_driver, ANNA, BEN, ZOE, seed=BUILD)
    laid = next(move for move in build(match, 0) if isinstance(move, Prophesy))
    for move in turn(match.session.state):
        if move == laid:
            break
        match.play(move)
    view = lift(driver).view
    driver.tap("hint")
    assert match.coach.hint is not None
    card, lane = pixel(view, Spot("prophecy", laid.card)), view.rects.own.lanes[laid.coatl].rect.center
    if way == "clicks":
        driver.click(card)
        driver.click(lane)
    else:
        driver.drag(card, lane)
    assert match.session.moves[-1] == laid


def test_a_held_curtain_stays_opaque_until_its_cards_are_painted(new_driver, monkeypatch):
    driver, _match = sit_at(new_driver, ANNA, BEN, turns=1)
    driver.settle()
    curtain, cache = driver.top, driver.app.kit.cache
    assert isinstance(curtain, Curtain)
    cache.clear()
    monkeypatch.setattr(cache, "time_budget", 0.0)  # the tests of a worker share it
    curtain.handle(Pointer("down", curtain.button.rect.center))
    baked, frames = cache.baked, 0
    while curtain.opaque and frames < 2000:
        curtain.update(FRAME)
        frames += 1
    assert not curtain.opaque
    assert cache.baked - baked > 5
    assert frames > 5, "one step a frame, where there is no time for more"


# -- giving up


def test_a_computer_takes_the_seat_of_a_player_who_gives_up_a_game_of_two(new_driver):
    driver, match = sit_at(new_driver, turns=2)
    lift(driver)
    leaver = match.actor
    assert "The computer plays on for you." in give_up(driver)
    lift(driver)
    assert not match.is_over
    assert match.session.level_of(leaver) == "scribe"
    assert match.actor != leaver, "the computer has had its turn"


def test_giving_up_against_computers_or_alone_ends_the_game(new_driver):
    # the last person who gives up ends the game
    driver, match = sit_at(new_driver, ANNA, NOVICE, turns=1)
    lift(driver)
    assert "really" in give_up(driver)
    driver.settle()
    assert match.is_over
    assert match.outcome.winners == (1,)
    # a player alone who gives up has no winner
    driver, match = sit_at(new_driver, ANNA, variant="solo", turns=2)
    give_up(driver)
    driver.settle()
    assert (match.outcome.winners, match.session.early_end) == ((), "gave_up")
    assert isinstance(driver.top, Result)


# -- the end


def test_the_last_turns_are_announced_by_a_banner_and_in_the_log(new_driver):
    driver, match = sit_at(new_driver, seed=SHORT, turns=1)
    board = lift(driver)
    assert not board.panel.notice.is_banner
    until(match, lambda state: state.queue is not None)
    board = lift(driver)
    notice = board.panel.notice
    assert (notice.visible, notice.is_banner) == (True, True)
    assert "The end is near" in notice.text
    assert "third cóatl" in MoveList(driver.app, match).lines()[-1].text


def test_the_progress_bar_never_decreases_and_ends_at_100_percent(new_driver):
    driver, match = sit_at(new_driver, seed=SHORT)
    board, seen = lift(driver), []
    while not match.is_over:
        board.refresh()
        seen.append(board.panel.bar.value)
        advance(match, 1)
    board.refresh()
    assert board.panel.bar.visible
    assert seen == sorted(seen)
    assert (seen[0], board.panel.bar.value, board.panel.bar.text) == (0, 100, "100% played")


def test_the_result_shows_points_turns_and_statistics(new_driver):
    driver, match = sit_at(new_driver, seed=SHORT)
    lift(driver)
    until(match, lambda state: state.over)
    driver.settle()
    assert isinstance(driver.top, Result)
    points = [match.session.state.score(seat) for seat in range(2)]
    notes = {rank.player: rank.note for rank in driver.widget("ranking").ranks}
    assert notes == {seat: f"{n} point{'s' * (n != 1)}" for seat, n in enumerate(points)}
    assert str(match.length) == f"{match.session.state.turn} turns", "a turn is one action, however many its moves"
    driver.click("more")
    assert isinstance(driver.tap("statistics"), StatisticsPage)


# -- the curtain


def test_no_curtain_against_computers_and_cards_are_open_then_or_at_the_end(new_driver):
    driver, match = sit_at(new_driver, ANNA, NOVICE, turns=1)
    advance(match, 1)
    driver.settle()
    assert not isinstance(driver.top, Curtain)
    assert match.actor == 0
    # a person who plays against computers has an open hand
    driver, _ = sit_at(new_driver, ANNA, NOVICE, turns=2)
    assert own_flips(driver.top) == {1.0}
    # when the game is over all cards lie open
    driver, match = sit_at(new_driver, ANNA, BEN, turns=4)
    board = lift(driver)
    match.agree()
    driver.settle()
    assert own_flips(board) == {1.0}


# -- the own hand between people


def own_flips(board):
    """Return which way up the own cards lie."""
    seat = board.view.state.seats[board.viewer]
    return {board.view.stage.pose(name).flip for name in (*seat.prophecies, *seat.temples)}


def place_of_card(board, name):
    found = table_spots(board.view.rects, board.view.state, board.viewer)
    return next(rect.center for spot, rect in found if spot.name == name)


def test_own_cards_are_face_up_only_while_held(new_driver):
    driver, match = sit_at(new_driver, ANNA, BEN, turns=4)
    board = lift(driver)
    assert own_flips(board) == {-1.0}
    card = match.session.state.seat.prophecies[0]
    for hold in ("card0" if match.actor == 0 else "card1", place_of_card(board, card)):
        driver.press(hold)
        driver.step(1.0)
        assert own_flips(board) == {1.0}
        driver.release((3, 3))
        driver.settle()
        assert own_flips(board) == {-1.0}
    assert str(board.view.describe_at(place_of_card(board, card))).startswith("Your card, face down.")


def test_a_face_down_card_is_laid_aside_by_tap_and_undone(new_driver):
    driver, match = sit_at(new_driver, ANNA, BEN, ZOE, turns=1)
    board = lift(driver)
    assert match.session.state.action == "discard"
    card = match.session.state.seat.prophecies[1]
    driver.tap(place_of_card(board, card))
    assert match.session.state.seat.aside == (card,)
    assert own_flips(board) == {-1.0}
    driver.strike("backspace")
    assert card in match.session.state.seat.prophecies


def test_a_card_is_face_up_while_it_is_dragged(new_driver):
    driver, match = sit_at(new_driver, ANNA, BEN, seed=BUILD, variant="sacrifice")
    until(match, lambda state: not state.action and any(isinstance(move, Prophesy) for move in state.legal_moves()))
    board = lift(driver)
    card = next(move.card for move in match.session.state.legal_moves() if isinstance(move, Prophesy))
    place = place_of_card(board, card)
    driver.press(place)
    driver.move((place[0], place[1] - 90))
    driver.step(0.5)
    assert (board.view.hands.choice.lifted, board.view.stage.pose(card).flip) == (card, 1.0)
    driver.release((3, 3))
    driver.settle()
    assert own_flips(board) == {-1.0}


def test_warnings_between_people_use_only_common_knowledge(new_driver):
    _, match = sit_at(new_driver, ANNA, BEN, ZOE, seed=BUILD, variant="sacrifice")
    asked = []
    while not match.is_over:
        for move in turn(match.session.state):
            known = match.common_view(match.session.state)
            assert set(known.seat.prophecies) <= {HIDDEN}
            asked.append(str(NARRATION.warning(known, move)))
            match.play(move)
    assert not [words for words in asked if "prophecy of yours" in words]


def test_escape_closes_the_opponents_view_before_opening_the_menu(new_driver):
    driver, _ = sit_at(new_driver)
    driver.strike("return")
    driver.click("do_others")
    board = driver.top
    assert board.view.hands.choice.opened == 1 - board.view.host.viewer
    driver.strike("escape")
    assert driver.top is board
    assert board.view.hands.choice.opened is None
    assert isinstance(driver.strike("escape"), PauseMenu)
