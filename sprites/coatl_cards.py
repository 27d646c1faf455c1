"""The prophecies of Cóatl as cards: a pattern in beads, below it the levels with the reached one lit; or as a tag."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pygame

from logic.coatl.cards import Prophecy, kind_of_card, prophecy
from sprites.coatl_beads import BONE, CREAM, GROUPS, RIM, bead, emblem
from sprites.coatl_faces import (
    LEAST_POINTS,
    LEAST_WIDTH,
    RATIO,
    Look,
    card_at,
    engrave,
    hollow,
    lines,
    lit_plate,
    looking,
    number,
    shadow,
    stone,
    tag,
    tag_at,
)
from sprites.coatl_patterns import draw_pattern, layout
from sprites.kit import Kit
from sprites.layers import Size

EDGE, BAND, GAP = 0.05, 0.155, 0.028
"""In widths of the card: the frame at the sides and at the top, where the emblem is, and between the two hollows."""
ROWS = {1: 0.28, 2: 0.21, 3: 0.172, 4: 0.148}
"""How high each of so many rows is."""
BIGGEST_BEAD, BIGGEST_SMALL_BEAD = 0.3, 0.36
NUMBER = 0.94
"""How high the letters of a number are in its row."""
LEAST_SIGN = 17
"""In pixels, how high a row must be for a bead to be drawn that says what is counted."""


def card(kit: Kit, card_id: str, size: Size, *, level: int = 0, look: Look = "plain") -> pygame.Surface:
    """Give a prophecy of that size in pixels, with the level that it has reached lit; twins look alike."""
    what = prophecy(kind_of_card(card_id))
    key = ("coatl card", what.id, size, level, look, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: card_at(size, lambda whole: looking(_face(kit, what, whole, level), look, kit)))


def strip(kit: Kit, card_id: str, height: int, *, level: int = 0, look: Look = "plain") -> pygame.Surface:
    """Give a prophecy as a low tag, so many pixels high, with the points that it brings, if any."""
    what = prophecy(kind_of_card(card_id))
    key = ("coatl strip", what.id, height, level, look, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: tag_at(height, lambda high: looking(_tag(kit, what, high, level), look, kit)))


def _points(what: Prophecy, level: int) -> int:
    return what.family.levels[level - 1][1] if level else 0


def _face(kit: Kit, what: Prophecy, size: Size, level: int) -> pygame.Surface:
    """Write the levels upon a card that is the same at all of them."""
    key = ("coatl card's ground", what.id, size, kit.strong_patterns)
    surface = kit.bakery.keep(key, lambda: _ground(kit, what, size)).copy()
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
    """Lay the pattern upon a card that is the same for many of a group."""
    group, levels = what.family.group, len(what.family.levels)
    surface = kit.bakery.keep(("coatl blank card", group, levels, size), lambda: _blank(kit, what, size)).copy()
    laid, is_large = _laid_out(what, size), size[0] >= LEAST_WIDTH
    most = (BIGGEST_BEAD if is_large else BIGGEST_SMALL_BEAD) * size[0]
    draw_pattern(kit, surface, laid.zone, layout(what, brief=not is_large), most)
    return surface


class _Laid(NamedTuple):
    """Where everything is on a card: the hollow of its pattern, the room for that, what is below it, its levels."""

    panel: pygame.Rect
    zone: pygame.Rect
    foot: pygame.Rect
    rows: tuple[pygame.Rect, ...] = ()


def _laid_out(what: Prophecy, size: Size) -> _Laid:
    """Lay a card out: one that is only glanced at, or one that is read."""
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
    """Paint what all cards of a group share that have as many levels: stone, hollows, and on large ones the emblem."""
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


# -- its levels


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
    """Write the levels of a card, one in each rectangle: what it takes, an arrow, what it brings."""
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
    """Write how often a pattern, or for a heap how often its bead, is needed."""
    letters = NUMBER * 0.98 * plate.height
    signed = what.family.name == "red" and plate.height >= LEAST_SIGN
    x = plate.left + (0.17 if signed else 0.25) * plate.width
    number(kit, surface, text, (x, plate.centery), letters, ink)
    if signed:
        sign = bead(kit, what.pattern, round(0.72 * plate.height))
        surface.blit(sign, sign.get_rect(center=(round(plate.left + 0.37 * plate.width), plate.centery)))


def _arrow(ink: str, canvas: pygame.Surface, _factor: int) -> None:
    wide, high = canvas.get_size()
    pygame.draw.polygon(canvas, ink, [(0.2 * wide, 0.1 * high), (0.85 * wide, 0.5 * high), (0.2 * wide, 0.9 * high)])


# -- a tag


def _tag(kit: Kit, what: Prophecy, height: int, level: int) -> pygame.Surface:
    laid = layout(what, straight=True)
    span = max(spot.x + spot.size / 2 for spot in laid.spots) + 0.5 + (1.0 if laid.stops else 0.0)
    inner = 0.62 * height

    def draw(surface: pygame.Surface, rect: pygame.Rect) -> None:
        draw_pattern(kit, surface, rect, laid, inner)

    return tag(kit, (round(span * inner + 0.5 * height), height), what.family.group, draw, _points(what, level))


__all__ = ["RATIO", "Look", "bead", "card", "shadow", "strip"]
