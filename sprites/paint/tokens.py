"""The tokens of the seats and the hems of their cloths: they differ in colour, shape and pattern."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np
import pygame

from sprites.paint.canvas import Point, Shape, box, disc, polygon
from sprites.paint.kit import Kit, PlayerLook, kept
from sprites.paint.layers import Layer, Size, blurred, from_upper_left, relief
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import Placed, coloured, cover_of, draw_stroke, rgb, shadow_of

FAINT = 0.43
"""Opacity of a faint pattern."""


@kept
def player_token(kit: Kit, player: int, size: int) -> pygame.Surface:
    """The token of a seat, ``size`` pixels square: distinct in colour, shape and pattern."""
    look = kit.theme.players[player % len(kit.theme.players)]
    mask = smooth((size, size), partial(_token_shape, look.shape))
    cover = cover_of(mask)
    shade = 0.35 + 0.3 * from_upper_left((size, size)) + 0.5 * relief(cover, max(1, size // 12))
    body = coloured(shade, rgb(look.dark), rgb(look.light), cover)
    marks = smooth((size, size), partial(draw_pattern, look.pattern, (*rgb(look.ink), 255)))
    _keep_within(marks, cover, 1.0 if kit.strong_patterns else FAINT)
    body.blit(marks, (0, 0))
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    shadow = shadow_of(cover, max(1, size // 12), 0.55)
    surface.blit(shadow, (-max(1, size // 12), -max(1, size // 12) + max(1, size // 20)))
    surface.blit(body, (0, 0))
    return surface


def _keep_within(marks: pygame.Surface, cover: Layer, part: float) -> None:
    """Keep a pattern well inside a shape, so that its rim stays clean, and reduce its opacity."""
    inner = np.clip(blurred(cover, cover.shape[0] / 7) * 3 - 2, 0, 1)
    alpha = pygame.surfarray.pixels_alpha(marks)
    alpha[:] = alpha * inner * np.float32(part)


def _token_shape(shape: str, canvas: pygame.Surface, _factor: int) -> None:
    side = canvas.get_width()
    middle, reach, white = side / 2, side * 0.4, "white"
    if shape == "disc":
        pygame.draw.circle(canvas, white, (middle, middle), reach)
        return
    points = {
        "square": ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
        "triangle": ((0, -0.85), (0.9, 0.7), (-0.9, 0.7)),
        "diamond": ((0, -0.95), (0.95, 0), (0, 0.95), (-0.95, 0)),
    }[shape]
    corner = side * 0.07
    places = [(middle + x * (reach - corner), middle + y * (reach - corner)) for x, y in points]
    pygame.draw.polygon(canvas, white, places)
    draw_stroke(canvas, white, [*places, places[0]], corner)


def draw_pattern(pattern: str, ink: tuple[int, int, int, int], canvas: pygame.Surface, _factor: int) -> None:
    """Draw a seat's pattern over a whole canvas: ``plain`` is a single ring, the others are what their names say."""
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


def seat_shape(look: PlayerLook, x: float, y: float, reach: float) -> Shape:
    """A seat's shape centred at a point; its corners are about ``reach`` away."""
    if look.shape == "disc":
        return disc(x, y, reach * 0.92)
    if look.shape == "square":
        return box(x - reach * 0.82, y - reach * 0.82, reach * 1.64, reach * 1.64, reach * 0.12)
    corners: Mapping[str, tuple[Point, ...]] = {
        "triangle": ((0, -1.05), (1.04, 0.78), (-1.04, 0.78)),
        "diamond": ((0, -1.14), (1.0, 0), (0, 1.14), (-1.0, 0)),
    }
    return polygon(*((x + reach * right, y + reach * down) for right, down in corners[look.shape]))


def fine_pattern(pattern: str, side: int) -> Layer:
    """The coverage of a square by a seat's pattern, at half the size that it has on a token."""
    return cover_of(smooth((side, side), partial(_quartered, pattern)))


