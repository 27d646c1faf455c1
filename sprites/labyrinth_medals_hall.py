"""Things of an old hall, as figures of medallions: book, map, skull, sword, candelabra, helmet."""

from __future__ import annotations

import math

from sprites.easel import Point, Shape, blob, box, curve, disc, ellipse, polygon, ribbon
from sprites.labyrinth_medals_enamel import GOLD, IVORY, SILVER, Graver, mirrored

PARCHMENT, PARCHMENT_DARK = "#f1dcae", "#c39a5c"


def book(pen: Graver) -> None:
    """Draw an open book with writing in it and a ribbon."""
    pen.body(*mirrored(polygon((50, 82), (50, 31), (8, 29), (8, 75))), colour="#3f6fc4", edge=2)
    page = blob((50, 29), (42, 22), (28, 19), (13, 23), (12, 45), (13, 70), (28, 67), (42, 70), (50, 76), steps=5)
    pen.body(*mirrored(page), colour=IVORY, edge=4, gloss=0.2)
    pen.ink(ribbon([(50, 27), (50, 78)], 3.4), colour="#6b4a2a")
    lines = [ribbon([(19, y + 1), (30, y), (43, y + 4)], 3.2) for y in (32, 43, 54)]
    pen.ink(*mirrored(*lines), colour="#8c6f4e")
    pen.body(polygon((62, 20), (71, 18), (71, 60), (66.5, 54), (62, 61)), colour="#d8263c", edge=1.6, shadow=1.2)


def treasure_map(pen: Graver) -> None:
    """Draw a map on a scroll: the way leads to a red cross."""
    sheet = polygon((24, 19), (76, 19), (74, 38), (77, 58), (75, 81), (25, 81), (23, 60), (26, 40))
    pen.body(sheet, colour=PARCHMENT, edge=2.4, gloss=0.2)
    for y in (19, 81):
        pen.body(ribbon([(21, y), (79, y)], 12), colour=PARCHMENT_DARK, edge=4, gloss=0.3)
        pen.ink(disc(21, y, 3), disc(79, y, 3), colour="#6e4a22")
    way = curve(((32, 70), (39, 60), (35, 48), (45, 38), (53, 45)), 6)
    pen.ink(*(ribbon(way[i : i + 4], 4.2) for i in range(0, len(way) - 3, 6)), colour="#5a3416")
    pen.body(ribbon([(54, 50), (70, 68)], 6.6), ribbon([(70, 50), (54, 68)], 6.6), colour="#d2202f", edge=2, shadow=1)
    pen.ink(polygon((57, 38), (64, 27), (71, 38)), colour="#3d7a3c")


def skull(pen: Graver) -> None:
    """Draw a skull from in front."""
    bone = "#f3ead2"
    pen.body(box(31, 66, 38, 23, 7), colour="#d9cba8", edge=3)
    pen.body(blob((50, 10), (74, 16), (87, 38), (83, 58), (71, 68), (66, 78), (50, 80), (34, 78), (29, 68), (17, 58),
                  (13, 38), (26, 16)), colour=bone, edge=6)  # fmt: skip
    pen.hollow(*mirrored(ellipse(33, 46, 11.5, 12.5, -12)), colour="#20161a", edge=2)
    pen.hollow(polygon((50, 55), (57, 68), (50, 66), (43, 68)), colour="#2c1d1d")
    pen.ink(*(box(x - 1.4, 76, 2.8, 13, 1) for x in (40, 50, 60)), colour="#3b2a24")


