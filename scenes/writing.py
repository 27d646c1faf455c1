"""Asks for one line of text in a small dialog: by the keyboard, or by keys on the screen for a finger or a pad."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from logic.boards import LONGEST_NAME
from logic.core import Message
from logic.files import StoreProblem
from scenes.app import App
from scenes.keyboard import ask_for_text
from scenes.page import DIALOG_WIDTH, Dialog, column, words
from sprites import clipboard
from sprites.input import Action, Input
from sprites.ui import Widget
from sprites.widgets import Button, TextField

PASTE = "ctrl+v"


class WritingDialog(Dialog):
    """Has a line written, such as a name.

    ``accept`` is given it, and may refuse it by raising StoreProblem: then it can be mended. Once the dialog is closed
    ``on_done`` is given what came out of that, and may open another screen. ``verb`` says what is about to be done;
    ``pastes`` offers what was copied elsewhere, as its keys always do.
    """

    first_focus = "line"

    def __init__(
        self,
        app: App,
        title: Message,
        text: str,
        accept: Callable[[str], Any],
        on_done: Callable[[Any], object] = lambda _accepted: None,
        *,
        label: Message,
        verb: Message,
        blurb: Message | None = None,
        max_length: int = LONGEST_NAME,
        width: int = DIALOG_WIDTH,
        pastes: bool = False,
    ) -> None:
        super().__init__(app)
        self.width = width
        self.title, self.label, self.verb, self.blurb = title, label, verb, blurb
        self.text = text
        self.accept = accept
        self.on_done = on_done
        self.max_length = max_length
        self.pastes = pastes

    def heading(self) -> str:
        """Say what is asked for."""
        return self.app.say(self.title)

    def body(self) -> Widget:
        """Make the line."""
        line = TextField(self.app.kit, "line", self.app.say(self.label), self.text, self._write, self._done,
                         max_length=self.max_length, ask_keyboard=self._ask)  # fmt: skip
        above = [words(self, "blurb", self.app.say(self.blurb))] if self.blurb is not None else []
        return column(self, "writing", *above, line)

    def buttons(self) -> Sequence[Widget]:
        """Offer to leave it, and to be done."""
        kit, say = self.app.kit, self.app.say
        leave = Button(kit, "leave", say(Message("Cancel")), on_press=self.close)
        paste = Button(kit, "paste", say(Message("Paste")), "content_paste", self._paste)
        done = Button(kit, "done", say(self.verb), "check", self._done, "primary")
        return (leave, paste, done) if self.pastes else (leave, done)

    def handle(self, event: Input) -> bool:
        """Take what was copied elsewhere by the keys that everybody uses for it."""
        if isinstance(event, Action) and event.key == PASTE:
            self._paste()
            return True
        return super().handle(event)

    def _paste(self) -> None:
        line = self.ui.find("line")
        if isinstance(line, TextField):
            line.type(clipboard.pasted().strip())

    def resume(self) -> None:
        """Lay out anew: the line may have been written on the screen's keys."""
        self.rebuild()

    def _ask(self) -> None:
        if self.without_keys:
            ask_for_text(self, "line")

    def _write(self, text: str) -> None:
        self.text = text

    def _done(self, *_: object) -> None:
        try:
            accepted = self.accept(self.text)
        except StoreProblem as problem:
            self.app.sound.play("deny")
            self.app.tell(problem.message)
            return
        self.close()
        self.on_done(accepted)


def ask_for_name(
    app: App,
    title: Message,
    name: str,
    accept: Callable[[str], Any],
    on_done: Callable[[Any], object] = lambda _accepted: None,
    *,
    verb: Message | None = None,
) -> None:
    """Ask for a name; see :class:`WritingDialog`."""
    verb = verb or Message("Keep this name")
    app.stack.push(WritingDialog(app, title, name, accept, on_done, label=Message("Name"), verb=verb))
