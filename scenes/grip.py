"""A hand at a board whose pieces stand on squares: where it began, whom it is on, and whether it taps or drags."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from logic.core import Cell
from sprites.input import Pos
from sprites.physics import Drag
from sprites.stage import Pose

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
