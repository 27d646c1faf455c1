"""The treasures of Labyrinth as enamel medallions: their blank, and twenty-four figures."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
import pygame

from sprites.paint.canvas import (
    BLACK,
    UNITS,
    Canvas,
    Pen,
    Point,
    Shape,
    blob,
    box,
    contour,
    curve,
    disc,
    ellipse,
    keep_within,
    polygon,
    ribbon,
    ring,
    scaled,
    tones,
    turned,
)
from sprites.paint.kit import Kit, PlayerLook
from sprites.paint.layers import Layer
from sprites.paint.tokens import seat_shape

BRASS, BRASS_DARK, WIRE = "#d3a044", "#6b4717", "#2a160c"
GOLD, SILVER, IVORY, INK = "#f4c64f", "#dfe4ea", "#f7ecd4", "#17100d"

MIDDLE = 50.0
RING, RING_INNER, BAND, GROUND = 46.4, 40.4, 43.2, 40.0
"""Radii: of the ring, of its inner edge, of the middle of its band, and of the enamel."""
FIGURE = 0.81
"""Units of the medallion in one of a figure's: the figure's circle of radius 50 fills the enamel."""
MARKS = 24
"""Number of marks of a seat's pattern around a ring."""
SIGN_AT = 83.0
"""Position of a seat's shape on its ring, from the left and from the top."""
FAINT = 0.8
"""Opacity of a ring's pattern without strong patterns."""

Turning = Literal["rays", "waves", "rings"]


@dataclass(frozen=True, slots=True)
class Enamel:
    """The ground of a medallion: its colour, and the pattern of the metal below it."""

    colour: str
    turning: Turning


class MedalPen(Pen):
    """A pen in the figure's own units: 100 by 100, of which the circle of radius 50 is enamel."""

    def __init__(self, canvas: Canvas) -> None:
        away = MIDDLE / FIGURE - UNITS / 2
        super().__init__(canvas, scale=FIGURE, dx=away, dy=away)

    def body(self, *shapes: Shape, colour: str, edge: float = 3.0, gloss: float = 0.35, shadow: float = 2.0) -> None:
        """Draw raised shapes."""
        self.lay(*shapes, colour=colour, edge=edge, gloss=gloss, shadow=shadow)

    def hollow(self, *shapes: Shape, colour: str, edge: float = 1.6) -> None:
        """Draw sunken shapes."""
        self.lay(*shapes, colour=colour, edge=edge, raised=-0.8, shadow=0)


def mirrored(*shapes: Shape) -> tuple[Shape, ...]:
    """The shapes and their mirror images about the middle."""
    return (*shapes, *(tuple(tuple((UNITS - x, y) for x, y in outline) for outline in shape) for shape in shapes))


# -- blank


def blank(side: int, enamel: Enamel, look: PlayerLook | None, *, strong: bool) -> Canvas:
    """Paint a medallion without its figure; with a ``look`` its ring is that seat's."""
    canvas = Canvas(side)
    canvas.lay(disc(MIDDLE, MIDDLE, RING + 0.9), colour=BRASS_DARK, edge=1.0, raised=0.6, shadow=2.4)
    canvas.lay(disc(MIDDLE, MIDDLE, RING), colour=BRASS, raised=1.2, gloss=0.8, shadow=0)
    if look is None:
        canvas.lay(ring(MIDDLE, MIDDLE, BAND, 1.0), colour=BRASS, edge=1.0, raised=-1.0, shadow=0)
    else:
        _band(canvas, look, FAINT if not strong else 1.0)
    canvas.lay(disc(MIDDLE, MIDDLE, RING_INNER + 0.6), colour=BRASS_DARK, edge=1.0, raised=-0.8, shadow=0)
    canvas.lay(disc(MIDDLE, MIDDLE, GROUND), colour=enamel.colour, edge=3.4, raised=-0.9, shadow=0)
    _turn(canvas, enamel.turning)
    return canvas


def _turn(canvas: Canvas, turning: Turning) -> None:
    """Draw the turned metal that shines through the enamel, lit from the upper left."""
    ways = (np.arange(canvas.size, dtype=np.float32) + np.float32(0.5)) * np.float32(UNITS / canvas.size) - 50
    x, y = ways[:, None], ways[None, :]
    angle, away = np.arctan2(y, x), np.sqrt(x * x + y * y)
    if turning == "rays":
        figure = np.cos(angle * 32)
    elif turning == "waves":
        figure = np.cos(angle * 18 + away * np.float32(0.32))
    else:
        figure = np.cos(away * np.float32(1.5) + np.cos(angle * 12) * np.float32(0.9))
    inside = canvas.fill([disc(MIDDLE, MIDDLE, GROUND)])
    light = np.float32(-0.0045) * (x + y) + np.float32(0.05) * figure * np.clip(away / 16, 0, 1)
    canvas.colours *= 1 + light * inside
    np.clip(canvas.colours, 0, 1, out=canvas.colours)


