"""The positions of a game in their order: those of the past, the present one, and those that can be redone."""

from __future__ import annotations

from logic.attempts import Attempt
from logic.core import Event, Move, Outcome, State, Step


class Timeline:
    """Positions, and the moves between them; ``place`` is how many moves after the first one the present lies.

    It knows no rules and no policies: whoever goes back or on has seen to that.
    """

    def __init__(self, first: State) -> None:
        self.place = 0
        self._states: list[State] = [first]
        self._ends: list[Outcome | None] = [first.outcome()]
        self._made: list[Attempt] = []
        self._shown: list[bool] = []

    def __len__(self) -> int:
        """Count the moves, those that were taken back and can be redone included."""
        return len(self._made)

    # -- the present, and the past

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[self.place]

    @property
    def end(self) -> Outcome | None:
        """How the game ended by its rules with the present position; None where it goes on."""
        return self._ends[self.place]

    @property
    def states(self) -> tuple[State, ...]:
        """The positions so far, the first and the present one included."""
        return tuple(self._states[: self.place + 1])

    @property
    def made(self) -> tuple[Attempt, ...]:
        """The moves so far, each with the position before it and what happened."""
        return tuple(self._made[: self.place])

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(attempt.move for attempt in self._made[: self.place])

    @property
    def events(self) -> tuple[tuple[Event, ...], ...]:
        """What happened in each of the moves so far."""
        return tuple(attempt.events for attempt in self._made[: self.place])

    @property
    def last(self) -> Attempt:
        """The move that led to the present position."""
        return self._made[self.place - 1]

    @property
    def reveals(self) -> bool:
        """Whether the move that led to the present position has shown something hidden."""
        return any(event.reveals for event in self.last.events)

    @property
    def was_helped(self) -> bool:
        """Whether one of the moves so far was made for the player by the program."""
        return any(self._shown[: self.place])

    # -- all that there is, what can be redone included

    def at(self, place: int) -> State:
        """Give the position at a place."""
        return self._states[place]

    @property
    def all_states(self) -> tuple[State, ...]:
        """All positions."""
        return tuple(self._states)

    @property
    def all_moves(self) -> tuple[Move, ...]:
        """All moves."""
        return tuple(attempt.move for attempt in self._made)

    @property
    def all_shown(self) -> tuple[int, ...]:
        """The places of the moves that were made for the player by the program."""
        return tuple(place for place, shown in enumerate(self._shown) if shown)

    # -- going on

    def add(self, move: Move, step: Step, *, shown: bool) -> None:
        """Put a move behind the present instead of all that could be redone; the place stays what it is."""
        self.forget_rest()
        self._made.append(Attempt(self.place, self.state, move, step.events, step.state))
        self._states.append(step.state)
        self._ends.append(step.state.outcome())
        self._shown.append(shown)

    def forget_rest(self) -> None:
        """Forget what can be redone."""
        del self._states[self.place + 1 :], self._ends[self.place + 1 :]
        del self._made[self.place :], self._shown[self.place :]
