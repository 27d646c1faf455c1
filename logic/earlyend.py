"""How a game ends before its rules end it: a player gives up or runs out of time, or all agree on a draw."""

from __future__ import annotations

from typing import Literal, get_args

from logic.core import Game, Message, Outcome, Player, State, offers

EarlyEnd = Literal["gave_up", "time", "agreed"]
EARLY_ENDS: tuple[EarlyEnd, ...] = get_args(EarlyEnd)


def outcome_of(why: EarlyEnd, player: int, game: Game, state: State, seats: int) -> Outcome:
    """Give the end that a player brought about in that position: partners lose together, all others win."""
    everyone = tuple(range(seats))
    if why == "agreed":
        return Outcome((), (everyone,), Message("The players agreed on a draw."))
    partners = offers(game, "partners")
    losers = (player,) if partners is None else partners(state, player)
    others = tuple(p for p in everyone if p not in losers)
    if not others and why == "gave_up":
        return Outcome((), (everyone,), Message("You gave up."))
    reason = (
        Message("{player} let the clock run out.", player=Player(player))
        if why == "time"
        else Message("{player} gave up.", player=Player(player))
    )
    return Outcome(others, (others, losers) if others else (losers,), reason)
