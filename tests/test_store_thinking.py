"""The time for thinking is kept through all sittings, and files from before that can be read."""

import contextlib
import json
import sqlite3

import pytest

from logic.store import Store
from logic.store_schema import FILE_NAME, SCHEMA
from scenes.match import Match
from tests.matchhands import ANNA, BEN, begin, first_move
from tests.sceneapp import Clock, sit_down  # noqa: F401 - a fixture
from tests.storeparts import GAMES, finish, opened, play, store  # noqa: F401 - a fixture among them

FIRST_SCHEMA = SCHEMA.replace(",\n    thinking TEXT NOT NULL DEFAULT '[]'", "")
"""The tables of version 1, as they are on players' disks."""


def make_old(folder):
    """Turn the file of a store into one of version 1."""
    with contextlib.closing(sqlite3.connect(folder / FILE_NAME)) as database:
        database.execute("ALTER TABLE games DROP COLUMN thinking")
        database.execute("PRAGMA user_version = 1")
        database.commit()


def version_of(folder):
    with contextlib.closing(sqlite3.connect(folder / FILE_NAME)) as database:
        return database.execute("PRAGMA user_version").fetchone()[0]


# -- keeping


def test_each_line_brings_the_time_along(store):  # noqa: F811
    game_id, session = play(store, 1)
    assert store.thinking(game_id) == ()
    store.record(game_id, f"play {session.state.legal_moves()[0]}", 5.0, [3.5, 1])
    store.record(game_id, "undo", 6.0)
    assert store.thinking(game_id) == (3.5, 1)
    store.keep_thinking(game_id, (3.5, 9))
    assert store.thinking(game_id) == (3.5, 9)


def test_the_time_of_an_open_game_is_there_in_the_next_sitting(tmp_path):
    first = opened(tmp_path)
    game_id, _ = play(first, 2)
    first.keep_thinking(game_id, (12, 30))
    first.close()
    second = opened(tmp_path)
    assert second.thinking(game_id) == (12, 30)
    second.close()


def test_a_finished_game_that_is_taken_back_keeps_its_time(store):  # noqa: F811
    game_id = finish(store, thinking=(7, 8))
    assert store.thinking(game_id) == (7, 8)


def test_the_time_of_an_open_game_is_taken_along(store, tmp_path):  # noqa: F811
    game_id, _ = play(store, 2)
    store.keep_thinking(game_id, (12, 30))
    other = opened(tmp_path / "other")
    (taken,) = other.import_file(store.export_game(game_id), GAMES)
    assert other.thinking(taken) == (12, 30)
    other.close()


def test_nonsense_in_the_column_is_no_time(tmp_path):
    first = opened(tmp_path)
    game_id, _ = play(first, 2)
    first._database.execute("UPDATE games SET thinking = '[\"long\"]'")
    first.close()
    second = opened(tmp_path)
    assert second.thinking(game_id) == ()
    second.close()


# -- the first version


def test_the_tables_of_the_first_version_are_as_they_were():
    names = sqlite3.connect(":memory:")
    names.executescript(FIRST_SCHEMA)
    columns = [row[1] for row in names.execute("PRAGMA table_info(games)")]
    names.close()
    assert columns == ["id", "game", "setup", "started", "changed", "ended", "outcome", "moves", "complete"]


def test_a_file_of_the_first_version_is_brought_up_with_all_that_is_in_it(tmp_path):
    old = opened(tmp_path)
    open_game, session = play(old, 6)
    ended = finish(old, thinking=(4, 5), seed=3)
    old.close()
    make_old(tmp_path)
    assert version_of(tmp_path) == 1
    new = opened(tmp_path)
    assert new.resume(open_game, GAMES).session.state == session.state
    assert new.thinking(open_game) == ()
    assert new.export_game(ended)["games"][0]["thinking"] == (4, 5)
    new.keep_thinking(open_game, (1, 2))
    new.close()
    assert version_of(tmp_path) == 2
    again = opened(tmp_path)
    assert again.thinking(open_game) == (1, 2)
    again.close()


def test_a_file_of_the_first_version_that_is_locked_can_be_read_all_the_same(tmp_path, monkeypatch):
    old = opened(tmp_path)
    game_id, session = play(old, 6)
    old.close()
    make_old(tmp_path)
    monkeypatch.setattr("logic.store_schema.PATIENCE", 0.05)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        new, messages = Store.open(tmp_path)
        assert len(messages) == 1
        assert new.path is None
        assert new.resume(game_id, GAMES).session.state == session.state
        new.keep_thinking(game_id, (1, 2))
        other.execute("ROLLBACK")
    new.close()
    assert version_of(tmp_path) == 2
    home = opened(tmp_path)
    assert home.thinking(game_id) == (1, 2)
    home.close()


@pytest.mark.parametrize("version", [0, -1, 1])
def test_tables_that_belong_to_another_version_than_the_file_says_are_no_file_of_ours(tmp_path, version):
    new = opened(tmp_path)
    play(new, 3)
    new.close()
    with contextlib.closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.execute(f"PRAGMA user_version = {version}")
    other, messages = Store.open(tmp_path)
    assert "damaged" in str(messages[0])
    assert other.unfinished() == []
    other.close()


# -- at the table


def test_the_time_of_all_sittings_counts(sit_down):  # noqa: F811
    clock = Clock()
    driver = sit_down((640, 400), now=clock)
    match = begin(driver, ANNA, BEN)
    clock.pass_by(7)
    match.play(first_move(match))
    clock.pass_by(3)
    match.leave()
    clock.pass_by(1000)
    again = Match.resume(driver.app, match.game_id)
    assert not again.lacks_times
    assert again.thinking_time == [10, 0]
    clock.pass_by(2)
    again.play("stay")
    again.end_turn()
    clock.pass_by(5)
    again.give_up(1)
    assert again.thinking_time == [12, 5]
    exported = driver.app.store.export_game(match.game_id)
    assert json.loads(json.dumps(exported))["games"][0]["thinking"] == [12, 5]


def test_what_was_thought_before_a_crash_is_there_up_to_the_last_action(sit_down):  # noqa: F811
    clock = Clock()
    driver = sit_down((640, 400), now=clock)
    match = begin(driver, ANNA, BEN)
    clock.pass_by(7)
    match.play(first_move(match))
    clock.pass_by(100)
    assert Match.resume(driver.app, match.game_id).thinking_time == [7, 0]


def test_a_game_from_before_the_time_was_kept_does_not_pretend_to_know_it(sit_down):  # noqa: F811
    driver = sit_down((640, 400))
    game_id = driver.app.store.begin(begin(driver, ANNA, BEN).session.setup, 1.0)
    assert Match.resume(driver.app, game_id).lacks_times
