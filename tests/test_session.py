"""The one gate of a game being played: turns, taking back, giving up, the journal and saves."""

import json

import pytest

from logic.core import Dice, Event, IllegalMove, Message, Step
from logic.session import FORMAT, SaveError, Seat, Session, Setup, setup_params
from tests import cardgame, nullgame
from tests.laws import ALL

TWO = (Seat(name="Ada"), Seat(level="random"))


def counters(undo="own_turn", confirm=False, seats=TWO, record=None, **params):
    setup = Setup("nullgame", "plain", setup_params(nullgame, nullgame.Params(**params)), 7, seats, undo, confirm)
    return Session(nullgame, setup, record)


def tricks(undo="own_turn", confirm=False, seed=7):
    setup = Setup("cardgame", "three", setup_params(cardgame, cardgame.Params()), seed, TWO, undo, confirm)
    return Session(cardgame, setup)


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


def take(session, *numbers):
    for number in numbers:
        session.play(f"take {number}")


def refused(action, words=None):
    with pytest.raises(IllegalMove, match=words):
        action()


# -- playing


def test_a_session_begins_at_the_first_position():
    session = counters()
    assert session.state == nullgame.State(10, 3)
    assert session.place == 0
    assert session.moves == ()
    assert session.states == (session.state,)
    assert session.outcome() is None
    assert not session.can_undo()
    assert not session.can_redo()
    assert not session.awaits_end


def test_the_same_seed_deals_the_same():
    assert tricks(seed=3).state == tricks(seed=3).state
    assert len({tricks(seed=seed).state for seed in range(20)}) > 15


def test_moves_are_played_typed_or_as_text_and_give_the_step():
    session = counters()
    step = session.play(nullgame.Take(3))
    assert step.state is session.state
    assert step.events == session.events[-1]
    session.play("take 2")
    assert session.state.left == 5
    assert [str(move) for move in session.moves] == ["take 3", "take 2"]
    assert (session.mover(0), session.mover(1)) == (0, 1)


@pytest.mark.parametrize("move", ["take 4", "take", "", "take 1 ", nullgame.Take(0), "🂡"])
def test_a_move_that_is_not_listed_is_refused(move):
    told = []
    session = counters(record=told.append)
    before = session.save()
    refused(lambda: session.play(move), "is not a move that can be made now")
    assert session.save() == before
    assert told == []


def test_params_that_the_game_refuses_are_refused():
    setup = Setup("nullgame", "plain", {"counters": 0}, 7, TWO)
    with pytest.raises(ValueError, match="counters: 1 to 20"):
        Session(nullgame, setup)


def test_the_end_by_the_rules():
    session = counters(counters=3)
    take(session, 3)
    assert session.outcome().winners == (0,)
    refused(lambda: take(session, 1), "The game is over")
    refused(lambda: session.end_early(1), "The game is over")


# -- open turns


def test_a_finished_turn_stays_open_until_it_is_ended():
    session = counters(confirm=True)
    assert session.actor == 0
    take(session, 1)
    assert session.awaits_end
    assert session.actor == 0
    session.end_turn()
    assert not session.awaits_end
    assert session.actor == 1
    refused(session.end_turn, "no turn to end")


def test_without_confirmation_no_turn_is_open():
    session = counters()
    refused(session.end_turn, "no turn to end")
    take(session, 1)
    assert not session.awaits_end
    assert session.actor == 1
    refused(session.end_turn, "no turn to end")


def test_in_the_middle_of_a_turn_there_is_nothing_to_end():
    session = two_steps(confirm=True)
    take(session, 1)
    assert not session.awaits_end
    refused(session.end_turn)
    take(session, 1)
    assert session.awaits_end


def test_the_next_players_move_closes_an_open_turn():
    session = counters(confirm=True)
    take(session, 1, 1)
    assert session.awaits_end
    assert session.actor == 1
    session.undo()
    refused(session.undo, "cannot be taken back")
    assert session.place == 1


def test_the_last_turn_is_open_too_and_the_game_ends_with_it():
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


