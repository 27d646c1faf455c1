"""The sounds by name: short ones of wood and stone for events, a phrase for the end, ambient loops; with captions.

They are synthesised: struck wood, stone and bells, brushed felt, rolling stones, gliding tones. Ambient sounds are
quiet loops without a seam.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Concatenate, Literal, NamedTuple, ParamSpec

import numpy as np
import numpy.typing as npt

from logic.core import Message

Group = Literal["effects", "music", "interface"]
Wave = npt.NDArray[np.float64]
Sound = Callable[[float], Wave]
"""Makes a wave at a pitch, a factor on the sound's own."""
Rest = ParamSpec("Rest")

RATE = 44100
NOTE = 1.2
"""Seconds until a note of a phrase has faded."""
PEAK = 0.45
"""Largest amplitude, as a share of full scale."""


def pitched(make: Callable[Concatenate[float, Rest], Wave]) -> Callable[Concatenate[float, Rest], Sound]:
    """Turn a function that makes a wave of a pitch, in hertz or as a factor, into one that makes a Sound."""

    def sound(own: float, /, *args: Rest.args, **more: Rest.kwargs) -> Sound:
        return lambda pitch: make(own * pitch, *args, **more)

    return sound


def _time(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def muffled_noise(seconds: float, softness: float, seed: int) -> Wave:
    """Noise without its high frequencies: a moving average, over a longer window for more softness."""
    width = max(1, round(softness * RATE))
    noise = np.random.default_rng(seed).standard_normal(round(seconds * RATE) + width - 1)
    total = np.cumsum(np.concatenate(([0.0], noise)))
    wave: Wave = (total[width:] - total[:-width]) / math.sqrt(width)
    return wave


def struck(pitch: float, seconds: float, partials: Sequence[tuple[float, float, float]], knock: float) -> Wave:
    """Something struck: partials of (ratio, loudness, seconds until they have faded), and the knock of the blow."""
    time = _time(seconds)
    wave = sum(
        (loud * np.sin(math.tau * pitch * ratio * time) * np.exp(-5 * time / gone) for ratio, loud, gone in partials)
    )
    blow = knock * muffled_noise(seconds, 0.00022, 3) * np.exp(-time / 0.006)
    return np.asarray(wave + blow) * np.minimum(time / 0.0015, 1)


@pitched
def wood(pitch: float, seconds: float = 0.16, knock: float = 0.25) -> Wave:
    partials = ((1, 1, seconds), (2.76, 0.38, seconds * 0.5), (5.4, 0.14, seconds * 0.25))
    return struck(pitch, seconds, partials, knock)


@pitched
def stone(pitch: float, seconds: float = 0.13, knock: float = 0.5) -> Wave:
    partials = ((1, 0.8, seconds * 0.7), (1.51, 0.55, seconds * 0.5), (2.31, 0.4, seconds * 0.4), (3.9, 0.2, 0.03))
    return struck(pitch, seconds, partials, knock)


@pitched
def iron(pitch: float, seconds: float) -> Wave:
    partials = ((1, 0.7, seconds), (2.83, 0.5, seconds * 0.7), (4.27, 0.4, seconds * 0.5), (6.1, 0.25, seconds * 0.3))
    return struck(pitch, seconds, partials, 0.6)


@pitched
def bell(pitch: float, seconds: float = 0.36) -> Wave:
    partials = ((1, 1, seconds), (2.01, 0.35, seconds * 0.6), (3.02, 0.2, seconds * 0.35), (5.4, 0.08, 0.06))
    return struck(pitch, seconds, partials, 0.04)


@pitched
def brushed(pitch: float, seconds: float) -> Wave:
    """Felt being brushed: a breath of noise that swells and fades."""
    time = _time(seconds)
    wave: Wave = muffled_noise(seconds, 0.0004 / pitch, 5) * np.sin(math.pi * time / seconds) ** 2
    return wave


@pitched
def flute(pitch: float, seconds: float) -> Wave:
    """A clay flute: a round tone with a little vibrato and breath noise."""
    time = _time(seconds)
    turns = math.tau * pitch * time + 0.35 * np.sin(math.tau * 5.5 * time)
    tone = np.sin(turns) + 0.22 * np.sin(2 * turns) + 0.08 * np.sin(3 * turns)
    breath = 0.12 * muffled_noise(seconds, 0.00012, 11)
    wave: Wave = (tone + breath) * np.minimum(time / 0.025, 1) * np.sin(math.pi * (time / seconds) ** 0.6) ** 0.7
    return wave


@pitched
def drum(pitch: float, seconds: float = 0.3) -> Wave:
    """A skin drum: a dull blow whose pitch falls a little."""
    time = _time(seconds)
    turns = math.tau * pitch * (time + 0.02 * (1 - np.exp(-time / 0.03)))
    blow = 0.35 * muffled_noise(seconds, 0.0009, 13) * np.exp(-time / 0.018)
    wave: Wave = (np.sin(turns) + 0.3 * np.sin(1.59 * turns) * np.exp(-time / 0.06)) * np.exp(
        -5 * time / seconds
    ) + blow
    return np.asarray(wave * np.minimum(time / 0.002, 1))


def phrase(notes: Sequence[tuple[float, float]], seconds: float) -> Sound:
    """Notes of (seconds from the beginning, hertz) on something like a wooden kalimba."""

    def sound(pitch: float) -> Wave:
        wave = np.zeros(round(seconds * RATE))
        for start, note in notes:
            at, lasts = round(start * RATE), min(NOTE, seconds - start)
            tone = struck(note * pitch, lasts, ((1, 1, 1.1), (2, 0.16, 0.5), (5.9, 0.07, 0.08)), 0.06)
            wave[at : at + len(tone)] += tone[: len(wave) - at]
        return wave

    return sound


def joined(first: Sound, *later: tuple[float, Sound]) -> Sound:
    """Mix sounds, each beginning a number of seconds after the one before."""
    if not later:
        return first
    gap, rest = later[0][0], joined(later[0][1], *later[1:])
    return lambda pitch: _added(first(pitch), rest(pitch), gap)


def _added(first: Wave, second: Wave, gap: float) -> Wave:
    start = round(gap * RATE)
    wave = np.zeros(max(len(first), start + len(second)))
    wave[: len(first)] += first
    wave[start : start + len(second)] += second
    return wave


def louder(times: float, sound: Sound) -> Sound:
    return lambda pitch: times * sound(pitch)


@pitched
def cracked(pitch: float, seconds: float, softness: float, fade: float) -> Wave:
    """Something breaking: a burst of noise, duller with more softness, faded after ``fade`` seconds."""
    time = _time(seconds)
    wave: Wave = muffled_noise(seconds, softness / pitch, 7) * np.exp(-5 * time / fade) * np.minimum(time / 0.003, 1)
    return wave


@pitched
def rolled(pitch: float, seconds: float) -> Wave:
    """Stone grinding over stone: a low rumble that swells and fades."""
    time = _time(seconds)
    grains = 1 + 0.5 * np.sin(math.tau * 23 * pitch * time) * np.sin(math.tau * 7.3 * time)
    wave: Wave = muffled_noise(seconds, 0.0016 / pitch, 9) * grains * np.sin(math.pi * (time / seconds) ** 0.7) ** 2
    return wave


def gliding(start: float, end: float, seconds: float, overtone: float = 0.2) -> Sound:
    """A tone that glides from one pitch to another while it swells and fades."""

    def sound(pitch: float) -> Wave:
        low, high, time = start * pitch, end * pitch, _time(seconds)
        turns = math.tau * low * seconds / math.log(high / low) * ((high / low) ** (time / seconds) - 1)
        tone = np.sin(turns) + overtone * np.sin(2 * turns)
        wave: Wave = tone * np.minimum(time / 0.012, 1) * np.exp(-3.2 * time / seconds)
        return wave

    return sound


def tumbled(starts: Sequence[float], notes: Sequence[float]) -> Sound:
    """Stones falling on each other so many seconds after the beginning, each softer than the one before in the list."""

    def sound(pitch: float) -> Wave:
        wave = np.zeros(0)
        for number, (start, note) in enumerate(zip(starts, notes, strict=True)):
            wave = _added(wave, stone(note, 0.12, 0.6)(pitch) * 0.82**number, start)
        return wave

    return sound


class Recipe(NamedTuple):
    """A sound: the volume setting that it obeys, its relative loudness, and how it is made.

    Its caption, for those who cannot hear it, names the sound and reveals no more than the sound does.
    """

    group: Group
    loudness: float
    make: Sound
    words: Message


Sounds = Mapping[str, tuple[float, Sound, Message]]

INTERFACE: Sounds = {
    "press": (0.5, wood(620, 0.07, 0.2), Message("Click")),
    "focus": (0.22, wood(880, 0.045, 0.1), Message("Soft tick")),
    "page": (0.35, brushed(1, 0.2), Message("A page turns")),
    "deny": (0.5, joined(wood(170, 0.12), (0.09, wood(150, 0.14))), Message("A dull knock: not possible")),
}
EFFECTS: Sounds = {
    "lift": (0.45, wood(470, 0.09, 0.12), Message("A piece is lifted")),
    "tick": (0.35, wood(740, 0.06, 0.15), Message("Ticking")),
    "drop": (0.6, wood(245, 0.17, 0.3), Message("A piece is put down")),
    "lay": (0.9, joined(wood(300, 0.2, 0.45), (0.018, wood(410, 0.07, 0.2))), Message("Wood knocks on wood")),
    "shift": (0.85, joined(stone(690), (0.035, stone(610, 0.08))), Message("A pebble is moved")),
    "go": (0.3, joined(stone(210, 0.07, 0.7), (0.06, stone(185, 0.07, 0.5))), Message("Footsteps")),
    "enter": (0.4, joined(wood(150, 0.2, 0.4), (0.11, stone(200, 0.07))), Message("Somebody comes in")),
    "leap": (0.45, joined(gliding(210, 560, 0.22), (0.24, stone(220))), Message("A jump")),
    "bounce": (0.55, joined(wood(190, 0.18, 0.5), (0.03, wood(980, 0.12, 0))), Message("Something bounces off")),
    "eat": (0.6, joined(cracked(1, 0.12, 0.0007, 0.08), (0.11, cracked(1.2, 0.1, 0.0006, 0.06)),
            (0.1, cracked(0.9, 0.16, 0.0009, 0.1))), Message("Stone crunches")),
    "fill": (0.6, tumbled((0, 0.09, 0.17, 0.26), (560, 500, 610, 300)), Message("Stones fall one upon the other")),
    "topple": (0.65, tumbled((0, 0.07, 0.12, 0.21, 0.27), (240, 310, 200, 280, 170)), Message("Something falls over")),
    "crumble": (0.6, joined(tumbled((0, 0.06, 0.11), (420, 350, 280)), (0.08, rolled(0.8, 0.34))),
                Message("Stone crumbles")),
    "regrow": (0.6, joined(rolled(1, 0.34), (0.29, stone(150, 0.16, 0.3))), Message("Stone rumbles, and stands")),
    "crush": (0.7, joined(stone(120, 0.2, 0.8), (0.03, cracked(0.7, 0.28, 0.0012, 0.2))), Message("A heavy blow")),
    "blast": (0.8, joined(cracked(0.6, 0.48, 0.002, 0.4), (0.01, louder(1.4, gliding(110, 42, 0.44)))),
              Message("An explosion")),
    "teleport": (0.4, joined(gliding(330, 990, 0.3, 0.1), (0.15, gliding(495, 1320, 0.3, 0))), Message("A rising hum")),
    "fall": (0.45, joined(gliding(520, 130, 0.34), (0.33, wood(95, 0.14))), Message("Something falls deep")),
    "hide": (0.55, joined(wood(130, 0.24, 0.3), (0.1, wood(392, 0.3, 0.05)), (0.08, wood(587, 0.26, 0.05))),
             Message("A soft chime")),
    "supply": (0.45, joined(wood(520, 0.12), (0.07, wood(780, 0.16, 0.1))), Message("Something is taken along")),
    "restock": (0.28, wood(640, 0.09, 0.15), Message("Something is put back")),
    "mine_back": (0.4, joined(stone(1250, 0.05, 0.3), (0.07, stone(940, 0.1, 0.4))), Message("Stone clicks twice")),
    "reveal": (0.13, brushed(0.8, 0.3), Message("A rustle")),
    "hop": (0.4, joined(gliding(260, 620, 0.17, 0.1), (0.2, louder(0.5, wood(180, 0.11, 0.2)))), Message("A hop")),
    "burrow": (0.45, joined(wood(105, 0.2, 0.1), (0.02, louder(0.4, cracked(1, 0.16, 0.0014, 0.12)))),
               Message("Earth rustles")),
    "slide": (0.3, brushed(0.7, 0.34), Message("Something slides")),
    "push": (0.6, joined(rolled(1.15, 0.36), (0.31, stone(210, 0.14, 0.6)), (0, wood(120))),
             Message("Stone grinds on stone")),
    "tumble": (0.55, joined(stone(330, 0.1), (0.12, wood(150, 0.2, 0.5)), (0.06, stone(270))),
               Message("A tile tumbles off")),
    "carried": (0.4, joined(gliding(260, 720, 0.2, 0.1), (0.19, bell(990, 0.2))), Message("A pawn is carried across")),
    "walk": (0.26, tumbled((0, 0.12, 0.24), (310, 265, 300)), Message("Footsteps")),
    "collect": (0.5, joined(bell(784, 0.3), (0.07, bell(988, 0.3)), (0.07, bell(1319))), Message("Three small bells")),
    "home": (0.5, joined(bell(523), (0.09, bell(659)), (0.09, bell(784, 0.3))), Message("Three small bells")),
    "last": (0.5, joined(bell(659), (0.1, bell(988))), Message("Two small bells")),
    "turn_spare": (0.35, joined(stone(760, 0.05, 0.3), (0.03, wood(330, 0.07))), Message("A tile turns")),
    "shutter": (0.4, joined(iron(300, 0.12), (0.075, iron(240, 0.18))), Message("Iron clanks")),
    "push_again": (0.45, joined(rolled(1.4, 0.2), (0.14, bell(880, 0.25))), Message("Stone, then a bell")),
    "turn_again": (0.45, joined(bell(659, 0.2), (0.12, bell(659, 0.3))), Message("A bell, twice")),
    "swap": (0.4, joined(gliding(330, 660, 0.2, 0.1), (0.1, gliding(660, 330, 0.2, 0.1))),
             Message("Two change places")),
    "peek": (0.4, joined(brushed(1, 0.2), (0.12, bell(1175, 0.25))), Message("A rustle, then a bell")),
    "exchange": (0.35, joined(brushed(1, 0.18), (0.13, brushed(1.3, 0.2))), Message("Cards rustle")),
    "wall": (0.5, joined(cracked(1, 0.2, 0.0014, 0.15), (0.04, gliding(180, 540, 0.28, 0.1))),
             Message("A crack, then a hum")),
    "take": (0.5, joined(stone(430, 0.1, 0.35), (0.07, wood(310, 0.11, 0.3))), Message("A piece is taken")),
    "choose": (0.4, joined(brushed(1.1, 0.16), (0.13, wood(560, 0.08, 0.15))), Message("A card is chosen")),
    "draw_card": (0.4, joined(brushed(0.9, 0.2), (0.15, brushed(1.4, 0.14))), Message("A card is drawn")),
    "start": (0.6, joined(stone(290, 0.16, 0.5), (0.02, wood(200, 0.2, 0.4))), Message("Heavy stone is set down")),
    "attach": (0.6, joined(stone(350, 0.12, 0.4), (0.045, wood(470, 0.1, 0.3))), Message("Stone joins stone")),
    "close": (0.6, joined(stone(300, 0.14, 0.5), (0.05, wood(392, 0.18)), (0.08, wood(587, 0.22, 0.1))),
              Message("Stone joins stone, and two notes")),
    "prophesy": (0.45, joined(brushed(1, 0.18), (0.1, bell(587, 0.24)), (0.07, bell(880, 0.3))),
                 Message("A card rustles, and two bells")),
    "crown": (0.5, joined(stone(180, 0.16, 0.5), (0.06, bell(523)), (0.08, bell(784))),
              Message("Stone, then two bells")),
    "fetch": (0.45, tumbled((0, 0.05, 0.09, 0.16), (520, 610, 470, 390)), Message("Pieces clatter")),
    "foresee": (0.4, joined(gliding(220, 660, 0.3, 0.1), (0.22, bell(1047, 0.25))), Message("A hum, then a bell")),
    "commit": (0.5, joined(stone(160, 0.2, 0.6), (0.09, bell(440, 0.36))), Message("Stone and a deep bell")),
    "steal": (0.45, joined(bell(1319, 0.2), (0.1, gliding(620, 280, 0.26, 0.1))),
              Message("A bell, then a falling tone")),
    "rob": (0.5, joined(stone(380, 0.1, 0.4), (0.04, brushed(1.2, 0.16))), Message("Stone, then a rustle")),
    "refill": (0.4, tumbled((0, 0.06, 0.1, 0.18), (430, 520, 390, 470)), Message("Pieces clatter")),
    "lock": (0.5, joined(flute(587, 0.16), (0.1, flute(784, 0.16)), (0.1, flute(1175, 0.27))), Message("A clay flute")),
    "final": (0.7, joined(drum(88, 0.26), (0.1, drum(88, 0.2)), (0.1, drum(70, 0.28))), Message("Three drum beats")),
    "discard": (0.32, joined(brushed(1.3, 0.14), (0.11, wood(230, 0.1, 0.2))), Message("A card is laid aside")),
    "pass": (0.35, joined(wood(330, 0.14, 0.1), (0.11, wood(262, 0.18, 0.1))), Message("Two falling notes")),
    "turn_end": (0.5, joined(wood(392, 0.2, 0.1), (0.1, wood(523, 0.26, 0.1))), Message("Two rising notes")),
}  # fmt: skip
MUSIC: Sounds = {
    "win": (0.75, phrase([(0, 392), (0.16, 493.9), (0.32, 587.3), (0.52, 784), (0.54, 493.9)], 1.9),
            Message("A bright melody")),
    "loss": (0.6, phrase([(0, 440), (0.24, 392), (0.48, 329.6), (0.5, 261.6)], 1.8),
             Message("A quiet, falling melody")),
    "draw": (0.6, phrase([(0, 392), (0.22, 440), (0.44, 392), (0.46, 293.7)], 1.7), Message("A quiet melody")),
}  # fmt: skip
GROUPS: Mapping[Group, Sounds] = {"interface": INTERFACE, "effects": EFFECTS, "music": MUSIC}
RECIPES = {name: Recipe(group, *made) for group, sounds in GROUPS.items() for name, made in sounds.items()}


def synthesize(name: str, pitch: float = 1.0) -> Wave:
    """Make a sound as samples within :data:`PEAK` that end in silence; raise KeyError for an unknown name."""
    recipe = RECIPES[name]
    wave = recipe.make(pitch)
    tail = min(len(wave), round(0.01 * RATE))
    wave[-tail:] *= np.linspace(1, 0, tail)
    wave *= PEAK * recipe.loudness / np.abs(wave).max()
    return wave


# -- ambient loops

SECONDS = 16
LOUDNESS = 0.008
"""Largest root mean square of the continuous part of each loop."""
LENGTH = SECONDS * RATE

Spot = tuple[float, Wave, float]
"""A sound that occurs once a loop: its start in seconds, its wave, and its peak."""


def breath(seed: int, centre: float, width: float) -> Wave:
    """Noise around a pitch in hertz, with a width in octaves; it loops without a seam.

    It is made of waves that fit into the loop a whole number of times, which is why there is no seam.
    """
    dice = np.random.default_rng(seed)
    octaves = np.log2(np.fft.rfftfreq(LENGTH, 1 / RATE)[1:] / centre)
    loud = np.concatenate(([0.0], np.exp(-0.5 * (octaves / width) ** 2)))
    loud[1:] /= np.sqrt(np.arange(1, len(loud)))  # equal loudness per octave, as in nature
    turns = np.exp(1j * math.tau * dice.random(len(loud)))
    wave: Wave = np.fft.irfft(loud * turns, LENGTH)
    wave /= np.sqrt(np.mean(wave**2))
    return wave


def swell(rounds: Sequence[tuple[int, float, float]]) -> Wave:
    """An envelope over a loop: sine waves of (times per loop, depth, phase in turns), multiplied."""
    time = np.arange(LENGTH) / LENGTH
    wave: Wave = np.ones(LENGTH)
    for often, part, turn in rounds:
        wave *= 1 + part * np.sin(math.tau * (often * time + turn))
    return wave


def sprinkled(spots: Sequence[Spot]) -> Wave:
    """Single sounds at their seconds; one that begins near the end wraps round to the beginning."""
    wave: Wave = np.zeros(LENGTH)
    for second, sound, loud in spots:
        soft = sound * np.minimum(1, np.arange(len(sound))[::-1] / (0.02 * RATE)) * (loud / np.abs(sound).max())
        wave[(np.arange(len(soft)) + round(second * RATE)) % LENGTH] += soft
    return wave


def _drip(pitch: float) -> Wave:
    """A drop into water, with its echoes."""
    drop = gliding(pitch, 1.5 * pitch, 0.09, 0.05)(1)
    gap, wave = round(0.13 * RATE), np.zeros(round(0.9 * RATE))
    for echo in range(5):
        wave[echo * gap : echo * gap + len(drop)] += 0.45**echo * drop
    return wave


def _bird(pitch: float) -> Wave:
    """Two short calls, the second a little lower."""
    call = gliding(pitch, 1.25 * pitch, 0.11, 0.05)(1)
    wave = np.zeros(round(0.32 * RATE))
    wave[: len(call)] += call
    at = round(0.17 * RATE)
    wave[at : at + len(call)] += gliding(0.9 * pitch, 1.1 * pitch, 0.11, 0.05)(1)
    return wave


def _meadow() -> Wave:
    """Wind in grass, and a bird now and then."""
    wind = breath(1, 700, 1.1) * swell([(1, 0.45, 0.1), (3, 0.3, 0.4), (7, 0.12, 0.7)])
    birds = [(2.3, _bird(2300), 0.016), (2.9, _bird(2350), 0.011), (8.6, _bird(2900), 0.01), (13.1, _bird(2250), 0.014)]
    return _settled(wind) + sprinkled(birds)


def _dungeon() -> Wave:
    """A low draught in deep halls, and dripping water."""
    draught = breath(2, 130, 0.8) * swell([(1, 0.4, 0.2), (2, 0.25, 0.6)])
    drips = [(1.4, 880, 0.03), (4.9, 1050, 0.018), (6.2, 920, 0.026), (10.7, 1180, 0.014), (12.5, 860, 0.03)]
    return _settled(draught) + sprinkled([(second, _drip(pitch), loud) for second, pitch, loud in drips])


def _forest() -> Wave:
    """Leaves high above, insects that swell and fade, and a clay flute far away."""
    leaves = breath(3, 850, 0.9) * swell([(2, 0.35, 0.0), (5, 0.2, 0.3)])
    insects = breath(4, 5200, 0.12) * swell([(4, 0.8, 0.5), (144, 0.6, 0.0)])
    calls = [(3.7, flute(523, 0.9)(1), 0.009), (4.8, flute(466, 1.2)(1), 0.008), (11.9, _bird(1400), 0.011)]
    return 0.7 * _settled(leaves + 0.2 * insects) + sprinkled(calls)


def _room() -> Wave:
    """A quiet room with a window on a garden."""
    air = breath(5, 240, 1.3) * swell([(1, 0.2, 0.4), (2, 0.1, 0.1)])
    garden = [(5.2, _bird(2600), 0.005), (12.4, _bird(2450), 0.004)]
    return 0.8 * _settled(air) + sprinkled(garden)


def _castle() -> Wave:
    """A large stone hall: its air, a bell far below, a distant step."""
    air = breath(6, 170, 1.0) * swell([(1, 0.3, 0.7), (3, 0.2, 0.2)])
    far = [(7.8, bell(196, 2.4)(1), 0.009), (13.4, stone(140, 0.2, 0.2)(1), 0.007)]
    return _settled(air) + sprinkled(far)


def _settled(wave: Wave) -> Wave:
    """Scale a wave to the common loudness."""
    wave *= LOUDNESS / np.sqrt(np.mean(wave**2))
    return wave


AMBIENCES: Mapping[str, Callable[[], Wave]] = {
    "meadow": _meadow,
    "dungeon": _dungeon,
    "forest": _forest,
    "room": _room,
    "castle": _castle,
}
"""By the names that a game's YAML may use. Each takes longer to make than a frame."""
