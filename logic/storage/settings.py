"""The player's settings for all games: one small JSON file, read tolerantly and written atomically."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from logic.core import Message
from logic.storage.files import read_regular, reason, set_aside, write_whole

FILE_NAME = "settings.json"

Language = Literal["", "en", "de", "hu", "pl"]
Scale = Annotated[float, msgspec.Meta(ge=0.75, le=2.0)]
Pause = Annotated[float, msgspec.Meta(ge=0.0, le=2.0)]
Volume = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Name = Annotated[str, msgspec.Meta(max_length=40)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Address = Annotated[str, msgspec.Meta(max_length=500)]


class Settings(msgspec.Struct, frozen=True):
    """All settings with their defaults; :meth:`with_` changes some."""

    language: Language = ""
    """Empty: as the system wishes."""
    fullscreen: bool = True
    ui_scale: Scale = 1.0
    effects: Volume = 0.8
    music: Volume = 0.5
    interface: Volume = 0.5
    ambience: Volume = 0.0
    """What the place of a game sounds like while nothing happens."""
    mute: bool = False
    captions: bool = False
    """Whether each sound is written down as it is played, muted or not."""
    speech: bool = False
    """Whether hints, whose turn it is and pages of the rules are read aloud, where the system has a voice."""
    reduced_motion: bool = False
    strong_patterns: bool = False
    coach: bool = True
    coordinates: bool = True
    """Whether boards of squares bear the names of their rows and columns."""
    pause: Pause = 0.6
    """Seconds for which computers wait before each of their moves, so that everybody can follow."""
    adviser: bool = False
    """Whether the language model may be asked, as soon as somebody has agreed to its address."""
    agreed: Address = ""
    """The address that somebody has agreed to, after reading what is sent there; another one is asked about anew."""
    model_server: Address = ""
    """The language model's address that was written on its page; empty: what the file says."""
    model_name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    model_language: Language = ""
    """The language in which the model answers; empty: as the program."""
    key_server: Address = ""
    """The address whose key somebody has entered; the key itself stands in no file."""
    key_kept: bool = False
    """Whether that key is in the system's keyring; otherwise it is asked for once each time."""
    profile: Name = ""
    """Who played last."""
    hidden: tuple[Name, ...] = ()
    """Players who are offered nowhere until they are shown again; all that they played is kept."""
    keys: dict[str, tuple[Key, ...]] = {}
    """The keys that somebody has chosen, by action, instead of those of the cabinet's file."""
    setups: dict[str, dict[str, Any]] = {}
    """What was chosen last on each game's set-up screen."""

    def with_(self, **changes: Any) -> Settings:
        return msgspec.structs.replace(self, **changes)

    def shown(self, profiles: Sequence[str]) -> tuple[str, ...]:
        """Those of the store's profiles who may be chosen, in the same order."""
        return tuple(name for name in profiles if name not in self.hidden)


def load(path: Path) -> tuple[Settings, tuple[Message, ...]]:
    """Read the settings, whatever state the file is in, with what the player should be told about it.

    No file: the usual values. A value that makes no sense: the usual one in its place, the rest is kept. No
    settings at all: the file is kept aside. Fields that a newer version has added are passed over.
    """
    try:
        content = read_regular(path)
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        message = Message(
            "The settings in {file} could not be read: {why}. The usual ones are used.",
            file=str(path), why=reason(error),
        )  # fmt: skip
        return Settings(), (message,)
    try:
        data = msgspec.json.decode(content, type=dict[str, Any])
    except (ValueError, RecursionError):
        return Settings(), (_keep_broken(path),)
    return _field_by_field(data)


def save(path: Path, settings: Settings) -> None:
    """Write the settings; raise StoreProblem, the old file untouched, where that cannot be done."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")


def _field_by_field(data: dict[str, Any]) -> tuple[Settings, tuple[Message, ...]]:
    values: dict[str, Any] = {}
    messages = []
    for field in msgspec.structs.fields(Settings):
        if field.name in data:
            try:
                values[field.name] = msgspec.convert(data[field.name], field.type)
            except (ValueError, RecursionError):
                messages.append(
                    Message("The setting “{name}” makes no sense; the usual value is used.", name=field.name)
                )
    return Settings(**values), tuple(messages)


def _keep_broken(path: Path) -> Message:
    try:
        kept = set_aside(path, "broken")
    except OSError:
        return Message("The settings in {file} are broken; the usual ones are used.", file=str(path))
    return Message(
        "The settings in {file} were broken. They are kept as {kept}; the usual ones are used.",
        file=str(path), kept=kept.name,
    )  # fmt: skip
