"""An L in the hand: lifted, carried, turned, turned over and put back, whatever kind of hand it is."""

from __future__ import annotations

import math

from logic.core import Cell
from logic.lgame.rules import ORIENTATIONS, PLACEMENTS, SQUARES, Placement, mirrored, turned
from scenes.lgame.board import LGameBoard
from scenes.lgame.reach import Hand, Lift, Point, is_near, middle, nearest, placement_pose
from sprites.stage.physics import Drag
from sprites.stage.stage import Pose


class LGameGrip(LGameBoard):
    """What can be done with the own L and the pebbles before anything is played."""

    # -- lifting and putting back

    def _raise_l(self) -> None:
        self._lift = Lift(self._home.orientation, middle(self._home))
        self._play("lift")
        self._arrange()

    def _put_back(self) -> None:
        self._play("drop")
        self.let_go()

    def _ensure_lifted(self) -> bool:
        if not self.live or not self._lays:
            return False
        if self._lift is None:
            self._raise_l()
        return True

    def _choose_pebble(self, piece: str | None) -> None:
        if piece == self._pebble:
            return
        self._play("lift" if piece is not None else "drop")
        self._pebble = piece
        self._arrange()

    def let_go(self) -> None:
        """Put back whatever is lifted."""
        if self._hand is not None:
            self.stage.release(self._hand.piece)
        lifted = self._lift is not None or self._pebble is not None
        self._hand = self._lift = self._pebble = None
        if lifted:
            self._arrange()

    @property
    def in_hand(self) -> str:
        """The pebble that is chosen, or how and where the lifted L hovers."""
        return _told(self._lift) if self._lift is not None else self._pebble or ""

    def take_up(self, in_hand: str) -> None:
        """Choose the pebble again that was chosen, or lift the L as it was lifted, if that can be done now."""
        here = middle(self._home)
        lifts = [
            *(Lift(orientation, here) for orientation in ORIENTATIONS),
            *(Lift(there.orientation, middle(there), there) for there in PLACEMENTS),
        ]
        if any(neutral == in_hand for neutral, _ in self._shifts):
            self._pebble = in_hand
        elif self._lays:
            self._lift = next((lift for lift in lifts if _told(lift) == in_hand), None)
        self.stage.sync(self._arranged(), at_once=True)

    # -- turning

    def _turn(self, quarters: int) -> bool:
        """Turn the own L, lifting it first; false where there is nothing to lay now."""
        if not self._ensure_lifted():
            return False
        assert self._lift is not None  # noqa: S101 - told to the type checker
        self._reshape(turned(self._lift.orientation, quarters))
        if self._hand is not None and self._hand.piece:
            x, y = self._hand.offset
            self._regrip(self._hand, (-y, x) if quarters > 0 else (y, -x), -quarters * math.pi / 2)
        return True

    def _mirror(self) -> bool:
        """Mirror the own L, lifting it first; false where there is nothing to lay now."""
        if not self._ensure_lifted():
            return False
        assert self._lift is not None  # noqa: S101 - told to the type checker
        self._reshape(mirrored(self._lift.orientation))
        if self._hand is not None and self._hand.piece:
            x, y = self._hand.offset
            self._regrip(self._hand, (-x, y), 0.0)
        return True

    def _reshape(self, orientation: int) -> None:
        assert self._lift is not None  # noqa: S101 - told to the type checker
        lift = self._lift
        there = nearest(orientation, lift.at, self._lays, lift.pinned)
        pinned = lift.pinned if lift.pinned in SQUARES[there] else None
        self._lift = Lift(orientation, lift.at, None if there == self._home else there, pinned, orientation)
        self._play("tick")
        if self._hand is None or not self._hand.moved:
            self._arrange()

    def _regrip(self, hand: Hand, offset: Point, swing: float) -> None:
        hand.offset = offset
        if not hand.moved:
            return
        if hand.drag is not None:
            hand.drag.grip(offset, hand.drag.swing + swing)
        self._aim(hand)
        self._carry(hand)

    # -- carrying

    def _begin_drag(self, hand: Hand) -> None:
        hand.moved = True
        pose = self.stage.pose(hand.piece)
        hand.flip = pose.flip
        if not self.kit.reduced_motion:
            hand.drag = Drag((pose.x, pose.y), hand.finger, hand.offset)

    def _aim(self, hand: Hand) -> None:
        """Let the ghost follow what is dragged."""
        if self._lift is not None:
            self._want(hand.wanted)

    def _want(self, at: Point) -> None:
        assert self._lift is not None  # noqa: S101 - told to the type checker
        there = nearest(self._lift.orientation, at, self._lays)
        ghost = there if there != self._home and is_near(there, at) else None
        self._lift = Lift(self._lift.orientation, at, ghost)

    def _carry(self, hand: Hand) -> None:
        """Hold the dragged piece where the hand has it now."""
        x, y = hand.drag.middle if hand.drag is not None else hand.wanted
        swing = hand.drag.swing if hand.drag is not None else 0.0
        if self._lift is None:
            self.stage.hold(hand.piece, Pose(x, y, z=1.0))
            return
        rest = placement_pose(Placement(self._lift.orientation, Cell(0, 0)))
        # A mirrored L is drawn mirrored after it was turned, so it has to be turned the other way to swing this way.
        angle = rest.angle + (swing if hand.flip > 0 else -swing)
        flip = rest.flip if self.kit.reduced_motion else hand.flip
        self.stage.hold(hand.piece, Pose(x, y, angle, flip=flip, z=1.0))

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        if self._hand is not None and self._hand.moved:
            moving |= self._swing(self._hand, dt)
        return moving

    def _swing(self, hand: Hand, dt: float) -> bool:
        """Let the dragged piece follow the hand; true while it is not at rest in it."""
        swinging = hand.drag is not None and hand.drag.update(dt)
        turning = self._turn_over(hand, dt)
        self._carry(hand)
        return swinging or turning

    def _turn_over(self, hand: Hand, dt: float) -> bool:
        """Bring the piece in the hand nearer to the side that it is to show."""
        if self._lift is None:
            return False
        goal = placement_pose(Placement(self._lift.orientation, Cell(0, 0))).flip
        step = 2 * dt / max(self.kit.theme.seconds.settle, 1e-6)
        hand.flip = min(goal, hand.flip + step) if goal > hand.flip else max(goal, hand.flip - step)
        return hand.flip != goal


def _told(lift: Lift) -> str:
    """Say how a lifted L is turned, and where the box around it begins where it means a place."""
    return f"L{lift.orientation}" if lift.ghost is None else f"L{lift.orientation} {lift.ghost.anchor}"
