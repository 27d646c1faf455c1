"""Shortest ways home from positions in play, with what they cost in the count that is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from logic.core import Message, Stop
from logic.jumpin.rules import JumpinMove, Metric, State
from logic.jumpin.solver import Stopped, TooLarge, solve_from

METRICS: tuple[Metric, Metric] = ("steps", "moves")
"""Both counts, in the order in which they are always given."""
UNKNOWN = (Stopped, TooLarge)
"""What the solver raises where it cannot tell."""


@dataclass(frozen=True, slots=True)
class Route:
    """A shortest way from a position: its moves, and what they cost."""

    moves: tuple[JumpinMove, ...]
    cost: int

    def after(self, move: JumpinMove, price: int) -> Route | None:
        """Give the rest of the way where that move is its first; None where the move leads elsewhere."""
        return Route(self.moves[1:], self.cost - price) if self.moves[:1] == (move,) else None


def route(state: State, metric: Metric, stop: Stop) -> Route | None:
    """Give a shortest way home; None where there is none. Raises what :func:`logic.jumpin.solver.solve` raises."""
    moves = solve_from(state, metric, stop)
    if moves is None:
        return None
    last = state
    for move in moves:
        last = cast("State", last.apply(move).state)
    return Route(moves, last.spent(metric) - state.spent(metric))


def is_home(state: State) -> bool:
    """Tell whether every rabbit sits in a hole."""
    return all(rabbit in state.board.holes for rabbit in state.rabbits)


# -- in words


def both_counts(steps: int, moves: int, metric: Metric) -> Message:
    """Say what something takes in both counts, the player's first."""
    said = Message("{n} step", plural="{n} steps", n=steps)
    if metric == "steps":
        return Message("{steps} ({n} move)", plural="{steps} ({n} moves)", n=moves, steps=said)
    return Message("{n} move ({steps})", plural="{n} moves ({steps})", n=moves, steps=said)


def still_left(n: int, metric: Metric) -> Message:
    """Say what is left to do."""
    if metric == "steps":
        return Message("{n} step is left.", plural="{n} steps are left.", n=n)
    return Message("{n} move is left.", plural="{n} moves are left.", n=n)
