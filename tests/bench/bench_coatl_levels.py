"""Measures Cóatl's opponents by hand: ``python -m tests.bench.bench_coatl_levels [times|thousand] [GAMES]``.

``times`` prints how long decisions take in GAMES (10) games of each level, how many turns are weighed and how many
rounds are played out a second; seconds are the processor's. ``thousand`` plays GAMES (1000) games of Novices and
Carvers in all variants, and checks every position.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from logic import coatl
from logic.coatl import LEVELS, Params, redact, sample
from logic.coatl.engine.evaluation import Taste
from logic.coatl.engine.futures import HEATS, Future, Mover
from logic.coatl.engine.plans import Outlook
from logic.coatl.engine.targets import Breadth
from logic.coatl.notation import check
from logic.core import Dice, never
from tests.bench.clock import answered, cuts
from tests.coatlparts import KINDS

SEED = 11
MIXED = ("novice", "carver")


def played(params: Params, levels: tuple[str, ...], dice: Dice, times: list[float], *, checked: bool) -> str:
    """Play a game and give why it ended; the time of each decision is noted."""
    state = coatl.new(params, dice)
    while not state.over:
        view = redact(state, state.player)
        level = LEVELS[levels[state.player]]
        move, took = answered(lambda level=level, view=view: level.choose(view, dice, never))
        times.append(took)
        assert move in state.legal_moves()
        state = state.apply(move).state
        if checked:
            check(state)
    return state.cause


def decisions(games: int) -> None:
    """Time each level in games of two; most decisions only go on with a turn that was thought of."""
    for name in LEVELS:
        times: list[float] = []
        for number in range(games):
            played(Params(), (name, name), Dice(SEED + number), times, checked=False)
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
            outlook = Outlook(view, state.player, Taste(), Breadth(40, 14, 12))
            turns += len(list(outlook.turns(5)))
            forms += sum(map(len, outlook.lists.values()))
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
            outlook = Outlook(view, state.player, Taste(), Breadth(40, 14, 12))
            turns = sorted(outlook.turns(5), key=lambda turn: -turn.value)[: HEATS[0].turns]
            begun = time.process_time()
            future = Future(outlook, sample(view, state.player, Dice(1)), {state.player: Mover(outlook)})
            for turn in turns:
                future.worth(turn)
            took += time.process_time() - begun
            played_out += len(turns)
        state = state.apply(LEVELS["novice"].choose(view, Dice(1), never)).state
    print(f"{played_out / took:,.0f} rounds played out a second")


def thousand(games: int) -> None:
    """Play games in all variants, and look at every position for contradictions."""
    causes: Counter[str] = Counter()
    times: list[float] = []
    kinds = list(KINDS.items())
    for number in range(games):
        dice = Dice(SEED * 1_000_003 + number)
        name, params = kinds[number % len(kinds)]
        levels = tuple(dice.choice(MIXED) for _ in range(params.players))
        causes[played(params, levels, dice, times, checked=True)] += 1
        if number % 100 == 99:
            print(f"{number + 1} games, the last one {name}: {len(times)} moves, ends {dict(causes)}", flush=True)
    print(f"{games} games, {len(times)} moves, no contradiction; ends {dict(causes)}")


def main() -> None:
    what = sys.argv[1] if len(sys.argv) > 1 else "times"
    if what == "thousand":
        thousand(int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    else:
        decisions(int(sys.argv[2]) if len(sys.argv) > 2 else 10)
        weighed()
        rounds()


if __name__ == "__main__":
    main()