def test_own_turn_ends_with_the_turn():
    session = two_steps()
    take(session, 1)
    assert session.can_undo()
    take(session, 1)
    assert not session.can_undo()
    take(session, 1)
    session.undo()
    refused(session.undo, "cannot be taken back")
    assert session.place == 2


def test_own_turn_reaches_the_whole_open_turn_and_no_further():
    session = two_steps(confirm=True)
    take(session, 1, 1)
    session.end_turn()
    take(session, 1, 1)
    session.undo()
    session.undo()
    assert not session.can_undo()
    assert session.place == 2


def test_always_reaches_back_to_the_beginning_even_after_the_end():
    session = counters("always", counters=3)
    take(session, 1, 2)
    assert session.outcome() is not None
    session.undo()
    assert session.outcome() is None
    session.undo()
    assert session.place == 0
    refused(session.undo)


@pytest.mark.parametrize("confirm", [False, True])
def test_never_takes_nothing_back(confirm):
    session = counters("never", confirm)
    take(session, 1)
    refused(session.undo, "cannot be taken back")


def test_own_turn_takes_nothing_back_after_the_end():
    session = counters(counters=1, most=1)
    take(session, 1)
    refused(session.undo)


def solo(confirm):
    """Two counters that the same player takes: the game ends in the middle of a turn."""

    class Keeps(TwoSteps.State):
        __slots__ = ()

        def apply(self, move):
            return Step(type(self)(self.left - move.number, self.most, self.player), (Event("take"),))

    game = TwoSteps()
    game.new = lambda params, dice: Keeps(params.counters, 1)
    return Session(game, two_steps(counters=2, confirm=confirm).setup)


def test_own_turn_takes_nothing_back_after_an_end_in_the_middle_of_a_turn():
    session = solo(confirm=False)
    take(session, 1)
    assert session.can_undo()
    take(session, 1)
    assert session.outcome() is not None
    assert session.state.player == session.mover(1)
    refused(session.undo)


def test_a_turn_that_ends_the_game_is_open_too_where_nobody_else_is_to_move():
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


@pytest.mark.parametrize("undo", ["always", "own_turn"])
def test_nothing_is_taken_back_over_what_was_revealed(undo):
    session = tricks(undo, confirm=True)
    session.play(session.state.legal_moves()[0])
    assert session.events[-1][0].reveals
    refused(session.undo, "cannot be taken back")


def test_a_move_can_be_made_again_until_another_is_made():
    session = counters("always")
    take(session, 1, 2, 3)
    session.undo()
    session.undo()
    step = session.redo()
    assert step.state is session.state
    assert session.place == 2
    session.undo()
    take(session, 3)
    refused(session.redo, "no move to make again")
    assert [str(move) for move in session.moves] == ["take 1", "take 3"]
    assert len(session.save()["moves"]) == 2


def test_making_a_move_again_closes_the_open_turn_before_it():
    session = counters("always", confirm=True)
    take(session, 1, 1)
    session.undo()
    session.undo()
    session.redo()
    assert session.awaits_end
    session.redo()
    assert session.awaits_end
    assert session.save()["confirmed"] == 1


def test_positions_at_a_place_taken_back_to_look_as_they_did():
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


def test_a_turn_may_be_open_when_a_player_gives_up():
    session = counters(confirm=True)
    take(session, 1)
    session.end_early(0)
    assert not session.awaits_end
    assert session.outcome().winners == (1,)


def test_a_draw_may_be_agreed_on_and_is_kept():
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


def test_a_puzzle_that_is_given_up_has_no_winner():
    session = counters(seats=(Seat(name="Ada"),))
    session.end_early(0)
    assert session.outcome().winners == ()
    assert session.outcome().ranking == ((0,),)


def test_giving_up_leaves_redo_alone_but_closed():
    session = counters("always")
    take(session, 1)
    session.undo()
    assert session.can_redo()
    session.end_early(0)
    assert not session.can_redo()


# -- the journal


