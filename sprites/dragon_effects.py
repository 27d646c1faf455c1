"""What is seen for a moment when something happens in the labyrinth: each event told apart, cheap in every frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pygame

from logic.core import Cell, Event
from logic.dragon.board import KnightKind
from logic.dragon.turn import SQUARES
from sprites.dragon_motes import MASTER, MOTES, mote
from sprites.dragon_shows import SHOWS, Mote, Point, Scene, Show
from sprites.kit import Kit

ToPixels = Callable[[float, float], tuple[float, float]]
FADED_AT = 0.45
"""With reduced motion an effect stands as it is at that share of its time, and only fades."""
MOST = 48
"""So many effects are shown at a time; the oldest give way."""


@dataclass(slots=True)
class _Running:
    show: Show
    scene: Scene
    length: float
    elapsed: float = 0.0

    @property
    def share(self) -> float:
        return min(1.0, self.elapsed / self.length)


class Effects:
    """The effects that run on one board; the owner begins, updates and draws them.

    An effect shows nothing but what its event names: whoever must not know of an event must not begin it.
    """

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._running: list[_Running] = []
        self._chores = list(MOTES)

    def begin(self, event: Event, seconds: float, kinds: Mapping[str, KnightKind] | None = None) -> float:
        """Begin what belongs to an event, and give how many seconds it takes: 0 where nothing does.

        ``seconds`` is how long the stage takes for a slide; ``kinds`` says what the knights of the event are, so that
        the right one falls.
        """
        if event.name not in SHOWS or not event.paths or not all(event.paths.values()):
            return 0.0
        show, slides = SHOWS[event.name]
        running = _Running(show, _scene(event, kinds or {}), slides * seconds)
        self._running = [*self._running[-MOST + 1 :], running]
        return running.length

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something is to be seen."""
        for running in self._running:
            running.elapsed += dt
        self._running = [running for running in self._running if running.elapsed < running.length]
        return bool(self._running)

    def prepare(self) -> bool:
        """Bake one of the pictures that effects need, so that no frame has to bake many; false when all are there."""
        if self._chores:
            mote(self.kit, self._chores.pop(), MASTER)
        return bool(self._chores)

    def clear(self) -> None:
        """Let everything be over at once."""
        self._running.clear()

    def draw(self, surface: pygame.Surface, to_pixels: ToPixels, cell: float) -> None:
        """Draw what is seen now; ``to_pixels`` turns board units into pixels, ``cell`` is how long a unit is."""
        for running in self._running:
            for one in self._motes(running):
                self._blit(surface, one, to_pixels(one.x, one.y), cell)

    def _motes(self, running: _Running) -> Iterator[Mote]:
        if not self.kit.reduced_motion:
            return running.show(running.scene, running.share)
        strength = math.sin(math.pi * running.share)
        still = running.show(running.scene, FADED_AT)
        return (one._replace(alpha=one.alpha * strength) for one in still)

    def _blit(self, surface: pygame.Surface, one: Mote, at: Point, cell: float) -> None:
        alpha = round(255 * min(1.0, one.alpha))
        if alpha <= 2 or one.size <= 0:
            return
        picture = mote(self.kit, one.name, one.size * cell, round(one.turn))
        rect = picture.get_rect(center=(round(at[0]), round(at[1])))
        if not rect.colliderect(surface.get_clip()):
            return
        picture.set_alpha(alpha)
        surface.blit(picture, rect)
        picture.set_alpha(255)


def _scene(event: Event, kinds: Mapping[str, KnightKind]) -> Scene:
    """Gather what an event says; ``@`` comes first, then the knights."""
    names = sorted(event.paths, key=lambda name: name != SQUARES)
    cells = [(cell.col + 0.5, cell.row + 0.5) for name in names for cell in event.paths[name]]
    found: list[KnightKind] = [kinds.get(name, "ordinary") for name in names if name != SQUARES]
    return Scene(cells, found or ["ordinary"], _chance(event.paths[names[0]][0]))


def _chance(cell: Cell) -> Sequence[float]:
    """Give numbers from 0 to 1 that belong to a square, so that no two crumble alike."""
    numbers: list[float] = np.random.default_rng(cell.row * 101 + cell.col).random(64).tolist()
    return numbers
