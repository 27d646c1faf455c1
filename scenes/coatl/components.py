"""Draws a piece, a card, a tag or a move of Cóatl from pictures baked at the sizes in use.

A player's things are drawn with these: points, cards in hand or their backs, tokens, and the finished cóatls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal

import pygame

from logic.coatl import State
from logic.coatl.components import (
    COLOURS,
    FEATHER,
    HAND,
    HIDDEN,
    KINDS,
    LETTERS,
    Seat,
    Serpent,
    is_temple,
    known,
    prophecy,
    temple,
    type_of,
)
from logic.coatl.moves import (
    Attach,
    Choose,
    Commit,
    Crown,
    Discard,
    Draw,
    Fetch,
    Foresee,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
    worth,
)
from logic.coatl.moves import level as level_on
from logic.coatl.narration import FAMILY_WORDS
from logic.coatl.scoring import meets
from logic.coatl.statistics import TOKEN_WORDS
from logic.core import Message, Move
from scenes.coatl.layout import COVERED, FILL, TableRects, covered_name, is_shrine, spread
from scenes.view.squares import Point
from scenes.view.view import Paint, Thing, Things
from sprites.coatl import boards, decks
from sprites.coatl.cards import ANY, EMBLEMS, GROUPS, RATIO, SMALL, bead, emblem
from sprites.coatl.cards import shadow as card_shadow
from sprites.coatl.segments import (
    LARGE_MASTER,
    LEGIBLE,
    MASTER,
    Look,
    bare,
    draw_chain,
    picture_side,
    segment,
    shadow,
    shadow_offset,
)
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import Size, rounded
from sprites.paint.prerender import Task
from sprites.paint.surfaces import blit_around, mix, native, picture, resized

CardLook = Literal["plain", "lit", "chosen", "dim"]
EVEN, FEW = 2, 12
"""Distance between the sizes of growing or shrinking pieces: pixels at least, and a fraction of larger sizes."""
GROWTH = 0.08
"""Additional size of a thing lifted by a unit."""
RISE = 0.16
"""Height at which it is then drawn, in units."""
TAG = 0.92
"""Largest share of its place's height for a tag."""
TINY = 22
"""Pixels below which lying pieces have no visible shadow."""
LEAST = 26
"""Width in pixels below which cards are scaled down from cards of that width."""
FLAT = 0.99
"""Absolute value of ``flip`` from which a card lies flat."""
AIR = 0.05
"""Height from which a thing is in the air."""


def draw_piece(
    surface: pygame.Surface, kit: Kit, piece: str, at: Point, side: float, lift: float = 0.0, *, look: Look = "plain",
    alpha: float = 1.0,
) -> None:  # fmt: skip
    """Draw a piece with its shadow; a lifted one is larger, and its shadow is further away."""
    size = max(4, round(side * (1 + GROWTH * lift)))
    if lift <= AIR:
        blit_around(surface, lying(kit, type_of(piece), size, look), at, alpha)
        return
    size, high = quantised(size), min(1.0, lift)
    away = shadow_offset(size, high)
    blit_around(surface, shadow(kit, type_of(piece), size, high), (at[0] + away, at[1] + away), alpha)
    blit_around(surface, segment(kit, type_of(piece), size, look), at, alpha)


