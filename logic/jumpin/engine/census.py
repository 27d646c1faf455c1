"""Counts all puzzles of a class at once, by a search from every solved position, level by level, in numpy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from logic.core import Stop, never
from logic.jumpin.board import MOST_FOXES, STANDARD, Board, Position, Symmetry, canonical, jumps, show, symmetries
from logic.jumpin.engine.grounds import Ground, code_count, grounds, images, rails, reach_of, setups, slides
from logic.jumpin.engine.ranks import ranks
from logic.jumpin.engine.survey import joined
from logic.jumpin.rules import Metric

Words = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int64]
Roots = npt.NDArray[np.int32]

MOST_CELLS = 31
"""Cells of a board whose bits fit twice into one number."""
ROOT_BITS = 31
FEW = 3000
"""Positions up to which all kinds of moves are looked for at once rather than one after the other."""
NONE = -1
"""Where a move leads that cannot be; as a set of cells: all of them, so that they are never free."""


@dataclass(frozen=True, slots=True)
class Level:
    """What lies at one distance, up to symmetry: how many positions, and the way to their texts."""

    count: int
    words: Words
    rows: Rows


class _Moves(NamedTuple):
    """Moves of one kind, or of several: the index of where each starts, and what it leads to."""

    origin: npt.NDArray[np.intp]
    words: Words
    rows: Rows


def label_count(board: Board, every: Sequence[Ground], rabbits: int) -> int:
    """How many labels a flood needs for each ground of a class."""
    return max((code_count(board, ground) for ground in every), default=0) * comb(board.size, rabbits)


class Flood:
    """All positions of some grounds of one class that can be solved, nearest first. To be run once.

    ``labels`` is working space, :func:`label_count` for each ground; whatever it holds is overwritten.
    """

    def __init__(
        self, board: Board, part: Sequence[Ground], rabbits: int, metric: Metric, labels: npt.NDArray[np.int32]
    ) -> None:
        self._board = board
        self._part = part
        self._rank = ranks(board.size, rabbits)
        self._codes = len(labels) // len(part) // self._rank.count
        self._label = labels
        self._label.fill(-1)
        self._jumps = _jumps(board)
        self._laid = self._table([rails(board, ground.tracks).cover for ground in part])
        mushrooms = np.repeat(np.array([ground.mushrooms for ground in part], np.int64), self._codes)
        self._laid = np.where((self._laid == NONE) | (self._laid & mushrooms != 0), NONE, self._laid | mushrooms)
        self._slides = list(self._all_slides(metric, mushrooms))
        self._images = [self._image_rows(symmetry) for symmetry in symmetries(board)[1:]]
        self._symmetric = np.any([rows != NONE for rows in self._images], axis=0) if self._images else None
        self._words, self._rows = self._solved(rabbits)
        self._union = np.arange(len(self._words), dtype=np.int32)

    # -- tables by row

    def _table(self, by_code: Sequence[npt.NDArray[np.int64]]) -> Rows:
        """Lay what is known of each ground's codes one after the other; NONE where there is no such code."""
        table = np.full((len(self._part), self._codes), NONE, np.int64)
        for row, values in zip(table, by_code, strict=True):
            row[: len(values)] = values
        return table.ravel()

    def _rows_of(self, codes: Sequence[npt.NDArray[np.int64]]) -> Rows:
        """Turn a table of codes into one of rows."""
        table = self._table(codes)
        first = np.repeat(np.arange(len(self._part)) * self._codes, self._codes)
        return np.where(table == NONE, NONE, table + first)

    def _all_slides(self, metric: Metric, mushrooms: Words) -> Iterator[tuple[Rows, Words, Words]]:
        """For each way to slide, by row: the row it leads to, the cells that must be free, what changes."""
        every = [slides(self._board, ground.tracks, metric) for ground in self._part]
        for way in range(2 * reach_of(self._board, metric) * len(self._part[0].tracks)):
            there = self._rows_of([one.there[way] for one in every])
            needed = self._table([one.needed[way] for one in every])
            stopped = (there == NONE) | (needed & mushrooms != 0) | (self._laid == NONE)
            needed[stopped] = NONE
            yield there, needed, np.where(stopped, 0, self._laid ^ self._laid[there])

    def _image_rows(self, symmetry: Symmetry) -> Rows:
        """The row that a symmetry takes each row to; NONE where it does not keep the ground."""
        nowhere = np.empty(0, np.int64)
        return self._rows_of([
            images(self._board, ground.tracks, symmetry) if symmetry in ground.symmetries else nowhere
            for ground in self._part
        ])  # fmt: skip

    def _solved(self, rabbits: int) -> tuple[Words, Rows]:
        """Every solved position."""
        words, rows = [], []
        for holes in combinations(self._board.holes, rabbits):
            home = self._board.mask(holes)
            free = np.flatnonzero((self._laid != NONE) & (self._laid & home == 0))
            words.append(self._laid[free] | home | home << self._board.size)
            rows.append(free)
        return (np.concatenate(words), np.concatenate(rows)) if words else (self._laid[:0], self._laid[:0])

    # -- the search

    def run(self, stop: Stop) -> Iterator[Level]:
        """The levels from distance 0 on, until nothing new is reached or ``stop`` says so."""
        words, rows = self._words, self._rows
        roots = np.arange(len(words), dtype=np.int32)
        self._label[self._places(words, rows)] = roots
        self._join_images(words, rows, roots)
        while len(words) and not stop():
            yield self._level(words, rows)
            words, rows, roots = self._next(words, rows, roots)

    def components(self) -> int:
        """Count the groups of positions found so far that lead to each other, images of each other taken as one."""
        return len(np.unique(self._union))

    def _places(self, words: Words, rows: Rows) -> npt.NDArray[np.int64]:
        return rows * self._rank.count + self._rank(words >> self._board.size)

    def _next(self, words: Words, rows: Rows, roots: Roots) -> tuple[Words, Rows, Roots]:
        found: list[tuple[Words, Rows, Roots]] = [(words[:0], rows[:0], roots[:0])]
        pairs = [np.empty(0, np.int64)]
        for moves in [self._every_move(words, rows)] if len(words) <= FEW else self._moves(words, rows):
            mine = roots[moves.origin]
            at = self._places(moves.words, moves.rows)
            theirs = self._label[at]
            new = np.flatnonzero(theirs < 0)
            if len(words) <= FEW:
                new = new[np.unique(at[new], return_index=True)[1]]
            self._label[at[new]] = mine[new]
            found.append((moves.words[new], moves.rows[new], mine[new]))
            theirs = self._label[at] if len(words) <= FEW else theirs
            old, own = self._union[theirs], self._union[mine]
            apart = np.flatnonzero((theirs >= 0) & (old != own))
            if len(apart):
                pairs.append(np.unique(old[apart].astype(np.int64) << ROOT_BITS | own[apart]))
        together = np.unique(np.concatenate(pairs))
        self._union = joined(self._union, together >> ROOT_BITS, together & (1 << ROOT_BITS) - 1)
        one, two, three = zip(*found, strict=True)
        return np.concatenate(one), np.concatenate(two), np.concatenate(three)

    def _moves(self, words: Words, rows: Rows) -> Iterator[_Moves]:
        """The moves kind by kind. No kind reaches a position twice."""
        for start, care, want, flip in self._jumps.by_start:
            standing = np.flatnonzero(words & start)
            theirs = words[standing]
            for number in range(len(care)):
                origin = standing[np.flatnonzero(theirs & care[number] == want[number])]
                if len(origin):
                    yield _Moves(origin, words[origin] ^ flip[number], rows[origin])
        for there, needed, flip in self._slides:
            origin = np.flatnonzero(needed[rows] & words == 0)
            if len(origin):
                row = rows[origin]
                yield _Moves(origin, words[origin] ^ flip[row], there[row])

    def _every_move(self, words: Words, rows: Rows) -> _Moves:
        """The moves of all kinds together; some may reach the same position."""
        origin, jump = np.nonzero(words[:, None] & self._jumps.care == self._jumps.want)
        parts = [_Moves(origin, words[origin] ^ self._jumps.flip[jump], rows[origin])]
        for there, needed, flip in self._slides:
            origin = np.flatnonzero(needed[rows] & words == 0)
            row = rows[origin]
            parts.append(_Moves(origin, words[origin] ^ flip[row], there[row]))
        return _Moves(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    # -- joining what leads to each other

    def _join_images(self, words: Words, rows: Rows, roots: Roots) -> None:
        """Take solved positions that are images of each other as one."""
        for symmetry, there in zip(symmetries(self._board)[1:], self._images, strict=True):
            here = np.flatnonzero(there[rows] != NONE)
            twins = self._label[self._places(self._turned(words[here], symmetry), there[rows[here]])]
            self._union = joined(self._union, self._union[roots[here]], self._union[twins])

    # -- symmetry

    def _turned(self, words: Words, symmetry: Symmetry) -> Words:
        result = np.zeros_like(words)
        both = 1 | 1 << self._board.size
        for cell, there in enumerate(symmetry):
            result |= (words >> cell & both) << there
        return result

    def _level(self, words: Words, rows: Rows) -> Level:
        """Keep one of all positions that are images of each other: the one with the smallest word and row."""
        if self._symmetric is None:
            return Level(len(words), words, rows)
        keep = np.ones(len(words), np.bool_)
        some = np.flatnonzero(self._symmetric[rows])
        for symmetry, there in zip(symmetries(self._board)[1:], self._images, strict=True):
            row = there[rows[some]]
            here = np.flatnonzero(row != NONE)
            own, image = words[some[here]], self._turned(words[some[here]], symmetry)
            keep[some[here]] &= (own < image) | ((own == image) & (rows[some[here]] <= row[here]))
        return Level(int(keep.sum()), words[keep], rows[keep])

    def text(self, word: int, row: int) -> str:
        """Write one position of a level."""
        number, code = divmod(row, self._codes)
        ground = self._part[number]
        foxes = rails(self._board, ground.tracks).foxes(code)
        return show(Position(word >> self._board.size, ground.mushrooms, foxes), self._board)


class _Jumps(NamedTuple):
    """What to look at in a word, what to find there, and what changes, for each jump; and the same by start."""

    care: Words
    want: Words
    flip: Words
    by_start: tuple[tuple[int, Words, Words, Words], ...]


@cache
def _jumps(board: Board) -> _Jumps:
    ways = jumps(board)
    start = np.array([jump.start << board.size for jump in ways], np.int64)
    want = np.array([jump.between for jump in ways], np.int64)
    care = np.array([jump.between | jump.target for jump in ways], np.int64)
    ends = np.array([jump.start | jump.target for jump in ways], np.int64)
    flip = ends | ends << board.size
    groups = [(int(one), start == one) for one in np.unique(start)]
    by_start = tuple((one, care[here], want[here], flip[here]) for one, here in groups)
    return _Jumps(care | start, want | start, flip, by_start)


LARGEST_TABLE = 24_000_000
"""Positions that are kept track of at once; a class is taken in as many parts as that needs."""
LARGEST_GROUND = 200_000_000
"""Positions of a single ground, where even that is more: the memory of it is four bytes each."""


@dataclass(frozen=True, slots=True)
class Census:
    """What there is in a class of puzzles, everything up to the board's symmetries.

    ``setups`` counts the unsolved positions, ``solvable`` those that can be solved, ``histogram`` the latter by the
    least they take in ``metric``; ``hardest`` are the canonical texts of all that take ``maximum``; ``components``
    counts the groups of positions that lead to each other and hold a solved one.
    """

    rabbits: int
    mushrooms: int
    foxes: int
    metric: Metric
    setups: int
    solvable: int
    histogram: Mapping[int, int]
    maximum: int
    hardest: tuple[str, ...]
    components: int


def census(
    rabbits: int,
    mushrooms: int,
    foxes: int,
    metric: Metric = "steps",
    board: Board = STANDARD,
    stop: Stop = never,
) -> Census:
    """Count all puzzles with so many pieces; ends early, with what it has, where ``stop`` says so.

    Raises ValueError for less than one rabbit, less than no mushroom or fox, more foxes than there are letters for, a
    metric that is none, a board of more than 31 cells, or a class too large for this way to count it.
    """
    _check(rabbits, mushrooms, foxes, metric, board)
    every = list(grounds(board, mushrooms, foxes))
    tally = _Tally(board)
    for flood in _floods(board, every, rabbits, metric):
        tally.take(flood, stop)
    histogram = dict(enumerate(tally.counts[1:], 1))
    return Census(
        rabbits,
        mushrooms,
        foxes,
        metric,
        setups=sum(setups(board, ground, rabbits) for ground in every),
        solvable=sum(histogram.values()),
        histogram=histogram,
        maximum=len(histogram),
        hardest=tuple(sorted(tally.hardest)) if histogram else (),
        components=tally.components,
    )


def _check(rabbits: int, mushrooms: int, foxes: int, metric: Metric, board: Board) -> None:
    for name, value, least in (("rabbits", rabbits, 1), ("mushrooms", mushrooms, 0), ("foxes", foxes, 0)):
        if value < least:
            raise ValueError(f"{name}: at least {least}, please")
    if foxes > MOST_FOXES:
        raise ValueError(f"foxes: at most {MOST_FOXES}, please")
    if metric not in ("steps", "moves"):
        raise ValueError("metric: steps or moves, please")
    if board.size > MOST_CELLS:
        raise ValueError(f"board: at most {MOST_CELLS} cells for a census, please; this one has {board.size}")


def _floods(board: Board, every: Sequence[Ground], rabbits: int, metric: Metric) -> Iterator[Flood]:
    """The searches of a class, part by part, one to be run before the next: they share their working space."""
    size = label_count(board, every, rabbits)
    if size > LARGEST_GROUND:
        raise ValueError("rabbits, foxes: too many for a census of this board")
    together = max(1, LARGEST_TABLE // max(1, size))
    labels = np.empty(min(together, len(every)) * size, np.int32)
    for at in range(0, len(every), together):
        part = every[at : at + together]
        yield Flood(board, part, rabbits, metric, labels[: len(part) * size])


class _Tally:
    """What the parts of a class come to together."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.counts: list[int] = []
        self.hardest: set[str] = set()
        self.components = 0

    def take(self, flood: Flood, stop: Stop) -> None:
        """Run a search, and add up what it finds."""
        last: Level | None = None
        for distance, level in enumerate(flood.run(stop)):
            if distance == len(self.counts):
                self.counts.append(0)
                self.hardest.clear()
            self.counts[distance] += level.count
            last = level if 0 < distance == len(self.counts) - 1 else None
        self.components += flood.components()
        if last is not None:
            pairs = zip(last.words.tolist(), last.rows.tolist(), strict=True)
            self.hardest |= {canonical(flood.text(word, row), self._board) for word, row in pairs}
