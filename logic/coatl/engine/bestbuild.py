"""The best build of a turn: all ways to finish single cóatls, and how to share pieces and cards among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from logic.coatl.components import (
    MOST_COATLS,
    MOST_OPEN,
    MOST_PROPHECIES,
    Requirement,
    Serpent,
    Without,
    is_feather,
    kind_of_card,
    known,
    temple,
    type_of,
)
from logic.coatl.engine.targets import ProductAutomaton, product_of
from logic.coatl.moves import Attach, BuildStep, CoatlMove, Crown, End, Prophesy, Start, worth
from logic.coatl.rules import State
from logic.coatl.scoring import meets
from logic.core import Stop, never

SCALE: Final = 16
"""The weight of a point in comparisons: more than that of all pieces on a board."""
DIGIT: Final = 8
"""Bits per type for the number of pieces in use."""
FULL: Final = (1 << DIGIT) - 1
"""All bits of a digit."""


class Look(NamedTuple):
    """A type of interchangeable pieces, and the position of its digit in a count."""

    name: str
    shift: int

    @property
    def colour(self) -> str:
        return self.name[0]

    @property
    def unit(self) -> int:
        """One piece of this type in use."""
        return 1 << self.shift


class Looks:
    """The pieces to build with, counted by type.

    A multiset of pieces is one integer with a digit for each type, so that two of them are added as numbers.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        own = Counter(pieces)
        self.looks = tuple(Look(name, index * DIGIT) for index, name in enumerate(sorted(own)))
        self.size = own.total()
        guard = 1 << DIGIT - 1
        self._guards = sum(guard << look.shift for look in self.looks)
        self._full = sum(own[look.name] + guard << look.shift for look in self.looks)
        self.count = cache(self._count)

    def allows(self, used: int) -> bool:
        """Return whether there are that many pieces."""
        return (self._full - used) & self._guards == self._guards

    def colours(self, used: int) -> str:
        """The colours of the pieces in use, equal ones adjacent."""
        counts: dict[str, int] = {}
        for look in self.looks:
            counts[look.colour] = counts.get(look.colour, 0) + (used >> look.shift & FULL)
        return "".join([colour * count for colour, count in counts.items()])

    def value(self, points: int, used: int) -> int:
        """The value of points minus the pieces they take, in fractions of a point."""
        return points * SCALE - self.count(used)

    def _count(self, used: int) -> int:
        count = 0
        while used:
            count += used & FULL
            used >>= DIGIT
        return count


Row = tuple[str, str]
"""The types of the pieces added at the head end and at the tail end, both in order from head to tail."""
Rows = dict[int, dict[int, Row]]
"""A row for each multiset of pieces in use and each state of the cards' automaton."""


def rows(core: Serpent | None, stock: Looks, reader: ProductAutomaton, stop: Stop) -> Rows:
    """The rows that finish a cóatl, or a new one."""
    return _Grower(stock, reader, stop).finished(core)


class _Grower:
    """Grows rows from the head end to the tail end."""

    def __init__(self, stock: Looks, reader: ProductAutomaton, stop: Stop) -> None:
        self.stock, self.reader, self.stop = stock, reader, stop
        self.heads, self.tails, self.bodies = (
            tuple(look for look in stock.looks if look.name[1] == letter) for letter in "htb"
        )

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
        found: Rows = {}
        for used, states in known.items():
            for look in ends:
                if self.stock.allows(used + look.unit):
                    self._lengthen(states, look, side, found.setdefault(used + look.unit, {}))
        return found

    def _grown(self, known: Rows, side: int) -> Rows:
        """The rows, and all longer ones with bodies after them."""
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
        """Append a piece to rows; of rows in the same automaton state only one is kept."""
        after, colour, name = self.reader.after, look.colour, look.name
        for state, (head, tail) in states.items():
            reached = after(state, colour)
            if reached not in into:
                into[reached] = (head, tail + name) if side else (head + name, tail)


