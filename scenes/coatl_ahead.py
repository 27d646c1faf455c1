"""What is painted ahead for the table of Cóatl, while nothing moves: what the next moves may show at first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from logic.coatl import State
from logic.coatl.cards import prophecy, temple
from logic.coatl.params import HAND
from logic.coatl.pieces import COLOURS, FEATHER, KINDS, LETTERS
from logic.coatl.table import known
from scenes.chores import Chore
from scenes.coatl_areas import spread
from scenes.coatl_paint import card_size, face
from scenes.coatl_places import Places
from sprites.coatl_beads import ANY, EMBLEMS, SMALL, bead, emblem
from sprites.coatl_decks import back
from sprites.coatl_marks import End, opening
from sprites.coatl_segments import LEGIBLE, bare, segment
from sprites.ui import Kit


def ahead(kit: Kit, places: Places, state: State, viewer: int) -> Iterator[Chore]:
    """Give what may be needed soon, the most likely first, in parts that fit into a frame."""
    seat = state.seats[viewer if viewer < state.params.players else 0]
    hand, temples = known(seat.prophecies), known(seat.temples)
    yield from _small_things(kit, places)
    yield from _pieces(kit, feathers=any(state.params.feathers))
    yield from _levels(kit, places, hand, len(seat.prophecies))
    yield from _other_hands(kit, places, state, hand)
    flying, laid = (card_size(rect.width) for rect in (places.middle.display[0], places.own.lanes[0].temple))
    yield from (partial(face, kit, card, size) for card in temples for size in (flying, laid))
    for card in (*temples, *known(state.temples)):
        own = spread(places.own.shrine, len(seat.temples))
        width = own[0].width if own and card in temples else places.middle.temples[0].width
        yield from (partial(face, kit, card, card_size(width), level=n) for n in range(1, len(temple(card).points)))


def _small_things(kit: Kit, places: Places) -> Iterator[Chore]:
    """What all cards are made of, their backs, and what lights up where a piece may be laid."""
    for side in (SMALL, SMALL - 1):
        yield from (partial(bead, kit, colour, side) for colour in (*COLOURS, ANY))
    yield from (partial(emblem, kit, group, SMALL) for group in EMBLEMS)
    ends: tuple[End, ...] = ("start", "head", "tail")
    yield from (partial(opening, kit, end, places.own.lanes[0].chain.height) for end in ends)
    yield partial(back, kit, places.middle.temple_deck.size, "temple")


def _levels(kit: Kit, places: Places, hand: tuple[str, ...], count: int) -> Iterator[Chore]:
    """The cards of the hand at all their levels, and as they look where they may be laid."""
    size = card_size(spread(places.own.hand, count)[0].width) if count else (0, 0)
    for card in hand:
        yield partial(face, kit, card, size, level=1, look="lit")
        for level in range(1, len(prophecy(card).family.levels) + 1):
            yield partial(face, kit, card, size, level=level)


def _other_hands(kit: Kit, places: Places, state: State, hand: tuple[str, ...]) -> Iterator[Chore]:
    """The cards as they lie when the hand has one less or one more, and as they leave it."""
    lays_aside = state.action in ("discard", "future")
    fewer, more = len(hand) - 1, len(hand) + 1
    lying = {fewer: hand} if fewer > 0 else {}
    if more <= HAND:
        lying[more] = (*hand, *known(state.display))
    for count, cards in lying.items():
        size = card_size(spread(places.own.hand, count)[0].width)
        yield from (partial(face, kit, card, size) for card in cards)
        if lays_aside:
            yield from (partial(face, kit, card, size, look="lit") for card in hand)
    width = places.middle.display[0].width
    yield from (partial(face, kit, card, card_size(width)) for card in hand)


def _pieces(kit: Kit, *, feathers: bool) -> Iterator[Chore]:
    """Every piece that may come out of a bag, large, and as small as it lies before others."""
    types = [colour + LETTERS[kind] for kind in KINDS for colour in COLOURS]
    for piece in (*types, FEATHER + LETTERS["body"]) if feathers else types:
        yield partial(bare, kit, piece)
        for side in (LEGIBLE, LEGIBLE - 1):
            yield partial(segment, kit, piece, side)
