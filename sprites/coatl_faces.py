"""What all cards of Cóatl share: their stone, what is sunk and written into it, how touched ones look, and tags."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Literal

import numpy as np
import pygame

from sprites import coatl_art as art
from sprites.bakery import smooth
from sprites.cardstock import ROUND
from sprites.coatl_beads import BONE, CREAM, GROUPS, RIM
from sprites.easel import Point
from sprites.kit import Kit
from sprites.layers import Layer, Size, covered, soft
from sprites.surfaces import native, picture, resized, rgb, shadow_of

Look = Literal["plain", "lit", "chosen", "dim"]
"""Whether a card just lies there, may be touched, was picked, or is out of reach."""
RATIO = 1.4
"""How many times as high as wide a card looks best."""
LEAST_WIDTH, LEAST_POINTS = 84, 40
"""In pixels, how wide a card must be for all it tells of its levels, and for the points of each of them."""
LEAST_CARD, LEAST_TAG = (16, 22), 6
"""In pixels: smaller cards, and lower tags, are scaled down from such, as there is no room for anything on them."""
LIT, PLATE = "#ffe49a", (rgb("#a8731c"), rgb("#ffcf55"), rgb("#fff6cf"))
DIM, GREY = 0.55, 0.5
"""How dark and how grey a card is that is out of reach."""
LINES: dict[Look, tuple[float, float]] = {"lit": (0.016, 0.6), "chosen": (0.028, 0.7)}
"""How wide the bright edge of a card is, and how strong its glow."""
TAG_POINTS = 1.15
"""How wide the plate for the points of a tag is, in heights of it."""
FRET: tuple[Point, ...] = (
    (0.0, 0.88), (0.0, 0.6), (0.3, 0.6), (0.3, 0.32), (0.6, 0.32), (0.6, 0.04), (1.36, 0.04), (1.36, 0.66),
    (0.96, 0.66), (0.96, 0.4),
)  # fmt: skip
"""A stepped fret as a stroke, in heights of itself."""


def shadow(kit: Kit, size: Size) -> tuple[pygame.Surface, int]:
    """Give the shadow of a card, and by how many pixels it is larger on each side."""
    reach = max(2, round(0.07 * size[0]))

    def bake() -> pygame.Surface:
        return shadow_of(covered(art.edge_of(size, ROUND * size[0])), reach, 0.6)

    return kit.bakery.keep(("coatl card's shadow", size), bake), reach


def stone(size: Size, group: str, *, seed: int) -> pygame.Surface:
    """Paint the bare stone of a card of a group."""
    wide = size[0]
    return art.slab(size, wide / 100, GROUPS[group].tones, art.Cut(ROUND * wide, max(1.5, 0.035 * wide)), seed=seed)


def card_at(size: Size, paint: Callable[[Size], pygame.Surface]) -> pygame.Surface:
    """Give what is painted for a card of that size, or, for one that is too small, scaled down from a larger one."""
    whole = max(LEAST_CARD[0], size[0]), max(LEAST_CARD[1], size[1])
    return paint(size) if whole == size else resized(paint(whole), size)


def tag_at(height: int, paint: Callable[[int], pygame.Surface]) -> pygame.Surface:
    """Give what is painted for a tag so high, or, for one that is too low, scaled down from a higher one."""
    if height >= LEAST_TAG:
        return paint(height)
    large = paint(LEAST_TAG)
    return resized(large, (max(1, round(large.get_width() * height / LEAST_TAG)), height))


def looking(surface: pygame.Surface, look: Look, kit: Kit) -> pygame.Surface:
    """Give a card or a tag a look: lit ones have a bright edge, chosen ones a broad one, dim ones fade away."""
    if look == "plain":
        return native(surface)
    if look == "dim":
        pixels = pygame.surfarray.pixels3d(surface)
        pixels[:] = ((1 - GREY) * pixels + GREY * pixels.mean(axis=2, keepdims=True)) * DIM
        del pixels
        return native(surface)
    for edge in _edges(kit, surface.get_size(), look):
        surface.blit(edge, (0, 0))
    return native(surface)


def _edges(kit: Kit, size: Size, look: Look) -> tuple[pygame.Surface, ...]:
    """Give what is laid over a card of that size that is lit or chosen: all of them share it."""
    share, strength = LINES[look]
    width = max(1.0, share * min(size))
    tone = LIT if look == "lit" else kit.theme.colours.focus

    def bright() -> pygame.Surface:
        edge = _edge(size)
        line = covered(np.abs(edge + width) - width)
        glow = soft(-edge - width, 3 * width) * covered(edge) * np.float32(strength)
        return picture(rgb(tone), np.maximum(line, glow))

    def dark() -> pygame.Surface:
        return picture(rgb(RIM), covered(np.abs(_edge(size) + 2 * width) - width) * np.float32(0.85))

    shown = kit.bakery.keep(("coatl bright edge", size, look), bright)
    return (shown,) if look == "lit" else (kit.bakery.keep(("coatl dark edge", size, look), dark), shown)


def _edge(size: Size) -> Layer:
    """Give the distance to the edge of a card, or, where it is low, of a tag."""
    return art.edge_of(size, ROUND * size[0] if size[1] > size[0] else 0.25 * size[1])


def hollow(surface: pygame.Surface, rect: pygame.Rect, tones: art.Tones, *, depth: float, seed: int = 90) -> None:
    """Sink a field into a card, where there is room for one."""
    if min(rect.size) < 1:
        return
    depth = max(1.0, depth)
    radius = min(2.6 * depth, 0.3 * min(rect.size))
    surface.blit(art.hollow(rect.size, radius, depth, tones, seed=seed), rect)


def number(kit: Kit, surface: pygame.Surface, text: str, middle: Point, height: float, colour: str) -> None:
    """Write a number around a place."""
    words = kit.bakery.text(text, "interface", max(6, round(height)), colour)
    surface.blit(words, words.get_rect(center=(round(middle[0]), round(middle[1] - 0.02 * words.get_height()))))


def lines(
    kit: Kit, surface: pygame.Surface, rect: pygame.Rect, key: Hashable, paint: Callable[[pygame.Surface, int], None]
) -> None:
    """Draw with smooth edges within a part of a surface, what is always the same for a key and a size."""
    surface.blit(kit.bakery.smooth(("coatl lines", key), rect.size, paint), rect)


def lit_plate(kit: Kit, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Lay a plate of bright gold, which marks what is reached."""
    cut = art.Cut(0.26 * rect.height, max(1.0, 0.1 * rect.height))
    key = ("coatl lit plate", rect.size)
    surface.blit(kit.bakery.keep(key, lambda: art.slab(rect.size, rect.height / 30, PLATE, cut, seed=33)), rect)


