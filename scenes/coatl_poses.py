"""Where every piece and card of Cóatl belongs, and where it comes from or goes to when it is new or leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pygame

from logic.coatl import State
from logic.coatl.cards import is_temple
from logic.coatl.pieces import KINDS, LETTERS, kind_of
from logic.coatl.table import FIELDS, HIDDEN, Seat, Serpent
from scenes.coatl_areas import Area, Lane, spread
from scenes.coatl_places import Places
from sprites.coatl_faces import RATIO
from sprites.stage import Pose

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
    """Give the name of a covered card: ``kind`` is ``prophecy`` or ``temple``."""
    return f"{COVERED} {kind} {seat} {number}"


def is_card(name: str) -> bool:
    """Tell a card from a piece."""
    return ":" in name or name.startswith(COVERED)


def is_shrine(name: str) -> bool:
    """Tell whether a card is a temple, covered or not."""
    return name.split()[1] == "temple" if name.startswith(COVERED) else is_temple(name)


def layout_of(places: Places, state: State, viewer: int) -> dict[str, Pose]:
    """Give every piece and card its place."""
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
    """Give the poses of what one player has; a hand that ``spreads`` lies side by side, an open one does so too."""
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
    """Turn pixels of the window into board units."""
    return (x - places.rect.left) / places.unit, (y - places.rect.top) / places.unit


def piece_pose(places: Places, middle: tuple[float, float], side: float, z: float = 0.0) -> Pose:
    """Give the pose of a piece whose cell has that middle and side in pixels."""
    return Pose(*units(places, *middle), scale=side / places.unit, z=z)


def card_pose(places: Places, rect: pygame.Rect, z: float = 0.0) -> Pose:
    """Give the pose of a card in a rectangle; the scale is its width."""
    return Pose(*units(places, *rect.center), scale=rect.width / places.unit, z=z)


def tag_pose(places: Places, rect: pygame.Rect) -> Pose:
    """Give the pose of a card that lies on a cóatl as a tag: as a card it would be as high."""
    return Pose(*units(places, *rect.center), scale=rect.height / RATIO / places.unit, z=LAID_Z)


def chain(lane: Lane, coatl: Serpent, *, is_open: bool) -> tuple[float, list[tuple[float, float]]]:
    """Give the side of the pieces of a cóatl in its lane, and their middles.

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
    """Give where something new comes from: a piece from its bag, a card from its deck, face down."""
    if is_card(name):
        deck = places.middle.temple_deck if is_shrine(name) else places.middle.deck
        return replace(card_pose(places, deck, z=0.5), flip=1.0 if name.startswith(COVERED) else -1.0)
    pouch = places.middle.pouches[kind_of(name)]
    return piece_pose(places, pouch.center, pouch.width * 0.5, z=0.5)


def holding(places: Places, seat: int, name: str) -> Pose:
    """Give where a card is in somebody's hand."""
    area = places.area(seat)
    return card_pose(places, area.shrine if is_shrine(name) else area.hand, z=0.5)


KIND_LETTERS = {LETTERS[kind]: kind for kind in KINDS}
"""The kinds of pieces by their letters."""
