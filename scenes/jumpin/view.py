"""JumpIN’ on the screen: what mouse, fingers, keys and pad mean on the meadow."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from logic.core import Cell, Message, Move
from logic.core import State as AnyState
from scenes.board.sheet import Sheet
from scenes.jumpin.board import JumpinBoard
from scenes.jumpin.narration import ACTION_NAMES, GESTURES, advice, why_not
from scenes.jumpin.panel import JumpinPanel
from scenes.jumpin.reach import end_of, pieces_of, reach_of
from scenes.view.gesture import SLOP, Bounds, Hand
from scenes.view.squares import ARROWS, ahead
from scenes.view.view import Control
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer, Pos

SNAP = 0.8
"""From how many cells away a dragged piece still finds the place that it is to go to."""
HELD = 1.5
"""How high a dragged rabbit is held; a fox stays on its rail."""
COORDINATES = Control("coordinates", "grid", Message("Coordinates"))


class JumpinView(JumpinBoard):
    """The meadow under somebody's hands.

    A rabbit or a fox is chosen by a tap, a press or a key; where it may go lights up, and a tap there, a drag or the
    arrows send it. What is legal is read from ``legal_moves`` alone. One that cannot move says why when it is tapped.
    """

    action_names = ACTION_NAMES
    gestures = GESTURES

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        super().__init__(kit, sound, state, viewer)
        self._hand: Hand | None = None

    # -- choosing

    def choose(self, piece: str | None) -> None:
        """Take a piece that can move, or put down the one that was taken."""
        piece = piece if piece in reach_of(self.state) else None
        self._aim = None
        if piece is not None:
            self._ask(None)
            self._cursor = piece
        if piece == self._chosen:
            return
        self._play("lift" if piece is not None else "drop")
        self._chosen = piece
        self.stage.sync(self._arranged())

    @property
    def in_hand(self) -> str:
        """The chosen piece."""
        return self._chosen or ""

    def take_up(self, in_hand: str) -> None:
        """Choose the piece again that was chosen, if it can move."""
        if in_hand in reach_of(self.state):
            self._chosen = self._cursor = in_hand
            self.stage.sync(self._arranged(), at_once=True)

    def _aim_at(self, cell: Cell | None) -> None:
        """Mean one of the chosen piece's moves; where another one is meant than before, that is heard."""
        if cell != self._aim:
            self._aim = cell
            if cell is not None:
                self._play("tick")

    def let_go(self) -> None:
        """End whatever a hand is doing, and put the chosen piece down."""
        hand, self._hand = self._hand, None
        self._aim = None
        if hand is not None and hand.drags:
            self.stage.release(hand.piece)
        if self._chosen is not None:
            self._chosen = None
            self.stage.sync(self._arranged())

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        """Take a pointer; give a legal move when one was made by it."""
        if not self.live:
            return None
        if event.kind == "hover":
            self._hover(event.pos)
        elif event.kind == "down":
            self._press(event)
        elif self._hand is not None and event.id == self._hand.pointer:
            return self._go_on(self._hand, event)
        return None

    def _hover(self, pos: Pos) -> None:
        if self._hand is None:
            cell = self.cell_at(pos)
            self._aim = cell if cell in self._lit() else None

    def _press(self, event: Pointer) -> None:
        if self._hand is not None:
            return
        self._cursor_shown = False
        cell = self.cell_at(event.pos)
        hand = self._hand = Hand(event.id, event.pos, cell)
        piece = self._piece_at(cell)
        if piece in reach_of(self.state):
            hand.piece, hand.chose = piece, piece != self._chosen
            self.choose(piece)
        elif cell in self._lit():
            self._aim = cell

    def _piece_at(self, cell: Cell | None) -> str:
        return pieces_of(self.state).get(cell, "") if cell is not None else ""

    def _go_on(self, hand: Hand, event: Pointer) -> Move | None:
        if event.kind == "move":
            self._move(hand, event)
        elif event.kind in ("up", "cancel"):
            self._hand = None
            if hand.drags:
                return self._drop(hand, event)
            if event.kind == "up" and hand.is_tap:
                return self._tap(hand)
            self._aim = None
        return None

    def _move(self, hand: Hand, event: Pointer) -> None:
        finger = self.to_units(event.pos)
        if hand.drags:
            hand.follow(finger)
        elif not hand.strays(event.pos, self.kit.px(SLOP)) or not hand.piece:
            return
        else:
            pose, start = self.stage.pose(hand.piece), self.to_units(hand.start)
            still, bounds = self.kit.reduced_motion, self._bounds_of(hand.piece)
            hand.take(pose, start, finger, still=still, bounds=bounds)
        self._aim_at(self._nearest(hand.piece, hand.wanted))
        self._carry(hand)

    def _bounds_of(self, piece: str) -> Bounds | None:
        """Give how far a fox can be drawn along its rail; a rabbit is carried wherever the hand goes."""
        if not piece.startswith("F"):
            return None
        places = self._places_of(piece).values()
        xs, ys = [pose.x for pose in places], [pose.y for pose in places]
        return (min(xs), min(ys)), (max(xs), max(ys))

    def _places_of(self, piece: str) -> Mapping[Cell | None, Pose]:
        """Give where a piece may be next, by the cell that means it: where it is now by None."""
        home: dict[Cell | None, Pose] = {None: self.layout(self.state)[piece]}
        return home | {cell: end_of(self.state, move) for cell, move in self._moves_of(piece).items()}

    def _nearest(self, piece: str, place: tuple[float, float]) -> Cell | None:
        """Give what a piece means that is held at a place: the cell of a move that ends near there, or None."""
        places = self._places_of(piece)
        away = {cell: math.dist(place, (pose.x, pose.y)) for cell, pose in places.items()}
        nearest = min(places, key=lambda cell: away[cell])
        return nearest if away[nearest] <= SNAP else None

    def _carry(self, hand: Hand) -> None:
        """Hold the dragged piece where the hand has it now."""
        x, y = hand.middle
        self.stage.hold(hand.piece, Pose(x, y, z=1.0 if hand.piece.startswith("F") else HELD))

    def _drop(self, hand: Hand, event: Pointer) -> Move | None:
        """Let a dragged piece go: to the place that it is near, or home."""
        move = None
        if event.kind == "up":
            hand.follow(self.to_units(event.pos))
            move = self._meant(hand.piece, self._nearest(hand.piece, hand.wanted))
        self.stage.release(hand.piece)
        if move is None:
            self.choose(None)
        else:
            self._dropped = hand.piece
        return move

    def _tap(self, hand: Hand) -> Move | None:
        """Take a tap: a lit cell is a move; the chosen piece and anything else puts it down."""
        if hand.piece:
            if not hand.chose:
                self.choose(None)
            return None
        move = self._meant(self._chosen, hand.cell)
        if move is None:
            self.choose(None)
            self._ask(self._piece_at(hand.cell) or None)
        return move

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        """Take an action by key, pad or button while the board has the focus; a legal move, or whether it was used."""
        if not self.live:
            return False
        if action in ARROWS:
            return self._turn_to(*ARROWS[action]) if self._chosen is not None else self._move_cursor(*ARROWS[action])
        if action == "accept":
            return self._accept()
        if action == "cancel":
            return self._cancel()
        if action in ("rotate", "rotate_back"):
            return self._next_piece(1 if action == "rotate" else -1)
        return self.look_by(action)

    def look_by(self, action: str) -> bool:
        """Take an action that only changes what is seen; true when it was used for that."""
        if action not in ("coordinates", "mirror"):
            return False
        self._coordinates = not self._coordinates
        self._play("tick")
        return True

    def _turn_to(self, down: int, right: int) -> bool:
        """Mean the next place of the chosen piece that way, as seen from a rabbit, or from where a fox was to go."""
        assert self._chosen is not None  # noqa: S101 - told to the type checker
        self._cursor_shown = True
        places = self._places_of(self._chosen)
        here = places[self._aim if self._chosen.startswith("F") else None]
        ahead = {
            cell: along
            for cell, pose in places.items()
            if (along := (pose.x - here.x) * right + (pose.y - here.y) * down) > 0
        }
        if ahead:
            self._aim_at(min(ahead, key=lambda cell: ahead[cell]))
        else:
            self._play("deny")
        return True

    def _move_cursor(self, down: int, right: int) -> bool:
        """Move the cursor to the next animal that way; where there is none, the arrow is for somebody else."""
        self._cursor_shown = True
        here = self._cursor_pose()
        places = {piece: (pose.x, pose.y) for piece, pose in self._animals().items()}
        there = ahead((here.x, here.y), places, down, right)
        if there is None:
            return False
        self._cursor = there
        return True

    def _animals(self) -> Mapping[str, Pose]:
        return {piece: pose for piece, pose in self.layout(self.state).items() if not piece.startswith("M")}

    def _cursor_pose(self) -> Pose:
        return self.layout(self.state)[self._cursor]

    def _accept(self) -> Move | bool:
        """Make the move that is meant, or put the piece down; with none in the hand take the one under the cursor."""
        self._cursor_shown = True
        if self._chosen is not None:
            move = self._meant(self._chosen, self._aim)
            if move is None:
                self.choose(None)
            return move or True
        if self._cursor in reach_of(self.state):
            self.choose(self._cursor)
        else:
            self._ask(self._cursor)
        return True

    def _cancel(self) -> bool:
        if self._chosen is None:
            return False
        self.choose(None)
        return True

    def _next_piece(self, steps: int) -> bool:
        """Take the next piece that can move, in their order."""
        pieces = list(reach_of(self.state))
        if not pieces:
            return False
        self._cursor_shown = True
        if self._chosen in pieces:
            self.choose(pieces[(pieces.index(self._chosen) + steps) % len(pieces)])
        else:
            self.choose(pieces[0 if steps > 0 else -1])
        return True

    # -- what else is offered

    def controls(self) -> Sequence[Control]:
        """Give the button for the coordinates."""
        return (COORDINATES,)

    def sheet(self) -> Sheet:
        """Make what stands beside the board: both counts."""
        return JumpinPanel(self.kit, "facts", lambda: self.state)

    def status(self) -> Message | None:
        """Say what may be done now, or why somebody who was asked cannot move."""
        if not self.live:
            return None
        return advice(self.state, self._chosen) if self._asked is None else why_not(self.state, self._asked)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        if self._hand is not None and self._hand.drags:
            moving |= self._hand.update(dt)
            self._carry(self._hand)
        if self.live and not moving and self._hand is None:
            self._prepare()
        return moving


VIEW = JumpinView
