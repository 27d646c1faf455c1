"""The treasures of the labyrinth as enamel medallions, baked at the size in use: the one door to them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from sprites.easel import Easel
from sprites.figures import scaled
from sprites.kit import Kit
from sprites.labyrinth_inlays import seat_shape
from sprites.labyrinth_medals_beasts import lizard, moth, owl, rat, scarab, spider
from sprites.labyrinth_medals_enamel import IVORY, Enamel, Graver, blank, faded, lay_sign, mount
from sprites.labyrinth_medals_folk import bat, dragon, genie, ghost, gnome, princess
from sprites.labyrinth_medals_hall import book, candelabra, helmet, skull, sword, treasure_map
from sprites.labyrinth_medals_riches import chest, crown, emerald, gold_ring, keys, money_bag
from sprites.theme import PlayerLook

MASTER = 128
"""Smaller medallions are scaled down from one of that side."""

Figure = Callable[[Graver], None]

MEDALS: dict[str, tuple[Figure, Enamel]] = {
    "book": (book, Enamel("#8f1d2c", "rays")),
    "money_bag": (money_bag, Enamel("#1b5435", "rays")),
    "map": (treasure_map, Enamel("#1b5a86", "rays")),
    "crown": (crown, Enamel("#5b2178", "rays")),
    "keys": (keys, Enamel("#0e5a5c", "rays")),
    "skull": (skull, Enamel("#2c2b36", "rays")),
    "ring": (gold_ring, Enamel("#86194f", "rays")),
    "chest": (chest, Enamel("#1a2c6b", "rays")),
    "emerald": (emerald, Enamel("#4b2413", "rays")),
    "sword": (sword, Enamel("#8a2f14", "rays")),
    "candelabra": (candelabra, Enamel("#39245e", "rays")),
    "helmet": (helmet, Enamel("#3c541a", "rays")),
    "bat": (bat, Enamel("#f0a63a", "waves")),
    "dragon": (dragon, Enamel("#6b1220", "waves")),
    "ghost": (ghost, Enamel("#2d3585", "waves")),
    "genie": (genie, Enamel("#5a2350", "waves")),
    "gnome": (gnome, Enamel("#143a54", "waves")),
    "princess": (princess, Enamel("#93306a", "waves")),
    "lizard": (lizard, Enamel("#f2e2a0", "rings")),
    "moth": (moth, Enamel("#bfe0b8", "rings")),
    "owl": (owl, Enamel("#c2dff5", "rings")),
    "rat": (rat, Enamel("#f0c8c0", "rings")),
    "scarab": (scarab, Enamel("#f0cf8e", "rings")),
    "spider": (spider, Enamel("#d6cdea", "rings")),
}
"""What each treasure is drawn by and what it lies on: things, then who haunts the place, then small beasts."""
NAMES = tuple(MEDALS)


def medal(kit: Kit, name: str, side: int, *, pale: bool = False) -> pygame.Surface:
    """Give the medallion of a treasure, ``side`` pixels square; ``pale``, it was found or is out of play."""
    key = ("labyrinth medal", name, pale)
    return scaled(kit, key, side, partial(_paint, name, None, pale=pale, strong=False), master=MASTER)


def medal_with_ring(kit: Kit, name: str, side: int, seat: int) -> pygame.Surface:
    """Give the medallion of a treasure in a ring of a seat's colour and pattern."""
    number, strong = seat % len(kit.theme.players), kit.strong_patterns
    look = kit.theme.players[number]
    key = ("labyrinth medal", name, "ring", number, strong)
    return scaled(kit, key, side, partial(_paint, name, look, pale=False, strong=strong), master=MASTER)


def seal(kit: Kit, seat: int, side: int) -> pygame.Surface:
    """Give the medallion of a seat: its shape on its colour, in its ring."""
    number, strong = seat % len(kit.theme.players), kit.strong_patterns
    look = kit.theme.players[number]
    key = ("labyrinth seal", number, strong)
    return scaled(kit, key, side, partial(_paint_seal, look, strong=strong), master=MASTER)


def _paint(name: str, look: PlayerLook | None, side: int, *, pale: bool, strong: bool) -> pygame.Surface:
    draw, enamel = MEDALS[name]
    plate, figure = blank(side, enamel, look, strong=strong), Easel(side)
    draw(Graver(figure))
    mount(plate, figure)
    if look is not None:
        lay_sign(plate, look)
    if pale:
        faded(plate)
    return plate.picture()


def _paint_seal(look: PlayerLook, side: int, *, strong: bool) -> pygame.Surface:
    plate, figure = blank(side, Enamel(look.dark, "rays"), look, strong=strong), Easel(side)
    Graver(figure).body(seat_shape(look, 50, 50, 30), colour=IVORY, edge=4, gloss=0.4)
    mount(plate, figure)
    return plate.picture()
