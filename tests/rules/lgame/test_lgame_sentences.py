"""The L-Game, the page of the rules sentence by sentence: the corners that the other tests of the rules leave out."""

from logic.lgame.notation import from_text

SHUT_IN = """
A B . .
A B B B
A A n .
. n . .
"""
"""The first player has just laid the L where, but for the place it lies on, there is none for it."""


def test_who_has_laid_the_l_has_not_lost_though_it_could_lie_nowhere_else():
    state = from_text(f"{SHUT_IN}A to shift")
    assert state.outcome() is None
    assert "stay" in {str(move) for move in state.legal_moves()}


def test_that_counts_at_the_start_of_the_turn():
    state = from_text(f"{SHUT_IN}A to lay")
    assert state.legal_moves() == ()
    assert state.outcome().winners == (1,)


def test_the_other_player_is_looked_at_when_the_turn_ends():
    state = from_text(f"{SHUT_IN}A to shift")
    after = state.apply(state.legal_moves()[-1]).state
    assert (after.player, after.phase) == (1, "lay")
    assert after.outcome() is None
