"""What the others at the table of Cóatl may soon do, as far as it can be guessed from what lies before them."""

from __future__ import annotations

from typing import Final

from logic.coatl.options import met_by
from logic.coatl.params import MOST_COATLS
from logic.coatl.rules import State
from logic.coatl.table import Seat

FAIR: Final = 9
"""Pieces of a cóatl that others are content with."""
RIVAL: Final = 0.5
"""How likely somebody takes a temple first who may finish a cóatl by then on which it scores."""
PASSER_BY: Final = 0.05
"""How likely, for each turn until then, anybody else does."""


def likely_taken(state: State, temple: str, turns: int) -> float:
    """Give about how likely others take a temple that lies face up within so many turns."""
    stays = 1.0
    for number, seat in enumerate(state.seats):
        if number != state.player and state.turns_left(number) != 0:
            open_ones = [seat.coatls[place] for place in seat.unfinished]
            wants = any(met_by(temple, coatl.colours) for coatl in open_ones)
            is_rival = wants and _turns_to_finish(seat) <= turns
            stays *= 1.0 - (RIVAL if is_rival else min(RIVAL, PASSER_BY * turns))
    return 1.0 - stays


def turns_ahead(state: State) -> int | None:
    """Give how many turns the mover has after this one, or about how many where others may soon end the game.

    None as long as nobody is near the end.
    """
    known = state.turns_left(state.player)
    if known is not None:
        return known
    others = [seat for number, seat in enumerate(state.seats) if number != state.player]
    near = [_turns_to_finish(seat) for seat in others if seat.finished == MOST_COATLS - 1]
    return min(near, default=None)


def _turns_to_finish(seat: Seat) -> int:
    """Give about how many turns somebody needs for a cóatl of fair length."""
    longest = max((len(seat.coatls[place].pieces) for place in seat.unfinished), default=0)
    return 1 + max(0, FAIR - longest - len(seat.pieces)) // 2
