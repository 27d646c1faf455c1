"""Scrolling by drag, throw, wheel, page keys and focus: of a child, or of a list of rows."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from sprites.paint.kit import Kit
from sprites.paint.surface_cache import Colour
from sprites.paint.surfaces import blit_around, mix
from sprites.widgets import faces
from sprites.widgets.base import Fitted, Widget, descendants, fit
from sprites.widgets.input import Action, Pointer
from sprites.widgets.ui import SCROLL_SLOP

FRICTION = 0.325
"""Seconds in which a throw loses all but a third of its speed."""
GLIDE = 0.06
"""Seconds in which a glide covers all but a third of its distance."""
TRACKING = 0.05
"""Seconds at the end of a drag that determine the speed of the throw."""
SLOWEST = 15
"""Units a second below which a throw stops."""
CAUGHT = 120
"""Units a second above which a touch only stops the throw, and presses nothing."""
NOTCH = 90
"""Units per notch of the wheel."""
GUTTER = 14
SURELY_LONGER = 2
"""Factor over the window's height at which content needs a bar, however little width the bar takes."""
BAR = 7
SHADE = 14
RING_ROOM = 6
"""Units between scrolling text and the focus ring around it."""


class Slide:
    """A scroll offset in pixels: dragged, thrown, or gliding to where it is sent.

    Steps of any duration lead to the same offsets.
    """

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.offset = 0.0
        self.limit = 0.0
        self.speed = 0.0
        self.dragging = False
        self._moved = 0.0
        self._goal: float | None = None

    @property
    def fast(self) -> bool:
        """Whether it is so fast that a touch is meant to stop it."""
        return abs(self.speed) > self.kit.px(CAUGHT) and not self.dragging

    def stretch(self, limit: float) -> None:
        self.limit = max(0.0, limit)
        self.jump(self.offset)

    def jump(self, offset: float) -> None:
        self.offset = min(self.limit, max(0.0, offset))
        self.speed, self._goal = 0.0, None

    def glide(self, offset: float) -> None:
        """Glide to an offset; in a single step with reduced motion."""
        self.speed = 0.0
        self._goal = min(self.limit, max(0.0, offset))

    @property
    def goal(self) -> float:
        """The offset that it glides to, or has."""
        return self.offset if self._goal is None else self._goal

    def push(self, distance: float) -> None:
        """Glide on from its present destination."""
        self.glide(self.goal + distance)

    def grab(self) -> None:
        """Stop it under the pointer."""
        self.jump(self.offset)
        self.dragging, self._moved = True, 0.0

    def drag(self, distance: float) -> None:
        before = self.offset
        self.offset = min(self.limit, max(0.0, self.offset + distance))
        self._moved += self.offset - before

    def release(self) -> None:
        """Let go: it continues at the pointer's speed."""
        self.dragging = False
        if self.kit.reduced_motion:
            self.speed = 0.0

    def update(self, dt: float) -> bool:
        """Advance. Return whether it moves."""
        if dt <= 0:
            return self.dragging or bool(self.speed) or self._goal is not None
        if self.dragging:
            self.speed += (self._moved / dt - self.speed) * (1 - math.exp(-dt / TRACKING))
            self._moved = 0.0
            if abs(self.speed) < self.kit.px(SLOWEST):
                self.speed = 0.0
            return self.speed != 0.0
        if self._goal is not None:
            return self._approach(self._goal, dt)
        return self._run(dt)

    def _approach(self, goal: float, dt: float) -> bool:
        self.offset += (goal - self.offset) * (1 - math.exp(-dt / GLIDE))
        if self.kit.reduced_motion or abs(goal - self.offset) < 0.5:
            self.offset, self._goal = goal, None
        return True

    def _run(self, dt: float) -> bool:
        if self.speed == 0.0:
            return False
        fade = math.exp(-dt / FRICTION)
        there = self.offset + self.speed * FRICTION * (1 - fade)
        self.speed *= fade
        self.offset = min(self.limit, max(0.0, there))
        if self.offset != there or abs(self.speed) < self.kit.px(SLOWEST):
            self.speed = 0.0
        return True


