"""What is let into the labyrinth: the circle in which a seat starts, the signs of the events, the arrows on the frame.

The arrows are of brass, ready, aimed at or asleep; an iron shutter bars one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal, get_args

import numpy as np
import pygame

from sprites.paint.easel import Easel, Point, Shape, box, curve, disc, placed, polygon, ribbon, ring, tones
from sprites.paint.layers import Layer
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import cover_of
from sprites.paint.theme import PlayerLook
from sprites.paint.tokens import draw_pattern

Rune = Literal["push_again", "turn_again", "swap", "peek", "exchange", "wall"]
RUNES: tuple[Rune, ...] = get_args(Rune)
BRASS, BRASS_DARK, IVORY = "#cf9c41", "#6b4614", "#fff6e0"
RUNE_GROUND, RUNE_INK = "#1f2f63", "#ffe9ae"
START = 24.0
"""The radius of the circle in which a seat starts, in units of the easel."""
RUNE_AT, RUNE_SIZE = (83.5, 16.5), 13.5
"""Where the sign of an event is on its tile, and its radius, in units."""
FAINT = 0.55


def paint_inlay(start: PlayerLook | None, rune: Rune | None, side: int, *, strong: bool) -> pygame.Surface:
    """Paint what is let into a tile of that side, see-through around it."""
    easel = Easel(side)
    if start is not None:
        _lay_start(easel, start, strong=strong)
    if rune is not None:
        _coin(easel, rune, *RUNE_AT, RUNE_SIZE)
    return easel.picture()


def _lay_start(easel: Easel, look: PlayerLook, *, strong: bool) -> None:
    """Let the circle of a seat into a tile: enamel in its colour and pattern, its shape in ivory, a ring of brass."""
    easel.lay(disc(50, 50, START), colour=BRASS_DARK, edge=2, raised=-0.8, shadow=0)
    easel.lay(disc(50, 50, START - 0.6), cut=[disc(50, 50, START - 3.6)], colour=BRASS, edge=1.6, raised=1.2, gloss=0.8,
              shadow=1.2)  # fmt: skip
    enamel = disc(50, 50, START - 3.8)
    easel.lay(enamel, colour=look.colour, edge=3, raised=-0.5, shadow=0)
    if look.pattern != "plain":
        marks = easel.fill([enamel]) * fine_pattern(look.pattern, easel.size)
        easel.blend(marks * (1.0 if strong else FAINT), tones(IVORY if strong else look.light))
    shape = seat_shape(look, 50, 50, 11.5)
    easel.lay(shape, colour=look.dark, edge=1.4, raised=0, shadow=0)
    easel.lay(seat_shape(look, 50, 50, 9.4), colour=IVORY, edge=2.2, raised=0.9, gloss=0.4, shadow=0.8)


def seat_shape(look: PlayerLook, x: float, y: float, reach: float) -> Shape:
    """A seat's shape around a point: about ``reach`` from it to its corners."""
    if look.shape == "disc":
        return disc(x, y, reach * 0.92)
    if look.shape == "square":
        return box(x - reach * 0.82, y - reach * 0.82, reach * 1.64, reach * 1.64, reach * 0.12)
    corners: Mapping[str, tuple[Point, ...]] = {
        "triangle": ((0, -1.05), (1.04, 0.78), (-1.04, 0.78)),
        "diamond": ((0, -1.14), (1.0, 0), (0, 1.14), (-1.0, 0)),
    }
    return polygon(*((x + reach * right, y + reach * down) for right, down in corners[look.shape]))


def fine_pattern(pattern: str, side: int) -> Layer:
    """How much of each pixel of a square a seat's pattern covers: all over it, half as large as on a token."""
    return cover_of(smooth((side, side), partial(_quartered, pattern)))


