"""The look of widgets, drawn in code: raised buttons, knobs, bars, the focus ring, the shade at a scrolling edge.

Most pictures are kept by the kit's cache: copy one before you draw on it.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import pygame

from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Size, blurred, from_upper_left, relief, rounded
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import RGB, coloured, mix, picture, rgb, stretched

ButtonStyle = Literal["normal", "primary", "quiet", "danger"]

LIP = 5
"""Height in units of a raised button over its background."""
EDGE_SHADE = 0.3
"""Darkness at an edge beyond which there is more to scroll."""
DISABLED = 0.35
"""Share of its own colour that a disabled button keeps: a flat plate, of brass no more than of wood."""
STEPS = 4
"""Number of intermediate pictures of a button being lifted or pressed."""


def button_face(
    kit: Kit, size: Size, style: ButtonStyle, *, lift: float = 0.0, sink: float = 0.0, enabled: bool = True
) -> pygame.Surface:
    """A button of that size without its label; ``lift`` and ``sink`` go from 0 to 1."""
    lift, sink = round(lift * STEPS) / STEPS, round(sink * STEPS) / STEPS
    tile = min(size[0], 2 * kit.px(kit.theme.sizes.radius + LIP) + 6), size[1]
    key = ("button", size, style, lift, sink, enabled)
    return kit.cache.keep(key, lambda: stretched(_button_tile(kit, tile, style, lift, sink, enabled), size))


def button_body(kit: Kit, rect: pygame.Rect, sink: float = 0.0) -> pygame.Rect:
    """The part of a button's rectangle for its label, lower while it is pressed."""
    lip, edge = kit.px(LIP), kit.px(2)
    body = pygame.Rect(rect.left + edge, rect.top + edge, rect.width - 2 * edge, rect.height - edge - lip)
    return body.move(0, round(sink * kit.px(LIP - 2)))


def _button_tile(kit: Kit, size: Size, style: ButtonStyle, lift: float, sink: float, enabled: bool) -> pygame.Surface:
    dark, light, side = _button_colours(kit, style if enabled else "normal")
    body = button_body(kit, pygame.Rect((0, 0), size), sink)
    radius = kit.px(kit.theme.sizes.radius) * 0.85
    inset = (body.left, body.top, size[0] - body.right, size[1] - body.bottom)
    cover = rounded(size, radius, inset)
    if not enabled:
        return picture(mix(mix(dark, light, 0.5), kit.theme.colours.panel, 1 - DISABLED), cover)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    flat = style == "quiet"
    if not flat:
        left, top, right, bottom = (*inset[:3], kit.px(1))
        foot = rounded(size, radius, (left, top, right, bottom))
        shadow = blurred(rounded(size, radius, (left, top + kit.px(LIP), right, bottom)), 2 * kit.px(2))
        surface.blit(picture((0, 0, 0), shadow * np.float32(0.5)), (0, 0))
        surface.blit(coloured(np.full(size, 0.5, np.float32), side, side, foot), (0, -kit.px(1)))
    fade = np.linspace(1, 0, size[1], dtype=np.float32)[None, :]
    rim = relief(cover, kit.px(2))
    shade = 0.34 + 0.3 * fade + 0.16 * lift - 0.14 * sink + 0.34 * np.maximum(rim, 0) + 0.22 * np.minimum(rim, 0)
    alpha = cover * np.float32(0.12 + 0.5 * lift + 0.38 * sink if flat else 1.0)
    surface.blit(coloured(shade, dark, light, alpha), (0, 0))
    return surface


def _button_colours(kit: Kit, style: ButtonStyle) -> tuple[RGB, RGB, RGB]:
    colours = kit.theme.colours
    pairs: dict[ButtonStyle, tuple[str | RGB, str | RGB]] = {
        "normal": (colours.panel_raised, mix(colours.panel_edge, colours.ink, 0.14)),
        "primary": (mix(colours.accent, "#000000", 0.2), rgb(colours.accent_light)),
        "quiet": (colours.panel_raised, mix(colours.panel_edge, colours.ink, 0.02)),
        "danger": (mix(colours.bad, "#000000", 0.55), mix(colours.bad, "#000000", 0.25)),
    }
    base, shine = pairs[style]
    dark, light = mix(base, "#000000", 0.18), mix(shine, "#ffffff", 0.06)
    return dark, light, mix(base, "#000000", 0.55)


