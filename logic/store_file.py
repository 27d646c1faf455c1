"""The store's file: how it is opened whatever has happened to it, and what the player is told."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from logic.backups import backups_of
from logic.core import Game, Message
from logic.files import reason, set_aside
from logic.mending import Salvaged, mend, salvage
from logic.store_log import read_log
from logic.store_schema import (
    APPLICATION,
    AS_IT_IS,
    COMPANIONS,
    FILE_NAME,
    LOCKED,
    LOG,
    OWN_NAME,
    READ_ONLY,
    VERSION,
    DamagedError,
    Database,
    blank,
    check,
    code_of,
    connect,
    create,
    number_of,
    read_copy,
    version_of,
)

ROOM = 2**16
"""Bytes that there must be room for, lest the first moves find none."""

_UNWRITABLE = {
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_AUTH,
}  # fmt: skip


class Opened(NamedTuple):
    """A database ready for use, the file it belongs to, whether it is kept there, and what to tell the player."""

    database: Database
    path: Path
    is_kept: bool
    messages: tuple[Message, ...]


def open_database(folder: Path, games: Mapping[str, Game]) -> Opened:
    """Open the file in that folder, or what comes nearest to it; never fails.

    What a damaged file has lost is taken from its backups, and where it is more than single games, the file is renamed
    and a new one begun with all that could be read. A foreign file is renamed too; one of a newer version is left alone
    and another name used; what is locked or cannot be written is copied into memory, as far as it can be read.
    """
    path = folder / FILE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return Opened(blank(), path, False, (_unwritable(folder, reason(error)),))
    messages: tuple[Message, ...] = ()
    if _is_newer(path):
        messages = (_newer(path),)
        path = folder / OWN_NAME
    opened = _open_or_salvage(path, games)
    return opened._replace(messages=(*messages, *opened.messages))


def reopen(path: Path) -> Database | None:
    """Open a file again that could not be used for a while, without waiting for anybody; None where it still cannot."""
    try:
        return _open(path, patience=0.0)
    except (OSError, sqlite3.Error, DamagedError):
        return None


def is_damage(error: sqlite3.Error) -> bool:
    """Tell whether an error speaks of what the file holds, and not of whether it can be reached."""
    return code_of(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def trouble(error: sqlite3.Error, path: Path) -> Message:
    """Say why the file can no longer be used, and that play goes on without it."""
    if code_of(error) in LOCKED | {sqlite3.SQLITE_CONSTRAINT}:
        return Message(
            "The file {file} is being used by another program. You can play on; Quincunx will keep your games as soon "
            "as it can.",
            file=str(path),
        )
    return _unwritable(path, str(error))


def _open_or_salvage(path: Path, games: Mapping[str, Game]) -> Opened:
    try:
        database = _open(path)
    except DamagedError:
        return _renew(path, salvage(path, games))
    except sqlite3.Error as error:
        return _in_memory(path, games, trouble(error, path), is_locked=code_of(error) in LOCKED)
    except OSError as error:
        return _in_memory(path, games, _unwritable(path.parent, reason(error)))
    mended = mend(database, path, games)
    return Opened(database, path, True, (_told_mended(mended),) if mended else ())


def _renew(path: Path, salvaged: Salvaged) -> Opened:
    """Begin a new file with what is left, and keep the damaged one."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    told = _told_salvaged(salvaged)
    try:
        try:
            _write(salvaged.database, beside)
            kept = set_aside(path, "damaged", COMPANIONS) if _anything_at(path) else None
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
        database = _open(path)
    except OSError as error:
        return Opened(salvaged.database, path, False, (_unwritable(path.parent, reason(error)), *told))
    except (sqlite3.Error, DamagedError) as error:
        return Opened(salvaged.database, path, False, (_unwritable(path, str(error)), *told))
    salvaged.database.close()
    return Opened(database, path, True, (_damaged(path, kept) if kept else _gone(path), *told))


def _write(database: Database, path: Path) -> None:
    file = connect(path)
    try:
        database.backup(file)
    finally:
        file.close()


def _anything_at(path: Path) -> bool:
    return any(path.with_name(f"{path.name}{ending}").exists() for ending in ("", *COMPANIONS))


