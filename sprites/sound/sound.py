"""Plays sounds, synthesised when first needed, in three alternating pitches; silent without a device."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from types import ModuleType

import numpy as np
import pygame

from logic.jobs import beside
from logic.storage.settings import Settings
from sprites.sound.recipes import AMBIENCES, RATE, RECIPES, Group, Wave, synthesize

PITCHES = (1.0, 2 ** (1 / 12), 2 ** (-1 / 12))
"""Three variants of each sound, a half tone apart, that take turns."""
CHANNELS = 13
SURROUNDINGS = 0
"""The channel that is kept free of sounds: what the place sounds like is heard there."""
COMING, GOING = 2500, 900
"""Milliseconds in which the surroundings come and go."""
BUFFER = 512
OTHERWISE = "drop"
"""The sound of an event that has none of its own."""


class SoundBank:
    """Plays sounds by name. Without a device every call does nothing.

    An event without a sound of its own sounds like a piece put down.
    """

    def __init__(self, *, silent: bool = False) -> None:
        self._mixer = None if silent else _open_mixer()
        self.kept: dict[str, list[pygame.mixer.Sound]] = {}
        self._coming: dict[str, Future[bytes]] = {}
        """Sounds in their first pitch that are made before they are needed."""
        self._turn: dict[str, int] = {}
        self.on_play: Callable[[str], object] | None = None
        """Told of each sound by its name, also where nothing can be heard."""
        self.on_ready: Callable[[], object] = lambda: None
        """Called in another thread as soon as there is something to do for :meth:`update`."""
        self._place = ""
        self._loop: tuple[str, Future[bytes]] | None = None
        """The surroundings that were asked for last, as soon as they are made."""
        self._surrounding: pygame.mixer.Sound | None = None
        self._ambience = 0.0
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
        self._ambience = settings.ambience * heard
        self._follow()

    def surround(self, place: str) -> None:
        """Let a place be heard from now on, by its name among the ambiences; empty for none.

        It is made beside the frames, when first needed and loud enough to be heard, and begins with :meth:`update`.
        """
        if place != self._place:
            self._place = place
            self._follow()

    def update(self) -> None:
        """Begin with surroundings that have been made meanwhile."""
        if self._surrounding is None and self._loop is not None and self._loop[1].done():
            self._follow()

    def _follow(self) -> None:
        """Bring the surroundings up to date with place and volume."""
        if self.is_silent:
            self._surrounding = None
            return
        channel = pygame.mixer.Channel(SURROUNDINGS)
        heard = self._place if self._ambience > 0 and self._place in AMBIENCES else ""
        if self._loop is not None and self._loop[0] != heard:
            if self._surrounding is not None:
                channel.fadeout(GOING if self._ambience > 0 else 1)
                if channel.get_volume() == 0:  # SDL fades nothing out that has only begun to come: it would come back
                    channel.stop()
            self._surrounding = self._loop = None
        if not heard:
            return
        channel.set_volume(self._ambience)
        if self._loop is None:
            make, channels = AMBIENCES[heard], self._channels
            self._loop = heard, beside(lambda: _samples(make(), channels), self.on_ready)
        elif self._surrounding is None and self._loop[1].done():
            self._surrounding = pygame.mixer.Sound(buffer=self._loop[1].result())
            channel.play(self._surrounding, loops=-1, fade_ms=COMING)
            channel.set_volume(self._ambience)

    def expect(self, names: Iterable[str]) -> None:
        """Have sounds made beside the frames that take long to make, before one of them is needed."""
        for name in () if self.is_silent else names:
            made = len(self.kept.get(name, ()))
            if name not in self._coming and made <= self._next(name):
                self._coming[name] = beside(partial(_sounding, name, PITCHES[made], self._channels), lambda: None)

    def play(self, name: str) -> None:
        """Play the sound of that name in its next pitch."""
        name = name if name in RECIPES else OTHERWISE
        if self.on_play is not None:
            self.on_play(name)
        if self._volumes[RECIPES[name][0]] <= 0:
            return
        if self.is_silent:
            # Sounds of a mixer that was shut would crash the interpreter: let them go.
            self.kept.clear()
            return
        number = self._turn[name] = self._next(name)
        sound = self._sound(name, number)
        sound.set_volume(self._volumes[RECIPES[name][0]])
        sound.play()

    def close(self) -> None:
        """Fall silent and let the device go."""
        self.kept.clear()
        self._surrounding = self._loop = None
        if self._mixer is not None and self._mixer.get_init() is not None:
            self._mixer.quit()
        self._mixer = None

    def _next(self, name: str) -> int:
        """Which pitch it is played in next."""
        return (self._turn.get(name, -1) + 1) % len(PITCHES)

    def _sound(self, name: str, number: int) -> pygame.mixer.Sound:
        made = self.kept.setdefault(name, [])
        while len(made) <= number:
            expected = self._coming.pop(name, None)
            wave = expected.result() if expected else _sounding(name, PITCHES[len(made)], self._channels)
            made.append(pygame.mixer.Sound(buffer=wave))
        return made[number]

    @property
    def _channels(self) -> int:
        """How many the device has, of which each is given the same."""
        assert self._mixer is not None  # noqa: S101 - told to the type checker
        channels: int = self._mixer.get_init()[2]
        return channels


def _sounding(name: str, pitch: float, channels: int) -> bytes:
    return _samples(synthesize(name, pitch), channels)


def _samples(wave: Wave, channels: int) -> bytes:
    """A wave as the mixer takes it."""
    return np.repeat(np.round(wave * 32767).astype("<i2"), channels).tobytes()


def _open_mixer() -> ModuleType | None:
    """Open the sound device; None if there is no mixer or no device."""
    mixer = pygame.mixer
    try:
        mixer.quit()
        mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
        mixer.set_num_channels(CHANNELS)
        mixer.set_reserved(SURROUNDINGS + 1)
    except (pygame.error, NotImplementedError):
        return None
    return mixer
