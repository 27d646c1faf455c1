"""Paints small reliefs in numpy: outlines in a hundred units become raised, lit and shadowed pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

Point = tuple[float, float]
Outline = tuple[Point, ...]
Shape = tuple[Outline, ...]
"""Outlines in units: a picture is 100 by 100 of them, whatever its size in pixels. Overlapping ones are one body."""
Array = npt.NDArray[np.float32]

Part = tuple[slice, slice]

EVERYTHING: Part = (slice(None), slice(None))
UNITS = 100
SMOOTH = 3
"""Outlines are filled this many times larger and scaled down, because SDL's own edges are jagged."""
ROUND = 40
"""Corners of a circle."""


def disc(x: float, y: float, radius: float) -> Shape:
    """Give a circle."""
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, across: float, along: float, degrees: float = 0) -> Shape:
    """Give an ellipse by its two radii, turned clockwise."""
    turn = math.radians(degrees)
    points = []
    for i in range(ROUND):
        a, b = across * math.cos(i / ROUND * math.tau), along * math.sin(i / ROUND * math.tau)
        points.append((x + a * math.cos(turn) - b * math.sin(turn), y + a * math.sin(turn) + b * math.cos(turn)))
    return (tuple(points),)


def polygon(*points: Point) -> Shape:
    """Give one outline."""
    return (points,)


def box(x: float, y: float, width: float, height: float, radius: float = 0) -> Shape:
    """Give a rectangle with round corners."""
    radius = min(radius, width / 2, height / 2)
    corners = ((x + width - radius, y + height - radius, 0), (x + radius, y + height - radius, 1),
               (x + radius, y + radius, 2), (x + width - radius, y + radius, 3))  # fmt: skip
    steps = ROUND // 4
    return (
        tuple(
            (
                cx + radius * math.cos((q + i / steps) * math.pi / 2),
                cy + radius * math.sin((q + i / steps) * math.pi / 2),
            )
            for cx, cy, q in corners
            for i in range(steps + 1)
        ),
    )


def ribbon(points: Sequence[Point], width: float, end: float | None = None) -> Shape:
    """Give a stroke with round joints; with ``end`` it grows or tapers evenly to that width."""
    last = width if end is None else end
    widths = [width + (last - width) * i / max(1, len(points) - 1) for i in range(len(points))]
    shape: list[Outline] = [disc(x, y, w / 2)[0] for (x, y), w in zip(points, widths, strict=True)]
    for i, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
        length = math.hypot(bx - ax, by - ay) or 1
        nx, ny = (ay - by) / length / 2, (bx - ax) / length / 2
        v, w = widths[i], widths[i + 1]
        shape.append(((ax + nx * v, ay + ny * v), (bx + nx * w, by + ny * w),
                      (bx - nx * w, by - ny * w), (ax - nx * v, ay - ny * v)))  # fmt: skip
    return tuple(shape)


def curve(points: Sequence[Point], steps: int = 10) -> tuple[Point, ...]:
    """Give a smooth way through all the points."""
    ends = [points[0], *points, points[-1]]
    result: list[Point] = []
    for before, a, b, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for i in range(steps):
            t = i / steps
            result.append((_between(before[0], a[0], b[0], after[0], t), _between(before[1], a[1], b[1], after[1], t)))
    return (*result, points[-1])


def _between(before: float, a: float, b: float, after: float, t: float) -> float:
    """Interpolate as Catmull and Rom do: straight on through a and b."""
    return 0.5 * (
        2 * a + (b - before) * t + (2 * before - 5 * a + 4 * b - after) * t**2 + (3 * a - before - 3 * b + after) * t**3
    )


def colour_array(colour: str) -> Array:
    """Give a colour as three numbers from 0 to 1."""
    return np.asarray(tuple(pygame.Color(colour))[:3], np.float32) / np.float32(255)


def blurred(field: Array, radius: int) -> Array:
    """Give a field smoothed by two passes of a box each way, its edge counting as empty."""
    for _ in range(2 if radius > 0 else 0):
        for axis in (0, 1):
            padding = [(0, 0), (0, 0)]
            padding[axis] = (radius + 1, radius)
            total = np.cumsum(np.pad(field, padding), axis, dtype=np.float32)
            n, window = field.shape[axis], 2 * radius + 1
            ends: list[Any] = [slice(None), slice(None)]
            starts: list[Any] = [slice(None), slice(None)]
            ends[axis], starts[axis] = slice(window, window + n), slice(0, n)
            field = np.asarray((total[tuple(ends)] - total[tuple(starts)]) / window, np.float32)
    return field


