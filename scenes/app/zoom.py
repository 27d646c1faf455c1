"""The look that goes into a place, as into a tray that opens, and comes out of it again on the way back."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from sprites.stage.effects import eased_out

NEAREST = 1.7
"""How many times as large the place is seen just before it is entered."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """A look into a ``door``, a rectangle of the window; ``inwards`` where it goes there, else it comes from there."""

    door: pygame.Rect
    inwards: bool

    def show(self, picture: pygame.Surface, surface: pygame.Surface, near: float) -> None:
        """Draw the whole window's picture as seen from so near: 0 is all of it, 1 as near as one comes."""
        window = picture.get_rect()
        scale = 1 + (NEAREST - 1) * (eased_out(near) if self.inwards else 1 - eased_out(1 - near))
        seen = pygame.Rect(0, 0, round(window.width / scale), round(window.height / scale))
        seen.center = self.door.center
        pygame.transform.smoothscale(picture.subsurface(seen.clamp(window)), window.size, surface)
