"""Journals and saves: replayed and checked completely before anything is replaced."""

import json

import pytest

from logic.core import Dice, Message
from logic.session import FORMAT, SaveError, Seat, Session, Setup, setup_params
from logic.text import Text
from tests.games import cardgame, nullgame
from tests.services.session.sessionparts import TWO, counters, take, tricks
from tests.support.positions.cases import ALL
from tests.support.tampering import tampered

# -- the journal


def test_every_action_is_recorded_before_it_takes_effect():
    told = []
    session = counters("always", confirm=True)
    session.record = lambda line: told.append((line, session.ply, session.awaits_end, session.outcome() is None))
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
def test_an_action_that_cannot_be_recorded_changes_nothing(action):
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


def test_replay_restores_a_journal_and_names_why_it_fails():
    lines = ["play take 1", "end", "play take 2", "undo", "redo", "play take 1", "time 0"]
    session = Session.replay(nullgame, counters("always", confirm=True).setup, lines)
    assert [str(move) for move in session.moves] == ["take 1", "take 2", "take 1"]
    assert str(session.outcome().reason) == "player 1 let the clock run out."
    with pytest.raises(SaveError) as caught:
        Session.replay(nullgame, counters("never").setup, ["play take 1", "undo"])
    assert caught.value.message.args["why"] == Message("This move cannot be taken back.")
    setup = Setup("nullgame", "plain", {"counters": -1}, 7, TWO)
    with pytest.raises(SaveError, match=r"cannot be set up: .*counters: 1 to 20"):
        Session.replay(nullgame, setup, [])
    setup = counters(seats=(Seat(name="Ada"),)).setup
    with pytest.raises(SaveError, match="seats: there are fewer"):
        Session.replay(nullgame, setup, ["play take 1"])


@pytest.mark.parametrize(
    "line",
    ["play take 9", "play", "undo", "redo", "end", "gave_up", "gave_up 5", "gave_up -1", "gave_up x", "time ²",
     "jump", "", "undo 1", "gave_up " + "9" * 5000],
)  # fmt: skip
def test_an_invalid_journal_line_is_refused_with_its_number(line):
    with pytest.raises(SaveError, match=r"^Action 2 of the journal: ") as caught:
        Session.replay(nullgame, counters("never").setup, ["play take 1", line])
    assert caught.value.message.args["number"] == 2
    assert len(str(caught.value)) < 250


def test_an_unknown_action_is_told_in_the_players_language():
    with pytest.raises(SaveError) as caught:
        Session.replay(nullgame, counters("never").setup, ["jump"])
    assert Text("de").say(caught.value.message) == "Aktion 1 des Protokolls: „jump“ ist keine Aktion in einer Partie."


# -- saves


def saved(confirm=True):
    session = counters("always", confirm)
    take(session, 1, 2, 3)
    session.undo()
    return json.loads(json.dumps(session.save()))


def test_a_save_is_complete_and_restores_ply_redo_and_early_end():
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
        "shown": [],
        "early_end": None,
        "leaves": [],
    }
    session = Session.load(saved(), ALL)
    assert session.ply == 2
    assert session.can_redo()
    session.redo()
    assert session.state.left == 4
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
        (("shown",), [3], "shown: places of moves, 0 to 2, were expected"),
        (("confirmed",), 0, "confirmed: .*not one player’s turn"),
        (("early_end",), [2, "time"], "early_end: Nobody sits at seat 3"),
        (("early_end",), [0, "tired"], r"\$\.early_end"),
        (("luck",), 1, "`luck`"),
        (("setup", "game"), "\ud800", "no saved game"),
    ],
)  # fmt: skip
def test_a_tampered_save_is_refused_naming_the_field(path, value, words):
    with pytest.raises(SaveError, match=words) as caught:
        Session.load(tampered(saved(), path, value, "replace"), ALL)
    assert isinstance(caught.value.message, Message)


def test_older_saves_get_defaults_and_inconsistent_ones_are_refused():
    data = saved()
    data["setup"]["params"] = {"counters": 10}
    for later in ("undo", "confirm", "clock", "coach"):
        del data["setup"][later]
    del data["confirmed"], data["shown"], data["early_end"]
    data["place"] = 0
    session = Session.load(data, ALL)
    assert session.params == nullgame.Params(10, 3)
    assert (session.setup.undo, session.setup.confirm, session.setup.clock) == ("own_turn", False, 0)
    older = Session.replay(nullgame, session.setup, ["play take 3"])
    assert older.state.left == 7
    data = saved(confirm=False)
    assert data["confirmed"] == 2
    data["confirmed"] = 1
    with pytest.raises(SaveError, match="confirmed"):
        Session.load(data, ALL)
    session = counters(counters=1, most=1)
    take(session, 1)
    data = session.save()
    data["early_end"] = [0, "time"]
    with pytest.raises(SaveError, match="early_end: The game is over"):
        Session.load(data, ALL)
    assert setup_params(nullgame, nullgame.Params(5, 2)) == {"counters": 5, "most": 2}
    assert Seat(level="random").is_computer
    assert not Seat(name="Ada").is_computer
    assert tricks(seed=9).state == cardgame.new(cardgame.Params(), Dice(9))


@pytest.mark.parametrize("data", [None, [], "save", 7, {}, {"format": 1}, object()])
def test_data_that_is_no_save_is_refused(data):
    with pytest.raises(SaveError, match="no saved game of Quincunx"):
        Session.load(data, ALL)
