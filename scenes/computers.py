"""The computer players at a table: they ask the worker, try once more where that fails, and never let a game stop."""

from __future__ import annotations

from concurrent.futures import CancelledError

from logic import players
from logic.core import Dice, Message, Move, never, redact
from logic.session import Session
from scenes.app import App
from scenes.questions import Questions

TRIES = 2
"""How often the worker is asked for a move before a simple player takes over."""


def place_seed(session: Session) -> int:
    """Give each place of each game dice of its own, so that a move taken back is answered as before."""
    return Dice(session.setup.seed + session.place).seed()


class Computers:
    """Chooses the moves of the seats without people in one session."""

    def __init__(self, app: App, session: Session, questions: Questions) -> None:
        self._app = app
        self._session = session
        self._questions = questions
        self._simple_seats: set[int] = set()

    def think(self) -> None:
        """Begin to think about the present position, where that has not begun."""
        if self._questions.pending("choose") is None:
            self._ask()

    def choice(self) -> Move | None:
        """Give the move of whoever is to act, or None while it is being thought about."""
        self.think()
        question = self._questions.pending("choose")
        if question is None or not question.answer.done():
            return None
        try:
            move: Move = question.answer.result()
        except CancelledError:
            self._ask(question.tries)
        except Exception:  # whatever went wrong over there, the game here goes on
            if question.tries >= TRIES:
                return self._simple_move()
            self._ask(question.tries + 1)
        else:
            return move
        return None

    def _ask(self, tries: int = 1) -> None:
        session, actor = self._session, self._session.actor
        level = "random" if actor in self._simple_seats else session.setup.seats[actor].level
        state = redact(session.game, session.state, actor)
        self._questions.ask("choose", state, level, place_seed(session), tries=tries)

    def _simple_move(self) -> Move:
        """Let the dice choose here and now; from now on that seat asks for no more than that."""
        session = self._session
        if session.actor not in self._simple_seats:
            self._simple_seats.add(session.actor)
            self._app.tell(Message("The computer cannot think just now. It goes on with simple moves."))
        return players.choose(session.game, "random", session.state, Dice(place_seed(session)), never)