def _quartered(pattern: str, canvas: pygame.Surface, factor: int) -> None:
    half = pygame.Surface((canvas.get_width() // 2, canvas.get_height() // 2), pygame.SRCALPHA)
    draw_pattern(pattern, (255, 255, 255, 255), half, factor)
    for left in (0, half.get_width()):
        for top in (0, half.get_height()):
            canvas.blit(half, (left, top))


# -- signs


def _coin(easel: Easel, rune: Rune, x: float, y: float, radius: float) -> None:
    share = radius / 50
    easel.lay(
        disc(x, y, radius), colour=BRASS, edge=max(1.0, 7 * share), raised=1.2, gloss=0.8, shadow=max(1.0, 4 * share)
    )
    easel.lay(disc(x, y, radius * 0.88), colour=RUNE_GROUND, edge=max(0.8, 5 * share), raised=-0.8, shadow=0)
    signs = [placed(shape, x, y, share * 0.98) for shape in SIGNS[rune]]
    easel.lay(*signs, colour=RUNE_INK, edge=max(0.5, 2.4 * share), raised=0.7, gloss=0.4, shadow=0)


def _arrow(tip: Point, left: Point, right: Point) -> Shape:
    return polygon(tip, left, right)


ROUND_TRIP = curve(((70, 31), (50, 22), (28, 34), (24, 56), (38, 74), (60, 76), (75, 62)), 6)
UPPER, LOWER = curve(((22, 46), (36, 31), (62, 33)), 6), curve(((78, 54), (64, 69), (38, 67)), 6)
SIGNS: Mapping[Rune, tuple[Shape, ...]] = {
    "push_again": (
        box(18, 26, 12, 48, 3),
        *(_arrow((54 + shift, 50), (36 + shift, 27), (36 + shift, 73)) for shift in (0, 26)),
    ),
    "turn_again": (ribbon(ROUND_TRIP, 10), _arrow((80, 42), (58, 40), (76, 18))),
    "swap": (
        ribbon(UPPER, 9), _arrow((80, 38), (58, 20), (57, 49)), ribbon(LOWER, 9), _arrow((20, 62), (42, 80), (43, 51)),
    ),
    "peek": (
        ribbon(curve(((14, 50), (32, 31), (50, 26), (68, 31), (86, 50)), 6), 8),
        ribbon(curve(((14, 50), (32, 69), (50, 74), (68, 69), (86, 50)), 6), 8),
        disc(50, 50, 13),
    ),
    "exchange": (
        box(22, 20, 28, 42, 4),
        box(44, 68, 4, 14, 1), box(44, 76, 34, 6, 1), box(72, 38, 6, 44, 1), box(56, 38, 22, 6, 1),
    ),
    "wall": (
        *(box(x, y, 23, 15, 2) for y, row in ((24, (25, 51)), (60, (25, 51))) for x in row),
        box(16, 42, 19, 15, 2), box(38, 42, 23, 15, 2), box(64, 42, 19, 15, 2),
    ),
}  # fmt: skip
"""The signs of the events, in a hundred units."""


# -- arrows on the frame

State = Literal["ready", "aim", "asleep"]
Way = Literal["N", "E", "S", "W"]
POLISHED, TARNISHED = "#ffd777", "#5d4b2c"
IRON, IRON_DARK = "#6d7280", "#33363f"
SHUTTER_STEPS = 6
"""So many pictures show a shutter that falls."""
SLATS = 4
ARROW: tuple[Point, ...] = ((50, 84), (19, 50), (35, 50), (35, 20), (65, 20), (65, 50), (81, 50))
HOLLOW: tuple[Point, ...] = ((50, 75), (33, 56.5), (41.5, 56.5), (41.5, 27), (58.5, 27), (58.5, 56.5), (67, 56.5))
"""The arrow that points down, and the hollow in it; the others are turned from it before they are lit."""


def paint_arrow(way: Way, state: State, side: int, glow: str) -> pygame.Surface:
    """Paint an arrow that points ``way``, see-through around it."""
    easel = Easel(side)
    easel.lay(disc(50, 50, 43), colour="#17141c", edge=3.5, raised=-0.9, shadow=0, strength=0.9)
    colour = {"ready": BRASS, "aim": POLISHED, "asleep": TARNISHED}[state]
    if state == "aim":
        _halo(easel, glow)
    shape = _turned(polygon(*ARROW), way)
    shines = state != "asleep"
    easel.lay(shape, colour="#1c1206", edge=2, raised=0, shadow=4 if shines else 2)
    easel.lay(placed(shape, 50, 50, 0.93), colour=colour, edge=4.5, raised=1.2, gloss=1.0 if shines else 0.2, shadow=0)
    easel.lay(_turned(polygon(*HOLLOW), way), colour=colour, edge=1.6, raised=-0.7, gloss=0.3, shadow=0)
    easel.lay(
        ring(50, 50, 43.7, 4.4), colour=colour if shines else "#6d5a37", edge=1.6, raised=1.1, gloss=0.7, shadow=1.5
    )
    return easel.picture()


def _halo(easel: Easel, colour: str) -> None:
    easel.blend(easel.pool(50, 50, 56) ** np.float32(0.6) * np.float32(0.9), tones(colour))


def _turned(shape: Shape, way: Way) -> Shape:
    """Turn a shape that points down."""
    return tuple(tuple(_turned_point(x, y, way) for x, y in outline) for outline in shape)


def _turned_point(x: float, y: float, way: Way) -> Point:
    return {"S": (x, y), "N": (100 - x, 100 - y), "W": (100 - y, x), "E": (y, 100 - x)}[way]


def paint_shutter(steps: int, side: int) -> pygame.Surface:
    """Paint an iron shutter of slats in its two rails, so many steps down, with a bolt when it is wholly so.

    It lies over any arrow, whichever way that points.
    """
    easel, share = Easel(side), steps / SHUTTER_STEPS
    top, bottom = 12.0, 12 + 76 * share
    high = 76 / SLATS
    for number in range(SLATS):
        low = bottom - number * high
        if low <= top + 2:
            break
        upper = max(top, low - high)
        easel.lay(box(14, upper, 72, low - upper - 0.8, 2), colour=IRON, edge=3.4, raised=1.0, gloss=0.25, shadow=1.6)
    rails = [box(8, 8, 9, 84, 3), box(83, 8, 9, 84, 3), box(8, 6, 84, 10, 3)]
    easel.lay(*rails, colour=IRON_DARK, edge=2, raised=1.2, gloss=0.3, shadow=2)
    for x in (12.5, 87.5):
        for y in (14, 50, 86):
            easel.lay(disc(x, y, 2.6), colour="#8d92a0", edge=1, raised=1.2, gloss=0.6, shadow=0.8)
    if share >= 1:
        cross = [ribbon(((30, 34), (70, 74)), 8), ribbon(((70, 34), (30, 74)), 8)]
        easel.lay(*cross, colour="#e2725b", edge=2, raised=1.0, gloss=0.4, shadow=2.4)
    return easel.picture()
