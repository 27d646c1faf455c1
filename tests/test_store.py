"""The store: what is kept comes back, whatever happens to the file, the folder or the disk."""

import contextlib
import json
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import lgame
from logic.core import Dice, Message, Outcome
from logic.exchange import to_bytes
from logic.files import StoreProblem
from logic.records import Tally
from logic.session import SaveError, Seat, Session, Setup, setup_params
from logic.store import Store
from logic.store_schema import APPLICATION, FILE_NAME, OWN_NAME, VERSION

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


# -- games being played


def test_a_game_comes_back_as_it_was(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 5)
    session.undo()
    session.redo()
    session.undo()
    store.close()
    store = opened(tmp_path)
    resumed, message = store.resume(game_id, GAMES)
    assert message is None
    assert resumed.save() == session.save()
    assert resumed.can_redo()
    store.close()


def test_a_resumed_game_goes_on_in_the_same_journal(tmp_path):
    store = opened(tmp_path)
    game_id, _ = play(store, 3)
    store.close()
    store = opened(tmp_path)
    session = store.resume(game_id, GAMES).session
    session.record = store.recorder(game_id, lambda: 5000.0)
    session.play(session.state.legal_moves()[0])
    store.close()
    store = opened(tmp_path)
    assert store.resume(game_id, GAMES).session.state == session.state
    assert store.entry(game_id).moves == 4
    store.close()


def test_turns_that_are_ended_by_hand_are_in_the_journal_too(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 2, undo="own_turn", confirm=True)
    assert session.awaits_end
    session.end_turn()
    store.close()
    store = opened(tmp_path)
    resumed = store.resume(game_id, GAMES).session
    assert not resumed.awaits_end
    assert not resumed.can_undo()
    store.close()


def test_unfinished_games_are_listed_the_latest_first_and_empty_ones_not_at_all(store):
    early, _ = play(store, 2, seed=1, now=100)
    late, _ = play(store, 3, seed=2, now=500)
    store.begin(make_setup(3), 900.0)
    ended = finish(store, now=2000)
    assert [(entry.id, entry.moves) for entry in store.unfinished()] == [(late, 3), (early, 2)]
    assert [entry.id for entry in store.finished()] == [ended]
    assert store.unfinished()[0].setup == make_setup(2)


def test_a_finished_game_tells_how_it_ended_and_can_be_replayed(store):
    game_id = finish(store, winner=1, now=2000)
    entry = store.entry(game_id)
    assert (entry.ended, entry.result.winners, entry.result.ranking) == (2000.0, (1,), ((1,), (0,)))
    assert store.resume(game_id, GAMES).session.outcome().winners == (1,)


def test_a_finished_game_that_is_taken_back_is_open_again(store):
    store.add_profile("Ada")
    game_id, session = play(store, 4)
    store.finish(game_id, Outcome((0,), ((0,), (1,)), Message("So.")), 2000.0)
    session.undo()
    assert [entry.id for entry in store.unfinished()] == [game_id]
    assert store.statistics("lgame", "Ada").total.played == 0


def test_finished_games_are_sorted_by_player_and_by_game(store):
    store.add_profile("Ada")
    store.add_profile("Cili")
    by_ada = finish(store, now=2000, seed=1)
    by_cili = finish(store, now=3000, seed=2, seats=(Seat("Cili"), Seat("", "club")))
    assert [entry.id for entry in store.finished()] == [by_cili, by_ada]
    assert [entry.id for entry in store.finished(profile="Ada")] == [by_ada]
    assert [entry.id for entry in store.finished(profile="Cili", game="lgame")] == [by_cili]
    assert store.finished(game="coatl") == []


def test_a_discarded_game_is_gone_with_all_its_traces(store):
    game_id, _ = play(store)
    store.discard(game_id)
    store.discard(game_id)
    assert store.unfinished() == []
    assert store._database.execute("SELECT count(*) FROM journal").fetchone() == (0,)
    with pytest.raises(SaveError):
        store.resume(game_id, GAMES)


