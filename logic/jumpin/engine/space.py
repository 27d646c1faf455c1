"""All positions with the same mushrooms, fox lines and number of rabbits, as numbers searched level by level in numpy.

Private to solver, generator and grading; a test holds it against ``State``. A position is one int64 key: the rabbits'
bits, and below them the code of the foxes' places on their lines. Every move is reversible, so the graph is
undirected, and the neighbours of one level of a breadth-first search lie in the level before, in the same or in the
next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations
from math import comb
from operator import and_
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import FOX_LETTERS, Board, Position, fox_tracks, jumps
from logic.jumpin.engine.grounds import KEPT, Slides, rails, slides
from logic.jumpin.rules import Metric

Keys = npt.NDArray[np.int64]
Kinds = npt.NDArray[np.int16]

CODE_BITS = 14
"""Bits of a key for the foxes' code: enough for as many foxes as there are letters, on any board."""
CODE_MASK = (1 << CODE_BITS) - 1
BLOCK = 4096
"""Positions whose moves are looked for at once; few enough to stay in the processor’s cache."""
NONE = -1
"""Where a slide ends that cannot be; as a set of cells: all of them, so that they are never free."""


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class TooLarge(Exception):
    """There are more positions than may be looked at."""


class Edges(NamedTuple):
    """Moves out of some positions, of each its jumps first.

    For each move the index of where it starts, the key it leads to, and its kind: first come those of all ``jumps``,
    then, counted in steps, two of each fox: back and on.
    """

    origin: npt.NDArray[np.intp]
    keys: Keys
    kind: Kinds


