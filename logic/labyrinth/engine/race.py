"""The race to be the first who lacks nothing: how likely a seat wins it, by what each still has to do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import prod

from logic.labyrinth.rules import State

PACE = 0.6
"""How often a turn brings what its player is after."""
HOMING = (0.1, 0.3, 0.45)
"""How often a turn brings another home, by the number of seats between: the next one finds the way shut mostly."""
HORIZON = 90
"""Laps after which a race is not followed any further."""


@cache
def in_time(wanted: int, tries: int, last: float = PACE) -> tuple[float, ...]:
    """By number of laps, how likely all that is wanted is had by then, with so many tries a lap.

    ``last`` is how often a try brings the last of it.
    """
    paces = [*[PACE] * (wanted - 1), last, 0.0] if wanted else [0.0]
    exactly = [1.0, *(0.0 for _ in range(wanted))]
    done = []
    for turn in range(HORIZON * tries):
        if turn % tries == 0:
            done.append(exactly[wanted])
        for had in range(wanted, 0, -1):
            exactly[had] += exactly[had - 1] * paces[had - 1] - exactly[had] * paces[had]
        exactly[0] *= 1 - paces[0]
    return tuple(done)


@cache
def race(own: int, others: tuple[tuple[int, float], ...], tries: int) -> float:
    """The chance to be the first who lacks nothing, where all others are to move before the own next turn.

    Of each other it is said how much it lacks, and how often a try brings the last of it.
    """
    mine = in_time(max(own, 0), tries)
    theirs = [in_time(max(left, 0), tries, last) for left, last in others]
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
    own, shared = piles[seat], len(left) < params.players
    rest = []
    for between in range(params.players - 1):
        pile = piles[(seat + 1 + between) % params.players]
        if pile != own:
            rest.append((left[pile], HOMING[between] if params.end == "home" and not shared else PACE))
    return race(left[own], tuple(sorted(set(rest) if shared else rest)), piles.count(own))
