"""Keeping a match: each line of its journal, its result, what its puzzle was worth; trouble is told, never raised."""

from __future__ import annotations

from collections.abc import Callable

from logic.core import Outcome
from logic.files import StoreProblem
from logic.session import SaveError, Session
from scenes import awards, ownbest
from scenes.app import App
from scenes.matchclock import MatchClock


class Keeping:
    """Writes one session down under the number of its game, with its times; one without a number leaves no trace."""

    def __init__(self, app: App, session: Session, game_id: int | None, clock: MatchClock) -> None:
        self._app = app
        self._session = session
        self._game_id = game_id
        self._clock = clock
        session.record = self._record

    def finish(self, outcome: Outcome) -> None:
        """Keep how the game ended."""
        game_id = self._game_id
        if game_id is not None:
            self._keep(lambda: self._app.store.finish(game_id, outcome, self._app.now()))

    def keep_thought(self) -> None:
        """Keep how long has been thought where a game is left in the middle of a thought."""
        game_id = self._game_id
        if game_id is not None:
            self._keep(lambda: self._app.store.keep_thought(game_id, self._clock.thought))

    def keep_in_hand(self, in_hand: str) -> None:
        """Keep what is chosen on the board for the next move."""
        game_id = self._game_id
        if game_id is not None:
            self._keep(lambda: self._app.store.keep_in_hand(game_id, in_hand))

    def award(self, par: int) -> awards.Award | None:
        """Rate a solved puzzle; what a person has solved in a game that is kept counts for the profile."""
        found = awards.award(self._session, par)
        if found is None or self._game_id is None or self._session.setup.seats[0].is_computer:
            return found
        best = found

        def keep() -> None:
            nonlocal best
            best = awards.keep(self._app, self._session, found)

        self._keep(keep)
        return best

    def own_best(self) -> ownbest.OwnBest | None:
        """Give the points of a finished game for points; what a person has reached in one that is kept counts."""
        found = ownbest.reached(self._session)
        if found is None or self._game_id is None or self._session.setup.seats[0].is_computer:
            return found
        best = found

        def keep() -> None:
            nonlocal best
            best = ownbest.keep_best(self._app, self._session, found)

        self._keep(keep)
        return best

    def pass_on_notices(self) -> None:
        """Tell what the store has to say."""
        for message in self._app.store.notices():
            self._app.tell(message)

    def _record(self, line: str) -> None:
        game_id, thought = self._game_id, self._clock.take_thought()
        if game_id is not None:
            self._keep(lambda: self._app.store.record(game_id, line, self._app.now(), thought))

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except (StoreProblem, SaveError) as problem:  # a game that was thrown away meanwhile cannot be read
            self._app.tell(problem.message)
        self.pass_on_notices()
