"""What a player can build with: the pieces, cards and cóatls at hand, and all ways to finish one cóatl with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final

from logic.coatl.automata import joined
from logic.coatl.cards import Requirement, Without, kind_of_card, temple
from logic.coatl.looks import SCALE, Looks
from logic.coatl.params import MOST_PROPHECIES
from logic.coatl.pieces import is_feather, type_of
from logic.coatl.rows import Row, rows
from logic.coatl.rules import State
from logic.coatl.scoring import meets
from logic.coatl.table import HIDDEN, Serpent
from logic.core import Stop, never

CACHED: Final = 1 << 12
"""Answers that are kept by each function that keeps some."""

Gains = tuple[int, ...]
"""The points that each card of the hand would bring."""


@dataclass(frozen=True, slots=True)
class Means:
    """What a player can build with: the looks of the own pieces, the own cóatls, the known cards.

    ``temples`` are those face up and those in the hand. With ``crowning`` only temples may still be laid.
    """

    pieces: tuple[str, ...]
    coatls: tuple[Serpent, ...]
    hand: tuple[str, ...]
    temples: tuple[str, ...]
    crowning: bool = False


def means_of(state: State, seat: int | None = None) -> Means:
    """Give what a player can build with, the mover if nobody else is named, as far as it can be seen."""
    own = state.seats[state.player if seat is None else seat]
    pieces = sorted(type_of(piece) for piece in own.pieces if not is_feather(piece))
    hand = tuple(card for card in own.prophecies if card != HIDDEN)
    temples = tuple(card for card in (*state.temples, *own.temples) if card not in ("", HIDDEN))
    return Means(tuple(pieces), own.coatls, hand, temples, crowning=state.action == "crown")


@dataclass(frozen=True, slots=True)
class Finish:
    """One way to finish a cóatl: with which pieces, in which row, and what the cards would be worth on it.

    ``gains`` are by card of the hand; 0 also where a twin lies there. ``met`` are how many requirements the pieces
    meet, by temple; none where one lies there. ``fixed`` are the points of what lies there. ``value`` is what it
    would be worth with all cards for itself, in parts of a point, less what its pieces cost.
    """

    place: int
    core: Serpent | None
    used: int
    row: Row = field(compare=False)
    gains: tuple[int, ...]
    met: tuple[int, ...]
    fixed: int
    value: int

    @property
    def laid(self) -> tuple[str, ...]:
        """The prophecies that lie there already."""
        return self.core.prophecies if self.core else ()


def finishes(place: int, core: Serpent | None, stock: Looks, means: Means, stop: Stop = never) -> list[Finish]:
    """Give the ways to finish a cóatl, or a new one, that no other way with the same pieces outdoes; the best first.

    Left out are those that would have no prophecy.
    """
    found = [
        _finish(place, core, stock, means, used, way, ways[way])
        for used, ways in _ways(core, stock, means, stop).items()
        for way in _undominated(ways)
    ]
    return sorted(found, key=lambda finish: -finish.value)


def likeliest(place: int, core: Serpent | None, stock: Looks, means: Means, stop: Stop = never) -> Iterator[Finish]:
    """Give the ways to finish a cóatl that no temple can keep from being the best one, the best first."""
    room = MOST_PROPHECIES - (len(core.prophecies) if core else 0)
    sure = [
        (stock.value(way[1] + _best_alone(means.hand, way[0], room), used), (used, way, row))
        for used, ways in _ways(core, stock, means, stop).items()
        for way, row in ways.items()
    ]
    top = max((temple(card).points[-1] for card in means.temples), default=0)
    least = max((value for value, _ in sure), default=0) - SCALE * top
    crowns = () if core and core.temple else means.temples

    @cache
    def crowned(used: int) -> int:
        colours = stock.colours(used) + (core.colours if core else "")
        met = tuple(met_by(card, colours) for card in crowns)
        return SCALE * (_temple_points(core, colours) + _best_temple(crowns, met))

    found = [(value + crowned(way[0]), way) for value, way in sure if value >= least]
    for _, way in sorted(found, key=lambda each: -each[0]):
        yield _finish(place, core, stock, means, *way)


def _finish(
    place: int, core: Serpent | None, stock: Looks, means: Means, used: int, way: tuple[Gains, int], row: Row
) -> Finish:
    """Give a way to finish a cóatl with all that can be known of it."""
    (gains, fixed), laid = way, core.prophecies if core else ()
    crowns = () if core and core.temple else means.temples
    colours = stock.colours(used) + (core.colours if core else "")
    met = tuple(met_by(card, colours) for card in crowns)
    fixed += _temple_points(core, colours)
    alone = fixed + _best_temple(crowns, met) + _best_alone(means.hand, gains, MOST_PROPHECIES - len(laid))
    return Finish(place, core, used, row, gains, met, fixed, stock.value(alone, used))


def _ways(core: Serpent | None, stock: Looks, means: Means, stop: Stop) -> dict[int, dict[tuple[Gains, int], Row]]:
    """Give a row for each set of pieces and all that the cards can bring with it: those of the hand, those laid."""
    laid = core.prophecies if core else ()
    reader = joined((*means.hand, *laid))
    twins = {kind_of_card(card) for card in laid}
    usable = [kind_of_card(card) not in twins for card in means.hand]

    @cache
    def brings(state: int) -> tuple[Gains, int]:
        points = reader.points(state)
        gains = tuple(n if may else 0 for n, may in zip(points, usable, strict=False))
        return gains, sum(points[len(usable) :])

    found: dict[int, dict[tuple[Gains, int], Row]] = {}
    for used, states in rows(core, stock, reader, stop).items():
        ways: dict[tuple[Gains, int], Row] = {}
        for state, row in states.items():
            ways.setdefault(brings(state), row)
        found[used] = {way: row for way, row in ways.items() if laid or any(way[0])}
    return found


# -- what cards are worth


def _undominated(ways: Iterable[tuple[Gains, int]]) -> list[tuple[Gains, int]]:
    """Give those that no other one is at least as good as everywhere."""
    kept: list[tuple[Gains, int]] = []
    for gains, fixed in sorted(ways, key=lambda way: (-sum(way[0]) - way[1], way)):
        if not any(more >= fixed and all(a >= b for a, b in zip(better, gains, strict=True)) for better, more in kept):
            kept.append((gains, fixed))
    return kept


@lru_cache(CACHED)
def _best_alone(hand: tuple[str, ...], gains: Gains, room: int) -> int:
    """Give the most points that so many cards of the hand bring on one cóatl, no two of a kind."""
    kinds: dict[str, int] = {}
    for card, points in zip(hand, gains, strict=True):
        kinds[kind_of_card(card)] = points
    return sum(sorted(kinds.values(), reverse=True)[:room])


@lru_cache(CACHED)
def _best_temple(temples: tuple[str, ...], met: tuple[int, ...]) -> int:
    """Give the most points that a temple can bring where no prophecy is in its way."""
    return max((crown_points(card, count, ()) for card, count in zip(temples, met, strict=True)), default=0)


def _temple_points(core: Serpent | None, colours: str) -> int:
    """Give the points of the temple that lies on a cóatl."""
    if not core or not core.temple:
        return 0
    return crown_points(core.temple, met_by(core.temple, colours), core.prophecies)


@cache
def _requirements(card: str) -> tuple[tuple[Requirement, ...], tuple[Without, ...]]:
    """Give what a temple asks of the pieces, and what of the prophecies."""
    asked = temple(card).requirements
    return (
        tuple(each for each in asked if not isinstance(each, Without)),
        tuple(each for each in asked if isinstance(each, Without)),
    )


@lru_cache(CACHED)
def met_by(card: str, colours: str) -> int:
    """Count the requirements of a temple that pieces of these colours meet, in whatever order."""
    return sum(meets(each, colours) for each in _requirements(card)[0])


def crown_points(card: str, met: int, prophecies: Iterable[str]) -> int:
    """Give the points of a temple where so many requirements are met by the pieces, and these prophecies lie."""
    others = _requirements(card)[1]
    return temple(card).points[met + sum(meets(each, "R", prophecies) for each in others)]
