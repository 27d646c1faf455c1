"""Cóatl: the three sacrifice tokens, and the golden feathers."""

import pytest

from logic.coatl import redact
from logic.coatl.components import COLOURS
from logic.coatl.moves import Foresee
from tests.coatlparts import GOLDEN, choices, happened, kinds, play, refused, reveals, table
from tests.coatlsentences import OPEN, SHOWN, all_but, boards, ends_but


def holding(text="", **params):
    return table(OPEN + text, tokens=True, **params)


def full(count):
    return f"1 board {' '.join(f'Kb{number}' for number in range(1, count + 1))}"


def test_a_token_is_the_action_of_a_turn_only_with_the_variant_on():
    assert {"fetch", "foresee", "commit"} <= kinds(holding())
    assert not {"fetch", "foresee", "commit"} & kinds(table(OPEN))
    assert choices(play(holding(), "fetch Rh")) == ["end"]
    assert choices(play(holding(), "commit temple:-Y/7")) == ["end"]
    refused(play(holding(), "take b1"), "foresee", "fetch Rh", "commit temple:-Y/7")
    assert kinds(play(holding(), "foresee")) == {"choose", "draw", "end"}


@pytest.mark.parametrize(
    ("token", "moves"), [("pick", ["fetch Rh", "end"]), ("future", ["foresee", "end"]),
                         ("commit", ["commit temple:-Y/7", "end"])]
)  # fmt: skip
def test_each_token_is_used_once_a_game(token, moves):
    state = play(holding(), *moves)
    assert token not in state.seats[0].tokens
    assert len(state.seats[0].tokens) == 2
    state = play(state, choices(state, "draw")[0], "end")
    refused(state, moves[0])


# -- Perfect Pick


def test_perfect_pick_takes_a_piece_of_choice_and_does_not_tell_the_order_of_the_bag():
    for look in ("Rh", "Kh", "Gt"):
        after = play(holding(), f"fetch {look}")
        assert [piece[:2] for piece in after.seats[0].pieces] == [look]
        assert choices(after) == ["end"]
    heads = "1 board Yh1 Yh2 Yh3"
    assert "fetch Yh" not in choices(holding(heads))
    assert "fetch Yh" in choices(holding("1 board Yh1 Yh2"))
    state = play(holding(), "fetch Rh")
    assert happened(state, "end") == ["refill", "end"]
    assert [len(pieces) for pieces in play(state, "end").supply] == [2] * 6 + [1] * 4
    assert [move for move in choices(holding("2 board Kt1 Kt2 Kt3 Gt1"), "fetch") if move.endswith("t")] == [
        "fetch Rt", "fetch Yt", "fetch Gt", "fetch Bt",
    ]  # fmt: skip
    state = holding(boards(ends_but("Rh1", "Rt1"), (5, 8, 8, 7)), players=4)
    assert {move[-1] for move in choices(state, "fetch")} == {"b"}
    bodies = "1 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb1 Rh2"
    state = holding(bodies, bodies=[2, 2, 2, 2])
    assert [move for move in choices(state, "fetch") if move.endswith("b")] == ["fetch Kb"]
    assert play(state, "fetch Kb", "end").bags.body == ()
    two = holding(bodies.replace(" Kb1", " Rh3"), bodies=[2, 2, 2, 2])
    assert not [move for move in choices(two, "fetch") if move.endswith("b")], "two in the bag, one slot"
    state = holding("2 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb1 Kb2", bodies=[2, 2, 2, 2])
    assert {move[-1] for move in choices(state, "fetch")} == {"h", "t"}
    state = holding("1 board Rb2 Yb2 Gb2 Bb1 Bb2 Rh2", bodies=[2, 2, 2, 2])
    assert [move for move in choices(state, "fetch") if move.endswith("b")] == ["fetch Kb"], "of colours that are there"
    state = play(state, "fetch Kb")
    assert choices(state) == ["fetch Kb"], "the second is no choice"
    state = play(state, "fetch Kb")
    assert (state.seats[0].free, choices(state)) == (0, ["end"])
    state = play(holding("1 board Rb2 Yb2 Gb2 Bb1 Bb2 Rh2"), "fetch Kb")
    assert choices(state) == [f"fetch {colour}b" for colour in COLOURS], "one slot is left for the second"
    bodies = "2 board Rb2 Yb2 Gb2 Bb1 Bb2 Kb1"
    state = holding(bodies, bodies=[2, 2, 2, 2], feathers=(4, 4, 5, 6))
    assert [move for move in choices(state, "fetch") if move.endswith("b")] == ["fetch Kb"]
    assert choices(play(state, "fetch Kb")) == ["end"], "the others in the bag are golden"
    none = holding(f"{bodies} Kb2", bodies=[2, 2, 2, 2], feathers=(4, 4, 5, 6))
    assert {move[-1] for move in choices(none, "fetch")} == {"h", "t"}
    for order in ("Kb3 Kb1 Kb2", "Kb1 Kb2 Kb3"):
        others = " ".join(f"{c}b{n}" for c in "RYGB" for n in range(1, 4) if f"{c}b{n}" not in ("Rb1", "Yb1", "Gb1"))
        state = holding(f"bodies {others} {order}", bodies=[3, 3, 3, 3])
        assert play(state, "fetch Kb").seats[0].pieces == ("Kb1",)
    state = holding()
    assert redact(state, 0).legal_moves() == state.legal_moves()
    assert play(redact(state, 0), "fetch Kb").seats[0].pieces == ("Kb1",)


