"""The places of the shelf as pictures: a closed box, or an open tray with an emblem and a small animation."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pygame

from sprites.paint import layers
from sprites.paint.canvas import BLACK, UNITS, Canvas, box, curve, disc, ellipse, polygon, ribbon, tones
from sprites.paint.emblems import BRASS, draw_emblem
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Layer, blurred, grid, hypot, soft
from sprites.paint.surfaces import cover_of, picture, rgb

CLOTHS = {
    "labyrinth": "#22335f",
    "jumpin": "#4d7d34",
    "coatl": "#9a4a2c",
    "lgame": "#6c8478",
    "dragon": "#3a3442",
}
"""Colour of each game's cloth; a game without one has plain felt."""
LIGHTS = {"dragon": (31.0, 71.0, 58.0)}
"""Light of a lamp on the cloth: its position and radius, in units."""
PLAIN_CLOTH = "#5b5148"
BRASS_DARK = "#7b5418"
RIM = 7.0
"""Width in units of a tray's wooden rim."""
CORNER = 13.0
EMBLEM, INSET = 76, 0.12
"""Size of the emblem in an open tray in units, and its distance from the tray's edge, as a share of its side."""
BRAND = 64, 0.165
"""The same on the lid of a closed box."""
HALO_COARSE = 4
"""A halo is painted smaller by this factor and scaled up: nothing in it is sharp."""


@kept
def tray_picture(kit: Kit, game: str, size: int, *, built: bool) -> pygame.Surface:
    """The picture of a place on the shelf, ``size`` pixels square: open for a built game, else closed."""
    return (_open_tray if built else _closed_box)(kit, game, max(16, size))


