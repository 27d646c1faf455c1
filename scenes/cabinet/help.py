"""What each key, pad button and gesture does, read from the same YAML as the input mapping."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import pygame

from logic.cabinet import ACTIONS, OF_SOME_GAMES, split_key
from logic.config import ConfigError
from logic.core import Message
from logic.registry import game_config
from scenes.app.app import App, Scene
from scenes.app.page import DIALOG_WIDTH, Dialog, button, column, row_of, section, words
from scenes.board.teaching import open_lesson
from sprites.paint.kit import Kit
from sprites.paint.materials import well
from sprites.paint.surface_cache import Face
from sprites.widgets import LEAST_TARGET, Action, Button, Input, Picture, Row, Spacer, Widget

WIDE = 820
HELD_ALONG = ("left ", "right ", "ctrl", "alt", "shift", "caps lock", "num lock")
"""Names of keys that are only held together with others."""
GESTURES = (
    (Message("Tap or click"), Message("Choose, lift, put down")),
    (Message("Drag"), Message("Move a piece, or a long list")),
    (Message("Twist two fingers, or turn the wheel"), Message("Turn the lifted piece")),
    (Message("Right click"), Message("Flip the lifted piece")),
    (Message("Swipe sideways"), Message("Turn the page of the rules")),
    (Message("Tap during a movement"), Message("Skip the movement")),
)
"""Gestures that work everywhere, with their meanings."""
HANDS = {
    "Tap during": "skip_forward_outline",
    "Tap": "gesture_tap",
    "Drag": "cursor_move",
    "Hold": "gesture_tap_hold",
    "Long press": "gesture_tap_hold",
    "Pinch": "gesture_pinch",
    "Twist": "rotate_right",
    "Right click": "mouse",
    "Swipe": "gesture_swipe_horizontal",
}
"""The icon of a gesture, by the beginning of its text."""
OTHER_HAND, HAND = "gesture", 38
"""The icon of any other gesture, and the size of icons in units."""
WEIGHTS = (5, 5, 4)
"""Shares of the width for action, keys and pad."""


def _draw_hand(kit: Kit, icon: str, surface: pygame.Surface, place: pygame.Rect) -> None:
    surface.blit(well(kit, place.size), place)
    glyph = kit.cache.icon(icon, round(place.height * 0.7), kit.theme.colours.ink)
    surface.blit(glyph, glyph.get_rect(center=place.center))


class NewKey(Dialog):
    """Waits for the new key of an action; a key that already means something is reported."""

    first_focus = "back"
    typing = True
    """Keys go only to this screen, whatever they do elsewhere."""

    def __init__(self, app: App, action: str, label: Callable[[str], str]) -> None:
        """Ask for the key of an action; ``label`` returns the names of actions in messages."""
        super().__init__(app)
        self.action = action
        self._label = label
        self.title = label(action)

    def body(self) -> Widget:
        text = Message("Press the key that is to stand for this from now on. Esc leaves it as it is.")
        return words(self, "ask", text, align="center")

    def handle(self, event: Input) -> bool:
        """Handle a key without its usual meaning; a pad or a finger can only go back."""
        if not isinstance(event, Action) or event.pad or not event.key:
            return super().handle(event)
        bare = split_key(event.key)[1]
        if event.key == "escape":
            self.close()
        elif not bare.startswith(HELD_ALONG):
            self._take(event.key)
        return True

    def _take(self, key: str) -> None:
        actions, settings = self.app.cabinet.actions, self.app.settings
        wanted = actions[self.action]
        taken = [name for name, one in actions.items() if key in one.keys and one.shares_screen(wanted.context)]
        if taken and taken != [self.action]:
            self.app.refuse(Message("{key} stands for “{action}” already.", key=shown_key(self.app, key),
                                    action=self._label(taken[0])))  # fmt: skip
            return
        try:
            self.app.change_keys({**settings.keys, self.action: (key,)})
        except ConfigError:
            why = Message("This key has no name here. Take a letter, a digit, or one of those in the list.")
            self.app.refuse(why)
            return
        self.close()


def shown_key(app: App, key: str) -> str:
    """The label of a key, after its modifiers."""
    modifiers, bare = split_key(key)
    labels = app.cabinet.key_labels
    shown = app.get(labels[bare]) if bare in labels else bare.upper()
    return "+".join([*(app.get(labels[name]) for name in modifiers), shown])


def learning_buttons(scene: Scene, game: str, before: Callable[[], object] = lambda: None) -> list[Button]:
    """Make buttons for a game's rules and its guided game, if any; ``before`` is called before the latter."""

    def begin_lesson() -> None:
        before()
        open_lesson(scene.app, game)

    show_rules = partial(scene.app.open, "rules", game)
    rules = button(scene, "rules", Message("Rules"), "book_open_page_variant", show_rules)
    lesson = button(scene, "lesson", Message("Guided game"), "school_outline", begin_lesson)
    return [rules, lesson] if game_config(game).lessons else [rules]


