"""Portraits of players, each a small relief in a roundel; looked up by name.

A computer player is looked up by the name of its level, a person by the figure that was chosen for the profile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

import pygame

from sprites.paint.canvas import Canvas, Point, Shape, blob, box, curve, disc, ellipse, keep_within, polygon, ribbon
from sprites.paint.kit import Kit, kept
from sprites.paint.surfaces import resized

INK, WHITE, BRASS, RIM = "#2a1a14", "#fffaf0", "#c9973f", "#4a2f1a"
MIDDLE, REACH = (50.0, 53.0), 43.0
"""Position and radius of the roundel. Hats and ears may extend above it, shoulders end at it."""
FREE = 60
"""Nothing above this height is cut off."""
MASTER = 160
"""Pixels of the master from which all smaller sizes are scaled: a figure is soon needed in many of them."""
GUEST = "guest"
"""The figure of a player who has chosen none."""


@kept
def portrait(_kit: Kit, figure: str, size: int) -> pygame.Surface:
    """A figure's portrait, ``size`` pixels square, on transparency; an unknown name gives an automaton."""
    return resized(_painting(figure), (size, size)) if size <= MASTER else _painted(figure, size).picture()


@cache
def _painting(figure: str) -> pygame.Surface:
    return _painted(figure, MASTER).picture()


def _painted(figure: str, size: int) -> Canvas:
    ground, paint = FIGURES.get(figure, FIGURES["automaton"])
    whole, bust = Canvas(size), Canvas(size)
    whole.lay(disc(*MIDDLE, REACH + 3), colour=RIM, raised=0.8, gloss=0.2, shadow=4)
    whole.lay(disc(*MIDDLE, REACH), colour=ground, edge=4, raised=-0.7, shadow=0)
    whole.glow(36, 38, 40, "#ffe9c0", 0.16)
    paint(bust)
    keep_within(bust, whole.fill([disc(*MIDDLE, REACH), box(-5, -5, 110, FREE, 0)]))
    whole.lay_picture(bust, 0, 0)
    return whole


# -- common parts


def _shoulders(canvas: Canvas, colour: str, wide: float = 33, top: float = 73) -> None:
    canvas.lay(box(50 - wide, top, 2 * wide, 44, 19), colour=colour, edge=5, raised=0.9, shadow=3)


def _head(canvas: Canvas, skin: str, wide: float = 18, high: float = 21, y: float = 47) -> None:
    """Draw the neck and the head, with the nose."""
    canvas.lay(box(43, 58, 14, 22, 5), colour=skin, edge=3, raised=0.5, shadow=1)
    canvas.lay(ellipse(50, y, wide, high), colour=skin, edge=6, raised=0.9, gloss=0.15, shadow=2.6)
    canvas.lay(ellipse(50, y + 6, 3, 4), colour=skin, edge=1.8, raised=1.1, gloss=0.2, shadow=0.8)


def _eyes(canvas: Canvas, y: float = 45, apart: float = 8, size: float = 3.0, look: float = 0.0) -> None:
    """Draw two eyes that look to a side; ``look`` is from -1 to 1."""
    for x in (50 - apart, 50 + apart):
        canvas.lay(ellipse(x, y, size * 1.35, size * 1.1), colour=WHITE, edge=0.8, raised=0.4, shadow=0)
        canvas.lay(disc(x + look * size * 0.5, y, size * 0.78), colour=INK, edge=0.6, raised=0.4, shadow=0)
        canvas.ink(disc(x + look * size * 0.5 - 0.8, y - 0.9, 0.8), colour=WHITE)


def _beads(canvas: Canvas, points: Sequence[Point], radius: float = 2.9) -> None:
    """Draw dark eyes, as of animals."""
    for x, y in points:
        canvas.lay(disc(x, y, radius), colour="#1d1310", edge=0.9, raised=0.8, gloss=0.5, shadow=0)
        canvas.ink(disc(x - radius * 0.3, y - radius * 0.35, radius * 0.33), colour=WHITE)


def _brows(
    canvas: Canvas, left: tuple[float, float], right: tuple[float, float], colour: str, wide: float = 2.4
) -> None:
    """Draw both brows, each by the heights of its outer and its inner end."""
    canvas.lay(ribbon(((37, left[0]), (46, left[1])), wide), ribbon(((63, right[0]), (54, right[1])), wide),
               colour=colour, edge=0.9, raised=0.6, shadow=0.5)  # fmt: skip


def _mouth(canvas: Canvas, y: float = 59, wide: float = 7, bend: float = 3, colour: str = "#8e3b32") -> None:
    canvas.ink(ribbon(curve(((50 - wide, y), (50, y + bend), (50 + wide, y)), 6), 2.1), colour=colour)


def _arc(x: float, y: float, radius: float, begin: float, end: float, flat: float = 1.0) -> list[Point]:
    """Points on a circle, clockwise between two directions in degrees; 0 is to the right."""
    steps = 22
    turns = [math.radians(begin + (end - begin) * i / steps) for i in range(steps + 1)]
    return [(x + radius * math.cos(turn), y + radius * flat * math.sin(turn)) for turn in turns]


def _cap(x: float, y: float, radius: float, flat: float = 1.0) -> Shape:
    """The upper half of a disc: hair, hats."""
    return polygon(*_arc(x, y, radius, 180, 360, flat))


# -- computer players: Labyrinth


