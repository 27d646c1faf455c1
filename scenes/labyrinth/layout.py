"""Where tiles and pawns belong, at rest and while pushed, and what may be done with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import pygame

from logic.core import Cell
from logic.labyrinth import State
from logic.labyrinth.components import STEPS, Arrow, line_of
from logic.labyrinth.rules import Push, Skip, Use, Walk
from scenes.view.squares import Point
from sprites.labyrinth.art import RIM, standing
from sprites.stage.stage import Pose, pose_at

TRAY, GAP = 1.4, 0.14
"""The side of the tray, and its distance from the frame, in cells."""
PAWN_Z = 0.02
"""Height of pawns, above the tiles."""
TRAY_Z = 0.01
"""Height of the spare tile, above the board that it comes from."""
OUTSIDE_Z = 0.015
"""Height of a tile on its way over the frame."""


class MazeLayout:
    """The board with its frame, and the tray ``beside`` or below it, whichever leaves the board larger."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.beside = True

    def extent(self, *, beside: bool) -> Point:
        """The width and the height of board and tray, in cells."""
        side = self.size + 2 * RIM
        return (side + GAP + TRAY, side) if beside else (side, side + GAP + TRAY)

    def fit(self, rect: pygame.Rect) -> float:
        """Fit into a rectangle; return the side of a cell, in whole pixels, so that all joints are equally wide."""
        fits = {}
        for beside in (True, False):
            width, height = self.extent(beside=beside)
            fits[beside] = min(rect.width / width, rect.height / height)
        self.beside = fits[True] >= fits[False]
        return float(max(1, int(fits[self.beside])))

    @property
    def tray(self) -> Point:
        """The middle of the tray, in cells."""
        far, middle = self.size + RIM + GAP + TRAY / 2, self.size / 2
        return (far, middle) if self.beside else (middle, far)


def layout_of(state: State, tray: Point) -> dict[str, Pose]:
    """The pose of every movable tile and of every pawn, the spare tile in the ``tray``."""
    tiles = [(tile, row, col) for row, tiles in enumerate(state.grid) for col, tile in enumerate(tiles)]
    loose = {tile.id: pose_at(Cell(row, col)) for tile, row, col in tiles if not tile.fixed}
    return {state.spare.id: Pose(*tray, z=TRAY_Z)} | loose | pawn_poses(state.pawns)


def pawn_poses(pawns: tuple[Cell, ...]) -> dict[str, Pose]:
    """The pose of each pawn, by name, side by side with those on the same tile."""
    poses = {}
    for seat, cell in enumerate(pawns):
        together = [other for other, there in enumerate(pawns) if there == cell]
        poses[pawn_name(seat)] = pawn_pose(cell, together.index(seat), len(together))
    return poses


def pawn_pose(cell: Cell, number: int = 0, count: int = 1) -> Pose:
    """The pose of one of several pawns on a tile."""
    stand, middle = standing(count)[number], pose_at(cell)
    return Pose(middle.x + stand.right, middle.y + stand.down, scale=stand.size, z=PAWN_Z)


def pawn_name(seat: int) -> str:
    return f"p{seat}"


def outside(arrow: Arrow) -> Cell:
    """The cell outside the rim from which an arrow pushes."""
    step = STEPS[arrow.side]
    return Cell(arrow.row - step.row, arrow.col - step.col)


def pushed_by(layout: Mapping[str, Pose], state: State, arrow: Arrow, part: float) -> dict[str, Pose]:
    """The layout with the spare tile at an arrow and its line pushed by a part of a cell, pawns included."""
    step, cells = STEPS[arrow.side], line_of(arrow, state.params.size)
    tiles = {state.tile(cell).id for cell in cells}
    riders = {pawn_name(seat) for seat, cell in enumerate(state.pawns) if cell in cells}
    pushed = dict(layout)
    for piece in tiles | riders:
        pose = layout[piece]
        pushed[piece] = replace(pose, x=pose.x + part * step.col, y=pose.y + part * step.row)
    entry = pose_at(outside(arrow))
    pushed[state.spare.id] = replace(entry, x=entry.x + part * step.col, y=entry.y + part * step.row, z=OUTSIDE_Z)
    return pushed


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The legal moves of a position."""

    pushes: Mapping[tuple[Arrow, int], Push]
    """By arrow and rotation of the spare tile."""
    walks: Mapping[Cell, Walk]
    """By their ends."""
    uses: tuple[Use | Skip, ...]
    """The uses of the rune on the tile that was pushed out."""


@lru_cache(maxsize=32)
def choices_of(state: State) -> LegalMoves:
    moves = state.legal_moves()
    return LegalMoves(
        {(move.arrow, move.rot): move for move in moves if isinstance(move, Push)},
        {move.cell: move for move in moves if isinstance(move, Walk)},
        tuple(move for move in moves if isinstance(move, Use | Skip)),
    )


@lru_cache(maxsize=128)
def preview_of(state: State, push: Push) -> State:
    """The position after a push, as its player knows it."""
    return state.apply(push).state


@lru_cache(maxsize=128)
def walk_paths(state: State) -> Mapping[Cell, tuple[Cell, ...]]:
    """The cells within reach of the player to move as the tiles lie, each with the way there."""
    return state.ways()


@lru_cache(maxsize=128)
def reached(state: State, push: Push | None = None) -> frozenset[str]:
    """The tiles within reach of the player to move as they lie, or after a push."""
    if push is None:
        return frozenset(state.tile(cell).id for cell in choices_of(state).walks or walk_paths(state))
    seen = preview_of(state, push)
    return frozenset(seen.tile(cell).id for cell in seen.ways())
