"""Colours, and surfaces made of them and of layers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
import pygame
from numpy.typing import NDArray

from sprites.paint.layers import Layer, Size, blurred, middle_repeated, rounded
from sprites.paint.pauses import pause

RGB = tuple[int, int, int]
Colours = Sequence[Layer | float]
"""Red, green and blue, each a single value or one for each pixel."""

BAND = 64
"""Lines of a picture coloured at a time: all at once would need six times the memory of the picture."""
LARGEST_BAKE = 1440
"""Largest side of a baked background, which is then scaled up: grain is soft, and a 4K screen must not wait."""


@cache
def rgb(colour: str) -> RGB:
    """Parse ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def hex_of(colour: RGB) -> str:
    """Format as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


@lru_cache(1024)
def mix(one: str | RGB, other: str | RGB, part: float) -> RGB:
    """Blend two colours; ``part`` is the share of the second."""
    a = rgb(one) if isinstance(one, str) else one
    b = rgb(other) if isinstance(other, str) else other
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return red, green, blue


def native(surface: pygame.Surface) -> pygame.Surface:
    """Convert a surface to the format that the window draws fastest; unchanged while there is no window."""
    if pygame.display.get_surface() is None:
        return surface
    return surface.convert_alpha() if surface.get_flags() & pygame.SRCALPHA else surface.convert()


def blended(one: Colours, other: Colours, share: Layer) -> list[Layer]:
    """Blend two colours; each is three channels of numbers or layers. ``share`` is that of the second."""
    return [np.asarray(a + (b - a) * share) for a, b in zip(one, other, strict=True)]


def picture(colours: Colours, cover: Layer) -> pygame.Surface:
    """Make a surface of three channels from 0 to 255, each a number or a layer, and of its coverage."""
    return _painted(
        cover, lambda lines: [np.asarray(colour)[lines] if np.ndim(colour) else colour for colour in colours]
    )


def inked(shade: Layer, stops: Sequence[RGB], cover: Layer) -> pygame.Surface:
    """Make a surface of values from 0 to 1, mapped to colours as :func:`toned` does, and of its coverage."""
    return _painted(cover, lambda lines: toned(shade[lines], stops))


def _painted(cover: Layer, colours: Callable[[tuple[slice, slice]], Colours]) -> pygame.Surface:
    surface = pygame.Surface(cover.shape, pygame.SRCALPHA, 32)
    pixels, alpha = pygame.surfarray.pixels3d(surface), pygame.surfarray.pixels_alpha(surface)
    for first in range(0, cover.shape[1], BAND):
        lines = np.s_[:, first : first + BAND]
        for channel, values in enumerate(colours(lines)):
            pixels[*lines, channel] = np.clip(values, 0, 255)
        alpha[lines] = np.clip(cover[lines] * 255 + 0.5, 0, 255)
        pause()
    del pixels, alpha
    return native(surface)


def toned(shade: Layer, stops: Sequence[RGB]) -> list[Layer]:
    """Map values from 0 to 1 to colours through all the stops; return a layer each for red, green and blue."""
    share, places = np.clip(shade, 0, 1), np.linspace(0, 1, len(stops))
    return [np.interp(share, places, band).astype(np.float32) for band in zip(*stops, strict=True)]


def coloured(
    shade: Layer, dark: RGB, light: RGB, cover: Layer | None = None, *, middle: RGB | None = None
) -> pygame.Surface:
    """Map values from 0 to 1 to colours from dark, over ``middle``, to light; transparent where not covered."""
    bands = _bands((dark, mix(dark, light, 0.5) if middle is None else middle, light))
    surface = pygame.Surface(shade.shape, 0 if cover is None else pygame.SRCALPHA, 32)
    shifts = surface.get_shifts()
    inks = sum((band << np.uint32(shift) for band, shift in zip(bands, shifts, strict=False)), np.uint32(0))
    pixels = pygame.surfarray.pixels2d(surface)
    for first in range(0, shade.shape[1], BAND):
        lines = np.s_[:, first : first + BAND]
        ink = np.take(inks, np.clip(shade[lines] * 255, 0, 255).astype(np.uint8))
        if cover is not None:
            ink |= np.clip(cover[lines] * 255 + 0.5, 0, 255).astype(np.uint32) << np.uint32(shifts[3])
        pixels[lines] = ink
        pause()
    del pixels
    return native(surface)


def _bands(stops: tuple[RGB, RGB, RGB]) -> list[NDArray[np.uint32]]:
    """Red, green and blue of 256 shades from dark, over a middle, to light."""
    steps = np.linspace(0, 1, 256)
    return [np.round(np.interp(steps, (0, 0.5, 1), band)).astype(np.uint32) for band in zip(*stops, strict=True)]


def shades(shade: Layer) -> pygame.Surface:
    """Store values from 0 to 1 as a picture with a palette, which :func:`dyed` colours quickly."""
    surface = pygame.Surface(shade.shape, 0, 8)
    pixels = pygame.surfarray.pixels2d(surface)
    for first in range(0, shade.shape[1], BAND):
        lines = np.s_[:, first : first + BAND]
        pixels[lines] = np.clip(shade[lines] * 255, 0, 255).astype(np.uint8)
        pause()
    del pixels
    return surface


def dyed(undyed: pygame.Surface, stops: tuple[RGB, RGB, RGB], radius: float) -> pygame.Surface:
    """Colour such a picture as :func:`coloured` does with values, and round the corners."""
    undyed.set_palette(list(zip(*(band.tolist() for band in _bands(stops)), strict=True)))
    surface = pygame.Surface(undyed.get_size(), pygame.SRCALPHA, 32)
    surface.blit(undyed, (0, 0))
    reach = min(math.ceil(radius) + 1, *(side // 2 for side in surface.get_size()))
    corners = np.clip(rounded((2 * reach, 2 * reach), radius) * 255 + 0.5, 0, 255)
    alpha = pygame.surfarray.pixels_alpha(surface)
    for across in (slice(None, reach), slice(-reach, None)):
        for down in (slice(None, reach), slice(-reach, None)):
            alpha[across, down] = corners[across, down]
    del alpha
    return native(surface)


def shadow_of(cover: Layer, blur_px: int, strength: float) -> pygame.Surface:
    """The shadow of a shape: larger by ``blur_px`` on each side, ``strength`` (0 to 1) at its darkest."""
    return picture((0, 0, 0), blurred(np.pad(cover, blur_px), blur_px) * np.float32(strength))


def slab_shadow(size: Size, radius: float, blur_px: int, strength: float) -> pygame.Surface:
    """The shadow of a rounded rectangle; only its corners are computed, and its uniform sides are repeated."""
    edge = 2 * (math.ceil(radius) + 2 * blur_px) + 3
    width, height = size
    corners = shadow_of(rounded((min(width, edge), min(height, edge)), radius), blur_px, strength)
    return stretched(corners, (width + 2 * blur_px, height + 2 * blur_px))


def cover_of(surface: pygame.Surface) -> Layer:
    """The alpha of each pixel of a surface, from 0 to 1."""
    cover: Layer = np.multiply(pygame.surfarray.pixels_alpha(surface), np.float32(1 / 255), dtype=np.float32)
    return cover


def resized(surface: pygame.Surface, size: Size) -> pygame.Surface:
    """Scale a picture with alpha smoothly; the black of transparent pixels does not bleed into the edge."""
    weighed = pygame.transform.smoothscale(surface.premul_alpha(), (max(1, size[0]), max(1, size[1])))
    alpha = np.maximum(pygame.surfarray.pixels_alpha(weighed), 1)[..., None].astype(np.uint32)
    colours = pygame.surfarray.pixels3d(weighed)
    colours[:] = np.minimum(colours * np.uint32(255) // alpha, 255)
    del colours
    return native(weighed)


def stretched(tile: pygame.Surface, size: Size) -> pygame.Surface:
    """Enlarge a tile to a size by repeating its middle column and row, so that corners keep their shape."""
    columns, rows = (middle_repeated(have, want) for have, want in zip(tile.get_size(), size, strict=True))
    large = pygame.Surface(size, tile.get_flags() & pygame.SRCALPHA, tile)
    pygame.surfarray.pixels2d(large)[:] = pygame.surfarray.pixels2d(tile)[columns][:, rows]
    return large


def scaled_up(size: Size, unit: float, bake: Callable[[Size, float], pygame.Surface]) -> pygame.Surface:
    """Bake a large background at a smaller size, and scale it up; ``unit`` is in pixels."""
    small, unit = baked_at(size, unit)
    baked = bake(small, unit)
    return baked if small == size else pygame.transform.smoothscale(baked, size)


def baked_at(size: Size, unit: float) -> tuple[Size, float]:
    """The size at which a background is baked, and the pixels of a unit at that size."""
    factor = min(1.0, LARGEST_BAKE / max(size))
    if factor == 1.0:
        return size, unit
    return (max(2, round(size[0] * factor)), max(2, round(size[1] * factor))), unit * factor


def draw_stroke(canvas: pygame.Surface, colour: str, points: Sequence[tuple[float, float]], radius: float) -> None:
    """Draw a line of twice the radius with round joints; pygame draws thick oblique ones too thin."""
    for point in points:
        pygame.draw.circle(canvas, colour, point, radius)
    for one, other in pairwise(map(pygame.Vector2, points)):
        if one.distance_to(other) > 0:
            aside = (other - one).normalize().rotate(90) * radius
            pygame.draw.polygon(canvas, colour, [one + aside, other + aside, other - aside, one - aside])


Placed = tuple[pygame.Surface, int, int, int]
"""A picture with its left, its top, and its opacity up to 255."""


def placed(shown: pygame.Surface, middle: tuple[float, float] = (0, 0), alpha: float = 1.0) -> Placed:
    """A picture centred at a position, with an opacity; to be drawn as long as nothing about it changes."""
    return (shown, *shown.get_rect(center=(round(middle[0]), round(middle[1]))).topleft, round(255 * min(1.0, alpha)))


def draw_placed(surface: pygame.Surface, pictures: Iterable[Placed], at: tuple[float, float] = (0, 0)) -> None:
    """Draw placed pictures in order, all moved by ``at``."""
    x, y = round(at[0]), round(at[1])
    for shown, left, top, alpha in pictures:
        shown.set_alpha(alpha)
        surface.blit(shown, (x + left, y + top))
        shown.set_alpha(255)


def blit_around(
    surface: pygame.Surface, shown: pygame.Surface, middle: tuple[float, float], alpha: float = 1.0
) -> None:
    """Draw a picture centred at a position, with an opacity."""
    shown.set_alpha(round(255 * min(1.0, alpha)))
    surface.blit(shown, shown.get_rect(center=(round(middle[0]), round(middle[1]))))
    shown.set_alpha(255)
