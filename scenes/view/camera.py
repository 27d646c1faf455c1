"""The visible part of a board that may be larger than its rectangle: pan, zoom and a small map, by every device."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from logic.core import Cell
from scenes.view.squares import Point, Squares
from sprites.paint.kit import Kit
from sprites.paint.materials import MARGIN, panel
from sprites.stage.effects import eased_out
from sprites.widgets.input import Pointer, Pos

SIDE = 150
SHARE = 0.3
"""The longer side of the map in units, and its greatest share of the window's shorter side."""
LEAST_MAP = 58
"""Units of that side at least."""
AIR = 16
FRAME = MARGIN["panel"] + 6
"""Units around the map for its leather frame and the frame's shadow."""
CORNERS = ("bottomright", "bottomleft", "topright", "topleft")
"""Corners for the map, best first."""
WIDER = 4
"""Units by which the map's touch area is larger than the map."""


class SmallMap:
    """The map in a corner of a camera's window; ``rect`` is its place, None while all of the board is visible."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._corner = CORNERS[0]

    # -- positions

    @property
    def rect(self) -> pygame.Rect | None:
        """In pixels of the screen; None also where it would be too small to be read, as in the picture of a board."""
        is_seen = not self._camera.shows_all and max(self._size()) >= self._camera.kit.px(LEAST_MAP)
        return self._rect_in(self._corner) if is_seen else None

    @property
    def depth(self) -> int:
        """Height in pixels that the map takes at the lower edge of the window."""
        return self._size()[1] + self._camera.kit.px(AIR)

    def _size(self) -> tuple[int, int]:
        camera = self._camera
        longest = min(camera.kit.px(SIDE), round(SHARE * min(camera.window.size)))
        scale = longest / max(camera.cols, camera.rows)
        return max(1, round(camera.cols * scale)), max(1, round(camera.rows * scale))

    def _rect_in(self, corner: str) -> pygame.Rect:
        air = 2 * self._camera.kit.px(AIR)
        room = self._camera.window.inflate(-air, -air)
        rect = pygame.Rect((0, 0), self._size())
        setattr(rect, corner, getattr(room, corner))
        return rect

    def keep_clear(self, needed: Sequence[Cell], wanted: Sequence[Cell] = ()) -> None:
        """Move the map to where it hides no needed square and, if possible, none of the wanted ones.

        It stays where it is as long as it can, and while the view moves.
        """
        if self._camera.shows_all or self._camera.is_moved:
            return
        corners = (self._corner, *CORNERS)
        fair = [corner for corner in corners if self._is_clear(corner, needed)]
        best = [corner for corner in fair if self._is_clear(corner, wanted)]
        self._corner = next(iter((*best, *fair, CORNERS[0])))

    def _is_clear(self, corner: str, cells: Sequence[Cell]) -> bool:
        frame = 2 * self._camera.kit.px(FRAME)
        squares = [self._camera.cell_rect(cell) for cell in cells]
        return self._rect_in(corner).inflate(frame, frame).collidelist(squares) < 0

    # -- input

    def holds(self, pos: Pos) -> bool:
        """Whether a position on the screen is on the map, or so close to it that the map is meant."""
        rect, more = self.rect, self._camera.kit.px(WIDER)
        return rect is not None and rect.inflate(more, more).collidepoint(pos)

    def position_at(self, pos: Pos) -> Point | None:
        """The board position, in squares, for a screen position on or near the map; None without a map."""
        rect = self.rect
        if rect is None:
            return None
        x, y = (pos[0] - rect.left) / rect.width, (pos[1] - rect.top) / rect.height
        return min(max(x, 0), 1) * self._camera.cols, min(max(y, 0), 1) * self._camera.rows

    # -- picture

    def draw(self, surface: pygame.Surface, squares: pygame.Surface,
             marks: Iterable[tuple[Cell, pygame.typing.ColorLike]] = ()) -> None:  # fmt: skip
        """Draw the map: ``squares`` has a pixel for each square of the board; marks stand out on it."""
        rect, kit = self.rect, self._camera.kit
        if rect is None:
            return
        around, colours = 2 * kit.px(FRAME), kit.theme.colours
        frame = rect.inflate(around, around)
        surface.blit(panel(kit, frame.size, "panel"), frame)
        surface.fill(colours.shadow, rect.inflate(2, 2))
        surface.blit(pygame.transform.scale(squares, rect.size), rect)
        scale = rect.width / self._camera.cols, rect.height / self._camera.rows
        reach = max(kit.px(2), scale[0] * 0.5)
        for cell, colour in marks:
            middle = rect.left + (cell.col + 0.5) * scale[0], rect.top + (cell.row + 0.5) * scale[1]
            pygame.draw.aacircle(surface, colours.shadow, middle, reach + kit.px(1))
            pygame.draw.aacircle(surface, colour, middle, reach)
        self._draw_frame(surface, rect, scale)

    def _draw_frame(self, surface: pygame.Surface, rect: pygame.Rect, scale: Point) -> None:
        """Draw a frame on the map around the visible part of the board."""
        camera = self._camera
        left, top = camera.to_units(camera.window.topleft)
        right, bottom = camera.to_units(camera.window.bottomright)
        seen = pygame.Rect(rect.left + left * scale[0], rect.top + top * scale[1],
                           (right - left) * scale[0], (bottom - top) * scale[1]).clip(rect)  # fmt: skip
        wide, bend = max(1, camera.kit.px(1.5)), camera.kit.px(3)
        pygame.draw.rect(surface, camera.kit.theme.colours.shadow, seen.inflate(2, 2).clip(rect), 1, bend)
        pygame.draw.rect(surface, camera.kit.theme.colours.focus, seen, wide, bend)


LEAST_SIDE = 48
"""Smallest side of a square in units if the whole board is shown; a larger board is shown in part."""
FIRST_SIDE = 56
"""Initial side of a square in units if not all of the board is visible."""
MOST_PIXELS = 128
"""Largest side of a square, unless the whole board is visible then: pictures that large serve all smaller ones."""
STEP = 1.34
"""Factor between the sides of two zoom steps."""
SLOP = 10
"""Units that a press may stray before it pans."""
NEAR_EDGE = 1.5
"""Distance from the edge, in squares, of a square that is brought into view."""
LEAST_PIXELS = 4


@dataclass(slots=True)
class _Drag:
    """A pressed pointer: where it began, where it is, and what it drags."""

    pointer: int
    start: Pos
    last: Pos
    on_map: bool = False
    pans: bool = False
    pinches: bool = False
    lone_moves: int = 0


@dataclass(frozen=True, slots=True)
class _Glide:
    """The movement from one view to another: the side of a square, and what is hidden to the left and above, in pixels.

    An ``anchor`` is a position on the screen and the board position that stays under it.
    """

    start: tuple[float, float, float]
    goal: tuple[float, float, float]
    seconds: float
    anchor: tuple[Point, Point] | None = None


class Camera(Squares):
    """The visible part of a board: ``side`` pixels a square, ``window`` in pixels of the screen.

    At rest squares have one of a few integer sides, so that baked pictures are reused; between two zoom steps and under
    two fingers ``at_rest`` is false and the side may be anything.
    """

    def __init__(self, kit: Kit, rows: int, cols: int) -> None:
        self.kit = kit
        self.rows, self.cols = rows, cols
        self.window = pygame.Rect(0, 0, 1, 1)
        self.side = 1.0
        self.steps: Sequence[int] = (1,)
        self._left = self._top = 0.0
        self._drag: _Drag | None = None
        self._glide: _Glide | None = None
        self._elapsed = 0.0
        self._wheel = 0.0
        self._placed = False
        self.map = SmallMap(self)

    # -- positions

    def place(self, rect: pygame.Rect) -> None:
        """Take a rectangle: its middle if all of the board fits in with squares large enough, else all of it.

        What was in the middle stays there, and the zoom stays, as far as possible.
        """
        middle = self.middle if self._placed else (self.cols / 2, self.rows / 2)
        was_first = not self._placed or self.side == self.steps[0] or self.window.size == (1, 1)
        share = self.side / self.steps[-1]
        fitting = max(LEAST_PIXELS, min(rect.width // self.cols, rect.height // self.rows))
        whole = fitting >= self.kit.px(LEAST_SIDE)
        self.steps = _steps(fitting, max(MOST_PIXELS, self.kit.px(LEAST_SIDE)))
        if whole:
            self.window = pygame.Rect(0, 0, fitting * self.cols, fitting * self.rows)
            self.window.center = rect.center
        else:
            self.window = rect.copy()
        first = fitting if whole else next(s for s in (*self.steps, self.steps[-1]) if s >= self.kit.px(FIRST_SIDE)
                                           or s == self.steps[-1])  # fmt: skip
        fresh = not self._placed or (was_first and whole)
        self.side = float(first if fresh else self._nearest_step(share * self.steps[-1]))
        self._glide, self._placed = None, True
        self.look_at(*middle, at_once=True)

    @property
    def board_size(self) -> tuple[float, float]:
        """Size of the whole board in pixels, visible or not."""
        return self.cols * self.side, self.rows * self.side

    @property
    def shows_all(self) -> bool:
        """Whether the whole board fits into the window."""
        width, height = self.board_size
        return width <= self.window.width and height <= self.window.height

    @property
    def at_rest(self) -> bool:
        """Whether the side is one of ``steps``, as always except during a zoom."""
        return self.side == int(self.side) and int(self.side) in self.steps

    @property
    def baked_side(self) -> int:
        """The side that pictures of squares are baked for: the present one, or the nearest of ``steps``."""
        return int(self.side) if self.at_rest else min(self.steps, key=lambda step: abs(step - self.side))

    def sized(self, bake: Callable[[int], pygame.Surface]) -> pygame.Surface:
        """A picture of a square's present size: the baked one itself, which must not be drawn on, or a scaled copy."""
        picture = bake(self.baked_side)
        side = max(1, round(self.side))
        return picture if picture.get_width() == side else pygame.transform.scale(picture, (side, side))

    @property
    def origin(self) -> tuple[int, int]:
        """The board's upper left corner in pixels of the screen."""
        return self.window.left - round(self._left), self.window.top - round(self._top)

    @property
    def middle(self) -> Point:
        """The board position, in squares, in the middle of the window."""
        return self.to_units(self.window.center)

    def to_pixels(self, x: float, y: float) -> Point:
        left, top = self.origin
        return left + x * self.side, top + y * self.side

    def to_units(self, pos: Point) -> Point:
        left, top = self.origin
        return (pos[0] - left) / self.side, (pos[1] - top) / self.side

    def cell_at(self, pos: Pos) -> Cell | None:
        """The square at a position on the screen; None beside the board and outside the window."""
        return super().cell_at(pos) if self.window.collidepoint(pos) else None

    def visible(self) -> tuple[range, range]:
        """The rows and columns that are at least partly visible."""
        left, top = self.to_units(self.window.topleft)
        right, bottom = self.to_units(self.window.bottomright)
        rows = range(max(0, math.floor(top)), min(self.rows, math.ceil(bottom)))
        return rows, range(max(0, math.floor(left)), min(self.cols, math.ceil(right)))

    # -- movement

    def look_at(self, x: float, y: float, *, at_once: bool = False) -> None:
        """Centre a board position, in squares, as far as the board's edges allow."""
        left = x * self.side - self.window.width / 2
        top = y * self.side - self.window.height / 2
        self._go(self.side, *self._bounded(left, top, self.side), at_once=at_once)

    def reveal(self, cell: Cell, *, at_once: bool = False) -> None:
        """Bring a square into view, moving no further than necessary."""
        side, (left, top) = self._goal_side, self._goal_place
        room = min(NEAR_EDGE * side, (self.window.width - side) / 2, (self.window.height - side) / 2)
        x, y = cell.col * side, cell.row * side
        left = min(max(left, x + side + room - self.window.width), x - room)
        top = min(max(top, y + side + room - self.window.height), y - room)
        place = self._bounded(left, top, side)
        if place != self._goal_place:
            self._go(side, *place, at_once=at_once)

    def zoom(self, steps: int, at: Pos | None = None) -> bool:
        """Zoom by a number of steps, keeping the square at a position in place. False at the last step."""
        now = self.steps.index(self._nearest_step(self._goal_side))
        wanted = self.steps[max(0, min(len(self.steps) - 1, now + steps))]
        if wanted == self._goal_side:
            return False
        self._zoom_to(float(wanted), at or self.window.center)
        return True

    def _zoom_to(self, side: float, at: Point) -> None:
        place = self.to_units(at)
        goal = self._anchored(at, place, side)
        self._go(side, *goal, anchor=(at, place))

    def _anchored(self, at: Point, place: Point, side: float) -> Point:
        left = place[0] * side - (at[0] - self.window.left)
        top = place[1] * side - (at[1] - self.window.top)
        return self._bounded(left, top, side)

    def _go(self, side: float, left: float, top: float, *, at_once: bool = False,
            anchor: tuple[Point, Point] | None = None) -> None:  # fmt: skip
        seconds = 0.0 if self.kit.reduced_motion or at_once else self.kit.theme.seconds.settle
        if seconds <= 0:
            self.side, self._left, self._top, self._glide = side, left, top, None
            return
        self._glide, self._elapsed = _Glide((self.side, self._left, self._top), (side, left, top), seconds, anchor), 0.0

    @property
    def _goal_side(self) -> float:
        return self._glide.goal[0] if self._glide is not None else self.side

    @property
    def _goal_place(self) -> Point:
        return self._glide.goal[1:] if self._glide is not None else (self._left, self._top)

    def _nearest_step(self, side: float) -> int:
        return min(self.steps, key=lambda step: abs(math.log(step / max(side, 1e-6))))

    def _bounded(self, left: float, top: float, side: float) -> Point:
        """Keep the board in the window; it may go far enough to keep its last squares clear of the map."""
        width, height = self.cols * side, self.rows * side
        spare = 0.0 if width <= self.window.width and height <= self.window.height else side / 2
        below = spare + (self.map.depth if spare else 0)
        return (
            _bounded(left, width, self.window.width, spare, spare),
            _bounded(top, height, self.window.height, spare, below),
        )

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether the view changes."""
        if self._glide is None:
            return False
        glide = self._glide
        self._elapsed += dt
        share = eased_out(min(1.0, self._elapsed / glide.seconds))
        if self._elapsed >= glide.seconds:
            (self.side, self._left, self._top), self._glide = glide.goal, None
            return True
        self.side = glide.start[0] * (glide.goal[0] / glide.start[0]) ** share
        if glide.anchor is not None:
            self._left, self._top = self._anchored(*glide.anchor, self.side)
        else:
            self._left = glide.start[1] + (glide.goal[1] - glide.start[1]) * share
            self._top = glide.start[2] + (glide.goal[2] - glide.start[2]) * share
        return True

    # -- input

    @property
    def panning(self) -> bool:
        """Whether a pointer is panning or zooming the board, or is on the map."""
        return self._drag is not None and (self._drag.pans or self._drag.pinches or self._drag.on_map)

    @property
    def is_moved(self) -> bool:
        """Whether a pointer is pressed, or the view is gliding."""
        return self._drag is not None or self._glide is not None

    def press(self, event: Pointer) -> bool:
        """Take a press that may become a pan; true if it is on the small map and so means nothing else."""
        self._drag = _Drag(event.id, event.pos, event.pos, self.map.holds(event.pos))
        if self._drag.on_map:
            self._look_at_map(event.pos)
        return self._drag.on_map

    def point(self, event: Pointer) -> bool:
        """Handle a pointer after :meth:`press`, a wheel or a pinch; true if it pans or zooms, or ends doing so."""
        if event.kind == "wheel":
            return self._roll(event)
        if event.kind == "pinch":
            return self._pinch(event)
        drag = self._drag
        if drag is None or event.id != drag.pointer:
            return False
        if event.kind == "move":
            return self._follow(drag, event.pos)
        if event.kind in ("up", "cancel"):
            return self._end(drag)
        return False

    def _roll(self, event: Pointer) -> bool:
        """Zoom by whole notches; the fractions of a fine wheel are added up."""
        self._wheel += event.amount
        notches = int(self._wheel)
        self._wheel -= notches
        return self.zoom(notches, event.pos) if notches else False

    def cancel_gesture(self) -> None:
        """End the present gesture; after a pinch the board goes to the nearest zoom step."""
        if self._drag is not None:
            self._end(self._drag)

    def _follow(self, drag: _Drag, pos: Pos) -> bool:
        last, drag.last = drag.last, pos
        if drag.on_map:
            self._look_at_map(pos)
            return True
        if drag.pinches:
            # A finger that moves twice without a pinch in between is the only one left on the glass.
            drag.lone_moves += 1
            if drag.lone_moves < 2:
                return True
            drag.pinches, drag.pans = False, True
        if not drag.pans:
            if math.dist(pos, drag.start) <= self.kit.px(SLOP) or self.shows_all:
                return False
            drag.pans, last = True, drag.start
        self._shift(last[0] - pos[0], last[1] - pos[1])
        return True

    def _look_at_map(self, pos: Pos) -> None:
        meant = self.map.position_at(pos)
        if meant is not None:
            self.look_at(*meant, at_once=True)

    def _shift(self, right: float, down: float) -> None:
        self._glide = None
        self._left, self._top = self._bounded(self._left + right, self._top + down, self.side)

    def _pinch(self, event: Pointer) -> bool:
        if len(self.steps) == 1:
            return False
        drag = self._drag
        if drag is None:
            drag = self._drag = _Drag(event.id, event.pos, event.pos)
        if not drag.pinches:
            drag.pinches, drag.last = True, event.pos
        self._glide, drag.lone_moves = None, 0
        place = self.to_units(drag.last)
        self.side = min(max(self.side * event.amount, self.steps[0]), self.steps[-1])
        self._left, self._top = self._anchored(event.pos, place, self.side)
        drag.last = event.pos
        return True

    def _end(self, drag: _Drag) -> bool:
        used = drag.pans or drag.pinches or drag.on_map
        self._drag = None
        if not self.at_rest and self._glide is None:
            self._zoom_to(float(self._nearest_step(self.side)), drag.last)
        return used


def _steps(fitting: int, most: int) -> tuple[int, ...]:
    """The sides of a square: the one that shows the whole board, and useful larger ones."""
    steps = [fitting]
    while steps[-1] * STEP <= most:
        steps.append(math.ceil(steps[-1] * STEP))
    return tuple(steps)


def _bounded(place: float, length: float, room: float, before: float, behind: float) -> float:
    """Clamp the start of the visible part to the edges; content shorter than the room is centred."""
    if length <= room:
        return (length - room) / 2
    return min(max(place, -before), length + behind - room)
