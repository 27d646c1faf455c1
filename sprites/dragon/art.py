"""The labyrinth's squares, marks and icons as pictures, baked at the size in use: the one door to the dragon's art.

Most pictures are kept by the kit's bakery: copy one before you draw on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast, get_args

import numpy as np
import pygame

from logic.dragon.board import Field, FieldKind, KnightKind
from sprites.dragon import fields
from sprites.dragon import fields as stores
from sprites.dragon.fog import fog, fog_edge, lantern
from sprites.dragon.knights import knight
from sprites.dragon.stone import FLOORS, pave, raise_sandstone
from sprites.paint.easel import Easel, Shape, box, disc, polygon, ribbon
from sprites.paint.figures import scaled
from sprites.paint.frames import Style, frame, hint_frame
from sprites.paint.kit import Kit
from sprites.paint.layers import rounded
from sprites.paint.surfaces import native, picture, rgb

MASTER = 128
"""Smaller squares are scaled down from squares of that size, so that zooming out costs next to nothing."""
SPOTS = len(FLOORS)
"""How many kinds of floor there are; ``spot`` is taken modulo this."""
PLATE, PLATE_RIM, PLATE_INK = "#15100c", "#b98f45", "#fff3d6"
LONGEST_LINE = 5
"""So many signs stand in one line of a number plate; what is longer takes two."""
PLATE_HEIGHTS = {1: 0.24, 2: 0.22}
"""How high the figures of a plate are, by its lines, in cells."""
SMALLEST_FIGURES = 9
"""The least height of them, in pixels, where the square is wide enough."""
WIDEST_PLATE = 0.9
PLATE_ABOVE = 0.12
"""How far a plate keeps from the lower edge, in cells, so that the torn edge of the fog leaves it to be read."""
SOME: dict[str, int] = {"hole": 1, "bricks": 3, "teeth": 3}
"""The size that stands for fields of a kind in an icon."""
ICON_ROUND = 0.12

Icon = Field | FieldKind | KnightKind | Literal["entrance"]


def tile(
    kit: Kit, field: Field, side: int, *, is_open: bool = False, stock: int | None = None, spot: int = 0
) -> pygame.Surface:
    """A whole square, opaque: the floor and the field upon it.

    ``is_open`` is a fallen wall, a filled hole or a spent mine; ``stock`` what a store holds, all of it if not said;
    ``spot``, any number, varies the stone. Where a teleport leads changes nothing.
    """
    if field.kind == "unseen":
        return fog(kit, side, spot)
    look = _look(field, is_open, stock, spot, strong=kit.strong_patterns)
    bare = partial(scaled, kit, ("dragon", look.painting()), side, partial(_square, kit, look), master=MASTER)
    if not look.plate():
        return bare()
    return kit.bakery.keep(("dragon tile", look, side), lambda: _with_plate(kit, look, bare(), side))


def entrance(kit: Kit, side: int) -> pygame.Surface:
    """The way in, see-through, to be laid over the square's own field."""
    return scaled(kit, ("dragon", "entrance"), side, _gate, master=MASTER)


def target(kit: Kit, side: int, what: Mark) -> pygame.Surface:
    """A light for a square: a step or a leap may end there, would kill there, or the cursor is there."""
    return kit.bakery.keep(("dragon target", what, side), lambda: bake_mark(kit, what, side))


def field_icon(kit: Kit, what: Icon, side: int) -> pygame.Surface:
    """A small picture for panels and palettes, see-through at its round corners; knights stand alone."""
    if what in get_args(KnightKind):
        return knight(kit, cast("KnightKind", what), side)
    if isinstance(what, Field):
        field = what
    else:
        kind = "plain" if what == "entrance" else cast("FieldKind", what)
        field = Field(kind, SOME.get(kind, 0))
    key = ("dragon icon", what == "entrance", field.kind, field.size, side, kit.strong_patterns)
    return kit.bakery.keep(key, lambda: _icon(kit, field, side, is_entrance=what == "entrance"))


