"""The palette of Cóatl and what its pictures share: the colours with their marks, slabs of stone, hollows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
import pygame

from sprites.paint import relief
from sprites.paint.canvas import Point, Shape, curve, disc, polygon, ribbon
from sprites.paint.layers import Layer, Size, box, covered, from_upper_left, grid, noise, soft
from sprites.paint.surfaces import RGB, blended, inked, native, picture, rgb, scaled_up, toned

COLOURS: Mapping[str, RGB] = {
    "R": rgb("#d8412f"),
    "Y": rgb("#f4b92b"),
    "G": rgb("#2fa767"),
    "B": rgb("#3577d8"),
    "K": rgb("#413b4d"),
    "F": rgb("#dba437"),
}
"""The colour of each colour of piece; ``F`` is a golden feather."""
INKS: Mapping[str, RGB] = {
    "R": rgb("#ffd9b8"),
    "Y": rgb("#7c3b06"),
    "G": rgb("#dbf7b4"),
    "B": rgb("#d3ecff"),
    "K": rgb("#cfc6e4"),
    "F": rgb("#6e3f07"),
}
"""The colour of each mark, distinct from the piece in grey too."""
IVORY, INK = "#fff2d8", "#15100c"

Tones = tuple[RGB, RGB, RGB]
"""A material's shade, middle tone and light."""
LIMESTONE: Tones = (rgb("#5d4d3c"), rgb("#b59f7e"), rgb("#efe0c0"))
TERRACOTTA: Tones = (rgb("#4d1e10"), rgb("#a9532f"), rgb("#eda070"))
JADE: Tones = (rgb("#06332b"), rgb("#1f8468"), rgb("#8fe0bd"))
OBSIDIAN: Tones = (rgb("#08070b"), rgb("#221d27"), rgb("#655a72"))
GOLD: Tones = (rgb("#4d3210"), rgb("#c08f38"), rgb("#ffe9a8"))
EBONY: Tones = (rgb("#120a07"), rgb("#3d261a"), rgb("#805637"))

# -- marks of the colours


@cache
def mark(colour: str, *, strong: bool = False) -> tuple[Shape, ...]:
    """The mark of a colour in a hundred units: chevrons, a sun, a veined leaf, waves, a faceted diamond, a plume."""
    wide = 13.0 if strong else 10.0
    return _MARKS[colour](wide)


def _chevrons(wide: float) -> tuple[Shape, ...]:
    return tuple(ribbon(((x, 20), (x - 24, 50), (x, 80)), wide) for x in (54.0, 84.0))


def _sun(wide: float) -> tuple[Shape, ...]:
    rays = [
        ribbon(tuple((50 + far * math.cos(turn), 50 + far * math.sin(turn)) for far in (33, 41)), wide * 0.9)
        for turn in (i * math.tau / 8 for i in range(8))
    ]
    return (disc(50, 50, 12 + wide * 0.75), *rays)


def _leaf(wide: float) -> tuple[Shape, ...]:
    veins = [ribbon(((x, 50), (x + 17, 50 + side * 27)), wide * 0.85) for x in (20.0, 45.0) for side in (-1, 1)]
    return (ribbon(((10, 50), (90, 50)), wide), *veins)


def _waves(wide: float) -> tuple[Shape, ...]:
    def wave(y: float) -> tuple[Point, ...]:
        return curve(tuple((8 + 14 * i, y + (9 if i % 2 else -9)) for i in range(7)), 5)

    return tuple(ribbon(wave(y), wide) for y in (33.0, 67.0))


def _diamond(wide: float) -> tuple[Shape, ...]:
    corners = ((50, 10), (88, 50), (50, 90), (12, 50), (50, 10))
    return (ribbon(corners, wide), polygon((50, 36), (63, 50), (50, 64), (37, 50)))


def _plume(wide: float) -> tuple[Shape, ...]:
    barbs = [ribbon(((x, 50), (x - 15, 50 + side * 30)), wide * 0.6) for x in (38.0, 58.0, 78.0) for side in (-1, 1)]
    return (ribbon(((12, 50), (92, 50)), wide * 0.7), *barbs)


