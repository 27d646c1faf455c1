"""The games by name, and set-ups of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from logic import coatl, dragon, jumpin, labyrinth, lgame
from logic.config import ConfigError
from logic.game import Game
from logic.session import Seat, Setup, setup_params
from logic.variants import GameConfig, read_game, resolve_params, seated

GAMES: dict[str, Game] = {
    "lgame": lgame,
    "dragon": dragon,
    "jumpin": jumpin,
    "labyrinth": labyrinth,
    "coatl": coatl,
}


def game_named(name: str) -> Game:
    """A registered game; raises ValueError that lists the known ones."""
    if name not in GAMES:
        raise ValueError(f"game: no {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def game_config(name: str) -> GameConfig:
    """Read the configuration of a registered game; raise ConfigError if its YAML is faulty."""
    return read_game(name, game_named(name))


def is_usable(name: str) -> bool:
    """Whether a game is registered and its YAML is without fault."""
    try:
        return name in GAMES and bool(game_config(name))
    except ConfigError:
        return False


def new_setup(
    game: str, variant: str | None, seats: Sequence[Seat], seed: int, chosen: Mapping[str, Any] | None = None
) -> Setup:
    """A set-up of a game's variant, the default one if none is named, overridden by what was ``chosen``.

    Raises ConfigError if something chosen is refused by the game, KeyError for a variant that it lacks.
    """
    config = game_config(game)
    name = variant or config.default
    rules = config.variants[name]
    computer = any(seat.is_computer for seat in seats)
    seats_and_more = {**seated(GAMES[game], len(seats)), **(chosen or {})}
    params = resolve_params(GAMES[game], rules, computer=computer, name=game, chosen=seats_and_more)
    return Setup(
        game=game,
        variant=name,
        params=setup_params(GAMES[game], params),
        seed=seed,
        seats=tuple(seats),
        undo=rules.undo,
        confirm=rules.confirm,
        clock=rules.clock,
        coach=rules.coach,
    )
