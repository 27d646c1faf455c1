"""The spotted mushrooms of the meadow: on the grass, some with a small one beside them, and in a hole."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from sprites.jumpin.meadow import bake_lip, set_in_hole, tufts
from sprites.paint.easel import Easel, Point, Shape, curve, ellipse, polygon
from sprites.paint.figures import Pen, set_off


class Cap(NamedTuple):
    """How a mushroom is grown."""

    colour: str
    wide: float
    lean: float
    spots: tuple[tuple[float, float, float], ...]
    child: float
    """Where a small one stands beside it, 0 for none."""


CAPS: tuple[Cap, ...] = (
    Cap("#c9302a", 36, -3, ((-20, -9, 5), (-6, -22, 6), (11, -12, 5.4), (24, -6, 4), (9, -27, 3.4)), 0),
    Cap("#d2452a", 31, 4, ((-15, -10, 4.6), (3, -20, 6), (17, -8, 4.6), (-4, -4, 3.4)), -27),
    Cap("#b8262c", 34, 2, ((-22, -7, 4), (-11, -18, 5.2), (5, -9, 4.6), (9, -25, 4.2), (22, -11, 4.6)), 28),
    Cap("#d8372c", 38, 0, ((-24, -8, 4.6), (-9, -12, 5), (-12, -26, 4), (8, -24, 5.6), (14, -9, 4.6), (27, -8, 3)), 0),
)


def paint_mushroom(number: int, side: int, *, in_hole: bool) -> pygame.Surface:
    """Paint a spotted mushroom; one in a hole stands deeper, behind the edge of it."""
    figure = Easel(side)
    cap = CAPS[number % len(CAPS)]
    pen = Pen(figure)
    if in_hole:
        _grow(pen.moved(0, 3), cap, child=False)
        front = Easel(side)
        bake_lip(front)
        return set_in_hole(figure, ellipse(50, 74, 18, 5), front, side).picture()
    _grow(pen, cap, child=True)
    whole = set_off(figure, ellipse(51, 88, 22, 6), side)
    tufts(whole, [(34, 92), (42, 94), (52, 95), (62, 93), (68, 91)], seed=number + 20)
    return whole.picture()


def _grow(pen: Pen, cap: Cap, *, child: bool) -> None:
    if child and cap.child:
        _toadstool(pen.moved(50 + cap.child, 76), cap, 0.42)
    _toadstool(pen.moved(50 + cap.lean, 46), cap, 1.0)


def _toadstool(pen: Pen, cap: Cap, size: float) -> None:
    """Draw one around the middle of its cap's lower edge."""
    s, w = size, cap.wide * size
    stem = ((-9, 0), (-9, 22), (-15, 43), (0, 46), (15, 43), (9, 22), (9, 0))
    ring = ((-11, 14), (-14, 21), (-5, 20), (0, 23), (6, 20), (14, 21), (11, 14))
    pen.lay(_round(stem, s), colour="#f4ead6", edge=4 * s, gloss=0.1, shadow=3 * s)
    pen.lay(_round(ring, s), colour="#fffaf0", edge=2 * s, raised=0.9, shadow=1.4 * s)
    pen.lay(ellipse(0, 3 * s, w * 0.93, 9 * s), colour="#d9c3a0", edge=3 * s, raised=-0.6, shadow=2 * s)
    dome = [(w * math.cos(i / 24 * math.pi), -36 * s * math.sin(i / 24 * math.pi)) for i in range(25)]
    rim = [(w * math.cos(i / 24 * math.pi), 8 * s * math.sin(i / 24 * math.pi)) for i in range(24, -1, -1)]
    pen.lay(polygon(*dome, *rim), colour=cap.colour, edge=8 * s, raised=1.05, gloss=0.55, shadow=2 * s)
    for x, y, r in cap.spots:
        spot = ellipse(x * s * cap.wide / 36, y * s, r * s, r * 0.82 * s)
        pen.lay(spot, colour="#fff8ea", edge=1.4 * s, raised=0.9, shadow=0.6 * s)


def _round(points: tuple[Point, ...], scale: float) -> Shape:
    """The smooth outline through some places, at a scale."""
    return polygon(*curve([(x * scale, y * scale) for x, y in points], 6))
