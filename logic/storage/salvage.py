"""Rebuilds a damaged database from every readable row, its backups, and replays of the journals."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from logic.game import Game
from logic.session import SaveError, Session, Setup, moves_gained
from logic.storage import records
from logic.storage.exchange import GameResult, moment, result_from
from logic.storage.records import result_of, setup_of, transaction
from logic.storage.schema import (
    APPLICATION,
    GAPS,
    NO_BEST,
    NO_RESULT,
    READ_ONLY,
    VERSION,
    Database,
    backups_of,
    blank,
    check,
    close_on_error,
    columns_of,
    connect,
    create,
    open_to_read,
    read_copy,
    version_of,
)

# ruff: noqa: S608 - the names of tables and columns are the schema's own


MOST_LOOKED_FOR = 100_000
"""The limit up to which games are looked up by number: a larger number is itself damage."""
EMPTY = {"TEXT": "", "REAL": 0.0, "INTEGER": 0}
"""The replacement of a lost value."""

Row = dict[str, Any]


def read_rows(path: Path, names: Iterable[str], knowing: Database | None = None) -> Database:
    """A database in memory with every readable row of a file, and with traces of unreadable games.

    ``names`` are those of games, to look up progress; ``knowing`` is a connection to the file that may have more cached
    than the file contains. Journals may have gaps, and profiles that results refer to may be missing.
    """
    with contextlib.ExitStack() as stack:
        for source in chain([knowing] if knowing else [], open_to_read(path)):
            if source is not knowing:
                stack.callback(source.close)
            with contextlib.suppress(sqlite3.Error), close_on_error(_empty_copy(source)) as database:
                database.execute("PRAGMA foreign_keys = OFF")
                _copy_readable(source, database, names)
                database.execute("PRAGMA foreign_keys = ON")
                create(database)
                return database
    return blank()


def _empty_copy(source: Database) -> Database:
    """An empty database in memory, with the schema of the source's version."""
    version = version_of(source)
    if version in (None, VERSION):
        return blank()
    with close_on_error(connect()) as database:
        statements = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        for (statement,) in source.execute(statements).fetchall():
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        database.execute(f"PRAGMA user_version = {version}")
    return database


def _copy_readable(source: Database, target: sqlite3.Connection, names: Iterable[str]) -> None:
    """Copy what can be read: each table from both ends and, if that fails, owner by owner; then traces from indexes."""
    tables = _tables(target, source)
    stopped = [table for table in tables if not table.read_both_ways(source, target)]
    traces = {name: _traces(source, name) for name in ("games", "profiles")}
    most = max((number for number in _seen(target, tables, traces["games"]) if number <= MOST_LOOKED_FOR), default=0)
    for table in stopped:
        table.look_up(source, target, names if table.name == "progress" else range(1, most + 1))
    for number in _seen(target, tables, traces["games"]):
        traces["games"].setdefault(number, {})
    for name, rows in traces.items():
        _insert_traces(target, name, rows)
    target.execute(f"DELETE FROM results WHERE {NO_RESULT}")
    target.execute(f"DELETE FROM progress WHERE {NO_BEST}")


