"""The moves so far in words: the list beside a board, as high as it needs, for something that scrolls to hold."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.boardparts import Part
from sprites.tokens import player_token
from sprites.ui import Kit
from sprites.wrapping import wrap

LINE = 1.28
"""Height of a line of text by the size of its letters."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: whose move, or, in a game that dates its log, when, and the words for it.

    An empty date belongs to a line that goes on from the one above it.
    """

    player: int
    text: str
    date: str | None = None


class LogLines(Part):
    """The moves so far in words, each with its player's token or its date; as high as it needs, for a Scroll."""

    def __init__(self, kit: Kit, key: str, lines: tuple[LogLine, ...] = ()) -> None:
        super().__init__(kit, key)
        self.lines = lines
        self._kept: dict[int, list[tuple[LogLine, list[str]]]] = {}
        self._gutter = 0

    def fill(self, lines: tuple[LogLine, ...]) -> None:
        """Show other lines."""
        self.lines = lines
        self._kept = {}

    @property
    def _letters(self) -> int:
        return self.kit.px(self.kit.theme.sizes.small)

    def _width_of_gutter(self) -> int:
        """Give the width that tokens or dates take before the words."""
        font = self.kit.bakery.font("text", self._letters)
        dates = {line.date for line in self.lines if line.date}
        return max([round(self._letters * 1.25), *(font.size(date)[0] for date in dates)])

    def _broken(self, width: int) -> list[tuple[LogLine, list[str]]]:
        if width not in self._kept:
            self._gutter = self._width_of_gutter()
            room = max(1, width - self._gutter - self.kit.px(12))
            wrapped = [(line, wrap(self.kit.bakery, line.text, "text", self._letters, room)) for line in self.lines]
            self._kept = {width: wrapped}
        return self._kept[width]

    def _gap(self, line: LogLine) -> int:
        """Give the room above a line: what goes on from the one above lies close to it."""
        return self.kit.px(1 if line.date == "" else 5)

    def measure(self, width: int) -> int:
        """Give the height of all lines."""
        step = round(self._letters * LINE)
        return max(1, sum(len(rows) * step + self._gap(line) for line, rows in self._broken(width)))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the lines that are in sight."""
        step, sight, top = round(self._letters * LINE), surface.get_clip(), self.rect.top
        for line, rows in self._broken(self.rect.width):
            top += self._gap(line)
            height = len(rows) * step
            if top + height >= sight.top and top <= sight.bottom:
                self._draw_line(surface, line, rows, top)
            top += height

    def _draw_line(self, surface: pygame.Surface, line: LogLine, rows: list[str], top: int) -> None:
        """Draw token or date, and the words beside it."""
        colours, bakery = self.kit.theme.colours, self.kit.bakery
        left, step = self.rect.left + self.kit.px(2), round(self._letters * LINE)
        if line.date is None:
            surface.blit(player_token(self.kit, line.player, round(self._letters * 1.25)), (left, top))
        elif line.date:
            date = bakery.text(line.date, "text", self._letters, colours.accent)
            surface.blit(date, (left + self._gutter - date.get_width(), top))
        for number, row in enumerate(rows):
            drawn = bakery.text(row, "text", self._letters, colours.ink_soft)
            surface.blit(drawn, (left + self._gutter + self.kit.px(8), top + number * step))
