"""What lies over a board: a question, the pause menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from logic.core import Message
from scenes.app.app import App, Scene
from scenes.app.page import Dialog, column, words
from sprites.widgets import Button, Grid
from sprites.widgets.base import Widget
from sprites.widgets.faces import ButtonStyle
from sprites.widgets.input import Input, Pointer

Press = Callable[[], object]
Answer = tuple[Message, Callable[[], object] | None, ButtonStyle]
TWO_COLUMNS = 420
"""Units of width from which on a menu's buttons stand in two columns."""


class Question(Dialog):
    """Asks something; each answer closes it and then does what it stands for."""

    width = 560

    def __init__(
        self,
        app: App,
        text: Message,
        answers: Sequence[Answer],
        *,
        title: Message | None = None,
        names: Sequence[str] = (),
    ) -> None:
        super().__init__(app)
        self.text = text
        self.answers = answers
        self.title = title if title is not None else Message("One moment")
        self.names = names
        self.first_focus = "answer0"

    def body(self) -> Widget:
        return words(self, "question", self.app.say(self.text, self.names))

    def buttons(self) -> Sequence[Widget]:
        return [
            Button(self.app.kit, f"answer{i}", self.app.say(label), on_press=self._answer(press), style=style)
            for i, (label, press, style) in enumerate(self.answers)
        ]

    def _answer(self, press: Callable[[], object] | None) -> Callable[[], None]:
        def do() -> None:
            self.close()
            if press is not None:
                press()

        return do


def ask_to_throw_away(app: App, text: Message, do: Callable[[], object]) -> None:
    """Ask before something goes for good, and do it then."""
    answers: list[Answer] = [(Message("Keep it"), None, "primary"), (Message("Throw it away"), do, "danger")]
    app.stack.push(Question(app, text, answers))


def ask_to_overwrite(app: App, text: Message, do: Callable[[], object]) -> None:
    """Ask before a file is overwritten, and do it then."""
    answers: list[Answer] = [(Message("Cancel"), None, "normal"), (Message("Overwrite"), do, "danger")]
    app.stack.push(Question(app, text, answers))


@dataclass(frozen=True, slots=True)
class Choice:
    """One button of a menu."""

    key: str
    icon: str
    label: Message
    press: Press
    style: ButtonStyle = "normal"


def choice_button(scene: Scene, one: Choice, press: Press) -> Button:
    return Button(scene.app.kit, one.key, scene.app.say(one.label), one.icon, press, style=one.style)


def choice_buttons(scene: Scene, choices: Sequence[Choice], do: Callable[[Press], Press]) -> Widget:
    """Put a menu's buttons one below the other, or in two columns where there is room; an odd first one is broad."""
    kit = scene.app.kit
    buttons = [choice_button(scene, one, do(one.press)) for one in choices]
    if kit.metrics.width < kit.px(TWO_COLUMNS) or len(buttons) < 3:
        return Grid(kit, "choices", buttons, 1)
    if len(buttons) % 2 == 0:
        return Grid(kit, "choices", buttons, 2)
    return column(scene, "menu", buttons[0], Grid(kit, "choices", buttons[1:], 2))


class PauseMenu(Dialog):
    """The menu over a board: going on, and everything else that can be done."""

    first_focus = "go_on"

    def __init__(self, app: App, title: str, choices: Sequence[Choice]) -> None:
        super().__init__(app)
        self.headed = title
        self.choices = (Choice("go_on", "play", Message("Go on"), lambda: None, "primary"), *choices)

    def heading(self) -> str:
        return self.headed

    def body(self) -> Widget:
        """Offer the choices; each closes the menu first."""
        return choice_buttons(self, self.choices, self._choose)

    def _choose(self, press: Press) -> Callable[[], None]:
        def do() -> None:
            self.close()
            press()

        return do

    def act(self, name: str) -> bool:
        """Close by the key that opened it, too."""
        if name == "menu":
            self.close()
            return True
        return super().act(name)


def begins(event: Input) -> bool:
    """Tell whether a pointer begins something, rather than going on with it."""
    return isinstance(event, Pointer) and event.kind in ("down", "context", "wheel")
