"""Labyrinth on the board screen: interrupted and undone turns, and secrets between several players."""

import pygame
import pytest

from logic.game import redact
from logic.labyrinth.components import TREASURES
from logic.labyrinth.rules import Walk
from logic.session import Session
from scenes.board.log import MoveList
from scenes.board.scene import BoardMoves
from scenes.board.secrets import Curtain
from scenes.cabinet.replay import ReplayScene
from tests.screens.boardhands import board_of
from tests.support.hands.moves import Mouse
from tests.support.seats.labyrinth import ANNA, BEN, DAVID, LABYRINTH, WALKER, ZOE, advance, setup_of, sit_at
from tests.support.seats.seating import lift

ALL = (ANNA, BEN, ZOE, DAVID)


def session_of(*seats, **chosen):
    return Session(LABYRINTH, setup_of(*seats, **chosen))


# -- before its end


@pytest.mark.parametrize("why", ["gave_up", "time"])
@pytest.mark.parametrize(
    ("seats", "variant", "ranking"),
    [
        (ALL[:3], "short", ((0, 2), (1,))),
        (ALL, "short", ((0, 2, 3), (1,))),
        (ALL, "team", ((0, 2), (1, 3))),
    ],
)
def test_giving_up_or_timeout_loses_for_the_player_and_the_partner(seats, variant, ranking, why):
    session = session_of(*seats, variant=variant)
    session.end_early(1, why)
    assert (session.outcome().winners, session.outcome().ranking) == (ranking[0], ranking)


def test_an_agreed_draw_ranks_all_four_equally():
    session = session_of(*ALL)
    session.end_early(2, "agreed")
    assert (session.outcome().winners, session.outcome().ranking) == ((), ((0, 1, 2, 3),))


# -- once more


def cards(match):
    return match.session.setup.params["cards"]


def test_a_rematch_keeps_the_handicap_of_each_player_and_team(new_driver):
    _, match = sit_at(new_driver, ANNA, BEN, ZOE, cards=[1, 5, 9])
    other = match.rematch()
    assert other.seats == (BEN, ZOE, ANNA)
    assert cards(other) == [5, 9, 1]
    assert [len(deck) for deck in other.session.state.decks] == [5, 9, 1]
    assert cards(match) == [1, 5, 9]
    _, match = sit_at(new_driver, *ALL, variant="team", cards=[3, 8])
    other = match.rematch()
    assert other.seats == (BEN, ZOE, DAVID, ANNA)
    assert cards(other) == [8, 3]


@pytest.mark.parametrize(("first", "chosen"), [(0, [4]), (0, []), (None, [2, 6])])
def test_a_rematch_keeps_cards_and_rotates_seats_only_if_first_is_fixed(new_driver, first, chosen):
    _, match = sit_at(new_driver, ANNA, BEN, cards=chosen, first=first)
    other = match.rematch()
    assert cards(other) == chosen
    assert (other.seats == match.seats) == (first is None)


# -- what nobody may know before the end


@pytest.mark.parametrize("variant", ["events", "pick_of_hand", "team"])
def test_log_and_replay_reveal_no_treasure_before_it_is_found(new_driver, variant):
    driver, match = sit_at(new_driver, *ALL, variant=variant, moves=40)
    found = {str(TREASURES[name]) for names in match.session.state.found for name in names}
    hidden = {str(name) for name in TREASURES.values()} - found
    assert found
    lines = [line.text for line in MoveList(driver.app, match).lines()]
    assert not [(line, name) for line in lines for name in hidden if f" {name} " in f" {line.strip('.')} "]
    driver.push(ReplayScene(driver.app, match.session))
    for place in range(len(match.session.states)):
        driver.top.go(place)
        driver.frame()
        assert driver.top.board.view.motion.goals() == frozenset()


def test_no_frame_of_a_turn_reveals_a_card(new_driver):
    driver, match = sit_at(new_driver, ANNA, WALKER, ZOE, variant="events")
    for _ in range(9):
        board = lift(driver)
        advance(match, 1)
        for _ in range(240):
            driver.frame()
            known = redact(LABYRINTH, match.session.state, board.viewer)
            assert board.view.state.decks == known.decks
            assert not board.view.host.shows_secret
            assert [card.face.things.hand for card in board.panel.players.cards] == [()] * 3
    assert match.session.ply > 9


# -- the curtain


def key_down(driver, kind=pygame.KEYDOWN):
    driver.frame(pygame.event.Event(kind, key=pygame.K_k, mod=0, unicode="", scancode=0))


def pad_down(driver, kind=pygame.CONTROLLERBUTTONDOWN):
    driver.frame(pygame.event.Event(kind, button=pygame.CONTROLLER_BUTTON_Y, instance_id=0))


HOLDS = {
    "mouse": (lambda driver: driver.press("look"), lambda driver: driver.release((5, 5))),
    "key": (key_down, lambda driver: key_down(driver, pygame.KEYUP)),
    "pad": (pad_down, lambda driver: pad_down(driver, pygame.CONTROLLERBUTTONUP)),
}


