"""Helpers of the store's tests: games that are played and stored."""

import contextlib
import sqlite3
from pathlib import Path

from logic import lgame
from logic.core import Dice
from logic.session import Seat, Session, Setup, setup_params
from logic.storage.exchange import Thought
from logic.storage.schema import FILE_NAME
from logic.storage.store import Store

GAMES = {"lgame": lgame}
PEOPLE = (Seat("Ada"), Seat("Béla"))
OLD_FILES = Path(__file__).parents[1] / "oldfiles"
"""Files of earlier versions of the program, as these wrote them."""


def make_setup(seed=1, seats=PEOPLE, undo="always", confirm=False):
    params = setup_params(lgame, lgame.Params())
    return Setup("lgame", "classic", params, seed, seats, undo=undo, confirm=confirm)


def database_of(store):
    """Return the store's database connection, for tests that tamper with it."""
    return store._database


def opened(folder):
    store, messages = Store.open(folder)
    assert messages == ()
    return store


def reopened(store, folder):
    """Close a store, and open that of the folder as the next start of the program does."""
    store.close()
    return opened(folder)


@contextlib.contextmanager
def changing(folder):
    """Change the tables behind the store's back."""
    with contextlib.closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as database:
        yield database


def queried(folder, statement, *values):
    """Ask the tables, or change them, behind the store's back."""
    with changing(folder) as database:
        return database.execute(statement, values).fetchall()


def lay_old_file(folder, version):
    """Put the file of an earlier version into a folder."""
    with changing(folder) as database:
        database.executescript((OLD_FILES / f"store-v{version}.sql").read_text("utf-8"))


def thoughts_of(session, thinking):
    """Return the thoughts of a session for a recorder, in which each seat thinks before its first action."""
    left = dict(enumerate(thinking))
    return lambda: Thought(session.actor, left.pop(session.actor, 0.0)) if thinking else None


def play(store, moves=5, seed=1, now=1000.0, thinking=(), day="", **options):
    """Play some random moves, a second each; return the game's number and its session."""
    setup = make_setup(seed, **options)
    game_id = store.begin(setup, now, day)
    session = Session(lgame, setup)
    clock = iter(range(int(now) + 1, 10**9)).__next__
    session.record = store.recorder(game_id, clock, thoughts_of(session, thinking))
    dice = Dice(seed)
    while len(session.moves) < moves:
        session.play(dice.choice(session.state.legal_moves()))
    return game_id, session


def finish(store, winner=0, now=2000.0, seed=1, seats=PEOPLE, moves=2, thinking=(), day=""):
    game_id, session = play(store, moves, seed, now - 100, thinking, day, seats=seats)
    session.end_early(1 - winner)
    store.finish(game_id, session.outcome(), now)
    return game_id
