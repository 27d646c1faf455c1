"""The rules of Stone Dragon, sentence by sentence, on small boards: the board, the knights, and the example whole."""

import pytest

from logic import dragon
from logic.core import Dice
from logic.dragon.board import Field
from logic.dragon.rules import EXAMPLE
from tests.labyrinths import a_session, at, choices, drawn, field, happened, is_open, play, refused, seen, spot, supply

# -- board and time


def test_a_turn_is_one_step_of_one_knight_to_a_free_edge_neighbour_or_a_pass():
    """Rows grow down and columns to the right."""
    state = drawn("Z;Z;Z Z;Z;Z Z;Z;L", entrance="2;2")
    assert at(state, 1) == (2, 2)
    assert choices(state) == ["K1 north", "K1 east", "K1 south", "K1 west", "pass"]
    where = {move: at(play(state, f"K1 {move}"), 1) for move in ("north", "east", "south", "west")}
    assert where == {"north": (1, 2), "east": (2, 3), "south": (3, 2), "west": (2, 1)}
    corner = drawn("Z;Z Z;L")
    assert choices(corner) == ["K1 east", "K1 south", "pass"]
    assert refused(corner, "K1 north")
    behind = play(drawn("Z;Z;Z;L", "N;N"), "K1 east")
    assert choices(behind) == ["K1 east", "pass"]
    assert refused(behind, "K2 east")
    state = drawn("Z;Z;Z;L", "N;N")
    assert state.time == 0
    state = play(state, "K1 east")
    assert (state.time, at(state, 1), at(state, 2)) == (1, (1, 2), (1, 1))
    state = play(state, "pass")
    assert (state.time, at(state, 1), at(state, 2)) == (2, (1, 2), (1, 1))
    state = drawn("Z;J;Z D1;Z;L", "N;N")
    assert choices(state) == ["K1 south", "pass"]
    assert at(play(state, "K1 south"), 1) == "dead"
    assert (state.knights[0].most, state.knights[0].supply) == (0, 0)


@pytest.mark.parametrize("wall", ["J", "W"])
@pytest.mark.parametrize("knight", ["N", "B3", "S"])
def test_a_standing_wall_keeps_out_who_has_no_power_against_it(wall, knight):
    assert refused(drawn(f"Z;{wall};Z Z;Z;L", knight), "K1 east")


# -- knights


def test_an_eater_eats_a_standing_edible_wall_with_one_tooth_and_needs_none_for_a_fallen_one():
    state = play(before := drawn("Z;J;L", "Z2"), "K1 east")
    assert (at(state, 1), supply(before, 1), supply(state, 1)) == ((1, 2), 2, 1)
    assert is_open(state, 1, 2)
    assert happened(before, "K1 east") == ["go", "eat"]
    toothless = play(drawn("Z;J;Z;J;L", "Z1"), "K1 east", "K1 east")
    assert supply(toothless, 1) == 0
    assert refused(toothless, "K1 east")
    assert refused(drawn("Z;W;Z Z;Z;L", "Z3"), "K1 east"), "an eternal wall"
    second = play(drawn("Z;J;Z;L", "Z1;Z1"), "K1 east", "K1 east", "K2 east")
    assert (at(second, 2), supply(second, 2)) == ((1, 2), 1)


@pytest.mark.parametrize(("bricks", "left_over"), [(2, 0), (3, 1)])
def test_a_builder_with_bricks_enough_fills_a_hole(bricks, left_over):
    before = drawn("Z;D2;L", f"B{bricks}")
    state = play(before, "K1 east")
    assert (at(state, 1), supply(state, 1)) == ((1, 2), left_over)
    assert is_open(state, 1, 2)
    assert happened(before, "K1 east") == ["go", "fill"]


