"""The L-Game's pictures: an ivory board, two glossy Ls, two pebbles; computed from distances, cached by size.

Light always comes from the upper left: an L has a picture for each direction of light relative to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from logic.lgame.rules import L_IDS
from sprites.paint import relief
from sprites.paint.kit import Kit, PlayerLook, kept
from sprites.paint.layers import Layer, box, covered, expanded, grid, hypot, noise, soft
from sprites.paint.pauses import pause
from sprites.paint.relief import hint_line
from sprites.paint.surface_cache import SurfaceCache
from sprites.paint.surfaces import RGB, blit_around, picture, rgb
from sprites.stage.stage import Pose

Mark = Literal["legal", "blocked", "hint", "home"]

BODY_GAP = 0.065
"""Distance of an L from the edges of its squares in cells, like all lengths here."""
BODY_ROUND = 0.2
BODY_BEVEL = 0.19
BODY_FILLET = 0.16
BODY_PAD = 0.05
SHADOW_PAD = 0.02
"""Additional size of a shadow's picture beyond its reach."""
HALO = 0.24
"""Reach of the glow around an outline."""
STRIPE = 0.36
SIGN_AT = -0.5, 1.0
"""Position of the inlaid token in the base shape, relative to its middle."""
LEVELS = 256
IVORY: RGB = (240, 231, 211)


class Shadow(NamedTuple):
    """The shadow of something at a height: its softness and darkness."""

    height: float
    reach: float
    strength: float


SHADOWS = (Shadow(0, 0.1, 0.5), Shadow(1, 0.28, 0.42))
"""The shadow of a piece at rest, and of a lifted one; in between both are blended."""


def l_distance(x: Layer, y: Layer, gap: float = BODY_GAP) -> Layer:
    """The distance to the base shape around its middle: a box, less the box that its arms enclose."""
    radius = max(0.04, BODY_ROUND + BODY_GAP - gap)
    whole = box(x, y, (0, 0), (1 - gap, 1.5 - gap), radius)
    # The enclosed box extends far beyond the corner, so that only its inner corner is visible.
    notch = -box(x, y, (1 - gap, -0.5 - gap), (1, 1), BODY_FILLET + gap)
    outside = hypot(np.maximum(whole + radius, 0), np.maximum(notch + radius, 0))
    distance: Layer = np.minimum(np.maximum(whole, notch), -radius) + outside
    return distance


def _palette(shades: Sequence[RGB]) -> Layer:
    """A colour for each of the levels of light, from the first shade to the last."""
    along = np.linspace(0, len(shades) - 1, LEVELS)
    columns = [np.interp(along, range(len(shades)), channel) for channel in zip(*shades, strict=True)]
    return np.stack(columns).astype(np.float32)


def _times(colour: RGB, factor: float) -> RGB:
    red, green, blue = (round(factor * channel) for channel in colour)
    return red, green, blue


