"""The adviser of Cóatl: hints are legal and know nothing they should not, and every word of a reason is true."""

from dataclasses import replace
from itertools import combinations

import pytest

from logic import coatl
from logic.coatl import redact, sample
from logic.coatl.analysis import OVER, reason
from logic.coatl.components import prophecies
from logic.coatl.engine.choices import Chooser
from logic.coatl.engine.outlook import RATHER, Chances
from logic.coatl.moves import Choose, Commit, Discard, Draw, End, Fetch, Pass, Start, Take
from logic.core import Dice, Hint, never
from logic.game import Analysis, analysis_of, offers
from tests.coatlclaims import SOME, advised, check_reason, followed, positions
from tests.coatlparts import GOLDEN, deal, play, table


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


USELESS = "display pair:YB pair:GB pair:YG two_two:BY two_two:GR three_two:RG"
RED_AND_BLACK = "1 board Rh1 Rb1 Kb1 Rb2 Kb2 Kt1\n1 temples temple:-R/11\nsupply - | - | - | - | - | - | - | - | - | -"


def test_a_prophecy_is_drawn_where_those_that_lie_open_do_not_fit_and_others_may():
    state = table(f"1 prophecies trio:G\n{RED_AND_BLACK}\n{USELESS}")
    proposal = advised(state)
    assert proposal.moves == (Draw(),)
    assert check_reason(state, proposal) >= {"No prophecy that lies face up", "Of {all}"}
    chances = Chooser(state, never).deck
    assert chances.of_best() == sum(chances.gains) // len(chances.gains) >= RATHER // 2


def test_what_fits_is_chosen_before_one_is_drawn():
    more = RED_AND_BLACK.replace("Kt1", "Kt1 Rb3 Kb3")
    state = table(f"1 prophecies trio:G\n{more}\n{USELESS.replace('pair:YB', 'red:R')}")
    proposal = advised(state)
    assert list(map(str, proposal.moves)) == ["choose red:R", "draw"]
    said = check_reason(state, proposal)
    assert {"Choose:", "Of {all}"} <= said
    assert "No prophecy that lies face up" not in said


def test_nothing_is_drawn_where_no_card_that_may_come_helps():
    bare = RED_AND_BLACK.replace("Rh1 Rb1 Kb1 Rb2 Kb2 Kt1", "Gt1")
    state = table(f"1 prophecies trio:G\n{bare}\n{USELESS}")
    assert Chooser(state, never).deck.helpful == 0
    assert not any(isinstance(move, Draw) for move in advised(state).moves)


def test_an_empty_deck_is_known_to_take_the_discards():
    cards = [card for card in prophecies(promo=False) if card not in ("trio:G", *USELESS.split()[1:])]
    state = table(f"1 prophecies trio:G\n{RED_AND_BLACK}\n{USELESS}\ndiscards {' '.join(cards)}")
    assert not state.deck
    assert len(Chooser(state, never).deck.gains) == len(cards)
    assert Chooser(state, never).deck.helpful
    short = replace(state, discards=("trio:Y", "trio:B"))
    assert Chooser(short, never).deck.gains == (0, 0)


def test_the_future_is_seen_where_nothing_that_lies_open_helps_and_new_cards_may():
    hand = "1 prophecies trio:G trio:B trio:Y blackx:G\n1 tokens future"
    state = table(f"{hand}\n{RED_AND_BLACK}\n{USELESS}", tokens=True)
    assert moves_of(state) == ["foresee"]
    assert check_reason(state, advised(state)) >= {"No prophecy that lies face up", "Of {all}"}


def test_from_a_full_hand_the_future_makes_room_for_what_helps():
    hand = "1 prophecies trio:G trio:B trio:Y blackx:G blackx:Y\n1 tokens future"
    state = table(f"{hand}\n{RED_AND_BLACK}\n{USELESS}", tokens=True)
    assert moves_of(state) == ["foresee"]
    assert check_reason(state, advised(state)) == {"Turn up new prophecies, and see what they bring.", "Of {all}"}
    seen = replace(play(state, "foresee"), display=("trio:K", "pair:KR", "red:R", "pair:GB", "pair:YG", "two_two:BY"))
    seen = replace(seen, display=("pair:RK", "pair:YB", "pair:GB", "pair:KG", "two_two:BY", "two_two:GR"))
    proposal = advised(seen)
    first, second, *_ = proposal.moves
    assert isinstance(first, Discard)
    assert second == Choose("pair:RK")
    followed(seen, proposal.moves)
    assert check_reason(seen, proposal) >= {"Discard:", "Choose:"}


