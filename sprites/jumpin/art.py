"""The only interface to JumpIN’s pictures: the board, animals and marks, baked at the size in use.

Most pictures are kept by the kit's cache: copy one before you draw on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
import pygame

from logic.core import Cell
from logic.jumpin.board import Board
from sprites.jumpin.animals import (
    COATS,
    PELTS,
    Facing,
    Mood,
    coat_of,
    paint_fox,
    paint_rabbit,
    paint_rabbit_home,
    pelt_of,
)
from sprites.jumpin.meadow import RIM, ROUND, Rail, bake_lip, paint_burrow, paint_meadow, set_in_hole, size_of, tufts
from sprites.paint import relief
from sprites.paint.canvas import Canvas, Pen, Point, Shape, curve, ellipse, polygon, scaled, with_outline
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import covered, from_upper_left, grid, hypot, rounded, soft
from sprites.paint.relief import frame, hint_frame
from sprites.paint.surfaces import RGB, blit_around, coloured, native, picture, resized, rgb, slab_shadow

DARK, LIGHT, INK = "#1d130a", "#5a3d22", "#fff3d6"


MASTER = 160
"""Smaller figures are scaled down from pictures of squares of this side."""
NAME_SHARE, LEAST_NAME = 0.19, 16
"""Height of a plate with a piece's name, in squares, and the least in units."""

Piece = Literal["rabbit", "mushroom", "fox", "burrow"]


def meadow(kit: Kit, board: Board, cell: float, rails: tuple[Rail, ...] = ()) -> pygame.Surface:
    """The turf with its rim, :data:`RIM` cells wide, its burrows, and the rails of the foxes on it."""
    cell = round(cell, 2)  # boards of nearly one size share a picture, whichever of them came first
    return kit.cache.keep(("jumpin meadow", board, rails, cell), lambda: paint_meadow(board, rails, cell))


