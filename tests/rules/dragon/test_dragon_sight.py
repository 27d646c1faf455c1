"""The rules of Stone Dragon, sentence by sentence, on small boards: what the player sees and is asked."""

from dataclasses import replace

import pytest

from logic import dragon
from logic.core import Message, find_move
from logic.dragon.board import Field
from logic.dragon.rules import Clock
from logic.game import redact
from tests import sentences
from tests.labyrinths import (
    CLAIMS,
    a_session,
    at,
    drawn,
    events,
    field,
    file_text,
    happened,
    labyrinth,
    passes,
    play,
    refused,
    seen,
    spot,
)

# -- what the player sees

SENTENCES = """
# A square is seen once a knight was on it or beside it, and is then shown in its present state
Z;Z;Z;Z Z;Z;Z;Z Z;Z;Z;L / N :: :: sees 1;1 1;2 2;1 :: K1 east :: sees 1;1 1;2 1;3 2;1 2;2
W;Z;L / N :: :: sees
Z;Z;Z;Z Z;Z;Z;Z Z;Z;Z;L / S :: K1 leap east :: unseen 2;2, seen 1;2 1;3 1;4 2;3
Z;T4,1;Z;Z Z;Z;Z;Z W;W;W;W Z;Z;Z;L / N :: K1 east :: sees 1;1 1;2 1;3 2;1 2;2 3;1 4;1 4;2
Z;J;Z;Z;Z;L / Z1 :: K1 east*4 :: shown 1;2 j :: pass*7 :: time 11, K1 1;5, shown 1;2 J
# What is beside a death and beside the lair is seen
Z;<D1 M>;Z;L / N;N :: K1 east :: seen 1;3
Z;L;Z / N;N / need 2 :: K1 east :: seen 1;3
# A Jumper is always offered an unseen landing square
Z;Z;<Z J W M T1,1 D1 C1 A1>;L / S :: :: can K1 leap east
# Of a bounce’s turn the end is checked, but no clock ticks
J;Z;W;W;L W;Z;Z;Z;Z / Z1;S :: K1 east, K1 south, K1 east :: K2 1;1, time 3 :: K2 east :: time 4, left 1;1 6
  :: K2 leap east :: does bounce, time 4, left 1;1 6
"""


@pytest.mark.parametrize("story", sentences.cases(SENTENCES))
def test_sentences(story):
    position, *rest = story
    sentences.check(labyrinth(position), CLAIMS, rest)


def picture(state):
    """The rows of the board as the player sees them."""
    return str(redact(dragon, state, 0)).splitlines()[1 : 1 + state.board.height]


def test_what_is_told_of_a_seen_square_and_what_is_always_shown():
    """A filled hole, a fallen wall and a spent mine look different from each other and from plain ground."""
    state = drawn("D2;C3;A4 J;W;M Z;L;T1,1", "N", entrance="3;1", open_map=True)
    assert [row.split() for row in picture(state)] == [["D2", "C3:3", "A4:4"], ["J", "W", "M"], ["Z", "L", "T"]]
    clocks = (Clock(spot(1, 1), "bricks", 3), Clock(spot(2, 1), "wall", 3), Clock(spot(2, 3), "mine", 3))
    opened = picture(replace(state, clocks=clocks))
    assert [row.split() for row in opened] == [["d2", "C3:3", "A4:4"], ["j", "W", "m"], ["Z", "L", "T"]]
    eaten_out = play(drawn("Z;J;J;A2;Z;L", "Z2"), "K1 east", "K1 east", "K1 east", "K1 east")
    assert "A2:0" in picture(eaten_out)[0]
    state = play(drawn("Z;J;Z;L Z;W;Z;Z", "Z2;B3;N", required=2), "K1 east")
    assert str(redact(dragon, state, 0)).splitlines() == [
        "time 1",
        "Z j Z ?",
        "Z W ? ?",
        "entrance (1, 1), 2 needed",
        "K1 Z2 has 1 (1, 2)",
        "K2 B3 has 3 (1, 1)",
        "K3 N waiting",
    ]


