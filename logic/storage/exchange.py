"""Export and import of games as one JSON file; an import is replayed in full before anything is stored.

Also the times in a game’s journal, and what follows from them: how long each seat, the present turn, and each move
took.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from logic.config import ConfigError, convert
from logic.core import Message, Outcome, fault_of
from logic.game import Game
from logic.session import SaveError, Session, Setup, find_game, moves_gained
from logic.storage.files import BYTE_ORDER_MARK
from logic.variants import MOST_SEATS

FORMAT = 5
UNTIMED = 1
"""The format without times per line, which holds only each seat's total thinking time; still supported.

Files of those in between are equal to present ones without what was added: portraits of players (3), the day of a daily
puzzle (4), the version of the program that began a game (5).
"""
MARK = "quincunx"
"""The key whose number identifies our files and gives their format."""
BEGINNING = 40
"""Characters of a file within which the key stands."""

LATEST = 1e11
LONGEST_JOURNAL = 20_000
LONGEST_VERSION = 40
Moment = Annotated[float, msgspec.Meta(ge=0, le=LATEST)]
"""Seconds: since 1970, or a duration."""
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Day = Annotated[str, msgspec.Meta(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?\Z")]
"""An ISO day (2026-01-31), or empty."""
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
LineNumber = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_JOURNAL + 1)]


class GameResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended; the texts are not stored, since its replay gives them."""

    winners: tuple[SeatNumber, ...]
    ranking: tuple[tuple[SeatNumber, ...], ...]


def result_from(outcome: Outcome) -> GameResult:
    """An outcome as it is stored."""
    return GameResult(tuple(outcome.winners), tuple(tuple(rank) for rank in outcome.ranking))


class Thought(NamedTuple):
    """For how many seconds a seat thought about one action."""

    seat: SeatNumber
    seconds: Moment


class Time(NamedTuple):
    """A thought, with the number of the journal line that it led to.

    The number after the last line stands for a thought that is still going on; number 0 for all thinking of a seat in
    files from before lines had times.
    """

    n: LineNumber
    seat: SeatNumber
    seconds: Moment


class ExportedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game with everything that is stored of it; moments are seconds since 1970."""

    setup: Setup
    journal: Annotated[tuple[Line, ...], msgspec.Meta(max_length=LONGEST_JOURNAL)]
    started: Moment
    changed: Moment
    ended: Moment | None = None
    result: GameResult | None = None
    times: Annotated[tuple[Time, ...], msgspec.Meta(max_length=MOST_SEATS * (LONGEST_JOURNAL + 2))] = ()
    """The thinking times, if measured."""
    day: Day = ""
    """The day whose daily puzzle it is."""
    version: Annotated[str, msgspec.Meta(max_length=LONGEST_VERSION)] = ""
    """The version of the program that began the game, if recorded."""


class Progress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profile's best result on one puzzle, as the game itself describes it."""

    game: Word
    puzzle: Word
    profile: Annotated[str, msgspec.Meta(max_length=40)]
    best: dict[str, Any]


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole exported file, or the sound part of it."""

    quincunx: int
    games: tuple[ExportedGame, ...] = ()
    profiles: Annotated[tuple[Name, ...], msgspec.Meta(max_length=1000)] = ()
    figures: Annotated[dict[Name, Word], msgspec.Meta(max_length=1000)] = {}
    """The portraits that players have chosen, by player name."""
    progress: Annotated[tuple[Progress, ...], msgspec.Meta(max_length=100_000)] = ()
    unreadable: Annotated[tuple[dict[str, Any], ...], msgspec.Meta(max_length=100_000)] = ()
    """Rows of unreadable games: exported so that nothing is lost, and never imported."""


class _Games(msgspec.Struct):
    """The games of a file, not yet looked at one by one."""

    games: Annotated[tuple[Any, ...], msgspec.Meta(max_length=100_000)] = ()


def moment(seconds: float) -> float:
    """The nearest valid moment for a file of games: a wrong clock must not stop a game."""
    return float(min(max(seconds, 0.0), LATEST)) if seconds == seconds else 0.0


def to_bytes(data: Mapping[str, Any]) -> bytes:
    """Encode an exported file as readable JSON."""
    return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"


def read_exchange(data: object, games: Mapping[str, Game]) -> Exchange:
    """Read a file given as bytes, text or plain data, and replay each of its games.

    Raises SaveError, with the place and the reason, for a file that is not ours or has any fault.
    """
    exchange, faults = read_sound(data, games)
    if faults:
        raise SaveError(faults[0])
    return exchange


def read_sound(data: object, games: Mapping[str, Game]) -> tuple[Exchange, tuple[Message, ...]]:
    """Read a file as :func:`read_exchange` does, but leave out faulty games, and say what is wrong with each.

    Raises SaveError for a file that is not ours, or has a fault outside its games.
    """
    data = _decoded(data)
    if not isinstance(data, dict) or not isinstance(data.get(MARK), int):
        raise SaveError(Message("This is no file of games from Quincunx."))
    if data[MARK] not in range(UNTIMED, FORMAT + 1):
        raise SaveError(
            Message("The file has format {number}; this version of Quincunx reads format {known}.",
                    number=data[MARK], known=FORMAT)
        )  # fmt: skip
    try:
        found = convert(data, _Games).games
        exchange = convert({**data, "games": ()}, Exchange)
    except (ConfigError, RecursionError) as error:
        raise SaveError(Message("Something is wrong in this file: {why}", why=fault_of(error))) from None
    sound: list[ExportedGame] = []
    faults: list[Message] = []
    for number, game in enumerate(found, 1):
        try:
            parcel = convert(_with_time(game) if data[MARK] == UNTIMED else game, ExportedGame)
            replayed(parcel, games)
        except (ConfigError, SaveError, RecursionError) as error:
            faults.append(Message("Game {number} of the file: {why}", number=number, why=fault_of(error)))
        else:
            sound.append(parcel)
    return msgspec.structs.replace(exchange, games=tuple(sound)), tuple(faults)


def replayed(parcel: ExportedGame, games: Mapping[str, Game]) -> Session:
    """Replay one game and check that it ended as stated; raise SaveError with the reason if not."""
    session = Session.replay(find_game(games, parcel.setup.game), parcel.setup, parcel.journal)
    if (parcel.ended is None) != (parcel.result is None):
        raise SaveError(Message("A finished game must have a result, and an unfinished one none."))
    if any(time.n > len(parcel.journal) + 1 or time.seat >= len(parcel.setup.seats) for time in parcel.times):
        raise SaveError(Message("There is a time for an action or a seat that the game does not have."))
    outcome = session.outcome()
    if parcel.result and (outcome is None or parcel.result != result_from(outcome)):
        raise SaveError(Message("The game did not end as the file says."))
    return session


def exported_game(session: Session, now: float, ply: int | None = None) -> ExportedGame:
    """A game at the present or the given ply, dated ``now``: without times, and without moves taken back."""
    save, last = session.save(), session.ply if ply is None else ply
    lines: list[str] = []
    for number, move in enumerate(save["moves"][:last]):
        lines += _leaves_at(save, number)
        lines.append(f"{'show' if number in save['shown'] else 'play'} {move}")
    if last == session.ply:
        lines += _leaves_at(save, last)
        if save["early_end"] is not None:
            seat, why = save["early_end"]
            lines.append(f"{why} {seat}")
    again = Session.replay(session.game, session.setup, lines)
    if again.awaits_end and not (last == session.ply and session.awaits_end):
        lines.append("end")
        again.end_turn()
    outcome = again.outcome()
    when = moment(now)
    return ExportedGame(session.setup, tuple(lines), when, when, when if outcome is not None else None,
                  result_from(outcome) if outcome is not None else None)  # fmt: skip


def _leaves_at(save: Mapping[str, Any], ply: int) -> list[str]:
    return [f"leaves {seat} {level}" for when, seat, level in save["leaves"] if when == ply]


def _with_time(game: Any) -> Any:
    """A game without times, converted to the present format: each seat's total is stored at line number 0."""
    thinking = game.get("thinking") if isinstance(game, dict) else None
    if not isinstance(thinking, list):
        return game
    known = {name: value for name, value in game.items() if name != "thinking"}
    return {**known, "times": [(0, seat, seconds) for seat, seconds in enumerate(thinking)]}


