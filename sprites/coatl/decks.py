"""Cóatl's cards face down and in piles: backs, decks with the number of their cards, discards.

Most pictures are kept by the kit's cache: copy one before you draw on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import numpy as np
import pygame

from logic.coatl.components import HIDDEN, is_temple, kind_of_card
from sprites.coatl import art, cards, temples
from sprites.coatl.cards import GROUPS, RIM, Look, card_at, number, tag_at, with_look
from sprites.paint.canvas import Canvas, Point, disc, drawn, polygon, scaled
from sprites.paint.emblems import draw_emblem
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Size, covered, rounded
from sprites.paint.materials import MOST_EDGES, ROUND, Line, draw_lines, pile_step, piled
from sprites.paint.surface_cache import smooth
from sprites.paint.surfaces import blit_around, mix, native, picture, rgb

Kind = Literal["prophecy", "temple"]
CARDS_AN_EDGE = {"prophecy": 9, "temple": 3}
"""Number of cards of a deck for each visible edge."""
STEP = 0.022
"""Offset of each card from the one above it, in widths of a card, like all lengths here."""
BORDER = 0.055
LINES: tuple[Line, ...] = ((BORDER, 0.02, "#d8ab54"), (BORDER + 0.035, 0.01, "#b98c3f"))
"""The golden lines on the backs."""
MEDAL, PLATE = 0.7, 0.4
LEAST_PLATE = 22
"""Least size in pixels of the plate with a number."""
STREWN: tuple[Point, ...] = ((0.0, 0.0), (0.9, 0.35), (0.2, 1.0), (1.0, 0.8), (0.45, 0.15), (0.7, 1.0))
"""Positions of discarded cards, the top one first, as shares of the room around it."""
EDGE_INK = "#c9b48d"
MASTER = 200
"""Smaller medallions of the backs are scaled down from this side."""


def face(kit: Kit, card_id: str, size: Size, *, level: int = 0, look: Look = "plain", kind: Kind = "prophecy") -> (
    pygame.Surface
):  # fmt: skip
    """Any card, with its level lit: a prophecy, a temple or, if hidden, the back of its kind; twins look alike."""
    if card_id == HIDDEN:
        return back(kit, size, kind, look=look)
    return _face(kit, kind_of_card(card_id), size, level, look)


@kept
def _face(kit: Kit, card_id: str, size: Size, level: int, look: Look) -> pygame.Surface:
    paint = temples.face if is_temple(card_id) else cards.face
    return card_at(size, lambda whole: with_look(paint(kit, card_id, whole, level), look, kit))


def strip(kit: Kit, card_id: str, height: int, *, level: int = 0) -> pygame.Surface:
    """A prophecy or a temple as a low tag with its points, if any; twins look alike."""
    return _strip(kit, kind_of_card(card_id), height, level)


@kept
def _strip(kit: Kit, card_id: str, height: int, level: int) -> pygame.Surface:
    paint = temples.strip if is_temple(card_id) else cards.strip
    return tag_at(height, lambda high: paint(kit, card_id, high, level))


@kept
def back(kit: Kit, size: Size, kind: Kind, *, look: Look = "plain") -> pygame.Surface:
    return card_at(size, lambda whole: with_look(_back(kit, whole, kind), look, kit))


def pile_size(size: Size) -> Size:
    """The size of a pile of cards of that size, of any number."""
    return piled(size, STEP)


@kept
def deck(kit: Kit, size: Size, count: int, kind: Kind = "prophecy") -> pygame.Surface:
    """A deck of that many cards, face down, with their number; with none, an empty place."""
    if count < 1:
        return kit.cache.keep(("coatl pile", kind, size), lambda: native(_place(size, kind)))
    edges = min(MOST_EDGES, -(-(count - 1) // CARDS_AN_EDGE[kind]))
    # The pile changes more rarely than the number, which is drawn on it.
    surface = _pile(kit, size, edges, kind).copy()
    _lay_plate(kit, surface, count, pygame.Rect((0, 0), size))
    return surface


@kept
def discards(kit: Kit, size: Size, count: int, top: str = HIDDEN) -> pygame.Surface:
    """The pile of discarded prophecies: slightly scattered, the last one on top, with their number."""
    if count < 1:
        return deck(kit, size, 0, "prophecy")
    # The last card and the number are drawn over the edges of those below.
    surface = _strewn(kit, size, min(count, len(STREWN))).copy()
    place = _strewn_at(size)[0]
    surface.blit(face(kit, top, size), place)
    # Not at the foot of the card, where its points are.
    _lay_plate(kit, surface, count, pygame.Rect(place, size), high=True)
    return surface


@kept
def plate(kit: Kit, text: str, side: int) -> pygame.Surface:
    """A round gold plate with a number on it."""
    surface = scaled(kit, "coatl plate", side, drawn(_roundel), master=96).copy()
    high = NUMBER if len(text) <= 2 else LONG_NUMBER
    number(kit, surface, text, (0.485 * side, 0.485 * side), high * side, RIM)
    return surface


# -- backs


def _back(kit: Kit, size: Size, kind: Kind) -> pygame.Surface:
    wide, high = size
    tones = art.JADE if kind == "prophecy" else art.TERRACOTTA
    surface = art.slab(size, wide / 100, art.OBSIDIAN, art.Cut(ROUND * wide, max(1.5, 0.035 * wide)), seed=71)
    border = max(1, round(BORDER * wide))
    inner = pygame.Rect(0, 0, wide, high).inflate(-2 * border, -2 * border)
    surface.blit(art.slab(inner.size, wide / 100, tones, art.Cut(0.05 * wide, max(1.0, 0.02 * wide)), seed=72), inner)
    surface.blit(smooth(size, partial(_rays if kind == "prophecy" else _steps, size)), (0, 0))
    side = round(MEDAL * wide)
    medal = scaled(kit, ("coatl back", kind), side, partial(_medal, kind), master=MASTER)
    blit_around(surface, medal, (wide // 2, high // 2))
    return surface


def _rays(size: Size, canvas: pygame.Surface, factor: int) -> None:
    """Draw the frame of a prophecy's back: rays from its middle, within two lines of gold."""
    wide, high = (side * factor for side in size)
    middle = pygame.Vector2(wide / 2, high / 2)
    ink = (*rgb("#062a22"), 120)
    for ray in range(16):
        way = pygame.Vector2(0, -0.49 * wide).rotate(ray * 22.5)
        far = min(1.32 if ray % 2 == 0 else 1.16, 0.43 * wide / max(1e-6, abs(way.x)))
        aside = way.rotate(90) * 0.1
        pygame.draw.polygon(canvas, ink, [middle + way * 0.6 + aside, middle + way * far, middle + way * 0.6 - aside])
    draw_lines(canvas, LINES)


