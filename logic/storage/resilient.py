"""A database that survives failures of its file: in memory meanwhile, and back in the file once that is possible."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from logic.core import Message
from logic.game import Game
from logic.storage import records
from logic.storage.database import Opened, file_state, in_use, is_damage, open_database, reopen, rewrite, trouble
from logic.storage.exchange import ExportedGame
from logic.storage.records import transaction
from logic.storage.salvage import salvage
from logic.storage.schema import Database, copy_of

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

RETRY = 10.0
"""Seconds between attempts to write to an unwritable file."""
AT_HAND = 8
"""How many games are cached in memory: the most recently used, the one being played among them."""


class RenumberedError(Exception):
    """The numbers of games in the file do not match those in memory."""


@dataclass
class Unsaved:
    """What has changed in memory only: games by number, progress by game, puzzle and profile, profiles by name."""

    games: set[int] = field(default_factory=set)
    progress: set[tuple[str, str, str]] = field(default_factory=set)
    profiles: set[str] = field(default_factory=set)

    def clear(self) -> None:
        for changed in (self.games, self.progress, self.profiles):
            changed.clear()


class ResilientDatabase:
    """Reads and writes a database; if its file fails, it continues in memory with all that is known.

    That is what can still be read, and in any case the games ``at_hand``. What is written meanwhile is repeated in the
    file by :meth:`return_to_file`. If another file has taken its place, or games have other numbers there, that is
    impossible, and ``file_replaced`` is set: then what is ``unsaved`` is to be merged into the file that is there.
    Problems are added to ``notices``, and a damaged file is salvaged, as at the start.
    """

    def __init__(self, opened: Opened, folder: Path, games: Mapping[str, Game]) -> None:
        self.notices: list[Message] = []
        self._use(replace(opened, messages=()))
        self._folder, self._games = folder, games
        self.at_hand: dict[int, ExportedGame] = {}
        """The most recently used games, the latest last: they survive any failure of the file."""
        self.unsaved = Unsaved()
        self.file_replaced = False
        self._unkept: list[tuple[Work[Any], object]] = []
        """The writes made while the file was unavailable, each with its result."""
        self._now = self._tried = 0.0

    @property
    def path(self) -> Path | None:
        """The file in use; None while the database is in memory only."""
        return self._file if self._is_kept else None

    def hold(self, game_id: int, game: ExportedGame) -> None:
        """Cache a game in its present state, evicting the least recently used one."""
        self.at_hand.pop(game_id, None)
        self.at_hand[game_id] = game
        while len(self.at_hand) > AT_HAND:
            del self.at_hand[next(iter(self.at_hand))]

    # -- work

    def read(self, work: Work[T]) -> T:
        """Run a query; if the file fails, run it again on the database that takes its place."""
        try:
            return work(self.connection)
        except sqlite3.Error as error:
            self._change_database(error)
        try:
            return work(self.connection)
        except sqlite3.Error as error:
            self._continue_in_memory(error)
        return work(self.connection)

    def rows(self, query: str, *values: object) -> list[Any]:
        return self.read(lambda database: database.execute(query, values).fetchall())

    def write(self, work: Work[T]) -> T:
        """Run statements in a transaction, which is committed when this returns."""
        self._detect_lost_file()
        result = self.read(lambda database: transaction(database, work))
        if self._is_kept:
            self._remember_file()
        elif not self.file_replaced:
            self._unkept.append((work, result))
        return result

    def run(self, statement: str, *values: object) -> None:
        def work(database: sqlite3.Connection) -> None:
            database.execute(statement, values)

        self.write(work)

    # -- back into the file

    def is_due(self, now: float) -> bool:
        """Return whether it is time to retry the file, which then counts as tried; ``now`` is the caller's clock."""
        self._now = now
        if self._is_kept or abs(now - self._tried) < RETRY:
            return False
        self._tried = now
        return True

    def return_to_file(self) -> bool:
        """Repeat in the file what was done in memory, if all results are the same; return whether it succeeded."""
        home = None if self.file_replaced else reopen(self._file)
        if home is None:
            return False
        try:
            transaction(home, self._repeat)
        except (sqlite3.Error, RenumberedError) as error:
            home.close()
            self.file_replaced = isinstance(error, (sqlite3.IntegrityError, RenumberedError))
            return False
        self.connection.close()
        self._use(Opened(home, self._file, True, ()))
        self._unkept.clear()
        self.unsaved.clear()
        return True

    def _repeat(self, home: sqlite3.Connection) -> None:
        for work, result in self._unkept:
            if work(home) != result:
                raise RenumberedError
        for game_id in self.at_hand:
            home.execute("UPDATE games SET complete = 1 WHERE id = ?", (game_id,))

    def settle(self) -> None:
        """Write what is still to be written to the file; on failure it counts as replaced."""
        self._detect_lost_file()
        if self._unkept and not self.return_to_file():
            self.file_replaced = True

    def close(self) -> None:
        self.connection.close()

    # -- changes of the file

    def _use(self, opened: Opened) -> None:
        """Switch to that database, with its messages; its file is recognised by its state from now on."""
        self.connection, self._file, self._is_kept = opened.database, opened.path, opened.is_kept
        self._remember_file()
        self.notices.extend(opened.messages)

    def _remember_file(self) -> None:
        """Record the state of the file, at a moment when only instances of Quincunx have written to it."""
        self._pulse = self.connection.change_token(self._file) if self._is_kept else b""
        self._state = file_state(self._file) if self._is_kept else None

    def _detect_lost_file(self) -> bool:
        """Detect that the file was removed or overwritten while it was open; return whether it was.

        Its former content would be lost on closing, or mixed with the new one, but can still be read here, the cached
        games in any case. A removed file is rewritten; if that fails, or there is another one, it counts as replaced.
        """
        if not self._is_kept or (state := file_state(self._file)) == self._state:
            return False
        is_same = state is not None and self._state is not None and state.number == self._state.number
        if is_same and self.connection.change_token(self._file) != self._pulse:
            return False
        memory = self._in_memory()
        if is_same:
            self.connection.leave(self._file)
        else:
            self.connection.close()
        other = Opened(memory, self._file, False, (in_use(self._file),))
        opened = rewrite(self._file, memory) if state is None else other
        self._continue_with(opened)
        if not opened.is_kept:
            self.file_replaced = True
            self._tried = self._now  # another program may still be writing the other file
            self._unkept.clear()
            self.unsaved = Unsaved(
                {game_id for (game_id,) in self.rows("SELECT id FROM games")},
                {*self.rows("SELECT game, puzzle, profile FROM progress")},
                {name for (name,) in self.rows("SELECT name FROM profiles")},
            )
        return True

    def _in_memory(self) -> Database:
        """All that this connection can still read, or else what the file and its backups contain."""
        return copy_of(self.connection) or salvage(self._file, self._games, self.connection).database

    def _change_database(self, error: sqlite3.Error) -> None:
        if self._detect_lost_file():
            return
        if is_damage(error):
            self.connection.close()
            self._continue_with(open_database(self._folder, self._games))
        else:
            self._continue_in_memory(error)

    def _continue_in_memory(self, error: sqlite3.Error) -> None:
        """Leave the file, marking the games of this run in it as incomplete if even that can be written.

        If the database is in memory already, the error is raised.
        """
        if not self._is_kept:
            raise error
        memory = self._in_memory()
        if not isinstance(error, sqlite3.IntegrityError):
            with contextlib.suppress(sqlite3.Error):
                for game_id in self.at_hand:
                    self.connection.execute("UPDATE games SET complete = 0 WHERE id = ? AND ended IS NULL", (game_id,))
        self.connection.close()
        self._continue_with(Opened(memory, self._file, False, (trouble(error, self._file),)))
        self._tried = self._now

    def _continue_with(self, opened: Opened) -> None:
        """Continue with another database, and restore the cached games in it."""
        self._use(opened)
        for game_id, game in self.at_hand.items():
            transaction(self.connection, partial(records.restore_game, game_id=game_id, parcel=game))
        if self._is_kept:
            self.unsaved.clear()
        else:
            self.unsaved.games.update(self.at_hand)
