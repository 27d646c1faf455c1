"""Cóatl on the screen: what mouse, fingers, keys and pad mean at its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pygame

from logic.coatl import State
from logic.coatl.moves import CoatlMove
from logic.core import Message, Move
from logic.core import State as AnyState
from scenes.coatl import page
from scenes.coatl.hands import CoatlCarry
from scenes.coatl.layout import others_of
from scenes.coatl.log import picture_of
from scenes.coatl.narration import ACTION_NAMES, GESTURES, advice, end_label, told_of, why_not
from scenes.coatl.spots import Spot
from scenes.coatl.things import things_of
from scenes.view.gesture import Asking
from scenes.view.squares import ARROWS, Point, ahead
from scenes.view.things import Things
from scenes.view.view import Control
from sprites.paint.kit import Kit
from sprites.sound.sound import SoundBank
from sprites.widgets.feedback import draw_bubble
from sprites.widgets.input import Pointer, Pos

TAKE_ALL_BACK = Control("restart", "undo_variant", Message("Take all back"))
OTHERS = Control("others", "account_group", Message("The others"))
VISITED = (
    "field", "prophecy", "temple", "deck", "discards", "temple_deck", "pouch", "piece", "token", "area", "lane", "end",
    "start", "fetch",
)  # fmt: skip
"""The kinds of things that the cursor goes to."""


TELLING = ("discards", "temple_deck", "pouch", "laid", "segment", "worth", "slot")
"""What nothing is done with by touching it: it says what it is."""


class CoatlView(CoatlCarry):
    """The table under somebody's hands."""

    action_names = ACTION_NAMES
    gestures = GESTURES
    opens_at_end = True

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._asking: Asking[Spot] = Asking()
        super().__init__(kit, sound, state, viewer)

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        """Take a pointer; give a legal move when one was made by it."""
        if event.kind == "hover":
            self._hover(event.pos)
        elif event.kind in ("context", "hold"):
            self._ask(event)
        elif event.kind == "down":
            self._asking.tell(None)
            self._press(event)
        elif event.kind in ("move", "up", "cancel"):
            drags = self._hand is not None and self._hand.drags
            move = self._go_on(event)
            if not drags and self._hand is not None and self._hand.drags:
                self._asking.tell(None)
            return move
        return None

    def look(self, event: Pointer) -> bool:
        """Take a pointer while the board is not live: opponents may be looked at, and words asked for."""
        self.point(event)
        return event.kind != "down" or self._over is not None or self._opens(self._pressed)

    def _opens(self, spot: Spot | None) -> bool:
        return spot is not None and spot.kind == "area"

    def _hover(self, pos: Pos) -> None:
        if self._hand is None:
            self._aim = self._goal_at(pos) or self._spot_at(pos)
            self._asking.hover(self._aim)

    def choose(self, spot: Spot | None) -> CoatlMove | None:
        """Take a touch; what lies before an opponent stands for the opponent, unless a body is taken from there."""
        meant = self._meant(spot)
        if meant is not None and meant.kind in TELLING and not self._lifted and self._over is None:
            self._asking.tell(meant)
            return None
        return super().choose(meant)

    def _meant(self, spot: Spot | None) -> Spot | None:
        if spot is None or spot.kind not in ("hand", "shrine", "piece", "laid", "segment", "worth", "token", "gifts"):
            return spot
        seat = self._seat_of(spot)
        if seat is None or spot.name in self.reach.robs:
            return spot
        return Spot("close") if self._over is not None else Spot("area", number=seat)

    def _seat_of(self, spot: Spot) -> int | None:
        """Give the opponent before whom a thing lies."""
        if spot.kind == "piece" and spot.name in (self.state.seats[self.viewer].pieces if self._sits else ()):
            return None
        return spot.number if spot.number in others_of(self.state, self.viewer) else None

    # -- asking

    def _ask(self, event: Pointer) -> None:
        """Tell about what is under a long press or a right click, which then means nothing else."""
        if self._hand is not None:
            if self._hand.drags:
                return
            self._hand.is_tap = False
        self._asking.tell(self._spot_at(event.pos))

    def inform(self, pos: Pos) -> Message | None:
        """Say what lies at a place of the window: pieces, cards with what they want and give, what players have."""
        spot = self._spot_at(pos)
        return told_of(self.state, spot, self.viewer) if spot is not None else None

    def _draw_above(self, surface: pygame.Surface) -> None:
        """Lay the words about a thing beside it, over everything."""
        super()._draw_above(surface)
        spot = self._asking.told
        rect = self._rect_of(spot) if spot is not None else None
        words = told_of(self.state, spot, self.viewer) if spot is not None else None
        if rect is not None and words is not None:
            draw_bubble(self.kit, surface, self.say(words), rect, self._room)

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        """Take an action by key, pad or button while the board has the focus; a legal move, or whether it was used."""
        if self.live and action == "accept" and self._cursor is not None:
            return self._accept(self._cursor)
        return self.look_by(action)

    def look_by(self, action: str) -> bool:
        """Take an action that only changes what is seen; true when it was used for that."""
        if action in ARROWS:
            return self._step(*ARROWS[action])
        if action == "accept":
            if self._cursor is None:
                return self._step(0, 0)
            self.choose(self._cursor)
            return True
        if action == "others":
            return self._next_opened()
        if action == "inform":
            spot = self._cursor or self._aim
            if spot is not None:
                self._asking.toggle(spot)
            return spot is not None
        return action == "cancel" and self._cancel()

    def _accept(self, spot: Spot) -> Move | bool:
        """Choose what is under the cursor; from what was lifted it goes on to the first place that takes it."""
        self._asking.tell(None)
        lifted = self._lifted
        move = self.choose(spot)
        if self._lifted and self._lifted != lifted:
            targets = self._targets()
            self._cursor = targets[0][0] if targets else self._cursor
        elif self._picks and move is None:
            self._cursor = self._spots()[0][0]
        return move if move is not None else True

    def _step(self, down: int, right: int) -> bool:
        """Move the cursor to the next thing that way; at the edge the arrow is for somebody else."""
        self._asking.tell(None)
        self._refused = None
        places = self._visited()
        cursor = self._cursor
        if cursor is None or cursor not in places:
            self._cursor = self._first(places)
            return self._cursor is not None
        others = {spot: at for spot, at in places.items() if spot != cursor}
        there = ahead(places[cursor], others, down, right)
        if there is None:
            return False
        self._cursor = there
        return True

    def _visited(self) -> Mapping[Spot, Point]:
        """Give where the cursor can go: what lies over the table, the goals of what is lifted, or everything."""
        own = self.state.seats[self.viewer].pieces if self._sits else ()
        over = self._over
        found: dict[Spot, Point] = {}
        for spot, rect in self._spots():
            hides = over is not None and not over.contains(rect)
            is_others = spot.kind == "piece" and spot.name not in own and spot.name not in self.reach.robs
            if spot.kind in VISITED and not hides and not is_others:
                found.setdefault(spot, rect.center)
        return found

    def _first(self, places: Mapping[Spot, Point]) -> Spot | None:
        """Give where the cursor begins: on something that can be used, else anywhere."""
        usable = [spot for spot in places if self._is_usable(spot) and spot.kind != "area"]
        return next(iter(usable or places), None)

    def _next_opened(self) -> bool:
        """Show the next opponent's things large, after the last one the table again."""
        seats = [*others_of(self.state, self.viewer), None]
        now = seats.index(self._opened) if self._opened in seats else len(seats) - 1
        self._put_down()
        self._opened = seats[(now + 1) % len(seats)]
        return len(seats) > 1

    def _cancel(self) -> bool:
        if self._asking.told is not None:
            self._asking.tell(None)
        elif self._lifted or self._armed or self._opened is not None:
            self._close()
        elif self._cursor is not None:
            self._cursor = None
        else:
            return False
        return True

    # -- what else is offered

    @property
    def _sits(self) -> bool:
        """Whether the viewer is one of the players."""
        return self.viewer < self.state.params.players

    def controls(self) -> Sequence[Control]:
        """Give what takes the whole turn back, and what shows the others' things large, where there are others."""
        begun = self.state.seat.aside if self.state.action == "discard" else self.state.action
        back = replace(TAKE_ALL_BACK, enabled=bool(begun))
        return (back, OTHERS) if len(others_of(self.state, self.viewer)) else (back,)

    def status(self) -> Message | None:
        """Say what may be done now, or why what was touched does nothing."""
        if not self.live:
            return None
        refused = why_not(self.state, self._refused, self.viewer) if self._refused is not None else None
        if refused is not None:
            return refused
        if self._armed:
            return told_of(self.state, Spot("token", self._armed, self.viewer), self.viewer)
        return advice(self.state)

    def things(self, seat: int, *, secret: bool) -> Things | None:
        """Say what lies before a player: points, cards or their backs, tokens, finished cóatls."""
        return things_of(self.kit, self.state, seat, secret=secret)

    def end_move(self) -> Move | None:
        """Give the move that ends the turn, where the rules let it end."""
        return self.reach.end

    def end_label(self) -> Message | None:
        """Name the button for it, where it is more than the end of a turn."""
        return end_label(self.state)

    def log_picture(self, state: AnyState, move: Move, height: int) -> pygame.Surface | None:
        """Give a picture as high as a line for the list of moves: pieces, the tag of a card, a token."""
        assert isinstance(state, State)  # noqa: S101 - told to the type checker
        return picture_of(self.kit, state, move, height, self.viewer)

    @classmethod
    def draw_exhibits(
        cls, kit: Kit, surface: pygame.Surface, rect: pygame.Rect, names: Sequence[str], say: Callable[[Message], str]
    ) -> None:
        """Draw cards large, each with a cóatl that it scores on."""
        page.draw_exhibits(kit, surface, rect, names, say)

    # -- time

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        waits = self._asking.update(dt, self.kit.theme.seconds)
        return super().update(dt) or waits


VIEW = CoatlView
