"""Plays sounds: made by synthesis when first needed, in three pitches that take turns; silent without a device."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pygame

from logic.storage.settings import Settings
from sprites.sound.recipes import RECIPES, Group, synthesize
from sprites.sound.synthesis import RATE

PITCHES = (1.0, 2 ** (1 / 12), 2 ** (-1 / 12))
"""Three variants of each sound, a half tone apart, that take turns."""
CHANNELS = 12
BUFFER = 512
OTHERWISE = "drop"
"""The sound of an event that has none of its own."""


class SoundBank:
    """Plays sounds by name, made when first needed. Without a device every call does nothing.

    An event that has no sound of its own sounds like a piece put down.
    """

    def __init__(self, *, silent: bool = False) -> None:
        self._mixer = None if silent else _open_mixer()
        self.kept: dict[str, list[pygame.mixer.Sound]] = {}
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
            self.kept.clear()
            return
        number = self._turn[name] = (self._turn.get(name, -1) + 1) % len(PITCHES)
        sound = self._sound(name, number)
        sound.set_volume(self._volumes[RECIPES[name][0]])
        sound.play()

    def close(self) -> None:
        """Fall silent and let the device go."""
        self.kept.clear()
        if self._mixer is not None and self._mixer.get_init() is not None:
            self._mixer.quit()
        self._mixer = None

    def _sound(self, name: str, number: int) -> pygame.mixer.Sound:
        made = self.kept.setdefault(name, [])
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