def test_where_a_teleport_leads_and_how_long_until_something_acts_are_never_shown():
    state = play(drawn("Z;T3,1;Z W;W;W Z;Z;L"), "K1 east", "K1 east")
    view = redact(dragon, state, 0)
    assert field(view, 1, 2) == Field("teleport")
    assert picture(state)[0].split()[1] == "T"

    def blocked(rows, knights, *moves):
        state = play(drawn(rows, knights), *moves)
        return happened(state, "K1 east"), events(state, "K1 east"), str(redact(dragon, play(state, "K1 east"), 0))

    by_wall = blocked("Z;T3,1;Z W;W;W W;W;L", "N")
    by_other_wall = blocked("Z;T3,1;Z W;W;W J;W;L", "N")
    by_itself = blocked("Z;T1,2;Z W;W;W Z;W;L", "N")
    assert by_wall == by_other_wall == by_itself
    state = play(drawn("Z;J;Z;L", "Z1"), "K1 east")
    later = play(state, "pass")
    assert redact(dragon, state, 0) == replace(redact(dragon, later, 0), time=1)
    assert redact(dragon, state, 0).clock_runs


@pytest.mark.parametrize("wall", ["J", "W"])
def test_a_jumper_bounces_off_an_unseen_wall_and_no_time_passes(wall):
    before = drawn(f"Z;Z;{wall};L", "S;N")
    (bounce,) = events(before, "K1 leap east")
    assert (bounce.name, bounce.paths, bounce.reveals) == ("bounce", {"K1": (spot(1, 1), spot(1, 3), spot(1, 1))}, True)
    after = play(before, "K1 leap east")
    assert (at(after, 1), after.time) == ((1, 1), 0)
    assert seen(after) == seen(before) | {(1, 3)}
    assert replace(after, seen=before.seen) == before, "nothing else of the turn runs"
    assert refused(after, "K1 leap east")


# -- questions and notices


def asked(state, move):
    one = find_move(state, move)
    found = dragon.NARRATION.warning(redact(dragon, state, 0), one)
    assert found == dragon.NARRATION.warning(state, one), "the position itself tells no more than its view"
    assert found is None or isinstance(found, Message)
    return None if found is None else str(found)


def test_the_game_asks_before_a_step_or_jump_onto_what_is_seen_to_kill_and_never_gives_away_what_is_not():
    question = "{} would fall to his death in the hole on (1, 2). Go all the same?"
    assert asked(drawn("Z;D2;L"), "K1 east") == question.format("Ordinary knight K1")
    assert asked(drawn("Z;D2;L", "B1"), "K1 east") == question.format("Builder K1")
    assert asked(drawn("Z;D2;L", "Z9"), "K1 east") == question.format("Eater K1")
    assert asked(drawn("Z;M;L"), "K1 east") == "Ordinary knight K1 would die on the mine on (1, 2). Go all the same?"
    for harmless, move in (
        (drawn("Z;D2;L", "B2"), "K1 east"),
        (play(drawn("Z;D1;Z;L", "B1;N"), "K1 east", "K1 east"), "K2 east"),
        (play(drawn("Z;M;Z;L", "N;N"), "K1 east"), "K2 east"),
        (drawn("Z;Z;L"), "K1 east"),
        (drawn("Z;D1;L"), "pass"),
    ):
        assert asked(harmless, move) is None
    for code in ("D1", "M"):
        state = drawn(f"Z;Z;{code};L Z;Z;Z;Z", "S")
        assert asked(state, "K1 leap east") is None
        assert asked(play(state, "K1 east", "K1 west"), "K1 leap east").startswith("Jumper K1 would")


@pytest.mark.parametrize(
    ("rows", "knights", "word"),
    [("J;Z;L", "Z1;N", "fallen wall"), ("D1;Z;L", "B1;N", "filled hole"), ("M;Z;L", "N;N;N", "spent mine")],
)
def test_a_notice_says_that_the_entrance_will_not_stay_open_while_knights_wait(rows, knights, word):
    state = redact(dragon, drawn(rows, knights), 0)
    assert word in str(dragon.NARRATION.notice(state))
    assert dragon.NARRATION.notice(drawn("Z;Z;L", "N;N")) is None
    assert dragon.NARRATION.notice(drawn("J;Z;L", "Z1")) is None, "nobody waits"


