"""Arrays of one number a pixel, from which pictures are computed: distances, coverage, noise, blur, lighting.

Layers are indexed by x and then y, as pygame's pixels are. A distance is negative inside a shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from sprites.paint.pauses import pause

Layer = NDArray[np.floating[Any]]
"""One number a pixel."""
Size = tuple[int, int]
Insets = tuple[float, float, float, float]
"""Distances from the left, the top, the right and the bottom."""

CUT = 2
"""Pixels at the edge of a scaled picture that are not smooth."""
EVERY = slice(None)
"""All columns of a layer."""
BAND = 32
"""Columns computed at a time: intermediate results stay in the processor's cache, and no step takes long."""


def in_bands(size: Size, compute: Callable[[slice], Layer]) -> Layer:
    """Compute a large layer in bands of columns, with a pause after each."""
    layer = np.empty(size, np.float32)
    for first in range(0, size[0], BAND):
        columns = slice(first, first + BAND)
        layer[columns] = compute(columns)
        pause()
    return layer


# -- shapes


def grid(size: Size, cell: float) -> tuple[Layer, Layer]:
    """The coordinates of each pixel, in cells from the middle of the picture."""
    x, y = ((np.arange(side, dtype=np.float32) - (side - 1) / 2) / np.float32(cell) for side in size)
    return x[:, None], y[None, :]


def box(x: Layer, y: Layer, middle: tuple[float, float], half: tuple[float, float], radius: float) -> Layer:
    across = np.abs(x - middle[0]) - (half[0] - radius)
    down = np.abs(y - middle[1]) - (half[1] - radius)
    outside = hypot(np.maximum(across, 0), np.maximum(down, 0))
    distance: Layer = outside + np.minimum(np.maximum(across, down), 0) - radius
    return distance


def hypot(x: Layer, y: Layer) -> Layer:
    """The length of a vector; faster than NumPy's own, which guards against overflow."""
    way: Layer = np.sqrt(x * x + y * y)
    return way


def covered(distance: Layer, cell: float = 1.0) -> Layer:
    """The coverage of each pixel, from distances in cells and a cell's side in pixels."""
    cover: Layer = np.clip(0.5 - distance * cell, 0, 1)
    return cover


def soft(distance: Layer, reach: float) -> Layer:
    """Fall smoothly from 1 at a distance of ``reach`` inside to 0 at that distance outside; the edge has 0.5."""
    share = np.clip(0.5 - distance / (2 * reach), 0, 1)
    fallen: Layer = share * share * (3 - 2 * share)
    return fallen


def rounded(size: Size, radius: float, inset: Insets = (0, 0, 0, 0)) -> Layer:
    left, top, right, bottom = inset
    half = (size[0] - left - right) / 2, (size[1] - top - bottom) / 2
    x, y = (np.arange(side, dtype=np.float32) + np.float32(0.5) for side in size)
    middle = left + half[0], top + half[1]
    return covered(box(x[:, None], y[None, :], middle, half, max(0.0, min(radius, *half))))


def expanded(tile: Layer, size: Size, part: slice = EVERY) -> Layer:
    """Enlarge a tile to a size by repeating its middle column and row, so that its edges keep their shape."""
    columns, rows = (middle_repeated(have, want) for have, want in zip(tile.shape, size, strict=True))
    return tile[columns[part]][:, rows]


