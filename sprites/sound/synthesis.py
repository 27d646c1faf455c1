"""Waves that sounds are made of: struck wood, stone and bells, brushed felt, rolling stones, tones that glide."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Wave = npt.NDArray[np.float64]

RATE = 44100
NOTE = 1.2
"""Seconds until a note of a phrase has gone."""


def _time(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def hush(seconds: float, softness: float, seed: int) -> Wave:
    """Noise with its highs taken away: each sample is the mean of some, of the more the softer."""
    width = max(1, round(softness * RATE))
    noise = np.random.default_rng(seed).standard_normal(round(seconds * RATE) + width - 1)
    total = np.cumsum(np.concatenate(([0.0], noise)))
    wave: Wave = (total[width:] - total[:-width]) / math.sqrt(width)
    return wave


def struck(pitch: float, seconds: float, partials: Sequence[tuple[float, float, float]], knock: float) -> Wave:
    """Strike something: partials of (ratio, loudness, seconds until they are gone), and the knock of the blow."""
    time = _time(seconds)
    wave = sum(
        (loud * np.sin(math.tau * pitch * ratio * time) * np.exp(-5 * time / gone) for ratio, loud, gone in partials)
    )
    blow = knock * hush(seconds, 0.00022, 3) * np.exp(-time / 0.006)
    return np.asarray(wave + blow) * np.minimum(time / 0.0015, 1)


def wood(pitch: float, seconds: float = 0.16, knock: float = 0.25) -> Wave:
    partials = ((1, 1, seconds), (2.76, 0.38, seconds * 0.5), (5.4, 0.14, seconds * 0.25))
    return struck(pitch, seconds, partials, knock)


def stone(pitch: float, seconds: float = 0.13, knock: float = 0.5) -> Wave:
    partials = ((1, 0.8, seconds * 0.7), (1.51, 0.55, seconds * 0.5), (2.31, 0.4, seconds * 0.4), (3.9, 0.2, 0.03))
    return struck(pitch, seconds, partials, knock)


def iron(pitch: float, seconds: float) -> Wave:
    partials = ((1, 0.7, seconds), (2.83, 0.5, seconds * 0.7), (4.27, 0.4, seconds * 0.5), (6.1, 0.25, seconds * 0.3))
    return struck(pitch, seconds, partials, 0.6)


def bell(pitch: float, seconds: float = 0.36) -> Wave:
    partials = ((1, 1, seconds), (2.01, 0.35, seconds * 0.6), (3.02, 0.2, seconds * 0.35), (5.4, 0.08, 0.06))
    return struck(pitch, seconds, partials, 0.04)


def brushed(pitch: float, seconds: float) -> Wave:
    """Brush over felt: a breath of noise that swells and goes."""
    time = _time(seconds)
    wave: Wave = hush(seconds, 0.0004 / pitch, 5) * np.sin(math.pi * time / seconds) ** 2
    return wave


def flute(pitch: float, seconds: float) -> Wave:
    """Blow a clay flute: a round tone that trembles a little, with breath in it."""
    time = _time(seconds)
    turns = math.tau * pitch * time + 0.35 * np.sin(math.tau * 5.5 * time)
    tone = np.sin(turns) + 0.22 * np.sin(2 * turns) + 0.08 * np.sin(3 * turns)
    breath = 0.12 * hush(seconds, 0.00012, 11)
    wave: Wave = (tone + breath) * np.minimum(time / 0.025, 1) * np.sin(math.pi * (time / seconds) ** 0.6) ** 0.7
    return wave


def drum(pitch: float, seconds: float = 0.3) -> Wave:
    """Beat a drum of skin: a dull blow that sinks a little."""
    time = _time(seconds)
    turns = math.tau * pitch * (time + 0.02 * (1 - np.exp(-time / 0.03)))
    blow = 0.35 * hush(seconds, 0.0009, 13) * np.exp(-time / 0.018)
    wave: Wave = (np.sin(turns) + 0.3 * np.sin(1.59 * turns) * np.exp(-time / 0.06)) * np.exp(
        -5 * time / seconds
    ) + blow
    return np.asarray(wave * np.minimum(time / 0.002, 1))


def phrase(notes: Sequence[tuple[float, float]], pitch: float, seconds: float) -> Wave:
    """Play notes of (seconds from the beginning, hertz) on something like a wooden kalimba."""
    wave = np.zeros(round(seconds * RATE))
    for start, note in notes:
        at = round(start * RATE)
        tone = struck(note * pitch, min(NOTE, seconds - start), ((1, 1, 1.1), (2, 0.16, 0.5), (5.9, 0.07, 0.08)), 0.06)
        wave[at : at + len(tone)] += tone[: len(wave) - at]
    return wave


def joined(first: Wave, second: Wave, gap: float) -> Wave:
    """Let a second sound begin so many seconds after the first."""
    start = round(gap * RATE)
    wave = np.zeros(max(len(first), start + len(second)))
    wave[: len(first)] += first
    wave[start : start + len(second)] += second
    return wave


def cracked(pitch: float, seconds: float, softness: float, fade: float) -> Wave:
    """Break something: a burst of noise, the duller the softer, gone after ``fade`` seconds."""
    time = _time(seconds)
    wave: Wave = hush(seconds, softness / pitch, 7) * np.exp(-5 * time / fade) * np.minimum(time / 0.003, 1)
    return wave


def rolled(pitch: float, seconds: float) -> Wave:
    """Let stone grind over stone: a low rumble that swells and goes."""
    time = _time(seconds)
    grains = 1 + 0.5 * np.sin(math.tau * 23 * pitch * time) * np.sin(math.tau * 7.3 * time)
    wave: Wave = hush(seconds, 0.0016 / pitch, 9) * grains * np.sin(math.pi * (time / seconds) ** 0.7) ** 2
    return wave


def gliding(start: float, end: float, seconds: float, overtone: float = 0.2) -> Wave:
    """Slide a tone from one pitch to another while it swells and goes."""
    time = _time(seconds)
    turns = math.tau * start * seconds / math.log(end / start) * ((end / start) ** (time / seconds) - 1)
    tone = np.sin(turns) + overtone * np.sin(2 * turns)
    wave: Wave = tone * np.minimum(time / 0.012, 1) * np.exp(-3.2 * time / seconds)
    return wave


def tumbled(pitch: float, gaps: Sequence[float], notes: Sequence[float]) -> Wave:
    """Let stones fall one upon the other at those seconds, each softer than the one before."""
    wave = np.zeros(0)
    for number, (gap, note) in enumerate(zip(gaps, notes, strict=True)):
        wave = joined(wave, stone(note * pitch, 0.12, 0.6) * 0.82**number, gap)
    return wave
