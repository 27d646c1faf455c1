"""Times in a journal: stored with each line, migrated from older files, and what follows from them."""

import json

import pytest

from logic.session import SaveError
from logic.storage.exchange import (
    ExportedGame,
    Thought,
    Time,
    is_whole,
    moves_of,
    open_thought,
    thinking_of,
    to_bytes,
    turn_of,
)
from logic.storage.schema import VERSION
from logic.storage.store import Store
from tests.services.session.sessionparts import counters
from tests.support.storeparts import GAMES, OLD_FILES, changing, finish, lay_old_file, opened, play, queried, reopened


def version_of(folder):
    ((version,),) = queried(folder, "PRAGMA user_version")
    return version


# -- storing


def test_times_are_stored_with_their_journal_line_and_game(store):
    game_id, session = play(store, 1)
    assert store.kept(game_id).times == ()
    store.record(game_id, f"play {session.state.legal_moves()[0]}", 5.0, Thought(0, 3.5))
    store.record(game_id, "undo", 6.0)
    assert store.kept(game_id).times == (Time(2, 0, 3.5),)
    game_id, _ = play(store, 2)
    store.discard(game_id)
    store.save_thought(game_id, Thought(1, 12.0))
    assert store.notices() == ()
    assert store.entry(game_id) is None
    game_id = finish(store, thinking=(7, 8))
    assert thinking_of(store.kept(game_id)) == (7, 8)


def test_thinking_time_continues_across_restarts_into_one_line(tmp_path):
    first = opened(tmp_path)
    game_id, _ = play(first, 2, thinking=(2, 1))
    first.save_thought(game_id, Thought(1, 12.0))
    second = reopened(first, tmp_path)
    assert open_thought(second.kept(game_id), 1) == 12
    assert open_thought(second.kept(game_id), 0) == 0
    second.save_thought(game_id, Thought(1, 15.0))
    third = reopened(second, tmp_path)
    assert thinking_of(third.kept(game_id)) == (2, 15)
    session = third.resume(game_id, GAMES).session
    third.record(game_id, f"play {session.state.legal_moves()[0]}", 5.0, Thought(1, 20.0))
    assert third.kept(game_id).times[2:] == (Time(3, 1, 20.0),)
    assert open_thought(third.kept(game_id), 1) == 0
    first = opened(tmp_path)
    game_id, session = play(first, 2)
    first.save_thought(game_id, Thought(1, 12.0))
    first.record(game_id, f"play {session.state.legal_moves()[0]}", 5.0)
    held = first.kept(game_id).times
    second = reopened(first, tmp_path)
    assert second.kept(game_id).times == held == (Time(3, 1, 12.0),)


def test_lines_set_aside_take_their_times_along(tmp_path):
    first = opened(tmp_path)
    game_id, _ = play(first, 6, thinking=(7, 8))
    first.close()
    queried(tmp_path, "UPDATE journal SET line = 'dance' WHERE game_id = ? AND n = 3", game_id)
    second = opened(tmp_path)
    assert second.resume(game_id, GAMES).message is not None
    held = second.kept(game_id).times
    third = reopened(second, tmp_path)
    assert third.kept(game_id).times == held == (Time(1, 0, 7.0), Time(2, 0, 0.0))


@pytest.mark.parametrize(
    ("n", "seat", "seconds"),
    [
        (1, 0, -1), (1, 0, float("inf")), (1, 0, 1e300), (1, 2, 7), (1, 70, 7), (1, -1, 7), (900, 0, 7), (-1, 0, 7),
        (2**60, 2**60, 7),
    ],
)  # fmt: skip
def test_an_invalid_time_is_ignored(tmp_path, n, seat, seconds):
    first = opened(tmp_path)
    game_id = finish(first, thinking=(7, 8))
    first.close()
    queried(tmp_path, "UPDATE times SET n = ?, seat = ?, seconds = ? WHERE n = 1", n, seat, seconds)
    second = opened(tmp_path)
    assert thinking_of(second.kept(game_id)) == (0, 8)
    assert not is_whole(second.kept(game_id))
    other = opened(tmp_path / "other")
    (taken,) = other.import_file(to_bytes(second.export_all()), GAMES).numbers
    assert thinking_of(other.kept(taken)) == (0, 8)


