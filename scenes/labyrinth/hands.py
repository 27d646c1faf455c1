"""Input at the labyrinth: the spare tile along the rim and into a line, the pawn to a lit tile, runes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pygame

from logic.core import Cell, Message, Move
from logic.labyrinth import State
from logic.labyrinth.components import STEPS, TURNS, Arrow, Tile
from logic.labyrinth.rules import Push, Skip, Use, Walk
from scenes.labyrinth.animation import Motion
from scenes.labyrinth.layout import TRAY, MazeLayout, choices_of, pawn_name, pushed_by
from scenes.labyrinth.narration import NO_WAY, SPARE, Thing, why_barred
from scenes.view.squares import ARROWS, Cursor, Point
from scenes.view.view import GameView, Gesture, Hand, Inspector, RotationInput, Shake
from sprites.labyrinth import art
from sprites.stage.stage import Pose
from sprites.widgets.input import Pointer, Pos

PART = 0.4
"""How far a tile that waits at an arrow is in its line, in cells."""
DONE = 0.5
"""How far it must be in for a release to push it."""
PEEK = 0.2
"""How far a tile that is held at an arrow is in its line at least, in cells."""
BESIDE = 1.05
"""Largest distance of a tile from the line of an arrow to snap to it."""
OUT, DEEP = 0.85, 1.35
"""How far outside its arrow it may be, and how far inside the maze."""
LOYAL = 0.15
"""How much nearer another arrow must be than the present one."""
SWAY = 0.06
"""Amplitude in cells of the shaking of an arrow that cannot be used."""
CARRIED_Z, HELD = 1.5, 1.4
"""Height of the dragged spare tile and of a dragged pawn."""
PAWN_REACH = 0.42
"""Distance from its middle at which a pawn is touched, in cells."""


def nearest(arrows: Iterable[Arrow], place: Point, held: Arrow | None) -> tuple[Arrow, float] | None:
    """The arrow for a tile with its middle at a position, and how far it is in there; None away from the rim.

    ``held`` is the arrow at which it is already.
    """
    found: tuple[float, Arrow, float] | None = None
    for arrow in arrows:
        part, aside = _line_coordinates(arrow, place)
        away = aside + max(0.0, part - 1) - (LOYAL if arrow == held else 0)
        if aside <= BESIDE and -OUT <= part <= DEEP and (found is None or away < found[0]):
            found = away, arrow, min(1.0, max(PEEK, part))
    return found[1:] if found is not None else None


def _line_coordinates(arrow: Arrow, place: Point) -> Point:
    """How far in an arrow's line a tile is, 1 being its first cell, and its distance from the line."""
    step, x, y = STEPS[arrow.side], place[0] - arrow.col - 0.5, place[1] - arrow.row - 0.5
    return 1 + x * step.col + y * step.row, abs(x * step.row + y * step.col)


def within(place: Point, middle: Point, half: float) -> bool:
    return max(abs(place[0] - middle[0]), abs(place[1] - middle[1])) <= half


