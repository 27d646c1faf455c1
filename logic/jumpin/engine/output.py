"""Files of puzzles, a record each, that grow piece by piece and can be gone on with after a kill."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Protocol

import msgspec

from logic.storage.files import write_whole


@dataclass(frozen=True, slots=True)
class Record:
    """One puzzle. The order of the fields is that of the keys in a line, and of the columns in a table.

    ``id`` is the sharing code of ``position``; ``canonical`` is the text that all images of the position have in
    common. ``steps`` and ``moves`` are the least that it takes in each count; ``solution`` needs that many steps, and
    its moves name the pieces in the row-major order of ``position``. ``shortest`` counts the shortest solutions, a
    slide taken cell by cell, up to 10**15. ``component`` is how many positions lead to each other here, and
    ``hole_sets`` tells in which sets of holes, as ``row,col``, its solved ones have the rabbits. ``farthest`` says
    that no position of the component takes more steps. ``hitting_time`` is how many moves a random walk takes until
    it is home, on average; ``bits`` is −log2 of the chance that its moves are a shortest solution; ``grade`` is what
    both make of it, and ``tier``, 1 to 5, where that lies.
    """

    id: str
    position: str
    canonical: str
    rabbits: int
    mushrooms: int
    foxes: int
    steps: int
    moves: int
    solution: tuple[str, ...]
    shortest: int
    component: int
    hole_sets: tuple[str, ...]
    farthest: bool
    hitting_time: float
    bits: float
    grade: float
    tier: int

    def as_line(self) -> str:
        """Write it as one line of JSON."""
        return msgspec.json.encode(self).decode() + "\n"

    def as_row(self) -> tuple[str | int | float, ...]:
        """Its fields for a table; lists as JSON."""
        values = (getattr(self, name) for name in FIELDS)
        return tuple(json.dumps(value) if isinstance(value, tuple) else value for value in values)


FIELDS = tuple(field.name for field in fields(Record))
LISTS = ("solution", "hole_sets")


def from_line(line: str) -> Record:
    """Read a line that :meth:`Record.as_line` has written; raises ValueError for any other."""
    return _record(_decoded(line))


def from_row(row: tuple[Any, ...]) -> Record:
    """Read a row that :meth:`Record.as_row` has given; raises ValueError for any other."""
    if len(row) != len(FIELDS):
        raise ValueError(f"a record has {len(FIELDS)} fields")
    data = dict(zip(FIELDS, row, strict=True))
    return _record(data | {name: _decoded(data[name]) for name in LISTS} | {"farthest": bool(data["farthest"])})


def _record(data: Any) -> Record:
    if not isinstance(data, dict) or tuple(data) != FIELDS:
        raise ValueError(f"a record has the fields {', '.join(FIELDS)}")
    return msgspec.convert(data, Record)


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None


FORMAT = 2
"""Number of the way that files are written; a file of another is refused."""
DATABASES = (".sqlite", ".sqlite3", ".db")
"""How the names of files end that hold a table instead of lines."""
BESIDE = ".part"
"""What is hung on the name of a file of lines for the note of how far it is: there as long as it is not complete."""


class OutputError(Exception):
    """A file that cannot be gone on with; its text says why."""


class Output(Protocol):
    """Where records go: ``chunks`` and ``records`` tell how many are there, ``complete`` that none is missing."""

    chunks: int
    records: int
    complete: bool

    def add(self, records: Sequence[Record], chunks: int) -> None:
        """Add the records of so many chunks: all of them, or none."""
        ...

    def finish(self) -> None:
        """Note that everything is there."""
        ...

    def close(self) -> None: ...


def open_output(path: Path, request: dict[str, Any]) -> Output:
    """Begin a file, or go on with it; raise OutputError where it holds something else, OSError where it cannot be."""
    head = {"puzzles": "jumpin", "format": FORMAT, "request": request}
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OutputError(f"{path}: is no file that could be gone on with; name another one")
    kind = Table if path.suffix.lower() in DATABASES else Lines
    return kind(path, json.dumps(head, ensure_ascii=False, separators=(",", ":")))


class Lines:
    """A file of JSON lines: the first is the request, each of the others a record.

    A note beside the file says how many chunks of how many bytes are whole; it is replaced after each piece of work,
    so that whatever a kill has left behind them is cut off. When the file is complete the note goes.
    """

    def __init__(self, path: Path, head: str) -> None:
        self._path, self._note = path, path.with_name(path.name + BESIDE)
        self._head = f"{head}\n".encode()
        self.chunks = self.records = self._bytes = 0
        self.complete = False
        if self._note.exists():
            self._go_on()
        elif path.exists() and path.stat().st_size:
            self._look_at_complete()
        else:
            self._write_note()
        self._file = path.open("ab")
        if not self.complete:
            self._cut_back()

    def _go_on(self) -> None:
        try:
            note = json.loads(self._note.read_bytes())
            same = note["head"] == self._head.decode()
            self.chunks, self.records, self._bytes = (int(note[name]) for name in ("chunks", "records", "bytes"))
        except (ValueError, LookupError, TypeError):
            raise OutputError(f"{self._note}: is no note of how far {self._path.name} is") from None
        if not same:
            raise OutputError(f"{self._path}: was begun for another request; name another file, or delete it")
        if self._bytes > (self._path.stat().st_size if self._path.exists() else 0):
            raise OutputError(f"{self._path}: is shorter than it was; delete {self._note.name} and begin again")

    def _look_at_complete(self) -> None:
        with self._path.open("rb") as file:
            if file.read(len(self._head)) != self._head:
                raise OutputError(f"{self._path}: holds something else already; name another file")
            self.records = sum(1 for _ in file)
        self.complete = True

    def _cut_back(self) -> None:
        self._file.truncate(self._bytes)
        if not self._bytes:
            self._append(self._head)

    def add(self, records: Sequence[Record], chunks: int) -> None:
        self._append("".join(record.as_line() for record in records).encode())
        self.chunks += chunks
        self.records += len(records)
        self._write_note()

    def _append(self, content: bytes) -> None:
        self._file.write(content)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._bytes += len(content)

    def _write_note(self) -> None:
        note = {"head": self._head.decode(), "chunks": self.chunks, "records": self.records, "bytes": self._bytes}
        write_whole(self._note, json.dumps(note).encode())

    def finish(self) -> None:
        """Take the note away."""
        self._note.unlink(missing_ok=True)
        self.complete = True

    def close(self) -> None:
        self._file.close()


KINDS = {"int": "INTEGER", "float": "REAL", "bool": "INTEGER"}
"""What a column of a table is by the type of a record's field; all others are text."""


