"""The moves of Cóatl, including the single steps of a build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import ClassVar, Literal

from logic.coatl.components import (
    LETTERS,
    MOST_COATLS,
    MOST_OPEN,
    MOST_PROPHECIES,
    Colour,
    Kind,
    Seat,
    Serpent,
    Side,
    is_feather,
    kind_of,
    kind_of_card,
    known,
)
from logic.coatl.scoring import score_prophecy, score_temple

Action = Literal["", "discard", "take", "choose", "build", "crown", "pick", "future", "commit", "steal"]
"""The action that the player has begun in this turn; empty at its start.

``discard`` is the laying aside before the first turn. ``crown`` is a build in which a temple has been laid: only
temples may follow. ``future`` is *See the Future* until the first prophecy is chosen; from then on it is ``choose``.
"""


class _Move:
    """A move whose text is its name and its arguments; indices count from 0 internally and from 1 in text."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __str__(self) -> str:
        values = (getattr(self, name) for name in self.__match_args__)
        told = (str(value + 1) if isinstance(value, int) else value for value in values)
        return " ".join((type(self).__name__.lower(), *told))

    @property
    def thing(self) -> str:
        """The piece, card or field that the move uses, or its type; empty if there is none."""
        first = getattr(self, self.__match_args__[0]) if self.__match_args__ else ""
        return first if isinstance(first, str) else ""


@dataclass(frozen=True, slots=True)
class Discard(_Move):
    """Discard a prophecy from the hand: before the first turn, or with *See the Future*."""

    card: str


@dataclass(frozen=True, slots=True)
class Take(_Move):
    """Take all pieces of one field of the supply board."""

    field: str


@dataclass(frozen=True, slots=True)
class Choose(_Move):
    """Take a face-up prophecy into the hand."""

    card: str


@dataclass(frozen=True, slots=True)
class Draw(_Move):
    """Take a prophecy from the deck, blind."""


@dataclass(frozen=True, slots=True)
class Start(_Move):
    """Start a cóatl with a piece from the player's board."""

    piece: str


@dataclass(frozen=True, slots=True)
class Attach(_Move):
    """Add a piece to an open end of one of the player's cóatls; ``coatl`` counts from 0."""

    piece: str
    coatl: int
    side: Side


@dataclass(frozen=True, slots=True)
class Prophesy(_Move):
    """Lay a prophecy from the hand on one of the player's cóatls."""

    card: str
    coatl: int


@dataclass(frozen=True, slots=True)
class Crown(_Move):
    """Lay a temple, from the display or the hand, on a cóatl finished in this turn."""

    temple: str
    coatl: int


@dataclass(frozen=True, slots=True)
class Fetch(_Move):
    """Take any piece from a bag: the token *Perfect Pick*; a first body is followed by a second."""

    kind: Kind
    colour: Colour

    @property
    def thing(self) -> str:
        """The type of the piece: ``Rh`` for a red head."""
        return f"{self.colour}{LETTERS[self.kind]}"

    def __str__(self) -> str:
        return f"fetch {self.thing}"


@dataclass(frozen=True, slots=True)
class Foresee(_Move):
    """Replace the face-up prophecies: the token *See the Future*; discards and a choice may follow."""


@dataclass(frozen=True, slots=True)
class Commit(_Move):
    """Take a face-up temple into the hand: the token *Priest's Commitment*."""

    temple: str


