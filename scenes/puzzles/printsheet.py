"""The page that composes a printed sheet of puzzles, and the job that makes it and writes the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
import pygame

from logic.core import Dice, Message, State
from logic.puzzles import Puzzle
from logic.registry import game_config
from logic.storage.files import StoreProblem, write_whole
from scenes.app.app import App
from scenes.app.exports import free_export
from scenes.app.fields import choice, seed_field, toggle
from scenes.app.page import SHORT_HEIGHT, Page, button, column, words
from scenes.app.requests import PuzzleMaker, WorkerRequests
from scenes.puzzles.paper import DPI, FORMATS, GRIDS, PagePainter, PdfFile, PrintedPuzzle, PrintedSheet, Printer, png_of
from scenes.puzzles.play import first_position, fresh_seed, known_puzzles, remember
from sprites.paint.surface_cache import SurfaceCache
from sprites.widgets import Panel, Picture, Progress, Scroll, Widget, align_controls
from sprites.widgets.layout import cut

MOST_PAGES = 4
PREVIEW_DPI = 110
"""Resolution at which the preview is drawn before it is scaled."""
WHITE = "#ffffff"


TRIES = 3
"""Most attempts for each new puzzle: one may be generated twice, or not at all."""


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """What to print: puzzles of a chapter, or new ones as hard as those; in which form, and on which paper."""

    chapter: int = 0
    is_new: bool = False
    per_page: int = 4
    pages: int = 1
    format: str = "a4"
    file: Literal["pdf", "png"] = "pdf"
    has_solutions: bool = True

    @property
    def count(self) -> int:
        return self.per_page * self.pages


@dataclass(slots=True)
class SheetPuzzle:
    """A puzzle of the sheet with its first position, both None until it is made, and its solution."""

    puzzle: Puzzle | None = None
    state: State | None = None
    moves: tuple[str, ...] = ()


def from_collection(game: str, order: PrintOptions, seed: int) -> list[Puzzle]:
    """Draw puzzles of a chapter, the shortest first; all of them if there are too few."""
    drawn = Dice(seed).shuffled(known_puzzles(game).chapters()[order.chapter].puzzles)[: order.count]
    return sorted(drawn, key=lambda puzzle: puzzle.par)


def laid_out(app: App, game: str, puzzle: Puzzle) -> SheetPuzzle:
    """A puzzle as it begins in the default variant, whichever is played otherwise."""
    return SheetPuzzle(puzzle, first_position(app, game, puzzle.params, game_config(game).default))


class SheetJob:
    """Makes one sheet; :meth:`update` does a small part of it, so that no frame has to wait.

    When ``is_busy`` is over, ``written`` are the files, or ``fault`` says why there are none.
    """

    def __init__(
        self, app: App, game: str, printer: Printer, order: PrintOptions, seed: int, cache: SurfaceCache
    ) -> None:
        self.order = order
        self.seed = seed
        self.written: tuple[Path, ...] = ()
        self.fault: Message | None = None
        self.done = 0
        """Number of puzzles drawn on paper."""
        self._app, self._game, self._printer, self._cache = app, game, printer, cache
        self._maker = PuzzleMaker(app, game)
        self._requests = WorkerRequests(app, game)
        self._found: list[SheetPuzzle] = []
        self._steps: Iterator[None] | None = self._work()

    @property
    def is_busy(self) -> bool:
        return self._steps is not None

    def cancel(self) -> None:
        """Stop; nothing is written."""
        self._steps = None
        self._maker.cancel()
        self._requests.forget()

    def update(self) -> bool:
        """Do the next small part. Return whether there was one."""
        if self._steps is None:
            return False
        try:
            next(self._steps)
        except StopIteration:
            self._steps = None
        except StoreProblem as problem:
            self.fault, self._steps = problem.message, None
        return True

    # -- steps

    def _work(self) -> Iterator[None]:
        if self.order.is_new:
            yield from self._make()
        else:
            drawn = from_collection(self._game, self.order, self.seed)
            self._found = [laid_out(self._app, self._game, one) for one in drawn]
        if self.fault is not None:
            return
        if self.order.has_solutions:
            yield from self._solve()
        yield from self._print()

    def _make(self) -> Iterator[None]:
        """Have new puzzles generated in the worker, no two the same."""
        dice, wanted, known = Dice(self.seed), self._printer.wanted(self.order.chapter), set[str]()
        fault, told = Message("No puzzle could be made."), list[Puzzle | Message]()
        for _ in range(TRIES * self.order.count):
            self._maker.begin(wanted, dice.seed(), told.append)
            while not told:
                yield
            made = told.pop()
            if isinstance(made, Message):
                fault = made
            elif made.key not in known:
                known.add(made.key)
                self._found.append(laid_out(self._app, self._game, made))
            if len(self._found) == self.order.count:
                return
        if not self._found:
            self.fault = fault

    def _solve(self) -> Iterator[None]:
        """Have every puzzle solved in the worker; one that it fails at is printed without solution."""
        told: list[Future[Any]] = []
        for found in self._found:
            assert found.state is not None  # noqa: S101 - all are made by now
            self._requests.ask("solution", found.state, then=told.append)
            while not told:
                yield
            try:
                found.moves = tuple(self._printer.written(found.state, told.pop().result() or ()))
            except Exception:  # the sheet is useful all the same
                found.moves = ("…",)

    def _print(self) -> Iterator[None]:
        sheet = sheet_of(self._app, self._game, self._printer, self.order, self._found, self.seed)
        files = _Files(self.order.file, sheet.title)
        press = PagePainter(sheet, self._app.theme, self._app.say, DPI, self._cache)
        for page in press.pages():
            self.done = press.done
            if page is not None:
                files.add(page)
            yield
        self.written = files.write(partial(free_export, self._app, f"{self._game}-sheet"))


def sheet_of(
    app: App, game: str, printer: Printer, order: PrintOptions, found: Sequence[SheetPuzzle], seed: int
) -> PrintedSheet:
    """Compose a sheet of puzzles, in the player's language."""
    puzzles = known_puzzles(game)
    chapter = app.get(puzzles.chapters()[order.chapter].title)
    title = f"{app.get(game_config(game).title)} · {chapter}"
    task = app.say(Message("{task} Seed of this sheet: {seed}", task=printer.task, seed=str(seed)))

    def printed(one: SheetPuzzle) -> PrintedPuzzle:
        puzzle, draw = one.puzzle, partial(printer.draw, one.state)
        if puzzle is None:
            return PrintedPuzzle("…", "", printer.aspect(None), draw)
        takes = app.say(Message("Par: {par}", par=puzzles.cost(puzzle.par)))
        name = puzzles.code(puzzle.params) or app.get(puzzle.title)
        return PrintedPuzzle(name, takes, printer.aspect(one.state), draw, one.moves)

    return PrintedSheet(title, task, app.say(printer.note), [printed(one) for one in found], order.per_page,
                 FORMATS[order.format], order.has_solutions)  # fmt: skip


