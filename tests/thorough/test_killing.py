"""Killed at any moment, the program loses nothing that it has shown; and the test would notice a loss."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from logic.storage import settings
from logic.storage.exchange import to_bytes
from logic.storage.files import write_whole
from scenes.app.exports import EXPORTS
from tests.support.storeparts import finish, opened, play
from tests.tools.killing import Lost, Witness, kept_settings, seen

PROJECT = Path(__file__).parents[2]
KILLS = 20
PATIENCE = 900
CHANGED = settings.Settings(mute=True)
BOARD, DRAFT, EXPORT = "boards/jumpin/Cave.txt", "drafts/jumpin-new.json", f"{EXPORTS}/lgame.json"


def test_kills_at_random_moments_lose_nothing_that_was_shown():
    command = [sys.executable, "-m", "tests.tools.killing", "--kills", str(KILLS), "--seed", "1"]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 0, run.stdout + run.stderr
    lines = run.stdout.splitlines()
    assert f"kills: {KILLS}" in lines
    assert lines[-1].startswith("moves lost: 0,")
    counted = dict(line.rsplit(": ", 1) for line in lines if line.count(": ") == 1)
    assert int(counted["positions shown"]) > KILLS
    assert int(counted["other things shown"]) > 0
    assert int(counted["cold starts"]) == 2


# -- the witness


@pytest.fixture
def data_path(tmp_path):
    return tmp_path / "data"


@pytest.fixture
def witness(data_path):
    return Witness(data_path)


def played(data_path, moves=5):
    """Play a game there; return its number and the positions that a board has shown of it."""
    store = opened(data_path)
    game_id, session = play(store, moves)
    store.close()
    texts, over = seen(session)
    return game_id, [(texts[:number], over) for number in range(len(texts) + 1)]


def report_shown(witness, game_id, shown):
    for texts, over in shown:
        witness.hear(["games", game_id, texts, over])


def test_the_witness_accepts_complete_games(data_path, witness):
    for _ in range(2):
        game_id, shown = played(data_path)
        report_shown(witness, game_id, shown)
        witness.look()
    assert witness.count["positions shown"] == 2 * len(shown)


@pytest.mark.parametrize(
    "shown",
    [
        lambda shown: [*shown, ([*shown[-1][0], "one more"], False)],
        lambda shown: [shown[2], shown[1]],
        lambda shown: [(shown[-1][0], True)],
    ],
    ids=["a move that was not kept", "another order", "an end that never came"],
)
def test_the_witness_reports_a_shown_position_missing_from_the_journal(data_path, witness, shown):
    game_id, positions = played(data_path)
    report_shown(witness, game_id, shown(positions))
    with pytest.raises(Lost, match=f"game {game_id}: .* was shown"):
        witness.look()


def test_the_witness_reports_a_shown_end_that_was_not_saved(data_path, witness):
    store = opened(data_path)
    game_id, session = play(store)
    session.end_early(0)
    store.close()
    report_shown(witness, game_id, [seen(session)])
    with pytest.raises(Lost, match="its end was shown"):
        witness.look()
    store = opened(data_path)
    store.finish(game_id, session.outcome(), 2000.0)
    store.close()
    witness.look()


def test_the_witness_reports_a_game_that_is_gone(data_path, witness):
    game_id, shown = played(data_path)
    report_shown(witness, game_id, shown)
    witness.look()
    store = opened(data_path)
    store.discard(game_id)
    store.close()
    with pytest.raises(Lost, match=f"[Gg]ame {game_id}"):
        witness.look()


def test_the_witness_reports_a_damaged_store_and_startup_warnings(data_path, witness):
    with pytest.raises(Lost, match="the next start says"):
        witness.hear(["warned", ["The settings were broken."]])
    played(data_path)
    file = next(data_path.glob("*.sqlite"))
    file.write_bytes(b"\xa5" * file.stat().st_size)
    with pytest.raises(Lost, match="the store says"):
        witness.look()


def put(data_path, name, content):
    write_whole(data_path / name, content if isinstance(content, bytes) else content.encode())


THINGS = [
    ("settings", kept_settings(CHANGED), json.dumps(kept_settings(CHANGED)[settings.FILE_NAME])),
    ("boards", {BOARD: "R..\n...\n"}, "R..\n...\n"),
    ("boards", {DRAFT: "{}"}, "{}"),
]


@pytest.mark.parametrize(("deed", "values", "content"), THINGS, ids=["settings", "board", "draft"])
def test_the_witness_reports_a_saved_file_that_is_missing_or_truncated(data_path, witness, deed, values, content):
    opened(data_path).close()
    (name,) = values
    witness.hear([deed, values])
    witness.look()
    witness.hear([deed, values])
    put(data_path, name, content)
    witness.look()
    witness.hear(["kept", values])
    (data_path / name).unlink()
    with pytest.raises(Lost, match=name):
        witness.look()
    put(data_path, name, content[: len(content) // 2])
    with pytest.raises(Lost, match=name):
        witness.look()


def test_the_witness_reports_an_unexpected_file(data_path, witness):
    opened(data_path).close()
    put(data_path, BOARD, "R..\n")
    with pytest.raises(Lost, match=BOARD):
        witness.look()


def test_the_witness_reports_a_truncated_export(data_path, witness):
    store = opened(data_path)
    content = to_bytes(store.export_game(finish(store)))
    store.close()
    witness.hear(["exports", {EXPORT: True}])
    witness.look()
    witness.hear(["exports", {EXPORT: True}])
    put(data_path, EXPORT, content)
    witness.look()
    put(data_path, EXPORT, content[:-20])
    with pytest.raises(Lost, match=EXPORT):
        witness.look()


def test_the_witness_reports_a_missing_player(data_path, witness):
    store = opened(data_path)
    store.add_profile("Ada 1")
    store.close()
    witness.hear(["players", {"players": ["Ada 1"]}])
    witness.look()
    witness.hear(["kept", {"players": ["Ada 1", "Ada 2"]}])
    with pytest.raises(Lost, match="players"):
        witness.look()
