"""Positions of JumpIN’ as text and back: rows, printed positions, and sharing codes."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from math import comb

from logic.core import Cell, Message, UserError
from logic.jumpin.board import (
    LARGEST,
    MOST_FOXES,
    SMALLEST,
    STANDARD,
    Board,
    Position,
    fox_tracks,
    parse,
    show,
    sorted_foxes,
)
from logic.jumpin.rules import COUNTED_IN_MOVES, State, begin
from logic.notation import LETTER_BITS, CodeError, DecodedCode, decode_code

LONGEST_PICTURE = 2_000
"""Characters of a printed position; no board needs as many."""
_NUMBERS = "((?: [0-9]{1,3})*)"
_HOLES = re.compile("holes((?: [0-9]{1,3},[0-9]{1,3})*)")
_FOX_ROWS, _FOX_COLS = re.compile(f"fox rows{_NUMBERS}"), re.compile(f"fox cols{_NUMBERS}")
_RABBITS, _FOXES = re.compile(f"rabbits{_NUMBERS}"), re.compile(f"foxes{_NUMBERS}")
_COUNTS = re.compile("([0-9]{1,9}) steps, ([0-9]{1,9}) moves")
_CHOSEN = re.compile(COUNTED_IN_MOVES)


class PictureError(UserError, ValueError):
    """A malformed printed position; names the line at fault, and what was expected there."""


def from_text(text: str) -> State:
    """The position that prints as ``text``; rows may also be joined by ``/``.

    The rows may be followed, in this order, by ``holes``, ``fox rows`` and ``fox cols`` of a custom board, the numbers
    of its ``rabbits`` and ``foxes`` in row-major order, the counts, and the chosen count. Raises PositionError or
    PictureError with the place of the first fault.
    """
    if len(text) > LONGEST_PICTURE:
        raise PictureError(Message("No more than {n} characters were expected.", n=LONGEST_PICTURE))
    return _Picture(text.strip().splitlines()).state()


class _Picture:
    """The lines of a printed position, read from first to last."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = [line.rstrip() for line in lines]
        self._at = 0

    def state(self) -> State:
        rows = self._rows()
        board = self._board(rows)
        state = begin("/".join(rows), board)
        rabbits = self._order(_RABBITS, len(state.rabbits))
        foxes = self._order(_FOXES, len(state.foxes))
        steps, moves = map(int, self._take(_COUNTS) or (0, 0))
        if steps < moves or (steps and not moves):
            self._at -= 1
            raise self._fault(Message("at least a step for each move, and none without a move, was expected."))
        metric = state.metric if self._take(_CHOSEN) is None else "moves"
        if self._at < len(self._lines):
            raise self._fault(Message("the end of the picture was expected."))
        return replace(
            state,
            rabbits=tuple(state.rabbits[place] for place in rabbits),
            foxes=tuple(state.foxes[place] for place in foxes),
            metric=metric,
            steps=steps,
            moves=moves,
        )

    def _rows(self) -> list[str]:
        """Consume the lines before the first that has a space or is a keyword; a single line may hold all rows."""
        rows = []
        while self._at < len(self._lines) and not self._lines[self._at].startswith(("holes", "rabbits", "foxes")):
            if " " in self._lines[self._at]:
                break
            rows += self._lines[self._at].split("/")
            self._at += 1
        return rows

    def _board(self, rows: list[str]) -> Board:
        at, holes = self._at, self._take(_HOLES)
        if holes is None:
            return STANDARD
        cells = tuple(Cell(*map(int, hole.split(","))) for hole in holes[0].split())
        lines = []
        for pattern, wanted in ((_FOX_ROWS, "fox rows"), (_FOX_COLS, "fox cols")):
            found = self._take(pattern)
            if found is None:
                raise self._fault(Message("“{words}” and their numbers were expected.", words=wanted))
            lines.append(tuple(map(int, found[0].split())))
        try:
            return Board(len(rows), max(map(len, rows), default=0), cells, *lines)
        except ValueError:
            self._at = at
            raise self._fault(Message("no board of that size has those burrows and fox lines.")) from None

    def _order(self, pattern: re.Pattern[str], count: int) -> list[int]:
        """The row-major index of each piece, by its number."""
        found = self._take(pattern)
        numbers = list(range(1, count + 1)) if found is None else list(map(int, found[0].split()))
        if sorted(numbers) != list(range(1, count + 1)):
            self._at -= 1
            raise self._fault(Message("each number from 1 to {n} was expected once.", n=count))
        return [numbers.index(number) for number in range(1, count + 1)]

    def _take(self, pattern: re.Pattern[str]) -> tuple[str, ...] | None:
        match = pattern.fullmatch(self._lines[self._at]) if self._at < len(self._lines) else None
        if match is None:
            return None
        self._at += 1
        return match.groups()

    def _fault(self, why: Message) -> PictureError:
        return PictureError(Message("Line {line}: {why}", line=self._at + 1, why=why))


