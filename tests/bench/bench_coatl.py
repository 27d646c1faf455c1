"""Measures Cóatl by hand: ``python -m tests.bench.bench_coatl [GAMES]``.

Printed and never asserted; seconds are the processor's. So many random GAMES (200) are played in each variant.
"""

from __future__ import annotations

import sys

from logic import coatl
from logic.coatl import Params, State
from logic.core import Dice
from tests.bench.clock import answered, seconds

SEED = 7
GAMES = 200


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
    found, listing = answered(lambda: [state.legal_moves() for state in states])
    pairs = [(state, move) for state, moves in zip(states, found, strict=True) for move in moves]
    making = seconds(lambda: [state.apply(move) for state, move in pairs])
    count = sum(map(len, found))
    print(f"   {len(states) / listing:,.0f} positions listed a second ({count / len(states):.1f} moves in each), "
          f"{count / making:,.0f} moves made a second")  # fmt: skip


def main() -> None:
    speed(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)


if __name__ == "__main__":
    main()
