"""The animals of the meadow: round rabbits, each with its own coat, and foxes two squares long along their rails."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import pygame

from sprites.jumpin.meadow import bake_lip, set_in_hole
from sprites.paint.canvas import Canvas, Pen, Point, Shape, box, curve, disc, ellipse, polygon, ribbon, with_outline
from sprites.paint.kit import PlayerLook

Mood = Literal["calm", "eager", "happy", "puzzled"]
Ears = Literal["up", "lop", "bent", "short"]
Marking = Literal["none", "spots", "stripe", "mask", "saddle"]

PINK, NOSE, EYE, WHITE = "#eaa6a0", "#c9605f", "#24170f", "#ffffff"
WHISKER = "#fff6e6"


class Coat(NamedTuple):
    """The constant look of a rabbit."""

    fur: str
    pale: str
    patch: str
    ears: Ears
    marking: Marking
    seat: int
    """The index of the theme's colour and pattern for its scarf."""


HEAD: Point = (50, 51)
"""Middle of a head that is not seen from the side."""


def head(pen: Pen, coat: Coat, mood: Mood, *, down: bool) -> None:
    """Draw a face that looks towards the player, or down the board."""
    x, y = HEAD
    _ears(pen, coat, mood)
    pen.lay(ellipse(x, y, 26.5, 22), colour=coat.fur, edge=6, raised=0.95, gloss=0.25, shadow=3)
    _marks(pen, coat)
    drop = 5.0 if down else 0.0
    pen.lay(ellipse(x - 6.6, y + 8.4 + drop * 0.6, 8.8, 7), ellipse(x + 6.6, y + 8.4 + drop * 0.6, 8.8, 7),
            colour=coat.pale, edge=3, raised=0.8, shadow=0.8)  # fmt: skip
    for s in (-1, 1):
        _eye(pen, coat, mood, x + s * 11.4, y - 2.6 + drop, gaze=(0, 2.2 if down else 0))
    nose = y + 4 + drop * 0.8
    tip = curve(((x - 4, nose - 1.6), (x, nose - 2.6), (x + 4, nose - 1.6), (x, nose + 2.6), (x - 4, nose - 1.6)), 4)
    pen.lay(polygon(*tip), colour=NOSE, edge=1, gloss=0.8, shadow=0.6)
    _mouth(pen, mood, x, nose + 2)
    for s in (-1, 1):
        for rise in (-2.4, 1.6):
            way = [
                (x + s * 12, nose + 3 + rise * 0.4),
                (x + s * 19, nose + 2 + rise),
                (x + s * 27, nose + 3 + rise * 1.8),
            ]
            pen.ink(ribbon(curve(way, 4), 0.9, 0.4), colour=WHISKER, strength=0.75)


def back_head(pen: Pen, coat: Coat, mood: Mood) -> None:
    x, y = HEAD
    pen.lay(ellipse(x, y, 24, 20), colour=coat.fur, edge=6, raised=0.95, gloss=0.25, shadow=3)
    if coat.marking == "stripe":
        pen.lay(ellipse(x, y - 2, 4.4, 15), colour=coat.patch, edge=2.4, raised=0.5, shadow=0)
    _ears(pen, coat, mood, behind=True)


def side_head(pen: Pen, coat: Coat, mood: Mood) -> None:
    """Draw a head that looks to the right."""
    x, y = 64, 48
    _side_ears(pen, coat, mood)
    pen.lay(ellipse(x, y, 21.5, 19), ellipse(x + 13, y + 6, 11.5, 10), colour=coat.fur, edge=5.5, raised=0.95,
            gloss=0.25, shadow=3)  # fmt: skip
    if coat.marking == "mask":
        pen.lay(ellipse(x + 6, y - 4, 9, 9.4), colour=coat.patch, edge=3, raised=0.5, shadow=0)
    if coat.marking == "stripe":
        pen.lay(ribbon(curve([(x + 2, y - 17), (x + 13, y - 11), (x + 21, y - 2)], 5), 6, 3), colour=coat.patch,
                raised=0.4, shadow=0)  # fmt: skip
    if coat.marking == "spots":
        pen.lay(ellipse(x - 7, y - 7, 5, 5.4), colour=coat.patch, raised=0.4, shadow=0)
    pen.lay(ellipse(x + 15.5, y + 8.6, 9, 6.6), colour=coat.pale, edge=3, raised=0.8, shadow=0.6)
    _eye(pen, coat, mood, x + 7, y - 3.4, gaze=(1, 0))
    pen.lay(ellipse(x + 23, y + 3.4, 3, 2.6), colour=NOSE, edge=1, gloss=0.8, shadow=0.6)
    _mouth(pen, mood, x + 17, y + 7.4, size=0.7)
    for rise in (-1.6, 2.4):
        way = curve([(x + 16, y + 9 + rise), (x + 9, y + 10 + rise), (x + 1, y + 9 + rise * 2.2)], 4)
        pen.ink(ribbon(way, 0.9, 0.4), colour=WHISKER, strength=0.7)


