"""The credits: third-party components and their licences, each readable in full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby

import pygame

from logic.core import Message
from logic.licences import Component, Group, components
from scenes.app.app import App
from scenes.app.card import Card
from scenes.app.page import Page, column, section, words
from sprites.widgets import Grid, Label, Panel, Scroll, Widget

WIDE = 1160
CARD_WIDTH = 320
"""Least width of a card in units, if several fit side by side."""
PICTURE_UNITS = 34
TERMINAL_LINE = 50
"""Length from which a line counts as broken for lack of room."""
OWN_LINE = re.compile(r"\s*([-*•]|\(\w{1,4}\)|\w{1,2}\)|[0-9.]+[.)]|[A-Z]\.)\s")
"""The start of a separate line even below a full one: a bullet, a number."""

TITLES: dict[Group, Message] = {
    "program": Message("This program"),
    "fonts": Message("Fonts and icons"),
    "packages": Message("Python and its packages"),
    "works": Message("Libraries that these bring along"),
}
ICONS: dict[Group, str] = {
    "program": "dice_5",
    "fonts": "format_font",
    "packages": "package_variant_closed",
    "works": "layers_outline",
}


class CreditsScene(Page):
    """The components of the program as cards that lead to their licences."""

    title = Message("Credits")
    body_width = WIDE
    first_focus = "all"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._components = components()  # a fault in their file is told on the screen that opened this one

    def body(self) -> Widget:
        text = Message("This program is made with the work of many people, who let everybody use it. Their licences:")
        groups = groupby(self._components, key=lambda component: component.group)
        parts = [part for group, members in groups for part in self._group(group, list(members))]
        return column(self, "all", words(self, "thanks", text, align="center"), *parts)

    def _group(self, group: Group, members: list[Component]) -> tuple[Widget, Widget]:
        kit, width = self.app.kit, min(self.area().width, self.app.px(WIDE))
        cols = max(1, min(len(members), width // kit.px(CARD_WIDTH)))
        cards = [self._card(component) for component in members]
        return section(self, group, TITLES[group]), Grid(kit, f"{group}-cards", cards, cols)

    def _card(self, component: Component) -> Card:
        return Card(self.app.kit, f"card-{component.name}", component.name, facts(self.app, component),
                    partial(self._open, component), icon=ICONS[component.group],
                    picture_units=PICTURE_UNITS)  # fmt: skip

    def _open(self, component: Component) -> None:
        self.app.stack.push(LicenceScene(self.app, component))


class LicenceScene(Page):
    """The licence of one component."""

    first_focus = "scroll"

    def __init__(self, app: App, component: Component) -> None:
        super().__init__(app)
        self.component, self.title = component, component.name

    def body(self) -> Widget:
        ink = self.app.theme.colours.paper_ink
        texts = self.component.texts
        parts: list[Widget] = [self._line("facts", facts(self.app, self.component))]
        if not texts:
            parts.append(self._line("none", self.app.say(Message("The text of this licence is not here."))))
        for number, text in enumerate(texts):
            if len(texts) > 1:
                parts.append(self._line(f"text-{number}", text.name))
            parts += (
                Label(self.app.kit, f"text-{number}-{i}", paragraph, colour=ink)
                for i, paragraph in enumerate(paragraphs(text.content))
            )
        return column(self, "page", *parts)

    def _line(self, key: str, text: str) -> Label:
        return Label(self.app.kit, key, text, face="interface", colour=self.app.theme.colours.paper_accent)

    def place_body(self, body: Widget, rect: pygame.Rect) -> None:
        """Put the sheet in the body's place, with scrolling text on it: in full length it would be very tall."""
        self.scroll = Scroll(self.app.kit, "scroll", body)
        sheet = Panel(self.app.kit, "sheet", self.scroll, style="paper")
        sheet.place(rect)
        self.ui.add(sheet)


def facts(app: App, component: Component) -> str:
    """A line with the version of a component, the packages that bring it, and its licence."""
    told = [component.version, component.licence or app.say(Message("licence not known"))]
    if component.brought_by:
        # A package and its version stay on one line.
        packages = ", ".join(name.replace(" ", "\u00a0") for name in component.brought_by)
        told.append(app.say(Message("part of {packages}", packages=packages)))
    return " · ".join(part for part in told if part)


def paragraphs(text: str) -> Iterator[str]:
    """Split a text at its empty lines, and remove line breaks made for a terminal of eighty columns."""
    for block in re.split(r"\n\s*\n", text.strip("\n\f")):
        lines: list[str] = []
        was_full = False
        for raw in block.split("\n"):
            line = " ".join(raw.split())
            if was_full and re.search(r"\w", line) and not OWN_LINE.match(raw):
                lines[-1] += f" {line}"
            else:
                lines.append(line)
            was_full = len(raw.strip()) >= TERMINAL_LINE and re.search(r"\w", raw) is not None
        yield "\n".join(lines).strip("\n")
