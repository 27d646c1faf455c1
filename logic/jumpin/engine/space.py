"""All positions with the same mushrooms, fox lines and number of rabbits, as integers searched level by level in numpy.

Mushrooms with fox lines are called a ground; of those that are images of each other, one stands for all. Private to
the engine; a test compares it with ``State``. A position is one int64 key: the rabbits' bits, and below them the code
of the foxes' places on their lines. Every move is reversible, so the graph is undirected, and the neighbours of one
level of a breadth-first search lie in the previous, the same or the next level.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import and_
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import (
    FOX_LETTERS,
    MOST_FOXES,
    Board,
    Position,
    Symmetry,
    fox_tracks,
    jumps,
    move,
    sorted_foxes,
    symmetries,
)
from logic.jumpin.rules import Metric

# -- grounds

Codes = npt.NDArray[np.int64]

KEPT = 256
"""How many tables of fox lines are cached."""


class Slides(NamedTuple):
    """By way (which fox slides, how far, back or on) and code: the resulting code, and the cells that must be free.

    The resulting code is -1 if the slide is impossible.
    """

    there: Codes
    needed: Codes


class Rails:
    """All arrangements of foxes on some fox lines: ``tracks`` are the line numbers, sorted, one for each fox.

    ``cover`` gives for each of ``count`` codes the bits of all foxes; -1 if two overlap, or two on one line are out of
    order. ``at`` gives for each line the place of its fox, by code.
    """

    def __init__(self, board: Board, tracks: Sequence[int]) -> None:
        if len(tracks) > MOST_FOXES:
            raise ValueError(f"foxes: at most {MOST_FOXES}, please")
        self._board = board
        self.tracks = tuple(tracks)
        self._places = [np.array(fox_tracks(board)[track], np.int64) for track in self.tracks]
        lengths = [len(places) for places in self._places]
        self._weights = [prod(lengths[number + 1 :]) for number in range(len(lengths))]
        self.count = prod(lengths)
        codes = np.arange(self.count)
        self.at = [codes // weight % length for weight, length in zip(self._weights, lengths, strict=True)]
        self.cover = self._cover()

    def _cover(self) -> Codes:
        cover, wrong = np.zeros(self.count, np.int64), np.zeros(self.count, np.bool_)
        for number, (places, at) in enumerate(zip(self._places, self.at, strict=True)):
            wrong |= cover & places[at] != 0
            cover |= places[at]
            if number and self.tracks[number - 1] == self.tracks[number]:
                wrong |= self.at[number - 1] > at
        return np.where(wrong, -1, cover)

    def code(self, foxes: Sequence[int]) -> int:
        left, code = list(foxes), 0
        for places, weight in zip(self._places, self._weights, strict=True):
            here = places.tolist()
            fox = min((fox for fox in left if fox in here), key=here.index)
            left.remove(fox)
            code += weight * here.index(fox)
        return code

    def foxes(self, code: int) -> tuple[int, ...]:
        """The bits of each fox, in row-major order."""
        return sorted_foxes(int(places[at[code]]) for places, at in zip(self._places, self.at, strict=True))

    def slides(self, reach: int) -> Slides:
        """All slides by up to that many cells; every fox has the same number of ways, whatever its line's length."""
        ways = [
            (number, way) for number in range(len(self.tracks)) for way in (*range(-reach, 0), *range(1, reach + 1))
        ]
        there = np.full((len(ways), self.count), -1, np.int64)
        needed = np.zeros((len(ways), self.count), np.int64)
        for row, (number, way) in enumerate(ways):
            there[row], needed[row] = self._slide(number, way)
        return Slides(there, needed)

    def _slide(self, number: int, way: int) -> tuple[Codes, Codes]:
        places, at, weight = self._places[number], self.at[number], self._weights[number]
        inside = (at + way >= 0) & (at + way < len(places))
        there = np.where(inside, np.arange(self.count) + way * weight, -1)
        swept = np.zeros(self.count, np.int64)
        for length in range(1, abs(way) + 1):
            swept |= places[np.clip(at + (length if way > 0 else -length), 0, len(places) - 1)]
        can = inside & (self.cover >= 0) & (self.cover[there] >= 0)
        return np.where(can, there, -1), swept & ~places[at]

    def images(self, symmetry: Symmetry) -> Codes:
        """The image of each code under a symmetry that keeps these lines."""
        tracks = fox_tracks(self._board)
        there = {place: (line, number) for line, track in enumerate(tracks) for number, place in enumerate(track)}
        widest = max(map(len, tracks), default=1)
        moved = []
        for places, at in zip(self._places, self.at, strict=True):
            images = [there[move(symmetry, place)] for place in places.tolist()]
            moved.append(np.array([line * widest + number for line, number in images], np.int64)[at])
        result = np.zeros(self.count, np.int64)
        if moved:
            for column, weight in zip(np.sort(moved, axis=0), self._weights, strict=True):
                result += weight * (column % widest)
        return result