@pytest.mark.parametrize("still", [False, True])
@pytest.mark.parametrize("hand", HOLDS)
def test_the_goal_is_shown_only_while_the_curtain_is_held(new_driver, hand, still):
    driver, match = sit_at(new_driver, ANNA, BEN)
    driver.app.change(driver.app.settings.with_(reduced_motion=still))
    curtain, board, (hold, let_go) = driver.top, board_of(driver), HOLDS[hand]
    assert (curtain.opaque, board.view.motion.goals()) == (True, frozenset())
    hold(driver)
    driver.step(1.2)
    goal = match.session.state.deck(0)[0]
    assert (driver.top, curtain.opaque, board.view.motion.goals()) == (curtain, False, {goal})
    let_go(driver)
    assert board.view.motion.goals() == frozenset()
    driver.frame()
    driver.frame()
    assert (driver.top, board.view.host.live) == (board, True), "who is quick need not wait for the card"
    driver.settle()
    card = driver.top.panel.players.cards[0]
    assert (driver.top, card.face.things.hand, card.face.invites) == (board, (), "Hold me")
    assert match.session.ply == 0


def test_an_early_release_closes_the_curtain_and_focus_loss_hides_the_goal(new_driver):
    driver, _ = sit_at(new_driver, ANNA, BEN)
    curtain, board = driver.top, board_of(driver)
    driver.press("look")
    while curtain.opaque:
        driver.frame()
    driver.frame()
    driver.release("look")
    assert not board.view.host.shows_secret
    driver.settle()
    assert (driver.top, curtain.opaque) == (curtain, True)
    # a new window cancels what is held
    driver.press("look")
    driver.step(1.2)
    assert board.view.host.shows_secret
    driver.resize((1280, 720))
    driver.step(0.5)
    assert board.view.host.shows_secret, "who still holds it still looks"
    driver.frame(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert not board.view.host.shows_secret
    driver.settle()
    assert not isinstance(driver.top, Curtain)


# -- a hint between people


def test_a_hint_is_shown_only_while_the_own_card_is_held(new_driver):
    driver, match = sit_at(new_driver, ANNA, BEN)
    board = lift(driver)
    board.act("hint")
    driver.settle()
    poses, note = dict(board.view.stage.poses()), board.panel.note
    reason = driver.app.say(match.coach.hint.reason, match.names)

    def said():
        return note.scrolls[0].child.markup, bool(board.view.hands.hint), board.view.in_hand

    ready = "A hint lies ready, for your eyes alone: hold your cards to read it."
    assert said() == (ready, False, "")
    driver.press("card0")
    driver.step(1.0)
    assert said() == (reason, True, str(match.coach.hint.moves[0]))
    driver.release((3, 3))
    driver.settle()
    assert said() == (ready, False, "")
    assert dict(board.view.stage.poses()) == poses, "the spare tile lies in its tray again"


def test_a_hint_ends_on_key_release_and_is_shown_at_once_to_a_lone_human(new_driver):
    driver, match = sit_at(new_driver, ANNA, BEN, scale=2.0)
    board = lift(driver)
    board.act("hint")
    driver.settle()
    driver.focus("card0")
    driver.frame(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
    driver.step(0.5)
    assert board.view.hands.hint
    driver.frame(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
    assert not board.view.hands.hint
    assert (board.view.host.shows_secret, match.session.ply) == (False, 0)
    # a hint to a person alone at the screen is shown at once
    driver, match = sit_at(new_driver, ANNA, WALKER)
    driver.top.act("hint")
    driver.settle()
    shown = driver.top.panel.note.scrolls[0].child.markup
    assert shown == driver.app.say(match.coach.hint.reason, match.names)
    assert driver.top.view.hands.hint == match.coach.hint.moves


def test_no_warning_is_asked_about_a_hidden_treasure(new_driver):
    driver, match = sit_at(new_driver, ANNA, BEN)
    lift(driver)
    for _ in range(60):
        state = match.session.state
        goal = state.cell_of(state.goals(state.player)[0])
        if state.phase == "walk" and goal in state.ways():
            break
        advance(match, 1)
    else:
        raise AssertionError("no treasure can ever be reached")
    board = lift(driver)
    away = next(move for move in match.session.state.legal_moves() if move.cell != goal)
    place = match.session.ply
    BoardMoves(driver.app, match, board.view, lambda _move: None, board.refresh).ask_and_play(away)
    driver.settle()
    assert match.session.ply == place + 1


def test_the_push_can_be_undone_before_the_walk_and_stay_here_ends_the_turn(new_driver):
    driver, match = sit_at(new_driver, ANNA, variant="solo")
    assert not driver.widget("end_turn").enabled
    assert driver.widget("end_turn").label == "Stay here"
    Mouse(driver).make("taps", match.session.state.legal_moves()[0])
    driver.settle()
    home = match.session.state.pawns[0]
    driver.tap("end_turn")
    assert match.session.moves[-1] == Walk(home)
    assert match.session.state.phase == "push"
    # the push can be undone until the walk
    driver, match = sit_at(new_driver, ANNA, variant="solo")
    before = match.session.state
    hand = Mouse(driver)
    hand.make("taps", before.legal_moves()[0])
    driver.settle()
    assert driver.top.view.state.phase == "walk"
    driver.tap("undo")
    assert match.session.state == before
    assert dict(driver.top.view.stage.poses()) == driver.top.view.layout(before)
    assert driver.top.view.hands.spare.rot == before.spare.rot
    hand.make("taps", before.legal_moves()[-1])
    driver.settle()
    assert list(match.session.moves) == [before.legal_moves()[-1]]


def test_undo_works_in_the_first_frame_after_the_loop_wakes_up(new_driver):
    driver, match = sit_at(new_driver, ANNA, variant="solo")
    for move in (0, 0, -1):
        match.play(match.session.state.legal_moves()[move])
        driver.settle()
    driver.frame(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_u, mod=0, unicode="u"), dt=0.0)
    assert match.session.ply == 2
