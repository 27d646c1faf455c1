"""A hand at a board: whether it taps, drags, twists or asks, where it began, and on which piece."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from logic.core import Cell, Move
from scenes.view.squares import Point
from scenes.view.view import GameView
from sprites.paint.kit import Durations
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
        """Take a ``wheel`` or a ``twist``; return the quarter turns clockwise that have come together with it."""
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


SHAKES = 3
"""How often something shakes that was touched in vain."""


class Shake:
    """Lets something shake for a moment that was touched in vain, at first so ``far`` aside, in cells."""

    def __init__(self, far: float) -> None:
        self._far = far
        self._left, self._seconds = 0.0, 1.0

    def begin(self, seconds: float) -> None:
        """Shake for so long; for no time at all it is still."""
        self._left, self._seconds = seconds, seconds or 1.0

    @property
    def aside(self) -> float:
        """How far aside it is now, in cells."""
        left = self._left / self._seconds
        return self._far * left * math.sin(math.tau * SHAKES * left)

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while it shakes."""
        shakes, self._left = self._left > 0, max(0.0, self._left - dt)
        return shakes


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

Bounds = tuple[Point, Point]
"""The upper left and the lower right place between which the middle of a piece stays."""


@dataclass(slots=True)
class Hand:
    """A pointer that is down on a square and, it may be, on a piece; ``chose`` tells that this press has chosen it.

    A drag begins with :meth:`take`; from then on the piece follows the finger with a little weight. Places are in
    board units, only ``start`` is in pixels. ``offset`` is where the middle of the piece wants to be as seen from the
    finger: where it is not said before, the piece is held where it was touched.
    """

    pointer: int
    start: Pos
    cell: Cell | None
    piece: str = ""
    chose: bool = False
    is_tap: bool = True
    drags: bool = False
    offset: Point | None = None
    _finger: Point = (0.0, 0.0)
    _bounds: Bounds | None = None
    _drag: Drag | None = field(default=None, repr=False)

    def strays(self, pos: Pos, slop: int) -> bool:
        """Whether a place is more than ``slop`` pixels away from the start; then the hand is no tap any more."""
        far = math.dist(pos, self.start) > slop
        self.is_tap = self.is_tap and not far
        return far

    def take(self, pose: Pose, start: Point, finger: Point, *, still: bool, bounds: Bounds | None = None) -> None:
        """Begin to drag a piece that was taken at ``start``; it stays within its bounds, ``still`` without weight."""
        self.drags = True
        self._finger, self._bounds = finger, bounds
        if self.offset is None:
            self.offset = pose.x - start[0], pose.y - start[1]
        if not still:
            # Who keeps to a rail is led by his middle: one who swings about the finger would leave it.
            held, lever = (self.wanted, (0.0, 0.0)) if bounds is not None else (finger, self.offset)
            self._drag = Drag((pose.x, pose.y), held, lever)

    def resume(self, pose: Pose) -> None:
        """Go on from where the piece is now, as after it had snapped to a place: it swings back to the finger."""
        if self._drag is not None:
            self._drag = Drag((pose.x, pose.y), self._finger, self.offset or (0.0, 0.0))

    def follow(self, finger: Point) -> None:
        """Let the piece follow the finger to another place, in board units."""
        self._finger = finger
        if self._drag is not None:
            self._drag.follow(self.wanted if self._bounds is not None else finger)

    def grip(self, offset: Point, swing: float = 0.0) -> None:
        """Hold the piece elsewhere, as after it was turned or mirrored; ``swing`` is how far it is yet from that."""
        self.offset = offset
        if self._drag is not None:
            self._drag.grip(offset, self._drag.swing + swing)

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while the dragged piece is not at rest in the hand."""
        return self._drag is not None and self._drag.update(dt)

    @property
    def wanted(self) -> Point:
        """Where the middle of the piece wants to be, in board units."""
        right, down = self.offset or (0.0, 0.0)
        return self._bound((self._finger[0] + right, self._finger[1] + down))

    @property
    def middle(self) -> Point:
        """Where the middle of the piece is now, in board units."""
        return self._bound(self._drag.middle) if self._drag is not None else self.wanted

    @property
    def swing(self) -> float:
        """How far the piece is turned away, clockwise, from how it wants to lie."""
        return self._drag.swing if self._drag is not None else 0.0

    def _bound(self, place: Point) -> Point:
        if self._bounds is None:
            return place
        (left, top), (right, bottom) = self._bounds
        return min(max(place[0], left), right), min(max(place[1], top), bottom)


class Gesture(ABC):
    """One hand at a time on a board, from its press to its end; a second finger disturbs nothing.

    It tells taps from drags and lets what is dragged follow the hand. What that means is said by each game, which
    sees of the board what every view shows of itself.
    """

    def __init__(self, board: GameView) -> None:
        self.board = board
        self.hand: Hand | None = None

    @abstractmethod
    def press(self, hand: Hand) -> None:
        """Take a hand that is laid on the board, and give it the ``piece`` that it may drag."""

    def bounds_of(self, hand: Hand) -> Bounds | None:
        """How far the hand may drag its piece; None for wherever it goes."""
        return None

    @abstractmethod
    def take(self, hand: Hand) -> None:
        """Take note that the hand begins to drag its piece."""

    @abstractmethod
    def carry(self, hand: Hand, pos: Pos) -> None:
        """Take note that the hand has brought its piece to a place of the window, in pixels."""

    @abstractmethod
    def hold(self, hand: Hand) -> None:
        """Show what is dragged where the hand has it now."""

    @abstractmethod
    def release(self, hand: Hand, event: Pointer) -> Move | None:
        """Take the end of a hand, ``up`` or ``cancel``; return the legal move that it has made."""

    def point(self, event: Pointer) -> Move | None:
        """Take a pointer that presses, moves or ends; return a legal move when one was made by it."""
        hand = self.hand
        if event.kind == "down" and hand is None:
            self.hand = Hand(event.id, event.pos, self.board.cell_at(event.pos))
            self.press(self.hand)
        elif hand is None or event.id != hand.pointer:
            return None
        elif event.kind == "move":
            self._move(hand, event.pos)
        elif event.kind in ("up", "cancel"):
            self.hand = None
            if hand.drags:
                hand.follow(self.board.to_units(event.pos))
            return self.release(hand, event)
        return None

    def _move(self, hand: Hand, pos: Pos) -> None:
        board, finger = self.board, self.board.to_units(pos)
        if hand.drags:
            hand.follow(finger)
        elif not hand.strays(pos, board.kit.px(SLOP)) or not hand.piece:
            return
        else:
            pose, start = board.stage.pose(hand.piece), board.to_units(hand.start)
            hand.take(pose, start, finger, still=board.kit.reduced_motion, bounds=self.bounds_of(hand))
            self.take(hand)
        self.carry(hand, pos)

    def may_ask(self) -> bool:
        """Whether a long press or a right click may ask: while nothing is dragged. The hand then taps no more."""
        if self.hand is None:
            return True
        self.hand.is_tap = False
        return not self.hand.drags

    def let_go(self) -> None:
        """End whatever the hand is doing: what it drags goes home."""
        hand, self.hand = self.hand, None
        if hand is not None and hand.drags:
            self.board.stage.release(hand.piece)

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while what is dragged is not at rest in the hand."""
        hand = self.hand
        if hand is None or not hand.drags:
            return False
        moving = hand.update(dt)
        self.hold(hand)
        return moving
