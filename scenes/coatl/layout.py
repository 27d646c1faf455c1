"""The layout of Cóatl's table, and the things on it that can be pointed at."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import pygame

from logic.coatl import State
from logic.coatl.components import (
    COLOURS,
    DISPLAY,
    FIELDS,
    HIDDEN,
    LETTERS,
    MOST_COATLS,
    MOST_PROPHECIES,
    SLOTS,
    TEMPLES,
    TOKENS,
    Kind,
    Seat,
    Serpent,
    Side,
    is_temple,
    kind_of,
)
from scenes.view.view import GameView
from sprites.coatl.boards import slot_places, supply_places
from sprites.coatl.cards import RATIO
from sprites.stage.stage import Pose
from sprites.widgets.layout import cells, cut

USUAL = pygame.Rect(0, 0, 900, 750)
"""What the table is laid out for before it has a place."""
BROAD = 4.6
"""Areas of opponents that are wider, next to their height, have the cóatls at the right instead of below."""
DISC, HEADER = 0.27, 0.3
"""How much of the width of others the medallion takes at most, and of the height cards and board above the cóatls."""
LARGE_DISC, LARGE_HEADER = 0.14, 0.2
"""The same where they are enlarged."""
FOOT = 0.34
"""How much of an enlarged area is for the hand."""
PITCH = 1.05
"""How far the cards of a hand lie apart where there is room, in cards."""
SHRUNK = 0.6
"""How small cards may become, as a share of their size, before they lie over each other."""
STRIP = 0.27
"""How high tags and furrows are, next to a lane while all are in use."""
MOST_LANE = (0.178, 0.44)
"""How high any lane is at most, next to its width, and next to what there is for all of them."""
TAG_WIDTH = 4.2
"""How wide a tag is at most, next to its height."""
SIGN, SIGN_WIDTH = 1.5, 1.15
"""How large the head and the tail beside an own furrow are, next to its height, and how wide each of their places."""


@dataclass(frozen=True)
class Lane:
    """The place of one cóatl: its groove with the pieces, the tags of its prophecies, its temple, its score.

    In a ``low`` lane prophecies are only pips.
    """

    rect: pygame.Rect
    groove: pygame.Rect
    chain: pygame.Rect
    tags: pygame.Rect
    temple: pygame.Rect
    plate: pygame.Rect
    low: bool = False

    def tag_rects(self, count: int) -> list[pygame.Rect]:
        """The rectangles of a number of tags: side by side, or as pips two by two."""
        room, columns = self.tags, 2 if self.low else MOST_PROPHECIES
        inset = max(1, room.height // 8)
        return cells(room, columns, 2 if self.low else 1, inset)[:count]


@dataclass(frozen=True)
class PlayerArea:
    """The area of one player. ``hand`` and ``shrine`` are for prophecies and temples in hand."""

    seat: int
    rect: pygame.Rect
    badge: pygame.Rect
    score: pygame.Rect
    board: pygame.Rect
    slots: tuple[pygame.Rect, ...]
    lanes: tuple[Lane, ...]
    hand: pygame.Rect
    shrine: pygame.Rect
    tokens: tuple[pygame.Rect, ...]
    gifts: pygame.Rect


def own_area(seat: int, tracks: pygame.Rect, hand: pygame.Rect, gap: int, state: State) -> PlayerArea:
    """Lay out what the viewer has: three lanes, and below them slots, tokens and the open hand."""
    used = len(state.seats[seat].coatls) if seat < state.params.players else 0
    lanes = _lanes(tracks, gap, used, signs=True)
    wide = min(round(hand.height * 1.8), round(0.34 * hand.width))
    board = pygame.Rect(hand.left, hand.top, wide, hand.height)
    slots = tuple(slot.move(board.topleft) for slot in slot_places(board.size))
    left = board.right + gap
    side = max(2, (hand.height - 2 * gap) // len(TOKENS))
    tokens = tuple(pygame.Rect(left, hand.top + number * (side + gap), side, side) for number in range(len(TOKENS)))
    if state.params.tokens:
        left += side + gap
    card = max(4, int(hand.height / RATIO))
    shrine, rest = cut(hand, "right", min(card, round((hand.right - left) / 5.6)), gap)
    cards = cut(rest, "left", left - hand.left)[1]
    side = max(6, slots[0].width // 2)
    badge = pygame.Rect(board.right - side, board.top - side // 3, side, side)
    gifts = pygame.Rect(board.left, board.top - side // 3, side, side)
    rect = tracks.union(hand)
    return PlayerArea(seat, rect, badge, badge, board, slots, lanes, cards, shrine, tokens, gifts)


def _lanes(rect: pygame.Rect, gap: int, used: int, *, low: bool = False, signs: bool = False) -> tuple[Lane, ...]:
    """Three lanes one below the other: those in use have the height, the others keep a furrow, between signs or not."""
    room = rect.height - gap * (MOST_COATLS - 1)
    least, free, top = room / MOST_COATLS, MOST_COATLS - used, float(rect.top)
    strip = max(3, round(STRIP * least))
    most = max(least, min(share * side for share, side in zip(MOST_LANE, rect.size, strict=True)))
    high = min(most, (room - free * STRIP * least) / used) if used else 0.0
    rest = (room - used * high) / free if free else 0.0
    found = []
    for number in range(MOST_COATLS):
        height = high if number < used else rest
        lane = pygame.Rect(rect.left, round(top), rect.width, max(4, int(height)))
        side = min(round(SIGN * strip), lane.height) if signs else 0
        groove = pygame.Rect(0, 0, max(2, lane.width - round(2 * SIGN_WIDTH * side)), min(lane.height, strip))
        groove.center = lane.center
        if number < used:
            groove = lane.copy()
        found.append(_low_lane(lane, groove) if low else _open_lane(lane, groove, strip, number < used))
        top += height + gap
    return tuple(found)


def _open_lane(rect: pygame.Rect, groove: pygame.Rect, high: int, used: bool) -> Lane:
    """Share a lane: the groove has all but a strip below it, where the tags lie, the temple's, and the plate."""
    inset = max(1, high // 8)
    plate = pygame.Rect(0, 0, min(4 * high, round(0.16 * rect.width)), high)
    plate.bottomright = rect.right - 2 * inset, rect.bottom
    wide = int(min(TAG_WIDTH * high, (plate.left - rect.left) / (MOST_PROPHECIES + 1) - 2 * inset))
    tags = pygame.Rect(rect.left + inset, plate.top, MOST_PROPHECIES * (wide + inset), high)
    temple = pygame.Rect(0, plate.top, wide, high).move_to(right=plate.left - inset)
    if used:
        groove = pygame.Rect(rect.left, rect.top, rect.width, rect.height - high - inset)
    return Lane(rect, groove, groove.inflate(-2 * inset, 0), tags, temple, plate)


def _low_lane(rect: pygame.Rect, groove: pygame.Rect) -> Lane:
    """Share a lane that is not to be read closely: the pieces have the room, the cards are but pips."""
    high, inset = rect.height, max(1, round(0.08 * rect.height))
    plate = pygame.Rect(0, 0, min(round(1.2 * high), round(0.14 * rect.width)), high).move_to(midright=rect.midright)
    side = max(2, min(high - 3 * inset, round(0.09 * rect.width)) // 2)
    temple = pygame.Rect(0, 0, side, side).move_to(midright=(plate.left, rect.centery))
    tags = pygame.Rect(0, 0, 2 * side + inset, 2 * side + inset).move_to(midright=(temple.left - inset, rect.centery))
    chain = pygame.Rect(rect.left + inset, rect.top, tags.left - 2 * inset - rect.left, high)
    return Lane(rect, groove, chain, tags, temple, plate, low=True)


def opponent_area(seat: int, rect: pygame.Rect, state: State, *, large: bool = False) -> PlayerArea:
    """Lay out what an opponent has in a rectangle, however small: a medallion, cards and board, then the cóatls."""
    pad = max(2, round(0.05 * rect.height))
    used = len(state.seats[seat].coatls)
    disc = min(rect.height, round((LARGE_DISC if large else DISC) * rect.width))
    badge = pygame.Rect(rect.left, rect.top + (rect.height - disc) // 2, disc, disc)
    score = pygame.Rect(badge.left, badge.bottom - round(0.44 * disc), disc, round(0.3 * disc))
    inner = pygame.Rect(badge.right + pad, rect.top + pad, rect.right - badge.right - 3 * pad, rect.height - 2 * pad)
    wide = inner.width > BROAD * inner.height
    if wide:
        head, tracks = cut(inner, "left", round(0.3 * inner.width), 2 * pad)
        head.height = inner.height // 2
        room = head.move(0, head.height)
    else:
        head, tracks = cut(inner, "top", round((LARGE_HEADER if large else HEADER) * inner.height), pad // 2)
    side = head.height
    card = max(2, round(side / RATIO))
    hand = pygame.Rect(head.left, head.top, card, side)
    shrine = hand.move(card + pad, 0)
    left, stone = shrine.right + 2 * pad, max(2, round(0.55 * side))
    tokens = tuple(
        pygame.Rect(left + number * stone, head.top + (side - stone) // 2, stone, stone) for number in range(3)
    )
    if not wide:
        left = tokens[-1].right + pad if state.params.tokens else left
        room = pygame.Rect(left, head.top, head.right - left, side)
    gift = max(2, disc // 4)
    gifts = pygame.Rect(badge.left, badge.bottom - gift, gift, gift)
    slots = _slots(room)
    lanes = _lanes(tracks, max(1, pad // 3), used, low=not large)
    return PlayerArea(seat, rect, badge, score, slots[0].unionall(slots[1:]), slots, lanes, hand, shrine, tokens, gifts)


def _slots(room: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """Lay eight slots to the right of a room: in one row, or in two where they are larger so."""
    cell, columns = max((int(min(room.height / rows, room.width * rows / SLOTS)), SLOTS // rows) for rows in (1, 2))
    cell = max(2, cell)
    rows = SLOTS // columns
    top = room.centery - cell * rows // 2
    return tuple(cells(pygame.Rect(room.right - cell * columns, top, cell * columns, cell * rows), columns, rows))


def enlarged_area(seat: int, rect: pygame.Rect, state: State) -> PlayerArea:
    """Lay out what a player has over the middle of the table, the cards of the hand in a row at the foot."""
    inner = rect.inflate(-rect.width // 24, -rect.height // 16)
    foot, body = cut(inner, "bottom", round(FOOT * inner.height))
    shrine, hand = cut(foot, "right", round(0.24 * foot.width))
    return replace(opponent_area(seat, body, state, large=True), rect=rect, hand=hand, shrine=shrine)


def spread(rect: pygame.Rect, count: int) -> list[pygame.Rect]:
    """The rectangles of a number of cards in hand: side by side, or overlapping if there is little room."""
    wide = max(3, min(int(rect.height / RATIO), rect.width))
    wide = max(round(SHRUNK * wide), min(wide, int(rect.width / (PITCH * count)))) if count else wide
    high = round(RATIO * wide)
    pitch = min(PITCH * wide, (rect.width - wide) / max(1, count - 1))
    left = rect.left + (rect.width - wide - pitch * (count - 1)) / 2
    return [pygame.Rect(round(left + number * pitch), rect.centery - high // 2, wide, high) for number in range(count)]


NARROWEST, WIDEST = 0.62, 1.48
"""How wide the table may be, next to its height; beyond that it keeps to the middle."""
TALL = 0.95
"""Narrower tables have a market of two rows of pieces."""
ABOVE, BELOW = 0.11, 0.176
"""How much of the height the opponents take, and the own hand."""
FRAME = 0.016
"""How broad the frame of the market is, next to the width of the table."""
CARDS, PIECES = 0.152, 0.125
"""How high the open cards are at most, next to the height of the table, and, on narrow ones, the two rows of pieces."""
PILE = 0.5
"""How large a pile is in the market, next to an open card."""


@dataclass(frozen=True)
class SharedArea:
    """The shared area: the market on its slab, the ``supply``, within a ``frame`` of that width.

    ``piece`` is the side of a piece's place on a field; each of ``shelves`` has all cards of a kind.
    """

    supply: pygame.Rect
    frame: int
    pieces: pygame.Rect
    piece: int
    fields: Mapping[str, pygame.Rect]
    pouches: Mapping[Kind, pygame.Rect]
    display: tuple[pygame.Rect, ...]
    deck: pygame.Rect
    discards: pygame.Rect
    temples: tuple[pygame.Rect, ...]
    temple_deck: pygame.Rect
    emblem: pygame.Rect
    shelves: tuple[pygame.Rect, pygame.Rect]


@dataclass(frozen=True)
class TableRects:
    """All rectangles of the table, in window pixels. ``unit`` is the side of an own slot.

    ``room`` is the middle, over which something may be laid for a while.
    """

    rect: pygame.Rect
    unit: int
    middle: SharedArea
    own: PlayerArea
    others: tuple[PlayerArea, ...]
    room: pygame.Rect

    def is_table_of(self, other: TableRects) -> bool:
        """Tell whether it is the same table, seen from the same seat, however many grooves are in use."""
        tables = ((one.rect, one.middle, one.own.seat, len(one.others)) for one in (self, other))
        return next(tables) == next(tables)

    def area(self, seat: int) -> PlayerArea:
        """The area of a seat; a viewer who is no player has that of the first."""
        return next((area for area in self.others if area.seat == seat), self.own)


class TableLayout:
    """The layout for the present viewer of a board, in the ``room`` that it has in the window."""

    def __init__(self, board: GameView[State]) -> None:
        self._board = board
        self.room = USUAL
        self._laid: tuple[State, Hashable, TableRects] | None = None

    @property
    def rects(self) -> TableRects:
        """Where everything lies: worked out anew where the room, the position or the viewer is another one."""
        state, viewer = self._board.state, self._board.host.viewer
        seen = tuple(self.room), viewer
        if self._laid is None or self._laid[0] is not state or self._laid[1] != seen:
            self._laid = state, seen, table_rects(self.room, state, viewer)
        return self._laid[2]


def table_rects(rect: pygame.Rect, state: State, viewer: int) -> TableRects:
    """Lay the table out in a rectangle for a viewer, the opponents in the order of play after them."""
    rect = _within(rect)
    seats = others_of(state, viewer)
    gap = max(2, round(0.011 * min(rect.size)))
    above, _ = cut(rect, "top", round(ABOVE * rect.height))
    middle = _middle(rect, above.bottom + gap if seats else rect.top, gap)
    hand, rest = cut(rect, "bottom", round(BELOW * rect.height), gap)
    _, tracks = cut(rest, "top", middle.supply.bottom - rect.top, gap)
    own = own_area(viewer, tracks, hand, gap, state)
    columns = _columns(above, len(seats), gap)
    others = tuple(opponent_area(seat, column, state) for seat, column in zip(seats, columns, strict=True))
    room = middle.supply.union(tracks).inflate(2 * gap, gap)
    return TableRects(rect, own.slots[0].width, middle, own, others, room)


def others_of(state: State, viewer: int) -> tuple[int, ...]:
    """The opponents in the order in which they play after a viewer."""
    players = state.params.players
    return tuple((viewer + step) % players for step in range(1, players)) if viewer < players else ()


def _within(rect: pygame.Rect) -> pygame.Rect:
    """The part of a rectangle that the table takes."""
    wide, high = max(60, rect.width), max(60, rect.height)
    found = pygame.Rect(0, 0, min(wide, round(WIDEST * high)), min(high, round(wide / NARROWEST)))
    found.center = rect.center
    return found


def _columns(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    if not count:
        return []
    wide = (rect.width - gap * (count - 1)) / count
    return [
        pygame.Rect(round(rect.left + number * (wide + gap)), rect.top, round(wide), rect.height)
        for number in range(count)
    ]


# -- the middle


def _middle(table: pygame.Rect, top: int, gap: int) -> SharedArea:
    """Lay out the market: above the pieces, below the prophecies, and the temples beside one of them."""
    frame = max(3, round(FRAME * table.width))
    inner = pygame.Rect(table.left + frame, top + frame, table.width - 2 * frame, 0)
    most = CARDS * table.height
    if table.width < TALL * table.height:
        pieces, cards = round(PIECES * table.height), _card_height(inner.width, DISPLAY, 1, gap, most)
        wide = _cards_width(pieces, TEMPLES, gap)
        shrine, supply = cut(pygame.Rect(inner.topleft, (inner.width, pieces)), "right", wide, 2 * gap)
        row = pygame.Rect(inner.left, inner.top + pieces + gap, inner.width, cards)
    else:
        pieces = supply_places((inner.width, inner.width // 16)).cell
        cards = _card_height(inner.width - 2 * gap, DISPLAY + TEMPLES, 2, gap, most)
        supply = pygame.Rect(inner.left, inner.top, inner.width, pieces)
        wide = _cards_width(cards, TEMPLES, gap)
        below = pygame.Rect(inner.left, supply.bottom + gap, inner.width, cards)
        shrine, row = cut(below, "right", wide, 2 * gap)
    found = supply_places(supply.size)
    deck, discards, *display = _cards(row, DISPLAY, gap)
    temple_deck, emblem, *temples = _cards(shrine, TEMPLES, gap)
    slab = pygame.Rect(table.left, top, table.width, row.bottom + frame - top)
    shelves = (deck.unionall([discards, *display]), temple_deck.unionall(temples))
    return SharedArea(
        slab, frame, supply, found.cell,
        {name: place.move(supply.topleft) for name, place in found.fields.items()},
        {kind: place.move(supply.topleft) for kind, place in found.wells.items()},
        tuple(display), deck, discards, tuple(temples), temple_deck, emblem,
        (shelves[0].inflate(gap // 2, gap // 2), shelves[1].inflate(gap // 2, gap // 2)),
    )  # fmt: skip


def _card_height(wide: int, count: int, piles: int, gap: int, most: float) -> int:
    """How high cards are that fill a width, with so many columns of piles, and are no higher than that."""
    return round(min(most, RATIO * (wide - gap * (count + piles - 1)) / (count + PILE * piles)))


def _cards_width(high: int, count: int, gap: int) -> int:
    """How wide a column of piles is with so many cards beside it."""
    return round((count + PILE) * high / RATIO) + gap * count


def _cards(row: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """The places of two piles one over the other at the left of a row, and of so many cards beside them."""
    wide = max(4, min(int(row.height / RATIO), int((row.width - gap * count) / (count + PILE))))
    pile = max(2, round(PILE * wide) - 1)
    high, low = round(RATIO * wide), round(RATIO * pile)
    space = min(2 * gap, (row.width - wide * count - pile) / count)
    left = row.left + (row.width - wide * count - pile - space * count) / 2
    top = row.centery - high // 2
    piles = [pygame.Rect(round(left), y, pile, low) for y in (top, top + high - low)]
    left += pile + space
    return piles + [pygame.Rect(round(left + number * (wide + space)), top, wide, high) for number in range(count)]


COVERED = "covered"
"""Begins the names of cards that the viewer may not know: each is named by its seat and place in the hand."""
FILL = 0.9
"""How much of a groove's height a piece takes."""
IN_FIELD, IN_SLOT = 0.84, 0.88
"""How much of a field and of a slot a piece takes."""
HAND_Z, LAID_Z = 0.02, 0.015
STEP = 1e-4
"""How much higher each thing lies than the one before it, where they touch."""
GIFTS = 0.25
"""How far golden gifts lie apart, in their own width."""


def covered_name(kind: str, seat: int, number: int) -> str:
    """The name of a covered card: ``kind`` is ``prophecy`` or ``temple``."""
    return f"{COVERED} {kind} {seat} {number}"


def is_card(name: str) -> bool:
    """Tell a card from a piece."""
    return ":" in name or name.startswith(COVERED)


def is_shrine(name: str) -> bool:
    return name.split()[1] == "temple" if name.startswith(COVERED) else is_temple(name)


def layout_of(rects: TableRects, state: State, viewer: int) -> dict[str, Pose]:
    """The pose of every piece and card as that viewer sees them, by its name."""
    poses: dict[str, Pose] = {}
    for field, pieces in zip(FIELDS, state.supply, strict=True):
        poses.update(_in_field(rects, field, pieces))
    for row, cards in ((rects.middle.display, state.display), (rects.middle.temples, state.temples)):
        poses |= {card: card_pose(rects, rect) for rect, card in zip(row, cards, strict=True) if card}
    for number, seat in enumerate(state.seats):
        poses.update(poses_before(rects, rects.area(number), number, seat, is_open=number == viewer))
    return poses


def _in_field(rects: TableRects, field: str, pieces: Sequence[str]) -> Iterator[tuple[str, Pose]]:
    rect = rects.middle.fields[field]
    for number, piece in enumerate(pieces):
        x = rect.left + rects.middle.piece * (number + 0.5)
        yield piece, piece_pose(rects, (x, rect.centery), IN_FIELD * rects.middle.piece)


def poses_before(
    rects: TableRects, area: PlayerArea, number: int, seat: Seat, *, is_open: bool, spreads: bool = False
) -> Iterator[tuple[str, Pose]]:
    """The poses of what one player has; a hand that ``spreads`` lies side by side, an open one does so too."""
    for slot, piece in zip(area.slots, seat.board, strict=True):
        if piece:
            yield piece, piece_pose(rects, slot.center, IN_SLOT * slot.width)
    for lane, coatl in zip(area.lanes, seat.coatls, strict=False):
        cell, middles = chain(lane, coatl, is_open=is_open)
        for step, (piece, middle) in enumerate(zip(coatl.pieces, middles, strict=True)):
            yield piece, piece_pose(rects, middle, cell, z=STEP * step)
        for rect, card in zip(lane.tag_rects(len(coatl.prophecies)), coatl.prophecies, strict=True):
            yield card, tag_pose(rects, rect)
        if coatl.temple:
            yield coatl.temple, tag_pose(rects, lane.temple)
    yield from _hand(rects, area, number, seat, is_open=is_open or spreads)
    for step, gift in enumerate(seat.gifts):
        x = area.gifts.centerx + GIFTS * step * area.gifts.width
        yield gift, piece_pose(rects, (x, area.gifts.centery), area.gifts.width, z=STEP * step)


def _hand(rects: TableRects, area: PlayerArea, number: int, seat: Seat, *, is_open: bool) -> Iterator[tuple[str, Pose]]:
    for kind, rect, cards in (("prophecy", area.hand, seat.prophecies), ("temple", area.shrine, seat.temples)):
        row = spread(rect, len(cards)) if is_open else [rect] * len(cards)
        for place, (card, there) in enumerate(zip(cards, row, strict=True)):
            name = covered_name(kind, number, place) if card == HIDDEN else card
            yield name, card_pose(rects, there, HAND_Z + STEP * place)


# -- poses of rectangles


def units(rects: TableRects, x: float, y: float) -> tuple[float, float]:
    """Turn pixels of the window, x before y, into board units."""
    return (x - rects.rect.left) / rects.unit, (y - rects.rect.top) / rects.unit


def piece_pose(rects: TableRects, middle: tuple[float, float], side: float, z: float = 0.0) -> Pose:
    """The pose of a piece whose cell has that middle and side in pixels."""
    return Pose(*units(rects, *middle), scale=side / rects.unit, z=z)


def card_pose(rects: TableRects, rect: pygame.Rect, z: float = 0.0) -> Pose:
    """The pose of a card in a rectangle; the scale is its width."""
    return Pose(*units(rects, *rect.center), scale=rect.width / rects.unit, z=z)


def tag_pose(rects: TableRects, rect: pygame.Rect) -> Pose:
    """The pose of a card that lies on a cóatl as a tag: as a card it would be as high."""
    return Pose(*units(rects, *rect.center), scale=rect.height / RATIO / rects.unit, z=LAID_Z)


def chain(lane: Lane, coatl: Serpent, *, is_open: bool) -> tuple[float, list[tuple[float, float]]]:
    """The side of the pieces of a cóatl in its lane, and their middles.

    In a lane that ``is_open`` each end of what is not finished has room for one piece more.
    """
    pieces, room = len(coatl.pieces), lane.chain
    count = pieces + (1.8 if is_open and not coatl.is_finished else 0.4)
    cell = min(FILL * room.height, room.width / count)
    cell = float(max(2, int(cell)))
    left = room.centerx - cell * pieces / 2
    return cell, [(left + (number + 0.5) * cell, room.centery) for number in range(pieces)]


# -- where things come from and go to


def origin(rects: TableRects, name: str) -> Pose:
    """Where something new comes from: a piece from its bag, a card from its deck, face down."""
    if is_card(name):
        deck = rects.middle.temple_deck if is_shrine(name) else rects.middle.deck
        return replace(card_pose(rects, deck, z=0.5), flip=1.0 if name.startswith(COVERED) else -1.0)
    pouch = rects.middle.pouches[kind_of(name)]
    return piece_pose(rects, pouch.center, pouch.width * 0.5, z=0.5)


def holding(rects: TableRects, seat: int, name: str) -> Pose:
    """The pose of a card in a player's hand."""
    area = rects.area(seat)
    return card_pose(rects, area.shrine if is_shrine(name) else area.hand, z=0.5)


SpotKind = Literal[
    "field", "prophecy", "temple", "deck", "discards", "temple_deck", "pouch", "hand", "shrine", "piece", "laid",
    "segment", "end", "start", "lane", "token", "area", "worth", "fetch", "rob", "slot", "close", "covered",
]  # fmt: skip
TOUCH = 48
"""In units: smaller things are touched as if they were so large, where nothing else is."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A thing that can be pointed at: its name, and the number of its seat or cóatl if it has one."""

    kind: SpotKind
    name: str = ""
    number: int = 0

    @property
    def label(self) -> str:
        """What a lesson calls one without a name: ``lane1`` for the first lane."""
        return f"{self.kind}{self.number + 1}"


ROWS: tuple[Kind, ...] = ("head", "body", "tail")
"""The rows in which pieces are picked from the bags."""
Found = tuple[Spot, pygame.Rect]


def own_cards(state: State, viewer: int) -> frozenset[str]:
    """The cards in the viewer's hand; none if the viewer is no player."""
    seat = state.seats[viewer] if viewer < state.params.players else None
    return frozenset((*seat.prophecies, *seat.temples)) - {HIDDEN} if seat is not None else frozenset()


def table_spots(rects: TableRects, state: State, viewer: int) -> Iterator[Found]:
    """Everything on the table, what lies above before what lies below it."""
    if viewer < state.params.players:
        yield from _own(rects, state, state.seats[viewer], viewer)
    for area in rects.others:
        yield from seat_spots(area, state)
        yield Spot("area", number=area.seat), area.rect
    yield from market_spots(rects, state)


def market_spots(rects: TableRects, state: State) -> Iterator[Found]:
    """What lies in the market."""
    for rect, card in zip(rects.middle.display, state.display, strict=True):
        if card:
            yield Spot("prophecy", card), rect
    for rect, card in zip(rects.middle.temples, state.temples, strict=True):
        if card:
            yield Spot("temple", card), rect
    yield Spot("deck"), rects.middle.deck
    yield Spot("discards"), rects.middle.discards
    yield Spot("temple_deck"), rects.middle.temple_deck
    yield from ((Spot("field", field), rects.middle.fields[field]) for field in FIELDS)
    yield from ((Spot("pouch", kind), rect) for kind, rect in rects.middle.pouches.items())


def hand_spots(area: PlayerArea, seat: Seat) -> Iterator[Found]:
    """The cards in the open hand; the last of them lie over the others."""
    for kind, rect, cards in (("prophecy", area.hand, seat.prophecies), ("temple", area.shrine, seat.temples)):
        row = spread(rect, len(cards))
        for card, there in reversed(list(zip(cards, row, strict=True))):
            if card != HIDDEN:
                yield Spot("prophecy" if kind == "prophecy" else "temple", card), there


def _own(rects: TableRects, state: State, seat: Seat, viewer: int) -> Iterator[Found]:
    """What the viewer has."""
    area = rects.own
    yield from hand_spots(area, seat)
    if state.params.tokens:
        yield from ((Spot("token", name, viewer), rect) for name, rect in zip(TOKENS, area.tokens, strict=True))
    for slot, piece in zip(area.slots, seat.board, strict=True):
        yield (Spot("piece", piece) if piece else Spot("slot")), slot
    yield from _coatls(area, seat, viewer, is_open=True)


def seat_spots(area: PlayerArea, state: State) -> Iterator[Found]:
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


def _coatls(area: PlayerArea, seat: Seat, number: int, *, is_open: bool) -> Iterator[Found]:
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
    return pygame.Rect(0, 0, round(side), round(side)).move_to(center=(round(middle[0]), round(middle[1])))


def end_spot(rects: TableRects, state: State, seat: int, coatl: int, side: Side) -> Found:
    """Where a piece may be added to a cóatl of the viewer."""
    cell, middles = chain(rects.own.lanes[coatl], state.seats[seat].coatls[coatl], is_open=True)
    x, y = middles[0 if side == "head" else -1]
    return Spot("end", side, coatl), _square((x + (-cell if side == "head" else cell), y), cell)


def start_spot(rects: TableRects, state: State, seat: int) -> Found:
    """Where a new cóatl may be started."""
    lane = rects.own.lanes[len(state.seats[seat].coatls)]
    return Spot("start"), _square(lane.groove.center, rects.unit)


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
