"""Where an arrow key leads among places that stand in no rows."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from scenes.squares import Point

Thing = TypeVar("Thing", bound=Hashable)

ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""How far to the right and how far down each arrow points."""
ASIDE = 2.0
"""How much further a place seems to a cursor that has to go aside for it."""


def ahead(here: Point, places: Mapping[Thing, Point], right: int, down: int) -> Thing | None:
    """Give the nearest of the places that lie that way from here; None where there is none."""
    away = {}
    for thing, (x, y) in places.items():
        along = (x - here[0]) * right + (y - here[1]) * down
        aside = abs((x - here[0]) * down) + abs((y - here[1]) * right)
        if along > 0:
            away[thing] = along + ASIDE * aside
    return min(away, key=lambda thing: away[thing], default=None)