class _Table(NamedTuple):
    """How to read a table: its columns, its order, and the column that says what a row belongs to."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    owner: str

    def read_both_ways(self, source: Database, target: sqlite3.Connection) -> bool:
        """Read from both ends; return whether one pass was complete."""
        return any(self._take(source, target, way) for way in ("", " DESC"))

    def look_up(self, source: Database, target: sqlite3.Connection, owners: Iterable[int | str]) -> None:
        """Read the rows of each owner, from both ends."""
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
            with contextlib.suppress(sqlite3.Error):  # a row that violates the table's constraints
                target.execute(f"INSERT OR IGNORE INTO {self.name} ({columns}) VALUES ({marks})", row)
        return rows.came_through


class _Readable(Iterator[tuple[Any, ...]]):
    """The rows of a query, up to the first unreadable one."""

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
    """The tables of ``target``, with the columns that ``source`` also has."""
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
    """The numbers of all games of which there is any trace."""
    owners = [(table.owner, table.name) for table in tables if table.owner == "game_id" or table.name == "games"]
    found = set(traces)
    for owner, name in owners:
        found.update(number for (number,) in target.execute(f"SELECT DISTINCT {owner} FROM {name}"))
    return found


def _traces(source: Database, table: str) -> dict[int, Row]:
    """What the indexes still contain of the rows of a table, by number."""
    traces: dict[int, Row] = {}
    for (index,) in _Readable(source, "SELECT name FROM pragma_index_list(?)", (table,)):
        columns = [column for (column,) in _Readable(source, "SELECT name FROM pragma_index_info(?)", (index,))]
        for number, *values in _Readable(source, f"SELECT id, {', '.join(columns)} FROM {table} INDEXED BY {index}"):
            traces.setdefault(number, {}).update(zip(columns, values, strict=True))
    return traces


def _insert_traces(target: sqlite3.Connection, table: str, rows: Mapping[int, Row]) -> None:
    """Insert a row for everything that has only a trace, with all that is known of it."""
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


DIFFERING = """
SELECT id FROM games JOIN backup.games AS old USING (id) WHERE old.started = games.started AND (
    old.setup != games.setup
    OR (old.ended IS NOT NULL AND games.ended IS NULL)
    OR EXISTS (SELECT 1 FROM backup.journal AS known WHERE game_id = id AND NOT EXISTS (
        SELECT 1 FROM journal WHERE game_id = known.game_id AND n = known.n AND line = known.line)))
