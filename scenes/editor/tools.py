"""What editors share in which a tool from a palette works on single squares: keys, the cursor, the palette itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Protocol, TypeVar

import pygame

from logic.core import Cell, Message
from scenes.app.app import App
from scenes.editor.parts import SWATCH, Places, Swatch
from scenes.view.squares import ARROWS
from sprites.paint.kit import Kit
from sprites.widgets import LEAST_TARGET, Action, Grid, Pointer, Widget

DIGITS = "1234567890"
"""The keys of the tools, in their order."""
LABELLED = 66
"""Units of a swatch's height where there is little room, but words are to be read on it."""
ROOMY, TIGHT = 66, 49
"""Units that a swatch is wide at least."""

T = TypeVar("T", bound=str)
T_contra = TypeVar("T_contra", bound=str, contravariant=True)


class Squares(Protocol):
    """A drawing that consists of squares."""

    def __contains__(self, cell: Cell) -> bool: ...


@dataclass(frozen=True, slots=True)
class Tool(Generic[T]):
    """One tool: its name, a line about it, the icon of one that paints nothing, and the name of its number if any."""

    name: T
    title: Message
    blurb: Message
    icon: str = ""
    number: Message | None = None


class Worker(Protocol[T_contra]):
    """Who works with tools on the squares of a drawing."""

    @property
    def drawing(self) -> Squares: ...

    @property
    def first_cell(self) -> Cell:
        """Where the cursor appears where nothing else is pointed at."""
        ...

    @property
    def draws_along(self) -> bool:
        """Whether arrows with shift use the tool square after square."""
        ...

    def choose(self, tool: T_contra) -> None:
        """Take another tool into the hand, and show the palette."""
        ...

    def use_at(self, cell: Cell) -> None:
        """Use the tool on a square, as the keys want it."""
        ...

    def pick(self, cell: Cell | None) -> None:
        """Go on with the tool that made what lies on a square."""
        ...

    def reveal(self, cell: Cell) -> None:
        """Bring a square into sight."""
        ...


class Toolbox(Generic[T]):
    """The tools of an editor: digits choose one, arrows move a cursor, and Enter uses the tool there."""

    def __init__(self, app: App, worker: Worker[T], tools: Sequence[Tool[T]], tool: T) -> None:
        self._app = app
        self._worker = worker
        self._tools = tools
        """In the order of their keys."""
        self.tool = tool
        """The one in the hand."""
        self.cursor: Cell | None = None
        """Where arrow keys have got to; None while a pointer is at work."""
        self.pointed: Cell | None = None
        """What lies under the mouse or the cursor."""

    @property
    def at_hand(self) -> Tool[T]:
        return self._tools[self._rank]

    @property
    def _rank(self) -> int:
        return [tool.name for tool in self._tools].index(self.tool)

    def _choose(self, rank: int) -> None:
        self._worker.choose(self._tools[rank % len(self._tools)].name)

    # -- keys

    def act_on_canvas(self, name: str) -> bool:
        """Take an action while the canvas has the focus."""
        if name in ARROWS:
            return self._step(name)
        if name != "accept" or self.cursor is None:
            return name == "accept" and self._step("")
        self._worker.use_at(self.cursor)
        return True

    def _step(self, name: str) -> bool:
        """Move the cursor, or show it at first; false beyond the edge, where the panel lies."""
        first, drawing = self.cursor is None, self._worker.drawing
        cell = self.cursor or self.pointed or self._worker.first_cell
        if cell not in drawing:
            cell = Cell(0, 0)
        down, right = (0, 0) if first or not name else ARROWS[name]
        there = Cell(cell.row + down, cell.col + right)
        if there not in drawing:
            return False
        self.cursor = self.pointed = there
        self._worker.reveal(there)
        return True

    def shortcut(self, action: Action, *, on_canvas: bool) -> bool:
        """Take digits for tools and, while the canvas has the focus, arrows with shift for drawing along."""
        if action.key and action.key in DIGITS[: len(self._tools)]:
            self._choose(DIGITS.index(action.key))
            return True
        arrow = action.key.removeprefix("shift+")
        if arrow == action.key or arrow not in ARROWS or not on_canvas:
            return False
        if self._step(arrow) and self._worker.draws_along and self.cursor is not None:
            self._worker.use_at(self.cursor)
        return True

    def act(self, name: str) -> bool:
        """Go through the tools, and take up what lies under the cursor."""
        if name in ("rotate", "rotate_back"):
            self._choose(self._rank + (1 if name == "rotate" else -1))
        elif name == "mirror":
            self._worker.pick(self.cursor or self.pointed)
        return name in ("rotate", "rotate_back", "mirror")

    # -- the palette

    def palette(
        self,
        places: Places,
        paint: Callable[[pygame.Surface, pygame.Rect, Tool[T]], object],
        columns: Sequence[int],
        label: Callable[[Tool[T]], str] | None = None,
    ) -> Widget:
        """Make a swatch for each tool; ``paint`` draws what it makes, and ``label`` gives words below that."""
        height = SWATCH if not places.compact else LEAST_TARGET + 2 if label is None else LABELLED
        swatches = [self._swatch(number, tool, paint, label, height) for number, tool in enumerate(self._tools)]
        return Grid(self._app.kit, "palette", swatches, fitting(self._app.kit, places, columns), gap=4)

    def _swatch(
        self,
        number: int,
        tool: Tool[T],
        paint: Callable[[pygame.Surface, pygame.Rect, Tool[T]], object],
        label: Callable[[Tool[T]], str] | None,
        height: float,
    ) -> Swatch:
        key = f" ({DIGITS[number]})" if number < len(DIGITS) else ""
        return Swatch(
            self._app.kit,
            f"tool-{tool.name}",
            lambda surface, rect: paint(surface, rect, tool),
            partial(self._worker.choose, tool.name),
            tip=f"{self._app.say(tool.title)}{key}",
            label=str if label is None else partial(label, tool),
            is_chosen=lambda: self.tool == tool.name,
            height=height,
        )


def fitting(kit: Kit, places: Places, wanted: Sequence[int]) -> int:
    """As many columns of swatches, of the numbers ``wanted``, as there is room for."""
    least = kit.px(TIGHT if places.compact else ROOMY)
    gap, width = kit.px(4), places.body.width - kit.px(16)
    return next((cols for cols in wanted if (width - gap * (cols - 1)) // cols >= least), wanted[-1])


class SquareCanvas(Widget):
    """A board that can be focused and drawn on; hands every input to the editor."""

    clips = True

    def __init__(self, kit: Kit, key: str, on_point: Callable[[Pointer], bool], on_act: Callable[[str], bool]) -> None:
        super().__init__(kit, key)
        self._on_point = on_point
        self._on_act = on_act

    def point(self, event: Pointer) -> bool:
        """Hand a pointer on; everything that begins on the cloth belongs to the board."""
        return self._on_point(event)

    def keeps(self, event: Pointer, start: tuple[int, int]) -> bool:
        return True

    def act(self, action: Action) -> bool:
        return bool(action.name) and self._on_act(action.name)


def between(start: Cell, end: Cell) -> Iterator[Cell]:
    """The squares on the straight way from one to another, the first left out."""
    steps = max(abs(end.row - start.row), abs(end.col - start.col))
    for step in range(1, steps + 1):
        yield Cell(
            start.row + round((end.row - start.row) * step / steps),
            start.col + round((end.col - start.col) * step / steps),
        )
