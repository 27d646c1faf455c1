"""What the worker is asked of a drawing: whether it can be won, in how many turns, and by which shortest way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

from logic.core import Message, Move
from logic.puzzles import NoPuzzle
from logic.registry import GAMES
from logic.session.saving import Setup
from logic.session.session import Session
from scenes.app.app import App
from scenes.app.requests import Questions


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the worker found out: the least that it takes, where that is known, and the same in words."""

    least: int | None
    text: Message


class Judge:
    """Judges one board at a time; ``verdict`` is what was said of it, until :meth:`forget`."""

    def __init__(self, app: App, game: str) -> None:
        self._app = app
        self._questions = Questions(app, game)
        self.waited = 0.0
        """Seconds since the worker was asked."""
        self.verdict: Verdict | None = None

    @property
    def is_looking(self) -> bool:
        return self._questions.pending("judge") is not None

    def begin(self, params: Mapping[str, Any]) -> None:
        """Ask the worker about the board with these params."""
        self.verdict = None
        self.waited = 0.0
        self._questions.ask("judge", dict(params))

    def forget(self) -> None:
        """Let the worker off, and forget what was said: the board is another one."""
        self._questions.forget()
        self.verdict = None

    def listen(self) -> bool:
        """Take what the worker says; true when there was something, which may be no more than a failure."""
        answer = self._questions.answered("judge")
        if answer is None:
            return False
        try:
            self.verdict = Verdict(*answer.result())
        except CancelledError:
            self.verdict = None
        except NoPuzzle as problem:
            self._app.tell(problem.message)
        except Exception:  # without a verdict one can still draw
            self._app.tell(Message("The coach cannot think just now."))
        return True


class Way:
    """Asks about one board at a time; :meth:`forget` lets go of it."""

    def __init__(self, app: App, game: str) -> None:
        self._app = app
        self._questions = Questions(app, game)
        self._session: Session | None = None

    @property
    def is_looking(self) -> bool:
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
        self._app.open("replay", session, remarks=(), title=title, playing=True)
