"""The guided first game of a profile: who is offered it, against whom it is played, and that it has been."""

from __future__ import annotations

import msgspec

from logic import players
from logic.registry import GAMES, game_config, new_setup
from logic.session.saving import Seat, Setup
from logic.storage.files import StoreProblem
from logic.variants import GameConfig
from scenes.app.app import App
from scenes.board.match import Match
from scenes.board.teaching import Guide

MARK = "lesson"
"""What a profile's progress calls the guided first game."""


def open_guided_game(app: App, game: str) -> bool:
    """Open the board of the guided first game; false, and nothing opened, for a profile that needs none any more."""
    if not is_due(app, game):
        return False
    app.open("board", *begin(app, game))
    return True


def is_due(app: App, game: str) -> bool:
    """Whether this profile has never played this game, and the game has something to teach."""
    profile = app.settings.profile
    if not game_config(game).lessons or MARK in app.store.progress(game, profile):
        return False
    sits_there = any(entry.setup.game == game and _plays(entry.setup, profile) for entry in app.store.unfinished())
    return not sits_there and not app.store.finished(profile or None, game, limit=1)


def _plays(setup: Setup, profile: str) -> bool:
    return any(not seat.is_computer and seat.name == profile for seat in setup.seats)


def begin(app: App, game: str) -> tuple[Match, Guide]:
    """Start the guided game: the default variant, the present profile first, against the gentlest computer if any."""
    config = game_config(game)
    match = Match.start(app, _first_setup(app, game, config))
    return match, Guide(config.lessons, lambda: mark_done(app, game))


def mark_done(app: App, game: str) -> None:
    """Remember that this profile needs no lesson any more."""
    try:
        app.store.set_progress(game, MARK, {"done": True}, app.settings.profile)
    except StoreProblem as problem:
        app.tell(problem.message)


def _first_setup(app: App, game: str, config: GameConfig) -> Setup:
    gentlest = next(iter(players.levels(GAMES[game])))
    others = [Seat(level=gentlest)] * (min(config.variants[config.default].players) - 1)
    seats = (Seat(name=app.settings.profile), *others)
    seed = int(app.now() * 1000) % 2**31 if config.first_seed is None else config.first_seed
    setup = new_setup(game, None, seats, seed, config.first_game)
    return msgspec.structs.replace(setup, clock=0)
