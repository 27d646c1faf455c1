"""The brass arrows on the frame of the labyrinth, ready, aimed at or asleep, and the iron shutter that bars one."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pygame

from sprites.paint.easel import Easel, Point, Shape, box, disc, placed, polygon, ribbon, ring, tones

State = Literal["ready", "aim", "asleep"]
Way = Literal["N", "E", "S", "W"]
BRASS, POLISHED, TARNISHED = "#cf9c41", "#ffd777", "#5d4b2c"
IRON, IRON_DARK = "#6d7280", "#33363f"
SHUTTER_STEPS = 6
"""So many pictures show a shutter that falls."""
SLATS = 4
ARROW: tuple[Point, ...] = ((50, 84), (19, 50), (35, 50), (35, 20), (65, 20), (65, 50), (81, 50))
HOLLOW: tuple[Point, ...] = ((50, 75), (33, 56.5), (41.5, 56.5), (41.5, 27), (58.5, 27), (58.5, 56.5), (67, 56.5))
"""The arrow that points down, and the hollow in it; the others are turned from it before they are lit."""


def paint_arrow(way: Way, state: State, side: int, glow: str) -> pygame.Surface:
    """Paint an arrow that points ``way``, see-through around it."""
    easel = Easel(side)
    easel.lay(disc(50, 50, 43), colour="#17141c", edge=3.5, raised=-0.9, shadow=0, strength=0.9)
    colour = {"ready": BRASS, "aim": POLISHED, "asleep": TARNISHED}[state]
    if state == "aim":
        _halo(easel, glow)
    shape = _turned(polygon(*ARROW), way)
    shines = state != "asleep"
    easel.lay(shape, colour="#1c1206", edge=2, raised=0, shadow=4 if shines else 2)
    easel.lay(placed(shape, 50, 50, 0.93), colour=colour, edge=4.5, raised=1.2, gloss=1.0 if shines else 0.2, shadow=0)
    easel.lay(_turned(polygon(*HOLLOW), way), colour=colour, edge=1.6, raised=-0.7, gloss=0.3, shadow=0)
    easel.lay(
        ring(50, 50, 43.7, 4.4), colour=colour if shines else "#6d5a37", edge=1.6, raised=1.1, gloss=0.7, shadow=1.5
    )
    return easel.picture()


def _halo(easel: Easel, colour: str) -> None:
    easel.blend(easel.pool(50, 50, 56) ** np.float32(0.6) * np.float32(0.9), tones(colour))


def _turned(shape: Shape, way: Way) -> Shape:
    """Turn a shape that points down."""
    return tuple(tuple(_turned_point(x, y, way) for x, y in outline) for outline in shape)


def _turned_point(x: float, y: float, way: Way) -> Point:
    return {"S": (x, y), "N": (100 - x, 100 - y), "W": (100 - y, x), "E": (y, 100 - x)}[way]


def paint_shutter(steps: int, side: int) -> pygame.Surface:
    """Paint an iron shutter of slats in its two rails, so many steps down, with a bolt when it is wholly so.

    It lies over any arrow, whichever way that points.
    """
    easel, share = Easel(side), steps / SHUTTER_STEPS
    top, bottom = 12.0, 12 + 76 * share
    high = 76 / SLATS
    for number in range(SLATS):
        low = bottom - number * high
        if low <= top + 2:
            break
        upper = max(top, low - high)
        easel.lay(box(14, upper, 72, low - upper - 0.8, 2), colour=IRON, edge=3.4, raised=1.0, gloss=0.25, shadow=1.6)
    rails = [box(8, 8, 9, 84, 3), box(83, 8, 9, 84, 3), box(8, 6, 84, 10, 3)]
    easel.lay(*rails, colour=IRON_DARK, edge=2, raised=1.2, gloss=0.3, shadow=2)
    for x in (12.5, 87.5):
        for y in (14, 50, 86):
            easel.lay(disc(x, y, 2.6), colour="#8d92a0", edge=1, raised=1.2, gloss=0.6, shadow=0.8)
    if share >= 1:
        cross = [ribbon(((30, 34), (70, 74)), 8), ribbon(((70, 34), (30, 74)), 8)]
        easel.lay(*cross, colour="#e2725b", edge=2, raised=1.0, gloss=0.4, shadow=2.4)
    return easel.picture()
