"""Keeps games with their journals, results, profiles and progress in SQLite, so that nothing shown is ever lost."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from logic import exchange, ledger
from logic.core import Game, Message, Outcome
from logic.exchange import Parcel, Progress, Result, Thought, Time, read_exchange
from logic.files import StoreProblem
from logic.ledger import transaction
from logic.records import (
    ENTRY_COLUMNS,
    GameEntry,
    Resumed,
    Statistics,
    best_of,
    entry_of,
    finished_games,
    statistics_of,
)
from logic.session import SaveError, Session, Setup, find_game
from logic.store_schema import Opened, open_database, salvage, trouble

__all__ = ["Store", "StoreProblem"]

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Json = Mapping[str, Any]

BEGUN = "EXISTS (SELECT 1 FROM journal WHERE game_id = id)"
"""In a query: something was done in the game."""
LONGEST_NAME = 40


class Store:
    """The one place where games are kept. Moments are seconds since 1970, given by the caller.

    A line given to :meth:`record` is committed before the call returns: however the program ends, it is kept. Where
    the power fails, the file stays whole, but what was committed in the last moments may be missing, since no call
    waits for the disk. Where the file fails in the middle of play, the store goes on in memory with all that it knows
    and says so once through :meth:`notices`; :meth:`close` then tries to bring the games of this run home into it.
    """

    def __init__(self, opened: Opened, folder: Path) -> None:
        self._database = opened.database
        self._path = opened.path
        self._folder = folder
        self._live: dict[int, Parcel] = {}
        """The games of this run, at hand so that they outlive any trouble with the file."""
        self._notices: list[Message] = []
        self._astray: set[int] = set()
        self._astray_progress: set[tuple[str, str, str]] = set()
        self._astray_profiles: set[str] = set()

    @classmethod
    def open(cls, folder: Path) -> tuple[Store, tuple[Message, ...]]:
        """Open the store in that folder, with what the player should be told; never fails (see store_schema)."""
        opened = open_database(folder)
        return cls(opened, folder), opened.messages

    @property
    def path(self) -> Path | None:
        """The file in which games are kept now; None while they are kept in memory only."""
        return self._path

    def notices(self) -> tuple[Message, ...]:
        """Give, once, what has gone wrong since the last call, for the player."""
        told = tuple(self._notices)
        self._notices.clear()
        return told

    def close(self) -> None:
        """Let go of the file, after bringing home what was played while it was out of reach."""
        if self._path is None and (self._astray or self._astray_progress or self._astray_profiles):
            self._bring_home()
            self._astray.clear()
            self._astray_progress.clear()
            self._astray_profiles.clear()
        self._database.close()

    # -- games being played

    def begin(self, setup: Setup, now: float) -> int:
        """Write down a new game; give its number."""
        moment = float(now)
        game_id = self._write(lambda database: ledger.insert_game(database, setup, moment))
        self._hold(game_id, Parcel(setup, (), moment, moment))
        return game_id

    def record(self, game_id: int, line: str, now: float, thought: Thought | None = None) -> None:
        """Write down one line of a session's journal, with the thought of all sittings that led to it.

        A finished game that goes on after an undo is open again.
        """
        game = self.kept(game_id)
        number, moment = len(game.journal) + 1, float(now)
        self._write(lambda database: ledger.insert_line(database, game_id, number, line, moment, thought))
        journal, times = (*game.journal, line), _with_thought(game, thought)
        self._hold(game_id, msgspec.structs.replace(game, journal=journal, changed=moment, times=times))

    def keep_thought(self, game_id: int, thought: Thought) -> None:
        """Write down a thought that still goes on, and will lead to the next line; of no use once the game is gone."""
        if self.entry(game_id) is None:
            return
        game = self.kept(game_id)
        times = _with_thought(game, thought)
        self._write(lambda database: ledger.put_times(database, game_id, times[-1:]))
        self._hold(game_id, msgspec.structs.replace(game, times=times))

    def recorder(
        self, game_id: int, clock: Callable[[], float], thought: Callable[[], Thought | None] = lambda: None
    ) -> Callable[[str], None]:
        """Give what a Session takes as its ``record``."""
        return lambda line: self.record(game_id, line, clock(), thought())

    def finish(self, game_id: int, outcome: Outcome, now: float) -> None:
        """Write down how a game ended, in place of an earlier end."""
        game = self.kept(game_id)
        result = Result(tuple(outcome.winners), tuple(tuple(place) for place in outcome.ranking))
        moment = float(now)
        self._write(lambda database: ledger.end_game(database, game_id, game.setup, result, moment))
        self._hold(game_id, msgspec.structs.replace(game, changed=moment))

    def unfinished(self) -> list[GameEntry]:
        """List the games in which something was done and that have not ended, the latest first.

        A game that ended in the moment of a crash is among them: its session, resumed, has an outcome.
        """
        return self._entries(f"ended IS NULL AND {BEGUN}", (), "changed")

    def finished(self, profile: str | None = None, game: str | None = None, limit: int = 500) -> list[GameEntry]:
        """List ended games, the latest first, of one profile, of one game, or of all."""
        where, values = "ended IS NOT NULL", []
        if game is not None:
            where += " AND game = ?"
            values.append(game)
        if profile is not None:
            where += " AND id IN (SELECT game_id FROM results JOIN profiles ON profiles.id = profile_id WHERE name = ?)"
            values.append(profile)
        return self._entries(where, values, "ended", limit)

    def entry(self, game_id: int) -> GameEntry | None:
        """Give one game's entry, or None where there is no such game."""
        return next(iter(self._entries("id = ?", (game_id,), "id")), None)

    def kept(self, game_id: int) -> Parcel:
        """Give a game with its journal and its times, without its end; raise SaveError where it cannot be read."""
        if game_id in self._live:
            return self._live[game_id]
        entry = self.entry(game_id)
        if entry is None:
            raise SaveError(Message("Game {number} cannot be read.", number=game_id))
        lines = self._read(lambda database: ledger.lines_of(database, game_id))
        seats, known = len(entry.setup.seats), self._read(lambda database: ledger.times_of(database, game_id))
        times = tuple(time for time in known if time.seat < seats and time.n <= len(lines) + 1)
        return Parcel(entry.setup, tuple(lines), entry.started, entry.changed, times=times)

    def resume(self, game_id: int, games: Mapping[str, Game]) -> Resumed:
        """Play a game again from its journal; its session records nothing until ``record`` is set.

        Lines from the first one that cannot be done are set aside, and the game goes on from there. Raises
        SaveError where not even its beginning can be set up.
        """
        game = self.kept(game_id)
        session = Session.replay(find_game(games, game.setup.game), game.setup, ())
        for number, line in enumerate(game.journal, 1):
            try:
                session.act(line)
            except ValueError:
                self._tear(game_id, game, number)
                return Resumed(session, Message("The game could be restored only up to action {number}.",
                                                number=number - 1))  # fmt: skip
        self._hold(game_id, game)
        return Resumed(session, self._told_incomplete(game_id))

    def discard(self, game_id: int) -> None:
        """Forget a game altogether; one that is not there is forgotten already."""
        self._write(lambda database: database.execute("DELETE FROM games WHERE id = ?", (game_id,)))
        self._live.pop(game_id, None)
        self._astray.discard(game_id)

    # -- players

    def profiles(self) -> tuple[str, ...]:
        """Give the names of all profiles, in the order in which they came."""
        return tuple(
            name for (name,) in self._read(lambda db: db.execute("SELECT name FROM profiles ORDER BY id").fetchall())
        )

    def add_profile(self, name: str) -> str:
        """Make a profile and give its name, tidied; raise StoreProblem where it is empty, too long or taken."""
        tidy = self._new_name(name)
        self._write(lambda database: ledger.insert_profile(database, tidy))
        if self._path is None:
            self._astray_profiles.add(tidy)
        return tidy

    def rename_profile(self, old: str, new: str) -> str:
        """Give a profile another name, its games included; raise StoreProblem as add_profile does."""
        tidy = self._new_name(new, besides=old)
        self._write(lambda database: ledger.rename_profile(database, old, tidy))
        self._live.clear()
        return tidy

    def statistics(self, game: str = "", profile: str = "") -> Statistics:
        """Count a profile's finished games, of one game or of all."""
        return self._read(lambda database: statistics_of(finished_games(database, game, profile)))

    def progress(self, game: str, profile: str = "") -> dict[str, dict[str, Any]]:
        """Give a profile's best by puzzle."""
        query = "SELECT puzzle, best FROM progress WHERE game = ? AND profile = ? ORDER BY puzzle"
        rows = self._read(lambda database: database.execute(query, (game, profile)).fetchall())
        return {puzzle: best_of(best) for puzzle, best in rows}

    def set_progress(self, game: str, puzzle: str, best: Json, profile: str = "") -> None:
        """Write down a profile's best on a puzzle, instead of what was there."""
        item = Progress(game, puzzle, profile, dict(best))
        self._write(lambda database: ledger.put_progress(database, item))
        if self._path is None:
            self._astray_progress.add((game, puzzle, profile))

    # -- taking along

    def export_game(self, game_id: int) -> dict[str, Any]:
        """Give one game as plain data, for ``exchange.to_bytes``; raise SaveError where it cannot be read."""
        return {exchange.MARK: exchange.FORMAT, "games": [msgspec.to_builtins(self._whole(game_id))]}

    def export_all(self) -> dict[str, Any]:
        """Give everything as plain data: profiles, progress, and the games in which something was done."""
        numbers = sorted(entry.id for entry in self._entries(f"ended IS NOT NULL OR {BEGUN}", (), "id"))
        query = "SELECT game, puzzle, profile, best FROM progress ORDER BY 1, 2, 3"
        progress = self._read(lambda database: database.execute(query).fetchall())
        return {
            exchange.MARK: exchange.FORMAT,
            "profiles": list(self.profiles()),
            "games": [msgspec.to_builtins(self._whole(number)) for number in numbers],
            "progress": [
                {"game": game, "puzzle": puzzle, "profile": profile, "best": best_of(best)}
                for game, puzzle, profile, best in progress
            ],
        }

    def import_file(self, data: bytes | str | Json, games: Mapping[str, Game]) -> tuple[int, ...]:
        """Take in a file of games, whole or not at all; give the numbers that its games have here.

        A game that is known already is not doubled: the longer of two journals stays. Raises SaveError, nothing
        changed, for a file that is foreign or broken anywhere.
        """
        read = read_exchange(data, games)

        def take(database: sqlite3.Connection) -> tuple[int, ...]:
            for name in read.profiles:
                ledger.insert_profile(database, name)
            for item in read.progress:
                ledger.put_progress(database, item, instead=False)
            return tuple(ledger.merge(database, parcel) for parcel in read.games)

        numbers = self._write(take)
        for number in numbers:
            self._live.pop(number, None)
        if self._path is None:
            self._astray.update(numbers)
        return numbers

    # -- inside

    def _write(self, work: Work[T]) -> T:
        try:
            return transaction(self._database, work)
        except sqlite3.Error as error:
            if self._path is None:
                raise
            self._go_on_in_memory(error, self._path)
            return transaction(self._database, work)

    def _read(self, work: Work[T]) -> T:
        try:
            return work(self._database)
        except sqlite3.Error as error:
            if self._path is None:
                raise
            self._go_on_in_memory(error, self._path)
            return work(self._database)

    def _go_on_in_memory(self, error: sqlite3.Error, path: Path) -> None:
        """Leave the file, marking there that the games of this run stop too early, if even that can be written."""
        memory = salvage(self._database)
        if not isinstance(error, sqlite3.IntegrityError):
            with contextlib.suppress(sqlite3.Error):
                for game_id in self._live:
                    self._database.execute("UPDATE games SET complete = 0 WHERE id = ? AND ended IS NULL", (game_id,))
        self._database.close()
        self._database, self._path = memory, None
        for game_id, game in self._live.items():
            transaction(memory, partial(ledger.put_back, game_id=game_id, parcel=game))
        self._astray.update(self._live)
        self._notices.append(trouble(error, path))

    def _bring_home(self) -> None:
        home, _ = Store.open(self._folder)
        if home.path is not None:
            parcels = [self._whole(game_id) for game_id in sorted(self._astray)]
            names = self.profiles()

            def take(database: sqlite3.Connection) -> None:
                for name in names:
                    ledger.insert_profile(database, name)
                for parcel in parcels:
                    ledger.merge(database, parcel)
                for game, puzzle, profile in sorted(self._astray_progress):
                    best = self.progress(game, profile)[puzzle]
                    ledger.put_progress(database, Progress(game, puzzle, profile, best))

            home._write(take)
        home.close()

    def _hold(self, game_id: int, game: Parcel) -> None:
        self._live[game_id] = game
        if self._path is None:
            self._astray.add(game_id)

    def _entries(self, where: str, values: Sequence[object], order: str, limit: int = -1) -> list[GameEntry]:
        query = f"SELECT {ENTRY_COLUMNS} FROM games WHERE {where} ORDER BY {order} DESC, id DESC LIMIT ?"  # noqa: S608
        rows = self._read(lambda database: database.execute(query, (*values, limit)).fetchall())
        return [entry for entry in map(entry_of, rows) if entry is not None]

    def _whole(self, game_id: int) -> Parcel:
        """Give a game with its end."""
        game, entry = self.kept(game_id), self.entry(game_id)
        if entry is None or entry.ended is None:
            return game
        return msgspec.structs.replace(game, ended=entry.ended, result=entry.result)

    def _tear(self, game_id: int, game: Parcel, number: int) -> None:
        self._write(lambda database: ledger.tear(database, game_id, number))
        times = tuple(time for time in game.times if time.n < number)
        self._hold(game_id, msgspec.structs.replace(game, journal=game.journal[: number - 1], times=times))

    def _told_incomplete(self, game_id: int) -> Message | None:
        """Say, the first time only, that a journal stops before the game did."""
        entry = self.entry(game_id)
        if entry is None or entry.complete:
            return None
        self._write(lambda database: database.execute("UPDATE games SET complete = 1 WHERE id = ?", (game_id,)))
        return Message("The last actions of this game could not be kept. It goes on from the last one that was.")

    def _new_name(self, name: str, besides: str = "") -> str:
        tidy = " ".join(name.split())
        if not tidy:
            raise StoreProblem(Message("A player needs a name."))
        if len(tidy) > LONGEST_NAME:
            raise StoreProblem(Message("A name has at most {most} letters.", most=LONGEST_NAME))
        if any(tidy.casefold() == known.casefold() for known in self.profiles() if known != besides):
            raise StoreProblem(Message("There is already a player called “{name}”.", name=tidy))
        return tidy


def _with_thought(game: Parcel, thought: Thought | None) -> tuple[Time, ...]:
    """Give the times of a game with the thought that leads to its next line, in place of what is known of it so far."""
    if thought is None:
        return game.times
    number = len(game.journal) + 1
    return (*(time for time in game.times if time.n < number), Time(number, thought.seat, float(thought.seconds)))
