"""A player's card beside the board: name, turn, clock, and the player's things."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np
import pygame

from scenes.board.parts import Size, card_plate, shortened
from scenes.view.squares import TurnRing
from scenes.view.view import Thing, Things
from sprites.paint.kit import Kit
from sprites.paint.portraits import portrait
from sprites.paint.prerender import Task
from sprites.paint.tokens import player_token
from sprites.widgets import Action, Ease, Passive, Pointer, Words
from sprites.widgets.layout import cut

APART = 0.18
"""Gap between things, as a share of their height."""
LEAST_STEP = 0.3
"""Least visible part of a thing below the next one, as a share of its width."""
SIDES = (1.0, 0.8, 0.62, 0.5)
"""Heights of things as shares of the row: smaller if there is little room, in few sizes, since each is baked."""
TEXT = 0.8
"""Height of the text beside a thing, as a share of the thing's height."""
HAND = 0.5
"""The least share of the row for several things that count, beside things that were won."""
POP = 0.6
"""Additional size of a thing that has just been won, at first."""


Shown = list[tuple[pygame.Surface, pygame.Rect]]
"""Pictures with their rectangles, in drawing order."""


def row_of(kit: Kit, things: Things, row: pygame.Rect, grown: float = 0.0, invites: str = "") -> Shown:
    """Lay out the stock, what counts, and what was won, of which the last is enlarged by ``grown``.

    Beside the icon for covered things stands the text ``invites``, if there is room.
    """
    line, hand, won, colours = _Line(kit, row), things.hand, things.won, kit.theme.colours
    line.lay_stock(things)
    if things.hides:
        line.lay_sign("eye_outline", colours.accent)
        line.invite(invites, round(_least(len(won)) * line.room.height))
    if hand:
        share = max(HAND, len(hand) / (len(hand) + len(won) + bool(won)))
        line.lay_pile(hand, round(line.room.width * share))
    if won and hand:  # which would look as if it counted, too
        line.lay_sign("check_bold", colours.good)
    line.lay_pile(won, line.room.width, grown)
    return line.shown


