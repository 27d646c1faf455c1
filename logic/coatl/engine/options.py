"""What a player can build with, and all ways to finish one cóatl with it, as far as they differ for its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Final, NamedTuple

from logic.coatl.components import (
    COLOURS,
    HIDDEN,
    MOST_PROPHECIES,
    Requirement,
    Serpent,
    Without,
    is_feather,
    kind_of_card,
    temple,
    type_of,
)
from logic.coatl.engine.machines import machines
from logic.coatl.rules import State
from logic.coatl.scoring import meets
from logic.core import Stop, never

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
        """The looks of one kind of pieces: ``h``, ``t`` or ``b``."""
        return tuple(look for look in self.looks if look.name[1] == letter)

    def allows(self, used: int) -> bool:
        """Tell whether there are so many pieces, and no more of them to be paid for than may be."""
        return (self._full - used) & self._guards == self._guards and self.bought(used) <= self.most

    def colours(self, used: int) -> str:
        """The colours of the pieces in use, those that are alike side by side."""
        counts: dict[str, int] = {}
        for look in self.looks:
            counts[look.colour] = counts.get(look.colour, 0) + (used >> look.shift & FULL)
        return "".join([colour * count for colour, count in counts.items()])

    def value(self, points: int, used: int) -> int:
        """What points are worth that take these pieces, in parts of a point."""
        return points * SCALE - self.count(used) - self.price * self.bought(used)

    def _count(self, used: int) -> int:
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


AUTOMATA_CACHED: Final = 16
"""How many hands' joined machines are kept."""


@cache
def _table(kind: str) -> tuple[tuple[dict[str, int], ...], tuple[int, ...]]:
    """The next state of a kind of prophecy by state and colour, and the points by the state at the end."""
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
        """The state after one more colour."""
        row = self._following[state]
        if colour not in row:
            row[colour] = self._number(state, colour)
        return row[colour]

    def read(self, state: int, colours: str) -> int:
        """The state after more colours."""
        for colour in colours:
            state = self.after(state, colour)
        return state

    def points(self, state: int) -> tuple[int, ...]:
        """The points of each prophecy on a finished cóatl that ends in this state."""
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
    """The machines of some prophecies side by side, in the order of the cards."""
    return _joined(tuple(kind_of_card(card) for card in cards))


@lru_cache(AUTOMATA_CACHED)
def _joined(kinds: tuple[str, ...]) -> Joined:
    return Joined(kinds)


Row = tuple[str, str]
"""The looks of the pieces that are added at the head end and at the tail end, both written from head to tail."""
Rows = dict[int, dict[int, Row]]
"""A row for each set of pieces in use and each state in which the cards have read it."""


def rows(core: Serpent | None, stock: Looks, reader: Joined, stop: Stop) -> Rows:
    """The rows that finish a cóatl, or a new one."""
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
        """The rows with an end closed."""
        found: Rows = {}
        for used, states in known.items():
            for look in ends:
                if self.stock.allows(used + look.unit):
                    self._lengthen(states, look, side, found.setdefault(used + look.unit, {}))
        return found

    def _grown(self, known: Rows, side: int) -> Rows:
        """The rows, and all longer ones with bodies behind them."""
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


CACHED: Final = 1 << 10
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
    """What a player can build with, the mover if nobody else is named, as far as it can be seen."""
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
    """The ways to finish a cóatl, or a new one, that no other way with the same pieces outdoes; the best first.

    Left out are those that would have no prophecy.
    """
    found = [
        _finish(place, core, stock, means, used, way, ways[way])
        for used, ways in _ways(core, stock, means, stop).items()
        for way in _undominated(ways)
    ]
    return sorted(found, key=lambda finish: -finish.value)


def likeliest(place: int, core: Serpent | None, stock: Looks, means: Means, stop: Stop = never) -> Iterator[Finish]:
    """The ways to finish a cóatl that no temple can keep from being the best one, the best first."""
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
    """A way to finish a cóatl with all that can be known of it."""
    (gains, fixed), laid = way, core.prophecies if core else ()
    crowns = () if core and core.temple else means.temples
    colours = stock.colours(used) + (core.colours if core else "")
    met = tuple(met_by(card, colours) for card in crowns)
    fixed += _temple_points(core, colours)
    alone = fixed + _best_temple(crowns, met) + _best_alone(means.hand, gains, MOST_PROPHECIES - len(laid))
    return Finish(place, core, used, row, gains, met, fixed, stock.value(alone, used))


def _ways(core: Serpent | None, stock: Looks, means: Means, stop: Stop) -> dict[int, dict[tuple[Gains, int], Row]]:
    """A row for each set of pieces and all that the cards can bring with it: those of the hand, those laid."""
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
    """Those that no other one is at least as good as everywhere."""
    kept: list[tuple[Gains, int]] = []
    for gains, fixed in sorted(ways, key=lambda way: (-sum(way[0]) - way[1], way)):
        if not any(more >= fixed and all(a >= b for a, b in zip(better, gains, strict=True)) for better, more in kept):
            kept.append((gains, fixed))
    return kept


@lru_cache(CACHED)
def _best_alone(hand: tuple[str, ...], gains: Gains, room: int) -> int:
    """The most points that so many cards of the hand bring on one cóatl, no two of a kind."""
    kinds: dict[str, int] = {}
    for card, points in zip(hand, gains, strict=True):
        kinds[kind_of_card(card)] = points
    return sum(sorted(kinds.values(), reverse=True)[:room])


@lru_cache(CACHED)
def _best_temple(temples: tuple[str, ...], met: tuple[int, ...]) -> int:
    """The most points that a temple can bring where no prophecy is in its way."""
    return max((crown_points(card, count, ()) for card, count in zip(temples, met, strict=True)), default=0)


def _temple_points(core: Serpent | None, colours: str) -> int:
    if not core or not core.temple:
        return 0
    return crown_points(core.temple, met_by(core.temple, colours), core.prophecies)


@cache
def _requirements(card: str) -> tuple[tuple[Requirement, ...], tuple[Without, ...]]:
    """What a temple asks of the pieces, and what of the prophecies."""
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
    """The points of a temple where so many requirements are met by the pieces, and these prophecies lie."""
    others = _requirements(card)[1]
    return temple(card).points[met + sum(meets(each, "R", prophecies) for each in others)]
