"""Difficulty of a puzzle: the hitting time of a random walk, the chance of a shortest solution, and wrong turns.

Grade and tiers are those of docs/jumpin-census.md, “How hard a puzzle is”. The random walk takes any unit move, a jump
or a slide by one cell, with equal probability.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import STANDARD, Board, Position, parse
from logic.jumpin.engine.solver import Solution, component, solve
from logic.jumpin.engine.space import CODE_BITS, Keys, Space, Stopped, TooLarge, space_of

BIT = 0.25
"""The weight of one bit in a grade."""
TIER_LIMITS = (7.6, 10.0, 15.0, 21.7)
"""The highest grade of each tier but the last: Starter, Junior, Expert, Master, Wizard."""
DIGITS = 3
"""Decimal digits of a grade: further digits depend on the order of summation."""
PRECISION = 1e-8
"""The relative residual at which the equations count as solved.

Small enough that no digit of a record depends on the order of summation. Which components are graded together is also
fixed: of the 76 925 in the complete space, one has a time so near a half that it could be rounded either way.
"""
SURE = 4
"""Decimal digits of a hitting time that are exact; rounding to them first makes exact halves round consistently."""
MOST_ROUNDS = 5000
LARGEST_GRAPH = 1_000_000
"""The limit on positions of a component to be graded."""

Times = npt.NDArray[np.float64]
Parts = npt.NDArray[np.intp]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Graph:
    """A component: its positions as sorted keys, its moves as pairs of indices, both ways, and which are solved."""

    keys: Keys
    origin: npt.NDArray[np.intp]
    target: npt.NDArray[np.intp]
    home: npt.NDArray[np.bool_]

    def number(self, key: int) -> int:
        return int(np.searchsorted(self.keys, key))


def graph_of(space: Space, key: int, stop: Stop = never, most: int = LARGEST_GRAPH) -> Graph:
    """The component of a position; raises Stopped on ``stop``, TooLarge beyond ``most``."""
    keys = component(space, np.array([key], np.int64), stop, most)
    edges = space.edges(keys)
    return Graph(keys, edges.origin, np.searchsorted(keys, edges.keys), space.solved(keys))


@dataclass(frozen=True, slots=True)
class Reachable:
    """All positions reachable from one, the least number of steps from each to a solved one, and its own index."""

    space: Space
    graph: Graph
    steps: Numbers
    start: int

    def grades(self, stop: Stop = never) -> Times:
        """The grade of every position; raises Stopped on ``stop``."""
        return grades(hitting_times(self.graph, stop), bits_of(self.graph, self.steps))


def around(position: Position, board: Board = STANDARD, stop: Stop = never, most: int = LARGEST_GRAPH) -> Reachable:
    """All positions reachable from one; raises what :func:`graph_of` raises."""
    space = space_of(position, board)
    key = space.key(position)
    graph = graph_of(space, key, stop, most)
    steps = np.zeros(len(graph.keys), np.int64)
    for distance, level in enumerate(space.levels(graph.keys[graph.home], "steps", stop)):
        steps[np.searchsorted(graph.keys, level)] = distance
    if stop():
        raise Stopped
    return Reachable(space, graph, steps, graph.number(key))


def hitting_times(graph: Graph, stop: Stop = never) -> Times:
    """For every position, the expected number of moves of a random walk until all rabbits are home.

    The graph is one component, or several each of which has a solved position; without any all times are infinite.
    Solves degree(i) h(i) - sum of h over its neighbours = degree(i), h = 0 at home: see ``_Equations``. Raises Stopped
    on ``stop``.
    """
    count = len(graph.keys)
    times = np.full(count, 0.0 if graph.home.any() else np.inf)
    away = np.flatnonzero(~graph.home & (times == 0))
    if not len(away):
        return times
    number = np.full(count, -1)
    number[away] = np.arange(len(away))
    origin, target = number.take(graph.origin), number.take(graph.target)
    kept = np.flatnonzero((origin >= 0) & (target >= 0))
    origin = origin.take(kept)
    degree = np.bincount(graph.origin, minlength=count)[away].astype(np.float64)
    there = target.take(kept.take(np.argsort(origin, kind="stable")))
    inner, sizes = np.bincount(origin, minlength=len(away)), np.array([len(away)])
    times[away] = times_away(degree, inner, there, sizes, np.zeros_like(away), stop)
    return times


def times_away(degree: Times, inner: Parts, there: Parts, sizes: Numbers, steps: Numbers, stop: Stop = never) -> Times:
    """The hitting times of unsolved positions, given each one's number of moves, and of those to unsolved ones.

    ``inner`` counts the latter, ``there`` holds their targets, position by position; ``sizes`` the lengths of
    consecutive runs of positions that no move connects. The minimum steps, ``steps``, save time if known; else pass 0.
    """
    return _Equations(degree, inner, there, sizes, steps).solved(stop)


AGGREGATE, MOST_AGGREGATES = 8, 200
"""About the least number of positions per aggregate of the first guess, and the limit on aggregates.

