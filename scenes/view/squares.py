"""Boards of squares: pixels and cells, a cursor, and what such boards draw alike.

That is the turn ring, coordinates, a hint's arrow, shadows, and the last move's trail.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise, starmap
from typing import Generic, Literal, TypeVar

import pygame

from logic.core import Cell, Event
from sprites.paint import tokens
from sprites.paint.kit import Kit, kept
from sprites.stage.effects import swell
from sprites.widgets.base import Ease
from sprites.widgets.input import Pos

Point = tuple[float, float]


class Squares(ABC):
    """A board of rows and columns, laid out on the screen."""

    rows: int
    cols: int

    @abstractmethod
    def to_pixels(self, x: float, y: float) -> Point:
        """Convert a position in squares to screen pixels: x counts columns, y rows, the reverse order of a cell's."""

    @abstractmethod
    def to_units(self, pos: Point) -> Point:
        """Convert screen pixels to a position in squares, x before y."""

    def cell_rect(self, cell: Cell) -> pygame.Rect:
        """The rectangle of a square in whole screen pixels; neighbours leave no gap."""
        left, top = self.to_pixels(cell.col, cell.row)
        right, bottom = self.to_pixels(cell.col + 1, cell.row + 1)
        return pygame.Rect(round(left), round(top), round(right) - round(left), round(bottom) - round(top))

    def square_around(self, x: float, y: float, side: float) -> pygame.Rect:
        """A square with a side in pixels around a position in board units, rounded to pixels of the screen."""
        return pygame.Rect(0, 0, round(side), round(side)).move_to(center=tuple(map(round, self.to_pixels(x, y))))

    def cell_at(self, pos: Pos) -> Cell | None:
        """The square at a position in screen pixels; None beside the board."""
        return self.cell_of(self.to_units(pos))

    def cell_of(self, place: Point) -> Cell | None:
        """The square around a position in squares, x before y; None beside the board."""
        inside = 0 <= place[0] < self.cols and 0 <= place[1] < self.rows
        return Cell(int(place[1]), int(place[0])) if inside else None

    def middles(self) -> dict[Cell, Point]:
        """The middle of every square, in squares, x before y: the possible positions of a cursor."""
        return {Cell(row, col): (col + 0.5, row + 0.5) for row in range(self.rows) for col in range(self.cols)}


Thing = TypeVar("Thing", bound=Hashable)

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The direction of each arrow as rows down and columns right, in the order of a cell's."""
ASIDE = 2.0
"""Factor on the sideways part of a distance when a cursor looks for the next place."""


def ahead(here: Point, places: Mapping[Thing, Point], down: int, right: int) -> Thing | None:
    """The nearest of the places that lie that way from here; None if there is none."""
    away = {}
    for thing, (x, y) in places.items():
        along = (x - here[0]) * right + (y - here[1]) * down
        aside = abs((x - here[0]) * down) + abs((y - here[1]) * right)
        if along > 0:
            away[thing] = along + ASIDE * aside
    return min(away, key=lambda thing: away[thing], default=None)


class Cursor(Generic[Thing]):
    """The square that keys and pad point at; none before they are used."""

    def __init__(self, at: Thing | None = None) -> None:
        self.at = at

    def step(self, places: Mapping[Thing, Point], down: int, right: int, start: Thing | None = None) -> bool:
        """Go to the nearest thing in that direction, at first from ``start``; return False at the edge."""
        here = self.at if self.at is not None else start
        there = ahead(places[here], places, down, right) if here is not None else None
        self.at = there if there is not None else self.at
        return there is not None


# -- marks

Direction = Literal["north", "east", "south", "west"]

TURNS: dict[Direction, int] = {"east": 0, "north": 90, "west": 180, "south": 270}
OUTLINE = ((0.0, 0.38), (0.56, 0.38), (0.56, 0.14), (1.0, 0.5), (0.56, 0.86), (0.56, 0.62), (0.0, 0.62))
"""An arrow that points to the right, in a square."""
BORDER = 0.09
THIN = 0.55
"""Height of the arrow by its length."""


SMALLEST = 9
"""Coordinates of fewer pixels are not drawn."""


