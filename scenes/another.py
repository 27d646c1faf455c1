"""Another puzzle like the one that was played: made in the worker, and opened in its place as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from logic.puzzles import Puzzle, like_of, puzzles_at
from scenes.app import App
from scenes.maker import Maker
from scenes.match import Match


class Another:
    """Has one made that is like a match's own; ``open_it`` gets its params."""

    def __init__(self, app: App, match: Match, open_it: Callable[[Mapping[str, Any]], None]) -> None:
        self._app = app
        self._match = match
        self._open_it = open_it
        self._maker = Maker(app, match.name)

    @property
    def is_offered(self) -> bool:
        """Tell whether the game can say what would be like this one, or this one was dealt as others can be."""
        return self._wanted() is not None or self._is_dealt

    def _wanted(self) -> Mapping[str, int] | None:
        puzzles = puzzles_at(self._match.session.game, len(self._match.seats))
        return None if puzzles is None else like_of(puzzles, self._match.session.setup.params)

    @property
    def _is_dealt(self) -> bool:
        from scenes.puzzleplay import deals_its_own, key_of  # which opens boards

        setup = self._match.session.setup
        return deals_its_own(setup.game, setup.variant) and not key_of(setup.game, setup.params)

    def begin(self) -> None:
        """Ask for one, unless one is being made already; deal one where this one was dealt."""
        if self._is_dealt:
            self._open_it({})
            return
        wanted = self._wanted()
        if wanted is not None and not self._maker.is_busy:
            from scenes.puzzleplay import fresh_seed  # as above

            self._maker.begin(wanted, fresh_seed(self._app))

    def update(self) -> None:
        """Open what has been made, or say why there is nothing."""
        made = self._maker.take()
        if isinstance(made, Puzzle):
            self._open_it(made.params)
        elif made is not None:
            self._app.tell(made)

    def cancel(self) -> None:
        """Do without it."""
        self._maker.cancel()
