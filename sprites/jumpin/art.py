"""The meadow's board, its animals and its marks as pictures, baked at the size in use: the one door to JumpIN’s art.

Most pictures are kept by the kit's bakery: copy one before you draw on it.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import pygame

from logic.core import Cell
from logic.jumpin.board import Board
from sprites.jumpin.foxes import PELTS, paint_fox, pelt_of
from sprites.jumpin.marks import Mark, arc, bake_target
from sprites.jumpin.meadow import RIM, ROUND, Rail, bake_lip, paint_burrow, paint_meadow, set_in_hole, size_of, tufts
from sprites.jumpin.rabbits import COATS, Facing, Mood, coat_of, paint_rabbit, paint_rabbit_home
from sprites.paint.easel import Easel, Point, Shape, curve, ellipse, polygon
from sprites.paint.figures import Pen, scaled, set_off
from sprites.paint.kit import Kit
from sprites.paint.layers import from_upper_left, rounded
from sprites.paint.surfaces import coloured, native, resized, rgb, slab_shadow

DARK, LIGHT, INK = "#1d130a", "#5a3d22", "#fff3d6"


def plate(kit: Kit, text: str, high: int) -> pygame.Surface:
    line = kit.bakery.text(text, "interface", max(6, round(high * 0.78)), INK)
    size = max(high, line.get_width() + high // 2), high
    wood = coloured(from_upper_left(size), rgb(DARK), rgb(LIGHT), rounded(size, high * 0.32))
    wood.blit(line, line.get_rect(center=(size[0] // 2, high // 2)))
    return wood


MASTER = 160
"""Smaller figures are scaled down from pictures of squares of that side."""
NAME_SHARE, LEAST_NAME = 0.19, 16
"""How high the plate with a piece's name is, in squares, and in units at least."""

Piece = Literal["rabbit", "mushroom", "fox", "upright fox", "burrow"]


def meadow(kit: Kit, board: Board, cell: float, rails: tuple[Rail, ...] = ()) -> pygame.Surface:
    """The turf with its rim, :data:`RIM` cells wide, its burrows, and the rails of the foxes that are there."""
    key = ("jumpin meadow", board, rails, round(cell, 2))
    return kit.bakery.keep(key, lambda: paint_meadow(board, rails, cell))


