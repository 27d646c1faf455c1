"""Small beasts of the labyrinth, as figures of medallions: lizard, moth, owl, rat, scarab, spider."""

from __future__ import annotations

from sprites.easel import blob, curve, disc, ellipse, polygon, ribbon
from sprites.labyrinth_medals_enamel import GOLD, INK, Graver, mirrored


def lizard(pen: Graver) -> None:
    """Draw a lizard from above, its legs spread and its tail curled."""
    green, pale = "#1c7038", "#a8e05a"
    spine = curve(((52, 30), (46, 42), (47, 54), (53, 66), (52, 80), (40, 89), (26, 84), (23, 71), (33, 66)), 6)
    legs = (((46, 38), (30, 40), (24, 26)), ((54, 38), (72, 34), (80, 44)), ((50, 60), (34, 54), (22, 58)),
            ((56, 60), (73, 64), (77, 78)))  # fmt: skip
    for hip, knee, foot in legs:
        pen.body(ribbon((hip, knee, foot), 7), disc(*foot, 5.6), colour=green, edge=2)
    pen.body(ribbon(spine, 20, 5), colour=green, edge=4)
    pen.body(blob((56, 5), (67, 14), (67, 26), (56, 36), (46, 32), (42, 22), (46, 10)), colour=green, edge=4)
    pen.ink(ribbon(spine[3:32], 6, 2.4), colour=pale)
    pen.body(disc(46, 19, 4.4), disc(65, 19, 4.4), colour="#ffe14d", edge=1.4, shadow=0.6)
    pen.ink(disc(46, 19, 2), disc(65, 19, 2), colour=INK)


def moth(pen: Graver) -> None:
    """Draw a moth with eyes on its wings."""
    brown, deep, cream = "#8a4f2a", "#5c3018", "#ffe6b0"
    pen.body(*mirrored(ribbon(curve(((47, 30), (40, 16), (27, 9)), 5), 4.4)), colour=deep, edge=1.4)
    pen.body(*mirrored(blob((48, 52), (30, 58), (22, 74), (30, 90), (42, 84), (49, 66))), colour=deep, edge=4)
    pen.body(*mirrored(blob((48, 34), (31, 23), (12, 26), (6, 36), (13, 54), (28, 62), (47, 56))), colour=brown, edge=4)
    pen.ink(*mirrored(ribbon(curve(((11, 31), (12, 43), (20, 54)), 5), 3.4)), colour=cream)
    pen.body(*mirrored(disc(28, 41, 9.4)), colour=cream, edge=2, shadow=0)
    pen.ink(*mirrored(disc(28, 41, 5.2)), *mirrored(disc(34, 74, 4)), colour="#1f1430")
    pen.body(ellipse(50, 54, 6.4, 25), colour="#e8c08a", edge=3)
    pen.ink(*(ribbon([(45, y), (55, y)], 2.4) for y in (58, 65, 72)), colour=deep)
    pen.body(disc(50, 30, 7), colour="#e8c08a", edge=2.6)


def owl(pen: Graver) -> None:
    """Draw an owl from in front, with large eyes."""
    brown, deep, pale = "#6f4120", "#4c2a16", "#f3deb0"
    pen.body(*mirrored(polygon((22, 40), (20, 11), (46, 25))), colour=deep, edge=3)
    pen.body(blob((50, 17), (72, 21), (82, 40), (82, 66), (70, 86), (50, 92), (30, 86), (18, 66), (18, 40), (28, 21)),
             colour=brown, edge=6)  # fmt: skip
    pen.body(*mirrored(blob((19, 46), (13, 60), (18, 80), (30, 84), (30, 62))), colour=deep, edge=3)
    pen.body(ellipse(50, 73, 17, 17), colour=pale, edge=4, shadow=0)
    chevrons = [ribbon([(x - 4, y), (x, y + 4), (x + 4, y)], 2.4) for x, y in ((43, 68), (57, 68), (50, 76))]
    pen.ink(*chevrons, colour=brown)
    pen.body(*mirrored(disc(35, 40, 15.5)), colour=pale, edge=3, shadow=1)
    pen.body(*mirrored(disc(36, 40, 10.4)), colour="#ffb52e", edge=2, shadow=0)
    pen.ink(*mirrored(disc(37, 40, 6.4)), colour=INK)
    pen.ink(disc(34.5, 37, 2.4), disc(60.5, 37, 2.4), colour="#ffffff")
    pen.body(polygon((44, 45), (56, 45), (50, 61)), colour="#f08a24", edge=2, shadow=1.4)
    pen.body(*mirrored(ellipse(41, 91, 6, 4)), colour="#f08a24", edge=2)


