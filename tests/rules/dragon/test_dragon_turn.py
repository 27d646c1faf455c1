"""The rules of Stone Dragon, sentence by sentence, on small boards: clocks, the order of a turn, and the end."""

from dataclasses import replace

import pytest

from logic import dragon
from logic.core import IllegalMove
from logic.dragon.board import Field, place_name
from logic.dragon.rules import Clock
from logic.game import redact
from tests.labyrinths import a_session, at, choices, drawn, events, field, file_text, happened, left, passes, play, spot

# -- clocks


def test_the_move_comes_before_the_entrance_and_both_before_the_clocks_which_run_for_ten_turns():
    state = drawn("J;Z;Z;L", "Z1;N")
    assert (state.time, at(state, 1), left(state, 1, 1)) == (0, (1, 1), 10)
    state = play(state, "K1 east", *passes(8))
    assert (state.time, at(state, 2), left(state, 1, 1)) == (9, (1, 1), 1)
    assert happened(state, "pass") == ["regrow", "crush"]
    assert at(play(state, "pass"), 2) == "dead"
    state = drawn("M;Z;Z;L", "N;N;N")
    assert (at(state, 1), at(state, 2), left(state, 1, 1)) == ("dead", (1, 1), 10)
    state = play(state, *passes(9))
    assert left(state, 1, 1) == 1
    assert happened(state, "pass") == ["mine_back", "blast", "enter"], "the crater is safe to the next in line"
    assert happened(drawn("Z;D1;Z;L", "B1;N"), "K1 east") == ["go", "fill", "enter"]
    state = play(drawn("Z;J;Z;L", "Z1;N"), "K1 east", "K1 east", *passes(8))
    assert happened(state, "K2 east") == ["go", "regrow", "crush"]
    state = play(drawn("J;Z;Z;L", "Z1;N"), *passes(9))
    assert happened(state, "K1 east") == ["go", "enter", "regrow", "crush"], "step 2 of turn 10 still lets him in"


# -- one turn, in order


def test_knights_enter_in_file_order_by_the_usual_rules_when_the_entrance_is_left():
    state = drawn("D2;Z;L", "N;S;B1;B2;N")
    assert [at(state, number) for number in range(1, 6)] == ["dead", "dead", "dead", (1, 1), "waiting"]
    state = drawn("T1,3;Z;Z;L", "N;N;N")
    assert [at(state, number) for number in (1, 2, 3)] == [(1, 3), (1, 1), "waiting"]
    state = drawn("L;Z", "N;N;N", required=3)
    assert [at(state, number) for number in (1, 2, 3)] == ["hidden", "hidden", "hidden"]
    assert at(drawn("J;L", "Z1"), 1) == (1, 1)
    state = drawn("Z;Z;Z;L", "N;N;N")
    for waiting in (state, play(state, *passes(20))):
        assert [at(waiting, number) for number in (1, 2, 3)] == [(1, 1), "waiting", "waiting"]
    state = play(state, "K1 east")
    assert [at(state, number) for number in (1, 2, 3)] == [(1, 2), (1, 1), "waiting"]


@pytest.mark.parametrize("wall", ["J", "W"])
def test_nobody_enters_behind_one_who_may_not(wall):
    state = drawn(f"{wall};Z;L", "N;Z1;Z2")
    assert [at(state, number) for number in (1, 2, 3)] == ["waiting"] * 3
    assert state.outcome() is not None


