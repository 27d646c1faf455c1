"""Things with depth computed from distances: smooth edges, rounded rims, soft shadows, light from the upper left.

Every shape is a signed distance in cells, negative inside. Fields are indexed by x and then y, as pygame's pixels are.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

Field = npt.NDArray[Any]
Rgb = tuple[int, int, int]

LIGHTS = 16
"""From how many directions a thing that turns is lit; at rest only four of them are needed."""
LIGHT_AT = 10
"""The direction of the upper left among them, clockwise from the right."""
LIGHT_SLOPE = (0.62, 0.78)
"""How much of the light comes from aside and how much from above."""
SHADE: Rgb = (46, 28, 12)
COARSE = 3
"""Shadows are made so many times smaller and scaled up: they are soft anyway."""
EDGE = 0.016
"""How wide the dark edge of an outline is."""
NOISE_TILE = 256
"""In pixels: texture repeats after that, which nobody sees and which makes it quick."""


def rgb(colour: str) -> Rgb:
    """Turn ``#rrggbb`` into numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def grid(width: int, height: int, cell: float) -> tuple[Field, Field]:
    """Give x and y, in cells from the middle, of each pixel of a picture."""
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / np.float32(cell)
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / np.float32(cell)
    return x[:, None], y[None, :]


def box(x: Field, y: Field, middle: tuple[float, float], half: tuple[float, float], radius: float) -> Field:
    """Give the distance to a rectangle with rounded corners."""
    across = np.abs(x - middle[0]) - (half[0] - radius)
    down = np.abs(y - middle[1]) - (half[1] - radius)
    outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
    field: Field = outside + np.minimum(np.maximum(across, down), 0) - radius
    return field


def cover(distance: Field, cell: float) -> Field:
    """Turn distances into how much of each pixel is inside."""
    field: Field = np.clip(0.5 - distance * cell, 0, 1)
    return field


def soft(distance: Field, reach: float) -> Field:
    """Fall from 1 inside to 0 at ``reach`` outside, without an edge."""
    share = np.clip(0.5 - distance / (2 * reach), 0, 1)
    field: Field = share * share * (3 - 2 * share)
    return field


def normals(height: Field, cell: float) -> tuple[Field, Field, Field]:
    """Give the direction, of length 1, in which each place of a surface of those heights faces."""
    down_x, down_y = np.gradient(height, np.float32(1 / cell))
    length = np.sqrt(down_x * down_x + down_y * down_y + 1)
    return -down_x / length, -down_y / length, 1 / length


def rim(distance: Field, bevel: float) -> Field:
    """Give the height of something whose edge is rounded off like a quarter of a circle."""
    share = np.clip(-distance / bevel, 0, 1)
    field: Field = bevel * np.sqrt(np.maximum(1 - (1 - share) ** 2, 0))
    return field


def mix(a: Any, b: Any, share: Field) -> Any:
    """Go from one value to another by a share of 0-1."""
    return a + (b - a) * share


def picture(colours: tuple[Any, Any, Any], alpha: Field) -> pygame.Surface:
    """Make a surface of three colours of 0-255, each a number or a field, and a field of 0-1."""
    surface = pygame.Surface(alpha.shape, pygame.SRCALPHA, 32)
    pixels = pygame.surfarray.pixels3d(surface)
    for channel, values in enumerate(colours):
        pixels[..., channel] = np.clip(values, 0, 255)
    del pixels
    seen = pygame.surfarray.pixels_alpha(surface)
    seen[:] = np.clip(alpha * 255, 0, 255)
    del seen
    return surface.convert_alpha() if pygame.display.get_surface() else surface


def noise(shape: tuple[int, int], grain: float, seed: int) -> Field:
    """Give smooth noise between -0.5 and 0.5, the same every time; ``grain`` is its size in pixels."""
    tile = min(shape[0], NOISE_TILE), min(shape[1], NOISE_TILE)
    knots = max(2, round(tile[0] / grain)), max(2, round(tile[1] / grain))
    coarse = np.random.default_rng(seed).random(knots, dtype=np.float32) - np.float32(0.5)
    coarse = np.pad(coarse, ((0, 1), (0, 1)), mode="wrap")
    x = np.arange(tile[0], dtype=np.float32) * (knots[0] / tile[0])
    y = np.arange(tile[1], dtype=np.float32) * (knots[1] / tile[1])
    col, row = x.astype(int), y.astype(int)
    right, below = (x - col)[:, None], (y - row)[None, :]
    top = mix(coarse[col][:, row], coarse[col + 1][:, row], right)
    bottom = mix(coarse[col][:, row + 1], coarse[col + 1][:, row + 1], right)
    times = math.ceil(shape[0] / tile[0]), math.ceil(shape[1] / tile[1])
    field: Field = np.tile(mix(top, bottom, below), times)[: shape[0], : shape[1]]
    return field


def light(number: int = LIGHT_AT) -> tuple[float, float, float]:
    """Give the direction to the light, one of :data:`LIGHTS`; the upper left if not said."""
    angle = number * math.tau / LIGHTS
    aside, above = LIGHT_SLOPE
    return math.cos(angle) * aside, math.sin(angle) * aside, above


def outlined(colour: Rgb, line: Field, alpha: Field, cell: float) -> pygame.Surface:
    """Draw a line of that distance with a dark edge, so that it is seen on ivory and on the Ls alike."""
    edge = cover(line - EDGE, cell)
    inside = cover(line, cell)
    colours = [mix(tone, dark, np.clip(edge - inside, 0, 1)) for tone, dark in zip(colour, SHADE, strict=True)]
    return picture((colours[0], colours[1], colours[2]), np.maximum(alpha, edge))


def enlarged(coarse: pygame.Surface) -> pygame.Surface:
    """Bring what was made coarsely to its size."""
    return pygame.transform.smoothscale_by(coarse, COARSE)
