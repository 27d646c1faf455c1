"""A damaged store: what is recovered from it and from its backups, and what stays listed as unreadable."""

import os
import shutil
from threading import Event

import pytest

from logic import registry
from logic.session import SaveError
from logic.storage.exchange import to_bytes
from logic.storage.schema import BACKUPS, FILE_NAME, LOG, DamagedError, backups_of, connect, write_backup
from logic.storage.store import Store
from tests.support.processes import PATIENCE
from tests.support.storeparts import GAMES, changing, database_of, finish, lay_old_file, opened, play, queried, reopened

DAY = "2026-01-31"


def corrupt(folder, old, new, name=FILE_NAME):
    """Change bytes of the file wherever they occur; they must."""
    content = (folder / name).read_bytes()
    assert old in content
    (folder / name).write_bytes(content.replace(old, new))


def fill(folder, games=3):
    """Store some open games and a finished one; return the sessions by number."""
    store = opened(folder)
    store.set_figure(store.add_profile("Ada"), "owl")
    kept = dict(play(store, 6, seed=seed, now=1000.0 * seed) for seed in range(1, games + 1))
    finish(store, now=9000, seed=9, thinking=(3.0, 4.0))
    store.set_progress("jumpin", "p1", {"moves": 7}, "Ada")
    store.close()
    return kept


def back_up(folder):
    write_backup(folder / FILE_NAME, DAY)


def states(store):
    return {entry.id: store.resume(entry.id, GAMES).session.state for entry in store.unfinished()}


# -- reading


def test_a_non_utf8_sqlite_error_message_counts_as_damage(tmp_path):
    """Python's module raises UnicodeDecodeError for it."""
    fill(tmp_path)
    corrupt(tmp_path, b"CREATE TABLE torn", b"CREATE TABLE \xff\xfern")
    back_up_free, messages = Store.open(tmp_path, GAMES)
    assert "damaged" in str(messages[0])
    play(back_up_free, 2)
    back_up_free.close()


def test_damage_found_during_play_is_salvaged_at_once(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 4)
    play(store, 3, seed=2, now=3000.0)
    store.close()
    store, _ = Store.open(tmp_path, GAMES)
    resumed = store.resume(game_id, GAMES).session
    resumed.record = store.recorder(game_id, lambda: 5000.0)
    database_of(store).connection.execute("PRAGMA cache_size = 0")
    root = (
        database_of(store).connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").fetchone()[0]
    )
    before = (tmp_path / FILE_NAME).stat()
    with (tmp_path / FILE_NAME).open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(b"\xa5" * 100)
    os.utime(tmp_path / FILE_NAME, ns=(before.st_atime_ns, before.st_mtime_ns))  # bit rot keeps the time stamp
    other = connect(tmp_path / FILE_NAME)
    database_of(store).connection, before = other, database_of(store).connection
    resumed.play(resumed.state.legal_moves()[0])
    before.close()
    assert store.path is not None
    assert "damaged" in str(store.notices()[0])
    assert store.resume(game_id, GAMES).session.state == resumed.state
    assert session.state != resumed.state


LEAVES = {"games": b"\x0d", "journal": b"\x0a"}
"""The first byte of the pages of a table that hold its rows."""


