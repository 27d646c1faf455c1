"""The store's statements for games, list entries and a player's statistics."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec

from logic.core import Message
from logic.puzzles import is_day
from logic.session import Session, Setup, moves_gained
from logic.storage.exchange import LATEST, LONGEST_VERSION, ExportedGame, GameResult, Progress, Thought, Time, moment
from logic.storage.schema import columns_of

# -- statements, each a part of a transaction

T = TypeVar("T")


def transaction(database: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do all of the work and commit it, or roll it back."""
    database.execute("BEGIN IMMEDIATE")
    try:
        result = work(database)
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise
    return result


def insert_game(database: sqlite3.Connection, parcel: ExportedGame, game_id: int | None = None) -> int:
    """Insert a game without its journal, unless the number it had before is taken; return that or its new number."""
    setup, when = parcel.setup, parcel.started
    columns = "id, game, setup, started, changed, day, version"
    statement = f"INSERT OR IGNORE INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
    values = (game_id, setup.game, packed(setup), when, when, parcel.day, parcel.version)
    cursor = database.execute(statement, values)
    number = cursor.lastrowid if game_id is None else game_id
    return int(number or 0)


def insert_line(
    database: sqlite3.Connection, game_id: int, number: int, line: str, now: float, thought: Thought | None = None
) -> None:
    """Append a line to a journal, with the thought that led to it; a game that had ended is reopened."""
    database.execute("INSERT INTO journal VALUES (?, ?, ?)", (game_id, number, line))
    database.execute(
        "UPDATE games SET changed = ?, moves = moves + ?, ended = NULL, outcome = NULL WHERE id = ?",
        (now, moves_gained(line), game_id),
    )
    database.execute("DELETE FROM results WHERE game_id = ?", (game_id,))
    if thought is not None:
        put_times(database, game_id, (Time(number, *thought),))


def put_times(database: sqlite3.Connection, game_id: int, times: Iterable[Time]) -> None:
    """Store thinking times; the larger one wins, since a known thought can only have gone on."""
    statement = (
        "INSERT INTO times SELECT id, ?, ?, ? FROM games WHERE id = ? "
        "ON CONFLICT DO UPDATE SET seconds = max(seconds, excluded.seconds)"
    )
    database.executemany(statement, [(*time, game_id) for time in times])


def times_of(database: sqlite3.Connection, game_id: int) -> tuple[Time, ...]:
    """The thinking times of a game, without invalid rows."""
    rows = database.execute("SELECT n, seat, seconds FROM times WHERE game_id = ? ORDER BY n, seat", (game_id,))
    return tuple(time for time in map(_time, rows) if time is not None)


def end_game(database: sqlite3.Connection, game_id: int, setup: Setup, result: GameResult, now: float) -> None:
    """Store the end of a game and the result of each seat, replacing an earlier end."""
    database.execute(
        "UPDATE games SET changed = ?, ended = ?, outcome = ? WHERE id = ?", (now, now, packed(result), game_id)
    )
    database.execute("DELETE FROM results WHERE game_id = ?", (game_id,))
    for number, seat in enumerate(setup.seats):
        place = next((i for i, group in enumerate(result.ranking) if number in group), len(result.ranking))
        drawn = not result.winners and len(setup.seats) > 1
        value = 1 if number in result.winners else 0 if drawn else -1
        database.execute(
            "INSERT INTO results VALUES (?, ?, (SELECT id FROM profiles WHERE name = ?), ?, ?, ?)",
            (game_id, number, None if seat.level else seat.name, seat.level, place, value),
        )


def restore_game(database: sqlite3.Connection, game_id: int, parcel: ExportedGame) -> None:
    """Bring a game to exactly the given journal, whatever is stored of it."""
    insert_game(database, parcel, game_id)
    known = lines_of(database, game_id)
    if known != list(parcel.journal):
        database.execute("DELETE FROM journal WHERE game_id = ?", (game_id,))
        database.execute("UPDATE games SET moves = 0 WHERE id = ?", (game_id,))
        for number, line in enumerate(parcel.journal, 1):
            insert_line(database, game_id, number, line, parcel.changed)
        database.execute("DELETE FROM times WHERE game_id = ?", (game_id,))
    put_times(database, game_id, parcel.times)


