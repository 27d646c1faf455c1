"""The synopsis of the L-Game: where everything lies, how much room there is, and who can be left without any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic import lgame
from logic.core import Dice
from logic.lgame import Params
from logic.lgame.notation import from_text
from tests.briefed import positions, told
from tests.lgameboards import START, WON_IN_ONE


def test_it_names_every_piece_and_the_ways_to_lay_from_both_sides():
    said = told(lgame, from_text(START), 0)
    for words in (
        "It is your turn. The L can be laid in 5 ways.",
        "Your L, A: b1 c1 c2 c3.",
        "The other L, B: b2 b3 b4 c4.",
        "Neutral pieces: n0 on a1, n1 on d4.",
        "Free squares: d1 a2 d2 a3 d3 a4.",
        "Other places as the pieces lie: 5 for your L, 5 for the other.",
        "With this turn you cannot leave the other L without a place.",
        "Of the four squares in the middle: 2 under your L, 2 under the other.",
    ):
        assert words in said
    said = told(lgame, from_text(START), 1)
    assert "It is the turn of Player 1." in said
    assert "Your L, B: b2 b3 b4 c4." in said
    assert "With this turn your L cannot be left without a place." in said
    assert "With this turn you can leave the other L without a place." in told(lgame, from_text(WON_IN_ONE), 0)
    assert "With this turn your L can be left without a place." in told(lgame, from_text(WON_IN_ONE), 1)
    assert "This position has stood 1 time; 3 make a draw." in told(lgame, lgame.new(Params(repetition=3), Dice(1)), 0)
    assert "make a draw" not in told(lgame, lgame.new(Params(), Dice(1)), 0)
    data = lgame.NARRATION.plain(from_text(START))
    assert data["rows"] == ["nAA.", ".BA.", ".BA.", ".BBn"]
    assert data["ls"]["A"]["squares"] == ["b1", "c1", "c2", "c3"]
    assert (data["to_move"], data["neutrals"]) == ("A", {"n0": "a1", "n1": "d4"})


@given(positions(games=("lgame",), most=60))
def test_the_threat_is_what_the_rules_give(laid):
    _, state = laid
    ends = [state]
    while ends and ends[0].player == state.player and ends[0].legal_moves():
        ends = [each.apply(move).state for each in ends for move in each.legal_moves()]
    blocked = any(end.outcome() is not None and end.outcome().winners for end in ends if end.player != state.player)
    assert ("you can leave the other L" in told(lgame, state, state.player)) == blocked
    assert ("your L can be left" in told(lgame, state, 1 - state.player)) == blocked


@given(positions(games=("lgame",), most=60), st.integers(0, 1))
def test_the_room_is_what_the_rules_give(laid, viewer):
    _, state = laid
    lines = "\n".join(str(state).splitlines()[:4])
    own = [len(from_text(f"{lines}\n{'AB'[seat]} to lay").legal_moves()) for seat in (viewer, 1 - viewer)]
    assert f"{own[0]} for your L, {own[1]} for the other." in told(lgame, state, viewer)


@pytest.mark.parametrize(("neutrals", "repetition"), [(0, 0), (1, 3)])
def test_the_rules_are_those_of_the_variant(neutrals, repetition):
    rules = " ".join(
        map(str, lgame.NARRATION.constraints(lgame.new(Params(neutrals=neutrals, repetition=repetition), Dice(1))))
    )
    assert ("neutral pieces to a free square" in rules) == bool(neutrals)
    assert ("when it stands 3 times" in rules) == bool(repetition)
