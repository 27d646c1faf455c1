"""What the tests of the store share: games that are played and kept in it."""

import pytest

from logic import lgame
from logic.core import Dice
from logic.session import Seat, Session, Setup, setup_params
from logic.store import Store

GAMES = {"lgame": lgame}
PEOPLE = (Seat("Ada"), Seat("Béla"))


def make_setup(seed=1, seats=PEOPLE, undo="always", confirm=False):
    params = setup_params(lgame, lgame.Params())
    return Setup("lgame", "classic", params, seed, seats, undo=undo, confirm=confirm)


def opened(folder):
    store, messages = Store.open(folder)
    assert messages == ()
    return store


def play(store, moves=5, seed=1, now=1000.0, **options):
    """Play some random moves, a second each; give the game's number and its session."""
    setup = make_setup(seed, **options)
    game_id = store.begin(setup, now)
    session = Session(lgame, setup, store.recorder(game_id, iter(range(int(now) + 1, 10**9)).__next__))
    dice = Dice(seed)
    while len(session.moves) < moves:
        session.play(dice.choice(session.state.legal_moves()))
    return game_id, session


def finish(store, winner=0, now=2000.0, seed=1, seats=PEOPLE, moves=2, thinking=()):
    game_id, session = play(store, moves, seed, now - 100, seats=seats)
    session.end_early(1 - winner)
    store.finish(game_id, session.outcome(), now, thinking)
    return game_id


@pytest.fixture
def store(tmp_path):
    store = opened(tmp_path)
    yield store
    store.close()
