"""Sharing a puzzle by its code: shown large and copied, or written in from wherever it was read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from logic.core import Message
from logic.game import offers
from logic.puzzles import NoPuzzle, Puzzles, puzzles_of
from logic.registry import GAMES
from logic.storage.files import StoreProblem
from scenes.app.app import App
from scenes.app.fields import WritingDialog
from scenes.app.page import Dialog, column, words
from scenes.app.requests import Questions
from scenes.puzzles.play import found_puzzle
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, panel
from sprites.widgets import Button, clipboard
from sprites.widgets.base import Fitted, Passive, fit
from sprites.widgets.widget import Widget

PLATE = 76
"""Units of a plate's height."""
LARGE = 34
"""Units of the letters on it, where it is wide enough."""
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
        return fit(self.kit, self.code() or "…", width, units=LARGE, lines=LINES)

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
        app.sound.play("deny")
        app.tell(Message("There is no clipboard here: write the code down."))


def copy_button(app: App, code: Callable[[], str]) -> Button:
    label = app.say(Message("Copy it"))
    return Button(app.kit, "copy-code", label, "content_copy", lambda: copy_code(app, code()))


class SharingDialog(Dialog):
    """Shows the code of a puzzle, for reading it out, writing it down or copying it, and says what makes it hard."""

    first_focus = "copy-code"

    def __init__(self, app: App, game: str, params: Mapping[str, Any]) -> None:
        super().__init__(app)
        puzzles, known = puzzles_of(GAMES[game]), found_puzzle(game, params)
        self.code = "" if puzzles is None else puzzles.code(params)
        self._difficulty = None if known is None else known.difficulty
        self._questions = Questions(app, game)
        if known is None and puzzles is not None and offers(puzzles, Puzzles.difficulty):
            self._questions.ask("difficulty", dict(params))

    def heading(self) -> str:
        return self.app.say(Message("Share this puzzle"))

    def body(self) -> Widget:
        text = Message("Whoever types this code in on the shelf of puzzles has the same one.")
        hard = [] if self._difficulty is None else [words(self, "difficulty", self.app.say(self._difficulty))]
        return column(self, "sharing", words(self, "blurb", self.app.say(text)),
                      CodePlate(self.app.kit, "code", lambda: self.code), *hard)  # fmt: skip

    def update(self, dt: float) -> bool:
        """Say what the worker has found; where it has nothing to say, nothing is missing."""
        answer = self._questions.answered("difficulty")
        if answer is not None and not answer.cancelled() and answer.exception() is None:
            self._difficulty = answer.result()
            self.rebuild()
        return super().update(dt) or answer is not None

    def buttons(self) -> Sequence[Widget]:
        close = Button(self.app.kit, "leave", self.app.say(Message("Close")), on_press=self.close)
        return close, copy_button(self.app, lambda: self.code)


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
