"""The store in trouble: a damaged, locked, full, newer or foreign file; nothing is lost or overwritten."""

import contextlib
import os
import resource
import shutil
import sqlite3
import tempfile
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.session import SaveError
from logic.storage import database
from logic.storage.files import clear_unfinished, set_aside
from logic.storage.resilient import AT_HAND, RETRY
from logic.storage.schema import APPLICATION, FILE_NAME, OWN_NAME, VERSION, connect
from logic.storage.store import Store
from tests.support.storeparts import GAMES, database_of, opened, play, queried, reopened

# -- trouble with the file


def fill(folder):
    store = opened(folder)
    game_id, session = play(store, 6)
    store.close()
    return game_id, session


def still_works(store):
    game_id, session = play(store, 3, seed=77)
    assert store.resume(game_id, GAMES).session.state == session.state
    assert game_id in [entry.id for entry in store.unfinished()]


@pytest.mark.parametrize("content", [b"no database at all, but long enough to have a header" * 40, b"\x00" * 5000])
def test_a_file_that_is_no_database_is_set_aside(tmp_path, content):
    (tmp_path / FILE_NAME).write_bytes(content)
    store, messages = Store.open(tmp_path)
    kept = tmp_path / "quincunx-damaged-1.sqlite"
    assert kept.read_bytes() == content
    assert FILE_NAME in str(messages[0])
    assert kept.name in str(messages[0])
    assert str(messages[1]) == "0 games came back whole."
    still_works(store)
    store.close()
    opened(tmp_path).close()


def test_a_file_set_aside_is_closed_before_it_is_renamed(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "set_aside", lambda *given: held.extend(open_files()) or set_aside(*given))
    open_files, held = psutil.Process().open_files, []
    fill(tmp_path)
    cut_off = (tmp_path / FILE_NAME).read_bytes()[:5000]
    for content in (b"no database at all, but long enough to have a header" * 40, cut_off):
        (tmp_path / FILE_NAME).write_bytes(content)
        Store.open(tmp_path)[0].close()
    assert len(list(tmp_path.glob("quincunx-damaged-*.sqlite"))) == 2
    assert [file for file in held if Path(file.path).parent == tmp_path] == []


def test_a_pipe_in_place_of_the_file_is_set_aside_without_blocking(tmp_path):
    os.mkfifo(tmp_path / FILE_NAME)
    store, messages = Store.open(tmp_path)
    assert (tmp_path / "quincunx-damaged-1.sqlite").is_fifo()
    assert FILE_NAME in str(messages[0])
    still_works(store)
    store.close()


@pytest.mark.parametrize(
    "foreign",
    [
        "CREATE TRIGGER t BEFORE INSERT ON profiles BEGIN SELECT RAISE(ABORT, 'no'); END",
        'CREATE UNIQUE INDEX "a ""b" ON profiles (length(name))',
    ],
)
def test_a_foreign_trigger_or_index_in_the_file_does_not_block_writes(tmp_path, foreign):
    fill(tmp_path)
    queried(tmp_path, foreign)
    store = opened(tmp_path)
    assert store.add_profile("Eve") == "Eve"
    assert reopened(store, tmp_path).profiles() == ("Eve",)


def test_a_database_of_another_program_is_set_aside(tmp_path):
    queried(tmp_path, "CREATE TABLE recipes (title)")
    store, messages = Store.open(tmp_path)
    assert len(messages) == 2
    still_works(store)
    store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "quincunx-damaged-1.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM recipes").fetchone() == (0,)


def test_a_file_with_a_missing_table_is_set_aside_and_its_games_recovered(tmp_path):
    game_id, session = fill(tmp_path)
    queried(tmp_path, "DROP TABLE results")
    store, messages = Store.open(tmp_path)
    assert str(messages[1]) == "1 game came back whole."
    assert (tmp_path / "quincunx-damaged-1.sqlite").exists()
    assert store.resume(game_id, GAMES).session.state == session.state
    still_works(store)


