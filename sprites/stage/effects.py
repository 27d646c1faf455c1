"""Short effects of events: small pictures at positions that depend on the share of time elapsed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

import numpy as np
import pygame

from sprites.paint.canvas import Canvas, Shape, polygon
from sprites.paint.kit import Kit
from sprites.paint.layers import grid, hypot, noise, soft
from sprites.paint.surfaces import RGB, blit_around, native, picture, resized

Point = tuple[float, float]
ToPixels = Callable[[float, float], Point]
Paint = Callable[[int], pygame.Surface]
FADED_AT = 0.45
"""The share of its time at which an effect stands still with reduced motion; it only fades."""
MOST = 48
"""Most effects shown at a time; the oldest are dropped."""
MASTER = 128
"""Size in pixels at which particles are painted once, to be scaled."""
STEP = 1.1
"""Factor between the cached sizes of particles: growing ones need few pictures."""
FAINTEST = 0.01
"""Opacity below which nothing is drawn."""
TURNS = 16
"""Number of directions of a rotating particle."""


class Particle(NamedTuple):
    """A small picture: its position in board units, its size in cells, its opacity, its rotation in :data:`TURNS`."""

    name: str
    x: float
    y: float
    size: float
    alpha: float = 1.0
    turn: float = 0.0


Show = Callable[[float], Iterable[Particle]]
"""Returns the particles of an effect at that share of its time."""


def chances(seed: int, count: int = 64) -> list[float]:
    """Random numbers from 0 to 1 for one effect, by its seed, so that no two effects are alike."""
    numbers: list[float] = np.random.default_rng(seed).random(count).tolist()
    return numbers


# -- movement


def eased_out(share: float) -> float:
    """Start quickly and arrive softly."""
    return 1 - (1 - share) ** 3


def within(share: float, start: float, end: float) -> float:
    """The elapsed share of a part of the time, 0 to 1."""
    return min(1.0, max(0.0, (share - start) / (end - start)))


def swell(share: float) -> float:
    return math.sin(math.pi * min(1.0, max(0.0, share)))


def scatter(
    names: Sequence[str], at: Point, share: float, chance: Sequence[float], *, count: int, reach: float,
    size: float, up: float = 0.25,
) -> Iterator[Particle]:  # fmt: skip
    """Throw particles from a position to all sides; they rise, fall and fade."""
    far = eased_out(share)
    for i in range(count):
        turn = math.tau * (i + chance[i]) / count
        way = reach * (0.45 + 0.55 * chance[i + 16]) * far
        rise = up * 4 * share * (1 - share) * (0.5 + chance[i + 32])
        yield Particle(
            names[i % len(names)],
            at[0] + way * math.cos(turn),
            at[1] + way * math.sin(turn) * 0.8 - rise,
            size * (0.6 + 0.7 * chance[i + 8]),
            1 - within(share, 0.65, 1),
            (chance[i + 24] - 0.5) * 18 * share + i * 3,
        )


def cloud(
    name: str, at: Point, share: float, chance: Sequence[float], *, count: int = 5, reach: float = 0.4,
    size: float = 0.5, strength: float = 0.75,
) -> Iterator[Particle]:  # fmt: skip
    """Let puffs rise from a position and thin out."""
    far = eased_out(share)
    for i in range(count):
        turn = math.tau * (i + chance[i + 40]) / count
        way = reach * far * (0.4 + 0.6 * chance[i + 48])
        fading = strength * min(1.0, share * 6) * (1 - share**1.6)
        yield Particle(
            name, at[0] + way * math.cos(turn), at[1] + way * math.sin(turn) * 0.7 - 0.12 * share,
            size * (0.6 + 0.7 * far), fading,
        )  # fmt: skip


def ripples(at: Point, share: float, count: int, late: float, length: float, reach: float) -> Iterator[Particle]:
    """Rings of light that expand from a position, each so much later than the one before."""
    for number in range(count):
        wave = within(share, late * number, length + late * number)
        if 0 < wave < 1:
            yield Particle("halo", *at, 0.4 + reach * eased_out(wave), 0.9 * (1 - wave))


# -- pictures


@dataclass(frozen=True, slots=True)
class Particles:
    """The particle pictures of one game, each painted once; those without an edge are ``soft``."""

    game: str
    solid: Mapping[str, Paint]
    soft: Mapping[str, Paint]

    def picture(self, kit: Kit, name: str, size: float, turn: int = 0) -> pygame.Surface:
        """A particle of about that size in pixels, turned clockwise by a number of :data:`TURNS`."""
        side = round(STEP ** round(math.log(max(2.0, size), STEP)))
        key = (self.game, "particle", name, side, turn % TURNS)
        return kit.cache.keep(key, lambda: _turned(self.upright(kit, name, side), turn % TURNS))

    def upright(self, kit: Kit, name: str, side: int) -> pygame.Surface:
        if name in self.soft:
            # Its transparent pixels have its colour too, so that it scales well.
            master = kit.cache.keep((self.game, "particle", name), lambda: self.soft[name](MASTER))
            return native(pygame.transform.smoothscale(master, (side, side)))
        master = kit.cache.keep((self.game, "particle", name), lambda: self.solid[name](MASTER))
        return resized(master, (side, side))


def _turned(upright: pygame.Surface, turn: int) -> pygame.Surface:
    return native(pygame.transform.rotozoom(upright, -360 * turn / TURNS, 1)) if turn else upright


def puff(colour: RGB, seed: int, side: int) -> pygame.Surface:
    x, y = grid((side, side), side / 2)
    curls = noise((side, side), (side * 0.2, side * 0.2), seed)
    cover = soft(hypot(x, y) - np.float32(0.62) - 0.4 * (curls - 0.5), 0.3)
    lit = 1 + 0.35 * (curls - 0.5) - 0.22 * (x + y)
    return picture([tone * lit for tone in colour], np.asarray(cover * 0.9))


def chip(canvas: Canvas, shape: Shape, colour: str) -> None:
    canvas.lay(shape, colour=colour, edge=7, raised=1.2, gloss=0.3, shadow=3)


def crumb(canvas: Canvas, colour: str) -> None:
    chip(canvas, polygon((18, 40), (40, 14), (78, 24), (88, 58), (60, 86), (26, 76)), colour)


def star(canvas: Canvas, colour: str) -> None:
    points = [
        (50 + reach * math.sin(i * math.tau / 8), 50 - reach * math.cos(i * math.tau / 8))
        for i, reach in enumerate((46, 15) * 4)
    ]
    canvas.lay(polygon(*points), colour=colour, edge=4, raised=0.9, gloss=0.8, shadow=0)


def shine(colour: RGB, side: int) -> pygame.Surface:
    x, y = grid((side, side), side / 2)
    return picture(colour, np.clip(1 - hypot(x, y), 0, 1) ** 2 * np.float32(0.9))


def halo(colour: RGB, side: int) -> pygame.Surface:
    x, y = grid((side, side), side / 2)
    return picture(colour, 0.9 * soft(np.abs(hypot(x, y) - np.float32(0.82)) - 0.03, 0.12))


# -- effects


@dataclass(slots=True)
class _RunningEffect:
    show: Show
    length: float
    elapsed: float = 0.0

    @property
    def share(self) -> float:
        return min(1.0, self.elapsed / self.length)


class RunningEffects:
    """The running effects of one board; the owner starts, updates and draws them."""

    particles: ClassVar[Particles]

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.running: list[_RunningEffect] = []

    def start(self, show: Show, length: float) -> float:
        """Start an effect with a duration in seconds, and return that."""
        self.running = [*self.running[-MOST + 1 :], _RunningEffect(show, length)]
        return length

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether anything is visible."""
        for running in self.running:
            running.elapsed += dt
        self.running = [running for running in self.running if running.elapsed < running.length]
        return bool(self.running)

    def to_prerender(self) -> list[Callable[[], object]]:
        """Tasks that paint each particle once, for all its sizes; they are separate, so that no frame bakes many."""
        names = (*self.particles.soft, *self.particles.solid)
        return [partial(self.particles.picture, self.kit, name, MASTER) for name in names]

    def clear(self) -> None:
        self.running.clear()

    def seen(self) -> Iterator[Particle]:
        for running in self.running:
            if not self.kit.reduced_motion:
                yield from running.show(running.share)
            else:
                strength = math.sin(math.pi * running.share)
                yield from (one._replace(alpha=one.alpha * strength) for one in running.show(FADED_AT))

    def draw(self, surface: pygame.Surface, to_pixels: ToPixels, cell: float) -> None:
        """Draw the visible particles; ``to_pixels`` converts board units, ``cell`` is a unit's length in pixels."""
        for one in self.seen():
            self._blit(surface, one, to_pixels(one.x, one.y), cell)

    def _blit(self, surface: pygame.Surface, one: Particle, at: Point, cell: float) -> None:
        if one.alpha < FAINTEST or one.size <= 0:
            return
        shown = self.particles.picture(self.kit, one.name, one.size * cell, round(one.turn))
        if shown.get_rect(center=at).colliderect(surface.get_clip()):
            blit_around(surface, shown, at, one.alpha)
