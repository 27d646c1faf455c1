"""A player's card beside the board: who sits there, whose turn it is, the clock, and what lies before that player."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
import pygame

from scenes.boardparts import Part, Size, Words, card_plate, shortened
from scenes.things import Thing, Things
from scenes.thingsrow import draw_row
from sprites.input import Action, Pointer
from sprites.tokens import player_token
from sprites.ui import Kit
from sprites.widgets.base import Ease

TWO_LINES = 50
"""Units of height from which on a card has a second line."""
WIDE = 200
"""Units of width from which on the one thing that counts stands large beside the words."""
UPPER = 0.52
"""The share of a card with things that the line with the name takes."""
LARGE = 0.84
"""The height of the thing that counts, as a share of the card's."""
ROBOT = 0.5
"""How high the sign of the computer that plays on is, as a share of the token."""
POPS = 4
"""In how many steps a thing that has just been won, and is larger at first, shrinks."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """What a player's card shows; ``clock`` is the share of the turn's time that is left, with its text.

    ``has_left`` tells that the computer plays on for that player.
    """

    name: str
    about: str = ""
    is_active: bool = False
    clock: tuple[float, str] | None = None
    things: Things | None = None
    has_left: bool = False


class PlayerCard(Part):
    """A player's token and name, lit while that player is to act, and what lies before that player.

    Who holds a card with things looks closely at them: ``on_look`` is told when that begins and when it ends.
    """

    def __init__(self, kit: Kit, key: str, player: int, on_look: Callable[[bool], object] | None = None) -> None:
        super().__init__(kit, key)
        self.player = player
        self.on_look = on_look
        self._face = CardFace("")
        self._fitting: tuple[tuple[str, Size, str], Words] | None = None
        self._fresh = Ease(kit.theme.seconds.card)

    @property
    def face(self) -> CardFace:
        """What the card shows now."""
        return self._face

    @face.setter
    def face(self, face: CardFace) -> None:
        before, after = self._face.things, face.things
        if before is not None and after is not None and len(after.won) > len(before.won):
            self._fresh.value, self._fresh.target = 1.0, 0.0
        self._face = face
        self.focusable = face.things is not None and self.on_look is not None

    # -- looking closely

    def point(self, event: Pointer) -> bool:
        """Look for as long as the card is held."""
        if not self.focusable or self.on_look is None or event.kind == "hover":
            return False
        if event.kind in ("down", "up", "cancel"):
            self.on_look(event.kind == "down")
        return True

    def act(self, action: Action) -> bool:
        """Look for as long as the accepting key is held."""
        if action.name != "accept" or not self.focusable or self.on_look is None:
            return False
        self.on_look(True)
        return True

    def release(self, name: str) -> bool:
        """Look no more once that key is let go."""
        if name != "accept" or self.on_look is None:
            return False
        self.on_look(False)
        return True

    def resumes(self, former: object) -> bool:
        """Go on being held when the screen is built again."""
        return True

    def update(self, dt: float) -> bool:
        """Let what was won come to rest."""
        return self._fresh.update(dt)

    # -- places

    @property
    def _pad(self) -> int:
        return self.rect.height // (7 if self._face.things is None else 12)

    @property
    def _is_narrow(self) -> bool:
        return self.rect.width < self.kit.px(WIDE)

    @property
    def _aim(self) -> Thing | None:
        """The one thing that stands large beside the words."""
        things = self._face.things
        return things.hand[0] if things is not None and len(things.hand) == 1 and not self._is_narrow else None

    def _upper(self) -> pygame.Rect:
        """Give the line with the name: the whole card where nothing lies below it."""
        if self._face.things is None:
            return self.rect
        return pygame.Rect(self.rect.left, self.rect.top, self.rect.width, round(self.rect.height * UPPER))

    def _parts(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Give the places of the token, of the words and of the clock or turn mark."""
        upper, pad = self._upper(), self._pad
        share = 0.66 if self._face.things is None else 0.8
        token = pygame.Rect(upper.left + pad, 0, round(upper.height * share), round(upper.height * share))
        token.centery = upper.centery
        tall = round(upper.height * 0.72)
        mark = pygame.Rect(0, 0, tall if self._face.clock is not None else tall // 2, tall)
        mark.midright = (upper.right - pad, upper.centery)
        has_mark = self._face.is_active or self._face.clock is not None
        right = (mark.left if has_mark else upper.right - pad) - pad // 2
        if self._aim is not None:
            right -= self._large_rect().width + pad
        words = pygame.Rect(token.right + pad, upper.top + pad // 2, right - token.right - pad, upper.height - pad)
        return token, words, mark

    def _large_rect(self) -> pygame.Rect:
        """Give the place of the one thing that counts, left of where the mark of the turn is."""
        side = round(self.rect.height * LARGE)
        mark = round(self._upper().height * 0.72) // (1 if self._face.clock is not None else 2)
        rect = pygame.Rect(0, 0, side, side)
        rect.midright = (self.rect.right - 2 * self._pad - mark, self.rect.centery)
        return rect

    def _row(self) -> pygame.Rect:
        """Give the line with the things."""
        upper, pad = self._upper(), self._pad
        right = self._large_rect().left if self._aim is not None else self.rect.right
        return pygame.Rect(
            self.rect.left + pad, upper.bottom, right - self.rect.left - 2 * pad, self.rect.bottom - upper.bottom - pad
        )

    # -- words

    def words(self) -> Iterable[Words]:
        """Give the name, and the line below it where there is height for one."""
        sizes, colours, room = self.kit.theme.sizes, self.kit.theme.colours, self._parts()[1]
        ink = colours.ink if self._face.is_active else colours.ink_soft
        is_low = self.rect.height < self.kit.px(TWO_LINES)
        if self._face.things is not None:
            yield self._name(room, ink, sizes.small if self._is_narrow else sizes.interface, 1)
        elif is_low or not self._face.about:
            yield self._name(room, ink, sizes.small if is_low else sizes.interface, 2)
        else:
            upper = pygame.Rect(room.left, room.top, room.width, round(room.height * 0.56))
            lower = pygame.Rect(room.left, upper.bottom, room.width, room.height - upper.height)
            yield self._name(upper, ink, sizes.interface, 1)
            yield Words(self._face.about, lower, ink, sizes.small, "text", lines=1)

    def _name(self, room: pygame.Rect, ink: str, units: float, lines: int) -> Words:
        key = (self._face.name, room.size, ink)
        if self._fitting is None or self._fitting[0] != key or self._fitting[1].room != room:
            self._fitting = key, shortened(self.kit, Words(self._face.name, room, ink, units, lines=lines))
        return self._fitting[1]

    # -- picture

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the plate of the one whose turn it is, the token, the words, the things and the mark."""
        token, _, mark = self._parts()
        surface.blit(self._plate(), self.rect)
        surface.blit(player_token(self.kit, self.player, token.width), token)
        if self._face.has_left:
            self._draw_robot(surface, token)
        super().draw(surface)
        if self._face.things is not None:
            self._draw_things(surface, self._face.things)
        if self._face.clock is not None:
            self._draw_clock(surface, mark, *self._face.clock)
        elif self._face.is_active:
            glyph = self.kit.bakery.icon("menu_left", round(mark.height * 0.9), self.kit.theme.colours.accent_light)
            surface.blit(glyph, glyph.get_rect(center=mark.center))

    def _draw_robot(self, surface: pygame.Surface, token: pygame.Rect) -> None:
        """Draw over the corner of the token who plays on."""
        side, colours = round(token.height * ROBOT), self.kit.theme.colours
        middle = (token.right - side // 2, token.bottom - side // 2)
        pygame.draw.aacircle(surface, colours.table, middle, round(side * 0.62))
        sign = self.kit.bakery.icon("robot", side, colours.ink)
        surface.blit(sign, sign.get_rect(center=middle))

    def _plate(self) -> pygame.Surface:
        look = self.kit.theme.players[self.player % len(self.kit.theme.players)]
        active = self._face.is_active
        return self.kit.bakery.keep(
            ("card", self.rect.size, look.colour if active else ""),
            lambda: card_plate(self.kit, self.rect.size, look.dark if active else None),
        )

    def _draw_things(self, surface: pygame.Surface, things: Things) -> None:
        """Draw what counts large, or in the row before the rest."""
        aim = self._aim
        if aim is not None:
            picture, room = aim.small(self._large_rect().height), self._large_rect()
            surface.blit(picture, picture.get_rect(center=room.center))
            things = replace(things, hand=())
        draw_row(self.kit, surface, things, self._row(), self._grown)

    @property
    def _grown(self) -> float:
        """How much larger what was won last still looks: in few steps, as each is a picture to be baked."""
        return 0.0 if self.kit.reduced_motion else math.ceil(self._fresh.value * POPS) / POPS

    def _draw_clock(self, surface: pygame.Surface, mark: pygame.Rect, share: float, text: str) -> None:
        colours = self.kit.theme.colours
        colour = colours.bad if share < 0.2 else colours.accent
        surface.blit(self._ring(mark.width, round(share * 60), colour), mark)
        draw = self.kit.bakery.text(text, "interface", round(mark.height * 0.34), colours.ink)
        surface.blit(draw, draw.get_rect(center=mark.center))

    def _ring(self, side: int, steps: int, colour: str) -> pygame.Surface:
        def paint(canvas: pygame.Surface, factor: int) -> None:
            box = canvas.get_rect().inflate(-2 * factor, -2 * factor)
            width = max(1, side * factor // 9)
            pygame.draw.ellipse(canvas, (*pygame.Color(self.kit.theme.colours.table)[:3], 180), box)
            start, reach = np.pi / 2, 2 * np.pi * steps / 60
            if steps:
                pygame.draw.arc(canvas, colour, box, start, start + max(reach, 0.01), width)

        return self.kit.bakery.smooth(("clock", steps, colour), (side, side), paint)