def label_colour(kit: Kit, style: ButtonStyle, *, enabled: bool) -> RGB:
    colours = kit.theme.colours
    ink = colours.accent_ink if style == "primary" else colours.ink
    return rgb(ink) if enabled else disabled_ink(kit)


def disabled_ink(kit: Kit) -> RGB:
    """The text colour of disabled widgets: unobtrusive, but legible."""
    return mix(kit.theme.colours.panel_raised, kit.theme.colours.ink_soft, 0.9)


def knob(kit: Kit, size: int, *, lift: float = 0.0, enabled: bool = True) -> pygame.Surface:
    """A round brass knob, ``size`` pixels across with its shadow."""
    return _knob(kit, size, round(lift * STEPS), enabled)


@kept
def _knob(kit: Kit, size: int, level: int, enabled: bool) -> pygame.Surface:
    edge = size * 0.12
    cover = rounded((size, size), size, (edge, edge * 0.6, edge, edge * 1.4))
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    shadow = blurred(rounded((size, size), size, (edge, edge * 1.6, edge, edge * 0.5)), 1.2 * edge)
    surface.blit(picture((0, 0, 0), shadow * np.float32(0.6)), (0, 0))
    colours = kit.theme.colours
    dark, light = mix(colours.accent, "#000000", 0.35), mix(colours.accent_light, "#ffffff", 0.3)
    if not enabled:
        dark, light = mix(dark, colours.panel, 0.7), mix(light, colours.panel, 0.7)
    shade = 0.3 + 0.34 * from_upper_left((size, size)) + 0.12 * level / STEPS
    shade = shade + 0.45 * relief(cover, max(1, size // 9))
    surface.blit(coloured(shade, dark, light, cover), (0, 0))
    return surface


@kept
def bar(kit: Kit, size: Size, colour: str | RGB) -> pygame.Surface:
    """A softly raised bar with round ends: a slider's filled part, a scroll bar, a selected row."""
    tile = (min(size[0], 2 * size[1] + 3), size[1]) if size[0] >= size[1] else (size[0], min(size[1], 2 * size[0] + 3))
    cover = rounded(tile, min(min(tile) / 2, kit.px(kit.theme.sizes.radius)))
    shade = 0.5 + 0.3 * relief(cover, min(kit.px(3), max(1, min(tile) // 6)))
    face = coloured(shade, mix(colour, "#000000", 0.45), mix(colour, "#ffffff", 0.45), cover)
    return stretched(face, size)


def focus_corner(kit: Kit) -> int:
    """Length in pixels of the focus ring's corners along its sides."""
    return kit.px(kit.theme.sizes.radius) + kit.px(kit.theme.sizes.focus_ring)


@kept
def focus_ring(kit: Kit, size: Size) -> pygame.Surface:
    """The focus ring, ``size`` on its outside, with a dark line to stand out on brass."""
    width, radius = kit.px(kit.theme.sizes.focus_ring), focus_corner(kit)
    tile = (min(size[0], 2 * radius + 3), min(size[1], 2 * radius + 3))
    outer = rounded(tile, radius)
    inner = rounded(tile, radius - width, (width,) * 4)
    line = rounded(tile, radius - width, (width - kit.px(1),) * 4)
    colours = kit.theme.colours
    ring = coloured(1 - (line - inner), rgb(colours.accent_ink), rgb(colours.focus), outer - inner)
    return stretched(ring, size)


@kept
def edge_shade(_kit: Kit, width: int, height: int, *, top: bool) -> pygame.Surface:
    """The shade at an edge beyond which there is more to scroll."""
    fall = np.linspace(1, 0, height, dtype=np.float32) ** 2
    cover = np.broadcast_to((fall if top else fall[::-1])[None, :] * np.float32(EDGE_SHADE), (width, height))
    return picture((0, 0, 0), cover)


@kept
def chosen_edge(kit: Kit, size: Size, colour: str, units: float) -> pygame.Surface:
    """An edge of one colour and a width in units around what is chosen, on the body of its button."""
    radius, width = kit.px(kit.theme.sizes.radius * 0.85), kit.px(units)
    corners = 2 * max(radius, width) + 3
    tile = (min(size[0], corners), min(size[1], corners))

    def paint(canvas: pygame.Surface, factor: int) -> None:
        pygame.draw.rect(canvas, colour, canvas.get_rect(), width * factor, radius * factor)

    return stretched(smooth(tile, paint), size)
