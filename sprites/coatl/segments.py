"""The pieces of a cóatl: heads with a crest, interlocking bodies, tails with a plume, feathers.

Each is painted in a cell of a hundred units and extends a little beyond it: the front of a piece is hollow, its back
round, so that pieces in neighbouring cells interlock and a free end looks open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

import numpy as np
import pygame

from logic.coatl.components import FEATHER
from sprites.coatl.art import COLOURS, INK, INKS, IVORY, mark
from sprites.paint.canvas import (
    UNITS,
    Canvas,
    Pen,
    Point,
    Shape,
    contour,
    curve,
    disc,
    ellipse,
    placed,
    polygon,
    ribbon,
    scaled,
    tones,
)
from sprites.paint.kit import Kit
from sprites.paint.layers import blurred
from sprites.paint.surfaces import blit_around, cover_of, hex_of, mix, native, shadow_of

Look = Literal["plain", "ghost", "dim", "flat"]
"""As it is; where it might be laid; not usable now; as a silhouette with the mark of its colour."""
REACH = 0.14
"""Extent of a picture beyond its cell on each side, in cells."""
MASTER, LARGE_MASTER = 150, 300
"""Smaller pieces are scaled down from pieces of the first size, or from the second if they are larger than that."""
LEGIBLE = 30
"""Cell size below which the marks of the colours are always strong."""
GHOST, DIMMED, GREYED = 0.5, 0.66, 0.3
"""Opacity of a ghost, and darkness and greyness of a piece that is not usable."""
LIFTS = 4
"""Number of steps of a lifted piece's shadow."""
FLAT_MARK, BONE = 1.15, "#c9b48d"
"""Size of a silhouette's mark by that of a strong one, and the colour of its outline, visible on a dark mat."""
ROUND = 108.0
"""Where a piece's back ends; the front of the next one is hollow by as much, so that they interlock."""


def picture_side(size: int) -> int:
    """The side of the picture of a piece, by that of its cell, in pixels; both have the same middle."""
    return size + 2 * round(REACH * size)


def segment(kit: Kit, piece_type: str, size: int, look: Look = "plain") -> pygame.Surface:
    """A piece by its type, such as ``Rh``, in a cell of that size: head left, tail right, on a square.

    The middle of the picture is the middle of the cell; :func:`picture_side` is its size. It is
    transparent around the piece.
    """
    size = max(4, size)
    strong, master = kit.strong_patterns or size < LEGIBLE, MASTER if size <= MASTER else LARGE_MASTER
    if look == "flat":
        painted = scaled(kit, ("coatl silhouette", piece_type), size, partial(_silhouette, piece_type), master=MASTER)
    else:
        painted = scaled(kit, ("coatl piece", piece_type, strong), size,
                         lambda cell: _marked(kit, piece_type, cell, strong=strong), master=master)  # fmt: skip
    # A picture scaled down from a master may be a pixel larger or smaller than one painted at its size.
    side = picture_side(size)
    if look in ("plain", "flat") and painted.get_width() == side:
        return painted
    key = ("coatl piece", piece_type, strong, size, look)
    return kit.cache.keep(key, lambda: _looking(on_square(painted, side), look))


def on_square(painted: pygame.Surface, side: int) -> pygame.Surface:
    """A picture in the middle of a transparent square."""
    whole = pygame.Surface((side, side), pygame.SRCALPHA)
    blit_around(whole, painted, whole.get_rect().center)
    return whole


def _looking(whole: pygame.Surface, look: Look) -> pygame.Surface:
    if look == "ghost":
        alpha = pygame.surfarray.pixels_alpha(whole)
        alpha[:] = alpha * np.float32(GHOST)
        del alpha
    elif look == "dim":
        colours = pygame.surfarray.pixels3d(whole)
        grey = colours.mean(axis=2, keepdims=True)
        colours[:] = (colours * (1 - GREYED) + grey * GREYED) * DIMMED
        del colours
    return native(whole)