def test_a_journal_with_a_bad_line_is_restored_up_to_it_and_the_rest_set_aside(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 5)
    store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute("UPDATE journal SET line = 'play nonsense' WHERE n = 4")
    store = opened(tmp_path)
    resumed, message = store.resume(game_id, GAMES)
    assert resumed.state == session.states[3]
    assert str(message) == "The game could be restored only up to action 3."
    assert store._database.execute("SELECT n FROM torn ORDER BY n").fetchall() == [(4,), (5,)]
    resumed.record = store.recorder(game_id, lambda: 9000.0)
    resumed.play(resumed.state.legal_moves()[-1])
    store.close()
    store = opened(tmp_path)
    again, message = store.resume(game_id, GAMES)
    assert (again.state, message) == (resumed.state, None)
    store.close()


def test_a_game_that_is_not_there_any_more_is_refused(store):
    game_id, _ = play(store)
    with pytest.raises(SaveError, match="There is no game “lgame” here"):
        store.resume(game_id, {})


# -- players


def test_names_are_tidied_and_not_given_twice(store):
    assert store.add_profile("  Ada   Lovelace ") == "Ada Lovelace"
    assert store.add_profile("Ödön") == "Ödön"
    for bad in ("", "  ", "x" * 41, "ada lovelace", "ödön"):
        with pytest.raises(StoreProblem):
            store.add_profile(bad)
    assert store.profiles() == ("Ada Lovelace", "Ödön")


def test_a_renamed_player_keeps_games_and_progress(store):
    store.add_profile("Ada")
    finish(store, now=2000)
    open_game, _ = play(store, 3, seed=9)
    store.set_progress("jumpin", "p1", {"moves": 7}, "Ada")
    store.rename_profile("Ada", "Ada L")
    assert store.statistics("lgame", "Ada L").total == Tally(won=1)
    assert store.entry(open_game).setup.seats[0].name == "Ada L"
    assert store.progress("jumpin", "Ada L") == {"p1": {"moves": 7}}
    with pytest.raises(StoreProblem):
        store.rename_profile("Ada L", " ")
    assert store.rename_profile("Ada L", "ada l") == "ada l"


def test_a_computer_that_is_called_like_a_player_keeps_its_name(store):
    store.add_profile("Ada")
    game_id, _ = play(store, 2, seats=(Seat("Ada"), Seat("Ada", level="club")))
    store.rename_profile("Ada", "Eve")
    assert [seat.name for seat in store.entry(game_id).setup.seats] == ["Eve", "Ada"]


def test_a_game_in_hand_ends_under_the_new_name(store):
    store.add_profile("Ada")
    game_id, session = play(store, 2)
    store.rename_profile("Ada", "Eve")
    session.end_early(1)
    store.finish(game_id, session.outcome(), 2000.0)
    assert store.statistics("lgame", "Eve").total == Tally(won=1)


def test_progress_keeps_the_last_best_of_each_player(store):
    store.set_progress("jumpin", "p1", {"moves": 9}, "Ada")
    store.set_progress("jumpin", "p1", {"moves": 7}, "Ada")
    store.set_progress("jumpin", "p2", {"moves": 3}, "Ada")
    store.set_progress("jumpin", "p1", {"moves": 5})
    assert store.progress("jumpin", "Ada") == {"p1": {"moves": 7}, "p2": {"moves": 3}}
    assert store.progress("jumpin") == {"p1": {"moves": 5}}
    assert store.progress("coatl", "Ada") == {}


