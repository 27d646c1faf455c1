"""Input at the L-Game: lifting, turning and laying the own L, and shifting a neutral piece."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from logic.core import Cell, Move
from logic.lgame.rules import (
    L_IDS,
    NEUTRAL_IDS,
    ORIENTATIONS,
    PLACEMENTS,
    SQUARES,
    Lay,
    Placement,
    Shift,
    State,
    mirrored,
    turned,
)
from scenes.view.squares import ARROWS, Cursor, Point
from scenes.view.view import GameView, Gesture, Hand, RotationInput
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer, Pos

REACH = 1.3
"""Largest distance in cells of a position from the middle of a placement that it selects."""


@lru_cache(maxsize=16)
def legal_lays(state: State) -> Mapping[Placement, Lay]:
    """The legal Lays of a position by their placement."""
    return {move.placement: move for move in state.legal_moves() if isinstance(move, Lay)}


@lru_cache(maxsize=16)
def legal_shifts(state: State) -> Mapping[tuple[str, Cell], Shift]:
    """The legal Shifts of a position by pebble and target."""
    return {(move.neutral, move.target): move for move in state.legal_moves() if isinstance(move, Shift)}


@dataclass(frozen=True, slots=True)
class LiftedPiece:
    """A lifted L: its orientation, the middle where it is wanted, and the placement that this means.

    ``ghost`` is None if it means none, or the squares it came from. ``pinned`` is the square that was tapped, and
    ``tapped_as`` the orientation at the first tap on it.
    """

    orientation: int
    at: Point
    ghost: Placement | None = None
    pinned: Cell | None = None
    tapped_as: int = 0


def middle(placement: Placement) -> Point:
    """The middle of a placement's bounding box, in board units."""
    cells = placement.cells
    rows, cols = [cell.row for cell in cells], [cell.col for cell in cells]
    return (min(cols) + max(cols) + 1) / 2, (min(rows) + max(rows) + 1) / 2


def barred(state: State) -> tuple[tuple[Placement, Cell], ...]:
    """The placements that a single square blocks for the player to move, each with that square."""
    own, taken = state.ls[state.player], {*state.ls[1 - state.player].cells, *state.neutrals}
    there = [(placement, SQUARES[placement] & taken) for placement in PLACEMENTS if placement != own]
    return tuple((placement, next(iter(squares))) for placement, squares in there if len(squares) == 1)


def placement_pose(placement: Placement) -> Pose:
    """The pose of an L there.

    The rules mirror first and rotate then, a pose rotates first and mirrors then, so a mirrored L rotates in the
    opposite direction.
    """
    x, y = middle(placement)
    angle = placement.quarters * math.pi / 2
    if placement.is_mirrored:
        return Pose(x, y, -angle, flip=-1.0)
    return Pose(x, y, angle)


def nearest(orientation: int, at: Point, legal: Collection[Placement], pinned: Cell | None = None) -> Placement:
    """The nearest placement in that orientation; if ``pinned``, preferably on that square, and legal."""

    def cost(placement: Placement) -> tuple[bool, bool, float, bool]:
        misses = pinned is not None and pinned not in SQUARES[placement]
        blocked = placement not in legal
        return misses, pinned is not None and blocked, round(_away(placement, at), 6), blocked

    return min((there for there in PLACEMENTS if there.orientation == orientation), key=cost)


def is_near(placement: Placement, at: Point) -> bool:
    """Whether a position selects that placement."""
    return _away(placement, at) <= REACH


def placements_over(
    legal: Iterable[Placement], cell: Cell, orientation: int, advised: Placement | None = None
) -> list[Placement]:
    """The placements that a tap on a square may mean: first in the present orientation, then ever more different.

    If a hint has ``advised`` one that covers the square, that comes first.
    """
    likeness = _nearest_orientations(orientation)

    def cost(placement: Placement) -> tuple[bool, int, float, Cell]:
        away = _away(placement, (cell.col + 0.5, cell.row + 0.5))
        return placement != advised, likeness.index(placement.orientation), round(away, 6), placement.anchor

    return sorted((there for there in legal if cell in SQUARES[there]), key=cost)


