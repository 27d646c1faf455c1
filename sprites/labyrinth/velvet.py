"""The surroundings of the maze: an ebony frame with brass bands around night-blue velvet, and the spare tile's tray.

The arrows on the frame are brass, with states for ready, aimed at and inactive; an iron shutter bars one.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

import numpy as np
import pygame

from sprites.paint import relief
from sprites.paint.canvas import Canvas, Point, Shape, box, disc, drawn, placed, polygon, ribbon, ring, tones
from sprites.paint.layers import Layer, blurred, covered, from_upper_left, grid, noise, soft
from sprites.paint.layers import box as box_distance
from sprites.paint.pauses import pause
from sprites.paint.surfaces import RGB, blended, blit_around, native, picture, rgb, scaled_up, toned

RIM = 0.62
"""Width of the frame around the tiles in cells, like all lengths here."""
ROUND = 0.2
LEDGE = 0.045
"""Width of the velvet beyond the tiles."""
BRASS: tuple[RGB, RGB, RGB] = (rgb("#4d3210"), rgb("#b98a3a"), rgb("#ffeaae"))
EBONY: tuple[RGB, RGB, RGB] = (rgb("#0b0a0f"), rgb("#2a2530"), rgb("#5f5668"))
VELVET: tuple[RGB, RGB, RGB] = (rgb("#060a1c"), rgb("#15234f"), rgb("#3a55a6"))
WOOD: tuple[RGB, RGB, RGB] = (rgb("#24130a"), rgb("#6b4225"), rgb("#b07c4a"))
BAND, INNER_BAND, ROSETTE = 0.05, 0.034, 0.16


def size_of(rows: int, cols: int, cell: float) -> tuple[int, int]:
    """The size in pixels of a board with its frame."""
    return round(cell * (cols + 2 * RIM)), round(cell * (rows + 2 * RIM))


class Chute(NamedTuple):
    """A groove in the frame through which a tile goes in: its middle, relative to that of the board."""

    x: float
    y: float
    level: bool


def paint_bed(rows: int, cols: int, cell: float, chutes: tuple[Chute, ...]) -> pygame.Surface:
    return scaled_up(size_of(rows, cols, cell), cell, partial(_bed, rows, cols, chutes))


def _bed(rows: int, cols: int, chutes: tuple[Chute, ...], size: tuple[int, int], cell: float) -> pygame.Surface:
    surface = pygame.Surface(size, pygame.SRCALPHA)
    rim = min(round(RIM * cell), *(side // 2 for side in size))
    # Most of it is soft velvet, largely hidden by the tiles: only the frame is painted finely.
    inner = pygame.Rect((0, 0), size).inflate(-rim, -rim)
    half_size = max(2, inner.width // 2), max(2, inner.height // 2)
    velvet = _lining(half_size, cell * half_size[0] / inner.width, (cols / 2 + LEDGE, rows / 2 + LEDGE))
    surface.blit(pygame.transform.smoothscale(velvet, inner.size), inner)
    frame = _Frame(rows, cols, chutes, size, cell)
    pause()
    for number, strip in enumerate(_strips(size, rim)):
        surface.blit(frame.painted(strip, number), strip)
        pause()
    _corners(surface, cell)
    pause()
    _rosettes(surface, rows, cols, cell, chutes)
    return native(surface)


def _strips(size: tuple[int, int], rim: int) -> tuple[pygame.Rect, ...]:
    """The four pieces of the frame: above, below, left and right."""
    wide, high = size
    return (
        pygame.Rect(0, 0, wide, rim),
        pygame.Rect(0, high - rim, wide, rim),
        pygame.Rect(0, rim, rim, high - 2 * rim),
        pygame.Rect(wide - rim, rim, rim, high - 2 * rim),
    )


class _Frame:
    """The frame while it is painted: x and y are in cells from the middle of the board."""

    def __init__(self, rows: int, cols: int, chutes: tuple[Chute, ...], size: tuple[int, int], cell: float) -> None:
        self.half = (cols / 2, rows / 2)
        self.chutes, self.cell = chutes, cell
        self.x, self.y = grid(size, cell)

    def painted(self, strip: pygame.Rect, number: int) -> pygame.Surface:
        """Paint one piece, transparent where the velvet begins."""
        x, y = self.x[strip.left : strip.right], self.y[:, strip.top : strip.bottom]
        outer = box_distance(x, y, (0, 0), (self.half[0] + RIM, self.half[1] + RIM), ROUND)
        well = box_distance(x, y, (0, 0), (self.half[0] + LEDGE, self.half[1] + LEDGE), 0.05)
        light = np.asarray(-(x + y) / np.float32(2 * sum(self.half) + 4 * RIM))
        tones = self._wood(strip.size, outer, np.minimum(well, self._grooves(x, y)), light, number)
        for line, wide in ((outer + BAND / 2 + 0.012, BAND), (well - INNER_BAND / 2, INNER_BAND)):
            tones = _inlaid(tones, np.abs(line) - wide / 2, wide, light, self.cell)
        return picture(tones, covered(outer, self.cell) * (1 - covered(well, self.cell)))

    def _wood(self, size: tuple[int, int], outer: Layer, hollow: Layer, light: Layer, number: int) -> list[Layer]:
        """The colours of ebony with its grain along the piece, rounded off outside and at hollows."""
        broad, fine = ((1.6, 0.09), (0.6, 0.016)) if size[0] > size[1] else ((0.09, 1.6), (0.016, 0.6))
        figure = 0.6 * self._noise(size, broad, 61 + 2 * number) + 0.4 * self._noise(size, fine, 62 + 2 * number)
        lit = relief.facing(relief.rim(np.maximum(outer, -hollow), 0.07), self.cell) - relief.light()[2]
        sunk = covered(hollow, self.cell) * (0.17 + 0.14 * soft(-hollow - 0.02, 0.07))
        return toned(0.47 + 0.8 * lit + 0.34 * (figure - 0.5) + 0.2 * light - sunk, EBONY)

    def _noise(self, size: tuple[int, int], step: tuple[float, float], seed: int) -> Layer:
        return noise(size, (max(1.0, step[0] * self.cell), max(1.0, step[1] * self.cell)), seed)

    def _grooves(self, x: Layer, y: Layer) -> Layer:
        """The distance to the grooves, which end before the brass at the outer edge."""
        distance = np.full((x.shape[0], y.shape[1]), 9, np.float32)
        long, wide = RIM / 2 - 0.03, 0.5
        for one in self.chutes:
            half = (long, wide) if one.level else (wide, long)
            part = _near(x[:, 0], one.x, half[0]), _near(y[0], one.y, half[1])
            here = box_distance(x[part[0]], y[:, part[1]], (one.x, one.y), half, 0.06)
            distance[part] = np.minimum(distance[part], here)
        return distance


def _near(places: Layer, middle: float, half: float) -> slice:
    """The range of a row's pixels within reach of a position, with a margin."""
    start, end = np.searchsorted(places, (middle - half - 0.2, middle + half + 0.2))
    return slice(int(start), int(end))


