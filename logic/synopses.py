"""What the synopses of all games have in common: whose turn it is, and several things named in a row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from logic.core import Message, Player, State

Named = Message | Player | str
"""What stands in a row of things: words, a seat, or a name as it is."""

AT_ONCE = 6
"""How many things are named; of those behind them it is said how many there are."""


def listed(things: Sequence[Named], most: int = AT_ONCE) -> Named:
    """Name things one after the other, how many more there are behind so many, and "none" where there is nothing."""
    if not things:
        return Message("none")
    named = reduce(_joined, things[:most])
    return Message("{things} and {n} more", things=named, n=len(things) - most) if len(things) > most else named


def _joined(a: Named, b: Named) -> Named:
    return Message("{a}, {b}", a=a, b=b)


def turn(view: State, viewer: int) -> Message:
    """Say whose turn it is, or how the game has ended."""
    outcome = view.outcome()
    if outcome is not None:
        return Message("The game is over: {reason}", reason=outcome.reason)
    if view.player == viewer:
        return Message("It is your turn.")
    return Message("It is the turn of {player}.", player=Player(view.player))