def _marks(pen: Pen, coat: Coat) -> None:
    """Draw the markings that distinguish the faces."""
    x, y = HEAD
    if coat.marking == "stripe":
        blaze = polygon((x - 2.4, y - 21), (x + 2.4, y - 21), (x + 4.6, y + 6), (x - 4.6, y + 6))
        pen.lay(blaze, colour=coat.pale, raised=0.4, shadow=0)
    elif coat.marking == "spots":
        pen.lay(ellipse(x + 12, y - 6, 8, 9, -18), ellipse(x - 13, y - 12, 4.4, 4), colour=coat.patch, edge=2.6,
                raised=0.4, shadow=0)  # fmt: skip
    elif coat.marking == "mask":
        for s in (-1, 1):
            pen.lay(ellipse(x + s * 12, y - 2.5, 8.6, 8.6, s * -18), colour=coat.patch, edge=2.6, raised=0.5, shadow=0)
    elif coat.marking == "saddle":
        pen.lay(ellipse(x, y - 15, 13, 6), colour=coat.patch, edge=3, raised=0.4, shadow=0)


# -- ears


def _ears(pen: Pen, coat: Coat, mood: Mood, *, behind: bool = False) -> None:
    for s in (-1, 1):
        if coat.ears == "lop" or (mood == "puzzled" and s > 0 and coat.ears != "bent"):
            _lop(pen, coat, s, behind)
        elif coat.ears == "bent" and s > 0 and mood != "eager":
            _bent(pen, coat, s, behind)
        else:
            _upright(pen, coat, s, behind, short=coat.ears == "short")


def _upright(pen: Pen, coat: Coat, s: int, behind: bool, *, short: bool) -> None:
    lean = s * 12
    if short:
        pen.lay(ellipse(50 + s * 15, 29, 9.6, 14, s * 20), colour=coat.fur, edge=3.2, gloss=0.2)
        if not behind:
            pen.lay(ellipse(50 + s * 15.4, 30, 5.4, 9.4, s * 20), colour=PINK, raised=-0.4, shadow=0)
        return
    pen.lay(ellipse(50 + s * 13, 22, 7.8, 20, lean), colour=coat.fur, edge=3.2, gloss=0.2)
    if not behind:
        pen.lay(ellipse(50 + s * 13.3, 23.5, 4, 14, lean), colour=PINK, raised=-0.4, shadow=0)
    if coat.marking == "mask":
        pen.lay(ellipse(50 + s * 15.8, 9.4, 5.4, 7, lean), colour=coat.patch, edge=2.4, raised=0.5, shadow=0)


def _lop(pen: Pen, coat: Coat, s: int, behind: bool) -> None:
    way = curve([(50 + s * 10, 32), (50 + s * 22, 30), (50 + s * 31, 40), (50 + s * 32.5, 56)], 7)
    pen.lay(ribbon(way, 9, 15), colour=coat.fur, edge=3.4, gloss=0.2, shadow=2.4)
    inner = curve([(50 + s * 27, 38), (50 + s * 31.4, 47), (50 + s * 32, 57)], 6)
    if not behind:
        pen.lay(ribbon(inner, 3, 7), colour=PINK, raised=-0.3, shadow=0)


def _bent(pen: Pen, coat: Coat, s: int, behind: bool) -> None:
    """Draw an ear with a drooping tip."""
    root = curve([(50 + s * 11, 36), (50 + s * 14, 22), (50 + s * 17, 14)], 6)
    pen.lay(ribbon(root, 12, 14), colour=coat.fur, edge=3.2, gloss=0.2)
    if not behind:
        pen.lay(ribbon([(50 + s * 12, 34), (50 + s * 15, 20)], 5, 7), colour=PINK, raised=-0.4, shadow=0)
    pen.lay(ribbon(curve([(50 + s * 16, 12), (50 + s * 25, 13), (50 + s * 31, 25)], 6), 13, 8), colour=coat.fur, edge=3,
            gloss=0.2, shadow=2.4)  # fmt: skip


