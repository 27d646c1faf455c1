"""Helpers of the session tests: games, and how to play them."""

from logic.session import Seat, Session, Setup, setup_params
from tests.games import cardgame, nullgame

TWO = (Seat(name="Ada"), Seat(level="random"))


def counters(undo="own_turn", confirm=False, seats=TWO, record=None, **params):
    setup = Setup("nullgame", "plain", setup_params(nullgame, nullgame.Params(**params)), 7, seats, undo, confirm)
    return Session(nullgame, setup, record)


def tricks(undo="own_turn", confirm=False, seed=7):
    setup = Setup("cardgame", "three", setup_params(cardgame, cardgame.Params()), seed, TWO, undo, confirm)
    return Session(cardgame, setup)


def take(session, *numbers):
    for number in numbers:
        session.play(f"take {number}")
