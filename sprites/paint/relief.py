"""Shapes computed from distances in cells: rounded rims with lighting, dark outlines, lines of light.

Lines of light are the same in every game: frames of squares, whole, dashed or corners only, and a hint's line.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pygame

from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, box, covered, grid, soft
from sprites.paint.surfaces import RGB, blended, picture, rgb

LIGHTS = 16
"""Number of directions from which a rotating piece is lit; at rest only four of them are needed."""
LIGHT_AT = 10
"""The direction of the upper left among them, clockwise from the right."""
LIGHT_SLOPE = (0.62, 0.78)
"""The horizontal and the vertical part of the light's direction."""
SHADE: RGB = (46, 28, 12)
COARSE = 3
"""Shadows are made smaller by this factor and scaled up: they are soft anyway."""
EDGE = 0.016
"""Width of the dark edge of an outline."""


def normals(height: Layer, cell: float) -> tuple[Layer, Layer, Layer]:
    """The unit normals of a height field."""
    step = np.float32(1 / cell)
    down_x, down_y = (
        np.gradient(height, step, axis=axis) if side > 1 else np.zeros_like(height)
        for axis, side in enumerate(height.shape)
    )
    upright = down_x * down_x
    upright += down_y * down_y
    upright += 1
    np.divide(1, np.sqrt(upright, out=upright), out=upright)
    for down in (down_x, down_y):
        down *= -upright
    return down_x, down_y, upright


def rim(distance: Layer, bevel: float) -> Layer:
    """The height of a body whose edge is rounded like a quarter of a circle."""
    share = np.clip(-distance / bevel, 0, 1)
    height: Layer = bevel * np.sqrt(np.maximum(1 - (1 - share) ** 2, 0))
    return height


def light(number: int = LIGHT_AT) -> tuple[float, float, float]:
    """The direction to the light, one of :data:`LIGHTS`; by default the upper left."""
    angle = number * math.tau / LIGHTS
    aside, above = LIGHT_SLOPE
    return math.cos(angle) * aside, math.sin(angle) * aside, above


def facing(height: Layer, cell: float) -> Layer:
    """The cosine between a height field's normals and the direction to the light at the upper left."""
    lit, *others = normals(height, cell)
    towards, *rest = light()
    lit *= np.float32(towards)
    for normal, part in zip(others, rest, strict=True):
        normal *= np.float32(part)
        lit += normal
    return lit


def outlined(colour: RGB, line: Layer, alpha: Layer, cell: float) -> pygame.Surface:
    """Draw a line, given by its distance field, with a dark edge that sets it off from any background."""
    edge = covered(line - EDGE, cell)
    inside = covered(line, cell)
    dark = np.clip(edge - inside, 0, 1)
    return picture(blended(colour, SHADE, dark), np.maximum(alpha, edge))


def enlarged(coarse: pygame.Surface) -> pygame.Surface:
    """Scale a coarse picture up to its size."""
    return pygame.transform.smoothscale_by(coarse, COARSE)


# -- lines of light

Style = Literal["whole", "dashed", "corners"]

INSET = 0.06
ROUND = 0.13


def frame(colour: RGB, side: int, style: Style) -> pygame.Surface:
    """Draw a frame with a glow inside and a faint one outside; corners alone do not glow."""
    x, y = grid((side, side), float(side))
    half = 0.5 - INSET
    distance = box(x, y, (0, 0), (half, half), ROUND)
    inside = covered(distance, side)
    width = max(0.024, 1.1 / side)
    ring = np.abs(distance + width) - width
    if style == "corners":
        corners = np.minimum(np.abs(x), np.abs(y)) - 0.2
        ring = np.maximum(ring - 0.012, -corners)
        return outlined(colour, ring, covered(ring, side), side)
    if style == "dashed":
        around = np.arctan2(y, x) / math.tau * 16
        ring = np.maximum(ring, (np.abs(around - np.round(around)) - 0.34) * 0.2)
    glow = inside * (0.12 + 0.34 * soft(-distance - 0.02, 0.12))
    halo = 0.35 * soft(distance, INSET) * (1 - inside)
    return outlined(colour, ring, np.maximum(np.maximum(glow, halo), covered(ring, side)), side)


GLEAM, GLEAMS = 3.5, 0.5
"""Reach of the glow beside a hint's line, in widths of the line, and its strength."""
WIDEST = 0.09
"""The width of that line on a tiny square, as a share of its side."""


def hint_line(kit: Kit, distance: Layer, side: float) -> pygame.Surface:
    """Draw a hint's line where a distance in pixels is 0: gold, of one width, without a dark edge.

    It is thinner only around something tiny of that ``side``.
    """
    half = min(kit.px(kit.theme.sizes.hint_line), WIDEST * side) / 2
    line = np.abs(distance) - np.float32(half)
    light = GLEAMS * soft(line, GLEAM * 2 * half)
    return picture(rgb(kit.theme.colours.hint), np.maximum(covered(line), light))


def hint_frame(kit: Kit, side: int) -> pygame.Surface:
    """Draw a hint's line around a square of a side in pixels."""
    x, y = grid((side, side), 1.0)
    half = (0.5 - INSET) * side
    return hint_line(kit, box(x, y, (0, 0), (half, half), ROUND * side), side)
