"""The synopsis of Stone Dragon: what is seen and logged around the knights, and nothing that only the map knows."""

from hypothesis import given

from logic import dragon
from logic.game import redact
from tests.support.positions.briefed import positions, told
from tests.support.positions.dragon import drawn, passes, play


def synopsis_of(state):
    return told(dragon, redact(dragon, state, 0))


BOARD = """
Z;J;L
D2;Z;W
C3;T1,3;M
"""


def test_the_synopsis_lists_neighbours_supplies_and_opening_times():
    state = drawn(BOARD, "B2;Z1", required=1, entrance="1;1")
    for words in (
        "It is your turn. Time 0. In the lair: 0 of 1 needed. On the board: 1, waiting: 1, dead: 0.",
        "Nobody has seen the lair yet.",
        "Builder K1 on (1, 1) holds 2 of 2. North the rim, east edible wall, south hole of size 2, west the rim.",
        "Next to come in: Eater K2.",
        "Squares seen: 3 of 9; squares from which more would be seen: 2.",
        "Legal moves, a pass included: 2.",
    ):
        assert words in synopsis_of(state)
    state = play(drawn(BOARD, "B2", entrance="1;1"), "K1 south", "pass", "pass")
    assert "Open for ten units of time each: (2, 1) since time 1." in synopsis_of(state)
    assert "Stores: (3, 1)." in synopsis_of(state)
    assert "Builder K1 on (2, 1) holds 0 of 2." in synopsis_of(state)
    assert dragon.NARRATION.plain(redact(dragon, state, 0))["opened"] == ["(2, 1) since 1"]


def test_the_synopsis_states_seen_squares_but_not_teleport_targets():
    state = play(drawn(BOARD, "Z1", entrance="1;1"), "K1 east")
    assert "The lair is on (1, 3)." in synopsis_of(state)
    assert "east lair" in synopsis_of(state)
    state = play(drawn("Z;T1,4;Z;Z;L", "N"), "K1 east")
    assert state.knights[0].cell == (0, 3)
    data = str(dragon.NARRATION.plain(redact(dragon, state, 0)))
    assert "Teleports: (1, 2)." in synopsis_of(state)
    assert "T1" not in data
    state = drawn("Z;Z;Z;Z;L")
    assert dragon.NARRATION.plain(redact(dragon, state, 0))["map"]["rows"] == ["(1, 1): Z Z"]
    assert "Squares seen: 2 of 5" in synopsis_of(state)
    assert "east unseen" not in synopsis_of(state)
    assert "north the rim" in synopsis_of(drawn("Z;Z;Z;L", "S")).lower()
    state = play(drawn("Z;Z;Z;L", "N;S", required=2), "K1 east")
    assert "Ordinary knight K1 on (1, 2). North the rim, east plain, south the rim, west K2." in synopsis_of(state)
    waiting = play(drawn("Z;Z;L", "N"), *passes(2))
    assert "Time 2." in synopsis_of(waiting)
    state = play(drawn("Z;C3;D1;L", "B1"), "K1 east", "K1 east", "K1 west")
    assert dragon.NARRATION.plain(redact(dragon, state, 0))["map"]["rows"] == ["(1, 1): Z C2/3 d1 L"]
    for standing in (True, False):
        state = drawn("Z;L", stores_supply_standing=standing)
        assert ("or stand in it" in " ".join(map(str, dragon.NARRATION.constraints(state)))) == standing


@given(positions(games=("dragon",), most=60))
def test_counts_in_the_synopsis_match_the_position(laid):
    _, state = laid
    text = synopsis_of(state)
    fates = [knight.fate for knight in state.knights]
    assert f"Time {state.time}. In the lair: {fates.count('hidden')} of {state.board.required} needed." in text
    assert f"On the board: {fates.count('board')}, waiting: {fates.count('waiting')}," in text
    assert f"Legal moves, a pass included: {len(state.legal_moves())}." in text
    data = dragon.NARRATION.plain(redact(dragon, state, 0))
    assert sum(len(row.split(": ")[1].split(" ")) for row in data["map"]["rows"]) == len(state.seen)
