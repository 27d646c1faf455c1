"""The Child: looks at some of the pushes only, takes its treasure if one of them leads there, and else walks near."""

from __future__ import annotations

from logic.core import Cell, Dice, Stop
from logic.labyrinth.bits import places_of
from logic.labyrinth.moves import LabyrinthMove, Walk
from logic.labyrinth.outset import Outset

NOTICES = 0.2
"""How often a push is looked at."""
STRAYS = 1
"""How many steps further from the goal than need be a walk may end."""


def push(outset: Outset, dice: Dice, _stop: Stop) -> LabyrinthMove:
    """Give a push that was looked at and opens the way to a goal, or any of those looked at."""
    frame, board, pawn, goals = outset.frame, outset.board, outset.pawn(outset.seat), outset.goals()
    every = frame.pushes(board)
    seen = [push for push in every if dice.chance() < NOTICES] or [dice.choice(every)]
    good = [push for push in seen if frame.turn(board, pawn, push)[1] & frame.drifted(goals, push.arrow)]
    return frame.push(dice.choice(good or seen))


def walk(outset: Outset, dice: Dice, _stop: Stop) -> LabyrinthMove:
    """Go to a goal, or to a cell that looks near to one; without a goal in sight just go somewhere."""
    cells = [outset.frame.cell(place) for place in places_of(outset.reach)]
    goals = [outset.frame.cell(place) for place in places_of(outset.goals() & outset.frame.every)]
    if not goals:
        return Walk(dice.choice(cells))
    far = {cell: min(_steps(cell, goal) for goal in goals) for cell in cells}
    nearest = min(far.values())
    slack = STRAYS if nearest else 0
    return Walk(dice.choice([cell for cell in cells if far[cell] <= nearest + slack]))


def _steps(cell: Cell, other: Cell) -> int:
    return abs(cell.row - other.row) + abs(cell.col - other.col)
