"""Deals the collection of solo mazes anew, and writes it: ``python -m tests.tools.record_labyrinth_mazes``."""

from pathlib import Path

from logic.core import Dice, never
from logic.labyrinth.puzzles import INDEX, PUZZLES, USUAL

FILE = Path(__file__).parents[2] / "config" / INDEX
SEED = 2025
PER_TIER = 10
HEADING = """\
# Labyrinth: the solo mazes, a list for each tier: seed of the deal, number of treasures, fewest turns.
# Written by `python -m tests.tools.record_labyrinth_mazes`; a test solves all of them again.

tiers:
"""


def dealt(tier, dice):
    """Return the mazes of one tier, the shortest first."""
    counts = [USUAL[tier - 1][i % len(USUAL[tier - 1])] for i in range(PER_TIER)]
    made = [PUZZLES.make({"tier": tier, "treasures": count}, dice.seed(), never) for count in counts]
    return sorted(made, key=lambda puzzle: (puzzle.par, puzzle.params["cards"], puzzle.params["maze"]))


def main():
    dice, lines = Dice(SEED), []
    for tier in range(1, len(USUAL) + 1):
        for number, puzzle in enumerate(dealt(tier, dice)):
            entry = [puzzle.params["maze"], puzzle.params["cards"][0], puzzle.par]
            lines.append(f"{'    -' if number else '  - -'} {entry}")
            print(f"tier {tier}: {puzzle.title}, {entry[1]} treasures, par {puzzle.par}")
    FILE.write_text(HEADING + "\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
