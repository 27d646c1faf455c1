"""All puzzles of some grounds at once: how far each is from home, how they connect, and shortest ways, move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import Board, Symmetry, fox_tracks, jumps_from, move
from logic.jumpin.engine.grading import Graph, Numbers, Parts, Times, bits_of, hitting_times, homeward
from logic.jumpin.engine.grounds import KEPT, Codes, Ground, images, rails
from logic.jumpin.engine.space import CODE_BITS, CODE_MASK, Keys, Space, Stopped
from logic.jumpin.rules import Hop, Metric, Slide

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


Indices = npt.NDArray[np.intp]

NEVER: Final = 1 << 30
"""The rank of a move that cannot be made."""
CELLS = 64
"""More than any board has."""


def solutions(survey: Survey, starts: Indices) -> list[tuple[str, ...]]:
    """The moves of a shortest solution of each position, by number, as text.

    At each turn the first move, as ``State`` lists them, of those that help, and of slides the longest. Rabbits and
    foxes are named in the row-major order of the start.
    """
    hops, slides, players = _Hops(survey), _Slides(survey), _Players(survey, starts)
    here = starts.copy()
    made: list[npt.NDArray[np.intp]] = []
    while survey.steps[here].any():
        hop_rank, hop_to, hop_cell = hops.best(here, players)
        length, slide_to, fox, cell = slides.best(here, players)
        sliding = (length > 1) | ((length == 1) & (hop_rank == NEVER))
        done = survey.steps[here] == 0
        rabbit = hop_rank // players.order
        made.append(
            np.where(done, -1, np.where(sliding, (players.rabbits + fox) * CELLS + cell, rabbit * CELLS + hop_cell))
        )
        players.hop(np.flatnonzero(~sliding & ~done), rabbit, hop_cell)
        here = np.where(done, here, np.where(sliding, slide_to, hop_to))
    texts = _texts(survey.space.board, players.rabbits, survey.space.foxes)
    rows = np.stack(made, axis=1).tolist() if made else [[] for _ in starts]
    return [tuple(texts[move] for move in row if move >= 0) for row in rows]


@lru_cache(maxsize=KEPT)
def _texts(board: Board, rabbits: int, foxes: int) -> dict[int, str]:
    """The texts of all moves by what stands for them."""
    every = range(board.size)
    found = {n * CELLS + i: str(Hop(f"R{n + 1}", board.cell(i))) for n in range(rabbits) for i in every}
    return found | {
        (rabbits + n) * CELLS + i: str(Slide(f"F{n + 1}", board.cell(i))) for n in range(foxes) for i in every
    }


class _Players:
    """Which rabbit sits where, and which fox lies on which line, for each start."""

    def __init__(self, survey: Survey, starts: Indices) -> None:
        keys, space = survey.keys[starts], survey.space
        self.rabbits = int(keys[0] >> CODE_BITS).bit_count() if len(keys) else 0
        self.order = CELLS
        bits = keys[:, None] >> CODE_BITS >> np.arange(space.board.size) & 1
        self._cells = np.nonzero(bits)[1].reshape(len(keys), self.rabbits)
        firsts = _first_cells(survey)[keys & CODE_MASK]
        self.lines = np.argsort(firsts, axis=1)
        """The line, by its place in the ground’s, of each fox in the order of their names."""

    def at(self, rows: Indices, cells: Indices) -> Indices:
        """The number of the rabbit that sits in a cell, by start; there is one."""
        number: Indices = np.argmax(self._cells[rows] == cells[:, None], axis=1)
        return number

    def hop(self, rows: Indices, rabbit: Indices, cells: Indices) -> None:
        self._cells[rows, rabbit[rows]] = cells[rows]


def _first_cells(survey: Survey) -> Codes:
    """The first cell of the fox on each line of its ground, by code."""
    space = survey.space
    return np.concatenate([_firsts(space.board, tracks) for _, tracks in space.grounds])


@lru_cache(maxsize=KEPT)
def _firsts(board: Board, tracks: tuple[int, ...]) -> Codes:
    at = rails(board, tracks).at
    firsts = [
        np.array([(place & -place).bit_length() - 1 for place in fox_tracks(board)[track]], np.int64)[here]
        for track, here in zip(tracks, at, strict=True)
    ]
    return np.stack(firsts, axis=1) if firsts else np.empty((1, 0), np.int64)


class _Hops:
    """The jumps that lead nearer home, by the position that they start from."""

    def __init__(self, survey: Survey) -> None:
        graph, keys = survey.graph, survey.keys
        nearer = np.flatnonzero(survey.steps[graph.origin] > survey.steps[graph.target])
        origin, target = graph.origin[nearer], graph.target[nearer]
        hops = np.flatnonzero((keys[origin] ^ keys[target]) >> CODE_BITS)
        hops = hops[np.argsort(origin[hops], kind="stable")]
        origin, self._target = origin[hops], target[hops]
        before, after = keys[origin] >> CODE_BITS, keys[self._target] >> CODE_BITS
        self._start, self._end = _cells(before & ~after), _cells(after & ~before)
        self._order = _turns(survey.space.board)[self._start, self._end]
        self._first = np.searchsorted(origin, np.arange(len(keys) + 1))

    def best(self, here: Indices, players: _Players) -> tuple[Indices, Indices, Indices]:
        """For each start the first jump: its rank, the position it leads to, and its target."""
        rank = np.full(len(here), NEVER)
        chosen = np.zeros(len(here), np.intp)
        first, end = self._first[here], self._first[here + 1]
        for k in range(int((end - first).max(initial=0))):
            rows = np.flatnonzero(first + k < end)
            edges = first[rows] + k
            own = players.at(rows, self._start[edges]) * players.order + self._order[edges]
            better = own < rank[rows]
            rank[rows[better]], chosen[rows[better]] = own[better], edges[better]
        if not len(self._end):
            return rank, here, here
        return rank, self._target[chosen], self._end[chosen]


def _cells(bits: Codes) -> Indices:
    """The index of the cell that each single bit stands for."""
    found: Indices = np.frexp(bits.astype(np.float64))[1].astype(np.intp) - 1
    return found


@lru_cache(maxsize=KEPT)
def _turns(board: Board) -> Indices:
    """In which order the jumps from a cell are listed, by target."""
    found = np.zeros((board.size, board.size), np.intp)
    for start, ways in enumerate(jumps_from(board)):
        for turn, jump in enumerate(ways):
            found[start, jump.target.bit_length() - 1] = turn
    return found


class _Slides:
    """The longest slide of each fox, either way, that leads nearer home cell by cell."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        graph, keys, foxes = survey.graph, survey.keys, survey.space.foxes
        nearer = np.flatnonzero(survey.steps[graph.origin] > survey.steps[graph.target])
        origin, target = graph.origin[nearer], graph.target[nearer]
        way = survey.space.slides_between(keys[origin], keys[target])
        slid = np.flatnonzero(way >= 0)
        shape = len(keys), 2 * foxes
        once = np.full(shape, -1)
        once[origin[slid], way[slid]] = target[slid]
        self._length = (once >= 0).astype(np.intp)
        self._target = once.copy()
        ways = np.arange(2 * foxes)
        while True:
            further = np.where(self._target >= 0, once[self._target, ways], -1)
            if not (further >= 0).any():
                break
            self._length += further >= 0
            self._target = np.where(further >= 0, further, self._target)
        self._firsts = _first_cells(survey)

    def best(self, here: Indices, players: _Players) -> tuple[Indices, Indices, Indices, Indices]:
        """For each start the longest slide: its cells, where it leads, which fox slides and where its first cell is."""
        length, chosen = np.zeros(len(here), np.intp), np.zeros(len(here), np.intp)
        fox = np.zeros(len(here), np.intp)
        rows = np.arange(len(here))
        for number in range(players.lines.shape[1]):
            for side in (0, 1):
                way = 2 * players.lines[:, number] + side
                own = self._length[here, way]
                better = own > length
                length, chosen = np.where(better, own, length), np.where(better, way, chosen)
                fox = np.where(better, number, fox)
        if not players.lines.shape[1]:
            return length, here, fox, here
        target = np.where(length > 0, self._target[here, chosen], here)
        codes = self._survey.keys[target] & CODE_MASK
        return length, target, fox, self._firsts[codes, players.lines[rows, fox]]
