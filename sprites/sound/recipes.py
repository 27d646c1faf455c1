"""The sounds by name: short soft wood and stone, one for each event, and a quiet phrase at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np

from sprites.sound.synthesis import (
    RATE,
    Wave,
    bell,
    brushed,
    cracked,
    drum,
    flute,
    gliding,
    iron,
    joined,
    phrase,
    rolled,
    stone,
    tumbled,
    wood,
)

Group = Literal["effects", "music", "interface"]

PEAK = 0.45
"""Nothing is ever louder than this part of what the device can do."""

RECIPES: Mapping[str, tuple[Group, float, Callable[[float], Wave]]] = {
    "press": ("interface", 0.5, lambda pitch: wood(620 * pitch, 0.07, 0.2)),
    "focus": ("interface", 0.22, lambda pitch: wood(880 * pitch, 0.045, 0.1)),
    "page": ("interface", 0.35, lambda pitch: brushed(pitch, 0.2)),
    "deny": ("interface", 0.5, lambda pitch: joined(wood(170 * pitch, 0.12), wood(150 * pitch, 0.14), 0.09)),
    "lift": ("effects", 0.45, lambda pitch: wood(470 * pitch, 0.09, 0.12)),
    "tick": ("effects", 0.35, lambda pitch: wood(740 * pitch, 0.06, 0.15)),
    "drop": ("effects", 0.6, lambda pitch: wood(245 * pitch, 0.17, 0.3)),
    "lay": ("effects", 0.9, lambda pitch: joined(wood(300 * pitch, 0.2, 0.45), wood(410 * pitch, 0.07, 0.2), 0.018)),
    "shift": ("effects", 0.85, lambda pitch: joined(stone(690 * pitch), stone(610 * pitch, 0.08), 0.035)),
    "go": ("effects", 0.3, lambda pitch: joined(stone(210 * pitch, 0.07, 0.7), stone(185 * pitch, 0.07, 0.5), 0.06)),
    "enter": ("effects", 0.4, lambda pitch: joined(wood(150 * pitch, 0.2, 0.4), stone(200 * pitch, 0.07), 0.11)),
    "leap": (
        "effects",
        0.45,
        lambda pitch: joined(gliding(210 * pitch, 560 * pitch, 0.22), stone(220 * pitch), 0.24),
    ),
    "bounce": (
        "effects",
        0.55,
        lambda pitch: joined(wood(190 * pitch, 0.18, 0.5), wood(980 * pitch, 0.12, 0), 0.03),
    ),
    "eat": (
        "effects",
        0.6,
        lambda pitch: joined(
            cracked(pitch, 0.12, 0.0007, 0.08),
            joined(cracked(1.2 * pitch, 0.1, 0.0006, 0.06), cracked(0.9 * pitch, 0.16, 0.0009, 0.1), 0.1),
            0.11,
        ),
    ),
    "fill": ("effects", 0.6, lambda pitch: tumbled(pitch, (0, 0.09, 0.17, 0.26), (560, 500, 610, 300))),
    "topple": ("effects", 0.65, lambda pitch: tumbled(pitch, (0, 0.07, 0.12, 0.21, 0.27), (240, 310, 200, 280, 170))),
    "crumble": (
        "effects",
        0.6,
        lambda pitch: joined(tumbled(pitch, (0, 0.06, 0.11), (420, 350, 280)), rolled(0.8 * pitch, 0.34), 0.08),
    ),
    "regrow": ("effects", 0.6, lambda pitch: joined(rolled(pitch, 0.34), stone(150 * pitch, 0.16, 0.3), 0.29)),
    "crush": (
        "effects",
        0.7,
        lambda pitch: joined(stone(120 * pitch, 0.2, 0.8), cracked(0.7 * pitch, 0.28, 0.0012, 0.2), 0.03),
    ),
    "blast": (
        "effects",
        0.8,
        lambda pitch: joined(
            cracked(0.6 * pitch, 0.48, 0.002, 0.4), 1.4 * gliding(110 * pitch, 42 * pitch, 0.44), 0.01
        ),
    ),
    "teleport": (
        "effects",
        0.4,
        lambda pitch: joined(
            gliding(330 * pitch, 990 * pitch, 0.3, 0.1), gliding(495 * pitch, 1320 * pitch, 0.3, 0), 0.15
        ),
    ),
    "fall": (
        "effects",
        0.45,
        lambda pitch: joined(gliding(520 * pitch, 130 * pitch, 0.34), wood(95 * pitch, 0.14), 0.33),
    ),
    "hide": (
        "effects",
        0.55,
        lambda pitch: joined(
            wood(130 * pitch, 0.24, 0.3),
            joined(wood(392 * pitch, 0.3, 0.05), wood(587 * pitch, 0.26, 0.05), 0.08),
            0.1,
        ),
    ),
    "supply": ("effects", 0.45, lambda pitch: joined(wood(520 * pitch, 0.12), wood(780 * pitch, 0.16, 0.1), 0.07)),
    "restock": ("effects", 0.28, lambda pitch: wood(640 * pitch, 0.09, 0.15)),
    "mine_back": (
        "effects",
        0.4,
        lambda pitch: joined(stone(1250 * pitch, 0.05, 0.3), stone(940 * pitch, 0.1, 0.4), 0.07),
    ),
    "reveal": ("effects", 0.13, lambda pitch: brushed(0.8 * pitch, 0.3)),
    "hop": (
        "effects",
        0.4,
        lambda pitch: joined(gliding(260 * pitch, 620 * pitch, 0.17, 0.1), 0.5 * wood(180 * pitch, 0.11, 0.2), 0.2),
    ),
    "burrow": (
        "effects",
        0.45,
        lambda pitch: joined(wood(105 * pitch, 0.2, 0.1), 0.4 * cracked(pitch, 0.16, 0.0014, 0.12), 0.02),
    ),
    "slide": ("effects", 0.3, lambda pitch: brushed(0.7 * pitch, 0.34)),
    "push": (
        "effects",
        0.6,
        lambda pitch: joined(
            rolled(1.15 * pitch, 0.36), joined(stone(210 * pitch, 0.14, 0.6), wood(120 * pitch), 0), 0.31
        ),
    ),
    "tumble": (
        "effects",
        0.55,
        lambda pitch: joined(
            stone(330 * pitch, 0.1), joined(wood(150 * pitch, 0.2, 0.5), stone(270 * pitch), 0.06), 0.12
        ),
    ),
    "carried": (
        "effects",
        0.4,
        lambda pitch: joined(gliding(260 * pitch, 720 * pitch, 0.2, 0.1), bell(990 * pitch, 0.2), 0.19),
    ),
    "walk": ("effects", 0.26, lambda pitch: tumbled(pitch, (0, 0.12, 0.24), (310, 265, 300))),
    "collect": (
        "effects",
        0.5,
        lambda pitch: joined(bell(784 * pitch, 0.3), joined(bell(988 * pitch, 0.3), bell(1319 * pitch), 0.07), 0.07),
    ),
    "home": (
        "effects",
        0.5,
        lambda pitch: joined(bell(523 * pitch), joined(bell(659 * pitch), bell(784 * pitch, 0.3), 0.09), 0.09),
    ),
    "last": ("effects", 0.5, lambda pitch: joined(bell(659 * pitch), bell(988 * pitch), 0.1)),
    "turn_spare": ("effects", 0.35, lambda pitch: joined(stone(760 * pitch, 0.05, 0.3), wood(330 * pitch, 0.07), 0.03)),
    "shutter": ("effects", 0.4, lambda pitch: joined(iron(300 * pitch, 0.12), iron(240 * pitch, 0.18), 0.075)),
    "push_again": ("effects", 0.45, lambda pitch: joined(rolled(1.4 * pitch, 0.2), bell(880 * pitch, 0.25), 0.14)),
    "turn_again": ("effects", 0.45, lambda pitch: joined(bell(659 * pitch, 0.2), bell(659 * pitch, 0.3), 0.12)),
    "swap": (
        "effects",
        0.4,
        lambda pitch: joined(
            gliding(330 * pitch, 660 * pitch, 0.2, 0.1), gliding(660 * pitch, 330 * pitch, 0.2, 0.1), 0.1
        ),
    ),
    "peek": ("effects", 0.4, lambda pitch: joined(brushed(pitch, 0.2), bell(1175 * pitch, 0.25), 0.12)),
    "exchange": ("effects", 0.35, lambda pitch: joined(brushed(pitch, 0.18), brushed(1.3 * pitch, 0.2), 0.13)),
    "wall": (
        "effects",
        0.5,
        lambda pitch: joined(cracked(pitch, 0.2, 0.0014, 0.15), gliding(180 * pitch, 540 * pitch, 0.28, 0.1), 0.04),
    ),
    "take": ("effects", 0.5, lambda pitch: joined(stone(430 * pitch, 0.1, 0.35), wood(310 * pitch, 0.11, 0.3), 0.07)),
    "choose": ("effects", 0.4, lambda pitch: joined(brushed(1.1 * pitch, 0.16), wood(560 * pitch, 0.08, 0.15), 0.13)),
    "draw_card": ("effects", 0.4, lambda pitch: joined(brushed(0.9 * pitch, 0.2), brushed(1.4 * pitch, 0.14), 0.15)),
    "start": ("effects", 0.6, lambda pitch: joined(stone(290 * pitch, 0.16, 0.5), wood(200 * pitch, 0.2, 0.4), 0.02)),
    "attach": ("effects", 0.6, lambda pitch: joined(stone(350 * pitch, 0.12, 0.4), wood(470 * pitch, 0.1, 0.3), 0.045)),
    "close": (
        "effects",
        0.6,
        lambda pitch: joined(
            stone(300 * pitch, 0.14, 0.5), joined(wood(392 * pitch, 0.18), wood(587 * pitch, 0.22, 0.1), 0.08), 0.05
        ),
    ),
    "prophesy": (
        "effects",
        0.45,
        lambda pitch: joined(brushed(pitch, 0.18), joined(bell(587 * pitch, 0.24), bell(880 * pitch, 0.3), 0.07), 0.1),
    ),
    "crown": (
        "effects",
        0.5,
        lambda pitch: joined(stone(180 * pitch, 0.16, 0.5), joined(bell(523 * pitch), bell(784 * pitch), 0.08), 0.06),
    ),
    "fetch": ("effects", 0.45, lambda pitch: tumbled(pitch, (0, 0.05, 0.09, 0.16), (520, 610, 470, 390))),
    "foresee": (
        "effects",
        0.4,
        lambda pitch: joined(gliding(220 * pitch, 660 * pitch, 0.3, 0.1), bell(1047 * pitch, 0.25), 0.22),
    ),
    "commit": ("effects", 0.5, lambda pitch: joined(stone(160 * pitch, 0.2, 0.6), bell(440 * pitch, 0.36), 0.09)),
    "steal": (
        "effects",
        0.45,
        lambda pitch: joined(bell(1319 * pitch, 0.2), gliding(620 * pitch, 280 * pitch, 0.26, 0.1), 0.1),
    ),
    "rob": ("effects", 0.5, lambda pitch: joined(stone(380 * pitch, 0.1, 0.4), brushed(1.2 * pitch, 0.16), 0.04)),
    "refill": ("effects", 0.4, lambda pitch: tumbled(pitch, (0, 0.06, 0.1, 0.08), (430, 520, 390, 470))),
    "lock": (
        "effects",
        0.5,
        lambda pitch: joined(
            flute(587 * pitch, 0.16), joined(flute(784 * pitch, 0.16), flute(1175 * pitch, 0.27), 0.1), 0.1
        ),
    ),
    "final": (
        "effects",
        0.7,
        lambda pitch: joined(drum(88 * pitch, 0.26), joined(drum(88 * pitch, 0.2), drum(70 * pitch, 0.28), 0.1), 0.1),
    ),
    "discard": ("effects", 0.32, lambda pitch: joined(brushed(1.3 * pitch, 0.14), wood(230 * pitch, 0.1, 0.2), 0.11)),
    "pass": ("effects", 0.35, lambda pitch: joined(wood(330 * pitch, 0.14, 0.1), wood(262 * pitch, 0.18, 0.1), 0.11)),
    "turn_end": (
        "effects",
        0.5,
        lambda pitch: joined(wood(392 * pitch, 0.2, 0.1), wood(523 * pitch, 0.26, 0.1), 0.1),
    ),
    "win": (
        "music",
        0.75,
        lambda pitch: phrase([(0, 392), (0.16, 493.9), (0.32, 587.3), (0.52, 784), (0.54, 493.9)], pitch, 1.9),
    ),
    "loss": ("music", 0.6, lambda pitch: phrase([(0, 440), (0.24, 392), (0.48, 329.6), (0.5, 261.6)], pitch, 1.8)),
    "draw": ("music", 0.6, lambda pitch: phrase([(0, 392), (0.22, 440), (0.44, 392), (0.46, 293.7)], pitch, 1.7)),
}
"""Each sound: the volume that it obeys, its loudness among the others, and how it is made at a pitch."""


def synthesize(name: str, pitch: float = 1.0) -> Wave:
    """Make a sound as numbers that never reach beyond :data:`PEAK` and end in silence; KeyError for an unknown one."""
    _, loudness, make = RECIPES[name]
    wave = make(pitch)
    tail = min(len(wave), round(0.01 * RATE))
    wave[-tail:] *= np.linspace(1, 0, tail)
    wave *= PEAK * loudness / np.abs(wave).max()
    return wave
