"""The coach of a match: evaluation, hints on request, and the review of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from logic.core import Evaluation, Hint, Message, Player, Remark
from logic.game import Analysis, Game, analysis_of, has_secrets, offers, redact
from logic.llm.adviser import Advice, past_of
from logic.players import levels, seed_at
from logic.session import Session
from scenes.app.app import App
from scenes.app.requests import WorkerRequests
from scenes.board import awards
from scenes.board.seating import Seating


def can_advise(game: Game) -> bool:
    """Whether a game has a coach at all: one that gives evaluations, hints or a review."""
    coach = analysis_of(game)
    return offers(coach, Analysis.evaluation) or offers(coach, Analysis.hint) or offers(coach, Analysis.review)


def keeps_lamp(game: Game) -> bool:
    """Whether a game says all the time what a position is worth; of a puzzle that would say too much."""
    analysis = analysis_of(game)
    return offers(analysis, Analysis.evaluation) and not offers(analysis, Analysis.least)


def is_measured(session: Session) -> bool:
    """Whether this is a puzzle of which the game can say what it takes at least."""
    return len(session.setup.seats) == 1 and offers(analysis_of(session.game), Analysis.least)


def can_judge(session: Session) -> bool:
    """Whether anything is said of what positions are worth, all the time or only when asked."""
    judges = offers(analysis_of(session.game), Analysis.evaluation)
    return judges and (keeps_lamp(session.game) or is_measured(session))


class Coach:
    """Asks the worker for advice in one match and keeps the answers about the present position.

    It thinks with dice of its own (see ``players.seed_at``). ``on_heard`` is called when an answer has come.
    """

    def __init__(
        self, app: App, table: Seating, requests: WorkerRequests, own_seed: int, on_heard: Callable[[], object]
    ) -> None:
        self.evaluation: Evaluation | None = None
        """What the position is worth, as soon as that is known."""
        self.advice: Advice | None = None
        """The hint that was asked for, and where it comes from, until it is closed or the position changes."""
        self.remarks: tuple[Remark, ...] | None = None
        """What is said of the finished game, once that was asked and is known."""
        self._app = app
        self._table = table
        self._session = table.session
        self._requests = requests
        self._own_seed = own_seed
        self._on_heard = on_heard
        self.is_measured = is_measured(self._session)
        """Whether this is a puzzle of which it can be told how far it is, to those who ask, and that can be solved."""
        setup, game = self._session.setup, self._session.game
        self._known_par = awards.par_of(setup)
        self._may_advise = setup.coach and can_advise(game)
        self._may_judge = keeps_lamp(game) and next(iter(levels(game))) not in [seat.level for seat in setup.seats]
        """Whether it is told all the time what the position is worth: not in lessons, nor against the gentlest."""
        self._least: tuple[int, ...] | None = None
        self._is_dark = False
        """Whether the worker has failed at this position: then the lamp stays dark there."""

    @property
    def is_wanted(self) -> bool:
        """Whether the variant and the player wish for advice, and the game can give it."""
        return self._may_advise and self._app.settings.coach

    # -- what a puzzle takes

    @property
    def least(self) -> tuple[int, ...]:
        """The least that the puzzle takes in each of the game's counts, empty while or where that is not known."""
        return self._least or ()

    @property
    def par(self) -> int:
        """The least that the puzzle takes, 0 if unknown."""
        return self._known_par or next(iter(self.least), 0)

    def goal(self) -> Message:
        """Say what a perfect game takes."""
        return Message("It can be done in {cost}.", cost=awards.cost(self._session, self.par))

    def keep_asking(self) -> None:
        """Ask for what is to be known without a question: what the puzzle takes, and what the position is worth."""
        session = self._session
        if self.is_measured and self._least is None and self._requests.pending("least") is None:
            self._requests.ask("least", session.states[0], then=partial(self._take, "least"))
        if self._table.awaits_human and self.shows_lamp:
            self._ask_evaluation()

    # -- what a position is worth

    @property
    def can_ask_evaluation(self) -> bool:
        """Whether it can be asked now how far it is, in a game that says so only when asked."""
        able = self.is_wanted and self.is_measured and offers(analysis_of(self._session.game), Analysis.evaluation)
        return able and self._table.awaits_human

    def ask_evaluation(self) -> None:
        """Ask the worker how far it is; it will be in ``evaluation``."""
        if self.can_ask_evaluation:
            self._ask_evaluation()

    @property
    def shows_lamp(self) -> bool:
        """Whether it is told all the time what the position is worth."""
        return self._may_judge and self.is_wanted

    def verdict(self) -> tuple[int, int, Message] | None:
        """What the lamp says, and of whom: whoever holds the turn, even when only its end is left. None: not known."""
        evaluation, next_one = self.evaluation, self._session.state.player
        if evaluation is None:
            return None
        holder = self._table.actor
        if not self._session.awaits_end or holder == next_one:
            return evaluation.value, next_one, evaluation.text
        if evaluation.value == 0:
            return 0, holder, evaluation.text
        is_lost = evaluation.value > 0
        wins = Message("Careful: {player} can win now.", player=Player(next_one))
        return (
            (-1, holder, wins) if is_lost else (1, holder, Message("{player} wins from here.", player=Player(holder)))
        )

    def _ask_evaluation(self) -> None:
        """Ask what the position is worth, where that is wanted and not known yet, by what all at the screen know."""
        session = self._session
        known = self.evaluation is not None or self._is_dark or self._requests.pending("evaluation") is not None
        wanted = self.is_wanted and offers(analysis_of(session.game), Analysis.evaluation)
        if known or not wanted or session.state.outcome() is not None:
            return
        if not (has_secrets(session.game) and session.awaits_end):
            view = redact(session.game, session.state, session.state.player)
            self._requests.ask("evaluation", self._table.common(view), then=partial(self._take, "evaluation"))

    # -- hints

    @property
    def hint(self) -> Hint | None:
        """What was asked for, without where it comes from."""
        return self.advice.hint if self.advice is not None else None

    @property
    def asks_model(self) -> bool:
        """Whether a language model is thinking about a hint."""
        request = self._requests.pending("hint")
        return request is not None and request.task == "advise"

    @property
    def can_hint(self) -> bool:
        able = self.is_wanted and offers(analysis_of(self._session.game), Analysis.hint)
        return able and self._table.awaits_human and not (self._session.awaits_end or self._table.keeps_to_phone)

    def ask_hint(self) -> None:
        """Ask for a hint to whoever is to act: the language model where it is switched on, or else the game."""
        if not self.can_hint or self._requests.pending("hint") is not None:
            return
        session, adviser = self._session, self._app.adviser
        config = adviser.ready
        known, seed = redact(session.game, session.state, session.actor), seed_at(self._own_seed, session.ply)
        past, then = past_of(session), partial(self._take, "hint")
        if config is not None:
            asked = known, config, adviser.language, seed, past, adviser.key
            self._requests.ask("advise", *asked, kind="hint", then=then)
        else:
            self._requests.ask("hint", known, seed, past, then=then)

    def close_hint(self) -> None:
        """Have read the hint."""
        self.advice = None

    def cancel_hint(self) -> None:
        """Wait for the hint no longer. The worker lets go of all it was asked; what is still wanted is asked anew."""
        self._requests.forget()
        self.keep_asking()

    # -- looking back

    @property
    def can_review(self) -> bool:
        """Whether the finished game can be looked through for mistakes."""
        session = self._session
        return self._table.is_over and session.ply > 0 and offers(analysis_of(session.game), Analysis.review)

    def ask_review(self) -> None:
        """Ask the worker to look through the finished game; it will be in ``remarks``."""
        session = self._session
        if self.can_review and self.remarks is None and self._requests.pending("review") is None:
            self._requests.ask("review", session.states, session.moves, then=partial(self._take, "review"))

    # -- what the worker says

    def forget(self) -> None:
        """Begin anew with another position."""
        self.evaluation = self.advice = self.remarks = None
        self._is_dark = False

    def _take(self, kind: str, answer: Future[Any]) -> None:
        try:
            said = answer.result()
        except Exception:  # advice is a gift: without it the game goes on
            self._do_without(kind)
        else:
            self._keep(kind, said)
        self._on_heard()

    def _keep(self, kind: str, said: Any) -> None:
        if kind == "evaluation":
            self.evaluation = said
        elif kind == "hint":
            self.advice = advice = Advice(said, "builtin") if isinstance(said, Hint) else said
            self._app.adviser.heed(advice.trouble)
        elif kind == "least":
            self._least = said
        else:
            self.remarks = said

    def _do_without(self, kind: str) -> None:
        """Leave the lamp dark at this position, without a word; say so where somebody has asked."""
        if kind == "evaluation" and not self.is_measured:
            self._is_dark = True
        elif kind == "least":
            self._least = ()
        else:
            self._app.tell(Message("The coach cannot think just now."))
