"""What leads out of an editor: its menu, saving under one name or another, copies, and leaving without a loss."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logic.core import Message
from logic.files import StoreProblem, write_whole
from logic.puzzles import code_of, has_codes
from scenes.editorfiles import ask_for_board, ask_for_path
from scenes.editorstatus import heading
from scenes.exports import exports_folder
from scenes.help import HelpScene
from scenes.overlays import Answer, Choice, PauseMenu, Question
from scenes.rules import RulesScene
from scenes.settings import SettingsScene
from scenes.sharing import SharingDialog

if TYPE_CHECKING:
    from scenes.editor import EditorScene

COPY_NAME = "board"
"""What the copy of a board is called that has no name yet."""


class EditorMenu:
    """Saves what one editor draws, and opens what lies over it."""

    def __init__(self, editor: EditorScene[Any]) -> None:
        self.editor = editor
        self.app = editor.app
        self.shelving = editor.shelving

    def open(self) -> None:
        """Open what is done less often."""
        self.app.stack.push(PauseMenu(self.app, heading(self.editor), self._choices()))

    def _choices(self) -> list[Choice]:
        code = [Choice("share", "share_variant", Message("Share this puzzle"), self._share)]
        return [
            *(code if has_codes(self.editor.puzzles) else []),
            Choice("save_as", "content_save_edit_outline", Message("Save under another name"), self.save_as),
            Choice("export", "export_variant", Message("Write a copy"), self.write_copy),
            Choice("rules", "book_open_variant", Message("Rules"), self._show_rules),
            Choice("help", "help_circle_outline", Message("Keys and gestures"), self._show_help),
            Choice("settings", "cog", Message("Settings"), self._show_settings),
            Choice("leave", "exit_to_app", Message("Leave the editor"), self.go_back),
        ]

    def _share(self) -> None:
        if not self.editor.refuses():
            self.app.stack.push(SharingDialog(self.app, code_of(self.editor.puzzles, self.editor.params())))

    def _show_rules(self) -> None:
        self.app.stack.push(RulesScene(self.app, self.editor.game))

    def _show_help(self) -> None:
        self.app.stack.push(HelpScene(self.app))

    def _show_settings(self) -> None:
        self.app.stack.push(SettingsScene(self.app))

    # -- saving

    def save(self, *, leave: bool = False) -> None:
        """Write the board to its file, and ``leave`` then; ask for a name where it has none."""
        if self.editor.refuses():
            return
        path = self.shelving.path
        if path is None:
            self.save_as(leave=leave)
        elif self.shelving.was_changed_elsewhere:
            text = Message("{file} has been changed since it was opened here. Overwrite it?", file=path.name)
            self._ask_to_overwrite(text, partial(self._save_to, path, leave=leave))
        else:
            self._save_to(path, leave=leave)

    def save_as(self, *, leave: bool = False) -> None:
        """Ask for a name, and write the board to the file of that name."""
        if not self.editor.refuses():
            done = partial(self._save_to_new, leave=leave)
            ask_for_board(self.app, self.editor.game, self.shelving.name, done)

    def _save_to_new(self, path: Path, *, leave: bool) -> None:
        if path.exists() and path != self.shelving.path:
            text = Message("There is a board “{name}” already. Overwrite it?", name=path.stem)
            self._ask_to_overwrite(text, partial(self._save_to, path, leave=leave))
        else:
            self._save_to(path, leave=leave)

    def _ask_to_overwrite(self, text: Message, do: Callable[[], object]) -> None:
        answers: list[Answer] = [(Message("Cancel"), None, "normal"), (Message("Overwrite"), do, "danger")]
        self.app.stack.push(Question(self.app, text, answers))

    def _save_to(self, path: Path, *, leave: bool) -> None:
        if not self._written(partial(self.shelving.save, path, self.editor.text()), path.name):
            return
        self.editor.note_saved()
        if leave:
            self.editor.close()
        else:
            self.editor.rebuild()

    def write_copy(self) -> None:
        """Ask for a place on the disk, and write a copy there."""
        if not self.editor.refuses():
            name = self.shelving.name or COPY_NAME
            ask_for_path(self.app, exports_folder() / f"{name}.txt", self._copy_to)

    def _copy_to(self, path: Path) -> None:
        if path.exists():
            text = Message("{file} is there already. Overwrite it?", file=path.name)
            self._ask_to_overwrite(text, partial(self._write_copy_to, path))
        else:
            self._write_copy_to(path)

    def _write_copy_to(self, path: Path) -> None:
        self._written(partial(write_whole, path, self.editor.text().encode()), str(path))

    def _written(self, write: Callable[[], None], shown: str) -> bool:
        """Write a file, and say that it is there or why it is not; true where it is."""
        try:
            write()
        except StoreProblem as problem:
            self.app.sound.play("deny")
            self.app.tell(problem.message)
            return False
        self.app.tell(Message("Saved as {file}", file=shown))
        return True

    # -- leaving

    def go_back(self) -> None:
        """Leave; ask first what is to become of what is not saved."""
        editor = self.editor
        editor.drop_tool()
        if editor.is_saved:
            editor.close()
            return
        answers: list[Answer] = [
            (Message("Stay here"), None, "normal"),
            (Message("Throw the changes away"), self._throw_away, "danger"),
            (Message("Keep as a draft"), editor.close, "normal"),
        ]
        if not editor.faults:
            answers.append((Message("Save"), partial(self.save, leave=True), "primary"))
        text = Message("This board has changes that are not saved.")
        self.app.stack.push(Question(self.app, text, answers, title=Message("Leave the editor")))

    def _throw_away(self) -> None:
        self.editor.throw_away()
        self.editor.close()
