"""Where an editor's work goes: into a board file when it is saved, into a draft as long as it is not."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path

from logic.boards import LARGEST_BOARD, board_path
from logic.core import Message
from logic.files import StoreProblem, read_at_most, write_whole
from logic.places import data_folder
from scenes.app import App
from scenes.writing import WritingDialog, ask_for_name

DRAFTS = "drafts"
LONGEST_PATH = 400
WIDE = 900
"""Units of the dialog in which a whole path is to be read."""
NEW = "new"
"""What the draft of a board is called that has no file yet."""


class Shelving:
    """One board's file and draft on the disk. Raises StoreProblem where something cannot be written."""

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
        """Give what the file holds now; None where there is none, or none that can be read."""
        if self.path is None:
            return None
        try:
            return read_at_most(self.path, LARGEST_BOARD)
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
        key = NEW if self.path is None else sha256(str(self.path.absolute()).encode()).hexdigest()[:16]
        return data_folder() / DRAFTS / f"{self.game}-{key}.json"

    def draft(self) -> bytes | None:
        """Give the draft that was left behind, if there is one that can be read."""
        try:
            return read_at_most(self.draft_path, LARGEST_BOARD * 4)
        except OSError:
            return None

    def keep_draft(self, content: bytes) -> None:
        """Write the draft."""
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


def ask_for_path(app: App, path: Path, on_done: Callable[[Path], object]) -> None:
    """Ask where on the disk a copy is to be written; a place without a folder is meant beside the proposed one."""
    dialog = WritingDialog(
        app,
        Message("Write a copy"),
        str(path),
        partial(_resolved, path.parent),
        on_done,
        label=Message("To"),
        verb=Message("Write"),
        blurb=Message("The copy goes wherever you say; the board itself stays where it is."),
        max_length=LONGEST_PATH,
        width=WIDE,
    )
    app.stack.push(dialog)


def _resolved(folder: Path, text: str) -> Path:
    """Give the file that is meant; raise StoreProblem where it can be none."""
    if not text.strip():
        raise StoreProblem(Message("Where to? A folder and a file name are needed."))
    try:
        found = folder / Path(text.strip()).expanduser()
    except RuntimeError:  # a home folder of nobody
        raise StoreProblem(Message("Where to? A folder and a file name are needed.")) from None
    if found.is_dir():
        raise StoreProblem(Message("{file} is a folder; a file name is needed.", file=str(found)))
    return found
