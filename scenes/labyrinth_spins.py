"""Tiles on their way to how they lie: each turns home in its own time, whatever else it does."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sprites.theme import Durations


@dataclass(slots=True)
class _Spin:
    start: float
    elapsed: float = 0.0


class Spins:
    """How far tiles are still turned away from how they lie, in radians clockwise; with reduced motion not at all."""

    def __init__(self, seconds: Durations, *, reduced_motion: bool) -> None:
        self._seconds = seconds
        self._still = reduced_motion
        self._spins: dict[str, _Spin] = {}

    def turn(self, tile: str, quarters: int) -> None:
        """Let a tile turn by so many quarters clockwise to how it is said to lie now."""
        if not self._still and quarters:
            self._spins[tile] = _Spin(self.angle(tile) - quarters * math.pi / 2)

    def angle(self, tile: str) -> float:
        """Give how far a tile is turned away now."""
        spin = self._spins.get(tile)
        if spin is None:
            return 0.0
        return spin.start * (1 - spin.elapsed / self._seconds.settle) ** 2

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something turned."""
        turned = bool(self._spins)
        for spin in self._spins.values():
            spin.elapsed += dt
        self._spins = {tile: spin for tile, spin in self._spins.items() if spin.elapsed < self._seconds.settle}
        return turned

    def clear(self) -> None:
        """Let everything lie as it is said to."""
        self._spins.clear()