def _side_ears(pen: Pen, coat: Coat, mood: Mood) -> None:
    if coat.ears == "lop" or (mood == "puzzled" and coat.ears != "short"):
        way = curve([(60, 31), (51, 32), (44, 42), (43, 57)], 7)
        pen.lay(ribbon(way, 9, 15), colour=coat.fur, edge=3.4, gloss=0.2, shadow=2.4)
        return
    if coat.ears == "short":
        for x, lean in ((66, 12), (54, -18)):
            pen.lay(ellipse(x, 26, 8.4, 13.5, lean), colour=coat.fur, edge=3.2, gloss=0.2)
        pen.lay(ellipse(54.4, 27, 4.8, 9, -18), colour=PINK, raised=-0.4, shadow=0)
        return
    sweep = -10 if mood == "eager" else -24
    pen.lay(ellipse(63, 21, 6.8, 20, sweep + 14), colour=coat.fur, edge=3.2, gloss=0.2)
    if coat.ears == "bent" and mood != "eager":
        pen.lay(ribbon(curve([(56, 34), (50, 22), (46, 15)], 6), 12, 13), colour=coat.fur, edge=3.2, gloss=0.2)
        pen.lay(ribbon(curve([(46, 13), (36, 15), (31, 27)], 6), 13, 8), colour=coat.fur, edge=3, gloss=0.2, shadow=2.4)
        return
    pen.lay(ellipse(53, 23, 7.4, 20, sweep), colour=coat.fur, edge=3.2, gloss=0.2)
    pen.lay(ellipse(53.4, 24, 3.8, 14, sweep), colour=PINK, raised=-0.4, shadow=0)
    if coat.marking == "mask":
        tip = 53 + 13.5 * math.sin(math.radians(sweep)), 23 - 13.5 * math.cos(math.radians(sweep))
        pen.lay(ellipse(*tip, 5.2, 6.6, sweep), colour=coat.patch, edge=2.4, raised=0.5, shadow=0)


# -- faces


def _eye(pen: Pen, coat: Coat, mood: Mood, x: float, y: float, gaze: Point) -> None:
    if mood == "happy":
        way = [
            (x + 4.6 * math.cos(math.pi * (1 + i / 8)), y + 2 + 4.8 * math.sin(math.pi * (1 + i / 8))) for i in range(9)
        ]
        pen.ink(ribbon(way, 2.6), colour=WHITE if _is_dark(coat) else EYE)
        return
    large = 1.16 if mood == "eager" else 1.0
    if _is_dark(coat):
        pen.lay(ellipse(x, y, 6.2 * large, 7.2 * large), colour=WHISKER, edge=1.2, raised=0.3, shadow=0)
    dx, dy = gaze
    pen.lay(
        ellipse(x + dx * 1.2, y + dy * 0.4, 4.6 * large, 5.6 * large),
        colour=EYE,
        edge=1.4,
        raised=0.8,
        gloss=0.5,
        shadow=0,
    )
    pen.ink(disc(x + dx * 1.6 - 1.4, y + dy - 2, 1.7 * large), colour=WHITE)
    pen.ink(disc(x + dx * 1.6 + 1.6, y + dy + 2, 0.8 * large), colour=WHITE, strength=0.7)
    if mood == "puzzled":
        s = 1 if x > 50 else -1
        pen.ink(ribbon([(x - s * 5, y - 10.6), (x + s * 4, y - 8.4)], 1.8), colour=EYE)


def _is_dark(coat: Coat) -> bool:
    """Whether dark eyes would be invisible in its face."""
    around = coat.patch if coat.marking == "mask" else coat.fur
    return sum(int(around[i : i + 2], 16) for i in (1, 3, 5)) < 240


