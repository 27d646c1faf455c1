"""Games as files to take along: written into a folder of their own, and taken in from wherever they are."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from logic.core import Message
from logic.registry import GAMES
from logic.session.saving import SaveError
from logic.storage.exchange import to_bytes
from logic.storage.files import StoreProblem, data_folder, read_regular, reason, write_whole
from scenes.app.app import App

EXPORTS = "exports"


def exports_folder() -> Path:
    """The folder that exported files go to and are looked for in; it need not exist yet."""
    return data_folder() / EXPORTS


def write_export(app: App, data: Mapping[str, Any], name: str) -> Path | None:
    """Write an exported file under a name that is still free, and say where it is; None where that failed."""
    path = free_export(app, name, "json")
    try:
        write_whole(path, to_bytes(data))
    except StoreProblem as problem:
        app.tell(problem.message)
        return None
    app.tell(Message("Saved as {file}", file=str(path)))
    return path


def free_export(app: App, name: str, ending: str) -> Path:
    """A path for an exported file, with today's date in its name, that nothing has yet."""
    stamp = day_stamp(app)
    number, path = 1, exports_folder() / f"{name}-{stamp}.{ending}"
    while path.exists():
        number += 1
        path = path.with_name(f"{name}-{stamp}-{number}.{ending}")
    return path


def day_stamp(app: App) -> str:
    """Today's date as it stands in file names."""
    local = time.localtime(app.now())
    return f"{local.tm_year:04}-{local.tm_mon:02}-{local.tm_mday:02}"


def export_game(app: App, game_id: int) -> Path | None:
    """Write one game as a file to take along, raw where it cannot be read, and say where it is."""
    entry = app.store.entry(game_id)
    try:
        data = app.store.export_game(game_id)
    except SaveError as error:
        app.tell(error.message)
        return None
    return write_export(app, data, entry.setup.game if entry is not None and entry.setup.game in GAMES else "game")


def import_path(app: App, path: Path) -> bool:
    """Take in a file of games and say what came of it; true where its games are here now."""
    try:
        numbers = app.store.import_file(read_regular(path), GAMES)
    except (OSError, ValueError) as error:
        app.sound.play("deny")
        app.tell(_refusal(path, error))
        return False
    app.tell(Message("{n} game imported from {file}", plural="{n} games imported from {file}", n=len(numbers),
                     file=path.name))  # fmt: skip
    for notice in app.store.notices():
        app.tell(notice)
    return True


def _refusal(path: Path, error: OSError | ValueError) -> Message:
    if isinstance(error, SaveError):
        why: Message | str = error.message
    else:
        why = reason(error) if isinstance(error, OSError) else str(error)
    return Message("{file} was not imported: {why}", file=path.name or str(path), why=why)
