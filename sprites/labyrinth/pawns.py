"""The seekers in the labyrinth: four figures in robes, told apart by colour, by hat and badge, and by pattern."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pygame

from sprites.labyrinth.inlays import fine_pattern, seat_shape
from sprites.paint.easel import UNITS, Easel, Point, Shape, blob, box, curve, disc, ellipse, polygon, ribbon, tones
from sprites.paint.figures import Pen, set_off
from sprites.paint.theme import PlayerLook

SKIN, CHEEK = "#f2c9a0", "#e79c7c"
GOLD, IVORY, DARK = "#e0b152", "#fff6e0", "#241611"
BEARDS = ("#7a4a22", "#e9e2d4", "", "#3a2418")
"""The beard of each seat; one has none."""
SMALLER, DOWN = 0.93, 5.0
"""How much of its square a figure takes, and how far it stands down, so that its outline is not cut off."""
FAINT = 0.6
"""How strong the pattern of a robe is where it need not be strong."""


class Standing(NamedTuple):
    """Where one of several on a tile stands: its place from the middle and its size, in cells."""

    right: float
    down: float
    size: float


TOGETHER: tuple[tuple[Standing, ...], ...] = (
    (Standing(0, -0.06, 0.92),),
    (Standing(-0.2, -0.1, 0.72), Standing(0.2, 0.04, 0.72)),
    (Standing(-0.22, -0.13, 0.64), Standing(0.22, -0.13, 0.64), Standing(0, 0.13, 0.64)),
    (Standing(-0.22, -0.17, 0.6), Standing(0.22, -0.17, 0.6), Standing(-0.22, 0.15, 0.6), Standing(0.22, 0.15, 0.6)),
)
"""How one to four stand on a tile, those behind first."""


def paint_pawn(look: PlayerLook, seat: int, side: int, *, strong: bool) -> pygame.Surface:
    """Paint the figure of a seat on a square of that side, its shadow included."""
    figure = Easel(side)
    pen = Pen(figure, scale=SMALLER, dx=UNITS / 2 * (1 / SMALLER - 1), dy=DOWN)
    _robe(pen, look, strong=strong)
    _head(pen, seat)
    _hat(pen, look)
    _badge(pen, look, strong=strong)
    return set_off(figure, ellipse(55, 88, 26, 8), side).picture()


ROBE: tuple[Point, ...] = (
    (50, 41), (60, 44), (66, 57), (71, 74), (75, 86), (50, 91), (25, 86), (29, 74), (34, 57), (40, 44),
)  # fmt: skip
HEM: tuple[Point, ...] = (
    (25, 84), (37, 87.5), (50, 88.6), (63, 87.5), (75, 84), (77, 90), (63, 94), (50, 95), (37, 94), (23, 90),
)  # fmt: skip
"""The outlines of a robe and of its hem, for a figure that fills a hundred units."""


HATS: Mapping[str, tuple[Shape, ...]] = {
    "disc": (disc(50, 14.5, 15.5),),
    "square": (box(34, 3, 32, 25, 2.5), *(box(x, -0.5, 7.4, 9, 1.4) for x in (34, 46.3, 58.6))),
    "triangle": (polygon((50, -1), (68.5, 29), (31.5, 29)),),
    "diamond": (polygon((50, -1), (68, 15), (50, 32), (32, 15)),),
}
"""The hats: a turban, a crown, a wizard's hat and a mitre."""


def _robe(pen: Pen, look: PlayerLook, *, strong: bool) -> None:
    """Lay the robe with its pattern, sleeves, and a hem of gold."""
    body = blob(*ROBE)
    hem = blob(*HEM, steps=5)
    pen.lay(body, colour=look.colour, edge=8, raised=1.0, gloss=0.25, shadow=3)
    _pattern(pen, body, look, strong=strong)
    pen.lay(ribbon(curve(((50, 50), (49, 66), (50, 88)), 6), 1.2), colour=look.dark, edge=1, raised=0, shadow=0,
            strength=0.5)  # fmt: skip
    pen.lay(hem, colour=GOLD, edge=2.4, raised=1.1, gloss=0.7, shadow=1)
    for side in (-1, 1):
        sleeve = curve(((50 + side * 10, 48), (50 + side * 18, 57), (50 + side * 17, 68)), 6)
        pen.lay(ribbon(sleeve, 9, 12.5), colour=look.colour, edge=3.6, raised=1.0, gloss=0.25, shadow=2)
        pen.lay(ribbon(((50 + side * 13, 69), (50 + side * 21, 68)), 3), colour=GOLD, edge=1.2, gloss=0.6, shadow=0.6)
        pen.lay(disc(50 + side * 17, 72, 4.2), colour=SKIN, edge=1.8, raised=0.9, shadow=1)


