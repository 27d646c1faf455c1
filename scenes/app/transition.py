"""Presents the scene stack in the window, with transitions from one picture to the next.

A transition zooms out of a place and into another, or fades in what lies over it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, cast

import pygame

from scenes.app.orientation import BOTTOM, Orientation
from sprites.paint.surface_cache import SurfaceCache
from sprites.stage.effects import eased_out

NEAREST = 1.7
"""Largest magnification of a zoom."""
DARKEST = 0.3
"""Share of the light left between one place and the next."""
MAKING, PAINTING, ALONE = 1.8, 1.7, 1.9
"""Factors on the time for building, for painting, and for painting with nothing else to draw, in an opening frame."""
FIRST = 8.0
"""The factor in the program's first frame, which shows everything painted at an earlier start."""
MOST_SLICES = 60
"""Frames after which a picture is painted to its end, however long that takes."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """A zoom into a ``door``, a rectangle of the window, if ``inwards``; otherwise out of it."""

    door: pygame.Rect
    inwards: bool

    def show(self, picture: pygame.Surface, surface: pygame.Surface, near: float) -> None:
        """Draw the window's picture magnified: ``near`` 0 is all of it, 1 the largest magnification."""
        window = picture.get_rect()
        scale = 1 + (NEAREST - 1) * (eased_out(near) if self.inwards else 1 - eased_out(1 - near))
        seen = pygame.Rect(0, 0, round(window.width / scale), round(window.height / scale))
        seen.center = self.door.center
        pygame.transform.smoothscale(picture.subsurface(seen.clamp(window)), window.size, surface)


class Transition:
    """A transition of some ``seconds`` from the ``picture`` that the window showed before.

    It takes over that surface, and draws what is seen of the new screen on it, too.
    """

    def __init__(self, picture: pygame.Surface, seconds: float, *, turns: bool = False) -> None:
        self._picture = picture
        self._seconds = self._left = seconds
        self._zoom: Zoom | None = None
        self.turns = self.leaves = turns
        """Whether the reader changes, and whether the place does: then the old picture goes before the new comes."""

    def set_zoom(self, zoom: Zoom | None, *, leaves: bool) -> None:
        """Set whether the transition ``leaves`` a place, and its zoom, None without a door."""
        self._zoom, self.leaves = zoom, leaves

    @property
    def is_old(self) -> bool:
        """Whether only the picture of the old place is seen yet."""
        return self.leaves and 2 * self._left >= self._seconds

    def update(self, dt: float, *, waits: bool = False) -> None:
        """Advance by ``dt`` seconds; while it ``waits``, the new picture does not exist yet."""
        left = max(0.0, self._left - dt)
        self._left = max(left, self._seconds / (2 if self.leaves else 1)) if waits else left

    def is_over(self, surface: pygame.Surface) -> bool:
        """Whether only the new picture is seen, or the window has another size."""
        return self._left <= 0 or self._picture.get_size() != surface.get_size()

    def show(self, surface: pygame.Surface) -> None:
        """Draw the transition over the surface, which already shows what is painted of the new picture."""
        if not self.leaves:
            self._picture.set_alpha(round(255 * self._left / self._seconds))
            surface.blit(self._picture, (0, 0))
            return
        left = abs(1 - 2 * self._left / self._seconds)
        if self.is_old:
            surface.blit(self._picture, (0, 0))
        if self._zoom is not None and self._zoom.inwards == self.is_old:
            if not self.is_old:
                self._picture.blit(surface, (0, 0))
            self._zoom.show(self._picture, surface, 1 - left)
        light = round(255 * (DARKEST + (1 - DARKEST) * left))
        surface.fill((light, light, light), special_flags=pygame.BLEND_RGB_MULT)


class Offscreen(pygame.Surface):
    """A surface that knows whether something has been drawn over the whole of it."""

    is_covered = False

    def blit(self, source: pygame.Surface, *where: Any, **more: Any) -> pygame.Rect:
        """Draw as usual; a picture of the surface's size covers it."""
        self.is_covered |= source.get_size() == self.get_size()
        return super().blit(source, *where, **more)


