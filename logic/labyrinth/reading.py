"""Reads a position of Labyrinth from the text that it prints; a fault is named by its line and the expectation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from logic.core import Cell
from logic.labyrinth.board import LYING, MARKS, SIDES, Arrow, Mark, Tile
from logic.labyrinth.check import check, known_tiles
from logic.labyrinth.moves import PHASES, Bonus, Peek, Phase
from logic.labyrinth.params import Params
from logic.labyrinth.picture import GLYPHS
from logic.labyrinth.rules import State
from logic.pictures import LONGEST_PICTURE, Contradiction, Place, read_params

T = TypeVar("T")

ALWAYS = ("spare", "pawns", "cards", "found", "player")
SOMETIMES = ("last", "marks", "bonus", "peeks", "won", "rules")
"""The words that lines below the grid begin with, in their order."""

OPEN_OF = {glyph: sides for sides, glyph in GLYPHS.items()}
WORD_OF = {
    "spare": "spare",
    "pawns": "pawns",
    "decks": "cards",
    "found": "found",
    "last": "last",
    "bonus": "bonus",
    "peeks": "peeks",
    "winners": "won",
}
"""The word of the line that tells a field of State; the rest is in the player's."""

_WORD = re.compile("[a-z]+ ")
_TILE = re.compile(f"([{''.join(OPEN_OF)}])([ft][0-9]{{1,3}})")
_CELL = re.compile("([a-i])([1-9])")
_TURN = re.compile("([1-9]), turn ([0-9]{1,9}), (push|mark|walk)")
_ARROW = re.compile("([a-i][1-9]) ([NESW])")
_MARK = re.compile(f"([ft][0-9]{{1,3}}) ({'|'.join(MARKS)})")
_PEEK = re.compile("([1-9]) ([1-9])")
_NAME = re.compile(r"[a-z_]+|\?")
_BONUS = re.compile("turn|wall|turn wall")
_SEATS = re.compile("[1-9]( [1-9])*")


def from_text(text: str) -> State:
    """Give the position that prints as ``text``; raise ValueError naming the line of a fault and what was expected.

    Below the grid stand the spare tile, pawns, cards, treasures found and whose turn it is; where there is something to
    tell, the last push, marks, what they have brought, cards seen, and winners; and the params that are not the usual
    ones as JSON.
    """
    if len(text) > LONGEST_PICTURE:
        raise ValueError(f"no more than {LONGEST_PICTURE} signs were expected")
    return _Picture(text.strip("\n").split("\n")).state()


