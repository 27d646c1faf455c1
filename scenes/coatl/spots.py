"""What can be pointed at on the table of Cóatl, and where it is: for hands, for the cursor, and for words about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import pygame

from logic.coatl import State
from logic.coatl.components import COLOURS, FIELDS, HIDDEN, LETTERS, TOKENS, Seat, Side
from logic.coatl.components import Kind as PieceKind
from scenes.coatl.layout import Area, Places, chain, spread

Kind = Literal[
    "field", "prophecy", "temple", "deck", "discards", "temple_deck", "pouch", "hand", "shrine", "piece", "laid",
    "segment", "end", "start", "lane", "token", "area", "worth", "fetch", "rob", "slot", "close", "covered",
]  # fmt: skip
TOUCH = 48
"""In units: smaller things are touched as if they were so large, where nothing else is."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that can be pointed at: its name on the table, and the number of its seat or cóatl where it has one."""

    kind: Kind
    name: str = ""
    number: int = 0

    @property
    def label(self) -> str:
        """What a lesson calls one without a name: ``lane1`` for the first lane."""
        return f"{self.kind}{self.number + 1}"


ROWS: tuple[PieceKind, ...] = ("head", "body", "tail")
"""The rows in which pieces are picked from the bags."""
Found = tuple[Spot, pygame.Rect]


def own_cards(state: State, viewer: int) -> frozenset[str]:
    """The cards in the viewer's hand, who may be nobody of the players."""
    seat = state.seats[viewer] if viewer < state.params.players else None
    return frozenset((*seat.prophecies, *seat.temples)) - {HIDDEN} if seat is not None else frozenset()


def table_spots(places: Places, state: State, viewer: int) -> Iterator[Found]:
    """Everything on the table, what lies above before what lies below it."""
    if viewer < state.params.players:
        yield from _own(places, state, state.seats[viewer], viewer)
    for area in places.others:
        yield from seat_spots(area, state)
        yield Spot("area", number=area.seat), area.rect
    yield from market_spots(places, state)


def market_spots(places: Places, state: State) -> Iterator[Found]:
    """What lies in the market."""
    for rect, card in zip(places.middle.display, state.display, strict=True):
        if card:
            yield Spot("prophecy", card), rect
    for rect, card in zip(places.middle.temples, state.temples, strict=True):
        if card:
            yield Spot("temple", card), rect
    yield Spot("deck"), places.middle.deck
    yield Spot("discards"), places.middle.discards
    yield Spot("temple_deck"), places.middle.temple_deck
    yield from ((Spot("field", field), places.middle.fields[field]) for field in FIELDS)
    yield from ((Spot("pouch", kind), rect) for kind, rect in places.middle.pouches.items())


def hand_spots(area: Area, seat: Seat) -> Iterator[Found]:
    """The cards in the open hand; the last of them lie over the others."""
    for kind, rect, cards in (("prophecy", area.hand, seat.prophecies), ("temple", area.shrine, seat.temples)):
        rects = spread(rect, len(cards))
        for card, there in reversed(list(zip(cards, rects, strict=True))):
            if card != HIDDEN:
                yield Spot("prophecy" if kind == "prophecy" else "temple", card), there


def _own(places: Places, state: State, seat: Seat, viewer: int) -> Iterator[Found]:
    """What the viewer has."""
    area = places.own
    yield from hand_spots(area, seat)
    if state.params.tokens:
        yield from ((Spot("token", name, viewer), rect) for name, rect in zip(TOKENS, area.tokens, strict=True))
    for slot, piece in zip(area.slots, seat.board, strict=True):
        yield (Spot("piece", piece) if piece else Spot("slot")), slot
    yield from _coatls(area, seat, viewer, is_open=True)


def seat_spots(area: Area, state: State) -> Iterator[Found]:
    """What an opponent has, as far as it is seen."""
    seat = state.seats[area.seat]
    yield Spot("hand", number=area.seat), area.hand
    yield Spot("shrine", number=area.seat), area.shrine
    if state.params.tokens:
        yield from ((Spot("token", name, area.seat), rect) for name, rect in zip(TOKENS, area.tokens, strict=True))
    for slot, piece in zip(area.slots, seat.board, strict=True):
        if piece:
            yield Spot("piece", piece, area.seat), slot
    yield from _coatls(area, seat, area.seat, is_open=False)


def _coatls(area: Area, seat: Seat, number: int, *, is_open: bool) -> Iterator[Found]:
    for place, (lane, coatl) in enumerate(zip(area.lanes, seat.coatls, strict=False)):
        tags = zip(coatl.prophecies, lane.tag_rects(len(coatl.prophecies)), strict=True)
        yield from ((Spot("laid", card, number), rect) for card, rect in tags)
        if coatl.temple:
            yield Spot("laid", coatl.temple, number), lane.temple
        cell, middles = chain(lane, coatl, is_open=is_open)
        for piece, middle in zip(coatl.pieces, middles, strict=True):
            yield Spot("segment", piece, number), _square(middle, cell)
        yield Spot("worth", str(place), number), lane.plate
        if is_open:
            yield Spot("lane", number=place), lane.rect


def _square(middle: tuple[float, float], side: float) -> pygame.Rect:
    rect = pygame.Rect(0, 0, round(side), round(side))
    rect.center = round(middle[0]), round(middle[1])
    return rect


def end_spot(places: Places, state: State, seat: int, coatl: int, side: Side) -> Found:
    """Where a piece may be added to a cóatl of the viewer."""
    cell, middles = chain(places.own.lanes[coatl], state.seats[seat].coatls[coatl], is_open=True)
    x, y = middles[0 if side == "head" else -1]
    return Spot("end", side, coatl), _square((x + (-cell if side == "head" else cell), y), cell)


def start_spot(places: Places, state: State, seat: int) -> Found:
    """Where a new cóatl may be started."""
    lane = places.own.lanes[len(state.seats[seat].coatls)]
    return Spot("start"), _square(lane.groove.center, places.unit)


def picker_spots(rect: pygame.Rect) -> Sequence[Found]:
    """A grid of what can be picked from the bags: a row for heads, bodies and tails, a column for each colour."""
    inner = rect.inflate(-rect.width // 10, -rect.height // 8)
    side = min(inner.width / len(COLOURS), inner.height / len(ROWS))
    left, top = inner.centerx - side * len(COLOURS) / 2, inner.centery - side * len(ROWS) / 2
    return [
        (Spot("fetch", colour + LETTERS[kind]),
         pygame.Rect(round(left + col * side), round(top + row * side), round(side), round(side)))
        for row, kind in enumerate(ROWS)
        for col, colour in enumerate(COLOURS)
    ]  # fmt: skip
