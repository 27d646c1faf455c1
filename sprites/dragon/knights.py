"""The four knights, seen from slightly above: they differ in silhouette and colour, and each carries a lantern."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pygame

from logic.dragon.board import KnightKind
from sprites.paint.canvas import (
    INK,
    Canvas,
    Point,
    Shape,
    box,
    curve,
    disc,
    ellipse,
    polygon,
    ribbon,
    ring,
    scaled,
    turned,
    with_outline,
)
from sprites.paint.kit import Kit, PlayerLook

MASTER = 160
"""Smaller knights are scaled down from a picture of this size."""
STEEL, STEEL_DARK, STEEL_PALE = "#b9c3cf", "#6f7a88", "#eef3f8"
LEATHER, SKIN, BONE, BRASS = "#8a5a30", "#f0c39c", "#fff6df", "#e0ab45"


SEATS: dict[KnightKind, int] = {"eater": 0, "ordinary": 1, "jumper": 2, "builder": 3}
"""The index of each kind's colour in the theme's palette of Okabe and Ito."""


def knight(kit: Kit, kind: KnightKind, side: int) -> pygame.Surface:
    """A knight standing in a square of that side, transparent around him, with the shadow at his feet."""
    strong = kit.strong_patterns
    look = kit.theme.players[SEATS[kind]]
    key = ("dragon knight", kind, strong)
    return scaled(kit, key, side, lambda size: paint_knight(kind, size, look, strong=strong), master=MASTER)


def paint_knight(kind: KnightKind, side: int, look: PlayerLook, *, strong: bool) -> pygame.Surface:
    """Paint a knight, his lit outline and his shadow."""
    figure = Canvas(side)
    FIGURES[kind](figure, look, strong)
    return with_outline(figure, ellipse(52, 91, 27, 6.5), side).picture()


# -- common parts


def _boots(canvas: Canvas, left: float, right: float, y: float, colour: str) -> None:
    for x in (left, right):
        canvas.lay(box(x - 5, y - 14, 10, 15, 3), ellipse(x, y, 7, 4), colour=colour, edge=2.4, gloss=0.3)


def _lantern(canvas: Canvas, x: float, y: float, size: float = 1.0) -> None:
    """Draw a burning lantern with its ring at that point."""
    s = size
    canvas.lay(ring(x, y, 3.2 * s, 1.5 * s), colour=BRASS, edge=0.7, gloss=0.5, shadow=1)
    canvas.lay(box(x - 4.8 * s, y + 3 * s, 9.6 * s, 14 * s, 2 * s), colour=BRASS, edge=1.4, gloss=0.6, shadow=2.4)
    canvas.lay(box(x - 3.4 * s, y + 5.4 * s, 6.8 * s, 9 * s, 1.4 * s), colour="#fff3b0", edge=1, raised=0.3, shadow=0)
    canvas.ink(ellipse(x, y + 10.6 * s, 1.7 * s, 3 * s), colour="#ff8d1f")
    canvas.glow(x, y + 10 * s, 20 * s, "#ffb347", 0.5)


def _hand(canvas: Canvas, x: float, y: float, colour: str = STEEL) -> None:
    canvas.lay(disc(x, y, 4.6), colour=colour, gloss=0.5, shadow=1.6)


def _arm(canvas: Canvas, way: Sequence[Point], colour: str, width: float = 8.5) -> None:
    canvas.lay(ribbon(way, width), colour=colour, edge=2.6, gloss=0.3)


# -- the four kinds


def _ordinary(canvas: Canvas, look: PlayerLook, strong: bool) -> None:
    """Draw a helmet with a plume, a raised sword, and a large round shield."""
    canvas.lay(polygon((84, 6), (89.5, 14), (88, 52), (80, 52), (78.5, 14)), colour=STEEL_PALE, edge=1.8, raised=1.3,
               gloss=0.8, shadow=2.4)  # fmt: skip
    canvas.ink(ribbon([(84, 12), (84, 50)], 1.4), colour=STEEL_DARK)
    canvas.lay(box(73, 51, 22, 5.5, 2.4), box(81.4, 54, 5.2, 12, 2), disc(84, 67, 3.6), colour=BRASS, edge=1.4,
               gloss=0.7)  # fmt: skip
    _boots(canvas, 42, 60, 90, STEEL_DARK)
    canvas.lay(polygon((34, 50), (68, 50), (72, 81), (31, 81)), ellipse(51, 80, 20, 5), colour=look.colour, edge=4,
               gloss=0.2, shadow=3)  # fmt: skip
    canvas.lay(box(33, 68, 37, 5, 2), colour=LEATHER, edge=1.2, shadow=1)
    _arm(canvas, ((66, 53), (76, 61), (83, 60)), STEEL, 9.5)
    _hand(canvas, 83.5, 60)
    _plume(canvas, look)
    canvas.lay(ellipse(51, 32, 18.5, 19), box(33.5, 30, 35, 21, 8), colour=STEEL, edge=5, raised=1.1, gloss=0.6,
               shadow=3.4)  # fmt: skip
    canvas.lay(box(36, 33, 30, 5.4, 2.4), box(48.8, 34, 4.4, 15, 1.8), colour=INK, edge=1, raised=-0.4, shadow=0)
    canvas.lay(ribbon([(51, 15), (51, 31)], 3.4), colour=STEEL_PALE, edge=1, shadow=0)
    canvas.lay(disc(27, 64, 22.5), colour=STEEL, edge=3, raised=1.1, gloss=0.6, shadow=4)
    canvas.lay(disc(27, 64, 18.6), colour=look.light if strong else look.colour, edge=1.6, raised=0.6, shadow=0)
    canvas.lay(box(23.8, 46.4, 6.4, 35.2, 1), box(9.4, 60.8, 35.2, 6.4, 1), colour=BONE, edge=1, raised=0.7, shadow=0)
    canvas.lay(disc(27, 64, 5.4), colour=BRASS, raised=1.2, gloss=0.8, shadow=1.4)
    _lantern(canvas, 77, 69, 0.95)


def _plume(canvas: Canvas, look: PlayerLook) -> None:
    way = curve([(52, 17), (46, 9), (32, 7), (22, 15), (20, 26)], 7)
    canvas.lay(ribbon(way, 9, 5), colour=look.light, edge=3, gloss=0.3)


def _eater(canvas: Canvas, look: PlayerLook, strong: bool) -> None:
    """Draw a helmet that is all jaw, wide open, with golden teeth and a steel brow, on a small stout body."""
    _boots(canvas, 37, 63, 92, STEEL_DARK)
    canvas.lay(ellipse(50, 76, 28, 15), colour=look.dark, edge=5, gloss=0.2, shadow=3)
    for side in (-1, 1):
        canvas.lay(disc(50 + side * 36, 70, 8), colour=STEEL, edge=3, gloss=0.5, shadow=2.4)
    canvas.lay(ellipse(50, 60, 40, 25), colour=look.colour, edge=6, gloss=0.3, shadow=4)
    canvas.lay(_arc(50, 59, 37, 21.5, 0.12, 0.88, 5), colour=STEEL, edge=1.8, gloss=0.6, shadow=1.6)
    canvas.lay(ellipse(50, 54, 34, 21), colour="#2a0a08", edge=4, raised=-0.9, shadow=0)
    canvas.lay(ellipse(50, 66, 17, 8), colour="#b23a3f", edge=3, gloss=0.4, shadow=1)
    canvas.lay(ellipse(50, 32, 41, 26), colour=look.colour, edge=6, raised=1.1, gloss=0.45, shadow=4,
               cut=[ellipse(50, 60, 38, 22)])  # fmt: skip
    _fangs(canvas)
    canvas.lay(_arc(50, 60, 39, 23, 1.08, 1.92, 5.6), colour=STEEL, gloss=0.7)
    for turn in (1.14, 1.32, 1.5, 1.68, 1.86):
        x, y = 50 + 39 * math.cos(turn * math.pi), 60 + 23 * math.sin(turn * math.pi)
        canvas.lay(disc(x, y, 1.9), colour=STEEL_PALE, edge=0.8, raised=1.2, gloss=0.6, shadow=0.8)
    canvas.lay(ribbon([(50, 5), (50, 19.5), (50, 34)], 6.3, 4.2), colour=STEEL, gloss=0.7)
    for side in (-1, 1):
        canvas.lay(ellipse(50 + side * 17, 23, 9.4, 6, side * 20), colour=INK, edge=1.6, raised=-0.5, shadow=0)
        canvas.lay(disc(50 + side * 15.6, 23.6, 3.1), colour="#fff1b8", edge=0.9, raised=0.4, shadow=0)
        if strong:
            canvas.lay(ring(50 + side * 32, 30, 4.6, 2), colour=look.light, edge=0.8, gloss=0.4, shadow=0.8)
    _lantern(canvas, 88, 71, 0.95)


def _fangs(canvas: Canvas) -> None:
    for i, x in enumerate((20, 31.5, 43.8, 56.2, 68.5, 80)):
        drop = 38.5 + 10 * ((x - 50) / 40) ** 2
        long = 16 if i in (1, 4) else 12
        canvas.lay(polygon((x - 5.6, drop), (x + 5.6, drop), (x + 1.2, drop + long), (x - 1.2, drop + long)),
                   colour="#ffe08a", edge=1.6, raised=1.1, gloss=0.5)  # fmt: skip
    for x in (25, 37, 50, 63, 75):
        rise = 80.5 - 9.5 * ((x - 50) / 32) ** 2
        canvas.lay(polygon((x - 5.4, rise), (x + 5.4, rise), (x + 1, rise - 12), (x - 1, rise - 12)), colour="#ffe08a",
                   edge=1.6, raised=1.1, gloss=0.5, shadow=1.6)  # fmt: skip


def _arc(x: float, y: float, across: float, along: float, start: float, end: float, width: float) -> Shape:
    """A band along an ellipse, between two angles in half turns clockwise from the right."""
    turns = [math.pi * (start + (end - start) * i / 20) for i in range(21)]
    return ribbon([(x + across * math.cos(turn), y + along * math.sin(turn)) for turn in turns], width)


def _builder(canvas: Canvas, look: PlayerLook, strong: bool) -> None:
    """Draw a mason with a flat hat, a hod of bricks over his shoulder, and a trowel."""
    canvas.lay(ribbon([(80, 90), (72, 30)], 5), colour=LEATHER, edge=1.8, gloss=0.2)
    trough = polygon((51, 15), (57, 12), (71, 33), (90, 18), (95, 23), (73, 42))
    canvas.lay(trough, colour="#a97440", gloss=0.2, shadow=3)
    for x, y in ((71, 24.5), (80, 16.5), (63.5, 15), (72, 11.2)):
        canvas.lay(_block(x, y, 7.8, 4.8, -40), colour="#dd6b45", edge=1.5, raised=1.2, gloss=0.3, shadow=1.8)
    _boots(canvas, 38, 56, 91, LEATHER)
    canvas.lay(polygon((29, 52), (64, 52), (66, 83), (27, 83)), ellipse(47, 82, 19.5, 4.6), colour=look.colour,
               edge=4.4, gloss=0.2, shadow=3)  # fmt: skip
    canvas.lay(box(34, 60, 25, 23, 3), colour="#f3e2c6", edge=1.6, raised=0.8, shadow=1.4)
    canvas.ink(box(38, 66, 17, 1.8 if not strong else 3), box(38, 73, 17, 1.8 if not strong else 3), colour=LEATHER)
    _arm(canvas, ((62, 55), (70, 62), (75, 56)), look.colour)
    _hand(canvas, 76, 55, SKIN)
    _arm(canvas, ((31, 55), (20, 63), (17, 68)), look.colour)
    canvas.lay(polygon((2, 71), (19, 64), (17, 85), (6, 93)), colour=STEEL_PALE, edge=1.6, raised=1.2, gloss=0.7,
               shadow=2.4)  # fmt: skip
    canvas.lay(ribbon([(16, 70), (22, 61)], 4.4), colour=LEATHER, edge=1.4, shadow=1.4)
    _hand(canvas, 19, 65.5, SKIN)
    canvas.lay(ellipse(46, 40, 15, 14.5), colour=SKIN, edge=4, gloss=0.2, shadow=3)
    canvas.ink(disc(40.6, 41.5, 2.2), disc(51.8, 41.5, 2.2), colour=INK)
    canvas.lay(ellipse(46, 49.6, 9.5, 5.4), ellipse(46, 53, 6, 5), colour="#7b4a26", gloss=0.2, shadow=1)
    canvas.lay(ellipse(46, 32.4, 24, 6.2), colour=look.dark, edge=2.4, gloss=0.3, shadow=2.6)
    canvas.lay(ellipse(46, 26.6, 14.6, 8.6), colour=look.light, edge=3.4, gloss=0.4, shadow=1.6)
    _lantern(canvas, 66, 66, 0.9)


def _block(x: float, y: float, wide: float, high: float, degrees: float) -> Shape:
    corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    return (turned(corners, x, y, math.radians(degrees)),)


def _jumper(canvas: Canvas, look: PlayerLook, strong: bool) -> None:
    """Draw a slim knight in the air over two springs, a feather on his hood, with winged boots and a flying cape."""
    cape = curve([(48, 40), (30, 42), (15, 33), (4, 15), (5, 40), (12, 60), (27, 72), (44, 68)], 6)
    canvas.lay((cape,), colour=look.dark, edge=4, raised=1.1, gloss=0.15, shadow=3.4)
    for way in (((41, 48), (24, 48), (10, 32)), ((42, 57), (26, 59), (14, 50))):
        canvas.lay(ribbon(curve(way, 6), 2.4, 0.8), colour=look.light, edge=0.8, raised=0.5, shadow=0,
                   strength=1.0 if strong else 0.6)  # fmt: skip
    for side, x in ((-1, 45), (1, 65)):
        _spring(canvas, x, 79)
        canvas.lay(box(x - 6.4, 68, 12.8, 11, 3.6), colour=BRASS, edge=2.4, gloss=0.6)
        _wing(canvas, x + side * 5, 76, side, 0.62)
    _arm(canvas, ((51, 62), (45, 71)), look.dark, 9.5)
    _arm(canvas, ((59, 62), (65, 71)), look.dark, 9.5)
    canvas.lay(polygon((43, 38), (68, 38), (64, 66), (47, 66)), ellipse(55.5, 65, 9.5, 4), colour=look.colour, edge=4,
               gloss=0.3, shadow=2.6)  # fmt: skip
    canvas.lay(box(45, 56.5, 21, 4.4, 1.6), colour=BRASS, edge=1.2, gloss=0.5, shadow=1)
    _arm(canvas, ((66, 43), (79, 44), (86, 38)), look.colour, 8)
    _hand(canvas, 87, 37)
    _hood(canvas, look)
    _lantern(canvas, 87.5, 39, 0.95)


def _hood(canvas: Canvas, look: PlayerLook) -> None:
    """Draw a face under a pointed hood with a long white feather."""
    canvas.lay(ellipse(56, 27, 12.6, 13), colour=SKIN, edge=4, gloss=0.2, shadow=3)
    canvas.ink(disc(51.4, 28.6, 2), disc(61, 28.6, 2), colour=INK)
    canvas.ink(ribbon(curve([(52, 34), (56.5, 36), (61, 34)], 5), 1.6), colour="#8a3b2a")
    brim = curve([(40, 27), (44, 20), (56, 17), (68, 20), (73, 26), (64, 24.5), (56, 23), (48, 24.5), (40, 27)], 5)
    crown = curve([(43, 22), (46, 12), (38.5, 4.5), (55, 5), (66, 12), (69.5, 22), (56, 18.5), (43, 22)], 5)
    canvas.lay((crown,), colour=look.colour, edge=4, gloss=0.3)
    canvas.lay((brim,), colour=look.light, gloss=0.3)
    vane = curve([(66, 20), (76, 14), (87, 5), (92.5, 4), (90, 11), (79.5, 18), (66, 20)], 5)
    canvas.lay((vane,), colour="#ffffff", edge=2.4, gloss=0.2)
    canvas.ink(ribbon([(67, 19.5), (89, 7)], 1.2), colour="#b9c3cf")


def _wing(canvas: Canvas, x: float, y: float, side: int, size: float) -> None:
    """Draw three spread feathers, the top one the longest."""
    for lean, long in ((2, 20), (24, 22), (48, 23)):
        turn = math.radians(lean)
        tip = x + side * long * size * math.cos(turn), y - long * size * math.sin(turn)
        half = x + side * long * size * 0.5 * math.cos(turn), y - long * size * 0.4 * math.sin(turn)
        canvas.lay(ribbon(curve([(x, y), half, tip], 5), 8.6 * size, 4 * size), colour="#ffffff", edge=1.5, gloss=0.2,
                   shadow=1.2)  # fmt: skip


def _spring(canvas: Canvas, x: float, top: float) -> None:
    for i in range(3):
        y = top + 2.6 + i * 5
        canvas.lay(ribbon([(x - 7, y + 1), (x + 7, y - 1)], 3.2), colour=STEEL_PALE, edge=1, gloss=0.6, shadow=1.4)


FIGURES: dict[KnightKind, Callable[[Canvas, PlayerLook, bool], None]] = {
    "ordinary": _ordinary,
    "eater": _eater,
    "builder": _builder,
    "jumper": _jumper,
}
