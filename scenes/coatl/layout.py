"""Where things lie on the table of Cóatl: supply and cards in the middle, the own things below, opponents above."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import pygame

from logic.coatl import State
from logic.coatl.components import (
    DISPLAY,
    FIELDS,
    HIDDEN,
    KINDS,
    LETTERS,
    MOST_COATLS,
    SLOTS,
    TEMPLES,
    TOKENS,
    Kind,
    Seat,
    Serpent,
    is_temple,
    kind_of,
)
from scenes.view.view import GameView
from sprites.coatl.boards import slot_places, supply_places
from sprites.coatl.cards import RATIO
from sprites.stage.stage import Pose

USUAL = pygame.Rect(0, 0, 900, 750)
"""What the table is laid out for before it has a place."""
BROAD = 4.6
"""Areas of opponents that are wider, next to their height, have the cóatls at the right instead of below."""
NARROW = 2.6
"""Narrower ones have the board in a row of its own."""
HEADER, SMALL_HEADER = 0.28, 0.22
"""How much of the height of others is for who it is, cards and board."""
COLUMNS = 4
"""The own slots lie in rows of so many."""
TAG_WIDTH = 4.4
"""How wide the place of all tags is, in heights of the lane."""
FOOT = 0.34
"""How much of an enlarged area is for the hand."""
OPEN_LANE = 44
"""In pixels: higher lanes of opponents show cards, lower ones pips for them."""
PITCH = 1.05
"""How far the cards of a hand lie apart where there is room, in cards."""
SHRUNK = 0.6
"""How small cards may become, as a share of their size, before they lie over each other."""


@dataclass(frozen=True)
class Lane:
    """The place of one cóatl: its pieces, the tags of its prophecies, its temple, the plate with what it is worth."""

    rect: pygame.Rect
    chain: pygame.Rect
    tags: pygame.Rect
    temple: pygame.Rect
    plate: pygame.Rect

    @property
    def is_low(self) -> bool:
        """Whether its cards are but pips."""
        return self.temple.width == self.temple.height

    def chain_room(self, tags: int) -> pygame.Rect:
        """The room for the pieces beside so many tags."""
        room = self.chain.copy()
        if not self.is_low and tags < 2:
            room.width += self.tags.width // (1 + tags)
        return room

    def tag_rects(self, count: int) -> list[pygame.Rect]:
        """The places of so many tags: two side by side, and two more below them; one alone leaves room."""
        room = self.tags
        inset = max(1, room.height // 16)
        wide = (room.width - inset) // 2
        high = room.height if count <= 2 and not self.is_low else (room.height - inset) // 2
        if count == 1 and not self.is_low:
            return [pygame.Rect(room.right - wide, room.top, wide, high)]
        return [
            pygame.Rect(
                room.left + number % 2 * (wide + inset), room.top + number // 2 * (high + inset), wide, max(1, high)
            )
            for number in range(count)
        ]


@dataclass(frozen=True)
class Area:
    """What lies before one player. ``hand`` and ``shrine`` are for prophecies and temples in the hand."""

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


def own_area(seat: int, tracks: pygame.Rect, hand: pygame.Rect, gap: int, state: State) -> Area:
    """Lay out what the viewer has: three lanes, and below them slots, tokens and the open hand."""
    lanes = _lanes(tracks, gap, is_open=True)
    wide = min(round(hand.height * 1.8), round(0.34 * hand.width))
    board = pygame.Rect(hand.left, hand.top, wide, hand.height)
    slots = tuple(slot.move(board.topleft) for slot in slot_places(board.size, COLUMNS))
    left = board.right + gap
    side = max(2, (hand.height - 2 * gap) // len(TOKENS))
    tokens = tuple(pygame.Rect(left, hand.top + number * (side + gap), side, side) for number in range(len(TOKENS)))
    if state.params.tokens:
        left += side + gap
    card = max(4, int(hand.height / RATIO))
    shrine = pygame.Rect(0, hand.top, min(card, round((hand.right - left) / 5.6)), hand.height)
    shrine.right = hand.right
    cards = pygame.Rect(left, hand.top, shrine.left - gap - left, hand.height)
    side = max(6, slots[0].width // 2)
    badge = pygame.Rect(board.right - side, board.top - side // 3, side, side)
    gifts = pygame.Rect(board.left, board.top - side // 3, side, side)
    rect = tracks.union(hand)
    return Area(seat, rect, badge, badge, board, slots, lanes, cards, shrine, tokens, gifts)


def _lanes(rect: pygame.Rect, gap: int, *, is_open: bool) -> tuple[Lane, ...]:
    """Three lanes one below the other."""
    high = (rect.height - gap * (MOST_COATLS - 1)) / MOST_COATLS
    rects = (
        pygame.Rect(rect.left, round(rect.top + number * (high + gap)), rect.width, max(4, int(high)))
        for number in range(MOST_COATLS)
    )
    return tuple(map(_open_lane if is_open or high > OPEN_LANE else _low_lane, rects))


def _open_lane(rect: pygame.Rect) -> Lane:
    """Share a lane: pieces, tags, a temple as a small card, and a plate for length and points."""
    high, inset = rect.height, max(1, round(0.08 * rect.height))
    plate = pygame.Rect(0, 0, min(round(2.2 * high), round(0.15 * rect.width)), high)
    plate.midright = rect.midright
    temple = pygame.Rect(0, 0, max(2, round((high - 2 * inset) / RATIO)), high - 2 * inset)
    temple.midright = (plate.left - inset, rect.centery)
    wide = round(min(TAG_WIDTH * high, 0.36 * rect.width))
    tags = pygame.Rect(temple.left - inset - wide, temple.top, wide, temple.height)
    chain = pygame.Rect(rect.left + inset, rect.top, tags.left - 2 * inset - rect.left, high)
    return Lane(rect, chain, tags, temple, plate)


def _low_lane(rect: pygame.Rect) -> Lane:
    """Share a lane that is not to be read closely: the pieces have the room, the cards are but pips."""
    high, inset = rect.height, max(1, round(0.08 * rect.height))
    plate = pygame.Rect(0, 0, min(round(1.2 * high), round(0.14 * rect.width)), high)
    plate.midright = rect.midright
    side = max(2, (high - 3 * inset) // 2)
    temple = pygame.Rect(0, 0, side, side)
    temple.midright = (plate.left, rect.centery)
    tags = pygame.Rect(0, 0, 2 * side + inset, 2 * side + inset)
    tags.midright = (temple.left - inset, rect.centery)
    chain = pygame.Rect(rect.left + inset, rect.top, tags.left - 2 * inset - rect.left, high)
    return Lane(rect, chain, tags, temple, plate)


def opponent_area(seat: int, rect: pygame.Rect, state: State) -> Area:
    """Lay out what an opponent has in a rectangle, however small: who it is, cards and board, then the cóatls."""
    pad = max(2, round(0.05 * rect.height))
    inner = rect.inflate(-2 * pad, -2 * pad)
    wide = inner.width > BROAD * inner.height
    if wide:
        side = round(min(0.45 * inner.height, 0.06 * inner.width))
        head = pygame.Rect(inner.left, inner.top, 6 * side, inner.height)
        tracks = pygame.Rect(head.right + pad, inner.top, inner.right - head.right - pad, inner.height)
        upper = pygame.Rect(head.left, head.top, head.width, head.height // 2)
        return _with_head(seat, rect, [upper, upper.move(0, head.height // 2)], tracks, pad, state)
    high = round(min(HEADER * inner.height, 0.15 * inner.width))
    head = pygame.Rect(inner.left, inner.top, inner.width, high)
    if inner.width < NARROW * inner.height:
        head.height = round(min(SMALL_HEADER * inner.height, 0.13 * inner.width))
        below = head.move(0, head.height + pad // 4)
        tracks = pygame.Rect(inner.left, below.bottom + pad // 2, inner.width, inner.bottom - below.bottom - pad // 2)
        return _with_head(seat, rect, [head, below], tracks, pad, state)
    tracks = pygame.Rect(inner.left, head.bottom + pad // 2, inner.width, inner.bottom - head.bottom - pad // 2)
    return _with_head(seat, rect, [head], tracks, pad, state)


def _with_head(
    seat: int, rect: pygame.Rect, rows: Sequence[pygame.Rect], tracks: pygame.Rect, pad: int, state: State
) -> Area:
    """Lay who somebody is, stacks of covered cards and tokens into the first row, the slots behind them or below."""
    row, side = rows[0], rows[0].height
    badge = pygame.Rect(row.left, row.top, side, side)
    score = pygame.Rect(badge.right, row.top, round(1.15 * side), side)
    card = max(2, round(side / RATIO))
    hand = pygame.Rect(score.right + pad // 2, row.top, card, side)
    shrine = hand.move(card + pad // 2, 0)
    left, stone = shrine.right + pad, max(2, round(0.55 * side))
    tokens = tuple(
        pygame.Rect(left + number * stone, row.top + (side - stone) // 2, stone, stone) for number in range(3)
    )
    left = tokens[-1].right + pad if state.params.tokens else left
    room = pygame.Rect(left, row.top, row.right - left, side) if len(rows) == 1 else rows[1]
    gift = max(2, side // 2)
    gifts = pygame.Rect(badge.right - gift // 2, badge.bottom - gift, gift, gift)
    slots = _slots(room)
    lanes = _lanes(tracks, max(1, pad // 3), is_open=False)
    return Area(seat, rect, badge, score, slots[0].unionall(slots[1:]), slots, lanes, hand, shrine, tokens, gifts)


def _slots(room: pygame.Rect) -> tuple[pygame.Rect, ...]:
    """Lay eight slots to the right of a room: in one row, or in two where they are larger so."""
    cell, columns = max((int(min(room.height / rows, room.width * rows / SLOTS)), SLOTS // rows) for rows in (1, 2))
    cell = max(2, cell)
    top = room.centery - cell * (SLOTS // columns) // 2
    left = room.right - cell * columns
    return tuple(
        pygame.Rect(left + number % columns * cell, top + number // columns * cell, cell, cell)
        for number in range(SLOTS)
    )


def enlarged_area(seat: int, rect: pygame.Rect, state: State) -> Area:
    """Lay out what a player has over the middle of the table, the cards of the hand in a row at the foot."""
    inner = rect.inflate(-rect.width // 24, -rect.height // 16)
    foot = pygame.Rect(inner.left, 0, inner.width, round(FOOT * inner.height))
    foot.bottom = inner.bottom
    body = pygame.Rect(inner.left, inner.top, inner.width, foot.top - inner.top)
    shrine = pygame.Rect(0, foot.top, round(0.24 * foot.width), foot.height)
    shrine.right = foot.right
    hand = pygame.Rect(foot.left, foot.top, shrine.left - foot.left, foot.height)
    return replace(opponent_area(seat, body, state), rect=rect, hand=hand, shrine=shrine)


def spread(rect: pygame.Rect, count: int) -> list[pygame.Rect]:
    """The places of so many cards in a hand: side by side, or over each other where there is little room."""
    wide = max(3, min(int(rect.height / RATIO), rect.width))
    wide = max(round(SHRUNK * wide), min(wide, int(rect.width / (PITCH * count)))) if count else wide
    high = round(RATIO * wide)
    pitch = min(PITCH * wide, (rect.width - wide) / max(1, count - 1))
    left = rect.left + (rect.width - wide - pitch * (count - 1)) / 2
    return [pygame.Rect(round(left + number * pitch), rect.centery - high // 2, wide, high) for number in range(count)]


NARROWEST, WIDEST = 0.62, 1.48
"""How wide the table may be, next to its height; beyond that it keeps to the middle."""
TALL = 0.86
"""Narrower tables lay the cards in two rows."""


@dataclass(frozen=True)
class Middle:
    """What everybody shares, in the middle of the table. ``piece`` is the side of a piece's place on a field."""

    supply: pygame.Rect
    piece: int
    fields: Mapping[str, pygame.Rect]
    pouches: Mapping[Kind, pygame.Rect]
    display: tuple[pygame.Rect, ...]
    deck: pygame.Rect
    discards: pygame.Rect
    temples: tuple[pygame.Rect, ...]
    temple_deck: pygame.Rect