class HelpScene(Dialog):
    """Keys, pad buttons and gestures, over any screen."""

    title = Message("Help and keys")
    looks_again = True
    width = max(WIDE, DIALOG_WIDTH)
    first_focus = "scroll"

    def __init__(
        self,
        app: App,
        action_names: Mapping[str, Message] | None = None,
        gestures: Sequence[tuple[Message, Message]] = (),
        game: str = "",
        *,
        is_lesson: bool = False,
    ) -> None:
        """Show the general keys and gestures or, given a board's own ones, those that work there.

        It leads to the rules of a ``game`` and to its lesson, unless that is in progress.
        """
        super().__init__(app)
        self.is_lesson = is_lesson
        self.rules_of = game
        self.action_names = action_names
        self.gestures = gestures

    def body(self) -> Widget:
        return column(
            self, "all",
            *self._learning_buttons(),
            section(self, "with-fingers", Message("Touch and mouse")),
            *(self._pair(i, *pair) for i, pair in enumerate(self.gestures or GESTURES)),
            section(self, "with-keys", Message("Keys and game pad")),
            self._head(),
            *(self._action(name) for name in self._actions()),
            button(self, "delivered", Message("Reset all keys"), "restore", self._restore, "quiet",
                   enabled=bool(self.app.settings.keys)),
        )  # fmt: skip

    def _learning_buttons(self) -> list[Widget]:
        """Lead to the lesson and the rules of the game at hand, which teach better than a list."""
        if not self.rules_of:
            return []
        rules, *lesson = learning_buttons(self, self.rules_of, self.close)
        return [row_of(self, "teachers", *(() if self.is_lesson else lesson), rules)]

    def _change(self, name: str) -> None:
        self.app.stack.push(NewKey(self.app, name, self._label))

    def _restore(self) -> None:
        self.app.change_keys({})
        self.rebuild()

    def _pair(self, number: int, gesture: Message, meaning: Message) -> Widget:
        """A gesture as an icon and in words, and what it does."""
        kit = self.app.kit
        told = words(self, f"gesture-{number}-what", gesture), words(self, f"gesture-{number}-does", meaning)
        pair = Row(kit, f"gesture-{number}-told", told, weights=(1, 1))
        pair.stretches = True
        icon = next((icon for word, icon in HANDS.items() if gesture.msgid.startswith(word)), OTHER_HAND)
        hand = Picture(kit, f"gesture-{number}-hand", partial(_draw_hand, kit, icon), natural=HAND)
        return Row(kit, f"gesture-{number}", (hand, pair), wraps=False)

    def _actions(self) -> Iterator[str]:
        """The actions with a meaning here; those of some games only at their boards."""
        own = self.action_names
        return (name for name in ACTIONS if own is None or name not in OF_SOME_GAMES or name in own)

    def _label(self, name: str) -> str:
        own = (self.action_names or {}).get(name)
        return self.app.get(self.app.cabinet.actions[name].label) if own is None else self.app.say(own)

    def _action(self, name: str) -> Widget:
        action, cabinet = self.app.cabinet.actions[name], self.app.cabinet
        keys = ", ".join(shown_key(self.app, key) for key in action.keys)
        pad = ", ".join(self.app.get(cabinet.pad_labels[button]) for button in action.pad)
        told = self._line(name, self._label(name), keys or "–", pad or "–")
        change = button(self, f"change-{name}", Message("Another key for this"), "pencil", partial(self._change, name),
                        "quiet", height=LEAST_TARGET, bare=True)  # fmt: skip
        return Row(self.app.kit, f"row-{name}", (told, change), wraps=False)

    def _head(self) -> Widget:
        line = self._line("head", Message("Action"), Message("Keys"), Message("Game pad"), face="interface")
        return Row(self.app.kit, "head-row", (line, Spacer(self.app.kit, "head-space", LEAST_TARGET)), wraps=False)

    def _line(self, key: str, *parts: Message | str, face: Face = "text") -> Widget:
        """The name of an action, its keys and its buttons, side by side."""
        labels = [words(self, f"{key}-{i}", text, face=face) for i, text in enumerate(parts)]
        line = Row(self.app.kit, f"action-{key}", labels, weights=WEIGHTS)
        line.stretches = True
        return line

    def act(self, name: str) -> bool:
        if name == "help":
            self.close()
            return True
        return super().act(name)
