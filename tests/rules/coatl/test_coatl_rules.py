"""Cóatl: taking pieces and choosing prophecies, passing, and what can be taken back."""

from dataclasses import replace

import pytest

from logic.coatl.components import pieces_of
from logic.core import Dice, IllegalMove, find_move
from tests.coatlparts import begun, choices, happened, kinds, play, refused, reveals, sitting, table
from tests.coatlsentences import OPEN, all_but

SHUFFLED = " ".join(Dice(3).shuffled([piece for piece in pieces_of("body", 24) if piece not in ("Rb1", "Yb1", "Gb1")]))
# -- a turn: exactly one action


def test_a_turn_is_one_action_of_which_a_take_fills_the_first_free_slots_with_one_whole_field():
    state = play(begun(), "take b1")
    assert choices(state) == ["end"]
    state = play(begun(), f"choose {begun().display[0]}")
    assert kinds(state) == {"choose", "draw", "end"}
    state = play(table(OPEN + "1 board Kb1 Kb2"), "start Kb1")
    assert kinds(state) == {"start", "attach", "end"}
    refused(state, "take b1", "choose red:Y", "draw")
    refused(begun(), "end", "pass")
    after = play(table(OPEN), "take b1")
    assert after.seats[0].pieces == ("Rb1", "Yb1")
    assert after.field("b1") == ()
    refused(after, "take b2")
    state = play(table(OPEN + "1 board Kb1 - Kb2"), "take b1")
    assert state.seats[0].board[:4] == ("Kb1", "Rb1", "Kb2", "Yb1")
    state = table(OPEN + "1 board " + " ".join(f"Kb{number}" for number in range(1, 9)))
    assert kinds(state) == {"choose", "draw", "start"}
    refused(table(OPEN), "take b3", "take h2", "take t2")


# -- take pieces


@pytest.mark.parametrize(
    ("filled", "fields"),
    [(6, ["b1", "b2", "h1", "t1"]), (7, ["b2", "h1", "t1"]), (8, [])],
    ids=["two free slots", "one free slot", "none"],
)
def test_a_head_or_tail_needs_one_free_slot_two_bodies_two_and_a_single_body_one(filled, fields):
    board = " ".join(f"Kb{number}" for number in range(1, filled + 1))
    state = table(f"{OPEN}\n1 board {board}")
    assert choices(state, "take") == [f"take {field}" for field in fields]


def test_all_empty_spaces_refill_if_no_body_or_neither_head_nor_tail_is_left():
    state = play(table(OPEN + "1 board Kb1"), "take b1", "end", "take b2")
    assert not reveals(play(table(OPEN)), "take b1")
    assert happened(state, "end") == ["refill", "end"]
    after = play(state, "end")
    assert [len(pieces) for pieces in after.supply] == [2] * 6 + [1] * 4
    assert after.field("h1") == ("Rh1",), "what lay there stays"
    state = play(table(OPEN), "take h1", "end", "take t1")
    assert reveals(state, "end")
    after = play(state, "end")
    assert after.field("b1") == ("Rb1", "Yb1")
    assert [len(pieces) for pieces in after.supply] == [2] * 6 + [1] * 4
    assert after.field("b2")[0] == "Gb1", "a field left with one body is filled up"
    for taken in ("take b1", "take b2", "take h1", "take t1"):
        state = play(table(OPEN), taken)
        assert not reveals(state, "end")
        assert happened(state, "end") == ["end"]
        assert play(state, "end").supply == state.supply
    state = play(table("supply Rb1 | Fb1 | - | - | - | - | Rh1 | - | - | -", feathers=[1, 1, 1, 1]), "take b1", "end")
    assert state.field("b1") == ()


