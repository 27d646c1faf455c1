"""What lies before a player of the labyrinth: the card that counts, the pile, and the treasures found."""

from __future__ import annotations

from functools import partial

import pygame

from logic.core import Message
from logic.labyrinth import State
from logic.labyrinth.components import HIDDEN, TREASURES
from scenes.view.view import Thing, Things
from sprites.labyrinth.cards import RATIO, badge, card, pile
from sprites.labyrinth.medals import medal, medal_with_ring, seal
from sprites.paint.kit import Kit

HOME_SIGN = 0.5
"""The height of the sign for home, as a share of the seal that it lies on."""
HOME_INK = "#fff6e0"


def things_of(kit: Kit, state: State, seat: int, *, secret: bool) -> Things | None:
    """Say what lies before a seat in the position as its viewer knows it; with ``secret`` nobody else looks."""
    if seat >= state.params.players:
        return None
    deck = state.deck(seat)
    known = [name for name in state.goals(seat) if name != HIDDEN]
    seen = secret or state.params.open_cards
    return Things(
        hand=_hand(kit, state, seat, known if seen else []),
        stock=_stock(kit, state, seat, len(deck)),
        won=tuple(_medal(kit, name) for name in state.found[seat]),
        covered=() if seen else tuple(_covered(kit, seat) for _ in known),
    )


# -- what counts now


def _hand(kit: Kit, state: State, seat: int, goals: list[str]) -> tuple[Thing, ...]:
    """The cards that count, or the sign for the way home; by numbers, the common card to whose turn it is.

    Who plays alone with open cards sees those to come as well, in their order.
    """
    if state.params.goals == "numbers":
        goals = goals if seat == state.player else []
    if state.goes_home(seat):
        return (_home(kit, seat),)
    to_come = state.deck(seat)[1:] if _is_planned(state) else ()
    return (*(_goal(kit, state, seat, name) for name in goals), *(_later(kit, seat, name) for name in to_come))


def _is_planned(state: State) -> bool:
    """Tell whether somebody plays alone and knows what comes later."""
    return state.params.players == 1 and state.params.open_cards and state.params.goals == "top"


def _later(kit: Kit, seat: int, name: str) -> Thing:
    return Thing(TREASURES[name], partial(medal, kit, name), lambda high: card(kit, name, _card_size(high), seat=seat))


def _goal(kit: Kit, state: State, seat: int, name: str) -> Thing:
    number = state.params.treasures.index(name) + 1 if state.params.goals == "numbers" else None
    return Thing(
        TREASURES[name],
        lambda high: medal_with_ring(kit, name, high, seat),
        lambda high: card(kit, name, _card_size(high), seat=seat, number=number),
        "" if number is None else str(number),
        partial(_back, kit, seat),
    )


def _covered(kit: Kit, seat: int) -> Thing:
    paint = partial(_back, kit, seat)
    return Thing(Message("Your card, face down"), paint, paint)


def _back(kit: Kit, seat: int, high: int) -> pygame.Surface:
    return card(kit, None, _card_size(high), seat=seat, face=False)


def _home(kit: Kit, seat: int) -> Thing:
    paint = partial(_home_sign, kit, seat)
    return Thing(Message("Home, to your own corner"), paint, paint)


def _home_sign(kit: Kit, seat: int, side: int) -> pygame.Surface:
    """The seal of a seat with a house on it."""

    def bake() -> pygame.Surface:
        surface = seal(kit, seat, side).copy()
        house = kit.bakery.icon("home", round(side * HOME_SIGN), HOME_INK)
        shade = kit.bakery.icon("home", round(side * HOME_SIGN * 1.2), kit.theme.players[seat].dark)
        for picture in (shade, house):
            surface.blit(picture, picture.get_rect(center=(side // 2, side // 2)))
        return surface

    return kit.bakery.keep(("labyrinth home sign", seat, side, kit.strong_patterns), bake)


# -- what is still to come, and what was found


def _stock(kit: Kit, state: State, seat: int, left: int) -> tuple[Thing, ...]:
    """The own pile with its number; by numbers, the points."""
    if state.params.goals == "numbers":
        n = state.points(seat)
        words = Message("{n} point", plural="{n} points", n=n)
        paint = lambda high: badge(kit, str(n), high)  # noqa: E731 - a picture for a height
        return (Thing(words, paint, paint),)
    words = Message("{n} card left", plural="{n} cards left", n=left)
    own = Thing(
        words,
        lambda high: _back(kit, seat, high) if left else _empty(kit, high, seat),
        lambda high: pile(kit, left, _card_size(round(high * 0.9)), seat=seat),
        str(left),
    )
    return (own,)


def _empty(kit: Kit, high: int, seat: int) -> pygame.Surface:
    return pile(kit, 0, _card_size(round(high * 0.9)), seat=seat)


def _medal(kit: Kit, name: str) -> Thing:
    paint = partial(medal, kit, name)
    return Thing(TREASURES[name], paint, paint)


def _card_size(high: int) -> tuple[int, int]:
    return max(4, round(high / RATIO)), high
