"""A labyrinth as its file describes it: fields, knights in their order, the entrance, how many must arrive.

Files are in the original format of the game; of a malformed one the first fault in reading order is reported by line
and column.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from logic.core import Cell, Message

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
    """One square of a board. ``size`` is a hole's size or a store's capacity, ``target`` a teleport's destination.

    ``unseen`` occurs in views only, and a view knows no target.
    """

    kind: FieldKind
    size: int = 0
    target: Cell | None = None


@dataclass(frozen=True, slots=True)
class Knight:
    """A knight as in the file; ``most`` is his initial supply, which he never exceeds."""

    kind: KnightKind
    most: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """A labyrinth; cells count from 0 here, and from 1 in files and texts."""

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
        return tuple(Cell(row, col) for row in range(self.height) for col in range(self.width))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The edge neighbours that are on the board, in the order of the directions."""
        return _neighbours(self.height, self.width, cell)


@lru_cache(maxsize=10_000)
def _neighbours(height: int, width: int, cell: Cell) -> tuple[Cell, ...]:
    """Kept, for who draws labyrinths from what is seen asks for them a thousand times a hint."""
    around = (toward(cell, direction) for direction in DIRECTIONS)
    return tuple(spot for spot in around if 0 <= spot.row < height and 0 <= spot.col < width)


def toward(cell: Cell, direction: Direction, squares: int = 1) -> Cell:
    """The square at a distance in a direction, on the board or off it."""
    down, right = DIRECTIONS[direction]
    return Cell(cell.row + down * squares, cell.col + right * squares)


def place_name(cell: Cell) -> str:
    """Name a square as files and players do: (row, column), both from 1."""
    return f"({cell.row + 1}, {cell.col + 1})"


FIELD_CODES: dict[str, FieldKind] = {
    "Z": "plain",
    "J": "edible",
    "W": "eternal",
    "M": "mine",
    "L": "lair",
    "T": "teleport",
    "D": "hole",
    "C": "bricks",
    "A": "teeth",
}
KNIGHT_CODES: dict[str, KnightKind] = {"N": "ordinary", "S": "jumper", "Z": "eater", "B": "builder"}
FIELD_LETTERS = {kind: letter for letter, kind in FIELD_CODES.items()}
KNIGHT_LETTERS = {kind: letter for letter, kind in KNIGHT_CODES.items()}
SIZED = ("hole", "bricks", "teeth")
SUPPLIED = ("eater", "builder")

_BLANKS = re.compile(r"[ \t]*")
_DIGITS = re.compile(r"[0-9]*")
_LINE_END = re.compile(r"\r?\n|\Z")
# Not possessive, which would do as well: groups that are take a sign too many before Python 3.11.5.
_BLANK_LINES = re.compile(r"(?:[ \t]*\r?\n)*")
_BYTE_ORDER_MARK = "\ufeff"


class BoardError(ValueError):
    """A malformed board file: the first fault, by line and column from 1, and what was expected there."""

    def __init__(self, line: int, column: int, message: Message) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line = line
        self.column = column
        self.message = message

    def __reduce__(self) -> tuple[type[BoardError], tuple[int, int, Message]]:
        return BoardError, (self.line, self.column, self.message)


