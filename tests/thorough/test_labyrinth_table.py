"""Secrets of Labyrinth's table: open cards, what an owner sees while holding, and the curtain."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from logic.game import redact
from logic.labyrinth import NARRATION
from logic.labyrinth.components import TREASURES
from logic.session import Seat, Session
from scenes.board.result import Result
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.labyrinth.view import things_of
from tests.support.seats.app import FINGER
from tests.support.seats.labyrinth import (
    ANNA,
    BEN,
    DAVID,
    LABYRINTH,
    WALKER,
    ZOE,
    advance,
    end_of_turn,
    setup_of,
    sit_at,
)
from tests.support.seats.seating import lift

ALL = (ANNA, BEN, ZOE, DAVID)
LONG = Seat(name="Bartholomäus-Maximilian")
OPEN = ["young_children", "points"]
SIZES = [((1024, 600), 1.0), ((600, 1024), 1.0), ((1024, 600), 2.0), ((1920, 1080), 2.0)]


def words(things):
    return [str(thing.words) for thing in things.hand]


def shown(board, seat):
    """Return the goals that a player's card shows."""
    return words(board.panel.players.cards[seat].face.things)


def top_card(match, seat):
    return str(TREASURES[match.session.state.deck(seat)[0]])


def seen_closely(board):
    sheet = board.panel.players.closeup
    return words(sheet.things) if sheet.visible else None


# -- what lies before a player


def test_found_treasures_cards_left_and_a_possible_win_are_public(new_driver):
    driver, match = sit_at(new_driver, *ALL, moves=48)
    board, state = lift(driver), match.session.state
    assert any(state.found)
    for seat, card in enumerate(board.panel.players.cards):
        things = card.face.things
        assert [str(thing.words) for thing in things.won] == [str(TREASURES[name]) for name in state.found[seat]]
        assert [thing.text for thing in things.stock] == [str(len(state.deck(seat)))]
    driver, match = sit_at(new_driver)
    board, state = lift(driver), match.session.state
    done = replace(state, decks=(state.decks[0], ()), found=((), state.decks[1]))
    things = things_of(board.view.kit, redact(LABYRINTH, done, 0), 1, secret=False)
    assert words(things) == ["Home, to your own corner"]
    assert not things.hides
    driver, _ = sit_at(new_driver, ANNA, BEN, end="last_treasure", cards=[1])
    lift(driver)
    assert driver.widget("notice").text == "Ben needs only one more treasure."


def test_single_people_and_partners_see_their_cards_without_a_curtain(new_driver):
    driver, match = sit_at(new_driver, ANNA, WALKER, WALKER)
    assert isinstance(driver.top, BoardScene)
    assert [shown(driver.top, seat) for seat in range(3)] == [[top_card(match, 0)], [], []]
    assert driver.top.view.host.shows_secret
    driver.thinks = False
    end_of_turn(match)
    driver.step(2.0)
    assert match.actor == 1
    assert shown(driver.top, 0) == [top_card(match, 0)], "while the computer thinks, too"
    driver, match = sit_at(new_driver, ANNA, WALKER, ZOE, WALKER, variant="team")
    assert not match.needs_curtain
    assert shown(driver.top, 0) == shown(driver.top, 2) == [top_card(match, 0)]
    assert shown(driver.top, 1) == []
    assert sit_at(new_driver, ANNA, BEN, ZOE, DAVID, variant="team")[1].needs_curtain
    driver, match = sit_at(new_driver, ANNA, WALKER, variant="pick_of_hand")
    assert shown(driver.top, 0) == [str(TREASURES[name]) for name in match.session.state.deck(0)]
    assert shown(driver.top, 1) == []


@pytest.mark.parametrize("variant", OPEN)
def test_variants_with_open_cards_have_no_curtain(new_driver, variant):
    driver, match = sit_at(new_driver, ANNA, BEN, variant=variant)
    assert isinstance(driver.top, BoardScene)
    assert not match.needs_curtain
    end_of_turn(match)
    driver.settle()
    assert isinstance(driver.top, BoardScene)
    assert driver.top.viewer == 1
    assert shown(driver.top, 1)


# -- holding to look


def hold_by_mouse(driver):
    driver.press("card0")
    return lambda: driver.release((5, 5))


def hold_by_finger(driver):
    x, y = driver.place("card0")
    width, height = driver.app.size
    where = {"x": x / width, "y": y / height, "finger_id": FINGER, "touch_id": 1}
    driver.frame(pygame.event.Event(pygame.FINGERDOWN, **where))
    return lambda: driver.frame(pygame.event.Event(pygame.FINGERUP, **where))


def key_down(driver, code):
    driver.frame(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0))
    return lambda: driver.frame(pygame.event.Event(pygame.KEYUP, key=code, mod=0, unicode="", scancode=0))


def hold_by_key(driver):
    return key_down(driver, pygame.K_k)


def hold_by_focus(driver):
    driver.focus("card0")
    return key_down(driver, pygame.K_RETURN)


def hold_by_gamepad(driver):
    button = {"button": pygame.CONTROLLER_BUTTON_Y, "instance_id": 0}
    driver.frame(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, **button))
    return lambda: driver.frame(pygame.event.Event(pygame.CONTROLLERBUTTONUP, **button))


