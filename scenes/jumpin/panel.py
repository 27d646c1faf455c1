"""The panel beside the meadow: both counts of a puzzle, the player’s and the least possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from logic.core import Message
from logic.jumpin.rules import METRICS, Metric, State
from scenes.board.parts import FactSheet, Say
from sprites.paint.kit import Kit
from sprites.widgets import Passive, Pointer, Widget, Words
from sprites.widgets.layout import cut

TITLES = {"steps": Message("Steps"), "moves": Message("Moves")}
"""Names of the counts."""
TIPS = {
    "steps": Message("Every jump and every cell that a fox slides is a step."),
    "moves": Message("Every jump is a move, and so is every slide, however long."),
}
"""What each of them counts."""
ICONS = {"steps": "stairs", "moves": "arrow_expand_horizontal"}

FIRST_ROW, SECOND_ROW = 50, 38
SMALL_FIRST_ROW, SMALL_SECOND_ROW = 38, 30
PAD = 6
"""Units around and between the rows."""
LEAST_SHARE = 0.36
"""Share of a row's width for the least count."""
NUMBER = 42
"""Units of width for the own number: three digits."""


class Count(Passive):
    """One count: its name, the player's number, and the least; a star if the puzzle was solved in that."""

    def __init__(self, kit: Kit, metric: Metric) -> None:
        super().__init__(kit, f"count-{metric}")
        self.metric = metric
        self.title = self.own = self.least = ""
        self.is_first = self.is_perfect = False

    def fill(self, state: State, least: int | None, say: Say, *, alone: bool) -> None:
        """Show another position; ``least`` is None while unknown, and only a puzzle solved ``alone`` earns the star."""
        spent = state.spent(self.metric)
        self.title, self.tip, self.own = say(TITLES[self.metric]), say(TIPS[self.metric]), str(spent)
        self.least = "" if least is None else say(Message("at least {n}", n=least))
        self.is_first = state.metric == self.metric
        self.is_perfect = alone and least is not None and spent <= least and state.is_solved()

    def point(self, event: Pointer) -> bool:
        """Accept being held, so that a long press shows the tooltip."""
        return event.kind != "hover"

    # -- rectangles

    def _rooms(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]:
        """The rectangles of the icon, the name, the number and the least."""
        rect, gap = self.rect, self.kit.px(PAD)
        side = round(rect.height * 0.62)
        icon = pygame.Rect(rect.left, rect.centery - side // 2, side, side)
        least, room = cut(rect, "right", round(rect.width * LEAST_SHARE), gap)
        own, room = cut(room, "right", self.kit.px(NUMBER), gap)
        return icon, cut(room, "left", icon.width, gap)[1], own, least

    def words(self) -> Iterable[Words]:
        sizes, colours = self.kit.theme.sizes, self.kit.theme.colours
        _, name, own, least = self._rooms()
        ink = colours.ink if self.is_first else colours.ink_soft
        lit = colours.accent_light if self.is_first or self.is_perfect else colours.ink_soft
        size = sizes.text if self.is_first else sizes.small
        yield Words(self.title, name, ink, size, lines=1)
        yield Words(self.own, own, lit, size * 1.25, lines=1, align="right")
        if self.least:
            yield Words(self.least, least, ink, sizes.small, "text", align="right")

    def draw(self, surface: pygame.Surface) -> None:
        room, colours = self._rooms()[0], self.kit.theme.colours
        name = "star" if self.is_perfect else ICONS[self.metric]
        ink = colours.accent_light if self.is_perfect else colours.accent if self.is_first else colours.ink_soft
        glyph = self.kit.cache.icon(name, room.width, ink)
        surface.blit(glyph, glyph.get_rect(center=room.center))
        super().draw(surface)


class JumpinPanel(FactSheet):
    """Both counts, the one that the player has chosen first and larger."""

    def __init__(self, kit: Kit, key: str, look: Callable[[], State]) -> None:
        """Show the position that ``look`` returns."""
        super().__init__(kit, key)
        self._look = look
        self.counts = {metric: Count(kit, metric) for metric in METRICS}

    def children(self) -> Iterable[Widget]:
        return sorted(self.counts.values(), key=lambda count: count.metric != self._look().metric)

    def least_height(self, *, compact: bool) -> int:
        rows = (SMALL_FIRST_ROW, SMALL_SECOND_ROW) if compact else (FIRST_ROW, SECOND_ROW)
        return sum(map(self.kit.px, rows)) + 2 * self.kit.px(PAD)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        pad = self.kit.px(PAD)
        inner = rect.inflate(-4 * pad, -2 * pad)
        rows = cut(inner, "top", round(inner.height * FIRST_ROW / (FIRST_ROW + SECOND_ROW)))
        for count, row in zip(self.children(), rows, strict=True):
            count.place(row)

    def refresh(self, say: Say) -> None:
        state = self._look()
        for number, count in enumerate(self.counts.values()):
            least = self.least[number] if number < len(self.least) else None
            count.fill(state, least, say, alone=not self.was_helped)
