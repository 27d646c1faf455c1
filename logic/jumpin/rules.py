"""The rules of JumpIN’: rabbits jump, foxes slide, and the puzzle is solved once all rabbits are in burrows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from logic.core import Cell, Event, Message, Outcome, Step
from logic.jumpin.board import STANDARD, Board, Fox, Position, fox_tracks, jumps_from, parse, show, sorted_foxes

Metric = Literal["steps", "moves"]
"""What is counted: a slide as its number of cells, or as one; a jump is one in both counts."""

METRICS: tuple[Metric, Metric] = ("steps", "moves")
"""Both counts, in the order in which they are always listed."""

COUNTED_IN_MOVES = "counted in moves"
"""The marker in a printed position for what is not the default."""


@dataclass(frozen=True, slots=True)
class Hop:
    """A rabbit jumps to a cell."""

    rabbit: str
    target: Cell

    def __str__(self) -> str:
        return f"hop {self.rabbit} {self.target.row},{self.target.col}"


@dataclass(frozen=True, slots=True)
class Slide:
    """A fox slides along its line until its first (upper or left) cell is there."""

    fox: str
    target: Cell

    def __str__(self) -> str:
        return f"slide {self.fox} {self.target.row},{self.target.col}"


JumpinMove = Hop | Slide


@dataclass(frozen=True, slots=True)
class State:
    """A position and the counts so far: rabbits R1, R2 … and foxes F1, F2 … keep their ids for life.

    ``rabbits`` are their cells; ``metric`` is the count that the player has chosen.
    """

    board: Board
    mushrooms: tuple[Cell, ...]
    rabbits: tuple[Cell, ...]
    foxes: tuple[Fox, ...] = ()
    metric: Metric = "steps"
    steps: int = 0
    moves: int = 0

    @property
    def player(self) -> int:
        return 0

    @property
    def position(self) -> Position:
        """The position without the pieces' ids."""
        foxes = sorted_foxes(self._fox_mask(*fox) for fox in self.foxes)
        return Position(self.board.mask(self.rabbits), self.board.mask(self.mushrooms), foxes)

    def spent(self, metric: Metric | None = None) -> int:
        """The count so far, in the player's metric if none is named."""
        return self.steps if (metric or self.metric) == "steps" else self.moves

    def _fox_mask(self, cell: Cell, level: bool) -> int:
        first = self.board.index(cell)
        return 1 << first | 1 << first + (1 if level else self.board.cols)

    def legal_moves(self) -> tuple[JumpinMove, ...]:
        """All hops by rabbit, then all slides by fox and target; none if all rabbits are home or nothing can move."""
        return () if self.is_solved() else tuple(self._moves())

    def is_solved(self) -> bool:
        """Return whether every rabbit is in a hole."""
        return all(rabbit in self.board.holes for rabbit in self.rabbits)

    def _moves(self) -> Iterator[JumpinMove]:
        occupied = self.position.occupied
        for number, rabbit in enumerate(self.rabbits, 1):
            for jump in jumps_from(self.board)[self.board.index(rabbit)]:
                if occupied & (jump.between | jump.target) == jump.between:
                    yield Hop(f"R{number}", self.board.cell(jump.target.bit_length() - 1))
        for number, (cell, level) in enumerate(self.foxes, 1):
            for mask in self._reach(self._fox_mask(cell, level), occupied):
                yield Slide(f"F{number}", self.board.cell((mask & -mask).bit_length() - 1))

    def _reach(self, fox: int, occupied: int) -> list[int]:
        """The places to which a fox can slide, in the order of its line."""
        track = next(track for track in fox_tracks(self.board) if fox in track)
        here, found = track.index(fox), []
        for way in (reversed(range(here)), range(here + 1, len(track))):
            for place in way:
                if track[place] & occupied & ~fox:
                    break
                found.append(track[place])
        return sorted(found)

    def apply(self, move: JumpinMove) -> Step[State]:
        return self._hop(move) if isinstance(move, Hop) else self._slide(move)

    def _hop(self, move: Hop) -> Step[State]:
        index = int(move.rabbit[1:]) - 1
        start = self.rabbits[index]
        rabbits = (*self.rabbits[:index], move.target, *self.rabbits[index + 1 :])
        events = [Event("hop", {move.rabbit: (start, move.target)})]
        if move.target in self.board.holes:
            events.append(Event("burrow", {move.rabbit: (move.target,)}))
        state = replace(self, rabbits=rabbits, steps=self.steps + 1, moves=self.moves + 1)
        return Step(state, tuple(events))

    def _slide(self, move: Slide) -> Step[State]:
        index = int(move.fox[1:]) - 1
        start, level = self.foxes[index]
        foxes = (*self.foxes[:index], (move.target, level), *self.foxes[index + 1 :])
        length = abs(move.target.row - start.row) + abs(move.target.col - start.col)
        state = replace(self, foxes=foxes, steps=self.steps + length, moves=self.moves + 1)
        return Step(state, (Event("slide", {move.fox: (start, move.target)}),))

    def outcome(self) -> Outcome | None:
        """The result: every rabbit is in a hole, or nothing can move."""
        if self.is_solved():
            return Outcome((0,), ((0,),), Message("Every rabbit is home."))
        if next(self._moves(), None) is None:
            return Outcome((), ((0,),), Message("Nothing can move."))
        return None

    # -- text

    def __str__(self) -> str:
        names = [
            _names("rabbits", list(self.rabbits)),
            _names("foxes", [cell for cell, _ in self.foxes]),
        ]
        counts = [f"{self.steps} steps, {self.moves} moves"] if self.moves else []
        chosen = [COUNTED_IN_MOVES] if self.metric == "moves" else []
        picture = show(self.position, self.board).split("/")
        return "\n".join([*picture, *_ground(self.board), *filter(None, names), *counts, *chosen])


def _ground(board: Board) -> list[str]:
    """The lines that describe a custom board."""
    if board == STANDARD:
        return []
    holes = [f"{hole.row},{hole.col}" for hole in board.holes]
    lines = (("holes", holes), ("fox rows", board.fox_rows), ("fox cols", board.fox_cols))
    return [" ".join([name, *map(str, values)]) for name, values in lines]


def _names(kind: str, cells: list[Cell]) -> str:
    """The numbers of the pieces in row-major order, unless that is 1, 2, 3 …."""
    order = sorted(range(len(cells)), key=lambda number: cells[number])
    return "" if order == sorted(order) else " ".join([kind, *(str(number + 1) for number in order)])


def begin(text: str, board: Board = STANDARD, metric: Metric = "steps") -> State:
    """Set up a position, with rabbits and foxes numbered in row-major order; raises PositionError."""
    position = parse(text, board)
    level = frozenset(place for track in fox_tracks(board)[: len(board.fox_rows)] for place in track)
    foxes = tuple((board.cells_of(fox)[0], fox in level) for fox in position.foxes)
    return State(board, board.cells_of(position.mushrooms), board.cells_of(position.rabbits), foxes, metric)
