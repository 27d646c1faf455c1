"""The rim of the labyrinth: the spare tile is turned, waits at an arrow with a part in its line, and is pushed in."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pygame

from logic.core import Message
from logic.core import State as AnyState
from logic.labyrinth import Arrow, Push
from logic.labyrinth.board import STEPS, TURNS
from logic.labyrinth.moves import LabyrinthMove
from scenes.cursor import ahead
from scenes.grip import Hand
from scenes.labyrinth_board import LabyrinthBoard
from scenes.labyrinth_ground import TRAY
from scenes.labyrinth_poses import pushed_by
from scenes.labyrinth_reach import can_push_at, pushes_of, reached
from scenes.labyrinth_snap import within
from scenes.labyrinth_tiles import Lit
from scenes.labyrinth_words import why_barred
from scenes.squares import Point
from sprites import labyrinth_art as art
from sprites.sound import SoundBank
from sprites.stage import Pose
from sprites.ui import Kit

PART = 0.4
"""How far a tile that waits at an arrow is in its line, in cells."""
FAINT, CLEAR = 0.5, 1.0
"""How strong the light is on what can be reached before a push, and after one."""
SHAKES, SWAY = 3, 0.06
"""How often an arrow shakes that cannot be used, and how far, in cells."""
OUTWARD = 0.22
"""How far from its place the arrow lies over a tile that waits there, in cells."""
GHOST = 0.72
"""How solid a tile looks that waits to be pushed in."""
TURN_SIGN = 0.5
"""How large the sign in the empty tray is, in cells."""


class LabyrinthRim(LabyrinthBoard):
    """What can be done with the spare tile before it is pushed in.

    It is *armed* where it lies with a part in a line: the line has moved by as much, and what could be reached after
    the push is lit. What is legal is read from ``legal_moves`` alone.
    """

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._armed: Arrow | None = None
        self._part = PART
        self._aim: Arrow | None = None
        self._refused: Arrow | None = None
        self._shaking = 0.0
        self._hand: Hand | None = None
        self._hint: tuple[LabyrinthMove, ...] = ()
        super().__init__(kit, sound, state, viewer)

    # -- what is meant

    @property
    def armed(self) -> Arrow | None:
        """The arrow at which the spare tile lies with a part in the line."""
        return self._armed

    def _push_at(self, arrow: Arrow | None) -> Push | None:
        """Give the push that an arrow means now."""
        return pushes_of(self.state).get((arrow, self.rot)) if arrow is not None else None

    @property
    def _pushes(self) -> bool:
        """Tell whether a hand may push now."""
        return self.live and bool(pushes_of(self.state))

    def _forget(self) -> None:
        super()._forget()
        self._hint = ()
        self._armed = self._aim = self._refused = None
        self._part = PART

    def _arranged(self) -> Mapping[str, Pose]:
        layout = super()._arranged()
        if self._armed is None:
            return layout
        return pushed_by(layout, self.state, self._armed, self._part)

    def _arrange(self) -> None:
        self.stage.sync(self._arranged())

    # -- arming and turning

    def arm(self, arrow: Arrow | None, part: float = PART) -> None:
        """Lay the spare tile at an arrow, with a part of it in the line, or back into its tray."""
        if arrow is not None and not can_push_at(self.state, arrow):
            self._refuse(arrow)
            return
        if arrow != self._armed:
            self._play("tick" if arrow is not None else "drop")
        self._refused = None
        self._armed, self._part = arrow, part
        self._arrange()

    def turn(self, quarters: int) -> bool:
        """Turn the spare tile; false where nobody may push now."""
        if not self._pushes:
            return False
        self._rot = (self._rot + quarters) % 4
        self._spins.turn(self.state.spare.id, quarters)
        self._play("turn_spare")
        return True

    def _refuse(self, arrow: Arrow) -> None:
        """Let the shutter of an arrow shake."""
        if arrow != self._refused:
            self._play("deny")
            self._shaking = 0.0 if self.kit.reduced_motion else self.kit.theme.seconds.slide
        self._refused = arrow
        if self._armed is not None:
            self._armed = None
            self._arrange()

    def _sway(self) -> float:
        """Give how far the arrow that was refused sways now, in cells."""
        left = self._shaking / self.kit.theme.seconds.slide
        return SWAY * left * math.sin(math.tau * SHAKES * left)

    @property
    def why_not(self) -> Message | None:
        """Say why the arrow that was touched cannot be used."""
        return why_barred(self.state, self._refused) if self._refused is not None else None

    def _commit(self) -> Push | None:
        """Push in what is armed."""
        push = self._push_at(self._armed)
        if push is not None:
            self._dropped = self.state.spare.id
        return push

    @property
    def in_hand(self) -> str:
        """The push that the spare tile waits for, or how it is turned in its tray."""
        push, spare = self._push_at(self._armed), self.state.spare
        if push is not None:
            return str(push)
        return f"{self.rot}" if self.rot != spare.rot % TURNS[spare.shape] else ""

    def take_up(self, in_hand: str) -> None:
        """Turn the spare tile again as it was turned, and lay it where it waited."""
        for arrow, rot in pushes_of(self.state):
            if in_hand in (f"{rot}", str(Push(arrow, rot))):
                self._rot, self._armed = rot, None if in_hand == f"{rot}" else arrow
        self.stage.sync(self._arranged(), at_once=True)

    def let_go(self) -> None:
        """Put the spare tile back into its tray."""
        hand, self._hand = self._hand, None
        if hand is not None and hand.drags:
            self.stage.release(hand.piece)
        self._aim = None
        if self._armed is not None:
            self._armed = None
            self._arrange()

    # -- where hands are

    def _arrow_at(self, pos: tuple[int, int]) -> Arrow | None:
        """Give the arrow under a place of the window, or the tile that lies on it."""
        for arrow in self.state.params.arrows:
            x, y = self.to_pixels(*self.arrow_place(arrow))
            side = max(self.kit.px(self.kit.theme.sizes.control), self.margin * self.cell)
            reach = pygame.Rect(0, 0, side, side)
            reach.center = round(x), round(y)
            if reach.collidepoint(pos):
                return arrow
        return None

    def _on_spare(self, pos: tuple[int, int]) -> bool:
        """Tell whether a place of the window is on the spare tile."""
        pose = self.stage.pose(self.state.spare.id)
        return within(self.to_units(pos), (pose.x, pose.y), 0.5)

    def _in_tray(self, pos: tuple[int, int]) -> bool:
        """Tell whether a place of the window is in the tray."""
        return within(self.to_units(pos), self.tray, TRAY / 2)

    # -- keys

    def _step_along(self, right: int, down: int) -> bool:
        """Go to the next arrow that way; what is armed goes along."""
        places = {arrow: self.arrow_place(arrow) for arrow in self.state.params.arrows}
        here = self._aim or self._armed
        if here is None:
            self._aim = self._first_arrow()
            return True
        there = ahead(places[here], {arrow: place for arrow, place in places.items() if arrow != here}, right, down)
        if there is None:
            return False
        self._aim, self._refused = there, None
        if self._armed is not None:
            self.arm(there if can_push_at(self.state, there) else None)
        return True

    def _first_arrow(self) -> Arrow:
        """Give the arrow that is nearest to the tray."""
        x, y = self.tray
        arrows = self.state.params.arrows
        places = {arrow: self.arrow_place(arrow) for arrow in arrows if can_push_at(self.state, arrow)}
        return min(places, key=lambda arrow: abs(places[arrow][0] - x) + abs(places[arrow][1] - y))

    def _accept_arrow(self) -> Push | None:
        """Arm the arrow under the cursor, or push where it is armed."""
        if self._armed is not None:
            return self._commit()
        if self._aim is None:
            self._aim = self._first_arrow()
        self.arm(self._aim)
        return None

    # -- picture

    def _look_of(self, arrow: Arrow) -> art.State:
        look = super()._look_of(arrow)
        if look == "ready" and self._pushes and arrow in (self._aim, self._armed, *self._hinted):
            return "aim"
        return look

    def arrow_place(self, arrow: Arrow) -> Point:
        """Give the middle of an arrow, in cells: one that was refused shakes."""
        x, y = super().arrow_place(arrow)
        return x + (self._sway() if arrow == self._refused else 0.0), y

    def _lit(self) -> Lit:
        """Light what can be reached as the tiles lie, or after the push that is meant."""
        lit = dict(super()._lit())
        if not self._pushes:
            return lit
        push = self._push_at(self._armed or self._aim)
        if push is None:
            return lit | dict.fromkeys(reached(self.state), ("reach", FAINT))
        return lit | dict.fromkeys(reached(self.state, push), ("preview", CLEAR))

    @property
    def _hinted(self) -> tuple[Arrow, ...]:
        """The arrow of a hint."""
        return tuple(move.arrow for move in self._hint if isinstance(move, Push))

    def _strength(self, piece: str) -> float:
        return GHOST if self._armed is not None and piece == self.state.spare.id else super()._strength(piece)

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Let the tray say that it turns the spare tile, while that is elsewhere."""
        super()._draw_marks(surface)
        pose = self.stage.pose(self.state.spare.id)
        if self._pushes and not within((pose.x, pose.y), self.tray, 0.5):
            colour = self.kit.theme.colours.accent_light
            icon = self.kit.bakery.icon("rotate_right", round(TURN_SIGN * self.cell), colour)
            surface.blit(icon, icon.get_rect(center=self.to_pixels(*self.tray)))

    def _draw_above(self, surface: pygame.Surface) -> None:
        """Lay the arrow over the tile that waits to be pushed in by it."""
        super()._draw_above(surface)
        if self._armed is not None and self._pushes:
            step = STEPS[self._armed.side]
            x, y = self.arrow_place(self._armed)
            self._draw_arrow(surface, self._armed, (x - OUTWARD * step.col, y - OUTWARD * step.row))

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        shakes, self._shaking = self._shaking > 0, max(0.0, self._shaking - dt)
        return moving or shakes
