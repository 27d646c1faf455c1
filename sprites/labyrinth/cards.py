"""The cards of Labyrinth: a treasure on parchment or a maze on night blue, and piles of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import pygame

from sprites.labyrinth.medals import medal, seal
from sprites.paint.canvas import Shape, ribbon
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Layer, Size, from_upper_left, noise, raised_rim, relief, rounded
from sprites.paint.materials import MOST_EDGES, ROUND, draw_lines, pile_step, piled
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import RGB, blit_around, coloured, cover_of, mix, native, picture, rgb
from sprites.paint.tokens import player_token

RATIO = 1.45
"""Preferred height of a card by its width."""
PARCHMENT: tuple[RGB, RGB, RGB] = (rgb("#a9885a"), rgb("#ecdcb8"), rgb("#fff9e8"))
NIGHT: tuple[RGB, RGB, RGB] = (rgb("#070c22"), rgb("#1a2b60"), rgb("#4a66bd"))
BRASS: tuple[RGB, RGB, RGB] = (rgb("#5a3b12"), rgb("#cf9c41"), rgb("#fff0bd"))
FRAME_INK, EDGE_INK = "#8a6a3c", "#7a6244"
FRAME, LINE = 0.05, 0.014
"""In widths of the card, like all lengths here unless stated otherwise."""
MEDAL, SEAL, SIGN, BADGE = 0.8, 0.52, 0.2, 0.25
STEP = 0.02
"""Offset of each card from the one above it."""
BORDER = 0.035
OUTERMOST, BETWEEN, WALL, GATE = 0.09, 0.063, 0.02, 0.085
"""The maze on the back: inset of its outermost wall, distance and thickness of the walls, width of their gates."""
COURSES = ((0.5, 0.0), (0.31, 0.2), (0.66, 0.72), (0.44, 0.35), (0.55, 0.8))
"""For each of its walls: the position of its gate and, as a share of the height, of the door before it."""


def card(
    kit: Kit, name: str | None, size: Size, *, seat: int, face: bool = True, number: int | None = None
) -> pygame.Surface:
    """A seat's card of that size in pixels: its face with the treasure, or its back.

    A card without a name is empty parchment. ``number`` is its value or its place in the order.
    """
    return _face(kit, name, seat, size, number) if face else _back(kit, seat, size)


def pile_size(size: Size) -> Size:
    """The size of a pile of cards of that size, of any number."""
    return piled(size, STEP)


@kept
def pile(kit: Kit, count: int, size: Size, *, seat: int) -> pygame.Surface:
    """A pile of a seat's cards, the top one at its upper left, with their number; with none, an empty place.

    They are face down.
    """
    surface, top = pygame.Surface(pile_size(size), pygame.SRCALPHA), card(kit, None, size, seat=seat, face=False)
    if count < 1:
        surface.blit(_place(kit, size, seat), (0, 0))
        return native(surface)
    step = pile_step(size, STEP)
    for below in range(min(count - 1, MOST_EDGES), 0, -1):
        edge = rounded(size, ROUND * size[0])
        tone = mix(EDGE_INK, "#ffffff", 0.1 if below % 2 else 0.45)
        surface.blit(picture(tone, edge), (below * step, below * step))
    surface.blit(top, (0, 0))
    plate = badge(kit, str(count), round(BADGE * 1.15 * size[0]))
    surface.blit(plate, plate.get_rect(bottomright=(size[0] - size[0] // 40, size[1] - size[0] // 40)))
    return native(surface)


@kept
def badge(kit: Kit, text: str, side: int) -> pygame.Surface:
    """A small brass plate with a number on it."""
    mask = cover_of(smooth((side, side), _badge_shape))
    surface = _inlaid(mask, max(1, side // 12))
    words = kit.cache.text(text, "interface", max(6, round(0.52 * side)), "#241505")
    blit_around(surface, words, (side // 2, side * 0.49))
    return surface


# -- face


@kept
def _face(kit: Kit, name: str | None, seat: int, size: Size, number: int | None) -> pygame.Surface:
    wide, high = size
    surface = _body(size, PARCHMENT, seed=71)
    surface.blit(smooth(size, partial(_frame, kit.theme.players[seat].colour)), (0, 0))
    if name is not None:
        treasure = medal(kit, name, round(min(MEDAL * wide, high - 3 * FRAME * wide)))
        blit_around(surface, treasure, (wide // 2, high / 2))
    sign = player_token(kit, seat, round(SIGN * wide))
    surface.blit(sign, (round(0.055 * wide), round(0.055 * wide)))
    if number is not None:
        plate = badge(kit, str(number), round(BADGE * wide))
        surface.blit(plate, plate.get_rect(topright=(round(0.965 * wide), round(0.035 * wide))))
    return surface


def _body(size: Size, tones: tuple[RGB, RGB, RGB], seed: int) -> pygame.Surface:
    """A card of a material, lit from the upper left, with a raised rim."""
    wide, radius = size[0], ROUND * size[0]
    fibres = 0.5 * noise(size, (0.012 * wide + 1, 0.012 * wide + 1), seed)
    fibres = fibres + 0.5 * noise(size, (wide / 3, wide / 4), seed + 1)
    rim = raised_rim(size, radius, max(1, round(0.016 * wide)))
    shade = 0.5 + 0.2 * (fibres - 0.5) + 0.26 * (from_upper_left(size) - 0.5) + 0.34 * rim
    dark, middle, light = tones
    return coloured(shade, dark, light, rounded(size, radius), middle=middle)


def _frame(colour: str, canvas: pygame.Surface, _factor: int) -> None:
    """Draw a band of the seat's colour between two lines."""
    draw_lines(
        canvas,
        (
            (FRAME, 3 * LINE, FRAME_INK),
            (FRAME + LINE / 2, 2 * LINE, colour),
            (FRAME + 4.4 * LINE, LINE / 2, FRAME_INK),
        ),
    )


