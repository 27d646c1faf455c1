"""Keys on the screen, for writing a name or a number where there is only a finger or a pad."""

from __future__ import annotations

from collections.abc import Callable

from scenes.app import App
from scenes.page import Dialog
from scenes.stack import Scene
from sprites.input import Action, Input, Typed
from sprites.ui import Widget
from sprites.widgets import OnScreenKeyboard, TextField

WIDEST = 900


class KeyboardScene(Dialog):
    """Writes one line of text and hands it over when it is done; going back leaves all as it was."""

    width = WIDEST
    first_focus = "keys"

    def __init__(
        self,
        app: App,
        label: str,
        text: str,
        on_done: Callable[[str], None],
        *,
        max_length: int = 40,
        allowed: Callable[[str], bool] | None = None,
    ) -> None:
        super().__init__(app)
        self.label = label
        self.text = text
        self.on_done = on_done
        self.max_length = max_length
        self.allowed = allowed

    def heading(self) -> str:
        """Say what is being written."""
        return self.label

    def headline(self) -> Widget:
        """Show what is written where other screens have their heading: it must stay in sight."""
        self._line = TextField(self.app.kit, "line", "", self.text, self._write, max_length=self.max_length,
                               hint=self.label)  # fmt: skip
        self._line.focusable = False
        return self._line

    def body(self) -> Widget:
        """Make the keys."""
        self._keys = OnScreenKeyboard(self.app.kit, "keys", self.text, self._write, lambda _text: self._done(),
                                      language=self.app.text.language, max_length=self.max_length,
                                      allowed=self.allowed)  # fmt: skip
        return self._keys

    @property
    def typing(self) -> bool:
        """Whoever has real keys after all may write with them."""
        return True

    def handle(self, event: Input) -> bool:
        """Write what is typed, and erase; everything else is for the keys on the screen."""
        if isinstance(event, Typed):
            for sign in event.text:
                self._keys.write(sign)
        elif isinstance(event, Action) and event.key == "backspace":
            self._keys.erase()
        elif not (isinstance(event, Action) and event.printable):
            return super().handle(event)
        return True

    def _write(self, text: str) -> None:
        self.text = self._line.text = text

    def _done(self) -> None:
        self.on_done(self.text)
        self.close()


def ask_for_text(scene: Scene, key: str, *, digits: bool = False, then: Callable[[], None] | None = None) -> None:
    """Open the keys on the screen for the text field of that key, which is told what was written, ``then`` go on."""
    field = scene.ui.find(key)
    if not isinstance(field, TextField):
        return

    def take(text: str) -> None:
        field.on_change(text)
        scene.rebuild()
        shown = scene.ui.find(key)
        if isinstance(shown, TextField):
            shown.caret = len(shown.text)
        if then is not None:
            then()

    allowed = str.isdigit if digits else None
    keyboard = KeyboardScene(scene.app, field.label, field.text, take, max_length=field.max_length, allowed=allowed)
    scene.app.stack.push(keyboard)
