"""The small life in the shelf's trays: a rabbit blinks, a lantern flickers, a serpent breathes, bright things glint."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import pygame

from sprites.paint.easel import Easel, curve, ellipse, polygon, ribbon
from sprites.paint.surface_cache import Bakery
from sprites.paint.trays import bare_tray, emblem_rect, tray_emblem


class Life(NamedTuple):
    """What lives in one tray: how far it has got after so many seconds, 0 for at rest, and how that is painted over it.

    ``paint`` is given the tray's side in pixels and a phase that is not 0; its picture covers the middle of the tray.
    """

    phase: Callable[[float], int]
    paint: Callable[[Bakery, str, int, int], pygame.Surface]


BLINK, LID = (5.3, 3.1), 0.19
"""Seconds from one blink to the next and of the first, and how long the eyes are shut."""
FUR, LASH = "#e9dcc6", "#6b5646"
FLAME = 5
"""How many steps a flame has from its faintest to its brightest."""
BREATH, PAUSE, STEPS, SWELL = 2.6, 1.6, 6, 0.022
"""Seconds of a breath and after it, its steps, and by what share the serpent grows in one."""
GLINT, GLINT_STEPS = 6.7, 3
"""Seconds from one glint to the next, and how many steps it grows in."""
STEP = 0.17
"""Seconds of such a step: a little more than from one look to the next."""


def _blinking(seconds: float) -> int:
    period, first = BLINK
    return int((seconds - first) % period < LID)


def _blink(_bakery: Bakery, _game: str, size: int, _phase: int) -> pygame.Surface:
    easel = Easel(emblem_rect(size).width)
    easel.lay(*(ellipse(x, 49, 5.0, 6.0) for x in (37, 59)), colour=FUR, edge=2.4, raised=0.5, shadow=0)
    lashes = [ribbon(curve(((x - 4.2, 50), (x, 52.6), (x + 4.2, 50)), 5), 1.4) for x in (37, 59)]
    easel.lay(*lashes, colour=LASH, edge=0.5, raised=-0.3, shadow=0)
    return easel.picture()


def _flickering(seconds: float) -> int:
    """A flame is never quite the same twice: three waves that do not fit each other."""
    height = math.sin(seconds * 3.1) + math.sin(seconds * 5.3 + 1) + math.sin(seconds * 8.9 + 2)
    return round((height + 3) / 6 * FLAME)


def _flicker(_bakery: Bakery, _game: str, size: int, phase: int) -> pygame.Surface:
    easel = Easel(emblem_rect(size).width)
    easel.glow(25, 78, 22, "#ffd27a", 0.11 * phase)
    easel.glow(52, 40, 9, "#ff8a1e", 0.05 * phase)
    return easel.picture()


def _breathing(seconds: float) -> int:
    within = seconds % (BREATH + PAUSE) / BREATH
    return round(STEPS * (1 - math.cos(math.tau * within)) / 2) if within < 1 else 0


def _breathe(bakery: Bakery, game: str, size: int, phase: int) -> pygame.Surface:
    """Lay the emblem, a little larger, on the tray without it: it swells from its foot."""
    rect, ground = emblem_rect(size), bare_tray(bakery, game, size)
    whole = tray_emblem(bakery, game, size)
    grown = round(rect.width * (1 + SWELL * phase / STEPS))
    shown = ground.subsurface(rect).copy()
    swollen = pygame.transform.smoothscale(whole, (grown, grown))
    shown.blit(swollen, swollen.get_rect(midbottom=(rect.width // 2, rect.height + (grown - rect.width) // 3)))
    return shown


def _glinting(first: float) -> Callable[[float], int]:
    def phase(seconds: float) -> int:
        step = int((seconds - first) % GLINT / STEP)
        return max(0, GLINT_STEPS - abs(GLINT_STEPS - 1 - step)) if step < 2 * GLINT_STEPS - 1 else 0

    return phase


def _glint(x: float, y: float) -> Callable[[Bakery, str, int, int], pygame.Surface]:
    def paint(_bakery: Bakery, _game: str, size: int, phase: int) -> pygame.Surface:
        easel, reach = Easel(emblem_rect(size).width), 2.6 * phase
        easel.glow(x, y, reach * 1.2, "#fff2d0", 0.5)
        corners = [(reach if i % 2 == 0 else reach * 0.16, i * math.tau / 8) for i in range(8)]
        star = polygon(*((x + r * math.cos(turn), y + r * math.sin(turn)) for r, turn in corners))
        easel.lay(star, colour="#fffdf4", edge=0.3, raised=0, shadow=0)
        return easel.picture()

    return paint


LIVES = {
    "jumpin": Life(_blinking, _blink),
    "dragon": Life(_flickering, _flicker),
    "coatl": Life(_breathing, _breathe),
    "labyrinth": Life(_glinting(1.2), _glint(48.4, 52.6)),
    "lgame": Life(_glinting(4.4), _glint(19.6, 18.8)),
}
"""By game; one without an entry lies still."""


def life_picture(bakery: Bakery, game: str, size: int, phase: int) -> pygame.Surface:
    """What lies over the middle of a tray (``emblem_rect``) in a phase that is not 0."""
    return bakery.keep(("life", game, size, phase), lambda: LIVES[game].paint(bakery, game, size, phase))
