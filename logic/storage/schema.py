"""The schema of the store in all versions, connections with a single kind of error, integrity checks, and backups.

Backups lie beside the file: its state at the last good start of each of the last days that had one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn
from weakref import WeakSet

from logic.core import Message
from logic.storage.files import REASONS, is_there, reason, unfinished

FILE_NAME = "quincunx.sqlite"
APPLICATION = 0x51554E58
"""The application id of our files: QUNX."""
VERSION = 6
OWN_NAME = f"quincunx-v{VERSION}.sqlite"
"""The file name used if ``FILE_NAME`` belongs to a newer version."""
PATIENCE = 1.0
"""Seconds to wait for another program to release the file."""
LOG, INDEX = "-wal", "-shm"
COMPANIONS = (LOG, INDEX, "-journal")
GONE_OVER, GOING_OVER = slice(96, 100), slice(128, 132)
"""Bytes of the WAL index: how many frames of the log are in the file, and how many are being copied there."""

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
    name TEXT NOT NULL UNIQUE,
    figure TEXT NOT NULL DEFAULT ''
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
    complete INTEGER NOT NULL DEFAULT 1,
    in_hand TEXT NOT NULL DEFAULT '',
    day TEXT NOT NULL DEFAULT '',
    version TEXT NOT NULL DEFAULT ''
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
after the last line is for a thought that is still going on; number 0 is for each seat's total from the time before
lines had times of their own. ``in_hand`` is what was chosen on a game's board for the next move; ``day`` is the one
whose daily puzzle the game is; ``figure`` is the name of the portrait that a player has chosen; ``version`` is that
of the program in which the game was begun.
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
        "ALTER TABLE games ADD COLUMN in_hand TEXT NOT NULL DEFAULT ''",
    ),
    3: ("ALTER TABLE profiles ADD COLUMN figure TEXT NOT NULL DEFAULT ''",),
    4: ("ALTER TABLE games ADD COLUMN day TEXT NOT NULL DEFAULT ''",),
    5: ("ALTER TABLE games ADD COLUMN version TEXT NOT NULL DEFAULT ''",),
}
"""The statements that upgrade a file to the next version."""
_DAY, _FIGURE, _WRITTEN_BY = ("games", "day"), ("profiles", "figure"), ("games", "version")
_TIMES = {("times", "game_id"), ("times", "n"), ("times", "seat"), ("times", "seconds")}
_NEW = {_DAY, _FIGURE, _WRITTEN_BY, *_TIMES, ("games", "in_hand")}
DIFFERENT = {
    1: {*_NEW, ("results", "thinking")},
    2: {*_NEW, ("games", "thinking"), ("results", "thinking")},
    3: {_DAY, _FIGURE, _WRITTEN_BY},
    4: {_DAY, _WRITTEN_BY},
    5: {_WRITTEN_BY},
}
"""The columns in which the schema of an older version differs from the present one."""


READ_ONLY, AS_IT_IS = "mode=ro", "mode=ro&immutable=1"
LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
"""Error codes that mean that another program is using the file."""
_DENIED, _FULL, _FAILED = (REASONS[number] for number in (errno.EACCES, errno.ENOSPC, errno.EIO))
REFUSALS = {
    sqlite3.SQLITE_READONLY: _DENIED, sqlite3.SQLITE_PERM: _DENIED, sqlite3.SQLITE_AUTH: _DENIED,
    sqlite3.SQLITE_FULL: _FULL, sqlite3.SQLITE_IOERR: _FAILED,
    sqlite3.SQLITE_CANTOPEN: Message("The file cannot be opened"),
}  # fmt: skip
"""Why SQLite refuses to write a file, in the words of the system errors."""


class DamagedError(Exception):
    """A file that is no database of ours, or one with missing or damaged content."""


class Database(sqlite3.Connection):
    """A connection on which every failure is an sqlite3.Error.

    SQLite quotes file content in its messages; if damaged text is not UTF-8, Python's module raises UnicodeDecodeError
    in place of the error. Damaged text itself is read with replacement characters.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._cursors: WeakSet[_Cursor] = WeakSet()
        self._index: BinaryIO | None = None

    def execute(self, statement: str, values: Any = (), /) -> sqlite3.Cursor:
        return self._cursor().execute(statement, values)

    def executemany(self, statement: str, values: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute a statement with each of the values."""
        cursor = self._cursor()
        for one in values:
            cursor.execute(statement, one)
        return cursor

    def _cursor(self) -> _Cursor:
        """Create a cursor through the connection, which only then forgets the dead cursors that it keeps in a list."""
        cursor = self.cursor(_Cursor)
        self._cursors.add(cursor)
        return cursor

    def backup(self, target: sqlite3.Connection, **options: Any) -> None:
        try:
            super().backup(target, **options)
        except UnicodeDecodeError as error:
            _fail(error)

    def change_token(self, path: Path) -> object:
        """A token that stays equal as long as no other program has written to the file.

        All connections to a file share an index, which says how much of the log is valid and how much of it has been
        copied to the file: the latter is no commit, but changes the file too. The index stays open, since a process
        that closes a file releases all its locks on it.
        """
        try:
            if self._index is None:
                self._index = path.with_name(f"{path.name}{INDEX}").open("rb", buffering=0)
            self._index.seek(0)
            head = self._index.read(GOING_OVER.stop)
        except (OSError, ValueError):  # closed already
            return b""
        gone_over, going_over = head[GONE_OVER], head[GOING_OVER]
        return head[: GONE_OVER.stop] if gone_over == going_over else object()  # it is being changed now

    def close(self) -> None:
        """Close the file; if nobody else has it open, its log is merged into it and it is marked as such."""
        if sys.platform == "win32" and self._index is not None:
            self._index.close()  # it could not be deleted while open; and closing releases no locks there
        try:
            self.execute("PRAGMA busy_timeout = 0")
            self.execute("PRAGMA journal_mode = DELETE").fetchone()
        except sqlite3.Error:
            pass  # its log stays, for the next program that opens it
        self._close_all()

    def leave(self, path: Path) -> None:
        """Close a file that was overwritten; its log is emptied, or it would be applied to the new content."""
        with contextlib.suppress(OSError):
            os.truncate(path.with_name(f"{path.name}{LOG}"), 0)
        self._close_all()

    def _close_all(self) -> None:
        # A cursor in a traceback would keep the file open, and Windows could not rename it meanwhile.
        for cursor in self._cursors:
            cursor.close()
        super().close()
        if self._index is not None:
            self._index.close()


class _Cursor(sqlite3.Cursor):
    def execute(self, statement: str, values: Any = (), /) -> _Cursor:
        try:
            return super().execute(statement, values)
        except UnicodeDecodeError as error:
            _fail(error)

    def __next__(self) -> Any:
        try:
            return super().__next__()
        except UnicodeDecodeError as error:
            _fail(error)

    def fetchone(self) -> Any:
        return next(self, None)

    def fetchall(self) -> list[Any]:
        return list(self)


def _fail(error: UnicodeDecodeError) -> NoReturn:
    failure = sqlite3.DatabaseError(error.object.decode("utf-8", "replace"))
    failure.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    raise failure from None


def code_of(error: sqlite3.Error) -> int:
    """The kind of an error, one of SQLite's primary codes."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def reason_of(error: Exception) -> Message | str:
    """Why something cannot be stored, like :func:`reason`; in SQLite’s own words if the reason is rare."""
    if isinstance(error, sqlite3.Error):
        return REFUSALS.get(code_of(error)) or str(error)
    return reason(error) if isinstance(error, OSError) else str(error)


def connect(path: Path | None = None, mode: str = "", patience: float | None = None) -> Database:
    """Open a file, or a database in memory, and wait at most ``patience`` seconds for other programs.

    ``mode`` holds parts of a URI such as ``mode=ro``. A pipe or a device is refused, since opening it would block.
    """
    if path is not None and is_there(path) and not (path.is_file() or path.is_dir()):
        refused = sqlite3.OperationalError("it is no file")
        refused.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise refused
    target = ":memory:" if path is None else f"{path.absolute().as_uri()}?{mode}"
    database = sqlite3.connect(
        target, timeout=PATIENCE if patience is None else patience, isolation_level=None, uri=True, factory=Database
    )
    with close_on_error(database):
        database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        database.execute("PRAGMA foreign_keys = ON")
    return database


def blank() -> Database:
    database = connect()
    create(database)
    return database


FOREIGN = "SELECT type, name FROM sqlite_master WHERE type = 'trigger' OR (type = 'index' AND instr(?, sql) = 0)"
"""A query: the triggers and indexes that are not in a schema; those that SQLite makes itself have no ``sql``."""


def create(database: sqlite3.Connection) -> None:
    """Create or upgrade the tables in one transaction; in any case prove that the file is writable.

    Triggers and other indexes than ours are dropped: they could reject or change what is written.
    """
    database.execute("BEGIN IMMEDIATE")
    for kind, name in database.execute(FOREIGN, (SCHEMA,)).fetchall():
        quoted = name.replace('"', '""')
        database.execute(f'DROP {kind} "{quoted}"')
    if not columns_of(database):
        for statement in SCHEMA.split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION}")
    else:
        for version in range(number_of(database, "user_version"), VERSION):
            for statement in UPGRADES[version]:
                database.execute(statement)
    database.execute(f"PRAGMA user_version = {VERSION}")  # BEGIN alone succeeds on a read-only file
    database.execute("COMMIT")


