"""The whole library of JumpIN’, solved, graded and judged anew."""

import pytest

from logic.jumpin.engine.collection import library
from logic.jumpin.engine.grading import difficulty
from logic.puzzles import TIERS
from tests.rules.jumpin.test_jumpin_library import regraded


@pytest.mark.parametrize("tier", range(1, TIERS + 1))
def test_every_puzzle_takes_what_it_says_and_is_as_hard_as_it_says(tier):
    own = [entry for entry in library() if entry.tier == tier]

    assert {regraded(entry) for entry in own} == {tier}


@pytest.mark.parametrize("tier", range(1, TIERS + 1))
def test_every_puzzle_is_hard_for_the_reasons_that_it_gives(tier):
    own = [entry for entry in library() if entry.tier == tier]

    assert [difficulty(entry.position) for entry in own] == [entry.difficulty for entry in own]
    assert len(own) == 400
