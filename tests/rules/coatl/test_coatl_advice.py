"""Analysis of Cóatl: hints use nothing hidden and give true reasons; reviews are true of the moves played."""

from dataclasses import replace

import pytest

from logic import coatl
from logic.coatl import redact
from logic.coatl.analysis import FINE, OVER, WAITED_FOR, helping_prophecies, next_of_deck, reason
from logic.coatl.components import prophecies
from logic.coatl.engine.bestbuild import best_build
from logic.coatl.levels import PRIEST
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
    Start,
    Take,
    worth,
)
from logic.core import Dice, Hint, Remark, never
from logic.game import Analysis, analysis_of, offers
from logic.narration import MOST
from tests.rules.coatl.coatlclaims import SAMPLE_PARAMS, advised, check_reason, followed, positions
from tests.support.positions.cases import by_choice, by_texts
from tests.support.positions.coatl import GOLDEN, deal, play, table
from tests.support.sampling import sample_of


@pytest.mark.parametrize("params", sample_of(SAMPLE_PARAMS, every=2), ids=str)
def test_hints_are_legal_to_the_end_of_the_turn_and_their_reasons_true(params):
    said = set()
    for number, state in enumerate(positions(params, 3, 9)):
        proposal = advised(redact(state, state.player))
        followed(state, proposal.moves)
        if number % 3 == 0:
            assert proposal.moves == PRIEST.turn(redact(state, state.player), Dice(1), never)
        said |= check_reason(state, proposal)
    assert len(said) >= 3


# -- by hand

BARE = "supply - | - | - | - | - | - | - | - | - | -\ndisplay - - - - - -\ntemples - -"


def moves_of(state):
    return [str(move) for move in advised(state).moves]


def test_hints_finish_cóatls_and_take_the_missing_tail():
    state = table(f"1 board Rh1 Rb1 Rb2 Rt1\n1 prophecies trio:R red:R\n1 temples temple:-B/10\n{BARE}")
    state = replace(state, queue=(0,), cause="bodies")
    proposal = advised(state)
    assert check_reason(state, proposal) == {"Finish a cóatl"}
    assert proposal.reason.args["n"] == 3 + 3 + 3
    assert followed(state, proposal.moves).score(0) == 9
    supply = "supply Kb1 Kb2 | Yb1 Yb2 | - | - | - | - | - | - | Rt1 | Kt1"
    state = table(f"1 board Rh1 Rb1 Rb2\n1 prophecies trio:R red:R\n1 temples temple:-R/11\n{supply}")
    assert moves_of(state) == ["take t1", "end"]
    state = deal(4, players=1, turns=18)
    while not state.over:
        state = followed(state, advised(redact(state, 0)).moves)
    assert state.seats[0].finished >= 2
    assert state.score(0) >= 15
    assert advised(state).moves == ()
    assert advised(state).reason == OVER


def test_hints_choose_a_fitting_prophecy_and_keep_matching_ones_at_setup():
    state = table("""
        1 board Rh1 Rb1 Rb2 Kb1 Rb3 Kt1
        1 prophecies red:R
        1 temples temple:-K/8
        supply Gb1 Gb2 | - | - | - | - | - | - | Gh1 | Gt1 | -
        display trio:R quartet:RG three_two:RG - - -
        temples - -
    """)
    assert "choose trio:R" in moves_of(state)
    state = deal(2, players=3)
    state = replace(state, player=state.order[2])
    hand = ("trio:R", "red:R", "two_two:RB", "rainbow:YKRGB", "trio:G")
    supply = (("Rb1", "Rb2"), ("Rb3", "Rb4"), ("Bb1", "Bb2"), (), (), (), ("Rh1",), (), ("Bt1",), ())
    state = replace(state.with_seat(replace(state.seat, prophecies=hand)), supply=supply)
    proposal = advised(state)
    assert [move.card for move in proposal.moves if isinstance(move, Discard)] == ["rainbow:YKRGB", "trio:G"]
    assert check_reason(state, proposal) == {"Keep:"}


