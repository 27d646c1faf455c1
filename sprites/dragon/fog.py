"""What nobody has seen: cold mist in the dark without a seam, its ragged edge, and the warm light of the lanterns."""

from __future__ import annotations

import math

import numpy as np
import pygame

from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, grid, hypot, noise, soft
from sprites.paint.pauses import pause
from sprites.paint.surfaces import native, picture, rgb

DARK, PALE = rgb("#080c12"), rgb("#2b3846")
FOGS = 6
"""How many squares of fog there are; all fit together in any order."""
AROUND: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Where the neighbours N, NE, E, SE, S, SW, W, NW of a mask's bits lie, the first bit first."""
EDGE = 0.13
"""How far the mist reaches over a seen square, in cells; its shadow goes on."""
RAGGED = 0.1
SHADOW = 0.34
LAMP = rgb("#ffb45c")
LANTERN_STRENGTH = 0.27


def fog(kit: Kit, side: int, spot: int) -> pygame.Surface:
    """A square of what is unseen, opaque; ``spot``, any number, varies it, and all of them join without a seam."""
    kind = spot % FOGS
    return kit.bakery.keep(("dragon fog", side, kind), lambda: _opaque(_mist(side, kind), side))


def fog_edge(kit: Kit, side: int, mask: int) -> pygame.Surface:
    """The edge of the unseen that lies over a seen square; the mask's bits are its unseen neighbours, N first."""
    needed = _without_hidden_corners(mask)
    ground = kit.bakery.reckon(("dragon fog ground", side), lambda: _ground(side))
    return kit.bakery.keep(("dragon fog edge", side, needed), lambda: _edge(ground, needed))


def lantern(kit: Kit, radius: int) -> pygame.Surface:
    """The light around a knight, to be added (BLEND_RGB_ADD); ``radius`` pixels to where it ends."""
    return kit.bakery.keep(("dragon lantern", radius), lambda: _light(max(2, radius)))


def _places(side: int) -> tuple[Layer, Layer]:
    """X and y of the pixels' middles, from 0 to 1."""
    x, y = grid((side, side), float(side))
    return x + np.float32(0.5), y + np.float32(0.5)


def _mist(side: int, kind: int) -> tuple[Layer, ...]:
    """The three colours of mist, long swathes of it before shorter ones, the same at all edges whatever the kind."""
    x, y = _places(side)
    inner = np.clip(np.minimum(np.minimum(x, 1 - x), np.minimum(y, 1 - y)) * 3, 0, 1)
    inner = inner * inner * (3 - 2 * inner)
    swathes = noise((side, side), (side * 0.5, side * 0.2), 800 + kind) - np.float32(0.5)
    wisps = noise((side, side), (side * 0.22, side * 0.09), 810 + kind) - np.float32(0.5)
    grain = noise((side, side), (3, 3), 820 + kind) - np.float32(0.5)
    pause()
    drawn = (0.75 * swathes + 0.35 * wisps) * inner
    # On the whole no brighter nor darker than at the edges: else the squares would be seen from far off.
    drawn -= inner * (drawn.sum() / inner.sum())
    pause()
    endless = _endless(x, y, 1)
    pause()
    mist = np.clip(0.34 + 0.05 * endless + drawn + 0.05 * grain, 0, 1)
    return tuple(np.asarray(dark + (pale - dark) * mist) for dark, pale in zip(DARK, PALE, strict=True))


def _endless(x: Layer, y: Layer, seed: int) -> Layer:
    """A soft pattern from -1 to 1 that repeats with every square."""
    waves = np.random.default_rng(seed).uniform(0, math.tau, 6)
    turns = ((1, 0), (0, 1), (1, 1), (2, -1), (1, 2), (3, 1))
    total = np.zeros((x.shape[0], y.shape[1]))
    for (a, b), shift in zip(turns, waves, strict=True):
        total = total + np.sin(math.tau * (a * x + b * y) + shift) / (abs(a) + abs(b))
        pause()
    return total / 2.6


def _opaque(colours: tuple[Layer, ...], side: int) -> pygame.Surface:
    whole = picture(colours, np.ones((side, side), np.float32))
    flat = pygame.Surface((side, side))
    flat.blit(whole, (0, 0))
    return native(flat)


def _without_hidden_corners(mask: int) -> int:
    """Leave away the corners beside an unseen edge, whose edge covers them: of 256 masks 47 are left."""
    for corner in (1, 3, 5, 7):
        beside = 1 << (corner - 1) | 1 << (corner + 1) % 8
        if mask & beside:
            mask &= ~(1 << corner)
    return mask


def _ground(side: int) -> tuple[tuple[Layer, ...], Layer]:
    """What every edge of that size is made of: the mist, and how ragged it ends."""
    x, y = _places(side)
    ragged = _endless(x, y, 5)
    pause()
    ragged = ragged + 0.55 * _endless(np.asarray(x * 3), np.asarray(y * 3), 6)
    pause()
    return _mist(side, 0), np.asarray(ragged * np.float32(RAGGED * 0.6))


def _edge(ground: tuple[tuple[Layer, ...], Layer], mask: int) -> pygame.Surface:
    mist, ragged = ground
    away = _away_from_unseen(*_places(ragged.shape[0]), mask)
    pause()
    thick = soft(away - np.float32(EDGE) + ragged, 0.2)
    shade = soft(away - np.float32(EDGE + SHADOW * 0.42), SHADOW) * np.float32(0.62)
    alpha = shade * (1 - thick) + thick
    share = thick / np.maximum(alpha, np.float32(1e-4))
    return picture([tone * share for tone in mist], alpha)


def _away_from_unseen(x: Layer, y: Layer, mask: int) -> Layer:
    """How far the nearest unseen neighbour is, in cells; far away where there is none."""
    nearest = np.full((x.shape[0], y.shape[1]), 9.0, np.float32)
    for bit, (right, down) in enumerate(AROUND):
        if mask >> bit & 1:
            aside = np.maximum(np.maximum(right - x, x - right - 1), 0)
            below = np.maximum(np.maximum(down - y, y - down - 1), 0)
            away = hypot(aside, below) if right and down else below if down else aside
            np.minimum(nearest, away, out=nearest)
    return nearest


def _light(radius: int) -> pygame.Surface:
    """Paint light that falls off softly, with a little grain so that no rings are seen; three quarters are mirrored."""
    steps = (np.arange(radius, dtype=np.float32) + np.float32(0.5)) / np.float32(radius)
    share = np.clip(1 - hypot(steps[:, None], steps[None, :]), 0, 1)
    glow = np.float32(LANTERN_STRENGTH) * (0.55 * share * share * (3 - 2 * share) + 0.45 * share**4)
    grain = np.random.default_rng(4).random((radius, radius), np.float32) * (share > 0.02)
    surface = pygame.Surface((2 * radius, 2 * radius))
    pixels = pygame.surfarray.pixels3d(surface)
    for channel, tone in enumerate(LAMP):
        quarter = (glow * tone + grain).astype(np.uint8)
        half = np.concatenate([quarter[::-1], quarter])
        pixels[..., channel] = np.concatenate([half[:, ::-1], half], axis=1)
    del pixels
    return native(surface)
