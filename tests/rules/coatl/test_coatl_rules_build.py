"""Cóatl: the build, step by step: pieces, prophecies, temples, and what keeps it from being ended."""

from collections import Counter

import pytest

from logic.coatl.moves import worth
from logic.coatl.rules import sample
from logic.core import Dice
from tests.coatlparts import choices, happened, kinds, play, refused, reveals, table

SHOWN = """
display red:Y' red:G trio:K pair:YG blackx:B rainbow:YKRGB
temples temple:-Y/7 temple:-K/8
"""
HAND = "1 prophecies red:R blackx:Y"
BUILT = "1 coatl Rb1 Rb2 Rb3"


# -- pieces


@pytest.mark.parametrize("piece", ["Rh1", "Rt1", "Rb1"])
def test_a_coatl_may_be_started_with_any_piece(piece):
    state = table(f"1 board Rh1 Rt1 Rb1 Kb1\n{HAND}")
    after = play(state, f"start {piece}")
    assert after.seats[0].coatls[0].pieces == (piece,)
    assert piece not in after.seats[0].pieces
    assert happened(state, f"start {piece}") == ["start"]


def test_pieces_go_to_open_ends_alone_in_one_or_more_steps_and_none_is_inserted_or_joined():
    state = table(f"1 board Kb1\n{BUILT}")
    assert choices(state, "attach") == ["attach Kb1 1 head", "attach Kb1 1 tail"]
    assert play(state, "attach Kb1 1 head").seats[0].coatls[0].colours == "KRRR"
    assert play(state, "attach Kb1 1 tail").seats[0].coatls[0].colours == "RRRK"
    state = table(f"1 board Kh1 Kt1 Kb1\n{BUILT}")
    assert choices(state, "attach") == [
        "attach Kh1 1 head", "attach Kt1 1 tail", "attach Kb1 1 head", "attach Kb1 1 tail",
    ]  # fmt: skip
    assert choices(play(state, "attach Kh1 1 head"), "attach") == ["attach Kb1 1 tail"]
    assert choices(play(state, "attach Kt1 1 tail"), "attach") == ["attach Kb1 1 head"]
    assert choices(table("1 board Kb1\n1 coatl Rh1"), "attach") == ["attach Kb1 1 tail"]
    assert choices(table("1 board Kb1\n1 coatl Rt1"), "attach") == ["attach Kb1 1 head"]
    state = table("1 board Kb1 Yb1\n1 coatl Rb1 Rb2\n1 coatl Gb1 Gb2")
    for move in state.legal_moves():
        if str(move).startswith("attach"):
            after = state.apply(move).state.seats[0].coatls
            assert len(after) == 2
            assert "".join(coatl.colours for coatl in after) in ("KRRGG", "RRKGG", "YRRGG", "RRYGG",
                                                                 "RRKGG", "RRGGK", "RRYGG", "RRGGY")  # fmt: skip
    state = table(f"1 board Rb1 Rb2 Rb3 Rh1 Rt1 Kb1\n{HAND}\n1 temples temple:R=Y/12\n{SHOWN}")
    one = play(state, "start Rb1", "attach Rb2 1 tail", "attach Rb3 1 tail", "prophesy red:R 1", "attach Rh1 1 head")
    assert "end" in choices(one)
    other = play(state, "start Rh1", "start Kb1", "attach Rb1 1 tail", "attach Rb2 1 tail", "attach Rb3 1 tail",
                 "prophesy red:R 1")  # fmt: skip
    assert "end" in choices(other)
    assert "end" in choices(play(state, "start Kb1")), "one step is enough"


@pytest.mark.parametrize(
    ("coatl", "piece", "fits"),
    [("Rh1", "Rt1", False), ("Rt1", "Rh1", False), ("Rh1 Rb1", "Rt1", True), ("Rb1 Rt1", "Rh1", True)],
)
def test_a_head_or_tail_may_close_a_coatl_only_when_it_holds_a_body(coatl, piece, fits):
    state = table(f"1 board {piece}\n1 coatl {coatl}\n{HAND}")
    assert bool(choices(state, "attach")) == fits


def test_at_most_2_unfinished_coatls_at_a_time_and_3_in_the_game():
    state = table("1 board Kb1\n1 coatl Rb1\n1 coatl Gb1")
    assert not choices(state, "start")
    assert choices(table("1 board Kb1\n1 coatl Rb1"), "start")
    state = table(f"1 board Rt1 Kb1\n1 coatl Rh1 Rb1 Rb2\n1 coatl Gb1\n{HAND}")
    assert not choices(state, "start")
    assert choices(play(state, "attach Rt1 1 tail"), "start") == ["start Kb1"]
    state = table("""
        1 board Kb1
        1 coatl Rh1 Rb1 Rt1 + red:R, locked
        1 coatl Yh1 Yb1 Yt1 + red:Y, locked
        1 coatl Gb1
    """)
    assert not choices(state, "start")
    assert choices(state, "attach")


