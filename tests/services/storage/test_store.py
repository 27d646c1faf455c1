"""The store: games come back as they were left, and statistics are counted."""

import contextlib
import gc
import sqlite3
import weakref

import pytest

from logic.core import Message, Outcome
from logic.session import SaveError, Seat
from logic.storage.files import StoreProblem
from logic.storage.records import Tally
from logic.storage.schema import Database
from tests.support.storeparts import GAMES, finish, make_setup, opened, play, queried, reopened

# -- games being played


def test_a_stored_game_resumes_unchanged_and_continues_its_journal(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 5)
    session.undo()
    session.redo()
    session.undo()
    store = reopened(store, tmp_path)
    resumed, message = store.resume(game_id, GAMES)
    assert message is None
    assert resumed.save() == session.save()
    assert resumed.can_redo()
    store = opened(tmp_path)
    game_id, _ = play(store, 3)
    store = reopened(store, tmp_path)
    session = store.resume(game_id, GAMES).session
    session.record = store.recorder(game_id, lambda: 5000.0)
    session.play(session.state.legal_moves()[0])
    store = reopened(store, tmp_path)
    assert store.resume(game_id, GAMES).session.state == session.state
    assert store.entry(game_id).moves == 4
    store = opened(tmp_path)
    game_id, session = play(store, 2, undo="own_turn", confirm=True)
    assert session.awaits_end
    session.end_turn()
    store = reopened(store, tmp_path)
    resumed = store.resume(game_id, GAMES).session
    assert not resumed.awaits_end
    assert not resumed.can_undo()


def test_unfinished_games_are_listed_latest_first_without_empty_ones(store):
    early, _ = play(store, 2, seed=1, now=100)
    late, _ = play(store, 3, seed=2, now=500)
    store.begin(make_setup(3), 900.0)
    ended = finish(store, now=2000)
    assert [(entry.id, entry.moves) for entry in store.unfinished()] == [(late, 3), (early, 2)]
    assert [entry.id for entry in store.finished()] == [ended]
    assert store.unfinished()[0].setup == make_setup(2)


def test_games_dated_in_the_future_do_not_stay_the_latest(store):
    ahead, _ = play(store, 2, seed=1, now=9e8)
    last, _ = play(store, 2, seed=2, now=5e8)
    store.retry(9e8)
    assert [entry.id for entry in store.unfinished()] == [ahead, last]
    store.retry(5e8)
    assert [entry.id for entry in store.unfinished()] == [last, ahead]


def test_a_finished_game_stores_its_result_and_can_be_replayed(store):
    game_id = finish(store, winner=1, now=2000)
    entry = store.entry(game_id)
    assert (entry.ended, entry.result.winners, entry.result.ranking) == (2000.0, (1,), ((1,), (0,)))
    assert store.resume(game_id, GAMES).session.outcome().winners == (1,)


def test_undo_reopens_a_finished_game(store):
    store.add_profile("Ada")
    game_id, session = play(store, 4)
    store.finish(game_id, Outcome((0,), ((0,), (1,)), Message("So.")), 2000.0)
    session.undo()
    assert [entry.id for entry in store.unfinished()] == [game_id]
    assert store.statistics("lgame", "Ada").total.played == 0


def test_finished_games_are_filtered_by_player_and_game(store):
    store.add_profile("Ada")
    store.add_profile("Cili")
    by_ada = finish(store, now=2000, seed=1)
    by_cili = finish(store, now=3000, seed=2, seats=(Seat("Cili"), Seat("", "club")))
    assert [entry.id for entry in store.finished()] == [by_cili, by_ada]
    assert [entry.id for entry in store.finished(profile="Ada")] == [by_ada]
    assert [entry.id for entry in store.finished(profile="Cili", game="lgame")] == [by_cili]
    assert store.finished(game="coatl") == []