def test_a_builder_with_too_few_bricks_dies_and_uses_none_on_a_filled_hole():
    before = drawn("Z;D3;L", "B2;N")
    state = play(before, "K1 east")
    assert (at(state, 1), supply(state, 1)) == ("dead", 0)
    assert field(state, 1, 2) == Field("hole", 3)
    assert not is_open(state, 1, 2)
    assert happened(before, "K1 east") == ["go", "fall", "enter"]
    state = play(drawn("Z;D1;Z;L", "B1;B1"), "K1 east", "K1 east", "K2 east")
    assert (at(state, 2), supply(state, 2)) == ((1, 2), 1)


@pytest.mark.parametrize(("store", "knight"), [("A9", "Z2"), ("C9", "B2")])
def test_nobody_ever_holds_more_than_he_began_with(store, knight):
    state = play(before := drawn(f"Z;{store};L", knight), "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 2))) == (2, 9)
    assert happened(before, "K1 east") == ["go"]


def test_a_jumper_alone_jumps_too_exactly_two_squares_over_anybody_but_onto_nobody_nor_off_the_board():
    assert at(play(drawn("Z;Z;L", "S"), "K1 east"), 1) == (1, 2), "he steps like the others"
    state = drawn("Z;Z;Z;Z;Z " * 4 + "Z;Z;Z;Z;L", "S", entrance="3;3")
    leaps = [move for move in choices(state) if "leap" in move]
    assert leaps == ["K1 leap north", "K1 leap east", "K1 leap south", "K1 leap west"]
    assert [at(play(state, leap), 1) for leap in leaps] == [(1, 3), (3, 5), (5, 3), (3, 1)]
    assert all(refused(drawn("Z;Z;Z;L", knight), "K1 leap east") for knight in ("N", "B2", "Z2"))
    state = play(drawn("Z;Z;Z;L", "N;S"), "K1 east")
    assert at(play(state, "K2 leap east"), 2) == (1, 3)
    assert choices(play(state, "K1 east")) == ["K1 east", "K1 west", "K2 east", "pass"]


@pytest.mark.parametrize("code", ["Z", "J", "W", "M", "T1,1", "D1", "C2", "A2", "L"])
def test_nothing_happens_on_the_square_that_is_jumped_over(code):
    rows = f"Z;{code};Z;Z" if code == "L" else f"Z;{code};Z;L"
    before = drawn(rows, "S")
    assert happened(before, "K1 leap east") == ["leap"]
    after = play(before, "K1 leap east")
    assert (at(after, 1), after.clocks, after.board) == ((1, 3), (), before.board)


@pytest.mark.parametrize("wall", ["J", "W"])
def test_a_jumper_does_not_jump_onto_a_wall_seen_to_stand_but_onto_a_fallen_one(wall):
    state = play(drawn(f"Z;Z;{wall};L Z;Z;Z;Z", "S"), "K1 east", "K1 west")
    assert (1, 3) in seen(state)
    assert refused(state, "K1 leap east")
    fallen = play(drawn("Z;Z;J;Z;L", "Z1;S"), "K1 east", "K1 east", "K1 east", "K2 leap east")
    assert at(fallen, 2) == (1, 3)


# -- the seed's example, whole


def test_the_example_is_won_in_eight_turns_and_comes_to_so_many_positions():
    session = a_session(EXAMPLE)
    way = ("K1 west", "K1 north", "K2 west", "K1 north", "K3 north", "K2 leap north", "K3 west", "K3 north")
    for move in way:
        assert session.outcome() is None
        session.play(move)
    assert session.outcome().winners == (0,)
    assert session.state.time == 8
    assert [at(session.state, number) for number in range(1, 6)] == ["hidden", "hidden", "hidden", (4, 2), "waiting"]
    positions, found = {dragon.new(dragon.Params(board=EXAMPLE), Dice(0))}, []
    for _ in range(6):
        found.append((len(positions), sum(len(state.legal_moves()) for state in positions)))
        positions = {state.apply(move).state for state in positions for move in state.legal_moves()}
    assert found == [(1, 3), (3, 11), (9, 40), (28, 132), (84, 437), (272, 1505)]
