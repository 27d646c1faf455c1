"""Measures JumpIN’: ``python -m tests.bench.bench_jumpin [METRIC] [RABBITS]``.

Printed and never asserted; seconds are processor time. METRIC is steps or moves; all classes up to so many RABBITS
(3), three mushrooms and two foxes are counted, then puzzles are solved and dealt.
"""

from __future__ import annotations

import sys

from logic.core import Dice
from logic.jumpin import Params, new
from logic.jumpin.board import STANDARD
from logic.jumpin.engine.solver import distances, solve
from logic.jumpin.engine.survey import census
from logic.puzzles import TIERS
from tests.bench.clock import answered, seconds, tell
from tests.support.positions.jumpin import dealt

PUZZLES = 400
LARGE = "...../.RMff/R.M../.R.FF/.M..."
"""The hardest of three rabbits, three mushrooms and two foxes."""


def classes(metric: str, most: int) -> None:
    print("| rabbits | mushrooms | foxes | set-ups | solvable | longest | hardest | components | seconds |")
    whole = counted = 0.0
    for rabbits in range(1, most + 1):
        for mushrooms in (1, 2, 3):
            for foxes in (0, 1, 2):
                found, took = answered(lambda r=rabbits, m=mushrooms, f=foxes: census(r, m, f, metric))
                whole, counted = whole + took, counted + found.solvable
                figures = (found.setups, found.solvable, found.maximum, len(found.hardest), found.components)
                print("|", " | ".join(f"{n:,}" for n in (rabbits, mushrooms, foxes, *figures)), f"| {took:.2f} |")
    print(f"{counted:,.0f} solvable ones in {whole:.2f} s, {counted / whole:,.0f} a second")


def single(metric: str) -> None:
    dice = Dice(7)
    times: dict[bool, list[float]] = {True: [], False: []}
    while len(times[True]) < PUZZLES:
        text = dealt(dice, STANDARD, 3, 3, 2)
        found, took = answered(lambda text=text: solve(text, metric))
        times[found is not None].append(took)
    tell("solvable, 3-3-2", times[True])
    tell("not solvable, 3-3-2", times[False])
    found, took = answered(lambda: distances(LARGE, metric))
    print(f"distances of {len(found):,} positions: {took * 1e3:.1f} ms")


def deals() -> None:
    for tier in range(1, TIERS + 1):
        params = Params(tier=tier)
        tell(f"dealt in tier {tier}", [seconds(lambda n=seed, p=params: new(p, Dice(n))) for seed in range(50)])


def main() -> None:
    metric = sys.argv[1] if len(sys.argv) > 1 else "steps"
    classes(metric, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
    single(metric)
    deals()


if __name__ == "__main__":
    main()
