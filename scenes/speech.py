"""What somebody at the table says: a few lines in the voice of a bystander, as many as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from logic.advice.words import ELLIPSIS
from scenes.boardparts import Part
from sprites.ui import Kit
from sprites.wrapping import wrap

ICON = "comment_quote_outline"
ICON_SIDE = 26
"""Units, as of the status above it."""
LINE = 1.28
"""Height of a line of text by the size of its letters."""


class Speech(Part):
    """A saying in letters of one size, between marks as ``quoted`` has them; what finds no room is left away."""

    def __init__(self, kit: Kit, key: str, quoted: Callable[[str], str]) -> None:
        super().__init__(kit, key)
        self.text = ""
        self._quoted = quoted

    @property
    def _letters(self) -> int:
        return self.kit.px(self.kit.theme.sizes.small)

    @property
    def _step(self) -> int:
        return round(self._letters * LINE)

    @property
    def has_room(self) -> bool:
        """Tell whether the place is high enough to say anything at all."""
        return self.rect.height >= self._step

    def _icon(self) -> pygame.Rect:
        side = self.kit.px(ICON_SIDE)
        return pygame.Rect(self.rect.left + self.kit.px(4), self.rect.top, side, min(self.rect.height, side))

    def _room(self) -> pygame.Rect:
        left = self._icon().right + self.kit.px(8)
        return pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)

    def rows(self) -> tuple[str, ...]:
        """Give the lines as they are drawn."""
        room = self._room()
        most = max(1, room.height // self._step)
        key = ("speech", self._quoted(self.text), room.width, most, self._letters)
        return self.kit.bakery.reckon(key, lambda: tuple(self._cut(room.width, most)))

    def _cut(self, width: int, most: int) -> list[str]:
        """Break the saying into at most so many lines."""
        words = self.text.split()
        broken = self._broken(self.text, width)
        while len(broken) > most and words:
            words.pop()
            broken = self._broken(" ".join(words).rstrip(" ,;:–-…") + ELLIPSIS, width)
        return broken

    def _broken(self, text: str, width: int) -> list[str]:
        return wrap(self.kit.bakery, self._quoted(text), "text", self._letters, max(1, width))

    def clipped(self) -> Iterable[str]:
        """Name every line that is too wide for its place."""
        font, room = self.kit.bakery.font("text", self._letters), self._room()
        return [row for row in self.rows() if font.size(row)[0] > room.width]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture and the lines."""
        icon, room = self._icon(), self._room()
        glyph = self.kit.bakery.icon(ICON, icon.height, self.kit.theme.colours.accent)
        surface.blit(glyph, glyph.get_rect(center=icon.center))
        for number, row in enumerate(self.rows()):
            drawn = self.kit.bakery.text(row, "text", self._letters, self.kit.theme.colours.ink_soft)
            surface.blit(drawn, (room.left, room.top + number * self._step))
