"""Who sits at a game, whose eyes the screen is for, and how far the game has come; to look at, not to play."""

from __future__ import annotations

from logic.core import Message, Move, Outcome, offers, redact
from logic.session import Seat, Session
from scenes import awards
from scenes.app import App
from scenes.wording import seat_names


class Table:
    """One game and those who sit at it, some at the screen and some in the computer. Changes nothing."""

    def __init__(self, app: App, session: Session) -> None:
        self.app = app
        self.session = session

    @property
    def name(self) -> str:
        """The game's name in the registry."""
        return self.session.setup.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays now, in the order of the players: a computer where somebody has left."""
        return self.session.seats

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called in the present language."""
        return seat_names(self.app, self.session.setup)

    @property
    def actor(self) -> int:
        """Whose action is awaited."""
        return self.session.actor

    @property
    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.session.outcome()

    @property
    def awaits_human(self) -> bool:
        """Tell whether somebody at the screen is to act."""
        return not self.is_over and not self.seats[self.actor].is_computer

    @property
    def has_secrets(self) -> bool:
        """Tell whether the players may see different things."""
        return offers(self.session.game, "redact") is not None

    @property
    def shares_view(self) -> bool:
        """Tell whether all people at the screen know the same now, so that nothing is to be hidden from one of them."""
        game, state = self.session.game, self.session.state
        people = self._people()
        if len(people) < 2 or not self.has_secrets:
            return True
        first = redact(game, state, people[0])
        return all(redact(game, state, seat) == first for seat in people[1:])

    @property
    def needs_curtain(self) -> bool:
        """Tell whether the screen must be covered when it goes from hand to hand."""
        return not self.shares_view

    def has_left(self, seat: int) -> bool:
        """Tell whether the person who sat there has left, so that the computer plays on."""
        return any(leave.seat == seat for leave in self.session.leaves)

    def hides_from(self, seat: int) -> bool:
        """Tell whether somebody who sat there and has left must not see what the next viewer does."""
        game, state = self.session.game, self.session.state
        return self.has_left(seat) and redact(game, state, self.viewer) != redact(game, state, seat)

    @property
    def viewer(self) -> int:
        """Whose eyes the screen is for: the human to act, or else who acted last; in a demonstration the actor.

        Where the one who held the screen has left, it is for whoever is the next to act, so that it is passed on once.
        """
        people = self._people()
        if not people or self.actor in people:
            return self.actor
        places = range(self.session.place - 1, -1, -1)
        last = next((place for place in places if self.session.mover(place) in people), -1)
        if any(leave.place > last for leave in self.session.leaves):
            return min(people, key=lambda seat: (seat - self.actor) % len(self.seats))
        return self.session.mover(last) if last >= 0 else people[0]

    def _people(self) -> list[int]:
        """Give the seats of those at the screen."""
        return [i for i, seat in enumerate(self.seats) if not seat.is_computer]

    @property
    def is_thinking(self) -> bool:
        """Tell whether a computer's move is being thought about."""
        return not self.is_over and not self.awaits_human and not self.session.awaits_end

    @property
    def is_solitary(self) -> bool:
        """Tell whether one person sits here alone, so that nobody is played against."""
        return len(self.seats) == 1

    @property
    def length(self) -> Message:
        """Say how long the game is by now: in turns, or in the measure of a game for one that counts none."""
        if self.is_solitary and not self.counts_turns:
            return awards.cost(self.session, awards.spent(self.session))
        return Message("{n} turn", plural="{n} turns", n=self.turns)

    @property
    def turns(self) -> int:
        """Count how often anybody has had a turn so far."""
        return sum(map(self.turns_of, range(len(self.seats))))

    @property
    def counts_turns(self) -> bool:
        """Tell whether the game itself counts its turns, so that they mean something to who plays alone as well."""
        return offers(self.session.game, "turns") is not None

    def turns_of(self, seat: int) -> int:
        """Count how often somebody has had a turn so far: as the game counts them, or by who moves."""
        counted = offers(self.session.game, "turns")
        if counted is not None:
            return counted(self.session.states, self.session.moves)[seat]
        movers = [self.session.mover(place) for place in range(self.session.place)]
        return sum(mover == seat and (not i or movers[i - 1] != seat) for i, mover in enumerate(movers))

    def moves_of_people(self) -> tuple[Move, ...]:
        """Give the moves so far without those of computers."""
        movers = map(self.session.mover, range(self.session.place))
        return tuple(
            move for mover, move in zip(movers, self.session.moves, strict=True) if not self.seats[mover].is_computer
        )