def _child(canvas: Canvas) -> None:
    """Paint a freckled child in a paper crown."""
    _shoulders(canvas, "#3f8f7c", 27, 76)
    hair = "#c4642a"
    canvas.lay(disc(33, 43, 8), disc(67, 43, 8), disc(50, 35, 20), colour=hair, edge=3)
    _head(canvas, "#f2c9a4", 18.5, 19, 50)
    canvas.lay(_cap(50, 41, 18.5, 0.6), disc(40, 40, 4.5), disc(49, 41.5, 4.5), disc(59, 40.5, 4.5), colour=hair,
               shadow=1)  # fmt: skip
    crown = polygon((28, 33), (24, 8), (37, 19), (50, 3), (63, 19), (76, 8), (72, 33))
    canvas.lay(crown, colour="#f6e6b4", edge=1.6, raised=0.7, shadow=3)
    canvas.ink(ribbon(((29, 30), (71, 30)), 2.4), colour="#d8475a")
    _eyes(canvas, 49, 8, 3.4, 0.3)
    for x, y in ((36, 55), (39, 58), (42, 54.5), (58, 54.5), (61, 58), (64, 55)):
        canvas.ink(disc(x, y, 0.95), colour="#c07a4a")
    grin = blob((42, 60), (50, 62), (58, 60), (55, 66), (50, 67.5), (45, 66), steps=5)
    canvas.ink(grin, colour="#7d2c2a")
    canvas.ink(box(45, 61, 4.4, 2.6, 0.6), box(51.5, 61, 4.2, 2.5, 0.6), colour=WHITE)


def _dreamer(canvas: Canvas) -> None:
    """Paint a girl with long hair and a wreath of daisies, looking up and away."""
    hair = "#6b4a2e"
    canvas.lay(blob((50, 18), (72, 26), (78, 56), (80, 92), (50, 98), (20, 92), (22, 56), (28, 26)), colour=hair,
               edge=4, shadow=3)  # fmt: skip
    _shoulders(canvas, "#8a6fae", 27, 77)
    _head(canvas, "#edc6a2", 17, 20, 49)
    canvas.lay(polygon(*_arc(50, 42, 17.5, 180, 360, 0.9), (62, 37), (50, 34), (38, 37)), colour=hair, shadow=1)
    for x, y in ((30, 36), (38, 28), (50, 25), (62, 28), (70, 36)):
        petals = [disc(x + dx, y + dy, 3.2) for dx, dy in ((-3.4, 0), (3.4, 0), (0, -3.4), (0, 3.4))]
        canvas.lay(*petals, colour="#fdf8ea", edge=1, raised=0.6, shadow=1.2)
        canvas.lay(disc(x, y, 2.5), colour="#e0a92f", edge=0.8, raised=0.8, shadow=0)
    _eyes(canvas, 47, 7.5, 3.1, 0.9)
    _brows(canvas, (40, 39), (40, 39), hair, 1.8)
    _mouth(canvas, 60, 4.5, 1.8)


def _walker(canvas: Canvas) -> None:
    """Paint a pilgrim under a broad hat, with the staff in his hand."""
    canvas.lay(ribbon(((84, 26), (80, 104)), 4.4), colour="#8a5a2c", edge=1.6)
    canvas.lay(disc(84, 24, 4.6), colour="#a8743c", edge=1.8, shadow=1.5)
    _shoulders(canvas, "#6b5a45", 33, 76)
    _head(canvas, "#cf9a6c", 16, 20, 50)
    beard = blob((34, 54), (36, 66), (50, 73), (64, 66), (66, 54), (60, 62), (50, 64), (40, 62))
    canvas.lay(beard, colour="#5b3a22", edge=2.4, shadow=1)
    canvas.lay(ribbon(curve(((26, 78), (40, 74), (50, 80), (62, 74), (74, 78)), 6), 9), colour="#b8372f", edge=2.6)
    canvas.lay(ellipse(50, 33, 41, 9.5, -3), colour="#5d4327", edge=3, raised=0.9, shadow=4)
    canvas.lay(_cap(50, 32, 20, 1.15), colour="#70522f", edge=4, shadow=1.5)
    canvas.lay(ribbon(((31, 30), (69, 28)), 4), colour="#3a281a", edge=1, raised=0.4, shadow=0)
    shell = polygon((50, 29), (42, 22), (44, 16), (50, 14), (56, 16), (58, 22))
    canvas.lay(shell, colour="#f3e3c8", edge=1.6, shadow=1.4)
    _eyes(canvas, 47, 7, 2.5, 0.0)
    _mouth(canvas, 63, 5, 0.5, "#f0c8a8")