def _mouth(pen: Pen, mood: Mood, x: float, y: float, size: float = 1.0) -> None:
    if mood == "eager":
        pen.lay(ellipse(x, y + 4.4, 2.8 * size, 3.2 * size), colour="#7c2f2c", edge=1, raised=-0.4, shadow=0)
        return
    if mood == "puzzled":
        way = curve([(x - 4, y + 4.4), (x - 1, y + 3.2), (x + 1.4, y + 4.8), (x + 4, y + 3.6)], 4)
        pen.ink(ribbon(way, 1.3), colour=EYE)
        return
    for s in (-1, 1):
        pen.ink(ribbon(curve([(x, y + 0.8), (x + s * 1.4, y + 3.6), (x + s * 4.6, y + 3)], 5), 1.2), colour=EYE)


Facing = Literal["front", "up", "down", "left", "right"]
FAINT = 0.78
"""Opacity of a scarf's pattern without strong patterns."""

COATS: tuple[Coat, ...] = (
    Coat("#f2ebe0", "#fffdf8", "#d9cbb8", "up", "none", 0),
    Coat("#9a6234", "#e6c79c", "#6d4020", "lop", "stripe", 1),
    Coat("#8f95a0", "#dfe2e6", "#5f6570", "bent", "spots", 2),
    Coat("#3e3733", "#cbbbab", "#f0e6d8", "short", "mask", 3),
    Coat("#e2b063", "#fbe8c0", "#a9702c", "lop", "spots", 1),
    Coat("#f4eee6", "#fffdf8", "#3b332f", "up", "mask", 3),
    Coat("#6e4a35", "#cfae8e", "#f3e7d6", "bent", "saddle", 0),
    Coat("#bcb2a6", "#f1ebe3", "#81766b", "short", "stripe", 2),
)
"""Distinct in shade, ears, marking, and scarf."""

FRONT_SCARF: tuple[Point, ...] = ((27, 66), (38, 73.5), (50, 76), (62, 73.5), (73, 66))
BACK_SCARF: tuple[Point, ...] = ((28, 63), (39, 68.5), (50, 70), (61, 68.5), (72, 63))
SIDE_SCARF: tuple[Point, ...] = ((52, 62), (58, 69), (66, 73), (75, 73))


def coat_of(number: int) -> Coat:
    """The coat of the rabbit with that number, counted from 1."""
    return COATS[(number - 1) % len(COATS)]


def paint_rabbit(
    coat: Coat, look: PlayerLook, facing: Facing, mood: Mood, side: int, *, strong: bool
) -> pygame.Surface:
    figure = Canvas(side)
    pen = Pen(figure, flip=facing == "left")
    FIGURES[facing](pen, coat, look, mood, strong)
    return with_outline(figure, ellipse(51, 91, 29, 7), side).picture()


def paint_rabbit_home(
    coat: Coat, look: PlayerLook, facing: Facing, mood: Mood, side: int, *, strong: bool
) -> pygame.Surface:
    """Paint a rabbit that looks out of its burrow: what is below the edge is hidden."""
    figure = Canvas(side)
    pen = Pen(figure, flip=facing == "left").moved(0, 8)
    if facing in ("left", "right"):
        _scarf(pen.moved(-12, 3), look, strong, SIDE_SCARF)
        side_head(pen.moved(-12, 3), coat, mood)
    elif facing == "up":
        _scarf(pen, look, strong, BACK_SCARF, knot=True)
        back_head(pen, coat, mood)
    else:
        _scarf(pen, look, strong, FRONT_SCARF)
        head(pen, coat, mood, down=facing == "down")
    front = Canvas(side)
    bake_lip(front)
    if facing != "up":
        paws = Pen(front)
        for x in (35, 65):
            paws.lay(ellipse(x, 81, 7.4, 5.4), colour=coat.pale, edge=2.4, gloss=0.2)
    return set_in_hole(figure, ellipse(50, 70, 20, 5), front, side).picture()


# -- whole figures


def _front(pen: Pen, coat: Coat, look: PlayerLook, mood: Mood, strong: bool) -> None:
    _front_body(pen, coat)
    _scarf(pen, look, strong, FRONT_SCARF)
    head(pen, coat, mood, down=False)


def _down(pen: Pen, coat: Coat, look: PlayerLook, mood: Mood, strong: bool) -> None:
    _front_body(pen, coat)
    _scarf(pen.moved(0, 2), look, strong, FRONT_SCARF)
    head(pen.moved(0, 5), coat, mood, down=True)