def tapped(
    legal: Iterable[Placement], cell: Cell, lift: LiftedPiece, advised: Placement | None = None
) -> LiftedPiece | None:
    """The lift after a tap on a square: the first placement that it may mean, or the one after the present.

    None if no legal placement covers the square.
    """
    again = lift.pinned == cell
    start = lift.tapped_as if again else lift.orientation
    choices = placements_over(legal, cell, start, advised)
    if not choices:
        return None
    place = choices.index(lift.ghost) + 1 if again and lift.ghost in choices else 0
    chosen = choices[place % len(choices)]
    return LiftedPiece(chosen.orientation, middle(chosen), chosen, cell, start)


def farthest(placement: Placement, cell: Cell) -> Cell:
    """The square of a placement that is farthest from another square: a tap there lays."""
    return max(placement.cells, key=lambda one: (abs(one.row - cell.row) + abs(one.col - cell.col), one))


def tap_sequence(
    legal: Iterable[Placement], home: Placement, goal: Placement, advised: Placement | None = None
) -> tuple[Cell, ...]:
    """The fewest taps that lift the L, bring it to a goal, and lay it there."""
    free = [cell for cell in goal.cells if cell not in SQUARES[home]]
    choices = {cell: placements_over(legal, cell, home.orientation, advised) for cell in free}
    cell = min(choices, key=lambda one: choices[one].index(goal))
    return home.cells[0], *[cell] * (choices[cell].index(goal) + 1), farthest(goal, cell)


def _nearest_orientations(orientation: int) -> list[int]:
    """All eight orientations: those without flipping first, and of each four those that take less turning."""
    return [turned(start, quarters) for start in (orientation, mirrored(orientation)) for quarters in (0, 1, -1, 2)]


def _away(placement: Placement, at: Point) -> float:
    x, y = middle(placement)
    return math.hypot(x - at[0], y - at[1])


DIM = 0.75
"""Opacity of an L that hovers where it cannot be laid."""


