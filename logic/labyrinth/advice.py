"""The adviser of Labyrinth in play: the rest of the turn and its reason; in a maze for one also how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from logic.core import Dice, Hint, Message, Stop, Verdict
from logic.labyrinth.levels import LEVELS
from logic.labyrinth.moves import LabyrinthMove, Push, Walk
from logic.labyrinth.reasons import Proposal, reason, reason_alone
from logic.labyrinth.rules import State
from logic.labyrinth.solo import solution_of

ADVISER = list(LEVELS)[-1]
"""The level that hints are taken from: the strongest."""
LONGEST_TURN = 12
"""Moves after which a turn with runes is not followed any further."""
UNKNOWN = Message("Nobody can tell how far it is from here.")


# -- the hint


def hint(state: State, dice: Dice, stop: Stop) -> Hint:
    """Propose the rest of the turn from what its player knows, and say what it is good for."""
    if not state.legal_moves():
        return Hint((), Message("The game is over."))
    alone = _alone(state, stop)
    if alone is not None:
        return alone
    proposal = Proposal(state, _as_a_level_would(state, dice, stop))
    return Hint(proposal.moves, reason(proposal, dice, stop))


def _alone(state: State, stop: Stop) -> Hint | None:
    """Propose the beginning of a shortest way; None where there are others, or cards that are not known."""
    way = solution_of(state, stop=stop)
    if way is None:
        return None
    own = way[: 1 + next(place for place, move in enumerate(way) if isinstance(move, Walk))]
    proposal = Proposal(state, own)
    return Hint(own, reason_alone(proposal, _pushes(way[len(own) :])))


def _as_a_level_would(state: State, dice: Dice, stop: Stop) -> tuple[LabyrinthMove, ...]:
    """Give what the strongest level would do until the turn ends, or something comes to light."""
    moves: list[LabyrinthMove] = []
    now = state
    while now.turn == state.turn and now.outcome() is None and len(moves) < LONGEST_TURN:
        move: LabyrinthMove = LEVELS[ADVISER].choose(now, dice, stop)
        moves.append(move)
        step = now.apply(move)
        if any(event.reveals for event in step.events):
            break
        now = cast("State", step.state)
    return tuple(moves)


def _pushes(moves: Sequence[LabyrinthMove]) -> int:
    return sum(isinstance(move, Push) for move in moves)


# -- how far it is, alone


def solution(state: State, stop: Stop) -> tuple[Push | Walk, ...] | None:
    """Give the moves of a shortest way to the end of a maze for one; None where there is none to be found."""
    return solution_of(state, stop=stop)


def least(state: State, stop: Stop) -> tuple[int, ...]:
    """Give the fewest turns from there to the end, one that has begun included; empty where nobody can tell."""
    known = state.params.par
    if known and state.turn == 1 and state.phase == "push":
        return (known,)
    way = solution_of(state, stop=stop)
    return () if way is None else (_pushes(way) + (state.phase != "push"),)


def verdict(state: State, stop: Stop) -> Verdict:
    """Say how many turns are still to go in a maze for one; with others at the table nobody can tell."""
    end = state.outcome()
    if end is not None:
        return Verdict(1, 0, end.reason)
    turns = next(iter(least(state, stop)), None)
    if turns is None:
        return Verdict(0, None, UNKNOWN)
    left = Message("Still to go: {n} turn.", plural="Still to go: {n} turns.", n=turns)
    return Verdict(1, turns, left)
