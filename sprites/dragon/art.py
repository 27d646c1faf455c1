"""The only interface to Stone Dragon's pictures: squares, fog, marks and icons, baked at the size in use.

Most pictures are kept by the kit's cache: copy one before you draw on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast, get_args

import numpy as np
import pygame

from logic.dragon.board import Field, FieldKind, KnightKind
from sprites.dragon import fields
from sprites.dragon.knights import knight
from sprites.paint.canvas import Canvas, Shape, box, disc, drawn, polygon, ribbon, scaled
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Layer, grid, hypot, noise, rounded, soft
from sprites.paint.pauses import pause
from sprites.paint.relief import Style, frame, hint_frame
from sprites.paint.surfaces import blended, native, picture, rgb

MASTER = 128
"""Smaller squares are scaled down from this side, so that zooming out costs next to nothing."""
SPOTS = len(fields.FLOORS)
"""Number of floor variants; ``spot`` is taken modulo this."""
PLATE, PLATE_RIM, PLATE_INK = "#15100c", "#b98f45", "#fff3d6"
LONGEST_LINE = 5
"""Characters in one line of a number plate; a longer text takes two."""
PLATE_HEIGHTS = {1: 0.24, 2: 0.22}
"""Height of a plate's figures in cells, by the number of its lines."""
SMALLEST_FIGURES = 9
"""Least height of the figures in pixels, if the square is wide enough."""
WIDEST_PLATE = 0.9
PLATE_ABOVE = 0.12
"""Distance of a plate from the lower edge in cells, so that the ragged edge of the fog does not cover it."""
SOME: dict[str, int] = {"hole": 1, "bricks": 3, "teeth": 3}
"""The size of a field of a kind in an icon."""
ICON_ROUND = 0.12

Icon = Field | FieldKind | KnightKind | Literal["entrance"]


def tile(
    kit: Kit, field: Field, side: int, *, is_open: bool = False, stock: int | None = None, spot: int = 0
) -> pygame.Surface:
    """A whole square, opaque: the floor and the field on it.

    ``is_open`` is a fallen wall, a filled hole or a spent mine; ``stock`` what a store holds, by default all of it;
    ``spot``, any number, varies the stone. A teleport's target makes no difference.
    """
    if field.kind == "unseen":
        return fog(kit, side, spot)
    look = _look(field, is_open, stock, spot, strong=kit.strong_patterns)
    bare = partial(scaled, kit, ("dragon", look.painting()), side, partial(_square, kit, look), master=MASTER)
    if not look.plate():
        return bare()
    return kit.cache.keep(("dragon tile", look, side), lambda: _plated(kit, bare().copy(), look.plate()))


def entrance(kit: Kit, side: int) -> pygame.Surface:
    """The entrance, transparent, to be drawn over the square's own field."""
    return scaled(kit, ("dragon", "entrance"), side, drawn(fields.entrance), master=MASTER)


@kept
def target(kit: Kit, side: int, what: Mark) -> pygame.Surface:
    """A light on a square: a step or a leap may end there or would kill there, or the cursor or a hint is there."""
    if what == "hint":
        return hint_frame(kit, side)
    colours = kit.theme.colours
    tone = {"step": colours.accent_light, "leap": LEAP, "danger": DANGER, "cursor": colours.focus}[what]
    surface = frame(rgb(tone), side, STYLES.get(what, "whole"))
    signs = {"leap": _leap, "danger": _skull}
    if what in signs:
        sign = drawn(signs[what], tone)(max(side, 48))
        if sign.get_width() != side:
            sign = pygame.transform.smoothscale(sign, (side, side))
        surface.blit(sign, (0, 0))
    return surface


def field_icon(kit: Kit, what: Icon, side: int) -> pygame.Surface:
    """A small picture for panels and palettes, transparent at its round corners; knights stand alone."""
    if what in get_args(KnightKind):
        return knight(kit, cast("KnightKind", what), side)
    if isinstance(what, Field):
        field = what
    else:
        kind = "plain" if what == "entrance" else cast("FieldKind", what)
        field = Field(kind, SOME.get(kind, 0))
    key = ("dragon icon", what == "entrance", field.kind, field.size, side)
    return kit.cache.keep(key, lambda: _icon(kit, field, side, is_entrance=what == "entrance"))


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
    """Everything that the look of a square depends on, and nothing else."""

    kind: FieldKind
    size: int
    stock: int
    is_open: bool
    spot: int
    strong: bool

    def painting(self) -> Hashable:
        """Cache key of the painting without the number plate."""
        goods = fields.things_drawn(self.stock, self.size) if self.kind in ("bricks", "teeth") else ()
        places = self.size if self.size <= fields.MOST_DRAWN else 0
        return self.kind, goods or places, self.is_open, self.spot, self.strong

    def plate(self) -> tuple[str, ...]:
        """The lines of the number plate, none if the picture itself tells."""
        if self.size <= fields.MOST_DRAWN:
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


