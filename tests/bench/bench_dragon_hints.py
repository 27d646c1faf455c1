"""Plays Stone Dragon by hints alone: ``python -m tests.bench.bench_dragon_hints``; prints figures, asserts none."""

from __future__ import annotations

import statistics
import time
from typing import cast

from logic.core import Dice, never
from logic.dragon import Board, State, begin, hint, redact
from logic.dragon.generator import generate
from logic.dragon.rules import DragonMove

BOARDS = 100
LONGEST = 150
"""Turns after which a game is broken off."""

SIZES = ((5, 6, 3), (6, 6, 4), (7, 7, 4), (4, 5, 3))
"""Height, width and knights, taken in turn; the difficulty goes from 1 to 3, the dangers from 20 to 59 percent."""


def boards() -> list[tuple[Board, int]]:
    """Give the boards, each with its par."""
    made = []
    for seed in range(BOARDS):
        dice = Dice(seed)
        height, width, knights = SIZES[seed % len(SIZES)]
        found = generate(height, width, knights, 0, 20 + dice.below(40), 1 + seed % 3, dice)
        made.append((found.board, found.par))
    return made


def led(board: Board) -> tuple[bool, int, list[float]]:
    """Play a board by hints alone: whether it was won, in how many turns, and the seconds that each hint took."""
    state, seconds = begin(board), []
    for number in range(LONGEST):
        if state.outcome() is not None:
            break
        begun = time.perf_counter()
        (move,) = hint(redact(state, 0), Dice(number), never).moves
        seconds.append(time.perf_counter() - begun)
        state = cast("State", state.apply(cast("DragonMove", move)).state)
    outcome = state.outcome()
    return outcome is not None and bool(outcome.winners), state.time, seconds


def main() -> None:
    """Print how many boards are won by hints alone, how far from par, and how long a hint takes."""
    dealt = boards()
    played = [led(board) for board, _ in dealt]
    won = [(turns, par) for (is_won, turns, _), (_, par) in zip(played, dealt, strict=True) if is_won]
    over = sum(turns for turns, _ in won) / sum(par for _, par in won)
    taken = sorted(second for _, _, seconds in played for second in seconds)
    print(f"hints alone: {len(won)} of {len(played)} boards won, in {over:.2f} times their par")
    print(f"a hint: p50 {statistics.median(taken) * 1000:.0f} ms, p99 {taken[int(len(taken) * 0.99)] * 1000:.0f} ms, "
          f"longest {taken[-1] * 1000:.0f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