def test_damaged_pages_are_detected_and_copies_are_never_overwritten(tmp_path):
    for number in (1, 2):
        fill(tmp_path)
        file = tmp_path / FILE_NAME
        content = bytearray(file.read_bytes())
        content[4096:8192] = b"\xa5" * 4096
        file.write_bytes(content)
        store, messages = Store.open(tmp_path)
        assert str(messages[1]) == "1 game came back whole."
        still_works(store)
        store.close()
        assert (tmp_path / f"quincunx-damaged-{number}.sqlite").read_bytes() == bytes(content)
        file.unlink()


def test_a_newer_file_is_left_untouched_and_another_is_used(tmp_path):
    fill(tmp_path)
    queried(tmp_path, f"PRAGMA user_version = {VERSION + 1}")
    queried(tmp_path, "CREATE TABLE invention (x)")
    before = (tmp_path / FILE_NAME).read_bytes()
    store, messages = Store.open(tmp_path)
    assert not list(tmp_path.glob(f"{FILE_NAME}-*"))
    assert store.path == tmp_path / OWN_NAME
    assert "newer" in str(messages[0])
    assert OWN_NAME in str(messages[0])
    game_id, _ = play(store, 3)
    store.close()
    assert (tmp_path / FILE_NAME).read_bytes() == before
    store, messages = Store.open(tmp_path)
    assert [entry.id for entry in store.unfinished()] == [game_id]


@pytest.mark.parametrize("lock", ["PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"])
def test_games_played_while_the_file_is_locked_are_saved_at_the_end(tmp_path, monkeypatch, lock):
    monkeypatch.setattr("logic.storage.schema.PATIENCE", 0.05)
    old_game, _ = fill(tmp_path)
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    for statement in lock.split(";"):
        other.execute(statement)
    store, messages = Store.open(tmp_path)
    assert store.path is None
    assert "used by another program" in str(messages[0])
    assert str(tmp_path / FILE_NAME) in str(messages[0])
    if lock == "BEGIN IMMEDIATE":
        assert [entry.id for entry in store.unfinished()] == [old_game]
    _, session = play(store, 4, seed=5)
    store.set_progress("jumpin", "p1", {"moves": 4})
    other.close()
    store = reopened(store, tmp_path)
    states = {store.resume(entry.id, GAMES).session.state for entry in store.unfinished()}
    assert session.state in states
    assert len(states) == 2
    assert store.progress("jumpin") == {"p1": {"moves": 4}}


@pytest.fixture
def store_in_memory(tmp_path, monkeypatch):
    """A store in memory, because another program holds the file; call it to release that."""
    monkeypatch.setattr("logic.storage.schema.PATIENCE", 0.05)
    opened(tmp_path).close()
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store, _ = Store.open(tmp_path)
    assert store.path is None
    yield store, other.close
    other.close()


def test_imports_and_profiles_added_while_locked_are_saved_at_the_end(tmp_path, store_in_memory):
    (tmp_path / "elsewhere").mkdir()
    elsewhere = opened(tmp_path / "elsewhere")
    game_id, session = play(elsewhere, 4)
    store, let_go = store_in_memory
    store.import_file(elsewhere.export_game(game_id), GAMES)
    store.set_figure(store.add_profile("Eve"), "owl")
    let_go()
    store = reopened(store, tmp_path)
    assert [store.resume(entry.id, GAMES).session.state for entry in store.unfinished()] == [session.state]
    assert "Eve" in store.profiles()
    assert store.figures() == {"Eve": "owl"}


def test_a_file_that_stays_locked_keeps_its_games(tmp_path, monkeypatch):
    monkeypatch.setattr("logic.storage.schema.PATIENCE", 0.05)
    old_game, _ = fill(tmp_path)
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store, _ = Store.open(tmp_path)
    play(store, 4, seed=5)
    store.close()
    store = reopened(other, tmp_path)
    assert [entry.id for entry in store.unfinished()] == [old_game]


def test_without_a_usable_file_the_store_works_in_memory(tmp_path):
    (tmp_path / "occupied").write_text("a file, not a folder")
    store, messages = Store.open(tmp_path / "occupied" / "data")
    assert store.path is None
    assert str(tmp_path / "occupied" / "data") in str(messages[0])
    still_works(store)
    (tmp_path / FILE_NAME).mkdir()
    store, messages = Store.open(tmp_path)
    assert (store.path, len(messages)) == (None, 1)
    still_works(store)