def shadow(kit: Kit, piece_type: str, size: int, lift: float = 0.0) -> pygame.Surface:
    """The shadow of a piece, lifted from 0 to 1: the higher the softer; centre it under the piece."""
    steps = round(min(1.0, max(0.0, lift)) * LIFTS)

    def bake(cell: int) -> pygame.Surface:
        reach = max(2, round(cell * (0.06 + 0.04 * steps)))
        return native(shadow_of(cover_of(segment(kit, piece_type, cell)), reach, 0.62 - 0.05 * steps))

    return scaled(kit, ("coatl piece's shadow", piece_type[1:], steps), max(4, size), bake, master=MASTER)


def shadow_offset(size: int, lift: float = 0.0) -> int:
    """The offset of a shadow to the right and down, in pixels."""
    return max(1, round(size * (0.035 + 0.12 * lift)))


def draw_chain(
    surface: pygame.Surface, kit: Kit, types: Sequence[str], left: int, top: int, size: int, look: Look = "plain"
) -> None:
    """Draw a chain of pieces from head to tail, with the first cell's corner at that point."""
    middles = [(left + (number + 0.5) * size, top + size / 2) for number in range(len(types))]
    aside = shadow_offset(size)
    if look != "ghost":
        for one, (x, y) in zip(types, middles, strict=True):
            blit_around(surface, shadow(kit, one, size), (x + aside, y + aside))
    for one, middle in zip(types, middles, strict=True):
        blit_around(surface, segment(kit, one, size, look), middle)


# -- outlines, in units of the cell

BACK: tuple[Point, ...] = ((94, 17), (101, 27), (106, 39), (ROUND, 52), (106, 65), (101, 77), (94, 87))
"""The round back of a head and of a body, from top to bottom."""
FRONT: tuple[Point, ...] = tuple((x - 100, y) for x, y in reversed(BACK))
"""The hollow front of a body and of a tail, from bottom to top."""
TRUNK: Shape = polygon(*curve(((-6, 17), (20, 14.5), (44, 14), (70, 14.5), (94, 17)), 4), *BACK,
                       *curve(((94, 87), (70, 89.5), (44, 90), (20, 89.5), (-6, 87)), 4), *FRONT)  # fmt: skip
BELLY: Shape = polygon(*curve(((-5, 82), (20, 76), (46, 75), (74, 76), (96, 82)), 5),
                       (94, 87), (70, 90), (44, 91), (20, 90), (-6, 87))  # fmt: skip
SKULL: Shape = polygon(
    *curve(((94, 17), (78, 15), (62, 17), (49, 19), (37, 23), (21, 31), (4, 37), (-6, 46), (-3, 54), (12, 57),
            (28, 57), (45, 61)), 5),
    *curve(((45, 63), (30, 68), (14, 69), (0, 70), (-1, 78), (12, 86), (36, 91), (66, 92), (94, 87)), 5),
    *reversed(BACK),
)  # fmt: skip
MOUTH: Shape = polygon((50, 62), (30, 54), (0, 53), (3, 73), (30, 73))
RUMP: Shape = polygon(*curve(((-6, 17), (16, 17), (38, 23), (56, 35), (66, 44)), 5), (66, 60),
                      *curve(((56, 69), (38, 81), (16, 87), (-6, 87)), 5), *FRONT)  # fmt: skip


def bare(kit: Kit, piece_type: str, cell: int = MASTER) -> pygame.Surface:
    """A piece without the mark of its colour, with its dark edge and the light on its outline.

    This is most of the work and does not depend on the mark's strength, so it is cached separately.
    """
    return kit.cache.keep(("coatl bare piece", piece_type, cell), lambda: native(_paint(piece_type, cell)))


def _paint(piece_type: str, cell: int) -> pygame.Surface:
    side = picture_side(cell)
    figure = Canvas(side)
    _KINDS[piece_type[1]](pen_for(figure, cell), piece_type[0])
    whole = _outlined(figure, cell)
    whole.lay_picture(figure, 0, 0)
    return whole.picture()


