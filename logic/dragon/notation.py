"""Parses a position of Stone Dragon from text: a board file, or a position as ``State`` prints it."""

from __future__ import annotations

import re
from typing import get_args

from logic.core import Cell
from logic.dragon.board import Board, BoardError, parse_board
from logic.dragon.rules import CLOSED_STORES, MAKING, OPEN_FOR, OPEN_MAP, Clock, Fate, KnightState, State, What, begin

OPEN = "open"
"""The line before a board file that reveals its map."""

_TIME = re.compile(r"time ([0-9]{1,9})")
_ENTRANCE = re.compile(r"entrance \(([0-9]{1,3}), ([0-9]{1,3})\), ([0-9]{1,3}) needed")
_KNIGHT = re.compile(
    r"K[0-9]{1,3} ([NSZB][0-9]{0,4})(?: has ([0-9]{1,4}))? (waiting|hidden|dead|\(([0-9]+), ([0-9]+)\))"
)
_CLOCK = re.compile(r"(bricks|wall|store|mine) at \(([0-9]{1,3}), ([0-9]{1,3})\): ([0-9]{1,2})")
_CODE = re.compile(r"([A-Za-z][0-9,]*)(?::([0-9]{1,4}))?(\??)")

KIND_OF: dict[str, What] = {"hole": "bricks", "edible": "wall", "bricks": "store", "teeth": "store", "mine": "mine"}
"""The clock that can run on a field of each kind."""


FATES: tuple[Fate, ...] = get_args(Fate)


def from_text(text: str) -> State:
    """The position that prints as ``text``, or the first position on the board whose file it is.

    A line ``open`` before a file reveals its map. Raises ValueError with the line of the first fault, or with the name
    of the impossible field.
    """
    if text.startswith("time "):
        return _Picture(text.splitlines()).state()
    first, _, rest = text.partition("\n")
    is_open = first.strip() == OPEN
    try:
        return begin(parse_board(rest if is_open else text), open_map=is_open)
    except BoardError as error:
        raise BoardError(error.line + is_open, error.column, error.message) from None


class _Picture:
    """The lines of a printed position, read from first to last."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    def state(self) -> State:
        (time,) = self._take(_TIME, "time and a number")
        codes = self._codes()
        row, col, required = self._take(_ENTRANCE, "the entrance and how many are needed")
        company = self._all(_KNIGHT)
        clocks = tuple(sorted(Clock(_cell(r, c), _what(what), int(n)) for what, r, c, n in self._all(_CLOCK)))
        is_open, closed = self._flag(OPEN_MAP), self._flag(CLOSED_STORES)
        if self._at < len(self._lines):
            raise self._fault("the end of the picture")
        board = _board(codes, (row, col), [knight[0] for knight in company], required)
        seen = frozenset(cell for cell, (_, _, mark) in _by_cell(codes) if not mark)
        knights = tuple(
            KnightState(f"K{number}", who.kind, who.most, *_fate(told))
            for number, (who, told) in enumerate(zip(board.knights, company, strict=True), 1)
        )
        stocks = tuple((cell, int(stock)) for cell, (_, stock, _) in _by_cell(codes) if stock)
        below = tuple((cell, stock) for cell, stock in stocks if stock != board.field(cell).size)
        state = State(board, knights, int(time), clocks, below, seen, is_open, not closed)
        _check(state, frozenset(cell for cell, (code, _, _) in _by_cell(codes) if code.islower()))
        return state

    def _fault(self, wanted: str) -> ValueError:
        return ValueError(f"line {self._at + 1}: {wanted} was expected")

    def _line(self) -> str:
        return self._lines[self._at] if self._at < len(self._lines) else ""

    def _take(self, pattern: re.Pattern[str], wanted: str) -> tuple[str, ...]:
        match = pattern.fullmatch(self._line())
        if match is None:
            raise self._fault(wanted)
        self._at += 1
        return match.groups(default="")

    def _all(self, pattern: re.Pattern[str]) -> list[tuple[str, ...]]:
        found = []
        while pattern.fullmatch(self._line()):
            found.append(self._take(pattern, ""))
        return found

    def _flag(self, line: str) -> bool:
        is_there = self._line() == line
        self._at += is_there
        return is_there

    def _codes(self) -> list[list[tuple[str, ...]]]:
        rows: list[list[tuple[str, ...]]] = []
        while self._line() and not self._line().startswith("entrance"):
            matches = [_CODE.fullmatch(code) for code in self._line().split()]
            if not all(matches) or (rows and len(matches) != len(rows[0])):
                raise self._fault("a row of the board")
            rows.append([match.groups(default="") for match in matches if match is not None])
            self._at += 1
        return rows


def _cell(row: str, col: str) -> Cell:
    return Cell(int(row) - 1, int(col) - 1)


def _what(name: str) -> What:
    return next(what for what in KIND_OF.values() if what == name)


def _by_cell(codes: list[list[tuple[str, ...]]]) -> list[tuple[Cell, tuple[str, ...]]]:
    return [(Cell(row, col), code) for row, line in enumerate(codes) for col, code in enumerate(line)]


def _board(codes: list[list[tuple[str, ...]]], entrance: tuple[str, str], knights: list[str], required: str) -> Board:
    """The board, parsed as a file, so that all limits of files are checked."""
    rows = [";".join(code.upper() for code, _, _ in line) for line in codes]
    lines = [str(len(rows)), str(len(codes[0]) if codes else 0), *rows, ";".join(entrance), ";".join(knights), required]
    try:
        return parse_board("\n".join(lines))
    except BoardError as error:
        printed = error.line - 1 if error.line < len(lines) else len(rows) + 2  # how many are needed stands there
        raise ValueError(f"line {max(1, printed)}: {error.message}") from None


def _fate(told: tuple[str, ...]) -> tuple[int, Fate, Cell | None]:
    """A knight's supply, fate and square."""
    _, supply, where, row, col = told
    fate: Fate = "board" if row else next(one for one in FATES if one == where)
    return int(supply or 0), fate, _cell(row, col) if row else None


def _check(state: State, drawn_open: frozenset[Cell]) -> None:
    """Raise ValueError with the name of the field for an impossible position."""
    board = state.board
    stands = [knight.cell for knight in state.knights if knight.cell is not None]
    if len(set(stands)) < len(stands) or not all(cell in board for cell in stands):
        raise ValueError("knights: each on a square of the board, and no two on one")
    if any(knight.supply > knight.most for knight in state.knights):
        raise ValueError("knights: nobody has more than his most")
    longest = {"store": MAKING}
    for clock in state.clocks:
        fits = clock.cell in board and KIND_OF.get(board.field(clock.cell).kind) == clock.what
        if not fits or not 1 <= clock.left <= longest.get(clock.what, OPEN_FOR):
            raise ValueError("clocks: each on its own field, and none longer than it can run")
    making = [clock.cell for clock in state.clocks if clock.what == "store"]
    if any(stock > board.field(cell).size for cell, stock in state.stocks) or making != [c for c, _ in state.stocks]:
        raise ValueError("stocks: none above its capacity, and a clock wherever one is below it")
    if state.opened() != drawn_open:
        raise ValueError("clocks: one for each fallen wall, filled hole and spent mine")
