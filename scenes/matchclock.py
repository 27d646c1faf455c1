"""The times of a match: what each player has thought, and what is left of a turn where that is limited."""

from __future__ import annotations

from collections.abc import Sequence

from logic.session import Session
from scenes.app import App


class MatchClock:
    """Counts for one session how long each player has thought, and runs its turns down where they are limited.

    ``before`` are the seconds of earlier sittings by seat, empty where this is the first or nobody knows.
    """

    def __init__(self, app: App, session: Session, before: Sequence[float] = ()) -> None:
        self.thinking_time = [*before] or [0.0] * len(session.setup.seats)
        """Seconds, by seat."""
        self.left = float(session.setup.clock)
        """Seconds that are left of the turn; without meaning where turns are not limited."""
        self._app = app
        self._session = session
        self._since: float | None = app.now()
        self._timed = session.actor
        self._stopped = False

    def run(self, dt: float) -> bool:
        """Let a limited turn go on for ``dt`` seconds; false where turns are not limited."""
        if not self._session.setup.clock:
            return False
        self.left = max(0.0, self.left - dt)
        return True

    def pause(self) -> None:
        """Stop counting the time for thinking for a while."""
        self._count()
        self._since = None

    def go_on(self) -> None:
        """Count the time for thinking again."""
        if self._since is None:
            self._since = self._app.now()

    def follow(self) -> None:
        """Count for whoever acts now; another player's turn, and the first one, begin with the whole time."""
        self._count()
        session = self._session
        if session.actor != self._timed or session.place == 0:
            self.left = float(session.setup.clock)
        self._timed = session.actor

    def read(self) -> Sequence[float]:
        """Give the seconds that each has thought up to now."""
        self._count()
        return self.thinking_time

    def stop(self) -> None:
        """Count no more: the game is over."""
        self._count()
        self._stopped = True

    def _count(self) -> None:
        now = self._app.now()
        if self._since is not None and not self._stopped:
            self.thinking_time[self._timed] += max(0.0, now - self._since)
            self._since = now
