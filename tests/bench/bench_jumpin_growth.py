"""How the cost of generating JumpIN’ puzzles grows: ``python -m tests.bench.bench_jumpin_growth [FILE.svg]``.

For one to five rabbits with two mushrooms and a fox, on the boards of the variants classic, six and seven, a random
sample of grounds is worked on as ``generate`` does, one at a time, and the cost of all is estimated by their mean, with
its standard error; printed, and drawn where a FILE is named. Seconds are processor time. A board is left when a single
ground takes long: with another rabbit it would be minutes.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from math import log10, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

from logic import jumpin
from logic.core import Dice
from logic.engine.arena import GRID, GROUND, INK, SOFT, svg_line, svg_text
from logic.jumpin.board import Board
from logic.jumpin.engine.generator import Chunk, PuzzleFilter, work_on
from logic.jumpin.engine.space import grounds
from logic.variants import read_game, resolve_params
from tests.bench.clock import answered

MUSHROOMS, FOXES = 2, 1
RABBITS = range(1, 6)
BOARDS = {"classic": "#d9a441", "six": "#6ca0a8", "seven": "#b7795b"}
"""Variants, and the colours of their lines."""
SECONDS, LEAST, MOST = 1.0, 2, 60
"""The seconds spent on each class, and the least and most grounds."""
LONG = 0.8
"""Seconds of a ground after which no more rabbits are tried on its board."""


class Cost(NamedTuple):
    """The cost of a class: its grounds, CPU seconds and puzzles of each of some of them."""

    grounds: int
    seconds: list[float]
    puzzles: list[int]

    @property
    def whole(self) -> float:
        return self.grounds * mean(self.seconds)

    @property
    def error(self) -> float:
        """The standard error of the whole, as a part of it."""
        return stdev(self.seconds) / mean(self.seconds) / sqrt(len(self.seconds))


def board_of(variant: str) -> Board:
    chosen = read_game("jumpin", jumpin).variants[variant]
    board: Board = resolve_params(jumpin, chosen, computer=False, name=variant).board
    return board


def cost(board: Board, rabbits: int) -> Cost:
    every = list(grounds(board, MUSHROOMS, FOXES))
    seconds, puzzles = [], []
    for ground in Dice(1).shuffled(every)[:MOST]:
        found, took = answered(lambda ground=ground: work_on([Chunk(board, rabbits, (ground,), PuzzleFilter(), 1)]))
        seconds.append(took)
        puzzles.append(len(found))
        if sum(seconds) > SECONDS and len(seconds) >= LEAST:
            break
    return Cost(len(every), seconds, puzzles)


WIDE, TALL, LEFT, RIGHT, ABOVE, BELOW = 900, 520, 90, 110, 70, 60
"""Pixels of the picture, and the margins around the lines."""


def as_svg(costs: dict[str, list[Cost]]) -> str:
    """Draw CPU seconds, each line of the grid ten times the one below, over the number of rabbits."""
    every = [log10(one.whole) for line in costs.values() for one in line]
    low, high = int(min(every) // 1), -int(-max(every) // 1)

    def x(rabbits: int) -> float:
        return round(LEFT + (rabbits - 1) / (RABBITS[-1] - 1) * (WIDE - LEFT - RIGHT), 1)

    def y(power: float) -> float:
        return round(TALL - BELOW - (power - low) / (high - low) * (TALL - ABOVE - BELOW), 1)

    parts = [svg_text(LEFT, 36, "generate jumpin, two mushrooms, one fox: CPU seconds by rabbits", INK, "start")]
    for power in range(low, high + 1):
        parts.append(svg_line(LEFT, y(power), WIDE - RIGHT, y(power), GRID, 1))
        parts.append(svg_text(LEFT - 12, y(power) + 6, f"{10**power:,g}", SOFT, "end"))
    parts += [svg_text(x(rabbits), TALL - 24, str(rabbits), SOFT, "middle") for rabbits in RABBITS]
    for name, line in costs.items():
        points = [(x(rabbits), y(log10(one.whole))) for rabbits, one in zip(RABBITS, line, strict=False)]
        for (left, top), (right, bottom) in pairwise(points):
            parts.append(svg_line(left, top, right, bottom, BOARDS[name], 4))
        parts += [f'<circle cx="{left}" cy="{top}" r="7" fill="{BOARDS[name]}"/>' for left, top in points]
        parts.append(svg_text(points[-1][0] + 16, points[-1][1] + 6, name, INK, "start"))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}" font-family="sans-serif" font-size="16">',
        f'<rect width="{WIDE}" height="{TALL}" fill="{GROUND}"/>', *parts, "</svg>", "",
    ])  # fmt: skip


def main() -> None:
    costs: dict[str, list[Cost]] = {}
    print("| board | rabbits | grounds | looked at | puzzles a ground | CPU s for all | ± |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in BOARDS:
        board = board_of(name)
        for rabbits in RABBITS:
            found = cost(board, rabbits)
            costs.setdefault(name, []).append(found)
            each = f"{len(found.seconds)} | {mean(found.puzzles):.1f} | {found.whole:,.1f} | {found.error:.0%}"
            print(f"| {name}, {board.rows}×{board.cols} | {rabbits} | {found.grounds} | {each} |", flush=True)
            if max(found.seconds) > LONG:
                break
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(as_svg(costs), encoding="utf-8")


if __name__ == "__main__":
    main()
