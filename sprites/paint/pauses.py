"""Pauses in painting: what takes longer than a frame may is put off, and gone on with in a later frame."""

from __future__ import annotations

from collections.abc import Callable

from greenlet import getcurrent, greenlet


class Painting(greenlet):
    """A picture in the making, or a screen, on a stack of its own.

    ``switch()`` goes on from where it was left: it returns the picture, or nothing where painting was put off.
    """

    def __init__(self, paint: Callable[[], object], is_over: Callable[[], bool]) -> None:
        super().__init__(paint)
        self.is_over = is_over
        """Asked at each pause: whether to put off the rest."""


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
        painting.parent.switch()
