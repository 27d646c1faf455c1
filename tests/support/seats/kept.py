"""Games stored in an App for the tests of screens around the games, and pictures painted only once."""

from functools import lru_cache

import pytest

from logic.core import Dice
from logic.registry import GAMES, game_config
from logic.session import Seat, Session, Setup, setup_params
from logic.variants import resolve_params, seated
from sprites.paint import trays
from tests.support.storeparts import thoughts_of

LONG_NAME = "Bartholomäus-Wiśniewski von Hódmezővásár"
"""Forty letters: the longest that a name may be."""


def keep_game(app, moves, *, names=("Anna", ""), levels=("", "gentle"), seed=3, game="lgame", thinking=()):
    """Leave a stored game after some random moves; return its number and its session.

    No two games begin at the same moment.
    """
    app.now.pass_by(60)
    module, config = GAMES[game], game_config(game)
    variant = config.variants[config.default]
    computer = any(levels[seat] and not names[seat] for seat in range(2))
    params = resolve_params(module, variant, computer=computer, name=game, chosen=seated(module, len(names)))
    seats = tuple(Seat(name=name) if name else Seat(level=level) for name, level in zip(names, levels, strict=True))
    setup = Setup(game, config.default, setup_params(module, params), seed, seats, undo="always")
    kept = app.store.begin(setup, app.now())
    session = Session(module, setup)
    session.record = app.store.recorder(kept, app.now, thoughts_of(session, thinking))
    dice = Dice(seed)
    for _ in range(moves):
        if session.outcome() is None:
            session.play(dice.choice(session.state.legal_moves()))
    return kept, session


def finish_game(app, moves=6, *, loser=1, thinking=(62.0, 3.0), **options):
    """Play some moves, give up, and store the end; return the game's number and its session."""
    game_id, session = keep_game(app, moves, thinking=thinking, **options)
    session.end_early(loser)
    outcome = session.outcome()
    app.store.finish(game_id, outcome, app.now())
    return game_id, session


EMBLEM = lru_cache(len(GAMES))(trays.draw_emblem)


@pytest.fixture(autouse=True)
def quick_pictures(monkeypatch):
    """Draw the emblems of the shelf once for all tests, not once for each."""
    monkeypatch.setattr(trays, "draw_emblem", EMBLEM)
