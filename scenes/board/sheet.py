"""What stands beside the board of a game for one: a sheet of facts that the game fills, and the figures on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

import pygame

from logic.core import Message
from scenes.board.parts import Part, Words, card_plate
from sprites.paint.kit import Kit
from sprites.widgets.input import Pointer
from sprites.widgets.widget import Widget

Say = Callable[[Message], str]

ICON_SHARE = 0.62
"""Of a figure's height for its icon."""
LABELLED, NUMBER_SHARE = 46, 0.56
"""Units of height from which on a figure has its label below it, and the share of the height that the number keeps."""


class Sheet(Widget, ABC):
    """A game's facts in the place of the players' cards. ``refresh`` brings them up to date with the view."""

    focusable = False
    least: tuple[int, ...] = ()
    """What the whole puzzle takes at least in each of the game's counts; empty while nobody knows."""
    was_helped = False
    """Whether some of what stands was shown by the program."""

    @abstractmethod
    def least_height(self, *, compact: bool) -> int:
        """The height in pixels at which everything on it can be read."""

    @abstractmethod
    def refresh(self, say: Say) -> None:
        """Show the position of the view as it is now."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sunken plate, then the children on it."""
        plate = self.kit.bakery.keep(("sheet", self.rect.size), lambda: card_plate(self.kit, self.rect.size, None))
        surface.blit(plate, self.rect)
        super().draw(surface)


class Figure(Part):
    """A number with a picture that says of what, and where there is height with a label.

    The words for it come as a tip, by mouse and by long press.
    """

    def __init__(self, kit: Kit, key: str, icon: str) -> None:
        super().__init__(kit, key)
        self.icon = icon
        self.label = ""
        self.text = ""
        self.is_lit = False

    def fill(self, text: str, tip: str, label: str = "", *, is_lit: bool = False) -> None:
        """Show another number, with the words for it; a lit one stands out."""
        self.text, self.tip, self.label, self.is_lit = text, tip, label, is_lit

    def point(self, event: Pointer) -> bool:
        """Be held, so that a finger that rests here gets the words."""
        return event.kind != "hover"

    def _icon_rect(self) -> pygame.Rect:
        side = min(round(self.rect.height * ICON_SHARE), round(self.rect.width * 0.48))
        icon = pygame.Rect(0, 0, side, side)
        icon.midleft = (self.rect.left + self.kit.px(2), self.rect.centery)
        return icon

    def words(self) -> Iterable[Words]:
        colours = self.kit.theme.colours
        left = self._icon_rect().right + self.kit.px(4)
        room = pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)
        ink, sizes = colours.accent_light if self.is_lit else colours.ink, self.kit.theme.sizes
        if self.label and room.height >= self.kit.px(LABELLED):
            below = pygame.Rect(left, room.top + round(room.height * NUMBER_SHARE), room.width, 0)
            below.height, room.height = room.bottom - below.top, below.top - room.top
            yield Words(self.label, below, colours.ink_soft, sizes.small, "text", lines=1)
        yield Words(self.text, room, ink, sizes.interface, lines=1)

    def draw(self, surface: pygame.Surface) -> None:
        icon, colours = self._icon_rect(), self.kit.theme.colours
        glyph = self.kit.bakery.icon(self.icon, icon.height, colours.accent if self.is_lit else colours.ink_soft)
        surface.blit(glyph, glyph.get_rect(center=icon.center))
        super().draw(surface)
