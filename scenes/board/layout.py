"""The layout around a board: a pure function of the window, for landscape, portrait and very small windows."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame

from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, STITCHED
from sprites.paint.tokens import hem_reach
from sprites.widgets.layout import cut

Buttons = tuple[pygame.Rect, pygame.Rect, pygame.Rect]

COMPACT_SHORT, COMPACT_WIDE = 500, 800
"""Units of the short side, or of the width in landscape, below which the layout is compact."""
NARROW_PANEL, WIDE_PANEL = 290, 420
CARD, SMALL_CARD = 58, 44
DEEP_CARD, SMALL_DEEP_CARD = 72, 56
"""Units of a card on which components lie, regular and compact."""
STATUS, SMALL_STATUS = 64, 56
LAMP, SMALL_LAMP = 46, 34
LEAST_LOG = 92
BAR, SMALL_BAR = 24, 20
"""Units of height of the progress bar, regular and compact."""
FEW = 3
TOOLS = 5
"""Largest number of tools; their row is never cut off."""
SMALL_CONTROL = 50
SEATS_OF_A_ROW = 2
CONTROLS_SHARE = 0.61
"""The controls' share of the row that they share with the end of the turn if there is little room."""
HELPS = 3
"""Number of buttons that replace the one for the end of the turn in a puzzle."""
SHARE_BESIDE_HELPS = 0.36
"""The controls' share if those replace it."""
AIR = 0.03
"""Share of the cloth's short side that stays free around the board."""
HEM_AIR = 4
"""Units between the board and the hem of the cloth, at least."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """The rectangles of a board screen in window pixels. ``log`` is None if it is behind a button."""

    compact: bool
    cloth: pygame.Rect
    board: pygame.Rect
    panel: pygame.Rect
    players: pygame.Rect
    card_columns: int
    status: pygame.Rect
    lamp: pygame.Rect
    log: pygame.Rect | None
    controls: pygame.Rect
    tools: pygame.Rect
    end: pygame.Rect
    note: pygame.Rect
    closeup: pygame.Rect
    bar: pygame.Rect

    @property
    def is_crowded(self) -> bool:
        """Whether the texts of the panel overlap its buttons."""
        return self.lamp.bottom > min(self.controls.top, self.tools.top, self.end.top)


def is_compact(kit: Kit) -> bool:
    """Whether there is so little room that some things have to go behind a button."""
    metrics = kit.metrics
    short = min(metrics.width, metrics.height) < kit.px(COMPACT_SHORT)
    return short or (not metrics.portrait and metrics.width < kit.px(COMPACT_WIDE))


def edge_of(kit: Kit, compact: bool) -> int:
    """Width in pixels of the visible edge of the table."""
    return kit.px(4 if compact else 10)


def board_and_panel(kit: Kit, tall: int, least_below: int, compact: bool) -> tuple[pygame.Rect, pygame.Rect]:
    """Divide the window into the board and the panel, which is to its right or, in portrait, below it.

    In portrait the board is ``tall`` pixels high, unless that leaves less than the panel needs at least.
    """
    metrics, edge = kit.metrics, edge_of(kit, compact)
    whole = pygame.Rect(0, 0, metrics.width, metrics.height).inflate(-2 * edge, -2 * edge)
    if metrics.portrait:
        return cut(whole, "top", min(tall, whole.height - edge - least_below), edge)
    widest = min(kit.px(WIDE_PANEL), metrics.width - metrics.height)
    wide = kit.px(NARROW_PANEL) if compact else max(kit.px(kit.theme.sizes.panel_width), widest)
    panel, board = cut(whole, "right", wide, edge)
    return board, panel


@dataclass(frozen=True, slots=True)
class Plan:
    """What the layout around a board depends on.

    ``sheet`` is the height in pixels of the sheet that replaces the players' cards, 0 for the cards. With at most FEW
    ``tools``, the view's controls share their row. ``helps`` says that no button ends the turn here, and that several
    others take its place. ``tallness`` is the preferred height of the board by its width if the panel is below it. On
    ``deep`` cards components lie. With ``bar`` there is a progress bar below them. ``rim`` is the width in pixels that
    stays free along the edges of the window. ``compact`` and ``columns``, the number of those of cards, result.
    """

    kit: Kit
    seats: int
    sheet: int = 0
    tools: int = TOOLS
    helps: bool = False
    tallness: float = 1.0
    deep: bool = False
    bar: bool = False
    rim: int = 0
    compact: bool = False
    columns: int = 1

    def layout(self) -> BoardLayout:
        """Give the board the largest square, and the panel the place beside or below it.

        Cards that are too high for the panel stand side by side; if that is not enough the layout becomes compact.
        """
        compact, portrait = is_compact(self.kit), self.kit.metrics.portrait
        columns = SEATS_OF_A_ROW if self.seats > 1 and (compact or portrait) else 1
        made = replace(self, compact=compact, columns=columns)._stack()
        if not self.sheet and not portrait and not compact:
            for little in (False, True):
                if made.is_crowded:
                    made = replace(self, compact=little, columns=min(self.seats, SEATS_OF_A_ROW))._stack()
        return made

    def _px(self, roomy: float, small: float) -> int:
        return self.kit.px(small if self.compact else roomy)

    @property
    def _row(self) -> tuple[int, int]:
        """The height of a row of buttons, and the gap between rows."""
        sizes = self.kit.theme.sizes
        return self._px(sizes.control, SMALL_CONTROL), self._px(sizes.gap * 0.8, 5)

    def _stack(self) -> BoardLayout:
        """Stack the rest between the players, at the panel's top, and the buttons, at its foot."""
        kit, px, (row, gap), edge = self.kit, self._px, self._row, edge_of(self.kit, self.compact)
        card = px(DEEP_CARD, SMALL_DEEP_CARD) if self.deep else px(CARD, SMALL_CARD)
        tall, thin = self.sheet or math.ceil(self.seats / self.columns) * card, px(BAR, SMALL_BAR) if self.bar else 0
        status_height, lamp_height = px(STATUS, SMALL_STATUS), px(LAMP, SMALL_LAMP)
        inset = max(px(MARGIN["panel"] + 12, MARGIN["panel"] + 6), self.rim - edge)
        rows = 1 if self.tools <= FEW and not self.compact else 2
        least = tall + thin + status_height + lamp_height + rows * row + (rows + 2) * gap + 2 * inset
        most = round((kit.metrics.width - 2 * edge) * self.tallness)
        cloth, panel = board_and_panel(kit, most, least, self.compact)
        hem = (hem_reach(kit) if self.seats > 1 else kit.px(STITCHED)) + kit.px(HEM_AIR)
        air = max(round(min(cloth.size) * AIR), self.rim - edge, hem)
        inner = panel.inflate(-2 * inset, -2 * inset)
        controls, tools, end = self._buttons(inner) if self.tools > FEW else self._few_buttons(inner)
        players = pygame.Rect(*inner.topleft, inner.width, tall)
        bar = pygame.Rect(players.left, players.bottom + gap // 2, players.width, thin)
        status = pygame.Rect(players.left, players.bottom + thin + gap, players.width, status_height)
        bottom = min(controls.top, tools.top, end.top) - gap
        if self.compact:  # the last resort: the status text shrinks before the lamp goes under the buttons
            status.height -= min(status_height // 3, max(0, status.bottom + 2 * gap + lamp_height - bottom))
        lamp = pygame.Rect(players.left, status.bottom + gap, players.width, lamp_height)
        top = lamp.bottom + gap
        log = pygame.Rect(players.left, top, players.width, bottom - top) if bottom - top >= kit.px(LEAST_LOG) else None
        if log is None:
            spare = max(0, bottom - lamp.bottom)
            status.height, lamp.top = status.height + spare, lamp.top + spare
        over = players.union(lamp) if log is None else log
        note = pygame.Rect(players.left, over.top, players.width, bottom - over.top)
        foot = max(controls.bottom, tools.bottom, end.bottom)
        closeup = pygame.Rect(players.left, status.top, players.width, foot - status.top)
        return BoardLayout(
            self.compact, cloth, cloth.inflate(-2 * air, -2 * air), panel, players, self.columns, status, lamp, log,
            controls, tools, end, note, closeup, bar,
        )  # fmt: skip

    def _rows(self, inner: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect, int]:
        """The lowest row of buttons, the one above it, and the gap."""
        row, gap = self._row
        last = pygame.Rect(inner.left, inner.bottom - row, inner.width, row)
        return last, last.move(0, -row - gap), gap

    def _buttons(self, inner: pygame.Rect) -> Buttons:
        """The view's controls, the tools and the end of the turn, in two or three rows."""
        (last, above, gap), is_portrait = self._rows(inner), self.kit.metrics.portrait
        if self.compact and (is_portrait or self.seats > SEATS_OF_A_ROW or self.helps):
            share = SHARE_BESIDE_HELPS if self.helps else CONTROLS_SHARE
            controls, end = cut(last, "left", round(inner.width * share), gap)
            return controls, above, end
        if is_portrait:
            wide = TOOLS * last.height + (TOOLS - 1) * gap
            if self.helps:
                wide = min(wide, round((inner.width - gap) * TOOLS / (TOOLS + HELPS)))
            tools, end = cut(last, "left", wide, gap)
            return above, tools, end
        return above.move(0, -last.height - gap), above, last

    def _few_buttons(self, inner: pygame.Rect) -> Buttons:
        """Controls, tools and end of the turn if there are few tools: all in one row, or in two."""
        last, above, gap = self._rows(inner)
        row, end = above, last
        if self.kit.metrics.portrait and not self.compact:
            row, end = cut(last, "left", round(inner.width * CONTROLS_SHARE), gap)
        tools, controls = cut(row, "left", round((row.width - gap) * self.tools / (self.tools + 1)), gap)
        return controls, tools, end
