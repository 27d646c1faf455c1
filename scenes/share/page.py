"""The page that shares a position, a result, a puzzle or a game: as a picture, a clip, a code, or a QR code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from functools import cached_property, partial
from io import BytesIO
from typing import Any

import pygame
import segno

from logic.core import Message
from logic.game import offers
from logic.jobs import handed_over
from logic.puzzles import Puzzles, puzzles_of
from logic.registry import GAMES
from scenes.app.app import App
from scenes.app.exports import export_to_path, free_export
from scenes.app.page import Page, button, column, section, words
from scenes.app.requests import WorkerRequests
from scenes.puzzles.play import found_puzzle
from scenes.share import studio
from scenes.share.studio import PaintOptions
from scenes.share.subject import PUZZLE, CodePlate, Subject, copy_code
from scenes.view.picture import shaded_cloth
from sprites.paint.emblems import emblem
from sprites.paint.kit import Kit
from sprites.paint.materials import panel
from sprites.widgets import Grid, Panel, Passive, Picture, Progress, Scroll, Widget, clipboard
from sprites.widgets.faces import bar
from sprites.widgets.layout import cut

LONGEST_SHOWN = 40
"""Length up to which a code is shown for reading; longer ones are copied or scanned."""
SQUARE, QUIET, LEAST_MODULE = 230, 4, 3
"""Units of a QR code's side, modules of white around it, and the least pixels of a module for a camera."""
BAR = 14
PICTURE_ENDING, CLIP_ENDING = "png", "gif"


