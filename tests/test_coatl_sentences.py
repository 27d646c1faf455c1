"""Cóatl, the page of the rules sentence by sentence: the corners that the other tests of the rules do not look into."""

from dataclasses import replace

import pytest

from logic.coatl import redact, sample
from logic.coatl.building import level, worth
from logic.coatl.cards import prophecies
from logic.coatl.check import check
from logic.coatl.ending import PRAISE, praise
from logic.coatl.moves import End, Foresee
from logic.coatl.pieces import COLOURS
from logic.coatl.table import HIDDEN
from logic.core import Dice, find_move
from tests.coatlparts import GOLDEN, begun, choices, happened, kinds, play, refused, table

CARDS = """
display red:Y red:R trio:K pair:YG blackx:B rainbow:YKRGB
temples temple:-Y/7 temple:-K/8
"""
OPEN = f"supply Rb1 Yb1 | Gb1 | - | - | - | - | Rh1 | - | Rt1 | -{CARDS}"
SHOWN = ("red:Y", "red:R", "trio:K", "pair:YG", "blackx:B", "rainbow:YKRGB")
SUPPLY = "supply " + " | ".join(f"{c}b1 {c}b2" for c in "RYGBK") + " | Rb3 Yb3 | Rh1 | Rh2 | Rt1 | Rt2"
SEATED = [(players, first, seat) for players in (2, 3, 4) for first in range(players) for seat in range(players)]
"""Every number of players with every place of the first-player marker, and each seat."""
TABLES = pytest.mark.parametrize(("players", "first", "seat"), SEATED)


def boards(pieces, sizes):
    """Lines with the boards of the players, each with so many of the pieces."""
    left, lines = list(pieces), []
    for number, size in enumerate(sizes, 1):
        if left[:size]:
            lines.append(f"{number} board {' '.join(left[:size])}")
        del left[:size]
    assert not left
    return "\n".join(lines)


def ends_but(*kept):
    """All heads and tails, but for some."""
    every = [f"{colour}{kind}{number}" for kind in "ht" for colour in COLOURS for number in (1, 2, 3)]
    return [piece for piece in every if piece not in kept]


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


def test_heads_and_tails_count_as_pieces_of_their_colour():
    state = table("1 board Rt1 Kt1\n1 coatl Rh1 Kb1 Rb1\n1 prophecies red:R")
    refused(state, "attach Kt1 1 tail")
    after = play(state, "attach Rt1 1 tail", "prophesy red:R 1")
    assert worth(after.seats[0].coatls[0]) == 2


def test_different_cards_may_share_pieces_and_those_on_a_coatl_stay_there():
    state = table("1 coatl Rb1 Rb2 Rb3 Kb1\n1 prophecies red:R trio:R pair:RK red:K")
    after = play(state, "prophesy red:R 1", "prophesy trio:R 1", "prophesy pair:RK 1")
    assert after.seats[0].coatls[0].prophecies == ("red:R", "trio:R", "pair:RK")
    assert worth(after.seats[0].coatls[0]) == 2 + 3 + 1
    refused(after, "prophesy red:K 1")


def test_the_level_of_a_card_that_lies_there_rises_and_never_falls():
    state = table("1 board Rb3 Rb4 Rt1\n1 coatl Kb1 Rb1 Rb2 Gb1\n1 prophecies red:R blackx:R")
    state = play(state, "prophesy blackx:R 1", "attach Rb3 1 head", "attach Rb4 1 head")
    assert level("blackx:R", state.seats[0].coatls[0]) == 1, "a pair at the open head end may still become three"
    state = play(state, "prophesy red:R 1", "attach Rt1 1 tail")
    assert [level(card, state.seats[0].coatls[0]) for card in ("blackx:R", "red:R")] == [1, 3]


# -- whose turn it is


@pytest.mark.parametrize(("players", "first"), [(n, first) for n in (2, 3, 4) for first in range(n)])
def test_turns_go_round_the_table_from_the_first_player_on(players, first):
    state, seats = begun(2, players=players, first=first), []
    for _ in range(2 * players):
        seats.append(state.player)
        state = play(state, choices(state, "take")[0], "end")
    assert seats == [(first + turn) % players for turn in range(2 * players)]


def test_a_steal_in_the_last_turn_leaves_nothing_begun_behind():
    text = "player 2, turn 30\n1 board Gb2 Gb3\n2 board Fb1\nend third, -"
    state = play(table(text, **GOLDEN), "steal 1", "rob Gb2", "end")
    assert (state.over, state.action, state.left, state.victim) == (True, "", 0, None)


# -- take pieces


