"""Measures Stone Dragon's solver by hand: ``python -m tests.bench.bench_dragon``; printed and never asserted."""

from __future__ import annotations

import time
from collections import Counter

from logic.core import Dice
from logic.dragon import parse_board
from logic.dragon.board import Board
from logic.dragon.rules import EXAMPLE
from logic.dragon.solver import Solved, solve
from tests.dragonboards import dealt_text, random_code

SEED = 7
BUDGET = 50_000
OPEN_HALL = "10\n10\n" + "L;" + ";".join("Z" * 9) + "\n" + (";".join("Z" * 10) + "\n") * 9 + "10;10\nN;N;S;S;N;N\n6\n"
WALLED_IN = "6\n6\nL;W;Z;Z;Z;Z\nJ;W;Z;Z;M;Z\nZ;W;Z;D2;Z;Z\nZ;W;C2;Z;Z;Z\nZ;W;Z;Z;A1;Z\nZ;W;Z;Z;Z;Z\n6;6\nN;B2;Z1;N\n1\n"


def timed(name: str, board: Board, budget: int = BUDGET) -> None:
    begun = time.perf_counter()
    answer = solve(board, budget=budget)
    took = time.perf_counter() - begun
    said = f"{answer.turns} turns" if isinstance(answer, Solved) else type(answer).__name__
    print(f"{name}: {said}, {answer.looked:,} positions in {took:.3f} s, {answer.looked / took:,.0f} a second")


def usual_text(dice: Dice) -> str:
    """Deal a board of 6 by 7 with four knights, three of them needed; entrance and lair are on the right and left."""
    codes = [random_code(dice, 6, 7) if dice.chance() < 0.45 else "Z" for _ in range(42)]
    codes[14], codes[27] = "L", "Z"
    rows = [";".join(codes[start : start + 7]) for start in range(0, 42, 7)]
    knights = ";".join(dice.choice(("N", "S", "Z2", "B2")) for _ in range(4))
    return "\n".join(["6", "7", *rows, "4;7", knights, "3", ""])


def many(name: str, texts: list[str]) -> None:
    kinds: Counter[str] = Counter()
    looked, longest, slowest = 0, 0, 0.0
    begun = time.perf_counter()
    for text in texts:
        start = time.perf_counter()
        answer = solve(parse_board(text), budget=BUDGET)
        slowest = max(slowest, time.perf_counter() - start)
        kinds[type(answer).__name__] += 1
        looked += answer.looked
        longest = max(longest, answer.turns) if isinstance(answer, Solved) else longest
    took = time.perf_counter() - begun
    print(f"{len(texts)} {name}: {dict(kinds)}, longest {longest} turns; {looked:,} positions in {took:.2f} s,")
    print(f"    {looked / took:,.0f} a second, {took / len(texts):.4f} s a board, the slowest {slowest:.2f} s")


def main() -> None:
    timed("the seed's example", parse_board(EXAMPLE))
    timed("an open hall, six knights", parse_board(OPEN_HALL))
    timed("a lair walled in", parse_board(WALLED_IN))
    dice = Dice(SEED)
    many("boards up to 12 squares, 3 knights", [dealt_text(dice, 12, 3) for _ in range(400)])
    many("boards up to 25 squares, 5 knights", [dealt_text(dice, 25, 5) for _ in range(400)])
    many("boards of 6 by 7, 4 knights", [usual_text(dice) for _ in range(60)])


if __name__ == "__main__":
    main()
