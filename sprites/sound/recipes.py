"""The sounds by name: short soft wood and stone, one for each event, a quiet phrase at the end, and all in words.

What a place sounds like while nothing happens there are quiet loops by synthesis, which join without a seam.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
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


# -- what a place sounds like

SECONDS = 16
LOUDNESS = 0.008
"""The root mean square, at most, of what goes on all the time in each of them."""
LENGTH = SECONDS * RATE

Spot = tuple[float, Wave, float]
"""Something heard once a round: the second it begins at, how it sounds, and how loud it is at most."""


def breath(seed: int, centre: float, width: float) -> Wave:
    """Noise around a pitch in hertz, by so many octaves to both sides; its end leads on to its beginning.

    It is made of waves that fit into the loop a whole number of times, which is why there is no seam.
    """
    dice = np.random.default_rng(seed)
    octaves = np.log2(np.fft.rfftfreq(LENGTH, 1 / RATE)[1:] / centre)
    loud = np.concatenate(([0.0], np.exp(-0.5 * (octaves / width) ** 2)))
    loud[1:] /= np.sqrt(np.arange(1, len(loud)))  # an octave higher is as loud, as in nature
    turns = np.exp(1j * math.tau * dice.random(len(loud)))
    wave: Wave = np.fft.irfft(loud * turns, LENGTH)
    wave /= np.sqrt(np.mean(wave**2))
    return wave


def swell(rounds: Sequence[tuple[int, float, float]]) -> Wave:
    """How loud something is over a loop: rises and falls, each as often as it says, by its part, from its turn on."""
    time = np.arange(LENGTH) / LENGTH
    wave: Wave = np.ones(LENGTH)
    for often, part, turn in rounds:
        wave *= 1 + part * np.sin(math.tau * (often * time + turn))
    return wave


def sprinkled(spots: Sequence[Spot]) -> Wave:
    """Single sounds at their seconds; what begins near the end goes on at the beginning."""
    wave: Wave = np.zeros(LENGTH)
    for second, sound, loud in spots:
        soft = sound * np.minimum(1, np.arange(len(sound))[::-1] / (0.02 * RATE)) * (loud / np.abs(sound).max())
        wave[(np.arange(len(soft)) + round(second * RATE)) % LENGTH] += soft
    return wave


def _drip(pitch: float) -> Wave:
    """A drop into water, and what the walls make of it."""
    drop = gliding(pitch, 1.5 * pitch, 0.09, 0.05)
    gap, wave = round(0.13 * RATE), np.zeros(round(0.9 * RATE))
    for echo in range(5):
        wave[echo * gap : echo * gap + len(drop)] += 0.45**echo * drop
    return wave


def _bird(pitch: float) -> Wave:
    """Two short calls, the second a little lower."""
    call = gliding(pitch, 1.25 * pitch, 0.11, 0.05)
    wave = np.zeros(round(0.32 * RATE))
    wave[: len(call)] += call
    at = round(0.17 * RATE)
    wave[at : at + len(call)] += gliding(0.9 * pitch, 1.1 * pitch, 0.11, 0.05)
    return wave


def _meadow() -> Wave:
    """Wind in grass, and a bird now and then."""
    wind = breath(1, 700, 1.1) * swell([(1, 0.45, 0.1), (3, 0.3, 0.4), (7, 0.12, 0.7)])
    birds = [(2.3, _bird(2300), 0.016), (2.9, _bird(2350), 0.011), (8.6, _bird(2900), 0.01), (13.1, _bird(2250), 0.014)]
    return _settled(wind) + sprinkled(birds)


def _dungeon() -> Wave:
    """A dull draught in deep halls, and water that drips."""
    draught = breath(2, 130, 0.8) * swell([(1, 0.4, 0.2), (2, 0.25, 0.6)])
    drips = [(1.4, 880, 0.03), (4.9, 1050, 0.018), (6.2, 920, 0.026), (10.7, 1180, 0.014), (12.5, 860, 0.03)]
    return _settled(draught) + sprinkled([(second, _drip(pitch), loud) for second, pitch, loud in drips])


def _forest() -> Wave:
    """Leaves high above, insects that swell and go, and a clay flute far away."""
    leaves = breath(3, 850, 0.9) * swell([(2, 0.35, 0.0), (5, 0.2, 0.3)])
    insects = breath(4, 5200, 0.12) * swell([(4, 0.8, 0.5), (144, 0.6, 0.0)])
    calls = [(3.7, flute(523, 0.9), 0.009), (4.8, flute(466, 1.2), 0.008), (11.9, _bird(1400), 0.011)]
    return 0.7 * _settled(leaves + 0.2 * insects) + sprinkled(calls)


def _room() -> Wave:
    """A quiet room with a window on a garden."""
    air = breath(5, 240, 1.3) * swell([(1, 0.2, 0.4), (2, 0.1, 0.1)])
    garden = [(5.2, _bird(2600), 0.005), (12.4, _bird(2450), 0.004)]
    return 0.8 * _settled(air) + sprinkled(garden)


def _castle() -> Wave:
    """A large hall of stone: its air, a bell far below, a step somewhere."""
    air = breath(6, 170, 1.0) * swell([(1, 0.3, 0.7), (3, 0.2, 0.2)])
    far = [(7.8, bell(196, 2.4), 0.009), (13.4, stone(140, 0.2, 0.2), 0.007)]
    return _settled(air) + sprinkled(far)


def _settled(wave: Wave) -> Wave:
    """As loud as the loudest of them."""
    wave *= LOUDNESS / np.sqrt(np.mean(wave**2))
    return wave


AMBIENCES: Mapping[str, Callable[[], Wave]] = {
    "meadow": _meadow,
    "dungeon": _dungeon,
    "forest": _forest,
    "room": _room,
    "castle": _castle,
}
"""By the names that a game's YAML may give its place. Each takes longer to make than a frame lasts."""
