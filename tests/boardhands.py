"""What the tests of the board’s screen share: people who sit down at it, and the hands that lay an L."""

from __future__ import annotations

import pygame

from logic.core import Cell
from logic.lgame.rules import Lay, Placement, Shift, Stay
from scenes.app.app import Scene
from scenes.board.lessons import open_guided_game
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.lgame.reach import middle
from tests.matchhands import ANNA, BEN, setup_of
from tests.seating import BoardHands, sit_before


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


class Hand(BoardHands):
    """Plays moves of the L-Game."""

    def play(self, move) -> None:
        {Lay: self.lay, Shift: self.shift, Stay: lambda _move: self.end()}[type(move)](move)
        self.driver.settle()

    def cell(self, cell: Cell) -> tuple[int, int]:
        return self.view.cell_rect(cell).center

    @property
    def home(self) -> Placement:
        state = self.view.state
        return state.ls[state.player]

    def pixels(self, x: float, y: float) -> tuple[int, int]:
        left, top = self.view.to_pixels(x, y)
        return round(left), round(top)


class Mouse(Hand):
    """Drags; turns by the wheel, mirrors by the right button, presses the button on the screen."""

    def lay(self, move) -> None:
        driver, start = self.driver, self.cell(self.home.cells[0])
        driver.press(start)
        if move.placement.is_mirrored != self.home.is_mirrored:
            driver.press(start, pygame.BUTTON_RIGHT)
        for _ in range(4):
            if self.view.hands.lift.orientation != move.orientation:
                wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0)
                driver.frame(wheel)
        (right, down), (x, y) = self.view.hands.hand.offset, middle(move.placement)
        for share in (0.5, 1.0):
            target = self.pixels(x - right, y - down)
            driver.move(
                (round(start[0] + (target[0] - start[0]) * share), round(start[1] + (target[1] - start[1]) * share))
            )
        driver.release(target)

    def shift(self, move) -> None:
        start = self.view.state.neutrals[int(move.neutral[1])]
        self.driver.drag(self.cell(start), self.cell(move.target))

    def end(self) -> None:
        self.driver.click("end_turn")
