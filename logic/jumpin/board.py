"""The board of JumpIN’ and positions on it as bit sets: holes, fox lines, what follows from them, and rows of text.

A position's text is its rows joined by ``/``; the canonical text is the least of all its images.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NamedTuple

from logic.core import Cell, Message

SMALLEST, LARGEST = 3, 7
"""The least and the greatest number of rows or columns."""


class Jump(NamedTuple):
    """A possible jump of a rabbit: from one cell, over all those between, to another, as bits."""

    start: int
    between: int
    target: int


Symmetry = tuple[int, ...]
"""The index of the image of each cell, by the cell's index."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a puzzle: ``rows`` by ``cols`` cells, some of them holes, with lines for the foxes.

    A cell's index is ``row * cols + col``; its bit is ``1 << index``. Foxes lie along ``fox_rows`` and ``fox_cols``,
    which contain no hole. Raises ValueError naming the field.
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

    def as_params(self) -> dict[str, Any]:
        """The board's fields as params of a game."""
        return {name: getattr(self, name) for name in GROUND}

    @property
    def size(self) -> int:
        return self.rows * self.cols

    @property
    def hole_mask(self) -> int:
        return self.mask(self.holes)

    def index(self, cell: Cell) -> int:
        return cell.row * self.cols + cell.col

    def cell(self, index: int) -> Cell:
        return Cell(*divmod(index, self.cols))

    def mask(self, cells: Iterator[Cell] | tuple[Cell, ...] | frozenset[Cell]) -> int:
        return sum(1 << self.index(cell) for cell in set(cells))

    def cells_of(self, mask: int) -> tuple[Cell, ...]:
        """The cells of a bit set, in row-major order."""
        return tuple(self.cell(i) for i in range(self.size) if mask >> i & 1)


Fox = tuple[Cell, bool]
"""The first cell of a fox, the upper or left one, and whether it lies along a row."""
GROUND = tuple(field.name for field in fields(Board))
"""The names of the params that describe the board."""
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
    """All possible jumps, 120 on the standard board: between two cells of a line with at least one between them."""
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
    """The jumps that start at each cell, by its index."""
    return tuple(tuple(jump for jump in jumps(board) if jump.start == 1 << index) for index in range(board.size))


