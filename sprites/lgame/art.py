"""The L-Game's things as pictures: an ivory board, two glossy Ls, two pebbles; computed from distances, kept by size.

Light always comes from the upper left: an L has a picture for each direction that the light has as seen from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import partial
from typing import Literal

import pygame

from logic.lgame.rules import L_IDS
from sprites.lgame.things import (
    IVORY,
    MARKS,
    SHADOWS,
    SIGN_AT,
    Body,
    Mark,
    Shadow,
    bake_arrow,
    bake_cursor,
    bake_drop,
    bake_hint,
    bake_l_shadow,
    bake_lit,
    bake_mark,
    bake_pebble,
    bake_pebble_shadow,
    bake_well,
    paint_slab,
)
from sprites.paint import relief
from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Bakery
from sprites.paint.surfaces import RGB, blit_around, rgb
from sprites.stage.stage import Pose

TURNING_PIXELS = 90_000
"""An L that is turning is drawn with at most so many pixels and scaled up, so that a frame stays short."""
BADGE = 0.36
HINT: Mark = "hint"
LIFT = 0.07
"""How far what is lifted comes towards the eye, seen as a step up and to the left."""

LIT_SIGN: RGB = (116, 70, 12)
"""What tells a square that can be chosen, so dark that nobody misses it on the ivory."""


class LArt:
    """Draws the pieces of an L-Game at one size of cell."""

    def __init__(self, kit: Kit, cell: float) -> None:
        self.kit = kit
        self.cell = cell
        self.bakery: Bakery = kit.bakery
        self._bodies: dict[tuple[int, float], Body] = {}
        self._lights: dict[Hashable, pygame.Surface] = {}
        """An L by player, light and size of cell: so many that in the bakery they would push each other out."""
        self._marks: dict[Mark, pygame.Surface] = {}
        self._turning = min(cell, math.sqrt(TURNING_PIXELS / 6))

    def chores(self) -> list[Callable[[], object]]:
        """What moving will need, so that no frame that is seen to move has to bake it; the most urgent first."""
        players = range(len(L_IDS))
        corners = range(relief.LIGHT_AT % 4, relief.LIGHTS, 4)
        turning = [partial(self._lit, who, light, self._turning) for light in range(relief.LIGHTS) for who in players]
        lying = [partial(self._lit, who, light, self.cell) for light in corners for who in players]
        shadows = [partial(self._l_shadow, shadow) for shadow in SHADOWS]
        marks = [partial(self._mark, mark) for mark in (*MARKS, HINT)]
        return [*shadows, *marks, *lying, *turning, self._bodies.clear]

    def _key(self, *parts: object) -> tuple[object, ...]:
        return ("lgame", round(self.cell, 2), self.kit.strong_patterns, *parts)

    # -- an L

    def draw_l(self, surface: pygame.Surface, player: int, pose: Pose, at: tuple[float, float]) -> None:
        """Draw an L whose middle lies at a place of the surface."""
        step = pose.z * LIFT * self.cell
        blit_around(surface, self._l_picture(player, pose), (at[0] - step, at[1] - step), pose.alpha)

    def draw_l_shadow(self, surface: pygame.Surface, pose: Pose, at: tuple[float, float]) -> None:
        """Draw its shadow: close and sharp where it lies, wide and soft where it is lifted."""
        for shadow, share in _shadows(pose):
            step = (0.045 + 0.13 * min(pose.z, 1.0)) * self.cell
            blit_around(surface, self._shadow_picture(pose, shadow), (at[0] + step, at[1] + step), share * pose.alpha)

    def draw_mark(self, surface: pygame.Surface, mark: Mark, pose: Pose, at: tuple[float, float]) -> None:
        """Draw the outline of an L that lies, or would lie, there."""
        key = self._key("mark", mark, *_orientation(pose))
        blit_around(surface, self.bakery.keep(key, lambda: _oriented(self._mark(mark), pose)), at, 1.0)

    def _mark(self, mark: Mark) -> pygame.Surface:
        if mark not in self._marks:
            self._marks[mark] = self.bakery.keep(self._key("mark", mark), lambda: self._baked_mark(mark))
        return self._marks[mark]

    def _baked_mark(self, mark: Mark) -> pygame.Surface:
        if mark == HINT:
            return bake_hint(self.kit, self.cell)
        tone = {"legal": "#2f9e4f", "blocked": "#c0392b", "home": "#5a4a34"}[mark]
        return bake_mark(mark, rgb(tone), self.cell)

    # -- everything else

    def draw_board(self, surface: pygame.Surface, rect: pygame.Rect, margin: float, squares: int) -> None:
        """Draw the board and its shadow; ``margin`` is the width of its rim in cells."""
        drop = self.bakery.keep(self._key("drop", rect.size), lambda: bake_drop(rect.size, self.cell))
        step = 0.06 * self.cell
        blit_around(surface, drop, (rect.centerx + step, rect.centery + step), 1.0)
        key = self._key("board", rect.size)
        board = self.bakery.keep(key, lambda: self._whole_board(rect.size, margin, squares))
        surface.blit(board, rect)

    def _whole_board(self, size: tuple[int, int], margin: float, squares: int) -> pygame.Surface:
        slab = paint_slab(size, self.cell)
        well = bake_well(self.cell)
        for row in range(squares):
            for col in range(squares):
                left, top = (margin + col) * self.cell, (margin + row) * self.cell
                slab.blit(well, (round(left), round(top)))
        return slab

    def draw_square(self, surface: pygame.Surface, kind: Literal["lit", "cursor"], rect: pygame.Rect) -> None:
        """Draw the light in a square that can be chosen, or the cursor's ring."""
        colours = self.kit.theme.colours

        def bake() -> pygame.Surface:
            if kind == "cursor":
                return bake_cursor(rgb(colours.focus), self.cell)
            return bake_lit(rgb(colours.accent), LIT_SIGN, self.cell)

        picture = self.bakery.keep(self._key(kind), bake)
        surface.blit(picture, rect)

    def draw_badge(self, surface: pygame.Surface, icon: str, at: tuple[float, float]) -> None:
        """Draw a small ivory disc with an icon: what a tap there would do."""
        size = max(14, round(BADGE * self.cell))

        def paint(canvas: pygame.Surface, _factor: int) -> None:
            middle, radius = canvas.get_rect().center, canvas.get_width() // 2
            pygame.draw.circle(canvas, (*relief.SHADE, 150), middle, radius)
            pygame.draw.circle(canvas, IVORY, middle, round(radius * 0.92))

        disc = self.bakery.smooth(self._key("badge"), (size, size), paint)
        blit_around(surface, disc, at, 0.94)
        blit_around(surface, self.bakery.icon(icon, round(size * 0.68), relief.SHADE), at, 1.0)

    def draw_pebble(self, surface: pygame.Surface, number: int, pose: Pose, at: tuple[float, float]) -> None:
        """Draw a pebble; which of the two it is decides its stone."""
        step = pose.z * LIFT * self.cell
        picture = self.bakery.keep(self._key("pebble", number), lambda: bake_pebble(number, self.cell))
        blit_around(surface, picture, (at[0] - step, at[1] - step), pose.alpha)

    def draw_pebble_shadow(self, surface: pygame.Surface, pose: Pose, at: tuple[float, float]) -> None:
        for shadow, share in _shadows(pose):
            picture = self.bakery.keep(
                self._key("pebble shadow", shadow), partial(bake_pebble_shadow, self.cell, shadow)
            )
            step = (0.05 + 0.11 * min(pose.z, 1.0)) * self.cell
            blit_around(surface, picture, (at[0] + step, at[1] + step), share * pose.alpha)

    def draw_arrow(self, surface: pygame.Surface, start: tuple[float, float], end: tuple[float, float]) -> None:
        length = math.hypot(end[0] - start[0], end[1] - start[1]) / self.cell
        angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
        colour = rgb(self.kit.theme.colours.hint)

        def bake() -> pygame.Surface:
            return pygame.transform.rotozoom(bake_arrow(length, colour, self.cell), -angle, 1)

        picture = self.bakery.keep(self._key("arrow", round(length, 2), round(angle)), bake)
        blit_around(surface, picture, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), 1.0)

    def _l_picture(self, player: int, pose: Pose) -> pygame.Surface:
        if _at_rest(pose):
            return self.bakery.keep(
                self._key("l", player, *_orientation(pose)),
                lambda: _oriented(self._lit(player, _light_for(pose), self.cell), pose),
            )
        picture = self._lit(player, _light_for(pose), self._turning)
        return _turned(picture, pose, self.cell / self._turning * pose.scale)

    def _lit(self, player: int, light: int, cell: float) -> pygame.Surface:
        key = "lgame lit", player, light, cell, self.kit.strong_patterns
        if key not in self._lights:
            self._lights[key] = self.bakery.bake(key, lambda: self._body(player, cell).lit(light))
        return self._lights[key]

    def _body(self, player: int, cell: float) -> Body:
        if (player, cell) not in self._bodies:
            look = self.kit.theme.players[player]
            self._bodies[player, cell] = Body(look, cell, strong=self.kit.strong_patterns)
        return self._bodies[player, cell]

    def _l_shadow(self, shadow: Shadow) -> pygame.Surface:
        return self.bakery.keep(self._key("l shadow", shadow), lambda: bake_l_shadow(self.cell, shadow))

    def _shadow_picture(self, pose: Pose, shadow: Shadow) -> pygame.Surface:
        coarse = self._l_shadow(shadow)
        if not _at_rest(pose):
            return _turned(coarse, pose, relief.COARSE * pose.scale)
        return self.bakery.keep(
            self._key("l shadow", shadow, *_orientation(pose)), lambda: relief.enlarged(_oriented(coarse, pose))
        )


