"""Measures the L-Game: ``python -m tests.bench.bench_lgame``; figures are printed and never asserted."""

from __future__ import annotations

import statistics

from logic.core import Dice, never
from logic.lgame import Params, State, new
from logic.lgame.engine.tablebase import classes, solve, tablebase, turns
from logic.lgame.levels import perfect
from tests.bench.clock import cuts, seconds

SEED = 7
MOVES = 20_000
DECISIONS = 400


def random_states(count: int) -> list[State]:
    dice = Dice(SEED)
    state = new(Params(), dice)
    found: list[State] = []
    while len(found) < count:
        legal = state.legal_moves()
        state = state.after(dice.choice(legal)) if legal else new(Params(), dice)
        if state.legal_moves():
            found.append(state)
    return found


def solve_anew(can_shift: bool) -> float:
    classes.cache_clear()
    return seconds(lambda: solve(can_shift))


def decision_times(states: list[State]) -> list[float]:
    return [seconds(lambda state=state: perfect(state, Dice(SEED), never)) for state in states]


def main() -> None:
    states = random_states(MOVES)
    pairs = [(state, state.legal_moves()[0]) for state in states]
    applied = seconds(lambda: [state.apply(move) for state, move in pairs])
    listed = seconds(lambda: [state.legal_moves() for state in states])
    print(f"moves applied per second: {MOVES / applied:,.0f}")
    print(f"legal_moves per second: {MOVES / listed:,.0f}")
    for can_shift in (True, False):
        print(f"solve, {'with' if can_shift else 'without'} shifts: {solve_anew(can_shift):.3f} s")
    starts = [state for state in states if state.phase == "lay"][:DECISIONS]
    tablebase(can_shift=True)
    print(f"perfect decides on a Lay, table loaded: {cuts(decision_times(starts))}")
    tablebase.cache_clear()
    first = decision_times([new(Params(), Dice(SEED))])[0]
    print(f"perfect decides on the first Lay of all, loading included: {first * 1e3:.2f} ms")
    print(f"turns to choose from: {statistics.mean(len(turns(state)) for state in starts):.1f} on average")


if __name__ == "__main__":
    main()