def test_where_heads_and_tails_are_gone_for_good_the_body_fields_refill_all_the_same():
    supply = "supply Rb1 Yb1 | Gb1 | - | - | - | - | Rh1 | - | - | -"
    state = play(table(f"{supply}{CARDS}{boards(ends_but('Rh1'), (5, 8, 8, 8))}", players=4), "take h1")
    assert happened(state, "end") == ["refill", "end"]
    after = play(state, "end")
    assert [len(pieces) for pieces in after.supply] == [2] * 6 + [0] * 4
    assert after.field("b1") == ("Rb1", "Yb1")


FULL = "2 coatl Gb1 Gb2 Bb1 Bb2 Kb1 Kb2"
"""With two bodies of a colour in the game: all that are neither red nor yellow."""
TWO = {"bodies": (2, 2, 2, 2)}


def test_where_the_bags_can_add_nothing_nothing_refills():
    supply = "supply Rb1 Yb1 | Rb2 Yb2 | - | - | - | - | Rh1 | - | - | -"
    text = f"{supply}{CARDS}{FULL}\n{boards(ends_but('Rh1'), (5, 8, 8, 8))}"
    state = play(table(text, players=4, **TWO), "take h1")
    assert happened(state, "end") == ["end"]
    assert (play(state, "end").supply, play(state, "end").queue) == (state.supply, None)


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


def test_the_refill_with_the_last_body_still_brings_heads_and_tails():
    text = f"supply Rb1 | - | - | - | - | - | Rh1 | - | Rt1 | -{CARDS}{FULL}\n1 board Rb2 Yb1 Yb2"
    state = play(table(text, **TWO), "take b1")
    assert happened(state, "end") == ["refill", "final", "end"]
    after = play(state, "end")
    assert [len(pieces) for pieces in after.supply] == [0] * 6 + [1] * 4
    assert after.cause == "bodies"


@pytest.mark.parametrize("move", ["draw", "choose red:Y", "start Kb1", "commit temple:-Y/7", "foresee"])
def test_only_a_take_and_perfect_pick_refill_the_supply_board(move):
    empty = OPEN.replace("Rb1 Yb1 | Gb1", "- | -").replace("Rh1", "-").replace("Rt1", "-")
    state = play(table(f"{empty}\n1 board Kb1", tokens=True), move)
    after = play(state, "end")
    assert after.supply == ((),) * 10
    assert after.queue is None


# -- choose prophecies


def test_a_blind_draw_leaves_the_display_as_it_is():
    state = play(table(OPEN), "draw", "draw")
    assert happened(state, "end") == ["end"]
    assert play(state, "end").display == SHOWN


def all_but(*cards):
    return [card for card in prophecies(promo=False) if card not in (*cards, *SHOWN)]


def test_a_blind_draw_takes_what_is_in_the_deck_before_it_is_shuffled_anew():
    rest = all_but("trio:R", "trio:Y")
    state = table(f"{OPEN}\ndeck trio:Y trio:R\ndiscards {' '.join(rest)}\nseed 5, 0 shuffles")
    after = play(state, "draw", "draw")
    assert after.seats[0].prophecies == ("trio:Y", "trio:R")
    assert (after.discards, after.shuffles) == (tuple(rest), 0)
    third = play(after, "draw")
    assert (third.discards, third.shuffles, len(third.deck)) == ((), 1, len(rest) - 1)


def test_cards_that_are_held_or_built_are_not_shuffled_in():
    rest = all_but("trio:R", "red:K", "red:G")
    text = f"{OPEN}\ndeck -\ndiscards {' '.join(rest)}\n1 prophecies red:G\n2 prophecies red:K\n"
    after = play(table(f"{text}2 coatl Rb4 Rb5 Rb6 + trio:R"), "draw")
    assert sorted((*after.deck, *after.seats[0].prophecies[1:])) == sorted(rest)


def test_what_was_laid_aside_in_secret_is_a_deck_too_when_nothing_else_is_left():
    rest = [card for card in prophecies(promo=False) if card not in (*SHOWN, "trio:R")]
    built = table(f"{OPEN}\n2 aside trio:R\ndeck {' '.join(rest)}")
    state = replace(built, deck=())  # as if all others had been built
    assert play_on(state, "draw").seats[0].prophecies == ("trio:R",)
    after = play_on(state, "choose red:Y", "end")
    assert (after.display[0], after.seats[1].aside) == ("trio:R", ())


def play_on(state, *moves):
    """The position after moves, where not everything lies somewhere."""
    for move in moves:
        state = state.apply(find_move(state, move)).state
    return state


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


