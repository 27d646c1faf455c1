"""The page on which a sheet of puzzles is put together and written as a file to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import msgspec
import pygame

from logic.core import Message
from scenes.app.app import App
from scenes.app.fields import seed_field
from scenes.app.page import SHORT_HEIGHT, Page, column, words
from scenes.puzzles.paper import FORMATS, GRIDS, Press
from scenes.puzzles.play import fresh_seed, remember
from scenes.puzzles.sheetjob import (
    Found,
    Order,
    Printer,
    SheetJob,
    first_position,
    from_collection,
    printed_puzzles,
    sheet_of,
)
from sprites.paint.surface_cache import Bakery
from sprites.widgets import Button, Choice, Panel, Picture, Progress, Scroll, Toggle, line_up
from sprites.widgets.widget import Widget

MOST_PAGES = 4
PREVIEW_DPI = 110
"""The page that is looked at on the screen is drawn so large, and scaled to its place."""
BROAD = 900
"""Units of width from which the page is seen beside the choices."""
WHITE = "#ffffff"


class PrintSheet(Page):
    """Puts a sheet together by choices, shows its first page, and writes it into the folder of exported files."""

    body_width = 1240
    first_focus = "choices"

    def __init__(self, app: App, game: str, printer: Printer) -> None:
        super().__init__(app)
        self.game = game
        self.printer = printer
        self.order = self._remembered()
        self.seed = ""
        self.job: SheetJob | None = None
        self._bakery = Bakery()
        """Keeps the animals as they are on paper: they are larger than those on the screen."""
        self._pages: Iterator[pygame.Surface | None] = iter(())
        """The first page, while it is being drawn."""
        self.preview: pygame.Surface | None = None
        self._previews = 0
        """How many there have been."""
        self._preview_of: tuple[object, ...] = ()
        self._drawn_seed = fresh_seed(app)
        """The seed that is taken where none is written."""
        self._is_spent = False
        """Whether a sheet of that seed has been made as it is shown: the next one is another."""
        self._outcome: Message | None = None

    def _remembered(self) -> Order:
        """What was chosen the last time, as far as it still can be."""
        kept = self.app.settings.setups.get(self.game, {}).get("sheet")
        chapters = len(printed_puzzles(self.game).chapters())
        try:
            order = msgspec.convert(kept, Order) if isinstance(kept, dict) else Order()
        except msgspec.ValidationError:
            return Order()
        possible = 0 <= order.chapter < chapters and order.per_page in GRIDS and order.format in FORMATS
        return order if possible and 1 <= order.pages <= MOST_PAGES else Order()

    def heading(self) -> str:
        return self.app.say(Message("A sheet to print"))

    # -- what is shown

    @property
    def _is_broad(self) -> bool:
        """Tell whether the page is seen beside the choices."""
        size, px = self.app.size, self.app.px
        return size[0] >= px(BROAD) and size[1] >= px(SHORT_HEIGHT)

    def build(self) -> None:
        """Lay everything out, and have the first page drawn if it has changed."""
        if self._is_broad:
            self._build_broad()
        else:
            super().build()
        what = (self.order, self._used_seed, self.app.text.language)
        if what != self._preview_of:
            self._preview_of = what
            self._pages = self._first_page()

    def _build_broad(self) -> None:
        area, gap = self.place_foot(self.place_head(self.area()), self.buttons()), self.app.px(self.app.theme.sizes.pad)
        width = min(area.width, self.app.px(self.body_width))
        preview = self._make_preview()
        beside = min(round(area.height * preview.aspect), width * 2 // 5)
        left = area.centerx - width // 2
        self.scroll = Scroll(self.app.kit, "scroll", self._column())
        self.scroll.place(pygame.Rect(left, area.top, width - beside - gap, area.height))
        preview.place(pygame.Rect(left + width - beside, area.top, beside, area.height))
        self.ui.add(self.scroll, preview)

    def body(self) -> Widget:
        return column(self, "both", self._column(), self._make_preview())

    def _column(self) -> Widget:
        choices = self._choices()
        line_up(choices)
        return column(self, "choices", *self._told(), Panel(self.app.kit, "panel", column(self, "order", *choices)))

    def _make_preview(self) -> Picture:
        width, height = FORMATS[self.order.format].size(PREVIEW_DPI)
        return Picture(self.app.kit, "preview", self._draw_preview, width / height, natural=300)

    def buttons(self) -> Sequence[Widget]:
        """Offer to make the sheet, or to leave the one that is being made."""
        kit, say = self.app.kit, self.app.say
        if self.job is None:
            return (Button(kit, "make", say(Message("Make the sheet")), "printer", self._make, style="primary"),)
        self._progress = words(self, "making-words", say(self._so_far(self.job)))
        stop = Button(kit, "stop", say(Message("Cancel")), "close", self._stop)
        return Progress(kit, "making"), self._progress, stop

    def _so_far(self, job: SheetJob) -> Message:
        return Message("{done} of {all} are on paper.", done=job.done, all=job.order.count)

    def _choices(self) -> list[Widget]:
        say = self.app.say
        chapters = [self.app.get(chapter.title) for chapter in printed_puzzles(self.game).chapters()]
        sources = ((False, say(Message("From the collection"))), (True, say(Message("New ones"))))
        files = (("pdf", "PDF"), ("png", "PNG"))
        pages = [(n, say(Message("{n} page", plural="{n} pages", n=n))) for n in range(1, MOST_PAGES + 1)]
        return [
            self._choice("chapter", Message("Difficulty"), tuple(enumerate(chapters))),
            self._choice("is_new", Message("Puzzles"), sources),
            self._choice("per_page", Message("On each page"), [(n, str(n)) for n in GRIDS]),
            self._choice("pages", Message("Pages"), pages),
            self._choice("format", Message("Paper"), [(key, one.name) for key, one in FORMATS.items()]),
            self._choice("file", Message("File"), files),
            Toggle(self.app.kit, "has_solutions", say(Message("Solutions on the last page")), self.order.has_solutions,
                   partial(self._choose, "has_solutions")),
            seed_field(self, self.seed, self._set_seed, self._make),
        ]  # fmt: skip

    def _choice(self, name: str, title: Message, options: Sequence[tuple[Any, str]]) -> Widget:
        value = getattr(self.order, name)
        return Choice(self.app.kit, name, self.app.say(title), options, value, partial(self._choose, name))

    def _told(self) -> list[Widget]:
        return [] if self._outcome is None else [words(self, "outcome", self.app.say(self._outcome))]

    # -- the first page

    def _first_page(self) -> Iterator[pygame.Surface | None]:
        """Draw the first page bit by bit; of puzzles that are still to be made only the boards are seen."""
        order, game = self.order, self.game
        found = [Found()] * order.per_page
        if not order.is_new:
            drawn = from_collection(game, order, self._used_seed)[: order.per_page]
            found = [Found(one, first_position(game, one.params)) for one in drawn]
        sheet = sheet_of(self.app, game, self.printer, replace(order, has_solutions=False), found, self._used_seed)
        return Press(sheet, self.app.theme, self.app.say, PREVIEW_DPI, self._bakery).pages()

    def _draw_preview(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        page = self.preview
        if page is None:
            surface.fill(WHITE, rect)
            return
        key = ("sheet preview", self._previews, rect.size)
        surface.blit(
            self.app.kit.bakery.keep(key, lambda: pygame.transform.smoothscale(page, rect.size).convert()), rect
        )

    def _go_on_drawing(self) -> bool:
        """Draw a little more of the first page; true while there is something to draw."""
        for page in self._pages:
            if page is not None:
                self.preview, self._pages = page, iter(())
                self._previews += 1
            return True
        return False

    # -- what can be done

    @property
    def _used_seed(self) -> int:
        return int(self.seed) if self.seed else self._drawn_seed

    def _choose(self, name: str, value: Any) -> None:
        self.order = replace(self.order, **{name: value})
        remember(self.app, self.game, sheet=asdict(self.order))
        self._is_spent, self._outcome = False, None
        self.rebuild()

    def _set_seed(self, seed: str) -> None:
        self.seed = seed
        self._pages = self._first_page()

    def _make(self, *_: object) -> None:
        if self.job is None:
            if self._is_spent:
                self._drawn_seed = fresh_seed(self.app)
            self._is_spent, self._outcome = False, None
            self.job = SheetJob(self.app, self.game, self.printer, self.order, self._used_seed, self._bakery)
            self.rebuild()
            self.ui.set_focus(self.ui.find("stop"))

    def _stop(self) -> None:
        if self.job is not None:
            self.job.cancel()
            self._end()

    def _end(self) -> None:
        self.job = None
        self.rebuild()
        self.ui.set_focus(self.ui.find("make"))

    def leave(self) -> None:
        """Leave a sheet that is being made."""
        if self.job is not None:
            self.job.cancel()

    # -- time

    def update(self, dt: float) -> bool:
        return any([super().update(dt), self._go_on(), self._go_on_drawing()])

    def _go_on(self) -> bool:
        job = self.job
        if job is None:
            return False
        job.update()
        if job.is_busy:
            self._progress.text = self.app.say(self._so_far(job))
            return True
        self._tell(job)
        self._is_spent = job.fault is None
        self._end()
        return True

    def _tell(self, job: SheetJob) -> None:
        """Say where the file is, or why there is none."""
        if job.fault is not None:
            self.app.sound.play("deny")
            self._outcome = job.fault
        elif len(job.written) == 1:
            self._outcome = Message("Saved as {file}", file=str(job.written[0]))
        else:
            first, n = str(job.written[0]), len(job.written)
            self._outcome = Message(
                "{n} file saved: {file}", plural="{n} files saved, the first as {file}", n=n, file=first
            )
        self.app.tell(self._outcome)