@pytest.mark.parametrize("hold", [hold_by_mouse, hold_by_finger, hold_by_key, hold_by_focus, hold_by_gamepad])
def test_the_own_card_is_shown_only_while_held(new_driver, hold):
    driver, match = sit_at(new_driver)
    board = lift(driver)
    assert seen_closely(board) is None
    end_hold = hold(driver)
    assert (seen_closely(board), board.view.host.shows_secret) == ([top_card(match, 0)], True)
    driver.step(2.0)
    assert seen_closely(board) == [top_card(match, 0)]
    end_hold()
    assert (seen_closely(board), board.view.host.shows_secret) == (None, False)
    assert match.session.ply == 0


def test_other_cards_stay_hidden_and_all_cards_during_a_computer_move(new_driver):
    driver, _ = sit_at(new_driver, *ALL)
    board = lift(driver)
    for seat in (1, 2, 3):
        driver.press(f"card{seat}")
        driver.step(0.6)
        assert (seen_closely(board), board.view.host.shows_secret) == ([], False)
        driver.release(f"card{seat}")
    driver, match = sit_at(new_driver, ANNA, WALKER, ZOE)
    board = lift(driver)
    driver.thinks = False
    end_of_turn(match)
    driver.step(2.0)
    assert match.actor == 1
    assert match.viewer == 0
    driver.press("card0")
    driver.step(0.6)
    assert (seen_closely(board), board.view.host.shows_secret) == ([], False)


@pytest.mark.parametrize("take_away", ["menu", "window"])
def test_a_held_card_is_hidden_when_a_menu_opens_or_focus_is_lost(new_driver, take_away):
    driver, match = sit_at(new_driver)
    board = lift(driver)
    hold_by_key(driver)
    assert seen_closely(board) == [top_card(match, 0)]
    if take_away == "menu":
        driver.key("f10")
    else:
        driver.frame(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    driver.step(0.3)
    assert (seen_closely(board), board.view.host.shows_secret) == (None, False)


def test_a_held_card_is_hidden_when_the_turn_ends(new_driver):
    driver, match = sit_at(new_driver)
    board = lift(driver)
    hold_by_key(driver)
    end_of_turn(match)
    driver.settle()
    assert isinstance(driver.top, Curtain)
    lift(driver)
    assert seen_closely(board) is None


# -- the curtain


def test_the_curtain_falls_after_the_last_move_is_shown_and_blocks_input(new_driver):
    driver, match = sit_at(new_driver)
    board = lift(driver)
    match.play(match.session.state.legal_moves()[0])
    driver.settle()
    away = match.session.state.legal_moves()[-1]
    match.play(away)
    driver.frame()
    assert (driver.top, board.viewer, board.view.host.live) == (board, 0, False)
    driver.settle()
    assert isinstance(driver.top, Curtain)
    assert board.viewer == 1
    lift(driver)
    assert board.view.host.live
    driver, match = sit_at(new_driver)
    board = lift(driver)
    end_of_turn(match)
    place = match.session.ply
    driver.frame()
    assert driver.top is board
    driver.key("h", "ctrl+z")
    driver.step(0.1)
    assert match.coach.hint is None
    assert (match.session.ply, match.actor) == (place, 1)
    driver.settle()
    assert isinstance(driver.top, Curtain)
    driver, match = sit_at(new_driver, ANNA, BEN, WALKER)
    for seat in (0, 1):
        assert match.actor == seat
        lift(driver)
        end_of_turn(match)
        driver.settle()
    assert match.actor == 0, "the computer has moved"
    assert isinstance(driver.top, Curtain)


# -- the end


def test_after_the_game_all_cards_are_shown_and_ranked_by_cards_left(new_driver):
    driver, match = sit_at(new_driver, *ALL)
    board = lift(driver)
    for seat in range(4):
        match.give_up(seat)
    driver.settle()
    assert isinstance(driver.top, Result)
    assert [shown(board, seat) for seat in range(4)] == [[top_card(match, seat)] for seat in range(4)]
    driver, match = sit_at(new_driver, *ALL, cards=[1, 2, 3, 4], variant="classic_2017")
    lift(driver)
    advance(match, 400)
    driver.settle()
    assert isinstance(driver.top, Result)
    left = [len(match.session.state.deck(seats[0])) for seats in match.outcome.ranking]
    assert left == sorted(left)
    found = ", ".join(f"{name} ({len(own)})" for name, own in zip(match.names, match.session.state.found, strict=True))
    assert driver.widget("fact0").text == f"Treasures found: {found}"


def test_the_result_states_points_in_the_points_variant_and_none_when_solo():
    state = Session(LABYRINTH, setup_of(ANNA, BEN, variant="points")).state
    found = (state.params.treasures[:1], state.params.treasures[1:3])
    assert [*map(str, NARRATION.facts(replace(state, found=found), (), alone=False))] == [
        "Points: player 1 (1), player 2 (5)"
    ]
    assert NARRATION.facts(Session(LABYRINTH, setup_of(ANNA, variant="solo")).state, (), alone=True) == ()


# -- room for everything


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("language", ["de", "pl"])
@pytest.mark.parametrize("variant", ["short", "young_children"])
def test_four_cards_fit_at_every_size_scale_and_language(new_driver, size, scale, language, variant):
    seats = (LONG, BEN, WALKER, DAVID)
    driver, match = sit_at(new_driver, *seats, size=size, scale=scale, language=language, variant=variant, moves=16)
    board = lift(driver)

    def look():
        cut = [text for widget in board.ui.walk() for text in getattr(widget, "clipped", tuple)()]
        assert cut == []
        assert board.ui.overflows() == []

    look()
    driver.press(f"card{match.actor}")
    driver.step(0.4)
    assert seen_closely(board)
    sheet = board.panel.players.closeup
    assert all(sheet.rect.contains(place) for _, place, _ in sheet.placed())
    look()
