"""The focus: the widgets of a screen in their order, which of them has it, and how keys and arrows find their way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import pygame

from sprites.input import Action
from sprites.kit import Kit
from sprites.widget import Widget, descendants

DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
SIDEWAYS_COST = 3
"""How much worse a widget is by lying aside than by lying ahead, when an arrow looks for the next one."""
ANOTHER_ROW = 1_000_000
"""What left and right pay for leaving the row: only where nothing more lies in it."""


@dataclass
class Focus:
    """The widgets of one screen, and the one of them that keys and pad buttons are for."""

    kit: Kit
    widgets: list[Widget] = field(default_factory=list)
    focus: Widget | None = None
    show_focus: bool = False

    def add(self, *widgets: Widget) -> None:
        """Add widgets, later ones on top of and after earlier ones."""
        self.widgets += widgets

    def walk(self) -> Iterator[Widget]:
        """Give every visible widget in tab order, containers before what they contain."""
        for widget in self.widgets:
            if widget.visible:
                yield widget
                yield from descendants(widget)

    def around(self, widget: Widget) -> list[Widget]:
        """Give the containers that a widget lies in, the innermost first."""

        def path(widgets: Iterable[Widget]) -> list[Widget] | None:
            for candidate in widgets:
                if candidate is widget:
                    return []
                if candidate.visible and (found := path(candidate.children())) is not None:
                    return [*found, candidate]
            return None

        return path(self.widgets) or []

    def focusable(self) -> list[Widget]:
        """Give what the focus can go to, in tab order."""
        return [widget for widget in self.walk() if widget.focusable and widget.enabled]

    def find(self, key: str) -> Widget | None:
        """Give the widget of that key, or None."""
        return next((widget for widget in self.walk() if widget.key == key), None)

    def set_focus(self, widget: Widget | None, *, reveal: bool = True) -> None:
        """Move the focus; the containers around bring the widget into view."""
        if self.focus is not None:
            self.focus.focused = False
        self.focus = widget
        if widget is not None:
            widget.focused = True
            for container in self.around(widget) if reveal else ():
                container.reveal(widget)

    @property
    def typing(self) -> bool:
        """Tell whether keys write text now."""
        return self.focus is not None and self.focus.wants_text

    # -- keys and pad

    def act(self, action: Action) -> bool:
        """Take a key or a pad button: for the widget that has the focus, or to move the focus."""
        self.find_lost_focus()
        if self.focus is not None and self._tell_focused(self.focus, action):
            self.show_focus = True
            return True
        if self.typing and action.printable:
            return True
        if action.name in ("next", "previous"):
            return self._cycle(1 if action.name == "next" else -1)
        if action.name in DIRECTIONS:
            return self._go(DIRECTIONS[action.name])
        if action.name in ("page_up", "page_down"):
            return any(widget.act(action) for widget in self.walk() if widget.clips and widget.enabled)
        return action.name == "accept" and self.focus is None and self._wake(self.focusable())

    def _tell_focused(self, focus: Widget, action: Action) -> bool:
        if focus.act(action):
            return True
        return any(container.act(action) for container in self.around(focus))

    def find_lost_focus(self) -> None:
        """Give up the focus of what has gone or was disabled; go to the widget that took its place, if there is one."""
        focus = self.focus
        if focus is None or (focus.enabled and any(widget is focus for widget in self.walk())):
            return
        heir = self.find(focus.key)
        self.set_focus(heir if heir is not None and heir.enabled and heir.focusable else None)

    def _cycle(self, step: int) -> bool:
        ring = self.focusable()
        if not ring:
            return False
        place = ring.index(self.focus) + step if self.focus in ring else (0 if step > 0 else -1)
        self._move_focus(ring[place % len(ring)])
        return True

    def _go(self, direction: tuple[int, int]) -> bool:
        ring = self.focusable()
        if self.focus not in ring or not self.show_focus:
            return self._wake(ring)
        assert self.focus is not None  # noqa: S101 - told to the type checker
        window = self._window_of(self.focus)
        near = [w for w in ring if self._window_of(w) is window] if direction[1] and window else []
        for candidates in (near, [w for w in ring if self._in_sight(w, window)]):
            if found := _ahead(self.focus.focus_rect(), candidates, direction):
                self._move_focus(found)
                break
        return True

    def _window_of(self, widget: Widget) -> Widget | None:
        """Give the innermost container that shows only a part of what it holds."""
        return next((container for container in self.around(widget) if container.clips), None)

    def _in_sight(self, widget: Widget, window: Widget | None) -> bool:
        """Tell whether a widget is seen, or can be by scrolling the window that the focus is in."""
        own = self._window_of(widget)
        return own is None or own is window or own.rect.colliderect(widget.focus_rect())

    def _move_focus(self, widget: Widget) -> None:
        self.show_focus = True
        self.kit.play("focus")
        self.set_focus(widget)

    def _wake(self, ring: list[Widget]) -> bool:
        if not ring:
            return False
        self.show_focus = True
        if self.focus not in ring:
            self.set_focus(ring[0])
        return True


def _ahead(here: pygame.Rect, candidates: Iterable[Widget], direction: tuple[int, int]) -> Widget | None:
    """Give the widget that an arrow leads to from a rectangle, or None."""
    costs = [(_cost(here, widget.focus_rect(), direction), widget) for widget in candidates]
    rated = [(cost, widget) for cost, widget in costs if cost is not None]
    return min(rated, key=lambda pair: pair[0])[1] if rated else None


def _cost(here: pygame.Rect, there: pygame.Rect, direction: tuple[int, int]) -> float | None:
    """Rate a widget for an arrow: None where it does not lie ahead."""
    dx, dy = there.centerx - here.centerx, there.centery - here.centery
    ahead = dx * direction[0] + dy * direction[1]
    if direction[0]:
        aside = max(0, there.top - here.bottom, here.top - there.bottom)
        beyond = ahead > 0 and there.right * direction[0] > here.right * direction[0]
    else:
        aside = max(0, there.left - here.right, here.left - there.right)
        beyond = ahead > 0 and there.bottom * direction[1] > here.bottom * direction[1]
    centre = abs(dx * direction[1]) + abs(dy * direction[0])
    other_row = ANOTHER_ROW if direction[0] and aside else 0
    return ahead + SIDEWAYS_COST * aside + centre / 4 + other_row if beyond else None
