"""What lights on a square: a step or a leap may end there, a death waits there, the cursor stands there."""

from __future__ import annotations

import math
from typing import Literal

import pygame

from sprites.paint.easel import Easel, Shape, box, disc, polygon, ribbon
from sprites.paint.frames import Style, frame, hint_frame
from sprites.paint.kit import Kit
from sprites.paint.surfaces import native, rgb

Mark = Literal["step", "leap", "danger", "cursor", "hint"]
"""A step has no sign of its own, so that what its square bears stays in sight."""

LEAP = "#5fd8b0"
DANGER = "#ff6a4d"
STYLES: dict[Mark, Style] = {"leap": "dashed", "cursor": "corners"}


def bake_mark(kit: Kit, what: Mark, side: int) -> pygame.Surface:
    """Draw a mark of a square, see-through."""
    if what == "hint":
        return native(hint_frame(kit, side))
    colours = kit.theme.colours
    tone = {"step": colours.accent_light, "leap": LEAP, "danger": DANGER, "cursor": colours.focus}[what]
    surface = frame(rgb(tone), side, STYLES.get(what, "whole"))
    signs = {"leap": _leap, "danger": _skull}
    if what in signs:
        easel = Easel(max(side, 48))
        signs[what](easel, tone)
        sign = easel.picture()
        if sign.get_width() != side:
            sign = pygame.transform.smoothscale(sign, (side, side))
        surface.blit(sign, (0, 0))
    return native(surface)


def _leap(easel: Easel, tone: str) -> None:
    """Draw the arc of a leap and the ground it comes down on."""
    arc = [(50 + 19 * math.cos(math.pi * (1 - i / 12)), 54 - 21 * math.sin(math.pi * (1 - i / 12))) for i in range(10)]
    head = polygon((72.5, 58), (58.5, 48), (74.5, 42))
    easel.lay(ribbon(arc, 5.5), head, colour=tone, edge=1.6, raised=1.1, gloss=0.4, shadow=3)
    easel.lay(box(24, 62, 14, 4.5, 2), box(62, 62, 14, 4.5, 2), colour=tone, edge=1.2, raised=1, shadow=2)


def _skull(easel: Easel, _tone: str) -> None:
    bone: tuple[Shape, ...] = (disc(50, 46, 17), box(41, 56, 18, 14, 4))
    easel.lay(*bone, colour="#fff0dc", edge=4, raised=1, gloss=0.2, shadow=4)
    easel.lay(disc(43.5, 47, 5), disc(56.5, 47, 5), polygon((50, 52), (53, 58), (47, 58)), colour="#3a0d06", edge=1.4,
              raised=-0.5, shadow=0)  # fmt: skip
    for x in (46, 50, 54):
        easel.lay(box(x - 0.8, 62, 1.6, 8), colour="#3a0d06", raised=0, shadow=0)
