"""Ornamental physics: the dragged piece and the winner's confetti; rules never read it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
import pymunk

from sprites.paint.kit import Kit
from sprites.paint.surfaces import native

STEP = 1 / 120
"""Seconds of one step; the rest of a frame is carried over to the next."""
STILL_DISTANCE, STILL_SPEED = 0.004, 0.02


class FixedSteps:
    """Divides time into equal steps, whatever the frame rate."""

    def __init__(self, space: pymunk.Space) -> None:
        self.space = space
        self._left = 0.0

    def advance(self, dt: float) -> None:
        """Add ``dt`` seconds, and run the whole steps that have accumulated."""
        self._left += dt
        while self._left >= STEP:
            self._left -= STEP
            self.space.step(STEP)


class Drag:
    """A dragged piece: it follows the finger with inertia, swings about its grip, and comes to rest.

    ``offset`` is where its middle wants to be relative to the finger. All lengths are board units; ``swing`` is its
    rotation, clockwise, away from how it wants to lie.
    """

    MASS = 1.0
    MOMENT = 1.6
    SPRING = 15.0
    """Frequency of its swing in radians a second, wherever it is held."""
    DAMPING = 0.55
    """Damping ratio: 1 would stop it without swinging."""
    LAG = 0.12
    """Share of the distance to the finger that is left after a sixtieth of a second."""

    def __init__(self, middle: tuple[float, float], finger: tuple[float, float], offset: tuple[float, float]) -> None:
        self.space = pymunk.Space()
        self._steps = FixedSteps(self.space)
        self._finger = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._finger.position = finger
        self._body = pymunk.Body(self.MASS, self.MOMENT)
        self._body.position = middle
        self._offset = offset
        self._joint = pymunk.PivotJoint(self._finger, self._body, (0, 0), (-offset[0], -offset[1]))
        self._joint.error_bias = self.LAG**60
        self._spring = pymunk.DampedRotarySpring(self.space.static_body, self._body, 0, 0, 0)
        self._tune_spring()
        self.space.add(self._body, self._joint, self._spring)
        self._moving = True

    @property
    def middle(self) -> tuple[float, float]:
        return self._body.position.x, self._body.position.y

    @property
    def swing(self) -> float:
        """How far it is turned from its intended angle, in radians clockwise."""
        return self._body.angle

    def follow(self, finger: tuple[float, float]) -> None:
        self._finger.position = finger
        self._moving = True

    def hold_at(self, offset: tuple[float, float], swing: float = 0.0) -> None:
        """Hold the piece at another point, as after it was turned or mirrored; ``swing`` is the remaining angle."""
        self._offset = offset
        self._joint.anchor_b = (-offset[0], -offset[1])
        self._body.angle = swing
        self._tune_spring()
        self._moving = True

    def _tune_spring(self) -> None:
        """Adapt the spring to the piece's moment of inertia about the point where it is held."""
        inertia = self.MOMENT + self.MASS * (self._offset[0] ** 2 + self._offset[1] ** 2)
        self._spring.stiffness = inertia * self.SPRING**2
        self._spring.damping = 2 * inertia * self.DAMPING * self.SPRING

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether the piece is moving."""
        if self._moving:
            self._steps.advance(dt)
            self._settle()
        return self._moving

    def _settle(self) -> None:
        home = self._finger.position + self._offset
        far = self._body.position.get_distance(home) > STILL_DISTANCE or abs(self._body.angle) > STILL_DISTANCE
        if far or self._body.velocity.length > STILL_SPEED or abs(self._body.angular_velocity) > STILL_SPEED:
            return
        self._body.position, self._body.velocity = home, (0, 0)
        self._body.angle = self._body.angular_velocity = 0
        self._moving = False


Shape = Callable[[pygame.Surface, pygame.Color], None]
"""Paints the front of a piece of confetti over a whole square canvas, in the given colour or its own."""


def paper(canvas: pygame.Surface, colour: pygame.Color) -> None:
    side = canvas.get_width()
    pygame.draw.rect(canvas, colour, pygame.Rect(0, 0, side, round(0.6 * side)).move(0, round(0.2 * side)))


@dataclass(frozen=True, slots=True)
class _Piece:
    """One piece of confetti: its body, its colour, and how it turns over as it falls."""

    body: pymunk.Body
    colour: str
    size: int
    phase: float
    speed: float


class Confetti:
    """Large confetti of one shape, thrown up from the lower corners of a rectangle, for the theme's time.

    The same seed gives the same confetti. With reduced motion there is none.
    """

    PIECES = 28
    SIZES = (34, 44, 56)
    """Units."""
    TURNS = 16
    SQUASHES = 5
    GLINT = 40
    """Additional brightness of a piece seen from the front, of 255."""
    FADE = 0.5
    """Seconds of the fade-out at the end."""

    def __init__(
        self, kit: Kit, area: pygame.Rect, seed: int = 1, colours: Sequence[str] = (), shape: Shape = paper
    ) -> None:
        self.kit = kit
        self._shape = shape
        self.area = area
        self.left = 0.0 if kit.reduced_motion else kit.theme.seconds.celebrate
        self._age = 0.0
        self.space = pymunk.Space()
        self.space.gravity = (0, 1.5 * area.height)
        self.space.damping = 0.55
        self._steps = FixedSteps(self.space)
        palette = colours or [look.colour for look in kit.theme.players] + [kit.theme.colours.accent_light]
        chance = np.random.default_rng(seed)
        self.pieces = [self._throw(chance, palette, i) for i in range(self.PIECES if self.left else 0)]

    def _throw(self, chance: np.random.Generator, palette: Sequence[str], number: int) -> _Piece:
        across, up, spin, phase, speed, size = (float(value) for value in chance.random(6))
        side = -1 if number % 2 else 1
        body = pymunk.Body(1, 1)
        body.position = self.area.centerx - side * self.area.width * 0.5, self.area.bottom
        body.velocity = side * self.area.width * (0.1 + 0.75 * across), -self.area.height * (0.8 + 0.95 * up)
        body.angle = phase * math.tau
        body.angular_velocity = (spin - 0.5) * 14
        self.space.add(body)
        large = self.SIZES[int(size * len(self.SIZES))]
        return _Piece(body, palette[number % len(palette)], large, phase * math.tau, 4 + 6 * speed)

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether confetti is falling."""
        self.left = max(0.0, self.left - dt)
        if self.left > 0:
            self._age += dt
            self._steps.advance(dt)
        return self.left > 0

    def stop(self) -> None:
        """End it at once, as by a tap."""
        self.left = 0.0

    def draw(self, surface: pygame.Surface) -> None:
        if self.left <= 0:
            return
        alpha = round(255 * min(1.0, self.left / self.FADE))
        for piece in self.pieces:
            picture = self._picture(piece)
            picture.set_alpha(alpha)
            surface.blit(picture, picture.get_rect(center=piece.body.position))
            picture.set_alpha(255)

    def _picture(self, piece: _Piece) -> pygame.Surface:
        turn = round(piece.body.angle / math.tau * self.TURNS) % self.TURNS
        flat = abs(math.cos(piece.phase + piece.speed * self._age))
        squash = max(1, round(flat * self.SQUASHES))
        size = self.kit.px(piece.size)
        key = ("confetti", self._shape, piece.colour, size, turn, squash)
        return self.kit.cache.keep(key, lambda: self._cut(piece.colour, size, turn, squash))

    def _cut(self, colour: str, size: int, turn: int, squash: int) -> pygame.Surface:
        """A piece turned that far in its plane, and out of it."""
        front = self.kit.cache.smooth(
            ("confetti", self._shape, colour), (size, size), lambda canvas, _: self._shape(canvas, pygame.Color(colour))
        )
        share = squash / self.SQUASHES
        seen = pygame.transform.smoothscale(front, (size, max(2, round(size * share))))
        glint = round(self.GLINT * share)
        seen.fill((glint, glint, glint, 0), special_flags=pygame.BLEND_RGB_ADD)
        return native(pygame.transform.rotozoom(seen, -360 * turn / self.TURNS, 1))
