"""Games of daily puzzles: stored, migrated from older files, exported, and counted."""

import json

import pytest

from logic.puzzles import streaks
from logic.session import SaveError, Seat
from logic.storage.exchange import to_bytes
from logic.storage.store import Store
from tests.support.storeparts import GAMES, finish, lay_old_file, opened, play, queried

DAY, NEXT = "2026-01-31", "2026-02-01"
GUEST = (Seat(""), Seat(level="gentle"))


def test_a_solved_daily_counts_once_with_its_first_time(store):
    store.add_profile("Ada")
    finish(store, now=2000.0, day=DAY)
    finish(store, now=3000.0, day=DAY, seed=2)
    finish(store, now=4000.0, day=NEXT, winner=1, seed=3)
    finish(store, now=5000.0, seed=4)
    play(store, day=NEXT, seed=5)
    assert store.dailies(profile="Ada") == store.dailies("lgame", "Ada") == {DAY: 2000.0}
    assert store.dailies("jumpin", "Ada") == {}


def test_dailies_are_counted_without_a_profile(store):
    finish(store, now=2000.0, seats=GUEST, day=DAY)
    finish(store, now=3000.0, winner=1, seats=GUEST, day=NEXT)
    assert store.dailies() == {DAY: 2000.0}


def test_a_daily_with_a_shown_solution_is_not_solved(store):
    game_id, session = play(store, 1, day=DAY, seats=GUEST)
    session.play(session.state.legal_moves()[0], shown=True)
    session.end_early(1)
    store.finish(game_id, session.outcome(), 2000.0)
    assert store.dailies() == {}


def test_the_day_is_exported_and_salvaged(store, tmp_path):
    game_id = finish(store, seats=GUEST, day=DAY)
    data = store.export_all()
    other = opened(tmp_path / "other")
    assert other.import_file(to_bytes(data), GAMES).numbers == (1,)
    assert other.dailies() == store.dailies() == {DAY: 2000.0}
    other.close()
    queried(tmp_path / "other", "PRAGMA application_id = 1")
    salvaged, messages = Store.open(tmp_path / "other", GAMES)
    assert "damaged" in str(messages[0])
    assert salvaged.dailies() == {DAY: 2000.0}
    assert salvaged.kept(game_id).day == salvaged.entry(game_id).day == DAY
    salvaged.close()


def test_import_adds_the_day_unless_the_format_is_older(store, tmp_path):
    finish(store, seats=GUEST, day=DAY)
    data = json.loads(to_bytes(store.export_all()))
    dayless = {**data, "games": [{**data["games"][0], "day": ""}]}
    other = opened(tmp_path / "other")
    assert other.import_file(dayless, GAMES).numbers == (1,)
    assert other.dailies() == {}
    assert other.import_file(data, GAMES).numbers == (1,)
    assert other.dailies() == {DAY: 2000.0}
    del data["games"][0]["day"]
    other = opened(tmp_path / "third")
    other.import_file({**data, "quincunx": 3}, GAMES)
    assert other.dailies() == {}
    other.close()
    with pytest.raises(SaveError, match="day"):
        store.import_file({**data, "games": [{**data["games"][0], "day": "today"}]}, GAMES)


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_games_of_an_older_file_have_no_day(tmp_path, version):
    lay_old_file(tmp_path, version)
    new = opened(tmp_path)
    assert {entry.day for entry in [*new.finished(), *new.unfinished()]} == {""}
    assert new.dailies(profile="Ada") == {}
    finish(new, day=DAY)
    assert new.dailies(profile="Ada") == {DAY: 2000.0}


def test_an_invalid_day_is_ignored(tmp_path):
    first = opened(tmp_path)
    game_id = finish(first, seats=GUEST, day=DAY)
    first.close()
    queried(tmp_path, "UPDATE games SET day = '2026-02-30'")
    second = opened(tmp_path)
    assert second.dailies() == {}
    assert second.kept(game_id).day == ""
    assert len(second.import_file(to_bytes(second.export_all()), GAMES).numbers) == 1


@pytest.mark.parametrize(
    ("solved", "now", "longest"),
    [([], 0, 0), ([31], 1, 1), ([30], 1, 1), ([29], 0, 1), ([27, 28, 29, 31], 1, 3), ([28, 29, 30], 3, 3)],
)
def test_streaks_end_after_a_whole_missed_day(solved, now, longest):
    assert streaks(solved, 31) == (now, longest)
