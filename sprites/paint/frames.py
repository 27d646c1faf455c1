"""Lines of light, the same in every game: frames of squares, whole, dashed or only their corners, and a hint's line."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pygame

from sprites.paint import relief
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, box, covered, grid, soft
from sprites.paint.surfaces import RGB, picture, rgb

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
        return relief.outlined(colour, ring, covered(ring, side), side)
    if style == "dashed":
        around = np.arctan2(y, x) / math.tau * 16
        ring = np.maximum(ring, (np.abs(around - np.round(around)) - 0.34) * 0.2)
    glow = inside * (0.12 + 0.34 * soft(-distance - 0.02, 0.12))
    halo = 0.35 * soft(distance, INSET) * (1 - inside)
    return relief.outlined(colour, ring, np.maximum(np.maximum(glow, halo), covered(ring, side)), side)


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
    """Draw a hint's line around a square of so many pixels."""
    x, y = grid((side, side), 1.0)
    half = (0.5 - INSET) * side
    return hint_line(kit, box(x, y, (0, 0), (half, half), ROUND * side), side)