def _band(canvas: Canvas, look: PlayerLook, strength: float) -> None:
    """Draw a ring of a seat's colour and pattern between two brass wires."""
    canvas.lay(disc(MIDDLE, MIDDLE, RING - 0.6), colour=look.colour, edge=1.6, raised=0.6, shadow=0)
    canvas.ink(*_marks(look.pattern), colour=look.ink, strength=strength)


def lay_sign(canvas: Canvas, look: PlayerLook) -> None:
    """Draw a seat's shape on the ring, below and to the right."""
    canvas.lay(seat_shape(look, SIGN_AT, SIGN_AT, 15), colour=INK, edge=1.2, raised=0)
    canvas.lay(seat_shape(look, SIGN_AT, SIGN_AT, 13), colour="#fff6e0", edge=1.2, raised=0.3, shadow=0)
    canvas.lay(seat_shape(look, SIGN_AT, SIGN_AT, 10), colour=look.colour, gloss=0.4, shadow=0)


def _marks(pattern: str) -> list[Shape]:
    if pattern == "plain":
        return [ring(MIDDLE, MIDDLE, BAND, 1.4)]
    turns = [index / MARKS * math.tau for index in range(MARKS)]
    ways = [(math.cos(turn), math.sin(turn)) for turn in turns]
    places = [(MIDDLE + BAND * a, MIDDLE + BAND * b, a, b) for a, b in ways]
    if pattern == "dots":
        return [disc(x, y, 1.6) for x, y, _, _ in places]
    if pattern == "stripes":
        return [ribbon([(x + 2.6 * a - 2 * b, y + 2.6 * b + 2 * a), (x - 2.6 * a + 2 * b, y - 2.6 * b - 2 * a)], 2)
                for x, y, a, b in places]  # fmt: skip
    check = ((-1.4, -2.9), (1.4, -2.9), (1.4, 2.9), (-1.4, 2.9))
    shifts = [(1.4 if index % 2 else -1.4) for index in range(MARKS)]
    return [(turned(check, x + shift * a, y + shift * b, turn),)
            for (x, y, a, b), shift, turn in zip(places, shifts, turns, strict=True)]  # fmt: skip


def mount(plate: Canvas, figure: Canvas) -> None:
    """Draw a figure on a blank, held by a wire around it as in cloisonné."""
    keep_within(figure, plate.fill([disc(MIDDLE, MIDDLE, RING_INNER)]))
    reach = max(1.5, plate.size * 0.022)
    contour(plate, figure.alpha, reach * 2.4, BLACK, gain=3, less=0.2, strength=0.5)
    contour(plate, figure.alpha, reach, tones(WIRE), gain=6, less=0.6, strength=1.0)
    plate.lay_picture(figure, 0, 0)


def faded(canvas: Canvas) -> None:
    """Remove the colour and most of the contrast from a medallion that was found, or is out of play."""
    grey: Layer = np.asarray(canvas.colours.mean(axis=0))
    for layer, tone in zip(canvas.colours, tones("#cbbfa8"), strict=True):
        layer[:] = 0.18 * layer + 0.22 * grey + np.float32(0.6 * tone) * canvas.alpha


def lizard(pen: MedalPen) -> None:
    """Draw a lizard from above, its legs spread and its tail curled."""
    green, pale = "#1c7038", "#a8e05a"
    spine = curve(((52, 30), (46, 42), (47, 54), (53, 66), (52, 80), (40, 89), (26, 84), (23, 71), (33, 66)), 6)
    legs = (((46, 38), (30, 40), (24, 26)), ((54, 38), (72, 34), (80, 44)), ((50, 60), (34, 54), (22, 58)),
            ((56, 60), (73, 64), (77, 78)))  # fmt: skip
    for hip, knee, foot in legs:
        pen.body(ribbon((hip, knee, foot), 7), disc(*foot, 5.6), colour=green, edge=2)
    pen.body(ribbon(spine, 20, 5), colour=green, edge=4)
    pen.body(blob((56, 5), (67, 14), (67, 26), (56, 36), (46, 32), (42, 22), (46, 10)), colour=green, edge=4)
    pen.ink(ribbon(spine[3:32], 6, 2.4), colour=pale)
    pen.body(disc(46, 19, 4.4), disc(65, 19, 4.4), colour="#ffe14d", edge=1.4, shadow=0.6)
    pen.ink(disc(46, 19, 2), disc(65, 19, 2), colour=INK)


