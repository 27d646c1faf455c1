"""Keeping a match: each line of its journal, its result, what its puzzle was worth; trouble is told, never raised."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from logic.core import Outcome
from logic.files import StoreProblem
from logic.session import Session
from scenes import awards
from scenes.app import App


class Keeping:
    """Writes one session down under the number of its game; one without a number leaves no trace."""

    def __init__(self, app: App, session: Session, game_id: int | None) -> None:
        self._app = app
        self._session = session
        self._game_id = game_id
        session.record = self._record if game_id is not None else None

    def finish(self, outcome: Outcome, thinking_time: Sequence[float]) -> None:
        """Keep how the game ended."""
        game_id = self._game_id
        if game_id is not None:
            self._keep(lambda: self._app.store.finish(game_id, outcome, self._app.now(), thinking_time))

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

    def pass_on_notices(self) -> None:
        """Tell what the store has to say."""
        for message in self._app.store.notices():
            self._app.tell(message)

    def _record(self, line: str) -> None:
        game_id = self._game_id
        if game_id is not None:
            self._keep(lambda: self._app.store.record(game_id, line, self._app.now()))

    def _keep(self, write: Callable[[], None]) -> None:
        try:
            write()
        except StoreProblem as problem:
            self._app.tell(problem.message)
        self.pass_on_notices()
