"""The supply board and the bags: what can be taken or fetched, and how empty spaces are filled again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from logic.coatl.moves import Fetch, Take
from logic.coatl.pieces import COLOURS, KINDS, colour_of, is_feather
from logic.coatl.table import BODY_FIELDS, FIELDS, Bags, Seat, bag_of, capacity

Supply = tuple[tuple[str, ...], ...]
"""The pieces on each field, in the order of ``FIELDS``."""


def takes(seat: Seat, supply: Supply) -> Iterator[Take]:
    """Give the fields that may be taken: not empty, and with a slot for each piece."""
    for field, pieces in zip(FIELDS, supply, strict=True):
        if 0 < len(pieces) <= seat.free:
            yield Take(field)


def emptied(supply: Supply, field: str) -> Supply:
    """Give the supply board with a field taken."""
    return tuple(() if name == field else pieces for name, pieces in zip(FIELDS, supply, strict=True))


def has_bodies(supply: Supply) -> bool:
    """Tell whether a body lies on the supply board, golden ones included."""
    return any(supply[: len(BODY_FIELDS)])


def needs_filling(supply: Supply) -> bool:
    """Tell whether after a take empty spaces are filled: no body is left, or neither head nor tail."""
    return not has_bodies(supply) or not any(supply[len(BODY_FIELDS) :])


def filled(supply: Supply, bags: Bags) -> tuple[Supply, Bags, tuple[str, ...]]:
    """Fill all empty spaces, field by field, as far as the bags go; give what came new as well."""
    left = {kind: list(pieces) for kind, pieces in zip(KINDS, (bags.head, bags.tail, bags.body), strict=True)}
    fields, new = [], []
    for field, pieces in zip(FIELDS, supply, strict=True):
        bag = left[bag_of(field)]
        wanted = capacity(field) - len(pieces)
        drawn, bag[:wanted] = bag[:wanted], []
        fields.append((*pieces, *drawn))
        new.extend(drawn)
    return tuple(fields), Bags(*(tuple(left[kind]) for kind in KINDS)), tuple(new)


def fetches(seat: Seat, bags: Bags, *, second: bool = False) -> Iterator[Fetch]:
    """Give what *Perfect Pick* may take: a head, a tail, or two bodies, of a colour that is in the bag.

    Bodies come two by two as far as there are two, so a first one needs room for both. The ``second`` is a body.
    """
    if second or _pair_fits(seat, bags):
        bodies = {colour_of(piece) for piece in bags.body}
        wanted = [Fetch("body", colour) for colour in COLOURS if colour in bodies]
    else:
        wanted = []
    if not second and seat.free:
        heads, tails = ({colour_of(piece) for piece in bag} for bag in (bags.head, bags.tail))
        yield from (Fetch("head", colour) for colour in COLOURS if colour in heads)
        yield from (Fetch("tail", colour) for colour in COLOURS if colour in tails)
    yield from wanted


def _pair_fits(seat: Seat, bags: Bags) -> bool:
    return seat.free >= min(2, plain_bodies(bags.body)) > 0


def plain_bodies(bag: Sequence[str]) -> int:
    """Count the bodies of a bag that are not golden: those *Perfect Pick* may take."""
    return sum(not is_feather(piece) for piece in bag)


def fetched(bags: Bags, move: Fetch) -> tuple[Bags, str]:
    """Take the piece with the lowest number of its look out of the bag: which of them it is tells nothing."""
    bag: tuple[str, ...] = getattr(bags, move.kind)
    piece = min((piece for piece in bag if piece[0] == move.colour), key=lambda piece: int(piece[2:]))
    return bags._replace(**{move.kind: tuple(other for other in bag if other != piece)}), piece
