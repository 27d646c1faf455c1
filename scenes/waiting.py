"""Passing turn after turn until the player sees something change: one ordinary move after the other, never too many."""

from __future__ import annotations

from collections.abc import Callable

from logic.core import Message, Move, offers
from scenes.app import App
from scenes.match import Match
from scenes.overlays import Answer, Question

LONGEST = 100
"""How many turns are passed at most, whatever the game promises."""
PACE = 0.12
"""Seconds between two turns, so that time is seen to go by."""


class Waiting:
    """A run of passes in one match; ``ending`` gives the move that passes, None where there is none.

    Each pass is a move of its own in the journal, played by ``play``. The run ends by itself.
    """

    def __init__(self, app: App, match: Match, ending: Callable[[], Move | None], play: Callable[[Move], None]) -> None:
        self._app = app
        self._match = match
        self._ending = ending
        self._play = play
        self._left = 0
        self._rest = 0.0

    @property
    def is_running(self) -> bool:
        """Tell whether turns are being passed."""
        return self._left > 0

    @property
    def is_offered(self) -> bool:
        """Tell whether waiting may bring something now."""
        session = self._match.session
        can_wait = offers(session.game, "can_wait")
        ready = self._match.awaits_human and not self.is_running
        return ready and can_wait is not None and can_wait(session.state) and self._ending() is not None

    def ask(self) -> None:
        """Begin to wait; where that is dangerous for certain, ask first."""
        if not self.is_offered:
            return
        session = self._match.session
        warning = offers(session.game, "waiting_warning")
        question = warning(session.state) if warning is not None else None
        if question is None:
            self.begin()
            return
        answers: list[Answer] = [(Message("Do not wait"), None, "normal"), (Message("Wait"), self.begin, "danger")]
        self._app.stack.push(Question(self._app, question, answers, names=self._match.names))

    def begin(self) -> None:
        """Pass the first turn, and go on from frame to frame."""
        if self.is_offered:
            self._left, self._rest = LONGEST, PACE
            self._pass()

    def hurry(self) -> None:
        """Pass all that is left at once."""
        while self.is_running:
            self._pass()

    def stop(self) -> None:
        """Wait no longer."""
        self._left = 0

    def update(self, dt: float) -> bool:
        """Let time go by; true while turns are being passed."""
        if not self.is_running:
            return False
        self._rest -= dt
        while self.is_running and self._rest <= 0:
            self._rest += PACE
            self._pass()
        return True

    def _pass(self) -> None:
        """Pass one turn; stop where that has changed something, or no more can be passed."""
        session, move = self._match.session, self._ending()
        if move is None:
            self.stop()
            return
        before, place = session.state, session.place
        self._play(move)
        if session.place == place:
            self.stop()
            return
        looks_changed, can_wait = offers(session.game, "looks_changed"), offers(session.game, "can_wait")
        changed = looks_changed is None or looks_changed(before, session.state)
        done = changed or self._match.is_over or can_wait is None or not can_wait(session.state)
        self._left = 0 if done else self._left - 1
