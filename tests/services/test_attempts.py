"""What was tried in the present turn is remembered as it was made, until the turn is closed."""

import pytest

from logic.session import Session
from tests import pots
from tests.potsseat import ANNA, BEN, CLEO, play, session_of
from tests.sessionparts import counters


def tried(session):
    return [(attempt.ply, str(attempt.move), stands) for attempt, stands in session.attempts]


def test_what_was_taken_back_stays_in_its_order_and_stands_again_when_it_is_made_again():
    session = session_of(ANNA, BEN)
    play(session, "take 1")
    session.undo()
    play(session, "take 2")
    session.undo()
    play(session, "take 1")
    assert tried(session) == [(0, "take 1", False), (0, "take 2", False), (0, "take 1", True)]
    session = session_of(ANNA, BEN)
    play(session, "take 1")
    session.undo()
    assert tried(session) == [(0, "take 1", False)]
    session.redo()
    assert tried(session) == [(0, "take 1", True)]
    session = session_of(ANNA, BEN)
    play(session, "take 2")
    session.undo()
    (attempt, _), *others = session.attempts
    assert not others
    assert attempt.before == session.state
    assert attempt.after == session.state.apply(pots.Take(2)).state
    assert [event.name for event in attempt.events] == ["take"]


def test_an_open_turn_is_remembered_until_it_is_ended_or_gone_back_to():
    session = session_of(ANNA, BEN, confirm=True)
    play(session, "take 1", "end")
    session.undo()
    assert tried(session) == [(0, "take 1", True), (1, "end", False)]
    session.redo()
    session.end_turn()
    assert tried(session) == []
    play(session, "take 2")
    assert tried(session) == [(2, "take 2", True)]
    session = session_of(ANNA, BEN, confirm=True)
    play(session, "take 1")
    session.undo()
    play(session, "take 1", "end", "take 2")
    assert tried(session) == [(2, "take 2", True)]
    session = session_of(ANNA, BEN)
    play(session, "take 1")
    session.undo()
    play(session, "take 2", "end")
    assert tried(session) == []
    session = session_of(ANNA, BEN, CLEO, undo="always")
    play(session, "take 1", "end", "take 2", "end")
    session.undo()
    session.undo()
    assert tried(session) == [(2, "take 2", False), (3, "end", False)]
    play(session, "take 1")
    assert tried(session) == [(2, "take 2", False), (3, "end", False), (2, "take 1", True)]
    play(session, "end")
    assert tried(session) == []


def test_what_was_revealed_leaves_the_rest_in_sight_and_who_plays_alone_begins_anew():
    session = session_of(ANNA, BEN)
    play(session, "take 1")
    session.undo()
    play(session, "take 3")
    assert tried(session) == [(0, "take 1", False), (0, "take 3", True)]
    session = session_of(ANNA)
    play(session, "take 1")
    session.undo()
    play(session, "take 3")
    assert tried(session) == []


def test_a_journal_brings_it_back_and_somebody_who_leaves_leaves_nothing_behind():
    lines = []
    session = session_of(ANNA, BEN, record=lines.append)
    play(session, "take 1")
    session.undo()
    play(session, "take 2")
    assert tried(Session.replay(pots, session.setup, lines)) == tried(session)
    session = session_of(ANNA, BEN, CLEO)
    play(session, "take 1")
    session.undo()
    session.leave(0, "modest")
    assert tried(session) == []


@pytest.mark.parametrize("undo", ["own_turn", "always"])
def test_the_standing_moves_are_always_those_of_the_session(undo):
    session = counters(undo, counters=20)
    for line in ("play take 1", "undo", "play take 2", "play take 3", "undo", "undo", "redo", "play take 1"):
        if line != "undo" or session.can_undo():
            session.act(line) if line != "redo" or session.can_redo() else None
        standing = [attempt for attempt, stands in session.attempts if stands]
        assert [attempt.move for attempt in standing] == list(session.moves[session.ply - len(standing) :])