CACHED: Final = 1 << 10
"""The size of the caches."""

Gains = tuple[int, ...]
"""The points that each card of the hand would bring."""


@dataclass(frozen=True, slots=True)
class BuildMeans:
    """What a player can build with: the types of its pieces, its cóatls, the known cards.

    ``temples`` are those face up and those in hand. With ``crowning`` only temples may still be laid.
    """

    pieces: tuple[str, ...]
    coatls: tuple[Serpent, ...]
    hand: tuple[str, ...]
    temples: tuple[str, ...]
    crowning: bool = False


def means_of(state: State, seat: int | None = None) -> BuildMeans:
    """What a player, the mover by default, can build with, as far as it is visible."""
    own = state.seats[state.player if seat is None else seat]
    pieces = sorted(type_of(piece) for piece in own.pieces if not is_feather(piece))
    temples = known((*state.temples, *own.temples))
    return BuildMeans(tuple(pieces), own.coatls, known(own.prophecies), temples, crowning=state.action == "crown")


@dataclass(frozen=True, slots=True)
class Finish:
    """One way to finish a cóatl: the pieces used, their order, and what each card would be worth on it.

    ``gains`` are by card in hand, 0 if a card of the same kind lies there already. ``met`` is the number of
    requirements met, by temple; empty if it has a temple. ``fixed`` are the points of the cards already on it.
    ``value`` is its worth if it got all cards, in fractions of a point, less the price of its pieces.
    """

    index: int
    core: Serpent | None
    used: int
    row: Row = field(compare=False)
    gains: tuple[int, ...]
    met: tuple[int, ...]
    fixed: int
    value: int

    @property
    def laid(self) -> tuple[str, ...]:
        return self.core.prophecies if self.core else ()


def finishes(index: int, core: Serpent | None, stock: Looks, means: BuildMeans, stop: Stop = never) -> list[Finish]:
    """The undominated ways to finish a cóatl, or a new one, for each multiset of pieces; the best first.

    Ways without any prophecy are left out.
    """
    found = [
        _finish(index, core, stock, means, used, way, ways[way])
        for used, ways in _ways(core, stock, means, stop).items()
        for way in _undominated(ways)
    ]
    return sorted(found, key=lambda finish: -finish.value)


def _finish(
    index: int, core: Serpent | None, stock: Looks, means: BuildMeans, used: int, way: tuple[Gains, int], row: Row
) -> Finish:
    """A way to finish a cóatl, with all that can be computed of it alone."""
    (gains, fixed), laid = way, core.prophecies if core else ()
    colours = stock.colours(used) + (core.colours if core else "")
    met = () if core and core.temple else tuple(met_by(card, colours) for card in means.temples)
    fixed += _temple_points(core, colours)
    alone = fixed + _best_temple(means.temples, met) + _best_alone(means.hand, gains, MOST_PROPHECIES - len(laid))
    return Finish(index, core, used, row, gains, met, fixed, stock.value(alone, used))


def _ways(core: Serpent | None, stock: Looks, means: BuildMeans, stop: Stop) -> dict[int, dict[tuple[Gains, int], Row]]:
    """A row for each multiset of pieces and each vector of gains: of the cards in hand, and of those laid."""
    laid = core.prophecies if core else ()
    reader = product_of((*means.hand, *laid))
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


# -- values of cards


def _undominated(ways: Iterable[tuple[Gains, int]]) -> list[tuple[Gains, int]]:
    """The ways without those that another one equals or beats in the points of each card and of those laid already."""
    kept: list[tuple[Gains, int]] = []
    for gains, fixed in sorted(ways, key=lambda way: (-sum(way[0]) - way[1], way)):
        if not any(more >= fixed and all(a >= b for a, b in zip(better, gains, strict=True)) for better, more in kept):
            kept.append((gains, fixed))
    return kept