def _lining(size: tuple[int, int], cell: float, half: tuple[float, float]) -> pygame.Surface:
    """Paint velvet, shaded by the frame around it."""
    x, y = grid(size, cell)
    return picture(_velvet(size, cell, box_distance(x, y, (0, 0), half, 0.05)), np.ones(size, np.float32))


def _velvet(size: tuple[int, int], cell: float, well: Layer) -> list[Layer]:
    fine = max(1.0, 0.02 * cell), max(1.0, 0.05 * cell)
    nap = 0.6 * noise(size, fine, 63) + 0.4 * noise(size, (0.5 * cell, 0.35 * cell), 64)
    step = max(1, round(0.06 * cell))
    fallen = np.ones_like(well)
    fallen[step:, step:] = soft(-well, 0.06)[:-step, :-step]
    shade = 0.5 + 0.5 * (nap - 0.5) + 0.24 * (from_upper_left(size) - 0.5)
    return toned(shade * (1 - 0.65 * fallen), VELVET)


def _inlaid(tones: list[Layer], line: Layer, wide: float, light: Layer, cell: float) -> list[Layer]:
    """Draw a band of brass; ``light`` is its additional brightness on the side of the light."""
    lit = relief.facing(relief.rim(line, wide * 0.45), cell) - relief.light()[2]
    cover, shadow = covered(line, cell), 0.5 * soft(line - 0.012, 0.03)
    brasses = toned(0.5 + 0.8 * lit + 0.3 * light, BRASS)
    return [tone * (1 - shadow) * (1 - cover) + brass * cover for tone, brass in zip(tones, brasses, strict=True)]