@dataclass(frozen=True)
class Places:
    """Everything on the table, in pixels of the window. ``unit`` is the side of an own slot.

    ``room`` is the middle, over which something may be laid for a while.
    """

    rect: pygame.Rect
    unit: int
    middle: Middle
    own: Area
    others: tuple[Area, ...]
    room: pygame.Rect

    def area(self, seat: int) -> Area:
        """The area of a seat; who looks on from outside has that of the first."""
        return next((area for area in self.others if area.seat == seat), self.own)


class Table:
    """Where everything lies for the present viewer of a board, in the ``room`` that it has in the window."""

    def __init__(self, board: GameView) -> None:
        self._board = board
        self.room = USUAL
        self._laid: tuple[Hashable, Places] | None = None

    @property
    def places(self) -> Places:
        """Where everything lies: worked out anew where the room, the game or the viewer is another one."""
        state, viewer = state_on(self._board), self._board.host.viewer
        key = tuple(self.room), state.params, viewer
        if self._laid is None or self._laid[0] != key:
            self._laid = key, table_places(self.room, state, viewer)
        return self._laid[1]


def state_on(board: GameView) -> State:
    """The position on a board of this game."""
    state = board.state
    assert isinstance(state, State)  # noqa: S101 - told to the type checker
    return state


def table_places(rect: pygame.Rect, state: State, viewer: int) -> Places:
    """Lay the table out in a rectangle for a viewer, the opponents in the order of play after them."""
    rect = _within(rect)
    seats = others_of(state, viewer)
    gap = max(2, round(0.014 * min(rect.size)))
    tall = rect.width < TALL * rect.height
    shares = _SHARES[tall]
    above = shares[0] if seats else 0.0
    heights = [share * (rect.height - gap * len(shares)) / (1 - shares[0] + above) for share in (above, *shares[1:])]
    rows = _stacked(rect, heights, gap)
    own = own_area(viewer, rows[-2], rows[-1], gap, state)
    middle = _middle(rows[1:-2], gap, tall=tall)
    others = tuple(
        opponent_area(seat, column, state)
        for seat, column in zip(seats, _columns(rows[0], len(seats), gap), strict=True)
    )
    room = rows[1].unionall(rows[2:-1]).inflate(2 * gap, gap)
    return Places(rect, own.slots[0].width, middle, own, others, room)