class _Reader:
    """A position in the text that only moves forward and knows its line and column."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 1 if text.startswith(_BYTE_ORDER_MARK) else 0
        self._line = 1
        self._line_start = self._place

    def fault(self, message: Message) -> BoardError:
        """An error at this place of the file, to be raised by the caller."""
        return BoardError(self._line, self._place - self._line_start + 1, message)

    @property
    def sign(self) -> str:
        """The character here; nothing at the end of the text."""
        return self._text[self._place : self._place + 1]

    def take(self, signs: str, message: Message) -> str:
        """Go over one of these characters, or refuse what is here."""
        sign = self.sign
        if not sign or sign not in signs:
            raise self.fault(message)
        self._place += 1
        return sign

    def skip_blanks(self) -> None:
        self._place = _found(_BLANKS, self._text, self._place)

    def number(self, high: int = LARGEST_NUMBER) -> int:
        """Read a whole number from 1 on, without sign or leading zero."""
        end = _found(_DIGITS, self._text, self._place)
        digits = self._text[self._place : end]
        fits = 0 < len(digits) <= len(str(high)) and digits[0] != "0" and int(digits) <= high
        if not fits:
            raise self.fault(Message("A whole number from {low} to {high} was expected.", low=1, high=high))
        self._place = end
        return int(digits)

    def lone_number(self, high: int) -> int:
        """Read a number that stands alone, with the blanks around it."""
        self.skip_blanks()
        number = self.number(high)
        self.skip_blanks()
        return number

    def is_line_end(self) -> bool:
        """Tell whether the line, or the text, ends here."""
        return _LINE_END.match(self._text, self._place) is not None

    def end_line(self) -> None:
        """Go on to the next line, or refuse what is left of this one."""
        end = _LINE_END.match(self._text, self._place)
        if end is None:
            raise self.fault(Message("The end of the line was expected."))
        self._place = self._line_start = end.end()
        self._line += 1

    def end_text(self) -> None:
        """Go over blank lines to the end of the text, or refuse what stands there."""
        end = _found(_BLANK_LINES, self._text, self._place)
        if end > self._place:
            self._line += self._text.count("\n", self._place, end)
            self._place = self._line_start = end
        self.skip_blanks()
        if self.sign:
            raise self.fault(Message("The end of the file was expected."))


def _found(pattern: re.Pattern[str], text: str, place: int) -> int:
    """The end of what a pattern that may be empty finds here."""
    match = pattern.match(text, place)
    return place if match is None else match.end()


def parse_board(text: str | bytes) -> Board:
    r"""Read a board file; raise BoardError with the first fault in reading order, whatever the text may be.

    Bytes that are not UTF-8 are faults like any other sign that does not belong there.

    A file is height, width, the rows, the entrance, the knights and how many must arrive:

    >>> board = parse_board("1\n3\nZ;M;L\n1;1\nN;S\n1\n")
    >>> board.field(Cell(0, 2)).kind, [knight.kind for knight in board.knights]
    ('lair', ['ordinary', 'jumper'])
    >>> parse_board("1\n3\nZ;M\n")
    Traceback (most recent call last):
        ...
    logic.dragon.board.BoardError: line 3, column 4: A semicolon was expected.
    """
    reader = _Reader(text.decode("utf-8", "surrogateescape") if isinstance(text, bytes) else text)
    height, width = _line_number(reader, LONGEST_SIDE), _line_number(reader, LONGEST_SIDE)
    fields = _fields(reader, height, width)
    row = reader.lone_number(height)
    _semicolon(reader)
    entrance = Cell(row - 1, reader.lone_number(width) - 1)
    reader.end_line()
    knights = _knights(reader)
    required = reader.lone_number(len(knights))
    reader.end_line()
    reader.end_text()
    return Board(height, width, fields, entrance, knights, required)


def _line_number(reader: _Reader, high: int) -> int:
    number = reader.lone_number(high)
    reader.end_line()
    return number


def _semicolon(reader: _Reader) -> None:
    reader.take(";", Message("A semicolon was expected."))


def _fields(reader: _Reader, height: int, width: int) -> tuple[tuple[Field, ...], ...]:
    rows: list[tuple[Field, ...]] = []
    has_lair = False
    for row in range(height):
        fields: list[Field] = []
        for col in range(width):
            if col:
                _semicolon(reader)
            fields.append(_field(reader, height, width, has_lair=has_lair))
            has_lair = has_lair or fields[-1].kind == "lair"
        if not has_lair and row == height - 1 and reader.is_line_end():
            raise reader.fault(Message("There is no lair on the board: one field L was expected."))
        reader.end_line()
        rows.append(tuple(fields))
    return tuple(rows)


def _field(reader: _Reader, height: int, width: int, *, has_lair: bool) -> Field:
    reader.skip_blanks()
    if has_lair and reader.sign == "L":
        raise reader.fault(Message("A second lair stands here; only one was expected."))
    letters = "".join(FIELD_CODES)
    wanted = Message("A field was expected: Z, J, W, M or L, T with a row and a column, or D, C or A with a number.")
    kind = FIELD_CODES[reader.take(letters, wanted)]
    field = Field(kind)
    if kind == "teleport":
        row = reader.number(height)
        reader.take(",", Message("A comma was expected."))
        field = Field(kind, target=Cell(row - 1, reader.number(width) - 1))
    elif kind in SIZED:
        field = Field(kind, reader.number())
    reader.skip_blanks()
    return field


def _knights(reader: _Reader) -> tuple[Knight, ...]:
    knights = [_knight(reader)]
    while len(knights) < MOST_KNIGHTS and not reader.is_line_end():
        _semicolon(reader)
        knights.append(_knight(reader))
    reader.end_line()
    return tuple(knights)


def _knight(reader: _Reader) -> Knight:
    reader.skip_blanks()
    wanted = Message("A knight was expected: N or S, or Z or B with a number.")
    kind = KNIGHT_CODES[reader.take("".join(KNIGHT_CODES), wanted)]
    knight = Knight(kind, reader.number()) if kind in SUPPLIED else Knight(kind)
    reader.skip_blanks()
    return knight


def dump_board(board: Board) -> str:
    """Write a board as its canonical file: no blanks, and a line feed after every line."""
    lines = [str(board.height), str(board.width)]
    lines += [";".join(field_code(field) for field in row) for row in board.fields]
    lines.append(f"{board.entrance.row + 1};{board.entrance.col + 1}")
    lines.append(";".join(knight_code(knight) for knight in board.knights))
    lines.append(str(board.required))
    return "".join(f"{line}\n" for line in lines)


def field_code(field: Field) -> str:
    """The code of a field in the file; what a view has covered is a question mark."""
    if field.kind == "unseen":
        return "?"
    letter = FIELD_LETTERS[field.kind]
    if field.target is not None:
        return f"{letter}{field.target.row + 1},{field.target.col + 1}"
    return f"{letter}{field.size}" if field.size else letter


def knight_code(knight: Knight) -> str:
    return f"{KNIGHT_LETTERS[knight.kind]}{knight.most}" if knight.most else KNIGHT_LETTERS[knight.kind]