def test_a_discarded_game_leaves_no_trace(store, tmp_path):
    game_id, _ = play(store)
    store.discard(game_id)
    store.discard(game_id)
    assert store.unfinished() == []
    assert queried(tmp_path, "SELECT * FROM journal") == []
    with pytest.raises(SaveError):
        store.resume(game_id, GAMES)
    game_id, _ = play(store)
    with pytest.raises(SaveError, match="There is no game “lgame” here"):
        store.resume(game_id, {})


def test_a_journal_is_restored_up_to_a_bad_line_and_the_rest_set_aside(tmp_path):
    store = opened(tmp_path)
    game_id, session = play(store, 5)
    store.close()
    queried(tmp_path, "UPDATE journal SET line = 'play nonsense' WHERE n = 4")
    store = opened(tmp_path)
    resumed, message = store.resume(game_id, GAMES)
    assert resumed.state == session.states[3]
    assert str(message) == "The game could be restored only up to action 3."
    assert queried(tmp_path, "SELECT n FROM torn ORDER BY n") == [(4,), (5,)]
    resumed.record = store.recorder(game_id, lambda: 9000.0)
    resumed.play(resumed.state.legal_moves()[-1])
    store = reopened(store, tmp_path)
    again, message = store.resume(game_id, GAMES)
    assert (again.state, message) == (resumed.state, None)


# -- players


def test_profile_names_are_normalised_and_unique(store):
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


def test_renaming_a_player_keeps_a_computers_equal_name(store):
    store.add_profile("Ada")
    game_id, _ = play(store, 2, seats=(Seat("Ada"), Seat("Ada", level="club")))
    store.rename_profile("Ada", "Eve")
    assert [seat.name for seat in store.entry(game_id).setup.seats] == ["Eve", "Ada"]


def test_a_game_in_progress_ends_under_the_new_name(store):
    store.add_profile("Ada")
    game_id, session = play(store, 2)
    store.rename_profile("Ada", "Eve")
    session.end_early(1)
    store.finish(game_id, session.outcome(), 2000.0)
    assert store.statistics("lgame", "Eve").total == Tally(won=1)


def test_progress_keeps_the_last_value_of_each_player(store):
    store.set_progress("jumpin", "p1", {"moves": 9}, "Ada")
    store.set_progress("jumpin", "p1", {"moves": 7}, "Ada")
    store.set_progress("jumpin", "p2", {"moves": 3}, "Ada")
    store.set_progress("jumpin", "p1", {"moves": 5})
    assert store.progress("jumpin", "Ada") == {"p1": {"moves": 7}, "p2": {"moves": 3}}
    assert store.progress("jumpin") == {"p1": {"moves": 5}}
    assert store.progress("coatl", "Ada") == {}


def test_statistics_count_results_levels_streaks_and_averages(store):
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


def test_streaks_follow_the_order_in_which_games_ended(store):
    store.add_profile("Ada")
    begun_first, session = play(store, 2, seed=1)
    for number, winner in enumerate((0, 0)):
        finish(store, winner, 2000.0 + number, seed=2 + number)
    session.end_early(0)
    store.finish(begun_first, session.outcome(), 3000.0)
    found = store.statistics("lgame", "Ada")
    assert (found.streak, found.best_streak) == (0, 2)


def test_a_game_counts_for_both_players_by_their_current_names(store):
    for name in ("Ada", "Béla"):
        store.add_profile(name)
    finish(store, winner=1)
    store.rename_profile("Béla", "Bea")
    assert store.statistics("lgame", "Ada").total == Tally(lost=1)
    assert store.statistics("lgame", "Bea").total == Tally(won=1)
    assert [entry.setup.seats[1].name for entry in store.finished("Ada")] == ["Bea"]


def test_database_queries_leak_no_weak_references():
    def references():
        return sum(type(one) is weakref.ReferenceType for one in gc.get_objects())

    with contextlib.closing(sqlite3.connect(":memory:", factory=Database)) as database:
        before = references()
        for _ in range(1000):
            database.execute("SELECT 1").fetchone()
            database.executemany("SELECT ?", [(1,)])
        assert references() - before < 500
