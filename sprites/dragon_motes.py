"""The small pictures that effects are made of: crumbs, bricks, dust, sparks, a flash, runes, the jaws that bite."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import cast, get_args

import numpy as np
import pygame

from logic.dragon.board import KnightKind
from sprites.dragon_fields import BONE, BRICK, BRICK_PALE, OCHRE, OCHRE_PALE
from sprites.dragon_knights import knight
from sprites.dragon_stores import GOLD
from sprites.easel import Easel, Shape, box, disc, ellipse, polygon, ribbon
from sprites.effects import Motes, crumb, puff
from sprites.kit import Kit
from sprites.layers import covered, grid, hypot, noise, soft
from sprites.surfaces import RGB, picture

# -- soft ones


def _glow(inner: RGB, outer: RGB, side: int) -> pygame.Surface:
    """Paint a light: its colour in the middle, another one further out."""
    x, y = grid((side, side), side / 2)
    share = np.clip(1 - hypot(x, y), 0, 1)
    heat = np.clip(share * 2.2 - 0.7, 0, 1)
    colours = [low + (high - low) * heat for low, high in zip(outer, inner, strict=True)]
    return picture(colours, np.asarray(np.clip(share**1.4 * 1.25, 0, 1)))


def _ring(colour: RGB, width: float, side: int) -> pygame.Surface:
    """Paint a ring with soft edges that just fits."""
    x, y = grid((side, side), side / 2)
    away = np.abs(hypot(x, y) - np.float32(0.98 - width))
    return picture(colour, np.asarray(np.clip(1 - away / np.float32(width), 0, 1) ** 1.3))


def _flash(side: int) -> pygame.Surface:
    """Paint a star of fire with a white heart."""
    x, y = grid((side, side), side / 2)
    way, around = hypot(x, y), np.arctan2(y, x)
    spikes = 0.72 + 0.16 * np.sin(8 * around) + 0.1 * np.sin(5 * around + 1)
    cover = soft(way - spikes.astype(np.float32), 0.14)
    heat = np.clip(1 - way / spikes, 0, 1)
    colours = 255 + 0 * way, 110 + 150 * np.clip(heat * 1.6, 0, 1), 20 + 235 * np.clip(heat * 2.6 - 0.9, 0, 1)
    return picture(colours, np.asarray(cover))


def _swirl(side: int) -> pygame.Surface:
    """Paint arms of violet light around a bright middle."""
    x, y = grid((side, side), side / 2)
    way = hypot(x, y)
    arms = 0.5 + 0.5 * np.cos(3 * np.arctan2(y, x) - 7.5 * way)
    share = np.clip(1 - way, 0, 1)
    cover = np.clip(share * 1.7, 0, 1) * np.clip(arms**1.6 + share**4 * 1.4, 0, 1)
    heat = np.clip(share * 1.5 - 0.35, 0, 1)
    colours = 110 + 145 * heat, 96 + 150 * heat, 255 + 0 * heat
    return picture(colours, np.asarray(cover, np.float32))


def _shade(side: int) -> pygame.Surface:
    """Paint the shadow of somebody in the air."""
    x, y = grid((side, side), side / 2)
    return picture((0, 0, 0), np.asarray(0.6 * soft(hypot(x, y * 1.9) - np.float32(0.62), 0.36)))


def _pit(side: int) -> pygame.Surface:
    """Paint a black depth with a soft rim."""
    x, y = grid((side, side), side / 2)
    edge = noise((side, side), (side * 0.14, side * 0.14), 31)
    cover = covered(hypot(x, y) - np.float32(0.86) - 0.14 * (edge - 0.5), side / 2)
    return picture((5, 4, 4), np.asarray(cover))


# -- solid ones


def _laid(side: int, *bodies: tuple[Shape, str]) -> pygame.Surface:
    easel = Easel(side)
    for shape, colour in bodies:
        easel.lay(shape, colour=colour, edge=7, raised=1.2, gloss=0.3, shadow=3)
    return easel.picture()


def _brick(colour: str, side: int) -> pygame.Surface:
    return _laid(side, (box(8, 28, 84, 46, 7), colour))


def _shard(side: int) -> pygame.Surface:
    return _laid(side, (polygon((10, 60), (44, 18), (92, 40), (58, 66)), "#c9983f"))


def _jaw(upper: bool, side: int) -> pygame.Surface:
    """Paint half of a bite: a jaw with its golden teeth."""
    easel = Easel(side)
    flip = 1 if upper else -1
    easel.lay(ellipse(50, 50 - flip * 34, 42, 16), colour="#d55e00", edge=6, gloss=0.4, shadow=3)
    for x in (18, 34, 50, 66, 82):
        base = 50 - flip * (22 - 6 * abs(x - 50) / 32)
        easel.lay(polygon((x - 9, base), (x + 9, base), (x + 2, base + flip * 27), (x - 2, base + flip * 27)),
                  colour="#ffe08a", edge=3, gloss=0.5, shadow=2)  # fmt: skip
    return easel.picture()


def _star(colour: str, points: int, inner: float, side: int) -> pygame.Surface:
    ends = []
    for i in range(2 * points):
        radius = 46 if i % 2 == 0 else 46 * inner
        turn = math.tau * i / (2 * points) - math.pi / 2
        ends.append((50 + radius * math.cos(turn), 50 + radius * math.sin(turn)))
    easel = Easel(side)
    easel.lay(polygon(*ends), colour=colour, edge=5, raised=0.9, gloss=0.6, shadow=1)
    return easel.picture()


def _coin(side: int) -> pygame.Surface:
    easel = Easel(side)
    easel.lay(disc(50, 50, 42), colour=GOLD, edge=6, gloss=0.8, shadow=3)
    easel.lay(disc(50, 50, 27), colour=GOLD, edge=4, raised=-0.8, shadow=0)
    return easel.picture()


def _wall(side: int) -> pygame.Surface:
    """Paint a few courses of the wall that grows out of the ground."""
    easel = Easel(side)
    for row in range(4):
        for col in range(3):
            left = max(4.0, 4 + col * 36 - (18 if row % 2 else 0))
            right = min(96.0, 4 + col * 36 - (18 if row % 2 else 0) + 34)
            if right - left > 4:
                colour = OCHRE if (row + col) % 2 else OCHRE_PALE
                easel.lay(box(left, 4 + row * 23.4, right - left, 21.6, 3), colour=colour, edge=3, raised=1.1, shadow=2)
    return easel.picture()


def _arc(side: int) -> pygame.Surface:
    """Paint the two strokes of something that springs."""
    easel = Easel(side)
    for y in (34, 58):
        easel.lay(ribbon([(16, y + 18), (50, y), (84, y + 18)], 9), colour="#9df0d2", edge=3, raised=0.6, shadow=1.5)
    return easel.picture()


def _chevron(side: int) -> pygame.Surface:
    easel = Easel(side)
    easel.lay(ribbon([(22, 62), (50, 32), (78, 62)], 14), colour="#ff5a3c", edge=4, gloss=0.6, shadow=2)
    return easel.picture()


def _plus(side: int) -> pygame.Surface:
    easel = Easel(side)
    easel.lay(box(40, 14, 20, 72, 7), box(14, 40, 72, 20, 7), colour=BONE, edge=5, gloss=0.4, shadow=3)
    return easel.picture()


SOFT: Mapping[str, Callable[[int], pygame.Surface]] = {
    "dust": partial(puff, (214, 194, 162), 11),
    "smoke": partial(puff, (176, 164, 152), 12),
    "soot": partial(puff, (132, 120, 112), 13),
    "gold glow": partial(_glow, (255, 246, 196), (255, 150, 40)),
    "violet glow": partial(_glow, (236, 228, 255), (104, 92, 255)),
    "red glow": partial(_glow, (255, 214, 190), (232, 66, 40)),
    "green glow": partial(_glow, (230, 255, 240), (60, 210, 160)),
    "smoke ring": partial(_ring, (206, 190, 172), 0.13),
    "violet ring": partial(_ring, (196, 190, 255), 0.07),
    "white ring": partial(_ring, (255, 244, 220), 0.07),
    "flash": _flash,
    "swirl": _swirl,
    "shade": _shade,
    "pit": _pit,
}
"""How each mote without an edge is painted at a size; its clear pixels have its colour too, so that it scales well."""
SOLID: Mapping[str, Callable[[int], pygame.Surface]] = {
    "crumb": partial(crumb, OCHRE_PALE),
    "stone": partial(crumb, "#8d8172"),
    "brick": partial(_brick, BRICK_PALE),
    "red brick": partial(_brick, BRICK),
    "ochre brick": partial(_brick, OCHRE),
    "shard": _shard,
    "upper jaw": partial(_jaw, True),
    "lower jaw": partial(_jaw, False),
    "star": partial(_star, "#fff3b8", 5, 0.45),
    "spark": partial(_star, "#ffe27a", 4, 0.24),
    "coin": _coin,
    "wall": _wall,
    "arc": _arc,
    "chevron": _chevron,
    "plus": _plus,
}
"""How each mote with an edge is painted at a size."""


class KnightMotes(Motes):
    """The motes of the labyrinth; each kind of knight is one of them too."""

    def upright(self, kit: Kit, name: str, side: int) -> pygame.Surface:
        """Give a mote of that size that is not turned."""
        if name in get_args(KnightKind):
            return knight(kit, cast("KnightKind", name), side)
        return super().upright(kit, name, side)


MOTES = KnightMotes("dragon", SOLID, SOFT)
mote = MOTES.picture