def test_every_action_is_told_before_it_takes_effect():
    told = []
    session = counters("always", confirm=True)
    session.record = lambda line: told.append((line, session.place, session.awaits_end, session.outcome() is None))
    take(session, 2)
    session.undo()
    session.redo()
    session.end_turn()
    session.end_early(1)
    assert told == [
        ("play take 2", 0, False, True),
        ("undo", 1, True, True),
        ("redo", 0, False, True),
        ("end", 1, True, True),
        ("gave_up 1", 1, False, True),
    ]


class DiskTrouble(Exception):
    pass


def failing(line):
    raise DiskTrouble(line)


@pytest.mark.parametrize(
    "action",
    [
        lambda session: session.play("take 1"),
        lambda session: session.undo(),
        lambda session: session.redo(),
        lambda session: session.end_turn(),
        lambda session: session.end_early(0),
    ],
    ids=["play", "undo", "redo", "end", "give up"],
)
def test_what_could_not_be_written_has_not_happened(action):
    session = counters("always", confirm=True)
    take(session, 1, 1, 1)
    session.undo()
    session.undo()
    session.redo()
    before, states = session.save(), session.states
    session.record = failing
    with pytest.raises(DiskTrouble):
        action(session)
    assert session.save() == before
    assert session.states == states
    assert session.can_redo()
    assert session.awaits_end
    session.record = None
    action(session)


def test_a_journal_brings_the_game_back():
    lines = ["play take 1", "end", "play take 2", "undo", "redo", "play take 1", "time 0"]
    session = Session.replay(nullgame, counters("always", confirm=True).setup, lines)
    assert [str(move) for move in session.moves] == ["take 1", "take 2", "take 1"]
    assert str(session.outcome().reason) == "player 1 let the clock run out."


@pytest.mark.parametrize(
    "line",
    ["play take 9", "play", "undo", "redo", "end", "gave_up", "gave_up 5", "gave_up -1", "gave_up x", "time ²",
     "jump", "", "undo 1", "gave_up " + "9" * 5000],
)  # fmt: skip
def test_a_journal_line_that_cannot_be_done_is_named(line):
    with pytest.raises(SaveError, match=r"^Action 2 of the journal: ") as caught:
        Session.replay(nullgame, counters("never").setup, ["play take 1", line])
    assert caught.value.message.args["number"] == 2
    assert len(str(caught.value)) < 250


def test_the_reason_why_a_journal_stops_can_be_said_in_any_language():
    with pytest.raises(SaveError) as caught:
        Session.replay(nullgame, counters("never").setup, ["play take 1", "undo"])
    assert caught.value.message.args["why"] == Message("This move cannot be taken back.")


def test_a_journal_of_a_game_that_cannot_be_set_up_is_refused():
    setup = Setup("nullgame", "plain", {"counters": -1}, 7, TWO)
    with pytest.raises(SaveError, match=r"cannot be set up: .*counters: 1 to 20"):
        Session.replay(nullgame, setup, [])


def test_a_journal_of_more_players_than_seats_is_refused():
    setup = counters(seats=(Seat(name="Ada"),)).setup
    with pytest.raises(SaveError, match="seats: there are fewer"):
        Session.replay(nullgame, setup, ["play take 1"])


# -- saves


def saved(confirm=True):
    session = counters("always", confirm)
    take(session, 1, 2, 3)
    session.undo()
    return json.loads(json.dumps(session.save()))


def test_a_save_is_plain_and_complete():
    assert saved() == {
        "format": FORMAT,
        "setup": {
            "game": "nullgame",
            "variant": "plain",
            "params": {"counters": 10, "most": 3},
            "seed": 7,
            "seats": [{"name": "Ada", "level": ""}, {"name": "", "level": "random"}],
            "undo": "always",
            "confirm": True,
            "clock": 0,
            "coach": True,
        },
        "moves": ["take 1", "take 2", "take 3"],
        "place": 2,
        "confirmed": 2,
        "early_end": None,
    }


def test_a_save_brings_back_the_place_and_what_can_be_redone():
    session = Session.load(saved(), ALL)
    assert session.place == 2
    assert session.can_redo()
    session.redo()
    assert session.state.left == 4