class Body:
    """The shape of one player's L at one size: everything that does not change with the light."""

    def __init__(self, look: PlayerLook, cell: float, *, strong: bool) -> None:
        size = round((2 + 2 * BODY_PAD) * cell), round((3 + 2 * BODY_PAD) * cell)
        self._x, self._y = grid(size, cell)
        distance = l_distance(self._x, self._y)
        mark = self._inlay(look, strong=strong)
        height = relief.rim(distance, BODY_BEVEL) - 0.03 * soft(mark, 0.03)
        self._normals = relief.normals(height, cell)
        self._cover = covered(distance, cell)
        self._inlaid = covered(mark, cell)
        self._pattern = self._stripes(strong=strong) if look.pattern == "stripes" else 0.0
        self._paint = _palette([rgb(shade) for shade in (look.dark, look.colour, look.light)])
        self._ivory = _palette([_times(IVORY, 0.74), _times(IVORY, 1.24)])

    def _inlay(self, look: PlayerLook, *, strong: bool) -> Layer:
        """The distance to the ivory inlay in the corner of the L, in its player's shape."""
        size = 0.23 if strong else 0.17
        if look.shape == "disc":
            return hypot(self._x - SIGN_AT[0], self._y - SIGN_AT[1]) - size
        return box(self._x, self._y, SIGN_AT, (size, size), 0.03)

    def _stripes(self, *, strong: bool) -> Layer:
        """How much darker the stripes are."""
        wave = np.clip(np.sin((self._x - self._y) * (math.tau / STRIPE)) * 3 + 0.5, 0, 1)
        darker: Layer = wave * np.float32(0.34 if strong else 0.1)
        return darker

    def lit(self, light: int) -> pygame.Surface:
        """Paint it with the light from one of the directions."""
        lx, ly, lz = map(np.float32, relief.light(light))
        nx, ny, nz = self._normals
        facing = nx * lx + ny * ly + nz * lz
        # The halfway vector between the light and the eye, which looks down, gives the highlight.
        half = math.sqrt(lx * lx + ly * ly + (lz + 1) ** 2)
        shine = np.maximum(facing + nz, 0) * np.float32(1 / half)
        wide = _sixteenth_power(shine)
        flat = ((lz + 1) / half) ** 16
        squared = wide * wide
        gleam = 120 * squared * squared + 44 * (wide - flat)
        pause()
        level = np.clip(0.52 + (facing - lz) * 0.9 + 0.1 * (self._x * lx + self._y * ly), 0, 1)
        pause()
        ivory = self._ivory[:, _steps(level)]
        paint = self._paint[:, _steps(level - self._pattern)]
        pause()
        colours = [ink + (pale - ink) * self._inlaid + gleam for ink, pale in zip(paint, ivory, strict=True)]
        pause()
        return picture(colours, self._cover)


def _sixteenth_power(field: Layer) -> Layer:
    squared = field * field
    fourth = squared * squared
    eighth = fourth * fourth
    result: Layer = eighth * eighth
    return result


def _steps(level: Layer) -> NDArray[np.uint8]:
    """Convert light from 0 to 1 to palette indices."""
    steps: NDArray[np.uint8] = np.clip(level * (LEVELS - 1), 0, LEVELS - 1).astype(np.uint8)
    return steps


def bake_l_shadow(cell: float, shadow: Shadow) -> pygame.Surface:
    """Paint the shadow of the base shape coarsely; it is soft anyway."""
    coarse, pad = cell / relief.COARSE, shadow.reach + SHADOW_PAD
    x, y = grid((round((2 + 2 * pad) * coarse), round((3 + 2 * pad) * coarse)), coarse)
    return picture(relief.SHADE, shadow.strength * soft(l_distance(x, y), shadow.reach))


MARKS: dict[Mark, tuple[RGB, float, float, float]] = {
    "legal": (rgb("#2f9e4f"), 0.42, 1.0, 0.045),
    "blocked": (rgb("#c0392b"), 0.0, 0.85, 0.03),
    "home": (rgb("#5a4a34"), 0.0, 0.4, 0.014),
}
"""For each outline of an L except a hint's: its colour, opacity of its fill, opacity and width of its line."""


def bake_mark(mark: Mark, cell: float) -> pygame.Surface:
    """Paint an outline of the base shape."""
    colour, filled, line, wide = MARKS[mark]
    glows = mark == "legal"
    pad = HALO if glows else wide + relief.EDGE
    x, y = grid((round((2 + 2 * pad) * cell), round((3 + 2 * pad) * cell)), cell)
    distance = l_distance(x, y, gap=0.02)
    edge = covered(np.abs(distance) - wide, cell) * line
    if mark == "blocked":
        edge = edge * np.clip(np.sin((x + y) * (math.tau / 0.22)) * 4 + 1.2, 0, 1)
    halo = 0.5 * soft(distance - 0.08, HALO - 0.08) * (distance > 0) if glows else 0
    alpha = np.maximum(np.maximum(covered(distance, cell) * filled, edge), halo)
    return picture(colour, alpha)


def bake_hint(kit: Kit, cell: float) -> pygame.Surface:
    """Paint a hint's line around the base shape."""
    x, y = grid((round((2 + 2 * HALO) * cell), round((3 + 2 * HALO) * cell)), cell)
    return hint_line(kit, l_distance(x, y, gap=0.02) * np.float32(cell), cell)


PEBBLE_RADIUS = 0.34
"""In cells, like all lengths here."""
PEBBLE_PAD = 0.42
SLAB_ROUND = 0.16
SLAB_BEVEL = 0.09
WELL_GAP = 0.04
WELL_ROUND = 0.13
DROP_REACH = 0.22
PEBBLES: tuple[tuple[RGB, RGB], ...] = (((150, 147, 140), (84, 82, 80)), ((118, 116, 118), (60, 60, 66)))


