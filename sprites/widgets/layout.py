"""Layout: rectangles cut off a room; rows, columns and grids of widgets, each as high as it needs to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import pygame

from sprites.paint import materials
from sprites.paint.kit import Kit
from sprites.widgets.base import Widget

Edge = Literal["left", "right", "top", "bottom"]
Align = Literal["fill", "left", "center", "right"]
BEYOND = 24
"""Units by which a widget may paint over its edges: a shadow, a glow."""


def cut(room: pygame.Rect, edge: Edge, length: int, gap: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Cut a place of that length off a room at one of its edges; what is left of the room begins beyond a gap.

    >>> cut(pygame.Rect(0, 0, 100, 50), "left", 30, gap=10)
    (Rect(0, 0, 30, 50), Rect(40, 0, 60, 50))
    >>> cut(pygame.Rect(0, 0, 100, 50), "bottom", 20)
    (Rect(0, 30, 100, 20), Rect(0, 0, 100, 30))
    """
    left, top, width, height = room
    if edge in ("left", "right"):
        rest = max(1, width - length - gap)
        before, after = (left, left + length + gap) if edge == "left" else (room.right - length, left)
        return pygame.Rect(before, top, length, height), pygame.Rect(after, top, rest, height)
    rest = max(1, height - length - gap)
    before, after = (top, top + length + gap) if edge == "top" else (room.bottom - length, top)
    return pygame.Rect(left, before, width, length), pygame.Rect(left, after, width, rest)


def cells(room: pygame.Rect, columns: int, rows: int = 1, gap: int = 0) -> list[pygame.Rect]:
    """Part a room into equal places, row by row; the pixels that cannot be shared stay free at its right and its foot.

    >>> cells(pygame.Rect(0, 0, 100, 50), 3, gap=5)
    [Rect(0, 0, 30, 50), Rect(35, 0, 30, 50), Rect(70, 0, 30, 50)]
    """
    wide, high = (room.width - gap * (columns - 1)) // columns, (room.height - gap * (rows - 1)) // rows
    return [
        pygame.Rect(room.left + column * (wide + gap), room.top + row * (high + gap), wide, high)
        for row in range(rows)
        for column in range(columns)
    ]


