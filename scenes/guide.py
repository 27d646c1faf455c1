"""Where a guided first game stands: short steps that wait for a tap or a kind of move. Knows nothing of screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from logic.core import Move
from logic.variants import Lesson

TAP, MOVE, OR = "tap", "move", " or "


class Guide:
    """The steps of a lesson, one after the other; ``on_done`` is called once, at their end or when skipped."""

    def __init__(self, steps: Sequence[Lesson], on_done: Callable[[], None]) -> None:
        self._steps = tuple(steps)
        self._at = 0
        self._seen = 0
        self._entered = [0]
        """After how many moves each step up to the present one began."""
        self._on_done = on_done

    @property
    def step(self) -> Lesson | None:
        """What is to be said now, or None when all is done."""
        return self._steps[self._at] if self._at < len(self._steps) else None

    @property
    def waits_for_tap(self) -> bool:
        """Tell whether a tap leads on, rather than a move."""
        return self.step is not None and self.step.until == TAP

    def tap(self) -> None:
        """Go on from a step that only wants to be read."""
        if self.waits_for_tap:
            self._go_on(self._seen)

    def follow(self, moves: Sequence[Move]) -> None:
        """Look at the learner's moves so far: a new one of the kind that is waited for leads on.

        Where moves were taken back, the steps that spoke of what they did are taken back with them.
        """
        while self.step is not None and self._entered[-1] > len(moves):
            self._entered.pop()
            self._at -= 1
        new = list(enumerate(moves, start=1))[self._seen :]
        self._seen = len(moves)
        for count, move in new:
            if self.step is not None and _is_awaited(move, self.step):
                self._go_on(count)

    def skip(self) -> None:
        """End the lesson here."""
        if self.step is not None:
            self._at = len(self._steps)
            self._on_done()

    def _go_on(self, count: int) -> None:
        """Begin the next step, after that many moves."""
        self._at += 1
        self._entered.append(count)
        if self.step is None:
            self._on_done()


def _is_awaited(move: Move, step: Lesson) -> bool:
    """Tell whether a step waits for a move of this kind."""
    return not {MOVE, str(move).partition(" ")[0]}.isdisjoint(step.until.split(OR))
