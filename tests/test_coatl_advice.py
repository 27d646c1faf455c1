"""The adviser of Cóatl: hints are legal and know nothing they should not, and every word of a reason is true."""

from collections import Counter
from dataclasses import replace

import pytest

from logic import coatl
from logic.coatl import redact, sample
from logic.coatl.advice import hint
from logic.coatl.bestbuild import best_build
from logic.coatl.building import prophecy_points, temple_points, worth
from logic.coatl.moves import Choose, Discard, Draw, End, Fetch, Pass, Start, Take
from logic.coatl.names import piece_name
from logic.coatl.options import means_of
from logic.coatl.outlook import market_of, outlook
from logic.coatl.pieces import type_of
from logic.coatl.reasons import OVER, reason
from logic.coatl.words import title
from logic.core import Dice, Hint, never
from tests.coatlparts import GOLDEN, deal, play, table

SOME = (
    {"players": 2}, {"players": 1, "turns": 12}, {"players": 3, "tokens": True, "promo": True},
    {"players": 4, "tokens": True, **GOLDEN},
)  # fmt: skip


def advised(state):
    return hint(state, Dice(1), never)


def followed(state, moves):
    """The position after the moves, each of them legal; the last of them ends the turn or shows something."""
    for move in moves:
        assert move in state.legal_moves()
        step = state.apply(move)
        state = step.state
        shows = any(event.reveals for event in step.events)
        assert (move == moves[-1]) >= shows
    assert isinstance(moves[-1], End | Pass | Draw) or shows
    return state


def positions(params, seed, count):
    """Positions on the way through a game by chance, in which pieces are rather taken than laid out."""
    dice, state, found = Dice(seed), deal(seed, **params), []
    while not state.over and len(found) < count:
        if dice.below(3) == 0:
            found.append(state)
        legal = state.legal_moves()
        calm = [move for move in legal if not isinstance(move, Start | Draw)] if dice.below(3) else legal
        state = state.apply(dice.choice(calm or legal)).state
    return found


def leaves(message):
    """The sentences of a message that is put together from some."""
    if message.msgid != "{first} {second}":
        return [message]
    return [leaf for part in message.args.values() for leaf in leaves(part)]


def listed(message):
    """The parts of a list in words."""
    if message.msgid not in ("{one}; {other}", "{one}, {other}"):
        return [message]
    return [*listed(message.args["one"]), *listed(message.args["other"])]


# -- what is claimed


def check_build(message, state, done):
    """The points and the cards of a build are those of the cóatls that it leaves finished."""
    made = [each for each in done.seat.coatls if each.is_finished and not each.locked]
    assert message.args.get("n", message.args.get("points")) == sum(map(worth, made))
    assert message.args.get("count", 1) == len(made)
    lines = [(str(each.args["card"]), each.args["points"]) for each in listed(message.args["cards"])]
    cards = [(str(title(card)), prophecy_points(card, each)) for each in made for card in each.prophecies]
    temples = [(str(title(each.temple)), temple_points(each.temple, each)) for each in made if each.temple]
    assert sorted(lines) == sorted(cards + temples)
    assert done.score(state.player) > state.score(state.player)


def check_hope(message, state, done):
    """There is a cóatl of so many points, of the own pieces and so many others that can still come in time."""
    left = state.turns_left(state.player)
    ahead = outlook(means_of(done), market_of(done), turns=None if left is None else left - 1)
    assert left is None or ahead.turns < left
    assert (message.args["n"], message.args["points"]) == (len(ahead.missing), ahead.points)
    coatl, own = ahead.best.serpents[0], Counter(map(type_of, done.seat.pieces))
    old = ahead.best.chosen[0].core.pieces if ahead.best.chosen[0].core else ()
    used = Counter(map(type_of, coatl.pieces)) - Counter(map(type_of, old))
    assert used <= own + Counter(ahead.missing)
    on_board = Counter(type_of(piece) for field in done.supply for piece in field)
    elsewhere = Counter(ahead.missing) - on_board
    assert bool(elsewhere) == ("not all on the supply board" in message.msgid)
    assert set(elsewhere) <= {type_of(piece) for piece in (*done.bags.head, *done.bags.tail)}
    laid = ahead.best.chosen[0].laid
    assert set(coatl.prophecies) <= {*done.seat.prophecies, *laid}
    assert coatl.temple in ("", *done.temples, *done.seat.temples)
    assert worth(coatl) == ahead.points
    assert coatl.is_finished


def check_ready(message, state, done):
    """The next build can bring so many points, even if the temples that lie face up are gone."""
    assert state.turns_left(state.player) != 0
    temples = done.temples if done.params.players == 1 else ("",) * len(done.temples)
    assert best_build(replace(done, action="", temples=temples)).points == message.args["n"]


def check_kept(message, _state, done):
    kept = [str(each) for each in listed(message.args["cards"])]
    assert kept == [str(title(card)) for card in done.seat.prophecies]
    if "points" in message.args:
        assert outlook(means_of(done), market_of(done)).points == message.args["points"]


