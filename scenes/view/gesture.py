"""A hand at a board: whether it taps, drags, twists or asks, where it began, and on which piece."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from logic.core import Cell
from sprites.paint.theme import Durations
from sprites.stage.physics import Drag
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer, Pos

TWIST = math.pi / 4
"""How far two fingers turn until a piece turns a quarter; from then on it takes a quarter for each further one."""


class Turner:
    """Collects notches of the wheel and twists of two fingers."""

    def __init__(self) -> None:
        self._notches = 0.0
        self._twist = 0.0

    def quarters(self, event: Pointer) -> int:
        """Take a ``wheel`` or a ``twist``; give the quarter turns clockwise that have come together with it."""
        if event.kind == "wheel":
            self._notches += event.amount
            whole = int(self._notches)
            self._notches -= whole
            return whole
        self._twist += event.amount
        turns = 0
        while abs(self._twist) > TWIST:
            step = 1 if self._twist > 0 else -1
            self._twist -= step * 2 * TWIST
            turns += step
        return turns

    def begin_twist(self) -> None:
        """Forget what the fingers before had turned."""
        self._twist = 0.0

    def reset(self) -> None:
        """Forget half a turn."""
        self._notches = self._twist = 0.0


Thing = TypeVar("Thing")


class Asking(Generic[Thing]):
    """Remembers which thing on a board the words are about, and over which one the mouse waits for them."""

    def __init__(self) -> None:
        self.told: Thing | None = None
        """What words are shown about."""
        self._hovered: Thing | None = None
        self._rested: float | None = None

    def tell(self, thing: Thing | None) -> None:
        """Show words about a thing, or none any more; the mouse has to go elsewhere before it asks again."""
        self.told = thing
        self._rested = None

    def toggle(self, thing: Thing) -> None:
        """Show words about a thing, or no words where there are some."""
        self.tell(None if self.told is not None else thing)

    def hover(self, thing: Thing | None) -> None:
        """Begin to wait where the mouse comes to rest on another thing."""
        if thing != self._hovered:
            self.tell(None)
            self._hovered = thing
            self._rested = 0.0 if thing is not None else None

    def update(self, dt: float, seconds: Durations) -> bool:
        """Ask when the mouse has rested for long enough; true while it has not."""
        if self._rested is None or self._hovered is None:
            return False
        self._rested += dt
        if self._rested >= seconds.tooltip:
            self.tell(self._hovered)
        return True


SLOP = 10
"""How many units a press may stray and still be a tap."""

Point = tuple[float, float]
Bounds = tuple[Point, Point]
"""The upper left and the lower right place between which the middle of a piece stays."""


@dataclass(slots=True)
class Hand:
    """A pointer that is down on a square and, it may be, on a piece; ``chose`` tells that this press has chosen it.

    A drag begins with :meth:`take`; from then on the piece follows the finger with a little weight. Places are in
    board units, only ``start`` is in pixels.
    """

    pointer: int
    start: Pos
    cell: Cell | None
    piece: str = ""
    chose: bool = False
    is_tap: bool = True
    drags: bool = False
    _finger: Point = (0.0, 0.0)
    _offset: Point = (0.0, 0.0)
    _bounds: Bounds | None = None
    _drag: Drag | None = field(default=None, repr=False)

    def strays(self, pos: Pos, slop: int) -> bool:
        """Tell whether a place is too far away from the start for a tap; then it means none any more."""
        far = math.dist(pos, self.start) > slop
        self.is_tap = self.is_tap and not far
        return far

    def take(self, pose: Pose, start: Point, finger: Point, *, still: bool, bounds: Bounds | None = None) -> None:
        """Begin to drag a piece that was taken at ``start``; it stays within its bounds, ``still`` without weight."""
        self.drags = True
        self._finger, self._bounds = finger, bounds
        self._offset = pose.x - start[0], pose.y - start[1]
        if not still:
            # Who keeps to a rail is led by his middle: one who swings about the finger would leave it.
            held, lever = (self.wanted, (0.0, 0.0)) if bounds is not None else (finger, self._offset)
            self._drag = Drag((pose.x, pose.y), held, lever)

    def resume(self, pose: Pose) -> None:
        """Go on from where the piece is now, as after it had snapped to a place: it swings back to the finger."""
        if self._drag is not None:
            self._drag = Drag((pose.x, pose.y), self._finger, self._offset)

    def follow(self, finger: Point) -> None:
        """Let the piece follow the finger to another place."""
        self._finger = finger
        if self._drag is not None:
            self._drag.follow(self.wanted if self._bounds is not None else finger)

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while the dragged piece is not at rest in the hand."""
        return self._drag is not None and self._drag.update(dt)

    @property
    def wanted(self) -> Point:
        """Where the middle of the piece wants to be."""
        return self._bound((self._finger[0] + self._offset[0], self._finger[1] + self._offset[1]))

    @property
    def middle(self) -> Point:
        """Where the middle of the piece is now."""
        return self._bound(self._drag.middle) if self._drag is not None else self.wanted

    def _bound(self, place: Point) -> Point:
        if self._bounds is None:
            return place
        (left, top), (right, bottom) = self._bounds
        return min(max(place[0], left), right), min(max(place[1], top), bottom)
