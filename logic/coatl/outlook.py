"""The outlook: which single cóatl is worth working for, with the own pieces and those on the supply board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from logic.coatl.bestbuild import Best, best_serpent, names_in
from logic.coatl.looks import SCALE
from logic.coatl.options import Means
from logic.coatl.params import MOST_COATLS, MOST_OPEN
from logic.coatl.pieces import is_feather, type_of
from logic.coatl.rules import State
from logic.coatl.table import FIELDS, Serpent
from logic.coatl.unseen import unseen_pieces
from logic.core import Stop, never

TEMPO: Final = 2 * SCALE
"""What a turn is worth, in parts of a point."""
PRICE: Final = TEMPO * 5 // 8
"""What a piece on the supply board costs: mostly two of them come with one turn."""
AIM: Final = 9
"""Pieces, own and still to come, that are looked at together for one cóatl."""
LEAST: Final = 3
"""Pieces still to come that are always looked at."""

Field = tuple[str, ...]
"""The looks of the pieces on a field of the supply board."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A cóatl to work for: as it would be finished, the looks still missing, and the turns until they are there.

    ``value`` is its points less what the turns are worth, in parts of a point.
    """

    best: Best
    missing: tuple[str, ...]
    turns: int
    value: int

    @property
    def points(self) -> int:
        """The points of the cóatl once it is finished."""
        return self.best.points


@dataclass(frozen=True, slots=True)
class Market:
    """Where pieces come from: the fields of the supply board, and the bags.

    Of the ``bags`` only heads are looked at while none lies on the supply board, and tails likewise.
    """

    fields: dict[str, Field]
    bags: tuple[str, ...]

    @property
    def looks(self) -> tuple[str, ...]:
        """The looks of all these pieces."""
        return (*(look for field in self.fields.values() for look in field), *self.bags)

    def without(self, name: str) -> Market:
        """Give the market with a field taken."""
        return replace(self, fields={other: looks for other, looks in self.fields.items() if other != name})

    def lacking(self, missing: Iterable[str]) -> tuple[str, ...]:
        """Give the looks that are not on the supply board."""
        there = Counter(look for field in self.fields.values() for look in field)
        return tuple((Counter(missing) - there).elements())

    def turns_for(self, missing: Iterable[str]) -> int:
        """Give about how many turns it takes to get these looks.

        Always the field is taken that brings most of them; what is in the bags is waited for as long again.
        """
        left, offered, turns = Counter(missing), list(self.fields.values()), 0
        while left and offered:
            field = max(offered, key=lambda each: (left & Counter(each)).total())
            if not left & Counter(field):
                break
            offered.remove(field)
            left -= Counter(field)
            turns += 1
        return turns + 2 * left.total()


def market_of(state: State) -> Market:
    """Give where pieces come from, as everybody knows; golden feathers are left out."""
    looks = {name: tuple(type_of(piece) for piece in state.field(name) if not is_feather(piece)) for name in FIELDS}
    fields = {name: pieces for name, pieces in looks.items() if pieces}
    there = {look[1] for field in fields.values() for look in field}
    unseen = unseen_pieces(state)
    bags = sorted({type_of(piece) for piece in (*unseen.head, *unseen.tail) if piece[1] not in there})
    return Market(fields, tuple(bags))


def outlook(
    means: Means, market: Market, *, most: int | None = None, turns: int | None = None, stop: Stop = never
) -> Outlook | None:
    """Give the best cóatl to work for; None where none is in sight.

    At most so many pieces may be missing, and so many ``turns`` needed to take them where they are counted.
    """
    found: Outlook | None = None
    for core in cores(means):
        reach = _reach(means, core) if most is None else most
        reach = reach if turns is None else min(reach, 2 * turns)
        best = best_serpent(means, core, market.looks, price=PRICE, most=reach, stop=stop)
        if not best.chosen:
            continue
        missing = missing_of(best, means.pieces)
        needed = market.turns_for(missing)
        value = best.points * SCALE - TEMPO * needed
        if (turns is None or needed <= turns) and (found is None or value > found.value):
            found = Outlook(best, missing, needed, value)
    return found


def _reach(means: Means, core: Serpent | None) -> int:
    """Give how many pieces still to come are looked at."""
    return max(LEAST, AIM - len(means.pieces) - (len(core.pieces) if core else 0))


def cores(means: Means) -> list[Serpent | None]:
    """Give the cóatls that can be worked on: those not finished, and None for a new one where it may be started."""
    growing: list[Serpent | None] = [coatl for coatl in means.coatls if not coatl.is_finished]
    may_start = len(means.coatls) < MOST_COATLS and len(growing) < MOST_OPEN
    return [*growing, None] if may_start else growing


def missing_of(best: Best, pieces: Iterable[str]) -> tuple[str, ...]:
    """Give the looks that are still missing for a cóatl."""
    wanted = Counter(look for row in best.chosen[0].row for look in names_in(row))
    return tuple(sorted((wanted - Counter(pieces)).elements()))


def with_pieces(means: Means, looks: Iterable[str]) -> Means:
    """Give the means with more pieces."""
    return replace(means, pieces=tuple(sorted((*means.pieces, *looks))))


def with_cards(means: Means, cards: Iterable[str]) -> Means:
    """Give the means with more prophecies in the hand."""
    return replace(means, hand=(*means.hand, *cards))
