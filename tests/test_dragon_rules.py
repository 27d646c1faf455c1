"""The rules of Stone Dragon, sentence by sentence: a small board, the moves, and what must follow."""

from dataclasses import replace

import pytest

from logic import dragon
from logic.core import Dice, IllegalMove, Message, find_move, redact
from logic.dragon import Field, describe, looks_changed, notice, waiting_warning, warning
from logic.dragon.turn import Clock
from logic.session import Seat, Session, Setup, setup_params
from tests.labyrinths import (
    at,
    choices,
    drawn,
    events,
    file_text,
    happened,
    left,
    passes,
    play,
    seen,
    spot,
    supply,
)


def refused(state, move):
    with pytest.raises(IllegalMove):
        play(state, move)
    return True


def field(state, row, col):
    return state.board.field(spot(row, col))


def is_open(state, row, col):
    return spot(row, col) in state.opened()


# -- board and time


def test_rows_grow_down_and_columns_to_the_right():
    state = drawn("Z;Z;Z Z;Z;Z Z;Z;L", entrance="2;2")
    assert at(state, 1) == (2, 2)
    where = {move: at(play(state, f"K1 {move}"), 1) for move in ("north", "east", "south", "west")}
    assert where == {"north": (1, 2), "east": (2, 3), "south": (3, 2), "west": (2, 1)}


def test_a_turn_is_one_move_of_one_knight_or_a_pass_and_each_is_one_unit_of_time():
    state = drawn("Z;Z;Z;L", "N;N")
    assert state.time == 0
    state = play(state, "K1 east")
    assert (state.time, at(state, 1), at(state, 2)) == (1, (1, 2), (1, 1))
    state = play(state, "pass")
    assert (state.time, at(state, 1), at(state, 2)) == (2, (1, 2), (1, 1))


def test_a_knight_steps_to_an_edge_neighbour_on_the_board():
    assert choices(drawn("Z;Z Z;L")) == ["K1 east", "K1 south", "pass"]
    assert choices(drawn("Z;Z;Z Z;Z;Z Z;Z;L", entrance="2;2")) == [
        "K1 north",
        "K1 east",
        "K1 south",
        "K1 west",
        "pass",
    ]
    assert refused(drawn("Z;Z Z;L"), "K1 north")


def test_a_knight_does_not_step_onto_another():
    state = play(drawn("Z;Z;Z;L", "N;N"), "K1 east")
    assert choices(state) == ["K1 east", "pass"]
    assert refused(state, "K2 east")


@pytest.mark.parametrize("wall", ["J", "W"])
@pytest.mark.parametrize("knight", ["N", "B3", "S"])
def test_a_standing_wall_keeps_out_who_has_no_power_against_it(wall, knight):
    assert refused(drawn(f"Z;{wall};Z Z;Z;L", knight), "K1 east")


# -- knights


def test_an_ordinary_knight_has_no_power():
    state = drawn("Z;J;Z D1;Z;L", "N;N")
    assert choices(state) == ["K1 south", "pass"]
    assert at(play(state, "K1 south"), 1) == "dead"
    assert (state.knights[0].most, state.knights[0].supply) == (0, 0)


def test_an_eater_eats_a_standing_edible_wall_with_one_tooth():
    state = play(before := drawn("Z;J;L", "Z2"), "K1 east")
    assert at(state, 1) == (1, 2)
    assert (supply(before, 1), supply(state, 1)) == (2, 1)
    assert is_open(state, 1, 2)
    assert happened(before, "K1 east") == ["go", "eat"]


def test_an_eater_without_a_tooth_may_not_enter_a_standing_wall():
    state = play(drawn("Z;J;Z;J;L", "Z1"), "K1 east", "K1 east")
    assert supply(state, 1) == 0
    assert refused(state, "K1 east")


def test_an_eater_needs_no_tooth_for_a_fallen_wall():
    state = play(drawn("Z;J;Z;L", "Z1;Z1"), "K1 east", "K1 east", "K2 east")
    assert (at(state, 2), supply(state, 2)) == ((1, 2), 1)


def test_an_eater_does_not_enter_an_eternal_wall():
    assert refused(drawn("Z;W;Z Z;Z;L", "Z3"), "K1 east")


