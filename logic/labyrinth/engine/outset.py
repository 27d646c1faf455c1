"""What a computer player starts from: the position as its seat knows it, with the board and the goals in bits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from logic.labyrinth.engine.batch import Batch, Boards, batch_of
from logic.labyrinth.engine.bits import Board, Frame, frame_of
from logic.labyrinth.engine.plan import aims_of
from logic.labyrinth.redaction import unseen
from logic.labyrinth.rules import State


@dataclass(frozen=True)
class Outset:
    """A position that somebody is to move in; ``state`` is redacted for that seat."""

    state: State

    @property
    def seat(self) -> int:
        """Whose move it is."""
        return self.state.player

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats that push before the own next turn, in that order; nobody where another own turn is due."""
        count = self.state.params.players
        return () if self.state.bonus.turn else tuple((self.seat + i) % count for i in range(1, count))

    @property
    def alone(self) -> bool:
        """Tell whether nobody else pushes."""
        return self.state.params.players == 1

    @cached_property
    def frame(self) -> Frame:
        return frame_of(self.state.params)

    @cached_property
    def batch(self) -> Batch:
        """The functions for many boards."""
        return batch_of(self.frame)

    @cached_property
    def board(self) -> Board:
        """The board in bits."""
        return self.frame.board(self.state)

    @cached_property
    def boards(self) -> Boards:
        """The board as a batch of one."""
        return self.batch.boards([self.board])

    @cached_property
    def symbols(self) -> dict[str, int]:
        """The place of each treasure and start as a bit."""
        return self.frame.symbols(self.state)

    @cached_property
    def reach(self) -> int:
        """The cells that may be walked to now."""
        return sum(1 << self.frame.place(cell) for cell in self.state.ways())

    @cached_property
    def unseen(self) -> tuple[str, ...]:
        """The cards that lie hidden from the seat."""
        return unseen(self.state)

    def pawn(self, seat: int) -> int:
        """Where a pawn stands, as a bit."""
        return 1 << self.frame.place(self.state.pawns[seat])

    def goals(self) -> int:
        """The places of what counts for the seat now."""
        return aims_of(self.state, self.seat)
