"""Makes a sheet of puzzles beside the screen: finds them, has them solved, draws page after page, writes the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol

import pygame

from logic.core import Dice, Message, State
from logic.puzzles import Puzzle, Puzzles, puzzles_of
from logic.registry import GAMES, game_config
from logic.storage.files import StoreProblem, write_whole
from logic.variants import resolve_params
from scenes.app.app import App
from scenes.app.exports import free_export
from scenes.app.requests import Maker, Questions
from scenes.puzzles.paper import DPI, FORMATS, PdfFile, Press, PrintedPuzzle, Sheet, png_of
from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Bakery

TRIES = 3
"""How often a puzzle is made at most for each that is wanted: one may come out twice, or not at all."""


class Printer(Protocol):
    """What a game brings along that can be printed; ``task`` says what to do, ``note`` how solutions are read."""

    task: Message
    note: Message

    def wanted(self, chapter: int) -> Mapping[str, int]:
        """The knobs for new puzzles as hard as those of a chapter."""
        ...

    def aspect(self, state: Any) -> float:
        """Say how many times as wide as high a puzzle is; None is one that is still to be made."""
        ...

    def draw(self, surface: pygame.Surface, kit: Kit, state: Any, rect: pygame.Rect) -> Iterator[None]:
        """Draw a puzzle, or None, into its place on the page, and stop for breath again and again."""
        ...

    def written(self, state: Any, moves: Sequence[Any]) -> Iterable[str]:
        """Write moves down in few signs."""
        ...


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed: puzzles of a chapter, or new ones as hard as those; how, and on what."""

    chapter: int = 0
    is_new: bool = False
    per_page: int = 4
    pages: int = 1
    format: str = "a4"
    file: Literal["pdf", "png"] = "pdf"
    has_solutions: bool = True

    @property
    def count(self) -> int:
        """How many puzzles there are to be."""
        return self.per_page * self.pages


@dataclass(slots=True)
class Found:
    """A puzzle of the sheet with its first position, both None while it is to be made, and its solution."""

    puzzle: Puzzle | None = None
    state: State | None = None
    moves: tuple[str, ...] = ()


def printed_puzzles(game: str) -> Puzzles:
    """The puzzles of a game that prints them."""
    puzzles = puzzles_of(GAMES[game])
    assert puzzles is not None  # noqa: S101 - only puzzles are printed
    return puzzles


def from_collection(game: str, order: Order, seed: int) -> list[Puzzle]:
    """Draw puzzles of a chapter, the shortest first; all of them where there are too few."""
    drawn = Dice(seed).shuffled(printed_puzzles(game).chapters()[order.chapter].puzzles)[: order.count]
    return sorted(drawn, key=lambda puzzle: puzzle.par)


def first_position(game: str, params: Mapping[str, Any]) -> State:
    """The position that a puzzle begins with."""
    config = game_config(game)
    usual = config.variants[config.default]
    chosen = resolve_params(GAMES[game], usual, computer=False, name=game, chosen=dict(params))
    return GAMES[game].new(chosen, Dice(0))