def test_three_coatls_closed_in_one_build_need_three_prophecies_of_their_own():
    text = "1 board Rt1 Gt1 Gb1 Rt2 Rb9\n1 coatl Rh1 Rb1\n1 coatl Gh1 Gb2\n1 prophecies red:R red:G"
    state = play(table(text), "attach Rt1 1 tail", "attach Gt1 2 tail", "start Rb9", "attach Rt2 3 tail")
    refused(state, "end")
    more = table(f"{text} red:R'".replace("Rb9", "Rb9 Rh2"))
    closed = play(more, "attach Rt1 1 tail", "attach Gt1 2 tail", "start Rb9", "attach Rt2 3 tail", "attach Rh2 3 head")
    assert play(closed, "prophesy red:R 1", "prophesy red:G 2", "prophesy red:R' 3", "end").cause == "third"
    few = table(text.replace("Rb9", "Rb9 Rh2"))
    few = play(few, "attach Rt1 1 tail", "attach Gt1 2 tail", "start Rb9", "attach Rt2 3 tail")
    refused(few, "attach Rh2 3 head")


def test_only_the_own_temples_and_those_face_up_are_placed():
    text = "1 board Rt1\n1 coatl Rh1 Rb1\n1 prophecies red:R\n2 temples temple:-Y/7\ntemples temple:-K/8 -"
    state = play(table(text), "attach Rt1 1 tail", "prophesy red:R 1")
    assert choices(state, "crown") == ["crown temple:-K/8 1"]


def test_where_no_temple_is_left_the_gap_stays():
    text = "1 board Rt1\n1 coatl Rh1 Rb1\n1 prophecies red:R\ntemples temple:-Y/7 temple:-K/8"
    state = play(table(text), "attach Rt1 1 tail", "prophesy red:R 1", "crown temple:-Y/7 1")
    after = play_on(replace(state, temple_deck=()), "end")  # as if all others had been built
    assert after.temples == ("", "temple:-K/8")


def test_after_the_first_temple_only_temples_follow_for_another_coatl_too():
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


def test_a_locked_coatl_stays_as_it_is_while_another_is_finished():
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


# -- tokens


def holding(text="", **params):
    return table(OPEN + text, tokens=True, **params)


def test_perfect_pick_of_a_last_body_needs_one_slot_only():
    bodies = "1 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb1 Rh2"
    state = holding(bodies, bodies=[2, 2, 2, 2])
    assert [move for move in choices(state, "fetch") if move.endswith("b")] == ["fetch Kb"]
    assert play(state, "fetch Kb", "end").bags.body == ()
    two = holding(bodies.replace(" Kb1", " Rh3"), bodies=[2, 2, 2, 2])
    assert not [move for move in choices(two, "fetch") if move.endswith("b")], "two in the bag, one slot"


def test_perfect_pick_takes_a_head_or_a_tail_where_no_body_is_left_in_the_bag():
    state = holding("2 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb1 Kb2", bodies=[2, 2, 2, 2])
    assert {move[-1] for move in choices(state, "fetch")} == {"h", "t"}


def test_perfect_pick_takes_two_bodies_where_two_slots_are_free_and_two_are_in_the_bag():
    state = holding("1 board Rb2 Yb2 Gb2 Bb1 Bb2 Rh2", bodies=[2, 2, 2, 2])
    assert [move for move in choices(state, "fetch") if move.endswith("b")] == ["fetch Kb"], "of colours that are there"
    state = play(state, "fetch Kb")
    assert choices(state) == ["fetch Kb"], "the second is no choice"
    state = play(state, "fetch Kb")
    assert (state.seats[0].free, choices(state)) == (0, ["end"])
    state = play(holding("1 board Rb2 Yb2 Gb2 Bb1 Bb2 Rh2"), "fetch Kb")
    assert choices(state) == [f"fetch {colour}b" for colour in COLOURS], "one slot is left for the second"


def test_perfect_pick_offers_the_colours_of_tails_that_are_in_the_bag():
    assert [move for move in choices(holding("2 board Kt1 Kt2 Kt3 Gt1"), "fetch") if move.endswith("t")] == [
        "fetch Rt", "fetch Yt", "fetch Gt", "fetch Bt",
    ]  # fmt: skip


def test_golden_bodies_in_the_bag_do_not_count_for_perfect_pick():
    bodies = "2 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb1"
    state = holding(bodies, bodies=[2, 2, 2, 2], feathers=(4, 4, 5, 6))
    assert [move for move in choices(state, "fetch") if move.endswith("b")] == ["fetch Kb"]
    assert choices(play(state, "fetch Kb")) == ["end"], "the others in the bag are golden"
    none = holding(f"{bodies} Kb2", bodies=[2, 2, 2, 2], feathers=(4, 4, 5, 6))
    assert {move[-1] for move in choices(none, "fetch")} == {"h", "t"}