@kept
def halo(_kit: Kit, size: int, colour: str) -> pygame.Surface:
    """The glow around a built game's tray; centre it under the tray."""
    small = max(16, size // HALO_COARSE)
    x, y = grid((small, small), small / UNITS)
    light = soft(layers.box(x, y, (0, 0), (30, 30), 12), 20)
    return pygame.transform.smoothscale(picture(rgb(colour), light * np.float32(0.5)), (size, size))


# -- trays and boxes


def _open_tray(kit: Kit, game: str, size: int) -> pygame.Surface:
    canvas, rect = _hollow(game, size), emblem_rect(size)
    canvas.lay_picture(draw_emblem(game, rect.width), *rect.topleft)
    return _on(_wood(kit, size), canvas)


@kept
def bare_tray(kit: Kit, game: str, size: int) -> pygame.Surface:
    """An open tray with only its cloth."""
    return _on(_wood(kit, size), _hollow(game, size))


@kept
def tray_emblem(_kit: Kit, game: str, size: int) -> pygame.Surface:
    """The emblem for a tray of that size, alone."""
    return draw_emblem(game, emblem_rect(size).width).picture()


def emblem_rect(size: int, units: int = EMBLEM, inset: float = INSET) -> pygame.Rect:
    """The emblem's rectangle in a tray of that size, in pixels."""
    corner = round(inset * size) - max(1, round(size / UNITS))
    side = max(8, round(units * size / UNITS))
    return pygame.Rect(corner, corner, side, side)


class _Hollow(NamedTuple):
    """What all trays of a size share: the brass edge, the well, the brightness of its cloth, the rim's shadow."""

    edge: Canvas
    well: Layer
    bright: Layer
    shadow: Layer


def _hollow(game: str, size: int) -> Canvas:
    """The brass edge and the cloth of an open tray."""
    canvas, alike = Canvas(size), _hollow_shape(size)
    canvas.lay_picture(alike.edge, 0, 0)
    canvas.blend(alike.well, [np.clip(alike.bright * tone, 0, 1) for tone in tones(CLOTHS.get(game, PLAIN_CLOTH))])
    canvas.blend(alike.shadow, BLACK)
    if game in LIGHTS:
        canvas.blend(alike.well * canvas.pool(*LIGHTS[game]) * np.float32(0.6), tones("#ff9a3c"))
    return canvas


@lru_cache(1)  # a shelf has trays of one size
def _hollow_shape(size: int) -> _Hollow:
    edge = Canvas(size)
    inner = RIM + 1.4
    well = edge.fill([box(inner, inner, 100 - 2 * inner - 2, 100 - 2 * inner - 2, CORNER - RIM + 2)])
    edge.lay(box(inner - 1.3, inner - 1.3, 99.6 - 2 * inner + 1, 99.6 - 2 * inner + 1, CORNER - RIM + 3),
             colour=BRASS, edge=0.8, raised=1.2, gloss=0.8, shadow=0)  # fmt: skip
    return _Hollow(edge, well, *_cloth(edge, well))


def _closed_box(kit: Kit, game: str, size: int) -> pygame.Surface:
    canvas = Canvas(size)
    inlay = box(8.6, 8.6, 80.4, 80.4, CORNER - 5.5)
    inner = box(11.4, 11.4, 74.8, 74.8, CORNER - 7.5)
    canvas.lay(inlay, colour=CLOTHS.get(game, PLAIN_CLOTH), cut=[inner], edge=0.7, raised=-0.9, shadow=0, strength=0.8)
    rect = emblem_rect(size, *BRAND)
    canvas.lay_picture(_branded(draw_emblem(game, rect.width)), *rect.topleft)
    return _on(_lid(kit, size), canvas)


def _on(wood: pygame.Surface, canvas: Canvas) -> pygame.Surface:
    whole = wood.copy()
    whole.blit(canvas.picture(), (0, 0))
    return whole


@kept
def _lid(kit: Kit, size: int) -> pygame.Surface:
    """A closed box without its game's decoration."""
    canvas = Canvas(size)
    lid = box(4.6, 4.6, 88.4, 88.4, CORNER - 3)
    canvas.lay(lid, colour="#1b0f07", cut=[box(5.6, 5.6, 86.4, 86.4, CORNER - 4)], edge=0.6, raised=-0.4, shadow=0)
    for x, y in ((15.5, 15.5), (82, 15.5), (15.5, 82), (82, 82)):
        canvas.lay(disc(x, y, 2.1), colour=BRASS, edge=1, raised=1.2, gloss=0.9, shadow=1)
        canvas.lay(ribbon([(x - 1.1, y + 1.1), (x + 1.1, y - 1.1)], 0.6), colour=BRASS_DARK, edge=0.4, shadow=0)
    _clasp(canvas)
    return _on(_wood(kit, size), canvas)


@kept
def _wood(_kit: Kit, size: int) -> pygame.Surface:
    """The wooden box, with its shadow on the table and the grain of its wood."""
    canvas = Canvas(size)
    canvas.lay(box(1.2, 1.2, 95, 95, CORNER), colour="#6a4627", edge=1.6, raised=1.1, gloss=0.25, shadow=2.1)
    mask = canvas.fill([box(1.8, 1.8, 93.8, 93.8, CORNER)])
    grain = _grain(size)
    tone = (grain > 0).astype(np.float32)
    canvas.blend(mask * np.abs(grain), (tone, tone, tone))
    return canvas.picture()


def _grain(size: int) -> Layer:
    """The wood's grain: how much each pixel is darkened (below 0) or lightened."""
    rng = np.random.default_rng(11)
    ways = np.linspace(0, 1, size, dtype=np.float32)
    bend = 0.05 * np.sin(ways * 5.1 + 0.6)[:, None]
    along = ways[None, :] + bend
    rings = np.sin(along * 46 + 3.0 * np.sin(along * 9))
    fine = rng.standard_normal((max(1, size // 9) + 1, size), dtype=np.float32)
    long = np.repeat(fine, 9, axis=0)[:size]
    streaks = (long + np.roll(long, 4, axis=0)) / 2
    return np.asarray(np.clip(rings * 0.07 + streaks * 0.035 - 0.05, -0.24, 0.09), np.float32)


def _cloth(canvas: Canvas, well: Layer) -> tuple[Layer, Layer]:
    """The brightness of felt in a well, lit in the middle, and the shadow of the rim at the upper left."""
    rng = np.random.default_rng(5)
    rough = blurred(rng.standard_normal(well.shape, dtype=np.float32), 3) * np.float32(0.09)
    ways = np.linspace(-1, 1, canvas.size, dtype=np.float32)
    pool = np.clip(1 - hypot(ways[:, None] + 0.1, ways[None, :] + 0.14) / np.float32(1.25), 0, 1)
    bright = 0.72 + rough + 0.62 * pool
    step = max(1, canvas.px(3))
    shaded = np.ones_like(well)
    shaded[step:, step:] = 1 - well[:-step, :-step]
    return bright, well * blurred(shaded, 2 * step + 1) * np.float32(0.6)


def _branded(other: Canvas) -> Canvas:
    """An emblem as it is branded into a lid: dark parts deep, light ones shallow, each edge catching the light."""
    weighed = 0.3 * other.colours[0] + 0.6 * other.colours[1] + 0.1 * other.colours[2]
    light = weighed / np.maximum(other.alpha, np.float32(1e-6))
    solid = np.clip((other.alpha - 0.7) * 4, 0, 1)
    tone = np.clip(1.25 - 1.5 * light, -0.32, 0.86) * solid
    rim = np.zeros_like(solid)
    rim[1:, 1:] = np.clip(solid[:-1, :-1] - solid[1:, 1:], 0, 1)
    burnt = Canvas(other.size)
    burnt.blend(np.maximum(tone, 0), tones("#140802"))
    burnt.blend(np.maximum(-tone, 0), tones("#f0c48c"))
    burnt.blend(rim * np.float32(0.5), tones("#f0c48c"))
    return burnt


def _clasp(canvas: Canvas) -> None:
    canvas.lay(box(40.5, 89, 16, 9, 2), colour=BRASS, edge=1.2, raised=1.2, gloss=0.8, shadow=1.6)
    canvas.lay(disc(48.5, 92.4, 1.7), polygon((47.8, 93), (49.2, 93), (49.8, 96.4), (47.2, 96.4)),
               colour="#2b1a08", edge=0.6, raised=-0.5, shadow=0)  # fmt: skip


@kept
def brass_letters(kit: Kit, text: str, height: int) -> pygame.Surface:
    """A title in raised brass letters of the display face, with a shadow on what lies below."""
    height = max(8, height)
    ink = kit.cache.font("title", height).render(text, True, "white")
    mask = np.pad(cover_of(ink), max(2, height // 8))
    depth = max(1, height // 28)
    across, down = np.gradient(blurred(mask, 2 * depth + 1))
    bright = 1 + np.clip((across + down) * (depth * 2.0), -0.55, 0.7)
    bright *= np.linspace(1.14, 0.8, mask.shape[1], dtype=np.float32)
    step = max(1, height // 22)
    shadow = np.zeros_like(mask)
    shadow[step:, step:] = blurred(mask, 2 * max(1, height // 14) + 1)[:-step, :-step]
    alpha = mask + (1 - mask) * shadow * np.float32(0.8)
    lit = bright * (mask / np.maximum(alpha, np.float32(1e-6)))
    return picture([tone * lit for tone in rgb("#e0b152")], alpha)


# -- animations


class TrayAnimation(NamedTuple):
    """The animation in one tray: its phase after so many seconds, 0 at rest, and how a phase is painted.

    ``paint`` is given the tray's side in pixels and a phase that is not 0; its picture covers the middle of the tray.
    """

    phase: Callable[[float], int]
    paint: Callable[[Kit, str, int, int], pygame.Surface]


BLINK, LID = (5.3, 3.1), 0.19
"""Seconds between two blinks and before the first, and the seconds that the eyes are closed."""
FUR, LASH = "#e9dcc6", "#6b5646"
FLAME = 5
"""Number of steps of a flame from its faintest to its brightest."""
BREATH, PAUSE, STEPS, SWELL = 2.6, 1.6, 6, 0.022
"""Seconds of a breath and of the pause after it, its steps, and the serpent's growth in a breath."""
GLINT, GLINT_STEPS = 6.7, 3
"""Seconds between two glints, and the steps in which one grows."""
STEP = 0.17
"""Seconds of such a step: a little more than between two frames of idle animation."""


def _blinking(seconds: float) -> int:
    period, first = BLINK
    return int((seconds - first) % period < LID)


def _blink(_kit: Kit, _game: str, size: int, _phase: int) -> pygame.Surface:
    canvas = Canvas(emblem_rect(size).width)
    canvas.lay(*(ellipse(x, 49, 5.0, 6.0) for x in (37, 59)), colour=FUR, edge=2.4, raised=0.5, shadow=0)
    lashes = [ribbon(curve(((x - 4.2, 50), (x, 52.6), (x + 4.2, 50)), 5), 1.4) for x in (37, 59)]
    canvas.lay(*lashes, colour=LASH, edge=0.5, raised=-0.3, shadow=0)
    return canvas.picture()


def _flickering(seconds: float) -> int:
    """Three sine waves of unrelated periods, so that the flame does not repeat."""
    height = math.sin(seconds * 3.1) + math.sin(seconds * 5.3 + 1) + math.sin(seconds * 8.9 + 2)
    return round((height + 3) / 6 * FLAME)


def _flicker(_kit: Kit, _game: str, size: int, phase: int) -> pygame.Surface:
    canvas = Canvas(emblem_rect(size).width)
    for x, y, radius, colour, strength in ((25, 78, 34, "#ffe2a6", 0.12), (52, 40, 9, "#ff8a1e", 0.05)):
        canvas.blend(canvas.pool(x, y, radius) * np.float32(strength * phase), tones(colour))
    return canvas.picture()


def _breathing(seconds: float) -> int:
    within = seconds % (BREATH + PAUSE) / BREATH
    return round(STEPS * (1 - math.cos(math.tau * within)) / 2) if within < 1 else 0


def _breathe(kit: Kit, game: str, size: int, phase: int) -> pygame.Surface:
    """Draw the emblem, a little larger, on the bare tray: it grows from its foot."""
    rect, ground = emblem_rect(size), bare_tray(kit, game, size)
    whole = tray_emblem(kit, game, size)
    grown = round(rect.width * (1 + SWELL * phase / STEPS))
    shown = ground.subsurface(rect).copy()
    swollen = pygame.transform.smoothscale(whole, (grown, grown))
    shown.blit(swollen, swollen.get_rect(midbottom=(rect.width // 2, rect.height + (grown - rect.width) // 3)))
    return shown


def _glinting(first: float) -> Callable[[float], int]:
    def phase(seconds: float) -> int:
        step = int((seconds - first) % GLINT / STEP)
        return max(0, GLINT_STEPS - abs(GLINT_STEPS - 1 - step)) if step < 2 * GLINT_STEPS - 1 else 0

    return phase


def _glint(x: float, y: float) -> Callable[[Kit, str, int, int], pygame.Surface]:
    def paint(_kit: Kit, _game: str, size: int, phase: int) -> pygame.Surface:
        canvas, reach = Canvas(emblem_rect(size).width), 2.6 * phase
        canvas.blend(canvas.pool(x, y, reach * 1.2) * np.float32(0.5), tones("#fff2d0"))
        corners = [(reach if i % 2 == 0 else reach * 0.16, i * math.tau / 8) for i in range(8)]
        star = polygon(*((x + r * math.cos(turn), y + r * math.sin(turn)) for r, turn in corners))
        canvas.ink(star, colour="#fffdf4")
        return canvas.picture()

    return paint


LIVES = {
    "jumpin": TrayAnimation(_blinking, _blink),
    "dragon": TrayAnimation(_flickering, _flicker),
    "coatl": TrayAnimation(_breathing, _breathe),
    "labyrinth": TrayAnimation(_glinting(1.2), _glint(48.4, 52.6)),
    "lgame": TrayAnimation(_glinting(4.4), _glint(19.6, 18.8)),
}
"""By game; one without an entry has no animation."""


@kept
def idle_frame(kit: Kit, game: str, size: int, phase: int) -> pygame.Surface:
    """The picture over the middle of a tray (``emblem_rect``) in a phase that is not 0."""
    return LIVES[game].paint(kit, game, size, phase)
