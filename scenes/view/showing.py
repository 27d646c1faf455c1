"""Demonstrates a step of a lesson on the board: everything else is darkened, and a hand makes the gesture once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import pygame

from scenes.view.squares import Point, with_alpha
from sprites.paint.kit import Kit
from sprites.widgets.base import Ease

StrokeKind = Literal["tap", "drag", "hold"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A gesture in window pixels; ``lit`` is what it is made with, which stays bright.

    A *tap* touches one stop after the other, a *drag* takes something from the first to the last; *hold* stays at one.
    Without stops there is light alone.
    """

    kind: StrokeKind
    stops: tuple[Point, ...] = ()
    lit: tuple[pygame.Rect, ...] = ()


# -- path of the hand


@dataclass(frozen=True, slots=True)
class Keyframe:
    """Where the hand is at a time in seconds, how far it is pressed down, and its opacity."""

    at: float
    place: Point
    pressed: float = 0.0
    alpha: float = 1.0


APPEAR, PRESS, TOUCH, GO, HOLD = 0.35, 0.14, 0.12, 0.5, 1.1
"""Seconds: to appear or disappear, to press down, to stay down, to reach the next stop, to hold."""
PACE, LEAST, MOST = 420.0, 0.6, 1.4
"""Speed of a drag in units a second, and its least and greatest duration in seconds."""
COMES_FROM = 46.0
"""Units: the distance from which the hand comes."""


def keys_of(stroke: Stroke, unit: float) -> tuple[Keyframe, ...]:
    """The keyframes of the hand through a stroke, with the size of a unit in pixels."""
    first = stroke.stops[0]
    keys = [Keyframe(0.0, _beside(first, COMES_FROM * unit), 0.0, 0.0), Keyframe(APPEAR, first)]

    def then(seconds: float, place: Point, pressed: float, alpha: float = 1.0) -> None:
        keys.append(Keyframe(keys[-1].at + seconds, place, pressed, alpha))

    if stroke.kind == "drag":
        then(PRESS, first, 1.0)
        for here, there in pairwise(stroke.stops):
            then(min(MOST, max(LEAST, math.dist(here, there) / (PACE * unit))), there, 1.0)
        then(TOUCH, stroke.stops[-1], 1.0)
        then(PRESS, stroke.stops[-1], 0.0)
    else:
        for number, stop in enumerate(stroke.stops):
            if number:
                then(GO, stop, 0.0)
            then(PRESS, stop, 1.0)
            then(HOLD if stroke.kind == "hold" else TOUCH, stop, 1.0)
            then(PRESS, stop, 0.0)
    then(APPEAR, _beside(keys[-1].place, COMES_FROM * unit / 2), 0.0, 0.0)
    return tuple(keys)


def _beside(place: Point, far: float) -> Point:
    return place[0] + 0.6 * far, place[1] + far


def hand_at(keys: Sequence[Keyframe], seconds: float) -> Keyframe | None:
    """The hand at a time, eased between keyframes; None when the gesture is over."""
    for before, after in pairwise(keys):
        if seconds < after.at:
            share = (seconds - before.at) / (after.at - before.at)
            soft = share * share * (3 - 2 * share)
            x, y = (one + soft * (other - one) for one, other in zip(before.place, after.place, strict=True))
            pressed = before.pressed + soft * (after.pressed - before.pressed)
            return Keyframe(seconds, (x, y), pressed, before.alpha + soft * (after.alpha - before.alpha))
    return None


# -- shade and hand over a screen

SOON, REST = 0.3, 5.0
"""Seconds of stillness before something new is shown, and before it is shown again."""
PATIENCE = 0.25
"""Rate at which that time passes while something is painted ahead."""
FADE = 0.22
"""Seconds in which the shade fades in, and out again."""
DARK = 0.4
"""Share of the brightness that the shade takes."""


class Showing:
    """Demonstrates over one screen. A touch hides it at once; it comes again after a pause."""

    def __init__(self) -> None:
        self.stroke: Stroke | None = None
        self._light = Ease(FADE)
        self._still = 0.0
        self._wait = SOON
        self._baked = 0
        """Amount baked up to the last frame: painting ahead comes first, so that the hand does not stutter."""
        self._playing: float | None = None
        """Seconds since the gesture began, while the hand is moving."""

    @property
    def light(self) -> float:
        """Strength of the shade, from 0 to 1."""
        return self._light.value

    @property
    def is_playing(self) -> bool:
        """Whether the hand is moving now."""
        return self._playing is not None

    def set_stroke(self, stroke: Stroke | None, *, anew: bool = True) -> None:
        """Set what to show from now on, None for nothing.

        What is not ``anew``, such as the rest of a gesture that a person has begun, waits as long as the former one
        would have.
        """
        if stroke != self.stroke:
            self.stroke, self._playing, self._light.target = stroke, None, 0.0
        if anew:
            self.again()

    def hide(self) -> None:
        """Disappear while a person acts."""
        self._still, self._wait, self._playing = 0.0, REST, None
        self._light.target = 0.0

    def again(self) -> None:
        """Show it again as soon as possible."""
        self._still, self._wait, self._playing = 0.0, SOON, None

    def update(self, dt: float, kit: Kit, *, ready: bool) -> bool:
        """Advance by ``dt`` seconds. Return whether something changes. Nothing is shown unless the screen is ready."""
        if self.stroke is None or not ready:
            self._still, self._playing, self._light.target = 0.0, None, 0.0
            return self._light.update(dt)
        moving = self._light.update(dt)
        if self._playing is not None:
            self._playing += dt
            if hand_at(keys_of(self.stroke, kit.px(1)), self._playing) is None:
                self._playing, self._still, self._wait = None, 0.0, REST
            return True
        baked, self._baked = self._baked, kit.cache.baked
        self._still += dt if baked == self._baked else PATIENCE * dt
        if self._still < self._wait:
            return moving or self._wait == SOON
        if self._light.target == 0.0:
            self._light.target = 1.0
            return True
        if self._light.value == 1.0 and self.stroke.stops and not kit.reduced_motion:
            self._playing = 0.0
        return moving or self._playing is not None

    # -- picture

    def draw(self, kit: Kit, surface: pygame.Surface, clear: Sequence[pygame.Rect] = ()) -> None:
        """Draw the shade around the lit rectangles, and the hand; ``clear`` rectangles keep their brightness."""
        if self._light.value <= 0:
            return
        lit = self.stroke.lit if self.stroke is not None else ()
        dark = shade(kit, surface.get_size(), lit, clear)
        dark.set_alpha(round(255 * self._light.value))
        surface.blit(dark, (0, 0))
        if self.stroke is None or not self.stroke.stops:
            return
        if self._playing is not None:
            now = hand_at(keys_of(self.stroke, kit.px(1)), self._playing)
            if now is not None:
                draw_hand(kit, surface, now)
        elif kit.reduced_motion:
            draw_hand(kit, surface, Keyframe(0.0, self.stroke.stops[0], alpha=self._light.value))


