"""Counts all puzzles of a class at once: how many there are, how many can be solved, how long, and the hardest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from logic.core import Stop, never
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.flood import MOST_CELLS, Flood, Level, label_count
from logic.jumpin.grounds import Ground, grounds, setups
from logic.jumpin.position import MOST_FOXES, canonical
from logic.jumpin.rules import Metric

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
    """Give the searches of a class, part by part, one to be run before the next: they share their working space."""
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