def _thinker(canvas: Canvas) -> None:
    """Paint a bald scholar with round spectacles and a long white beard."""
    _shoulders(canvas, "#3c4a7a", 33, 77)
    canvas.lay(disc(31, 48, 5.5), disc(69, 48, 5.5), colour="#e3b591", shadow=1.5)
    _head(canvas, "#eac3a0", 19, 25, 42)
    beard = blob((30, 50), (31, 66), (38, 86), (50, 99), (62, 86), (69, 66), (70, 50), (62, 58), (50, 56), (38, 58))
    canvas.lay(beard, colour="#ece7de", edge=4.5, shadow=2.4)
    canvas.ink(*(ribbon(curve(((50 + dx, 66), (50 + dx * 1.1, 76), (50 + dx * 0.5, 88)), 5), 0.9) for dx in (-9, 0, 9)),
               colour="#bdb6ac")  # fmt: skip
    canvas.lay(ribbon(curve(((38, 58), (44, 54.5), (50, 57), (56, 54.5), (62, 58)), 6), 5), colour="#ffffff", edge=1.8,
               shadow=1)  # fmt: skip
    _eyes(canvas, 44, 9, 2.6, 0.0)
    for x in (41, 59):
        canvas.lay(ribbon(_arc(x, 44, 7.4, 0, 360), 1.9), colour="#5a4020", edge=0.7, gloss=0.6, shadow=1)
    canvas.lay(ribbon(((48, 43), (52, 43)), 1.7), colour="#5a4020", edge=0.5, shadow=0)
    _brows(canvas, (34, 32.5), (34, 32.5), "#f5f1ea", 4)


def _master(canvas: Canvas) -> None:
    """Paint a sly master builder: a slanting cap with a long feather, a ruff, a pointed beard."""
    _shoulders(canvas, "#541f3c", 34, 78)
    canvas.lay(*(disc(x, 77 + abs(x - 50) * 0.06, 7) for x in range(26, 75, 8)), colour="#f3efe4", edge=2.4)
    canvas.lay(disc(36, 50, 9), disc(64, 50, 9), colour="#1f1718", edge=3, shadow=1)
    _head(canvas, "#dba87e", 15.5, 22, 48)
    canvas.lay(polygon((43, 63), (57, 63), (54, 73), (50, 81), (46, 73)), colour="#1f1718", shadow=1)
    canvas.lay(ribbon(curve(((34, 55), (41, 60), (50, 57.5), (59, 60), (66, 55)), 7), 3), colour="#1f1718", edge=1.1,
               shadow=0.8)  # fmt: skip
    cap = blob((27, 36), (20, 25), (34, 13), (56, 11), (78, 20), (80, 29), (70, 34), (50, 31), steps=7)
    canvas.lay(cap, colour="#8a2540", edge=5, gloss=0.2, shadow=3)
    canvas.lay(ribbon(((29, 36), (50, 31), (71, 34)), 4.4), colour="#5b1629", edge=1.4, shadow=1)
    feather = curve(((66, 30), (76, 17), (86, 11), (94, 15), (97, 24)), 8)
    canvas.lay(ribbon(feather, 11, 4), colour="#f1d27a", edge=2.4, gloss=0.3)
    canvas.ink(ribbon(feather, 1), colour="#8d6420")
    _eyes(canvas, 46, 7, 2.4, 0.8)
    _brows(canvas, (38, 42), (36, 40), "#1f1718", 2.2)


# -- computer players: Cóatl


def _novice(canvas: Canvas) -> None:
    """Paint a round-faced beginner with one feather in the band."""
    _shoulders(canvas, "#c9703a", 28, 77)
    feather = curve(((62, 30), (70, 18), (71, 6)), 6)
    canvas.lay(ribbon(feather, 9, 3), colour="#d8475a", edge=2.4, gloss=0.3)
    canvas.ink(ribbon(feather, 1), colour="#fff2cf")
    canvas.lay(disc(50, 41, 23), box(28, 42, 44, 22, 8), colour="#241a1c", edge=4)
    _head(canvas, "#b8794c", 19, 20, 50)
    canvas.lay(polygon(*_arc(50, 40, 19, 180, 360, 0.72), (66, 43), (34, 43)), colour="#241a1c", edge=2.2, shadow=1)
    canvas.lay(ribbon(curve(((29, 34), (50, 30), (71, 34)), 6), 5), colour="#2fa37d", edge=1.6, gloss=0.4, shadow=1.4)
    for x in (30, 70):
        canvas.lay(disc(x, 57, 5), colour="#36b58c", gloss=0.5, shadow=1.6)
    _eyes(canvas, 50, 8, 3.4, -0.3)
    canvas.lay(disc(37, 57, 3.4), disc(63, 57, 3.4), colour="#cf7f58", raised=0.2, shadow=0, strength=0.8)
    _mouth(canvas, 62, 5, 4)


def _carver(canvas: Canvas) -> None:
    """Paint a stone carver with her hair up, a broad band, and hammer and chisel crossed before her."""
    canvas.lay(disc(50, 15, 10), colour="#2b1b18", edge=3)
    canvas.lay(disc(50, 41, 22), colour="#2b1b18", edge=4)
    _shoulders(canvas, "#8d7a63", 33, 76)
    _head(canvas, "#a9683f", 18, 22, 47)
    canvas.lay(_cap(50, 38, 19.5, 0.75), colour="#2b1b18", shadow=1)
    canvas.lay(ribbon(curve(((31, 38), (50, 33), (69, 38)), 6), 7.5), colour="#e9e1cf", shadow=1.6)
    canvas.lay(*(polygon((x - 3, 35), (x, 31.5), (x + 3, 35), (x, 38.5)) for x in (41, 50, 59)), colour="#2f8f72",
               edge=0.8, raised=0.3, shadow=0)  # fmt: skip
    _eyes(canvas, 47, 8, 2.6, 0.0)
    _brows(canvas, (42, 43.4), (42, 43.4), "#2b1b18")
    _mouth(canvas, 60, 5.5, -0.6)
    canvas.lay(ribbon(((22, 70), (62, 98)), 5.2), colour="#7a4a24", edge=1.8)
    canvas.lay(box(12, 57, 19, 15, 4), colour="#9b9690", edge=3, gloss=0.3, shadow=2.4)
    canvas.lay(ribbon(((82, 66), (44, 98)), 4.2, 5.6), colour="#b9bec4", edge=1.6, gloss=0.8)


