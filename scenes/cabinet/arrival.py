"""A page that takes longer to paint than a first picture may: a part is seen at once, the rest comes in softly."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from scenes.app.app import App
from sprites.paint.surface_cache import Unfinished, Unseen

Draw = Callable[[pygame.Surface], None]
WHILE_STILL = 2.5
"""How many times as long as usual a frame may bake: nothing moves, and somebody waits."""


class Arrival:
    """Shows what ``draw_first`` draws until all that ``draw`` needs has been baked; one that is over shows all."""

    def __init__(self, app: App, draw_first: Draw, draw: Draw, *, is_over: bool) -> None:
        self._app = app
        self._draw_first, self._draw = draw_first, draw
        self.is_over = is_over
        self._was_shown = False
        self._left = 0.0
        self._veil: pygame.Surface | None = None
        """The first picture once more, fading."""

    def end(self) -> None:
        """Show all from now on, whatever time that takes."""
        self.is_over, self._veil = True, None

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass, and use this frame's time for baking; true while there is more to come."""
        was_over, was_shown, self._was_shown = self.is_over, self._was_shown, True
        if self._veil is not None:
            self._left -= dt
            if self._left <= 0:
                self.end()
        elif not was_over and was_shown and self._is_baked():
            # Not at full strength: SDL takes ten times as long for that.
            self._left = self._app.theme.seconds.screen - dt
            self._veil = pygame.Surface(self._app.size)
            self._draw_first(self._veil)
        return not was_over

    def _is_baked(self) -> bool:
        bakery = self._app.kit.bakery
        before = bakery.baked
        try:
            with bakery.slice(WHILE_STILL):
                self._draw(Unseen(self._app.size))
        except Unfinished:
            return False
        return bakery.baked == before

    def draw(self, surface: pygame.Surface) -> None:
        if self.is_over or self._veil is not None or isinstance(surface, Unseen):
            self._draw(surface)
        else:
            self._draw_first(surface)
        if self._veil is not None and self._veil.get_size() == surface.get_size():
            self._veil.set_alpha(round(255 * self._left / self._app.theme.seconds.screen))
            surface.blit(self._veil, (0, 0))
