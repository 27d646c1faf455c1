"""Machines that read a finished cóatl letter by letter, one for each prophecy: what plans are stepped through with.

A machine is in one of a few states; a colour leads from one to the next, and each state knows the points if the cóatl
ended there with both ends closed. Those of :mod:`logic.coatl.scoring` are the truth, and tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from logic.coatl.components import COLOURS, Prophecy, kind_of_card, prophecies, prophecy
from logic.coatl.scoring import SHAPES

States = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]

HOPES: Final = (0.0, 0.55, 0.3, 0.15, 0.05)
"""What part of the next level's gain a state is worth to a plan that is so many letters away from it."""

_Step = Callable[[Any, str], Hashable]


class Machines(NamedTuple):
    """All machines side by side, by the number of the card: the next state by colour, points, and hopes of more."""

    number: dict[str, int]
    steps: States
    points: Points
    hopes: Points


class _Plan(NamedTuple):
    """How a machine begins, steps, and how often it has found its shape in a state."""

    start: Hashable
    step: _Step
    found: Callable[[Any], int]


def _word(word: str, most: int) -> _Plan:
    """Look for a word: (letters of it that stand at the end, how often it was found)."""

    def step(state: tuple[int, int], colour: str) -> tuple[int, int]:
        done, found = state
        text = word[:done] + colour
        while not word.startswith(text):
            text = text[1:]
        return (0, min(found + 1, most)) if text == word else (len(text), found)

    return _Plan((0, 0), step, lambda state: state[1])


def _pairs(colour: str, most: int) -> _Plan:
    """Look for runs of just two: (length of the run at the end, up to three, how many were found before it)."""

    def step(state: tuple[int, int], other: str) -> tuple[int, int]:
        run, found = state
        if other == colour:
            return min(run + 1, 3), found
        return 0, min(found + (run == 2), most)

    return _Plan((0, 0), step, lambda state: state[1] + (state[0] == 2))


def _stretched(pattern: str, most: int) -> _Plan:
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
    """Look for two colours, anything but nothing, and the two the other way round."""
    first, second = tuple(pattern)

    def step(state: int, colour: str) -> int:
        if state < 2:  # nothing, the first
            return 2 if state == 1 and colour == second else int(colour == first)
        if state == 2:  # both: whatever comes lies between them and the others
            return 3
        if state == 4 and colour == first:
            return 5
        return 5 if state == 5 else 3 + (colour == second)

    return _Plan(0, step, lambda state: int(state == 5))


def _anywhere(pattern: str, _most: int) -> _Plan:
    """Count colours, each up to as many as are wanted."""
    wanted = {colour: pattern.count(colour) for colour in pattern}
    kinds = tuple(wanted)

    def step(state: tuple[int, ...], colour: str) -> tuple[int, ...]:
        return tuple(min(n + (kind == colour), wanted[kind]) for n, kind in zip(state, kinds, strict=True))

    return _Plan((0,) * len(kinds), step, lambda state: int(state == tuple(wanted.values())))


def _plan(card: Prophecy) -> _Plan:
    most = card.family.levels[-1][0]
    special = {"blackx": _pairs, "colorful": _stretched, "blank": _mirrored, "anywhere": _anywhere}
    if card.family.name in special:
        return special[card.family.name](card.pattern, most)
    shape = SHAPES[card.family.name]
    return _word("".join(card.pattern["abcde".index(letter)] for letter in shape), most)


def _built(card: Prophecy) -> tuple[list[list[int]], list[int]]:
    """Number the states that can be reached: the next ones by colour, and the points."""
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


def _hopes(steps: list[list[int]], points: list[int]) -> list[float]:
    """For each state, the best share of a gain that lies few letters ahead."""
    hopes = []
    for state, base in enumerate(points):
        seen, front, hope = {state}, {state}, 0.0
        for share in HOPES[1:]:
            front = {after for other in front for after in steps[other]} - seen
            seen |= front
            hope = max([hope, *(share * (points[after] - base) for after in front)])
        hopes.append(hope)
    return hopes


@cache
def machines() -> Machines:
    """All machines, those of the promo pack last."""
    cards = prophecies(promo=True)
    plans = [_built(prophecy(card)) for card in cards]
    most = max(len(points) for _, points in plans)
    steps = np.zeros((len(cards), most, len(COLOURS)), np.uint8)
    points, hopes = np.zeros((len(cards), most), np.float32), np.zeros((len(cards), most), np.float32)
    for number, (rows, worth) in enumerate(plans):
        steps[number, : len(rows)] = rows
        points[number, : len(rows)] = worth
        hopes[number, : len(rows)] = _hopes(rows, worth)
    return Machines({card: number for number, card in enumerate(cards)}, steps, points, hopes)


# -- several of them side by side

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
