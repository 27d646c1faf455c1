"""Grades a labyrinth by what its shortest win asks of the player, in tiers from 1 (easy) to 5."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import log2
from typing import cast

from logic.core import Cell, Event
from logic.dragon.board import Board
from logic.dragon.rules import Pass, State, begin
from logic.dragon.solver import Solved
from logic.dragon.turn import SQUARES

THRESHOLDS = (5.2, 6.5, 7.6, 9.0)
"""From these scores on a board is of tier 2, 3, 4 and 5.

Measured on drafts that could be won, before any was chosen: of 60 of 5 by 6 with 3 knights for each difficulty the
medians are 4.5, 5.4, 5.9, 7.2 and 7.2 (the most is 9.4), of 20 of 12 by 12 with 4 knights 5.6, 6.8, 8.5, 8.8 and 9.6.
So every tier is usual on some size: the hardest from about 6 by 7 on, the easiest up to about 12 by 12.
"""

TOOLS = ("eat", "fill", "blast", "teleport", "supply", "leap")
"""Events that are ideas of their own on the way to the lair."""

MOST_SAMPLES = 128
"""Turns of the way at which choices are counted: enough for a mean, and a way may be thousands of turns long."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a board is, and what that was read off.

    ``choices`` is the mean number of moves, beside passing, along the shortest win; ``clocks`` how many squares run
    a clock there that matters; ``tools`` how many ideas it takes; ``spare`` how many knights may be lost.
    """

    tier: int
    score: float
    par: int
    choices: float
    clocks: int
    tools: int
    spare: int


def grade(board: Board, solved: Solved) -> Grade:
    """Grade a board by its shortest win.

    The score adds up, all in doublings so that a long board does not drown everything else:

    - the logarithm of the bits of the way: the turns, each times the logarithm of its choices. It is how much
      there is to get wrong, and grows with par and branching;
    - a sixth of the logarithm of the squares, for what there is to be explored in the dark;
    - a half for each tool that the way needs, a quarter for each clock that matters, up to six;
    - less a quarter for each knight that may be lost, up to four.
    """
    way = _Way(board, solved)
    spare = len(board.knights) - board.required
    bits = solved.turns * log2(1 + way.choices)
    score = log2(1 + bits) + log2(board.height * board.width) / 6
    score += len(way.tools) / 2 + min(len(way.clocks), 6) / 4 - min(spare, 4) / 4
    tier = 1 + bisect_right(THRESHOLDS, score)
    return Grade(tier, round(score, 3), solved.turns, way.choices, len(way.clocks), len(way.tools), spare)


class _Way:
    """The shortest win played once more, to see what it is made of.

    A clock matters where its square, once opened, is walked on while it runs, where it runs out before the win, or
    where a store makes what somebody takes.
    """

    def __init__(self, board: Board, solved: Solved) -> None:
        self.tools: set[str] = set()
        self.clocks: set[Cell] = set()
        self._running: set[Cell] = set()
        self._made: set[Cell] = set()
        samples, counted = 0, 0
        state = begin(board)
        every = max(1, -(-solved.turns // MOST_SAMPLES))
        for number, move in enumerate(solved.moves):
            if number % every == 0:
                samples += 1
                counted += len(state.legal_moves()) - 1
            step = state.apply(move)
            if isinstance(move, Pass):
                self.tools.add("pass")
            for event in step.events:
                self._note(event)
            state = cast("State", step.state)
        self.choices = counted / max(1, samples)

    def _note(self, event: Event) -> None:
        where = {path[-1] for path in event.paths.values()}
        if event.name in TOOLS:
            self.tools.add(event.name)
        if event.name in ("go", "leap", "teleport"):
            self.clocks |= self._running & where
        elif event.name in ("eat", "fill"):
            self._running |= where
        elif event.name in ("blast", "topple"):
            self._running.update(event.paths[SQUARES])
        elif event.name in ("crumble", "regrow", "mine_back"):
            self._running -= where
            self.clocks |= where
        elif event.name == "restock":
            self._made |= where
        elif event.name == "supply":
            self.clocks |= self._made & where
