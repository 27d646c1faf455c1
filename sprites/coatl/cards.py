"""The prophecies of Cóatl as cards or tags: a pattern in beads, and below it the levels, the reached one lit."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
import pygame

from logic.coatl.components import Prophecy, prophecy
from sprites.coatl import art
from sprites.coatl.art import COLOURS, GOLD, INKS, JADE, LIMESTONE, OBSIDIAN, TERRACOTTA, Tones, mark
from sprites.paint.canvas import (
    Canvas,
    Point,
    Shape,
    box,
    curve,
    disc,
    drawn,
    ellipse,
    placed,
    polygon,
    ribbon,
    ring,
    scaled,
)
from sprites.paint.kit import Kit
from sprites.paint.layers import Layer, Size, covered, soft
from sprites.paint.materials import ROUND
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import blit_around, draw_stroke, hex_of, mix, native, picture, resized, rgb, shadow_of

Look = Literal["plain", "lit", "chosen", "dim"]
"""Whether a card is at rest, selectable, selected, or not usable."""
RATIO = 1.4
"""Preferred height of a card by its width."""
LEAST_WIDTH, LEAST_POINTS = 84, 40
"""Widths in pixels from which a card shows all of its levels, and from which it shows at least their points."""
LEAST_CARD, LEAST_TAG = (16, 22), 6
"""Pixels below which cards, and tags, are scaled down from these sizes, as nothing fits on them."""
LEAST_RATIO = 0.75
"""Least height of a card by its width; a lower one is squeezed from that."""
LIT, PLATE = "#ffe49a", (rgb("#a8731c"), rgb("#ffcf55"), rgb("#fff6cf"))
DIM, GREY = 0.55, 0.5
"""Darkness and greyness of a card that is not usable."""
LINES: dict[Look, tuple[float, float]] = {"lit": (0.016, 0.6), "chosen": (0.028, 0.7)}
"""Width of a card's bright edge, and strength of its glow."""
TAG_POINTS = 1.15
"""Width of the plate for a tag's points, by the tag's height."""
FRET: tuple[Point, ...] = (
    (0.0, 0.88), (0.0, 0.6), (0.3, 0.6), (0.3, 0.32), (0.6, 0.32), (0.6, 0.04), (1.36, 0.04), (1.36, 0.66),
    (0.96, 0.66), (0.96, 0.4),
)  # fmt: skip
"""A stepped fret as a stroke, in units of its height."""


def shadow(kit: Kit, size: Size) -> tuple[pygame.Surface, int]:
    """The shadow of a card, and by how many pixels it is larger on each side."""
    reach, key = max(2, round(0.07 * size[0])), ("coatl card's shadow", size)
    return kit.cache.keep(key, lambda: shadow_of(covered(art.edge_of(size, ROUND * size[0])), reach, 0.6)), reach


def stone(size: Size, group: str, *, seed: int) -> pygame.Surface:
    """Paint the plain stone of a group's card."""
    wide = size[0]
    return art.slab(size, wide / 100, GROUPS[group].tones, art.Cut(ROUND * wide, max(1.5, 0.035 * wide)), seed=seed)


def card_at(size: Size, paint: Callable[[Size], pygame.Surface]) -> pygame.Surface:
    """The painting of a card of that size; too small ones are scaled down from a larger one."""
    wide = max(LEAST_CARD[0], size[0])
    whole = wide, max(LEAST_CARD[1], size[1], math.ceil(LEAST_RATIO * wide))
    return paint(size) if whole == size else resized(paint(whole), size)


def tag_at(height: int, paint: Callable[[int], pygame.Surface]) -> pygame.Surface:
    """The painting of a tag of that height; too low ones are scaled down from a higher one."""
    if height >= LEAST_TAG:
        return paint(height)
    large = paint(LEAST_TAG)
    return resized(large, (max(1, round(large.get_width() * height / LEAST_TAG)), height))