def check_take(message, state, done):
    new = [piece for piece in done.seat.pieces if piece not in state.seat.pieces]
    assert sorted(str(piece_name(piece)) for piece in new) == sorted(map(str, listed(message.args["pieces"])))


def check_cards(message, state, done):
    new = [card for card in done.seat.prophecies if card not in state.seat.prophecies]
    assert [str(title(card)) for card in new] == [str(each) for each in listed(message.args["cards"])]


def check_last(_message, state, _done):
    assert state.turns_left(state.player) == 0


def check_room(_message, state, done):
    assert len(done.seat.pieces) < len(state.seat.pieces)
    assert done.score(done.player) == state.score(state.player)


def check_gift(message, state, done):
    receiver = message.args["player"].number
    assert len(done.seats[receiver].gifts) == len(state.seats[receiver].gifts) + 1


CHECKS = {
    "Finish a cóatl": check_build, "Finish {count}": check_build, "With {n} more": check_hope,
    "Then you can build": check_ready, "Keep:": check_kept, "Take:": check_take, "Pick from": check_take,
    "Choose:": check_cards, "This is your last turn.": check_last, "Lay out": check_room, "Give {player}": check_gift,
}  # fmt: skip
PLAIN = ("Turn up new prophecies, and see what they bring.",
         "The turn is done: end it.", "There is nothing you can do.", "Nothing better is in sight.",
         "Draw a prophecy, and see what it brings.")  # fmt: skip


def check_reason(state, proposal):
    """Each sentence of the reason is true; give which ones there were."""
    done = state
    for move in proposal.moves:
        if isinstance(move, End | Pass | Draw) or str(move) == "foresee":
            break
        done = done.apply(move).state
    said = set()
    for leaf in leaves(proposal.reason):
        kind = next((start for start in CHECKS if leaf.msgid.startswith(start)), None)
        assert kind or leaf.msgid in PLAIN, leaf
        if kind:
            CHECKS[kind](leaf, state, done)
        said.add(kind or leaf.msgid)
    return said


@pytest.mark.parametrize("params", SOME, ids=str)
def test_hints_are_legal_to_the_end_of_the_turn_and_each_sentence_is_true(params):
    said = set()
    for state in positions(params, 3, 9):
        proposal = advised(redact(state, state.player))
        followed(state, proposal.moves)
        said |= check_reason(state, proposal)
    assert len(said) >= 3


@pytest.mark.parametrize("params", SOME, ids=str)
def test_hints_depend_on_nothing_that_is_hidden(params):
    for state in positions(params, 8, 4):
        other = sample(redact(state, state.player), state.player, Dice(5))
        assert advised(state) == advised(redact(state, state.player)) == advised(other)


def test_who_follows_the_hints_finishes_cóatls():
    state = deal(4, players=1, turns=18)
    while not state.over:
        state = followed(state, advised(redact(state, 0)).moves)
    assert state.seats[0].finished >= 2
    assert state.score(0) >= 15
    assert advised(state).moves == ()
    assert advised(state).reason == OVER


# -- by hand

BARE = "supply - | - | - | - | - | - | - | - | - | -\ndisplay - - - - - -\ntemples - -"


def moves_of(state):
    return [str(move) for move in advised(state).moves]


def test_what_can_be_built_and_no_more_be_hoped_for_is_built():
    state = table(f"1 board Rh1 Rb1 Rb2 Rt1\n1 prophecies trio:R red:R\n1 temples temple:-B/10\n{BARE}")
    proposal = advised(state)
    assert check_reason(state, proposal) == {"Finish a cóatl"}
    assert proposal.reason.args["n"] == 3 + 3 + 3
    assert followed(state, proposal.moves).score(0) == 9


def test_the_tail_that_is_missing_is_taken():
    supply = "supply Kb1 Kb2 | Yb1 Yb2 | - | - | - | - | - | - | Rt1 | Kt1"
    state = table(f"1 board Rh1 Rb1 Rb2\n1 prophecies trio:R red:R\n1 temples temple:-R/11\n{supply}")
    assert moves_of(state) == ["take t1", "end"]


def test_a_prophecy_that_fits_the_pieces_is_chosen_before_they_are_built():
    state = table("""
        1 board Rh1 Rb1 Rb2 Kb1 Rb3 Kt1
        1 prophecies red:R
        1 temples temple:-K/8
        supply Gb1 Gb2 | - | - | - | - | - | - | Gh1 | Gt1 | -
        display trio:R quartet:RG three_two:RG - - -
        temples - -
    """)
    assert "choose trio:R" in moves_of(state)


def test_in_the_last_turn_what_brings_points_is_built_and_it_is_said_so():
    state = table("""
        1 board Rh1 Rb1 Rb2 Rt1
        1 prophecies red:R
        supply Rb5 Rb6 | - | - | - | - | - | - | - | - | -
    """)
    state = replace(state, queue=(), cause="third")
    proposal = advised(state)
    assert followed(state, proposal.moves).score(0) > 0
    assert {"This is your last turn.", "Finish a cóatl"} <= check_reason(state, proposal)


