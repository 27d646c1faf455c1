"""A board being tried out by whoever draws it: played like any other, kept nowhere, and left for the editor again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from logic.core import Message
from logic.session.saving import Setup
from scenes.app.app import App
from scenes.app.overlays import Choice
from scenes.board.match import Match
from scenes.board.menu import BoardMenu
from scenes.board.scene import BoardScene

NOT_HERE = frozenset({"set_up", "save", "next_puzzle"})
"""What a trial does not lead to, by the keys of the menus."""


class TryoutMenu(BoardMenu):
    """The menus of a trial: every way out leads back to the editor."""

    def _choices(self) -> list[Choice]:
        return _led_back(super()._choices())

    def _next_choices(self) -> list[Choice]:
        return _led_back(super()._next_choices())

    def to_shelf(self) -> None:
        """Go back to the editor."""
        self.app.stack.pop(self.board)

    def set_up(self) -> None:
        """Go back to the editor, too."""
        self.to_shelf()

    def _restart(self) -> None:
        self._open_instead(lambda: Match.unkept(self.app, self.match.session.setup))

    def _open_instead(self, begin: Callable[[], Match]) -> None:
        self.app.stack.pop(self.board)
        self.app.stack.push(TryoutScene(self.app, begin()))


def _led_back(choices: list[Choice]) -> list[Choice]:
    label = Message("Back to the editor")
    return [
        replace(one, label=label, icon="pencil_ruler") if one.key == "shelf" else one
        for one in choices
        if one.key not in NOT_HERE
    ]


class TryoutScene(BoardScene):
    """The board of a trial."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app, match)
        self.menu = TryoutMenu(self, match, self.view, self.solving, self.uncover)


def try_out(app: App, setup: Setup) -> None:
    """Begin a trial over the editor."""
    app.stack.push(TryoutScene(app, Match.unkept(app, setup)))
