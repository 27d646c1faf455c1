"""What lights on the tiles of the labyrinth: where one may walk now, or after a push; hints, the cursor, a goal."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import pygame

from sprites.labyrinth.stone import FRONT, passage
from sprites.paint import relief
from sprites.paint.frames import frame, hint_frame
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, covered, grid, hypot, soft
from sprites.paint.surfaces import RGB, native, picture, rgb

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
