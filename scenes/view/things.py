"""What lies on the table before a player: small on the card beside the board, large while somebody looks closely."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from logic.core import Message

Paint = Callable[[int], pygame.Surface]
"""Gives the picture of a thing for a height in pixels."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing: what it is called, its picture on the card and for a close look, and what is written beside it."""

    words: Message
    small: Paint
    large: Paint
    text: str = ""
    back: Paint | None = None
    """How it looks lying face down; None where it never does."""


@dataclass(frozen=True, slots=True)
class Things:
    """What lies before one player, as far as the viewer may see it now.

    ``hand`` is what counts now, ``stock`` what is still to come, ``won`` what has been gained, the latest last.
    ``covered`` is what lies face down because others look on: a close look of the viewer alone shows it.
    """

    hand: tuple[Thing, ...] = ()
    stock: tuple[Thing, ...] = ()
    won: tuple[Thing, ...] = ()
    covered: tuple[Thing, ...] = ()

    @property
    def hides(self) -> bool:
        """Whether a close look of the viewer alone shows more."""
        return bool(self.covered)
