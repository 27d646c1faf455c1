"""A close look at what lies before a player: large pictures on a sheet beside the board, for as long as it is held."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pygame

from logic.core import Message
from scenes.boardparts import Part, Words
from scenes.things import Thing, Things
from sprites.input import Pos
from sprites.materials import MARGIN, panel
from sprites.ui import Kit
from sprites.widgets.base import Ease

PAD = 10
GAP = 8
HEAD = 30
"""Units of height of the heading."""
CAPTION = 40
"""Units of height of the words below a thing."""
LARGEST = 240
"""Units of height of a large picture at most."""
LARGEST_WON = 56
"""The same of what was won."""
HALF = 0.62
"""The share of the sheet's height, or of its width, that goes to what counts now, where something was won, too."""
BROAD = 1.5
"""A sheet that is by so much wider than high has what was won at the side, not below."""

Placed = tuple[Thing, pygame.Rect, pygame.Rect]
"""A thing, the place of its picture, and that of the words below it."""


class CloseUp(Part):
    """The sheet; invisible while nobody looks."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.visible = False
        self.name = ""
        self.things = Things()
        self.captions: tuple[str, ...] = ()
        self._turned = Ease(kit.theme.seconds.card)

    def hit(self, pos: Pos) -> bool:
        """Let every press through: what lies here is only looked at."""
        return False

    def fill(self, name: str, things: Things, captions: tuple[str, ...]) -> None:
        """Show what lies before a player of that name; ``captions`` are the words below what counts and what comes."""
        if not self.visible:
            self._turned.value, self._turned.target = (1.0 if self.kit.reduced_motion else 0.0), 1.0
        self.visible = True
        self.name, self.things, self.captions = name, things, captions

    def hide(self) -> None:
        """Take the sheet away."""
        self.visible = False

    def update(self, dt: float) -> bool:
        """Let the cards turn up."""
        return self.visible and self._turned.update(dt)

    # -- places

    def _inner(self) -> pygame.Rect:
        around = self.kit.px(MARGIN["panel"] + PAD)
        return self.rect.inflate(-2 * around, -2 * around)

    def _head(self) -> pygame.Rect:
        inner = self._inner()
        return pygame.Rect(inner.left, inner.top, inner.width, self.kit.px(HEAD))

    def _room(self) -> tuple[pygame.Rect, pygame.Rect]:
        """Give the room of what counts, and of what was won below it or beside it."""
        inner, gap = self._inner(), self.kit.px(GAP)
        top = self._head().bottom + gap
        whole = pygame.Rect(inner.left, top, inner.width, inner.bottom - top)
        if not self.things.won:
            return whole, pygame.Rect(whole.left, whole.bottom, whole.width, 0)
        if whole.width > BROAD * whole.height:
            near = pygame.Rect(whole.left, whole.top, round((whole.width - gap) * HALF), whole.height)
            return near, pygame.Rect(near.right + gap, whole.top, whole.right - near.right - gap, whole.height)
        upper = pygame.Rect(whole.left, whole.top, whole.width, round((whole.height - gap) * HALF))
        return upper, pygame.Rect(whole.left, upper.bottom + gap, whole.width, whole.bottom - upper.bottom - gap)

    @property
    def _large(self) -> tuple[Thing, ...]:
        return (*self.things.hand, *self.things.stock)

    def placed(self) -> list[Placed]:
        """Say where everything large lies: in as many rows as leave the pictures largest."""
        room, gap, caption = self._room()[0], self.kit.px(GAP), self.kit.px(CAPTION)
        count = len(self._large)
        if not count:
            return []
        high, rows = max((self._height(room, rows, caption, gap), rows) for rows in range(1, count + 1))
        columns = math.ceil(count / rows)
        made: list[Placed] = []
        for number, thing in enumerate(self._large):
            row, column = divmod(number, columns)
            in_row = min(columns, count - row * columns)
            wide = room.width // in_row
            cell = pygame.Rect(room.left + column * wide, room.top + row * (high + caption + gap), wide, high)
            below = pygame.Rect(cell.left + gap // 2, cell.bottom + gap // 2, wide - gap, caption - gap // 2)
            made.append((thing, cell, below))
        return made

    def _height(self, room: pygame.Rect, rows: int, caption: int, gap: int) -> int:
        """Give how high pictures may be that lie in so many rows."""
        columns = math.ceil(len(self._large) / rows)
        high = (room.height - gap * (rows - 1)) // rows - caption
        widest = room.width // columns - gap
        return max(1, min(high, widest, self.kit.px(LARGEST)))

    def words(self) -> Iterable[Words]:
        """Give the name, and what lies there."""
        theme = self.kit.theme
        ink, size = theme.colours.paper_ink, theme.sizes.small
        yield Words(self.name, self._head(), ink, theme.sizes.interface, lines=1, align="center")
        for (_, _, below), caption in zip(self.placed(), self.captions, strict=True):
            yield Words(caption, below, ink, size, "text", align="center")

    # -- picture

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the sheet, the large things as they turn up, and what was won."""
        surface.blit(panel(self.kit, self.rect.size, "paper"), self.rect)
        for thing, cell, _ in self.placed():
            picture = thing.large(cell.height)
            if self._turned.value < 1:
                wide = max(1, round(picture.get_width() * self._turned.value))
                picture = pygame.transform.smoothscale(picture, (wide, picture.get_height()))
            surface.blit(picture, picture.get_rect(center=cell.center))
        self._draw_won(surface, self._room()[1])
        super().draw(surface)

    def _draw_won(self, surface: pygame.Surface, room: pygame.Rect) -> None:
        count, gap = len(self.things.won), self.kit.px(GAP) // 2
        if not count:
            return
        side, rows = max((self._won_side(room, rows, gap), -rows) for rows in range(1, count + 1))
        columns = math.ceil(count / -rows)
        top = room.top + max(0, room.height - math.ceil(count / columns) * (side + gap)) // 2
        for number, thing in enumerate(self.things.won):
            row, column = divmod(number, columns)
            in_row = min(columns, count - row * columns)
            left = room.centerx - (in_row * (side + gap) - gap) // 2
            picture = thing.small(side)
            surface.blit(picture, (left + column * (side + gap), top + row * (side + gap)))

    def _won_side(self, room: pygame.Rect, rows: int, gap: int) -> int:
        columns = math.ceil(len(self.things.won) / rows)
        wide, high = (room.width + gap) // columns - gap, (room.height + gap) // rows - gap
        return max(1, min(wide, high, self.kit.px(LARGEST_WON)))


def captions_of(things: Things) -> tuple[Message, ...]:
    """Give the words below what is shown large, in its order."""
    return tuple(thing.words for thing in (*things.hand, *things.stock))
