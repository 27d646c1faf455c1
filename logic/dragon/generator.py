"""Makes labyrinths to measure: drafts are drawn by the dice, proved by the solver, graded, and the nearest is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from logic.core import Dice, Message, Stop, never
from logic.dragon.board import LONGEST_SIDE, MOST_KNIGHTS, Board
from logic.dragon.compact import Maze, pack
from logic.dragon.draft import Draft, Wish
from logic.dragon.grade import Grade, grade
from logic.dragon.rules import begin
from logic.dragon.solver import Solved, solve
from logic.puzzles import TIERS, NoPuzzle

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
        """Give how tame a draft of that number shall be: more and more."""
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
        """Draft until one is as wished; else give the nearest."""
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