def _front_body(pen: Pen, coat: Coat) -> None:
    pen.lay(ellipse(50, 75, 31, 19), colour=coat.fur, edge=6, gloss=0.2, shadow=3)
    if coat.marking == "saddle":
        pen.lay(
            ellipse(29, 74, 8, 12, 14), ellipse(71, 74, 8, 12, -14), colour=coat.patch, edge=3, raised=0.5, shadow=0
        )
    if coat.marking == "spots":
        pen.lay(ellipse(27, 74, 5, 6, 20), ellipse(73, 79, 4.6, 5), colour=coat.patch, raised=0.4, shadow=0)
    pen.lay(ellipse(50, 81, 15, 12), colour=coat.pale, edge=4, raised=0.7, shadow=0)
    pen.lay(
        ellipse(35.5, 90, 10.5, 5.6), ellipse(64.5, 90, 10.5, 5.6), colour=coat.pale, edge=2.6, gloss=0.2, shadow=1.8
    )


def _up(pen: Pen, coat: Coat, look: PlayerLook, mood: Mood, strong: bool) -> None:
    """Draw it from behind, with its white tail."""
    pen.lay(ellipse(33, 90, 10, 5), ellipse(67, 90, 10, 5), colour=coat.pale, edge=2.4, shadow=1.6)
    pen.lay(ellipse(50, 73, 30, 20.5), colour=coat.fur, edge=6, gloss=0.2, shadow=3)
    if coat.marking in ("saddle", "spots"):
        pen.lay(ellipse(32, 72, 8, 10, 16), ellipse(70, 66, 6, 7), colour=coat.patch, edge=3, raised=0.5, shadow=0)
    _scarf(pen, look, strong, BACK_SCARF, knot=True)
    back_head(pen, coat, mood)
    for x, y, r in ((50, 82, 9.6), (44.5, 85, 5.6), (55.5, 85, 5.6), (50, 76, 5.6)):
        pen.lay(disc(x, y, r), colour="#fffdf6", edge=3.4, raised=0.8, shadow=1.2)


def _side(pen: Pen, coat: Coat, look: PlayerLook, mood: Mood, strong: bool) -> None:
    """Draw it from the side, looking to the right."""
    for x, y, r in ((13, 73, 8.6), (17, 68, 5.4), (10.5, 69, 4.8)):
        pen.lay(disc(x, y, r), colour="#fffdf6", edge=3.2, raised=0.8, shadow=1.2)
    pen.lay(ellipse(69, 90, 10, 4.8), colour=coat.pale, edge=2.2, shadow=1.6)
    pen.lay(ellipse(45, 71, 31, 21, -8), colour=coat.fur, edge=6, gloss=0.2, shadow=3)
    if coat.marking in ("saddle", "spots"):
        pen.lay(ellipse(46, 57, 11, 6, -6), colour=coat.patch, edge=3, raised=0.5, shadow=0)
    pen.lay(ellipse(34, 77, 16.5, 15), colour=coat.fur, edge=5, raised=0.9, gloss=0.15, shadow=0.8)
    if coat.marking == "spots":
        pen.lay(disc(30, 76, 4.4), colour=coat.patch, raised=0.4, shadow=0)
    pen.lay(ellipse(39, 90.5, 15, 5.2), colour=coat.pale, edge=2.4, gloss=0.2, shadow=1.6)
    _scarf(pen, look, strong, SIDE_SCARF)
    side_head(pen, coat, mood)


FIGURES: dict[Facing, Callable[[Pen, Coat, PlayerLook, Mood, bool], None]] = {
    "front": _front,
    "down": _down,
    "up": _up,
    "left": _side,
    "right": _side,
}


# -- scarves


