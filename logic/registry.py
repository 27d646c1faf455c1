"""Which games there are: one line each, and the order they stand in on the shelf."""

from __future__ import annotations

from logic import lgame
from logic.core import Game
from logic.variants import GameConfig, read_game

GAMES: dict[str, Game] = {
    "lgame": lgame,
}


def game_config(name: str) -> GameConfig:
    """Read the configuration of a registered game; raise ConfigError where its YAML is faulty."""
    return read_game(name, GAMES[name])