@lru_cache(CACHED)
def _best_alone(hand: tuple[str, ...], gains: Gains, room: int) -> int:
    """The most points that ``room`` cards of the hand bring on one cóatl, no two of a kind."""
    kinds: dict[str, int] = {}
    for card, points in zip(hand, gains, strict=True):
        kinds[kind_of_card(card)] = points
    return sum(sorted(kinds.values(), reverse=True)[:room])


@lru_cache(CACHED)
def _best_temple(temples: tuple[str, ...], met: tuple[int, ...]) -> int:
    """The most points that a temple can bring if no prophecy conflicts with it; without ``met`` none may be laid."""
    return max((crown_points(card, count, ()) for card, count in zip(temples, met, strict=bool(met))), default=0)


def _temple_points(core: Serpent | None, colours: str) -> int:
    if not core or not core.temple:
        return 0
    return crown_points(core.temple, met_by(core.temple, colours), core.prophecies)


@cache
def _requirements(card: str) -> tuple[tuple[Requirement, ...], tuple[Without, ...]]:
    """A temple's requirements on the pieces, and those on the prophecies."""
    asked = temple(card).requirements
    return (
        tuple(each for each in asked if not isinstance(each, Without)),
        tuple(each for each in asked if isinstance(each, Without)),
    )


@lru_cache(CACHED)
def met_by(card: str, colours: str) -> int:
    """The number of a temple's requirements that pieces of these colours meet, in any order."""
    return sum(meets(each, colours) for each in _requirements(card)[0])


def crown_points(card: str, met: int, prophecies: Iterable[str]) -> int:
    """The points of a temple if that many requirements are met by the pieces, with these prophecies."""
    others = _requirements(card)[1]
    return temple(card).points[met + sum(meets(each, "R", prophecies) for each in others)]


# -- sharing the cards


@dataclass(frozen=True, slots=True)
class Shares:
    """What each cóatl gets, in order: prophecies from the hand, and a temple or none; with the total of points."""

    points: int
    prophecies: tuple[tuple[str, ...], ...]
    temples: tuple[str, ...]


def shared(chosen: Sequence[Finish], hand: Sequence[str], temples: tuple[str, ...]) -> Shares | None:
    """Share out the cards for the most points; None if a cóatl would have no prophecy."""
    best: Shares | None = None
    rooms = [MOST_PROPHECIES - len(finish.laid) for finish in chosen]
    fixed = sum(finish.fixed for finish in chosen)
    top = sum(_best_temple(temples, finish.met) for finish in chosen)
    for points, given in _hand_distributions(chosen, hand, rooms):
        if best and fixed + points + top <= best.points:
            continue
        if all(cards or finish.laid for cards, finish in zip(given, chosen, strict=True)):
            crowned, crowns = _crowned(chosen, given, temples)
            if best is None or fixed + points + crowned > best.points:
                best = Shares(fixed + points + crowned, given, crowns)
    return best


def most_together(chosen: Sequence[Finish], temples: tuple[str, ...]) -> int:
    """An upper bound on the points of any sharing."""
    cards: int = sum(map(max, zip(*(finish.gains for finish in chosen), strict=True)))
    return cards + sum(finish.fixed + _best_temple(temples, finish.met) for finish in chosen)


def _hand_distributions(
    chosen: Sequence[Finish], hand: Sequence[str], rooms: Sequence[int]
) -> Iterator[tuple[int, tuple[tuple[str, ...], ...]]]:
    """The ways to deal out the hand, each card to a cóatl where it scores or to none, with their points."""

    def deal(
        index: int, points: int, given: tuple[tuple[str, ...], ...]
    ) -> Iterator[tuple[int, tuple[tuple[str, ...], ...]]]:
        if index == len(hand):
            yield points, given
            return
        card = hand[index]
        for i, finish in enumerate(chosen):
            if finish.gains[index] and len(given[i]) < rooms[i] and not _has_twin(card, given[i]):
                after = (*given[:i], (*given[i], card), *given[i + 1 :])
                yield from deal(index + 1, points + finish.gains[index], after)
        yield from deal(index + 1, points, given)

    yield from deal(0, 0, ((),) * len(chosen))


