"""What stands around a board to be looked at: the players' cards, the line that says what may be done, the lamp."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import pygame

from sprites.bakery import Face, smooth
from sprites.layers import blurred, relief, rounded
from sprites.surfaces import coloured, cover_of, mix, picture
from sprites.tokens import player_token
from sprites.ui import Kit, Widget
from sprites.widgets.base import Fitted, fit
from sprites.widgets.texts import Align

Size = tuple[int, int]
TWO_LINES = 50
"""Units of height from which on a card has a second line."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text, the place it has to fit into, and its looks; ``units`` is the size of its letters, given room."""

    text: str
    room: pygame.Rect
    colour: str
    units: float
    face: Face = "interface"
    lines: int = 2
    align: Align = "left"

    def laid_out(self, kit: Kit) -> Fitted:
        """Lay the text out for its place."""
        return fit(
            kit, self.text, self.room.width, self.room.height, face=self.face, units=self.units, lines=self.lines
        )


def shortened(kit: Kit, words: Words) -> Words:
    """Cut a name that somebody has chosen too long, so that what is left fits with an ellipsis."""
    text = words.text
    while text and not words.laid_out(kit).fits:
        text = text[:-1]
        words = replace(words, text=f"{text.rstrip()}…")
    return words


class Part(Widget):
    """Something beside the board that is only looked at."""

    focusable = False

    def words(self) -> Iterable[Words]:
        """Give every text with its place."""
        return ()

    def clipped(self) -> Iterable[str]:
        """Name every text that does not fit even with the smallest letters."""
        return [words.text for words in self.words() if not words.laid_out(self.kit).fits]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the words."""
        for words in self.words():
            words.laid_out(self.kit).draw(self.kit, surface, words.room, words.colour, words.align)


@dataclass(frozen=True, slots=True)
class CardFace:
    """What a player's card shows; ``clock`` is the share of the turn's time that is left, with its text."""

    name: str
    about: str = ""
    is_active: bool = False
    clock: tuple[float, str] | None = None


class PlayerCard(Part):
    """A player's token and name, lit while that player is to act."""

    def __init__(self, kit: Kit, key: str, player: int) -> None:
        super().__init__(kit, key)
        self.player = player
        self.face = CardFace("")
        self._fitting: tuple[tuple[str, Size, str], Words] | None = None

    def _parts(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Give the places of the token, of the words and of the clock or turn mark."""
        pad = self.rect.height // 7
        token = pygame.Rect(self.rect.left + pad, 0, round(self.rect.height * 0.66), round(self.rect.height * 0.66))
        token.centery = self.rect.centery
        tall = round(self.rect.height * 0.72)
        mark = pygame.Rect(0, 0, tall if self.face.clock is not None else tall // 2, tall)
        mark.midright = (self.rect.right - pad, self.rect.centery)
        words = pygame.Rect(token.right + pad, self.rect.top + pad // 2, 0, self.rect.height - pad)
        has_mark = self.face.is_active or self.face.clock is not None
        words.width = (mark.left if has_mark else self.rect.right - pad) - pad // 2 - words.left
        return token, words, mark

    def words(self) -> Iterable[Words]:
        """Give the name, and the line below it where there is height for one."""
        sizes, colours, room = self.kit.theme.sizes, self.kit.theme.colours, self._parts()[1]
        ink = colours.ink if self.face.is_active else colours.ink_soft
        if self.rect.height < self.kit.px(TWO_LINES) or not self.face.about:
            size = sizes.small if self.rect.height < self.kit.px(TWO_LINES) else sizes.interface
            yield self._name(room, ink, size, 2)
            return
        upper = pygame.Rect(room.left, room.top, room.width, round(room.height * 0.56))
        lower = pygame.Rect(room.left, upper.bottom, room.width, room.height - upper.height)
        yield self._name(upper, ink, sizes.interface, 1)
        yield Words(self.face.about, lower, ink, sizes.small, "text", lines=1)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the plate of the one whose turn it is, the token, the words and the mark."""
        token, _, mark = self._parts()
        surface.blit(self._plate(), self.rect)
        surface.blit(player_token(self.kit, self.player, token.width), token)
        super().draw(surface)
        if self.face.clock is not None:
            self._draw_clock(surface, mark, *self.face.clock)
        elif self.face.is_active:
            glyph = self.kit.bakery.icon("menu_left", round(mark.height * 0.9), self.kit.theme.colours.accent_light)
            surface.blit(glyph, glyph.get_rect(center=mark.center))

    def _name(self, room: pygame.Rect, ink: str, units: float, lines: int) -> Words:
        key = (self.face.name, room.size, ink)
        if self._fitting is None or self._fitting[0] != key:
            self._fitting = key, shortened(self.kit, Words(self.face.name, room, ink, units, lines=lines))
        return self._fitting[1]

    def _plate(self) -> pygame.Surface:
        look = self.kit.theme.players[self.player % len(self.kit.theme.players)]
        active = self.face.is_active
        return self.kit.bakery.keep(
            ("card", self.rect.size, look.colour if active else ""),
            lambda: card_plate(self.kit, self.rect.size, look.dark if active else None),
        )

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


def card_plate(kit: Kit, size: Size, colour: str | None) -> pygame.Surface:
    """Give the plate under a card: sunken and dark at rest, glowing from the left in a player's colour."""
    cover = rounded(size, kit.px(kit.theme.sizes.radius * 0.8))
    colours = kit.theme.colours
    across = np.linspace(1, 0, size[0], dtype=np.float32)[:, None] ** 1.6
    shade = np.broadcast_to(across, size).astype(np.float32)
    if colour is None:
        return coloured(
            shade * 0.2, mix(colours.table, "#000000", 0.35), mix(colours.table, "#000000", 0.1), cover * 0.55
        )
    lit = np.clip(0.1 + 0.75 * shade + 0.3 * relief(cover, kit.px(2)), 0, 1)
    return coloured(lit, mix(colours.panel_raised, "#000000", 0.25), mix(colour, "#ffffff", 0.12), cover)


class StatusLine(Part):
    """Says what may be done now, with a small picture before it."""

    def __init__(self, kit: Kit, key: str, *, is_small: bool = False) -> None:
        super().__init__(kit, key)
        self.text = ""
        self.icon = ""
        self.is_small = is_small

    def icon_rect(self) -> pygame.Rect:
        """Give the place of the picture."""
        side = min(self.rect.height, self.kit.px(26 if self.is_small else 34))
        icon = pygame.Rect(self.rect.left + self.kit.px(4), 0, side, side)
        icon.centery = self.rect.centery
        return icon

    def _room(self) -> tuple[pygame.Rect, pygame.Rect]:
        icon = self.icon_rect()
        room = pygame.Rect(icon.right + self.kit.px(8), self.rect.top, 0, self.rect.height)
        room.width = self.rect.right - room.left
        return icon, room

    def words(self) -> Iterable[Words]:
        """Give the line."""
        theme = self.kit.theme
        size = theme.sizes.small if self.is_small else theme.sizes.interface
        yield Words(self.text, self._room()[1], theme.colours.ink, size, lines=4)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw picture and words."""
        icon, _ = self._room()
        if self.icon:
            glyph = self.kit.bakery.icon(self.icon, icon.height, self.kit.theme.colours.accent)
            surface.blit(glyph, glyph.get_rect(center=icon.center))
        super().draw(surface)


LAMP_SHAPES: dict[int, tuple[tuple[float, float], ...]] = {
    1: (),
    0: ((-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78)),
    -1: ((-0.95, -0.7), (0.95, -0.7), (0, 0.95)),
}
"""Won is a disc, drawn a square, lost a triangle that points down."""


class Lamp(Part):
    """The coach's verdict as a small lamp: its colour and its shape say won, drawn or lost, the token for whom."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.value: int | None = None
        self.player: int | None = None
        self.text = ""

    def _room(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """Give the places of the bulb, of the token and of the words."""
        side, gap = self.rect.height, self.kit.px(6)
        bulb = pygame.Rect(self.rect.left, self.rect.top, side, side)
        small = self.kit.px(self.kit.theme.sizes.interface)
        token = pygame.Rect(bulb.right + gap // 2, bulb.centery - small // 2, small, small)
        left = bulb.right + gap if self.player is None else token.right + gap
        return bulb, token, pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)

    def words(self) -> Iterable[Words]:
        """Give the verdict."""
        theme = self.kit.theme
        yield Words(self.text, self._room()[2], theme.colours.ink_soft, theme.sizes.small, "text")

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the bulb and the words."""
        bulb, token, _ = self._room()
        surface.blit(self.kit.bakery.keep(("lamp", bulb.width, self.value), lambda: self._bulb(bulb.width)), bulb)
        if self.player is not None:
            surface.blit(player_token(self.kit, self.player, token.width), token)
        super().draw(surface)

    def _bulb(self, side: int) -> pygame.Surface:
        colours = self.kit.theme.colours
        names = {1: colours.good, 0: colours.even, -1: colours.bad}
        mask = smooth((side, side), self._outline)
        cover = cover_of(mask)
        surface = pygame.Surface((side, side), pygame.SRCALPHA)
        lit = names.get(self.value) if self.value is not None else None
        if lit is not None:
            glow = np.clip(blurred(cover, 0.4 * side) * 0.75, 0, 1)
            surface.blit(picture(mix(lit, "#ffffff", 0.1), glow), (0, 0))
        rim = relief(cover, max(1, side // 10))
        dark, light = (mix(lit, "#000000", 0.35), mix(lit, "#ffffff", 0.55)) if lit else ((34, 27, 22), (96, 80, 66))
        surface.blit(coloured(np.clip(0.45 + 0.5 * rim, 0, 1), dark, light, cover), (0, 0))
        return surface

    def _outline(self, canvas: pygame.Surface, factor: int) -> None:
        middle, reach = canvas.get_width() / 2, canvas.get_width() * 0.27
        points = LAMP_SHAPES[self.value if self.value is not None else 1]
        if not points:
            pygame.draw.circle(canvas, "white", (middle, middle), reach)
            return
        pygame.draw.polygon(canvas, "white", [(middle + x * reach, middle + y * reach) for x, y in points])
