"""A cabinet that has been used: players with their statistics, finished games, and open ones to go on with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from logic import players
from logic.exchange import Thought
from logic.registry import GAMES
from logic.session import Seat, Session
from logic.setups import table
from logic.store import Store
from scenes.headless import A_MOMENT
from scenes.poses import ANN, BEN, PEOPLE, laid_out, people, played

A_DAY = 86_400.0
A_THOUGHT = 6.5
"""Seconds that everybody thinks about everything."""


def furnish(store: Store) -> None:
    """Leave the traces of a week in the store: two players, finished games against people and computers, one open."""
    for name in (ANN.name, BEN.name):
        store.add_profile(name)
    for game in GAMES:
        weakest = next(iter(players.levels(GAMES[game])))
        several = (PEOPLE, (ANN, Seat(level=weakest)), (Seat(level=weakest), ANN), PEOPLE[::-1])
        for day, seats in enumerate(several if len(people(game)) > 1 else ((ANN,), (ANN,), (BEN,), (ANN,))):
            _write_down(store, game, seats, A_MOMENT - (7 - day) * A_DAY, seed=7 + day)
        open_game = store.begin(table(game, None, people(game), 11, laid_out(game)), A_MOMENT - A_DAY)
        for move in played(game, 11).moves[:2]:
            store.record(open_game, f"play {move}", A_MOMENT - A_DAY)


def _write_down(store: Store, game: str, seats: tuple[Seat, ...], moment: float, seed: int) -> None:
    """Keep a game that those seats might have played: its moves are those of ``played``."""
    model = played(game, seed)
    session = Session(GAMES[game], table(game, None, seats, seed, laid_out(game)))
    number = store.begin(session.setup, moment)
    session.record = store.recorder(number, lambda: moment, lambda: Thought(session.actor, A_THOUGHT))
    for move in model.moves:
        if session.awaits_end:
            session.end_turn()
        session.play(str(move))
    if session.awaits_end:
        session.end_turn()
    outcome = session.outcome()
    if outcome is not None:
        store.finish(number, outcome, moment)


@cache
def furnished() -> dict[str, bytes]:
    """Give the files of a cabinet that has been used."""
    with TemporaryDirectory() as folder:
        store, _ = Store.open(Path(folder))
        furnish(store)
        store.close()
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}