@cache
def fox_tracks(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each fox line, rows first, the bits of every possible place of a fox, from the left or the top."""
    all_lines = lines(board)
    tracks = [all_lines[row] for row in board.fox_rows] + [all_lines[board.rows + col] for col in board.fox_cols]
    return tuple(tuple(1 << a | 1 << b for a, b in itertools.pairwise(track)) for track in tracks)


def fox_cells(first: Cell, level: bool) -> tuple[Cell, Cell]:
    """Both cells of a fox, given its first cell and whether it lies along a row."""
    return first, Cell(first.row, first.col + 1) if level else Cell(first.row + 1, first.col)


@cache
def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """The symmetries that keep size, holes and fox lines, identity first; eight on the standard board."""
    found = []
    for turned in (False, True) if board.rows == board.cols else (False,):
        for upside_down in (False, True):
            for mirrored in (False, True):
                image = tuple(_image(board, board.cell(i), turned, upside_down, mirrored) for i in range(board.size))
                if image not in found and _is_symmetric(board, image):
                    found.append(image)
    return tuple(found)


def _image(board: Board, cell: Cell, turned: bool, upside_down: bool, mirrored: bool) -> int:
    row, col = (cell.col, cell.row) if turned else cell
    return board.index(Cell(board.rows - 1 - row if upside_down else row, board.cols - 1 - col if mirrored else col))


def _is_symmetric(board: Board, image: Symmetry) -> bool:
    tracks = set(fox_tracks(board))
    moved = {tuple(sorted(move(image, place) for place in track)) for track in tracks}
    return move(image, board.hole_mask) == board.hole_mask and moved == {tuple(sorted(track)) for track in tracks}


def move(image: Symmetry, mask: int) -> int:
    """The image of a bit set."""
    result = 0
    while mask:
        lowest = mask & -mask
        result |= 1 << image[lowest.bit_length() - 1]
        mask ^= lowest
    return result


FOX_LETTERS = "fFgGh"
"""The letters of foxes in texts, in the order of the foxes' first cells; two foxes are ``f`` and ``F``."""
MOST_FOXES = len(FOX_LETTERS)
LONGEST = 200
"""Characters of a text that are parsed."""


class PositionError(ValueError):
    """A malformed position text; ``row`` and ``col`` count from 0, ``message`` says what was expected there."""

    def __init__(self, row: int, col: int, message: Message) -> None:
        self.row = row
        self.col = col
        self.message = Message("Row {row}, column {col}: {why}", row=row, col=col, why=message)
        super().__init__(str(self.message))


@dataclass(frozen=True, slots=True)
class Position:
    """A position as bit sets: ``foxes`` has the two bits of each fox, in the order of :func:`sorted_foxes`."""

    rabbits: int
    mushrooms: int
    foxes: tuple[int, ...] = ()

    @property
    def occupied(self) -> int:
        """The bits of all occupied cells."""
        return self.rabbits | self.mushrooms | sum(self.foxes)


def parse(text: str, board: Board = STANDARD) -> Position:
    """Parse a position; raise PositionError with the first fault by row and column."""
    rows = text[:LONGEST].split("/")
    for number, row in enumerate(rows):
        _check_row(row, number, board)
    if len(rows) != board.rows:
        raise PositionError(len(rows) if len(rows) < board.rows else board.rows, 0,
                            Message("{n} rows joined by “/” were expected.", n=board.rows))  # fmt: skip
    letters = "".join(rows)
    found: dict[str, int] = {}
    for i, letter in enumerate(letters):
        found[letter] = found.get(letter, 0) | 1 << i
    foxes = [_fox(letter, mask, board) for letter, mask in found.items() if letter in FOX_LETTERS]
    if "R" not in found:
        raise PositionError(0, 0, Message("at least one rabbit “R” was expected on the board."))
    return Position(found["R"], found.get("M", 0), sorted_foxes(foxes))


def _check_row(row: str, number: int, board: Board) -> None:
    for col, letter in enumerate(row[: board.cols]):
        if number < board.rows and letter not in ".RM" and letter not in FOX_LETTERS:
            raise PositionError(number, col, Message("“.”, “R”, “M” or a fox’s letter was expected."))
    if number < board.rows and len(row) != board.cols:
        raise PositionError(number, min(len(row), board.cols), Message("{n} cells were expected.", n=board.cols))


def _fox(letter: str, mask: int, board: Board) -> int:
    if any(mask in track for track in fox_tracks(board)):
        return mask
    first = board.cell((mask & -mask).bit_length() - 1)
    raise PositionError(
        first.row, first.col, Message("the fox “{letter}” must lie on two cells of a fox line.", letter=letter)
    )


def sorted_foxes(foxes: Iterable[int]) -> tuple[int, ...]:
    """Sort foxes by their first cells in row-major order."""
    return tuple(sorted(foxes, key=lambda fox: fox & -fox))


def show(position: Position, board: Board = STANDARD) -> str:
    """Format a position; its foxes are lettered in the row-major order of their first cells."""
    letters = ["."] * board.size
    pieces = [("R", position.rabbits), ("M", position.mushrooms)]
    pieces += zip(FOX_LETTERS, sorted_foxes(position.foxes), strict=False)
    for letter, mask in pieces:
        for i in range(board.size):
            if mask >> i & 1:
                letters[i] = letter
    cols = board.cols
    return "/".join("".join(letters[row * cols : (row + 1) * cols]) for row in range(board.rows))


def turned(position: Position, image: Symmetry) -> Position:
    foxes = sorted_foxes(move(image, fox) for fox in position.foxes)
    return Position(move(image, position.rabbits), move(image, position.mushrooms), foxes)


def canonical(text: str, board: Board = STANDARD) -> str:
    """The smallest text among a position's images under the board's symmetries; raises PositionError."""
    cells = show(parse(text, board), board).replace("/", "")
    smallest = min(_relettered(_moved(cells, image)) for image in symmetries(board))
    return "/".join(smallest[at : at + board.cols] for at in range(0, board.size, board.cols))


def _moved(cells: str, image: Symmetry) -> str:
    """The letters moved to the images of their cells."""
    moved = [""] * len(cells)
    for target, letter in zip(image, cells, strict=True):
        moved[target] = letter
    return "".join(moved)


def _relettered(cells: str) -> str:
    """Rename the foxes' letters in order of appearance."""
    foxes = sorted((letter for letter in FOX_LETTERS if letter in cells), key=cells.index)
    return cells.translate(str.maketrans("".join(foxes), FOX_LETTERS[: len(foxes)]))