@lru_cache(maxsize=KEPT)
def rails(board: Board, tracks: tuple[int, ...]) -> Rails:
    return Rails(board, tracks)


@lru_cache(maxsize=KEPT)
def slides(board: Board, tracks: tuple[int, ...], metric: Metric) -> Slides:
    """The slides that count as one in a metric."""
    return rails(board, tracks).slides(reach_of(board, metric))


@lru_cache(maxsize=KEPT)
def images(board: Board, tracks: tuple[int, ...], symmetry: Symmetry) -> Codes:
    """The image of each code under a symmetry."""
    return rails(board, tracks).images(symmetry)


def reach_of(board: Board, metric: Metric) -> int:
    """The cells of the longest slide that counts as one."""
    return 1 if metric == "steps" else max(map(len, fox_tracks(board)), default=1) - 1


@dataclass(frozen=True, slots=True)
class Ground:
    """What never moves in a puzzle: mushrooms, and the numbers of the fox lines in use, sorted, one for each fox.

    ``symmetries`` are those of the board that leave both unchanged.
    """

    mushrooms: int
    tracks: tuple[int, ...]
    symmetries: tuple[Symmetry, ...]


def grounds(board: Board, mushrooms: int, foxes: int) -> Iterator[Ground]:
    """One representative of each set of grounds that are images of each other, in a fixed order."""
    images = symmetries(board)
    track_images = [_track_image(board, image) for image in images]
    choices = list(combinations_with_replacement(range(len(fox_tracks(board))), foxes))
    for cells in combinations(range(board.size), mushrooms):
        mask = sum(1 << cell for cell in cells)
        moved = [move(image, mask) for image in images]
        if min(moved) < mask:
            continue
        keeping = [i for i, other in enumerate(moved) if other == mask]
        for tracks in choices:
            turned = [tuple(sorted(track_images[i][track] for track in tracks)) for i in keeping]
            if min(turned) == tracks:
                kept = (images[i] for i, other in zip(keeping, turned, strict=True) if other == tracks)
                yield Ground(mask, tracks, tuple(kept))


def _track_image(board: Board, image: Symmetry) -> tuple[int, ...]:
    """The image of each fox line."""
    tracks = [frozenset(track) for track in fox_tracks(board)]
    return tuple(tracks.index(frozenset(move(image, place) for place in track)) for track in tracks)


def fox_places(board: Board, ground: Ground) -> list[tuple[int, int]]:
    """Every arrangement of the foxes: its code and the bits covered."""
    cover = rails(board, ground.tracks).cover
    codes = np.flatnonzero((cover >= 0) & (cover & ground.mushrooms == 0))
    return list(zip(codes.tolist(), cover[codes].tolist(), strict=True))


def code_count(board: Board, ground: Ground) -> int:
    """The number of codes of :func:`fox_places`, including impossible ones."""
    return rails(board, ground.tracks).count


def setups(board: Board, ground: Ground, rabbits: int) -> int:
    """The number of a ground's unsolved positions up to symmetry, by Burnside's lemma."""
    places = fox_places(board, ground)
    everywhere, holes = (1 << board.size) - 1, board.hole_mask & ~ground.mushrooms
    room = board.size - ground.mushrooms.bit_count() - 2 * len(ground.tracks)
    unchanged = len(places) * (comb(room, rabbits) - comb(holes.bit_count(), rabbits))
    for symmetry in ground.symmetries[1:]:
        there = images(board, ground.tracks, symmetry)
        for code, cover in places:
            if there[code] == code:
                free = everywhere & ~(cover | ground.mushrooms)
                unchanged += _kept(free, rabbits, symmetry) - _kept(holes, rabbits, symmetry)
    return unchanged // len(ground.symmetries)


