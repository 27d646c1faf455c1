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
from sprites.paint.surfaces import RGB, picture, rgb

LIGHTS = 16
"""From how many directions a thing that turns is lit; at rest only four of them are needed."""
LIGHT_AT = 10
"""The direction of the upper left among them, clockwise from the right."""
LIGHT_SLOPE = (0.62, 0.78)
"""How much of the light comes from aside and how much from above."""
SHADE: RGB = (46, 28, 12)
COARSE = 3
"""Shadows are made so many times smaller and scaled up: they are soft anyway."""
EDGE = 0.016
"""How wide the dark edge of an outline is."""


def normals(height: Layer, cell: float) -> tuple[Layer, Layer, Layer]:
    """The direction, of length 1, in which each place of a surface of those heights faces."""
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
    """The height of something whose edge is rounded off like a quarter of a circle."""
    share = np.clip(-distance / bevel, 0, 1)
    height: Layer = bevel * np.sqrt(np.maximum(1 - (1 - share) ** 2, 0))
    return height


def light(number: int = LIGHT_AT) -> tuple[float, float, float]:
    """The direction to the light, one of :data:`LIGHTS`; the upper left if not said."""
    angle = number * math.tau / LIGHTS
    aside, above = LIGHT_SLOPE
    return math.cos(angle) * aside, math.sin(angle) * aside, above


def facing(height: Layer, cell: float) -> Layer:
    """How squarely each place of a surface of those heights faces the light of the upper left."""
    lit, *others = normals(height, cell)
    towards, *rest = light()
    lit *= np.float32(towards)
    for normal, part in zip(others, rest, strict=True):
        normal *= np.float32(part)
        lit += normal
    return lit


def outlined(colour: RGB, line: Layer, alpha: Layer, cell: float) -> pygame.Surface:
    """Draw a line of that distance with a dark edge, so that it is seen on ivory and on the Ls alike."""
    edge = covered(line - EDGE, cell)
    inside = covered(line, cell)
    dark = np.clip(edge - inside, 0, 1)
    colours = [tone + (shade - tone) * dark for tone, shade in zip(colour, SHADE, strict=True)]
    return picture(colours, np.maximum(alpha, edge))


def enlarged(coarse: pygame.Surface) -> pygame.Surface:
    """Bring what was made coarsely to its size."""
    return pygame.transform.smoothscale_by(coarse, COARSE)


# -- lines of light

Style = Literal["whole", "dashed", "corners"]

INSET = 0.06
ROUND = 0.13


def frame(colour: RGB, side: int, style: Style) -> pygame.Surface:
    """Draw a frame with a glow inside, see-through; corners alone do not glow."""
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
"""How far the light beside a hint's line reaches, in widths of it, and how strong it is."""
WIDEST = 0.09
"""The width of that line on a tiny square, as a share of its side."""


def hint_line(kit: Kit, distance: Layer, side: float) -> pygame.Surface:
    """Draw a hint's line where a distance, in pixels, is nothing: gold, of one width, without a dark edge.

    Only around something tiny, of that ``side``, it is thinner.
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
