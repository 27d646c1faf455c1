"""What lies before a player of Cóatl: points, cards in the hand or their backs, tokens, and the finished cóatls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pygame

from logic.coatl import State
from logic.coatl.components import HIDDEN, Seat, Serpent, is_temple, prophecy, type_of
from logic.coatl.moves import worth
from logic.coatl.narration import FAMILY_WORDS
from logic.coatl.statistics import TOKEN_WORDS
from logic.core import Message
from scenes.coatl.paint import face
from scenes.view.view import Paint, Thing, Things
from sprites.coatl.cards import RATIO
from sprites.coatl.decks import Kind, back, plate
from sprites.coatl.segments import segment
from sprites.coatl.things import token
from sprites.paint.kit import Kit

POINTS = 0.9
"""The height of the plate with the points, as a share of the height that there is."""
HEAD, ITS_POINTS = 0.86, 0.56
"""The same of the head that stands for a finished cóatl, and of the plate with what it counts."""


def things_of(kit: Kit, state: State, seat: int, *, secret: bool) -> Things | None:
    """Say what lies before a seat in the position as its viewer knows it; with ``secret`` nobody else looks."""
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
    """The own cards as they lie while others look on."""
    kinds: list[Kind] = ["prophecy"] * len(seat.prophecies)
    kinds += ["temple"] * len(seat.temples)
    paints = (_back_paint(kit, kind) for kind in kinds)
    return tuple(Thing(Message("Your card, face down"), paint, paint) for paint in paints)


def _name(card: str) -> Message:
    """Name a card in a word or two; its colours are seen."""
    return Message("Temple") if is_temple(card) else FAMILY_WORDS[prophecy(card).family.name]


def _points(kit: Kit, n: int) -> Thing:
    def paint(high: int) -> pygame.Surface:
        return plate(kit, str(n), round(high * POINTS))

    return Thing(Message("{n} point", plural="{n} points", n=n), paint, paint)


# -- cards that are not seen, and tokens: each kind with its number


def _backs(kit: Kit, seat: Seat) -> Iterator[Thing]:
    """The cards in the hand face down; their number is for all to see."""
    if seat.prophecies:
        n = len(seat.prophecies)
        yield _back(kit, "prophecy", Message("{n} prophecy", plural="{n} prophecies", n=n), n)
    if seat.temples:
        n = len(seat.temples)
        yield _back(kit, "temple", Message("{n} temple", plural="{n} temples", n=n), n)


def _back(kit: Kit, kind: Kind, words: Message, n: int) -> Thing:
    paint = _back_paint(kit, kind)
    return Thing(words, paint, paint, str(n))


def _back_paint(kit: Kit, kind: Kind) -> Paint:
    return lambda high: back(kit, _size(high), kind)


def _tokens(kit: Kit, seat: Seat) -> Iterator[Thing]:
    """The tokens that can still be used."""
    for name in seat.tokens:
        paint = partial(token, kit, name)
        yield Thing(TOKEN_WORDS[name], paint, paint)


# -- what is finished


def _finished(kit: Kit, coatl: Serpent) -> Thing:
    """The head of a cóatl with what it counts."""
    n = worth(coatl)
    paint = partial(_head, kit, type_of(coatl.pieces[0]), n)
    return Thing(Message("{n} point", plural="{n} points", n=n), paint, paint)


def _head(kit: Kit, look: str, n: int, side: int) -> pygame.Surface:
    def bake() -> pygame.Surface:
        surface = pygame.Surface((side, side), pygame.SRCALPHA)
        head = segment(kit, look, round(HEAD * side))
        surface.blit(head, head.get_rect(center=(side // 2, side // 2)))
        number = plate(kit, str(n), round(ITS_POINTS * side))
        surface.blit(number, number.get_rect(bottomright=(side, side)))
        return surface

    return kit.bakery.keep(("coatl finished", look, n, side, kit.strong_patterns), bake)