GAPS = "SELECT game_id FROM journal GROUP BY game_id HAVING min(n) != 1 OR max(n) != count(*)"
"""A query: the games whose journal lacks a line."""
NO_RESULT = "result NOT BETWEEN -1 AND 1"
NO_BEST = "CASE WHEN json_valid(best) THEN json_type(best) END IS NOT 'object'"
"""Conditions: the row is invalid."""
FAULTS = {
    "a game is missing": "SELECT 1 FROM pragma_foreign_key_check",
    "a journal has a gap": GAPS,
    "a result makes no sense": f"SELECT 1 FROM results WHERE {NO_RESULT}",  # noqa: S608
    "a best makes no sense": f"SELECT 1 FROM progress WHERE {NO_BEST}",  # noqa: S608
}
"""Queries for rows that no version of ours has ever written, by the fault that they show."""


def check(database: sqlite3.Connection) -> None:
    """Raise DamagedError unless the database is empty, or an intact one of ours, of this version or an older one.

    The content of single games is not checked: whether a set-up is valid, and whether a journal can be replayed.
    """
    version = number_of(database, "user_version")
    if version == 0 and not columns_of(database):
        return
    if number_of(database, "application_id") != APPLICATION or version_of(database) != version:
        raise DamagedError("not a file of this program")
    faults = [row[0] for row in database.execute("PRAGMA integrity_check(1)")]
    if faults != ["ok"]:
        raise DamagedError(str(faults[0]))
    for fault, query in FAULTS.items():
        if database.execute(f"{query} LIMIT 1").fetchone():
            raise DamagedError(fault)


