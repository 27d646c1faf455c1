"""The code of a puzzle: shown large and copied, or written in from wherever it was read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import pygame

from logic.core import Message
from logic.puzzles import NoPuzzle, Puzzles
from logic.storage.files import StoreProblem
from scenes.app.app import App
from scenes.app.fields import WritingDialog
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, panel
from sprites.widgets import Button, Fitted, Passive, clipboard, fit

PLATE = 76
"""Units of a plate's height."""
LINES = 3
LONGEST_CODE = 100
"""Signs of a code that can be written, its blanks and dashes included."""


class CodePlate(Passive):
    """A strip of paper with a code in large letters; ``code`` is asked each time, and empty while there is none."""

    def __init__(self, kit: Kit, key: str, code: Callable[[], str]) -> None:
        super().__init__(kit, key)
        self.code = code

    def measure(self, width: int) -> int:
        return max(self.kit.px(PLATE), self._fitted(self._inner(width)).height + 2 * self._around)

    @property
    def _around(self) -> int:
        return self.kit.px(MARGIN["paper"] + 8)

    def _inner(self, width: int) -> int:
        return max(1, width - 2 * self._around)

    def _fitted(self, width: int) -> Fitted:
        return fit(self.kit, self.code() or "…", width, units=self.kit.theme.sizes.heading, lines=LINES)

    def clipped(self) -> Iterable[str]:
        return () if self._fitted(self._inner(self.rect.width)).fits else (self.code(),)

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        inner = self.rect.inflate(-2 * self._around, 0)
        self._fitted(inner.width).draw(self.kit, surface, inner, self.kit.theme.colours.paper_ink)


def copy_code(app: App, code: str) -> None:
    """Put a code on the clipboard, and say whether it is there."""
    if clipboard.copy(code):
        app.tell(Message("Copied: {code}", code=code))
    else:
        app.refuse(Message("There is no clipboard here: write the code down."))


def copy_button(app: App, code: Callable[[], str]) -> Button:
    label = app.say(Message("Copy it"))
    return Button(app.kit, "copy-code", label, "content_copy", lambda: copy_code(app, code()))


def ask_for_code(app: App, puzzles: Puzzles, on_done: Callable[[Mapping[str, Any]], object], *, verb: Message) -> None:
    """Ask for a code, and hand over the params of its puzzle; ``verb`` says what happens to that."""
    dialog = WritingDialog(
        app,
        Message("Enter a code"),
        "",
        partial(_puzzle_of, puzzles),
        on_done,
        label=Message("Code"),
        verb=verb,
        blurb=Message("Small letters and missing dashes do not matter."),
        max_length=LONGEST_CODE,
        pastes=True,
    )
    app.stack.push(dialog)


def _puzzle_of(puzzles: Puzzles, text: str) -> Mapping[str, Any]:
    try:
        return puzzles.read(text)
    except NoPuzzle as error:
        raise StoreProblem(error.message) from None
