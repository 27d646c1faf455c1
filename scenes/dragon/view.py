"""Stone Dragon on the screen: what mouse, fingers, keys and pad mean in the labyrinth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from logic.core import Message, Move
from logic.core import State as AnyState
from logic.dragon.board import Direction, toward
from logic.dragon.rules import Go, Leap, Pass
from scenes.dragon.board import DragonBoard
from scenes.dragon.narration import advice
from scenes.dragon.panel import ACTION_NAMES, GESTURES, DragonPanel
from scenes.view.gesture import SLOP, Hand
from scenes.view.view import Control
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer, Pos

ARROWS: dict[str, Direction] = {"up": "north", "down": "south", "left": "west", "right": "east"}
LEAP = Control("leap", "arrow_up_bold_hexagon_outline", Message("Leap"))
STEP = Control("leap", "shoe_print", Message("Step"))
PUT_DOWN, LEAPING = "nobody", "leap"
"""What is said of a hand in which nobody is any more, and of a Jumper in it who does not step."""


class DragonView(DragonBoard):
    """The labyrinth under somebody's hands.

    A knight is chosen by a tap, a press or a key; the squares he may go to light up, and a tap there, a drag or an
    arrow sends him. What is legal is read from ``legal_moves`` alone. A drag elsewhere moves a board that is larger
    than its place; a mouse that rests, a long press or a key asks about a square.
    """

    ends_turns = False
    action_names = ACTION_NAMES
    gestures = GESTURES

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        super().__init__(kit, sound, state, viewer)
        self._hand: Hand | None = None

    # -- choosing

    def choose(self, name: str | None) -> None:
        """Take a knight who is on the board, or put down the one who was taken."""
        name = name if self._knight(name) is not None else None
        if name == self._chosen:
            return
        self._play("lift" if name is not None else "drop")
        self._chosen, self._leaping, self._put_down = name, False, name is None
        knight = self._knight(name)
        if knight is not None and knight.cell is not None:
            self._cursor = knight.cell
            self._camera.reveal(knight.cell)
        self.stage.sync(self._arranged())

    def _put_back(self) -> bool:
        """Put the chosen knight down; one who is alone stays chosen, there is nobody else to mean."""
        if self._chosen is None or len(self._knights()) == 1:
            return False
        self.choose(None)
        return True

    @property
    def in_hand(self) -> str:
        """The chosen knight, and whether he is to leap; or that the only one there is was put down."""
        if self._chosen is None:
            return PUT_DOWN if self._put_down else ""
        return f"{self._chosen} {LEAPING}" if self._leaping else self._chosen

    def take_up(self, in_hand: str) -> None:
        """Choose the knight again who was chosen, if he is there."""
        name, _, way = in_hand.partition(" ")
        knight = self._knight(name)
        if knight is None and in_hand != PUT_DOWN:
            return
        self._chosen, self._put_down = (None, True) if knight is None else (name, False)
        self._leaping = way == LEAPING and knight is not None and knight.kind == "jumper"
        self._follow_chosen(at_once=True)
        self.stage.sync(self._arranged(), at_once=True)

    def _play(self, name: str) -> None:
        if self.sound is not None:
            self.sound.play(name)

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        """Take a pointer; give a legal move when one was made by it."""
        if event.kind == "hover":
            self._hover(event.pos)
        elif event.kind == "wheel":
            self._asking.tell(None)
            self._camera.point(event)
        elif event.kind == "pinch":
            self._pinch(event)
        elif event.kind in ("context", "hold"):
            self._ask(event)
        elif event.kind == "down":
            self._press(event)
        else:
            return self._go_on(event)
        return None

    def look(self, event: Pointer) -> bool:
        """Take a pointer while the board is not live, to look about on it; true when it was used for that."""
        self.point(event)
        return event.kind != "down" or self._camera.panning or not self._camera.shows_all

    def _press(self, event: Pointer) -> None:
        if self._hand is not None:
            return
        self._asking.tell(None)
        self._cursor_shown = False
        if self._camera.press(event):
            return
        cell = self.cell_at(event.pos)
        hand = self._hand = Hand(event.id, event.pos, cell)
        knight = self._knight_at(cell) if self.live else None
        if knight is not None:
            hand.piece = knight.name
            hand.chose = knight.name != self._chosen
            self.choose(knight.name)

    def _go_on(self, event: Pointer) -> Move | None:
        hand = self._hand
        if hand is None or event.id != hand.pointer:
            self._camera.point(event)
            return None
        if event.kind == "move":
            self._move(hand, event)
            return None
        self._hand = None
        used = self._camera.point(event)
        if hand.drags:
            return self._drop(hand, event)
        if event.kind == "up" and hand.is_tap and not used and self.live:
            return self._tap(hand)
        return None

    def _move(self, hand: Hand, event: Pointer) -> None:
        if hand.drags:
            hand.follow(self.to_units(event.pos))
            self._carry(hand)
            return
        strayed = hand.strays(event.pos, self.kit.px(SLOP))
        if strayed:
            self._asking.tell(None)
        if not hand.piece:
            self._camera.point(event)
        elif strayed and self._targets(hand.piece):
            pose, start = self.stage.pose(hand.piece), self.to_units(hand.start)
            hand.take(pose, start, self.to_units(event.pos), still=self.kit.reduced_motion)
            self._carry(hand)

    def _carry(self, hand: Hand) -> None:
        """Hold the dragged knight where the hand has him now."""
        x, y = hand.middle
        self.stage.hold(hand.piece, Pose(x, y, z=1.5))

    def _drop(self, hand: Hand, event: Pointer) -> Move | None:
        self.stage.release(hand.piece)
        cell = self.cell_at(event.pos)
        move = self._lit().get(cell) if cell is not None and event.kind == "up" else None
        if move is None:
            self._play("drop")
        return move

    def _tap(self, hand: Hand) -> Move | None:
        """Take a tap: a lit square is a move, the chosen knight and anything else puts him down."""
        if hand.piece:
            if not hand.chose:
                self._put_back()
            return None
        move = self._lit().get(hand.cell) if hand.cell is not None else None
        if move is None:
            self._put_back()
        return move

    def _pinch(self, event: Pointer) -> None:
        """Zoom under two fingers; what the first of them had begun means nothing any more."""
        self._asking.tell(None)
        if self._hand is not None:
            self._hand.is_tap = False
            if self._hand.drags:
                self.stage.release(self._hand.piece)
                self._hand.drags = False
            self._hand.piece = ""
        self._camera.point(event)

    def let_go(self) -> None:
        """End whatever a hand is doing; the chosen knight stays chosen."""
        hand, self._hand = self._hand, None
        if hand is not None and hand.drags:
            self.stage.release(hand.piece)
        self._camera.let_go()
        self._asking.tell(None)

    # -- asking

    def _ask(self, event: Pointer) -> None:
        """Tell about the square under a long press or a right click, which then means nothing else."""
        if self._hand is not None:
            if self._hand.drags:
                return
            self._hand.is_tap = False
        if not self._camera.map.holds(event.pos):
            self._asking.tell(self.cell_at(event.pos))

    def _hover(self, pos: Pos) -> None:
        """Begin to wait where the mouse comes to rest on another square."""
        self._asking.hover(None if self._camera.map.holds(pos) else self.cell_at(pos))

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        """Take an action by key, pad or button while the board has the focus; a legal move, or whether it was used."""
        if not self.live:
            return False
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
        return self._look_by(action)

    def look_by(self, action: str) -> bool:
        """Take an action while the board is not live, to look about on it; true when it was used for that."""
        if action in ARROWS:
            return self._move_cursor(ARROWS[action])
        return self._look_by(action)

    def _look_by(self, action: str) -> bool:
        if action in ("map_in", "map_out"):
            self._asking.tell(None)
            return self._camera.zoom(1 if action == "map_in" else -1)
        if action == "inform":
            self._cursor_shown = True
            self._asking.toggle(self._cursor)
            return True
        return False

    def _go(self, direction: Direction) -> Move | bool:
        """Send the chosen knight a step or a leap that way, or else move the cursor."""
        self._asking.tell(None)
        knight = self._knight(self._chosen)
        if knight is None or knight.cell is None:
            return self._move_cursor(direction)
        self._camera.reveal(knight.cell)
        move = self._lit().get(toward(knight.cell, direction, 2 if self._leaping else 1))
        if move is None:
            self._play("deny")
        return move or True

    def _move_cursor(self, direction: Direction) -> bool:
        """Move the cursor by a square; at the edge the arrow is for somebody else."""
        self._asking.tell(None)
        cell = toward(self._cursor, direction)
        if cell not in self.state.board:
            return False
        self._cursor, self._cursor_shown = cell, True
        self._camera.reveal(cell)
        return True

    def _accept(self) -> Move | bool:
        """Take the knight under the cursor, or put the chosen one down; where nobody stands, tell about the square."""
        self._cursor_shown = True
        if self._chosen is not None:
            self.choose(None)
            return True
        knight = self._knight_at(self._cursor)
        if knight is None:
            self._asking.tell(None if self._asking.told == self._cursor else self._cursor)
        else:
            self.choose(knight.name)
        return True

    def _cancel(self) -> bool:
        if self._asking.told is not None:
            self._asking.tell(None)
            return True
        return self._put_back()

    def _next_knight(self, steps: int) -> bool:
        """Take the next knight on the board, in their order."""
        names = [knight.name for knight in self._knights()]
        if not names:
            return False
        self._asking.tell(None)
        if self._chosen in names:
            self.choose(names[(names.index(self._chosen) + steps) % len(names)])
        else:
            self.choose(names[0 if steps > 0 else -1])
        return True

    def _toggle_leap(self) -> bool:
        knight = self._knight(self._chosen)
        if knight is None or knight.kind != "jumper":
            return False
        self._leaping = not self._leaping
        self._play("tick")
        return True

    # -- what else is offered

    def controls(self) -> Sequence[Control]:
        """Give the button for leaps where somebody can leap; it waits for a Jumper in the hand."""
        if all(knight.kind != "jumper" for knight in self.state.knights):
            return ()
        knight = self._knight(self._chosen) if self.live else None
        is_jumper = knight is not None and knight.kind == "jumper"
        return (replace(STEP if self._leaping else LEAP, enabled=is_jumper),)

    def status(self) -> Message | None:
        """Say what may be done now."""
        if not self.live:
            return None
        knight = self._knight(self._chosen)
        return advice(
            knight,
            has_moves=bool(self._lit()),
            any_moves=any(self._targets(other.name) for other in self._knights()),
            leaping=self._leaping,
        )

    def end_move(self) -> Move | None:
        """Give the pass, while the game goes on."""
        return next((move for move in reversed(self.state.legal_moves()) if isinstance(move, Pass)), None)

    def end_label(self) -> Message | None:
        """Name the button for the pass."""
        return Message("Pass")

    def uncover_label(self) -> Message | None:
        """Name what shows the whole labyrinth after the end, unless all of it has been seen."""
        covered = any(field.kind == "unseen" for row in self.state.board.fields for field in row)
        return Message("Uncover the labyrinth") if covered else None

    def sheet(self) -> DragonPanel:
        """Make the facts beside the board."""
        return DragonPanel(self.kit, "facts", lambda: (self.state, self.chosen))

    def show_hint(self, moves: Sequence[Move]) -> None:
        """Mark the moves of a hint on the board and take its knight in hand; an empty sequence clears it."""
        self._hint = tuple(moves)
        if self._hint and self.live and isinstance(self._hint[0], Go | Leap):
            self.choose(self._hint[0].knight)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        hand = self._hand
        if hand is not None and hand.drags:
            moving |= hand.update(dt)
            self._carry(hand)
        return self._asking.update(dt, self.kit.theme.seconds) or moving


VIEW = DragonView