def moth(pen: MedalPen) -> None:
    """Draw a moth with eyes on its wings."""
    brown, deep, cream = "#8a4f2a", "#5c3018", "#ffe6b0"
    pen.body(*mirrored(ribbon(curve(((47, 30), (40, 16), (27, 9)), 5), 4.4)), colour=deep, edge=1.4)
    pen.body(*mirrored(blob((48, 52), (30, 58), (22, 74), (30, 90), (42, 84), (49, 66))), colour=deep, edge=4)
    pen.body(*mirrored(blob((48, 34), (31, 23), (12, 26), (6, 36), (13, 54), (28, 62), (47, 56))), colour=brown, edge=4)
    pen.ink(*mirrored(ribbon(curve(((11, 31), (12, 43), (20, 54)), 5), 3.4)), colour=cream)
    pen.body(*mirrored(disc(28, 41, 9.4)), colour=cream, edge=2, shadow=0)
    pen.ink(*mirrored(disc(28, 41, 5.2)), *mirrored(disc(34, 74, 4)), colour="#1f1430")
    pen.body(ellipse(50, 54, 6.4, 25), colour="#e8c08a", edge=3)
    pen.ink(*(ribbon([(45, y), (55, y)], 2.4) for y in (58, 65, 72)), colour=deep)
    pen.body(disc(50, 30, 7), colour="#e8c08a", edge=2.6)


def owl(pen: MedalPen) -> None:
    """Draw an owl from the front, with large eyes."""
    brown, deep, pale = "#6f4120", "#4c2a16", "#f3deb0"
    pen.body(*mirrored(polygon((22, 40), (20, 11), (46, 25))), colour=deep, edge=3)
    pen.body(blob((50, 17), (72, 21), (82, 40), (82, 66), (70, 86), (50, 92), (30, 86), (18, 66), (18, 40), (28, 21)),
             colour=brown, edge=6)  # fmt: skip
    pen.body(*mirrored(blob((19, 46), (13, 60), (18, 80), (30, 84), (30, 62))), colour=deep, edge=3)
    pen.body(ellipse(50, 73, 17, 17), colour=pale, edge=4, shadow=0)
    chevrons = [ribbon([(x - 4, y), (x, y + 4), (x + 4, y)], 2.4) for x, y in ((43, 68), (57, 68), (50, 76))]
    pen.ink(*chevrons, colour=brown)
    pen.body(*mirrored(disc(35, 40, 15.5)), colour=pale, edge=3, shadow=1)
    pen.body(*mirrored(disc(36, 40, 10.4)), colour="#ffb52e", edge=2, shadow=0)
    pen.ink(*mirrored(disc(37, 40, 6.4)), colour=INK)
    pen.ink(disc(34.5, 37, 2.4), disc(60.5, 37, 2.4), colour="#ffffff")
    pen.body(polygon((44, 45), (56, 45), (50, 61)), colour="#f08a24", edge=2, shadow=1.4)
    pen.body(*mirrored(ellipse(41, 91, 6, 4)), colour="#f08a24", edge=2)


def rat(pen: MedalPen) -> None:
    """Draw a rat from the side, with its long tail over its back."""
    fur, pink = "#4a4650", "#d9788a"
    pen.body(
        ribbon(curve(((22, 72), (10, 62), (12, 42), (25, 34), (36, 27), (36, 14)), 6), 7.4, 4),
        colour="#b8506a",
        edge=1.6,
    )
    pen.body(blob((16, 74), (19, 54), (36, 44), (55, 46), (69, 48), (82, 57), (90, 67), (84, 74), (68, 79), (50, 85),
                  (28, 84)), colour=fur, edge=6)  # fmt: skip
    pen.body(ellipse(32, 68, 13, 14), colour="#55505c", edge=4, shadow=1)
    pen.body(disc(61, 41, 12.8), colour=fur, edge=3)
    pen.hollow(disc(61.5, 42, 8), colour=pink)
    pen.ink(disc(75, 57, 4), colour="#ffffff")
    pen.ink(disc(75.6, 57.4, 2.6), colour=INK)
    pen.body(disc(90, 68, 4.4), colour=pink, edge=1.6)
    pen.body(ellipse(36, 85, 11, 4), ellipse(66, 82, 8, 3.8), colour=pink, edge=2)
    pen.ink(ribbon([(82, 67), (71, 72)], 1.6), ribbon([(82, 65), (70, 65)], 1.6), colour="#f6e6ea")


def scarab(pen: MedalPen) -> None:
    """Draw a scarab that holds the sun."""
    blue, deep, light = "#14578f", "#0c3560", "#2f8fd0"
    legs = (((34, 44), (20, 36), (22, 22)), ((30, 60), (12, 60), (8, 70)), ((34, 74), (20, 78), (23, 89)))
    pen.body(*mirrored(*(ribbon(leg, 6.4, 4) for leg in legs)), colour=deep, edge=1.8)
    pen.body(disc(50, 14, 10.5), colour="#d8361e", edge=3, gloss=0.5)
    pen.body(blob((50, 24), (62, 27), (64, 38), (36, 38), (38, 27)), colour=deep, edge=3)
    pen.body(ellipse(50, 44, 22, 12), colour=light, edge=4, gloss=0.5)
    pen.body(blob((50, 48), (68, 49), (76, 62), (72, 80), (50, 94), (28, 80), (24, 62), (32, 49)), colour=blue, edge=6,
             gloss=0.5)  # fmt: skip
    pen.body(
        ribbon([(28, 51), (50, 55), (72, 51)], 3.4), ribbon([(50, 54), (50, 91)], 3.2), colour=GOLD, edge=1, shadow=0.6
    )
    pen.ink(*mirrored(ribbon(curve(((41, 60), (36, 70), (41, 82)), 5), 2.4)), colour=light)


