"""The only interface to Labyrinth's pictures: board, tiles, arrows, pawns and marks, baked at the size in use.

Most pictures are kept by the kit's cache: copy one before you draw on it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Literal, NamedTuple

import numpy as np
import pygame

from sprites.labyrinth import velvet
from sprites.labyrinth.stone import FRONT, GRAINS, RUNES, SIDES, WAYS, Rune, TileLook, paint_inlay, paint_tile, passage
from sprites.labyrinth.velvet import RIM, ROUND, SHUTTER_STEPS, Chute, State, Way, size_of
from sprites.paint import relief
from sprites.paint.canvas import (
    UNITS,
    Canvas,
    Pen,
    Point,
    Shape,
    blob,
    box,
    curve,
    disc,
    drawn,
    ellipse,
    polygon,
    ribbon,
    scaled,
    tones,
    with_outline,
)
from sprites.paint.kit import Kit, PlayerLook, kept
from sprites.paint.layers import Layer, covered, grid, hypot, soft
from sprites.paint.relief import frame, hint_frame
from sprites.paint.surfaces import RGB, blended, native, picture, rgb, slab_shadow
from sprites.paint.tokens import fine_pattern, seat_shape

SKIN, CHEEK = "#f2c9a0", "#e79c7c"
GOLD, IVORY, DARK = "#e0b152", "#fff6e0", "#241611"
BEARDS = ("#7a4a22", "#e9e2d4", "", "#3a2418")
"""The beard of each seat; one has none."""
SMALLER, DOWN = 0.93, 5.0
"""Share of its square for a figure, and its vertical offset, so that its outline is not cut off."""
FAINT = 0.6
"""Opacity of a robe's pattern without strong patterns."""


class PawnSpot(NamedTuple):
    """The place of one of several pawns on a tile: its offset from the middle and its size, in cells."""

    right: float
    down: float
    size: float


TOGETHER: tuple[tuple[PawnSpot, ...], ...] = (
    (PawnSpot(0, -0.06, 0.92),),
    (PawnSpot(-0.2, -0.1, 0.72), PawnSpot(0.2, 0.04, 0.72)),
    (PawnSpot(-0.22, -0.13, 0.64), PawnSpot(0.22, -0.13, 0.64), PawnSpot(0, 0.13, 0.64)),
    (PawnSpot(-0.22, -0.17, 0.6), PawnSpot(0.22, -0.17, 0.6), PawnSpot(-0.22, 0.15, 0.6), PawnSpot(0.22, 0.15, 0.6)),
)
"""Places of one to four pawns on a tile, those behind first."""


def paint_pawn(look: PlayerLook, seat: int, side: int, *, strong: bool) -> pygame.Surface:
    """Paint the figure of a seat on a square of that side, with its shadow."""
    figure = Canvas(side)
    pen = Pen(figure, scale=SMALLER, dx=UNITS / 2 * (1 / SMALLER - 1), dy=DOWN)
    _robe(pen, look, strong=strong)
    _head(pen, seat)
    _hat(pen, look)
    _badge(pen, look, strong=strong)
    return with_outline(figure, ellipse(55, 88, 26, 8), side).picture()


ROBE: tuple[Point, ...] = (
    (50, 41), (60, 44), (66, 57), (71, 74), (75, 86), (50, 91), (25, 86), (29, 74), (34, 57), (40, 44),
)  # fmt: skip
HEM: tuple[Point, ...] = (
    (25, 84), (37, 87.5), (50, 88.6), (63, 87.5), (75, 84), (77, 90), (63, 94), (50, 95), (37, 94), (23, 90),
)  # fmt: skip
"""The outlines of a robe and of its hem, in a hundred units."""


HATS: Mapping[str, tuple[Shape, ...]] = {
    "disc": (disc(50, 14.5, 15.5),),
    "square": (box(34, 3, 32, 25, 2.5), *(box(x, -0.5, 7.4, 9, 1.4) for x in (34, 46.3, 58.6))),
    "triangle": (polygon((50, -1), (68.5, 29), (31.5, 29)),),
    "diamond": (polygon((50, -1), (68, 15), (50, 32), (32, 15)),),
}
"""The hats: a turban, a crown, a wizard's hat and a mitre."""


