"""A position of JumpIN’ as text: five rows joined by ``/``, and of all its images the one that stands for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from logic.core import Message
from logic.jumpin.board import STANDARD, Board, Symmetry, fox_tracks, move, symmetries

FOX_LETTERS = "fFgGh"
"""What the cells of a fox are called, by the order of the foxes' first cells; two foxes are ``f`` and ``F``."""
MOST_FOXES = len(FOX_LETTERS)
LONGEST = 200
"""Letters of a text that are looked at."""


class PositionError(ValueError):
    """A text that is no position; ``row`` and ``col`` count from 0, ``message`` says what was expected there."""

    def __init__(self, row: int, col: int, message: Message) -> None:
        self.row = row
        self.col = col
        self.message = Message("Row {row}, column {col}: {why}", row=row, col=col, why=message)
        super().__init__(str(self.message))


@dataclass(frozen=True, slots=True)
class Position:
    """Where everything stands, as bits of the board: ``foxes`` each with the bits of its two cells, in their order."""

    rabbits: int
    mushrooms: int
    foxes: tuple[int, ...] = ()

    @property
    def occupied(self) -> int:
        """The bits of all cells that are not free."""
        return self.rabbits | self.mushrooms | sum(self.foxes)

    def is_solved(self, board: Board) -> bool:
        """Tell whether every rabbit sits in a hole."""
        return not self.rabbits & ~board.hole_mask


def parse(text: str, board: Board = STANDARD) -> Position:
    """Read a position; raise PositionError with the first fault by row and column."""
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
    return Position(found["R"], found.get("M", 0), in_order(foxes))


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


def in_order(foxes: Iterable[int]) -> tuple[int, ...]:
    """Sort foxes by their first cells in row-major order."""
    return tuple(sorted(foxes, key=lambda fox: fox & -fox))


def show(position: Position, board: Board = STANDARD) -> str:
    """Write a position; its foxes are lettered by the row-major order of their first cells."""
    letters = ["."] * board.size
    pieces = [("R", position.rabbits), ("M", position.mushrooms)]
    pieces += zip(FOX_LETTERS, in_order(position.foxes), strict=False)
    for letter, mask in pieces:
        for i in range(board.size):
            if mask >> i & 1:
                letters[i] = letter
    cols = board.cols
    return "/".join("".join(letters[row * cols : (row + 1) * cols]) for row in range(board.rows))


def turned(position: Position, image: Symmetry) -> Position:
    """The image of a position."""
    foxes = in_order(move(image, fox) for fox in position.foxes)
    return Position(move(image, position.rabbits), move(image, position.mushrooms), foxes)


def canonical(text: str, board: Board = STANDARD) -> str:
    """The smallest text among a position's images under the board's symmetries; raises PositionError.

    Source: rules/jumpin.md, “Engine facts”.
    """
    cells = show(parse(text, board), board).replace("/", "")
    smallest = min(_relettered(_moved(cells, image)) for image in symmetries(board))
    return "/".join(smallest[at : at + board.cols] for at in range(0, board.size, board.cols))


def _moved(cells: str, image: Symmetry) -> str:
    """The letters of all cells where their images are."""
    moved = [""] * len(cells)
    for target, letter in zip(image, cells, strict=True):
        moved[target] = letter
    return "".join(moved)


def _relettered(cells: str) -> str:
    """Letter the foxes by the order in which they come."""
    foxes = sorted((letter for letter in FOX_LETTERS if letter in cells), key=cells.index)
    return cells.translate(str.maketrans("".join(foxes), FOX_LETTERS[: len(foxes)]))
