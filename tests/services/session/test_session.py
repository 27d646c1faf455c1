"""The session: legal moves, ending turns, undo and redo; attempts; giving up, and leaving."""

from itertools import pairwise
from typing import ClassVar

import pytest

from logic.core import Event, IllegalMove, Step
from logic.session import Session, Setup
from tests.games import nullgame, pots
from tests.games.potsseat import ANNA, BEN, CLEO, play, session_of
from tests.services.session.sessionparts import TWO, counters, take, tricks
from tests.support.stories import sentences
from tests.support.stories.stories import Story

STORIES = """
# A session begins at the first position, and ends by the rules
counters :: :: left 10, ply 0, moves -, goes on, cannot undo redo, shut :: take 3, take 2
  :: left 5, moves take 3 + take 2
counters of 3 :: take 3 :: won 0, refuses take 1: The game is over, refuses gave_up 1: The game is over
# A finished turn stays open until it is ended or the next player moves, the last one too
counters confirm :: :: actor 0 :: take 1 :: open, actor 0 :: close :: shut, actor 1, refuses close: no turn to end
counters :: :: refuses close: no turn to end :: take 1 :: shut, actor 1, refuses close: no turn to end
steps confirm :: take 1 :: shut, refuses close :: take 1 :: open
counters confirm :: take 1, take 1 :: open, actor 1 :: undo :: refuses undo: cannot be taken back, ply 1
counters confirm of 3 :: take 3 :: open, goes on, refuses take 1: The game is over :: undo :: left 3 :: redo, close
  :: won 0, cannot undo
# What may be taken back of the own turn is the whole open turn, always to the beginning, never nothing
steps :: take 1 :: can undo :: take 1 :: cannot undo :: take 1, undo :: refuses undo: cannot be taken back, ply 2
steps confirm :: take 1, take 1, close, take 1, take 1, undo, undo :: cannot undo, ply 2
counters always of 3 :: take 1, take 2 :: over :: undo :: goes on :: undo :: ply 0, refuses undo
counters of 1 :: take 1 :: refuses undo
counters never :: take 1 :: refuses undo: cannot be taken back
counters never confirm :: take 1 :: refuses undo: cannot be taken back
alone :: take 1 :: can undo :: take 1 :: over, his, refuses undo
alone confirm :: take 1 :: shut :: take 1 :: open, goes on :: undo, take 1, close :: over
# Nothing is taken back over what was revealed
tricks <always own_turn> confirm :: first :: revealed, refuses undo: cannot be taken back
# A move can be made again until another is made, and is help only while it stands
counters always :: take 1, take 2, take 3, undo, undo, redo :: ply 2 :: undo, take 3
  :: refuses redo: no move to make again, moves take 1 + take 3, saved 2
counters always :: show 1, undo :: unhelped :: redo :: helped :: undo, take 1 :: unhelped, unshown
counters always confirm :: take 1, take 1, undo, undo, redo :: open :: redo :: open, confirmed 1
counters always confirm :: take 1, close, take 1, undo :: shut :: undo, redo :: open
# Giving up ends the game against that player, in an open turn too; a draw may be agreed on
counters always :: take 1, gave_up 1 :: won 0, ranked 0 / 1, because player 2 gave up.,
  refuses take 1: The game is over, refuses undo, refuses redo, refuses gave_up 0: The game is over
counters always :: take 1, time 1 :: won 0, ranked 0 / 1, because player 2 let the clock run out.,
  refuses take 1: The game is over, refuses undo, refuses redo, refuses gave_up 0: The game is over
counters :: :: refuses gave_up -1: Nobody sits at seat, refuses gave_up 2: Nobody sits at seat, goes on
counters confirm :: take 1, gave_up 0 :: shut, won 1
counters by 1 :: gave_up 0 :: won -, ranked 0
counters always :: take 1, agreed 1 :: won -, ranked 0 1, because The players agreed on a draw.
counters always :: take 1, undo :: can redo :: gave_up 0 :: cannot redo

# What was taken back is remembered in its order, and stands again when it is made again
pots by 2 :: take 1, undo, take 2, undo, take 1 :: tried 0 take 1 undone & 0 take 2 undone & 0 take 1 stands
pots by 2 :: take 1, undo :: tried 0 take 1 undone :: redo :: tried 0 take 1 stands
# An open turn is remembered until it is ended or gone back to
pots by 2 confirm :: take 1, end, undo :: tried 0 take 1 stands & 1 end undone :: redo, close :: tried - :: take 2
  :: tried 2 take 2 stands
pots by 2 confirm :: take 1, undo, take 1, end, take 2 :: tried 2 take 2 stands
pots by 2 :: take 1, undo, take 2, end :: tried -
pots by 3 always :: take 1, end, take 2, end, undo, undo :: tried 2 take 2 undone & 3 end undone :: take 1
  :: tried 2 take 2 undone & 3 end undone & 2 take 1 stands :: end :: tried -
# What was revealed leaves the rest in sight, who plays alone begins anew, and who leaves leaves nothing behind
pots by 2 :: take 1, undo, take 3 :: tried 0 take 1 undone & 0 take 3 stands
pots by 1 :: take 1, undo, take 3 :: tried -
pots by 3 :: take 1, undo, leaves 0 modest :: tried -, refuses redo: no move to make again, saved 0

# The seat of who leaves is the computer’s from then on, and nothing is taken back over a leave
pots by 3 :: take 1, end, take 2, leaves 1 greedy :: level 1 greedy, goes on, refuses leaves 1 greedy
  :: end, take 1 :: purses 1 2 1
pots by 3 :: take 1, end, take 2, leaves 1 greedy, gave_up 0 :: stays 2, refuses leaves 2 greedy: The game is over
pots by 3 <always own_turn> :: take 1, end, take 2, leaves 1 greedy :: sealed 3, refuses undo: cannot be taken back
pots by 3 always :: take 1, end, take 2, leaves 1 greedy, end, take 1, undo :: can undo
pots by 3 own_turn :: take 1, end, take 2, leaves 1 greedy, end, take 1, undo :: cannot undo
pots by 3 confirm :: take 1, end, leaves 0 modest :: open :: close :: actor 1
pots by 3 :: :: refuses leaves -1 greedy: Nobody can play on, refuses leaves 3 greedy: Nobody can play on
"""


