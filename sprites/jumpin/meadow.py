"""The board of JumpIN’: a cut of meadow with its earth below, mown squares, rails for the foxes, and burrows.

Blossoms, daisies, leaves, hoarfrost or snow lie on it, by the season.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import pygame

from logic.jumpin.board import Board
from sprites.paint import relief
from sprites.paint.canvas import (
    Canvas,
    Pen,
    Point,
    Shape,
    blob,
    disc,
    drawn,
    ellipse,
    keep_within,
    polygon,
    ribbon,
    turned,
    with_outline,
)
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, blurred, box, covered, from_upper_left, grid, hypot, noise, soft
from sprites.paint.pauses import pause
from sprites.paint.surfaces import RGB, mix, native, picture, rgb, scaled_up

MOUTH = (50.0, 56.0, 36.0, 27.0)
"""The middle and the two radii of the hole, in units of a canvas."""
EARTH, EARTH_DARK, EARTH_PALE = "#7a5532", "#4a3019", "#c99f6b"
WIDE = 1.3
"""Width in cells of the picture of a burrow with its mound."""
GRASS = ("#4f8a34", "#6ca544", "#3f7129", "#86bb55")


def below_mouth(side: int) -> Layer:
    """The share of each pixel of an animal in a hole that the near edge hides."""
    y = MOUTH[1]
    return Canvas(side).fill([polygon((-10, y), (110, y), (110, 110), (-10, 110))], cut=[ellipse(*MOUTH)])


def set_in_hole(figure: Canvas, ground: Shape, front: Canvas, side: int) -> Canvas:
    """A figure that looks out of the hole, with its shadow on ``ground``: the near edge hides what is below it.

    ``front`` is what lies before the figure: the lip of the hole, and what is drawn over that.
    """
    hidden = below_mouth(side)
    keep_within(figure, 1 - hidden)
    whole = with_outline(figure, ground, side)
    keep_within(whole, 1 - hidden)
    whole.lay_picture(front, 0, 0)
    return whole


def bake_lip(canvas: Canvas) -> None:
    """Paint the near edge of the hole, with crumbs of earth and blades of grass before it."""
    x, y, across, along = MOUTH
    way = [
        (x + (across + 2.5) * math.cos(t), y + (along + 2.5) * math.sin(t))
        for t in np.linspace(0.1 * math.pi, 0.9 * math.pi, 17)
    ]
    canvas.lay(ribbon(way, 8.5), colour=EARTH, edge=2.6, raised=1.1, shadow=1.5)
    tufts(
        canvas,
        [
            (x + (across + 6) * math.cos(t), y + (along + 6) * math.sin(t) + 3)
            for t in np.linspace(0.06 * math.pi, 0.94 * math.pi, 15)
        ],
        seed=3,
    )


def tufts(canvas: Canvas | Pen, roots: Sequence[Point], seed: int, long: float = 8.5) -> None:
    """Draw a few blades of grass at each of the points."""
    random = np.random.default_rng(seed)
    blades: list[list[Shape]] = [[] for _ in GRASS]
    for x, y in roots:
        for _ in range(3):
            lean, high = random.uniform(-0.5, 0.5), long * random.uniform(0.6, 1.2)
            root = x + random.uniform(-2.4, 2.4), y + random.uniform(-0.6, 0.6)
            bend = root[0] + lean * high * 0.3, root[1] - high * 0.6
            tip = root[0] + lean * high, root[1] - high
            blades[int(random.integers(len(GRASS)))].append(ribbon([root, bend, tip], 2.0, 0.5))
    for colour, shapes in zip(GRASS, blades, strict=True):
        # All of one colour are one shape: that takes far fewer passes over the pixels.
        if shapes:
            canvas.lay(*shapes, colour=colour, edge=0.5, raised=0.5, shadow=0.5)


def paint_burrow(side: int, seed: int) -> pygame.Surface:
    """Paint a burrow on a square :data:`WIDE` cells wide: the mound of earth, the depth, and grass at its edge."""
    cell = side / WIDE
    x, y = grid((side, side), cell)
    mx, my, across, along = (value / 100 for value in MOUTH)
    dx, dy = (x - np.float32(mx - 0.5)) / np.float32(across), (y - np.float32(my - 0.5)) / np.float32(along)
    lumps = blurred(noise((side, side), (cell * 0.08, cell * 0.08), 40 + seed), cell * 0.06)
    way = (hypot(dx, dy) - 1) * np.float32(min(across, along)) + 0.05 * (lumps - 0.5)
    inside = soft(way + 0.012, 0.02)
    mound = np.clip(_mound(way, lumps, cell, seed), 0, 1)
    # The visible part of the inside is the far wall, above; the light falls on its right part.
    depth = np.clip((dy + 1.02) * 0.9 - 0.25 * dx, 0, 1)
    wall = 0.62 * np.clip(0.5 - depth * 0.62, 0.03, 1) * (0.8 + 0.5 * (lumps - 0.5))
    ends = zip(rgb(EARTH_DARK), rgb(EARTH_PALE), strict=True)
    colours = [(dark + (pale - dark) * mound) * (1 - inside) + pale * wall * inside for dark, pale in ends]
    surface = picture(colours, np.maximum(soft(way - 0.1, 0.05), inside))
    surface.blit(drawn(_grown_over, seed)(side), (0, 0))
    return surface


def _mound(way: Layer, lumps: Layer, cell: float, seed: int) -> Layer:
    """The brightness of the earth thrown up around the hole."""
    crumbs = noise(way.shape, (max(1.0, cell * 0.022),) * 2, 60 + seed)
    height = 0.1 * np.exp(-(((way - 0.045) / 0.07) ** 2)) + 0.02 * lumps + 0.012 * crumbs
    lit = relief.facing(height.astype(np.float32), cell) - relief.light()[2]
    return np.asarray(0.6 + 1.3 * lit + 0.4 * (crumbs - 0.5))


def _grown_over(canvas: Canvas, seed: int) -> None:
    pen = Pen(canvas, scale=1 / WIDE, dx=50 * (WIDE - 1), dy=50 * (WIDE - 1))
    x, y, across, along = MOUTH
    turns = [math.pi * (i + 0.5) / 17 for i in range(17)]
    tufts(pen, [(x + (across + 12) * math.cos(t), y + (along + 13) * math.sin(t)) for t in turns], seed)
    back = [math.pi * (1 + (i + 0.5) / 11) for i in range(11)]
    tufts(pen, [(x + (across + 11) * math.cos(t), y + (along + 9) * math.sin(t)) for t in back], seed + 9, long=6)


NAMED = 0.2
"""Distance in squares from the middle of a row or a column, along the rim, within which no flower stands."""
RIM = 0.42
"""Width of the uncut grass around the squares in cells, like all lengths here."""
ROUND = 0.3
SOIL = 0.12
"""Height of the visible earth below the turf, at the lower edge."""
LAWN_DARK, LAWN, LAWN_LIGHT = rgb("#2b5423"), rgb("#3f732d"), rgb("#588f3b")
TRODDEN = rgb("#b7a35f")
BLADES = 150
"""Number of single blades of grass on a square."""
BLADES_AT_ONCE = 200
"""Number of blades drawn without a pause."""
BURROWS = 3
"""Number of burrow variants."""


class Rail(NamedTuple):
    """A line that foxes keep to: along a row or a column."""

    level: bool
    line: int


def size_of(board: Board, cell: float) -> tuple[int, int]:
    """The size in pixels of a board with its rim."""
    return round(cell * (board.cols + 2 * RIM)), round(cell * (board.rows + 2 * RIM))


def paint_meadow(board: Board, rails: tuple[Rail, ...], cell: float) -> pygame.Surface:
    """Paint a board of squares of that many pixels; a large one is painted smaller, like all backgrounds."""
    return scaled_up(size_of(board, cell), cell, lambda size, unit: _Turf(board, rails, size, unit).painting())


class _Turf:
    """The board while it is painted: x and y are in cells from the corner of the first square."""

    def __init__(self, board: Board, rails: tuple[Rail, ...], size: tuple[int, int], cell: float) -> None:
        self.board, self.rails, self.size, self.cell = board, rails, size, cell
        across, along = grid(size, cell)
        self.x = across + np.float32(board.cols / 2)
        self.y = along + np.float32(board.rows / 2)

    def painting(self) -> pygame.Surface:
        tone, cover = self._grass()
        surface = picture(tone, cover)
        del tone  # as much memory as everything else here together
        pause()
        self._blades(surface)
        self._overhang(surface)
        pause()
        self._flowers(surface)
        pause()
        self._burrows(surface)
        pygame.surfarray.pixels_alpha(surface)[:] = np.round(cover * 255)
        return native(surface)

    def _noise(self, wide: float, high: float, seed: int) -> Layer:
        return noise(self.size, (max(1.0, wide * self.cell), max(1.0, high * self.cell)), seed)

    def _grass(self) -> tuple[list[Layer], Layer]:
        """The colours of grass and earth, and the coverage of each pixel by the board."""
        cols, rows = self.board.cols, self.board.rows
        middle, half = (cols / 2, rows / 2), (cols / 2 + RIM, rows / 2 + RIM)
        ragged = 0.05 * (self._noise(0.06, 0.06, 5) - 0.5)
        pause()
        above = (middle[0], middle[1] - SOIL / 2 - 0.03), (half[0] + 0.03, half[1] - SOIL / 2 + 0.03)
        turf = box(self.x, self.y, *above, ROUND) + ragged
        pause()
        lawn = soft(box(self.x, self.y, middle, (cols / 2 + 0.04, rows / 2 + 0.04), 0.1) + ragged, 0.03)
        pause()
        fine = 0.55 * self._noise(0.014, 0.07, 1) + 0.45 * self._noise(0.03, 0.03, 2)
        pause()
        shade = self._mown(lawn, fine)
        del lawn
        pause()
        lit = relief.facing(relief.rim(turf, 0.1), self.cell) - relief.light()[2]
        shade = np.clip(shade + 0.5 * lit, 0, 1)
        del lit
        pause()
        rails = self._trodden(fine) if self.rails else None
        pause()
        earth = 0.6 + 0.5 * (self._noise(0.05, 0.03, 8) - 0.5) + 0.4 * (self._noise(0.3, 0.12, 9) - 0.5)
        pause()
        green = covered(turf, self.cell)
        del turf
        pause()
        tones: list[Layer] = []
        for soil, bare, *stops in zip(rgb(EARTH), TRODDEN, LAWN_DARK, LAWN, LAWN_LIGHT, strict=True):
            tone: Layer = np.interp(shade, (0, 0.5, 1), stops).astype(np.float32)
            if rails is not None:
                part, dry, dark = rails
                pause()
                tone = (tone + (bare * dry - tone) * part) * dark
            tones.append(soil * earth * (1 - green) + tone * green)
            pause()
        return tones, covered(box(self.x, self.y, middle, half, ROUND), self.cell)

    def _mown(self, lawn: Layer, fine: Layer) -> Layer:
        """The brightness of the grass: mown square by square to and fro, longer and darker in the rim."""
        checks = (np.floor(self.x) + np.floor(self.y)) % 2
        pause()
        edge = np.minimum(np.abs(self.x - np.round(self.x)), np.abs(self.y - np.round(self.y)))
        seam = np.clip(1 - edge / 0.03, 0, 1)
        pause()
        shade = 0.32 + 0.5 * (fine - 0.5) + 0.18 * (self._noise(0.9, 0.9, 3) - 0.5)
        pause()
        shade = shade + lawn * (0.1 + 0.26 * (checks - 0.5) - 0.09 * seam)
        return np.asarray(shade + 0.22 * (from_upper_left(self.size) - 0.5))

    def _trodden(self, fine: Layer) -> tuple[Layer, Layer, Layer]:
        """The lines of the foxes, two worn lanes each: how much of the green is gone, how dry, how dark it is."""
        ragged = 0.16 * (self._noise(0.12, 0.12, 6) - 0.5) + 0.12 * (fine - 0.5)
        pause()
        paths = [self._path(rail, ragged) for rail in self.rails]
        worn = np.maximum.reduce([np.maximum(0.5 * path, lane) for path, lane in paths])
        pause()
        dark = 1 - 0.1 * np.maximum.reduce([lane for _, lane in paths])
        pause()
        part = np.clip(worn * (0.8 + 0.7 * (fine - 0.5)), 0, 1)
        return part, 0.72 + 0.55 * fine, dark

    def _path(self, rail: Rail, ragged: Layer) -> tuple[Layer, Layer]:
        """The coverage of each pixel by a rail and by its two lanes."""
        at = rail.line + 0.5
        long = (self.board.cols if rail.level else self.board.rows) / 2
        middle, half = ((long, at), (long - 0.1, 0.28)) if rail.level else ((at, long), (0.28, long - 0.1))
        path = soft(box(self.x, self.y, middle, half, 0.26) + ragged, 0.05)
        pause()
        aside = np.abs((self.y if rail.level else self.x) - at)
        lane = soft(np.abs(aside - 0.16) - 0.055 + ragged * 0.5, 0.05) * path
        pause()
        return path, lane

    def _blades(self, surface: pygame.Surface) -> None:
        """Scatter single blades, longer ones in the uncut rim; none on the rails."""
        random = np.random.default_rng(17)
        cols, rows = self.board.cols, self.board.rows
        count = round(BLADES * (cols + 2 * RIM) * (rows + 2 * RIM))
        xs = random.uniform(-RIM + 0.05, cols + RIM - 0.05, count)
        ys = np.sort(random.uniform(-RIM + 0.08, rows + RIM - SOIL - 0.02, count))
        rest = random.uniform(0, 1, (count, 3)).tolist()
        dark, light = mix(LAWN_DARK, LAWN, 0.3), mix(LAWN_LIGHT, "#c6dd7f", 0.25)
        for number, (x, y, (lean, long, shade)) in enumerate(zip(xs.tolist(), ys.tolist(), rest, strict=True), 1):
            if number % BLADES_AT_ONCE == 0:
                pause()
            if self._bare(x, y):
                continue
            is_mown = 0 <= x < cols and 0 <= y < rows
            high = (0.5 + 0.5 * long) * (0.06 if is_mown else 0.16)
            self._blade(surface, mix(dark, light, shade), (x, y), ((lean - 0.5) * high, -high), 0.012)

    def _blade(self, surface: pygame.Surface, colour: RGB, root: Point, way: Point, width: float) -> None:
        start, end = self._at(*root), self._at(root[0] + way[0], root[1] + way[1])
        pygame.draw.aaline(surface, colour, start, end, max(1, round(self.cell * width)))

    def _overhang(self, surface: pygame.Surface) -> None:
        """Draw grass that hangs over the visible earth at the lower edge."""
        random = np.random.default_rng(23)
        cols, rows = self.board.cols, self.board.rows
        for x in random.uniform(-RIM + 0.1, cols + RIM - 0.1, 60 * cols).tolist():
            y = rows + RIM - SOIL - random.uniform(0.0, 0.05)
            high, lean = random.uniform(0.03, 0.085), random.uniform(-0.4, 0.4)
            colour = mix(LAWN_DARK, LAWN_LIGHT, random.uniform(0.1, 0.9))
            self._blade(surface, colour, (x, y), (lean * high, high), 0.016)

    def _bare(self, x: float, y: float) -> bool:
        """Whether nothing grows there: on rails."""
        return any(
            (rail.level and abs(y - rail.line - 0.5) < 0.3) or (not rail.level and abs(x - rail.line - 0.5) < 0.3)
            for rail in self.rails
        )

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return (x + RIM) * self.cell, (y + RIM) * self.cell

    def _flowers(self, surface: pygame.Surface) -> None:
        """Draw daisies and bluebells in the rim, except where the names of rows and columns are."""
        random = np.random.default_rng(29)
        sides = [max(7, round(share * self.cell)) for share in (0.13, 0.17, 0.2)]
        daisies, bells = (
            [pygame.transform.smoothscale(drawn(_flower, *colours)(2 * side), (side, side)) for side in sides]
            for colours in (("#fffdf4", "#f0b92d"), ("#b9c4ff", "#f6e27a"))
        )
        cols, rows = self.board.cols, self.board.rows
        for i in range(4 * (cols + rows)):
            along, aside = random.uniform(-0.2, 1.2), random.uniform(-0.31, -0.14)
            place = i % 4
            x = (along * cols, along * cols, aside, cols - aside)[place]
            y = (aside, rows - aside - SOIL, along * rows, along * rows)[place]
            x, y = min(max(x, -0.3), cols + 0.3), min(max(y, -0.3), rows + 0.3 - SOIL)
            flower = (bells if random.uniform() < 0.28 else daisies)[int(random.integers(3))]
            along, count = (x, cols) if y < 0 else (y, rows)
            if (x < 0 or y < 0) and 0 < along < count and abs(along % 1 - 0.5) < NAMED:
                continue
            surface.blit(flower, flower.get_rect(center=self._at(x, y)))

    def _burrows(self, surface: pygame.Surface) -> None:
        side = round(self.cell * WIDE)
        painted = []
        for kind in range(min(BURROWS, len(self.board.holes))):
            painted.append(paint_burrow(side, kind))
            pause()
        for number, hole in enumerate(self.board.holes):
            burrow = painted[number % BURROWS]
            surface.blit(burrow, burrow.get_rect(center=self._at(hole.col + 0.5, hole.row + 0.5)))


def _flower(canvas: Canvas, petals: str, heart: str) -> None:
    for i in range(9):
        turn = i / 9 * 360
        x, y = 50 + 25 * math.cos(math.radians(turn)), 50 + 25 * math.sin(math.radians(turn))
        canvas.lay(ellipse(x, y, 19, 9, turn), colour=petals, edge=3, raised=0.5, shadow=4)
    canvas.lay(disc(50, 50, 13), colour=heart, edge=5)


def turf_daisy(canvas: pygame.Surface, colour: pygame.Color) -> None:
    """Paint a daisy of the turf, with that colour in its middle, on a canvas that is scaled down afterwards."""
    flower = drawn(_flower, "#fffdf4", f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}")
    canvas.blit(flower(canvas.get_width()), (0, 0))


# -- strewn things

STREWN = 4
"""Number of variants of each, with different rotations and tints."""
BLOSSOMS = ("#f7b7cf", "#fbe3ea", "#f39bbd", "#fff4f6")
LEAVES = ("#d9772b", "#b8402a", "#e0a63a", "#8f4a24")
LOBES = (46, 25, 42, 22, 38, 18, 26, 18, 38, 22, 42, 25)
"""Reach of a maple leaf in twelve directions."""
FROST = "#cfe6f2"


def strewn(draw: Callable[[Canvas, float, int], None]) -> Callable[[Kit, int, int], pygame.Surface]:
    """Turn a drawing into a cached painter of a side and a variant, each variant rotated further."""

    def picture(kit: Kit, side: int, kind: int) -> pygame.Surface:
        paint = drawn(draw, 17.0 + 67 * (kind % STREWN), kind)
        return kit.cache.keep(("meadow season", draw.__name__, side, kind % STREWN), lambda: paint(max(8, side)))

    return picture


@strewn
def blossom(canvas: Canvas, turn: float, kind: int) -> None:
    for i in range(5):
        x, y = _around(turn + i * 72, 23)
        canvas.lay(ellipse(x, y, 22, 17, turn + i * 72), colour=BLOSSOMS[kind % STREWN], edge=5, shadow=3)
    canvas.lay(disc(50, 50, 9), colour="#d8577f", shadow=0)
    for i in range(5):
        canvas.lay(disc(*_around(turn + 36 + i * 72, 14), 3), colour="#ffd95e", edge=1, shadow=0)


@strewn
def daisy(canvas: Canvas, turn: float, kind: int) -> None:
    """A daisy, or a four-leaf clover."""
    if kind % 2:
        for i in range(4):
            x, y = _around(turn + i * 90, 22)
            canvas.lay(disc(x, y, 20), colour="#5fa044", edge=5, shadow=3)
            canvas.ink(ribbon([(50, 50), (x, y)], 3, 1), colour="#a9d28a", strength=0.7)
        return
    for i in range(11):
        x, y = _around(turn + i * 360 / 11, 27)
        canvas.lay(ellipse(x, y, 19, 7, turn + i * 360 / 11), colour="#fdfbf2")
    canvas.lay(disc(50, 50, 14), colour="#f0b92f", edge=4, gloss=0.3)


@strewn
def leaf(canvas: Canvas, turn: float, kind: int) -> None:
    """A fallen leaf."""
    lobes = [_around(turn - 90 + 30 * i, radius) for i, radius in enumerate(LOBES)]
    canvas.lay(blob(*lobes), colour=LEAVES[kind % STREWN], edge=4, shadow=5)
    for x, y in ((0, -42), (-24, -20), (24, -20), (-20, 8), (20, 8)):
        vein = turned(((0, 22), (x * 0.3, y * 0.4), (x, y)), 50, 50, math.radians(turn))
        canvas.ink(ribbon(vein, 3.2, 1), colour="#4d2410", strength=0.6)
    stalk = turned(((0, 20), (4, 46)), 50, 50, math.radians(turn))
    canvas.lay(ribbon(stalk, 4, 2.6), colour="#5d3317", edge=1)


@strewn
def rime(canvas: Canvas, turn: float, kind: int) -> None:
    """A crystal of hoarfrost."""
    for i in range(6):
        arm = turn + i * 60
        canvas.lay(ribbon([(50, 50), _around(arm, 44)], 4.4, 1.6), colour=FROST, edge=1, shadow=1, strength=0.9)
        for out, long in ((18, 12), (28, 13), (37, 7)) if kind % 2 else ((22, 15), (34, 9)):
            x, y = _around(arm, out)
            for lean in (-50, 50):
                tip = (x + long * math.cos(math.radians(arm + lean)), y + long * math.sin(math.radians(arm + lean)))
                canvas.lay(ribbon([(x, y), tip], 3, 1.2), colour=FROST, edge=1, shadow=0, strength=0.9)


@strewn
def snow(canvas: Canvas, turn: float, kind: int) -> None:
    """A few flakes of snow."""
    for i in range(3 + kind % 3):
        middle, size = _around(turn + i * 97, 9 + 9 * i), 5 + 4 * ((i + kind) % 3)
        canvas.lay(disc(*middle, size), colour="#f4f8ff", edge=4)


def _around(degrees: float, radius: float) -> Point:
    return 50 + radius * math.cos(math.radians(degrees)), 50 + radius * math.sin(math.radians(degrees))
