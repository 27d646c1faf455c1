"""The database file: its tables, how it is opened whatever has happened to it, and what the player is told."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NamedTuple

from logic.core import Message
from logic.files import reason, set_aside

FILE_NAME = "quincunx.sqlite"
APPLICATION = 0x51554E58
"""Marks our files among all SQLite files: QUNX."""
VERSION = 3
OWN_NAME = f"quincunx-v{VERSION}.sqlite"
"""Used where ``FILE_NAME`` belongs to a newer version."""
PATIENCE = 1.0
"""Seconds to wait for another program to let go of the file."""
LOG = "-wal"
COMPANIONS = (LOG, "-shm", "-journal")

TIMES = """
CREATE TABLE times (
    game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (game_id, n, seat)
) STRICT, WITHOUT ROWID
"""
SCHEMA = (
    """
CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    setup TEXT NOT NULL,
    started REAL NOT NULL,
    changed REAL NOT NULL,
    ended REAL,
    outcome TEXT,
    moves INTEGER NOT NULL DEFAULT 0,
    complete INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX games_by_change ON games (ended, changed);
CREATE INDEX games_by_start ON games (started);
CREATE TABLE journal (
    game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game_id, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE torn (
    game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    n INTEGER NOT NULL,
    line TEXT NOT NULL
) STRICT;
CREATE TABLE results (
    game_id INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    profile_id INTEGER REFERENCES profiles ON DELETE SET NULL,
    level TEXT NOT NULL,
    place INTEGER NOT NULL,
    result INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_profile ON results (profile_id);
CREATE TABLE progress (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    profile TEXT NOT NULL,
    best TEXT NOT NULL,
    PRIMARY KEY (game, puzzle, profile)
) STRICT, WITHOUT ROWID;
"""
    + TIMES
)
"""``torn`` keeps lines of a journal that could not be replayed; ``result`` is 1 won, 0 drawn, -1 lost.

``times`` has for each line of a journal the seconds that the seat to act had thought since the line before. The number
after the last line is a thought that is still going on; at number 0 stands what each seat had thought altogether in the
time before lines had times of their own.
"""

UPGRADES = {
    1: ("ALTER TABLE games ADD COLUMN thinking TEXT NOT NULL DEFAULT '[]'",),
    2: (
        TIMES,
        "INSERT INTO times SELECT games.id, 0, key, value "
        "FROM games, json_each(CASE WHEN json_valid(thinking) THEN thinking END) "
        "WHERE typeof(key) = 'integer' AND typeof(value) IN ('integer', 'real')",
        "INSERT OR IGNORE INTO times SELECT game_id, 0, seat, thinking FROM results WHERE thinking > 0",
        "ALTER TABLE games DROP COLUMN thinking",
        "ALTER TABLE results DROP COLUMN thinking",
    ),
}
"""The statements that make a file of the next version out of one of an older version."""
_TIMES = {("times", "game_id"), ("times", "n"), ("times", "seat"), ("times", "seconds")}
DIFFERENT = {1: {*_TIMES, ("results", "thinking")}, 2: {*_TIMES, ("games", "thinking"), ("results", "thinking")}}
"""The columns that only one of a file of an older version and one of this version has."""

_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
_UNWRITABLE = {
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_AUTH,
}  # fmt: skip


class DamagedError(Exception):
    """A file that is no database of ours, or one with broken pages."""


class Opened(NamedTuple):
    """A database ready for use, the file it is kept in (None: in memory only), and what to tell the player."""

    database: sqlite3.Connection
    path: Path | None
    messages: tuple[Message, ...]


def open_database(folder: Path) -> Opened:
    """Open the file in that folder, or what comes nearest to it; never fails.

    A damaged or foreign file is renamed and a new one begun; one of a newer version is left alone and another name
    used; what is locked or cannot be written is copied into memory, as far as it can be read.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return Opened(blank(), None, (_unwritable(folder, reason(error)),))
    path = folder / FILE_NAME
    messages: tuple[Message, ...] = ()
    if _is_newer(path):
        messages = (_newer(path),)
        path = folder / OWN_NAME
    opened = _open_or_renew(path)
    return opened._replace(messages=(*messages, *opened.messages))


def blank() -> sqlite3.Connection:
    """Give an empty database in memory."""
    database = _connection(":memory:")
    _create(database)
    return database


def salvage(database: sqlite3.Connection) -> sqlite3.Connection:
    """Give a copy in memory of all that can be read, or an empty database where it cannot be copied whole."""
    return _copy(database) or blank()


def _copy(database: sqlite3.Connection) -> sqlite3.Connection | None:
    copy = _connection(":memory:")
    try:
        database.backup(copy, progress=_do_not_wait)
        _check(copy)
        if _columns(copy):
            _create(copy)
            return copy
    except (sqlite3.Error, DamagedError):
        pass
    copy.close()
    return None


def _do_not_wait(status: int, _remaining: int, _total: int) -> None:
    """Stop a copy that would otherwise wait without end for another program."""
    if status in _LOCKED:
        raise DamagedError("the file is locked")


def trouble(error: sqlite3.Error, path: Path) -> Message:
    """Say why the file can no longer be used, and that play goes on without it."""
    if _code(error) in _LOCKED | {sqlite3.SQLITE_CONSTRAINT}:
        return Message(
            "The file {file} is being used by another program. You can play on; Quincunx will try to keep "
            "your games when it closes.",
            file=str(path),
        )
    return _unwritable(path, str(error))


def _open_or_renew(path: Path) -> Opened:
    try:
        return Opened(_open(path), path, ())
    except DamagedError:
        pass
    except sqlite3.Error as error:
        return _in_memory(path, error)
    try:
        kept = set_aside(path, "damaged", COMPANIONS)
        return Opened(_open(path), path, (_damaged(path, kept),))
    except OSError as error:
        return Opened(blank(), None, (_unwritable(path.parent, reason(error)),))
    except (sqlite3.Error, DamagedError) as error:
        return Opened(blank(), None, (_unwritable(path, str(error)),))


def _open(path: Path) -> sqlite3.Connection:
    """Open for writing; raise DamagedError for what should be set aside, sqlite3.Error for what is out of reach."""
    database = _connection(str(path))
    try:
        _check(database)
        database.execute("PRAGMA journal_mode = WAL").fetchone()
        # With WAL a killed program loses nothing; a power cut may take the last commits, which FULL would keep at
        # the price of waiting for the disk at every move.
        database.execute("PRAGMA synchronous = NORMAL")
        _create(database)
    except sqlite3.Error as error:
        database.close()
        if _code(error) in _LOCKED | _UNWRITABLE:
            raise
        raise DamagedError(str(error)) from None
    except DamagedError:
        database.close()
        raise
    return database


def _connection(target: str, uri: bool = False) -> sqlite3.Connection:
    database = sqlite3.connect(target, timeout=PATIENCE, isolation_level=None, uri=uri)
    database.text_factory = lambda raw: raw.decode("utf-8", "replace")
    database.execute("PRAGMA foreign_keys = ON")
    return database


def _create(database: sqlite3.Connection) -> None:
    """Make the tables, or those of an older version new, all or nothing; prove in any case that it can be written."""
    database.execute("BEGIN IMMEDIATE")
    if not _columns(database):
        for statement in SCHEMA.split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION}")
    else:
        for version in range(_number(database, "user_version"), VERSION):
            for statement in UPGRADES[version]:
                database.execute(statement)
    database.execute(f"PRAGMA user_version = {VERSION}")  # BEGIN alone succeeds on a file that may only be read
    database.execute("COMMIT")


def _check(database: sqlite3.Connection) -> None:
    """Raise DamagedError unless the file is empty or holds our tables, of this version or before, in good order."""
    found = _columns(database)
    if not found and _number(database, "user_version") == 0:
        return
    version = _number(database, "user_version")
    if _number(database, "application_id") != APPLICATION or version not in {*UPGRADES, VERSION}:
        raise DamagedError("not a file of this program")
    faults = [row[0] for row in database.execute("PRAGMA quick_check(1)")]
    if faults != ["ok"]:
        raise DamagedError(str(faults[0]))
    plan = sqlite3.connect(":memory:")
    plan.executescript(SCHEMA)
    expected = _columns(plan) ^ DIFFERENT.get(version, set())
    plan.close()
    if found != expected:
        raise DamagedError("tables are missing or differ")


def _columns(database: sqlite3.Connection) -> set[tuple[str, str]]:
    query = (
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
        "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
    )
    return set(database.execute(query))


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def _is_newer(path: Path) -> bool:
    """Look without writing a byte; what cannot be looked at is not called newer."""
    # Where no log lies beside it the file is whole as it is: so opened, SQLite makes no files of its own there.
    mode = "mode=ro" if path.with_name(f"{path.name}{LOG}").exists() else "mode=ro&immutable=1"
    try:
        database = _connection(f"{path.absolute().as_uri()}?{mode}", uri=True)
    except sqlite3.Error:
        return False
    try:
        return _number(database, "application_id") == APPLICATION and _number(database, "user_version") > VERSION
    except sqlite3.Error:
        return False
    finally:
        database.close()


def _in_memory(path: Path, error: sqlite3.Error) -> Opened:
    """Read what can be read: as it is, or, where not even SQLite's own notes can be written, as it was."""
    message = trouble(error, path)
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            source = _connection(f"{path.absolute().as_uri()}?{mode}", uri=True)
        except sqlite3.Error:
            continue
        copy = _copy(source)
        source.close()
        if copy is not None:
            return Opened(copy, None, (message,))
    return Opened(blank(), None, (message,))


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _unwritable(place: Path, why: str) -> Message:
    return Message(
        "Nothing can be kept in {place} ({why}). You can play on, but your games will be forgotten when "
        "Quincunx closes.",
        place=str(place), why=why,
    )  # fmt: skip


def _damaged(path: Path, kept: Path) -> Message:
    return Message(
        "The file with your games, {file}, was damaged. It has been kept as {kept}, and a new one was begun.",
        file=str(path), kept=kept.name,
    )  # fmt: skip


def _newer(path: Path) -> Message:
    return Message(
        "The games in {file} were written by a newer Quincunx. They are left untouched; this version keeps its "
        "games in {own}.",
        file=str(path), own=OWN_NAME,
    )  # fmt: skip
