"""Where the labyrinth lies: the frame with its arrows, the tray beside or below it, and the tiles that never move."""

from __future__ import annotations

from collections.abc import Hashable

import pygame

from logic.core import State as AnyState
from logic.labyrinth import Arrow, State
from scenes.labyrinth_paint import Paint
from scenes.squares import Point
from scenes.view import GameView
from sprites import labyrinth_art as art
from sprites.sound import SoundBank
from sprites.ui import Kit

TRAY, GAP = 1.4, 0.14
"""The side of the tray, and how far it is from the frame, in cells."""


class LabyrinthGround(GameView):
    """The board with its tray in a rectangle of the window."""

    margin = art.RIM
    cloth = "#22335f"

    state: State

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        self.rows = self.cols = state.params.size
        self._beside = True
        self._paint = Paint(kit, 1.0)
        super().__init__(kit, sound, state, viewer)
        self._room = self.rect

    @property
    def aspect(self) -> float:
        """Width by height of board, rim and tray."""
        width, height = self._extent(beside=self._beside)
        return width / height

    @property
    def tallness(self) -> float:
        """How much higher than wide the board is with its tray below."""
        width, height = self._extent(beside=False)
        return height / width

    def _extent(self, *, beside: bool) -> Point:
        """Give the width and the height of it all, in cells."""
        side = self.cols + 2 * art.RIM
        return (side + GAP + TRAY, side) if beside else (side, side + GAP + TRAY)

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self._paint = Paint(kit, self.cell)

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle, the tray beside or below the board, whichever leaves it larger."""
        self._room = rect
        fits = {}
        for beside in (True, False):
            width, height = self._extent(beside=beside)
            fits[beside] = min(rect.width / width, rect.height / height)
        self._beside = fits[True] >= fits[False]
        # Whole pixels, so that no joint between tiles is wider than another.
        self.cell = float(max(1, int(fits[self._beside])))
        self.margin = round(art.RIM * self.cell) / self.cell
        width, height = self._extent(beside=self._beside)
        self.rect = pygame.Rect(0, 0, round(self.cell * width), round(self.cell * height))
        self.rect.center = rect.center
        self._paint = Paint(self.kit, self.cell)

    @property
    def tray(self) -> Point:
        """The middle of the tray, in cells."""
        far, middle = self.cols + art.RIM + GAP + TRAY / 2, self.cols / 2
        return (far, middle) if self._beside else (middle, far)

    def arrow_place(self, arrow: Arrow) -> Point:
        """Give the middle of an arrow, in cells."""
        return art.arrow_place(arrow.row, arrow.col, arrow.side)

    @property
    def ground(self) -> Hashable:
        """What never moves: the frame with its arrows, the tray, and the fixed tiles with the starts."""
        params = self.state.params
        return params.layout, params.arrows, params.starts, self._beside

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the frame, the tray and the fixed tiles."""
        params, kit = self.state.params, self.kit
        frame = pygame.Rect(self.rect.topleft, art.size_of(self.rows, self.cols, self.cell))
        art.lay_board(surface, kit, self.rows, self.cols, self.cell, frame, params.arrows)
        size = round(TRAY * self.cell)
        tray = art.tray(kit, (size, size), self._paint.side)
        surface.blit(tray, tray.get_rect(center=self.to_pixels(*self.tray)))
        seats = {cell: seat for seat, cell in enumerate(params.starts)}
        for cell, tile in params.fixed_tiles.items():
            surface.blit(self._paint.fixed(tile, seats.get(cell)), self.cell_rect(cell))
