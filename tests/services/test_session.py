"""The session: moves are checked, turns stay open, what may be taken back is, and a game can be given up."""

import pytest

from logic.core import Event, IllegalMove, Step
from logic.session import Seat, Session, Setup
from tests import nullgame
from tests.sessionparts import TWO, counters, take, tricks


class TwoSteps:
    """Counters in which a turn is two moves, to see what is one player's turn; the pile is as in the null game."""

    __name__ = "twosteps"
    Params = nullgame.Params

    class State(nullgame.State):
        __slots__ = ()

        def apply(self, move):
            after = type(self)(self.left - move.number, self.most, self.player)
            if after.left % 2 == 0:
                after = type(self)(after.left, self.most, 1 - self.player)
            return Step(after, (Event("take"),))

    @classmethod
    def new(cls, params, dice):
        return cls.State(params.counters, 1)


def two_steps(undo="own_turn", confirm=False, counters=6):
    setup = Setup("twosteps", "plain", {"counters": counters, "most": 1}, 7, TWO, undo, confirm)
    return Session(TwoSteps(), setup)


def refused(action, words=None):
    with pytest.raises(IllegalMove, match=words):
        action()


# -- playing


def test_a_session_begins_at_the_first_position_deals_by_its_seed_and_ends_by_the_rules():
    session = counters()
    assert session.state == nullgame.State(10, 3)
    assert session.ply == 0
    assert session.moves == ()
    assert session.states == (session.state,)
    assert session.outcome() is None
    assert not session.can_undo()
    assert not session.can_redo()
    assert not session.awaits_end
    session = counters()
    step = session.play(nullgame.Take(3))
    assert step.state is session.state
    assert step.events == session.events[-1]
    session.play("take 2")
    assert session.state.left == 5
    assert [str(move) for move in session.moves] == ["take 3", "take 2"]
    assert (session.mover(0), session.mover(1)) == (0, 1)
    assert tricks(seed=3).state == tricks(seed=3).state
    assert len({tricks(seed=seed).state for seed in range(20)}) > 15
    setup = Setup("nullgame", "plain", {"counters": 0}, 7, TWO)
    with pytest.raises(ValueError, match="counters: 1 to 20"):
        Session(nullgame, setup)
    session = counters(counters=3)
    take(session, 3)
    assert session.outcome().winners == (0,)
    refused(lambda: take(session, 1), "The game is over")
    refused(lambda: session.end_early(1), "The game is over")


@pytest.mark.parametrize("move", ["take 4", "take", "", "take 1 ", nullgame.Take(0), "🂡"])
def test_a_move_that_is_not_listed_is_refused(move):
    told = []
    session = counters(record=told.append)
    before = session.save()
    refused(lambda: session.play(move), "is not a move that can be made now")
    assert session.save() == before
    assert told == []


# -- open turns


def test_a_finished_turn_stays_open_until_it_is_ended_or_the_next_player_moves_the_last_one_too():
    session = counters(confirm=True)
    assert session.actor == 0
    take(session, 1)
    assert session.awaits_end
    assert session.actor == 0
    session.end_turn()
    assert not session.awaits_end
    assert session.actor == 1
    refused(session.end_turn, "no turn to end")
    session = counters()
    refused(session.end_turn, "no turn to end")
    take(session, 1)
    assert not session.awaits_end
    assert session.actor == 1
    refused(session.end_turn, "no turn to end")
    session = two_steps(confirm=True)
    take(session, 1)
    assert not session.awaits_end
    refused(session.end_turn)
    take(session, 1)
    assert session.awaits_end
    session = counters(confirm=True)
    take(session, 1, 1)
    assert session.awaits_end
    assert session.actor == 1
    session.undo()
    refused(session.undo, "cannot be taken back")
    assert session.ply == 1
    session = counters(confirm=True, counters=3)
    take(session, 3)
    assert session.awaits_end
    assert session.outcome() is None
    refused(lambda: take(session, 1), "The game is over")
    session.undo()
    assert session.state.left == 3
    session.redo()
    session.end_turn()
    assert session.outcome().winners == (0,)
    assert not session.can_undo()


# -- taking back


