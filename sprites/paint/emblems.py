"""The emblems of the five games: a maze, a rabbit, a feathered serpent, two Ls and a dragon, each a small relief.

The program's own icon is five brass pins in a dark square: painted for windows at any size, and written as SVG.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from sprites.paint.canvas import Canvas, Point, blob, box, curve, disc, ellipse, polygon, ribbon
from sprites.paint.kit import Kit, kept
from sprites.paint.surface_cache import smooth

BRASS = "#d3a044"
LIMESTONE, SAND, QUILL = "#ddd3bd", "#a8834f", "#fdf3d8"


@kept
def emblem(_kit: Kit, game: str, size: int) -> pygame.Surface:
    """A game's emblem on a transparent square of ``size`` pixels."""
    return draw_emblem(game, max(16, size)).picture()


def draw_emblem(game: str, size: int) -> Canvas:
    """Draw a game's emblem on a canvas of a side in pixels, to be composed with something else."""
    canvas = Canvas(size)
    EMBLEMS.get(game, _counter)(canvas)
    return canvas


def _counter(canvas: Canvas) -> None:
    """Draw a brass counter, for a game without an emblem."""
    canvas.lay(disc(50, 50, 34), colour=BRASS, edge=4, gloss=0.6, shadow=5)
    canvas.lay(disc(50, 50, 24), colour=BRASS, raised=-0.8, shadow=0)


def _labyrinth(canvas: Canvas) -> None:
    """Draw a limestone maze, and the brass arrow that pushes into it."""
    canvas.lay(box(13, 17, 74, 74, 4), colour=SAND, raised=0.6, shadow=5)
    walls: tuple[tuple[Point, ...], ...] = (
        ((43, 20), (16, 20), (16, 88), (84, 88), (84, 20), (57, 20)),
        ((43, 20), (43, 34), (30, 34), (30, 47)),
        ((57, 20), (57, 34), (70, 34), (70, 61)),
        ((16, 61), (43, 61), (43, 47), (57, 47), (57, 61)),
        ((30, 61), (30, 74), (57, 74)),
        ((84, 74), (70, 74)),
    )
    body = [ribbon(wall, 5.4) for wall in walls]
    canvas.lay(*body, colour=LIMESTONE, edge=1.3, raised=1.1, gloss=0.15, shadow=3)
    canvas.lay(polygon((50, 49.5), (55, 54.5), (50, 61), (45, 54.5)), colour="#c43a4b", edge=1.4, raised=1.2,
               gloss=1.2, shadow=1.6)  # fmt: skip
    arrow = polygon((38, 3), (62, 3), (62, 12), (68.5, 12), (50, 31), (31.5, 12), (38, 12))
    canvas.lay(arrow, colour=BRASS, edge=1.7, raised=1.3, gloss=0.9, shadow=3.4)


def _jumpin(canvas: Canvas) -> None:
    """Draw a rabbit looking out of its burrow, and a mushroom beside it."""
    canvas.lay(ellipse(49, 83, 41, 13), colour="#6a4325", edge=3, raised=0.9, shadow=3)
    canvas.lay(ellipse(49, 82, 33, 9), colour="#22120a", raised=-0.6, shadow=0)
    fur, pale, pink = "#e9dcc6", "#fbf4e6", "#e7a39b"
    for side, lean in ((-1, -11), (1, 17)):
        x = 48 + side * 12
        canvas.lay(ellipse(x + lean * 0.35, 23, 7.6, 22, lean), colour=fur, edge=3.2, gloss=0.2, shadow=2.4)
        canvas.lay(ellipse(x + lean * 0.38, 24, 3.9, 16, lean), colour=pink, raised=-0.5, shadow=0)
    body = (ellipse(48, 78, 21, 16), ellipse(48, 54, 24.5, 21.5))
    canvas.lay(*body, colour=fur, edge=5.5, raised=0.9, gloss=0.25, shadow=3)
    canvas.lay(ellipse(40.5, 61.5, 9.5, 8), ellipse(55.5, 61.5, 9.5, 8), colour=pale, edge=3, raised=0.8, shadow=0.8)
    canvas.lay(ellipse(48, 56, 4.2, 3), colour="#c96a68", edge=1, raised=1.1, gloss=0.8, shadow=0.6)
    for x in (37, 59):
        canvas.lay(ellipse(x, 49, 4.2, 5.2), colour="#2a1a14", edge=1.2, gloss=0.5, shadow=0)
        canvas.ink(disc(x - 1.4, 47, 1.4), colour="#ffffff")
    canvas.lay(ellipse(33, 84, 7.5, 5.4), ellipse(63, 84, 7.5, 5.4), colour=pale, edge=2.4, gloss=0.2, shadow=1.6)
    _mushroom(canvas, 84, 74)


