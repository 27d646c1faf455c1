"""What the tests of the board’s screen share: people who sit down at it, and the hands that lay an L."""

from __future__ import annotations

from logic.core import Cell
from logic.lgame.rules import Placement
from scenes.app.app import Scene
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.teaching import open_guided_game
from tests import movehands
from tests.matchhands import ANNA, BEN, setup_of
from tests.seating import sit_before


def sit_at(sit_down, *seats, size=(1024, 600), language="en", scale=1.0, guide=None, **options):
    """Sit down at a board of the L-Game."""
    setup = setup_of(*(seats or (ANNA, BEN)), **options)
    driver, _ = sit_before(sit_down, setup, size, language, scale, guide=guide, rest=0.3)
    return driver


def sit_at_lesson(sit_down, name, size=(1280, 720)):
    """Sit down at the guided first game of a game."""
    driver = sit_down(size)
    driver.push(Scene(driver.app))
    assert open_guided_game(driver.app, name)
    driver.settle()
    return driver


def match_of(driver) -> Match:
    board = next(scene for scene in driver.app.stack.scenes if isinstance(scene, BoardScene))
    return board.match


class Mouse(movehands.Mouse):
    """Drags; turns by the wheel, mirrors by the right button, presses the button on the screen."""

    def play(self, move) -> None:
        self.make("drags", move)
        self.driver.settle()

    def cell(self, cell: Cell) -> tuple[int, int]:
        return self.view.cell_rect(cell).center

    @property
    def home(self) -> Placement:
        state = self.view.state
        return state.ls[state.player]
