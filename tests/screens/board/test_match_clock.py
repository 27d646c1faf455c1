"""The clock of a match: what it ends, when it stands, and that it goes on where it was when the game was left."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from logic.registry import GAMES
from logic.session.session import Session
from logic.storage.exchange import thinking_of, to_bytes
from logic.storage.store import Store
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.cabinet.shelf import ShelfScene
from tests.boardhands import match_of
from tests.matchhands import ANNA, BEN, GENTLE, begin, first_move, run, setup_of
from tests.sceneapp import Clock
from tests.storeparts import lay_old_file


def test_the_clock_begins_anew_with_each_turn_stands_while_covered_and_ends_the_game_of_who_lets_it_run_out(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.update(20.0)
    match.update(50.0, covered=True)
    assert match.clock_left == pytest.approx(10.0)
    match.play(first_move(match))
    assert match.clock_left == pytest.approx(10.0), "a turn has one clock for all its moves"
    match.play("stay")
    assert match.clock_left == pytest.approx(30.0)
    # the clock ends the game against who lets it run out
    match = begin(driver, ANNA, BEN, variant="blitz")
    assert match.update(29.0)
    assert not match.is_over
    match.update(1.5)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert "clock" in str(match.outcome.reason)
    assert driver.app.store.finished()[0].result.winners == (1,)
    # a match without a clock needs no frames while a human thinks
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.2)
    assert not match.update(0.1)


def test_a_turn_that_may_end_ends_when_the_clock_runs_out_and_an_open_one_is_closed(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.play(first_move(match))
    match.way_out = lambda: match.session.state.legal_moves()[-1]
    match.update(31.0)
    assert not match.is_over
    assert match.actor == 1
    match = begin(driver, ANNA, BEN, clock=10)
    match.play(first_move(match))
    match.play("stay")
    match.update(11.0)
    assert not match.is_over
    assert match.actor == 1
    assert not match.session.awaits_end


# -- left and gone on with


def sit_at_blitz(sit_down, *seats, **options):
    """Sit down at a Blitz game that was begun from the shelf."""
    driver = sit_down((1024, 600))
    driver.app.change(driver.app.settings.with_(reduced_motion=True))
    driver.push(ShelfScene(driver.app))
    setup = setup_of(*(seats or (ANNA, BEN)), variant="blitz", **options)
    driver.push(BoardScene(driver.app, Match.start(driver.app, setup)))
    return driver


def think(driver, seconds):
    """Let somebody think before the board; no frame counts for more than a tenth of a second."""
    for _ in range(round(seconds * 10)):
        driver.frame(dt=0.1)


def leave_and_go_on(driver):
    """Go to the shelf by the menu, and back by its button."""
    driver.key("escape")
    driver.frame()
    driver.click("shelf")
    driver.frame()
    assert isinstance(driver.top, ShelfScene)
    think(driver, 3)
    driver.click("go-on")
    driver.frame()
    assert isinstance(driver.top, BoardScene)


def test_a_turn_that_was_left_goes_on_with_what_was_left_of_it(sit_down):
    driver = sit_at_blitz(sit_down)
    match_of(driver).play(first_move(match_of(driver)))
    match_of(driver).play("stay")
    think(driver, 25)
    leave_and_go_on(driver)
    assert match_of(driver).clock_left == pytest.approx(5, abs=0.3)
    think(driver, 3)
    leave_and_go_on(driver)
    assert match_of(driver).clock_left == pytest.approx(2, abs=0.5)
    think(driver, 3)
    assert match_of(driver).is_over
    assert match_of(driver).outcome.winners == (0,)


def test_a_turn_goes_on_too_where_the_window_was_closed(sit_down):
    first = sit_at_blitz(sit_down)
    think(first, 10)
    match_of(first).play(first_move(match_of(first)))
    think(first, 15)
    left = match_of(first).clock_left
    first.app.close()
    second = sit_down((1024, 600))
    second.push(ShelfScene(second.app))
    second.click("go-on")
    second.frame()
    assert left == pytest.approx(5, abs=0.2)
    assert match_of(second).clock_left == pytest.approx(left, abs=0.1)
    assert match_of(second).session.ply == 1


def test_the_next_player_begins_with_the_whole_time_and_nobody_thinks_while_the_machine_sleeps(sit_down):
    driver = sit_at_blitz(sit_down)
    think(driver, 25)
    match_of(driver).play(first_move(match_of(driver)))
    match_of(driver).play("stay")
    leave_and_go_on(driver)
    assert match_of(driver).actor == 1
    assert match_of(driver).clock_left == pytest.approx(30, abs=0.3)
    # time that the machine sleeps is not thought
    clock = Clock()
    driver = sit_down((640, 400), now=clock)
    driver.push(BoardScene(driver.app, begin(driver, ANNA, BEN)))
    before = match_of(driver).thinking_time[0]
    clock.pass_by(8 * 3600)
    driver.frame(dt=8 * 3600)
    assert match_of(driver).thinking_time[0] == pytest.approx(before + 0.1)


def test_taking_back_and_leaving_give_no_time_back(driver):
    match = begin(driver, ANNA, BEN, variant="blitz", undo="own_turn")
    match.update(8)
    match.play(first_move(match))
    match.update(4)
    match.undo()
    match.update(3)
    assert match.clock_left == pytest.approx(15)
    match.leave()
    match = Match.resume(driver.app, match.game_id)
    assert match.clock_left == pytest.approx(15)
    match.update(2)
    match.redo()
    match.update(5)
    match.leave()
    match = Match.resume(driver.app, match.game_id)
    assert match.clock_left == pytest.approx(8)
    assert match.thinking_time == pytest.approx([22, 0])
    assert match.move_times == pytest.approx((17,))


def test_a_turn_that_was_taken_back_with_the_answer_to_it_begins_anew(driver):
    match = begin(driver, ANNA, GENTLE, variant="blitz", undo="always")
    match.update(20)
    match.play(first_move(match))
    match.play("stay")
    while match.actor == 1:
        run(driver, match, 0.2)
    match.update(10)
    match.undo()
    match.undo()
    left = match.clock_left
    assert match.actor == 0
    match.leave()
    assert Match.resume(driver.app, match.game_id).clock_left == pytest.approx(left)
    assert left == 30


@pytest.mark.parametrize("seconds", [-1.0, 30.0, 1e10, float("inf")])
def test_a_damaged_time_costs_nobody_the_game(driver, seconds):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.update(5)
    match.play(first_move(match))
    driver.app.close()
    path = driver.app.store.path
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE times SET seconds = ?", (seconds,))
    driver.app.store, _ = Store.open(path.parent)
    again = Match.resume(driver.app, match.game_id)
    assert again.clock_left == 30
    assert not again.is_over


CHILD = """
import sys
from scenes.board.scene import BoardScene
from scenes.board.match import Match
from tests.matchhands import ANNA, BEN, setup_of
from tests.sceneapp import make_driver
from tests.screens.board.test_match_clock import think

