"""Effects of Labyrinth: dust of a pushed line, sparks of a treasure, a tile that tumbles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import pygame

from logic.core import Cell, Event
from sprites.paint.canvas import Canvas, curve, disc, drawn, polygon, ribbon
from sprites.paint.kit import Kit, kept
from sprites.paint.surfaces import blit_around, native
from sprites.stage.effects import (
    Particle,
    Particles,
    Point,
    RunningEffects,
    chances,
    cloud,
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
from sprites.stage.stage import Pose

GEMS = ("ruby", "sapphire", "topaz", "coin")
THUD = 808
"""The seed of the dust of a tile that lands in its tray."""
SPINS = 24
"""Number of directions of a tumbling tile."""
LIFT, BOUNCE = 1.0, 0.16
"""Height of a tumbling tile's flight, and of its bounce at the end."""
LANDS = 0.8
"""The share of its time at which a tumbling tile lands."""

# -- falling tile


def tumble(start: Point, end: Point, share: float) -> Pose:
    """The pose of a tile at that share of its fall from the board to its tray.

    It flies in an arc, turns once around and once over, and lands in its former rotation, with a little bounce.
    """
    share = min(1.0, max(0.0, share))
    flown = within(share, 0, LANDS)
    far = flown * flown * (3 - 2 * flown)
    x, y = (a + (b - a) * far for a, b in zip(start, end, strict=True))
    height = LIFT * 4 * flown * (1 - flown) + BOUNCE * swell(within(share, LANDS, 1))
    return Pose(x, y, angle=math.tau * far, scale=1 + 0.22 * height, flip=math.cos(math.tau * far), z=height)


def draw_tumbling(
    surface: pygame.Surface, kit: Kit, face: pygame.Surface, pose: Pose, at: Point, *, key: object
) -> None:
    """Draw a tumbling tile with its middle at a point of the surface; its back is plain stone.

    ``key`` identifies the tile's face: each direction is baked once.
    """
    step = round(pose.angle / math.tau * SPINS) % SPINS
    shown = face if pose.flip >= 0 else _back(kit, face.get_width())
    name = key if pose.flip >= 0 else "back"
    if step:
        kept = ("labyrinth spin", name, face.get_width(), step)
        upright = shown
        shown = kit.cache.keep(kept, lambda: native(pygame.transform.rotozoom(upright, -360 * step / SPINS, 1)))
    size = shown.get_width() * pose.scale, shown.get_height() * pose.scale * max(0.04, abs(pose.flip))
    if (round(size[0]), round(size[1])) != shown.get_size():
        shown = pygame.transform.smoothscale(shown, (max(1, round(size[0])), max(1, round(size[1]))))
    blit_around(surface, shown, at, pose.alpha)


@kept
def _back(_kit: Kit, side: int) -> pygame.Surface:
    """The back of a tile: rough stone with a mason's mark."""
    canvas = Canvas(side)
    corners = ((3, 3), (97, 3), (97, 97), (3, 97))
    canvas.lay(polygon(*corners), colour="#9c8f78", edge=4, raised=1.1, shadow=0)
    mark = [ribbon(((34, 66), (50, 34), (66, 66)), 4), ribbon(((40, 56), (60, 56)), 4)]
    canvas.lay(*mark, colour="#75694f", edge=1.6, raised=-0.9, shadow=0)
    return canvas.picture()


# -- pictures


def _coin(canvas: Canvas) -> None:
    canvas.lay(disc(48, 48, 40), colour="#d9a93f", edge=6, raised=1.2, gloss=0.9, shadow=4)
    canvas.lay(disc(48, 48, 28), colour="#e8bf58", edge=3, raised=-0.8, shadow=0)
    canvas.lay(polygon((48, 30), (64, 48), (48, 66), (32, 48)), colour="#b8862a", edge=3, raised=0.9, shadow=0)


