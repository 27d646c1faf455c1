"""Opens the store's database in whatever state its files are, write-ahead log included, and says what was found."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import NamedTuple

from logic.core import Message
from logic.game import Game
from logic.storage.files import is_there, reason, set_aside
from logic.storage.salvage import Salvaged, mend, salvage
from logic.storage.schema import (
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
    backups_of,
    blank,
    check,
    code_of,
    connect,
    create,
    number_of,
    read_copy,
    reason_of,
    version_of,
)

HEAD, LOG_HEAD, FRAME_HEAD = 100, 32, 24
"""Bytes in front of a database, of a log, and of each page in it."""
CACHED = 4096
"""Bytes by which systems write: who is killed while writing a frame leaves its head behind, or the file up to there."""
LOGGED = 2
"""In a database's head: changes lie in a log first."""
PAUSES = (0.02, 0.1, 0.2)
"""Seconds between two looks at a log that seems to be damaged."""
UNMARKED = (1, 2)
"""The versions of our tables that did not say so when a file was closed and its log was gone for good."""


class WriteAheadLog(NamedTuple):
    """What the frames of a write-ahead log claim, whether or not their pages are intact."""

    salts: bytes
    """Drawn anew whenever the log is begun anew."""
    promised: int
    """How many frames there must be: those up to the last commit but one, since a kill can tear the last."""


def read_log(path: Path) -> WriteAheadLog:
    """Read the log beside a database; raise DamagedError if it is missing or cut, OSError if it cannot be opened."""
    log = _log_of(path)
    head, size = log[:LOG_HEAD], len(log)
    if size < LOG_HEAD:
        if _needs_log(path):
            raise DamagedError("its log is missing")
        return WriteAheadLog(b"", 0)
    frame = FRAME_HEAD + int.from_bytes(head[8:12], "big")
    if not _is_whole(head) or not ends_like_killed(size, frame):
        raise DamagedError("its log is damaged")
    commits = [0, 0]
    for number, start in enumerate(range(LOG_HEAD, size - frame + 1, frame), 1):
        _, pages, salts = struct.unpack_from(">II8s", log, start)
        if pages and salts == head[16:24]:  # how large the database is after a commit, which ends with this frame
            commits.append(number)
    return WriteAheadLog(head[16:24], commits[-2])


def _log_of(path: Path) -> bytes:
    try:
        return path.with_name(f"{path.name}{LOG}").read_bytes()
    except FileNotFoundError:
        return b""


def ends_like_killed(size: int, frame: int = FRAME_HEAD + CACHED) -> bool:
    """Tell whether a kill can leave a log of that size: whole frames, a head more, or what systems write at once."""
    return (size - LOG_HEAD) % frame in (0, FRAME_HEAD) or size % CACHED == 0


def _is_whole(head: bytes) -> bool:
    """Check a log's head by the sums at its end, whose words are of the order that the magic number tells."""
    order = "<" if head[3] == 0x82 else ">"
    first = second = 0
    for one, two in struct.iter_unpack(f"{order}II", head[:24]):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return head[:3] == b"\x37\x7f\x06" and struct.unpack(">II", head[24:]) == (first, second)


