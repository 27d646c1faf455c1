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
    """One line of the log: whose move, and the words for it."""

    player: int
    text: str


class LogLines(Part):
    """The moves so far in words, each with its player's token; as high as it needs, for a Scroll to hold."""

    def __init__(self, kit: Kit, key: str, lines: tuple[LogLine, ...] = ()) -> None:
        super().__init__(kit, key)
        self.lines = lines
        self._kept: dict[int, list[tuple[int, list[str]]]] = {}

    def fill(self, lines: tuple[LogLine, ...]) -> None:
        """Show other lines."""
        self.lines = lines
        self._kept = {}

    def _row(self, width: int) -> tuple[int, int, int]:
        """Give the size of letters, the side of a token and the width for words."""
        letters = self.kit.px(self.kit.theme.sizes.small)
        token = round(letters * 1.25)
        return letters, token, max(1, width - token - self.kit.px(12))

    def _broken(self, width: int) -> list[tuple[int, list[str]]]:
        if width not in self._kept:
            letters, _, room = self._row(width)
            rows = [(line.player, wrap(self.kit.bakery, line.text, "text", letters, room)) for line in self.lines]
            self._kept = {width: rows}
        return self._kept[width]

    def measure(self, width: int) -> int:
        """Give the height of all lines."""
        step = round(self._row(width)[0] * LINE)
        return max(1, sum(len(rows) * step + self.kit.px(5) for _, rows in self._broken(width)))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the lines that are in sight."""
        letters, token, _ = self._row(self.rect.width)
        step, gap = round(letters * LINE), self.kit.px(5)
        top, sight = self.rect.top, surface.get_clip()
        for player, rows in self._broken(self.rect.width):
            height = len(rows) * step
            if top + height >= sight.top and top <= sight.bottom:
                surface.blit(player_token(self.kit, player, token), (self.rect.left + self.kit.px(2), top))
                for number, row in enumerate(rows):
                    drawn = self.kit.bakery.text(row, "text", letters, self.kit.theme.colours.ink_soft)
                    surface.blit(drawn, (self.rect.left + token + self.kit.px(10), top + number * step))
            top += height + gap
