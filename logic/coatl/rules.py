"""The rules of Cóatl: take pieces, choose prophecies or build; who has the most points on finished cóatls wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from logic.coatl import ending, picture, turning
from logic.coatl.building import bare, built, steps
from logic.coatl.ending import Cause
from logic.coatl.moves import (
    Action,
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Pass,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.coatl.params import HAND, KEPT, Params
from logic.coatl.pieces import is_feather, kind_of
from logic.coatl.supply import Supply, emptied, fetched, fetches, plain_bodies, takes
from logic.coatl.table import FIELDS, Bags, Seat, known
from logic.core import Event, Outcome, Step

MOST_ROBBED = 2
"""How many bodies a golden feather brings."""


@dataclass(frozen=True, slots=True)
class State:
    """A position of Cóatl.

    ``supply`` is by field, ``seats`` by player; ``display`` and ``temples`` are the cards that lie face up, "" where
    one was taken. ``turn`` counts from 1, 0 while cards are laid aside. ``action`` is what the player has begun;
    ``left`` how many more pieces it allows, and ``victim`` whose. Once the end is near, ``cause`` says why, and
    ``queue`` whose turns are left after this one. ``passes`` are those made in a row. ``seed`` and ``shuffles`` are
    for the next time that the discards are shuffled.
    """

    params: Params
    seats: tuple[Seat, ...]
    bags: Bags
    supply: Supply
    deck: tuple[str, ...]
    display: tuple[str, ...]
    temple_deck: tuple[str, ...]
    temples: tuple[str, ...]
    discards: tuple[str, ...] = ()
    first: int = 0
    player: int = 0
    turn: int = 1
    action: Action = ""
    left: int = 0
    victim: int | None = None
    queue: tuple[int, ...] | None = None
    cause: Cause = ""
    passes: int = 0
    over: bool = False
    seed: int = 0
    shuffles: int = 0

    # -- what there is to see

    @property
    def seat(self) -> Seat:
        """What the player whose turn it is has."""
        return self.seats[self.player]

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of play, from the first player on."""
        return ending.order(self.first, self.params.players)

    def field(self, name: str) -> tuple[str, ...]:
        """Give the pieces on a field of the supply board."""
        return self.supply[FIELDS.index(name)]

    def score(self, seat: int) -> int:
        """Give the points of a player's finished cóatls and feathers."""
        return ending.points(self.seats[seat])

    def turns_left(self, seat: int) -> int | None:
        """Give how many turns a player has after this one, None while nobody can know."""
        if self.params.players == 1 and self.queue is None:
            return max(0, self.params.turns - self.turn)
        return None if self.queue is None else self.queue.count(seat)

    # -- moves

    def legal_moves(self) -> tuple[CoatlMove, ...]:
        """All moves: one kind of action at the start of a turn, then what it allows; a pass only where nothing else."""
        if self.over:
            return ()
        return tuple(_CHOICES[self.action](self)) or (Pass(),)

    def _first_steps(self) -> Iterator[CoatlMove]:
        yield from takes(self.seat, self.supply)
        yield from self._cards()
        yield from steps(self.seat, self.temples, crowning=False)
        yield from self._sacrifices()
        yield from self._steals()

    def _cards(self) -> Iterator[CoatlMove]:
        if len(self.seat.prophecies) < HAND:
            yield from map(Choose, known(self.display))
            if turning.has_prophecies(self):
                yield Draw()

    def _sacrifices(self) -> Iterator[CoatlMove]:
        tokens = self.seat.tokens
        if "pick" in tokens:
            yield from fetches(self.seat, self.bags)
        if "future" in tokens:
            yield Foresee()
        if "commit" in tokens:
            yield from map(Commit, known(self.temples))

    def _steals(self) -> Iterator[CoatlMove]:
        if any(is_feather(piece) for piece in self.seat.pieces):
            for number, seat in enumerate(self.seats):
                if number != self.player and robbable(seat):
                    yield Steal(number)

    def _laying_aside(self) -> Iterator[CoatlMove]:
        hand = self.seat.prophecies
        yield from map(Discard, known(hand)) if len(hand) > KEPT else (End(),)

    def _choosing(self) -> Iterator[CoatlMove]:
        yield from self._cards()
        yield End()

    def _foreseeing(self) -> Iterator[CoatlMove]:
        yield from map(Discard, known(self.seat.prophecies))
        yield from self._choosing()

    def _building(self) -> Iterator[CoatlMove]:
        yield from steps(self.seat, self.temples, crowning=self.action == "crown")
        if not bare(self.seat):
            yield End()

    def _picking(self) -> Iterator[CoatlMove]:
        yield from fetches(self.seat, self.bags, second=True) if self.left else (End(),)

    def _stealing(self) -> Iterator[CoatlMove]:
        assert self.victim is not None  # noqa: S101 - told to the type checker
        if self.left and self.seat.free:
            yield from (Rob(piece) for piece in robbable(self.seats[self.victim]))
        if self.left < MOST_ROBBED:
            yield End()

    def _done(self) -> Iterator[CoatlMove]:
        yield End()

    # -- what a move leads to

    def apply(self, move: CoatlMove) -> Step:
        """Give the position after the move, and what happened on the way."""
        return _MADE[type(move)](self, move)

    def with_seat(self, seat: Seat, number: int | None = None, **changes: Any) -> State:
        """Give the position in which the player to move, or another, has something else, and with other changes."""
        number = self.player if number is None else number
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]), **changes)

    def _ended(self, _move: End) -> Step:
        return turning.ended(self, passing=False)

    def _passed(self, _move: Pass) -> Step:
        return turning.ended(self, passing=True)

    def _laid_aside(self, move: Discard) -> Step:
        """Lay a card aside: in secret before the first turn, onto the open discards later."""
        seat, event = self.seat, Event("discard", {move.card: ()})
        hand = tuple(card for card in seat.prophecies if card != move.card)
        if self.action == "discard":
            return Step(self.with_seat(replace(seat, prophecies=hand, aside=(*seat.aside, move.card))), (event,))
        after = self.with_seat(replace(seat, prophecies=hand), discards=(*self.discards, move.card))
        return Step(after, (event,))

    def _taken(self, move: Take) -> Step:
        pieces = self.field(move.field)
        seat, supply = self.seat.storing(*pieces), emptied(self.supply, move.field)
        return Step(self.with_seat(seat, supply=supply, action="take"), (Event("take", dict.fromkeys(pieces, ())),))

    def _with_card(self, card: str, **changes: Any) -> State:
        hand = (*self.seat.prophecies, card)
        return self.with_seat(replace(self.seat, prophecies=hand), action="choose", **changes)

    def _chosen(self, move: Choose) -> Step:
        display = tuple("" if card == move.card else card for card in self.display)
        return Step(self._with_card(move.card, display=display), (Event("choose", {move.card: ()}),))

    def _drawn(self, _move: Draw) -> Step:
        card, after = turning.next_prophecy(self)
        return Step(after._with_card(card), (Event("draw", {card: ()}, reveals=True),))

    def _built(self, move: Start | Attach | Prophesy | Crown) -> Step:
        seat = built(self.seat, move)
        if isinstance(move, Crown):
            temples = tuple("" if temple == move.temple else temple for temple in self.temples)
            after = self.with_seat(seat, action="crown", temples=temples)
            return Step(after, (Event("crown", {move.temple: ()}),))
        after = self.with_seat(seat, action="build")
        if isinstance(move, Prophesy):
            return Step(after, (Event("prophesy", {move.card: ()}),))
        if isinstance(move, Start):
            return Step(after, (Event("start", {move.piece: ()}),))
        name = "close" if seat.coatls[move.coatl].is_finished else "attach"
        return Step(after, (Event(name, {move.piece: ()}),))

    def _sacrificed(self, token: str) -> Seat:
        return replace(self.seat, tokens=tuple(other for other in self.seat.tokens if other != token))

    def _fetched(self, move: Fetch) -> Step:
        """Take a piece from a bag; a first body is followed by a second while the bag has one."""
        bags, piece = fetched(self.bags, move)
        first = self.action != "pick"
        left = int(first and move.kind == "body" and plain_bodies(bags.body) > 0)
        seat = self._sacrificed("pick") if first else self.seat
        after = self.with_seat(seat.storing(piece), bags=bags, action="pick", left=left)
        return Step(after, (Event("fetch", {piece: ()}),))

    def _foreseen(self, _move: Foresee) -> Step:
        """Lay the face-up prophecies aside, and new ones in their places."""
        gone = tuple(card for card in self.display if card)
        empty, discards = ("",) * len(self.display), (*self.discards, *gone)
        after = self.with_seat(self._sacrificed("future"), discards=discards, display=empty, action="future")
        after, new = turning.with_display(after)
        return Step(after, (Event("foresee", dict.fromkeys((*gone, *new), ()), reveals=True),))

    def _committed(self, move: Commit) -> Step:
        temples = tuple("" if temple == move.temple else temple for temple in self.temples)
        seat = replace(self._sacrificed("commit"), temples=(*self.seat.temples, move.temple))
        after = self.with_seat(seat, temples=temples, action="commit")
        return Step(after, (Event("commit", {move.temple: ()}),))

    def _gave_feather(self, move: Steal) -> Step:
        feather = next(piece for piece in self.seat.pieces if is_feather(piece))
        other = self.seats[move.seat]
        after = self.with_seat(self.seat.without(feather))
        given = replace(other, gifts=(*other.gifts, feather))
        after = after.with_seat(given, move.seat, action="steal", victim=move.seat, left=MOST_ROBBED)
        return Step(after, (Event("steal", {feather: ()}),))

    def _robbed(self, move: Rob) -> Step:
        assert self.victim is not None  # noqa: S101 - told to the type checker
        after = self.with_seat(self.seats[self.victim].without(move.piece), self.victim)
        after = after.with_seat(after.seat.storing(move.piece), left=self.left - 1)
        return Step(after, (Event("rob", {move.piece: ()}),))

    # -- the end

    def outcome(self) -> Outcome | None:
        """Give the end: the last turn is over."""
        return ending.outcome(self)

    def __str__(self) -> str:
        return picture.drawn(self)


def robbable(seat: Seat) -> tuple[str, ...]:
    """Give the pieces that a steal may take from a board: its bodies, not the golden ones."""
    return tuple(piece for piece in seat.pieces if kind_of(piece) == "body" and not is_feather(piece))


_CHOICES: dict[Action, Callable[[State], Iterator[CoatlMove]]] = {
    "": State._first_steps,
    "discard": State._laying_aside,
    "take": State._done,
    "choose": State._choosing,
    "build": State._building,
    "crown": State._building,
    "pick": State._picking,
    "future": State._foreseeing,
    "commit": State._done,
    "steal": State._stealing,
}
"""What each action allows, once it has been begun."""

_MADE: dict[type[CoatlMove], Callable[[State, Any], Step]] = {
    Discard: State._laid_aside,
    Take: State._taken,
    Choose: State._chosen,
    Draw: State._drawn,
    Start: State._built,
    Attach: State._built,
    Prophesy: State._built,
    Crown: State._built,
    Fetch: State._fetched,
    Foresee: State._foreseen,
    Commit: State._committed,
    Steal: State._gave_feather,
    Rob: State._robbed,
    End: State._ended,
    Pass: State._passed,
}
"""What each kind of move does."""