@kept
def _pebble(_kit: Kit, number: int, cell: float) -> pygame.Surface:
    """Paint one of the two pebbles: not quite round, and speckled."""
    size = round(2 * PEBBLE_PAD * cell)
    x, y = grid((size, size), cell)
    round_about = np.arctan2(y, x)
    bulge = 0.016 * np.sin(2 * round_about + 1.3 + number) + 0.009 * np.sin(3 * round_about + 2.1 * number)
    distance = hypot(x, y * 1.06) - PEBBLE_RADIUS - bulge
    height = 0.62 * relief.rim(distance, PEBBLE_RADIUS)
    facing = relief.facing(height, cell)
    coarse, fine = ((cell * grain, cell * grain) for grain in (0.07, 0.02))
    grain = 0.12 * noise((size, size), coarse, number) + 0.1 * noise((size, size), fine, number + 7) - 0.11
    vein = 0.16 * np.exp(-(((x * 0.5 - y * 0.9 + 0.09 * np.sin(5 * x + number)) / 0.03) ** 2)) * (number == 1)
    lit = np.clip(0.1 + facing * 0.95 + grain + vein, 0, 1.15)
    light, dark = PEBBLES[number]
    gleam = 60 * np.maximum(facing, 0) ** 24
    colours = [low + (high - low) * lit + gleam for low, high in zip(dark, light, strict=True)]
    return picture(colours, covered(distance, cell))


@kept
def _pebble_shadow(_kit: Kit, cell: float, shadow: Shadow) -> pygame.Surface:
    coarse = cell / relief.COARSE
    size = round(2 * (PEBBLE_RADIUS + shadow.reach + SHADOW_PAD) * coarse)
    x, y = grid((size, size), coarse)
    return relief.enlarged(picture(relief.SHADE, shadow.strength * soft(hypot(x, y) - PEBBLE_RADIUS, shadow.reach)))


def paint_slab(size: tuple[int, int], cell: float) -> pygame.Surface:
    """Paint the ivory slab: its texture, its rounded edge, and the frame sunk into its rim."""
    edge = 2 * round((SLAB_ROUND + SLAB_BEVEL) * cell) + 3
    tile = min(size[0], edge), min(size[1], edge)
    distance = box(*grid(tile, cell), (0, 0), (tile[0] / cell / 2, tile[1] / cell / 2), SLAB_ROUND)
    lit = relief.facing(relief.rim(distance, SLAB_BEVEL), cell) - relief.light()[2]
    broad, fine = ((cell * grain, cell * grain) for grain in (0.9, 0.03))
    grain = 7 * noise(size, broad, 1)
    pause()
    grain = grain + 4 * noise(size, fine, 2) - 5.5
    pause()
    x, y = grid(size, 1)
    tone = grain - 6 * (x / size[0] + y / size[1]) + 150 * expanded(lit, size)
    pause()
    return picture([ivory + tone for ivory in IVORY], expanded(covered(distance, cell), size))


@kept
def _board(_kit: Kit, size: tuple[int, int], cell: float, margin: float, squares: int) -> pygame.Surface:
    slab, well = paint_slab(size, cell), bake_well(cell)
    for row in range(squares):
        for col in range(squares):
            slab.blit(well, (round((margin + col) * cell), round((margin + row) * cell)))
    return slab


def bake_well(cell: float) -> pygame.Surface:
    """Paint the shading that makes a square a shallow well: dark at the upper left, bright at the lower right."""
    x, y, distance = _well(cell)
    inside = covered(distance, cell)
    lx, ly, _ = relief.light()
    shifted = box(x + lx * 0.05, y + ly * 0.05, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)
    shade = inside * (0.07 + 0.3 * (1 - soft(shifted + 0.035, 0.06)))
    lip = box(x + lx * 0.03, y + ly * 0.03, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)
    bright = (1 - inside) * covered(lip, cell) * 0.75
    alpha = np.maximum(shade, bright)
    is_lip = bright > shade
    return picture([np.where(is_lip, 255, tone) for tone in relief.SHADE], alpha)


