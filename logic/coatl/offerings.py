"""Turns that only some variants of Cóatl have, as its players think of them: sacrifice tokens, golden feathers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from logic.coatl.ending import GIFT
from logic.coatl.moves import CoatlMove, Commit, Discard, End, Fetch, Foresee, Rob, Steal
from logic.coatl.pieces import LETTERS
from logic.coatl.plans import Outlook, Turn
from logic.coatl.rules import MOST_ROBBED, robbable
from logic.coatl.table import Seat

LAST_TURNS = 8
"""With fewer turns left a token is worth less, and nothing at the end."""


def offerings(outlook: Outlook) -> Iterator[Turn]:
    """Give the turns with a token or a feather."""
    legal = outlook.view.legal_moves()
    price = _price(outlook)
    yield from _fetched(outlook, [move for move in legal if isinstance(move, Fetch)], price)
    for move in legal:
        if isinstance(move, Commit):
            seat = replace(outlook.seat, temples=(*outlook.seat.temples, move.temple))
            yield Turn((move, End()), outlook.value(seat) - price)
        elif isinstance(move, Foresee):
            yield Turn((move,), outlook.value() + outlook.taste.fresh - price)
        elif isinstance(move, Steal):
            yield _stolen(outlook, move)


def _price(outlook: Outlook) -> float:
    left = outlook.left.turns
    return outlook.taste.token * (1.0 if left is None else min(1.0, left / LAST_TURNS))


def _piece(move: Fetch) -> str:
    """Give a piece like the one that is fetched, for counting."""
    return f"{move.colour}{LETTERS[move.kind]}0"


def _fetched(outlook: Outlook, moves: Sequence[Fetch], price: float) -> Iterator[Turn]:
    """Give *Perfect Pick* of each head and tail, and of the best two bodies."""
    for move in moves:
        if move.kind != "body":
            yield Turn((move, End()), outlook.value(outlook.seat.storing(_piece(move))) - price)
    bodies = [move for move in moves if move.kind == "body"]
    if not bodies:
        return
    bag = {move.colour: int(outlook.offer.bag["RYGBK".index(move.colour)]) for move in bodies}
    _, first = max((outlook.value(outlook.seat.storing(_piece(move))), str(move)) for move in bodies)
    one = next(move for move in bodies if str(move) == first)
    seat = outlook.seat.storing(_piece(one))
    seconds = [move for move in bodies if bag[move.colour] > (move == one)] if seat.free else []
    pairs = [(outlook.value(seat.storing(f"{move.colour}b-")), str(move), move) for move in seconds]
    if pairs:
        value, _, other = max(pairs)
        yield Turn((one, other, End()), value - price)
    else:
        yield Turn((one, End()), outlook.value(seat) - price)


def _stolen(outlook: Outlook, move: Steal) -> Turn:
    """Give the theft of the bodies that help most, from one opponent."""
    feather = next(piece for piece in outlook.seat.pieces if piece.startswith("F"))
    seat, moves = outlook.seat.without(feather), list[CoatlMove]([move])
    left = list(robbable(outlook.view.seats[move.seat]))
    while left and seat.free and len(moves) <= MOST_ROBBED:
        _, piece = max((outlook.value(seat.storing(piece)), piece) for piece in left)
        seat = seat.storing(piece)
        left.remove(piece)
        moves.append(Rob(piece))
    return Turn((*moves, End()), outlook.value(seat) - GIFT)


def discards(outlook: Outlook) -> tuple[CoatlMove, ...]:
    """Give the cards to lay aside after *See the Future*: those without which the hand is worth more."""
    moves, seat = list[CoatlMove](), outlook.seat
    for card in outlook.hand:
        rest = without_card(seat, card)
        if outlook.value(rest) > outlook.value(seat):
            seat = rest
            moves.append(Discard(card))
    return tuple(moves)


def without_card(seat: Seat, card: str) -> Seat:
    """Give the seat with a prophecy gone from its hand."""
    return replace(seat, prophecies=tuple(other for other in seat.prophecies if other != card))
