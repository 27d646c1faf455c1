"""The labyrinth’s board, tiles, arrows, seekers and marks as pictures, baked at the size in use: its one door.

Most pictures are kept by the kit's bakery: copy one before you draw on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Literal, NamedTuple

import pygame

from sprites.labyrinth.arrows import SHUTTER_STEPS, State, Way, paint_arrow, paint_shutter
from sprites.labyrinth.inlays import RUNES, Rune, paint_inlay
from sprites.labyrinth.marks import Dot, Glow, bake_dot, bake_glow
from sprites.labyrinth.pawns import TOGETHER, Standing, paint_pawn
from sprites.labyrinth.stone import GRAINS, SIDES, WAYS, Look, paint_tile
from sprites.labyrinth.velvet import RIM, ROUND, Chute, paint_bed, paint_tray, size_of
from sprites.paint.figures import scaled
from sprites.paint.kit import Kit
from sprites.paint.surfaces import native, slab_shadow

TILE_MASTER = 112
"""Smaller tiles are scaled down from tiles of that side."""
FIGURE_MASTER = 160
TURN_STEPS = 12
"""A quarter turn is shown in so many pictures."""
LIFT_STEPS = 4
"""The shadow of a tile that is lifted is shown in so many steps."""
MEDAL, ARROW = 0.54, 0.56
"""How large a treasure lies on its tile, and an arrow on the frame, in cells."""
LARGEST_MEDAL, LEGIBLE_MEDAL = 0.74, 36
"""A treasure of fewer pixels takes more of its tile, up to that share of it."""


class Inlay(NamedTuple):
    """What is let into a tile: the circle of a seat, the sign of an event."""

    seat: int | None = None
    mark: Rune | None = None


PLAIN = Inlay()

# -- the board


Place = tuple[int, int, Way]
"""Where an arrow is: row and column of the cell pushed into, and the direction pushed."""


def board(kit: Kit, rows: int, cols: int, cell: float, arrows: Sequence[Place] = ()) -> pygame.Surface:
    """The frame, :data:`RIM` cells wide, with a groove at each arrow, and the velvet for the tiles."""
    chutes = tuple(sorted({_chute(rows, cols, *place) for place in arrows}))
    key = ("labyrinth board", rows, cols, round(cell, 2), chutes)
    return kit.bakery.keep(key, lambda: paint_bed(rows, cols, cell, chutes))


def _chute(rows: int, cols: int, row: int, col: int, way: Way) -> Chute:
    x, y = arrow_place(row, col, way)
    return Chute(x - cols / 2, y - rows / 2, way in ("E", "W"))


def lay_board(
    surface: pygame.Surface, kit: Kit, rows: int, cols: int, cell: float, rect: pygame.Rect,
    arrows: Sequence[Place] = (),
) -> None:  # fmt: skip
    """Lay the frame with its shadow into a rectangle of its size."""
    reach = max(2, round(0.16 * cell))
    key = ("labyrinth board's shadow", rect.size)
    shadow = kit.bakery.keep(key, lambda: slab_shadow(rect.size, ROUND * cell, reach, 0.7))
    surface.blit(shadow, (rect.left - reach // 2, rect.top - reach // 3))
    surface.blit(board(kit, rows, cols, cell, arrows), rect)


def tray(kit: Kit, size: tuple[int, int], side: int) -> pygame.Surface:
    """The tray in which a spare of that side lies, see-through around its round corners."""
    return kit.bakery.keep(("labyrinth tray", size, side), lambda: paint_tray(size, float(side)))


# -- tiles


def tile(
    kit: Kit, open_sides: str, side: int, *, fixed: bool = False, seat: int | None = None, mark: Rune | None = None,
    variant: int = 0,
) -> pygame.Surface:  # fmt: skip
    """A tile with those sides open; ``variant``, any number, varies its stone.

    One that is ``fixed`` is mortared in and held by studs; ``seat`` inlays the circle in which a player starts,
    ``mark`` the sign of an event.
    """
    look = Look(_sorted(open_sides), fixed, variant % GRAINS, kit.strong_patterns)
    inlay = Inlay(None if seat is None else seat % len(kit.theme.players), mark)
    key = ("labyrinth tile", look, inlay)
    return scaled(kit, key, side, partial(_paint_tile, kit, look, inlay), master=TILE_MASTER)


def _paint_tile(kit: Kit, look: Look, inlay: Inlay, side: int) -> pygame.Surface:
    painted = paint_tile(kit.bakery, look, side)
    if inlay != PLAIN:
        start = None if inlay.seat is None else kit.theme.players[inlay.seat]
        painted.blit(paint_inlay(start, inlay.mark, side, strong=look.strong), (0, 0))
    return painted


def medal_side(cell: float) -> int:
    """Say how large a treasure is drawn on a tile: where tiles are small it takes more of them, to be recognised."""
    return max(4, round(MEDAL * cell), min(round(LARGEST_MEDAL * cell), LEGIBLE_MEDAL))


@cache
def variant_of(tile_id: str) -> int:
    """The variant of a tile by its id, such as ``t17``: neighbours in number differ."""
    digits = "".join(sign for sign in tile_id if sign.isdigit())
    return 3 * int(digits or 0) + (4 if tile_id.startswith("f") else 0)


@cache
def _sorted(open_sides: str) -> str:
    return "".join(one for one in SIDES if one in open_sides)


@cache
def turned(open_sides: str, quarters: int) -> str:
    """The open sides after so many quarter turns clockwise."""
    moved = {SIDES[(SIDES.index(one) + quarters) % 4] for one in open_sides}
    return "".join(one for one in SIDES if one in moved)


def turning(
    kit: Kit, open_sides: str, side: int, way: Literal[-1, 1], share: float, *, mark: Rune | None = None,
    variant: int = 0,
) -> pygame.Surface:  # fmt: skip
    """A tile on its way to the next quarter turn, clockwise if ``way`` is 1, when that share is done.

    While it turns the light wanders from how it lay to how it will lie; so does the sign of an event.
    """
    step = min(TURN_STEPS, max(0, round(share * TURN_STEPS)))
    start, end = (
        tile(kit, sides, side, mark=mark, variant=variant) for sides in (_sorted(open_sides), turned(open_sides, way))
    )
    if step in (0, TURN_STEPS):
        return end if step else start
    key = ("labyrinth turning", _sorted(open_sides), way, step, mark, variant % GRAINS, side, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: _blended(start, end, way * 90, step / TURN_STEPS))


def _blended(start: pygame.Surface, end: pygame.Surface, degrees: int, share: float) -> pygame.Surface:
    """Turn one picture on and another back, so that both lie alike, and let the second show through as it is due."""
    under = pygame.transform.rotozoom(start, -degrees * share, 1)
    over = pygame.transform.rotozoom(end, degrees * (1 - share), 1)
    over.set_alpha(round(255 * share))
    under.blit(over, over.get_rect(center=under.get_rect().center))
    return native(under)


def tile_shadow(kit: Kit, side: int, lift: float) -> pygame.Surface:
    """The shadow of a tile that is lifted, 0 to 1: the higher the softer; lay its middle under the tile's."""
    steps = round(min(1.0, max(0.0, lift)) * LIFT_STEPS)
    reach = max(2, round(side * (0.04 + 0.05 * steps)))
    key = ("labyrinth tile's shadow", side, steps)
    return kit.bakery.keep(key, lambda: slab_shadow((side, side), side * 0.06, reach, 0.66 - 0.06 * steps))