@kept
def _cursor(kit: Kit, cell: float) -> pygame.Surface:
    """Paint a ring within a square."""
    _, _, distance = _well(cell)
    ring = np.abs(distance + 0.035) - 0.03
    return relief.outlined(rgb(kit.theme.colours.focus), ring, covered(ring, cell), cell)


@kept
def _lit(kit: Kit, cell: float) -> pygame.Surface:
    """Paint the soft light in a selectable square, and its mark, a thin ring with a dot in the middle."""
    x, y, distance = _well(cell)
    glow = 0.42 * covered(distance, cell) * (1 - 0.45 * soft(distance + 0.16, 0.16))
    ring, dot = np.abs(distance + 0.03) - 0.014, hypot(x, y) - 0.055
    lit = picture(rgb(kit.theme.colours.accent), glow)
    lit.blit(picture(LIT_SIGN, covered(np.minimum(ring, dot), cell)), (0, 0))
    return lit


def _well(cell: float) -> tuple[Layer, Layer, Layer]:
    """The coordinates in a square from its middle, and the distance to its well; all in squares."""
    size = round(cell)
    x, y = grid((size, size), cell)
    return x, y, box(x, y, (0, 0), (0.5 - WELL_GAP, 0.5 - WELL_GAP), WELL_ROUND)


@kept
def _drop(_kit: Kit, size: tuple[int, int], cell: float) -> pygame.Surface:
    """Paint the shadow of the whole board on the cloth."""
    coarse = cell / relief.COARSE
    wide, high = size[0] / relief.COARSE, size[1] / relief.COARSE
    pad = 2 * DROP_REACH * coarse
    x, y = grid((round(wide + pad), round(high + pad)), coarse)
    distance = box(x, y, (0, 0), (wide / coarse / 2, high / coarse / 2), SLAB_ROUND)
    return relief.enlarged(picture((0, 0, 0), 0.5 * soft(distance, DROP_REACH)))


def _arrow(kit: Kit, length: float, degrees: float, cell: float) -> pygame.Surface:
    """Paint a hint's arrow of that length, rotated clockwise from the right."""
    x, y = grid((round((length + 0.2) * cell), round(0.6 * cell)), cell)
    tip = length / 2
    shaft = box(x, y, (-0.12, 0), (tip - 0.12, 0.045), 0.045)
    head = np.maximum(np.abs(y) * 0.8 + (x - tip) * 0.6, tip - 0.3 - x)
    arrow = picture(rgb(kit.theme.colours.hint), covered(np.minimum(shaft, head), cell))
    return pygame.transform.rotozoom(arrow, -degrees, 1)


TURNING_PIXELS = 90_000
"""Largest number of pixels of a rotating L, which is then scaled up, so that a frame stays short."""
BADGE = 0.36
HINT: Mark = "hint"
LIFT = 0.07
"""Displacement of a lifted piece towards the eye, seen as a step up and to the left."""

LIT_SIGN: RGB = (116, 70, 12)
"""Colour of the mark in a selectable square, dark enough to stand out on the ivory."""


