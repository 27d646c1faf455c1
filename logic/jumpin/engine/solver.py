"""Exact answers about one puzzle: its shortest solution, and the distance home of every reachable position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from logic.core import Stop, never
from logic.jumpin.board import STANDARD, Board, parse, show
from logic.jumpin.engine.space import CODE_BITS, Keys, Space, Stopped, TooLarge, contains, space_of
from logic.jumpin.rules import JumpinMove, Metric, State, begin

__all__ = ["Solution", "Stopped", "TooLarge", "component", "distances", "solve", "solve_from", "takes"]

LARGEST_SEARCH = 8_000_000
"""The limit on positions from each end of a search, and of a component.

It is more than any puzzle of four rabbits and three foxes on the published board leads to, or of four and two on the
largest.
"""
LARGEST_LIST = 2_000_000
"""The limit on positions that are listed with their distances."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A shortest solution: its cost in its metric, the moves as text, and all positions, including the first."""

    cost: int
    moves: tuple[str, ...]
    positions: tuple[str, ...]


def solve(text: str, metric: Metric = "steps", board: Board = STANDARD, stop: Stop = never) -> Solution | None:
    """A shortest solution of a position given as text, or None if there is none; deterministic.

    In ``steps`` a slide costs its cells, in ``moves`` one. The moves name rabbits R1, R2 … and foxes F1, F2 … in the
    row-major order of the position, whatever the letters of its foxes, and are played by ``find_move`` from
    ``begin(text, board)``. Raises PositionError for a malformed text, Stopped on ``stop``, and TooLarge if a large
    board has too many positions.

    >>> solution = solve("...../M..../R...R/....M/.....")
    >>> solution.cost, solution.moves
    (2, ('hop R1 0,0', 'hop R2 4,4'))
    """
    start = begin(text, board)
    found = _played(start, metric, stop)
    if found is None:
        return None
    states = [start, *(state for _, state in found)]
    cost = states[-1].spent(metric)
    return Solution(cost, tuple(str(move) for move, _ in found), tuple(show(one.position, board) for one in states))


def solve_from(state: State, metric: Metric | None = None, stop: Stop = never) -> tuple[JumpinMove, ...] | None:
    """The moves of a shortest solution from a position in play, or None; raises what :func:`solve` raises.

    The metric defaults to the player's own.
    """
    found = _played(state, metric or state.metric, stop)
    return None if found is None else tuple(move for move, _ in found)


def takes(text: str, steps: int, board: Board = STANDARD) -> bool:
    """Return whether a shortest solution takes exactly that many steps; raises what :func:`solve` raises."""
    position = parse(text, board)
    space = space_of(position, board)
    met = _search_both_ends(space, space.key(position), position.rabbits.bit_count(), "steps", never, steps)
    return met is not None and _start_distance(*met) == steps


def _played(start: State, metric: Metric, stop: Stop) -> list[tuple[JumpinMove, State]] | None:
    """A shortest solution as moves, each with the resulting position."""
    space = space_of(start.position, start.board)
    keys = _shortest_path(space, space.key(start.position), len(start.rabbits), metric, stop)
    return None if keys is None else _moves_along(start, space, keys)


# -- the search


class _Side:
    """One side of a bidirectional search: all levels so far; the last is being compared with the other side."""

    def __init__(self, space: Space, sources: Keys, metric: Metric, stop: Stop) -> None:
        self.passed = [sources]
        self._levels = space.levels(sources, metric, stop, LARGEST_SEARCH)
        next(self._levels, None)

    @property
    def last(self) -> Keys:
        """The farthest level."""
        return self.passed[-1]

    def grow(self) -> bool:
        """Advance by a level; return False if there is none."""
        level = next(self._levels, None)
        self.passed += [] if level is None else [level]
        return level is not None


