"""The rules of Stone Dragon, sentence by sentence, on small boards: what the fields do."""

from dataclasses import replace

import pytest

from logic.dragon.rules import Clock
from tests.labyrinths import (
    at,
    choices,
    drawn,
    eaten_out,
    events,
    happened,
    is_open,
    left,
    passes,
    play,
    refused,
    seen,
    spot,
    supply,
)

# -- fields


def test_a_wall_that_was_eaten_or_blown_up_is_fallen_for_ten_units_and_kills_who_stands_on_it_when_it_regrows():
    state = play(drawn("Z;J;Z;L Z;Z;Z;Z", "Z1;N"), "K1 east", "K1 east", *passes(8))
    assert (state.time, is_open(state, 1, 2)) == (10, True)
    assert at(play(state, "K2 east"), 2) == "dead", "move 11 enters, and the end of turn 11 shuts"
    assert happened(state, "pass") == ["regrow"]
    state = play(state, "pass")
    assert (state.time, is_open(state, 1, 2)) == (11, False)
    assert refused(state, "K1 west")
    assert refused(state, "K2 east")
    state = play(drawn("Z;M;J;L", "N;N", required=1), "K1 east")
    assert is_open(state, 1, 3)
    state = play(state, *passes(9))
    assert is_open(state, 1, 3)
    assert not is_open(play(state, "pass"), 1, 3)
    state = play(drawn("Z;J;Z;L", "Z1;N"), "K1 east", *passes(9))
    assert at(state, 1) == (1, 2)
    assert at(play(state, "K1 east"), 1) == (1, 3)
    assert happened(state, "pass") == ["regrow", "crush"]
    assert at(play(state, "pass"), 1) == "dead"
    rows = "Z;J;Z;Z Z;M;L;Z"
    state = play(drawn(rows, "Z1;N"), "K1 east", "K1 east", "K1 east", "K2 south", "K2 east")
    assert (state.time, at(state, 2), left(state, 2, 2), left(state, 1, 2)) == (5, "dead", 10, 6)
    state = play(state, *passes(6))
    assert (state.time, is_open(state, 1, 2), is_open(state, 2, 2)) == (11, False, True)
    state = play(drawn("Z;M;W;L", "N;N"), "K1 east")
    assert not is_open(state, 1, 3)
    assert left(state, 1, 3) is None
    before = drawn("Z;Z;Z;L")
    assert happened(before, "K1 east") == ["go"]
    assert not play(before, "K1 east").clock_runs


def test_a_mine_explodes_when_it_is_entered_and_its_blast_hits_what_is_beside_it_and_nothing_else():
    before = drawn("Z;M;Z;L", "N;N")
    assert happened(before, "K1 east") == ["go", "blast", "enter"]
    state = play(before, "K1 east")
    assert (at(state, 1), is_open(state, 1, 2)) == ("dead", True)
    beyond_a_corner = play(drawn("Z;Z;L Z;M;Z", "N;N"), "K1 south", "K1 east")
    assert (at(beyond_a_corner, 1), at(beyond_a_corner, 2)) == ("dead", (1, 1))
    rows = "Z;Z;Z;Z Z;Z;M;Z Z;Z;Z;L"
    state = play(drawn(rows, "N;N;N;N", entrance="2;1"), "K1 east", "K2 north", "K2 east", "K3 south", "K3 east")
    assert [at(state, number) for number in (1, 2, 3, 4)] == [(2, 2), (1, 2), (3, 2), (2, 1)]
    state = play(state, "K2 east", "K2 east", "K3 east", "K2 south")
    assert [at(state, number) for number in (1, 2, 3, 4)] == [(2, 2), (2, 4), (3, 3), (2, 1)]
    blast = next(event for event in events(state, "K1 east") if event.name == "blast")
    assert list(blast.paths) == ["@", "K1", "K2", "K3"]
    state = play(state, "K1 east")
    assert [at(state, number) for number in (1, 2, 3, 4)] == ["dead", "dead", "dead", (2, 1)]
    rows = "J;J;J;Z Z;M;J;J J;J;J;L"
    state = play(before := drawn(rows, "N;N", entrance="2;1"), "K1 east")
    assert state.opened() == {spot(1, 2), spot(2, 2), spot(2, 3), spot(3, 2)}
    topple = next(event for event in events(before, "K1 east") if event.name == "topple")
    assert topple.paths["@"] == (spot(1, 2), spot(2, 3), spot(3, 2))
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
    before = drawn("L;Z;M Z;Z;Z", "N;N;N;N", required=3, entrance="1;2")
    state = play(before, "K1 west", "K2 east")
    assert [at(state, number) for number in (1, 2, 3, 4)] == ["hidden", "dead", (1, 2), "waiting"]
    state = drawn("L;M;Z", "N;N;N", entrance="1;2", required=2)
    assert [at(state, number) for number in (1, 2, 3)] == ["dead", (1, 2), "waiting"]


