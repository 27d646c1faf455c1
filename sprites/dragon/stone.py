"""The stone of the labyrinth: flagstones, sandstone that can be eaten, granite that cannot, computed from distances."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sprites.paint import relief
from sprites.paint.easel import Easel, disc, ribbon
from sprites.paint.layers import Layer, box, covered, grid, hypot, noise, soft
from sprites.paint.pauses import pause
from sprites.paint.surfaces import RGB, rgb


class Slab(NamedTuple):
    """A cut stone, seen from above: its middle and half its sides in cells, and how much lighter than others it is."""

    x: float
    y: float
    wide: float
    high: float
    tone: float = 0.0


@dataclass(frozen=True, slots=True)
class Stone:
    """How stones of one kind are: their colours from dark to light, their edges, and how rough they are."""

    dark: RGB
    light: RGB
    bevel: float = 0.05
    rough: float = 0.12
    steep: float = 0.75
    gap: float = 0.012
    round: float = 0.05


FLOOR = Stone(rgb("#221d19"), rgb("#8a7d6c"), bevel=0.05, rough=0.14, steep=0.6)
SANDSTONE = Stone(rgb("#6b3f1c"), rgb("#f0c585"), bevel=0.06, rough=0.16, steep=0.8, gap=0.014, round=0.045)
GRANITE = Stone(rgb("#12141a"), rgb("#6f7684"), bevel=0.09, rough=0.2, steep=0.75, gap=0.0, round=0.07)

FLOORS: tuple[tuple[Slab, ...], ...] = (
    (Slab(0, 0, 0.5, 0.5, 0.01),),
    (Slab(-0.18, 0, 0.32, 0.5, 0.03), Slab(0.32, -0.2, 0.18, 0.3, -0.04), Slab(0.32, 0.3, 0.18, 0.2, 0.02)),
    (Slab(0, -0.24, 0.5, 0.26, -0.02), Slab(-0.22, 0.26, 0.28, 0.24, 0.03), Slab(0.28, 0.26, 0.22, 0.24, -0.01)),
    (Slab(-0.27, -0.14, 0.23, 0.36, 0.02), Slab(0.23, -0.14, 0.27, 0.36, -0.02), Slab(0, 0.36, 0.5, 0.14, 0.0)),
    (Slab(-0.1, -0.29, 0.4, 0.21, 0.0), Slab(0.4, -0.29, 0.1, 0.21, 0.05), Slab(0, 0.21, 0.5, 0.29, -0.015)),
    (Slab(0.06, 0.05, 0.44, 0.45, 0.015), Slab(-0.44, 0.05, 0.06, 0.45, -0.04), Slab(0, -0.45, 0.5, 0.05, 0.02)),
)
"""The ways in which a square of the floor is paved."""
FRONT = 27
"""How high, in units of the easel, the front of a wall is seen below its top."""


def pave(easel: Easel, spot: int) -> None:
    """Cover the easel with worn flagstones; ``spot`` is the way they are laid."""
    lay_stones(easel, FLOORS[spot % len(FLOORS)], FLOOR, seed=100 + spot, worn=0.1)
    random = np.random.default_rng(140 + spot)
    for _ in range(1 + spot % 2):
        _crack(easel, random)
    pebbles = [disc(random.uniform(6, 94), random.uniform(6, 94), random.uniform(0.6, 1.5)) for _ in range(7)]
    easel.lay(*pebbles, colour="#75695b", edge=0.6, raised=1, shadow=0.8)


def _crack(easel: Easel, random: np.random.Generator) -> None:
    """Let a fine crack run a little way over a slab."""
    x, y, turn = random.uniform(15, 85), random.uniform(15, 85), random.uniform(0, math.tau)
    way = [(x, y)]
    for _ in range(5):
        turn += random.uniform(-0.7, 0.7)
        x, y = x + 5.5 * math.cos(turn), y + 5.5 * math.sin(turn)
        way.append((x, y))
    lit = [(a + 0.9, b + 0.9) for a, b in way]
    easel.lay(ribbon(lit, 1.5, 0.5), colour="#8d8172", raised=0, shadow=0, strength=0.45)
    easel.lay(ribbon(way, 1.7, 0.5), colour="#1a1612", raised=0, shadow=0, strength=0.8)


def lay_stones(easel: Easel, slabs: tuple[Slab, ...], stone: Stone, seed: int, worn: float = 0.0) -> None:
    """Cover the whole easel with cut stones and the dark joints between them."""
    shade, inside = _stones(easel.size, slabs, stone, seed)
    if worn:
        shade = shade + worn * (easel.pool(50, 50, 70) - 0.4)
    _paint(easel, shade * (0.25 + 0.75 * inside), stone, np.ones_like(shade))


def _stones(side: int, slabs: tuple[Slab, ...], stone: Stone, seed: int) -> tuple[Layer, Layer]:
    """How light each pixel is, and whether it belongs to a stone rather than to a joint."""
    cell = float(side)
    x, y = grid((side, side), cell)
    bumps = 0.5 * noise((side, side), (cell * 0.22, cell * 0.22), seed) + 0.5 * noise(
        (side, side), (cell * 0.06, cell * 0.06), seed + 1
    )
    pause()
    height = np.zeros((side, side), np.float32)
    inside = np.zeros((side, side), np.float32)
    tone = np.zeros((side, side), np.float32)
    for slab in slabs:
        half = slab.wide - stone.gap, slab.high - stone.gap
        distance = box(x, y, (slab.x, slab.y), half, min(stone.round, *half)) + 0.035 * (bumps - 0.5)
        part = covered(distance, cell)
        height += relief.rim(distance, min(stone.bevel, *half)) * part
        inside = np.maximum(inside, part)
        tone += part * np.float32(slab.tone)
        pause()
    lit = relief.facing(height * stone.steep + 0.022 * stone.rough * 4 * bumps, cell) - relief.light()[2]
    pause()
    shade = 0.5 + 0.62 * lit + tone + stone.rough * (bumps - 0.5) * 1.4
    pause()
    return np.asarray(shade), inside


def _paint(easel: Easel, shade: Layer, stone: Stone, alpha: Layer) -> None:
    share = np.clip(shade, 0, 1)
    ends = zip(stone.dark, stone.light, strict=True)
    easel.blend(alpha, [np.asarray((dark + (light - dark) * share) / 255, np.float32) for dark, light in ends])


# -- walls


BRICKS: tuple[Slab, ...] = tuple(
    Slab(x, -0.5 + 0.125 + 0.25 * row, 0.25, 0.125, tone)
    for row, columns in enumerate(((-0.25, 0.25), (-0.5, 0.0, 0.5), (-0.25, 0.25), (-0.5, 0.0, 0.5)))
    for x, tone in zip(columns, ((0.04, -0.05, 0.04) if row % 2 else (0.0, 0.06)), strict=False)
)
"""Two and a half bricks a row, each row half a brick further than the one above it."""


def raise_sandstone(easel: Easel, spot: int, *, strong: bool) -> None:
    """Raise a wall of soft warm bricks, bitten at its corners, over what lies there."""
    side = easel.size
    stone = replace(SANDSTONE, gap=0.024, steep=1.1) if strong else SANDSTONE
    shade, inside = _stones(side, BRICKS, stone, 300 + spot)
    x, y = grid((side, side), float(side))
    body = box(x, y, (0, 0), (0.485, 0.485), 0.05)
    for bite_x, bite_y, radius in ((0.5, -0.2, 0.1), (0.47, -0.37, 0.12), (0.31, -0.5, 0.1), *_nibbles(spot)):
        body = np.maximum(body, radius - hypot(x - np.float32(bite_x), y - np.float32(bite_y)))
    _raise(easel, body, shade * (0.32 + 0.68 * inside), stone)


def _nibbles(spot: int) -> tuple[tuple[float, float, float], ...]:
    """The smaller bites, which differ from wall to wall."""
    return (
        ((-0.5, 0.22, 0.07), (-0.49, 0.12, 0.06)),
        ((-0.18, 0.5, 0.06), (-0.07, 0.51, 0.06)),
        ((-0.5, -0.3, 0.06),),
        ((0.2, 0.51, 0.06), (-0.5, 0.05, 0.05)),
    )[spot % 4]


def raise_granite(easel: Easel, spot: int) -> None:
    """Raise a block of dark granite over what lies there; its irons are laid upon it."""
    side = easel.size
    shade, _ = _stones(side, (Slab(0, 0, 0.5, 0.5, -0.06),), GRANITE, 500 + spot)
    speckles = noise((side, side), (side * 0.025, side * 0.025), 520 + spot)
    x, y = grid((side, side), float(side))
    _raise(easel, box(x, y, (0, 0), (0.49, 0.49), 0.05), shade + 0.2 * (speckles > 0.78), GRANITE)


def _raise(easel: Easel, body: Layer, shade: Layer, stone: Stone) -> None:
    """Lay a block with a lit edge and a front in the shade over the floor, and let it throw its shadow."""
    side = float(easel.size)
    x, y = grid((easel.size, easel.size), side)
    fallen = np.roll(body, (max(1, round(0.03 * side)), max(1, round(0.03 * side))), (0, 1))
    easel.blend(0.6 * soft(fallen, 0.06), (0.0, 0.0, 0.0))
    pause()
    front = covered((0.5 - FRONT / 100) - y, side) * np.ones_like(x)
    lip = soft(np.abs(y - (0.5 - FRONT / 100)) - 0.006, 0.016) * np.ones_like(x)
    pause()
    lit = relief.facing(relief.rim(body, 0.07), side) - relief.light()[2]
    pause()
    tone = shade * (1 - 0.42 * front) + 0.16 * lip * (1 - front) - 0.1 * lip * front + 0.55 * lit
    _paint(easel, tone, stone, covered(body, side))
