"""Helpers of the board screen's tests: people at the board, and input that lays an L."""

import pygame

from logic.core import Cell
from logic.lgame.rules import Placement, Shift
from scenes.app.app import Scene
from scenes.app.page import Question
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.teaching import open_guided_game
from scenes.board.turn import HEIGHT
from tests.support.hands import moves as movehands
from tests.support.seats.match import ANNA, BEN, first_move, setup_of
from tests.support.seats.seating import BoardStory, sit_before


def sit_at(new_driver, *seats, size=(1024, 600), language="en", scale=1.0, **options):
    """Sit down at a board of the L-Game."""
    setup = setup_of(*(seats or (ANNA, BEN)), **options)
    driver, _ = sit_before(new_driver, setup, size, language, scale, rest=0.3)
    return driver


def sit_at_lesson(new_driver, name, size=(1280, 720)):
    driver = new_driver(size, at=Scene)
    assert open_guided_game(driver.app, name)
    driver.settle()
    return driver


def board_of(driver) -> BoardScene:
    """The board, whatever lies over it."""
    return next(scene for scene in driver.app.stack.scenes if isinstance(scene, BoardScene))


def match_of(driver) -> Match:
    return board_of(driver).match


def give_up(driver) -> str:
    """Give up by the menu; return the question asked before."""
    driver.strike("escape")
    question = driver.tap("give_up")
    assert isinstance(question, Question)
    driver.click("answer1")
    return str(question.text)


def is_crossing(driver):
    """Return whether the bright edge of a player's ribbon stands on the cloth."""
    driver.frame(dt=0.0)
    cloth, app = driver.top.layout.cloth, driver.app
    edge = (cloth.left + app.px(40), cloth.centery - app.px(HEIGHT) // 2 + 1)
    seen = driver.surface.get_at(app.orientation.to_window(edge))
    return seen in [pygame.Color(look.light) for look in app.theme.players]


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


PLAYS = BoardStory.STEPS | {
    "lay": lambda story: Mouse(story.driver).play(first_move(story.match)),
    "shift": lambda story: Mouse(story.driver).play(
        next(move for move in story.match.session.state.legal_moves() if isinstance(move, Shift))
    ),
}
"""Steps of a story at the board of an L-Game, where the mouse makes the moves."""