def test_perfect_pick_offers_nothing_from_an_empty_bag():
    state = holding(boards(ends_but("Rh1", "Rt1"), (5, 8, 8, 7)), players=4)
    assert {move[-1] for move in choices(state, "fetch")} == {"b"}


def test_see_the_future_lays_what_was_face_up_on_the_discards():
    state = holding("discards trio:R trio:Y")
    after = play(state, "foresee")
    assert after.discards == ("trio:R", "trio:Y", *SHOWN)
    (event,) = state.apply(Foresee()).events
    assert set(event.paths) == {*SHOWN, *after.display}
    gap = table("display red:Y - trio:K - - -\n1 tokens future", tokens=True)
    assert play(gap, "foresee").discards == ("red:Y", "trio:K")
    assert all(play(gap, "foresee").display)


def test_see_the_future_shuffles_the_discards_when_the_deck_runs_out_in_it():
    rest = all_but("trio:R", "trio:Y")
    state = holding(f"deck trio:R trio:Y\ndiscards {' '.join(rest)}")
    after = play(state, "foresee")
    assert after.display[:2] == ("trio:R", "trio:Y")
    assert sorted((*after.display[2:], *after.deck)) == sorted((*rest, *SHOWN))
    assert (after.discards, after.shuffles) == ((), 1)


def test_see_the_future_may_end_without_a_card_and_with_an_empty_hand():
    state = play(holding("1 prophecies red:K"), "foresee", "discard red:K")
    assert {"choose", "draw", "end"} == kinds(state)
    assert play(state, "end").seats[0].prophecies == ()


def test_priests_commitment_wants_a_temple_face_up():
    state = table("display red:Y red:R trio:K pair:YG blackx:B -\ntemples - -", tokens=True)
    assert "commit" not in kinds(state)
    assert choices(table("temples - temple:-K/8", tokens=True), "commit") == ["commit temple:-K/8"]


def test_both_temples_of_a_hand_may_be_laid_on_one_coatl_each_and_not_on_the_same():
    text = "1 board Rt1\n1 coatl Rh1 Rb1\n1 prophecies red:R\n1 temples temple:-Y/7 temple:-K/8\n1 tokens pick"
    state = play(table(text, tokens=True), "attach Rt1 1 tail", "prophesy red:R 1")
    assert choices(state, "crown") == ["crown temple:-Y/7 1", "crown temple:-K/8 1"]
    assert choices(play(state, "crown temple:-K/8 1")) == ["end"]


# -- golden feathers


def test_a_feather_is_given_wherever_it_lies_on_the_board():
    state = play(table("1 board Kb1 Rh1 Fb2\n2 board Gb2", **GOLDEN), "steal 2", "rob Gb2", "end")
    assert state.seats[0].pieces == ("Kb1", "Rh1", "Gb2")
    assert state.seats[1].gifts == ("Fb2",)


def test_each_feather_that_was_given_counts_2_points_and_none_is_given_on():
    state = table("1 board Fb1 Fb2\n2 board Gb2 Gb3 Gb4", **GOLDEN)
    state = play(state, "steal 2", "rob Gb2", "end")
    assert "steal" not in kinds(state), "the feather lies beside the board"
    state = play(state, "draw", "end", "steal 2", "rob Gb3", "end")
    assert state.seats[1].gifts == ("Fb1", "Fb2")
    assert [state.score(seat) for seat in range(2)] == [0, 4]


def test_the_points_of_feathers_count_for_the_win_and_the_feather_kept_for_nothing():
    text = """
    player 2, turn 30
    1 coatl Rh1 Rb1 Rt1 + red:R, locked
    1 gifts Fb1
    2 coatl Yh1 Yb1 Yb2 Yt1 + red:Y, locked
    2 board Fb2
    end third, -
    """
    state = play(table(text, **GOLDEN), "draw", "end")
    assert [state.score(seat) for seat in range(2)] == [2 + 2, 3]
    assert state.outcome().ranking == ((0,), (1,))


def test_where_there_is_one_body_to_take_the_steal_ends_with_it():
    state = play(table("1 board Fb1\n2 board Gb2 Kh1", **GOLDEN), "steal 2")
    refused(state, "end", "rob Kh1")
    assert choices(play(state, "rob Gb2")) == ["end"]


# -- the end