class LArt:
    """Draws the pieces of an L-Game at one size of cell."""

    def __init__(self, kit: Kit, cell: float) -> None:
        self.kit = kit
        self.cell = cell
        self.cache: SurfaceCache = kit.cache
        self._bodies: dict[tuple[int, float], Body] = {}
        self._lights: dict[Hashable, pygame.Surface] = {}
        """Pictures of an L by player, light and cell size: in the cache they would evict each other."""
        self._turning = min(cell, math.sqrt(TURNING_PIXELS / 6))

    def to_prerender(self) -> list[Callable[[], object]]:
        """Tasks for the pictures of movement, so that no animated frame has to bake them; the most urgent first."""
        players = range(len(L_IDS))
        corners = range(relief.LIGHT_AT % 4, relief.LIGHTS, 4)
        turning = [partial(self._lit, who, light, self._turning) for light in range(relief.LIGHTS) for who in players]
        lying = [partial(self._lit, who, light, self.cell) for light in corners for who in players]
        shadows = [partial(self._l_shadow, shadow) for shadow in SHADOWS]
        marks = [partial(self._mark, mark) for mark in (*MARKS, HINT)]
        return [*shadows, *marks, *lying, *turning, self._bodies.clear]

    def _key(self, *parts: object) -> tuple[object, ...]:
        return ("lgame", round(self.cell, 2), *parts)

    # -- an L

    def draw_l(self, surface: pygame.Surface, player: int, pose: Pose, at: tuple[float, float]) -> None:
        """Draw an L with its middle at a point of the surface."""
        step = pose.z * LIFT * self.cell
        blit_around(surface, self._l_picture(player, pose), (at[0] - step, at[1] - step), pose.alpha)

    def draw_l_shadow(self, surface: pygame.Surface, pose: Pose, at: tuple[float, float]) -> None:
        """Draw its shadow: close and sharp at rest, wide and soft when lifted."""
        for shadow, share in _shadows(pose):
            step = (0.045 + 0.13 * min(pose.z, 1.0)) * self.cell
            blit_around(surface, self._shadow_picture(pose, shadow), (at[0] + step, at[1] + step), share * pose.alpha)

    def draw_mark(self, surface: pygame.Surface, mark: Mark, pose: Pose, at: tuple[float, float]) -> None:
        """Draw the outline of an L in that pose."""
        key = self._key("mark", mark, *_orientation(pose))
        blit_around(surface, self.cache.keep(key, lambda: _oriented(self._mark(mark), pose)), at, 1.0)

    def _mark(self, mark: Mark) -> pygame.Surface:
        bake = partial(bake_hint, self.kit) if mark == HINT else partial(bake_mark, mark)
        return self.cache.keep(self._key("mark", mark), lambda: bake(self.cell))

    # -- everything else

    def draw_board(self, surface: pygame.Surface, rect: pygame.Rect, margin: float, squares: int) -> None:
        """Draw the board and its shadow; ``margin`` is the width of its rim in cells."""
        drop = _drop(self.kit, rect.size, self.cell)
        step = 0.06 * self.cell
        blit_around(surface, drop, (rect.centerx + step, rect.centery + step), 1.0)
        surface.blit(_board(self.kit, rect.size, self.cell, margin, squares), rect)

    def draw_square(self, surface: pygame.Surface, kind: Literal["lit", "cursor"], rect: pygame.Rect) -> None:
        """Draw the light in a selectable square, or the cursor's ring."""
        surface.blit((_cursor if kind == "cursor" else _lit)(self.kit, self.cell), rect)

    def draw_badge(self, surface: pygame.Surface, icon: str, at: tuple[float, float]) -> None:
        """Draw a small ivory disc with an icon for what a tap there would do."""
        size = max(14, round(BADGE * self.cell))

        def paint(canvas: pygame.Surface, _factor: int) -> None:
            middle, radius = canvas.get_rect().center, canvas.get_width() // 2
            pygame.draw.circle(canvas, (*relief.SHADE, 150), middle, radius)
            pygame.draw.circle(canvas, IVORY, middle, round(radius * 0.92))

        disc = self.cache.smooth(self._key("badge"), (size, size), paint)
        blit_around(surface, disc, at, 0.94)
        blit_around(surface, self.cache.icon(icon, round(size * 0.68), relief.SHADE), at, 1.0)

    def draw_pebble(self, surface: pygame.Surface, number: int, pose: Pose, at: tuple[float, float]) -> None:
        """Draw a pebble; its number determines its stone."""
        step = pose.z * LIFT * self.cell
        blit_around(surface, _pebble(self.kit, number, self.cell), (at[0] - step, at[1] - step), pose.alpha)

    def draw_pebble_shadow(self, surface: pygame.Surface, pose: Pose, at: tuple[float, float]) -> None:
        for shadow, share in _shadows(pose):
            picture = _pebble_shadow(self.kit, self.cell, shadow)
            step = (0.05 + 0.11 * min(pose.z, 1.0)) * self.cell
            blit_around(surface, picture, (at[0] + step, at[1] + step), share * pose.alpha)

    def draw_arrow(self, surface: pygame.Surface, start: tuple[float, float], end: tuple[float, float]) -> None:
        length = math.hypot(end[0] - start[0], end[1] - start[1]) / self.cell
        angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
        key = self._key("arrow", round(length, 2), round(angle))
        picture = self.cache.keep(key, lambda: _arrow(self.kit, length, angle, self.cell))
        blit_around(surface, picture, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), 1.0)

    def _l_picture(self, player: int, pose: Pose) -> pygame.Surface:
        if _at_rest(pose):
            return self.cache.keep(
                self._key("l", player, *_orientation(pose)),
                lambda: _oriented(self._lit(player, _light_for(pose), self.cell), pose),
            )
        picture = self._lit(player, _light_for(pose), self._turning)
        return _turned(picture, pose, self.cell / self._turning * pose.scale)

    def _lit(self, player: int, light: int, cell: float) -> pygame.Surface:
        key = "lgame lit", player, light, cell
        if key not in self._lights:
            self._lights[key] = self.cache.bake(key, lambda: self._body(player, cell).lit(light))
        return self._lights[key]

    def _body(self, player: int, cell: float) -> Body:
        if (player, cell) not in self._bodies:
            look = self.kit.theme.players[player]
            self._bodies[player, cell] = Body(look, cell, strong=self.kit.strong_patterns)
        return self._bodies[player, cell]

    def _l_shadow(self, shadow: Shadow) -> pygame.Surface:
        return self.cache.keep(self._key("l shadow", shadow), lambda: bake_l_shadow(self.cell, shadow))

    def _shadow_picture(self, pose: Pose, shadow: Shadow) -> pygame.Surface:
        coarse = self._l_shadow(shadow)
        if not _at_rest(pose):
            return _turned(coarse, pose, relief.COARSE * pose.scale)
        return self.cache.keep(
            self._key("l shadow", shadow, *_orientation(pose)), lambda: relief.enlarged(_oriented(coarse, pose))
        )


