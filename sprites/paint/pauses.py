"""Interruptible painting: what takes longer than a frame may is suspended, and resumed in a later frame."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from greenlet import getcurrent, greenlet

DEPTH = 3
"""Calls of C within each other, of some four frames each, in which a painting runs.

Where numpy computes with large layers it walks ten frames back, to tell whether it may use one of them again. Beyond
the frame in which a greenlet was begun lies whatever has come there since, and to walk on there crashes the program.
"""


class Painting(greenlet):
    """A picture or a screen in the making, on a stack of its own (a greenlet).

    ``switch()`` resumes it: it returns the picture, or None if painting was suspended again.
    """

    def __init__(self, paint: Callable[[], object], is_over: Callable[[], bool]) -> None:
        super().__init__(partial(_deep, paint, DEPTH))
        self.is_over = is_over
        """Asked at each pause: whether to put off the rest."""


def _deep(paint: Callable[[], object], calls: int) -> object:
    return next(map(_deep, (paint,), (calls - 1,))) if calls else paint()


def is_painting() -> bool:
    """Whether the caller paints a part of a picture that may be put off."""
    return isinstance(getcurrent(), Painting)


def pause() -> None:
    """Put off what the caller paints if there is no more time; it goes on here.

    Painters call it between two of their steps, none of which should take longer than a few milliseconds. Whoever is
    not painted in slices is never put off.
    """
    painting = getcurrent()
    if isinstance(painting, Painting) and painting.is_over() and painting.parent is not None:
        loop = painting.parent
        del painting  # a stack that holds itself stays for ever, with all that is being painted on it
        loop.switch()
