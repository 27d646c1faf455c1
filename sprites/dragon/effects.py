"""Effects of events in the labyrinth: a different one for each event, cheap in every frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, cast, get_args

import numpy as np
import pygame

from logic.core import Event
from logic.dragon.board import KnightKind
from logic.dragon.rules import SQUARES
from sprites.dragon.fields import BONE, BRICK, BRICK_PALE, GOLD, OCHRE, OCHRE_PALE
from sprites.dragon.knights import MASTER, knight
from sprites.paint.canvas import Canvas, Shape, box, disc, drawn, ellipse, polygon, ribbon
from sprites.paint.kit import Kit
from sprites.paint.layers import covered, grid, hypot, noise, soft
from sprites.paint.surfaces import RGB, blended, picture, resized
from sprites.stage.effects import (
    Particle,
    Particles,
    Point,
    RunningEffects,
    chances,
    chip,
    cloud,
    crumb,
    eased_out,
    puff,
    scatter,
    swell,
    within,
)

# -- soft particles


def _glow(inner: RGB, outer: RGB, side: int) -> pygame.Surface:
    """Paint a glow with one colour in the middle, and another further out."""
    x, y = grid((side, side), side / 2)
    share = np.clip(1 - hypot(x, y), 0, 1)
    heat = np.clip(share * 2.2 - 0.7, 0, 1)
    return picture(blended(outer, inner, heat), np.asarray(np.clip(share**1.4 * 1.25, 0, 1)))


def _ring(colour: RGB, width: float, side: int) -> pygame.Surface:
    """Paint a ring with soft edges that touches the border."""
    x, y = grid((side, side), side / 2)
    away = np.abs(hypot(x, y) - np.float32(0.98 - width))
    return picture(colour, np.asarray(np.clip(1 - away / np.float32(width), 0, 1) ** 1.3))


def _flash(side: int) -> pygame.Surface:
    """Paint a star of fire with a white core."""
    x, y = grid((side, side), side / 2)
    way, around = hypot(x, y), np.arctan2(y, x)
    spikes = 0.72 + 0.16 * np.sin(8 * around) + 0.1 * np.sin(5 * around + 1)
    cover = soft(way - spikes.astype(np.float32), 0.14)
    heat = np.clip(1 - way / spikes, 0, 1)
    colours = 255 + 0 * way, 110 + 150 * np.clip(heat * 1.6, 0, 1), 20 + 235 * np.clip(heat * 2.6 - 0.9, 0, 1)
    return picture(colours, np.asarray(cover))


def _swirl(side: int) -> pygame.Surface:
    """Paint arms of violet light around a bright middle."""
    x, y = grid((side, side), side / 2)
    way = hypot(x, y)
    arms = 0.5 + 0.5 * np.cos(3 * np.arctan2(y, x) - 7.5 * way)
    share = np.clip(1 - way, 0, 1)
    cover = np.clip(share * 1.7, 0, 1) * np.clip(arms**1.6 + share**4 * 1.4, 0, 1)
    heat = np.clip(share * 1.5 - 0.35, 0, 1)
    colours = 110 + 145 * heat, 96 + 150 * heat, 255 + 0 * heat
    return picture(colours, np.asarray(cover, np.float32))


def _shade(side: int) -> pygame.Surface:
    """Paint the shadow of somebody in the air."""
    x, y = grid((side, side), side / 2)
    return picture((0, 0, 0), np.asarray(0.6 * soft(hypot(x, y * 1.9) - np.float32(0.62), 0.36)))


def _pit(side: int) -> pygame.Surface:
    """Paint a black pit with a soft rim."""
    x, y = grid((side, side), side / 2)
    edge = noise((side, side), (side * 0.14, side * 0.14), 31)
    cover = covered(hypot(x, y) - np.float32(0.86) - 0.14 * (edge - 0.5), side / 2)
    return picture((5, 4, 4), np.asarray(cover))


# -- solid particles


BRICK_SHAPE: Shape = box(8, 28, 84, 46, 7)
PLUS = box(40, 14, 20, 72, 7), box(14, 40, 72, 20, 7)


def _jaw(canvas: Canvas, upper: bool) -> None:
    """Paint half of a bite: a jaw with golden teeth."""
    flip = 1 if upper else -1
    canvas.lay(ellipse(50, 50 - flip * 34, 42, 16), colour="#d55e00", edge=6, gloss=0.4, shadow=3)
    for x in (18, 34, 50, 66, 82):
        base = 50 - flip * (22 - 6 * abs(x - 50) / 32)
        canvas.lay(polygon((x - 9, base), (x + 9, base), (x + 2, base + flip * 27), (x - 2, base + flip * 27)),
                   colour="#ffe08a", edge=3, gloss=0.5)  # fmt: skip


def _star(canvas: Canvas, colour: str, points: int, inner: float) -> None:
    ends = []
    for i in range(2 * points):
        radius = 46 if i % 2 == 0 else 46 * inner
        turn = math.tau * i / (2 * points) - math.pi / 2
        ends.append((50 + radius * math.cos(turn), 50 + radius * math.sin(turn)))
    canvas.lay(polygon(*ends), colour=colour, edge=5, raised=0.9, gloss=0.6, shadow=1)


def _coin(canvas: Canvas) -> None:
    canvas.lay(disc(50, 50, 42), colour=GOLD, edge=6, gloss=0.8, shadow=3)
    canvas.lay(disc(50, 50, 27), colour=GOLD, edge=4, raised=-0.8, shadow=0)


def _wall(canvas: Canvas) -> None:
    """Paint a few courses of the wall that grows out of the ground."""
    for row in range(4):
        for col in range(3):
            left = max(4.0, 4 + col * 36 - (18 if row % 2 else 0))
            right = min(96.0, 4 + col * 36 - (18 if row % 2 else 0) + 34)
            if right - left > 4:
                colour = OCHRE if (row + col) % 2 else OCHRE_PALE
                canvas.lay(box(left, 4 + row * 23.4, right - left, 21.6, 3), colour=colour, edge=3, raised=1.1)


def _arc(canvas: Canvas) -> None:
    """Paint the two strokes of something that springs."""
    for y in (34, 58):
        canvas.lay(ribbon([(16, y + 18), (50, y), (84, y + 18)], 9), colour="#9df0d2", edge=3, raised=0.6, shadow=1.5)


SOFT: Mapping[str, Callable[[int], pygame.Surface]] = {
    "dust": partial(puff, (214, 194, 162), 11),
    "smoke": partial(puff, (176, 164, 152), 12),
    "soot": partial(puff, (132, 120, 112), 13),
    "gold glow": partial(_glow, (255, 246, 196), (255, 150, 40)),
    "violet glow": partial(_glow, (236, 228, 255), (104, 92, 255)),
    "red glow": partial(_glow, (255, 214, 190), (232, 66, 40)),
    "green glow": partial(_glow, (230, 255, 240), (60, 210, 160)),
    "smoke ring": partial(_ring, (206, 190, 172), 0.13),
    "violet ring": partial(_ring, (196, 190, 255), 0.07),
    "white ring": partial(_ring, (255, 244, 220), 0.07),
    "flash": _flash,
    "swirl": _swirl,
    "shade": _shade,
    "pit": _pit,
}
"""Painters of soft particles at a size; transparent pixels have their colour too, so that they scale well."""
SOLID: Mapping[str, Callable[[int], pygame.Surface]] = {
    "crumb": drawn(crumb, OCHRE_PALE),
    "stone": drawn(crumb, "#8d8172"),
    "brick": drawn(chip, BRICK_SHAPE, BRICK_PALE),
    "red brick": drawn(chip, BRICK_SHAPE, BRICK),
    "ochre brick": drawn(chip, BRICK_SHAPE, OCHRE),
    "shard": drawn(chip, polygon((10, 60), (44, 18), (92, 40), (58, 66)), "#c9983f"),
    "upper jaw": drawn(_jaw, True),
    "lower jaw": drawn(_jaw, False),
    "star": drawn(_star, "#fff3b8", 5, 0.45),
    "spark": drawn(_star, "#ffe27a", 4, 0.24),
    "coin": drawn(_coin),
    "wall": drawn(_wall),
    "arc": drawn(_arc),
    "chevron": drawn(Canvas.lay, ribbon([(22, 62), (50, 32), (78, 62)], 14), colour="#ff5a3c", edge=4, gloss=0.6),
    "plus": drawn(Canvas.lay, *PLUS, colour=BONE, edge=5, gloss=0.4, shadow=3),
}
"""Painters of solid particles at a size."""


class KnightParticles(Particles):
    """The particles of the labyrinth; each type of knight is one of them too."""

    def upright(self, kit: Kit, name: str, side: int) -> pygame.Surface:
        if name in get_args(KnightKind):
            return resized(knight(kit, cast("KnightKind", name), min(side, MASTER)), (side, side))
        return super().upright(kit, name, side)


PARTICLES = KnightParticles("dragon", SOLID, SOFT)


class EffectScene(NamedTuple):
    """The inputs of an effect: the squares and knights concerned, and its own random numbers."""

    cells: Sequence[Point]
    kinds: Sequence[KnightKind]
    chance: Sequence[float]


Show = Callable[[EffectScene, float], Iterator[Particle]]


# -- effects of events


def _eat(scene: EffectScene, share: float) -> Iterator[Particle]:
    """Two bites of golden teeth, and crumbs."""
    x, y = scene.cells[0]
    bite = abs(math.cos(math.tau * min(share, 0.75) / 0.75 * 0.5 * 2))
    seen = 1 - within(share, 0.72, 0.9)
    yield from cloud("dust", (x, y + 0.1), share, scene.chance, count=4, strength=0.5)
    yield from scatter(
        ("crumb", "crumb", "ochre brick"), (x, y), within(share, 0.15, 1), scene.chance, count=14, reach=0.75, size=0.16
    )
    yield Particle("upper jaw", x, y - 0.1 - 0.22 * bite, 0.95, seen)
    yield Particle("lower jaw", x, y + 0.1 + 0.22 * bite, 0.95, seen)


def _fill(scene: EffectScene, share: float) -> Iterator[Particle]:
    """Bricks that fly in one after the other and settle."""
    x, y = scene.cells[0]
    places = ((-0.22, 0.16), (0.12, 0.18), (-0.1, 0.0), (0.22, 0.02), (-0.2, -0.16), (0.1, -0.17))
    for i, (right, down) in enumerate(places):
        way = within(share, i * 0.1, i * 0.1 + 0.35)
        if way > 0:
            rest = (1 - way) ** 2
            yield Particle(
                "brick" if i % 2 else "red brick", x + right + (i % 2 - 0.5) * 1.3 * rest, y + down - 0.9 * rest,
                0.34 + 0.14 * rest, min(1.0, way * 3) * (1 - within(share, 0.85, 1)), rest * 8 * (1 if i % 2 else -1),
            )  # fmt: skip
    yield from cloud("dust", (x, y + 0.12), within(share, 0.5, 1), scene.chance, count=5, strength=0.6)


def _crumble(scene: EffectScene, share: float) -> Iterator[Particle]:
    """Bricks that sink into an opening black pit, and rising dust."""
    x, y = scene.cells[0]
    opened = eased_out(within(share, 0.05, 0.6))
    yield Particle("pit", x, y, 0.72 * opened, 1 - within(share, 0.75, 1))
    for i in range(7):
        turn = math.tau * (i + scene.chance[i]) / 7
        way = 0.32 * (1 - 0.75 * within(share, 0.1, 0.8))
        yield Particle(
            "red brick" if i % 2 else "brick", x + way * math.cos(turn), y + way * math.sin(turn) + 0.08 * share,
            0.3 * (1 - 0.85 * within(share, 0.1, 0.8)), 1 - within(share, 0.6, 0.85), i * 2 + 6 * share,
        )  # fmt: skip
    yield from cloud("dust", (x, y), share, scene.chance, count=7, reach=0.55, size=0.42, strength=0.8)


def _regrow(scene: EffectScene, share: float) -> Iterator[Particle]:
    """A wall that rises out of the ground, and dust at its foot."""
    x, y = scene.cells[0]
    up = eased_out(within(share, 0, 0.7))
    over = 0.06 * swell(within(share, 0.5, 0.85))
    yield Particle(
        "wall", x, y + 0.28 * (1 - up) - over, 0.45 + 0.53 * up, min(1.0, share * 4) * (1 - within(share, 0.8, 1))
    )
    for i in range(8):
        side = -1 if i % 2 else 1
        way = (0.2 + 0.36 * eased_out(share)) * (0.7 + 0.5 * scene.chance[i])
        fading = 0.8 * min(1.0, share * 6) * (1 - share)
        yield Particle("dust", x + side * way, y + 0.36 + 0.1 * (scene.chance[i + 9] - 0.5), 0.22 + 0.3 * share, fading)
        yield Particle("crumb", x + side * way * 1.15, y + 0.4 - 0.3 * swell(share) * scene.chance[i + 5], 0.11,
                       1 - within(share, 0.6, 1), i * 2 + 8 * share)  # fmt: skip


def _blast(scene: EffectScene, share: float) -> Iterator[Particle]:
    """A flash, fire over the five squares, smoke that lingers, an expanding ring, and shards."""
    x, y = scene.cells[0]
    around = ((0.0, 0.0), (0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    for i, (right, down) in enumerate(around):
        fire = within(share, 0.03 * i, 0.42)
        out = eased_out(fire)
        yield Particle("red glow", x + right * out, y + down * out, 0.5 + 0.6 * fire, 0.9 * swell(fire))
    yield Particle("flash", x, y, 0.5 + 1.5 * eased_out(within(share, 0, 0.3)), 1 - within(share, 0.14, 0.42))
    for i, (right, down) in enumerate(around):
        late = within(share, 0.16 if i else 0.1, 1)
        yield from cloud(
            "smoke" if i else "soot", (x + right * 0.92, y + down * 0.92), late, scene.chance[i:], count=3, reach=0.3,
            size=0.62,
        )  # fmt: skip
    yield Particle("smoke ring", x, y, 0.4 + 2.6 * eased_out(share), 0.8 * (1 - share))
    yield from scatter(("shard", "stone"), (x, y), share, scene.chance, count=14, reach=1.6, size=0.17, up=0.4)


def _topple(scene: EffectScene, share: float) -> Iterator[Particle]:
    """Walls that collapse outwards in bricks and dust."""
    for number, (x, y) in enumerate(scene.cells):
        luck = [*scene.chance[number:], *scene.chance[:number]]
        yield from scatter(("ochre brick", "crumb"), (x, y), share, luck, count=10, reach=0.62, size=0.24, up=0.14)
        yield from cloud("dust", (x, y + 0.1), share, luck, count=5, reach=0.46, size=0.44)


def _teleport(scene: EffectScene, share: float) -> Iterator[Particle]:
    """A swirl that closes at the start, and one that opens at the target."""
    for number, (x, y) in enumerate(scene.cells[:2]):
        part = within(share, 0, 0.45) if number == 0 else within(share, 0.2, 1)
        size = 1.15 - 0.75 * eased_out(part) if number == 0 else 0.4 + 0.75 * eased_out(part)
        strength = swell(part)
        yield Particle("violet glow", x, y, size * 1.1, 0.55 * strength)
        yield Particle("swirl", x, y, size, strength, part * 9 * (-1 if number else 1))
        yield Particle("violet ring", x, y, 0.3 + 0.9 * (1 - part if number == 0 else part), 0.9 * strength)
        for i in range(7):
            turn = math.tau * (i / 7 + part * 0.5)
            way = 0.46 * (1 - part if number == 0 else part)
            yield Particle(
                "spark", x + way * math.cos(turn), y + way * math.sin(turn) - 0.25 * part * number, 0.15, strength
            )


def _leap(scene: EffectScene, share: float) -> Iterator[Particle]:
    """The shadow on the ground, the push of the springs, and dust at the landing."""
    (x, y), (end_x, end_y) = scene.cells[0], scene.cells[-1]
    way = eased_out(within(share, 0, 0.6))
    flown = within(share, 0, 0.6)
    yield Particle("shade", x + (end_x - x) * way, y + (end_y - y) * way + 0.36, 0.72 - 0.3 * swell(flown),
               0.9 * (1 - within(share, 0.6, 0.75)))  # fmt: skip
    yield Particle("arc", x, y + 0.34, 0.3 + 0.34 * eased_out(share), (1 - share) ** 1.5)
    landed = within(share, 0.5, 1)
    if landed > 0:
        for i in range(6):
            side = -1 if i % 2 else 1
            out = (0.1 + 0.36 * eased_out(landed)) * (0.7 + 0.6 * scene.chance[i])
            yield Particle("dust", end_x + side * out, end_y + 0.38, 0.16 + 0.2 * landed, 0.75 * (1 - landed))


def _fall(scene: EffectScene, share: float) -> Iterator[Particle]:
    """The knight turns and shrinks in the dark."""
    x, y = scene.cells[0]
    gone = within(share, 0, 0.8)
    yield Particle("pit", x, y, 0.72, 0.85 * (1 - within(share, 0.8, 1)))
    yield Particle(scene.kinds[0], x, y + 0.1 * gone, 0.9 * (1 - 0.9 * gone**1.3), 1 - gone**2, 11 * gone**1.4)
    yield from cloud("dust", (x, y), within(share, 0.55, 1), scene.chance, count=4, reach=0.24, size=0.28, strength=0.5)


def _hide(scene: EffectScene, share: float) -> Iterator[Particle]:
    """A glow at the gate, the knight disappearing in it, and gold leaping up."""
    x, y = scene.cells[0]
    yield Particle("gold glow", x, y + 0.1, 0.9 + 0.7 * swell(share), 0.85 * swell(share))
    gone = within(share, 0, 0.55)
    if gone < 1:
        yield Particle(scene.kinds[0], x, y + 0.24 * gone, 0.9 - 0.62 * gone, 1 - gone)
    late = within(share, 0.25, 1)
    if late > 0:
        yield from scatter(("coin", "spark"), (x, y + 0.2), late, scene.chance, count=10, reach=0.6, size=0.16, up=0.7)


def _crush(scene: EffectScene, share: float) -> Iterator[Particle]:
    """The knight is pressed flat between stones, and dust bursts out to both sides."""
    x, y = scene.cells[0]
    pressed = within(share, 0, 0.4)
    yield Particle(scene.kinds[0], x, y + 0.2 * pressed, 0.9 - 0.45 * pressed, 1 - pressed)
    for side in (-1, 1):
        gap = 0.5 * (1 - eased_out(pressed)) + 0.2
        yield Particle("wall", x + side * gap, y, 0.46, min(1.0, share * 6) * (1 - within(share, 0.6, 0.85)))
    burst = within(share, 0.3, 1)
    if burst > 0:
        yield Particle("red glow", x, y, 0.9, 0.4 * (1 - burst))
        yield from cloud("dust", (x, y), burst, scene.chance, count=8, reach=0.75, size=0.46, strength=0.9)
        yield from scatter(("crumb", "stone"), (x, y), burst, scene.chance, count=8, reach=0.7, size=0.14)


def _bounce(scene: EffectScene, share: float) -> Iterator[Particle]:
    """Stars where the knight has hit the wall."""
    x, y = scene.cells[1] if len(scene.cells) > 1 else scene.cells[0]
    from_x, from_y = scene.cells[0]
    hit = x + (from_x - x) * 0.22, y + (from_y - y) * 0.22
    late = within(share, 0.15, 1)
    yield Particle("white ring", *hit, 0.2 + 0.6 * eased_out(late), 0.9 * (1 - late))
    yield Particle("star", *hit, 0.5 * swell(min(1.0, late + 0.25)), 1 - within(share, 0.5, 0.8))
    for i in range(5):
        turn = math.tau * (i + 0.25) / 5
        way = 0.52 * eased_out(late)
        yield Particle(
            "star", hit[0] + way * math.cos(turn), hit[1] + way * math.sin(turn), 0.2, 1 - late, i + 5 * share
        )


def _supply(scene: EffectScene, share: float) -> Iterator[Particle]:
    """A plus that rises in a sparkle."""
    x, y = scene.cells[0]
    yield Particle("green glow", x, y, 0.9, 0.4 * swell(share))
    yield Particle("plus", x, y - 0.1 - 0.42 * eased_out(share), 0.3, 1 - within(share, 0.6, 1))
    for i in range(7):
        turn = math.tau * (i + scene.chance[i]) / 7
        way = 0.22 + 0.26 * eased_out(share)
        twinkle = swell(within(share, 0.08 * i, 0.08 * i + 0.5))
        yield Particle(
            "spark", x + way * math.cos(turn), y + way * math.sin(turn) - 0.12 * share, 0.2 * twinkle, twinkle
        )


def _restock(scene: EffectScene, share: float) -> Iterator[Particle]:
    """A gleam over the store: its stock has grown."""
    x, y = scene.cells[0]
    seen = swell(share)
    yield Particle("gold glow", x, y - 0.04, 0.5 + 0.4 * seen, 0.7 * seen)
    yield Particle("white ring", x, y - 0.04, 0.3 + 0.5 * eased_out(share), 0.5 * seen)
    for right, down, late in ((0.22, -0.24, 0.0), (-0.2, 0.06, 0.15)):
        twinkle = swell(within(share, late, late + 0.8))
        yield Particle("spark", x + right, y + down, 0.46 * twinkle, twinkle, 3 * share)


def _mine_back(scene: EffectScene, share: float) -> Iterator[Particle]:
    """Four red points that close in on the plate, and a glint."""
    x, y = scene.cells[0]
    way = 0.24 * (1 - eased_out(within(share, 0, 0.45))) + 0.38
    seen = min(1.0, share * 5) * (1 - within(share, 0.65, 1))
    late = within(share, 0.4, 1)
    yield Particle("red glow", x, y, 0.7, 0.7 * swell(late))
    yield Particle("white ring", x, y, 0.5 + 0.4 * eased_out(late), 0.8 * swell(late))
    for i in range(4):
        turn = math.tau * i / 4
        yield Particle("chevron", x + way * math.sin(turn), y - way * math.cos(turn), 0.36, seen, i * 4 + 8)


SHOWS: Mapping[str, tuple[Show, float]] = {
    "eat": (_eat, 1.6),
    "fill": (_fill, 1.8),
    "crumble": (_crumble, 1.8),
    "regrow": (_regrow, 1.6),
    "blast": (_blast, 2.2),
    "topple": (_topple, 1.8),
    "teleport": (_teleport, 1.4),
    "leap": (_leap, 1.4),
    "fall": (_fall, 2),
    "hide": (_hide, 2),
    "crush": (_crush, 1.8),
    "bounce": (_bounce, 1.4),
    "supply": (_supply, 1.6),
    "restock": (_restock, 1.4),
    "mine_back": (_mine_back, 1.4),
}
"""The effect of each event and its duration in slides; other events are shown only by the knights' moves."""