def test_an_invalid_time_does_not_spoil_the_statistics(tmp_path):
    first = opened(tmp_path)
    first.add_profile("Ada")
    finish(first, seed=1, thinking=(7, 8))
    finish(first, seed=2, thinking=(5, 8))
    first.close()
    for damage in (-1, float("inf")):
        queried(tmp_path, "UPDATE times SET seconds = ? WHERE game_id = 1 AND n = 1", damage)
        second = opened(tmp_path)
        assert second.statistics("lgame", "Ada").thinking == 5
        second.close()


def test_times_survive_a_locked_file(tmp_path, monkeypatch):
    monkeypatch.setattr("logic.storage.schema.PATIENCE", 0.05)
    first = opened(tmp_path)
    game_id, session = play(first, 3, thinking=(2, 4))
    with changing(tmp_path) as other:
        other.execute("BEGIN IMMEDIATE")
        first.record(game_id, f"play {session.state.legal_moves()[0]}", 5.0, Thought(1, 9.0))
        first.save_thought(game_id, Thought(0, 1.5))
        assert first.path is None
        held = first.kept(game_id).times
        other.execute("ROLLBACK")
    home = reopened(first, tmp_path)
    assert home.kept(game_id).times == held
    assert held[3:] == (Time(4, 1, 9.0), Time(5, 0, 1.5))


# -- older files


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_an_older_file_is_migrated_with_all_its_content(tmp_path, version):
    lay_old_file(tmp_path, version)
    assert version_of(tmp_path) == version
    new = opened(tmp_path)
    assert [entry.id for entry in new.unfinished()] == [3, 1]
    session = new.resume(1, GAMES).session
    assert [str(move) for move in session.moves] == ["lay c1 c2 c3 d3", "shift n1 a4"]
    assert session.can_redo()
    assert new.statistics("lgame", "Ada").thinking == 4
    assert thinking_of(new.kept(2)) == (4, 5.25)
    assert thinking_of(new.kept(1)) == ((0, 0) if version == 1 else (14, 30))
    assert [is_whole(new.kept(number)) for number in (1, 2, 3)] == [version > 1, True, False]
    assert {entry.version for entry in new.unfinished()} == {""}
    assert new.profiles() == ("Ada",)
    assert new.progress("jumpin", "Ada") == {"p1": {"moves": 7}}
    assert queried(tmp_path, "SELECT * FROM torn") == [(1, 9, "play nonsense")]
    assert new.in_hand(1) == ""
    new.record(1, "redo", 5000.0, Thought(1, 2.5))
    new.keep_in_hand(1, "R1")
    assert new.figures() == {}
    new.set_figure("Ada", "owl")
    new.close()
    assert version_of(tmp_path) == VERSION
    again = opened(tmp_path)
    assert again.in_hand(1) == "R1"
    assert again.figures() == {"Ada": "owl"}
    assert thinking_of(again.kept(1))[1] == (2.5 if version == 1 else 32.5)
    assert again.begin(session.setup, 6000.0) == 4


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_a_migrated_file_has_the_schema_of_a_new_one(tmp_path, version):
    (tmp_path / "new").mkdir()
    lay_old_file(tmp_path, version)
    query = (
        "SELECT m.name, c.name, c.type, c.[notnull], c.dflt_value, c.pk "
        "FROM sqlite_master m, pragma_table_info(m.name) c ORDER BY m.name, c.cid"
    )
    columns = []
    for folder in (tmp_path, tmp_path / "new"):
        opened(folder).close()
        columns.append(queried(folder, query))
    assert columns[0] == columns[1]
    assert len(columns[0]) > 30


