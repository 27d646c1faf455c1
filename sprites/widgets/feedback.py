"""What answers without being asked: a sign of thinking, short messages, and tooltips."""

from __future__ import annotations

import math

import pygame

from sprites.paint import materials, surfaces, wrapping
from sprites.paint.kit import Kit
from sprites.widgets import faces
from sprites.widgets.widget import Widget

BEADS = 3
TURN_SECONDS = 1.2
FADE_SECONDS = 0.2
LETTER_SECONDS = 0.06
"""How long a letter of a message takes to be read, so that a long one does not go too soon."""
WIDEST = 560
TIP_WIDEST = 340


class Progress(Widget):
    """Three beads that light up one after the other while somebody thinks; they stand still where motion is reduced."""

    focusable = False

    def __init__(self, kit: Kit, key: str, *, active: bool = True) -> None:
        super().__init__(kit, key)
        self.active = active
        self._time = 0.0

    def measure(self, width: int) -> int:
        return self.kit.px(self.kit.theme.sizes.interface * 1.4)

    def natural_width(self) -> int:
        return self.kit.px(self.kit.theme.sizes.interface * 3)

    def update(self, dt: float) -> bool:
        """Let the light wander, while it is seen."""
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
            surface.blit(bead, bead.get_rect(center=(round(place[0]), round(place[1]))))


class Toast:
    """A short message that goes by itself; ``about`` is the same for those that say the same kind of thing."""

    def __init__(self, kit: Kit, text: str, about: str = "") -> None:
        self.kit = kit
        self.text = text
        self.about = about
        self.lasts = max(kit.theme.seconds.toast, len(text) * LETTER_SECONDS)
        self.left = self.lasts

    def update(self, dt: float) -> bool:
        """Let time pass; false when it has gone."""
        self.left -= dt
        return self.left > 0

    def draw_above(self, surface: pygame.Surface, bottom: int) -> int:
        """Draw it, in the middle, above that height; return the height above which the next one goes."""
        picture = _bubble(self.kit, self.text, min(self.kit.px(WIDEST), surface.get_width() - 2 * self.kit.px(16)))
        shown = self.lasts - self.left
        part = max(0.0, min(1.0, shown / FADE_SECONDS, self.left / FADE_SECONDS))
        top = bottom - picture.get_height()
        if part < 1.0:
            picture = picture.copy()
            picture.set_alpha(round(255 * part))
        surface.blit(picture, ((surface.get_width() - picture.get_width()) // 2, top))
        return top


def draw_tooltip(kit: Kit, surface: pygame.Surface, widget: Widget) -> None:
    """Draw what a widget says about itself, below it, or above where there is no room, always within the window."""
    picture = _bubble(kit, widget.tip, min(kit.px(TIP_WIDEST), surface.get_width()))
    rect = picture.get_rect(midtop=(widget.focus_rect().centerx, widget.focus_rect().bottom))
    if rect.bottom > surface.get_height():
        rect.bottom = widget.focus_rect().top
    surface.blit(picture, rect.clamp(surface.get_rect()))


def draw_bubble(kit: Kit, surface: pygame.Surface, text: str, beside: pygame.Rect, room: pygame.Rect) -> pygame.Rect:
    """Draw words on a small piece of paper above a place, or below where there is no room, within ``room``."""
    picture = _bubble(kit, text, min(kit.px(TIP_WIDEST), room.width))
    rect = picture.get_rect(midbottom=(beside.centerx, beside.top))
    if rect.top < room.top:
        rect.top = beside.bottom
    rect.clamp_ip(room)
    surface.blit(picture, rect)
    return rect


def _bubble(kit: Kit, text: str, widest: int) -> pygame.Surface:
    """A text on a small piece of paper, no wider than ``widest``."""
    return kit.bakery.keep(("bubble", text, widest), lambda: _bake_bubble(kit, text, widest))


def _bake_bubble(kit: Kit, text: str, widest: int) -> pygame.Surface:
    size = kit.px(kit.theme.sizes.small)
    font = kit.bakery.font("interface", size)
    around = (kit.px(materials.MARGIN["paper"] + 14), kit.px(materials.MARGIN["paper"] + 9))
    lines = _balanced(kit, text, size, max(1, widest - 2 * around[0]))
    width = max(font.size(line)[0] for line in lines)
    surface = materials.panel(
        kit, (width + 2 * around[0], len(lines) * font.get_linesize() + 2 * around[1]), "paper"
    ).copy()
    for i, line in enumerate(lines):
        picture = kit.bakery.text(line, "interface", size, kit.theme.colours.paper_ink)
        surface.blit(picture, ((surface.get_width() - picture.get_width()) // 2, around[1] + i * font.get_linesize()))
    return surface


def _balanced(kit: Kit, text: str, size: int, width: int) -> list[str]:
    """Break a text into as few lines as that width allows, of about the same length."""
    lines = wrapping.wrap(kit.bakery, text, "interface", size, width)
    narrower, step = width, max(1, width // 24)
    while narrower > width // 2:
        narrower -= step
        tried = wrapping.wrap(kit.bakery, text, "interface", size, narrower)
        if len(tried) > len(lines) or any(" " not in line for line in tried):
            break
        lines = tried
    return lines