def test_a_crater_is_safe_for_ten_units_and_the_mine_that_returns_explodes_under_who_stands_on_it():
    state = play(drawn("Z;M;Z;L", "N;N;N"), "K1 east")
    crossed = play(state, "K2 east", "K2 east")
    assert at(crossed, 2) == (1, 3)
    state = play(state, *passes(9))
    assert is_open(state, 1, 2)
    assert happened(state, "pass") == ["mine_back"]
    state = play(state, "pass")
    assert not is_open(state, 1, 2)
    assert happened(state, "K2 east") == ["go", "blast", "enter"]
    state = play(drawn("Z;M;J;L", "N;N;N"), "K1 east", "K2 east", *passes(8))
    assert happened(state, "pass") == ["regrow", "mine_back", "blast", "topple"]
    after = play(state, "pass")
    assert at(after, 2) == "dead"
    assert at(after, 3) == "dead", "he stood beside it on the entrance"
    state = play(drawn("Z;Z;M;J;L", "N;N;N", entrance="1;1"), "K1 east", "K1 east", "K2 east", "K2 east", *passes(8))
    assert (state.time, at(state, 2), left(state, 1, 3), left(state, 1, 4)) == (12, "dead", 10, 10)
    state = play(state, *passes(9))
    assert is_open(state, 1, 3)
    assert is_open(state, 1, 4)
    state = play(state, "pass")
    assert (state.time, is_open(state, 1, 3), is_open(state, 1, 4)) == (22, False, False)


@pytest.mark.parametrize(
    ("rows", "knights", "target"),
    [("Z;T2,3;W W;W;Z W;W;L", "N", (2, 3)), ("Z;T1,1;Z;L", "N;N", (1, 1))],
    ids=["elsewhere", "the square just left, which is free"],
)
def test_who_lands_on_a_teleport_goes_on(rows, knights, target):
    before = drawn(rows, knights)
    assert happened(before, "K1 east") == ["go", "teleport"]
    state = play(before, "K1 east")
    assert (at(state, 1), state.time) == (target, 1)


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


def test_behind_a_teleport_stores_and_lair_take_effect_and_whoever_stands_there_keeps_others_out():
    state = play(drawn("Z;J;T3,1 W;W;W A1;L;Z", "Z1"), "K1 east", "K1 east")
    assert (at(state, 1), supply(state, 1), state.stock(spot(3, 1))) == ((3, 1), 1, 0)
    assert at(play(drawn("Z;T3,1 W;W L;Z"), "K1 east"), 1) == "hidden"
    before = drawn("Z;T3,1 W;W T3,2;L")
    assert happened(before, "K1 east") == ["go", "teleport"]
    assert at(play(before, "K1 east"), 1) == (3, 1)
    itself = drawn("Z;T1,2;Z;L")
    assert happened(itself, "K1 east") == ["go"]
    assert at(play(itself, "K1 east"), 1) == (1, 2)
    state = play(drawn("Z;T3,1;Z W;W;W Z;Z;L", "N;N"), "K1 east", "K2 east")
    assert (at(state, 1), at(state, 2), state.time) == ((3, 1), (1, 2), 2)
    state = play(state, "K1 east", "pass")
    assert at(state, 2) == (1, 2), "the target is free, but he does not enter"
    assert at(play(state, "K2 east", "K2 west"), 2) == (3, 1)


@pytest.mark.parametrize(("wall", "knight"), [("J", "N"), ("W", "N"), ("W", "Z1"), ("J", "B1"), ("J", "S")])
def test_who_cannot_enter_the_target_stays_on_the_teleport_and_the_move_stands(wall, knight):
    before = drawn(f"Z;T3,1;Z W;W;W {wall};W;L", knight)
    state = play(before, "K1 east")
    assert (at(state, 1), state.time) == ((1, 2), 1)
    assert (3, 1) not in seen(state)


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


def test_a_store_makes_one_unit_every_five_until_it_is_full_and_gives_it_to_who_enters_or_stands_in_it():
    state = play(drawn("Z;C2;A3;L"), *passes(12))
    assert (state.stock(spot(1, 2)), state.stock(spot(1, 3)), state.clock_runs) == (2, 3, False)
    state = drawn("Z;A3;Z;L", "Z1", entrance="1;1", open_map=True)
    knights = (replace(state.knights[0], supply=0),)
    state = replace(state, knights=knights, clocks=(Clock(spot(1, 2), "store", 3),), stocks=((spot(1, 2), 2),))
    state = play(state, "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 2)), left(state, 1, 2)) == (1, 1, 2)
    state = play(eaten_out(), *passes(3))
    assert (state.time, state.stock(spot(1, 4))) == (7, 0)
    assert happened(state, "pass") == ["restock"]
    state = play(state, "pass")
    assert (state.time, state.stock(spot(1, 4)), left(state, 1, 4)) == (8, 1, 5)
    state = play(state, *passes(5))
    assert (state.time, state.stock(spot(1, 4)), left(state, 1, 4)) == (13, 2, None)
    state = play(standing(), *passes(4))
    assert happened(state, "pass") == ["restock", "supply"]
    for later, supplied in ((1, (2, 0, 5)), (5, (3, 0, 5)), (5, (3, 1, None))):
        state = play(state, *passes(later))
        assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == supplied
    strict = play(standing(stores_supply_standing=False), *passes(5))
    assert (supply(strict, 1), strict.stock(spot(1, 4)), left(strict, 1, 4)) == (1, 1, None)


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


def standing(**params):
    """An Eater who has emptied a store of one and still lacks a tooth."""
    state = play(drawn("Z;J;J;A1;Z;L", "Z3", **params), "K1 east", "K1 east")
    state = replace(state, knights=(replace(state.knights[0], supply=0),))
    state = play(state, "K1 east")
    assert (supply(state, 1), state.stock(spot(1, 4)), left(state, 1, 4)) == (1, 0, 5)
    return state


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
