"""The tiles of Labyrinth: limestone with sunken passages, computed from distances, lit from the upper left.

Inlaid are the circle in which a seat starts, and the signs of the events.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

import numpy as np
import pygame

from sprites.paint import relief
from sprites.paint.canvas import Canvas, Point, Shape, box, curve, disc, drawn, placed, polygon, ribbon, tones
from sprites.paint.kit import PlayerLook
from sprites.paint.layers import Layer, blurred, covered, grid, noise, soft
from sprites.paint.layers import box as box_distance
from sprites.paint.surface_cache import SurfaceCache
from sprites.paint.surfaces import RGB, blended, native, picture, rgb, toned
from sprites.paint.tokens import fine_pattern, seat_shape

SIDES = "NESW"
WAYS: dict[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""The step to each side of a tile, across and down."""
HALF = 0.218
"""Half of a passage's width, in cells, like all lengths here."""
FRONT = 0.06
"""Height of the visible front of a wall, which faces the player."""
BEND = 0.05
"""Radius of the corner between two arms of a passage."""
COURSE = 0.118
"""Width of the row of cut stones along a passage."""
GAP = 0.013
"""Distance of the stone from the edge of its cell."""
GRAINS = 8
"""Number of stone variants; a tile's ``variant`` is taken modulo this."""


@dataclass(frozen=True, slots=True)
class Stone:
    """Colours from shade to light, of walls, of the floor between them, and of the walls' fronts."""

    wall: tuple[RGB, RGB, RGB]
    floor: tuple[RGB, RGB, RGB]
    front: tuple[RGB, RGB]


LIMESTONE = Stone(
    (rgb("#7c6f5b"), rgb("#e2d9c6"), rgb("#fffdf4")),
    (rgb("#38220a"), rgb("#835c26"), rgb("#cb9a4c")),
    (rgb("#6d5f49"), rgb("#a59779")),
)
WEATHERED = replace(LIMESTONE, wall=(rgb("#756f64"), rgb("#dcd8ce"), rgb("#fdfbf5")))
"""The stone of tiles that never move: older and greyer."""
STARK = Stone(
    (rgb("#8b8069"), rgb("#f6efdf"), rgb("#ffffff")),
    (rgb("#160d05"), rgb("#452e15"), rgb("#6a4a26")),
    (rgb("#2c2216"), rgb("#57472f")),
)
"""The stone with strong patterns: nearly white walls, nearly black floors."""


class TileLook(NamedTuple):
    """Everything that the look of a tile depends on: open sides, whether it is fixed, its grain, its contrast."""

    open_sides: str
    fixed: bool
    grain: int
    strong: bool

    @property
    def stone(self) -> Stone:
        if self.strong:
            return STARK
        return WEATHERED if self.fixed else LIMESTONE


def passage(x: Layer, y: Layer, open_sides: str) -> Layer:
    """The distance to the passage of a tile, which continues beyond its edge on open sides."""
    way = box_distance(x, y, (0, 0), (HALF, HALF), HALF * 0.62 if len(open_sides) < 3 else 0.02)
    for side in open_sides:
        across, down = WAYS[side]
        middle = (across * 0.5, down * 0.5)
        arm = box_distance(x, y, middle, (0.5 if across else HALF, 0.5 if down else HALF), 0.0)
        way = _joined(way, arm)
    return way


def _joined(one: Layer, other: Layer) -> Layer:
    """The union of two shapes with a slightly rounded corner between them."""
    near = np.maximum(BEND - np.abs(one - other), 0) / np.float32(BEND)
    joined: Layer = np.minimum(one, other) - near * near * np.float32(BEND / 4)
    return joined


def paint_tile(cache: SurfaceCache, look: TileLook, side: int) -> pygame.Surface:
    """Paint a tile, transparent in the narrow gap around it; a fixed one fills its cell."""
    return _Slab(cache, look, side).painted()


class _Grain(NamedTuple):
    """What tiles of one grain share: the roughness and the bumps of their stone, their sand, their brightness."""

    rough: Layer
    bumps: Layer
    sand: Layer
    tone: float