def quantised(size: float) -> int:
    """A size near this one, from the few that are used while pieces grow or shrink."""
    return max(4, round(size - size % max(EVEN, size // FEW)))


def lying(kit: Kit, piece_type: str, size: int, look: Look = "plain") -> pygame.Surface:
    """A lying piece, with its shadow if that is visible."""
    return (segment if size <= TINY else _with_shadow)(kit, piece_type, size, look)


@kept
def _with_shadow(kit: Kit, piece_type: str, size: int, look: Look) -> pygame.Surface:
    under, away = shadow(kit, piece_type, size), shadow_offset(size)
    side = max(picture_side(size), under.get_width() + 2 * away)
    whole = pygame.Surface((side, side), pygame.SRCALPHA)
    blit_around(whole, under, (side / 2 + away, side / 2 + away))
    blit_around(whole, segment(kit, piece_type, size, look), (side / 2, side / 2))
    return native(whole)


def draw_card(
    surface: pygame.Surface, kit: Kit, card: str, at: Point, width: float, base: int, lift: float = 0.0, *,
    level: int = 0, look: CardLook = "plain", alpha: float = 1.0, flip: float = 1.0,
) -> None:  # fmt: skip
    """Draw a card with its shadow; ``base`` is the width at which it is baked, and from which it is scaled in flight.

    With a negative ``flip`` it shows its back; between -1 and 1 it is turning over.
    """
    seen = card if flip > 0 else covered_name("temple" if is_shrine(card) else "prophecy", 0, 0)
    shown = face(kit, seen, card_size(base), level=level if flip > 0 else 0, look=look if flip > 0 else "plain")
    wide = round(width * (1 + GROWTH * lift))
    size = shown.get_size()
    if abs(wide - base) > 1 or abs(flip) < FLAT:
        size = card_size(max(3, wide))
        shown = resized(shown, (max(1, round(size[0] * abs(flip))), size[1]))
    else:
        under, _ = card_shadow(kit, size)
        away = max(1, round(size[0] * (0.03 + 0.1 * min(1.0, lift))))
        blit_around(surface, under, (at[0] + away, at[1] + away), alpha)
    blit_around(surface, shown, at, alpha)


def card_size(width: int) -> Size:
    return width, round(RATIO * width)


def face(kit: Kit, card: str, size: Size, *, level: int = 0, look: CardLook = "plain") -> pygame.Surface:
    """The visible side of a card, by its name on the table."""
    kind: decks.Kind = "temple" if is_shrine(card) else "prophecy"
    known = HIDDEN if card.startswith(COVERED) else card
    if size[0] >= LEAST:
        return decks.face(kit, known, size, level=level, look=look, kind=kind)
    return _tiny_face(kit, known, size, level, look, kind)


@kept
def _tiny_face(kit: Kit, card: str, size: Size, level: int, look: CardLook, kind: decks.Kind) -> pygame.Surface:
    return resized(decks.face(kit, card, card_size(LEAST), level=level, look=look, kind=kind), size)


def draw_tag(
    surface: pygame.Surface, kit: Kit, card: str, rect: pygame.Rect, level: int, *, is_pip: bool = False
) -> None:
    """Draw a card on a cóatl: the largest tag that fits a rectangle, or a pip instead."""
    shown = pip(kit, card, min(rect.size)) if is_pip else _fitting(kit, card, rect, level)
    surface.blit(shown, shown.get_rect(center=rect.center))


def _fitting(kit: Kit, card: str, rect: pygame.Rect, level: int) -> pygame.Surface:
    """The largest tag that fits a rectangle."""
    high = max(6, round(TAG * rect.height))
    shown = decks.strip(kit, card, high, level=level)
    if shown.get_width() <= rect.width:
        return shown
    return decks.strip(kit, card, max(6, int(high * rect.width / shown.get_width())), level=level)


def pip(kit: Kit, card: str, side: int) -> pygame.Surface:
    """A small square in the colour of a card's group."""
    return _pip(kit, "temple" if is_temple(card) else prophecy(card).family.group, side)


@kept
def _pip(_kit: Kit, group: str, side: int) -> pygame.Surface:
    tones, radius = GROUPS[group].tones, 0.28 * side
    surface = picture(mix(tones[2], "#000000", 0.75), rounded((side, side), radius))
    surface.blit(picture(mix(tones[1], tones[2], 0.6), rounded((side, side), radius, (1, 1, 1, 1))), (0, 0))
    return native(surface)


def reached(card: str, coatl: Serpent) -> int:
    """The level of a card on a cóatl: for a temple, the number of its requirements that are met."""
    if not is_temple(card):
        return level_on(card, coatl)
    return sum(meets(wanted, coatl.colours, coatl.prophecies) for wanted in temple(card).requirements)


def ahead(kit: Kit, rects: TableRects, state: State, viewer: int) -> Iterator[Task]:
    """Painting tasks for what may be needed soon, the most likely first, in parts that fit into a frame."""
    seat = state.seats[viewer if viewer < state.params.players else 0]
    hand, temples = known(seat.prophecies), known(seat.temples)
    yield from _small_things(kit, rects)
    yield from _pieces(kit, feathers=any(state.params.feathers), large=FILL * rects.own.lanes[0].groove.height > MASTER)
    yield from _levels(kit, rects, hand, len(seat.prophecies))
    yield from _other_hands(kit, rects, state, hand)
    flying = card_size(rects.middle.display[0].width)
    yield from (partial(face, kit, card, flying) for card in temples)
    for card in (*temples, *known(state.temples)):
        own = spread(rects.own.shrine, len(seat.temples))
        width = own[0].width if own and card in temples else rects.middle.temples[0].width
        yield from (partial(face, kit, card, card_size(width), level=n) for n in range(1, len(temple(card).points)))


def _small_things(kit: Kit, rects: TableRects) -> Iterator[Task]:
    """The parts of all cards, their backs, and the marks where a piece may be laid."""
    for side in (SMALL, SMALL - 1):
        yield from (partial(bead, kit, colour, side) for colour in (*COLOURS, ANY))
    yield from (partial(emblem, kit, group, SMALL) for group in EMBLEMS)
    ends: tuple[boards.End, ...] = ("start", "head", "tail")
    yield from (partial(boards.opening, kit, end, rects.unit) for end in ends)
    middle = rects.middle
    yield partial(decks.back, kit, middle.temple_deck.size, "temple")
    own = rects.own.board, rects.own.hand
    lit = (middle.fields["b1"], middle.fields["h1"], middle.display[0], middle.deck, *own)
    yield from (partial(boards.light, kit, rect.size, "legal") for rect in lit)


def _levels(kit: Kit, rects: TableRects, hand: tuple[str, ...], count: int) -> Iterator[Task]:
    """The cards of the hand at all their levels, and as they look where they may be laid."""
    size = card_size(spread(rects.own.hand, count)[0].width) if count else (0, 0)
    for card in hand:
        yield partial(face, kit, card, size, level=1, look="lit")
        for level in range(1, len(prophecy(card).family.levels) + 1):
            yield partial(face, kit, card, size, level=level)


def _other_hands(kit: Kit, rects: TableRects, state: State, hand: tuple[str, ...]) -> Iterator[Task]:
    """The cards in a hand with one less or one more, and as they leave it."""
    lays_aside = state.action in ("discard", "future")
    fewer, more = len(hand) - 1, len(hand) + 1
    lying = {fewer: hand} if fewer > 0 else {}
    if more <= HAND:
        lying[more] = (*hand, *known(state.display))
    for count, cards in lying.items():
        size = card_size(spread(rects.own.hand, count)[0].width)
        yield from (partial(face, kit, card, size) for card in cards)
        if lays_aside:
            yield from (partial(face, kit, card, size, look="lit") for card in hand)
    width = rects.middle.display[0].width
    yield from (partial(face, kit, card, card_size(width)) for card in hand)


def _pieces(kit: Kit, *, feathers: bool, large: bool) -> Iterator[Task]:
    """Every piece that may come out of a bag, large, and as small as in opponents' areas."""
    types = [colour + LETTERS[kind] for kind in KINDS for colour in COLOURS]
    for piece in (*types, FEATHER + LETTERS["body"]) if feathers else types:
        yield from (partial(bare, kit, piece, cell) for cell in ((MASTER, LARGE_MASTER) if large else (MASTER,)))
        yield partial(segment, kit, piece, LEGIBLE, "flat")
        for side in (LEGIBLE, LEGIBLE - 1):
            yield partial(segment, kit, piece, side)


# -- pictures of moves, for the list of moves

ROOM = 0.86
"""Share of a line's height for a piece."""


def picture_of(kit: Kit, state: State, move: Move, height: int, viewer: int | None) -> pygame.Surface | None:
    """The picture of a move as a viewer or, for None, as all may see it; None for the end of a turn."""
    if isinstance(move, Draw) or (isinstance(move, Discard) and _is_secret(state, viewer)):
        return face(kit, covered_name("prophecy", state.player, 0), card_size(max(4, round(height / RATIO))))
    if isinstance(move, Prophesy | Crown):
        return decks.strip(kit, move.thing, height, level=reached(move.thing, state.seat.coatls[move.coatl]))
    if isinstance(move, Choose | Discard | Commit):
        return decks.strip(kit, move.thing, height)
    if isinstance(move, Foresee):
        return boards.token(kit, "future", height)
    pieces = _pieces_of(state, move)
    return _chain(kit, tuple(pieces), height) if pieces else None


def _is_secret(state: State, viewer: int | None) -> bool:
    """Whether a card is discarded that only its player knows."""
    return state.action == "discard" and state.player != viewer


def _pieces_of(state: State, move: Move) -> Sequence[str]:
    """The types of the pieces of a move."""
    if isinstance(move, Take):
        return [type_of(piece) for piece in state.field(move.field)]
    if isinstance(move, Start | Attach | Rob | Fetch):
        return [type_of(move.thing)]
    return [FEATHER + LETTERS["body"]] if isinstance(move, Steal) else []


@kept
def _chain(kit: Kit, pieces: tuple[str, ...], height: int) -> pygame.Surface:
    cell = max(4, round(ROOM * height))
    surface = pygame.Surface((round(cell * (len(pieces) + 0.3)), height), pygame.SRCALPHA)
    draw_chain(surface, kit, pieces, round(0.15 * cell), (height - cell) // 2, cell)
    return native(surface)


# -- things of a player

POINTS = 0.9
"""Share of the height for the plate with the points."""
HEAD, ITS_POINTS = 0.86, 0.56
"""The same for the head that stands for a finished cóatl, and for the plate with its points."""


def things_of(kit: Kit, state: State, seat: int, *, secret: bool) -> Things | None:
    """A seat's things in the position as its viewer knows it; with ``secret`` nobody else looks. None for no player."""
    if seat >= state.params.players:
        return None
    before = state.seats[seat]
    cards = (*before.prophecies, *before.temples)
    known = bool(cards) and HIDDEN not in cards
    seen = known and secret
    return Things(
        hand=tuple(_card(kit, card) for card in cards) if seen else (),
        stock=(_points(kit, state.score(seat)), *(() if seen else _backs(kit, before)), *_tokens(kit, before)),
        won=tuple(_finished(kit, coatl) for coatl in before.coatls if coatl.is_finished),
        covered=_covered(kit, before) if known and not seen else (),
    )


def _size(high: int) -> tuple[int, int]:
    return max(4, round(high / RATIO)), high


def _card(kit: Kit, card: str) -> Thing:
    def paint(high: int) -> pygame.Surface:
        return face(kit, card, _size(high))

    return Thing(_name(card), paint, paint, back=_back_paint(kit, "temple" if is_temple(card) else "prophecy"))


def _covered(kit: Kit, seat: Seat) -> tuple[Thing, ...]:
    """The own cards face down, while others look on."""
    kinds: list[decks.Kind] = ["prophecy"] * len(seat.prophecies)
    kinds += ["temple"] * len(seat.temples)
    paints = (_back_paint(kit, kind) for kind in kinds)
    return tuple(Thing(Message("Your card, face down"), paint, paint) for paint in paints)


def _name(card: str) -> Message:
    """Name a card in a word or two, without its colours, which are visible."""
    return Message("Temple") if is_temple(card) else FAMILY_WORDS[prophecy(card).family.name]


def _points(kit: Kit, n: int) -> Thing:
    def paint(high: int) -> pygame.Surface:
        return decks.plate(kit, str(n), round(high * POINTS))

    return Thing(Message("{n} [point|points]", n=n), paint, paint)


# -- hidden cards and tokens: each kind with its number


def _backs(kit: Kit, seat: Seat) -> Iterator[Thing]:
    """The cards in the hand face down; their number is public."""
    if seat.prophecies:
        n = len(seat.prophecies)
        yield _back(kit, "prophecy", Message("{n} [prophecy|prophecies]", n=n), n)
    if seat.temples:
        n = len(seat.temples)
        yield _back(kit, "temple", Message("{n} [temple|temples]", n=n), n)


def _back(kit: Kit, kind: decks.Kind, words: Message, n: int) -> Thing:
    paint = _back_paint(kit, kind)
    return Thing(words, paint, paint, str(n))


def _back_paint(kit: Kit, kind: decks.Kind) -> Paint:
    return lambda high: decks.back(kit, _size(high), kind)


def _tokens(kit: Kit, seat: Seat) -> Iterator[Thing]:
    """The unused tokens."""
    for name in seat.tokens:
        paint = partial(boards.token, kit, name)
        yield Thing(TOKEN_WORDS[name], paint, paint)


# -- finished cóatls


def _finished(kit: Kit, coatl: Serpent) -> Thing:
    """The head of a cóatl with its points."""
    n = worth(coatl)
    paint = partial(_head, kit, type_of(coatl.pieces[0]), n)
    return Thing(Message("{n} [point|points]", n=n), paint, paint)


@kept
def _head(kit: Kit, look: str, n: int, side: int) -> pygame.Surface:
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    head = segment(kit, look, round(HEAD * side))
    surface.blit(head, head.get_rect(center=(side // 2, side // 2)))
    number = decks.plate(kit, str(n), round(ITS_POINTS * side))
    surface.blit(number, number.get_rect(bottomright=(side, side)))
    return surface