COARSE = 6
"""The shade is painted smaller by this factor: its edges are soft."""
AROUND, SOFT, BEND = 14, 9, 26
"""Units: margin of light around a thing, softness of its edge, radius of its corners."""


def shade(
    kit: Kit, size: tuple[int, int], lit: Sequence[pygame.Rect], clear: Sequence[pygame.Rect] = ()
) -> pygame.Surface:
    """A shade with holes. It is cached: callers must not draw on it, but may set its alpha."""
    places = tuple(tuple(rect) for rect in (*lit, *clear))
    return kit.cache.keep(("shade", size, places), lambda: _shade(kit, size, lit, clear))


def _shade(kit: Kit, size: tuple[int, int], lit: Sequence[pygame.Rect], clear: Sequence[pygame.Rect]) -> pygame.Surface:
    small = pygame.Surface((math.ceil(size[0] / COARSE), math.ceil(size[1] / COARSE)), pygame.SRCALPHA)
    small.fill((0, 0, 0, round(255 * DARK)))
    for rects, around in ((lit, kit.px(AROUND)), (clear, 0)):
        for rect in rects:
            hole = rect.inflate(2 * around, 2 * around)
            place = pygame.Rect(hole.left // COARSE, hole.top // COARSE, hole.width // COARSE, hole.height // COARSE)
            pygame.draw.rect(small, (0, 0, 0, 0), place, border_radius=max(1, kit.px(BEND) // COARSE))
    soft = pygame.transform.gaussian_blur(small, max(1, round(kit.px(SOFT) / COARSE)))
    return pygame.transform.smoothscale(soft, size)


HAND, TIP = 62, (0.4, 0.06)
"""Height of the hand in units, and the position of its fingertip in the picture, as shares of that."""
RIM, LEAN = 0.045, 18
"""Its dark edge, as a share of its height, and its tilt in degrees."""
SINKS = 0.86
"""Its scale while it presses."""
RING = 30
"""Units: largest radius of the ring around a press."""


def draw_hand(kit: Kit, surface: pygame.Surface, key: Keyframe) -> None:
    """Draw the hand with its fingertip at a position."""
    side = round(kit.px(HAND) * (1 - (1 - SINKS) * round(4 * key.pressed) / 4))
    picture = kit.cache.keep(("ghost hand", side), lambda: _hand(kit, side))
    colours = kit.theme.colours
    if key.pressed > 0:
        reach = kit.px(RING) * (0.5 + 0.5 * key.pressed)
        pygame.draw.aacircle(surface, colours.shadow, key.place, reach + kit.px(1.5), max(1, kit.px(6)))
        pygame.draw.aacircle(surface, colours.accent, key.place, reach, max(1, kit.px(3)))
    middle = pygame.Vector2((0.5 - TIP[0]) * side, (0.5 - TIP[1]) * side).rotate(-LEAN)
    place = picture.get_rect(center=(round(key.place[0] + middle.x), round(key.place[1] + middle.y)))
    surface.blit(with_alpha(picture, key.alpha), place)


def _hand(kit: Kit, side: int) -> pygame.Surface:
    """The hand: light, with a dark edge and a soft shadow, leaning to the left."""
    large = 2 * side
    glyph = kit.cache.icon("hand_pointing_up", large, "#fff6e0")
    edge = kit.cache.icon("hand_pointing_up", large, "#2a1d12")
    rim = round(RIM * large)
    board = pygame.Surface((large + 6 * rim, large + 6 * rim), pygame.SRCALPHA)
    middle = board.get_rect().center
    dark = board.copy()
    for turn in range(16):
        aside = rim * math.cos(math.tau * turn / 16), rim * math.sin(math.tau * turn / 16)
        dark.blit(edge, edge.get_rect(center=(round(middle[0] + aside[0]), round(middle[1] + aside[1]))))
    cast = pygame.transform.gaussian_blur(dark, rim)
    cast.set_alpha(120)
    board.blit(cast, (rim, rim))
    board.blit(dark, (0, 0))
    board.blit(glyph, glyph.get_rect(center=middle))
    return pygame.transform.rotozoom(board, LEAN, 0.5)
