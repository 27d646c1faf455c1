"""The Thinker: takes what it can, and leaves itself the best chances for the next turn, whatever the others push."""

from __future__ import annotations

import numpy as np

from logic.core import Dice, Stop
from logic.labyrinth.belief import wishes
from logic.labyrinth.gains import best, gains
from logic.labyrinth.moves import LabyrinthMove, Walk
from logic.labyrinth.outlook import threat
from logic.labyrinth.outset import Outset

SLACK = 0.04
"""How much less than the best chance is nearly as good: then the push counts that leaves the others less."""


def push(outset: Outset, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Give a push that takes something and leaves the best chances, or only leaves them.

    Of pushes that are nearly as good it is the one that leaves the others least, whatever they may be after.
    """
    found = gains(outset, dice, stop)
    worth = found.total.max(axis=1)
    left = np.zeros(len(worth))
    for seat in outset.others:
        left += threat(found.options, seat, wishes(outset, seat, dice, guess=False)).likely
    which = best(np.where(worth >= worth.max() - SLACK, -left, -np.inf), dice)
    return outset.frame.push(found.options.insertions[which])


def walk(outset: Outset, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Take something if it can be reached, or go where the chances of the next turn are best."""
    return Walk(outset.frame.cell(best(gains(outset, dice, stop).total[0], dice)))
