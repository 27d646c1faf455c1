"""How hard a puzzle is: how long chance takes to find a solution, how unlikely a shortest one is, and what misleads.

Source of measures, grade and tiers: rules/jumpin.md, “Generator”. Chance takes any unit move, a jump or a slide by one
cell, each as likely as the others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import STANDARD, Board, parse
from logic.jumpin.engine.solver import component, solve
from logic.jumpin.engine.space import CODE_BITS, Keys, Space, Stopped, TooLarge, space_of

BIT = 0.25
"""What one bit counts in a grade."""
TIER_LIMITS = (7.6, 10.0, 15.0, 21.7)
"""The highest grade of each tier but the last: Starter, Junior, Expert, Master, Wizard."""
DIGITS = 3
"""Digits after the point of a grade: what lies beyond hangs on the order of adding up."""
PRECISION = 1e-6
"""How small, next to the right side, what is left may be when the equations count as solved."""
MOST_ROUNDS = 5000
LARGEST_GRAPH = 1_000_000
"""Positions of a component that is graded."""

Times = npt.NDArray[np.float64]
Parts = npt.NDArray[np.intp]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Graph:
    """A component: its positions as sorted keys, its moves as pairs of their numbers, both ways, and which are home."""

    keys: Keys
    origin: npt.NDArray[np.intp]
    target: npt.NDArray[np.intp]
    home: npt.NDArray[np.bool_]

    def number(self, key: int) -> int:
        return int(np.searchsorted(self.keys, key))


def graph_of(space: Space, key: int, stop: Stop = never, most: int = LARGEST_GRAPH) -> Graph:
    """The component that a position lies in; raises Stopped where ``stop`` said so, TooLarge beyond ``most``."""
    keys = component(space, np.array([key], np.int64), stop, most)
    edges = space.edges(keys)
    return Graph(keys, edges.origin, np.searchsorted(keys, edges.keys), space.solved(keys))


def hitting_times(graph: Graph, stop: Stop = never, parts: Parts | None = None) -> Times:
    """For every position, the expected number of moves of a random walk until the rabbits are home.

    Infinite where no solved position can be reached. ``parts`` tells, where the graph is several components, which
    of them each position lies in, from 0. Solves degree(i) h(i) - sum of h over its neighbours = degree(i), h = 0 at
    home, by conjugate gradients with the degrees as preconditioner, for each part on its own and for all at once, in
    sums that come out the same on every machine. Raises Stopped where ``stop`` said so.
    """
    count = len(graph.keys)
    parts = np.zeros(count, np.intp) if parts is None else parts
    solvable = np.bincount(parts, graph.home) > 0
    times = np.where(solvable[parts], 0.0, np.inf)
    away = np.flatnonzero(~graph.home & solvable[parts])
    if not len(away):
        return times
    away = away[np.argsort(parts[away], kind="stable")]
    number = np.full(count, -1)
    number[away] = np.arange(len(away))
    origin, target = number[graph.origin], number[graph.target]
    kept = (origin >= 0) & (target >= 0)
    degree = np.bincount(graph.origin, minlength=count)[away].astype(np.float64)
    sizes = np.bincount(parts[away])
    times[away] = _solved(degree, origin[kept], target[kept], sizes[sizes > 0], stop)
    return times


def _solved(
    degree: Times, origin: npt.NDArray[np.intp], target: npt.NDArray[np.intp], sizes: Parts, stop: Stop
) -> Times:
    """Solve the equations of all positions away from home, part after part, each of its size.

    Parts that are done are left out of further rounds as soon as that is worth it.
    """
    solved = np.zeros(len(degree))
    here = np.arange(len(degree))
    kept = _Rounds(degree, _Sums(origin, target, len(degree)), sizes, 0)
    goal = PRECISION**2 * kept.power
    while True:
        going = kept.power > goal
        if kept.rounds == MOST_ROUNDS or not going.any():
            solved[here] = kept.times
            return solved
        if stop():
            raise Stopped
        if sizes[going].sum() < WORTH * len(here):
            inside = np.repeat(going, sizes)
            solved[here] = kept.times
            number = np.cumsum(inside) - 1
            among = inside[origin]
            origin, target = number[origin[among]], number[target[among]]
            here, sizes, goal = here[inside], sizes[going], goal[going]
            kept = kept.of(going, inside, _Sums(origin, target, len(here)), sizes)
            going = going[going]
        kept.go_on(going)


WORTH = 0.8
"""With less than so much of it still to be solved, what is solved is left out."""


class _Sums:
    """Adds up over the neighbours of each position, in a fixed order: first the first of all, then the second ones."""

    def __init__(self, origin: npt.NDArray[np.intp], target: npt.NDArray[np.intp], count: int) -> None:
        order = np.argsort(origin, kind="stable")
        counts = np.bincount(origin, minlength=count)
        first = np.cumsum(counts) - counts
        by_count = np.argsort(-counts, kind="stable")
        self._place = np.empty(count, np.intp)
        self._place[by_count] = np.arange(count)
        most = int(counts.max(initial=0))
        wide = [int(n) for n in count - np.cumsum(np.bincount(counts, minlength=most + 1))[:-1]]
        self._columns = [target[order[first[by_count[:n]] + k]] for k, n in enumerate(wide)]
        self._sums, self._part = np.zeros(count), np.empty(count)

    def __call__(self, values: Times, out: Times) -> None:
        """Write the sums of some values into ``out``."""
        for k, column in enumerate(self._columns):
            if k == 0:
                values.take(column, out=self._sums[: len(column)], mode="clip")
            else:
                part = self._part[: len(column)]
                values.take(column, out=part, mode="clip")
                np.add(self._sums[: len(column)], part, out=self._sums[: len(column)])
        self._sums.take(self._place, out=out, mode="clip")


class _Rounds:
    """Conjugate gradients for several parts at once, so far: ``power`` is how much each still lacks."""

    def __init__(self, degree: Times, sums: _Sums, sizes: Parts, rounds: int) -> None:
        self.rounds = rounds
        self._degree, self._sums, self._sizes = degree, sums, sizes
        self._first = np.cumsum(sizes) - sizes
        self.times = np.zeros(len(degree))
        self._rest = degree.copy()
        self._way = self._rest / degree
        self._turned, self._product = np.empty(len(degree)), np.empty(len(degree))
        self.power = np.add.reduceat(self._rest * self._way, self._first)

    def of(self, going: npt.NDArray[np.bool_], inside: npt.NDArray[np.bool_], sums: _Sums, sizes: Parts) -> _Rounds:
        """The same for some of the parts, and for the positions inside them."""
        some = _Rounds(self._degree[inside], sums, sizes, self.rounds)
        some.times, some._rest, some._way = self.times[inside], self._rest[inside], self._way[inside]
        some.power = self.power[going]
        return some

    def go_on(self, going: npt.NDArray[np.bool_]) -> None:
        """One round; parts that are done stay as they are."""
        degree, way, rest, turned, product = self._degree, self._way, self._rest, self._turned, self._product
        self._sums(way, out=product)
        np.multiply(degree, way, out=turned)
        np.subtract(turned, product, out=turned)
        np.multiply(way, turned, out=product)
        bent = np.add.reduceat(product, self._first)
        length = self._spread(np.divide(self.power, bent, out=np.zeros_like(bent), where=going))
        np.multiply(length, way, out=product)
        self.times += product
        np.multiply(length, turned, out=turned)
        rest -= turned
        np.divide(rest, degree, out=turned)
        np.multiply(rest, turned, out=product)
        left = np.where(going, np.add.reduceat(product, self._first), self.power)
        further = self._spread(np.divide(left, self.power, out=np.zeros_like(left), where=going))
        way *= further
        way += turned
        self.power = left
        self.rounds += 1

    def _spread(self, values: Times) -> Times | np.float64:
        """What belongs to each part, for each of its positions."""
        return values[0] if len(values) == 1 else np.repeat(values, self._sizes)


def homeward(graph: Graph, steps: Numbers) -> list[npt.NDArray[np.intp]]:
    """The moves that lead one step nearer home, by number: a group for each distance, the nearest first.

    ``steps`` is the least that each position takes.
    """
    nearer = np.flatnonzero(steps[graph.origin] > steps[graph.target])
    distance = steps[graph.origin[nearer]].astype(np.int16)  # 16 bits are sorted in one go
    order = np.argsort(distance, kind="stable")
    return np.split(nearer[order], np.flatnonzero(np.diff(distance[order])) + 1)


def bits_of(graph: Graph, steps: Numbers) -> Times:
    """For every position, how unlikely it is that moves taken by chance are a shortest solution: −log2 of that chance.

    The chance is 1 at home, and else the sum of the chances one step nearer home, divided by the number of all moves.
    """
    chance = graph.home.astype(np.float64)
    degree = np.bincount(graph.origin, minlength=len(chance))
    for level in homeward(graph, steps):
        origin = graph.origin[level]
        np.add.at(chance, origin, chance[graph.target[level]] / degree[origin])
    return -np.log2(chance)


def grades(hitting_times: Times, bits: Times) -> Times:
    """The grades of positions: ln(hitting time) + 0.25 · bits; −infinity at home."""
    with np.errstate(divide="ignore"):
        found: Times = np.round(np.log(hitting_times) + BIT * bits, DIGITS)
    return found


def tier_of(grade: float, limits: Sequence[float] = TIER_LIMITS) -> int:
    """The tier, 1 to 5, of a puzzle with that grade; ``limits`` are those of another measure."""
    return 1 + bisect_left(limits, grade)


LARGEST = 100_000
"""Positions of a component that is looked through; more raise TooLarge."""
MOST_CASES = 100_000
"""Cases that are kept apart at once while all shortest solutions are looked through; more raise TooLarge."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a puzzle hard.

    ``leaving`` counts the rabbits that jump out of a burrow, and ``returning`` the foxes that slide both ways, where
    both are as few as any shortest solution has. ``loss`` is how many steps the worst wrong turn beside a shortest
    solution costs whoever follows it as far from home as it leads and comes back; the first such turn is met
    ``after`` so many moves.
    """

    leaving: int
    returning: int
    loss: int
    after: int


def difficulty(text: str, board: Board = STANDARD, stop: Stop = never) -> Difficulty | None:
    """What makes a puzzle hard, by its text; None where it is solved, or cannot be.

    Raises PositionError, Stopped where ``stop`` said so, and TooLarge where there is too much to look through.
    """
    position = parse(text, board)
    space = space_of(position, board)
    graph = graph_of(space, space.key(position), stop, LARGEST)
    solution = solve(text, board=board, stop=stop)
    if solution is None or not solution.cost:
        return None
    steps = np.zeros(len(graph.keys), np.int64)
    for distance, level in enumerate(space.levels(graph.keys[graph.home], "steps", stop)):
        steps[np.searchsorted(graph.keys, level)] = distance
    if stop():
        raise Stopped
    start = graph.number(space.key(position))
    ahead = _homeward(graph, steps, start)
    way = [graph.number(space.key(parse(one, board))) for one in solution.positions]
    loss, after = _worst_turn(graph, steps, way)
    return Difficulty(_fewest_leaving(space, graph, ahead, start), _fewest_returning(space, graph, ahead, start),
                      loss, after)  # fmt: skip


Ahead = dict[int, list[int]]
"""The positions one step nearer home, of each that lies on a shortest solution."""


def _homeward(graph: Graph, steps: Numbers, start: int) -> Ahead:
    order = np.argsort(graph.origin, kind="stable")
    first = np.searchsorted(graph.origin[order], np.arange(len(graph.keys) + 1))
    found: Ahead = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in found:
            there = graph.target[order[first[here] : first[here + 1]]]
            found[here] = np.unique(there[steps[there] < steps[here]]).tolist()
            waiting += found[here]
    return found


# -- who must leave a burrow


def _fewest_leaving(space: Space, graph: Graph, ahead: Ahead, start: int) -> int:
    """The least number of rabbits that jump out of a burrow, over all shortest solutions."""
    holes = space.board.hole_mask
    rabbits = {number: int(graph.keys[number]) >> CODE_BITS for number in ahead}
    here: dict[int, set[tuple[tuple[int, ...], int]]] = {start: {(_each(rabbits[start]), 0)}}
    while ahead[next(iter(here))]:
        after: dict[int, set[tuple[tuple[int, ...], int]]] = defaultdict(set)
        for number, cases in here.items():
            for there in ahead[number]:
                after[there] |= _moved(cases, rabbits[number], rabbits[there], holes)
        here = _bounded(after)
    return min(left.bit_count() for cases in here.values() for _, left in cases)


def _moved(
    cases: Iterable[tuple[tuple[int, ...], int]], before: int, after: int, holes: int
) -> set[tuple[tuple[int, ...], int]]:
    """Each case, where every rabbit sits and which have left a burrow, after a jump; a slide changes nothing."""
    if before == after:
        return set(cases)
    start, target = before & ~after, after & ~before
    found = set()
    for cells, left in cases:
        who = cells.index(start)
        found.add(((*cells[:who], target, *cells[who + 1 :]), left | (1 << who if start & holes else 0)))
    return found


def _each(mask: int) -> tuple[int, ...]:
    return tuple(1 << i for i in range(mask.bit_length()) if mask >> i & 1)


def _bounded(cases: dict[int, set[tuple[tuple[int, ...], int]]]) -> dict[int, set[tuple[tuple[int, ...], int]]]:
    if sum(map(len, cases.values())) > MOST_CASES:
        raise TooLarge
    return cases


# -- who must slide back


def _fewest_returning(space: Space, graph: Graph, ahead: Ahead, start: int) -> int:
    """The least number of foxes that slide one way and the other, over all shortest solutions."""
    here = {start: {0}}
    while ahead[next(iter(here))]:
        after: dict[int, set[int]] = defaultdict(set)
        for number, cases in here.items():
            targets = graph.keys[ahead[number]]
            ways = space.slides_between(np.repeat(graph.keys[number], len(targets)), targets).tolist()
            for there, way in zip(ahead[number], ways, strict=True):
                after[there] |= {case | (1 << way if way >= 0 else 0) for case in cases}
        here = after
    every = (case for cases in here.values() for case in cases)
    return min(sum(case >> 2 * fox & 3 == 3 for fox in range(space.foxes)) for case in every)


# -- where a wrong turn costs most


def _worst_turn(graph: Graph, steps: Numbers, way: list[int]) -> tuple[int, int]:
    """How many steps the worst wrong turn costs, and after how many moves of the way the first such turn is met.

    A wrong turn leads to positions from which one gets no nearer home but through as good a position as where one
    turned off. They are found from the farthest on, joined as their neighbours come in.
    """
    left = steps.tolist()
    joins: dict[int, list[tuple[int, int]]] = defaultdict(list)
    off: dict[int, list[int]] = {number: [] for number in way}
    for origin, target in zip(graph.origin.tolist(), graph.target.tolist(), strict=True):
        if left[origin] >= left[target]:
            joins[left[target]].append((origin, target))
        elif origin in off:
            off[origin].append(target)
    names, farthest = list(range(len(left))), list(left)
    turns = {left[number]: made for made, number in enumerate(way)}
    found = (0, 0)
    for distance in range(max(left), 0, -1):
        made = turns.get(distance)
        if made is not None:
            came = {_name(names, way[made - 1])} if made else set()
            wrong = {_name(names, target) for target in off[way[made]]} - came
            found = max([found, *((2 * (farthest[name] - distance), -made) for name in wrong)])
        for origin, target in joins[distance]:
            one, other = _name(names, origin), _name(names, target)
            names[one] = other
            farthest[other] = max(farthest[one], farthest[other])
    return found[0], -found[1]


def _name(names: list[int], number: int) -> int:
    """The name of the group that a position lies in."""
    while names[number] != number:
        names[number] = names[names[number]]
        number = names[number]
    return number