class Container(Widget):
    """Holds children in tab order; not pressed itself."""

    focusable = False

    def __init__(self, kit: Kit, key: str, children: Sequence[Widget], gap: float | None = None) -> None:
        super().__init__(kit, key)
        self._children = list(children)
        self.gap = kit.px(kit.theme.sizes.gap if gap is None else gap)

    def children(self) -> Iterable[Widget]:
        return self._children

    @property
    def shown(self) -> list[Widget]:
        return [child for child in self._children if child.visible]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the children in sight: of a long list most lie beyond what has been scrolled to."""
        beyond = 2 * self.kit.px(BEYOND)
        sight = surface.get_clip().inflate(beyond, beyond)
        for child in self.shown:
            if sight.colliderect(child.rect):
                child.draw(surface)


class Column(Container):
    """Children below each other, each as wide as the column.

    Flexible children (a Scroll, a ListBox, a Spacer of 0 units) share the remaining height, or give up what is missing.
    """

    @property
    def flexible(self) -> bool:  # type: ignore[override]
        """Whether something inside takes what height there is."""
        return any(child.flexible for child in self.shown)

    def measure(self, width: int) -> int:
        return sum(child.measure(width) for child in self.shown) + self.gap * max(0, len(self.shown) - 1)

    def natural_width(self) -> int:
        return max((child.natural_width() for child in self.shown), default=0)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        top = rect.top
        for child, height in zip(self.shown, self._heights(rect), strict=True):
            child.place(pygame.Rect(rect.left, top, rect.width, height))
            top += height + self.gap

    def _heights(self, rect: pygame.Rect) -> list[int]:
        shown = self.shown
        heights = [child.measure(rect.width) for child in shown]
        spare = rect.height - sum(heights) - self.gap * max(0, len(shown) - 1)
        elastic = [i for i, child in enumerate(shown) if child.flexible]
        weight = sum(heights[i] for i in elastic) if spare < 0 else len(elastic)
        for i in elastic:
            share = heights[i] / weight if spare < 0 and weight else 1 / len(elastic)
            heights[i] = max(0, heights[i] + round(spare * share))
        return heights


class CentredColumn(Column):
    """A column in the middle of what height there is."""

    flexible = True

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect.inflate(0, min(0, self.measure(rect.width) - rect.height)))


class Row(Container):
    """Children side by side, by ``weights``, or by their natural widths and then in as many lines as it takes.

    Without weights, ``align`` says what happens to spare width: ``fill`` gives it to the children that stretch. A row
    that never ``wraps`` stays one line: missing width, too, is shared by those that stretch.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        children: Sequence[Widget],
        gap: float | None = None,
        weights: Sequence[float] | None = None,
        *,
        align: Align = "fill",
        wraps: bool = True,
    ) -> None:
        super().__init__(kit, key, children, gap)
        self.weights = weights
        self.wraps = wraps
        self.align = align

    def measure(self, width: int) -> int:
        heights = [max(child.measure(w) for child, w in line) for line in self._lines(width)]
        return sum(heights) + self.gap * max(0, len(heights) - 1)

    def natural_width(self) -> int:
        return sum(child.natural_width() for child in self.shown) + self.gap * max(0, len(self.shown) - 1)

    def place(self, rect: pygame.Rect) -> None:
        """Lay the lines out from the top; in a single line, the row's whole height is used."""
        super().place(rect)
        lines = self._lines(rect.width)
        top = rect.top
        for line in lines:
            height = rect.height if len(lines) == 1 else max(child.measure(w) for child, w in line)
            self._place_line(line, rect, top, height)
            top += height + self.gap

    def _place_line(self, line: list[tuple[Widget, int]], rect: pygame.Rect, top: int, height: int) -> None:
        spare = rect.width - sum(w for _, w in line) - self.gap * (len(line) - 1)
        left = rect.left + {"fill": 0, "left": 0, "center": spare // 2, "right": spare}[self.align]
        for child, width in line:
            own = height if child.focusable or child.flexible else min(height, child.measure(width))
            child.place(pygame.Rect(left, top + (height - own) // 2, width, own))
            left += width + self.gap

    def _lines(self, width: int) -> list[list[tuple[Widget, int]]]:
        shown = self.shown
        if not shown:
            return []
        if self.weights is not None:
            return [self._weighted(width)]
        lines: list[list[tuple[Widget, int]]] = [[]]
        used = 0
        for child in shown:
            natural = min(width, child.natural_width())
            if self.wraps and lines[-1] and used + self.gap + natural > width:
                lines.append([])
                used = 0
            used += natural + (self.gap if lines[-1] else 0)
            lines[-1].append((child, natural))
        return [self._filled(line, width) for line in lines] if self.align == "fill" else lines

    def _weighted(self, width: int) -> list[tuple[Widget, int]]:
        assert self.weights is not None  # noqa: S101 - told to the type checker
        pairs = [(c, w) for c, w in zip(self._children, self.weights, strict=True) if c.visible]
        whole = width - self.gap * (len(pairs) - 1)
        total = sum(weight for _, weight in pairs) or 1.0
        edges = [0, *(round(whole * sum(w for _, w in pairs[: i + 1]) / total) for i in range(len(pairs)))]
        return [(child, edges[i + 1] - edges[i]) for i, (child, _) in enumerate(pairs)]

    def _filled(self, line: list[tuple[Widget, int]], width: int) -> list[tuple[Widget, int]]:
        spare = width - sum(w for _, w in line) - self.gap * (len(line) - 1)
        stretching = [i for i, (child, _) in enumerate(line) if child.stretches]
        result = list(line)
        for place, i in enumerate(stretching):
            share = spare * (place + 1) // len(stretching) - spare * place // len(stretching)
            result[i] = (line[i][0], line[i][1] + share)
        return result


class Grid(Container):
    """Children in columns of equal width; each row is as high as its highest child."""

    def __init__(self, kit: Kit, key: str, children: Sequence[Widget], cols: int, gap: float | None = None) -> None:
        super().__init__(kit, key, children, gap)
        self.cols = max(1, cols)

    def measure(self, width: int) -> int:
        heights = self._heights(width)
        return sum(heights) + self.gap * max(0, len(heights) - 1)

    def natural_width(self) -> int:
        """What the widest child wants, for each column."""
        return max((c.natural_width() for c in self.shown), default=0) * self.cols + self.gap * (self.cols - 1)

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        top = rect.top
        edges = self._edges(rect.width)
        for row, height in zip(self._rows(), self._heights(rect.width), strict=True):
            for child, (left, right) in zip(row, edges, strict=False):
                child.place(pygame.Rect(rect.left + left, top, right - left, height))
            top += height + self.gap

    def _rows(self) -> list[list[Widget]]:
        shown = self.shown
        return [shown[i : i + self.cols] for i in range(0, len(shown), self.cols)]

    def _edges(self, width: int) -> list[tuple[int, int]]:
        whole = width - self.gap * (self.cols - 1)
        starts = [round(whole * i / self.cols) + self.gap * i for i in range(self.cols + 1)]
        return [(starts[i], starts[i + 1] - self.gap) for i in range(self.cols)]

    def _heights(self, width: int) -> list[int]:
        widths = [right - left for left, right in self._edges(width)]
        return [max(c.measure(w) for c, w in zip(row, widths, strict=False)) for row in self._rows()]


class Spacer(Widget):
    """Empty room of some units each way; one of 0 units takes whatever is spare."""

    focusable = False

    def __init__(self, kit: Kit, key: str, units: float = 0) -> None:
        super().__init__(kit, key)
        self.units = units

    @property
    def flexible(self) -> bool:  # type: ignore[override]
        """Whether it takes what height there is."""
        return self.units == 0

    @property
    def stretches(self) -> bool:  # type: ignore[override]
        """Whether it takes what width there is."""
        return self.units == 0

    def measure(self, width: int) -> int:
        return self.kit.px(self.units)

    def natural_width(self) -> int:
        return self.kit.px(self.units)


class Panel(Widget):
    """A panel of wood, leather or paper under a child; its shadow lies within its rectangle."""

    focusable = False

    def __init__(
        self, kit: Kit, key: str, child: Widget, style: materials.Material = "panel", pad: float | None = None
    ) -> None:
        super().__init__(kit, key)
        self.child = child
        self.style: materials.Material = style
        self.pad = kit.theme.sizes.pad if pad is None else pad

    @property
    def flexible(self) -> bool:  # type: ignore[override]
        return self.child.flexible

    @property
    def stretches(self) -> bool:  # type: ignore[override]
        return self.child.stretches

    @property
    def _around(self) -> int:
        return self.kit.px(materials.MARGIN[self.style]) + self.kit.px(self.pad)

    def children(self) -> Iterable[Widget]:
        return (self.child,)

    def measure(self, width: int) -> int:
        return self.child.measure(max(1, width - 2 * self._around)) + 2 * self._around

    def natural_width(self) -> int:
        return self.child.natural_width() + 2 * self._around

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        room = (max(0, rect.width - 2 * self._around), max(0, rect.height - 2 * self._around))
        self.child.place(pygame.Rect((rect.left + self._around, rect.top + self._around), room))

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(materials.panel(self.kit, self.rect.size, self.style), self.rect)
        super().draw(surface)