class TwoSteps:
    """Counters in which a turn is two moves, to see what one player's turn is; the pile is as in the null game."""

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


def solo(confirm):
    """Return a game of two counters that the same player takes: it ends in the middle of a turn."""

    class Keeps(TwoSteps.State):
        __slots__ = ()

        def apply(self, move):
            return Step(type(self)(self.left - move.number, self.most, self.player), (Event("take"),))

    game = TwoSteps()
    game.new = lambda params, dice: Keeps(params.counters, 1)
    return Session(game, two_steps(counters=2, confirm=confirm).setup)


class SessionStory(Story):
    """A session of counters, of two-move turns, of cards or of pots; a step that is none of its own is a move."""

    STEPS: ClassVar = {
        "undo": lambda story: story.session.undo(),
        "redo": lambda story: story.session.redo(),
        "close": lambda story: story.session.end_turn(),
        "first": lambda story: story.session.play(story.session.state.legal_moves()[0]),
        "show": lambda story, number: story.session.play(f"take {number}", shown=True),
        "leaves": lambda story, seat, level: story.session.leave(int(seat), level),
        "gave_up": lambda story, seat: story.session.end_early(int(seat), "gave_up"),
        "time": lambda story, seat: story.session.end_early(int(seat), "time"),
        "agreed": lambda story, seat: story.session.end_early(int(seat), "agreed"),
    }
    CLAIMS: ClassVar = {
        "left": lambda story, count: story.session.state.left == int(count),
        "purses": lambda story, *coins: story.session.state.purses == tuple(map(int, coins)),
        "ply": lambda story, count: story.session.ply == int(count),
        "moves": lambda story, *words: " + ".join(map(str, story.session.moves)) == " ".join(words).strip("-"),
        "saved": lambda story, count: len(story.session.save()["moves"]) == int(count),
        "confirmed": lambda story, count: story.session.save()["confirmed"] == int(count),
        "sealed": lambda story, count: story.session.undo_floor == int(count),
        "open": lambda story: story.session.awaits_end,
        "shut": lambda story: not story.session.awaits_end,
        "actor": lambda story, seat: story.session.actor == int(seat),
        "can": lambda story, *what: all(getattr(story.session, f"can_{one}")() for one in what),
        "cannot": lambda story, *what: not any(getattr(story.session, f"can_{one}")() for one in what),
        "stays": lambda story, seat: not story.session.can_leave(int(seat)),
        "level": lambda story, seat, level: story.session.level_of(int(seat)) == level,
        "his": lambda story: story.session.state.player == story.session.mover(1),
        "revealed": lambda story: story.session.events[-1][0].reveals,
        "helped": lambda story: story.session.was_helped,
        "unhelped": lambda story: not story.session.was_helped,
        "unshown": lambda story: not story.session.save()["shown"],
        "goes": lambda story, _: story.session.outcome() is None,
        "over": lambda story: story.session.outcome() is not None,
        "won": lambda story, *seats: story.session.outcome().winners == tuple(map(int, "".join(seats).strip("-"))),
        "because": lambda story, *words: str(story.session.outcome().reason) == " ".join(words),
    }

    def __init__(self, told):
        game, *rest = told.split()
        options = {"undo": next((word for word in rest if word in ("always", "own_turn", "never")), "own_turn")}
        options["confirm"] = "confirm" in rest
        numbers = {word: int(number) for word, number in pairwise(rest) if word in ("of", "by")}
        heap = numbers.get("of", 10)
        match game:
            case "counters":
                seats = TWO[: numbers.get("by", 2)]
                self.session = counters(seats=seats, counters=heap, most=min(3, heap), **options)
            case "steps":
                self.session = two_steps(**options)
            case "alone":
                self.session = solo(options["confirm"])
            case "tricks":
                self.session = tricks(**options)
            case "pots":
                self.session = session_of(*(ANNA, BEN, CLEO)[: numbers["by"]], **options)

    def do(self, step):
        super().do(step) if self.knows(step) else self.session.play(step)

    def seen(self):
        return f"{self.session.moves} {self.session.state} {self.session.outcome()}"

    def is_refuses(self, *words):
        step, _, why = " ".join(words).partition(": ")
        with pytest.raises(IllegalMove, match=why or None):
            self.do(step)
        return True

    def is_ranked(self, *words):
        groups = " ".join(words).split(" / ")
        return self.session.outcome().ranking == tuple(tuple(map(int, group.split())) for group in groups)

    def is_tried(self, *words):
        tried = [
            f"{attempt.ply} {attempt.move} {'stands' if stands else 'undone'}"
            for attempt, stands in self.session.attempts
        ]
        return " & ".join(tried) == " ".join(words).strip("-")