def _gem(canvas: Canvas, colour: str, light: str) -> None:
    cut = ((30, 12), (70, 12), (90, 40), (50, 90), (10, 40))
    canvas.lay(polygon(*cut), colour=colour, edge=8, raised=1.2, gloss=1.0, shadow=4)
    canvas.lay(polygon((36, 22), (64, 22), (74, 40), (26, 40)), colour=light, edge=4, raised=0.6, gloss=0.6, shadow=0)
    facets = ribbon(curve(((26, 40), (50, 80), (74, 40)), 4), 2)
    canvas.ink(facets, colour=light, strength=0.6)


PARTICLES = Particles(
    "labyrinth",
    solid={
        "star": drawn(star, "#ffe08a"),
        "pale star": drawn(star, "#9fd0ff"),
        "coin": drawn(_coin),
        "ruby": drawn(_gem, "#c3263f", "#f58a96"),
        "sapphire": drawn(_gem, "#2a55c8", "#9ab8ff"),
        "topaz": drawn(_gem, "#e08a1c", "#ffd489"),
        "crumb": drawn(crumb, "#b9ab8c"),
        "chip": drawn(crumb, "#8a6a3a"),
        "spark": drawn(star, "#ffb24d"),
    },
    soft={
        "dust": partial(puff, (158, 126, 82), 31),
        "shine": partial(shine, (255, 200, 70)),
        "blue shine": partial(shine, (90, 160, 255)),
        "halo": partial(halo, (255, 208, 90)),
    },
)


# -- effects of events


class LabyrinthEffects(RunningEffects):
    """The effects of one board: of ``push``, ``carried``, ``swap``, ``collect``, ``home`` and ``last``.

    Positions are in cells from the corner of the first tile.
    """

    particles = PARTICLES

    def begin(self, event: Event) -> float:
        """Begin what belongs to an event, and return how many seconds it takes: 0 if nothing does."""
        if event.name not in SHOWS or not any(event.paths.values()):
            return 0.0
        show, part = SHOWS[event.name]
        paths = [path for name, path in event.paths.items() if path and (event.name != "push" or name[0] != "p")]
        return self.start(partial(show, paths, chances(_seed(paths[0][-1]))), part * self.kit.theme.seconds.slide)

    def shutter(self, place: Point) -> float:
        """Raise dust at a closing shutter, whose position is in cells; return the duration in seconds."""
        chance = chances(_seed(Cell(round(place[1]), round(place[0]))))
        return self.start(partial(_clack, place, chance), self.kit.theme.seconds.slide)

    def landed(self, place: Point) -> float:
        """Raise dust where the tumbling tile lands in its tray; return the duration in seconds."""
        return self.start(partial(_thud, place, chances(THUD)), 1.4 * self.kit.theme.seconds.slide)


Paths = Sequence[Sequence[Cell]]


def _seed(cell: Cell) -> int:
    """The seed of a cell, which may be outside the board."""
    return abs(cell.row * 101 + cell.col + 500)


def _middle(cell: Cell) -> Point:
    return cell.col + 0.5, cell.row + 0.5


