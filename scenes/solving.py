"""The rest of a puzzle being shown on its board: a shortest solution, move by move, until it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError

from logic.core import Message, Move, State, offers
from scenes.app import App
from scenes.match import Match
from scenes.overlays import Answer, Question
from scenes.questions import Questions

PACE = 0.35
"""Seconds of rest between two moves, so that each of them can be followed."""


class Solving:
    """Shows how one match can be solved from where it stands; each move is one of the game, made by ``play``.

    The solution comes from the worker. It ends by itself, and :meth:`stop` ends it at any moment.
    """

    def __init__(self, app: App, match: Match, play: Callable[[Move], None]) -> None:
        self._app = app
        self._match = match
        self._play = play
        self._questions = Questions(app, match.name)
        self._asked: State | None = None
        self._left: tuple[Move, ...] = ()
        self._rest = 0.0

    @property
    def is_running(self) -> bool:
        """Tell whether the rest is being shown, or thought about."""
        return self._asked is not None or bool(self._left)

    @property
    def is_offered(self) -> bool:
        """Tell whether it can begin now."""
        match = self._match
        known = match.is_measured and offers(match.session.game, "solution") is not None
        return known and match.awaits_human and not self.is_running

    def ask(self) -> None:
        """Begin, once the player has confirmed that it is to be help."""
        if not self.is_offered:
            return
        question = Message("Shall the rest be shown to you? A puzzle that was solved with this help earns no stars.")
        answers: list[Answer] = [
            (Message("Go on playing"), None, "normal"),
            (Message("Solve from here"), self.begin, "danger"),
        ]
        self._app.stack.push(Question(self._app, question, answers, names=self._match.names))

    def begin(self) -> None:
        """Ask the worker for the way."""
        if self.is_offered:
            self._asked = self._match.session.state
            self._questions.ask("solution", self._asked)

    def stop(self) -> None:
        """Leave it at what was shown."""
        self._questions.forget()
        self._asked, self._left = None, ()

    def update(self, dt: float, *, moving: bool) -> bool:
        """Let time go by; the next move waits for the one before to have arrived. True while something is to come."""
        self._listen()
        if self._left and not moving:
            self._rest -= dt
            if self._rest <= 0:
                self._rest = PACE
                self._step()
        return bool(self._left)

    def _listen(self) -> None:
        """Take the way where it has come, and the position is still the one that it begins at."""
        answer = self._questions.answered("solution")
        if answer is None:
            return
        asked, self._asked = self._asked, None
        try:
            way: Sequence[Move] | None = answer.result()
        except CancelledError:
            return
        except Exception:  # help is a gift: without it the game goes on
            self._app.tell(Message("The coach cannot think just now."))
            return
        if way is None:
            self._app.tell(Message("From here it cannot be solved."))
        elif asked == self._match.session.state and self._match.awaits_human:
            self._left, self._rest = tuple(way), 0.0

    def _step(self) -> None:
        move, self._left = self._left[0], self._left[1:]
        left = self._left
        self._play(move)
        self._left = () if self._match.is_over else left