def test_a_game_given_up_is_loaded_as_given_up():
    session = counters()
    take(session, 1)
    session.end_early(1, "time")
    loaded = Session.load(json.loads(json.dumps(session.save())), ALL)
    assert loaded.outcome() == session.outcome()


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("format",), 2, "format 2 is not known here; 1 was expected"),
        (("format",), "1", r"\$\.format"),
        (("setup", "game"), "chess", "no game “chess”"),
        (("setup", "seed"), -1, r"\$\.setup\.seed"),
        (("setup", "seed"), 2**53, r"\$\.setup\.seed"),
        (("setup", "seats"), [], r"\$\.setup\.seats"),
        (("setup", "seats"), [{"name": "Ada"}], "seats: there are fewer"),
        (("setup", "seats", 0, "name"), "x" * 41, r"\$\.setup\.seats"),
        (("setup", "seats", 0, "age"), 3, "`age`"),
        (("setup", "undo"), "sometimes", "sometimes"),
        (("setup", "params"), {"counters": 0}, "cannot be set up: .*counters: 1 to 20"),
        (("setup", "params"), {"size": 3}, "cannot be set up: .*no field 'size'"),
        (("setup", "params"), {"counters": "ten"}, r"cannot be set up: .*\$\.counters"),
        (("moves",), ["take 1", "take 9"], "Move 2: .*“take 9”"),
        (("moves",), ["take 3"] * 4, "Move 4: .*“take 3”"),
        (("moves",), ["take 3", "take 3", "take 3", "take 1", "take 1"], "Move 5: The game is over"),
        (("moves", 1), 5, r"\$\.moves\[1\]"),
        (("place",), 4, "place: 0 to 3"),
        (("place",), -1, r"\$\.place"),
        (("confirmed",), 3, "confirmed: 0 to 2"),
        (("confirmed",), 0, "confirmed: .*not one player’s turn"),
        (("early_end",), [2, "time"], "early_end: Nobody sits at seat 3"),
        (("early_end",), [0, "tired"], r"\$\.early_end"),
        (("luck",), 1, "`luck`"),
        (("setup", "game"), "\ud800", "no saved game"),
    ],
)  # fmt: skip
def test_a_tampered_save_is_refused_and_the_place_named(path, value, words):
    data = saved()
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    with pytest.raises(SaveError, match=words) as caught:
        Session.load(data, ALL)
    assert isinstance(caught.value.message, Message)


def test_a_save_from_before_a_field_was_there_has_its_default():
    data = saved()
    data["setup"]["params"] = {"counters": 10}
    for later in ("undo", "confirm", "clock", "coach"):
        del data["setup"][later]
    del data["confirmed"], data["early_end"]
    data["place"] = 0
    session = Session.load(data, ALL)
    assert session.params == nullgame.Params(10, 3)
    assert (session.setup.undo, session.setup.confirm, session.setup.clock) == ("own_turn", False, 0)
    older = Session.replay(nullgame, session.setup, ["play take 3"])
    assert older.state.left == 7


def test_a_save_cannot_open_turns_that_were_closed():
    data = saved(confirm=False)
    assert data["confirmed"] == 2
    data["confirmed"] = 1
    with pytest.raises(SaveError, match="confirmed"):
        Session.load(data, ALL)


@pytest.mark.parametrize("data", [None, [], "save", 7, {}, {"format": 1}, object()])
def test_what_is_no_save_is_refused(data):
    with pytest.raises(SaveError, match="no saved game of Quincunx"):
        Session.load(data, ALL)


def test_a_game_that_was_over_cannot_be_given_up_in_a_save():
    session = counters(counters=1, most=1)
    take(session, 1)
    data = session.save()
    data["early_end"] = [0, "time"]
    with pytest.raises(SaveError, match="early_end: The game is over"):
        Session.load(data, ALL)


def test_setup_params_are_checked_and_plain():
    assert setup_params(nullgame, nullgame.Params(5, 2)) == {"counters": 5, "most": 2}


def test_a_seat_with_a_level_is_a_computers():
    assert Seat(level="random").is_computer
    assert not Seat(name="Ada").is_computer


def test_dice_of_a_session_are_the_setups():
    assert tricks(seed=9).state == cardgame.new(cardgame.Params(), Dice(9))
