"""An editor's files: the player's boards, the draft of the present drawing; and its undo history."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

from logic.core import Message
from logic.storage.files import LARGEST_BOARD, StoreProblem, board_path, data_folder, read_regular, write_whole
from scenes.app.app import App
from scenes.app.fields import ask_for_name

DRAFTS = "drafts"
NEW = "new"
"""Name of the draft of a board without a file."""


class Shelving:
    """One board's file and draft on disk. Raises StoreProblem if something cannot be written."""

    def __init__(self, game: str, path: Path | None) -> None:
        self.game = game
        self.path = path
        self._known = self._content()

    @property
    def name(self) -> str:
        """The board's name; empty for one that was never saved."""
        return self.path.stem if self.path is not None else ""

    # -- file

    def _content(self) -> bytes | None:
        """What the file holds now; None if there is none, or none that can be read."""
        if self.path is None:
            return None
        try:
            return read_regular(self.path, LARGEST_BOARD)
        except OSError:
            return None

    @property
    def was_changed_elsewhere(self) -> bool:
        """Whether the file has changed since it was opened or last saved."""
        content = self._content()
        return content is not None and content != self._known

    def save(self, path: Path, text: str) -> None:
        """Write the board to a file, which is its own from now on, and delete its draft."""
        write_whole(path, text.encode())
        self.drop_draft()
        self.path = path
        self._known = text.encode()

    # -- draft

    @property
    def draft_path(self) -> Path:
        """The path of the draft: one for each file, and one for boards without a file."""
        key = NEW if self.path is None else sha256(os.fsencode(self.path.absolute())).hexdigest()[:16]
        return data_folder() / DRAFTS / f"{self.game}-{key}.json"

    def draft(self) -> bytes | None:
        """The draft that was left behind, if there is one that can be read."""
        try:
            return read_regular(self.draft_path, LARGEST_BOARD * 4)
        except OSError:
            return None

    def keep_draft(self, content: bytes) -> None:
        write_whole(self.draft_path, content)

    def drop_draft(self) -> None:
        """Delete the draft; one that cannot be deleted is only offered once more."""
        try:
            self.draft_path.unlink(missing_ok=True)
        except OSError:
            return


def ask_for_board(app: App, game: str, name: str, on_done: Callable[[Path], object]) -> None:
    """Ask for the name of a board among the player's own; pass its path on."""
    ask_for_name(app, Message("Save the board"), name, partial(board_path, game), on_done, verb=Message("Save"))


PAUSE = 1.0
"""Seconds without a change after which the draft is written."""


class DraftKeeper:
    """Keeps one board's draft in step with the drawing; a failing disk is reported once.

    ``unsaved`` gives what would be lost without a draft, None if everything is saved. A draft left behind by another
    editor is not touched before :meth:`take_over`, or before something is drawn.
    """

    def __init__(self, app: App, shelving: Shelving, unsaved: Callable[[], bytes | None]) -> None:
        self._app = app
        self._shelving = shelving
        self._unsaved = unsaved
        self._due: float | None = None
        self._owns_draft = False
        self._has_failed = False

    def note_change(self) -> None:
        """Write the draft after a pause."""
        self._due = PAUSE

    def take_over(self) -> None:
        """Take responsibility for the stored draft: it is deleted when nothing is unsaved."""
        self._due, self._owns_draft = None, True

    def forget(self) -> None:
        """Drop pending writes: the board was saved, and its draft deleted with that."""
        self._due, self._owns_draft = None, False

    def settle(self) -> None:
        """Write the draft, or delete it if everything is saved; called on leaving."""
        pending, self._due = self._due is not None, None
        has_changes = self._unsaved() is not None
        if pending or (self._has_failed if has_changes else self._owns_draft):
            self._write()

    def update(self, dt: float) -> bool:
        """Advance. Return whether a draft is due."""
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
        self._owns_draft = True
        try:
            self._shelving.keep_draft(content)
        except StoreProblem as problem:
            if not self._has_failed:
                self._app.tell(problem.message)
            self._has_failed = True


# -- history

T = TypeVar("T")

LONGEST = 500
"""Largest number of undo steps."""


@dataclass(frozen=True, slots=True)
class History(Generic[T]):
    """An undo history: the present value, those before it and those undone (both with the nearest last).

    It is a value itself: every change gives another history.

    >>> drawn = History("").do("wall").do("wall, mine")
    >>> drawn.undo().present, drawn.undo().redo().present
    ('wall', 'wall, mine')
    """

    present: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    @property
    def can_undo(self) -> bool:
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.future)

    def do(self, value: T) -> History[T]:
        """Add a value; the same one again is no step. Undone values are dropped."""
        if value == self.present:
            return self
        return History(value, (*self.past, self.present)[-LONGEST:])

    def undo(self) -> History[T]:
        """Go back one step, if there is one."""
        if not self.past:
            return self
        return replace(self, present=self.past[-1], past=self.past[:-1], future=(*self.future, self.present))

    def redo(self) -> History[T]:
        """Redo the last undone step, if there is one."""
        if not self.future:
            return self
        return replace(self, present=self.future[-1], past=(*self.past, self.present), future=self.future[:-1])

    def amend(self, value: T) -> History[T]:
        """Replace the present value, as one step together with what led to it."""
        if not self.past:
            return self.do(value)
        return History(value, self.past)
