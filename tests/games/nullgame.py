"""The smallest game that fulfils the contract: whoever takes the last counter wins.

For a new game, copy this file to ``logic/<game>/__init__.py``, ``YAML`` to ``config/<game>.yaml`` and ``nullview.py``
to ``scenes/<game>/view.py``; ``test_newcomer.py`` does exactly that and plays the result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from logic.core import Dice, Event, Message, Outcome, Player, Step

YAML = """
title: Counters
blurb: Take counters in turn; who takes the last one wins.
default: plain
variants:
  plain:
    title: Plain
    blurb: Ten counters, up to three at a time.
  small:
    title: Small
    blurb: Five counters, taken back as often as you like.
    undo: always
    params: {counters: 5, most: 2}
    with_computer: {counters: 6}
"""


@dataclass(frozen=True, slots=True)
class Params:
    """How many counters there are, and how many may be taken at once."""

    counters: int = 10
    most: int = 3

    def __post_init__(self) -> None:
        if not 1 <= self.counters <= 20:
            raise ValueError("counters: 1 to 20, please")
        if not 1 <= self.most <= self.counters:
            raise ValueError("most: 1 to the number of counters, please")


@dataclass(frozen=True, slots=True)
class Take:
    """Take some counters from the pile; the turn ends."""

    number: int

    def __str__(self) -> str:
        return f"take {self.number}"


@dataclass(frozen=True, slots=True)
class State:
    """The pile, and whose turn it is."""

    left: int
    most: int
    player: int = 0

    def legal_moves(self) -> tuple[Take, ...]:
        """All numbers that may be taken, the smallest first."""
        return tuple(Take(number) for number in range(1, min(self.most, self.left) + 1))

    def apply(self, move: Take) -> Step:
        """Take the counters, and pass the turn."""
        after = replace(self, left=self.left - move.number, player=1 - self.player)
        return Step(after, (Event("take", {f"c{i}": () for i in range(after.left, self.left)}),))

    def outcome(self) -> Outcome | None:
        """An empty pile: who took the last counter has won."""
        if self.left:
            return None
        winner = 1 - self.player
        reason = Message("{player} took the last counter.", player=Player(winner))
        return Outcome((winner,), ((winner,), (self.player,)), reason)

    def __str__(self) -> str:
        return f"{'o' * self.left or '.'}\nplayer {self.player + 1} takes up to {self.most}"


def new(params: Params, _dice: Dice) -> State:
    """Lay out the pile; nothing is random."""
    return State(params.counters, params.most)