@dataclass(frozen=True, slots=True)
class Coordinates:
    """The names of a game's rows and columns: numbers from ``first`` on, or letters for the columns.

    They are written in ``ink``, ``high`` squares high but at ``most`` so many units, their middles ``aside`` squares
    away from the board and ``before`` squares before the middle of their row or column.
    """

    ink: str
    first: int = 1
    letters: bool = True
    high: float = 0.17
    aside: float = 0.17
    before: float = 0.0
    most: int = 1000
    shade: str = ""
    """Colour of a small disc behind each, for a rim that is too bright or too busy to write on."""

    def of(self, number: int) -> tuple[str, str]:
        """The names of the row and of the column of that number, counted from 0."""
        row = str(number + self.first)
        return row, str(Cell(0, number))[:-1] if self.letters else row

    def draw(self, kit: Kit, surface: pygame.Surface, squares: Squares, window: pygame.Rect) -> None:
        """Write them above and to the left of the window in which the board is visible."""
        side = squares.cell_rect(Cell(0, 0)).height
        size = min(self.high * side, kit.px(self.most))
        away = size * self.aside / self.high
        if size < SMALLEST:
            return
        for number in range(max(squares.rows, squares.cols)):
            x, y = squares.to_pixels(number + 0.5 - self.before, number + 0.5 - self.before)
            row, col = self.of(number)
            if number < squares.rows and window.top < y < window.bottom:
                self._write(kit, surface, row, round(size), (window.left - away, y))
            if number < squares.cols and window.left < x < window.right:
                self._write(kit, surface, col, round(size), (x, window.top - away))

    def _write(self, kit: Kit, surface: pygame.Surface, name: str, size: int, at: Point) -> None:
        if self.shade:
            disc = kit.cache.smooth(("coordinate", self.shade), (round(1.6 * size),) * 2, self._paint_shade)
            surface.blit(disc, disc.get_rect(center=(round(at[0]), round(at[1]))))
        line = kit.cache.text(name, "interface", size, self.ink)
        surface.blit(line, line.get_rect(center=(round(at[0]), round(at[1]))))

    def _paint_shade(self, canvas: pygame.Surface, _factor: int) -> None:
        pygame.draw.circle(canvas, self.shade, canvas.get_rect().center, canvas.get_width() / 2)


@kept
def arrow(kit: Kit, length: int, direction: Direction) -> pygame.Surface:
    """An arrow of a size in pixels that points in a direction."""
    return pygame.transform.rotate(_arrow(kit, length), TURNS[direction])


def _arrow(kit: Kit, length: int) -> pygame.Surface:
    colours = kit.theme.colours

    def paint(canvas: pygame.Surface, _factor: int) -> None:
        width, height = canvas.get_size()
        border = BORDER * height
        points = [(border + x * (width - 2 * border), border + y * (height - 2 * border)) for x, y in OUTLINE]
        pygame.draw.polygon(canvas, colours.hint, points)

    return kit.cache.smooth(("arrow east",), (length, max(2, round(length * THIN))), paint)


def shadow(kit: Kit, side: int) -> pygame.Surface:
    """The soft shadow of a lifted piece, for a square's side in pixels. It is cached: callers must not draw on it."""

    def paint(canvas: pygame.Surface, _factor: int) -> None:
        width, height = canvas.get_size()
        steps = 10
        for step in range(steps):
            reach = 0.36 * (1 - step / steps)
            box = pygame.Rect(0, 0, 2 * reach * width, 0.7 * reach * height).move_to(center=canvas.get_rect().center)
            pygame.draw.ellipse(canvas, (0, 0, 0, 12 + 14 * step), box)

    return kit.cache.smooth(("lifted shadow",), (side, side), paint)


def with_alpha(picture: pygame.Surface, alpha: float) -> pygame.Surface:
    """A picture at that opacity: a copy or, if opaque, the picture itself, which must not be drawn on."""
    if alpha >= 0.995:
        return picture
    faint = picture.copy()
    faint.set_alpha(round(255 * max(0.0, alpha)))
    return faint


BREATH, FAINTEST = 2.8, 0.45
"""Period of the pulse in seconds, and the ring's lowest opacity."""
HOP, LEAP = 0.36, 0.26
"""Seconds of the hop of the player whose turn has come, and its height as a share of the figure's."""
AROUND = 1.3
"""Size of the ring's picture by that of the figure in it."""


class TurnRing:
    """The player to act: that player's figure and sign stand in a pulsing ring, and hop once at first.

    The screen that owns the match sets ``seat``; boards and cards only draw it. It stays None on other boards.
    """

    def __init__(self) -> None:
        self.seat: int | None = None
        self.strength = 1.0
        """Opacity of the ring, 0 to 1, while it passes from one player to the next."""
        self._breath = 0.0
        self._hop = Ease(HOP, 1.0, 1.0)

    def hop(self) -> None:
        self._hop.value = 0.0

    def update(self, dt: float) -> bool:
        """Advance the hop. Return whether it is going on."""
        return self._hop.update(dt)

    def update_idle(self, dt: float) -> None:
        self._breath = (self._breath + dt / BREATH) % 1.0

    def rise(self, seat: int) -> float:
        """The height of a seat's figure above the ground now, as a share of its own height."""
        return LEAP * swell(self._hop.value) if seat == self.seat and self._hop.value < 1 else 0.0

    def draw(self, kit: Kit, surface: pygame.Surface, seat: int, figure: pygame.Rect) -> None:
        """Draw the ring below the figure or token of a seat, if it is that player's turn."""
        if seat != self.seat or self.strength <= 0:
            return
        out = (1 - math.cos(math.tau * self._breath)) / 2
        picture = tokens.ring(kit, seat, round(AROUND * figure.height))
        shown = with_alpha(picture, self.strength * (1 - (1 - FAINTEST) * out))
        surface.blit(shown, shown.get_rect(center=figure.center))

    def room(self, figure: pygame.Rect) -> pygame.Rect:
        """The rectangle that the ring around a figure covers at most."""
        side = math.ceil(AROUND * figure.height) + 2
        return pygame.Rect(0, 0, side, side).move_to(center=figure.center)