def with_look(surface: pygame.Surface, look: Look, kit: Kit) -> pygame.Surface:
    """Draw a look onto the picture itself and return it: lit has a bright edge, chosen a broad one, dim is faded."""
    if look == "plain":
        return native(surface)
    if look == "dim":
        pixels = pygame.surfarray.pixels3d(surface)
        pixels[:] = ((1 - GREY) * pixels + GREY * pixels.mean(axis=2, keepdims=True)) * DIM
        del pixels
        return native(surface)
    for edge in _edges(kit, surface.get_size(), look):
        surface.blit(edge, (0, 0))
    return native(surface)


def _edges(kit: Kit, size: Size, look: Look) -> tuple[pygame.Surface, ...]:
    """The edges over a lit or chosen card of that size, shared by all cards."""
    share, strength = LINES[look]
    width = max(1.0, share * min(size))
    tone = LIT if look == "lit" else kit.theme.colours.focus

    def bright() -> pygame.Surface:
        edge = _edge(size)
        line = covered(np.abs(edge + width) - width)
        glow = soft(-edge - width, 3 * width) * covered(edge) * np.float32(strength)
        return picture(rgb(tone), np.maximum(line, glow))

    def dark() -> pygame.Surface:
        return picture(rgb(RIM), covered(np.abs(_edge(size) + 2 * width) - width) * np.float32(0.85))

    shown = kit.cache.keep(("coatl bright edge", size, look), bright)
    return (shown,) if look == "lit" else (kit.cache.keep(("coatl dark edge", size, look), dark), shown)


def _edge(size: Size) -> Layer:
    """The distance to the edge of a card or, if it is wider than high, of a tag."""
    return art.edge_of(size, ROUND * size[0] if size[1] > size[0] else 0.25 * size[1])


def hollow(surface: pygame.Surface, rect: pygame.Rect, tones: art.Tones, *, depth: float, seed: int = 90) -> None:
    """Draw a hollow on a card, if there is room."""
    if min(rect.size) < 1:
        return
    depth = max(1.0, depth)
    radius = min(2.6 * depth, 0.3 * min(rect.size))
    surface.blit(art.hollow(rect.size, radius, depth, tones, seed=seed), rect)


def number(kit: Kit, surface: pygame.Surface, text: str, middle: Point, height: float, colour: str) -> None:
    words = kit.cache.text(text, "interface", max(6, round(height)), colour)
    surface.blit(words, words.get_rect(center=(round(middle[0]), round(middle[1] - 0.02 * words.get_height()))))


def lines(
    kit: Kit, surface: pygame.Surface, rect: pygame.Rect, key: Hashable, paint: Callable[[pygame.Surface, int], None]
) -> None:
    """Draw with smooth edges in a part of a surface; the drawing is cached by key and size."""
    surface.blit(kit.cache.smooth(("coatl lines", key), rect.size, paint), rect)


