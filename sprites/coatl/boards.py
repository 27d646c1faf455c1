"""What Cóatl is played on: the carved supply board and its ten fields, a slab of eight slots a player, lanes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pygame

from logic.coatl.components import FIELDS, LETTERS, SLOTS, Kind, bag_of, capacity
from sprites.coatl.art import EBONY, GOLD, JADE, LIMESTONE, OBSIDIAN, TERRACOTTA, Cut, Tones, edge_of, hollow, slab
from sprites.coatl.segments import segment
from sprites.coatl.things import sunstone
from sprites.paint import relief
from sprites.paint.easel import Easel, disc, ribbon
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, Size, covered, from_upper_left, rounded, soft
from sprites.paint.surfaces import blit_around, cover_of, native, picture, rgb, scaled_up, shadow_of, toned

MARGIN, GAP = 0.52, 0.2
"""How far the fields keep from the edge of the supply board, and from each other, in cells."""
BOARD_MARGIN, BOARD_GAP = 0.34, 0.1
"""The same for the slots of a player's board."""
PIECE = 0.8
"""How large a piece is on its field or in its slot, in cells."""
MOST_INSET = 0.62
"""How far the frame of a board reaches in, as a share of its margin."""

# -- where the fields are


class _Row(NamedTuple):
    """A row of fields; None stands for the stone of the sun, as wide as two cells."""

    fields: tuple[str | None, ...]

    @property
    def cells(self) -> int:
        """How many cells it is wide."""
        return sum(2 if field is None else capacity(field) for field in self.fields)

    @property
    def wide(self) -> float:
        """How wide it is in cells, with the gaps between its fields."""
        return self.cells + GAP * (len(self.fields) - 1)


ARRANGEMENTS: tuple[tuple[_Row, ...], ...] = (
    (_Row(("b1", "b2", "b3")), _Row(("h1", "h2", None, "t1", "t2")), _Row(("b4", "b5", "b6"))),
    (_Row(("b1", "b2", "b3", "h1", "h2")), _Row(("b4", "b5", "b6", "t1", "t2"))),
    (_Row(("b1", "b2")), _Row(("b3", "b4")), _Row(("b5", "b6")), _Row(("h1", "h2", "t1", "t2"))),
    (*(_Row((f"b{number}",)) for number in range(1, 7)), _Row(("h1", "h2")), _Row(("t1", "t2"))),
    (_Row(FIELDS),),
)
"""How the fields may be arranged; the one is taken in which they are largest."""


