"""How a game of Cóatl comes to its end: who still has a turn, who wins, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from logic.coatl.building import worth
from logic.coatl.table import Seat
from logic.core import Message, Outcome, Player

if TYPE_CHECKING:
    from logic.coatl.rules import State

Cause = Literal["", "third", "bodies", "turns", "stuck"]
"""Why the end is near or there: a third cóatl, no body left, all turns of a player alone, or nobody can act."""

PRAISE = (
    Message("The temple stays silent."),
    Message("An apprentice’s work."),
    Message("A carver’s work."),
    Message("A master’s work."),
    Message("A high priest’s work."),
    Message("The gods themselves come to look."),
)
"""What is said to somebody who has played alone, from few points to many."""

GIFT = 2
"""What a golden feather given by an opponent is worth."""


def order(first: int, players: int) -> tuple[int, ...]:
    """Give the seats in the order of play, which begins at the first-player marker."""
    return tuple((first + place) % players for place in range(players))


def turns_after_third(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Give whose turns follow a third cóatl: from the next seat on, two running for those who have not acted yet."""
    place = seats.index(seat)
    return (*(other for other in seats[place + 1 :] for _ in range(2)), *seats[:place])


def turns_after_last_body(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Give whose turns follow once no body is left: the rest of the round, then one more for all."""
    return (*seats[seats.index(seat) + 1 :], *seats)


def points(seat: Seat) -> int:
    """Give the points of a seat: its finished cóatls, and the feathers it was given."""
    return sum(worth(coatl) for coatl in seat.coatls if coatl.is_finished) + GIFT * len(seat.gifts)


def standing(seat: Seat) -> tuple[int, int, int]:
    """Give what decides: the points, then the cards on finished cóatls, then the best single cóatl."""
    done = [coatl for coatl in seat.coatls if coatl.is_finished]
    cards = sum(len(coatl.prophecies) + bool(coatl.temple) for coatl in done)
    return points(seat), cards, max(map(worth, done), default=0)


def outcome(state: State) -> Outcome | None:
    """Give the end of the game, None while it goes on."""
    if not state.over:
        return None
    if state.params.players == 1:
        return _alone(state)
    places: dict[tuple[int, int, int], list[int]] = {}
    for number, seat in enumerate(state.seats):
        places.setdefault(standing(seat), []).append(number)
    ranking = tuple(tuple(places[key]) for key in sorted(places, reverse=True))
    return Outcome(ranking[0], ranking, _reason(state))


def _alone(state: State) -> Outcome:
    """Give the end of a game for one: won by whoever has reached the first of the ranks."""
    n, ranks = points(state.seats[0]), state.params.ranks
    reason = Message("{first} {second}", first=_reason(state), second=praise(n, ranks))
    return Outcome((0,) if n >= ranks[0] else (), ((0,),), reason)


def praise(n: int, ranks: Sequence[int]) -> Message:
    """Give the words that so many points earn somebody who plays alone; ``ranks`` tell from where better ones hold."""
    return PRAISE[min(sum(n >= rank for rank in ranks), len(PRAISE) - 1)]


def _reason(state: State) -> Message:
    if state.cause == "third":
        seats = state.order  # the last turn is that of the seat before the one who brought the end
        ender = seats[(seats.index(state.player) + 1) % len(seats)]
        return Message("{player} has finished a third cóatl.", player=Player(ender))
    if state.cause == "bodies":
        return Message("No body was left on the supply board.")
    if state.cause == "turns":
        return Message("All turns are over.")
    return Message("Nobody could do anything any more.")