def _has_twin(card: str, others: Sequence[str]) -> bool:
    return any(kind_of_card(card) == kind_of_card(other) for other in others)


def _crowned(
    chosen: Sequence[Finish], given: Sequence[tuple[str, ...]], temples: Sequence[str]
) -> tuple[int, tuple[str, ...]]:
    """Give each cóatl a different temple, or none (""), for the most points."""
    best, crowns = 0, ("",) * len(chosen)

    def crown(index: int, points: int, used: tuple[str, ...]) -> None:
        nonlocal best, crowns
        if index == len(chosen):
            if points > best:
                best, crowns = points, used
            return
        finish = chosen[index]
        cards = (*finish.laid, *given[index])
        for card, met in zip(temples, finish.met, strict=bool(finish.met)):
            more = crown_points(card, met, cards)
            if more and card not in used:
                crown(index + 1, points + more, (*used, card))
        crown(index + 1, points, (*used, ""))

    crown(0, 0, ())
    return best, crowns


@dataclass(frozen=True, slots=True)
class Best:
    """The result of the search: the cóatls to finish, the cards for each, and the points gained."""

    points: int = 0
    chosen: tuple[Finish, ...] = ()
    prophecies: tuple[tuple[str, ...], ...] = ()
    temples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Build:
    """A build for this turn: its moves, ending with ``End``; its points; and the cóatls it finishes."""

    moves: tuple[CoatlMove, ...]
    points: int
    serpents: tuple[Serpent, ...]


NOTHING = Build((), 0, ())
"""No build gains anything."""


def best_build(state: State, seat: int | None = None, stop: Stop = never) -> Build:
    """The build that gains the most points this turn, from what is known of the seat, the mover's by default.

    The moves continue what has been built in this turn already, and are for the mover only; there are none if nothing
    can be gained. Points are those added to the score.
    """
    seat = state.player if seat is None else seat
    if state.action not in ("", "build", "crown") and seat == state.player:
        return NOTHING
    best = best_of(means_of(state, seat), stop)
    if not best.chosen:
        return NOTHING
    moves, after = steps_of(best, state, seat)
    return Build((*moves, End()), best.points, tuple(each for each in after if each.is_finished and not each.locked))


def best_of(means: BuildMeans, stop: Stop = never) -> Best:
    """The build with the most points for these means."""
    return _Search(means, stop).best()


def best_serpent(means: BuildMeans, core: Serpent | None = None) -> Best:
    """The single cóatl that gains the most points: a new one, or an unfinished one extended at its open ends."""
    stock = Looks(means.pieces)
    index = means.coatls.index(core) if core else len(means.coatls)
    best, value = Best(), 0
    for finish in finishes(index, core, stock, means):
        if finish.value <= value:
            break
        shares = shared((finish,), means.hand, means.temples)
        if shares and stock.value(shares.points, finish.used) > value:
            value = stock.value(shares.points, finish.used)
            best = Best(shares.points, (finish,), shares.prophecies, shares.temples)
    return best