def _steps(size: Size, canvas: pygame.Surface, factor: int) -> None:
    """Draw the frame of a temple's back: steps in all corners, within two lines of gold."""
    wide, high = (side * factor for side in size)
    ink = (*rgb("#3a120a"), 150)
    inset, step = 0.1 * wide, 0.075 * wide
    for row in range(4):
        for across, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
            rect = pygame.Rect(0, 0, round((4 - row) * step), round(step * 0.9))
            rect.x = round(wide - inset - rect.width if across else inset)
            rect.y = round(high - inset - (row + 1) * step if down else inset + row * step)
            canvas.fill(ink, rect)
    draw_lines(canvas, LINES)


def _medal(kind: Kind, side: int) -> pygame.Surface:
    """Paint the roundel of a back: the feathered serpent, or a stepped pyramid before the sun."""
    canvas = Canvas(side)
    canvas.lay(disc(49, 49, 47), colour="#d9ab52", edge=3, raised=1.1, gloss=0.7, shadow=6)
    canvas.lay(disc(49, 49, 41), colour="#15121b" if kind == "prophecy" else "#2a1440", edge=3, raised=-0.9, shadow=0)
    if kind == "temple":
        _pyramid(canvas)
        return canvas.picture()
    surface = canvas.picture()
    blit_around(surface, draw_emblem("coatl", round(0.72 * side)).picture(), (0.49 * side, 0.475 * side))
    return surface


