"""Effects of JumpIN’: grass and dust of a landing, earth of a burrow, petals at the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from logic.core import Event
from sprites.paint.canvas import Canvas, curve, drawn, ellipse, polygon
from sprites.stage.effects import (
    Particle,
    Particles,
    Point,
    RunningEffects,
    chances,
    cloud,
    crumb,
    eased_out,
    puff,
    scatter,
    within,
)

PETALS = ("white petal", "pink petal", "blue petal", "leaf")
BLADES = ("blade", "pale blade")
LEAVES, LANDS = 0.14, 0.8
"""The shares of a jump at which the feet leave the ground and touch it again."""
CROUCH, STRETCH, SQUASH = 0.16, 0.17, 0.2
"""Changes of a rabbit's height before, in and after its flight."""
WIDENING = 0.75
"""Change of its width by that of its height, in the opposite direction."""
FALLING, RAIN = 36, 7
"""Number of falling petals, and the seed of their movement."""


class Shape(NamedTuple):
    """Horizontal and vertical stretch of an animal."""

    wide: float = 1.0
    high: float = 1.0


def hop_shape(share: float, *, reduced_motion: bool = False) -> Shape:
    """The stretch of a rabbit at that share of its jump: it crouches, stretches, and lands squashed."""
    if reduced_motion or not 0 < share < 1:
        return Shape()
    if share < LEAVES:
        squash = -CROUCH * math.sin(math.pi * share / LEAVES)
    elif share < LANDS:
        flown = math.pi * within(share, LEAVES, LANDS)
        squash = STRETCH * math.sin(flown) * math.cos(flown) ** 2
    else:
        squash = -SQUASH * math.sin(math.pi * within(share, LANDS, 1))
    return Shape(1 - WIDENING * squash, 1 + squash)


def draw_shaped(
    surface: pygame.Surface, figure: pygame.Surface, middle: Point, shape: Shape, *, foot: float = 0.93
) -> None:
    """Draw a figure around the middle of its square, stretched about its feet, at the share ``foot`` of its height."""
    wide, high = figure.get_size()
    size = max(1, round(wide * shape.wide)), max(1, round(high * shape.high))
    shown = figure if shape == (1, 1) else pygame.transform.smoothscale(figure, size)
    left = middle[0] - size[0] / 2
    top = middle[1] - high / 2 + foot * (high - size[1])
    shown.set_alpha(figure.get_alpha())
    surface.blit(shown, (round(left), round(top)))


# -- pictures


def _blade(canvas: Canvas, colour: str) -> None:
    way = curve(((12, 78), (40, 52), (90, 18), (58, 62), (24, 88), (12, 78)), 6)
    canvas.lay(polygon(*way), colour=colour, edge=5, raised=0.9)


def _petal(canvas: Canvas, colour: str) -> None:
    way = curve(((50, 92), (18, 58), (24, 18), (50, 10), (76, 18), (82, 58), (50, 92)), 6)
    canvas.lay(polygon(*way), colour=colour, edge=9, raised=0.8, gloss=0.2, shadow=3)
    canvas.lay(ellipse(50, 44, 7, 26), colour=colour, edge=5, raised=-0.5, shadow=0)


PARTICLES = Particles(
    "jumpin",
    solid={
        "blade": drawn(_blade, "#6fae47"),
        "pale blade": drawn(_blade, "#b5d873"),
        "leaf": drawn(_petal, "#9ccf5e"),
        "white petal": drawn(_petal, "#fffdf4"),
        "pink petal": drawn(_petal, "#f4b6cf"),
        "blue petal": drawn(_petal, "#b9c4ff"),
        "crumb": drawn(crumb, "#8a6038"),
    },
    soft={"dust": partial(puff, (196, 182, 140), 11)},
)


# -- effects


