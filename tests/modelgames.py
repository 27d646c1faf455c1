"""Games that a language model plays in every seat, turn by turn through the loop of advice."""

from __future__ import annotations

from collections import Counter
from typing import Any

from logic import registry
from logic.advice import seat
from logic.advice.settings import AdviserConfig
from logic.core import Dice, Message, never
from logic.session import Seat, Session, Setup, setup_params
from logic.variants import resolve_params, seated
from tests.laws import config_of


def deal(name: str, variant: str = "", chosen: dict[str, Any] | None = None, seed: int = 1) -> Session:
    """Deal a game with a model in every seat; of the usual variant where none is named."""
    game = registry.GAMES[name]
    config = config_of(name)
    variant = variant or config.default
    found = config.variants[variant]
    fewest = seated(game, found.players[0])
    params = resolve_params(game, found, computer=False, name=name, chosen={**fewest, **(chosen or {})})
    seats = (Seat(level="model"),) * found.players[0]
    return Session(game, Setup(name, variant, setup_params(game, params), seed, seats))


def play(
    name: str,
    config: AdviserConfig,
    variant: str = "",
    chosen: dict[str, Any] | None = None,
    *,
    turns: int,
    seed: int = 1,
    language: str = "en",
) -> tuple[Session, Counter[str], list[Message]]:
    """Play a game to its end, or for so many turns; give it with who answered how often, and what was told."""
    session = deal(name, variant, chosen, seed)
    sources: Counter[str] = Counter()
    troubles = []
    while session.outcome() is None and sources.total() < turns:
        advice = seat.turn(session.game, session.state, config, language, Dice(session.place), never)
        sources[advice.source] += 1
        if advice.trouble is not None:
            troubles.append(advice.trouble)
        for move in advice.hint.moves:
            session.play(move)
    return session, sources, troubles