class _Picture:
    """The lines of a picture: those of the grid, and the others by the word that they begin with."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        start = next((i for i, line in enumerate(lines) if _WORD.match(line)), len(lines))
        self._rows = lines[:start]
        self._at: dict[str, int] = {}
        at = start
        for word in (*ALWAYS, *SOMETIMES):
            if at < len(lines) and lines[at].startswith(f"{word} "):
                self._at[word] = at
                at += 1
            elif word in ALWAYS:
                raise ValueError(f"line {at + 1}: “{word}” was expected")
        if at < len(lines):
            raise ValueError(f"line {at + 1}: {self._what_may_follow()} was expected")

    def _what_may_follow(self) -> str:
        last = max((SOMETIMES.index(word) for word in self._at if word in SOMETIMES), default=-1)
        words = ", ".join(f"“{word}”" for word in SOMETIMES[last + 1 :])
        return f"{words} or the end" if words else "the end"

    def state(self) -> State:
        """Give the position."""
        params = self._params()
        player, turn, phase = self._turn()
        bonus = self._rest("bonus", _BONUS, "turn, wall or both").split()
        state = State(
            params,
            *self._tiles(params),
            pawns=self._all("pawns", " ", _CELL, "a list of cells such as a1", _cell),
            decks=self._names("cards"),
            found=self._names("found"),
            last=next(iter(self._all("last", ",", _ARROW, "a cell and a side, such as b1 S,", _arrow)), None),
            bonus=Bonus("turn" in bonus, "wall" in bonus),
            peeks=tuple(sorted(self._all("peeks", ", ", _PEEK, "who sees whose card, such as 1 2,", _peek))),
            winners=tuple(
                int(seat) - 1 for seat in self._rest("won", _SEATS, "a list of winners, such as 1 3,").split()
            ),
            player=player,
            turn=turn,
            phase=phase,
        )
        try:
            check(state)
        except Contradiction as error:
            raise ValueError(f"{self._where(error.place)}: {error}") from None
        for name in self._marks().keys() - known_tiles(params).keys():
            raise self._fault("marks", f"a tile that is there, not {name},")
        return state

    # -- parts

    def _params(self) -> Params:
        """Give the rules of this game; they stand in the last line."""
        if "rules" not in self._at:
            return Params()
        params: Params = read_params(Params, self._line("rules"), f"line {self._at['rules'] + 1}")
        return params

    def _tiles(self, params: Params) -> tuple[tuple[tuple[Tile, ...], ...], Tile]:
        """Give the grid and the spare tile, with the marks on them."""
        marks = self._marks()
        known = known_tiles(params)

        def tile(code: str, where: str) -> Tile:
            match = _TILE.fullmatch(code)
            if match is None:
                raise ValueError(f"{where}: a tile such as ├t12 was expected")
            sides, name = OPEN_OF[match[1]], match[2]
            same = known.get(name, Tile(name, "I"))
            return Tile(name, *LYING[sides], fixed=same.fixed, symbol=same.symbol, mark=marks.get(name, ""))

        grid = tuple(
            tuple(tile(code, f"line {i}, tile {j}") for j, code in enumerate(row.split(), 1))
            for i, row in enumerate(self._rows, 1)
        )
        spare = tile(self._line("spare"), f"line {self._at['spare'] + 1}")
        return grid, spare

    def _marks(self) -> dict[str, Mark]:
        return dict(self._all("marks", ", ", _MARK, "a list of tiles and their marks, such as t1 swap,", _marked))

    def _turn(self) -> tuple[int, int, Phase]:
        match = _TURN.fullmatch(self._line("player"))
        if match is None:
            raise self._fault("player", "a number, turn and a number, push, mark or walk")
        return int(match[1]) - 1, int(match[2]), _one_of(PHASES, match[3])

    def _names(self, word: str) -> tuple[tuple[str, ...], ...]:
        """Give a list of treasures for each pile or seat, parted by bars."""
        lists = []
        for part in self._line(word).split(" | "):
            names = () if part == "-" else tuple(part.split(" "))
            if not all(_NAME.fullmatch(name) for name in names):
                raise self._fault(word, "a list of treasures or -, parted by |,")
            lists.append(names)
        return tuple(lists)

    # -- lines

    def _line(self, word: str) -> str:
        """Give what stands behind the word; nothing where there is no such line."""
        return self._lines[self._at[word]].removeprefix(f"{word} ") if word in self._at else ""

    def _rest(self, word: str, pattern: re.Pattern[str], wanted: str) -> str:
        line = self._line(word)
        if word in self._at and not pattern.fullmatch(line):
            raise self._fault(word, wanted)
        return line

    def _all(
        self, word: str, gap: str, pattern: re.Pattern[str], wanted: str, made: Callable[[re.Match[str]], T]
    ) -> tuple[T, ...]:
        """Give what is made of each part of a line; nothing where there is no such line."""
        if word not in self._at:
            return ()
        matches = [pattern.fullmatch(part) for part in self._line(word).split(gap)]
        found = tuple(made(match) for match in matches if match is not None)
        if len(found) < len(matches):
            raise self._fault(word, wanted)
        return found

    def _fault(self, word: str, wanted: str) -> ValueError:
        return ValueError(f"line {self._at[word] + 1}: {wanted} was expected")

    def _where(self, place: Place) -> str:
        """Name a place in a position by its line, counted from 1, and by what it is in that line."""
        name, *rest = place
        if name == "grid":
            numbers = [int(i) + 1 for i in rest]
            return f"line {numbers[0]}, tile {numbers[1]}" if numbers else "line 1"
        line = self._at.get(WORD_OF.get(str(name), "player"), len(self._lines) - 1) + 1
        return f"line {line}, {name} {'.'.join(str(int(i) + 1) for i in rest)}" if rest else f"line {line}"


def _cell(match: re.Match[str]) -> Cell:
    return Cell(int(match[2]) - 1, ord(match[1]) - ord("a"))


def _arrow(match: re.Match[str]) -> Arrow:
    cell = _CELL.fullmatch(match[1])
    assert cell is not None  # noqa: S101 - the pattern has one in it
    return Arrow(*_cell(cell), _one_of(SIDES, match[2]))


def _peek(match: re.Match[str]) -> Peek:
    return Peek(int(match[1]) - 1, int(match[2]) - 1)


def _marked(match: re.Match[str]) -> tuple[str, Mark]:
    return match[1], _one_of(MARKS, match[2])


def _one_of(words: tuple[T, ...], word: str) -> T:
    return next(one for one in words if one == word)
