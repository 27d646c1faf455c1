"""Updates par, tier and order of every campaign board by the solver: ``python -m tests.tools.record_campaign``.

Within a chapter the boards are sorted by tier, stably, and the files are renumbered.
"""

import re
from pathlib import Path

from logic.config import parse_yaml
from logic.dragon.board import parse_board
from logic.dragon.engine.generator import grade
from logic.dragon.engine.solver import solve
from logic.dragon.puzzles import Index

CONFIG = Path(__file__).parents[2] / "config"
INDEX = CONFIG / "dragon_campaign.yaml"
BOARDS = CONFIG / "boards/dragon"
ENTRY = re.compile(r"^ +- file: .*\n(?: {8}.*\n)+", re.MULTILINE)
CHAPTER = re.compile(rf"(?:{ENTRY.pattern})+", re.MULTILINE)


def recorded(text, file, par, tier):
    """Return the index with the par and tier of one file's puzzle."""
    entry = re.compile(rf"(file: {re.escape(file)}\n(?: +\w+: .*\n)*? +par: )\d+(\n +tier: )\d+$", re.MULTILINE)
    done, found = entry.subn(rf"\g<1>{par}\g<2>{tier}", text)
    if found != 1:
        raise ValueError(f"{file}: its par and tier stand nowhere, or twice")
    return done


def ordered(text):
    """Return the index with the entries of each chapter sorted by tier."""

    def rising(chapter):
        return "".join(sorted(ENTRY.findall(chapter[0]), key=lambda entry: re.search(r"tier: (\d)", entry)[1]))

    return CHAPTER.sub(rising, text)


def numbered(text):
    """Return the index with its files numbered in their order, and the old name of each new one."""
    old = re.findall(r"file: (\S+)", text)
    new = [f"{number:02}{file[2:]}" for number, file in enumerate(old, 1)]
    names = iter(new)
    return re.sub(r"(?<=file: )\S+", lambda _: next(names), text), dict(zip(new, old, strict=True))


def main():
    text = INDEX.read_text("utf-8")
    for chapter in parse_yaml(text, Index, INDEX.name).chapters:
        for entry in chapter.puzzles:
            board = parse_board((BOARDS / entry.file).read_bytes())
            solved = solve(board)
            found = grade(board, solved)
            text = recorded(text, entry.file, solved.turns, found.tier)
            print(f"{entry.file:36} par {solved.turns:3}, tier {found.tier}, excess {found.excess:2}, "
                  f"traps {found.traps:2}, {solved.looked:6} positions")  # fmt: skip
    text, names = numbered(ordered(text))
    boards = {new: (BOARDS / old).read_bytes() for new, old in names.items()}
    for old in names.values():
        (BOARDS / old).unlink()
    for new, board in boards.items():
        (BOARDS / new).write_bytes(board)
    INDEX.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