def third(players, first, seat):
    """The position after a seat has finished its third cóatl, at the end of its turn."""
    n = seat + 1
    text = f"""
    player {n}, turn 20, first {first + 1}
    {SUPPLY}
    {n} coatl Kh1 Kb11 Kt1 + red:K, locked
    {n} coatl Yh1 Yb11 Yt1 + red:Y, locked
    {n} coatl Gh1 Gb11 Gb12 + red:G
    {n} board Gt1
    """
    return play(table(text, players=players), "attach Gt1 3 tail", "end")


def turns(state):
    """Whose turns follow, until the game is over; nobody brings the end anew by what is done in them."""
    seats = []
    while not state.over:
        seats.append(state.player)
        state = play(state, next(move for move in choices(state) if move.startswith(("take h", "take t", "draw"))))
        assert "final" not in happened(state, "end"), "that is told once"
        state = play(state, "end")
    return seats, state


@TABLES
def test_after_a_third_coatl_two_turns_running_for_who_has_not_acted_and_one_for_who_has(players, first, seat):
    order = [(first + place) % players for place in range(players)]
    following = []
    for other in [(seat + place) % players for place in range(1, players)]:
        following += [other] * (2 if order.index(other) > order.index(seat) else 1)
    seats, over = turns(third(players, first, seat))
    assert seats == following
    assert str(over.outcome().reason) == f"player {seat + 1} has finished a third cóatl."
    acted = {other: order.index(other) <= order.index(seat) for other in range(players)}
    assert {acted[other] + seats.count(other) - 1 for other in range(players) if other != seat} == {1}


@TABLES
def test_after_the_last_body_the_round_is_finished_and_one_more_is_played(players, first, seat):
    order = [(first + place) % players for place in range(players)]
    text = f"""
    player {seat + 1}, turn 20, first {first + 1}
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    {seat + 1} board Rb2 Yb1 Yb2 Gb1 Gb2
    {(seat + 1) % players + 1} board Bb1 Bb2 Kb1 Kb2
    """
    state = play(table(text, players=players, **TWO), "take b1")
    assert "final" in happened(state, "end")
    seats, over = turns(play(state, "end"))
    assert seats == [*order[order.index(seat) + 1 :], *order]
    assert str(over.outcome().reason) == "No body was left on the supply board."


def test_bodies_that_run_out_after_a_third_coatl_change_nothing():
    text = """
    player 1, turn 20
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    1 coatl Kh1 Kb1 Kt1 + red:K, locked
    1 coatl Yh1 Yb1 Yt1 + red:Y, locked
    1 coatl Gh1 Gb1
    1 board Gt1
    1 prophecies red:G
    3 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb2
    """
    state = play(table(text, players=3, **TWO), "attach Gt1 3 tail", "prophesy red:G 3", "end")
    assert (state.cause, state.player, state.queue) == ("third", 1, (1, 2, 2))
    state = play(state, "take b1", "end")
    assert (state.cause, state.player, state.queue) == ("third", 1, (2, 2))


def test_the_best_single_coatl_is_that_with_its_temple():
    text = """
    player 2, turn 30
    1 coatl Rh1 Rb1 Rt1 + red:R temple:-K/8, locked
    1 coatl Yh1 Yb1 Yt1 + red:Y, locked
    2 coatl Gh1 Gb1 Gb2 Gb3 Gt1 + red:G, locked
    2 coatl Kh1 Kb1 Gb4 Kt1 + red:K pair:KG, locked
    end third, -
    """
    state = play(table(text), "draw", "end")
    assert [state.score(seat) for seat in range(2)] == [5 + 2, 4 + 3]
    assert state.outcome().ranking == ((0,), (1,)), "5 with the temple against 4; three cards each"


def test_alone_the_one_turn_after_the_last_body_is_counted():
    text = """
    player 1, turn 5
    supply Rb1 | - | - | - | - | - | Rh1 | Rh2 | Rt1 | Rt2
    1 board Rb2 Yb1 Yb2 Gb1 Gb2
    1 coatl Bb1 Bb2 Kb1 Kb2
    """
    state = table(text, players=1, **TWO)
    assert state.turns_left(0) == 13
    state = play(state, "take b1", "end")
    assert (state.turns_left(0), state.over) == (0, False), "the one that has begun"


def test_alone_more_ranks_than_words_of_praise_earn_the_highest():
    assert praise(99, range(1, 10)) == PRAISE[-1]
    assert [praise(n, (5, 7)) for n in (4, 5, 6, 7)] == [PRAISE[0], PRAISE[1], PRAISE[1], PRAISE[2]]
