"""What a place sounds like while nothing happens there: quiet loops by synthesis, which join without a seam."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from sprites.sound.synthesis import RATE, Wave, bell, flute, gliding, stone

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
