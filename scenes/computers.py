"""The computer players at a table: they ask the worker, try once more where that fails, and never let a game stop.

A seat of the language model's is one of them: where it must not be asked, the game's own computer plays there.
"""

from __future__ import annotations

from concurrent.futures import CancelledError

from logic import players
from logic.advice.loop import Advice
from logic.core import Dice, Message, Move, State, never, redact
from logic.session import Session
from scenes.app import App
from scenes.consent import Consent
from scenes.questions import Question, Questions
from scenes.spoken import Spoken

TRIES = 2
"""How often the worker is asked for a move before a simple player takes over."""
CHOICE = "choose"
"""The kind of question that all of them ask, whatever the task is."""

OFF = Message("The language model is switched off. The computer plays for it.")
NOT_SET_UP = Message("No language model is set up any more. The computer plays for it.")


class Computers:
    """Chooses the moves of the seats without people in one session, by dice of their own (see ``players.seed_at``)."""

    def __init__(self, app: App, session: Session, questions: Questions, own_seed: int) -> None:
        self._app = app
        self._session = session
        self.spoken = Spoken(session)
        """What language models say of their moves."""
        self._questions = questions
        self._own_seed = own_seed
        self._simple_seats: set[int] = set()
        self._plan: tuple[State, tuple[Move, ...]] | None = None
        """What was advised for the rest of a turn, and the position from which on."""
        self._told: set[Message] = set()
        """What has been said by now of a language model that does not help: each trouble once is enough."""

    def think(self) -> None:
        """Begin to think about the present position, where that has not begun."""
        if self._questions.pending(CHOICE) is None and self._planned() is None and not self._lacks_consent:
            self._ask()

    def choice(self) -> Move | None:
        """Give the move of whoever is to act, or None while it is being thought about."""
        planned = self._planned()
        if planned is not None:
            return self._begin(planned)
        self._heed_switch()
        if self._lacks_consent:
            self._ask_for_consent()
            return None
        self.think()
        question = self._questions.pending(CHOICE)
        return None if question is None or not question.answer.done() else self._taken(question)

    def _taken(self, question: Question) -> Move | None:
        """Take an answer; where it is none, ask again, or let the dice choose in the end."""
        try:
            answer: Move | Advice = question.answer.result()
        except CancelledError:
            self._ask(question.tries)
        except Exception:  # whatever went wrong over there, the game here goes on
            if question.tries >= TRIES:
                return self._simple_move()
            self._ask(question.tries + 1)
        else:
            if isinstance(answer, Advice):
                return self._advised(answer)
            self.spoken.forget()
            return answer
        return None

    def _ask(self, tries: int = 1) -> None:
        session, actor = self._session, self._session.actor
        level = "random" if actor in self._simple_seats else session.level_of(actor)
        state = redact(session.game, session.state, actor)
        seed = players.seed_at(self._own_seed, session.place)
        config = self._app.adviser.ready if level == players.MODEL else None
        if level == players.MODEL and config is None:
            self._say_once(NOT_SET_UP if self._app.settings.adviser else OFF)
        if config is not None and tries == 1:
            self._questions.ask("advise", state, config, self._app.text.language, seed, kind=CHOICE)
        else:
            self._questions.ask("choose", state, level, seed, tries=tries, kind=CHOICE)

    # -- the language model

    @property
    def _lacks_consent(self) -> bool:
        """Tell whether the model is to move, but is now at an address to which nobody has agreed."""
        level = self._session.level_of(self._session.actor)
        return level == players.MODEL and self._app.adviser.needs_consent

    def _ask_for_consent(self) -> None:
        """Ask about the address, once; whoever does not agree switches the model off, and the computer plays."""
        if not isinstance(self._app.stack.top, Consent):
            self._app.stack.push(Consent(self._app))

    def _heed_switch(self) -> None:
        """Let go of a language model that thinks while it is switched off."""
        question = self._questions.pending(CHOICE)
        if question is not None and question.task == "advise" and self._app.adviser.ready is None:
            self._questions.forget()

    def _advised(self, advice: Advice) -> Move | None:
        """Take advice, which may be for a whole turn, and say where it does not come from the model."""
        if advice.trouble is not None:
            self._say_once(advice.trouble)
        if not advice.hint.moves:
            self._ask(TRIES)
            return None
        self.spoken.keep(advice.hint.moves, advice.said)
        return self._begin(advice.hint.moves)

    def _begin(self, moves: tuple[Move, ...]) -> Move:
        """Give the first of some moves, and keep the others for the position that it leads to."""
        first, *others = moves
        self._plan = (self._session.state.apply(first).state, tuple(others)) if others else None
        return first

    def _planned(self) -> tuple[Move, ...] | None:
        """Give what is left of a plan that still holds."""
        state = self._session.state
        if self._plan is None or self._plan[0] != state or self._plan[1][0] not in state.legal_moves():
            return None
        return self._plan[1]

    def _say_once(self, message: Message) -> None:
        if message not in self._told:
            self._told.add(message)
            self._app.tell(message)

    def _simple_move(self) -> Move:
        """Let the dice choose here and now; from now on that seat asks for no more than that."""
        session = self._session
        if session.actor not in self._simple_seats:
            self._simple_seats.add(session.actor)
            self._app.tell(Message("The computer cannot think just now. It goes on with simple moves."))
        dice = Dice(players.seed_at(self._own_seed, session.place))
        return players.choose(session.game, "random", session.state, dice, never)
