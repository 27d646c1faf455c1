"""Who haunts the labyrinth, as figures of medallions: ghost, genie, gnome, princess, dragon, bat."""

from __future__ import annotations

from sprites.easel import blob, curve, disc, ellipse, polygon, ribbon, ring
from sprites.labyrinth_medals_enamel import GOLD, INK, IVORY, Graver, mirrored

SKIN, SKIN_DARK = "#f6cfa6", "#b5724a"


def ghost(pen: Graver) -> None:
    """Draw a ghost with lifted arms and a ragged hem."""
    sheet = "#eef3ff"
    pen.body(*mirrored(blob((30, 44), (17, 34), (9, 40), (13, 53), (28, 62))), colour=sheet, edge=3)
    pen.body(blob((50, 9), (70, 17), (77, 40), (78, 68), (80, 85), (71, 80), (61, 90), (50, 82), (39, 90), (29, 80),
                  (20, 85), (22, 68), (23, 40), (30, 17)), colour=sheet, edge=6, gloss=0.2)  # fmt: skip
    pen.ink(*mirrored(ellipse(39, 38, 6, 8.5)), ellipse(50, 60, 6.5, 9), colour="#1b1d45")


def genie(pen: Graver) -> None:
    """Draw a genie with crossed arms who rises out of a lamp."""
    blue, deep, light = "#4cc3ee", "#2a8fc8", "#8fe4fb"
    pen.body(ring(21, 78, 6, 4.4), blob((87, 66), (82, 80), (70, 90), (50, 94), (32, 91), (22, 80),
                                       (36, 78), (56, 81), (74, 77)), colour=GOLD, gloss=0.7, edge=3)  # fmt: skip
    pen.body(ribbon(curve(((86, 67), (80, 62), (66, 69), (52, 74), (49, 60)), 7), 5, 27), colour=deep, edge=4)
    pen.body(blob((28, 40), (38, 33), (62, 33), (72, 40), (77, 52), (66, 58), (60, 67), (40, 67), (34, 58),
                  (23, 52)), colour=blue, edge=5)  # fmt: skip
    pen.body(*mirrored(disc(24, 46, 10.5)), colour=light, edge=4, shadow=1)
    pen.body(ribbon([(23, 51), (34, 62), (60, 55)], 11), colour=light, edge=3.4)
    pen.body(ribbon([(77, 51), (66, 62), (42, 56)], 11), colour=light, edge=3.4)
    pen.body(*mirrored(ribbon([(30, 58), (35, 62)], 12.4)), colour=GOLD, edge=2, gloss=0.7, shadow=0.8)
    pen.body(ellipse(50, 25, 15, 16.5), colour=light, edge=4)
    pen.body(ribbon(curve(((50, 12), (51, 5), (58, 3), (63, 8)), 5), 9, 4), colour=INK, edge=2)
    pen.body(ribbon([(43, 12), (50, 10), (57, 12)], 5), colour=GOLD, edge=1.6, gloss=0.7, shadow=1)
    pen.body(*mirrored(disc(34, 31, 3.6)), colour=GOLD, edge=1.4, gloss=0.7, shadow=1)
    pen.ink(*mirrored(disc(44.6, 24, 2.4)), *mirrored(ribbon([(40, 18.6), (47, 20.6)], 2.2)), colour=INK)
    pen.ink(blob((46, 34), (50, 36), (54, 34), (52.6, 40), (50, 46), (47.4, 40)), colour=INK)


def gnome(pen: Graver) -> None:
    """Draw a gnome: a pointed hat, a large nose and a white beard."""
    pen.body(blob((27, 52), (73, 52), (83, 62), (74, 81), (50, 93), (26, 81), (17, 62)), colour="#f6f2ea", edge=5)
    pen.body(*mirrored(ellipse(23, 55, 6, 7)), ellipse(50, 53, 24, 15), colour=SKIN, edge=4)
    pen.body(
        blob((27, 62), (38, 61), (50, 66), (62, 61), (73, 62), (66, 71), (50, 72), (34, 71)), colour="#ffffff", edge=3
    )
    pen.body(blob((50, 4), (58, 16), (70, 36), (81, 49), (66, 48), (50, 46), (34, 48), (19, 49), (30, 36), (42, 16)),
             colour="#ff6a3a", edge=5)  # fmt: skip
    pen.ink(*mirrored(disc(39, 54.5, 3)), colour=INK)
    pen.body(ellipse(50, 60, 8, 7), colour="#f0a070", edge=3)


