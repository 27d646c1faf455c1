"""A table with the coach beside it: what can be asked there, and what the answer was."""

from __future__ import annotations

from logic import players
from logic.advice.loop import Advice
from logic.core import Hint, Message, Remark, Verdict, offers
from logic.session import Session
from scenes import awards
from scenes.app import App
from scenes.coach import Coach, keeps_lamp
from scenes.questions import Questions
from scenes.table import Table


class CoachedTable(Table):
    """A table whose game may be asked about; an answer counts only while the position that it is about still stands."""

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app, session)
        self._questions = Questions(app, self.name)
        self._own_seed = app.draw()
        """Of the dice of those who think at this table, the coach as well."""
        self._coach = Coach(app, session, self._questions)

    # -- what it takes

    @property
    def is_measured(self) -> bool:
        """Tell whether this is a puzzle of which it can be told how far it is, and that can be solved from anywhere."""
        return self._coach.waits_to_be_asked

    @property
    def par(self) -> int:
        """The least that the puzzle takes, 0 where that is not known."""
        return awards.par_of(self.session.setup) or next(iter(self.least), 0)

    @property
    def least(self) -> tuple[int, ...]:
        """The least that the puzzle takes in each of the game's counts, empty while or where that is not known."""
        return self._coach.least or ()

    def goal(self) -> Message:
        """Say what a perfect game takes."""
        return Message("It can be done in {cost}.", cost=awards.cost(self.session, self.par))

    # -- the coach

    @property
    def verdict(self) -> Verdict | None:
        """What the position is worth, as soon as the coach knows."""
        return self._coach.verdict

    @property
    def hint(self) -> Hint | None:
        """What the coach has been asked for, until it is closed or the position changes."""
        return self.advice.hint if self.advice is not None else None

    @property
    def advice(self) -> Advice | None:
        """The hint with where it comes from: the coach's own, or a language model's."""
        return self._coach.advice

    @property
    def asks_model(self) -> bool:
        """Tell whether a language model is thinking about a hint."""
        return self._coach.asks_model

    @property
    def remarks(self) -> tuple[Remark, ...] | None:
        """What the coach says of the finished game, once it was asked and knows."""
        return self._coach.remarks

    @property
    def has_coach(self) -> bool:
        """Tell whether the variant and the player wish for advice, and the game can give it."""
        return self._coach.is_wanted

    @property
    def can_hint(self) -> bool:
        """Tell whether a hint can be asked for now."""
        able = self.has_coach and offers(self.session.game, "hint") is not None
        return able and self.awaits_human and not self.session.awaits_end

    def ask_hint(self) -> None:
        """Ask the worker for a hint; it will be in ``hint``."""
        if self.can_hint:
            self._coach.ask_hint(players.seed_at(self._own_seed, self.session.place))

    @property
    def can_ask_verdict(self) -> bool:
        """Tell whether it can be asked now how far it is, in a game that says so only when asked."""
        able = self.has_coach and self._coach.waits_to_be_asked and offers(self.session.game, "verdict") is not None
        return able and self.awaits_human

    def ask_verdict(self) -> None:
        """Ask the worker how far it is; it will be in ``verdict``."""
        if self.can_ask_verdict:
            self._coach.ask_verdict()

    def close_hint(self) -> None:
        """Have read the hint."""
        self._coach.advice = None

    def cancel_hint(self) -> None:
        """Wait for the hint no longer."""
        self._coach.cancel_hint()

    @property
    def can_review(self) -> bool:
        """Tell whether the finished game can be looked through for mistakes."""
        return self.is_over and self.session.place > 0 and offers(self.session.game, "review") is not None

    def ask_review(self) -> None:
        """Ask the worker to look through the finished game; it will be in ``remarks``."""
        if self.can_review:
            self._coach.ask_review()

    def _ask_verdict(self) -> None:
        if self.awaits_human and keeps_lamp(self.session.game):
            self._coach.ask_verdict()
