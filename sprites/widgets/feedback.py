"""Feedback that nobody has to dismiss: a sign of thinking, toasts, captions, and tooltips."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import numpy.typing as npt
import pygame

from sprites.paint import materials, surfaces
from sprites.paint.kit import Kit, kept
from sprites.paint.surface_cache import parted, wrap
from sprites.widgets import faces
from sprites.widgets.base import Widget

BEADS = 3
TURN_SECONDS = 1.2
FADE_SECONDS = 0.2
LETTER_SECONDS = 0.06
"""Reading time for a letter of a message, so that a long one does not disappear too soon."""
WIDTHS = 560, 380, 250, 900
"""Possible widths of a toast in units, best first: narrow ones for gaps, the last for a strip."""
TIP_WIDEST = 340
TIP_WIDTHS = TIP_WIDEST, 170, 130
"""Possible widths of a tooltip in units: narrow ones for gaps, the narrowest if nothing else is free."""
CAPTION_SECONDS, MOST_CAPTIONS = 2.5, 3
"""Seconds that a caption is shown, and the largest number of captions."""
BETWEEN = "  ·  "
CAPTION_GROUND = (14, 9, 6, 225)
COLUMNS, ROWS = 12, 48
"""Steps across and down between the positions tried for a toast."""
Taken = Sequence[tuple[pygame.Rect, int]]
"""Rectangles that should not be covered, each with its weight."""


class Progress(Widget):
    """Three beads that light up in turn while a computer thinks; they stand still with reduced motion."""

    focusable = False

    def __init__(self, kit: Kit, key: str, *, active: bool = True) -> None:
        super().__init__(kit, key)
        self.active = active
        self._time = 0.0

    def measure(self, width: int) -> int:
        return self.kit.px(self.kit.theme.sizes.text * 1.4)

    def natural_width(self) -> int:
        return self.kit.px(self.kit.theme.sizes.text * 3)

    def update(self, dt: float) -> bool:
        """Advance the light, while it is visible."""
        if not (self.active and self.visible) or self.kit.reduced_motion:
            return False
        self._time = (self._time + dt) % TURN_SECONDS
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if not self.active:
            return
        colours = self.kit.theme.colours
        step = min(self.rect.width / BEADS, self.rect.height)
        for i in range(BEADS):
            wave = math.cos(math.tau * (self._time / TURN_SECONDS - i / BEADS / 1.5))
            light = 0.6 if self.kit.reduced_motion else round(max(0.0, wave) * 6) / 6
            size = max(2, round(step * (0.5 + 0.15 * light)))
            colour = surfaces.mix(colours.panel_edge, colours.accent_light, light)
            bead = faces.bar(self.kit, (size, size), colour)
            place = (self.rect.centerx + (i - (BEADS - 1) / 2) * step, self.rect.centery)
            surfaces.blit_around(surface, bead, place)


class Toast:
    """A short message that disappears by itself; messages with the same ``about`` replace each other."""

    def __init__(self, kit: Kit, text: str, about: str = "") -> None:
        self.kit = kit
        self.text = text
        self.about = about
        self.lasts = max(kit.theme.seconds.toast, len(text) * LETTER_SECONDS)
        self.left = self.lasts
        self.rect = pygame.Rect(0, 0, 0, 0)

    @property
    def is_new(self) -> bool:
        """Whether it has not been shown yet."""
        return self.left == self.lasts

    def update(self, dt: float) -> bool:
        """Advance. Return whether it is still there."""
        self.left -= dt
        return self.left > 0

    def place(self, room: pygame.Rect, taken: Taken) -> None:
        """Find a position within ``room`` that covers nothing ``taken``, or as little of it as possible.

        The lowest one in the middle is best. In narrow gaps the text has more lines, in low ones fewer.
        """
        cost = math.inf
        for units in WIDTHS:
            size = _bubble_size(self.kit, self.text, min(self.kit.px(units), room.width))
            places = list(_places(size, room))
            covered = _covered([self._paper(rect) for rect in places], taken)
            least = int(covered.argmin())
            if covered[least] < cost:
                self.rect, cost = places[least], covered[least]
            if not cost:
                return

    @property
    def paper(self) -> pygame.Rect:
        """The rectangle that it covers, without its shadow."""
        return self._paper(self.rect)

    def _paper(self, rect: pygame.Rect) -> pygame.Rect:
        margin = self.kit.px(materials.MARGIN["paper"])
        return rect.inflate(-2 * margin, -2 * margin)

    def draw(self, surface: pygame.Surface) -> None:
        picture = _bubble(self.kit, self.text, self.rect.width)
        shown = self.lasts - self.left
        part = max(0.0, min(1.0, shown / FADE_SECONDS, self.left / FADE_SECONDS))
        if part < 1.0:
            picture = picture.copy()
            picture.set_alpha(round(255 * part))
        surface.blit(picture, self.rect)


class Captions:
    """The last sounds as captions: one quiet line at the lower edge of the window, in the margin of all screens.

    A sound repeated while its caption stands there is counted.
    """

    def __init__(self) -> None:
        self._said: dict[str, tuple[int, float]] = {}
        """How often each was heard, and its remaining seconds, the oldest first."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What has been heard, the oldest first; empty if all is quiet."""
        return tuple(f"{text} ×{count}" if count > 1 else text for text, (count, _) in self._said.items())

    def add(self, text: str) -> None:
        count, _ = self._said.pop(text, (0, 0.0))
        self._said[text] = count + 1, CAPTION_SECONDS
        while len(self._said) > MOST_CAPTIONS:
            del self._said[next(iter(self._said))]

    def clear(self) -> None:
        self._said.clear()

    def update(self, dt: float) -> bool:
        """Let time pass; true if something has gone."""
        before = len(self._said)
        self._said = {text: (count, left - dt) for text, (count, left) in self._said.items() if left > dt}
        return len(self._said) != before

    def draw(self, kit: Kit, surface: pygame.Surface) -> None:
        if not self._said:
            return
        font = kit.cache.font("interface", kit.px(kit.theme.sizes.small))
        room, pad = surface.get_width(), font.get_linesize() // 2
        lines = self.lines
        while len(lines) > 1 and font.size(BETWEEN.join(lines))[0] + 2 * pad > room:
            lines = lines[1:]
        picture = font.render(BETWEEN.join(lines), True, kit.theme.colours.ink)
        strip = pygame.Surface((min(room, picture.get_width() + 2 * pad), font.get_linesize()), pygame.SRCALPHA)
        strip.fill(CAPTION_GROUND)
        strip.blit(picture, (pad, 0))
        surface.blit(strip, strip.get_rect(midbottom=(room // 2, surface.get_height())))


def _covered(rects: Sequence[pygame.Rect], taken: Taken) -> npt.NDArray[np.int64]:
    """Weighted areas of the taken rectangles that each of the others, maybe thousands, covers."""
    here = np.array([(*rect.topleft, *rect.bottomright) for rect in rects], np.int64)[:, None]
    there = np.array([(*rect.topleft, *rect.bottomright) for rect, _ in taken], np.int64).reshape(-1, 4)
    sides = np.minimum(here[..., 2:], there[:, 2:]) - np.maximum(here[..., :2], there[:, :2])
    areas: npt.NDArray[np.int64] = np.maximum(sides, 0).prod(axis=2)
    return areas @ np.array([weight for _, weight in taken], np.int64)


def _places(size: tuple[int, int], room: pygame.Rect) -> Iterator[pygame.Rect]:
    """Positions within a room, from the bottom up, those in the middle first."""
    right, down = room.width - size[0], room.height - size[1]
    for row in range(ROWS, -1, -1):
        for column in sorted(range(COLUMNS + 1), key=lambda column: abs(2 * column - COLUMNS)):
            yield pygame.Rect(room.left + right * column // COLUMNS, room.top + down * row // ROWS, *size)


def place_tooltip(kit: Kit, window: pygame.Rect, widget: Widget, taken: Taken) -> pygame.Rect:
    """The rectangle of a widget's tooltip: below it, above or beside, always within the window.

    If that covers ``taken`` names or buttons, it is the next best one, at worst over the widget itself.
    """
    own = widget.focus_rect()
    others = [(rect, weight) for rect, weight in taken if weight > 1 and not own.contains(rect)]
    clear = [*others, (own, 1)]
    sizes = [_bubble_size(kit, widget.tip, min(kit.px(units), window.width)) for units in TIP_WIDTHS]
    places = [rect.clamp(window) for size in sizes[:-1] for rect in _around(size, own)]
    near = own.inflate(4 * sizes[0][0], 4 * sizes[-1][1]).clip(window)
    if _covered(places, clear).all():
        free = [rect for size in sizes for rect in _free(size, near, [rect for rect, _ in clear])]
        farther = _places(sizes[0], own.inflate(window.width, window.height).clip(window))
        places = free or [*places, *farther]
    if _covered(places, clear).all():
        places += [rect for size in sizes for rect in _free(size, near, [rect for rect, _ in others])]
    rated = zip(_covered(places, clear), places, strict=True)
    return min(rated, key=lambda pair: (pair[0], math.dist(pair[1].center, own.center)))[1]


def _free(size: tuple[int, int], room: pygame.Rect, taken: Sequence[pygame.Rect]) -> Iterator[pygame.Rect]:
    """Positions within a room that cover nothing, and touch a taken rectangle or the room's edge both ways."""
    there = [rect for rect in taken if rect.colliderect(room)]
    bounds = [room.move(-room.width, -room.height), room.move(room.width, room.height), *there]
    lefts = {left for rect in bounds for left in (rect.right, rect.left - size[0])}
    tops = {top for rect in bounds for top in (rect.bottom, rect.top - size[1])}
    for corner in product(sorted(lefts), sorted(tops)):
        place = pygame.Rect(corner, size)
        if room.contains(place) and place.collidelist(there) < 0:
            yield place


def draw_tooltip(kit: Kit, surface: pygame.Surface, widget: Widget, place: pygame.Rect) -> None:
    surface.blit(_bubble(kit, widget.tip, place.width), place)


def _around(size: tuple[int, int], own: pygame.Rect) -> Iterator[pygame.Rect]:
    """Positions below and above a rectangle, centred and flush with its sides, and beside it."""
    rect = pygame.Rect((0, 0), size)
    for left in (own.centerx - size[0] // 2, own.right - size[0], own.left):
        yield rect.move(left, own.bottom)
        yield rect.move(left, own.top - size[1])
    yield rect.move(own.right, own.centery - size[1] // 2)
    yield rect.move(own.left - size[0], own.centery - size[1] // 2)


def draw_bubble(kit: Kit, surface: pygame.Surface, text: str, beside: pygame.Rect, room: pygame.Rect) -> pygame.Rect:
    """Draw a text on a small piece of paper above a rectangle, or below without room, in ``room``; return where."""
    picture = _bubble(kit, text, min(kit.px(TIP_WIDEST), room.width))
    rect = picture.get_rect(midbottom=(beside.centerx, beside.top))
    if rect.top < room.top:
        rect.top = beside.bottom
    rect.clamp_ip(room)
    surface.blit(picture, rect)
    return rect


@kept
def _bubble(kit: Kit, text: str, widest: int) -> pygame.Surface:
    """A text on a small piece of paper, no wider than ``widest`` except for a word that would have to be broken."""
    size, top = kit.px(kit.theme.sizes.small), _bubble_edges(kit)[1]
    step = kit.cache.font("interface", size).get_linesize()
    surface = materials.panel(kit, _bubble_size(kit, text, widest), "paper").copy()
    for i, line in enumerate(_bubble_lines(kit, text, widest)):
        picture = kit.cache.text(line, "interface", size, kit.theme.colours.paper_ink)
        surface.blit(picture, ((surface.get_width() - picture.get_width()) // 2, top + i * step))
    return surface


def _bubble_size(kit: Kit, text: str, widest: int) -> tuple[int, int]:
    font, around = kit.cache.font("interface", kit.px(kit.theme.sizes.small)), _bubble_edges(kit)
    lines = _bubble_lines(kit, text, widest)
    width = max(font.size(line)[0] for line in lines)
    return width + 2 * around[0], len(lines) * font.get_linesize() + 2 * around[1]


def _bubble_lines(kit: Kit, text: str, widest: int) -> Sequence[str]:
    size, beside = kit.px(kit.theme.sizes.small), 2 * _bubble_edges(kit)[0]
    font = kit.cache.font("interface", size)
    longest = max(font.size(word)[0] for word in parted(text.replace("\n", " ")))
    unbroken = min(longest, kit.px(TIP_WIDEST) - beside)
    return _balanced(kit, text, size, max(1, unbroken, widest - beside))


def _bubble_edges(kit: Kit) -> tuple[int, int]:
    """Padding of a bubble's text from the rim of its picture, across and down."""
    return kit.px(materials.MARGIN["paper"] + 14), kit.px(materials.MARGIN["paper"] + 9)


def _balanced(kit: Kit, text: str, size: int, width: int) -> list[str]:
    """Wrap a text into as few lines as that width allows, of about equal length."""
    lines = wrap(kit.cache, text, "interface", size, width)
    narrower, step = width, max(1, width // 24)
    while narrower > width // 2:
        narrower -= step
        tried = wrap(kit.cache, text, "interface", size, narrower)
        if len(tried) > len(lines) or any(" " not in line for line in tried):
            break
        lines = tried
    return lines