def _mushroom(canvas: Canvas, x: float, y: float) -> None:
    canvas.lay(ribbon([(x, y - 4), (x, y + 10)], 7, 9), colour="#f1e6d0")
    cap = tuple((x + 14 * math.cos(i / 24 * math.pi), y - 13 * math.sin(i / 24 * math.pi)) for i in range(25))
    canvas.lay((cap,), ellipse(x, y, 14, 3), colour="#c8382f", edge=3, gloss=0.6, shadow=1.6)
    for dx, dy, radius in ((-7, -4, 2.2), (0, -8.6, 2.6), (7, -4.4, 2.0)):
        canvas.lay(disc(x + dx, y + dy, radius), colour="#fff6e6", edge=0.7, raised=0.6, shadow=0)


SERPENT: tuple[Point, ...] = (
    (14, 84), (30, 90), (48, 85), (64, 88), (82, 82), (86, 68), (72, 60), (52, 63), (32, 64), (20, 54), (24, 40),
    (40, 35),
)  # fmt: skip
"""The path of the serpent's body, from the tip of its tail to the neck."""


def _coatl(canvas: Canvas) -> None:
    """Draw a feathered serpent: a chain of segments, each colour with a feather of its own, and a crested head."""
    way = curve(SERPENT, 9)
    jade, clay, gold, obsidian = "#2fa37d", "#e0793a", "#e8bf4c", "#3a3560"
    count = 12
    pieces = [way[i * (len(way) - 1) // count : (i + 1) * (len(way) - 1) // count + 1] for i in range(count)]
    canvas.lay(ribbon(way, 7, 17.5), colour="#1a1413", shadow=4)
    for i, piece in enumerate(pieces):
        width = 5.5 + 11 * min(1.0, (i + 1) / 7)
        canvas.lay(ribbon(piece[1:-1] or piece, width), colour=(jade, gold, obsidian)[i % 3], edge=2.4, raised=1.1,
                   gloss=0.5, shadow=1)  # fmt: skip
        _feather(canvas, piece, width, i % 3)
    for i, colour in enumerate((clay, gold, jade, clay, "#d8475a")):
        turn = math.radians(-168 + i * 27)
        tip = (52 + 32 * math.cos(turn), 33 + 23.5 * math.sin(turn))
        plume = curve(((52, 34), ((52 + tip[0]) / 2 + 2, (33 + tip[1]) / 2 - 1), tip), 6)
        canvas.lay(ribbon(plume, 5, 10), colour=colour, gloss=0.35, shadow=1.5)
        canvas.ink(ribbon(plume, 0.9), colour="#fff2cf", strength=0.75)
    _serpent_head(canvas, clay, gold)


def _feather(canvas: Canvas, piece: tuple[Point, ...], width: float, pattern: int) -> None:
    (ax, ay), (bx, by) = piece[len(piece) // 3], piece[-1 - len(piece) // 3]
    x, y = (ax + bx) / 2, (ay + by) / 2
    length = math.hypot(bx - ax, by - ay) or 1
    dx, dy = (bx - ax) / length, (by - ay) / length
    r = width * 0.26
    if pattern == 1:
        canvas.ink(disc(x, y, r * 0.8), colour="#7a4a12", strength=0.8)
        return
    tip, bar = (x + dx * r, y + dy * r), [(x + dy * r, y - dx * r), (x - dy * r, y + dx * r)]
    if pattern == 0:
        bar = [(x - dx * r + dy * r, y - dy * r - dx * r), tip, (x - dx * r - dy * r, y - dy * r + dx * r)]
    canvas.ink(ribbon(bar, width * 0.13), colour=QUILL, strength=0.8)


def _serpent_head(canvas: Canvas, colour: str, gold: str) -> None:
    tongue = [ribbon(curve(((80, 43), (87, 46), (92, 43)), 5), 2), ribbon(((87, 46), (93, 49)), 1.7)]
    canvas.lay(*tongue, colour="#d8475a", edge=0.6, shadow=0.8)
    jaw = blob((46, 42), (58, 51), (72, 51), (80, 46), (70, 43), (52, 38))
    canvas.lay(jaw, colour="#b85a28", shadow=1.6)
    skull = blob((40, 38), (41, 26), (52, 20), (66, 23), (80, 31), (87, 38), (82, 43), (66, 42), (50, 45))
    canvas.lay(skull, colour=colour, edge=3, raised=1.1, gloss=0.6)
    canvas.lay(polygon((76, 42), (79.5, 42), (78, 47.5)), polygon((69, 42), (72, 42), (70.8, 46.5)), colour="#fff8e4",
               edge=0.5, shadow=0.4)  # fmt: skip
    canvas.lay(disc(58, 30, 6), colour=gold, edge=1.4, gloss=0.5, shadow=1)
    canvas.lay(disc(58.8, 30.2, 3.5), colour="#1c100c", edge=0.8, gloss=0.6, shadow=0)
    canvas.ink(disc(57.6, 28.8, 1.1), colour="#ffffff")
    canvas.lay(disc(80, 35.2, 1.3), colour="#5c2610", edge=0.4, raised=-0.5, shadow=0)


def _lgame(canvas: Canvas) -> None:
    """Draw the first position on its ivory board."""
    canvas.lay(box(6, 6, 88, 88, 9), colour="#efe6d2", edge=2.2, raised=0.9, gloss=0.3, shadow=5)
    start, cell = 13.0, 18.5
    lines = [box(start + i * cell - 0.4, start, 0.8, 4 * cell) for i in range(5)]
    lines += [box(start, start + i * cell - 0.4, 4 * cell, 0.8) for i in range(5)]
    canvas.lay(*lines, colour="#c3b595", edge=0.4, raised=-0.5, shadow=0)

    def middle(col: int, row: int) -> Point:
        return start + (col + 0.5) * cell, start + (row + 0.5) * cell

    red = ribbon([middle(2, 0), middle(1, 0), middle(1, 2)], cell * 0.8)
    blue = ribbon([middle(1, 3), middle(2, 3), middle(2, 1)], cell * 0.8)
    canvas.lay(red, colour="#d5431c", edge=3, raised=1.1, gloss=0.9, shadow=3.4)
    canvas.lay(blue, colour="#0f6db4", edge=3, raised=1.1, gloss=0.9, shadow=3.4)
    for col, row in ((0, 0), (3, 3)):
        x, y = middle(col, row)
        canvas.lay(ellipse(x, y, 6.8, 6.1, 24), colour="#8d8b86", edge=3.4, raised=1.1, gloss=0.5, shadow=2.6)


def _dragon(canvas: Canvas) -> None:
    """Draw the stone dragon's head in the light of a knight's lantern."""
    stone, dark = "#9a939c", "#6d6672"
    for horn in (((62, 30), (76, 20), (86, 6)), ((70, 38), (84, 34), (95, 24)), ((72, 50), (85, 51), (96, 44))):
        canvas.lay(ribbon(curve(horn, 6), 12, 2), colour="#cfc4b2", gloss=0.3, shadow=2.4)
    neck = blob((58, 42), (76, 40), (86, 62), (95, 92), (58, 95), (62, 76), (54, 64), steps=7)
    canvas.lay(neck, colour=dark, edge=4, shadow=4)
    jaw = blob((26, 64), (38, 68), (56, 72), (68, 62), (58, 56), (40, 61), (26, 58), steps=7)
    canvas.lay(jaw, colour=dark, edge=2.6, raised=1.1, shadow=3)
    head = blob(
        (16, 50), (22, 40), (40, 34), (56, 21), (70, 24), (77, 40), (76, 58), (62, 62), (44, 57), (24, 58), steps=8
    )
    canvas.lay(head, colour=stone, edge=4, raised=1.2, gloss=0.25, shadow=3)
    teeth = [polygon((x, 56.5), (x + 5, 56.5), (x + 2.2, 64.5)) for x in (25, 33, 41)]
    canvas.lay(*teeth, colour="#efe7d4", edge=0.8, shadow=0.8)
    cracks = (((70, 30), (65, 36), (68, 42), (63, 49)), ((66, 76), (72, 82), (70, 90)), ((36, 38), (39, 43), (36, 47)))
    canvas.lay(*(ribbon(crack, 1) for crack in cracks), colour="#2e2a33", edge=0.5, raised=-0.6, shadow=0)
    canvas.lay(polygon((44, 40), (60, 32), (58, 42), (49, 45)), colour="#241d28", edge=1, raised=-0.6, shadow=0)
    canvas.lay(polygon((46.5, 41), (57, 35.5), (55.8, 41), (50, 43.4)), colour="#ffb52e", edge=1, raised=0.5, shadow=0)
    canvas.ink(ribbon(((52.4, 36.6), (51.6, 43)), 1.8), colour="#3a1204")
    canvas.lay(ellipse(22, 47, 2.6, 1.6, -30), colour="#2e2a33", edge=0.6, raised=-0.5, shadow=0)
    canvas.glow(52, 40, 20, "#ff8a1e", 0.6)
    _lantern(canvas, 25, 80)


def _lantern(canvas: Canvas, x: float, y: float) -> None:
    ring = [(x + 6 * math.cos(a / 12 * math.tau), y - 15 + 6 * math.sin(a / 12 * math.tau)) for a in range(13)]
    canvas.lay(ribbon(ring, 1.8), colour=BRASS, edge=0.7, gloss=0.8, shadow=1)
    canvas.lay(box(x - 9, y - 8, 18, 20, 3), colour="#ffcf63", edge=3, raised=0.5)
    canvas.lay(blob((x, y - 6), (x + 4, y + 3), (x, y + 9), (x - 4, y + 3)),
               colour="#fff6d0", edge=1.5, raised=0.2, shadow=0)  # fmt: skip
    frame = [box(x - 10, y - 9, 2.4, 22, 1), box(x + 7.6, y - 9, 2.4, 22, 1), box(x - 12, y + 11, 24, 5, 2),
             polygon((x - 12, y - 7), (x - 5, y - 14), (x + 5, y - 14), (x + 12, y - 7))]  # fmt: skip
    canvas.lay(*frame, colour=BRASS, edge=1.1, raised=1.2, gloss=0.8, shadow=1)
    canvas.glow(x, y, 46, "#ff9a2e", 0.85)


EMBLEMS: dict[str, Callable[[Canvas], None]] = {
    "labyrinth": _labyrinth,
    "jumpin": _jumpin,
    "coatl": _coatl,
    "lgame": _lgame,
    "dragon": _dragon,
}


# -- the program's icon

GROUND, EDGE = "#2a1d15", "#6d5340"
ROUND, THIN = 1 / 5, 1 / 32
"""The radius of the square's corners and the width of its edge; all lengths are shares of the square's side."""
PLACES = ((1 / 4, 1 / 4), (3 / 4, 1 / 4), (1 / 2, 1 / 2), (1 / 4, 3 / 4), (3 / 4, 3 / 4))


PIN = ((1 / 64, 1 / 50, 0.1, "#8f6a22"), (0, 0, 0.1, "#d9a441"), (-1 / 40, -1 / 40, 0.045, "#f7dd9a"))
"""The discs of a pin: the offset of each from the pin's middle, to the right and down, its radius and its colour."""


def icon(side: int) -> pygame.Surface:
    """Paint the program's icon at a width in pixels."""

    def paint(canvas: pygame.Surface, factor: int) -> None:
        wide = side * factor
        pygame.draw.rect(canvas, GROUND, canvas.get_rect(), border_radius=round(ROUND * wide))
        pygame.draw.rect(canvas, EDGE, canvas.get_rect(), max(1, round(THIN * wide)), border_radius=round(ROUND * wide))
        for x, y in PLACES:
            for right, down, radius, colour in PIN:
                pygame.draw.circle(canvas, colour, (wide * (x + right), wide * (y + down)), wide * radius)

    return smooth((side, side), paint)


def icon_svg() -> str:
    """Write the icon as an SVG of lines and discs."""
    side = 512
    edge = THIN * side
    frame = f'x="{edge / 2:g}" y="{edge / 2:g}" width="{side - edge:g}" height="{side - edge:g}"'
    discs = [
        f'  <circle cx="{side * (x + right):g}" cy="{side * (y + down):g}" r="{side * radius:g}" fill="{colour}"/>\n'
        for x, y in PLACES
        for right, down, radius, colour in PIN
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}">\n'
        f'  <rect {frame} rx="{ROUND * side - edge / 2:g}" fill="{GROUND}" stroke="{EDGE}" stroke-width="{edge:g}"/>\n'
        f"{''.join(discs)}</svg>\n"
    )