def rat(pen: Graver) -> None:
    """Draw a rat from aside, with its long tail over its back."""
    fur, pink = "#4a4650", "#d9788a"
    pen.body(
        ribbon(curve(((22, 72), (10, 62), (12, 42), (25, 34), (36, 27), (36, 14)), 6), 7.4, 4),
        colour="#b8506a",
        edge=1.6,
    )
    pen.body(blob((16, 74), (19, 54), (36, 44), (55, 46), (69, 48), (82, 57), (90, 67), (84, 74), (68, 79), (50, 85),
                  (28, 84)), colour=fur, edge=6)  # fmt: skip
    pen.body(ellipse(32, 68, 13, 14), colour="#55505c", edge=4, shadow=1)
    pen.body(disc(61, 41, 12.8), colour=fur, edge=3)
    pen.hollow(disc(61.5, 42, 8), colour=pink)
    pen.ink(disc(75, 57, 4), colour="#ffffff")
    pen.ink(disc(75.6, 57.4, 2.6), colour=INK)
    pen.body(disc(90, 68, 4.4), colour=pink, edge=1.6)
    pen.body(ellipse(36, 85, 11, 4), ellipse(66, 82, 8, 3.8), colour=pink, edge=2)
    pen.ink(ribbon([(82, 67), (71, 72)], 1.6), ribbon([(82, 65), (70, 65)], 1.6), colour="#f6e6ea")


def scarab(pen: Graver) -> None:
    """Draw a scarab that holds the sun."""
    blue, deep, light = "#14578f", "#0c3560", "#2f8fd0"
    legs = (((34, 44), (20, 36), (22, 22)), ((30, 60), (12, 60), (8, 70)), ((34, 74), (20, 78), (23, 89)))
    pen.body(*mirrored(*(ribbon(leg, 6.4, 4) for leg in legs)), colour=deep, edge=1.8)
    pen.body(disc(50, 14, 10.5), colour="#d8361e", edge=3, gloss=0.5)
    pen.body(blob((50, 24), (62, 27), (64, 38), (36, 38), (38, 27)), colour=deep, edge=3)
    pen.body(ellipse(50, 44, 22, 12), colour=light, edge=4, gloss=0.5)
    pen.body(blob((50, 48), (68, 49), (76, 62), (72, 80), (50, 94), (28, 80), (24, 62), (32, 49)), colour=blue, edge=6,
             gloss=0.5)  # fmt: skip
    pen.body(
        ribbon([(28, 51), (50, 55), (72, 51)], 3.4), ribbon([(50, 54), (50, 91)], 3.2), colour=GOLD, edge=1, shadow=0.6
    )
    pen.ink(*mirrored(ribbon(curve(((41, 60), (36, 70), (41, 82)), 5), 2.4)), colour=light)


def spider(pen: Graver) -> None:
    """Draw a spider from above."""
    black, red = "#1c1420", "#e2342f"
    legs = (((46, 40), (34, 22), (27, 10)), ((44, 46), (22, 32), (8, 36)), ((44, 54), (20, 58), (9, 72)),
            ((46, 60), (31, 74), (29, 91)))  # fmt: skip
    pen.body(*mirrored(*(ribbon(curve(leg, 5), 6, 3.4) for leg in legs)), colour=black, edge=1.6, gloss=0.2)
    pen.body(ellipse(50, 67, 18, 21), colour=black, edge=5, gloss=0.5)
    pen.body(disc(50, 42, 12.5), colour=black, edge=4, gloss=0.5)
    pen.ink(polygon((42, 58), (58, 58), (50, 68)), polygon((50, 66), (58, 77), (42, 77)), colour=red)
    pen.ink(*mirrored(disc(45, 36, 3)), colour="#ffffff")
