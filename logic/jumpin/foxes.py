"""Where foxes can lie on some fox lines, numbered by codes, and which codes one slide or a symmetry leads to.

Serves the solver's and the census's own forms of a position. A code counts the foxes' places on their lines like a
number's digits, the last fox's place least; the foxes stand in the order of their lines, and of their places on one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from logic.jumpin.board import Board, Symmetry, fox_tracks, move
from logic.jumpin.position import MOST_FOXES, in_order
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
    out of order.
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
        self._at = [codes // weight % length for weight, length in zip(self._weights, lengths, strict=True)]
        self.cover = self._cover()

    def _cover(self) -> Codes:
        cover, wrong = np.zeros(self.count, np.int64), np.zeros(self.count, np.bool_)
        for number, (places, at) in enumerate(zip(self._places, self._at, strict=True)):
            wrong |= cover & places[at] != 0
            cover |= places[at]
            if number and self.tracks[number - 1] == self.tracks[number]:
                wrong |= self._at[number - 1] > at
        return np.where(wrong, -1, cover)

    def code(self, foxes: Sequence[int]) -> int:
        """Give the code of foxes by their bits."""
        left, code = list(foxes), 0
        for places, weight in zip(self._places, self._weights, strict=True):
            here = places.tolist()
            fox = min((fox for fox in left if fox in here), key=here.index)
            left.remove(fox)
            code += weight * here.index(fox)
        return code

    def foxes(self, code: int) -> tuple[int, ...]:
        """Give the bits of each fox, in row-major order."""
        return in_order(int(places[at[code]]) for places, at in zip(self._places, self._at, strict=True))

    def slides(self, reach: int) -> Slides:
        """Give all slides by up to so many cells: as many ways for every fox, whatever its line's length."""
        ways = [
            (number, way) for number in range(len(self.tracks)) for way in (*range(-reach, 0), *range(1, reach + 1))
        ]
        there = np.full((len(ways), self.count), -1, np.int64)
        needed = np.zeros((len(ways), self.count), np.int64)
        for row, (number, way) in enumerate(ways):
            there[row], needed[row] = self._slide(number, way)
        return Slides(there, needed)

    def _slide(self, number: int, way: int) -> tuple[Codes, Codes]:
        places, at, weight = self._places[number], self._at[number], self._weights[number]
        inside = (at + way >= 0) & (at + way < len(places))
        there = np.where(inside, np.arange(self.count) + way * weight, -1)
        swept = np.zeros(self.count, np.int64)
        for length in range(1, abs(way) + 1):
            swept |= places[np.clip(at + (length if way > 0 else -length), 0, len(places) - 1)]
        can = inside & (self.cover >= 0) & (self.cover[there] >= 0)
        return np.where(can, there, -1), swept & ~places[at]

    def images(self, symmetry: Symmetry) -> Codes:
        """Give the code that each code becomes under a symmetry that keeps these lines."""
        tracks = fox_tracks(self._board)
        there = {place: (line, number) for line, track in enumerate(tracks) for number, place in enumerate(track)}
        widest = max(map(len, tracks), default=1)
        moved = []
        for places, at in zip(self._places, self._at, strict=True):
            images = [there[move(symmetry, place)] for place in places.tolist()]
            moved.append(np.array([line * widest + number for line, number in images], np.int64)[at])
        result = np.zeros(self.count, np.int64)
        if moved:
            for column, weight in zip(np.sort(moved, axis=0), self._weights, strict=True):
                result += weight * (column % widest)
        return result


@lru_cache(maxsize=KEPT)
def rails(board: Board, tracks: tuple[int, ...]) -> Rails:
    """Give the rails of some fox lines."""
    return Rails(board, tracks)


@lru_cache(maxsize=KEPT)
def slides(board: Board, tracks: tuple[int, ...], metric: Metric) -> Slides:
    """Give the slides that count as one in a metric."""
    return rails(board, tracks).slides(reach_of(board, metric))


@lru_cache(maxsize=KEPT)
def images(board: Board, tracks: tuple[int, ...], symmetry: Symmetry) -> Codes:
    """Give where a symmetry takes each code."""
    return rails(board, tracks).images(symmetry)


def reach_of(board: Board, metric: Metric) -> int:
    """Give the cells of the longest slide that counts as one."""
    return 1 if metric == "steps" else max(map(len, fox_tracks(board)), default=1) - 1
