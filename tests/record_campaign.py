"""Puts par and tier of every campaign board right, by the solver: ``python -m tests.record_campaign``."""

import re
from pathlib import Path

from logic.config import parse_yaml
from logic.dragon.board import parse_board
from logic.dragon.engine.generator import grade
from logic.dragon.engine.solver import solve
from logic.dragon.puzzles import Index

CONFIG = Path(__file__).parent.parent / "config"
INDEX = CONFIG / "dragon_campaign.yaml"


def recorded(text, file, par, tier):
    """The index with the par and tier of one file's puzzle."""
    entry = re.compile(rf"(file: {re.escape(file)}\n(?: +\w+: .*\n)*? +par: )\d+(\n +tier: )\d+$", re.MULTILINE)
    done, found = entry.subn(rf"\g<1>{par}\g<2>{tier}", text)
    if found != 1:
        raise ValueError(f"{file}: its par and tier stand nowhere, or twice")
    return done


def main():
    text = INDEX.read_text("utf-8")
    for chapter in parse_yaml(text, Index, INDEX.name).chapters:
        for entry in chapter.puzzles:
            board = parse_board((CONFIG / "boards/dragon" / entry.file).read_bytes())
            solved = solve(board)
            tier = grade(board, solved).tier
            text = recorded(text, entry.file, solved.turns, tier)
            print(f"{entry.file:36} par {solved.turns:3}, tier {tier}, {solved.looked:6} positions")
    INDEX.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