def middle_repeated(have: int, want: int) -> NDArray[np.int64]:
    """The index into a tile for each pixel of something longer."""
    places = np.arange(want)
    half = min(have, want) // 2
    return np.where(places < half, places, np.where(places >= want - half, places - want + have, have // 2))


# -- texture


def red(surface: pygame.Surface) -> Layer:
    """The red channel of a 32-bit surface, from 0 to 1."""
    tones: Layer = np.multiply(pygame.surfarray.pixels_red(surface), np.float32(1 / 255), dtype=np.float32)
    return tones


def noise(size: Size, cell: tuple[float, float], seed: int) -> Layer:
    """Smooth noise from 0 to 1, the same for the same seed; ``cell`` is the distance of random values."""
    return noisy(size, cell, seed)(EVERY)


def noisy(size: Size, cell: tuple[float, float], seed: int) -> Callable[[slice], Layer]:
    """The same, computed in bands."""
    knots = [max(2, round(side / step) + 1) for side, step in zip(size, cell, strict=True)]
    values = np.random.default_rng(seed).integers(0, 256, knots, dtype=np.uint8)
    # Everything is transposed here, so that the layer has the memory order in which numpy is fast.
    small = pygame.Surface((knots[1], knots[0]), 0, 32)
    pygame.surfarray.pixels_red(small)[:] = values.T
    # The outermost pixels of a scaled picture are not smooth, so they are cut off.
    large = pygame.transform.smoothscale(small, (size[1] + 2 * CUT, size[0] + 2 * CUT))

    def band(columns: slice) -> Layer:
        first, end, _ = columns.indices(size[0])
        return red(large.subsurface((CUT, CUT + first, size[1], end - first))).T

    return band


def blurred(layer: Layer, reach: float) -> Layer:
    """Blur a layer with a tent filter that ends ``reach`` pixels away; the outside counts as 0."""
    smoothed = layer
    for step in _spreads(reach):
        if step < min(layer.shape):
            smoothed = _spread(_spread(smoothed, step).T, step).T
        pause()
    return smoothed


def _spreads(reach: float) -> list[int]:
    """The successive steps to spread by: 1, 2, 4 … make a tent of 2, 4, 8 …; the last one makes up the rest.

    This takes far fewer sums than one for each pixel within reach, and nothing is rounded.
    """
    steps: list[int] = []
    while 2 << len(steps) <= reach:
        steps.append(1 << len(steps))
    # Variances add up; a tent's is a sixth of its reach squared, a step's is half of its own square.
    rest = round(math.sqrt(max(0.0, (reach * reach - 4 ** len(steps)) / 3)))
    return [*steps, rest] if rest else steps


def _spread(layer: Layer, step: int) -> Layer:
    """Move a quarter of each number ``step`` places up, and a quarter down."""
    quarter = layer * np.float32(0.25)
    spread = quarter + quarter
    spread[step:] += quarter[:-step]
    spread[:-step] += quarter[step:]
    return spread


# -- light


def from_upper_left(size: Size, columns: slice = EVERY) -> Layer:
    """The room's light: 1 at the upper left, falling to 0 at the far corner."""
    x: Layer = np.linspace(0, 0.9, size[0], dtype=np.float32)[columns, None]
    y: Layer = np.linspace(0, 1, size[1], dtype=np.float32)[None, :]
    light: Layer = 1 - hypot(x, y) * np.float32(1 / math.hypot(0.9, 1))
    return light


def relief(cover: Layer, depth: int) -> Layer:
    """Light a shape's rim as if it were raised: above 0 if it faces the upper left, below 0 if it turns away."""
    smooth = blurred(np.pad(cover, depth), 2 * depth)
    slope = np.zeros_like(smooth)
    slope[1:-1, 1:-1] = smooth[2:, 2:] - smooth[:-2, :-2]
    strongest = float(np.abs(slope).max()) or 1.0
    return (slope[depth:-depth, depth:-depth] / strongest * cover).astype(np.float32)


def raised_rim(size: Size, radius: float, depth: int) -> Layer:
    """The relief of a rounded rectangle; of a large one, only a small tile is computed."""
    return expanded(rim_tile(size, radius, depth), size)


def rim_tile(size: Size, radius: float, depth: int) -> Layer:
    """The tile that :func:`expanded` enlarges to a rim."""
    edge = 2 * (round(radius) + 3 * depth) + 3
    tile = (min(size[0], edge), min(size[1], edge))
    return relief(rounded(tile, radius), depth)
