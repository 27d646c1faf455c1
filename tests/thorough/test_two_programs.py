"""Processes that open, write and close one store at once report no damage, and lose nothing."""

import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from logic.storage.store import Store
from tests.support.storeparts import opened, play

SECONDS = 8.0
PROGRAMS = 3
MOVES = 3


def play_games_until_timeout(folder, program):
    """Play as one program after another does; return how many games that were, and all messages."""
    begun, games, told = time.monotonic(), 0, []
    while time.monotonic() - begun < SECONDS:
        store, messages = Store.open(folder)
        store.back_up(f"2026-01-{1 + games % 28:02}")
        for _ in range(5):
            play(store, MOVES, seed=program, now=100.0 * games + program)
            games += 1
        store.close()
        told += [*messages, *store.notices()]
    return games, [str(message) for message in told]


def test_processes_that_share_one_store_lose_no_game(tmp_path):
    opened(tmp_path).close()
    with ProcessPoolExecutor(PROGRAMS, multiprocessing.get_context("spawn")) as programs:
        lives = list(programs.map(partial(play_games_until_timeout, tmp_path), range(1, PROGRAMS + 1)))
    assert [told for _, told in lives] == [[]] * PROGRAMS
    store = opened(tmp_path)
    kept = [entry.moves for entry in store.unfinished()]
    store.close()
    assert kept == [MOVES] * sum(games for games, _ in lives)
