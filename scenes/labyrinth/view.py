"""Labyrinth on the screen: what mouse, fingers, keys and pad mean at its maze."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from logic.core import Cell, Message, Move
from logic.core import State as AnyState
from logic.labyrinth import Arrow, Push, Skip, Walk
from logic.labyrinth.rules import LabyrinthMove
from scenes.labyrinth.hands import LabyrinthWalk
from scenes.labyrinth.narration import ACTION_NAMES, GESTURES, SPARE, USES, Thing, advice, told_of
from scenes.labyrinth.things import things_of
from scenes.view.gesture import SLOP, Asking, Hand, Turner
from scenes.view.squares import ARROWS
from scenes.view.things import Things
from scenes.view.view import Control
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.widgets.feedback import draw_bubble
from sprites.widgets.input import Pointer, Pos

TURN_BACK = Control("rotate_back", "rotate_left", Message("Turn back"))
TURN = Control("rotate", "rotate_right", Message("Turn"))
PUSH_IN = Control("push_in", "arrow_collapse_right", Message("Push in"))
LEAVE = Control("leave", "close", Message("Leave it"))


class LabyrinthView(LabyrinthWalk):
    """The maze under somebody's hands: first the spare tile, then, where there is one, a rune, then the pawn."""

    action_names = ACTION_NAMES
    opens_at_end = True
    looks_by = ("look", "mirror")
    gestures = GESTURES

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        super().__init__(kit, sound, state, viewer)
        self._turner = Turner()
        self._asking: Asking[Thing] = Asking()

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        """Take a pointer; give a legal move when one was made by it."""
        if event.kind in ("wheel", "twist"):
            quarters = self._turner.quarters(event)
            if quarters:
                self.turn(quarters)
        elif event.kind == "hover":
            self._hover(event.pos)
        elif event.kind in ("context", "hold"):
            self._ask(event)
        elif event.kind == "down":
            self._press(event)
        elif event.kind in ("move", "up", "cancel") and self._hand is not None and event.id == self._hand.pointer:
            return self._go_on(self._hand, event)
        return None

    def look(self, event: Pointer) -> bool:
        """Take a pointer while the board is not live: words about what lies there may always be asked for."""
        if event.kind in ("hover", "context", "hold"):
            self.point(event)
        elif event.kind == "down":
            self._asking.tell(None)
        return event.kind != "down"

    def _hover(self, pos: Pos) -> None:
        if self._hand is None:
            self._aim_at(pos)
            self._asking.hover(self._thing_at(pos) if self._aim is None and self._goal is None else None)

    def _aim_at(self, pos: Pos) -> None:
        """Light what a click there would mean."""
        if self._pushes:
            arrow = self._arrow_at(pos)
            self._aim = arrow if self._push_at(arrow) is not None else None
        self._mean(self.cell_at(pos))

    def _press(self, event: Pointer) -> None:
        if self._hand is not None:
            return
        self._asking.tell(None)
        self._turner.begin_twist()
        self._cursor = self._refused = self._barren = None
        self._hand = Hand(event.id, event.pos, self.cell_at(event.pos))
        if self._pushes and self._on_spare(event.pos):
            self._hand.piece = self.state.spare.id
        elif self._on_own_pawn(event.pos):
            self._hand.piece = self._own
        elif self._pushes:
            self._press_arrow(self._arrow_at(event.pos))
        self._aim_at(event.pos)

    def _press_arrow(self, arrow: Arrow | None) -> None:
        """Lay the spare tile at an arrow; the hand that pressed there may draw it on."""
        if arrow is None or arrow == self._armed:
            return
        self.arm(arrow)
        if self._armed is not None and self._hand is not None:
            self._hand.chose, self._hand.piece = True, self.state.spare.id

    def _go_on(self, hand: Hand, event: Pointer) -> Move | None:
        if event.kind == "move":
            self._move(hand, event)
            return None
        self._hand = None
        cancelled = event.kind != "up"
        if hand.drags:
            hand.follow(self.to_units(event.pos))
            if hand.piece == self._own:
                return self._drop_pawn(hand, cancelled=cancelled)
            return self._drop_spare(hand, cancelled=cancelled)
        return self._tap(hand, event.pos) if hand.is_tap and not cancelled else None

    def _move(self, hand: Hand, event: Pointer) -> None:
        finger = self.to_units(event.pos)
        if hand.drags:
            hand.follow(finger)
        elif not hand.strays(event.pos, self.kit.px(SLOP)) or not hand.piece:
            return
        elif hand.piece == self._own:
            self._take_pawn(hand, finger)
        else:
            self._take_spare(hand, finger)
        self._asking.tell(None)
        if hand.piece == self._own:
            self._carry_pawn(hand)
        else:
            self._carry_spare(hand)

    def _tap(self, hand: Hand, pos: Pos) -> Move | None:
        """Take a tap: on what waits at an arrow it is the push, on the tray it turns, on a lit tile it is the walk."""
        if self._pushes:
            return self._tap_rim(hand, pos)
        if self._uses:
            seat = self._pawn_at(pos)
            return self._use_on(seat) if seat is not None else None
        return self._walk_to(hand.cell) if hand.piece != self._own else None

    def _tap_rim(self, hand: Hand, pos: Pos) -> Move | None:
        on_push = self._armed is not None and (self._on_spare(pos) or self._arrow_at(pos) == self._armed)
        if hand.chose:
            return None
        if on_push:
            return self._commit()
        if self._in_tray(pos):
            self.turn(1)
        elif self._armed is not None:
            self.arm(None)
        return None

    # -- asking

    def _thing_at(self, pos: Pos) -> Thing | None:
        """Give what lies under a place of the window."""
        arrow = self._arrow_at(pos)
        if arrow is not None:
            return arrow
        return SPARE if self._in_tray(pos) else self.cell_at(pos)

    def _ask(self, event: Pointer) -> None:
        """Tell about what is under a long press or a right click, which then means nothing else."""
        if self._hand is not None:
            if self._hand.drags:
                return
            self._hand.is_tap = False
        self._asking.tell(self._thing_at(event.pos))

    def inform(self, pos: Pos) -> Message | None:
        """Say what lies at a place of the window: a treasure, a start, who stands there, what an arrow pushes."""
        thing = self._thing_at(pos)
        return told_of(self.state, thing) if thing is not None else None

    def _draw_words(self, surface: pygame.Surface) -> None:
        """Lay the words about a thing beside it, on a small piece of paper."""
        thing = self._asking.told
        words = told_of(self.state, thing) if thing is not None else None
        if thing is not None and words is not None:
            draw_bubble(self.kit, surface, self.say(words), self._rect_of(thing), self._room)

    def _rect_of(self, thing: Thing) -> pygame.Rect:
        if isinstance(thing, Cell):
            return self.cell_rect(thing)
        x, y = self.arrow_place(thing) if isinstance(thing, Arrow) else self.tray
        rect = pygame.Rect(0, 0, self._paint.side, self._paint.side)
        rect.center = tuple(map(round, self.to_pixels(x, y)))
        return rect

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        """Take an action by key, pad or button while the board has the focus; a legal move, or whether it was used."""
        if not self.live:
            return False
        if action in ARROWS:
            return self._step(*ARROWS[action])
        if action in ("rotate", "rotate_back"):
            return self.turn(1 if action == "rotate" else -1)
        if action == "push_in":
            return self._commit() or False
        if action == "use":
            return self._use_on(None) or False
        if action == "leave":
            return next((move for move in self._uses if isinstance(move, Skip)), False)
        if action == "accept":
            return self._accept()
        return self._cancel() if action == "cancel" else self.look_by(action)

    def look_by(self, action: str) -> bool:
        """Take an action that only changes what is seen; true when it was used for that."""
        if action != "inform":
            return False
        self._asking.toggle(self._armed or self._aim or self._cursor or self.state.pawns[self.state.player])
        return True

    def _step(self, down: int, right: int) -> bool:
        self._asking.tell(None)
        if self._pushes:
            return self._step_along(down, right)
        if self._uses:
            return self._step_pawns(right + down)
        return self._step_cursor(down, right)

    def _accept(self) -> Move | bool:
        if self._pushes:
            return self._accept_arrow() or True
        if self._uses:
            seats = [seat for seat, cell in enumerate(self.state.pawns) if cell == self._cursor]
            return next(filter(None, map(self._use_on, [*seats, None])), True)
        if self._cursor is None:
            self._cursor = self.state.pawns[self.state.player]
            return True
        return self._walk_to(self._cursor) or True

    def _cancel(self) -> bool:
        if self._asking.told is not None:
            self._asking.tell(None)
        elif self._armed is not None:
            self.arm(None)
        elif self._cursor is not None or self._goal is not None:
            self._cursor = self._goal = None
        else:
            return False
        return True

    # -- what else is offered

    def controls(self) -> Sequence[Control]:
        """Give the buttons for the spare tile, or for a rune."""
        if self._uses:
            use = self._use_on(None)
            named = Control("use", "auto_fix", USES[use.mark]) if use is not None else None
            return (named, LEAVE) if named is not None else (LEAVE,)
        if self.state.winners:
            return ()
        able = self._pushes
        return tuple(
            replace(one, enabled=able and (one is not PUSH_IN or self._armed is not None))
            for one in (TURN_BACK, TURN, PUSH_IN)
        )

    def status(self) -> Message | None:
        """Say what may be done now, or why what was touched does nothing."""
        if not self.live:
            return None
        return self.why_not or advice(self.state, armed=self._armed is not None)

    def things(self, seat: int, *, secret: bool) -> Things | None:
        """Say what lies before a player: the card that counts, the pile, and the treasures found."""
        return things_of(self.kit, self.state, seat, secret=secret)

    def end_move(self) -> Move | None:
        """Give the walk that stays where the pawn is."""
        return self._walks.get(self.state.pawns[self.state.player])

    def end_label(self) -> Message | None:
        """Name the button for staying."""
        return Message("Stay here")

    def show_hint(self, moves: Sequence[Move]) -> None:
        """Lay the spare tile where a hint pushes it in, turned as it says, and mark where it walks to.

        Who plays by keys has the cursor there as well, so that the next Enter does what is advised.
        """
        hint = tuple(move for move in moves if isinstance(move, LabyrinthMove))
        if hint == self._hint:
            return
        self._hint = hint
        for move in hint:
            if isinstance(move, Push) and self._pushes:
                self.turn((move.rot - self.rot + 1) % 4 - 1)
                self.arm(move.arrow)
                self._aim = move.arrow if self._aim is not None else None
            elif isinstance(move, Walk) and self._walks:
                self._mean(move.cell)
                self._cursor = move.cell if self._cursor is not None else None

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        waits = self._asking.update(dt, self.kit.theme.seconds)
        return super().update(dt) or waits


VIEW = LabyrinthView
