"""The boards of Cóatl: the supply board with ten fields, a player's slab with eight slots, lanes; and what lies there.

Those are tokens, markers and the sun; fields, slots, lanes and cells light up where something may be done.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import pygame

from logic.coatl.components import (
    BODY_FIELDS,
    FIELDS,
    HEAD_FIELDS,
    KINDS,
    LETTERS,
    SLOTS,
    TAIL_FIELDS,
    Kind,
    bag_of,
    capacity,
)
from sprites.coatl.art import EBONY, GOLD, JADE, LIMESTONE, OBSIDIAN, TERRACOTTA, Cut, Tones, edge_of, hollow, slab
from sprites.coatl.segments import MASTER, TRUNK, on_square, pen_for, picture_side, segment
from sprites.paint import relief
from sprites.paint.canvas import Canvas, Shape, blob, box, curve, disc, drawn, ellipse, polygon, ray, ribbon, scaled
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Layer, Size, blurred, covered, from_upper_left, grid, rounded, soft
from sprites.paint.pauses import pause
from sprites.paint.relief import hint_line
from sprites.paint.surfaces import RGB, baked_at, blit_around, cover_of, inked, native, picture, rgb, slab_shadow
from sprites.paint.tokens import player_token

GAP, WELL = 0.14, 0.78
"""Distance between fields, and width of a well, in cells."""
BOARD_MARGIN, BOARD_GAP = 0.34, 0.1
"""Margin of a player's board, and distance between its slots, in slots."""
COLUMNS = 4
"""Slots of a player in a row."""
CARVED = 0.85
"""Darkness of carvings, and brightness of their edges."""
SIGN = 0.25
"""Vertical position of the sign's middle in a well."""
MARGIN = 0.52
"""Width of the market's frame, in the cells of its carving."""
LIGHT = (255, 222, 150)
"""Colour of the light on the market."""
SHELF: Tones = (rgb("#3b2c1e"), rgb("#6f5a42"), rgb("#dcc8a2"))
CLAY: Tones = (rgb("#0e0503"), rgb("#3d1a10"), rgb("#c8764a"))
EARTH: Tones = (*CLAY[:2], rgb("#6b3a20"))
"""The floors of a card shelf, of a groove in the table, and of a place for points."""
MOST_INSET = 0.62
"""Reach of a board's frame as a share of its margin."""

# -- fields


ARRANGEMENTS: tuple[tuple[tuple[str | None, ...], ...], ...] = (
    (("body", *BODY_FIELDS, "head", *HEAD_FIELDS, "tail", *TAIL_FIELDS),),
    (("body", *BODY_FIELDS[:3], "head", *HEAD_FIELDS), (None, *BODY_FIELDS[3:], "tail", *TAIL_FIELDS)),
)
"""Possible arrangements of fields and the wells of their kinds in rows; None stands for the stone of the sun.

The one with the largest fields is used.
"""


class FieldRects(NamedTuple):
    """The rectangles of the fields and of each kind's well, and the size of a cell."""

    cell: int
    fields: Mapping[str, pygame.Rect]
    wells: Mapping[Kind, pygame.Rect]
    sun: pygame.Rect | None


def supply_places(size: Size) -> FieldRects:
    """Arrange the fields in a room of that size, as large as possible."""
    rows = max(ARRANGEMENTS, key=lambda rows: _cell_of(rows, size))
    cell = max(2, math.floor(_cell_of(rows, size)))
    gap = GAP * cell
    top = (size[1] - len(rows) * cell - (len(rows) - 1) * gap) / 2
    found: dict[str | None, pygame.Rect] = {}
    for number, row in enumerate(rows):
        left, y = (size[0] - _width(row) * cell) / 2, round(top + number * (cell + gap))
        for name in row:
            found[name] = pygame.Rect(round(left), y, round(_cells(name) * cell), cell)
            left += found[name].width + gap
    wells = {kind: found[kind] for kind in KINDS}
    return FieldRects(cell, {name: found[name] for name in FIELDS}, wells, found.get(None))


def _cells(name: str | None) -> float:
    """Width of a field, a well or the sun, in cells."""
    return capacity(name) if name in FIELDS else WELL