def _outlined(figure: Canvas, cell: int) -> Canvas:
    """The dark edge around a figure, alone."""
    edge = Canvas(figure.size)
    contour(edge, figure.alpha, max(1.4, cell * 0.035), tones(INK), gain=5, less=0.5, strength=0.9)
    return edge


def _marked(kit: Kit, piece_type: str, cell: int, *, strong: bool) -> pygame.Surface:
    """Paint a piece with the mark of its colour inlaid."""
    canvas = Canvas(picture_side(cell))
    pen = pen_for(canvas, cell)
    if piece_type[0] == FEATHER:
        _engrave_vane(pen, strong=strong)
    else:
        _mark(pen, piece_type[0], *MARKS[piece_type[1]], strong=strong)
    # A strong mark extends beyond a tail, so its edge is drawn around it.
    whole = _outlined(canvas, cell).picture()
    whole.blit(bare(kit, piece_type, cell), (0, 0))
    whole.blit(canvas.picture(), (0, 0))
    return whole


def _silhouette(piece_type: str, cell: int) -> pygame.Surface:
    """Paint the outline of a piece in its colour, with its mark as large as possible."""
    colour, kind = piece_type[0], piece_type[1]
    figure = Canvas(picture_side(cell))
    pen = pen_for(figure, cell)
    crest = [ribbon(curve(way, 6), 10, 15) for way, _ in {"h": PLUMES, "t": FAN}.get(kind, ())]
    for shapes, tone in (
        (crest, _light(colour)),
        ([{"h": SKULL, "b": TRUNK, "t": RUMP}[kind]], hex_of(COLOURS[colour])),
    ):
        if shapes:
            pen.lay(*shapes, colour=tone, edge=3, raised=0.4, shadow=0)
    if kind == "h":
        pen.ink(disc(34, 40, 8), colour="#ffffff")
        pen.ink(disc(33, 40, 4), colour=INK)
    x, y, share = MARKS[kind]
    _mark(pen, colour, x, y, share * FLAT_MARK, strong=True)
    edge = Canvas(figure.size)
    contour(edge, figure.alpha, max(1.4, cell * 0.05), tones(BONE), gain=5, less=0.5, strength=0.95)
    edge.lay_picture(figure, 0, 0)
    return edge.picture()


def pen_for(canvas: Canvas, cell: int) -> Pen:
    """A pen that draws in units of a cell, in the middle of the canvas for a piece's picture."""
    share = cell / canvas.size
    beyond = (UNITS / share - UNITS) / 2
    return Pen(canvas, scale=share, dx=beyond, dy=beyond)


def _light(colour: str) -> str:
    """The tone of a piece's rim and belly."""
    return hex_of(mix(COLOURS[colour], IVORY, 0.5))


def _dark(colour: str) -> str:
    return hex_of(mix(COLOURS[colour], "#000000", 0.45))


def _rimmed(pen: Pen, shape: Shape, colour: str) -> None:
    """Draw a round body with a light wire along its outline."""
    pen.lay(shape, colour=_light(colour), edge=3, gloss=0.3, shadow=0)
    inner = pen.fill(shape)
    reach = max(1.5, pen.canvas.size * 0.026)
    inside = np.clip(blurred(inner, reach) * 5 - 3.7, 0, 1) * inner
    height = blurred(inner, pen.canvas.size * 0.2)
    slope = np.zeros_like(height)
    slope[1:-1, 1:-1] = (height[2:, 1:-1] - height[:-2, 1:-1]) * 0.35 + (height[1:-1, 2:] - height[1:-1, :-2])
    slope *= np.float32(pen.canvas.size * 0.055)
    bright = 1.02 + np.clip(slope, -0.5, 0.42)
    shine = np.clip(slope - 0.1, 0, 1) ** 2 * np.float32(1.5)
    pen.canvas.blend(inside, [np.clip(bright * tone + shine, 0, 1) for tone in tones(hex_of(COLOURS[colour]))])