_SHARES: Mapping[bool, tuple[float, ...]] = {
    False: (0.18, 0.22, 0.165, 0.235, 0.2),
    True: (0.14, 0.185, 0.135, 0.135, 0.225, 0.18),
}
"""How the height is shared by opponents, supply, cards in one row or in two, the own cóatls, and the own hand."""


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


def _stacked(rect: pygame.Rect, heights: Sequence[float], gap: int) -> list[pygame.Rect]:
    rows, top = [], float(rect.top)
    for height in heights:
        rows.append(pygame.Rect(rect.left, round(top), rect.width, max(1, round(top + height) - round(top))))
        top += height + (gap if height else 0)
    return rows


def _columns(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    if not count:
        return []
    wide = (rect.width - gap * (count - 1)) / count
    return [
        pygame.Rect(round(rect.left + number * (wide + gap)), rect.top, round(wide), rect.height)
        for number in range(count)
    ]


# -- the middle


def _middle(rows: Sequence[pygame.Rect], gap: int, *, tall: bool) -> Middle:
    top = rows[0]
    pouch = min(round(top.height / 3.1), round(0.12 * top.width))
    if tall:
        supply = pygame.Rect(top.left, top.top, top.width - pouch - gap, top.height)
        deck, discards, temple_deck, *temples = _cards(rows[2], 3 + TEMPLES, gap)
        display = _cards(rows[1], DISPLAY, gap)
    else:
        shrines = _cards(pygame.Rect(top.left, top.top, round(0.33 * top.width), top.height), 1 + TEMPLES, gap)
        supply = pygame.Rect(top.left, top.top, top.width - pouch - 3 * gap - _width(shrines), top.height)
        temple_deck, *temples = _moved(shrines, top.right)
        deck, discards, *display = _cards(rows[1], 2 + DISPLAY, gap)
    found = supply_places(supply.size)
    fields = {name: place.move(supply.topleft) for name, place in found.fields.items()}
    left = supply.right + gap
    high = top.height / len(KINDS)
    kinds: tuple[Kind, ...] = ("head", "body", "tail")
    pouches = {
        kind: pygame.Rect(left, round(top.top + number * high + (high - pouch) / 2), pouch, pouch)
        for number, kind in enumerate(kinds)
    }
    return Middle(supply, found.cell, fields, pouches, tuple(display), deck, discards, tuple(temples), temple_deck)


def _cards(row: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """The places of so many cards side by side in the middle of a row."""
    wide = max(4, min(int(row.height / RATIO), int((row.width - gap * (count - 1)) / count)))
    space = min(2 * gap, (row.width - wide * count) / max(1, count - 1))
    left = row.left + (row.width - wide * count - space * (count - 1)) / 2
    high = round(RATIO * wide)
    return [
        pygame.Rect(round(left + number * (wide + space)), row.centery - high // 2, wide, high)
        for number in range(count)
    ]


def _width(rects: Sequence[pygame.Rect]) -> int:
    return rects[-1].right - rects[0].left


def _moved(rects: Sequence[pygame.Rect], right: int) -> list[pygame.Rect]:
    return [rect.move(right - rects[-1].right, 0) for rect in rects]


COVERED = "covered"
"""Begins the names of cards that the viewer may not know: each is named by its seat and place in the hand."""
FILL, SMALL_FILL = 0.8, 0.9
"""How much of a lane's height a piece takes, in the own area and in that of others."""
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


def layout_of(places: Places, state: State, viewer: int) -> dict[str, Pose]:
    """The pose of every piece and card as that viewer sees them, by its name."""
    poses: dict[str, Pose] = {}
    for field, pieces in zip(FIELDS, state.supply, strict=True):
        poses.update(_in_field(places, field, pieces))
    for rects, cards in ((places.middle.display, state.display), (places.middle.temples, state.temples)):
        poses |= {card: card_pose(places, rect) for rect, card in zip(rects, cards, strict=True) if card}
    for number, seat in enumerate(state.seats):
        poses.update(poses_before(places, places.area(number), number, seat, is_open=number == viewer))
    return poses


def _in_field(places: Places, field: str, pieces: Sequence[str]) -> Iterator[tuple[str, Pose]]:
    rect = places.middle.fields[field]
    for number, piece in enumerate(pieces):
        x = rect.left + places.middle.piece * (number + 0.5)
        yield piece, piece_pose(places, (x, rect.centery), IN_FIELD * places.middle.piece)


def poses_before(
    places: Places, area: Area, number: int, seat: Seat, *, is_open: bool, spreads: bool = False
) -> Iterator[tuple[str, Pose]]:
    """The poses of what one player has; a hand that ``spreads`` lies side by side, an open one does so too."""
    for slot, piece in zip(area.slots, seat.board, strict=True):
        if piece:
            yield piece, piece_pose(places, slot.center, IN_SLOT * slot.width)
    for lane, coatl in zip(area.lanes, seat.coatls, strict=False):
        cell, middles = chain(lane, coatl, is_open=is_open)
        for step, (piece, middle) in enumerate(zip(coatl.pieces, middles, strict=True)):
            yield piece, piece_pose(places, middle, cell, z=STEP * step)
        for rect, card in zip(lane.tag_rects(len(coatl.prophecies)), coatl.prophecies, strict=True):
            yield card, tag_pose(places, rect)
        if coatl.temple:
            yield coatl.temple, card_pose(places, lane.temple, LAID_Z)
    yield from _hand(places, area, number, seat, is_open=is_open or spreads)
    for step, gift in enumerate(seat.gifts):
        x = area.gifts.centerx + GIFTS * step * area.gifts.width
        yield gift, piece_pose(places, (x, area.gifts.centery), area.gifts.width, z=STEP * step)


def _hand(places: Places, area: Area, number: int, seat: Seat, *, is_open: bool) -> Iterator[tuple[str, Pose]]:
    for kind, rect, cards in (("prophecy", area.hand, seat.prophecies), ("temple", area.shrine, seat.temples)):
        rects = spread(rect, len(cards)) if is_open else [rect] * len(cards)
        for place, (card, there) in enumerate(zip(cards, rects, strict=True)):
            name = covered_name(kind, number, place) if card == HIDDEN else card
            yield name, card_pose(places, there, HAND_Z + STEP * place)


# -- poses of rectangles


def units(places: Places, x: float, y: float) -> tuple[float, float]:
    """Turn pixels of the window, x before y, into board units."""
    return (x - places.rect.left) / places.unit, (y - places.rect.top) / places.unit


def piece_pose(places: Places, middle: tuple[float, float], side: float, z: float = 0.0) -> Pose:
    """The pose of a piece whose cell has that middle and side in pixels."""
    return Pose(*units(places, *middle), scale=side / places.unit, z=z)


def card_pose(places: Places, rect: pygame.Rect, z: float = 0.0) -> Pose:
    """The pose of a card in a rectangle; the scale is its width."""
    return Pose(*units(places, *rect.center), scale=rect.width / places.unit, z=z)


def tag_pose(places: Places, rect: pygame.Rect) -> Pose:
    """The pose of a card that lies on a cóatl as a tag: as a card it would be as high."""
    return Pose(*units(places, *rect.center), scale=rect.height / RATIO / places.unit, z=LAID_Z)


def chain(lane: Lane, coatl: Serpent, *, is_open: bool) -> tuple[float, list[tuple[float, float]]]:
    """The side of the pieces of a cóatl in its lane, and their middles.

    In a lane that ``is_open`` each end has room for one piece more.
    """
    pieces = len(coatl.pieces)
    room, count = lane.chain_room(len(coatl.prophecies)), pieces + (2 if is_open else 0.4)
    cell = min((FILL if is_open else SMALL_FILL) * room.height, room.width / count)
    cell = float(max(2, int(cell)))
    left = room.centerx - cell * pieces / 2
    return cell, [(left + (number + 0.5) * cell, room.centery) for number in range(pieces)]


# -- where things come from and go to


def origin(places: Places, name: str) -> Pose:
    """Where something new comes from: a piece from its bag, a card from its deck, face down."""
    if is_card(name):
        deck = places.middle.temple_deck if is_shrine(name) else places.middle.deck
        return replace(card_pose(places, deck, z=0.5), flip=1.0 if name.startswith(COVERED) else -1.0)
    pouch = places.middle.pouches[kind_of(name)]
    return piece_pose(places, pouch.center, pouch.width * 0.5, z=0.5)


def holding(places: Places, seat: int, name: str) -> Pose:
    """Where a card is in somebody's hand."""
    area = places.area(seat)
    return card_pose(places, area.shrine if is_shrine(name) else area.hand, z=0.5)


KIND_LETTERS = {LETTERS[kind]: kind for kind in KINDS}
"""The kinds of pieces by their letters."""
