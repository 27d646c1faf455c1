"""The campaign's map on parchment: chambers and corridors in ink, mist over what is dark, torches elsewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pygame

from sprites.dragon.art import DARK, PALE
from sprites.dragon.knights import knight
from sprites.paint.canvas import Canvas, box, curve, polygon, ribbon
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Layer, Size, grid, hypot, in_bands, noise, noisy, soft
from sprites.paint.maps import MapArt, Spot, SpotState, Stretch, draw_path
from sprites.paint.pauses import pause
from sprites.paint.surfaces import RGB, blended, blit_around, coloured, mix, picture, rgb, toned

PARCHMENT: tuple[RGB, RGB, RGB] = rgb("#8f6a3c"), rgb("#cda871"), rgb("#ecd6a8")
FLOOR, FLAG, INK = "#e9d6ae", "#b99a69", "#38230f"
FLAME = rgb("#ff9d36")
GOLD = rgb("#ffc65a")
CORRIDOR, WALL = 13.0, 2.6
"""Units: width of a corridor, and thickness of a wall's ink."""
HATCH, HATCH_STEP = 6.5, 3.4
"""Units: length of the strokes that stand for rock around the walls, and their distance."""
MISTS = 5
MIST = 0.86
"""Opacity of the thickest mist."""
EDGE = 26
"""Width in units of the parchment's torn edges."""

Outline = list[tuple[float, float]]


class DungeonPlan(MapArt):
    """The map of Stone Dragon's campaign."""

    ink = INK
    soft_ink = "#43290f"
    rim, end_units = INK, 20

    def paint_ground(self, size: Size, unit: float) -> pygame.Surface:
        """Paint old parchment with torn edges at the sides."""
        fine, broad = noisy(size, (3 * unit, 2 * unit), 41), noisy(size, (140 * unit, 100 * unit), 42)
        pause()
        stains = noisy(size, (190 * unit, 150 * unit), 43)
        pause()
        coarse, torn = noisy(size, (26 * unit, 22 * unit), 44), noisy(size, (7 * unit, 6 * unit), 45)
        pause()
        x = np.arange(size[0], dtype=np.float32)[:, None]
        inward = np.minimum(x, size[0] - 1 - x) / np.float32(unit)

        def inner(columns: slice) -> Layer:
            ragged = 10 * coarse(columns) + 5 * torn(columns)
            return np.asarray(inward[columns] - 2 - ragged * 0.7)

        inside = in_bands(size, inner)

        def paper(columns: slice) -> Layer:
            fibres = 0.6 * fine(columns) + 0.4 * broad(columns)
            shade = 0.56 + 0.34 * (fibres - 0.5) - 0.5 * np.clip(stains(columns) - 0.6, 0, 1)
            return np.asarray(shade - 0.42 * soft(inside[columns], EDGE))

        shade = in_bands(size, paper)
        return coloured(shade, PARCHMENT[0], PARCHMENT[2], np.clip(inside * unit, 0, 1),
                        middle=PARCHMENT[1])  # fmt: skip

    def paint_end(self, size: Size) -> pygame.Surface:
        """Paint the rolled-up end of the parchment, lit from above, with its shadow below."""
        y = np.linspace(0, 1, size[1], dtype=np.float32)[None, :] * np.ones((size[0], 1), np.float32)
        fibres = noise(size, (90, 2), 46)
        body = np.clip(y / 0.72, 0, 1)
        shade = 0.95 * np.sin(np.pi * (0.18 + 0.72 * body)) - 0.16 + 0.2 * (fibres - 0.5)
        is_roll = (y <= 0.72).astype(np.float32)
        shadow = np.clip((1 - y) / 0.28, 0, 1) * np.float32(0.4)
        return picture([band * is_roll for band in toned(shade, PARCHMENT)], np.maximum(is_roll, shadow))

    def draw_plan(self, stretch: Stretch, canvas: pygame.Surface, scale: float) -> None:
        """Draw the walls of corridors and chambers as one line around them, rock outside and flagstones inside."""
        rooms = [_room(spot, canvas.get_size(), scale) for spot in stretch.spots]
        for outline in rooms:
            _hatch(canvas, outline, scale)
            pause()
        for width, colour in ((CORRIDOR + 2 * WALL, INK), (CORRIDOR, FLOOR)):
            for outline in rooms if colour == INK else ():
                pygame.draw.polygon(canvas, colour, _grown(outline, WALL * scale))
            draw_path(canvas, stretch, width * scale, colour)
        for spot, outline in zip(stretch.spots, rooms, strict=True):
            pygame.draw.polygon(canvas, FLOOR, outline)
            _pave(canvas, outline, spot.seed, scale)
            pause()

    def veil(self, surface: pygame.Surface, kit: Kit, rect: pygame.Rect, spot: Spot) -> None:
        size = round(rect.width * 2), round(rect.height * 1.55)
        blit_around(surface, _mist(kit, size, spot.seed % MISTS), rect.center)

    def mark(
        self, surface: pygame.Surface, kit: Kit, rect: pygame.Rect, spot: Spot, state: SpotState, glow: float
    ) -> None:
        side = max(rect.size)
        if state != "open":
            blit_around(surface, _light(kit, side), rect.center, 0.95 if state == "done" else 0.35 + 0.65 * glow)
        if spot.is_end:
            dragon = emblem(kit, "dragon", round(side * 1.1))
            blit_around(surface, dragon, rect.center, 1.0 if state != "open" else 0.55)
        if state == "next":
            blit_around(surface, _ring(kit, rect.size), rect.center, 0.55 + 0.45 * glow)
        if state == "done":
            torch = _torch(kit, kit.px(26))
            for x in (rect.left + kit.px(3), rect.right - kit.px(3)):
                surface.blit(torch, torch.get_rect(midbottom=(x, rect.top + kit.px(14))))

    def walker(self, kit: Kit, side: int) -> pygame.Surface:
        return _with_lantern(kit, side)


