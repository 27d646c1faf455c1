"""A game's board as a picture inside another screen: drawn by the game's own view, touched by nobody."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import pygame

from logic.core import Event, State
from scenes.view import GameView
from sprites.sound import SoundBank
from sprites.ui import Kit, Widget


def view_of(game: str) -> type[GameView]:
    """Give the view of a registered game; the scenes find it by its name."""
    view: type[GameView] = importlib.import_module(f"scenes.{game}").VIEW
    return view


class BoardPicture(Widget):
    """Shows positions of one game; ``show`` moves on to another one, with its events or gliding."""

    focusable = False

    def __init__(self, kit: Kit, key: str, game: str, state: State, *, sound: SoundBank | None = None) -> None:
        super().__init__(kit, key)
        self.view: GameView = view_of(game)(kit, sound, state)

    def measure(self, width: int) -> int:
        """Give the height that shows the board as wide as that."""
        return round(width / self.view.aspect)

    def natural_width(self) -> int:
        """Give a width at which all can be seen."""
        return self.kit.px(240)

    def place(self, rect: pygame.Rect) -> None:
        """Move to a rectangle; the board takes its middle."""
        super().place(rect)
        self.view.place(rect)

    def show(self, state: State, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go over to another position."""
        self.view.show(state, events, at_once=at_once)

    def update(self, dt: float) -> bool:
        """Let the pieces move."""
        return self.view.update(dt)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the board."""
        self.view.draw(surface)
