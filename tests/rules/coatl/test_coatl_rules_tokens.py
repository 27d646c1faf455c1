"""Cóatl: the three sacrifice tokens."""

import pytest

from logic.coatl import redact
from tests.coatlparts import choices, happened, kinds, play, refused, reveals, table

OPEN = """
supply Rb1 | - | - | - | - | - | Rh1 | - | Rt1 | -
display red:Y red:R trio:K pair:YG blackx:B rainbow:YKRGB
temples temple:-Y/7 temple:-K/8
"""


def holding(text="", **params):
    return table(OPEN + text, tokens=True, **params)


def full(count):
    return f"1 board {' '.join(f'Kb{number}' for number in range(1, count + 1))}"


def test_tokens_are_there_only_with_the_variant_on():
    assert {"fetch", "foresee", "commit"} <= kinds(holding())
    assert not {"fetch", "foresee", "commit"} & kinds(table(OPEN))


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


def test_a_token_is_the_action_of_a_turn():
    assert choices(play(holding(), "fetch Rh")) == ["end"]
    assert choices(play(holding(), "commit temple:-Y/7")) == ["end"]
    refused(play(holding(), "take b1"), "foresee", "fetch Rh", "commit temple:-Y/7")
    assert kinds(play(holding(), "foresee")) == {"choose", "draw", "end"}


# -- Perfect Pick


def test_perfect_pick_takes_a_head_or_a_tail_of_choice():
    for look in ("Rh", "Kh", "Gt"):
        after = play(holding(), f"fetch {look}")
        assert [piece[:2] for piece in after.seats[0].pieces] == [look]
        assert choices(after) == ["end"]


def test_perfect_pick_takes_two_bodies_of_choice():
    state = play(holding(), "fetch Kb")
    assert choices(state) == [f"fetch {colour}b" for colour in "RYGBK"]
    after = play(state, "fetch Yb")
    assert [piece[:2] for piece in after.seats[0].pieces] == ["Kb", "Yb"]
    assert choices(after) == ["end"]


@pytest.mark.parametrize(("filled", "kinds_left"), [(6, "htb"), (7, "ht"), (8, "")])
def test_perfect_pick_needs_the_slots(filled, kinds_left):
    assert {move[-1] for move in choices(holding(full(filled)), "fetch")} == set(kinds_left)


def test_only_one_body_in_the_bag_is_taken_alone():
    bodies = "1 board Rb2 Yb1 Yb2 Gb1\n2 board Gb2 Bb1 Bb2 Kb1"
    state = holding(bodies, bodies=[2, 2, 2, 2])
    assert choices(state, "fetch")[-1] == "fetch Kb"
    assert choices(play(state, "fetch Kb")) == ["end"]


def test_perfect_pick_takes_only_what_is_in_the_bag():
    heads = "1 board Yh1 Yh2 Yh3"
    assert "fetch Yh" not in choices(holding(heads))
    assert "fetch Yh" in choices(holding("1 board Yh1 Yh2"))


def test_then_all_empty_spaces_refill():
    state = play(holding(), "fetch Rh")
    assert happened(state, "end") == ["refill", "end"]
    assert [len(pieces) for pieces in play(state, "end").supply] == [2] * 6 + [1] * 4


def test_what_is_picked_does_not_tell_the_order_of_the_bag():
    for order in ("Kb3 Kb1 Kb2", "Kb1 Kb2 Kb3"):
        others = " ".join(f"{c}b{n}" for c in "RYGB" for n in range(1, 4) if f"{c}b{n}" != "Rb1")
        state = holding(f"bodies {others} {order}", bodies=[3, 3, 3, 3])
        assert play(state, "fetch Kb").seats[0].pieces == ("Kb1",)


def test_who_sees_only_the_own_seat_may_pick_the_same():
    state = holding()
    assert redact(state, 0).legal_moves() == state.legal_moves()
    assert play(redact(state, 0), "fetch Kb").seats[0].pieces == ("Kb1",)


# -- See the Future


def test_see_the_future_discards_and_renews_the_six_face_up_prophecies():
    state = holding("1 prophecies red:K red:G")
    after = play(state, "foresee")
    assert after.discards == state.display
    assert after.display == state.deck[:6]
    assert reveals(state, "foresee")
    assert happened(state, "foresee") == ["foresee"]


def test_then_any_number_is_discarded_from_the_hand():
    state = play(holding("1 prophecies red:K red:G red:B"), "foresee")
    assert choices(state, "discard") == ["discard red:K", "discard red:G", "discard red:B"]
    after = play(state, "discard red:G", "discard red:K")
    assert after.seats[0].prophecies == ("red:B",)
    assert after.discards[-2:] == ("red:G", "red:K")
    assert play(after, "discard red:B").seats[0].prophecies == ()


def test_then_prophecies_are_chosen_and_here_none_is_allowed():
    state = play(holding("1 prophecies red:K red:G red:B red:Y' trio:R"), "foresee")
    assert kinds(state) == {"discard", "end"}, "the hand is full"
    assert play(state, "end").seats[0].prophecies == ("red:K", "red:G", "red:B", "red:Y'", "trio:R")
    after = play(state, "discard red:K", "draw")
    assert choices(after) == ["end"]
    assert len(after.seats[0].prophecies) == 5


def test_after_the_first_choice_nothing_is_discarded_any_more():
    state = play(holding("1 prophecies red:K red:G"), "foresee", "draw")
    assert kinds(state) == {"choose", "draw", "end"}


def test_the_display_refills_at_the_end():
    state = play(holding(), "foresee")
    after = play(state, f"choose {state.display[2]}", "end")
    assert all(after.display)


# -- Priest's Commitment


def test_priests_commitment_takes_one_face_up_temple_into_the_hand():
    state = holding("1 temples temple:-G/9")
    assert choices(state, "commit") == ["commit temple:-Y/7", "commit temple:-K/8"]
    after = play(state, "commit temple:-K/8")
    assert after.seats[0].temples == ("temple:-G/9", "temple:-K/8")
    assert not reveals(state, "commit temple:-K/8")
    assert play(after, "end").temples == ("temple:-Y/7", state.temple_deck[0])
