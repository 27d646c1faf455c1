"""Text input: a field for the keyboard, and an on-screen keyboard for fingers and pads."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import partial

import pygame

from logic.storage.files import JOINERS
from sprites.paint import materials, surfaces
from sprites.paint.kit import Kit
from sprites.widgets import clipboard
from sprites.widgets.base import LEAST_TARGET, Button, Passive, Widget, Words, descendants
from sprites.widgets.choices import Labelled
from sprites.widgets.input import Action, Pointer
from sprites.widgets.layout import Column, Grid, Row, Spacer

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "1234567890"
ROWS = {
    "qwerty": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "qwertz": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
}
NATIONAL = {"de": "äöüß", "hu": "áéíóöőúüű", "pl": "ąćęłńóśźż"}
ALL_NATIONAL = "".join(sorted(set("".join(NATIONAL.values()))))
OTHER_SIGNS = ".,-_’!?&+:/"
MASK = "•"
PASTE, MARK_ALL = "ctrl+v", "ctrl+a"
LONGEST_PASTED = 100_000
"""Characters of a pasted text that are examined: a book on the clipboard would take seconds."""
KEY_GAP = 4
LOW = 480
"""Units of window height below which the digits are on the second page of keys only."""


def may_be_written(sign: str, allowed: Callable[[str], bool] | None) -> bool:
    """Whether a character may be entered, given those ``allowed``; control characters never may."""
    return (sign.isprintable() or sign in JOINERS) and (allowed is None or allowed(sign))


class TextField(Labelled):
    """A line of text with its label.

    ``allowed`` tells of a character whether it may be entered; ``on_done`` is called on Enter; ``ask_keyboard`` is
    called when a finger or a pad wants to write. ``masked`` shows only the text's length; ``width`` is in units.
    """

    wants_text = True

    def __init__(
        self,
        kit: Kit,
        key: str,
        label: str,
        text: str,
        on_change: Callable[[str], object],
        on_done: Callable[[str], object] | None = None,
        max_length: int = 40,
        allowed: Callable[[str], bool] | None = None,
        ask_keyboard: Callable[[], object] | None = None,
        *,
        hint: str = "",
        enabled: bool = True,
        masked: bool = False,
        width: int = 300,
    ) -> None:
        super().__init__(kit, key, label, enabled=enabled)
        self.width = width
        self.masked = masked
        self.text = text
        self.on_change = on_change
        self.on_done = on_done
        self.max_length = max_length
        self.allowed = allowed
        self.ask_keyboard = ask_keyboard
        self.hint = hint
        self.caret = len(text)
        self.is_marked = False
        """Whether all of the text is selected: the next input replaces it."""

    def own_width(self) -> int:
        return self.kit.px(self.width)

    def restore_from(self, former: Widget) -> None:
        """Keep the position of the caret; put it at the end of a text that has changed."""
        if isinstance(former, TextField) and former.text == self.text:
            self.caret = min(former.caret, len(self.text))

    # -- input

    def type(self, text: str) -> bool:
        """Insert the allowed characters at the caret, as far as there is room."""
        fine = "".join(sign for sign in text[:LONGEST_PASTED] if may_be_written(sign, self.allowed))
        if fine and self.is_marked:
            self.text, self.caret, self.is_marked = "", 0, False
        fine = fine[: max(0, self.max_length - len(self.text))]
        if fine:
            self._change(self.text[: self.caret] + fine + self.text[self.caret :], self.caret + len(fine))
        return True

    def act(self, action: Action) -> bool:
        """Move the caret, delete, or finish; printable keys are left to ``type``."""
        if action.printable:
            return True
        if action.pad:
            return self._act_pad(action.name)
        if action.key == PASTE:
            return self.type(clipboard.pasted().strip())
        if action.key == MARK_ALL:
            self.is_marked = bool(self.text)
            return True
        return self._act_key(action.key.rpartition("+")[2] if action.key else action.name)

    def _act_pad(self, name: str) -> bool:
        if name == "accept" and self.ask_keyboard is not None:
            self.ask_keyboard()
        return name == "accept"

    def _act_key(self, key: str) -> bool:
        if key in ("return", "enter", "accept"):
            if self.on_done is not None:
                self.on_done(self.text)
        elif key in ("backspace", "delete") and self.is_marked:
            self._change("", 0)
        elif key == "backspace":
            self._cut(self.caret - 1)
        elif key == "delete":
            self._cut(self.caret)
        elif key in ("left", "right", "home", "end"):
            places = {"left": self.caret - 1, "right": self.caret + 1, "home": 0, "end": len(self.text)}
            self.caret, self.is_marked = max(0, min(len(self.text), places[key])), False
        else:
            return False
        return True

    def _cut(self, place: int) -> None:
        if 0 <= place < len(self.text):
            self._change(self.text[:place] + self.text[place + 1 :], place)

    def _change(self, text: str, caret: int) -> None:
        self.text, self.caret, self.is_marked = text, caret, False
        self.on_change(text)

    def press(self, event: Pointer | None) -> None:
        """Put the caret where it was pressed; a finger gets the on-screen keyboard."""
        self.is_marked = False
        if event is None:
            return
        along = event.pos[0] - self.inner().left + self.scrolled()
        beyond = bisect_left(range(len(self.text)), along, key=self._width_to)
        self.caret = min(range(max(0, beyond - 1), beyond + 1), key=lambda i: abs(self._width_to(i) - along))
        if event.touch and self.ask_keyboard is not None:
            self.ask_keyboard()

    # -- picture

    @property
    def _seen(self) -> str:
        return MASK * len(self.text) if self.masked else self.text

    def _width_to(self, place: int) -> int:
        return self.font.size(self._seen[:place])[0]

    def _box(self) -> pygame.Rect:
        return self.parts()[1].inflate(0, -self.kit.px(4))

    def inner(self) -> pygame.Rect:
        return self._box().inflate(-self.kit.px(28), -self.kit.px(8))

    def scrolled(self) -> int:
        """Pixels by which the text is scrolled to the left so that the caret is visible."""
        return max(0, self._width_to(self.caret) + self.kit.px(3) - self.inner().width)

    def words(self) -> Iterable[Words]:
        yield from super().words()
        if self.hint and not self.text:
            colours, units = self.kit.theme.colours, self.kit.theme.sizes.text
            yield Words(self.hint, self.inner(), surfaces.mix(colours.table, colours.ink_soft, 0.75), units, lines=1)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw field, label, text and caret; the caret does not blink, so that nothing is redrawn for it."""
        box, inner, colours = self._box(), self.inner(), self.kit.theme.colours
        surface.blit(materials.well(self.kit, box.size), box)
        super().draw(surface)
        before = surface.get_clip()
        surface.set_clip(inner.clip(before))
        picture = self.kit.cache.text(self._seen, "interface", self.kit.px(self.kit.theme.sizes.text), self.ink)
        left = inner.left - self.scrolled()
        place = picture.get_rect(midleft=(left, inner.centery))
        if self.is_marked and self.focused:
            surface.fill(surfaces.mix(colours.panel, colours.focus, 0.3), place)
        surface.blit(picture, place)
        if self.focused and self.enabled:
            x = left + self._width_to(self.caret)
            caret = pygame.Rect(x, 0, self.kit.px(2), round(self.font.get_linesize() * 0.9))
            caret.centery = inner.centery
            surface.fill(colours.focus, caret)
        surface.set_clip(before)


