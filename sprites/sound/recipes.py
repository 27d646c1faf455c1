"""The sounds by name: short soft wood and stone, one for each event, a quiet phrase at the end, and all in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import numpy as np

from logic.core import Message
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

Sounds = Mapping[str, tuple[float, Callable[[float], Wave]]]
"""By name its loudness among the others, and how it is made at a pitch."""

INTERFACE: Sounds = {
    "press": (0.5, lambda pitch: wood(620 * pitch, 0.07, 0.2)),
    "focus": (0.22, lambda pitch: wood(880 * pitch, 0.045, 0.1)),
    "page": (0.35, lambda pitch: brushed(pitch, 0.2)),
    "deny": (0.5, lambda pitch: joined(wood(170 * pitch, 0.12), wood(150 * pitch, 0.14), 0.09)),
}
EFFECTS: Sounds = {
    "lift": (0.45, lambda pitch: wood(470 * pitch, 0.09, 0.12)),
    "tick": (0.35, lambda pitch: wood(740 * pitch, 0.06, 0.15)),
    "drop": (0.6, lambda pitch: wood(245 * pitch, 0.17, 0.3)),
    "lay": (0.9, lambda pitch: joined(wood(300 * pitch, 0.2, 0.45), wood(410 * pitch, 0.07, 0.2), 0.018)),
    "shift": (0.85, lambda pitch: joined(stone(690 * pitch), stone(610 * pitch, 0.08), 0.035)),
    "go": (0.3, lambda pitch: joined(stone(210 * pitch, 0.07, 0.7), stone(185 * pitch, 0.07, 0.5), 0.06)),
    "enter": (0.4, lambda pitch: joined(wood(150 * pitch, 0.2, 0.4), stone(200 * pitch, 0.07), 0.11)),
    "leap": (0.45, lambda pitch: joined(gliding(210 * pitch, 560 * pitch, 0.22), stone(220 * pitch), 0.24)),
    "bounce": (0.55, lambda pitch: joined(wood(190 * pitch, 0.18, 0.5), wood(980 * pitch, 0.12, 0), 0.03)),
    "eat": (
        0.6,
        lambda pitch: joined(
            cracked(pitch, 0.12, 0.0007, 0.08),
            joined(cracked(1.2 * pitch, 0.1, 0.0006, 0.06), cracked(0.9 * pitch, 0.16, 0.0009, 0.1), 0.1),
            0.11,
        ),
    ),
    "fill": (0.6, lambda pitch: tumbled(pitch, (0, 0.09, 0.17, 0.26), (560, 500, 610, 300))),
    "topple": (0.65, lambda pitch: tumbled(pitch, (0, 0.07, 0.12, 0.21, 0.27), (240, 310, 200, 280, 170))),
    "crumble": (
        0.6,
        lambda pitch: joined(tumbled(pitch, (0, 0.06, 0.11), (420, 350, 280)), rolled(0.8 * pitch, 0.34), 0.08),
    ),
    "regrow": (0.6, lambda pitch: joined(rolled(pitch, 0.34), stone(150 * pitch, 0.16, 0.3), 0.29)),
    "crush": (0.7, lambda pitch: joined(stone(120 * pitch, 0.2, 0.8), cracked(0.7 * pitch, 0.28, 0.0012, 0.2), 0.03)),
    "blast": (
        0.8,
        lambda pitch: joined(
            cracked(0.6 * pitch, 0.48, 0.002, 0.4), 1.4 * gliding(110 * pitch, 42 * pitch, 0.44), 0.01
        ),
    ),
    "teleport": (
        0.4,
        lambda pitch: joined(
            gliding(330 * pitch, 990 * pitch, 0.3, 0.1), gliding(495 * pitch, 1320 * pitch, 0.3, 0), 0.15
        ),
    ),
    "fall": (0.45, lambda pitch: joined(gliding(520 * pitch, 130 * pitch, 0.34), wood(95 * pitch, 0.14), 0.33)),
    "hide": (
        0.55,
        lambda pitch: joined(
            wood(130 * pitch, 0.24, 0.3), joined(wood(392 * pitch, 0.3, 0.05), wood(587 * pitch, 0.26, 0.05), 0.08), 0.1
        ),
    ),
    "supply": (0.45, lambda pitch: joined(wood(520 * pitch, 0.12), wood(780 * pitch, 0.16, 0.1), 0.07)),
    "restock": (0.28, lambda pitch: wood(640 * pitch, 0.09, 0.15)),
    "mine_back": (0.4, lambda pitch: joined(stone(1250 * pitch, 0.05, 0.3), stone(940 * pitch, 0.1, 0.4), 0.07)),
    "reveal": (0.13, lambda pitch: brushed(0.8 * pitch, 0.3)),
    "hop": (
        0.4,
        lambda pitch: joined(gliding(260 * pitch, 620 * pitch, 0.17, 0.1), 0.5 * wood(180 * pitch, 0.11, 0.2), 0.2),
    ),
    "burrow": (0.45, lambda pitch: joined(wood(105 * pitch, 0.2, 0.1), 0.4 * cracked(pitch, 0.16, 0.0014, 0.12), 0.02)),
    "slide": (0.3, lambda pitch: brushed(0.7 * pitch, 0.34)),
    "push": (
        0.6,
        lambda pitch: joined(
            rolled(1.15 * pitch, 0.36), joined(stone(210 * pitch, 0.14, 0.6), wood(120 * pitch), 0), 0.31
        ),
    ),
    "tumble": (
        0.55,
        lambda pitch: joined(
            stone(330 * pitch, 0.1), joined(wood(150 * pitch, 0.2, 0.5), stone(270 * pitch), 0.06), 0.12
        ),
    ),
    "carried": (0.4, lambda pitch: joined(gliding(260 * pitch, 720 * pitch, 0.2, 0.1), bell(990 * pitch, 0.2), 0.19)),
    "walk": (0.26, lambda pitch: tumbled(pitch, (0, 0.12, 0.24), (310, 265, 300))),
    "collect": (
        0.5,
        lambda pitch: joined(bell(784 * pitch, 0.3), joined(bell(988 * pitch, 0.3), bell(1319 * pitch), 0.07), 0.07),
    ),
    "home": (
        0.5,
        lambda pitch: joined(bell(523 * pitch), joined(bell(659 * pitch), bell(784 * pitch, 0.3), 0.09), 0.09),
    ),
    "last": (0.5, lambda pitch: joined(bell(659 * pitch), bell(988 * pitch), 0.1)),
    "turn_spare": (0.35, lambda pitch: joined(stone(760 * pitch, 0.05, 0.3), wood(330 * pitch, 0.07), 0.03)),
    "shutter": (0.4, lambda pitch: joined(iron(300 * pitch, 0.12), iron(240 * pitch, 0.18), 0.075)),
    "push_again": (0.45, lambda pitch: joined(rolled(1.4 * pitch, 0.2), bell(880 * pitch, 0.25), 0.14)),
    "turn_again": (0.45, lambda pitch: joined(bell(659 * pitch, 0.2), bell(659 * pitch, 0.3), 0.12)),
    "swap": (
        0.4,
        lambda pitch: joined(
            gliding(330 * pitch, 660 * pitch, 0.2, 0.1), gliding(660 * pitch, 330 * pitch, 0.2, 0.1), 0.1
        ),
    ),
    "peek": (0.4, lambda pitch: joined(brushed(pitch, 0.2), bell(1175 * pitch, 0.25), 0.12)),
    "exchange": (0.35, lambda pitch: joined(brushed(pitch, 0.18), brushed(1.3 * pitch, 0.2), 0.13)),
    "wall": (
        0.5,
        lambda pitch: joined(cracked(pitch, 0.2, 0.0014, 0.15), gliding(180 * pitch, 540 * pitch, 0.28, 0.1), 0.04),
    ),
    "take": (0.5, lambda pitch: joined(stone(430 * pitch, 0.1, 0.35), wood(310 * pitch, 0.11, 0.3), 0.07)),
    "choose": (0.4, lambda pitch: joined(brushed(1.1 * pitch, 0.16), wood(560 * pitch, 0.08, 0.15), 0.13)),
    "draw_card": (0.4, lambda pitch: joined(brushed(0.9 * pitch, 0.2), brushed(1.4 * pitch, 0.14), 0.15)),
    "start": (0.6, lambda pitch: joined(stone(290 * pitch, 0.16, 0.5), wood(200 * pitch, 0.2, 0.4), 0.02)),
    "attach": (0.6, lambda pitch: joined(stone(350 * pitch, 0.12, 0.4), wood(470 * pitch, 0.1, 0.3), 0.045)),
    "close": (
        0.6,
        lambda pitch: joined(
            stone(300 * pitch, 0.14, 0.5), joined(wood(392 * pitch, 0.18), wood(587 * pitch, 0.22, 0.1), 0.08), 0.05
        ),
    ),
    "prophesy": (
        0.45,
        lambda pitch: joined(brushed(pitch, 0.18), joined(bell(587 * pitch, 0.24), bell(880 * pitch, 0.3), 0.07), 0.1),
    ),
    "crown": (
        0.5,
        lambda pitch: joined(stone(180 * pitch, 0.16, 0.5), joined(bell(523 * pitch), bell(784 * pitch), 0.08), 0.06),
    ),
    "fetch": (0.45, lambda pitch: tumbled(pitch, (0, 0.05, 0.09, 0.16), (520, 610, 470, 390))),
    "foresee": (0.4, lambda pitch: joined(gliding(220 * pitch, 660 * pitch, 0.3, 0.1), bell(1047 * pitch, 0.25), 0.22)),
    "commit": (0.5, lambda pitch: joined(stone(160 * pitch, 0.2, 0.6), bell(440 * pitch, 0.36), 0.09)),
    "steal": (0.45, lambda pitch: joined(bell(1319 * pitch, 0.2), gliding(620 * pitch, 280 * pitch, 0.26, 0.1), 0.1)),
    "rob": (0.5, lambda pitch: joined(stone(380 * pitch, 0.1, 0.4), brushed(1.2 * pitch, 0.16), 0.04)),
    "refill": (0.4, lambda pitch: tumbled(pitch, (0, 0.06, 0.1, 0.08), (430, 520, 390, 470))),
    "lock": (
        0.5,
        lambda pitch: joined(
            flute(587 * pitch, 0.16), joined(flute(784 * pitch, 0.16), flute(1175 * pitch, 0.27), 0.1), 0.1
        ),
    ),
    "final": (
        0.7,
        lambda pitch: joined(drum(88 * pitch, 0.26), joined(drum(88 * pitch, 0.2), drum(70 * pitch, 0.28), 0.1), 0.1),
    ),
    "discard": (0.32, lambda pitch: joined(brushed(1.3 * pitch, 0.14), wood(230 * pitch, 0.1, 0.2), 0.11)),
    "pass": (0.35, lambda pitch: joined(wood(330 * pitch, 0.14, 0.1), wood(262 * pitch, 0.18, 0.1), 0.11)),
    "turn_end": (0.5, lambda pitch: joined(wood(392 * pitch, 0.2, 0.1), wood(523 * pitch, 0.26, 0.1), 0.1)),
}
MUSIC: Sounds = {
    "win": (
        0.75,
        lambda pitch: phrase([(0, 392), (0.16, 493.9), (0.32, 587.3), (0.52, 784), (0.54, 493.9)], pitch, 1.9),
    ),
    "loss": (0.6, lambda pitch: phrase([(0, 440), (0.24, 392), (0.48, 329.6), (0.5, 261.6)], pitch, 1.8)),
    "draw": (0.6, lambda pitch: phrase([(0, 392), (0.22, 440), (0.44, 392), (0.46, 293.7)], pitch, 1.7)),
}
RECIPES: Mapping[str, tuple[Group, float, Callable[[float], Wave]]] = {
    **{name: ("interface", *made) for name, made in INTERFACE.items()},
    **{name: ("effects", *made) for name, made in EFFECTS.items()},
    **{name: ("music", *made) for name, made in MUSIC.items()},
}
"""Each sound: the volume that it obeys, its loudness among the others, and how it is made at a pitch."""


CAPTIONS: Mapping[str, Message] = {
    "press": Message("Click"),
    "focus": Message("Soft tick"),
    "page": Message("A page turns"),
    "deny": Message("A dull knock: not possible"),
    "lift": Message("A piece is lifted"),
    "tick": Message("Ticking"),
    "drop": Message("A piece is put down"),
    "lay": Message("Wood knocks on wood"),
    "shift": Message("A pebble is moved"),
    "go": Message("Footsteps"),
    "enter": Message("Somebody comes in"),
    "leap": Message("A jump"),
    "bounce": Message("Something bounces off"),
    "eat": Message("Stone crunches"),
    "fill": Message("Stones fall one upon the other"),
    "topple": Message("Something falls over"),
    "crumble": Message("Stone crumbles"),
    "regrow": Message("Stone rumbles, and stands"),
    "crush": Message("A heavy blow"),
    "blast": Message("An explosion"),
    "teleport": Message("A rising hum"),
    "fall": Message("Something falls deep"),
    "hide": Message("A soft chime"),
    "supply": Message("Something is taken along"),
    "restock": Message("Something is put back"),
    "mine_back": Message("Stone clicks twice"),
    "reveal": Message("A rustle"),
    "hop": Message("A hop"),
    "burrow": Message("Earth rustles"),
    "slide": Message("Something slides"),
    "push": Message("Stone grinds on stone"),
    "tumble": Message("A tile tumbles off"),
    "carried": Message("A pawn is carried across"),
    "walk": Message("Footsteps"),
    "collect": Message("Three small bells"),
    "home": Message("Three small bells"),
    "last": Message("Two small bells"),
    "turn_spare": Message("A tile turns"),
    "shutter": Message("Iron clanks"),
    "push_again": Message("Stone, then a bell"),
    "turn_again": Message("A bell, twice"),
    "swap": Message("Two change places"),
    "peek": Message("A rustle, then a bell"),
    "exchange": Message("Cards rustle"),
    "wall": Message("A crack, then a hum"),
    "take": Message("A piece is taken"),
    "choose": Message("A card is chosen"),
    "draw_card": Message("A card is drawn"),
    "start": Message("Heavy stone is set down"),
    "attach": Message("Stone joins stone"),
    "close": Message("Stone joins stone, and two notes"),
    "prophesy": Message("A card rustles, and two bells"),
    "crown": Message("Stone, then two bells"),
    "fetch": Message("Pieces clatter"),
    "foresee": Message("A hum, then a bell"),
    "commit": Message("Stone and a deep bell"),
    "steal": Message("A bell, then a falling tone"),
    "rob": Message("Stone, then a rustle"),
    "refill": Message("Pieces clatter"),
    "lock": Message("A clay flute"),
    "final": Message("Three drum beats"),
    "discard": Message("A card is laid aside"),
    "pass": Message("Two falling notes"),
    "turn_end": Message("Two rising notes"),
    "win": Message("A bright melody"),
    "loss": Message("A quiet, falling melody"),
    "draw": Message("A quiet melody"),
}
"""Each sound in words, for those who cannot hear it: what it is, and no more than it lets be heard."""


def synthesize(name: str, pitch: float = 1.0) -> Wave:
    """Make a sound as numbers that never reach beyond :data:`PEAK` and end in silence; KeyError for an unknown one."""
    _, loudness, make = RECIPES[name]
    wave = make(pitch)
    tail = min(len(wave), round(0.01 * RATE))
    wave[-tail:] *= np.linspace(1, 0, tail)
    wave *= PEAK * loudness / np.abs(wave).max()
    return wave
