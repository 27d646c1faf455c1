"""The whole library of JumpIN’, solved and graded anew."""

import pytest

from logic.jumpin.engine.collection import library
from logic.puzzles import TIERS
from tests.rules.jumpin.test_jumpin_library import regraded


@pytest.mark.parametrize("tier", range(1, TIERS + 1))
def test_every_puzzle_takes_what_it_says_and_is_as_hard_as_it_says(tier):
    own = [entry for entry in library() if entry.tier == tier]

    assert {regraded(entry) for entry in own} == {tier}
