"""What of Cóatl's pieces and cards is seen nowhere, so that it must be in the bags, the decks or other hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logic.coatl.cards import prophecies, temples
from logic.coatl.pieces import HEADS, TAILS, feathers, pieces_of
from logic.coatl.table import HIDDEN, Bags

if TYPE_CHECKING:
    from logic.coatl.params import Params
    from logic.coatl.rules import State


def all_pieces(params: Params) -> Bags:
    """Give all pieces of a game in the order of their ids, as if none were out of the bags."""
    bodies = (*pieces_of("body", params.bodies_each), *feathers(params.golden))
    return Bags(pieces_of("head", HEADS), pieces_of("tail", TAILS), bodies)


def unseen_pieces(state: State) -> Bags:
    """Give what must be in the bags: all pieces that lie nowhere else, in the order of their ids."""
    seen = {piece for pieces in state.supply for piece in pieces}
    for seat in state.seats:
        seen.update(seat.pieces, seat.gifts, *(coatl.pieces for coatl in seat.coatls))
    return Bags(*(tuple(piece for piece in bag if piece not in seen) for bag in all_pieces(state.params)))


def unseen_prophecies(state: State) -> tuple[str, ...]:
    """Give the prophecies that a viewer sees nowhere: in the deck, in other hands, or laid aside in secret."""
    seen = {*state.display, *state.discards}
    for seat in state.seats:
        seen.update(seat.prophecies, seat.aside, *(coatl.prophecies for coatl in seat.coatls))
    return tuple(card for card in prophecies(state.params.promo) if card not in seen)


def unseen_temples(state: State) -> tuple[str, ...]:
    """Give the temples that a viewer sees nowhere: in the deck or in other hands."""
    seen = set(state.temples)
    for seat in state.seats:
        seen.update(seat.temples, (coatl.temple for coatl in seat.coatls))
    return tuple(card for card in temples(state.params.promo) if card not in seen)


def rest_of_prophecies(state: State) -> tuple[str, ...]:
    """Give the deck as it follows from all the rest, in the order of the ids; hidden where other cards are."""
    hands = [card for seat in state.seats for card in (*seat.prophecies, *seat.aside)]
    return _rest(unseen_prophecies(state), (*hands, *state.display, *state.discards).count(HIDDEN))


def rest_of_temples(state: State) -> tuple[str, ...]:
    """Give the deck of temples as it follows from all the rest, as with the prophecies."""
    hands = [card for seat in state.seats for card in seat.temples]
    return _rest(unseen_temples(state), (*hands, *state.temples).count(HIDDEN))


def _rest(unseen: tuple[str, ...], hidden: int) -> tuple[str, ...]:
    return (HIDDEN,) * (len(unseen) - hidden) if hidden else unseen
