"""What a player of Cóatl may know: the own hand, what lies open, what is in the bags, and how many other cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from logic.coatl.components import HIDDEN, Bags, Seat
from logic.coatl.rules import State, unseen_pieces, unseen_prophecies, unseen_temples
from logic.core import Dice


def _covered(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(HIDDEN for _ in cards)


def redact(state: State, viewer: int) -> State:
    """The position as that player may know it: cards that are not seen are ``HIDDEN``.

    What is in the bags everybody can work out; it is in the order of the ids, which tells nothing of what comes next.
    """
    seats = tuple(seat if number == viewer else _others(seat) for number, seat in enumerate(state.seats))
    return replace(
        state,
        seats=seats,
        bags=unseen_pieces(state),
        deck=_covered(state.deck),
        temple_deck=_covered(state.temple_deck),
        seed=0,
    )


def _others(seat: Seat) -> Seat:
    """Cover what another player holds: both kinds of cards in the hand, and those laid aside in secret."""
    return replace(
        seat,
        prophecies=_covered(seat.prophecies),
        temples=_covered(seat.temples),
        aside=_covered(seat.aside),
    )


def sample(state: State, viewer: int, dice: Dice) -> State:
    """A full position that agrees with what that player knows: what is hidden is dealt anew."""
    known = redact(state, viewer)
    cards = iter(dice.shuffled(unseen_prophecies(known)))
    shrines = iter(dice.shuffled(unseen_temples(known)))

    def dealt(held: Iterable[str], pile: Iterable[str]) -> tuple[str, ...]:
        source = iter(pile)
        return tuple(next(source) if card == HIDDEN else card for card in held)

    seats = tuple(
        replace(
            seat,
            prophecies=dealt(seat.prophecies, cards),
            temples=dealt(seat.temples, shrines),
            aside=dealt(seat.aside, cards),
        )
        for seat in known.seats
    )
    bags = Bags(*(tuple(dice.shuffled(bag)) for bag in unseen_pieces(known)))
    deck, temple_deck = dealt(known.deck, cards), dealt(known.temple_deck, shrines)
    return replace(known, seats=seats, bags=bags, deck=deck, temple_deck=temple_deck, seed=dice.seed())