def test_statistics_count_by_result_by_level_and_in_streaks(store):
    store.add_profile("Ada")
    for number, (winner, level) in enumerate([(0, "club"), (0, "club"), (1, "perfect"), (0, "")]):
        seats = (Seat("Ada"), Seat("" if level else "Béla", level))
        finish(store, winner, 2000.0 + number, number, seats, moves=2 * number + 2, thinking=(1.5, 9.0))
    game_id, _ = play(store, 2, seed=50, now=9000)
    store.finish(game_id, Outcome((), ((0, 1),), Message("Drawn.")), 9100.0)
    found = store.statistics("lgame", "Ada")
    assert found.total == Tally(won=3, drawn=1, lost=1)
    assert found.total.played == 5
    assert found.by_level == {"": Tally(1, 1, 0), "club": Tally(won=2), "perfect": Tally(lost=1)}
    assert (found.streak, found.best_streak) == (0, 2)
    assert found.average_moves == (2 + 4 + 6 + 8 + 2) / 5
    assert found.thinking == 6.0
    assert store.statistics("", "Ada") == found
    assert store.statistics("coatl", "Ada").total.played == store.statistics("lgame", "Nobody").total.played == 0


def test_streaks_go_by_when_games_ended_not_by_when_they_began(store):
    store.add_profile("Ada")
    begun_first, session = play(store, 2, seed=1)
    for number, winner in enumerate((0, 0)):
        finish(store, winner, 2000.0 + number, seed=2 + number)
    session.end_early(0)
    store.finish(begun_first, session.outcome(), 3000.0)
    found = store.statistics("lgame", "Ada")
    assert (found.streak, found.best_streak) == (0, 2)


def test_a_game_of_two_players_counts_for_both_by_their_present_names(store):
    for name in ("Ada", "Béla"):
        store.add_profile(name)
    finish(store, winner=1)
    store.rename_profile("Béla", "Bea")
    assert store.statistics("lgame", "Ada").total == Tally(lost=1)
    assert store.statistics("lgame", "Bea").total == Tally(won=1)
    assert [entry.setup.seats[1].name for entry in store.finished("Ada")] == ["Bea"]


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
def test_what_is_no_database_is_kept_aside(tmp_path, content):
    (tmp_path / FILE_NAME).write_bytes(content)
    store, messages = Store.open(tmp_path)
    kept = tmp_path / "quincunx-damaged-1.sqlite"
    assert kept.read_bytes() == content
    assert [FILE_NAME in str(message) and kept.name in str(message) for message in messages] == [True]
    still_works(store)
    store.close()
    opened(tmp_path).close()


def change_file(folder, statement):
    with contextlib.closing(sqlite3.connect(folder / FILE_NAME)) as database, database:
        database.execute(statement)


def test_a_file_of_another_program_is_kept_aside(tmp_path):
    change_file(tmp_path, "CREATE TABLE recipes (title)")
    store, messages = Store.open(tmp_path)
    assert len(messages) == 1
    still_works(store)
    store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "quincunx-damaged-1.sqlite")) as database:
        assert database.execute("SELECT count(*) FROM recipes").fetchone() == (0,)


def test_a_file_with_a_table_missing_is_kept_aside(tmp_path):
    fill(tmp_path)
    change_file(tmp_path, "DROP TABLE results")
    store, messages = Store.open(tmp_path)
    assert len(messages) == 1
    assert (tmp_path / "quincunx-damaged-1.sqlite").exists()
    still_works(store)
    store.close()


def test_damaged_pages_are_noticed_and_nothing_is_ever_overwritten(tmp_path):
    for number in (1, 2):
        fill(tmp_path)
        file = tmp_path / FILE_NAME
        content = bytearray(file.read_bytes())
        content[4096:8192] = b"\xa5" * 4096
        file.write_bytes(content)
        store, messages = Store.open(tmp_path)
        assert len(messages) == 1
        still_works(store)
        store.close()
        assert (tmp_path / f"quincunx-damaged-{number}.sqlite").read_bytes() == bytes(content)
        file.unlink()


def test_a_newer_file_is_left_untouched_and_another_used_beside_it(tmp_path):
    fill(tmp_path)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
        database.execute("CREATE TABLE invention (x)")
    before = (tmp_path / FILE_NAME).read_bytes()
    store, messages = Store.open(tmp_path)
    assert store.path == tmp_path / OWN_NAME
    assert "newer" in str(messages[0])
    assert OWN_NAME in str(messages[0])
    game_id, _ = play(store, 3)
    store.close()
    assert (tmp_path / FILE_NAME).read_bytes() == before
    store, messages = Store.open(tmp_path)
    assert [entry.id for entry in store.unfinished()] == [game_id]
    store.close()