def _shortest_path(space: Space, start: int, rabbits: int, metric: Metric, stop: Stop) -> list[int] | None:
    """The keys along a shortest way to a solved position."""
    met = _search_both_ends(space, start, rabbits, metric, stop)
    if met is None:
        return None
    near, far = met
    meeting = int(near.last[contains(far.last, near.last)][0])
    there = _steps_to(space, near.passed[:-1], meeting, metric)
    return there[::-1] + _steps_to(space, far.passed[:-1], meeting, metric, there)[1:]


def _search_both_ends(
    space: Space, start: int, rabbits: int, metric: Metric, stop: Stop, most: int | None = None
) -> tuple[_Side, _Side] | None:
    """Search from both ends, the narrower first, until they meet; None if they never do, or not within ``most``."""
    homes = space.homes(rabbits, LARGEST_SEARCH)
    if not len(homes):
        return None
    near, far = (_Side(space, keys, metric, stop) for keys in (np.array([start], np.int64), homes))
    while not contains(far.last, near.last).any():
        narrower = near if len(near.last) <= len(far.last) else far
        if _start_distance(near, far) == most or not narrower.grow():
            if stop():
                raise Stopped
            return None
    return near, far


def _start_distance(near: _Side, far: _Side) -> int:
    """The distance between the two starts, once the searches have met."""
    return len(near.passed) + len(far.passed) - 2


def _steps_to(space: Space, levels: list[Keys], key: int, metric: Metric, before: list[int] | None = None) -> list[int]:
    """Walk from a key back through the levels to the first, preferring moves that continue the last one."""
    way = [key]
    step = key - before[1] if before and len(before) > 1 else None
    for level in reversed(levels):
        reached = space.edges(np.array([way[-1]], np.int64), metric).keys
        candidates = np.sort(reached[contains(level, reached)])
        alike = candidates[candidates - way[-1] == step] if step is not None else candidates[:0]
        way.append(int(alike[0] if len(alike) else candidates[0]))
        step = way[-1] - way[-2]
    return way


def _moves_along(state: State, space: Space, keys: list[int]) -> list[tuple[JumpinMove, State]]:
    """Convert a path of keys to moves; consecutive slides of a fox in one direction become one move."""
    found: list[tuple[JumpinMove, State]] = []
    at = 0
    while at < len(keys) - 1:
        end = at + 1
        step = keys[end] - keys[at]
        while (
            keys[at] >> CODE_BITS == keys[end] >> CODE_BITS
            and end + 1 < len(keys)
            and keys[end + 1] - keys[end] == step
        ):
            end += 1
        wanted = space.position(keys[end])
        after = ((move, state.apply(move).state) for move in state.legal_moves())
        move, state = next((move, there) for move, there in after if there.position == wanted)
        found.append((move, state))
        at = end
    return found


# -- everything reachable


def distances(
    text: str, metric: Metric = "steps", board: Board = STANDARD, stop: Stop = never
) -> Mapping[str, int | None]:
    """For every reachable position, the minimum that it takes to be solved.

    Solved positions take 0 and are expanded too, as every move is reversible. All are None if no solved position is
    reachable. Raises what :func:`solve` raises.
    """
    position = parse(text, board)
    space = space_of(position, board)
    every = component(space, np.array([space.key(position)], np.int64), stop, LARGEST_LIST)
    home = every[space.solved(every)]
    if not len(home):
        return dict.fromkeys(space.texts(every))
    found: dict[str, int | None] = {}
    for distance, level in enumerate(space.levels(home, metric, stop)):
        found |= dict.fromkeys(space.texts(level), distance)
    if stop():
        raise Stopped
    return found


def component(space: Space, source: Keys, stop: Stop = never, most: int = LARGEST_SEARCH) -> Keys:
    """All positions reachable from the sources, sorted; raises Stopped, and TooLarge beyond ``most``."""
    levels = list(space.levels(source, "steps", stop, most))
    if stop():
        raise Stopped
    return np.sort(np.concatenate(levels))
