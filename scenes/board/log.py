"""The moves so far in words: the list beside a board, as high as it needs, for something that scrolls to hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from logic.core import Move, State
from scenes.board.parts import Part
from sprites.paint.kit import Kit
from sprites.paint.tokens import player_token
from sprites.paint.wrapping import wrap

Mark = tuple[State, Move]
"""A move, and the position in which it was made."""
Picture = Callable[[State, Move, int], pygame.Surface | None]
"""Paints a mark so many pixels high; None where there is nothing to be seen."""

LINE = 1.28
"""Height of a line of text by the size of its letters."""
STRIKE = 0.56
"""How far down a line of text what strikes it through lies."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: whose move, or, in a game that dates its log, when, and the words for it.

    An empty date belongs to a line that goes on from the one above it. What was taken back is ``struck`` through;
    ``mark`` is what a picture before the words may show.
    """

    player: int
    text: str
    date: str | None = None
    struck: bool = False
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A line as it is drawn: its words in rows, and the picture before them."""

    line: LogLine
    rows: list[str]
    picture: pygame.Surface | None


class LogLines(Part):
    """The moves so far in words, each with its player's token or its date; as high as it needs, for a Scroll.

    ``picture`` paints what stands before the words, in a game that has such pictures.
    """

    def __init__(self, kit: Kit, key: str, lines: tuple[LogLine, ...] = (), picture: Picture | None = None) -> None:
        super().__init__(kit, key)
        self.lines = lines
        self.picture = picture
        self._kept: dict[int, list[Block]] = {}
        self._painted: dict[int, tuple[Mark, pygame.Surface | None]] = {}
        self._gutter = 0

    def fill(self, lines: tuple[LogLine, ...]) -> None:
        self.lines = lines
        self._kept = {}

    def forget_pictures(self) -> None:
        """Have every picture painted anew, for other eyes."""
        self._kept, self._painted = {}, {}

    @property
    def _letters(self) -> int:
        return self.kit.px(self.kit.theme.sizes.small)

    def _width_of_gutter(self) -> int:
        """The width that tokens or dates take before the words."""
        font = self.kit.bakery.font("text", self._letters)
        dates = {line.date for line in self.lines if line.date}
        return max([round(self._letters * 1.25), *(font.size(date)[0] for date in dates)])

    @property
    def _side(self) -> int:
        """The height of what stands before the words."""
        return round(self._letters * 1.25)

    def blocks(self, width: int) -> list[Block]:
        """The lines as they are broken at that width, kept for one width at a time."""
        if width not in self._kept:
            self._gutter = self._width_of_gutter()
            self._kept = {width: [self._block(line, width - self._gutter - self.kit.px(12)) for line in self.lines]}
        return self._kept[width]

    def _block(self, line: LogLine, room: int) -> Block:
        picture = self._painting(line.mark)
        room -= self._indent(picture)
        return Block(line, wrap(self.kit.bakery, line.text, "text", self._letters, max(1, room)), picture)

    def _painting(self, mark: Mark | None) -> pygame.Surface | None:
        """The picture of a move; one that was painted once is kept with its mark, which so keeps its identity."""
        if mark is None or self.picture is None:
            return None
        if id(mark) not in self._painted:
            self._painted[id(mark)] = mark, self.picture(*mark, self._side)
        return self._painted[id(mark)][1]

    def _indent(self, picture: pygame.Surface | None) -> int:
        return 0 if picture is None else picture.get_width() + self.kit.px(6)

    def _gap(self, line: LogLine) -> int:
        """The room above a line: what goes on from the one above lies close to it."""
        return self.kit.px(1 if line.date == "" else 5)

    def measure(self, width: int) -> int:
        step = round(self._letters * LINE)
        return max(1, sum(len(block.rows) * step + self._gap(block.line) for block in self.blocks(width)))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw only the lines that are in sight."""
        step, sight, top = round(self._letters * LINE), surface.get_clip(), self.rect.top
        for block in self.blocks(self.rect.width):
            top += self._gap(block.line)
            height = len(block.rows) * step
            if top + height >= sight.top and top <= sight.bottom:
                self._draw_head(surface, block.line, top)
                self._draw_block(surface, block, top)
            top += height

    def _draw_head(self, surface: pygame.Surface, line: LogLine, top: int) -> None:
        bakery, left = self.kit.bakery, self.rect.left + self.kit.px(2)
        if line.date is None:
            surface.blit(player_token(self.kit, line.player, self._side), (left, top))
        elif line.date:
            date = bakery.text(line.date, "text", self._letters, self.kit.theme.colours.accent)
            surface.blit(date, (left + self._gutter - date.get_width(), top))

    def _draw_block(self, surface: pygame.Surface, block: Block, top: int) -> None:
        """Draw the picture, and the words beside it; through what was taken back goes a line."""
        left, step = self.rect.left + self.kit.px(10) + self._gutter, round(self._letters * LINE)
        if block.picture is not None:
            surface.blit(block.picture, (left, top))
            left += self._indent(block.picture)
        ink, thick = self.kit.theme.colours.ink_soft, max(1, self._letters // 11)
        for number, row in enumerate(block.rows):
            drawn = self.kit.bakery.text(row, "text", self._letters, ink)
            place = surface.blit(drawn, (left, top + number * step))
            if block.line.struck:
                rule = pygame.Rect(left, place.top + round(drawn.get_height() * STRIKE), drawn.get_width(), thick)
                surface.fill(ink, rule)
