"""What the worker is asked for a screen: an answer counts only while what it was asked for still stands."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import Any

from logic.core import Message
from logic.puzzles import NoPuzzle, Puzzle
from scenes.app.app import App


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
        """The open question of that kind, answered or not."""
        return self._open.get(kind)

    def answered(self, kind: str) -> Future[Any] | None:
        """The answer, once, as soon as it is there; None until then."""
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


class Maker:
    """Has puzzles made in the worker, one at a time, and keeps the last answer or the reason why there is none."""

    def __init__(self, app: App, game: str) -> None:
        self._questions = Questions(app, game)

    @property
    def is_busy(self) -> bool:
        return self._questions.pending("make") is not None

    def begin(self, wanted: Mapping[str, int], seed: int) -> None:
        """Have one made instead of what was asked for before."""
        self.cancel()
        self._questions.ask("make", dict(wanted), seed)

    def cancel(self) -> None:
        self._questions.forget()

    def take(self) -> Puzzle | Message | None:
        """What has come out of it, once; None while nothing has."""
        answer = self._questions.answered("make")
        if answer is None:
            return None
        try:
            puzzle: Puzzle = answer.result()
        except NoPuzzle as error:
            return error.message
        except CancelledError:
            return Message("The making was broken off.")
        except Exception:  # a worker that fell over: the shelf stands, and it can be tried again
            return Message("Nothing could be made just now. Please try again.")
        return puzzle