_MARKS = {"R": _chevrons, "Y": _sun, "G": _leaf, "B": _waves, "K": _diamond, "F": _plume}

# -- slabs


class Cut(NamedTuple):
    """The shape of a slab: the radius of its corners and the width of its bevel, in pixels of the picture."""

    radius: float
    bevel: float


def slab(size: Size, unit: float, tones: Tones, cut: Cut, *, seed: int = 80, grain: bool = False) -> pygame.Surface:
    """Paint a slab that fills its size: stone, or with ``grain`` wood along x; transparent at its corners."""

    def paint(small: Size, scale: float) -> pygame.Surface:
        share = scale / unit
        return _slab(small, scale, tones, Cut(cut.radius * share, cut.bevel * share), seed, grain=grain)

    return native(scaled_up(size, unit, paint))


def _slab(size: Size, unit: float, tones: Tones, cut: Cut, seed: int, *, grain: bool) -> pygame.Surface:
    edge = edge_of(size, cut.radius)
    figure = _grain(size, unit, seed) if grain else _pitted(size, unit, seed)
    lit = relief.facing(relief.rim(edge, cut.bevel) + figure * np.float32(unit * 0.6), 1.0) - relief.light()[2]
    shade = 0.5 + 0.75 * lit + 0.34 * (figure - 0.5) + 0.24 * (from_upper_left(size) - 0.5)
    return inked(np.asarray(shade), tones, covered(edge))


def edge_of(size: Size, radius: float, inset: float = 0.0) -> Layer:
    """The distance in pixels to a rounded rectangle that is ``inset`` from the edge of a picture."""
    x, y = grid(size, 1.0)
    half = size[0] / 2 - inset, size[1] / 2 - inset
    return box(x, y, (0, 0), half, max(0.0, min(radius, *half)))


def _pitted(size: Size, unit: float, seed: int) -> Layer:
    broad = noise(size, (70 * unit, 55 * unit), seed)
    rough = noise(size, (max(1.0, 7 * unit), max(1.0, 6 * unit)), seed + 1)
    fine = noise(size, (max(1.0, 1.7 * unit),) * 2, seed + 2)
    return np.asarray(0.45 * broad + 0.3 * rough + 0.25 * fine)


def _grain(size: Size, unit: float, seed: int) -> Layer:
    broad = noise(size, (190 * unit, max(1.0, 9 * unit)), seed)
    fine = noise(size, (max(1.0, 60 * unit), max(1.0, 1.8 * unit)), seed + 1)
    return np.asarray(0.6 * broad + 0.4 * fine)


def hollow(size: Size, radius: float, depth: float, tones: Tones = OBSIDIAN, *, seed: int = 90) -> pygame.Surface:
    """Paint a hollow in a slab: a floor shaded at its upper left edge, a lit lip at the lower right."""
    edge = edge_of(size, radius, depth * 0.35)
    x, y = grid(size, 1.0)
    shift = depth * 0.8
    moved = box(x - np.float32(shift), y - np.float32(shift), (0, 0),
                (size[0] / 2, size[1] / 2), max(0.0, min(radius, size[0] / 2, size[1] / 2)))  # fmt: skip
    shadow = soft(-moved - np.float32(depth * 0.4), depth * 1.1)
    rough = noise(size, (max(1.0, depth * 0.9),) * 2, seed)
    floor = toned((0.44 + 0.2 * (rough - 0.5)) * (1 - 0.62 * shadow), tones)
    lip = sum(np.gradient(edge, axis=axis) if side > 1 else np.zeros_like(edge) for axis, side in enumerate(size))
    rim = covered(np.abs(edge) - np.float32(depth * 0.3))
    light = np.maximum(lip, 0) * rim * 0.75
    dark = np.maximum(-lip, 0) * rim * 0.7
    colours = [tone * (1 - dark) for tone in blended(floor, tones[2], light)]
    return native(picture(colours, covered(edge - np.float32(depth * 0.3))))