@pytest.mark.parametrize("lock", ["PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"])
def test_a_locked_file_is_played_without_and_games_come_home_at_the_end(tmp_path, monkeypatch, lock):
    monkeypatch.setattr("logic.store_schema.PATIENCE", 0.05)
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
    store.close()
    store = opened(tmp_path)
    states = {store.resume(entry.id, GAMES).session.state for entry in store.unfinished()}
    assert session.state in states
    assert len(states) == 2
    assert store.progress("jumpin") == {"p1": {"moves": 4}}
    store.close()


@pytest.fixture
def at_sea(tmp_path, monkeypatch):
    """A store in memory, because another program holds the file; call it to let go of that."""
    monkeypatch.setattr("logic.store_schema.PATIENCE", 0.05)
    opened(tmp_path).close()
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store, _ = Store.open(tmp_path)
    assert store.path is None
    yield store, other.close
    other.close()


def test_what_was_taken_in_while_the_file_was_locked_comes_home(tmp_path, at_sea):
    (tmp_path / "elsewhere").mkdir()
    elsewhere = opened(tmp_path / "elsewhere")
    game_id, session = play(elsewhere, 4)
    data = elsewhere.export_game(game_id)
    elsewhere.close()
    store, let_go = at_sea
    store.import_file(data, GAMES)
    let_go()
    store.close()
    store = opened(tmp_path)
    assert [store.resume(entry.id, GAMES).session.state for entry in store.unfinished()] == [session.state]
    store.close()


def test_a_player_who_came_while_the_file_was_locked_stays(tmp_path, at_sea):
    store, let_go = at_sea
    store.add_profile("Ada")
    let_go()
    store.close()
    store = opened(tmp_path)
    assert store.profiles() == ("Ada",)
    store.close()


def test_a_file_that_stays_locked_loses_nothing_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr("logic.store_schema.PATIENCE", 0.05)
    old_game, _ = fill(tmp_path)
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store, _ = Store.open(tmp_path)
    play(store, 4, seed=5)
    store.close()
    other.close()
    store = opened(tmp_path)
    assert [entry.id for entry in store.unfinished()] == [old_game]
    store.close()


def test_where_no_folder_can_be_made_play_goes_on(tmp_path):
    (tmp_path / "occupied").write_text("a file, not a folder")
    store, messages = Store.open(tmp_path / "occupied" / "data")
    assert store.path is None
    assert str(tmp_path / "occupied" / "data") in str(messages[0])
    still_works(store)
    store.close()


def test_a_folder_in_the_file_s_place_does_no_harm(tmp_path):
    (tmp_path / FILE_NAME).mkdir()
    store, messages = Store.open(tmp_path)
    assert (store.path, len(messages)) == (None, 1)
    still_works(store)
    store.close()


