"""The two stores of the labyrinth, which show how much they hold: a crate of bricks, a chest of golden teeth."""

from __future__ import annotations

import math

from sprites.easel import Easel, Point, Shape, box, disc, ellipse, ribbon

WOOD, WOOD_DARK, VELVET, GOLD, BRASS = "#7a5330", "#4a3120", "#3c1622", "#f2c64c", "#d3a044"
NAIL = "#98a0ae"

MOST_DRAWN = 5
"""So many things are drawn one by one; of more a number tells."""
BRICK_SIZE = 26, 17


def brick_store(easel: Easel, stock: int, capacity: int) -> None:
    """Paint a crate of bricks; where there is room for one more, its outline is left on the boards."""
    easel.lay(box(4, 15, 92, 74, 4), colour=WOOD_DARK, edge=2.4, raised=0.9, shadow=4)
    easel.lay(box(10, 20, 80, 58, 2), colour="#1d130c", edge=2, raised=-0.8, shadow=0)
    have, room = drawn(stock, capacity)
    places = _stacked(room)
    wide, high = BRICK_SIZE
    for x, y in places[have:]:
        frame = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
        easel.lay(ribbon([(a + (1.6 if a == x else -1.6), b + (1.6 if b == y else -1.6)) for a, b in frame], 1.8),
                  colour="#c79a76", edge=0.6, raised=0, shadow=0)  # fmt: skip
    for x, y in places[:have]:
        easel.lay(box(x, y, wide, high, 2.4), colour="#e0704c", edge=2.2, raised=1.2, gloss=0.25, shadow=3)
        easel.lay(box(x + 6, y + 5.6, wide - 12, high - 11, 2), colour="#9a412a", edge=1.2, raised=-0.8, shadow=0)
    easel.lay(box(2, 76, 96, 8, 2), box(2, 86, 96, 8, 2), colour=WOOD, edge=1.6, raised=1.1, gloss=0.1, shadow=2)
    for x in (2, 89):
        easel.lay(box(x, 12, 9, 82, 2), colour=WOOD, edge=1.8, raised=1.1, gloss=0.1, shadow=3)
        for y in (80, 90):
            easel.lay(disc(x + 4.5, y, 1.7), colour=NAIL, edge=0.8, raised=1, shadow=0.6)


def _stacked(count: int) -> list[Point]:
    """Give the corners of bricks in a stack: three below, the others above them."""
    wide, high = BRICK_SIZE
    below = min(count, 3)
    rows = ((below, 58.0), (count - below, 58.0 - high - 1.5))
    return [(50 + (i - (number - 1) / 2) * (wide + 1) - wide / 2, y) for number, y in rows for i in range(number)]


def dental_store(easel: Easel, stock: int, capacity: int) -> None:
    """Paint an open chest with a rack of golden teeth; an empty socket stands where one may grow."""
    easel.lay(box(4, 15, 92, 30, 12), colour=WOOD, edge=4, raised=1, gloss=0.1, shadow=4)
    easel.lay(box(4, 32, 92, 60, 5), colour=WOOD_DARK, edge=2.4, raised=1, gloss=0.1, shadow=4)
    easel.lay(box(10, 22, 80, 52, 4), colour=VELVET, edge=2.6, raised=-0.9, shadow=0)
    have, room = drawn(stock, capacity)
    step = min(21.0, 77 / max(room, 1))
    half = min(9.4, step * 0.44)
    for index in range(room):
        x = 50 + (index - (room - 1) / 2) * step
        if index < have:
            _tooth(easel, x, 47, half, GOLD)
        else:
            easel.lay(_socket(x, 48, half * 0.92, 13), colour="#e3a7b1", edge=0.6, raised=0, shadow=0, strength=0.8)
    easel.lay(box(4, 74, 92, 5, 1), colour=WOOD, edge=1.4, raised=1, shadow=2)
    for left in (4, 87):
        easel.lay(box(left, 15, 9, 77, 2.4), colour=BRASS, edge=1.6, raised=1.1, gloss=0.5, shadow=1.5)
    easel.lay(box(42, 71, 16, 15, 3), colour=BRASS, edge=2, raised=1.1, gloss=0.6, shadow=2)
    easel.lay(disc(50, 77, 2.4), box(49, 77, 2, 6), colour="#2a1a0a", edge=0.6, raised=0, shadow=0)


def _socket(x: float, y: float, across: float, along: float) -> Shape:
    way = [(x + across * math.cos(i / 24 * math.tau), y + along * math.sin(i / 24 * math.tau)) for i in range(25)]
    return ribbon(way, 1.8)


def _tooth(easel: Easel, x: float, y: float, half: float, colour: str) -> None:
    crown = ellipse(x, y - half * 0.75, half, half)
    roots = [
        ribbon([(x + side * half * 0.52, y), (x + side * half * 0.42, y + half * 1.6)], half * 0.85, half * 0.3)
        for side in (-1, 1)
    ]
    easel.lay(crown, box(x - half, y - half * 0.8, 2 * half, half * 1.2, half * 0.4), *roots, colour=colour,
              edge=2, raised=1.2, gloss=0.7, shadow=2.4)  # fmt: skip


def drawn(stock: int, capacity: int) -> tuple[int, int]:
    """Give how many things are drawn and how many places: as they are up to five, else their share of five."""
    if capacity <= MOST_DRAWN:
        return min(stock, capacity), capacity
    return min(MOST_DRAWN, -(-stock * MOST_DRAWN // capacity)), MOST_DRAWN
