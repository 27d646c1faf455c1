"""Opens the store's database in whatever state its files are, write-ahead log included, and says what was found."""

from __future__ import annotations

import contextlib
import sqlite3
import struct
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import NamedTuple

from logic.core import Message
from logic.game import Game
from logic.storage.files import is_there, reason, set_aside, unfinished
from logic.storage.salvage import Salvaged, restore_lost_games, salvage
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
"""Sizes in bytes of the headers of a database, of a log, and of each frame in it."""
CACHED = 4096
"""Bytes that systems write at once: a kill while a frame is written leaves its header, or the file up to a multiple."""
LOGGED = 2
"""The read version in a database header: write-ahead logging."""
PAUSES = (0.02, 0.1, 0.2)
"""Seconds between two reads of a log that seems damaged."""
UNMARKED = (1, 2)
"""Versions of our schema that did not mark a file as closed once its log was gone."""


class LogGoneError(DamagedError):
    """A file whose log is missing: deleted, or merged by another program, which leaves no mark of having closed it."""


class WriteAheadLog(NamedTuple):
    """What the frames of a write-ahead log claim, whether or not their pages are intact."""

    salts: bytes
    """Changed whenever the log is restarted."""
    promised: int
    """The number of frames that must exist: up to the last commit but one, since a kill can tear the last."""


def read_log(path: Path) -> WriteAheadLog:
    """Read the log of a database; raise DamagedError if it is missing or truncated, OSError if it cannot be read."""
    log = _log_of(path)
    head, size = log[:LOG_HEAD], len(log)
    if size < LOG_HEAD:
        if _needs_log(path):
            raise LogGoneError
        return WriteAheadLog(b"", 0)
    frame = FRAME_HEAD + int.from_bytes(head[8:12], "big")
    if not _is_whole(head) or not looks_interrupted(size, frame):
        raise DamagedError("its log is damaged")
    commits = [0, 0]
    for number, start in enumerate(range(LOG_HEAD, size - frame + 1, frame), 1):
        _, pages, salts = struct.unpack_from(">II8s", log, start)
        if pages and salts == head[16:24]:  # nonzero in the last frame of a commit: the size of the database
            commits.append(number)
    return WriteAheadLog(head[16:24], commits[-2])


def _log_of(path: Path) -> bytes:
    try:
        return path.with_name(f"{path.name}{LOG}").read_bytes()
    except FileNotFoundError:
        return b""


def looks_interrupted(size: int, frame: int = FRAME_HEAD + CACHED) -> bool:
    """Return whether a kill can leave a log of that size: whole frames, one more header, or whole system writes."""
    return (size - LOG_HEAD) % frame in (0, FRAME_HEAD) or size % CACHED == 0


def _is_whole(head: bytes) -> bool:
    """Verify a log header's checksums, whose words have the byte order given by the magic number."""
    order = "<" if head[3] == 0x82 else ">"
    first = second = 0
    for one, two in struct.iter_unpack(f"{order}II", head[:24]):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return head[:3] == b"\x37\x7f\x06" and struct.unpack(">II", head[24:]) == (first, second)


def _needs_log(path: Path) -> bool:
    """Return whether a database was not closed by its last user, so that there must be a log."""
    if not path.exists():
        return False
    with path.open("rb") as file:
        head = file.read(HEAD)
    return len(head) == HEAD and head[19] == LOGGED and int.from_bytes(head[60:64], "big") not in UNMARKED


ROOM = 2**16
"""Bytes of free disk space required at the start, so that the first moves can be stored."""

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
    """Open the file in that folder, or the closest substitute; never fails.

    Losses of a damaged file are restored from its backups; if more than single games are damaged, the file is renamed
    and a new one started with all that could be read. A foreign file is renamed too; one of a newer version is left
    alone and another name used; a locked or unwritable file is copied into memory, as far as it can be read.
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
    """Reopen a file that was unusable for a while, without waiting for locks; None if it still is."""
    try:
        return _open(path, patience=0.0)
    except (OSError, sqlite3.Error, DamagedError):
        return None


def is_damage(error: sqlite3.Error) -> bool:
    """Return whether an error is about the file's content, rather than about access to it."""
    return code_of(error) in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def trouble(error: sqlite3.Error, path: Path) -> Message:
    """A message that says why the file can no longer be used, and that play continues without it."""
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
    """Device and inode: they distinguish the file from a later one of the same name."""
    written: tuple[int, int]
    """Size and time of the last write."""


def file_state(path: Path) -> FileState | None:
    """The state of the file of that name; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    # On Windows the time of an open file may be out of date.
    moment = 0 if sys.platform == "win32" else found.st_mtime_ns
    return FileState((found.st_dev, found.st_ino), (found.st_size, moment))


def rewrite(path: Path, database: Database) -> Opened:
    """Rewrite a file that was removed; if that fails, the database stays in memory."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    anew = _renew(path, Salvaged(database, 0, 0), _damaged)
    told = Message("The file with your games, {file}, was removed. It has been written anew.", file=str(path))
    return replace(anew, messages=(told,) if anew.is_kept else anew.messages[:1])