class PaintingProcess:
    """The painting jobs of the page, in a process that ends with the page."""

    def __init__(self, app: App, subject: Subject) -> None:
        self.picture: bytes | None = None
        self.has_failed = False
        self.clip: bytes | None = None
        """The last clip, once it is there."""
        self.done: float | None = None
        """Progress of the clip being made, from 0 to 1; None if there is none."""
        self._app = app
        self._order = PaintOptions(subject, app.text.language, app.settings.coordinates, app.settings.strong_patterns)
        self._pool: Executor | None = None
        self._asked: Future[Any] = self._ask(studio.picture_of, self._order)

    def begin_clip(self) -> None:
        """Start a clip; to be called only once the picture is there."""
        self.done, self.has_failed = 0.0, False
        self._asked = self._ask(studio.begin_clip, self._order)

    def cancel_clip(self) -> None:
        """Cancel the clip; the part in progress is discarded."""
        self.done = None
        self._asked.cancel()

    def update(self) -> bool:
        """Take what has come, and ask for what comes next; true if something has."""
        if not self._asked.done() or (self.picture is not None and self.done is None) or self.has_failed:
            return False
        try:
            came = self._asked.result()
        except (CancelledError, Exception):  # the process was killed, or is out of memory
            self.has_failed, self.done = True, None
            return True
        if self.picture is None:
            self.picture = came
        elif isinstance(came, bytes):
            self.clip, self.done = came, None
        else:
            self.done = came
            self._asked = self._ask(studio.go_on_with_clip)
        return True

    def leave(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _ask(self, do: Callable[..., Any], *args: Any) -> Future[Any]:
        future = handed_over(partial(self._submit, do, *args), self.leave)
        future.add_done_callback(lambda _future: self._app.wake())
        return future

    def _submit(self, do: Callable[..., Any], *args: Any) -> Future[Any]:
        self._pool = self._pool or self._app.thinker.new_executor()
        return self._pool.submit(do, *args)


class SquareCode(Passive):
    """A QR code, dark on white."""

    def __init__(self, kit: Kit, key: str, square: segno.QRCode) -> None:
        super().__init__(kit, key)
        self._rows = [bytes(row) for row in square.matrix]

    @property
    def _modules(self) -> int:
        return len(self._rows) + 2 * QUIET

    def _module(self, width: int) -> int:
        """Pixels of a module, at that width."""
        return max(1, min(width, max(self.kit.px(SQUARE), LEAST_MODULE * self._modules)) // self._modules)

    def measure(self, width: int) -> int:
        return self._modules * self._module(width)

    def draw(self, surface: pygame.Surface) -> None:
        module = self._module(self.rect.width)
        key = ("square code", tuple(self._rows), module)
        picture = self.kit.cache.keep(key, lambda: self._painted(module))
        surface.blit(picture, picture.get_rect(midtop=self.rect.midtop))

    def _painted(self, module: int) -> pygame.Surface:
        square = pygame.Surface((self._modules * module,) * 2)
        square.fill("#ffffff")
        for y, row in enumerate(self._rows, QUIET):
            for x, is_dark in enumerate(row, QUIET):
                if is_dark:
                    square.fill("#000000", (x * module, y * module, module, module))
        return square


class DoneBar(Passive):
    """A progress bar; ``share`` is evaluated at each drawing."""

    def __init__(self, kit: Kit, key: str, share: Callable[[], float]) -> None:
        super().__init__(kit, key)
        self._share = share

    def measure(self, width: int) -> int:
        return self.kit.px(BAR)

    def natural_width(self) -> int:
        return self.kit.px(240)

    def draw(self, surface: pygame.Surface) -> None:
        colours, height = self.kit.theme.colours, self.kit.px(BAR)
        whole = pygame.Rect(self.rect.left, self.rect.centery - height // 2, self.rect.width, height)
        surface.blit(bar(self.kit, whole.size, colours.panel_edge), whole)
        done = max(height, round(whole.width * self._share()))
        surface.blit(bar(self.kit, (done, height), colours.accent), whole)


class SharePage(Page):
    """Previews what is shared, and offers it in every form."""

    title = Message("Share")
    first_focus = "buttons"
    body_width = 1240

    def __init__(self, app: App, subject: Subject) -> None:
        super().__init__(app)
        self.subject = subject
        self.room = PaintingProcess(app, subject)
        self.game = subject.game
        self.cloth = shaded_cloth(subject.game)
        self._preview: pygame.Surface | None = None
        self._scaled: pygame.Surface | None = None
        """The preview at the size in which it is shown."""
        self._requests = WorkerRequests(app, subject.game)
        self._difficulty = self._find_difficulty()

    def _find_difficulty(self) -> Message | None:
        """The difficulty of the puzzle, if known; for puzzles from elsewhere the worker is asked."""
        puzzles, params = puzzles_of(GAMES[self.game]), self.subject.puzzle
        if puzzles is None or params is None or not offers(puzzles, Puzzles.difficulty):
            return None
        known = found_puzzle(self.game, params)
        if known is None:
            self._requests.ask("difficulty", dict(params), then=self._on_answer)
        return None if known is None else known.difficulty

    @property
    def code(self) -> str:
        """The code that is shown: the puzzle's if it has one, else that of the whole subject."""
        return self.subject.short_code or self.subject.code

    # -- content

    def build(self) -> None:
        if not self.is_broad:
            super().build()
            return
        area = self.middle_of(self.place_foot(self.place_head(self.area()), self.buttons()))
        left, right = cut(area, "left", round(area.width * 0.56), self.app.px(self.app.theme.sizes.pad))
        picture = self._picture()
        picture.place(left)
        self.scroll = Scroll(self.app.kit, "scroll", self._words())
        self.scroll.place(right)
        self.ui.add(picture, self.scroll)

    def body(self) -> Widget:
        """Put the picture above the text, or beside it if there is little height."""
        if self.app.kit.metrics.portrait:
            return column(self, "all", self._picture(), self._words())
        return Grid(self.app.kit, "both", [column(self, "at-top", self._picture()), self._words()], 2)

    def _picture(self) -> Picture:
        aspect = 1.0 if self._preview is None else self._preview.get_width() / self._preview.get_height()
        return Picture(self.app.kit, "picture", self._draw_picture, aspect)

    def _draw_picture(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        picture, kit = self._preview, self.app.kit
        if picture is None:
            surface.blit(panel(kit, rect.size, "panel"), rect)
            sign = emblem(kit, self.subject.game, min(rect.size) // 3)
            surface.blit(sign, sign.get_rect(center=rect.center))
            return
        if self._scaled is None or self._scaled.get_size() != rect.size:
            self._scaled = pygame.transform.smoothscale(picture, rect.size).convert()
        surface.blit(self._scaled, rect)

    def _words(self) -> Widget:
        note = self.app.say(self.subject.note)
        if self.code and (self.subject.note == PUZZLE or not self.subject.short_code):
            note += " " + self.app.say(Message("So does the code."))
        shown = [words(self, "note", note)]
        if self.room.has_failed:
            shown.append(words(self, "fault", Message("It could not be painted. Please try again.")))
        if self._difficulty is not None:
            shown.insert(0, words(self, "difficulty", self._difficulty))
        return Panel(self.app.kit, "words", column(self, "told", *shown, *(self._code() if self.code else [])))

    def _code(self) -> list[Widget]:
        kit, is_of_game = self.app.kit, self.subject.note != PUZZLE and not self.subject.short_code
        title = Message("Code of the game") if is_of_game else Message("Code of the puzzle")
        copy = button(self, "copy-code", Message("Copy the code"), "content_copy", self._copy_code)
        made: list[Widget] = [section(self, "code-title", title)]
        if len(self.code) <= LONGEST_SHOWN:
            made.append(CodePlate(kit, "code", lambda: self.code))
        if self._square is not None:
            made.append(SquareCode(kit, "square", self._square))
        else:
            text = Message("The game is too long for a square code. The picture and the clip carry it.")
            made.append(words(self, "no-square", text, "small"))
        return [*made, copy]

    @cached_property
    def _square(self) -> segno.QRCode | None:
        """The code as a square; None if it is too long for one."""
        try:
            return segno.make_qr(self.code, error="L")
        except segno.DataOverflowError:
            return None

    def buttons(self) -> Sequence[Widget]:
        kit, say, has_picture = self.app.kit, self.app.say, self._preview is not None
        if self.room.done is not None:
            text = words(self, "filming", Message("The clip is being made."))
            stop = button(self, "stop", Message("Cancel"), "close", self._stop)
            return text, DoneBar(kit, "done", lambda: self.room.done or 0.0), stop
        if not has_picture and not self.room.has_failed:
            text = words(self, "painting-words", Message("The picture is being painted."))
            return Progress(kit, "painting"), text
        takes = clipboard.takes_pictures()
        tip = "" if takes else say(Message("This system takes no copied pictures: save the picture instead."))
        copy = button(self, "copy-picture", Message("Copy the picture"), "content_copy", self._copy_picture,
                      enabled=takes and has_picture, tip=tip)  # fmt: skip
        clip = button(self, "save-clip", Message("Save a clip"), "movie_outline", self._make_clip)
        save = button(self, "save-picture", Message("Save the picture"), "image_outline", self._save_picture,
                      "primary", enabled=has_picture)  # fmt: skip
        return [copy, *([clip] if self.subject.is_game else []), save]

    # -- actions

    def _copy_code(self) -> None:
        if len(self.code) <= LONGEST_SHOWN:
            copy_code(self.app, self.code)
        elif clipboard.copy(self.code):
            self.app.tell(Message("The code is copied."))
        else:
            self.app.refuse(Message("There is no clipboard here: save the picture, which carries the code."))

    def _copy_picture(self) -> None:
        if self._preview is not None and clipboard.copy_picture(self._preview):
            self.app.tell(Message("The picture is copied. The code travels in saved pictures only."))
        else:
            self.app.refuse(Message("There is no clipboard here: save the picture instead."))

    def _save_picture(self) -> None:
        if self.room.picture is not None:
            self._save(self.room.picture, PICTURE_ENDING, Message("Save the picture"))

    def _save(self, content: bytes, ending: str, title: Message) -> None:
        path = free_export(self.app, self.subject.game, ending)
        export_to_path(self.app, path, content, title=title, blurb=Message("The file goes wherever you say."))

    def _make_clip(self) -> None:
        if self.room.clip is not None:
            self._save_clip()
            return
        self.room.begin_clip()
        self.rebuild_at("stop")

    def _save_clip(self) -> None:
        if self.room.clip is not None:
            self._save(self.room.clip, CLIP_ENDING, Message("Save a clip"))

    def _stop(self) -> None:
        self.room.cancel_clip()
        self.rebuild_at("save-clip")

    def leave(self) -> None:
        self.room.leave()
        self._requests.forget()

    # -- time

    def update(self, dt: float) -> bool:
        return super().update(dt) | self._take()

    def _on_answer(self, answer: Future[Any]) -> None:
        """Show the worker's description of the difficulty; without one, nothing is missing."""
        if not answer.cancelled() and answer.exception() is None:
            self._difficulty = answer.result()
            self.rebuild()

    def _take(self) -> bool:
        was_filming, had_picture = self.room.done is not None, self.room.picture is not None
        if not self.room.update():
            return False
        if not had_picture and self.room.picture is not None:
            self._preview = pygame.image.load(BytesIO(self.room.picture))
        if had_picture and self.room.done is not None:
            return True
        self.rebuild()
        if self.room.has_failed:
            self.app.sound.play("deny")
        elif was_filming:
            self._save_clip()
        else:
            self.ui.set_focus(self.ui.find("save-picture"))
        return True
