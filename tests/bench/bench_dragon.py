"""Measures Stone Dragon: ``python -m tests.bench.bench_dragon [BOARDS [SETTING …] | hints]``.

Printed and never asserted; seconds are processor time.
BOARDS (20) are generated for each setting and difficulty, fewer where they are large; SETTING (5x6) selects some of
them, and then nothing else is measured. ``hints`` plays by hints alone instead, on new boards and the campaign.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from logic.core import Dice, never
from logic.dragon import ANALYSIS, PUZZLES, State, redact
from logic.dragon.board import Board, parse_board
from logic.dragon.engine.generator import Made, generate, grade
from logic.dragon.engine.solver import Answer, Bound, Maze, Solved, pack, solve, solve_or_win
from logic.dragon.rules import EXAMPLE, DragonMove, Pass, begin
from logic.puzzles import TIERS, NoPuzzle
from tests.bench.clock import answered, cuts, tell
from tests.support.positions.dragon import dealt_text, random_code

SEED = 7
BUDGET = 50_000
OPEN_HALL = "10\n10\n" + "L;" + ";".join("Z" * 9) + "\n" + (";".join("Z" * 10) + "\n") * 9 + "10;10\nN;N;S;S;N;N\n6\n"
WALLED_IN = "6\n6\nL;W;Z;Z;Z;Z\nJ;W;Z;Z;M;Z\nZ;W;Z;D2;Z;Z\nZ;W;C2;Z;Z;Z\nZ;W;Z;Z;A1;Z\nZ;W;Z;Z;Z;Z\n6;6\nN;B2;Z1;N\n1\n"


def timed(name: str, board: Board, budget: int = BUDGET) -> None:
    answer, took = answered(lambda: solve(board, budget=budget))
    said = f"{answer.turns} turns" if isinstance(answer, Solved) else type(answer).__name__
    print(
        f"{name}: {said}, {answer.looked:,} positions in {took:.3f} s, {answer.looked / max(took, 1e-6):,.0f} a second"
    )


def usual_text(dice: Dice) -> str:
    """Deal a board of 6 by 7 with four knights, three of them needed; entrance and lair are on the right and left."""
    codes = [random_code(dice, 6, 7) if dice.chance() < 0.45 else "Z" for _ in range(42)]
    codes[14], codes[27] = "L", "Z"
    rows = [";".join(codes[start : start + 7]) for start in range(0, 42, 7)]
    knights = ";".join(dice.choice(("N", "S", "Z2", "B2")) for _ in range(4))
    return "\n".join(["6", "7", *rows, "4;7", knights, "3", ""])


def many(name: str, texts: list[str], answers: Callable[..., Answer] = solve) -> None:
    kinds: Counter[str] = Counter()
    looked, longest, times = 0, 0, list[float]()
    for text in texts:
        answer, took = answered(lambda text=text: answers(parse_board(text), budget=BUDGET))
        times.append(took)
        kinds[type(answer).__name__] += 1
        looked += answer.looked
        longest = max(longest, answer.turns) if isinstance(answer, Solved) else longest
    print(f"{len(texts)} {name}: {dict(kinds)}, longest {longest} turns; {looked:,} positions in {sum(times):.2f} s,")
    print(f"    {looked / max(sum(times), 1e-6):,.0f} a second; a board: {cuts(times)}")


SETTINGS = (
    (4, 5, 3, 35), (5, 6, 3, 35), (6, 7, 4, 45), (8, 8, 4, 35), (8, 10, 4, 60), (12, 12, 4, 35), (12, 16, 5, 35),
    (20, 26, 6, 35), (30, 30, 6, 60), (100, 100, 20, 35),
)  # fmt: skip
"""Height, width, knights, percent of dangers."""


def tiers(height: int, width: int, knights: int, dangers: int, difficulty: int, boards: int) -> None:
    made, times = [], []
    for seed in range(boards):
        begun = time.process_time()
        try:
            made.append(generate(height, width, knights, 0, dangers, difficulty, Dice(seed)))
        except NoPuzzle:
            made.append(None)
        times.append(time.process_time() - begun)
    times.sort()
    found = Counter(board.tier if board else 0 for board in made)
    shares = " ".join(f"{found[tier]:3}" for tier in range(TIERS + 1))
    pars = sorted(board.par for board in made if board) or [0]
    took = f"p50 {times[boards // 2] * 1e3:6.0f} ms, p95 {times[int(boards * 0.95)] * 1e3:6.0f} ms"
    excess = sum(excess_of(board) >= ENOUGH * board.par for board in made if board)
    print(f"    wished {difficulty}: {shares}   par {pars[0]:4} … {pars[len(pars) // 2]:4} … {pars[-1]:4}   {took}, "
          f"excess {ENOUGH} in {excess}")  # fmt: skip


ENOUGH = 0.2
"""The share of par that should be excess."""


def excess_of(made: Made) -> int:
    maze = Maze(made.board, standing=True)
    return made.par - Bound(maze).turns(pack(begin(made.board), maze))


def grades() -> None:
    """Print what the campaign's tiers are made of: the means for each of them."""
    found = []
    for chapter in PUZZLES.chapters():
        boards = [parse_board(puzzle.params["board"]) for puzzle in chapter.puzzles]
        graded = [grade(board, solve(board)) for board in boards]
        found += graded
        shares = " ".join(f"{one.excess / one.par:.2f}" for one in graded)
        print(f"{chapter.title}: excess of par {shares}")
    for tier in range(1, TIERS + 1):
        own = [one for one in found if one.tier == tier]
        excess, traps, waits, par = (
            sum(values) / max(1, len(own))
            for values in zip(*((g.excess / g.par, g.traps, g.waits, g.par) for g in own), strict=True)
        )
        print(f"tier {tier}: {len(own)} boards, excess {excess:.2f} of par, {traps:.1f} traps, {waits:.1f} waits, "
              f"par {par:.0f}")  # fmt: skip