def _square(kit: Kit, look: _Look, side: int) -> pygame.Surface:
    canvas = Canvas(side)
    canvas.lay_picture(kit.cache.compute(("dragon floor", look.spot, side), lambda: _floor(look.spot, side)), 0, 0)
    paint = PAINTERS.get((look.kind, look.is_open))
    if paint is not None:
        paint(canvas, look)
    flat = pygame.Surface((side, side), 0, 32)
    flat.blit(canvas.picture(), (0, 0))
    return native(flat)


def _floor(spot: int, side: int) -> Canvas:
    canvas = Canvas(side)
    fields.pave(canvas, spot)
    return canvas


PAINTERS: Mapping[tuple[FieldKind, bool], Callable[[Canvas, _Look], None]] = {
    ("edible", False): lambda canvas, look: fields.raise_sandstone(canvas, look.spot, strong=look.strong),
    ("edible", True): lambda canvas, look: fields.wall_that_fell(canvas, look.spot),
    ("eternal", False): lambda canvas, look: fields.eternal_wall(canvas, look.spot, strong=look.strong),
    ("mine", False): lambda canvas, _look: fields.live_mine(canvas),
    ("mine", True): lambda canvas, look: fields.spent_mine(canvas, look.spot),
    ("hole", False): lambda canvas, look: fields.gaping_hole(canvas, look.size),
    ("hole", True): lambda canvas, look: fields.filled_hole(canvas, look.size),
    ("bricks", False): lambda canvas, look: fields.brick_store(canvas, look.stock, look.size),
    ("teeth", False): lambda canvas, look: fields.dental_store(canvas, look.stock, look.size),
    ("teleport", False): lambda canvas, _look: fields.teleport(canvas),
    ("lair", False): lambda canvas, _look: fields.lair(canvas),
}
"""What is painted on the floor, by the kind of a field and whether it is open."""


# -- number plates


@kept
def stock_plate(kit: Kit, stock: int, capacity: int, side: int) -> pygame.Surface:
    """A transparent square with a store's stock in digits, for one that a knight covers."""
    return native(_plated(kit, pygame.Surface((side, side), pygame.SRCALPHA), _stock_lines(stock, capacity)))


def _stock_lines(stock: int, capacity: int) -> tuple[str, ...]:
    line = f"{stock}/{capacity}"
    return (line,) if len(line) <= LONGEST_LINE else (f"{stock}/", str(capacity))


