"""The maker of puzzles, which works beside the screen."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import CancelledError

from logic.core import Message
from logic.puzzles import NoPuzzle, Puzzle
from scenes.app import App
from scenes.questions import Questions


class Maker:
    """Has puzzles made in the worker, one at a time, and keeps the last answer or the reason why there is none."""

    def __init__(self, app: App, game: str) -> None:
        self._questions = Questions(app, game)

    @property
    def is_busy(self) -> bool:
        """Tell whether one is being made."""
        return self._questions.pending("make") is not None

    def begin(self, wanted: Mapping[str, int], seed: int) -> None:
        """Have one made instead of what was asked for before."""
        self.cancel()
        self._questions.ask("make", dict(wanted), seed)

    def cancel(self) -> None:
        """Do without what is being made."""
        self._questions.forget()

    def take(self) -> Puzzle | Message | None:
        """Give what has come out of it, once; None while nothing has."""
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
