"""Interruptible painting: what takes longer than a frame may is suspended, and resumed in a later frame."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from greenlet import getcurrent, greenlet

DEPTH = 3
"""Nested C calls, of some four frames each, in which a painting runs.

When numpy computes with large layers it walks ten frames up the stack, to find out whether it may reuse one of them.
Beyond the frame in which a greenlet was started, the stack holds unrelated data, and walking on crashes the program.
"""


class Painting(greenlet):
    """A picture or a screen in the making, on a stack of its own (a greenlet).

    ``switch()`` resumes it: it returns the picture, or None if painting was suspended again.
    """

    def __init__(self, paint: Callable[[], object], is_over: Callable[[], bool]) -> None:
        super().__init__(partial(_deep, paint, DEPTH))
        self.is_over = is_over
        """Called at each pause: whether to suspend the painting."""


def _deep(paint: Callable[[], object], calls: int) -> object:
    return next(map(_deep, (paint,), (calls - 1,))) if calls else paint()


def is_painting() -> bool:
    """Whether the caller runs in a painting that may be suspended."""
    return isinstance(getcurrent(), Painting)


def pause() -> None:
    """Suspend the painting that the caller is part of if its time is over; it is resumed here.

    Painters call it between two of their steps, none of which should take longer than a few milliseconds. Outside a
    painting it does nothing.
    """
    painting = getcurrent()
    if isinstance(painting, Painting) and painting.is_over() and painting.parent is not None:
        loop = painting.parent
        del painting  # a stack that refers to itself is never freed, with everything that is being painted on it
        loop.switch()