class Space:
    """The positions around one ground or several, with as many foxes on each.

    A ground is a set of mushrooms and the fox lines in use, by number and sorted, one for each fox. The codes of all
    grounds are numbered one after the other.
    """

    def __init__(self, board: Board, grounds: Sequence[tuple[int, Sequence[int]]]) -> None:
        self.board = board
        self.grounds = tuple((mushrooms, tuple(tracks)) for mushrooms, tracks in grounds)
        self.foxes = len(self.grounds[0][1])
        self._rails = [rails(board, tracks) for _, tracks in self.grounds]
        self.first = np.cumsum([0, *(one.count for one in self._rails)])
        """The first code of each ground, and behind the last the number of all codes."""
        laid = zip(self._rails, self.grounds, strict=True)
        self._cover = np.concatenate([_covered(one.cover, mushrooms) for one, (mushrooms, _) in laid])
        ways = _jump_arrays(board)
        usable = (ways.ends & reduce(and_, (mushrooms for mushrooms, _ in self.grounds))) == 0
        self.jumps = [jump for jump, can_be in zip(jumps(board), usable.tolist(), strict=True) if can_be]
        """The jumps that mushrooms do not rule out; of a rabbit in the order in which ``State`` lists them."""
        self._flip = ways.flip[usable]
        self._from = np.append(np.cumsum(usable) - 1, 0).astype(np.int16).take(ways.by_cell)
        never = np.append(~usable, True).take(ways.by_cell)
        self._care, self._want = np.where(never, 0, ways.care), np.where(never, 1, ways.want)
        self._slides: dict[Metric, Slides] = {}

    # -- keys and positions

    def key(self, position: Position, ground: int = 0) -> int:
        """The key of a position with the mushrooms and fox lines of a ground, by its number."""
        return position.rabbits << CODE_BITS | int(self.first[ground]) + self._rails[ground].code(position.foxes)

    def position(self, key: int) -> Position:
        code = key & CODE_MASK
        ground = int(np.searchsorted(self.first, code, "right")) - 1
        foxes = self._rails[ground].foxes(code - int(self.first[ground]))
        return Position(key >> CODE_BITS, self.grounds[ground][0], foxes)

    def ground_of(self, keys: Keys) -> Keys:
        """The number of the ground that each position lies on."""
        ground: Keys = np.repeat(np.arange(len(self.grounds)), np.diff(self.first))[keys & CODE_MASK]
        return ground

    def solved(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell of each position whether every rabbit sits in a hole."""
        found: npt.NDArray[np.bool_] = (keys >> CODE_BITS & ~np.int64(self.board.hole_mask)) == 0
        return found

    def homes(self, rabbits: int, most: int) -> Keys:
        """All solved positions with so many rabbits, sorted; raises TooLarge for more than ``most``."""
        holes = [1 << self.board.index(hole) for hole in self.board.holes]
        found, count = [np.empty(0, np.int64)], 0
        for number, (mushrooms, _) in enumerate(self.grounds):
            free = sorted(hole for hole in holes if not hole & mushrooms)
            first, end = self.first[number : number + 2]
            codes = first + np.flatnonzero(self._cover[first:end] >= 0)
            count += comb(len(free), rabbits) * len(codes)
            if count > most:
                raise TooLarge
            sets = np.array([sum(some) << CODE_BITS for some in combinations(free, rabbits)], np.int64)
            found.append((sets[:, None] | codes).ravel())
        return np.sort(np.concatenate(found))

    # -- moves

    def _slides_in(self, metric: Metric) -> Slides:
        """The slides by code and way, without those that mushrooms stop."""
        if metric not in self._slides:
            tables = []
            for first, (mushrooms, tracks) in zip(self.first[:-1], self.grounds, strict=True):
                there, needed = slides(self.board, tracks, metric)
                stopped = (there == NONE) | (needed & mushrooms != 0) | (self._cover[first + there] < 0)
                tables.append((np.where(stopped, NONE, first + there), np.where(stopped, NONE, needed)))
            self._slides[metric] = Slides(*(
                np.ascontiguousarray(np.concatenate(table, axis=1).T) for table in zip(*tables, strict=True)
            ))  # fmt: skip
        return self._slides[metric]

    def edges(self, keys: Keys, metric: Metric = "steps") -> Edges:
        """All moves out of some positions: jumps and, in ``steps``, slides by one cell; in ``moves`` any slide."""
        if len(keys) <= BLOCK:
            return self._block(keys, 0, metric)
        blocks = [self._block(keys[at : at + BLOCK], at, metric) for at in range(0, len(keys), BLOCK)]
        return joined_edges(blocks)

    def _block(self, keys: Keys, offset: int, metric: Metric) -> Edges:
        rabbits, codes = keys >> CODE_BITS, keys & CODE_MASK
        occupied = rabbits | self._cover.take(codes)
        cells = _cells(rabbits)
        seen = occupied.astype(self._care.dtype)[:, None, None] & self._care.take(cells, axis=0)
        found = np.flatnonzero(seen == self._want.take(cells, axis=0))
        origin = found // max(1, cells.shape[1] * self._care.shape[1])
        jump = self._from.take(cells, axis=0).ravel().take(found)
        hops = keys.take(origin) ^ self._flip[jump]
        there, needed = self._slides_in(metric)
        free = np.flatnonzero(needed.take(codes, axis=0) & occupied[:, None] == 0)
        slid = free // max(1, needed.shape[1])
        way = free - slid * needed.shape[1]
        after = rabbits.take(slid) << CODE_BITS | there[codes.take(slid), way]
        kind = np.concatenate([jump, (way + len(self.jumps)).astype(np.int16)])
        return Edges(np.concatenate([origin, slid]) + offset, np.concatenate([hops, after]), kind)

    def levels(
        self,
        sources: Keys,
        metric: Metric = "steps",
        stop: Stop = never,
        most: int | None = None,
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

    def slides_between(self, keys: Keys, targets: Keys) -> Keys:
        """By which way each position slides by one cell to its target: two a fox, back and on; else -1, a jump."""
        found: Keys = np.full(len(keys), NONE)
        there = self._slides_in("steps").there
        for way in range(2 * self.foxes):
            found[(keys ^ targets < 1 << CODE_BITS) & (there[keys & CODE_MASK, way] == targets & CODE_MASK)] = way
        return found

    def letters(self, keys: Keys) -> npt.NDArray[np.uint8]:
        """The cells of each position, row by row, as they are written."""
        drawn = np.concatenate([
            _lettered(self.board, tracks, mushrooms) for mushrooms, tracks in self.grounds
        ])  # fmt: skip
        cells: npt.NDArray[np.uint8] = drawn[keys & CODE_MASK]
        cells[(keys >> CODE_BITS)[:, None] >> np.arange(self.board.size) & 1 != 0] = ord("R")
        return cells

    def texts(self, keys: Keys) -> list[str]:
        return joined_rows(self.letters(keys), self.board)


def joined_edges(parts: Sequence[Edges]) -> Edges:
    """The moves of several parts together."""
    return Edges(*map(np.concatenate, zip(*parts, strict=True)))


def joined_rows(cells: npt.NDArray[np.uint8], board: Board) -> list[str]:
    """Write positions by the letters of their cells, rows joined by ``/``."""
    rows = cells.reshape(len(cells), board.rows, board.cols)
    width = board.rows * (board.cols + 1) - 1
    joined = np.pad(rows, ((0, 0), (0, 0), (0, 1)), constant_values=ord("/")).reshape(len(cells), width + 1)
    flat = joined[:, :width].tobytes().decode("ascii")
    return [flat[at : at + width] for at in range(0, len(flat), width)]


def _covered(cover: Keys, mushrooms: int) -> Keys:
    """What foxes and mushrooms cover, by code; NONE where they cannot lie so."""
    return np.where((cover < 0) | (cover & mushrooms != 0), NONE, cover | mushrooms)


def _lettered(board: Board, tracks: tuple[int, ...], mushrooms: int) -> npt.NDArray[np.uint8]:
    """The letters of all cells without rabbits, by code."""
    cells = _fox_letters(board, tracks).copy()
    cells[:, mushrooms >> np.arange(board.size) & 1 != 0] = ord("M")
    return cells


@lru_cache(maxsize=KEPT)
def _fox_letters(board: Board, tracks: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    laid = rails(board, tracks)
    cells = np.full((laid.count, board.size), ord("."), np.uint8)
    for code in np.flatnonzero(laid.cover >= 0).tolist():
        for letter, fox in zip(FOX_LETTERS, laid.foxes(code), strict=False):
            cells[code, fox >> np.arange(board.size) & 1 != 0] = ord(letter)
    return cells


def _cells(rabbits: Keys) -> npt.NDArray[np.intp]:
    """The cells where the rabbits of each position sit; all positions have as many."""
    bits = np.unpackbits(rabbits.astype("<i8", copy=False).view(np.uint8), bitorder="little")
    return (np.flatnonzero(bits.view(np.bool_)) & 63).reshape(len(rabbits), -1 if len(rabbits) else 0)


class _Jumps(NamedTuple):
    """The jumps of a board: what each changes, and its ends; and by cell, a row for each, of the jumps from it.

    There stand their numbers, filled up by that of no jump, what to look at, and what to find there.
    """

    flip: Keys
    ends: Keys
    by_cell: npt.NDArray[np.intp]
    care: npt.NDArray[np.signedinteger[Any]]
    want: npt.NDArray[np.signedinteger[Any]]


@cache
def _jump_arrays(board: Board) -> _Jumps:
    starts, between, targets = (np.array(column, np.int64) for column in zip(*jumps(board), strict=True))
    rows = [np.flatnonzero(starts == 1 << cell).tolist() for cell in range(board.size)]
    width = max(map(len, rows))
    by_cell = np.array([row + [len(starts)] * (width - len(row)) for row in rows], np.intp)
    # Half the bits, where they are enough, are looked through in half the time.
    bits: type[np.signedinteger[Any]] = np.int32 if board.size < 32 else np.int64
    care, want = (np.append(column, 0)[by_cell].astype(bits) for column in (between | targets, between))
    return _Jumps((starts | targets) << CODE_BITS, starts | targets, by_cell, care, want)


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
    return Space(board, [(position.mushrooms, tracks)])