@pytest.mark.parametrize(("filled", "kinds_left"), [(6, "htb"), (7, "ht"), (8, "")])
def test_perfect_pick_needs_the_slots(filled, kinds_left):
    assert {move[-1] for move in choices(holding(full(filled)), "fetch")} == set(kinds_left)


# -- See the Future


def test_see_the_future_renews_the_six_face_up_prophecies_and_then_any_number_is_discarded_before_a_choice():
    state = holding("1 prophecies red:K red:G")
    after = play(state, "foresee")
    assert after.discards == state.display
    assert after.display == state.deck[:6]
    assert reveals(state, "foresee")
    assert happened(state, "foresee") == ["foresee"]
    state = holding("discards trio:R trio:Y")
    after = play(state, "foresee")
    assert after.discards == ("trio:R", "trio:Y", *SHOWN)
    (event,) = state.apply(Foresee()).events
    assert set(event.paths) == {*SHOWN, *after.display}
    gap = table("display red:Y - trio:K - - -\n1 tokens future", tokens=True)
    assert play(gap, "foresee").discards == ("red:Y", "trio:K")
    assert all(play(gap, "foresee").display)
    rest = all_but("trio:R", "trio:Y")
    state = holding(f"deck trio:R trio:Y\ndiscards {' '.join(rest)}")
    after = play(state, "foresee")
    assert after.display[:2] == ("trio:R", "trio:Y")
    assert sorted((*after.display[2:], *after.deck)) == sorted((*rest, *SHOWN))
    assert (after.discards, after.shuffles) == ((), 1)
    state = play(holding("1 prophecies red:K red:G red:B"), "foresee")
    assert choices(state, "discard") == ["discard red:K", "discard red:G", "discard red:B"]
    after = play(state, "discard red:G", "discard red:K")
    assert after.seats[0].prophecies == ("red:B",)
    assert after.discards[-2:] == ("red:G", "red:K")
    assert play(after, "discard red:B").seats[0].prophecies == ()
    state = play(holding("1 prophecies red:K red:G red:B red:Y' trio:R"), "foresee")
    assert kinds(state) == {"discard", "end"}, "the hand is full"
    assert play(state, "end").seats[0].prophecies == ("red:K", "red:G", "red:B", "red:Y'", "trio:R")
    after = play(state, "discard red:K", "draw")
    assert choices(after) == ["end"]
    assert len(after.seats[0].prophecies) == 5
    state = play(holding("1 prophecies red:K red:G"), "foresee", "draw")
    assert kinds(state) == {"choose", "draw", "end"}
    state = play(holding(), "foresee")
    after = play(state, f"choose {state.display[2]}", "end")
    assert all(after.display)
    state = play(holding("1 prophecies red:K"), "foresee", "discard red:K")
    assert {"choose", "draw", "end"} == kinds(state)
    assert play(state, "end").seats[0].prophecies == ()


# -- Priest's Commitment


def test_priests_commitment_takes_one_face_up_temple_into_the_hand():
    state = holding("1 temples temple:-G/9")
    assert choices(state, "commit") == ["commit temple:-Y/7", "commit temple:-K/8"]
    after = play(state, "commit temple:-K/8")
    assert after.seats[0].temples == ("temple:-G/9", "temple:-K/8")
    assert not reveals(state, "commit temple:-K/8")
    assert play(after, "end").temples == ("temple:-Y/7", state.temple_deck[0])
    state = table("display red:Y red:R trio:K pair:YG blackx:B -\ntemples - -", tokens=True)
    assert "commit" not in kinds(state)
    assert choices(table("temples - temple:-K/8", tokens=True), "commit") == ["commit temple:-K/8"]
    text = "1 board Rt1\n1 coatl Rh1 Rb1\n1 prophecies red:R\n1 temples temple:-Y/7 temple:-K/8\n1 tokens pick"
    state = play(table(text, tokens=True), "attach Rt1 1 tail", "prophesy red:R 1")
    assert choices(state, "crown") == ["crown temple:-Y/7 1", "crown temple:-K/8 1"]
    assert choices(play(state, "crown temple:-K/8 1")) == ["end"]


# -- golden feathers


def test_a_feather_is_given_wherever_it_lies_and_counts_2_points_for_who_has_it():
    state = play(table("1 board Kb1 Rh1 Fb2\n2 board Gb2", **GOLDEN), "steal 2", "rob Gb2", "end")
    assert state.seats[0].pieces == ("Kb1", "Rh1", "Gb2")
    assert state.seats[1].gifts == ("Fb2",)
    state = table("1 board Fb1 Fb2\n2 board Gb2 Gb3 Gb4", **GOLDEN)
    state = play(state, "steal 2", "rob Gb2", "end")
    assert "steal" not in kinds(state), "the feather lies beside the board"
    state = play(state, "draw", "end", "steal 2", "rob Gb3", "end")
    assert state.seats[1].gifts == ("Fb1", "Fb2")
    assert [state.score(seat) for seat in range(2)] == [0, 4]
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
    state = play(table("1 board Fb1\n2 board Gb2 Kh1", **GOLDEN), "steal 2")
    refused(state, "end", "rob Kh1")
    assert choices(play(state, "rob Gb2")) == ["end"]