@contextlib.contextmanager
def as_nobody():
    """Give up the right to write everywhere, where the tests run with it."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_may_only_be_read_can_be_looked_at_and_play_goes_on(what):
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
            assert store.resume(game_id, GAMES).session.state == session.state
            still_works(store)
            store.close()
    finally:
        folder.chmod(0o777)
        shutil.rmtree(folder)


# -- trouble in the middle of play


def test_when_the_file_fails_in_the_middle_play_goes_on_and_comes_home(tmp_path, monkeypatch):
    monkeypatch.setattr("logic.store_schema.PATIENCE", 0.05)
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
    store.close()
    store = opened(tmp_path)
    assert [(entry.id, entry.moves, entry.complete) for entry in store.unfinished()] == [(game_id, 5, True)]
    assert store.resume(game_id, GAMES).session.state == session.state
    store.close()


def fill_up(store):
    """Let no page be added to the file any more, as on a full disk; small changes still find room."""
    pages = store._database.execute("PRAGMA page_count").fetchone()[0]
    store._database.execute(f"PRAGMA max_page_count = {pages}")


def test_a_game_whose_last_moves_could_not_be_kept_says_so(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 3)
    fill_up(store)
    while store.path is not None:
        session.undo()
        session.redo()
    assert "full" in str(store.notices()[0])
    store._database.close()  # as if killed: nothing is brought home
    store = opened(tmp_path)
    (entry,) = store.unfinished()
    assert (entry.id, entry.complete) == (game_id, False)
    resumed, message = store.resume(game_id, GAMES)
    assert resumed.state in session.states
    assert "could not be kept" in str(message)
    assert store.resume(game_id, GAMES).message is None
    store.close()


def test_one_game_in_two_windows_is_not_mixed_up(tmp_path):
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
    second.close()
    store = opened(tmp_path)
    entries = store.unfinished()
    assert all(entry.complete for entry in entries)
    assert {store.resume(entry.id, GAMES).session.state for entry in entries} == {one.state, two.state}
    store.close()


def test_what_was_in_hand_survives_a_file_that_can_no_longer_be_read(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 4)
    store._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file = tmp_path / FILE_NAME
    file.write_bytes(b"\xa5" * file.stat().st_size)
    other = sqlite3.connect(":memory:")
    store._database.close()
    store._database = other  # a connection on which every statement fails: there are no tables
    session.play(session.state.legal_moves()[0])
    assert store.path is None
    assert store.resume(game_id, GAMES).session.state == session.state
    store.close()
    store = opened(tmp_path)
    assert [store.resume(entry.id, GAMES).session.state for entry in store.unfinished()] == [session.state]
    store.close()
    assert (tmp_path / "quincunx-damaged-1.sqlite").exists()


@given(data=st.data())
def test_random_bytes_over_the_file_never_hurt(tmp_path_factory, data):
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


def test_the_file_opens_in_any_later_version(tmp_path):
    """What is on players' disks must stay readable: change VERSION and add a way up before changing the tables."""
    store = opened(tmp_path)
    tables = store._database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1").fetchall()
    assert VERSION == 1
    assert APPLICATION.to_bytes(4, "big") == b"QUNX"
    names = ["games", "journal", "profiles", "progress", "results", "sqlite_sequence", "torn"]
    assert [name for (name,) in tables] == names
    store.close()


def test_what_is_committed_outlives_the_program(store):
    assert store._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._database.execute("PRAGMA synchronous").fetchone() == (1,)


# -- taking along


def test_everything_can_be_taken_to_another_machine(tmp_path):
    old = opened(tmp_path / "old")
    old.add_profile("Ada")
    finish(old, now=2000, thinking=(3.0, 4.0))
    _, session = play(old, 5, seed=8)
    old.set_progress("jumpin", "p1", {"moves": 7}, "Ada")
    raw = to_bytes(old.export_all())
    statistics = old.statistics("lgame", "Ada")
    old.close()
    new = opened(tmp_path / "new")
    numbers = new.import_file(raw, GAMES)
    assert len(numbers) == 2
    assert new.profiles() == ("Ada",)
    assert new.statistics("lgame", "Ada") == statistics
    assert new.progress("jumpin", "Ada") == {"p1": {"moves": 7}}
    assert [new.resume(entry.id, GAMES).session.save() for entry in new.unfinished()] == [session.save()]
    assert new.import_file(raw.decode(), GAMES) == numbers
    assert to_bytes(new.export_all()) == raw
    new.close()


def test_of_two_copies_of_a_game_the_longer_one_stays(store, tmp_path):
    game_id, session = play(store, 3)
    shorter = store.export_game(game_id)
    session.play(session.state.legal_moves()[0])
    longer = store.export_game(game_id)
    assert store.import_file(shorter, GAMES) == (game_id,)
    assert store.resume(game_id, GAMES).session.state == session.state
    elsewhere = opened(tmp_path / "elsewhere")
    (there,) = elsewhere.import_file(shorter, GAMES)
    assert elsewhere.import_file(longer, GAMES) == (there,)
    assert elsewhere.resume(there, GAMES).session.state == session.state
    assert len(elsewhere.unfinished()) == 1
    elsewhere.close()