class Places(NamedTuple):
    """Where the fields of the supply board are in its picture: how large a cell is, and a rectangle for each."""

    cell: int
    fields: Mapping[str, pygame.Rect]
    sun: pygame.Rect | None

    def spots(self, field: str) -> tuple[tuple[int, int], ...]:
        """The middles of the cells of a field, from left to right."""
        rect = self.fields[field]
        return tuple(
            (rect.left + self.cell * number + self.cell // 2, rect.centery) for number in range(capacity(field))
        )


def supply_places(size: Size) -> Places:
    """Arrange the fields on a supply board of that size, as large as they can be."""
    rows = max(ARRANGEMENTS, key=lambda rows: _cell_of(rows, size))
    cell = max(4, math.floor(_cell_of(rows, size)))
    gap = GAP * cell
    top = (size[1] - len(rows) * cell - (len(rows) - 1) * gap) / 2
    fields, sun = {}, None
    for number, row in enumerate(rows):
        left, y = (size[0] - row.wide * cell) / 2, round(top + number * (cell + gap))
        for field in row.fields:
            rect = pygame.Rect(round(left), y, cell * (2 if field is None else capacity(field)), cell)
            if field is None:
                sun = rect
            else:
                fields[field] = rect
            left += rect.width + gap
    return Places(cell, fields, sun)


def _cell_of(rows: Sequence[_Row], size: Size) -> float:
    wide, high = max(row.wide for row in rows), len(rows) + GAP * (len(rows) - 1)
    return min(size[0] / (wide + 2 * MARGIN), size[1] / (high + 2 * MARGIN))


def slot_places(size: Size, columns: int = 4) -> tuple[pygame.Rect, ...]:
    """The eight slots on a player's board of that size, row by row, in so many columns."""
    rows = math.ceil(SLOTS / columns)
    margin, gap = 2 * BOARD_MARGIN, BOARD_GAP
    cell = math.floor(
        min(size[0] / (columns + gap * (columns - 1) + margin), size[1] / (rows + gap * (rows - 1) + margin))
    )
    cell = max(4, cell)
    step = cell * (1 + gap)
    left, top = (size[0] - step * columns + gap * cell) / 2, (size[1] - step * rows + gap * cell) / 2
    return tuple(
        pygame.Rect(round(left + step * (number % columns)), round(top + step * (number // columns)), cell, cell)
        for number in range(SLOTS)
    )


# -- boards


def supply_ground(kit: Kit, size: Size) -> pygame.Surface:
    """The supply board: pale stone in a carved terracotta band, with a field sunk for each pair, head and tail."""
    return kit.bakery.keep(("coatl supply", size), lambda: _supply(kit, size))


def _supply(kit: Kit, size: Size) -> pygame.Surface:
    places = supply_places(size)
    cell = places.cell
    ground = _Frame(LIMESTONE, TERRACOTTA, MARGIN).painted(kit, size, cell)
    _frets(ground, size, round(MARGIN * MOST_INSET * cell * 0.62), MARGIN * MOST_INSET * cell / 2)
    _studs(ground, size, cell)
    if places.sun is not None:
        sun = sunstone(kit, round(cell * 1.06))
        ground.blit(sun, sun.get_rect(center=places.sun.center))
    for name, rect in places.fields.items():
        ground.blit(field(kit, cell, bag_of(name)), rect)
    return native(ground)


def player_board(kit: Kit, size: Size, columns: int = 4, *, seat: int | None = None) -> pygame.Surface:
    """A slab of dark wood with eight slots, inlaid with jade or, for a seat, with its colour."""
    number = None if seat is None else seat % len(kit.theme.players)
    return kit.bakery.keep(("coatl board", size, columns, number), lambda: _board(kit, size, columns, number))


def _board(kit: Kit, size: Size, columns: int, seat: int | None) -> pygame.Surface:
    places = slot_places(size, columns)
    cell = places[0].width
    inlay = JADE
    if seat is not None:
        look = kit.theme.players[seat]
        inlay = (rgb(look.dark), rgb(look.colour), rgb(look.light))
    board = _Frame(EBONY, inlay, BOARD_MARGIN, wood=True).painted(kit, size, cell)
    for rect in places:
        board.blit(slot(kit, cell), rect)
    return native(board)


class _Frame(NamedTuple):
    """What a board is framed of: its stone or wood, the band let into it, how far that reaches in, in cells."""

    tones: Tones
    inlay: Tones
    margin: float
    wood: bool = False

    def painted(self, kit: Kit, size: Size, cell: float) -> pygame.Surface:
        """Paint a slab with a band let in around it, between two threads of gold."""
        return native(scaled_up(size, cell, partial(self._painted, kit)))

    def _painted(self, kit: Kit, size: Size, cell: float) -> pygame.Surface:
        unit, margin = max(0.3, cell / 70), self.margin * cell
        cut = Cut(0.24 * cell, max(2.0, 0.09 * cell))
        # The boards of all players are of the same wood.
        key = ("coatl slab", size, cell, self.wood)
        ground = kit.bakery.keep(key, lambda: slab(size, unit, self.tones, cut, grain=self.wood)).copy()
        edge = edge_of(size, cut.radius)
        middle, wide = margin * MOST_INSET * 0.5 + 0.07 * cell, margin * MOST_INSET * (0.34 if self.wood else 1.0)
        light = from_upper_left(size) - 0.5
        thread = max(1.2, 0.028 * cell)
        _inlay(ground, np.abs(edge + np.float32(middle)) - np.float32(wide / 2), wide * 0.3, light, self.inlay)
        for side in (-1, 1):
            line = np.abs(edge + np.float32(middle + side * (wide + thread) / 2)) - np.float32(thread / 2)
            _inlay(ground, line, thread, light, GOLD)
        return ground


def _inlay(ground: pygame.Surface, line: Layer, bevel: float, light: Layer, tones: Tones) -> None:
    lit = relief.facing(relief.rim(line, max(1.0, bevel)), 1.0) - relief.light()[2]
    body = cover_of(ground)
    cover = covered(line) * body
    shade = 0.5 + 0.6 * lit + 0.3 * light
    ground.blit(picture((0, 0, 0), np.asarray(0.5 * soft(line - 1, max(1.5, bevel)) * body)), (0, 0))
    ground.blit(picture(toned(np.asarray(shade), tones), np.asarray(cover)), (0, 0))


def _frets(ground: pygame.Surface, size: Size, side: int, inset: float) -> None:
    """Carve stepped spirals along the band, turned towards the middle of each side."""
    if side < 5:
        return
    tiles = {flip: pygame.transform.flip(_fret(side), flip, False) for flip in (False, True)}
    step = side * 1.3
    corner = inset + side * 1.5
    shift = inset + side * 0.12
    for along, across, level in ((size[0], size[1], True), (size[1], size[0], False)):
        count = max(1, int((along - 2 * corner) / step))
        start = (along - (count - 1) * step) / 2
        for number in range(count):
            tile = tiles[number >= count / 2]
            for near in (shift, across - shift):
                at = (start + number * step, near) if level else (near, start + number * step)
                turned = tile if level else pygame.transform.rotate(tile, 90)
                ground.blit(turned, turned.get_rect(center=(round(at[0]), round(at[1]))))


def _fret(side: int) -> pygame.Surface:
    easel = Easel(side)
    way = ((6, 84), (6, 16), (88, 16), (88, 84), (38, 84), (38, 50), (62, 50))
    easel.lay(ribbon(way, 13), colour="#4d1c0c", edge=5, raised=-1.0, shadow=0)
    easel.lay(*(ribbon(((x + 5, y + 5), (u + 5, v + 5)), 3) for (x, y), (u, v) in pairwise(way)),
              colour="#f3b184", edge=2, raised=0, shadow=0, strength=0.4)  # fmt: skip
    return easel.picture()


def _studs(ground: pygame.Surface, size: Size, cell: int) -> None:
    """Set a round jade into each corner of the band."""
    side, inset = max(5, round(0.3 * cell)), MARGIN * MOST_INSET * cell / 2 + 0.07 * cell
    easel = Easel(side)
    easel.lay(disc(48, 48, 44), colour="#c08f38", edge=6, raised=1.2, gloss=0.8, shadow=4)
    easel.lay(disc(48, 48, 32), colour="#23906f", edge=12, raised=1.2, gloss=1.2, shadow=0)
    stud = easel.picture()
    for x in (inset, size[0] - inset):
        for y in (inset, size[1] - inset):
            ground.blit(stud, stud.get_rect(center=(round(x), round(y))))


# -- what is sunk into them


def field(kit: Kit, cell: int, kind: Kind) -> pygame.Surface:
    """A field of the supply board: two cells wide for bodies, one for a head or a tail, its kind engraved."""

    def bake() -> pygame.Surface:
        count = 2 if kind == "body" else 1
        sunk = hollow((cell * count, cell), 0.2 * cell, max(2.0, 0.07 * cell))
        for number in range(count):
            _engrave(kit, sunk, kind, cell, (cell * number + cell / 2, cell / 2))
        return sunk

    return kit.bakery.keep(("coatl field", cell, kind), bake)


def _engrave(kit: Kit, sunk: pygame.Surface, kind: Kind, cell: int, middle: tuple[float, float]) -> None:
    """Engrave the outline of a piece: what is carved away is dark, its lower right edge catches the light."""
    side = max(4, round(cell * 0.62))
    cover = cover_of(segment(kit, f"K{LETTERS[kind]}", side))
    step = max(1, side // 32)
    x, y = middle
    for tone, strength, shift in ((OBSIDIAN[2], 0.5, step), ((6, 5, 8), 0.85, 0)):
        blit_around(sunk, picture(tone, np.clip(cover * 1.6 - 0.6, 0, 1) * strength), (x + shift, y + shift))


def slot(kit: Kit, cell: int) -> pygame.Surface:
    return kit.bakery.keep(("coatl slot", cell), lambda: hollow((cell, cell), 0.18 * cell, max(2.0, 0.06 * cell)))


def lane(kit: Kit, size: Size) -> pygame.Surface:
    """The hollow in which a cóatl lies."""
    depth = max(2.0, 0.07 * size[1])
    return kit.bakery.keep(("coatl lane", size), lambda: hollow(size, 0.3 * size[1], depth, seed=94))


def lay_board(surface: pygame.Surface, kit: Kit, board: pygame.Surface, rect: pygame.Rect, cell: int) -> None:
    """Lay a board with its shadow into a rectangle of its size."""
    lay_shadow(surface, kit, rect, cell)
    surface.blit(board, rect)


def lay_shadow(surface: pygame.Surface, kit: Kit, rect: pygame.Rect, cell: int) -> None:
    reach = max(3, round(0.2 * cell))
    key = ("coatl board's shadow", rect.size, reach)
    shadow = kit.bakery.keep(key, lambda: native(shadow_of(rounded(rect.size, 0.24 * cell), reach, 0.7)))
    surface.blit(shadow, (rect.left - reach + reach // 3, rect.top - reach + reach // 2))
