"""Cóatl, the page of the rules sentence by sentence: the corners that the other tests of the rules do not look into."""

from dataclasses import replace

import pytest

from logic.coatl import redact, sample
from logic.coatl.components import COLOURS, HIDDEN, prophecies
from logic.coatl.moves import End, level, worth
from logic.coatl.notation import check
from logic.core import Dice
from tests.coatlparts import GOLDEN, begun, choices, happened, kinds, play, refused, table
from tests.coatlsentences import CARDS, OPEN, SHOWN, TWO, all_but, boards, ends_but, play_on

# -- what is hidden

HANDS = f"""
{OPEN}
discards trio:B
1 prophecies red:G trio:R
1 temples temple:-G/9
2 prophecies pair:KG trio:G red:B
2 temples temple:R=Y/12
2 aside trio:Y
"""


@pytest.mark.parametrize("viewer", [0, 1])
def test_hands_are_hidden_and_how_many_cards_they_hold_is_not(viewer):
    state = table(HANDS)
    shown, other = redact(state, viewer), 1 - viewer
    assert shown.seats[viewer] == state.seats[viewer]
    for name in ("prophecies", "temples", "aside"):
        assert getattr(shown.seats[other], name) == (HIDDEN,) * len(getattr(state.seats[other], name))
    assert (shown.deck, shown.temple_deck) == ((HIDDEN,) * len(state.deck), (HIDDEN,) * len(state.temple_deck))
    assert (shown.display, shown.temples, shown.discards) == (state.display, state.temples, state.discards)


def test_the_order_of_the_bags_is_hidden_and_what_is_in_them_is_not():
    state = begun(3)
    shown = redact(state, 0)
    for bag, known in zip(state.bags, shown.bags, strict=True):
        assert set(bag) == set(known)
        assert list(known) == sorted(known, key=lambda piece: (COLOURS.index(piece[0]), int(piece[2:])))
    assert shown.seed == 0, "nor how cards will be shuffled"


@pytest.mark.parametrize("viewer", [0, 1])
def test_whoever_thinks_deals_the_hidden_cards_anew_and_the_others_stay(viewer):
    state = table(HANDS)
    dealt = [sample(state, viewer, Dice(seed)) for seed in range(8)]
    assert {other.seats[viewer] for other in dealt} == {state.seats[viewer]}
    assert {other.discards for other in dealt} == {state.discards}
    assert len({other.seats[1 - viewer] for other in dealt}) == len({other.deck for other in dealt}) == 8
    assert len({other.bags for other in dealt}) == len({other.seed for other in dealt}) == 8
    for other in dealt:
        assert HIDDEN not in str(other)
        check(other)


# -- the cards


def test_cards_share_pieces_and_their_level_rises_and_never_falls():
    state = table("1 board Rt1 Kt1\n1 coatl Rh1 Kb1 Rb1\n1 prophecies red:R")
    refused(state, "attach Kt1 1 tail")
    after = play(state, "attach Rt1 1 tail", "prophesy red:R 1")
    assert worth(after.seats[0].coatls[0]) == 2
    state = table("1 coatl Rb1 Rb2 Rb3 Kb1\n1 prophecies red:R trio:R pair:RK red:K")
    after = play(state, "prophesy red:R 1", "prophesy trio:R 1", "prophesy pair:RK 1")
    assert after.seats[0].coatls[0].prophecies == ("red:R", "trio:R", "pair:RK")
    assert worth(after.seats[0].coatls[0]) == 2 + 3 + 1
    refused(after, "prophesy red:K 1")
    state = table("1 board Rb3 Rb4 Rt1\n1 coatl Kb1 Rb1 Rb2 Gb1\n1 prophecies red:R blackx:R")
    state = play(state, "prophesy blackx:R 1", "attach Rb3 1 head", "attach Rb4 1 head")
    assert level("blackx:R", state.seats[0].coatls[0]) == 1, "a pair at the open head end may still become three"
    state = play(state, "prophesy red:R 1", "attach Rt1 1 tail")
    assert [level(card, state.seats[0].coatls[0]) for card in ("blackx:R", "red:R")] == [1, 3]


# -- whose turn it is


def test_a_steal_in_the_last_turn_leaves_nothing_begun_behind():
    text = "player 2, turn 30\n1 board Gb2 Gb3\n2 board Fb1\nend third, -"
    state = play(table(text, **GOLDEN), "steal 1", "rob Gb2", "end")
    assert (state.over, state.action, state.left, state.victim) == (True, "", 0, None)


# -- take pieces