def test_hints_in_the_last_turns_build_for_points_and_use_perfect_pick():
    state = table("""
        1 board Rh1 Rb1 Rb2 Rt1
        1 prophecies red:R
        supply Rb5 Rb6 | - | - | - | - | - | - | - | - | -
    """)
    state = replace(state, queue=(), cause="third")
    proposal = advised(state)
    assert followed(state, proposal.moves).score(0) > 0
    assert {"This is your last turn.", "Finish a cóatl"} <= check_reason(state, proposal)
    supply = "supply Kb1 Kb2 | - | - | - | - | - | - | - | Kt1 | -"
    text = f"1 board Rt1 Rb1 Rb2\n1 prophecies trio:R\n1 temples temple:-R/11\n1 tokens pick\n{supply}"
    state = replace(table(text, tokens=True), queue=(0,), cause="bodies")
    proposal = advised(state)
    assert isinstance(proposal.moves[0], Fetch)
    assert check_reason(state, proposal) >= {"Pick from", "Then you can build"}


def test_hints_lay_pieces_out_from_a_full_board_and_continue_a_begun_turn():
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
    state = table("1 board Rh1 Rb1 Rb2 Rt1\n1 prophecies trio:R red:R\n1 temples temple:-B/10")
    begun = replace(play(state, "start Rh1", "attach Rb1 1 tail"), queue=(), cause="third")
    assert followed(begun, advised(begun).moves).score(0) == 9
    taken = play(table("supply Kb1 Kb2 | - | - | - | - | - | - | - | - | -"), "take b1")
    assert moves_of(taken) == ["end"]
    assert check_reason(taken, advised(taken)) == {"The turn is done: end it."}
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


USELESS = "display pair:YB pair:GB pair:YG two_two:BY two_two:GR three_two:RG"
RED_AND_BLACK = "1 board Rh1 Rb1 Kb1 Rb2 Kb2 Kt1\n1 temples temple:-B/10\nsupply - | - | - | - | - | - | - | - | - | -"


def soon_over(state):
    """Return the position with one turn more for its player, too few for pieces that are not there yet."""
    return replace(state, queue=(0,), cause="bodies")


def said_of(state, *moves):
    """Return the sentences about a proposed turn, each of them true."""
    return check_reason(state, Hint(moves, reason(redact(state, state.player), moves, never)))


def test_reasons_count_the_helpful_cards_and_explain_a_taken_temple():
    state = soon_over(table(f"1 prophecies trio:G\n{RED_AND_BLACK}\n{USELESS}"))
    assert said_of(state, Draw()) >= {"No prophecy that lies face up", "Of {all}"}
    more = RED_AND_BLACK.replace("Kt1", "Kt1 Rb3 Kb3")
    state = table(f"1 prophecies trio:G\n{more}\n{USELESS.replace('pair:YB', 'red:R')}")
    said = said_of(state, Choose("red:R"), Draw())
    assert {"Choose:", "Of {all}"} <= said
    assert "No prophecy that lies face up" not in said
    bare = RED_AND_BLACK.replace("Rh1 Rb1 Kb1 Rb2 Kb2 Kt1", "Gt1")
    state = table(f"1 prophecies trio:G\n{bare}\n{USELESS}")
    assert helping_prophecies(state, next_of_deck(state), never) == 0
    assert "Of {all}" not in said_of(state, Draw())
    cards = [card for card in prophecies(promo=False) if card not in ("trio:G", *USELESS.split()[1:])]
    state = table(f"1 prophecies trio:G\n{RED_AND_BLACK}\n{USELESS}\ndiscards {' '.join(cards)}")
    assert not state.deck
    assert sorted(next_of_deck(state)) == sorted(cards)
    kept, own, others = state.discards[2:], state.discards[0], state.discards[1]
    laid = replace(
        state, discards=kept, seats=(replace(state.seats[0], aside=(own,)), replace(state.seats[1], aside=(others,)))
    )
    assert sorted(next_of_deck(laid)) == sorted(cards)
    assert sorted(next_of_deck(redact(laid, 0))) == sorted(cards), "what another laid aside is one of the unseen"
    assert helping_prophecies(state, next_of_deck(state), never)
    assert helping_prophecies(state, ("trio:Y", "trio:B"), never) == 0
    for more in ("", " blackx:Y"):
        hand = f"1 prophecies trio:G trio:B trio:Y blackx:G{more}\n1 tokens future"
        state = soon_over(table(f"{hand}\n{RED_AND_BLACK}\n{USELESS}", tokens=True))
        assert said_of(state, Foresee()) >= {"No prophecy that lies face up", "Of {all}"}
    hand = "1 prophecies trio:G trio:B trio:Y blackx:G blackx:Y\n1 tokens future"
    seen = play(table(f"{hand}\n{RED_AND_BLACK}\n{USELESS}", tokens=True), "foresee")
    seen = replace(seen, display=("pair:RK", "pair:YB", "pair:GB", "pair:KG", "two_two:BY", "two_two:GR"))
    proposal = advised(seen)
    assert isinstance(proposal.moves[0], Discard)
    assert Choose("pair:RK") in proposal.moves
    followed(seen, proposal.moves)
    assert check_reason(seen, proposal) >= {"Discard:", "Choose:"}
    state = replace(table(RIVALRY, tokens=True), queue=(1, 0, 1, 0), cause="bodies")
    assert said_of(state, Commit("temple:-B/10"), End()) == {"Take “{card}”", "Nobody else"}
    text = RIVALRY.replace("-B/10", "Y=G/6")
    alone = "\n".join(line for line in text.splitlines() if not line.strip().startswith("2 "))
    state = table(alone, players=1, tokens=True)
    assert said_of(state, Commit(state.temples[0]), End()) >= {"Another temple", "Of {all}"}