def _scribe(canvas: Canvas) -> None:
    """Paint a scribe with long hair and a brush behind the ear, looking down into a folded book."""
    canvas.lay(box(28, 30, 44, 46, 18), colour="#1d1718", edge=4)
    _shoulders(canvas, "#e8dec7", 31, 77)
    canvas.lay(ribbon(curve(((36, 78), (50, 88), (64, 78)), 6), 4.5), colour="#3f7fb0", edge=1.6, shadow=1)
    _head(canvas, "#9a5f3c", 17.5, 21, 48)
    canvas.lay(polygon(*_arc(50, 41, 19.5, 180, 360, 0.85), (69.5, 44), (50, 37), (30.5, 44)), colour="#1d1718",
               edge=2.2, shadow=1)  # fmt: skip
    canvas.lay(ribbon(curve(((31, 37), (50, 31), (69, 37)), 6), 4.5), colour="#3f7fb0", edge=1.5, gloss=0.4, shadow=1.4)
    canvas.lay(ribbon(((68, 55), (82, 22)), 3), colour="#a9743d", edge=1, gloss=0.4, shadow=1.6)
    canvas.lay(ribbon(((82, 22), (86, 12)), 4.6, 1.6), colour="#b8342f", edge=1.2, gloss=0.3, shadow=1.2)
    canvas.lay(*(disc(x, 59, 3.4) for x in (32.5, 67.5)), colour="#e0a63a", edge=1.2, gloss=0.6, shadow=1)
    for x in (42, 58):
        canvas.lay(ellipse(x, 48, 4.2, 2.2), colour=WHITE, edge=0.8, raised=0.4, shadow=0)
        canvas.lay(disc(x, 48.8, 1.9), colour=INK, edge=0.6, raised=0.4, shadow=0)
    _brows(canvas, (43, 42), (43, 42), "#1d1718", 2.2)
    _mouth(canvas, 61, 5, 1.4)
    for left, leaf in ((21, "#f3e6c4"), (40.5, "#e2cfa0"), (60, "#f3e6c4")):
        canvas.lay(box(left, 76, 19, 24, 1.5), colour=leaf, edge=1.6, gloss=0.2, shadow=1.8)
        canvas.ink(*(disc(left + 5 + 4.5 * i, 81, 1.5) for i in range(3)), colour="#b8342f")
        canvas.ink(*(ribbon(((left + 4, y), (left + 15, y)), 2) for y in (86, 90)), colour="#2f6f8f")


def _priest(canvas: Canvas) -> None:
    """Paint the high priest under a fan of feathers, painted and hung with gold."""
    colours = ("#1f8a66", "#e0a63a", "#2fa37d", "#c8384a", "#e8d48a", "#c8384a", "#2fa37d", "#e0a63a", "#1f8a66")
    for i, colour in enumerate(colours):
        turn = math.radians(-170 + i * 20)
        tip = (50 + 43 * math.cos(turn), 46 + 38 * math.sin(turn))
        canvas.lay(ribbon(((50, 46), tip), 8, 12), colour=colour, edge=2.6, gloss=0.3, shadow=1.6)
        canvas.ink(ribbon(((50, 46), tip), 0.9), colour="#fff2cf", strength=0.7)
    _shoulders(canvas, "#5a1f2c", 33, 78)
    _head(canvas, "#8d5632", 17, 22, 50)
    canvas.lay(polygon(*_arc(50, 44, 20, 180, 360, 0.72)), colour=BRASS, edge=3, gloss=0.7)
    canvas.lay(disc(50, 37, 5), colour="#2fa37d", gloss=0.7, shadow=1)
    canvas.ink(box(33, 53.5, 34, 5, 1), colour="#c8384a", strength=0.9)
    canvas.lay(ribbon(((42, 62), (58, 62)), 3.6), colour="#39c296", edge=1.3, gloss=0.7, shadow=1.2)
    for x in (31, 69):
        canvas.lay(disc(x, 55, 5.6), colour=BRASS, gloss=0.7, shadow=1.6)
        canvas.lay(disc(x, 55, 2.4), colour="#2a2440", edge=0.8, raised=-0.4, shadow=0)
    _eyes(canvas, 49, 7.5, 2.6, 0.0)
    _brows(canvas, (44, 46.4), (44, 46.4), "#1d1112")
    _mouth(canvas, 67, 4, -1, "#4d2018")
    canvas.lay(*(disc(50 + 9 * i, 84 - abs(i) * 2.4, 5) for i in range(-2, 3)), colour=BRASS, gloss=0.7)


# -- computer players: the L-Game, of squares and circles


