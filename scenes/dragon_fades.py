"""What squares of the labyrinth looked like before: it lies over what they look like now, and fades away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from logic.core import Cell

SECONDS = 0.3
"""How long the fog takes to lift from a square."""


@dataclass(slots=True)
class _Fade:
    picture: pygame.Surface
    first: Cell
    side: float
    left: float = SECONDS


class Fades:
    """Pictures of former squares, each until its time is over."""

    def __init__(self) -> None:
        self._fades: list[_Fade] = []

    def add(self, picture: pygame.Surface, first: Cell, side: float) -> None:
        """Let a picture fade whose upper left square is the ``first``, baked for squares of that side."""
        self._fades.append(_Fade(picture, first, side))

    def clear(self) -> None:
        """Show things as they are."""
        self._fades.clear()

    def update(self, dt: float) -> bool:
        """Let time pass; true while something was fading."""
        was_fading = bool(self._fades)
        for fade in self._fades:
            fade.left -= dt
        self._fades = [fade for fade in self._fades if fade.left > 0]
        return was_fading

    def draw(self, surface: pygame.Surface, side: float, place: Callable[[Cell], pygame.Rect]) -> None:
        """Draw those that were baked for squares of this side; ``place`` gives the square of a cell."""
        for fade in self._fades:
            if fade.side == side:
                fade.picture.set_alpha(round(255 * fade.left / SECONDS))
                surface.blit(fade.picture, place(fade.first))
