"""The passive parts around a board: texts, status line, lamp, speech, facts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
import pygame

from logic.core import Message
from logic.llm.answer import ELLIPSIS
from sprites.paint.kit import Kit, kept
from sprites.paint.layers import blurred, relief, rounded
from sprites.paint.surface_cache import smooth, wrap
from sprites.paint.surfaces import RGB, coloured, cover_of, mix, picture
from sprites.paint.tokens import player_token
from sprites.widgets import Passive, Pointer, Words
from sprites.widgets.layout import cut

Size = tuple[int, int]
BANNER = 0.6
"""How much darker a warning's plate is than the accent colour, so that text on it is legible."""


def shortened(kit: Kit, words: Words) -> Words:
    """Cut a player's name that is too long, so that it fits with an ellipsis."""
    text = words.text
    while text and not words.laid_out(kit).fits:
        text = text[:-1]
        words = replace(words, text=f"{text.rstrip()}…")
    return words


@kept
def card_plate(kit: Kit, size: Size, colour: str | RGB | None) -> pygame.Surface:
    """The plate under a card: sunken and dark, or glowing from the left in a player's colour."""
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


class StatusLine(Passive):
    """What may be done now, with a small picture before it."""

    def __init__(self, kit: Kit, key: str, *, is_small: bool = False) -> None:
        super().__init__(kit, key)
        self.text = ""
        self.icon = ""
        self.is_small = is_small
        self.is_banner = False
        """Whether it lies on a plate of its own, as something that must not be overlooked."""

    @property
    def is_squeezed(self) -> bool:
        """Whether its rectangle is too small for letters of the usual size."""
        return any(words.laid_out(self.kit).size < self.kit.px(words.units) for words in self.words())

    def icon_rect(self) -> pygame.Rect:
        side = min(self.rect.height, self.kit.px(26 if self.is_small else 34))
        return pygame.Rect(self.rect.left + self.kit.px(4), 0, side, side).move_to(centery=self.rect.centery)

    def _room(self) -> tuple[pygame.Rect, pygame.Rect]:
        icon = self.icon_rect()
        return icon, cut(self.rect, "left", icon.right - self.rect.left, self.kit.px(8))[1]

    def words(self) -> Iterable[Words]:
        theme = self.kit.theme
        size = theme.sizes.small if self.is_small else theme.sizes.text
        yield Words(self.text, self._room()[1], theme.colours.ink, size, lines=6)

    def draw(self, surface: pygame.Surface) -> None:
        icon, _ = self._room()
        if self.is_banner:
            colour = mix(self.kit.theme.colours.accent, "#000000", BANNER)
            surface.blit(card_plate(self.kit, self.rect.size, colour), self.rect)
        if self.icon:
            glyph = self.kit.cache.icon(self.icon, icon.height, self.kit.theme.colours.accent)
            surface.blit(glyph, glyph.get_rect(center=icon.center))
        super().draw(surface)


LAMP_SHAPES: dict[int, tuple[tuple[float, float], ...]] = {
    1: (),
    0: ((-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78)),
    -1: ((-0.95, -0.7), (0.95, -0.7), (0, 0.95)),
}
"""Won is a disc, drawn a square, lost a triangle that points down."""


