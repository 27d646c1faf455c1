"""The pictures of the labyrinth at the size in use: tiles as they lie and turn, treasures, arrows, pawns and lights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame

from logic.labyrinth import Tile
from logic.labyrinth.board import BASES, LYING, SIDES, Side
from sprites import labyrinth_art as art
from sprites.labyrinth_arrows import SHUTTER_STEPS
from sprites.labyrinth_cards import badge
from sprites.labyrinth_medals import medal
from sprites.ui import Kit

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