class _Slab:
    """A tile while it is painted: x and y are in cells from its middle."""

    def __init__(self, cache: SurfaceCache, look: TileLook, side: int) -> None:
        self.cache, self.look, self.side, self.cell = cache, look, side, float(side)
        self.x, self.y = grid((side, side), self.cell)
        key = ("labyrinth grain", look.grain, side)
        self.grain: _Grain = cache.compute(key, lambda: _grain(look.grain, side))
        self.way = self._way(0, 0) + np.float32(0.016) * (self.grain.rough - np.float32(0.5))
        self.wall = covered(-self.way, self.cell)
        self.edge = box_distance(self.x, self.y, (0, 0), (0.5 - GAP, 0.5 - GAP), 0.03)

    def _way(self, right: float, down: float) -> Layer:
        """The distance to the passage, shifted."""
        return passage(self.x - np.float32(right), self.y - np.float32(down), self.look.open_sides)

    def painted(self) -> pygame.Surface:
        stone = self.look.stone
        behind = self._way(0, FRONT)
        tones = toned(self._floor(), stone.floor)
        face = toned(0.3 + 0.6 * behind / FRONT + 0.4 * (self.grain.bumps - 0.5), stone.front)
        for above, cover in ((face, covered(-behind, self.cell)), (toned(self._walls(), stone.wall), self.wall)):
            tones = blended(tones, above, cover)
        surface = self._with_edge(tones)
        if self.look.fixed:
            studs = self.cache.keep(("labyrinth studs", self.side), lambda: drawn(_studs)(self.side))
            surface.blit(studs, (0, 0))
        return native(surface)

    def _walls(self) -> Layer:
        """The brightness of the walls' tops: round edges, cut stones along the passage, rough elsewhere."""
        joints = self._joints()
        height = relief.rim(np.maximum(-self.way, self.edge), 0.05) * np.float32(0.85)
        height = height - 0.011 * joints + 0.012 * self.grain.bumps + 0.006 * self.grain.rough
        lit = relief.facing(height, self.cell) - relief.light()[2]
        inner = self.way > COURSE
        shade = 0.54 + 0.95 * lit + self.grain.tone + 0.16 * (self.grain.bumps - 0.5) - 0.05 * inner
        return np.asarray(shade - 0.12 * joints)

    def _joints(self) -> Layer:
        """The joints between the cut stones, 1 in their middle: one along the passage, and those across it."""
        along = soft(np.abs(self.way - np.float32(COURSE)) - 0.004, 0.011)
        slope_x, slope_y = np.gradient(self.way)
        level = np.abs(slope_y) > np.abs(slope_x)
        x, y = np.broadcast_arrays(self.x, self.y)
        place = np.where(level, x, y) * np.float32(4) + np.float32(0.5 * (self.look.grain % 2))
        across = soft(np.abs(place - np.round(place)) * np.float32(0.25) - 0.004, 0.011)
        across = across * (self.way < COURSE) * (self.way > 0.012)
        return np.maximum(along, across)

    def _floor(self) -> Layer:
        """The brightness of the sand: shaded by the walls at the upper left, darker along all of them."""
        shadow = soft(-self._way(0.045, 0.045 + FRONT), 0.055)
        hollow = soft(-self.way - np.float32(0.02), 0.09)
        lit = 0.56 + 0.36 * (self.grain.sand - 0.5) + 0.12 * (self.grain.bumps - 0.5) + self.grain.tone
        return np.asarray(lit * (1 - 0.56 * shadow) - 0.1 * hollow)

    def _with_edge(self, tones: Sequence[Layer]) -> pygame.Surface:
        """Cut the tile out, with the joint around it."""
        body = covered(self.edge, self.cell)
        rim = soft(np.abs(self.edge) - 0.002, 0.016)
        tones = [tone * (1 - 0.42 * rim) for tone in tones]
        if self.look.fixed:
            mortar = [tone * (0.75 + 0.5 * self.grain.rough) for tone in (74, 62, 50)]
            return picture(blended(mortar, tones, body), np.ones_like(body))
        dark = soft(box_distance(self.x, self.y, (0.012, 0.012), (0.49, 0.49), 0.03), 0.02) * 0.8
        cover = np.maximum(body, dark)
        return picture([tone * body for tone in tones], cover)


def _grain(number: int, side: int) -> _Grain:
    size, seed = (side, side), 700 + 10 * number
    rough = blurred(noise(size, (side * 0.05, side * 0.05), seed), side * 0.03)
    bumps = 0.6 * noise(size, (side * 0.16, side * 0.13), seed + 1) + 0.4 * noise(size, (side * 0.03,) * 2, seed + 2)
    fine = noise(size, (side * 0.018, side * 0.018), seed + 3)
    drift = noise(size, (side * 0.28, side * 0.2), seed + 4)
    x, y = grid(size, float(side))
    ripples = 0.5 + 0.5 * np.sin((y * 1.0 + x * (0.35 - 0.1 * (number % 5)) + 0.16 * drift) * np.float32(math.tau * 9))
    pebbles = noise(size, (side * 0.034, side * 0.034), seed + 5)
    sand = 0.45 * fine + 0.35 * drift + 0.2 * ripples + 0.7 * _pebbles(pebbles)
    return _Grain(rough, np.asarray(bumps), np.asarray(sand), 0.008 * ((number * 5) % 7 - 3))


