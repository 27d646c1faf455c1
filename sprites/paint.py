"""Materials drawn in code: wood, cloth, leather, paper, raised shapes and their shadows; light from the upper left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pygame
from numpy.typing import NDArray

from sprites.bakery import Bakery, Face, smooth

if TYPE_CHECKING:
    from sprites.theme import PlayerLook
    from sprites.ui import Kit

RGB = tuple[int, int, int]
Size = tuple[int, int]
Layer = NDArray[np.floating[Any]]
"""One number a pixel, indexed by x, then y."""
Material = Literal["panel", "paper", "dialog"]
ButtonStyle = Literal["normal", "primary", "quiet", "danger"]

LARGEST_BAKE = 1440
"""Large backgrounds are computed at most this long and scaled up: grain is soft, and a 4K screen must not wait."""
MARGIN: dict[Material, int] = {"panel": 8, "paper": 8, "dialog": 20}
"""Units that a panel's shadow needs around its body, inside its rectangle."""
LIP = 5
"""Units by which a raised button stands over what it lies on."""
CUT = 2
"""How many pixels at the edge of a scaled picture are not smooth."""
SHADOW = 0.62
"""How dark the shadow of a panel is."""
EDGE_SHADE = 0.3
"""How dark it gets where something scrolls on out of sight."""
STEPS = 4
"""How many in-between pictures a button has of being lifted or pressed."""


def rgb(colour: str) -> RGB:
    """Read ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(one: str | RGB, other: str | RGB, part: float) -> RGB:
    """Blend two colours; ``part`` is the share of the second."""
    a = rgb(one) if isinstance(one, str) else one
    b = rgb(other) if isinstance(other, str) else other
    red, green, blue = (round(x + (y - x) * part) for x, y in zip(a, b, strict=True))
    return red, green, blue


# -- text


def wrap(bakery: Bakery, text: str, face: Face, size: int, width: int) -> list[str]:
    """Break a text into lines no wider than ``width`` pixels: between words, and within one only as the last resort."""
    key = ("wrap", text, face, size, width)
    return list(bakery.reckon(key, lambda: tuple(_wrapped(bakery.font(face, size), text, width))))


def _wrapped(font: pygame.font.Font, text: str, width: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if font.size(longer)[0] <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *broken, line = break_word(font, word, width)
            lines += broken
        lines.append(line)
    return lines


def break_word(font: pygame.font.Font, word: str, width: int) -> list[str]:
    """Cut a word into pieces no wider than ``width``, but of at least one letter."""
    pieces: list[str] = []
    while font.size(word)[0] > width and len(word) > 1:
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if font.size(word[:middle])[0] <= width:
                low = middle
            else:
                high = middle - 1
        pieces.append(word[:low])
        word = word[low:]
    return [*pieces, word]


# -- layers


def rounded(size: Size, radius: float, inset: tuple[float, float, float, float] = (0, 0, 0, 0)) -> Layer:
    """Give how much of each pixel a rounded rectangle covers; ``inset`` is left, top, right and bottom."""
    left, top, right, bottom = inset
    half_w, half_h = (size[0] - left - right) / 2, (size[1] - top - bottom) / 2
    radius = max(0.0, min(radius, half_w, half_h))
    x = np.abs(np.arange(size[0], dtype=np.float32) + 0.5 - (left + half_w)) - (half_w - radius)
    y = np.abs(np.arange(size[1], dtype=np.float32) + 0.5 - (top + half_h)) - (half_h - radius)
    outside = np.hypot(np.maximum(x, 0)[:, None], np.maximum(y, 0)[None, :])
    inside = np.minimum(np.maximum(x[:, None], y[None, :]), 0)
    cover: Layer = np.clip(radius + 0.5 - outside - inside, 0, 1).astype(np.float32)
    return cover


def blurred(layer: Layer, radius: int) -> Layer:
    """Blur a layer of numbers from 0 to 1."""
    if radius < 1:
        return layer
    grey = pygame.surfarray.make_surface(np.repeat((layer * 255).astype(np.uint8)[..., None], 3, axis=2))
    soft = pygame.transform.gaussian_blur(grey, radius)
    return _red(soft)


def noise(size: Size, cell: tuple[float, float], seed: int) -> Layer:
    """Give smooth noise from 0 to 1, the same for the same seed; ``cell`` is the distance of random values."""
    grid = (max(2, round(size[0] / cell[0]) + 1), max(2, round(size[1] / cell[1]) + 1))
    values = np.random.default_rng(seed).integers(0, 256, grid, dtype=np.uint8)
    small = pygame.surfarray.make_surface(np.repeat(values[..., None], 3, axis=2))
    # The outermost pixels of a scaled picture are not smooth, so they are cut off.
    large = pygame.transform.smoothscale(small, (size[0] + 2 * CUT, size[1] + 2 * CUT))
    return _red(large)[CUT:-CUT, CUT:-CUT]


def _red(surface: pygame.Surface) -> Layer:
    red: NDArray[np.uint8] = pygame.surfarray.array_red(surface)
    return red.astype(np.float32) / 255


def grain(size: Size, unit: float, seed: int) -> Layer:
    """Give the figure of wood, lying along x, around 0.5."""
    broad = noise(size, (240 * unit, 14 * unit), seed)
    fine = noise(size, (90 * unit, 2.2 * unit), seed + 1)
    pores = noise(size, (26 * unit, 1.2 * unit), seed + 2)
    return np.asarray(0.5 * broad + 0.32 * fine + 0.18 * pores)


def from_upper_left(size: Size) -> Layer:
    """Give the room's light: 1 at the upper left, falling to 0 at the far corner."""
    x: Layer = np.linspace(0, 1, size[0], dtype=np.float32)[:, None]
    y: Layer = np.linspace(0, 1, size[1], dtype=np.float32)[None, :]
    light: Layer = 1 - np.hypot(x * 0.9, y) / np.float32(np.hypot(0.9, 1))
    return light


