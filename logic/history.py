"""What was done to a value and can be taken back: values of the past and of the future around the present one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

T = TypeVar("T")

LONGEST = 500
"""How many steps back are kept."""


@dataclass(frozen=True, slots=True)
class History(Generic[T]):
    """A present value, those before it (the last one nearest) and those that were taken back (the last one nearest).

    Itself a value: every change gives another history and leaves this one alone.

    >>> drawn = History("").do("wall").do("wall, mine")
    >>> drawn.undo().present, drawn.undo().redo().present
    ('wall', 'wall, mine')
    """

    present: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    @property
    def can_undo(self) -> bool:
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.future)

    def do(self, value: T) -> History[T]:
        """Go on to another value; the same one again is no step. What had been taken back is forgotten."""
        if value == self.present:
            return self
        return History(value, (*self.past, self.present)[-LONGEST:])

    def undo(self) -> History[T]:
        """Go back by a step; where there is none, stay."""
        if not self.past:
            return self
        return replace(self, present=self.past[-1], past=self.past[:-1], future=(*self.future, self.present))

    def redo(self) -> History[T]:
        """Do again what was taken back last; where there is nothing, stay."""
        if not self.future:
            return self
        return replace(self, present=self.future[-1], past=(*self.past, self.present), future=self.future[:-1])

    def amend(self, value: T) -> History[T]:
        """Put another value in the present one's place, as one step together with what led to it."""
        if not self.past:
            return self.do(value)
        return History(value, self.past)
