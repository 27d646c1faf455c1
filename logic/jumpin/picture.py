"""Reads a position from text: its rows, or the whole picture that ``State`` prints."""

from __future__ import annotations

import re
from dataclasses import replace

from logic.core import Cell
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.rules import COUNTED_IN_MOVES, State, begin

LONGEST_PICTURE = 2_000
"""Signs of a picture; no board needs as many."""
_NUMBERS = "((?: [0-9]{1,3})*)"
_HOLES = re.compile("holes((?: [0-9]{1,3},[0-9]{1,3})*)")
_FOX_ROWS, _FOX_COLS = re.compile(f"fox rows{_NUMBERS}"), re.compile(f"fox cols{_NUMBERS}")
_RABBITS, _FOXES = re.compile(f"rabbits{_NUMBERS}"), re.compile(f"foxes{_NUMBERS}")
_COUNTS = re.compile("([0-9]{1,9}) steps, ([0-9]{1,9}) moves")
_CHOSEN = re.compile(COUNTED_IN_MOVES)


def from_text(text: str) -> State:
    """Give the position that prints as ``text``; rows may be joined by ``/`` too.

    After the rows may stand, in this order: ``holes``, ``fox rows`` and ``fox cols`` of a board of one's own, the
    numbers of its ``rabbits`` and ``foxes`` in row-major order, the counts, and which of them was chosen. Raises
    ValueError with the place of the first fault.
    """
    if len(text) > LONGEST_PICTURE:
        raise ValueError(f"no more than {LONGEST_PICTURE} signs were expected")
    return _Picture(text.strip().splitlines()).state()


class _Picture:
    """The lines of a picture, read from the first to the last."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = [line.rstrip() for line in lines]
        self._at = 0

    def state(self) -> State:
        """Give the position."""
        rows = self._rows()
        board = self._board(rows)
        state = begin("/".join(rows), board)
        rabbits = self._order(_RABBITS, len(state.rabbits))
        foxes = self._order(_FOXES, len(state.foxes))
        steps, moves = self._take(_COUNTS) or ("0", "0")
        metric = state.metric if self._take(_CHOSEN) is None else "moves"
        if self._at < len(self._lines):
            raise self._fault("the end of the picture")
        return replace(
            state,
            rabbits=tuple(state.rabbits[place] for place in rabbits),
            foxes=tuple(state.foxes[place] for place in foxes),
            metric=metric,
            steps=int(steps),
            moves=int(moves),
        )

    def _rows(self) -> list[str]:
        """Take the lines before the first that has a space or is a word; one alone may hold all rows."""
        rows = []
        while self._at < len(self._lines) and not self._lines[self._at].startswith(("holes", "rabbits", "foxes")):
            if " " in self._lines[self._at]:
                break
            rows += self._lines[self._at].split("/")
            self._at += 1
        return rows

    def _board(self, rows: list[str]) -> Board:
        holes = self._take(_HOLES)
        if holes is None:
            return STANDARD
        cells = tuple(Cell(*map(int, hole.split(","))) for hole in holes[0].split())
        lines = []
        for pattern, wanted in ((_FOX_ROWS, "fox rows"), (_FOX_COLS, "fox cols")):
            found = self._take(pattern)
            if found is None:
                raise self._fault(f"“{wanted}” and their numbers")
            lines.append(tuple(map(int, found[0].split())))
        return Board(len(rows), max(map(len, rows), default=0), cells, *lines)

    def _order(self, pattern: re.Pattern[str], count: int) -> list[int]:
        """Give for each piece, by its number, which one it is in row-major order."""
        found = self._take(pattern)
        numbers = list(range(1, count + 1)) if found is None else list(map(int, found[0].split()))
        if sorted(numbers) != list(range(1, count + 1)):
            self._at -= 1
            raise self._fault(f"each number from 1 to {count} once")
        return [numbers.index(number) for number in range(1, count + 1)]

    def _take(self, pattern: re.Pattern[str]) -> tuple[str, ...] | None:
        match = pattern.fullmatch(self._lines[self._at]) if self._at < len(self._lines) else None
        if match is None:
            return None
        self._at += 1
        return match.groups()

    def _fault(self, wanted: str) -> ValueError:
        return ValueError(f"line {self._at + 1}: {wanted} was expected")