def _width(row: Sequence[str | None]) -> float:
    return sum(map(_cells, row)) + GAP * (len(row) - 1)


def _cell_of(rows: Sequence[Sequence[str | None]], size: Size) -> float:
    return min(size[0] / max(map(_width, rows)), size[1] / (len(rows) + GAP * (len(rows) - 1)))


def slot_places(size: Size) -> tuple[pygame.Rect, ...]:
    """The eight slots on a player's board of that size, row by row."""
    columns, rows = COLUMNS, math.ceil(SLOTS / COLUMNS)
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


def market(
    kit: Kit, size: Size, frame: int, room: pygame.Rect, shelves: Sequence[pygame.Rect], emblem: pygame.Rect
) -> pygame.Surface:
    """The market: pale lit stone within a carved terracotta band of width ``frame``.

    In its ``room`` a field is sunk for each pair, head and tail, beside the wells of their kinds with their signs;
    cards lie on shelves, and in the ``emblem`` is the sign of the temples.
    """
    key = ("coatl market", size, frame, tuple(room), tuple(map(tuple, (*shelves, emblem))))
    return kit.cache.keep(key, lambda: _market(kit, size, frame, room, shelves, emblem))


def _market(
    kit: Kit, size: Size, frame: int, room: pygame.Rect, shelves: Sequence[pygame.Rect], emblem: pygame.Rect
) -> pygame.Surface:
    places, cell = supply_places(room.size), max(2, round(frame / MARGIN))
    # Cached parts are baked first, so that nothing is painted twice when this is done in slices.
    sun = sunstone(kit, places.sun.width) if places.sun is not None else None
    fields = [(field(kit, places.cell, bag_of(name)), rect) for name, rect in places.fields.items()]
    signs = [(sign(kit, kind, max(1, round(0.6 * rect.width)), SHELF), rect) for kind, rect in places.wells.items()]
    ground = _Frame(LIMESTONE, TERRACOTTA, MARGIN).paint(kit, size, cell)
    _frets(ground, size, round(frame * MOST_INSET * 0.62), frame * MOST_INSET / 2)
    _studs(ground, size, cell)
    pause()
    x, y = grid(size, size[1])
    lit = covered(edge_of(size, 0.24 * cell, frame * MOST_INSET + 2)) * np.exp(-(x * x / 1.8 + (y + 0.5) ** 2))
    ground.blit(picture(LIGHT, np.asarray(0.3 * lit)), (0, 0))
    pause()
    for rect in shelves:
        ground.blit(hollow(rect.size, 0.12 * rect.height, max(2.0, 0.03 * rect.height), SHELF, seed=95), rect)
    if places.sun is not None and sun is not None:
        blit_around(ground, sun, places.sun.move(room.topleft).center)
    ground.blits([(sunk, rect.move(room.topleft)) for sunk, rect in fields])
    for carved, rect in signs:
        at = rect.move(room.topleft)
        blit_around(ground, carved, (at.centerx, at.top + SIGN * at.height))
    mark = _carved(_pyramid(max(1, round(0.8 * emblem.width))), max(1, emblem.width // 32), SHELF)
    blit_around(ground, mark, emblem.center)
    return native(ground)


@kept
def sign(kit: Kit, kind: Kind, side: int, tones: Tones) -> pygame.Surface:
    """The outline of a kind of piece, carved into a material of those tones."""
    return native(_carved(cover_of(segment(kit, f"K{LETTERS[kind]}", side)), max(1, side // 32), tones))


def _carved(cover: Layer, step: int, tones: Tones) -> pygame.Surface:
    """Carve a shape: the carving is dark, its lower right edge catches the light."""
    depth = np.pad(np.clip(cover * 1.6 - 0.6, 0, 1) * np.float32(CARVED), step)
    surface = picture(tones[2], np.roll(depth, step, (0, 1)))
    surface.blit(picture(tones[0], depth), (0, 0))
    return surface


def _pyramid(side: int) -> Layer:
    """The outline of a stepped pyramid."""
    steps = [box(50 - half, top, 2 * half, 15, 1) for half, top in ((44, 74), (33, 56), (22, 38), (12, 20))]
    return Canvas(side).fill(steps)


SEAT_SIGN = 0.44
"""Size of the seat's token where four slots meet, in slots."""


@kept
def player_board(kit: Kit, size: Size, *, seat: int | None = None) -> pygame.Surface:
    """A slab of dark wood with eight slots, inlaid with jade or, for a seat, with its colour and its token."""
    places = slot_places(size)
    cell = places[0].width
    inlay = JADE
    if seat is not None:
        look = kit.theme.players[seat]
        inlay = (rgb(look.dark), rgb(look.colour), rgb(look.light))
    hole = slot(kit, cell)
    sign = None if seat is None else player_token(kit, seat, max(4, round(SEAT_SIGN * cell)))
    board = _Frame(EBONY, inlay, BOARD_MARGIN, wood=True).paint(kit, size, cell)
    for rect in places:
        board.blit(hole, rect)
    if sign is not None:
        blit_around(board, sign, places[0].unionall(places[1:]).center)
    return native(board)


class _Frame(NamedTuple):
    """The frame of a board: its stone or wood, the inlaid band, and how far it reaches in, in cells."""

    tones: Tones
    inlay: Tones
    margin: float
    wood: bool = False

    def paint(self, kit: Kit, size: Size, cell: float) -> pygame.Surface:
        """Paint a slab with a band inlaid around it, between two threads of gold."""
        small, cell = baked_at(size, cell)
        unit, margin = max(0.3, cell / 70), self.margin * cell
        cut = Cut(0.24 * cell, max(2.0, 0.09 * cell))
        # The boards of all players are of the same wood.
        key = ("coatl slab", small, cell, self.wood)
        ground = kit.cache.keep(key, lambda: slab(small, unit, self.tones, cut, grain=self.wood)).copy()
        pause()
        edge = edge_of(small, cut.radius)
        middle, wide = margin * MOST_INSET * 0.5 + 0.07 * cell, margin * MOST_INSET * (0.34 if self.wood else 1.0)
        light = from_upper_left(small) - 0.5
        thread = max(1.2, 0.028 * cell)
        _inlay(ground, np.abs(edge + np.float32(middle)) - np.float32(wide / 2), wide * 0.3, light, self.inlay)
        for side in (-1, 1):
            pause()
            line = np.abs(edge + np.float32(middle + side * (wide + thread) / 2)) - np.float32(thread / 2)
            _inlay(ground, line, thread, light, GOLD)
        pause()
        return native(ground if small == size else pygame.transform.smoothscale(ground, size))


def _inlay(ground: pygame.Surface, line: Layer, bevel: float, light: Layer, tones: Tones) -> None:
    shade = relief.facing(relief.rim(line, max(1.0, bevel)), 1.0)
    shade -= relief.light()[2]
    shade *= 0.6
    shade += 0.5
    shade += 0.3 * light
    body = cover_of(ground)
    ground.blit(picture((0, 0, 0), np.asarray(0.5 * soft(line - 1, max(1.5, bevel)) * body)), (0, 0))
    ground.blit(inked(shade, tones, np.asarray(covered(line) * body)), (0, 0))


def _frets(ground: pygame.Surface, size: Size, side: int, inset: float) -> None:
    """Carve stepped spirals along the band, turned towards the middle of each side."""
    if side < 5:
        return
    tiles = {flip: pygame.transform.flip(drawn(_fret)(side), flip, False) for flip in (False, True)}
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
                blit_around(ground, tile if level else pygame.transform.rotate(tile, 90), at)


def _fret(canvas: Canvas) -> None:
    way = ((6, 84), (6, 16), (88, 16), (88, 84), (38, 84), (38, 50), (62, 50))
    canvas.lay(ribbon(way, 13), colour="#4d1c0c", edge=5, raised=-1.0, shadow=0)
    canvas.ink(*(ribbon(((x + 5, y + 5), (u + 5, v + 5)), 3) for (x, y), (u, v) in pairwise(way)), colour="#f3b184",
               strength=0.4)  # fmt: skip


def _studs(ground: pygame.Surface, size: Size, cell: int) -> None:
    """Set a round jade into each corner of the band."""
    side, inset = max(5, round(0.3 * cell)), MARGIN * MOST_INSET * cell / 2 + 0.07 * cell
    canvas = Canvas(side)
    canvas.lay(disc(48, 48, 44), colour="#c08f38", edge=6, raised=1.2, gloss=0.8, shadow=4)
    canvas.lay(disc(48, 48, 32), colour="#23906f", edge=12, raised=1.2, gloss=1.2, shadow=0)
    stud = canvas.picture()
    for x in (inset, size[0] - inset):
        for y in (inset, size[1] - inset):
            blit_around(ground, stud, (x, y))


# -- hollows


@kept
def field(kit: Kit, cell: int, kind: Kind) -> pygame.Surface:
    """A field of the supply board: two cells wide for bodies, one for a head or a tail, its kind engraved."""
    count = 2 if kind == "body" else 1
    sunk = hollow((cell * count, cell), 0.2 * cell, max(2.0, 0.07 * cell))
    for number in range(count):
        blit_around(sunk, sign(kit, kind, max(4, round(0.62 * cell)), OBSIDIAN), (cell * (number + 0.5), cell / 2))
    return sunk


def slot(kit: Kit, cell: int) -> pygame.Surface:
    return kit.cache.keep(("coatl slot", cell), lambda: hollow((cell, cell), 0.18 * cell, max(2.0, 0.06 * cell)))


def lane(kit: Kit, size: Size) -> pygame.Surface:
    """The hollow for a cóatl."""
    depth = max(2.0, 0.07 * size[1])
    return kit.cache.keep(("coatl lane", size), lambda: hollow(size, 0.3 * size[1], depth, seed=94))


def lay_groove(surface: pygame.Surface, kit: Kit, rect: pygame.Rect, most: Size, radius: int) -> None:
    """Draw a groove carved into the table, from the four corners of one as large as any.

    So an opening groove costs no more than one at rest.
    """
    size = max(most[0], rect.width), max(most[1], rect.height)
    key = ("coatl groove", size, radius)
    whole = kit.cache.keep(key, lambda: hollow(size, radius, max(2.0, 0.3 * radius), CLAY, seed=94))
    left, upper = rect.width // 2, (rect.height + 1) // 2
    for x, wide, from_x in ((0, left, 0), (left, rect.width - left, size[0] - rect.width + left)):
        for y, high, from_y in ((0, upper, 0), (upper, rect.height - upper, size[1] - rect.height + upper)):
            surface.blit(whole, (rect.left + x, rect.top + y), (from_x, from_y, wide, high))


def plate(kit: Kit, size: Size) -> pygame.Surface:
    """A shallow place in the table for the points of a cóatl."""
    return kit.cache.keep(("coatl worth", size), lambda: hollow(size, 0.35 * size[1], max(1.0, 0.08 * size[1]), EARTH))


def lay_signs(surface: pygame.Surface, kit: Kit, furrow: pygame.Rect, side: int) -> None:
    """Draw the head and the tail carved into the table beside an unused furrow."""
    away = furrow.width / 2 + 0.44 * side
    blit_around(surface, sign(kit, "head", side, CLAY), (furrow.centerx - away, furrow.centery))
    blit_around(surface, sign(kit, "tail", side, CLAY), (furrow.centerx + away, furrow.centery))


@kept
def medallion(kit: Kit, side: int, seat: int) -> pygame.Surface:
    """The round stone of a player, with a rim in the seat's colour, and its token."""
    look = kit.theme.players[seat]
    canvas = Canvas(side)
    canvas.lay(disc(49, 49, 48), colour=look.colour, edge=5, raised=1.2, gloss=0.5, shadow=4)
    canvas.lay(disc(49, 49, 41), colour="#241a16", edge=3, raised=-0.9, shadow=0)
    canvas.lay(disc(49, 49, 37), colour="#4a3528", edge=4, raised=0.5, shadow=0)
    surface = native(canvas.picture())
    blit_around(surface, player_token(kit, seat, round(0.5 * side)), (0.49 * side, 0.33 * side))
    return surface


def lay_shadow(surface: pygame.Surface, kit: Kit, rect: pygame.Rect, cell: int) -> None:
    """Draw the shadow of a board, or a mat, that lies in a rectangle."""
    reach = max(3, round(0.2 * cell))
    key = ("coatl board's shadow", rect.size, reach)
    shadow = kit.cache.keep(key, lambda: slab_shadow(rect.size, 0.24 * cell, reach, 0.7))
    surface.blit(shadow, (rect.left - reach + reach // 3, rect.top - reach + reach // 2))


# -- marks

Light = Literal["legal", "hover", "hint", "cursor", "chosen", "trail"]
End = Literal["head", "tail", "start"]
VEILED = 0.35
"""Darkness of dimmed things."""
TRAIL = 0.6
"""Opacity of the line around what was moved last."""


@kept
def light(kit: Kit, size: Size, what: Light) -> pygame.Surface:
    """A light for a field, a slot or a lane of that size; it extends by :func:`light_reach` on each side."""
    reach, high = light_reach(size), min(size)
    whole = (size[0] + 2 * reach, size[1] + 2 * reach)
    edge = edge_of(whole, 0.2 * high, reach)
    if what == "hint":
        return hint_line(kit, edge, high)
    colours = kit.theme.colours
    tones = {"legal": colours.accent_light, "chosen": colours.good, "trail": colours.trail, "hover": colours.hint}
    wide = {"legal": 0.022, "cursor": 0.03, "trail": 0.02}.get(what, 0.045) * high
    line = np.abs(edge) - np.float32(max(1.0, wide))
    if what == "cursor":
        line = np.maximum(line, _sides(whole, reach, high))
    strength = {"legal": 0.5, "cursor": 0.0, "trail": 0.0}.get(what, 0.8)
    glow = strength * np.where(edge > 0, soft(edge, reach), soft(-edge - 0.04 * high, 0.16 * high))
    dark = covered(line - max(1.0, 0.014 * high)) * 0.75
    inside = covered(line)
    alpha = np.maximum(np.maximum(inside, dark), glow)
    if what == "trail":
        alpha = alpha * TRAIL
    dim = np.clip(dark - inside, 0, 1)
    return picture([band * (1 - 0.85 * dim) for band in rgb(tones.get(what, colours.focus))], np.asarray(alpha))


@kept
def veil(_kit: Kit, size: Size, radius: int) -> pygame.Surface:
    """The veil over something that cannot be used now."""
    return picture((0, 0, 0), rounded(size, radius) * np.float32(VEILED))


def light_reach(size: Size) -> int:
    """Pixels by which a light extends beyond its target."""
    return max(3, round(0.12 * min(size)))


def _sides(size: Size, reach: int, high: float) -> Layer:
    """The distance to the corners of a rectangle: only they are drawn."""
    x = np.abs(np.arange(size[0], dtype=np.float32) - (size[0] - 1) / 2)[:, None]
    y = np.abs(np.arange(size[1], dtype=np.float32) - (size[1] - 1) / 2)[None, :]
    arm = np.float32(0.3 * high)
    return np.asarray(np.maximum(size[0] / 2 - reach - arm - x, size[1] / 2 - reach - arm - y))


def opening(kit: Kit, end: End, size: int) -> pygame.Surface:
    """The mark of a cell in which a piece may be laid: its outline lit, a plus in it; square like a piece."""
    size = max(4, size)
    key, glow = ("coatl opening", end), rgb(kit.theme.colours.accent_light)
    painted = scaled(kit, key, size, lambda cell: _opening(end, cell, glow), master=MASTER)
    if painted.get_width() == picture_side(size):
        return painted
    return kit.cache.keep((*key, size), lambda: native(on_square(painted, picture_side(size))))


def _opening(end: str, cell: int, glow: RGB) -> pygame.Surface:
    """Draw the outline of a body, glowing, with a plus; a start glows less."""
    side = picture_side(cell)
    pen = pen_for(Canvas(side), cell)
    cover = pen.fill(TRUNK)
    inner = np.clip(blurred(cover, max(2.0, cell * 0.09)) * 4 - 2.6, 0, 1)
    line = np.clip(cover - inner, 0, 1)
    plus = pen.fill(ribbon(((50, 36), (50, 68)), 9), ribbon(((34, 52), (66, 52)), 9))
    halo = blurred(cover, cell * 0.16) * (0.42 if end != "start" else 0.3)
    alpha = np.maximum(np.maximum(line * 0.95, plus * 0.95), halo)
    return native(picture(glow, np.asarray(alpha)))


THING_MASTER = 160
"""Smaller things are scaled down from this side."""
SANDY, GREEN, RED, GOLDEN = "#d9c6a0", "#249072", "#b85a34", "#dfac45"
DARK = "#2b1408"

# -- tokens


def token(kit: Kit, name: str, side: int, *, used: bool = False) -> pygame.Surface:
    """A sacrifice token by its name, ``pick``, ``future`` or ``commit``; a used one is face down."""
    key = ("coatl token", name, used)
    return scaled(kit, key, side, drawn(_token, name, used=used), master=THING_MASTER)


def _token(canvas: Canvas, name: str, *, used: bool) -> None:
    outline, inner, colour, sign = _TOKENS[name]
    if used:
        canvas.lay(outline, colour="#6d6153", edge=6, raised=0.9, shadow=3)
        canvas.lay(inner, colour="#5a4f43", edge=3, raised=-0.8, shadow=0)
        knot = [ribbon(((34, 34), (64, 64)), 7), ribbon(((64, 34), (34, 64)), 7)]
        canvas.lay(*knot, colour="#40372f", edge=2.4, raised=-0.9, shadow=0)
        return
    canvas.lay(outline, colour=colour, edge=6, raised=1.1, gloss=0.5, shadow=4)
    canvas.lay(inner, colour="#f3e3c0", edge=2.4, raised=-0.8, shadow=0)
    sign(canvas)


def _octagon(radius: float) -> Shape:
    ways = [math.pi / 8 + number * math.tau / 8 for number in range(8)]
    return polygon(*((49 + radius * math.cos(way), 49 + radius * math.sin(way)) for way in ways))


def _hand(canvas: Canvas) -> None:
    fingers = [((38, 54), (34, 32)), ((46, 52), (45, 26)), ((54, 52), (56, 27)), ((61, 55), (66, 34))]
    thumb = ribbon(curve(((38, 64), (29, 58), (26, 49)), 5), 8, 6.5)
    hand = (
        *(ribbon(way, 8, 6.5) for way in fingers),
        thumb,
        blob((35, 52), (49, 48), (64, 53), (62, 69), (50, 75), (38, 70)),
    )
    canvas.lay(*hand, colour=RED, edge=3.4, gloss=0.3, shadow=1.6)
    canvas.lay(disc(50, 61, 6), colour=GOLDEN, raised=1.1, gloss=0.6, shadow=0.8)


def _eye(canvas: Canvas) -> None:
    lid = polygon(*curve(((20, 51), (34, 37), (49, 32), (64, 37), (78, 51), (64, 64), (49, 68), (34, 64), (20, 51)), 6))
    canvas.lay(lid, colour="#12486f", edge=2.4, gloss=0.3, shadow=1.6)
    white = curve(((27, 51), (38, 41), (49, 38), (60, 41), (71, 51), (60, 60), (49, 63), (38, 60), (27, 51)), 6)
    canvas.lay(polygon(*white), colour="#fffaf0", raised=-0.5, shadow=0)
    canvas.lay(disc(49, 50.5, 11), colour="#2f86c9", edge=3, gloss=0.6, shadow=0)
    canvas.lay(disc(49, 50.5, 5.4), colour="#0c1a26", edge=1.4, raised=0.4, shadow=0)
    canvas.ink(disc(46, 47, 2.2), colour="#ffffff")
    lashes = [ribbon(((49 + 20 * x, 29 - y), (49 + 27 * x, 21 - y)), 4) for x, y in ((-0.8, -4), (0, 1), (0.8, -4))]
    canvas.lay(*lashes, colour="#12486f", edge=1.4, raised=0.8, shadow=0.8)


def _temple(canvas: Canvas) -> None:
    for y, half in ((66, 29), (55, 22), (44, 15)):
        canvas.lay(box(49 - half, y, 2 * half, 11.4, 1), colour=GREEN, edge=2.2, gloss=0.3, shadow=1.4)
    canvas.lay(box(39, 29, 20, 15.4, 1), colour=GREEN, edge=2.2, gloss=0.3, shadow=1.4)
    canvas.lay(box(36, 24, 26, 6, 1), colour=GOLDEN, edge=1.6, raised=1.1, gloss=0.6, shadow=1.2)
    canvas.lay(box(45.4, 33, 7.2, 11, 1), colour=DARK, edge=1, raised=-0.4, shadow=0)
    canvas.lay(polygon((45, 44), (53, 44), (57, 77), (41, 77)), colour=SANDY, edge=1.6, raised=0.8, shadow=0.6)
    steps = [ribbon(((45 - (y - 44) * 0.12, y), (53 + (y - 44) * 0.12, y)), 1.3) for y in (49, 54, 59, 64, 69, 74)]
    canvas.ink(*steps, colour=DARK, strength=0.6)


_TOKENS: Mapping[str, tuple[Shape, Shape, str, Callable[[Canvas], None]]] = {
    "pick": (_octagon(47), _octagon(38), RED, _hand),
    "future": (disc(49, 49, 46), disc(49, 49, 38), "#2d6f9f", _eye),
    "commit": (box(6, 6, 86, 86, 12), box(14, 14, 70, 70, 7), GREEN, _temple),
}
"""The outline, the field within, the stone and the sign of each token."""

# -- marker, sun


def marker(kit: Kit, side: int) -> pygame.Surface:
    """The first player's marker: a golden sun with a jade heart."""
    return scaled(kit, ("coatl marker",), side, drawn(_marker), master=THING_MASTER)


def _marker(canvas: Canvas) -> None:
    for i in range(12):
        reach, colour = (40, RED) if i % 2 else (47, GOLDEN)
        beam = ray(49, 49, i * math.tau / 12, 24, reach, 8)
        canvas.lay(beam, colour=colour, edge=3, raised=1.1, gloss=0.6, shadow=2.4)
    canvas.lay(disc(49, 49, 29), colour=GOLDEN, edge=4, raised=1.2, gloss=0.8, shadow=3)
    canvas.lay(disc(49, 49, 21), colour=GREEN, edge=3.4, raised=1.1, gloss=0.9, shadow=1.4)
    one = (ribbon(((42, 43), (50, 37), (50, 62)), 6), ribbon(((42, 62), (58, 62)), 5))
    canvas.lay(*one, colour="#fff3d2", edge=1.4, raised=0.6, shadow=0.8)


@kept
def sunstone(_kit: Kit, side: int) -> pygame.Surface:
    """The round stone in the middle of the supply board: a sun of jade and gold within a ring of steps."""
    return native(drawn(_sunstone)(max(8, side)))


def _sunstone(canvas: Canvas) -> None:
    canvas.lay(disc(49, 49, 47), colour="#a9532f", edge=4, raised=1.1, gloss=0.2, shadow=3)
    canvas.lay(disc(49, 49, 40), colour="#6b2c16", edge=3, raised=-0.9, shadow=0)
    for ring, colour, reach, wide in ((0, "#2a9476", 39, 12), (1, "#e0b04a", 35, 9)):
        for i in range(8):
            beam = ray(49, 49, (i + ring / 2) * math.tau / 8, 20, reach, wide)
            canvas.lay(beam, colour=colour, edge=2.6, raised=1.1, gloss=0.5, shadow=1.4)
    canvas.lay(disc(49, 49, 23), colour="#e0b04a", edge=3, raised=1.2, gloss=0.7)
    canvas.lay(disc(49, 49, 18.5), colour="#c8912f", raised=-0.6, shadow=0)
    for x in (42, 56):
        canvas.lay(ellipse(x, 45, 3.6, 3.2), colour="#3a1f08", edge=1, raised=-0.6, shadow=0)
    canvas.lay(polygon((49, 46), (53, 54), (45, 54)), colour="#e8c268", edge=1.6, shadow=0.8)
    canvas.lay(ribbon(curve(((41, 58), (49, 62), (57, 58)), 5), 3), colour="#5a2c0a", edge=1, raised=-0.6, shadow=0)
