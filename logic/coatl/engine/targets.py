"""The finished forms that a cóatl could take, and the pieces that a seat has or can still get for them.

Forms are enumerated with one automaton for each prophecy, which reads a cóatl letter by letter; each of its states
knows the points if the cóatl ended there with both ends closed. :mod:`logic.coatl.scoring` is the reference; tests hold
the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from logic.coatl.components import (
    COLOURS,
    Absent,
    Equal,
    Length,
    Prophecy,
    Seat,
    Serpent,
    is_feather,
    kind_of,
    kind_of_card,
    prophecies,
    prophecy,
    temple,
)
from logic.coatl.rules import State, unseen_pieces
from logic.coatl.scoring import SHAPES

# -- automata

States = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]

POTENTIAL: Final = (0.0, 0.55, 0.3, 0.15, 0.05)
"""The share of the next level's gain that a state is worth, by the number of letters that it is away from it."""

_Step = Callable[[Any, str], Hashable]


class Automata(NamedTuple):
    """All prophecies' automata, by card number: next state by colour, points, and ``potential`` of further points."""

    number: dict[str, int]
    steps: States
    points: Points
    potential: Points


class _Plan(NamedTuple):
    """How an automaton starts and steps, and how often its shape has been found in a state."""

    start: Hashable
    step: _Step
    found: Callable[[Any], int]


def _word(word: str, most: int) -> _Plan:
    """Look for a word: (length of the match at the end, number of matches)."""

    def step(state: tuple[int, int], colour: str) -> tuple[int, int]:
        done, found = state
        text = word[:done] + colour
        while not word.startswith(text):
            text = text[1:]
        return (0, min(found + 1, most)) if text == word else (len(text), found)

    return _Plan((0, 0), step, lambda state: state[1])


def _pairs(colour: str, most: int) -> _Plan:
    """Look for runs of exactly two: (length of the run at the end, up to three, number found before it)."""

    def step(state: tuple[int, int], other: str) -> tuple[int, int]:
        run, found = state
        if other == colour:
            return min(run + 1, 3), found
        return 0, min(found + (run == 2), most)

    return _Plan((0, 0), step, lambda state: state[1] + (state[0] == 2))


def _plan_run(pattern: str, most: int) -> _Plan:
    """Look for a first colour, one or more of the second, and the third."""
    first, second, third = tuple(pattern)

    def step(state: tuple[int, int], colour: str) -> tuple[int, int]:
        done, found = state
        if done and colour == second:
            return 2, found
        if done == 2 and colour == third:
            return 0, min(found + 1, most)
        return int(colour == first), found

    return _Plan((0, 0), step, lambda state: state[1])


def _mirrored(pattern: str, _most: int) -> _Plan:
    """Look for two colours, at least one piece of any colour, and the two in reverse."""
    first, second = tuple(pattern)

    def step(state: int, colour: str) -> int:
        if state < 2:  # none, or the first
            return 2 if state == 1 and colour == second else int(colour == first)
        if state == 2:  # both: the next piece is in between
            return 3
        if state == 4 and colour == first:
            return 5
        return 5 if state == 5 else 3 + (colour == second)

    return _Plan(0, step, lambda state: int(state == 5))


def _plan_counting(pattern: str, _most: int) -> _Plan:
    """Count colours, each up to the wanted number."""
    wanted = {colour: pattern.count(colour) for colour in pattern}
    kinds = tuple(wanted)

    def step(state: tuple[int, ...], colour: str) -> tuple[int, ...]:
        return tuple(min(n + (kind == colour), wanted[kind]) for n, kind in zip(state, kinds, strict=True))

    return _Plan((0,) * len(kinds), step, lambda state: int(state == tuple(wanted.values())))


def _plan(card: Prophecy) -> _Plan:
    most = card.family.levels[-1][0]
    special = {"blackx": _pairs, "colorful": _plan_run, "blank": _mirrored, "anywhere": _plan_counting}
    if card.family.name in special:
        return special[card.family.name](card.pattern, most)
    shape = SHAPES[card.family.name]
    return _word("".join(card.pattern["abcde".index(letter)] for letter in shape), most)


