"""Pieces and cards of Cóatl in a hand that drags them: they follow with a little weight, snap, or go home."""

from __future__ import annotations

import math
from dataclasses import replace

from logic.coatl.moves import CoatlMove
from logic.core import State as AnyState
from scenes.coatl_lights import CoatlLights
from scenes.coatl_spots import Spot
from scenes.grip import SLOP, Hand
from sprites.input import Pointer, Pos
from sprites.sound import SoundBank
from sprites.ui import Kit

CARRIED = 1.0
"""How high something is carried."""
SNAP = 0.9
"""How near to its place a piece must be let go, in cells of that place."""


class CoatlCarry(CoatlLights):
    """The table under hands that press and drag."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._hand: Hand | None = None
        self._pressed: Spot | None = None
        super().__init__(kit, sound, state, viewer)

    def let_go(self) -> None:
        """Put back whatever is lifted or carried."""
        super().let_go()
        hand, self._hand = self._hand, None
        if hand is not None and hand.drags:
            self.stage.release(hand.piece)

    def _press(self, event: Pointer) -> None:
        """Lay a hand on what lies there."""
        if self._hand is not None:
            return
        self._cursor = self._refused = None
        self._aim = self._pressed = self._spot_at(event.pos)
        self._hand = Hand(event.id, event.pos, None)
        if self._pressed is not None and self._over is None and self._can_carry(self._pressed):
            self._hand.piece = self._pressed.name

    def _can_carry(self, spot: Spot) -> bool:
        return spot.name in self.reach.builds or spot.name in self.reach.cards or self._can_give(spot)

    def _go_on(self, event: Pointer) -> CoatlMove | None:
        """Take a move of the hand, or its end: a tap, a drop, or nothing."""
        hand = self._hand
        if hand is None or event.id != hand.pointer:
            return None
        if event.kind == "move":
            self._move(hand, event)
            return None
        self._hand = None
        if event.touch:
            # No finger hovers: what it was over is not aimed at any more.
            self._aim = None
        cancelled = event.kind != "up"
        if hand.drags:
            hand.follow(self.to_units(event.pos))
            return self._drop(hand, event.pos, cancelled=cancelled)
        tapped = hand.is_tap and not cancelled
        return self.choose(self._pressed) if tapped else None

    def _move(self, hand: Hand, event: Pointer) -> None:
        finger = self.to_units(event.pos)
        if hand.drags:
            hand.follow(finger)
        elif not hand.strays(event.pos, self.kit.px(SLOP)) or not hand.piece:
            return
        else:
            self._take(hand, finger)
        self._aim = self._goal_at(event.pos)

    def _take(self, hand: Hand, finger: tuple[float, float]) -> None:
        """Begin to carry: what was lifted by a tap before goes back."""
        if self._lifted != hand.piece:
            self._put_down()
        pose = self.stage.pose(hand.piece)
        hand.take(pose, self.to_units(hand.start), finger, still=self.kit.reduced_motion)
        self._lifted = hand.piece
        self._hold(hand)
        self._play("lift")

    def _hold(self, hand: Hand) -> None:
        x, y = hand.middle
        pose = self.stage.pose(hand.piece)
        self.stage.hold(hand.piece, replace(pose, x=x, y=y, z=CARRIED))

    def _goal_at(self, pos: Pos) -> Spot | None:
        """Give what is meant by letting go there: the nearest place that what is carried may go to."""
        near: dict[Spot, float] = {}
        for spot, rect in self._targets():
            far = math.dist(pos, rect.center) / rect.width
            if spot.kind == "lane" and rect.collidepoint(pos):
                return spot
            if spot.kind != "lane" and far < SNAP:
                near[spot] = far
        if near:
            return min(near, key=lambda spot: near[spot])
        under = self._target_in_lane(pos)
        if under is not None:
            return under
        under = self._spot_at(pos)
        gives = under is not None and under.kind == "area" and under.number in self.reach.steals
        return under if gives else None

    def _drop(self, hand: Hand, pos: Pos, *, cancelled: bool) -> CoatlMove | None:
        """Let go: where it may go it snaps, elsewhere it goes home, and a card of the display into the own hand."""
        goal: Spot | None = None if cancelled else self._goal_at(pos)
        card = self.reach.cards.get(hand.piece)
        move: CoatlMove | None = None
        if goal is not None:
            move = self._put(goal)
        elif card is not None and not cancelled and self.places.own.rect.collidepoint(pos):
            move = card
        if move is None:
            under = self._spot_at(pos)
            self._put_down()
            if under is not None and under.kind == "lane" and not cancelled:
                self._refused = Spot("lane", hand.piece, under.number)
            self._play("drop")
            return None
        self._dropped = hand.piece
        return move

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        hand = self._hand
        if hand is not None and hand.drags:
            moving |= hand.update(dt)
            self._hold(hand)
        return moving
