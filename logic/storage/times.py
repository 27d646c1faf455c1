"""What follows from the times of a game's journal: how long each seat, the turn that goes on, and each move took."""

from __future__ import annotations

from logic.session.session import Session, moves_gained
from logic.storage.exchange import Parcel


def thinking_of(parcel: Parcel) -> tuple[float, ...]:
    """The seconds that each seat has thought in all sittings."""
    seats = range(len(parcel.setup.seats))
    return tuple(sum((time.seconds for time in parcel.times if time.seat == seat), 0.0) for seat in seats)


def is_whole(parcel: Parcel) -> bool:
    """Tell whether all thinking is known: every line has its time, or what was thought before that is known."""
    timed = {time.n for time in parcel.times}
    return 0 in timed or timed.issuperset(range(1, len(parcel.journal) + 1))


def open_thought(parcel: Parcel, actor: int) -> float:
    """The seconds that a seat has thought since the last line."""
    return sum(time.seconds for time in parcel.times if time.seat == actor and time.n == len(parcel.journal) + 1)


def turn_of(parcel: Parcel, actor: int) -> float:
    """The seconds that the turn has taken which goes on now: all that the seat to act has thought in a row.

    What is more than a turn may take was never thought, and does not count.
    """
    seconds = 0.0
    for time in reversed(parcel.times):
        if time.seat != actor or time.n == 0:
            break
        seconds += time.seconds
    return seconds if seconds < parcel.setup.clock else 0.0


def moves_of(parcel: Parcel, session: Session) -> tuple[float | None, ...]:
    """The seconds that each move took which stands in the session, None where they were not measured.

    What was thought about a move that was taken back counts for the one in its place, and what was thought before a
    turn was ended for the last move of that turn.
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
