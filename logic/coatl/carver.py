"""The Carver: plans each of its cóatls to the end, from the pieces that lie there and the cards it can have."""

from __future__ import annotations

from typing import Final

from logic.coatl.evaluation import Taste
from logic.coatl.mind import Mind, careless
from logic.coatl.targets import Breadth

CARELESS: Final = 2.0
"""How many points better than it is a turn may seem to it: far fewer than to the Novice."""

CARVER: Final = Mind(
    Taste(rate=1.9, risk=0.9, counts=False, pairs=False), Breadth(6, 4, 8), builds=1, pick=careless(CARELESS)
)
"""Looks at one cóatl at a time, and at nobody else: what lies there will still be there, and there is no hurry."""
