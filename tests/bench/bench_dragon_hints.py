"""Plays Stone Dragon by hints alone: ``python -m tests.bench.bench_dragon_hints``; prints figures, asserts none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NamedTuple, cast

from logic.config import read_text, read_yaml
from logic.core import Dice, never
from logic.dragon import ANALYSIS, State, redact
from logic.dragon.board import Board, parse_board
from logic.dragon.engine.generator import generate
from logic.dragon.puzzles import BOARDS as FOLDER
from logic.dragon.puzzles import INDEX, Index
from logic.dragon.rules import DragonMove, Pass, begin
from tests.bench.clock import answered, tell

BOARDS = 100
"""New boards that are made."""

SIZES = ((5, 6, 3), (6, 6, 4), (7, 7, 4), (4, 5, 3))
"""Height, width and knights, taken in turn; the difficulty goes from 1 to 3, the dangers from 20 to 59 percent."""


class Led(NamedTuple):
    """A game by hints alone: how it ended, and the seconds of the processor that each hint took."""

    is_won: bool
    turns: int
    often: int
    """How often the position was met in which a knight was moved most often: more than twice is a circle."""
    seconds: list[float]


def new_boards() -> list[tuple[Board, int]]:
    made = []
    for seed in range(BOARDS):
        dice = Dice(seed)
        height, width, knights = SIZES[seed % len(SIZES)]
        found = generate(height, width, knights, 0, 20 + dice.below(40), 1 + seed % 3, dice)
        made.append((found.board, found.par))
    return made


def campaign() -> list[tuple[Board, int]]:
    entries = [entry for part in read_yaml(INDEX, Index).chapters for entry in part.puzzles]
    return [(parse_board(read_text(f"{FOLDER}/{entry.file}")), entry.par) for entry in entries]


def led(board: Board, par: int) -> Led:
    """Play a board by hints alone, for four times its par and forty turns at most, or until they give it up."""
    state, seconds, met = begin(board), [], Counter[State]()
    for number in range(4 * par + 40):
        if state.outcome() is not None:
            break
        view = redact(state, 0)
        hint, took = answered(lambda view=view, number=number: ANALYSIS.hint(view, Dice(number), never))
        (move,) = hint.moves
        seconds.append(took)
        if move == Pass() and not state.clock_runs:
            break  # given up: nothing would ever change
        met[replace(view, time=0)] += move != Pass()
        state = state.apply(cast("DragonMove", move)).state
    outcome = state.outcome()
    return Led(outcome is not None and bool(outcome.winners), state.time, max(met.values(), default=0), seconds)


def report(name: str, dealt: list[tuple[Board, int]]) -> None:
    """Print how many boards are won by hints alone, how far from par, and how long a hint takes."""
    played = [led(board, par) for board, par in dealt]
    won = [(one.turns, par) for one, (_, par) in zip(played, dealt, strict=True) if one.is_won]
    over = sum(turns for turns, _ in won) / sum(par for _, par in won)
    circles = sum(one.often > 2 for one in played)
    print(f"{name}, hints alone: {len(won)} of {len(played)} won, in {over:.2f} times their par; {circles} in circles")
    lost = [str(number) for number, one in enumerate(played, 1) if not one.is_won]
    print(f"not won: {' '.join(lost)}")
    tell("a hint", [second for one in played for second in one.seconds])


def main() -> None:
    """Play the new boards, then the campaign."""
    report("new boards", new_boards())
    report("the campaign", campaign())


if __name__ == "__main__":
    main()