@pytest.mark.parametrize("story", sentences.cases(STORIES))
def test_stories(story):
    SessionStory(story[0]).check(story[1:])


def test_play_and_redo_return_the_step_and_mover_names_the_player():
    session = counters()
    assert session.state == nullgame.State(10, 3)
    assert session.states == (session.state,)
    step = session.play(nullgame.Take(3))
    assert step.state is session.state
    assert step.events == session.events[-1]
    session.play("take 2")
    assert (session.mover(0), session.mover(1)) == (0, 1)
    session = counters("always")
    take(session, 1)
    session.undo()
    assert session.redo().state is session.state


def test_the_deal_follows_the_seed_and_invalid_params_are_refused():
    assert tricks(seed=3).state == tricks(seed=3).state
    assert len({tricks(seed=seed).state for seed in range(20)}) > 15
    setup = Setup("nullgame", "plain", {"counters": 0}, 7, TWO)
    with pytest.raises(ValueError, match="counters: 1 to 20"):
        Session(nullgame, setup)


def test_an_agreed_draw_is_recorded_and_replayed():
    lines = []
    session = counters("always", record=lines.append)
    take(session, 1)
    session.end_early(1, "agreed")
    assert lines[-1] == "agreed 1"
    assert Session.replay(session.game, session.setup, lines).outcome() == session.outcome()


def test_attempts_hold_states_and_events_and_are_restored_by_replay():
    lines = []
    session = session_of(ANNA, BEN, record=lines.append)
    play(session, "take 2")
    session.undo()
    (attempt, _), *others = session.attempts
    assert not others
    assert attempt.before == session.state
    assert attempt.after == session.state.apply(pots.Take(2)).state
    assert [event.name for event in attempt.events] == ["take"]
    play(session, "take 1")
    again = Session.replay(pots, session.setup, lines)
    assert [(one.ply, one.move, stands) for one, stands in again.attempts] == [
        (one.ply, one.move, stands) for one, stands in session.attempts
    ]


@pytest.mark.parametrize("undo", ["own_turn", "always"])
def test_standing_attempts_are_the_last_moves_of_the_session(undo):
    session = counters(undo, confirm=True, counters=20)
    for line in ("play take 1", "undo", "play take 2", "undo", "redo", "end", "play take 3", "undo", "play take 1"):
        session.act(line)
        standing = [attempt for attempt, stands in session.attempts if stands]
        assert [attempt.move for attempt in standing] == list(session.moves[session.ply - len(standing) :])