"""


class Salvaged(NamedTuple):
    """A rebuilt database in memory, and how many games are complete in it and how many are not."""

    database: Database
    whole: int
    wanting: int
    """Games that are incomplete, or of which there is only a trace."""


def salvage(path: Path, games: Mapping[str, Game], knowing: Database | None = None) -> Salvaged:
    """Collect all that can be read of a damaged file, and from its backups what is lost; no file is changed.

    Journals of the given games are kept as far as they can be replayed; the rest is torn off. See :func:`read_rows` for
    ``knowing``.
    """
    database = read_rows(path, games, knowing)
    mender = Repairer(database, games)

    def rebuild(_: sqlite3.Connection) -> list[bool]:
        for (number,) in database.execute(GAPS).fetchall():
            mender.close_gap(number)
        for backup in open_backups(path):
            _take_players(database, backup)
            for number in ids_of(backup):
                mender.take(backup, number)
        _name_players(database)
        return [mender.repair_journal(number) for number in ids_of(database) if mender.is_begun(number)]

    with close_on_error(database):
        settled = transaction(database, rebuild)
        check(database)
    return Salvaged(database, settled.count(True), settled.count(False))


def restore_lost_games(database: Database, path: Path, games: Mapping[str, Game]) -> int:
    """Restore what single games of an intact file have lost since the latest backup; return how many.

    A backup that cannot be read is passed over; if the file cannot be written, nothing changes.
    """
    for file in backups_of(path):
        with contextlib.suppress(sqlite3.Error):
            differing = _differing(database, file)
            if not differing:
                break
            backup = read_copy(file)
            if backup is not None:
                with contextlib.closing(backup):
                    return transaction(
                        database, partial(_restore_lost_games, backup=backup, numbers=differing, games=games)
                    )
    return 0


def _restore_lost_games(
    database: sqlite3.Connection, backup: Database, numbers: Iterable[int], games: Mapping[str, Game]
) -> int:
    mender = Repairer(database, games)
    mended = [number for number in numbers if mender.take(backup, number)]
    for number in mended:
        mender.repair_journal(number)
    return len(mended)


def _differing(database: Database, backup: Path) -> list[int]:
    """The games whose set-up, journal or end contradicts a backup."""
    database.execute("ATTACH ? AS backup", (f"{backup.absolute().as_uri()}?{READ_ONLY}",))
    try:
        return [number for (number,) in database.execute(DIFFERING)]
    finally:
        database.execute("DETACH backup")


def open_backups(path: Path) -> Iterator[Database]:
    """Copies in memory of the intact backups of a file, the latest first; each is closed before the next."""
    for file in backups_of(path):
        backup = read_copy(file)
        if backup is not None:
            with contextlib.closing(backup):
                yield backup


def ids_of(database: sqlite3.Connection) -> list[int]:
    """The numbers of all games."""
    return [number for (number,) in database.execute("SELECT id FROM games ORDER BY id")]


def play_on(session: Session, lines: Iterable[str]) -> int:
    """Execute the lines of a journal up to the first invalid one; return their number."""
    done = 0
    for line in lines:
        try:
            session.act(line)
        except ValueError:
            break
        done += 1
    return done


def _take_players(database: sqlite3.Connection, backup: Database) -> None:
    """Restore lost profiles and progress."""
    for table in ("profiles", "progress"):
        for row in backup.execute(f"SELECT * FROM {table}"):
            database.execute(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' for _ in row)})", row)


def _name_players(database: sqlite3.Connection) -> None:
    """Restore lost profiles from the names at their seats; clear the profile of results that remain without one."""
    lost = "profile_id IS NOT NULL AND profile_id NOT IN (SELECT id FROM profiles)"
    query = f"SELECT profile_id, seat, setup FROM results JOIN games ON id = game_id WHERE {lost}"
    for profile, seat, raw in database.execute(query).fetchall():
        setup = setup_of(raw)
        if setup is not None and seat < len(setup.seats) and setup.seats[seat].name:
            row = (profile, setup.seats[seat].name)
            database.execute("INSERT OR IGNORE INTO profiles (id, name) VALUES (?, ?)", row)
    database.execute(f"UPDATE results SET profile_id = NULL WHERE {lost}")


class _Account(NamedTuple):
    """One database's version of a game."""

    row: Row
    setup: Setup | None
    lines: tuple[str, ...]

    @property
    def is_trace(self) -> bool:
        """Whether there was only a trace of it."""
        return not self.row["setup"]

    @property
    def age(self) -> tuple[int, bool]:
        """How far the game has come: the greater of two accounts is the later one."""
        return len(self.lines), self.row["ended"] is not None


def _account(database: sqlite3.Connection, number: int) -> _Account:
    cursor = database.execute("SELECT * FROM games WHERE id = ?", (number,))
    row = dict(zip((name for name, *_ in cursor.description), cursor.fetchone(), strict=True))
    return _Account(row, setup_of(row["setup"]), tuple(records.lines_of(database, number)))


class _Replay(NamedTuple):
    """How many lines of a journal can be replayed (-1 if not even its set-up), and the end that this leads to."""

    played: int
    result: GameResult | None = None


