"""The L of the L-Game as one glossy body with rounded edges: its picture, its shadow and its outlines."""

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
from sprites.paint.layers import Layer, box, covered, grid, hypot, soft
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
        """Draw it with the light from one of the directions."""
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
        level = np.clip(0.52 + (facing - lz) * 0.9 + 0.1 * (self._x * lx + self._y * ly), 0, 1)
        ivory = self._ivory[:, _steps(level)]
        paint = self._paint[:, _steps(level - self._pattern)]
        colours = [ink + (pale - ink) * self._inlaid + gleam for ink, pale in zip(paint, ivory, strict=True)]
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
