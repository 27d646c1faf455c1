"""The tokens of the seats: told from each other by colour, shape and pattern."""

from __future__ import annotations

from functools import partial

import numpy as np
import pygame

from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, blurred, from_upper_left, relief
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import coloured, cover_of, rgb, shadow_of
from sprites.paint.theme import PlayerLook

FAINT = 0.43
"""How strong a pattern is where it need not be strong."""


def player_token(kit: Kit, player: int, size: int) -> pygame.Surface:
    """The token of a seat, ``size`` pixels square: told from the others by colour, shape and pattern."""
    look = kit.theme.players[player % len(kit.theme.players)]
    key = ("token", player % len(kit.theme.players), size, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: _token(look, size, kit.strong_patterns))


def _token(look: PlayerLook, size: int, strong: bool) -> pygame.Surface:
    mask = smooth((size, size), partial(_token_shape, look.shape))
    cover = cover_of(mask)
    shade = 0.35 + 0.3 * from_upper_left((size, size)) + 0.5 * relief(cover, max(1, size // 12))
    body = coloured(np.clip(shade, 0, 1), rgb(look.dark), rgb(look.light), cover)
    marks = smooth((size, size), partial(draw_pattern, look.pattern, (*rgb(look.ink), 255)))
    _keep_within(marks, cover, 1.0 if strong else FAINT)
    body.blit(marks, (0, 0))
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    shadow = shadow_of(cover, max(1, size // 12), 0.55)
    surface.blit(shadow, (-max(1, size // 12), -max(1, size // 12) + max(1, size // 20)))
    surface.blit(body, (0, 0))
    return surface


def _keep_within(marks: pygame.Surface, cover: Layer, part: float) -> None:
    """Leave of a pattern what lies well inside a shape, so that its rim stays clean, and that only in part."""
    inner = np.clip(blurred(cover, cover.shape[0] / 7) * 3 - 2, 0, 1)
    alpha = pygame.surfarray.pixels_alpha(marks)
    alpha[:] = alpha * inner * np.float32(part)


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