class Repairer:
    """Repairs the games of one database from other versions of them, in a transaction of the caller's.

    Of two set-ups or journals the one that can be replayed further is kept.
    """

    def __init__(self, database: sqlite3.Connection, games: Mapping[str, Game]) -> None:
        self._database = database
        self._games = games
        self._children = [table for table, column in columns_of(database) if column == "game_id"]
        self._replays: dict[tuple[str, tuple[str, ...]], _Replay] = {}
        self._short: set[int] = set()
        """The games whose journals have a gap."""

    def close_gap(self, number: int) -> None:
        """Tear a journal off at the first missing line."""
        known = {n for (n,) in self._database.execute("SELECT n FROM journal WHERE game_id = ?", (number,))}
        gap = next(n for n in range(1, len(known) + 2) if n not in known)
        records.truncate_journal(self._database, number, gap)
        self._short.add(number)

    def take(self, other: Database, number: int) -> bool:
        """Take from another database what is lost or wrong here; return whether anything was."""
        theirs = _account(other, number)
        here = self._number_here(theirs)
        if here is None:
            self._copy_missing_game(other, theirs)
            return True
        mine = _account(self._database, here)
        setup, lines = self._best(mine, theirs)
        if (setup, lines) == (mine.row["setup"], mine.lines) and mine.age >= theirs.age:
            return False
        known = {column: value for column, value in mine.row.items() if value or not mine.is_trace}
        later = {**theirs.row, **known} if mine.is_trace or mine.age >= theirs.age else theirs.row
        row = {**later, "setup": setup}
        self._write(here, row, lines, mine.lines)
        for table in self._children:
            if table not in ("journal", "torn") and (table != "results" or row["ended"] is not None):
                self._fill(table, other, number, here)
        return True

    def is_begun(self, number: int) -> bool:
        """Return whether anything was done in a game; true if unknown."""
        game = _account(self._database, number)
        return bool(game.setup is None or game.lines or game.row["moves"] or number in self._short)

    def repair_journal(self, number: int) -> bool:
        """Tear off the lines of a journal that cannot be replayed, correct its end; return whether it is complete."""
        game = _account(self._database, number)
        if game.setup is None:
            return False
        played, result = self._replay(game.setup, game.lines)
        if played < 0:
            return False
        moves = sum(map(moves_gained, game.lines[:played]))
        is_whole = played == len(game.lines) and moves == game.row["moves"] and number not in self._short
        if game.setup.game in self._games:
            is_whole = self._repair_result(number, game, result) and is_whole
        if not is_whole:
            records.truncate_journal(self._database, number, played + 1)
            self._database.execute("UPDATE games SET complete = 0 WHERE id = ?", (number,))
        return is_whole

    # -- inside

    def _number_here(self, theirs: _Account) -> int | None:
        """The number here of another database's game: its own, if no other game has that; else found by its start."""
        number, started = theirs.row["id"], theirs.row["started"]
        row = self._database.execute("SELECT started, setup FROM games WHERE id = ?", (number,)).fetchone()
        if row is not None and (row[0] == started or setup_of(row[1]) is None):
            return int(number)
        query = "SELECT id FROM games WHERE started = ? AND game = ?"
        found = self._database.execute(query, (started, theirs.row["game"])).fetchone()
        return int(found[0]) if found else None

    def _copy_missing_game(self, other: Database, theirs: _Account) -> None:
        """Copy a game that is missing here, under its own number if that is free."""
        number = theirs.row["id"]
        taken = self._database.execute("SELECT 1 FROM games WHERE id = ?", (number,)).fetchone()
        row = {column: value for column, value in theirs.row.items() if column != "id" or not taken}
        here = self._insert("games", row)
        for table in self._children:
            self._fill(table, other, number, here)

    def _best(self, mine: _Account, theirs: _Account) -> tuple[str, tuple[str, ...]]:
        """The set-up, as stored, and the journal that can be replayed furthest."""
        setups = [mine.row["setup"]]
        if theirs.row["setup"] != mine.row["setup"]:
            setups.insert(1 if self._is_renamed(mine.setup, theirs.setup) else 0, theirs.row["setup"])
        # Journals only grow: if two differ, the older one was checked when it was copied.
        journals = list(dict.fromkeys(((*theirs.lines, *mine.lines[len(theirs.lines) :]), mine.lines)))
        choices = [(setup, lines) for setup in setups for lines in journals]
        return choices[0] if len(choices) == 1 else max(choices, key=self._worth)

    def _worth(self, choice: tuple[str, tuple[str, ...]]) -> tuple[int, bool]:
        setup = setup_of(choice[0])
        played = -2 if setup is None else self._replay(setup, choice[1]).played
        return played, played == len(choice[1])

    def _is_renamed(self, mine: Setup | None, theirs: Setup | None) -> bool:
        """Return whether two set-ups differ only in the names of renamed players."""
        if mine is None or theirs is None or _nameless(mine) != _nameless(theirs):
            return False
        profiles = {name for (name,) in self._database.execute("SELECT name FROM profiles")}
        pairs = [(new.name, old.name) for new, old in zip(mine.seats, theirs.seats, strict=True) if new != old]
        return all(new in profiles and old not in profiles for new, old in pairs)

    def _replay(self, setup: Setup, lines: tuple[str, ...]) -> _Replay:
        """Replay a journal as far as possible, cached; a journal of an unknown game is trusted."""
        key = (records.packed(setup), lines)
        if key not in self._replays:
            self._replays[key] = self._play(setup, lines)
        return self._replays[key]

    def _play(self, setup: Setup, lines: tuple[str, ...]) -> _Replay:
        if setup.game not in self._games:
            return _Replay(len(lines))
        try:
            session = Session.replay(self._games[setup.game], setup, ())
        except SaveError:
            return _Replay(-1)
        played = play_on(session, lines)
        outcome = session.outcome()
        return _Replay(played, None if outcome is None else result_from(outcome))

    def _write(self, here: int, row: Row, lines: Sequence[str], former: Sequence[str]) -> None:
        """Replace a game's row and journal; former lines that differ are torn off."""
        database = self._database
        columns = [column for column in row if column != "id"]
        sets = ", ".join(f"{column} = ?" for column in columns)
        database.execute(f"UPDATE games SET {sets} WHERE id = ?", (*(row[column] for column in columns), here))
        for n, line in enumerate(former, 1):
            if lines[n - 1 : n] != (line,):
                database.execute("INSERT INTO torn VALUES (?, ?, ?)", (here, n, line))
        database.execute("DELETE FROM journal WHERE game_id = ?", (here,))
        for n, line in enumerate(lines, 1):
            database.execute("INSERT INTO journal VALUES (?, ?, ?)", (here, n, line))
        moves = sum(map(moves_gained, lines))
        database.execute("UPDATE games SET moves = ? WHERE id = ?", (moves, here))
        self._short.discard(here)

    def _fill(self, table: str, other: Database, number: int, here: int) -> None:
        """Copy the rows of a game that are missing here."""
        cursor = other.execute(f"SELECT * FROM {table} WHERE game_id = ?", (number,))
        columns = [name for name, *_ in cursor.description]
        for row in cursor.fetchall():
            self._insert(table, {**dict(zip(columns, row, strict=True)), "game_id": here})

    def _insert(self, table: str, row: Row) -> int:
        statement = f"INSERT OR IGNORE INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' for _ in row)})"
        try:
            return int(self._database.execute(statement, tuple(row.values())).lastrowid or 0)
        except sqlite3.IntegrityError:  # the result of a player who has another number here: it is rebuilt
            return 0

    def _repair_result(self, number: int, game: _Account, result: GameResult | None) -> bool:
        """Set the result that the journal leads to; return whether it equals the stored end.

        If the journal leads to no end, the stored result is kept or, if it is invalid, the game is reopened.
        """
        database, row = self._database, game.row
        if result is None or game.setup is None:
            if row["ended"] is not None and result_of(row["outcome"]) is None:
                database.execute("UPDATE games SET ended = NULL, outcome = NULL WHERE id = ?", (number,))
            return row["ended"] is None
        kept = database.execute("SELECT count(*) FROM results WHERE game_id = ?", (number,)).fetchone()[0]
        if row["ended"] is None or result_of(row["outcome"]) != result or kept != len(game.setup.seats):
            ended = row["changed"] if row["ended"] is None else row["ended"]
            records.end_game(database, number, game.setup, result, moment(ended))
        return True


def _nameless(setup: Setup) -> Setup:
    """A set-up without the names of its players, which can change."""
    seats = tuple(msgspec.structs.replace(seat, name="") for seat in setup.seats)
    return msgspec.structs.replace(setup, seats=seats)
