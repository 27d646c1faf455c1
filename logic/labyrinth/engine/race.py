"""The race to be the first who lacks nothing: how likely a seat wins it, by what each still has to do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import prod

from logic.labyrinth.rules import State

PACE = 0.6
"""How often a turn brings what its player is after."""
HORIZON = 90
"""Laps after which a race is not followed any further."""


@cache
def in_time(wanted: int, tries: int) -> tuple[float, ...]:
    """By number of laps, how likely all that is wanted is had by then, with so many tries a lap."""
    exactly = [1.0, *(0.0 for _ in range(wanted))]
    done = []
    for turn in range(HORIZON * tries):
        if turn % tries == 0:
            done.append(exactly[wanted])
        for had in range(wanted, 0, -1):
            exactly[had] += (exactly[had - 1] - (exactly[had] if had < wanted else 0.0)) * PACE
        exactly[0] *= 1 - PACE if wanted else 1.0
    return tuple(done)


@cache
def race(own: int, others: tuple[int, ...], tries: int) -> float:
    """The chance to be the first who lacks nothing, where all others are to move before the own next turn."""
    mine = in_time(max(own, 0), tries)
    theirs = [in_time(max(left, 0), tries) for left in others]
    ended = [mine[0], *(later - sooner for sooner, later in pairwise(mine))]
    return sum(now * prod(1 - done[lap] for done in theirs) for lap, now in enumerate(ended))


def lacking(state: State, pile: int) -> int:
    """Count what who plays by a pile still has to do: the treasures, and where it is asked for, to come home."""
    return len(state.decks[pile]) + (state.params.end == "home")


def prospect(state: State, seat: int, taken: int, by_others: Sequence[tuple[int, int]]) -> float:
    """The chance to win once a seat has taken so much, and others so much each, in pairs of seat and number.

    Where one pile lies open for all, the answer is in treasures: the own ones, less what the others take on average.
    """
    params = state.params
    if params.goals == "numbers":
        return taken - sum(number for _, number in by_others) / (params.players - 1)
    piles = params.piles
    left = [lacking(state, pile) for pile in range(len(state.decks))]
    for other, number in ((seat, taken), *by_others):
        left[piles[other]] -= number
    own = piles[seat]
    rest = tuple(sorted(still for pile, still in enumerate(left) if pile != own))
    return race(left[own], rest, piles.count(own))