@pytest.mark.parametrize("version", [1, 2])
def test_a_locked_file_of_an_older_version_can_be_read(tmp_path, monkeypatch, version):
    lay_old_file(tmp_path, version)
    queried(tmp_path, "PRAGMA journal_mode = WAL")
    monkeypatch.setattr("logic.storage.schema.PATIENCE", 0.05)
    with changing(tmp_path) as other:
        other.execute("BEGIN IMMEDIATE")
        new, messages = Store.open(tmp_path)
        assert len(messages) == 1
        assert new.path is None
        assert new.resume(1, GAMES).session.ply == 2
        new.save_thought(1, Thought(1, 2.0))
        other.execute("ROLLBACK")
    new.close()
    assert version_of(tmp_path) == VERSION
    home = opened(tmp_path)
    assert open_thought(home.kept(1), 1) == 2


@pytest.mark.parametrize("raw", ["", "long", "7", '{"a": 3}', '["long", null, [1]]', "[1, 2", "null"])
def test_invalid_thinking_times_in_a_version_2_file_are_ignored(tmp_path, raw):
    lay_old_file(tmp_path, 2)
    queried(tmp_path, "UPDATE games SET thinking = ? WHERE id = 1", raw)
    new = opened(tmp_path)
    assert new.kept(1).times == ()
    assert thinking_of(new.kept(2)) == (4, 5.25)


@pytest.mark.parametrize("version", [0, -1, 1, 2])
def test_tables_of_another_version_than_declared_are_salvaged(tmp_path, version):
    new = opened(tmp_path)
    play(new, 3)
    new.close()
    queried(tmp_path, f"PRAGMA user_version = {version}")
    other, messages = Store.open(tmp_path)
    assert "damaged" in str(messages[0])
    assert [(entry.id, entry.moves) for entry in other.unfinished()] == [(1, 3)]


# -- taking along


def test_times_are_exported_and_imported_with_later_additions(store, tmp_path):
    game_id, _ = play(store, 3, thinking=(2.5, 4))
    store.save_thought(game_id, Thought(1, 12.25))
    raw = to_bytes(store.export_all())
    other = opened(tmp_path / "other")
    (taken,) = other.import_file(raw, GAMES).numbers
    assert other.kept(taken).times == store.kept(game_id).times
    assert len(other.kept(taken).times) == 4
    assert to_bytes(other.export_all()) == raw
    game_id, session = play(store, 3, seed=2, thinking=(2, 4))
    other = opened(tmp_path / "other")
    (taken,) = other.import_file(store.export_game(game_id), GAMES).numbers
    other.save_thought(taken, Thought(1, 6.0))
    store.record(game_id, f"play {session.state.legal_moves()[0]}", 5.0, Thought(1, 9.0))
    store.save_thought(game_id, Thought(0, 1.0))
    assert other.import_file(store.export_game(game_id), GAMES).numbers == (taken,)
    assert other.kept(taken).times == store.kept(game_id).times


def test_a_format_1_export_is_imported_with_its_times(store):
    raw = (OLD_FILES / "games-format1.json").read_bytes()
    numbers = store.import_file(raw, GAMES).numbers
    found = [store.kept(number) for number in numbers]
    assert [thinking_of(parcel) for parcel in found] == [(14, 30), (4, 5.25), (0, 0)]
    assert [is_whole(parcel) for parcel in found] == [True, True, False]
    assert store.statistics("lgame", "Ada").thinking == 4
    assert store.import_file(raw, GAMES).numbers == numbers


