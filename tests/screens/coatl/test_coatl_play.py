"""Cóatl at the table: turns by mouse and fingers, each through the window’s own events; keys are those of any board."""

import pytest

from logic.coatl.moves import End, Pass
from logic.core import Dice
from logic.registry import new_setup
from logic.session.saving import Seat
from scenes.app.overlays import PauseMenu, Question
from tests.coatlhands import pixel, steps_of, wish
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


def wanted(state, dice):
    """A move of somebody who builds, uses tokens and takes a look at everything now and then."""
    moves = [move for move in state.legal_moves() if not isinstance(move, Pass) or len(state.legal_moves()) == 1]
    if dice.chance() < 0.25:
        return dice.choice(moves)
    wishes = [wish(state, move, dice) for move in moves]
    return moves[wishes.index(max(wishes))]


@pytest.mark.parametrize("kind", [Mouse, DraggingMouse, Fingers])
def test_turns_can_be_played_by_mouse_and_fingers(sit_down, kind):
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
