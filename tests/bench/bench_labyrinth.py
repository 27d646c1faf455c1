"""Measures Labyrinth: ``python -m tests.bench.bench_labyrinth [POSITIONS]``.

Printed and never asserted; seconds are processor time. So many POSITIONS (200) are taken of each kind.
"""

from __future__ import annotations

import sys

import numpy as np

from logic.core import Dice, never
from logic.labyrinth import LEVELS, Params, State, new, redact
from logic.labyrinth.engine.bits import batch_of, frame_of
from logic.labyrinth.engine.plan import plan_for, solution_of
from tests.bench.clock import answered, seconds, tell

SEED = 7
POSITIONS = 200
PLAYED = 40
"""Random moves before a position is taken."""
BATCHES = (1, 50, 1000, 5000)


def position(dice: Dice, params: Params) -> State:
    """Return a position in the middle of a game, before a push."""
    state = new(params, dice)
    for _ in range(2 * dice.below(PLAYED)):
        state = state.apply(dice.choice(state.legal_moves())).state
        if state.outcome() is not None:
            return position(dice, params)
    return state


def by_the_rules(dice: Dice) -> None:
    states = [position(dice, Params()) for _ in range(20)]
    count = sum(len(state.legal_moves()) for state in states)
    took = seconds(lambda: [state.apply(move).state.ways() for state in states for move in state.legal_moves()], 2)
    print(f"pushes and floods by the rules: {count / took:,.0f} a second")


def one_by_one(dice: Dice) -> None:
    states = [position(dice, Params()) for _ in range(20)]
    frame = frame_of(Params())
    boards = [frame.board(state) for state in states]
    work = [(board, push) for board in boards for push in frame.pushes(board)]
    took = seconds(lambda: [frame.turn(board, 1, push) for board, push in work], 5)
    print(f"pushes and floods in bits, one by one: {len(work) / took:,.0f} a second")


def at_once(dice: Dice) -> None:
    frame = frame_of(Params())
    batch = batch_of(frame)
    few = batch.boards([frame.board(position(dice, Params())) for _ in range(125)])
    many = batch.after(batch.push_all(few))
    for size in BATCHES:
        boards = many.take(np.arange(size) * 7 % len(many)) if size > 1 else few.take(slice(0, 1))
        count = len(batch_of(frame_of(Params())).push_all(boards))
        pawns = batch.words([1 << at % frame.cells for at in range(len(boards))])
        reach = seconds(lambda boards=boards, pawns=pawns: batch.reach_next(boards, pawns), 5)
        capturing_cells = seconds(lambda boards=boards, pawns=pawns: batch.capturing_cells(boards, pawns), 5)
        print(f"pushes and floods of {size} boards at once: {count / reach:,.0f} a second "
              f"({reach / count * 1e6:.3f} µs each; backwards {capturing_cells / count * 1e6:.3f} µs)")  # fmt: skip


def plans(dice: Dice, wanted: int) -> None:
    times: dict[int, list[float]] = {1: [], 2: [], 3: []}
    frame = frame_of(Params())
    while min(map(len, times.values())) < wanted:
        state = position(dice, Params())
        for goal in frame.symbols(state).values():
            found, took = answered(lambda state=state, goal=goal: plan_for(state, state.player, goal))
            if found is not None and len(times.get(found.turns, [])) < wanted:
                times.setdefault(found.turns, []).append(took)
    for turns, taken in sorted(times.items()):
        if len(taken) > 1:
            tell(f"shortest plan, {turns} turns", taken)


def mazes(dice: Dice, wanted: int) -> None:
    for cards in (2, 3, 4, 12, 24):
        params = Params(players=1, cards=(cards,))
        times, pars = [], []
        for _ in range(wanted if cards <= 4 else wanted // 10 + 2):
            state = new(params, dice)
            moves, took = answered(lambda state=state: solution_of(state))
            times.append(took)
            pars.append(len(moves) // 2 if moves else 0)
        tell(f"maze of {cards} cards solved, par {min(pars)} to {max(pars)}, {pars.count(0)} not known", times)


def decisions(dice: Dice, wanted: int) -> None:
    """Time the levels in games of four, after the first two laps: push and walk are requested one by one."""
    for name, level in LEVELS.items():
        times: list[float] = []
        while len(times) < wanted:
            state = new(Params(players=4), dice)
            while state.outcome() is None and len(times) < wanted:
                view = redact(state, state.player)
                move, took = answered(lambda level=level, view=view: level.choose(view, dice, never))
                if state.turn > 8:
                    times.append(took)
                state = state.apply(move).state
        tell(f"decision of {name}, four players", times)


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    dice = Dice(SEED)
    by_the_rules(dice)
    one_by_one(dice)
    at_once(dice)
    plans(dice, wanted)
    mazes(dice, wanted)
    decisions(dice, wanted)


if __name__ == "__main__":
    main()