RIVALRY = """
    1 board Rh1 Rb1 Rb2 Rb3
    1 prophecies trio:R red:R
    1 temples temple:R=G/6
    1 tokens commit
    2 coatl Gh1 Yb1 Yb2 Gb3 Yb3 Gb4
    2 board Gb5 Gb6 Yt1
    supply Kb1 Kb2 | - | - | - | - | - | - | - | Rt1 | -
    display - - - - - -
    temples temple:-B/10 temple:R=Y/12
"""


def test_hints_are_legal_when_cancelled_and_have_a_reason_when_only_a_pass_is_left():
    for state in positions(SAMPLE_PARAMS[0], 5, 6):
        followed(state, coatl.ANALYSIS.hint(state, Dice(1), lambda: True).moves)
    state = deal(players=1, feathers=(8, 8, 8, 8))
    full = tuple(f"Fb{number}" for number in range(1, 9))
    empty = replace(state.with_seat(replace(state.seat, board=full)), deck=(), display=("",) * 6)
    assert empty.legal_moves() == (Pass(),)
    assert check_reason(empty, advised(empty)) == {"There is nothing you can do."}
    assert offers(analysis_of(coatl), Analysis.hint)
    state = table("""
        1 board Rh1 Rb1 Rb2
        1 prophecies trio:R
        1 temples temple:-R/11
        supply Kb1 Kb2 | - | - | - | - | - | - | - | Rt1 | -
        display pair:RK - - - - -
    """)
    for move in state.legal_moves():
        if isinstance(move, Take | Choose):
            said_of(state, move, End())


# == the review


PLAYED = (
    {"players": 2}, {"players": 1, "turns": 18}, {"players": 3, "tokens": True, "promo": True},
    {"players": 4, **GOLDEN},
)  # fmt: skip


def eager(dice):
    """Return a player who often builds for points, sometimes at random, and otherwise collects."""

    def choose(state):
        if state.action in ("", "build", "crown") and dice.below(3) == 0:
            build = best_build(state)
            if build.moves:
                return build.moves[0]
        legal = state.legal_moves()
        calm = [move for move in legal if not isinstance(move, Start)] or legal
        useful = [move for move in legal if isinstance(move, Attach | Prophesy | Crown)]
        return dice.choice(useful if useful and dice.below(3) == 0 else calm)

    return choose


def turn_at(states, place):
    """Return the position in which the turn of a remark began, and the one after it."""
    start = states[place]
    assert place == 0 or states[place - 1].turn != start.turn
    end = next(state for state in states[place:] if state.turn != start.turn or state.over)
    return start, end


def check(states, remark):
    before, after = turn_at(states, remark.ply)
    seat, said = before.player, remark.text
    assert said.args["player"].number == seat
    gained, best = after.score(seat) - before.score(seat), best_build(before).points
    if "left {n} point" in said.msgid:
        assert said.args["n"] == best - gained > 0
    elif said.msgid.startswith("The last turn"):
        assert before.turns_left(seat) == 0
        assert said.args["n"] == best > gained == 0
    elif said.msgid.startswith("Well built"):
        assert said.args["n"] == gained == best >= FINE
    else:
        assert "closed this cóatl early" in said.msgid
        locked = [coatl.locked for coatl in before.seats[seat].coatls]
        new = [
            worth(coatl)
            for place, coatl in enumerate(after.seats[seat].coatls)
            if coatl.locked and not (place < len(locked) and locked[place])
        ]
        assert said.args["points"] in new
        assert said.args["n"] >= said.args["points"] + WAITED_FOR
        return "early"
    return said.msgid