def test_what_is_taken_in_never_replaces_a_best_that_is_here(store):
    store.set_progress("jumpin", "p1", {"moves": 9}, "Ada")
    data = store.export_all()
    store.set_progress("jumpin", "p1", {"moves": 7}, "Ada")
    store.import_file(data, GAMES)
    assert store.progress("jumpin", "Ada") == {"p1": {"moves": 7}}


def test_a_game_can_be_exported_alone(store):
    game_id = finish(store)
    data = store.export_game(game_id)
    assert data["quincunx"] == 1
    assert json.loads(to_bytes(data)) == json.loads(json.dumps(data))
    store.discard(game_id)
    (again,) = store.import_file(to_bytes(data), GAMES)
    assert store.entry(again).result.winners == (0,)


def changed(data, **values):
    data = json.loads(to_bytes(data))
    data["games"][-1].update(values)
    return data


def test_a_file_with_anything_wrong_is_refused_whole_with_the_reason(store):
    finish(store, now=2000, seed=3)
    play(store, 3)
    good = store.export_all()
    ended = {"winners": [0], "ranking": [[0], [1]]}
    cases = [
        (b"\xff\xfe", "no file of games"),
        (b"[" * 100_000, "no file of games"),
        ([1, 2], "no file of games"),
        ({"quincunx": "1"}, "no file of games"),
        ({"quincunx": 2}, "format 2"),
        ({**good, "extra": 1}, "extra"),
        (changed(good, journal=["play xyz"]), "Game 2.*Action 1"),
        (changed(good, journal=["dance"]), "Game 2.*Action 1"),
        (changed(good, started=-1), r"games\[1\].started"),
        (changed(good, started=float("nan")), r"games\[1\].started"),
        (changed(good, journal=["play \ud800"]), "no file of games"),
        (json.dumps(changed(good, journal=["play \ud800"])), "no file of games"),
        ({**good, "profiles": [object()]}, "no file of games"),
        (changed(good, ended=5.0), "A finished game must have a result"),
        (changed(good, ended=5.0, result=ended), "did not end as the file says"),
        (changed(good, setup={**changed(good)["games"][1]["setup"], "game": "chess"}), "no game “chess”"),
        (changed(good, setup={**changed(good)["games"][1]["setup"], "params": {"first": 9}}), "first"),
    ]
    before = to_bytes(good)
    for data, why in cases:
        with pytest.raises(SaveError, match=why):
            store.import_file(data, GAMES)
        assert to_bytes(store.export_all()) == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def mutate(data, node):
    """Put some JSON in a random place inside a value."""
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        deeper = node[key]
        if not isinstance(deeper, (dict, list)) or not deeper or data.draw(st.booleans()):
            node[key] = data.draw(JSON)
            return
        node = deeper


@given(data=st.data())
def test_mutated_files_are_taken_or_refused_and_nothing_else(tmp_path_factory, data):
    store = opened(tmp_path_factory.mktemp("import"))
    finish(store)
    play(store, 2, seed=4)
    store.set_progress("jumpin", "p1", {"moves": 1})
    exported = json.loads(to_bytes(store.export_all()))
    before = to_bytes(exported)
    mutate(data, exported)
    try:
        store.import_file(exported, GAMES)
    except SaveError:
        assert json.loads(to_bytes(store.export_all())) == json.loads(before)
    store.export_all()
    store.close()


@given(st.binary(max_size=60))
def test_bytes_that_are_no_json_are_refused(raw):
    store, _ = Store.open(Path(os.devnull) / "nowhere")
    with pytest.raises(SaveError):
        store.import_file(raw, GAMES)
    store.close()
