"""A JumpIN’ puzzle in the editor: like a position, but possibly unfinished, with a list of what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from logic.core import Cell, Message
from logic.jumpin.board import MOST_FOXES, Board, Fox, fox_cells, show
from logic.jumpin.rules import State

Piece = Literal["rabbit", "mushroom", "fox"]


@dataclass(frozen=True, slots=True)
class Drawing:
    """What stands on the board so far, in row-major order, as rabbits and foxes are numbered in play.

    Each change returns a new drawing, and a piece put down replaces whatever is there. Unlike a position it may have no
    rabbits. What no board can hold is rejected.
    """

    board: Board
    rabbits: tuple[Cell, ...] = ()
    mushrooms: tuple[Cell, ...] = ()
    foxes: tuple[Fox, ...] = ()

    def __post_init__(self) -> None:
        for name in ("rabbits", "mushrooms", "foxes"):
            pieces = getattr(self, name)
            if tuple(sorted(pieces)) != pieces:
                raise ValueError(f"{name}: in row-major order, please")
        covered = [*self.rabbits, *self.mushrooms, *(cell for fox in self.foxes for cell in fox_cells(*fox))]
        if len(set(covered)) < len(covered) or any(cell not in self.board for cell in covered):
            raise ValueError("pieces: each on cells of its own, please")
        if len(self.foxes) > MOST_FOXES or any(not keeps_to_lines(self.board, fox) for fox in self.foxes):
            raise ValueError(f"foxes: at most {MOST_FOXES} on their lines, please")

    # -- conversion

    @staticmethod
    def of(state: State) -> Drawing:
        mushrooms, rabbits = tuple(sorted(state.mushrooms)), tuple(sorted(state.rabbits))
        return Drawing(state.board, rabbits, mushrooms, tuple(sorted(state.foxes)))

    def state(self) -> State:
        """The position for display, finished or not."""
        return State(self.board, self.mushrooms, self.rabbits, self.foxes)

    def params(self) -> dict[str, Any]:
        """The params of a game with this puzzle; check :meth:`faults` first."""
        return {"position": show(self.state().position, self.board), **self.board.as_params()}

    @staticmethod
    def from_json(data: bytes | str) -> Drawing:
        """Parse what :meth:`to_json` wrote; raise ValueError if it is invalid."""
        return msgspec.json.decode(data, type=Drawing)

    def to_json(self) -> bytes:
        """Encode the drawing, finished or not."""
        return msgspec.json.encode(self)

    # -- content

    def __contains__(self, cell: Cell) -> bool:
        return cell in self.board

    def fox_on(self, cell: Cell) -> Fox | None:
        return next((fox for fox in self.foxes if cell in fox_cells(*fox)), None)

    def piece_on(self, cell: Cell) -> Piece | None:
        if cell in self.rabbits:
            return "rabbit"
        if cell in self.mushrooms:
            return "mushroom"
        return "fox" if self.fox_on(cell) is not None else None

    def count(self, piece: Piece) -> int:
        return len({"rabbit": self.rabbits, "mushroom": self.mushrooms, "fox": self.foxes}[piece])

    # -- changes

    def clear(self, cell: Cell) -> Drawing:
        """Remove the piece on a cell, a fox as a whole."""
        return replace(
            self,
            rabbits=tuple(one for one in self.rabbits if one != cell),
            mushrooms=tuple(one for one in self.mushrooms if one != cell),
            foxes=tuple(fox for fox in self.foxes if cell not in fox_cells(*fox)),
        )

    def put(self, piece: Literal["rabbit", "mushroom"], cell: Cell) -> Drawing:
        """Put a rabbit or a mushroom on a cell; a cell outside the board changes nothing."""
        if cell not in self or self.piece_on(cell) == piece:
            return self
        bare = self.clear(cell)
        if piece == "rabbit":
            return replace(bare, rabbits=tuple(sorted((*bare.rabbits, cell))))
        return replace(bare, mushrooms=tuple(sorted((*bare.mushrooms, cell))))

    def lay(self, fox: Fox) -> Drawing:
        """Place a fox; if none can lie there, or there are enough already, nothing changes."""
        if not keeps_to_lines(self.board, fox):
            return self
        bare = self
        for cell in fox_cells(*fox):
            bare = bare.clear(cell)
        return self if len(bare.foxes) >= MOST_FOXES else replace(bare, foxes=tuple(sorted((*bare.foxes, fox))))

    def fox_for(self, cell: Cell, *, start: Cell | None = None, last: Fox | None = None) -> Fox | None:
        """The best place for a fox on a cell, or None if there is none.

        A fox drawn from ``start`` covers that cell too if possible; one that was at ``last`` before is turned and moved
        as little as possible. Free cells are preferred.
        """
        found = [fox for fox in _foxes_around(cell) if keeps_to_lines(self.board, fox)]

        def worth(fox: Fox) -> tuple[bool, bool, int, bool]:
            turns = last is not None and fox[1] != last[1]
            far = 0 if last is None else abs(fox[0].row - last[0].row) + abs(fox[0].col - last[0].col)
            taken = any(self.piece_on(one) is not None for one in fox_cells(*fox))
            return start is not None and start not in fox_cells(*fox), turns, far, taken

        return min(found, key=worth, default=None)

    def turned_fox(self, cell: Cell) -> Drawing:
        """Turn the fox on a cell by a quarter, if a fox can lie across there."""
        fox = self.fox_on(cell)
        across = [one for one in _foxes_around(cell) if fox is not None and one[1] != fox[1]]
        return next((self.clear(cell).lay(one) for one in across if keeps_to_lines(self.board, one)), self)

    def on(self, board: Board) -> Drawing:
        """Move to another board, keeping the pieces that fit there."""
        rabbits, mushrooms = (tuple(cell for cell in some if cell in board) for some in (self.rabbits, self.mushrooms))
        return Drawing(board, rabbits, mushrooms, tuple(fox for fox in self.foxes if keeps_to_lines(board, fox)))

    # -- faults

    def faults(self) -> tuple[Message, ...]:
        """What keeps this from being a puzzle, the most important first; empty if it is one."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[Message]:
        if not self.rabbits:
            yield Message("There is no rabbit yet: put one on the board.")
            return
        if len(self.rabbits) > sum(hole not in self.mushrooms for hole in self.board.holes):
            yield Message("There are more rabbits than burrows for them.")
        elif all(rabbit in self.board.holes for rabbit in self.rabbits):
            yield Message("All rabbits are home already: let one begin outside.")
        elif not self.state().legal_moves():
            yield Message("Nothing can move: a rabbit needs something to jump over.")


def keeps_to_lines(board: Board, fox: Fox) -> bool:
    """Return whether a fox lies on one of the board's fox lines."""
    cell, level = fox
    on_line = cell.row in board.fox_rows if level else cell.col in board.fox_cols
    return on_line and all(one in board for one in fox_cells(*fox))


def _foxes_around(cell: Cell) -> tuple[Fox, ...]:
    """The four possible places of a fox on a cell."""
    row, col = cell
    return (Cell(row, col), True), (Cell(row, col - 1), True), (Cell(row, col), False), (Cell(row - 1, col), False)
