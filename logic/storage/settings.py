"""The player's settings for all games: one small JSON file, read tolerantly and written atomically."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from logic.core import Message
from logic.storage.files import BYTE_ORDER_MARK, read_regular, reason, set_aside, write_whole

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
    """Empty: the system's language."""
    fullscreen: bool = True
    ui_scale: Scale = 1.0
    effects: Volume = 0.8
    music: Volume = 0.5
    interface: Volume = 0.5
    ambience: Volume = 0.0
    """Volume of the ambient sound of a game's place while nothing happens."""
    mute: bool = False
    captions: bool = False
    """Whether each sound is also shown as text, muted or not."""
    speech: bool = False
    """Whether hints, the player to move and pages of the rules are read aloud, if the system has a voice."""
    reduced_motion: bool = False
    strong_patterns: bool = False
    coach: bool = True
    coordinates: bool = True
    """Whether boards of squares show the names of their rows and columns."""
    pause: Pause = 0.6
    """Seconds that computers wait before each of their moves, so that everybody can follow."""
    adviser: bool = False
    """Whether the language model may be asked, once somebody has agreed to its address."""
    agreed: Address = ""
    """The address that somebody has agreed to, after reading what is sent there; any other needs a new consent."""
    model_server: Address = ""
    """The language model's address as entered on its page; empty: that of the configuration file."""
    model_name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    model_language: Language = ""
    """The language in which the model answers; empty: the program's."""
    key_server: Address = ""
    """The address whose key somebody has entered; the key itself is in no file."""
    key_kept: bool = False
    """Whether that key is in the system's keyring; otherwise it is asked for in each run."""
    profile: Name = ""
    """The last player."""
    hidden: tuple[Name, ...] = ()
    """Players who are not offered until they are shown again; all that they played is kept."""
    keys: dict[str, tuple[Key, ...]] = {}
    """The player's own keys by action, instead of those of the cabinet's file."""
    setups: dict[str, dict[str, Any]] = {}
    """The last choices on each game's set-up screen."""

    def with_(self, **changes: Any) -> Settings:
        return msgspec.structs.replace(self, **changes)

    def shown(self, profiles: Sequence[str]) -> tuple[str, ...]:
        """The profiles that may be chosen, in the given order."""
        return tuple(name for name in profiles if name not in self.hidden)


def load(path: Path) -> tuple[Settings, tuple[Message, ...]]:
    """Read the settings, whatever state the file is in, with messages for the player about it.

    A missing file gives the defaults. An invalid value is replaced by its default, and the rest kept. A file that
    is no JSON object is renamed. Fields added by a newer version are ignored.
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
        data = msgspec.json.decode(content.removeprefix(BYTE_ORDER_MARK), type=dict[str, Any])
    except (ValueError, RecursionError):
        return Settings(), (_keep_broken(path),)
    return _field_by_field(data)


def save(path: Path, settings: Settings) -> None:
    """Write the settings; raise StoreProblem, leaving the old file, on failure."""
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