def lay_meadow(
    surface: pygame.Surface, kit: Kit, board: Board, cell: float, rect: pygame.Rect, rails: tuple[Rail, ...] = ()
) -> None:
    """Lay the turf with its shadow into a rectangle of its size."""
    reach = max(2, round(0.14 * cell))
    key = ("jumpin meadow's shadow", rect.size)
    shadow = kit.bakery.keep(key, lambda: slab_shadow(rect.size, ROUND * cell, reach, 0.6))
    surface.blit(shadow, (rect.left - reach // 2, rect.top - reach // 3))
    surface.blit(meadow(kit, board, cell, rails), rect)


def name_plate(kit: Kit, name: str, side: int) -> pygame.Surface:
    """A small plate with the name of a piece, for squares of that side."""
    high = max(kit.px(LEAST_NAME), round(NAME_SHARE * side))
    return kit.bakery.keep(("jumpin name", name, high), lambda: native(plate(kit, name, high)))


def piece_icon(kit: Kit, what: Piece, side: int, number: int = 1) -> pygame.Surface:
    """A small picture for panels and palettes, square and see-through; foxes are made to fit."""
    if what == "rabbit":
        return rabbit(kit, number, side)
    if what == "mushroom":
        return mushroom(kit, side, number - 1)
    return kit.bakery.keep(("jumpin icon", what, number, side), lambda: _icon(kit, what, side, number))


def _icon(kit: Kit, what: Piece, side: int, number: int) -> pygame.Surface:
    whole = pygame.Surface((side, side), pygame.SRCALPHA)
    if what == "burrow":
        shown = paint_burrow(max(side, 96), number)
        shown = resized(shown, (side, side))
    else:
        shown = fox(kit, number, max(2, side // 2), what == "fox")
    whole.blit(shown, shown.get_rect(center=(side // 2, side // 2)))
    return native(whole)


def facing_of(look: Cell | None) -> Facing:
    """Say which way somebody looks who looks so many rows down and columns to the right; None is at the player."""
    if look is None or look == (0, 0):
        return "front"
    if abs(look.col) >= abs(look.row):
        return "right" if look.col > 0 else "left"
    return "down" if look.row > 0 else "up"


def rabbit(kit: Kit, number: int, side: int, look: Cell | None = None, mood: Mood = "calm") -> pygame.Surface:
    """A rabbit on a square of that side; ``look`` is the way to where it will jump, None at the player."""
    return _rabbit(kit, number, side, look, mood, at_home=False)


def rabbit_home(kit: Kit, number: int, side: int, look: Cell | None = None, mood: Mood = "calm") -> pygame.Surface:
    """A rabbit that looks out of a burrow, to be laid over the burrow's square."""
    return _rabbit(kit, number, side, look, mood, at_home=True)


def _rabbit(kit: Kit, number: int, side: int, look: Cell | None, mood: Mood, *, at_home: bool) -> pygame.Surface:
    facing, coat, strong = facing_of(look), coat_of(number), kit.strong_patterns
    scarf = kit.theme.players[coat.seat]
    paint = paint_rabbit_home if at_home else paint_rabbit
    key = ("jumpin rabbit", COATS.index(coat), facing, mood, at_home, strong)
    return scaled(kit, key, side, lambda large: paint(coat, scarf, facing, mood, large, strong=strong), master=MASTER)


def fox(kit: Kit, number: int, side: int, horizontal: bool, facing: Literal[-1, 1] | None = None) -> pygame.Surface:
    """A fox, two squares long; with ``facing`` 1 it looks to the right or down, with -1 to the left or up.

    For its whole life a fox looks one way, if need be as its number has it, or at the player: it slides forwards and
    backwards, but never turns.
    """
    pelt = pelt_of(number)
    facing = facing or (1 if number % 2 or not horizontal else -1)
    scarf = kit.theme.players[pelt.seat]
    key = ("jumpin fox", PELTS.index(pelt), horizontal, facing)
    return scaled(
        kit, key, side, lambda large: paint_fox(pelt, scarf, large, level=horizontal, forward=facing > 0), master=MASTER
    )


def mushroom(kit: Kit, side: int, spot: int = 0, *, in_hole: bool = False) -> pygame.Surface:
    """A mushroom; ``spot``, any number, varies it. One ``in_hole`` is laid over the burrow's square."""
    key = ("jumpin mushroom", spot % len(CAPS), in_hole)
    return scaled(kit, key, side, lambda large: paint_mushroom(spot % len(CAPS), large, in_hole=in_hole), master=MASTER)


def target(kit: Kit, side: int, what: Mark) -> pygame.Surface:
    """A light for a square: a jump or a slide may end there, the cursor is there, or a hint points there."""
    return kit.bakery.keep(("jumpin target", what, side), lambda: bake_target(kit, side, what))


__all__ = [
    "RIM", "Mark", "Mood", "Piece", "Rail", "arc", "facing_of", "fox", "lay_meadow", "meadow",
    "mushroom", "name_plate", "paint_burrow", "piece_icon", "rabbit", "rabbit_home", "size_of", "target",
]  # fmt: skip


# -- mushrooms, on the grass or in a hole


class Cap(NamedTuple):
    """How a mushroom is grown."""

    colour: str
    wide: float
    lean: float
    spots: tuple[tuple[float, float, float], ...]
    child: float
    """Where a small one stands beside it, 0 for none."""


CAPS: tuple[Cap, ...] = (
    Cap("#c9302a", 36, -3, ((-20, -9, 5), (-6, -22, 6), (11, -12, 5.4), (24, -6, 4), (9, -27, 3.4)), 0),
    Cap("#d2452a", 31, 4, ((-15, -10, 4.6), (3, -20, 6), (17, -8, 4.6), (-4, -4, 3.4)), -27),
    Cap("#b8262c", 34, 2, ((-22, -7, 4), (-11, -18, 5.2), (5, -9, 4.6), (9, -25, 4.2), (22, -11, 4.6)), 28),
    Cap("#d8372c", 38, 0, ((-24, -8, 4.6), (-9, -12, 5), (-12, -26, 4), (8, -24, 5.6), (14, -9, 4.6), (27, -8, 3)), 0),
)


def paint_mushroom(number: int, side: int, *, in_hole: bool) -> pygame.Surface:
    """Paint a spotted mushroom; one in a hole stands deeper, behind the edge of it."""
    figure = Easel(side)
    cap = CAPS[number % len(CAPS)]
    pen = Pen(figure)
    if in_hole:
        _grow(pen.moved(0, 3), cap, child=False)
        front = Easel(side)
        bake_lip(front)
        return set_in_hole(figure, ellipse(50, 74, 18, 5), front, side).picture()
    _grow(pen, cap, child=True)
    whole = set_off(figure, ellipse(51, 88, 22, 6), side)
    tufts(whole, [(34, 92), (42, 94), (52, 95), (62, 93), (68, 91)], seed=number + 20)
    return whole.picture()


def _grow(pen: Pen, cap: Cap, *, child: bool) -> None:
    if child and cap.child:
        _toadstool(pen.moved(50 + cap.child, 76), cap, 0.42)
    _toadstool(pen.moved(50 + cap.lean, 46), cap, 1.0)


def _toadstool(pen: Pen, cap: Cap, size: float) -> None:
    """Draw one around the middle of its cap's lower edge."""
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
    """The smooth outline through some places, at a scale."""
    return polygon(*curve([(x * scale, y * scale) for x, y in points], 6))