def _robe(pen: Pen, look: PlayerLook, *, strong: bool) -> None:
    """Draw the robe with its pattern, sleeves, and a golden hem."""
    body = blob(*ROBE)
    hem = blob(*HEM, steps=5)
    pen.lay(body, colour=look.colour, edge=8, gloss=0.25, shadow=3)
    _pattern(pen, body, look, strong=strong)
    pen.ink(ribbon(curve(((50, 50), (49, 66), (50, 88)), 6), 1.2), colour=look.dark, strength=0.5)
    pen.lay(hem, colour=GOLD, edge=2.4, raised=1.1, gloss=0.7, shadow=1)
    for side in (-1, 1):
        sleeve = curve(((50 + side * 10, 48), (50 + side * 18, 57), (50 + side * 17, 68)), 6)
        pen.lay(ribbon(sleeve, 9, 12.5), colour=look.colour, edge=3.6, gloss=0.25)
        pen.lay(ribbon(((50 + side * 13, 69), (50 + side * 21, 68)), 3), colour=GOLD, edge=1.2, gloss=0.6, shadow=0.6)
        pen.lay(disc(50 + side * 17, 72, 4.2), colour=SKIN, edge=1.8, raised=0.9, shadow=1)


def _pattern(pen: Pen, body: Shape, look: PlayerLook, *, strong: bool) -> None:
    if look.pattern != "plain":
        marks = pen.fill(body) * fine_pattern(look.pattern, pen.canvas.size)
        pen.canvas.blend(marks * (1.0 if strong else FAINT), tones(IVORY if strong else look.light))


def _head(pen: Pen, seat: int) -> None:
    pen.lay(ellipse(50, 34, 12.5, 12), colour=SKIN, edge=4.5, raised=0.9, gloss=0.1)
    beard = BEARDS[seat]
    if beard:
        way = curve(((38, 34), (40, 46), (50, 55), (60, 46), (62, 34), (56, 39), (50, 38.5), (44, 39), (38, 34)), 5)
        pen.lay(polygon(*way), colour=beard, edge=3, raised=0.9, shadow=1.2)
    else:
        for side in (-1, 1):
            lock = curve(((50 + side * 12, 27), (50 + side * 14.5, 40), (50 + side * 11, 52)), 5)
            pen.lay(ribbon(lock, 6, 4), colour="#c9822f", edge=2.2, shadow=1)
        pen.ink(ribbon(curve(((46, 41), (50, 42.6), (54, 41)), 4), 1.3), colour="#9a4a3a")
    for side in (-1, 1):
        pen.lay(ellipse(50 + side * 5, 33, 2.1, 2.8), colour=DARK, edge=0.6, raised=0.3, shadow=0)
        pen.ink(disc(50 + side * 5 - 0.7, 32, 0.8), colour="#ffffff")
        pen.ink(ellipse(50 + side * 8.3, 37.2, 2.4, 1.5), colour=CHEEK, strength=0.5)


def _hat(pen: Pen, look: PlayerLook) -> None:
    """Draw the hat, whose outline is the seat's shape."""
    for shape in HATS[look.shape]:
        pen.lay(shape, colour=look.colour, edge=5, raised=1.1, gloss=0.35, shadow=2.4)
    if look.shape == "disc":
        folds = [((37, 12), (50, 20), (64, 9)), ((40, 22), (54, 22), (65, 15))]
        pen.lay(*(ribbon(curve(fold, 6), 1.6) for fold in folds), colour=look.dark, edge=0.8, raised=-0.5, shadow=0,
                strength=0.8)  # fmt: skip
    elif look.shape == "diamond":
        pen.lay(polygon((50, 6), (59, 15), (50, 24), (41, 15)), colour=look.dark, edge=1.6, raised=-0.7, shadow=0)
    wide = 11 if look.shape == "diamond" else 14
    band = ribbon(curve(((50 - wide, 27.3), (50, 30.6), (50 + wide, 27.3)), 6), 4.4)
    pen.lay(band, colour=GOLD, edge=1.8, raised=1.2, gloss=0.9, shadow=1.4)


