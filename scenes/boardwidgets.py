"""What is pressed on a board's screen: the board itself, which the game's view answers for, and rows of buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pygame

from scenes.view import GameView
from sprites.input import Action, Pointer, Pos
from sprites.ui import Kit, Widget

CROWD = 5
"""Buttons of a row from which on they stand closer together, so that each is still large enough to be pressed."""


class BoardWidget(Widget):
    """A game's board as something that can be focused and touched; hands every input to the view.

    Its place is the whole cloth, so that a tap beside the board can mean something.
    """

    def __init__(
        self, kit: Kit, key: str, view: GameView, on_point: Callable[[Pointer], bool], on_act: Callable[[str], bool]
    ) -> None:
        super().__init__(kit, key)
        self.view = view
        self._on_point = on_point
        self._on_act = on_act

    def point(self, event: Pointer) -> bool:
        """Hand a pointer on; everything that begins on the cloth belongs to the board."""
        return self._on_point(event)

    def act(self, action: Action) -> bool:
        """Hand an action on."""
        return bool(action.name) and self._on_act(action.name)

    def focus_rect(self) -> pygame.Rect:
        """Give the board itself."""
        return self.view.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is on the board; the board itself is part of the scene's ground."""
        self.view.draw_play(surface)


class Strip(Widget):
    """A row of buttons that may change while the row stays: buttons of a known key are kept, with their focus."""

    focusable = False

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.buttons: list[Widget] = []

    def children(self) -> Iterable[Widget]:
        """Give the buttons from left to right."""
        return self.buttons

    def hit(self, pos: Pos) -> bool:
        """Leave every press to the buttons."""
        return False

    def fill(self, buttons: Sequence[Widget]) -> None:
        """Put other buttons into the row."""
        self.buttons = list(buttons)
        self.place(self.rect)

    def place(self, rect: pygame.Rect) -> None:
        """Share the width out evenly."""
        self.rect = rect
        if not self.buttons:
            return
        gap = self.kit.px(self.kit.theme.sizes.gap * (0.6 if len(self.buttons) < CROWD else 0.4))
        spare = rect.width - gap * (len(self.buttons) - 1)
        edges = [round(spare * i / len(self.buttons)) for i in range(len(self.buttons) + 1)]
        for number, button in enumerate(self.buttons):
            left = rect.left + edges[number] + number * gap
            button.place(pygame.Rect(left, rect.top, edges[number + 1] - edges[number], rect.height))