def spider(pen: MedalPen) -> None:
    black, red = "#1c1420", "#e2342f"
    legs = (((46, 40), (34, 22), (27, 10)), ((44, 46), (22, 32), (8, 36)), ((44, 54), (20, 58), (9, 72)),
            ((46, 60), (31, 74), (29, 91)))  # fmt: skip
    pen.body(*mirrored(*(ribbon(curve(leg, 5), 6, 3.4) for leg in legs)), colour=black, edge=1.6, gloss=0.2)
    pen.body(ellipse(50, 67, 18, 21), colour=black, edge=5, gloss=0.5)
    pen.body(disc(50, 42, 12.5), colour=black, edge=4, gloss=0.5)
    pen.ink(polygon((42, 58), (58, 58), (50, 68)), polygon((50, 66), (58, 77), (42, 77)), colour=red)
    pen.ink(*mirrored(disc(45, 36, 3)), colour="#ffffff")


SKIN = "#f6cfa6"


def ghost(pen: MedalPen) -> None:
    """Draw a ghost with lifted arms and a ragged hem."""
    sheet = "#eef3ff"
    pen.body(*mirrored(blob((30, 44), (17, 34), (9, 40), (13, 53), (28, 62))), colour=sheet, edge=3)
    pen.body(blob((50, 9), (70, 17), (77, 40), (78, 68), (80, 85), (71, 80), (61, 90), (50, 82), (39, 90), (29, 80),
                  (20, 85), (22, 68), (23, 40), (30, 17)), colour=sheet, edge=6, gloss=0.2)  # fmt: skip
    pen.ink(*mirrored(ellipse(39, 38, 6, 8.5)), ellipse(50, 60, 6.5, 9), colour="#1b1d45")


def genie(pen: MedalPen) -> None:
    """Draw a genie with crossed arms who rises out of a lamp."""
    blue, deep, light = "#4cc3ee", "#2a8fc8", "#8fe4fb"
    pen.body(ring(21, 78, 6, 4.4), blob((87, 66), (82, 80), (70, 90), (50, 94), (32, 91), (22, 80),
                                       (36, 78), (56, 81), (74, 77)), colour=GOLD, gloss=0.7, edge=3)  # fmt: skip
    pen.body(ribbon(curve(((86, 67), (80, 62), (66, 69), (52, 74), (49, 60)), 7), 5, 27), colour=deep, edge=4)
    pen.body(blob((28, 40), (38, 33), (62, 33), (72, 40), (77, 52), (66, 58), (60, 67), (40, 67), (34, 58),
                  (23, 52)), colour=blue, edge=5)  # fmt: skip
    pen.body(*mirrored(disc(24, 46, 10.5)), colour=light, edge=4, shadow=1)
    pen.body(ribbon([(23, 51), (34, 62), (60, 55)], 11), colour=light, edge=3.4)
    pen.body(ribbon([(77, 51), (66, 62), (42, 56)], 11), colour=light, edge=3.4)
    pen.body(*mirrored(ribbon([(30, 58), (35, 62)], 12.4)), colour=GOLD, edge=2, gloss=0.7, shadow=0.8)
    pen.body(ellipse(50, 25, 15, 16.5), colour=light, edge=4)
    pen.body(ribbon(curve(((50, 12), (51, 5), (58, 3), (63, 8)), 5), 9, 4), colour=INK, edge=2)
    pen.body(ribbon([(43, 12), (50, 10), (57, 12)], 5), colour=GOLD, edge=1.6, gloss=0.7, shadow=1)
    pen.body(*mirrored(disc(34, 31, 3.6)), colour=GOLD, edge=1.4, gloss=0.7, shadow=1)
    pen.ink(*mirrored(disc(44.6, 24, 2.4)), *mirrored(ribbon([(40, 18.6), (47, 20.6)], 2.2)), colour=INK)
    pen.ink(blob((46, 34), (50, 36), (54, 34), (52.6, 40), (50, 46), (47.4, 40)), colour=INK)


def gnome(pen: MedalPen) -> None:
    """Draw a gnome: a pointed hat, a large nose and a white beard."""
    pen.body(blob((27, 52), (73, 52), (83, 62), (74, 81), (50, 93), (26, 81), (17, 62)), colour="#f6f2ea", edge=5)
    pen.body(*mirrored(ellipse(23, 55, 6, 7)), ellipse(50, 53, 24, 15), colour=SKIN, edge=4)
    pen.body(
        blob((27, 62), (38, 61), (50, 66), (62, 61), (73, 62), (66, 71), (50, 72), (34, 71)), colour="#ffffff", edge=3
    )
    pen.body(blob((50, 4), (58, 16), (70, 36), (81, 49), (66, 48), (50, 46), (34, 48), (19, 49), (30, 36), (42, 16)),
             colour="#ff6a3a", edge=5)  # fmt: skip
    pen.ink(*mirrored(disc(39, 54.5, 3)), colour=INK)
    pen.body(ellipse(50, 60, 8, 7), colour="#f0a070", edge=3)


