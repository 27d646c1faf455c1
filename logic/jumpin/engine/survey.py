"""All puzzles of some grounds at once: how far each position is from home, how they connect, and the ways home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import Board, Symmetry, move
from logic.jumpin.engine.grading import Graph, Numbers, Parts, Times, bits_of, hitting_times, homeward
from logic.jumpin.engine.grounds import Ground, images
from logic.jumpin.engine.space import CODE_BITS, CODE_MASK, Keys, Space, Stopped
from logic.jumpin.rules import Metric

Names = TypeVar("Names", bound=npt.NDArray[np.signedinteger[Any]])


def joined(names: Names, some: npt.NDArray[np.integer[Any]], others: npt.NDArray[np.integer[Any]]) -> Names:
    """Join what some and others connect, pair by pair, under the smallest of its names; ``names`` is overwritten.

    The name of each number is a number that is its own name, itself at first.
    """
    while len(some):
        np.minimum.at(names, np.maximum(some, others), np.minimum(some, others))
        while not np.array_equal(names, further := names[names]):
            names = further
        some, others = names[some], names[others]
        apart = some != others
        some, others = some[apart], others[apart]
    return names


LARGEST_SURVEY = 8_000_000
"""Positions that are looked at together; more raise TooLarge."""
MOST_WAYS = 10**15
"""Shortest solutions are counted up to so many."""
TOGETHER = 12_000
"""About how many positions are graded together, components of like size: what the processor keeps close at hand."""


class Survey:
    """Every position of some grounds with as many foxes, and so many rabbits, from which these can get home.

    Positions are numbered in the order of their keys; ``steps`` is the least that each takes, ``part`` the component
    it lies in. Raises TooLarge where there are too many, Stopped where ``stop`` said so.
    """

    def __init__(self, board: Board, part: Sequence[Ground], rabbits: int, stop: Stop = never) -> None:
        self.space = Space(board, [(ground.mushrooms, ground.tracks) for ground in part])
        self._grounds, self._stop = part, stop
        self._homes = self.space.homes(rabbits, LARGEST_SURVEY)
        self.keys, self.steps = self._distances("steps")
        edges = self.space.edges(self.keys)
        target = np.searchsorted(self.keys, edges.keys)
        self.graph = Graph(self.keys, edges.origin, target, self.steps == 0)
        self.part = _components(self.graph)

    def _distances(self, metric: Metric) -> tuple[Keys, Numbers]:
        """All keys, sorted, and what each takes."""
        levels = list(self.space.levels(self._homes, metric, self._stop, LARGEST_SURVEY)) if len(self._homes) else []
        if self._stop():
            raise Stopped
        keys = np.concatenate([self._homes[:0], *levels])
        taken = np.repeat(np.arange(len(levels)), [len(level) for level in levels])
        order = np.argsort(keys)
        return keys[order], taken[order]

    def number(self, key: int) -> int:
        return int(np.searchsorted(self.keys, key))

    @cached_property
    def moves(self) -> Numbers:
        """What each position takes where a slide of any length counts as one."""
        return self._distances("moves")[1]

    @cached_property
    def sizes(self) -> Numbers:
        """How many positions each component has."""
        return np.bincount(self.part)

    @cached_property
    def farthest(self) -> Numbers:
        """The most steps that a position of each component takes."""
        found = np.zeros(len(self.sizes), np.int64)
        np.maximum.at(found, self.part, self.steps)
        return found

    @cached_property
    def ways(self) -> Numbers:
        """How many shortest ways lead home from each position, step by step; at most MOST_WAYS."""
        found: Numbers = (self.steps == 0).astype(np.int64)
        for level in homeward(self.graph, self.steps):
            np.add.at(found, self.graph.origin[level], found[self.graph.target[level]])
            np.minimum(found, MOST_WAYS, out=found)
        return found

    @cached_property
    def bits(self) -> Times:
        """How unlikely it is that moves taken by chance are a shortest solution of each position."""
        return bits_of(self.graph, self.steps)

    @cached_property
    def hole_sets(self) -> list[tuple[int, ...]]:
        """The sets of holes, as bits, in which the solved positions of each component have their rabbits."""
        home = np.flatnonzero(self.graph.home)
        pairs = np.unique(np.stack([self.part[home], self.keys[home] >> CODE_BITS]), axis=1)
        ends = np.cumsum(np.bincount(pairs[0], minlength=len(self.sizes)))
        masks = pairs[1].tolist()
        return [tuple(masks[first:end]) for first, end in pairwise([0, *ends.tolist()])]

    def stands_for_images(self) -> npt.NDArray[np.bool_]:
        """Tell of each position whether it is the first, by key, of those that are its images on its ground."""
        first = np.ones(len(self.keys), np.bool_)
        for here, image in self._images():
            first[here] &= self.keys[here] <= image
        return first

    def stands_for_parts(self) -> npt.NDArray[np.bool_]:
        """Tell of each component whether it is the first, by its first key, of those that are its images."""
        none = np.iinfo(np.int64).max
        own, first = np.full(len(self.sizes), none), np.full(len(self.sizes), none)
        np.minimum.at(own, self.part, self.keys)
        for here, image in self._images():
            np.minimum.at(first, self.part[here], image)
        return own <= first

    def _images(self) -> Iterator[tuple[npt.NDArray[np.intp], Keys]]:
        """For each symmetry that keeps a ground, but the one that changes nothing: its positions, their images."""
        on = self.space.ground_of(self.keys)
        for number, ground in enumerate(self._grounds):
            here = np.flatnonzero(on == number if len(ground.symmetries) > 1 else on < 0)
            offset = self.space.first[number]
            for symmetry in ground.symmetries[1:] if len(here) else ():
                codes = images(self.space.board, ground.tracks, symmetry)[(self.keys[here] & CODE_MASK) - offset]
                yield here, _moved(self.keys[here] >> CODE_BITS, symmetry) << CODE_BITS | codes + offset

    def hitting_times(self, wanted: Sequence[int] | Numbers) -> Times:
        """The hitting times in some components; of all others they are not known, and NaN."""
        times = np.full(len(self.keys), np.nan)
        chosen = np.unique(np.asarray(wanted, np.intp))
        chosen = chosen[np.argsort(self.sizes[chosen], kind="stable")]
        group = np.full(len(self.sizes), -1)
        group[chosen] = (np.cumsum(self.sizes[chosen]) - 1) // TOGETHER
        for number in np.unique(group[chosen]).tolist():
            inside = np.flatnonzero((group == number)[self.part])
            parts = np.unique(self.part[inside], return_inverse=True)[1]
            times[inside] = hitting_times(_cut_out(self.graph, inside), self._stop, parts)
        return times


def _components(graph: Graph) -> Parts:
    """Number the components from 0, in the order of their first positions."""
    names = joined(np.arange(len(graph.keys)), graph.origin, graph.target)
    part: Parts = np.unique(names, return_inverse=True)[1].astype(np.intp)
    return part


def _cut_out(graph: Graph, inside: npt.NDArray[np.intp]) -> Graph:
    """Whole components of a graph by the numbers of their positions."""
    number = np.full(len(graph.keys), -1)
    number[inside] = np.arange(len(inside))
    kept = number[graph.origin] >= 0
    origin, target = number[graph.origin[kept]], number[graph.target[kept]]
    return Graph(graph.keys[inside], origin, target, graph.home[inside])


def _moved(masks: Numbers, symmetry: Symmetry) -> Numbers:
    """The images of sets of cells."""
    different, where = np.unique(masks, return_inverse=True)
    moved: Numbers = np.array([move(symmetry, mask) for mask in different.tolist()], np.int64)[where]
    return moved
