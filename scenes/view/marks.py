"""What boards of squares draw alike: the hint's arrow, the shadow of who is lifted, see-through pictures."""

from __future__ import annotations

from typing import Literal

import pygame

from sprites.paint.kit import Kit

Direction = Literal["north", "east", "south", "west"]

TURNS: dict[Direction, int] = {"east": 0, "north": 90, "west": 180, "south": 270}
OUTLINE = ((0.0, 0.38), (0.56, 0.38), (0.56, 0.14), (1.0, 0.5), (0.56, 0.86), (0.56, 0.62), (0.0, 0.62))
"""An arrow that points to the right, in a square."""
BORDER = 0.09
THIN = 0.55
"""The height of the arrow by its length."""


def arrow(kit: Kit, length: int, direction: Direction) -> pygame.Surface:
    """An arrow of so many pixels that points in a direction. It is kept: callers must not draw on it."""
    key = ("arrow", length, direction)
    return kit.bakery.keep(key, lambda: pygame.transform.rotate(_arrow(kit, length), TURNS[direction]))


def _arrow(kit: Kit, length: int) -> pygame.Surface:
    colours = kit.theme.colours

    def paint(canvas: pygame.Surface, _factor: int) -> None:
        width, height = canvas.get_size()
        border = BORDER * height
        points = [(border + x * (width - 2 * border), border + y * (height - 2 * border)) for x, y in OUTLINE]
        pygame.draw.polygon(canvas, colours.shadow, points, 0)
        pygame.draw.lines(canvas, colours.shadow, True, points, round(2 * border))
        pygame.draw.polygon(canvas, colours.focus, points)

    return kit.bakery.smooth(("arrow east",), (length, max(2, round(length * THIN))), paint)


def shadow(kit: Kit, side: int) -> pygame.Surface:
    """The soft shadow of who is lifted, for a square of so many pixels. It is kept: callers must not draw on it."""

    def paint(canvas: pygame.Surface, _factor: int) -> None:
        width, height = canvas.get_size()
        steps = 10
        for step in range(steps):
            reach = 0.36 * (1 - step / steps)
            box = pygame.Rect(0, 0, 2 * reach * width, 0.7 * reach * height)
            box.center = canvas.get_rect().center
            pygame.draw.ellipse(canvas, (0, 0, 0, 12 + 14 * step), box)

    return kit.bakery.smooth(("lifted shadow",), (side, side), paint)


def with_alpha(picture: pygame.Surface, alpha: float) -> pygame.Surface:
    """A picture that much see-through, 1.0 for not at all: a copy, or the picture itself, not to be drawn on."""
    if alpha >= 0.995:
        return picture
    faint = picture.copy()
    faint.set_alpha(round(255 * max(0.0, alpha)))
    return faint
