"""The maze in bits: one board as four Python ints of open sides, its pushes and its floods; private to what thinks.

A place is a number: the cell (row, col) of a board of size n is row·n + col, and n·n is the tray, where the spare lies.
A set of places is an int with those bits. What lies on tiles — treasures, so goals — goes round with them through the
tray; a pawn never lies there, for it lands on the tile pushed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from logic.core import Cell
from logic.labyrinth.components import LYING, OPEN, SIDES, TURNS, Arrow, Ban, Params, Tile, line_of, opposite_arrow
from logic.labyrinth.rules import Push, State

NO_ARROW = -1
"""The number of the last arrow where there is none."""


def sides_of(tile: Tile) -> int:
    """A tile's open sides as bits: north first, and so on clockwise."""
    return _as_bits(tile.open)


def _as_bits(names: str) -> int:
    return sum(1 << SIDES.index(side) for side in SIDES if side in names)


@cache
def rotations(sides: int) -> tuple[int, ...]:
    """The open sides of a tile by its rotation number: four of them, or the two of a straight one."""
    shape, _ = LYING["".join(side for at, side in enumerate(SIDES) if sides >> at & 1)]
    return tuple(_as_bits(OPEN[shape, rot]) for rot in range(TURNS[shape]))


class Board(NamedTuple):
    """One board: the cells open to N, E, S, W; the spare's open sides; the number of the last arrow.

    ``last`` is NO_ARROW before the first push.
    """

    planes: tuple[int, int, int, int]
    spare: int
    last: int = NO_ARROW


class Insertion(NamedTuple):
    """How a tile goes in: the number of the arrow, and the rotation as the rules number it."""

    arrow: int
    rot: int


class Line(NamedTuple):
    """What an arrow moves: its cells, those without the last, the first and the last as bits, and by how much."""

    cells: int
    inner: int
    entry: int
    exit: int
    shift: int


