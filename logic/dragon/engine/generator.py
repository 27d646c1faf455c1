"""Makes labyrinths to measure: drafts are drawn by the dice, proved by the solver, graded, and the nearest is kept."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import log2
from typing import cast

from logic.core import Cell, Dice, Event, Message, Stop, never
from logic.dragon.board import LONGEST_SIDE, MOST_KNIGHTS, Board
from logic.dragon.engine.compact import Maze, pack
from logic.dragon.engine.drafting import Draft, Wish
from logic.dragon.engine.solver import Solved, solve
from logic.dragon.rules import SQUARES, Pass, State, begin
from logic.puzzles import TIERS, NoPuzzle

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


WISHES = {
    "height": (1, LONGEST_SIDE),
    "width": (1, LONGEST_SIDE),
    "knights": (1, MOST_KNIGHTS),
    "dangers": (0, 80),
    "difficulty": (1, TIERS),
}
"""The least and the most of what can be wished; ``dangers`` is percent of the squares."""


@dataclass(frozen=True, slots=True)
class Made:
    """A board that was made, the fewest turns that win it, and how hard it turned out."""

    board: Board
    par: int
    tier: int


@dataclass(frozen=True, slots=True)
class Effort:
    """How many boards are drafted, and how many positions the solver may keep for each, and for all together."""

    tries: int
    each: int
    whole: int
    tamed: int = 0
    """The least that drafts are tamed."""

    def tame(self, number: int) -> int:
        """How tame a draft of that number shall be: more and more."""
        return self.tamed + number * (3 - self.tamed) // self.tries


EFFORTS = (
    (36, Effort(24, 1_200, 4_000)),
    (64, Effort(24, 6_000, 30_000)),
    (144, Effort(16, 15_000, 80_000)),
    (400, Effort(12, 15_000, 100_000, 1)),
    (10_000, Effort(6, 60_000, 200_000, 1)),
)
"""By the most squares. What makes a board slow is not its size alone, so positions are counted, never seconds."""


MORE_EACH = 4
"""For each so many knights that much more: a company of a hundred needs many turns however easy the board is."""


def generate(
    height: int, width: int, knights: int, required: int, dangers: int, difficulty: int, dice: Dice, stop: Stop = never
) -> Made:
    """Make a board that can be won, never by waiting alone: the same for the same dice, everywhere.

    ``required`` 0 leaves it to the difficulty how many must arrive; ``dangers`` is the percentage of squares that are
    neither plain nor the lair. The number of tries is bounded; where none is of the wished difficulty, the nearest is
    given with the tier that it has. Raises NoPuzzle where nothing that can be won was found, or ``stop`` came first.
    """
    wish = Wish(height, width, knights, required, dangers, difficulty)
    check_bounds(asdict(wish), {**WISHES, "required": (0, knights)})
    if wish.squares == 1:
        raise NoPuzzle(Message("A labyrinth of one square wins itself."))
    found = _Tries(wish, dice, stop).best()
    if found is None:
        raise NoPuzzle(Message("No labyrinth that can be won was found by these wishes. Try fewer dangers or knights."))
    return found


def check_bounds(numbers: Mapping[str, int], bounds: Mapping[str, tuple[int, int]]) -> None:
    """Refuse a number beyond its bounds by a ValueError that names it."""
    for name, number in numbers.items():
        low, high = bounds[name]
        if not low <= number <= high:
            raise ValueError(f"{name}: a whole number from {low} to {high}, please")


def wins_itself(board: Board) -> bool:
    """Tell whether a board is won at once, or by passing alone."""
    state = begin(board, open_map=True)
    maze = Maze(board, standing=True)
    position = pack(state, maze)
    met = set()
    while position.hidden < board.required and position.clocks and position not in met:
        met.add(position)
        position = maze.wait(position)
    return position.hidden >= board.required


class _Tries:
    """The boards that are drafted for one wish, and the best of them."""

    def __init__(self, wish: Wish, dice: Dice, stop: Stop) -> None:
        self.wish, self.dice, self.stop = wish, dice, stop
        self.effort = next(effort for squares, effort in EFFORTS if wish.squares <= squares)
        self.share = max(1, wish.knights // MORE_EACH)
        self.left = self.effort.whole * self.share

    def best(self) -> Made | None:
        """Draft until one is as wished, or the tries are spent: the nearest then, None where there was none at all."""
        best: tuple[tuple[int, int], Made] | None = None
        for number in range(self.effort.tries):
            if self.stop() or self.left <= 0:
                break
            # Seeds of their own: what one draft rolls moves no other.
            found = self._try(Dice(self.dice.seed()), number)
            if found is None:
                continue
            board, graded = found
            score = abs(graded.tier - self.wish.difficulty), -graded.tools
            if best is None or score < best[0]:
                best = score, Made(board, graded.par, graded.tier)
            if score[0] == 0 and graded.tools >= min(self.wish.difficulty - 1, 2):
                break
        return best and best[1]

    def _try(self, dice: Dice, number: int) -> tuple[Board, Grade] | None:
        board = Draft(self.wish, dice, self.effort.tame(number)).board()
        if wins_itself(board):
            return None
        answer = solve(board, budget=min(self.effort.each * self.share, self.left), stop=self.stop)
        self.left -= answer.looked
        return (board, grade(board, answer)) if isinstance(answer, Solved) else None
