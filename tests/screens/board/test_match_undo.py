"""Taking back in a match, among people and computers."""

import pytest

from logic.core import IllegalMove
from tests.matchhands import (
    ANNA,
    BEN,
    GENTLE,
    RANDOM,
    begin,
    counters,
    first_move,
    match_driver,  # noqa: F401 - a fixture
    run,
    two_small_games,  # noqa: F401 - a fixture
)


def test_own_turn_takes_back_piece_by_piece_and_not_what_is_closed(driver):
    match = begin(driver, ANNA, GENTLE)
    start = match.session.state
    assert not match.can_undo
    match.play(first_move(match))
    match.play("stay")
    match.undo()
    match.undo()
    assert match.session.state == start
    assert match.can_redo
    match.redo()
    match.redo()
    match.end_turn()
    assert not match.can_undo
    run(driver, match)
    assert not match.can_undo


def test_always_takes_back_until_a_human_is_to_act(driver):
    match = begin(driver, ANNA, GENTLE, variant="practice")
    match.play(first_move(match))
    match.play("stay")
    match.end_turn()
    run(driver, match)
    assert match.session.ply == 4
    match.undo()
    assert match.session.ply == 1
    assert match.awaits_human
    match.undo()
    assert match.session.ply == 0
    assert not match.can_undo
    match.redo()
    match.redo()
    assert match.session.awaits_end
    match.redo()
    assert match.session.ply == 4
    run(driver, match, 1)
    assert match.awaits_human


def test_a_computer_that_began_is_not_taken_back(driver, small_games):
    match = counters(driver, small_games, RANDOM, ANNA, undo="always")
    run(driver, match)
    assert match.session.ply == 1
    assert not match.can_undo


def test_nothing_can_be_taken_back_while_the_computer_thinks(driver):
    match = begin(driver, ANNA, GENTLE, variant="practice")
    match.play(first_move(match))
    match.play("stay")
    match.end_turn()
    assert match.is_thinking
    assert not match.can_undo
    assert not match.can_redo


def test_a_move_that_is_not_listed_changes_nothing(driver):
    match = begin(driver, ANNA, BEN)
    with pytest.raises(IllegalMove):
        match.play("fly away")
    assert match.session.ply == 0
