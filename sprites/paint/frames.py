"""Frames of light around a square, the same in every game on squares: whole, dashed, or only its corners."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pygame

from sprites.paint import relief
from sprites.paint.layers import box, covered, grid, soft
from sprites.paint.surfaces import RGB

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
