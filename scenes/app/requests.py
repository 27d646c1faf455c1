"""Requests of a screen to the worker: an answer counts only while its position is still the present one.

All screens share one worker. Cancelling cancels for all of them, so requests that still stand are sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import Any

from logic.core import Message
from logic.puzzles import NoPuzzle, Puzzle
from scenes.app.app import App

Then = Callable[[Future[Any]], object]


@dataclass(frozen=True, slots=True)
class WorkerRequest:
    """A request, and its number among the ``tries`` that the caller makes."""

    task: str
    answer: Future[Any]
    tries: int = 1


class WorkerRequests:
    """The open requests about the present position of one game, one of each kind; a new position drops them all."""

    def __init__(self, app: App, game: str) -> None:
        self._app = app
        self._game = game
        self._open: dict[str, WorkerRequest] = {}

    def ask(self, task: str, *args: Any, tries: int = 1, kind: str = "", then: Then | None = None) -> None:
        """Send a request to the worker. Its kind is the task unless another is given.

        ``then`` receives the answer, unless the request was dropped; if another screen cancelled it, it is sent again.
        Without ``then`` it is not, and the request stays open until it is dropped.
        """
        kind, request = kind or task, WorkerRequest(task, self._app.thinker.ask(task, self._game, *args), tries)
        self._open[kind] = request

        def tell() -> None:
            if then is None or self._open.get(kind) is not request:
                return
            del self._open[kind]
            if _is_broken_off(request.answer):
                self.ask(task, *args, tries=tries, kind=kind, then=then)
            else:
                then(request.answer)

        request.answer.add_done_callback(lambda _answer: self._app.call(tell))

    def pending(self, kind: str) -> WorkerRequest | None:
        """The open request of that kind, answered or not; None if there is none."""
        return self._open.get(kind)

    def forget(self) -> None:
        """Drop the requests and cancel the worker: the position has changed."""
        if self._open:
            self._open.clear()
            self._app.thinker.cancel()


def _is_broken_off(answer: Future[Any]) -> bool:
    return answer.cancelled() or isinstance(answer.exception(), CancelledError)


class PuzzleMaker:
    """Has puzzles made in the worker, one at a time."""

    def __init__(self, app: App, game: str) -> None:
        self._requests = WorkerRequests(app, game)

    @property
    def is_busy(self) -> bool:
        return self._requests.pending("make") is not None

    def begin(self, wanted: Mapping[str, int], seed: int, then: Callable[[Puzzle | Message], object]) -> None:
        """Have a puzzle made instead of the one requested before; ``then`` receives it, or why there is none."""
        self.cancel()
        self._requests.ask("make", dict(wanted), seed, then=lambda answer: then(_made(answer)))

    def cancel(self) -> None:
        self._requests.forget()


def _made(answer: Future[Any]) -> Puzzle | Message:
    try:
        puzzle: Puzzle = answer.result()
    except NoPuzzle as error:
        return error.message
    except Exception:  # a crash of the worker: the shelf stays open, and the player can try again
        return Message("Nothing could be made just now. Please try again.")
    return puzzle
