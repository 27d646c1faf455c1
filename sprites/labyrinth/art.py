"""The labyrinth’s board, tiles, arrows, seekers and marks as pictures, baked at the size in use: its one door.

Most pictures are kept by the kit's bakery: copy one before you draw on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, partial
from typing import Literal, NamedTuple

import numpy as np
import pygame

from sprites.labyrinth.inlays import RUNES, SHUTTER_STEPS, Rune, State, Way, paint_arrow, paint_inlay, paint_shutter
from sprites.labyrinth.pawns import TOGETHER, Standing, paint_pawn
from sprites.labyrinth.stone import FRONT, GRAINS, SIDES, WAYS, Look, paint_tile, passage
from sprites.labyrinth.velvet import RIM, ROUND, Chute, paint_bed, paint_tray, size_of
from sprites.paint import relief
from sprites.paint.figures import scaled
from sprites.paint.frames import frame, hint_frame
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, covered, grid, hypot, soft
from sprites.paint.surfaces import RGB, native, picture, rgb, slab_shadow

TILE_MASTER = 112
"""Smaller tiles are scaled down from tiles of that side."""
FIGURE_MASTER = 160
TURN_STEPS = 12
"""A quarter turn is shown in so many pictures."""
LIFT_STEPS = 4
"""The shadow of a tile that is lifted is shown in so many steps."""
MEDAL, ARROW = 0.54, 0.56
"""How large a treasure lies on its tile, and an arrow on the frame, in cells."""
LARGEST_MEDAL, LEGIBLE_MEDAL = 0.74, 36
"""A treasure of fewer pixels takes more of its tile, up to that share of it."""


class Inlay(NamedTuple):
    """What is let into a tile: the circle of a seat, the sign of an event."""

    seat: int | None = None
    mark: Rune | None = None


PLAIN = Inlay()

# -- the board


Place = tuple[int, int, Way]
"""Where an arrow is: row and column of the cell pushed into, and the direction pushed."""


def board(kit: Kit, rows: int, cols: int, cell: float, arrows: Sequence[Place] = ()) -> pygame.Surface:
    """The frame, :data:`RIM` cells wide, with a groove at each arrow, and the velvet for the tiles."""
    chutes = tuple(sorted({_chute(rows, cols, *place) for place in arrows}))
    key = ("labyrinth board", rows, cols, round(cell, 2), chutes)
    return kit.bakery.keep(key, lambda: paint_bed(rows, cols, cell, chutes))


def _chute(rows: int, cols: int, row: int, col: int, way: Way) -> Chute:
    x, y = arrow_place(row, col, way)
    return Chute(x - cols / 2, y - rows / 2, way in ("E", "W"))


def lay_board(
    surface: pygame.Surface, kit: Kit, rows: int, cols: int, cell: float, rect: pygame.Rect,
    arrows: Sequence[Place] = (),
) -> None:  # fmt: skip
    """Lay the frame with its shadow into a rectangle of its size."""
    reach = max(2, round(0.16 * cell))
    key = ("labyrinth board's shadow", rect.size)
    shadow = kit.bakery.keep(key, lambda: slab_shadow(rect.size, ROUND * cell, reach, 0.7))
    surface.blit(shadow, (rect.left - reach // 2, rect.top - reach // 3))
    surface.blit(board(kit, rows, cols, cell, arrows), rect)


def tray(kit: Kit, size: tuple[int, int], side: int) -> pygame.Surface:
    """The tray in which a spare of that side lies, see-through around its round corners."""
    return kit.bakery.keep(("labyrinth tray", size, side), lambda: paint_tray(size, float(side)))


# -- tiles


def tile(
    kit: Kit, open_sides: str, side: int, *, fixed: bool = False, seat: int | None = None, mark: Rune | None = None,
    variant: int = 0,
) -> pygame.Surface:  # fmt: skip
    """A tile with those sides open; ``variant``, any number, varies its stone.

    One that is ``fixed`` is mortared in and held by studs; ``seat`` inlays the circle in which a player starts,
    ``mark`` the sign of an event.
    """
    look = Look(_sorted(open_sides), fixed, variant % GRAINS, kit.strong_patterns)
    inlay = Inlay(None if seat is None else seat % len(kit.theme.players), mark)
    key = ("labyrinth tile", look, inlay)
    return scaled(kit, key, side, partial(_paint_tile, kit, look, inlay), master=TILE_MASTER)


def _paint_tile(kit: Kit, look: Look, inlay: Inlay, side: int) -> pygame.Surface:
    painted = paint_tile(kit.bakery, look, side)
    if inlay != PLAIN:
        start = None if inlay.seat is None else kit.theme.players[inlay.seat]
        painted.blit(paint_inlay(start, inlay.mark, side, strong=look.strong), (0, 0))
    return painted


def medal_side(cell: float) -> int:
    """Say how large a treasure is drawn on a tile: where tiles are small it takes more of them, to be recognised."""
    return max(4, round(MEDAL * cell), min(round(LARGEST_MEDAL * cell), LEGIBLE_MEDAL))


@cache
def variant_of(tile_id: str) -> int:
    """The variant of a tile by its id, such as ``t17``: neighbours in number differ."""
    digits = "".join(sign for sign in tile_id if sign.isdigit())
    return 3 * int(digits or 0) + (4 if tile_id.startswith("f") else 0)


@cache
def _sorted(open_sides: str) -> str:
    return "".join(one for one in SIDES if one in open_sides)


@cache
def turned(open_sides: str, quarters: int) -> str:
    """The open sides after so many quarter turns clockwise."""
    moved = {SIDES[(SIDES.index(one) + quarters) % 4] for one in open_sides}
    return "".join(one for one in SIDES if one in moved)


def turning(
    kit: Kit, open_sides: str, side: int, way: Literal[-1, 1], share: float, *, mark: Rune | None = None,
    variant: int = 0,
) -> pygame.Surface:  # fmt: skip
    """A tile on its way to the next quarter turn, clockwise if ``way`` is 1, when that share is done.

    While it turns the light wanders from how it lay to how it will lie; so does the sign of an event.
    """
    step = min(TURN_STEPS, max(0, round(share * TURN_STEPS)))
    start, end = (
        tile(kit, sides, side, mark=mark, variant=variant) for sides in (_sorted(open_sides), turned(open_sides, way))
    )
    if step in (0, TURN_STEPS):
        return end if step else start
    key = ("labyrinth turning", _sorted(open_sides), way, step, mark, variant % GRAINS, side, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: _blended(start, end, way * 90, step / TURN_STEPS))


def _blended(start: pygame.Surface, end: pygame.Surface, degrees: int, share: float) -> pygame.Surface:
    """Turn one picture on and another back, so that both lie alike, and let the second show through as it is due."""
    under = pygame.transform.rotozoom(start, -degrees * share, 1)
    over = pygame.transform.rotozoom(end, degrees * (1 - share), 1)
    over.set_alpha(round(255 * share))
    under.blit(over, over.get_rect(center=under.get_rect().center))
    return native(under)


def tile_shadow(kit: Kit, side: int, lift: float) -> pygame.Surface:
    """The shadow of a tile that is lifted, 0 to 1: the higher the softer; lay its middle under the tile's."""
    steps = round(min(1.0, max(0.0, lift)) * LIFT_STEPS)
    reach = max(2, round(side * (0.04 + 0.05 * steps)))
    key = ("labyrinth tile's shadow", side, steps)
    return kit.bakery.keep(key, lambda: slab_shadow((side, side), side * 0.06, reach, 0.66 - 0.06 * steps))


