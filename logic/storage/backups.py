"""Rolling copies of the store's file: the last good start of each of the last days on which there was one."""

from __future__ import annotations

import os
import re
from pathlib import Path

from logic.storage.schema import READ_ONLY, check, connect

FOLDER = "backups"
KEPT = 3
"""Days."""


def write_backup(path: Path, day: str) -> None:
    """Copy the store's file as it stands into the backup of that day (2026-01-31), in place of an earlier one.

    The file may be in use meanwhile, and the copy counts only when it has passed the check. Raises OSError,
    sqlite3.Error or DamagedError, and leaves what there was, where there can be none.
    """
    folder = path.parent / FOLDER
    folder.mkdir(exist_ok=True)
    backup = folder / f"{path.stem}-{day}{path.suffix}"
    beside = backup.with_name(f"{backup.name}.{os.getpid()}.new")
    try:
        _copy(path, beside)
        beside.replace(backup)
    finally:
        beside.unlink(missing_ok=True)
    # Days that have not come yet, from a clock that went wrong, must not take the place of the day itself.
    for old in backups_of(path)[KEPT:]:
        if old != backup:
            old.unlink(missing_ok=True)


def backups_of(path: Path) -> list[Path]:
    """The backups of the store's file, the latest first."""
    name = re.compile(rf"{re.escape(path.stem)}-\d{{4}}-\d\d-\d\d{re.escape(path.suffix)}")
    try:
        return sorted((file for file in (path.parent / FOLDER).iterdir() if name.fullmatch(file.name)), reverse=True)
    except OSError:
        return []


def _copy(path: Path, target: Path) -> None:
    source, copy = connect(path, READ_ONLY), connect(target)
    try:
        source.backup(copy)
        check(copy)
    finally:
        source.close()
        copy.close()
