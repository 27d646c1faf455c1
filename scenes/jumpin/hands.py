"""Input at the meadow of JumpIN’: choosing and dragging rabbits and foxes."""

from __future__ import annotations

import math
from collections.abc import Mapping

from logic.core import Cell, Move
from logic.jumpin.rules import JumpinMove, State
from scenes.jumpin.layout import Animals, moves_by_cell, pieces_of, poses_of
from scenes.view.squares import ARROWS, Cursor
from scenes.view.view import Bounds, GameView, Gesture, Hand
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer, Pos

SNAP = 0.8
"""Distance in cells from which a dragged piece snaps to a target."""
HELD = 1.5
"""Height of a dragged rabbit; a fox stays on its rail."""


class JumpinHands(Gesture[State]):
    """Input state: which animal is chosen, dragged or pointed at.

    A rabbit or a fox is chosen by a tap, a press or a key; where it may go lights up, and a tap there, a drag or the
    arrows send it. Legality is read from ``legal_moves`` alone. One that cannot move says why when it is tapped.
    """

    def __init__(self, board: GameView[State], animals: Animals) -> None:
        super().__init__(board)
        self.animals = animals
        self.cursor: Cursor[str] = Cursor("R1")
        self.shows_cursor = False
        self.dropped = ""
        """The piece that was dropped at the target of its move, so that it is not animated again."""

    # -- choice

    def lit(self) -> Mapping[Cell, JumpinMove]:
        """The chosen piece's present moves, by their cells."""
        return self.animals.moves_of(self.animals.chosen) if self.board.host.live else {}

    def choose(self, piece: str | None) -> None:
        """Choose a piece that can move, or drop the choice."""
        animals = self.animals
        piece = piece if piece in moves_by_cell(animals.state) else None
        animals.aim = None
        if piece is not None:
            self.ask(None)
            self.cursor.at = piece
        if piece == animals.chosen:
            return
        self.board.play_sound("lift" if piece is not None else "drop")
        animals.chosen = piece
        self.board.stage.sync(animals.layout())

    @property
    def in_hand(self) -> str:
        return self.animals.chosen or ""

    def restore_selection(self, in_hand: str) -> None:
        """Choose the stored piece again, if it can move."""
        if in_hand in moves_by_cell(self.animals.state):
            self.animals.chosen = self.cursor.at = in_hand
            self.board.stage.sync(self.animals.layout(), at_once=True)

    def _aim_at(self, cell: Cell | None) -> None:
        """Aim at one of the chosen piece's moves; a change is heard."""
        if cell != self.animals.aim:
            self.animals.aim = cell
            if cell is not None:
                self.board.play_sound("tick")

    def ask(self, piece: str | None) -> None:
        """Shake a piece that cannot move; None forgets the last one."""
        kit = self.board.kit
        self.animals.ask(piece, 0.0 if kit.reduced_motion else kit.theme.seconds.slide)
        if piece is not None:
            self.board.play_sound("deny")

    def cancel_gesture(self) -> None:
        super().cancel_gesture()
        self.animals.aim = None
        if self.animals.chosen is not None:
            self.animals.chosen = None
            self.board.stage.sync(self.animals.layout())

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        if not self.board.host.live:
            return None
        if event.kind == "hover" and self.hand is None:
            cell = self.board.cell_at(event.pos)
            self.animals.aim = cell if cell in self.lit() else None
        return super().point(event)

    def press(self, hand: Hand) -> None:
        self.shows_cursor = False
        piece = self._piece_at(hand.cell)
        if piece in moves_by_cell(self.animals.state):
            hand.piece, hand.chose_piece = piece, piece != self.animals.chosen
            self.choose(piece)
        elif hand.cell in self.lit():
            self.animals.aim = hand.cell

    def _piece_at(self, cell: Cell | None) -> str:
        return pieces_of(self.animals.state).get(cell, "") if cell is not None else ""

    def bounds_of(self, hand: Hand) -> Bounds | None:
        """The range of a fox along its rail; a rabbit can be carried anywhere."""
        if not hand.piece.startswith("F"):
            return None
        places = self.animals.places_of(hand.piece).values()
        xs, ys = [pose.x for pose in places], [pose.y for pose in places]
        return (min(xs), min(ys)), (max(xs), max(ys))

    def on_drag(self, hand: Hand, pos: Pos) -> None:
        """Aim at the move that ends near the held piece."""
        self._aim_at(self._nearest(hand.piece, hand.wanted))
        self.hold(hand)

    def _nearest(self, piece: str, place: tuple[float, float]) -> Cell | None:
        """The cell of the move that ends near a position of a held piece, or None."""
        places = self.animals.places_of(piece)
        away = {cell: math.dist(place, (pose.x, pose.y)) for cell, pose in places.items()}
        nearest = min(places, key=lambda cell: away[cell])
        return nearest if away[nearest] <= SNAP else None

    def hold(self, hand: Hand) -> None:
        x, y = hand.middle
        self.board.stage.hold(hand.piece, Pose(x, y, z=1.0 if hand.piece.startswith("F") else HELD))

    def release(self, hand: Hand, event: Pointer) -> Move | None:
        if hand.drags:
            return self._drop(hand, event)
        if event.kind == "up" and hand.is_tap:
            return self._tap(hand)
        self.animals.aim = None
        return None

    def _drop(self, hand: Hand, event: Pointer) -> Move | None:
        move = None
        if event.kind == "up":
            move = self.animals.move_to(hand.piece, self._nearest(hand.piece, hand.wanted))
        self.board.stage.release(hand.piece)
        if move is None:
            self.choose(None)
        else:
            self.dropped = hand.piece
        return move

    def _tap(self, hand: Hand) -> Move | None:
        """Handle a tap: on a lit cell it is a move; on the chosen piece or elsewhere it drops the choice."""
        if hand.piece:
            if not hand.chose_piece:
                self.choose(None)
            return None
        move = self.animals.move_to(self.animals.chosen, hand.cell)
        if move is None:
            self.choose(None)
            self.ask(self._piece_at(hand.cell) or None)
        return move

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        if not self.board.host.live:
            return False
        if action in ARROWS:
            self.shows_cursor = True
            return self._turn_to(*ARROWS[action]) if self.animals.chosen is not None else self._step(*ARROWS[action])
        if action == "accept":
            return self._accept()
        if action == "cancel":
            return self._cancel()
        if action in ("rotate", "rotate_back"):
            return self._next_piece(1 if action == "rotate" else -1)
        return False

    def _turn_to(self, down: int, right: int) -> bool:
        """Aim at the chosen piece's next target in that direction: from a rabbit's cell, or from the fox's last aim."""
        chosen = self.animals.chosen
        assert chosen is not None  # noqa: S101 - told to the type checker
        places = self.animals.places_of(chosen)
        here = places[self.animals.aim if chosen.startswith("F") else None]
        ahead = {
            cell: along
            for cell, pose in places.items()
            if (along := (pose.x - here.x) * right + (pose.y - here.y) * down) > 0
        }
        if ahead:
            self._aim_at(min(ahead, key=lambda cell: ahead[cell]))
        else:
            self.board.play_sound("deny")
        return True

    def _step(self, down: int, right: int) -> bool:
        """Move the cursor to the next animal that way; false if there is none: the arrow leaves the board."""
        poses = poses_of(self.animals.state)
        animals = {piece: (pose.x, pose.y) for piece, pose in poses.items() if not piece.startswith("M")}
        return self.cursor.step(animals, down, right)

    def _accept(self) -> Move | bool:
        """Make the move aimed at, or drop the choice; if there is no choice, choose the piece under the cursor."""
        self.shows_cursor = True
        if self.animals.chosen is not None:
            move = self.animals.meant
            if move is None:
                self.choose(None)
            return move or True
        if self.cursor.at in moves_by_cell(self.animals.state):
            self.choose(self.cursor.at)
        else:
            self.ask(self.cursor.at)
        return True

    def _cancel(self) -> bool:
        if self.animals.chosen is None:
            return False
        self.choose(None)
        return True

    def _next_piece(self, steps: int) -> bool:
        """Choose the next piece that can move, in their order."""
        pieces = list(moves_by_cell(self.animals.state))
        if not pieces:
            return False
        self.shows_cursor = True
        chosen = self.animals.chosen
        if chosen in pieces:
            self.choose(pieces[(pieces.index(chosen) + steps) % len(pieces)])
        else:
            self.choose(pieces[0 if steps > 0 else -1])
        return True