class SpareTile:
    """The spare tile before the push: its rotation, and the arrow at which it waits.

    It is *armed* once it lies partly in a line: the line has moved by as much, and what could be reached after the push
    is lit. Legality is read from ``legal_moves`` alone.
    """

    def __init__(self, board: GameView[State], frame: MazeLayout, motion: Motion) -> None:
        self._board = board
        self._frame = frame
        self._motion = motion
        self.quarters = board.state.spare.rot
        self._shake = Shake(SWAY)
        self.forget()

    def forget(self) -> None:
        """Reset, for another position."""
        self.armed: Arrow | None = None
        self.part = PART
        self.aim: Cursor[Arrow] = Cursor()
        self.refused: Arrow | None = None

    # -- choice

    @property
    def can_push(self) -> bool:
        return self._board.host.live and bool(choices_of(self._board.state).pushes)

    @property
    def rot(self) -> int:
        """The rotation of the tile, as in a Push."""
        return self.quarters % TURNS[self._board.state.spare.shape]

    @property
    def tile(self) -> Tile:
        return replace(self._board.state.spare, rot=self.rot)

    def push_at(self, arrow: Arrow | None) -> Push | None:
        """The Push at an arrow with the present rotation."""
        return choices_of(self._board.state).pushes.get((arrow, self.rot)) if arrow is not None else None

    # -- arming and turning

    def arranged(self) -> Mapping[str, Pose]:
        """The layout with the push in preparation."""
        layout = self._board.layout(self._board.state)
        return layout if self.armed is None else pushed_by(layout, self._board.state, self.armed, self.part)

    def arm(self, arrow: Arrow | None, part: float = PART) -> None:
        """Lay the spare tile at an arrow, partly in the line, or back into its tray; refuse an arrow without a push."""
        if arrow is not None and self.push_at(arrow) is None:
            self.refuse(arrow)
            return
        if arrow != self.armed:
            self._board.play_sound("tick" if arrow is not None else "drop")
        self.refused = None
        self.armed, self.part = arrow, part
        self._board.stage.sync(self.arranged())

    def disarm(self) -> None:
        if self.armed is not None:
            self.armed = None
            self._board.stage.sync(self.arranged())

    def turn(self, quarters: int) -> bool:
        """Turn the spare tile; false if no push is due."""
        if not self.can_push:
            return False
        self.quarters = (self.quarters + quarters) % 4
        self._motion.spins.turn(self._board.state.spare.id, quarters)
        self._board.play_sound("turn_spare")
        return True

    def refuse(self, arrow: Arrow) -> None:
        """Shake the shutter of an arrow."""
        if arrow != self.refused:
            self._board.play_sound("deny")
            kit = self._board.kit
            self._shake.begin(0.0 if kit.reduced_motion else kit.theme.seconds.slide)
        self.refused = arrow
        self.disarm()

    @property
    def in_hand(self) -> str:
        """The push that is armed, or the rotation of the spare tile in its tray."""
        push, spare = self.push_at(self.armed), self._board.state.spare
        if push is not None:
            return str(push)
        return f"{self.rot}" if self.rot != spare.rot % TURNS[spare.shape] else ""

    def restore_selection(self, in_hand: str) -> None:
        """Restore the rotation of the spare tile, and the arrow at which it waited."""
        for arrow, rot in choices_of(self._board.state).pushes:
            if in_hand in (f"{rot}", str(Push(arrow, rot))):
                self.quarters, self.armed = rot, None if in_hand == f"{rot}" else arrow
        self._board.stage.sync(self.arranged(), at_once=True)

    # -- positions

    def arrow_place(self, arrow: Arrow) -> Point:
        """The middle of an arrow, in cells; a refused one shakes."""
        x, y = art.arrow_place(arrow.row, arrow.col, arrow.side)
        return (x + self._shake.aside, y) if arrow == self.refused else (x, y)

    @property
    def shaking_arrow(self) -> tuple[Arrow | None, float]:
        """The refused arrow, and its displacement."""
        return self.refused, self._shake.aside

    def arrow_at(self, pos: Pos) -> Arrow | None:
        """The arrow at a position of the window; it can be touched at least in the size of a button."""
        board = self._board
        side = max(board.kit.px(board.kit.theme.sizes.control), board.margin * board.cell)
        reach = pygame.Rect(0, 0, side, side)
        for arrow in self._board.state.params.arrows:
            x, y = board.to_pixels(*self.arrow_place(arrow))
            reach.center = round(x), round(y)
            if reach.collidepoint(pos):
                return arrow
        return None

    def is_at(self, pos: Pos) -> bool:
        pose = self._board.stage.pose(self._board.state.spare.id)
        return within(self._board.to_units(pos), (pose.x, pose.y), 0.5)

    def in_tray(self, pos: Pos) -> bool:
        return within(self._board.to_units(pos), self._frame.tray, TRAY / 2)

    # -- keys

    def step(self, down: int, right: int) -> bool:
        """Go to the next arrow in that direction; false if the key leaves the board.

        An armed tile goes along, or back into the tray if it cannot be pushed in there.
        """
        if self.aim.at is None and self.armed is None:
            self.aim.at = self._first_arrow()
            return True
        places = {arrow: self.arrow_place(arrow) for arrow in self._board.state.params.arrows}
        if not self.aim.step(places, down, right, self.armed):
            return False
        self.refused = None
        there = self.aim.at
        if self.armed is not None:
            self.arm(there if self.push_at(there) is not None else None)
        return True

    def _first_arrow(self) -> Arrow:
        """The arrow nearest to the tray."""
        x, y = self._frame.tray
        arrows = self._board.state.params.arrows
        places = {arrow: self.arrow_place(arrow) for arrow in arrows if self.push_at(arrow) is not None}
        return min(places, key=lambda arrow: abs(places[arrow][0] - x) + abs(places[arrow][1] - y))

    def accept(self) -> None:
        """Arm the arrow under the cursor, or else the one nearest to the tray."""
        self.aim.at = self.aim.at or self._first_arrow()
        self.arm(self.aim.at)

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether an arrow shakes."""
        return self._shake.update(dt)


class Walker:
    """The own pawn after the push, and a rune: where one can go, the target, and the cursor."""

    def __init__(self, board: GameView[State]) -> None:
        self._board = board
        self.forget()

    def forget(self) -> None:
        """Reset, for another position."""
        self.goal: Cell | None = None
        self.cursor: Cursor[Cell] = Cursor()
        self.unreachable: Cell | None = None

    @property
    def walks(self) -> Mapping[Cell, Walk]:
        """The possible walks, by their ends."""
        return choices_of(self._board.state).walks if self._board.host.live else {}

    @property
    def uses(self) -> tuple[Use | Skip, ...]:
        """The possible uses of the rune on the spare tile."""
        return choices_of(self._board.state).uses if self._board.host.live else ()

    @property
    def own(self) -> str:
        """The pawn of the player to move."""
        return pawn_name(self._board.state.player)

    @property
    def home(self) -> Cell:
        return self._board.state.pawns[self._board.state.player]

    def set_goal(self, cell: Cell | None) -> None:
        """Show the way to a cell, if it can be reached."""
        self.goal = cell if cell in self.walks else None

    def walk_to(self, cell: Cell | None) -> Walk | None:
        """The walk to a cell; if there is none although walking is possible, that is seen and heard."""
        move = self.walks.get(cell) if cell is not None else None
        if move is None and cell is not None and self.walks:
            self.unreachable = cell
            self._board.play_sound("deny")
        return move

    def use_on(self, seat: int | None) -> Use | None:
        """The use of the rune on a player, or the one without a target."""
        return next((move for move in self.uses if isinstance(move, Use) and move.on == seat), None)

    def pawn_at(self, pos: Pos) -> int | None:
        """The seat of the pawn at a position of the window: the own one before others."""
        x, y = self._board.to_units(pos)
        found = [
            seat
            for seat in range(self._board.state.params.players)
            for pose in (self._board.stage.pose(pawn_name(seat)),)
            if max(abs(x - pose.x), abs(y - pose.y)) <= PAWN_REACH * max(0.7, pose.scale)
        ]
        return min(found, key=lambda seat: seat != self._board.state.player, default=None)

    # -- keys

    def step(self, down: int, right: int) -> bool:
        """Move the cursor by a cell; return False at the edge, where the arrow leaves the board."""
        if not self.cursor.step(self._board.middles(), down, right, self.home):
            return False
        self.unreachable = None
        self.set_goal(self.cursor.at)
        return True

    def step_pawns(self, way: int) -> bool:
        """Move the cursor to the next pawn that the rune can be used on."""
        cells = [
            self._board.state.pawns[move.on] for move in self.uses if isinstance(move, Use) and move.on is not None
        ]
        if not cells:
            return False
        here = self.cursor.at
        self.cursor.at = cells[(cells.index(here) + way) % len(cells) if here in cells else 0]
        return True

    def accept(self) -> Move | None:
        """Choose the pawn or cell under the cursor, or show the cursor first."""
        if self.uses:
            seats = [seat for seat, cell in enumerate(self._board.state.pawns) if cell == self.cursor.at]
            return next(filter(None, map(self.use_on, [*seats, None])), None)
        if self.cursor.at is None:
            self.cursor.at = self.home
            return None
        return self.walk_to(self.cursor.at)


class LabyrinthHands(Gesture[State]):
    """The meaning of input at the maze: first for the spare tile, then for a rune if there is one, then for the pawn.

    What was ``dropped``, a tile into its line or a pawn at its goal, need not be moved there any more.
    """

    def __init__(self, board: GameView[State], frame: MazeLayout, motion: Motion) -> None:
        super().__init__(board)
        self.spare = SpareTile(board, frame, motion)
        self.walker = Walker(board)
        self.inspector: Inspector[Thing] = Inspector()
        self.dropped = ""
        self._rotation = RotationInput()

    def forget(self) -> None:
        """Reset, for another position."""
        super().cancel_gesture()
        self.hint = ()
        self.spare.forget()
        self.walker.forget()

    def cancel_gesture(self) -> None:
        super().cancel_gesture()
        self.spare.aim.at = None
        self.spare.disarm()
        self.walker.goal = self.walker.unreachable = None

    @property
    def in_hand(self) -> str:
        return self.spare.in_hand

    def restore_selection(self, in_hand: str) -> None:
        self.spare.restore_selection(in_hand)

    def commit(self) -> Push | None:
        """Return the push of the armed tile, which then counts as dropped; None if none is armed."""
        push = self.spare.push_at(self.spare.armed)
        if push is not None:
            self.dropped = self.spare.tile.id
        return push

    @property
    def why_not(self) -> Message | None:
        """Why the last touch had no effect; None if it had one."""
        refused = why_barred(self.board.state, self.spare.refused) if self.spare.refused is not None else None
        return refused or (NO_WAY if self.walker.unreachable is not None else None)

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        if event.kind in ("wheel", "twist"):
            quarters = self._rotation.quarters(event)
            if quarters:
                self.spare.turn(quarters)
        elif event.kind == "hover":
            if self.hand is None:
                self._aim_at(event.pos)
                meant = self.spare.aim.at is not None or self.walker.goal is not None
                self.inspector.hover(self.thing_at(event.pos), waits=not meant)
        elif event.kind in ("context", "hold"):
            if self.may_ask():
                self.inspector.inspect(self.thing_at(event.pos), touch=event.touch)
        else:
            return super().point(event)
        return None

    def look(self, event: Pointer) -> bool:
        """Handle a pointer while the board is not live: descriptions are always available."""
        if event.kind in ("hover", "context", "hold"):
            self.point(event)
        elif event.kind == "down":
            self.inspector.show(None)
        return event.kind != "down"

    def thing_at(self, pos: Pos) -> Thing | None:
        """The thing at a position of the window, for a description."""
        arrow = self.spare.arrow_at(pos)
        if arrow is not None:
            return arrow
        return SPARE if self.spare.in_tray(pos) else self.board.cell_at(pos)

    def _aim_at(self, pos: Pos) -> None:
        """Light what a click there would do."""
        if self.spare.can_push:
            arrow = self.spare.arrow_at(pos)
            self.spare.aim.at = arrow if self.spare.push_at(arrow) is not None else None
        self.walker.set_goal(self.board.cell_at(pos))

    def press(self, hand: Hand) -> None:
        """Handle a press on the spare tile, on an arrow, which brings the tile there, or on the own pawn."""
        spare, walker, pos = self.spare, self.walker, hand.start
        self.inspector.show(None)
        self._rotation.begin_twist()
        walker.cursor.at = walker.unreachable = spare.refused = None
        if spare.can_push and spare.is_at(pos):
            hand.piece = spare.tile.id
        elif walker.walks and walker.pawn_at(pos) == self.board.state.player:
            hand.piece = walker.own
        elif spare.can_push:
            arrow = spare.arrow_at(pos)
            if arrow is not None and arrow != spare.armed:
                spare.arm(arrow)
                hand.chose_piece = spare.armed is not None
                hand.piece = spare.tile.id if hand.chose_piece else ""
        self._aim_at(pos)

    def take(self, hand: Hand) -> None:
        self.board.play_sound("lift")

    def on_drag(self, hand: Hand, pos: Pos) -> None:
        """Let the spare tile snap to a near arrow, or follow the pointer; the own pawn shows its way."""
        self.inspector.show(None)
        if hand.piece != self.walker.own:
            self._drag_spare(hand)
            return
        self.hold(hand)
        before = self.walker.goal
        self.walker.set_goal(self.board.cell_of(hand.wanted))
        if self.walker.goal not in (None, before):
            self.board.play_sound("tick")

    def _drag_spare(self, hand: Hand) -> None:
        spare = self.spare
        found = nearest(self.board.state.params.arrows, hand.wanted, spare.armed)
        if found is None:
            if spare.armed is not None:
                hand.resume(self.board.stage.pose(hand.piece))
                spare.disarm()
            spare.refused = None
            self.hold(hand)
        elif spare.push_at(found[0]) is None:
            spare.refuse(found[0])
            self.hold(hand)
        else:
            self.board.stage.release(hand.piece)
            if found != (spare.armed, spare.part):
                spare.arm(*found)

    def hold(self, hand: Hand) -> None:
        """Show the pawn, or the tile that is at no arrow, at its dragged position."""
        x, y = hand.middle
        stage = self.board.stage
        if hand.piece == self.walker.own:
            stage.hold(hand.piece, Pose(x, y, scale=stage.pose(hand.piece).scale, z=HELD))
        elif hand.piece == self.spare.tile.id and self.spare.armed is None:
            stage.hold(hand.piece, Pose(x, y, z=CARRIED_Z))

    def release(self, hand: Hand, event: Pointer) -> Move | None:
        cancelled = event.kind == "cancel"
        if not hand.drags:
            return self._tap(hand, event.pos) if hand.is_tap and not cancelled else None
        self.board.stage.release(hand.piece)
        if hand.piece == self.walker.own:
            return self._drop_pawn(hand, cancelled=cancelled)
        return self._drop_spare(cancelled=cancelled)

    def _drop_spare(self, *, cancelled: bool) -> Push | None:
        """Release the spare tile: into its line, waiting at an arrow, or back into the tray."""
        spare = self.spare
        if spare.armed is None or cancelled:
            spare.refused = spare.refused if not cancelled else None
            self.cancel_gesture()
            self.board.play_sound("drop")
            return None
        if spare.part > DONE:
            return self.commit()
        spare.arm(spare.armed)
        return None

    def _drop_pawn(self, hand: Hand, *, cancelled: bool) -> Walk | None:
        """Release the own pawn: at a cell that it can reach, or back home."""
        cell = self.board.cell_of(hand.wanted)
        self.walker.goal = None
        move = None if cancelled or cell == self.walker.home else self.walker.walk_to(cell)
        if move is None:
            self.board.play_sound("drop")
        else:
            self.dropped = hand.piece
        return move

    def _tap(self, hand: Hand, pos: Pos) -> Move | None:
        """Handle a tap: on a waiting tile it pushes, on the tray it turns the tile, on a lit tile it walks."""
        if self.spare.can_push:
            return None if hand.chose_piece else self._tap_rim(pos)
        if self.walker.uses:
            seat = self.walker.pawn_at(pos)
            return self.walker.use_on(seat) if seat is not None else None
        return self.walker.walk_to(hand.cell) if hand.piece != self.walker.own else None

    def _tap_rim(self, pos: Pos) -> Move | None:
        spare = self.spare
        if spare.armed is not None and (spare.is_at(pos) or spare.arrow_at(pos) == spare.armed):
            return self.commit()
        if spare.in_tray(pos):
            spare.turn(1)
        elif spare.armed is not None:
            spare.arm(None)
        return None

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        if not self.board.host.live:
            return False
        if action in ARROWS:
            return self._step(*ARROWS[action])
        if action in ("rotate", "rotate_back"):
            return self.spare.turn(1 if action == "rotate" else -1)
        if action == "push_in":
            return self.commit() or False
        if action == "use":
            return self.walker.use_on(None) or False
        if action == "leave":
            return next((move for move in self.walker.uses if isinstance(move, Skip)), False)
        if action == "accept":
            return self._accept() or True
        return self._cancel() if action == "cancel" else self.look_action(action)

    def look_action(self, action: str) -> bool:
        if action != "inform":
            return False
        spare, walker = self.spare, self.walker
        self.inspector.toggle(spare.armed or spare.aim.at or walker.cursor.at or walker.home)
        return True

    def _step(self, down: int, right: int) -> bool:
        self.inspector.show(None)
        if self.spare.can_push:
            return self.spare.step(down, right)
        return self.walker.step_pawns(right + down) if self.walker.uses else self.walker.step(down, right)

    def _accept(self) -> Move | None:
        if not self.spare.can_push:
            return self.walker.accept()
        if self.spare.armed is not None:
            return self.commit()
        self.spare.accept()
        return None

    def _cancel(self) -> bool:
        if self.inspector.inspected is not None:
            self.inspector.show(None)
        elif self.spare.armed is not None:
            self.spare.arm(None)
        elif self.walker.cursor.at is not None or self.walker.goal is not None:
            self.walker.cursor.at = self.walker.goal = None
        else:
            return False
        return True

    def show_hint(self, moves: Iterable[Move]) -> None:
        """Arm the spare tile as a hint says, with its rotation, and show the way of the hint's walk.

        A cursor that is shown goes there as well, so that for a player with keys the next Enter follows the hint.
        """
        hint = tuple(moves)
        if hint == self.hint:
            return
        self.hint = hint
        spare, walker = self.spare, self.walker
        for move in hint:
            if isinstance(move, Push) and spare.can_push:
                spare.turn((move.rot - spare.rot + 1) % 4 - 1)
                spare.arm(move.arrow)
                spare.aim.at = move.arrow if spare.aim.at is not None else None
            elif isinstance(move, Walk) and walker.walks:
                walker.set_goal(move.cell)
                walker.cursor.at = move.cell if walker.cursor.at is not None else None

    # -- time

    def update(self, dt: float) -> bool:
        """Advance by ``dt`` seconds. Return whether an arrow shakes, or a dragged piece still moves."""
        shakes = self.spare.update(dt)
        return super().update(dt) or shakes
