"""The program's sign, five brass pins in a dark square: painted for windows at any size, and written as SVG."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from sprites.paint.surface_cache import smooth

GROUND, EDGE = "#2a1d15", "#6d5340"
ROUND, THIN = 1 / 5, 1 / 32
"""The radius of the square's corners and the width of its edge; all lengths are parts of the square's side."""
PLACES = ((1 / 4, 1 / 4), (3 / 4, 1 / 4), (1 / 2, 1 / 2), (1 / 4, 3 / 4), (3 / 4, 3 / 4))


class _Disc(NamedTuple):
    """A part of a pin: how far from the pin's middle, how large, and in which colour."""

    right: float
    down: float
    radius: float
    colour: str


PIN = (
    _Disc(1 / 64, 1 / 50, 0.1, "#8f6a22"),
    _Disc(0, 0, 0.1, "#d9a441"),
    _Disc(-1 / 40, -1 / 40, 0.045, "#f7dd9a"),
)


def icon(side: int) -> pygame.Surface:
    """Paint the sign, so many pixels wide."""

    def paint(canvas: pygame.Surface, factor: int) -> None:
        wide = side * factor
        pygame.draw.rect(canvas, GROUND, canvas.get_rect(), border_radius=round(ROUND * wide))
        pygame.draw.rect(canvas, EDGE, canvas.get_rect(), max(1, round(THIN * wide)), border_radius=round(ROUND * wide))
        for x, y in PLACES:
            for disc in PIN:
                centre = (wide * (x + disc.right), wide * (y + disc.down))
                pygame.draw.circle(canvas, disc.colour, centre, wide * disc.radius)

    return smooth((side, side), paint)


def icon_svg(side: int = 512) -> str:
    """Write the sign as a picture of lines and discs."""
    edge = THIN * side
    frame = f'x="{edge / 2:g}" y="{edge / 2:g}" width="{side - edge:g}" height="{side - edge:g}"'
    discs = [
        f'  <circle cx="{side * (x + disc.right):g}" cy="{side * (y + disc.down):g}" r="{side * disc.radius:g}"'
        f' fill="{disc.colour}"/>\n'
        for x, y in PLACES
        for disc in PIN
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}">\n'
        f'  <rect {frame} rx="{ROUND * side - edge / 2:g}" fill="{GROUND}" stroke="{EDGE}" stroke-width="{edge:g}"/>\n'
        f"{''.join(discs)}</svg>\n"
    )
