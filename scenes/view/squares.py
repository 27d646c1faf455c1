"""Squares on the screen: places of a board turned into pixels and back, and a cursor that goes over them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

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
        """Turn a place in squares into pixels of the screen: x counts columns, y rows, the other way than in a cell."""

    @abstractmethod
    def to_units(self, pos: Point) -> Point:
        """Turn pixels of the screen into a place in squares, x before y."""

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """The place of a square in whole pixels of the screen; neighbours leave no gap."""
        left, top = self.to_pixels(cell.col, cell.row)
        right, bottom = self.to_pixels(cell.col + 1, cell.row + 1)
        return pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def square_around(self, x: float, y: float, side: float) -> pygame.Rect:
        """A square of so many pixels around a place in squares, x before y, in whole pixels of the screen."""
        return pygame.Rect(0, 0, round(side), round(side)).move_to(center=tuple(map(round, self.to_pixels(x, y))))

    def cell_at(self, pos: Pos) -> Cell | None:
        """The square under a place of the screen, in pixels; None beside the board."""
        return self.cell_of(self.to_units(pos))

    def cell_of(self, place: Point) -> Cell | None:
        """The square around a place in squares, x before y; None beside the board."""
        inside = 0 <= place[0] < self.cols and 0 <= place[1] < self.rows
        return Cell(int(place[1]), int(place[0])) if inside else None

    def middles(self) -> dict[Cell, Point]:
        """The middle of every square, in squares, x before y: where a cursor can go."""
        return {Cell(row, col): (col + 0.5, row + 0.5) for row in range(self.rows) for col in range(self.cols)}


Thing = TypeVar("Thing", bound=Hashable)

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""How far down and how far to the right each arrow points: rows first, as in a cell."""
ASIDE = 2.0
"""How much further a place seems to a cursor that has to go aside for it."""


def ahead(here: Point, places: Mapping[Thing, Point], down: int, right: int) -> Thing | None:
    """The nearest of the places that lie that way from here; None where there is none."""
    away = {}
    for thing, (x, y) in places.items():
        along = (x - here[0]) * right + (y - here[1]) * down
        aside = abs((x - here[0]) * down) + abs((y - here[1]) * right)
        if along > 0:
            away[thing] = along + ASIDE * aside
    return min(away, key=lambda thing: away[thing], default=None)


class Cursor(Generic[Thing]):
    """What keys and pad point at; nothing before they are used."""

    def __init__(self, at: Thing | None = None) -> None:
        self.at = at

    def step(self, places: Mapping[Thing, Point], down: int, right: int, start: Thing | None = None) -> bool:
        """Go to the nearest thing that way, from ``start`` where it is nowhere yet; false at the edge."""
        here = self.at if self.at is not None else start
        there = ahead(places[here], places, down, right) if here is not None else None
        self.at = there if there is not None else self.at
        return there is not None