# -- last move: rings where a piece stood, dots along its path

STOOD, STOOD_RIM = 0.27, 0.035
"""Radius and thickness of a ring, as shares of a square."""
DOT = 0.055
"""Radius of a dot."""
LIGHT, DARK = 150, 70
"""Opacity of a mark, and of the shade around it that makes it visible on light ground, too."""


@dataclass(frozen=True, slots=True)
class Trail:
    """The squares that a piece has left, and the positions between squares on its path."""

    left: frozenset[Cell] = frozenset()
    by: frozenset[Point] = frozenset()
    things: frozenset[str] = frozenset()
    """In a game without squares: the names of what was moved, and of where it came from."""

    def __add__(self, other: Trail) -> Trail:
        """Union of both trails."""
        return Trail(self.left | other.left, self.by | other.by, self.things | other.things)


def plan_trail(events: Iterable[Event]) -> Trail:
    """The trail of moves yet to be made: dots along the paths, rings at the last positions.

    A whole row that is pushed has dots only.
    """
    ends, by = dict[str, Cell](), set[Point]()
    for event in events:
        ways = {piece: way for piece, way in event.paths.items() if len(way) > 1}
        ends |= {piece: way[-1] for piece, way in ways.items() if len(ways) == 1 or piece in ends}
        by |= trail_of([event]).by
    return Trail(frozenset(ends.values()), frozenset(by))


def trail_of(events: Iterable[Event], pieces: Collection[str] | None = None) -> Trail:
    """The trail of what moved in those events; a whole row that was pushed has dots only.

    With ``pieces``, only those count.
    """
    left: set[Cell] = set()
    by: set[Point] = set()
    for event in events:
        ways = [way for piece, way in event.paths.items() if len(way) > 1 and (pieces is None or piece in pieces)]
        left.update(way[0] for way in ways if len(ways) == 1)
        by.update(chain.from_iterable(starmap(_between, chain.from_iterable(map(pairwise, ways)))))
    return Trail(frozenset(left), frozenset(by))


def _between(one: Cell, other: Cell) -> Iterator[Point]:
    """The middles of the edges crossed on a straight path, x before y; none on a path that is not straight."""
    down, right = other.row - one.row, other.col - one.col
    if down and right:
        return
    steps = abs(down + right)
    for step in range(steps):
        share = (step + 0.5) / steps
        yield one.col + 0.5 + share * right, one.row + 0.5 + share * down


def draw_trail(kit: Kit, surface: pygame.Surface, squares: Squares, trail: Trail, *, ahead: bool = False) -> None:
    """Draw a trail below the pieces; one that lies ``ahead`` in the colour of hints."""
    if not (trail.left or trail.by):
        return
    side = squares.cell_rect(Cell(0, 0)).width
    left, dot = ring(kit, side, ahead=ahead), _mark(kit, side, DOT, 0.0, ahead=ahead)
    for cell in trail.left:
        surface.blit(left, left.get_rect(center=squares.cell_rect(cell).center))
    for x, y in trail.by:
        surface.blit(dot, dot.get_rect(center=squares.to_pixels(x, y)))


def ring(kit: Kit, side: int, *, ahead: bool = False) -> pygame.Surface:
    """The ring that marks a square, with a side in pixels, at an end of a path. It is cached: do not draw on it."""
    return _mark(kit, side, STOOD, STOOD_RIM, ahead=ahead)


def _mark(kit: Kit, side: int, radius: float, rim: float, *, ahead: bool) -> pygame.Surface:
    """A ring, or without a rim a dot, with a soft shade around it."""
    shade = max(1, round(0.02 * side))
    size = 2 * round(radius * side) + 4 * shade
    colours = kit.theme.colours

    def paint(canvas: pygame.Surface, factor: int) -> None:
        middle, thick = canvas.get_width() / 2, max(1, round(rim * side)) * factor if rim else 0
        reach = radius * side * factor
        light = colours.hint if ahead else colours.trail
        for colour, alpha, more in ((colours.shadow, DARK, shade * factor), (light, LIGHT, 0)):
            ink = pygame.Color(colour)
            ink.a = alpha
            pygame.draw.circle(canvas, ink, (middle, middle), reach + more, thick + 2 * more if rim else 0)

    return kit.cache.smooth(("trail", radius, side, ahead), (size, size), paint)
