"""The settings for all games: language, size, sound, motion; each change takes effect at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from logic.core import Message
from logic.storage.files import data_folder
from logic.text import LANGUAGES
from scenes.app.app import LARGEST_SCALE, SCALE_STEP, SMALLEST_SCALE
from scenes.app.fields import choice, toggle
from scenes.app.page import Dialog, button, column, section, words
from sprites.widgets import Slider, Toggle, Widget

VOLUME_STEP = 0.05
LONGEST_PAUSE, PAUSE_STEP = 2.0, 0.1
"""Longest pause of a computer before each move in seconds, and the step of the choice."""


class SettingsScene(Dialog):
    """The settings, over any screen."""

    title = Message("Settings")
    looks_again = True
    first_focus = "language"

    def body(self) -> Widget:
        kit, say, settings = self.app.kit, self.app.say, self.app.settings
        languages = [("", Message("System language")), *LANGUAGES.items()]
        return column(
            self, "all",
            section(self, "display", Message("Display")),
            choice(self, "language", Message("Language"), languages, settings.language, self._changes("language")),
            Slider(kit, "ui_scale", say(Message("Display size")), settings.ui_scale, SMALLEST_SCALE,
                   LARGEST_SCALE, SCALE_STEP, lambda _scale: None, show=self._percent, on_release=self._resize),
            self._toggle("fullscreen", Message("Full screen")),
            self._toggle("reduced_motion", Message("Fade instead of moving")),
            self._toggle("strong_patterns", Message("Stronger patterns on the colours")),
            section(self, "sound", Message("Sound")),
            *self._sound(),
            section(self, "at-the-board", Message("At the board")),
            self._toggle("coordinates", Message("Coordinates")),
            Slider(kit, "pause", say(Message("Computers pause before a move")), settings.pause, 0.0, LONGEST_PAUSE,
                   PAUSE_STEP, self._changes("pause"), show=self._seconds),
            self._toggle("coach", Message("Coach: lamp and hints")),
            button(self, "model", self._model(), "creation", partial(self.app.open, "adviser")),
            section(self, "people", Message("Players and program")),
            button(self, "profile", self._who(), "account", partial(self.app.open, "profiles")),
            button(self, "credits", Message("Credits"), "license", self._open_credits),
            words(self, "folder", Message("Games are kept in {folder}", folder=str(data_folder())), "small"),
        )  # fmt: skip

    def _sound(self) -> Sequence[Widget]:
        kit, say, settings = self.app.kit, self.app.say, self.app.settings
        volumes = {
            "effects": Message("Volume: pieces"),
            "music": Message("Volume: melodies"),
            "interface": Message("Volume: buttons"),
            "ambience": Message("Volume: surroundings"),
        }
        sliders = [
            Slider(kit, name, say(label), getattr(settings, name), 0.0, 1.0, VOLUME_STEP, self._changes(name),
                   show=self._percent)
            for name, label in volumes.items()
        ]  # fmt: skip
        switches = [self._toggle("mute", Message("Mute")), self._toggle("captions", Message("Sounds in words"))]
        if self.app.voice is not None:
            switches.append(self._toggle("speech", Message("Read hints, turns and rules aloud")))
        return *sliders, *switches

    def _toggle(self, name: str, label: Message) -> Toggle:
        return toggle(self, name, label, getattr(self.app.settings, name), self._changes(name))

    def _model(self) -> Message:
        is_on = self.app.adviser.ready is not None
        return Message("Language model: on") if is_on else Message("Language model: off")

    def _who(self) -> Message:
        name = self.app.settings.profile
        return Message("{name} is playing", name=name) if name else Message("Who is playing?")

    def _percent(self, share: float) -> str:
        return self.app.say(Message("{percent}%", percent=round(share * 100)))

    def _seconds(self, seconds: float) -> str:
        if not seconds:
            return self.app.say(Message("none"))
        whole, tenths = divmod(round(seconds * 10), 10)
        return self.app.say(Message("{whole}.{tenths} s", whole=whole, tenths=tenths))

    def _changes(self, name: str) -> Callable[[Any], None]:
        return lambda value: self.app.change(self.app.settings.with_(**{name: value}))

    def _resize(self, scale: float) -> None:
        # Only on release: the slider would move away from under the finger.
        self.app.change(self.app.settings.with_(ui_scale=round(scale, 2)))

    def _open_credits(self) -> None:
        # The module that reads the packages' metadata takes as long to load as the shelf, and is rarely needed.
        from scenes.cabinet.credits import CreditsScene

        self.app.stack.push(CreditsScene(self.app))

    def update(self, dt: float) -> bool:
        """Advance; show what a key has switched meanwhile."""
        for name in ("fullscreen", "mute"):
            switch = self.ui.find(name)
            if isinstance(switch, Toggle):
                switch.value = getattr(self.app.settings, name)
        return super().update(dt)
