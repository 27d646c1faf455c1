"""Effects of Cóatl: chips of stone, gleams, feathers of a finished cóatl."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import pygame

from sprites.coatl.art import COLOURS, IVORY
from sprites.paint.canvas import Canvas, curve, disc, drawn, polygon, ribbon
from sprites.paint.surfaces import hex_of, mix
from sprites.stage.effects import (
    Particle,
    Particles,
    Point,
    RunningEffects,
    chances,
    crumb,
    eased_out,
    halo,
    puff,
    ripples,
    scatter,
    shine,
    star,
    swell,
    within,
)

FEATHERS = tuple(f"feather {colour}" for colour in "RYGBKF")
SOUNDS: Mapping[str, str] = {"draw": "draw_card"}
"""Events whose sound has another name: ``draw`` is the phrase of a drawn game."""


def sound_of(event: str) -> str:
    return SOUNDS.get(event, event)


# -- pictures


def _plume(canvas: Canvas, colour: str) -> None:
    tone = hex_of(mix(COLOURS[colour], IVORY, 0.12))
    vane = polygon(*curve(((20, 74), (22, 48), (42, 22), (82, 10), (74, 46), (52, 70), (20, 74)), 6))
    canvas.lay(vane, colour=tone, edge=7, raised=1.1, gloss=0.5, shadow=3)
    barbs = [ribbon(((x, y), (x + dx, y + dy)), 3.4)
             for x, y in ((38, 60), (52, 44), (66, 28)) for dx, dy in ((13, 3), (-4, -14))]  # fmt: skip
    canvas.ink(*barbs, colour="#2a1408", strength=0.4)
    canvas.lay(ribbon(((10, 88), (76, 18)), 6, 2.5), colour=IVORY, edge=1.6, raised=0.8, shadow=0)


PARTICLES = Particles(
    "coatl",
    solid={
        **{f"feather {colour}": drawn(_plume, colour) for colour in "RYGBKF"},
        "star": drawn(star, "#ffe08a"),
        "jade": drawn(Canvas.lay, disc(48, 48, 38), colour="#2ba27c", edge=9, raised=1.2, gloss=1.0, shadow=4),
        "chip": drawn(crumb, "#b08a66"),
        "crumb": drawn(crumb, "#6d4630"),
    },
    soft={
        "dust": partial(puff, (190, 150, 110), 41),
        "mist": partial(puff, (150, 200, 235), 43),
        "shine": partial(shine, (255, 222, 130)),
        "halo": partial(halo, (255, 214, 110)),
    },
)


# -- effects


Show = Callable[[Sequence[Point], list[float], float], Iterator[Particle]]
"""Returns the particles of an effect, given positions in cells, random numbers and a share of its time."""


class CoatlEffects(RunningEffects):
    """The effects on one table; positions are in cells of the pieces, from the owner's origin."""

    particles = PARTICLES

    def begin(self, name: str, places: Sequence[Point]) -> float:
        """Begin what belongs to an event at those places, and return how many seconds it takes: 0 if nothing does.

        For ``lock``, the end of a finished cóatl, they are the middles of its pieces from the head to the tail; for a
        card that is laid or lit, its middle.
        """
        if name not in SHOWS or not places:
            return 0.0
        show, slides = SHOWS[name]
        particles = partial(show, tuple(places), chances(_seed(places[0])))
        return self.start(particles, slides * self.kit.theme.seconds.slide)


def _seed(place: Point) -> int:
    """The seed of a position, anywhere on the table."""
    return round(abs(place[0]) * 97 + abs(place[1]) * 1013)


# -- effects of events


def _clicked(places: Sequence[Point], chance: list[float], share: float) -> Iterator[Particle]:
    """Chips of stone jump where a piece is joined, with a small light."""
    for x, y in places:
        yield Particle("shine", x, y, 0.7 + 0.6 * eased_out(share), 0.6 * (1 - share) * min(1.0, share * 8))
        yield from scatter(("chip", "crumb"), (x, y + 0.2), share, chance, count=7, reach=0.5, size=0.09, up=0.25)


def _closed(places: Sequence[Point], chance: list[float], share: float) -> Iterator[Particle]:
    """A ring of light expands where a head or a tail closes a cóatl."""
    for x, y in places:
        yield Particle("halo", x, y, 0.5 + 1.5 * eased_out(share), 0.85 * (1 - share))
        yield from scatter(("star",), (x, y), share, chance, count=8, reach=0.8, size=0.18, up=0.3)


