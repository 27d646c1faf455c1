"""What lights on the table of Cóatl: fields, slots and lanes that may be used, cells where a piece may be laid."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pygame

from sprites.coatl.art import edge_of
from sprites.coatl.segments import MASTER, TRUNK, on_square, pen_for, picture_side
from sprites.paint.easel import Easel, ribbon
from sprites.paint.figures import scaled
from sprites.paint.frames import hint_line
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, Size, blurred, covered, rounded, soft
from sprites.paint.surfaces import RGB, native, picture, rgb

Light = Literal["legal", "hover", "hint", "cursor", "chosen", "trail"]
End = Literal["head", "tail", "start"]
VEILED = 0.35
"""How much darker what stands back is."""
TRAIL = 0.6
"""How strong the line is around what was moved last."""


def light(kit: Kit, size: Size, what: Light) -> pygame.Surface:
    """A light for a field, a slot or a lane of that size; it is larger by :func:`light_reach` on each side."""
    return kit.bakery.keep(("coatl light", size, what), lambda: native(_lit(kit, size, what)))


def veil(kit: Kit, size: Size, radius: int) -> pygame.Surface:
    """What lies over something that stands back, since nothing can be done with it now."""
    key = ("coatl veil", size, radius)
    return kit.bakery.keep(key, lambda: native(picture((0, 0, 0), rounded(size, radius) * np.float32(VEILED))))


def light_reach(size: Size) -> int:
    """How far a light reaches beyond what it lies on, in pixels."""
    return max(3, round(0.12 * min(size)))


def _lit(kit: Kit, size: Size, what: Light) -> pygame.Surface:
    reach, high = light_reach(size), min(size)
    whole = (size[0] + 2 * reach, size[1] + 2 * reach)
    edge = edge_of(whole, 0.2 * high, reach)
    if what == "hint":
        return hint_line(kit, edge, high)
    colours = kit.theme.colours
    tone = rgb(
        {"legal": colours.accent_light, "chosen": colours.good, "trail": colours.trail, "hover": colours.hint}.get(
            what, colours.focus
        )
    )
    wide = {"legal": 0.022, "cursor": 0.03, "trail": 0.02}.get(what, 0.045) * high
    line = np.abs(edge) - np.float32(max(1.0, wide))
    if what == "cursor":
        line = np.maximum(line, _sides(whole, reach, high))
    strength = {"legal": 0.5, "cursor": 0.0, "trail": 0.0}.get(what, 0.8)
    glow = strength * np.where(edge > 0, soft(edge, reach), soft(-edge - 0.04 * high, 0.16 * high))
    dark = covered(line - max(1.0, 0.014 * high)) * 0.75
    inside = covered(line)
    alpha = np.maximum(np.maximum(inside, dark), glow)
    if what == "trail":
        alpha = alpha * TRAIL
    dim = np.clip(dark - inside, 0, 1)
    return picture([band * (1 - 0.85 * dim) for band in tone], np.asarray(alpha))


def _sides(size: Size, reach: int, high: float) -> Layer:
    """The distance to the corners of a rectangle: beside them nothing is drawn."""
    x = np.abs(np.arange(size[0], dtype=np.float32) - (size[0] - 1) / 2)[:, None]
    y = np.abs(np.arange(size[1], dtype=np.float32) - (size[1] - 1) / 2)[None, :]
    arm = np.float32(0.3 * high)
    return np.asarray(np.maximum(size[0] / 2 - reach - arm - x, size[1] / 2 - reach - arm - y))


def opening(kit: Kit, end: End, size: int) -> pygame.Surface:
    """The mark of a cell in which a piece may be laid: its outline lit, a plus in it; square like a piece."""
    size = max(4, size)
    key, glow = ("coatl opening", end), rgb(kit.theme.colours.accent_light)
    painted = scaled(kit, key, size, lambda cell: _opening(end, cell, glow), master=MASTER)
    if painted.get_width() == picture_side(size):
        return painted
    return kit.bakery.keep((*key, size), lambda: native(on_square(painted, picture_side(size))))


def _opening(end: str, cell: int, glow: RGB) -> pygame.Surface:
    """Draw the dotted outline of what may be joined there, with a plus."""
    side = picture_side(cell)
    pen = pen_for(Easel(side), cell)
    cover = pen.fill(TRUNK)
    inner = np.clip(blurred(cover, max(2.0, cell * 0.09)) * 4 - 2.6, 0, 1)
    line = np.clip(cover - inner, 0, 1)
    plus = pen.fill(ribbon(((50, 36), (50, 68)), 9), ribbon(((34, 52), (66, 52)), 9))
    halo = blurred(cover, cell * 0.16) * (0.42 if end != "start" else 0.3)
    alpha = np.maximum(np.maximum(line * 0.95, plus * 0.95), halo)
    return native(picture(glow, np.asarray(alpha)))
