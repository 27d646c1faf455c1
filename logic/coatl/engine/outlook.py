"""What is worth working for: single cóatls, cards still to come, and what the others may soon do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import Final

from logic.coatl.components import (
    FIELDS,
    MOST_COATLS,
    MOST_OPEN,
    FamilyName,
    Seat,
    Serpent,
    is_feather,
    kind_of_card,
    prophecy,
    type_of,
)
from logic.coatl.engine.bestbuild import Best, best_serpent, names_in
from logic.coatl.engine.options import SCALE, Means, met_by
from logic.coatl.rules import State, unseen_pieces, unseen_prophecies, unseen_temples
from logic.core import Stop, never

RATHER: Final = SCALE // 2
"""How much better a further card must make the outlook, in parts of a point."""
LEAST_CHANCE: Final[dict[FamilyName, str]] = {
    "blackx": "aa",
    "trio": "aaa",
    "pair": "ab",
    "quartet": "aabb",
    "three_two": "aaabb",
    "two_three": "aabbb",
    "two_two": "aabb",
    "colorful": "abc",
    "blank": "aabb",
}
"""What a family wants at least, in letters for the colours of the pattern; of the others the pattern itself."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How much better each card that may come would make the outlook, the most first, in parts of a point."""

    gains: tuple[int, ...] = ()

    @property
    def helpful(self) -> int:
        """Count the cards that would make it clearly better."""
        return sum(gain >= RATHER for gain in self.gains)

    def of_best(self, count: int = 1) -> int:
        """What can be expected of the best one where so many of them come."""
        total, drawn = len(self.gains), min(count, len(self.gains))
        if not drawn:
            return 0
        ways = (gain * comb(total - 1 - place, drawn - 1) for place, gain in enumerate(self.gains))
        return sum(ways) // comb(total, drawn)


def chances(cards: Iterable[str], gain: Callable[[str], int]) -> Chances:
    """The chances where one of these cards comes; twins gain alike, and none makes anything worse."""
    by_kind: dict[str, int] = {}
    gains = []
    for card in cards:
        kind = kind_of_card(card)
        if kind not in by_kind:
            by_kind[kind] = max(0, gain(kind))
        gains.append(by_kind[kind])
    return Chances(tuple(sorted(gains, reverse=True)))


def least(card: str) -> str:
    """The colours without which a prophecy brings nothing, each as often as it is wanted."""
    found = prophecy(card)
    first, _ = found.family.levels[0]
    shape = LEAST_CHANCE.get(found.family.name)
    return found.pattern * first if shape is None else "".join(found.pattern["abc".index(letter)] for letter in shape)


def next_of_deck(view: State) -> Sequence[str]:
    """The prophecies of which one lies on the deck, for whom the view is: an empty deck takes the discards."""
    return unseen_prophecies(view) if view.deck else view.discards


def next_face_up(view: State) -> Sequence[str]:
    """The prophecies of which new ones are laid face up by *See the Future*."""
    face_up = [card for card in view.display if card]
    unseen = unseen_prophecies(view)
    return unseen if len(view.deck) >= len(view.display) else (*unseen, *view.discards, *face_up)


def next_temple(view: State) -> Sequence[str]:
    """The temples of which one comes next, if there is any left."""
    return unseen_temples(view) if view.temple_deck else ()


FAIR: Final = 9
"""Pieces of a cóatl that others are content with."""
RIVAL: Final = 0.5
"""How likely somebody takes a temple first who may finish a cóatl by then on which it scores."""
PASSER_BY: Final = 0.05
"""How likely, for each turn until then, anybody else does."""


def likely_taken(state: State, temple: str, turns: int) -> float:
    """About how likely others take a temple that lies face up within so many turns."""
    stays = 1.0
    for number, seat in enumerate(state.seats):
        if number != state.player and state.turns_left(number) != 0:
            open_ones = [seat.coatls[place] for place in seat.unfinished]
            wants = any(met_by(temple, coatl.colours) for coatl in open_ones)
            is_rival = wants and _turns_to_finish(seat) <= turns
            stays *= 1.0 - (RIVAL if is_rival else min(RIVAL, PASSER_BY * turns))
    return 1.0 - stays


def turns_ahead(state: State) -> int | None:
    """How many turns the mover has after this one, or about how many where others may soon end the game.

    None as long as nobody is near the end.
    """
    known = state.turns_left(state.player)
    if known is not None:
        return known
    others = [seat for number, seat in enumerate(state.seats) if number != state.player]
    near = [_turns_to_finish(seat) for seat in others if seat.finished == MOST_COATLS - 1]
    return min(near, default=None)


def _turns_to_finish(seat: Seat) -> int:
    """About how many turns somebody needs for a cóatl of fair length."""
    longest = max((len(seat.coatls[place].pieces) for place in seat.unfinished), default=0)
    return 1 + max(0, FAIR - longest - len(seat.pieces)) // 2


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
        return (*(look for field in self.fields.values() for look in field), *self.bags)

    def without(self, name: str) -> Market:
        """The market with a field taken."""
        return replace(self, fields={other: looks for other, looks in self.fields.items() if other != name})

    def lacking(self, missing: Iterable[str]) -> tuple[str, ...]:
        """The looks that are not on the supply board."""
        there = Counter(look for field in self.fields.values() for look in field)
        return tuple((Counter(missing) - there).elements())

    def turns_for(self, missing: Iterable[str]) -> int:
        """About how many turns it takes to get these looks.

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
    """Where pieces come from, as everybody knows; golden feathers are left out."""
    looks = {name: tuple(type_of(piece) for piece in state.field(name) if not is_feather(piece)) for name in FIELDS}
    fields = {name: pieces for name, pieces in looks.items() if pieces}
    there = {look[1] for field in fields.values() for look in field}
    unseen = unseen_pieces(state)
    bags = sorted({type_of(piece) for piece in (*unseen.head, *unseen.tail) if piece[1] not in there})
    return Market(fields, tuple(bags))


def outlook(
    means: Means, market: Market, *, most: int | None = None, turns: int | None = None, stop: Stop = never
) -> Outlook | None:
    """The best cóatl to work for; None where none is in sight.

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
    """How many pieces still to come are looked at."""
    return max(LEAST, AIM - len(means.pieces) - (len(core.pieces) if core else 0))


def cores(means: Means) -> list[Serpent | None]:
    """The cóatls that can be worked on: those not finished, and None for a new one where it may be started."""
    growing: list[Serpent | None] = [coatl for coatl in means.coatls if not coatl.is_finished]
    may_start = len(means.coatls) < MOST_COATLS and len(growing) < MOST_OPEN
    return [*growing, None] if may_start else growing


def missing_of(best: Best, pieces: Iterable[str]) -> tuple[str, ...]:
    """The looks that are still missing for a cóatl."""
    wanted = Counter(look for row in best.chosen[0].row for look in names_in(row))
    return tuple(sorted((wanted - Counter(pieces)).elements()))


def with_pieces(means: Means, looks: Iterable[str]) -> Means:
    return replace(means, pieces=tuple(sorted((*means.pieces, *looks))))


def with_cards(means: Means, cards: Iterable[str]) -> Means:
    return replace(means, hand=(*means.hand, *cards))
