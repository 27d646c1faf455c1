"""Measures Cóatl by hand: ``python -m tests.bench.bench_coatl [GAMES]``; ``thousand`` in place of GAMES checks rules.

Printed and never asserted; seconds are the processor's. So many random GAMES (200) are played in each variant. With
``thousand``, a thousand random games of all variants and numbers of players are played, each position is checked, as
its players see it too, and it is counted how they ended.
"""

from __future__ import annotations

import sys
from collections import Counter

from logic import coatl
from logic.coatl import Params, State, redact
from logic.coatl.notation import check
from logic.core import Dice
from tests.bench.clock import answered, seconds
from tests.coatlparts import KINDS, random_move

SEED = 7
GAMES = 200
THOUSAND = 1000


def games(params: Params, dice: Dice, count: int) -> list[list[State]]:
    """Play so many games by chance alone."""
    played = []
    for _ in range(count):
        states = [coatl.new(params, dice)]
        while not states[-1].over:
            states.append(states[-1].apply(dice.choice(states[-1].legal_moves())).state)
        played.append(states)
    return played


def speed(wanted: int) -> None:
    """Print how fast whole games are, and the two things that they are made of."""
    for params in (Params(players=players) for players in (2, 3, 4)):
        played, took = answered(lambda params=params: games(params, Dice(SEED), wanted))
        moves = sum(len(states) - 1 for states in played)
        print(f"{params.players} players: {wanted / took:,.1f} random games a second, {moves / wanted:.0f} moves each, "
              f"{moves / took:,.0f} moves found and made a second")  # fmt: skip
        parts([state for states in played for state in states[:-1]][:: max(1, moves // 5000)])


def parts(states: list[State]) -> None:
    """Print how fast moves are found, and made."""
    found, listing = answered(lambda: [state.legal_moves() for state in states])
    pairs = [(state, move) for state, moves in zip(states, found, strict=True) for move in moves]
    making = seconds(lambda: [state.apply(move) for state, move in pairs])
    count = sum(map(len, found))
    print(f"   {len(states) / listing:,.0f} positions listed a second ({count / len(states):.1f} moves in each), "
          f"{count / making:,.0f} moves made a second")  # fmt: skip


def thousand() -> None:
    """Play the thousand games; any broken law of the table ends this with the seed."""
    causes: Counter[str] = Counter()
    kinds = list(KINDS.values())
    moves = positions = 0
    for seed in range(THOUSAND):
        params = kinds[seed % len(kinds)]
        dice = Dice(seed)
        state = coatl.new(params, dice)
        while not state.over:
            state = state.apply(random_move(state, dice) if seed % 2 else dice.choice(state.legal_moves())).state
            moves += 1
            for seen in (state, *(redact(state, viewer) for viewer in range(params.players))):
                positions += 1
                check_of(seen, seed)
        causes[state.cause] += 1
        if not state.outcome():
            raise SystemExit(f"seed {seed}: over without an outcome")
    told = ", ".join(f"{cause} {count}" for cause, count in causes.most_common())
    print(f"{THOUSAND} random games of {len(kinds)} kinds, {moves:,} moves, {positions:,} positions checked: "
          f"nothing broken. Ends: {told}")  # fmt: skip


def check_of(state: State, seed: int) -> None:
    try:
        check(state)
    except ValueError as error:
        raise SystemExit(f"seed {seed}: {error}\n{state}") from error


def main() -> None:
    argument = sys.argv[1] if len(sys.argv) > 1 else str(GAMES)
    if argument == "thousand":
        thousand()
    else:
        speed(int(argument))


if __name__ == "__main__":
    main()
