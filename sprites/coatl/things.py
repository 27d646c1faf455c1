"""What else lies on the table of Cóatl: sacrifice tokens, the first player's marker, golden gifts, the sun."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import pygame

from sprites.paint.easel import Easel, Shape, blob, box, curve, disc, ellipse, polygon, ribbon
from sprites.paint.figures import scaled
from sprites.paint.kit import Kit
from sprites.paint.surfaces import native

MASTER = 160
"""Smaller things are scaled down from things of that side."""
LIMESTONE, JADE, CLAY, GOLD = "#d9c6a0", "#249072", "#b85a34", "#dfac45"
DARK = "#2b1408"

# -- tokens


def token(kit: Kit, name: str, side: int, *, used: bool = False) -> pygame.Surface:
    """A sacrifice token by its name, ``pick``, ``future`` or ``commit``; one that is used lies on its face."""
    key = ("coatl token", name, used)
    return scaled(kit, key, side, partial(_token, name, used=used), master=MASTER)


def _token(name: str, side: int, *, used: bool) -> pygame.Surface:
    easel = Easel(side)
    outline, inner, colour, sign = _TOKENS[name]
    if used:
        easel.lay(outline, colour="#6d6153", edge=6, raised=0.9, shadow=3)
        easel.lay(inner, colour="#5a4f43", edge=3, raised=-0.8, shadow=0)
        knot = [ribbon(((34, 34), (64, 64)), 7), ribbon(((64, 34), (34, 64)), 7)]
        easel.lay(*knot, colour="#40372f", edge=2.4, raised=-0.9, shadow=0)
        return easel.picture()
    easel.lay(outline, colour=colour, edge=6, raised=1.1, gloss=0.5, shadow=4)
    easel.lay(inner, colour="#f3e3c0", edge=2.4, raised=-0.8, shadow=0)
    sign(easel)
    return easel.picture()


def _regular(corners: int, radius: float, turn: float) -> Shape:
    ways = [turn + number * math.tau / corners for number in range(corners)]
    return polygon(*((49 + radius * math.cos(way), 49 + radius * math.sin(way)) for way in ways))


def _hand(easel: Easel) -> None:
    fingers = [((38, 54), (34, 32)), ((46, 52), (45, 26)), ((54, 52), (56, 27)), ((61, 55), (66, 34))]
    thumb = ribbon(curve(((38, 64), (29, 58), (26, 49)), 5), 8, 6.5)
    hand = (
        *(ribbon(way, 8, 6.5) for way in fingers),
        thumb,
        blob((35, 52), (49, 48), (64, 53), (62, 69), (50, 75), (38, 70)),
    )
    easel.lay(*hand, colour=CLAY, edge=3.4, raised=1.0, gloss=0.3, shadow=1.6)
    easel.lay(disc(50, 61, 6), colour=GOLD, edge=2, raised=1.1, gloss=0.6, shadow=0.8)


def _eye(easel: Easel) -> None:
    lid = polygon(*curve(((20, 51), (34, 37), (49, 32), (64, 37), (78, 51), (64, 64), (49, 68), (34, 64), (20, 51)), 6))
    easel.lay(lid, colour="#12486f", edge=2.4, raised=1.0, gloss=0.3, shadow=1.6)
    white = curve(((27, 51), (38, 41), (49, 38), (60, 41), (71, 51), (60, 60), (49, 63), (38, 60), (27, 51)), 6)
    easel.lay(polygon(*white), colour="#fffaf0", edge=2, raised=-0.5, shadow=0)
    easel.lay(disc(49, 50.5, 11), colour="#2f86c9", edge=3, raised=1.0, gloss=0.6, shadow=0)
    easel.lay(disc(49, 50.5, 5.4), colour="#0c1a26", edge=1.4, raised=0.4, shadow=0)
    easel.lay(disc(46, 47, 2.2), colour="#ffffff", edge=0.6, raised=0, shadow=0)
    lashes = [ribbon(((49 + 20 * x, 29 - y), (49 + 27 * x, 21 - y)), 4) for x, y in ((-0.8, -4), (0, 1), (0.8, -4))]
    easel.lay(*lashes, colour="#12486f", edge=1.4, raised=0.8, shadow=0.8)


def _temple(easel: Easel) -> None:
    for y, half in ((66, 29), (55, 22), (44, 15)):
        easel.lay(box(49 - half, y, 2 * half, 11.4, 1), colour=JADE, edge=2.2, raised=1.0, gloss=0.3, shadow=1.4)
    easel.lay(box(39, 29, 20, 15.4, 1), colour=JADE, edge=2.2, raised=1.0, gloss=0.3, shadow=1.4)
    easel.lay(box(36, 24, 26, 6, 1), colour=GOLD, edge=1.6, raised=1.1, gloss=0.6, shadow=1.2)
    easel.lay(box(45.4, 33, 7.2, 11, 1), colour=DARK, edge=1, raised=-0.4, shadow=0)
    easel.lay(polygon((45, 44), (53, 44), (57, 77), (41, 77)), colour=LIMESTONE, edge=1.6, raised=0.8, shadow=0.6)
    steps = [ribbon(((45 - (y - 44) * 0.12, y), (53 + (y - 44) * 0.12, y)), 1.3) for y in (49, 54, 59, 64, 69, 74)]
    easel.lay(*steps, colour=DARK, edge=0.5, raised=0, shadow=0, strength=0.6)


_TOKENS: Mapping[str, tuple[Shape, Shape, str, Callable[[Easel], None]]] = {
    "pick": (_regular(8, 47, math.pi / 8), _regular(8, 38, math.pi / 8), CLAY, _hand),
    "future": (disc(49, 49, 46), disc(49, 49, 38), "#2d6f9f", _eye),
    "commit": (box(6, 6, 86, 86, 12), box(14, 14, 70, 70, 7), JADE, _temple),
}
"""For each token its outline, the field within, its stone and its sign."""

# -- the marker, gifts, the sun


def marker(kit: Kit, side: int) -> pygame.Surface:
    """The first player's marker: a golden sun with a jade heart."""
    return scaled(kit, ("coatl marker",), side, _marker, master=MASTER)


