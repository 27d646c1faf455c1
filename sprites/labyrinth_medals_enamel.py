"""The blank of a medallion: a brass or a seat's ring around engine-turned enamel, and the graver that draws upon it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sprites.easel import BLACK, UNITS, Easel, Point, Shape, disc, ribbon, ring, tones
from sprites.figures import Pen, contour, keep_within
from sprites.labyrinth_inlays import seat_shape
from sprites.layers import Layer
from sprites.theme import PlayerLook

BRASS, BRASS_DARK, WIRE = "#d3a044", "#6b4717", "#2a160c"
GOLD, SILVER, IVORY, INK = "#f4c64f", "#dfe4ea", "#f7ecd4", "#17100d"

MIDDLE = 50.0
RING, RING_INNER, BAND, GROUND = 46.4, 40.4, 43.2, 40.0
"""Radii: of the ring, of its inner edge, of the middle of its band, and of the enamel."""
FIGURE = 0.81
"""How many units of the medallion one of a figure's own is: its circle of 50 fills the enamel."""
MARKS = 24
"""How many marks of a seat's pattern go around a ring."""
SIGN_AT = 83.0
"""Where a seat's shape is upon its ring, from the left and from the top."""
FAINT = 0.8
"""How strong the pattern on a ring is where it need not be strong."""

Turning = Literal["rays", "waves", "rings"]


@dataclass(frozen=True, slots=True)
class Enamel:
    """The ground of a medallion: its colour, and how the metal below it was turned."""

    colour: str
    turning: Turning


class Graver(Pen):
    """A pen in units of a figure's own: 100 by 100, of which the circle of radius 50 is enamel."""

    def __init__(self, easel: Easel) -> None:
        away = MIDDLE / FIGURE - UNITS / 2
        super().__init__(easel, scale=FIGURE, dx=away, dy=away)

    def body(
        self, *shapes: Shape, colour: str, cut: Iterable[Shape] = (), edge: float = 3.0, gloss: float = 0.35,
        raised: float = 1.0, shadow: float = 2.0,
    ) -> None:  # fmt: skip
        """Lay what is raised."""
        self.lay(*shapes, colour=colour, cut=cut, edge=edge, gloss=gloss, raised=raised, shadow=shadow)

    def hollow(self, *shapes: Shape, colour: str, edge: float = 1.6) -> None:
        """Sink something into what is there."""
        self.lay(*shapes, colour=colour, edge=edge, raised=-0.8, shadow=0)

    def ink(self, *shapes: Shape, colour: str = INK, strength: float = 1.0) -> None:
        """Draw flat."""
        self.lay(*shapes, colour=colour, edge=0.6, raised=0, shadow=0, strength=strength)


def mirrored(*shapes: Shape) -> tuple[Shape, ...]:
    """Give the shapes and what a mirror in the middle shows of them."""
    return (*shapes, *(tuple(tuple((UNITS - x, y) for x, y in outline) for outline in shape) for shape in shapes))


def _around(count: int) -> list[Point]:
    turns = [index / count * math.tau for index in range(count + 1)]
    return [(math.cos(turn), math.sin(turn)) for turn in turns]


# -- the blank


def blank(side: int, enamel: Enamel, look: PlayerLook | None, *, strong: bool) -> Easel:
    """Paint a medallion without its figure; with a ``look`` its ring is that seat's."""
    easel = Easel(side)
    easel.lay(disc(MIDDLE, MIDDLE, RING + 0.9), colour=BRASS_DARK, edge=1.0, raised=0.6, shadow=2.4)
    easel.lay(disc(MIDDLE, MIDDLE, RING), colour=BRASS, edge=2.0, raised=1.2, gloss=0.8, shadow=0)
    if look is None:
        easel.lay(ring(MIDDLE, MIDDLE, BAND, 1.0), colour=BRASS, edge=1.0, raised=-1.0, shadow=0)
    else:
        _band(easel, look, FAINT if not strong else 1.0)
    easel.lay(disc(MIDDLE, MIDDLE, RING_INNER + 0.6), colour=BRASS_DARK, edge=1.0, raised=-0.8, shadow=0)
    easel.lay(disc(MIDDLE, MIDDLE, GROUND), colour=enamel.colour, edge=3.4, raised=-0.9, shadow=0)
    _turn(easel, enamel.turning)
    return easel


