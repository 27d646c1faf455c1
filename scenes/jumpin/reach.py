"""What may be done with each piece of the meadow, read from the legal moves alone; where it is and comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from logic.core import Cell
from logic.jumpin.board import fox_cells
from logic.jumpin.rules import Hop, JumpinMove, State
from sprites.stage.stage import Pose, pose_at


def mover(move: JumpinMove) -> str:
    return move.rabbit if isinstance(move, Hop) else move.fox


def fox_pose(first: Cell, level: bool) -> Pose:
    """The pose of a fox by its first cell: its middle lies between its two."""
    middle = pose_at(first)
    return replace(middle, x=middle.x + 0.5) if level else replace(middle, y=middle.y + 0.5)


def poses_of(state: State) -> dict[str, Pose]:
    """The pose of every piece: rabbits, foxes and mushrooms by their names."""
    poses = {f"R{n}": pose_at(cell) for n, cell in enumerate(state.rabbits, 1)}
    poses |= {f"F{n}": fox_pose(*fox) for n, fox in enumerate(state.foxes, 1)}
    return poses | {f"M{n}": pose_at(cell) for n, cell in enumerate(state.mushrooms, 1)}


@lru_cache(maxsize=32)
def pieces_of(state: State) -> Mapping[Cell, str]:
    """Tell who is on each cell that is taken."""
    there = {cell: f"R{n}" for n, cell in enumerate(state.rabbits, 1)}
    there |= {cell: f"F{n}" for n, fox in enumerate(state.foxes, 1) for cell in fox_cells(*fox)}
    return there | {cell: f"M{n}" for n, cell in enumerate(state.mushrooms, 1)}


@lru_cache(maxsize=32)
def reach_of(state: State) -> Mapping[str, Mapping[Cell, JumpinMove]]:
    """The moves of each piece that can move, by the cell that means the move to somebody who taps.

    Of a jump that is where it ends. Of a slide it is the free cell that the fox moves up to: where its foremost half
    comes to lie.
    """
    found: dict[str, dict[Cell, JumpinMove]] = {}
    for move in state.legal_moves():
        found.setdefault(mover(move), {})[_meant(state, move)] = move
    return found


def _meant(state: State, move: JumpinMove) -> Cell:
    if isinstance(move, Hop):
        return move.target
    start, level = state.foxes[number_of(move.fox) - 1]
    return fox_cells(move.target, level)[move.target > start]


def end_of(state: State, move: JumpinMove) -> Pose:
    """The pose of the piece after its move."""
    if isinstance(move, Hop):
        return pose_at(move.target)
    return fox_pose(move.target, state.foxes[number_of(move.fox) - 1][1])


def line_of(state: State, move: JumpinMove) -> Cell:
    """The way that a piece goes by its move, as rows down and columns to the right."""
    start, end = poses_of(state)[mover(move)], end_of(state, move)
    return Cell(round(end.y - start.y), round(end.x - start.x))


def number_of(piece: str) -> int:
    return int(piece[1:])


def cells_of(state: State, piece: str) -> tuple[Cell, ...]:
    """The cells that a rabbit or a fox takes up."""
    number = number_of(piece) - 1
    if piece.startswith("F"):
        return fox_cells(*state.foxes[number])
    return (state.rabbits[number],)


def cells_after(state: State, move: JumpinMove) -> tuple[Cell, ...]:
    """The cells that a piece takes up after its move."""
    if isinstance(move, Hop):
        return (move.target,)
    return fox_cells(move.target, state.foxes[number_of(move.fox) - 1][1])


def neighbours(state: State, cell: Cell) -> Iterator[Cell]:
    """The cells of the board beside one."""
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        beside = Cell(cell.row + down, cell.col + right)
        if beside in state.board:
            yield beside
