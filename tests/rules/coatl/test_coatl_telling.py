"""Texts of Cóatl: moves for the public log, questions, reminders, and why something does not respond."""

import re

import pytest
from hypothesis import given, settings

from logic.coatl import NARRATION, Params, redact
from logic.coatl.components import COLOURS, FIELDS, KINDS, TOKENS
from logic.coatl.moves import (
    Attach,
    Choose,
    CoatlMove,
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
from logic.coatl.narration import PIECE_WORDS, title, why_not, why_not_token
from logic.coatl.rules import verdict
from logic.core import Dice, Message, find_move
from tests.support.positions.cases import by_choice
from tests.support.positions.coatl import GOLDEN, SEEDS, begun, deal, play, positions, table

SUPPLY = "supply Rb20 Gb20 | Yb20 Bb20 | Kb20 Kb21 | Bb21 Gb21 | Rb21 | - | Rh3 | Gh3 | Yt3 | Kt3"
TEMPLES = "temples temple:-Y/7 temple:R=Y/12"
BUILDING = f"""
player 1
{SUPPLY}
display pair:GB trio:K colorful:RBY red:G quartet:YR two_two:GR
{TEMPLES}
1 board Rb1 Rb2 Gt1
1 coatl Kh1 Rb3 Rb4 Bb1 Bb2 Gb1 + two_two:RB
1 coatl Yb1 Gb2
1 prophecies pair:YG red:R
1 temples temple:-Y/K=G
2 board Yb4 Kb4
2 prophecies red:Y trio:Y pair:KG
2 temples temple:B=K/9
"""
TOKENS_AND_FEATHERS = {"tokens": True, **GOLDEN}
GOLDEN_BUILDING = BUILDING.replace("Rb2 Gt1", "Rb2 Gt1 Fb1")


def said(state, move):
    """Return what is said of a legal move, before it is made."""
    return str(NARRATION.describe(state, find_move(state, move)))


def told(state, move):
    """Return what the log says of a legal move."""
    found = find_move(state, move)
    return [str(line) for line in NARRATION.tell(state, found, state.apply(found).events)]


def random_game(seed, **params):
    """Return pairs of a position and a move of a random game."""
    dice = Dice(seed)
    return zip(*by_choice(deal(seed, **params), lambda state: dice.choice(state.legal_moves())), strict=False)


# -- what a move does


@pytest.mark.parametrize(
    ("before", "move", "words"),
    [
        ((), "take b1", "player 1 takes two pieces: red body, green body."),
        ((), "take b5", "player 1 takes a piece: red body."),
        ((), "take h1", "player 1 takes a piece: red head."),
        ((), "choose trio:K", "player 1 takes the prophecy “Trio: black”."),
        ((), "draw", "player 1 draws a prophecy from the deck."),
        (("attach Gt1 1 tail",), "start Rb1", "player 1 starts a cóatl: red body."),
        ((), "attach Rb1 2 head", "player 1 adds to the head end of cóatl 2: red body."),
        ((), "attach Rb1 2 tail", "player 1 adds to the tail end of cóatl 2: red body."),
        ((), "attach Gt1 1 tail", "player 1 finishes cóatl 1: green tail."),
        ((), "attach Gt1 2 tail", "player 1 adds to the tail end of cóatl 2: green tail."),
        ((), "prophesy pair:YG 2", "player 1 lays the prophecy “Pair: yellow–green” on cóatl 2."),
        (("attach Gt1 1 tail",), "crown temple:-Y/7 1",
         "player 1 lays the temple “Temple: no yellow, length 7” on cóatl 1."),
        ((), "fetch Kh", "player 1 picks from the bag: black head."),
        ((), "foresee", "player 1 sees the future: new prophecies."),
        (("foresee",), "discard pair:YG", "player 1 discards the prophecy “Pair: yellow–green”."),
        ((), "commit temple:R=Y/12", "player 1 commits to the temple “Temple: red = yellow, length 12”."),
        ((), "steal 2", "player 1 gives player 2 a golden feather."),
        (("steal 2",), "rob Kb4", "player 1 takes it from that board: black body."),
        (("take b1",), "end", "player 1 ends the turn."),
    ],
)  # fmt: skip
def test_each_kind_of_move_is_described_and_logged(before, move, words):
    state = play(table(GOLDEN_BUILDING, **TOKENS_AND_FEATHERS), *before)
    assert said(state, move) == words
    assert told(state, move) == ([] if move == "end" else [words])


def test_a_pass_and_the_results_of_a_turn_are_logged():
    full = table(
        "player 1\n1 board Rb1 Rb2 Rb3 Rb4 Yb1 Yb2 Yb3 Yb4\n"
        "1 coatl Kh1 Gb1 Gb3 Gb4 Gt1 + red:G, locked\n1 coatl Kh2 Bb1 Bb2 Bb3 Gt2 + red:B, locked\n"
        "1 coatl Kh3 Kb1 Kb2 Kb3 Gt3 + trio:K, locked\n1 prophecies trio:Y trio:R trio:G trio:B pair:YG\nend third, 2"
    )
    assert said(full, "pass") == "player 1 can do nothing, and passes."
    assert told(full, "pass") == ["player 1 can do nothing, and passes."]
    state = play(table(BUILDING), "attach Gt1 1 tail", "crown temple:-Y/7 1")
    assert told(state, "end") == ["player 1 has finished a cóatl of length 7: 11 points."]
    state = play(table(f"player 1\n{SUPPLY.replace('Rh3 | Gh3 | Yt3 | Kt3', 'Rh3 | - | - | -')}"), "take h1")
    assert told(state, "end") == ["The supply board is filled again."]
    third = play(table(THIRD), "attach Gt1 3 tail")
    assert told(third, "end")[-1] == "player 1 has finished a third cóatl: the end is near."
    bodies = play(begun_with_one_body(), "take b1")
    assert told(bodies, "end")[-1] == "No body is left on the supply board: the end is near."
    alone = deal(players=1, turns=1)
    assert told(play(alone, "take h1"), "end") == []


def test_the_table_of_moves_covers_every_kind_of_move():
    rows = test_each_kind_of_move_is_described_and_logged.pytestmark[0].args[1]
    kinds = {move.split()[0] for _, move, _ in rows} | {"pass"}
    assert kinds == {one.__name__.lower() for one in CoatlMove.__args__}


# -- nothing that is hidden


def test_blind_draws_and_setup_discards_are_logged_without_the_card():
    state = table(BUILDING)
    step = state.apply(Draw())
    card = next(name for event in step.events for name in event.paths)
    line = " ".join(map(str, NARRATION.tell(state, Draw(), step.events)))
    assert card in step.state.seats[0].prophecies
    assert str(title(card)) not in line
    state = deal(5, players=4)
    for card in state.seat.prophecies:
        lines = [
            NARRATION.describe(state, Discard(card)),
            *NARRATION.tell(state, Discard(card), state.apply(Discard(card)).events),
        ]
        assert {str(line) for line in lines} == {f"player {state.player + 1} lays a prophecy aside."}
    state = table(BUILDING.replace("temple:-Y/K=G", "temple:-K/B=R").replace("Kh1", "Gh1"))
    before = play(state, "attach Gt1 1 tail")
    assert (
        said(before, "crown temple:-K/B=R 1") == "player 1 lays the temple “Temple: no black, blue = red” on cóatl 1."
    )


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_log_lines_do_not_depend_on_hidden_cards(seed):
    for state, move in random_game(seed, players=3, **TOKENS_AND_FEATHERS):
        if isinstance(move, Discard) and state.action == "future":
            continue  # the card is open from this move on, but not before
        events = state.apply(move).events
        other = redact(state, (state.player + 1) % 3)
        assert list(map(str, NARRATION.tell(other, move, events))) == list(
            map(str, NARRATION.tell(state, move, events))
        )


@settings(max_examples=5, deadline=None)
@given(SEEDS)
def test_texts_name_only_cards_that_are_face_up(seed):
    """Each line names at most the cards that everybody sees before or after the move."""
    for state, move in random_game(seed, players=2, **TOKENS_AND_FEATHERS):
        step = state.apply(move)
        seen = redact(state, 1 - state.player), redact(step.state, 1 - state.player)
        spoken = " ".join(map(str, (NARRATION.describe(state, move), *NARRATION.tell(state, move, step.events))))
        for card in re.findall(r"“(.+?)”", spoken):
            assert any(card in str([str(title(one)) for one in _open_cards(view)]) for view in seen)


def _open_cards(view):
    laid = [card for seat in view.seats for coatl in seat.coatls for card in (*coatl.prophecies, coatl.temple)]
    return [card for card in (*view.display, *view.temples, *view.discards, *laid) if card]


# -- a whole game in the log


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_a_game_log_has_no_unfilled_fields_and_a_line_for_each_finished_coatl(seed):
    lines, last = [], None
    for state, move in random_game(seed, players=2, **TOKENS_AND_FEATHERS):
        lines += [str(line) for line in NARRATION.tell(state, move, state.apply(move).events)]
        last = state.apply(move).state
    assert not [line for line in lines if "{" in line or "?" in line or not line.endswith(".")]
    finished = sum(seat.finished for seat in last.seats)
    assert sum("has finished a cóatl of length" in line for line in lines) == finished
    assert sum("the end is near" in line for line in lines) == (last.cause in ("third", "bodies"))


# -- reminders

THIRD = """
player 1, turn 9
1 board Gt1
1 coatl Kh1 Rb1 Rb2 Bb1 Bb2 Gb1 Yt1 + two_two:RB, locked
1 coatl Rh1 Yb1 Yb2 Yb3 Gb2 Kt1 + trio:Y, locked
1 coatl Yh1 Kb1 Kb2 Gb3 + pair:KG
"""


def begun_with_one_body():
    """Return a position in which the last body can be taken."""
    return table(
        "player 2, turn 9\nsupply Rb1 | - | - | - | - | - | Rh1 | Gh1 | Yt1 | Kt1\n"
        "1 coatl Rb2 Yb1 Yb2 Gb1 Gb2\n1 coatl Bb1 Bb2 Kb1 Kb2",
        bodies=(2, 2, 2, 2),
    )


def after(state, turns):
    """Return what is said to the player to move, after so many turns of a head or a tail taken."""
    for _ in range(turns):
        move = next(move for move in state.legal_moves() if str(move).startswith("draw"))
        state = play(state.apply(move).state, "end")
    return str(NARRATION.notice(state))


def test_notices_count_the_remaining_turns_and_warn_opponents_of_a_third_coatl():
    state = play(table(THIRD), "attach Gt1 3 tail", "end")
    assert after(state, 0) == "The end is near: player 2 has 2 turns running."
    assert after(state, 1) == "The end is near: this is the last turn of player 2."
    state = play(table(THIRD.replace("turn 9", "turn 9, first 2")), "attach Gt1 3 tail", "end")
    assert after(state, 0) == "The end is near: this is the last turn of player 2."
    state = begun_with_one_body()
    state = play(state, "take b1", "end")
    assert after(state, 0) == "The end is near: this is the last turn of player 1."
    state = play(table(str(begun_with_one_body()).replace("player 2", "player 1")), "take b1", "end")
    assert after(state, 0) == "The end is near: player 2 has 1 more turn after this one."
    assert after(state, 1) == "The end is near: this is the last turn of player 1."
    assert after(state, 2) == "The end is near: this is the last turn of player 2."
    state = table(THIRD)
    assert NARRATION.notice(state) is None
    assert str(NARRATION.notice(play(state, "attach Gt1 3 tail", "end"))) != "player 1 is building a third cóatl."
    waiting = table(THIRD.replace("player 1", "player 2"))
    assert str(NARRATION.notice(waiting)) == "player 1 is building a third cóatl."
    assert NARRATION.notice(begun()) is None
    assert NARRATION.notice(deal()) is None
    over = table(THIRD + "end third, over")
    assert NARRATION.notice(over) is None


@pytest.mark.parametrize(
    ("turn", "words"), [(13, None), (14, "5 turns left."), (17, "2 turns left."), (18, "This is your last turn.")]
)
def test_a_solo_player_is_notified_of_the_last_turns(turn, words):
    found = NARRATION.notice(table(f"player 1, turn {turn}", players=1))
    assert (found and str(found)) == words


@pytest.mark.parametrize(
    ("n", "words"),
    [(0, "The temple stays silent."), (9, "The temple stays silent."), (10, "An apprentice’s work."),
     (26, "A master’s work."), (99, "The gods themselves come to look.")],
)  # fmt: skip
def test_solo_praise_depends_on_the_points(n, words):
    assert str(verdict(n, Params().ranks)) == words


def test_a_solo_outcome_states_the_cause_and_the_praise():
    last = play(table("player 1, turn 18\n1 coatl Kh1 Gb1 Gb3 Gb4 Gt1 + red:G trio:G, locked\n"
                      "display red:R", players=1), "choose red:R", "end")  # fmt: skip
    assert str(last.outcome().reason) == "All turns are over. The temple stays silent."
    assert last.outcome().winners == ()


# -- questions before a move


def asked(state, move):
    """Return what is asked before a legal move; None where nothing is."""
    found = NARRATION.warning(state, find_move(state, move))
    return found and str(found)


def test_warnings_before_reveals_and_before_builds_with_unscored_cards():
    state = table(GOLDEN_BUILDING, **TOKENS_AND_FEATHERS)
    assert "Draw from the deck?" in asked(state, "draw")
    assert "Use the token?" in asked(state, "foresee")
    assert asked(state, "take b1") is None
    assert asked(state, "fetch Kh") is None
    state = table(BUILDING.replace("pair:YG red:R", "pair:YG trio:R").replace("Rb3 Rb4", "Rb3 Rb4 Rb5"))
    finished = play(state, "attach Gt1 1 tail")
    question = asked(finished, "end")
    assert question == "A prophecy of yours still scores on the finished cóatl. End without it?"
    laid = play(finished, "prophesy trio:R 1", "crown temple:-Y/7 1")
    assert asked(laid, "end") is None
    finished = play(table(BUILDING), "attach Gt1 1 tail")
    assert asked(finished, "end") == "A temple still scores on the finished cóatl. End without it?"
    assert asked(play(finished, "crown temple:-Y/7 1"), "end") is None
    assert asked(play(table(BUILDING), "attach Rb1 2 head"), "end") is None


# -- names


def test_each_kind_of_piece_has_a_unique_name():
    names = list(map(str, PIECE_WORDS.values()))
    assert len(set(names)) == len(names) == 16


# == why something does not respond


USES = {"pick": Fetch, "future": Foresee, "commit": Commit}


def conceivable_moves(state):
    """Yield all conceivable moves with what lies on the table."""
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
def test_exactly_the_illegal_moves_and_unusable_tokens_have_a_reason(state):
    legal = set(state.legal_moves())
    asked = set(conceivable_moves(state))
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
def test_reasons_for_illegal_moves_do_not_depend_on_hidden_information(state):
    shown = redact(state, state.player)
    for move in conceivable_moves(shown):
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

REFUSALS = [
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


@pytest.mark.parametrize(("text", "move", "words"), REFUSALS, ids=lambda value: str(value)[:40] if value else "")
def test_each_illegal_move_has_its_reason(text, move, words):
    assert words in str(why_not(table(text), move))


REFUSALS_MID_TURN = [
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


@pytest.mark.parametrize(("moves", "move", "words"), REFUSALS_MID_TURN, ids=str)
def test_each_illegal_move_in_mid_turn_has_its_reason(moves, move, words):
    text = f"{OPEN}{CLOSING} Fb1\n{HELD}\n1 temples temple:R=Y/12\n2 board Gb2 Gb3 Gb4 Gh2"
    text = text.replace("Rt2 Rt3\n", "Rt2 Rt3 Fb1\n").replace("Rb3 Fb1", "Rb3")
    state = play(table(text, tokens=True, feathers=[4, 4, 4, 4]), *moves)
    assert words in str(why_not(state, move))


def test_reasons_for_reserved_prophecies_unusable_tokens_and_a_finished_game():
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
    assert {str(why_not(state, move)) for move in conceivable_moves(state)} == {"The game is over."}
    assert str(why_not_token(state, "pick")) == "The game is over."