def _icon(kit: Kit, field: Field, side: int, *, is_entrance: bool) -> pygame.Surface:
    whole = pygame.Surface((side, side), pygame.SRCALPHA)
    whole.blit(tile(kit, field, side), (0, 0))
    if is_entrance:
        whole.blit(entrance(kit, side), (0, 0))
    cover = rounded((side, side), side * ICON_ROUND)
    pygame.surfarray.pixels_alpha(whole)[:] = np.round(cover * 255)
    return native(whole)


# -- squares


@dataclass(frozen=True, slots=True)
class _Look:
    """What decides how a square looks, and nothing that does not."""

    kind: FieldKind
    size: int
    stock: int
    is_open: bool
    spot: int
    strong: bool

    def painting(self) -> Hashable:
        """Tell apart what is painted, without what the number plate says."""
        goods = stores.drawn(self.stock, self.size) if self.kind in ("bricks", "teeth") else ()
        places = self.size if self.size <= stores.MOST_DRAWN else 0
        return self.kind, goods or places, self.is_open, self.spot, self.strong

    def plate(self) -> tuple[str, ...]:
        """The lines of the number plate, none where the picture itself tells."""
        if self.size <= stores.MOST_DRAWN:
            return ()
        if self.kind == "hole":
            return (str(self.size),)
        return _stock_lines(self.stock, self.size)


def _look(field: Field, is_open: bool, stock: int | None, spot: int, *, strong: bool) -> _Look:
    is_store = field.kind in ("bricks", "teeth")
    held = field.size if stock is None else stock
    return _Look(
        field.kind,
        field.size if is_store or field.kind == "hole" else 0,
        held if is_store else 0,
        is_open and field.kind in ("edible", "hole", "mine"),
        spot % SPOTS,
        strong and field.kind in ("edible", "eternal"),
    )


def _with_plate(kit: Kit, look: _Look, bare: pygame.Surface, side: int) -> pygame.Surface:
    whole = bare.copy()
    _lay_plate(whole, _plate(kit, look.plate(), side))
    return whole


def _square(kit: Kit, look: _Look, side: int) -> pygame.Surface:
    easel = Easel(side)
    easel.lay_picture(kit.bakery.reckon(("dragon floor", look.spot, side), lambda: _floor(look.spot, side)), 0, 0)
    _paint_field(easel, look)
    flat = pygame.Surface((side, side), 0, 32)
    flat.blit(easel.picture(), (0, 0))
    return native(flat)


def _floor(spot: int, side: int) -> Easel:
    easel = Easel(side)
    pave(easel, spot)
    return easel


def _paint_field(easel: Easel, look: _Look) -> None:
    opened: dict[FieldKind, Callable[[], None]] = {
        "edible": lambda: fields.wall_that_fell(easel, look.spot),
        "mine": lambda: fields.spent_mine(easel, look.spot),
        "hole": lambda: fields.filled_hole(easel, look.size),
    }
    shut: dict[FieldKind, Callable[[], None]] = {
        "edible": lambda: raise_sandstone(easel, look.spot, strong=look.strong),
        "eternal": lambda: fields.eternal_wall(easel, look.spot, strong=look.strong),
        "mine": lambda: fields.live_mine(easel),
        "hole": lambda: fields.gaping_hole(easel, look.size),
        "bricks": lambda: stores.brick_store(easel, look.stock, look.size),
        "teeth": lambda: stores.dental_store(easel, look.stock, look.size),
        "teleport": lambda: fields.teleport(easel),
        "lair": lambda: fields.lair(easel),
    }
    paint = (opened if look.is_open else shut).get(look.kind)
    if paint is not None:
        paint()


def _gate(side: int) -> pygame.Surface:
    easel = Easel(side)
    fields.entrance(easel)
    return easel.picture()


# -- number plates


def stock_plate(kit: Kit, stock: int, capacity: int, side: int) -> pygame.Surface:
    """A square, clear but for what a store holds in figures, for one that somebody hides."""

    def bake() -> pygame.Surface:
        whole = pygame.Surface((side, side), pygame.SRCALPHA)
        _lay_plate(whole, _plate(kit, _stock_lines(stock, capacity), side))
        return native(whole)

    return kit.bakery.keep(("dragon stock", stock, capacity, side), bake)


def _stock_lines(stock: int, capacity: int) -> tuple[str, ...]:
    line = f"{stock}/{capacity}"
    return (line,) if len(line) <= LONGEST_LINE else (f"{stock}/", str(capacity))


