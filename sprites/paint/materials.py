"""Materials drawn in code: wood, felt, leather, paper, and card stock.

Most pictures are kept by the kit's cache: copy one before you draw on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Literal

import numpy as np
import pygame

from sprites.paint.kit import Kit, kept
from sprites.paint.layers import (
    Layer,
    Size,
    expanded,
    from_upper_left,
    in_bands,
    noise,
    noisy,
    raised_rim,
    rim_tile,
    rounded,
)
from sprites.paint.pauses import pause
from sprites.paint.surfaces import RGB, baked_at, coloured, dyed, mix, rgb, scaled_up, shades, slab_shadow

Material = Literal["panel", "paper", "dialog"]

MARGIN: dict[Material, int] = {"panel": 8, "paper": 8, "dialog": 20}
"""Units that a panel's shadow needs around its body, inside its rectangle."""
STITCHED = 11
"""Units between the edge of a cloth and its stitches."""
SHADOW = 0.62
"""Opacity of a panel's shadow."""


@kept
def table_background(kit: Kit, size: Size) -> pygame.Surface:
    """The dark wooden table under everything, opaque."""
    return scaled_up(size, kit.metrics.unit, partial(_table, kit))


def _table(kit: Kit, size: Size, unit: float) -> pygame.Surface:
    colours, grain, planks = kit.theme.colours, _grained(size, unit, 11), _planks(size[1], unit)

    def shade(columns: slice) -> Layer:
        shade = 0.42 + 0.5 * (grain(columns) - 0.5) + planks
        return shade * (0.6 + 0.85 * from_upper_left(size, columns)) * _vignette(size, columns)

    return coloured(
        in_bands(size, shade), mix(colours.table, "#000000", 0.45), mix(colours.table_light, "#b98a5c", 0.22)
    )


def _grained(size: Size, unit: float, seed: int) -> Callable[[slice], Layer]:
    """Wood grain along x, around 0.5."""
    broad = noisy(size, (240 * unit, 14 * unit), seed)
    pause()
    fine = noisy(size, (90 * unit, 2.2 * unit), seed + 1)
    pause()
    pores = noisy(size, (26 * unit, 1.2 * unit), seed + 2)
    return lambda columns: np.asarray(0.5 * broad(columns) + 0.32 * fine(columns) + 0.18 * pores(columns))


def _planks(height: int, unit: float) -> Layer:
    """One column of planks, each with a tone of its own, and a dark seam and a lit edge between them."""
    width = 148 * unit
    y = np.arange(height, dtype=np.float32)
    tones = np.random.default_rng(5).uniform(-0.05, 0.05, int(height / width) + 2).astype(np.float32)
    line = tones[(y / width).astype(int)]
    within = y % width
    line = line - 0.2 * (within < 1.6 * unit) + 0.07 * ((within >= 1.6 * unit) & (within < 3.2 * unit))
    return np.asarray(line[None, :], np.float32)


def _vignette(size: Size, columns: slice) -> Layer:
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[columns, None]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[None, :]
    corner = (x * x + y * y) / 2
    return 1 - 0.34 * corner * np.sqrt(corner)


def felt(kit: Kit, size: Size) -> pygame.Surface:
    """The undyed felt for cloths of that size and any colour: most of the work, for painting ahead."""
    return _felt(kit, *baked_at(size, kit.metrics.unit))


@kept
def cloth(kit: Kit, size: Size, colour: str) -> pygame.Surface:
    """A felt cloth with rounded corners and a stitched hem, transparent outside."""
    small, unit = baked_at(size, kit.metrics.unit)
    undyed = felt(kit, size)
    pause()
    dark, light = mix(colour, "#000000", 0.7), mix(colour, "#ffffff", 0.3)
    surface = dyed(undyed, (dark, rgb(colour), light), 22 * unit)
    _stitch(surface, unit, colour)
    if small == size:
        return surface
    pause()
    return pygame.transform.smoothscale(surface, size)


@kept
def _felt(_kit: Kit, size: Size, unit: float) -> pygame.Surface:
    """Paint the undyed felt for cloths of any colour."""
    fine, broad = noisy(size, (1.6 * unit, 1.6 * unit), 21), noisy(size, (26 * unit, 18 * unit), 22)
    pause()
    rim = rim_tile(size, 22 * unit, max(1, round(4 * unit)))
    pause()

    def shade(columns: slice) -> Layer:
        shade = 0.5 + 0.13 * (0.6 * fine(columns) + 0.4 * broad(columns) - 0.5)
        shade = shade + 0.26 * (from_upper_left(size, columns) - 0.55) + 0.16 * expanded(rim, size, columns)
        return np.asarray(shade * _vignette(size, columns))

    return shades(in_bands(size, shade))


