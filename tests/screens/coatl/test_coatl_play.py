"""Cóatl at the table: whole games by mouse, fingers, keys and pad, each through the window’s own events."""

from typing import ClassVar

import pytest

from logic.coatl.moves import Draw, End, Pass, Take
from logic.core import Dice
from logic.registry import new_setup
from logic.session.saving import Seat
from scenes.app.overlays import PauseMenu, Question
from scenes.board.secrets import Curtain
from scenes.coatl.spots import Spot
from tests.coatlhands import pixel, steps_of, way_to, wish
from tests.seating import BoardHands, sit_before

USUAL = (1280, 720)
ANNA = Seat("Anna")


def sit_at(sit_down, variant="solo", size=USUAL, seed=5, seats=(ANNA,), **chosen):
    return sit_before(sit_down, new_setup("coatl", variant, seats, seed, chosen), size)


class Hands(BoardHands):
    """Makes the moves of a turn."""

    def play(self, move):
        steps = steps_of(self.view, move)
        if not steps:
            self.end()
        for step in steps:
            self.touch(step)
        self.driver.settle()

    def end(self):
        self.driver.key("e")


class Mouse(Hands):
    """Clicks on what a move is made with, and where it goes."""

    def touch(self, spot):
        self.driver.click(pixel(self.view, spot))

    def end(self):
        self.driver.click("end_turn")


class DraggingMouse(Mouse):
    """Drags pieces and cards to where they go."""

    def play(self, move):
        steps = steps_of(self.view, move)
        if len(steps) != 2 or steps[1].kind not in ("start", "end", "lane"):
            super().play(move)
            return
        start = pixel(self.view, steps[0])
        self.driver.press(start)
        self.driver.move((start[0] + 20, start[1] - 20))
        end = pixel(self.view, steps[1])
        self.driver.move(end)
        self.driver.release(end)
        self.driver.settle()


class Fingers(Hands):
    """Taps."""

    def touch(self, spot):
        self.driver.finger(pixel(self.view, spot))

    def end(self):
        self.driver.finger("end_turn")


class Keys(Hands):
    """Presses arrows and Enter."""

    names: ClassVar = {"up": "up", "down": "down", "left": "left", "right": "right", "accept": "return"}

    def press(self, action):
        self.driver.key(self.names[action])

    def touch(self, spot):
        for action in way_to(self.view, spot):
            self.press(action)
        self.press("accept")


class Pad(Keys):
    """Presses the cross and A."""

    names: ClassVar = {"up": "dpup", "down": "dpdown", "left": "dpleft", "right": "dpright", "accept": "a"}

    def press(self, action):
        self.driver.pad(self.names[action])

    def end(self):
        self.driver.pad("rightshoulder")


def wanted(state, dice):
    """A move of somebody who builds, uses tokens and takes a look at everything now and then."""
    moves = [move for move in state.legal_moves() if not isinstance(move, Pass) or len(state.legal_moves()) == 1]
    if dice.chance() < 0.25:
        return dice.choice(moves)
    wishes = [wish(state, move, dice) for move in moves]
    return moves[wishes.index(max(wishes))]


@pytest.mark.parametrize("kind", [Mouse, DraggingMouse, Fingers, Keys, Pad])
def test_turns_can_be_played_by_every_device(sit_down, kind):
    driver, match = sit_at(sit_down)
    hands, dice = kind(driver), Dice(3)
    for _ in range(7):
        if match.is_over:
            break
        state = match.session.state
        move = wanted(state, dice)
        place = match.session.ply
        hands.play(move)
        if isinstance(driver.top, Question):
            driver.click("answer1")
            driver.settle()
        assert match.session.ply > place, move
        assert match.session.moves[-1] == move or isinstance(move, End)


def test_a_blind_draw_asks_first(sit_down):
    driver, match = sit_at(sit_down)
    deck = Spot("deck")
    driver.click(pixel(driver.top.view, deck))
    assert isinstance(driver.top, Question)
    driver.click("answer0")
    driver.settle()
    assert match.session.ply == 0
    driver.click(pixel(driver.top.view, deck))
    driver.click("answer1")
    driver.settle()
    assert match.session.moves == (Draw(),)
    assert not match.can_undo


def test_the_steps_of_a_turn_are_taken_back_one_by_one(sit_down):
    driver, match = sit_at(sit_down)
    first = match.session.state
    take = next(move for move in first.legal_moves() if isinstance(move, Take))
    Mouse(driver).play(take)
    assert match.session.state != first
    driver.key("ctrl+z")
    driver.settle()
    assert match.session.state == first
    view = driver.top.view
    assert dict(view.stage.poses()) == view.layout(view.state)


def test_the_hand_goes_to_the_next_player_only_under_the_curtain(sit_down):
    driver, match = sit_at(sit_down, "classic", seats=(ANNA, Seat("Ben"), Seat("Zoë")), first=0)
    hands = [set(seat.prophecies) for seat in match.session.state.seats]
    assert isinstance(driver.top, Curtain)
    driver.key("return")
    driver.settle()
    view = driver.top.view
    assert view.host.viewer == 1
    while match.actor == 1:
        move = match.session.state.legal_moves()[0]
        Fingers(driver).play(move)
        if not isinstance(driver.top, Curtain):
            assert not hands[2] & {name for name, _ in view.stage.poses()}
            assert view.host.viewer == 1
    assert isinstance(driver.top, Curtain)
    driver.key("return")
    driver.settle()
    assert view.host.viewer == 2
    assert hands[2] <= {name for name, _ in view.stage.poses()}
    assert not hands[1] & {name for name, _ in view.stage.poses()}


def test_the_table_fits_the_window_whatever_its_shape(sit_down):
    driver, match = sit_at(sit_down, "sacrifice", seats=(ANNA, Seat("Ben")), size=(1024, 600), first=0)
    if isinstance(driver.top, Curtain):
        driver.key("return")
        driver.settle()
    for size in ((600, 1024), (1024, 600)):
        driver.resize(size)
        driver.settle()
        view = driver.top.view
        assert driver.top.places.cloth.contains(view.rect)
        assert dict(view.stage.poses()) == view.layout(view.state)
    assert not match.is_over


def test_escape_puts_the_others_things_away_before_it_opens_the_menu(sit_down):
    driver, _ = sit_at(sit_down, "classic", seats=(ANNA, Seat(name="Ben")))
    driver.key("return")
    driver.settle()
    driver.click("do_others")
    board = driver.top
    assert board.view.hands.choice.opened == 1
    driver.key("escape")
    driver.settle()
    assert driver.top is board
    assert board.view.hands.choice.opened is None
    driver.key("escape")
    driver.settle()
    assert isinstance(driver.top, PauseMenu)
