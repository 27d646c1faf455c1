"""Taking back in a match, among people and computers."""

import msgspec
import pytest

from logic.core import IllegalMove
from scenes.board.match import Match
from scenes.board.result import facts_of
from tests.matchhands import ANNA, BEN, GENTLE, RANDOM, begin, counters, first_move, run, setup_of


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


def test_turns_taken_back_are_counted_once_each_and_told_in_the_result_and_after_a_resume(driver):
    setup = setup_of(ANNA, GENTLE)
    match = Match.start(driver.app, msgspec.structs.replace(setup, undo="always"))
    for _ in range(2):
        match.play(first_move(match))
        match.play("stay")
        assert match.session.turns_taken_back == 0
        match.undo()
        match.play("stay")
        match.end_turn()
        run(driver, match)
    assert match.session.turns_taken_back == 0, "an open turn costs nothing"
    while match.can_undo:
        match.undo()
    assert (match.session.ply, match.session.turns_taken_back) == (0, 2)
    again = Match.resume(driver.app, match.game_id)
    assert again.session.turns_taken_back == 2
    again.give_up(0)
    assert "With 2 turns taken back" in facts_of(driver.app, again)


def greedily(state, further=1):
    """The move that shows something hidden, or after which one does, or else the first."""
    for move in state.legal_moves():
        step = state.apply(move)
        after = step.state.player == state.player and further and greedily(step.state, 0)
        if any(event.reveals for event in (*step.events, *(step.state.apply(after).events if after else ()))):
            return move
    return state.legal_moves()[0]


def test_nothing_is_taken_back_over_what_was_shown_since(driver):
    """Not even as far as the computer’s own moves, which it would make once more."""
    setup = msgspec.structs.replace(setup_of(ANNA, RANDOM, game="labyrinth"), undo="always")
    match = Match.start(driver.app, setup)
    hidden = 0
    for _ in range(60):
        if match.is_over:
            break
        if match.awaits_human:
            match.play(greedily(match.session.state))
        run(driver, match)
        own = [ply for ply in range(match.session.ply) if match.session.mover(ply) == 0]
        if not own or not match.awaits_human:
            continue
        since = match.session.events[own[-1] :]
        shown = any(event.reveals for events in since for event in events)
        assert match.can_undo != shown
        hidden += shown
    assert hidden
