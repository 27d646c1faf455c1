"""What lies strewn over a meadow from spring to winter: blossoms, daisies, leaves, hoarfrost, snow."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from sprites.paint.easel import Easel, Point, blob, disc, ellipse, ribbon
from sprites.paint.kit import Kit

KINDS = 4
"""How many of each there are, turned and tinted differently."""
BLOSSOMS = ("#f7b7cf", "#fbe3ea", "#f39bbd", "#fff4f6")
LEAVES = ("#d9772b", "#b8402a", "#e0a63a", "#8f4a24")
LOBES = (46, 25, 42, 22, 38, 18, 26, 18, 38, 22, 42, 25)
"""How far a maple leaf reaches in twelve directions."""
FROST = "#cfe6f2"


def blossom(kit: Kit, side: int, kind: int) -> pygame.Surface:
    def paint(easel: Easel, turn: float) -> None:
        for i in range(5):
            x, y = _at(turn + i * 72, 23)
            easel.lay(ellipse(x, y, 22, 17, turn + i * 72), colour=BLOSSOMS[kind % KINDS], edge=5, shadow=3)
        easel.lay(disc(50, 50, 9), colour="#d8577f", edge=2, shadow=0)
        for i in range(5):
            easel.lay(disc(*_at(turn + 36 + i * 72, 14), 3), colour="#ffd95e", edge=1, shadow=0)

    return _baked(kit, "blossom", side, kind, paint)


def daisy(kit: Kit, side: int, kind: int) -> pygame.Surface:
    """A daisy, or clover with a leaf too many."""

    def paint(easel: Easel, turn: float) -> None:
        if kind % 2:
            for i in range(4):
                x, y = _at(turn + i * 90, 22)
                easel.lay(disc(x, y, 20), colour="#5fa044", edge=5, shadow=3)
                easel.lay(ribbon([(50, 50), (x, y)], 3, 1), colour="#a9d28a", raised=0, shadow=0, strength=0.7)
            return
        for i in range(11):
            x, y = _at(turn + i * 360 / 11, 27)
            easel.lay(ellipse(x, y, 19, 7, turn + i * 360 / 11), colour="#fdfbf2", edge=2, shadow=2)
        easel.lay(disc(50, 50, 14), colour="#f0b92f", edge=4, gloss=0.3, shadow=2)

    return _baked(kit, "daisy", side, kind, paint)


def leaf(kit: Kit, side: int, kind: int) -> pygame.Surface:
    """A leaf that has fallen."""

    def paint(easel: Easel, turn: float) -> None:
        lobes = [_at(turn - 90 + 30 * i, radius) for i, radius in enumerate(LOBES)]
        easel.lay(blob(*lobes), colour=LEAVES[kind % KINDS], edge=4, shadow=5)
        for x, y in ((0, -42), (-24, -20), (24, -20), (-20, 8), (20, 8)):
            vein = [_turned(0, 22, turn), _turned(x * 0.3, y * 0.4, turn), _turned(x, y, turn)]
            easel.lay(ribbon(vein, 3.2, 1), colour="#4d2410", raised=0, shadow=0, strength=0.6)
        easel.lay(ribbon([_turned(0, 20, turn), _turned(4, 46, turn)], 4, 2.6), colour="#5d3317", edge=1, shadow=2)

    return _baked(kit, "leaf", side, kind, paint)


def rime(kit: Kit, side: int, kind: int) -> pygame.Surface:
    """A crystal of hoarfrost."""

    def paint(easel: Easel, turn: float) -> None:
        for i in range(6):
            arm = turn + i * 60
            easel.lay(ribbon([(50, 50), _at(arm, 44)], 4.4, 1.6), colour=FROST, edge=1, shadow=1, strength=0.9)
            for out, long in ((18, 12), (28, 13), (37, 7)) if kind % 2 else ((22, 15), (34, 9)):
                x, y = _at(arm, out)
                for lean in (-50, 50):
                    tip = (x + long * math.cos(math.radians(arm + lean)), y + long * math.sin(math.radians(arm + lean)))
                    easel.lay(ribbon([(x, y), tip], 3, 1.2), colour=FROST, edge=1, shadow=0, strength=0.9)

    return _baked(kit, "rime", side, kind, paint)


def snow(kit: Kit, side: int, kind: int) -> pygame.Surface:
    """A few flakes of snow."""

    def paint(easel: Easel, turn: float) -> None:
        for i in range(3 + kind % 3):
            middle, size = _at(turn + i * 97, 9 + 9 * i), 5 + 4 * ((i + kind) % 3)
            easel.lay(disc(*middle, size), colour="#f4f8ff", edge=4, shadow=2)

    return _baked(kit, "snow", side, kind, paint)


def _at(degrees: float, radius: float) -> Point:
    return 50 + radius * math.cos(math.radians(degrees)), 50 + radius * math.sin(math.radians(degrees))


def _turned(x: float, y: float, degrees: float) -> Point:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return 50 + x * cos - y * sin, 50 + x * sin + y * cos


def _baked(kit: Kit, name: str, side: int, kind: int, paint: Callable[[Easel, float], None]) -> pygame.Surface:
    def bake() -> pygame.Surface:
        easel = Easel(max(8, side))
        paint(easel, 17.0 + 67 * (kind % KINDS))
        return easel.picture()

    return kit.bakery.keep(("meadow season", name, side, kind % KINDS), bake)
