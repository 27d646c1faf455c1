"""The turf that the meadow is drawn upon: a surface, and where and how large the squares lie on it."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.squares import Squares
from sprites.kit import Kit


@dataclass(frozen=True, slots=True)
class Turf:
    """A surface with squares on it, each of which measures ``cell`` pixels."""

    surface: pygame.Surface
    kit: Kit
    squares: Squares
    cell: float

    @property
    def side(self) -> int:
        """The side of a square in whole pixels: figures are baked for it."""
        return whole(self.cell)

    def lay(self, picture: pygame.Surface, x: float, y: float) -> None:
        """Draw a picture around a place, in squares."""
        self.surface.blit(picture, picture.get_rect(center=self.squares.to_pixels(x, y)))


def whole(cell: float) -> int:
    """Give the side for which figures are baked that stand on squares of that side."""
    return max(4, round(cell))
