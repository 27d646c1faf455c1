"""The draft of what an editor has not saved: written once the hand rests, thrown away when nothing would be lost."""

from __future__ import annotations

from collections.abc import Callable

from logic.files import StoreProblem
from scenes.app import App
from scenes.editorfiles import Shelving

PAUSE = 1.0
"""Seconds without a change after which the draft is written."""


class DraftKeeper:
    """Keeps one board's draft in step with what is drawn; a disk that takes nothing is spoken of once.

    ``unsaved`` gives what would be lost without a draft, None where everything is saved. A draft that was left behind
    by somebody else is not touched before :meth:`take_over`, or before something is drawn.
    """

    def __init__(self, app: App, shelving: Shelving, unsaved: Callable[[], bytes | None]) -> None:
        self._app = app
        self._shelving = shelving
        self._unsaved = unsaved
        self._due: float | None = None
        self._is_ours = False
        self._fails = False

    def note_change(self) -> None:
        """Write the draft when the hand has rested."""
        self._due = PAUSE

    def take_over(self) -> None:
        """Answer for the draft that lies there: it goes when nothing is left unsaved."""
        self._due, self._is_ours = None, True

    def forget(self) -> None:
        """Have nothing to write: the board was saved, and its draft went with that."""
        self._due, self._is_ours = None, False

    def settle(self) -> None:
        """Let the draft on the disk be what is not saved, or go; for who leaves."""
        pending, self._due = self._due is not None, None
        has_changes = self._unsaved() is not None
        if pending or (self._fails if has_changes else self._is_ours):
            self._write()

    def update(self, dt: float) -> bool:
        """Let time pass; true while a draft is due."""
        if self._due is None:
            return False
        self._due -= dt
        if self._due <= 0:
            self._due = None
            self._write()
        return True

    def _write(self) -> None:
        content = self._unsaved()
        if content is None:
            self._shelving.drop_draft()
            return
        self._is_ours = True
        try:
            self._shelving.keep_draft(content)
        except StoreProblem as problem:
            if not self._fails:
                self._app.tell(problem.message)
            self._fails = True
