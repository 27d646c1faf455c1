"""Paints ahead what will soon be seen, a little in each idle frame, so that no animated frame has to."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import chain
from typing import Protocol

import pygame

from sprites.paint.surface_cache import SurfaceCache, Unfinished

Task = Callable[[], object]
"""Paints something into the cache; repeated, it takes no time."""
PAUSE = 0.3
"""Seconds without movement before painting starts: as long as transitions and settling pieces take."""


def paint_some(cache: SurfaceCache, tasks: Iterable[Task]) -> int:
    """Run the tasks up to the first that bakes something, as far as a frame has time; return how many are done."""
    before, done = cache.baked, 0
    with suppress(Unfinished), cache.slice():
        for task in tasks:
            task()
            done += 1
            if cache.baked != before:
                break
    return done


class Prerender:
    """The tasks of one screen that wait for idle frames, the most urgent first."""

    def __init__(self, cache: SurfaceCache) -> None:
        self._cache = cache
        self._planned: dict[str, Iterable[Task]] = {}
        """By the part of the screen; a task list is only expanded when there is time to paint."""
        self._waiting: dict[str, deque[Task]] = {}
        self._still = 0.0

    def plan(self, tasks: Iterable[Task], part: str = "play") -> None:
        """Plan the tasks of a part of the screen, replacing those planned for it before."""
        self._planned[part] = tasks
        self._still = 0.0

    def update(self, dt: float, *, still: bool) -> None:
        """Advance by ``dt`` seconds, ``still`` if nothing moved; after a while of that, paint something."""
        self._still = self._still + dt if still else 0.0
        if self._still > PAUSE:
            self.paint()

    def paint(self) -> bool:
        """Paint one task; true while there are more.

        Where a frame may take however long it needs, nothing is painted before it is seen.
        """
        if math.isinf(self._cache.time_budget):
            return False
        self._waiting |= {part: deque(tasks) for part, tasks in self._planned.items()}
        self._planned.clear()
        done = paint_some(self._cache, chain.from_iterable(self._waiting.values()))
        for waiting in self._waiting.values():
            while waiting and done:
                waiting.popleft()
                done -= 1
        return any(self._waiting.values())


class Painted(Protocol):
    """A widget whose picture is painted ahead, since that takes about as long as a frame may."""

    key: str
    rect: pygame.Rect

    @property
    def is_painted(self) -> bool:
        """Whether there is nothing left to paint."""

    def paint(self) -> None:
        """Paint it, or a part of it."""


def paint_next(cache: SurfaceCache, pictures: Iterable[Painted]) -> bool:
    """Paint the first of those that are not painted yet, as far as a frame has time; true if there was one."""
    waiting = [picture.paint for picture in pictures if not picture.is_painted]
    paint_some(cache, waiting)
    return bool(waiting)
