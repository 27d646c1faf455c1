"""What comes after a puzzle: a shortest way through it, or another one like it, both from the worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from typing import Any

from logic.core import Message, Move
from logic.game import Analysis, Game, analysis_of, offers
from logic.puzzles import Puzzle, puzzles_at
from logic.session.session import Session
from scenes.app.app import App
from scenes.app.requests import Maker, Questions
from scenes.board.match import Match


def can_show_way(game: Game) -> bool:
    """Tell whether a game can say how one of its puzzles is done."""
    return offers(analysis_of(game), Analysis.solution)


class ShortestWay:
    """Has the solution of a puzzle of one game worked out, and shows it as a game that was played."""

    def __init__(self, app: App, game: str) -> None:
        self._app = app
        self._questions = Questions(app, game)
        self._session: Session | None = None

    @property
    def is_looking(self) -> bool:
        return self._questions.pending("solution") is not None

    def begin(self, session: Session) -> None:
        """Ask the worker how the puzzle of a session is done from its beginning, unless it is thinking about that."""
        if not self.is_looking:
            self._session = Session(session.game, session.setup)
            self._questions.ask("solution", self._session.state)

    def forget(self) -> None:
        """Let the worker off: nobody wants to see it any more."""
        self._questions.forget()
        self._session = None

    def update(self) -> bool:
        """Show what has come, or say why there is nothing; true when there was something."""
        answer = self._questions.answered("solution")
        if answer is None or self._session is None:
            return False
        try:
            way: Sequence[Move] | None = answer.result()
        except CancelledError:
            return True
        except Exception:  # a gift, as all that the coach says
            self._app.tell(Message("The coach cannot think just now."))
            return True
        if way is None:
            self._app.tell(Message("No way was found."))
        else:
            self._show(self._session, way)
        return True

    def _show(self, session: Session, way: Sequence[Move]) -> None:
        for move in way:
            session.play(move, shown=True)
            if session.awaits_end:
                session.end_turn()
        self._app.open("replay", session, remarks=(), title=Message("The shortest way"), playing=True)


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
        return None if puzzles is None else puzzles.like(self._match.session.setup.params)

    @property
    def _is_dealt(self) -> bool:
        from scenes.puzzles.play import deals_its_own, key_of  # which opens boards

        setup = self._match.session.setup
        return deals_its_own(setup.game, setup.variant) and not key_of(setup.game, setup.params)

    def begin(self) -> None:
        """Ask for one, unless one is being made already; deal one where this one was dealt."""
        if self._is_dealt:
            self._open_it({})
            return
        wanted = self._wanted()
        if wanted is not None and not self._maker.is_busy:
            from scenes.puzzles.play import fresh_seed  # as above

            self._maker.begin(wanted, fresh_seed(self._app))

    def update(self) -> None:
        """Open what has been made, or say why there is nothing."""
        made = self._maker.take()
        if isinstance(made, Puzzle):
            self._open_it(made.params)
        elif made is not None:
            self._app.tell(made)

    def cancel(self) -> None:
        self._maker.cancel()
