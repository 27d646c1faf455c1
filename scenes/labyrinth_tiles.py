"""Draws the tiles of the labyrinth with what is upon them: light, treasure, number, and the halo of a goal."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import pygame

from logic.labyrinth import State, Tile
from scenes.labyrinth_paint import Paint
from scenes.squares import Point
from sprites import labyrinth_art as art
from sprites.labyrinth_effects import draw_tumbling, tumble
from sprites.stage import Pose
from sprites.surfaces import blit_around

RISE = 0.16
"""How far a piece is drawn above the ground, in cells, for each unit that it is lifted."""
AIR = 0.12
"""From this height on a piece is off the ground."""
GROWN, SHADE = 1.1, 0.06
"""How much larger a tile in a hand is seen, and how far aside its shadow falls, in cells."""
NUMBER_AT = 0.24
"""How far the number of a treasure is from its middle, in cells both ways."""

Lit = Mapping[str, tuple[art.Glow, float]]
"""Which tiles are lit, how, and how strongly."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A tile that falls from the rim into the tray, once that has ``begun``."""

    tile: str
    start: Point
    end: Point
    begun: bool = False

    def at(self, place: Point) -> Pose:
        """Say how the tile lies that has come to a place on its way."""
        return tumble(self.start, self.end, math.dist(self.start, place) / math.dist(self.start, self.end))


@dataclass(frozen=True, slots=True)
class Tiles:
    """What all tiles of one picture have in common.

    ``halo`` is how strong that of a goal is, ``to_come`` are treasures that are yet seen to be found.
    """

    surface: pygame.Surface
    paint: Paint
    to_pixels: Callable[[float, float], Point]
    state: State
    lit: Lit
    goals: frozenset[str]
    halo: float
    to_come: frozenset[str]

    def lying(self, tile: Tile, pose: Pose, away: float, strength: float) -> None:
        """Draw a tile that lies or slides, turned away by so many quarters, and as solid as said."""
        x, y = self.to_pixels(pose.x, pose.y)
        middle = round(x), round(y)
        blit_around(self.surface, self.paint.face(tile, away), middle, pose.alpha * strength)
        if pose.alpha > 0.5:
            self.upon(tile, middle)

    def held(self, tile: Tile, pose: Pose, away: float) -> None:
        """Draw a tile in the air, with its shadow."""
        x, y = self.to_pixels(pose.x, pose.y)
        if pose.z > AIR:
            shadow = art.tile_shadow(self.paint.kit, round(GROWN * self.paint.side), pose.z)
            blit_around(self.surface, shadow, (x + SHADE * self.paint.cell, y + SHADE * self.paint.cell), pose.alpha)
            y -= RISE * pose.z * self.paint.cell
        near = replace(self, paint=replace(self.paint, cell=GROWN * self.paint.cell), lit={})
        blit_around(self.surface, near.paint.face(tile, away), (x, y), pose.alpha)
        if pose.alpha > 0.5:
            blit_around(self.surface, near.paint.glow("line"), (x, y))
            near.upon(tile, (x, y))

    def tumbling(self, tile: Tile, seen: Pose) -> None:
        """Draw a tile that turns over and over."""
        face = self.paint.whole_face(tile, self._medal(tile))
        at = self.to_pixels(seen.x, seen.y - RISE * seen.z)
        draw_tumbling(self.surface, self.paint.kit, face, seen, at, key=("labyrinth face", tile))

    def upon(self, tile: Tile, middle: Point) -> None:
        """Draw the light on a tile, its treasure, and the halo of a goal."""
        if tile.id in self.lit:
            what, strength = self.lit[tile.id]
            blit_around(self.surface, self.paint.glow(what, tile.open), middle, strength)
        if tile.symbol in self.goals:
            blit_around(self.surface, self.paint.glow("goal"), middle, self.halo)
        picture = self._medal(tile)
        if picture is not None:
            blit_around(self.surface, picture, middle)
            self._number(tile.symbol, middle)

    def _medal(self, tile: Tile) -> pygame.Surface | None:
        """Give the medallion of the treasure on a tile; pale where somebody has found it."""
        if tile.symbol not in self.state.params.treasures:
            return None
        found = tile.symbol not in self.to_come and any(tile.symbol in names for names in self.state.found)
        return self.paint.medal(tile.symbol, pale=found)

    def _number(self, symbol: str, middle: Point) -> None:
        """Lay what a treasure is worth at the rim of its medallion, where they are worth their numbers."""
        params = self.state.params
        if params.goals == "numbers":
            far = NUMBER_AT * self.paint.cell
            plate = self.paint.number(params.treasures.index(symbol) + 1)
            blit_around(self.surface, plate, (middle[0] + far, middle[1] + far))