def _built(card: Prophecy) -> tuple[list[list[int]], list[int]]:
    """Number the reachable states: the next states by colour, and the points."""
    plan = _plan(card)
    numbers: dict[Hashable, int] = {plan.start: 0}
    queue, steps, points = [plan.start], [], []
    for state in queue:
        row = []
        for colour in COLOURS:
            after = plan.step(state, colour)
            if after not in numbers:
                numbers[after] = len(queue)
                queue.append(after)
            row.append(numbers[after])
        steps.append(row)
        found = plan.found(state)
        points.append(max((worth for least, worth in card.family.levels if found >= least), default=0))
    return steps, points


def _potential(steps: list[list[int]], points: list[int]) -> list[float]:
    """For each state, the best share of a gain that is a few letters ahead."""
    potential = []
    for state, base in enumerate(points):
        seen, front, best = {state}, {state}, 0.0
        for share in POTENTIAL[1:]:
            front = {after for other in front for after in steps[other]} - seen
            seen |= front
            best = max([best, *(share * (points[after] - base) for after in front)])
        potential.append(best)
    return potential


@cache
def automata() -> Automata:
    """All automata, those of the promo pack last."""
    cards = prophecies(promo=True)
    plans = [_built(prophecy(card)) for card in cards]
    most = max(len(points) for _, points in plans)
    steps = np.zeros((len(cards), most, len(COLOURS)), np.uint8)
    points, potential = np.zeros((len(cards), most), np.float32), np.zeros((len(cards), most), np.float32)
    for number, (rows, worth) in enumerate(plans):
        steps[number, : len(rows)] = rows
        points[number, : len(rows)] = worth
        potential[number, : len(rows)] = _potential(rows, worth)
    return Automata({card: number for number, card in enumerate(cards)}, steps, points, potential)


# -- products of automata

AUTOMATA_CACHED: Final = 16
"""How many hands' products are cached."""


@cache
def _table(kind: str) -> tuple[tuple[dict[str, int], ...], tuple[int, ...]]:
    """The next state of a kind of prophecy by state and colour, and the points by final state."""
    known = automata()
    number = known.number[kind]
    rows = tuple(dict(zip(map(str, COLOURS), row, strict=True)) for row in known.steps[number].tolist())
    return rows, tuple(int(points) for points in known.points[number].tolist())


