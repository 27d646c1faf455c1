"""What every widget and every picture is made with: the taste, the window's measures, what was baked, and a voice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sprites.paint.surface_cache import Bakery
from sprites.paint.theme import Metrics, Theme


def _silent(_name: str) -> None:
    """Make no sound."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What every widget needs for being measured, drawn and heard."""

    theme: Theme
    metrics: Metrics
    bakery: Bakery
    reduced_motion: bool = False
    strong_patterns: bool = False
    play: Callable[[str], None] = _silent
    """Plays a sound by its name: ``press`` and ``focus`` here."""

    def px(self, units: float) -> int:
        """Turn units into pixels of the window in use."""
        return self.metrics.px(units)