class Emerging:
    """The picture of a newly opened screen, on a ``canvas``: painted a little in each frame, the background first."""

    def __init__(self, canvas: Offscreen, draw: Callable[[pygame.Surface], object], cache: SurfaceCache) -> None:
        self.canvas = canvas
        self._cache = cache
        self._painting = cache.painting(lambda: draw(canvas))
        self._slices = 0

    def paint(self, began: float, *, is_alone: bool) -> bool:
        """Paint as much as there is time for in a frame that ``began`` then. Return whether the picture is complete.

        If it ``is_alone``, with nothing else to see in the window, the background is painted however long that takes.
        """
        self._slices += 1
        if self._slices == 1 and not is_alone and self._cache.clock() - began >= self._cache.time_budget:
            return False  # building the screen was enough for one frame
        times = PAINTING if not is_alone else ALONE if self._slices > 1 else FIRST
        while not self._painting.dead:
            with self._cache.slice(times, began) if self._slices < MOST_SLICES else nullcontext():
                self._painting.switch()
            if self.canvas.is_covered or not is_alone:
                break
        return bool(self._painting.dead)


class Compositor:
    """Draws the open screens, by ``draw``, into the window, with the transition from what was shown before."""

    def __init__(self, draw: Callable[[pygame.Surface], object], cache: SurfaceCache) -> None:
        self._draw = draw
        self._cache = cache
        self.way: Transition | None = None
        """The transition from the former picture to that of the open screens."""
        self._emerging: Emerging | None = None
        """The picture of the new screen, until it is complete and shown."""
        self._canvases: dict[str, Offscreen] = {}
        """Canvases of the window's size, by use: allocating one anew each time would cost a frame."""

    @property
    def is_whole(self) -> bool:
        """Whether everything that was opened is painted."""
        return self._emerging is None

    @property
    def is_leaving(self) -> bool:
        """Whether only the former picture is seen yet."""
        return self.way is not None and (self.way.is_old or not (self.way.leaves or self.is_whole))

    def stop(self) -> None:
        """Show the open screens without a transition."""
        self.way = self._emerging = None

    def transition_from(self, surface: pygame.Surface, seconds: float, *, turns: bool = False) -> Transition:
        """A transition that begins at the present picture."""
        picture = self._canvas("left", surface.get_size(), surface)
        picture.blit(surface, (0, 0))
        return Transition(picture, seconds, turns=turns)

    def begin(self, surface: pygame.Surface, orientation: Orientation) -> None:
        """Begin the picture of the new screen, which :meth:`continue_opening` paints."""
        canvas = self._canvas("emerging", orientation.size, surface)
        self._emerging = Emerging(canvas, self._draw, self._cache)

    def continue_opening(
        self, surface: pygame.Surface, orientation: Orientation, began: float, dt: float, *, is_made: bool
    ) -> None:
        """Paint on at the new picture in a frame that ``began`` then, once the screen ``is_made``; show what is there.

        Time advances for the transition only.
        """
        emerging, way = self._emerging, self.way
        if emerging is None:
            return
        is_whole = is_made and emerging.paint(began, is_alone=way is None)
        if is_whole:
            self._emerging = None
        if way is not None:
            shows = is_whole or (way.leaves and emerging.canvas.is_covered)
            way.update(dt, waits=not shows)
            if way.is_over(surface):
                way = self.way = None
        if way is None or (way.leaves and not way.is_old):
            orientation.show(emerging.canvas, surface, emerging.canvas.get_rect())
        if way is not None and way.leaves:
            way.show(surface)

    def show(self, surface: pygame.Surface, orientation: Orientation, *, reserves: bool) -> bool:
        """Show the screens and what is left of the transition; true if that has come to its end.

        With ``reserves`` the cache keeps what is used for this.
        """
        is_over = self.way is not None and self.way.is_over(surface)
        if is_over:
            self.way = None
        if not self.is_leaving:
            with self._cache.reserve() if reserves else nullcontext():
                self.paint(surface, orientation, pygame.Rect((0, 0), orientation.size))
        if self.way is not None:
            self.way.show(surface)
        return is_over

    def paint(self, surface: pygame.Surface, orientation: Orientation, room: pygame.Rect) -> pygame.Rect:
        """Paint a part of the screens, turned to their reader; return its rectangle in the window."""
        canvas = surface
        if orientation.edge != BOTTOM:
            canvas = self._canvas("turned", orientation.size, surface)
        canvas.set_clip(room)
        self._draw(canvas)
        canvas.set_clip(None)
        return room if canvas is surface else orientation.show(canvas, surface, room)

    def _canvas(self, use: str, size: tuple[int, int], like: pygame.Surface) -> Offscreen:
        """A canvas of that size, to be drawn all over: at first it shows what was drawn for that use before."""
        kept = self._canvases.get(use)
        if kept is None or kept.get_size() != size:
            kept = self._canvases[use] = Offscreen(size, 0, like)
        return cast("Offscreen", kept.subsurface(kept.get_rect()))
