"""The statements that write into the store's tables; each is one part of a transaction."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from logic.session.saving import Setup
from logic.session.session import moves_gained
from logic.storage.exchange import Parcel, Progress, Result, Thought, Time

T = TypeVar("T")


def transaction(database: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do all of the work and commit it, or leave no trace of it."""
    database.execute("BEGIN IMMEDIATE")
    try:
        result = work(database)
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise
    return result


def insert_game(database: sqlite3.Connection, parcel: Parcel, game_id: int | None = None) -> int:
    """Begin a game, with a number of its own or with the one it had before; its journal comes after."""
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
    """Add a line to a journal, with the thought that led to it; a game that had ended goes on."""
    database.execute("INSERT INTO journal VALUES (?, ?, ?)", (game_id, number, line))
    database.execute(
        "UPDATE games SET changed = ?, moves = moves + ?, ended = NULL, outcome = NULL WHERE id = ?",
        (now, moves_gained(line), game_id),
    )
    database.execute("DELETE FROM results WHERE game_id = ?", (game_id,))
    if thought is not None:
        put_times(database, game_id, (Time(number, *thought),))


def put_times(database: sqlite3.Connection, game_id: int, times: Iterable[Time]) -> None:
    """Write down what was thought; a thought that is known already has only gone on since."""
    statement = (
        "INSERT INTO times SELECT id, ?, ?, ? FROM games WHERE id = ? "
        "ON CONFLICT DO UPDATE SET seconds = max(seconds, excluded.seconds)"
    )
    database.executemany(statement, [(*time, game_id) for time in times])


def times_of(database: sqlite3.Connection, game_id: int) -> tuple[Time, ...]:
    """What was thought in a game, without rows that make no sense."""
    rows = database.execute("SELECT n, seat, seconds FROM times WHERE game_id = ? ORDER BY n, seat", (game_id,))
    return tuple(time for time in map(_time, rows) if time is not None)


def put_in_hand(database: sqlite3.Connection, game_id: int, in_hand: str) -> None:
    """Write down what is chosen on the board for the next move, instead of what was."""
    database.execute("UPDATE games SET in_hand = ? WHERE id = ?", (in_hand, game_id))


def in_hand_of(database: sqlite3.Connection, game_id: int) -> str:
    """What was chosen on the board for the next move; nothing where there is no such game."""
    row = database.execute("SELECT in_hand FROM games WHERE id = ?", (game_id,)).fetchone()
    return str(row[0]) if row else ""


def end_game(database: sqlite3.Connection, game_id: int, setup: Setup, result: Result, now: float) -> None:
    """Write down the end of a game, and what it means for each seat; in place of an earlier end."""
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


def put_back(database: sqlite3.Connection, game_id: int, parcel: Parcel) -> None:
    """Bring a game to exactly the journal in hand, whatever is there of it."""
    insert_game(database, parcel, game_id)
    known = lines_of(database, game_id)
    if known != list(parcel.journal):
        database.execute("DELETE FROM journal WHERE game_id = ?", (game_id,))
        database.execute("UPDATE games SET moves = 0 WHERE id = ?", (game_id,))
        for number, line in enumerate(parcel.journal, 1):
            insert_line(database, game_id, number, line, parcel.changed)
        database.execute("DELETE FROM times WHERE game_id = ?", (game_id,))
    put_times(database, game_id, parcel.times)


def merge(database: sqlite3.Connection, parcel: Parcel) -> int:
    """Take in a game from elsewhere: one that is known already grows by what is new, and is never doubled."""
    for game_id in _same_beginning(database, parcel):
        known = lines_of(database, game_id)
        if list(parcel.journal[: len(known)]) == known:
            _grow(database, game_id, parcel, len(known))
            return game_id
        if known[: len(parcel.journal)] == list(parcel.journal):
            return game_id
    game_id = insert_game(database, parcel)
    _grow(database, game_id, parcel, 0)
    return game_id


def tear(database: sqlite3.Connection, game_id: int, number: int) -> None:
    """Set the lines of a journal aside, from that one on."""
    beyond = (game_id, number)
    database.execute("INSERT INTO torn SELECT game_id, n, line FROM journal WHERE game_id = ? AND n >= ?", beyond)
    database.execute("DELETE FROM journal WHERE game_id = ? AND n >= ?", beyond)
    database.execute("DELETE FROM times WHERE game_id = ? AND n >= ?", beyond)
    moves = sum(map(moves_gained, lines_of(database, game_id)))
    database.execute("UPDATE games SET moves = ?, complete = 1 WHERE id = ?", (moves, game_id))


def delete_game(database: sqlite3.Connection, game_id: int) -> None:
    database.execute("DELETE FROM games WHERE id = ?", (game_id,))


def mark_complete(database: sqlite3.Connection, game_id: int) -> None:
    """Say that nothing is missing of a journal, or that the player knows it."""
    database.execute("UPDATE games SET complete = 1 WHERE id = ?", (game_id,))


def lines_of(database: sqlite3.Connection, game_id: int) -> list[str]:
    rows = database.execute("SELECT line FROM journal WHERE game_id = ? ORDER BY n", (game_id,))
    return [str(line) for (line,) in rows]


def insert_profile(database: sqlite3.Connection, name: str, figure: str = "") -> None:
    """Make a profile where there is none of that name; one that is there without a figure takes this one."""
    database.execute("INSERT OR IGNORE INTO profiles (name) VALUES (?)", (name,))
    database.execute("UPDATE profiles SET figure = ? WHERE name = ? AND figure = ''", (figure, name))


def put_figure(database: sqlite3.Connection, name: str, figure: str) -> None:
    """Write down the figure that a player has chosen, instead of what was there."""
    database.execute("UPDATE profiles SET figure = ? WHERE name = ?", (figure, name))


def rename_profile(database: sqlite3.Connection, old: str, new: str) -> None:
    """Rename a profile, in the games it sits at and in its progress too."""
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
    """Write down a best; what is there already goes or, not ``instead``, stays."""
    verb = "REPLACE" if instead else "INSERT OR IGNORE"
    row = (item.game, item.puzzle, item.profile, packed(item.best))
    database.execute(f"{verb} INTO progress VALUES (?, ?, ?, ?)", row)


def packed(value: object) -> str:
    """Write a value as JSON, equal values alike."""
    return msgspec.json.encode(value, order="deterministic").decode()


def _time(row: Iterable[object]) -> Time | None:
    try:
        return msgspec.convert(row, Time)
    except ValueError:
        return None


def setup_of(raw: str) -> Setup | None:
    """Read what a game began with; None where it makes no sense."""
    try:
        return msgspec.json.decode(raw, type=Setup)
    except (ValueError, RecursionError):
        return None


def _same_beginning(database: sqlite3.Connection, parcel: Parcel) -> list[int]:
    """Find the games begun in that moment with that set-up; the players may have been renamed since."""
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


def _grow(database: sqlite3.Connection, game_id: int, parcel: Parcel, known: int) -> None:
    for number, line in enumerate(parcel.journal[known:], known + 1):
        insert_line(database, game_id, number, line, parcel.changed)
    database.execute("UPDATE games SET complete = 1 WHERE id = ?", (game_id,))
    database.execute("UPDATE games SET day = ? WHERE id = ? AND day = ''", (parcel.day, game_id))
    put_times(database, game_id, (time for time in parcel.times if time.n == 0 or time.n > known))
    ended = database.execute("SELECT ended FROM games WHERE id = ?", (game_id,)).fetchone()[0]
    if parcel.ended is not None and parcel.result is not None and ended is None:
        end_game(database, game_id, parcel.setup, parcel.result, parcel.ended)
