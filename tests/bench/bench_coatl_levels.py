"""Measures Cóatl's opponents by hand: ``python -m tests.bench.bench_coatl_levels [GAMES]``.

Prints how long decisions take in GAMES (10) games of each level, how many turns are weighed and how many rounds are
played out a second; seconds are the processor's.
"""

from __future__ import annotations

import sys
import time

from logic import coatl
from logic.coatl import LEVELS, Params, redact, sample
from logic.coatl.engine.evaluation import Taste
from logic.coatl.engine.futures import HEATS, Future, Mover
from logic.coatl.engine.plans import Planner
from logic.coatl.engine.targets import Breadth
from logic.core import Dice, never
from tests.bench.clock import answered, cuts

SEED = 11


def decisions(games: int) -> None:
    """Time each level in games of two; most decisions only go on with a turn that was thought of."""
    for name, level in LEVELS.items():
        times: list[float] = []
        for number in range(games):
            dice = Dice(SEED + number)
            state = coatl.new(Params(), dice)
            while not state.over:
                view = redact(state, state.player)
                move, took = answered(lambda level=level, view=view, dice=dice: level.choose(view, dice, never))
                times.append(took)
                state = state.apply(move).state
        thought = sorted(took for took in times if took > 1e-3)
        print(f"{name}: {len(times)} decisions, {cuts(times)}; turns thought of: {len(thought)}, {cuts(thought)}")


def weighed() -> None:
    """Count the turns that are weighed in a second, and the finished forms that are grown for them."""
    state = coatl.new(Params(first=0), Dice(SEED))
    turns = forms = 0
    begun = time.process_time()
    while not state.over and state.turn < 40:
        view = redact(state, state.player)
        if not state.action:
            planner = Planner(view, state.player, Taste(), Breadth(40, 14, 12))
            turns += len(list(planner.turns(5)))
            forms += sum(map(len, planner.lists.values()))
        state = state.apply(LEVELS["novice"].choose(view, Dice(1), never)).state
    took = time.process_time() - begun
    print(f"{turns / took:,.0f} turns weighed and {forms / took:,.0f} finished forms kept a second")


def rounds() -> None:
    """Count the rounds that are played out in a second: a turn, what the others then do, and what it leaves."""
    state = coatl.new(Params(first=0), Dice(SEED))
    played_out, took = 0, 0.0
    while not state.over and state.queue is None and state.turn < 40:
        view = redact(state, state.player)
        if not state.action:
            planner = Planner(view, state.player, Taste(), Breadth(40, 14, 12))
            turns = sorted(planner.turns(5), key=lambda turn: -turn.value)[: HEATS[0].turns]
            begun = time.process_time()
            future = Future(planner, sample(view, state.player, Dice(1)), {state.player: Mover(planner)})
            for turn in turns:
                future.worth(turn)
            took += time.process_time() - begun
            played_out += len(turns)
        state = state.apply(LEVELS["novice"].choose(view, Dice(1), never)).state
    print(f"{played_out / took:,.0f} rounds played out a second")


def main() -> None:
    decisions(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
    weighed()
    rounds()


if __name__ == "__main__":
    main()
