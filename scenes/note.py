"""A sheet of paper beside the board with something to read, such as a hint's reason or a lesson's step, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from sprites.faces import ButtonStyle
from sprites.input import Pointer
from sprites.materials import MARGIN, panel
from sprites.ui import Kit, Widget
from sprites.widgets import Button, Column, Label, RichText, Row, Scroll
from sprites.widgets.texts import SizeName

PAD = 10
BUTTON_GAP = 4
LOW = 190
"""Units of height below which the buttons stand beside the text."""
SIZES: tuple[SizeName, SizeName] = ("text", "small")
"""How large the letters are: usually, and where the paper is low."""
BUTTON = 48
"""Units of a button's height on the paper."""


@dataclass(frozen=True, slots=True)
class NoteButton:
    """A button on the paper."""

    key: str
    label: str
    icon: str
    press: Callable[[], object]
    style: ButtonStyle = "normal"


class Note(Widget):
    """The paper; invisible while it has nothing to say."""

    focusable = False

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.visible = False
        self._said: tuple[str, tuple[str, ...]] = ("", ())
        self._scrolls: Sequence[Scroll] = ()
        self._rows: Sequence[Row | Column] = ()

    def say(self, text: str, buttons: Sequence[NoteButton], *, is_marked_up: bool = True) -> None:
        """Show a text and buttons; the same again changes nothing. Words of a stranger's are not marked up."""
        said = (text, tuple(button.label for button in buttons))
        self.visible = True
        if said == self._said:
            return
        self._said = said
        papers = [self._paper(text, size, is_marked_up=is_marked_up) for size in SIZES]
        self._scrolls = [Scroll(self.kit, f"{self.key}_scroll", paper) for paper in papers]
        self._rows = [
            Row(self.kit, f"{self.key}_row", [self._button(one, one.label) for one in buttons]),
            Column(self.kit, f"{self.key}_column", [self._button(one, "") for one in buttons], BUTTON_GAP),
        ]
        self.place(self.rect)

    def _paper(self, text: str, size: SizeName, *, is_marked_up: bool) -> Widget:
        ink, accent = self.kit.theme.colours.paper_ink, self.kit.theme.colours.paper_accent
        if is_marked_up:
            return RichText(self.kit, f"{self.key}_text", text, size, ink, accent)
        return Label(self.kit, f"{self.key}_text", text, size=size, colour=ink)

    def _button(self, one: NoteButton, label: str) -> Button:
        icon, tip = ("", "") if label else (one.icon, one.label)
        return Button(self.kit, one.key, label, icon=icon, on_press=one.press, style=one.style, tip=tip, height=BUTTON)

    def hide(self) -> None:
        """Take the paper away."""
        self.visible = False
        self._said = ("", ())

    @property
    def is_low(self) -> bool:
        """Tell whether there is so little height that buttons become icons beside smaller letters."""
        return self.rect.height < self.kit.px(LOW)

    @property
    def is_cut(self) -> bool:
        """Tell whether there is more text than can be seen at once."""
        return bool(self._scrolls) and self._scrolls[self.is_low].scrollable

    def children(self) -> Iterable[Widget]:
        """Give the text, then the buttons."""
        return [self._scrolls[self.is_low], self._rows[self.is_low]] if self._scrolls else []

    def place(self, rect: pygame.Rect) -> None:
        """Put the buttons below the text, or beside it where the paper is low."""
        self.rect = rect
        around, gap = self.kit.px(MARGIN["paper"] + PAD), self.kit.px(PAD)
        inner = rect.inflate(-2 * around, -2 * around)
        if not self._scrolls:
            return
        scroll, buttons = self.children()
        if self.is_low:
            side = self.kit.px(BUTTON)
            buttons.place(pygame.Rect(inner.right - side, inner.top, side, inner.height))
            scroll.place(pygame.Rect(inner.left, inner.top, inner.width - side - gap, inner.height))
            return
        height = buttons.measure(inner.width)
        buttons.place(pygame.Rect(inner.left, inner.bottom - height, inner.width, height))
        scroll.place(pygame.Rect(inner.left, inner.top, inner.width, max(1, inner.height - height - gap)))

    def point(self, event: Pointer) -> bool:
        """Let no press through to what lies below."""
        return event.kind != "hover"

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the paper and what is on it."""
        surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        super().draw(surface)