Components solved together share a matrix with that many rows: the more components, the fewer aggregates has each, but
the more have all.
"""
PASSES = 2
"""How often the independent set is extended: later passes find few positions."""


class _Equations:
    """The linear equations for the hitting times of all unsolved positions, component by component.

    An independent set of positions, no two of which are neighbours, is eliminated (Schur complement); the rest is
    solved by conjugate gradients, preconditioned by the diagonal plus an exact solution on aggregates of neighbouring
    positions, a block for each component. Positions are numbered by falling numbers of neighbours, so that sums over
    neighbours go column by column: the first neighbour of each, the second of those that have two …
    """

    def __init__(self, degree: Times, inner: Parts, there: Parts, sizes: Numbers, steps: Numbers) -> None:
        count = len(degree)
        first = np.cumsum(inner) - inner
        self._order = np.argsort(-inner.astype(np.int16), kind="stable")  # 16-bit keys are radix-sorted
        number = np.empty(count, np.intp)
        number[self._order] = np.arange(count)
        rows = max(1, min(int(sizes.max()) // AGGREGATE, int(MOST_AGGREGATES / sqrt(len(sizes))))) + 1
        aggregate = _aggregates(first, inner, there, sizes, rows).take(self._order)
        first, inner, there = first.take(self._order), inner.take(self._order), number.take(there)
        wide = [int(np.count_nonzero(inner > k)) for k in range(int(inner.max()))]
        columns = [there.take(first[:n] + k) for k, n in enumerate(wide)]
        self._guess = _inverse(columns, aggregate, degree.take(self._order), (len(sizes), rows))
        self._inside = inside = _independent(columns, inner, steps.take(self._order))
        outside = ~inside
        outer = int(np.count_nonzero(outside))
        place = np.where(inside, outer + np.cumsum(inside), np.cumsum(outside)) - 1
        self._to_inside, self._to_outside = (
            _Sums([place.take(column.compress(rows[: len(column)])) for column in columns], int(rows.sum()), count)
            for rows in (inside, outside)
        )
        self._aggregate = aggregate[outside]
        self._degree, self._share = degree[self._order][outside], 1 / degree[self._order][inside]
        room = np.zeros(outer + count + 1)
        self._turned, self._all, self._both = room[:outer], room[outer:], room[: 2 * outer].reshape(2, outer)
        self._outer, self._inner = self._all[:outer], self._all[outer:count]

    def solved(self, stop: Stop) -> Times:
        degree, share, way, turned = self._degree, self._share, self._outer, self._turned
        steps, better = np.empty_like(self._both), np.empty(len(degree))
        self._inner[:] = share
        diagonal = 1 / (degree - self._to_outside.of(self._all))
        self._inner[:] = 1.0
        so_far = np.stack([degree + self._to_outside.of(self._all), np.zeros(len(degree))])
        rest, found = so_far
        way[:] = rest * diagonal
        way += self._guessed(rest)
        power = rest @ way
        goal, rounds = PRECISION**2 * power, 0
        while power > goal and rounds < MOST_ROUNDS:
            if stop():
                raise Stopped
            rounds += 1
            self._back_substitute()
            np.subtract(self._to_outside.of(self._all), np.multiply(degree, way, out=turned), out=turned)
            so_far += np.multiply(self._both, -power / (way @ turned), out=steps)
            np.multiply(rest, diagonal, out=better)
            better += self._guessed(rest)
            before, power = power, rest @ better
            way *= power / before
            way += better
        way[:] = found
        self._back_substitute()
        times = np.empty(len(self._order))
        times[self._order[~self._inside]], times[self._order[self._inside]] = found, 1 + self._inner
        return times

    def _back_substitute(self) -> None:
        """Compute the independent set from its neighbours."""
        np.multiply(self._to_inside.of(self._all), self._share, out=self._inner)

    def _guessed(self, rest: Times) -> Times:
        blocks, rows, _ = self._guess.shape
        sums = np.bincount(self._aggregate, rest, blocks * rows)
        return (self._guess @ sums.reshape(blocks, rows, 1)).take(self._aggregate)


class _Sums:
    """Sums over each position's neighbours, vectorised over all positions.

    ``columns`` say where the first neighbour of each of ``rows`` positions has its value, then the second of those that
    have two …; for a position without any, the index ``nowhere``, where the value is 0, stands in. The result is
    overwritten by the next call.
    """

    def __init__(self, columns: Sequence[Parts], rows: int, nowhere: int) -> None:
        first = np.full(rows, nowhere)
        for column in columns[:1]:
            first[: len(column)] = column
        self._places = np.concatenate([first, *columns[1:]])
        self._values = np.empty(len(self._places))
        ends = np.cumsum([rows, *map(len, columns[1:])])
        self._sums, *more = np.split(self._values, ends[:-1])
        self._more = [(self._sums[: len(column)], column) for column in more]

    def of(self, values: Times) -> Times:
        values.take(self._places, out=self._values, mode="wrap")  # all are in range: the fastest mode
        for sums, column in self._more:
            sums += column
        return self._sums


def _aggregates(first: Parts, inner: Parts, there: Parts, sizes: Numbers, rows: int) -> Parts:
    """Group positions around seeds spread evenly over each component; return the number of each one's aggregate.

    Neighbours are given position by position: the index of the first among all, and their number. Each component has
    numbers for ``rows`` aggregates, the last for positions that no other reaches.
    """
    counts = np.clip(sizes // AGGREGATE, 1, rows - 1)
    component = np.repeat(np.arange(len(sizes)), counts)
    name = np.arange(len(component)) - (np.cumsum(counts) - counts).take(component)
    apart = sizes.take(component) / counts.take(component)
    here = (np.cumsum(sizes) - sizes).take(component) + ((name + 0.5) * apart).astype(np.intp)
    names = np.repeat(~np.arange(len(sizes)), sizes)  # negative: not assigned yet
    turn = np.empty_like(names)
    names[here] = component * rows + name
    while len(here):
        counts = inner.take(here)
        ends = np.cumsum(counts)
        reached = there.take(np.repeat(first.take(here) - ends + counts, counts) + np.arange(ends[-1]))
        free = names.take(reached) < 0
        reached, name = reached.compress(free), np.repeat(names.take(here), counts).compress(free)
        turn[reached] = np.arange(len(reached))
        last = turn.take(reached) == np.arange(len(reached))
        here = reached.compress(last)
        names[here] = name.compress(last)
    return np.where(names < 0, ~names * rows + rows - 1, names)


def _inverse(columns: Sequence[Parts], aggregate: Parts, degree: Times, shape: tuple[int, int]) -> Times:
    """For each component, the inverse of the equations in which all positions of an aggregate have the same time."""
    components, rows = shape
    first, second = aggregate * rows, aggregate % rows
    cells = np.concatenate([first[:0], *(first[: len(column)] + second.take(column) for column in columns)])
    matrix = -np.bincount(cells, minlength=components * rows * rows).reshape(components, rows, rows).astype(np.float64)
    diagonal = np.bincount(aggregate, degree, components * rows)
    diagonal[diagonal == 0] = 1.0  # an empty aggregate
    matrix[:, np.arange(rows), np.arange(rows)] += diagonal.reshape(components, rows)
    return _inverted(matrix)


SMALL = 48
"""The number of rows up to which a matrix is inverted directly."""


def _inverted(matrix: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Invert symmetric positive definite matrices by blocks, in less than half the time of the general case."""
    if matrix.shape[-1] <= SMALL:
        return np.linalg.inv(matrix)
    half = matrix.shape[-1] // 2
    corner = _inverted(matrix[..., :half, :half])
    side = corner @ matrix[..., :half, half:]
    last = _inverted(matrix[..., half:, half:] - matrix[..., half:, :half] @ side)
    across = side @ last
    return np.block([[corner + across @ side.mT, -across], [-across.mT, last]])


