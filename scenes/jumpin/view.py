"""JumpIN’ on the screen: what mouse, fingers, keys and pad mean on the meadow, and how positions follow each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence

import pygame

from logic.core import Cell, Event, Message, Move
from logic.core import State as AnyState
from logic.jumpin.rules import Hop, JumpinMove, Slide, State
from scenes.board.sheet import Sheet
from scenes.jumpin.animation import beats
from scenes.jumpin.board import Animals, MeadowPicture, Signs, Turf
from scenes.jumpin.narration import ACTION_NAMES, GESTURES, advice, why_not
from scenes.jumpin.panel import JumpinPanel
from scenes.jumpin.reach import pieces_of, poses_of, reach_of
from scenes.view.gesture import SLOP, Bounds, Hand
from scenes.view.squares import ARROWS, ahead
from scenes.view.view import Control, GameView
from sprites.jumpin import art
from sprites.jumpin.meadow import RIM, Rail
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.stage.stage import Pose, pose_at
from sprites.widgets.input import Pointer, Pos

SNAP = 0.8
"""From how many cells away a dragged piece still finds the place that it is to go to."""
HELD = 1.5
"""How high a dragged rabbit is held; a fox stays on its rail."""
COORDINATES = Control("coordinates", "grid", Message("Coordinates"))


def trodden(state: State) -> tuple[Rail, ...]:
    """Give the rails of the foxes that are there."""
    return tuple(sorted({Rail(level, cell.row if level else cell.col) for cell, level in state.foxes}))


class JumpinView(GameView):
    """The meadow under somebody's hands.

    A rabbit or a fox is chosen by a tap, a press or a key; where it may go lights up, and a tap there, a drag or the
    arrows send it. What is legal is read from ``legal_moves`` alone. One that cannot move says why when it is tapped.
    """

    margin = RIM
    cloth = "#5d7a4a"
    action_names = ACTION_NAMES
    gestures = GESTURES

    state: State

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        self.rows, self.cols = state.board.rows, state.board.cols
        super().__init__(kit, sound, state, viewer)
        self.rails_of: Callable[[State], tuple[Rail, ...]] = trodden
        """Which rails are seen; whoever owns the view may set another."""
        self.animals = Animals(state)
        self.picture = MeadowPicture(kit)
        self.has_coordinates = False
        self._room = self.rect
        self._hand: Hand | None = None
        self.cursor, self._cursor_shown = "R1", False
        self._hint: tuple[JumpinMove, ...] = ()
        self._dropped = ""
        """Who was dropped where it goes now, so that it does not go there again."""
        self._celebrates = False

    # -- places

    def set_kit(self, kit: Kit) -> None:
        """Take over other measures; ``place`` follows."""
        super().set_kit(kit)
        self.picture = MeadowPicture(kit)

    def place(self, rect: pygame.Rect) -> None:
        """Take the largest part of a rectangle that fits the board, in its middle."""
        super().place(rect)
        self._room = rect
        self.picture.plan(self.cell, self.state)

    @property
    def ground(self) -> Hashable:
        """The board with its burrows and its rails."""
        return self.state.board, self.rails_of(self.state)

    def layout(self, state: AnyState) -> Mapping[str, Pose]:
        """Say where rabbits, foxes and mushrooms belong."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        return poses_of(state)

    # -- choosing

    @property
    def chosen(self) -> str | None:
        """The name of the piece that is about to be moved."""
        return self.animals.chosen

    def lit(self) -> Mapping[Cell, JumpinMove]:
        """Give the moves of the chosen piece that can be made now, by the cells that mean them."""
        return self.animals.moves_of(self.chosen) if self.live else {}

    def choose(self, piece: str | None) -> None:
        """Take a piece that can move, or put down the one that was taken."""
        piece = piece if piece in reach_of(self.state) else None
        self.animals.aim = None
        if piece is not None:
            self._ask(None)
            self.cursor = piece
        if piece == self.chosen:
            return
        self.play_sound("lift" if piece is not None else "drop")
        self.animals.chosen = piece
        self.stage.sync(self.animals.layout())

    @property
    def in_hand(self) -> str:
        """The chosen piece."""
        return self.chosen or ""

    def take_up(self, in_hand: str) -> None:
        """Choose the piece again that was chosen, if it can move."""
        if in_hand in reach_of(self.state):
            self.animals.chosen = self.cursor = in_hand
            self.stage.sync(self.animals.layout(), at_once=True)

    def _aim_at(self, cell: Cell | None) -> None:
        """Mean one of the chosen piece's moves; where another one is meant than before, that is heard."""
        if cell != self.animals.aim:
            self.animals.aim = cell
            if cell is not None:
                self.play_sound("tick")

    def _ask(self, piece: str | None) -> None:
        """Let a piece say by a shake that it cannot move; None forgets who was asked."""
        self.animals.ask(piece, 0.0 if self.kit.reduced_motion else self.kit.theme.seconds.slide)
        if piece is not None:
            self.play_sound("deny")

    def let_go(self) -> None:
        """End whatever a hand is doing, and put the chosen piece down."""
        hand, self._hand = self._hand, None
        self.animals.aim = None
        if hand is not None and hand.drags:
            self.stage.release(hand.piece)
        if self.chosen is not None:
            self.animals.chosen = None
            self.stage.sync(self.animals.layout())

    def show_hint(self, moves: Sequence[Move]) -> None:
        """Mark the moves of a hint on the board; an empty sequence clears it."""
        self._hint = tuple(move for move in moves if isinstance(move, Hop | Slide))

    # -- positions

    def show(self, state: AnyState, events: Sequence[Event] = (), *, at_once: bool = False) -> None:
        """Go over to another position: by its events, or gliding there, or at once."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        dropped, self._dropped = self._dropped, ""
        self.let_go()
        self.show_hint(())
        self._ask(None)
        before, self.state, self.animals.state = self.state, state, state
        if before.board != state.board:
            self._change_board()
        outcome, layout = state.outcome(), self.layout(state)
        self._celebrates = bool(events) and not at_once and outcome is not None and bool(outcome.winners)
        if events and not at_once:
            played = beats(events, self.layout(before), layout, self.kit.theme.seconds, dropped)
            self.stage.perform(played, layout, self.on_event)
        else:
            self.animals.flights.clear()
            self.picture.effects.clear()
            self.stage.sync(layout, at_once=at_once)
        self.cursor = self.cursor if self.cursor in layout else "R1"
        self.picture.plan(self.cell, state)

    def _change_board(self) -> None:
        """Show a board with other squares in the same place."""
        self.rows, self.cols = self.state.board.rows, self.state.board.cols
        self.place(self._room)

    def on_event(self, event: Event) -> None:
        """Accompany an event as it begins: with its sound, its effect, and a look the way that it goes."""
        super().on_event(event)
        self.picture.effects.begin(event)
        for piece, path in event.paths.items():
            if len(path) > 1:
                self.animals.flights[piece] = pose_at(path[0]), pose_at(path[-1])

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
            self.animals.aim = cell if cell in self.lit() else None

    def _press(self, event: Pointer) -> None:
        if self._hand is not None:
            return
        self._cursor_shown = False
        cell = self.cell_at(event.pos)
        hand = self._hand = Hand(event.id, event.pos, cell)
        piece = self._piece_at(cell)
        if piece in reach_of(self.state):
            hand.piece, hand.chose = piece, piece != self.chosen
            self.choose(piece)
        elif cell in self.lit():
            self.animals.aim = cell

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
            self.animals.aim = None
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
        places = self.animals.places_of(piece).values()
        xs, ys = [pose.x for pose in places], [pose.y for pose in places]
        return (min(xs), min(ys)), (max(xs), max(ys))

    def _nearest(self, piece: str, place: tuple[float, float]) -> Cell | None:
        """Give what a piece means that is held at a place: the cell of a move that ends near there, or None."""
        places = self.animals.places_of(piece)
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
            move = self.animals.move_to(hand.piece, self._nearest(hand.piece, hand.wanted))
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
        move = self.animals.move_to(self.chosen, hand.cell)
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
            return self._turn_to(*ARROWS[action]) if self.chosen is not None else self._move_cursor(*ARROWS[action])
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
        self.has_coordinates = not self.has_coordinates
        self.play_sound("tick")
        return True

    def _turn_to(self, down: int, right: int) -> bool:
        """Mean the next place of the chosen piece that way, as seen from a rabbit, or from where a fox was to go."""
        assert self.chosen is not None  # noqa: S101 - told to the type checker
        self._cursor_shown = True
        places = self.animals.places_of(self.chosen)
        here = places[self.animals.aim if self.chosen.startswith("F") else None]
        ahead = {
            cell: along
            for cell, pose in places.items()
            if (along := (pose.x - here.x) * right + (pose.y - here.y) * down) > 0
        }
        if ahead:
            self._aim_at(min(ahead, key=lambda cell: ahead[cell]))
        else:
            self.play_sound("deny")
        return True

    def _move_cursor(self, down: int, right: int) -> bool:
        """Move the cursor to the next animal that way; where there is none, the arrow is for somebody else."""
        self._cursor_shown = True
        here = self._cursor_pose()
        places = {piece: (pose.x, pose.y) for piece, pose in self._animals().items()}
        there = ahead((here.x, here.y), places, down, right)
        if there is None:
            return False
        self.cursor = there
        return True

    def _animals(self) -> Mapping[str, Pose]:
        return {piece: pose for piece, pose in self.layout(self.state).items() if not piece.startswith("M")}

    def _cursor_pose(self) -> Pose:
        return self.layout(self.state)[self.cursor]

    def _accept(self) -> Move | bool:
        """Make the move that is meant, or put the piece down; with none in the hand take the one under the cursor."""
        self._cursor_shown = True
        if self.chosen is not None:
            move = self.animals.meant
            if move is None:
                self.choose(None)
            return move or True
        if self.cursor in reach_of(self.state):
            self.choose(self.cursor)
        else:
            self._ask(self.cursor)
        return True

    def _cancel(self) -> bool:
        if self.chosen is None:
            return False
        self.choose(None)
        return True

    def _next_piece(self, steps: int) -> bool:
        """Take the next piece that can move, in their order."""
        pieces = list(reach_of(self.state))
        if not pieces:
            return False
        self._cursor_shown = True
        if self.chosen in pieces:
            self.choose(pieces[(pieces.index(self.chosen) + steps) % len(pieces)])
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
        return (
            advice(self.state, self.chosen) if self.animals.asked is None else why_not(self.state, self.animals.asked)
        )

    # -- time and picture

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        if not moving:
            self.animals.flights.clear()
            self._begin_celebration()
        shakes = self.animals.update(dt)
        moving = self.picture.effects.update(dt) or shakes or moving
        if self._hand is not None and self._hand.drags:
            moving |= self._hand.update(dt)
            self._carry(self._hand)
        if self.live and not moving and self._hand is None:
            self.picture.prepare()
        return moving

    def _begin_celebration(self) -> None:
        if self._celebrates:
            self._celebrates = False
            self.picture.effects.celebrate(self.cols, self.rows)

    def draw_ground(self, surface: pygame.Surface) -> None:
        """Draw the turf, its burrows and its rails."""
        art.lay_meadow(surface, self.kit, self.state.board, self.cell, self.rect, self.rails_of(self.state))

    def draw_play(self, surface: pygame.Surface) -> None:
        """Draw what is lit, and the pieces."""
        if self.has_coordinates:
            surface.blit(art.coordinates(self.kit, self.state.board, self.cell), self.rect)
        self.picture.draw(Turf(surface, self.kit, self, self.cell), self.animals, self.stage.poses(), self.signs())

    def signs(self) -> Signs:
        """Say what is marked on the board."""
        return Signs(
            lit=self.lit(),
            hint=self._hint,
            cursor=self.cursor if self._cursor_shown and self.live else None,
            glad=not self.stage.moving and self.state.is_solved(),
            names=bool(self.names_pieces or self.has_coordinates or self._hint),
        )


VIEW = JumpinView