def _kept(free: int, rabbits: int, symmetry: Symmetry) -> int:
    """The number of sets of free cells that a symmetry maps onto themselves: unions of its cycles."""
    ways = [1] + [0] * rabbits
    for cycle in _cycles(symmetry):
        length = cycle.bit_count()
        for n in range(rabbits, length - 1, -1) if cycle & free else ():
            ways[n] += ways[n - length]
    return ways[rabbits]


@cache
def _cycles(symmetry: Symmetry) -> tuple[int, ...]:
    """The cycles of a symmetry, as bits."""
    left, found = (1 << len(symmetry)) - 1, []
    while left:
        cycle, cell = 0, (left & -left).bit_length() - 1
        while not cycle >> cell & 1:
            cycle |= 1 << cell
            cell = symmetry[cell]
        left &= ~cycle
        found.append(cycle)
    return tuple(found)


# -- positions

Keys = npt.NDArray[np.int64]
Kinds = npt.NDArray[np.int16]

CODE_BITS = 14
"""Bits of a key for the foxes' code: enough for the maximum of foxes, on any board."""
CODE_MASK = (1 << CODE_BITS) - 1
BLOCK = 4096
"""Positions whose moves are generated at once; few enough for the processor’s cache."""
NONE = -1
"""The target of an impossible slide; as a set of cells: all of them, so that they are never free."""


class Stopped(Exception):
    """The search was cancelled."""


class TooLarge(Exception):
    """There are more positions than the search may hold."""


class Edges(NamedTuple):
    """Moves out of some positions, for each position its jumps first.

    For each move: the index of its start, the key of its end, and its kind. Kinds are numbered by ``Space.jumps``,
    followed by the ways to slide: in ``steps`` two of each fox, back and on.
    """

    origin: npt.NDArray[np.intp]
    keys: Keys
    kind: Kinds


