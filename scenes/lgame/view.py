"""The L-Game on the screen: what mouse, fingers, keys and pad mean on its board."""

from __future__ import annotations

import math
from collections.abc import Sequence

from logic.core import Cell, Event, Move
from logic.core import State as AnyState
from logic.lgame.rules import SIZE, SQUARES, Lay, Placement
from scenes.lgame.hands import LGameGrip
from scenes.lgame.reach import Hand, Lift, Point, middle, tapped
from scenes.view.gesture import Turner
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.widgets.input import Pointer, Pos

SLOP = 10
"""How many units a press may stray and still be a tap."""
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class LGameView(LGameGrip):
    """The board of the L-Game under somebody's hands.

    In the first part of a turn the own L is lifted by a tap, a press or a key and shows, hovering, where it would lie;
    in the second a pebble may be chosen and put elsewhere. What is legal is read from ``legal_moves`` alone.
    """

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        super().__init__(kit, sound, state, viewer)
        self._turner = Turner()
        self._cursor = self._waiting_place()

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        """Take a pointer; give a legal move when one was made by it."""
        if not self.live:
            return None
        if event.kind == "down":
            self._press(event)
        elif event.kind == "hover":
            self._hover(event.pos)
        elif event.kind in ("wheel", "twist"):
            self._turn_by(event)
        elif event.kind == "context":
            self._flip_under(event.pos)
        elif self._hand is not None and event.id == self._hand.pointer:
            return self._go_on(self._hand, event)
        return None

    def _go_on(self, hand: Hand, event: Pointer) -> Move | None:
        if event.kind == "move":
            self._move(hand, event.pos)
        elif event.kind == "up":
            self._move(hand, event.pos)
            return self._release(hand, event.pos)
        elif event.kind == "cancel":
            self._abandon(hand)
        return None

    def _press(self, event: Pointer) -> None:
        if self._hand is not None:
            return
        self._cursor_shown = False
        self._turner.begin_twist()
        finger = self.to_units(event.pos)
        hand = self._hand = Hand(event.id, finger, finger)
        cell = self.cell_at(event.pos)
        if self.state.phase == "shift":
            self._touch_pebble(hand, cell)
        elif self._lift is None:
            if cell is not None and cell in SQUARES[self._home]:
                self._raise_l()
                hand.lifted_it = True
                self._take(hand, middle(self._home))
        elif cell is not None and cell in SQUARES[self._lift.ghost or self._home]:
            self._take(hand, middle(self._lift.ghost or self._home))
        else:
            hand.piece = self._own

    def _take(self, hand: Hand, at: Point) -> None:
        hand.piece = self._own
        hand.offset = at[0] - hand.finger[0], at[1] - hand.finger[1]

    def _touch_pebble(self, hand: Hand, cell: Cell | None) -> None:
        piece = next((piece for piece, there in self._pebbles() if there == cell), None)
        if piece is not None and any(neutral == piece for neutral, _ in self._shifts):
            hand.piece = piece
            hand.lifted_it = self._pebble != piece
            pose = self.stage.pose(piece)
            hand.offset = pose.x - hand.finger[0], pose.y - hand.finger[1]
            if hand.lifted_it:
                self._choose_pebble(piece)

    def _move(self, hand: Hand, pos: Pos) -> None:
        hand.finger = self.to_units(pos)
        strayed = math.dist(hand.finger, hand.start) * self.cell > self.kit.px(SLOP)
        if not hand.piece or not (hand.moved or strayed):
            return
        if not hand.moved:
            self._begin_drag(hand)
        if hand.drag is not None:
            hand.drag.follow(hand.finger)
        self._aim(hand)
        self._carry(hand)

    def _release(self, hand: Hand, pos: Pos) -> Move | None:
        self._hand = None
        self.stage.release(hand.piece)
        if self.state.phase == "shift":
            return self._drop_pebble(hand, self.cell_at(pos))
        if hand.moved:
            return self._drop_l()
        return None if hand.lifted_it else self._tap(self.cell_at(pos))

    def _drop_l(self) -> Move | None:
        move = self._ghost_move
        if move is None:
            self._put_back()
        else:
            self._arrange()
        return move

    def _drop_pebble(self, hand: Hand, cell: Cell | None) -> Move | None:
        if hand.piece and not hand.moved:
            if not hand.lifted_it:
                self._choose_pebble(None)
            return None
        move = self._shifts.get((self._pebble, cell)) if self._pebble is not None and cell is not None else None
        if move is None:
            self._choose_pebble(None)
        return move

    def _abandon(self, hand: Hand) -> None:
        """End a gesture that has left the window: what it moved or lifted goes back."""
        self._hand = None
        self.stage.release(hand.piece)
        if hand.moved or hand.lifted_it:
            self.let_go()

    def _tap(self, cell: Cell | None) -> Move | None:
        """Take a tap while the L is lifted or lies: try a square, try it otherwise, lay, or put back."""
        if self._lift is None:
            return None
        lift = self._lift
        if cell is None or (lift.ghost is None and cell in SQUARES[self._home]):
            self._put_back()
            return None
        move = self._ghost_move
        if (
            move is not None
            and lift.ghost is not None
            and cell in SQUARES[lift.ghost]
            and not self._has_more(lift, cell)
        ):
            return move
        advised = next((move.placement for move in self._hint if isinstance(move, Lay)), None)
        tried = tapped(self._lays, cell, lift, advised)
        if tried is None:
            self._play("deny")
            return None
        self._lift = tried
        self._play("tick")
        self._arrange()
        return None

    def _hover(self, pos: Pos) -> None:
        """Let the ghost follow the mouse while the L is lifted; what a click has chosen stays until it is left."""
        if self._lift is None or self._hand is not None:
            return
        cell, lift = self.cell_at(pos), self._lift
        if lift.pinned is not None and lift.ghost is not None and cell in SQUARES[lift.ghost]:
            return
        self._cursor_shown = False
        before = lift.ghost
        self._want(self.to_units(pos))
        if self._lift.ghost != before:
            self._arrange()

    def _turn_by(self, event: Pointer) -> None:
        """Turn the lifted L by the wheel or by two fingers."""
        quarters = self._turner.quarters(event)
        for _ in range(abs(quarters) if self._lift is not None else 0):
            self._turn(1 if quarters > 0 else -1)

    def _flip_under(self, pos: Pos) -> None:
        cell = self.cell_at(pos)
        if self._lift is not None or (cell is not None and cell in SQUARES[self._home]):
            self._mirror()

    def let_go(self) -> None:
        """Put back whatever is lifted, and forget half a turn of the wheel."""
        super().let_go()
        self._turner.reset()

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        """Take an action by key, pad or button while the board has the focus; a legal move, or whether it was used."""
        if not self.live:
            return False
        if action in ARROWS:
            return self._step(*ARROWS[action])
        if action == "accept":
            return self._accept()
        if action == "lay":
            return self._ghost_move or False
        if action == "cancel":
            return self._cancel()
        if action in ("rotate", "rotate_back"):
            return self._turn(1 if action == "rotate" else -1)
        return self._mirror() if action == "mirror" else False

    def _cancel(self) -> bool:
        if self._lift is None and self._pebble is None:
            return False
        self._put_back()
        return True

    def _step(self, down: int, right: int) -> bool:
        """Move the lifted L, or else the cursor, by a square; at the edge the arrow is for somebody else."""
        self._cursor_shown = True
        if self._lift is not None:
            self._step_l(down, right)
            return True
        cell = Cell(self._cursor.row + down, self._cursor.col + right)
        if not (0 <= cell.row < SIZE and 0 <= cell.col < SIZE):
            return self._pebble is not None
        self._cursor = cell
        return True

    def _step_l(self, down: int, right: int) -> None:
        assert self._lift is not None  # noqa: S101 - told to the type checker
        here = self._lift.ghost or self._home
        there = Placement(here.orientation, Cell(here.anchor.row + down, here.anchor.col + right))
        if there in SQUARES:
            self._lift = Lift(there.orientation, middle(there), None if there == self._home else there)
            self._arrange()

    def _accept(self) -> Move | bool:
        self._cursor_shown = True
        if self.state.phase == "shift":
            return self._accept_pebble()
        if self._lift is None:
            return self._ensure_lifted()
        move = self._ghost_move
        if move is None:
            self._play("deny")
        return move or True

    def _accept_pebble(self) -> Move | bool:
        piece = next((piece for piece, there in self._pebbles() if there == self._cursor), None)
        if piece is not None:
            self._choose_pebble(None if piece == self._pebble else piece)
            return True
        move = self._shifts.get((self._pebble, self._cursor)) if self._pebble is not None else None
        if move is None:
            self._play("deny")
        return move or True

    def show(self, state: AnyState, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go over to another position; the cursor waits where the next thing can be done."""
        super().show(state, events, at_once=at_once)
        self._cursor = self._waiting_place()

    def _waiting_place(self) -> Cell:
        return self.state.neutrals[0] if self.state.phase == "shift" else self._home.cells[0]


VIEW = LGameView