def _gentle(canvas: Canvas) -> None:
    """Paint a kind soul of circles: a red bob, rosy cheeks, closed eyes."""
    canvas.lay(polygon(*_arc(50, 104, 30, 180, 360)), colour="#0f6db4", edge=3, gloss=0.4, shadow=3)
    canvas.lay(_cap(50, 46, 29), box(21, 44, 14, 24, 5), box(65, 44, 14, 24, 5), colour="#d5431c", edge=3.4, gloss=0.5,
               shadow=3)  # fmt: skip
    canvas.lay(disc(50, 49, 20.5), colour="#fbe3cf", edge=5, raised=0.8)
    canvas.lay(_cap(50, 42, 20.5, 0.66), colour="#d5431c", shadow=0.8)
    for x in (42, 58):
        canvas.ink(ribbon(_arc(x, 48, 3.6, 20, 160), 1.9), colour=INK)
    canvas.lay(disc(37.5, 56, 4.2), disc(62.5, 56, 4.2), colour="#f2a08e", raised=0.2, shadow=0)
    canvas.ink(ribbon(_arc(50, 55, 6, 25, 155), 2.2), colour="#b23a2a")


def _club(canvas: Canvas) -> None:
    """Paint a gentleman of the club: bowler, moustache, monocle, bow tie."""
    _shoulders(canvas, "#26282e", 34, 75)
    canvas.lay(polygon((38, 74), (62, 74), (50, 100)), colour="#f4efe2", edge=1.4, shadow=0.8)
    _head(canvas, "#eebd96", 19, 22, 48)
    canvas.lay(_cap(50, 31, 20, 1.2), colour="#22252b", edge=5, gloss=0.5, shadow=2.4)
    canvas.lay(ribbon(curve(((22, 34), (34, 32), (66, 32), (78, 34)), 6), 5.4), colour="#22252b", gloss=0.4, shadow=2.4)
    canvas.lay(ribbon(((31, 27), (69, 27)), 4.6), colour="#d5431c", edge=1, raised=0.3, shadow=0)
    _eyes(canvas, 44, 8.5, 2.6, 0.0)
    canvas.lay(ribbon(_arc(58.5, 44, 6.6, 0, 360), 1.7), colour=BRASS, edge=0.6, gloss=0.8, shadow=1)
    canvas.lay(ribbon(((64, 48), (68, 66)), 0.9), colour=BRASS, edge=0.4, shadow=0.4)
    for side in (-1, 1):
        wing = curve(((50, 57), (50 + side * 9, 55), (50 + side * 17, 60), (50 + side * 20, 55)), 7)
        canvas.lay(ribbon(wing, 7, 1.6), colour="#4a2c18", edge=1.9, shadow=1.2)
    canvas.lay(polygon((50, 77), (37, 71), (37, 84)), polygon((50, 77), (63, 71), (63, 84)), disc(50, 77.4, 3),
               colour="#0f6db4", edge=1.8, gloss=0.3, shadow=1.4)  # fmt: skip


def _perfect(canvas: Canvas) -> None:
    """Paint a head made of the game itself: two Ls that fit into each other, and two pebbles as eyes."""
    canvas.lay(box(30, 78, 40, 40, 3), colour="#efe6d2", shadow=3)
    canvas.lay(box(43, 70, 14, 14, 1), colour="#c3b595", edge=1.4, shadow=1)
    red, blue = ((38, 18), (38, 64), (50, 64)), ((62, 66), (62, 20), (50, 20))
    canvas.lay(box(24, 6, 52, 71, 5), colour="#efe6d2", edge=2.2, raised=0.9, shadow=4)
    canvas.lay(ribbon(red, 20), colour="#d5431c", edge=3, gloss=0.9, shadow=1.6)
    canvas.lay(ribbon(blue, 20), colour="#0f6db4", edge=3, gloss=0.9, shadow=1.6)
    for x in (38, 62):
        canvas.lay(disc(x, 36, 7.2), colour="#f6f3ea", raised=0.7, shadow=1.6)
        canvas.lay(disc(x, 36, 3.7), colour="#1b1d22", edge=1.2, gloss=0.8, shadow=0)
    canvas.ink(box(41, 57, 18, 3.2, 0.6), colour="#1b1d22")


# -- things instead of people


def _automaton(canvas: Canvas) -> None:
    """Paint a brass player that could sit at any table."""
    _shoulders(canvas, "#8d6424", 32, 78)
    canvas.lay(box(43, 66, 14, 16, 3), colour="#6f5a3c", shadow=1)
    canvas.lay(ribbon(((50, 22), (50, 9)), 3), disc(50, 8, 4.4), colour=BRASS, edge=1.6, gloss=0.7, shadow=1.6)
    canvas.lay(disc(26, 46, 6), disc(74, 46, 6), colour="#a87a30", shadow=1.6)
    canvas.lay(box(27, 21, 46, 49, 15), colour=BRASS, edge=5, gloss=0.7, shadow=3)
    for x in (40, 60):
        canvas.lay(disc(x, 42, 7.2), colour="#3a2610", edge=1.6, raised=-0.6, shadow=0)
        canvas.lay(disc(x, 42, 4.2), colour="#ffd46b", edge=1.6, gloss=0.6, shadow=0)
    canvas.lay(*(box(x, 56, 3, 8, 1) for x in (38, 44, 50, 56)), colour="#3a2610", edge=0.8, raised=-0.6, shadow=0)


