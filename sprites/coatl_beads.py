"""The beads that Cóatl's cards show their patterns in, and the stone and the emblem that each group of cards has."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import pygame

from sprites.coatl_art import COLOURS, GOLD, INKS, JADE, LIMESTONE, OBSIDIAN, TERRACOTTA, Tones, mark
from sprites.easel import Easel, Shape, box, curve, disc, ellipse, placed, polygon, ribbon, ring
from sprites.figures import scaled
from sprites.kit import Kit
from sprites.surfaces import RGB, mix, rgb

MASTER = 96
"""Smaller beads and emblems are scaled down from one of that side."""
ANY = "?"
"""Stands for a piece of whatever colour."""
BONE: Tones = (rgb("#cdb88c"), rgb("#f1e4c6"), rgb("#fffaee"))
"""What patterns lie on."""
RIM, CREAM, THREAD = "#1b0e08", "#fff3da", "#5a3a20"
SMALL = 20
"""Below that many pixels a bead's mark is drawn strong, to be seen at all."""
HALF = 42.0
"""A bead's radius in hundredths of its side: the rest is its shadow's."""


class Group(NamedTuple):
    """What the cards of a group are cut from, and how deep the tone is that their numbers stand on."""

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
"""Those of the prophecies, and the stone of the temples."""


def bead(kit: Kit, colour: str, side: int) -> pygame.Surface:
    """Give a round bead, ``side`` pixels square with its shadow, with its colour's mark; ``?`` is of any colour."""
    if colour == ANY:
        return scaled(kit, ("coatl bead", ANY), side, _paint_any, master=MASTER)
    strong = kit.strong_patterns
    key = ("coatl bead", colour, strong, side < SMALL)
    paint = partial(_paint_bead, colour, strong=strong, bold=strong or side < SMALL)
    return scaled(kit, key, side, paint, master=MASTER)


def emblem(kit: Kit, group: str, side: int) -> pygame.Surface:
    """Give the roundel of a group of cards, ``side`` pixels square."""
    return scaled(kit, ("coatl group", group), side, partial(_paint_emblem, group), master=MASTER)


def _hex(colour: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _paint_bead(colour: str, side: int, *, strong: bool, bold: bool) -> pygame.Surface:
    easel = Easel(side)
    tone, ink = COLOURS[colour], INKS[colour]
    easel.lay(disc(48, 48, HALF), colour=RIM, edge=2, raised=0, shadow=5)
    easel.lay(disc(48, 48, HALF - 5), colour=_hex(mix(tone, "#000000", 0.28)), edge=3, raised=0.4, shadow=0)
    easel.lay(disc(47.5, 47.5, HALF - 7), colour=_hex(tone), edge=15, raised=0.85, gloss=0.5, shadow=0)
    shapes = [placed(shape, 48, 48, 0.6 if bold else 0.54) for shape in mark(colour, strong=bold)]
    easel.lay(*shapes, colour=_hex(ink), edge=1, raised=0, shadow=0, strength=1.0 if strong else 0.86)
    easel.lay(ellipse(35, 29, 11, 5.5, -38), colour="#ffffff", edge=3, raised=0, shadow=0, strength=0.55)
    return easel.picture()


def _paint_any(side: int) -> pygame.Surface:
    """Paint the place of a bead: a broken ring around a point for each colour."""
    easel = Easel(side)
    easel.lay(disc(48, 48, HALF - 6), colour="#fffaf0", edge=2, raised=0, shadow=0, strength=0.75)
    dashes: list[Shape] = []
    for number in range(8):
        turns = [(number + share / 4 * 0.62) / 8 * math.tau for share in range(5)]
        dashes.append(ribbon([(48 + (HALF - 5) * math.cos(a), 48 + (HALF - 5) * math.sin(a)) for a in turns], 7.5))
    easel.lay(*dashes, colour=RIM, edge=1, raised=0, shadow=0)
    for number, colour in enumerate("RYGBK"):
        turn = number / 5 * math.tau - math.pi / 2
        spot = disc(48 + 17 * math.cos(turn), 48 + 17 * math.sin(turn), 8.2)
        easel.lay(spot, colour=_hex(COLOURS[colour]), edge=3, gloss=0.4, shadow=0)
    return easel.picture()


# -- groups


def _paint_emblem(group: str, side: int) -> pygame.Surface:
    easel = Easel(side)
    deep = GROUPS[group].deep
    easel.lay(disc(49, 49, 46), colour="#d9ab52", edge=3, raised=1.1, gloss=0.7, shadow=5)
    easel.lay(disc(49, 49, 39), colour=_hex(deep[1]), edge=3, raised=-0.9, shadow=0)
    easel.lay(*EMBLEMS[group], colour=CREAM, edge=3, raised=0.9, gloss=0.2, shadow=2)
    return easel.picture()


def _spiral() -> Shape:
    """Give a wave that rolls up, over a step."""
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
    """Give an eight that lies on its side."""
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
"""A count in dots and bars, a blade, a rolling wave, a sun, what has no end, a star from elsewhere."""
