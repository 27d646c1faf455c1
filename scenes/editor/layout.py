"""Where things lie in an editor: a pure function of the window, for landscape, portrait and very little room."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.board.layout import AIR, NARROW_PANEL, WIDE_PANEL, is_compact
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN
from sprites.widgets.widget import LEAST_TARGET

STATUS, SMALL_STATUS = 62, 64
TABS = 52
LEAST_BODY, SMALL_BODY = 250, 116
"""Units of height that what is chosen from has at least below the board."""


@dataclass(frozen=True, slots=True)
class Places:
    """The rectangles of an editor in window pixels. ``judge`` is None where its button stands among the actions."""

    compact: bool
    cloth: pygame.Rect
    canvas: pygame.Rect
    status: pygame.Rect
    panel: pygame.Rect
    head: pygame.Rect
    tabs: pygame.Rect
    body: pygame.Rect
    judge: pygame.Rect | None
    actions: pygame.Rect


def arrange(kit: Kit) -> Places:
    """The board gets what room there is, the status a strip below it, and the panel the place beside or below."""
    width, height = kit.metrics.width, kit.metrics.height
    compact = is_compact(kit)
    edge = kit.px(4 if compact else 10)
    strip = kit.px(SMALL_STATUS if compact else STATUS)
    if kit.metrics.portrait:
        high = _least_panel(kit, compact)
        most = height - 4 * edge - strip - high
        cloth = pygame.Rect(edge, edge, width - 2 * edge, min(round(width * 1.15), most))
        status = pygame.Rect(edge, cloth.bottom + edge, cloth.width, strip)
        panel = pygame.Rect(edge, status.bottom + edge, cloth.width, height - 2 * edge - status.bottom)
    else:
        wide = kit.px(NARROW_PANEL) if compact else max(
            kit.px(kit.theme.sizes.panel_width), min(kit.px(WIDE_PANEL), width - height)
        )  # fmt: skip
        panel = pygame.Rect(width - wide - edge, edge, wide, height - 2 * edge)
        cloth = pygame.Rect(edge, edge, panel.left - 2 * edge, height - 3 * edge - strip)
        status = pygame.Rect(edge, cloth.bottom + edge, cloth.width, strip)
    air = round(min(cloth.size) * AIR)
    return _fill(kit, compact, cloth, cloth.inflate(-2 * air, -2 * air), status, panel)


def _inset(kit: Kit, compact: bool) -> int:
    return kit.px(MARGIN["panel"] + (4 if compact else 10))


def _row(kit: Kit, compact: bool) -> int:
    return kit.px(LEAST_TARGET + 1) if compact else kit.px(kit.theme.sizes.control)


def _gap(kit: Kit, compact: bool) -> int:
    return kit.px(4) if compact else kit.px(kit.theme.sizes.gap * 0.7)


def _least_panel(kit: Kit, compact: bool) -> int:
    rows, gaps = 2 * _row(kit, compact) + kit.px(TABS), 3 * _gap(kit, compact)
    return rows + gaps + 2 * _inset(kit, compact) + kit.px(SMALL_BODY if compact else LEAST_BODY)


def _fill(
    kit: Kit, compact: bool, cloth: pygame.Rect, canvas: pygame.Rect, status: pygame.Rect, panel: pygame.Rect
) -> Places:
    inset, row, gap = _inset(kit, compact), _row(kit, compact), _gap(kit, compact)
    inner = panel.inflate(-2 * inset, -2 * inset)
    roomy = not compact and not kit.metrics.portrait
    head = pygame.Rect(inner.left, inner.top, inner.width, row)
    tabs = pygame.Rect(inner.left, head.bottom + gap, inner.width, kit.px(TABS))
    actions = pygame.Rect(inner.left, inner.bottom - row, inner.width, row)
    judge = actions.move(0, -row - gap) if roomy else None
    top, bottom = tabs.bottom + gap, (judge or actions).top - gap
    body = pygame.Rect(inner.left, top, inner.width, bottom - top)
    return Places(compact, cloth, canvas, status, panel, head, tabs, body, judge, actions)
