"""Puzzles on paper: the layout of sheets and solutions, and the pages as files to print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from logic.core import Message
from sprites.paint.kit import Kit, Metrics, Theme
from sprites.paint.surface_cache import SurfaceCache
from sprites.widgets import fit
from sprites.widgets.layout import cells, cut

if TYPE_CHECKING:
    from PIL import Image

DPI = 300
QUALITY = 92
"""JPEG quality of the pictures in a PDF; lines stay crisp."""


STRIP = 256
"""Lines of a picture that are copied at a time: a whole page has 26 MB."""


def image_of(page: pygame.Surface) -> Image.Image:
    """Copy a surface, without its alpha, to a Pillow image."""
    from PIL import Image  # here, because it takes longer than a frame to load

    width, height = page.get_size()
    image = Image.new("RGB", (width, height))
    for top in range(0, height, STRIP):
        strip = page.subsurface((0, top, width, min(STRIP, height - top)))
        image.paste(Image.frombytes("RGB", strip.get_size(), pygame.image.tobytes(strip, "RGB")), (0, top))
    return image


class PdfFile:
    """A PDF file to which pages are appended one by one, so that only one is in memory."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._content = BytesIO()

    def add(self, page: pygame.Surface) -> None:
        """Add a page, at the size of its pixels."""
        is_first = not self._content.tell()
        told = {"title": self._title, "creator": "Quincunx"} if is_first else {"append": True}
        image_of(page).save(self._content, "PDF", resolution=DPI, quality=QUALITY, subsampling=0, **told)

    def content(self) -> bytes:
        return self._content.getvalue()


def png_of(page: pygame.Surface) -> bytes:
    """A page as a PNG with its size on paper."""
    content = BytesIO()
    image_of(page).save(content, "PNG", dpi=(DPI, DPI))
    return content.getvalue()


INK, SOFT, HAIR = "#1b1b1b", "#5c5c5c", "#b8b8b8"
UNITS_AN_INCH = 100
MILLIMETRES_AN_INCH = 25.4
MARGIN = 45
"""Margin in units: wider than any printer's unprintable edge."""
HEAD, FOOT = 42, 26
"""Heights in units of header and footer."""
GAP = 26
"""Units between two puzzles."""
CAPTION, BELOW = 26, 18
"""Heights in units of the line above a puzzle and of the one below it."""
TITLE_SIZE, CAPTION_SIZE, NOTE_SIZE = 24, 15, 12
"""Letter sizes in units."""
COLUMNS = 2
"""Number of columns of solutions."""

Say = Callable[[Message], str]


@dataclass(frozen=True, slots=True)
class Format:
    """A paper size, in millimetres."""

    name: str
    width: float
    height: float

    def size(self, dpi: int) -> tuple[int, int]:
        """Its size in pixels."""
        return round(self.width / MILLIMETRES_AN_INCH * dpi), round(self.height / MILLIMETRES_AN_INCH * dpi)


