"""Input in the labyrinth of Stone Dragon: choosing, dragging and sending knights, and moving the camera."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from logic.core import Cell, Message, Move
from logic.dragon.board import Direction, toward
from logic.dragon.rules import Go, Leap, State
from scenes.dragon.layout import Party
from scenes.dragon.narration import why_not
from scenes.view.camera import Camera
from scenes.view.view import GameView, Gesture, Hand, Inspector
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer

ARROWS: dict[str, Direction] = {"up": "north", "down": "south", "left": "west", "right": "east"}
CARRIED = 1.5
"""Height of a dragged knight."""


class DragonHands(Gesture[State]):
    """Input state: which knight of the ``party`` is chosen or dragged, the cursor, and the ``camera``.

    A knight is chosen by a tap, a press or a key; the squares he may go to light up, and a tap there, a drag or an
    arrow sends him. Legality is read from ``legal_moves`` alone. A drag elsewhere moves a board that is larger than its
    rectangle; a resting mouse, a long press or a key asks about a square.
    """

    def __init__(self, board: GameView[State], camera: Camera, party: Party) -> None:
        super().__init__(board)
        self.camera = camera
        self.party = party
        self.inspector: Inspector[Cell] = Inspector()
        self.cursor = board.state.board.entrance
        self.shows_cursor = False
        self.refusal: Message | None = None
        """Why the square that was last tapped cannot be entered."""

    # -- choice

    def lit(self) -> Mapping[Cell, Go | Leap]:
        """The chosen knight's present moves, by their squares."""
        return self.party.meant if self.board.host.live else {}

    def choose(self, name: str | None) -> None:
        """Choose a knight on the board, or drop the choice."""
        if not self.party.choose(name):
            return
        cell = self.party.cell
        self.board.play_sound("lift" if cell is not None else "drop")
        if cell is not None:
            self.cursor = cell
            self.camera.reveal(cell)
        self.board.stage.sync(self.party.layout())

    def _put_back(self) -> bool:
        """Drop the choice; the only knight on the board stays chosen."""
        if self.party.chosen is None or len(self.party.knights) == 1:
            return False
        self.choose(None)
        return True

    @property
    def in_hand(self) -> str:
        return self.party.in_hand

    def restore_selection(self, in_hand: str) -> None:
        if self.party.restore_selection(in_hand):
            self.follow_chosen(at_once=True)
            self.board.stage.sync(self.party.layout(), at_once=True)

    def follow_chosen(self, *, at_once: bool) -> None:
        """Put the cursor on the chosen knight's square; bring it into view if that is ``at_once``."""
        cell = self.party.cell
        if cell is not None:
            self.cursor = cell
            if at_once:
                self.camera.reveal(cell, at_once=True)

    def show_hint(self, moves: Sequence[Move]) -> None:
        """Take over the moves of a hint and choose its knight; an empty sequence clears it."""
        super().show_hint(moves)
        if self.hint and self.board.host.live and isinstance(self.hint[0], Go | Leap):
            self.choose(self.hint[0].knight)

    def cancel_gesture(self) -> None:
        """End the present gesture; the chosen knight stays chosen."""
        super().cancel_gesture()
        self.camera.cancel_gesture()
        self.inspector.show(None)

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        hand = self.hand
        if event.kind == "hover":
            self.inspector.hover(None if self.camera.map.holds(event.pos) else self.camera.cell_at(event.pos))
        elif event.kind == "wheel":
            self.inspector.show(None)
            self.camera.point(event)
        elif event.kind == "pinch":
            self._pinch(event)
        elif event.kind in ("context", "hold"):
            self._ask(event)
        elif event.kind == "down" and hand is None:
            self.refusal, self.shows_cursor = None, False
            self.inspector.show(None)
            if not self.camera.press(event):
                super().point(event)
        elif hand is not None and event.id == hand.pointer:
            if event.kind == "move" and not hand.piece:
                self.camera.point(event)
            return super().point(event)
        elif event.kind != "down":
            self.camera.point(event)
        return None

    def look(self, event: Pointer) -> bool:
        self.point(event)
        return event.kind != "down" or self.camera.panning or not self.camera.shows_all

    def press(self, hand: Hand) -> None:
        """Choose the knight who stands there."""
        knight = self.party.at(hand.cell) if self.board.host.live else None
        if knight is not None:
            hand.piece, hand.chose_piece = knight.name, knight.name != self.party.chosen
            self.choose(knight.name)

    def may_drag(self, hand: Hand) -> bool:
        """Close the description; the knight is dragged if he can go anywhere."""
        self.inspector.show(None)
        return bool(self.party.targets(hand.piece))

    def hold(self, hand: Hand) -> None:
        x, y = hand.middle
        self.board.stage.hold(hand.piece, Pose(x, y, z=CARRIED))

    def release(self, hand: Hand, event: Pointer) -> Move | None:
        has_panned = self.camera.point(event)
        if hand.drags:
            return self._drop(hand, event)
        if event.kind == "up" and hand.is_tap and not has_panned and self.board.host.live:
            return self._tap(hand)
        return None

    def _drop(self, hand: Hand, event: Pointer) -> Move | None:
        self.board.stage.release(hand.piece)
        cell = self.camera.cell_at(event.pos)
        move = self.lit().get(cell) if cell is not None and event.kind == "up" else None
        if move is None:
            self.board.play_sound("drop")
        return move

    def _tap(self, hand: Hand) -> Move | None:
        """Handle a tap: on a lit square it is a move; elsewhere, except during a lesson, it drops the choice."""
        if hand.piece:
            if not hand.chose_piece:
                self._put_back()
            return None
        move = self.lit().get(hand.cell) if hand.cell is not None else None
        if move is None:
            self._refuse(hand.cell)
            if not self.board.host.in_lesson:
                self._put_back()
        return move

    def _refuse(self, cell: Cell | None) -> None:
        """Store why the chosen knight cannot go to a square; nothing beside the board, on a knight, or without one."""
        knight, state = self.party.knight, self.board.state
        if knight is not None and cell is not None and cell in state.board and self.party.at(cell) is None:
            self.refusal = why_not(state, knight, cell, leaping=self.party.leaps)

    def _pinch(self, event: Pointer) -> None:
        """Zoom under two fingers; what the first of them had begun is dropped."""
        self.inspector.show(None)
        hand = self.hand
        if hand is not None:
            if hand.drags:
                self.board.stage.release(hand.piece)
            hand.piece, hand.drags, hand.is_tap = "", False, False
        self.camera.point(event)

    def _ask(self, event: Pointer) -> None:
        """Describe the square under a long press or a right click, which then means nothing else."""
        self.refusal = None
        if self.may_ask() and not self.camera.map.holds(event.pos):
            self.inspector.inspect(self.camera.cell_at(event.pos), touch=event.touch)

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        if not self.board.host.live:
            return False
        self.refusal = None
        if action in ARROWS:
            return self._go(ARROWS[action])
        if action == "accept":
            return self._accept()
        if action == "cancel":
            return self._cancel()
        if action in ("rotate", "rotate_back"):
            return self._next_knight(1 if action == "rotate" else -1)
        if action in ("leap", "mirror"):
            return self._toggle_leap()
        return self._look_action(action)

    def look_action(self, action: str) -> bool:
        if action in ARROWS:
            return self._move_cursor(ARROWS[action])
        return self._look_action(action)

    def _look_action(self, action: str) -> bool:
        if action in ("map_in", "map_out"):
            self.inspector.show(None)
            return self.camera.zoom(1 if action == "map_in" else -1)
        if action == "inform":
            self.shows_cursor = True
            self.inspector.toggle(self.cursor)
            return True
        return False

    def _go(self, direction: Direction) -> Move | bool:
        """Send the chosen knight a step or a leap in that direction; if none is chosen, move the cursor."""
        self.inspector.show(None)
        cell = self.party.cell
        if cell is None:
            return self._move_cursor(direction)
        self.camera.reveal(cell)
        there = toward(cell, direction, 2 if self.party.leaps else 1)
        move = self.lit().get(there)
        if move is None:
            self._refuse(there)
            self.board.play_sound("deny")
        return move or True

    def _move_cursor(self, direction: Direction) -> bool:
        """Move the cursor by a square; return False at the edge, where the arrow leaves the board."""
        self.inspector.show(None)
        cell = toward(self.cursor, direction)
        if cell not in self.board.state.board:
            return False
        self.cursor, self.shows_cursor = cell, True
        self.camera.reveal(cell)
        return True

    def _accept(self) -> Move | bool:
        """Drop the choice; if there is none, choose the knight under the cursor, or describe the square without one."""
        self.shows_cursor = True
        if self.party.chosen is not None:
            self.choose(None)
            return True
        knight = self.party.at(self.cursor)
        if knight is None:
            self.inspector.show(None if self.inspector.inspected == self.cursor else self.cursor)
        else:
            self.choose(knight.name)
        return True

    def _cancel(self) -> bool:
        if self.inspector.inspected is not None:
            self.inspector.show(None)
            return True
        return self._put_back()

    def _next_knight(self, steps: int) -> bool:
        """Choose the next knight on the board, in their order."""
        names, chosen = [knight.name for knight in self.party.knights], self.party.chosen
        if not names:
            return False
        self.inspector.show(None)
        if chosen in names:
            self.choose(names[(names.index(chosen) + steps) % len(names)])
        else:
            self.choose(names[0 if steps > 0 else -1])
        return True

    def _toggle_leap(self) -> bool:
        knight = self.party.knight
        if knight is None or knight.kind != "jumper":
            return False
        self.party.leaps = not self.party.leaps
        self.board.play_sound("tick")
        return True