# -- on the frame and on the tiles


def arrow_place(row: int, col: int, way: Way) -> tuple[float, float]:
    """Say where the arrow lies that pushes ``way`` into a cell: x and y in cells from the corner of the first tile."""
    across, down = WAYS[way]
    return col + 0.5 - across * (0.5 + RIM / 2), row + 0.5 - down * (0.5 + RIM / 2)


def arrow(kit: Kit, way: Way, side: int, state: State) -> pygame.Surface:
    key, glow = ("labyrinth arrow", way, state), kit.theme.colours.focus
    return scaled(kit, key, side, lambda large: paint_arrow(way, state, large, glow), master=FIGURE_MASTER)


def shutter(kit: Kit, side: int, shut: float) -> pygame.Surface:
    """The shutter that bars an arrow of that side, down by that share; to be laid over it."""
    steps = round(min(1.0, max(0.0, shut)) * SHUTTER_STEPS)
    return scaled(kit, ("labyrinth shutter", steps), side, partial(paint_shutter, steps), master=FIGURE_MASTER)


def pawn(kit: Kit, seat: int, side: int) -> pygame.Surface:
    """The seeker of a seat on a square of that side, with its shadow."""
    number = seat % len(kit.theme.players)
    look, strong = kit.theme.players[number], kit.strong_patterns
    key = ("labyrinth pawn", number, strong)
    return scaled(kit, key, side, lambda large: paint_pawn(look, number, large, strong=strong), master=FIGURE_MASTER)


def standing(count: int) -> tuple[Standing, ...]:
    """Say where each of so many stands on one tile, those behind first."""
    return TOGETHER[min(len(TOGETHER), max(1, count)) - 1]


def glow(kit: Kit, side: int, what: Glow, open_sides: str = SIDES) -> pygame.Surface:
    """A light for a tile; ``reach`` and ``preview`` follow its passages, so they want its open sides."""
    sides = _sorted(open_sides) if what in ("reach", "preview") else ""
    return kit.bakery.keep(("labyrinth glow", what, sides, side), lambda: bake_glow(kit, side, what, sides))


def dot(kit: Kit, side: int, what: Dot = "path") -> pygame.Surface:
    """A bead of the way that a pawn will go, or where it ends, as large as a tile of that side."""
    return kit.bakery.keep(("labyrinth dot", what, side), lambda: bake_dot(kit, side, what))


# -- what lights up

Glow = Literal["reach", "preview", "hint", "cursor", "goal", "line"]
Dot = Literal["path", "end"]
AMBER, CANDLE = "#ffbe2e", "#fff3b8"
NIGHT, MOON = "#2b5fa8", "#bfe4ff"
"""What can be reached is lit warm, what would be reached after a push is lit cool."""
RAYS = 16