def princess(pen: MedalPen) -> None:
    """Draw a princess: long fair hair, a tiara, a pink gown."""
    hair = "#f7cf52"
    pen.body(blob((50, 13), (72, 20), (79, 44), (80, 68), (73, 82), (50, 78), (27, 82), (20, 68), (21, 44), (28, 20)),
             colour=hair, edge=6)  # fmt: skip
    pen.body(blob((42, 66), (58, 66), (72, 76), (78, 90), (50, 97), (22, 90), (28, 76)), colour="#7fd6f2", edge=4)
    pen.body(polygon((44, 60), (56, 60), (60, 74), (50, 82), (40, 74)), colour="#eab98c", edge=2)
    pen.body(ellipse(50, 48, 18.5, 21), colour=SKIN, edge=5)
    pen.body(blob((50, 24), (66, 30), (71, 50), (60, 38), (50, 35), (40, 38), (29, 50), (34, 30)), colour=hair, edge=3)
    pen.ink(*mirrored(ellipse(42.5, 48, 2.8, 3.6)), colour="#2b2450")
    pen.ink(*mirrored(disc(38.5, 56, 3.6)), colour="#f29a8c", strength=0.7)
    pen.ink(blob((44, 60), (50, 62), (56, 60), (50, 65)), colour="#c8263c")
    pen.body(polygon((32, 27), (30, 9), (41, 17), (50, 3), (59, 17), (70, 9), (68, 27), (50, 22)), colour="#fff3cf",
             edge=2, gloss=0.6)  # fmt: skip
    pen.body(disc(50, 16, 4.2), colour="#e2267c", edge=1.6, gloss=0.9, shadow=0)


def dragon(pen: MedalPen) -> None:
    """Draw a dragon's head that breathes fire."""
    green, dark = "#74d653", "#3f9a3a"
    for ends, wide, colour in (
        (((95, 66), (90, 80), (76, 88)), 15, "#ff7a1a"),
        (((89, 67), (85, 75), (76, 80)), 8, "#ffe27a"),
    ):
        tongues = [ribbon([(66, 64), ((66 + x) / 2 + 2, (64 + y) / 2), (x, y)], wide, 2) for x, y in ends]
        pen.body(*tongues, colour=colour, edge=2, gloss=0, shadow=0)
    pen.body(ribbon(curve(((40, 104), (22, 78), (20, 50), (38, 36)), 6), 40, 30), colour=dark, edge=5)
    for x, y in ((14, 35), (6, 52), (8, 70)):
        pen.body(polygon((x + 11, y - 8), (x - 2, y - 2), (x + 9, y + 9)), colour="#f2a63c", edge=2)
    horns = [curve(way, 5) for way in (((38, 30), (29, 20), (28, 9)), ((53, 27), (50, 15), (55, 5)))]
    pen.body(*(ribbon(horn, 12, 4) for horn in horns), colour=IVORY, edge=2.4)
    pen.body(blob((36, 58), (50, 65), (66, 73), (60, 80), (44, 79), (32, 68)), colour=dark, edge=3)
    pen.body(blob((27, 38), (42, 26), (58, 30), (74, 38), (87, 45), (89, 54), (80, 60), (62, 59), (46, 62), (29, 60)),
             colour=green, edge=5)  # fmt: skip
    pen.ink(polygon((80, 57), (73, 57), (76, 67)), polygon((68, 57), (61, 57), (64, 67)), colour="#ffffff")
    pen.body(ellipse(51, 41, 8, 7), colour="#ffe14d", edge=1.6, shadow=1)
    pen.ink(ellipse(52.5, 41, 2.5, 6), disc(82, 48, 2.6), colour=INK)


def bat(pen: MedalPen) -> None:
    dark, body = "#2b1a38", "#47305a"
    wing = polygon(
        *curve(((50, 42), (38, 38), (28, 25), (22, 16)), 4), *curve(((22, 16), (8, 32), (4, 58)), 4),
        *curve(((4, 58), (14, 52), (21, 66)), 4), *curve(((21, 66), (30, 58), (37, 72)), 4), (50, 68),
    )  # fmt: skip
    pen.body(*mirrored(wing), colour=dark, edge=2.4, gloss=0.2)
    ribs = [ribbon([(25, 22), end], 1.8) for end in ((20, 62), (37, 68), (8, 50))]
    pen.ink(*mirrored(*ribs), colour="#7a5c92")
    pen.body(*mirrored(polygon((38, 38), (37, 15), (50, 29))), colour=body, edge=2.4)
    pen.body(ellipse(50, 60, 11, 19), colour=body, edge=4)
    pen.body(ellipse(50, 40, 14, 13.5), colour=body, edge=4)
    pen.ink(*mirrored(disc(44, 39, 4)), colour="#ffe98a")
    pen.ink(*mirrored(disc(44.6, 39.4, 1.8)), colour=INK)
    pen.ink(*mirrored(polygon((44, 47), (48.5, 47), (46.4, 54))), colour="#ffffff")