SHORT = 9
"""Letters of a position on the published board, without the check letter; other boards take more."""


def encode(position: str, board: Board = STANDARD) -> str:
    """The code of a position in groups of five letters, ten on the published board; raises PositionError.

    >>> encode("...../M..../R...R/....M/.....")
    '00D0G-QHKM0'
    """
    return code_of(parse(position, board), board)


def code_of(position: Position, board: Board = STANDARD) -> str:
    """The code of a parsed position."""
    board = with_sorted_lists(board)
    number, size = _packed(position, board)
    length = SHORT
    if board != STANDARD:
        ground, room = _packed_board(board)
        number, size = ground + room * number, room * size
        length = max(SHORT + 1, -(-(size - 1).bit_length() // LETTER_BITS))
    return str(DecodedCode(number, length))


def decode(text: str) -> tuple[str, Board]:
    """The position of a code, and its board with holes and lines sorted; raises CodeError.

    >>> position, board = decode("00d0g qhkmo")
    >>> position, board == STANDARD
    ('...../M..../R...R/....M/.....', True)
    """
    code = decode_code(text, SHORT)
    nonsense = CodeError(Message("No puzzle has this code."))
    try:
        board, number = (STANDARD, code.number) if code.length == SHORT else _unpacked_board(code.number)
        position = show(_unpacked(number, board), board)
        if encode(position, board) != str(code):
            raise nonsense
    except ValueError:
        raise nonsense from None
    return position, board


@cache
def with_sorted_lists(board: Board) -> Board:
    """The same board with its holes and fox lines sorted."""
    rows, cols = tuple(sorted(board.fox_rows)), tuple(sorted(board.fox_cols))
    return replace(board, holes=tuple(sorted(board.holes)), fox_rows=rows, fox_cols=cols)


# -- positions as numbers


def _packed(position: Position, board: Board) -> tuple[int, int]:
    """The number of a position, and an exclusive upper bound for numbers of positions on this board."""
    places = _places(board)
    foxes = sorted(places.index(fox) for fox in position.foxes)
    number = 0
    for cell in _free(board, position.foxes):
        number = 3 * number + (position.rabbits >> cell & 1) + 2 * (position.mushrooms >> cell & 1)
    laid = sum(comb(place, k) for k, place in enumerate(foxes, 1))
    number = number * comb(len(places), len(foxes)) + laid
    return number * (MOST_FOXES + 1) + len(foxes), _room(board)


@cache
def _places(board: Board) -> tuple[int, ...]:
    """Every possible place of a fox, line by line."""
    return tuple(place for track in fox_tracks(board) for place in track)


@cache
def _room(board: Board) -> int:
    """An exclusive upper bound for numbers of positions on this board."""
    places = len(_places(board))
    largest: int = max(comb(places, some) * 3 ** (board.size - 2 * some) for some in range(MOST_FOXES + 1))
    return largest * (MOST_FOXES + 1)


def _unpacked(number: int, board: Board) -> Position:
    """The position with that number, or an arbitrary one if there is none; ValueError if that is impossible."""
    places = _places(board)
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
    return Position(rabbits, mushrooms, sorted_foxes(foxes))


def _free(board: Board, foxes: list[int] | tuple[int, ...]) -> list[int]:
    """The cells that no fox covers."""
    covered = 0
    for fox in foxes:
        covered |= fox
    return [cell for cell in range(board.size) if not covered >> cell & 1]


# -- boards as numbers

SIZES = LARGEST - SMALLEST + 1


def _packed_board(board: Board) -> tuple[int, int]:
    """The number of a board, and an exclusive upper bound for numbers of boards of its size."""
    number, room = (board.rows - SMALLEST) + SIZES * (board.cols - SMALLEST), SIZES * SIZES
    lines = [sum(1 << line for line in some) for some in (board.fox_rows, board.fox_cols)]
    for bits, width in ((board.hole_mask, board.size), (lines[0], board.rows), (lines[1], board.cols)):
        number, room = number + room * bits, room << width
    return number, room


def _unpacked_board(number: int) -> tuple[Board, int]:
    """The board at the start of a number, and the rest; raises ValueError."""
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
