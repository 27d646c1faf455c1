"""Cóatl: why something does not respond, and that it is said of nothing that does."""

import pytest
from hypothesis import given

from logic.coatl import redact
from logic.coatl.components import COLOURS, FIELDS, KINDS, TOKENS
from logic.coatl.moves import (
    Attach,
    Choose,
    Commit,
    Crown,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Pass,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.coatl.narration import why_not, why_not_token
from logic.core import Message
from tests.coatlparts import play, positions, table

USES = {"pick": Fetch, "future": Foresee, "commit": Commit}


def everything(state):
    """All moves that could be thought of with what lies on the table."""
    seat, places = state.seat, range(4)
    pieces = {piece for other in state.seats for piece in other.pieces}
    cards = {*state.display, *(card for other in state.seats for card in other.prophecies)} - {"", "?"}
    temples = {*state.temples, *(temple for other in state.seats for temple in other.temples)} - {"", "?"}
    yield from map(Take, FIELDS)
    yield from (kind(card) for card in cards for kind in (Choose, Discard))
    yield from (kind() for kind in (Draw, Foresee, End, Pass))
    yield from (kind(piece) for piece in pieces for kind in (Start, Rob))
    yield from (Attach(piece, place, side) for piece in seat.pieces for place in places for side in ("head", "tail"))
    yield from (Prophesy(card, place) for card in cards for place in places)
    yield from (Crown(temple, place) for temple in temples for place in places)
    yield from (Fetch(kind, colour) for kind in KINDS for colour in COLOURS)
    yield from map(Commit, temples)
    yield from map(Steal, range(state.params.players))


@given(state=positions())
def test_there_is_a_reason_exactly_where_a_move_cannot_be_made_and_none_where_a_token_can_be_used(state):
    legal = set(state.legal_moves())
    asked = set(everything(state))
    assert legal <= asked
    for move in asked:
        assert (why_not(state, move) is None) == (move in legal)
        assert why_not(state, move) is None or str(why_not(state, move))
    for token in TOKENS:
        usable = state.action == "" and any(isinstance(move, USES[token]) for move in state.legal_moves())
        answer = why_not_token(state, token)
        assert (answer is None) == usable
        assert answer is None or isinstance(answer, Message)


@given(state=positions(most=150))
def test_who_sees_only_the_own_seat_is_told_the_same(state):
    shown = redact(state, state.player)
    for move in everything(shown):
        assert why_not(shown, move) == why_not(state, move)


OPEN = """
supply Rb1 Yb1 | Gb1 | - | - | - | - | Rh1 | - | Rt1 | -
display red:Y red:G trio:K pair:YG blackx:B rainbow:YKRGB
temples temple:-Y/7 temple:-K/8
"""
FULL = "1 board " + " ".join(f"Kb{number}" for number in range(1, 9))
DONE = "1 coatl Rh2 Rb2 Rt2 + red:R, locked"
CLOSING = "1 board Rt2 Rt3\n1 coatl Rh2 Rb2\n1 coatl Rh3 Rb3"
HELD = "1 prophecies red:R"

SAID = [
    (OPEN, Take("b3"), "This field is empty."),
    (OPEN + FULL, Take("h1"), "Your board is full."),
    (OPEN + FULL.replace(" Kb8", ""), Take("b1"), "Two bodies need two free slots, and you have one."),
    (OPEN + "1 prophecies ? ? ? ? ?", Draw(), "Your hand is full: 5 prophecies are the most."),
    (OPEN, Choose("red:B"), "This prophecy cannot be chosen: it does not lie there."),
    (OPEN + HELD, Discard("red:R"), "laid aside only before the first turn, or with the token See the Future."),
    ("player 2, discard\n2 prophecies red:R red:Y red:B", Discard("red:R"), "3 prophecies are kept."),
    ("player 2, discard\n2 prophecies red:R red:Y red:B red:K", End(), "Lay 1 more prophecy aside."),
    ("player 2, discard\n2 prophecies red:R red:Y red:B red:K", Draw(), "Before the first turn only prophecies"),
    ("", Start("Rb1"), "This piece is not on your board."),
    ("1 coatl Rb2\n1 coatl Rb3\n1 board Kb1", Start("Kb1"), "You have 2 unfinished cóatls: finish one first."),
    (f"{DONE}\n1 coatl Yh2 Yb2 Yt2 + red:Y, locked\n1 coatl Rb3\n1 board Kb1", Start("Kb1"),
     "You have started 3 cóatls: there are no more in a game."),
    ("1 board Kb1", Attach("Kb1", 0, "head"), "There is no such cóatl yet."),
    (f"{DONE}\n1 board Kb1", Attach("Kb1", 0, "head"), "was finished in an earlier turn: nothing is added any more."),
    ("1 coatl Rb1\n1 board Kh1", Attach("Kh1", 0, "tail"), "A head closes the head end, not the tail end."),
    ("1 coatl Rb1\n1 board Kt1", Attach("Kt1", 0, "head"), "A tail closes the tail end, not the head end."),
    ("1 coatl Rh1 Rb1\n1 board Kb1", Attach("Kb1", 0, "head"), "This end is closed."),
    ("1 coatl Rh1\n1 board Kt1", Attach("Kt1", 0, "tail"), "Between head and tail there must be a body."),
    ("1 coatl Rh1 Rb1\n1 board Kt1\n1 prophecies trio:Y", Attach("Kt1", 0, "tail"),
     "A finished cóatl needs a prophecy, and none in your hand would score on this one."),
    ("1 coatl Rb1\n1 prophecies red:R", Prophesy("red:R", 0), "This prophecy does not score there yet."),
    ("1 coatl Rb1 Rb2 Rb3 + red:R\n1 prophecies red:R'", Prophesy("red:R'", 0), "Its twin lies on this cóatl already."),
    ("1 coatl Rb1", Prophesy("red:R", 0), "This prophecy is not in your hand."),
    ("1 coatl Yb1 Yb2 Yb3 Gb1 Yb4 Gb2 Gb3 + red:Y pair:YG trio:Y colorful:GYG\n1 prophecies red:G",
     Prophesy("red:G", 0), "A cóatl bears no more than 4 prophecies."),
    (f"{OPEN}1 coatl Rb2", Crown("temple:-Y/7", 0), "Temples are laid only on a cóatl that is finished in this turn."),
    (f"{OPEN}{DONE}", Crown("temple:-Y/7", 0), "was finished in an earlier turn: nothing is added any more."),
    (OPEN, Crown("temple:-G/9", 0), "This temple can be taken neither from the table nor from your hand."),
    (OPEN, End(), "First take pieces, choose prophecies or build."),
    (OPEN, Pass(), "First take pieces, choose prophecies or build."),
    (OPEN, Foresee(), "You do not have this token any more."),
    (OPEN, Rob("Kb1"), "Bodies of others are taken only for a golden feather."),
    (OPEN, Steal(1), "You have no golden feather."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "move", "words"), SAID, ids=lambda value: str(value)[:40] if value else "")
def test_what_is_said(text, move, words):
    assert words in str(why_not(table(text), move))


LATER = [
    (["take b1"], Take("b2"), "You have taken pieces: end your turn, or take that back."),
    (["choose red:Y"], Take("b2"), "You are choosing prophecies: choose more, or end your turn."),
    (["attach Rt2 1 tail"], End(), "A finished cóatl still needs a prophecy."),
    (["attach Rt2 1 tail"], Take("b1"), "You are building: go on, or end your turn."),
    (["attach Rt2 1 tail"], Attach("Rt3", 1, "tail"), "are needed by another finished cóatl."),
    (["attach Rt2 1 tail"], Attach("Rt3", 0, "tail"), "This cóatl is closed at both ends."),
    (["attach Rt2 1 tail"], Crown("temple:-Y/7", 0), "Without a prophecy a cóatl bears no temple."),
    (["attach Rt2 1 tail", "prophesy red:R 1"], Crown("temple:R=Y/12", 0), "nothing of what this temple asks for."),
    (["attach Rt2 1 tail", "prophesy red:R 1", "crown temple:-Y/7 1"], Attach("Rt3", 1, "tail"), "Temples come last"),
    (["attach Rt2 1 tail", "prophesy red:R 1", "crown temple:-Y/7 1"], Crown("temple:-K/8", 0), "than one temple."),
    (["fetch Rb"], End(), "Choose a second body."),
    (["fetch Rb"], Fetch("head", "R"), "The second piece must be a body too."),
    (["fetch Gh"], Fetch("head", "Y"), "You are picking from the bags: that is all in this turn."),
    (["foresee"], Take("b1"), "You see the future: discard, choose prophecies, or end your turn."),
    (["commit temple:-Y/7"], Take("b1"), "You have taken a temple: end your turn, or take that back."),
    (["steal 2"], End(), "Take a body for the feather first."),
    (["steal 2"], Rob("Gh2"), "Only bodies can be taken, and only from this board."),
    (["steal 2", "rob Gb2", "rob Gb3"], Rob("Gb4"), "A feather brings no more than two bodies."),
    (["steal 2"], Draw(), "You have given a feather: take bodies for it, or end your turn."),
]


@pytest.mark.parametrize(("moves", "move", "words"), LATER, ids=str)
def test_what_is_said_in_the_middle_of_a_turn(moves, move, words):
    text = f"{OPEN}{CLOSING} Fb1\n{HELD}\n1 temples temple:R=Y/12\n2 board Gb2 Gb3 Gb4 Gh2"
    text = text.replace("Rt2 Rt3\n", "Rt2 Rt3 Fb1\n").replace("Rb3 Fb1", "Rb3")
    state = play(table(text, tokens=True, feathers=[4, 4, 4, 4]), *moves)
    assert words in str(why_not(state, move))


def test_finished_coatls_wait_for_prophecies_tokens_say_why_they_rest_and_after_the_end_all_do():
    text = "1 board Rt2\n1 coatl Rh2 Rb2\n1 coatl Rb3 Rb4 Rb5\n1 prophecies red:R"
    state = play(table(text), "attach Rt2 1 tail")
    assert str(why_not(state, Prophesy("red:R", 1))) == "Another finished cóatl needs this prophecy."
    state = play(table("1 board Rt2\n1 coatl Rh2 Rb2\n1 prophecies red:R trio:Y"), "attach Rt2 1 tail")
    assert str(why_not(state, Prophesy("trio:Y", 0))) == "This prophecy scores nothing there."
    state = play(table(f"{OPEN}{CLOSING}\n1 prophecies red:R red:R'"), "attach Rt2 1 tail", "attach Rt3 2 tail",
                 "prophesy red:R 1")  # fmt: skip
    assert str(why_not(state, Crown("temple:-Y/7", 0))) == "A finished cóatl still needs a prophecy."
    state = table(OPEN + FULL, tokens=True)
    assert str(why_not_token(state, "pick")) == "Your board is full."
    assert str(why_not_token(table("1 tokens pick", tokens=True), "commit")) == "You do not have this token any more."
    assert str(why_not_token(table("", tokens=True), "commit")) == "There is no temple left to take."
    assert str(why_not_token(play(state, "draw"), "future")) == "Tokens are used at the start of a turn."
    state = play(table("player 2, turn 30\nend third, -"), "draw", "end")
    assert {str(why_not(state, move)) for move in everything(state)} == {"The game is over."}
    assert str(why_not_token(state, "pick")) == "The game is over."
