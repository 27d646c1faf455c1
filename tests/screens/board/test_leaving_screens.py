"""Leaving at the board: asked first, the computer plays on, nobody sees too much, and the result says so."""

from scenes.board.result import Result
from scenes.board.secrets import Curtain
from tests.games.potsseat import ANNA, BEN, CLEO, MODEST, play
from tests.screens.boardhands import board_of, give_up


def lift(driver):
    """Lift the curtain that lies over the board."""
    driver.settle()
    assert isinstance(driver.top, Curtain)
    driver.strike("return")


def test_the_menu_asks_the_computer_plays_on_and_the_panel_says_so(sit_at):
    driver, match = sit_at(ANNA, BEN, CLEO)
    lift(driver)
    assert give_up(driver) == "player 1, do you give up? The computer plays on for you."
    lift(driver)
    assert not match.is_over
    assert match.session.level_of(0) == "greedy"
    assert match.actor == 1, "the computer has had its turn"
    assert match.session.state.purses == (3, 0, 0)
    assert match.names == ("Anna", "Ben", "Cleo")
    # the panel says who plays
    faces = [driver.widget(f"card{seat}").face for seat in range(3)]
    assert [face.about for face in faces] == ["The computer plays on", "", ""]
    assert [face.has_left for face in faces] == [True, False, False]
    assert "Anna left. The computer plays on." in [line.text for line in driver.widget("lines").lines]
    # where two are left the other wins as before
    driver, match = sit_at(ANNA, BEN)
    lift(driver)
    assert give_up(driver) == "player 1, do you really give up?"
    driver.settle()
    assert match.outcome.winners == (1,)
    # when the last person gives up the game is over
    driver, match = sit_at(ANNA, BEN, CLEO)
    lift(driver)
    for seat in range(3):
        assert not match.is_over
        match.give_up(seat)
    assert match.session.early_end == "gave_up"
    driver.settle()
    assert isinstance(driver.top, Result)


def test_nobody_sees_the_next_hand_before_the_screen_is_passed_on(sit_at):
    driver, match = sit_at(ANNA, BEN, CLEO)
    lift(driver)
    play(match, "take 1", "end")
    lift(driver)
    board = board_of(driver)
    assert board.view.host.viewer == 1
    match.give_up(1)
    driver.frame()
    driver.frame()
    assert isinstance(driver.top, Curtain)
    assert driver.top.name == "Cleo", "she is the next to act"
    place = match.session.ply
    driver.step(3)
    assert match.session.ply == place, "nothing is played unseen"
    lift(driver)
    assert driver.top is board, "the screen is passed on once"
    assert (board.view.host.viewer, match.actor) == (2, 2)


def test_a_curtain_of_a_game_that_has_nothing_to_deal_opens_as_soon_as_it_was_held(sit_at, monkeypatch):
    driver, _ = sit_at(ANNA, BEN)
    driver.settle()
    board = board_of(driver)
    monkeypatch.setattr(board.view, "things", lambda _seat, *, secret: None)
    driver.press("look")
    driver.step(0.7)
    driver.release((400, 400))
    driver.settle()
    assert driver.top is board


def test_the_last_hand_is_covered_too(sit_at):
    driver, match = sit_at(ANNA, BEN, MODEST)
    lift(driver)
    match.give_up(0)
    driver.settle()
    assert isinstance(driver.top, Curtain)
    assert driver.top.name == "Ben"
    lift(driver)
    assert match.actor == 1
    assert not match.needs_curtain
    # the screen goes past computers to who is next to act
    driver, match = sit_at(ANNA, MODEST, BEN, CLEO)
    for seat in (0, 2, 3):
        lift(driver)
        assert match.actor == seat
        play(match, "take 1", "end")
    lift(driver)
    give_up(driver)
    driver.settle()
    assert isinstance(driver.top, Curtain)
    assert driver.top.name == "Ben", "Cleo acted last, but Ben is next"
    lift(driver)
    assert match.actor == 2
    assert driver.top is board_of(driver)


def test_the_result_says_who_left_and_ranks_everybody(sit_at):
    driver, match = sit_at(ANNA, BEN, CLEO, coins=5)
    lift(driver)
    match.give_up(0)
    lift(driver)
    play(match, "take 2", "end")
    driver.settle()
    assert isinstance(driver.top, Result)
    assert driver.widget("fact1").text == "Anna left; the computer played on."
    places = driver.widget("ranking").ranks
    assert [(place.number, place.name, place.note) for place in places] == [
        (1, "Anna", "3 points"),
        (2, "Ben", "2 points"),
        (3, "Cleo", "0 points"),
    ]


def test_a_rematch_seats_the_people_again_and_a_resumed_game_knows_who_left(sit_at):
    driver, match = sit_at(ANNA, BEN, CLEO)
    match.give_up(0)
    again = type(match).resume(driver.app, match.game_id)
    assert again.seats == match.seats
    assert again.is_thinking
    # a rematch seats the people again
    assert {seat.name for seat in match.rematch().seats} == {"Anna", "Ben", "Cleo"}
    assert not any(seat.is_computer for seat in match.rematch().seats)


def test_only_the_turns_of_people_since_then_are_taken_back_and_the_time_until_then_counts(sit_at):
    driver, match = sit_at(ANNA, BEN, CLEO, variant="back")
    lift(driver)
    play(match, "take 1", "end", "take 1")
    lift(driver)
    match.give_up(1)
    lift(driver)
    assert match.actor == 2
    assert not match.can_undo, "only the computer has moved since then"
    play(match, "take 1")
    assert match.can_undo
    # the time until somebody leaves counts
    driver, match = sit_at(ANNA, BEN, CLEO)
    lift(driver)
    before = match.thinking_time[0]
    match.update(4)
    match.give_up(0)
    assert match.thinking_time == [before + 4, 0, 0]
