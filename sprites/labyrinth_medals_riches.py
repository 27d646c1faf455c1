"""Treasures of gold and stones, as figures of medallions: money bag, crown, keys, ring, chest, emerald."""

from __future__ import annotations

from sprites.easel import blob, box, disc, ellipse, polygon, ribbon, ring
from sprites.labyrinth_medals_enamel import GOLD, INK, SILVER, Graver, mirrored

GOLD_DEEP, GOLD_DARK = "#c98a22", "#7c4a10"


def money_bag(pen: Graver) -> None:
    """Draw a full sack, tied at its neck, with a coin on it and coins before it."""
    linen, rope = "#e0b070", "#8a3a22"
    pen.body(blob((50, 33), (66, 37), (82, 58), (83, 76), (70, 87), (50, 89), (30, 87), (17, 76), (18, 58), (34, 37)),
             colour=linen, edge=6)  # fmt: skip
    pen.body(blob((39, 31), (29, 17), (37, 15), (43, 19), (50, 13), (57, 19), (64, 14), (71, 18), (61, 31), (50, 33)),
             colour=linen, edge=3)  # fmt: skip
    pen.ink(*mirrored(ribbon([(40, 39), (32, 50), (30, 58)], 2.4, 1)), ribbon([(52, 38), (54, 45)], 2.2, 1),
            colour="#9a6a34", strength=0.8)  # fmt: skip
    pen.body(ribbon([(36, 32), (50, 35), (64, 32)], 7), colour=rope, edge=2)
    _coin(pen, 50, 64, 15)


def _coin(pen: Graver, x: float, y: float, radius: float) -> None:
    pen.body(disc(x, y, radius), colour=GOLD, gloss=0.7, edge=2)
    pen.hollow(disc(x, y, radius * 0.72), colour=GOLD_DEEP)
    rays = ((0, -1), (0.3, -0.3), (1, 0), (0.3, 0.3), (0, 1), (-0.3, 0.3), (-1, 0), (-0.3, -0.3))
    star = polygon(*((x + radius * 0.5 * a, y + radius * 0.5 * b) for a, b in rays))
    pen.body(star, colour=GOLD, gloss=0.7, edge=1.4, shadow=0.8)


def crown(pen: Graver) -> None:
    """Draw a crown of five points with a band of stones."""
    pen.body(ellipse(50, 71, 33, 7), colour=GOLD_DARK, edge=2)
    pen.body(polygon((18, 74), (11, 33), (30, 51), (33, 23), (46, 48), (50, 16), (54, 48), (67, 23), (70, 51), (89, 33),
                     (82, 74)), colour=GOLD, gloss=0.6, edge=2.6)  # fmt: skip
    for x, y in ((11, 32), (33, 22), (50, 15), (67, 22), (89, 32)):
        pen.body(disc(x, y, 5.2), colour="#fff0d8", edge=2, gloss=0.6, shadow=1.4)
    pen.body(box(18, 69, 64, 15, 5), colour=GOLD, gloss=0.6, edge=2.6)
    for x, colour in ((28, "#d8263c"), (50, "#1d7fd0"), (72, "#d8263c")):
        pen.body(ellipse(x, 76.5, 6, 5), colour=colour, edge=2, gloss=1.0, shadow=0)


def keys(pen: Graver) -> None:
    """Draw two keys crossed, a golden one over a silver one."""
    _key(pen, -1, SILVER)
    _key(pen, 1, GOLD)


def _key(pen: Graver, side: int, colour: str) -> None:
    """Draw a key from its bow at the top, on that side, down to its bit at the other."""
    turned = -1 if side > 0 else 1

    def at(along: float, aside: float) -> tuple[float, float]:
        """Give a place so far along the shank, and so far to its outer side."""
        return 50 + turned * (-0.66 * along + 0.75 * aside), 50 + 0.75 * along + 0.66 * aside

    bow = at(-29, 0)
    pen.body(ring(*bow, 12.4, 7.6), ribbon([at(-18, 0), at(41, 0)], 7.2), disc(*at(-15, 0), 5.4),
             ribbon([at(38, 0), at(38, 15)], 7), ribbon([at(26, 0), at(26, 11)], 6.4),
             colour=colour, gloss=0.7, edge=2.2, shadow=2.6)  # fmt: skip