def _model(canvas: Canvas) -> None:
    """Paint an oracle: a mask of stone with lit eyes and an open mouth."""
    hood = curve(((14, 104), (20, 60), (26, 26), (50, 6), (74, 26), (80, 60), (86, 104), (14, 104)), 7)
    canvas.lay(polygon(*hood), colour="#54507a", edge=6, raised=0.9, shadow=3)
    _head(canvas, "#b9b6c4", 20, 27, 50)
    for x in (41, 59):
        canvas.lay(ellipse(x, 43, 6, 3.6), colour="#1b1930", edge=1.2, raised=-0.6, shadow=0)
        canvas.lay(disc(x, 43, 2.4), colour="#7fe3ff", edge=1, raised=0.4, shadow=0)
    canvas.lay(ellipse(50, 65, 8, 6.5), colour="#1b1930", edge=1.4, raised=-0.7, shadow=0)
    canvas.glow(50, 43, 26, "#58c8ff", 0.35)
    bubble = (box(58, 66, 34, 22, 8), polygon((60, 72), (54, 68), (66, 80)))
    canvas.lay(*bubble, colour="#f4f1e6", raised=0.7, shadow=3)
    canvas.ink(*(disc(x, 77, 2.4) for x in (67, 75, 83)), colour="#4b4a63")


def _random(canvas: Canvas) -> None:
    """Paint a die, for the player that moves at random."""
    canvas.lay(box(24, 26, 52, 52, 10), colour="#efe6d2", edge=4, gloss=0.3, shadow=4)
    canvas.lay(*(disc(x, y, 5) for x, y in ((38, 40), (62, 40), (50, 52), (38, 64), (62, 64))), colour="#2c2230",
               edge=1.6, raised=-0.8, shadow=0)  # fmt: skip


def _guest(canvas: Canvas) -> None:
    """Paint a pawn, which stands for any player."""
    canvas.lay(box(22, 80, 56, 30, 10), colour="#d8c6a2", edge=4, shadow=3)
    canvas.lay(polygon((42, 50), (58, 50), (68, 84), (32, 84)), colour="#e6d6b4", edge=4)
    canvas.lay(ellipse(50, 53, 17, 5), colour="#efe2c4", edge=2.4)
    canvas.lay(disc(50, 34, 18), colour="#efe2c4", edge=6, gloss=0.4, shadow=2.4)


# -- figures to choose from


def _fox(canvas: Canvas) -> None:
    for side in (-1, 1):
        canvas.lay(polygon((50 + side * 6, 34), (50 + side * 33, 44), (50 + side * 30, 8)), colour="#d96a26", edge=3,
                   shadow=3)  # fmt: skip
        canvas.lay(polygon((50 + side * 16, 34), (50 + side * 28, 38), (50 + side * 27, 17)), colour="#3a2018",
                   raised=-0.4, shadow=0)  # fmt: skip
    face = blob((18, 46), (32, 30), (50, 28), (68, 30), (82, 46), (66, 68), (50, 88), (34, 68), steps=7)
    canvas.lay(face, colour="#e07a2e", edge=5, gloss=0.2, shadow=3)
    for side in (-1, 1):
        cheek = ((50, 86), (50 + side * 13, 64), (50 + side * 30, 47), (50 + side * 13, 54), (50, 66))
        canvas.lay(polygon(*cheek), colour="#fbf0e0", edge=2.4, raised=0.6, shadow=0)
    canvas.lay(ellipse(50, 82, 6, 5), colour="#221512", gloss=0.6, shadow=1)
    _beads(canvas, ((37, 48), (63, 48)), 4)


def _owl(canvas: Canvas) -> None:
    canvas.lay(ellipse(50, 62, 33, 42), polygon((18, 12), (42, 26), (24, 44)), polygon((82, 12), (58, 26), (76, 44)),
               colour="#7b5a3c", edge=5, shadow=3)  # fmt: skip
    canvas.lay(*(ellipse(x, y, 4, 3) for y in (74, 83, 92) for x in range(34 + (y % 2) * 4, 70, 9)), colour="#c8a878",
               edge=1, raised=0.3, shadow=0)  # fmt: skip
    for x in (36, 64):
        canvas.lay(disc(x, 46, 15), colour="#e9d7b4", edge=4, raised=0.7, shadow=1.4)
        canvas.lay(disc(x, 46, 9.4), colour="#f2b632", gloss=0.4, shadow=0)
    _beads(canvas, ((36, 46), (64, 46)), 5.4)
    canvas.lay(polygon((44, 53), (56, 53), (50, 68)), colour="#d98a2b", edge=2.2, gloss=0.5, shadow=1.6)


def _cat(canvas: Canvas) -> None:
    fur = "#56525c"
    for side in (-1, 1):
        canvas.lay(
            polygon((50 + side * 6, 32), (50 + side * 32, 46), (50 + side * 27, 8)), colour=fur, edge=3, shadow=3
        )
        canvas.lay(polygon((50 + side * 14, 32), (50 + side * 26, 38), (50 + side * 24, 18)), colour="#d79a94",
                   raised=-0.3, shadow=0)  # fmt: skip
    canvas.lay(ellipse(50, 56, 33, 29), colour=fur, edge=6, gloss=0.2, shadow=3)
    for x in (36, 64):
        canvas.lay(ellipse(x, 52, 8, 6.6), colour="#c9e05a", edge=1.8, gloss=0.5, shadow=0)
        canvas.ink(ellipse(x, 52, 2, 5.8), colour="#15120f")
    canvas.lay(ellipse(43, 69, 9, 7), ellipse(57, 69, 9, 7), colour="#e9e4dc", edge=2.8, shadow=1)
    canvas.lay(polygon((45, 61), (55, 61), (50, 67)), colour="#d9837d", edge=1.4, shadow=0.6)
    for side in (-1, 1):
        for dy in (-3, 2):
            canvas.ink(ribbon(((50 + side * 16, 68 + dy / 2), (50 + side * 40, 66 + dy * 2)), 1.1), colour=WHITE)