PARCHMENT, PARCHMENT_DARK = "#f1dcae", "#c39a5c"


def book(pen: MedalPen) -> None:
    """Draw an open book with writing in it and a ribbon."""
    pen.body(*mirrored(polygon((50, 82), (50, 31), (8, 29), (8, 75))), colour="#3f6fc4", edge=2)
    page = blob((50, 29), (42, 22), (28, 19), (13, 23), (12, 45), (13, 70), (28, 67), (42, 70), (50, 76), steps=5)
    pen.body(*mirrored(page), colour=IVORY, edge=4, gloss=0.2)
    pen.ink(ribbon([(50, 27), (50, 78)], 3.4), colour="#6b4a2a")
    lines = [ribbon([(19, y + 1), (30, y), (43, y + 4)], 3.2) for y in (32, 43, 54)]
    pen.ink(*mirrored(*lines), colour="#8c6f4e")
    pen.body(polygon((62, 20), (71, 18), (71, 60), (66.5, 54), (62, 61)), colour="#d8263c", edge=1.6, shadow=1.2)


def treasure_map(pen: MedalPen) -> None:
    """Draw a map on a scroll, with a path to a red cross."""
    sheet = polygon((24, 19), (76, 19), (74, 38), (77, 58), (75, 81), (25, 81), (23, 60), (26, 40))
    pen.body(sheet, colour=PARCHMENT, edge=2.4, gloss=0.2)
    for y in (19, 81):
        pen.body(ribbon([(21, y), (79, y)], 12), colour=PARCHMENT_DARK, edge=4, gloss=0.3)
        pen.ink(disc(21, y, 3), disc(79, y, 3), colour="#6e4a22")
    way = curve(((32, 70), (39, 60), (35, 48), (45, 38), (53, 45)), 6)
    pen.ink(*(ribbon(way[i : i + 4], 4.2) for i in range(0, len(way) - 3, 6)), colour="#5a3416")
    pen.body(ribbon([(54, 50), (70, 68)], 6.6), ribbon([(70, 50), (54, 68)], 6.6), colour="#d2202f", edge=2, shadow=1)
    pen.ink(polygon((57, 38), (64, 27), (71, 38)), colour="#3d7a3c")


def skull(pen: MedalPen) -> None:
    bone = "#f3ead2"
    pen.body(box(31, 66, 38, 23, 7), colour="#d9cba8", edge=3)
    pen.body(blob((50, 10), (74, 16), (87, 38), (83, 58), (71, 68), (66, 78), (50, 80), (34, 78), (29, 68), (17, 58),
                  (13, 38), (26, 16)), colour=bone, edge=6)  # fmt: skip
    pen.hollow(*mirrored(ellipse(33, 46, 11.5, 12.5, -12)), colour="#20161a", edge=2)
    pen.hollow(polygon((50, 55), (57, 68), (50, 66), (43, 68)), colour="#2c1d1d")
    pen.ink(*(box(x - 1.4, 76, 2.8, 13, 1) for x in (40, 50, 60)), colour="#3b2a24")


def sword(pen: MedalPen) -> None:
    def aslant(*points: Point) -> Shape:
        """Rotate an upright sword by 45 degrees."""
        return (turned([(x - 50, y - 50) for x, y in points], 50, 50, math.radians(45)),)

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


def candelabra(pen: MedalPen) -> None:
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


def helmet(pen: MedalPen) -> None:
    """Draw a knight's helmet from the side, with a plume."""
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


GOLD_DEEP, GOLD_DARK = "#c98a22", "#7c4a10"


def money_bag(pen: MedalPen) -> None:
    """Draw a full sack, tied at its neck, with a coin on it and coins before it."""
    linen, rope = "#e0b070", "#8a3a22"
    pen.body(blob((50, 33), (66, 37), (82, 58), (83, 76), (70, 87), (50, 89), (30, 87), (17, 76), (18, 58), (34, 37)),
             colour=linen, edge=6)  # fmt: skip
    pen.body(blob((39, 31), (29, 17), (37, 15), (43, 19), (50, 13), (57, 19), (64, 14), (71, 18), (61, 31), (50, 33)),
             colour=linen, edge=3)  # fmt: skip
    pen.ink(*mirrored(ribbon([(40, 39), (32, 50), (30, 58)], 2.4, 1)), ribbon([(52, 38), (54, 45)], 2.2, 1),
            colour="#9a6a34", strength=0.8)  # fmt: skip
    pen.body(ribbon([(36, 32), (50, 35), (64, 32)], 7), colour=rope, edge=2)
    _coin(pen, 50, 64, 15)


