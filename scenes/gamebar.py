"""How far a game has come: a thin bar with the number beside it, for a game that can tell."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from scenes.boardparts import Part, Words
from sprites.layers import rounded
from sprites.surfaces import RGB, coloured, mix
from sprites.ui import Kit

WHOLE = 100
NUMBER = 58
"""Units of width for the number."""
THICKNESS = 0.36
"""How thick the bar is, as a share of the height."""


class GameBar(Part):
    """A bar that fills from the left while a game goes on."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.value = 0
        self.text = ""
        self.visible = False

    def show(self, value: int, text: str) -> None:
        """Show how many hundredths are behind, and the words for that."""
        self.value, self.text, self.visible = min(WHOLE, max(0, value)), text, True

    def _parts(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Give the places of the bar and of the number."""
        number = pygame.Rect(self.rect.right - self.kit.px(NUMBER), self.rect.top, self.kit.px(NUMBER), 0)
        number.height = self.rect.height
        bar = pygame.Rect(self.rect.left + self.kit.px(4), 0, 0, max(3, round(self.rect.height * THICKNESS)))
        bar.width, bar.centery = number.left - self.kit.px(4) - bar.left, self.rect.centery
        return bar, number

    def words(self) -> Iterable[Words]:
        """Give the number."""
        theme = self.kit.theme
        yield Words(self.text, self._parts()[1], theme.colours.ink_soft, theme.sizes.small, lines=1, align="right")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the groove, what is behind, and the number."""
        bar, _ = self._parts()
        colours = self.kit.theme.colours
        surface.blit(self._rod(bar.size, mix(colours.table, "#000000", 0.3)), bar)
        full = round(bar.width * self.value / WHOLE)
        if full >= bar.height:
            surface.blit(self._rod((full, bar.height), colours.accent), bar)
        super().draw(surface)

    def _rod(self, size: tuple[int, int], colour: str | RGB) -> pygame.Surface:
        def paint() -> pygame.Surface:
            cover = rounded(size, size[1] / 2)
            return coloured(0.55 * cover, mix(colour, "#000000", 0.3), mix(colour, "#ffffff", 0.2), cover)

        return self.kit.bakery.keep(("gamebar", size, colour), paint)