class _Line:
    """A row filled from the left: what is ``shown`` there so far, and the ``room`` that is left."""

    def __init__(self, kit: Kit, room: pygame.Rect) -> None:
        self.kit = kit
        self.room = room
        self.shown: Shown = []

    def _go_on(self, left: int) -> None:
        self.room = pygame.Rect(left, self.room.top, self.room.right - left, self.room.height)

    def _lay(self, picture: pygame.Surface, apart: int = 1) -> None:
        self.shown.append((picture, picture.get_rect(midleft=self.room.midleft)))
        self._go_on(self.room.left + picture.get_width() + round(apart * self.room.height * APART))

    def lay_sign(self, name: str, ink: str) -> None:
        self._lay(self.kit.cache.icon(name, round(self.room.height * TEXT), ink))

    def invite(self, text: str, others: int) -> None:
        """Write the invitation to look, unless that leaves too little room for the others."""
        side = min(round(self.room.height * TEXT), self.kit.px(self.kit.theme.sizes.small))
        words = self.kit.cache.text(text, "interface", side, self.kit.theme.colours.accent_light) if text else None
        if words is not None and words.get_width() + others <= self.room.width:
            self._lay(words, 2)

    def lay_stock(self, things: Things) -> None:
        """Lay out the stock, in a size that leaves room for the rest.

        If there is too little room, things at its end that have no text overlap.
        """
        stock, loose, room = things.stock, _loose(things.stock), self.room
        share, piles = _fitting(self.kit, things, len(loose), room)
        high = round(share * room.height)
        self.room = pygame.Rect(room.left, room.centery - high // 2, room.width, high)
        for thing in stock[: len(stock) - len(loose)] if piles else stock:
            self._lay(thing.small(high))
            if thing.text:
                self._lay(_words(self.kit, thing, high), 2)
        if piles:
            self.lay_pile(loose, round(_least(len(loose)) * high))

    def lay_pile(self, things: Sequence[Thing], width: int, grown: float = 0.0) -> None:
        """Lay things side by side, overlapping if necessary, and only the latest if even that is not enough.

        The last one is enlarged by ``grown``.
        """
        side, left = self.room.height, self.room.left
        if not things or width < side:
            return
        step = side + round(side * APART)
        if len(things) > 1:
            step = max(round(side * LEAST_STEP), min(step, (width - side) // (len(things) - 1)))
        latest = things[-((width - side) // step + 1) :]
        for number, thing in enumerate(latest):
            is_last = number == len(latest) - 1
            picture = thing.small(round(side * (1 + POP * grown)) if is_last else side)
            middle = (left + number * step + side // 2, self.room.centery)
            self.shown.append((picture, picture.get_rect(center=middle)))
        self._go_on(left + (len(latest) - 1) * step + side + round(side * APART))


def _fitting(kit: Kit, things: Things, loose: int, row: pygame.Rect) -> tuple[float, bool]:
    """The height of things at which all fit, as a share of the row, and whether the loose ones overlap."""
    signs = things.hides + bool(things.hand and things.won)
    rest = signs * (TEXT + APART) + _least(len(things.hand)) + _least(len(things.won))
    widths = [_width(kit, thing, row.height) for thing in things.stock]
    whole = sum(widths) + rest * row.height
    needs = {False: whole, True: whole - sum(widths[len(widths) - loose :]) + _least(loose) * row.height}
    fitting = ((share, piles) for share, piles in product(SIDES, needs) if share * needs[piles] <= row.width)
    return next(fitting, (SIDES[-1], True))


def _loose(stock: Sequence[Thing]) -> Sequence[Thing]:
    """The things at the end of a stock that may overlap: they have no text."""
    written = [place for place, thing in enumerate(stock) if thing.text or not place]
    return stock[written[-1] + 1 :] if written else ()


def _least(count: int) -> float:
    """The width of that many things that overlap as far as possible, in heights of the row."""
    return 1 + LEAST_STEP * (count - 1) + APART if count else 0.0


def _width(kit: Kit, thing: Thing, side: int) -> int:
    """The width of a thing of that height, with its text."""
    width = thing.small(side).get_width() + round(side * APART)
    if thing.text:
        width += _words(kit, thing, side).get_width() + round(2 * side * APART)
    return width


def _words(kit: Kit, thing: Thing, side: int) -> pygame.Surface:
    return kit.cache.text(thing.text, "interface", round(side * TEXT), kit.theme.colours.ink)


TWO_LINES = 50
"""Units of height from which a card has a second line."""
WIDE = 200
"""Units of width from which a single thing that counts is shown large beside the text."""
UPPER = 0.52
"""Share of a card with things that the line with the name takes."""
LARGE = 0.84
"""Height of the thing that counts, as a share of the card's."""
ROBOT = 0.5
"""Height of the icon for a computer that has taken over, as a share of the token."""
CALLS, CALLING, SWELLS = 3, 0.8, 0.1
"""How often covered things swell to draw attention, the seconds of each time, and by how much."""
FAN, SPREAD = 3, 0.16
"""The largest number of covered things shown, and their distance as a share of their height."""
POPS = 4
"""Number of steps in which a thing that has just been won shrinks to its size."""


SMALLER = 7, 2.5
"""Units that a waiting player's card is smaller at each side than its cell, across and down."""
GROWS = 0.24
"""Seconds in which the card grows when its turn comes."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """What a player's card shows; ``clock`` is the share of the turn's time that is left, with its text.

    ``has_left`` tells that the computer plays on for that player; ``invites`` is the text on covered things. ``figure``
    is the player's portrait, beside the token where there is room.
    """

    name: str
    about: str = ""
    is_active: bool = False
    clock: tuple[float, str] | None = None
    things: Things | None = None
    has_left: bool = False
    invites: str = ""
    figure: str = ""


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """The rectangles of a card's parts; a portrait without room has no width."""

    token: pygame.Rect
    portrait: pygame.Rect
    words: pygame.Rect
    mark: pygame.Rect
    """Rectangle of the clock, or of the sign of the turn."""
    row: pygame.Rect
    """Rectangle of the line with the things."""
    large: pygame.Rect | None
    """Rectangle of the large picture beside the text: the one thing that counts, or the covered things."""
    shows_aim: bool
    """Whether that is the one thing that counts."""
    is_narrow: bool


def places_on(kit: Kit, rect: pygame.Rect, face: CardFace) -> CardPlaces:
    """Lay a card out; without things, the line with the name takes all of it."""
    things, has_clock, is_narrow = face.things, face.clock is not None, rect.width < kit.px(WIDE)
    pad, upper = rect.height // (7 if things is None else 12), pygame.Rect(rect)
    if things is not None:
        upper.height = round(rect.height * UPPER)
    side, tall = round(upper.height * (0.66 if things is None else 0.8)), round(upper.height * 0.72)
    token, mark = pygame.Rect(upper.left + pad, 0, side, side), pygame.Rect(0, 0, tall // (2 - has_clock), tall)
    token.centery, mark.midright = upper.centery, (upper.right - pad, upper.centery)
    shows_aim = things is not None and len(things.hand) == 1 and not is_narrow
    large = None
    if shows_aim or (things is not None and things.hides and not is_narrow):
        largest = round(rect.height * LARGE)
        large = pygame.Rect(0, 0, largest, largest).move_to(midright=(rect.right - 2 * pad - mark.width, rect.centery))
    seen = pygame.Rect(token.right, token.centery, 0, 0)
    if face.figure and not is_narrow:
        high = min(token.height + pad, upper.height)
        seen = pygame.Rect(token.right + pad // 2, token.centery - high // 2, high, high)
    left = seen.right + pad
    right = (mark.left if face.is_active or has_clock else upper.right - pad) - pad // 2
    right -= large.width + pad if large is not None else 0
    words = pygame.Rect(left, upper.top + pad // 2, right - left, upper.height - pad)
    row = pygame.Rect(rect.left + pad, upper.bottom, 0, rect.bottom - upper.bottom - pad)
    row.width = (large.left if large is not None else rect.right) - pad - row.left
    return CardPlaces(token, seen, words, mark, row, large, shows_aim, is_narrow)


class PlayerCard(Passive):
    """A player's token and name, lit while that player is to act, and the player's things.

    Holding a card with things shows them large: ``on_look`` is told when that begins and ends.
    """

    is_kept_clear = True

    def __init__(
        self,
        kit: Kit,
        key: str,
        player: int,
        on_look: Callable[[bool], object] | None = None,
        turn: TurnRing | None = None,
    ) -> None:
        super().__init__(kit, key)
        self.player = player
        self.on_look = on_look
        self._turn = turn if turn is not None else TurnRing()
        self._slot = self.rect
        """The card's cell; it fills it only while its player is to act."""
        self._large = Ease(GROWS)
        self._face = CardFace("")
        self._laid: CardPlaces | None = None
        self._row: tuple[float, Shown] | None = None
        """The pictures in the row, with the growth of the last one; computed again with the layout."""
        self._fitting: tuple[tuple[str, Size, str], Words] | None = None
        self._swelling = Ease(kit.theme.seconds.card)
        self._calls = Ease(CALLS * CALLING, 1.0, 1.0)

    @property
    def face(self) -> CardFace:
        return self._face

    @face.setter
    def face(self, face: CardFace) -> None:
        before, after = self._face.things, face.things
        if before is not None and after is not None and len(after.won) > len(before.won):
            self._swelling.value, self._swelling.target = 1.0, 0.0
        if face.invites and not self._face.invites and not self.kit.reduced_motion:
            self._calls.value = 0.0
        if face.is_active != self._face.is_active:
            self._large.target = float(face.is_active)
            if not self._face.name or self.kit.reduced_motion:  # it is shown for the first time
                self._large.value = self._large.target
                self._fill_slot()
        self._face, self._laid, self._row = face, None, None
        self.focusable = face.things is not None and self.on_look is not None

    # -- close look

    def point(self, event: Pointer) -> bool:
        if not self.focusable or self.on_look is None or event.kind == "hover":
            return False
        if event.kind in ("down", "up", "cancel"):
            self.on_look(event.kind == "down")
        return True

    def act(self, action: Action) -> bool:
        if action.name != "accept" or not self.focusable or self.on_look is None:
            return False
        self.on_look(True)
        return True

    def release(self, name: str) -> bool:
        if name != "accept" or self.on_look is None:
            return False
        self.on_look(False)
        return True

    def resume_press(self, former: object) -> bool:
        """Stay pressed when the screen is built again."""
        return True

    def update(self, dt: float) -> bool:
        """Advance the thing that was won, the covered things that swell, and the card that grows or shrinks."""
        grows = self._large.update(dt)
        if grows:
            self._fill_slot()
        return self._swelling.update(dt) | self._calls.update(dt) | grows

    # -- rectangles

    def place(self, rect: pygame.Rect) -> None:
        self._slot = rect
        self._fill_slot()

    def _fill_slot(self) -> None:
        """Take the size for the present turn: everything on the card is laid out and baked for two sizes only."""
        self.rect, self._laid, self._row = self._sized(float(self._large.value > 0)), None, None

    def _sized(self, grown: float) -> pygame.Rect:
        """The card's rectangle in its cell at that growth."""
        across, down = (round(2 * (1 - grown) * self.kit.px(units)) for units in SMALLER)
        return self._slot.inflate(-across, -down)

    @property
    def _places(self) -> CardPlaces:
        """The layout, cached until the card or its content changes."""
        if self._laid is None:
            self._laid = places_on(self.kit, self.rect, self._face)
        return self._laid

    @property
    def token(self) -> pygame.Rect:
        """Rectangle of the seat's token."""
        return self._places.token

    @property
    def covered_rect(self) -> pygame.Rect:
        """Rectangle of the covered things."""
        row, large = self._places.row, self._places.large
        return large if large is not None else pygame.Rect(row.left, row.top, row.height, row.height)

    # -- texts

    def words(self) -> Iterable[Words]:
        sizes, colours, places = self.kit.theme.sizes, self.kit.theme.colours, self._places
        room = places.words
        ink = colours.ink if self._face.is_active else colours.ink_soft
        is_low = self.rect.height < self.kit.px(TWO_LINES)
        if self._face.things is not None:
            yield self._name(room, ink, sizes.small if places.is_narrow else sizes.text, 1)
        else:
            upper, lower = cut(room, "top", round(room.height * 0.56))
            about = Words(self._face.about, lower, ink, sizes.small, "text", lines=1)
            if is_low or not about.text:
                yield self._name(room, ink, sizes.small if is_low else sizes.text, 2)
            elif not about.laid_out(self.kit).fits:
                yield self._name(room, ink, sizes.text, 1)
            else:
                yield self._name(upper, ink, sizes.text, 1)
                yield about

    def _name(self, room: pygame.Rect, ink: str, units: float, lines: int) -> Words:
        key = (self._face.name, room.size, ink)
        if self._fitting is None or self._fitting[0] != key or self._fitting[1].room != room:
            self._fitting = key, shortened(self.kit, Words(self._face.name, room, ink, units, lines=lines))
        return self._fitting[1]

    # -- picture

    def to_prerender(self) -> Iterator[Task]:
        """Tasks that paint the card for an active player, while it shrinks after that, and for a waiting one."""
        return (partial(self._paint_as, active, grown) for active, grown in ((True, 1.0), (False, 1.0), (False, 0.0)))

    def _paint_as(self, active: bool, grown: float) -> None:
        """Draw it on a scratch surface, for a turn that it may not have now."""
        other = PlayerCard(self.kit, self.key, self.player, turn=self._turn)
        other.face = replace(self._face, is_active=active)
        other._large.value = grown
        other.place(self._slot)
        other.draw(pygame.Surface((1, 1)))

    def draw(self, surface: pygame.Surface) -> None:
        room = self.rect
        if not (0 < self._large.value < 1 and surface.get_rect().contains(room)):
            self._draw_at_rest(surface)
            return
        below = surface.subsurface(room).copy()
        self._draw_at_rest(surface)
        large = surface.subsurface(room).copy()
        small = self._sized(self._large.value)
        surface.blit(below, room)
        surface.blit(pygame.transform.smoothscale(large, small.size), small)

    def _draw_at_rest(self, surface: pygame.Surface) -> None:
        places = self._places
        token, face, mark = places.token, places.portrait, places.mark
        look = self.kit.theme.players[self.player % len(self.kit.theme.players)]
        colour = look.dark if self._face.is_active else None
        surface.blit(card_plate(self.kit, self.rect.size, colour), self.rect)
        if self._face.is_active:
            self._turn.draw(self.kit, surface, self.player, token)
        rise = round(self._turn.rise(self.player) * token.height)
        surface.blit(player_token(self.kit, self.player, token.width), token.move(0, -rise))
        if face.width:
            surface.blit(portrait(self.kit, self._face.figure, face.width), face)
        if self._face.has_left:
            self._draw_robot(surface, token)
        super().draw(surface)
        if self._face.things is not None:
            self._draw_things(surface, self._face.things)
        if self._face.clock is not None:
            self._draw_clock(surface, mark, *self._face.clock)
        elif self._face.is_active:
            glyph = self.kit.cache.icon("menu_left", round(mark.height * 0.9), self.kit.theme.colours.accent_light)
            surface.blit(glyph, glyph.get_rect(center=mark.center))

    def _draw_robot(self, surface: pygame.Surface, token: pygame.Rect) -> None:
        """Draw the computer's icon over the corner of the token."""
        side, colours = round(token.height * ROBOT), self.kit.theme.colours
        middle = (token.right - side // 2, token.bottom - side // 2)
        pygame.draw.aacircle(surface, colours.table, middle, round(side * 0.62))
        sign = self.kit.cache.icon("robot", side, colours.ink)
        surface.blit(sign, sign.get_rect(center=middle))

    def _draw_things(self, surface: pygame.Surface, things: Things) -> None:
        """Draw what counts large, or in the row before the rest."""
        places = self._places
        large, row = places.large, places.row
        if large is not None and places.shows_aim:
            picture = things.hand[0].small(large.height)
            surface.blit(picture, picture.get_rect(center=large.center))
            things = replace(things, hand=())
        elif large is not None:
            self._draw_covered(surface, things.covered)
        grown = self._grown
        if self._row is None or self._row[0] != grown:
            self._row = grown, row_of(self.kit, things, row, grown, self._face.invites)
        surface.blits(self._row[1])

    def _draw_covered(self, surface: pygame.Surface, covered: Sequence[Thing]) -> None:
        """Draw some of the covered things, overlapping; at first they swell to draw attention."""
        room, shown = self.covered_rect, covered[:FAN]
        swell = math.sin(math.pi * CALLS * self._calls.value) ** 2 if self._calls.value < 1 else 0.0
        for number, thing in enumerate(shown):
            picture = thing.small(room.height)
            if swell:
                size = (round(side * (1 + SWELLS * swell)) for side in picture.get_size())
                picture = pygame.transform.smoothscale(picture, tuple(size))
            aside = round((number - (len(shown) - 1) / 2) * SPREAD * room.height)
            surface.blit(picture, picture.get_rect(center=(room.centerx + aside, room.centery)))

    @property
    def _grown(self) -> float:
        """The present enlargement of what was won last: in few steps, as each is a picture to be baked."""
        return 0.0 if self.kit.reduced_motion else math.ceil(self._swelling.value * POPS) / POPS

    def _draw_clock(self, surface: pygame.Surface, mark: pygame.Rect, share: float, text: str) -> None:
        colours = self.kit.theme.colours
        colour = colours.bad if share < 0.2 else colours.accent
        surface.blit(self._ring(mark.width, round(share * 60), colour), mark)
        draw = self.kit.cache.text(text, "interface", round(mark.height * 0.34), colours.ink)
        surface.blit(draw, draw.get_rect(center=mark.center))

    def _ring(self, side: int, steps: int, colour: str) -> pygame.Surface:
        def paint(canvas: pygame.Surface, factor: int) -> None:
            box = canvas.get_rect().inflate(-2 * factor, -2 * factor)
            width = max(1, side * factor // 9)
            pygame.draw.ellipse(canvas, (*pygame.Color(self.kit.theme.colours.table)[:3], 180), box)
            start, reach = np.pi / 2, 2 * np.pi * steps / 60
            if steps:
                pygame.draw.arc(canvas, colour, box, start, start + max(reach, 0.01), width)

        return self.kit.cache.smooth(("clock", steps, colour), (side, side), paint)