# -- on the frame and on the tiles


def arrow_place(row: int, col: int, way: Way) -> tuple[float, float]:
    """Say where the arrow lies that pushes ``way`` into a cell: x and y in cells from the corner of the first tile."""
    across, down = WAYS[way]
    return col + 0.5 - across * (0.5 + RIM / 2), row + 0.5 - down * (0.5 + RIM / 2)


def arrow(kit: Kit, way: Way, side: int, state: State) -> pygame.Surface:
    key, glow = ("labyrinth arrow", way, state), kit.theme.colours.focus
    return scaled(kit, key, side, lambda large: paint_arrow(way, state, large, glow), master=FIGURE_MASTER)


def shutter(kit: Kit, side: int, shut: float) -> pygame.Surface:
    """The shutter that bars an arrow of that side, down by that share; to be laid over it."""
    steps = round(min(1.0, max(0.0, shut)) * SHUTTER_STEPS)
    return scaled(kit, ("labyrinth shutter", steps), side, partial(paint_shutter, steps), master=FIGURE_MASTER)


def pawn(kit: Kit, seat: int, side: int) -> pygame.Surface:
    """The seeker of a seat on a square of that side, with its shadow."""
    number = seat % len(kit.theme.players)
    look, strong = kit.theme.players[number], kit.strong_patterns
    key = ("labyrinth pawn", number, strong)
    return scaled(kit, key, side, lambda large: paint_pawn(look, number, large, strong=strong), master=FIGURE_MASTER)


def standing(count: int) -> tuple[Standing, ...]:
    """Say where each of so many stands on one tile, those behind first."""
    return TOGETHER[min(len(TOGETHER), max(1, count)) - 1]


def glow(kit: Kit, side: int, what: Glow, open_sides: str = SIDES) -> pygame.Surface:
    """A light for a tile; ``reach`` and ``preview`` follow its passages, so they want its open sides."""
    sides = _sorted(open_sides) if what in ("reach", "preview") else ""
    return kit.bakery.keep(("labyrinth glow", what, sides, side), lambda: bake_glow(kit, side, what, sides))


def dot(kit: Kit, side: int, what: Dot = "path") -> pygame.Surface:
    """A bead of the way that a pawn will go, or where it ends, as large as a tile of that side."""
    return kit.bakery.keep(("labyrinth dot", what, side), lambda: bake_dot(kit, side, what))


__all__ = [
    "ARROW", "MEDAL", "RIM", "RUNES", "Dot", "Glow", "Place", "Rune", "Standing", "State", "Way", "arrow",
    "arrow_place", "board", "dot", "glow", "lay_board", "medal_side", "pawn", "shutter", "size_of", "standing",
    "tile", "tile_shadow", "tray", "turned", "turning", "variant_of",
]  # fmt: skip
