"""What is painted ahead at a board, a little for each frame, so that no frame that is seen to move has to paint it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress

from sprites.paint.surface_cache import Bakery, Unfinished

Chore = Callable[[], object]
PAUSE = 0.3
"""How many seconds nothing must have moved: as long as screens fade into each other, and pieces come to rest."""


class Chores:
    """Pictures that wait to be painted, the most urgent first."""

    def __init__(self, bakery: Bakery) -> None:
        self._bakery = bakery
        self._planned: dict[str, Iterable[Chore]] = {}
        """By the part of the board that they are of; listed only when there is time to paint."""
        self._waiting: dict[str, deque[Chore]] = {}
        self._still = 0.0

    def plan(self, chores: Iterable[Chore], part: str = "play") -> None:
        """Note what will be needed, instead of what was noted before for the same part of the board."""
        self._planned[part] = chores
        self._still = 0.0

    def update(self, dt: float, *, still: bool) -> None:
        """Let ``dt`` seconds pass, in which nothing moved if that is so; once that has lasted, bake something."""
        self._still = self._still + dt if still else 0.0
        if self._still > PAUSE:
            self.prepare()

    def prepare(self) -> bool:
        """Bake one of them, or as much of it as a frame has time for; true while there is more to do."""
        self._waiting |= {part: deque(chores) for part, chores in self._planned.items()}
        self._planned.clear()
        before = self._bakery.baked
        with suppress(Unfinished), self._bakery.slice():
            # What has been baked before takes no time.
            for waiting in self._waiting.values():
                while waiting and self._bakery.baked == before:
                    waiting[0]()
                    waiting.popleft()
        return any(self._waiting.values())
