"""What lies before one player of Cóatl, laid out in a rectangle: board, cóatls in their lanes, hand, tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from logic.coatl import State
from logic.coatl.params import MOST_COATLS, SLOTS
from logic.coatl.table import TOKENS
from sprites.coatl_boards import slot_places
from sprites.coatl_faces import RATIO

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
        """Give the room for the pieces beside so many tags."""
        room = self.chain.copy()
        if not self.is_low and tags < 2:
            room.width += self.tags.width // (1 + tags)
        return room

    def tag_rects(self, count: int) -> list[pygame.Rect]:
        """Give the places of so many tags: two side by side, and two more below them; one alone leaves room."""
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
    """Give three lanes one below the other."""
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
    """Give the places of so many cards in a hand: side by side, or over each other where there is little room."""
    wide = max(3, min(int(rect.height / RATIO), rect.width))
    wide = max(round(SHRUNK * wide), min(wide, int(rect.width / (PITCH * count)))) if count else wide
    high = round(RATIO * wide)
    pitch = min(PITCH * wide, (rect.width - wide) / max(1, count - 1))
    left = rect.left + (rect.width - wide - pitch * (count - 1)) / 2
    return [pygame.Rect(round(left + number * pitch), rect.centery - high // 2, wide, high) for number in range(count)]