def _needs_log(path: Path) -> bool:
    """Tell whether a database was left open by whoever had it last, so that there must be a log."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        head = file.read(HEAD)
    return len(head) == HEAD and head[19] == LOGGED and int.from_bytes(head[60:64], "big") not in UNMARKED


ROOM = 2**16
"""Bytes that there must be room for, lest the first moves find none."""

_UNWRITABLE = {
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_AUTH,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Opened:
    """An open database, the file it belongs to, whether it is stored there, and what to tell the player."""

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
        messages = (Message(
            "The games in {file} were written by a newer Quincunx. They are left untouched; this version keeps its "
            "games in {own}.",
            file=str(path), own=OWN_NAME,
        ),)  # fmt: skip
        path = folder / OWN_NAME
    opened = _open_or_salvage(path, games)
    return replace(opened, messages=(*messages, *opened.messages))


def reopen(path: Path) -> Database | None:
    """Open a file again that could not be used for a while, without waiting for anybody; None if it still cannot."""
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
        return in_use(path)
    return _unwritable(path, reason_of(error))


def in_use(path: Path) -> Message:
    return Message(
        "The file {file} is being used by another program. You can play on; Quincunx will keep your games as soon "
        "as it can.",
        file=str(path),
    )


class FileState(NamedTuple):
    """Metadata of a file, to notice that another one has taken its place."""

    number: tuple[int, int]
    """By which it is told from another that has the same name later."""
    written: tuple[int, int]
    """How long it is, and the moment at which it was written last."""


def file_state(path: Path) -> FileState | None:
    """What the system says of the file of that name; None if nothing has it."""
    try:
        found = path.stat()
    except OSError:
        return None
    # Windows may tell of a moment long after it, while a file is open.
    moment = 0 if sys.platform == "win32" else found.st_mtime_ns
    return FileState((found.st_dev, found.st_ino), (found.st_size, moment))


def write_anew(path: Path, database: Database) -> Opened:
    """Write a file that was taken away; where that cannot be done, all stays in the database, which is in memory."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    anew = _renew(path, Salvaged(database, 0, 0))
    told = Message("The file with your games, {file}, was taken away. It has been written anew.", file=str(path))
    return replace(anew, messages=(told,) if anew.is_kept else anew.messages[:1])


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
    told = Message("{n} [game|games] [was|were] damaged, and [has|have] been mended from a backup.", n=mended)
    return Opened(database, path, True, (told,) if mended else ())


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
        return Opened(salvaged.database, path, False, (_unwritable(path, reason_of(error)), *told))
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
    log = _settled_log(path)
    database = connect(path, patience=patience)
    try:
        check(database)
        database.execute("PRAGMA journal_mode = WAL").fetchone()
        # With WAL a killed program loses nothing; a power cut may take the last commits, which FULL would keep at
        # the price of waiting for the disk at every move.
        database.execute("PRAGMA synchronous = NORMAL")
        if -1 < _frames(database) < log.promised and _log_of(path)[16:24] == log.salts:  # not begun anew meanwhile
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


def _settled_log(path: Path) -> WriteAheadLog:
    """Read a log as :func:`read_log` does, once more where another program may just be opening or closing the file."""
    for pause in PAUSES:
        with contextlib.suppress(DamagedError):
            return read_log(path)
        Event().wait(pause)
    return read_log(path)


def _frames(database: Database) -> int:
    """Bring what the log holds into the file, and tell how many frames of it SQLite takes for whole.

    -1 if another program is doing so in this moment.
    """
    number_of(database, "schema_version")  # after a check SQLite refuses, unless the file is read once more
    return int(database.execute("PRAGMA wal_checkpoint").fetchone()[1])


def _prove_room(path: Path) -> None:
    """Raise OSError if the disk is as good as full: the little that SQLite writes at first would still find room."""
    probe = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        probe.write_bytes(bytes(ROOM))
    finally:
        probe.unlink(missing_ok=True)


def _is_newer(path: Path) -> bool:
    """Look without writing a byte; what cannot be looked at, or has the tables of this version, is not called newer."""
    # Where no log lies beside it the file is whole as it is: so opened, SQLite makes no files of its own there.
    mode = READ_ONLY if is_there(path.with_name(f"{path.name}{LOG}")) else AS_IT_IS
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


def _unwritable(place: Path, why: Message | str) -> Message:
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
    came = Message("{n} [game|games] came back whole.", n=salvaged.whole)
    wanting = Message("{n} [game|games] came back only in part or not at all. What is left of [it|them] stands under "
                      "“Games and replays”.", n=salvaged.wanting)  # fmt: skip
    return (came, wanting) if salvaged.wanting else (came,)
