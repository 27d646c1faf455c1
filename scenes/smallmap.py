"""The small map of a board that is larger than its window: where it lies, which place it means, and how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import pygame

from logic.core import Cell
from scenes.squares import Point
from sprites.input import Pos
from sprites.materials import MARGIN, panel

if TYPE_CHECKING:
    from scenes.camera import Camera

SIDE = 150
SHARE = 0.3
"""The longer side of the map in units, and its greatest share of what is seen."""
AIR = 16
FRAME = MARGIN["panel"] + 6
"""Units around the map for its frame of leather and the shadow of that."""
CORNERS = ("bottomright", "bottomleft", "topright", "topleft")
"""Where the map may lie, best first."""
WIDER = 4
"""By so many units the place in which a hand means the map is wider and higher than the map."""


class SmallMap:
    """The map in a corner of a camera's window; ``rect`` is its place, None while all of the board is seen."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._corner = CORNERS[0]

    # -- places

    @property
    def rect(self) -> pygame.Rect | None:
        """The place of the map in pixels of the screen."""
        return None if self._camera.shows_all else self._in(self._corner)

    @property
    def depth(self) -> int:
        """How far the map reaches up from the edge of the window."""
        return self._size()[1] + self._camera.kit.px(AIR)

    def _size(self) -> tuple[int, int]:
        camera = self._camera
        longest = min(camera.kit.px(SIDE), round(SHARE * min(camera.window.size)))
        scale = longest / max(camera.cols, camera.rows)
        return max(1, round(camera.cols * scale)), max(1, round(camera.rows * scale))

    def _in(self, corner: str) -> pygame.Rect:
        air = 2 * self._camera.kit.px(AIR)
        room = self._camera.window.inflate(-air, -air)
        rect = pygame.Rect((0, 0), self._size())
        setattr(rect, corner, getattr(room, corner))
        return rect

    def keep_clear(self, needed: Sequence[Cell], wanted: Sequence[Cell] = ()) -> None:
        """Lay the map where it hides no square that is needed, and if may be none of the others.

        It stays where it is for as long as it can, and while the sight moves.
        """
        if self._camera.shows_all or self._camera.is_moved:
            return
        corners = (self._corner, *CORNERS)
        fair = [corner for corner in corners if self._is_clear(corner, needed)]
        best = [corner for corner in fair if self._is_clear(corner, wanted)]
        self._corner = next(iter((*best, *fair, CORNERS[0])))

    def _is_clear(self, corner: str, cells: Sequence[Cell]) -> bool:
        frame = 2 * self._camera.kit.px(FRAME)
        squares = [self._camera.cell_rect(cell) for cell in cells]
        return self._in(corner).inflate(frame, frame).collidelist(squares) < 0

    # -- hands

    def holds(self, pos: Pos) -> bool:
        """Tell whether a place of the screen is on the map."""
        rect, more = self.rect, self._camera.kit.px(WIDER)
        return rect is not None and rect.inflate(more, more).collidepoint(pos)

    def meant_by(self, pos: Pos) -> Point | None:
        """Give the place of the board, in squares, that a place on the map or beside it means; None without a map."""
        rect = self.rect
        if rect is None:
            return None
        x, y = (pos[0] - rect.left) / rect.width, (pos[1] - rect.top) / rect.height
        return min(max(x, 0), 1) * self._camera.cols, min(max(y, 0), 1) * self._camera.rows

    # -- picture

    def draw(self, surface: pygame.Surface, squares: pygame.Surface,
             marks: Iterable[tuple[Cell, pygame.typing.ColorLike]] = ()) -> None:  # fmt: skip
        """Draw the map: ``squares`` has a pixel for each square of the board; marks stand out on it."""
        rect, kit = self.rect, self._camera.kit
        if rect is None:
            return
        around, colours = 2 * kit.px(FRAME), kit.theme.colours
        frame = rect.inflate(around, around)
        surface.blit(panel(kit, frame.size, "panel"), frame)
        surface.fill(colours.shadow, rect.inflate(2, 2))
        surface.blit(pygame.transform.scale(squares, rect.size), rect)
        scale = rect.width / self._camera.cols, rect.height / self._camera.rows
        reach = max(kit.px(2), scale[0] * 0.5)
        for cell, colour in marks:
            middle = rect.left + (cell.col + 0.5) * scale[0], rect.top + (cell.row + 0.5) * scale[1]
            pygame.draw.aacircle(surface, colours.shadow, middle, reach + kit.px(1))
            pygame.draw.aacircle(surface, colour, middle, reach)
        self._draw_frame(surface, rect, scale)

    def _draw_frame(self, surface: pygame.Surface, rect: pygame.Rect, scale: Point) -> None:
        """Draw what the window shows of the board as a frame on the map."""
        camera = self._camera
        left, top = camera.to_units(camera.window.topleft)
        right, bottom = camera.to_units(camera.window.bottomright)
        seen = pygame.Rect(rect.left + left * scale[0], rect.top + top * scale[1],
                           (right - left) * scale[0], (bottom - top) * scale[1]).clip(rect)  # fmt: skip
        wide, bend = max(1, camera.kit.px(1.5)), camera.kit.px(3)
        pygame.draw.rect(surface, camera.kit.theme.colours.shadow, seen.inflate(2, 2).clip(rect), 1, bend)
        pygame.draw.rect(surface, camera.kit.theme.colours.focus, seen, wide, bend)