class ProductAutomaton:
    """The product of several prophecies' automata; its states are numbered from 0 as they are discovered."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self._tables = tuple(_table(kind) for kind in kinds)
        start = (0,) * len(self._tables)
        self._states = [start]
        self._numbers = {start: 0}
        self._following: list[dict[str, int]] = [{}]

    def after(self, state: int, colour: str) -> int:
        row = self._following[state]
        if colour not in row:
            row[colour] = self._number(state, colour)
        return row[colour]

    def read(self, state: int, colours: str) -> int:
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


def product_of(cards: Sequence[str]) -> ProductAutomaton:
    """The product of the automata of some prophecies, in the order of the cards."""
    return _product_of(tuple(kind_of_card(card) for card in cards))


@lru_cache(AUTOMATA_CACHED)
def _product_of(kinds: tuple[str, ...]) -> ProductAutomaton:
    return ProductAutomaton(kinds)


# -- forms of a cóatl

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

COLOUR_COUNT: Final = len(COLOURS)
BODY, HEAD, TAIL = 0, COLOUR_COUNT, 2 * COLOUR_COUNT
"""The offsets of the types of each kind: five of bodies, five of heads, five of tails."""
TYPES: Final = 3 * COLOUR_COUNT
MOST_ADDED: Final = 17
"""More pieces of a type than any plan needs."""
NONE: Final = np.zeros(0, np.int64)
CLOSE_TO: Final = 1.0
"""The value of an absent colour to a plan with a temple that requires its absence."""


class Core(NamedTuple):
    """The present part of a cóatl: its colours, and whether its ends are closed; empty for one to be started."""

    colours: str = ""
    head_closed: bool = False
    tail_closed: bool = False


class Objective(NamedTuple):
    """What a form is rated by: a weight for each card, the temples, and the cost of each further piece of a type."""

    cards: tuple[str, ...]
    weights: tuple[float, ...]
    temples: tuple[str, ...]
    costs: Floats


class SearchLimits(NamedTuple):
    """Bounds on the width and depth of the search.

    Growing forms and finished ones kept at each length, pieces added at most, and forms of each cóatl to pair with
    another's.
    """

    beam: int = 90
    kept: int = 40
    added: int = 13
    paired: int = 14


@dataclass(frozen=True)
class Targets:
    """Finished forms of one cóatl, one a row.

    ``offsets`` are the numbers of pieces before the core. ``needs`` are the pieces to add, by type; ``points`` those of
    each card, ``shrines`` those of each temple.
    """

    core: Core
    words: tuple[str, ...]
    offsets: Ints
    needs: Ints
    points: Floats
    shrines: Floats

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def numbers(self) -> Ints:
        """By type and target, the index of the needed number in a table of all numbers of all types."""
        return np.ascontiguousarray((np.minimum(self.needs, MOST_ADDED) + np.arange(TYPES) * (MOST_ADDED + 1)).T)

    def only(self, rows: Sequence[int] | Ints | Bools) -> Targets:
        index = np.asarray(rows)
        index = np.flatnonzero(index) if index.dtype == bool else index.astype(np.int64)
        words = tuple(self.words[row] for row in index.tolist())
        return Targets(
            self.core, words, self.offsets[index], self.needs[index], self.points[index], self.shrines[index]
        )


@dataclass(slots=True)
class _Front:
    """Forms of one length that can still grow: automaton states by card, pieces used by type, and the letters added.

    ``splits`` is how many of the letters lie before the core, 0 until it is inserted.
    """

    states: Ints
    used: Ints
    letters: Ints
    splits: Ints

    def __len__(self) -> int:
        return len(self.states)

    def take(self, rows: Ints) -> _Front:
        return _Front(self.states[rows], self.used[rows], self.letters[rows], self.splits[rows])


class _Grower:
    """Grows the forms of one core: letters before it, then the core as a whole, then letters after it."""

    def __init__(self, core: Core, objective: Objective, limits: SearchLimits) -> None:
        found = automata()
        numbers = [found.number[card] for card in objective.cards]
        self.core, self.objective, self.limits = core, objective, limits
        self.steps = found.steps[numbers].astype(np.int64)
        self.points = found.points[numbers].astype(np.float64)
        self.worth = (self.points + found.potential[numbers]) * np.asarray(objective.weights)[:, None]
        self.columns = np.arange(len(numbers))
        self.inner = np.bincount([COLOURS.index(colour) for colour in core.colours], minlength=COLOUR_COUNT)
        self.dice = np.random.default_rng(1).integers(1, 2**40, size=len(numbers) + TYPES + 1)
        self.absent = _absent(objective.temples)

    def grown(self) -> Targets:
        before, behind = self._begin()
        done = [self.finished(behind)]
        for _ in range(self.limits.added):
            before = self._best(self._longer(before))
            behind = self._best(self._behind(before, behind))
            done.append(self.finished(behind))
        return _merged(done)

    # -- growing

    def _begin(self) -> tuple[_Front, _Front]:
        """The forms before the core is inserted, and those after it."""
        none = _Front(
            np.zeros((1, len(self.columns)), np.int64), np.zeros((1, TYPES), np.int64),
            np.zeros((1, 0), np.int64), np.zeros(1, np.int64),
        )  # fmt: skip
        empty = none.take(NONE)
        if self.core.head_closed:
            return empty, self._with_core(none)
        headed = self._lengthened(none, HEAD)
        return (headed, self._with_core(headed)) if self.core.colours else (empty, headed)

    def _lengthened(self, front: _Front, kind: int) -> _Front:
        """Add each colour to each form as a piece of a kind."""
        count, letters = len(front), np.tile(np.arange(COLOUR_COUNT), len(front))
        rows = np.repeat(np.arange(count), COLOUR_COUNT)
        states = self.steps[self.columns, front.states[rows], letters[:, None]]
        used = front.used[rows]
        used[np.arange(len(rows)), kind + letters] += 1
        return _Front(states, used, np.hstack([front.letters[rows], letters[:, None]]), front.splits[rows])

    def _longer(self, front: _Front) -> _Front:
        return self._lengthened(front, BODY)

    def _behind(self, before: _Front, behind: _Front) -> _Front:
        """The forms after the core that are as long as those before it, with the core just inserted first."""
        if not self.core.colours:
            return self._longer(behind)
        come = self._with_core(before)
        return come if self.core.tail_closed else _together(self._longer(behind), come)

    def _with_core(self, front: _Front) -> _Front:
        states = front.states
        for colour in self.core.colours:
            states = self.steps[self.columns, states, COLOURS.index(colour)]
        splits = np.full(len(front), front.letters.shape[1])
        return _Front(states, front.used, front.letters, splits)

    def _best(self, front: _Front) -> _Front:
        """Keep the most promising forms, and of equivalent ones only one."""
        if len(front) <= 1:
            return front
        values = self.worth[self.columns, front.states].sum(axis=1) - self._cost(front.used)
        values += self._emptiness(front.used)
        keys = np.hstack([front.states, front.used, front.splits[:, None] > 0]) @ self.dice
        _, first = np.unique(keys, return_index=True)
        if len(first) > self.limits.beam:
            first = first[np.argpartition(-values[first], self.limits.beam)[: self.limits.beam]]
        return front.take(np.sort(first))

    def _cost(self, used: Ints) -> Floats:
        costs: Floats = self.objective.costs[np.arange(TYPES), used].sum(axis=1)
        return costs

    def _emptiness(self, used: Ints) -> Floats:
        if not self.absent:
            return np.zeros(len(used))
        counts = self.counts(used)
        bonus: Floats = CLOSE_TO * (counts[:, self.absent] == 0).any(axis=1)
        return bonus

    def counts(self, used: Ints) -> Ints:
        """The number of pieces of each colour in a form, the core included."""
        counted: Ints = used.reshape(len(used), 3, COLOUR_COUNT).sum(axis=1) + self.inner
        return counted

    # -- finishing

    def finished(self, front: _Front) -> Targets:
        """Close the forms that may be closed, and keep the best of them."""
        core_has_body = len(self.core.colours) > self.core.head_closed + self.core.tail_closed
        has_body = (front.used[:, BODY:HEAD].sum(axis=1) > 0) | core_has_body
        front = front.take(np.flatnonzero(has_body))
        if not self.core.tail_closed:
            front = self._lengthened(front, TAIL)
        points = self.points[self.columns, front.states]
        shrines = temple_points(self.objective.temples, self.counts(front.used))
        values = (points * np.asarray(self.objective.weights)).sum(axis=1) + shrines.max(axis=1, initial=0.0)
        rows = np.argsort(self._cost(front.used) - values, kind="stable")[: self.limits.kept]
        words = tuple(self._word(front, row) for row in rows.tolist())
        return Targets(self.core, words, front.splits[rows], front.used[rows], points[rows], shrines[rows])

    def _word(self, front: _Front, row: int) -> str:
        letters = "".join(COLOURS[letter] for letter in front.letters[row].tolist())
        split = int(front.splits[row]) if self.core.colours else len(letters)
        return letters[:split] + self.core.colours + letters[split:]


def _absent(temples: Sequence[str]) -> list[int]:
    wanted = (part for card in temples for part in temple(card).requirements)
    return sorted({COLOURS.index(part.colour) for part in wanted if isinstance(part, Absent)})


def _together(one: _Front, other: _Front) -> _Front:
    return _Front(
        np.vstack([one.states, other.states]), np.vstack([one.used, other.used]),
        np.vstack([one.letters, other.letters]), np.concatenate([one.splits, other.splits]),
    )  # fmt: skip


def _merged(found: Sequence[Targets]) -> Targets:
    return Targets(
        found[0].core,
        tuple(word for targets in found for word in targets.words),
        np.concatenate([targets.offsets for targets in found]),
        np.vstack([targets.needs for targets in found]),
        np.vstack([targets.points for targets in found]),
        np.vstack([targets.shrines for targets in found]),
    )


def temple_points(temples: Sequence[str], counts: Ints) -> Floats:
    """The points of each temple for forms with these numbers of colours, as if no prophecy conflicted with it."""
    worth = np.zeros((len(counts), len(temples)))
    for column, card in enumerate(temples):
        found = temple(card)
        met = np.zeros(len(counts), np.int64)
        for part in found.requirements:
            if isinstance(part, Absent):
                met += counts[:, COLOURS.index(part.colour)] == 0
            elif isinstance(part, Length):
                met += counts.sum(axis=1) == part.pieces
            elif isinstance(part, Equal):
                one, other = counts[:, COLOURS.index(part.one)], counts[:, COLOURS.index(part.other)]
                met += (one == other) & (one > 0)
            else:
                met += 1
        worth[:, column] = np.asarray(found.points)[met]
    return worth


def grow(core: Core, objective: Objective, limits: SearchLimits = SearchLimits()) -> Targets:  # noqa: B008 - a value
    """The more promising finished forms of a cóatl, of each length."""
    return _Grower(core, objective, limits).grown()


BEGINS: Final = {"body": BODY, "head": HEAD, "tail": TAIL}


class Stock(NamedTuple):
    """A seat's pieces by type, and its empty slots."""

    have: Ints
    free: int


