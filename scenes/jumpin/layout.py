"""Where each piece of the meadow belongs, what may be done with it, and which animal is chosen."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from logic.core import Cell
from logic.jumpin.board import fox_cells
from logic.jumpin.rules import Hop, JumpinMove, State
from scenes.view.view import Shake
from sprites.jumpin.animals import Mood
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
    """The piece on each occupied cell."""
    there = {cell: f"R{n}" for n, cell in enumerate(state.rabbits, 1)}
    there |= {cell: f"F{n}" for n, fox in enumerate(state.foxes, 1) for cell in fox_cells(*fox)}
    return there | {cell: f"M{n}" for n, cell in enumerate(state.mushrooms, 1)}


@lru_cache(maxsize=32)
def moves_by_cell(state: State) -> Mapping[str, Mapping[Cell, JumpinMove]]:
    """The moves of each piece that can move, by the cell to tap.

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
    """The displacement of a piece by its move, as rows down and columns to the right."""
    start, end = poses_of(state)[mover(move)], end_of(state, move)
    return Cell(round(end.y - start.y), round(end.x - start.x))


def number_of(piece: str) -> int:
    return int(piece[1:])


def cells_of(state: State, piece: str) -> tuple[Cell, ...]:
    """The cells that a rabbit or a fox occupies."""
    number = number_of(piece) - 1
    if piece.startswith("F"):
        return fox_cells(*state.foxes[number])
    return (state.rabbits[number],)


def cells_after(state: State, move: JumpinMove) -> tuple[Cell, ...]:
    """The cells that a piece occupies after its move."""
    if isinstance(move, Hop):
        return (move.target,)
    return fox_cells(move.target, state.foxes[number_of(move.fox) - 1][1])


def neighbours(state: State, cell: Cell) -> Iterator[Cell]:
    """The neighbours of a cell on the board."""
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        beside = Cell(cell.row + down, cell.col + right)
        if beside in state.board:
            yield beside


SWAY = 0.07
"""Amplitude in cells of the shaking of a piece that cannot move."""


class Animals:
    """The animals of one meadow: the chosen one and its target, the one tapped in vain, and those in motion."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.chosen: str | None = None
        self.aim: Cell | None = None
        """The cell of the move aimed at."""
        self.asked: str | None = None
        """The piece that was tapped and cannot move."""
        self.flights: dict[str, tuple[Pose, Pose]] = {}
        """The pieces in motion, with the start and end of their way."""
        self._shake = Shake(SWAY)

    def layout(self) -> dict[str, Pose]:
        """The pose of every piece, by name, the chosen one lifted."""
        layout = poses_of(self.state)
        if self.chosen in layout:
            layout[self.chosen] = replace(layout[self.chosen], z=1.0)
        return layout

    # -- moves

    def moves_of(self, piece: str | None) -> Mapping[Cell, JumpinMove]:
        """The moves of a piece by their cells."""
        return moves_by_cell(self.state).get(piece or "", {})

    def move_to(self, piece: str | None, cell: Cell | None) -> JumpinMove | None:
        """The move of a piece for a cell, if there is one."""
        return self.moves_of(piece).get(cell) if cell is not None else None

    @property
    def meant(self) -> JumpinMove | None:
        """The chosen piece's move that is aimed at."""
        return self.move_to(self.chosen, self.aim)

    def places_of(self, piece: str) -> Mapping[Cell | None, Pose]:
        """The possible next poses of a piece by their cells, with the present one for None."""
        home: dict[Cell | None, Pose] = {None: poses_of(self.state)[piece]}
        return home | {cell: end_of(self.state, move) for cell, move in self.moves_of(piece).items()}

    def goal(self, piece: str) -> JumpinMove | None:
        """The move that a piece looks towards: the one aimed at, or else the shortest."""
        moves, home = self.moves_of(piece), poses_of(self.state)[piece]
        meant = self.meant if piece == self.chosen else None
        return meant or min(moves.values(), key=lambda move: distance(home, end_of(self.state, move)), default=None)

    # -- looks

    def look_of(self, piece: str) -> Cell | None:
        """The direction of a piece's look, as rows down and columns right; None is towards the player, or fixed."""
        if piece.startswith("F"):
            return None
        if piece in self.flights:
            start, end = self.flights[piece]
            return Cell(round(end.y - start.y), round(end.x - start.x))
        move = self.goal(piece)
        return line_of(self.state, move) if move is not None else None

    def mood_of(self, piece: str, *, glad: bool) -> Mood:
        """The mood of an animal; all are happy if they may be ``glad``."""
        if glad:
            return "happy"
        if piece == self.asked:
            return "puzzled"
        return "eager" if piece == self.chosen else "calm"

    # -- pieces that cannot move

    def ask(self, piece: str | None, seconds: float) -> None:
        """Shake a piece for some seconds because it cannot move; None forgets it."""
        self.asked = piece
        self._shake.begin(0.0 if piece is None else seconds)

    def shake_offset(self, piece: str) -> float:
        """The horizontal displacement of a shaking piece, in cells."""
        return self._shake.aside if piece == self.asked else 0.0

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether a piece shakes."""
        return self._shake.update(dt)


def distance(a: Pose, b: Pose) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)