class _Files:
    """The pages drawn so far, as they will be written."""

    def __init__(self, kind: Literal["pdf", "png"], title: str) -> None:
        self._pdf = PdfFile(title) if kind == "pdf" else None
        self._pngs: list[bytes] = []

    def add(self, page: pygame.Surface) -> None:
        if self._pdf is not None:
            self._pdf.add(page)
        else:
            self._pngs.append(png_of(page))

    def write(self, free: Callable[[str], Path]) -> tuple[Path, ...]:
        """Write all files or none; ``free`` returns an unused path for an extension. Raises StoreProblem."""
        if self._pdf is not None:
            path = free("pdf")
            write_whole(path, self._pdf.content())
            return (path,)
        written = list[Path]()
        for content in self._pngs:
            path = free("png")
            try:
                write_whole(path, content)
            except StoreProblem:
                for page in written:
                    with suppress(OSError):
                        page.unlink()
                raise
            written.append(path)
        return tuple(written)


class PrintSheet(Page):
    """Composes a sheet, previews its first page, and writes it into the folder of exported files."""

    title = Message("A sheet to print")
    body_width = 1240
    first_focus = "choices"

    def __init__(self, app: App, game: str, printer: Printer) -> None:
        super().__init__(app)
        self.game = game
        self.printer = printer
        self.order = self._remembered()
        self.seed = ""
        self.job: SheetJob | None = None
        self._cache = SurfaceCache()
        """Cache for pieces at paper size: they are larger than those on the screen."""
        self._pages: Iterator[pygame.Surface | None] = iter(())
        """The first page, while it is being drawn."""
        self.preview: pygame.Surface | None = None
        self._previews = 0
        """Number of previews drawn."""
        self._preview_of: tuple[object, ...] = ()
        self._drawn_seed = fresh_seed(app)
        """The seed to use if none is entered."""
        self._is_spent = False
        """Whether a sheet of that seed has been made as shown: then the next one is another."""
        self._outcome: Message | None = None

    def _remembered(self) -> PrintOptions:
        """The options of the last time, as far as they are still valid."""
        kept = self.app.settings.setups.get(self.game, {}).get("sheet")
        chapters = len(known_puzzles(self.game).chapters())
        try:
            order = msgspec.convert(kept, PrintOptions) if isinstance(kept, dict) else PrintOptions()
        except msgspec.ValidationError:
            return PrintOptions()
        possible = 0 <= order.chapter < chapters and order.per_page in GRIDS and order.format in FORMATS
        return order if possible and 1 <= order.pages <= MOST_PAGES else PrintOptions()

    # -- content

    def build(self) -> None:
        """Lay everything out, and have the first page drawn if it has changed."""
        if self.is_broad:
            self._build_broad()
        else:
            super().build()
        what = (self.order, self._used_seed, self.app.text.language)
        if what != self._preview_of:
            self._preview_of = what
            self._pages = self._first_page()

    def _build_broad(self) -> None:
        area = self.middle_of(self.place_foot(self.place_head(self.area()), self.buttons()))
        preview = self._make_preview()
        beside = min(round(area.height * preview.aspect), area.width * 2 // 5)
        right, left = cut(area, "right", beside, self.app.px(self.app.theme.sizes.pad))
        self.scroll = Scroll(self.app.kit, "scroll", self._column())
        self.scroll.place(left)
        preview.place(right)
        self.ui.add(self.scroll, preview)

    def body(self) -> Widget:
        return column(self, "both", self._column(), self._make_preview())

    def _column(self) -> Widget:
        choices = self._choices()
        align_controls(choices)
        return Panel(self.app.kit, "panel", column(self, "order", *choices))

    def _make_preview(self) -> Picture:
        width, height = FORMATS[self.order.format].size(PREVIEW_DPI)
        return Picture(self.app.kit, "preview", self._draw_preview, width / height, natural=300)

    def buttons(self) -> Sequence[Widget]:
        if self.job is None:
            told = [] if self._outcome is None else [words(self, "outcome", self._outcome)]
            return *told, button(self, "make", Message("Make the sheet"), "printer", self._make, "primary")
        self._progress = words(self, "making-words", self._progress_text(self.job))
        stop = button(self, "stop", Message("Cancel"), "close", self._stop)
        return Progress(self.app.kit, "making"), self._progress, stop

    def _progress_text(self, job: SheetJob) -> Message:
        return Message("{done} of {all} are on paper.", done=job.done, all=job.order.count)

    def _choices(self) -> list[Widget]:
        chapters = enumerate(self.app.get(chapter.title) for chapter in known_puzzles(self.game).chapters())
        sources = ((False, Message("From the collection")), (True, Message("New ones")))
        files = (("pdf", "PDF"), ("png", "PNG"))
        pages = [(n, Message("{n} [page|pages]", n=n)) for n in range(1, MOST_PAGES + 1)]
        return [
            self._choice("chapter", Message("Difficulty"), chapters),
            self._choice("is_new", Message("Puzzles"), sources),
            self._choice("per_page", Message("On each page"), [(n, str(n)) for n in GRIDS]),
            self._choice("pages", Message("Pages"), pages),
            self._choice("format", Message("Paper"), [(key, one.name) for key, one in FORMATS.items()]),
            self._choice("file", Message("File"), files),
            toggle(self, "has_solutions", Message("Solutions on the last page"), self.order.has_solutions,
                   partial(self._choose, "has_solutions")),
            seed_field(self, self.seed, self._set_seed, self._make),
        ]  # fmt: skip

    def _choice(self, name: str, title: Message, options: Iterable[tuple[Any, Any]]) -> Widget:
        return choice(self, name, title, options, getattr(self.order, name), partial(self._choose, name))

    # -- preview

    def _first_page(self) -> Iterator[pygame.Surface | None]:
        """Draw the first page step by step; puzzles not generated yet are empty boards."""
        order, game = self.order, self.game
        found = [SheetPuzzle()] * order.per_page
        if not order.is_new:
            drawn = from_collection(game, order, self._used_seed)[: order.per_page]
            found = [laid_out(self.app, game, one) for one in drawn]
        sheet = sheet_of(self.app, game, self.printer, replace(order, has_solutions=False), found, self._used_seed)
        return PagePainter(sheet, self.app.theme, self.app.say, PREVIEW_DPI, self._cache).pages()

    def _draw_preview(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        page = self.preview
        if page is None:
            surface.fill(WHITE, rect)
            return
        key = ("sheet preview", self._previews, rect.size)
        surface.blit(
            self.app.kit.cache.keep(key, lambda: pygame.transform.smoothscale(page, rect.size).convert()), rect
        )

    def _continue_preview(self) -> bool:
        """Draw a little more of the first page. Return whether there was anything to draw."""
        for page in self._pages:
            if page is not None:
                self.preview, self._pages = page, iter(())
                self._previews += 1
            return True
        return False

    # -- actions

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
            self.job = SheetJob(self.app, self.game, self.printer, self.order, self._used_seed, self._cache)
            self.rebuild_at("stop")

    def _stop(self) -> None:
        if self.job is not None:
            self.job.cancel()
            self._end()

    def _end(self) -> None:
        self.job = None
        self.rebuild_at("make")

    def leave(self) -> None:
        if self.job is not None:
            self.job.cancel()

    # -- time

    def update(self, dt: float) -> bool:
        return any([super().update(dt), self._go_on(), self._continue_preview()])

    def _go_on(self) -> bool:
        job = self.job
        if job is None:
            return False
        job.update()
        if job.is_busy:
            self._progress.text = self.app.say(self._progress_text(job))
            return True
        self._tell(job)
        self._is_spent = job.fault is None and job.order == self.order
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
            self._outcome = Message("{n} [file|files] saved[:|, the first as] {file}", n=n, file=first)
        if self.app.size[1] < self.app.px(SHORT_HEIGHT):  # where the words of the foot have scrolled away
            self.app.tell(self._outcome)