@dataclass(frozen=True)
class Frame:
    """What never changes in a game: the size, the arrows by number, and which of them the last one bars."""

    size: int
    arrows: tuple[Arrow, ...]
    ban: Ban = "exit_side"

    @property
    def cells(self) -> int:
        """How many cells the board has; that is also the number of the tray."""
        return self.size * self.size

    @property
    def tray(self) -> int:
        return 1 << self.cells

    @cached_property
    def every(self) -> int:
        """All cells, without the tray."""
        return self.tray - 1

    @cached_property
    def not_last_col(self) -> int:
        """All cells but those of the last column."""
        row = (1 << self.size - 1) - 1
        return sum(row << at for at in range(0, self.cells, self.size))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What each arrow moves, by its number."""
        return tuple(self._line(arrow) for arrow in self.arrows)

    @cached_property
    def backs(self) -> tuple[Line, ...]:
        """What would undo each arrow: the same line from its other end."""
        return tuple(self._line(opposite_arrow(arrow, self.size)) for arrow in self.arrows)

    def _line(self, arrow: Arrow) -> Line:
        places = [self.place(cell) for cell in line_of(arrow, self.size)]
        cells = sum(1 << place for place in places)
        return Line(cells, cells ^ 1 << places[-1], 1 << places[0], 1 << places[-1], places[1] - places[0])

    @cached_property
    def allowed(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the arrows that may be used, by the last arrow; NO_ARROW is the last of the list."""
        everything = tuple(range(len(self.arrows)))
        after = [tuple(arrow for arrow in everything if not self._bars(last, arrow)) for last in everything]
        return (*after, everything)

    def _bars(self, last: int, arrow: int) -> bool:
        is_back = self.arrows[arrow] == opposite_arrow(self.arrows[last], self.size)
        return (is_back and self.ban in ("exit_side", "whole_line")) or (
            arrow == last and self.ban in ("entry_side", "whole_line")
        )

    # -- between the rules' words and bits

    def place(self, cell: Cell) -> int:
        """The number of a cell."""
        return cell.row * self.size + cell.col

    def cell(self, place: int) -> Cell:
        return Cell(*divmod(place, self.size))

    def board(self, state: State) -> Board:
        """The bits of a position's board."""
        rows = [[sides_of(tile) for tile in row] for row in state.grid]
        last = NO_ARROW if state.last is None else self.arrows.index(state.last)
        return board_of(rows, sides_of(state.spare), last)

    def symbols(self, state: State) -> dict[str, int]:
        """The place of each treasure and start of a position as a bit, the tray's if it is there."""
        found = {state.spare.symbol: self.tray} if state.spare.symbol else {}
        for row, tiles in enumerate(state.grid):
            for col, tile in enumerate(tiles):
                if tile.symbol:
                    found[tile.symbol] = 1 << self.place(Cell(row, col))
        return found

    def push(self, insertion: Insertion) -> Push:
        """The rules' move."""
        return Push(self.arrows[insertion.arrow], insertion.rot)

    # -- pushing

    def pushes(self, board: Board) -> list[Insertion]:
        """All pushes that lead to different boards, by arrow and rotation."""
        ways = range(len(rotations(board.spare)))
        return [Insertion(arrow, rot) for arrow in self.allowed[board.last] for rot in ways]

    def pushed(self, board: Board, push: Insertion) -> Board:
        line = self.lines[push.arrow]
        sides = rotations(board.spare)[push.rot]
        planes, spare = [], 0
        for side, plane in enumerate(board.planes):
            spare |= (plane & line.exit != 0) << side
            kept = plane & ~line.cells | shifted(plane & line.inner, line.shift)
            planes.append(kept | line.entry if sides >> side & 1 else kept)
        north, east, south, west = planes
        return Board((north, east, south, west), spare, push.arrow)

    def carried(self, pawns: int, arrow: int) -> int:
        """Where pawns on these cells are after a push; who falls off lands on the tile pushed in."""
        return _carried(pawns, self.lines[arrow])

    def uncarried(self, pawns: int, arrow: int) -> int:
        """Where pawns that are on these cells after a push were before."""
        return _carried(pawns, self.backs[arrow])

    def drifted(self, goals: int, arrow: int) -> int:
        """Where goals on these places are after a push; one that falls off is on the tray, with its tile."""
        return self._drifted(goals, self.lines[arrow])

    def undrifted(self, goals: int, arrow: int) -> int:
        """Where goals that are on these places after a push were before."""
        return self._drifted(goals, self.backs[arrow])

    def _drifted(self, goals: int, line: Line) -> int:
        moved = goals & ~(line.cells | self.tray) | shifted(goals & line.inner, line.shift)
        if goals & line.exit:
            moved |= self.tray
        return moved | line.entry if goals & self.tray else moved

    # -- walking

    def ways(self, board: Board) -> tuple[int, int]:
        """The cells with an open way to the east, and those with one to the south."""
        north, east, south, west = board.planes
        return east & west >> 1 & self.not_last_col, south & north >> self.size

    def flood(self, board: Board, pawns: int) -> int:
        """All cells that can be walked to from one of these."""
        across, down = self.ways(board)
        size, before = self.size, 0
        while pawns != before:
            before = pawns
            pawns |= (pawns & across) << 1 | pawns >> 1 & across
            pawns |= (pawns & down) << size | pawns >> size & down
        return pawns

    def turn(self, board: Board, pawns: int, push: Insertion) -> tuple[Board, int]:
        """The board after a push, and where a pawn that was on one of these cells may stand at the turn's end."""
        after = self.pushed(board, push)
        return after, self.flood(after, self.carried(pawns, push.arrow))


def _carried(pawns: int, line: Line) -> int:
    moved = pawns & ~line.cells | shifted(pawns & line.inner, line.shift)
    return moved | line.entry if pawns & line.exit else moved


def shifted(places: int, by: int) -> int:
    """Move all places up by a number, or down by a negative one."""
    return places << by if by > 0 else places >> -by


def places_of(places: int) -> Iterator[int]:
    """The numbers in a set, in order."""
    while places:
        low = places & -places
        yield low.bit_length() - 1
        places ^= low


def frame_of(params: Params) -> Frame:
    """The frame of a game's boards; its arrows have the order of ``params.arrows``."""
    return _frame(params.size, params.arrows, params.reinsertion_ban)


_frame = cache(Frame)
"""One frame for all games on the same boards, however else they differ."""


def board_of(rows: Sequence[Sequence[int]], spare: int, last: int = NO_ARROW) -> Board:
    """The board with these open sides, row by row."""
    flat = [sides for row in rows for sides in row]
    north, east, south, west = (sum((sides >> side & 1) << at for at, sides in enumerate(flat)) for side in range(4))
    return Board((north, east, south, west), spare, last)
