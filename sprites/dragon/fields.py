"""The squares of the labyrinth: flagstones, walls, holes, teleports, stores that show what they hold."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from sprites.paint import relief
from sprites.paint.canvas import Canvas, Point, Shape, box, curve, disc, ellipse, polygon, ray, ribbon, ring, turned
from sprites.paint.layers import Layer, covered, grid, hypot, noise, soft
from sprites.paint.layers import box as box_distance
from sprites.paint.pauses import pause
from sprites.paint.surfaces import RGB, blended, rgb


class Slab(NamedTuple):
    """A cut stone, seen from above: its middle and half its sides in cells, and its brightness relative to others."""

    x: float
    y: float
    wide: float
    high: float
    tone: float = 0.0


@dataclass(frozen=True, slots=True)
class Stone:
    """A kind of stone: its colours from dark to light, its edges, and its roughness."""

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
"""The variants of floor paving."""
FRONT = 27
"""Height of the visible front of a wall below its top, in units of the canvas."""


def pave(canvas: Canvas, spot: int) -> None:
    """Cover the canvas with worn flagstones; ``spot`` selects the paving."""
    shade, inside = _stones(canvas.size, FLOORS[spot % len(FLOORS)], FLOOR, 100 + spot)
    worn = shade + 0.1 * (canvas.pool(50, 50, 70) - 0.4)
    _paint(canvas, worn * (0.25 + 0.75 * inside), FLOOR, np.ones_like(shade))
    random = np.random.default_rng(140 + spot)
    for _ in range(1 + spot % 2):
        _crack(canvas, random)
    pebbles = [disc(random.uniform(6, 94), random.uniform(6, 94), random.uniform(0.6, 1.5)) for _ in range(7)]
    canvas.lay(*pebbles, colour="#75695b", edge=0.6, shadow=0.8)


def _crack(canvas: Canvas, random: np.random.Generator) -> None:
    """Draw a short fine crack over a slab."""
    x, y, turn = random.uniform(15, 85), random.uniform(15, 85), random.uniform(0, math.tau)
    way = [(x, y)]
    for _ in range(5):
        turn += random.uniform(-0.7, 0.7)
        x, y = x + 5.5 * math.cos(turn), y + 5.5 * math.sin(turn)
        way.append((x, y))
    lit = [(a + 0.9, b + 0.9) for a, b in way]
    canvas.ink(ribbon(lit, 1.5, 0.5), colour="#8d8172", strength=0.45)
    canvas.ink(ribbon(way, 1.7, 0.5), colour="#1a1612", strength=0.8)


def _stones(side: int, slabs: tuple[Slab, ...], stone: Stone, seed: int) -> tuple[Layer, Layer]:
    """The brightness of each pixel, and whether it belongs to a stone rather than to a joint."""
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
        distance = box_distance(x, y, (slab.x, slab.y), half, min(stone.round, *half)) + 0.035 * (bumps - 0.5)
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


def _paint(canvas: Canvas, shade: Layer, stone: Stone, alpha: Layer) -> None:
    tones = blended(stone.dark, stone.light, np.clip(shade, 0, 1))
    canvas.blend(alpha, [np.asarray(tone / 255, np.float32) for tone in tones])


# -- walls


BRICKS: tuple[Slab, ...] = tuple(
    Slab(x, -0.5 + 0.125 + 0.25 * row, 0.25, 0.125, tone)
    for row, columns in enumerate(((-0.25, 0.25), (-0.5, 0.0, 0.5), (-0.25, 0.25), (-0.5, 0.0, 0.5)))
    for x, tone in zip(columns, ((0.04, -0.05, 0.04) if row % 2 else (0.0, 0.06)), strict=False)
)
"""Two bricks a row, every second row shifted by half a brick."""


def raise_sandstone(canvas: Canvas, spot: int, *, strong: bool) -> None:
    """Draw a wall of soft warm bricks, bitten at its corners, over what lies there."""
    side = canvas.size
    stone = replace(SANDSTONE, gap=0.024, steep=1.1) if strong else SANDSTONE
    shade, inside = _stones(side, BRICKS, stone, 300 + spot)
    x, y = grid((side, side), float(side))
    body = box_distance(x, y, (0, 0), (0.485, 0.485), 0.05)
    for bite_x, bite_y, radius in ((0.5, -0.2, 0.1), (0.47, -0.37, 0.12), (0.31, -0.5, 0.1), *_nibbles(spot)):
        body = np.maximum(body, radius - hypot(x - np.float32(bite_x), y - np.float32(bite_y)))
    _raise(canvas, body, shade * (0.32 + 0.68 * inside), stone)


def _nibbles(spot: int) -> tuple[tuple[float, float, float], ...]:
    """The smaller bites, which differ from wall to wall."""
    return (
        ((-0.5, 0.22, 0.07), (-0.49, 0.12, 0.06)),
        ((-0.18, 0.5, 0.06), (-0.07, 0.51, 0.06)),
        ((-0.5, -0.3, 0.06),),
        ((0.2, 0.51, 0.06), (-0.5, 0.05, 0.05)),
    )[spot % 4]


def raise_granite(canvas: Canvas, spot: int) -> None:
    """Draw a block of dark granite over what lies there; its irons are drawn on it."""
    side = canvas.size
    shade, _ = _stones(side, (Slab(0, 0, 0.5, 0.5, -0.06),), GRANITE, 500 + spot)
    speckles = noise((side, side), (side * 0.025, side * 0.025), 520 + spot)
    x, y = grid((side, side), float(side))
    _raise(canvas, box_distance(x, y, (0, 0), (0.49, 0.49), 0.05), shade + 0.2 * (speckles > 0.78), GRANITE)


def _raise(canvas: Canvas, body: Layer, shade: Layer, stone: Stone) -> None:
    """Draw a block with a lit edge, a shaded front and a shadow over the floor."""
    side = float(canvas.size)
    x, y = grid((canvas.size, canvas.size), side)
    fallen = np.roll(body, (max(1, round(0.03 * side)), max(1, round(0.03 * side))), (0, 1))
    canvas.blend(0.6 * soft(fallen, 0.06), (0.0, 0.0, 0.0))
    pause()
    front = covered((0.5 - FRONT / 100) - y, side) * np.ones_like(x)
    lip = soft(np.abs(y - (0.5 - FRONT / 100)) - 0.006, 0.016) * np.ones_like(x)
    pause()
    lit = relief.facing(relief.rim(body, 0.07), side) - relief.light()[2]
    pause()
    tone = shade * (1 - 0.42 * front) + 0.16 * lip * (1 - front) - 0.1 * lip * front + 0.55 * lit
    _paint(canvas, tone, stone, covered(body, side))


WOOD, WOOD_DARK, VELVET, GOLD, BRASS = "#7a5330", "#4a3120", "#3c1622", "#f2c64c", "#d3a044"
NAIL = "#98a0ae"

MOST_DRAWN = 5
"""Largest number of things that are drawn individually; for more there is a number."""
BRICK_SIZE = 26, 17


def brick_store(canvas: Canvas, stock: int, capacity: int) -> None:
    """Paint a crate of bricks; places for more are outlined on the boards."""
    canvas.lay(box(4, 15, 92, 74, 4), colour=WOOD_DARK, edge=2.4, raised=0.9, shadow=4)
    canvas.lay(box(10, 20, 80, 58, 2), colour="#1d130c", raised=-0.8, shadow=0)
    have, room = things_drawn(stock, capacity)
    places = _stacked(room)
    wide, high = BRICK_SIZE
    for x, y in places[have:]:
        frame = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
        canvas.ink(ribbon([(a + (1.6 if a == x else -1.6), b + (1.6 if b == y else -1.6)) for a, b in frame], 1.8),
                   colour="#c79a76")  # fmt: skip
    for x, y in places[:have]:
        canvas.lay(box(x, y, wide, high, 2.4), colour="#e0704c", edge=2.2, raised=1.2, gloss=0.25, shadow=3)
        canvas.lay(box(x + 6, y + 5.6, wide - 12, high - 11, 2), colour="#9a412a", edge=1.2, raised=-0.8, shadow=0)
    canvas.lay(box(2, 76, 96, 8, 2), box(2, 86, 96, 8, 2), colour=WOOD, edge=1.6, raised=1.1, gloss=0.1)
    for x in (2, 89):
        canvas.lay(box(x, 12, 9, 82, 2), colour=WOOD, edge=1.8, raised=1.1, gloss=0.1, shadow=3)
        for y in (80, 90):
            canvas.lay(disc(x + 4.5, y, 1.7), colour=NAIL, edge=0.8, shadow=0.6)


def _stacked(count: int) -> list[Point]:
    """The corners of bricks in a stack: three below, the others above them."""
    wide, high = BRICK_SIZE
    below = min(count, 3)
    rows = ((below, 58.0), (count - below, 58.0 - high - 1.5))
    return [(50 + (i - (number - 1) / 2) * (wide + 1) - wide / 2, y) for number, y in rows for i in range(number)]


def dental_store(canvas: Canvas, stock: int, capacity: int) -> None:
    """Paint an open chest with a rack of golden teeth; an empty socket stands for a tooth that may grow."""
    canvas.lay(box(4, 15, 92, 30, 12), colour=WOOD, edge=4, gloss=0.1, shadow=4)
    canvas.lay(box(4, 32, 92, 60, 5), colour=WOOD_DARK, edge=2.4, gloss=0.1, shadow=4)
    canvas.lay(box(10, 22, 80, 52, 4), colour=VELVET, edge=2.6, raised=-0.9, shadow=0)
    have, room = things_drawn(stock, capacity)
    step = min(21.0, 77 / max(room, 1))
    half = min(9.4, step * 0.44)
    for index in range(room):
        x = 50 + (index - (room - 1) / 2) * step
        if index < have:
            _tooth(canvas, x, 47, half, GOLD)
        else:
            canvas.ink(_socket(x, 48, half * 0.92, 13), colour="#e3a7b1", strength=0.8)
    canvas.lay(box(4, 74, 92, 5, 1), colour=WOOD, edge=1.4)
    for left in (4, 87):
        canvas.lay(box(left, 15, 9, 77, 2.4), colour=BRASS, edge=1.6, raised=1.1, gloss=0.5, shadow=1.5)
    canvas.lay(box(42, 71, 16, 15, 3), colour=BRASS, raised=1.1, gloss=0.6)
    canvas.ink(disc(50, 77, 2.4), box(49, 77, 2, 6), colour="#2a1a0a")


def _socket(x: float, y: float, across: float, along: float) -> Shape:
    way = [(x + across * math.cos(i / 24 * math.tau), y + along * math.sin(i / 24 * math.tau)) for i in range(25)]
    return ribbon(way, 1.8)


def _tooth(canvas: Canvas, x: float, y: float, half: float, colour: str) -> None:
    crown = ellipse(x, y - half * 0.75, half, half)
    roots = [
        ribbon([(x + side * half * 0.52, y), (x + side * half * 0.42, y + half * 1.6)], half * 0.85, half * 0.3)
        for side in (-1, 1)
    ]
    canvas.lay(crown, box(x - half, y - half * 0.8, 2 * half, half * 1.2, half * 0.4), *roots, colour=colour,
               raised=1.2, gloss=0.7, shadow=2.4)  # fmt: skip


def things_drawn(stock: int, capacity: int) -> tuple[int, int]:
    """The numbers of things and of places to draw: exact up to five, else a share of five."""
    if capacity <= MOST_DRAWN:
        return min(stock, capacity), capacity
    return min(MOST_DRAWN, -(-stock * MOST_DRAWN // capacity)), MOST_DRAWN


OCHRE, OCHRE_PALE, BRICK, BRICK_PALE = "#c48f4e", "#e6bd7c", "#a4492f", "#d98a63"
IRON_PALE, BONE = "#98a0ae", "#fbf1d6"
RUNE, RUNE_PALE = "#7d8cff", "#dfe3ff"
PAVEMENT = "#94897a"


# -- walls


def wall_that_fell(canvas: Canvas, spot: int) -> None:
    """Paint a fallen edible wall: rubble on both sides of a path, and ochre dust over the floor."""
    dust = noise((canvas.size, canvas.size), (canvas.size * 0.12, canvas.size * 0.12), 40 + spot)
    canvas.blend(np.clip(dust * 1.1 - 0.1, 0, 1) * np.float32(0.42), (0.72, 0.5, 0.26))
    random = np.random.default_rng(60 + spot)
    for x, y, size in ((9, 14, 15), (24, 7, 10), (8, 38, 10), (12, 62, 14), (10, 86, 15), (28, 91, 9), (92, 12, 14),
                       (75, 8, 10), (91, 34, 10), (90, 58, 15), (92, 84, 16), (73, 92, 11)):  # fmt: skip
        turn = random.uniform(0, math.tau)
        colour = OCHRE_PALE if random.random() < 0.4 else OCHRE
        canvas.lay(_chunk(x, y, size, turn), colour=colour, edge=2.2, raised=1.2, gloss=0.1, shadow=4)
    crumbs = [disc(random.uniform(18, 82), random.uniform(6, 94), random.uniform(0.9, 2.2)) for _ in range(16)]
    canvas.lay(*crumbs, colour=OCHRE_PALE, edge=0.7, raised=0.8, shadow=1)


def _chunk(x: float, y: float, size: float, turn: float) -> Shape:
    """A broken brick: a rectangle with a missing corner."""
    corners = ((-0.6, -0.4), (0.35, -0.42), (0.62, -0.1), (0.55, 0.42), (-0.58, 0.38))
    return (turned(corners, x, y, turn, size),)


def eternal_wall(canvas: Canvas, spot: int, *, strong: bool) -> None:
    """Paint an eternal wall: dark granite held by riveted iron."""
    raise_granite(canvas, spot)
    iron, iron_below = (IRON_PALE, "#646b78") if strong else ("#767e8c", "#4a505b")
    edge = 100 - FRONT
    for y in (19, 55):
        canvas.lay(box(1.5, y - 5.5, 97, 11, 2), colour=iron, edge=1.6, raised=1.1, gloss=0.35, shadow=2.4)
    for x in (24, 76):
        canvas.lay(box(x - 5, edge - 1, 10, FRONT - 0.5, 2), colour=iron_below, edge=1.6, raised=0.9, gloss=0.1)
        canvas.lay(box(x - 5, 1.5, 10, edge - 0.5, 2), colour=iron, edge=1.6, raised=1.1, gloss=0.35)
        for y in (19, 55):
            canvas.lay(disc(x, y, 3.6), colour="#c3cad6", edge=1.4, raised=1.3, gloss=0.9, shadow=1.6)
        canvas.lay(disc(x, 87, 3.6), colour="#858d9a", edge=1.4, raised=1.2, gloss=0.4, shadow=1.6)


# -- mines


def live_mine(canvas: Canvas) -> None:
    """Paint a mine: a riveted brass plate with a spiked dome, and a spark on it."""
    canvas.lay(disc(50, 52, 39), colour="#3a2a16", edge=3, raised=-0.9, shadow=0)
    canvas.lay(disc(50, 51, 36), colour=BRASS, edge=2.6, raised=1.1, gloss=0.6, shadow=3)
    canvas.lay(disc(50, 51, 29), colour="#8d6526", edge=1.6, raised=-0.8, shadow=0)
    for i in range(8):
        turn = math.tau * i / 8 + math.pi / 8
        rivet = 50 + 32.3 * math.cos(turn), 51 + 32.3 * math.sin(turn)
        canvas.lay(disc(*rivet, 2.2), colour="#fae3a4", edge=0.8, raised=1.2, gloss=0.6, shadow=0.8)
    for i in range(8):
        spike = ray(50, 50, math.tau * i / 8, 15, 30, 5)
        canvas.lay(spike, colour="#dfe3ea", edge=1.4, raised=1.3, gloss=0.7, shadow=2.6)
    canvas.lay(disc(50, 50, 18), colour="#2b2c33", edge=5, raised=1.2, gloss=0.8, shadow=5)
    canvas.lay(disc(50, 50, 7.5), colour="#e4432b", edge=2.2, raised=1.2, gloss=1.2, shadow=1.6)
    canvas.ink(ellipse(47.6, 47, 2.4, 1.7, -35), colour="#ffd9cc", strength=0.9)


def spent_mine(canvas: Canvas, spot: int) -> None:
    """Paint a crater: soot all around, a hollow, cracks, and torn pieces of the brass."""
    x, y = grid((canvas.size, canvas.size), float(canvas.size))
    flicker = noise((canvas.size, canvas.size), (canvas.size * 0.1, canvas.size * 0.1), 70 + spot)
    soot = soft(hypot(x, y) - np.float32(0.34) - 0.2 * (flicker - 0.5), 0.2)
    canvas.blend(np.asarray(soot * 0.86), (0.055, 0.045, 0.04))
    for i in range(9):
        turn = math.tau * (i + 0.5) / 9 + spot
        reach = 47 if i % 2 else 40
        bend = turn + (0.16 if i % 3 else -0.2)
        way = [(50 + r * math.cos(a), 50 + r * math.sin(a)) for r, a in ((20, turn), (31, bend), (reach, turn))]
        canvas.ink(ribbon(way, 3.6, 0.8), colour="#070504")
    hollow = hypot(x, y) - np.float32(0.25) - 0.07 * (flicker - 0.5)
    canvas.blend(covered(hollow, canvas.size), (0.03, 0.025, 0.022))
    lit = np.clip((x + y) * 2.4, 0, 1) * covered(np.abs(hollow + 0.025) - 0.03, canvas.size)
    canvas.blend(np.asarray(lit * 0.75), (0.62, 0.52, 0.42))
    for cx, cy, size, turn in (
        (22, 30, 11, 0.6),
        (78, 27, 9, 2.2),
        (27, 78, 9, 4.0),
        (76, 73, 12, 5.2),
        (52, 87, 7, 1),
    ):
        canvas.lay(_chunk(cx, cy, size, turn), colour="#a57a33", edge=1.3, raised=1.3, gloss=0.4, shadow=3)


# -- holes


PIT = box(14, 12, 72, 70, 7)


def gaping_hole(canvas: Canvas, size: int) -> None:
    """Paint a pit: a stone kerb, a shaft whose courses disappear in the dark, and the places for its bricks."""
    _kerb(canvas)
    canvas.ink(PIT, colour="#020202")
    for number, dark in enumerate((1.0, 0.66, 0.4, 0.22, 0.1)):
        _course(canvas, 4.6 * number, dark, number)
    canvas.ink(box(14, 12, 72, 4, 2), box(14, 12, 3.4, 70, 2), colour="#000000", strength=0.5)
    for left, top in _slots(size):
        corners = ((left, top), (left + 19, top), (left + 19, top + 11.5), (left, top + 11.5), (left, top))
        canvas.lay(ribbon(corners, 2.4), colour="#f7b391", edge=0.8, raised=0.3)


def _course(canvas: Canvas, inset: float, dark: float, number: int) -> None:
    """Draw one course of the shaft, further in and darker than the one above, lit where it faces the light."""
    left, top, right, bottom = 14 + inset, 12 + inset * 1.15, 86 - inset, 82 - inset * 0.8
    outer = (left, top), (right, top), (right, bottom), (left, bottom)
    inner = (left + 4.4, top + 5), (right - 4.4, top + 5), (right - 4.4, bottom - 3.6), (left + 4.4, bottom - 3.6)
    shift = 0.12 * (number % 2)
    for side, light in enumerate((0.62, 0.95, 1.1, 0.5)):
        edges = (outer[side], outer[(side + 1) % 4]), (inner[side], inner[(side + 1) % 4])
        stones = []
        for part in range(4):
            start, end = max(0.0, part / 4 + shift - 0.12), min(1.0, (part + 0.94) / 4 + shift)
            ways = ((edge, share) for edge, share in zip(edges * 2, (start, start, end, end), strict=True))
            first, second, third, fourth = (_point_between(*edge, share) for edge, share in ways)
            stones.append(polygon(first, second, fourth, third))
        red, green, blue = (round(min(1, dark * light) * tone) for tone in (142, 125, 106))
        canvas.lay(*stones, colour=f"#{red:02x}{green:02x}{blue:02x}", edge=0.9, raised=0.9, shadow=0)


def _point_between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _slots(size: int) -> list[Point]:
    """The places of the bricks of a hole, three below and two above; none if there are more than five."""
    if size > MOST_DRAWN:
        return []
    below = min(size, 3)
    rows = ((below, 61.0), (size - below, 47.0))
    return [(50 + (i - (count - 1) / 2) * 21.5 - 9.5, y) for count, y in rows for i in range(count)]


def _kerb(canvas: Canvas) -> None:
    for index, (left, top, wide, high) in enumerate(
        ((5, 4, 30, 11), (35, 4, 34, 11), (69, 4, 26, 11), (4, 14, 13, 34), (4, 48, 13, 34), (83, 14, 13, 28),
         (83, 42, 13, 40), (4, 80, 36, 15), (40, 80, 28, 15), (68, 80, 28, 15))
    ):  # fmt: skip
        colour = PAVEMENT if index % 3 else "#857a6c"
        canvas.lay(box(left, top, wide, high, 3), colour=colour, raised=1.1, gloss=0.1)


def filled_hole(canvas: Canvas, size: int) -> None:
    """Paint a pit that was walled up: mortar and new bricks, slightly sunk; the bricks that it took stand out."""
    _kerb(canvas)
    canvas.lay(PIT, colour="#4a3a2e", raised=-0.8, shadow=0)
    random = np.random.default_rng(9)
    for row in range(5):
        top, shift = 14.5 + row * 13.2, 0.0 if row % 2 else -12.0
        for col in range(4):
            left = max(16.0, 16 + shift + col * 24)
            right = min(84.0, 16 + shift + col * 24 + 22.6)
            if right - left > 3:
                colour = "#8f4632" if random.random() < 0.6 else "#a35a41"
                canvas.lay(box(left, top, right - left, 11.8, 1.6), colour=colour, edge=1.5, raised=1.1, shadow=1.2)
    for left, top in _slots(size):
        canvas.lay(box(left, top, 19, 11.5, 1.6), colour="#ffc09c", edge=1.6, raised=1.1, gloss=0.2, shadow=2.6)
    canvas.ink(box(14, 12, 72, 5, 2), box(14, 12, 5, 70, 2), colour="#000000", strength=0.3)


# -- teleport and lair


def teleport(canvas: Canvas) -> None:
    """Paint a glowing circle of runes."""
    canvas.blend(canvas.pool(50, 50, 62) * np.float32(0.75), (0.22, 0.17, 0.6))
    canvas.lay(disc(50, 50, 43), colour="#3a3458", edge=3, gloss=0.3, shadow=3)
    canvas.lay(disc(50, 50, 38), colour="#15112b", raised=-0.8, shadow=0)
    for radius, width in ((36.4, 2.4), (21, 2.2)):
        canvas.ink(ring(50, 50, radius, width), colour=RUNE_PALE)
    for i in range(len(RUNES)):
        canvas.ink(*_rune(i), colour=RUNE_PALE)
    for arm in range(2):
        turn = arm * math.pi
        way = [
            (50 + (1 + i * 0.68) * math.cos(i * 0.24 + turn), 50 + (1 + i * 0.68) * math.sin(i * 0.24 + turn))
            for i in range(24)
        ]
        canvas.ink(ribbon(way, 5, 1.2), colour="#ffffff")
    canvas.glow(50, 50, 50, RUNE, 0.9)
    canvas.glow(50, 50, 30, "#b9a5ff", 0.7)


RUNES: tuple[tuple[tuple[Point, ...], ...], ...] = (
    (((-2, 5), (-2, -5), (3, -1.5), (-2, 1)),),
    (((-3, 5), (-3, -5), (3, 5), (3, -5)),),
    (((0, 5), (0, -5)), ((-3.4, -1.5), (0, -5), (3.4, -1.5))),
    (((-3, -5), (3, 5)), ((3, -5), (-3, 5))),
    (((3, -5), (-2.5, 0), (3, 5)),),
    (((0, 5), (0, -5)), ((-3.4, -4.5), (0, 0), (3.4, -4.5))),
)
"""Runes as strokes around their middles."""


def _rune(number: int) -> tuple[Shape, ...]:
    """One of the runes, between the circles with its foot to the middle."""
    turn = math.tau * number / len(RUNES) + math.pi / 2
    x, y = 50 - 28.8 * math.cos(turn), 50 - 28.8 * math.sin(turn)
    return tuple(ribbon(turned(stroke, x, y, turn - math.pi / 2), 2.2) for stroke in RUNES[number])


def lair(canvas: Canvas) -> None:
    """Paint the dragon's head carved in the rock: horns, burning eyes, and gold in a glowing mouth."""
    rock, dark = "#5c6b4c", "#3b4634"
    canvas.lay(box(3, 3, 94, 94, 12), colour="#241d19", edge=3, raised=0.8)
    for side in (-1, 1):
        horn = curve([(50 + side * 22, 30), (50 + side * 34, 20), (50 + side * 42, 5)], 8)
        canvas.lay(ribbon(horn, 13, 2), colour="#d9c7a0", edge=2.4, raised=1.2, gloss=0.3, shadow=3)
        canvas.lay(ellipse(50 + side * 39, 48, 9, 13, side * -24), colour=dark, edge=3, shadow=3)
    canvas.lay(ellipse(50, 40, 37, 26), box(11, 44, 78, 50, 22), colour=rock, edge=6, gloss=0.15, shadow=4)
    mouth = (ellipse(50, 74, 33, 21), box(17, 72, 66, 22, 8))
    canvas.lay(*mouth, colour="#1c0705", edge=3, raised=-1, shadow=0)
    inside = canvas.fill(mouth)
    canvas.blend(inside * canvas.pool(50, 84, 44), (1.0, 0.5, 0.1))
    canvas.blend(inside * canvas.pool(50, 90, 28), (1.0, 0.86, 0.4))
    _hoard(canvas)
    for x in (24, 35, 65, 76):
        canvas.lay(polygon((x - 5, 57 + abs(x - 50) * 0.12), (x + 5, 57 + abs(x - 50) * 0.12), (x, 73)), colour=BONE,
                   edge=1.4, raised=1.1, gloss=0.2, shadow=1.6)  # fmt: skip
    for side in (-1, 1):
        canvas.lay(ellipse(50 + side * 19, 35, 10, 6.4, side * 24), colour="#130a05", edge=1.5, raised=-0.6, shadow=0)
        canvas.lay(ellipse(50 + side * 19, 35, 7.6, 4.6, side * 24), colour="#ffb938", edge=1.6, raised=0.6, shadow=0)
        canvas.ink(ellipse(50 + side * 19, 35, 1.7, 4.8, side * 8), colour="#2a0c02")
        canvas.lay(ellipse(50 + side * 7, 52, 3.2, 2.2, side * 30), colour="#1d150f", edge=1, raised=-0.7, shadow=0)
    canvas.glow(50, 84, 60, "#ff8a26", 0.4)


