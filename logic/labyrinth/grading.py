"""How hard a maze for one is: the fewest turns that it takes, and how many more without looking ahead."""

from __future__ import annotations

from typing import NamedTuple, cast

from logic.core import Stop, never
from logic.labyrinth.bits import frame_of
from logic.labyrinth.moves import Push
from logic.labyrinth.plan import plan_for
from logic.labyrinth.rules import State
from logic.labyrinth.solo import solution_of

LONGEST = 40
"""Turns after which somebody who does not look ahead gives up."""
LOSS = 2
"""What a turn that is lost by not looking ahead counts, in turns of par."""
STEPS = (3, 5, 7, 9)
"""The largest sum of par and losses of each tier but the last."""


class Grade(NamedTuple):
    """The fewest turns that a maze takes, those that it takes from treasure to treasure, and how hard that makes it."""

    par: int
    planless: int
    tier: int


def grade(state: State, stop: Stop = never) -> Grade | None:
    """Grade the first position of a maze whose cards are known; None where it could not be solved in time."""
    way = solution_of(state, stop=stop)
    planless = None if way is None else planless_turns(state, stop)
    if way is None or planless is None:
        return None
    par = sum(isinstance(move, Push) for move in way)
    hardness = par + LOSS * (planless - par)
    return Grade(par, planless, 1 + sum(hardness > step for step in STEPS))


def planless_turns(state: State, stop: Stop = never) -> int | None:
    """Count the turns of somebody who always takes a shortest way to the next treasure only; None if that fails."""
    turns, frame = 0, frame_of(state.params)
    while state.outcome() is None:
        way = plan_for(state, 0, stop=stop)
        if way is None or turns > LONGEST:
            return None
        for move in way.moves(frame):
            state = cast("State", state.apply(move).state)
        turns += way.turns
    return turns
