"""The card of one puzzle: number, name, difficulty, par, and the player's best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from logic.puzzles import MOST_STARS, TIERS
from scenes.board.parts import card_plate
from scenes.puzzles.play import Best
from scenes.view.picture import BoardThumbnail
from sprites.paint.kit import Kit
from sprites.paint.pauses import pause
from sprites.paint.surface_cache import Face as Typeface
from sprites.paint.surfaces import mix
from sprites.widgets import LEAST_TARGET, Control, Fitted, Widget, fit
from sprites.widgets.faces import button_body, chosen_edge
from sprites.widgets.layout import cut

PICTURE, SMALL_DISC = 104, 34
"""Units of the puzzle's picture, and of the disc on its corner."""
PICTURED = 310
"""Width in units from which a card has room for its picture."""
AROUND = 12
"""Units between the card's edge and its content."""
DISC = 50
PIP, PIP_STEP = 13, 17
STAR = 22
"""Units of a star; the disc has the number, the pips show the difficulty."""
LEAST_CARD = 330
"""Preferred width of a card in units."""
TITLE_LINES = 5
TEXT_LINES = 6


@dataclass(frozen=True, slots=True)
class CardTexts:
    """The texts of a card in the player's language; ``tier`` counts from 1, 0 to show none.

    ``sign`` is the number on the disc; ``mark`` a word beside the name, such as for the next one; ``best`` is the
    player's best result.
    """

    sign: str
    title: str
    text: str = ""
    below: str = ""
    mark: str = ""
    tier: int = 0
    best: Best | None = None

    @property
    def stars(self) -> int:
        return 0 if self.best is None else self.best.stars

    @property
    def done(self) -> bool:
        return self.best is not None


@dataclass(frozen=True, slots=True)
class LaidTexts:
    """The texts of a card laid out in pixels; ``line`` is the height of the lowest line or of the icons on it."""

    room: int
    title: Fitted
    text: Fitted
    mark: Fitted
    below: Fitted
    mark_is_apart: bool
    """Whether the mark needs a line of its own."""
    below_signs: bool
    """Whether the text at the foot needs a line of its own."""
    pips: int
    """The width of the signs of how hard it is; 0 if there is hardly room for what was won."""
    head: int
    line: int
    foot: int
    """Height of pips, stars and text at the foot together."""
    height: int
    whole: int
    """Preferred height of the card."""