class MeadowEffects(RunningEffects):
    """The effects of one meadow, begun by events: ``hop``, ``burrow``, ``slide``, and ``celebrate`` at the end."""

    particles = PARTICLES

    def begin(self, event: Event) -> float:
        """Begin what belongs to an event, and return how many seconds it takes: 0 if nothing does."""
        if event.name not in SHOWS or not event.paths:
            return 0.0
        path = next(iter(event.paths.values()))
        if not path:
            return 0.0
        show, part = SHOWS[event.name]
        cells = [(cell.col + 0.5, cell.row + 0.5) for cell in path]
        seconds = self.kit.theme.seconds
        moving = {"hop": seconds.hop, "slide": seconds.slide}.get(event.name, 0.0)
        length = moving + part * seconds.slide
        chance = chances(path[-1].row * 101 + path[-1].col)
        return self.start(partial(show, cells, chance, moving / length), length)

    def celebrate(self, cols: int, rows: int) -> float:
        """Let petals fall on the whole board; return for how many seconds, 0 with reduced motion: nothing falls."""
        if self.kit.reduced_motion:
            return 0.0
        petals = partial(_petals, cols, rows, chances(RAIN, 4 * FALLING))
        return self.start(petals, self.kit.theme.seconds.celebrate)


# -- effects of events


def _hop(cells: Sequence[Point], chance: list[float], landed: float, share: float) -> Iterator[Particle]:
    """Grass flies at the start, grass and dust at the landing."""
    (x, y), (end_x, end_y) = cells[0], cells[-1]
    left = within(share, 0, 0.55)
    yield from scatter(BLADES, (x, y + 0.34), left, chance, count=5, reach=0.3, size=0.13, up=0.2)
    down = within(share, landed * 0.92, 1)
    if down > 0:
        yield from cloud("dust", (end_x, end_y + 0.36), down, chance, count=6, reach=0.46, size=0.3, strength=0.55)
        yield from scatter(BLADES, (end_x, end_y + 0.36), down, chance, count=10, reach=0.5, size=0.15, up=0.3)


def _burrow(cells: Sequence[Point], chance: list[float], _moved: float, share: float) -> Iterator[Particle]:
    """Earth flies out of the burrow."""
    x, y = cells[-1]
    yield from cloud("dust", (x, y + 0.16), share, chance, count=6, reach=0.44, size=0.36, strength=0.6)
    yield from scatter(
        ("crumb", "crumb", "blade"), (x, y + 0.16), share, chance, count=12, reach=0.56, size=0.11, up=0.4
    )


def _slide(cells: Sequence[Point], chance: list[float], moved: float, share: float) -> Iterator[Particle]:
    """Grass flies up along the way of a fox."""
    (x, y), (end_x, end_y) = cells[0], cells[-1]
    level = y == end_y
    for i in range(6):
        late = i / 6 * moved
        seen = within(share, late, late + 0.5)
        if 0 < seen < 1:
            part = eased_out(i / 5)
            at = x + (end_x - x) * part + (0.5 if level else 0), y + (end_y - y) * part + (0.3 if level else 0.6)
            yield from scatter(BLADES, at, seen, chance[i:] + chance[:i], count=4, reach=0.42, size=0.13, up=0.22)
            yield from cloud("dust", at, seen, chance, count=2, reach=0.3, size=0.28, strength=0.35)


def _petals(cols: int, rows: int, chance: list[float], share: float) -> Iterator[Particle]:
    """Petals that sail down over the board."""
    for i in range(FALLING):
        across, late, swing, tone = chance[4 * i : 4 * i + 4]
        way = within(share, 0.3 * late, 0.7 + 0.3 * late)
        if 0 < way < 1:
            sway = 0.35 * math.sin(math.tau * (swing + 1.3 * way))
            yield Particle(
                PETALS[int(tone * len(PETALS))], across * cols + sway, (rows + 0.7) * way * (0.55 + 0.45 * swing) - 0.5,
                0.16 + 0.1 * swing, min(1.0, way * 6) * (1 - within(way, 0.75, 1)), 16 * (swing + 0.8 * way),
            )  # fmt: skip


Play = Callable[[Sequence[Point], list[float], float, float], Iterator[Particle]]
SHOWS: Mapping[str, tuple[Play, float]] = {"hop": (_hop, 1.2), "burrow": (_burrow, 1.6), "slide": (_slide, 0.8)}
"""The effect of each event, and how long it continues after the piece's arrival, in slides."""
