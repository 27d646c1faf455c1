"""What was tried in the turn that is going on: moves that stand and moves that were taken back, as they were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from logic.core import Event, Move, State


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """A move that was made once, with the position before it and what happened; the same move made anew is another."""

    place: int
    before: State
    move: Move
    events: tuple[Event, ...]
    after: State


@dataclass(slots=True)
class TurnLog:
    """The attempts of the present turn; it forgets everything as soon as the turn is closed."""

    attempts: list[Attempt] = field(default_factory=list)

    def make(self, attempt: Attempt) -> None:
        """Write down what is made; what is made again is there already."""
        if attempt not in self.attempts:
            self.attempts.append(attempt)

    def take_back(self, attempt: Attempt) -> None:
        """Keep what is taken back; where it belongs to an earlier turn, that one is going on again."""
        if attempt not in self.attempts:
            self.attempts.insert(0, attempt)

    def close(self) -> None:
        """Forget the turn."""
        self.attempts.clear()

    def marked(self, standing: Sequence[Attempt]) -> tuple[tuple[Attempt, bool], ...]:
        """Give the attempts in their order, each with whether it stands."""
        return tuple((one, one in standing) for one in self.attempts)
