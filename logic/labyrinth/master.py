"""The Master: plays the race, so it also hinders; guesses what the others want by what they took and did not take."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from logic.core import Dice, Stop
from logic.labyrinth.belief import wants, wishes
from logic.labyrinth.gains import Gains, best, gains, next_wishes
from logic.labyrinth.moves import LabyrinthMove, Walk
from logic.labyrinth.outlook import Floats, Threat, threat
from logic.labyrinth.outset import Outset
from logic.labyrinth.standing import lacking, prospect

BARRING = 0.05
"""What it is worth, in treasures, to close nearly all of a seat's ways to what it wants."""
HELD = 0.75
"""What it is worth, in treasures, to keep one from a seat for a turn: it will stand the better for it next time."""
KEPT = 0.6
"""How much of what was barred to a seat still is once another has pushed."""
TINY = 1e-12
"""Keeps what a treasure is worth above nothing where the race is all but over."""
SURE = 1e3
"""What a win is worth; more than anything else."""


def push(outset: Outset, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Give the push after which the race stands best: by what it brings, and by what it leaves to the others."""
    found = gains(outset, dice, stop)
    threats = _threats(outset, found, dice)
    worth = np.where(found.wins, SURE, _worth(outset, found, threats))
    worth = np.where(found.open, worth, -SURE)
    return outset.frame.push(found.options.insertions[best(worth.max(axis=1), dice)])


def walk(outset: Outset, dice: Dice, stop: Stop) -> LabyrinthMove:
    """Take something if it can be reached, or go where the chances of the next turn are best: walking bars nothing."""
    return Walk(outset.frame.cell(best(gains(outset, dice, stop).total[0], dice)))


def _threats(outset: Outset, found: Gains, dice: Dice) -> list[Threat]:
    """Give what each of the others may take after each push.

    Who shares the own pile wants the next card of it after pushes that take the present one.
    """
    piles, options = outset.state.params.piles, found.options
    takes = found.taken.any(axis=1)
    threats = []
    for between, seat in enumerate(outset.others):
        now = threat(options, seat, wishes(outset, seat, dice))
        if piles[seat] == piles[outset.seat] and takes.any():
            later = threat(options, seat, next_wishes(outset, wants(outset.state, outset.seat)[0]))
            now = Threat(np.where(takes, later.likely, now.likely), np.where(takes, later.ways, now.ways))
        threats.append(_felt(now, KEPT**between * (HELD if lacking(outset.state, piles[seat]) > 1 else 1.0)))
    return threats


def _felt(one: Threat, share: float) -> Threat:
    """Take only a share of the difference that the pushes make."""
    usual = one.likely.mean()
    return Threat(usual + share * (one.likely - usual), one.ways)


def _worth(outset: Outset, found: Gains, threats: Sequence[Threat]) -> Floats:
    """Give by choice and cell how the race stands a lap later, in treasures; of lost ones the most barred is best."""
    if not threats:
        return found.total
    stands = [_after(outset, threats, taken) for taken in range(3)]
    unit = max(prospect(outset.state, outset.seat, 1, ()) - prospect(outset.state, outset.seat, 0, ()), TINY)
    less, same, more = (stand[:, None] for stand in stands)
    worth = np.where(found.taken, same + found.ahead * (more - same), less + found.ahead * (same - less)) / unit
    ways = np.zeros(len(found.options))
    for seat, one in zip(outset.others, threats, strict=True):
        ways += 0.0 if _are_partners(outset, seat) else one.ways
    barred: Floats = worth - BARRING * ways[:, None]
    return barred


def _are_partners(outset: Outset, seat: int) -> bool:
    params = outset.state.params
    return params.teams and params.piles[seat] == params.piles[outset.seat]


def _after(outset: Outset, threats: Sequence[Threat], taken: int) -> Floats:
    """Give by choice the prospect after the others have had their turns, if so much is taken by oneself."""
    total = np.zeros_like(threats[0].likely)
    for outcome in product((0, 1), repeat=len(threats)):
        chance = np.ones_like(total)
        for one, takes in zip(threats, outcome, strict=True):
            chance = chance * (one.likely if takes else 1.0 - one.likely)
        by_others = list(zip(outset.others, outcome, strict=True))
        total = total + chance * prospect(outset.state, outset.seat, taken, by_others)
    return total
