"""What editors share in which a tool from a palette works on single squares: keys, the cursor, the palette itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Generic, Protocol, TypeVar

import pygame

from logic.core import Cell, Message
from scenes.app.app import App
from scenes.editor.editor import Drawn, EditorScene
from scenes.editor.parts import SWATCH, Swatch
from sprites.paint.kit import Kit
from sprites.widgets import Grid
from sprites.widgets.input import Action, Pointer
from sprites.widgets.widget import LEAST_TARGET, Widget

DIGITS = "1234567890"
"""The keys of the tools, in their order."""
ARROWS: dict[str, tuple[int, int]] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
LABELLED = 66
"""Units of a swatch's height where there is little room, but words are to be read on it."""
ROOMY, TIGHT = 66, 49
"""Units that a swatch is wide at least."""

T = TypeVar("T", bound=str)


class DrawnOnSquares(Drawn, Protocol):
    """A drawing that consists of squares."""

    def __contains__(self, cell: Cell) -> bool: ...


D = TypeVar("D", bound=DrawnOnSquares)


@dataclass(frozen=True, slots=True)
class Tool(Generic[T]):
    """One tool: its name, a line about it, the icon of one that paints nothing, and the name of its number if any."""

    name: T
    title: Message
    blurb: Message
    icon: str = ""
    number: Message | None = None


class ToolEditor(EditorScene[D], Generic[D, T]):
    """An editor with a palette: digits choose a tool, arrows move a cursor, and Enter uses the tool there."""

    palette_tab: ClassVar[str]
    """The tab that the palette is on."""

    def __init__(self, app: App, game: str, board_text: str | None, path: Path | None) -> None:
        super().__init__(app, game, board_text, path)
        self.tool: T
        self.cursor: Cell | None = None
        """Where arrow keys have got to; None while a pointer is at work."""
        self.pointed: Cell | None = None
        """What lies under the mouse or the cursor."""

    # -- what a game decides

    @property
    @abstractmethod
    def tools(self) -> Sequence[Tool[T]]:
        """The tools, in the order of their keys."""

    @property
    @abstractmethod
    def first_cell(self) -> Cell:
        """Where the cursor appears where nothing else is pointed at."""

    @abstractmethod
    def use_at(self, cell: Cell) -> None:
        """Use the tool on a square, as the keys want it."""

    @abstractmethod
    def pick(self, cell: Cell | None) -> None:
        """Go on with the tool that made what lies on a square."""

    @property
    def draws_along(self) -> bool:
        """Whether arrows with shift use the tool square after square."""
        return True

    def reveal(self, cell: Cell) -> None:
        """Bring a square into sight."""

    # -- tools

    def choose(self, tool: T) -> None:
        """Take another tool into the hand."""
        self.tool = tool
        self.tab = self.palette_tab
        self.rebuild()

    @property
    def tool_at_hand(self) -> Tool[T]:
        """The tool in the hand."""
        return self.tools[self._place]

    @property
    def _place(self) -> int:
        return [tool.name for tool in self.tools].index(self.tool)

    def _choose_by_place(self, place: int) -> None:
        self.choose(self.tools[place % len(self.tools)].name)

    # -- keys

    def act_on_canvas(self, name: str) -> bool:
        """Take an action while the canvas has the focus."""
        if name in ARROWS:
            return self.step(name)
        if name != "accept" or self.cursor is None:
            return name == "accept" and self.step("")
        self.use_at(self.cursor)
        return True

    def step(self, name: str) -> bool:
        """Move the cursor, or show it at first; false beyond the edge, where the panel lies."""
        first = self.cursor is None
        cell = self.cursor or self.pointed or self.first_cell
        if cell not in self.drawing:
            cell = Cell(0, 0)
        down, right = (0, 0) if first or not name else ARROWS[name]
        there = Cell(cell.row + down, cell.col + right)
        if there not in self.drawing:
            return False
        self.cursor = self.pointed = there
        self.reveal(there)
        return True

    def shortcut(self, action: Action) -> bool:
        """Take digits for tools, and arrows with shift for drawing along."""
        if action.key and action.key in DIGITS[: len(self.tools)]:
            self._choose_by_place(DIGITS.index(action.key))
            return True
        arrow = action.key.removeprefix("shift+")
        if arrow == action.key or arrow not in ARROWS or self.ui.focus is not self.canvas:
            return False
        if self.step(arrow) and self.draws_along and self.cursor is not None:
            self.use_at(self.cursor)
        return True

    def act(self, name: str) -> bool:
        """Go through the tools, and take up what lies under the cursor."""
        if name in ("rotate", "rotate_back"):
            self._choose_by_place(self._place + (1 if name == "rotate" else -1))
            return True
        if name == "mirror":
            self.pick(self.cursor or self.pointed)
            return True
        return super().act(name)

    # -- the palette

    def columns(self, wanted: Sequence[int]) -> int:
        """Give as many columns of swatches as there is room for."""
        least = self.app.px(TIGHT if self.places.compact else ROOMY)
        gap, width = self.app.px(4), self.places.body.width - self.app.px(16)
        return next((cols for cols in wanted if (width - gap * (cols - 1)) // cols >= least), wanted[-1])

    def palette(
        self,
        paint: Callable[[pygame.Surface, pygame.Rect, Tool[T]], object],
        columns: Sequence[int],
        label: Callable[[Tool[T]], str] | None = None,
    ) -> Widget:
        """Make a swatch for each tool; ``paint`` draws what it makes, and ``label`` gives words below that."""
        height = SWATCH if not self.places.compact else LEAST_TARGET + 2 if label is None else LABELLED
        swatches = [self._swatch(number, tool, paint, label, height) for number, tool in enumerate(self.tools)]
        return Grid(self.app.kit, "palette", swatches, self.columns(columns), gap=4)

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
            self.app.kit,
            f"tool-{tool.name}",
            lambda surface, rect: paint(surface, rect, tool),
            partial(self.choose, tool.name),
            tip=f"{self.app.say(tool.title)}{key}",
            label=str if label is None else partial(label, tool),
            is_chosen=lambda: self.tool == tool.name,
            height=height,
        )


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
        """Keep every drag."""
        return True

    def act(self, action: Action) -> bool:
        """Hand an action on."""
        return bool(action.name) and self._on_act(action.name)


def between(start: Cell, end: Cell) -> Iterator[Cell]:
    """Give the squares on the straight way from one to another, the first left out."""
    steps = max(abs(end.row - start.row), abs(end.col - start.col))
    for step in range(1, steps + 1):
        yield Cell(
            start.row + round((end.row - start.row) * step / steps),
            start.col + round((end.col - start.col) * step / steps),
        )