@pytest.mark.parametrize(
    ("thinking", "why"),
    [
        ("long", "Game 1 of the file: there is no field `thinking`"),
        ([-1], r"Game 1.*\$\.times\[0\]"),
        (["long"], r"Game 1.*\$\.times\[0\]"),
        ([1, 2, 3], "seat that the game does not have"),
        ([1] * 9, r"Game 1.*\$\.times\[8\]"),
    ],
)
def test_a_format_1_export_with_invalid_thinking_times_is_refused(store, thinking, why):
    data = json.loads((OLD_FILES / "games-format1.json").read_bytes())
    del data["games"][1:]
    data["games"][0]["thinking"] = thinking
    with pytest.raises(SaveError, match=why):
        store.import_file(data, GAMES)
    assert store.export_all()["games"] == []


def test_duplicate_times_of_a_line_count_once(store):
    game_id, _ = play(store, 4)
    data = json.loads(to_bytes(store.export_game(game_id)))
    store.discard(game_id)
    data["games"][0]["times"] = [[1, 0, 3.0], [1, 0, 5.0], [1, 0, 4.0]]
    (taken,) = store.import_file(data, GAMES).numbers
    assert store.kept(taken).times == (Time(1, 0, 5.0),)


# -- what follows


def journal_of(*lines, confirm=False, clock=0):
    """Play a journal in which each line is written with its seconds; return the record and the session."""
    session = counters("always", confirm=confirm)
    setup, times = session.setup, []
    for number, (line, seconds) in enumerate(lines, 1):
        if seconds is not None:
            times.append(Time(number, session.actor, seconds))
        session.act(line)
    setup = type(setup)(**{**{name: getattr(setup, name) for name in setup.__struct_fields__}, "clock": clock})
    return ExportedGame(setup, tuple(line for line, _ in lines), 1.0, 2.0, times=tuple(times)), session


def test_turn_time_sums_the_turn_and_undo_returns_none_of_it():
    parcel, session = journal_of(
        ("play take 1", 4), ("end", 5), ("play take 2", 6), ("undo", 1), confirm=True, clock=30
    )  # fmt: skip
    assert session.actor == 1
    assert turn_of(parcel, 1) == 7
    assert turn_of(parcel, 0) == 0
    parcel, session = journal_of(("play take 1", 4), ("undo", 3), ("play take 2", 2), confirm=True, clock=30)
    assert session.actor == 0
    assert turn_of(parcel, 0) == 9
    parcel, session = journal_of(("play take 1", 4), ("undo", 3), clock=30)
    assert session.actor == 0
    assert turn_of(parcel, 0) == 0
    parcel, _ = journal_of(clock=30)
    assert turn_of(ExportedGame(parcel.setup, (), 1.0, 2.0, times=(Time(0, 0, 9.0), Time(1, 0, 4.0))), 0) == 4


@pytest.mark.parametrize(("seconds", "left"), [(29.5, 29.5), (30, 0), (1e9, 0)])
def test_a_time_beyond_the_turn_clock_counts_as_none(seconds, left):
    parcel, _ = journal_of(clock=30)
    assert turn_of(ExportedGame(parcel.setup, (), 1.0, 2.0, times=(Time(1, 0, seconds),)), 0) == left


def test_move_times_include_undone_time_and_are_none_if_unmeasured():
    parcel, session = journal_of(
        ("play take 1", 4), ("end", 1), ("play take 2", 6), ("undo", 2), ("redo", 3), ("undo", 1), ("play take 1", 2),
        confirm=True,
    )  # fmt: skip
    assert [str(move) for move in session.moves] == ["take 1", "take 1"]
    assert moves_of(parcel, session) == (5, 14)
    assert sum(moves_of(parcel, session)) == sum(thinking_of(parcel))
    parcel, session = journal_of(("play take 1", 4), ("play take 2", 6), ("undo", 2))
    assert moves_of(parcel, session) == (4,)
    assert thinking_of(parcel) == (6, 6)
    parcel, session = journal_of(("play take 1", None), ("play take 2", 6), ("play take 1", None))
    assert moves_of(parcel, session) == (None, 6, None)
    assert not is_whole(parcel)
    parcel, session = journal_of()
    assert is_whole(parcel)
    assert moves_of(parcel, session) == ()