def _bear(canvas: Canvas) -> None:
    fur = "#8a5a34"
    for x in (24, 76):
        canvas.lay(disc(x, 29, 13), colour=fur, edge=4, shadow=3)
        canvas.lay(disc(x, 29, 7), colour="#4d2f1a", raised=-0.4, shadow=0)
    canvas.lay(ellipse(50, 55, 35, 32), colour=fur, edge=7, gloss=0.15, shadow=3)
    canvas.lay(ellipse(50, 69, 17, 14), colour="#dcb98c", edge=4, shadow=1)
    canvas.lay(ellipse(50, 62, 7.4, 5), colour="#241612", gloss=0.6, shadow=1)
    canvas.ink(ribbon(((50, 66), (50, 72)), 1.7), ribbon(_arc(50, 70, 6, 20, 160), 1.9), colour="#4d2f1a")
    _beads(canvas, ((35, 49), (65, 49)), 3.8)


def _frog(canvas: Canvas) -> None:
    skin = "#6fb23c"
    for x in (29, 71):
        canvas.lay(disc(x, 28, 15), colour=skin, edge=4, shadow=3)
    canvas.lay(ellipse(50, 59, 39, 29), colour=skin, edge=6, gloss=0.3, shadow=3)
    canvas.lay(ellipse(50, 76, 25, 13), colour="#d8e8a0", edge=4, raised=0.5, shadow=0)
    for x in (29, 71):
        canvas.lay(disc(x, 27, 9.6), colour="#fbf6e2", edge=2.4, shadow=1)
        canvas.lay(ellipse(x, 27, 6, 3.4), colour="#1d1a12", edge=1, gloss=0.4, shadow=0)
    canvas.ink(ribbon(curve(((18, 57), (32, 68), (50, 71), (68, 68), (82, 57)), 7), 2.4), colour="#2f5a1c")
    canvas.lay(disc(45, 54, 1.4), disc(55, 54, 1.4), colour="#2f5a1c", edge=0.5, raised=-0.4, shadow=0)


def _turtle(canvas: Canvas) -> None:
    skin = "#b9c878"
    for x, y in ((22, 48), (22, 82), (78, 48), (78, 82)):
        canvas.lay(ellipse(x, y, 11, 8, 40 if (x < 50) == (y < 60) else -40), colour=skin, edge=3)
    canvas.lay(ellipse(50, 22, 12.5, 15), colour=skin, edge=4, shadow=2.4)
    _beads(canvas, ((44.5, 16), (55.5, 16)), 2.5)
    canvas.lay(ellipse(50, 64, 33, 31), colour="#3f6b4a", edge=6, gloss=0.3, shadow=3.4)
    scute = [_arc(50, 64, 13, 30 + i * 60, 31 + i * 60)[0] for i in range(6)]
    canvas.lay((tuple(scute),), colour="#86a85a", edge=2.4, shadow=0.8)
    for corner in scute:
        out = (50 + (corner[0] - 50) * 2.3, 64 + (corner[1] - 64) * 2.2)
        canvas.lay(ribbon((corner, out), 1.9), colour="#24432d", edge=0.7, raised=-0.3, shadow=0)


def _raven(canvas: Canvas) -> None:
    body = blob((38, 104), (26, 74), (26, 44), (40, 24), (58, 22), (69, 34), (70, 50), (78, 80), (80, 104), steps=7)
    canvas.lay(body, colour="#23262f", edge=6, gloss=0.5, shadow=3)
    beak = blob((64, 32), (80, 33), (95, 45), (82, 45), (66, 49))
    canvas.lay(beak, colour="#c79a45", edge=2.6, gloss=0.5, shadow=2.4)
    canvas.ink(ribbon(((66, 42), (90, 44)), 1.2), colour="#6d4c16")
    canvas.lay(disc(57, 37, 6), colour="#e9e2d0", edge=1.6, raised=0.5, shadow=0)
    _beads(canvas, ((58, 37),), 3.4)
    for down in (66, 78, 90):
        canvas.lay(ribbon(curve(((34, down), (46, down + 8), (60, down + 6)), 5), 2), colour="#4d5568", edge=0.7,
                   raised=0.4, shadow=0)  # fmt: skip


def _whale(canvas: Canvas) -> None:
    for bend in (-13.0, 0.0, 13.0):
        canvas.lay(ribbon(curve(((42, 34), (42 + bend * 0.5, 18), (42 + bend * 1.3, 12)), 6), 4, 2), colour="#eef6f8",
                   edge=1.4, gloss=0.4, shadow=1.4)  # fmt: skip
    tail = blob((70, 62), (80, 46), (72, 32), (84, 36), (88, 44), (96, 38), (97, 52), (86, 58), (82, 76), steps=7)
    canvas.lay(tail, colour="#7fa9c9", edge=3, shadow=2.4)
    body = blob((8, 60), (14, 42), (36, 34), (60, 42), (76, 60), (84, 66), (76, 82), (48, 88), (20, 80), steps=8)
    canvas.lay(body, colour="#8fb8d4", edge=6, gloss=0.3, shadow=3)
    canvas.lay(blob((11, 66), (30, 74), (52, 74), (64, 80), (48, 87), (24, 81)), colour="#f2f4ee", edge=2.4, raised=0.4,
               shadow=0)  # fmt: skip
    _beads(canvas, ((30, 61),), 3.2)