def test_where_the_bags_can_add_nothing_nothing_refills_and_bodies_do_all_the_same():
    supply = "supply Rb1 Yb1 | Gb1 | - | - | - | - | Rh1 | - | - | -"
    state = play(table(f"{supply}{CARDS}{boards(ends_but('Rh1'), (5, 8, 8, 8))}", players=4), "take h1")
    assert happened(state, "end") == ["refill", "end"]
    after = play(state, "end")
    assert [len(pieces) for pieces in after.supply] == [2] * 6 + [0] * 4
    assert after.field("b1") == ("Rb1", "Yb1")
    supply = "supply Rb1 Yb1 | Rb2 Yb2 | - | - | - | - | Rh1 | - | - | -"
    text = f"{supply}{CARDS}{FULL}\n{boards(ends_but('Rh1'), (5, 8, 8, 8))}"
    state = play(table(text, players=4, **TWO), "take h1")
    assert happened(state, "end") == ["end"]
    assert (play(state, "end").supply, play(state, "end").queue) == (state.supply, None)
    text = f"supply Rb1 | - | - | - | - | - | Rh1 | - | Rt1 | -{CARDS}{FULL}\n1 board Rb2 Yb1 Yb2"
    state = play(table(text, **TWO), "take b1")
    assert happened(state, "end") == ["refill", "final", "end"]
    after = play(state, "end")
    assert [len(pieces) for pieces in after.supply] == [0] * 6 + [1] * 4
    assert after.cause == "bodies"


FULL = "2 coatl Gb1 Gb2 Bb1 Bb2 Kb1 Kb2"
"""With two bodies of a colour in the game: all that are neither red nor yellow."""


@pytest.mark.parametrize(("rest", "events"), [("Rb2 Yb1 Yb2", ["final", "end"]), ("Rb2 Yb1", ["refill", "end"])])
def test_with_the_last_body_taken_the_end_is_near_though_no_bag_can_add_anything(rest, events):
    text = f"""
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | -
    {boards(ends_but("Rh1", "Rh2", "Rt1"), (3, 8, 8, 8))}
    {FULL}
    3 coatl {rest}
    {CARDS}
    """
    state = play(table(text, players=4, **TWO), "take b1")
    assert happened(state, "end") == events


@pytest.mark.parametrize("move", ["draw", "choose red:Y", "start Kb1", "commit temple:-Y/7", "foresee"])
def test_only_a_take_and_perfect_pick_refill_the_supply_board(move):
    empty = OPEN.replace("Rb1 Yb1 | Gb1", "- | -").replace("Rh1", "-").replace("Rt1", "-")
    state = play(table(f"{empty}\n1 board Kb1", tokens=True), move)
    after = play(state, "end")
    assert after.supply == ((),) * 10
    assert after.queue is None


# -- choose prophecies


def test_a_blind_draw_takes_what_is_in_the_deck_and_what_is_shuffled_in_is_laid_aside():
    state = play(table(OPEN), "draw", "draw")
    assert happened(state, "end") == ["end"]
    assert play(state, "end").display == SHOWN
    rest = all_but("trio:R", "trio:Y")
    state = table(f"{OPEN}\ndeck trio:Y trio:R\ndiscards {' '.join(rest)}\nseed 5, 0 shuffles")
    after = play(state, "draw", "draw")
    assert after.seats[0].prophecies == ("trio:Y", "trio:R")
    assert (after.discards, after.shuffles) == (tuple(rest), 0)
    third = play(after, "draw")
    assert (third.discards, third.shuffles, len(third.deck)) == ((), 1, len(rest) - 1)
    rest = all_but("trio:R", "red:K", "red:G")
    text = f"{OPEN}\ndeck -\ndiscards {' '.join(rest)}\n1 prophecies red:G\n2 prophecies red:K\n"
    after = play(table(f"{text}2 coatl Rb4 Rb5 Rb6 + trio:R"), "draw")
    assert sorted((*after.deck, *after.seats[0].prophecies[1:])) == sorted(rest)
    rest = [card for card in prophecies(promo=False) if card not in (*SHOWN, "trio:R")]
    built = table(f"{OPEN}\n2 aside trio:R\ndeck {' '.join(rest)}")
    state = replace(built, deck=())  # as if all others had been built
    assert play_on(state, "draw").seats[0].prophecies == ("trio:R",)
    after = play_on(state, "choose red:Y", "end")
    assert (after.display[0], after.seats[1].aside) == ("trio:R", ())


# -- build


@pytest.mark.parametrize("piece", ["Kh1", "Kt1"])
def test_an_end_that_is_closed_takes_no_second_head_or_tail(piece):
    coatl = "Rh1 Rb1 Rb2" if piece == "Kh1" else "Rb1 Rb2 Rt1"
    other = "Kt1" if piece == "Kh1" else "Kh1"
    state = table(f"1 board {piece} {other}\n1 coatl {coatl}\n1 prophecies red:R blackx:R")
    assert choices(state, "attach") == [f"attach {other} 1 {'tail' if other == 'Kt1' else 'head'}"]


@pytest.mark.parametrize(("coatl", "piece"), [("Kt1", "Rh1"), ("Rh1", "Kt1")])
def test_a_head_and_a_tail_alone_are_no_coatl_though_a_card_would_score(coatl, piece):
    state = table(f"1 board {piece} Gb1\n1 coatl {coatl}\n1 prophecies pair:RK")
    assert {move.split(" ")[1] for move in choices(state, "attach")} == {"Gb1"}


