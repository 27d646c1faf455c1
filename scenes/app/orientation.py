"""The edge of the window that the screens are upright for: sizes, pointers and pictures in quarter turns."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame

from sprites.widgets.input import NOWHERE, Input, Pointer, Pos

BOTTOM, LEFT, TOP, RIGHT = EDGES = (0, 1, 2, 3)
"""The edges of a window, clockwise as seen from above; saved games use the same numbers."""
STRIP = 64
"""Rows turned at a time: the result fits into the processor's cache, which makes it twice as fast."""

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Orientation:
    """A window of a size in pixels, whose canvas is upright for a reader at an ``edge``.

    >>> Orientation((1920, 1080), LEFT).size
    (1080, 1920)
    >>> Orientation((1920, 1080), LEFT).to_canvas((0, 1079)), Orientation((1920, 1080), LEFT).to_window((1079, 1919))
    ((1079, 1919), (0, 1079))
    """

    window: Size
    edge: int = BOTTOM

    @property
    def size(self) -> Size:
        """The canvas in pixels."""
        return self.window[::-1] if self.edge in (LEFT, RIGHT) else self.window

    def to_canvas(self, pos: Pos) -> Pos:
        """Convert a position in the window to one on the canvas."""
        (x, y), (width, height) = pos, self.window
        return ((x, y), (y, width - 1 - x), (width - 1 - x, height - 1 - y), (height - 1 - y, x))[self.edge]

    def to_window(self, pos: Pos) -> Pos:
        """Convert a position on the canvas to one in the window."""
        return replace(self, window=self.size, edge=-self.edge % len(EDGES)).to_canvas(pos)

    def rect_in_window(self, rect: pygame.Rect) -> pygame.Rect:
        """Convert a rectangle on the canvas to one in the window; an empty one stays as it is."""
        if not (rect.width and rect.height):
            return rect.copy()
        (left, top), (right, bottom) = map(self.to_window, (rect.topleft, (rect.right - 1, rect.bottom - 1)))
        return pygame.Rect(min(left, right), min(top, bottom), abs(right - left) + 1, abs(bottom - top) + 1)

    def heard(self, event: Input) -> Input:
        """Convert an input in the window to canvas coordinates."""
        if self.edge == BOTTOM or not isinstance(event, Pointer) or event.pos == NOWHERE:
            return event
        return replace(event, pos=self.to_canvas(event.pos))

    def show(self, canvas: pygame.Surface, surface: pygame.Surface, room: pygame.Rect) -> pygame.Rect:
        """Draw a part of the canvas at its place in the window; return that rectangle."""
        if self.edge == BOTTOM:
            return surface.blit(canvas, room, room)
        room = room.clip(canvas.get_rect())
        for top in range(room.top, room.bottom, STRIP):
            strip = pygame.Rect(room.left, top, room.width, min(STRIP, room.bottom - top))
            turned = pygame.transform.rotate(canvas.subsurface(strip), -90 * self.edge)
            surface.blit(turned, self.rect_in_window(strip))
        return self.rect_in_window(room)