def _push(paths: Paths, chance: list[float], share: float) -> Iterator[Particle]:
    """Dust rises at both sides of the sliding line, and crumbs fly at its end."""
    starts = sorted({path[0] for path in paths})
    ends = [path[-1] for path in paths]
    level = starts[0].row == starts[-1].row
    for number, cell in enumerate(starts[:: max(1, len(starts) // 4)]):
        x, y = _middle(cell)
        seen = within(share, 0.05 * number, 0.6 + 0.05 * number)
        if not 0 < seen < 1:
            continue
        for edge in (-0.5, 0.5):
            at = (x, y + edge) if level else (x + edge, y)
            few = chance[number * 3 :] + chance[: number * 3]
            yield from cloud("dust", at, seen, few, count=3, reach=0.34, size=0.34, strength=0.6)
    out = within(share, 0.25, 1)
    last = next(end for end in ends if end not in starts)
    if out > 0:
        yield from scatter(("crumb", "chip"), _middle(last), out, chance, count=12, reach=0.6, size=0.13, up=0.35)


def _carried(paths: Paths, chance: list[float], share: float) -> Iterator[Particle]:
    """A ring of stars expands where a pawn vanishes, and contracts where it lands."""
    for path in paths:
        gone, come = within(share, 0, 0.55), within(share, 0.35, 1)
        yield from _ring(_middle(path[0]), gone, 0.5 - 0.35 * gone, chance)
        yield from _ring(_middle(path[-1]), come, 0.15 + 0.4 * eased_out(come), chance)


def _ring(at: Point, share: float, radius: float, chance: list[float]) -> Iterator[Particle]:
    if not 0 < share < 1:
        return
    yield Particle("blue shine", *at, 1.1, 0.7 * swell(share))
    for i in range(8):
        turn = math.tau * (i / 8 + 0.2 * share) + chance[0]
        place = at[0] + radius * math.cos(turn), at[1] + radius * math.sin(turn) * 0.8
        yield Particle("pale star", *place, 0.2 + 0.12 * chance[i], swell(share), i + 6 * share)


def _collect(paths: Paths, chance: list[float], share: float) -> Iterator[Particle]:
    """Light swells at the treasure, with rising and turning golden sparks."""
    x, y = _middle(paths[0][-1])
    yield Particle("shine", x, y, 0.7 + 1.0 * eased_out(share), 0.95 * (1 - share) ** 1.2 * min(1.0, share * 8))
    yield Particle("halo", x, y, 0.5 + 1.3 * eased_out(share), 0.9 * (1 - share) * min(1.0, share * 8))
    yield from scatter(("star", "star", "coin"), (x, y), share, chance, count=14, reach=0.85, size=0.27, up=0.55)
    for i in range(7):
        late = within(share, 0.08 * i, 0.08 * i + 0.45)
        if 0 < late < 1:
            aside = (chance[i + 5] - 0.5) * 0.7
            yield Particle("star", x + aside, y + 0.2 - 0.9 * late, 0.18 + 0.14 * chance[i], swell(late), 8 * late)


def _home(paths: Paths, chance: list[float], share: float) -> Iterator[Particle]:
    """Rings of light expand from the pawn that has come home, with flying stars and jewels."""
    x, y = _middle(paths[0][-1])
    yield from ripples((x, y), share, 3, 0.16, 0.6, reach=2.6)
    yield Particle("shine", x, y, 2.2, 0.8 * swell(share))
    yield from scatter(("star", *GEMS), (x, y), share, chance, count=16, reach=1.5, size=0.22, up=0.8)


def _clack(place: Point, chance: list[float], share: float) -> Iterator[Particle]:
    x, y = place
    yield from cloud("dust", (x, y + 0.24), share, chance, count=4, reach=0.3, size=0.22, strength=0.5)
    yield from scatter(("spark",), (x, y + 0.22), share, chance, count=6, reach=0.34, size=0.07, up=0.2)


def _thud(place: Point, chance: list[float], share: float) -> Iterator[Particle]:
    yield from cloud("dust", place, share, chance, count=6, reach=0.75, size=0.42, strength=0.5)


Show = Callable[[Paths, list[float], float], Iterator[Particle]]
SHOWS: Mapping[str, tuple[Show, float]] = {
    "push": (_push, 2.2),
    "carried": (_carried, 1.8),
    "swap": (_carried, 1.8),
    "collect": (_collect, 3.0),
    "home": (_home, 4.0),
    "last": (_home, 4.0),
}
"""The effect of each event, and its duration in slides."""


def coin(canvas: pygame.Surface, colour: pygame.Color) -> None:
    """Paint a gold coin with an inlay in that colour."""
    side, middle = canvas.get_width(), canvas.get_rect().center
    for reach, ink in ((0.48, "#8a5c12"), (0.45, "#e3b341"), (0.37, "#b07f1e"), (0.34, "#f4d071")):
        pygame.draw.circle(canvas, ink, middle, reach * side)
    across = ((0.5, 0.3), (0.66, 0.5), (0.5, 0.7), (0.34, 0.5))
    pygame.draw.polygon(canvas, colour.lerp("#8a5c12", 0.35), [(x * side, y * side) for x, y in across])