def _scarf(pen: Pen, look: PlayerLook, strong: bool, way: tuple[Point, ...], *, knot: bool = False) -> None:
    """Draw a scarf along a curve, in the colour and pattern of a seat."""
    line = curve(way, 6)
    end = line[-1] if not knot else line[len(line) // 2]
    tail = ribbon([(end[0] - 3, end[1] + 1), (end[0] - 2, end[1] + 13)], 8, 9.5)
    pen.lay(tail, colour=look.colour, gloss=0.2)
    pen.lay(ribbon(line, 8.6), colour=look.colour, edge=2.4, gloss=0.25, shadow=2.2)
    _weave(pen, look, strong, line, (end[0] - 2.4, end[1] + 8))


def _weave(pen: Pen, look: PlayerLook, strong: bool, line: tuple[Point, ...], tail: Point) -> None:
    places = [*line[2:-1:4], tail]
    marks: list[Shape]
    if look.pattern == "stripes":
        marks = [ribbon([(x - 1.4, y + 4), (x + 1.4, y - 4)], 2) for x, y in places]
    elif look.pattern == "dots":
        marks = [disc(x, y, 1.9) for x, y in places]
    elif look.pattern == "checks":
        marks = [box(x - 2, y - (3.6 if i % 2 else 0), 4, 3.6) for i, (x, y) in enumerate(places)]
    else:
        marks = [ribbon([(x, y + 2.2) for x, y in line], 1.5)]
    pen.ink(*marks, colour=look.ink, strength=1.0 if strong else FAINT)


# -- foxes

PUPIL, SNOUT, AMBER = "#2b1a12", "#2a1b17", "#f4c33c"


class Pelt(NamedTuple):
    """The look of a fox; its neckerchief has a seat's colour."""

    fur: str
    dark: str
    pale: str
    seat: int


PELTS: tuple[Pelt, ...] = (
    Pelt("#e0712a", "#4a2817", "#fff3df", 1),
    Pelt("#6f6a70", "#232026", "#f0ecec", 0),
    Pelt("#efd9b4", "#8c6a45", "#fffaf0", 2),
    Pelt("#a8451f", "#33180d", "#ffe3c2", 3),
)
"""Distinct in shade and neckerchief."""


def pelt_of(number: int) -> Pelt:
    """The pelt of the fox with that number, counted from 1."""
    return PELTS[(number - 1) % len(PELTS)]


def paint_fox(pelt: Pelt, look: PlayerLook, side: int, *, level: bool, flip: bool) -> pygame.Surface:
    """Paint a fox along two squares: ``level`` in a row, looking right, or else down a column; ``flip`` mirrors it."""
    figure = Canvas(2 * side)
    pen = Pen(figure, scale=0.5, flip=flip, middle=100)
    if level:
        _aside(pen, pelt, look)
        ground, size = ellipse(100, 88, 84, 7), (2 * side, side)
    else:
        _toward(pen, pelt, look)
        ground, size = ellipse(50, 178, 32, 10), (side, 2 * side)
    whole = with_outline(figure, pen.shape(ground), side)
    return whole.picture().subsurface(pygame.Rect((0, 0), size)).copy()


def _aside(pen: Pen, pelt: Pelt, look: PlayerLook) -> None:
    """Draw a crouching fox with its head to the right, turned to the player."""
    _tail(pen, pelt, ((74, 74), (52, 81), (32, 75), (23, 55), (34, 34)), bushy=20)
    for x in (74, 144):
        pen.lay(ellipse(x, 88, 15, 6), colour=pelt.dark, edge=3, gloss=0.2)
    pen.lay(ellipse(98, 68, 50, 22), colour=pelt.fur, edge=8, gloss=0.2, shadow=3)
    pen.lay(ellipse(74, 72, 24, 19), colour=pelt.fur, edge=7, raised=0.9, gloss=0.15, shadow=1)
    pen.lay(ellipse(124, 78, 22, 13), colour=pelt.pale, edge=5, raised=0.6, shadow=0)
    pen.lay(ellipse(86, 90, 17, 5.6), ellipse(126, 91, 15, 5.4), colour=pelt.dark, edge=2.6, gloss=0.2)
    _kerchief(pen, look, ((122, 70), (136, 80), (152, 83), (168, 78), (178, 68)))
    _head(pen.moved(150, 50), pelt, turned=4)


def _toward(pen: Pen, pelt: Pelt, look: PlayerLook) -> None:
    """Draw a fox that comes down the board."""
    _tail(pen, pelt, ((52, 70), (58, 48), (48, 30), (30, 26), (24, 40)))
    pen.lay(ellipse(50, 94, 31, 44), colour=pelt.fur, edge=9, gloss=0.2, shadow=3)
    pen.lay(ellipse(26, 92, 12, 20, 12), ellipse(74, 92, 12, 20, -12), colour=pelt.fur, edge=6, raised=0.9, shadow=1)
    pen.lay(ellipse(20, 110, 8, 11), ellipse(80, 110, 8, 11), colour=pelt.dark, edge=3, shadow=1.6)
    pen.lay(ellipse(50, 160, 27, 22), colour=pelt.fur, edge=7)
    pen.lay(ellipse(50, 172, 17, 13), colour=pelt.pale, edge=5, raised=0.7, shadow=0)
    pen.lay(ellipse(36, 183, 11, 8), ellipse(64, 183, 11, 8), colour=pelt.dark, edge=3.4, gloss=0.2)
    _kerchief(pen, look, ((24, 152), (36, 164), (50, 168), (64, 164), (76, 152)))
    _head(pen.moved(50, 132), pelt, turned=0)


def _tail(pen: Pen, pelt: Pelt, way: tuple[Point, ...], bushy: float = 24) -> None:
    """Draw a bushy tail, thin at its root, with a pale tip."""
    line = curve(way, 8)
    count = len(line)
    widths = [11 + bushy * math.sin(math.pi * min(1.0, (i / count) * 1.02) ** 0.9) for i in range(count)]
    body = tuple(disc(x, y, w / 2)[0] for (x, y), w in zip(line, widths, strict=True))
    pen.lay(body, colour=pelt.fur, edge=7, gloss=0.2, shadow=3)
    tip = round(count * 0.66)
    pen.lay(body[tip:], colour=pelt.pale, edge=5, raised=0.8, shadow=0)


def _kerchief(pen: Pen, look: PlayerLook, way: tuple[Point, ...]) -> None:
    line = curve(way, 6)
    x, y = line[len(line) // 2]
    cloth = polygon((x - 14, y - 2), (x + 14, y - 2), (x, y + 14))
    pen.lay(cloth, ribbon(line, 8), colour=look.colour, edge=3, gloss=0.2)
    dots = disc(x - 4, y + 2, 1.8), disc(x + 4, y + 2, 1.8), disc(x, y + 7.4, 1.8)
    pen.ink(*dots, colour=look.ink, strength=0.85)


def _head(pen: Pen, pelt: Pelt, turned: float) -> None:
    """Draw a fox's face at the pen's origin; ``turned`` moves it sideways."""
    for s in (-1, 1):
        pen.lay(polygon((s * 6, -18), (s * 30, -44), (s * 33, -8)), colour=pelt.dark, edge=4, gloss=0.2, shadow=2.4)
        pen.lay(polygon((s * 13, -19), (s * 27, -34), (s * 28, -12)), colour="#e8b9a0", edge=3, raised=-0.4, shadow=0)
    face = curve(((0, -26), (22, -21), (35, -4), (39, 10), (22, 19), (8, 28), (0, 30), (-8, 28), (-22, 19), (-39, 10),
                  (-35, -4), (-22, -21), (0, -26)), 6)  # fmt: skip
    pen.lay(polygon(*face), colour=pelt.fur, edge=7, raised=0.95, gloss=0.25, shadow=3)
    t = turned
    for s in (-1, 1):
        cheek = curve(((t + s * 2, 10), (s * 16 + t, 1), (s * 34, 8), (s * 22, 17), (s * 8 + t, 26), (t, 27),
                       (t + s * 2, 10)), 5)  # fmt: skip
        pen.lay(polygon(*cheek), colour=pelt.pale, edge=4, raised=0.7, shadow=0)
    pen.lay(ellipse(t, 16, 9, 10), colour=pelt.pale, edge=3, raised=0.8, shadow=0.8)
    pen.lay(ribbon([(t, -8), (t * 1.3, 10)], 13, 8), colour=pelt.fur, edge=3, raised=0.8, shadow=0)
    pen.lay(ellipse(t * 1.4, 21, 6, 4.6), colour=SNOUT, edge=1.6, gloss=0.9, shadow=1)
    for s in (-1, 1):
        x = t + s * 15
        pen.lay(ellipse(x, -1, 5.6, 6.4, s * 14), colour=PUPIL, edge=1.6, raised=0.7, gloss=0.5, shadow=0)
        pen.lay(ellipse(x + t * 0.2, -1, 4.2, 5, s * 14), colour=AMBER, edge=1.2, raised=0.4, shadow=0)
        pen.ink(ellipse(x + t * 0.3, -0.8, 2, 4.2), colour=PUPIL)
        pen.ink(disc(x - 1.6, -3.2, 1.4), colour="#ffffff")
