"""What is drawn over all screens, where it covers least: toasts, the tooltip of the top screen, and captions."""

from __future__ import annotations

import pygame

from sprites.paint.kit import Kit
from sprites.widgets import Captions, Toast, draw_tooltip, place_tooltip
from sprites.widgets.base import Widget
from sprites.widgets.ui import Ui

MOST_TOASTS, EDGE = 3, 15
"""The largest number of messages, shown and waiting, and their distance in units from the edge of the window, where the
captions are."""


class Overlay:
    """Toasts disappear by themselves. One is shown at a time, the latest; the others continue after it."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.toasts: list[Toast] = []
        """The messages, the visible one last."""
        self.captions = Captions()
        self._tip: tuple[tuple[object, ...], pygame.Rect] | None = None
        self._toast_over: tuple[Ui, Toast] | None = None
        """The toast that is placed, and the widgets that it avoids."""

    def serve(self, kit: Kit) -> None:
        """Use another kit from now on."""
        self._kit = kit
        for toast in self.toasts:
            toast.kit = kit

    def tell(self, text: str, about: str) -> None:
        """Show a message in place of the former one ``about`` the same.

        Messages of the same frame are shown in their order.
        """
        others = [other for other in self.toasts if other.about != about]
        place = len(others)
        while place > 0 and others[place - 1].is_new:
            place -= 1
        self.toasts = [*others[:place], Toast(self._kit, text, about), *others[place:]][-MOST_TOASTS:]

    def forget(self, about: str) -> None:
        """Remove the message ``about`` that, if it is still there."""
        self.toasts = [other for other in self.toasts if other.about != about]

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether something is shown that changes."""
        shown = self.captions.update(dt) or bool(self.toasts)
        if self.toasts and not self.toasts[-1].update(dt):
            self.toasts.pop()
        return shown

    def draw(self, surface: pygame.Surface, ui: Ui) -> None:
        """Draw everything over the widgets of the top screen."""
        self.captions.draw(self._kit, surface)
        if ui.tip is None:
            self._tip = None
        else:
            draw_tooltip(self._kit, surface, ui.tip, self._place_of_tip(ui, ui.tip))
        if self.toasts:
            self._place_toast(ui, self.toasts[-1])
            self.toasts[-1].draw(surface)

    @property
    def _room(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self._kit.metrics.width, self._kit.metrics.height)

    def _place_of_tip(self, ui: Ui, widget: Widget) -> pygame.Rect:
        """The rectangle of a tooltip, computed once as long as nothing changes."""
        key = ui, widget, widget.tip, tuple(widget.focus_rect())
        if self._tip is None or self._tip[0] != key:
            self._tip = key, place_tooltip(self._kit, self._room, widget, ui.taken())
        return self._tip[1]

    def _place_toast(self, ui: Ui, toast: Toast) -> None:
        """Place a new toast, and place it again if another screen is on top or that screen was built again."""
        if self._toast_over != (ui, toast):
            self._toast_over = ui, toast
            edge = -2 * self._kit.px(EDGE)
            toast.place(self._room.inflate(edge, edge), ui.taken())