class Effects(RunningEffects):
    """The running effects of one board; the owner begins, updates and draws them.

    An effect shows nothing but what its event names: an event that the viewer must not know of must not begin one.
    """

    particles = PARTICLES

    def begin(self, event: Event, seconds: float, kinds: Mapping[str, KnightKind] | None = None) -> float:
        """Begin what belongs to an event, and return how many seconds it takes: 0 if nothing does.

        ``seconds`` is how long the stage takes for a slide; ``kinds`` says what the knights of the event are, so that
        the right one falls.
        """
        if event.name not in SHOWS or not event.paths or not all(event.paths.values()):
            return 0.0
        show, slides = SHOWS[event.name]
        return self.start(partial(show, _scene(event, kinds or {})), slides * seconds)


def _scene(event: Event, kinds: Mapping[str, KnightKind]) -> EffectScene:
    """The inputs of an effect; the squares come first, then the knights."""
    names = sorted(event.paths, key=lambda name: name != SQUARES)
    cells = [(cell.col + 0.5, cell.row + 0.5) for name in names for cell in event.paths[name]]
    found: list[KnightKind] = [kinds.get(name, "ordinary") for name in names if name != SQUARES]
    first = event.paths[names[0]][0]
    return EffectScene(cells, found or ["ordinary"], chances(first.row * 101 + first.col))


def spark(canvas: pygame.Surface, colour: pygame.Color) -> None:
    """Paint a spark: a star of four rays, white in the middle, with a glow like a torch's."""
    side, (x, y) = canvas.get_width(), canvas.get_rect().center
    ember = colour.lerp("#ff8a1e", 0.55)
    for step in range(8):
        ember.a = 12 + 7 * step
        pygame.draw.circle(canvas, ember, (x, y), 0.42 * side * (1 - step / 8))
    for reach, waist, ink in ((0.5, 0.09, "#ffb347"), (0.34, 0.06, "#fff1c4")):
        ends = [(side * (waist if i % 2 else reach), math.tau * i / 8) for i in range(8)]
        rays = [(x + far * math.cos(angle), y + far * math.sin(angle)) for far, angle in ends]
        pygame.draw.polygon(canvas, ink, rays)