def relief(cover: Layer, depth: int) -> Layer:
    """Light a shape's rim as if it were raised: above 0 where it faces the upper left, below 0 where it turns away."""
    padded = np.pad(cover, depth)
    soft = blurred(padded, max(1, depth))
    slope = np.zeros_like(soft)
    slope[1:-1, 1:-1] = soft[2:, 2:] - soft[:-2, :-2]
    strongest = float(np.abs(slope).max()) or 1.0
    return (slope[depth:-depth, depth:-depth] / strongest * cover).astype(np.float32)


def raised_rim(size: Size, radius: float, depth: int) -> Layer:
    """Give the relief of a rounded rectangle; of a large one, only a small tile is computed."""
    edge = 2 * (round(radius) + 3 * depth) + 3
    tile = (min(size[0], edge), min(size[1], edge))
    return expanded(relief(rounded(tile, radius), depth), size)


def expanded(tile: Layer, size: Size) -> Layer:
    """Widen a tile to a size by repeating its middle column and row, so that its edges keep their shape."""
    columns, rows = (_middle_repeated(have, want) for have, want in zip(tile.shape, size, strict=True))
    return tile[columns][:, rows]


def coloured(
    shade: Layer, dark: RGB, light: RGB, cover: Layer | None = None, *, middle: RGB | None = None
) -> pygame.Surface:
    """Paint numbers from 0 to 1 as colours from dark, over ``middle``, to light; see-through where not covered."""
    stops = [dark, mix(dark, light, 0.5) if middle is None else middle, light]
    steps = np.linspace(0, 1, 256)
    palette = np.stack([np.interp(steps, (0, 0.5, 1), band) for band in zip(*stops, strict=True)], axis=1)
    palette = np.round(palette).astype(np.uint8)
    pixels = palette[np.clip(shade * 255, 0, 255).astype(np.uint8)]
    return assembled(pixels, cover)