def test_the_bags_give_what_they_have_and_new_pieces_are_the_next_of_them():
    text = """
    supply Rb1 | - | - | - | - | - | Rh1 | - | - | -
    1 board Rb2 Yb1 Yb2 Gb1 Gb2 Bb1
    2 board Kb1 Kb2
    """
    after = play(table(text, bodies=[2, 2, 2, 2]), "take b1", "end")
    assert after.field("b1") == ("Bb2",)
    assert [after.field(name) for name in ("b2", "h1")] == [(), ("Rh1",)]
    assert after.bags.body == ()
    assert after.queue is None
    state = play(table(OPEN + "bodies " + SHUFFLED), "take b1", "end", "take b2")
    after = play(state, "end")
    assert [piece for name in ("b1", "b2") for piece in after.field(name)] == SHUFFLED.split(" ")[:4]


# -- choose prophecies


def test_one_or_more_are_chosen_face_up_or_blind_the_top_of_the_deck_and_then_the_display_refills():
    state = play(table(OPEN), "draw", "choose red:R", "draw", "choose trio:K", "draw")
    assert len(state.seats[0].prophecies) == 5
    assert choices(state) == ["end"]
    state = play(table(OPEN), "choose red:R", "choose trio:K")
    assert state.display == ("red:Y", "", "", "pair:YG", "blackx:B", "rainbow:YKRGB")
    assert happened(state, "end") == ["refill", "end"]
    after = play(state, "end")
    assert after.display == ("red:Y", *state.deck[:2], "pair:YG", "blackx:B", "rainbow:YKRGB")
    assert after.deck == state.deck[2:]
    state = table(OPEN)
    assert play(state, "draw").seats[0].prophecies == (state.deck[0],)


@pytest.mark.parametrize("held", range(6))
def test_no_more_than_5_are_held(held):
    hand = ("red:K", "red:G", "red:B", "trio:R", "trio:Y")[:held]
    state = table(OPEN + (f"1 prophecies {' '.join(hand)}" if hand else ""))
    assert ({"choose", "draw"} <= kinds(state)) == (held < 5)


def test_an_empty_deck_takes_the_discards_and_is_shuffled_otherwise_each_time():
    state = table(f"{OPEN}\ndeck -\ndiscards {' '.join(all_but())}\nseed 5, 0 shuffles")
    after = play(state, "draw")
    assert (after.discards, after.shuffles) == ((), 1)
    assert {*after.deck, *after.seats[0].prophecies} == set(state.discards)
    assert (*after.seats[0].prophecies, *after.deck) != state.discards, "or they would not be shuffled"
    state = table(f"{OPEN}\ndeck -\n2 aside trio:R\ndiscards {' '.join(all_but('trio:R'))}\nseed 5, 0 shuffles")
    after = play(state, "draw")
    assert after.seats[1].aside == ()
    assert "trio:R" in (*after.deck, *after.seats[0].prophecies)
    first = table(f"{OPEN}\ndeck -\ndiscards {' '.join(all_but())}\nseed 5, 0 shuffles")
    second = table(f"{OPEN}\ndeck -\ndiscards {' '.join(all_but())}\nseed 5, 1 shuffles")
    assert play(first, "draw").deck != play(second, "draw").deck
    state = play(table(f"{OPEN}\ndeck -\ndiscards {' '.join(all_but())}"), "choose red:Y", "end")
    assert all(state.display)
    assert state.discards == ()
    state = replace(table(OPEN), deck=())  # as if all others had been built
    assert "draw" not in choices(state)
    after = state.apply(find_move(state, "choose red:Y")).state
    assert "draw" not in choices(after)
    assert after.apply(find_move(after, "end")).state.display[0] == ""


# -- passing

STUCK = """
1 board Rh1 Rh2 Rh3 Yh1 Yh2 Yh3 Gh1 Gh2
1 coatl Bh1
1 coatl Bh2
1 prophecies trio:R trio:Y trio:G trio:B trio:K
"""