class LGameHands(Gesture[State]):
    """Input state: what is lifted, chosen and pointed at.

    In the first part of a turn the own L is lifted by a tap, a press or a key and shows, hovering, where it would lie;
    in the second a neutral piece may be chosen and put elsewhere. Legality is read from ``legal_moves`` alone.
    """

    def __init__(self, board: GameView[State]) -> None:
        super().__init__(board)
        self.lift: LiftedPiece | None = None
        self.pebble: str | None = None
        self.cursor: Cursor[Cell] = Cursor()
        self.shows_cursor = False
        self._rotation = RotationInput()
        self._flip = 1.0
        self.wait()

    # -- possible actions

    @property
    def state(self) -> State:
        return self.board.state

    @property
    def home(self) -> Placement:
        return self.state.ls[self.state.player]

    @property
    def lays(self) -> Mapping[Placement, Lay]:
        """The legal Lays, by their placement."""
        return legal_lays(self.state)

    @property
    def ghost(self) -> Placement | None:
        """The placement that the lifted L means."""
        return self.lift.ghost if self.lift is not None else None

    @property
    def ghost_move(self) -> Lay | None:
        """The legal move for the ghost, if there is one."""
        return self.lays.get(self.ghost) if self.ghost is not None else None

    @property
    def advised(self) -> Placement | None:
        """The placement of a hint."""
        return next((move.placement for move in self.hint if isinstance(move, Lay)), None)

    def has_more(self, lift: LiftedPiece, cell: Cell) -> bool:
        """Whether another tap on that square would show another placement."""
        return lift.pinned == cell and len(placements_over(self.lays, cell, lift.tapped_as)) > 1

    def lit(self) -> set[Cell]:
        """The squares that some legal move of the lifted piece covers."""
        if self.lift is not None:
            return set().union(*(SQUARES[there] for there in self.lays))
        return {target for neutral, target in legal_shifts(self.state) if neutral == self.pebble}

    def _shift_to(self, cell: Cell | None) -> Move | None:
        """The move of the chosen pebble to a square."""
        if self.pebble is None or cell is None:
            return None
        return legal_shifts(self.state).get((self.pebble, cell))

    def _pebble_on(self, cell: Cell | None) -> str | None:
        return next(
            (piece for piece, there in zip(NEUTRAL_IDS, self.state.neutrals, strict=True) if there == cell), None
        )

    # -- lifting and dropping

    def arranged(self) -> Mapping[str, Pose]:
        """The layout, with the lifted piece where it hovers."""
        layout = dict(self.board.layout(self.state))
        if self.lift is not None:
            dim = self.ghost is not None and self.ghost_move is None
            pose = placement_pose(self.ghost or self.home)
            layout[L_IDS[self.state.player]] = replace(pose, z=1.0, alpha=DIM if dim else 1.0)
        if self.pebble is not None:
            layout[self.pebble] = replace(layout[self.pebble], z=1.0)
        return layout

    def _arrange(self) -> None:
        self.board.stage.sync(self.arranged())

    def _lifted(self) -> LiftedPiece | None:
        """The own L lifted, which it is first where it lies; None if there is nothing to lay now."""
        if not self.board.host.live or not self.lays:
            return None
        if self.lift is None:
            self.lift = LiftedPiece(self.home.orientation, middle(self.home))
            self.board.play_sound("lift")
            self._arrange()
        return self.lift

    def _put_back(self) -> None:
        self.board.play_sound("drop")
        self.cancel_gesture()

    def _choose_pebble(self, piece: str | None) -> None:
        if piece == self.pebble:
            return
        self.board.play_sound("lift" if piece is not None else "drop")
        self.pebble = piece
        self._arrange()

    def cancel_gesture(self) -> None:
        super().cancel_gesture()
        lifted = self.lift is not None or self.pebble is not None
        self.lift = self.pebble = None
        if lifted:
            self._arrange()
        self._rotation.reset()

    def wait(self) -> None:
        """Put the cursor where the next action is possible."""
        self.cursor.at = self.state.neutrals[0] if self.state.phase == "shift" else self.home.cells[0]

    @property
    def in_hand(self) -> str:
        """The chosen pebble, or the orientation and placement of the lifted L."""
        return _told(self.lift) if self.lift is not None else self.pebble or ""

    def restore_selection(self, in_hand: str) -> None:
        """Restore the chosen pebble or the lifted L, if that is possible now."""
        here = middle(self.home)
        lifts = [
            *(LiftedPiece(orientation, here) for orientation in ORIENTATIONS),
            *(LiftedPiece(there.orientation, middle(there), there) for there in PLACEMENTS),
        ]
        if any(neutral == in_hand for neutral, _ in legal_shifts(self.state)):
            self.pebble = in_hand
        elif self.lays:
            self.lift = next((lift for lift in lifts if _told(lift) == in_hand), None)
        self.board.stage.sync(self.arranged(), at_once=True)

    # -- turning

    def turn(self, quarters: int) -> bool:
        """Turn the own L, lifting it first; false if there is nothing to lay now."""
        lift = self._lifted()
        if lift is None:
            return False
        self._reshape(lift, turned(lift.orientation, quarters))
        self._keep_grip(lambda x, y: (-y, x) if quarters > 0 else (y, -x), -quarters * math.pi / 2)
        return True

    def mirror(self) -> bool:
        """Mirror the own L, lifting it first; false if there is nothing to lay now."""
        lift = self._lifted()
        if lift is None:
            return False
        self._reshape(lift, mirrored(lift.orientation))
        self._keep_grip(lambda x, y: (-x, y), 0.0)
        return True

    def _reshape(self, lift: LiftedPiece, orientation: int) -> None:
        there = nearest(orientation, lift.at, self.lays, lift.pinned)
        pinned = lift.pinned if lift.pinned in SQUARES[there] else None
        self.lift = LiftedPiece(orientation, lift.at, None if there == self.home else there, pinned, orientation)
        self.board.play_sound("tick")
        if self.hand is None or not self.hand.drags:
            self._arrange()

    def _keep_grip(self, move: Callable[[float, float], Point], swing: float) -> None:
        """Keep the point of the L that is held, after it was rotated or mirrored."""
        hand = self.hand
        if hand is None or hand.offset is None:
            return
        hand.hold_at(move(*hand.offset), swing)
        if hand.drags:
            self._want(hand.wanted)
            self.hold(hand)

    def _turn_by(self, event: Pointer) -> None:
        """Rotate the lifted L by the wheel or by two fingers."""
        quarters = self._rotation.quarters(event)
        for _ in range(abs(quarters) if self.lift is not None else 0):
            self.turn(1 if quarters > 0 else -1)

    def _mirror_at(self, pos: Pos) -> None:
        """Mirror the L if it is lifted, or if it lies at that position of the window."""
        if self.lift is not None or self.board.cell_at(pos) in SQUARES[self.home]:
            self.mirror()

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        """Handle a pointer while the board is live; one that ends elsewhere is first moved there."""
        if not self.board.host.live:
            return None
        if event.kind == "hover":
            self._hover(event.pos)
        elif event.kind in ("wheel", "twist"):
            self._turn_by(event)
        elif event.kind == "context":
            self._mirror_at(event.pos)
        else:
            if event.kind == "up":
                super().point(replace(event, kind="move"))
            return super().point(event)
        return None

    def press(self, hand: Hand) -> None:
        """Lift the piece there; a lifted L is held where it is touched, or by its middle if it is not touched."""
        self.shows_cursor = False
        self._rotation.begin_twist()
        if self.state.phase == "shift":
            self._press_pebble(hand)
            return
        at = finger = self.board.to_units(hand.start)
        if hand.cell in SQUARES[self.ghost or self.home]:
            at, hand.chose_piece = middle(self.ghost or self.home), self.lift is None
        if (self._lifted() if hand.chose_piece else self.lift) is not None:
            hand.piece, hand.offset = L_IDS[self.state.player], (at[0] - finger[0], at[1] - finger[1])

    def _press_pebble(self, hand: Hand) -> None:
        piece = self._pebble_on(hand.cell)
        if piece is not None and any(neutral == piece for neutral, _ in legal_shifts(self.state)):
            hand.piece, hand.chose_piece = piece, self.pebble != piece
            self._choose_pebble(piece)

    def take(self, hand: Hand) -> None:
        """Begin to drag: from now on the L turns over while it is held."""
        self._flip = self.board.stage.pose(hand.piece).flip

    def on_drag(self, hand: Hand, pos: Pos) -> None:
        if self.lift is not None:
            self._want(hand.wanted)
        self.hold(hand)

    def _want(self, at: Point) -> None:
        """Set the wanted middle of the lifted L."""
        assert self.lift is not None  # noqa: S101 - told to the type checker
        there = nearest(self.lift.orientation, at, self.lays)
        ghost = there if there != self.home and is_near(there, at) else None
        self.lift = LiftedPiece(self.lift.orientation, at, ghost)

    def hold(self, hand: Hand) -> None:
        x, y = hand.middle
        if self.lift is None:
            self.board.stage.hold(hand.piece, Pose(x, y, z=1.0))
            return
        rest = placement_pose(Placement(self.lift.orientation, Cell(0, 0)))
        # A mirrored L is drawn mirrored after its rotation, so its swing has the opposite sign.
        angle = rest.angle + (hand.swing if self._flip > 0 else -hand.swing)
        flip = rest.flip if self.board.kit.reduced_motion else self._flip
        self.board.stage.hold(hand.piece, Pose(x, y, angle, flip=flip, z=1.0))

    def release(self, hand: Hand, event: Pointer) -> Move | None:
        """Lay or shift the dragged piece, or handle a tap; a gesture that has left the window drops it."""
        self.board.stage.release(hand.piece)
        if event.kind == "cancel":
            if hand.drags or hand.chose_piece:
                self.cancel_gesture()
            return None
        cell = self.board.cell_at(event.pos)
        if self.state.phase == "shift":
            return self._drop_pebble(hand, cell)
        if hand.drags:
            return self._drop_l()
        return None if hand.chose_piece else self._tap(cell)

    def _drop_l(self) -> Move | None:
        move = self.ghost_move
        if move is None:
            self._put_back()
        else:
            self._arrange()
        return move

    def _drop_pebble(self, hand: Hand, cell: Cell | None) -> Move | None:
        if hand.piece and not hand.drags:
            if not hand.chose_piece:
                self._choose_pebble(None)
            return None
        move = self._shift_to(cell)
        if move is None:
            self._choose_pebble(None)
        return move

    def _tap(self, cell: Cell | None) -> Move | None:
        """Handle a tap while the own L is lifted: try a square, try it differently, lay, or drop."""
        lift, move = self.lift, self.ghost_move
        if lift is None:
            return None
        if cell is None or (lift.ghost is None and cell in SQUARES[self.home]):
            self._put_back()
            return None
        if move is not None and cell in SQUARES[move.placement] and not self.has_more(lift, cell):
            return move
        tried = tapped(self.lays, cell, lift, self.advised)
        if tried is None:
            self.board.play_sound("deny")
            return None
        self.lift = tried
        self.board.play_sound("tick")
        self._arrange()
        return None

    def _hover(self, pos: Pos) -> None:
        """Let the ghost follow the mouse over the squares while the L is lifted; a choice by click stays.

        Else the choice would be gone before the mouse is at the buttons for laying, turning and flipping.
        """
        lift = self.lift
        if lift is None or lift.pinned is not None or self.hand is not None or self.board.cell_at(pos) is None:
            return
        self.shows_cursor = False
        self._want(self.board.to_units(pos))
        if self.ghost != lift.ghost:
            self._arrange()

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        if not self.board.host.live:
            return False
        if action in ARROWS:
            return self._step(*ARROWS[action])
        if action == "accept":
            return self._accept()
        if action == "lay":
            return self.ghost_move or False
        if action == "cancel":
            return self._cancel()
        if action in ("rotate", "rotate_back"):
            return self.turn(1 if action == "rotate" else -1)
        return self.mirror() if action == "mirror" else False

    def _cancel(self) -> bool:
        if self.lift is None and self.pebble is None:
            return False
        self._put_back()
        return True

    def _step(self, down: int, right: int) -> bool:
        """Move the lifted L, or else the cursor, by a square; return False if the arrow leaves the board."""
        self.shows_cursor = True
        if self.lift is None:
            return self.cursor.step(self.board.middles(), down, right) or self.pebble is not None
        here = self.ghost or self.home
        there = Placement(here.orientation, Cell(here.anchor.row + down, here.anchor.col + right))
        if there in SQUARES:
            self.lift = LiftedPiece(there.orientation, middle(there), None if there == self.home else there)
            self._arrange()
        return True

    def _accept(self) -> Move | bool:
        self.shows_cursor = True
        if self.state.phase != "shift" and self.lift is None:
            return self._lifted() is not None
        piece = self._pebble_on(self.cursor.at) if self.state.phase == "shift" else None
        if piece is not None:
            self._choose_pebble(None if piece == self.pebble else piece)
            return True
        move = self._shift_to(self.cursor.at) if self.state.phase == "shift" else self.ghost_move
        if move is None:
            self.board.play_sound("deny")
        return move or True

    # -- time

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether the dragged piece swings, or is still turning over."""
        hand, turning = self.hand, False
        if hand is not None and hand.drags and self.lift is not None:
            goal = placement_pose(Placement(self.lift.orientation, Cell(0, 0))).flip
            step = 2 * dt / max(self.board.kit.theme.seconds.settle, 1e-6)
            self._flip = min(goal, self._flip + step) if goal > self._flip else max(goal, self._flip - step)
            turning = self._flip != goal
        return super().update(dt) or turning


def _told(lift: LiftedPiece) -> str:
    """Encode a lifted L: its orientation, and the corner of its bounding box if it has a placement."""
    return f"L{lift.orientation}" if lift.ghost is None else f"L{lift.orientation} {lift.ghost.anchor}"