class Merged(NamedTuple):
    """A game from elsewhere in this store: its number here, and whether anything of its journal was new."""

    game_id: int
    was_new: bool


def merge(database: sqlite3.Connection, parcel: ExportedGame) -> Merged:
    """Merge a game from elsewhere: a known game is extended by what is new.

    It is added if it is unknown, or if neither journal is the beginning of the other.
    """
    for game_id in _same_start_and_setup(database, parcel):
        known = lines_of(database, game_id)
        if list(parcel.journal[: len(known)]) == known:
            _grow(database, game_id, parcel, len(known))
            return Merged(game_id, len(parcel.journal) > len(known))
        if known[: len(parcel.journal)] == list(parcel.journal):
            return Merged(game_id, was_new=False)
    game_id = insert_game(database, parcel)
    _grow(database, game_id, parcel, 0)
    return Merged(game_id, was_new=True)


def truncate_journal(database: sqlite3.Connection, game_id: int, number: int) -> None:
    """Move the lines of a journal from that number on to the table ``torn``; the game counts as complete then."""
    beyond = (game_id, number)
    database.execute("INSERT INTO torn SELECT game_id, n, line FROM journal WHERE game_id = ? AND n >= ?", beyond)
    database.execute("DELETE FROM journal WHERE game_id = ? AND n >= ?", beyond)
    database.execute("DELETE FROM times WHERE game_id = ? AND n >= ?", beyond)
    moves = sum(map(moves_gained, lines_of(database, game_id)))
    database.execute("UPDATE games SET moves = ?, complete = 1 WHERE id = ?", (moves, game_id))


def lines_of(database: sqlite3.Connection, game_id: int) -> list[str]:
    rows = database.execute("SELECT line FROM journal WHERE game_id = ? ORDER BY n", (game_id,))
    return [str(line) for (line,) in rows]


def insert_profile(database: sqlite3.Connection, name: str, figure: str = "") -> None:
    """Insert a profile if there is none of that name; an existing one without a portrait gets this one."""
    database.execute("INSERT OR IGNORE INTO profiles (name) VALUES (?)", (name,))
    database.execute("UPDATE profiles SET figure = ? WHERE name = ? AND figure = ''", (figure, name))


def put_figure(database: sqlite3.Connection, name: str, figure: str) -> None:
    """Store the portrait that a player has chosen."""
    database.execute("UPDATE profiles SET figure = ? WHERE name = ?", (figure, name))


def rename_profile(database: sqlite3.Connection, old: str, new: str) -> None:
    """Rename a profile, also in the set-ups of its games and in its progress."""
    database.execute("UPDATE profiles SET name = ? WHERE name = ?", (new, old))
    database.execute("UPDATE OR REPLACE progress SET profile = ? WHERE profile = ?", (new, old))
    for game_id, raw in database.execute("SELECT id, setup FROM games").fetchall():
        setup = setup_of(raw)
        if setup is None or all(seat.level or seat.name != old for seat in setup.seats):
            continue
        seats = tuple(
            msgspec.structs.replace(seat, name=new) if not seat.level and seat.name == old else seat
            for seat in setup.seats
        )
        changed = packed(msgspec.structs.replace(setup, seats=seats))
        database.execute("UPDATE games SET setup = ? WHERE id = ?", (changed, game_id))


def put_progress(database: sqlite3.Connection, item: Progress, instead: bool = True) -> None:
    """Store a best result; an existing one is replaced or, unless ``instead``, kept."""
    verb = "REPLACE" if instead else "INSERT OR IGNORE"
    row = (item.game, item.puzzle, item.profile, packed(item.best))
    database.execute(f"{verb} INTO progress VALUES (?, ?, ?, ?)", row)


def packed(value: object) -> str:
    """Encode a value as JSON, deterministically."""
    return msgspec.json.encode(value, order="deterministic").decode()


def _time(row: Iterable[object]) -> Time | None:
    try:
        return msgspec.convert(row, Time)
    except ValueError:
        return None


