"""Ornament that obeys weight and swing: the piece in the hand, the paper that rains on a winner; rules never look."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pygame
import pymunk

from sprites.paint.kit import Kit

STEP = 1 / 120
"""Seconds of one step; what is left of a frame waits for the next."""
STILL_DISTANCE, STILL_SPEED = 0.004, 0.02


class Steps:
    """Cuts time into equal steps, whatever the frames are."""

    def __init__(self, space: pymunk.Space) -> None:
        self.space = space
        self._left = 0.0

    def pass_time(self, dt: float) -> None:
        """Run as many whole steps as have come together."""
        self._left += dt
        while self._left >= STEP:
            self._left -= STEP
            self.space.step(STEP)


class Drag:
    """A piece in the hand: it follows the finger with a little weight, swings about where it was taken, and rests.

    ``offset`` is where its middle wants to be as seen from the finger. All lengths are board units; ``swing`` is how
    far it is turned away, clockwise, from how it wants to lie.
    """

    MASS = 1.0
    MOMENT = 1.6
    SPRING = 15.0
    """Radians a second at which it swings, wherever it was taken."""
    DAMPING = 0.55
    """The part of what would let it come to rest without swinging at all."""
    LAG = 0.12
    """The part of the way to the finger that is still left after a sixtieth of a second."""

    def __init__(self, middle: tuple[float, float], finger: tuple[float, float], offset: tuple[float, float]) -> None:
        self.space = pymunk.Space()
        self._steps = Steps(self.space)
        self._finger = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
        self._finger.position = finger
        self._body = pymunk.Body(self.MASS, self.MOMENT)
        self._body.position = middle
        self._offset = offset
        self._joint = pymunk.PivotJoint(self._finger, self._body, (0, 0), (-offset[0], -offset[1]))
        self._joint.error_bias = self.LAG**60
        self._spring = pymunk.DampedRotarySpring(self.space.static_body, self._body, 0, 0, 0)
        self._tighten()
        self.space.add(self._body, self._joint, self._spring)
        self._moving = True

    @property
    def middle(self) -> tuple[float, float]:
        return self._body.position.x, self._body.position.y

    @property
    def swing(self) -> float:
        """How far it is turned away from how it wants to lie, in radians clockwise."""
        return self._body.angle

    def follow(self, finger: tuple[float, float]) -> None:
        self._finger.position = finger
        self._moving = True

    def grip(self, offset: tuple[float, float], swing: float = 0.0) -> None:
        """Take the piece elsewhere, as after it was turned or mirrored; ``swing`` is how far it is from that yet."""
        self._offset = offset
        self._joint.anchor_b = (-offset[0], -offset[1])
        self._body.angle = swing
        self._tighten()
        self._moving = True

    def _tighten(self) -> None:
        """Fit the spring to how heavy the piece is to turn about the place where it is held."""
        inertia = self.MOMENT + self.MASS * (self._offset[0] ** 2 + self._offset[1] ** 2)
        self._spring.stiffness = inertia * self.SPRING**2
        self._spring.damping = 2 * inertia * self.DAMPING * self.SPRING

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while the piece is not at rest."""
        if self._moving:
            self._steps.pass_time(dt)
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


@dataclass(frozen=True, slots=True)
class _Paper:
    """One piece of confetti: its body, its colour, and how it turns over as it falls."""

    body: pymunk.Body
    colour: str
    size: float
    phase: float
    speed: float


class Confetti:
    """Paper thrown up from the lower corners of a rectangle: it rains for the theme's time of celebrating.

    The same seed makes the same rain. With reduced motion there is none.
    """

    PIECES = 60
    TURNS = 12
    SQUASHES = 5
    FADE = 0.5
    """Seconds at the end in which it fades."""

    def __init__(self, kit: Kit, area: pygame.Rect, seed: int = 1, colours: Sequence[str] = ()) -> None:
        self.kit = kit
        self.area = area
        self.left = 0.0 if kit.reduced_motion else kit.theme.seconds.celebrate
        self._age = 0.0
        self.space = pymunk.Space()
        self.space.gravity = (0, 1.5 * area.height)
        self.space.damping = 0.55
        self._steps = Steps(self.space)
        palette = colours or [look.colour for look in kit.theme.players] + [kit.theme.colours.accent_light]
        chance = np.random.default_rng(seed)
        self.papers = [self._throw(chance, palette, i) for i in range(self.PIECES if self.left else 0)]

    def _throw(self, chance: np.random.Generator, palette: Sequence[str], number: int) -> _Paper:
        across, up, spin, phase, speed, size = (float(value) for value in chance.random(6))
        side = -1 if number % 2 else 1
        body = pymunk.Body(1, 1)
        body.position = self.area.centerx - side * self.area.width * 0.5, self.area.bottom
        body.velocity = side * self.area.width * (0.1 + 0.75 * across), -self.area.height * (0.8 + 0.95 * up)
        body.angle = phase * math.tau
        body.angular_velocity = (spin - 0.5) * 14
        self.space.add(body)
        return _Paper(body, palette[number % len(palette)], 22 + 16 * size, phase * math.tau, 5 + 9 * speed)

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while it rains."""
        self.left = max(0.0, self.left - dt)
        if self.left > 0:
            self._age += dt
            self._steps.pass_time(dt)
        return self.left > 0

    def stop(self) -> None:
        """End it at once, as when somebody taps it away."""
        self.left = 0.0

    def draw(self, surface: pygame.Surface) -> None:
        if self.left <= 0:
            return
        alpha = round(255 * min(1.0, self.left / self.FADE))
        for paper in self.papers:
            picture = self._picture(paper)
            picture.set_alpha(alpha)
            surface.blit(picture, picture.get_rect(center=paper.body.position))
            picture.set_alpha(255)

    def _picture(self, paper: _Paper) -> pygame.Surface:
        turn = round(paper.body.angle / math.pi * self.TURNS) % self.TURNS
        flat = abs(math.cos(paper.phase + paper.speed * self._age))
        squash = round(flat * self.SQUASHES)
        size = self.kit.px(round(paper.size))
        key = ("confetti", paper.colour, size, turn, squash)
        return self.kit.bakery.keep(key, lambda: self._cut(paper.colour, size, turn, squash))

    def _cut(self, colour: str, size: int, turn: int, squash: int) -> pygame.Surface:
        large = pygame.Surface((size * 4, size * 4), pygame.SRCALPHA)
        height = max(3.0, size * 2.2 * squash / self.SQUASHES)
        shade = pygame.Color(colour).lerp("#ffffff", 0.3 * squash / self.SQUASHES)
        box = pygame.Rect(0, 0, round(size * 3.2), round(height))
        box.center = large.get_rect().center
        large.fill((*shade[:3], 0))
        pygame.draw.rect(large, shade, box)
        turned = pygame.transform.rotozoom(large, -180 * turn / self.TURNS, 0.25)
        return turned.convert_alpha() if pygame.display.get_surface() else turned
