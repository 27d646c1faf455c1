"""The meadow as it is set up: every line that foxes may keep to is trodden, and what the hand holds is lifted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame

from logic.core import Cell
from scenes.editortools import SquareCanvas
from scenes.jumpin_board import JumpinBoard
from sprites import jumpin_art as art
from sprites.input import Pointer, Pos
from sprites.jumpin_meadow import Rail

LIFTED = 1.0
"""How high a piece is in the hand."""


class DrawingBoard(JumpinBoard):
    """The picture of a drawing."""

    _lifted = ""

    @property
    def _rails(self) -> tuple[Rail, ...]:
        board = self.state.board
        return (*(Rail(True, row) for row in board.fox_rows), *(Rail(False, col) for col in board.fox_cols))

    def lift(self, piece: str, pos: Pos | None = None) -> None:
        """Hold a piece above a place of the window, or above its own."""
        self.put_down()
        self._lifted = piece
        home = self.stage.pose(piece)
        x, y = (home.x, home.y) if pos is None else self.to_units(pos)
        self.stage.hold(piece, replace(home, x=x, y=y, z=LIFTED))

    def put_down(self) -> None:
        """Let the piece that is held glide to its place."""
        if self._lifted:
            self.stage.release(self._lifted)
        self._lifted = ""


class MeadowCanvas(SquareCanvas):
    """The board as a canvas."""

    def __init__(
        self, view: DrawingBoard, key: str, on_point: Callable[[Pointer], bool], on_act: Callable[[str], bool]
    ) -> None:
        super().__init__(view.kit, key, on_point, on_act)
        self.view = view
        self.cursor: Cell | None = None

    def place(self, rect: pygame.Rect) -> None:
        """Show the board in that rectangle."""
        super().place(rect)
        self.view.place(rect)

    def focus_rect(self) -> pygame.Rect:
        """Give the board."""
        return self.view.rect

    def update(self, dt: float) -> bool:
        """Let the pieces settle."""
        return self.view.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board, and the cursor on it."""
        self.view.draw(surface)
        if self.cursor is not None and self.cursor in self.view.state.board:
            place = self.view.cell_rect(self.cursor)
            mark = art.target(self.kit, place.width, "cursor")
            surface.blit(mark, mark.get_rect(center=place.center))
