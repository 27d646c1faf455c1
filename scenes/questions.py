"""What the worker is asked about one position: an answer counts only while that position stands."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from scenes.app import App


@dataclass(frozen=True, slots=True)
class Question:
    """Something the worker was asked, and how often by now."""

    task: str
    answer: Future[Any]
    tries: int = 1


class Questions:
    """The open questions about the present position of one game, one of each kind; a new position forgets them all."""

    def __init__(self, app: App, game: str) -> None:
        self._app = app
        self._game = game
        self._open: dict[str, Question] = {}

    def ask(self, task: str, *args: Any, tries: int = 1, kind: str = "") -> None:
        """Ask the worker; the loop wakes when the answer is there. The kind is the task where no other is given."""
        answer = self._app.thinker.ask(task, self._game, *args)
        self._open[kind or task] = Question(task, answer, tries)
        answer.add_done_callback(lambda _answer: self._app.wake())

    def pending(self, kind: str) -> Question | None:
        """Give the open question of that kind, answered or not."""
        return self._open.get(kind)

    def answered(self, kind: str) -> Future[Any] | None:
        """Give the answer, once, as soon as it is there."""
        question = self._open.get(kind)
        if question is None or not question.answer.done():
            return None
        del self._open[kind]
        return question.answer

    def forget(self) -> None:
        """Let the worker stop: the position has gone."""
        if self._open:
            self._open.clear()
            self._app.thinker.cancel()
