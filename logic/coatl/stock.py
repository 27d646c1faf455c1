"""Pieces of Cóatl counted by type: what a seat has to build with, and what can still come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from logic.coatl.pieces import COLOURS, is_feather, kind_of
from logic.coatl.rules import State
from logic.coatl.table import Seat
from logic.coatl.targets import BODY, HEAD, TAIL, TYPES, Ints
from logic.coatl.unseen import unseen_pieces

BEGINS: Final = {"body": BODY, "head": HEAD, "tail": TAIL}


class Stock(NamedTuple):
    """What a seat has to build with: pieces by type, and empty slots."""

    have: Ints
    free: int


class Offer(NamedTuple):
    """What can still come: pieces on the supply board and in the bags, by type."""

    supply: Ints
    bag: Ints


def type_number(piece: str) -> int:
    """Give the type of a piece as a number: bodies first, then heads, then tails."""
    return BEGINS[kind_of(piece)] + COLOURS.index(piece[0])


def counted(pieces: Iterable[str]) -> Ints:
    """Count pieces by type; feathers are none."""
    counts = np.zeros(TYPES, np.int64)
    for piece in pieces:
        if not is_feather(piece):
            counts[type_number(piece)] += 1
    return counts


def stock_of(seat: Seat) -> Stock:
    """Give what a seat has to build with."""
    return Stock(counted(seat.pieces), seat.free)


def offer_of(state: State) -> Offer:
    """Give what can still come."""
    return Offer(counted(piece for field in state.supply for piece in field),
                 counted(piece for bag in unseen_pieces(state) for piece in bag))  # fmt: skip
