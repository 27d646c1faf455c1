"""The coloured hem of a cloth: which player it belongs to is told by its colour and by the pattern of its thread."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame

from sprites.paint.kit import Kit
from sprites.paint.surfaces import rgb
from sprites.paint.theme import PlayerLook

Size = tuple[int, int]

INSET = 11
"""Units from the edge of the cloth to the middle of its seam."""
CORNER = 18
"""Units from the edge in which it turns round a corner."""
BAND = 22
"""Units of width that the hem takes with its light."""
THREAD = 7
"""Units of width of the thread itself."""
GLOW = 70
"""How strong the light beside the thread is at most, of 255."""


def hem(kit: Kit, player: int, size: Size) -> Iterator[tuple[pygame.Surface, pygame.Rect]]:
    """The sides and the corners of the hem of a cloth of so many pixels, each with its place on the cloth.

    They are kept: callers must not draw on them.
    """
    inset, corner, band = kit.px(INSET), kit.px(CORNER), kit.px(BAND)
    width, height = size
    long, high = max(1, width - 2 * corner), max(1, height - 2 * corner)
    across, down = _side(kit, player, (long, band)), _side(kit, player, (band, high))
    for middle in (inset, height - inset):
        yield across, pygame.Rect(corner, middle - band // 2, long, band)
    for middle in (inset, width - inset):
        yield down, pygame.Rect(middle - band // 2, corner, band, high)
    turn = _turn(kit, player, 2 * corner)
    for right, left in enumerate((0, width - corner)):
        for below, top in enumerate((0, height - corner)):
            quarter = pygame.Rect(right * corner, below * corner, corner, corner)
            yield turn.subsurface(quarter), pygame.Rect(left, top, corner, corner)


def _turn(kit: Kit, player: int, side: int) -> pygame.Surface:
    """The thread of all four corners, as a ring of which each takes a quarter."""
    look = kit.theme.players[player % len(kit.theme.players)]

    def paint(canvas: pygame.Surface, _factor: int) -> None:
        middle = canvas.get_width() // 2
        thick = max(1, round(middle * THREAD / CORNER))
        reach = round(middle * (1 - INSET / CORNER)) + thick // 2
        for shift, ink in ((thick // 5, look.dark), (0, look.light)):
            pygame.draw.circle(canvas, ink, (middle, middle + shift), reach, thick)

    return kit.bakery.smooth(("hem corner", look.colour), (side, side), paint)


def _side(kit: Kit, player: int, size: Size) -> pygame.Surface:
    """One side, lying or standing: standing ones are lying ones that were turned."""
    look = kit.theme.players[player % len(kit.theme.players)]
    if size[1] > size[0]:
        key = ("standing hem", look.colour, size)
        return kit.bakery.keep(key, lambda: pygame.transform.rotate(_side(kit, player, size[::-1]), 90))
    return kit.bakery.smooth(("hem", look.colour), size, partial(_paint, look, THREAD / BAND))


def _paint(look: PlayerLook, share: float, canvas: pygame.Surface, _factor: int) -> None:
    """Paint the light, and in it the thread: whole, dashed, dotted or in small squares."""
    width, height = canvas.get_size()
    for row in range(height):
        strength = 1 - abs(2 * row + 1 - height) / height
        pygame.draw.line(canvas, (*rgb(look.colour), round(GLOW * strength * strength)), (0, row), (width, row))
    thick = max(1, round(height * share))
    middle = height // 2
    for shift, ink in ((thick // 5, look.dark), (0, look.light)):
        for left, right in _stitches(look.pattern, width, thick):
            rect = pygame.Rect(left, middle - thick // 2 + shift, right - left, thick)
            pygame.draw.rect(canvas, ink, rect, border_radius=0 if look.pattern == "checks" else thick // 2)


def _stitches(pattern: str, width: int, thick: int) -> Iterator[tuple[int, int]]:
    """From where to where each stitch goes: all along, or so many times as long as thick, and as far apart."""
    if pattern == "plain":
        yield 0, width
        return
    length, gap = {"stripes": (4, 2), "dots": (1, 1), "checks": (1, 0.5)}[pattern]
    step = round((length + gap) * thick)
    for left in range((width % step) // 2, width - round(length * thick) + 1, step):
        yield left, left + round(length * thick)