def _corners(surface: pygame.Surface, cell: float) -> None:
    """Draw a brass plate with a screw on each corner of the frame."""
    side = round(RIM * cell)
    wide, high = surface.get_size()
    for right in (False, True):
        for low in (False, True):
            plate = drawn(_corner, right=right, low=low)(max(8, side))
            surface.blit(plate, (wide - side if right else 0, high - side if low else 0))


def _corner(canvas: Canvas, *, right: bool, low: bool) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return 100 - x if right else x, 100 - y if low else y

    leaf = [at(16, 16), at(88, 16), at(84, 30), at(66, 36), at(56, 44), at(44, 56), at(36, 66), at(30, 84), at(16, 88)]
    plate: Shape = (tuple(leaf),)
    canvas.lay(plate, disc(*at(26, 26), 11), colour="#b98a3a", edge=3.2, raised=1.1, gloss=0.8, shadow=4)
    grooves = [(at(22, 74), at(28, 58), at(40, 44)), (at(74, 22), at(58, 28), at(44, 40))]
    canvas.lay(*(ribbon(way, 2.2, 1) for way in grooves), colour="#6b4a18", edge=0.8, raised=-0.9, shadow=0)
    x, y = at(30, 30)
    canvas.lay(disc(x, y, 7.5), colour="#d9ab55", edge=2.4, raised=1.2, gloss=1.2)
    canvas.lay(ribbon(((x - 3.6, y + 3.2), (x + 3.6, y - 3.2)), 1.7), colour="#4a2f0c", edge=0.6, raised=-0.4, shadow=0)


def _rosettes(surface: pygame.Surface, rows: int, cols: int, cell: float, chutes: tuple[Chute, ...]) -> None:
    """Draw a small inlaid brass diamond where a line of tiles cannot be pushed."""
    side = max(5, round(ROSETTE * cell))
    canvas = Canvas(side)
    for reach, colour, raised in ((44, "#8a6327", 1.1), (24, "#e0b45c", 1.1)):
        diamond = polygon((50, 50 - reach), (50 + reach, 50), (50, 50 + reach), (50 - reach, 50))
        canvas.lay(diamond, colour=colour, edge=5, raised=raised, gloss=0.6, shadow=6)
    rosette = canvas.picture()
    taken = {(one.level, round((one.y if one.level else one.x) * 2)) for one in chutes}
    wide, high = surface.get_size()
    for level, count, across in ((True, rows, wide), (False, cols, high)):
        for line in range(count):
            if (level, 2 * line + 1 - count) not in taken:
                along = (RIM + line + 0.5) * cell
                for aside in (RIM * cell * 0.52, across - RIM * cell * 0.52):
                    blit_around(surface, rosette, (aside, along) if level else (along, aside))


# -- tray


def paint_tray(size: tuple[int, int], side: float) -> pygame.Surface:
    """Paint a wooden tray with a velvet well, brass at its rim and corners; ``side`` is that of its tile."""
    x, y = grid(size, side)
    half = size[0] / side / 2, size[1] / side / 2
    outer = box_distance(x, y, (0, 0), (half[0] - 0.03, half[1] - 0.03), 0.16)
    rim = max(0.08, min(half) - 0.58)
    well = outer + rim
    broad, fine = noise(size, (1.1 * side, 0.07 * side), 71), noise(size, (0.5 * side, 0.016 * side), 72)
    lit = relief.facing(relief.rim(np.maximum(outer, -well), rim * 0.45), side) - relief.light()[2]
    shade = 0.46 + 0.8 * lit + 0.5 * (0.6 * broad + 0.4 * fine - 0.5) + 0.15 * (from_upper_left(size) - 0.5)
    inside = covered(well, side)
    wood, velvet = toned(shade, WOOD), _velvet(size, side, well)
    tones = blended(wood, velvet, inside)
    tones = _inlaid(tones, np.abs(well - 0.012) - 0.012, 0.024, from_upper_left(size) - 0.5, side)
    cover = covered(outer, side)
    shadow = 0.55 * blurred(np.roll(cover, (2, 2), (0, 1)), max(2.0, 0.05 * side))
    whole = cover + (1 - cover) * shadow
    return native(picture([tone * cover / np.maximum(whole, np.float32(1e-6)) for tone in tones], whole))


