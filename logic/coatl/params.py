"""What may be chosen before a game of Cóatl. All of it is data."""

from __future__ import annotations

from dataclasses import dataclass

from logic.coatl.pieces import COLOURS

MOST_PLAYERS = 4
MOST_BODIES = 40
MOST_FEATHERS = 12
MOST_TURNS = 99

SLOTS = 8
"""How many pieces a player's board holds."""
HAND = 5
"""How many prophecies a hand holds."""
KEPT = 3
"""How many prophecies everybody begins with."""
MOST_OPEN = 2
"""How many unfinished cóatls a player may have."""
MOST_COATLS = 3
"""How many cóatls a player may start in a game; who has finished so many ends it."""
MOST_PROPHECIES = 4
"""How many prophecies a cóatl bears."""
DISPLAY = 6
"""How many prophecies lie face up."""
TEMPLES = 2
"""How many temples lie face up."""


@dataclass(frozen=True, slots=True)
class Params:
    """What may be chosen before a game.

    ``first`` is the player who begins, None draws one. ``bodies`` of each colour and golden ``feathers`` in the bag
    are given for 1, 2, 3 and 4 players. With ``tokens`` everybody has the three sacrifice tokens; with ``promo`` the
    cards of the promo pack are shuffled in. ``turns`` is how many turns somebody who plays alone has, and ``ranks``
    the points from which each of the words of praise is earned; the first of them is what it takes to win.

    Raises ValueError naming the field where something contradicts itself.
    """

    players: int = 2
    first: int | None = None
    bodies: tuple[int, ...] = (24, 24, 24, 24)
    feathers: tuple[int, ...] = (0, 0, 0, 0)
    tokens: bool = False
    promo: bool = False
    turns: int = 18
    ranks: tuple[int, ...] = (10, 18, 26, 34, 42)

    def __post_init__(self) -> None:
        if not 1 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"players: 1 to {MOST_PLAYERS}, please")
        if self.first is not None and not 0 <= self.first < self.players:
            raise ValueError(f"first: 0 to {self.players - 1} or nothing (the dice decide), please")
        for name, least, most in (("bodies", 2, MOST_BODIES), ("feathers", 0, MOST_FEATHERS)):
            numbers = getattr(self, name)
            if len(numbers) != MOST_PLAYERS or not all(least <= number <= most for number in numbers):
                raise ValueError(f"{name}: a number from {least} to {most} for each of 1 to 4 players, please")
        if not 1 <= self.turns <= MOST_TURNS:
            raise ValueError(f"turns: 1 to {MOST_TURNS}, please")
        if not self.ranks or self.ranks[0] < 1 or list(self.ranks) != sorted(set(self.ranks)):
            raise ValueError("ranks: growing numbers of points from 1 on, please")

    @property
    def bodies_each(self) -> int:
        """How many bodies of each colour there are for so many players."""
        return self.bodies[self.players - 1]

    @property
    def golden(self) -> int:
        """How many golden feathers there are for so many players."""
        return self.feathers[self.players - 1]

    @property
    def body_count(self) -> int:
        """How many bodies there are together, the golden ones included."""
        return self.bodies_each * len(COLOURS) + self.golden