def test_nothing_is_discarded_for_a_card_that_is_no_better():
    hand = "1 prophecies trio:G trio:B trio:Y blackx:G blackx:Y\n1 tokens future"
    seen = play(table(f"{hand}\n{RED_AND_BLACK}\n{USELESS}", tokens=True), "foresee")
    seen = replace(seen, display=("pair:YB", "pair:GB", "pair:YG", "two_two:BY", "two_two:GR", "three_two:RG"))
    assert moves_of(seen) == ["end"]


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


def test_a_temple_that_another_may_soon_take_is_secured_by_the_token():
    state = replace(table(RIVALRY, tokens=True), queue=(1, 0, 1, 0), cause="bodies")
    chooser = Chooser(state, never)
    assert chooser.secured("temple:-B/10") > chooser.secured("temple:R=Y/12") == 0
    assert [choice.moves[0] for choice in chooser.commitments()] == [Commit("temple:-B/10")]
    proposal = Hint((Commit("temple:-B/10"), End()), reason(state, (Commit("temple:-B/10"), End()), never))
    assert check_reason(state, proposal) == {"Take “{card}”", "Nobody else"}


def test_the_token_for_a_temple_is_proposed_where_most_hangs_on_it():
    state = table("""
        player 1, turn 45, first 2
        supply Bb24 Gb22 | - | - | - | Bb15 Yb20 | - | Yh3 | - | Bt3 | Kt2
        display colorful:GYG red:R' blackx:K blank:KB red:B two_three:KG
        temples temple:-Y/K=G temple:-R/G=B
        1 board Yb24 Gb7 Kh2 Kb17 - - Yb11 -
        1 coatl Rh3 Bb21 Yb6 Rb17 Gb16 Rb13 Gb23 Bb10 Rb12 Bb9 Yb1 Yt3 + quartet:RG red:R temple:B=Y/12, locked
        1 prophecies blank:YR blank:KY rainbow:RKBYG colorful:GRK
        2 board Bb11 Bb23 Gb13 Bb14 Rh2 Yt2 Bb2 Rb11
        2 coatl Yh1 Bb7 Gb3 Yb5 Yb4 Yb18 Yb17 Yb19 Yb21 Kt1 + trio:Y red:Y' temple:B=K/9, locked
        2 prophecies ?*4
        2 temples ?
        3 board Gb2 Kb20 Bb22 Bb13 Kb6 Rb14 - -
        3 coatl Gh1 Yb16 Kb8 Gb17 Yb14 Kt3 + colorful:GYK temple:-R/11, locked
        3 coatl Bh1 Yb12 Kb3 Rb23 Gb12 Bt1 + rainbow:YKRGB temple:Y=G/6, locked
        3 prophecies ?*3
        3 temples ?
    """, players=3, tokens=True)  # fmt: skip
    proposal = advised(state)
    assert proposal.moves == (Commit("temple:-R/G=B"), End())
    followed(state, proposal.moves)
    assert check_reason(state, proposal) == {"Take “{card}”", "Nobody else"}


def test_who_plays_alone_need_not_fear_for_a_temple_but_may_want_another():
    text = RIVALRY.replace("-B/10", "Y=G/6")
    alone = "\n".join(line for line in text.splitlines() if not line.strip().startswith("2 "))
    state = table(alone, players=1, tokens=True)
    chooser = Chooser(state, never)
    assert not any(map(chooser.secured, state.temples))
    assert chooser.next_temple.helpful
    moves = (Commit(state.temples[0]), End())
    assert check_reason(state, Hint(moves, reason(state, moves, never))) >= {"Another temple", "Of {all}"}


def test_what_the_best_of_some_cards_brings_is_the_mean_over_all_ways_they_may_come():
    gains = (50, 32, 32, 9, 4, 0, 0)
    for count in range(1, 9):
        ways = [max(way) for way in combinations(gains, min(count, len(gains)))]
        assert Chances(gains).of_best(count) == sum(ways) // len(ways)
    assert Chances().of_best() == 0
    assert Chances(gains).helpful == 4


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
        followed(state, coatl.ANALYSIS.hint(state, Dice(1), lambda: True).moves)


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
    assert offers(analysis_of(coatl), Analysis.hint)
