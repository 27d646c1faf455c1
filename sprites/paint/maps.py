"""A map of puzzles as it is painted: its strips, the spots on them, and a game's own art for those."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import ClassVar, Literal

import pygame

from sprites.paint.kit import Kit
from sprites.paint.layers import Size
from sprites.paint.surfaces import native, rgb, scaled_up

MOST_PIXELS = 3_000_000
"""Largest number of pixels of a canvas for lines, which is scaled down."""

SpotState = Literal["done", "next", "open"]


@dataclass(frozen=True, slots=True)
class Spot:
    """One puzzle on the map: what varies its look, and whether it is the last.

    ``place`` is its middle as shares of the strip's width and height, ``half`` half of its own width and height in
    units.
    """

    seed: int
    place: tuple[float, float]
    half: tuple[float, float]
    is_end: bool = False

    def middle(self, size: Size) -> tuple[float, float]:
        """Its middle on a strip of that size in pixels."""
        return self.place[0] * size[0], self.place[1] * size[1]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A strip of the map: its spots in the order of the path, and where that enters above and leaves below.

    ``enter`` and ``leave`` are shares of the strip's width, None if the path begins or ends here.
    """

    spots: tuple[Spot, ...] = ()
    enter: float | None = None
    leave: float | None = None


def supersampled(size: Size, unit: float, rim: str, draw: Callable[[pygame.Surface, float], object]) -> pygame.Surface:
    """The drawing of ``draw(canvas, unit)`` on a clear canvas as large as a frame's time allows, scaled down.

    Its edges fade into the colour of the ``rim``, which should be that of the outermost lines.
    """
    factor = 4
    while factor > 1 and size[0] * size[1] * factor * factor > MOST_PIXELS:
        factor -= 1
    canvas = pygame.Surface((size[0] * factor, size[1] * factor), pygame.SRCALPHA)
    canvas.fill((*rgb(rim), 0))
    draw(canvas, unit * factor)
    return native(pygame.transform.smoothscale(canvas, size) if factor > 1 else canvas)


def draw_path(canvas: pygame.Surface, stretch: Stretch, width: float, colour: str) -> None:
    """Draw the path through a strip as a band of right angles."""
    half, way = width / 2, _way(stretch, canvas.get_size())
    for (ax, ay), (bx, by) in pairwise(way):
        left, right = min(ax, bx) - half, max(ax, bx) + half
        top, bottom = min(ay, by) - half, max(ay, by) + half
        canvas.fill(colour, pygame.Rect(round(left), round(top), round(right - left), round(bottom - top)))


def _way(stretch: Stretch, size: Size) -> list[tuple[float, float]]:
    points = [spot.middle(size) for spot in stretch.spots]
    way: list[tuple[float, float]] = []
    if stretch.enter is not None:
        x = stretch.enter * size[0]
        way += [(x, -size[1] * 0.1), (x, points[0][1] if points else size[1] * 0.5)]
    for x, y in points:
        if way and way[-1][1] != y:
            half = (way[-1][0] + x) / 2
            way += [(half, way[-1][1]), (half, y)]
        way.append((x, y))
    if stretch.leave is not None:
        x = stretch.leave * size[0]
        way += [*([(x, way[-1][1])] if way else []), (x, size[1] * 1.1)]
    return way


class MapArt(ABC):
    """How the map of one game looks. It is stateless: pictures are kept by the kit's cache."""

    ink: ClassVar[str]
    """Colour of text on the background; ``soft_ink`` is for secondary text."""
    soft_ink: ClassVar[str]

    rim: ClassVar[str]
    """Colour of the outermost lines of a plan."""
    end_units: ClassVar[int]
    """Height in units of the end of the background."""

    def ground(self, kit: Kit, size: Size) -> pygame.Surface:
        """A slab of the map's background; slabs fit below each other, every second one mirrored."""
        key = type(self), "ground", size
        return kit.cache.keep(key, lambda: scaled_up(size, kit.metrics.unit, self.paint_ground))

    def end(self, kit: Kit, width: int) -> pygame.Surface:
        """The end of the background at the top and, upside down, at the bottom."""
        size = width, kit.px(self.end_units)
        return kit.cache.keep((type(self), "end", size), lambda: self.paint_end(size))

    def plan(self, kit: Kit, size: Size, stretch: Stretch) -> pygame.Surface:
        """The transparent drawing of a strip's paths and spots on the background; takes up to a frame's time."""
        key, draw = (type(self), "plan", size, stretch), partial(self.draw_plan, stretch)
        return kit.cache.keep(key, lambda: supersampled(size, kit.metrics.unit, self.rim, draw))

    @abstractmethod
    def paint_ground(self, size: Size, unit: float) -> pygame.Surface: ...

    @abstractmethod
    def paint_end(self, size: Size) -> pygame.Surface: ...

    @abstractmethod
    def draw_plan(self, stretch: Stretch, canvas: pygame.Surface, scale: float) -> None: ...

    @abstractmethod
    def veil(self, surface: pygame.Surface, kit: Kit, rect: pygame.Rect, spot: Spot) -> None:
        """Draw what lies over a spot of an unsolved puzzle; it may reach beyond its rectangle."""

    @abstractmethod
    def mark(
        self, surface: pygame.Surface, kit: Kit, rect: pygame.Rect, spot: Spot, state: SpotState, glow: float
    ) -> None:
        """Draw the state of a spot: done, or next with a ``glow`` from 0 to 1."""

    @abstractmethod
    def walker(self, kit: Kit, side: int) -> pygame.Surface:
        """The figure on the selected spot, of that size, in the middle of a picture that may be larger."""
