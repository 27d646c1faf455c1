"""Helpers of the hostile tests: a small window, a monkey, and a board for Stone Dragon."""

import pygame
import pytest

from logic.registry import new_setup
from logic.session import Seat
from logic.storage.settings import Settings
from scenes.cabinet.shelf import ShelfScene
from tests.support.positions.dragon import file_text
from tests.support.seats.app import new_driver  # noqa: F401 - a fixture

SMALL = (640, 480)


@pytest.fixture
def seated(new_driver):  # noqa: F811
    """A user in front of a small window, with the shelf open and animations hurried."""

    def begin_there():
        driver = new_driver(SMALL, settings=Settings(ui_scale=0.75, reduced_motion=True))
        driver.push(ShelfScene(driver.app))
        return driver

    return begin_there


def setup_of(text, variant="adventure", **chosen):
    return new_setup("dragon", variant, (Seat(name="Anna"),), 5, {"board": text, **chosen})


SECRET = file_text("Z;Z;D77;Z Z;Z;W;C91 Z;Z;L;T1,3", "N;N", 1)


# -- the monkey

KEYS = (
    "up", "down", "left", "right", "return", "space", "escape", "f10", "f1", "tab", "shift+tab", "ctrl+z", "ctrl+y",
    "ctrl+s", "ctrl++", "ctrl+-", "backspace", "delete", "home", "end", "h", "r", "shift+r", "f", "j", "i", "e", "w",
    "m", "l", "u", "1", "5", "+", "-",
)  # fmt: skip
BUTTONS = (
    "a", "b", "x", "y", "back", "start", "leftshoulder", "rightshoulder", "dpup", "dpdown", "dpleft", "dpright",
)  # fmt: skip
WINDOWS = ((640, 480), (800, 600), (480, 800))


class Monkey:
    """Presses everything at random."""

    def __init__(self, driver, dice):
        self.driver, self.dice = driver, dice

    def somewhere(self):
        """Return a point on a visible widget, or anywhere in the window."""
        width, height = self.driver.app.size
        there = [one.rect for one in self.driver.top.ui.walk() if one.visible and one.rect.width and one.rect.height]
        room = self.dice.choice(there) if there and self.dice.below(3) else pygame.Rect(0, 0, width, height)
        x, y = room.left + self.dice.below(room.width), room.top + self.dice.below(room.height)
        return min(max(x, 0), width - 1), min(max(y, 0), height - 1)

    def loose_finger(self):
        """Send a finger that goes down, moves or comes up without the rest of its gesture."""
        kind = self.dice.choice((pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP))
        self.driver.touch(kind, self.somewhere(), 1 + self.dice.below(3))

    def loose_button(self):
        hand = self.driver.press if self.dice.below(2) else self.driver.release
        hand(self.somewhere(), 1 + self.dice.below(3))

    def do(self):
        driver, dice = self.driver, self.dice
        actions = (
            *[lambda: driver.click(self.somewhere())] * 6,
            *[lambda: driver.key(dice.choice(KEYS))] * 4,
            *[lambda: driver.finger(self.somewhere(), self.somewhere())] * 2,
            lambda: driver.drag(self.somewhere(), self.somewhere()),
            lambda: driver.pad(dice.choice(BUTTONS)),
            lambda: driver.wheel(self.somewhere(), dice.below(7) - 3),
            lambda: driver.type(dice.choice(("a", "7", "ż", "/", "\0", "x" * 50))),
            lambda: driver.step(dice.below(12) / 60),
            lambda: driver.resize(dice.choice(WINDOWS)),
            self.loose_finger,
            self.loose_button,
        )
        dice.choice(actions)()
