"""Helpers of the match tests: players, a match that begins, and passing time."""

import pytest

from logic import registry
from logic.registry import GAMES, game_config
from logic.session import Seat, Setup, setup_params
from logic.variants import parse_game, resolve_params
from scenes.board import match as match_module
from scenes.board.match import Match
from tests.games import cardgame, nullgame
from tests.support.seats.app import make_driver

ANNA, BEN, GENTLE = Seat(name="Anna"), Seat(name="Ben"), Seat(level="gentle")
RANDOM = Seat(level="random")


def setup_of(*seats, game="lgame", variant=None, config=None, **changes):
    config = config or game_config(game)
    chosen = config.variants[variant or config.default]
    computer = any(seat.is_computer for seat in seats)
    params = setup_params(GAMES[game], resolve_params(GAMES[game], chosen, computer=computer, name=game))
    fields = {
        "game": game, "variant": variant or config.default, "params": params, "seed": 5, "seats": seats,
        "undo": chosen.undo, "confirm": chosen.confirm, "clock": chosen.clock, "coach": chosen.coach,
    }  # fmt: skip
    return Setup(**{**fields, **changes})


@pytest.fixture(name="driver")
def match_driver():
    """Return a driver with no screen open."""
    driver = make_driver((640, 400))
    yield driver
    driver.close()


@pytest.fixture(name="small_games")
def two_small_games(monkeypatch):
    """Register the two games of the tests."""
    added = {"counters": nullgame, "tricks": cardgame}
    configs = {name: parse_game(game.YAML, game, name) for name, game in added.items()}
    for name, game in added.items():
        monkeypatch.setitem(registry.GAMES, name, game)
    monkeypatch.setattr(match_module, "game_config", lambda name: configs.get(name) or game_config(name))
    return configs


def begin(driver, *seats, **options):
    return Match.start(driver.app, setup_of(*seats, **options))


def counters(driver, small_games, *seats, **changes):
    return begin(driver, *seats, game="counters", config=small_games["counters"], **changes)


def run(driver, match, seconds=3.0, dt=0.05):
    """Let time pass at the table, the worker answering between two frames."""
    for _ in range(round(seconds / dt)):
        match.app.run_calls()
        match.update(dt)
        driver.executor.work()


def first_move(match):
    return match.session.state.legal_moves()[0]


def lay(match):
    """Lay the L in the first legal way, and leave the neutral pieces alone."""
    match.play(first_move(match))
    match.play("stay")


def take_turn(match):
    """Lay the L likewise, and end the turn."""
    lay(match)
    match.end_turn()