@contextlib.contextmanager
def as_nobody():
    """Drop the right to write everywhere, where the tests run with it."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_read_only_file_can_be_read_and_the_store_works_in_memory(what):
    folder = Path(tempfile.mkdtemp())
    try:
        game_id, session = fill(folder)
        (folder / FILE_NAME).chmod(0o444)
        folder.chmod(0o555 if what == "folder" else 0o777)
        with as_nobody():
            store, messages = Store.open(folder)
            assert store.path is None
            assert len(messages) == 1
            assert str(folder) in str(messages[0])
            assert "(Permission denied)" in str(messages[0])
            assert store.resume(game_id, GAMES).session.state == session.state
            still_works(store)
            store.close()
    finally:
        folder.chmod(0o777)
        shutil.rmtree(folder)


def test_an_unwritable_folder_is_reported_in_our_own_words():
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    try:
        with as_nobody():
            store, messages = Store.open(folder)
            assert (store.path, len(messages)) == (None, 1)
            assert "(The file cannot be opened)" in str(messages[0])
            still_works(store)
            store.close()
    finally:
        folder.rmdir()


def test_an_inaccessible_folder_makes_the_store_work_in_memory():
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0)
    try:
        with as_nobody():
            for inside in (folder, folder / "deep"):
                clear_unfinished(inside)
                store, messages = Store.open(inside)
                assert (store.path, len(messages)) == (None, 1)
                assert str(folder) in str(messages[0])
                assert "(Permission denied)" in str(messages[0])
                still_works(store)
                store.close()
    finally:
        folder.chmod(0o777)
        folder.rmdir()


# -- trouble during play


def test_a_file_locked_during_play_receives_the_game_at_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr("logic.storage.schema.PATIENCE", 0.05)
    store = opened(tmp_path)
    game_id, session = play(store, 3)
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    session.play(session.state.legal_moves()[0])
    assert store.path is None
    assert len(store.notices()) == 1
    assert store.notices() == ()
    session.play(session.state.legal_moves()[0])
    assert store.resume(game_id, GAMES).session.state == session.state
    other.close()
    store = reopened(store, tmp_path)
    assert [(entry.id, entry.moves, entry.complete) for entry in store.unfinished()] == [(game_id, 5, True)]
    assert store.resume(game_id, GAMES).session.state == session.state


def fill_up(store):
    """Let no page be added to the file any more, as on a full disk; small changes still find room."""
    pages = database_of(store).connection.execute("PRAGMA page_count").fetchone()[0]
    database_of(store).connection.execute(f"PRAGMA max_page_count = {pages}")


def test_a_game_whose_last_moves_were_not_saved_is_marked_incomplete(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 3)
    fill_up(store)
    while store.path is not None:
        session.undo()
        session.redo()
    assert "No space left on device" in str(store.notices()[0])
    database_of(store).connection.close()  # as if killed: the log is not checkpointed
    store = opened(tmp_path)
    (entry,) = store.unfinished()
    assert (entry.id, entry.complete) == (game_id, False)
    resumed, message = store.resume(game_id, GAMES)
    assert resumed.state in session.states
    assert "could not be kept" in str(message)
    assert store.resume(game_id, GAMES).message is None


@pytest.fixture
def full_disk():
    """Yield a function that fills the disk, so that no file can grow, and one that makes room again."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill_disk(full):
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]) if full else before)

    yield fill_disk
    fill_disk(False)