def _open_or_salvage(path: Path, games: Mapping[str, Game]) -> Opened:
    try:
        database = _open(path)
    except DamagedError as fault:
        return _renew(path, salvage(path, games), _log_gone if isinstance(fault, LogGoneError) else _damaged)
    except sqlite3.Error as error:
        return _in_memory(path, games, trouble(error, path), is_locked=code_of(error) in LOCKED)
    except OSError as error:
        return _in_memory(path, games, _unwritable(path.parent, reason(error)))
    mended = restore_lost_games(database, path, games)
    told = Message("{n} [game|games] [was|were] damaged, and [has|have] been mended from a backup.", n=mended)
    return Opened(database, path, True, (told,) if mended else ())


def _renew(path: Path, salvaged: Salvaged, tell: Callable[[Path, Path], Message]) -> Opened:
    """Start a new file with the salvaged data, and keep the damaged one; ``tell`` says so."""
    told = _salvage_messages(salvaged)
    try:
        with unfinished(path) as beside:
            with contextlib.closing(connect(beside)) as file:
                salvaged.database.backup(file)
            kept = set_aside(path, "damaged", COMPANIONS) if _anything_at(path) else None
            beside.replace(path)
        database = _open(path)
    except OSError as error:
        return Opened(salvaged.database, path, False, (_unwritable(path.parent, reason(error)), *told))
    except (sqlite3.Error, DamagedError) as error:
        return Opened(salvaged.database, path, False, (_unwritable(path, reason_of(error)), *told))
    salvaged.database.close()
    return Opened(database, path, True, (tell(path, kept) if kept else _gone(path), *told))


def _anything_at(path: Path) -> bool:
    return any(path.with_name(f"{path.name}{ending}").exists() for ending in ("", *COMPANIONS))


def _open(path: Path, patience: float | None = None) -> Database:
    """Open for writing; raise DamagedError for a file to be salvaged, other errors for one that cannot be accessed."""
    if (path.exists() and not path.stat().st_size) or (not path.exists() and backups_of(path)):
        raise DamagedError("it is empty, or gone")
    log = _settled_log(path)
    database = connect(path, patience=patience)
    try:
        check(database)
        database.execute("PRAGMA journal_mode = WAL").fetchone()
        # With WAL a killed program loses nothing; a power failure may lose the last commits. FULL would keep them, at
        # the price of waiting for the disk at every move.
        database.execute("PRAGMA synchronous = NORMAL")
        if -1 < _frames(database) < log.promised and _log_of(path)[16:24] == log.salts:  # not restarted meanwhile
            raise DamagedError("its log is damaged")
        create(database)
        _frames(database)  # from now on the file itself says that there is a log
        _check_disk_space(path)
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
    """Read a log like :func:`read_log`, with retries, since another program may be opening or closing the file."""
    for pause in PAUSES:
        with contextlib.suppress(DamagedError):
            return read_log(path)
        Event().wait(pause)
    return read_log(path)


def _frames(database: Database) -> int:
    """Checkpoint the log into the file; return how many of its frames SQLite accepted as intact.

    -1 if another program is doing so at this moment.
    """
    number_of(database, "schema_version")  # after a check SQLite refuses a checkpoint until the file is read again
    return int(database.execute("PRAGMA wal_checkpoint").fetchone()[1])


def _check_disk_space(path: Path) -> None:
    """Raise OSError if the disk is nearly full: the little that SQLite writes at first would still fit."""
    with unfinished(path) as probe:
        probe.write_bytes(bytes(ROOM))


def _is_newer(path: Path) -> bool:
    """Check without writing a byte; a file that cannot be read, or has the tables of this version, is not newer."""
    # Without a log the file is complete; opened as immutable, SQLite creates no files beside it.
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
    """Continue with what can be read of the file; with nothing if another program locks it for reading."""
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
        "The file with your games, {file}, was damaged. What can be read of it is in a new one; the old one is kept "
        "as {kept}.", file=str(path), kept=kept.name,
    )  # fmt: skip


def _log_gone(path: Path, kept: Path) -> Message:
    return Message(
        "The log beside {file} is gone: another program has opened the file, or somebody has deleted the log, and the "
        "last moves with it. All that is in the file is in a new one; the old one is kept as {kept}.",
        file=str(path), kept=kept.name,
    )  # fmt: skip


def _gone(path: Path) -> Message:
    return Message("The file with your games, {file}, was gone. It was made anew from a backup.", file=str(path))


def _salvage_messages(salvaged: Salvaged) -> tuple[Message, ...]:
    came = Message("{n} [game|games] came back whole.", n=salvaged.whole)
    wanting = Message("{n} [game|games] came back only in part or not at all. What is left of [it|them] is under "
                      "“Games and replays”.", n=salvaged.wanting)  # fmt: skip
    return (came, wanting) if salvaged.wanting else (came,)
