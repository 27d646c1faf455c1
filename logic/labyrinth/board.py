"""The tiles of the maze and what can be done with a grid of them: push a line, see which passages meet."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, get_args

from logic.core import Cell, Message

Side = Literal["N", "E", "S", "W"]
Shape = Literal["I", "L", "T"]
Mark = Literal["push_again", "turn_again", "swap", "peek", "exchange", "wall"]
"""What a tile can bring to who pushes it out: insert again, another turn, change places with somebody, see a top card,
put the own top card under the pile, walk through a wall once."""
MARKS: tuple[Mark, ...] = get_args(Mark)

SIDES: tuple[Side, ...] = ("N", "E", "S", "W")
STEPS: Mapping[Side, Cell] = {"N": Cell(-1, 0), "E": Cell(0, 1), "S": Cell(1, 0), "W": Cell(0, -1)}
BASES: Mapping[Shape, str] = {"I": "NS", "L": "NE", "T": "NSW"}
"""The open sides of each shape before it is turned."""
TURNS: Mapping[Shape, int] = {"I": 2, "L": 4, "T": 4}
"""In how many ways a shape can lie."""
START = "start "
"""How the symbol of a start cell begins; the name of its corner follows."""
HIDDEN = "?"
"""A card that its viewer may not see."""


def opposite(side: Side) -> Side:
    """Give the side across."""
    return SIDES[(SIDES.index(side) + 2) % 4]


def open_sides(shape: Shape, rot: int) -> str:
    """Give the open sides of a shape after ``rot`` quarter turns clockwise, in the order N, E, S, W."""
    turned = {SIDES[(SIDES.index(side) + rot) % 4] for side in SIDES if side in BASES[shape]}
    return "".join(side for side in SIDES if side in turned)


LYING: Mapping[str, tuple[Shape, int]] = {
    open_sides(shape, rot): (shape, rot) for shape in BASES for rot in range(TURNS[shape])
}
"""The shape and the turns that have just these sides open."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: ``rot`` counts quarter turns clockwise from the shape's base; ids are for life.

    ``symbol`` is a treasure's name, ``start`` and a corner's name, or nothing; ``mark`` is what the tile brings to who
    pushes it out, in the variant with events.
    """

    id: str
    shape: Shape
    rot: int = 0
    fixed: bool = False
    symbol: str = ""
    mark: Mark | Literal[""] = ""

    @property
    def open(self) -> str:
        """The sides with a passage, in the order N, E, S, W."""
        return OPEN[self.shape, self.rot]


OPEN: Mapping[tuple[Shape, int], str] = {
    (shape, rot): open_sides(shape, rot) for shape in BASES for rot in range(TURNS[shape])
}

Grid = tuple[tuple[Tile, ...], ...]
"""The tiles on the board, row by row."""


class Arrow(NamedTuple):
    """A place on the rim where the spare tile goes in: the cell pushed into, and the direction pushed."""

    row: int
    col: int
    side: Side

    @property
    def cell(self) -> Cell:
        """The cell pushed into."""
        return Cell(self.row, self.col)

    def __str__(self) -> str:
        return f"{self.cell} {self.side}"


def line_of(arrow: Arrow, size: int) -> tuple[Cell, ...]:
    """Give the cells that an arrow shifts, the one pushed into first."""
    step = STEPS[arrow.side]
    return tuple(Cell(arrow.row + i * step.row, arrow.col + i * step.col) for i in range(size))


def opposite_arrow(arrow: Arrow, size: int) -> Arrow:
    """Give the arrow at the other end of the line, which would push everything back."""
    end = line_of(arrow, size)[-1]
    return Arrow(end.row, end.col, opposite(arrow.side))


def pushed(grid: Grid, tile: Tile, arrow: Arrow) -> tuple[Grid, Tile]:
    """Shift a line by one with a tile going in at the arrow; give the new grid and the tile that falls out."""
    cells = line_of(arrow, len(grid))
    line = [grid[row][col] for row, col in cells]
    changed = dict(zip(cells, [tile, *line[:-1]], strict=True))
    return (
        tuple(
            tuple(changed.get(Cell(row, col), there) for col, there in enumerate(tiles))
            for row, tiles in enumerate(grid)
        ),
        line[-1],
    )


def carried(cell: Cell, arrow: Arrow, size: int) -> Cell:
    """Give where a pawn stands after a push: it rides its tile, and one that falls out lands on the one pushed in."""
    cells = line_of(arrow, size)
    return cells[(cells.index(cell) + 1) % size] if cell in cells else cell


@cache
def _around(cell: Cell, size: int) -> tuple[tuple[Side, Side, Cell], ...]:
    """Give the cells beside a cell, each with the side to leave by and the side to enter by."""
    found = []
    for side, step in STEPS.items():
        there = Cell(cell.row + step.row, cell.col + step.col)
        if 0 <= there.row < size and 0 <= there.col < size:
            found.append((side, opposite(side), there))
    return tuple(found)


def neighbours(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """Give the cells that one step leads to: both sides that touch are open."""
    ways_out = grid[cell.row][cell.col].open
    return tuple(
        there
        for side, back, there in _around(cell, len(grid))
        if side in ways_out and back in grid[there.row][there.col].open
    )


def ways(grid: Grid, start: Cell, *, through_wall: bool = False) -> dict[Cell, tuple[Cell, ...]]:
    """Give each cell that can be reached, with a shortest way there from ``start``; both ends are part of it.

    ``through_wall`` allows for one step through a wall, wherever on the way.
    """
    found: dict[Cell, tuple[Cell, ...]] = {start: (start,)}
    seen: dict[tuple[Cell, bool], tuple[Cell, ...]] = {(start, through_wall): (start,)}
    queue = deque(seen)
    while queue:
        cell, may = here = queue.popleft()
        for there, left in _steps(grid, cell, may=may):
            if (there, left) not in seen:
                seen[there, left] = (*seen[here], there)
                found.setdefault(there, seen[there, left])
                queue.append((there, left))
    return dict(sorted(found.items()))


def _steps(grid: Grid, cell: Cell, *, may: bool) -> list[tuple[Cell, bool]]:
    """Give the next cells, each with whether a wall may still be passed after that."""
    joined = neighbours(grid, cell)
    steps = [(there, may) for there in joined]
    if may:
        steps += [(there, False) for _, _, there in _around(cell, len(grid)) if there not in joined]
    return steps


TREASURES: Mapping[str, Message] = {
    "book": Message("book"),
    "money_bag": Message("money bag"),
    "map": Message("map"),
    "crown": Message("crown"),
    "keys": Message("bunch of keys"),
    "skull": Message("skull"),
    "ring": Message("ring"),
    "chest": Message("chest"),
    "emerald": Message("emerald"),
    "sword": Message("sword"),
    "candelabra": Message("candelabra"),
    "helmet": Message("helmet"),
    "bat": Message("bat"),
    "dragon": Message("dragon"),
    "ghost": Message("ghost"),
    "genie": Message("genie"),
    "gnome": Message("gnome"),
    "princess": Message("princess"),
    "lizard": Message("lizard"),
    "moth": Message("moth"),
    "owl": Message("owl"),
    "rat": Message("rat"),
    "scarab": Message("scarab"),
    "spider": Message("spider"),
}
"""The treasures that there are, and what they are called."""