def test_a_head_is_not_laid_at_the_tail_end_nor_a_tail_at_the_head_end():
    state = table("1 board Kh1 Kt1\n1 coatl Rb1 Rb2 Rb3\n1 prophecies red:R")
    refused(state, "attach Kh1 1 tail", "attach Kt1 1 head")


@pytest.mark.parametrize("locked", [True, False])
def test_a_prophecy_comes_to_a_finished_coatl_only_in_the_turn_in_which_it_was_finished(locked):
    if locked:
        state = table("1 coatl Rh1 Rb1 Rb2 Kt1 + pair:RK, locked\n1 prophecies red:R trio:R")
    else:
        text = "1 board Kt1\n1 coatl Rh1 Rb1 Rb2\n1 prophecies red:R trio:R pair:RK"
        state = play(table(text), "attach Kt1 1 tail", "prophesy pair:RK 1")
    assert choices(state, "prophesy") == ([] if locked else ["prophesy red:R 1", "prophesy trio:R 1"])


def test_three_coatls_closed_in_one_build_need_a_prophecy_each_and_after_a_temple_only_temples_follow():
    text = "1 board Rt1 Gt1 Gb1 Rt2 Rb9\n1 coatl Rh1 Rb1\n1 coatl Gh1 Gb2\n1 prophecies red:R red:G"
    state = play(table(text), "attach Rt1 1 tail", "attach Gt1 2 tail", "start Rb9", "attach Rt2 3 tail")
    refused(state, "end")
    more = table(f"{text} red:R'".replace("Rb9", "Rb9 Rh2"))
    closed = play(more, "attach Rt1 1 tail", "attach Gt1 2 tail", "start Rb9", "attach Rt2 3 tail", "attach Rh2 3 head")
    assert play(closed, "prophesy red:R 1", "prophesy red:G 2", "prophesy red:R' 3", "end").cause == "third"
    few = table(text.replace("Rb9", "Rb9 Rh2"))
    few = play(few, "attach Rt1 1 tail", "attach Gt1 2 tail", "start Rb9", "attach Rt2 3 tail")
    refused(few, "attach Rh2 3 head")
    text = "1 board Rt1\n1 coatl Rh1 Rb1\n1 prophecies red:R\n2 temples temple:-Y/7\ntemples temple:-K/8 -"
    state = play(table(text), "attach Rt1 1 tail", "prophesy red:R 1")
    assert choices(state, "crown") == ["crown temple:-K/8 1"]
    text = "1 board Rt1\n1 coatl Rh1 Rb1\n1 prophecies red:R\ntemples temple:-Y/7 temple:-K/8"
    state = play(table(text), "attach Rt1 1 tail", "prophesy red:R 1", "crown temple:-Y/7 1")
    after = play_on(replace(state, temple_deck=()), "end")  # as if all others had been built
    assert after.temples == ("", "temple:-K/8")
    text = """
    1 board Rt1 Rt2 Gb1
    1 coatl Rh1 Rb1 Rb4
    1 coatl Rh2 Rb2
    1 prophecies red:R red:R' trio:R
    1 temples temple:-Y/7 temple:-B/10
    1 tokens pick future
    """
    state = play(table(text, tokens=True), "attach Rt1 1 tail", "attach Rt2 2 tail", "prophesy red:R 1")
    state = play(state, "prophesy red:R' 2")
    assert {"start", "prophesy", "crown", "end"} == kinds(state)
    after = play(state, "crown temple:-Y/7 1")
    assert choices(after) == ["crown temple:-B/10 2", "end"]
    assert play(after, "crown temple:-B/10 2", "end").seats[0].temples == ()
    text = (
        "1 board Rt1\n1 coatl Kh1 Kb1 Kt1 + red:K, locked\n1 coatl Rh1 Rb1\n1 prophecies red:R\ntemples temple:-Y/7 -"
    )
    state = play(table(text), "attach Rt1 2 tail", "prophesy red:R 2")
    assert choices(state, "crown") == ["crown temple:-Y/7 2"]
    (lock,) = [event for event in state.apply(End()).events if event.name == "lock"]
    assert sorted(lock.paths) == ["Rb1", "Rh1", "Rt1"], "and not those of the other once more"


# -- passing


def test_who_holds_a_token_that_can_be_used_does_not_pass():
    stuck = """
    1 board Rh1 Rh2 Rh3 Yh1 Yh2 Yh3 Gh1 Gh2
    1 coatl Bh1
    1 coatl Bh2
    1 prophecies trio:R trio:Y trio:G trio:B trio:K
    1 tokens {}
    """
    assert choices(table(stuck.format("future"), tokens=True)) == ["foresee"]
    assert choices(table(stuck.format("pick commit"), tokens=True)) == ["pass"]
