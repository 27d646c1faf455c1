"""Trying out the editor's board: played as any game is, with a way back."""

from __future__ import annotations

from dataclasses import replace

from logic.core import Message
from logic.session import Setup
from scenes.app.app import App, Scene
from scenes.app.page import MenuEntry
from scenes.board.match import Match
from scenes.board.scene import BoardScene

NOT_HERE = frozenset({"set_up", "save", "next_puzzle", "share"})
"""Menu entries that a trial does not have, by key."""


class TrialExits:
    """The exits of a trial: back to the editor, or the same or another trial in its place."""

    def __init__(self, board: Scene, match: Match) -> None:
        self._board = board
        self._app = board.app
        self._match = match

    def available(self, choices: list[MenuEntry]) -> list[MenuEntry]:
        """Lead back to the editor instead of the shelf, and leave out entries that a trial does not have."""
        label = Message("Back to the editor")
        return [
            replace(one, label=label, icon="pencil_ruler") if one.key == "shelf" else one
            for one in choices
            if one.key not in NOT_HERE
        ]

    def back(self) -> None:
        self._app.stack.pop(self._board)

    def set_up(self) -> None:
        self.back()

    def again(self) -> None:
        self._try(Match.start_unstored(self._app, self._match.session.setup))

    def rematch(self) -> None:
        """Start the trial again with another seed."""
        self._try(self._match.rematch())

    def _try(self, match: Match) -> None:
        self.back()
        self._app.stack.push(trial_of(match))


def trial_of(match: Match) -> BoardScene:
    return BoardScene(match.app, match, exits_from=TrialExits)


def try_out(app: App, setup: Setup) -> None:
    """Start a trial over the editor."""
    app.stack.push(trial_of(Match.start_unstored(app, setup)))
