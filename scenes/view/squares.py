"""Squares on the screen: places of a board turned into pixels and back, and a cursor that goes over them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from typing import TypeVar

import pygame

from logic.core import Cell
from sprites.widgets.input import Pos

Point = tuple[float, float]


class Squares(ABC):
    """A board of so many rows and columns that is laid out on the screen."""

    rows: int
    cols: int

    @abstractmethod
    def to_pixels(self, x: float, y: float) -> Point:
        """Turn a place in squares into pixels of the screen."""

    @abstractmethod
    def to_units(self, pos: Point) -> Point:
        """Turn pixels of the screen into a place in squares."""

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """Give a square in pixels of the screen."""
        left, top = self.to_pixels(cell.col, cell.row)
        right, bottom = self.to_pixels(cell.col + 1, cell.row + 1)
        return pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def cell_at(self, pos: Pos) -> Cell | None:
        """Give the square under a place of the screen, or None beside the board."""
        x, y = self.to_units(pos)
        inside = 0 <= x < self.cols and 0 <= y < self.rows
        return Cell(int(y), int(x)) if inside else None


Thing = TypeVar("Thing", bound=Hashable)

ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""How far to the right and how far down each arrow points."""
ASIDE = 2.0
"""How much further a place seems to a cursor that has to go aside for it."""


def ahead(here: Point, places: Mapping[Thing, Point], right: int, down: int) -> Thing | None:
    """Give the nearest of the places that lie that way from here; None where there is none."""
    away = {}
    for thing, (x, y) in places.items():
        along = (x - here[0]) * right + (y - here[1]) * down
        aside = abs((x - here[0]) * down) + abs((y - here[1]) * right)
        if along > 0:
            away[thing] = along + ASIDE * aside
    return min(away, key=lambda thing: away[thing], default=None)