class Scrolling(Widget):
    """The common part of Scroll and ListBox: offset, bar, shaded edges, wheel and drag."""

    clips = True
    flexible = True
    stretches = True

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.slide = Slide(kit)
        self._last = 0
        self._on_bar = False

    @property
    def scrollable(self) -> bool:
        return self.slide.limit > 0

    @property
    def offset(self) -> int:
        """Pixels of the content that are scrolled off at the top."""
        return round(self.slide.offset)

    def moved(self) -> None:
        """Follow a change of the offset; subclasses move what they hold."""

    def intercepts_press(self, event: Pointer) -> bool:
        """Handle a touch before the children do, if it is meant to stop a throw."""
        return self.slide.fast and self.hit(event.pos)

    def takes_over_drag(self, event: Pointer, start: tuple[int, int]) -> bool:
        """Take over a vertical drag that began inside."""
        return self.scrollable and abs(event.pos[1] - start[1]) >= abs(event.pos[0] - start[0])

    def claims_drag(self, event: Pointer, start: tuple[int, int]) -> bool:
        return self.scrollable

    def restore_from(self, former: Widget) -> None:
        """Keep the offset of the former widget with that key, in units."""
        if isinstance(former, Scrolling):
            self.slide.jump(former.slide.offset / former.kit.metrics.unit * self.kit.metrics.unit)
            self.moved()

    def point(self, event: Pointer) -> bool:
        if event.kind == "wheel" and self.scrollable:
            self.slide.push(-event.amount * self.kit.px(NOTCH))
            return True
        if event.kind == "down" and self.scrollable:
            self._last = event.pos[1]
            self._on_bar = not event.touch and event.pos[0] >= self.rect.right - self.kit.px(GUTTER)
            self.slide.grab()
            self._to_bar(event)
            return True
        if event.kind == "move" and self.slide.dragging:
            self._follow(event)
        elif event.kind in ("up", "cancel") and self.slide.dragging:
            self.slide.release()
            if event.kind == "cancel" or self._on_bar:
                self.slide.speed = 0.0
        return event.kind in ("move", "up", "cancel", "hold")

    def _follow(self, event: Pointer) -> None:
        if self._on_bar:
            self._to_bar(event)
        else:
            self.slide.drag(self._last - event.pos[1])
            self._last = event.pos[1]
        self.moved()

    def _to_bar(self, event: Pointer) -> None:
        if self._on_bar:
            length = self._bar_rect().height
            part = (event.pos[1] - self.rect.top - length / 2) / max(1, self.rect.height - length)
            self.slide.jump(part * self.slide.limit)
            self.moved()

    def update(self, dt: float) -> bool:
        before = self.slide.offset
        moving = self.slide.update(dt)
        if self.slide.offset != before:
            self.moved()
        return super().update(dt) or moving

    def _bar_rect(self) -> pygame.Rect:
        width = self.kit.px(BAR)
        whole = self.rect.height + round(self.slide.limit)
        height = max(self.kit.px(40), round(self.rect.height * self.rect.height / max(1, whole)))
        height = min(height, self.rect.height)
        part = self.slide.offset / self.slide.limit if self.slide.limit else 0.0
        top = self.rect.top + round((self.rect.height - height) * part)
        return pygame.Rect(self.rect.right - width - self.kit.px(2), top, width, height)

    def draw_edges(self, surface: pygame.Surface) -> None:
        """Draw the shades at edges with more beyond, and the bar."""
        if not self.scrollable:
            return
        width, height = self.rect.width - self.kit.px(GUTTER), min(self.kit.px(SHADE), self.rect.height)
        if width > 0 and self.slide.offset > 0.5:
            surface.blit(faces.edge_shade(self.kit, width, height, top=True), self.rect)
        if width > 0 and self.slide.offset < self.slide.limit - 0.5:
            place = (self.rect.left, self.rect.bottom - height)
            surface.blit(faces.edge_shade(self.kit, width, height, top=False), place)
        bar = self._bar_rect()
        colours = self.kit.theme.colours
        held = self.slide.dragging or self.hovered
        colour = mix(colours.panel_edge, colours.ink, 0.35 if held else 0.1)
        surface.blit(faces.bar(self.kit, bar.size, colour), bar)


