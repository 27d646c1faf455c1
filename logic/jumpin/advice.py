"""The adviser of JumpIN’ in play: the next move and its reason, when to take moves back, how far it is."""

from __future__ import annotations

from collections.abc import Sequence

from logic.core import Dice, Hint, Message, Stop, Verdict
from logic.jumpin.reasons import reason
from logic.jumpin.routes import METRICS, UNKNOWN, Route, both_counts, route, still_left
from logic.jumpin.rules import State

NO_WAY = Message("From here the rabbits cannot all get home, whatever is done.")
TOO_MANY = Message("There are too many positions to tell.")


def hint(state: State, _dice: Dice, stop: Stop) -> Hint:
    """Propose the next move of a shortest way home in the player's count, and say what it is good for."""
    if not state.legal_moves():
        return Hint((), Message("The game is over."))
    try:
        way = route(state, state.metric, stop)
    except UNKNOWN:
        return Hint((), TOO_MANY)
    return Hint((), NO_WAY) if way is None else Hint(way.moves[:1], reason(state, way))


def retrace(states: Sequence[State], stop: Stop) -> Hint | None:
    """Advise to take moves back where a shortest way leads back the way one has come; None where it leads on.

    To take a move back is better than to make it the other way round: it does not count.
    """
    now = states[-1]
    if len(states) < 2 or now.outcome() is not None:
        return None
    try:
        here = route(now, now.metric, stop)
        back, cost = (0, 0) if here is None else _way_back(states, here, stop)
    except UNKNOWN:
        return None
    if not back:
        return None
    advice = Message(
        "Take back the last move: it led away.", plural="Take back the last {n} moves: they led away.", n=back
    )
    return Hint((), Message("{first} {second}", first=advice, second=still_left(cost, now.metric)))


def _way_back(states: Sequence[State], here: Route, stop: Stop) -> tuple[int, int]:
    """Count the last moves that a shortest way makes the other way round; give what is left before them, too."""
    now, back, cost = states[-1], 0, here.cost
    for before in reversed(states[:-1]):
        nearer = here.cost - (now.spent() - before.spent())
        way = route(before, now.metric, stop) if nearer >= 0 else None
        if way is None or way.cost != nearer:
            break
        back, cost = back + 1, nearer
    return back, cost


def verdict(state: State, stop: Stop) -> Verdict:
    """Say how far it is, in both counts, the player's first; a position that has a way home is worth a win."""
    end = state.outcome()
    if end is not None:
        return Verdict(1 if end.winners else -1, 0, end.reason)
    try:
        steps, moves = (route(state, metric, stop) for metric in METRICS)
    except UNKNOWN:
        return Verdict(0, None, TOO_MANY)
    if steps is None or moves is None:
        return Verdict(-1, None, NO_WAY)
    left = Message("Still to go: {both}.", both=both_counts(steps.cost, moves.cost, state.metric))
    return Verdict(1, (steps if state.metric == "steps" else moves).cost, left)


def least(state: State, stop: Stop) -> tuple[int, ...]:
    """Give the least that it takes in steps and in moves; empty where there is no way, or nobody can tell."""
    try:
        ways = [route(state, metric, stop) for metric in METRICS]
    except UNKNOWN:
        return ()
    return tuple(way.cost for way in ways if way is not None)
