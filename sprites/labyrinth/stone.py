"""The tiles of the labyrinth: limestone with sunken passages, computed from distances, each lit from the upper left."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pygame

from sprites.paint import relief
from sprites.paint.easel import Easel, disc, ribbon
from sprites.paint.layers import Layer, blurred, box, covered, grid, noise, soft
from sprites.paint.surface_cache import Bakery
from sprites.paint.surfaces import RGB, native, picture, rgb, toned

SIDES = "NESW"
WAYS: dict[str, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""For each side of a tile the step to it, across and down."""
HALF = 0.218
"""Half of a passage's width, in cells, like all lengths here."""
FRONT = 0.06
"""How much is seen of the front of a wall, the side that is turned to the player."""
BEND = 0.05
"""How far from the corner between two arms of a passage it is rounded."""
COURSE = 0.118
"""How wide the row of cut stones is that borders a passage."""
GAP = 0.013
"""How far the stone keeps from the edge of its cell."""
GRAINS = 8
"""How many kinds of stone there are; a tile's ``variant`` is taken modulo this."""


@dataclass(frozen=True, slots=True)
class Stone:
    """Colours from shade to light, of walls and of the floor between them."""

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
"""The stone of strong patterns: nearly white walls, nearly black floors."""


class Look(NamedTuple):
    """What decides how a tile looks: the sides that are open, whether it is mortared in, its grain, its contrast."""

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
    """The distance to the passage of a tile, which goes on beyond its edge where that is open."""
    way = box(x, y, (0, 0), (HALF, HALF), HALF * 0.62 if len(open_sides) < 3 else 0.02)
    for side in open_sides:
        across, down = WAYS[side]
        middle = (across * 0.5, down * 0.5)
        arm = box(x, y, middle, (0.5 if across else HALF, 0.5 if down else HALF), 0.0)
        way = _joined(way, arm)
    return way


def _joined(one: Layer, other: Layer) -> Layer:
    """Unite two shapes so that the corner between them is a little round."""
    near = np.maximum(BEND - np.abs(one - other), 0) / np.float32(BEND)
    joined: Layer = np.minimum(one, other) - near * near * np.float32(BEND / 4)
    return joined


def paint_tile(bakery: Bakery, look: Look, side: int) -> pygame.Surface:
    """Paint a tile, see-through in the narrow gap around it; one that is mortared in fills its cell."""
    return _Slab(bakery, look, side).painted()


class _Grain(NamedTuple):
    """What tiles of one grain share: rough stone, fine sand, ripples in it."""

    rough: Layer
    bumps: Layer
    sand: Layer
    tone: float


class _Slab:
    """A tile while it is painted: x and y are in cells from its middle."""

    def __init__(self, bakery: Bakery, look: Look, side: int) -> None:
        self.bakery, self.look, self.side, self.cell = bakery, look, side, float(side)
        self.x, self.y = grid((side, side), self.cell)
        key = ("labyrinth grain", look.grain, side)
        self.grain: _Grain = bakery.reckon(key, lambda: _grain(look.grain, side))
        self.way = self._way(0, 0) + np.float32(0.016) * (self.grain.rough - np.float32(0.5))
        self.wall = covered(-self.way, self.cell)
        self.edge = box(self.x, self.y, (0, 0), (0.5 - GAP, 0.5 - GAP), 0.03)

    def _way(self, right: float, down: float) -> Layer:
        """The distance to the passage, moved."""
        return passage(self.x - np.float32(right), self.y - np.float32(down), self.look.open_sides)

    def painted(self) -> pygame.Surface:
        stone = self.look.stone
        behind = self._way(0, FRONT)
        tones = toned(self._floor(), stone.floor)
        face = toned(0.3 + 0.6 * behind / FRONT + 0.4 * (self.grain.bumps - 0.5), stone.front)
        for above, cover in ((face, covered(-behind, self.cell)), (toned(self._walls(), stone.wall), self.wall)):
            tones = [a + (b - a) * cover for a, b in zip(tones, above, strict=True)]
        surface = self._with_edge(tones)
        if self.look.fixed:
            studs = self.bakery.keep(("labyrinth studs", self.side), lambda: _studs(self.side))
            surface.blit(studs, (0, 0))
        return native(surface)

    def _walls(self) -> Layer:
        """How light the tops of the walls are: round edges, cut stones along the passage, rough within."""
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
        """How light the sand is: in the shadow of the walls at the upper left, darker along all of them."""
        shadow = soft(-self._way(0.045, 0.045 + FRONT), 0.055)
        hollow = soft(-self.way - np.float32(0.02), 0.09)
        lit = 0.56 + 0.36 * (self.grain.sand - 0.5) + 0.12 * (self.grain.bumps - 0.5) + self.grain.tone
        return np.asarray(lit * (1 - 0.56 * shadow) - 0.1 * hollow)

    def _with_edge(self, tones: Sequence[Layer]) -> pygame.Surface:
        """Cut the tile out, with the joint that it lies in."""
        body = covered(self.edge, self.cell)
        rim = soft(np.abs(self.edge) - 0.002, 0.016)
        tones = [tone * (1 - 0.42 * rim) for tone in tones]
        if self.look.fixed:
            mortar = [tone * (0.75 + 0.5 * self.grain.rough) for tone in (74, 62, 50)]
            tones = [a + (b - a) * body for a, b in zip(mortar, tones, strict=True)]
            return picture(tones, np.ones_like(body))
        dark = soft(box(self.x, self.y, (0.012, 0.012), (0.49, 0.49), 0.03), 0.02) * 0.8
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
    """The few stones that lie in the sand: lit on the side of the light, dark on the other."""
    tops = np.clip((bumps - 0.8) * 6, 0, 1)
    step = max(1, bumps.shape[0] // 64)
    return np.asarray(np.roll(tops, (-step, -step), (0, 1)) - 1.2 * np.roll(tops, (step, step), (0, 1)) + 0.3 * tops)


def _studs(side: int) -> pygame.Surface:
    easel = Easel(side)
    for x in (9.5, 90.5):
        for y in (9.5, 90.5):
            easel.lay(disc(x, y, 3.3), colour="#d0a048", edge=1.5, raised=1.3, gloss=1.0, shadow=1.6)
            easel.lay(ribbon(((x - 1.7, y + 1.2), (x + 1.7, y - 1.2)), 0.9), colour="#5a3a10", edge=0.4, raised=0,
                      shadow=0)  # fmt: skip
    return easel.picture()