def generator(boards: int, wanted: Sequence[str] = ()) -> None:
    for height, width, knights, dangers in SETTINGS:
        if wanted and f"{height}x{width}" not in wanted:
            continue
        few = max(2, boards * 60 // max(60, height * width))
        print(f"{few} boards of {height} by {width}, {knights} knights, {dangers} % dangers; none, tiers 1 … {TIERS}:")
        for difficulty in range(1, TIERS + 1):
            tiers(height, width, knights, dangers, difficulty, few)


# -- by hints alone

NEW_BOARDS = 100
"""The number of generated boards."""

SIZES = ((5, 6, 3), (6, 6, 4), (7, 7, 4), (4, 5, 3))
"""Height, width and knights, taken in turn; the difficulty goes from 1 to 3, the dangers from 20 to 59 percent."""


class Led(NamedTuple):
    """A game by hints alone: how it ended, and the processor seconds of each hint."""

    is_won: bool
    turns: int
    often: int
    """How often the position occurred in which a knight was moved most often: more than twice is a circle."""
    seconds: list[float]


def new_boards() -> list[tuple[Board, int]]:
    made = []
    for seed in range(NEW_BOARDS):
        dice = Dice(seed)
        height, width, knights = SIZES[seed % len(SIZES)]
        found = generate(height, width, knights, 0, 20 + dice.below(40), 1 + seed % 3, dice)
        made.append((found.board, found.par))
    return made


def campaign() -> list[tuple[Board, int]]:
    puzzles = [puzzle for chapter in PUZZLES.chapters() for puzzle in chapter.puzzles]
    return [(parse_board(puzzle.params["board"]), puzzle.par) for puzzle in puzzles]


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
    if sys.argv[1:] == ["hints"]:
        report("new boards", new_boards())
        report("the campaign", campaign())
        return
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    if len(sys.argv) > 2:
        generator(boards, sys.argv[2:])
        return
    grades()
    timed("the seed's example", parse_board(EXAMPLE))
    timed("an open hall, six knights", parse_board(OPEN_HALL))
    timed("a lair walled in", parse_board(WALLED_IN))
    for chapter in PUZZLES.chapters():
        for puzzle in chapter.puzzles:
            timed(f"{chapter.title}, {puzzle.title}", parse_board(puzzle.params["board"]))
    dice = Dice(SEED)
    many("boards up to 12 squares, 3 knights", [dealt_text(dice, 12, 3) for _ in range(400)])
    many("boards up to 25 squares, 5 knights", [dealt_text(dice, 25, 5) for _ in range(400)])
    many("boards of 6 by 7, 4 knights", [usual_text(dice) for _ in range(60)])
    dice = Dice(SEED)
    many("such boards, any win where the shortest is not found", [usual_text(dice) for _ in range(150)], solve_or_win)
    generator(boards)


if __name__ == "__main__":
    main()
