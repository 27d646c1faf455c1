"""How hard a puzzle is: how long chance takes to find a solution, and how unlikely it is to find a shortest one.

Source of measures, grade and tiers: rules/jumpin.md, “Generator”. Chance takes any unit move, a jump or a slide by one
cell, each as likely as the others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.engine.solver import component
from logic.jumpin.engine.space import Keys, Space, Stopped

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
                np.take(values, column, out=self._sums[: len(column)], mode="clip")
            else:
                part = self._part[: len(column)]
                np.take(values, column, out=part, mode="clip")
                np.add(self._sums[: len(column)], part, out=self._sums[: len(column)])
        np.take(self._sums, self._place, out=out, mode="clip")


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
    nearer = nearer[np.argsort(steps[graph.origin[nearer]], kind="stable")]
    return np.split(nearer, np.flatnonzero(np.diff(steps[graph.origin[nearer]])) + 1)


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
