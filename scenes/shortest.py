"""A shortest way through the puzzle that was played: worked out by the worker, and shown from its beginning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError

from logic.core import Message, Move, offers
from logic.session import Session
from scenes.app import App
from scenes.match import Match
from scenes.questions import Questions


class ShortestWay:
    """Has the solution of a match's puzzle worked out; ``show`` gets it as a game that was played."""

    def __init__(self, app: App, match: Match, show: Callable[[Session], None]) -> None:
        self._app = app
        self._match = match
        self._show = show
        self._questions = Questions(app, match.name)

    @property
    def is_offered(self) -> bool:
        """Tell whether the game can say what its puzzle takes, and how it is done."""
        return self._match.is_measured and offers(self._match.session.game, "solution") is not None

    def begin(self) -> None:
        """Ask the worker, unless it is thinking about it already."""
        if self._questions.pending("solution") is None:
            self._questions.ask("solution", self._match.session.states[0])

    def update(self) -> None:
        """Show what has come, or say why there is nothing."""
        answer = self._questions.answered("solution")
        if answer is None:
            return
        try:
            way: Sequence[Move] | None = answer.result()
        except CancelledError:
            return
        except Exception:  # a gift, as all that the coach says
            self._app.tell(Message("The coach cannot think just now."))
            return
        if way is None:
            self._app.tell(Message("No way was found."))
            return
        self._show(self._played(way))

    def _played(self, way: Sequence[Move]) -> Session:
        session = Session(self._match.session.game, self._match.session.setup)
        for move in way:
            if session.awaits_end:
                session.end_turn()
            session.play(move, shown=True)
        return session

    def cancel(self) -> None:
        """Do without it."""
        self._questions.forget()