def _plated(kit: Kit, square: pygame.Surface, lines: tuple[str, ...]) -> pygame.Surface:
    """Lay a plate with those lines on a square, and return that."""
    side = square.get_width()
    plate = _plate(kit, lines, side)
    square.blit(plate, plate.get_rect(midbottom=(side // 2, round(side * (1 - PLATE_ABOVE)))))
    return square


def _plate(kit: Kit, lines: tuple[str, ...], side: int) -> pygame.Surface:
    """A dark plate with those lines, as large as the square allows."""
    high = max(SMALLEST_FIGURES, round(side * PLATE_HEIGHTS[len(lines)]))
    wide = max(kit.cache.font("interface", high).size(line)[0] for line in lines)
    if wide > side * WIDEST_PLATE:
        high = max(4, int(high * side * WIDEST_PLATE / wide))
    texts = [kit.cache.text(line, "interface", high, PLATE_INK) for line in lines]
    size = max(text.get_width() for text in texts) + high // 2, round(high * (1.02 * len(lines) + 0.16))
    body = _plate_body((min(side, size[0]), size[1]), high * 0.3)
    for number, text in enumerate(texts):
        middle = round(size[1] / len(texts) * (number + 0.5))
        body.blit(text, text.get_rect(center=(body.get_width() // 2, middle)))
    return body


def _plate_body(size: tuple[int, int], radius: float) -> pygame.Surface:
    inner = rounded(size, radius, (1.2, 1.2, 1.2, 1.2))
    return picture(blended(rgb(PLATE_RIM), rgb(PLATE), inner), rounded(size, radius))


# -- marks

Mark = Literal["step", "leap", "danger", "cursor", "hint"]
"""A step has no picture of its own, so that the square's content stays visible."""

LEAP = "#5fd8b0"
DANGER = "#ff6a4d"
STYLES: dict[Mark, Style] = {"leap": "dashed", "cursor": "corners"}


def _leap(canvas: Canvas, tone: str) -> None:
    """Draw the arc of a leap and its landing."""
    arc = [(50 + 19 * math.cos(math.pi * (1 - i / 12)), 54 - 21 * math.sin(math.pi * (1 - i / 12))) for i in range(10)]
    head = polygon((72.5, 58), (58.5, 48), (74.5, 42))
    canvas.lay(ribbon(arc, 5.5), head, colour=tone, edge=1.6, raised=1.1, gloss=0.4, shadow=3)
    canvas.lay(box(24, 62, 14, 4.5, 2), box(62, 62, 14, 4.5, 2), colour=tone, edge=1.2)


def _skull(canvas: Canvas, _tone: str) -> None:
    bone: tuple[Shape, ...] = (disc(50, 46, 17), box(41, 56, 18, 14, 4))
    canvas.lay(*bone, colour="#fff0dc", edge=4, gloss=0.2, shadow=4)
    canvas.lay(disc(43.5, 47, 5), disc(56.5, 47, 5), polygon((50, 52), (53, 58), (47, 58)), colour="#3a0d06", edge=1.4,
               raised=-0.5, shadow=0)  # fmt: skip
    for x in (46, 50, 54):
        canvas.ink(box(x - 0.8, 62, 1.6, 8), colour="#3a0d06")


__all__ = [
    "Icon", "Mark", "entrance", "field_icon", "fog", "fog_edge", "knight", "lantern", "stock_plate", "target", "tile",
]  # fmt: skip


# -- fog and lanterns

DARK, PALE = rgb("#080c12"), rgb("#2b3846")
FOGS = 6
"""Number of fog variants; all fit together in any order."""
AROUND: tuple[tuple[int, int], ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Offsets of the neighbours N, NE, E, SE, S, SW, W, NW of a mask's bits, the first bit first."""
EDGE = 0.13
"""Width of the mist over a seen square, in cells; its shadow extends further."""
RAGGED = 0.1
SHADOW = 0.34
LAMP = rgb("#ffb45c")
LANTERN_STRENGTH = 0.27


def fog(kit: Kit, side: int, spot: int) -> pygame.Surface:
    """An opaque square of fog; ``spot``, any number, varies it, and all variants join without a seam."""
    kind = spot % FOGS
    return kit.cache.keep(("dragon fog", side, kind), lambda: _opaque(_mist(side, kind), side))


def fog_edge(kit: Kit, side: int, mask: int) -> pygame.Surface:
    """The edge of the fog over a seen square; the mask's bits are its unseen neighbours, N first."""
    needed = without_hidden_corners(mask)
    ground = kit.cache.compute(("dragon fog ground", side), lambda: _ground(side))
    return kit.cache.keep(("dragon fog edge", side, needed), lambda: _edge(ground, needed))


@kept
def lantern(_kit: Kit, radius: int) -> pygame.Surface:
    """The light around a knight, for additive blending (BLEND_RGB_ADD), of that radius in pixels.

    It falls off softly, with a little grain against visible rings; three quarters are mirrored.
    """
    radius = max(2, radius)
    steps = (np.arange(radius, dtype=np.float32) + np.float32(0.5)) / np.float32(radius)
    share = np.clip(1 - hypot(steps[:, None], steps[None, :]), 0, 1)
    glow = np.float32(LANTERN_STRENGTH) * (0.55 * share * share * (3 - 2 * share) + 0.45 * share**4)
    grain = np.random.default_rng(4).random((radius, radius), np.float32) * (share > 0.02)
    surface = pygame.Surface((2 * radius, 2 * radius))
    pixels = pygame.surfarray.pixels3d(surface)
    for channel, tone in enumerate(LAMP):
        quarter = (glow * tone + grain).astype(np.uint8)
        half = np.concatenate([quarter[::-1], quarter])
        pixels[..., channel] = np.concatenate([half[:, ::-1], half], axis=1)
    del pixels
    return native(surface)


def _places(side: int) -> tuple[Layer, Layer]:
    """X and y of the pixels' middles, from 0 to 1."""
    x, y = grid((side, side), float(side))
    return x + np.float32(0.5), y + np.float32(0.5)


def _mist(side: int, kind: int) -> list[Layer]:
    """The three colour channels of mist, long swathes before shorter ones, with equal edges for all kinds."""
    x, y = _places(side)
    inner = np.clip(np.minimum(np.minimum(x, 1 - x), np.minimum(y, 1 - y)) * 3, 0, 1)
    inner = inner * inner * (3 - 2 * inner)
    swathes = noise((side, side), (side * 0.5, side * 0.2), 800 + kind) - np.float32(0.5)
    wisps = noise((side, side), (side * 0.22, side * 0.09), 810 + kind) - np.float32(0.5)
    grain = noise((side, side), (3, 3), 820 + kind) - np.float32(0.5)
    pause()
    drawn = (0.75 * swathes + 0.35 * wisps) * inner
    # Of equal mean brightness inside and at the edges: else the squares would be visible from afar.
    drawn -= inner * (drawn.sum() / inner.sum())
    pause()
    endless = _endless(x, y, 1)
    pause()
    mist = np.clip(0.34 + 0.05 * endless + drawn + 0.05 * grain, 0, 1)
    return blended(DARK, PALE, mist)


def _endless(x: Layer, y: Layer, seed: int) -> Layer:
    """A soft pattern from -1 to 1 that tiles without a seam."""
    waves = np.random.default_rng(seed).uniform(0, math.tau, 6)
    turns = ((1, 0), (0, 1), (1, 1), (2, -1), (1, 2), (3, 1))
    total = np.zeros((x.shape[0], y.shape[1]))
    for (a, b), shift in zip(turns, waves, strict=True):
        total = total + np.sin(math.tau * (a * x + b * y) + shift) / (abs(a) + abs(b))
        pause()
    return total / 2.6


def _opaque(colours: list[Layer], side: int) -> pygame.Surface:
    whole = picture(colours, np.ones((side, side), np.float32))
    flat = pygame.Surface((side, side))
    flat.blit(whole, (0, 0))
    return native(flat)


def without_hidden_corners(mask: int) -> int:
    """Remove corners beside an unseen edge, which covers them: of 256 masks 47 are left."""
    for corner in (1, 3, 5, 7):
        beside = 1 << (corner - 1) | 1 << (corner + 1) % 8
        if mask & beside:
            mask &= ~(1 << corner)
    return mask


def _ground(side: int) -> tuple[list[Layer], Layer]:
    """The parts of every edge of that size: the mist, and its ragged outline."""
    x, y = _places(side)
    ragged = _endless(x, y, 5)
    pause()
    ragged = ragged + 0.55 * _endless(np.asarray(x * 3), np.asarray(y * 3), 6)
    pause()
    return _mist(side, 0), np.asarray(ragged * np.float32(RAGGED * 0.6))


def _edge(ground: tuple[list[Layer], Layer], mask: int) -> pygame.Surface:
    mist, ragged = ground
    away = _away_from_unseen(*_places(ragged.shape[0]), mask)
    pause()
    thick = soft(away - np.float32(EDGE) + ragged, 0.2)
    shade = soft(away - np.float32(EDGE + SHADOW * 0.42), SHADOW) * np.float32(0.62)
    alpha = shade * (1 - thick) + thick
    share = thick / np.maximum(alpha, np.float32(1e-4))
    return picture([tone * share for tone in mist], alpha)


def _away_from_unseen(x: Layer, y: Layer, mask: int) -> Layer:
    """The distance to the nearest unseen neighbour, in cells; large if there is none."""
    nearest = np.full((x.shape[0], y.shape[1]), 9.0, np.float32)
    for bit, (right, down) in enumerate(AROUND):
        if mask >> bit & 1:
            aside = np.maximum(np.maximum(right - x, x - right - 1), 0)
            below = np.maximum(np.maximum(down - y, y - down - 1), 0)
            away = hypot(aside, below) if right and down else below if down else aside
            np.minimum(nearest, away, out=nearest)
    return nearest
