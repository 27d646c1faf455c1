"""Paints small reliefs in numpy: outlines in a hundred units become raised, lit and shadowed pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Concatenate, ParamSpec

import numpy as np
import pygame

from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, blurred, hypot, red
from sprites.paint.pauses import pause
from sprites.paint.surface_cache import RecentSurfaces
from sprites.paint.surfaces import native, picture, resized, rgb

How = ParamSpec("How")
Point = tuple[float, float]
Outline = tuple[Point, ...]
Shape = tuple[Outline, ...]
"""Outlines in units: a picture is 100 by 100 of them, whatever its size in pixels. Overlapping ones are united."""
Part = tuple[slice, slice]
EVERYTHING: Part = (slice(None), slice(None))
Paint = Sequence[Layer | float]
"""Red, green and blue from 0 to 1: each a single value, or one for each pixel."""
BLACK: Paint = (0.0, 0.0, 0.0)
UNITS = 100
SMOOTH = 3
"""Outlines are filled this many times larger and scaled down, because SDL's own edges are jagged."""
ROUND, BEND = 40, 16
"""Number of corners of a circle, and of the circle at a joint of a stroke, of which little is visible."""


def _circle(corners: int) -> Outline:
    return tuple((math.cos(i / corners * math.tau), math.sin(i / corners * math.tau)) for i in range(corners))


CIRCLE, JOINT = _circle(ROUND), _circle(BEND)


def disc(x: float, y: float, radius: float) -> Shape:
    return (_disc(x, y, radius, CIRCLE),)


def _disc(x: float, y: float, radius: float, circle: Outline) -> Outline:
    return tuple([(x + radius * across, y + radius * along) for across, along in circle])


def turned(points: Iterable[Point], x: float, y: float, turn: float, size: float = 1.0) -> Outline:
    """Points about the origin, rotated clockwise by ``turn`` radians, scaled by ``size``, and moved to x and y."""
    cos, sin = math.cos(turn) * size, math.sin(turn) * size
    return tuple((x + a * cos - b * sin, y + a * sin + b * cos) for a, b in points)


def ellipse(x: float, y: float, across: float, along: float, degrees: float = 0) -> Shape:
    """An ellipse with these radii, rotated clockwise."""
    return (turned([(across * a, along * b) for a, b in CIRCLE], x, y, math.radians(degrees)),)


def polygon(*points: Point) -> Shape:
    return (points,)


def ray(x: float, y: float, turn: float, near: float, far: float, half: float) -> Shape:
    """A triangle that points away from x and y, from ``near`` to ``far``; ``half`` is half the width of its base."""
    across, along = math.cos(turn), math.sin(turn)
    left, right = ((x + near * across + w * along, y + near * along - w * across) for w in (-half, half))
    return polygon(left, (x + far * across, y + far * along), right)


def box(x: float, y: float, width: float, height: float, radius: float = 0) -> Shape:
    """A rectangle with round corners; x and y are its upper left corner."""
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
    """A stroke with round joints; its width changes evenly to ``end``, if that is given."""
    last = width if end is None else end
    widths = [width + (last - width) * i / max(1, len(points) - 1) for i in range(len(points))]
    ends = (0, len(points) - 1)
    shape = [_disc(x, y, widths[i] / 2, CIRCLE if i in ends else JOINT) for i, (x, y) in enumerate(points)]
    for i, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
        length = math.hypot(bx - ax, by - ay) or 1
        nx, ny = (ay - by) / length / 2, (bx - ax) / length / 2
        v, w = widths[i], widths[i + 1]
        shape.append(((ax + nx * v, ay + ny * v), (bx + nx * w, by + ny * w),
                      (bx - nx * w, by - ny * w), (ax - nx * v, ay - ny * v)))  # fmt: skip
    return tuple(shape)


def curve(points: Sequence[Point], steps: int = 10) -> tuple[Point, ...]:
    """A smooth curve through all the points."""
    ends = [points[0], *points, points[-1]]
    result: list[Point] = []
    for before, a, b, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for i in range(steps):
            t = i / steps
            result.append((_between(before[0], a[0], b[0], after[0], t), _between(before[1], a[1], b[1], after[1], t)))
    return (*result, points[-1])


