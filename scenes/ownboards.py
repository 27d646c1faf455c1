"""The part of the puzzle shelf where the player's own boards stand: to play, to change, to rename, to throw away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from logic.boards import board_files, board_path, delete_board, keep_board, rename_board, tidy_name
from logic.core import Message
from logic.files import StoreProblem
from logic.opening import BoardFile, CannotOpen, look_into
from logic.puzzles import Puzzle
from scenes.overlays import Question
from scenes.page import row_of, section, words
from scenes.puzzlecard import Face, PuzzleCard
from scenes.puzzledesk import Desk, Tab
from scenes.puzzleplay import Best, Progress, best_of, editor_of
from scenes.wording import day
from scenes.writing import ask_for_name
from sprites.ui import Widget
from sprites.widgets import Button


@dataclass(slots=True)
class _Shelved:
    """What was read of one file: the board or the reason why it is none; read again only once it has changed."""

    stamp: tuple[int, int]
    found: BoardFile | Message


class BoardsTab(Tab):
    """The player's own boards: to play, to change, to name anew, to throw away."""

    key, icon, title = "boards", "folder_outline", Message("My boards")

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._read: dict[Path, _Shelved] = {}

    def widgets(self) -> list[Widget]:
        """Make a row for each board, and the ways to more of them."""
        desk, page, kit, say = self.desk, self.desk.page, self.desk.app.kit, self.desk.say
        made: list[Widget] = [section(page, "boards", say(Message("Your own boards")))]
        none = Message("There are none yet. Keep one that was made for you, or open a file.")
        if editor_of(desk.game) is not None:
            made.append(Button(kit, "new-board", say(Message("Build a new board")), "plus", self._build,
                               style="primary"))  # fmt: skip
            none = Message("There are none yet. Build one, keep one that was made for you, or open a file.")
        files = board_files(desk.game)
        if not files:
            made.append(words(page, "no-boards", say(none)))
        progress = desk.progress()
        return [*made, *(self._row(path, progress) for path in files)]

    def _row(self, path: Path, progress: Progress) -> Widget:
        desk, found, name = self.desk, self._look_into(path), path.name
        if isinstance(found, Message):
            face = Face("?", path.stem, desk.say(found))
            card = PuzzleCard(desk.app.kit, f"board-{name}", face, lambda: None, enabled=False)
        else:
            best = self._best(found, progress)
            when = day(desk.app, self._changed(path))
            face = Face(path.stem[:1].upper(), path.stem, when, desk.figures(0, best), done=best is not None)
            card = PuzzleCard(desk.app.kit, f"board-{name}", face, partial(desk.play, found.params))
        return row_of(desk.page, f"row-{name}", card, *self._tools(path))

    def _tools(self, path: Path) -> list[Widget]:
        kit, say, name = self.desk.app.kit, self.desk.say, path.name
        tools: list[tuple[str, str, Message, Callable[[Path], None]]] = [
            ("rename", "form_textbox", Message("Give it another name"), self._ask_name),
            ("delete", "delete_outline", Message("Throw this board away"), self._ask_delete),
        ]
        if editor_of(self.desk.game) is not None and isinstance(self._look_into(path), BoardFile):
            tools.insert(0, ("edit", "pencil", Message("Change this board"), self._edit))
        return [Button(kit, f"{key}-{name}", icon=icon, on_press=partial(press, path), tip=say(tip))
                for key, icon, tip, press in tools]  # fmt: skip

    def _changed(self, path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0

    def _look_into(self, path: Path) -> BoardFile | Message:
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
        except OSError:
            stamp = (0, 0)
        kept = self._read.get(path)
        if kept is None or kept.stamp != stamp:
            kept = self._read[path] = _Shelved(stamp, _looked_into(path, self.desk.game))
        return kept.found

    def _best(self, found: BoardFile, progress: Progress) -> Best | None:
        key = self.desk.puzzles.key(found.params)
        return best_of(progress, Puzzle(key, "", "", found.params, 0, 1))

    # -- what can be done

    def _build(self) -> None:
        self._open_editor(None, None)

    def _edit(self, path: Path) -> None:
        found = self._look_into(path)
        if isinstance(found, BoardFile):
            self._open_editor(found.text, path)

    def _open_editor(self, text: str | None, path: Path | None) -> None:
        editor = editor_of(self.desk.game)
        if editor is not None:
            self.desk.app.stack.push(editor(self.desk.app, self.desk.game, text, path))

    def _ask_name(self, path: Path) -> None:
        title = Message("Another name for “{name}”", name=path.stem)
        ask_for_name(self.desk.app, title, path.stem, partial(rename_board, path))

    def _ask_delete(self, path: Path) -> None:
        text = Message("Throw the board “{name}” away for good?", name=path.stem)
        self.desk.app.stack.push(
            Question(self.desk.app, text, [(Message("Keep it"), None, "primary"),
                                           (Message("Throw it away"), partial(self._delete, path), "danger")])
        )  # fmt: skip

    def _delete(self, path: Path) -> None:
        try:
            delete_board(path)
        except StoreProblem as problem:
            self.desk.app.sound.play("deny")
            self.desk.app.tell(problem.message)
        self.desk.page.rebuild()


def _looked_into(path: Path, game: str) -> BoardFile | Message:
    try:
        found = look_into(path, game)
    except CannotOpen as error:
        return error.short
    return found if isinstance(found, BoardFile) else Message("This is no board.")


def keep_new(desk: Desk, name: str, text: str) -> None:
    """Keep a board under a name that is still free; raise StoreProblem where it is not, or cannot be written."""
    if board_path(desk.game, name).exists():
        raise StoreProblem(Message("There is a board “{name}” already.", name=tidy_name(name)))
    path = keep_board(desk.game, name, text)
    desk.app.tell(Message("Kept as “{name}”", name=path.stem))