def _mark(pen: Pen, colour: str, x: float, y: float, share: float, *, strong: bool) -> None:
    """Draw the inlaid mark of the colour around a point."""
    ink = hex_of(INKS[colour])
    if strong:
        share *= 1.16
        ink = "#ffffff" if sum(INKS[colour]) > sum(COLOURS[colour]) else "#3a1800"
    shapes = [placed(one, x, y, share) for one in mark(colour, strong=strong)]
    pen.ink(*(placed(one, x + 1.4, y + 1.6, share) for one in mark(colour, strong=strong)), colour=_dark(colour),
            strength=0.65)  # fmt: skip
    pen.lay(*shapes, colour=ink, edge=1.6, raised=0.5, gloss=0.3, shadow=0)


def _fringe(pen: Pen, colour: str, places: Sequence[float], top: float = 14) -> None:
    """Draw short feathers along the back, each over the one behind it."""
    for number, x in reversed(list(enumerate(places))):
        tone = hex_of(mix(COLOURS[colour], IVORY, 0.1)) if number % 2 else _light(colour)
        tip = polygon(*curve(((x - 14, top + 8), (x - 6, top - 6), (x + 9, top - 11), (x + 21, top - 9),
                              (x + 17, top + 1), (x + 10, top + 8)), 5))  # fmt: skip
        pen.lay(tip, colour=tone, edge=3, gloss=0.3, shadow=1.2)


def _body(pen: Pen, colour: str) -> None:
    """Draw a body with the pale plates of its belly, or a golden one with a large feather, its quill at the tail."""
    _fringe(pen, colour, (11, 35, 59, 82))
    _rimmed(pen, TRUNK, colour)
    if colour == FEATHER:
        vane = curve(((90, 52), (70, 33), (42, 25), (16, 34), (8, 52), (18, 68), (44, 78), (70, 71), (90, 52)), 7)
        pen.lay(polygon(*vane), colour="#ffe7a0", edge=6, gloss=0.6, shadow=2.4)
        return
    pen.lay(BELLY, colour=_light(colour), edge=2.4, raised=0.7, shadow=0, strength=0.8)
    scutes = (ribbon(((x, 77), (x - 2, 88)), 1.8) for x in (8, 28, 48, 68, 88))
    pen.ink(*scutes, colour=_dark(colour), strength=0.6)


def _engrave_vane(pen: Pen, *, strong: bool) -> None:
    """Cut the barbs into a golden feather, and draw quill and eye on them."""
    cuts = [ribbon(((x, 52), (x - 15, 52 + side * reach)), 3.4 if strong else 2.4)
            for x, reach in ((32, 22), (48, 27), (64, 22), (78, 14)) for side in (-1, 1)]  # fmt: skip
    pen.lay(*cuts, colour=hex_of(INKS[FEATHER]), edge=0.8, raised=-0.4, shadow=0, strength=0.85)
    pen.lay(ribbon(((8, 52), (100, 52)), 3, 6), colour="#fff8dc", edge=1.6, gloss=0.6, shadow=1)
    pen.lay(ellipse(26, 52, 11, 10), colour="#c9352b", edge=3, raised=0.9, gloss=0.8, shadow=1)
    pen.lay(ellipse(26, 52, 5, 4.6), colour="#ffe7a0", edge=1.6, raised=0.8, shadow=0)


PLUMES: tuple[tuple[tuple[Point, ...], str], ...] = (
    (((76, 22), (88, 12), (101, 8)), "light"),
    (((68, 22), (78, 7), (91, 0)), "gold"),
    (((61, 22), (66, 5), (76, -5)), "own"),
    (((54, 23), (55, 7), (60, -4)), "gold"),
    (((48, 25), (44, 12), (44, 3)), "light"),
)
"""The crest of a head from the neck to the brow: the path of each feather, and its tone."""


