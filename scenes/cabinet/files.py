"""A page for finding a file: folders to walk through, the files in them, and a line for who knows the path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from logic.core import Message
from logic.storage.files import Listing, home, look, reason, roots
from scenes.app.app import App
from scenes.app.fields import text_field
from scenes.app.page import SHORT_HEIGHT, Page, column, row_of, words
from sprites.widgets import Button, Label, ListBox, ListRow, Widget

LONGEST_PATH = 1000
ROW = 64
"""Units of a row's height: folders are pressed by fingers too."""


class FilesScene(Page):
    """Walks through folders and hands the file that is chosen to ``on_pick``, which gives a reason to refuse it.

    ``endings`` are those of the files that are shown, such as ``.txt``; ``on_folder`` is told where one has got to.
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
        self.folder: Path | None = folder if folder is not None and folder.is_dir() else home()
        """Where one is; None above all folders, where drives are chosen."""
        self.written = str(self.folder)
        self.fault: Message | None = None
        self.listing = Listing((), ())
        self._look()

    def resume(self) -> None:
        """Look again: a path may have been written, a file made."""
        self._look()
        self.rebuild()

    def _look(self) -> None:
        """See what is there; where it cannot be read, say why."""
        self.listing = Listing((), ())
        if self.folder is None:
            self.listing = Listing(roots(), ())
            return
        try:
            self.listing = look(self.folder, self.endings)
        except OSError as error:
            self.fault = Message("This folder cannot be looked into: {why}", why=reason(error))

    # -- what is shown

    def build(self) -> None:
        """Lay out the lines above and, with the rest of the height, the list."""
        if self.app.size[1] < self.app.px(SHORT_HEIGHT):
            super().build()
            return
        area = self.place_head(self.area())
        width = min(area.width, self.app.px(self.body_width))
        body = self.body()
        body.place(pygame.Rect(area.centerx - width // 2, area.top, width, area.height))
        self.ui.add(body)

    def body(self) -> Widget:
        above: list[Widget] = [self._path_row(), self._ways()]
        if self.fault is not None:
            kit = self.app.kit
            above.append(Label(kit, "fault", self.app.say(self.fault), colour=kit.theme.colours.accent_light))
        rows = self._rows()
        if rows:
            above.append(ListBox(self.app.kit, f"list:{self.folder}", rows, self._choose, row_units=ROW))
        elif self.fault is None:
            nothing = Message("There is no folder here, and no file ending in {ending}.", ending=self.endings[0])
            above.append(words(self, "nothing", self.app.say(nothing), align="center"))
        if self.listing.more:
            above.append(words(self, "more", self.app.say(Message("There is more here than is shown.")), "small"))
        return column(self, "all", *above)

    def _path_row(self) -> Widget:
        field = text_field(self, "path", "", self.written, self._write, self._open_written,
                           max_length=LONGEST_PATH, hint=self.app.say(Message("Path")))  # fmt: skip
        go = Button(self.app.kit, "go", icon="arrow_right", on_press=self._open_written,
                    tip=self.app.say(Message("Open this path")))  # fmt: skip
        return row_of(self, "path-row", field, go)

    def _ways(self) -> Widget:
        kit, say = self.app.kit, self.app.say
        up = Button(kit, "up", say(Message("Up")), "arrow_up", self._up, enabled=self.folder is not None)
        own = Button(kit, "home", say(Message("Home folder")), "home", partial(self.go, home()))
        drives = Button(kit, "drives", say(Message("This computer")), "harddisk", partial(self.go, None))
        return row_of(self, "ways", up, own, drives)

    def _rows(self) -> list[ListRow]:
        colours = self.app.theme.colours
        folders = [ListRow(path.name or str(path), icon="folder", colour=colours.accent_light)
                   for path in self.listing.folders]  # fmt: skip
        return [*folders, *(ListRow(path.name, icon="file_document_outline") for path in self.listing.files)]

    # -- what can be done

    def _choose(self, index: int) -> None:
        folders = self.listing.folders
        if index < len(folders):
            self.go(folders[index])
        else:
            self.pick(self.listing.files[index - len(folders)])

    def go(self, folder: Path | None) -> None:
        """Look into another folder; None is above all of them."""
        self.folder, self.fault = folder, None
        self.written = "" if folder is None else str(folder)
        self._look()
        if folder is not None and self.fault is None:
            self.on_folder(folder)
        self.rebuild()
        self.ui.set_focus(self.ui.find(f"list:{folder}") or self.ui.find("up"))

    def pick(self, path: Path) -> None:
        """Hand a file over; show the reason where it is refused."""
        self.fault = self.on_pick(path)
        if self.fault is not None:
            self.app.sound.play("deny")
        self.rebuild()

    def _up(self) -> None:
        if self.folder is not None:
            above = self.folder.parent
            self.go(None if above == self.folder else above)

    def _write(self, text: str) -> None:
        self.written = text

    def _open_written(self, *_: object) -> None:
        if not self.written.strip():
            return
        try:
            path = Path(self.written.strip()).expanduser()
            is_folder = path.is_dir()
        except (ValueError, RuntimeError, OSError):  # a null in it, or the home of somebody unknown
            self.fault = Message("This is no path.")
            self.rebuild()
            return
        if is_folder:
            self.go(path.absolute())
        else:
            self.pick(path)