class Offer(NamedTuple):
    """What can still be got: pieces on the supply board and in the bags, by type."""

    supply: Ints
    bag: Ints


def type_number(piece: str) -> int:
    """The number of a piece's type: bodies first, then heads, then tails."""
    return BEGINS[kind_of(piece)] + COLOURS.index(piece[0])


def counted(pieces: Iterable[str]) -> Ints:
    """Count pieces by type, without feathers."""
    counts = np.zeros(TYPES, np.int64)
    for piece in pieces:
        if not is_feather(piece):
            counts[type_number(piece)] += 1
    return counts


def stock_of(seat: Seat) -> Stock:
    return Stock(counted(seat.pieces), seat.free)


def offer_of(state: State) -> Offer:
    return Offer(counted(piece for field in state.supply for piece in field),
                 counted(piece for bag in unseen_pieces(state) for piece in bag))  # fmt: skip


def core_of(coatl: Serpent) -> Core:
    """The core of an unfinished cóatl, as planning needs it."""
    return Core(coatl.colours, coatl.head_closed, coatl.tail_closed)


def fitting(targets: Targets, coatl: Serpent) -> Targets:
    """The targets that can still be reached once a cóatl has grown."""
    core, old = core_of(coatl), targets.core
    rows, offsets = [], []
    for row, word in enumerate(targets.words):
        offset = _place_in(word, core, int(targets.offsets[row]), old)
        if offset is not None:
            rows.append(row)
            offsets.append(offset)
    fit = targets.only(rows)
    needs = fit.needs - _added(coatl, old)
    return Targets(core, fit.words, np.array(offsets, np.int64), np.maximum(0, needs), fit.points, fit.shrines)