def test_the_store_writes_again_once_the_disk_has_space(tmp_path, full_disk):
    store = opened(tmp_path)
    game_id, session = play(store, 3)
    thrown_away, _ = play(store, 2, seed=2)
    full_disk(True)
    session.play(session.state.legal_moves()[0])
    assert store.path is None
    assert "Nothing can be kept" in str(store.notices()[0])
    store.rename_profile(store.add_profile("Ann"), "Anna")
    store.discard(thrown_away)
    new_id, new = play(store, 2, seed=3, now=1005.0)
    assert store.path is None
    full_disk(False)
    session.record = store.recorder(game_id, lambda: 1005.0 + RETRY)
    session.play(session.state.legal_moves()[0])
    assert store.path == tmp_path / FILE_NAME
    assert [str(notice) for notice in store.notices()] == [f"Your games are kept in {store.path} again."]
    elsewhere = shutil.copytree(tmp_path, tmp_path / "as if killed")
    store.close()
    store = opened(elsewhere)
    assert {entry.id: entry.moves for entry in store.unfinished()} == {game_id: 5, new_id: 2}
    assert all(entry.complete for entry in store.unfinished())
    assert store.resume(game_id, GAMES).session.state == session.state
    assert store.resume(new_id, GAMES).session.state == new.state
    assert store.profiles() == ("Anna",)


def test_a_store_opened_on_a_full_disk_reports_that_and_recovers(tmp_path, full_disk):
    game_id, session = fill(tmp_path)
    full_disk(True)
    store, messages = Store.open(tmp_path)
    assert "Nothing can be kept" in str(messages[0])
    assert store.resume(game_id, GAMES).session.state == session.state
    full_disk(False)
    second, _ = play(store, 2, seed=5)
    assert store.path == tmp_path / FILE_NAME
    store = reopened(store, tmp_path)
    assert {entry.id for entry in store.unfinished()} == {game_id, second}


@pytest.mark.parametrize("change", ["taken away", "replaced", "written over", "emptied"])
def test_a_file_removed_or_replaced_while_open_loses_no_game(tmp_path, change):
    folder = tmp_path / "data"
    _, theirs = fill(tmp_path)
    fill(folder)
    queried(folder, "UPDATE games SET setup = 'unreadable'")
    store = opened(folder)
    played = {play(store, 2, seed=number, now=1e6 + number)[1].state for number in range(2 * AT_HAND)}
    if change in ("taken away", "replaced"):
        shutil.rmtree(folder)
    if change in ("replaced", "written over"):
        folder.mkdir(exist_ok=True)
        shutil.copyfile(tmp_path / FILE_NAME, folder / FILE_NAME)
        played.add(theirs.state)
    if change == "emptied":
        os.truncate(folder / FILE_NAME, 0)
    played.add(play(store, 3, seed=9)[1].state)
    (told,) = store.notices()
    assert str(told).startswith("The file")
    store.close()

    again = opened(folder)
    assert {again.resume(entry.id, GAMES).session.state for entry in again.unfinished()} == played
    again.close()


def test_a_file_damaged_during_play_is_replaced_during_play(tmp_path):
    folder = tmp_path / "data"
    store = opened(folder)
    store.add_profile("Ada")
    store.set_progress("jumpin", "p1", {"moves": 4}, "Ada")
    game_id, session = play(store, 2)
    thrown_away, _ = play(store, 2, seed=2)
    (folder / FILE_NAME).write_bytes(b"\xa5" * 5000)
    session.play(session.state.legal_moves()[0])
    assert len(store.notices()) == 1
    store.rename_profile("Ada", "Eve")
    store.retry(1000.0 + 2 * RETRY)
    told = " ".join(map(str, store.notices()))
    assert (
        "was damaged. What can be read of it is in a new one; the old one is kept as quincunx-damaged-1.sqlite" in told
    )
    assert f"Your games are kept in {folder / FILE_NAME} again." in told
    session.play(session.state.legal_moves()[0])
    store.keep_in_hand(game_id, "b2")
    store.discard(thrown_away)

    again = opened(shutil.copytree(folder, tmp_path / "as if killed"))
    (entry,) = again.unfinished()
    assert again.resume(entry.id, GAMES).session.state == session.state
    assert again.in_hand(entry.id) == "b2"
    assert (again.profiles(), again.progress("jumpin", "Eve")) == (("Eve",), {"p1": {"moves": 4}})
    again.close()
    store.close()
    assert [file.path for file in psutil.Process().open_files() if file.path.startswith(str(folder))] == []