def ticking(left_over=1):
    """A board with two clocks of each sort, all about to run out together, and a knight far away."""
    state = drawn("J;M;D1;C1 C1;D1;M;J Z;Z;Z;L", "N", entrance="3;1", open_map=True)
    sorts = {"J": "wall", "M": "mine", "D": "bricks", "C": "store"}
    codes = ["J", "M", "D", "C", "C", "D", "M", "J"]
    cells = [spot(1 + place // 4, 1 + place % 4) for place in range(8)]
    clocks = tuple(Clock(cell, sorts[code], left_over) for cell, code in zip(cells, codes, strict=True))
    return replace(state, clocks=clocks, stocks=((spot(1, 4), 0), (spot(2, 1), 0)))


def test_clocks_act_by_sort_and_then_row_by_row_and_after_them_the_entrance_lets_in_again():
    found = [(event.name, place_name(event.paths["@"][0])) for event in events(ticking(), "pass")]
    assert found == [
        ("crumble", "(1, 3)"),
        ("crumble", "(2, 2)"),
        ("regrow", "(1, 1)"),
        ("regrow", "(2, 4)"),
        ("restock", "(1, 4)"),
        ("restock", "(2, 1)"),
        ("mine_back", "(1, 2)"),
        ("mine_back", "(2, 3)"),
    ]
    state = drawn("M;M;Z;L Z;Z;Z;Z", "N;N", entrance="1;2", open_map=True)
    knights = (replace(state.knights[0], fate="board", cell=spot(1, 1)),
               replace(state.knights[1], fate="board", cell=spot(1, 2)))  # fmt: skip
    clocks = (Clock(spot(1, 1), "mine", 1), Clock(spot(1, 2), "mine", 1))
    state = replace(state, knights=knights, clocks=clocks)
    assert happened(state, "pass") == ["mine_back", "blast", "mine_back"]
    state = play(drawn("D1;Z;L", "B1;N;N"), *passes(9))
    assert happened(state, "pass") == ["crumble", "fall", "enter", "fall", "enter", "fall"]
    state = drawn("J;M;Z;L", "N;N", open_map=True)
    assert state.outcome() is not None
    mine = (replace(state.knights[0], fate="board", cell=spot(1, 2)), state.knights[1])
    state = replace(state, knights=mine, clocks=(Clock(spot(1, 2), "mine", 1),))
    assert happened(state, "pass") == ["mine_back", "blast", "topple", "enter"], "the blast opens the entrance"
    state = play(drawn("J;Z;Z;L", "Z1;N;N"), "K1 east", *passes(9))
    assert [at(state, number) for number in (2, 3)] == ["dead", "waiting"]
    won = drawn("L;Z", "N;N", required=2)
    assert (won.time, won.outcome().winners) == (0, (0,))
    lost = drawn("D1;L", "N;N")
    assert (lost.time, lost.outcome().winners) == (0, ())


# -- the end

TOO_FEW = "Too few knights are left alive: {}, and {} are needed."
STUCK = "No knight can move any more, and nothing will change."


def test_it_is_won_when_the_required_number_is_in_the_lair_and_lost_when_that_cannot_be_any_more():
    state = play(drawn("Z;L;Z", "N;N;N", required=2), "K1 east")
    assert state.outcome() is None
    state = play(state, "K2 east")
    assert state.outcome().winners == (0,)
    assert choices(state) == []
    state = play(drawn("Z;D1;Z;L", "N;N;N", required=2), "K1 east")
    assert state.outcome() is None, "board and waiting count"
    state = play(state, "K2 east")
    assert (state.outcome().winners, str(state.outcome().reason), choices(state)) == ((), TOO_FEW.format(1, 2), [])
    state = play(drawn("L;Z;D1;Z", "N;N;N", required=2, entrance="1;2"), "K1 west", "K2 east")
    assert state.outcome() is None, "the lair counts"
    assert str(play(state, "K3 east").outcome().reason) == TOO_FEW.format(1, 2)
    nobody = drawn("D1;W;L", "N;N")
    assert str(nobody.outcome().reason) == TOO_FEW.format(0, 1), "looked at before who can move"
    state = drawn("Z;W;L", "N;N")
    assert (state.outcome().winners, str(state.outcome().reason), choices(state)) == ((), STUCK, [])
    untried = drawn("Z;W;W;L", "S")
    assert untried.outcome() is None
    assert choices(untried) == ["K1 leap east", "pass"]
    assert str(play(untried, "K1 leap east").outcome().reason) == STUCK
    ticking_on = play(drawn("M;W;L", "N;N;N"), *passes(3))
    assert choices(ticking_on) == ["pass"]
    assert ticking_on.outcome() is None


def test_the_game_may_be_given_up_and_after_the_end_the_labyrinth_stays_covered():
    session = a_session(file_text("J;Z;Z;L", "Z1;N"))
    before = session.state
    session.end_early(0)
    assert session.state == before
    assert session.outcome().winners == ()
    over = a_session(file_text("L;Z"))
    with pytest.raises(IllegalMove):
        over.end_early(0)
    state = play(drawn("Z;D1;Z;L"), "K1 east")
    assert state.outcome() is not None
    view = redact(dragon, state, 0)
    assert field(view, 1, 4) == Field("unseen")
    assert field(state, 1, 4) == Field("lair"), "who asks is shown the position itself"
