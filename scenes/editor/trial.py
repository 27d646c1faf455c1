"""Trying out the editor's board: played as any game is, with a way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from logic.core import Message
from logic.session import Setup
from scenes.app.app import App
from scenes.app.page import MenuEntry
from scenes.board.match import Match
from scenes.board.menu import Exits
from scenes.board.scene import BoardScene

NOT_HERE = frozenset({"set_up", "save", "next_puzzle", "share"})
"""Menu entries that a trial does not have, by key."""


class TrialExits(Exits):
    """The exits of a trial: back to the editor, or the same or another trial in its place."""

    def available(self, choices: list[MenuEntry]) -> list[MenuEntry]:
        """Lead back to the editor instead of the shelf, and leave out entries that a trial does not have."""
        label = Message("Back to the editor")
        return [
            replace(one, label=label, icon="pencil_ruler") if one.key == "shelf" else one
            for one in choices
            if one.key not in NOT_HERE
        ]

    def back(self) -> None:
        self.app.stack.pop(self.board)

    def set_up(self) -> None:
        self.back()

    def again(self) -> None:
        self._open_instead(lambda: Match.start_unstored(self.app, self.match.session.setup))

    def _open_instead(self, begin: Callable[[], Match]) -> None:
        self.back()
        self.app.stack.push(trial_of(begin()))


def trial_of(match: Match) -> BoardScene:
    return BoardScene(match.app, match, exits_from=TrialExits)


def try_out(app: App, setup: Setup) -> None:
    """Start a trial over the editor."""
    app.stack.push(trial_of(Match.start_unstored(app, setup)))
