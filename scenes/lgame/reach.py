"""What may be done, and what a lifted L may mean: the nearest placement, or those that a tapped square stands for."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from logic.core import Cell
from logic.lgame.rules import PLACEMENTS, SQUARES, Lay, Placement, Shift, State, mirrored, turned
from scenes.view.squares import Point
from sprites.stage.stage import Pose

REACH = 1.3
"""How many cells a place may be away from the middle of a placement and still mean it."""


@lru_cache(maxsize=16)
def legal_lays(state: State) -> Mapping[Placement, Lay]:
    """The legal Lays of a position by where they put the L."""
    return {move.placement: move for move in state.legal_moves() if isinstance(move, Lay)}


@lru_cache(maxsize=16)
def legal_shifts(state: State) -> Mapping[tuple[str, Cell], Shift]:
    """The legal Shifts of a position by pebble and target."""
    return {(move.neutral, move.target): move for move in state.legal_moves() if isinstance(move, Shift)}


@dataclass(frozen=True, slots=True)
class Lift:
    """An L in the air: how it is turned, the middle where it is wanted, and the placement which that means.

    ``ghost`` is None where it means none, or the squares it came from. ``pinned`` is the square that was tapped, and
    ``tapped_as`` how the L was turned when that began.
    """

    orientation: int
    at: Point
    ghost: Placement | None = None
    pinned: Cell | None = None
    tapped_as: int = 0


def middle(placement: Placement) -> Point:
    """The middle of the box around a placement, in board units."""
    cells = placement.cells
    rows, cols = [cell.row for cell in cells], [cell.col for cell in cells]
    return (min(cols) + max(cols) + 1) / 2, (min(rows) + max(rows) + 1) / 2


def barred(state: State) -> tuple[tuple[Placement, Cell], ...]:
    """The places that a single square keeps from the L of the player to move, each with that square."""
    own, taken = state.ls[state.player], {*state.ls[1 - state.player].cells, *state.neutrals}
    there = [(placement, SQUARES[placement] & taken) for placement in PLACEMENTS if placement != own]
    return tuple((placement, next(iter(squares))) for placement, squares in there if len(squares) == 1)


def placement_pose(placement: Placement) -> Pose:
    """The pose of an L there.

    The rules mirror first and turn then, a pose turns first and mirrors then, so that a mirrored L turns the other way.
    """
    x, y = middle(placement)
    angle = placement.quarters * math.pi / 2
    if placement.is_mirrored:
        return Pose(x, y, -angle, flip=-1.0)
    return Pose(x, y, angle)


def nearest(orientation: int, at: Point, legal: Collection[Placement], pinned: Cell | None = None) -> Placement:
    """The placement on the board that lies nearest; one on the pinned square is nearer, then a legal one."""

    def cost(placement: Placement) -> tuple[bool, bool, float, bool]:
        misses = pinned is not None and pinned not in SQUARES[placement]
        blocked = placement not in legal
        return misses, pinned is not None and blocked, round(_away(placement, at), 6), blocked

    return min((there for there in PLACEMENTS if there.orientation == orientation), key=cost)


def is_near(placement: Placement, at: Point) -> bool:
    """Tell whether a place still means that placement."""
    return _away(placement, at) <= REACH


def covering(legal: Iterable[Placement], cell: Cell, orientation: int) -> list[Placement]:
    """The placements that a tap on a square may mean: first as the L is turned now, then ever more different."""
    likeness = _likeness(orientation)

    def cost(placement: Placement) -> tuple[int, float, Cell]:
        away = _away(placement, (cell.col + 0.5, cell.row + 0.5))
        return likeness.index(placement.orientation), round(away, 6), placement.anchor

    return sorted((there for there in legal if cell in SQUARES[there]), key=cost)


def tapped(legal: Iterable[Placement], cell: Cell, lift: Lift, advised: Placement | None = None) -> Lift | None:
    """The lift after a tap on a square: the first placement that it may mean, or the one after the present.

    Where a hint has ``advised`` one that covers the square, that comes first.
    """
    again = lift.pinned == cell
    start = lift.tapped_as if again else lift.orientation
    choices = covering(legal, cell, start)
    if not choices:
        return None
    choices.sort(key=lambda there: there != advised)
    place = choices.index(lift.ghost) + 1 if again and lift.ghost in choices else 0
    chosen = choices[place % len(choices)]
    return Lift(chosen.orientation, middle(chosen), chosen, cell, start)


def _likeness(orientation: int) -> list[int]:
    """All eight orientations, those that take less turning first."""
    return [turned(start, quarters) for start in (orientation, mirrored(orientation)) for quarters in (0, 1, -1, 2)]


def _away(placement: Placement, at: Point) -> float:
    x, y = middle(placement)
    return math.hypot(x - at[0], y - at[1])
