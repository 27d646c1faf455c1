"""What makes a puzzle hard: who must leave a burrow, who must slide back, and where a wrong turn costs most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from logic.core import Stop, never
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.engine.grading import Graph, Numbers, graph_of
from logic.jumpin.engine.solver import solve
from logic.jumpin.engine.space import CODE_BITS, Space, Stopped, TooLarge, space_of
from logic.jumpin.position import parse

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
