"""Plays sounds, synthesised when first needed, in three alternating pitches; silent without a device."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial

import numpy as np
import pygame

from logic.jobs import run_in_thread
from logic.storage.settings import Settings
from sprites.sound.recipes import AMBIENCES, RATE, RECIPES, Group, Wave, synthesize

PITCHES = (1.0, 2 ** (1 / 12), 2 ** (-1 / 12))
"""Three variants of each sound, a semitone apart, played in turn."""
CHANNELS = 13
SURROUNDINGS = 0
"""The channel reserved for the ambient loop."""
COMING, GOING = 2500, 900
"""Milliseconds of the loop's fade-in and fade-out."""
BUFFER = 512
OTHERWISE = "drop"
"""The sound of an event without one of its own."""


class SoundBank:
    """Plays sounds by name. Without a device every call does nothing.

    An event without a sound of its own sounds like a piece put down.
    """

    def __init__(self, *, silent: bool = False) -> None:
        self._is_open = not silent and _open_mixer()
        self.kept: dict[str, list[pygame.mixer.Sound]] = {}
        self._coming: dict[str, Future[bytes]] = {}
        """Sounds that are synthesised before they are needed, each in the first of its pitches that is not made yet."""
        self._turn: dict[str, int] = {}
        self.on_play: Callable[[str], object] | None = None
        """Receives the name of each sound, even without a device."""
        self.on_ready: Callable[[], object] = lambda: None
        """Called in another thread as soon as there is something to do for :meth:`update`."""
        self._place = ""
        self._loop: tuple[str, Future[bytes]] | None = None
        """The ambient loop last requested, with its pending result."""
        self._ambience: pygame.mixer.Sound | None = None
        self._ambience_volume = 0.0
        self._volumes: dict[Group, float] = {"effects": 1.0, "music": 1.0, "interface": 1.0}

    @property
    def is_silent(self) -> bool:
        """Whether nothing can be heard, whatever the volumes."""
        return not self._is_open or pygame.mixer.get_init() is None

    def set_volumes(self, settings: Settings) -> None:
        """Take over the volumes: the ambient loop changes at once, sounds already playing keep theirs."""
        heard = 0.0 if settings.mute else 1.0
        self._volumes = {
            "effects": settings.effects * heard,
            "music": settings.music * heard,
            "interface": settings.interface * heard,
        }
        self._ambience_volume = settings.ambience * heard
        self._follow()

    def play_ambience(self, place: str) -> None:
        """Play an ambient loop from now on, by its name; empty for none.

        It is synthesised in the background when it is first needed and loud enough to be heard, and starts in
        :meth:`update`.
        """
        if place != self._place:
            self._place = place
            self._follow()

    def update(self) -> None:
        """Start a loop that has been synthesised meanwhile."""
        if self._ambience is None and self._loop is not None and self._loop[1].done():
            self._follow()

    def _follow(self) -> None:
        """Bring the loop up to date with place and volume."""
        if self.is_silent:
            self._ambience = None
            return
        channel = pygame.mixer.Channel(SURROUNDINGS)
        heard = self._place if self._ambience_volume > 0 and self._place in AMBIENCES else ""
        if self._loop is not None and self._loop[0] != heard:
            if self._ambience is not None:
                channel.fadeout(GOING if self._ambience_volume > 0 else 1)
                if channel.get_volume() == 0:  # SDL cannot fade out what has only begun to fade in
                    channel.stop()
            self._ambience = self._loop = None
        if not heard:
            return
        channel.set_volume(self._ambience_volume)
        if self._loop is None:
            make, channels = AMBIENCES[heard], self._channels
            self._loop = heard, run_in_thread(lambda: _samples(make(), channels), self.on_ready)
        elif self._ambience is None and self._loop[1].done():
            self._ambience = pygame.mixer.Sound(buffer=self._loop[1].result())
            channel.play(self._ambience, loops=-1, fade_ms=COMING)
            channel.set_volume(self._ambience_volume)

    def expect(self, names: Iterable[str]) -> None:
        """Synthesise slow sounds in the background, before one of them is needed."""
        for name in () if self.is_silent else names:
            made = len(self.kept.get(name, ()))
            if name not in self._coming and made <= self._next(name):
                self._coming[name] = run_in_thread(
                    partial(_sounding, name, PITCHES[made], self._channels), lambda: None
                )

    def play(self, name: str) -> None:
        """Play the sound of that name in its next pitch."""
        name = name if name in RECIPES else OTHERWISE
        if self.on_play is not None:
            self.on_play(name)
        if self._volumes[RECIPES[name][0]] <= 0:
            return
        if self.is_silent:
            # Sounds of a closed mixer would crash the interpreter: drop them.
            self.kept.clear()
            return
        number = self._turn[name] = self._next(name)
        sound = self._sound(name, number)
        sound.set_volume(self._volumes[RECIPES[name][0]])
        sound.play()

    def close(self) -> None:
        """Stop all sound and close the device."""
        self.kept.clear()
        self._ambience = self._loop = None
        if not self.is_silent:
            pygame.mixer.quit()
        self._is_open = False

    def _next(self, name: str) -> int:
        """The index of its next pitch."""
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
        """The number of the device's channels; all get the same samples."""
        device = pygame.mixer.get_init()
        assert device is not None  # noqa: S101 - told to the type checker
        return device[2]


def _sounding(name: str, pitch: float, channels: int) -> bytes:
    return _samples(synthesize(name, pitch), channels)


def _samples(wave: Wave, channels: int) -> bytes:
    """A wave in the mixer's format."""
    return np.repeat(np.round(wave * 32767).astype("<i2"), channels).tobytes()


def _open_mixer() -> bool:
    """Open the sound device; false if there is no mixer or no device."""
    try:
        pygame.mixer.quit()
        pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
        pygame.mixer.set_num_channels(CHANNELS)
        pygame.mixer.set_reserved(SURROUNDINGS + 1)
    except (pygame.error, NotImplementedError):
        return False
    return True