class _Search:
    """The search for the set of cóatls to finish in one turn."""

    def __init__(self, means: BuildMeans, stop: Stop) -> None:
        self.means, self.stop = means, stop
        self.stock = Looks(() if means.crowning else means.pieces)
        hand = () if means.crowning else means.hand
        self.hand, self.temples = hand, means.temples
        means = replace(means, hand=hand)
        open_to_change = [index for index, coatl in enumerate(means.coatls) if not coatl.locked]
        self.lists = {index: finishes(index, means.coatls[index], self.stock, means, stop) for index in open_to_change}
        new = len(means.coatls)
        self.room = 0 if means.crowning else MOST_COATLS - new
        self.fresh = finishes(new, None, self.stock, means, stop) if self.room else []
        self.base = sum(worth(coatl) for coatl in means.coatls if coatl.is_finished and not coatl.locked)
        self.value = self.base * SCALE
        self.found = Best()

    def best(self) -> Best:
        for lists in self._targets():
            if all(lists):
                self._join(lists, (), 0, 0)
        return self.found

    def _targets(self) -> Iterator[tuple[list[Finish], ...]]:
        """The sets of cóatls that may be finished together: existing ones, and as many new ones as may be started."""
        coatls = self.means.coatls
        must = [index for index in self.lists if coatls[index].is_finished]
        may = [index for index in self.lists if not coatls[index].is_finished]
        for mask in range(1 << len(may)):
            grown = [index for i, index in enumerate(may) if mask >> i & 1]
            room = self.room if len(may) - len(grown) < MOST_OPEN else 0
            for count in range(room + 1):
                if must or grown or count:
                    yield (*(self.lists[index] for index in (*must, *grown)), *[self.fresh] * count)

    def _join(
        self, lists: Sequence[list[Finish]], chosen: tuple[Finish, ...], used: int, value: int, start: int = 0
    ) -> None:
        """Try each fitting finish of the first list with each of the following lists; new cóatls in one order only."""
        if not lists:
            self._keep_if_better(chosen, used)
            return
        options, *others = lists
        rest = sum(each[0].value for each in others)
        again = bool(others) and others[0] is options
        for index in range(start, len(options)):
            finish = options[index]
            if value + finish.value + rest <= self.value or self.stop():
                return
            if self.stock.allows(used + finish.used):
                following = index if again else 0
                self._join(others, (*chosen, finish), used + finish.used, value + finish.value, following)

    def _keep_if_better(self, chosen: tuple[Finish, ...], used: int) -> None:
        if len(chosen) > 1 and self.stock.value(most_together(chosen, self.temples), used) <= self.value:
            return
        shares = shared(chosen, self.hand, self.temples)
        if shares and self.stock.value(shares.points, used) > self.value:
            self.value = self.stock.value(shares.points, used)
            self.found = Best(shares.points - self.base, chosen, shares.prophecies, shares.temples)


# -- conversion to moves


def steps_of(best: Best, state: State, seat: int) -> tuple[tuple[BuildStep, ...], tuple[Serpent, ...]]:
    """The steps that build this, one cóatl after the other, with its cards; the temples last.

    Also returns the resulting cóatls.
    """
    own = state.seats[seat]
    left, steps, crowns = list(own.pieces), list[BuildStep](), list[BuildStep]()
    coatls = list(own.coatls)
    order = sorted(range(len(best.chosen)), key=lambda i: best.chosen[i].index)
    for i in order:
        finish = best.chosen[i]
        index = finish.index if finish.core else len(coatls)
        if not finish.core:
            coatls.append(Serpent(()))
        for step in _steps_of_row(finish, index, left):
            steps.append(step)
            piece = step.piece
            coatls[index] = Serpent((piece,)) if isinstance(step, Start) else coatls[index].with_piece(piece, step.side)
        cards, temple = best.prophecies[i], best.temples[i]
        steps += [Prophesy(card, index) for card in cards]
        crowns += [Crown(temple, index)] if temple else []
        laid = (*coatls[index].prophecies, *cards)
        coatls[index] = replace(coatls[index], prophecies=laid, temple=temple or coatls[index].temple)
    return (*steps, *crowns), tuple(coatls)


def _steps_of_row(finish: Finish, index: int, left: list[str]) -> Iterator[Start | Attach]:
    """The steps that lay a row out, from the core outwards, taking the pieces from ``left``."""
    head, tail = (tuple(row[i : i + 2] for i in range(0, len(row), 2)) for row in finish.row)
    if finish.core is None:
        yield Start(_taken(head[0], left))
        head = ()
    for name in reversed(head):
        yield Attach(_taken(name, left), index, "head")
    for name in tail:
        yield Attach(_taken(name, left), index, "tail")


def _taken(name: str, left: list[str]) -> str:
    piece = next(piece for piece in left if type_of(piece) == name)
    left.remove(piece)
    return piece
