"""The labyrinth before anybody enters it: fields, knights in their order, the entrance, how many must arrive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from logic.core import Cell

FieldKind = Literal["plain", "edible", "eternal", "mine", "teleport", "hole", "bricks", "teeth", "lair", "unseen"]
KnightKind = Literal["ordinary", "eater", "builder", "jumper"]
Direction = Literal["north", "east", "south", "west"]

DIRECTIONS: dict[Direction, tuple[int, int]] = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
"""Rows and columns to go, in the order in which everything lists them."""

STORE_OF: dict[KnightKind, FieldKind] = {"builder": "bricks", "eater": "teeth"}
"""The store in which a knight finds what he uses up."""

LONGEST_SIDE = 100
MOST_KNIGHTS = 100
LARGEST_NUMBER = 9999
"""What a file may ask for: rows and columns, knights, and every other number."""


@dataclass(frozen=True, slots=True)
class Field:
    """One square of a board. ``size`` is a hole's size or a store's capacity, ``target`` where a teleport leads.

    ``unseen`` stands in views only, and a view knows no target.
    """

    kind: FieldKind
    size: int = 0
    target: Cell | None = None


@dataclass(frozen=True, slots=True)
class Knight:
    """A knight as the file names him; ``most`` is what he begins with and never exceeds."""

    kind: KnightKind
    most: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """A labyrinth as its file describes it; cells count from 0 inside and from 1 in files and words."""

    height: int
    width: int
    fields: tuple[tuple[Field, ...], ...]
    entrance: Cell
    knights: tuple[Knight, ...]
    required: int

    def field(self, cell: Cell) -> Field:
        return self.fields[cell.row][cell.col]

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.row < self.height and 0 <= cell.col < self.width

    def cells(self) -> tuple[Cell, ...]:
        """All squares, row by row."""
        return tuple(Cell(row, col) for row in range(self.height) for col in range(self.width))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The edge neighbours that are on the board, in the order of the directions."""
        around = (toward(cell, direction) for direction in DIRECTIONS)
        return tuple(spot for spot in around if spot in self)


def toward(cell: Cell, direction: Direction, squares: int = 1) -> Cell:
    """The square so many squares away, on the board or off it."""
    down, right = DIRECTIONS[direction]
    return Cell(cell.row + down * squares, cell.col + right * squares)


def place_name(cell: Cell) -> str:
    """Name a square as files and players do: (row, column), both from 1."""
    return f"({cell.row + 1}, {cell.col + 1})"
