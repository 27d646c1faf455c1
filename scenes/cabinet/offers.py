"""What the shelf offers beside its trays: the game to go on with, and the puzzle of the day with what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from sprites.paint.kit import Kit
from sprites.paint.surfaces import mix
from sprites.widgets import ButtonStyle, Control, Fitted, Widget, fit
from sprites.widgets.faces import button_body

AROUND, GAP = 9, 4
"""Units between a card's edge and what is on it, and between its picture and its words."""
LINES = 2
CLOTH = 8
"""Of a hundred parts of a cloth, how many are left around what lies on it."""
LEAST_PICTURE = 0.4
"""What part of a card's height its picture has at least: where that leaves no room for both texts, there is one."""


class Offer(Control):
    """A card that is pressed as a whole: a square picture, what it offers, and a line about it.

    ``label`` says all of it in a sentence, for whoever cannot see the picture; ``cloth`` is the colour of what the
    picture lies on, "" for one that lies on the card itself.
    """

    def __init__(
        self,
        kit: Kit,
        key: str,
        picture: Widget,
        title: str,
        text: str,
        on_press: Callable[[], None],
        *,
        label: str,
        cloth: str = "",
        style: ButtonStyle = "normal",
    ) -> None:
        super().__init__(kit, key, on_press, tip=label)
        self.cloth = cloth
        self.picture = picture
        self.title, self.text, self.label = title, text, label
        self.style: ButtonStyle = style
        self._ground = self.rect

    def _words(self) -> list[Fitted]:
        """The title, and the line about it where there is room for that."""
        body, sizes = self._inner(), self.kit.theme.sizes
        title = fit(self.kit, self.title, body.width, units=sizes.interface, lines=LINES)
        text = fit(self.kit, self.text, body.width, face="text", units=sizes.small, lines=LINES)
        has_room = body.height - title.height - text.height >= body.height * LEAST_PICTURE
        return [title, text] if has_room and text.fits else [title]

    def _inner(self) -> pygame.Rect:
        around = self.kit.px(AROUND)
        return button_body(self.kit, self.rect).inflate(-2 * around, -2 * around)

    def place(self, rect: pygame.Rect) -> None:
        """Move to a rectangle; the picture takes the largest square above the words."""
        super().place(rect)
        inner, words = self._inner(), sum(one.height for one in self._words()) + self.kit.px(GAP)
        side = max(1, min(inner.width, inner.height - words))
        place = pygame.Rect(inner.centerx - side // 2, inner.top, side, side)
        self.picture.place(place.inflate(-side * CLOTH // 100, -side * CLOTH // 100) if self.cloth else place)
        self._ground = place

    def clipped(self) -> Iterable[str]:
        return [" ".join(one.lines) for one in self._words() if not one.fits]

    def draw(self, surface: pygame.Surface) -> None:
        kit, colours = self.kit, self.kit.theme.colours
        self.draw_face(surface, self.style)
        if self.cloth:
            surface.blit(
                kit.bakery.smooth(("offer-cloth", self.cloth), self._ground.size, self._paint_cloth), self._ground
            )
        self.picture.draw(surface)
        is_gold = self.style == "primary"
        words, inner = self._words(), self._inner()
        top = self._ground.bottom + (inner.bottom - self._ground.bottom - sum(one.height for one in words)) // 2
        inks = (colours.accent_ink, colours.accent_ink) if is_gold else (colours.ink, colours.ink_soft)
        for one, ink in zip(words, inks, strict=False):
            one.draw(kit, surface, pygame.Rect(inner.left, top, inner.width, one.height), ink)
            top += one.height

    def _paint_cloth(self, canvas: pygame.Surface, factor: int) -> None:
        """Paint a cloth in a shallow hollow of the card."""
        box, radius = canvas.get_rect(), round(self.kit.px(self.kit.theme.sizes.radius * 0.7)) * factor
        pygame.draw.rect(canvas, mix(self.cloth, "#000000", 0.55), box, border_radius=radius)
        step = self.kit.px(2) * factor
        pygame.draw.rect(canvas, self.cloth, pygame.Rect(step, step, box.width - step, box.height - step),
                         border_radius=radius)  # fmt: skip


class Leaf(Widget):
    """A leaf of a calendar with the number of a day, with a brass star where its puzzle is solved."""

    focusable = False

    def __init__(self, kit: Kit, key: str, number: int, *, is_done: bool) -> None:
        super().__init__(kit, key)
        self.number = number
        self.is_done = is_done

    def draw(self, surface: pygame.Surface) -> None:
        kit, colours, side = self.kit, self.kit.theme.colours, self.rect.height
        surface.blit(kit.bakery.smooth("leaf", self.rect.size, self._paint), self.rect)
        digits = kit.bakery.text(str(self.number), "interface", max(8, round(side * 0.42)), INK)
        surface.blit(digits, digits.get_rect(center=(self.rect.centerx, self.rect.top + round(side * 0.58))))
        if self.is_done:
            for name, tone, grown in (("star", INK, 1.14), ("star", colours.accent, 1.0)):
                star = kit.bakery.icon(name, round(side * 0.36 * grown), tone)
                at = self.rect.left + round(side * 0.8), self.rect.top + round(side * 0.8)
                surface.blit(star, star.get_rect(center=at))

    def _paint(self, canvas: pygame.Surface, _factor: int) -> None:
        """Paint two leaves that lie under it, the page with its red head, and the rings that hold it."""
        width, height = canvas.get_size()
        page = pygame.Rect(round(width * 0.13), round(height * 0.1), round(width * 0.74), round(height * 0.8))
        radius = round(width * 0.06)
        for step, tone in ((0.045, (0, 0, 0, 90)), (0.03, PAGE_SHADE), (0.0, PAGE)):
            pygame.draw.rect(canvas, tone, page.move(round(width * step), round(height * step)), border_radius=radius)
        head = pygame.Rect(page.topleft, (page.width, round(height * 0.2)))
        pygame.draw.rect(canvas, RED, head, border_top_left_radius=radius, border_top_right_radius=radius)
        for share in (0.3, 0.7):
            ring = pygame.Rect(0, 0, round(width * 0.055), round(height * 0.17))
            ring.midtop = round(width * share), round(height * 0.03)
            pygame.draw.rect(canvas, BRASS_EDGE, ring, border_radius=ring.width)
            inner = ring.inflate(-ring.width // 2, -ring.width // 2)
            pygame.draw.rect(canvas, BRASS_LIGHT, inner, border_radius=ring.width)


PAGE, PAGE_SHADE, INK, RED = "#f3e9d2", "#cdbf9f", "#3a2a1a", "#a8402f"
BRASS_EDGE, BRASS_LIGHT = "#7b5418", "#e0b152"
"""The colours of a calendar's leaf."""