def bake_glow(kit: Kit, side: int, what: Glow, open_sides: str) -> pygame.Surface:
    """Draw the light of a tile, see-through."""
    colours = kit.theme.colours
    if what == "cursor":
        return native(frame(rgb(colours.focus), side, "corners"))
    if what == "hint":
        return native(hint_frame(kit, side))
    if what == "line":
        return native(_line(rgb(colours.accent_light), side))
    if what == "goal":
        return native(_halo(rgb(AMBER), side))
    if what == "reach":
        return native(_flooded(side, open_sides))
    return native(_dotted(rgb(NIGHT), rgb(MOON), side, open_sides))


def _floor(side: int, open_sides: str) -> Layer:
    """The distance to the part of a passage where sand is seen: not behind the front of a wall."""
    x, y = grid((side, side), float(side))
    behind = passage(x, y - np.float32(FRONT), open_sides)
    return np.maximum(passage(x, y, open_sides), behind)


def _flooded(side: int, open_sides: str) -> pygame.Surface:
    """Let warm light stand in the passage, brightest along its middle, with a bright line at its walls."""
    floor = _floor(side, open_sides)
    inside = covered(floor, side)
    line = covered(np.abs(floor + 0.024) - max(0.012, 0.8 / side), side)
    middle = soft(-floor - 0.14, 0.12)
    alpha = inside * np.maximum(0.46 + 0.2 * (1 - middle), line)
    bright = np.maximum(0.9 * line, 0.35 * (1 - middle))
    ends = zip(rgb(AMBER), rgb(CANDLE), strict=True)
    return picture([amber + (candle - amber) * bright for amber, candle in ends], alpha)


def _dotted(tone: RGB, light: RGB, side: int, open_sides: str) -> pygame.Surface:
    """Let cool light lie in the passage, dotted along its walls."""
    side = max(2, side)  # there is no slope along one pixel
    floor = _floor(side, open_sides)
    x, y = np.broadcast_arrays(*grid((side, side), float(side)))
    slope_x, slope_y = np.gradient(floor)
    place = np.where(np.abs(slope_y) > np.abs(slope_x), x, y) * np.float32(8) + np.float32(0.5)
    dash = np.clip((0.3 - np.abs(place - np.round(place))) * 12 + 0.5, 0, 1)
    line = covered(np.abs(floor + 0.045) - max(0.018, 0.9 / side), side) * dash
    tones = [dark + (pale - dark) * line for dark, pale in zip(tone, light, strict=True)]
    return picture(tones, covered(floor, side) * np.maximum(0.56, line))


def _line(tone: RGB, side: int) -> pygame.Surface:
    """Light the whole tile a little: it is in the line that a push would move."""
    x, y = grid((side, side), float(side))
    edge = np.maximum(np.abs(x), np.abs(y)) - np.float32(0.5)
    return picture(tone, 0.16 + 0.3 * soft(-edge - 0.02, 0.07))


def _halo(tone: RGB, side: int) -> pygame.Surface:
    """Draw a ring with tapering rays and a glow around the middle, where the own goal lies."""
    x, y = grid((side, side), float(side))
    way = hypot(x, y)
    around = np.arctan2(*np.broadcast_arrays(y, x)) / math.tau * RAYS
    aside = np.abs(around - np.round(around)) * way * np.float32(math.tau / RAYS)
    tip = 0.44 + 0.05 * np.cos(np.round(around) * math.pi)
    rays = np.maximum(aside - 0.22 * (tip - way), 0.36 - way)
    ring = np.abs(way - 0.315) - 0.02
    shape = np.minimum(ring, rays)
    glow = 0.75 * soft(np.abs(way - 0.3) - 0.02, 0.19)
    dark = 0.8 * soft(shape - 0.012, 0.014)
    inside = covered(shape, side)
    tones = [dim + (band - dim) * np.maximum(inside, 1 - dark) for band, dim in zip(tone, relief.SHADE, strict=True)]
    return picture(tones, np.maximum(np.maximum(inside, glow), dark))


def bake_dot(kit: Kit, side: int, what: Dot) -> pygame.Surface:
    """Draw a bead of the way that a pawn will go, or the ring where it ends; ``side`` is that of a tile."""
    x, y = grid((side, side), float(side))
    way = hypot(x, y)
    shape = way - 0.062
    if what == "end":
        shape = np.minimum(np.abs(way - 0.17) - 0.03, shape)
    edge = covered(shape - 0.03, side)
    return native(relief.outlined(rgb(kit.theme.colours.ink), shape, edge, side))


__all__ = [
    "ARROW", "MEDAL", "RIM", "RUNES", "Dot", "Glow", "Place", "Rune", "Standing", "State", "Way", "arrow",
    "arrow_place", "board", "dot", "glow", "lay_board", "medal_side", "pawn", "shutter", "size_of", "standing",
    "tile", "tile_shadow", "tray", "turned", "turning", "variant_of",
]  # fmt: skip
