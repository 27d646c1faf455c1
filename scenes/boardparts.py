"""What stands around a board: the players' cards, the line that says what may be done, the coach's lamp, the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pygame

from scenes.view import GameView
from sprites.bakery import Face, smooth
from sprites.input import Action, Pointer, Pos
from sprites.paint import assembled, blurred, coloured, mix, player_token, relief, rounded, wrap
from sprites.ui import Kit, Widget
from sprites.widgets.base import Fitted, fit

Size = tuple[int, int]
LINE = 1.28
"""Height of a line of text by the size of its letters."""
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
            words.laid_out(self.kit).draw(self.kit, surface, words.room, words.colour, "left")


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
        yield Words(self.face.about, lower, colours.ink_soft, sizes.small, "text", lines=1)

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
        cover = pygame.surfarray.array_alpha(mask).astype(np.float32) / 255
        surface = pygame.Surface((side, side), pygame.SRCALPHA)
        lit = names.get(self.value) if self.value is not None else None
        if lit is not None:
            glow = np.clip(blurred(cover, max(1, side // 5)) * 0.75, 0, 1)
            pixels = np.empty((side, side, 3), np.uint8)
            pixels[:] = mix(lit, "#ffffff", 0.1)
            surface.blit(assembled(pixels, glow), (0, 0))
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


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: whose move, and the words for it."""

    player: int
    text: str


class LogLines(Part):
    """The moves so far in words, each with its player's token; as high as it needs, for a Scroll to hold."""

    def __init__(self, kit: Kit, key: str, lines: tuple[LogLine, ...] = ()) -> None:
        super().__init__(kit, key)
        self.lines = lines
        self._kept: dict[int, list[tuple[int, list[str]]]] = {}

    def fill(self, lines: tuple[LogLine, ...]) -> None:
        """Show other lines."""
        self.lines = lines
        self._kept = {}

    def _row(self, width: int) -> tuple[int, int, int]:
        """Give the size of letters, the side of a token and the width for words."""
        letters = self.kit.px(self.kit.theme.sizes.small)
        token = round(letters * 1.25)
        return letters, token, max(1, width - token - self.kit.px(12))

    def _broken(self, width: int) -> list[tuple[int, list[str]]]:
        if width not in self._kept:
            letters, _, room = self._row(width)
            rows = [(line.player, wrap(self.kit.bakery, line.text, "text", letters, room)) for line in self.lines]
            self._kept = {width: rows}
        return self._kept[width]

    def measure(self, width: int) -> int:
        """Give the height of all lines."""
        step = round(self._row(width)[0] * LINE)
        return max(1, sum(len(rows) * step + self.kit.px(5) for _, rows in self._broken(width)))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the lines that are in sight."""
        letters, token, _ = self._row(self.rect.width)
        step, gap = round(letters * LINE), self.kit.px(5)
        top, sight = self.rect.top, surface.get_clip()
        for player, rows in self._broken(self.rect.width):
            height = len(rows) * step
            if top + height >= sight.top and top <= sight.bottom:
                surface.blit(player_token(self.kit, player, token), (self.rect.left + self.kit.px(2), top))
                for number, row in enumerate(rows):
                    drawn = self.kit.bakery.text(row, "text", letters, self.kit.theme.colours.ink_soft)
                    surface.blit(drawn, (self.rect.left + token + self.kit.px(10), top + number * step))
            top += height + gap


class BoardWidget(Widget):
    """A game's board as something that can be focused and touched; hands every input to the view."""

    def __init__(
        self, kit: Kit, key: str, view: GameView, on_point: Callable[[Pointer], bool], on_act: Callable[[str], bool]
    ) -> None:
        super().__init__(kit, key)
        self.view = view
        self._on_point = on_point
        self._on_act = on_act

    def point(self, event: Pointer) -> bool:
        """Hand a pointer on; everything that begins on the cloth belongs to the board."""
        return self._on_point(event)

    def act(self, action: Action) -> bool:
        """Hand an action on."""
        return bool(action.name) and self._on_act(action.name)

    def hit(self, pos: Pos) -> bool:
        """Take the whole cloth, so that a tap beside the board can mean something."""
        return self.rect.collidepoint(pos)

    def focus_rect(self) -> pygame.Rect:
        """Give the board itself."""
        return self.view.rect

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is on the board; the board itself is part of the scene's ground."""
        self.view.draw_play(surface)


class Strip(Widget):
    """A row of buttons that may change while the row stays: buttons of a known key are kept, with their focus."""

    focusable = False

    def __init__(self, kit: Kit, key: str) -> None:
        super().__init__(kit, key)
        self.buttons: list[Widget] = []

    def children(self) -> Iterable[Widget]:
        """Give the buttons from left to right."""
        return self.buttons

    def hit(self, pos: Pos) -> bool:
        """Leave every press to the buttons."""
        return False

    def fill(self, buttons: Sequence[Widget]) -> None:
        """Put other buttons into the row."""
        self.buttons = list(buttons)
        self.place(self.rect)

    def place(self, rect: pygame.Rect) -> None:
        """Share the width out evenly."""
        self.rect = rect
        if not self.buttons:
            return
        gap = self.kit.px(self.kit.theme.sizes.gap * 0.6)
        spare = rect.width - gap * (len(self.buttons) - 1)
        edges = [round(spare * i / len(self.buttons)) for i in range(len(self.buttons) + 1)]
        for number, button in enumerate(self.buttons):
            left = rect.left + edges[number] + number * gap
            button.place(pygame.Rect(left, rect.top, edges[number + 1] - edges[number], rect.height))