def _pattern(pen: Pen, body: Shape, look: PlayerLook, *, strong: bool) -> None:
    if look.pattern != "plain":
        marks = pen.fill(body) * fine_pattern(look.pattern, pen.easel.size)
        pen.easel.blend(marks * (1.0 if strong else FAINT), tones(IVORY if strong else look.light))


def _head(pen: Pen, seat: int) -> None:
    pen.lay(ellipse(50, 34, 12.5, 12), colour=SKIN, edge=4.5, raised=0.9, gloss=0.1, shadow=2)
    beard = BEARDS[seat % len(BEARDS)]
    if beard:
        way = curve(((38, 34), (40, 46), (50, 55), (60, 46), (62, 34), (56, 39), (50, 38.5), (44, 39), (38, 34)), 5)
        pen.lay(polygon(*way), colour=beard, edge=3, raised=0.9, shadow=1.2)
    else:
        for side in (-1, 1):
            lock = curve(((50 + side * 12, 27), (50 + side * 14.5, 40), (50 + side * 11, 52)), 5)
            pen.lay(ribbon(lock, 6, 4), colour="#c9822f", edge=2.2, raised=1, shadow=1)
        pen.lay(ribbon(curve(((46, 41), (50, 42.6), (54, 41)), 4), 1.3), colour="#9a4a3a", edge=0.5, raised=0, shadow=0)
    for side in (-1, 1):
        pen.lay(ellipse(50 + side * 5, 33, 2.1, 2.8), colour=DARK, edge=0.6, raised=0.3, shadow=0)
        pen.lay(disc(50 + side * 5 - 0.7, 32, 0.8), colour="#ffffff", edge=0.3, raised=0, shadow=0)
        pen.lay(ellipse(50 + side * 8.3, 37.2, 2.4, 1.5), colour=CHEEK, edge=1, raised=0, shadow=0, strength=0.5)


def _hat(pen: Pen, look: PlayerLook) -> None:
    """Lay the hat, whose outline is the seat's own shape."""
    for shape in HATS[look.shape]:
        pen.lay(shape, colour=look.colour, edge=5, raised=1.1, gloss=0.35, shadow=2.4)
    if look.shape == "disc":
        folds = [((37, 12), (50, 20), (64, 9)), ((40, 22), (54, 22), (65, 15))]
        pen.lay(*(ribbon(curve(fold, 6), 1.6) for fold in folds), colour=look.dark, edge=0.8, raised=-0.5, shadow=0,
                strength=0.8)  # fmt: skip
    elif look.shape == "diamond":
        pen.lay(polygon((50, 6), (59, 15), (50, 24), (41, 15)), colour=look.dark, edge=1.6, raised=-0.7, shadow=0)
    wide = 11 if look.shape == "diamond" else 14
    band = ribbon(curve(((50 - wide, 27.3), (50, 30.6), (50 + wide, 27.3)), 6), 4.4)
    pen.lay(band, colour=GOLD, edge=1.8, raised=1.2, gloss=0.9, shadow=1.4)


def _badge(pen: Pen, look: PlayerLook, *, strong: bool) -> None:
    """Lay the seat's shape in ivory on the breast."""
    reach = 11.5 if strong else 9.5
    pen.lay(seat_shape(look, 50, 66, reach), colour=look.dark, edge=1, raised=0, shadow=0)
    pen.lay(seat_shape(look, 50, 66, reach * 0.8), colour=IVORY, edge=2, raised=1.0, gloss=0.3, shadow=1)