# -- prophecies


@pytest.mark.parametrize(("pieces", "scores"), [("Rb1 Rb2", False), ("Rb1 Kb1 Rb2 Rb3", True)])
def test_a_prophecy_is_placed_only_where_it_already_scores(pieces, scores):
    state = table(f"1 coatl {pieces}\n1 prophecies red:R")
    assert choices(state, "prophesy") == (["prophesy red:R 1"] if scores else [])


def test_at_most_4_prophecies_lie_on_a_coatl_and_none_comes_back():
    state = table(f"{BUILT}\n{HAND}")
    after = play(state, "prophesy red:R 1")
    assert (after.seats[0].prophecies, after.seats[0].coatls[0].prophecies) == (("blackx:Y",), ("red:R",))
    assert happened(state, "prophesy red:R 1") == ["prophesy"]
    assert "end" in choices(after)
    state = table(f"{BUILT}\n2 prophecies red:R\n{SHOWN}")
    assert not choices(state, "prophesy")
    assert not choices(table("1 coatl Yb1 Yb2 Rb1\n1 prophecies blackx:Y"), "prophesy")
    assert choices(table("1 coatl Yh1 Yb2 Rb1\n1 prophecies blackx:Y"), "prophesy")
    coatl = "1 coatl Yb1 Yb2 Yb3 Gb1 Yb4 Gb2 + red:Y pair:YG trio:Y"
    cards = "1 prophecies colorful:GYG blackx:G"
    state = table(f"{coatl}\n{cards}")
    assert choices(state, "prophesy") == ["prophesy colorful:GYG 1"]
    assert choices(table(f"{coatl} colorful:GYG\n1 prophecies red:G blackx:Y\n1 board Gb3 Gb4"), "prophesy") == []
    full = play(table(f"{coatl} colorful:GYG\n1 prophecies red:G\n1 board Gb3"), "attach Gb3 1 tail")
    assert choices(full, "prophesy") == [], "three of green by now"
    state = table(f"{BUILT} + red:R\n1 coatl Rb4 Rb5 Rb6\n1 prophecies red:R'")
    assert choices(state, "prophesy") == ["prophesy red:R' 2"]


# -- the end of the action


def test_each_closed_coatl_must_have_a_prophecy_before_the_action_can_end():
    state = play(table(f"1 board Rt1\n1 coatl Rh1 Rb1\n{HAND}"), "attach Rt1 1 tail")
    refused(state, "end")
    assert choices(state) == ["prophesy red:R 1"]
    assert "end" in choices(play(state, "prophesy red:R 1"))
    state = table(f"1 board Rt1\n1 coatl Rh1 Kb1\n{HAND}")
    refused(state, "attach Rt1 1 tail")
    assert play(table("1 board Rt1\n1 coatl Rh1 Rb1 Rb2 + red:R"), "attach Rt1 1 tail", "end")
    text = "1 board Rt1 Rt2\n1 coatl Rh1 Rb1\n1 coatl Rh2 Rb2"
    one = play(table(f"{text}\n1 prophecies red:R"), "attach Rt1 1 tail")
    refused(one, "attach Rt2 2 tail")
    both = play(table(f"{text}\n1 prophecies red:R red:R'"), "attach Rt1 1 tail", "attach Rt2 2 tail")
    after = play(both, "prophesy red:R 1")
    refused(after, "end")
    assert play(after, "prophesy red:R' 2", "end")
    state = play(table("1 board Rt1\n1 coatl Rh1 Rb1\n1 coatl Rb2 Rb3 Rb4\n1 prophecies red:R"), "attach Rt1 1 tail")
    refused(state, "prophesy red:R 2")
    free = play(table("1 board Rt1\n1 coatl Rh1 Rb1\n1 coatl Rb2 Rb3 Rb4\n1 prophecies red:R red:R'"),
                "attach Rt1 1 tail", "prophesy red:R 2")  # fmt: skip
    assert choices(free) == ["prophesy red:R' 1"]
    state = table(f"1 board Rt1 Rb9\n1 coatl Rh1 Rb1\n{HAND}")
    assert happened(state, "attach Rt1 1 tail") == ["close"]
    assert happened(state, "attach Rb9 1 tail") == ["attach"]


# -- temples

CLOSING = f"""
    1 board Rt1 Kb9
    1 coatl Rh1 Rb1 Rb2 Rb3 Rb4 Rb5
    1 prophecies red:R trio:R
    1 temples temple:R=Y/12 temple:-G/9
    1 tokens -
    {SHOWN}
"""


