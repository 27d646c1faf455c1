"""How far a game of Cóatl has come, and what somebody has so far: for the panel beside the table."""

from __future__ import annotations

from logic.coatl.ending import points
from logic.coatl.params import MOST_COATLS
from logic.coatl.rules import State
from logic.coatl.table import BODY_FIELDS, capacity

ON_FIELDS = sum(map(capacity, BODY_FIELDS))
"""How many bodies lie on the supply board when it is full."""
LAST_TURNS = 10
"""How many of the hundred parts of a game its last turns are, once they are known."""


def score(state: State, player: int) -> int:
    """Give the points that a player has so far: unfinished cóatls are worth nothing yet."""
    return points(state.seats[player])


def progress(state: State) -> int:
    """Give how much of a game is over, 0 to 100; it never goes back.

    Before the end is near it is what has come nearer to it: cóatls, or the bottom of the bag of bodies.
    """
    if state.over:
        return 100
    if state.params.players == 1:
        return 100 * (state.turn - 1) // state.params.turns
    if state.queue is None:
        return int((100 - LAST_TURNS) * max(_of_coatls(state), _of_bodies(state)))
    left, most = 1 + len(state.queue), 2 * state.params.players
    return 100 - LAST_TURNS * left // most


def _of_coatls(state: State) -> float:
    """Give how near to a third cóatl somebody is; one that is begun counts half."""
    halves = max(2 * seat.finished + min(len(seat.unfinished), MOST_COATLS - seat.finished) for seat in state.seats)
    return min(1.0, halves / (2 * MOST_COATLS))


def _of_bodies(state: State) -> float:
    """Give how much of the bag of bodies has been used."""
    full = state.params.body_count - ON_FIELDS
    return 1.0 - len(state.bags.body) / full if full > 0 else 1.0