def _independent(columns: Sequence[Parts], neighbours: Parts, steps: Numbers) -> npt.NDArray[np.bool_]:
    """Choose an independent set of positions, mostly of those at an even distance.

    Few moves connect those. Positions with fewer neighbours come first; ties are broken pseudo-randomly.
    """
    count, last = len(neighbours), np.iinfo(np.int64).max
    turn = ((steps & 1) << 40) + (neighbours.astype(np.int64) << 32) + np.arange(count) * 2654435761 % (1 << 32)
    chosen = np.zeros(count, np.bool_)
    for _ in range(PASSES):
        best = np.full(count, last)
        for column in columns:
            np.minimum(best[: len(column)], turn.take(column), out=best[: len(column)])
        new = turn < best
        chosen |= new
        ruled_out = new.copy()
        for column in columns:
            ruled_out[: len(column)] |= new.take(column)
        turn[ruled_out] = last
    return chosen


def bits_of(graph: Graph, steps: Numbers) -> Times:
    """For every position, −log2 of the probability that random moves are a shortest solution.

    The probability is 1 at home, and else the sum of those one step nearer home, divided by the number of all moves.
    ``steps`` is the minimum of each position.
    """
    there = steps.take(graph.origin)
    nearer = np.flatnonzero(there > steps.take(graph.target))
    distance = there.take(nearer).astype(np.int16)  # 16-bit keys are radix-sorted
    order = np.argsort(distance, kind="stable")
    return bits_along(graph, np.split(nearer.take(order), np.flatnonzero(np.diff(distance.take(order))) + 1))