def test_who_cannot_act_passes_and_where_everybody_has_passed_the_game_is_over_but_for_the_last_turns():
    shown = "display red:Y red:R red:G pair:YG blackx:B red:B\ntemples temple:-Y/7 temple:-K/8"
    state = table(f"{STUCK}\nsupply Rb1 | - | - | - | - | - | - | - | Rt1 | -\n{shown}")
    assert choices(state) == ["pass"]
    assert happened(state, "pass") == ["pass", "end"]
    after = play(state, "pass")
    assert (after.player, after.turn, after.passes) == (1, 2, 1)
    assert after.supply == state.supply
    state = play(table(f"{STUCK}\nsupply Rb1 | - | - | - | - | - | - | - | Rt1 | -"), "pass", "take b1", "end")
    assert (state.passes, state.player, state.over) == (0, 0, False)
    other = """
    2 board Rt1 Rt2 Rt3 Yt1 Yt2 Yt3 Gt1 Gt2
    2 coatl Bt1
    2 coatl Bt2
    2 prophecies pair:YG pair:RK pair:YB pair:GB pair:KG
    """
    state = play(table(STUCK + other), "pass", "pass")
    assert state.over
    assert str(state.outcome().reason).endswith("Nobody could do anything any more.")
    text = f"""player 1, turn 9
    {STUCK}
    end third, 1 2 2
    supply Rb1 | - | - | - | - | - | - | - | Rt1 | -
    """
    state = play(table(text, players=3), "pass", "pass")
    assert (state.over, state.player) == (False, 1)
    assert state.cause == "third"
    state = table(text.replace("end third", "passes 2\nend third"), players=3)
    assert not play(state, "pass").over


# -- undo


def session_of(text, **params):
    return sitting(table(text, **params))


def test_undo_within_the_own_turn_is_free_step_by_step():
    session = session_of(OPEN + "1 board Rh2 Kb1 Kb2 Rt2\n1 prophecies red:K")
    steps = ["start Kb1", "attach Kb2 1 tail", "attach Rh2 1 head"]
    states = [session.state]
    for step in steps:
        session.play(step)
        states.append(session.state)
    for state in reversed(states[:-1]):
        session.undo()
        assert session.state == state
    assert not session.can_undo()
    for state in states[1:]:
        session.redo()
        assert session.state == state


@pytest.mark.parametrize("move", ["take b1", "choose red:Y", "start Kb1", "commit temple:-Y/7", "fetch Rh"])
def test_what_shows_nothing_hidden_can_be_taken_back(move):
    session = session_of(OPEN + "1 board Kb1 Kb2\n1 tokens pick future commit", tokens=True)
    before = session.state
    session.play(move)
    session.undo()
    assert session.state == before


@pytest.mark.parametrize("move", ["draw", "foresee"])
def test_nothing_is_taken_back_after_a_blind_draw_or_the_token_that_renews(move):
    session = session_of(OPEN + "1 tokens pick future commit", tokens=True)
    session.play(move)
    assert not session.can_undo()
    with pytest.raises(IllegalMove):
        session.undo()


def test_what_comes_after_a_blind_draw_can_be_taken_back_again():
    session = session_of(OPEN)
    session.play("draw")
    session.play("choose red:Y")
    session.undo()
    assert not session.can_undo()


@pytest.mark.parametrize("confirm", [False, True])
def test_nothing_is_taken_back_after_a_refill(confirm):
    session = sitting(table(OPEN), confirm=confirm)
    session.play("choose red:Y")
    session.play("end")
    assert not session.can_undo()


def test_nothing_is_taken_back_across_players_or_turns_or_after_the_end():
    session = session_of(OPEN)
    session.play("take b1")
    session.play("end")
    assert session.state.player == 1
    assert not session.can_undo()
    session.play("take h1")
    session.undo()
    assert not session.can_undo()
    session = session_of(OPEN + "player 2, turn 9\nend third, 2 2")
    session.play("take b1")
    session.play("end")
    assert session.state.player == 1
    assert not session.can_undo()
    session.play("take h1")
    session.undo()
    assert not session.can_undo()
    session = session_of(OPEN, players=1)
    session.play("take b1")
    session.play("end")
    assert not session.can_undo()
    session = session_of(OPEN + "player 2, turn 9\nend third, -")
    session.play("take b1")
    session.play("end")
    assert session.outcome() is not None
    assert not session.can_undo()
