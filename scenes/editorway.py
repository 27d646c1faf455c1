"""Shows in an editor how its board is won: has a shortest way found by the worker, and plays it as a replay."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError

from logic.core import Message, Move
from logic.registry import GAMES
from logic.session import Session, Setup
from scenes.app import App
from scenes.questions import Questions
from scenes.replay import ReplayScene


class Way:
    """Asks about one board at a time; :meth:`forget` lets go of it."""

    def __init__(self, app: App, game: str) -> None:
        self._app = app
        self._questions = Questions(app, game)
        self._session: Session | None = None

    @property
    def is_looking(self) -> bool:
        """Tell whether the worker is looking for a way."""
        return self._questions.pending("solution") is not None

    def begin(self, setup: Setup) -> None:
        """Ask the worker for a way through that board, and show it as soon as it is there."""
        self._session = Session(GAMES[setup.game], setup)
        self._questions.ask("solution", self._session.state)

    def forget(self) -> None:
        """Let the worker off: the board is another one."""
        self._questions.forget()
        self._session = None

    def listen(self) -> bool:
        """Take what the worker says; true when there was something."""
        answer = self._questions.answered("solution")
        if answer is None or self._session is None:
            return False
        session, self._session = self._session, None
        try:
            moves: Sequence[Move] | None = answer.result()
        except CancelledError:
            moves = None
        except Exception:  # without the way one can still draw
            self._app.tell(Message("The coach cannot think just now."))
            return True
        if moves:
            self._show(session, moves)
        return True

    def _show(self, session: Session, moves: Sequence[Move]) -> None:
        for move in moves:
            session.play(move)
            if session.awaits_end:
                session.end_turn()
        title = Message("The shortest way")
        self._app.stack.push(ReplayScene(self._app, session, remarks=(), title=title, playing=True))