def _pyramid(canvas: Canvas) -> None:
    canvas.lay(disc(49, 41, 21), colour="#f0a24a", edge=3, raised=0.4, shadow=0)
    courses = ((31, 22, 13), (41, 36, 11), (52, 48, 11), (63, 60, 11))
    for top, wide, high in courses:
        corners = ((49 - wide / 2, top), (49 + wide / 2, top), (52 + wide / 2, top + high), (46 - wide / 2, top + high))
        canvas.lay(polygon(*corners), colour="#d6bf97", raised=0.9)
    stairs = polygon((44.5, 42), (53.5, 42), (57, 74), (41, 74))
    canvas.lay(stairs, colour="#b3946a", edge=1.5, raised=0.7, shadow=1)
    canvas.lay(polygon((45.5, 35), (52.5, 35), (52.5, 43), (45.5, 43)), colour=RIM, edge=0.5, raised=-0.4, shadow=0)


# -- piles


@kept
def _pile(kit: Kit, size: Size, edges: int, kind: Kind) -> pygame.Surface:
    """Paint the back of the top card and that many edges below it."""
    surface = pygame.Surface(pile_size(size), pygame.SRCALPHA)
    _lay_edges(surface, size, [(below * pile_step(size, STEP),) * 2 for below in range(edges, 0, -1)])
    surface.blit(back(kit, size, kind), (0, 0))
    return native(surface)


def _strewn_at(size: Size) -> list[tuple[int, int]]:
    """Positions of the discarded cards, the top one first."""
    room = MOST_EDGES * pile_step(size, STEP)
    return [(round(x * room), round(y * room)) for x, y in STREWN]


@kept
def _strewn(_kit: Kit, size: Size, count: int) -> pygame.Surface:
    """Paint the edges of that many discarded cards below the top one."""
    surface = pygame.Surface(pile_size(size), pygame.SRCALPHA)
    _lay_edges(surface, size, _strewn_at(size)[:count][:0:-1])
    return native(surface)


def _lay_edges(surface: pygame.Surface, size: Size, places: Sequence[tuple[int, int]]) -> None:
    """Draw the cards below the top one, of which only an edge is visible, the lowest first."""
    radius = ROUND * size[0]
    line = max(1.0, 0.012 * size[0])
    whole, inner = rounded(size, radius), rounded(size, radius, (line, line, line, line))
    for place, at in enumerate(places):
        tone = np.float32(1.0 if place % 2 else 0.8)
        bone, dark = rgb(EDGE_INK), rgb(RIM)
        surface.blit(picture([d + (b * tone - d) * inner for b, d in zip(bone, dark, strict=True)], whole), at)


def _place(size: Size, kind: Kind) -> pygame.Surface:
    """The empty place of a pile, with room for all its edges: a line around a shade."""
    width = max(1.5, 0.02 * size[0])
    edge = art.edge_of(size, ROUND * size[0])
    line = covered(np.abs(edge + width) - width)
    light = GROUPS["green" if kind == "prophecy" else "red"].tones[2]
    surface = pygame.Surface(pile_size(size), pygame.SRCALPHA)
    surface.blit(picture((0, 0, 0), covered(edge) * np.float32(0.3)), (0, 0))
    surface.blit(picture(mix(light, "#000000", 0.2), line * np.float32(0.8)), (0, 0))
    return surface


def _lay_plate(kit: Kit, surface: pygame.Surface, count: int, card: pygame.Rect, *, high: bool = False) -> None:
    shown = plate(kit, str(count), max(LEAST_PLATE, round(PLATE * card.width)))
    inner = card.inflate(-card.width // 20, -card.width // 20)
    surface.blit(
        shown, shown.get_rect(topright=inner.topright) if high else shown.get_rect(bottomright=inner.bottomright)
    )


NUMBER, LONG_NUMBER = 0.58, 0.44
"""Height of the figures on a plate, of up to two and of more digits, as a share of the plate."""


def _roundel(canvas: Canvas) -> None:
    canvas.lay(disc(48.5, 48.5, 46), colour=RIM, raised=0, shadow=4)
    canvas.lay(disc(48.5, 48.5, 43), colour="#e3b04c", edge=5, gloss=0.5, shadow=0)