def _marker(side: int) -> pygame.Surface:
    easel = Easel(side)
    for i in range(12):
        turn = i * math.tau / 12
        reach = 47 if i % 2 == 0 else 40
        x, y = math.cos(turn), math.sin(turn)
        ray = polygon((49 + 24 * x - 8 * y, 49 + 24 * y + 8 * x), (49 + reach * x, 49 + reach * y),
                      (49 + 24 * x + 8 * y, 49 + 24 * y - 8 * x))  # fmt: skip
        easel.lay(ray, colour=GOLD if i % 2 == 0 else CLAY, edge=3, raised=1.1, gloss=0.6, shadow=2.4)
    easel.lay(disc(49, 49, 29), colour=GOLD, edge=4, raised=1.2, gloss=0.8, shadow=3)
    easel.lay(disc(49, 49, 21), colour=JADE, edge=3.4, raised=1.1, gloss=0.9, shadow=1.4)
    one = (ribbon(((42, 43), (50, 37), (50, 62)), 6), ribbon(((42, 62), (58, 62)), 5))
    easel.lay(*one, colour="#fff3d2", edge=1.4, raised=0.6, shadow=0.8)
    return easel.picture()


def sunstone(kit: Kit, side: int) -> pygame.Surface:
    """The round stone in the middle of the supply board: a sun of jade and gold within a ring of steps."""
    return kit.bakery.keep(("coatl sun", side), lambda: native(_sunstone(max(8, side))))


def _sunstone(side: int) -> pygame.Surface:
    easel = Easel(side)
    easel.lay(disc(49, 49, 47), colour="#a9532f", edge=4, raised=1.1, gloss=0.2, shadow=3)
    easel.lay(disc(49, 49, 40), colour="#6b2c16", edge=3, raised=-0.9, shadow=0)
    for ring, colour, reach, wide in ((0, "#2a9476", 39, 12), (1, "#e0b04a", 35, 9)):
        for i in range(8):
            turn = (i + ring / 2) * math.tau / 8
            x, y = math.cos(turn), math.sin(turn)
            ray = polygon((49 + 20 * x - wide * y, 49 + 20 * y + wide * x), (49 + reach * x, 49 + reach * y),
                          (49 + 20 * x + wide * y, 49 + 20 * y - wide * x))  # fmt: skip
            easel.lay(ray, colour=colour, edge=2.6, raised=1.1, gloss=0.5, shadow=1.4)
    easel.lay(disc(49, 49, 23), colour="#e0b04a", edge=3, raised=1.2, gloss=0.7, shadow=2)
    easel.lay(disc(49, 49, 18.5), colour="#c8912f", edge=2, raised=-0.6, shadow=0)
    for x in (42, 56):
        easel.lay(ellipse(x, 45, 3.6, 3.2), colour="#3a1f08", edge=1, raised=-0.6, shadow=0)
    easel.lay(polygon((49, 46), (53, 54), (45, 54)), colour="#e8c268", edge=1.6, raised=1.0, shadow=0.8)
    easel.lay(ribbon(curve(((41, 58), (49, 62), (57, 58)), 5), 3), colour="#5a2c0a", edge=1, raised=-0.6, shadow=0)
    return easel.picture()