def _decoded(raw: str, kind: type[T]) -> T | None:
    """Decode a value stored as JSON; None if it is invalid."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (ValueError, RecursionError):
        return None


def setup_of(raw: str) -> Setup | None:
    """Decode a set-up; None if it is invalid."""
    return _decoded(raw, Setup)


def _same_start_and_setup(database: sqlite3.Connection, parcel: ExportedGame) -> list[int]:
    """The games begun at the same moment with the same set-up; the players may have been renamed since."""
    rows = database.execute(
        "SELECT id, setup FROM games WHERE game = ? AND started = ? ORDER BY id", (parcel.setup.game, parcel.started)
    ).fetchall()
    nameless = msgspec.structs.replace(parcel.setup, seats=())
    found = []
    for game_id, raw in rows:
        setup = setup_of(raw)
        if setup is not None and msgspec.structs.replace(setup, seats=()) == nameless:
            found.append(game_id)
    return found


def _grow(database: sqlite3.Connection, game_id: int, parcel: ExportedGame, known: int) -> None:
    for number, line in enumerate(parcel.journal[known:], known + 1):
        insert_line(database, game_id, number, line, parcel.changed)
    database.execute("UPDATE games SET complete = 1 WHERE id = ?", (game_id,))
    database.execute("UPDATE games SET day = ? WHERE id = ? AND day = ''", (parcel.day, game_id))
    put_times(database, game_id, (time for time in parcel.times if time.n == 0 or time.n > known))
    ended = database.execute("SELECT ended FROM games WHERE id = ?", (game_id,)).fetchone()[0]
    if parcel.ended is not None and parcel.result is not None and ended is None:
        end_game(database, game_id, parcel.setup, parcel.result, parcel.ended)


# -- entries and statistics


class GameEntry(msgspec.Struct, frozen=True):
    """A game as a list entry: enough to show and to choose it."""

    id: int
    setup: Setup
    started: float
    changed: float
    ended: float | None
    result: GameResult | None
    moves: int
    complete: bool
    """False if moves were played that could not be stored."""
    day: str = ""
    """The day whose daily puzzle it is, 2026-01-31; "" for other games."""
    version: str = ""
    """The version of the program that began it; "" if not recorded."""


class UnreadableGame(NamedTuple):
    """A game whose set-up cannot be read any more, by what else is known of it."""

    id: int
    game: str
    players: tuple[str, ...]
    changed: float
    """The time of the last change; 0 if unknown."""


class Resumed(NamedTuple):
    """A game replayed from its journal and, if not all of it could be, what to tell the player."""

    session: Session
    message: Message | None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def plus(self, result: int) -> Tally:
        """Count one more result: 1 won, 0 drawn, -1 lost."""
        return Tally(self.won + (result > 0), self.drawn + (result == 0), self.lost + (result < 0))


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's statistics. Streaks are of wins; ``by_level`` counts by the opponents' level, "" for people.

    ``quickest`` has by level the number of moves of the shortest win; ``games`` are all games, in order.
    """

    total: Tally = Tally()
    by_level: dict[str, Tally] = field(default_factory=dict)
    streak: int = 0
    best_streak: int = 0
    average_moves: float = 0.0
    thinking: float = 0.0
    quickest: dict[str, int] = field(default_factory=dict)
    games: tuple[FinishedGame, ...] = ()


class FinishedGame(NamedTuple):
    """One seat's result in a finished game, with the distinct levels of its opponents, and when it ended."""

    result: int
    moves: int
    thinking: float
    opponents: frozenset[str]
    ended: float = 0.0


def statistics_of(games: Iterable[FinishedGame]) -> Statistics:
    """The statistics of games given in the order in which they ended."""
    total, by_level, streak, best, moves, thinking = Tally(), dict[str, Tally](), 0, 0, 0, 0.0
    quickest: dict[str, int] = {}
    played = tuple(games)
    for game in played:
        total = total.plus(game.result)
        for level in game.opponents:
            by_level[level] = by_level.get(level, Tally()).plus(game.result)
            if game.result > 0:
                quickest[level] = min(game.moves, quickest.get(level, game.moves))
        streak = streak + 1 if game.result > 0 else 0
        best = max(best, streak)
        moves += game.moves
        thinking += game.thinking
    average = moves / total.played if total.played else 0.0
    return Statistics(total, dict(sorted(by_level.items())), streak, best, average, thinking, quickest, played)


def best_of(raw: str) -> dict[str, Any]:
    """Decode a best result on a puzzle; empty if it is invalid."""
    return _decoded(raw, dict[str, Any]) or {}


ENTRY_COLUMNS = "id, setup, started, changed, ended, outcome, moves, complete, day, version"


