"""Automatic play at a board: showing the solution of a puzzle, and passing turns until something changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

from logic.core import Message, Move, State
from logic.game import Analysis, analysis_of, narration_of, offers
from scenes.app.app import App
from scenes.app.page import ask
from scenes.app.requests import WorkerRequests
from scenes.board.match import Match

SOLVING_PACE = 0.35
"""Seconds between two moves, so that each can be followed."""


class Solving:
    """Shows how a match can be solved from its present position; each move is a regular one, made by ``play``.

    The solution comes from the worker; ``on_heard`` is called when it is there. It ends by itself, or by :meth:`stop`.
    """

    def __init__(self, app: App, match: Match, play: Callable[[Move], None], on_heard: Callable[[], object]) -> None:
        self._app = app
        self._match = match
        self._play = play
        self._on_heard = on_heard
        self._requests = WorkerRequests(app, match.name)
        self._asked: State | None = None
        self._left: tuple[Move, ...] = ()
        self._rest = 0.0

    @property
    def is_running(self) -> bool:
        """Whether the solution is being computed or shown."""
        return self._asked is not None or bool(self._left)

    @property
    def is_offered(self) -> bool:
        """Whether it can start now."""
        match = self._match
        known = match.coach.has_par and offers(analysis_of(match.session.game), Analysis.solution)
        return known and match.awaits_human and not self.is_running

    def ask(self) -> None:
        """Start, once the player has confirmed that this counts as help."""
        if not self.is_offered:
            return
        question = Message("Shall the rest be shown to you? A puzzle that was solved with this help earns no stars.")
        no, yes = Message("Go on playing"), Message("Solve from here")
        ask(self._app, question, (no, None, "normal"), (yes, self.begin, "danger"), names=self._match.names)

    def begin(self) -> None:
        """Ask the worker for the solution."""
        if self.is_offered:
            self._asked = self._match.session.state
            self._requests.ask("solution", self._asked, then=self._on_answer)

    def stop(self) -> None:
        """Stop; the moves already shown stay."""
        self._requests.forget()
        self._asked, self._left = None, ()

    def update(self, dt: float, *, moving: bool) -> bool:
        """Advance; the next move waits until the last one has arrived. Return whether moves are left."""
        if self._left and not moving:
            self._rest -= dt
            if self._rest <= 0:
                self._rest = SOLVING_PACE
                self._step()
        return bool(self._left)

    def _on_answer(self, answer: Future[Any]) -> None:
        """Take the solution, if the position is still the one that it was computed for."""
        asked, self._asked = self._asked, None
        self._on_heard()
        try:
            way: Sequence[Move] | None = answer.result()
        except Exception:  # help is optional: the game goes on without it
            self._app.tell(Message("The coach cannot think just now."))
            return
        if way is None:
            self._app.tell(Message("No way was found."))
        elif asked == self._match.session.state and self._match.awaits_human:
            self._left, self._rest = tuple(way), 0.0

    def _step(self) -> None:
        move, self._left = self._left[0], self._left[1:]
        left = self._left
        self._play(move)
        self._left = () if self._match.is_over else left


LONGEST = 100
"""Largest number of turns to pass, whatever the game promises."""
WAITING_PACE = 0.12
"""Seconds between two turns, so that the passing of time is seen."""


class Waiting:
    """A run of passes in one match; ``ending`` gives the move that passes, None if there is none.

    Each pass is a move of its own in the journal, made by ``play``. The run ends by itself.
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
        """Whether turns are being passed."""
        return self._left > 0

    @property
    def is_offered(self) -> bool:
        """Whether waiting can change something now."""
        ready = self._match.awaits_human and not self.is_running
        return ready and self._can_wait() and self._ending() is not None

    def _can_wait(self) -> bool:
        session = self._match.session
        return analysis_of(session.game).can_wait(session.state)

    def ask(self) -> None:
        """Start to wait; ask first if that is known to be dangerous."""
        if not self.is_offered:
            return
        session = self._match.session
        question = narration_of(session.game).waiting_warning(session.state)
        if question is None:
            self.begin()
            return
        no, yes = Message("Do not wait"), Message("Wait")
        ask(self._app, question, (no, None, "normal"), (yes, self.begin, "danger"), names=self._match.names)

    def begin(self) -> None:
        """Pass the first turn, and go on from frame to frame."""
        if self.is_offered:
            self._left, self._rest = LONGEST, WAITING_PACE
            self._pass()

    def pass_all(self) -> None:
        """Pass all remaining turns at once."""
        while self.is_running:
            self._pass()

    def stop(self) -> None:
        self._left = 0

    def update(self, dt: float) -> bool:
        """Advance. Return whether turns are being passed."""
        if not self.is_running:
            return False
        self._rest -= dt
        while self.is_running and self._rest <= 0:
            self._rest += WAITING_PACE
            self._pass()
        return True

    def _pass(self) -> None:
        """Pass one turn; stop if that has changed something, or no further pass is possible."""
        session, move = self._match.session, self._ending()
        if move is None:
            self.stop()
            return
        before, place = session.state, session.ply
        self._play(move)
        if session.ply == place:
            self.stop()
            return
        changed = analysis_of(session.game).looks_changed(before, session.state)
        done = changed or self._match.is_over or not self._can_wait()
        self._left = 0 if done else self._left - 1
