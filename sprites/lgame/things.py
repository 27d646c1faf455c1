"""The things of the L-Game as pictures: the glossy L, its shadow and outlines, the ivory board, pebbles, an arrow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from sprites.paint import relief
from sprites.paint.frames import hint_line
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, box, covered, expanded, grid, hypot, noise, soft
from sprites.paint.pauses import pause
from sprites.paint.surfaces import RGB, picture, rgb
from sprites.paint.theme import PlayerLook

Mark = Literal["legal", "blocked", "hint", "home"]

BODY_GAP = 0.065
"""How far an L keeps from the edges of its squares, in cells, like all lengths here."""
BODY_ROUND = 0.2
BODY_BEVEL = 0.19
BODY_FILLET = 0.16
BODY_PAD = 0.05
SHADOW_PAD = 0.02
"""How much larger the picture of a shadow is than the shadow reaches."""
HALO = 0.24
"""How far the glow around an outline reaches."""
STRIPE = 0.36
SIGN_AT = -0.5, 1.0
"""Where the sign of its player is inlaid in the base shape, as seen from its middle."""
LEVELS = 256
IVORY: RGB = (240, 231, 211)


class Shadow(NamedTuple):
    """The shadow of something at a height: how soft and how dark it is."""

    height: float
    reach: float
    strength: float


SHADOWS = (Shadow(0, 0.1, 0.5), Shadow(1, 0.28, 0.42))
"""What lies throws the first, what is lifted the second; in between both are seen."""


def l_distance(x: Layer, y: Layer, gap: float = BODY_GAP) -> Layer:
    """The distance to the base shape around its middle: a box, less the box that its arms enclose."""
    radius = max(0.04, BODY_ROUND + BODY_GAP - gap)
    whole = box(x, y, (0, 0), (1 - gap, 1.5 - gap), radius)
    # The enclosed box reaches far beyond the corner, so that only its inner corner is ever seen.
    notch = -box(x, y, (1 - gap, -0.5 - gap), (1, 1), BODY_FILLET + gap)
    outside = hypot(np.maximum(whole + radius, 0), np.maximum(notch + radius, 0))
    distance: Layer = np.minimum(np.maximum(whole, notch), -radius) + outside
    return distance


def _palette(shades: Sequence[RGB]) -> Layer:
    """A colour for each of the levels of light, from the first shade to the last."""
    along = np.linspace(0, len(shades) - 1, LEVELS)
    columns = [np.interp(along, range(len(shades)), channel) for channel in zip(*shades, strict=True)]
    return np.stack(columns).astype(np.float32)


def _times(colour: RGB, factor: float) -> RGB:
    red, green, blue = (round(factor * channel) for channel in colour)
    return red, green, blue


class Body:
    """The base shape of one player's L at one size: what does not change with the light, worked out once."""

    def __init__(self, look: PlayerLook, cell: float, *, strong: bool) -> None:
        size = round((2 + 2 * BODY_PAD) * cell), round((3 + 2 * BODY_PAD) * cell)
        self._x, self._y = grid(size, cell)
        distance = l_distance(self._x, self._y)
        mark = self._inlay(look, strong=strong)
        height = relief.rim(distance, BODY_BEVEL) - 0.03 * soft(mark, 0.03)
        self._normals = relief.normals(height, cell)
        self._cover = covered(distance, cell)
        self._inlaid = covered(mark, cell)
        self._pattern = self._stripes(strong=strong) if look.pattern == "stripes" else 0.0
        self._paint = _palette([rgb(shade) for shade in (look.dark, look.colour, look.light)])
        self._ivory = _palette([_times(IVORY, 0.74), _times(IVORY, 1.24)])

    def _inlay(self, look: PlayerLook, *, strong: bool) -> Layer:
        """The distance to the ivory mark in the corner of the L: its player's own shape."""
        size = 0.23 if strong else 0.17
        if look.shape == "disc":
            return hypot(self._x - SIGN_AT[0], self._y - SIGN_AT[1]) - size
        return box(self._x, self._y, SIGN_AT, (size, size), 0.03)

    def _stripes(self, *, strong: bool) -> Layer:
        """How much darker the stripes are."""
        wave = np.clip(np.sin((self._x - self._y) * (math.tau / STRIPE)) * 3 + 0.5, 0, 1)
        darker: Layer = wave * np.float32(0.34 if strong else 0.1)
        return darker

    def lit(self, light: int) -> pygame.Surface:
        """Paint it with the light from one of the directions."""
        lx, ly, lz = map(np.float32, relief.light(light))
        nx, ny, nz = self._normals
        facing = nx * lx + ny * ly + nz * lz
        # Half-way between the light and the eye, which looks down: what faces there gleams.
        half = math.sqrt(lx * lx + ly * ly + (lz + 1) ** 2)
        shine = np.maximum(facing + nz, 0) * np.float32(1 / half)
        wide = _sixteenth_power(shine)
        flat = ((lz + 1) / half) ** 16
        squared = wide * wide
        gleam = 120 * squared * squared + 44 * (wide - flat)
        pause()
        level = np.clip(0.52 + (facing - lz) * 0.9 + 0.1 * (self._x * lx + self._y * ly), 0, 1)
        pause()
        ivory = self._ivory[:, _steps(level)]
        paint = self._paint[:, _steps(level - self._pattern)]
        pause()
        colours = [ink + (pale - ink) * self._inlaid + gleam for ink, pale in zip(paint, ivory, strict=True)]
        pause()
        return picture(colours, self._cover)


