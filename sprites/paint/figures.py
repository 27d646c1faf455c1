"""What all painted figures share: an easel that moves and mirrors what is laid on it, and how a figure is set off."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import numpy as np
import pygame

from sprites.paint.easel import BLACK, UNITS, Easel, Paint, Shape, tones
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, blurred
from sprites.paint.surface_cache import Larder
from sprites.paint.surfaces import native, resized

INK = "#15100c"
RIM = "#fff0cf"
"""The light on the outline, which sets a figure off from any ground."""
MASTERS_BYTES = 32 << 20
"""How much of masters is kept at most; a game has 3 to 9 MB of them."""
MASTERS = Larder()
"""The masters themselves, which serve every window of the run."""


class Pen:
    """Lays shapes on an easel, moved and mirrored: the light still comes from the upper left.

    ``scale`` is how many units of the easel one of the figure's own is; ``flip`` mirrors the figure at ``middle``.
    """

    def __init__(
        self, easel: Easel, *, scale: float = 1.0, flip: bool = False, middle: float = UNITS / 2, dx: float = 0.0,
        dy: float = 0.0,
    ) -> None:  # fmt: skip
        self.easel = easel
        self.scale = scale
        self.flip = flip
        self.middle = middle
        self.dx, self.dy = dx, dy

    def moved(self, dx: float, dy: float) -> Pen:
        """A pen that lays everything that much further to the right (mirrored: to the left) and down."""
        return Pen(self.easel, scale=self.scale, flip=self.flip, middle=self.middle, dx=self.dx + dx, dy=self.dy + dy)

    def shape(self, shape: Shape) -> Shape:
        """A shape where it belongs on the easel."""
        across, down = (-self.scale if self.flip else self.scale), self.scale
        left = self.dx * across + (2 * self.middle * self.scale if self.flip else 0.0)
        top = self.dy * down
        return tuple([tuple([(left + x * across, top + y * down) for x, y in outline]) for outline in shape])

    def lay(
        self, *shapes: Shape, colour: str, cut: Iterable[Shape] = (), edge: float = 2.0, shadow: float = 2.0,
        **how: Any,
    ) -> None:  # fmt: skip
        self.easel.lay(
            *map(self.shape, shapes), colour=colour, cut=[self.shape(shape) for shape in cut],
            edge=edge * self.scale, shadow=shadow * self.scale, **how,
        )  # fmt: skip

    def fill(self, *shapes: Shape) -> Layer:
        return self.easel.fill(map(self.shape, shapes))


def scaled(
    kit: Kit, key: Hashable, side: int, paint: Callable[[int], pygame.Surface], *, master: int
) -> pygame.Surface:
    """A picture for squares of a side: painted for it, or, for smaller ones, scaled down from a master.

    ``key`` holds all that the picture depends on: masters are kept for every window of the run. Callers must not draw
    on what they get.
    """
    if side > master:
        return kit.bakery.keep(("painted", key, side), lambda: native(paint(side)))

    def painted() -> pygame.Surface:
        return native(paint(master))

    def whole() -> pygame.Surface:
        return MASTERS.keep((key, master), lambda: kit.bakery.bake((key, master), painted), MASTERS_BYTES)

    return whole() if side == master else kit.bakery.keep(("scaled", key, side), lambda: _shrunk(whole(), side, master))


def _shrunk(picture: pygame.Surface, side: int, large: int) -> pygame.Surface:
    size = picture.get_width() * side // large, picture.get_height() * side // large
    if picture.get_flags() & pygame.SRCALPHA:
        return resized(picture, size)
    return native(pygame.transform.smoothscale(picture, size))


def set_off(figure: Easel, ground: Shape, cell: float) -> Easel:
    """A figure with its shadow on the ground, a dark edge around it and the light on its outline.

    ``ground`` is where it touches the ground; ``cell`` is how many pixels a square has.
    """
    whole = Easel(figure.size)
    shadow = blurred(whole.fill([ground]), cell * 0.06)
    whole.blend(shadow * np.float32(0.6), BLACK)
    reach = max(2.0, cell * 0.045)
    contour(whole, figure.alpha, reach, tones(INK), gain=5, less=0.4, strength=0.85)
    contour(whole, figure.alpha, reach * 0.6, tones(RIM), gain=6, less=1.0, strength=0.95)
    whole.lay_picture(figure, 0, 0)
    return whole


def contour(
    whole: Easel, cover: Layer, reach: float, paint: Paint, *, gain: float, less: float, strength: float
) -> None:
    """Lay an edge around what is covered: as wide as ``reach`` lets it be, hard by ``gain``, kept off by ``less``."""
    whole.blend(np.clip(blurred(cover, reach) * gain - less, 0, 1) * np.float32(strength), paint)


def keep_within(easel: Easel, cover: Layer) -> None:
    """Leave of what was painted only what is covered."""
    easel.alpha *= cover
    easel.colours *= cover


def cut_out(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The upper left part of a picture, for figures that are not square."""
    return surface.subsurface(pygame.Rect((0, 0), size)).copy()
