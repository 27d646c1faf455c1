"""Puts the smallest game of puzzles on the shelf beside the real games, with its configuration and a view."""

import sys
from types import ModuleType

from logic import variants
from logic.registry import GAMES
from tests.games import nullpuzzles
from tests.games.nullpuzzles import YAML, Piles
from tests.games.nullview import CountersView

NAME = "piles"


def install(monkeypatch, *, alone=True):
    """Put the game on the shelf; ``alone`` takes the real games of puzzles off it, whose files would be in the way."""
    puzzles = Piles()
    monkeypatch.setattr(nullpuzzles, "PUZZLES", puzzles)
    if alone:
        real_games = dict(GAMES)
        for name in reversed(real_games):  # all of them, and backwards, so that they come back in their order
            monkeypatch.delitem(GAMES, name)
        for name, game in real_games.items():
            if not hasattr(game, "PUZZLES"):
                monkeypatch.setitem(GAMES, name, game)
    monkeypatch.setitem(GAMES, NAME, nullpuzzles)
    real = variants.read_text
    monkeypatch.setattr(variants, "read_text", lambda file: YAML if file == f"{NAME}.yaml" else real(file))
    view = ModuleType(f"scenes.{NAME}.view")
    view.VIEW = CountersView
    monkeypatch.setitem(sys.modules, f"scenes.{NAME}.view", view)
    return puzzles
