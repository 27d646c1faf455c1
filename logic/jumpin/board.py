"""The board of JumpIN’: its size, its holes, the lines that foxes keep to, and all that follows from those."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from logic.core import Cell

SMALLEST, LARGEST = 3, 7
"""Rows or columns that a board may have."""


class Jump(NamedTuple):
    """A way that a rabbit may jump: from one cell, over all those between, to another, as bits of a board."""

    start: int
    between: int
    target: int


Symmetry = tuple[int, ...]
"""Where each cell goes: the index of its image, by the index of the cell."""


@dataclass(frozen=True, slots=True)
class Board:
    """The ground of a puzzle: ``rows`` by ``cols`` cells, some of them holes, with lines for the foxes.

    A cell's index is ``row * cols + col``; its bit is ``1 << index``. Foxes lie along ``fox_rows`` and ``fox_cols``,
    where no hole is. Raises ValueError that names the field.
    """

    rows: int = 5
    cols: int = 5
    holes: tuple[Cell, ...] = (Cell(0, 0), Cell(0, 4), Cell(2, 2), Cell(4, 0), Cell(4, 4))
    fox_rows: tuple[int, ...] = (1, 3)
    fox_cols: tuple[int, ...] = (1, 3)

    def __post_init__(self) -> None:
        for name, size in (("rows", self.rows), ("cols", self.cols)):
            if not SMALLEST <= size <= LARGEST:
                raise ValueError(f"{name}: {SMALLEST} to {LARGEST}, please")
        if not self.holes or any(hole not in self for hole in self.holes) or len(set(self.holes)) < len(self.holes):
            raise ValueError("holes: cells of the board, at least one and each once, please")
        for name, lines, size in (("fox_rows", self.fox_rows, self.rows), ("fox_cols", self.fox_cols, self.cols)):
            if len(set(lines)) < len(lines) or any(not 0 <= line < size for line in lines):
                raise ValueError(f"{name}: lines of the board from 0, each once, please")
        if any(hole.row in self.fox_rows or hole.col in self.fox_cols for hole in self.holes):
            raise ValueError("holes: none on a line that foxes keep to, please")

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.row < self.rows and 0 <= cell.col < self.cols

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.rows * self.cols

    @property
    def hole_mask(self) -> int:
        """The bits of all holes."""
        return self.mask(self.holes)

    def index(self, cell: Cell) -> int:
        return cell.row * self.cols + cell.col

    def cell(self, index: int) -> Cell:
        return Cell(*divmod(index, self.cols))

    def mask(self, cells: Iterator[Cell] | tuple[Cell, ...] | frozenset[Cell]) -> int:
        return sum(1 << self.index(cell) for cell in set(cells))

    def cells_of(self, mask: int) -> tuple[Cell, ...]:
        """The cells of some bits, in row-major order."""
        return tuple(self.cell(i) for i in range(self.size) if mask >> i & 1)


STANDARD = Board()
"""The published board: five by five, holes in the corners and the centre, foxes on the lines 1 and 3."""


@cache
def lines(board: Board) -> tuple[tuple[int, ...], ...]:
    """All rows, then all columns, each as the indices of its cells."""
    cols = board.cols
    rows = tuple(tuple(range(row * cols, (row + 1) * cols)) for row in range(board.rows))
    return rows + tuple(tuple(range(col, board.size, cols)) for col in range(cols))


@cache
def jumps(board: Board) -> tuple[Jump, ...]:
    """All ways to jump, 120 on the standard board: between two cells of a line with one or more between them."""
    found = []
    for line in lines(board):
        for i, start in enumerate(line):
            for j, target in enumerate(line):
                if abs(i - j) > 1:
                    between = line[min(i, j) + 1 : max(i, j)]
                    found.append(Jump(1 << start, sum(1 << cell for cell in between), 1 << target))
    return tuple(found)


@cache
def jumps_from(board: Board) -> tuple[tuple[Jump, ...], ...]:
    """The jumps that begin at each cell, by its index."""
    return tuple(tuple(jump for jump in jumps(board) if jump.start == 1 << index) for index in range(board.size))


@cache
def fox_tracks(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each fox line, rows first, the bits of every place of a fox on it, from the left or the top."""
    all_lines = lines(board)
    tracks = [all_lines[row] for row in board.fox_rows] + [all_lines[board.rows + col] for col in board.fox_cols]
    return tuple(tuple(1 << a | 1 << b for a, b in itertools.pairwise(track)) for track in tracks)


def fox_cells(first: Cell, level: bool) -> tuple[Cell, Cell]:
    """Both cells of a fox by its first one, and whether it lies along a row."""
    return first, Cell(first.row, first.col + 1) if level else Cell(first.row + 1, first.col)


@cache
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The turns and flips that keep size, holes and fox lines; eight of the standard board, itself the first."""
    found = []
    for turned in (False, True) if board.rows == board.cols else (False,):
        for upside_down in (False, True):
            for mirrored in (False, True):
                image = tuple(_image(board, board.cell(i), turned, upside_down, mirrored) for i in range(board.size))
                if image not in found and _keeps(board, image):
                    found.append(image)
    return tuple(found)


def _image(board: Board, cell: Cell, turned: bool, upside_down: bool, mirrored: bool) -> int:
    row, col = (cell.col, cell.row) if turned else cell
    return board.index(Cell(board.rows - 1 - row if upside_down else row, board.cols - 1 - col if mirrored else col))


def _keeps(board: Board, image: Symmetry) -> bool:
    tracks = set(fox_tracks(board))
    moved = {tuple(sorted(move(image, place) for place in track)) for track in tracks}
    return move(image, board.hole_mask) == board.hole_mask and moved == {tuple(sorted(track)) for track in tracks}


def move(image: Symmetry, mask: int) -> int:
    """The bits of the images of some cells."""
    result = 0
    while mask:
        lowest = mask & -mask
        result |= 1 << image[lowest.bit_length() - 1]
        mask ^= lowest
    return result