class EvaluationLamp(Passive):
    """The evaluation as a lamp: colour and shape tell won, drawn or lost, the token for whom."""

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.value: int | None = None
        self.player: int | None = None
        self.text = ""

    def _room(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
        """The rectangles of the bulb, of the token and of the text."""
        side, gap = self.rect.height, self.kit.px(6)
        bulb = pygame.Rect(self.rect.left, self.rect.top, side, side)
        small = self.kit.px(self.kit.theme.sizes.text)
        token = pygame.Rect(bulb.right + gap // 2, bulb.centery - small // 2, small, small)
        left = bulb.right + gap if self.player is None else token.right + gap
        return bulb, token, pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)

    def words(self) -> Iterable[Words]:
        theme = self.kit.theme
        yield Words(self.text, self._room()[2], theme.colours.ink_soft, theme.sizes.small, "text")

    def draw(self, surface: pygame.Surface) -> None:
        bulb, token, _ = self._room()
        surface.blit(self.kit.cache.keep(("lamp", bulb.width, self.value), lambda: self._bulb(bulb.width)), bulb)
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


SPEECH_ICON, SPEECH_ICON_SIDE = "comment_quote_outline", 26
"""Units, as of the status above it."""
LINE = 1.28
"""Line height as a factor of the letter size."""


class Speech(Passive):
    """A comment in letters of one size, between quotation marks as of ``quoted``; what does not fit is cut off."""

    def __init__(self, kit: Kit, key: str, quoted: Callable[[str], str]) -> None:
        super().__init__(kit, key)
        self.text = ""
        self._quoted = quoted
        self._letters = kit.px(kit.theme.sizes.small)
        self.step = round(self._letters * LINE)
        """Line height in pixels."""

    @property
    def has_room(self) -> bool:
        """Whether at least one line fits."""
        return self.rect.height >= self.step

    def _icon(self) -> pygame.Rect:
        side = self.kit.px(SPEECH_ICON_SIDE)
        return pygame.Rect(self.rect.left + self.kit.px(4), self.rect.top, side, min(self.rect.height, side))

    def _room(self) -> pygame.Rect:
        return cut(self.rect, "left", self._icon().right - self.rect.left, self.kit.px(8))[1]

    def rows(self) -> tuple[str, ...]:
        """The lines as they are drawn: as many as fit."""
        room = self._room()
        most = max(1, room.height // self.step)
        key = ("speech", self._quoted(self.text), room.width, most, self._letters)
        return self.kit.cache.compute(key, lambda: tuple(self._cut(room.width, most)))

    def _cut(self, width: int, most: int) -> list[str]:
        """Wrap the comment, cut to that many lines."""
        words = self.text.split()
        broken = self._broken(self.text, width)
        while len(broken) > most and words:
            words.pop()
            broken = self._broken(" ".join(words).rstrip(" ,;:–-…") + ELLIPSIS, width)
        return broken

    def _broken(self, text: str, width: int) -> list[str]:
        return wrap(self.kit.cache, self._quoted(text), "text", self._letters, max(1, width))

    def clipped(self) -> Iterable[str]:
        """Every line that is too wide for its rectangle."""
        font, room = self.kit.cache.font("text", self._letters), self._room()
        return [row for row in self.rows() if font.size(row)[0] > room.width]

    def draw(self, surface: pygame.Surface) -> None:
        icon, room = self._icon(), self._room()
        glyph = self.kit.cache.icon(SPEECH_ICON, icon.height, self.kit.theme.colours.accent)
        surface.blit(glyph, glyph.get_rect(center=icon.center))
        for number, row in enumerate(self.rows()):
            drawn = self.kit.cache.text(row, "text", self._letters, self.kit.theme.colours.ink_soft)
            surface.blit(drawn, (room.left, room.top + number * self.step))


Say = Callable[[Message], str]

ICON_SHARE = 0.62
"""Height of the icon as a share of a figure's height."""
LABELLED, NUMBER_SHARE = 46, 0.56
"""Units of height from which a figure has its label below it, and the number's share of the height then."""


class FactSheet(Passive, ABC):
    """A game's facts in place of the players' cards. ``refresh`` brings them up to date with the view."""

    least: tuple[int, ...] = ()
    """The least that the whole puzzle takes in each of the game's counts; empty if unknown."""
    was_helped = False
    """Whether some of the moves were shown by the program."""

    @abstractmethod
    def least_height(self, *, compact: bool) -> int:
        """The height in pixels at which everything on it is legible."""

    @abstractmethod
    def refresh(self, say: Say) -> None:
        """Show the view's present position."""

    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(card_plate(self.kit, self.rect.size, None), self.rect)
        super().draw(surface)


class Figure(Passive):
    """A number with an icon and, where there is height, a label.

    The label is also the tooltip, by mouse and by long press.
    """

    def __init__(self, kit: Kit, key: str, icon: str) -> None:
        super().__init__(kit, key)
        self.icon = icon
        self.label = ""
        self.text = ""
        self.is_lit = False

    def fill(self, text: str, tip: str, label: str = "", *, is_lit: bool = False) -> None:
        """Show another number with its texts; a lit one stands out."""
        self.text, self.tip, self.label, self.is_lit = text, tip, label, is_lit

    def point(self, event: Pointer) -> bool:
        """Accept being held, so that a long press shows the tooltip."""
        return event.kind != "hover"

    def _icon_rect(self) -> pygame.Rect:
        side = min(round(self.rect.height * ICON_SHARE), round(self.rect.width * 0.48))
        return pygame.Rect(0, 0, side, side).move_to(midleft=(self.rect.left + self.kit.px(2), self.rect.centery))

    def words(self) -> Iterable[Words]:
        colours = self.kit.theme.colours
        room = cut(self.rect, "left", self._icon_rect().right - self.rect.left, self.kit.px(4))[1]
        ink, sizes = colours.accent_light if self.is_lit else colours.ink, self.kit.theme.sizes
        if self.label and room.height >= self.kit.px(LABELLED):
            room, below = cut(room, "top", round(room.height * NUMBER_SHARE))
            yield Words(self.label, below, colours.ink_soft, sizes.small, "text", lines=1)
        yield Words(self.text, room, ink, sizes.text, lines=1)

    def draw(self, surface: pygame.Surface) -> None:
        icon, colours = self._icon_rect(), self.kit.theme.colours
        glyph = self.kit.cache.icon(self.icon, icon.height, colours.accent if self.is_lit else colours.ink_soft)
        surface.blit(glyph, glyph.get_rect(center=icon.center))
        super().draw(surface)
