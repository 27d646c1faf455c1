"""Who may leave a game for several while it goes on: the computer plays on for those who give up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from logic import players
from logic.core import Game, State, offers
from logic.saving import Seat

SIDES = 3
"""With so many sides a game goes on when one of its players gives up; with fewer only where the game wants that."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Who left a game, after how many moves, and which level plays on in that seat."""

    place: int
    seat: int
    level: str


def plays_on(game: Game, state: State, seats: int) -> bool:
    """Tell whether the computer goes on for somebody who gives up: it can play, and there is somebody to play with."""
    if not players.own_levels(game):
        return False
    return bool(getattr(game, "PLAYS_ON", False)) or _sides(game, state, seats) >= SIDES


def _sides(game: Game, state: State, seats: int) -> int:
    partners = offers(game, "partners")
    return seats if partners is None else len({frozenset(partners(state, seat)) for seat in range(seats)})


def stand_in(game: Game, seats: Sequence[Seat]) -> str:
    """Name the level that plays on: the one that a computer at the table has already, or else the one in the middle."""
    levels = tuple(players.own_levels(game))
    present = [seat.level for seat in seats if seat.level in levels]
    return present[0] if present else levels[len(levels) // 2]