@pytest.mark.parametrize("params", PLAYED, ids=str)
def test_review_remarks_are_true(params):
    kinds = set()
    for seed in range(4):
        states, moves = by_choice(deal(seed, **params), eager(Dice(seed)))
        remarks = coatl.ANALYSIS.review(states, moves, never)
        assert len(remarks) <= MOST
        places = [remark.ply for remark in remarks]
        assert places == sorted(set(places))
        kinds |= {check(states, remark) for remark in remarks}
    assert kinds


# -- by hand

BUILT = ("start Rh1", "attach Rb1 1 tail", "attach Rb2 1 tail", "attach Rt1 1 tail")
START = """
    1 board Rh1 Rb1 Rb2 Rt1
    1 prophecies trio:R red:R
    1 temples temple:-Y/7
    temples - -
"""


def said(states, moves):
    return [(remark.ply, remark.weight, str(remark.text)) for remark in coatl.ANALYSIS.review(states, moves, never)]


def test_review_remarks_on_missed_points_early_closing_and_best_builds():
    states, moves = by_texts(table(START), *BUILT, "prophesy trio:R 1", "crown temple:-Y/7 1", "end")
    assert said(states, moves) == [
        (0, -1, "player 1 left 3 points lying here; the best build: "
                "Trio: red: 3; Gathering: red: 3; Temple: no yellow, length 7: 3."),
    ]  # fmt: skip
    first, second = "prophesy trio:R 1", "prophesy red:R 1"
    states, moves = by_texts(table(START), *BUILT, first, second, "crown temple:-Y/7 1", "end")
    assert said(states, moves) == []
    state = table("""
        1 board Rh1 Rb1 Rb2 Rb3 Rb4 Rb5 Rt1
        1 prophecies trio:R red:R
        1 temples temple:-Y/7
        temples temple:-K/8 temple:-G/9
    """)
    build = best_build(state)
    states, moves = by_texts(state, *map(str, build.moves))
    assert build.points == 7 + 5 + 7
    assert said(states, moves) == [(0, 1, "Well built: 19 points for player 1, and nothing better was to be had.")]
    state = table("""
        1 board Rh1 Rb1 Rb2 Rt1
        1 prophecies trio:R red:R
        1 temples temple:-Y/7
        temples temple:-K/8 temple:-G/9
        supply Rb3 Rb4 | Rb5 Kb1 | Gb1 Gb2 | Gb3 Gb4 | Gb5 Gb6 | - | Bh1 | Bh2 | Bt1 | Bt2
        display - - - - - -
    """)
    best = (*BUILT, "prophesy trio:R 1", "prophesy red:R 1", "crown temple:-Y/7 1", "end")
    others = ("take b3", "end")
    states, moves = by_texts(
        state, *best, *others, "take b1", "end", "take b4", "end", "take b2", "end", "take b5", "end", "take h1", "end",
    )  # fmt: skip
    remarks = coatl.ANALYSIS.review(states, moves, never)
    assert [type(remark) for remark in remarks] == [Remark]
    assert check(states, remarks[0]) == "early"
    assert remarks[0].text.args["n"] == 7 + 5 + 7  # six or more red ones, two trios, no yellow one among seven


def test_review_weighs_a_missed_winning_last_turn_most_and_handles_unfinished_games():
    state = replace(table(START + "supply Kb1 Kb2 | - | - | - | - | - | - | - | - | -"), queue=(), cause="third")
    states, moves = by_texts(state, "take b1", "end")
    assert states[-1].over
    text = "The last turn: player 1 could still have built for 9 points "
    ((place, weight, words),) = said(states, moves)
    assert (place, weight) == (0, -3)
    assert words.startswith(text)
    assert offers(analysis_of(coatl), Analysis.review)
    states, moves = by_choice(deal(3, players=2), eager(Dice(3)))
    for remark in coatl.ANALYSIS.review(states, moves, never):
        assert not isinstance(moves[remark.ply], End)
    states, moves = by_choice(deal(1, players=2), eager(Dice(1)))
    for length in (0, 1, 2, len(moves) // 2):
        for remark in coatl.ANALYSIS.review(states[: length + 1], moves[:length], never):
            check(states[: length + 1], remark)
    states, moves = by_choice(deal(2, players=2), eager(Dice(2)))
    assert coatl.ANALYSIS.review(states, moves, lambda: True) == ()
