"""Sets a table up: one game of one variant, with who sits there, complete enough to be played, kept and replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from logic.registry import GAMES, game_config
from logic.session import Seat, Setup, setup_params
from logic.variants import resolve_params, seated


def table(
    game: str, variant: str | None, seats: Sequence[Seat], seed: int, chosen: Mapping[str, Any] | None = None
) -> Setup:
    """Set a game up as its YAML has it, the default variant where none is named, with what was ``chosen`` laid over.

    Raises ConfigError where something chosen is refused by the game.
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
