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
    """Solve the equations of all positions away from home, part after part, each of its size; parts done wait."""
    first = np.cumsum(sizes) - sizes
    times = np.zeros(len(degree))
    rest = degree.copy()
    way = rest / degree
    power = np.add.reduceat(rest * way, first)
    goal = PRECISION**2 * power
    for _ in range(MOST_ROUNDS):
        going = power > goal
        if not going.any():
            break
        if stop():
            raise Stopped
        turned = degree * way - np.bincount(origin, way[target], len(degree))
        bent = np.add.reduceat(way * turned, first)
        length = np.repeat(np.divide(power, bent, out=np.zeros_like(power), where=going), sizes)
        times += length * way
        rest -= length * turned
        ahead = rest / degree
        left = np.where(going, np.add.reduceat(rest * ahead, first), power)
        way = ahead + np.repeat(np.divide(left, power, out=np.zeros_like(power), where=going), sizes) * way
        power = left
    return times


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
