"""What lies before a player, small and in one row: all of it is seen, however little room there is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pygame

from scenes.things import Thing, Things
from sprites.ui import Kit

APART = 0.18
"""How far things lie apart, as a share of their height."""
LEAST_STEP = 0.3
"""How much of a thing is seen below the next one at least, as a share of its width."""
SIDES = (1.0, 0.8, 0.62, 0.5)
"""How high things are, as shares of the row: smaller where there is little room, in few sizes, as each is baked."""
TEXT = 0.8
"""How high what is written beside a thing is, as a share of its height."""
HAND = 0.5
"""The share of the row that several things that count have at least, where something was won, too."""
POP = 0.6
"""By how much a thing that has just been won is larger at first."""


def draw_row(kit: Kit, surface: pygame.Surface, things: Things, row: pygame.Rect, grown: float = 0.0) -> None:
    """Draw what is still to come, what counts and what was won, of which the last is larger where it has ``grown``."""
    hand, won, colours = things.hand, things.won, kit.theme.colours
    row, left = _draw_stock(kit, surface, things, row)
    if things.hides:
        left = _draw_sign(kit, surface, "eye_outline", colours.accent, left, row)
    if hand:
        share = max(HAND, len(hand) / (len(hand) + len(won) + bool(won)))
        left = _draw_pile(surface, hand, _from(left, row, share))
    if won and hand:  # which would look as if they counted, too
        left = _draw_sign(kit, surface, "check_bold", colours.good, left, row)
    _draw_pile(surface, won, _from(left, row), grown)


def _from(left: int, row: pygame.Rect, share: float = 1.0) -> pygame.Rect:
    """Give a share of what is left of a row."""
    return pygame.Rect(left, row.top, round((row.right - left) * share), row.height)


def _draw_stock(kit: Kit, surface: pygame.Surface, things: Things, row: pygame.Rect) -> tuple[pygame.Rect, int]:
    """Draw what is still to come; give the row, as high as lets the rest fit, too, and where that begins.

    Where there is too little room, those at the end of which nothing is written lie over each other.
    """
    stock = things.stock
    loose = _loose(stock)
    share, piles = _fitting(kit, things, len(loose), row)
    high, left = round(share * row.height), row.left
    row = pygame.Rect(left, row.centery - high // 2, row.width, high)
    for thing in stock[: len(stock) - len(loose)] if piles else stock:
        left = _draw_thing(kit, surface, thing, left, row)
    if piles and loose:
        left = _draw_pile(surface, loose, pygame.Rect(left, row.top, round(_least(len(loose)) * high), high))
    return row, left


def _fitting(kit: Kit, things: Things, loose: int, row: pygame.Rect) -> tuple[float, bool]:
    """Give as a share of the row how high things must be for all of them to fit, and whether the loose ones pile up."""
    signs = things.hides + bool(things.hand and things.won)
    rest = signs * (TEXT + APART) + _least(len(things.hand)) + _least(len(things.won))
    widths = [_width(kit, thing, row.height) for thing in things.stock]
    whole = sum(widths) + rest * row.height
    needs = {False: whole, True: whole - sum(widths[len(widths) - loose :]) + _least(loose) * row.height}
    fitting = ((share, piles) for share, piles in product(SIDES, needs) if share * needs[piles] <= row.width)
    return next(fitting, (SIDES[-1], True))


def _loose(stock: Sequence[Thing]) -> Sequence[Thing]:
    """Give the things at the end of a stock that may lie over each other: beside them nothing is written."""
    written = [place for place, thing in enumerate(stock) if thing.text or not place]
    return stock[written[-1] + 1 :] if written else ()


def _least(count: int) -> float:
    """Give how wide so many things are that lie over each other as far as may be, in heights of the row."""
    return 1 + LEAST_STEP * (count - 1) + APART if count else 0.0


def _width(kit: Kit, thing: Thing, side: int) -> int:
    """Give how much of a row a thing of that height takes, with what is written beside it."""
    width = thing.small(side).get_width() + round(side * APART)
    if thing.text:
        width += _words(kit, thing, side).get_width() + round(2 * side * APART)
    return width


def _words(kit: Kit, thing: Thing, side: int) -> pygame.Surface:
    return kit.bakery.text(thing.text, "interface", round(side * TEXT), kit.theme.colours.ink)


def _draw_sign(kit: Kit, surface: pygame.Surface, name: str, ink: str, left: int, row: pygame.Rect) -> int:
    """Draw a sign between things; give where the next one begins."""
    sign = kit.bakery.icon(name, round(row.height * TEXT), ink)
    surface.blit(sign, sign.get_rect(midleft=(left, row.centery)))
    return left + sign.get_width() + round(row.height * APART)


def _draw_thing(kit: Kit, surface: pygame.Surface, thing: Thing, left: int, row: pygame.Rect) -> int:
    """Draw a thing and what is written beside it; give where the next one begins."""
    picture = thing.small(row.height)
    surface.blit(picture, picture.get_rect(midleft=(left, row.centery)))
    left += picture.get_width() + round(row.height * APART)
    if thing.text:
        words = _words(kit, thing, row.height)
        surface.blit(words, words.get_rect(midleft=(left, row.centery)))
        left += words.get_width() + round(2 * row.height * APART)
    return left


def _draw_pile(surface: pygame.Surface, things: Sequence[Thing], room: pygame.Rect, grown: float = 0.0) -> int:
    """Draw things side by side, over each other at need, and the latest ones where not even that is enough.

    The last one is so much larger as it has ``grown``. Gives where what comes next begins.
    """
    side = room.height
    if not things or room.width < side:
        return room.left
    step = side + round(side * APART)
    if len(things) > 1:
        step = max(round(side * LEAST_STEP), min(step, (room.width - side) // (len(things) - 1)))
    shown = things[-((room.width - side) // step + 1) :]
    for number, thing in enumerate(shown):
        is_last = number == len(shown) - 1
        picture = thing.small(round(side * (1 + POP * grown)) if is_last else side)
        middle = (room.left + number * step + side // 2, room.centery)
        surface.blit(picture, picture.get_rect(center=middle))
    return room.left + (len(shown) - 1) * step + side + round(side * APART)