def bits_along(graph: Graph, moves: Sequence[Parts]) -> Times:
    """The same, given the indices of the moves one step nearer home, grouped by distance, the nearest first.

    Infinite for unsolved positions from which none of them starts.
    """
    chance = graph.home.astype(np.float64)
    degree = np.bincount(graph.origin, minlength=len(chance))
    for level in moves:
        origin = graph.origin.take(level)
        np.add.at(chance, origin, chance.take(graph.target.take(level)) / degree.take(origin))
    with np.errstate(divide="ignore"):
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
"""The limit on positions of a component to be analysed; more raise TooLarge."""
MOST_CASES = 100_000
"""The limit on cases that are distinguished while all shortest solutions are traversed; more raise TooLarge."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a puzzle hard.

    ``leaving`` counts the rabbits that jump out of a burrow, and ``returning`` the foxes that slide both ways, each the
    minimum over the shortest solutions. ``loss`` is the number of steps lost by the worst wrong turn off a shortest
    solution, for a player who follows it as far from home as it leads and comes back; the first such turn is met
    ``after`` so many moves.
    """

    leaving: int
    returning: int
    loss: int
    after: int


def difficulty(text: str, board: Board = STANDARD, stop: Stop = never) -> Difficulty | None:
    """What makes a puzzle hard, given as text; None if it is solved or unsolvable.

    Raises PositionError, Stopped on ``stop``, and TooLarge if there is too much to analyse.
    """
    here = around(parse(text, board), board, stop, LARGEST)
    solution = solve(text, board=board, stop=stop)
    return None if solution is None or not solution.cost else difficulty_around(here, solution)


def difficulty_around(here: Reachable, solution: Solution) -> Difficulty:
    """What makes a puzzle hard, given its reachable positions and its solution."""
    space, graph, start = here.space, here.graph, here.start
    ahead = _homeward(graph, here.steps, start)
    way = [graph.number(space.key(parse(one, space.board))) for one in solution.positions]
    loss, after = _worst_turn(graph, here.steps, way)
    return Difficulty(_fewest_leaving(space, graph, ahead, start), _fewest_returning(space, graph, ahead, start),
                      loss, after)  # fmt: skip


Ahead = dict[int, list[int]]
"""For each position on any shortest solution, the positions one step nearer home."""


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


# -- rabbits that must leave a burrow


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
    """Update each case (the cell of every rabbit, and which have left a burrow) by a jump; a slide changes nothing."""
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


# -- foxes that must slide back


def _fewest_returning(space: Space, graph: Graph, ahead: Ahead, start: int) -> int:
    """The least number of foxes that slide in both directions, over all shortest solutions."""
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


# -- the worst wrong turn


def _worst_turn(graph: Graph, steps: Numbers, way: list[int]) -> tuple[int, int]:
    """The steps lost by the worst wrong turn, and after how many moves of the solution the first such turn occurs.

    A wrong turn leads to positions from which every way home passes a position as near as where it left the solution.
    They are found from the farthest on, by union-find as their neighbours are added.
    """
    there = steps.take(graph.target)
    apart = steps.take(graph.origin) - there
    joining = np.flatnonzero((apart > 0) | (apart == 0) & (graph.origin < graph.target))
    joining = joining.take(np.argsort(there.take(joining), kind="stable"))
    first = np.searchsorted(there.take(joining), np.arange(int(steps.max()) + 2))
    origins, targets = (ends.take(joining).tolist() for ends in (graph.origin, graph.target))
    farthest = steps.tolist()
    names, turns = list(range(len(farthest))), {farthest[number]: made for made, number in enumerate(way)}
    found = (0, 0)
    for distance in range(int(steps.max()), 0, -1):
        made = turns.get(distance)
        if made is not None:
            came = {_name(names, way[made - 1])} if made else set()
            off = graph.target[(graph.origin == way[made]) & (apart < 0)]
            wrong = {_name(names, target) for target in off.tolist()} - came
            found = max([found, *((2 * (farthest[name] - distance), -made) for name in wrong)])
        here = slice(first[distance], first[distance + 1])
        for origin, target in zip(origins[here], targets[here], strict=True):
            one, other = _name(names, origin), _name(names, target)
            if one != other:
                names[one] = other
                if farthest[one] > farthest[other]:
                    farthest[other] = farthest[one]
    return found[0], -found[1]


def _name(names: list[int], number: int) -> int:
    """The representative of a position's group."""
    while names[number] != number:
        names[number] = names[names[number]]
        number = names[number]
    return number
