"""Stores games with their journals, results, profiles and progress in SQLite, so that nothing shown is ever lost."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from logic import VERSION
from logic.core import Message, Outcome
from logic.game import Game
from logic.session import SaveError, Session, Setup, find_game
from logic.storage import exchange, records
from logic.storage.database import Opened, open_database
from logic.storage.exchange import LATEST, ExportedGame, Progress, Thought, Time, moment, read_sound, result_from
from logic.storage.files import StoreProblem
from logic.storage.records import (
    ENTRY_COLUMNS,
    GameEntry,
    Merged,
    Resumed,
    Statistics,
    UnreadableGame,
    best_of,
    dailies_of,
    entry_of,
    finished_games,
    raw_game,
    statistics_of,
    unreadable_games,
)
from logic.storage.resilient import ResilientDatabase
from logic.storage.salvage import play_on
from logic.storage.schema import BACKUPS, DamagedError, reason_of, write_backup

__all__ = ["Store", "StoreProblem"]

Json = Mapping[str, Any]

BEGUN = (
    "(NOT complete OR EXISTS (SELECT 1 FROM journal WHERE game_id = id)"
    " OR EXISTS (SELECT 1 FROM torn WHERE game_id = id))"
)
"""A condition: something was done in the game, whether or not it is still stored."""
LONGEST_NAME = 40
AHEAD = 86400.0
"""Seconds: what is dated further ahead was dated by a clock that went wrong; those of two machines may differ."""
NO_GAMES: Mapping[str, Game] = MappingProxyType({})


class Imported(NamedTuple):
    """What became of a file of games."""

    numbers: tuple[int, ...]
    """Its sound games by their numbers in this store."""
    new: int
    """How many of these were not known, or went on here."""
    faults: tuple[Message, ...]
    """What is wrong with each of the others."""


class Store:
    """The one store of games. Moments are seconds since 1970, given by the caller.

    A line given to :meth:`record` is committed before the call returns: however the program ends, it is stored. After a
    power failure the file is intact, but the last commits may be missing, since no call waits for the disk. If the file
    fails during play, the store continues in memory with all that it knows (what can still be read, and in any case the
    games touched last), reports it once through :meth:`notices`, and from then on retries to write to the file, for the
    last time in :meth:`close`. If another file has taken its place by then, everything is merged into that one, and
    later writes go there at once. A damaged file is salvaged, as at the start.
    """

    def __init__(self, opened: Opened, folder: Path, games: Mapping[str, Game]) -> None:
        self._database = ResilientDatabase(opened, folder, games)
        self._folder, self._games = folder, games
        self._home: Store | None = None
        """The store of the file that took the place of ours, once open; this one keeps the numbers that screens use."""
        self._at_home: dict[int, int] = {}
        """The numbers of merged games in that store, by their numbers here."""
        self._backup: Thread | None = None
        self._now = LATEST
        """The last time given by the caller."""

    @classmethod
    def open(cls, folder: Path, games: Mapping[str, Game] = NO_GAMES) -> tuple[Store, tuple[Message, ...]]:
        """Open the store in that folder, with messages for the player; never fails (see open_database).

        Of the games in a damaged file, those among ``games`` are replayed to see how far they are valid; others are
        trusted.
        """
        opened = open_database(folder, games)
        return cls(opened, folder, games), opened.messages

    @property
    def path(self) -> Path | None:
        """The file in use; None while games are kept in memory only."""
        return self._database.path

    def notices(self) -> tuple[Message, ...]:
        """The problems since the last call, for the player; each is reported once."""
        told = tuple(self._database.notices)
        self._database.notices.clear()
        return told if self._home is None else (*told, *self._home.notices())

    def retry(self, now: float) -> None:
        """Note the caller's time, and retry a file that was unavailable, unless that was tried recently."""
        self._now = moment(now)
        if self._home is not None:
            self._home.retry(now)
        elif self._database.is_due(self._now):
            is_home = self._database.return_to_file() or self._open_replacement()
            if is_home and (file := (self._home or self).path):
                self._database.notices.append(Message("Your games are kept in {file} again.", file=str(file)))

    def back_up(self, day: str) -> None:
        """Start writing the backup of a day (2026-01-31) in a thread; :meth:`close` waits for it.

        Call this after opening, when the file has just passed its check.
        """
        if self.path is not None:
            self._backup = Thread(target=self._write_backup, args=(self.path, day), name="backup")
            self._backup.start()

    def close(self) -> None:
        """Close the file, after writing to it what was played while it was unavailable."""
        if self._backup is not None:
            self._backup.join()
        self._database.settle()
        self._open_replacement()
        if self._home is not None:
            self._home.close()
        self._database.close()

    # -- games being played

    def begin(self, setup: Setup, now: float, day: str = "") -> int:
        """Store a new game, and the day whose daily puzzle it is; returns its number."""
        when = self._retry_and_time(now)
        game = ExportedGame(setup, (), when, when, day=day, version=VERSION)
        game_id = self._database.write(lambda database: records.insert_game(database, game))
        self._cache_unsaved(game_id, game)
        return game_id

    def record(self, game_id: int, line: str, now: float, thought: Thought | None = None) -> None:
        """Store one line of a session's journal, with the total thought that led to it.

        A finished game that goes on after an undo is reopened.
        """
        game, thought = self.kept(game_id), _with_valid_time(thought)
        number, when = len(game.journal) + 1, self._retry_and_time(now)
        self._database.write(lambda database: records.insert_line(database, game_id, number, line, when, thought))
        journal, times = (*game.journal, line), _with_thought(game, thought)
        self._cache_unsaved(game_id, msgspec.structs.replace(game, journal=journal, changed=when, times=times))

    def save_thought(self, game_id: int, thought: Thought) -> None:
        """Store a thought that is still going on, for the next line; does nothing if the game is gone."""
        if self.entry(game_id) is None:
            return
        game = self.kept(game_id)
        times = _with_thought(game, _with_valid_time(thought))
        self._database.write(lambda database: records.put_times(database, game_id, times[-1:]))
        self._cache_unsaved(game_id, msgspec.structs.replace(game, times=times))

    def keep_in_hand(self, game_id: int, in_hand: str) -> None:
        """Store what is chosen on the board for the next move, in the format of the game's view."""
        self._database.run("UPDATE games SET in_hand = ? WHERE id = ?", in_hand, game_id)
        self._mark(games=[game_id])

    def in_hand(self, game_id: int) -> str:
        """What was chosen on the board for the next move when the game was left."""
        found = self._database.rows("SELECT in_hand FROM games WHERE id = ?", game_id)
        return next((str(words) for (words,) in found), "")

    def recorder(
        self, game_id: int, clock: Callable[[], float], thought: Callable[[], Thought | None] = lambda: None
    ) -> Callable[[str], None]:
        """A callback for the ``record`` of a Session."""
        return lambda line: self.record(game_id, line, clock(), thought())

    def finish(self, game_id: int, outcome: Outcome, now: float) -> None:
        """Store how a game ended, replacing an earlier end."""
        game = self.kept(game_id)
        result = result_from(outcome)
        when = self._retry_and_time(now)
        self._database.write(lambda database: records.end_game(database, game_id, game.setup, result, when))
        self._cache_unsaved(game_id, msgspec.structs.replace(game, changed=when))

    def unfinished(self) -> list[GameEntry]:
        """The unfinished games in which something was done, the latest first.

        A game that ended just before a crash is among them: once resumed, its session has an outcome.
        """
        return self._entries(f"ended IS NULL AND {BEGUN}", (), "changed")

    def finished(self, profile: str | None = None, game: str | None = None, limit: int = 500) -> list[GameEntry]:
        """The ``limit`` latest finished games, the latest first, of all profiles and games or of one."""
        where, values = "ended IS NOT NULL", []
        if game is not None:
            where += " AND game = ?"
            values.append(game)
        if profile is not None:
            where += " AND id IN (SELECT game_id FROM results JOIN profiles ON profiles.id = profile_id WHERE name = ?)"
            values.append(profile)
        return self._entries(where, values, "ended", limit)

    def unreadable(self) -> list[UnreadableGame]:
        """The games that cannot be read, with what is still known of them."""
        return self._database.read(unreadable_games)

    def entry(self, game_id: int) -> GameEntry | None:
        return next(iter(self._entries("id = ?", (game_id,), "id")), None)

    def kept(self, game_id: int) -> ExportedGame:
        """A game with its journal and its times, without its end; raises SaveError if it cannot be read."""
        if game_id in self._database.at_hand:
            return self._database.at_hand[game_id]
        entry = self.entry(game_id)
        if entry is None:
            raise SaveError(Message("Game {number} cannot be read.", number=game_id))
        lines = self._database.read(lambda database: records.lines_of(database, game_id))
        seats, known = len(entry.setup.seats), self._database.read(lambda database: records.times_of(database, game_id))
        times = tuple(time for time in known if time.seat < seats and time.n <= len(lines) + 1)
        return ExportedGame(
            entry.setup, tuple(lines), entry.started, entry.changed, times=times, day=entry.day, version=entry.version
        )

    def resume(self, game_id: int, games: Mapping[str, Game]) -> Resumed:
        """Replay a game from its journal; its session records nothing until ``record`` is set.

        Lines from the first invalid one on are set aside, and the game goes on from there. Raises SaveError if not even
        its set-up is valid.
        """
        game = self.kept(game_id)
        session = Session.replay(find_game(games, game.setup.game), game.setup, ())
        done = play_on(session, game.journal)
        if done < len(game.journal):
            self._truncate_journal(game_id, game, done + 1)
            return Resumed(session, Message("The game could be restored only up to action {number}.", number=done))
        self._cache_unsaved(game_id, game)
        return Resumed(session, self._incomplete_message(game_id))

    def discard(self, game_id: int) -> None:
        """Delete a game; does nothing if there is none of that number."""
        self._database.run("DELETE FROM games WHERE id = ?", game_id)
        self._database.at_hand.pop(game_id, None)
        self._database.unsaved.games.discard(game_id)
        if self._home is not None and game_id in self._at_home:
            self._home.discard(self._at_home.pop(game_id))

    # -- players

    def profiles(self) -> tuple[str, ...]:
        """The names of all profiles, oldest first."""
        return tuple(name for (name,) in self._database.rows("SELECT name FROM profiles ORDER BY id"))

    def add_profile(self, name: str) -> str:
        """Add a profile and return its normalised name; raise StoreProblem if it is empty, too long or taken."""
        tidy = self._new_name(name)
        self._database.write(lambda database: records.insert_profile(database, tidy))
        self._mark(profiles=[tidy])
        return tidy

    def rename_profile(self, old: str, new: str) -> str:
        """Rename a profile, also in its games; raises StoreProblem as add_profile does."""
        tidy = self._new_name(new, besides=old)
        self._database.write(lambda database: records.rename_profile(database, old, tidy))
        self._database.at_hand.clear()
        unsaved = self._database.unsaved
        unsaved.progress = {(game, puzzle, tidy if who == old else who) for game, puzzle, who in unsaved.progress}
        if self._home is not None and old in self._home.profiles():
            with contextlib.suppress(StoreProblem):  # the name is taken there
                self._home.rename_profile(old, tidy)
        self._mark(profiles=[tidy])
        return tidy

    def figures(self) -> dict[str, str]:
        """The portraits that players have chosen, by name; players without one are left out."""
        return dict(self._database.rows("SELECT name, figure FROM profiles WHERE figure != '' ORDER BY id"))

    def set_figure(self, name: str, figure: str) -> None:
        """Store the portrait that a player has chosen; does nothing for an unknown player."""
        self._database.write(lambda database: records.put_figure(database, name, figure))
        self._mark(profiles=[name])

    def statistics(self, game: str = "", profile: str = "") -> Statistics:
        """A profile's statistics, of one game or of all."""
        return self._database.read(lambda database: statistics_of(finished_games(database, game, profile)))

    def dailies(self, game: str = "", profile: str = "") -> dict[str, float]:
        """The days whose puzzle a profile has solved without being shown a move, and when it first did."""
        return self._database.read(lambda database: dailies_of(database, game, profile))

    def progress(self, game: str, profile: str = "") -> dict[str, dict[str, Any]]:
        query = "SELECT puzzle, best FROM progress WHERE game = ? AND profile = ? ORDER BY puzzle"
        return {puzzle: best_of(best) for puzzle, best in self._database.rows(query, game, profile)}

    def set_progress(self, game: str, puzzle: str, best: Json, profile: str = "") -> None:
        """Store a profile's best result on a puzzle, replacing an earlier one."""
        item = Progress(game, puzzle, profile, dict(best))
        self._database.write(lambda database: records.put_progress(database, item))
        self._mark(progress=[(game, puzzle, profile)])

    # -- export and import

    def export_game(self, game_id: int) -> dict[str, Any]:
        """One game as plain data, for ``exchange.to_bytes``; raises SaveError if there is no such game.

        An unreadable one is exported as raw rows: no import accepts them, but nothing is lost.
        """
        if any(game.id == game_id for game in self.unreadable()):
            return {exchange.MARK: exchange.FORMAT, "unreadable": [self._raw(game_id)]}
        return {exchange.MARK: exchange.FORMAT, "games": [msgspec.to_builtins(self._with_result(game_id))]}

    def export_all(self) -> dict[str, Any]:
        """Everything as plain data: profiles, progress, and the games in which something was done.

        Unreadable ones are included as raw rows.
        """
        numbers = sorted(entry.id for entry in self._entries(f"ended IS NOT NULL OR {BEGUN}", (), "id"))
        progress = self._database.rows("SELECT game, puzzle, profile, best FROM progress ORDER BY 1, 2, 3")
        return {
            exchange.MARK: exchange.FORMAT,
            "profiles": list(self.profiles()),
            "figures": self.figures(),
            "games": [msgspec.to_builtins(self._with_result(number)) for number in numbers],
            "progress": [
                {"game": game, "puzzle": puzzle, "profile": profile, "best": best_of(best)}
                for game, puzzle, profile, best in progress
            ],
            "unreadable": [self._raw(game.id) for game in self.unreadable()],
        }

    def import_file(self, data: bytes | str | Json, games: Mapping[str, Game]) -> Imported:
        """Import a file of games, each of them completely or not at all.

        A known game is not duplicated if one of the two journals continues the other: the longer one is kept. Raises
        SaveError, changing nothing, for a file that is foreign, has a fault outside its games, or has no sound game.
        """
        read, faults = read_sound(data, games)
        if faults and not read.games:
            raise SaveError(faults[0])
        figures = {name: read.figures.get(name, "") for name in read.profiles}
        merged = self._merge(read.games, read.progress, figures)
        if read.unreadable:
            self._database.notices.append(
                Message("{n} [game|games] in the file cannot be read, and [stays|stay] there.", n=len(read.unreadable))
            )
        return Imported(tuple(game.game_id for game in merged), sum(game.was_new for game in merged), faults)

    # -- inside

    def _retry_and_time(self, now: float) -> float:
        self.retry(now)
        return self._now

    def _open_replacement(self) -> bool:
        """Open the file that has taken the place of ours, and merge all into it; return whether it succeeded."""
        if self._home is not None or not self._database.file_replaced:
            return False
        home, messages = Store.open(self._folder, self._games)
        if home.path is None:
            home.close()
            return False
        self._home = home
        self._database.notices.extend(messages)
        self._merge_unsaved()
        return True

    def _merge_unsaved(self) -> None:
        """Merge what has changed in memory only into the other file."""
        if self._home is None:
            return
        unsaved = self._database.unsaved
        games = [game_id for game_id in sorted(unsaved.games) if self.entry(game_id) is not None]
        keys = sorted(unsaved.progress)
        parcels = [self._with_result(game_id) for game_id in games]
        progress = [Progress(*key, self.progress(key[0], key[2])[key[1]]) for key in keys]
        figures = self.figures()
        named = {name: figures.get(name, "") for name in self.profiles() if name in unsaved.profiles}
        merged = self._home._merge(parcels, progress, named, instead=True)
        for game_id, (number, _) in zip(games, merged, strict=True):
            self._at_home[game_id] = number
            if (in_hand := self.in_hand(game_id)) != self._home.in_hand(number):
                self._home.keep_in_hand(number, in_hand)
        unsaved.clear()

    def _merge(
        self,
        parcels: Sequence[ExportedGame],
        progress: Sequence[Progress],
        figures: Mapping[str, str],
        *,
        instead: bool = False,
    ) -> tuple[Merged, ...]:
        """Merge games and players, all or nothing; on conflict, existing values stay unless ``instead``."""

        def take(database: sqlite3.Connection) -> tuple[Merged, ...]:
            for name, figure in figures.items():
                records.insert_profile(database, name, figure)
                if figure and instead:
                    records.put_figure(database, name, figure)
            for item in progress:
                records.put_progress(database, item, instead=instead)
            return tuple(records.merge(database, parcel) for parcel in parcels)

        merged = self._database.write(take)
        numbers = [game.game_id for game in merged]
        for number in numbers:
            self._database.at_hand.pop(number, None)
        self._mark(
            games=numbers,
            progress=[(item.game, item.puzzle, item.profile) for item in progress],
            profiles=figures,
        )
        return merged

    def _mark(
        self,
        *,
        games: Iterable[int] = (),
        progress: Iterable[tuple[str, str, str]] = (),
        profiles: Iterable[str] = (),
    ) -> None:
        """Mark what has changed in memory only, until it is merged into the other file."""
        if self.path is None:
            unsaved = self._database.unsaved
            unsaved.games.update(games)
            unsaved.progress.update(progress)
            unsaved.profiles.update(profiles)
            self._merge_unsaved()

    def _cache_unsaved(self, game_id: int, game: ExportedGame) -> None:
        self._database.hold(game_id, game)
        self._mark(games=[game_id])

    def _write_backup(self, path: Path, day: str) -> None:
        try:
            write_backup(path, day)
        except (OSError, sqlite3.Error, DamagedError) as error:
            told = Message(
                "No backup of your games could be written to {file}: {why}",
                file=str(path.parent / BACKUPS),
                why=reason_of(error),
            )
            self._database.notices.append(told)

    def _entries(self, where: str, values: Sequence[object], order: str, limit: int = -1) -> list[GameEntry]:
        latest = f"{order} > ?, {order} DESC, id DESC"
        query = f"SELECT {ENTRY_COLUMNS} FROM games WHERE {where} ORDER BY {latest} LIMIT ?"  # noqa: S608
        rows = self._database.rows(query, *values, self._now + AHEAD, limit)
        return [entry for entry in map(entry_of, rows) if entry is not None]

    def _with_result(self, game_id: int) -> ExportedGame:
        game, entry = self.kept(game_id), self.entry(game_id)
        if entry is None or entry.result is None:
            return game
        return msgspec.structs.replace(game, ended=entry.ended, result=entry.result)

    def _raw(self, game_id: int) -> dict[str, Any]:
        """The rows of a game by table, unchanged; raises SaveError if there are none."""
        raw = self._database.read(lambda database: raw_game(database, game_id))
        if not raw["games"]:
            raise SaveError(Message("Game {number} cannot be read.", number=game_id))
        return raw

    def _truncate_journal(self, game_id: int, game: ExportedGame, number: int) -> None:
        self._database.write(lambda database: records.truncate_journal(database, game_id, number))
        times = tuple(time for time in game.times if time.n < number)
        self._cache_unsaved(game_id, msgspec.structs.replace(game, journal=game.journal[: number - 1], times=times))

    def _incomplete_message(self, game_id: int) -> Message | None:
        """Report once that a journal is incomplete."""
        entry = self.entry(game_id)
        if entry is None or entry.complete:
            return None
        self._database.run("UPDATE games SET complete = 1 WHERE id = ?", game_id)
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


def _with_valid_time(thought: Thought | None) -> Thought | None:
    return None if thought is None else Thought(thought.seat, moment(thought.seconds))


def _with_thought(game: ExportedGame, thought: Thought | None) -> tuple[Time, ...]:
    """The times of a game with the thought for its next line, replacing what is known of that so far."""
    if thought is None:
        return game.times
    number = len(game.journal) + 1
    return (*(time for time in game.times if time.n < number), Time(number, *thought))