def _pebbles(bumps: Layer) -> Layer:
    """The few pebbles in the sand: lit on the side of the light, dark on the other."""
    tops = np.clip((bumps - 0.8) * 6, 0, 1)
    step = max(1, bumps.shape[0] // 64)
    return np.asarray(np.roll(tops, (-step, -step), (0, 1)) - 1.2 * np.roll(tops, (step, step), (0, 1)) + 0.3 * tops)


def _studs(canvas: Canvas) -> None:
    for x in (9.5, 90.5):
        for y in (9.5, 90.5):
            canvas.lay(disc(x, y, 3.3), colour="#d0a048", edge=1.5, raised=1.3, gloss=1.0, shadow=1.6)
            canvas.ink(ribbon(((x - 1.7, y + 1.2), (x + 1.7, y - 1.2)), 0.9), colour="#5a3a10")


# -- inlays

Rune = Literal["push_again", "turn_again", "swap", "peek", "exchange", "wall"]
RUNES: tuple[Rune, ...] = get_args(Rune)
BRASS, BRASS_DARK, IVORY = "#cf9c41", "#6b4614", "#fff6e0"
RUNE_GROUND, RUNE_INK = "#1f2f63", "#ffe9ae"
START = 24.0
"""The radius of the circle in which a seat starts, in units of the canvas."""
RUNE_AT, RUNE_SIZE = (83.5, 16.5), 13.5
"""Position of an event's sign on its tile, and its radius, in units."""
FAINT = 0.55


def paint_inlay(canvas: Canvas, start: PlayerLook | None, rune: Rune | None, *, strong: bool) -> None:
    """Paint the inlays of a tile on a canvas of its side, transparent around them."""
    if start is not None:
        _lay_start(canvas, start, strong=strong)
    if rune is not None:
        _coin(canvas, rune, *RUNE_AT, RUNE_SIZE)


def _lay_start(canvas: Canvas, look: PlayerLook, *, strong: bool) -> None:
    """Draw the circle of a seat: enamel in its colour and pattern, its shape in ivory, a ring of brass."""
    canvas.lay(disc(50, 50, START), colour=BRASS_DARK, raised=-0.8, shadow=0)
    canvas.lay(disc(50, 50, START - 0.6), cut=[disc(50, 50, START - 3.6)], colour=BRASS, edge=1.6, raised=1.2,
               gloss=0.8, shadow=1.2)  # fmt: skip
    enamel = disc(50, 50, START - 3.8)
    canvas.lay(enamel, colour=look.colour, edge=3, raised=-0.5, shadow=0)
    if look.pattern != "plain":
        marks = canvas.fill([enamel]) * fine_pattern(look.pattern, canvas.size)
        canvas.blend(marks * (1.0 if strong else FAINT), tones(IVORY if strong else look.light))
    shape = seat_shape(look, 50, 50, 11.5)
    canvas.ink(shape, colour=look.dark)
    canvas.lay(seat_shape(look, 50, 50, 9.4), colour=IVORY, edge=2.2, raised=0.9, gloss=0.4, shadow=0.8)


def _coin(canvas: Canvas, rune: Rune, x: float, y: float, radius: float) -> None:
    share = radius / 50
    canvas.lay(
        disc(x, y, radius), colour=BRASS, edge=max(1.0, 7 * share), raised=1.2, gloss=0.8, shadow=max(1.0, 4 * share)
    )
    canvas.lay(disc(x, y, radius * 0.88), colour=RUNE_GROUND, edge=max(0.8, 5 * share), raised=-0.8, shadow=0)
    signs = [placed(shape, x, y, share * 0.98) for shape in SIGNS[rune]]
    canvas.lay(*signs, colour=RUNE_INK, edge=max(0.5, 2.4 * share), raised=0.7, gloss=0.4, shadow=0)


def _arrow(tip: Point, left: Point, right: Point) -> Shape:
    return polygon(tip, left, right)


ROUND_TRIP = curve(((70, 31), (50, 22), (28, 34), (24, 56), (38, 74), (60, 76), (75, 62)), 6)
UPPER, LOWER = curve(((22, 46), (36, 31), (62, 33)), 6), curve(((78, 54), (64, 69), (38, 67)), 6)
SIGNS: Mapping[Rune, tuple[Shape, ...]] = {
    "push_again": (
        box(18, 26, 12, 48, 3),
        *(_arrow((54 + shift, 50), (36 + shift, 27), (36 + shift, 73)) for shift in (0, 26)),
    ),
    "turn_again": (ribbon(ROUND_TRIP, 10), _arrow((80, 42), (58, 40), (76, 18))),
    "swap": (
        ribbon(UPPER, 9), _arrow((80, 38), (58, 20), (57, 49)), ribbon(LOWER, 9), _arrow((20, 62), (42, 80), (43, 51)),
    ),
    "peek": (
        ribbon(curve(((14, 50), (32, 31), (50, 26), (68, 31), (86, 50)), 6), 8),
        ribbon(curve(((14, 50), (32, 69), (50, 74), (68, 69), (86, 50)), 6), 8),
        disc(50, 50, 13),
    ),
    "exchange": (
        box(22, 20, 28, 42, 4),
        box(44, 68, 4, 14, 1), box(44, 76, 34, 6, 1), box(72, 38, 6, 44, 1), box(56, 38, 22, 6, 1),
    ),
    "wall": (
        *(box(x, y, 23, 15, 2) for y, row in ((24, (25, 51)), (60, (25, 51))) for x in row),
        box(16, 42, 19, 15, 2), box(38, 42, 23, 15, 2), box(64, 42, 19, 15, 2),
    ),
}  # fmt: skip
"""The signs of the events, in a hundred units."""