def _ship(canvas: Canvas) -> None:
    canvas.lay(ribbon(((50, 8), (50, 72)), 3), colour="#6b4526", edge=1.2, shadow=1)
    canvas.lay(blob((53, 14), (74, 26), (84, 56), (53, 60), (60, 36)), colour="#f4ecd8", edge=3, shadow=2.4)
    canvas.lay(polygon((46, 20), (46, 60), (18, 58)), colour="#e3d3ae", edge=3, shadow=2.4)
    canvas.lay(polygon((50, 6), (66, 10), (50, 15)), colour="#d8475a", edge=1, shadow=1)
    canvas.lay(blob((10, 66), (90, 66), (78, 86), (50, 90), (22, 86)), colour="#8a4f26", edge=4, gloss=0.2, shadow=3)
    canvas.lay(ribbon(((14, 71), (86, 71)), 2), colour="#e0b45a", edge=0.7, raised=0.3, shadow=0)
    waves = [ribbon(_arc(x, 84, 8, 180, 360, 0.7), 4) for x in (14, 30, 46, 62, 78, 92)]
    canvas.lay(*waves, box(0, 87, 100, 20), colour="#2d6a86", edge=1.8, shadow=1.4)


def _key(canvas: Canvas) -> None:
    ring = [(32 + 15 * math.cos(a / 24 * math.tau), 34 + 15 * math.sin(a / 24 * math.tau)) for a in range(25)]
    shaft = ribbon(((43, 45), (80, 82)), 8)
    teeth = (ribbon(((72, 74), (64, 82)), 6.4), ribbon(((80, 82), (70, 92)), 6.4))
    canvas.lay(ribbon(ring, 9), shaft, *teeth, colour="#dfe3e8", edge=2.8, raised=1.1, gloss=0.9, shadow=4)


def _bell(canvas: Canvas) -> None:
    canvas.lay(ribbon(_arc(50, 17, 7, 150, 390), 4), colour=BRASS, edge=1.6, gloss=0.7)
    canvas.lay(disc(50, 84, 9), colour="#7d5a22", edge=3, gloss=0.5)
    body = blob(
        (14, 78), (24, 66), (28, 42), (38, 24), (50, 20), (62, 24), (72, 42), (76, 66), (86, 78), (50, 82), steps=7
    )
    canvas.lay(body, colour="#e2b04a", edge=6, gloss=0.8, shadow=3.4)
    canvas.lay(ribbon(curve(((26, 62), (50, 67), (74, 62)), 6), 2.4), colour="#8d6420", edge=0.8, raised=-0.4, shadow=0)


def _acorn(canvas: Canvas) -> None:
    canvas.lay(ribbon(curve(((50, 26), (51, 14), (58, 7)), 5), 5, 3.6), colour="#6b4a26", edge=1.6)
    nut = blob((24, 46), (28, 70), (42, 88), (50, 97), (58, 88), (72, 70), (76, 46), (50, 42), steps=7)
    canvas.lay(nut, colour="#c88a3e", edge=6, gloss=0.6, shadow=3)
    cup = blob((16, 48), (20, 30), (38, 21), (62, 21), (80, 30), (84, 48), (50, 55), steps=7)
    canvas.lay(cup, colour="#75502c", edge=4, shadow=3)
    scales = [ribbon(_arc(x, y, 5, 20, 160), 1.5) for y in (30, 38, 46) for x in range(27 + (y // 8 % 2) * 5, 78, 10)]
    canvas.ink(*scales, colour="#432b14", strength=0.8)


AVATARS: dict[str, tuple[str, Callable[[Canvas], None]]] = {
    "fox": ("#244a4a", _fox),
    "owl": ("#2b2f57", _owl),
    "cat": ("#c9a14e", _cat),
    "bear": ("#cfd8c4", _bear),
    "frog": ("#173a2c", _frog),
    "turtle": ("#d9c79a", _turtle),
    "raven": ("#b4bcc8", _raven),
    "whale": ("#173a5a", _whale),
    "ship": ("#6f9db4", _ship),
    "key": ("#7a2533", _key),
    "bell": ("#3d2a55", _bell),
    "acorn": ("#dfe3c0", _acorn),
}
"""The figures to choose from, by name: different in outline, and dark on light or light on dark."""

FIGURES: dict[str, tuple[str, Callable[[Canvas], None]]] = {
    "child": ("#2c4475", _child),
    "dreamer": ("#5d8aa8", _dreamer),
    "walker": ("#7f9a5c", _walker),
    "thinker": ("#a58a4e", _thinker),
    "master": ("#3c5a56", _master),
    "novice": ("#d9b56a", _novice),
    "carver": ("#2c6a58", _carver),
    "scribe": ("#8f4a35", _scribe),
    "priest": ("#241d38", _priest),
    "gentle": ("#f0e7d2", _gentle),
    "club": ("#c8b78e", _club),
    "perfect": ("#3a3f49", _perfect),
    "model": ("#1c3348", _model),
    "random": ("#5b2531", _random),
    "automaton": ("#274338", _automaton),
    GUEST: ("#4b3a2c", _guest),
    **AVATARS,
}
"""All figures, each with the colour of its background."""