def _decoded(data: object) -> object:
    """Decode JSON; plain data makes a round trip through JSON, so that only JSON values come in."""
    if isinstance(data, bytes):
        data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        return msgspec.json.decode(data if isinstance(data, (bytes, str)) else msgspec.json.encode(data))
    except (TypeError, ValueError, RecursionError):
        head = data[:BEGINNING] if isinstance(data, (bytes, str)) else ""
        if f'"{MARK}"' in (head.decode(errors="replace") if isinstance(head, bytes) else head):
            raise SaveError(Message("This file of games is damaged, or its end is missing.")) from None
        raise SaveError(Message("This is no file of games from Quincunx.")) from None


# -- figures derived from the times


def thinking_of(parcel: ExportedGame) -> tuple[float, ...]:
    """The seconds that each seat has thought in total."""
    seats = range(len(parcel.setup.seats))
    return tuple(sum((time.seconds for time in parcel.times if time.seat == seat), 0.0) for seat in seats)


def is_whole(parcel: ExportedGame) -> bool:
    """Return whether all thinking is known: every line has a time, or there are totals from before."""
    timed = {time.n for time in parcel.times}
    return 0 in timed or timed.issuperset(range(1, len(parcel.journal) + 1))


def open_thought(parcel: ExportedGame, actor: int) -> float:
    """The seconds that a seat has thought since the last line."""
    return sum(time.seconds for time in parcel.times if time.seat == actor and time.n == len(parcel.journal) + 1)


def turn_of(parcel: ExportedGame, actor: int) -> float:
    """The seconds that the present turn has taken: all consecutive thinking of the seat to act.

    0 without a time limit; a value that reaches the limit is impossible, and counts as 0, too.
    """
    seconds = 0.0
    for time in reversed(parcel.times):
        if time.seat != actor or time.n == 0:
            break
        seconds += time.seconds
    return seconds if seconds < parcel.setup.clock else 0.0


def moves_of(parcel: ExportedGame, session: Session) -> tuple[float | None, ...]:
    """The seconds that each move of the session took, None if not measured.

    Thinking about a move that was taken back counts for the move in its place, and thinking before a turn was ended for
    the last move of that turn.
    """
    spent, measured, ply = [0.0] * session.ply, [False] * session.ply, 0
    thoughts = {time.n: time for time in parcel.times if time.n > 0}
    for number, line in enumerate(parcel.journal, 1):
        thought, gained = thoughts.get(number), moves_gained(line)
        if thought is not None:
            about = (i for i in (ply, ply - 1) if 0 <= i < session.ply and session.mover(i) == thought.seat)
            for i in about:
                spent[i] += thought.seconds
                break
        if gained > 0 and ply < session.ply:
            measured[ply] = thought is not None
        ply += gained
    return tuple(seconds if known else None for seconds, known in zip(spent, measured, strict=True))
