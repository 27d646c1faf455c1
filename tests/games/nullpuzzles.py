"""The smallest game of puzzles: take the whole pile in as few moves as possible.

For a new game of puzzles copy this file where ``nullgame.py`` says, and ``nullview.py`` too; ``test_newcomer.py`` does
that as well, and ``puzzleseat.py`` puts it beside the real games for the tests of the puzzle shelf.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from logic.core import Dice, Event, Message, Outcome, Step
from logic.puzzles import Chapter, NoPuzzle, Puzzle, PuzzleOption, Puzzles

MOST = 3
YAML = """
title: Piles
blurb: Take the pile away in as few takes as you can.
default: plain
variants:
  plain: {title: Plain, blurb: As it is., players: [1], undo: never}
  soft: {title: Soft, blurb: Everything can be taken back., players: [1], undo: always, ranked: false}
first_game: {counters: 2}
lessons:
  - {text: Take what lies there., until: move}
"""


@dataclass(frozen=True, slots=True)
class Params:
    """How many counters there are, and the least number of takes where that is known."""

    counters: int = 7
    par: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.counters <= 20:
            raise ValueError("counters: 1 to 20, please")


@dataclass(frozen=True, slots=True)
class Take:
    """Take some counters from the pile."""

    number: int

    def __str__(self) -> str:
        return f"take {self.number}"


@dataclass(frozen=True, slots=True)
class State:
    """The pile, and the number of takes so far."""

    left: int
    takes: int = 0
    player: int = 0

    def legal_moves(self) -> tuple[Take, ...]:
        """Up to three at a time."""
        return tuple(Take(number) for number in range(1, min(MOST, self.left) + 1))

    def apply(self, move: Take) -> Step:
        """Take them."""
        after = replace(self, left=self.left - move.number, takes=self.takes + 1)
        return Step(after, (Event("take", {f"c{i}": () for i in range(after.left, self.left)}),))

    def outcome(self) -> Outcome | None:
        """Solved when nothing is left."""
        return None if self.left else Outcome((0,), ((0,),), Message("The pile is gone."))

    def __str__(self) -> str:
        return "o" * self.left or "."


def new(params: Params, _dice: Dice) -> State:
    """Lay out the pile."""
    return State(params.counters)


def puzzle(counters, title="A pile"):
    par = -(-counters // MOST)
    params = {"counters": counters, "par": par}
    return Puzzle(f"p{counters}", title, "Take it away.", params, par, min(5, 1 + counters // 4))


class Piles(Puzzles):
    """All that the shelf asks for; ``made`` records what was made, and with seed 13 making fails."""

    def __init__(self):
        self.made = []
        self.options = (
            PuzzleOption("size", Message("Size"), ((0, Message("Small")), (1, Message("Large"))), 0),
            PuzzleOption("luck", Message("Luck"), ((0, Message("Bad")), (1, Message("Good"))), 1),
        )

    def chapters(self):
        return (
            Chapter("Beginnings", "Small piles.", (puzzle(3, "One take"), puzzle(4, "Two takes"), puzzle(7, "Three"))),
            Chapter("Heaps", "Large piles.", (puzzle(12, "A heap"),)),
        )

    def make(self, wanted, seed, stop):
        self.made.append((dict(wanted), seed))
        if seed == 13:
            raise NoPuzzle(Message("No pile could be made."))
        return puzzle(5 + 10 * wanted.get("size", 0) + seed % 5, "A new pile")

    def daily(self, day):
        return {"size": 1}, int(day.replace("-", ""))

    def key(self, params):
        return f"p{params['counters']}"

    def spent(self, state):
        return state.takes

    def cost(self, n):
        return Message("{n} [take|takes]", n=n)

    def read(self, text):
        if not text.strip().isdigit():
            raise NoPuzzle(Message("line {line}, column {column}: A number was expected.", line=1, column=1))
        return {"counters": int(text), "par": 0}

    def claims(self, text):
        return text[:1].isdigit()

    def write(self, params):
        return f"{params['counters']}\n"

    def judge(self, params, stop):
        par = puzzle(params["counters"]).par
        return par, Message("It can be done in {n} [take|takes].", n=par)


PUZZLES = Piles()
