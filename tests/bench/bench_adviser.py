"""Lets the tests' language model play: ``python -m tests.bench.bench_adviser [GAME] [GAMES] [TURNS]``.

Whole games of model against model through a real server (labyrinth: the small maze, two cards each, and home again),
stopped after so many TURNS (2000). Printed and never asserted.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from logic.llm.settings import AdviserConfig
from logic.registry import game_config
from tests.support.positions.modelgames import play
from tests.support.tinymodel import serving

TURNS = 2000
SMALL: dict[str, tuple[str, dict[str, Any]]] = {"labyrinth": ("junior_5x5", {"players": 2, "cards": (2, 2)})}
"""The variant and its params for games that are long otherwise."""


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "labyrinth"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    turns = int(sys.argv[3]) if len(sys.argv) > 3 else TURNS
    variant, chosen = SMALL.get(name, (game_config(name).default, {}))
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as url:
        config = AdviserConfig(base_url=url, model="tiny", timeout=60, most_characters=40)
        for seed in range(1, games + 1):
            begun = time.monotonic()
            record = play(name, config, variant, chosen, turns=turns, seed=seed)
            took = time.monotonic() - begun
            end, sources = record.session.outcome(), record.sources
            print(
                f"{name}, {variant}, seed {seed}: {record.turns} turns, {record.session.ply} moves in {took:.1f} s;"
                f" answered by the model {sources['model']}, by the built-in adviser {sources['builtin']}"
                f" ({len(record.troubles)} in trouble); {'broken off' if end is None else end.reason}"
            )


if __name__ == "__main__":
    main()