def gold_ring(pen: Graver) -> None:
    """Draw a ring with a large stone."""
    pen.body(ring(50, 64, 23, 9), colour=GOLD, gloss=0.7, edge=3)
    pen.body(polygon((38, 37), (62, 37), (57, 47), (43, 47)), colour=GOLD, gloss=0.5, edge=2)
    stone = polygon((34, 10), (66, 10), (77, 22), (50, 45), (23, 22))
    pen.body(stone, colour="#8fe0f5", gloss=0.8, edge=1.6, shadow=2.6)
    pen.ink(polygon((34, 10), (41, 22), (23, 22)), polygon((41, 22), (50, 10), (59, 22)), colour="#e4fbff")
    pen.ink(polygon((66, 10), (77, 22), (59, 22)), polygon((59, 22), (77, 22), (50, 45)), colour="#3796c4")
    pen.ink(polygon((41, 22), (59, 22), (50, 45)), colour="#64c3e4")


def chest(pen: Graver) -> None:
    """Draw a chest with its lid raised a little over the gold in it."""
    wood, iron = "#b5713a", GOLD
    pen.body(blob((15, 43), (16, 27), (29, 17), (50, 16), (71, 17), (84, 27), (85, 43), (50, 44)), colour=wood, edge=5)
    pen.body(box(16, 39, 68, 20, 2), colour="#4a2412", edge=2)
    for x, y in ((24, 50), (37, 47), (50, 46), (63, 47), (76, 50), (31, 52), (44, 51), (56, 51), (69, 52)):
        pen.body(disc(x, y, 6.4), colour="#ffdf6b", gloss=0.7, edge=2, shadow=1)
    pen.body(box(14, 52, 72, 30, 3), colour=wood, edge=3)
    pen.body(box(22, 18, 8, 25, 2), box(70, 18, 8, 25, 2), box(21, 53, 8, 29, 1), box(71, 53, 8, 29, 1), colour=iron,
             gloss=0.6, edge=1.8, shadow=1.2)  # fmt: skip
    pen.body(box(40, 50, 20, 19, 4), colour=iron, gloss=0.6, edge=2)
    pen.ink(disc(50, 57, 3.4), polygon((48.4, 57), (51.6, 57), (53, 65), (47, 65)), colour=INK)


def emerald(pen: Graver) -> None:
    """Draw a great cut emerald."""
    pale, light, green, deep = "#c8ffd9", "#6df0a0", "#25c46e", "#0e8a4a"
    pen.body(polygon((32, 9), (68, 9), (84, 26), (84, 74), (68, 91), (32, 91), (16, 74), (16, 26)), colour=green,
             gloss=0.5, edge=2, shadow=2.6)  # fmt: skip
    pen.ink(polygon((32, 9), (68, 9), (61, 28), (39, 28)), polygon((32, 9), (39, 28), (33, 34), (16, 26)), colour=light)
    pen.ink(polygon((16, 26), (33, 34), (33, 66), (16, 74)), colour=light, strength=0.6)
    pen.ink(
        polygon((84, 26), (67, 34), (67, 66), (84, 74)), polygon((84, 74), (67, 66), (61, 72), (68, 91)), colour=deep
    )
    pen.ink(polygon((32, 91), (68, 91), (61, 72), (39, 72)), colour=deep, strength=0.75)
    pen.body(polygon((39, 28), (61, 28), (67, 34), (67, 66), (61, 72), (39, 72), (33, 66), (33, 34)), colour="#3fe08a",
             gloss=0.5, edge=1.4, shadow=0)  # fmt: skip
    pen.ink(polygon((36, 52), (56, 30), (61, 30), (36, 60)), polygon((37, 66), (64, 37), (64, 40), (40, 67)),
            colour=pale, strength=0.8)  # fmt: skip
