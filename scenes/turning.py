"""Quarter turns by the wheel and by two fingers: small amounts come together until they make a whole one."""

from __future__ import annotations

import math

from sprites.input import Pointer

TWIST = math.pi / 4
"""How far two fingers turn until a piece turns a quarter; from then on it takes a quarter for each further one."""


class Turner:
    """Collects notches of the wheel and twists of two fingers."""

    def __init__(self) -> None:
        self._notches = 0.0
        self._twist = 0.0

    def quarters(self, event: Pointer) -> int:
        """Take a ``wheel`` or a ``twist``; give the quarter turns clockwise that have come together with it."""
        if event.kind == "wheel":
            self._notches += event.amount
            whole = int(self._notches)
            self._notches -= whole
            return whole
        self._twist += event.amount
        turns = 0
        while abs(self._twist) > TWIST:
            step = 1 if self._twist > 0 else -1
            self._twist -= step * 2 * TWIST
            turns += step
        return turns

    def begin_twist(self) -> None:
        """Forget what the fingers before had turned."""
        self._twist = 0.0

    def reset(self) -> None:
        """Forget half a turn."""
        self._notches = self._twist = 0.0