FORMATS = {"a4": Format("A4", 210, 297), "letter": Format("Letter", 215.9, 279.4)}
GRIDS = {2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""The columns and rows for each possible number of puzzles on a page."""


class Printer(Protocol):
    """A game's part of printing; ``task`` is the instruction, ``note`` how to read solutions."""

    task: Message
    note: Message

    def wanted(self, chapter: int) -> Mapping[str, int]:
        """The option values for new puzzles as hard as those of a chapter."""
        ...

    def aspect(self, state: Any) -> float:
        """Width of a puzzle by its height; None stands for one not generated yet."""
        ...

    def draw(self, state: Any, surface: pygame.Surface, kit: Kit, rect: pygame.Rect) -> Iterator[None]:
        """Draw a puzzle, or for None an empty board, into its rectangle on the page, step by step."""
        ...

    def written(self, state: Any, moves: Sequence[Any]) -> Iterable[str]:
        """Write moves in a compact notation."""
        ...


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """One puzzle on paper: its title, its par, how it is drawn, and its solution move by move.

    ``draw`` works step by step, into a rectangle of that ``aspect`` (width by height).
    """

    title: str
    takes: str
    aspect: float
    draw: Callable[[pygame.Surface, Kit, pygame.Rect], Iterator[None]]
    moves: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """Everything printed together; ``task`` is the instruction below the puzzles, ``note`` how to read moves."""

    title: str
    task: str
    note: str
    puzzles: Sequence[PrintedPuzzle]
    per_page: int
    format: Format
    has_solutions: bool = True

    @property
    def puzzle_pages(self) -> int:
        return ceil(len(self.puzzles) / self.per_page)


class PagePainter:
    """Draws the pages of a sheet at a resolution, step by step; ``cache`` keeps what several of them share."""

    def __init__(self, sheet: PrintedSheet, theme: Theme, say: Say, dpi: int, cache: SurfaceCache) -> None:
        self.sheet = sheet
        self.say = say
        self.size = sheet.format.size(dpi)
        self.done = 0
        """Number of puzzles drawn."""
        self.kit = Kit(theme, Metrics(*self.size, dpi / UNITS_AN_INCH), cache)
        px = self.kit.px
        page = pygame.Rect((0, 0), self.size)
        self._area = page.inflate(-2 * px(MARGIN), -2 * px(MARGIN))
        self._body = cut(cut(self._area, "top", px(HEAD))[1], "bottom", px(FOOT))[1]

    def pages(self) -> Iterator[pygame.Surface | None]:
        """Yield the pages one after the other, and None between two steps."""
        solutions = list(self._flow()) if self.sheet.has_solutions else []
        total = self.sheet.puzzle_pages + len(solutions)
        places = cells(self._body, *GRIDS[self.sheet.per_page], self.kit.px(GAP))
        for number in range(self.sheet.puzzle_pages):
            page = self._page(self.sheet.title, number + 1, total, self.sheet.task)
            for index, rect in zip(self._indices(number), places, strict=False):
                yield from self._draw_puzzle(page, index, rect)
                self.done += 1
            yield page
        for number, blocks in enumerate(solutions, self.sheet.puzzle_pages + 1):
            page = self._page(self.say(Message("Solutions")), number, total, self.sheet.note)
            for rect, block in blocks:
                self._draw_block(page, rect, block)
            yield page

    # -- pages

    def _page(self, title: str, number: int, total: int, foot: str) -> pygame.Surface:
        """An empty page with its header and footer."""
        page, area, px = pygame.Surface(self.size), self._area, self.kit.px
        page.fill("#ffffff")
        head, foot_room = cut(area, "top", px(HEAD - 14))[0], cut(area, "bottom", px(FOOT - 8))[0]
        self._write(page, title, head, TITLE_SIZE, INK)
        if total > 1:
            count = Message("{number} of {total}", number=number, total=total)
            self._write(page, self.say(count), head, NOTE_SIZE, SOFT, "right")
        pygame.draw.rect(page, HAIR, (area.left, head.bottom + px(3), area.width, px(0.8)))
        self._write(page, foot, foot_room, NOTE_SIZE, SOFT)
        return page

    def _write(
        self, page: pygame.Surface, text: str, rect: pygame.Rect, units: float, ink: str, align: str = "left"
    ) -> None:
        face = "interface" if units > NOTE_SIZE else "text"
        fitted = fit(self.kit, text, rect.width, rect.height, face=face, units=units, lines=2)  # type: ignore[arg-type]
        fitted.draw(self.kit, page, rect, ink, align)

    # -- puzzles

    def _indices(self, page: int) -> range:
        """The indices of the puzzles on a page."""
        return range(page * self.sheet.per_page, min((page + 1) * self.sheet.per_page, len(self.sheet.puzzles)))

    def _draw_puzzle(self, page: pygame.Surface, index: int, rect: pygame.Rect) -> Iterator[None]:
        puzzle, px = self.sheet.puzzles[index], self.kit.px
        high = min(rect.height - px(CAPTION) - px(BELOW), round(rect.width / puzzle.aspect))
        board = pygame.Rect(0, 0, round(high * puzzle.aspect), high)
        board.midtop = (rect.centerx, rect.top + px(CAPTION))
        caption = pygame.Rect(board.left, rect.top, board.width, px(CAPTION - 6))
        self._write(page, _numbered(index, puzzle), caption, CAPTION_SIZE, INK)
        below = pygame.Rect(board.left, board.bottom + px(4), board.width, px(BELOW - 4))
        self._write(page, puzzle.takes, below, NOTE_SIZE, SOFT)
        self._write(page, self.say(Message("mine: ________")), below, NOTE_SIZE, SOFT, "right")
        yield from puzzle.draw(page, self.kit, board)

    # -- solutions

    def _flow(self) -> Iterator[list[tuple[pygame.Rect, _Block]]]:
        """Lay the solutions out in columns; yield the pages that they take."""
        gap, body = self.kit.px(GAP), self._body
        width = (body.width - (COLUMNS - 1) * gap) // COLUMNS
        page: list[tuple[pygame.Rect, _Block]] = []
        column, top = 0, body.top
        for index, puzzle in enumerate(self.sheet.puzzles):
            block = _Block.of(self.kit, _numbered(index, puzzle), "  ".join((f"{puzzle.takes}:", *puzzle.moves)), width)
            if top + block.height > body.bottom and top > body.top:
                column, top = column + 1, body.top
            if column == COLUMNS:
                yield page
                page, column = [], 0
            page.append((pygame.Rect(body.left + column * (width + gap), top, width, block.height), block))
            top += block.height + gap // 2
        if page:
            yield page

    def _draw_block(self, page: pygame.Surface, rect: pygame.Rect, block: _Block) -> None:
        top = rect.top
        for number, line in enumerate(block.lines):
            face, ink = ("interface", INK) if number == 0 else ("text", SOFT)
            font = self.kit.cache.font(face, block.size)  # type: ignore[arg-type]
            page.blit(font.line(line, ink), (rect.left, top))
            top += font.get_linesize()


@dataclass(frozen=True, slots=True)
class _Block:
    """A solution set in a column: its title, and its moves."""

    lines: tuple[str, ...]
    size: int
    height: int

    @staticmethod
    def of(kit: Kit, title: str, text: str, width: int) -> _Block:
        size = kit.px(NOTE_SIZE)
        font = kit.cache.font("text", size)
        lines, line = [title], ""
        for word in text.split("  "):
            longer = f"{line}  {word}" if line else word
            if line and font.size(longer)[0] > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
        return _Block(tuple(lines), size, font.get_linesize() * len(lines))


def _numbered(index: int, puzzle: PrintedPuzzle) -> str:
    return f"{index + 1}   {puzzle.title}"
