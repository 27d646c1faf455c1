"""A burrow in the turf: a hole with a mound of earth around it, and the lip of earth and grass before it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pygame

from sprites import relief
from sprites.easel import Easel, Point, Shape, ellipse, polygon, ribbon
from sprites.figures import Pen, keep_within, set_off
from sprites.layers import Layer, blurred, grid, hypot, noise, soft
from sprites.surfaces import picture, rgb

MOUTH = (50.0, 56.0, 36.0, 27.0)
"""The middle and the two radii of the hole, in units of an easel."""
EARTH, EARTH_DARK, EARTH_PALE = "#7a5532", "#4a3019", "#c99f6b"
WIDE = 1.3
"""How many cells wide the picture of a burrow with its mound is."""
BLADES = ("#4f8a34", "#6ca544", "#3f7129", "#86bb55")


def mouth(grow: float = 0.0) -> Shape:
    """Give the outline of the hole, larger by so much."""
    x, y, across, along = MOUTH
    return ellipse(x, y, across + grow, along + grow)


def below_mouth(side: int) -> Layer:
    """Give how much of each pixel is hidden by the near edge of the hole from who looks out of it."""
    y = MOUTH[1]
    return Easel(side).fill([polygon((-10, y), (110, y), (110, 110), (-10, 110))], cut=[mouth()])


def set_in_hole(figure: Easel, ground: Shape, front: Easel, side: int) -> Easel:
    """Give a figure that looks out of the hole, with its shadow on ``ground``: the near edge hides what is below it.

    ``front`` is what lies before the figure: the lip of the hole, and what is laid over that.
    """
    hidden = below_mouth(side)
    keep_within(figure, 1 - hidden)
    whole = set_off(figure, ground, side)
    keep_within(whole, 1 - hidden)
    whole.lay_picture(front, 0, 0)
    return whole


def bake_lip(easel: Easel) -> None:
    """Paint the near edge of the hole, crumbs of earth and blades of grass before it."""
    x, y, across, along = MOUTH
    way = [
        (x + (across + 2.5) * math.cos(t), y + (along + 2.5) * math.sin(t))
        for t in np.linspace(0.1 * math.pi, 0.9 * math.pi, 17)
    ]
    easel.lay(ribbon(way, 8.5), colour=EARTH, edge=2.6, raised=1.1, shadow=1.5)
    tufts(
        easel,
        [
            (x + (across + 6) * math.cos(t), y + (along + 6) * math.sin(t) + 3)
            for t in np.linspace(0.06 * math.pi, 0.94 * math.pi, 15)
        ],
        seed=3,
    )


def tufts(easel: Easel | Pen, roots: Sequence[Point], seed: int, long: float = 8.5) -> None:
    """Let a few blades of grass grow from each of the places."""
    random = np.random.default_rng(seed)
    blades: list[list[Shape]] = [[] for _ in BLADES]
    for x, y in roots:
        for _ in range(3):
            lean, high = random.uniform(-0.5, 0.5), long * random.uniform(0.6, 1.2)
            root = x + random.uniform(-2.4, 2.4), y + random.uniform(-0.6, 0.6)
            bend = root[0] + lean * high * 0.3, root[1] - high * 0.6
            tip = root[0] + lean * high, root[1] - high
            blades[int(random.integers(len(BLADES)))].append(ribbon([root, bend, tip], 2.0, 0.5))
    for colour, shapes in zip(BLADES, blades, strict=True):
        # All of one colour are one body: that takes far fewer passes over the pixels.
        if shapes:
            easel.lay(*shapes, colour=colour, edge=0.5, raised=0.5, shadow=0.5)


def paint_burrow(side: int, seed: int) -> pygame.Surface:
    """Paint a burrow on a square :data:`WIDE` cells wide: the mound of earth, the depth, and grass at its edge."""
    cell = side / WIDE
    x, y = grid((side, side), cell)
    mx, my, across, along = (value / 100 for value in MOUTH)
    dx, dy = (x - np.float32(mx - 0.5)) / np.float32(across), (y - np.float32(my - 0.5)) / np.float32(along)
    lumps = blurred(noise((side, side), (cell * 0.08, cell * 0.08), 40 + seed), cell * 0.06)
    way = (hypot(dx, dy) - 1) * np.float32(min(across, along)) + 0.05 * (lumps - 0.5)
    inside = soft(way + 0.012, 0.02)
    mound = np.clip(_mound(way, lumps, cell, seed), 0, 1)
    # What is seen of the inside is the far wall, above; the light falls on its right part.
    depth = np.clip((dy + 1.02) * 0.9 - 0.25 * dx, 0, 1)
    wall = 0.62 * np.clip(0.5 - depth * 0.62, 0.03, 1) * (0.8 + 0.5 * (lumps - 0.5))
    ends = zip(rgb(EARTH_DARK), rgb(EARTH_PALE), strict=True)
    colours = [(dark + (pale - dark) * mound) * (1 - inside) + pale * wall * inside for dark, pale in ends]
    surface = picture(colours, np.maximum(soft(way - 0.1, 0.05), inside))
    surface.blit(_grown_over(side, seed), (0, 0))
    return surface


def _mound(way: Layer, lumps: Layer, cell: float, seed: int) -> Layer:
    """Give how light the earth is that was thrown up around the hole."""
    crumbs = noise(way.shape, (max(1.0, cell * 0.022),) * 2, 60 + seed)
    height = 0.1 * np.exp(-(((way - 0.045) / 0.07) ** 2)) + 0.02 * lumps + 0.012 * crumbs
    lit = relief.facing(height.astype(np.float32), cell) - relief.light()[2]
    return np.asarray(0.6 + 1.3 * lit + 0.4 * (crumbs - 0.5))


def _grown_over(side: int, seed: int) -> pygame.Surface:
    """Paint the grass that grows at the edge of a burrow's mound."""
    easel = Easel(side)
    pen = Pen(easel, scale=1 / WIDE, dx=50 * (WIDE - 1), dy=50 * (WIDE - 1))
    x, y, across, along = MOUTH
    turns = [math.pi * (i + 0.5) / 17 for i in range(17)]
    tufts(pen, [(x + (across + 12) * math.cos(t), y + (along + 13) * math.sin(t)) for t in turns], seed)
    back = [math.pi * (1 + (i + 0.5) / 11) for i in range(11)]
    tufts(pen, [(x + (across + 11) * math.cos(t), y + (along + 9) * math.sin(t)) for t in back], seed + 9, long=6)
    return easel.picture()