def _place_in(word: str, core: Core, offset: int, old: Core) -> int | None:
    """The offset of a grown core in a word, None if it does not fit."""
    starts: tuple[int, ...]
    if core.head_closed:
        starts = (0,)
    elif core.tail_closed:
        starts = (len(word) - len(core.colours),)
    elif old.colours:
        inner = core.colours
        starts = tuple(offset - shift for shift in range(len(inner) - len(old.colours) + 1)
                       if inner[shift : shift + len(old.colours)] == old.colours)  # fmt: skip
    else:
        found = word.find(core.colours, 1, len(word) - 1)
        return found if found >= 0 else None
    for start in starts:
        end = start + len(core.colours)
        inside = (start >= (not core.head_closed)) and end <= len(word) - (not core.tail_closed)
        if inside and word[start:end] == core.colours and (not core.tail_closed or end == len(word)):
            return start
    return None


def _added(coatl: Serpent, old: Core) -> Ints:
    """Count the pieces added to a core, by type."""
    added = np.zeros(TYPES, np.int64)
    for piece in coatl.pieces:
        added[type_number(piece)] += 1
    inner = old.colours[old.head_closed : len(old.colours) - old.tail_closed]
    for colour in inner:
        added[type_number(f"{colour}b")] -= 1
    if old.head_closed:
        added[type_number(f"{old.colours[0]}h")] -= 1
    if old.tail_closed:
        added[type_number(f"{old.colours[-1]}t")] -= 1
    return added