class Scroll(Scrolling):
    """A window on a child that may be longer.

    A drag that begins on something inside scrolls after a little way and presses nothing. A focused widget is scrolled
    into view; if nothing inside can have the focus, the Scroll itself has it and arrows scroll.
    """

    def __init__(self, kit: Kit, key: str, child: Widget) -> None:
        super().__init__(kit, key)
        self.child = child

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Whether the Scroll itself takes the focus: if nothing inside can."""
        return self.scrollable and not any(w.focusable and w.enabled for w in descendants(self))

    def focus_rect(self) -> pygame.Rect:
        """The window with a little room at its sides: the ring must not touch the text in it."""
        return self.rect.inflate(2 * self.kit.px(RING_ROOM), 0)

    def children(self) -> Iterable[Widget]:
        return (self.child,)

    def measure(self, width: int) -> int:
        """The height that needs no scrolling."""
        return self.child.measure(width)

    def natural_width(self) -> int:
        return self.child.natural_width() + self.kit.px(GUTTER)

    def place(self, rect: pygame.Rect) -> None:
        """Lay the child out, with room for the bar only if it is needed."""
        super().place(rect)
        width = max(1, rect.width - self.kit.px(GUTTER))
        height = self.child.measure(width)
        # The bar's width never halves the height that is needed: hundreds of cards are measured only once.
        if height <= SURELY_LONGER * rect.height and (whole := self.child.measure(rect.width)) <= rect.height:
            width, height = rect.width, whole
        self.slide.stretch(height - rect.height)
        self.child.place(pygame.Rect(rect.left, rect.top - self.offset, width, max(height, rect.height)))

    def moved(self) -> None:
        self.child.shift(0, self.rect.top - self.offset - self.child.rect.top)

    def reveal(self, child: Widget) -> None:
        """Scroll so far that the child is visible, with a little room around it."""
        rect, room = child.focus_rect(), self.kit.px(self.kit.theme.sizes.gap)
        # The child is at the slide's present offset, and the slide may still be moving.
        if rect.top - room < self.rect.top:
            self.slide.glide(self.slide.offset + rect.top - room - self.rect.top)
        elif rect.bottom + room > self.rect.bottom:
            below = rect.bottom + room - self.rect.bottom
            self.slide.glide(self.slide.offset + min(below, rect.top - room - self.rect.top))

    def will_show(self, child: Widget) -> bool:
        """Whether the middle of a child is visible, or will be."""
        middle = child.focus_rect().centery + self.slide.offset - self.slide.goal
        return self.rect.top <= middle < self.rect.bottom

    def act(self, action: Action) -> bool:
        """Handle page keys, and scroll by arrows if no focusable widget is near."""
        page, notch = self.rect.height - self.kit.px(self.kit.theme.sizes.control), self.kit.px(NOTCH)
        step = {"page_up": -page, "page_down": page, "up": -notch, "down": notch}.get(action.name)
        if step is None or not self.scrollable:
            return False
        is_at_end = self.slide.offset <= 0.5 if step < 0 else self.slide.offset >= self.slide.limit - 0.5
        if action.name in ("up", "down") and (is_at_end or self._has_focus_target(step)):
            return False
        self.slide.push(step)
        return True

    def _has_focus_target(self, step: int) -> bool:
        """Whether an arrow finds something to focus without skipping unread text."""
        near = self.rect.inflate(0, 2 * self.kit.px(NOTCH))
        inside = [w for w in descendants(self) if w.focusable and w.enabled]
        here = next((w.focus_rect() for w in inside if w.focused), None)
        for rect in (w.focus_rect() for w in inside if not w.focused):
            ahead = here is None or (rect.top >= here.bottom if step > 0 else rect.bottom <= here.top)
            if ahead and near.colliderect(rect):
                return True
        return False

    def draw(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        if self.child.visible:
            self.child.draw(surface)
        self.draw_edges(surface)
        surface.set_clip(before)


def first_unscrolled(scrolls: Iterable[Scroll], rect: pygame.Rect) -> Scroll:
    """Place one after the other until one needs no scrolling; return it, or the last. Raises if there is none."""
    for scroll in scrolls:
        scroll.place(rect)
        if not scroll.scrollable:
            break
    return scroll


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row: a title, a line below it, and an icon before it."""

    title: str
    subtitle: str = ""
    icon: str = ""
    colour: Colour | None = None


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
        """Whether there is a row to select."""
        return bool(self.rows)

    # -- places

    def measure(self, width: int) -> int:
        """The height that needs no scrolling."""
        return self._tops(width)[-1]

    def natural_width(self) -> int:
        sizes, cache = self.kit.theme.sizes, self.kit.cache
        title, small = cache.font("interface", self.kit.px(sizes.text)), cache.font("text", self.kit.px(sizes.small))
        rows = (max(title.size(r.title)[0], small.size(r.subtitle)[0]) for r in self.rows)
        return max(rows, default=0) + self.kit.px(GUTTER + 90)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self.slide.stretch(self._tops(rect.width)[-1] - rect.height)

    def restore_from(self, former: Widget) -> None:
        super().restore_from(former)
        if isinstance(former, ListBox) and self.rows:
            self.cursor = min(former.cursor, len(self.rows) - 1)

    def row_rect(self, index: int) -> pygame.Rect:
        """A row's rectangle in window pixels, visible or not."""
        tops = self._tops(self.rect.width)
        top, gutter = self.rect.top + tops[index] - self.offset, self.kit.px(GUTTER) if self.scrollable else 0
        return pygame.Rect(self.rect.left, top, self.rect.width - gutter, tops[index + 1] - tops[index])

    def row_at(self, pos: tuple[int, int]) -> int | None:
        """The row at a place in window pixels; None if there is none."""
        if not self.hit(pos):
            return None
        index = bisect_right(self._tops(self.rect.width), pos[1] - self.rect.top + self.offset) - 1
        return index if 0 <= index < len(self.rows) else None

    def focus_rect(self) -> pygame.Rect:
        return self.row_rect(self.cursor).clip(self.rect) if self.rows else self.rect

    def _tops(self, width: int) -> list[int]:
        if self._edges is None or self._edges[0] != width:
            tops = [0]
            for row in self.rows:
                title, subtitle = self._words(row, width - self.kit.px(GUTTER))
                words = title.height + subtitle.height + self.kit.px(12)
                tops.append(tops[-1] + max(self.kit.px(self.row_units), words))
            self._edges = (width, tops)
        return self._edges[1]

    def _words(self, row: ListRow, width: int) -> tuple[Fitted, Fitted]:
        sizes = self.kit.theme.sizes
        room = width - self._before(row) - self.kit.px(12)
        title = fit(self.kit, row.title, room, units=sizes.text, lines=6, steady=True)
        subtitle = fit(self.kit, row.subtitle, room, face="text", units=sizes.small, lines=4, steady=True)
        return title, subtitle

    def _before(self, row: ListRow) -> int:
        return self.kit.px(52 if row.icon else 16)

    # -- input

    def point(self, event: Pointer) -> bool:
        """Choose a row that is pressed and released; a drag scrolls instead."""
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
        if abs(event.pos[1] - self._last) > self.kit.px(SCROLL_SLOP) or self.row_at(event.pos) != self._down:
            self._down = None
            self._last = event.pos[1]

    def _choose(self, index: int) -> None:
        self.cursor = index
        self.kit.play("press")
        self.on_choose(index)

    def act(self, action: Action) -> bool:
        """Handle arrows, page keys and accept; at the ends the arrows leave the list."""
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
            for words, text in zip(fitted, (row.title, row.subtitle), strict=True):
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
        if index == self._down:
            surface.blit(faces.bar(self.kit, inner.size, mix(colours.panel_raised, colours.ink, 0.12)), inner)
        elif index == self.selected:
            surface.blit(faces.bar(self.kit, inner.size, mix(colours.panel_raised, colours.accent, 0.22)), inner)
        elif index:
            line = mix(colours.panel, colours.panel_edge, 0.5)
            pygame.draw.line(surface, line, (inner.left, rect.top), (inner.right, rect.top), self.kit.px(1))
        ink = row.colour or colours.ink
        # Soft ink would be hard to read on a bar.
        soft: Colour = ink if index in (self._down, self.selected) else colours.ink_soft
        if row.icon:
            icon = self.kit.cache.icon(row.icon, self.kit.px(26), ink)
            blit_around(surface, icon, (rect.left + self.kit.px(28), rect.centery))
        self._draw_words(surface, row, rect, ink, soft)

    def _draw_words(self, surface: pygame.Surface, row: ListRow, rect: pygame.Rect, ink: Colour, soft: Colour) -> None:
        title, subtitle = self._words(row, self.rect.width - self.kit.px(GUTTER))
        left = rect.left + self._before(row)
        top = rect.centery - (title.height + subtitle.height) // 2
        title.draw(self.kit, surface, pygame.Rect(left, top, rect.right - left, title.height), ink, "left")
        below = pygame.Rect(left, top + title.height, rect.right - left, subtitle.height)
        subtitle.draw(self.kit, surface, below, soft, "left")