driver = make_driver((640, 400))
match = Match.start(driver.app, setup_of(ANNA, BEN, variant="blitz"))
driver.push(BoardScene(driver.app, match))
think(driver, 25)
match.play(match.session.state.legal_moves()[0])
print(match.clock_left, flush=True)
think(driver, 2)
print(match.clock_left, flush=True)
sys.stdin.read()
"""


def test_a_kill_costs_the_seconds_since_the_last_move(driver):
    child = subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with child:
        try:
            moved, killed = float(child.stdout.readline()), float(child.stdout.readline())
        finally:
            child.kill()
    assert moved == pytest.approx(5, abs=0.2)
    assert killed == pytest.approx(3, abs=0.2)
    (entry,) = driver.app.store.unfinished()
    again = Match.resume(driver.app, entry.id)
    assert again.session.ply == 1
    assert again.clock_left == pytest.approx(moved, abs=0.02)
    assert again.thinking_time == pytest.approx([30 - moved, 0])


# -- thinking


def test_the_thinking_of_all_sittings_counts_for_whoever_thought(driver):
    match = begin(driver, ANNA, BEN)
    match.update(7)
    match.play(first_move(match))
    match.update(3)
    match.leave()
    match = Match.resume(driver.app, match.game_id)
    assert match.thinking_time == [10, 0]
    match.update(2)
    match.play("stay")
    match.end_turn()
    match.update(4)
    match.leave()
    match = Match.resume(driver.app, match.game_id)
    assert not match.lacks_times
    match.update(5)
    match.give_up(1)
    assert match.thinking_time == [12, 9]
    assert match.move_times == (7, 5)
    assert driver.app.store.statistics("lgame").thinking == 0
    assert thinking_of(driver.app.store.kept(match.game_id)) == (12, 9)
    # the statistics count the thinking of all sittings
    driver.app.store.add_profile("Anna")
    match = begin(driver, ANNA, BEN)
    match.update(7)
    match.leave()
    match = Match.resume(driver.app, match.game_id)
    match.update(4)
    match.give_up(1)
    assert driver.app.store.statistics("lgame", "Anna").thinking == 11
    # what computers think counts for them
    match = begin(driver, ANNA, GENTLE)
    match.play(first_move(match))
    match.play("stay")
    match.end_turn()
    match.update(6)
    run(driver, match, 3)
    assert match.actor == 0
    assert match.thinking_time[1] >= 6
    assert thinking_of(driver.app.store.kept(match.game_id))[1] == pytest.approx(match.thinking_time[1])


def test_times_are_taken_along_to_another_machine_and_where_nobody_took_them_that_is_known(driver, tmp_path):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.update(10)
    match.play(first_move(match))
    match.update(15)
    match.leave()
    raw = to_bytes(driver.app.store.export_game(match.game_id))
    driver.app.store.close()
    driver.app.store, _ = Store.open(tmp_path)
    (taken,) = driver.app.store.import_file(raw, GAMES)
    again = Match.resume(driver.app, taken)
    assert again.clock_left == pytest.approx(5)
    assert again.thinking_time == pytest.approx([25, 0])
    # a game that nobody timed does not pretend to know
    setup = setup_of(ANNA, BEN)
    game_id = driver.app.store.begin(setup, 1.0)
    driver.app.store.record(game_id, f"play {Session(GAMES['lgame'], setup).state.legal_moves()[0]}", 2.0)
    assert Match.resume(driver.app, game_id).lacks_times


@pytest.mark.parametrize("version", [1, 2])
def test_a_game_of_an_older_version_begins_its_turn_anew(driver, tmp_path, version):
    lay_old_file(tmp_path, version)
    driver.app.store.close()
    driver.app.store, _ = Store.open(tmp_path)
    match = Match.resume(driver.app, 1)
    assert match.lacks_times == (version == 1)
    assert match.thinking_time == ([0, 0] if version == 1 else [14, 30])
    assert match.clock_left == 30
    assert match.move_times == (None, None)
    match.update(4)
    match.play(match.session.state.legal_moves()[0])
    assert match.move_times == (None, None, 4)
    match.leave()
    assert Match.resume(driver.app, 1).clock_left == 26
