"""The file browser, and opening the chosen file: a board to play, or games to import."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from logic.core import Message
from logic.registry import GAMES, game_config
from logic.session import SaveError
from logic.sharing import (
    EMPTY_FILE,
    NO_CODE,
    NOTHING_OF_OURS,
    BoardFile,
    CannotOpen,
    GamesFile,
    code_within,
    identify_file,
    recognise,
)
from logic.storage.exchange import read_exchange, replayed
from logic.storage.files import (
    LARGEST_BOARD,
    Listing,
    StoreProblem,
    board_files,
    boards_folder,
    free_name,
    home,
    is_folder,
    keep_board,
    list_folder,
    name_of,
    read_regular,
    reason,
    roots,
    written_path,
)
from scenes.app.app import App
from scenes.app.fields import text_field
from scenes.app.page import SHORT_HEIGHT, Answer, Page, ask, button, column, empty_state, row_of, words
from scenes.puzzles.play import play_puzzle
from sprites.widgets import Label, ListBox, ListRow, Picture, Widget, clipboard


def open_dropped(app: App, path: Path, game: str | None = None, variant: str | None = None) -> None:
    """Open a file that was dropped onto the window or named at the start; report it if that fails."""
    fault = open_file(app, path, game, variant)
    if fault is not None:
        app.refuse(fault)


def open_file(app: App, path: Path, game: str | None = None, variant: str | None = None) -> Message | None:
    """Open a file, as a board of that game if one is named, to be played in that variant or the one chosen last.

    Return the reason if nothing was opened.
    """
    try:
        return _open(app, identify_file(path, game), variant)
    except CannotOpen as error:
        return error.message


def open_clipboard_code(app: App) -> None:
    """Open the content of the code on the clipboard, or say why that fails."""
    copied = clipboard.pasted()
    if not copied.strip():
        app.refuse(Message("There is no text on the clipboard."))
        return
    code = code_within(copied)
    try:
        fault = _open(app, recognise(Path(app.say(Message("Code"))), code.encode(errors="replace")))
    except CannotOpen as error:
        fault = NO_CODE if error.short in (EMPTY_FILE, NOTHING_OF_OURS) else error.short
    if fault is not None:
        app.refuse(fault)


def _open(app: App, found: BoardFile | GamesFile, variant: str | None = None) -> Message | None:
    app.stack.finish()  # a file may arrive between two frames
    demonstration = app.stack.find("demo")
    if demonstration is not None:  # somebody is at the screen
        app.stack.pop(demonstration)
    if isinstance(found, GamesFile) and found.shared is None:
        _import(app, found)
        return None
    if any(scene.is_busy for scene in app.stack.scenes):
        return Message("{file} waits: leave what is open here first.", file=found.path.name)
    if isinstance(found, GamesFile):
        return _watch(app, found)
    if play_puzzle(app, found.game, found.params, variant) and not _is_kept(found):
        _offer_to_keep(app, found)
    return None


def _import(app: App, found: GamesFile) -> None:
    games = app.stack.find("games")
    if games is None or games is not app.stack.top:
        games = app.open("games")
    games.drop(found.path)


def _watch(app: App, found: GamesFile) -> Message | None:
    """Show a shared game at its last position; it belongs to nobody here, so it is not stored."""
    try:
        games = read_exchange(found.shared, GAMES).games
        if not games:
            return Message("There is no game in {file}.", file=found.path.name)
        session = replayed(games[0], GAMES)
    except SaveError as error:
        return Message("{file}: {why}", file=found.path.name, why=error.message)
    app.open("replay", session, session.ply)
    return None


def _is_kept(found: BoardFile) -> bool:
    """Whether the file is one of the player's own boards, or equal to one of them."""
    if found.path.absolute().parent == boards_folder(found.game).absolute():
        return True
    content = found.text.encode()
    return any(_reads(path) == content for path in board_files(found.game))


def _reads(path: Path) -> bytes:
    try:
        return read_regular(path, LARGEST_BOARD)
    except OSError:
        return b""


def _offer_to_keep(app: App, found: BoardFile) -> None:
    text = Message(
        "“{name}” is laid out. Shall a copy be kept among your boards of {game}?",
        name=name_of(found.path), game=app.get(game_config(found.game).title),
    )  # fmt: skip
    keep: Answer = Message("Keep a copy"), partial(keep_copy, app, found), "primary"
    ask(app, text, keep, (Message("Just play"), None, "normal"), title=Message("Your own boards"))


def keep_copy(app: App, found: BoardFile) -> None:
    """Store a board under its file's name, or an unused one like it, and say so."""
    try:
        path = keep_board(found.game, free_name(found.game, name_of(found.path)), found.text)
    except StoreProblem as problem:
        app.refuse(problem.message)
        return
    app.tell(Message("Kept as “{name}”", name=path.stem))


LONGEST_PATH = 1000
EMPTY = 9.0
"""Width of the icon of an empty folder by its height."""
ROW = 64
"""Height of a row in units, for fingers too."""