def crowned(state):
    return play(state, "attach Rt1 1 tail", "prophesy red:R 1")


def closing(text=CLOSING):
    return table(text, tokens=True)


def test_temples_come_from_the_display_or_the_hand_last_of_all_one_for_each_coatl_finished_now():
    state = play(closing(), "attach Rt1 1 tail")
    assert not choices(state, "crown")
    assert choices(play(state, "prophesy red:R 1"), "crown")
    state = crowned(closing())
    assert choices(state, "crown") == ["crown temple:-Y/7 1", "crown temple:-K/8 1", "crown temple:-G/9 1"]
    own, shown = play(state, "crown temple:-G/9 1"), play(state, "crown temple:-Y/7 1")
    assert own.seats[0].temples == ("temple:R=Y/12",)
    assert own.temples == state.temples
    assert shown.temples == ("", "temple:-K/8")
    assert shown.seats[0].temples == state.seats[0].temples
    assert "crown temple:R=Y/12 1" not in choices(crowned(closing()))
    state = crowned(closing())
    assert worth(state.seats[0].coatls[0]) == 5
    assert worth(play(state, "crown temple:-Y/7 1").seats[0].coatls[0]) == 5 + 7
    assert worth(play(state, "crown temple:-K/8 1").seats[0].coatls[0]) == 5 + 3
    assert {"prophesy", "start", "crown", "end"} == kinds(state)
    assert kinds(play(state, "crown temple:-K/8 1")) == {"end"}
    state = table(f"1 board Rt1 Rt2\n1 coatl Rh1 Rb1\n1 coatl Rh2 Rb2\n1 prophecies red:R red:R'\n{SHOWN}")
    state = play(state, "attach Rt1 1 tail", "attach Rt2 2 tail", "prophesy red:R 1")
    assert not choices(state, "crown"), "the second still needs its prophecy"
    state = play(state, "prophesy red:R' 2", "crown temple:-Y/7 1")
    assert choices(state) == ["crown temple:-K/8 2", "end"]
    assert choices(play(state, "crown temple:-K/8 2")) == ["end"]
    state = play(closing(), "prophesy red:R 1")
    assert not choices(state, "crown")
    state = table(f"1 board Kb1\n1 coatl Rh1 Rb1 Rt1 + red:R, locked\n{SHOWN}")
    assert not choices(state, "crown")
    assert not choices(play(state, "start Kb1"), "crown")


# -- after the action


def test_at_the_end_of_the_action_finished_coatls_are_locked_and_the_temple_display_refills():
    state = crowned(closing())
    assert happened(state, "end") == ["lock", "end"]
    after = play(state, "end")
    assert after.seats[0].coatls[0].locked
    again = table(f"1 board Kb1\n1 coatl Rh1 Rb1 Rt1 + red:R, locked\n1 prophecies red:R'\n{SHOWN}")
    assert not choices(again, "attach")
    assert not choices(again, "prophesy")
    after = play(table("1 board Kb1\n1 coatl Rb1"), "attach Kb1 1 head", "end")
    assert not after.seats[0].coatls[0].locked
    state = play(crowned(closing()), "crown temple:-K/8 1")
    assert reveals(state, "end")
    after = play(state, "end")
    assert after.temples == ("temple:-Y/7", state.temple_deck[0])
    assert after.temple_deck == state.temple_deck[1:]
    state = play(crowned(closing()), "crown temple:-G/9 1")
    assert not reveals(state, "end")
    state = play(table(f"1 board Rt1\n1 coatl Rb1\nsupply {'- | ' * 9}-"), "attach Rt1 1 tail")
    assert play(state, "end").supply == state.supply
    state = table("1 board Kb1\n1 coatl Rb1\n2 board Gb1\n2 coatl Yb1")
    assert Counter(move.split(" ")[1] for move in choices(state) if move.startswith(("start", "attach"))) == {"Kb1": 3}


def test_who_looks_on_in_mid_build_thinks_of_hands_with_which_it_can_be_ended():
    state = table("""
        player 1, turn 3, build
        1 coatl Rh1 Rb1 Rb2 Rt1
        1 coatl Kh1 Yb1 Gb1 Yt1
        1 prophecies red:R pair:YG trio:K
    """)
    hands = set()
    for seed in range(20):
        dealt = sample(state, 1, Dice(seed))
        hands.add(dealt.seats[0].prophecies)
        moves = [move for move in choices(dealt, "prophesy") if move.endswith(" 1")]
        assert choices(play(dealt, moves[0]), "prophesy"), "and the other gets one as well"
    assert len(hands) > 10
