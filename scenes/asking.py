"""Asking what lies on a board: by resting the mouse there, by a long press, or by a key."""

from __future__ import annotations

from typing import Generic, TypeVar

from sprites.theme import Durations

Thing = TypeVar("Thing")


class Asking(Generic[Thing]):
    """Remembers which thing on a board the words are about, and over which one the mouse waits for them."""

    def __init__(self) -> None:
        self.told: Thing | None = None
        """What words are shown about."""
        self._hovered: Thing | None = None
        self._rested: float | None = None

    def tell(self, thing: Thing | None) -> None:
        """Show words about a thing, or none any more; the mouse has to go elsewhere before it asks again."""
        self.told = thing
        self._rested = None

    def toggle(self, thing: Thing) -> None:
        """Show words about a thing, or no words where there are some."""
        self.tell(None if self.told is not None else thing)

    def hover(self, thing: Thing | None) -> None:
        """Begin to wait where the mouse comes to rest on another thing."""
        if thing != self._hovered:
            self.tell(None)
            self._hovered = thing
            self._rested = 0.0 if thing is not None else None

    def update(self, dt: float, seconds: Durations) -> bool:
        """Ask when the mouse has rested for long enough; true while it has not."""
        if self._rested is None or self._hovered is None:
            return False
        self._rested += dt
        if self._rested >= seconds.tooltip:
            self.tell(self._hovered)
        return True
