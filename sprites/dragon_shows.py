"""How each event of the labyrinth is shown: small pictures at places, as a function of the share of its time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from logic.dragon.board import KnightKind
from sprites.effects import Mote, Point, cloud, eased_out, swell, thrown, within


class Scene(NamedTuple):
    """What an effect is made from: the squares it happens on, the knights it happens to, and its own luck."""

    cells: Sequence[Point]
    kinds: Sequence[KnightKind]
    chance: Sequence[float]


Show = Callable[[Scene, float], Iterator[Mote]]


# -- what is shown for each event


def _eat(scene: Scene, share: float) -> Iterator[Mote]:
    """Two bites of golden teeth, and crumbs."""
    x, y = scene.cells[0]
    bite = abs(math.cos(math.tau * min(share, 0.75) / 0.75 * 0.5 * 2))
    seen = 1 - within(share, 0.72, 0.9)
    yield from cloud("dust", (x, y + 0.1), share, scene.chance, count=4, strength=0.5)
    yield from thrown(
        ("crumb", "crumb", "ochre brick"),
        (x, y),
        within(share, 0.15, 1),
        scene.chance,
        count=14,
        reach=0.75,
        size=0.16,
    )
    yield Mote("upper jaw", x, y - 0.1 - 0.22 * bite, 0.95, seen)
    yield Mote("lower jaw", x, y + 0.1 + 0.22 * bite, 0.95, seen)


def _fill(scene: Scene, share: float) -> Iterator[Mote]:
    """Bricks fly in one after the other and settle."""
    x, y = scene.cells[0]
    places = ((-0.22, 0.16), (0.12, 0.18), (-0.1, 0.0), (0.22, 0.02), (-0.2, -0.16), (0.1, -0.17))
    for i, (right, down) in enumerate(places):
        way = within(share, i * 0.1, i * 0.1 + 0.35)
        if way > 0:
            rest = (1 - way) ** 2
            yield Mote(
                "brick" if i % 2 else "red brick", x + right + (i % 2 - 0.5) * 1.3 * rest, y + down - 0.9 * rest,
                0.34 + 0.14 * rest, min(1.0, way * 3) * (1 - within(share, 0.85, 1)), rest * 8 * (1 if i % 2 else -1),
            )  # fmt: skip
    yield from cloud("dust", (x, y + 0.12), within(share, 0.5, 1), scene.chance, count=5, strength=0.6)


def _crumble(scene: Scene, share: float) -> Iterator[Mote]:
    """Bricks sink into a black that opens, and dust rises."""
    for x, y in scene.cells[:1]:
        opened = eased_out(within(share, 0.05, 0.6))
        yield Mote("pit", x, y, 0.72 * opened, 1 - within(share, 0.75, 1))
        for i in range(7):
            turn = math.tau * (i + scene.chance[i]) / 7
            way = 0.32 * (1 - 0.75 * within(share, 0.1, 0.8))
            yield Mote(
                "red brick" if i % 2 else "brick", x + way * math.cos(turn), y + way * math.sin(turn) + 0.08 * share,
                0.3 * (1 - 0.85 * within(share, 0.1, 0.8)), 1 - within(share, 0.6, 0.85), i * 2 + 6 * share,
            )  # fmt: skip
        yield from cloud("dust", (x, y), share, scene.chance, count=7, reach=0.55, size=0.42, strength=0.8)


def _regrow(scene: Scene, share: float) -> Iterator[Mote]:
    """A wall rises out of the ground, and dust rolls off its foot."""
    for x, y in scene.cells[:1]:
        up = eased_out(within(share, 0, 0.7))
        over = 0.06 * swell(within(share, 0.5, 0.85))
        yield Mote(
            "wall", x, y + 0.28 * (1 - up) - over, 0.45 + 0.53 * up, min(1.0, share * 4) * (1 - within(share, 0.8, 1))
        )
        for i in range(8):
            side = -1 if i % 2 else 1
            way = (0.2 + 0.36 * eased_out(share)) * (0.7 + 0.5 * scene.chance[i])
            fading = 0.8 * min(1.0, share * 6) * (1 - share)
            yield Mote("dust", x + side * way, y + 0.36 + 0.1 * (scene.chance[i + 9] - 0.5), 0.22 + 0.3 * share, fading)
            yield Mote("crumb", x + side * way * 1.15, y + 0.4 - 0.3 * swell(share) * scene.chance[i + 5], 0.11,
                       1 - within(share, 0.6, 1), i * 2 + 8 * share)  # fmt: skip


def _blast(scene: Scene, share: float) -> Iterator[Mote]:
    """A flash, fire over the five squares, smoke that stays, a ring that runs out, and shards."""
    x, y = scene.cells[0]
    around = ((0.0, 0.0), (0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    for i, (right, down) in enumerate(around):
        fire = within(share, 0.03 * i, 0.42)
        out = eased_out(fire)
        yield Mote("red glow", x + right * out, y + down * out, 0.5 + 0.6 * fire, 0.9 * swell(fire))
    yield Mote("flash", x, y, 0.5 + 1.5 * eased_out(within(share, 0, 0.3)), 1 - within(share, 0.14, 0.42))
    for i, (right, down) in enumerate(around):
        late = within(share, 0.16 if i else 0.1, 1)
        yield from cloud(
            "smoke" if i else "soot", (x + right * 0.92, y + down * 0.92), late, scene.chance[i:], count=3, reach=0.3,
            size=0.62,
        )  # fmt: skip
    yield Mote("smoke ring", x, y, 0.4 + 2.6 * eased_out(share), 0.8 * (1 - share))
    yield from thrown(("shard", "stone"), (x, y), share, scene.chance, count=14, reach=1.6, size=0.17, up=0.4)


def _topple(scene: Scene, share: float) -> Iterator[Mote]:
    """Walls come down outwards in bricks and dust."""
    for number, (x, y) in enumerate(scene.cells):
        luck = [*scene.chance[number:], *scene.chance[:number]]
        yield from thrown(("ochre brick", "crumb"), (x, y), share, luck, count=10, reach=0.62, size=0.24, up=0.14)
        yield from cloud("dust", (x, y + 0.1), share, luck, count=5, reach=0.46, size=0.44)


def _teleport(scene: Scene, share: float) -> Iterator[Mote]:
    """A swirl that closes where he left, and one that opens where he comes."""
    for number, (x, y) in enumerate(scene.cells[:2]):
        part = within(share, 0, 0.45) if number == 0 else within(share, 0.2, 1)
        size = 1.15 - 0.75 * eased_out(part) if number == 0 else 0.4 + 0.75 * eased_out(part)
        strength = swell(part)
        yield Mote("violet glow", x, y, size * 1.1, 0.55 * strength)
        yield Mote("swirl", x, y, size, strength, part * 9 * (-1 if number else 1))
        yield Mote("violet ring", x, y, 0.3 + 0.9 * (1 - part if number == 0 else part), 0.9 * strength)
        for i in range(7):
            turn = math.tau * (i / 7 + part * 0.5)
            way = 0.46 * (1 - part if number == 0 else part)
            yield Mote(
                "spark", x + way * math.cos(turn), y + way * math.sin(turn) - 0.25 * part * number, 0.15, strength
            )


def _leap(scene: Scene, share: float) -> Iterator[Mote]:
    """The shadow that runs below, the push of the springs, and dust where he lands."""
    (x, y), (end_x, end_y) = scene.cells[0], scene.cells[-1]
    way = eased_out(within(share, 0, 0.6))
    flown = within(share, 0, 0.6)
    yield Mote("shade", x + (end_x - x) * way, y + (end_y - y) * way + 0.36, 0.72 - 0.3 * swell(flown),
               0.9 * (1 - within(share, 0.6, 0.75)))  # fmt: skip
    yield Mote("arc", x, y + 0.34, 0.3 + 0.34 * eased_out(share), (1 - share) ** 1.5)
    landed = within(share, 0.5, 1)
    if landed > 0:
        for i in range(6):
            side = -1 if i % 2 else 1
            out = (0.1 + 0.36 * eased_out(landed)) * (0.7 + 0.6 * scene.chance[i])
            yield Mote("dust", end_x + side * out, end_y + 0.38, 0.16 + 0.2 * landed, 0.75 * (1 - landed))


def _fall(scene: Scene, share: float) -> Iterator[Mote]:
    """He turns and grows small in the dark."""
    x, y = scene.cells[0]
    gone = within(share, 0, 0.8)
    yield Mote("pit", x, y, 0.72, 0.85 * (1 - within(share, 0.8, 1)))
    yield Mote(scene.kinds[0], x, y + 0.1 * gone, 0.9 * (1 - 0.9 * gone**1.3), 1 - gone**2, 11 * gone**1.4)
    yield from cloud("dust", (x, y), within(share, 0.55, 1), scene.chance, count=4, reach=0.24, size=0.28, strength=0.5)


def _hide(scene: Scene, share: float) -> Iterator[Mote]:
    """The gate glows, takes him in, and gold leaps up."""
    x, y = scene.cells[0]
    yield Mote("gold glow", x, y + 0.1, 0.9 + 0.7 * swell(share), 0.85 * swell(share))
    gone = within(share, 0, 0.55)
    if gone < 1:
        yield Mote(scene.kinds[0], x, y + 0.24 * gone, 0.9 - 0.62 * gone, 1 - gone)
    late = within(share, 0.25, 1)
    if late > 0:
        yield from thrown(("coin", "spark"), (x, y + 0.2), late, scene.chance, count=10, reach=0.6, size=0.16, up=0.7)


def _crush(scene: Scene, share: float) -> Iterator[Mote]:
    """He is pressed flat between stones, and dust bursts out to both sides."""
    x, y = scene.cells[0]
    pressed = within(share, 0, 0.4)
    yield Mote(scene.kinds[0], x, y + 0.2 * pressed, 0.9 - 0.45 * pressed, 1 - pressed)
    for side in (-1, 1):
        gap = 0.5 * (1 - eased_out(pressed)) + 0.2
        yield Mote("wall", x + side * gap, y, 0.46, min(1.0, share * 6) * (1 - within(share, 0.6, 0.85)))
    burst = within(share, 0.3, 1)
    if burst > 0:
        yield Mote("red glow", x, y, 0.9, 0.4 * (1 - burst))
        yield from cloud("dust", (x, y), burst, scene.chance, count=8, reach=0.75, size=0.46, strength=0.9)
        yield from thrown(("crumb", "stone"), (x, y), burst, scene.chance, count=8, reach=0.7, size=0.14)


def _bounce(scene: Scene, share: float) -> Iterator[Mote]:
    """Stars where he ran against the wall."""
    x, y = scene.cells[1] if len(scene.cells) > 1 else scene.cells[0]
    from_x, from_y = scene.cells[0]
    hit = x + (from_x - x) * 0.22, y + (from_y - y) * 0.22
    late = within(share, 0.15, 1)
    yield Mote("white ring", *hit, 0.2 + 0.6 * eased_out(late), 0.9 * (1 - late))
    yield Mote("star", *hit, 0.5 * swell(min(1.0, late + 0.25)), 1 - within(share, 0.5, 0.8))
    for i in range(5):
        turn = math.tau * (i + 0.25) / 5
        way = 0.52 * eased_out(late)
        yield Mote("star", hit[0] + way * math.cos(turn), hit[1] + way * math.sin(turn), 0.2, 1 - late, i + 5 * share)


def _supply(scene: Scene, share: float) -> Iterator[Mote]:
    """A plus rises in a sparkle."""
    x, y = scene.cells[0]
    yield Mote("green glow", x, y, 0.9, 0.4 * swell(share))
    yield Mote("plus", x, y - 0.1 - 0.42 * eased_out(share), 0.3, 1 - within(share, 0.6, 1))
    for i in range(7):
        turn = math.tau * (i + scene.chance[i]) / 7
        way = 0.22 + 0.26 * eased_out(share)
        twinkle = swell(within(share, 0.08 * i, 0.08 * i + 0.5))
        yield Mote("spark", x + way * math.cos(turn), y + way * math.sin(turn) - 0.12 * share, 0.2 * twinkle, twinkle)


def _restock(scene: Scene, share: float) -> Iterator[Mote]:
    """A gleam runs over the store: one more lies there."""
    for x, y in scene.cells[:1]:
        seen = swell(share)
        yield Mote("gold glow", x, y - 0.04, 0.5 + 0.4 * seen, 0.7 * seen)
        yield Mote("white ring", x, y - 0.04, 0.3 + 0.5 * eased_out(share), 0.5 * seen)
        for right, down, late in ((0.22, -0.24, 0.0), (-0.2, 0.06, 0.15)):
            twinkle = swell(within(share, late, late + 0.8))
            yield Mote("spark", x + right, y + down, 0.46 * twinkle, twinkle, 3 * share)


def _mine_back(scene: Scene, share: float) -> Iterator[Mote]:
    """Four red points close in on the plate, and it glints."""
    for x, y in scene.cells[:1]:
        way = 0.24 * (1 - eased_out(within(share, 0, 0.45))) + 0.38
        seen = min(1.0, share * 5) * (1 - within(share, 0.65, 1))
        late = within(share, 0.4, 1)
        yield Mote("red glow", x, y, 0.7, 0.7 * swell(late))
        yield Mote("white ring", x, y, 0.5 + 0.4 * eased_out(late), 0.8 * swell(late))
        for i in range(4):
            turn = math.tau * i / 4
            yield Mote("chevron", x + way * math.sin(turn), y - way * math.cos(turn), 0.36, seen, i * 4 + 8)


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
"""For each event what is shown and how many slides long; what is not named here is shown by the knights' own moves."""
