"""What a hand at a board does to the match: moves, ends of turns, and what is taken back."""

from __future__ import annotations

from collections.abc import Callable

from logic.core import IllegalMove, Message, Move, offers
from scenes.app import App
from scenes.match import Match
from scenes.overlays import Answer, Question
from scenes.view import GameView


def _nothing() -> None:
    """Let nothing follow."""


class BoardMoves:
    """Plays at one match what its board asks for; ``show_again`` puts the pieces back after a move that is refused."""

    def __init__(self, app: App, match: Match, view: GameView, show_again: Callable[[], None]) -> None:
        self._app = app
        self._match = match
        self._view = view
        self._show_again = show_again
        self._ending: tuple[tuple[int, int], Move | None] | None = None

    def play(self, move: Move, *, shown: bool = False) -> None:
        """Make a move; where it is refused, say why."""
        try:
            self._match.play(move, shown=shown)
        except IllegalMove as error:
            self._app.tell(error.message, self._match.names)
            self._show_again()

    def ask_and_play(self, move: Move | None, then: Callable[[], None] = _nothing) -> None:
        """Make a move, and ``then`` what follows; ask first where it would be regretted for certain, as all can see."""
        if move is None:
            return

        def go() -> None:
            self.play(move)
            then()

        warning = offers(self._match.session.game, "warning")
        question = warning(self._view.state, move) if warning is not None else None
        if question is None:
            go()
            return
        answers: list[Answer] = [
            (Message("Think again"), None, "normal"),
            (Message("Go all the same"), go, "danger"),
        ]
        self._app.stack.push(Question(self._app, question, answers, names=self._match.names))

    # -- the end of a turn

    def ending(self) -> Move | None:
        """Give the move that ends the turn; looked for once at each position, however often the hand moves."""
        key = (self._match.news, self._view.viewer)
        if self._ending is None or self._ending[0] != key:
            self._ending = key, self._view.end_move()
        return self._ending[1]

    @property
    def can_end(self) -> bool:
        """Tell whether the turn can be closed now, by a move or without."""
        if not self._match.awaits_human:
            return False
        return self._match.session.awaits_end or (self._view.live and self.ending() is not None)

    def end_turn(self) -> None:
        """Close the turn; make the move that ends it first, where the game wants one."""
        if not self.can_end:
            return
        move = None if self._match.session.awaits_end else self.ending()
        if move is not None:
            self.ask_and_play(move, then=self._close_turn)
        else:
            self._close_turn()

    def _close_turn(self) -> None:
        if self._match.session.awaits_end:
            self._match.end_turn()
        self._app.sound.play("turn_end")

    # -- taking back

    def undo(self) -> None:
        """Take the last move back, where the variant lets it."""
        if self._match.can_undo:
            self._match.undo()
            self._app.sound.play("lift")

    def rewind(self) -> None:
        """Go back to the beginning of a puzzle, or of the own turn where no more than that may be taken back."""
        own_turn = self._match.session.setup.undo == "own_turn"
        if self._match.can_undo and (own_turn or self._match.is_solitary):
            self._match.rewind()
            self._app.sound.play("lift")

    def redo(self) -> None:
        """Make again what was taken back last."""
        if self._match.can_redo:
            self._match.redo()
