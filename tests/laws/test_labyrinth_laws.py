"""Laws of Labyrinth: those of every game with three and four players, and no leak of hidden cards."""

from dataclasses import replace

import pytest
from hypothesis import given

from logic import labyrinth
from logic.game import redact
from logic.labyrinth.components import HIDDEN, MARKS
from logic.labyrinth.rules import LAPS, unseen
from logic.variants import Variant
from tests.laws.test_laws import every_law
from tests.support.positions import cases as lawcases
from tests.support.positions.labyrinth import VARIANTS, positions

ALL_OPTIONS = {"cards": [2], "marks": [*MARKS, *MARKS], "reinsertion_ban": "whole_line"}
FOUR = Variant(title="", blurb="", players=(4,), params=ALL_OPTIONS)
THREE = Variant(title="", blurb="", players=(3,), params={"cards": [1, 2, 3], "goals": "any", "end": "last_treasure"})
CASES = (lawcases.Case("labyrinth", "four", FOUR), lawcases.Case("labyrinth", "three", THREE))
"""More players than in ``test_laws.py``, where each variant is played by as few as possible."""


@pytest.mark.parametrize("case", CASES, ids=str)
@every_law()
def test_the_general_laws_hold_with_more_players(law, case):
    law(case=case)


known_positions = positions((*VARIANTS, *CASES))


@given(state=known_positions)
def test_unseen_covers_the_hidden_cards_and_the_trail_is_not_part_of_equality(state):
    for viewer in range(state.params.players):
        shown = redact(labyrinth, state, viewer)
        hidden = [
            true
            for deck, seen in zip(state.decks, shown.decks, strict=True)
            for true, card in zip(deck, seen, strict=True)
            if card == HIDDEN
        ]
        assert set(hidden) <= set(unseen(shown))
        assert len(set(unseen(shown))) == len(unseen(shown))
    shown = redact(labyrinth, state, state.player)
    for move in shown.legal_moves()[:6]:
        after = shown.apply(move).state
        assert after.grid == state.apply(move).state.grid
        assert after.pawns == state.apply(move).state.pawns
    bare = replace(state, trail=())
    assert bare == state
    assert hash(bare) == hash(state)
    assert str(bare) == str(state)
    assert len(state.trail) <= LAPS * state.params.players