class OnScreenKeyboard(Passive):
    """A keyboard on the screen with letters, digits and the letters of all our languages.

    ``language`` puts its own letters on the first page and places Z and Y as usual there; all others are on the second.
    If there is no room for whole rows of keys, the letters are in alphabetical order.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        text: str,
        on_change: Callable[[str], object],
        on_done: Callable[[str], object],
        *,
        language: str = "",
        max_length: int = 40,
        allowed: Callable[[str], bool] | None = None,
    ) -> None:
        super().__init__(kit, key)
        self.allowed = allowed
        self.text = text
        self.on_change = on_change
        self.on_done = on_done
        self.language = language
        self.max_length = max_length
        self.capital = not text
        self.second_page = False
        self._width = 0
        self._body: Widget = Column(kit, f"{key}:body", ())

    def children(self) -> Iterable[Widget]:
        return (self._body,)

    def measure(self, width: int) -> int:
        return self._keys(width).measure(width)

    def natural_width(self) -> int:
        return self.kit.px(10 * (LEAST_TARGET + 12) + 9 * KEY_GAP)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self._width = rect.width
        self._body = self._keys(rect.width)
        self._body.place(rect)

    def restore_from(self, former: Widget) -> None:
        """Keep the page that was open."""
        if isinstance(former, OnScreenKeyboard):
            self.capital, self.second_page = former.capital, former.second_page
            self.renew()

    # -- keys

    def _rows(self, cols: int) -> list[str]:
        """The characters of the page, row by row, without those not allowed."""
        if self.allowed is None:
            return self._page(cols)
        rows = ["".join(filter(self.allowed, row)) for row in self._page(cols)]
        return [row for row in rows if row] or _cut("".join(filter(self.allowed, DIGITS + OTHER_SIGNS)), cols)

    def _page(self, cols: int) -> list[str]:
        if self.second_page:
            signs = ALL_NATIONAL + OTHER_SIGNS
            return [*_cut(DIGITS, cols), *_cut(signs, cols)]
        own = NATIONAL.get(self.language, "")
        digits = [] if self.kit.metrics.height < self.kit.px(LOW) else [DIGITS]
        if cols >= len(DIGITS):
            layout = ROWS["qwertz" if self.language in ("de", "hu") else "qwerty"]
            return [*digits, *layout, *([own] if own else [])]
        return _cut("".join(digits) + LETTERS + own, cols)

    def _keys(self, width: int) -> Widget:
        gap = self.kit.px(KEY_GAP)
        cols = max(4, min(len(DIGITS), (width + gap) // (self.kit.px(LEAST_TARGET) + gap)))
        rows = [self._sign_row(signs, cols, f"{self.key}:{y}") for y, signs in enumerate(self._rows(cols))]
        return Column(self.kit, f"{self.key}:body", [*rows, self._control_row()], gap=KEY_GAP)

    def _sign_row(self, signs: str, cols: int, key: str) -> Widget:
        keys: list[Widget] = [self._sign(f"{key}:{i}", sign) for i, sign in enumerate(signs)]
        aside = (cols - len(keys)) / 2
        if aside <= 0:
            return Grid(self.kit, key, keys, cols, gap=KEY_GAP)
        edges = [Spacer(self.kit, f"{key}:{side}") for side in ("left", "right")]
        weights = (aside, *(1.0 for _ in keys), aside)
        return Row(self.kit, key, [edges[0], *keys, edges[1]], gap=KEY_GAP, weights=weights)

    def _sign(self, key: str, sign: str) -> Button:
        upper = sign.upper()
        shown = upper if self.capital and len(upper) == 1 else sign
        return self._button(key, label=shown, on_press=partial(self.write, shown))

    def _button(self, key: str, *, label: str = "", icon: str = "", on_press: Callable[[], object]) -> Button:
        return Button(self.kit, key, label, icon, on_press, height=LEAST_TARGET, pad=2)

    def _control_row(self) -> Widget:
        key = f"{self.key}:control"
        page, done = "abc" if self.second_page else "12ő?", lambda: self.on_done(self.text)
        keys = [
            self._button(f"{key}:shift", icon="apple_keyboard_shift", on_press=self._shift),
            self._button(f"{key}:page", label=page, on_press=self._turn_page),
            self._button(f"{key}:space", icon="keyboard_space", on_press=partial(self.write, " ")),
            self._button(f"{key}:backspace", icon="backspace_outline", on_press=self.erase),
            Button(self.kit, f"{key}:done", "", "check_bold", done, "primary", height=LEAST_TARGET),
        ]
        return Row(self.kit, key, keys, gap=KEY_GAP, weights=(2, 2, 4, 2, 3))

    # -- actions

    def write(self, sign: str) -> None:
        """Append a character, if it is allowed and there is room; also for a real keyboard."""
        if len(self.text) < self.max_length and may_be_written(sign, self.allowed):
            self._change(self.text + sign)

    def erase(self) -> None:
        self._change(self.text[:-1])

    def _change(self, text: str) -> None:
        capital, self.text = self.capital, text
        self.capital = not text or text.endswith(" ")
        self.on_change(text)
        if capital != self.capital:
            self.renew()

    def _shift(self) -> None:
        self.capital = not self.capital
        self.renew()

    def _turn_page(self) -> None:
        self.second_page = not self.second_page
        self.renew()

    def renew(self) -> None:
        """Relabel the keys; if the layout is the same, the keys are kept, with a press in progress."""
        fresh = self._keys(self._width or self.natural_width())
        fresh.place(self.rect)
        old, new = (
            {one.key: one for one in descendants(keys) if isinstance(one, Button)} for keys in (self._body, fresh)
        )
        if old.keys() == new.keys():
            for key, button in old.items():
                button.label, button.on_press = new[key].label, new[key].on_press
        else:
            self._body = fresh


def _cut(signs: str, length: int) -> list[str]:
    return [signs[i : i + length] for i in range(0, len(signs), length)]
