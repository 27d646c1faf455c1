"""Form fields: a choice, a line of text or a number, with an on-screen keyboard for finger and pad."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from logic.core import Message
from logic.session import LARGEST_SEED
from logic.storage.files import LONGEST_NAME, StoreProblem
from scenes.app.app import App, Scene
from scenes.app.page import DIALOG_WIDTH, Dialog, button, column, words
from sprites.widgets import (
    Action,
    Choice,
    Input,
    OnScreenKeyboard,
    TextField,
    Toggle,
    Widget,
    clipboard,
)
from sprites.widgets.base import do_nothing
from sprites.widgets.input import Pointer, Typed

WIDEST = 900
REFUSED = "refused text"
"""What a message is about that is gone with the next text."""


def toggle(
    scene: Scene, key: str, label: Message, value: bool, on_change: Callable[[bool], object], *, enabled: bool = True
) -> Toggle:
    return Toggle(scene.app.kit, key, scene.app.say(label), value, on_change, enabled=enabled)


def choice(
    scene: Scene, key: str, label: Message | str, options: Iterable[tuple[Any, Any]], value: object,
    on_change: Callable[[Any], object], *, tip: Message | str = "", bare: bool = False,
) -> Choice:  # fmt: skip
    """Make a choice among values, each with its label; a ``bare`` one has its own label as tooltip, or ``tip``."""
    say = scene.app.say
    called = [(one, say(name)) for one, name in options]
    told, tip = ("", say(tip or label)) if bare else (say(label), say(tip))
    return Choice(scene.app.kit, key, told, called, value, on_change, tip=tip)


class KeyboardScene(Dialog):
    """Edits one line of text on the on-screen keyboard, or on a real one beside it.

    ``on_text`` receives the text when it is done, and ``then`` is called. A press beside the keyboard only hands the
    text over, and going back discards the changes.
    """

    width = WIDEST
    first_focus = "keys"
    typing = True

    def __init__(
        self,
        app: App,
        label: str,
        text: str,
        on_text: Callable[[str], None],
        then: Callable[[], None] = do_nothing,
        *,
        max_length: int = 40,
        allowed: Callable[[str], bool] | None = None,
        masked: bool = False,
    ) -> None:
        super().__init__(app)
        self.masked = masked
        self.title = self.label = label
        self.text = text
        self.on_text, self.then = on_text, then
        self.max_length = max_length
        self.allowed = allowed
        self._types = False
        """Whether the last key was one of a real keyboard that wrote or erased something: then Enter means done."""

    def headline(self) -> Widget:
        """Show the text where other screens have their heading: it must stay in sight."""
        self._line = TextField(self.app.kit, "line", "", self.text, self._write, max_length=self.max_length,
                               hint=self.label, masked=self.masked)  # fmt: skip
        self._line.focusable = False
        return self._line

    def body(self) -> Widget:
        self._keys = OnScreenKeyboard(self.app.kit, "keys", self.text, self._write, lambda _text: self._done(),
                                      language=self.app.text.language, max_length=self.max_length,
                                      allowed=self.allowed)  # fmt: skip
        return self._keys

    def handle(self, event: Input) -> bool:
        """Handle typing and erasing, and Enter after it; everything else goes to the on-screen keyboard."""
        if isinstance(event, Typed):
            self._types = True
            for sign in event.text:
                self._keys.write(sign)
        elif isinstance(event, Action) and event.key == "backspace":
            self._types = True
            self._keys.erase()
        elif self._types and isinstance(event, Action) and event.name == "accept" and not event.printable:
            self._done()
        elif not (isinstance(event, Action) and event.printable):
            self._types = self._types and isinstance(event, Pointer)
            return super().handle(event)
        return True

    def press_beside(self) -> None:
        """Hand over the text, as a field keeps what was written when another one is pressed."""
        self.on_text(self.text)
        self.close()

    def _write(self, text: str) -> None:
        self.text = self._line.text = text

    def _done(self) -> None:
        self.on_text(self.text)
        self.then()
        self.close()


def ask_for_text(scene: Scene, key: str, *, then: Callable[[], None] = do_nothing) -> None:
    """Open the on-screen keyboard for the text field of that key; pass the text to the field, then call ``then``."""
    field = scene.ui.find(key)
    if not isinstance(field, TextField):
        return

    def take(text: str) -> None:
        field.on_change(text)
        scene.rebuild()
        shown = scene.ui.find(key)
        if isinstance(shown, TextField):
            shown.caret = len(shown.text)

    keyboard = KeyboardScene(
        scene.app, field.label or field.hint, field.text, take, then, max_length=field.max_length,
        allowed=field.allowed, masked=field.masked,
    )  # fmt: skip
    scene.app.stack.push(keyboard)


def text_field(
    scene: Scene,
    key: str,
    label: Message | str,
    text: str,
    on_change: Callable[[str], object],
    on_done: Callable[[str], object] | None = None,
    *,
    hint: Message | str = "",
    then: Callable[[], None] = do_nothing,
    **more: Any,
) -> TextField:
    """Make a text field of a scene; a finger or a pad gets the on-screen keyboard, and ``then`` is called after it."""

    def ask() -> None:
        if scene.without_keys:
            ask_for_text(scene, key, then=then)

    app = scene.app
    return TextField(
        app.kit, key, app.say(label), text, on_change, on_done, ask_keyboard=ask, hint=app.say(hint), **more
    )


class WritingDialog(Dialog):
    """A dialog for one line of text, such as a name.

    ``accept`` receives it, and may refuse it by raising StoreProblem: then it can be corrected. Once the dialog is
    closed ``on_done`` receives what ``accept`` returned, and may open another screen; ``on_left`` runs if the dialog is
    cancelled. ``verb`` labels the button; ``pastes`` offers to paste from the clipboard; ``masked`` hides the text.
    """

    first_focus = "line"
    looks_again = True

    def __init__(
        self,
        app: App,
        title: Message,
        text: str,
        accept: Callable[[str], Any],
        on_done: Callable[[Any], object] = lambda _accepted: None,
        on_left: Callable[[], object] = lambda: None,
        *,
        label: Message,
        verb: Message,
        blurb: Message | None = None,
        max_length: int = LONGEST_NAME,
        width: int = DIALOG_WIDTH,
        pastes: bool = False,
        masked: bool = False,
    ) -> None:
        super().__init__(app)
        self.width = width
        self.title, self.label, self.verb, self.blurb = title, label, verb, blurb
        self.text = text
        self.accept = accept
        self.on_done, self.on_left = on_done, on_left
        self.max_length = max_length
        self.pastes = pastes
        self.masked = masked

    def body(self) -> Widget:
        line = text_field(self, "line", self.label, self.text, partial(setattr, self, "text"), self._done,
                          max_length=self.max_length, masked=self.masked, width=self.width)  # fmt: skip
        above = [words(self, "blurb", self.blurb)] if self.blurb is not None else []
        return column(self, "writing", *above, line)

    def buttons(self) -> Sequence[Widget]:
        leave = button(self, "leave", Message("Cancel"), on_press=self.close)
        paste = button(self, "paste", Message("Paste"), "content_paste", self._paste)
        done = button(self, "done", self.verb, "check", self._done, "primary")
        return (leave, paste, done) if self.pastes else (leave, done)

    def _paste(self) -> None:
        line = self.ui.find("line")
        if isinstance(line, TextField):
            line.type(clipboard.pasted().strip())

    def _done(self, *_: object) -> None:
        try:
            accepted = self.accept(self.text)
        except StoreProblem as problem:
            self.app.refuse(problem.message, about=REFUSED)
            return
        self.app.overlay.forget(REFUSED)
        super().close()
        self.on_done(accepted)

    def close(self) -> None:
        """Close without a text."""
        super().close()
        self.on_left()


def ask_for_name(
    app: App,
    title: Message,
    name: str,
    accept: Callable[[str], Any],
    on_done: Callable[[Any], object] = lambda _accepted: None,
    *,
    label: Message | None = None,
    verb: Message | None = None,
) -> None:
    """Ask for the name of a board, or for what ``label`` says; see :class:`WritingDialog`."""
    label, verb = label or Message("Name of the board"), verb or Message("Keep this name")
    app.stack.push(WritingDialog(app, title, name, accept, on_done, label=label, verb=verb))


def warn_missing_glyphs(app: App, name: str) -> None:
    """Warn if the font lacks letters of a name; the name is accepted all the same."""
    if not app.kit.cache.can_draw(name):
        app.tell(Message("Not all of these letters can be drawn here."))


LENGTH = len(str(LARGEST_SEED)) - 1
KEY = "seed"


def seed_field(
    scene: Scene, seed: str, on_change: Callable[[str], object], on_done: Callable[[str], object] | None = None
) -> TextField:
    """Make the text field for a seed, which takes digits only."""
    label = scene.app.say(Message("Seed (leave it empty for a new one)"))
    return text_field(scene, KEY, label, seed, on_change, on_done, max_length=LENGTH, allowed=is_digit)


def is_digit(sign: str) -> bool:
    return sign.isascii() and sign.isdigit()
