"""The collection's map on velvet: a passage between limestone walls from one small maze to the next."""

from __future__ import annotations

import numpy as np
import pygame

from sprites.labyrinth.art import pawn
from sprites.labyrinth.velvet import VELVET
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Size, box, covered, grid, hypot, noise, soft
from sprites.paint.maps import MapArt, Spot, SpotState, Stretch, draw_path
from sprites.paint.pauses import pause
from sprites.paint.surfaces import RGB, blit_around, coloured, picture, rgb

STONE, SHADE, SAND = "#d9cfb8", "#0a0d18", "#9c7a48"
GOLD: RGB = rgb("#ffc65a")
BRASS: tuple[RGB, RGB, RGB] = rgb("#5a3b12"), rgb("#c08f3c"), rgb("#f6dc93")
PASSAGE, WALL = 11.0, 3.0
"""Units: width of the passage, and thickness of its walls."""
CELLS = 4
"""Number of cells of a small maze each way."""
DARK = 0.66
"""Darkness over what is not done yet."""


class VelvetPath(MapArt):
    """The map of Labyrinth's collection: a path on night-blue velvet, hemmed with brass."""

    ink = "#f3e6c8"
    soft_ink = "#c4b591"

    rim, end_units = SHADE, 16

    def paint_ground(self, size: Size, unit: float) -> pygame.Surface:
        """Paint velvet with a seam of brass thread at either side."""
        nap = 0.6 * noise(size, (1.5 * unit, 3 * unit), 71) + 0.4 * noise(size, (40 * unit, 30 * unit), 72)
        pause()
        x = np.arange(size[0], dtype=np.float32)[:, None]
        inward = np.minimum(x, size[0] - 1 - x) / np.float32(unit) * np.ones(size, np.float32)
        shade = 0.46 + 0.4 * (nap - 0.5) - 0.3 * soft(inward, 30)
        cloth = coloured(shade, VELVET[0], VELVET[-1])
        pause()
        band = np.abs(inward - 7) - 1.6
        lit = np.asarray(0.55 + 0.5 * (inward - 7) / 3, np.float32)
        cloth.blit(coloured(lit, BRASS[0], BRASS[2], covered(band, unit), middle=BRASS[1]), (0, 0))
        return cloth

    def paint_end(self, size: Size) -> pygame.Surface:
        """Paint the brass rod that the velvet hangs from."""
        y = np.linspace(0, 1, size[1], dtype=np.float32)[None, :] * np.ones((size[0], 1), np.float32)
        shade = 1.05 - 1.6 * np.abs(y - 0.3)
        return coloured(shade, BRASS[0], BRASS[2], np.clip((1 - y) * 6, 0, 1), middle=BRASS[1])

    def draw_plan(self, stretch: Stretch, canvas: pygame.Surface, scale: float) -> None:
        """Draw the passage and the mazes, their walls lit and with a shadow below."""
        whole = canvas.get_size()
        rooms = [_square(spot, whole, scale) for spot in stretch.spots]
        for grown, width, colour in (
            (WALL + 1.6, PASSAGE + 2 * WALL + 3.2, SHADE),
            (WALL, PASSAGE + 2 * WALL, STONE),
            (0.0, PASSAGE, SAND),
        ):
            draw_path(canvas, stretch, width * scale, colour)
            for room in rooms:
                canvas.fill(colour, room.inflate(round(2 * grown * scale), round(2 * grown * scale)))
        for spot, room in zip(stretch.spots, rooms, strict=True):
            _maze(canvas, room, spot.seed, scale)

    def veil(self, surface: pygame.Surface, kit: Kit, rect: pygame.Rect, spot: Spot) -> None:
        blit_around(surface, _dark(kit, round(rect.width * 1.15)), rect.center)

    def mark(
        self, surface: pygame.Surface, kit: Kit, rect: pygame.Rect, spot: Spot, state: SpotState, glow: float
    ) -> None:
        if state != "open":
            blit_around(surface, _frame(kit, rect.size), rect.center, 1.0 if state == "done" else 0.45 + 0.55 * glow)
        shown = emblem(kit, "labyrinth", round(rect.width * 0.9)) if spot.is_end else _disc(kit, kit.px(32))
        blit_around(surface, shown, rect.center)

    def walker(self, kit: Kit, side: int) -> pygame.Surface:
        return pawn(kit, 0, side)


# -- velvet and brass


@kept
def _dark(_kit: Kit, side: int) -> pygame.Surface:
    x, y = grid((side, side), side / 2)
    share = np.clip((1 - hypot(x, y)) * 2.6, 0, 1)
    return picture(rgb(SHADE), share * np.float32(DARK))


@kept
def _frame(_kit: Kit, size: Size) -> pygame.Surface:
    """The golden glow around a maze that is done, or next."""
    wide, high = (round(side * 1.6) for side in size)
    x, y = grid((wide, high), 1.0)
    away = np.abs(box(x, y, (0, 0), (size[0] / 2 + 2, size[1] / 2 + 2), size[0] * 0.1))
    glow = soft(away - 1, size[0] * 0.2)
    return picture(GOLD, np.clip(0.5 * glow + covered(away - size[0] * 0.035), 0, 1))


@kept
def _disc(_kit: Kit, side: int) -> pygame.Surface:
    """The ground of a number."""
    x, y = grid((side, side), side / 2)
    return picture(rgb("#10142a"), soft(hypot(x, y) - np.float32(0.82), 0.2) * np.float32(0.9))


# -- stone


def _square(spot: Spot, size: Size, scale: float) -> pygame.Rect:
    room = pygame.Rect(0, 0, *(round(2 * half * scale) for half in spot.half))
    room.center = round(spot.middle(size)[0]), round(spot.middle(size)[1])
    return room


def _maze(canvas: pygame.Surface, room: pygame.Rect, seed: int, scale: float) -> None:
    """Draw the walls of a small maze in which every cell can be reached: each cell but one opens one of two walls."""
    random = np.random.default_rng(seed)
    step_x, step_y, thick = room.width / CELLS, room.height / CELLS, max(1, round(2.2 * scale))
    for row in range(CELLS):
        for col in range(CELLS):
            left, top = room.left + col * step_x, room.top + row * step_y
            ways = [way for way, is_there in (("up", row > 0), ("left", col > 0)) if is_there]
            opened = ways[random.integers(len(ways))] if ways else ""
            if row and opened != "up":
                canvas.fill(STONE, pygame.Rect(round(left), round(top), round(step_x) + thick, thick))
            if col and opened != "left":
                canvas.fill(STONE, pygame.Rect(round(left), round(top), thick, round(step_y) + thick))


PATH = VelvetPath()
