"""At which arrow a tile lies that is led along the rim, and how far it is in the line there."""

from __future__ import annotations

from collections.abc import Iterable

from logic.labyrinth import Arrow
from logic.labyrinth.board import STEPS
from scenes.squares import Point

PEEK = 0.2
"""How far a tile that a hand holds at an arrow is in its line at least, in cells."""
BESIDE = 1.05
"""How far from the line of an arrow a tile may be and still be drawn to it."""
OUT, DEEP = 0.85, 1.35
"""How far outside of its arrow it may be, and how deep in the maze beyond."""
LOYAL = 0.15
"""How much nearer another arrow must be than the one that it lies at."""


def nearest(arrows: Iterable[Arrow], place: Point, held: Arrow | None) -> tuple[Arrow, float] | None:
    """Give the arrow for a tile whose middle is at a place, and how far it is in there; None away from the rim.

    ``held`` is the arrow at which it lies already.
    """
    found: tuple[float, Arrow, float] | None = None
    for arrow in arrows:
        part, aside = _as_seen_from(arrow, place)
        away = aside + max(0.0, part - 1) - (LOYAL if arrow == held else 0)
        if aside <= BESIDE and -OUT <= part <= DEEP and (found is None or away < found[0]):
            found = away, arrow, min(1.0, max(PEEK, part))
    return found[1:] if found is not None else None


def _as_seen_from(arrow: Arrow, place: Point) -> Point:
    """Give how far in the line of an arrow a tile is, 1 being its first cell, and how far beside the line."""
    step, x, y = STEPS[arrow.side], place[0] - arrow.col - 0.5, place[1] - arrow.row - 0.5
    return 1 + x * step.col + y * step.row, abs(x * step.row + y * step.col)


def within(place: Point, middle: Point, half: float) -> bool:
    """Tell whether a place is in the square around a middle."""
    return max(abs(place[0] - middle[0]), abs(place[1] - middle[1])) <= half
