"""The grounds of JumpIN’: mushrooms with fox lines, one for all of its images, and where foxes can lie on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from logic.jumpin.board import MOST_FOXES, Board, Symmetry, fox_tracks, in_order, move, symmetries
from logic.jumpin.rules import Metric

Codes = npt.NDArray[np.int64]

KEPT = 256
"""Choices of lines whose tables are kept at hand."""


class Slides(NamedTuple):
    """For each way to slide and each code: the code it leads to, -1 for none, and the cells that must be free."""

    there: Codes
    needed: Codes


class Rails:
    """All ways to lay foxes on some fox lines: ``tracks`` are the lines by number and sorted, one for each fox.

    ``cover`` gives for each of ``count`` codes the bits of all foxes; -1 where two overlap, or two on one line are
    out of order. ``at`` gives for each line which of its places the fox takes, by code.
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
        return in_order(int(places[at[code]]) for places, at in zip(self._places, self.at, strict=True))

    def slides(self, reach: int) -> Slides:
        """All slides by up to so many cells: as many ways for every fox, whatever its line's length."""
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
        """The code that each code becomes under a symmetry that keeps these lines."""
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
    """Where a symmetry takes each code."""
    return rails(board, tracks).images(symmetry)


def reach_of(board: Board, metric: Metric) -> int:
    """The cells of the longest slide that counts as one."""
    return 1 if metric == "steps" else max(map(len, fox_tracks(board)), default=1) - 1


@dataclass(frozen=True, slots=True)
class Ground:
    """What never moves in a puzzle: mushrooms, and the fox lines in use by their numbers, sorted, one for each fox.

    ``symmetries`` are those of the board that keep both.
    """

    mushrooms: int
    tracks: tuple[int, ...]
    symmetries: tuple[Symmetry, ...]


def grounds(board: Board, mushrooms: int, foxes: int) -> Iterator[Ground]:
    """One ground for all that are images of each other, in a fixed order."""
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
    """Where each fox line goes."""
    tracks = [frozenset(track) for track in fox_tracks(board)]
    return tuple(tracks.index(frozenset(move(image, place) for place in track)) for track in tracks)


def fox_places(board: Board, ground: Ground) -> list[tuple[int, int]]:
    """Every way to lay the foxes, by code: the code and the bits covered."""
    cover = rails(board, ground.tracks).cover
    codes = np.flatnonzero((cover >= 0) & (cover & ground.mushrooms == 0))
    return list(zip(codes.tolist(), cover[codes].tolist(), strict=True))


def code_count(board: Board, ground: Ground) -> int:
    """Count the codes of :func:`fox_places`, those that cannot be included."""
    return rails(board, ground.tracks).count


def setups(board: Board, ground: Ground, rabbits: int) -> int:
    """Count a ground's unsolved positions up to symmetry, by Burnside's lemma."""
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
    """Count the sets of free cells that a symmetry maps onto themselves: they are made of its whole cycles."""
    ways = [1] + [0] * rabbits
    for cycle in _cycles(symmetry):
        length = cycle.bit_count()
        for n in range(rabbits, length - 1, -1) if cycle & free else ():
            ways[n] += ways[n - length]
    return ways[rabbits]


@cache
def _cycles(symmetry: Symmetry) -> tuple[int, ...]:
    """The cells that a symmetry takes round and round, as bits, one mask for each round."""
    left, found = (1 << len(symmetry)) - 1, []
    while left:
        cycle, cell = 0, (left & -left).bit_length() - 1
        while not cycle >> cell & 1:
            cycle |= 1 << cell
            cell = symmetry[cell]
        left &= ~cycle
        found.append(cycle)
    return tuple(found)
