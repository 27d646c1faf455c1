"""What the cards of all games share: how round they are, the lines around them, and how large a pile of them is."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from sprites.layers import Size
from sprites.surfaces import RGB

ROUND = 0.085
"""The corners, in widths of the card, as all lengths here."""
MOST_EDGES = 5
"""So many cards of a pile are seen below the uppermost one, at most."""
Line = tuple[float, float, str | RGB]
"""How far a line is from the edge of a card, how wide it is, and its colour."""


def draw_lines(canvas: pygame.Surface, lines: Iterable[Line]) -> None:
    """Draw lines around a card that is as large as the canvas."""
    wide, high = canvas.get_size()
    for inset, width, ink in lines:
        rect = pygame.Rect(0, 0, round(wide * (1 - 2 * inset)), round(high - 2 * inset * wide))
        rect.center = round(wide / 2), round(high / 2)
        pygame.draw.rect(canvas, ink, rect, max(1, round(width * wide)), round((ROUND - inset / 2) * wide))


def pile_step(size: Size, step: float) -> int:
    """Give by how many pixels each card of a pile lies to the right of and below the one above it."""
    return max(1, round(step * size[0]))


def piled(size: Size, step: float) -> Size:
    """Give the size of a pile of cards of that size, however many they are."""
    more = MOST_EDGES * pile_step(size, step)
    return size[0] + more, size[1] + more
