"""A list of rows to choose from: dragged and thrown like a Scroll, walked by arrows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Colour
from sprites.paint.surfaces import mix
from sprites.widgets import faces
from sprites.widgets.base import Fitted, fit
from sprites.widgets.input import Action, Pointer
from sprites.widgets.scroll import GUTTER, Scrolling
from sprites.widgets.ui import SCROLL_SLOP as SLOP
from sprites.widgets.widget import Widget

RIGHT_SHARE = 0.4
"""How much of a row its right-hand words may take."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row: a title, a line below it, an icon before it, words at the right."""

    title: str
    subtitle: str = ""
    icon: str = ""
    right: str = ""
    colour: Colour | None = None
    enabled: bool = True


class ListBox(Scrolling):
    """Rows of which one may be ``selected``; pressing one, or accepting the one with the cursor, chooses it."""

    def __init__(
        self,
        kit: Kit,
        key: str,
        rows: Sequence[ListRow],
        on_choose: Callable[[int], object] = lambda _index: None,
        selected: int | None = None,
        *,
        row_units: float | None = None,
    ) -> None:
        super().__init__(kit, key)
        self.rows = list(rows)
        self.on_choose = on_choose
        self.selected = selected
        self.cursor = selected or 0
        self.row_units = kit.theme.sizes.control if row_units is None else row_units
        self._down: int | None = None
        self._edges: tuple[int, list[int]] | None = None

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Whether there is a row to stand on."""
        return bool(self.rows)

    # -- places

    def measure(self, width: int) -> int:
        """The height that needs no scrolling."""
        return self._tops(width)[-1]

    def natural_width(self) -> int:
        size = self.kit.px(self.kit.theme.sizes.text)
        title, small = self.kit.bakery.font("interface", size), self.kit.bakery.font("text", self._small)
        rows = (max(title.size(r.title)[0], small.size(r.subtitle)[0]) + title.size(r.right)[0] for r in self.rows)
        return max(rows, default=0) + self.kit.px(GUTTER + 90)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self.slide.stretch(self._tops(rect.width)[-1] - rect.height)

    def recall(self, former: Widget) -> None:
        """Keep the cursor too."""
        super().recall(former)
        if isinstance(former, ListBox) and self.rows:
            self.cursor = min(former.cursor, len(self.rows) - 1)

    def row_rect(self, index: int) -> pygame.Rect:
        """A row's place in window pixels, whether or not it is in view."""
        tops = self._tops(self.rect.width)
        top = self.rect.top + tops[index] - self.offset
        return pygame.Rect(self.rect.left, top, self.rect.width - self._gutter, tops[index + 1] - tops[index])

    def row_at(self, pos: tuple[int, int]) -> int | None:
        """The row at a place in window pixels; None where there is none."""
        if not self.hit(pos):
            return None
        index = bisect_right(self._tops(self.rect.width), pos[1] - self.rect.top + self.offset) - 1
        return index if 0 <= index < len(self.rows) else None

    def focus_rect(self) -> pygame.Rect:
        """The place of the row with the cursor."""
        return self.row_rect(self.cursor).clip(self.rect) if self.rows else self.rect

    @property
    def _gutter(self) -> int:
        return self.kit.px(GUTTER) if self.scrollable else 0

    @property
    def _small(self) -> int:
        return self.kit.px(self.kit.theme.sizes.small)

    def _tops(self, width: int) -> list[int]:
        if self._edges is None or self._edges[0] != width:
            tops = [0]
            for row in self.rows:
                tops.append(tops[-1] + self._row_height(row, width))
            self._edges = (width, tops)
        return self._edges[1]

    def _row_height(self, row: ListRow, width: int) -> int:
        title, subtitle, right = self._words(row, width - self.kit.px(GUTTER))
        words = max(title.height + subtitle.height, right.height)
        return max(self.kit.px(self.row_units), words + self.kit.px(12))

    def _words(self, row: ListRow, width: int) -> tuple[Fitted, Fitted, Fitted]:
        sizes = self.kit.theme.sizes
        room = width - self._before(row) - self.kit.px(12)
        right = fit(self.kit, row.right, round(room * RIGHT_SHARE), units=sizes.small)
        room -= right.width + (self.kit.px(10) if row.right else 0)
        title = fit(self.kit, row.title, room, units=sizes.text, lines=3, steady=True)
        subtitle = fit(self.kit, row.subtitle, room, face="text", units=sizes.small, lines=4, steady=True)
        return title, subtitle, right

    def _before(self, row: ListRow) -> int:
        return self.kit.px(52 if row.icon else 16)

    # -- hands

    def point(self, event: Pointer) -> bool:
        """Choose a row that is pressed and let go; a drag scrolls instead."""
        if event.kind == "down":
            self._down = None if self.slide.fast else self.row_at(event.pos)
            super().point(event)
            return True
        if event.kind == "move" and self._down is not None:
            self._leave_row(event)
            return True
        if event.kind in ("up", "cancel"):
            chosen, self._down = self._down, None
            super().point(event)
            if event.kind == "up" and chosen is not None and self.row_at(event.pos) == chosen:
                self.slide.speed = 0.0
                self._choose(chosen)
            return True
        return super().point(event)

    def _leave_row(self, event: Pointer) -> None:
        if abs(event.pos[1] - self._last) > self.kit.px(SLOP) or self.row_at(event.pos) != self._down:
            self._down = None
            self._last = event.pos[1]

    def _choose(self, index: int) -> None:
        self.cursor = index
        if self.rows[index].enabled:
            self.kit.play("press")
            self.on_choose(index)

    def act(self, action: Action) -> bool:
        """Walk by arrows, page, and accept; at the ends the arrows leave the list."""
        if not self.rows:
            return False
        if action.name == "accept":
            self._choose(self.cursor)
            return True
        page = max(1, self.rect.height // max(1, self.kit.px(self.row_units)) - 1)
        step = {"up": -1, "down": 1, "page_up": -page, "page_down": page}.get(action.name)
        if step is None:
            return False
        cursor = max(0, min(len(self.rows) - 1, self.cursor + step))
        if cursor == self.cursor:
            return action.name.startswith("page")
        self.cursor = cursor
        self._show_cursor()
        return True

    def _show_cursor(self) -> None:
        tops = self._tops(self.rect.width)
        if tops[self.cursor] < self.slide.offset:
            self.slide.glide(tops[self.cursor])
        elif tops[self.cursor + 1] > self.slide.offset + self.rect.height:
            self.slide.glide(tops[self.cursor + 1] - self.rect.height)

    # -- picture

    def clipped(self) -> Iterable[str]:
        for row in self.rows:
            fitted = self._words(row, self.rect.width - self.kit.px(GUTTER))
            for words, text in zip(fitted, (row.title, row.subtitle, row.right), strict=True):
                if not words.fits:
                    yield text

    def draw(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        tops = self._tops(self.rect.width)
        first = max(0, bisect_right(tops, self.offset) - 1)
        for index in range(first, len(self.rows)):
            if tops[index] - self.offset >= self.rect.height:
                break
            self._draw_row(surface, index)
        self.draw_edges(surface)
        surface.set_clip(before)

    def _draw_row(self, surface: pygame.Surface, index: int) -> None:
        row, rect, colours = self.rows[index], self.row_rect(index), self.kit.theme.colours
        inner = rect.inflate(-self.kit.px(4), -self.kit.px(4))
        if index == self._down and row.enabled:
            surface.blit(faces.bar(self.kit, inner.size, mix(colours.panel_raised, colours.ink, 0.12)), inner)
        elif index == self.selected:
            surface.blit(faces.bar(self.kit, inner.size, mix(colours.panel_raised, colours.accent, 0.22)), inner)
        elif index:
            line = mix(colours.panel, colours.panel_edge, 0.5)
            pygame.draw.line(surface, line, (inner.left, rect.top), (inner.right, rect.top), self.kit.px(1))
        ink = row.colour or colours.ink
        # On a bar soft words would sink in.
        soft: Colour = ink if index in (self._down, self.selected) else colours.ink_soft
        if not row.enabled:
            ink = soft = faces.disabled_ink(self.kit)
        if row.icon:
            icon = self.kit.bakery.icon(row.icon, self.kit.px(26), ink)
            surface.blit(icon, icon.get_rect(center=(rect.left + self.kit.px(28), rect.centery)))
        self._draw_words(surface, row, rect, ink, soft)

    def _draw_words(self, surface: pygame.Surface, row: ListRow, rect: pygame.Rect, ink: Colour, soft: Colour) -> None:
        title, subtitle, right = self._words(row, self.rect.width - self.kit.px(GUTTER))
        left = rect.left + self._before(row)
        top = rect.centery - (title.height + subtitle.height) // 2
        title.draw(self.kit, surface, pygame.Rect(left, top, rect.right - left, title.height), ink, "left")
        below = pygame.Rect(left, top + title.height, rect.right - left, subtitle.height)
        subtitle.draw(self.kit, surface, below, soft, "left")
        edge = rect.right - self.kit.px(12)
        right.draw(
            self.kit, surface, pygame.Rect(edge - right.width, rect.top, right.width, rect.height), soft, "right"
        )