class Easel:
    """A see-through square on which shapes are laid one over the other, lit from the upper left."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.colour: Array = np.zeros((size, size, 3), np.float32)
        self.alpha: Array = np.zeros((size, size), np.float32)

    def px(self, units: float) -> int:
        """Turn units into whole pixels of this picture."""
        return round(units * self.size / UNITS)

    def fill(self, shapes: Iterable[Shape], *, cut: Iterable[Shape] = ()) -> Array:
        """Give how much of each pixel the shapes cover, less what is cut out of them."""
        return self._fill(list(shapes), list(cut), pygame.Rect(0, 0, self.size, self.size))

    def _fill(self, shapes: Sequence[Shape], cut: Sequence[Shape], area: pygame.Rect) -> Array:
        canvas = pygame.Surface((area.width * SMOOTH, area.height * SMOOTH), 0, 32)
        scale = self.size * SMOOTH / UNITS
        for tone, bodies in (("white", shapes), ("black", cut)):
            for outline in (outline for shape in bodies for outline in shape):
                points = [(x * scale - area.left * SMOOTH, y * scale - area.top * SMOOTH) for x, y in outline]
                pygame.draw.polygon(canvas, tone, points)
        small = pygame.transform.smoothscale(canvas, area.size)
        return np.asarray(pygame.surfarray.array_red(small), np.float32) / np.float32(255)

    def _area(self, shapes: Sequence[Shape], around: float) -> pygame.Rect:
        """Give the pixels that the shapes and what lies ``around`` them touch: nothing else need be worked on."""
        scale, rim = self.size / UNITS, self.px(around) + 2
        xs = [x * scale for shape in shapes for outline in shape for x, _ in outline]
        ys = [y * scale for shape in shapes for outline in shape for _, y in outline]
        left, top = math.floor(min(xs)) - rim, math.floor(min(ys)) - rim
        area = pygame.Rect(left, top, math.ceil(max(xs)) + rim - left, math.ceil(max(ys)) + rim - top)
        return area.clip(pygame.Rect(0, 0, self.size, self.size))

    def lay(
        self,
        *shapes: Shape,
        colour: str,
        cut: Iterable[Shape] = (),
        edge: float = 2.0,
        raised: float = 1.0,
        gloss: float = 0.0,
        shadow: float = 2.0,
        strength: float = 1.0,
    ) -> None:
        """Lay a body of one colour: ``edge`` is how far its rounding reaches in units, ``raised`` how steep it is.

        Negative ``raised`` is a hollow. ``gloss`` adds a shine on the side of the light; ``shadow`` is how far it
        stands above what lies below, 0 for ink.
        """
        area = self._area(shapes, edge * 2 + shadow * 2)
        if not area.width or not area.height:
            return
        mask = self._fill(shapes, list(cut), area)
        part = (slice(area.left, area.right), slice(area.top, area.bottom))
        if shadow > 0:
            self._shade(mask, shadow, part)
        slope = self._slope(mask, edge)
        body = colour_array(colour) * (1 + np.clip(raised * slope, -0.6, 0.6))[..., None]
        body += (np.clip(raised * slope, 0, 1) ** 2 * gloss)[..., None]
        self.blend(mask * np.float32(strength), np.clip(body, 0, 1).astype(np.float32), part)

    def _slope(self, mask: Array, edge: float) -> Array:
        height = blurred(mask, max(1, self.px(edge)))
        across, down = np.gradient(height)
        return np.asarray((across + down) * (max(1, self.px(edge)) * 1.1), np.float32)

    def _shade(self, mask: Array, height: float, part: Part) -> None:
        step = max(1, self.px(height * 0.6))
        soft = blurred(mask, max(1, self.px(height * 0.7)))
        moved = np.zeros_like(soft)
        moved[step:, step:] = soft[:-step, :-step]
        self.blend(moved * np.float32(0.55), np.zeros(3, np.float32), part)

    def blend(self, alpha: Array, colour: Array, part: Part = EVERYTHING) -> None:
        """Lay a colour (one, or one for each pixel) over what is there, or over that part of it."""
        under = self.alpha[part] * (1 - alpha)
        total = alpha + under
        safe = np.maximum(total, np.float32(1e-6))[..., None]
        self.colour[part] = (colour * alpha[..., None] + self.colour[part] * under[..., None]) / safe
        self.alpha[part] = total

    def lay_picture(self, picture: Easel, left: int, top: int) -> None:
        """Lay another picture over this one, its corner at those pixels."""
        part = (slice(left, left + picture.size), slice(top, top + picture.size))
        self.blend(picture.alpha, picture.colour, part)

    def glow(self, x: float, y: float, radius: float, colour: str, strength: float) -> None:
        """Light up what is there around a point."""
        light = self.pool(x, y, radius) * np.float32(strength)
        self.colour = np.clip(self.colour + light[..., None] * colour_array(colour), 0, 1)

    def pool(self, x: float, y: float, radius: float) -> Array:
        """Give a round pool of light, 1 in its middle."""
        ways = (np.arange(self.size, dtype=np.float32) + np.float32(0.5)) * np.float32(UNITS / self.size)
        distance = np.hypot(ways[:, None] - np.float32(x), ways[None, :] - np.float32(y))
        return np.asarray(np.clip(1 - distance / np.float32(radius), 0, 1) ** 2, np.float32)

    def picture(self) -> pygame.Surface:
        """Give what was painted as a surface with alpha."""
        return surface_of(self.colour, self.alpha)


def surface_of(colour: Array, alpha: Array) -> pygame.Surface:
    """Make a surface of colours and coverage from 0 to 1."""
    surface = pygame.Surface(alpha.shape, pygame.SRCALPHA, 32)
    pygame.surfarray.blit_array(surface, np.clip(colour * 255, 0, 255).astype(np.uint8))
    pixels = pygame.surfarray.pixels_alpha(surface)
    pixels[:] = np.clip(alpha * 255, 0, 255).astype(np.uint8)
    del pixels
    return surface.convert_alpha() if pygame.display.get_surface() else surface