def sword(pen: Graver) -> None:
    """Draw a sword that points up."""

    def aslant(*points: Point) -> Shape:
        """Turn an upright sword to lie aslant."""
        cos, sin = math.cos(math.radians(45)), math.sin(math.radians(45))
        return (tuple((50 + (x - 50) * cos - (y - 50) * sin, 50 + (x - 50) * sin + (y - 50) * cos) for x, y in points),)

    pen.body(
        aslant((50, 3), (57.5, 14), (57.5, 66), (42.5, 66), (42.5, 14)), colour=SILVER, gloss=0.5, edge=2, shadow=2.6
    )
    pen.ink(aslant((50, 4), (57, 14.5), (57, 66), (50, 66)), colour="#8d99ab", strength=0.9)
    pen.ink(aslant((48.6, 17), (51.4, 17), (51.4, 64), (48.6, 64)), colour="#5d6878")
    pen.body(aslant((46, 70), (54, 70), (54, 88), (46, 88)), colour="#7a3b22", edge=2.2)
    for y in (75, 80, 85):
        pen.ink(aslant((46, y), (54, y - 3), (54, y - 1), (46, y + 2)), colour="#e0b070")
    guard = aslant((26, 60), (30, 63), (70, 63), (74, 60), (76, 68), (70, 71), (30, 71), (24, 68))
    pen.body(guard, colour=GOLD, gloss=0.7, edge=2.2, shadow=2.4)
    pommel = aslant((50, 91))[0][0]
    pen.body(disc(*pommel, 7), colour=GOLD, gloss=0.7, edge=2.6)
    pen.body(disc(*pommel, 3), colour="#d8263c", gloss=0.9, edge=1.2, shadow=0)


def candelabra(pen: Graver) -> None:
    """Draw a candelabra with three burning candles."""
    pen.body(ellipse(50, 88, 23, 6), polygon((46, 84), (43, 70), (57, 70), (54, 84)), colour=GOLD, gloss=0.6, edge=2.2)
    arm = curve(((50, 72), (35, 72), (23, 64), (21, 53)), 7)
    pen.body(
        *mirrored(ribbon(arm, 6.4)), box(46.6, 40, 6.8, 36, 2), disc(50, 70, 6.6), colour=GOLD, gloss=0.6, edge=2.2
    )
    for x, y in ((21, 52), (50, 41), (79, 52)):
        pen.body(box(x - 5, y - 18, 10, 18, 1.4), colour=IVORY, edge=2.4, shadow=1.4)
        pen.body(box(x - 9, y - 2, 18, 6, 2.4), colour=GOLD, gloss=0.6, edge=1.8)
        pen.body(blob((x, y - 38), (x + 5.6, y - 25), (x, y - 17), (x - 5.6, y - 25)), colour="#ffae2e", edge=1.6,
                 gloss=0, shadow=0)  # fmt: skip
        pen.ink(ellipse(x, y - 23, 2.6, 4.4), colour="#fff6c8")


def helmet(pen: Graver) -> None:
    """Draw a knight's helmet from aside, with a plume."""
    steel, dark = "#c9d2dc", "#2a3038"
    plume = ribbon(curve(((53, 20), (42, 9), (25, 15), (14, 32), (12, 52)), 7), 13, 8)
    pen.body(plume, colour="#e2402f", edge=4, gloss=0.3)
    pen.body(blob((52, 16), (72, 21), (82, 38), (84, 52), (78, 74), (66, 86), (44, 88), (32, 84), (27, 66), (26, 42),
                  (34, 23)), colour=steel, gloss=0.4, edge=6)  # fmt: skip
    pen.body(polygon((48, 42), (80, 38), (93, 57), (82, 76), (62, 82), (48, 64)), colour="#e3e9ef", gloss=0.5, edge=3)
    pen.ink(polygon((56, 47), (83, 46), (87, 52), (56, 53)), colour=dark)
    pen.ink(*(disc(x, y, 2.2) for x, y in ((66, 62), (74, 61), (82, 60), (67, 70), (75, 69))), colour=dark)
    pen.body(disc(48, 53, 6), colour=GOLD, gloss=0.7, edge=2)
    pen.body(ribbon([(31, 84), (48, 88), (70, 86)], 7), colour=GOLD, gloss=0.6, edge=2.2)