def _quartered(pattern: str, canvas: pygame.Surface, factor: int) -> None:
    half = pygame.Surface((canvas.get_width() // 2, canvas.get_height() // 2), pygame.SRCALPHA)
    draw_pattern(pattern, (255, 255, 255, 255), half, factor)
    for left in (0, half.get_width()):
        for top in (0, half.get_height()):
            canvas.blit(half, (left, top))


RING, GLOWS, SHADED = 0.075, 0.1, 0.025
"""Shares of the side: thickness of the ring around a figure, reach of its glow and of the shade at its edges."""


def ring(kit: Kit, player: int, side: int) -> pygame.Surface:
    """The ring of light around a player's figure or token. It is cached: callers must not draw on it."""
    seat = player % len(kit.theme.players)

    def paint(canvas: pygame.Surface, _factor: int) -> None:
        look, wide = kit.theme.players[seat], canvas.get_width()
        middle, reach = (wide / 2, wide / 2), wide * (0.5 - GLOWS)
        steps = 12
        for step in range(steps):
            light = (*rgb(look.light), round(13 * (step + 1)))
            pygame.draw.circle(canvas, light, middle, reach + wide * GLOWS * (1 - step / steps), round(wide * GLOWS))
        shade = wide * SHADED
        pygame.draw.circle(canvas, look.dark, middle, reach + shade, round(wide * RING + 2 * shade))
        pygame.draw.circle(canvas, look.light, middle, reach, round(wide * RING))

    return kit.cache.smooth(("ring", seat), (side, side), paint)


# -- hems

HEM_INSET = 11
"""Units from the edge of the cloth to the middle of its seam."""
CORNER = 18
"""Units from the edge in which the hem turns round a corner."""
BAND = 22
"""Units of width of the hem with its glow."""
THREAD = 7
"""Units of width of the thread."""
GLOW = 70
"""Largest opacity of the glow beside the thread, of 255."""


def hem_reach(kit: Kit) -> int:
    """The distance in pixels from the edge of a cloth to the inner edge of its hem."""
    return kit.px(HEM_INSET + THREAD / 2)


def hem(kit: Kit, player: int, size: Size, alpha: float = 1.0) -> list[Placed]:
    """The sides and corners of the hem of a cloth of that size in pixels, placed on the cloth.

    They are cached: callers must not draw on them.
    """
    inset, corner, band = kit.px(HEM_INSET), kit.px(CORNER), kit.px(BAND)
    width, height = size
    long, high = max(1, width - 2 * corner), max(1, height - 2 * corner)
    across, down = _side(kit, player, (long, band)), _side(kit, player, (band, high))
    strength = round(255 * alpha)
    lying = [(across, corner, middle - band // 2, strength) for middle in (inset, height - inset)]
    standing = [(down, middle - band // 2, corner, strength) for middle in (inset, width - inset)]
    turn, corners = _turn(kit, player, 2 * corner), []
    for right, left in enumerate((0, width - corner)):
        for below, top in enumerate((0, height - corner)):
            quarter = pygame.Rect(right * corner, below * corner, corner, corner)
            corners.append((turn.subsurface(quarter), left, top, strength))
    return [*lying, *standing, *corners]


def _turn(kit: Kit, player: int, side: int) -> pygame.Surface:
    """The thread of all four corners, as a ring of which each takes a quarter."""
    look = kit.theme.players[player % len(kit.theme.players)]

    def paint(canvas: pygame.Surface, _factor: int) -> None:
        middle = canvas.get_width() // 2
        thick = max(1, round(middle * THREAD / CORNER))
        reach = round(middle * (1 - HEM_INSET / CORNER)) + thick // 2
        for shift, ink in ((thick // 5, look.dark), (0, look.light)):
            pygame.draw.circle(canvas, ink, (middle, middle + shift), reach, thick)

    return kit.cache.smooth(("hem corner", look.colour), (side, side), paint)


def _side(kit: Kit, player: int, size: Size) -> pygame.Surface:
    """One side, horizontal or vertical: vertical ones are horizontal ones rotated."""
    look = kit.theme.players[player % len(kit.theme.players)]
    if size[1] > size[0]:
        key = ("standing hem", look.colour, size)
        return kit.cache.keep(key, lambda: pygame.transform.rotate(_side(kit, player, size[::-1]), 90))
    return kit.cache.smooth(("hem", look.colour), size, partial(_paint, look, THREAD / BAND))


def _paint(look: PlayerLook, share: float, canvas: pygame.Surface, _factor: int) -> None:
    """Paint the glow, and in it the thread: whole, dashed, dotted or in small squares."""
    width, height = canvas.get_size()
    for row in range(height):
        strength = 1 - abs(2 * row + 1 - height) / height
        pygame.draw.line(canvas, (*rgb(look.colour), round(GLOW * strength * strength)), (0, row), (width, row))
    thick = max(1, round(height * share))
    middle = height // 2
    for shift, ink in ((thick // 5, look.dark), (0, look.light)):
        for left, right in _stitches(look.pattern, width, thick):
            rect = pygame.Rect(left, middle - thick // 2 + shift, right - left, thick)
            pygame.draw.rect(canvas, ink, rect, border_radius=0 if look.pattern in ("plain", "checks") else thick // 2)


def _stitches(pattern: str, width: int, thick: int) -> Iterator[tuple[int, int]]:
    """The start and end of each stitch: the whole length, or lengths and gaps in multiples of the thickness."""
    if pattern == "plain":
        yield 0, width
        return
    length, gap = {"stripes": (4, 2), "dots": (1, 1), "checks": (1, 0.5)}[pattern]
    step = round((length + gap) * thick)
    for left in range((width % step) // 2, width - round(length * thick) + 1, step):
        yield left, left + round(length * thick)
