"""The Walker: takes a shortest way to its own goal as if nobody else pushed, any of them by the dice."""

from __future__ import annotations

from logic.core import Dice, Stop
from logic.labyrinth.bits import NO_ARROW, Board, places_of
from logic.labyrinth.moves import LabyrinthMove, Walk
from logic.labyrinth.outset import Outset
from logic.labyrinth.plan import FULL_TURNS, Plan, plan, plan_for


def push(outset: Outset, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Give the first push of a shortest way; without one, any push."""
    found = plan_for(outset.state, outset.seat, stop=stop)
    if found is None:
        return outset.frame.push(dice.choice(outset.frame.pushes(outset.board)))
    begins = [first.insertion for first in found.firsts for _ in range(first.cells.bit_count())]
    return outset.frame.push(dice.choice(begins))


def walk(outset: Outset, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Take the goal, or go where the way on is shortest; without one, anywhere."""
    there = outset.reach & outset.goals() or ways_on(outset, stop) or outset.reach
    return Walk(outset.frame.cell(dice.choice(list(places_of(there)))))


def ways_on(outset: Outset, stop: Stop) -> int:
    """Give the cells to walk to now from which a shortest way to the goal begins with the next own push."""
    board = outset.board if outset.alone else outset.board._replace(last=NO_ARROW)
    goals, full = outset.goals(), FULL_TURNS - 1
    found = plan(outset.frame, board, outset.reach, goals, alone=outset.alone, full=full, stop=stop)
    return 0 if found is None else outset.reach & _origins(outset, board, found)


def _origins(outset: Outset, board: Board, found: Plan) -> int:
    """Give the cells that the pawn may stand on before the push that a way begins with."""
    frame, united = outset.frame, 0
    for first in found.firsts:
        spread = frame.flood(frame.pushed(board, first.insertion), first.cells)
        united |= frame.uncarried(spread, first.insertion.arrow)
    return united
