"""What lies on the table of Cóatl: the supply board, the cóatls, and what each player has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from logic.coatl.params import SLOTS
from logic.coatl.pieces import LETTERS, End, Kind

HIDDEN: Final = "?"
"""Stands for a card or a piece that the viewer may not know."""

BODY_FIELDS: Final = ("b1", "b2", "b3", "b4", "b5", "b6")
HEAD_FIELDS: Final = ("h1", "h2")
TAIL_FIELDS: Final = ("t1", "t2")
FIELDS: Final = (*BODY_FIELDS, *HEAD_FIELDS, *TAIL_FIELDS)
"""The fields of the supply board, in the order they are filled: six of two bodies, two of a head, two of a tail."""

TOKENS: Final = ("pick", "future", "commit")
"""The sacrifice tokens: *Perfect Pick*, *See the Future*, *Priest's Commitment*."""

EMPTY: Final = ("",) * SLOTS


def capacity(field: str) -> int:
    """Give how many pieces a field of the supply board holds."""
    return 2 if field in BODY_FIELDS else 1


def bag_of(field: str) -> Kind:
    """Give the kind of piece, and so the bag, that a field is filled with."""
    return next(kind for kind, letter in LETTERS.items() if letter == field[0])


def known(cards: Iterable[str]) -> tuple[str, ...]:
    """Give the cards that lie there and may be seen: no gaps, and none that is ``HIDDEN``."""
    return tuple(card for card in cards if card and card != HIDDEN)


class Bags(NamedTuple):
    """The three bags; pieces are drawn from the front. How many are left in each is public, their order is not."""

    head: tuple[str, ...]
    tail: tuple[str, ...]
    body: tuple[str, ...]


@lru_cache(1 << 12)
def _colours(pieces: tuple[str, ...]) -> str:
    """Give the colours of a row of pieces; asked again and again, of the same rows, by whoever looks for moves."""
    return "".join(piece[0] for piece in pieces)


@dataclass(frozen=True, slots=True)
class Serpent:
    """A cóatl: its pieces from the head end to the tail end, and the cards that lie on it.

    One that is ``locked`` was finished in an earlier turn, and nothing can be added any more.
    """

    pieces: tuple[str, ...]
    prophecies: tuple[str, ...] = ()
    temple: str = ""
    locked: bool = False

    @property
    def colours(self) -> str:
        """The colours from the head end to the tail end, a letter each."""
        return _colours(self.pieces)

    @property
    def head_closed(self) -> bool:
        """Whether a head lies at the head end."""
        return self.pieces[0][1] == "h"

    @property
    def tail_closed(self) -> bool:
        """Whether a tail lies at the tail end."""
        return self.pieces[-1][1] == "t"

    @property
    def is_finished(self) -> bool:
        """Whether both ends are closed; a cóatl of a head and a tail alone cannot be built."""
        return self.head_closed and self.tail_closed

    @property
    def has_body(self) -> bool:
        """Whether there is a body in it."""
        return len(self.pieces) > self.head_closed + self.tail_closed

    def with_piece(self, piece: str, side: End) -> Serpent:
        """Give the cóatl with a piece added at an end."""
        pieces = (piece, *self.pieces) if side == "head" else (*self.pieces, piece)
        return replace(self, pieces=pieces)


@dataclass(frozen=True, slots=True)
class Seat:
    """What one player has: pieces on the board by slot, cóatls in the order of their start, cards, tokens.

    ``temples`` are those in the hand, the secret one among them. ``aside`` are the prophecies laid aside in secret
    before the first turn. ``gifts`` are the golden feathers that others gave for a steal, worth points at the end.
    """

    board: tuple[str, ...] = EMPTY
    coatls: tuple[Serpent, ...] = ()
    prophecies: tuple[str, ...] = ()
    temples: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    gifts: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces on the board, in the order of the slots."""
        return tuple(piece for piece in self.board if piece)

    @property
    def free(self) -> int:
        """How many slots are empty."""
        return self.board.count("")

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The places of the cóatls that are not finished."""
        return tuple(place for place, coatl in enumerate(self.coatls) if not coatl.is_finished)

    @property
    def finished(self) -> int:
        """How many cóatls are finished."""
        return len(self.coatls) - len(self.unfinished)

    def storing(self, *pieces: str) -> Seat:
        """Give the seat with pieces laid into the first empty slots; there must be enough."""
        board = list(self.board)
        for piece in pieces:
            board[board.index("")] = piece
        return replace(self, board=tuple(board))

    def without(self, piece: str) -> Seat:
        """Give the seat with a piece gone from its board."""
        slot = self.board.index(piece)
        return replace(self, board=(*self.board[:slot], "", *self.board[slot + 1 :]))

    def with_coatl(self, place: int, coatl: Serpent) -> Seat:
        """Give the seat with another cóatl at a place; a new one at the place behind the last."""
        return replace(self, coatls=(*self.coatls[:place], coatl, *self.coatls[place + 1 :]))
