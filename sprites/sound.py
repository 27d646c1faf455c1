"""Sounds made by synthesis: short soft wood and stone, a quiet phrase at the end; silent where there is no device."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Literal

import numpy as np
import numpy.typing as npt
import pygame

from logic.settings import Settings

Wave = npt.NDArray[np.float64]
Group = Literal["effects", "music", "interface"]

RATE = 44100
PEAK = 0.45
"""Nothing is ever louder than this part of what the device can do."""
PITCHES = (1.0, 2 ** (1 / 12), 2 ** (-1 / 12))
"""Three variants of each sound, a half tone apart, that take turns."""
NOTE = 1.2
"""Seconds until a note of a phrase has gone."""
CHANNELS = 12
BUFFER = 512


def _time(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def _hush(seconds: float, softness: float, seed: int) -> Wave:
    """Give noise with its highs taken away: each sample is the mean of some, of the more the softer."""
    width = max(1, round(softness * RATE))
    noise = np.random.default_rng(seed).standard_normal(round(seconds * RATE) + width - 1)
    total = np.cumsum(np.concatenate(([0.0], noise)))
    wave: Wave = (total[width:] - total[:-width]) / math.sqrt(width)
    return wave


def _struck(pitch: float, seconds: float, partials: Sequence[tuple[float, float, float]], knock: float) -> Wave:
    """Strike something: partials of (ratio, loudness, seconds until they are gone), and the knock of the blow."""
    time = _time(seconds)
    wave = sum(
        (loud * np.sin(math.tau * pitch * ratio * time) * np.exp(-5 * time / gone) for ratio, loud, gone in partials)
    )
    blow = knock * _hush(seconds, 0.00022, 3) * np.exp(-time / 0.006)
    return np.asarray(wave + blow) * np.minimum(time / 0.0015, 1)


def _wood(pitch: float, seconds: float = 0.16, knock: float = 0.25) -> Wave:
    partials = ((1, 1, seconds), (2.76, 0.38, seconds * 0.5), (5.4, 0.14, seconds * 0.25))
    return _struck(pitch, seconds, partials, knock)


def _stone(pitch: float, seconds: float = 0.13, knock: float = 0.5) -> Wave:
    partials = ((1, 0.8, seconds * 0.7), (1.51, 0.55, seconds * 0.5), (2.31, 0.4, seconds * 0.4), (3.9, 0.2, 0.03))
    return _struck(pitch, seconds, partials, knock)


def _brushed(pitch: float, seconds: float) -> Wave:
    """Brush over felt: a breath of noise that swells and goes."""
    time = _time(seconds)
    wave: Wave = _hush(seconds, 0.0004 / pitch, 5) * np.sin(math.pi * time / seconds) ** 2
    return wave


def _phrase(notes: Sequence[tuple[float, float]], pitch: float, seconds: float) -> Wave:
    """Play notes of (seconds from the beginning, hertz) on something like a wooden kalimba."""
    wave = np.zeros(round(seconds * RATE))
    for start, note in notes:
        at = round(start * RATE)
        tone = _struck(note * pitch, min(NOTE, seconds - start), ((1, 1, 1.1), (2, 0.16, 0.5), (5.9, 0.07, 0.08)), 0.06)
        wave[at : at + len(tone)] += tone[: len(wave) - at]
    return wave


def _joined(first: Wave, second: Wave, gap: float) -> Wave:
    start = round(gap * RATE)
    wave = np.zeros(max(len(first), start + len(second)))
    wave[: len(first)] += first
    wave[start : start + len(second)] += second
    return wave


def _cracked(pitch: float, seconds: float, softness: float, fade: float) -> Wave:
    """Break something: a burst of noise, the duller the softer, gone after ``fade`` seconds."""
    time = _time(seconds)
    wave: Wave = _hush(seconds, softness / pitch, 7) * np.exp(-5 * time / fade) * np.minimum(time / 0.003, 1)
    return wave


def _rolled(pitch: float, seconds: float) -> Wave:
    """Let stone grind over stone: a low rumble that swells and goes."""
    time = _time(seconds)
    grains = 1 + 0.5 * np.sin(math.tau * 23 * pitch * time) * np.sin(math.tau * 7.3 * time)
    wave: Wave = _hush(seconds, 0.0016 / pitch, 9) * grains * np.sin(math.pi * (time / seconds) ** 0.7) ** 2
    return wave


def _gliding(start: float, end: float, seconds: float, overtone: float = 0.2) -> Wave:
    """Slide a tone from one pitch to another while it swells and goes."""
    time = _time(seconds)
    turns = math.tau * start * seconds / math.log(end / start) * ((end / start) ** (time / seconds) - 1)
    tone = np.sin(turns) + overtone * np.sin(2 * turns)
    wave: Wave = tone * np.minimum(time / 0.012, 1) * np.exp(-3.2 * time / seconds)
    return wave


def _tumbled(pitch: float, gaps: Sequence[float], notes: Sequence[float]) -> Wave:
    """Let stones fall one upon the other at those seconds, each softer than the one before."""
    wave = np.zeros(0)
    for number, (gap, note) in enumerate(zip(gaps, notes, strict=True)):
        wave = _joined(wave, _stone(note * pitch, 0.12, 0.6) * 0.82**number, gap)
    return wave


RECIPES: Mapping[str, tuple[Group, float, Callable[[float], Wave]]] = {
    "press": ("interface", 0.5, lambda pitch: _wood(620 * pitch, 0.07, 0.2)),
    "focus": ("interface", 0.22, lambda pitch: _wood(880 * pitch, 0.045, 0.1)),
    "page": ("interface", 0.35, lambda pitch: _brushed(pitch, 0.2)),
    "deny": ("interface", 0.5, lambda pitch: _joined(_wood(170 * pitch, 0.12), _wood(150 * pitch, 0.14), 0.09)),
    "lift": ("effects", 0.45, lambda pitch: _wood(470 * pitch, 0.09, 0.12)),
    "tick": ("effects", 0.35, lambda pitch: _wood(740 * pitch, 0.06, 0.15)),
    "drop": ("effects", 0.6, lambda pitch: _wood(245 * pitch, 0.17, 0.3)),
    "lay": ("effects", 0.9, lambda pitch: _joined(_wood(300 * pitch, 0.2, 0.45), _wood(410 * pitch, 0.07, 0.2), 0.018)),
    "shift": ("effects", 0.85, lambda pitch: _joined(_stone(690 * pitch), _stone(610 * pitch, 0.08), 0.035)),
    "go": ("effects", 0.3, lambda pitch: _joined(_stone(210 * pitch, 0.07, 0.7), _stone(185 * pitch, 0.07, 0.5), 0.06)),
    "enter": ("effects", 0.4, lambda pitch: _joined(_wood(150 * pitch, 0.2, 0.4), _stone(200 * pitch, 0.07), 0.11)),
    "leap": (
        "effects",
        0.45,
        lambda pitch: _joined(_gliding(210 * pitch, 560 * pitch, 0.22), _stone(220 * pitch), 0.24),
    ),
    "bounce": (
        "effects",
        0.55,
        lambda pitch: _joined(_wood(190 * pitch, 0.18, 0.5), _wood(980 * pitch, 0.12, 0), 0.03),
    ),
    "eat": (
        "effects",
        0.6,
        lambda pitch: _joined(
            _cracked(pitch, 0.12, 0.0007, 0.08),
            _joined(_cracked(1.2 * pitch, 0.1, 0.0006, 0.06), _cracked(0.9 * pitch, 0.16, 0.0009, 0.1), 0.1),
            0.11,
        ),
    ),
    "fill": ("effects", 0.6, lambda pitch: _tumbled(pitch, (0, 0.09, 0.17, 0.26), (560, 500, 610, 300))),
    "topple": ("effects", 0.65, lambda pitch: _tumbled(pitch, (0, 0.07, 0.12, 0.21, 0.27), (240, 310, 200, 280, 170))),
    "crumble": (
        "effects",
        0.6,
        lambda pitch: _joined(_tumbled(pitch, (0, 0.06, 0.11), (420, 350, 280)), _rolled(0.8 * pitch, 0.34), 0.08),
    ),
    "regrow": ("effects", 0.6, lambda pitch: _joined(_rolled(pitch, 0.34), _stone(150 * pitch, 0.16, 0.3), 0.29)),
    "crush": (
        "effects",
        0.7,
        lambda pitch: _joined(_stone(120 * pitch, 0.2, 0.8), _cracked(0.7 * pitch, 0.28, 0.0012, 0.2), 0.03),
    ),
    "blast": (
        "effects",
        0.8,
        lambda pitch: _joined(
            _cracked(0.6 * pitch, 0.48, 0.002, 0.4), 1.4 * _gliding(110 * pitch, 42 * pitch, 0.44), 0.01
        ),
    ),
    "teleport": (
        "effects",
        0.4,
        lambda pitch: _joined(
            _gliding(330 * pitch, 990 * pitch, 0.3, 0.1), _gliding(495 * pitch, 1320 * pitch, 0.3, 0), 0.15
        ),
    ),
    "fall": (
        "effects",
        0.45,
        lambda pitch: _joined(_gliding(520 * pitch, 130 * pitch, 0.34), _wood(95 * pitch, 0.14), 0.33),
    ),
    "hide": (
        "effects",
        0.55,
        lambda pitch: _joined(
            _wood(130 * pitch, 0.24, 0.3),
            _joined(_wood(392 * pitch, 0.3, 0.05), _wood(587 * pitch, 0.26, 0.05), 0.08),
            0.1,
        ),
    ),
    "supply": ("effects", 0.45, lambda pitch: _joined(_wood(520 * pitch, 0.12), _wood(780 * pitch, 0.16, 0.1), 0.07)),
    "restock": ("effects", 0.28, lambda pitch: _wood(640 * pitch, 0.09, 0.15)),
    "mine_back": (
        "effects",
        0.4,
        lambda pitch: _joined(_stone(1250 * pitch, 0.05, 0.3), _stone(940 * pitch, 0.1, 0.4), 0.07),
    ),
    "reveal": ("effects", 0.13, lambda pitch: _brushed(0.8 * pitch, 0.3)),
    "hop": (
        "effects",
        0.4,
        lambda pitch: _joined(_gliding(260 * pitch, 620 * pitch, 0.17, 0.1), 0.5 * _wood(180 * pitch, 0.11, 0.2), 0.2),
    ),
    "burrow": (
        "effects",
        0.45,
        lambda pitch: _joined(_wood(105 * pitch, 0.2, 0.1), 0.4 * _cracked(pitch, 0.16, 0.0014, 0.12), 0.02),
    ),
    "slide": ("effects", 0.3, lambda pitch: _brushed(0.7 * pitch, 0.34)),
    "turn_end": (
        "effects",
        0.5,
        lambda pitch: _joined(_wood(392 * pitch, 0.2, 0.1), _wood(523 * pitch, 0.26, 0.1), 0.1),
    ),
    "win": (
        "music",
        0.75,
        lambda pitch: _phrase([(0, 392), (0.16, 493.9), (0.32, 587.3), (0.52, 784), (0.54, 493.9)], pitch, 1.9),
    ),
    "loss": ("music", 0.6, lambda pitch: _phrase([(0, 440), (0.24, 392), (0.48, 329.6), (0.5, 261.6)], pitch, 1.8)),
    "draw": ("music", 0.6, lambda pitch: _phrase([(0, 392), (0.22, 440), (0.44, 392), (0.46, 293.7)], pitch, 1.7)),
}
"""Each sound: the volume that it obeys, its loudness among the others, and how it is made at a pitch."""
OTHERWISE = "drop"


def synthesize(name: str, pitch: float = 1.0) -> Wave:
    """Make a sound as numbers that never reach beyond :data:`PEAK` and end in silence; KeyError for an unknown one."""
    _, loudness, make = RECIPES[name]
    wave = make(pitch)
    tail = min(len(wave), round(0.01 * RATE))
    wave[-tail:] *= np.linspace(1, 0, tail)
    wave *= PEAK * loudness / np.abs(wave).max()
    return wave


class SoundBank:
    """Plays sounds by name, made when first needed. Without a device every call does nothing.

    An event that has no sound of its own sounds like a piece put down.
    """

    def __init__(self, *, silent: bool = False) -> None:
        self._mixer = None if silent else _open_mixer()
        self._kept: dict[str, list[pygame.mixer.Sound]] = {}
        self._turn: dict[str, int] = {}
        self._volumes: dict[Group, float] = {"effects": 1.0, "music": 1.0, "interface": 1.0}

    @property
    def is_silent(self) -> bool:
        """Tell whether nothing can be heard, whatever the volumes."""
        return self._mixer is None or self._mixer.get_init() is None

    def set_volumes(self, settings: Settings) -> None:
        """Take over the volumes; what sounds now goes on as it began."""
        heard = 0.0 if settings.mute else 1.0
        self._volumes = {
            "effects": settings.effects * heard,
            "music": settings.music * heard,
            "interface": settings.interface * heard,
        }

    def play(self, name: str) -> None:
        """Play the sound of that name in its next pitch."""
        name = name if name in RECIPES else OTHERWISE
        if self._volumes[RECIPES[name][0]] <= 0:
            return
        if self.is_silent:
            # Sounds of a mixer that was shut would crash the interpreter: let them go.
            self._kept.clear()
            return
        number = self._turn[name] = (self._turn.get(name, -1) + 1) % len(PITCHES)
        sound = self._sound(name, number)
        sound.set_volume(self._volumes[RECIPES[name][0]])
        sound.play()

    def close(self) -> None:
        """Fall silent and let the device go."""
        self._kept.clear()
        if self._mixer is not None and self._mixer.get_init() is not None:
            self._mixer.quit()
        self._mixer = None

    def _sound(self, name: str, number: int) -> pygame.mixer.Sound:
        made = self._kept.setdefault(name, [])
        while len(made) <= number:
            made.append(self._make(name, PITCHES[len(made)]))
        return made[number]

    def _make(self, name: str, pitch: float) -> pygame.mixer.Sound:
        assert self._mixer is not None  # noqa: S101 - told to the type checker
        channels = self._mixer.get_init()[2]
        samples = np.round(synthesize(name, pitch) * 32767).astype("<i2")
        return pygame.mixer.Sound(buffer=np.repeat(samples, channels).tobytes())


def _open_mixer() -> ModuleType | None:
    """Open the sound device; None where there is no mixer or no device."""
    mixer = pygame.mixer
    try:
        mixer.quit()
        mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
        mixer.set_num_channels(CHANNELS)
    except (pygame.error, NotImplementedError):
        return None
    return mixer
