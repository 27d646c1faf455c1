"""The shutters over the arrows that may not be used: they come down after a push, and go up after the next."""

from __future__ import annotations

from collections.abc import Collection

from logic.labyrinth import Arrow

SECONDS = 0.25
"""How long a shutter takes to come down."""


class Shutters:
    """How far the shutter of each arrow is down, from 0 to 1."""

    def __init__(self) -> None:
        self._down: dict[Arrow, float] = {}

    def shut(self, arrow: Arrow) -> float:
        """Give how far the shutter of an arrow is down."""
        return self._down.get(arrow, 0.0)

    def set(self, barred: Collection[Arrow]) -> None:
        """Have those down at once, and the others up."""
        self._down = dict.fromkeys(barred, 1.0)

    def update(self, dt: float, barred: Collection[Arrow]) -> tuple[Arrow, ...]:
        """Let ``dt`` seconds pass in which those come down and the others go up; give those that have come down."""
        before = self._down
        moved = {arrow: _toward(before.get(arrow, 0.0), float(arrow in barred), dt / SECONDS)
                 for arrow in sorted({*barred, *before})}  # fmt: skip
        self._down = {arrow: share for arrow, share in moved.items() if share > 0}
        return tuple(arrow for arrow in barred if self._down[arrow] == 1 and before.get(arrow, 0.0) < 1)

    def move(self, barred: Collection[Arrow]) -> bool:
        """Tell whether some are not yet where they belong."""
        return self._down != dict.fromkeys(barred, 1.0)


def _toward(here: float, aim: float, step: float) -> float:
    return min(aim, here + step) if here < aim else max(aim, here - step)