def test_an_eater_never_holds_more_than_he_began_with():
    state = play(before := drawn("Z;A9;L", "Z2"), "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 2))) == (2, 9)
    assert happened(before, "K1 east") == ["go"]


@pytest.mark.parametrize(("bricks", "left_over"), [(2, 0), (3, 1)])
def test_a_builder_with_bricks_enough_fills_a_hole(bricks, left_over):
    before = drawn("Z;D2;L", f"B{bricks}")
    state = play(before, "K1 east")
    assert (at(state, 1), supply(state, 1)) == ((1, 2), left_over)
    assert is_open(state, 1, 2)
    assert happened(before, "K1 east") == ["go", "fill"]


def test_a_builder_with_too_few_bricks_dies_and_his_bricks_are_lost_and_the_hole_is_unchanged():
    before = drawn("Z;D3;L", "B2;N")
    state = play(before, "K1 east")
    assert (at(state, 1), supply(state, 1)) == ("dead", 0)
    assert field(state, 1, 2) == Field("hole", 3)
    assert not is_open(state, 1, 2)
    assert happened(before, "K1 east") == ["go", "fall", "enter"]


def test_a_builder_uses_no_bricks_on_a_filled_hole():
    state = play(drawn("Z;D1;Z;L", "B1;B1"), "K1 east", "K1 east", "K2 east")
    assert (at(state, 2), supply(state, 2)) == ((1, 2), 1)


def test_a_builder_never_holds_more_than_he_began_with():
    state = play(drawn("Z;C9;L", "B2"), "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 2))) == (2, 9)


def test_a_jumper_steps_like_the_others():
    assert at(play(drawn("Z;Z;L", "S"), "K1 east"), 1) == (1, 2)


def test_a_jumper_jumps_exactly_two_squares_along_a_row_or_column():
    state = drawn("Z;Z;Z;Z;Z " * 4 + "Z;Z;Z;Z;L", "S", entrance="3;3")
    leaps = [move for move in choices(state) if "leap" in move]
    assert leaps == ["K1 leap north", "K1 leap east", "K1 leap south", "K1 leap west"]
    assert [at(play(state, leap), 1) for leap in leaps] == [(1, 3), (3, 5), (5, 3), (3, 1)]


def test_only_a_jumper_jumps():
    for knight in ("N", "B2", "Z2"):
        assert refused(drawn("Z;Z;Z;L", knight), "K1 leap east")


@pytest.mark.parametrize("code", ["Z", "J", "W", "M", "T1,1", "D1", "C2", "A2", "L"])
def test_nothing_happens_on_the_square_that_is_jumped_over(code):
    rows = f"Z;{code};Z;Z" if code == "L" else f"Z;{code};Z;L"
    before = drawn(rows, "S")
    assert happened(before, "K1 leap east") == ["leap"]
    after = play(before, "K1 leap east")
    assert (at(after, 1), after.clocks, after.board) == ((1, 3), (), before.board)


def test_a_jumper_jumps_over_a_knight():
    state = play(drawn("Z;Z;Z;L", "N;S"), "K1 east", "K2 leap east")
    assert (at(state, 1), at(state, 2)) == ((1, 2), (1, 3))


def test_a_jumper_does_not_jump_off_the_board_nor_onto_a_knight():
    state = play(drawn("Z;Z;Z;L", "N;S"), "K1 east", "K1 east")
    assert choices(state) == ["K1 east", "K1 west", "K2 east", "pass"]


@pytest.mark.parametrize("wall", ["J", "W"])
def test_a_jumper_does_not_jump_onto_a_wall_seen_to_stand(wall):
    state = play(drawn(f"Z;Z;{wall};L Z;Z;Z;Z", "S"), "K1 east", "K1 west")
    assert (1, 3) in seen(state)
    assert refused(state, "K1 leap east")


def test_a_jumper_jumps_onto_a_fallen_wall():
    state = play(drawn("Z;Z;J;Z;L", "Z1;S"), "K1 east", "K1 east", "K1 east", "K2 leap east")
    assert at(state, 2) == (1, 3)


# -- fields


def test_nothing_happens_on_a_plain_field():
    before = drawn("Z;Z;Z;L")
    assert happened(before, "K1 east") == ["go"]
    assert not play(before, "K1 east").clock_runs


def test_an_eaten_wall_is_fallen_for_ten_units_and_then_regrows():
    state = play(drawn("Z;J;Z;L Z;Z;Z;Z", "Z1"), "K1 east", "K1 east")
    state = play(state, *passes(8))
    assert (state.time, is_open(state, 1, 2)) == (10, True)
    assert happened(state, "pass") == ["regrow"]
    state = play(state, "pass")
    assert (state.time, is_open(state, 1, 2)) == (11, False)
    assert refused(state, "K1 west")


def test_a_blown_up_wall_is_fallen_for_ten_units_and_then_regrows():
    state = play(drawn("Z;M;J;L", "N;N", required=1), "K1 east")
    assert is_open(state, 1, 3)
    state = play(state, *passes(9))
    assert is_open(state, 1, 3)
    assert not is_open(play(state, "pass"), 1, 3)


def test_a_regrowing_wall_kills_the_knight_on_it():
    state = play(drawn("Z;J;Z;L", "Z1;N"), "K1 east", *passes(9))
    assert at(state, 1) == (1, 2)
    assert happened(state, "pass") == ["regrow", "crush"]
    assert at(play(state, "pass"), 1) == "dead"


def test_a_square_opened_in_turn_t_is_open_to_moves_up_to_ten_turns_later():
    state = play(drawn("Z;J;Z;L Z;Z;Z;Z", "Z1;N"), "K1 east", "K1 east", *passes(8))
    assert state.time == 10
    assert at(play(state, "K2 east"), 2) == "dead", "move 11 enters, and the end of turn 11 shuts"
    assert refused(play(state, "pass"), "K2 east")


def test_who_steps_off_in_the_last_move_lives():
    state = play(drawn("Z;J;Z;L", "Z1"), "K1 east", *passes(9))
    assert at(play(state, "K1 east"), 1) == (1, 3)


def test_an_eternal_wall_is_never_destroyed():
    state = play(drawn("Z;M;W;L", "N;N"), "K1 east")
    assert not is_open(state, 1, 3)
    assert left(state, 1, 3) is None


def test_a_mine_explodes_when_it_is_entered():
    before = drawn("Z;M;Z;L", "N;N")
    assert happened(before, "K1 east") == ["go", "blast", "enter"]
    state = play(before, "K1 east")
    assert (at(state, 1), is_open(state, 1, 2)) == ("dead", True)


def test_a_blast_kills_every_knight_beside_the_mine_and_no_other():
    rows = "Z;Z;Z;Z Z;Z;M;Z Z;Z;Z;L"
    state = play(drawn(rows, "N;N;N;N", entrance="2;1"), "K1 east", "K2 north", "K2 east", "K3 south", "K3 east")
    assert [at(state, number) for number in (1, 2, 3, 4)] == [(2, 2), (1, 2), (3, 2), (2, 1)]
    state = play(state, "K2 east", "K2 east", "K3 east", "K2 south")
    assert [at(state, number) for number in (1, 2, 3, 4)] == [(2, 2), (2, 4), (3, 3), (2, 1)]
    blast = next(event for event in events(state, "K1 east") if event.name == "blast")
    assert list(blast.paths) == ["@", "K1", "K2", "K3"]
    state = play(state, "K1 east")
    assert [at(state, number) for number in (1, 2, 3, 4)] == ["dead", "dead", "dead", (2, 1)]


def test_a_blast_does_not_reach_corners():
    state = play(drawn("Z;Z;L Z;M;Z", "N;N"), "K1 south", "K1 east")
    assert (at(state, 1), at(state, 2)) == ("dead", (1, 1))


def test_a_blast_fells_every_standing_edible_wall_it_reaches_and_no_other():
    rows = "J;J;J;Z Z;M;J;J J;J;J;L"
    state = play(before := drawn(rows, "N;N", entrance="2;1"), "K1 east")
    assert state.opened() == {spot(1, 2), spot(2, 2), spot(2, 3), spot(3, 2)}
    topple = next(event for event in events(before, "K1 east") if event.name == "topple")
    assert topple.paths["@"] == (spot(1, 2), spot(2, 3), spot(3, 2))


def test_a_blast_touches_no_other_mine_crater_filled_hole_store_or_running_clock():
    rows = "Z;M;Z D1;M;A2 Z;J;L"
    state = drawn(rows, "N;N;N", entrance="2;3", open_map=True)
    clocks = (
        Clock(spot(1, 2), "mine", 4),
        Clock(spot(2, 1), "bricks", 5),
        Clock(spot(2, 3), "store", 3),
        Clock(spot(3, 2), "wall", 6),
    )
    state = replace(state, clocks=clocks, stocks=((spot(2, 3), 1),))
    state = play(state, "K1 west")
    assert [left(state, *place) for place in ((1, 2), (2, 1), (2, 3), (3, 2), (2, 2))] == [3, 4, 2, 5, 10]
    assert state.stocks == ((spot(2, 3), 1),)
    live = play(drawn("Z;M;M;L", "N;N"), "K1 east")
    assert not is_open(live, 1, 3), "the mine beside is still live"


def test_a_crater_is_safe_for_ten_units_and_then_the_mine_is_back():
    state = play(drawn("Z;M;Z;L", "N;N;N"), "K1 east")
    crossed = play(state, "K2 east", "K2 east")
    assert at(crossed, 2) == (1, 3)
    state = play(state, *passes(9))
    assert is_open(state, 1, 2)
    assert happened(state, "pass") == ["mine_back"]
    state = play(state, "pass")
    assert not is_open(state, 1, 2)
    assert happened(state, "K2 east") == ["go", "blast", "enter"]


def test_a_returning_mine_explodes_under_the_knight_on_it_and_its_clock_runs_anew():
    state = play(drawn("Z;M;J;L", "N;N;N"), "K1 east", "K2 east", *passes(8))
    assert happened(state, "pass") == ["regrow", "mine_back", "blast", "topple"]
    after = play(state, "pass")
    assert at(after, 2) == "dead"
    assert at(after, 3) == "dead", "he stood beside it on the entrance"


def test_a_clock_set_by_a_returning_mine_runs_for_ten_units_from_that_turn():
    state = play(drawn("Z;Z;M;J;L", "N;N;N", entrance="1;1"), "K1 east", "K1 east", "K2 east", "K2 east", *passes(8))
    assert (state.time, at(state, 2), left(state, 1, 3), left(state, 1, 4)) == (12, "dead", 10, 10)
    state = play(state, *passes(9))
    assert is_open(state, 1, 3)
    assert is_open(state, 1, 4)
    state = play(state, "pass")
    assert (state.time, is_open(state, 1, 3), is_open(state, 1, 4)) == (22, False, False)


def test_a_wall_hit_again_still_shuts_ten_units_after_it_fell():
    rows = "Z;J;Z;Z Z;M;L;Z"
    state = play(drawn(rows, "Z1;N"), "K1 east", "K1 east", "K1 east", "K2 south", "K2 east")
    assert (state.time, at(state, 2), left(state, 2, 2), left(state, 1, 2)) == (5, "dead", 10, 6)
    state = play(state, *passes(6))
    assert (state.time, is_open(state, 1, 2), is_open(state, 2, 2)) == (11, False, True)


def test_who_lands_on_a_teleport_goes_on():
    before = drawn("Z;T2,3;W W;W;Z W;W;L")
    assert happened(before, "K1 east") == ["go", "teleport"]
    state = play(before, "K1 east")
    assert (at(state, 1), state.time) == ((2, 3), 1)


@pytest.mark.parametrize(
    ("target", "knight", "names", "where"),
    [
        ("J", "Z1", ["go", "teleport", "eat"], (2, 2)),
        ("D1", "N", ["go", "teleport", "fall", "enter"], "dead"),
        ("D1", "B1", ["go", "teleport", "fill"], (2, 2)),
        ("M", "N", ["go", "teleport", "blast", "enter"], "dead"),
    ],
)
def test_the_target_is_entered_by_the_usual_rules(target, knight, names, where):
    before = drawn(f"W;W;W W;{target};W W;W;W Z;Z;L T2,2;Z;Z", f"{knight};N", entrance="4;1")
    assert [name for name in happened(before, "K1 south") if name != "enter"] == [n for n in names if n != "enter"]
    assert at(play(before, "K1 south"), 1) == where


def test_a_store_and_the_lair_take_effect_behind_a_teleport():
    state = play(drawn("Z;J;T3,1 W;W;W A1;L;Z", "Z1"), "K1 east", "K1 east")
    assert (at(state, 1), supply(state, 1), state.stock(spot(3, 1))) == ((3, 1), 1, 0)
    assert at(play(drawn("Z;T3,1 W;W L;Z"), "K1 east"), 1) == "hidden"


def test_a_teleport_reached_by_teleport_does_nothing():
    before = drawn("Z;T3,1 W;W T3,2;L")
    assert happened(before, "K1 east") == ["go", "teleport"]
    assert at(play(before, "K1 east"), 1) == (3, 1)
    itself = drawn("Z;T1,2;Z;L")
    assert happened(itself, "K1 east") == ["go"]
    assert at(play(itself, "K1 east"), 1) == (1, 2)


@pytest.mark.parametrize(("wall", "knight"), [("J", "N"), ("W", "N"), ("W", "Z1"), ("J", "B1"), ("J", "S")])
def test_who_cannot_enter_the_target_stays_on_the_teleport_and_the_move_stands(wall, knight):
    before = drawn(f"Z;T3,1;Z W;W;W {wall};W;L", knight)
    state = play(before, "K1 east")
    assert (at(state, 1), state.time) == ((1, 2), 1)
    assert (3, 1) not in seen(state)


def test_a_knight_on_the_target_keeps_others_on_the_teleport():
    state = play(drawn("Z;T3,1;Z W;W;W Z;Z;L", "N;N"), "K1 east", "K2 east")
    assert (at(state, 1), at(state, 2), state.time) == ((3, 1), (1, 2), 2)


def test_a_knight_is_carried_off_only_on_entering():
    state = play(drawn("Z;T3,1;Z W;W;W Z;Z;L", "N;N"), "K1 east", "K2 east", "K1 east", "pass")
    assert at(state, 2) == (1, 2), "the target is free, but he does not enter"
    assert at(play(state, "K2 east", "K2 west"), 2) == (3, 1)


def test_a_teleport_back_to_the_square_just_left_finds_it_free():
    before = drawn("Z;T1,1;Z;L", "N;N")
    assert happened(before, "K1 east") == ["go", "teleport"]
    assert at(play(before, "K1 east"), 1) == (1, 1)


def test_a_filled_hole_is_safe_for_ten_units_and_then_crumbles():
    state = play(drawn("Z;D1;Z;L", "B1;N;N"), "K1 east", "K1 east")
    assert at(play(state, "K2 east"), 2) == (1, 2)
    state = play(state, *passes(8))
    assert is_open(state, 1, 2)
    assert happened(state, "pass") == ["crumble"]
    state = play(state, "pass")
    assert (state.time, is_open(state, 1, 2)) == (11, False)
    assert at(play(state, "K2 east"), 2) == "dead"


@pytest.mark.parametrize("knight", ["N", "B9", "S"])
def test_a_knight_on_a_crumbling_hole_dies_a_builder_too(knight):
    state = play(drawn("Z;D1;Z;L", f"B1;{knight}"), "K1 east", "K1 east", "K2 east", *passes(7))
    assert at(state, 2) == (1, 2)
    assert happened(state, "pass") == ["crumble", "fall"]
    assert at(play(state, "pass"), 2) == "dead"


def test_a_store_is_full_at_the_start_and_makes_nothing():
    state = play(drawn("Z;C2;A3;L"), *passes(12))
    assert (state.stock(spot(1, 2)), state.stock(spot(1, 3)), state.clock_runs) == (2, 3, False)


@pytest.mark.parametrize(("rows", "knight"), [("Z;J;J;A2;L Z;Z;Z;Z;Z", "Z3"), ("Z;D1;D1;C2;L Z;Z;Z;Z;Z", "B3")])
def test_a_knight_takes_what_he_lacks_or_what_is_there(rows, knight):
    before = play(drawn(rows, knight), "K1 east", "K1 east")
    assert (supply(before, 1), happened(before, "K1 east")) == (1, ["go", "supply"])
    state = play(before, "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 4))) == (3, 0)
    poor = play(drawn(rows.replace("2", "1"), knight), "K1 east", "K1 east", "K1 east")
    assert (supply(poor, 1), poor.stock(spot(1, 4))) == (2, 0)
    rich = play(drawn(rows.replace("2", "9"), knight), "K1 east", "K1 east", "K1 east")
    assert (supply(rich, 1), rich.stock(spot(1, 4))) == (3, 7)


@pytest.mark.parametrize(("store", "knight"), [("A2", "B1"), ("C2", "Z1"), ("A2", "N"), ("C2", "S")])
def test_a_store_gives_nothing_to_others(store, knight):
    spends = {"B1": "D1", "Z1": "J"}.get(knight, "Z")
    state = play(drawn(f"Z;{store};L {spends};Z;Z", knight), "K1 south", "K1 north", "K1 east")
    assert (at(state, 1), state.stock(spot(1, 2))) == ((1, 2), 2)
    assert supply(state, 1) == 0
    assert not any(clock.what == "store" for clock in state.clocks)


def eaten_out():
    """An Eater of three teeth who has taken two from a store of two at time 3, and has stepped off at time 4."""
    state = play(drawn("Z;J;J;A2;Z;L", "Z2"), "K1 east", "K1 east", "K1 east", "K1 east")
    assert (state.time, state.stock(spot(1, 4)), left(state, 1, 4)) == (4, 0, 4)
    return state


def test_a_store_makes_one_unit_every_five_units_of_time_until_it_is_full():
    state = play(eaten_out(), *passes(3))
    assert (state.time, state.stock(spot(1, 4))) == (7, 0)
    assert happened(state, "pass") == ["restock"]
    state = play(state, "pass")
    assert (state.time, state.stock(spot(1, 4)), left(state, 1, 4)) == (8, 1, 5)
    state = play(state, *passes(5))
    assert (state.time, state.stock(spot(1, 4)), left(state, 1, 4)) == (13, 2, None)


def test_the_clock_of_a_store_runs_on_through_later_withdrawals():
    state = drawn("Z;A3;Z;L", "Z1", entrance="1;1", open_map=True)
    knights = (replace(state.knights[0], supply=0),)
    state = replace(state, knights=knights, clocks=(Clock(spot(1, 2), "store", 3),), stocks=((spot(1, 2), 2),))
    state = play(state, "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 2)), left(state, 1, 2)) == (1, 1, 2)


def standing(**params):
    """An Eater who has emptied a store of one and still lacks a tooth."""
    state = play(drawn("Z;J;J;A1;Z;L", "Z3", **params), "K1 east", "K1 east")
    state = replace(state, knights=(replace(state.knights[0], supply=0),))
    state = play(state, "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == (1, 0, 5)
    return state


def test_who_stands_in_his_store_and_lacks_one_takes_each_new_unit():
    state = play(standing(), *passes(4))
    assert happened(state, "pass") == ["restock", "supply"]
    state = play(state, "pass")
    assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == (2, 0, 5)
    state = play(state, *passes(5))
    assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == (3, 0, 5)
    state = play(state, *passes(5))
    assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == (3, 1, None)


def test_in_the_strict_reading_only_who_enters_takes():
    state = play(standing(stores_supply_standing=False), *passes(5))
    assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == (1, 1, None)


def test_who_reaches_the_lair_hides_there_and_is_never_moved_again():
    before = drawn("Z;L;Z", "N;N;N", required=3)
    assert happened(before, "K1 east") == ["go", "hide", "enter"]
    state = play(before, "K1 east")
    assert (at(state, 1), at(state, 2)) == ("hidden", (1, 1))
    assert not [move for move in choices(state) if move.startswith("K1")]
    assert at(play(state, "K2 east"), 2) == "hidden", "there is room for all"


@pytest.mark.parametrize(
    ("code", "names", "where"),
    [
        ("D1", ["leap", "fall"], "dead"),
        ("M", ["leap", "blast"], "dead"),
        ("T1,1", ["leap", "teleport"], (1, 1)),
        ("L", ["leap", "hide"], "hidden"),
        ("A1", ["leap"], (1, 3)),
    ],
)
def test_a_jumper_who_lands_meets_the_field_like_anyone(code, names, where):
    lair = "Z" if code == "L" else "L"
    before = drawn(f"Z;Z;{code};{lair} Z;Z;Z;Z", "S;N")
    assert [name for name in happened(before, "K1 leap east") if name != "enter"] == names
    assert at(play(before, "K1 leap east"), 1) == where


def test_knights_in_the_lair_and_outside_are_out_of_reach_of_every_blast():
    before = drawn("L;Z;M Z;Z;Z", "N;N;N;N", required=3, entrance="1;2")
    state = play(before, "K1 west", "K2 east")
    assert [at(state, number) for number in (1, 2, 3, 4)] == ["hidden", "dead", (1, 2), "waiting"]
    state = drawn("L;M;Z", "N;N;N", entrance="1;2", required=2)
    assert [at(state, number) for number in (1, 2, 3)] == ["dead", (1, 2), "waiting"]


# -- clocks


def test_a_clock_set_by_the_entrance_runs_out_ten_turns_later_too():
    state = drawn("J;Z;Z;L", "Z1;N")
    assert (state.time, at(state, 1), left(state, 1, 1)) == (0, (1, 1), 10)
    state = play(state, "K1 east", *passes(8))
    assert (state.time, at(state, 2), left(state, 1, 1)) == (9, (1, 1), 1)
    assert happened(state, "pass") == ["regrow", "crush"]
    assert at(play(state, "pass"), 2) == "dead"


def test_a_mine_at_the_entrance_runs_by_the_same_count():
    state = drawn("M;Z;Z;L", "N;N;N")
    assert (at(state, 1), at(state, 2), left(state, 1, 1)) == ("dead", (1, 1), 10)
    state = play(state, *passes(9))
    assert left(state, 1, 1) == 1
    assert happened(state, "pass") == ["mine_back", "blast", "enter"], "the crater is safe to the next in line"


# -- one turn, in order


def test_the_move_comes_before_the_entrance():
    assert happened(drawn("Z;D1;Z;L", "B1;N"), "K1 east") == ["go", "fill", "enter"]


def test_knights_enter_in_file_order_by_the_usual_rules():
    state = drawn("D2;Z;L", "N;S;B1;B2;N")
    assert [at(state, number) for number in range(1, 6)] == ["dead", "dead", "dead", (1, 1), "waiting"]
    state = drawn("T1,3;Z;Z;L", "N;N;N")
    assert [at(state, number) for number in (1, 2, 3)] == [(1, 3), (1, 1), "waiting"]
    state = drawn("L;Z", "N;N;N", required=3)
    assert [at(state, number) for number in (1, 2, 3)] == ["hidden", "hidden", "hidden"]
    assert at(drawn("J;L", "Z1"), 1) == (1, 1)


@pytest.mark.parametrize("wall", ["J", "W"])
def test_nobody_enters_behind_one_who_may_not(wall):
    state = drawn(f"{wall};Z;L", "N;Z1;Z2")
    assert [at(state, number) for number in (1, 2, 3)] == ["waiting"] * 3
    assert state.outcome() is not None


def test_the_next_knight_enters_when_the_entrance_is_left():
    state = drawn("Z;Z;Z;L", "N;N;N")
    assert [at(state, number) for number in (1, 2, 3)] == [(1, 1), "waiting", "waiting"]
    state = play(state, "K1 east")
    assert [at(state, number) for number in (1, 2, 3)] == [(1, 2), (1, 1), "waiting"]


def test_standing_on_the_entrance_holds_the_queue():
    state = play(drawn("Z;Z;L", "N;N"), *passes(20))
    assert (at(state, 1), at(state, 2)) == ((1, 1), "waiting")


def ticking(left_over=1):
    """A board with two clocks of each sort, all about to run out together, and a knight far away."""
    state = drawn("J;M;D1;C1 C1;D1;M;J Z;Z;Z;L", "N", entrance="3;1", open_map=True)
    sorts = {"J": "wall", "M": "mine", "D": "bricks", "C": "store"}
    codes = ["J", "M", "D", "C", "C", "D", "M", "J"]
    cells = [spot(1 + place // 4, 1 + place % 4) for place in range(8)]
    clocks = tuple(Clock(cell, sorts[code], left_over) for cell, code in zip(cells, codes, strict=True))
    return replace(state, clocks=clocks, stocks=((spot(1, 4), 0), (spot(2, 1), 0)))


def test_clocks_that_run_out_together_act_by_sort_and_then_row_by_row():
    found = [(event.name, dragon.place_name(event.paths["@"][0])) for event in events(ticking(), "pass")]
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


def test_the_clocks_tick_after_the_move_and_the_entrance():
    state = play(drawn("Z;J;Z;L", "Z1;N"), "K1 east", "K1 east", *passes(8))
    assert happened(state, "K2 east") == ["go", "regrow", "crush"]
    state = play(drawn("J;Z;Z;L", "Z1;N"), *passes(9))
    assert happened(state, "K1 east") == ["go", "enter", "regrow", "crush"], "step 2 of turn 10 still lets him in"


def test_the_first_of_two_returning_mines_leaves_nobody_to_the_second():
    state = drawn("M;M;Z;L Z;Z;Z;Z", "N;N", entrance="1;2", open_map=True)
    knights = (replace(state.knights[0], fate="board", cell=spot(1, 1)),
               replace(state.knights[1], fate="board", cell=spot(1, 2)))  # fmt: skip
    clocks = (Clock(spot(1, 1), "mine", 1), Clock(spot(1, 2), "mine", 1))
    state = replace(state, knights=knights, clocks=clocks)
    assert happened(state, "pass") == ["mine_back", "blast", "mine_back"]


def test_after_the_clocks_the_entrance_lets_in_again():
    state = play(drawn("D1;Z;L", "B1;N;N"), *passes(9))
    assert happened(state, "pass") == ["crumble", "fall", "enter", "fall", "enter", "fall"]
    state = drawn("J;M;Z;L", "N;N", open_map=True)
    assert state.outcome() is not None
    mine = (replace(state.knights[0], fate="board", cell=spot(1, 2)), state.knights[1])
    state = replace(state, knights=mine, clocks=(Clock(spot(1, 2), "mine", 1),))
    assert happened(state, "pass") == ["mine_back", "blast", "topple", "enter"], "the blast opens the entrance"


def test_a_wall_that_regrows_on_the_entrance_shuts_out_the_next():
    state = play(drawn("J;Z;Z;L", "Z1;N;N"), "K1 east", *passes(9))
    assert [at(state, number) for number in (2, 3)] == ["dead", "waiting"]


def test_at_the_start_the_entrance_and_the_end_are_looked_at_once():
    won = drawn("L;Z", "N;N", required=2)
    assert (won.time, won.outcome().winners) == (0, (0,))
    lost = drawn("D1;L", "N;N")
    assert (lost.time, lost.outcome().winners) == (0, ())


# -- the end

TOO_FEW = "Too few knights are left alive."
STUCK = "No knight can move any more, and nothing will change."


def test_it_is_won_when_the_required_number_is_in_the_lair():
    state = play(drawn("Z;L;Z", "N;N;N", required=2), "K1 east")
    assert state.outcome() is None
    state = play(state, "K2 east")
    assert state.outcome().winners == (0,)
    assert choices(state) == []


def test_it_is_lost_when_fewer_are_alive_than_required():
    state = play(drawn("Z;D1;Z;L", "N;N;N", required=2), "K1 east")
    assert state.outcome() is None, "board and waiting count"
    state = play(state, "K2 east")
    assert (state.outcome().winners, str(state.outcome().reason), choices(state)) == ((), TOO_FEW, [])


def test_knights_in_the_lair_count_as_alive():
    state = play(drawn("L;Z;D1;Z", "N;N;N", required=2, entrance="1;2"), "K1 west", "K2 east")
    assert state.outcome() is None
    assert str(play(state, "K3 east").outcome().reason) == TOO_FEW


def test_too_few_alive_is_looked_at_before_no_move():
    state = drawn("D1;W;L", "N;N")
    assert str(state.outcome().reason) == TOO_FEW


def test_it_is_lost_when_only_passing_is_left_and_no_clock_runs():
    state = drawn("Z;W;L", "N;N")
    assert (state.outcome().winners, str(state.outcome().reason), choices(state)) == ((), STUCK, [])


def test_an_untried_leap_onto_an_unseen_square_is_a_move():
    state = drawn("Z;W;W;L", "S")
    assert state.outcome() is None
    assert choices(state) == ["K1 leap east", "pass"]
    assert str(play(state, "K1 leap east").outcome().reason) == STUCK


def test_while_a_clock_runs_and_nobody_can_move_the_game_goes_on():
    state = play(drawn("M;W;L", "N;N;N"), *passes(3))
    assert choices(state) == ["pass"]
    assert state.outcome() is None


def a_session(text, **changes):
    setup = Setup(
        game="dragon",
        variant="adventure",
        params=setup_params(dragon, dragon.Params(board=text)),
        seed=1,
        seats=(Seat(),),
        **changes,
    )
    return Session(dragon, setup)


def test_the_game_may_be_given_up_before_its_end_and_takes_no_time():
    session = a_session(file_text("J;Z;Z;L", "Z1;N"))
    before = session.state
    session.end_early(0)
    assert session.state == before
    assert session.outcome().winners == ()
    over = a_session(file_text("L;Z"))
    with pytest.raises(IllegalMove):
        over.end_early(0)


def test_after_the_end_the_labyrinth_stays_covered():
    state = play(drawn("Z;D1;Z;L"), "K1 east")
    assert state.outcome() is not None
    view = redact(dragon, state, 0)
    assert field(view, 1, 4) == Field("unseen")
    assert field(state, 1, 4) == Field("lair"), "who asks is shown the position itself"


# -- what the player sees


def test_a_square_is_seen_once_a_knight_has_entered_it_or_a_neighbour():
    state = drawn("Z;Z;Z;Z Z;Z;Z;Z Z;Z;Z;L")
    assert seen(state) == {(1, 1), (1, 2), (2, 1)}
    state = play(state, "K1 east")
    assert seen(state) == {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)}


@pytest.mark.parametrize("code", ["D1", "M"])
def test_what_is_beside_a_death_is_seen(code):
    state = play(drawn(f"Z;{code};Z;L", "N;N"), "K1 east")
    assert (1, 3) in seen(state)


def test_what_is_beside_the_lair_is_seen_by_who_hides_there():
    assert (1, 3) in seen(play(drawn("Z;L;Z", "N;N", required=2), "K1 east"))


def test_what_is_beside_a_teleport_and_its_target_is_seen_by_who_is_sent_on():
    state = play(drawn("Z;T4,1;Z;Z Z;Z;Z;Z W;W;W;W Z;Z;Z;L"), "K1 east")
    assert seen(state) == {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (4, 1), (4, 2)}


def test_the_neighbours_of_a_square_jumped_over_are_not_seen():
    state = play(drawn("Z;Z;Z;Z Z;Z;Z;Z Z;Z;Z;L", "S"), "K1 leap east")
    assert (2, 2) not in seen(state)
    assert {(1, 2), (1, 3), (1, 4), (2, 3)} <= seen(state)


def test_a_closed_entrance_is_not_seen_by_knights_who_wait():
    assert seen(drawn("W;Z;L")) == set()


def test_a_seen_square_stays_seen_and_is_shown_in_its_present_state():
    state = play(drawn("Z;J;Z;Z;Z;L", "Z1"), "K1 east", "K1 east", "K1 east", "K1 east")
    assert "j" in picture(state)[0]
    state = play(state, *passes(7))
    assert (state.time, at(state, 1)) == (11, (1, 5))
    assert picture(state)[0].split()[1] == "J"


def picture(state):
    """The rows of the board as the player sees them."""
    return str(redact(dragon, state, 0)).splitlines()[1 : 1 + state.board.height]


def test_what_is_told_of_a_seen_square():
    state = drawn("D2;C3;A4 J;W;M Z;L;T1,1", "N", entrance="3;1", open_map=True)
    assert [row.split() for row in picture(state)] == [["D2", "C3:3", "A4:4"], ["J", "W", "M"], ["Z", "L", "T"]]


def test_filled_hole_fallen_wall_and_spent_mine_look_different_from_each_other_and_from_plain_ground():
    state = drawn("D2;J;M;Z;L", "N", entrance="1;4", open_map=True)
    clocks = (Clock(spot(1, 1), "bricks", 3), Clock(spot(1, 2), "wall", 3), Clock(spot(1, 3), "mine", 3))
    assert picture(replace(state, clocks=clocks))[0].split() == ["d2", "j", "m", "Z", "L"]


def test_a_stores_stock_is_shown():
    assert "A2:0" in picture(eaten_out())[0]


def test_where_a_teleport_leads_is_never_shown():
    state = play(drawn("Z;T3,1;Z W;W;W Z;Z;L"), "K1 east", "K1 east")
    view = redact(dragon, state, 0)
    assert field(view, 1, 2) == Field("teleport")
    assert picture(state)[0].split()[1] == "T"


def test_why_a_teleport_is_blocked_is_never_shown():
    def blocked(rows, knights, *moves):
        state = play(drawn(rows, knights), *moves)
        return happened(state, "K1 east"), events(state, "K1 east"), str(redact(dragon, play(state, "K1 east"), 0))

    by_wall = blocked("Z;T3,1;Z W;W;W W;W;L", "N")
    by_other_wall = blocked("Z;T3,1;Z W;W;W J;W;L", "N")
    by_itself = blocked("Z;T1,2;Z W;W;W Z;W;L", "N")
    assert by_wall == by_other_wall == by_itself


def test_how_long_until_something_acts_is_never_shown():
    state = play(drawn("Z;J;Z;L", "Z1"), "K1 east")
    later = play(state, "pass")
    assert redact(dragon, state, 0) == replace(redact(dragon, later, 0), time=1)
    assert redact(dragon, state, 0).clock_runs


@pytest.mark.parametrize("code", ["Z", "J", "W", "M", "T1,1", "D1", "C1", "A1"])
def test_a_jumper_is_always_offered_an_unseen_landing_square(code):
    assert "K1 leap east" in choices(drawn(f"Z;Z;{code};L", "S"))


@pytest.mark.parametrize("wall", ["J", "W"])
def test_a_jumper_bounces_off_an_unseen_wall_and_no_time_passes(wall):
    before = drawn(f"Z;Z;{wall};L", "S;N")
    (bounce,) = events(before, "K1 leap east")
    assert (bounce.name, bounce.paths, bounce.reveals) == ("bounce", {"K1": (spot(1, 1), spot(1, 3), spot(1, 1))}, True)
    after = play(before, "K1 leap east")
    assert (at(after, 1), after.time) == ((1, 1), 0)
    assert seen(after) == seen(before) | {(1, 3)}
    assert replace(after, seen=before.seen) == before, "nothing else of the turn runs"
    assert refused(after, "K1 leap east")


def test_of_a_bounces_turn_the_end_is_checked():
    assert str(play(drawn("Z;W;W;L", "S"), "K1 leap east").outcome().reason) == STUCK


def test_a_bounce_lets_no_clock_tick():
    state = play(drawn("J;Z;W;W;L W;Z;Z;Z;Z", "Z1;S"), "K1 east", "K1 south", "K1 east")
    assert (at(state, 2), state.time) == ((1, 1), 3)
    state = play(state, "K2 east")
    bounced = play(state, "K2 leap east")
    assert (bounced.time, bounced.clocks) == (state.time, state.clocks)


def test_what_is_always_shown():
    state = play(drawn("Z;J;Z;L Z;W;Z;Z", "Z2;B3;N", required=2), "K1 east")
    assert str(redact(dragon, state, 0)).splitlines() == [
        "time 1",
        "Z j Z ?",
        "Z W ? ?",
        "entrance (1, 1), 2 needed",
        "K1 Z2 has 1 (1, 2)",
        "K2 B3 has 3 (1, 1)",
        "K3 N waiting",
    ]


# -- questions and notices


def asked(state, move):
    one = find_move(state, move)
    found = warning(redact(dragon, state, 0), one)
    assert found == warning(state, one), "the position itself tells no more than its view"
    assert found is None or isinstance(found, Message)
    return None if found is None else str(found)


def test_the_game_asks_before_a_step_onto_a_seen_gaping_hole():
    question = "{} would fall to his death in the hole on (1, 2). Go all the same?"
    assert asked(drawn("Z;D2;L"), "K1 east") == question.format("Ordinary knight K1")
    assert asked(drawn("Z;D2;L", "B1"), "K1 east") == question.format("Builder K1")
    assert asked(drawn("Z;D2;L", "Z9"), "K1 east") == question.format("Eater K1")
    assert asked(drawn("Z;D2;L", "B2"), "K1 east") is None


def test_the_game_asks_before_a_step_onto_a_seen_live_mine():
    assert asked(drawn("Z;M;L"), "K1 east") == "Ordinary knight K1 would die on the mine on (1, 2). Go all the same?"


def test_the_game_asks_before_a_jump_onto_what_is_seen_and_never_gives_away_what_is_not():
    for code in ("D1", "M"):
        state = drawn(f"Z;Z;{code};L Z;Z;Z;Z", "S")
        assert asked(state, "K1 leap east") is None
        assert asked(play(state, "K1 east", "K1 west"), "K1 leap east").startswith("Jumper K1 would")


def test_the_game_does_not_ask_before_filled_holes_craters_other_moves_and_passing():
    assert asked(play(drawn("Z;D1;Z;L", "B1;N"), "K1 east", "K1 east"), "K2 east") is None
    assert asked(play(drawn("Z;M;Z;L", "N;N"), "K1 east"), "K2 east") is None
    assert asked(drawn("Z;Z;L"), "K1 east") is None
    assert asked(drawn("Z;D1;L"), "pass") is None


@pytest.mark.parametrize(
    ("rows", "knights", "word"),
    [("J;Z;L", "Z1;N", "fallen wall"), ("D1;Z;L", "B1;N", "filled hole"), ("M;Z;L", "N;N;N", "spent mine")],
)
def test_a_notice_says_that_the_entrance_will_not_stay_open_while_knights_wait(rows, knights, word):
    state = redact(dragon, drawn(rows, knights), 0)
    assert word in str(notice(state))
    assert notice(drawn("Z;Z;L", "N;N")) is None


def test_no_notice_when_nobody_waits():
    assert notice(drawn("J;Z;L", "Z1")) is None


@pytest.mark.parametrize(("rows", "knight"), [("Z;J;L", "Z1"), ("Z;D1;L", "B1")])
def test_waiting_is_asked_about_while_a_knight_stands_on_ground_that_will_not_stay(rows, knight):
    state = drawn(rows, knight)
    assert waiting_warning(state) is None
    assert "safe ground" in str(waiting_warning(redact(dragon, play(state, "K1 east"), 0)))
    assert "safe ground" in str(waiting_warning(drawn("M;Z;L", "N;N")))


def test_the_time_alone_is_no_change_and_whatever_is_seen_to_change_is_one():
    state = play(drawn("Z;J;Z;Z;L", "Z1"), "K1 east", "K1 east")
    assert not looks_changed(state, play(state, "pass"))
    last = play(state, *passes(8))
    assert not looks_changed(state, last)
    assert looks_changed(last, play(last, "pass"))
    assert looks_changed(state, play(state, "K1 east"))


# -- moves in words


@pytest.mark.parametrize(
    ("rows", "knight", "move", "words"),
    [
        ("Z;Z;L", "N", "K1 east", "Ordinary knight K1 goes to (1, 2)."),
        ("Z;J;L", "Z1", "K1 east", "Eater K1 eats the wall on (1, 2)."),
        ("Z;D1;L", "B1", "K1 east", "Builder K1 fills the hole on (1, 2)."),
        ("Z;D2;L", "B1", "K1 east", "Builder K1 goes to (1, 2)."),
        ("Z;Z;M;L", "S", "K1 leap east", "Jumper K1 leaps to (1, 3)."),
        ("Z;Z;L", "N", "pass", "Nobody moves."),
    ],
)
def test_a_move_in_words(rows, knight, move, words):
    state = drawn(rows, knight)
    assert str(describe(state, find_move(state, move))) == words


# -- the seed's example, whole


def test_the_example_is_won_in_eight_turns_with_two_knights_to_spare():
    session = a_session("")
    way = ("K1 west", "K1 north", "K2 west", "K1 north", "K3 north", "K2 leap north", "K3 west", "K3 north")
    for move in way:
        assert session.outcome() is None
        session.play(move)
    assert session.outcome().winners == (0,)
    assert session.state.time == 8
    assert [at(session.state, number) for number in range(1, 6)] == ["hidden", "hidden", "hidden", (4, 2), "waiting"]


def test_the_number_of_positions_that_the_example_can_come_to():
    positions, found = {dragon.new(dragon.Params(), Dice(0))}, []
    for _ in range(6):
        found.append((len(positions), sum(len(state.legal_moves()) for state in positions)))
        positions = {state.apply(move).state for state in positions for move in state.legal_moves()}
    assert found == [(1, 3), (3, 11), (9, 40), (28, 132), (84, 437), (272, 1505)]
