"""Measures Cóatl and its computer players: ``python -m tests.bench.bench_coatl [GAMES [DECIDED]]``.

Printed and never asserted; seconds are processor time. So many random GAMES (200) are played in each variant, and
decisions are timed in DECIDED (10) games of each level; then the turns evaluated and the rounds played out a second.
"""

from __future__ import annotations

import sys
import time
from itertools import zip_longest

from logic import coatl
from logic.coatl import LEVELS, Params, State, redact, sample
from logic.coatl.engine.evaluation import Weights
from logic.coatl.engine.futures import HEATS, Future, RolloutPlayer
from logic.coatl.engine.plans import Planner
from logic.coatl.engine.targets import SearchLimits
from logic.core import Dice, never
from tests.bench.clock import answered, cuts, seconds

SEED, LEVEL_SEED = 7, 11
GAMES, DECIDED = 200, 10


def games(params: Params, dice: Dice, count: int) -> list[list[State]]:
    """Play so many random games."""
    played = []
    for _ in range(count):
        states = [coatl.new(params, dice)]
        while not states[-1].over:
            states.append(states[-1].apply(dice.choice(states[-1].legal_moves())).state)
        played.append(states)
    return played


def speed(wanted: int) -> None:
    """Print how fast whole games are, and the two parts of their time."""
    for params in (Params(players=players) for players in (2, 3, 4)):
        played, took = answered(lambda params=params: games(params, Dice(SEED), wanted))
        moves = sum(len(states) - 1 for states in played)
        print(f"{params.players} players: {wanted / took:,.1f} random games a second, {moves / wanted:.0f} moves each, "
              f"{moves / took:,.0f} moves found and made a second")  # fmt: skip
        parts([state for states in played for state in states[:-1]][:: max(1, moves // 5000)])


def parts(states: list[State]) -> None:
    found, listing = answered(lambda: [state.legal_moves() for state in states])
    pairs = [(state, move) for state, moves in zip(states, found, strict=True) for move in moves]
    making = seconds(lambda: [state.apply(move) for state, move in pairs])
    count = sum(map(len, found))
    print(f"   {len(states) / listing:,.0f} positions listed a second ({count / len(states):.1f} moves in each), "
          f"{count / making:,.0f} moves made a second")  # fmt: skip


def decisions(games: int) -> None:
    """Time each level in games of two; most decisions only continue a turn that was planned."""
    for name, level in LEVELS.items():
        times: list[float] = []
        for number in range(games):
            dice = Dice(LEVEL_SEED + number)
            state = coatl.new(Params(), dice)
            while not state.over:
                view = redact(state, state.player)
                move, took = answered(lambda level=level, view=view, dice=dice: level.choose(view, dice, never))
                times.append(took)
                state = state.apply(move).state
        thought = sorted(took for took in times if took > 1e-3)
        print(f"{name}: {len(times)} decisions, {cuts(times)}; turns thought of: {len(thought)}, {cuts(thought)}")


def weighed() -> None:
    """Count the turns evaluated in a second, and the finished forms that are grown for them."""
    state = coatl.new(Params(first=0), Dice(LEVEL_SEED))
    turns = forms = 0
    begun = time.process_time()
    while not state.over and state.turn < 40:
        view = redact(state, state.player)
        if not state.action:
            planner = Planner(view, state.player, Weights(), SearchLimits(40, 14, 12))
            turns += len(list(planner.turns(5)))
            forms += sum(map(len, planner.lists.values()))
        state = state.apply(LEVELS["novice"].choose(view, Dice(1), never)).state
    took = time.process_time() - begun
    print(f"{turns / took:,.0f} turns weighed and {forms / took:,.0f} finished forms kept a second")


def rounds() -> None:
    """Count the rounds played out in a second: a turn, what the others then do, and what it leaves."""
    state = coatl.new(Params(first=0), Dice(LEVEL_SEED))
    played_out, took = 0, 0.0
    while not state.over and state.queue is None and state.turn < 40:
        view = redact(state, state.player)
        if not state.action:
            planner = Planner(view, state.player, Weights(), SearchLimits(40, 14, 12))
            turns = sorted(planner.turns(5), key=lambda turn: -turn.value)[: HEATS[0].turns]
            begun = time.process_time()
            future = Future(planner, sample(view, state.player, Dice(1)), {state.player: RolloutPlayer(planner)})
            for turn in turns:
                future.worth(turn)
            took += time.process_time() - begun
            played_out += len(turns)
        state = state.apply(LEVELS["novice"].choose(view, Dice(1), never)).state
    print(f"{played_out / took:,.0f} rounds played out a second")


def main() -> None:
    games, decided = (int(told or usual) for told, usual in zip_longest(sys.argv[1:3], (GAMES, DECIDED)))
    speed(games)
    decisions(decided)
    weighed()
    rounds()


if __name__ == "__main__":
    main()
