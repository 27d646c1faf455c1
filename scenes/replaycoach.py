"""What the coach says of a game that is watched: the worth of each position, and a look back at the whole."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError, Future

from logic.core import Message, Remark, Verdict, offers
from logic.session import Session
from scenes.app import App
from scenes.coach import can_advise, can_judge


class ReplayCoach:
    """Asks the worker about the positions of one session, and keeps what it has said."""

    def __init__(self, app: App, session: Session, remarks: Sequence[Remark] | None) -> None:
        self.remarks: tuple[Remark, ...] = tuple(sorted(remarks or (), key=lambda remark: remark.place))
        self._app = app
        self._session = session
        self._verdicts: dict[int, Verdict] = {}
        self._asked: tuple[int, Future[Verdict]] | None = None
        self._review: Future[tuple[Remark, ...]] | None = None
        self._was_reviewed = remarks is not None

    @property
    def is_wanted(self) -> bool:
        """Tell whether the player wishes for advice and the game can give it."""
        return self._app.settings.coach and self._session.setup.coach and can_advise(self._session.game)

    @property
    def has_lamp(self) -> bool:
        """Tell whether there are verdicts to show."""
        return self.is_wanted and can_judge(self._session)

    @property
    def can_review(self) -> bool:
        """Tell whether the game is over and has not been looked through yet."""
        over = self._session.outcome() is not None and len(self._session.states) > 1
        asked = self._was_reviewed or self._review is not None
        return self.is_wanted and over and not asked and offers(self._session.game, "review") is not None

    def verdict(self, place: int) -> Verdict | None:
        """Give what a position is worth, as soon as that is known."""
        return self._verdicts.get(place)

    def ask_verdict(self, place: int) -> None:
        """Ask what a position is worth."""
        if not self.has_lamp or place in self._verdicts:
            return
        future = self._app.thinker.ask("verdict", self._session.setup.game, self._session.states[place])
        self._asked = (place, future)
        future.add_done_callback(lambda _future: self._app.wake())

    def ask_review(self) -> None:
        """Ask for the moves that gave something away."""
        session = self._session
        self._review = self._app.thinker.ask("review", session.setup.game, session.states, session.moves)
        self._review.add_done_callback(lambda _future: self._app.wake())

    def take_verdict(self) -> bool:
        """Take what the worker says of a position; true where there was something to take."""
        if self._asked is None or not self._asked[1].done():
            return False
        place, future = self._asked
        self._asked = None
        try:
            self._verdicts[place] = future.result()
        except (CancelledError, Exception):  # a lamp that stays dark is no reason to end a replay
            return False
        return True

    def take_review(self) -> bool:
        """Take what the worker says of the whole game; true where it is done, well or badly."""
        if self._review is None or not self._review.done():
            return False
        review, self._review = self._review, None
        try:
            self.remarks = tuple(sorted(review.result(), key=lambda remark: remark.place))
        except (CancelledError, Exception):  # it can be asked for once more
            self._app.tell(Message("The coach cannot think just now."))
            return True
        self._was_reviewed = True
        if not self.remarks:
            self._app.tell(Message("Nobody gave anything away in this game. Well played!"))
        return True

    def leave(self) -> None:
        """Let go of what was asked."""
        for future in (self._asked[1] if self._asked is not None else None, self._review):
            if future is not None:
                future.cancel()