def _finished(places: Sequence[Point], chance: list[float], share: float) -> Iterator[Particle]:
    """A gleam runs along the cóatl from head to tail, with feathers flying up behind it."""
    head = within(share, 0, 0.55)
    at = head * (len(places) - 1)
    step = min(len(places) - 1, int(at))
    (x, y), (u, v) = places[step], places[min(len(places) - 1, step + 1)]
    gleam = x + (u - x) * (at - step), y + (v - y) * (at - step)
    yield Particle("shine", *gleam, 1.7, swell(within(share, 0, 0.62)))
    for number in range(3):
        behind = max(0.0, at - 0.45 * (number + 1))
        px, py = places[int(behind)]
        yield Particle("shine", px, py, 1.1 - 0.2 * number, 0.45 * swell(within(share, 0, 0.66)))
    shown = places[:: max(1, math.ceil(len(places) / 8))]
    for number, place in enumerate(shown):
        late = 0.55 * number / max(1, len(shown))
        yield from _puffed(place, within(share, late, late + 0.45), chance[number:] + chance[:number])


def _puffed(place: Point, share: float, chance: list[float]) -> Iterator[Particle]:
    """Feathers fly up from a position and float down, turning."""
    if not 0 < share < 1:
        return
    for i in range(4):
        aside = (chance[i] - 0.5) * 1.5 * eased_out(share)
        rise = 0.9 * (0.5 + chance[i + 8]) * math.sin(math.pi * min(1.0, share * 1.15))
        name = FEATHERS[int(chance[i + 16] * len(FEATHERS))]
        size, fade = 0.34 + 0.2 * chance[i + 24], min(1.0, share * 8) * (1 - within(share, 0.7, 1))
        yield Particle(name, place[0] + aside, place[1] - rise, size, fade, 14 * chance[i + 32] + 5 * share)


def _lit(places: Sequence[Point], chance: list[float], share: float) -> Iterator[Particle]:
    """A card lights up, with rising sparks."""
    for x, y in places:
        yield Particle("shine", x, y, 1.2 + 1.0 * eased_out(share), 0.8 * (1 - share) * min(1.0, share * 8))
        for i in range(6):
            late = within(share, 0.07 * i, 0.07 * i + 0.5)
            if 0 < late < 1:
                aside = (chance[i] - 0.5) * 1.1
                yield Particle(
                    "star", x + aside, y + 0.3 - 0.9 * late, 0.16 + 0.1 * chance[i + 8], swell(late), 8 * late
                )


def _crowned(places: Sequence[Point], chance: list[float], share: float) -> Iterator[Particle]:
    """Rings of light expand from a temple, with flying jade and gold."""
    yield from ripples(places[0], share, 2, 0.18, 0.7, reach=2.0)
    yield from scatter(("star", "jade"), places[0], share, chance, count=12, reach=1.2, size=0.2, up=0.6)


def _seen(places: Sequence[Point], chance: list[float], share: float) -> Iterator[Particle]:
    """Mist swells over what is foreseen."""
    for number, (x, y) in enumerate(places):
        late = within(share, 0.05 * number, 0.75 + 0.05 * number)
        yield Particle("mist", x, y - 0.1 * late, 0.9 + 0.5 * late, 0.7 * swell(late), chance[number % 8])


def _rained(places: Sequence[Point], chance: list[float], share: float) -> Iterator[Particle]:
    """A little dust where pieces fall out of the bags."""
    for number, (x, y) in enumerate(places):
        late = within(share, 0.04 * number, 0.5 + 0.04 * number)
        if 0 < late < 1:
            yield Particle("dust", x, y + 0.2, 0.5 + 0.5 * late, 0.5 * (1 - late), chance[number % 8])


SHOWS: Mapping[str, tuple[Show, float]] = {
    "start": (_clicked, 1.4),
    "attach": (_clicked, 1.4),
    "close": (_closed, 2.0),
    "lock": (_finished, 5.0),
    "prophesy": (_lit, 2.2),
    "crown": (_crowned, 2.6),
    "foresee": (_seen, 2.4),
    "refill": (_rained, 1.6),
    "steal": (_closed, 2.0),
}
"""The effect of each event, and its duration in slides."""


def feather(canvas: pygame.Surface, colour: pygame.Color) -> None:
    """Paint a feather: a pointed blade with notches, and its shaft."""
    side = canvas.get_width()
    blade = ((0.04, 0.5), (0.2, 0.3), (0.5, 0.2), (0.8, 0.28), (0.97, 0.5), (0.8, 0.72), (0.5, 0.8), (0.2, 0.7))
    pygame.draw.polygon(canvas, colour, [(x * side, y * side) for x, y in blade])
    for at in (0.36, 0.56, 0.74):
        for way in (-1, 1):
            notch = ((at, 0.5 + 0.36 * way), (at - 0.05, 0.5 + 0.36 * way), (at - 0.12, 0.5 + 0.08 * way))
            pygame.draw.polygon(canvas, (0, 0, 0, 0), [(x * side, y * side) for x, y in notch])
    pale = colour.lerp("white", 0.6)
    pygame.draw.line(canvas, pale, (0.0, 0.5 * side), (0.9 * side, 0.5 * side), max(1, round(0.05 * side)))