class PuzzleCard(Control):
    """A puzzle to choose, pressed as a whole; edged in brass if it has a mark.

    Of hundreds on one shelf few are ever seen: everything but the texts is made when the card comes near the window.
    """

    is_door = True
    stretches = True

    def __init__(
        self,
        kit: Kit,
        key: str,
        face: CardTexts,
        on_press: Callable[[], object],
        *,
        picture: Callable[[], BoardThumbnail] | None = None,
        side: float = PICTURE,
        beside: Sequence[Callable[[], Widget]] = (),
        enabled: bool = True,
        tip: Callable[[], str] = str,
    ) -> None:
        pause()
        super().__init__(kit, key, on_press, enabled=enabled)
        self.face = face
        self.side = side
        self._picture, self._beside, self._tip = picture, beside, tip
        """Factories for the picture, the buttons at its right, and the tooltip."""
        self._inside: list[Widget] | None = None
        self._laid: dict[int, LaidTexts] = {}
        """The laid out texts, by the card's width."""

    # -- measures

    def _side(self, width: int) -> int:
        """The side of the square at the left of a card of that width."""
        return self.kit.px(self.side if self._shows_picture(width) else DISC)

    def _shows_picture(self, width: int) -> bool:
        return self._picture is not None and width >= self.kit.px(PICTURED + self.side - PICTURE)

    def _left(self, width: int) -> int:
        return self._side(width) + self.kit.px(2 * AROUND)

    @property
    def _is_near(self) -> bool:
        """Whether it is visible, or at most one window height away from that."""
        width, height = self.kit.metrics.width, self.kit.metrics.height
        return self.rect.colliderect((0, -height, width, 3 * height))

    def children(self) -> Iterable[Widget]:
        if self._inside is None and self._is_near:
            self._inside = [make() for make in self._beside]
            if self._picture is not None and self._shows_picture(self.rect.width):
                self._inside.insert(0, self._picture())
            self.tip = self._tip()
            self._place_inside(self._inside)
        return self._inside or ()

    def place(self, rect: pygame.Rect) -> None:
        super().place(rect)
        self._inside = None

    def shift(self, dx: int, dy: int) -> None:
        self.rect = self.rect.move(dx, dy)
        for child in self._inside or ():
            child.shift(dx, dy)

    def _place_inside(self, inside: Sequence[Widget]) -> None:
        rect, least = self.rect, self.kit.px(LEAST_TARGET)
        beside = inside[-len(self._beside) :] if self._beside else ()
        top = rect.centery - least * len(beside) // 2
        for at, one in enumerate(beside):
            one.place(pygame.Rect(rect.right - least - self.kit.px(4), top + least * at, least, least))
        if len(inside) > len(beside):
            left, side = rect.left + self.kit.px(AROUND), self._side(rect.width)
            inside[0].place(pygame.Rect(left, rect.centery - side // 2, side, side))

    def _lay(self, width: int) -> LaidTexts:
        """The texts laid out on a card of that width, cached: a chapter of hundreds is measured repeatedly."""
        if width not in self._laid:
            self._laid[width] = self._laid_out(width)
        return self._laid[width]

    def _laid_out(self, width: int) -> LaidTexts:
        kit, sizes, face = self.kit, self.kit.theme.sizes, self.face
        button = kit.px(LEAST_TARGET) if self._beside else 0
        room = max(1, width - self._left(width) - button - kit.px(AROUND + 4))
        space = kit.px(8)
        wants = self._text_width("interface", face.title, sizes.text) + self._text_width(
            "interface", face.mark, sizes.small
        )
        apart = bool(face.mark) and wants + space > room
        mark = fit(kit, face.mark, room if apart else room // 2, units=sizes.small, lines=1)
        marked = mark.width + space if face.mark and not apart else 0
        title = fit(kit, face.title, max(1, room - marked), units=sizes.text, lines=TITLE_LINES)
        text = fit(kit, face.text, room, face="text", units=sizes.text, lines=TEXT_LINES, steady=True)
        stars = kit.px(STAR * MOST_STARS + 6) if face.stars else 0
        pips = kit.px(PIP_STEP * TIERS + 6) if face.tier else 0
        if pips + stars > room:
            pips = 0  # the stars matter more than the difficulty
        below_signs = self._text_width("text", face.below, sizes.small) + pips + stars > room
        foot = room if below_signs else max(1, room - pips - stars)
        below = fit(kit, face.below, foot, face="text", units=sizes.small, lines=2, steady=True)
        signs = kit.px(STAR + 4) if pips + stars else 0
        head = title.height + mark.height if apart else max(title.height, mark.height)
        line = signs if below_signs else max(signs, below.height)
        under = line + (below.height if below_signs else 0)
        height = head + text.height + under + kit.px(4)
        inner = max(self._side(width), height) + kit.px(2 * AROUND)
        whole = max(kit.px(sizes.control), len(self._beside) * kit.px(LEAST_TARGET), inner)
        return LaidTexts(room, title, text, mark, below, apart, below_signs, pips, head, line, under, height, whole)

    def _text_width(self, face: Typeface, text: str, units: float) -> int:
        """The width of a text on one line."""
        return self.kit.cache.font(face, self.kit.px(units)).size(text)[0]

    def measure(self, width: int) -> int:
        return self._lay(width).whole

    def natural_width(self) -> int:
        return self.kit.px(LEAST_CARD)

    def clipped(self) -> Iterable[str]:
        laid, face = self._lay(self.rect.width), self.face
        too_high = laid.height > self.rect.height
        words = ((laid.title, face.title), (laid.text, face.text), (laid.mark, face.mark), (laid.below, face.below))
        return [text for fitted, text in words if not fitted.fits or too_high]

    # -- picture

    def draw(self, surface: pygame.Surface) -> None:
        kit = self.kit
        if self.face.mark:
            body = self.draw_face(surface, "normal")
            surface.blit(chosen_edge(kit, body.size, kit.theme.colours.accent, 3), body)
        else:
            below = button_body(kit, self.rect, self.sink.value)
            surface.blit(card_plate(kit, below.size, None), below)
            body = self.draw_face(surface, "quiet")
        for child in self.children():
            child.draw(surface)
        self._draw_disc(surface, body)
        laid = self._lay(self.rect.width)
        room = pygame.Rect(self.rect.left + self._left(self.rect.width), 0, laid.room, laid.height)
        room.centery = body.centery
        self._draw_words(surface, laid, room)
        self._draw_foot(surface, laid, room)

    def _draw_words(self, surface: pygame.Surface, laid: LaidTexts, room: pygame.Rect) -> None:
        kit, colours = self.kit, self.kit.theme.colours
        soft = colours.ink if self.face.mark else colours.ink_soft
        line, rest = cut(room, "top", laid.head)
        if laid.mark_is_apart:
            above, below = cut(line, "top", laid.title.height)
            laid.title.draw(kit, surface, above, colours.ink, "left")
            laid.mark.draw(kit, surface, below, colours.accent_light, "left")
        else:
            laid.title.draw(kit, surface, line, colours.ink, "left")
            laid.mark.draw(kit, surface, line, colours.accent_light, "right")
        laid.text.draw(kit, surface, cut(rest, "top", laid.text.height)[0], soft, "left")

    def _draw_foot(self, surface: pygame.Surface, laid: LaidTexts, room: pygame.Rect) -> None:
        kit, colours, below = self.kit, self.kit.theme.colours, laid.below
        line = pygame.Rect(room.left, room.bottom - laid.foot, room.width, laid.line)
        for i in range(TIERS if laid.pips else 0):
            pip = self._pip(i < self.face.tier)
            surface.blit(pip, (line.left + kit.px(PIP_STEP * i), line.centery - pip.get_height() // 2))
        for i in range(MOST_STARS if self.face.stars else 0):
            name = "star" if i < self.face.stars else "star_outline"
            star = kit.cache.icon(name, kit.px(STAR), colours.accent_light)
            left = line.right - kit.px(STAR * (MOST_STARS - i))
            surface.blit(star, (left, line.centery - star.get_height() // 2))
        soft = colours.ink if self.face.mark else colours.ink_soft
        if laid.below_signs:
            place = pygame.Rect(line.left, line.bottom, line.width, below.height)
        else:
            place = pygame.Rect(line.left + laid.pips, line.top, below.width, line.height)
        below.draw(kit, surface, place, soft, "left")

    def _draw_disc(self, surface: pygame.Surface, body: pygame.Rect) -> None:
        """Draw the number in a hollow of the wood, or on a brass disc once the puzzle is solved."""
        kit, colours = self.kit, self.kit.theme.colours
        side = kit.px(DISC)
        place = pygame.Rect(body.left + kit.px(AROUND), body.centery - side // 2, side, side)
        if self._shows_picture(self.rect.width):
            side, lain = kit.px(SMALL_DISC), self._side(self.rect.width)
            place = pygame.Rect(0, 0, side, side)
            place.center = self.rect.left + kit.px(AROUND) + side // 5, self.rect.centery - lain // 2 + side // 5
        disc = kit.cache.smooth(("puzzle-disc", self.face.done), place.size, self._paint_disc)
        surface.blit(disc, place)
        ink = colours.accent_ink if self.face.done else colours.accent_light
        inner = place.inflate(-side // 4, -side // 4)
        fit(kit, self.face.sign, inner.width, inner.height, units=kit.theme.sizes.text, lines=1).draw(
            kit, surface, inner, ink
        )

    def _paint_disc(self, canvas: pygame.Surface, _factor: int) -> None:
        """Paint a brass disc, lit from the upper left, or a hollow with its far rim lit."""
        colours, side = self.kit.theme.colours, canvas.get_width()
        middle, reach, step = side / 2, side * 0.45, side * 0.025
        if self.face.done:
            for ring in range(3):
                pygame.draw.circle(canvas, (0, 0, 0, 40 + 30 * ring), (middle + step, middle + step),
                                   side * (0.495 - ring * 0.015))  # fmt: skip
            pygame.draw.circle(canvas, colours.accent_ink, (middle, middle), reach)
            pygame.draw.circle(canvas, colours.accent_light, (middle - step / 2, middle - step / 2), reach - step)
            pygame.draw.circle(canvas, colours.accent, (middle + step / 2, middle + step / 2), reach - 2 * step)
            return
        pygame.draw.circle(canvas, (255, 230, 190, 46), (middle + step, middle + step), reach)
        pygame.draw.circle(canvas, (0, 0, 0, 170), (middle - step / 2, middle - step / 2), reach)
        pygame.draw.circle(canvas, colours.panel, (middle + step / 2, middle + step / 2), reach - step)

    def _pip(self, full: bool) -> pygame.Surface:
        """One difficulty pip: a lozenge, of brass or hollow."""
        side, colours = self.kit.px(PIP), self.kit.theme.colours

        def paint(canvas: pygame.Surface, _factor: int) -> None:
            size = canvas.get_width()
            half = size / 2
            points = [(half, 0), (size, half), (half, size), (0, half)]
            if full:
                pygame.draw.polygon(canvas, colours.accent, points)
                pygame.draw.polygon(canvas, colours.accent_light, [(half, 0), (half, half), (0, half)])
            else:
                edge = mix(colours.panel_edge, colours.ink_soft, 0.4)
                pygame.draw.polygon(canvas, edge, points, max(1, round(size * 0.13)))

        return self.kit.cache.smooth(("pip", full), (side, side), paint)