def _sixteenth_power(field: Layer) -> Layer:
    squared = field * field
    fourth = squared * squared
    eighth = fourth * fourth
    result: Layer = eighth * eighth
    return result


def _steps(level: Layer) -> NDArray[np.uint8]:
    """Turn light of 0-1 into places in a palette."""
    steps: NDArray[np.uint8] = np.clip(level * (LEVELS - 1), 0, LEVELS - 1).astype(np.uint8)
    return steps


def bake_l_shadow(cell: float, shadow: Shadow) -> pygame.Surface:
    """Draw the shadow of the base shape, coarsely; it is soft anyway."""
    coarse, pad = cell / relief.COARSE, shadow.reach + SHADOW_PAD
    x, y = grid((round((2 + 2 * pad) * coarse), round((3 + 2 * pad) * coarse)), coarse)
    return picture(relief.SHADE, shadow.strength * soft(l_distance(x, y), shadow.reach))


MARKS: dict[Mark, tuple[float, float, float]] = {
    "legal": (0.42, 1.0, 0.045),
    "blocked": (0.0, 0.85, 0.03),
    "home": (0.0, 0.4, 0.014),
}
"""How each outline of an L is drawn but a hint's: how much it is filled, how strong and how wide its line is."""


def bake_mark(mark: Mark, colour: RGB, cell: float) -> pygame.Surface:
    """Draw an outline of the base shape."""
    filled, line, wide = MARKS[mark]
    glows = mark == "legal"
    pad = HALO if glows else wide + relief.EDGE
    x, y = grid((round((2 + 2 * pad) * cell), round((3 + 2 * pad) * cell)), cell)
    distance = l_distance(x, y, gap=0.02)
    edge = covered(np.abs(distance) - wide, cell) * line
    if mark == "blocked":
        edge = edge * np.clip(np.sin((x + y) * (math.tau / 0.22)) * 4 + 1.2, 0, 1)
    halo = 0.5 * soft(distance - 0.08, HALO - 0.08) * (distance > 0) if glows else 0
    alpha = np.maximum(np.maximum(covered(distance, cell) * filled, edge), halo)
    return picture(colour, alpha)


def bake_hint(kit: Kit, cell: float) -> pygame.Surface:
    """Draw a hint's line around the base shape."""
    x, y = grid((round((2 + 2 * HALO) * cell), round((3 + 2 * HALO) * cell)), cell)
    return hint_line(kit, l_distance(x, y, gap=0.02) * np.float32(cell), cell)


PEBBLE_RADIUS = 0.34
"""In cells, like all lengths here."""
PEBBLE_PAD = 0.42
SLAB_ROUND = 0.16
SLAB_BEVEL = 0.09
WELL_GAP = 0.04
WELL_ROUND = 0.13
DROP_REACH = 0.22
PEBBLES: tuple[tuple[RGB, RGB], ...] = (((150, 147, 140), (84, 82, 80)), ((118, 116, 118), (60, 60, 66)))


def bake_pebble(number: int, cell: float) -> pygame.Surface:
    """Draw one of the two pebbles: not quite round, and speckled."""
    size = round(2 * PEBBLE_PAD * cell)
    x, y = grid((size, size), cell)
    round_about = np.arctan2(y, x)
    bulge = 0.016 * np.sin(2 * round_about + 1.3 + number) + 0.009 * np.sin(3 * round_about + 2.1 * number)
    distance = hypot(x, y * 1.06) - PEBBLE_RADIUS - bulge
    height = 0.62 * relief.rim(distance, PEBBLE_RADIUS)
    facing = relief.facing(height, cell)
    coarse, fine = ((cell * grain, cell * grain) for grain in (0.07, 0.02))
    grain = 0.12 * noise((size, size), coarse, number) + 0.1 * noise((size, size), fine, number + 7) - 0.11
    vein = 0.16 * np.exp(-(((x * 0.5 - y * 0.9 + 0.09 * np.sin(5 * x + number)) / 0.03) ** 2)) * (number == 1)
    lit = np.clip(0.1 + facing * 0.95 + grain + vein, 0, 1.15)
    light, dark = PEBBLES[number]
    gleam = 60 * np.maximum(facing, 0) ** 24
    colours = [low + (high - low) * lit + gleam for low, high in zip(dark, light, strict=True)]
    return picture(colours, covered(distance, cell))