def _badge(pen: Pen, look: PlayerLook, *, strong: bool) -> None:
    """Draw the seat's shape in ivory on the breast."""
    reach = 11.5 if strong else 9.5
    pen.ink(seat_shape(look, 50, 66, reach), colour=look.dark)
    pen.lay(seat_shape(look, 50, 66, reach * 0.8), colour=IVORY, gloss=0.3, shadow=1)


TILE_MASTER = 112
"""Smaller tiles are scaled down from tiles of this side."""
FIGURE_MASTER = 160
TURN_STEPS = 12
"""Number of pictures of a quarter turn."""
LIFT_STEPS = 4
"""Number of steps of a lifted tile's shadow."""
MEDAL = 0.54
"""Size of a treasure on its tile, in cells."""
LARGEST_MEDAL, LEGIBLE_MEDAL = 0.74, 36
"""The share of a small tile up to which a treasure grows, until it has that many pixels."""


# -- board


Place = tuple[int, int, Way]
"""The position of an arrow: row and column of the cell pushed into, and the direction pushed."""


def board(kit: Kit, rows: int, cols: int, cell: float, arrows: Sequence[Place] = ()) -> pygame.Surface:
    """The frame, :data:`RIM` cells wide, with a groove at each arrow, and the velvet for the tiles."""
    chutes = tuple(sorted({_chute(rows, cols, *place) for place in arrows}))
    cell = round(cell, 2)  # boards of nearly one size share a picture, whichever of them came first
    key = ("labyrinth board", rows, cols, cell, chutes)
    return kit.cache.keep(key, lambda: velvet.paint_bed(rows, cols, cell, chutes))


def _chute(rows: int, cols: int, row: int, col: int, way: Way) -> Chute:
    x, y = arrow_place(row, col, way)
    return Chute(x - cols / 2, y - rows / 2, way in ("E", "W"))


