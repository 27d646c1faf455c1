"""The clocks of Cóatl: how many turns a player will probably need until the third cóatl is finished."""

from __future__ import annotations

from typing import Final

from logic.coatl.params import MOST_COATLS
from logic.coatl.pieces import kind_of
from logic.coatl.plans import Left
from logic.coatl.rules import State
from logic.coatl.table import Seat

WHOLE: Final = 9.2
"""Turns for each cóatl before the last one. These numbers were fitted to games of the Carver against itself."""
LAST: Final = 10.3
BEGUN, LONG, CLOSED, HELD, ENDS = 0.57, 0.3, 1.22, 0.39, 0.57
"""Turns saved by each open cóatl, piece in it, closed end, piece held, and by a head or tail beyond that."""
LAST_ONES: Final = 0.5
"""Turns that follow the end of the count: one, for some two, less what the others may be quicker than thought."""


def clock(seat: Seat) -> float:
    """Guess how many turns a player needs to finish the third cóatl; at least one."""
    coatls = [seat.coatls[place] for place in seat.unfinished]
    ends = sum(kind_of(piece) != "body" for piece in seat.pieces)
    closed = sum(coatl.head_closed + coatl.tail_closed for coatl in coatls)
    saved = BEGUN * len(coatls) + LONG * sum(len(coatl.pieces) for coatl in coatls) + CLOSED * closed
    saved += HELD * len(seat.pieces) + ENDS * ends
    return max(1.0, LAST + WHOLE * (MOST_COATLS - 1 - seat.finished) - saved)


def turns_to_come(view: State) -> Left:
    """Guess how many turns the player to move has after this one: as many as the quickest opponent, and the last."""
    others = [clock(seat) for number, seat in enumerate(view.seats) if number != view.player]
    return Left(min(others) + LAST_ONES, sure=False) if others else Left()