@pytest.mark.parametrize(("rows", "knight"), [("Z;J;L", "Z1"), ("Z;D1;L", "B1")])
def test_waiting_is_asked_about_while_a_knight_stands_on_ground_that_will_not_stay(rows, knight):
    state = drawn(rows, knight)
    assert dragon.NARRATION.waiting_warning(state) is None
    assert "safe ground" in str(dragon.NARRATION.waiting_warning(redact(dragon, play(state, "K1 east"), 0)))
    assert "safe ground" in str(dragon.NARRATION.waiting_warning(drawn("M;Z;L", "N;N")))


def test_the_time_alone_is_no_change_and_whatever_is_seen_to_change_is_one():
    state = play(drawn("Z;J;Z;Z;L", "Z1"), "K1 east", "K1 east")
    assert not dragon.ANALYSIS.looks_changed(state, play(state, "pass"))
    last = play(state, *passes(8))
    assert not dragon.ANALYSIS.looks_changed(state, last)
    assert dragon.ANALYSIS.looks_changed(last, play(last, "pass"))
    assert dragon.ANALYSIS.looks_changed(state, play(state, "K1 east"))


# -- what no undo takes back, on an open map


def practised(rows, *moves, knights="N"):
    """A game of *Practice* after those moves."""
    session = a_session(file_text(rows, knights), open_map=True, undo="always")
    for move in moves:
        session.play(move)
    return session


def test_a_step_that_shows_nothing_new_can_be_taken_back():
    assert practised("Z;Z;L", "K1 east").can_undo()
    assert practised("Z;J;Z;L", "K1 east", knights="Z1").can_undo()
    assert practised("Z;J;Z;L", *["K1 east"] * 2, *passes(8), knights="Z1").can_undo()


@pytest.mark.parametrize("target", ["1,4", "1,3", "1,1", "1,5"], ids=["ground", "barred", "where he came from", "lair"])
def test_who_has_come_to_a_teleport_stands_by_it_wherever_it_leads(target):
    assert not practised(f"Z;T{target};W;Z;L", "K1 east").can_undo()
    entered = practised("T1,3;Z;Z;Z;L", "K2 east", knights="N;N;N")
    assert [event.name for event in entered.events[-1]][:2] == ["go", "enter"]
    assert not entered.can_undo()


@pytest.mark.parametrize(
    ("rows", "knights", "moves", "name"),
    [
        ("Z;J;Z;L", "Z1", ("K1 east", "K1 east", *passes(8)), "regrow"),
        ("Z;D1;Z;L", "B1", ("K1 east", "K1 east", *passes(8)), "crumble"),
        ("Z;Z;M;Z;L", "N;N", ("K1 east", "K1 east", *passes(9)), "mine_back"),
        ("Z;J;A1;Z;L", "Z1", ("K1 east", "K1 east", "K1 east", *passes(3)), "restock"),
    ],
)
def test_when_a_clock_runs_out_stands(rows, knights, moves, name):
    session = practised(rows, *moves, knights=knights)
    assert session.can_undo()
    session.play("pass")
    assert name in [event.name for event in session.events[-1]]
    assert not session.can_undo()


# -- moves in words


@pytest.mark.parametrize(
    ("rows", "knight", "move", "words"),
    [
        ("Z;Z;L", "N", "K1 east", "Ordinary knight K1 goes to (1, 2)."),
        ("Z;J;L", "Z1", "K1 east", "Eater K1 eats the wall on (1, 2)."),
        ("Z;D1;L", "B1", "K1 east", "Builder K1 fills the hole on (1, 2)."),
        ("Z;D2;L", "B1", "K1 east", "Builder K1 goes to (1, 2)."),
        ("Z;Z;M;L", "S", "K1 leap east", "Jumper K1 leaps to (1, 3)."),
        ("Z;Z;L", "N", "pass", "Nobody moves."),
    ],
)
def test_a_move_in_words(rows, knight, move, words):
    state = drawn(rows, knight)
    assert str(dragon.NARRATION.describe(state, find_move(state, move))) == words
