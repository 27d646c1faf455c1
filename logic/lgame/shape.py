"""The L as a shape: its eight orientations, where each may lie on the board, and which squares it fills.

Orientation 0, the base shape, stands upright with its foot to the right::

    X .
    X .
    X X

Orientations 0-3 are the base shape after that many quarter turns clockwise; 4-7 are the base shape mirrored
left to right *first* and then turned clockwise by 0-3 quarters. The anchor is the top left square of the box
around the four squares, whether the L fills it or not. An L has no symmetry of its own, so four squares have
exactly one name.
"""

from __future__ import annotations

from typing import NamedTuple

from logic.core import Cell

SIZE = 4
ORIENTATIONS = range(8)
_MIRRORED = 4
_BASE = ((0, 0), (1, 0), (2, 0), (2, 1))


class Placement(NamedTuple):
    """An L lying somewhere: how it is turned and mirrored, and the top left square of the box around it."""

    orientation: int
    anchor: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The four squares, row by row."""
        return cells(self.orientation, self.anchor)

    @property
    def quarters(self) -> int:
        """Quarter turns clockwise from the base shape, after mirroring."""
        return self.orientation % _MIRRORED

    @property
    def is_mirrored(self) -> bool:
        """Tell whether the base shape is mirrored left to right before it is turned."""
        return self.orientation >= _MIRRORED


def turned(orientation: int, quarters: int = 1) -> int:
    """Give the orientation after quarter turns clockwise as seen on the board; negative ones turn back."""
    return orientation // _MIRRORED * _MIRRORED + (orientation + quarters) % _MIRRORED


def mirrored(orientation: int) -> int:
    """Give the orientation after mirroring left to right as seen on the board."""
    return (_MIRRORED - orientation // _MIRRORED * _MIRRORED) + -orientation % _MIRRORED


def _outline(orientation: int) -> tuple[tuple[int, int], ...]:
    squares = [(row, -col) for row, col in _BASE] if orientation >= _MIRRORED else list(_BASE)
    for _ in range(orientation % _MIRRORED):
        squares = [(col, -row) for row, col in squares]
    top = min(row for row, _ in squares)
    left = min(col for _, col in squares)
    return tuple(sorted((row - top, col - left) for row, col in squares))


OUTLINES = tuple(_outline(orientation) for orientation in ORIENTATIONS)
"""The squares of each orientation, as (row, col) from its anchor."""


def cells(orientation: int, anchor: Cell) -> tuple[Cell, ...]:
    """Give the four squares of an L row by row; squares beyond the board are not refused here."""
    return tuple(Cell(anchor.row + row, anchor.col + col) for row, col in OUTLINES[orientation])


def _fits(placement: Placement) -> bool:
    return all(cell.row < SIZE and cell.col < SIZE for cell in placement.cells)


BOARD = tuple(Cell(row, col) for row in range(SIZE) for col in range(SIZE))
PLACEMENTS = tuple(
    placement for orientation in ORIENTATIONS for anchor in BOARD if _fits(placement := Placement(orientation, anchor))
)
"""All 48 ways to lie on the board, by orientation and then by anchor, row by row."""

SQUARES = {placement: frozenset(placement.cells) for placement in PLACEMENTS}
"""The squares of each placement as a set; a placement that is not a key leaves the board."""