class SheetJob:
    """Makes one sheet; :meth:`update` does a small part of it, so that no frame has to wait.

    When ``is_busy`` is over, ``written`` are the files, or ``fault`` says why there are none.
    """

    def __init__(self, app: App, game: str, printer: Printer, order: Order, seed: int, bakery: Bakery) -> None:
        self.order = order
        self.seed = seed
        self.written: tuple[Path, ...] = ()
        self.fault: Message | None = None
        self.done = 0
        """How many puzzles are on paper."""
        self._app, self._game, self._printer, self._bakery = app, game, printer, bakery
        self._maker = Maker(app, game)
        self._questions = Questions(app, game)
        self._found: list[Found] = []
        self._steps: Iterator[None] | None = self._work()

    @property
    def is_busy(self) -> bool:
        return self._steps is not None

    def cancel(self) -> None:
        """Leave it; nothing is written."""
        self._steps = None
        self._maker.cancel()
        self._questions.forget()

    def update(self) -> bool:
        """Do the next small part; true while there is one."""
        if self._steps is None:
            return False
        try:
            next(self._steps)
        except StopIteration:
            self._steps = None
        except StoreProblem as problem:
            self.fault, self._steps = problem.message, None
        return True

    # -- one part after the other

    def _work(self) -> Iterator[None]:
        if self.order.is_new:
            yield from self._make()
        else:
            self._found = [self._laid_out(one) for one in from_collection(self._game, self.order, self.seed)]
        if self.fault is not None:
            return
        if self.order.has_solutions:
            yield from self._solve()
        yield from self._print()

    def _laid_out(self, puzzle: Puzzle) -> Found:
        return Found(puzzle, first_position(self._game, puzzle.params))

    def _make(self) -> Iterator[None]:
        """Have new puzzles made in the worker, no two the same."""
        dice, wanted, known = Dice(self.seed), self._printer.wanted(self.order.chapter), set[str]()
        fault = Message("No puzzle could be made.")
        for _ in range(TRIES * self.order.count):
            self._maker.begin(wanted, dice.seed())
            while (made := self._maker.take()) is None:
                yield
            if isinstance(made, Message):
                fault = made
            elif made.key not in known:
                known.add(made.key)
                self._found.append(self._laid_out(made))
            if len(self._found) == self.order.count:
                return
        if not self._found:
            self.fault = fault

    def _solve(self) -> Iterator[None]:
        """Have every puzzle solved in the worker; one that it fails at stands there without a solution."""
        for found in self._found:
            assert found.state is not None  # noqa: S101 - all are made by now
            self._questions.ask("solution", found.state)
            while (answer := self._questions.answered("solution")) is None:
                yield
            try:
                found.moves = tuple(self._printer.written(found.state, answer.result() or ()))
            except (CancelledError, Exception):  # the sheet is of use all the same
                found.moves = ("…",)

    def _print(self) -> Iterator[None]:
        sheet = sheet_of(self._app, self._game, self._printer, self.order, self._found, self.seed)
        files = _Files(self.order.file, sheet.title)
        press = Press(sheet, self._app.theme, self._app.say, DPI, self._bakery)
        for page in press.pages():
            self.done = press.done
            if page is not None:
                files.add(page)
            yield
        self.written = files.write(partial(free_export, self._app, f"{self._game}-sheet"))


def sheet_of(app: App, game: str, printer: Printer, order: Order, found: Sequence[Found], seed: int) -> Sheet:
    """Put puzzles on a sheet, in the player's language."""
    puzzles = printed_puzzles(game)
    chapter = app.get(puzzles.chapters()[order.chapter].title)
    title = f"{app.get(game_config(game).title)} · {chapter}"
    task = app.say(Message("{task} Seed of this sheet: {seed}", task=printer.task, seed=str(seed)))

    def printed(one: Found) -> PrintedPuzzle:
        puzzle, draw = one.puzzle, partial(_draw, printer, one.state)
        if puzzle is None:
            return PrintedPuzzle("…", "", printer.aspect(None), draw)
        takes = app.say(Message("Par: {par}", par=puzzles.cost(puzzle.par)))
        name = puzzles.code(puzzle.params) or app.get(puzzle.title)
        return PrintedPuzzle(name, takes, printer.aspect(one.state), draw, one.moves)

    return Sheet(title, task, app.say(printer.note), [printed(one) for one in found], order.per_page,
                 FORMATS[order.format], order.has_solutions)  # fmt: skip


def _draw(
    printer: Printer, state: State | None, surface: pygame.Surface, kit: Kit, rect: pygame.Rect
) -> Iterator[None]:
    return printer.draw(surface, kit, state, rect)


class _Files:
    """The pages that are drawn so far, as they are written at the end."""

    def __init__(self, kind: Literal["pdf", "png"], title: str) -> None:
        self._pdf = PdfFile(title) if kind == "pdf" else None
        self._pngs: list[bytes] = []

    def add(self, page: pygame.Surface) -> None:
        if self._pdf is not None:
            self._pdf.add(page)
        else:
            self._pngs.append(png_of(page))

    def write(self, free: Callable[[str], Path]) -> tuple[Path, ...]:
        """Write all files; ``free`` gives a path that is still free, by its ending. Raises StoreProblem."""
        if self._pdf is not None:
            path = free("pdf")
            write_whole(path, self._pdf.content())
            return (path,)
        written = []
        for content in self._pngs:
            written.append(free("png"))
            write_whole(written[-1], content)
        return tuple(written)
