"""The times of a match: what each player has thought, and what is left of a turn where that is limited."""

from __future__ import annotations

from logic.exchange import Parcel, Thought
from logic.session import Session
from logic.times import open_thought, thinking_of, turn_of


class MatchClock:
    """Counts for one session how long each player thinks, and so how much is left of turns that are limited.

    It goes on from what is kept of earlier sittings, if there were any.
    """

    def __init__(self, session: Session, kept: Parcel | None) -> None:
        self.thinking_time = list(thinking_of(kept)) if kept is not None else [0.0] * len(session.setup.seats)
        """Seconds, by seat."""
        self._session = session
        self._timed = session.actor
        self._turn = turn_of(kept, self._timed) if kept is not None else 0.0
        self._thought = open_thought(kept, self._timed) if kept is not None else 0.0
        """Seconds since the last action."""

    @property
    def left(self) -> float:
        """Seconds that are left of the turn; without meaning where turns are not limited."""
        return max(0.0, self._session.setup.clock - self._turn)

    @property
    def thought(self) -> Thought:
        """What will lead to the next action, by now."""
        return Thought(self._timed, self._thought)

    def run(self, dt: float) -> None:
        """Let whoever is to act think for ``dt`` seconds."""
        self.thinking_time[self._timed] += dt
        self._turn += dt
        self._thought += dt

    def take_thought(self) -> Thought:
        """Give what has led to the action that is about to be done; the next one is thought about anew."""
        self.follow()
        thought, self._thought = self.thought, 0.0
        return thought

    def follow(self) -> None:
        """Count for whoever acts now; another player's turn begins with the whole time."""
        if self._session.actor != self._timed:
            self._timed, self._turn = self._session.actor, 0.0
