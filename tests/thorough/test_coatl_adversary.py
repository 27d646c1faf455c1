"""Cóatl against a reference implementation, and with odd params and absurd play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.coatl import Params
from logic.coatl.notation import check, from_text
from logic.core import Dice
from tests.support.positions.coatl import SEEDS, every_kind, positions, random_game, table
from tests.thorough import coatl_by_the_page as page

# -- a second implementation of the rules


def matches_reference(state, move):
    """Check a position and a move's effect by the second implementation; return false where it would shuffle."""
    shown = page.as_table(state)
    assert {str(legal) for legal in state.legal_moves()} == page.moves(shown)
    try:
        after = page.played(shown, str(move))
    except page.Shuffling:
        return False
    assert page.as_table(state.apply(move).state) == after
    return True


@every_kind
def test_a_random_game_matches_the_reference_implementation(params):
    states, moves = random_game(params, 1)
    compared = [matches_reference(state, move) for state, move in zip(states, moves, strict=False)]
    assert sum(compared) > 0.9 * len(compared)
    assert all(compared[-40:]), "the last turns shuffle nothing"


@given(state=positions(), seed=SEEDS)
def test_random_moves_match_the_reference_implementation(state, seed):
    if not state.over:
        matches_reference(state, Dice(seed).choice(state.legal_moves()))


def test_move_counts_match_hand_counts_and_the_reference_implementation():
    """A board of six kinds of pieces, nothing built yet: six starts, ten fields, six cards, the deck."""
    text = """
    supply Rb1 Yb1 | Rb2 Yb2 | Rb3 Yb3 | Rb4 Yb4 | Rb5 Yb5 | Rb6 Yb6 | Rh1 | Rh2 | Rt1 | Rt2
    display red:Y red:R trio:K pair:YG blackx:B rainbow:YKRGB
    temples temple:-Y/7 temple:-K/8
    1 board Kb1 Kb2 Kb3 Kb4 Kh1 Kt1
    """
    assert len(table(text).legal_moves()) == 6 + 10 + 6 + 1
    assert len(table(text, tokens=True).legal_moves()) == 23 + 5 + 5 + 5 + 1 + 2
    state = table(BUILDING)
    assert [count_sequences(state, depth) for depth in (1, 2, 3)] == SEQUENCE_COUNTS
    assert [count_reference_sequences(page.as_table(state), depth) for depth in (1, 2, 3)] == SEQUENCE_COUNTS


def count_sequences(state, depth):
    if depth == 0 or state.over:
        return 1
    return sum(count_sequences(state.apply(move).state, depth - 1) for move in state.legal_moves())


def count_reference_sequences(shown, depth):
    if depth == 0:
        return 1
    return sum(count_reference_sequences(page.played(shown, text), depth - 1) for text in page.moves(shown))


BUILDING = """
1 board Rh1 Rb1 Rb2 Rt1
1 coatl Rb3
1 prophecies red:R pair:RK
1 temples temple:-Y/7
player 1, build
"""
SEQUENCE_COUNTS = [11, 87, 502]


# -- odd params


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"players": 0}, "players: 1 to 4, please"),
        ({"players": 5}, "players: 1 to 4, please"),
        ({"first": 2}, "first: 0 to 1 or nothing"),
        ({"bodies": (1, 1, 1, 1)}, "bodies: a number from 2 to 40"),
        ({"bodies": (24,)}, "bodies: a number from 2 to 40 for each of 1 to 4 players"),
        ({"feathers": (0, 0, 0, 13)}, "feathers: a number from 0 to 12"),
        ({"turns": 0}, "turns: 1 to 99"),
        ({"ranks": ()}, "ranks: growing numbers"),
        ({"ranks": (5, 5)}, "ranks: growing numbers"),
    ],
)
def test_invalid_params_are_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        Params(**changes)


odd_params = st.builds(
    Params,
    players=st.integers(1, 4),
    bodies=st.tuples(*[st.sampled_from([2, 3, 5, 40])] * 4),
    feathers=st.tuples(*[st.sampled_from([0, 1, 12])] * 4),
    tokens=st.booleans(),
    promo=st.booleans(),
    turns=st.sampled_from([1, 2, 99]),
)


@given(params=odd_params, seed=SEEDS)
def test_games_with_any_params_end_and_round_trip_as_text(params, seed):
    states, _ = random_game(params, seed)
    for state in (states[0], *states[1::20], states[-1]):
        check(state)
        assert from_text(str(state)) == state
    assert states[-1].outcome() is not None
