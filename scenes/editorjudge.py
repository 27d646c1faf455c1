"""Finds out for an editor whether its board can be won, and in how much: asks the worker and keeps what it said."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

from logic.core import Message
from logic.puzzles import NoPuzzle
from scenes.app import App
from scenes.questions import Questions


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
        """Tell whether the worker is looking for a way."""
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