@dataclass(frozen=True, slots=True)
class Steal(_Move):
    """Give a golden feather to an opponent, to take up to two bodies from that player's board."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rob(_Move):
    """Take a body from the board of the opponent who got the feather."""

    piece: str


@dataclass(frozen=True, slots=True)
class End(_Move):
    """End the turn, or the initial discarding; what is due is refilled, and finished cóatls are locked for good."""


@dataclass(frozen=True, slots=True)
class Pass(_Move):
    """Pass; legal only if nothing else is."""


CoatlMove = (
    Discard | Take | Choose | Draw | Start | Attach | Prophesy | Crown
    | Fetch | Foresee | Commit | Steal | Rob | End | Pass
)  # fmt: skip


BuildStep = Start | Attach | Prophesy | Crown


def level(card: str, coatl: Serpent) -> int:
    """The level that a prophecy reaches on a cóatl in its present state, 0 for none."""
    return score_prophecy(card, coatl.colours, coatl.head_closed, coatl.tail_closed)[0]


def prophecy_points(card: str, coatl: Serpent) -> int:
    """The points that a prophecy is worth on a cóatl in its present state."""
    return score_prophecy(card, coatl.colours, coatl.head_closed, coatl.tail_closed)[1]


def temple_points(temple: str, coatl: Serpent) -> int:
    """The points that a temple is worth on a cóatl in its present state."""
    return score_temple(temple, coatl.colours, coatl.prophecies)


def worth(coatl: Serpent) -> int:
    """The points of a cóatl with its cards in its present state, finished or not."""
    return sum(card_points(coatl).values())


def card_points(coatl: Serpent) -> dict[str, int]:
    """The points of each card on a cóatl in its present state, the temple last."""
    prophecies = {card: prophecy_points(card, coatl) for card in coatl.prophecies}
    return prophecies | ({coatl.temple: temple_points(coatl.temple, coatl)} if coatl.temple else {})


def sides_for(piece: str, coatl: Serpent) -> tuple[Side, ...]:
    """The ends at which a piece may be added: heads and tails close their own end, once there is a body."""
    if is_feather(piece):
        return ()
    kind = kind_of(piece)
    if kind == "body":
        ends: tuple[tuple[Side, bool], ...] = (("head", coatl.head_closed), ("tail", coatl.tail_closed))
        return tuple(side for side, closed in ends if not closed)
    closed = coatl.head_closed if kind == "head" else coatl.tail_closed
    return () if closed or not coatl.has_body else (kind,)


def takes_card(card: str, coatl: Serpent) -> bool:
    """Return whether a prophecy may be laid on a cóatl now: it scores, has no twin there, and there is room."""
    return (
        not coatl.locked
        and len(coatl.prophecies) < MOST_PROPHECIES
        and all(kind_of_card(card) != kind_of_card(laid) for laid in coatl.prophecies)
        and level(card, coatl) > 0
    )


def takes_temple(temple: str, coatl: Serpent) -> bool:
    """Return whether a temple may be laid on a cóatl now: it scores, and the cóatl is ready.

    A cóatl is ready if it was finished in this turn and has a prophecy but no temple.
    """
    ready = coatl.is_finished and not coatl.locked and bool(coatl.prophecies) and not coatl.temple
    return ready and temple_points(temple, coatl) > 0


def bare(seat: Seat) -> tuple[int, ...]:
    """The indices of the finished cóatls that still lack a prophecy: the action cannot end with them."""
    return tuple(index for index, coatl in enumerate(seat.coatls) if coatl.is_finished and not coatl.prophecies)


def can_be_ended(seat: Seat) -> bool:
    """Return whether each finished cóatl without a prophecy can still get one of its own from the hand."""
    return not bare(seat) or last_cards(seat, known(seat.prophecies)) is not None


def last_cards(seat: Seat, cards: Sequence[str]) -> tuple[str, ...] | None:
    """One card for each finished cóatl that lacks a prophecy; None if there are not enough suitable ones."""
    return _distinct_cards(
        [[card for card in cards if takes_card(card, seat.coatls[index])] for index in bare(seat)], ()
    )


def _distinct_cards(suitable: Sequence[Sequence[str]], used: tuple[str, ...]) -> tuple[str, ...] | None:
    """A different card from each list; None if that is impossible."""
    if not suitable:
        return used
    found = (_distinct_cards(suitable[1:], (*used, card)) for card in suitable[0] if card not in used)
    return next((cards for cards in found if cards is not None), None)


def built(seat: Seat, move: BuildStep) -> Seat:
    """The seat after a step of the build; a face-up temple comes from outside the hand."""
    if isinstance(move, Start):
        return seat.without(move.piece).with_coatl(len(seat.coatls), Serpent((move.piece,)))
    coatl = seat.coatls[move.coatl]
    if isinstance(move, Attach):
        return seat.without(move.piece).with_coatl(move.coatl, coatl.with_piece(move.piece, move.side))
    if isinstance(move, Prophesy):
        hand = tuple(card for card in seat.prophecies if card != move.card)
        laid = replace(coatl, prophecies=(*coatl.prophecies, move.card))
        return replace(seat, prophecies=hand).with_coatl(move.coatl, laid)
    hand = tuple(temple for temple in seat.temples if temple != move.temple)
    return replace(seat, temples=hand).with_coatl(move.coatl, replace(coatl, temple=move.temple))


def steps(seat: Seat, temples: Sequence[str], *, crowning: bool) -> Iterator[BuildStep]:
    """The possible steps, without those that would keep the action from ending.

    ``temples`` are the face-up ones; once one is on a cóatl (``crowning``) only further temples may follow.
    """
    waiting = bool(bare(seat))
    if not crowning:
        if may_start(seat):
            yield from (Start(piece) for piece in seat.pieces if not is_feather(piece))
        for step in chain[BuildStep](_attachments(seat), _prophecies(seat)):
            matters = waiting or (isinstance(step, Attach) and closes(step, seat))
            if not matters or can_be_ended(built(seat, step)):
                yield step
    if not waiting:
        yield from _crowns(seat, temples)


def may_start(seat: Seat) -> bool:
    return len(seat.coatls) < MOST_COATLS and len(seat.unfinished) < MOST_OPEN


def closes(step: Attach, seat: Seat) -> bool:
    """Return whether a step finishes a cóatl: a head or a tail, if the other end is closed."""
    coatl = seat.coatls[step.coatl]
    return kind_of(step.piece) != "body" and (coatl.head_closed or coatl.tail_closed)


def _attachments(seat: Seat) -> Iterator[Attach]:
    for index, coatl in enumerate(seat.coatls):
        if not coatl.locked:
            for piece in seat.pieces:
                yield from (Attach(piece, index, side) for side in sides_for(piece, coatl))


def _prophecies(seat: Seat) -> Iterator[Prophesy]:
    for index, coatl in enumerate(seat.coatls):
        yield from (Prophesy(card, index) for card in known(seat.prophecies) if takes_card(card, coatl))


def _crowns(seat: Seat, temples: Sequence[str]) -> Iterator[Crown]:
    for index, coatl in enumerate(seat.coatls):
        if coatl.is_finished and not coatl.locked:
            shown = known((*temples, *seat.temples))
            yield from (Crown(temple, index) for temple in shown if takes_temple(temple, coatl))
