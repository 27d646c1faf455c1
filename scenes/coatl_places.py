"""Where things lie on the table of Cóatl: supply and cards in the middle, the own things below, opponents above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pygame

from logic.coatl import State
from logic.coatl.params import DISPLAY, TEMPLES
from logic.coatl.pieces import KINDS, Kind
from scenes.coatl_areas import Area, opponent_area, own_area
from sprites.coatl_boards import supply_places
from sprites.coatl_faces import RATIO

NARROWEST, WIDEST = 0.62, 1.48
"""How wide the table may be, next to its height; beyond that it keeps to the middle."""
TALL = 0.86
"""Narrower tables lay the cards in two rows."""


@dataclass(frozen=True)
class Middle:
    """What everybody shares, in the middle of the table. ``piece`` is the side of a piece's place on a field."""

    supply: pygame.Rect
    piece: int
    fields: Mapping[str, pygame.Rect]
    pouches: Mapping[Kind, pygame.Rect]
    display: tuple[pygame.Rect, ...]
    deck: pygame.Rect
    discards: pygame.Rect
    temples: tuple[pygame.Rect, ...]
    temple_deck: pygame.Rect


@dataclass(frozen=True)
class Places:
    """Everything on the table, in pixels of the window. ``unit`` is the side of an own slot.

    ``room`` is the middle, over which something may be laid for a while.
    """

    rect: pygame.Rect
    unit: int
    middle: Middle
    own: Area
    others: tuple[Area, ...]
    room: pygame.Rect

    def area(self, seat: int) -> Area:
        """Give the area of a seat; who looks on from outside has that of the first."""
        return next((area for area in self.others if area.seat == seat), self.own)


def table_places(rect: pygame.Rect, state: State, viewer: int) -> Places:
    """Lay the table out in a rectangle for a viewer, the opponents in the order of play after them."""
    rect = _within(rect)
    seats = others_of(state, viewer)
    gap = max(2, round(0.014 * min(rect.size)))
    tall = rect.width < TALL * rect.height
    shares = _SHARES[tall]
    above = shares[0] if seats else 0.0
    heights = [share * (rect.height - gap * len(shares)) / (1 - shares[0] + above) for share in (above, *shares[1:])]
    rows = _stacked(rect, heights, gap)
    own = own_area(viewer, rows[-2], rows[-1], gap, state)
    middle = _middle(rows[1:-2], gap, tall=tall)
    others = tuple(
        opponent_area(seat, column, state)
        for seat, column in zip(seats, _columns(rows[0], len(seats), gap), strict=True)
    )
    room = rows[1].unionall(rows[2:-1]).inflate(2 * gap, gap)
    return Places(rect, own.slots[0].width, middle, own, others, room)


_SHARES: Mapping[bool, tuple[float, ...]] = {
    False: (0.18, 0.22, 0.165, 0.235, 0.2),
    True: (0.14, 0.185, 0.135, 0.135, 0.225, 0.18),
}
"""How the height is shared by opponents, supply, cards in one row or in two, the own cóatls, and the own hand."""


def others_of(state: State, viewer: int) -> tuple[int, ...]:
    """Give the opponents in the order in which they play after a viewer."""
    players = state.params.players
    return tuple((viewer + step) % players for step in range(1, players)) if viewer < players else ()


def _within(rect: pygame.Rect) -> pygame.Rect:
    """Give the part of a rectangle that the table takes."""
    wide, high = max(60, rect.width), max(60, rect.height)
    found = pygame.Rect(0, 0, min(wide, round(WIDEST * high)), min(high, round(wide / NARROWEST)))
    found.center = rect.center
    return found


def _stacked(rect: pygame.Rect, heights: Sequence[float], gap: int) -> list[pygame.Rect]:
    rows, top = [], float(rect.top)
    for height in heights:
        rows.append(pygame.Rect(rect.left, round(top), rect.width, max(1, round(top + height) - round(top))))
        top += height + (gap if height else 0)
    return rows


def _columns(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    if not count:
        return []
    wide = (rect.width - gap * (count - 1)) / count
    return [
        pygame.Rect(round(rect.left + number * (wide + gap)), rect.top, round(wide), rect.height)
        for number in range(count)
    ]


# -- the middle


def _middle(rows: Sequence[pygame.Rect], gap: int, *, tall: bool) -> Middle:
    """Lay out supply board, bags and cards."""
    top = rows[0]
    pouch = min(round(top.height / 3.1), round(0.12 * top.width))
    if tall:
        supply = pygame.Rect(top.left, top.top, top.width - pouch - gap, top.height)
        deck, discards, temple_deck, *temples = _cards(rows[2], 3 + TEMPLES, gap)
        display = _cards(rows[1], DISPLAY, gap)
    else:
        shrines = _cards(pygame.Rect(top.left, top.top, round(0.33 * top.width), top.height), 1 + TEMPLES, gap)
        supply = pygame.Rect(top.left, top.top, top.width - pouch - 3 * gap - _width(shrines), top.height)
        temple_deck, *temples = _moved(shrines, top.right)
        deck, discards, *display = _cards(rows[1], 2 + DISPLAY, gap)
    found = supply_places(supply.size)
    fields = {name: place.move(supply.topleft) for name, place in found.fields.items()}
    left = supply.right + gap
    high = top.height / len(KINDS)
    kinds: tuple[Kind, ...] = ("head", "body", "tail")
    pouches = {
        kind: pygame.Rect(left, round(top.top + number * high + (high - pouch) / 2), pouch, pouch)
        for number, kind in enumerate(kinds)
    }
    return Middle(supply, found.cell, fields, pouches, tuple(display), deck, discards, tuple(temples), temple_deck)


def _cards(row: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """Give the places of so many cards side by side in the middle of a row."""
    wide = max(4, min(int(row.height / RATIO), int((row.width - gap * (count - 1)) / count)))
    space = min(2 * gap, (row.width - wide * count) / max(1, count - 1))
    left = row.left + (row.width - wide * count - space * (count - 1)) / 2
    high = round(RATIO * wide)
    return [
        pygame.Rect(round(left + number * (wide + space)), row.centery - high // 2, wide, high)
        for number in range(count)
    ]


def _width(rects: Sequence[pygame.Rect]) -> int:
    return rects[-1].right - rects[0].left


def _moved(rects: Sequence[pygame.Rect], right: int) -> list[pygame.Rect]:
    return [rect.move(right - rects[-1].right, 0) for rect in rects]
