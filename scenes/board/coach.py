"""The coach of a match: evaluation, hints on request, and the review of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from logic.core import Evaluation, Hint, Message, Player, Remark
from logic.game import Analysis, Game, analysis_of, has_secrets, offers, redact
from logic.llm.adviser import Advice, known_positions
from logic.players import levels, seed_at
from logic.session import Session
from scenes.app.app import App
from scenes.app.requests import WorkerRequests
from scenes.board import awards
from scenes.board.seating import Seating


def can_advise(game: Game) -> bool:
    """Whether a game has a coach: evaluations, hints or a review."""
    coach = analysis_of(game)
    return offers(coach, Analysis.evaluation) or offers(coach, Analysis.hint) or offers(coach, Analysis.review)


def always_evaluates(game: Game) -> bool:
    """Whether a game shows its evaluation all the time; in a puzzle that would give too much away."""
    analysis = analysis_of(game)
    return offers(analysis, Analysis.evaluation) and not offers(analysis, Analysis.least)


def has_par(session: Session) -> bool:
    """Whether this is a puzzle of which the game can compute the least that it takes."""
    return len(session.setup.seats) == 1 and offers(analysis_of(session.game), Analysis.least)


def can_judge(session: Session) -> bool:
    """Whether positions are evaluated, all the time or on request."""
    judges = offers(analysis_of(session.game), Analysis.evaluation)
    return judges and (always_evaluates(session.game) or has_par(session))


class Coach:
    """Asks the worker for advice in one match and keeps the answers about the present position.

    It thinks with dice of its own (see ``players.seed_at``). ``on_heard`` is called when an answer has come.
    """

    def __init__(
        self, app: App, table: Seating, requests: WorkerRequests, own_seed: int, on_heard: Callable[[], object]
    ) -> None:
        self.evaluation: Evaluation | None = None
        """The evaluation of the position, once known."""
        self.advice: Advice | None = None
        """The requested hint with its source, until it is closed or the position changes."""
        self.remarks: tuple[Remark, ...] | None = None
        """The review of the finished game, once requested and known."""
        self._app = app
        self._table = table
        self._session = table.session
        self._requests = requests
        self._own_seed = own_seed
        self._on_heard = on_heard
        self.has_par = has_par(self._session)
        """Whether this is a puzzle whose distance to the solution, and solution, can be computed on request."""
        setup, game = self._session.setup, self._session.game
        self._known_par = awards.par_of(setup)
        self._may_advise = setup.coach and can_advise(game)
        easiest = next(iter(levels(game)))
        self._may_judge = always_evaluates(game) and all(seat.level != easiest for seat in setup.seats)
        """Whether the evaluation is shown all the time: not in lessons, nor against the easiest level."""
        self._least: tuple[int, ...] | None = None
        self._evaluation_failed = False
        """Whether the worker has failed at this position: then the lamp stays dark."""

    @property
    def is_wanted(self) -> bool:
        """Whether the variant and the player want advice, and the game can give it."""
        return self._may_advise and self._app.settings.coach

    # -- cost of a puzzle

    @property
    def least(self) -> tuple[int, ...]:
        """The least that the puzzle takes in each of the game's counts; empty if unknown."""
        return self._least or ()

    @property
    def par(self) -> int:
        """The least that the puzzle takes, 0 if unknown."""
        return self._known_par or next(iter(self.least), 0)

    def goal(self) -> Message:
        """Say what a perfect solution takes."""
        return Message("It can be done in {cost}.", cost=awards.cost(self._session, self.par))

    def request_automatic(self) -> None:
        """Request what is shown without being asked for: the puzzle's least cost, and the evaluation."""
        session = self._session
        if self.has_par and self._least is None and self._requests.pending("least") is None:
            self._requests.ask("least", session.states[0], then=partial(self._take, "least"))
        if self._table.awaits_human and self.shows_lamp:
            self._ask_evaluation()

    # -- evaluation

    @property
    def can_ask_evaluation(self) -> bool:
        """Whether the evaluation can be requested now, in a game that shows it only on request."""
        able = self.is_wanted and self.has_par and offers(analysis_of(self._session.game), Analysis.evaluation)
        return able and self._table.awaits_human

    def ask_evaluation(self) -> None:
        """Request the evaluation from the worker; it will be in ``evaluation``."""
        if self.can_ask_evaluation:
            self._ask_evaluation()

    @property
    def shows_lamp(self) -> bool:
        """Whether the evaluation is shown all the time."""
        return self._may_judge and self.is_wanted

    def lamp_reading(self) -> tuple[int, int, Message] | None:
        """The lamp's value, player and text: whoever has the turn, even if only its end is left. None if unknown."""
        evaluation, next_one = self.evaluation, self._session.state.player
        if evaluation is None:
            return None
        holder = self._table.actor
        if not self._session.awaits_end or holder == next_one:
            return evaluation.value, next_one, evaluation.text
        if evaluation.value == 0:
            return 0, holder, evaluation.text
        if evaluation.value > 0:
            return -1, holder, Message("Careful: {player} can win now.", player=Player(next_one))
        return 1, holder, Message("{player} wins from here.", player=Player(holder))

    def _ask_evaluation(self) -> None:
        """Request the evaluation if it is wanted and not known yet, based on what all at the screen know."""
        session = self._session
        known = (
            self.evaluation is not None or self._evaluation_failed or self._requests.pending("evaluation") is not None
        )
        wanted = self.is_wanted and offers(analysis_of(session.game), Analysis.evaluation)
        if known or not wanted or session.state.outcome() is not None:
            return
        if not (has_secrets(session.game) and session.awaits_end):
            view = redact(session.game, session.state, session.state.player)
            self._requests.ask("evaluation", self._table.common_view(view), then=partial(self._take, "evaluation"))

    # -- hints

    @property
    def hint(self) -> Hint | None:
        """The requested hint, without its source."""
        return self.advice.hint if self.advice is not None else None

    @property
    def asks_model(self) -> bool:
        """Whether a language model is working on a hint."""
        request = self._requests.pending("hint")
        return request is not None and request.task == "advise"

    @property
    def can_hint(self) -> bool:
        able = self.is_wanted and offers(analysis_of(self._session.game), Analysis.hint)
        return able and self._table.awaits_human and not (self._session.awaits_end or self._table.secrets_on_phone)

    def ask_hint(self) -> None:
        """Request a hint for the player to act: from the language model if it is switched on, else from the game."""
        if not self.can_hint or self._requests.pending("hint") is not None:
            return
        session, adviser = self._session, self._app.adviser
        config = adviser.ready
        known, seed = redact(session.game, session.state, session.actor), seed_at(self._own_seed, session.ply)
        past, then = known_positions(session), partial(self._take, "hint")
        if config is not None:
            asked = known, config, adviser.language, seed, past, adviser.key
            self._requests.ask("advise", *asked, kind="hint", then=then)
        else:
            self._requests.ask("hint", known, seed, past, then=then)

    def close_hint(self) -> None:
        """Discard the hint that was read."""
        self.advice = None

    def cancel_hint(self) -> None:
        """Cancel the hint. This cancels all requests to the worker, so those still wanted are sent again."""
        self._requests.forget()
        self.request_automatic()

    # -- review

    @property
    def can_review(self) -> bool:
        """Whether the finished game can be reviewed for mistakes."""
        session = self._session
        return self._table.is_over and session.ply > 0 and offers(analysis_of(session.game), Analysis.review)

    def ask_review(self) -> None:
        """Request a review of the finished game; it will be in ``remarks``."""
        session = self._session
        if self.can_review and self.remarks is None and self._requests.pending("review") is None:
            self._requests.ask("review", session.states, session.moves, then=partial(self._take, "review"))

    # -- answers of the worker

    def forget(self) -> None:
        """Reset, for another position."""
        self.evaluation = self.advice = self.remarks = None
        self._evaluation_failed = False

    def _take(self, kind: str, answer: Future[Any]) -> None:
        try:
            said = answer.result()
        except Exception:  # advice is optional: the game goes on without it
            self._handle_failure(kind)
        else:
            self._keep(kind, said)
        self._on_heard()

    def _keep(self, kind: str, said: Any) -> None:
        if kind == "evaluation":
            self.evaluation = said
        elif kind == "hint":
            self.advice = advice = Advice(said, "builtin") if isinstance(said, Hint) else said
            self._app.adviser.note_failure(advice.trouble)
        elif kind == "least":
            self._least = said
        else:
            self.remarks = said

    def _handle_failure(self, kind: str) -> None:
        """Keep the lamp dark at this position, without a message; report a failure only if the player has asked."""
        if kind == "evaluation" and not self.has_par:
            self._evaluation_failed = True
        elif kind == "least":
            self._least = ()
        else:
            self._app.tell(Message("The coach cannot think just now."))
