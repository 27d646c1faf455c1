"""A table of figures by player: the rows' labels stay in sight while the columns are drawn sideways under them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from scenes.boardparts import Part, Words, shortened
from sprites.input import Action, Pointer
from sprites.surfaces import mix
from sprites.tokens import player_token
from sprites.ui import Kit, Widget
from sprites.widgets.scroll import Slide
from sprites.wrapping import wrap

LABELS, LABELS_SHARE = 300, 0.42
"""How wide the column of the labels is: units at most, and the share of the table."""
COLUMN = 92
"""Units that a player's column has at least."""
PAD = 7
"""Units around what is written."""
HEAD = 52
"""Units of height for the players."""
LINE = 1.25
"""Height of a line of text by the size of its letters."""
STEP = 0.8
"""How much of the room for the columns a key goes on."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A label and a value for each column."""

    label: str
    values: tuple[str, ...]


class FigureTable(Part):
    """Names at the head of the columns, and rows below them; what does not fit comes by a drag or by keys."""

    def __init__(self, kit: Kit, key: str, names: Sequence[str], rows: Sequence[FigureRow]) -> None:
        super().__init__(kit, key)
        self.names = names
        self.rows = rows
        self.slide = Slide(kit)
        self._last = 0
        self._wrapped: dict[int, list[list[str]]] = {}
        self._columns: dict[int, int] = {}
        self._names: dict[tuple[int, int], list[str]] = {}

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Whether there is anything to go to."""
        return self.slide.limit > 0

    # -- places

    @property
    def _letters(self) -> int:
        return self.kit.px(self.kit.theme.sizes.text)

    def _labels_width(self, width: int) -> int:
        return min(self.kit.px(LABELS), round(width * LABELS_SHARE))

    def _column(self, width: int) -> int:
        """Give how wide a player's column is: its longest value, or all that there is for it."""
        if width not in self._columns:
            self._columns[width] = self._measured_column(width)
        return self._columns[width]

    def _measured_column(self, width: int) -> int:
        font = self.kit.bakery.font("interface", self._letters)
        values = [font.size(value)[0] for row in self.rows for value in row.values]
        least = max([self.kit.px(COLUMN), *(value + 2 * self.kit.px(PAD) for value in values)])
        return max(least, (width - self._labels_width(width)) // max(1, len(self.names)))

    def _labels(self, width: int) -> list[list[str]]:
        """Give the lines of each label."""
        if width not in self._wrapped:
            room = max(1, self._labels_width(width) - 2 * self.kit.px(PAD))
            labels = [wrap(self.kit.bakery, row.label, "text", self._letters, room) for row in self.rows]
            self._wrapped = {width: labels}
        return self._wrapped[width]

    def _heights(self, width: int) -> list[int]:
        step, pad = round(self._letters * LINE), self.kit.px(PAD)
        return [len(lines) * step + pad for lines in self._labels(width)]

    def measure(self, width: int) -> int:
        """Give the height of the head and of all rows."""
        return self.kit.px(HEAD) + sum(self._heights(width))

    def place(self, rect: pygame.Rect) -> None:
        """Find out how far it goes sideways."""
        super().place(rect)
        columns = self._column(rect.width) * len(self.names)
        self.slide.stretch(columns - (rect.width - self._labels_width(rect.width)))

    def _cells(self) -> pygame.Rect:
        """Give the window in which the columns are seen."""
        left = self.rect.left + self._labels_width(self.rect.width)
        return pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)

    def _cell(self, column: int, top: int, height: int) -> pygame.Rect:
        wide = self._column(self.rect.width)
        left = self._cells().left + column * wide - round(self.slide.offset)
        return pygame.Rect(left, top, wide, height)

    # -- hands

    def point(self, event: Pointer) -> bool:
        """Take a drag that goes sideways."""
        if not self.focusable:
            return False
        if event.kind == "down":
            self._last = event.pos[0]
            self.slide.grab()
        elif event.kind == "move" and self.slide.dragging:
            self.slide.drag(self._last - event.pos[0])
            self._last = event.pos[0]
        elif event.kind in ("up", "cancel"):
            self.slide.release()
        return event.kind in ("down", "move", "up", "cancel")

    def keeps(self, event: Pointer, start: tuple[int, int]) -> bool:
        """Leave what goes up or down to whatever scrolls the page."""
        return self.focusable and abs(event.pos[0] - start[0]) > abs(event.pos[1] - start[1])

    def act(self, action: Action) -> bool:
        """Go sideways, as long as there is somewhere to go."""
        step = {"left": -1, "right": 1}.get(action.name, 0)
        beyond = self.slide.offset > 0 if step < 0 else self.slide.offset < self.slide.limit
        if not step or not beyond:
            return False
        self.slide.push(step * self._cells().width * STEP)
        return True

    def recall(self, former: Widget) -> None:
        """Stay where the table had been drawn to."""
        if isinstance(former, FigureTable):
            self.slide.jump(former.slide.offset)

    def update(self, dt: float) -> bool:
        """Glide, and run on."""
        return self.slide.update(dt)

    # -- picture

    def words(self) -> Iterable[Words]:
        """Give the players' names; what is in the rows has the room that it needs."""
        kit, colours = self.kit, self.kit.theme.colours
        rooms = [self._name_room(column) for column in range(len(self.names))]
        ink, units = colours.accent_light, kit.theme.sizes.small
        size = rooms[0].size if rooms else (0, 0)
        if size not in self._names:
            whole = [Words(name, rooms[0], ink, units, lines=2) for name in self.names]
            self._names = {size: [shortened(kit, one).text for one in whole]}
        for name, room in zip(self._names[size], rooms, strict=True):
            yield Words(name, room, ink, units, lines=2)

    def _name_room(self, column: int) -> pygame.Rect:
        pad, token = self.kit.px(PAD), self._token_side()
        cell = self._cell(column, self.rect.top, self.kit.px(HEAD))
        return pygame.Rect(cell.left + pad // 2 + token, cell.top, cell.width - pad - token, cell.height)

    def _token_side(self) -> int:
        return self.kit.px(24) if len(self.names) > 1 else 0

    def draw(self, surface: pygame.Surface) -> None:
        """Draw head and rows, the columns only where their window is."""
        sight = surface.get_clip()
        top = self.rect.top + self.kit.px(HEAD)
        heights, labels = self._heights(self.rect.width), self._labels(self.rect.width)
        for number, (row, label, height) in enumerate(zip(self.rows, labels, heights, strict=True)):
            if number % 2 == 0:
                ground = pygame.Rect(self.rect.left, top, self.rect.width, height)
                surface.fill(mix(self.kit.theme.colours.panel, "#000000", 0.22), ground)
            self._draw_label(surface, label, top)
            surface.set_clip(sight.clip(self._cells()))
            self._draw_values(surface, row, top, height)
            surface.set_clip(sight)
            top += height
        surface.set_clip(sight.clip(self._cells()))
        self._draw_head(surface)
        surface.set_clip(sight)
        self._draw_edges(surface)

    def _draw_head(self, surface: pygame.Surface) -> None:
        side = self._token_side()
        for column in range(len(self.names) if side else 0):
            cell = self._cell(column, self.rect.top, self.kit.px(HEAD))
            token = player_token(self.kit, column, side)
            surface.blit(token, token.get_rect(midleft=(cell.left, cell.centery)))
        super().draw(surface)

    def _draw_label(self, surface: pygame.Surface, lines: list[str], top: int) -> None:
        left, step = self.rect.left + self.kit.px(PAD), round(self._letters * LINE)
        ink = self.kit.theme.colours.ink_soft
        for number, line in enumerate(lines):
            drawn = self.kit.bakery.text(line, "text", self._letters, ink)
            surface.blit(drawn, (left, top + self.kit.px(PAD) // 2 + number * step))

    def _draw_values(self, surface: pygame.Surface, row: FigureRow, top: int, height: int) -> None:
        for column, value in enumerate(row.values):
            cell = self._cell(column, top, height)
            drawn = self.kit.bakery.text(value, "interface", self._letters, self.kit.theme.colours.ink)
            surface.blit(drawn, drawn.get_rect(midleft=(cell.left + self._token_side(), cell.centery)))

    def _draw_edges(self, surface: pygame.Surface) -> None:
        """Say by an arrow at the head that there are more columns."""
        cells, side = self._cells(), self.kit.px(22)
        middle = self.rect.top + self.kit.px(HEAD) // 2
        if self.slide.offset > 0.5:
            glyph = self.kit.bakery.icon("chevron_left", side, self.kit.theme.colours.accent)
            surface.blit(glyph, glyph.get_rect(midright=(cells.left, middle)))
        if self.slide.offset < self.slide.limit - 0.5:
            glyph = self.kit.bakery.icon("chevron_right", side, self.kit.theme.colours.accent)
            surface.blit(glyph, glyph.get_rect(midright=(cells.right, middle)))
