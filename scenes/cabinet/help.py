"""What each key, pad button and gesture does: read from the same YAML that the input is read by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from logic.cabinet import ACTIONS, OF_SOME_GAMES, split_key
from logic.core import Message
from scenes.app.app import App
from scenes.app.page import DIALOG_WIDTH, Dialog, column, section, words
from sprites.paint.surface_cache import Face
from sprites.widgets import Label, Row
from sprites.widgets.widget import Widget

WIDE = 820
WEIGHTS = (5, 5, 4)
"""How the width is shared by action, keys and pad."""


class HelpScene(Dialog):
    """Keys, pad buttons and gestures over any screen."""

    width = max(WIDE, DIALOG_WIDTH)
    first_focus = "scroll"

    def __init__(
        self,
        app: App,
        action_names: Mapping[str, Message] | None = None,
        gestures: Sequence[tuple[Message, Message]] = (),
    ) -> None:
        """Show what keys and hands do everywhere, or, given what a board calls its own, what they do there."""
        super().__init__(app)
        self.action_names = action_names
        self.gestures = gestures

    def heading(self) -> str:
        return self.app.say(Message("Help and keys"))

    def body(self) -> Widget:
        say = self.app.say
        return column(
            self, "all",
            section(self, "with-fingers", say(Message("Touch and mouse"))),
            *(self._pair(i, *pair) for i, pair in enumerate(self._gestures())),
            section(self, "with-keys", say(Message("Keys and game pad"))),
            self._line("head", say(Message("Action")), say(Message("Keys")), say(Message("Game pad")),
                       face="interface"),
            *(self._action(name) for name in self._actions()),
        )  # fmt: skip

    def _gestures(self) -> Iterator[tuple[str, str]]:
        say = self.app.say
        if self.gestures:
            yield from ((say(gesture), say(meaning)) for gesture, meaning in self.gestures)
            return
        yield say(Message("Tap or click")), say(Message("Choose, lift, put down"))
        yield say(Message("Drag")), say(Message("Move a piece, or a long list"))
        yield say(Message("Twist two fingers, or turn the wheel")), say(Message("Turn the lifted piece"))
        yield say(Message("Right click")), say(Message("Flip the lifted piece"))
        yield say(Message("Swipe sideways")), say(Message("Turn the page of the rules"))
        yield say(Message("Tap during a movement")), say(Message("Skip the movement"))

    def _pair(self, number: int, gesture: str, meaning: str) -> Widget:
        labels = [words(self, f"gesture-{number}-what", gesture), words(self, f"gesture-{number}-does", meaning)]
        return Row(self.app.kit, f"gesture-{number}", labels, weights=(1, 1))

    def _actions(self) -> Iterator[str]:
        """Name the actions that mean something here, each that some games have of their own only at their boards."""
        own = self.action_names
        return (name for name in ACTIONS if own is None or name not in OF_SOME_GAMES or name in own)

    def _label(self, name: str) -> str:
        own = (self.action_names or {}).get(name)
        return self.app.get(self.app.cabinet.actions[name].label) if own is None else self.app.say(own)

    def _action(self, name: str) -> Widget:
        action, cabinet = self.app.cabinet.actions[name], self.app.cabinet
        keys = ", ".join(self._key(key) for key in action.keys)
        pad = ", ".join(self.app.get(cabinet.pad_labels[button]) for button in action.pad)
        return self._line(name, self._label(name), keys or "–", pad or "–")

    def _key(self, key: str) -> str:
        modifiers, bare = split_key(key)
        labels = self.app.cabinet.key_labels
        shown = self.app.get(labels[bare]) if bare in labels else bare.upper()
        return "+".join([*(self.app.get(labels[name]) for name in modifiers), shown])

    def _line(self, key: str, what: str, keys: str, pad: str, face: Face = "text") -> Widget:
        labels = [Label(self.app.kit, f"{key}-{i}", text, face=face) for i, text in enumerate((what, keys, pad))]
        return Row(self.app.kit, f"action-{key}", labels, weights=WEIGHTS)

    def act(self, name: str) -> bool:
        if name == "help":
            self.close()
            return True
        return super().act(name)
