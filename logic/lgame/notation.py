"""Parses a position of the L-Game from text, as ``str(state)`` prints it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from logic.core import Cell
from logic.lgame.rules import LETTERS, NEUTRAL_IDS, PLACEMENTS, SIZE, SQUARES, Phase, Placement, State

_SIGNS = f".n{LETTERS}"
_TO_MOVE = re.compile(rf"([{LETTERS}]) to (lay|shift)")
_NAMED = re.compile(r"n0 ([a-d][1-4]), n1 ([a-d][1-4])")
_DRAW_AT = re.compile(r"draw at ([1-9]\d?)")
_STOOD = re.compile(r"stood ([1-9]\d?)")


@dataclass(frozen=True, slots=True)
class _Spot:
    """A position in the text: line and column, both from 1."""

    line: int
    column: int


def _refuse(spot: _Spot, why: str) -> ValueError:
    return ValueError(f"line {spot.line}, column {spot.column}: {why}")


def from_text(text: str) -> State:
    r"""Parse a position; raise ValueError with line and column if it is invalid.

    Four rows of ``.``, ``n``, ``A`` and ``B``; below them, each optional, the lines that ``str(state)`` writes. By
    default A is to lay, the neutral pieces are numbered in reading order, and repetition is off. Of the history only
    the number of occurrences of this very position is known.

    >>> state = from_text(".AAn\n.BA.\n.BA.\nnBB.\nB to lay")
    >>> state.player, state.neutrals
    (1, (Cell(row=0, col=3), Cell(row=3, col=0)))
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < SIZE:
        raise _refuse(_Spot(len(text.splitlines()) + 1, 1), f"{SIZE} rows, please; here are {len(lines)}")
    squares: dict[Cell, tuple[str, _Spot]] = {}
    for row, (number, line) in enumerate(lines[:SIZE]):
        squares |= _read_row(row, number, line)
    ls = (_placement(squares, LETTERS[0]), _placement(squares, LETTERS[1]))
    return _read_footer(State(ls=ls, neutrals=_neutrals(squares)), lines[SIZE:])


def _read_row(row: int, number: int, line: str) -> dict[Cell, tuple[str, _Spot]]:
    found: dict[Cell, tuple[str, _Spot]] = {}
    for column, sign in enumerate(line, 1):
        if sign.isspace():
            continue
        spot = _Spot(number, column)
        if sign not in _SIGNS:
            raise _refuse(spot, f"one of {' '.join(_SIGNS)}, please, not {sign!r}")
        if len(found) == SIZE:
            raise _refuse(spot, f"{SIZE} squares in a row, please, not more")
        found[Cell(row, len(found))] = (sign, spot)
    if len(found) < SIZE:
        raise _refuse(_Spot(number, len(line.rstrip()) + 1), f"{SIZE} squares in a row, please, not {len(found)}")
    return found


def _covered(squares: dict[Cell, tuple[str, _Spot]], sign: str, number: int) -> list[Cell]:
    covered = [cell for cell, (there, _) in squares.items() if there == sign]
    if len(covered) != number:
        spot = squares[covered[-1] if covered else Cell(0, 0)][1]
        raise _refuse(spot, f"{number} squares with {sign}, please, not {len(covered)}")
    return covered


def _neutrals(squares: dict[Cell, tuple[str, _Spot]]) -> tuple[Cell, Cell]:
    first, second = _covered(squares, "n", len(NEUTRAL_IDS))
    return first, second


def _placement(squares: dict[Cell, tuple[str, _Spot]], letter: str) -> Placement:
    covered = _covered(squares, letter, len(PLACEMENTS[0].cells))
    for placement in PLACEMENTS:
        if SQUARES[placement] == set(covered):
            return placement
    raise _refuse(squares[covered[0]][1], f"the squares with {letter} are no L")


def _read_footer(state: State, lines: list[tuple[int, str]]) -> State:
    stood: _Spot | None = None
    times = 1
    for number, line in lines:
        spot = _Spot(number, len(line) - len(line.lstrip()) + 1)
        words = line.strip()
        if match := _STOOD.fullmatch(words):
            stood, times = spot, int(match[1])
        else:
            state = _read_note(state, words, spot)
    if stood is not None and not (state.repetition and state.phase == "lay"):
        raise _refuse(stood, "only the start of a turn has stood, and only where repetition is a draw")
    keeps_count = state.repetition and state.phase == "lay"
    return replace(state, history=(state.standing(),) * times) if keeps_count else state


def _read_note(state: State, words: str, spot: _Spot) -> State:
    if match := _TO_MOVE.fullmatch(words):
        phase: Phase = "lay" if match[2] == "lay" else "shift"
        state = replace(state, player=LETTERS.index(match[1]), phase=phase)
    elif match := _NAMED.fullmatch(words):
        named = (_cell(match[1]), _cell(match[2]))
        if set(named) != set(state.neutrals):
            raise _refuse(spot, "the neutral pieces are drawn on other squares")
        state = replace(state, neutrals=named)
    elif (match := _DRAW_AT.fullmatch(words)) and match[1] != "1":
        state = replace(state, repetition=int(match[1]))
    elif words == "no shifts":
        state = replace(state, can_shift=False)
    else:
        raise _refuse(spot, f"not understood: {words[:40]!r}")
    if state.phase == "shift" and not state.can_shift:
        raise _refuse(spot, "where there are no shifts, nobody is to shift")
    return state


def _cell(text: str) -> Cell:
    return Cell(int(text[1]) - 1, ord(text[0]) - ord("a"))