class FilesScene(Page):
    """Browses folders and passes the chosen file to ``on_pick``, which returns a reason to refuse it.

    ``endings`` are the file name endings to show, such as ``.txt``; ``on_folder`` is told of each folder entered.
    """

    first_focus = "list"
    body_width = 1000

    def __init__(
        self,
        app: App,
        title: Message,
        endings: Sequence[str],
        on_pick: Callable[[Path], Message | None],
        *,
        folder: Path | None = None,
        on_folder: Callable[[Path], object] = lambda _folder: None,
    ) -> None:
        super().__init__(app)
        self.title = title
        self.endings = tuple(endings)
        self.on_pick = on_pick
        self.on_folder = on_folder
        self.folder: Path | None = folder if folder is not None and is_folder(folder) else home()
        """The present folder; None above all folders, for a choice of drives."""
        self.written = str(self.folder)
        self.fault: Message | None = None
        self.listing = Listing((), ())
        self._look()

    def resume(self) -> None:
        """Read the folder again: it may have changed, or a path may have been entered."""
        self._look()
        self.rebuild()

    def _look(self) -> None:
        """Read the folder; if that fails, show why."""
        self.listing = Listing((), ())
        if self.folder is None:
            self.listing = Listing(roots(), ())
            return
        try:
            self.listing = list_folder(self.folder, self.endings)
        except OSError as error:
            self.fault = Message("This folder cannot be looked into: {why}", why=reason(error))

    # -- content

    def build(self) -> None:
        if self.app.size[1] < self.app.px(SHORT_HEIGHT):
            super().build()
            return
        area = self.middle_of(self.place_head(self.area()))
        body = self.body()
        body.place(area)
        self.ui.add(body)

    def body(self) -> Widget:
        above: list[Widget] = [self._path_row(), self._ways()]
        if self.fault is not None:
            kit = self.app.kit
            above.append(Label(kit, "fault", self.app.say(self.fault), colour=kit.theme.colours.accent_light))
        if rows := self._rows():
            above.append(ListBox(self.app.kit, f"list:{self.folder}", rows, self._choose, row_units=ROW))
        elif self.fault is None:
            nothing = Message("There is no folder here, and no file ending in {ending}.", ending=self.endings[0])
            above.append(empty_state(self, self._empty_folder(), words(self, "nothing", nothing, align="center")))
        if self.listing.more:
            above.append(words(self, "more", Message("There is more here than is shown."), "small"))
        return column(self, "all", *above)

    def _empty_folder(self) -> Widget:
        """The picture shown if there is nothing to choose."""
        kit = self.app.kit

        def draw(surface: pygame.Surface, place: pygame.Rect) -> None:
            sign = kit.cache.icon("folder_open_outline", place.height, kit.theme.colours.ink_soft)
            surface.blit(sign, sign.get_rect(center=place.center))

        return Picture(kit, "empty-folder", draw, EMPTY)

    def _path_row(self) -> Widget:
        field = text_field(self, "path", "", self.written, partial(setattr, self, "written"), self._open_written,
                           max_length=LONGEST_PATH, hint=Message("Path"))  # fmt: skip
        go = button(self, "go", Message("Open this path"), "arrow_right", self._open_written, bare=True)
        return row_of(self, "path-row", field, go)

    def _ways(self) -> Widget:
        up = button(self, "up", Message("Up"), "arrow_up", self._up, enabled=self.folder is not None)
        own = button(self, "home", Message("Home folder"), "home", partial(self.go, home()))
        drives = button(self, "drives", Message("This computer"), "harddisk", partial(self.go, None))
        return row_of(self, "ways", up, own, drives)

    def _rows(self) -> list[ListRow]:
        colours = self.app.theme.colours
        folders = [ListRow(path.name or str(path), icon="folder", colour=colours.accent_light)
                   for path in self.listing.folders]  # fmt: skip
        return [*folders, *(ListRow(path.name, icon="file_document_outline") for path in self.listing.files)]

    # -- actions

    def _choose(self, index: int) -> None:
        folders = self.listing.folders
        if index < len(folders):
            self.go(folders[index])
        else:
            self.pick(self.listing.files[index - len(folders)])

    def go(self, folder: Path | None) -> None:
        """Go to another folder; None is above all of them."""
        self.folder, self.fault = folder, None
        self.written = "" if folder is None else str(folder)
        self._look()
        if folder is not None and self.fault is None:
            self.on_folder(folder)
        self.rebuild()
        self.ui.set_focus(self.ui.find(f"list:{folder}") or self.ui.find("up"))

    def pick(self, path: Path) -> None:
        """Pass a file on; show the reason if it is refused."""
        self.fault = self.on_pick(path)
        if self.fault is not None:
            self.app.sound.play("deny")
        self.rebuild()

    def _up(self) -> None:
        if self.folder is not None:
            above = self.folder.parent
            self.go(None if above == self.folder else above)

    def _open_written(self, *_: object) -> None:
        if not self.written.strip():
            return
        try:
            path = written_path(self.written)
        except StoreProblem as problem:
            self.fault = problem.message
            self.rebuild()
            return
        if is_folder(path):
            self.go(path.absolute())
        else:
            self.pick(path)
