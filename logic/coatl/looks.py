"""Pieces to build with, by their looks: how many of each are used, and what those cost that are not there yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

SCALE: Final = 16
"""What a point weighs where choices are compared: more than all pieces that may lie on a board."""
DIGIT: Final = 8
"""Bits for how many pieces of one look are used."""
FULL: Final = (1 << DIGIT) - 1
"""All these bits."""


class Look(NamedTuple):
    """Pieces that look alike: how many there are to use, of which the last ones may have to be paid for."""

    name: str
    shift: int
    own: int
    all: int

    @property
    def colour(self) -> str:
        """The colour of these pieces."""
        return self.name[0]

    @property
    def unit(self) -> int:
        """One piece of this look in use."""
        return 1 << self.shift


class Looks:
    """The pieces to build with: the own ones, and those of a market, ``most`` of them for a ``price`` each.

    How many of each look are used is one number with a digit for each look, so two uses are added like numbers.
    """

    def __init__(self, pieces: Iterable[str], market: Iterable[str] = (), *, price: int = 0, most: int = 0) -> None:
        own, offered = Counter(pieces), Counter(market)
        self.looks = tuple(
            Look(name, place * DIGIT, own[name], own[name] + offered[name])
            for place, name in enumerate(sorted({*own, *offered}))
        )
        self.size = own.total() + min(most, offered.total())
        self.price, self.most = price, most
        self._offered = tuple((look.shift, look.own) for look in self.looks if look.all > look.own)
        guard = 1 << DIGIT - 1
        self._guards = sum(guard << look.shift for look in self.looks)
        self._full = sum(look.all + guard << look.shift for look in self.looks)
        self.count = cache(self._count)
        self.bought = cache(self._bought)

    def of_kind(self, letter: str) -> tuple[Look, ...]:
        """Give the looks of one kind of pieces: ``h``, ``t`` or ``b``."""
        return tuple(look for look in self.looks if look.name[1] == letter)

    def allows(self, used: int) -> bool:
        """Tell whether there are so many pieces, and no more of them to be paid for than may be."""
        return (self._full - used) & self._guards == self._guards and self.bought(used) <= self.most

    def colours(self, used: int) -> str:
        """Give the colours of the pieces in use, those that are alike side by side."""
        counts: dict[str, int] = {}
        for look in self.looks:
            counts[look.colour] = counts.get(look.colour, 0) + (used >> look.shift & FULL)
        return "".join([colour * count for colour, count in counts.items()])

    def value(self, points: int, used: int) -> int:
        """Give what points are worth that take these pieces, in parts of a point."""
        return points * SCALE - self.count(used) - self.price * self.bought(used)

    def _count(self, used: int) -> int:
        """Count the pieces in use."""
        count = 0
        while used:
            count += used & FULL
            used >>= DIGIT
        return count

    def _bought(self, used: int) -> int:
        """Count the pieces in use that are not there yet."""
        bought = 0
        for shift, own in self._offered:
            count = used >> shift & FULL
            if count > own:
                bought += count - own
        return bought