def entry_of(row: Sequence[Any]) -> GameEntry | None:
    """Decode one row of ``ENTRY_COLUMNS``; None if its set-up is invalid, so that one bad row spoils no list."""
    number, raw, started, changed, ended, outcome, moves, complete, day, version = row
    setup = setup_of(str(raw))
    if setup is None:
        return None
    ended = None if ended is None else moment(ended)
    day, result = str(day) if is_day(str(day)) else "", result_of(outcome)
    spans = moment(started), moment(changed)
    return GameEntry(number, setup, *spans, ended, result, moves, bool(complete), day, str(version)[:LONGEST_VERSION])


def unreadable_games(database: sqlite3.Connection) -> list[UnreadableGame]:
    """The games whose set-up cannot be read, the latest first."""
    rows = database.execute("SELECT id, game, setup, started, changed, ended FROM games ORDER BY changed DESC, id DESC")
    return [
        UnreadableGame(number, game, _names_in(setup), max(map(moment, (started, changed, ended or 0.0))))
        for number, game, setup, started, changed, ended in rows
        if setup_of(setup) is None
    ]


def _names_in(raw: str) -> tuple[str, ...]:
    """The players' names that can be found in a damaged set-up."""
    found = []
    for name in re.findall(r'"name":("[^"\\]+(?:\\.[^"\\]*)*")', raw):
        with contextlib.suppress(ValueError):
            found.append(msgspec.json.decode(name, type=str))
    return tuple(found)


def raw_game(database: sqlite3.Connection, number: int) -> dict[str, list[dict[str, Any]]]:
    """All rows of a game by table, unchanged; bytes that are not text are escaped."""
    raw = {}
    kinds = {place: kind for place, (kind, *_) in columns_of(database).items()}
    for table in dict.fromkeys(table for table, _ in kinds):
        owner = "id" if table == "games" else "game_id"
        if (table, owner) in kinds:
            columns = [column for other, column in kinds if other == table]
            asked = ", ".join(f"CAST({one} AS BLOB)" if kinds[table, one] == "TEXT" else one for one in columns)
            rows = database.execute(f"SELECT {asked} FROM {table} WHERE {owner} = ?", (number,))  # noqa: S608
            raw[table] = [dict(zip(columns, map(_spelt, row), strict=True)) for row in rows]
    return raw


def _spelt(value: object) -> object:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


def result_of(raw: object) -> GameResult | None:
    """Decode a result; None if the game has none, or an invalid one."""
    return _decoded(str(raw), GameResult)


def finished_games(database: sqlite3.Connection, game: str, profile: str) -> Iterable[FinishedGame]:
    """A profile's finished games, of one game or, for "", of all, in the order in which they ended."""
    query = (
        "SELECT r.result, g.moves, "
        "(SELECT total(t.seconds) FROM times t "
        "WHERE t.game_id = r.game_id AND t.seat = r.seat AND t.seconds BETWEEN 0 AND ?), "
        "(SELECT json_group_array(DISTINCT o.level) FROM results o WHERE o.game_id = r.game_id AND o.seat != r.seat), "
        "g.ended "
        "FROM results r JOIN games g ON g.id = r.game_id JOIN profiles p ON p.id = r.profile_id "
        "WHERE p.name = ? AND ? IN ('', g.game) ORDER BY g.ended, g.id"
    )
    for result, moves, thinking, levels, ended in database.execute(query, (LATEST, profile, game)):
        opponents = frozenset(msgspec.json.decode(levels, type=list[str]))
        yield FinishedGame(result, moves, thinking, opponents, moment(ended or 0.0))


def dailies_of(database: sqlite3.Connection, game: str, profile: str) -> dict[str, float]:
    """The days whose puzzle a profile solved without being shown a move, with the time of the first solution.

    Of one game or, for "", of all; players without a profile share one record.
    """
    query = (
        "SELECT g.day, min(g.ended) FROM results r JOIN games g ON g.id = r.game_id "
        "WHERE g.day != '' AND g.ended IS NOT NULL AND r.level = '' AND r.result = 1 AND ? IN ('', g.game) "
        "AND r.profile_id IS (SELECT id FROM profiles WHERE name = ?) "
        "AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.game_id = g.id AND j.line LIKE 'show %') GROUP BY g.day"
    )
    return {day: moment(ended) for day, ended in database.execute(query, (game, profile)) if is_day(day)}