def princess(pen: Graver) -> None:
    """Draw a princess: long fair hair, a tiara, a pink gown."""
    hair = "#f7cf52"
    pen.body(blob((50, 13), (72, 20), (79, 44), (80, 68), (73, 82), (50, 78), (27, 82), (20, 68), (21, 44), (28, 20)),
             colour=hair, edge=6)  # fmt: skip
    pen.body(blob((42, 66), (58, 66), (72, 76), (78, 90), (50, 97), (22, 90), (28, 76)), colour="#7fd6f2", edge=4)
    pen.body(polygon((44, 60), (56, 60), (60, 74), (50, 82), (40, 74)), colour="#eab98c", edge=2)
    pen.body(ellipse(50, 48, 18.5, 21), colour=SKIN, edge=5)
    pen.body(blob((50, 24), (66, 30), (71, 50), (60, 38), (50, 35), (40, 38), (29, 50), (34, 30)), colour=hair, edge=3)
    pen.ink(*mirrored(ellipse(42.5, 48, 2.8, 3.6)), colour="#2b2450")
    pen.ink(*mirrored(disc(38.5, 56, 3.6)), colour="#f29a8c", strength=0.7)
    pen.ink(blob((44, 60), (50, 62), (56, 60), (50, 65)), colour="#c8263c")
    pen.body(polygon((32, 27), (30, 9), (41, 17), (50, 3), (59, 17), (70, 9), (68, 27), (50, 22)), colour="#fff3cf",
             edge=2, gloss=0.6)  # fmt: skip
    pen.body(disc(50, 16, 4.2), colour="#e2267c", edge=1.6, gloss=0.9, shadow=0)


def dragon(pen: Graver) -> None:
    """Draw a dragon's head that breathes fire."""
    green, dark = "#74d653", "#3f9a3a"
    for ends, wide, colour in (
        (((95, 66), (90, 80), (76, 88)), 15, "#ff7a1a"),
        (((89, 67), (85, 75), (76, 80)), 8, "#ffe27a"),
    ):
        tongues = [ribbon([(66, 64), ((66 + x) / 2 + 2, (64 + y) / 2), (x, y)], wide, 2) for x, y in ends]
        pen.body(*tongues, colour=colour, edge=2, gloss=0, shadow=0)
    pen.body(ribbon(curve(((40, 104), (22, 78), (20, 50), (38, 36)), 6), 40, 30), colour=dark, edge=5)
    for x, y in ((14, 35), (6, 52), (8, 70)):
        pen.body(polygon((x + 11, y - 8), (x - 2, y - 2), (x + 9, y + 9)), colour="#f2a63c", edge=2)
    horns = [curve(way, 5) for way in (((38, 30), (29, 20), (28, 9)), ((53, 27), (50, 15), (55, 5)))]
    pen.body(*(ribbon(horn, 12, 4) for horn in horns), colour=IVORY, edge=2.4)
    pen.body(blob((36, 58), (50, 65), (66, 73), (60, 80), (44, 79), (32, 68)), colour=dark, edge=3)
    pen.body(blob((27, 38), (42, 26), (58, 30), (74, 38), (87, 45), (89, 54), (80, 60), (62, 59), (46, 62), (29, 60)),
             colour=green, edge=5)  # fmt: skip
    pen.ink(polygon((80, 57), (73, 57), (76, 67)), polygon((68, 57), (61, 57), (64, 67)), colour="#ffffff")
    pen.body(ellipse(51, 41, 8, 7), colour="#ffe14d", edge=1.6, shadow=1)
    pen.ink(ellipse(52.5, 41, 2.5, 6), disc(82, 48, 2.6), colour=INK)


def bat(pen: Graver) -> None:
    """Draw a bat with its wings spread."""
    dark, body = "#2b1a38", "#47305a"
    wing = polygon(
        *curve(((50, 42), (38, 38), (28, 25), (22, 16)), 4), *curve(((22, 16), (8, 32), (4, 58)), 4),
        *curve(((4, 58), (14, 52), (21, 66)), 4), *curve(((21, 66), (30, 58), (37, 72)), 4), (50, 68),
    )  # fmt: skip
    pen.body(*mirrored(wing), colour=dark, edge=2.4, gloss=0.2)
    ribs = [ribbon([(25, 22), end], 1.8) for end in ((20, 62), (37, 68), (8, 50))]
    pen.ink(*mirrored(*ribs), colour="#7a5c92")
    pen.body(*mirrored(polygon((38, 38), (37, 15), (50, 29))), colour=body, edge=2.4)
    pen.body(ellipse(50, 60, 11, 19), colour=body, edge=4)
    pen.body(ellipse(50, 40, 14, 13.5), colour=body, edge=4)
    pen.ink(*mirrored(disc(44, 39, 4)), colour="#ffe98a")
    pen.ink(*mirrored(disc(44.6, 39.4, 1.8)), colour=INK)
    pen.ink(*mirrored(polygon((44, 47), (48.5, 47), (46.4, 54))), colour="#ffffff")
