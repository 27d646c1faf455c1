"""What has happened in a match so far, in words: a line for each move, or several with their date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from logic.core import Event, Message, Move, Player, State
from logic.game import narration_of
from logic.session.session import Attempt, Leave
from scenes.app.app import App
from scenes.board.log import LogLine, Mark
from scenes.board.match import Match
from scenes.board.spoken import quoted


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is said of one ply of a game: whose it was, when, and the words; ``said`` is the player's own saying."""

    player: int
    date: int | None
    texts: tuple[str, ...]
    mark: Mark | None = None
    struck: bool = False
    said: str = ""


class Chronicle:
    """The list of moves of one match. What was put into words once is kept as long as the move stands."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match
        self._told: list[tuple[Move, _Entry]] = []
        self._struck: dict[Attempt, _Entry] = {}
        self._narration = narration_of(match.session.game)

    def lines(self) -> tuple[LogLine, ...]:
        """The lines for what stands, and struck through what was taken back in this turn."""
        session = self._match.session
        moves = session.moves
        known = 0
        for (move, _), now in zip(self._told, moves, strict=False):
            if move is not now:
                break
            known += 1
        del self._told[known:]
        if known < len(moves):
            states, events = session.states, session.events
            for ply in range(known, len(moves)):
                entry = self._entry(states[ply], moves[ply], events[ply], states[ply + 1])
                self._told.append((moves[ply], entry))
        return tuple(_joined([*self._beginning(session.states[0]), *self._entries()]))

    def _entries(self) -> Iterator[_Entry]:
        """What is said of the moves in the order in which they were made, and of those who left in between."""
        session = self._match.session
        attempts = session.attempts
        settled = len(self._told) - sum(stands for _, stands in attempts)
        for ply in range(settled + 1):
            yield from (self._leave(leave) for leave in session.leaves if leave.ply == ply)
            yield from map(self._standing, range(ply, min(ply + 1, settled)))
        for attempt, stands in attempts:
            yield self._standing(attempt.ply) if stands else self._struck_through(attempt)

    def _standing(self, ply: int) -> _Entry:
        """What was told of a move, with what a language model has said of it, where that may be shown."""
        entry, said = self._told[ply][1], self._match.spoken.after(ply)
        return replace(entry, said=self._app.say(quoted(said))) if said else entry

    def _struck_through(self, attempt: Attempt) -> _Entry:
        if attempt not in self._struck:
            entry = self._entry(attempt.before, attempt.move, attempt.events, attempt.after)
            self._struck[attempt] = replace(entry, struck=True)
        return self._struck[attempt]

    def _leave(self, leave: Leave) -> _Entry:
        said = Message("{player} left. The computer plays on.", player=Player(leave.seat))
        return _Entry(leave.seat, self._date(self._match.session.states[leave.ply]), self._words([said]))

    def _beginning(self, state: State) -> Iterator[_Entry]:
        told = self._narration.opening(state)
        if told:
            yield _Entry(state.player, self._date(state), self._words(told))

    def _entry(self, state: State, move: Move, events: Sequence[Event], after: State) -> _Entry:
        messages = self._narration.tell(state, move, events)
        return _Entry(state.player, self._date(after), self._words(messages), (state, move))

    def _date(self, state: State) -> int | None:
        return self._narration.time_of(state)

    def _words(self, messages: Iterable[Message]) -> tuple[str, ...]:
        names = self._match.names
        return tuple(self._app.say(message, names) for message in messages)


def _joined(entries: Iterable[_Entry]) -> Iterator[LogLine]:
    """The lines; dated entries of the same words, such as passes in a row, become one with both dates."""
    for (texts, is_dated, struck, _said), group in groupby(entries, key=_likeness):
        run = list(group)
        if not is_dated:
            for entry in run:
                marks = (entry.mark, *[None] * len(texts))
                yield from (
                    LogLine(entry.player, text, struck=struck, mark=mark)
                    for text, mark in zip(texts, marks, strict=False)
                )
                yield from _saying(entry)
            continue
        first, last = run[0].date, run[-1].date
        date = f"{first}" if first == last else f"{first}–{last}"
        yield from (LogLine(run[0].player, text, "" if i else date, struck) for i, text in enumerate(texts))
        yield from _saying(run[-1])


def _saying(entry: _Entry) -> Iterator[LogLine]:
    """The line with the player's own saying, which goes on from those above it."""
    if entry.said:
        yield LogLine(entry.player, entry.said, "")


def _likeness(entry: _Entry) -> tuple[tuple[str, ...], bool, bool, str]:
    return entry.texts, entry.date is not None, entry.struck, entry.said


def log_lines(app: App, match: Match) -> tuple[LogLine, ...]:
    """Put all moves so far into words, from the first on; a Chronicle that is kept only adds the new ones."""
    return Chronicle(app, match).lines()
