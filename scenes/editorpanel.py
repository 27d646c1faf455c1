"""The panel of an editor: the row at its head, its tabs with what the chosen one holds, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from logic.core import Message
from sprites.ui import Widget
from sprites.widgets import Button, Scroll

if TYPE_CHECKING:
    from scenes.editor import EditorScene

HEAD_WITH_ZOOM = 360
"""Units of width from which the head row has room for looking closer and from further off."""
TABS_WITH_SIGNS = 560
"""Units of width from which the tabs have room for their signs."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A part of the panel: its name, its sign, and what makes its widgets."""

    key: str
    icon: str
    label: Message
    body: Callable[[], Widget]


class EditorPanel:
    """Makes the widgets of an editor's panel for its present places; ``refresh`` brings the buttons up to date."""

    def __init__(self, editor: EditorScene[Any]) -> None:
        self.editor = editor
        self.app = editor.app
        self.places = editor.places
        self._judge = Button(self.app.kit, "judge", on_press=editor.coach.toggle)
        self._name_judging()

    def widgets(self) -> Sequence[Widget]:
        """Give all of them in tab order, each in its place."""
        places = self.places
        judge = [] if places.judge is None else self._row([self._judge], places.judge)
        return (
            *self._row(self._head(), places.head),
            *self._row(self._tab_buttons(), places.tabs),
            self._body(),
            *judge,
            *self._row(self._actions(), places.actions),
        )

    def refresh(self) -> None:
        """Let the buttons show what can be done now."""
        history, can_zoom = self.editor.history, self.editor.can_zoom
        able = {"undo": history.can_undo, "redo": history.can_redo, "zoom_in": can_zoom, "zoom_out": can_zoom}
        for key, enabled in able.items():
            button = self.editor.ui.find(key)
            if button is not None:
                button.enabled = enabled
        self._name_judging()

    def _row(self, widgets: Sequence[Widget], rect: pygame.Rect) -> Sequence[Widget]:
        """Put widgets side by side: those that stretch share what the others leave, or all of it where none does."""
        gap = self.app.px(4 if self.places.compact else self.app.theme.sizes.gap * 0.6)
        room = rect.width - gap * (len(widgets) - 1)
        fixed = [0 if widget.stretches else rect.height for widget in widgets]
        if all(fixed):
            fixed = [room // len(widgets)] * len(widgets)
        share = (room - sum(fixed)) // max(1, fixed.count(0))
        left = rect.left
        for widget, width in zip(widgets, fixed, strict=True):
            widget.place(pygame.Rect(left, rect.top, width or share, rect.height))
            left += (width or share) + gap
        return widgets

    # -- the rows

    def _head(self) -> list[Widget]:
        editor = self.editor
        icons: list[tuple[str, str, Message, Callable[[], object]]] = [
            ("back", "arrow_left", Message("Back"), editor.menu.go_back),
            ("undo", "undo", Message("Take back"), editor.undo),
            ("redo", "redo", Message("Redo"), editor.redo),
        ]
        if editor.zooms and self.places.head.width >= self.app.px(HEAD_WITH_ZOOM):
            icons += [
                ("zoom_out", "magnify_minus_outline", Message("Look from further off"), partial(editor.zoom, -1)),
                ("zoom_in", "magnify_plus_outline", Message("Look closer"), partial(editor.zoom, 1)),
            ]
        icons.append(("menu", "menu", Message("Menu"), editor.menu.open))
        return [
            Button(self.app.kit, key, icon=icon, on_press=press, tip=self.app.say(tip))
            for key, icon, tip, press in icons
        ]

    def _tab_buttons(self) -> list[Widget]:
        has_signs = self.places.tabs.width >= self.app.px(TABS_WITH_SIGNS)
        chosen = self.editor.chosen_tab.key
        return [
            Button(self.app.kit, f"tab-{tab.key}", self.app.say(tab.label), tab.icon if has_signs else "",
                   partial(self.editor.open_tab, tab.key), "primary" if tab.key == chosen else "quiet",
                   units=self.app.theme.sizes.small if self.places.compact else None, pad=5)
            for tab in self.editor.tabs()
        ]  # fmt: skip

    def _body(self) -> Widget:
        chosen = self.editor.chosen_tab
        body = Scroll(self.app.kit, f"body-{chosen.key}", chosen.body())
        body.place(self.places.body)
        return body

    def _actions(self) -> list[Widget]:
        kit, say, editor = self.app.kit, self.app.say, self.editor
        play = Button(kit, "try", say(Message("Try it out")), "play", editor.try_out)
        save = Button(kit, "save", say(Message("Save")), "content_save_outline", editor.menu.save, "primary")
        if self.places.judge is not None:
            return [play, save]
        if self.places.compact:
            for button in (play, save):
                button.tip, button.label = button.label, ""
        return [self._judge, play, save]

    def _name_judging(self) -> None:
        """Let the button ask the worker, let it off, or show what it has found."""
        label, icon = Message("Can it be won?"), "scale_balance"
        self._judge.enabled = True
        coach = self.editor.coach
        if coach.can_show_way or self.editor.judges_at_once:
            label, icon = Message("Show how"), "school_outline"
            self._judge.enabled = coach.can_show_way or coach.is_looking
        if coach.is_waited_for:
            label, icon = Message("Stop looking"), "close"
        shown = self.app.say(label)
        self._judge.icon = icon
        self._judge.label, self._judge.tip = ("", shown) if self.places.compact else (shown, "")