def test_own_turn_reaches_the_whole_open_turn_and_always_to_the_beginning():
    session = two_steps()
    take(session, 1)
    assert session.can_undo()
    take(session, 1)
    assert not session.can_undo()
    take(session, 1)
    session.undo()
    refused(session.undo, "cannot be taken back")
    assert session.ply == 2
    session = two_steps(confirm=True)
    take(session, 1, 1)
    session.end_turn()
    take(session, 1, 1)
    session.undo()
    session.undo()
    assert not session.can_undo()
    assert session.ply == 2
    session = counters("always", counters=3)
    take(session, 1, 2)
    assert session.outcome() is not None
    session.undo()
    assert session.outcome() is None
    session.undo()
    assert session.ply == 0
    refused(session.undo)
    session = counters(counters=1, most=1)
    take(session, 1)
    refused(session.undo)
    session = solo(confirm=False)
    take(session, 1)
    assert session.can_undo()
    take(session, 1)
    assert session.outcome() is not None
    assert session.state.player == session.mover(1)
    refused(session.undo)
    session = solo(confirm=True)
    take(session, 1)
    assert not session.awaits_end
    take(session, 1)
    assert session.awaits_end
    assert session.outcome() is None
    session.undo()
    take(session, 1)
    session.end_turn()
    assert session.outcome() is not None


@pytest.mark.parametrize("confirm", [False, True])
def test_never_takes_nothing_back(confirm):
    session = counters("never", confirm)
    take(session, 1)
    refused(session.undo, "cannot be taken back")


def solo(confirm):
    """Two counters that the same player takes: the game ends in the middle of a turn."""

    class Keeps(TwoSteps.State):
        __slots__ = ()

        def apply(self, move):
            return Step(type(self)(self.left - move.number, self.most, self.player), (Event("take"),))

    game = TwoSteps()
    game.new = lambda params, dice: Keeps(params.counters, 1)
    return Session(game, two_steps(counters=2, confirm=confirm).setup)


@pytest.mark.parametrize("undo", ["always", "own_turn"])
def test_nothing_is_taken_back_over_what_was_revealed(undo):
    session = tricks(undo, confirm=True)
    session.play(session.state.legal_moves()[0])
    assert session.events[-1][0].reveals
    refused(session.undo, "cannot be taken back")


def test_a_move_can_be_made_again_until_another_is_made_and_is_help_only_while_it_stands():
    session = counters("always")
    take(session, 1, 2, 3)
    session.undo()
    session.undo()
    step = session.redo()
    assert step.state is session.state
    assert session.ply == 2
    session.undo()
    take(session, 3)
    refused(session.redo, "no move to make again")
    assert [str(move) for move in session.moves] == ["take 1", "take 3"]
    assert len(session.save()["moves"]) == 2
    session = counters("always")
    session.play("take 1", shown=True)
    session.undo()
    assert not session.was_helped
    session.redo()
    assert session.was_helped
    session.undo()
    take(session, 1)
    assert not session.was_helped
    assert not session.save()["shown"]
    session = counters("always", confirm=True)
    take(session, 1, 1)
    session.undo()
    session.undo()
    session.redo()
    assert session.awaits_end
    session.redo()
    assert session.awaits_end
    assert session.save()["confirmed"] == 1
    session = counters("always", confirm=True)
    take(session, 1)
    session.end_turn()
    take(session, 1)
    session.undo()
    assert not session.awaits_end
    session.undo()
    session.redo()
    assert session.awaits_end


# -- giving up


@pytest.mark.parametrize(
    ("why", "words"), [("gave_up", "player 2 gave up."), ("time", "player 2 let the clock run out.")]
)
def test_giving_up_ends_the_game_against_that_player(why, words):
    session = counters("always")
    take(session, 1)
    session.end_early(1, why)
    outcome = session.outcome()
    assert outcome.winners == (0,)
    assert outcome.ranking == ((0,), (1,))
    assert str(outcome.reason) == words
    refused(lambda: take(session, 1), "The game is over")
    refused(session.undo)
    refused(session.redo)
    refused(lambda: session.end_early(0), "The game is over")


@pytest.mark.parametrize("seat", [-1, 2])
def test_only_somebody_at_the_table_gives_up(seat):
    session = counters()
    refused(lambda: session.end_early(seat), "Nobody sits at seat")
    assert session.outcome() is None


def test_a_player_gives_up_in_an_open_turn_too_and_a_draw_may_be_agreed_on_and_is_kept():
    session = counters(confirm=True)
    take(session, 1)
    session.end_early(0)
    assert not session.awaits_end
    assert session.outcome().winners == (1,)
    session = counters(seats=(Seat(name="Ada"),))
    session.end_early(0)
    assert session.outcome().winners == ()
    assert session.outcome().ranking == ((0,),)
    session = counters("always")
    lines = []
    session.record = lines.append
    take(session, 1)
    session.end_early(1, "agreed")
    outcome = session.outcome()
    assert outcome.winners == ()
    assert outcome.ranking == ((0, 1),)
    assert str(outcome.reason) == "The players agreed on a draw."
    assert lines[-1] == "agreed 1"
    assert Session.replay(session.game, session.setup, lines).outcome() == outcome
    session = counters("always")
    take(session, 1)
    session.undo()
    assert session.can_redo()
    session.end_early(0)
    assert not session.can_redo()
