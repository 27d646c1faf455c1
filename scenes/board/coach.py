"""The coach at a table: what the position is worth, a hint when it is asked for, and a look back at a finished game."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from typing import Any

from logic.core import Evaluation, Hint, Message, Remark
from logic.game import Analysis, Game, analysis_of, has_secrets, redact
from logic.llm.adviser import Advice, past_of
from logic.session.session import Session
from scenes.app.app import App
from scenes.app.requests import Questions


def can_advise(game: Game) -> bool:
    """Tell whether a game has a coach at all: one that gives evaluations, hints or a review."""
    coach = analysis_of(game)
    return coach.offers(Analysis.evaluation) or coach.offers(Analysis.hint) or coach.offers(Analysis.review)


def keeps_lamp(game: Game) -> bool:
    """Tell whether a game says all the time what a position is worth; of a puzzle that would say too much."""
    analysis = analysis_of(game)
    return analysis.offers(Analysis.evaluation) and not analysis.offers(Analysis.least)


def is_measured(session: Session) -> bool:
    """Tell whether this is a puzzle of which the game can say what it takes at least."""
    return len(session.setup.seats) == 1 and analysis_of(session.game).offers(Analysis.least)


def can_judge(session: Session) -> bool:
    """Tell whether anything is said of what positions are worth, all the time or only when asked."""
    judges = analysis_of(session.game).offers(Analysis.evaluation)
    return judges and (keeps_lamp(session.game) or is_measured(session))


class Coach:
    """Asks the worker for advice on one session and keeps what it says of the present position."""

    def __init__(self, app: App, session: Session, questions: Questions) -> None:
        self.evaluation: Evaluation | None = None
        self.advice: Advice | None = None
        """The hint that was asked for, and where it comes from."""
        self.remarks: tuple[Remark, ...] | None = None
        self.least: tuple[int, ...] | None = None
        """What the whole puzzle takes at least in each of the game's counts, empty where nobody can tell."""
        self._app = app
        self._session = session
        self._questions = questions
        self._is_dark = False
        """Whether the worker has failed at this position: then the lamp stays dark there."""

    @property
    def is_wanted(self) -> bool:
        """Tell whether the variant and the player wish for advice, and the game can give it."""
        wanted = self._session.setup.coach and self._app.settings.coach
        return wanted and can_advise(self._session.game)

    @property
    def asks_model(self) -> bool:
        """Tell whether a language model is thinking about a hint."""
        question = self._questions.pending("hint")
        return question is not None and question.task == "advise"

    @property
    def waits_to_be_asked(self) -> bool:
        """Tell whether evaluations are given only to those who ask."""
        return is_measured(self._session)

    def ask_least(self) -> None:
        """Ask what the whole puzzle takes, where the game can tell and it is not known yet."""
        session = self._session
        if is_measured(session) and self.least is None and self._questions.pending("least") is None:
            self._questions.ask("least", session.states[0])

    def ask_evaluation(self) -> None:
        """Ask what the position is worth, where that is wanted and not known yet."""
        session = self._session
        known = self.evaluation is not None or self._is_dark or self._questions.pending("evaluation") is not None
        wanted = self.is_wanted and analysis_of(session.game).offers(Analysis.evaluation)
        if known or not wanted or session.state.outcome() is not None:
            return
        if not (has_secrets(session.game) and session.awaits_end):
            self._questions.ask("evaluation", redact(session.game, session.state, session.state.player))

    def ask_hint(self, seed: int) -> None:
        """Ask for a hint to whoever is to act: the language model where it is switched on, or else the game."""
        if self._questions.pending("hint") is not None:
            return
        session, config = self._session, self._app.adviser.ready
        known = redact(session.game, session.state, session.actor)
        past = past_of(session)
        if config is not None:
            self._questions.ask("advise", known, config, self._app.text.language, seed, past, kind="hint")
        else:
            self._questions.ask("hint", known, seed, past)

    def cancel_hint(self) -> None:
        """Wait for the hint no longer. The worker lets go of all it was asked; what is still wanted is asked anew."""
        self._questions.forget()

    def ask_review(self) -> None:
        """Ask for a look back at the whole game."""
        if self.remarks is None and self._questions.pending("review") is None:
            self._questions.ask("review", self._session.states, self._session.moves)

    def forget(self) -> None:
        """Begin anew with another position."""
        self.evaluation = self.advice = self.remarks = None
        self._is_dark = False

    def listen(self) -> bool:
        """Take what the worker has found out; true where there was something to take."""
        heard = False
        for kind in ("least", "evaluation", "hint", "review"):
            answer = self._questions.answered(kind)
            if answer is not None:
                heard = True
                self._take(kind, answer)
        return heard

    def _take(self, kind: str, answer: Future[Any]) -> None:
        try:
            said = answer.result()
        except CancelledError:
            return
        except Exception:  # advice is a gift: without it the game goes on
            self._do_without(kind)
            return
        if kind == "evaluation":
            self.evaluation = said
        elif kind == "hint":
            self.advice = Advice(said, "builtin") if isinstance(said, Hint) else said
        elif kind == "least":
            self.least = said
        else:
            self.remarks = said

    def _do_without(self, kind: str) -> None:
        """Leave the lamp dark at this position, without a word; say so where somebody has asked."""
        if kind == "evaluation" and not self.waits_to_be_asked:
            self._is_dark = True
        elif kind == "least":
            self.least = ()
        else:
            self._app.tell(Message("The coach cannot think just now."))