def lit_plate(kit: Kit, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw a plate of bright gold, which marks the level reached."""
    cut = art.Cut(0.26 * rect.height, max(1.0, 0.1 * rect.height))
    key = ("coatl lit plate", rect.size)
    surface.blit(kit.cache.keep(key, lambda: art.slab(rect.size, rect.height / 30, PLATE, cut, seed=33)), rect)


def engrave(surface: pygame.Surface, band: int) -> None:
    """Carve stepped frets into the upper edge of a card, on both sides of its emblem."""
    for ink, step, strength in ((CREAM, 1, 90), (RIM, 0, 165)):
        frets = smooth((surface.get_width(), band), partial(_frets, band, ink, step))
        frets.set_alpha(strength)
        surface.blit(frets, (0, 0))


def _frets(band: int, ink: str, step: int, canvas: pygame.Surface, factor: int) -> None:
    wide, tall = canvas.get_width(), 0.5 * band * factor
    aside, top = step * 0.05 * tall, 0.3 * band * factor + step * 0.05 * tall
    for place in range(2):
        left = 0.075 * wide + place * 1.62 * tall + aside
        points = [(left + x * tall, top + y * tall) for x, y in FRET]
        for way in (points, [(wide - x, y) for x, y in points]):
            pygame.draw.lines(canvas, ink, False, way, max(1, round(0.13 * tall)))


def tag(
    kit: Kit, size: Size, group: str, draw: Callable[[pygame.Surface, pygame.Rect], None], points: int
) -> pygame.Surface:
    """Paint a tag of a group with room of that size for what ``draw`` draws; points stand on a plate at the right."""
    wide, height = size
    edge = max(1, round(0.09 * height))
    whole = wide + (round(TAG_POINTS * height) if points else 2 * edge), height
    cut = art.Cut(0.25 * height, max(1.2, 0.09 * height))
    surface = art.slab(whole, height / 40, GROUPS[group].tones, cut, seed=62)
    panel = pygame.Rect(edge + edge // 2, edge, wide - edge, height - 2 * edge)
    hollow(surface, panel, BONE, depth=0.05 * height)
    draw(surface, panel.inflate(-2 * edge, -edge))
    if points:
        rect = pygame.Rect(panel.right, edge, whole[0] - panel.right - edge, height - 2 * edge)
        lit_plate(kit, surface, rect)
        number(kit, surface, str(points), rect.center, 0.74 * height, RIM)
    return native(surface)


MASTER = 96
"""Smaller beads and emblems are scaled down from this side."""
ANY = "?"
"""Stands for a piece of any colour."""
BONE: Tones = (rgb("#cdb88c"), rgb("#f1e4c6"), rgb("#fffaee"))
"""The ground of patterns."""
RIM, CREAM, THREAD = "#1b0e08", "#fff3da", "#5a3a20"
SMALL = 20
"""Pixels below which a bead's mark is drawn strong, to be visible at all."""
HALF = 42.0
"""A bead's radius in hundredths of its side: the rest is for its shadow."""


class Group(NamedTuple):
    """The material of a group's cards, and that of the ground behind their numbers."""

    tones: Tones
    deep: Tones


def _deep(colour: str) -> Tones:
    return mix(colour, "#000000", 0.7), rgb(colour), mix(colour, "#ffffff", 0.3)


GROUPS: Mapping[str, Group] = {
    "red": Group(TERRACOTTA, _deep("#4a1a10")),
    "black": Group(OBSIDIAN, _deep("#121016")),
    "blue": Group((rgb("#06283a"), rgb("#1f7f9c"), rgb("#8fdcea")), _deep("#0b3444")),
    "yellow": Group(GOLD, _deep("#432c08")),
    "green": Group(JADE, _deep("#083628")),
    "white": Group((rgb("#4c3f52"), rgb("#a99bb0"), rgb("#f3e9f4")), _deep("#33283a")),
    "temple": Group(LIMESTONE, _deep("#1c1730")),
}
"""The groups of the prophecies, and the stone of the temples."""


def bead(kit: Kit, colour: str, side: int) -> pygame.Surface:
    """A round bead, ``side`` pixels square with its shadow, with its colour's mark; ``?`` is of any colour."""
    if colour == ANY:
        return scaled(kit, ("coatl bead", ANY), side, drawn(_paint_any), master=MASTER)
    strong = kit.strong_patterns
    key = ("coatl bead", colour, strong, side < SMALL)
    paint = drawn(_paint_bead, colour, strong=strong, bold=strong or side < SMALL)
    return scaled(kit, key, side, paint, master=MASTER)


def emblem(kit: Kit, group: str, side: int) -> pygame.Surface:
    """The roundel of a group of cards, ``side`` pixels square."""
    return scaled(kit, ("coatl group", group), side, drawn(_paint_emblem, group), master=MASTER)


def _paint_bead(canvas: Canvas, colour: str, *, strong: bool, bold: bool) -> None:
    tone, ink = COLOURS[colour], INKS[colour]
    canvas.lay(disc(48, 48, HALF), colour=RIM, raised=0, shadow=5)
    canvas.lay(disc(48, 48, HALF - 5), colour=hex_of(mix(tone, "#000000", 0.28)), edge=3, raised=0.4, shadow=0)
    canvas.lay(disc(47.5, 47.5, HALF - 7), colour=hex_of(tone), edge=15, raised=0.85, gloss=0.5, shadow=0)
    shapes = [placed(shape, 48, 48, 0.6 if bold else 0.54) for shape in mark(colour, strong=bold)]
    canvas.ink(*shapes, colour=hex_of(ink), strength=1.0 if strong else 0.86)
    canvas.ink(ellipse(35, 29, 11, 5.5, -38), colour="#ffffff", strength=0.55)


def _paint_any(canvas: Canvas) -> None:
    """Paint the place of a bead: a broken ring around a point for each colour."""
    canvas.ink(disc(48, 48, HALF - 6), colour="#fffaf0", strength=0.75)
    dashes: list[Shape] = []
    for number in range(8):
        turns = [(number + share / 4 * 0.62) / 8 * math.tau for share in range(5)]
        dashes.append(ribbon([(48 + (HALF - 5) * math.cos(a), 48 + (HALF - 5) * math.sin(a)) for a in turns], 7.5))
    canvas.ink(*dashes, colour=RIM)
    for number, colour in enumerate("RYGBK"):
        turn = number / 5 * math.tau - math.pi / 2
        spot = disc(48 + 17 * math.cos(turn), 48 + 17 * math.sin(turn), 8.2)
        canvas.lay(spot, colour=hex_of(COLOURS[colour]), edge=3, gloss=0.4, shadow=0)


# -- groups


def _paint_emblem(canvas: Canvas, group: str) -> None:
    deep = GROUPS[group].deep
    canvas.lay(disc(49, 49, 46), colour="#d9ab52", edge=3, raised=1.1, gloss=0.7, shadow=5)
    canvas.lay(disc(49, 49, 39), colour=hex_of(deep[1]), edge=3, raised=-0.9, shadow=0)
    canvas.lay(*EMBLEMS[group], colour=CREAM, edge=3, raised=0.9, gloss=0.2)


def _spiral() -> Shape:
    """A wave that rolls up, over a step."""
    turns = [i / 20 * 1.55 * math.tau for i in range(21)]
    scroll = [(53 + (23 - i * 0.92) * math.cos(a + 2.6), 46 + (23 - i * 0.92) * math.sin(a + 2.6))
              for i, a in enumerate(turns)]  # fmt: skip
    return ribbon([(25, 71), (27, 62), *scroll], 8.5)


def _rays(count: int, near: float, far: float, wide: float) -> list[Shape]:
    turns = [i / count * math.tau for i in range(count)]
    return [
        polygon((49 + near * math.cos(a - wide), 49 + near * math.sin(a - wide)),
                (49 + far * math.cos(a), 49 + far * math.sin(a)),
                (49 + near * math.cos(a + wide), 49 + near * math.sin(a + wide)))
        for a in turns
    ]  # fmt: skip


def _endless() -> Shape:
    """A lemniscate: an eight on its side."""
    turns = [i / 40 * math.tau for i in range(41)]
    return ribbon([(49 + 29 * math.sin(a), 49 + 17 * math.sin(2 * a)) for a in turns], 8.5)


EMBLEMS: Mapping[str, tuple[Shape, ...]] = {
    "red": (*(disc(x, 38, 6.6) for x in (31, 49, 67)), box(25, 51, 48, 9, 3), box(25, 64, 48, 9, 3)),
    "black": (polygon(*curve(((49, 16), (63, 38), (60, 58), (49, 82), (38, 58), (35, 38), (49, 16)), 6)),
              ribbon(((36, 64), (62, 64)), 6)),
    "blue": (_spiral(), ribbon(((22, 75), (76, 75)), 7)),
    "yellow": (disc(49, 49, 15), *_rays(8, 19, 33, 0.3)),
    "green": (_endless(),),
    "white": (*_rays(4, 8, 34, 0.8), ring(49, 49, 17, 4)),
}  # fmt: skip
"""A number in dots and bars, a blade, a rolling wave, a sun, infinity, a star."""


ACROSS, DOWN = 0.65, 0.78
"""Distances of the beads of a long winding cord; all lengths here are in beads."""
ACROSS_BRIEF, DOWN_BRIEF = 0.54, 0.86
"""The same where every pixel counts."""
NEXT = 0.98
"""Distance of the beads on a straight cord."""
MORE = 0.52
"""Size of the beads that show that more may follow."""
LEAST_LABEL = 11
"""Least height in pixels of a loop's label."""
LEAST_LOOP = 11
"""Least length in pixels of a loop."""
BEYOND = 0.09
"""Visible length of a cord beyond its first and its last bead."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The middle of a bead."""

    x: float
    y: float
    colour: str
    size: float = 1.0


class Layout(NamedTuple):
    """A pattern laid out: its beads; whether a cord runs through them; what stands around some of them.

    ``stops`` close both ends: not one more. ``loop`` is where a mark for “one or more” begins and ends, and its height.
    """

    spots: tuple[Spot, ...]
    cord: bool = True
    stops: bool = False
    loop: tuple[float, float, float] | None = None


def layout(card: Prophecy, *, straight: bool = False, brief: bool = False) -> Layout:
    """Lay a pattern out, the head end at the left; ``straight`` is low enough for a tag, ``brief`` has few beads."""
    name, pattern = card.family.name, card.pattern
    if name == "red":
        return _heap(pattern, straight=straight)
    if name == "anywhere":
        return _scattered(pattern, straight=straight)
    if name == "colorful":
        return Layout(_row(pattern), loop=(NEXT - 0.42, NEXT + 0.42, -0.72)) if brief else _or_more(pattern)
    letters = _letters(name, pattern)
    row = _row(letters) if straight or len(letters) < 4 else _wave(letters, brief=brief)
    if name == "blackx":
        return Layout(row, stops=True)
    loop = (row[2].x - 0.42, row[2].x + 0.42, row[2].y - 0.68) if name == "blank" else None
    return Layout(row, loop=loop)


def _letters(name: str, pattern: str) -> str:
    """The colours of a pattern in order, one for each bead."""
    a, b = pattern[0], pattern[-1]
    shapes = {
        "blackx": a * 2, "trio": a * 3, "pair": a + b, "quartet": (a + b) * 2, "three_two": a * 3 + b * 2,
        "two_three": a * 2 + b * 3, "two_two": a * 2 + b * 2, "blank": a + b + ANY + b + a,
    }  # fmt: skip
    return shapes.get(name, pattern)


def _row(letters: str) -> tuple[Spot, ...]:
    return tuple(Spot(NEXT * place, 0, letter) for place, letter in enumerate(letters))


def _wave(letters: str, *, brief: bool) -> tuple[Spot, ...]:
    across, down = (ACROSS_BRIEF, DOWN_BRIEF) if brief else (ACROSS, DOWN)
    return tuple(Spot(across * place, down * (place % 2), letter) for place, letter in enumerate(letters))


def _heap(colour: str, *, straight: bool) -> Layout:
    if straight:
        return Layout(tuple(Spot(0.56 * place, 0, colour) for place in range(3)), cord=False)
    return Layout((Spot(0.5, 0, colour), Spot(0, 0.84, colour), Spot(1, 0.84, colour)), cord=False)


def _scattered(pattern: str, *, straight: bool) -> Layout:
    if straight:
        return Layout(tuple(Spot(0.78 * place, 0, letter) for place, letter in enumerate(pattern)), cord=False)
    places = ((0.1, 0.15), (1.3, -0.1), (2.35, 0.3), (0.35, 1.25), (1.5, 1.0), (2.5, 1.4))
    if len(pattern) == 5:
        places = ((0.05, 0.1), (1.75, -0.1), (0.9, 0.75), (0.1, 1.5), (1.8, 1.4), (0, 0))
    # Colours are mixed, so that the heap is not mistaken for a sequence.
    mixed = pattern[::2] + pattern[1::2]
    return Layout(tuple(Spot(x, y, letter) for (x, y), letter in zip(places, mixed, strict=False)), cord=False)


def _or_more(pattern: str) -> Layout:
    before, many, after = tuple(pattern)
    spots = (Spot(0, 0, before), Spot(1, 0, many), Spot(1.75, 0, many, MORE), Spot(2.26, 0, many, MORE),
             Spot(3.02, 0, after))  # fmt: skip
    return Layout(spots, loop=(0.72, 2.46, -0.66))


# -- drawing


@dataclass(frozen=True, slots=True)
class _Frame:
    """The scale and origin of a layout: pixels a bead, and where the point 0, 0 lies."""

    bead: float
    left: float
    top: float

    def at(self, x: float, y: float) -> Point:
        """The pixel of a position given in beads."""
        return self.left + x * self.bead, self.top + y * self.bead


def draw_pattern(kit: Kit, surface: pygame.Surface, rect: pygame.Rect, what: Layout, most: float) -> None:
    """Draw a layout as large as it fits into a rectangle, with a maximum width of its beads in pixels."""
    frame, label = _fitted(rect, what, most)
    around = rect.inflate(rect.width // 5, rect.height // 5).clip(surface.get_rect())
    moved = replace(frame, left=frame.left - around.left, top=frame.top - around.top)
    surface.blit(smooth(around.size, partial(_draw_lines, what, moved)), around)
    for spot in what.spots:
        picture = bead(kit, spot.colour, max(3, round(frame.bead * spot.size * 1.08)))
        blit_around(surface, picture, frame.at(spot.x, spot.y))
    if what.loop is not None and label >= LEAST_LABEL:
        x, y = frame.at((what.loop[0] + what.loop[1]) / 2, what.loop[2] - 0.2)
        words = kit.cache.text("1+", "interface", round(label), RIM)
        surface.blit(words, words.get_rect(midbottom=(round(x), round(y))))


def _fitted(rect: pygame.Rect, what: Layout, most: float) -> tuple[_Frame, float]:
    """Where a layout is drawn, and how high the letters of its label are: 0 if there is no room for them."""
    aside = 0.42 if what.stops else BEYOND * what.cord
    left = min(spot.x - spot.size / 2 for spot in what.spots) - aside
    right = max(spot.x + spot.size / 2 for spot in what.spots) + aside
    top = min(spot.y - spot.size / 2 for spot in what.spots)
    bottom = max(spot.y + spot.size / 2 for spot in what.spots)
    if what.loop is not None:
        top = min(top, what.loop[2] - 0.12)
    side = min(rect.width / (right - left), rect.height / (bottom - top), most)
    middle = (left + right) / 2, (top + bottom) / 2
    frame = _Frame(side, rect.centerx - middle[0] * side, rect.centery - middle[1] * side)
    room = rect.centery + (top - middle[1]) * side - rect.top
    return frame, min(0.62 * side, 0.8 * room)


def _draw_lines(what: Layout, frame: _Frame, canvas: pygame.Surface, factor: int) -> None:
    def at(x: float, y: float) -> Point:
        across, down = frame.at(x, y)
        return across * factor, down * factor

    unit = frame.bead * factor
    if what.cord:
        draw_stroke(canvas, THREAD, [at(spot.x, spot.y) for spot in _extended(what.spots)], 0.17 * unit / 2)
    if what.stops:
        for x, inner in ((what.spots[0].x - 0.78, 1), (what.spots[-1].x + 0.78, -1)):
            bar = [at(x + 0.26 * inner, -0.54), at(x, -0.54), at(x, 0.54), at(x + 0.26 * inner, 0.54)]
            draw_stroke(canvas, RIM, bar, max(0.13 * unit, 0.9 * factor) / 2)
    if what.loop is not None and (what.loop[1] - what.loop[0]) * frame.bead >= LEAST_LOOP:
        begin, end, high = what.loop
        arc = [at(begin, high + 0.16), at(begin + 0.08, high), at(end - 0.08, high), at(end, high + 0.16)]
        draw_stroke(canvas, RIM, arc, max(0.085 * unit, 0.8 * factor) / 2)


def _extended(spots: Sequence[Spot]) -> list[Spot]:
    """Extend a cord slightly beyond its first and its last bead."""
    first, last = spots[0], spots[-1]
    return [replace(first, x=first.x - 0.5 - BEYOND), *spots, replace(last, x=last.x + 0.5 + BEYOND)]


EDGE, BAND, GAP = 0.05, 0.155, 0.028
"""In widths of the card: the frame at the sides, the top with the emblem, and the gap between the two hollows."""
ROWS = {1: 0.28, 2: 0.21, 3: 0.172, 4: 0.148}
"""Height of a row, by the number of rows."""
BIGGEST_BEAD, BIGGEST_SMALL_BEAD = 0.3, 0.36
NUMBER = 0.94
"""Height of a number's letters by that of its row."""
LEAST_SIGN = 17
"""Least height in pixels of a row for a bead that shows what is counted."""


def _points(what: Prophecy, level: int) -> int:
    return what.family.levels[level - 1][1] if level else 0


def face(kit: Kit, card: str, size: Size, level: int) -> pygame.Surface:
    """Paint a prophecy: write its levels on the cached blank card."""
    what = prophecy(card)
    key = ("coatl card's ground", card, size)
    surface = kit.cache.keep(key, lambda: _ground(kit, what, size)).copy()
    laid = _laid_out(what, size)
    if size[0] >= LEAST_WIDTH:
        _draw_rows(kit, surface, laid.rows, what, level)
    elif size[0] >= LEAST_POINTS:
        _paint_points(kit, surface, what, laid.foot, level)
    elif level:
        lit_plate(kit, surface, laid.foot)
        number(kit, surface, str(_points(what, level)), laid.foot.center, 1.12 * laid.foot.height, RIM)
    else:
        count = len(what.family.levels)
        lines(kit, surface, laid.foot, ("pips", count), partial(_pips, count))
    return surface


def _ground(kit: Kit, what: Prophecy, size: Size) -> pygame.Surface:
    """Draw the pattern on a blank card that is shared by many of a group."""
    group, levels = what.family.group, len(what.family.levels)
    surface = kit.cache.keep(("coatl blank card", group, levels, size), lambda: _blank(kit, what, size)).copy()
    laid, is_large = _laid_out(what, size), size[0] >= LEAST_WIDTH
    most = (BIGGEST_BEAD if is_large else BIGGEST_SMALL_BEAD) * size[0]
    draw_pattern(kit, surface, laid.zone, layout(what, brief=not is_large), most)
    return surface


class _Laid(NamedTuple):
    """The rectangles of a card: the hollow of its pattern, the room for that, the part below, its levels."""

    panel: pygame.Rect
    zone: pygame.Rect
    foot: pygame.Rect
    rows: tuple[pygame.Rect, ...] = ()


def _laid_out(what: Prophecy, size: Size) -> _Laid:
    """Lay a card out: a small one for recognition, or a large one for reading."""
    wide, high = size
    if wide < LEAST_WIDTH:
        edge = max(2, round(0.07 * wide))
        foot = pygame.Rect(edge, 0, wide - 2 * edge, max(4, round(0.22 * high)))
        foot.bottom = high - max(1, edge // 2)
        panel = pygame.Rect(edge, edge, wide - 2 * edge, foot.top - edge - max(1, edge // 3))
        room = max(1, round(0.04 * wide))
        return _Laid(panel, panel.inflate(-2 * room, -2 * room), foot)
    edge, band, gap = (round(share * wide) for share in (EDGE, BAND, GAP))
    count = len(what.family.levels)
    row = round(ROWS[count] * wide)
    base = pygame.Rect(edge, 0, wide - 2 * edge, count * row + 2 * gap)
    base.bottom = high - edge
    panel = pygame.Rect(edge, band, wide - 2 * edge, base.top - band - gap)
    zone = pygame.Rect(0, 0, panel.width - 2.4 * gap, panel.height - 0.32 * band - 2 * gap)
    zone.midbottom = panel.centerx, panel.bottom - gap
    first = pygame.Rect(base.left + gap, base.top + gap, base.width - 2 * gap, row)
    return _Laid(panel, zone, base, tuple(first.move(0, place * row) for place in range(count)))


def _blank(kit: Kit, what: Prophecy, size: Size) -> pygame.Surface:
    """Paint the common part of a group's cards with equally many levels: stone, hollows, on large ones the emblem."""
    wide, group = size[0], what.family.group
    laid = _laid_out(what, size)
    surface = stone(size, group, seed=61)
    if wide < LEAST_WIDTH:
        hollow(surface, laid.panel, BONE, depth=0.03 * wide)
        if wide >= LEAST_POINTS:
            hollow(surface, laid.foot, GROUPS[group].deep, depth=0.08 * laid.foot.height)
        return surface
    band = laid.panel.top
    hollow(surface, laid.panel, BONE, depth=0.016 * wide)
    hollow(surface, laid.foot, GROUPS[group].deep, depth=0.016 * wide, seed=91)
    engrave(surface, band)
    roundel = emblem(kit, group, round(1.3 * band))
    surface.blit(roundel, roundel.get_rect(midtop=(wide // 2, max(1, round(0.05 * band)))))
    return surface


# -- levels


def _paint_points(kit: Kit, surface: pygame.Surface, what: Prophecy, foot: pygame.Rect, level: int) -> None:
    """Write the points of all levels side by side."""
    cell = foot.width / len(what.family.levels)
    for place, (_, points) in enumerate(what.family.levels):
        plate = pygame.Rect(round(foot.left + place * cell), foot.top, round(cell), foot.height)
        if place + 1 == level:
            lit_plate(kit, surface, plate)
        number(kit, surface, str(points), plate.center, 0.98 * foot.height, RIM if place + 1 == level else CREAM)


def _pips(count: int, canvas: pygame.Surface, _factor: int) -> None:
    wide, high = canvas.get_size()
    step, radius = min(wide / count, 0.8 * high), min(0.24 * high, 0.4 * wide / count)
    for place in range(count):
        middle = wide / 2 + (place - (count - 1) / 2) * step, high / 2
        pygame.draw.circle(canvas, RIM, middle, 1.35 * radius)
        pygame.draw.circle(canvas, CREAM, middle, radius)


def _draw_rows(kit: Kit, surface: pygame.Surface, rows: Sequence[pygame.Rect], what: Prophecy, level: int) -> None:
    """Write the levels of a card, one in each rectangle: its condition, an arrow, its points."""
    last = len(rows)
    for place, (row, (count, points)) in enumerate(zip(rows, what.family.levels, strict=True), 1):
        plate = row.inflate(0, -max(1, round(0.08 * row.height)))
        if place == level:
            lit_plate(kit, surface, plate)
        ink, letters = (RIM if place == level else CREAM), NUMBER * row.height
        if last == 1:
            number(kit, surface, str(points), plate.center, 0.86 * letters, ink)
            continue
        _draw_count(kit, surface, plate, f"{count}+" if place == last else str(count), what, ink)
        arrow = pygame.Rect(0, 0, plate.height // 2, plate.height // 2)
        arrow.center = round(plate.left + 0.55 * plate.width), plate.centery
        lines(kit, surface, arrow, ("arrow", ink), partial(_arrow, ink))
        number(kit, surface, str(points), (plate.left + 0.8 * plate.width, plate.centery), 1.05 * letters, ink)


def _draw_count(kit: Kit, surface: pygame.Surface, plate: pygame.Rect, text: str, what: Prophecy, ink: str) -> None:
    """Write how often a pattern, or for a heap its bead, is needed."""
    letters = NUMBER * 0.98 * plate.height
    signed = what.family.name == "red" and plate.height >= LEAST_SIGN
    x = plate.left + (0.17 if signed else 0.25) * plate.width
    number(kit, surface, text, (x, plate.centery), letters, ink)
    if signed:
        sign = bead(kit, what.pattern, round(0.72 * plate.height))
        blit_around(surface, sign, (plate.left + 0.37 * plate.width, plate.centery))


def _arrow(ink: str, canvas: pygame.Surface, _factor: int) -> None:
    wide, high = canvas.get_size()
    pygame.draw.polygon(canvas, ink, [(0.2 * wide, 0.1 * high), (0.85 * wide, 0.5 * high), (0.2 * wide, 0.9 * high)])


# -- tags


def strip(kit: Kit, card: str, height: int, level: int) -> pygame.Surface:
    """Paint a prophecy as a low tag with its points, if any."""
    what = prophecy(card)
    laid = layout(what, straight=True)
    span = max(spot.x + spot.size / 2 for spot in laid.spots) + 0.5 + (1.0 if laid.stops else 0.0)
    inner = 0.62 * height

    def draw(surface: pygame.Surface, rect: pygame.Rect) -> None:
        draw_pattern(kit, surface, rect, laid, inner)

    return tag(kit, (round(span * inner + 0.5 * height), height), what.family.group, draw, _points(what, level))