def assembled(pixels: NDArray[np.uint8], cover: Layer | None) -> pygame.Surface:
    """Make a surface of colours and, where given, how much each pixel is covered."""
    size = pixels.shape[:2]
    if cover is None:
        surface = pygame.surfarray.make_surface(pixels)
        return surface.convert() if pygame.display.get_surface() else surface
    surface = pygame.Surface(size, pygame.SRCALPHA)
    pygame.surfarray.blit_array(surface, pixels)
    alpha = pygame.surfarray.pixels_alpha(surface)
    alpha[:] = np.clip(cover * 255 + 0.5, 0, 255).astype(np.uint8)
    del alpha
    return surface


def soft_shadow(shape: pygame.Surface, blur_px: int, alpha: int) -> pygame.Surface:
    """Give the shadow of a shape's covered pixels: larger by ``blur_px`` on each side, ``alpha`` at its darkest."""
    cover = pygame.surfarray.array_alpha(shape).astype(np.float32) / 255
    return shadow_of(cover, blur_px, alpha / 255)


def shadow_of(cover: Layer, blur_px: int, strength: float) -> pygame.Surface:
    """Give the shadow of a layer; see :func:`soft_shadow`."""
    soft = blurred(np.pad(cover, blur_px), max(1, blur_px // 2))
    return assembled(np.zeros((*soft.shape, 3), np.uint8), soft * np.float32(strength))


# -- the table and the cloths


def table_background(kit: Kit, size: Size) -> pygame.Surface:
    """Give the dark wooden table that everything lies on, opaque."""
    return kit.bakery.keep(("table", size), lambda: _scaled(size, kit.metrics.unit, partial(_table, kit)))


def _scaled(size: Size, unit: float, bake: Callable[[Size, float], pygame.Surface]) -> pygame.Surface:
    factor = min(1.0, LARGEST_BAKE / max(size))
    if factor == 1.0:
        return bake(size, unit)
    small = bake((max(2, round(size[0] * factor)), max(2, round(size[1] * factor))), unit * factor)
    return pygame.transform.smoothscale(small, size)


def _table(kit: Kit, size: Size, unit: float) -> pygame.Surface:
    colours = kit.theme.colours
    shade = 0.42 + 0.5 * (grain(size, unit, 11) - 0.5) + _planks(size, unit)
    shade = shade * (0.6 + 0.85 * from_upper_left(size)) * _vignette(size)
    return coloured(
        np.clip(shade, 0, 1), mix(colours.table, "#000000", 0.45), mix(colours.table_light, "#b98a5c", 0.22)
    )


def _planks(size: Size, unit: float) -> Layer:
    """Give planks of their own tone with a dark seam and a lit edge between them."""
    width = 148 * unit
    y = np.arange(size[1], dtype=np.float32)
    tones = np.random.default_rng(5).uniform(-0.05, 0.05, int(size[1] / width) + 2).astype(np.float32)
    line = tones[(y / width).astype(int)]
    within = y % width
    line = line - 0.2 * (within < 1.6 * unit) + 0.07 * ((within >= 1.6 * unit) & (within < 3.2 * unit))
    return np.broadcast_to(line[None, :], size).astype(np.float32)


def _vignette(size: Size) -> Layer:
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[:, None]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[None, :]
    return 1 - 0.34 * np.clip((x * x + y * y) / 2, 0, 1) ** 1.4


def cloth(kit: Kit, size: Size, colour: str) -> pygame.Surface:
    """Give a felt cloth with rounded corners and a stitched hem, see-through outside."""
    return kit.bakery.keep(("cloth", size, colour), lambda: _scaled(size, kit.metrics.unit, partial(_cloth, colour)))


def _cloth(colour: str, size: Size, unit: float) -> pygame.Surface:
    cover = rounded(size, 22 * unit)
    felt = 0.6 * noise(size, (1.6 * unit, 1.6 * unit), 21) + 0.4 * noise(size, (26 * unit, 18 * unit), 22)
    shade = (
        0.5
        + 0.13 * (felt - 0.5)
        + 0.26 * (from_upper_left(size) - 0.55)
        + 0.16 * raised_rim(size, 22 * unit, max(1, round(4 * unit)))
    )
    shade = shade * _vignette(size)
    dark, light = mix(colour, "#000000", 0.7), mix(colour, "#ffffff", 0.3)
    surface = coloured(np.clip(shade, 0, 1), dark, light, cover, middle=rgb(colour))
    _stitch(surface, unit, colour)
    return surface


def _stitch(surface: pygame.Surface, unit: float, colour: str) -> None:
    hem, length, gap = 11 * unit, 9 * unit, 6 * unit
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


# -- panels


def panel(kit: Kit, size: Size, style: Material) -> pygame.Surface:
    """Give a panel of exactly that size with its shadow inside: the body is smaller by ``MARGIN[style]`` units."""
    return kit.bakery.keep(("panel", size, style), lambda: _panel(kit, size, style))


def _panel(kit: Kit, size: Size, style: Material) -> pygame.Surface:
    margin = kit.px(MARGIN[style])
    body = (max(4, size[0] - 2 * margin), max(4, size[1] - 2 * margin))
    radius = kit.px(kit.theme.sizes.radius) * (1.4 if style == "dialog" else 1.0)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    edge = 2 * (round(radius) + 2 * margin) + 3
    shadow = shadow_of(rounded((min(body[0], edge), min(body[1], edge)), radius), margin, SHADOW)
    shadow = stretched(shadow, (body[0] + 2 * margin, body[1] + 2 * margin))
    surface.blit(shadow, (0, min(margin, kit.px(MARGIN[style] * 0.35))))
    surface.blit(_material(kit, style, body, radius), (margin, margin))
    return surface


def _material(kit: Kit, style: Material, size: Size, radius: float) -> pygame.Surface:
    colours, unit, cover = kit.theme.colours, kit.metrics.unit, rounded(size, radius)
    rim = raised_rim(size, radius, max(1, round(2.2 * unit)))
    if style == "paper":
        fibres = 0.5 * noise(size, (3 * unit, 2 * unit), 31) + 0.5 * noise(size, (120 * unit, 90 * unit), 32)
        shade = 0.72 + 0.16 * (fibres - 0.5) + 0.3 * (from_upper_left(size) - 0.5) + 0.2 * rim
        return coloured(
            np.clip(shade, 0, 1), mix(colours.paper, "#7a5a34", 0.45), mix(colours.paper, "#ffffff", 0.3), cover
        )
    if style == "dialog":
        pebble = noise(size, (3.2 * unit, 3.2 * unit), 41)
        emboss = np.zeros_like(pebble)
        emboss[1:, 1:] = pebble[1:, 1:] - pebble[:-1, :-1]
        figure = 0.22 * emboss + 0.06 * (noise(size, (160 * unit, 120 * unit), 42) - 0.5)
    else:
        figure = 0.24 * (grain(size, unit, 51) - 0.5)
    shade = 0.4 + figure + 0.24 * (from_upper_left(size) - 0.5) + 0.5 * np.maximum(rim, 0) + 0.3 * np.minimum(rim, 0)
    return coloured(
        np.clip(shade, 0, 1), mix(colours.panel, "#000000", 0.4), mix(colours.panel_edge, colours.panel, 0.25), cover
    )


def well(kit: Kit, size: Size) -> pygame.Surface:
    """Give a sunken field, for text to be written in and knobs to run in."""
    return kit.bakery.keep(("well", size), lambda: _well(kit, size))


def _well(kit: Kit, size: Size) -> pygame.Surface:
    radius = kit.px(kit.theme.sizes.radius * 0.7)
    cover, rim = rounded(size, radius), raised_rim(size, radius, kit.px(3))
    colours = kit.theme.colours
    shade = np.clip(0.3 - 0.3 * np.maximum(rim, 0) - 0.6 * np.minimum(rim, 0), 0, 1)
    return coloured(shade, mix(colours.table, "#000000", 0.62), mix(colours.panel_edge, "#000000", 0.15), cover)


# -- buttons and knobs


def button_face(
    kit: Kit, size: Size, style: ButtonStyle, *, lift: float = 0.0, sink: float = 0.0, enabled: bool = True
) -> pygame.Surface:
    """Give a button of that size without its label; ``lift`` and ``sink`` go from 0 to 1."""
    state = (round(lift * STEPS), round(sink * STEPS), enabled)
    tile = min(size[0], 2 * kit.px(kit.theme.sizes.radius + LIP) + 6)

    def bake() -> pygame.Surface:
        face = _button_tile(kit, (tile, size[1]), style, state[0] / STEPS, state[1] / STEPS, enabled)
        return stretched(face, size)

    return kit.bakery.keep(("button", size, style, state), bake)


def stretched(tile: pygame.Surface, size: Size) -> pygame.Surface:
    """Widen a tile to a size by repeating its middle column and row, so that corners keep their shape."""
    columns, rows = (_middle_repeated(have, want) for have, want in zip(tile.get_size(), size, strict=True))
    pixels = pygame.surfarray.array3d(tile)[columns][:, rows]
    cover = pygame.surfarray.array_alpha(tile)[columns][:, rows].astype(np.float32) / 255
    return assembled(pixels, cover)


def _middle_repeated(have: int, want: int) -> NDArray[np.int64]:
    places = np.arange(want)
    half = min(have, want) // 2
    return np.where(places < half, places, np.where(places >= want - half, places - want + have, have // 2))


def button_body(kit: Kit, rect: pygame.Rect, sink: float = 0.0) -> pygame.Rect:
    """Give the part of a button's rectangle that its label goes on, lower while it is pressed."""
    lip, edge = kit.px(LIP), kit.px(2)
    body = pygame.Rect(rect.left + edge, rect.top + edge, rect.width - 2 * edge, rect.height - edge - lip)
    return body.move(0, round(sink * kit.px(LIP - 2)))


def _button_tile(kit: Kit, size: Size, style: ButtonStyle, lift: float, sink: float, enabled: bool) -> pygame.Surface:
    dark, light, side = _button_colours(kit, style, enabled)
    body = button_body(kit, pygame.Rect((0, 0), size), sink)
    radius = kit.px(kit.theme.sizes.radius) * 0.85
    inset = (body.left, body.top, size[0] - body.right, size[1] - body.bottom)
    cover = rounded(size, radius, inset)
    surface = pygame.Surface(size, pygame.SRCALPHA)
    flat = style == "quiet"
    if not flat:
        foot = rounded(size, radius, (inset[0], inset[1], inset[2], kit.px(1)))
        shadow = blurred(rounded(size, radius, (inset[0], body.top + kit.px(LIP), inset[2], kit.px(1))), kit.px(2))
        surface.blit(assembled(np.zeros((*size, 3), np.uint8), shadow * (0.5 if enabled else 0.25)), (0, 0))
        surface.blit(coloured(np.full(size, 0.5, np.float32), side, side, foot), (0, -kit.px(1)))
    fade = np.linspace(1, 0, size[1], dtype=np.float32)[None, :]
    rim = relief(cover, kit.px(2))
    shade = 0.34 + 0.3 * fade + 0.16 * lift - 0.14 * sink + 0.34 * np.maximum(rim, 0) + 0.22 * np.minimum(rim, 0)
    alpha = cover * np.float32(0.12 + 0.5 * lift + 0.38 * sink if flat else 1.0)
    surface.blit(coloured(np.clip(shade, 0, 1), dark, light, alpha), (0, 0))
    return surface


def _button_colours(kit: Kit, style: ButtonStyle, enabled: bool) -> tuple[RGB, RGB, RGB]:
    colours = kit.theme.colours
    pairs: dict[ButtonStyle, tuple[str | RGB, str | RGB]] = {
        "normal": (colours.panel_raised, mix(colours.panel_edge, colours.ink, 0.22)),
        "primary": (mix(colours.accent, "#000000", 0.2), rgb(colours.accent_light)),
        "quiet": (colours.panel_raised, mix(colours.panel_edge, colours.ink, 0.1)),
        "danger": (mix(colours.bad, "#000000", 0.5), mix(colours.bad, "#000000", 0.05)),
    }
    base, shine = pairs[style]
    if not enabled:
        base, shine = mix(base, colours.panel, 0.75), mix(shine, colours.panel, 0.75)
    dark, light = mix(base, "#000000", 0.18), mix(shine, "#ffffff", 0.06)
    return dark, light, mix(base, "#000000", 0.55)


def label_colour(kit: Kit, style: ButtonStyle, *, enabled: bool) -> RGB:
    """Give the colour of what is written on a button."""
    colours = kit.theme.colours
    ink = colours.accent_ink if style == "primary" else colours.ink
    if enabled:
        return rgb(ink)
    return mix(colours.panel_raised, colours.ink_soft, 0.5)


def knob(kit: Kit, size: int, *, lift: float = 0.0, enabled: bool = True) -> pygame.Surface:
    """Give a round brass knob with its shadow, ``size`` pixels across in all."""
    level = round(lift * STEPS)

    def bake() -> pygame.Surface:
        edge = size * 0.12
        cover = rounded((size, size), size, (edge, edge * 0.6, edge, edge * 1.4))
        surface = pygame.Surface((size, size), pygame.SRCALPHA)
        shadow = blurred(rounded((size, size), size, (edge, edge * 1.6, edge, edge * 0.5)), max(1, round(edge * 0.6)))
        surface.blit(assembled(np.zeros((size, size, 3), np.uint8), shadow * np.float32(0.6)), (0, 0))
        colours = kit.theme.colours
        dark, light = mix(colours.accent, "#000000", 0.35), mix(colours.accent_light, "#ffffff", 0.3)
        if not enabled:
            dark, light = mix(dark, colours.panel, 0.7), mix(light, colours.panel, 0.7)
        shade = 0.3 + 0.34 * from_upper_left((size, size)) + 0.12 * level / STEPS
        shade = shade + 0.45 * relief(cover, max(1, size // 9))
        surface.blit(coloured(np.clip(shade, 0, 1), dark, light, cover), (0, 0))
        return surface

    return kit.bakery.keep(("knob", size, level, enabled), bake)


def bar(kit: Kit, size: Size, colour: str | RGB) -> pygame.Surface:
    """Give a softly raised bar with round ends: a slider's filled part, a scroll bar, a row that is chosen."""

    def bake() -> pygame.Surface:
        tile = (
            (min(size[0], 2 * size[1] + 3), size[1]) if size[0] >= size[1] else (size[0], min(size[1], 2 * size[0] + 3))
        )
        cover = rounded(tile, min(min(tile) / 2, kit.px(kit.theme.sizes.radius)))
        shade = 0.5 + 0.3 * relief(cover, min(kit.px(3), max(1, min(tile) // 6)))
        face = coloured(np.clip(shade, 0, 1), mix(colour, "#000000", 0.45), mix(colour, "#ffffff", 0.45), cover)
        return stretched(face, size)

    return kit.bakery.keep(("bar", size, colour), bake)


def focus_ring(kit: Kit, size: Size) -> pygame.Surface:
    """Give the ring that shows where the focus is, ``size`` on its outside, with a dark line to stand out on brass."""
    width = kit.px(kit.theme.sizes.focus_ring)
    radius = kit.px(kit.theme.sizes.radius) + width

    def bake() -> pygame.Surface:
        tile = (min(size[0], 2 * radius + 3), min(size[1], 2 * radius + 3))
        outer = rounded(tile, radius)
        inner = rounded(tile, radius - width, (width,) * 4)
        line = rounded(tile, radius - width, (width - kit.px(1),) * 4)
        shade = np.clip(1 - (line - inner), 0, 1)
        ring = coloured(shade, rgb(kit.theme.colours.accent_ink), rgb(kit.theme.colours.focus), outer - inner)
        return stretched(ring, size)

    return kit.bakery.keep(("focus", size), bake)


def edge_shade(kit: Kit, width: int, height: int, *, top: bool) -> pygame.Surface:
    """Give the shade at the edge of something that scrolls on beneath it."""

    def bake() -> pygame.Surface:
        fall = np.linspace(1, 0, height, dtype=np.float32) ** 2
        cover = np.broadcast_to((fall if top else fall[::-1])[None, :] * np.float32(EDGE_SHADE), (width, height))
        return assembled(np.zeros((width, height, 3), np.uint8), cover)

    return kit.bakery.keep(("edge", width, height, top), bake)


# -- players


def player_token(kit: Kit, player: int, size: int) -> pygame.Surface:
    """Give the token of a seat, ``size`` pixels square: told from the others by colour, shape and pattern."""
    look = kit.theme.players[player % len(kit.theme.players)]
    key = ("token", player % len(kit.theme.players), size, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: _token(look, size, kit.strong_patterns))


def _token(look: PlayerLook, size: int, strong: bool) -> pygame.Surface:
    mask = smooth((size, size), partial(_token_shape, look.shape))
    cover = pygame.surfarray.array_alpha(mask).astype(np.float32) / 255
    shade = 0.35 + 0.3 * from_upper_left((size, size)) + 0.5 * relief(cover, max(1, size // 12))
    body = coloured(np.clip(shade, 0, 1), rgb(look.dark), rgb(look.light), cover)
    marks = smooth((size, size), partial(draw_pattern, look.pattern, (*rgb(look.ink), 255)))
    marks.set_alpha(255 if strong else 110)
    body.blit(_within(marks, cover), (0, 0))
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    shadow = shadow_of(cover, max(1, size // 12), 0.55)
    surface.blit(shadow, (-max(1, size // 12), -max(1, size // 12) + max(1, size // 20)))
    surface.blit(body, (0, 0))
    return surface


def _within(surface: pygame.Surface, cover: Layer) -> pygame.Surface:
    """Keep what lies well inside a shape, so that its rim stays clean."""
    inner = np.clip(blurred(cover, max(1, cover.shape[0] // 14)) * 3 - 2, 0, 1)
    part = (surface.get_alpha() or 0) / 255
    alpha = pygame.surfarray.array_alpha(surface).astype(np.float32) / 255 * inner * np.float32(part)
    return assembled(pygame.surfarray.array3d(surface), alpha)


def _token_shape(shape: str, canvas: pygame.Surface, _factor: int) -> None:
    side = canvas.get_width()
    middle, reach, white = side / 2, side * 0.4, (255, 255, 255)
    if shape == "disc":
        pygame.draw.circle(canvas, white, (middle, middle), reach)
        return
    points = {
        "square": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
        "triangle": ((0, -0.85), (0.9, 0.7), (-0.9, 0.7)),
        "diamond": ((0, -0.95), (0.95, 0), (0, 0.95), (-0.95, 0)),
    }[shape]
    corner = side * 0.07
    places = [pygame.Vector2(middle + x * (reach - corner), middle + y * (reach - corner)) for x, y in points]
    pygame.draw.polygon(canvas, white, places)
    for one, other in zip(places, (*places[1:], places[0]), strict=True):
        # A thick line of pygame's is thinner where it runs aslant, so the rim is made of polygons.
        aside = (other - one).normalize().rotate(90) * corner
        pygame.draw.polygon(canvas, white, [one + aside, other + aside, other - aside, one - aside])
        pygame.draw.circle(canvas, white, one, corner)


def draw_pattern(pattern: str, ink: tuple[int, int, int, int], canvas: pygame.Surface, _factor: int) -> None:
    """Draw a seat's pattern over a whole canvas: ``plain`` is a single ring, the others are what they are called."""
    side = canvas.get_width()
    step = side / 6
    if pattern == "plain":
        pygame.draw.circle(canvas, ink, (side / 2, side / 2), side * 0.22, round(side * 0.07))
    elif pattern == "stripes":
        for i in range(-6, 7):
            start = side / 2 + i * step * 1.1
            pygame.draw.line(canvas, ink, (start - side / 2, side), (start + side / 2, 0), round(step * 0.36))
    elif pattern == "dots":
        for i in range(7):
            for j in range(7):
                pygame.draw.circle(canvas, ink, ((i + (j % 2) / 2) * step, j * step), step * 0.24)
    else:
        for i in range(6):
            for j in range(i % 2, 6, 2):
                pygame.draw.rect(canvas, ink, (i * step, j * step, step + 1, step + 1))
