"""What was moved last, marked quietly and alike in all games: rings where somebody stood, dots along the way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import pygame

from logic.core import Cell, Event
from scenes.view.squares import Point, Squares
from sprites.paint.kit import Kit

RING, RIM = 0.27, 0.035
"""The radius of a ring and how thick it is, as shares of a square."""
DOT = 0.055
"""The radius of a dot."""
LIGHT, DARK = 150, 70
"""The strength of a mark, and of the shade around it that lets it be seen on light ground, too."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The squares that somebody or something has left, and the places between squares that it came by."""

    left: frozenset[Cell] = frozenset()
    by: frozenset[Point] = frozenset()
    things: frozenset[str] = frozenset()
    """In a game without squares: what was moved, and the places it came from, by their names."""

    def __add__(self, other: Trail) -> Trail:
        """Both trails together."""
        return Trail(self.left | other.left, self.by | other.by, self.things | other.things)


def trail_of(events: Iterable[Event], pieces: Collection[str] | None = None) -> Trail:
    """The trail of what moved by itself in those events; of a whole row that is pushed there are dots alone.

    With ``pieces`` only theirs counts.
    """
    left: set[Cell] = set()
    by: set[Point] = set()
    for event in events:
        ways = [way for piece, way in event.paths.items() if len(way) > 1 and (pieces is None or piece in pieces)]
        left.update(way[0] for way in ways if len(ways) == 1)
        by.update(place for way in ways for one, other in pairwise(way) for place in _between(one, other))
    return Trail(frozenset(left), frozenset(by))


def _between(one: Cell, other: Cell) -> Iterator[Point]:
    """The middles of the edges that are crossed on a straight way, x before y; none on a way that is not straight."""
    down, right = other.row - one.row, other.col - one.col
    if down and right:
        return
    steps = abs(down + right)
    for step in range(steps):
        share = (step + 0.5) / steps
        yield one.col + 0.5 + share * right, one.row + 0.5 + share * down


def draw_trail(kit: Kit, surface: pygame.Surface, squares: Squares, trail: Trail) -> None:
    """Draw it below whatever stands on the board."""
    if not (trail.left or trail.by):
        return
    side = squares.cell_rect(Cell(0, 0)).width
    left, dot = ring(kit, side), _mark(kit, side, DOT, 0.0)
    for cell in trail.left:
        surface.blit(left, left.get_rect(center=squares.cell_rect(cell).center))
    for x, y in trail.by:
        surface.blit(dot, dot.get_rect(center=squares.to_pixels(x, y)))


def ring(kit: Kit, side: int) -> pygame.Surface:
    """The mark of a square of so many pixels that somebody left. It is kept: callers must not draw on it."""
    return _mark(kit, side, RING, RIM)


def _mark(kit: Kit, side: int, radius: float, rim: float) -> pygame.Surface:
    """A ring, or without a rim a dot, with a soft shade around it."""
    shade = max(1, round(0.02 * side))
    size = 2 * round(radius * side) + 4 * shade
    colours = kit.theme.colours

    def paint(canvas: pygame.Surface, factor: int) -> None:
        middle, thick = canvas.get_width() / 2, max(1, round(rim * side)) * factor if rim else 0
        reach = radius * side * factor
        for colour, alpha, more in ((colours.shadow, DARK, shade * factor), (colours.trail, LIGHT, 0)):
            ink = pygame.Color(colour)
            ink.a = alpha
            pygame.draw.circle(canvas, ink, (middle, middle), reach + more, thick + 2 * more if rim else 0)

    return kit.bakery.smooth(("trail", radius, side), (size, size), paint)