def test_games_with_conflicting_ids_are_saved_at_the_end(tmp_path, store_in_memory):
    store, let_go = store_in_memory
    game_id, session = play(store, 2)
    let_go()
    other = opened(tmp_path)
    taken, _ = play(other, 3, seed=4)
    other.close()
    assert taken == game_id
    session.record = store.recorder(game_id, lambda: 1000.0 + 2 * RETRY)
    session.play(session.state.legal_moves()[0])
    assert store.path is None
    store = reopened(store, tmp_path)
    assert [entry.moves for entry in store.unfinished()] == [3, 3]


def test_a_wal_checkpoint_by_another_program_is_not_taken_for_overwriting(store, tmp_path):
    play(store, 2)
    with contextlib.closing(connect(tmp_path / FILE_NAME)) as other:
        other.execute("PRAGMA user_version = 6")
        play(store, 2, seed=2)
        assert other.execute("PRAGMA wal_checkpoint").fetchone()[1] > 0
        play(store, 2, seed=3)
        assert (store.path, store.notices()) == (tmp_path / FILE_NAME, ())


def test_one_game_played_in_two_processes_is_stored_as_two(tmp_path):
    first = opened(tmp_path)
    game_id, one = play(first, 3)
    second = opened(tmp_path)
    two = second.resume(game_id, GAMES).session
    two.record = second.recorder(game_id, lambda: 7000.0)
    one.play(one.state.legal_moves()[0])
    two.play(two.state.legal_moves()[-1])
    two.play(two.state.legal_moves()[-1])
    assert second.path is None
    assert len(second.notices()) == 1
    one.play(one.state.legal_moves()[0])
    first.close()
    store = reopened(second, tmp_path)
    entries = store.unfinished()
    assert all(entry.complete for entry in entries)
    assert {store.resume(entry.id, GAMES).session.state for entry in entries} == {one.state, two.state}


@pytest.mark.parametrize("earlier", [0, 3 * AT_HAND])
def test_recent_games_survive_a_file_that_becomes_unreadable(tmp_path, earlier):
    store = opened(tmp_path)
    for number in range(earlier):
        play(store, 1, seed=100 + number)
    game_id, session = play(store, 4)
    database_of(store).connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file = tmp_path / FILE_NAME
    file.write_bytes(b"\xa5" * file.stat().st_size)
    other = connect()
    database_of(store).connection.close()
    database_of(store).connection = other  # a connection on which every statement fails: there are no tables
    session.play(session.state.legal_moves()[0])
    assert store.path is None
    assert store.resume(game_id, GAMES).session.state == session.state
    store = reopened(store, tmp_path)
    back = [store.resume(entry.id, GAMES).session.state for entry in store.unfinished()]
    assert session.state in back
    assert len(back) == (min(earlier, AT_HAND - 1) + 1)
    store.close()
    assert (tmp_path / "quincunx-damaged-1.sqlite").exists()


@given(data=st.data())
def test_random_damage_to_the_file_never_breaks_the_store(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("fuzz")
    fill(folder)
    file = folder / FILE_NAME
    content = bytearray(file.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        offset = data.draw(st.one_of(st.integers(0, 120), st.integers(0, len(content) - 1)))
        junk = data.draw(st.binary(min_size=1, max_size=64))
        content[offset : offset + len(junk)] = junk
    content = content[: data.draw(st.sampled_from([len(content), len(content) // 2, 1, 0]))]
    file.write_bytes(content)
    store, _ = Store.open(folder)
    for entry in store.unfinished():
        with contextlib.suppress(SaveError):
            store.resume(entry.id, GAMES)
    still_works(store)
    store.close()
    shutil.rmtree(folder)


def test_schema_version_and_tables_are_pinned(tmp_path):
    """Files on players' disks must stay readable: change VERSION and add a migration before changing the tables."""
    opened(tmp_path)
    tables = queried(tmp_path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
    assert VERSION == 6
    assert APPLICATION.to_bytes(4, "big") == b"QUNX"
    names = ["games", "journal", "profiles", "progress", "results", "sqlite_sequence", "times", "torn"]
    assert [name for (name,) in tables] == names


def test_the_database_uses_wal_and_normal_synchronisation(store):
    assert database_of(store).connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert database_of(store).connection.execute("PRAGMA synchronous").fetchone() == (1,)
