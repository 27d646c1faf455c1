"""The foxes of the meadow, two squares long, lying along their rails."""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from sprites.paint.easel import Easel, Point, curve, disc, ellipse, polygon, ribbon
from sprites.paint.figures import Pen, cut_out, set_off
from sprites.paint.theme import PlayerLook

INK, NOSE, EYE = "#2b1a12", "#2a1b17", "#f4c33c"


class Pelt(NamedTuple):
    """How a fox looks; its neckerchief has a seat's colour."""

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
"""Told apart by shade and by neckerchief."""


def pelt_of(number: int) -> Pelt:
    """The pelt of the fox with that number, counted from 1."""
    return PELTS[(number - 1) % len(PELTS)]


def paint_fox(pelt: Pelt, look: PlayerLook, side: int, *, level: bool, forward: bool) -> pygame.Surface:
    """Paint a fox along two squares: ``level`` lies along a row, ``forward`` looks to the right or down."""
    figure = Easel(2 * side)
    pen = Pen(figure, scale=0.5, flip=level and not forward, middle=100)
    if level:
        _aside(pen, pelt, look)
        ground, size = ellipse(100, 88, 84, 7), (2 * side, side)
    else:
        (_toward if forward else _away)(pen, pelt, look)
        ground, size = ellipse(50, 178, 32, 10), (side, 2 * side)
    whole = set_off(figure, pen.shape(ground), side)
    return cut_out(whole.picture(), size)


def _aside(pen: Pen, pelt: Pelt, look: PlayerLook) -> None:
    """Draw a fox that crouches, its head to the right and turned to the player."""
    _tail(pen, pelt, ((74, 74), (52, 81), (32, 75), (23, 55), (34, 34)), bushy=20)
    for x in (74, 144):
        pen.lay(ellipse(x, 88, 15, 6), colour=pelt.dark, edge=3, gloss=0.2, shadow=2)
    pen.lay(ellipse(98, 68, 50, 22), colour=pelt.fur, edge=8, gloss=0.2, shadow=3)
    pen.lay(ellipse(74, 72, 24, 19), colour=pelt.fur, edge=7, raised=0.9, gloss=0.15, shadow=1)
    pen.lay(ellipse(124, 78, 22, 13), colour=pelt.pale, edge=5, raised=0.6, shadow=0)
    pen.lay(ellipse(86, 90, 17, 5.6), ellipse(126, 91, 15, 5.4), colour=pelt.dark, edge=2.6, gloss=0.2, shadow=2)
    _kerchief(pen, look, ((122, 70), (136, 80), (152, 83), (168, 78), (178, 68)))
    _head(pen.moved(150, 50), pelt, turned=4)


def _toward(pen: Pen, pelt: Pelt, look: PlayerLook) -> None:
    """Draw a fox that comes down the board."""
    _tail(pen, pelt, ((52, 70), (58, 48), (48, 30), (30, 26), (24, 40)))
    pen.lay(ellipse(50, 94, 31, 44), colour=pelt.fur, edge=9, gloss=0.2, shadow=3)
    pen.lay(ellipse(26, 92, 12, 20, 12), ellipse(74, 92, 12, 20, -12), colour=pelt.fur, edge=6, raised=0.9, shadow=1)
    pen.lay(ellipse(20, 110, 8, 11), ellipse(80, 110, 8, 11), colour=pelt.dark, edge=3, shadow=1.6)
    pen.lay(ellipse(50, 160, 27, 22), colour=pelt.fur, edge=7, shadow=2)
    pen.lay(ellipse(50, 172, 17, 13), colour=pelt.pale, edge=5, raised=0.7, shadow=0)
    pen.lay(ellipse(36, 183, 11, 8), ellipse(64, 183, 11, 8), colour=pelt.dark, edge=3.4, gloss=0.2, shadow=2)
    _kerchief(pen, look, ((24, 152), (36, 164), (50, 168), (64, 164), (76, 152)))
    _head(pen.moved(50, 132), pelt, turned=0)


def _away(pen: Pen, pelt: Pelt, look: PlayerLook) -> None:
    """Draw a fox that goes up the board: its tail is nearest."""
    pen.lay(ellipse(34, 76, 10, 8), ellipse(66, 76, 10, 8), colour=pelt.dark, edge=3, shadow=1.6)
    for s in (-1, 1):
        ear = polygon((50 + s * 8, 26), (50 + s * 31, 4), (50 + s * 31, 36))
        pen.lay(ear, colour=pelt.dark, edge=4, gloss=0.2, shadow=2)
        tuft = curve(((50 + s * 22, 34), (50 + s * 34, 44), (50 + s * 40, 55), (50 + s * 30, 58), (50 + s * 20, 56)), 5)
        pen.lay(polygon(*tuft), colour=pelt.pale, edge=3, raised=0.8, shadow=1.4)
    pen.lay(ellipse(50, 40, 33, 24), colour=pelt.fur, edge=8, gloss=0.2, shadow=3)
    _kerchief(pen, look, ((22, 56), (36, 65), (50, 68), (64, 65), (78, 56)))
    pen.lay(ellipse(50, 104, 29, 40), ellipse(50, 126, 34, 30), colour=pelt.fur, edge=9, gloss=0.2, shadow=3)
    pen.lay(ribbon([(50, 72), (50, 118)], 7, 3), colour=pelt.dark, edge=4, raised=0.3, shadow=0, strength=0.35)
    pen.lay(ellipse(27, 134, 15, 18, -8), ellipse(73, 134, 15, 18, 8), colour=pelt.fur, edge=6, raised=0.8, shadow=0.6)
    pen.lay(ellipse(26, 154, 11, 7), ellipse(74, 154, 11, 7), colour=pelt.dark, edge=3, shadow=1.6)
    _tail(pen, pelt, ((50, 132), (50, 150), (42, 168), (50, 182), (66, 182)))


def _tail(pen: Pen, pelt: Pelt, way: tuple[Point, ...], bushy: float = 24) -> None:
    """Draw a bushy tail, thin where it begins, with a pale tip."""
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
    pen.lay(cloth, ribbon(line, 8), colour=look.colour, edge=3, gloss=0.2, shadow=2)
    dots = disc(x - 4, y + 2, 1.8), disc(x + 4, y + 2, 1.8), disc(x, y + 7.4, 1.8)
    pen.lay(*dots, colour=look.ink, raised=0, shadow=0, strength=0.85)


def _head(pen: Pen, pelt: Pelt, turned: float) -> None:
    """Draw a fox's face around the pen's place; ``turned`` moves it to the side it looks to."""
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
    pen.lay(ellipse(t * 1.4, 21, 6, 4.6), colour=NOSE, edge=1.6, raised=1, gloss=0.9, shadow=1)
    for s in (-1, 1):
        x = t + s * 15
        pen.lay(ellipse(x, -1, 5.6, 6.4, s * 14), colour=INK, edge=1.6, raised=0.7, gloss=0.5, shadow=0)
        pen.lay(ellipse(x + t * 0.2, -1, 4.2, 5, s * 14), colour=EYE, edge=1.2, raised=0.4, shadow=0)
        pen.lay(ellipse(x + t * 0.3, -0.8, 2, 4.2), colour=INK, raised=0, shadow=0)
        pen.lay(disc(x - 1.6, -3.2, 1.4), colour="#ffffff", raised=0, shadow=0)
