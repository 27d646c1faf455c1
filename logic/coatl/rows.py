"""All rows in which pieces can finish a cóatl, as far as they make a difference to its cards."""

from __future__ import annotations

from collections.abc import Sequence

from logic.coatl.automata import Joined
from logic.coatl.looks import FULL, Look, Looks
from logic.coatl.table import Serpent
from logic.core import Stop

Row = tuple[str, str]
"""The looks of the pieces that are added at the head end and at the tail end, both written from head to tail."""
Rows = dict[int, dict[int, Row]]
"""A row for each set of pieces in use and each state in which the cards have read it."""


def rows(core: Serpent | None, stock: Looks, reader: Joined, stop: Stop) -> Rows:
    """Give the rows that finish a cóatl, or a new one."""
    return _Grower(stock, reader, stop).finished(core)


class _Grower:
    """Grows rows from the head end to the tail end."""

    def __init__(self, stock: Looks, reader: Joined, stop: Stop) -> None:
        self.stock, self.reader, self.stop = stock, reader, stop
        self.heads, self.tails, self.bodies = (stock.of_kind(letter) for letter in "htb")

    def finished(self, core: Serpent | None) -> Rows:
        found: Rows = {0: {0: ("", "")}}
        if not (core and core.head_closed):
            found = self._closed(found, self.heads, 0)
            found = self._grown(found, 0) if core else found
        found = self._with_core(found, core) if core else found
        if not (core and core.tail_closed):
            found = self._closed(self._grown(found, 1), self.tails, 1)
        if core and core.has_body:
            return found
        some = sum(FULL << look.shift for look in self.bodies)
        return {used: states for used, states in found.items() if used & some}

    def _with_core(self, known: Rows, core: Serpent) -> Rows:
        found: Rows = {}
        for used, states in known.items():
            into = found.setdefault(used, {})
            for state, row in states.items():
                into.setdefault(self.reader.read(state, core.colours), row)
        return found

    def _closed(self, known: Rows, ends: Sequence[Look], side: int) -> Rows:
        """Give the rows with an end closed."""
        found: Rows = {}
        for used, states in known.items():
            for look in ends:
                if self.stock.allows(used + look.unit):
                    self._lengthen(states, look, side, found.setdefault(used + look.unit, {}))
        return found

    def _grown(self, known: Rows, side: int) -> Rows:
        """Give the rows, and all longer ones with bodies behind them."""
        found = {used: dict(states) for used, states in known.items()}
        layers: dict[int, dict[int, None]] = {}
        for used in known:
            layers.setdefault(self.stock.count(used), {})[used] = None
        for size in range(self.stock.size):
            if self.stop():
                break
            for used in layers.get(size, ()):
                for look in self.bodies:
                    after = used + look.unit
                    if self.stock.allows(after):
                        layers.setdefault(size + 1, {})[after] = None
                        self._lengthen(found[used], look, side, found.setdefault(after, {}))
        return found

    def _lengthen(self, states: dict[int, Row], look: Look, side: int, into: dict[int, Row]) -> None:
        """Lay a piece behind rows; those that all cards read alike are followed once."""
        after, colour, name = self.reader.after, look.colour, look.name
        for state, (head, tail) in states.items():
            reached = after(state, colour)
            if reached not in into:
                into[reached] = (head, tail + name) if side else (head + name, tail)
