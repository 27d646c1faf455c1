"""Writes games to files in a folder of their own, and imports them from anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from logic.core import Message, fault_of
from logic.narration import joined, sentences
from logic.registry import GAMES
from logic.session import SaveError
from logic.storage.exchange import to_bytes
from logic.storage.files import (
    StoreProblem,
    data_folder,
    is_folder,
    is_there,
    read_regular,
    reason,
    write_whole,
    written_path,
)
from logic.storage.store import Imported
from scenes.app.app import App
from scenes.app.fields import WritingDialog
from scenes.app.page import confirm_overwrite

EXPORTS = "exports"
GAMES_ENDING = "quincunx.json"
"""Desktops recognise our files among other JSON by this ending (see packaging/linux/quincunx.mime.xml)."""
LONGEST_PATH = 400
FAULTS_SHOWN = 3
WIDE = 900
"""Width in units of a dialog that shows a whole path."""


def exports_folder() -> Path:
    """The folder for exported files; it need not exist yet."""
    return data_folder() / EXPORTS


def write_export(app: App, data: Mapping[str, Any], name: str) -> Path | None:
    """Write an exported file under a name that is still free, and say where it is; None if that failed."""
    path = free_export(app, name, GAMES_ENDING)
    try:
        write_whole(path, to_bytes(data))
    except StoreProblem as problem:
        app.refuse(problem.message)
        return None
    app.tell(Message("Saved as {file}", file=str(path)))
    return path


def export_to_path(app: App, path: Path, content: bytes, *, title: Message, blurb: Message) -> None:
    """Ask for a path and write a file there; a bare name goes into the folder of the proposed path."""
    dialog = WritingDialog(
        app,
        title,
        str(path),
        partial(_resolved, path.parent),
        partial(_write_or_ask, app, content),
        label=Message("To"),
        verb=Message("Save"),
        blurb=blurb,
        max_length=LONGEST_PATH,
        width=WIDE,
    )
    app.stack.push(dialog)


def _resolved(folder: Path, text: str) -> Path:
    """The file that is meant; raise StoreProblem if it can be none."""
    if not text.strip():
        raise StoreProblem(Message("Where to? A folder and a file name are needed."))
    found = folder / written_path(text)
    if is_folder(found):
        raise StoreProblem(Message("{file} is a folder; a file name is needed.", file=str(found)))
    return found


def _write_or_ask(app: App, content: bytes, path: Path) -> None:
    """Write a file; ask first if it would overwrite one."""
    write = partial(report_saving, app, partial(write_whole, path, content), str(path))
    if is_there(path):
        text = Message("{file} is there already. Overwrite it?", file=path.name)
        confirm_overwrite(app, text, write)
    else:
        write()


def report_saving(app: App, write: Callable[[], object], shown: str) -> bool:
    """Write a file, and say that it is there or why it is not; true if it is."""
    if not app.try_storing(write):
        return False
    app.tell(Message("Saved as {file}", file=shown))
    return True


def free_export(app: App, name: str, ending: str) -> Path:
    """An unused path for an exported file, with today's date in its name."""
    stamp = day_stamp(app)
    number, path = 1, exports_folder() / f"{name}-{stamp}.{ending}"
    while is_there(path):
        number += 1
        path = path.with_name(f"{name}-{stamp}-{number}.{ending}")
    return path


def day_stamp(app: App) -> str:
    """Today's date as used in file names."""
    return date.fromtimestamp(app.now()).isoformat()


def export_game(app: App, game_id: int) -> Path | None:
    """Export one game to a file, raw if it cannot be read, and say where it is; None if that failed."""
    entry = app.store.entry(game_id)
    try:
        data = app.store.export_game(game_id)
    except SaveError as error:
        app.refuse(error.message)
        return None
    return write_export(app, data, entry.setup.game if entry is not None and entry.setup.game in GAMES else "game")


def import_path(app: App, path: Path) -> bool:
    """Import a file of games and say whether that worked; true if its sound games are in the store now."""
    try:
        imported = app.store.import_file(read_regular(path), GAMES)
    except (OSError, ValueError) as error:
        app.refuse(_refusal(path, error))
        return False
    say = app.refuse if imported.faults else app.tell
    say(_report(path, imported))
    app.show_store_notices()
    return True


def _report(path: Path, imported: Imported) -> Message:
    said, known = [], len(imported.numbers) - imported.new
    if imported.new or not known:
        said.append(Message("{n} [game|games] imported from {file}.", n=imported.new, file=path.name))
    if known:
        said.append(Message("{n} [game|games] of {file} [was|were] here already.", n=known, file=path.name))
    if imported.faults:
        why = joined(imported.faults[:FAULTS_SHOWN], Message("{a} · {b}"))
        said.append(Message("{n} [game was|games were] not imported: {why}", n=len(imported.faults), why=why))
    return sentences(*said)


def _refusal(path: Path, error: OSError | ValueError) -> Message:
    why = reason(error) if isinstance(error, OSError) else fault_of(error)
    return Message("{file} was not imported: {why}", file=path.name or str(path), why=why)