def _coin(pen: MedalPen, x: float, y: float, radius: float) -> None:
    pen.body(disc(x, y, radius), colour=GOLD, gloss=0.7, edge=2)
    pen.hollow(disc(x, y, radius * 0.72), colour=GOLD_DEEP)
    rays = ((0, -1), (0.3, -0.3), (1, 0), (0.3, 0.3), (0, 1), (-0.3, 0.3), (-1, 0), (-0.3, -0.3))
    star = polygon(*((x + radius * 0.5 * a, y + radius * 0.5 * b) for a, b in rays))
    pen.body(star, colour=GOLD, gloss=0.7, edge=1.4, shadow=0.8)


def crown(pen: MedalPen) -> None:
    """Draw a crown of five points with a band of stones."""
    pen.body(ellipse(50, 71, 33, 7), colour=GOLD_DARK, edge=2)
    pen.body(polygon((18, 74), (11, 33), (30, 51), (33, 23), (46, 48), (50, 16), (54, 48), (67, 23), (70, 51), (89, 33),
                     (82, 74)), colour=GOLD, gloss=0.6, edge=2.6)  # fmt: skip
    for x, y in ((11, 32), (33, 22), (50, 15), (67, 22), (89, 32)):
        pen.body(disc(x, y, 5.2), colour="#fff0d8", edge=2, gloss=0.6, shadow=1.4)
    pen.body(box(18, 69, 64, 15, 5), colour=GOLD, gloss=0.6, edge=2.6)
    for x, colour in ((28, "#d8263c"), (50, "#1d7fd0"), (72, "#d8263c")):
        pen.body(ellipse(x, 76.5, 6, 5), colour=colour, edge=2, gloss=1.0, shadow=0)


def keys(pen: MedalPen) -> None:
    """Draw two crossed keys, a golden one over a silver one."""
    _key(pen, -1, SILVER)
    _key(pen, 1, GOLD)


def _key(pen: MedalPen, side: int, colour: str) -> None:
    """Draw a key from its bow at the top, on that side, down to its bit at the other."""
    turned = -1 if side > 0 else 1

    def at(along: float, aside: float) -> tuple[float, float]:
        """The point at a distance along the shank, and at another to its outer side."""
        return 50 + turned * (-0.66 * along + 0.75 * aside), 50 + 0.75 * along + 0.66 * aside

    bow = at(-29, 0)
    pen.body(ring(*bow, 12.4, 7.6), ribbon([at(-18, 0), at(41, 0)], 7.2), disc(*at(-15, 0), 5.4),
             ribbon([at(38, 0), at(38, 15)], 7), ribbon([at(26, 0), at(26, 11)], 6.4),
             colour=colour, gloss=0.7, edge=2.2, shadow=2.6)  # fmt: skip


def gold_ring(pen: MedalPen) -> None:
    """Draw a ring with a large stone."""
    pen.body(ring(50, 64, 23, 9), colour=GOLD, gloss=0.7, edge=3)
    pen.body(polygon((38, 37), (62, 37), (57, 47), (43, 47)), colour=GOLD, gloss=0.5, edge=2)
    stone = polygon((34, 10), (66, 10), (77, 22), (50, 45), (23, 22))
    pen.body(stone, colour="#8fe0f5", gloss=0.8, edge=1.6, shadow=2.6)
    pen.ink(polygon((34, 10), (41, 22), (23, 22)), polygon((41, 22), (50, 10), (59, 22)), colour="#e4fbff")
    pen.ink(polygon((66, 10), (77, 22), (59, 22)), polygon((59, 22), (77, 22), (50, 45)), colour="#3796c4")
    pen.ink(polygon((41, 22), (59, 22), (50, 45)), colour="#64c3e4")


def chest(pen: MedalPen) -> None:
    """Draw a chest with its lid raised a little over the gold in it."""
    wood, iron = "#b5713a", GOLD
    pen.body(blob((15, 43), (16, 27), (29, 17), (50, 16), (71, 17), (84, 27), (85, 43), (50, 44)), colour=wood, edge=5)
    pen.body(box(16, 39, 68, 20, 2), colour="#4a2412", edge=2)
    for x, y in ((24, 50), (37, 47), (50, 46), (63, 47), (76, 50), (31, 52), (44, 51), (56, 51), (69, 52)):
        pen.body(disc(x, y, 6.4), colour="#ffdf6b", gloss=0.7, edge=2, shadow=1)
    pen.body(box(14, 52, 72, 30, 3), colour=wood, edge=3)
    pen.body(box(22, 18, 8, 25, 2), box(70, 18, 8, 25, 2), box(21, 53, 8, 29, 1), box(71, 53, 8, 29, 1), colour=iron,
             gloss=0.6, edge=1.8, shadow=1.2)  # fmt: skip
    pen.body(box(40, 50, 20, 19, 4), colour=iron, gloss=0.6, edge=2)
    pen.ink(disc(50, 57, 3.4), polygon((48.4, 57), (51.6, 57), (53, 65), (47, 65)), colour=INK)