def sign_at(pose: Pose) -> tuple[float, float]:
    """The position of the token in an L with that pose, in board units."""
    (x, y), turn = SIGN_AT, (math.cos(pose.angle), math.sin(pose.angle))
    return pose.x + pose.flip * (x * turn[0] - y * turn[1]), pose.y + x * turn[1] + y * turn[0]


def _shadows(pose: Pose) -> list[tuple[Shadow, float]]:
    """The shadows of something at that height, each with its share."""
    height = min(pose.z, 1.0)
    return [(shadow, share) for shadow in SHADOWS if (share := max(0.0, 1 - abs(height - shadow.height))) > 0]


def _orientation(pose: Pose) -> tuple[int, bool]:
    return round(pose.angle / (math.pi / 2)) % 4, pose.flip < 0


def _at_rest(pose: Pose) -> bool:
    """Whether the L is aligned with the squares, as it was baked."""
    quarters = pose.angle / (math.pi / 2)
    straight = abs(quarters - round(quarters)) < 1e-3
    return straight and abs(pose.flip) == 1 and pose.scale == 1


def _light_for(pose: Pose) -> int:
    """The light of the upper left relative to the base shape before its rotation and reflection."""
    seen = relief.LIGHT_AT if pose.flip > 0 else relief.LIGHTS // 2 - relief.LIGHT_AT
    return (seen - round(pose.angle / (math.tau / relief.LIGHTS))) % relief.LIGHTS


def _oriented(picture: pygame.Surface, pose: Pose) -> pygame.Surface:
    quarters, flipped = _orientation(pose)
    turned = pygame.transform.rotate(picture, -90 * quarters)
    return pygame.transform.flip(turned, True, False) if flipped else turned


def _turned(picture: pygame.Surface, pose: Pose, zoom: float) -> pygame.Surface:
    """Rotate and mirror by any amount; only for the few frames in which something rotates or swings."""
    turned = pygame.transform.rotozoom(picture, -math.degrees(pose.angle), 1)
    size = max(1, round(turned.get_width() * zoom * abs(pose.flip))), max(1, round(turned.get_height() * zoom))
    if size != turned.get_size():
        turned = pygame.transform.smoothscale(turned, size)
    return pygame.transform.flip(turned, True, False) if pose.flip < 0 else turned


def chip(canvas: pygame.Surface, colour: pygame.Color) -> None:
    """Paint an ivory chip with a ring in a colour."""
    side, middle = canvas.get_width(), canvas.get_rect().center
    for reach, ink in ((0.48, "#b9a67f"), (0.45, "#f6ecd4"), (0.31, colour), (0.21, "#f6ecd4")):
        pygame.draw.circle(canvas, ink, middle, reach * side)
