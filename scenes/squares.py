"""Squares on the screen: whatever turns places of a board into pixels and back can tell where each square lies."""

from __future__ import annotations

from abc import ABC, abstractmethod

import pygame

from logic.core import Cell
from sprites.input import Pos

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