def test_before_the_first_turn_those_prophecies_are_kept_that_go_together():
    state = deal(2, players=3)
    state = replace(state, player=state.order[2])
    hand = ("trio:R", "red:R", "two_two:RB", "rainbow:YKRGB", "trio:G")
    supply = (("Rb1", "Rb2"), ("Rb3", "Rb4"), ("Bb1", "Bb2"), (), (), (), ("Rh1",), (), ("Bt1",), ())
    state = replace(state.with_seat(replace(state.seat, prophecies=hand)), supply=supply)
    proposal = advised(state)
    assert [move.card for move in proposal.moves if isinstance(move, Discard)] == ["rainbow:YKRGB", "trio:G"]
    assert check_reason(state, proposal) == {"Keep:"}


def test_the_token_picks_what_lies_nowhere_in_the_last_turns():
    supply = "supply Kb1 Kb2 | - | - | - | - | - | - | - | Kt1 | -"
    text = f"1 board Rt1 Rb1 Rb2\n1 prophecies trio:R\n1 temples temple:-R/11\n1 tokens pick\n{supply}"
    state = replace(table(text, tokens=True), queue=(0,), cause="bodies")
    proposal = advised(state)
    assert isinstance(proposal.moves[0], Fetch)
    assert check_reason(state, proposal) >= {"Pick from", "Then you can build"}


def test_what_is_there_is_laid_out_where_the_board_is_full():
    state = table("""
        1 board Rh1 Rb1 Rb2 Rb3 Kb1 Kb2 Yb1 Gb1
        1 prophecies trio:R trio:K red:R
        1 temples temple:-G/9
        supply Gb2 Gb3 | - | - | - | - | - | - | - | Kt1 | -
        display - - - - - -
        temples - -
    """)
    proposal = advised(state)
    assert isinstance(proposal.moves[0], Start)
    assert "Lay out" in check_reason(state, proposal)


def test_in_the_middle_of_a_turn_the_rest_of_it_is_proposed():
    state = table("1 board Rh1 Rb1 Rb2 Rt1\n1 prophecies trio:R red:R\n1 temples temple:-B/10")
    begun = play(state, "start Rh1", "attach Rb1 1 tail")
    assert followed(begun, advised(begun).moves).score(0) == 9
    taken = play(table("supply Kb1 Kb2 | - | - | - | - | - | - | - | - | -"), "take b1")
    assert moves_of(taken) == ["end"]
    assert check_reason(taken, advised(taken)) == {"The turn is done: end it."}


def test_the_future_is_seen_where_nothing_that_lies_open_helps():
    state = table(f"""
        1 prophecies trio:R trio:K trio:G trio:B
        1 tokens future
        {BARE.splitlines()[0]}
        display pair:RK pair:YB pair:GB pair:KG pair:YK pair:RB
    """, tokens=True)  # fmt: skip
    assert moves_of(state) == ["foresee"]
    check_reason(state, advised(state))


def test_a_robbery_and_a_pick_that_have_begun_are_gone_on_with():
    state = table("""
        1 board Rh1 Rt1 Fb1
        1 prophecies trio:R
        1 temples temple:-R/11
        2 board Rb1 Kb1
    """, feathers=GOLDEN["feathers"])  # fmt: skip
    given = play(state, "steal 2")
    assert set(moves_of(given)) == {"rob Rb1", "rob Kb1", "end"}
    picked = play(table("1 board Rh1 Rt1\n1 prophecies trio:R\n1 tokens pick", tokens=True), "fetch Rb")
    followed(picked, advised(picked).moves)
    assert len(advised(picked).moves) == 2


def test_a_hint_that_nobody_waits_for_is_legal_all_the_same():
    for state in positions(SOME[0], 5, 6):
        followed(state, hint(state, Dice(1), lambda: True).moves)


def test_who_can_do_nothing_passes():
    state = deal(players=1, feathers=(8, 8, 8, 8))
    full = tuple(f"Fb{number}" for number in range(1, 9))
    empty = replace(state.with_seat(replace(state.seat, board=full)), deck=(), display=("",) * 6)
    assert empty.legal_moves() == (Pass(),)
    assert check_reason(empty, advised(empty)) == {"There is nothing you can do."}


def test_a_reason_speaks_of_whatever_turn_is_proposed():
    state = table("""
        1 board Rh1 Rb1 Rb2
        1 prophecies trio:R
        1 temples temple:-R/11
        supply Kb1 Kb2 | - | - | - | - | - | - | - | Rt1 | -
        display pair:RK - - - - -
    """)
    for move in state.legal_moves():
        if isinstance(move, Take | Choose):
            moves = (move, End())
            proposal = Hint(moves, reason(state, moves, never))
            check_reason(state, proposal)


def test_it_is_offered():
    assert coatl.hint is hint
