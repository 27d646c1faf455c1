"""The boards that a search has come to after so many own turns, and what is kept of each: many at once."""

from __future__ import annotations

from dataclasses import dataclass

from logic.labyrinth.engine.batch import Boards
from logic.labyrinth.engine.bits import Insertion
from logic.labyrinth.engine.bitsets import Numbers, Words


@dataclass(frozen=True, slots=True)
class Frontier:
    """Boards after some own turns: the cells the pawn may be on, where the goals are, and the push each came by.

    Boards are along the last axis of ``pawns`` and ``goals``.
    """

    boards: Boards
    pawns: Words
    goals: Words
    parents: Numbers
    arrows: Numbers
    rots: Numbers

    def take(self, which: Numbers | slice) -> Frontier:
        return Frontier(
            self.boards.take(which),
            self.pawns[..., which],
            self.goals[..., which],
            self.parents[which],
            self.arrows[which],
            self.rots[which],
        )

    def insertion(self, which: int) -> Insertion:
        """The push that a board came by."""
        return Insertion(int(self.arrows[which]), int(self.rots[which]))
