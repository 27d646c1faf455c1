"""How hard a labyrinth is, read off its shortest win: what there is to do, what it costs to see, what can go wrong."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import cast

from logic.core import Cell, Event, never
from logic.dragon.board import Board
from logic.dragon.engine.compact import Maze, pack
from logic.dragon.engine.solver import Bound, Solved, Win
from logic.dragon.narration import NARRATION
from logic.dragon.rules import SQUARES, DragonMove, Pass, State, begin

THRESHOLDS = (3.6, 5.2, 6.1, 7.6)
"""From these scores on a board is of tier 2, 3, 4 and 5."""

FIRST_THRESHOLDS = (5.2, 6.5, 7.6, 9.0)
"""The same for the first grade.

Measured on drafts that could be won, before any was chosen: of 60 of 5 by 6 with 3 knights for each difficulty the
medians are 4.5, 5.4, 5.9, 7.2 and 7.2 (the most is 9.4), of 20 of 12 by 12 with 4 knights 5.6, 6.8, 8.5, 8.8 and 9.6.
So every tier is usual on some size: the hardest from about 6 by 7 on, the easiest up to about 12 by 12.
"""

TOOLS = ("eat", "fill", "blast", "teleport", "supply", "leap")
"""Events that are ideas of their own on the way to the lair."""

MOST_SAMPLES = 128
"""Turns of the way at which choices are counted: enough for a mean, and a way may be thousands of turns long."""

TRAP_SAMPLES = 12
"""Turns of the way at which traps are looked for, for each of them costs searches of its own."""
TRAP_BUDGET, TRAP_HASTE = 60, 3
"""Positions kept to prove that a move loses, which most that do soon show; and the haste to find a win instead."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a board is, and what that was read off.

    ``excess`` is by how many turns ``par`` is more than the bound at the start, where everybody walks home as if his
    way were open; ``traps`` about how many moves beside the shortest win lose at once what can be won, without a
    warning; ``waits`` how often it passes. ``choices`` is the mean number of moves, beside passing, along it;
    ``clocks`` how many squares run a clock there that matters; ``tools`` how many ideas it takes; ``spare`` how many
    knights may be lost.
    """

    tier: int
    score: float
    par: int
    excess: int
    traps: int
    waits: int
    choices: float
    clocks: int
    tools: int
    spare: int


def grade(board: Board, solved: Solved) -> Grade:
    """Grade a board by its shortest win; costs some hundred positions of a search, a few thousand at most."""
    way = Way(board, solved)
    traps = way.traps()
    score = way.score(traps)
    tier = 1 + bisect_right(THRESHOLDS, score)
    return Grade(tier, round(score, 3), solved.turns, way.excess, traps, way.waits, way.choices, len(way.clocks),
                 len(way.tools), way.spare)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FirstGrade:
    """How hard a board was said to be before anybody looked at excess and traps, and how many ideas it takes."""

    tier: int
    score: float
    tools: int


def first_grade(board: Board, solved: Solved) -> FirstGrade:
    """The first grade, by which the boards of old games were chosen, and are once more when they are dealt again.

    The score adds up the logarithm of the bits of the way, a sixth of that of the squares, a half for each tool that
    the way needs, a quarter for each clock that matters, up to six, less one for each knight that may be lost, up to
    four.
    """
    way = Way(board, solved)
    score = log2(1 + way.bits) + log2(board.height * board.width) / 6
    score += len(way.tools) / 2 + min(len(way.clocks), 6) / 4 - min(way.spare, 4) / 4
    return FirstGrade(1 + bisect_right(FIRST_THRESHOLDS, score), round(score, 3), len(way.tools))


class Way:
    """The shortest win played once more, to see what it is made of.

    A clock matters where its square, once opened, is walked on while it runs, where it runs out before the win, or
    where a store makes what somebody takes.
    """

    def __init__(self, board: Board, solved: Solved) -> None:
        self.board, self.moves = board, solved.moves
        self.tools: set[str] = set()
        self.clocks: set[Cell] = set()
        self.spare = len(board.knights) - board.required
        self._running: set[Cell] = set()
        self._made: set[Cell] = set()
        self.states = [begin(board)]
        for move in solved.moves:
            step = self.states[-1].apply(move)
            if isinstance(move, Pass):
                self.tools.add("pass")
            for event in step.events:
                self._note(event)
            self.states.append(cast("State", step.state))
        every = -(-max(1, solved.turns) // MOST_SAMPLES)
        counted = [len(state.legal_moves()) - 1 for state in self.states[:-1:every]]
        self.choices = sum(counted) / max(1, len(counted))

    @property
    def bits(self) -> float:
        """How much there is to get wrong: the turns, each times the logarithm of its choices."""
        return len(self.moves) * log2(1 + self.choices)

    @property
    def waits(self) -> int:
        return sum(isinstance(move, Pass) for move in self.moves)

    @property
    def excess(self) -> int:
        """By how many turns the win is longer than the bound at the start."""
        maze = Maze(self.board, standing=True)
        return len(self.moves) - Bound(maze).turns(pack(self.states[0], maze))

    def score(self, traps: int) -> float:
        """How hard that makes it, with so many traps beside the way.

        All that may be large adds up in doublings, so that a long board does not drown everything else:

        - half the logarithm of the bits of the way, and a sixth of that of the squares, for what there is to be
          explored in the dark;
        - half the logarithm of the excess, for what is more than walking; a quarter of that of the traps;
        - a third for each tool that the way needs, waiting among them, a sixth for each clock that matters, up to six;
        - less an eighth for each knight that may be lost, up to four.
        """
        score = log2(1 + self.bits) / 2 + log2(self.board.height * self.board.width) / 6
        score += log2(1 + self.excess) / 2 + log2(1 + traps) / 4
        return score + len(self.tools) / 3 + min(len(self.clocks), 6) / 6 - min(self.spare, 4) / 8

    def traps(self) -> int:
        """About how many moves beside the way lose, though nothing warns of them: counted at some of its turns."""
        maze = Maze(self.board, standing=True)
        bound = Bound(maze)
        won = {pack(state, maze) for state in self.states}
        every = -(-max(1, len(self.moves)) // TRAP_SAMPLES)
        lost = 0
        for state in self.states[:-1:every]:
            for move in unwarned(state):
                position = pack(cast("State", state.apply(move).state), maze)
                if position not in won:
                    search = Win(maze, position, TRAP_BUDGET, never, left=bound, weight=TRAP_HASTE, known=won)
                    found = search.run() is not None
                    won |= {position} if found else set()
                    lost += not found and not search.gave_up
        return lost * every

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


def unwarned(state: State) -> Sequence[DragonMove]:
    """The moves before which the game asks nothing."""
    return [move for move in state.legal_moves() if NARRATION.warning(state, move) is None]