class Space:
    """The positions of one or several grounds with equally many foxes.

    The codes of all grounds are numbered consecutively.
    """

    def __init__(self, board: Board, grounds: Sequence[tuple[int, Sequence[int]]]) -> None:
        self.board = board
        self.grounds = tuple((mushrooms, tuple(tracks)) for mushrooms, tracks in grounds)
        self.foxes = len(self.grounds[0][1])
        self._rails = [rails(board, tracks) for _, tracks in self.grounds]
        self.first = np.cumsum([0, *(one.count for one in self._rails)])
        """The first code of each ground, followed by the number of all codes."""
        laid = zip(self._rails, self.grounds, strict=True)
        self._cover = np.concatenate([_covered(one.cover, mushrooms) for one, (mushrooms, _) in laid])
        ways = _jump_arrays(board)
        usable = (ways.ends & reduce(and_, (mushrooms for mushrooms, _ in self.grounds))) == 0
        self.jumps = [jump for jump, can_be in zip(jumps(board), usable.tolist(), strict=True) if can_be]
        """The jumps without an end under a mushroom on every ground; from each cell, in the order of ``State``."""
        self._flip = ways.flip[usable]
        self._from = np.append(np.cumsum(usable) - 1, 0).astype(np.int16).take(ways.by_cell)
        never = np.append(~usable, True).take(ways.by_cell)
        self._care, self._want = np.where(never, 0, ways.care), np.where(never, 1, ways.want)
        self._slides: dict[Metric, Slides] = {}

    # -- keys and positions

    def key(self, position: Position, ground: int = 0) -> int:
        """The key of a position on the ground of that number."""
        return position.rabbits << CODE_BITS | int(self.first[ground]) + self._rails[ground].code(position.foxes)

    def position(self, key: int) -> Position:
        code = key & CODE_MASK
        ground = bisect_right(self.first, code) - 1
        foxes = self._rails[ground].foxes(code - int(self.first[ground]))
        return Position(key >> CODE_BITS, self.grounds[ground][0], foxes)

    def ground_of(self, keys: Keys) -> Keys:
        """The number of each position's ground."""
        ground: Keys = np.repeat(np.arange(len(self.grounds)), np.diff(self.first))[keys & CODE_MASK]
        return ground

    def solved(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """For each position, whether every rabbit is in a hole."""
        found: npt.NDArray[np.bool_] = (keys >> CODE_BITS & ~np.int64(self.board.hole_mask)) == 0
        return found

    def homes(self, rabbits: int, most: int) -> Keys:
        """All solved positions with that many rabbits, sorted; raises TooLarge for more than ``most``."""
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
        """The slides by code and way, unlike :class:`Slides`; without those blocked by mushrooms."""
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
        return Edges(*map(np.concatenate, zip(*blocks, strict=True)))

    def _block(self, keys: Keys, offset: int, metric: Metric) -> Edges:
        rabbits, codes = keys >> CODE_BITS, keys & CODE_MASK
        occupied = rabbits | self._cover.take(codes)
        cells = _cells(rabbits.astype(self._care.dtype))
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

        Ends with the component, or on ``stop``; raises TooLarge beyond ``most`` positions.
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
        """The way by which each position slides by one cell to its target, two per fox, back and on; -1 for a jump."""
        found: Keys = np.full(len(keys), NONE)
        there = self._slides_in("steps").there
        for way in range(2 * self.foxes):
            found[(keys ^ targets < 1 << CODE_BITS) & (there[keys & CODE_MASK, way] == targets & CODE_MASK)] = way
        return found

    def letters(self, keys: Keys) -> npt.NDArray[np.uint8]:
        """The letters of the cells of each position, row by row."""
        drawn = np.concatenate([
            _lettered(self.board, tracks, mushrooms) for mushrooms, tracks in self.grounds
        ])  # fmt: skip
        cells: npt.NDArray[np.uint8] = drawn[keys & CODE_MASK]
        cells[(keys >> CODE_BITS)[:, None] >> np.arange(self.board.size) & 1 != 0] = ord("R")
        return cells

    def texts(self, keys: Keys) -> list[str]:
        return joined_rows(self.letters(keys), self.board)


def joined_rows(cells: npt.NDArray[np.uint8], board: Board) -> list[str]:
    """Positions as text, given the letters of their cells, rows joined by ``/``."""
    rows = cells.reshape(len(cells), board.rows, board.cols)
    width = board.rows * (board.cols + 1) - 1
    joined = np.pad(rows, ((0, 0), (0, 0), (0, 1)), constant_values=ord("/")).reshape(len(cells), width + 1)
    flat = joined[:, :width].tobytes().decode("ascii")
    return [flat[at : at + width] for at in range(0, len(flat), width)]


def _covered(cover: Keys, mushrooms: int) -> Keys:
    """The cells covered by foxes and mushrooms, by code; NONE if they overlap."""
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


def _cells(rabbits: npt.NDArray[np.signedinteger[Any]]) -> npt.NDArray[np.intp]:
    """The cells of the rabbits of each position; all positions have the same number."""
    little = rabbits.astype(rabbits.dtype.newbyteorder("<"), copy=False)
    bits = np.unpackbits(little.view(np.uint8), bitorder="little")
    cells = np.flatnonzero(bits.view(np.bool_)) & (8 * rabbits.itemsize - 1)
    return cells.reshape(len(rabbits), -1 if len(rabbits) else 0)


class _Jumps(NamedTuple):
    """The jumps of a board: the bits that each changes, and its ends; and for each cell a row of the jumps from it.

    Rows hold the numbers of the jumps, padded with a no-op, the bits to test, and their expected values.
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
    # 32 bits, where they suffice, take half the time.
    bits: type[np.signedinteger[Any]] = np.int32 if board.size < 32 else np.int64
    care, want = (np.append(column, 0)[by_cell].astype(bits) for column in (between | targets, between))
    return _Jumps((starts | targets) << CODE_BITS, starts | targets, by_cell, care, want)


def _sorted_once(keys: Keys) -> Keys:
    """Sort without duplicates, like ``np.unique``, but faster."""
    ordered = np.sort(keys)
    once = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=once[1:])
    return ordered[once]


def contains(sorted_keys: Keys, keys: Keys) -> npt.NDArray[np.bool_]:
    """For each key, whether it is among the sorted ones."""
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