def _hoard(canvas: Canvas) -> None:
    for x, y, radius in ((28, 90, 6), (40, 88, 6.6), (53, 89, 6.8), (66, 88, 6.2), (75, 91, 5.4), (34, 94, 6),
                         (47, 94, 6.4), (60, 94, 6), (46, 84, 5), (57, 83, 4.6)):  # fmt: skip
        canvas.lay(ellipse(x, y, radius, radius * 0.62), colour=GOLD, edge=1.2, raised=1.1, gloss=0.8, shadow=1.2)


# -- entrance


def entrance(canvas: Canvas) -> None:
    """Paint the entrance around any field: two pillars with torches, an arch above and worn steps below."""
    pale, light = "#b3a792", "#d9cdb7"
    for top, inset in ((87, 7), (93, 1.5)):
        canvas.lay(box(inset, top, 100 - 2 * inset, 6.5, 1.5), colour=light, edge=1.4, raised=1.1, shadow=2.4)
    for i in range(9):
        turn = math.pi * (1 + (i + 0.5) / 9)
        x, y = 50 + 46 * math.cos(turn), 27 + 24 * math.sin(turn)
        canvas.lay(_voussoir(x, y, turn), colour=light if i % 2 else pale, edge=1.6, raised=1.1, shadow=2.4)
    for x in (5.5, 94.5):
        for y in (30, 49, 68):
            canvas.lay(box(x - 5, y, 10, 18, 1.6), colour=pale if y == 49 else light, edge=1.8, raised=1.1, shadow=2.4)
        side = 1 if x < 50 else -1
        canvas.lay(ribbon([(x + side * 2, 63), (x + side * 6, 57)], 3.4), colour=WOOD, edge=1, shadow=1)
        fx, fy = x + side * 6.5, 56
        flame = curve([(fx, fy + 1), (fx - 4.6, fy - 5), (fx - 1, fy - 11), (fx + 0.6, fy - 17), (fx + 3.6, fy - 9),
                       (fx + 4.2, fy - 4), (fx, fy + 1)], 6)  # fmt: skip
        canvas.lay((flame,), colour="#ff9a2e", edge=1.6, raised=0.4, shadow=0)
        canvas.ink(ellipse(fx, fy - 4, 2.2, 3.8), colour="#fff0a8")


def _voussoir(x: float, y: float, turn: float) -> Shape:
    """One of the stones of an arch."""
    return (turned(((-4.5, -7), (5.5, -8.6), (5.5, 8.6), (-4.5, 7)), x, y, turn),)
