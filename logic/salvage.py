"""Every row that can still be read of a damaged file: from both ends of a table, game by game, and by its indexes."""
# ruff: noqa: S608 - the names of tables and columns are the schema's own

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from logic.store_schema import (
    APPLICATION,
    NO_BEST,
    NO_RESULT,
    VERSION,
    Database,
    blank,
    columns_of,
    connect,
    create,
    open_to_read,
    version_of,
)

MOST_LOOKED_FOR = 100_000
"""Games are looked for one by one up to this number: a larger one is damage itself."""
EMPTY = {"TEXT": "", "REAL": 0.0, "INTEGER": 0}
"""What stands in place of a value that is lost."""

Row = dict[str, Any]


def read_rows(path: Path, names: Iterable[str]) -> Database:
    """Give a database in memory with every row of a file that can be read, and with traces of games that cannot.

    ``names`` are those of games, to look for progress by. Journals may have gaps, and profiles that results speak of
    may be missing.
    """
    with contextlib.ExitStack() as stack:
        for source in open_to_read(path):
            stack.callback(source.close)
            with contextlib.suppress(sqlite3.Error):
                database = _like(source)
                database.execute("PRAGMA foreign_keys = OFF")
                _pour(source, database, names)
                database.execute("PRAGMA foreign_keys = ON")
                create(database)
                return database
    return blank()


def _like(source: Database) -> Database:
    """Give an empty database in memory, with the tables of the version that a file has."""
    version = version_of(source)
    if version in (None, VERSION):
        return blank()
    database = connect()
    statements = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
    for (statement,) in source.execute(statements).fetchall():
        database.execute(statement)
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {version}")
    return database


def _pour(source: Database, target: sqlite3.Connection, names: Iterable[str]) -> None:
    """Bring over what can be read: each table from both its ends and, where that stops, owner by owner; then traces."""
    tables = _tables(target, source)
    stopped = [table for table in tables if not table.sweep(source, target)]
    traces = {name: _traces(source, name) for name in ("games", "profiles")}
    most = max((number for number in _seen(target, tables, traces["games"]) if number <= MOST_LOOKED_FOR), default=0)
    for table in stopped:
        table.look_up(source, target, names if table.name == "progress" else range(1, most + 1))
    for number in _seen(target, tables, traces["games"]):
        traces["games"].setdefault(number, {})
    for name, rows in traces.items():
        _leave_traces(target, name, rows)
    target.execute(f"DELETE FROM results WHERE {NO_RESULT}")
    target.execute(f"DELETE FROM progress WHERE {NO_BEST}")


class _Table(NamedTuple):
    """One table as it is read: its columns, those that order it, and the one that says to what a row belongs."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    owner: str

    def sweep(self, source: Database, target: sqlite3.Connection) -> bool:
        """Read from both ends; tell whether that came through."""
        return any(self._take(source, target, way) for way in ("", " DESC"))

    def look_up(self, source: Database, target: sqlite3.Connection, owners: Iterable[int | str]) -> None:
        """Read what belongs to each of those, from both ends."""
        for owner in owners:
            for way in ("", " DESC"):
                if self._take(source, target, way, owner):
                    break

    def _take(self, source: Database, target: sqlite3.Connection, way: str, *owner: int | str) -> bool:
        columns, marks = ", ".join(self.columns), ", ".join("?" for _ in self.columns)
        where = f"WHERE {self.owner} = ?" if owner else ""
        order = ", ".join(f"{column}{way}" for column in self.key)
        rows = _Readable(source, f"SELECT {columns} FROM {self.name} {where} ORDER BY {order}", owner)
        for row in rows:
            with contextlib.suppress(sqlite3.Error):  # no row that this table can have
                target.execute(f"INSERT OR IGNORE INTO {self.name} ({columns}) VALUES ({marks})", row)
        return rows.came_through


class _Readable(Iterator[tuple[Any, ...]]):
    """The rows that a query gives, up to the first that cannot be read."""

    def __init__(self, source: Database, query: str, values: Sequence[int | str] = ()) -> None:
        self.came_through = False
        self._rows = self._read(source, query, values)

    def __next__(self) -> tuple[Any, ...]:
        return next(self._rows)

    def _read(self, source: Database, query: str, values: Sequence[int | str]) -> Iterator[tuple[Any, ...]]:
        with contextlib.suppress(sqlite3.Error):
            yield from source.execute(query, values)
            self.came_through = True


def _tables(target: sqlite3.Connection, source: Database) -> list[_Table]:
    """Give the tables of the one database, with the columns that the other has too."""
    here, there = columns_of(target), columns_of(source)
    found: dict[str, list[str]] = {}
    for table, column in here.keys() & there.keys():
        found.setdefault(table, []).append(column)
    tables = []
    for name, columns in sorted(found.items()):
        ranks = target.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (name,))
        key = tuple(column for (column,) in ranks) or ("rowid",)
        owner = "game_id" if "game_id" in columns else key[0]
        tables.append(_Table(name, tuple(dict.fromkeys((*key, *columns))), key, owner))
    return tables


def _seen(target: sqlite3.Connection, tables: Iterable[_Table], traces: Iterable[int]) -> set[int]:
    """Give the numbers of all games of which there is any sign."""
    owners = [(table.owner, table.name) for table in tables if table.owner == "game_id" or table.name == "games"]
    found = set(traces)
    for owner, name in owners:
        found.update(number for (number,) in target.execute(f"SELECT DISTINCT {owner} FROM {name}"))
    return found


def _traces(source: Database, table: str) -> dict[int, Row]:
    """Give what the indexes still say of the rows of a table, by number."""
    traces: dict[int, Row] = {}
    for (index,) in _Readable(source, "SELECT name FROM pragma_index_list(?)", (table,)):
        columns = [column for (column,) in _Readable(source, "SELECT name FROM pragma_index_info(?)", (index,))]
        for number, *values in _Readable(source, f"SELECT id, {', '.join(columns)} FROM {table} INDEXED BY {index}"):
            traces.setdefault(number, {}).update(zip(columns, values, strict=True))
    return traces


def _leave_traces(target: sqlite3.Connection, table: str, rows: Mapping[int, Row]) -> None:
    """Let everything of which there is no row, but a sign, have one that says as much as is known."""
    needed = {
        column: EMPTY[kind]
        for (name, column), (kind, is_needed, default, *_) in columns_of(target).items()
        if name == table and is_needed and default is None
    }
    for number, known in rows.items():
        row = {"id": number, **needed, **{column: value for column, value in known.items() if value is not None}}
        statement = f"INSERT OR IGNORE INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' for _ in row)})"
        with contextlib.suppress(sqlite3.Error):
            target.execute(statement, tuple(row.values()))