def _open(path: Path, patience: float | None = None) -> Database:
    """Open for writing; raise DamagedError for what should be salvaged, another error for what is out of reach."""
    if (path.exists() and not path.stat().st_size) or (not path.exists() and backups_of(path)):
        raise DamagedError("it is empty, or gone")
    log = read_log(path)
    database = connect(path, patience=patience)
    try:
        check(database)
        database.execute("PRAGMA journal_mode = WAL").fetchone()
        # With WAL a killed program loses nothing; a power cut may take the last commits, which FULL would keep at
        # the price of waiting for the disk at every move.
        database.execute("PRAGMA synchronous = NORMAL")
        if log.promised > _frames(database) and read_log(path) == log:  # or else somebody has begun it anew meanwhile
            raise DamagedError("its log is damaged")
        create(database)
        _frames(database)  # the file alone says from now on that there is a log
        _prove_room(path)
    except sqlite3.Error as error:
        database.close()
        if code_of(error) in LOCKED | _UNWRITABLE:
            raise
        raise DamagedError(str(error)) from None
    except (DamagedError, OSError):
        database.close()
        raise
    return database


def _frames(database: Database) -> int:
    """Bring what the log holds into the file, and tell how many frames of it SQLite takes for whole."""
    number_of(database, "schema_version")  # after a check SQLite refuses, unless the file is read once more
    return int(database.execute("PRAGMA wal_checkpoint").fetchone()[1])


def _prove_room(path: Path) -> None:
    """Raise OSError where the disk is as good as full: the little that SQLite writes at first would still find room."""
    probe = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        probe.write_bytes(bytes(ROOM))
    finally:
        probe.unlink(missing_ok=True)


def _is_newer(path: Path) -> bool:
    """Look without writing a byte; what cannot be looked at, or has the tables of this version, is not called newer."""
    # Where no log lies beside it the file is whole as it is: so opened, SQLite makes no files of its own there.
    mode = READ_ONLY if path.with_name(f"{path.name}{LOG}").exists() else AS_IT_IS
    try:
        database = connect(path, mode)
    except sqlite3.Error:
        return False
    try:
        is_ours = number_of(database, "application_id") == APPLICATION
        return is_ours and number_of(database, "user_version") > VERSION and version_of(database) is None
    except sqlite3.Error:
        return False
    finally:
        database.close()


def _in_memory(path: Path, games: Mapping[str, Game], message: Message, *, is_locked: bool = False) -> Opened:
    """Go on with what can be read of the file; where another program lets nobody read, with nothing."""
    database = read_copy(path) or (blank() if is_locked else salvage(path, games).database)
    return Opened(database, path, False, (message,))


def _unwritable(place: Path, why: str) -> Message:
    return Message(
        "Nothing can be kept in {place} ({why}). You can play on, and Quincunx will keep your games as soon as it can; "
        "what cannot be kept before it closes will be forgotten.",
        place=str(place), why=why,
    )  # fmt: skip


def _damaged(path: Path, kept: Path) -> Message:
    return Message(
        "The file with your games, {file}, was damaged. It has been kept as {kept}, and a new one was begun.",
        file=str(path), kept=kept.name,
    )  # fmt: skip


def _gone(path: Path) -> Message:
    return Message("The file with your games, {file}, was gone. It was made anew from a backup.", file=str(path))


def _told_salvaged(salvaged: Salvaged) -> tuple[Message, ...]:
    came = Message("{n} game came back whole.", plural="{n} games came back whole.", n=salvaged.whole)
    wanting = Message(
        "{n} game came back only in part or not at all. What is left of it stands under “Games and replays”.",
        plural="{n} games came back only in part or not at all. What is left of them stands under “Games and replays”.",
        n=salvaged.wanting,
    )
    return (came, wanting) if salvaged.wanting else (came,)


def _told_mended(number: int) -> Message:
    return Message("{n} game was damaged, and has been mended from a backup.",
                   plural="{n} games were damaged, and have been mended from a backup.", n=number)  # fmt: skip


def _newer(path: Path) -> Message:
    return Message(
        "The games in {file} were written by a newer Quincunx. They are left untouched; this version keeps its "
        "games in {own}.",
        file=str(path), own=OWN_NAME,
    )  # fmt: skip