def _head(pen: Pen, colour: str) -> None:
    """Draw a head that looks to the left: crest, jaws with fangs, a large eye under a ridge."""
    for way, tone in PLUMES:
        _feather(pen, curve(way, 6), colour, tone)
    tongue = [ribbon(curve(((34, 63), (12, 63), (-2, 60)), 5), 4.5), ribbon(((-2, 60), (-10, 56)), 3, 2),
              ribbon(((-2, 60), (-10, 65)), 3, 2)]  # fmt: skip
    pen.lay(MOUTH, colour="#4a0d12", raised=-0.5, shadow=0)
    pen.lay(*tongue, colour="#f0525f", edge=1.2, raised=0.8, shadow=1)
    _rimmed(pen, SKULL, colour)
    fangs = [polygon((1, 54), (11, 56), (7, 66)), polygon((20, 57), (27, 58), (24, 65)),
             polygon((6, 72), (13, 70), (8, 63))]  # fmt: skip
    pen.lay(*fangs, colour="#fff9ea", edge=1.2, raised=0.7, shadow=0.8)
    pen.lay(ellipse(2, 45, 3.0, 2.2, -30), colour=_dark(colour), edge=0.8, raised=-0.6, shadow=0)
    pen.lay(disc(36, 39, 13), colour=_dark(colour), raised=-0.4, shadow=0)
    pen.lay(disc(36, 39, 11), colour="#ffd45a", edge=3, raised=0.8, gloss=0.5, shadow=0)
    pen.lay(ellipse(34, 39.5, 4.6, 8), colour="#1a0d08", edge=1.6, raised=0.3, shadow=0)
    pen.ink(disc(31.5, 35, 2.6), colour="#ffffff")
    pen.lay(ribbon(curve(((19, 33), (31, 24.5), (47, 25), (55, 33)), 6), 4, 7), colour=_light(colour), edge=2.4,
            gloss=0.3, shadow=1.6)  # fmt: skip


def _feather(pen: Pen, way: Sequence[Point], colour: str, tone: str) -> None:
    paint = {"gold": "#f0c24e", "light": _light(colour), "own": hex_of(mix(COLOURS[colour], IVORY, 0.15))}[tone]
    if colour == "Y" and tone == "gold":
        paint = "#e2603a"
    pen.lay(ribbon(way, 8, 14), colour=paint, edge=3, gloss=0.35, shadow=1.4)
    pen.ink(ribbon(way, 1.8), colour="#4a2208", strength=0.55)


FAN: tuple[tuple[tuple[Point, ...], str], ...] = (
    (((60, 46), (72, 27), (92, 9)), "light"),
    (((60, 58), (72, 77), (92, 95)), "light"),
    (((60, 48), (82, 35), (101, 27)), "gold"),
    (((60, 56), (82, 69), (101, 77)), "gold"),
    (((60, 52), (82, 52), (104, 52)), "own"),
)
"""The plume of a tail, from its outer feathers to the middle one."""


def _tail(pen: Pen, colour: str) -> None:
    """Draw a tail that tapers to the right, a gold ring, and a fan of feathers."""
    for way, tone in FAN:
        _feather(pen, curve(way, 6), colour, tone)
    _fringe(pen, colour, (8, 29), top=17)
    _rimmed(pen, RUMP, colour)
    pen.lay(ribbon(((62, 39), (65, 52), (62, 65)), 8), colour="#f0c24e", edge=2.4, raised=1.1, gloss=0.7, shadow=1.6)


_KINDS: Mapping[str, Callable[[Pen, str], None]] = {"h": _head, "b": _body, "t": _tail}
MARKS: Mapping[str, tuple[float, float, float]] = {"h": (76, 54, 0.48), "b": (49, 46, 0.6), "t": (29, 52, 0.48)}
"""The middle and the size of the mark on a head's cheek, a body, a tail."""