def sign_at(pose: Pose) -> tuple[float, float]:
    """Where the sign in an L is that lies so, in board units."""
    (x, y), turn = SIGN_AT, (math.cos(pose.angle), math.sin(pose.angle))
    return pose.x + pose.flip * (x * turn[0] - y * turn[1]), pose.y + x * turn[1] + y * turn[0]


def _shadows(pose: Pose) -> list[tuple[Shadow, float]]:
    """The shadows that something at that height throws, each with its share."""
    height = min(pose.z, 1.0)
    return [(shadow, share) for shadow in SHADOWS if (share := max(0.0, 1 - abs(height - shadow.height))) > 0]


def _orientation(pose: Pose) -> tuple[int, bool]:
    return round(pose.angle / (math.pi / 2)) % 4, pose.flip < 0


def _at_rest(pose: Pose) -> bool:
    """Tell whether the L lies along the squares, as it was baked."""
    quarters = pose.angle / (math.pi / 2)
    straight = abs(quarters - round(quarters)) < 1e-3
    return straight and abs(pose.flip) == 1 and pose.scale == 1


def _light_for(pose: Pose) -> int:
    """The light of the upper left as it falls on the base shape before it was turned and mirrored."""
    seen = relief.LIGHT_AT if pose.flip > 0 else relief.LIGHTS // 2 - relief.LIGHT_AT
    return (seen - round(pose.angle / (math.tau / relief.LIGHTS))) % relief.LIGHTS


def _oriented(picture: pygame.Surface, pose: Pose) -> pygame.Surface:
    quarters, flipped = _orientation(pose)
    turned = pygame.transform.rotate(picture, -90 * quarters)
    return pygame.transform.flip(turned, True, False) if flipped else turned


def _turned(picture: pygame.Surface, pose: Pose, zoom: float) -> pygame.Surface:
    """Turn and mirror by any amount; only for the few frames in which something turns or swings."""
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