def lay_meadow(
    surface: pygame.Surface, kit: Kit, board: Board, cell: float, rect: pygame.Rect, rails: tuple[Rail, ...] = ()
) -> None:
    """Draw the turf with its shadow into a rectangle of its size."""
    reach = max(2, round(0.14 * cell))
    key = ("jumpin meadow's shadow", rect.size)
    shadow = kit.cache.keep(key, lambda: slab_shadow(rect.size, ROUND * cell, reach, 0.6))
    surface.blit(shadow, (rect.left - reach // 2, rect.top - reach // 3))
    surface.blit(meadow(kit, board, cell, rails), rect)


@kept
def name_plate(kit: Kit, name: str, side: int) -> pygame.Surface:
    """A small plate with the name of a piece, for squares of that side."""
    high = max(kit.px(LEAST_NAME), round(NAME_SHARE * side))
    line = kit.cache.text(name, "interface", max(6, round(high * 0.78)), INK)
    size = max(high, line.get_width() + high // 2), high
    wood = coloured(from_upper_left(size), rgb(DARK), rgb(LIGHT), rounded(size, high * 0.32))
    blit_around(wood, line, (size[0] // 2, high // 2))
    return wood


def piece_icon(kit: Kit, what: Piece, side: int, number: int = 1) -> pygame.Surface:
    """A small square picture for panels and palettes, on transparent ground; foxes are scaled to fit."""
    if what == "rabbit":
        return rabbit(kit, number, side)
    if what == "mushroom":
        return mushroom(kit, side, number - 1)
    return kit.cache.keep(("jumpin icon", what, number, side), lambda: _icon(kit, what, side, number))


def _icon(kit: Kit, what: Piece, side: int, number: int) -> pygame.Surface:
    if what == "burrow":
        return resized(paint_burrow(max(side, 96), number), (side, side))
    whole = pygame.Surface((side, side), pygame.SRCALPHA)
    blit_around(whole, fox(kit, number, max(2, side // 2), horizontal=True), (side // 2, side // 2))
    return native(whole)


def facing_of(look: Cell | None) -> Facing:
    """The direction in which an animal looks, by rows down and columns to the right; None is at the player."""
    if look is None or look == (0, 0):
        return "front"
    if abs(look.col) >= abs(look.row):
        return "right" if look.col > 0 else "left"
    return "down" if look.row > 0 else "up"


def rabbit(
    kit: Kit, number: int, side: int, look: Cell | None = None, mood: Mood = "calm", *, at_home: bool = False
) -> pygame.Surface:
    """A rabbit on a square of that side; ``look`` is the direction of its next jump, None towards the player.

    One that is ``at_home`` looks out of its burrow, and is drawn over the burrow's square.
    """
    facing, coat, strong = facing_of(look), coat_of(number), kit.strong_patterns
    scarf = kit.theme.players[coat.seat]
    paint = paint_rabbit_home if at_home else paint_rabbit
    key = ("jumpin rabbit", COATS.index(coat), facing, mood, at_home, strong)
    return scaled(kit, key, side, lambda large: paint(coat, scarf, facing, mood, large, strong=strong), master=MASTER)


def fox(kit: Kit, number: int, side: int, horizontal: bool) -> pygame.Surface:
    """A fox, two squares long. In a column it looks down, in a row to a side determined by its number.

    It slides forwards and backwards, but never turns.
    """
    pelt = pelt_of(number)
    scarf, kind = kit.theme.players[pelt.seat], PELTS.index(pelt)
    paint = partial(paint_fox, pelt, scarf, level=horizontal, flip=horizontal and kind % 2 == 1)
    return scaled(kit, ("jumpin fox", kind, horizontal), side, paint, master=MASTER)


def mushroom(kit: Kit, side: int, spot: int = 0, *, in_hole: bool = False) -> pygame.Surface:
    """A mushroom; ``spot``, any number, varies it. One ``in_hole`` is drawn over the burrow's square."""
    key = ("jumpin mushroom", spot % len(CAPS), in_hole)
    return scaled(kit, key, side, lambda large: paint_mushroom(spot % len(CAPS), large, in_hole=in_hole), master=MASTER)


@kept
def target(kit: Kit, side: int, what: Mark) -> pygame.Surface:
    """A light on a square: a jump or a slide may end there, the cursor is there, or a hint points there."""
    tone = rgb(kit.theme.colours.accent_light)
    if what == "hop":
        return _ring(tone, side)
    if what == "hint":
        return hint_frame(kit, side)
    if what == "cursor":
        return frame(rgb(kit.theme.colours.focus), side, "corners")
    light = frame(tone, side, "whole")
    light.blit(_paw(tone, side), (0, 0))
    return light


# -- mushrooms, on the grass or in a hole


class Cap(NamedTuple):
    """The shape of a mushroom."""

    colour: str
    wide: float
    lean: float
    spots: tuple[tuple[float, float, float], ...]
    child: float
    """Position of a small one beside it, 0 for none."""


CAPS: tuple[Cap, ...] = (
    Cap("#c9302a", 36, -3, ((-20, -9, 5), (-6, -22, 6), (11, -12, 5.4), (24, -6, 4), (9, -27, 3.4)), 0),
    Cap("#d2452a", 31, 4, ((-15, -10, 4.6), (3, -20, 6), (17, -8, 4.6), (-4, -4, 3.4)), -27),
    Cap("#b8262c", 34, 2, ((-22, -7, 4), (-11, -18, 5.2), (5, -9, 4.6), (9, -25, 4.2), (22, -11, 4.6)), 28),
    Cap("#d8372c", 38, 0, ((-24, -8, 4.6), (-9, -12, 5), (-12, -26, 4), (8, -24, 5.6), (14, -9, 4.6), (27, -8, 3)), 0),
)


def paint_mushroom(number: int, side: int, *, in_hole: bool) -> pygame.Surface:
    """Paint a spotted mushroom; one in a hole stands deeper, behind its edge."""
    figure = Canvas(side)
    cap = CAPS[number % len(CAPS)]
    pen = Pen(figure)
    if in_hole:
        _grow(pen.moved(0, 3), cap, child=False)
        front = Canvas(side)
        bake_lip(front)
        return set_in_hole(figure, ellipse(50, 74, 18, 5), front, side).picture()
    _grow(pen, cap, child=True)
    whole = with_outline(figure, ellipse(51, 88, 22, 6), side)
    tufts(whole, [(34, 92), (42, 94), (52, 95), (62, 93), (68, 91)], seed=number + 20)
    return whole.picture()


def _grow(pen: Pen, cap: Cap, *, child: bool) -> None:
    if child and cap.child:
        _toadstool(pen.moved(50 + cap.child, 76), cap, 0.42)
    _toadstool(pen.moved(50 + cap.lean, 46), cap, 1.0)


def _toadstool(pen: Pen, cap: Cap, size: float) -> None:
    """Draw one at the middle of its cap's lower edge."""
    s, w = size, cap.wide * size
    stem = ((-9, 0), (-9, 22), (-15, 43), (0, 46), (15, 43), (9, 22), (9, 0))
    ring = ((-11, 14), (-14, 21), (-5, 20), (0, 23), (6, 20), (14, 21), (11, 14))
    pen.lay(_round(stem, s), colour="#f4ead6", edge=4 * s, gloss=0.1, shadow=3 * s)
    pen.lay(_round(ring, s), colour="#fffaf0", edge=2 * s, raised=0.9, shadow=1.4 * s)
    pen.lay(ellipse(0, 3 * s, w * 0.93, 9 * s), colour="#d9c3a0", edge=3 * s, raised=-0.6, shadow=2 * s)
    dome = [(w * math.cos(i / 24 * math.pi), -36 * s * math.sin(i / 24 * math.pi)) for i in range(25)]
    rim = [(w * math.cos(i / 24 * math.pi), 8 * s * math.sin(i / 24 * math.pi)) for i in range(24, -1, -1)]
    pen.lay(polygon(*dome, *rim), colour=cap.colour, edge=8 * s, raised=1.05, gloss=0.55, shadow=2 * s)
    for x, y, r in cap.spots:
        spot = ellipse(x * s * cap.wide / 36, y * s, r * s, r * 0.82 * s)
        pen.lay(spot, colour="#fff8ea", edge=1.4 * s, raised=0.9, shadow=0.6 * s)


def _round(points: tuple[Point, ...], scale: float) -> Shape:
    """The smooth outline through some points, at a scale."""
    return polygon(*curve([(x * scale, y * scale) for x, y in points], 6))


# -- marks

Mark = Literal["hop", "slide", "cursor", "hint"]
DOT = 9
"""Diameter of an arc's dots in units."""
GAP = 1.9
"""Distance between them, by their size."""
LANDING = 3.4
"""Width of the mark at the landing, by their size."""
FLAT = 0.62
"""Height of a ring on the ground by its width: it is seen at an angle."""


def _paw(tone: RGB, side: int) -> pygame.Surface:
    """Draw a fox's paw print: a pad and four toes."""
    x, y = grid((side, side), float(side))
    pad = hypot(x, (y - np.float32(0.06)) * np.float32(1.25)) - np.float32(0.1)
    toes = [hypot((x - np.float32(right)) * np.float32(1.3), y + np.float32(up)) - np.float32(0.06)
            for right, up in ((-0.15, 0.0), (-0.06, 0.12), (0.06, 0.12), (0.15, 0.0))]  # fmt: skip
    shape = np.minimum.reduce([pad, *toes])
    return relief.outlined(tone, shape, covered(shape, side), side)


def _ring(tone: RGB, side: int) -> pygame.Surface:
    """Draw a ring on the ground, with a soft light in it."""
    x, y = grid((side, side), float(side))
    way = hypot(x, (y - np.float32(0.06)) / np.float32(FLAT + 0.12))
    line = np.abs(way - 0.38) - 0.028
    glow = 0.16 + 0.4 * soft(0.3 - way, 0.2)
    alpha = np.maximum(covered(way - 0.38, side) * glow, covered(line, side))
    halo = 0.3 * soft(way - 0.4, 0.09) * (way > 0.38)
    return relief.outlined(tone, line, np.maximum(alpha, halo), side)


def arc(
    surface: pygame.Surface, kit: Kit, start: Point, end: Point, height: float, colour: str, *,
    dot: float | None = None, alpha: float = 1.0,
) -> None:  # fmt: skip
    """Draw the dotted arc of a jump between two points of the surface, ``height`` pixels high, and its landing.

    The dots have shadows on the ground that show the height. ``dot`` is their size.
    """
    size = dot or kit.px(DOT)
    places = list(_arc_points(start, end, height, size * GAP))
    for x, y, rise in places:
        # Near the ends, the shadow would fall on the jumping rabbit.
        strength = min(1.0, rise * 2) * (0.8 - 0.4 * rise)
        blit_around(surface, _shade(kit, round(size)), (x + size * 0.3 * rise, y + size * 0.2), alpha * strength)
    for x, y, rise in places:
        blit_around(surface, _dot(kit, round(size * (0.8 + 0.3 * rise)), colour), (x, y - height * rise), alpha)
    blit_around(surface, _landing(kit, round(size * LANDING), colour), end, alpha)


def _arc_points(start: Point, end: Point, height: float, gap: float) -> Iterator[tuple[float, float, float]]:
    """Points on the ground between two others, with the height of the arc there, from 0 to 1."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    count = max(3, round((length + 0.9 * height) / gap))
    for i in range(1, count):
        share = i / count
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        yield x, y, 4 * share * (1 - share)


@kept
def _dot(_kit: Kit, size: int, colour: str) -> pygame.Surface:
    side = size + 4
    x, y = grid((side, side), float(size))
    distance = hypot(x, y) - 0.42
    lit = np.clip(1.06 - 0.5 * (x + y), 0.55, 1.35)
    tones = [tone * lit for tone in rgb(colour)]
    edge = covered(distance - 0.1, size)
    inside = covered(distance, size)
    return native(
        picture([tone * inside + dark * (1 - inside) for tone, dark in zip(tones, relief.SHADE, strict=True)], edge)
    )


@kept
def _shade(_kit: Kit, size: int) -> pygame.Surface:
    side = 2 * size
    x, y = grid((side, side), float(size))
    return native(picture((10, 22, 6), 0.5 * soft(hypot(x, y / np.float32(FLAT)) - 0.4, 0.25)))


@kept
def _landing(_kit: Kit, size: int, colour: str) -> pygame.Surface:
    x, y = grid((size + 4, size + 4), float(size))
    way = hypot(x, y / np.float32(FLAT))
    line = np.minimum(np.abs(way - 0.42) - 0.05, way - 0.13)
    return native(relief.outlined(rgb(colour), line, covered(line, size), size))


__all__ = [
    "RIM", "Mark", "Mood", "Piece", "Rail", "arc", "facing_of", "fox", "lay_meadow", "meadow",
    "mushroom", "name_plate", "paint_burrow", "piece_icon", "rabbit", "size_of", "target",
]  # fmt: skip
