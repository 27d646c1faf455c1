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
"""What the draft of a board is called that has no file yet."""


class Shelving:
    """One board's file and draft on disk. Raises StoreProblem if something cannot be written."""

    def __init__(self, game: str, path: Path | None) -> None:
        self.game = game
        self.path = path
        self._known = self._content()

    @property
    def name(self) -> str:
        """The board's name, empty for one that was never saved."""
        return self.path.stem if self.path is not None else ""

    # -- the file

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
        """Tell whether the file holds something else than when it was opened or saved last."""
        content = self._content()
        return content is not None and content != self._known

    def save(self, path: Path, text: str) -> None:
        """Write the board to a file, which is its own from now on; its draft is needed no more."""
        write_whole(path, text.encode())
        self.drop_draft()
        self.path = path
        self._known = text.encode()

    # -- the draft

    @property
    def draft_path(self) -> Path:
        """The place of the draft: each file has its own, and so has the board without one."""
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
        """Throw the draft away; one that cannot be thrown away is offered once more, that is all."""
        try:
            self.draft_path.unlink(missing_ok=True)
        except OSError:
            return


def ask_for_board(app: App, game: str, name: str, on_done: Callable[[Path], object]) -> None:
    """Ask under what name a board is to be kept among the player's own; hand its file over."""
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
        """Write the draft, or delete it if everything is saved; called on leaving."""
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


# -- what was done before

T = TypeVar("T")

LONGEST = 500
"""How many steps back are kept."""


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
        """Go on to another value; the same one again is no step. What had been taken back is forgotten."""
        if value == self.present:
            return self
        return History(value, (*self.past, self.present)[-LONGEST:])

    def undo(self) -> History[T]:
        """Go back by a step; where there is none, stay."""
        if not self.past:
            return self
        return replace(self, present=self.past[-1], past=self.past[:-1], future=(*self.future, self.present))

    def redo(self) -> History[T]:
        """Do again what was taken back last; where there is nothing, stay."""
        if not self.future:
            return self
        return replace(self, present=self.future[-1], past=(*self.past, self.present), future=self.future[:-1])

    def amend(self, value: T) -> History[T]:
        """Put another value in the present one's place, as one step together with what led to it."""
        if not self.past:
            return self.do(value)
        return History(value, self.past)
