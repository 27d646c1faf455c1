"""What is remembered of games: entries for lists, and the statistics of a player."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from logic.core import Message
from logic.puzzles import is_day
from logic.session.saving import Setup
from logic.session.session import Session
from logic.storage.exchange import LATEST, LONGEST_VERSION, Result, moment
from logic.storage.ledger import setup_of
from logic.storage.schema import columns_of


class GameEntry(msgspec.Struct, frozen=True):
    """One game in a list: enough to show and to choose it."""

    id: int
    setup: Setup
    started: float
    changed: float
    ended: float | None
    result: Result | None
    moves: int
    complete: bool
    """False where moves were played that could not be written down."""
    day: str = ""
    """The day whose daily puzzle it is, 2026-01-31; "" for any other game."""
    version: str = ""
    """Of the program in which it was begun; "" where that was not written down."""


class UnreadableGame(NamedTuple):
    """A game whose beginning makes no sense any more, by what is still known of it."""

    id: int
    game: str
    players: tuple[str, ...]
    changed: float
    """When something was done in it last; 0 where nobody knows."""


class Resumed(NamedTuple):
    """A game played again from its journal, and, where not all of it could be, what to tell the player."""

    session: Session
    message: Message | None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games went which way."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def plus(self, result: int) -> Tally:
        """Count one more: 1 won, 0 drawn, -1 lost."""
        return Tally(self.won + (result > 0), self.drawn + (result == 0), self.lost + (result < 0))


@dataclass(frozen=True, slots=True)
class Statistics:
    """A player's games in numbers. Streaks are of wins; ``by_level`` counts computer opponents, "" people.

    ``quickest`` has by level the moves of the shortest game that was won; ``games`` are all, in order.
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
    """One seat's result in one finished game, with the distinct levels that sat against it, and when it ended."""

    result: int
    moves: int
    thinking: float
    opponents: frozenset[str]
    ended: float = 0.0


def statistics_of(games: Iterable[FinishedGame]) -> Statistics:
    """Count games given in the order in which they ended."""
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
    """Read a best on a puzzle; empty where it makes no sense."""
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except (ValueError, RecursionError):
        return {}


ENTRY_COLUMNS = "id, setup, started, changed, ended, outcome, moves, complete, day, version"


def entry_of(row: Sequence[Any]) -> GameEntry | None:
    """Read one row of ``ENTRY_COLUMNS``; None where its set-up makes no sense, so that one bad row spoils no list."""
    number, raw, started, changed, ended, outcome, moves, complete, day, version = row
    setup = setup_of(str(raw))
    if setup is None:
        return None
    ended = None if ended is None else moment(ended)
    day, result = str(day) if is_day(str(day)) else "", result_of(outcome)
    spans = moment(started), moment(changed)
    return GameEntry(number, setup, *spans, ended, result, moves, bool(complete), day, str(version)[:LONGEST_VERSION])


def unreadable_games(database: sqlite3.Connection) -> list[UnreadableGame]:
    """The games that no list of entries has, the latest first."""
    rows = database.execute("SELECT id, game, setup, started, changed, ended FROM games ORDER BY changed DESC, id DESC")
    return [
        UnreadableGame(number, game, _names_in(setup), max(map(moment, (started, changed, ended or 0.0))))
        for number, game, setup, started, changed, ended in rows
        if setup_of(setup) is None
    ]


def _names_in(raw: str) -> tuple[str, ...]:
    """Find the players' names in what is left of a set-up."""
    found = []
    for name in re.findall(r'"name":("[^"\\]+(?:\\.[^"\\]*)*")', raw):
        with contextlib.suppress(ValueError):
            found.append(msgspec.json.decode(name, type=str))
    return tuple(found)


def raw_game(database: sqlite3.Connection, number: int) -> dict[str, list[dict[str, Any]]]:
    """All rows of a game by table, as they are; bytes that are no text are spelt out in it."""
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


def result_of(raw: object) -> Result | None:
    """Read how a game ended; None where it has not, or where that makes no sense."""
    try:
        return msgspec.json.decode(str(raw), type=Result)
    except (ValueError, RecursionError):
        return None


def finished_games(database: sqlite3.Connection, game: str, profile: str) -> Iterable[FinishedGame]:
    """A profile's finished games, of one game or, with "", of all, in the order in which they ended."""
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
    """The days whose puzzle somebody has solved without being shown a move, with when that was done first.

    Of one game or, with "", of any; whoever has no profile shares with all the others who have none.
    """
    query = (
        "SELECT g.day, min(g.ended) FROM results r JOIN games g ON g.id = r.game_id "
        "WHERE g.day != '' AND g.ended IS NOT NULL AND r.level = '' AND r.result = 1 AND ? IN ('', g.game) "
        "AND r.profile_id IS (SELECT id FROM profiles WHERE name = ?) "
        "AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.game_id = g.id AND j.line LIKE 'show %') GROUP BY g.day"
    )
    return {day: moment(ended) for day, ended in database.execute(query, (game, profile)) if is_day(day)}