def _turn(easel: Easel, turning: Turning) -> None:
    """Let the turned metal shine through the enamel, lit from the upper left."""
    ways = (np.arange(easel.size, dtype=np.float32) + np.float32(0.5)) * np.float32(UNITS / easel.size) - 50
    x, y = ways[:, None], ways[None, :]
    angle, away = np.arctan2(y, x), np.sqrt(x * x + y * y)
    if turning == "rays":
        figure = np.cos(angle * 32)
    elif turning == "waves":
        figure = np.cos(angle * 18 + away * np.float32(0.32))
    else:
        figure = np.cos(away * np.float32(1.5) + np.cos(angle * 12) * np.float32(0.9))
    inside = easel.fill([disc(MIDDLE, MIDDLE, GROUND)])
    light = np.float32(-0.0045) * (x + y) + np.float32(0.05) * figure * np.clip(away / 16, 0, 1)
    easel.colours *= 1 + light * inside
    np.clip(easel.colours, 0, 1, out=easel.colours)


def _band(easel: Easel, look: PlayerLook, strength: float) -> None:
    """Set a ring of a seat's colour, with the seat's pattern, between two wires of brass."""
    easel.lay(disc(MIDDLE, MIDDLE, RING - 0.6), colour=look.colour, edge=1.6, raised=0.6, shadow=0)
    easel.lay(*_marks(look.pattern), colour=look.ink, edge=0.4, raised=0, shadow=0, strength=strength)


def lay_sign(easel: Easel, look: PlayerLook) -> None:
    """Set a seat's shape upon the ring, below and to the right."""
    easel.lay(seat_shape(look, SIGN_AT, SIGN_AT, 15), colour=INK, edge=1.2, raised=0, shadow=2)
    easel.lay(seat_shape(look, SIGN_AT, SIGN_AT, 13), colour="#fff6e0", edge=1.2, raised=0.3, shadow=0)
    easel.lay(seat_shape(look, SIGN_AT, SIGN_AT, 10), colour=look.colour, edge=2, raised=1, gloss=0.4, shadow=0)


def _marks(pattern: str) -> list[Shape]:
    if pattern == "plain":
        return [ring(MIDDLE, MIDDLE, BAND, 1.4)]
    places = [(MIDDLE + BAND * a, MIDDLE + BAND * b, a, b) for a, b in _around(MARKS)[:-1]]
    if pattern == "dots":
        return [disc(x, y, 1.6) for x, y, _, _ in places]
    if pattern == "stripes":
        return [ribbon([(x + 2.6 * a - 2 * b, y + 2.6 * b + 2 * a), (x - 2.6 * a + 2 * b, y - 2.6 * b - 2 * a)], 2)
                for x, y, a, b in places]  # fmt: skip
    shifts = [(1.4 if index % 2 else -1.4) for index in range(MARKS)]
    return [_check(x + shift * a, y + shift * b, a, b) for (x, y, a, b), shift in zip(places, shifts, strict=True)]


def _check(x: float, y: float, across: float, along: float) -> Shape:
    """Give a square that stands on the way around."""
    corners = ((-1.4, -2.9), (1.4, -2.9), (1.4, 2.9), (-1.4, 2.9))
    return (tuple((x + u * across - v * along, y + u * along + v * across) for u, v in corners),)


def mount(plate: Easel, figure: Easel) -> None:
    """Lay a figure on a blank, held by a wire around it as in cloisonné."""
    keep_within(figure, plate.fill([disc(MIDDLE, MIDDLE, RING_INNER)]))
    reach = max(1.5, plate.size * 0.022)
    contour(plate, figure.alpha, reach * 2.4, BLACK, gain=3, less=0.2, strength=0.5)
    contour(plate, figure.alpha, reach, tones(WIRE), gain=6, less=0.6, strength=1.0)
    plate.lay_picture(figure, 0, 0)


def faded(easel: Easel) -> None:
    """Take the colour and most of the contrast from a medallion: found, or out of play."""
    grey: Layer = np.asarray(easel.colours.mean(axis=0))
    for layer, tone in zip(easel.colours, tones("#cbbfa8"), strict=True):
        layer[:] = 0.18 * layer + 0.22 * grey + np.float32(0.6 * tone) * easel.alpha


__all__ = [
    "BRASS", "BRASS_DARK", "GOLD", "INK", "IVORY", "SILVER", "Enamel", "Graver", "blank", "faded", "lay_sign",
    "mirrored", "mount",
]  # fmt: skip
