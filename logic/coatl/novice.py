"""The Novice: sees the next few pieces and the cards in its hand, and now and then takes what is not best."""

from __future__ import annotations

from typing import Final

from logic.coatl.evaluation import Taste
from logic.coatl.mind import Mind, careless
from logic.coatl.targets import Breadth

CARELESS: Final = 8.0
"""How many points better than it is a turn may seem to it."""

NOVICE: Final = Mind(
    Taste(rate=3.2, slot=0.0, risk=0.25, counts=False, pairs=False), Breadth(5, 3, 5), builds=1, pick=careless(CARELESS)
)
"""Impatient: turns are dear to it, so that its cóatls are short."""