def _between(before: float, a: float, b: float, after: float, t: float) -> float:
    """Interpolate between a and b by a Catmull–Rom spline."""
    return 0.5 * (
        2 * a + (b - before) * t + (2 * before - 5 * a + 4 * b - after) * t**2 + (3 * a - before - 3 * b + after) * t**3
    )


def blob(*points: Point, steps: int = 6) -> Shape:
    """A closed body with a smooth outline through all the points."""
    return polygon(*curve((*points, points[0]), steps))


def ring(x: float, y: float, radius: float, width: float) -> Shape:
    return ribbon([(x + radius * across, y + radius * along) for across, along in (*CIRCLE, CIRCLE[0])], width)


def placed(shape: Shape, x: float, y: float, share: float) -> Shape:
    """A shape for the whole canvas, scaled by ``share`` and centred at a point."""
    half = UNITS / 2
    left, top = x - half * share, y - half * share
    return tuple([tuple([(left + a * share, top + b * share) for a, b in outline]) for outline in shape])


class Canvas:
    """A transparent square on which shapes are composed, lit from the upper left.

    ``colours`` holds a layer each for red, green and blue, from 0 to 1 and premultiplied by ``alpha``, so that
    composition needs no division.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.colours: Layer = np.zeros((3, size, size), np.float32)
        self.alpha: Layer = np.zeros((size, size), np.float32)

    def px(self, units: float) -> int:
        """Convert units to whole pixels of this picture."""
        return round(units * self.size / UNITS)

    def fill(self, shapes: Iterable[Shape], *, cut: Iterable[Shape] = ()) -> Layer:
        """The coverage of each pixel by the shapes, less what is cut out of them."""
        return self._fill(list(shapes), list(cut), pygame.Rect(0, 0, self.size, self.size))

    def _fill(self, shapes: Sequence[Shape], cut: Sequence[Shape], area: pygame.Rect) -> Layer:
        # Drawn with x and y exchanged, so that the layer has the memory order in which numpy is fast.
        canvas = pygame.Surface((area.height * SMOOTH, area.width * SMOOTH), 0, 32)
        scale = self.size * SMOOTH / UNITS
        left, top = area.left * SMOOTH, area.top * SMOOTH
        for tone, bodies in (("white", shapes), ("black", cut)):
            for outline in (outline for shape in bodies for outline in shape):
                pygame.draw.polygon(canvas, tone, [(y * scale - top, x * scale - left) for x, y in outline])
        return red(pygame.transform.smoothscale(canvas, (area.height, area.width))).T

    def _area(self, shapes: Sequence[Shape], around: float) -> pygame.Rect:
        """The pixels of the shapes and of a margin ``around`` them: only those are computed."""
        scale, rim = self.size / UNITS, self.px(around) + 2
        xs = [x for shape in shapes for outline in shape for x, _ in outline]
        ys = [y for shape in shapes for outline in shape for _, y in outline]
        left, top = math.floor(min(xs) * scale) - rim, math.floor(min(ys) * scale) - rim
        right, bottom = math.ceil(max(xs) * scale) + rim, math.ceil(max(ys) * scale) + rim
        area = pygame.Rect(left, top, right - left, bottom - top)
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
        """Add a raised shape of one colour; ``edge`` is the width of its bevel in units, ``raised`` the steepness.

        Negative ``raised`` makes a hollow. ``gloss`` adds a highlight on the side of the light; ``shadow`` is the
        height above what lies below, 0 for ink.
        """
        pause()
        area = self._area(shapes, edge * 2 + shadow * 2)
        if not area.width or not area.height:
            return
        mask = self._fill(shapes, list(cut), area)
        part = (slice(area.left, area.right), slice(area.top, area.bottom))
        if shadow > 0:
            self._shade(mask, shadow, part)
        cover = mask if strength == 1 else mask * np.float32(strength)
        if not raised:
            self.blend(cover, tones(colour), part)
            return
        slope = self._slope(mask, edge) * np.float32(raised)
        bright = 1 + np.clip(slope, -0.6, 0.6)
        shine = np.clip(slope, 0, 1) ** 2 * np.float32(gloss)
        self.blend(cover, [np.clip(bright * tone + shine, 0, 1) for tone in tones(colour)], part)

    def ink(self, *shapes: Shape, colour: str, strength: float = 1.0) -> None:
        """Add a flat shape without a shadow."""
        self.lay(*shapes, colour=colour, edge=0, raised=0, shadow=0, strength=strength)

    def _slope(self, mask: Layer, edge: float) -> Layer:
        reach = max(1, self.px(edge))
        height = blurred(mask, 2 * reach + 1)
        slope = np.zeros_like(height)
        slope[1:-1, 1:-1] = (height[2:, 1:-1] - height[:-2, 1:-1]) + (height[1:-1, 2:] - height[1:-1, :-2])
        slope *= np.float32(reach * 0.55)
        return slope

    def _shade(self, mask: Layer, height: float, part: Part) -> None:
        step = max(1, self.px(height * 0.6))
        smooth = blurred(mask, 2 * max(1, self.px(height * 0.7)) + 1)
        moved = np.zeros_like(smooth)
        moved[step:, step:] = smooth[:-step, :-step] * np.float32(0.55)
        self.blend(moved, BLACK, part)

    def blend(self, alpha: Layer, paint: Paint, part: Part = EVERYTHING) -> None:
        """Blend a colour over the picture, or over a part of it."""
        under = self.alpha[part]
        left = 1 - alpha
        under *= left
        under += alpha
        for layer, tone in zip(self.colours, paint, strict=True):
            there = layer[part]
            there *= left
            if paint is not BLACK:
                there += tone * alpha

    def lay_picture(self, other: Canvas, left: int, top: int) -> None:
        """Blend another picture over this one, its upper left corner at those pixels."""
        part = (slice(left, left + other.size), slice(top, top + other.size))
        rest = 1 - other.alpha
        self.alpha[part] = self.alpha[part] * rest + other.alpha
        self.colours[:, *part] = self.colours[:, *part] * rest + other.colours

    def glow(self, x: float, y: float, radius: float, colour: str, strength: float) -> None:
        light = self.pool(x, y, radius) * np.float32(strength) * self.alpha
        for layer, tone in zip(self.colours, tones(colour), strict=True):
            np.minimum(layer + light * tone, self.alpha, out=layer)

    def pool(self, x: float, y: float, radius: float) -> Layer:
        """A round spot of light, 1 in its middle."""
        ways = (np.arange(self.size, dtype=np.float32) + np.float32(0.5)) * np.float32(UNITS / self.size)
        distance = hypot(ways[:, None] - np.float32(x), ways[None, :] - np.float32(y))
        return np.asarray(np.clip(1 - distance / np.float32(radius), 0, 1) ** 2, np.float32)

    def picture(self) -> pygame.Surface:
        """The picture as a surface with alpha."""
        whole = 255 / np.maximum(self.alpha, np.float32(1e-6))
        return picture([layer * whole for layer in self.colours], self.alpha)


def drawn(
    draw: Callable[Concatenate[Canvas, How], object], *args: How.args, **how: How.kwargs
) -> Callable[[int], pygame.Surface]:
    """A painter, by a side in pixels, of what ``draw`` draws on a transparent canvas."""

    def paint(side: int) -> pygame.Surface:
        canvas = Canvas(side)
        draw(canvas, *args, **how)
        return canvas.picture()

    return paint


def tones(colour: str) -> tuple[float, float, float]:
    """A colour as three numbers from 0 to 1."""
    red, green, blue = rgb(colour)
    return red / 255, green / 255, blue / 255


# -- figures

INK = "#15100c"
RIM = "#fff0cf"
"""Colour of the light on the outline, which sets a figure off from any background."""
MASTERS_BYTES = 32 << 20
"""Largest size of the cached masters; a game has 3 to 9 MB of them."""
MASTERS = RecentSurfaces()
"""The masters, shared by every window of the run."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws shapes on a canvas, translated, scaled and mirrored; the light still comes from the upper left.

    ``scale`` is how many units of the canvas one of the figure's own is; ``flip`` mirrors the figure at ``middle``.
    """

    canvas: Canvas
    scale: float = 1.0
    flip: bool = False
    middle: float = UNITS / 2
    dx: float = 0.0
    dy: float = 0.0

    def moved(self, dx: float, dy: float) -> Pen:
        """A pen that draws everything that much further to the right (mirrored: to the left) and down."""
        return replace(self, dx=self.dx + dx, dy=self.dy + dy)

    def shape(self, shape: Shape) -> Shape:
        """A shape in canvas coordinates."""
        across, down = (-self.scale if self.flip else self.scale), self.scale
        left = self.dx * across + (2 * self.middle * self.scale if self.flip else 0.0)
        top = self.dy * down
        return tuple([tuple([(left + x * across, top + y * down) for x, y in outline]) for outline in shape])

    def lay(
        self, *shapes: Shape, colour: str, cut: Iterable[Shape] = (), edge: float = 2.0, shadow: float = 2.0,
        **how: Any,
    ) -> None:  # fmt: skip
        self.canvas.lay(
            *map(self.shape, shapes), colour=colour, cut=[self.shape(shape) for shape in cut],
            edge=edge * self.scale, shadow=shadow * self.scale, **how,
        )  # fmt: skip

    def ink(self, *shapes: Shape, colour: str, strength: float = 1.0) -> None:
        self.canvas.ink(*map(self.shape, shapes), colour=colour, strength=strength)

    def fill(self, *shapes: Shape) -> Layer:
        return self.canvas.fill(map(self.shape, shapes))


def scaled(
    kit: Kit, key: Hashable, side: int, paint: Callable[[int], pygame.Surface], *, master: int
) -> pygame.Surface:
    """A square picture: painted at its size or, if smaller than the ``master`` size, scaled down from a master.

    ``key`` holds everything that the picture depends on: masters are shared by every window of the run. Callers must
    not draw on the result.
    """
    if side > master:
        return kit.cache.keep(("painted", key, side), lambda: native(paint(side)))

    def painted() -> pygame.Surface:
        return native(paint(master))

    def whole() -> pygame.Surface:
        return MASTERS.keep((key, master), lambda: kit.cache.bake((key, master), painted), MASTERS_BYTES)

    return whole() if side == master else kit.cache.keep(("scaled", key, side), lambda: _shrunk(whole(), side, master))


def _shrunk(picture: pygame.Surface, side: int, large: int) -> pygame.Surface:
    size = picture.get_width() * side // large, picture.get_height() * side // large
    if picture.get_flags() & pygame.SRCALPHA:
        return resized(picture, size)
    return native(pygame.transform.smoothscale(picture, size))


def with_outline(figure: Canvas, ground: Shape, cell: float) -> Canvas:
    """A figure with its shadow on the ground, a dark edge around it and light on its outline.

    ``ground`` is the shape in which it touches the ground; ``cell`` is the side of a square in pixels.
    """
    whole = Canvas(figure.size)
    shadow = blurred(whole.fill([ground]), cell * 0.06)
    whole.blend(shadow * np.float32(0.6), BLACK)
    reach = max(2.0, cell * 0.045)
    contour(whole, figure.alpha, reach, tones(INK), gain=5, less=0.4, strength=0.85)
    contour(whole, figure.alpha, reach * 0.6, tones(RIM), gain=6, less=1.0, strength=0.95)
    whole.lay_picture(figure, 0, 0)
    return whole


def contour(
    whole: Canvas, cover: Layer, reach: float, paint: Paint, *, gain: float, less: float, strength: float
) -> None:
    """Draw an edge around a cover: up to ``reach`` wide, harder with ``gain``, thinner with ``less``."""
    whole.blend(np.clip(blurred(cover, reach) * gain - less, 0, 1) * np.float32(strength), paint)


def keep_within(canvas: Canvas, cover: Layer) -> None:
    """Erase everything outside the cover."""
    canvas.alpha *= cover
    canvas.colours *= cover