def lay_board(
    surface: pygame.Surface, kit: Kit, rows: int, cols: int, cell: float, rect: pygame.Rect,
    arrows: Sequence[Place] = (),
) -> None:  # fmt: skip
    """Draw the frame with its shadow into a rectangle of its size."""
    reach = max(2, round(0.16 * cell))
    key = ("labyrinth board's shadow", rect.size)
    shadow = kit.cache.keep(key, lambda: slab_shadow(rect.size, ROUND * cell, reach, 0.7))
    surface.blit(shadow, (rect.left - reach // 2, rect.top - reach // 3))
    surface.blit(board(kit, rows, cols, cell, arrows), rect)


@kept
def tray(_kit: Kit, size: tuple[int, int], side: int) -> pygame.Surface:
    """The tray for a spare tile of that side, transparent at its round corners."""
    return velvet.paint_tray(size, float(side))


# -- tiles


def tile(
    kit: Kit, open_sides: str, side: int, *, fixed: bool = False, seat: int | None = None, mark: Rune | None = None,
    variant: int = 0,
) -> pygame.Surface:  # fmt: skip
    """A tile with those sides open; ``variant``, any number, varies its stone.

    A ``fixed`` one is mortared in and held by studs; ``seat`` inlays the circle in which a player starts, ``mark`` the
    sign of an event.
    """
    look = TileLook(_sorted(open_sides), fixed, variant % GRAINS, kit.strong_patterns)
    key = ("labyrinth tile", look, seat, mark)
    return scaled(kit, key, side, partial(_paint_tile, kit, look, seat, mark), master=TILE_MASTER)


def _paint_tile(kit: Kit, look: TileLook, seat: int | None, mark: Rune | None, side: int) -> pygame.Surface:
    painted = paint_tile(kit.cache, look, side)
    if seat is not None or mark is not None:
        start = None if seat is None else kit.theme.players[seat]
        painted.blit(drawn(paint_inlay, start, mark, strong=look.strong)(side), (0, 0))
    return painted


def medal_side(cell: float) -> int:
    """The size of a treasure on a tile: on small tiles its share is larger, so that it is recognisable."""
    return max(4, round(MEDAL * cell), min(round(LARGEST_MEDAL * cell), LEGIBLE_MEDAL))


@cache
def variant_of(tile_id: str) -> int:
    """The variant of a tile by its id, such as ``t17``: consecutive numbers differ."""
    digits = "".join(sign for sign in tile_id if sign.isdigit())
    return 3 * int(digits or 0) + (4 if tile_id.startswith("f") else 0)


@cache
def _sorted(open_sides: str) -> str:
    return "".join(one for one in SIDES if one in open_sides)


@cache
def turned(open_sides: str, quarters: int) -> str:
    """The open sides after a number of quarter turns clockwise."""
    moved = {SIDES[(SIDES.index(one) + quarters) % 4] for one in open_sides}
    return "".join(one for one in SIDES if one in moved)


def turning(
    kit: Kit, open_sides: str, side: int, way: Literal[-1, 1], share: float, *, mark: Rune | None = None,
    variant: int = 0,
) -> pygame.Surface:  # fmt: skip
    """A tile at that share of its next quarter turn, clockwise if ``way`` is 1.

    Meanwhile the light changes from the former to the next rotation, and so does the sign of an event.
    """
    step = min(TURN_STEPS, max(0, round(share * TURN_STEPS)))
    start, end = (
        tile(kit, sides, side, mark=mark, variant=variant) for sides in (_sorted(open_sides), turned(open_sides, way))
    )
    if step in (0, TURN_STEPS):
        return end if step else start
    key = ("labyrinth turning", _sorted(open_sides), way, step, mark, variant % GRAINS, side)
    return kit.cache.keep(key, lambda: _blended(start, end, way * 90, step / TURN_STEPS))


def _blended(start: pygame.Surface, end: pygame.Surface, degrees: int, share: float) -> pygame.Surface:
    """Rotate one picture forwards and another back, so that both coincide, and blend them by ``share``."""
    under = pygame.transform.rotozoom(start, -degrees * share, 1)
    over = pygame.transform.rotozoom(end, degrees * (1 - share), 1)
    over.set_alpha(round(255 * share))
    under.blit(over, over.get_rect(center=under.get_rect().center))
    return native(under)


def tile_shadow(kit: Kit, side: int, lift: float) -> pygame.Surface:
    """The shadow of a tile lifted from 0 to 1: the higher the softer; centre it under the tile."""
    steps = round(min(1.0, max(0.0, lift)) * LIFT_STEPS)
    reach = max(2, round(side * (0.04 + 0.05 * steps)))
    key = ("labyrinth tile's shadow", side, steps)
    return kit.cache.keep(key, lambda: slab_shadow((side, side), side * 0.06, reach, 0.66 - 0.06 * steps))


# -- arrows, pawns and lights


def arrow_place(row: int, col: int, way: Way) -> tuple[float, float]:
    """The middle of the arrow that pushes ``way`` into a cell: x and y in cells from the corner of the first tile."""
    across, down = WAYS[way]
    return col + 0.5 - across * (0.5 + RIM / 2), row + 0.5 - down * (0.5 + RIM / 2)


def arrow(kit: Kit, way: Way, side: int, state: State) -> pygame.Surface:
    key, glow = ("labyrinth arrow", way, state), kit.theme.colours.focus
    return scaled(kit, key, side, drawn(velvet.paint_arrow, way, state, glow), master=FIGURE_MASTER)


def shutter(kit: Kit, side: int, shut: float) -> pygame.Surface:
    """The shutter that bars an arrow of that side, closed by that share; to be drawn over it."""
    steps = round(min(1.0, max(0.0, shut)) * SHUTTER_STEPS)
    return scaled(kit, ("labyrinth shutter", steps), side, drawn(velvet.paint_shutter, steps), master=FIGURE_MASTER)


def pawn(kit: Kit, seat: int, side: int) -> pygame.Surface:
    """The pawn of a seat on a square of that side, with its shadow."""
    look, strong = kit.theme.players[seat], kit.strong_patterns
    key = ("labyrinth pawn", seat, strong)
    return scaled(kit, key, side, lambda large: paint_pawn(look, seat, large, strong=strong), master=FIGURE_MASTER)


def standing(count: int) -> tuple[PawnSpot, ...]:
    """The spots of a number of pawns on one tile, from back to front."""
    return TOGETHER[min(len(TOGETHER), max(1, count)) - 1]


def glow(kit: Kit, side: int, what: Glow, open_sides: str = SIDES) -> pygame.Surface:
    """A light for a tile; ``reach`` and ``preview`` follow its passages, so they need its open sides."""
    sides = _sorted(open_sides) if what in ("reach", "preview") else ""
    return _glow(kit, side, what, sides)


@kept
def dot(kit: Kit, side: int, what: Dot = "path") -> pygame.Surface:
    """A bead of a pawn's way, or the mark of its end, as large as a tile of that side."""
    x, y = grid((side, side), float(side))
    way = hypot(x, y)
    shape = way - 0.062
    if what == "end":
        shape = np.minimum(np.abs(way - 0.17) - 0.03, shape)
    edge = covered(shape - 0.03, side)
    return relief.outlined(rgb(kit.theme.colours.ink), shape, edge, side)


# -- painting of lights

Glow = Literal["reach", "preview", "hint", "cursor", "goal", "line"]
Dot = Literal["path", "end"]
AMBER, CANDLE = "#ffbe2e", "#fff3b8"
NIGHT, MOON = "#2b5fa8", "#bfe4ff"
"""What is within reach is lit warm; what would be after a push is lit cool."""
RAYS = 16


@kept
def _glow(kit: Kit, side: int, what: Glow, open_sides: str) -> pygame.Surface:
    """Paint the light of a tile, transparent around it."""
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
    """The distance to the visible sand of a passage, which the front of a wall hides partly."""
    x, y = grid((side, side), float(side))
    behind = passage(x, y - np.float32(FRONT), open_sides)
    return np.maximum(passage(x, y, open_sides), behind)


def _flooded(side: int, open_sides: str) -> pygame.Surface:
    """Paint warm light in the passage, brightest along its middle, with a bright line at its walls."""
    floor = _floor(side, open_sides)
    inside = covered(floor, side)
    line = covered(np.abs(floor + 0.024) - max(0.012, 0.8 / side), side)
    middle = soft(-floor - 0.14, 0.12)
    alpha = inside * np.maximum(0.46 + 0.2 * (1 - middle), line)
    bright = np.maximum(0.9 * line, 0.35 * (1 - middle))
    return picture(blended(rgb(AMBER), rgb(CANDLE), bright), alpha)


def _dotted(tone: RGB, light: RGB, side: int, open_sides: str) -> pygame.Surface:
    """Paint cool light in the passage, dotted along its walls."""
    side = max(2, side)  # a single pixel has no slope
    floor = _floor(side, open_sides)
    x, y = np.broadcast_arrays(*grid((side, side), float(side)))
    slope_x, slope_y = np.gradient(floor)
    place = np.where(np.abs(slope_y) > np.abs(slope_x), x, y) * np.float32(8) + np.float32(0.5)
    dash = np.clip((0.3 - np.abs(place - np.round(place))) * 12 + 0.5, 0, 1)
    line = covered(np.abs(floor + 0.045) - max(0.018, 0.9 / side), side) * dash
    return picture(blended(tone, light, line), covered(floor, side) * np.maximum(0.56, line))


def _line(tone: RGB, side: int) -> pygame.Surface:
    """Light the whole tile a little: it is in the line that a push would move."""
    x, y = grid((side, side), float(side))
    edge = np.maximum(np.abs(x), np.abs(y)) - np.float32(0.5)
    return picture(tone, 0.16 + 0.3 * soft(-edge - 0.02, 0.07))


def _halo(tone: RGB, side: int) -> pygame.Surface:
    """Paint a ring with tapering rays and a glow around the middle, for the own goal."""
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
    tones = blended(relief.SHADE, tone, np.maximum(inside, 1 - dark))
    return picture(tones, np.maximum(np.maximum(inside, glow), dark))


__all__ = [
    "MEDAL", "RIM", "RUNES", "Dot", "Glow", "PawnSpot", "Place", "Rune", "State", "Way", "arrow",
    "arrow_place", "board", "dot", "glow", "lay_board", "medal_side", "pawn", "shutter", "size_of", "standing",
    "tile", "tile_shadow", "tray", "turned", "turning", "variant_of",
]  # fmt: skip
