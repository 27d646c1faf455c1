"""Cóatl, the page of the rules sentence by sentence: the sacrifice tokens and the golden feathers."""

from logic.coatl.components import COLOURS
from logic.coatl.moves import Foresee
from tests.coatlparts import GOLDEN, choices, kinds, play, refused, table
from tests.coatlsentences import OPEN, SHOWN, all_but, boards, ends_but

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
