"""A shortest solution for each of many positions of a survey at once, in numpy, move by move."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from logic.jumpin.board import Board, fox_tracks, jumps_from
from logic.jumpin.engine.grounds import KEPT, Codes, rails
from logic.jumpin.engine.space import CODE_BITS, CODE_MASK
from logic.jumpin.engine.survey import Survey
from logic.jumpin.rules import Hop, Slide

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