def _lay_plate(square: pygame.Surface, plate: pygame.Surface) -> None:
    side = square.get_width()
    square.blit(plate, plate.get_rect(midbottom=(side // 2, round(side * (1 - PLATE_ABOVE)))))


def _plate(kit: Kit, lines: tuple[str, ...], side: int) -> pygame.Surface:
    """A dark plate with the lines on it, as large as the square allows."""
    high = max(SMALLEST_FIGURES, round(side * PLATE_HEIGHTS[len(lines)]))
    wide = max(kit.bakery.font("interface", high).size(line)[0] for line in lines)
    if wide > side * WIDEST_PLATE:
        high = max(4, int(high * side * WIDEST_PLATE / wide))
    texts = [kit.bakery.text(line, "interface", high, PLATE_INK) for line in lines]
    size = max(text.get_width() for text in texts) + high // 2, round(high * (1.02 * len(lines) + 0.16))
    body = _plate_body((min(side, size[0]), size[1]), high * 0.3)
    for number, text in enumerate(texts):
        middle = round(size[1] / len(texts) * (number + 0.5))
        body.blit(text, text.get_rect(center=(body.get_width() // 2, middle)))
    return body


def _plate_body(size: tuple[int, int], radius: float) -> pygame.Surface:
    inner = rounded(size, radius, (1.2, 1.2, 1.2, 1.2))
    colours = [edge + (tone - edge) * inner for edge, tone in zip(rgb(PLATE_RIM), rgb(PLATE), strict=True)]
    return picture(colours, rounded(size, radius))


# -- what lights up

Mark = Literal["step", "leap", "danger", "cursor", "hint"]
"""A step has no sign of its own, so that what its square bears stays in sight."""

LEAP = "#5fd8b0"
DANGER = "#ff6a4d"
STYLES: dict[Mark, Style] = {"leap": "dashed", "cursor": "corners"}


def bake_mark(kit: Kit, what: Mark, side: int) -> pygame.Surface:
    """Draw a mark of a square, see-through."""
    if what == "hint":
        return native(hint_frame(kit, side))
    colours = kit.theme.colours
    tone = {"step": colours.accent_light, "leap": LEAP, "danger": DANGER, "cursor": colours.focus}[what]
    surface = frame(rgb(tone), side, STYLES.get(what, "whole"))
    signs = {"leap": _leap, "danger": _skull}
    if what in signs:
        easel = Easel(max(side, 48))
        signs[what](easel, tone)
        sign = easel.picture()
        if sign.get_width() != side:
            sign = pygame.transform.smoothscale(sign, (side, side))
        surface.blit(sign, (0, 0))
    return native(surface)


def _leap(easel: Easel, tone: str) -> None:
    """Draw the arc of a leap and the ground it comes down on."""
    arc = [(50 + 19 * math.cos(math.pi * (1 - i / 12)), 54 - 21 * math.sin(math.pi * (1 - i / 12))) for i in range(10)]
    head = polygon((72.5, 58), (58.5, 48), (74.5, 42))
    easel.lay(ribbon(arc, 5.5), head, colour=tone, edge=1.6, raised=1.1, gloss=0.4, shadow=3)
    easel.lay(box(24, 62, 14, 4.5, 2), box(62, 62, 14, 4.5, 2), colour=tone, edge=1.2, raised=1, shadow=2)


def _skull(easel: Easel, _tone: str) -> None:
    bone: tuple[Shape, ...] = (disc(50, 46, 17), box(41, 56, 18, 14, 4))
    easel.lay(*bone, colour="#fff0dc", edge=4, raised=1, gloss=0.2, shadow=4)
    easel.lay(disc(43.5, 47, 5), disc(56.5, 47, 5), polygon((50, 52), (53, 58), (47, 58)), colour="#3a0d06", edge=1.4,
              raised=-0.5, shadow=0)  # fmt: skip
    for x in (46, 50, 54):
        easel.lay(box(x - 0.8, 62, 1.6, 8), colour="#3a0d06", raised=0, shadow=0)


__all__ = [
    "Icon", "Mark", "entrance", "field_icon", "fog", "fog_edge", "knight", "lantern", "stock_plate", "target", "tile",
]  # fmt: skip
