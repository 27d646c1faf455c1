"""Several prophecies that read a cóatl together, from its head end to its tail end, piece by piece.

Two rows that all of them end in the same states for go on alike, and so a search follows only one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from logic.coatl.cards import kind_of_card
from logic.coatl.machines import machines
from logic.coatl.pieces import COLOURS

CACHED: Final = 256
"""How many hands' joined machines are kept."""


@cache
def _table(kind: str) -> tuple[tuple[dict[str, int], ...], tuple[int, ...]]:
    """Give the next state of a kind of prophecy by state and colour, and the points by the state at the end."""
    known = machines()
    number = known.number[kind]
    rows = tuple(dict(zip(map(str, COLOURS), row, strict=True)) for row in known.steps[number].tolist())
    return rows, tuple(int(points) for points in known.points[number].tolist())


class Joined:
    """The machines of several prophecies side by side; its states are numbers from 0 on, found as they are needed."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self._tables = tuple(_table(kind) for kind in kinds)
        start = (0,) * len(self._tables)
        self._states = [start]
        self._numbers = {start: 0}
        self._following: list[dict[str, int]] = [{}]

    def after(self, state: int, colour: str) -> int:
        """Give the state after one more colour."""
        row = self._following[state]
        if colour not in row:
            row[colour] = self._number(state, colour)
        return row[colour]

    def read(self, state: int, colours: str) -> int:
        """Give the state after more colours."""
        for colour in colours:
            state = self.after(state, colour)
        return state

    def points(self, state: int) -> tuple[int, ...]:
        """Give the points of each prophecy on a finished cóatl that ends in this state."""
        return tuple(points[own] for (_, points), own in zip(self._tables, self._states[state], strict=True))

    def _number(self, state: int, colour: str) -> int:
        each = zip(self._tables, self._states[state], strict=True)
        following = tuple(rows[own][colour] for (rows, _), own in each)
        if following not in self._numbers:
            self._numbers[following] = len(self._states)
            self._states.append(following)
            self._following.append({})
        return self._numbers[following]


def joined(cards: Sequence[str]) -> Joined:
    """Give the machines of some prophecies side by side, in the order of the cards."""
    return _joined(tuple(kind_of_card(card) for card in cards))


@lru_cache(CACHED)
def _joined(kinds: tuple[str, ...]) -> Joined:
    return Joined(kinds)
