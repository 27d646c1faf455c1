"""The sharing code of a puzzle: a few letters that hold its whole position, short enough to be typed.

The position is one whole number: how many foxes, which of all places they lie on, and whether each other cell is free,
a rabbit’s or a mushroom’s. Of another board than the published one the number holds size, holes and fox lines too.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb

from logic.codes import LETTER_BITS, CodeError, Spelt, spelt
from logic.core import Message
from logic.jumpin.board import LARGEST, SMALLEST, STANDARD, Board, fox_tracks
from logic.jumpin.position import MOST_FOXES, Position, in_order, parse, show

SHORT = 9
"""Letters for a position on the published board, the check letter not counted; any other board takes more."""


def encode(position: str, board: Board = STANDARD) -> str:
    """Give the code of a position in groups of five letters, ten on the published board; raises PositionError."""
    board = tidied(board)
    number, size = _packed(parse(position, board), board)
    length = SHORT
    if board != STANDARD:
        ground, room = _packed_board(board)
        number, size = ground + room * number, room * size
        length = max(SHORT + 1, -(-(size - 1).bit_length() // LETTER_BITS))
    return str(Spelt(number, length))


def decode(text: str) -> tuple[str, Board]:
    """Give the position that a code holds, and its board, holes and lines sorted; raises CodeError."""
    code = spelt(text, SHORT)
    nonsense = CodeError(Message("No puzzle has this code."))
    try:
        board, number = (STANDARD, code.number) if code.length == SHORT else _unpacked_board(code.number)
        position = show(_unpacked(number, board), board)
        if encode(position, board) != str(code):
            raise nonsense
    except ValueError:
        raise nonsense from None
    return position, board


def tidied(board: Board) -> Board:
    """Give the same board with its holes and fox lines sorted."""
    rows, cols = tuple(sorted(board.fox_rows)), tuple(sorted(board.fox_cols))
    return replace(board, holes=tuple(sorted(board.holes)), fox_rows=rows, fox_cols=cols)


# -- positions as numbers


def _packed(position: Position, board: Board) -> tuple[int, int]:
    """Give the number of a position, and one that no number of a position on this board reaches."""
    places = [place for track in fox_tracks(board) for place in track]
    foxes = sorted(places.index(fox) for fox in position.foxes)
    number = 0
    for cell in _free(board, position.foxes):
        number = 3 * number + (position.rabbits >> cell & 1) + 2 * (position.mushrooms >> cell & 1)
    laid = sum(comb(place, k) for k, place in enumerate(foxes, 1))
    largest = max(comb(len(places), some) * 3 ** (board.size - 2 * some) for some in range(MOST_FOXES + 1))
    number = number * comb(len(places), len(foxes)) + laid
    return number * (MOST_FOXES + 1) + len(foxes), largest * (MOST_FOXES + 1)


def _unpacked(number: int, board: Board) -> Position:
    """Give the position with that number, or some other where there is none; ValueError where there cannot be one."""
    places = [place for track in fox_tracks(board) for place in track]
    number, count = divmod(number, MOST_FOXES + 1)
    if count > len(places):
        raise ValueError("foxes: more than there are places")
    number, laid = divmod(number, comb(len(places), count))
    foxes: list[int] = []
    for k in range(count, 0, -1):
        place = next(place for place in reversed(range(len(places))) if comb(place, k) <= laid)
        laid -= comb(place, k)
        foxes.append(places[place])
    rabbits = mushrooms = 0
    for cell in reversed(_free(board, foxes)):
        number, what = divmod(number, 3)
        rabbits |= (what == 1) << cell
        mushrooms |= (what == 2) << cell
    return Position(rabbits, mushrooms, in_order(foxes))


def _free(board: Board, foxes: list[int] | tuple[int, ...]) -> list[int]:
    """Give the cells that no fox covers."""
    covered = 0
    for fox in foxes:
        covered |= fox
    return [cell for cell in range(board.size) if not covered >> cell & 1]


# -- boards as numbers

SIZES = LARGEST - SMALLEST + 1


def _packed_board(board: Board) -> tuple[int, int]:
    """Give the number of a board, and one that no number of a board of its size reaches."""
    number, room = (board.rows - SMALLEST) + SIZES * (board.cols - SMALLEST), SIZES * SIZES
    lines = [sum(1 << line for line in some) for some in (board.fox_rows, board.fox_cols)]
    for bits, width in ((board.hole_mask, board.size), (lines[0], board.rows), (lines[1], board.cols)):
        number, room = number + room * bits, room << width
    return number, room


def _unpacked_board(number: int) -> tuple[Board, int]:
    """Give the board that a number begins with, and the rest; raises ValueError."""
    number, rows = divmod(number, SIZES)
    number, cols = divmod(number, SIZES)
    rows, cols = rows + SMALLEST, cols + SMALLEST
    found: list[list[int]] = []
    for width in (rows * cols, rows, cols):
        found.append([i for i in range(width) if number >> i & 1])
        number >>= width
    plain = Board(rows, cols, STANDARD.holes[:1], (), ())
    holes = tuple(plain.cell(hole) for hole in found[0])
    return Board(rows, cols, holes, tuple(found[1]), tuple(found[2])), number
