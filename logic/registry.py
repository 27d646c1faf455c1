"""Which games there are: one line each, and the order they stand in on the shelf."""

from __future__ import annotations

from logic import coatl, dragon, jumpin, labyrinth, lgame
from logic.core import Game
from logic.variants import GameConfig, read_game

GAMES: dict[str, Game] = {
    "lgame": lgame,
    "dragon": dragon,
    "jumpin": jumpin,
    "labyrinth": labyrinth,
    "coatl": coatl,
}


def game_named(name: str) -> Game:
    """Give a registered game; raise ValueError that lists the known ones."""
    if name not in GAMES:
        raise ValueError(f"game: no {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def game_config(name: str) -> GameConfig:
    """Read the configuration of a registered game; raise ConfigError where its YAML is faulty."""
    return read_game(name, game_named(name))