class Table:
    """An SQLite database: ``puzzles`` with a column for each field, ``progress`` with the request and how far it is.

    Records and progress are written together or not at all.
    """

    def __init__(self, path: Path, head: str) -> None:
        self._path = path
        self._base = sqlite3.connect(path)
        self.chunks = self.records = 0
        self.complete = False
        try:
            self._begin(head)
        except sqlite3.DatabaseError as error:
            self._base.close()
            raise OutputError(f"{path}: cannot be used as a database of puzzles: {error}") from None
        except OutputError:
            self._base.close()
            raise

    def _begin(self, head: str) -> None:
        names = {name for (name,) in self._base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            types = (KINDS.get(str(Record.__annotations__[name]), "TEXT") for name in FIELDS)
            columns = ", ".join(f"{name} {kind} NOT NULL" for name, kind in zip(FIELDS, types, strict=True))
            with self._base:
                self._base.execute("BEGIN")
                self._base.execute(f"CREATE TABLE puzzles ({columns}, PRIMARY KEY (id))")
                self._base.execute("CREATE TABLE progress (request TEXT, chunks INTEGER, complete INTEGER)")
                self._base.execute("INSERT INTO progress VALUES (?, 0, 0)", (head,))
        elif not {"puzzles", "progress"} <= names:
            raise OutputError(f"{self._path}: holds something else already; name another file")
        request, self.chunks, complete = self._base.execute("SELECT request, chunks, complete FROM progress").fetchone()
        if request != head:
            raise OutputError(f"{self._path}: was begun for another request; name another file, or delete it")
        self.complete = bool(complete)
        (self.records,) = self._base.execute("SELECT count(*) FROM puzzles").fetchone()

    def add(self, records: Sequence[Record], chunks: int) -> None:
        places = ", ".join("?" * len(FIELDS))
        with self._base:
            self._base.executemany(
                f"INSERT INTO puzzles VALUES ({places})",  # noqa: S608 - question marks only
                [record.as_row() for record in records],
            )
            self._base.execute("UPDATE progress SET chunks = chunks + ?", (chunks,))
        self.chunks += chunks
        self.records += len(records)

    def finish(self) -> None:
        with self._base:
            self._base.execute("UPDATE progress SET complete = 1")
        self.complete = True

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._base.close()
