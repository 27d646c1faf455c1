"""Killed at any moment: every move that was shown is in the reopened store, and at most one more."""

import random
import sys
import time

import pytest

from logic import lgame
from logic.store import Store
from tests.processes import Child

CHILD = """
import sys
from pathlib import Path
from logic import lgame
from logic.core import Dice
from logic.session import Seat, Session, Setup, setup_params
from logic.store import Store

store, messages = Store.open(Path(sys.argv[1]))
assert not messages, messages
entries = store.unfinished()
if entries:
    game_id = entries[0].id
    session = store.resume(game_id, {"lgame": lgame}).session
else:
    params = setup_params(lgame, lgame.Params())
    setup = Setup("lgame", "classic", params, 1, (Seat("Ada"), Seat("Ben")), undo="always")
    game_id = store.begin(setup, 1.0)
    session = Session(lgame, setup)
session.record = store.recorder(game_id, lambda: 2.0)
print("ready", flush=True)
dice = Dice(int(sys.argv[2]))
while True:
    moves = session.state.legal_moves()
    if not moves or (session.can_undo() and dice.below(4) == 0):
        session.undo()
        print("undo", flush=True)
    else:
        move = dice.choice(moves)
        session.play(move)
        print(f"play {move}", flush=True)
"""


def play_until_killed(folder, seed, seconds):
    """Let a child play, kill it without warning, and give all that it had shown."""
    with Child(sys.executable, "-c", CHILD, folder, seed) as child:
        assert child.stdout.readline() == "ready\n", child.stderr.read()
        time.sleep(seconds)
        child.kill()
        shown = child.stdout.read()
        assert not child.stderr.read()
    return shown[: shown.rfind("\n") + 1].splitlines()


@pytest.mark.parametrize("round_", range(2))
def test_every_move_shown_survives_a_kill(tmp_path, round_):
    chance = random.Random(round_)  # noqa: S311 - when to kill, no secret
    shown = []
    for number in range(5):
        shown += play_until_killed(tmp_path, number, chance.uniform(0.0, 0.12))
        store, messages = Store.open(tmp_path)
        assert messages == ()
        if not shown:
            store.close()
            continue
        (entry,) = store.unfinished()
        resumed, message = store.resume(entry.id, {"lgame": lgame})
        assert message is None
        kept = store.export_game(entry.id)["games"][0]["journal"]
        assert list(kept[: len(shown)]) == shown
        assert len(kept) <= len(shown) + 1
        assert len(resumed.moves) == entry.moves
        shown = list(kept)
        store.close()
    assert len(shown) > 20