def engrave(surface: pygame.Surface, band: int) -> None:
    """Carve stepped frets into the upper edge of a card, so high, to both sides of its emblem."""
    for ink, step, strength in ((CREAM, 1, 90), (RIM, 0, 165)):
        frets = smooth((surface.get_width(), band), partial(_frets, band, ink, step))
        frets.set_alpha(strength)
        surface.blit(frets, (0, 0))


def _frets(band: int, ink: str, step: int, canvas: pygame.Surface, factor: int) -> None:
    wide, tall = canvas.get_width(), 0.5 * band * factor
    aside, top = step * 0.05 * tall, 0.3 * band * factor + step * 0.05 * tall
    for place in range(2):
        left = 0.075 * wide + place * 1.62 * tall + aside
        points = [(left + x * tall, top + y * tall) for x, y in FRET]
        for way in (points, [(wide - x, y) for x, y in points]):
            pygame.draw.lines(canvas, ink, False, way, max(1, round(0.13 * tall)))


def tag(
    kit: Kit, size: Size, group: str, draw: Callable[[pygame.Surface, pygame.Rect], None], points: int
) -> pygame.Surface:
    """Paint a tag of a group with room of that size for what ``draw`` draws; points stand on a plate at the right."""
    wide, height = size
    edge = max(1, round(0.09 * height))
    whole = wide + (round(TAG_POINTS * height) if points else 2 * edge), height
    cut = art.Cut(0.25 * height, max(1.2, 0.09 * height))
    surface = art.slab(whole, height / 40, GROUPS[group].tones, cut, seed=62)
    panel = pygame.Rect(edge + edge // 2, edge, wide - edge, height - 2 * edge)
    hollow(surface, panel, BONE, depth=0.05 * height)
    draw(surface, panel.inflate(-2 * edge, -edge))
    if points:
        rect = pygame.Rect(panel.right, edge, whole[0] - panel.right - edge, height - 2 * edge)
        lit_plate(kit, surface, rect)
        number(kit, surface, str(points), rect.center, 0.74 * height, RIM)
    return surface
