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
"""Rectangle that the table is laid out for at first."""
BROAD = 4.6
"""Width by height from which opponents' areas have the cóatls at the right instead of below."""
DISC, HEADER = 0.27, 0.3
"""Largest share of an opponent's width for the medallion, and of the height for cards and board above the cóatls."""
LARGE_DISC, LARGE_HEADER = 0.14, 0.2
"""The same in enlarged areas."""
FOOT = 0.34
"""Share of an enlarged area for the hand."""
PITCH = 1.05
"""Distance of the cards in a hand if there is room, in cards."""
SHRUNK = 0.6
"""Smallest scale of cards before they overlap."""
STRIP = 0.27
"""Height of tags and furrows, by that of a lane while all are in use."""
MOST_LANE = (0.178, 0.44)
"""Largest height of a lane, by its width, and by the height for all of them."""
TAG_WIDTH = 4.2
"""Largest width of a tag by its height."""
HAND_SHARE = 4.6
"""Width of the own hand by that of an own temple’s place beside it, if there is little room."""
SIGN, SIGN_WIDTH = 1.5, 1.15
"""Size of the head and the tail beside an own furrow, by its height, and the width of each of their places."""


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
    """Lay out the viewer's area: three lanes, and below them slots, tokens and the open hand."""
    owner = state.seats[seat] if seat < state.params.players else Seat()
    lanes = _lanes(tracks, gap, len(owner.coatls), signs=True)
    wide = min(round(hand.height * 1.8), round(0.34 * hand.width))
    board = pygame.Rect(hand.left, hand.top, wide, hand.height)
    slots = tuple(slot.move(board.topleft) for slot in slot_places(board.size))
    left = board.right + gap
    side = max(2, (hand.height - 2 * gap) // len(TOKENS))
    tokens = tuple(pygame.Rect(left, hand.top + number * (side + gap), side, side) for number in range(len(TOKENS)))
    if state.params.tokens:
        left += side + gap
    card, temples = max(4, int(hand.height / RATIO)), max(1, len(owner.temples))
    shrine, rest = cut(hand, "right", temples * min(card, round((hand.right - left) / (HAND_SHARE + temples))), gap)
    cards = cut(rest, "left", left - hand.left)[1]
    side = max(6, slots[0].width // 2)
    badge = pygame.Rect(board.right - side, board.top - side // 3, side, side)
    gifts = pygame.Rect(board.left, board.top - side // 3, side, side)
    rect = tracks.union(hand)
    return PlayerArea(seat, rect, badge, badge, board, slots, lanes, cards, shrine, tokens, gifts)


def _lanes(rect: pygame.Rect, gap: int, used: int, *, low: bool = False, signs: bool = False) -> tuple[Lane, ...]:
    """Three lanes below each other: used ones share the height, the others are furrows, possibly between signs."""
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
    """Divide a lane: the groove, and a strip below it for the tags, the temple's tag, and the plate."""
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
    """Divide a lane that is not for close reading: the pieces have the room, the cards are only pips."""
    high, inset = rect.height, max(1, round(0.08 * rect.height))
    plate = pygame.Rect(0, 0, min(round(1.2 * high), round(0.14 * rect.width)), high).move_to(midright=rect.midright)
    side = max(2, min(high - 3 * inset, round(0.09 * rect.width)) // 2)
    temple = pygame.Rect(0, 0, side, side).move_to(midright=(plate.left, rect.centery))
    tags = pygame.Rect(0, 0, 2 * side + inset, 2 * side + inset).move_to(midright=(temple.left - inset, rect.centery))
    chain = pygame.Rect(rect.left + inset, rect.top, tags.left - 2 * inset - rect.left, high)
    return Lane(rect, groove, chain, tags, temple, plate, low=True)


def opponent_area(seat: int, rect: pygame.Rect, state: State, *, large: bool = False) -> PlayerArea:
    """Lay out an opponent's area in a rectangle of any size: a medallion, cards and board, then the cóatls."""
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
    """Lay eight slots at the right of a room: in one row, or in two if they are larger so."""
    cell, columns = max((int(min(room.height / rows, room.width * rows / SLOTS)), SLOTS // rows) for rows in (1, 2))
    cell = max(2, cell)
    rows = SLOTS // columns
    top = room.centery - cell * rows // 2
    return tuple(cells(pygame.Rect(room.right - cell * columns, top, cell * columns, cell * rows), columns, rows))


def enlarged_area(seat: int, rect: pygame.Rect, state: State) -> PlayerArea:
    """Lay out a player's area over the middle of the table, with the hand in a row at the foot."""
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
"""Limits of the table's width by its height; a rectangle beyond them is not filled."""
TALL = 0.95
"""Width by height below which the market has two rows of pieces."""
ABOVE, BELOW = 0.11, 0.176
"""Shares of the height for the opponents, and for the own hand."""
FRAME = 0.016
"""Width of the market's frame, by that of the table."""
CARDS, PIECES = 0.152, 0.125
"""Largest height of the open cards and, on narrow tables, of the two rows of pieces, by that of the table."""
PILE = 0.5
"""Size of a pile in the market, by that of an open card."""


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
        """Whether it is the same table, seen from the same seat, however many grooves are in use."""
        tables = ((one.rect, one.middle, one.own.seat, len(one.others)) for one in (self, other))
        return next(tables) == next(tables)

    def area(self, seat: int) -> PlayerArea:
        """The area of a seat: an opponent's, otherwise the own one."""
        return next((area for area in self.others if area.seat == seat), self.own)


class TableLayout:
    """The layout for the present viewer of a board, in the ``room`` that it has in the window."""

    def __init__(self, board: GameView[State]) -> None:
        self._board = board
        self.room = USUAL
        self._laid: tuple[State, Hashable, TableRects] | None = None

    @property
    def rects(self) -> TableRects:
        """All rectangles, cached until the room, the position or the viewer changes."""
        state, viewer = self._board.state, self._board.host.viewer
        seen = tuple(self.room), viewer
        if self._laid is None or self._laid[0] is not state or self._laid[1] != seen:
            self._laid = state, seen, table_rects(self.room, state, viewer)
        return self._laid[2]


def table_rects(rect: pygame.Rect, state: State, viewer: int) -> TableRects:
    """Lay the table out in a rectangle for a viewer, the opponents in the order of play after the viewer."""
    rect = _table_rect(rect)
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
    """The opponents in the order of play after a viewer."""
    players = state.params.players
    return tuple((viewer + step) % players for step in range(1, players)) if viewer < players else ()


def _table_rect(rect: pygame.Rect) -> pygame.Rect:
    """The part of a rectangle for the table."""
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


# -- market


def _middle(table: pygame.Rect, top: int, gap: int) -> SharedArea:
    """Lay out the market: pieces above, prophecies below, and the temples beside one of them."""
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
    """Height of cards that fill a width, with that many columns of piles, limited to ``most``."""
    return round(min(most, RATIO * (wide - gap * (count + piles - 1)) / (count + PILE * piles)))


def _cards_width(high: int, count: int, gap: int) -> int:
    """Width of a column of piles with that many cards beside it."""
    return round((count + PILE) * high / RATIO) + gap * count


def _cards(row: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """The rectangles of two piles, one above the other at the left of a row, and of that many cards beside them."""
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
"""Prefix of the names of cards that the viewer may not know; seat and index in the hand follow."""
FILL = 0.9
"""Share of a groove's height for a piece."""
IN_FIELD, IN_SLOT = 0.84, 0.88
"""Share of a field and of a slot for a piece."""
HAND_Z, LAID_Z = 0.02, 0.015
STEP = 1e-4
"""Difference in height between touching things."""
GIFTS = 0.25
"""Distance of golden gifts, by their width."""


def covered_name(kind: str, seat: int, number: int) -> str:
    """The name of a covered card: ``kind`` is ``prophecy`` or ``temple``."""
    return f"{COVERED} {kind} {seat} {number}"


def is_card(name: str) -> bool:
    """Whether a name is that of a card, not of a piece."""
    return ":" in name or name.startswith(COVERED)


def is_shrine(name: str) -> bool:
    return name.split()[1] == "temple" if name.startswith(COVERED) else is_temple(name)


def layout_of(rects: TableRects, state: State, viewer: int) -> dict[str, Pose]:
    """The pose of every piece and card as that viewer sees them, by name."""
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
    """The poses of a player's things; an open hand, or one that ``spreads``, lies side by side."""
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
    """Convert window pixels, x before y, to board units."""
    return (x - rects.rect.left) / rects.unit, (y - rects.rect.top) / rects.unit


def piece_pose(rects: TableRects, middle: tuple[float, float], side: float, z: float = 0.0) -> Pose:
    """The pose of a piece whose cell has that middle and side in pixels."""
    return Pose(*units(rects, *middle), scale=side / rects.unit, z=z)


def card_pose(rects: TableRects, rect: pygame.Rect, z: float = 0.0) -> Pose:
    """The pose of a card in a rectangle; the scale is its width."""
    return Pose(*units(rects, *rect.center), scale=rect.width / rects.unit, z=z)


def tag_pose(rects: TableRects, rect: pygame.Rect) -> Pose:
    """The pose of a card that lies on a cóatl as a tag: a card of equal height."""
    return Pose(*units(rects, *rect.center), scale=rect.height / RATIO / rects.unit, z=LAID_Z)


def chain(lane: Lane, coatl: Serpent, *, is_open: bool) -> tuple[float, list[tuple[float, float]]]:
    """The side of the pieces of a cóatl in its lane, and their middles.

    In a lane that ``is_open``, each end of an unfinished cóatl has room for one more piece.
    """
    pieces, room = len(coatl.pieces), lane.chain
    count = pieces + (1.8 if is_open and not coatl.is_finished else 0.4)
    cell = min(FILL * room.height, room.width / count)
    cell = float(max(2, int(cell)))
    left = room.centerx - cell * pieces / 2
    return cell, [(left + (number + 0.5) * cell, room.centery) for number in range(pieces)]


# -- origins and destinations


def origin(rects: TableRects, name: str) -> Pose:
    """Where a new thing comes from: a piece from its bag, a card from its deck, face down."""
    if is_card(name):
        deck = rects.middle.temple_deck if is_shrine(name) else rects.middle.deck
        return replace(card_pose(rects, deck, z=0.5), flip=1.0 if name.startswith(COVERED) else -1.0)
    pouch = rects.middle.pouches[kind_of(name)]
    return piece_pose(rects, pouch.center, pouch.width * 0.5, z=0.5)


def hand_pose(rects: TableRects, seat: int, name: str) -> Pose:
    """The pose in which a card flies into a player's hand or out of it."""
    area = rects.area(seat)
    return card_pose(rects, area.shrine if is_shrine(name) else area.hand, z=0.5)


SpotKind = Literal[
    "field", "prophecy", "temple", "deck", "discards", "temple_deck", "pouch", "hand", "shrine", "piece", "laid",
    "segment", "end", "start", "lane", "own", "token", "area", "worth", "fetch", "rob", "slot", "close", "covered",
]  # fmt: skip
TOUCH = 48
"""Size in units of the touch target of smaller things, where nothing else is."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A thing that can be pointed at: its name, and the number of its seat or cóatl if it has one."""

    kind: SpotKind
    name: str = ""
    number: int = 0

    @property
    def label(self) -> str:
        """The name that a lesson uses for a spot without one: ``lane1`` for the first lane."""
        return f"{self.kind}{self.number + 1}"


ROWS: tuple[Kind, ...] = ("head", "body", "tail")
"""The rows of pieces to pick from the bags."""
Found = tuple[Spot, pygame.Rect]


def own_cards(state: State, viewer: int) -> frozenset[str]:
    """The known cards in the viewer's hand; none if the viewer is no player."""
    seat = state.seats[viewer] if viewer < state.params.players else None
    return frozenset((*seat.prophecies, *seat.temples)) - {HIDDEN} if seat is not None else frozenset()


def table_spots(rects: TableRects, state: State, viewer: int) -> Iterator[Found]:
    """Everything on the table, from top to bottom."""
    if viewer < state.params.players:
        yield from _own(rects, state, state.seats[viewer], viewer)
    for area in rects.others:
        yield from seat_spots(area, state)
        yield Spot("area", number=area.seat), area.rect
    yield from market_spots(rects, state)


def market_spots(rects: TableRects, state: State) -> Iterator[Found]:
    """The things in the market."""
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
    """The cards in the open hand; the last ones lie over the others."""
    for kind, rect, cards in (("prophecy", area.hand, seat.prophecies), ("temple", area.shrine, seat.temples)):
        row = spread(rect, len(cards))
        for card, there in reversed(list(zip(cards, row, strict=True))):
            if card != HIDDEN:
                yield Spot("prophecy" if kind == "prophecy" else "temple", card), there


def _own(rects: TableRects, state: State, seat: Seat, viewer: int) -> Iterator[Found]:
    """The viewer's things."""
    area = rects.own
    yield from hand_spots(area, seat)
    if state.params.tokens:
        yield from ((Spot("token", name, viewer), rect) for name, rect in zip(TOKENS, area.tokens, strict=True))
    for slot, piece in zip(area.slots, seat.board, strict=True):
        yield (Spot("piece", piece) if piece else Spot("slot")), slot
    yield from _coatls(area, seat, viewer, is_open=True)


def seat_spots(area: PlayerArea, state: State) -> Iterator[Found]:
    """An opponent's things, as far as they are visible."""
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
    """The target for adding a piece to a cóatl of the viewer."""
    cell, middles = chain(rects.own.lanes[coatl], state.seats[seat].coatls[coatl], is_open=True)
    x, y = middles[0 if side == "head" else -1]
    return Spot("end", side, coatl), _square((x + (-cell if side == "head" else cell), y), cell)


def start_spot(rects: TableRects, state: State, seat: int) -> Found:
    """The target for starting a new cóatl."""
    lane = rects.own.lanes[len(state.seats[seat].coatls)]
    return Spot("start"), _square(lane.groove.center, rects.unit)


def picker_spots(rect: pygame.Rect) -> Sequence[Found]:
    """The grid of pieces to pick from the bags: a row for heads, bodies and tails, a column for each colour."""
    inner = rect.inflate(-rect.width // 10, -rect.height // 8)
    side = min(inner.width / len(COLOURS), inner.height / len(ROWS))
    left, top = inner.centerx - side * len(COLOURS) / 2, inner.centery - side * len(ROWS) / 2
    return [
        (Spot("fetch", colour + LETTERS[kind]),
         pygame.Rect(round(left + col * side), round(top + row * side), round(side), round(side)))
        for row, kind in enumerate(ROWS)
        for col, colour in enumerate(COLOURS)
    ]  # fmt: skip