@pytest.mark.parametrize("table", LEAVES)
def test_rows_on_both_sides_of_a_corrupt_page_are_recovered(tmp_path, table):
    store = opened(tmp_path)
    kept = dict(play(store, 4, seed=seed, now=1000.0 * seed) for seed in range(1, 101))
    store.close()
    file = tmp_path / FILE_NAME
    content = bytearray(file.read_bytes())
    mark = {"games": b'"variant"', "journal": b"play "}[table]
    pages = [start for start in range(0, len(content), 4096) if content[start : start + 1] == LEAVES[table]]
    leaves = [start for start in pages if mark in content[start : start + 4096]]
    assert len(leaves) >= 3
    start = leaves[len(leaves) // 2]
    content[start : start + 4096] = bytes(4096)
    file.write_bytes(content)
    store, messages = Store.open(tmp_path, GAMES)
    assert "came back whole" in str(messages[1])
    found = states(store)
    whole = [number for number, session in kept.items() if found.get(number) == session.state]
    unreadable = {game.id for game in store.unreadable()}
    assert 50 < len(whole) < 100
    assert found.keys() | unreadable == kept.keys()
    assert str(len(whole)) in str(messages[1])


def test_statistics_profiles_and_progress_are_recovered(tmp_path):
    fill(tmp_path)
    store = opened(tmp_path)
    before = store.statistics("lgame", "Ada")
    store.close()
    with changing(tmp_path) as database:
        database.execute("DROP INDEX games_by_start")
        database.execute("PRAGMA user_version = 1")
    store, messages = Store.open(tmp_path, GAMES)
    assert str(messages[1]) == "4 games came back whole."
    assert store.statistics("lgame", "Ada") == before
    assert before.total.played == 1
    assert store.profiles() == ("Ada",)
    assert store.figures() == {"Ada": "owl"}
    assert store.progress("jumpin", "Ada") == {"p1": {"moves": 7}}


def test_a_journal_with_a_gap_is_recovered_up_to_it_and_reported(tmp_path):
    kept = fill(tmp_path)
    queried(tmp_path, "DELETE FROM journal WHERE game_id = 2 AND n = 4")
    store, messages = Store.open(tmp_path, GAMES)
    assert [str(message) for message in messages[1:]] == [
        "3 games came back whole.",
        "1 game came back only in part or not at all. What is left of it is under “Games and replays”.",
    ]
    resumed, message = store.resume(2, GAMES)
    assert resumed.state == kept[2].states[3]
    assert "could not be kept" in str(message)


def test_a_lost_profile_is_recovered_from_its_games(tmp_path):
    fill(tmp_path)
    queried(tmp_path, "DELETE FROM profiles")
    store, _ = Store.open(tmp_path, GAMES)
    assert store.profiles() == ("Ada",)
    assert store.statistics("lgame", "Ada").total.won == 1


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_a_damaged_file_of_an_older_version_is_recovered_completely(tmp_path, version):
    (tmp_path / "whole").mkdir()
    lay_old_file(tmp_path / "whole", version)
    lay_old_file(tmp_path, version)
    whole = opened(tmp_path / "whole")
    queried(tmp_path, "PRAGMA application_id = 1")
    store, messages = Store.open(tmp_path, registry.GAMES)
    assert "damaged" in str(messages[0])
    assert to_bytes(store.export_all()) == to_bytes(whole.export_all())


@pytest.mark.parametrize("harm", ["lost", "emptied", "cut", "spoilt"])
def test_an_incomplete_write_ahead_log_is_detected(tmp_path, harm):
    store = opened(tmp_path / "open")
    play(store, 6)
    shutil.copytree(tmp_path / "open", tmp_path / "killed", ignore=shutil.ignore_patterns("*-shm"))
    store.close()
    log = tmp_path / "killed" / f"{FILE_NAME}{LOG}"
    content = log.read_bytes()
    if harm == "lost":
        log.unlink()
    else:
        middle = len(content) // 2
        spoilt = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        log.write_bytes({"emptied": b"", "cut": content[: middle + 5], "spoilt": spoilt}[harm])
    store, messages = Store.open(tmp_path / "killed", GAMES)
    said = "is gone" if harm in ("lost", "emptied") else "damaged. What can be read"
    assert said in str(messages[0])
    store.close()
    opened(tmp_path / "killed").close()


def test_a_file_that_another_program_has_closed_after_a_kill_is_not_called_damaged(tmp_path):
    store = opened(tmp_path / "open")
    _, session = play(store, 6)
    shutil.copytree(tmp_path / "open", tmp_path / "killed", ignore=shutil.ignore_patterns("*-shm"))
    store.close()
    queried(tmp_path / "killed", "SELECT count(*) FROM games")
    assert not (tmp_path / "killed" / f"{FILE_NAME}{LOG}").exists()
    store, messages = Store.open(tmp_path / "killed", GAMES)
    assert "another program has opened the file" in str(messages[0])
    assert str(messages[1]) == "1 game came back whole."
    assert [store.resume(entry.id, GAMES).session.save() for entry in store.unfinished()] == [session.save()]


# -- unreadable games


@pytest.fixture
def unreadable(tmp_path):
    """A store with a game whose set-up is invalid."""
    fill(tmp_path)
    queried(tmp_path, "UPDATE games SET setup = replace(setup, '\"variant\"', '\"vxriant\"') WHERE id = 2")
    store = opened(tmp_path)
    yield store
    store.close()


def test_a_game_with_an_invalid_setup_is_listed_as_unreadable(unreadable):
    (game,) = unreadable.unreadable()
    assert (game.id, game.game, game.players, game.changed) == (2, "lgame", ("Ada", "Béla"), 2006.0)
    assert 2 not in [entry.id for entry in unreadable.unfinished()]
    with pytest.raises(SaveError):
        unreadable.resume(2, GAMES)


def test_an_unreadable_game_is_exported_raw_and_removed_only_by_discard(unreadable, tmp_path):
    (raw,) = unreadable.export_game(2)["unreadable"]
    assert "vxriant" in raw["games"][0]["setup"]
    assert len(raw["journal"]) == 6
    everything = to_bytes(unreadable.export_all())
    assert b"vxriant" in everything
    other = opened(tmp_path / "other")
    assert len(other.import_file(everything, GAMES).numbers) == 3
    assert [str(notice) for notice in other.notices()] == ["1 game in the file cannot be read, and stays there."]
    queried(tmp_path, "UPDATE games SET setup = CAST(x'7bff7d' AS TEXT) WHERE id = 2")
    assert unreadable.export_game(2)["unreadable"][0]["games"][0]["setup"] == "{\\xff}"
    store = reopened(unreadable, tmp_path)
    assert len(store.unreadable()) == 1
    store.discard(2)
    assert store.unreadable() == []


def test_a_game_with_only_its_index_entry_left_is_listed_as_unreadable(tmp_path):
    fill(tmp_path)
    with changing(tmp_path) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute("DELETE FROM journal")
        root = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()[0]
    with (tmp_path / FILE_NAME).open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(bytes(4096))
    store, messages = Store.open(tmp_path, GAMES)
    assert "0 games came back whole" in str(messages[1])
    assert {game.id: game.changed for game in store.unreadable()} == {1: 1006.0, 2: 2006.0, 3: 3006.0, 4: 9000.0}


# -- backups


def test_backups_of_the_last_three_days_are_kept(tmp_path):
    fill(tmp_path)
    for day in ("2026-01-28", "2026-01-29", "2026-01-30", "2026-01-31", "2026-01-31"):
        write_backup(tmp_path / FILE_NAME, day)
    days = [file.stem[-10:] for file in backups_of(tmp_path / FILE_NAME)]
    assert days == ["2026-01-31", "2026-01-30", "2026-01-29"]
    assert len(list((tmp_path / BACKUPS).iterdir())) == 3
    for day in ("2026-01-29", "2026-01-30", "2026-01-31", "1970-01-01"):
        write_backup(tmp_path / FILE_NAME, day)
    days = [file.stem[-10:] for file in backups_of(tmp_path / FILE_NAME)]
    assert days == ["2026-01-31", "2026-01-30", "2026-01-29", "1970-01-01"]


def test_a_damaged_file_does_not_replace_the_backup(tmp_path):
    fill(tmp_path)
    back_up(tmp_path)
    (backup,) = backups_of(tmp_path / FILE_NAME)
    before = backup.read_bytes()
    queried(tmp_path, "DELETE FROM journal WHERE n = 2")
    with pytest.raises(DamagedError):
        back_up(tmp_path)
    assert list((tmp_path / BACKUPS).iterdir()) == [backup]
    assert backup.read_bytes() == before


def test_data_lost_from_the_file_is_restored_from_a_backup(tmp_path):
    kept = fill(tmp_path)
    back_up(tmp_path)
    store = opened(tmp_path)
    later, session = play(store, 3, seed=8, now=20_000.0)
    store.close()
    with changing(tmp_path) as database:
        database.execute("DELETE FROM journal WHERE game_id = 1 AND n > 2")
        database.execute("DELETE FROM games WHERE id = 2")
        database.execute("DELETE FROM profiles")
        database.execute("DELETE FROM progress")
        database.execute("PRAGMA application_id = 1")
    store, messages = Store.open(tmp_path, GAMES)
    assert str(messages[1]) == "5 games came back whole."
    assert states(store) == {**{number: one.state for number, one in kept.items()}, later: session.state}
    assert store.profiles() == ("Ada",)
    assert store.statistics("lgame", "Ada").total.won == 1
    assert store.progress("jumpin", "Ada") == {"p1": {"moves": 7}}


@pytest.mark.parametrize("gone", ["removed", "emptied"])
def test_a_missing_or_empty_file_is_restored_from_a_backup(tmp_path, gone):
    kept = fill(tmp_path)
    back_up(tmp_path)
    if gone == "removed":
        (tmp_path / FILE_NAME).unlink()
    else:
        (tmp_path / FILE_NAME).write_bytes(b"")
    store, messages = Store.open(tmp_path, GAMES)
    assert str(messages[1]) == "4 games came back whole."
    assert states(store) == {number: one.state for number, one in kept.items()}


def test_single_damaged_games_are_repaired_from_a_backup(tmp_path):
    kept = fill(tmp_path)
    back_up(tmp_path)
    line = f"play {kept[1].moves[2]}"
    with changing(tmp_path) as database:
        database.execute("UPDATE journal SET line = 'play nonsense' WHERE game_id = 1 AND n = 3")
        database.execute("UPDATE games SET setup = '{' WHERE id = 2")
        database.execute("UPDATE games SET setup = replace(setup, 'Béla', 'B') WHERE id = 3")
    store, messages = Store.open(tmp_path, GAMES)
    assert [str(message) for message in messages] == ["3 games were damaged, and have been mended from a backup."]
    assert not list(tmp_path.glob("*damaged*"))
    assert states(store) == {number: one.state for number, one in kept.items()}
    assert store.export_game(1)["games"][0]["journal"][2] == line
    assert store.entry(3).setup.seats[1].name == "Béla"
    store.close()
    opened(tmp_path).close()


def test_a_backup_does_not_revert_renames_or_discarded_games(tmp_path):
    fill(tmp_path)
    back_up(tmp_path)
    store = opened(tmp_path)
    store.rename_profile("Ada", "Ada L.")
    store.discard(2)
    store = reopened(store, tmp_path)
    assert {entry.setup.seats[0].name for entry in store.unfinished()} == {"Ada L."}
    assert 2 not in states(store)


def test_moves_are_recorded_while_a_backup_is_being_written(tmp_path, monkeypatch):
    """The backup is suspended for the whole time: only the end of the program waits for it."""
    go_on, begun = Event(), Event()

    def slowly(path, day):
        begun.set()
        assert go_on.wait(PATIENCE)
        write_backup(path, day)

    monkeypatch.setattr("logic.storage.store.write_backup", slowly)
    store = opened(tmp_path)
    store.back_up(DAY)
    assert begun.wait(PATIENCE)
    play(store, 5)
    go_on.set()
    store.close()
    assert len(backups_of(tmp_path / FILE_NAME)) == 1


def test_a_failed_backup_is_reported(tmp_path):
    store = opened(tmp_path)
    (tmp_path / BACKUPS).write_text("in the way")
    store.back_up(DAY)
    store.close()
    told = f"No backup of your games could be written to {tmp_path / BACKUPS}: A file of that name exists"
    assert [str(notice) for notice in store.notices()] == [told]


def test_a_lost_game_result_is_restored_from_a_backup(tmp_path):
    fill(tmp_path)
    back_up(tmp_path)
    with changing(tmp_path) as database:
        database.execute("UPDATE games SET ended = NULL, outcome = NULL WHERE ended IS NOT NULL")
        database.execute("DELETE FROM results")
    store, messages = Store.open(tmp_path, GAMES)
    assert [str(message) for message in messages] == ["1 game was damaged, and has been mended from a backup."]
    assert store.statistics("lgame", "Ada").total.won == 1
    assert [entry.result is not None for entry in store.finished()] == [True]
