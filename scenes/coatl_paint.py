"""How a piece, a card or a tag of Cóatl is drawn at a pose: from pictures that are baked at the sizes in use."""

from __future__ import annotations

from typing import Literal

import pygame

from logic.coatl.building import level as level_on
from logic.coatl.cards import is_temple, prophecy, temple
from logic.coatl.pieces import type_of
from logic.coatl.scoring import meets
from logic.coatl.table import HIDDEN, Serpent
from scenes.coatl_poses import COVERED, covered_name, is_shrine
from scenes.squares import Point
from sprites import coatl_cards, coatl_decks, coatl_faces, coatl_temples
from sprites.coatl_beads import GROUPS
from sprites.coatl_faces import RATIO
from sprites.coatl_segments import Look, segment, shadow, shadow_offset
from sprites.layers import Size, rounded
from sprites.surfaces import blit_around, mix, native, picture, resized
from sprites.ui import Kit

CardLook = Literal["plain", "lit", "chosen", "dim"]
EVEN = 2
"""In pixels: pieces in the air are drawn in sizes that are so far apart."""
GROWTH = 0.08
"""How much larger something looks that is lifted by a unit."""
RISE = 0.16
"""How much higher it is drawn, in units."""
TAG = 0.92
"""How much of the height of its place a tag takes at most."""
TINY = 22
"""In pixels: smaller pieces that lie still have no shadow to be seen."""
LEAST = 26
"""In pixels, the width below which cards are scaled down from cards of that width."""
FLAT = 0.99
"""A card that is turned over so far lies flat."""
AIR = 0.05
"""From this height on something is in the air."""


def draw_piece(
    surface: pygame.Surface, kit: Kit, piece: str, at: Point, side: float, lift: float = 0.0, *, look: Look = "plain",
    alpha: float = 1.0,
) -> None:  # fmt: skip
    """Draw a piece with its shadow; one that is lifted is larger, and its shadow is further away."""
    flies = lift > AIR
    size = max(4, round(side * (1 + GROWTH * lift)))
    size = max(4, size - size % EVEN) if flies else size
    if flies or size > TINY:
        away = shadow_offset(size, min(1.0, lift))
        blit_around(surface, shadow(kit, type_of(piece), size, min(1.0, lift)), (at[0] + away, at[1] + away), alpha)
    blit_around(surface, segment(kit, type_of(piece), size, look), at, alpha)


def draw_card(
    surface: pygame.Surface, kit: Kit, card: str, at: Point, width: float, base: int, lift: float = 0.0, *,
    level: int = 0, look: CardLook = "plain", alpha: float = 1.0, flip: float = 1.0,
) -> None:  # fmt: skip
    """Draw a card with its shadow; ``base`` is the width that it is baked at, and scaled from while it flies.

    One with a negative ``flip`` shows its back, between -1 and 1 it is turning over.
    """
    seen = card if flip > 0 else covered_name("temple" if is_shrine(card) else "prophecy", 0, 0)
    shown = face(kit, seen, card_size(base), level=level if flip > 0 else 0, look=look if flip > 0 else "plain")
    wide = round(width * (1 + GROWTH * lift))
    size = shown.get_size()
    if abs(wide - base) > 1 or abs(flip) < FLAT:
        size = card_size(max(3, wide))
        shown = resized(shown, (max(1, round(size[0] * abs(flip))), size[1]))
    else:
        under, _ = coatl_faces.shadow(kit, size)
        away = max(1, round(size[0] * (0.03 + 0.1 * min(1.0, lift))))
        blit_around(surface, under, (at[0] + away, at[1] + away), alpha)
    blit_around(surface, shown, at, alpha)


def card_size(width: int) -> Size:
    """Give the size of a card of that width."""
    return width, round(RATIO * width)


def face(kit: Kit, card: str, size: Size, *, level: int = 0, look: CardLook = "plain") -> pygame.Surface:
    """Give what is seen of a card, by its name on the table."""
    kind: coatl_decks.Kind = "temple" if is_shrine(card) else "prophecy"
    known = HIDDEN if card.startswith(COVERED) else card
    if size[0] >= LEAST:
        return coatl_decks.face(kit, known, size, level=level, look=look, kind=kind)
    large = coatl_decks.face(kit, known, card_size(LEAST), level=level, look=look, kind=kind)
    key = ("coatl tiny card", known, kind, size, level, look, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: resized(large, size))


def draw_tag(
    surface: pygame.Surface, kit: Kit, card: str, rect: pygame.Rect, level: int, *, is_pip: bool = False
) -> None:
    """Draw a card that lies on a cóatl, as large a tag as fits into a rectangle, or a pip that stands for it."""
    shown = pip(kit, card, min(rect.size)) if is_pip else _fitting(kit, card, rect, level)
    surface.blit(shown, shown.get_rect(center=rect.center))


def _fitting(kit: Kit, card: str, rect: pygame.Rect, level: int) -> pygame.Surface:
    """Give the largest tag that fits into a rectangle."""
    paint = coatl_temples.strip if is_temple(card) else coatl_cards.strip
    high = max(6, round(TAG * rect.height))
    shown = paint(kit, card, high, level=level)
    if shown.get_width() <= rect.width:
        return shown
    return paint(kit, card, max(6, int(high * rect.width / shown.get_width())), level=level)


def pip(kit: Kit, card: str, side: int) -> pygame.Surface:
    """Give a little square in the colour of a card's group."""
    group = "temple" if is_temple(card) else prophecy(card).family.group
    tones = GROUPS[group].tones

    def bake() -> pygame.Surface:
        radius = 0.28 * side
        surface = picture(mix(tones[2], "#000000", 0.75), rounded((side, side), radius))
        surface.blit(picture(mix(tones[1], tones[2], 0.6), rounded((side, side), radius, (1, 1, 1, 1))), (0, 0))
        return native(surface)

    return kit.bakery.keep(("coatl pip", group, side), bake)


def reached(card: str, coatl: Serpent) -> int:
    """Give the level that a card reaches on a cóatl: for a temple, how many of its requirements are met."""
    if not is_temple(card):
        return level_on(card, coatl)
    return sum(meets(wanted, coatl.colours, coatl.prophecies) for wanted in temple(card).requirements)