def emerald(pen: MedalPen) -> None:
    pale, light, green, deep = "#c8ffd9", "#6df0a0", "#25c46e", "#0e8a4a"
    pen.body(polygon((32, 9), (68, 9), (84, 26), (84, 74), (68, 91), (32, 91), (16, 74), (16, 26)), colour=green,
             gloss=0.5, edge=2, shadow=2.6)  # fmt: skip
    pen.ink(polygon((32, 9), (68, 9), (61, 28), (39, 28)), polygon((32, 9), (39, 28), (33, 34), (16, 26)), colour=light)
    pen.ink(polygon((16, 26), (33, 34), (33, 66), (16, 74)), colour=light, strength=0.6)
    pen.ink(
        polygon((84, 26), (67, 34), (67, 66), (84, 74)), polygon((84, 74), (67, 66), (61, 72), (68, 91)), colour=deep
    )
    pen.ink(polygon((32, 91), (68, 91), (61, 72), (39, 72)), colour=deep, strength=0.75)
    pen.body(polygon((39, 28), (61, 28), (67, 34), (67, 66), (61, 72), (39, 72), (33, 66), (33, 34)), colour="#3fe08a",
             gloss=0.5, edge=1.4, shadow=0)  # fmt: skip
    pen.ink(polygon((36, 52), (56, 30), (61, 30), (36, 60)), polygon((37, 66), (64, 37), (64, 40), (40, 67)),
            colour=pale, strength=0.8)  # fmt: skip


MASTER = 128
"""Smaller medallions are scaled down from this side."""

Figure = Callable[[MedalPen], None]

MEDALS: dict[str, tuple[Figure, Enamel]] = {
    "book": (book, Enamel("#8f1d2c", "rays")),
    "money_bag": (money_bag, Enamel("#1b5435", "rays")),
    "map": (treasure_map, Enamel("#1b5a86", "rays")),
    "crown": (crown, Enamel("#5b2178", "rays")),
    "keys": (keys, Enamel("#0e5a5c", "rays")),
    "skull": (skull, Enamel("#2c2b36", "rays")),
    "ring": (gold_ring, Enamel("#86194f", "rays")),
    "chest": (chest, Enamel("#1a2c6b", "rays")),
    "emerald": (emerald, Enamel("#4b2413", "rays")),
    "sword": (sword, Enamel("#8a2f14", "rays")),
    "candelabra": (candelabra, Enamel("#39245e", "rays")),
    "helmet": (helmet, Enamel("#3c541a", "rays")),
    "bat": (bat, Enamel("#f0a63a", "waves")),
    "dragon": (dragon, Enamel("#6b1220", "waves")),
    "ghost": (ghost, Enamel("#2d3585", "waves")),
    "genie": (genie, Enamel("#5a2350", "waves")),
    "gnome": (gnome, Enamel("#143a54", "waves")),
    "princess": (princess, Enamel("#93306a", "waves")),
    "lizard": (lizard, Enamel("#f2e2a0", "rings")),
    "moth": (moth, Enamel("#bfe0b8", "rings")),
    "owl": (owl, Enamel("#c2dff5", "rings")),
    "rat": (rat, Enamel("#f0c8c0", "rings")),
    "scarab": (scarab, Enamel("#f0cf8e", "rings")),
    "spider": (spider, Enamel("#d6cdea", "rings")),
}
"""The figure and the enamel of each treasure: things, then creatures that haunt the place, then small animals."""


def medal(kit: Kit, name: str, side: int, *, pale: bool = False, seat: int | None = None) -> pygame.Surface:
    """The medallion of a treasure, ``side`` pixels square; ``pale`` if it was found or is out of play.

    For a ``seat`` it has a ring in that seat's colour and pattern.
    """
    look, strong = (None, False) if seat is None else (kit.theme.players[seat], kit.strong_patterns)
    key = ("labyrinth medal", name, pale, seat, strong)
    return scaled(kit, key, side, partial(_paint, name, look, pale=pale, strong=strong), master=MASTER)


def seal(kit: Kit, seat: int, side: int) -> pygame.Surface:
    """The medallion of a seat: its shape on its colour, in its ring."""
    look, strong = kit.theme.players[seat], kit.strong_patterns
    key = ("labyrinth seal", seat, strong)
    return scaled(kit, key, side, partial(_paint_seal, look, strong=strong), master=MASTER)


def _paint(name: str, look: PlayerLook | None, side: int, *, pale: bool, strong: bool) -> pygame.Surface:
    draw, enamel = MEDALS[name]
    plate, figure = blank(side, enamel, look, strong=strong), Canvas(side)
    draw(MedalPen(figure))
    mount(plate, figure)
    if look is not None:
        lay_sign(plate, look)
    if pale:
        faded(plate)
    return plate.picture()


def _paint_seal(look: PlayerLook, side: int, *, strong: bool) -> pygame.Surface:
    plate, figure = blank(side, Enamel(look.dark, "rays"), look, strong=strong), Canvas(side)
    MedalPen(figure).body(seat_shape(look, 50, 50, 30), colour=IVORY, edge=4, gloss=0.4)
    mount(plate, figure)
    return plate.picture()