def _stitch(surface: pygame.Surface, unit: float, colour: str) -> None:
    hem, length, gap = STITCHED * unit, 9 * unit, 6 * unit
    x: float
    y: float
    rect = surface.get_rect().inflate(-2 * hem, -2 * hem)
    thread, shade, thick = mix(colour, "#ffffff", 0.32), mix(colour, "#000000", 0.4), max(1, round(1.3 * unit))
    corner = 16 * unit
    for offset, ink in ((thick, shade), (0, thread)):
        x = rect.left + corner
        while x + length < rect.right - corner:
            for y in (rect.top, rect.bottom):
                pygame.draw.line(surface, ink, (x, y + offset), (x + length, y + offset), thick)
            x += length + gap
        y = rect.top + corner
        while y + length < rect.bottom - corner:
            for x in (rect.left, rect.right):
                pygame.draw.line(surface, ink, (x + offset, y), (x + offset, y + length), thick)
            y += length + gap


@kept
def panel(kit: Kit, size: Size, style: Material) -> pygame.Surface:
    """A panel of exactly that size with its shadow inside: the body ends ``MARGIN[style]`` units from each side."""
    margin = kit.px(MARGIN[style])
    body = (max(4, size[0] - 2 * margin), max(4, size[1] - 2 * margin))
    radius = kit.px(kit.theme.sizes.radius) * (1.4 if style == "dialog" else 1.0)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.blit(slab_shadow(body, radius, margin, SHADOW), (0, min(margin, kit.px(MARGIN[style] * 0.35))))
    pause()
    material = _material(kit, style, body, radius)
    surface.blit(material, (margin, margin))
    return surface


def _material(kit: Kit, style: Material, size: Size, radius: float) -> pygame.Surface:
    colours, unit, cover = kit.theme.colours, kit.metrics.unit, rounded(size, radius)
    pause()
    if style == "paper":
        shade = 0.5 * noise(size, (3 * unit, 2 * unit), 31) + 0.5 * noise(size, (120 * unit, 90 * unit), 32)
        pause()
        shade = 0.72 + 0.16 * (shade - 0.5) + 0.3 * (from_upper_left(size) - 0.5)
        pause()
        shade += 0.2 * raised_rim(size, radius, max(1, round(2.2 * unit)))
        pause()
        return coloured(shade, mix(colours.paper, "#7a5a34", 0.45), mix(colours.paper, "#ffffff", 0.3), cover)
    if style == "dialog":
        pebble = noise(size, (3.2 * unit, 3.2 * unit), 41)
        pause()
        leather = 0.06 * (noise(size, (160 * unit, 120 * unit), 42) - 0.5)
        leather[1:, 1:] += 0.22 * (pebble[1:, 1:] - pebble[:-1, :-1])
        del pebble
    else:
        grain = _grained(size, unit, 51)
    pause()
    rim = rim_tile(size, radius, max(1, round(2.2 * unit)))

    def lit(columns: slice) -> Layer:
        figure = leather[columns] if style == "dialog" else 0.24 * (grain(columns) - 0.5)
        shade = 0.4 + figure + 0.24 * (from_upper_left(size, columns) - 0.5)
        raised = expanded(rim, size, columns)
        return np.asarray(shade + 0.5 * np.maximum(raised, 0) + 0.3 * np.minimum(raised, 0))

    shade = in_bands(size, lit)
    return coloured(shade, mix(colours.panel, "#000000", 0.4), mix(colours.panel_edge, colours.panel, 0.25), cover)


@kept
def well(kit: Kit, size: Size) -> pygame.Surface:
    """A sunken field, for text input and for knobs."""
    radius = kit.px(kit.theme.sizes.radius * 0.7)
    cover, rim = rounded(size, radius), raised_rim(size, radius, kit.px(3))
    colours = kit.theme.colours
    shade = 0.3 - 0.3 * np.maximum(rim, 0) - 0.6 * np.minimum(rim, 0)
    return coloured(shade, mix(colours.table, "#000000", 0.62), mix(colours.panel_edge, "#000000", 0.15), cover)


ROUND = 0.085
"""Radius of the corners in widths of the card, like all lengths here."""
MOST_EDGES = 5
"""Largest number of cards of a pile that are visible below the top one."""
Line = tuple[float, float, str | RGB]
"""Distance of a line from the edge of a card, its width, and its colour."""


def draw_lines(canvas: pygame.Surface, lines: Iterable[Line]) -> None:
    """Draw lines around a card of the canvas's size."""
    wide, high = canvas.get_size()
    for inset, width, ink in lines:
        rect = pygame.Rect(0, 0, round(wide * (1 - 2 * inset)), round(high - 2 * inset * wide))
        rect.center = round(wide / 2), round(high / 2)
        pygame.draw.rect(canvas, ink, rect, max(1, round(width * wide)), round((ROUND - inset / 2) * wide))


def pile_step(size: Size, step: float) -> int:
    """The offset in pixels of each card of a pile to the right of and below the one above it."""
    return max(1, round(step * size[0]))


def piled(size: Size, step: float) -> Size:
    """The size of a pile of cards of that size, of any number."""
    more = MOST_EDGES * pile_step(size, step)
    return size[0] + more, size[1] + more
