"""The spare tile in a hand: it snaps to the arrows along the rim, peeps into their lines, goes in or goes home."""

from __future__ import annotations

from logic.labyrinth import Push
from scenes.grip import Hand
from scenes.labyrinth_reach import can_push_at
from scenes.labyrinth_rim import LabyrinthRim
from scenes.labyrinth_snap import nearest
from scenes.squares import Point
from sprites.stage import Pose

DONE = 0.5
"""From this far in on, a tile that is let go is pushed in."""
CARRIED_Z = 1.5
"""How high a tile is carried in the hand."""


class LabyrinthCarry(LabyrinthRim):
    """What a hand does with the spare tile that drags it."""

    def _take_spare(self, hand: Hand, finger: Point) -> None:
        """Begin to carry the spare tile."""
        hand.piece = self.state.spare.id
        pose = self.stage.pose(hand.piece)
        hand.take(pose, self.to_units(hand.start), finger, still=self.kit.reduced_motion)
        self._play("lift")

    def _carry_spare(self, hand: Hand) -> None:
        """Let the spare tile snap to the arrow that it is near, or follow the hand."""
        found = nearest(self.state.params.arrows, hand.wanted, self._armed)
        if found is None:
            if self._armed is not None:
                hand.resume(self.stage.pose(hand.piece))
                self._armed = None
                self._arrange()
            self._refused = None
            self._hold_spare(hand)
            return
        arrow, part = found
        if not can_push_at(self.state, arrow):
            self._refuse(arrow)
            self._hold_spare(hand)
            return
        self.stage.release(hand.piece)
        if (arrow, part) != (self._armed, self._part):
            self.arm(arrow, part)

    def _hold_spare(self, hand: Hand) -> None:
        x, y = hand.middle
        self.stage.hold(hand.piece, Pose(x, y, z=CARRIED_Z))

    def _drop_spare(self, hand: Hand, *, cancelled: bool) -> Push | None:
        """Let the spare tile go: into its line, to wait at an arrow, or back into the tray."""
        self.stage.release(hand.piece)
        if self._armed is None or cancelled:
            self._refused = self._refused if not cancelled else None
            self.let_go()
            self._play("drop")
            return None
        if self._part > DONE:
            return self._commit()
        self.arm(self._armed)
        return None

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        hand = self._hand
        if hand is not None and hand.drags and hand.piece == self.state.spare.id:
            moving |= hand.update(dt)
            if self._armed is None:
                self._hold_spare(hand)
        return moving
