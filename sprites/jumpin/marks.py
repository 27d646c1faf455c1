"""What lights on the meadow: where a rabbit may land or a fox may slide, the cursor, a hint, the arc of a jump."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import numpy as np
import pygame

from sprites.paint import relief
from sprites.paint.easel import Point
from sprites.paint.frames import frame, hint_frame
from sprites.paint.kit import Kit
from sprites.paint.layers import covered, grid, hypot, soft
from sprites.paint.surfaces import RGB, blit_around, native, picture, rgb

Mark = Literal["hop", "slide", "cursor", "hint"]
DOT = 9
"""How large the dots of an arc are, in units."""
GAP = 1.9
"""How far they are from each other, by their size."""
LANDING = 3.4
"""How wide the mark is where an arc lands, by their size."""
FLAT = 0.62
"""How high a ring on the ground is by its width: it is seen aslant."""


def bake_target(kit: Kit, side: int, what: Mark) -> pygame.Surface:
    """Draw a mark of a square, see-through."""
    colours = kit.theme.colours
    if what == "hop":
        return native(_ring(rgb(colours.accent_light), side))
    if what == "hint":
        return native(hint_frame(kit, side))
    if what == "cursor":
        return native(frame(rgb(colours.focus), side, "corners"))
    light = frame(rgb(colours.accent_light), side, "whole")
    light.blit(_paw(rgb(colours.accent_light), side), (0, 0))
    return native(light)


def _paw(tone: RGB, side: int) -> pygame.Surface:
    """Draw the print of a fox's paw: a pad and four toes."""
    x, y = grid((side, side), float(side))
    pad = hypot(x, (y - np.float32(0.06)) * np.float32(1.25)) - np.float32(0.1)
    toes = [hypot((x - np.float32(right)) * np.float32(1.3), y + np.float32(up)) - np.float32(0.06)
            for right, up in ((-0.15, 0.0), (-0.06, 0.12), (0.06, 0.12), (0.15, 0.0))]  # fmt: skip
    shape = np.minimum.reduce([pad, *toes])
    return relief.outlined(tone, shape, covered(shape, side), side)


def _ring(tone: RGB, side: int) -> pygame.Surface:
    """Draw a ring that lies on the ground, with a soft light in it."""
    x, y = grid((side, side), float(side))
    way = hypot(x, (y - np.float32(0.06)) / np.float32(FLAT + 0.12))
    line = np.abs(way - 0.38) - 0.028
    glow = 0.16 + 0.4 * soft(0.3 - way, 0.2)
    alpha = np.maximum(covered(way - 0.38, side) * glow, covered(line, side))
    halo = 0.3 * soft(way - 0.4, 0.09) * (way > 0.38)
    return relief.outlined(tone, line, np.maximum(alpha, halo), side)


def arc(
    surface: pygame.Surface, kit: Kit, start: Point, end: Point, height: float, colour: str, *,
    dot: float | None = None, alpha: float = 1.0,
) -> None:  # fmt: skip
    """Draw the dotted arc of a jump between two places of the surface, ``height`` pixels high, and where it lands.

    Below the dots their shadows lie on the ground, so that one sees how high it goes. ``dot`` is how large they are.
    """
    size = dot or kit.px(DOT)
    places = list(_along(start, end, height, size * GAP))
    for x, y, rise in places:
        # Near its feet the shadow would lie on who jumps.
        strength = min(1.0, rise * 2) * (0.8 - 0.4 * rise)
        blit_around(surface, _shade(kit, round(size)), (x + size * 0.3 * rise, y + size * 0.2), alpha * strength)
    for x, y, rise in places:
        blit_around(surface, _dot(kit, round(size * (0.8 + 0.3 * rise)), colour), (x, y - height * rise), alpha)
    blit_around(surface, _landing(kit, round(size * LANDING), colour), end, alpha)


def _along(start: Point, end: Point, height: float, gap: float) -> Iterator[tuple[float, float, float]]:
    """Places on the ground between two others, and how high the arc is there, from 0 to 1."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    count = max(3, round((length + 0.9 * height) / gap))
    for i in range(1, count):
        share = i / count
        x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        yield x, y, 4 * share * (1 - share)


def _dot(kit: Kit, size: int, colour: str) -> pygame.Surface:
    def bake() -> pygame.Surface:
        side = size + 4
        x, y = grid((side, side), float(size))
        distance = hypot(x, y) - 0.42
        lit = np.clip(1.06 - 0.5 * (x + y), 0.55, 1.35)
        tones = [tone * lit for tone in rgb(colour)]
        edge = covered(distance - 0.1, size)
        inside = covered(distance, size)
        return native(
            picture([tone * inside + dark * (1 - inside) for tone, dark in zip(tones, relief.SHADE, strict=True)], edge)
        )

    return kit.bakery.keep(("jumpin dot", size, colour), bake)


def _shade(kit: Kit, size: int) -> pygame.Surface:
    def bake() -> pygame.Surface:
        side = 2 * size
        x, y = grid((side, side), float(size))
        return native(picture((10, 22, 6), 0.5 * soft(hypot(x, y / np.float32(FLAT)) - 0.4, 0.25)))

    return kit.bakery.keep(("jumpin dot's shade", size), bake)


def _landing(kit: Kit, size: int, colour: str) -> pygame.Surface:
    def bake() -> pygame.Surface:
        x, y = grid((size + 4, size + 4), float(size))
        way = hypot(x, y / np.float32(FLAT))
        line = np.minimum(np.abs(way - 0.42) - 0.05, way - 0.13)
        return native(relief.outlined(rgb(colour), line, covered(line, size), size))

    return kit.bakery.keep(("jumpin landing", size, colour), bake)