# -- arrows

State = Literal["ready", "aim", "asleep"]
Way = Literal["N", "E", "S", "W"]
READY, POLISHED, TARNISHED = "#cf9c41", "#ffd777", "#5d4b2c"
IRON, IRON_DARK = "#6d7280", "#33363f"
SHUTTER_STEPS = 6
"""Number of pictures of a closing shutter."""
SLATS = 4
ARROW: tuple[Point, ...] = ((50, 84), (19, 50), (35, 50), (35, 20), (65, 20), (65, 50), (81, 50))
HOLLOW: tuple[Point, ...] = ((50, 75), (33, 56.5), (41.5, 56.5), (41.5, 27), (58.5, 27), (58.5, 56.5), (67, 56.5))
"""The arrow that points down, and its hollow; the others are rotated from it before they are lit."""


def paint_arrow(canvas: Canvas, way: Way, state: State, glow: str) -> None:
    """Paint an arrow that points ``way``, transparent around it."""
    canvas.lay(disc(50, 50, 43), colour="#17141c", edge=3.5, raised=-0.9, shadow=0, strength=0.9)
    colour = {"ready": READY, "aim": POLISHED, "asleep": TARNISHED}[state]
    if state == "aim":
        canvas.blend(canvas.pool(50, 50, 56) ** np.float32(0.6) * np.float32(0.9), tones(glow))
    shape = _turned(polygon(*ARROW), way)
    shines = state != "asleep"
    canvas.lay(shape, colour="#1c1206", raised=0, shadow=4 if shines else 2)
    canvas.lay(placed(shape, 50, 50, 0.93), colour=colour, edge=4.5, raised=1.2, gloss=1.0 if shines else 0.2, shadow=0)
    canvas.lay(_turned(polygon(*HOLLOW), way), colour=colour, edge=1.6, raised=-0.7, gloss=0.3, shadow=0)
    canvas.lay(
        ring(50, 50, 43.7, 4.4), colour=colour if shines else "#6d5a37", edge=1.6, raised=1.1, gloss=0.7, shadow=1.5
    )


def _turned(shape: Shape, way: Way) -> Shape:
    """Rotate a shape that points down."""
    return tuple(tuple(_turned_point(x, y, way) for x, y in outline) for outline in shape)


def _turned_point(x: float, y: float, way: Way) -> Point:
    return {"S": (x, y), "N": (100 - x, 100 - y), "W": (100 - y, x), "E": (y, 100 - x)}[way]


def paint_shutter(canvas: Canvas, steps: int) -> None:
    """Paint an iron shutter in its rails, some steps down, with a bolt when it is fully closed.

    It lies over any arrow, whichever way that points.
    """
    share = steps / SHUTTER_STEPS
    top, bottom = 12.0, 12 + 76 * share
    high = 76 / SLATS
    for number in range(SLATS):
        low = bottom - number * high
        if low <= top + 2:
            break
        upper = max(top, low - high)
        canvas.lay(box(14, upper, 72, low - upper - 0.8, 2), colour=IRON, edge=3.4, gloss=0.25, shadow=1.6)
    rails = [box(8, 8, 9, 84, 3), box(83, 8, 9, 84, 3), box(8, 6, 84, 10, 3)]
    canvas.lay(*rails, colour=IRON_DARK, raised=1.2, gloss=0.3)
    for x in (12.5, 87.5):
        for y in (14, 50, 86):
            canvas.lay(disc(x, y, 2.6), colour="#8d92a0", edge=1, raised=1.2, gloss=0.6, shadow=0.8)
    if share >= 1:
        cross = [ribbon(((30, 34), (70, 74)), 8), ribbon(((70, 34), (30, 74)), 8)]
        canvas.lay(*cross, colour="#e2725b", gloss=0.4, shadow=2.4)