def bake_pebble_shadow(cell: float, shadow: Shadow) -> pygame.Surface:
    coarse = cell / relief.COARSE
    size = round(2 * (PEBBLE_RADIUS + shadow.reach + SHADOW_PAD) * coarse)
    x, y = grid((size, size), coarse)
    return relief.enlarged(picture(relief.SHADE, shadow.strength * soft(hypot(x, y) - PEBBLE_RADIUS, shadow.reach)))


def paint_slab(size: tuple[int, int], cell: float) -> pygame.Surface:
    """Draw the ivory slab: its texture, its rounded edge, and the frame sunk into its rim."""
    edge = 2 * round((SLAB_ROUND + SLAB_BEVEL) * cell) + 3
    tile = min(size[0], edge), min(size[1], edge)
    distance = box(*grid(tile, cell), (0, 0), (tile[0] / cell / 2, tile[1] / cell / 2), SLAB_ROUND)
    lit = relief.facing(relief.rim(distance, SLAB_BEVEL), cell) - relief.light()[2]
    broad, fine = ((cell * grain, cell * grain) for grain in (0.9, 0.03))
    grain = 7 * noise(size, broad, 1)
    pause()
    grain = grain + 4 * noise(size, fine, 2) - 5.5
    pause()
    x, y = grid(size, 1)
    tone = grain - 6 * (x / size[0] + y / size[1]) + 150 * expanded(lit, size)
    pause()
    return picture([ivory + tone for ivory in IVORY], expanded(covered(distance, cell), size))


def bake_well(cell: float) -> pygame.Surface:
    """Draw what makes a square a shallow well: shaded at the upper left, bright at the lower right."""
    size = round(cell)
    x, y = grid((size, size), cell)
    distance = box(x, y, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)
    inside = covered(distance, cell)
    lx, ly, _ = relief.light()
    shifted = box(x + lx * 0.05, y + ly * 0.05, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)
    shade = inside * (0.07 + 0.3 * (1 - soft(shifted + 0.035, 0.06)))
    lip = box(x + lx * 0.03, y + ly * 0.03, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)
    bright = (1 - inside) * covered(lip, cell) * 0.75
    alpha = np.maximum(shade, bright)
    is_lip = bright > shade
    return picture([np.where(is_lip, 255, tone) for tone in relief.SHADE], alpha)


def bake_cursor(colour: RGB, cell: float) -> pygame.Surface:
    """Draw a ring within a square."""
    _, _, distance = _well(cell)
    ring = np.abs(distance + 0.035) - 0.03
    return relief.outlined(colour, ring, covered(ring, cell), cell)


def bake_lit(light: RGB, sign: RGB, cell: float) -> pygame.Surface:
    """Draw the soft light in a square that can be chosen, and its sign, a thin ring with a dot in the middle."""
    x, y, distance = _well(cell)
    glow = 0.42 * covered(distance, cell) * (1 - 0.45 * soft(distance + 0.16, 0.16))
    ring, dot = np.abs(distance + 0.03) - 0.014, hypot(x, y) - 0.055
    lit = picture(light, glow)
    lit.blit(picture(sign, covered(np.minimum(ring, dot), cell)), (0, 0))
    return lit


def _well(cell: float) -> tuple[Layer, Layer, Layer]:
    """The places in a square from its middle, and how far each is outside its well; all in squares."""
    size = round(cell)
    x, y = grid((size, size), cell)
    return x, y, box(x, y, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)


def bake_drop(size: tuple[int, int], cell: float) -> pygame.Surface:
    """Draw the shadow of the whole board on the cloth."""
    coarse = cell / relief.COARSE
    wide, high = size[0] / relief.COARSE, size[1] / relief.COARSE
    pad = 2 * DROP_REACH * coarse
    x, y = grid((round(wide + pad), round(high + pad)), coarse)
    distance = box(x, y, (0, 0), (wide / coarse / 2, high / coarse / 2), SLAB_ROUND)
    return relief.enlarged(picture((0, 0, 0), 0.5 * soft(distance, DROP_REACH)))


def bake_arrow(length: float, colour: RGB, cell: float) -> pygame.Surface:
    """Draw an arrow to the right, as long as said from end to end."""
    x, y = grid((round((length + 0.2) * cell), round(0.6 * cell)), cell)
    tip = length / 2
    shaft = box(x, y, (-0.12, 0), (tip - 0.12, 0.045), 0.045)
    head = np.maximum(np.abs(y) * 0.8 + (x - tip) * 0.6, tip - 0.3 - x)
    shape = np.minimum(shaft, head)
    return picture(colour, covered(shape, cell))
