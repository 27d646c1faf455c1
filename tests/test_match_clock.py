"""The clock of a match: what it ends, and when it stands."""

import pytest

from tests.matchhands import (
    ANNA,
    BEN,
    begin,
    first_move,
    match_driver,  # noqa: F401 - a fixture
    run,
)


def test_the_clock_ends_the_game_against_who_lets_it_run_out(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    assert match.update(29.0)
    assert not match.is_over
    match.update(1.5)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert "clock" in str(match.outcome.reason)
    assert driver.app.store.finished()[0].result.winners == (1,)


def test_the_clock_begins_anew_with_each_turn_and_stands_while_covered(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.update(20.0)
    match.update(50.0, covered=True)
    assert match.clock_left == pytest.approx(10.0)
    match.play(first_move(match))
    assert match.clock_left == pytest.approx(10.0), "a turn has one clock for all its moves"
    match.play("stay")
    assert match.clock_left == pytest.approx(30.0)


def test_a_turn_that_may_end_ends_when_the_clock_runs_out(driver):
    match = begin(driver, ANNA, BEN, variant="blitz")
    match.play(first_move(match))
    match.way_out = lambda: match.session.state.legal_moves()[-1]
    match.update(31.0)
    assert not match.is_over
    assert match.actor == 1


def test_an_open_turn_is_closed_when_the_clock_runs_out(driver):
    match = begin(driver, ANNA, BEN, clock=10)
    match.play(first_move(match))
    match.play("stay")
    match.update(11.0)
    assert not match.is_over
    assert match.actor == 1
    assert not match.session.awaits_end


def test_a_match_without_a_clock_needs_no_frames_while_a_human_thinks(driver):
    match = begin(driver, ANNA, BEN)
    run(driver, match, 0.2)
    assert not match.update(0.1)