# -- back


@kept
def _back(kit: Kit, seat: int, size: Size) -> pygame.Surface:
    wide, high = size
    surface = _body(size, PARCHMENT, seed=71)
    border = round(BORDER * wide)
    surface.blit(_body((wide - 2 * border, high - 2 * border), NIGHT, seed=81), (border, border))
    walls = cover_of(smooth(size, partial(_maze, size)))
    surface.blit(_inlaid(walls, max(1, round(0.012 * wide))), (0, 0))
    blit_around(surface, seal(kit, seat, round(SEAL * wide)), (wide // 2, high // 2))
    return surface


def _inlaid(cover: Layer, depth: int) -> pygame.Surface:
    dark, middle, light = BRASS
    shade = 0.28 + 0.34 * from_upper_left((cover.shape[0], cover.shape[1])) + 0.5 * relief(cover, depth)
    return coloured(shade, dark, light, cover, middle=middle)


def _maze(size: Size, canvas: pygame.Surface, factor: int) -> None:
    wide = size[0] * factor
    for outline in (outline for shape in _walls(size[1] / size[0]) for outline in shape):
        pygame.draw.polygon(canvas, "white", [(x * wide, y * wide) for x, y in outline])


def _walls(high: float) -> Iterator[Shape]:
    """The walls of a card of width 1 and that height: concentric, each with a gate, and closed doors between them.

    Gates are at the top and at the bottom in turn, so that the way in is long.
    """
    for course, (gate, door) in enumerate(COURSES):
        inset, out = OUTERMOST + course * BETWEEN, BETWEEN if course % 2 else -BETWEEN
        left, right = inset, 1 - inset
        near, far = (high - inset, inset) if course % 2 else (inset, high - inset)
        yield ribbon(
            [(gate + GATE / 2, near), (right, near), (right, far), (left, far), (left, near), (gate - GATE / 2, near)],
            WALL,
        )
        if course:
            side = left if course % 2 else right
            yield ribbon([(side, door * high), (side - out, door * high)], WALL)
            yield ribbon([(gate + GATE / 2, near), (gate + GATE / 2, near + out)], WALL)


def _place(kit: Kit, size: Size, seat: int) -> pygame.Surface:
    """The empty place of a pile: a line in the seat's colour around a shade."""
    radius, look = ROUND * size[0], kit.theme.players[seat]
    width = max(1.5, 0.02 * size[0])
    whole, inner = rounded(size, radius), rounded(size, radius, (width, width, width, width))
    surface = picture((0, 0, 0), inner * np.float32(0.3))
    surface.blit(picture(rgb(look.light), (whole - inner) * np.float32(0.8)), (0, 0))
    return surface


def _badge_shape(canvas: pygame.Surface, _factor: int) -> None:
    side = canvas.get_width()
    pygame.draw.circle(canvas, "white", (side / 2, side / 2), side * 0.47)
