"""All positions with the same mushrooms, fox lines and number of rabbits, as numbers searched level by level in numpy.

Private to solver, generator and grading; a test holds it against ``State``. A position is one int64 key: the rabbits'
bits, and below them the code of the foxes' places on their lines. Every move is reversible, so the graph is
undirected, and the neighbours of one level of a breadth-first search lie in the level before, in the same or in the
next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import Board, fox_tracks, jumps
from logic.jumpin.engine.grounds import Slides, rails, slides
from logic.jumpin.position import FOX_LETTERS, Position
from logic.jumpin.rules import Metric

Keys = npt.NDArray[np.int64]

CODE_BITS = 14
"""Bits of a key for the foxes' code: enough for as many foxes as there are letters, on any board."""
CODE_MASK = (1 << CODE_BITS) - 1
BLOCK = 4096
"""Positions whose moves are looked for at once; holds the memory of that below some ten megabytes."""
NONE = -1
"""Where a slide ends that cannot be; as a set of cells: all of them, so that they are never free."""


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class TooLarge(Exception):
    """There are more positions than may be looked at."""


class Edges(NamedTuple):
    """Moves out of a level: for each the index of the position it starts from, and the key it leads to."""

    origin: npt.NDArray[np.intp]
    keys: Keys


class Space:
    """The positions around one set of mushrooms and fox lines.

    ``tracks`` are the fox lines in use, by number and sorted, one for each fox.
    """

    def __init__(self, board: Board, mushrooms: int, tracks: Sequence[int]) -> None:
        self.board = board
        self.mushrooms = mushrooms
        self.tracks = tuple(tracks)
        self._rails = rails(board, self.tracks)
        cover = self._rails.cover
        self._cover = np.where((cover < 0) | (cover & mushrooms != 0), NONE, cover | mushrooms)
        ways = _jump_arrays(board)
        usable = (ways.ends & mushrooms) == 0
        self._starts, self._care, self._want, self._flip = (column[usable] for column in ways[:-1])
        self._slides: dict[Metric, Slides] = {}

    # -- keys and positions

    def key(self, position: Position) -> int:
        """The key of a position with these mushrooms and fox lines."""
        return position.rabbits << CODE_BITS | self._rails.code(position.foxes)

    def position(self, key: int) -> Position:
        return Position(key >> CODE_BITS, self.mushrooms, self._rails.foxes(key & CODE_MASK))

    def solved(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell of each position whether every rabbit sits in a hole."""
        found: npt.NDArray[np.bool_] = (keys >> CODE_BITS & ~np.int64(self.board.hole_mask)) == 0
        return found

    def homes(self, rabbits: int, most: int) -> Keys:
        """All solved positions with so many rabbits, sorted; raises TooLarge for more than ``most``."""
        holes = [1 << self.board.index(hole) for hole in self.board.holes]
        free = sorted(hole for hole in holes if not hole & self.mushrooms)
        codes = np.flatnonzero(self._cover >= 0)
        if comb(len(free), rabbits) * len(codes) > most:
            raise TooLarge
        sets = np.array([sum(some) << CODE_BITS for some in combinations(free, rabbits)], np.int64)
        return np.sort((sets[:, None] | codes).ravel())

    # -- moves

    def _slides_in(self, metric: Metric) -> Slides:
        """The slides by code and way, without those that mushrooms stop."""
        if metric not in self._slides:
            there, needed = slides(self.board, self.tracks, metric)
            stopped = (there == NONE) | (needed & self.mushrooms != 0) | (self._cover[there] < 0)
            self._slides[metric] = Slides(
                np.ascontiguousarray(np.where(stopped, NONE, there).T),
                np.ascontiguousarray(np.where(stopped, NONE, needed).T),
            )
        return self._slides[metric]

    def edges(self, keys: Keys, metric: Metric = "steps") -> Edges:
        """All moves out of some positions: jumps and, in ``steps``, slides by one cell; in ``moves`` any slide."""
        if len(keys) <= BLOCK:
            return self._block(keys, 0, metric)
        blocks = [self._block(keys[at : at + BLOCK], at, metric) for at in range(0, len(keys), BLOCK)]
        return Edges(np.concatenate([one.origin for one in blocks]), np.concatenate([one.keys for one in blocks]))

    def _block(self, keys: Keys, offset: int, metric: Metric) -> Edges:
        rabbits, codes = keys >> CODE_BITS, keys & CODE_MASK
        occupied = rabbits | self._cover[codes]
        origin, jump = np.nonzero(occupied[:, None] & self._care == self._want)
        of_rabbits = np.flatnonzero(rabbits[origin] & self._starts[jump])
        origin, jump = origin[of_rabbits], jump[of_rabbits]
        hops = keys[origin] ^ self._flip[jump]
        if not self.tracks:
            return Edges(origin + offset, hops)
        there, needed = self._slides_in(metric)
        slid, way = np.nonzero(needed[codes] & occupied[:, None] == 0)
        after = rabbits[slid] << CODE_BITS | there[codes[slid], way]
        return Edges(np.concatenate([origin, slid]) + offset, np.concatenate([hops, after]))

    def levels(
        self, sources: Keys, metric: Metric = "steps", stop: Stop = never, most: int | None = None
    ) -> Iterator[Keys]:
        """The positions at distance 0, 1, 2 … from the nearest source, each level sorted.

        Ends with the component, or when ``stop`` says so; raises TooLarge beyond ``most`` positions.
        """
        before, here = np.empty(0, np.int64), np.unique(sources)
        found = len(here)
        while len(here) and not stop():
            if most is not None and found > most:
                raise TooLarge
            yield here
            reached = _sorted_once(self.edges(here, metric).keys)
            fresh = reached[~(contains(here, reached) | contains(before, reached))]
            before, here = here, fresh
            found += len(fresh)

    def texts(self, keys: Keys) -> list[str]:
        cells = np.full((len(keys), self.board.size), ord("."), np.uint8)
        index = np.arange(self.board.size)
        cells[:, self.mushrooms >> index & 1 != 0] = ord("M")
        cells[(keys >> CODE_BITS)[:, None] >> index & 1 != 0] = ord("R")
        codes, which = np.unique(keys & CODE_MASK, return_inverse=True)
        for number, code in enumerate(codes.tolist()):
            here = which == number
            for letter, fox in zip(FOX_LETTERS, self._rails.foxes(code), strict=False):
                cells[np.ix_(here, fox >> index & 1 != 0)] = ord(letter)
        rows = cells.reshape(len(keys), self.board.rows, self.board.cols)
        width = self.board.rows * (self.board.cols + 1) - 1
        joined = np.pad(rows, ((0, 0), (0, 0), (0, 1)), constant_values=ord("/")).reshape(len(keys), width + 1)
        flat = joined[:, :width].tobytes().decode("ascii")
        return [flat[at : at + width] for at in range(0, len(flat), width)]


class _Jumps(NamedTuple):
    """All jumps of a board, column by column; ``ends`` are start and target together."""

    starts: Keys
    care: Keys
    want: Keys
    flip: Keys
    ends: Keys


@cache
def _jump_arrays(board: Board) -> _Jumps:
    starts, between, targets = (np.array(column, np.int64) for column in zip(*jumps(board), strict=True))
    ends = starts | targets
    return _Jumps(starts, ends | between, starts | between, ends << CODE_BITS, ends)


def _sorted_once(keys: Keys) -> Keys:
    """Sort, and keep one of each: what ``np.unique`` does, without its detours."""
    ordered = np.sort(keys)
    once = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=once[1:])
    return ordered[once]


def contains(sorted_keys: Keys, keys: Keys) -> npt.NDArray[np.bool_]:
    """Tell of each key whether it is among the sorted ones."""
    if not len(sorted_keys):
        return np.zeros(len(keys), np.bool_)
    at = np.searchsorted(sorted_keys, keys)
    at[at == len(sorted_keys)] = 0
    found: npt.NDArray[np.bool_] = sorted_keys[at] == keys
    return found


@cache
def _track_of(board: Board) -> dict[int, int]:
    return {place: number for number, track in enumerate(fox_tracks(board)) for place in track}


def space_of(position: Position, board: Board) -> Space:
    tracks = sorted(_track_of(board)[fox] for fox in position.foxes)
    return Space(board, position.mushrooms, tracks)