# -- ink


def _room(spot: Spot, size: Size, scale: float) -> Outline:
    """The outline of a chamber around its middle: a hall, a rotunda, one with cut corners, with niches, or a cross."""
    (x, y), (wide, high) = spot.middle(size), (side * scale for side in spot.half)
    kind = (spot.seed // 7) % 5 if not spot.is_end else 1
    if kind == 1:
        return [(x + wide * math.cos(i * math.tau / 28), y + high * math.sin(i * math.tau / 28)) for i in range(28)]
    cut = {0: 0.0, 2: 0.34, 3: 0.3, 4: 0.22}[kind]
    corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
    outline: Outline = []
    for i, (a, b) in enumerate(corners):
        along = (cut if i % 2 else 0.0, 0.0 if i % 2 else cut)
        across = (along[1], along[0])
        first, second = (a - a * along[0], b - b * along[1]), (a - a * across[0], b - b * across[1])
        inner = [(a - a * cut, b - b * cut)] if kind == 3 else []
        outline += [first, *inner, second] if cut else [(a, b)]
    return [(x + a * wide, y + b * high) for a, b in outline]


def _grown(outline: Sequence[tuple[float, float]], by: float) -> Outline:
    """The outline, moved away from its middle by that much each way."""
    x = sum(a for a, _ in outline) / len(outline)
    y = sum(b for _, b in outline) / len(outline)
    wide, high = max(abs(a - x) for a, _ in outline), max(abs(b - y) for _, b in outline)
    return [(x + (a - x) * (1 + by / wide), y + (b - y) * (1 + by / high)) for a, b in outline]


def _hatch(canvas: pygame.Surface, outline: Outline, scale: float) -> None:
    """Draw the rock around a chamber as bundles of short strokes."""
    random = np.random.default_rng(round(outline[0][0] + 7 * outline[0][1]) % 65_536)
    ink = mix(INK, FLAG, 0.45)
    thick = max(1, round(0.9 * scale))
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        length = math.hypot(bx - ax, by - ay)
        steps = max(1, round(length / (HATCH_STEP * scale)))
        across, along = (by - ay) / (length or 1), -(bx - ax) / (length or 1)
        for i in range(steps):
            x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
            lean = 0.7 if i // 3 % 2 else -0.7
            reach = HATCH * scale * random.uniform(0.6, 1.1)
            turn = math.atan2(along, across) + lean + random.uniform(-0.15, 0.15)
            pygame.draw.line(canvas, ink, (x, y), (x + reach * math.cos(turn), y + reach * math.sin(turn)), thick)


def _pave(canvas: pygame.Surface, outline: Outline, seed: int, scale: float) -> None:
    """Draw some of the joints between the flagstones of a chamber, well inside its walls."""
    random = np.random.default_rng(seed)
    inner = _grown(outline, -5 * scale)
    left, right = min(x for x, _ in inner), max(x for x, _ in inner)
    top, bottom = min(y for _, y in inner), max(y for _, y in inner)
    step, thick = 9.5 * scale, max(1, round(0.8 * scale))
    x, y = left, top
    while y < bottom:
        while x < right:
            if random.random() < 0.36:
                pygame.draw.line(canvas, FLAG, (x, y), (min(x + step, right), y), thick)
            if random.random() < 0.36:
                pygame.draw.line(canvas, FLAG, (x, y), (x, min(y + step, bottom)), thick)
            x += step
        x, y = left, y + step


# -- mist and light


@kept
def _mist(_kit: Kit, size: Size, kind: int) -> pygame.Surface:
    """A bank of cold mist without an edge."""
    x, y = grid(size, 1.0)
    away = hypot(x / np.float32(size[0] / 2), y / np.float32(size[1] / 2))
    swathes = noise(size, (size[0] * 0.5, size[1] * 0.22), 830 + kind)
    wisps = noise(size, (size[0] * 0.16, size[1] * 0.1), 840 + kind)
    thick = np.clip((1.06 - away + 0.42 * (swathes - 0.5)) * 1.9, 0, 1)
    thick = thick * thick * (3 - 2 * thick) * np.clip((1 - away) * 5, 0, 1) * np.float32(MIST)
    tone = np.clip(0.5 * swathes + 0.5 * wisps, 0, 1)
    return picture(blended(DARK, PALE, tone), thick)


@kept
def _light(_kit: Kit, side: int) -> pygame.Surface:
    """A pool of warm light on the floor."""
    reach = round(side * 1.7)
    x, y = grid((reach, reach), reach / 2)
    share: Layer = np.clip(1 - hypot(x, y), 0, 1)
    return picture(FLAME, share * share * (3 - 2 * share) * np.float32(0.62))


@kept
def _with_lantern(kit: Kit, side: int) -> pygame.Surface:
    """A knight in the light of his lantern."""
    figure = knight(kit, "ordinary", side)
    lit = _light(kit, round(figure.get_width() * 1.05)).copy()
    blit_around(lit, figure, lit.get_rect().center)
    return lit


@kept
def _ring(_kit: Kit, size: Size) -> pygame.Surface:
    """The golden glow around the next chamber."""
    wide, high = (round(side * 1.75) for side in size)
    x, y = grid((wide, high), 1.0)
    away = hypot(x / np.float32(size[0] / 2), y / np.float32(size[1] / 2))
    glow = soft(np.abs(away - 1.2) - 0.03, 0.42)
    core = soft(np.abs(away - 1.2) - 0.035, 0.05)
    return picture(GOLD, np.clip(0.6 * glow + core, 0, 1))


@kept
def _torch(_kit: Kit, side: int) -> pygame.Surface:
    canvas = Canvas(max(8, side))
    canvas.lay(ribbon([(50, 96), (50, 52)], 11, 15), colour="#6a431f", edge=3, gloss=0.3, shadow=3)
    canvas.lay(box(39, 46, 22, 10, 3), colour="#3c3f46", gloss=0.6)
    for width, low, high, colour in ((24, 52, 2, "#f0641e"), (17, 51, 14, "#ff9d36"), (9, 50, 26, "#ffe9a0")):
        flame = curve([(50 - width, low - 10), (50 - width * 0.4, low - 24), (50 + width * 0.15, high),
                       (50 + width * 0.5, low - 22), (50 + width, low - 8)], 6)  # fmt: skip
        canvas.lay(polygon(*flame, (50, low)), colour=colour, raised=0.2, shadow=0)
    return canvas.picture()


PLAN = DungeonPlan()