def open_to_read(path: Path) -> Iterator[Database]:
    """Open a file without writing to it, in each way that works: with its log, then as immutable, without an index.

    The caller takes the first that can be read, and closes them.
    """
    for mode in (READ_ONLY, AS_IT_IS):
        with contextlib.suppress(sqlite3.Error):
            yield connect(path, mode)


def read_copy(path: Path) -> Database | None:
    """A copy in memory of a file; None if it cannot be read or is damaged."""
    for source in open_to_read(path):
        copy = copy_of(source)
        source.close()
        if copy is not None:
            return copy
    return None


@contextlib.contextmanager
def close_on_error(database: Database) -> Iterator[Database]:
    """Close a database if the body raises."""
    try:
        yield database
    except BaseException:
        database.close()
        raise


def copy_of(source: Database) -> Database | None:
    """A copy in memory with the present schema; None if it cannot be read completely or is damaged."""
    with contextlib.suppress(sqlite3.Error, DamagedError), close_on_error(connect()) as copy:
        source.backup(copy, progress=_abort_if_busy)
        check(copy)
        create(copy)
        return copy
    return None


def _abort_if_busy(status: int, _remaining: int, _total: int) -> None:
    """Abort a copy that would otherwise wait for another program without limit."""
    if status in LOCKED:
        raise DamagedError("the file is locked")


def version_of(database: sqlite3.Connection) -> int | None:
    """The version of a database, from its tables alone, the latest match first; None if it is not ours."""
    with contextlib.closing(connect()) as plan:
        plan.executescript(SCHEMA)
        found, expected = columns_of(database), columns_of(plan)
    for version in (VERSION, *sorted(DIFFERENT, reverse=True)):
        names = expected.keys() ^ DIFFERENT.get(version, set())
        if found.keys() == names and all(found[name] == expected[name] for name in names & expected.keys()):
            return version
    return None


def columns_of(database: sqlite3.Connection) -> dict[tuple[str, str], tuple[Any, ...]]:
    """By table and column, all properties that the schema declares."""
    query = (
        'SELECT t.name, c.name, c.type, c."notnull", c.dflt_value, c.pk, f."table", f.on_delete, t.wr, t.strict '
        "FROM pragma_table_list t JOIN pragma_table_info(t.name) c "
        'LEFT JOIN pragma_foreign_key_list(t.name) f ON f."from" = c.name '
        "WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'"
    )
    return {(table, column): tuple(promised) for table, column, *promised in database.execute(query)}


def number_of(database: sqlite3.Connection, pragma: str) -> int:
    """An integer pragma, from the file's header."""
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


# -- backups

BACKUPS = "backups"
KEPT = 3
"""Backups that are kept, one for each day with a start."""


def write_backup(path: Path, day: str) -> None:
    """Copy the store's file into the backup of that day (2026-01-31), replacing an earlier one.

    The file may be in use meanwhile; the copy is kept only if it passes the check. Raises OSError, sqlite3.Error or
    DamagedError on failure, and leaves an earlier backup.
    """
    folder = path.parent / BACKUPS
    folder.mkdir(exist_ok=True)
    backup = folder / f"{path.stem}-{day}{path.suffix}"
    with unfinished(backup) as beside:
        with contextlib.closing(connect(path, READ_ONLY)) as source, contextlib.closing(connect(beside)) as copy:
            source.backup(copy)
            check(copy)
        beside.replace(backup)
    # Backups dated in the future, from a wrong clock, must not displace today's.
    for old in backups_of(path)[KEPT:]:
        if old != backup:
            old.unlink(missing_ok=True)


def backups_of(path: Path) -> list[Path]:
    """The backups of the store's file, the latest first."""
    name = re.compile(rf"{re.escape(path.stem)}-\d{{4}}-\d\d-\d\d{re.escape(path.suffix)}")
    try:
        return sorted((file for file in (path.parent / BACKUPS).iterdir() if name.fullmatch(file.name)), reverse=True)
    except OSError:
        return []
