"""How the prophecies of Cóatl lay their patterns out: beads on a cord, in a heap, between stops, under a loop."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import pygame

from logic.coatl.cards import Prophecy
from sprites.bakery import smooth
from sprites.coatl_beads import ANY, RIM, THREAD, bead
from sprites.easel import Point
from sprites.kit import Kit

ACROSS, DOWN = 0.65, 0.78
"""How far apart the beads of a long cord lie, which winds like a serpent; all lengths here are in beads."""
ACROSS_BRIEF, DOWN_BRIEF = 0.54, 0.86
"""The same where every pixel counts."""
NEXT = 0.98
"""How far apart they lie on a straight one."""
MORE = 0.52
"""How large the beads are that say that more of them may follow."""
LEAST_LABEL = 11
"""In pixels, how high the label of a loop must be to be written."""
LEAST_LOOP = 11
"""In pixels, how long a loop must be to be drawn."""
BEYOND = 0.09
"""How far a cord is seen past its first and its last bead."""


class Spot(NamedTuple):
    """Where a bead lies, by its middle."""

    x: float
    y: float
    colour: str
    size: float = 1.0


class Layout(NamedTuple):
    """A pattern laid out: its beads; whether a cord runs through them; what stands around some of them.

    ``stops`` shut both ends: not one more. ``loop`` is where a mark for “one or more” begins and ends, and how high.
    """

    spots: tuple[Spot, ...]
    cord: bool = True
    stops: bool = False
    loop: tuple[float, float, float] | None = None


def layout(card: Prophecy, *, straight: bool = False, brief: bool = False) -> Layout:
    """Lay a pattern out, from the head end at the left; ``straight``, low enough for a tag, ``brief``, in few beads."""
    name, pattern = card.family.name, card.pattern
    if name == "red":
        return _heap(pattern, straight=straight)
    if name == "anywhere":
        return _scattered(pattern, straight=straight)
    if name == "colorful":
        return Layout(_row(pattern), loop=(NEXT - 0.42, NEXT + 0.42, -0.72)) if brief else _or_more(pattern)
    letters = _letters(name, pattern)
    row = _row(letters) if straight or len(letters) < 4 else _wave(letters, brief=brief)
    if name == "blackx":
        return Layout(row, stops=True)
    loop = (row[2].x - 0.42, row[2].x + 0.42, row[2].y - 0.68) if name == "blank" else None
    return Layout(row, loop=loop)


def _letters(name: str, pattern: str) -> str:
    """Give the colours of a pattern in their order, bead for bead."""
    a, b = pattern[0], pattern[-1]
    shapes = {
        "blackx": a * 2, "trio": a * 3, "pair": a + b, "quartet": (a + b) * 2, "three_two": a * 3 + b * 2,
        "two_three": a * 2 + b * 3, "two_two": a * 2 + b * 2, "blank": a + b + ANY + b + a,
    }  # fmt: skip
    return shapes.get(name, pattern)


def _row(letters: str) -> tuple[Spot, ...]:
    return tuple(Spot(NEXT * place, 0, letter) for place, letter in enumerate(letters))


def _wave(letters: str, *, brief: bool) -> tuple[Spot, ...]:
    across, down = (ACROSS_BRIEF, DOWN_BRIEF) if brief else (ACROSS, DOWN)
    return tuple(Spot(across * place, down * (place % 2), letter) for place, letter in enumerate(letters))


def _heap(colour: str, *, straight: bool) -> Layout:
    if straight:
        return Layout(tuple(Spot(0.56 * place, 0, colour) for place in range(3)), cord=False)
    return Layout((Spot(0.5, 0, colour), Spot(0, 0.84, colour), Spot(1, 0.84, colour)), cord=False)


def _scattered(pattern: str, *, straight: bool) -> Layout:
    if straight:
        return Layout(tuple(Spot(0.78 * place, 0, letter) for place, letter in enumerate(pattern)), cord=False)
    places = ((0.1, 0.15), (1.3, -0.1), (2.35, 0.3), (0.35, 1.25), (1.5, 1.0), (2.5, 1.4))
    if len(pattern) == 5:
        places = ((0.05, 0.1), (1.75, -0.1), (0.9, 0.75), (0.1, 1.5), (1.8, 1.4), (0, 0))
    # The colours are spread, so that nobody takes the heap for an order.
    mixed = pattern[::2] + pattern[1::2]
    return Layout(tuple(Spot(x, y, letter) for (x, y), letter in zip(places, mixed, strict=False)), cord=False)


def _or_more(pattern: str) -> Layout:
    before, many, after = tuple(pattern)
    spots = (Spot(0, 0, before), Spot(1, 0, many), Spot(1.75, 0, many, MORE), Spot(2.26, 0, many, MORE),
             Spot(3.02, 0, after))  # fmt: skip
    return Layout(spots, loop=(0.72, 2.46, -0.66))


# -- drawing


class _Frame(NamedTuple):
    """Where a layout is drawn: how many pixels a bead has, and where the point 0, 0 lies."""

    bead: float
    left: float
    top: float

    def at(self, x: float, y: float) -> Point:
        """Give the pixel of a place."""
        return self.left + x * self.bead, self.top + y * self.bead


def draw_pattern(kit: Kit, surface: pygame.Surface, rect: pygame.Rect, what: Layout, most: float) -> None:
    """Draw a layout as large as it fits into a rectangle, its beads at most so many pixels wide."""
    frame, label = _fitted(rect, what, most)
    around = rect.inflate(rect.width // 5, rect.height // 5).clip(surface.get_rect())
    moved = frame._replace(left=frame.left - around.left, top=frame.top - around.top)
    surface.blit(smooth(around.size, partial(_draw_lines, what, moved)), around)
    for spot in what.spots:
        picture = bead(kit, spot.colour, max(3, round(frame.bead * spot.size * 1.08)))
        x, y = frame.at(spot.x, spot.y)
        surface.blit(picture, picture.get_rect(center=(round(x), round(y))))
    if what.loop is not None and label >= LEAST_LABEL:
        x, y = frame.at((what.loop[0] + what.loop[1]) / 2, what.loop[2] - 0.2)
        words = kit.bakery.text("1+", "interface", round(label), RIM)
        surface.blit(words, words.get_rect(midbottom=(round(x), round(y))))


def _fitted(rect: pygame.Rect, what: Layout, most: float) -> tuple[_Frame, float]:
    """Give where a layout is drawn, and how high the letters of its label are: 0 where there is no room for them."""
    aside = 0.42 if what.stops else BEYOND * what.cord
    left = min(spot.x - spot.size / 2 for spot in what.spots) - aside
    right = max(spot.x + spot.size / 2 for spot in what.spots) + aside
    top = min(spot.y - spot.size / 2 for spot in what.spots)
    bottom = max(spot.y + spot.size / 2 for spot in what.spots)
    if what.loop is not None:
        top = min(top, what.loop[2] - 0.12)
    side = min(rect.width / (right - left), rect.height / (bottom - top), most)
    middle = (left + right) / 2, (top + bottom) / 2
    frame = _Frame(side, rect.centerx - middle[0] * side, rect.centery - middle[1] * side)
    room = rect.centery + (top - middle[1]) * side - rect.top
    return frame, min(0.62 * side, 0.8 * room)


def _draw_lines(what: Layout, frame: _Frame, canvas: pygame.Surface, factor: int) -> None:
    """Draw what lies below the beads: cord, stops, loop."""

    def at(x: float, y: float) -> Point:
        across, down = frame.at(x, y)
        return across * factor, down * factor

    unit = frame.bead * factor
    if what.cord:
        _stroke(canvas, THREAD, [at(spot.x, spot.y) for spot in _beyond(what.spots)], 0.17 * unit)
    if what.stops:
        for x, inner in ((what.spots[0].x - 0.78, 1), (what.spots[-1].x + 0.78, -1)):
            bar = [at(x + 0.26 * inner, -0.54), at(x, -0.54), at(x, 0.54), at(x + 0.26 * inner, 0.54)]
            _stroke(canvas, RIM, bar, max(0.13 * unit, 0.9 * factor))
    if what.loop is not None and (what.loop[1] - what.loop[0]) * frame.bead >= LEAST_LOOP:
        begin, end, high = what.loop
        arc = [at(begin, high + 0.16), at(begin + 0.08, high), at(end - 0.08, high), at(end, high + 0.16)]
        _stroke(canvas, RIM, arc, max(0.085 * unit, 0.8 * factor))


def _beyond(spots: Sequence[Spot]) -> list[Spot]:
    """Let a cord run on a little, past its first and its last bead."""
    first, last = spots[0], spots[-1]
    return [first._replace(x=first.x - 0.5 - BEYOND), *spots, last._replace(x=last.x + 0.5 + BEYOND)]


def _stroke(canvas: pygame.Surface, colour: str, points: Sequence[Point], width: float) -> None:
    radius = width / 2
    for point in points:
        pygame.draw.circle(canvas, colour, point, radius)
    for one, other in pairwise(map(pygame.Vector2, points)):
        if one.distance_to(other) > 0:
            aside = (other - one).normalize().rotate(90) * radius
            pygame.draw.polygon(canvas, colour, [one + aside, other + aside, other - aside, one - aside])
