"""How tiles, treasures and pawns of the labyrinth are drawn as they lie and turn, with all upon them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import pygame

from logic.labyrinth import State
from logic.labyrinth.components import BASES, LYING, SIDES, Side, Tile
from scenes.view.squares import Point
from sprites.labyrinth import art
from sprites.labyrinth.arrows import SHUTTER_STEPS
from sprites.labyrinth.cards import badge
from sprites.labyrinth.effects import draw_tumbling, tumble
from sprites.labyrinth.medals import medal
from sprites.paint.kit import Kit
from sprites.paint.surfaces import blit_around
from sprites.stage.stage import Pose

ARROW = 0.94
"""The side of an arrow, as a share of the frame's width."""
NUMBER = 0.28
"""How large the number of a treasure is, in cells."""
STRAIGHT = 1e-3
"""A tile that is turned away by no more, in quarters, lies straight."""
LOOKS: tuple[art.State, ...] = ("ready", "aim", "asleep")
LIGHTS: tuple[art.Glow, ...] = ("reach", "preview")
"""The lights that follow the passages."""


@dataclass(frozen=True, slots=True)
class Paint:
    """Gives the pictures of one board whose cells have so many pixels; all of them are kept in the bakery."""

    kit: Kit
    cell: float

    @property
    def side(self) -> int:
        """The side of a tile."""
        return max(4, int(self.cell))

    def fixed(self, tile: Tile, seat: int | None) -> pygame.Surface:
        """Give a tile that never moves, with the start of a seat on it."""
        return art.tile(self.kit, tile.open, self.side, fixed=True, seat=seat, variant=art.variant_of(tile.id))

    def face(self, tile: Tile, away: float = 0.0) -> pygame.Surface:
        """Give a tile as it lies, turned away from that by so many quarters clockwise."""
        mark, variant = tile.mark or None, art.variant_of(tile.id)
        whole = math.floor(tile.rot + away + STRAIGHT)
        share, sides = tile.rot + away - whole, art.turned(BASES[tile.shape], whole)
        if share < STRAIGHT:
            return art.tile(self.kit, sides, self.side, mark=mark, variant=variant)
        return art.turning(self.kit, sides, self.side, 1, share, mark=mark, variant=variant)

    def whole_face(self, tile: Tile, treasure: pygame.Surface | None) -> pygame.Surface:
        """Give a tile and its treasure in one picture."""

        def bake() -> pygame.Surface:
            face = self.face(tile).copy()
            if treasure is not None:
                face.blit(treasure, treasure.get_rect(center=face.get_rect().center))
            return face

        return self.kit.bakery.keep(("labyrinth face", tile, self.side, self.kit.strong_patterns), bake)

    def medal(self, symbol: str, *, pale: bool) -> pygame.Surface:
        """Give the medallion of a treasure."""
        return medal(self.kit, symbol, art.medal_side(self.cell), pale=pale)

    def number(self, number: int) -> pygame.Surface:
        """Give the plate with what a treasure is worth."""
        return badge(self.kit, str(number), max(8, round(NUMBER * self.cell)))

    @property
    def _arrow_side(self) -> int:
        return max(8, round(ARROW * art.RIM * self.cell))

    def arrow(self, way: Side, look: art.State) -> pygame.Surface:
        """Give an arrow of the frame."""
        return art.arrow(self.kit, way, self._arrow_side, look)

    def shutter(self, shut: float) -> pygame.Surface:
        """Give the shutter of an arrow, so far down."""
        return art.shutter(self.kit, self._arrow_side, shut)

    def pawn(self, seat: int, scale: float) -> pygame.Surface:
        """Give the pawn of a seat."""
        return art.pawn(self.kit, seat, max(4, round(scale * self.cell)))

    def glow(self, what: art.Glow, sides: str = "") -> pygame.Surface:
        """Give a light for a tile with those sides open."""
        return art.glow(self.kit, self.side, what, sides)

    def dot(self, what: art.Dot) -> pygame.Surface:
        """Give a bead of a way, or where it ends."""
        return art.dot(self.kit, self.side, what)

    def chores(self) -> Iterator[Callable[[], object]]:
        """Give what should be painted before it is needed, a little for each frame."""
        for sides in LYING:
            for what in LIGHTS:
                yield partial(self.glow, what, sides)
        for way in SIDES:
            for look in LOOKS:
                yield partial(self.arrow, way, look)
        for step in range(SHUTTER_STEPS, 0, -1):
            yield partial(self.shutter, step / SHUTTER_STEPS)


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
