"""Hands at the table of Cóatl: what they point at, what they drag where, and how the cursor goes over it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pygame

from logic.coatl.moves import Attach, CoatlMove, Start
from logic.core import Move
from scenes.coatl.layout import Table, enlarged_area, state_on
from scenes.coatl.reach import Choice
from scenes.coatl.spots import TOUCH, Found, Spot, end_spot, picker_spots, seat_spots, start_spot, table_spots
from scenes.view.gesture import Asking, Gesture, Hand
from scenes.view.squares import ARROWS, Cursor, Point
from scenes.view.view import GameView
from sprites.widgets.input import Pointer, Pos

SMALL = ("end", "start", "field", "token", "piece")
"""What may be touched a little beside it."""
VISITED = (
    "field", "prophecy", "temple", "deck", "discards", "temple_deck", "pouch", "piece", "token", "area", "lane", "end",
    "start", "fetch",
)  # fmt: skip
"""The kinds of things that the cursor goes to."""
TELLING = ("discards", "temple_deck", "pouch", "laid", "segment", "worth", "slot")
"""What nothing is done with by touching it: it says what it is."""
CARRIED = 1.0
"""How high something is carried."""
SNAP = 0.9
"""How near to its place a piece must be let go, in cells of that place."""


class Pointing:
    """What can be pointed at on the table, and where what is lifted may go."""

    def __init__(self, board: GameView, table: Table, choice: Choice) -> None:
        self._board = board
        self._table = table
        self._choice = choice

    @property
    def over(self) -> pygame.Rect | None:
        """What is laid over the table covers this much of it."""
        return self._table.places.room if self._choice.covers else None

    def spots(self) -> Sequence[Found]:
        """Everything that can be pointed at now, from above to below."""
        over, seat = self.over, self._choice.enlarged
        if over is not None and self._choice.picks:
            return (*picker_spots(over), (Spot("close"), over))
        if over is not None and seat is not None:
            state = state_on(self._board)
            area = enlarged_area(seat, over, state)
            return (*seat_spots(area, state), (Spot("close"), over), *self.on_table())
        return (*self.targets(), *self.on_table())

    def on_table(self) -> Sequence[Found]:
        """Everything that lies on the table."""
        return tuple(table_spots(self._table.places, state_on(self._board), self._board.host.viewer))

    def targets(self) -> Sequence[Found]:
        """Where what is lifted may go: open ends and an empty lane for a piece, cóatls for a card."""
        places, state, viewer = self._table.places, state_on(self._board), self._board.host.viewer
        found: list[Found] = []
        for move in self._choice.reach.builds.get(self._choice.lifted, ()):
            if isinstance(move, Attach):
                found.append(end_spot(places, state, viewer, move.coatl, move.side))
            elif isinstance(move, Start):
                found.append(start_spot(places, state, viewer))
            else:
                found.append((Spot("lane", number=move.coatl), places.own.lanes[move.coatl].rect))
        return found

    def at(self, pos: Pos) -> Spot | None:
        """What lies uppermost under a place of the window, or the nearest small thing beside it."""
        target = self._target_in_lane(pos)
        if target is not None:
            return target
        spots = self.spots()
        found = next((spot for spot, rect in spots if rect.collidepoint(pos)), None)
        if found is not None and found.kind not in ("lane", "area"):
            return found
        least = self._board.kit.px(TOUCH)
        near = {
            spot: math.dist(pos, rect.center)
            for spot, rect in spots
            if spot.kind in SMALL and rect.inflate(*(max(0, least - side) for side in rect.size)).collidepoint(pos)
        }
        return min(near, key=lambda spot: near[spot], default=found)

    def _target_in_lane(self, pos: Pos) -> Spot | None:
        """Where what is lifted goes in the own lane at a place: the nearest end there, or any free lane to start.

        Nobody has to hit the small place itself.
        """
        if not self._choice.lifted or self._choice.covers:
            return None
        lanes = self._table.places.own.lanes
        place = next((number for number, lane in enumerate(lanes) if lane.rect.collidepoint(pos)), None)
        begun = len(state_on(self._board).seats[self._board.host.viewer].coatls)
        near = {
            spot: math.dist(pos, rect.center)
            for spot, rect in self.targets()
            if place is not None
            and ((spot.kind == "end" and spot.number == place) or (spot.kind == "start" and place >= begun))
        }
        return min(near, key=lambda spot: near[spot], default=None)

    def goal_at(self, pos: Pos) -> Spot | None:
        """What is meant by letting go there: the nearest place that what is carried may go to."""
        near: dict[Spot, float] = {}
        for spot, rect in self.targets():
            far = math.dist(pos, rect.center) / rect.width
            if spot.kind == "lane" and rect.collidepoint(pos):
                return spot
            if spot.kind != "lane" and far < SNAP:
                near[spot] = far
        if near:
            return min(near, key=lambda spot: near[spot])
        under = self._target_in_lane(pos)
        if under is not None:
            return under
        under = self._choice.meant(self.at(pos))
        gives = under is not None and under.kind == "area" and under.number in self._choice.reach.steals
        return under if gives else None

    def rect_of(self, spot: Spot) -> pygame.Rect | None:
        """Where something is, or None where it is not seen now."""
        return next((rect for one, rect in self.spots() if one == spot), None)


class CoatlHands(Gesture):
    """What mouse, fingers, keys and pad mean at the table.

    A thing is ``aim``ed at by the mouse or by what is carried; what a hand has ``dropped`` where it belongs needs not
    fly there any more.
    """

    def __init__(self, board: GameView, table: Table) -> None:
        super().__init__(board)
        self.table = table
        self.choice = Choice(board)
        self.pointing = Pointing(board, table, self.choice)
        self.asking: Asking[Spot] = Asking()
        self.hint: tuple[CoatlMove, ...] = ()
        self.cursor: Cursor[Spot] = Cursor()
        self.aim: Spot | None = None
        self.pressed: Spot | None = None
        self.dropped = ""

    def let_go(self) -> None:
        """Put back whatever is lifted or carried, and close what is open."""
        super().let_go()
        self.choice.put_down()
        if self.board.host.live:
            self.choice.opened = None

    def forget(self) -> None:
        """Forget what was about to be done in the position before."""
        self.let_go()
        self.cursor.at = None

    @property
    def focus(self) -> int | None:
        """The own cóatl that is looked at: the cards then show what they reach on it."""
        for spot in (self.aim, self.cursor.at):
            if spot is not None:
                lane = spot.number if spot.kind == "end" else self.choice.lane_of(spot)
                if lane is not None:
                    return lane
        return None

    def choose(self, spot: Spot | None) -> CoatlMove | None:
        """Take a touch on something; what nothing can be done with tells what it is."""
        meant = self.choice.meant(spot)
        if meant is not None and meant.kind in TELLING and not self.choice.lifted and not self.choice.covers:
            self.asking.tell(meant)
            return None
        return self.choice.choose(meant)

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        """Take a pointer; return a legal move when one was made by it."""
        if event.kind == "hover":
            if self.hand is None:
                self.aim = self.pointing.goal_at(event.pos) or self.pointing.at(event.pos)
                self.asking.hover(self.aim)
            return None
        if event.kind in ("context", "hold"):
            if self.may_ask():
                self.asking.tell(self.pointing.at(event.pos))
            return None
        if event.kind == "down":
            self.asking.tell(None)
        return super().point(event)

    def look(self, event: Pointer) -> bool:
        """Take a pointer while nothing may be played: opponents may be looked at, and words asked for."""
        self.point(event)
        opens = self.pressed is not None and self.pressed.kind == "area"
        return event.kind != "down" or self.choice.covers or opens

    def press(self, hand: Hand) -> None:
        """Lay a hand on what lies there."""
        self.cursor.at = self.choice.refused = None
        self.aim = self.pressed = self.pointing.at(hand.start)
        if self.pressed is not None and not self.choice.covers and self.choice.can_carry(self.pressed):
            hand.piece = self.pressed.name

    def take(self, hand: Hand) -> None:
        """Begin to carry: what was lifted by a tap before goes back."""
        if self.choice.lifted != hand.piece:
            self.choice.put_down()
        self.choice.lifted = hand.piece
        self.hold(hand)
        self.board.play_sound("lift")
        self.asking.tell(None)

    def carry(self, hand: Hand, pos: Pos) -> None:
        """Aim at where what is carried would go."""
        self.aim = self.pointing.goal_at(pos)

    def hold(self, hand: Hand) -> None:
        x, y = hand.middle
        flip = -1.0 if self.choice.is_covered(hand.piece) else 1.0
        self.board.stage.hold(hand.piece, replace(self.board.stage.pose(hand.piece), x=x, y=y, z=CARRIED, flip=flip))

    def release(self, hand: Hand, event: Pointer) -> Move | None:
        """Take the end of a hand: a tap, a drop, or nothing."""
        if event.touch:
            # No finger hovers: what it was over is not aimed at any more.
            self.aim = None
        cancelled = event.kind == "cancel"
        if hand.drags:
            return self._drop(hand, event.pos, cancelled=cancelled)
        return self.choose(self.pressed) if hand.is_tap and not cancelled else None

    def _drop(self, hand: Hand, pos: Pos, *, cancelled: bool) -> CoatlMove | None:
        """Let go: where it may go it snaps, elsewhere it goes home, and a card of the display into the own hand."""
        goal = None if cancelled else self.pointing.goal_at(pos)
        card = self.choice.reach.cards.get(hand.piece)
        move: CoatlMove | None = None
        if goal is not None:
            move = self.choice.put(goal)
        elif card is not None and not cancelled and self.table.places.own.rect.collidepoint(pos):
            move = card
        if move is None:
            under = self.pointing.at(pos)
            self.choice.put_down()
            if under is not None and under.kind == "lane" and not cancelled:
                self.choice.refused = Spot("lane", hand.piece, under.number)
            self.board.play_sound("drop")
            return None
        self.dropped = hand.piece
        return move

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        """Take an action by key, pad or button: a legal move, or whether it was used."""
        if self.board.host.live and action == "accept" and self.cursor.at is not None:
            return self._accept(self.cursor.at)
        return self.look_by(action)

    def look_by(self, action: str) -> bool:
        """Take an action that only changes what is seen; true when it was used for that."""
        if action in ARROWS:
            return self._step(*ARROWS[action])
        if action == "accept":
            if self.cursor.at is None:
                return self._step(0, 0)
            self.choose(self.cursor.at)
            return True
        if action == "others":
            return self.choice.open_next()
        if action == "inform":
            spot = self.cursor.at or self.aim
            if spot is not None:
                self.asking.toggle(spot)
            return spot is not None
        return action == "cancel" and self._cancel()

    def _accept(self, spot: Spot) -> Move | bool:
        """Choose what is under the cursor; from what was lifted it goes on to the first place that takes it."""
        self.asking.tell(None)
        lifted = self.choice.lifted
        move = self.choose(spot)
        if self.choice.lifted and self.choice.lifted != lifted:
            targets = self.pointing.targets()
            self.cursor.at = targets[0][0] if targets else self.cursor.at
        elif self.choice.picks and move is None:
            self.cursor.at = self.pointing.spots()[0][0]
        return move if move is not None else True

    def _step(self, down: int, right: int) -> bool:
        """Move the cursor to the next thing that way; at the edge the arrow is for somebody else."""
        self.asking.tell(None)
        self.choice.refused = None
        places = self._visited()
        if self.cursor.at in places:
            return self.cursor.step(places, down, right)
        usable = [spot for spot in places if self.choice.is_usable(spot) and spot.kind != "area"]
        self.cursor.at = next(iter(usable or places), None)
        return self.cursor.at is not None

    def _visited(self) -> Mapping[Spot, Point]:
        """Where the cursor can go: what lies over the table, the goals of what is lifted, or everything."""
        own, over, robs = self.choice.own_pieces, self.pointing.over, self.choice.reach.robs
        found: dict[Spot, Point] = {}
        for spot, rect in self.pointing.spots():
            hides = over is not None and not over.contains(rect)
            is_others = spot.kind == "piece" and spot.name not in own and spot.name not in robs
            if spot.kind in VISITED and not hides and not is_others:
                found.setdefault(spot, rect.center)
        return found

    def _cancel(self) -> bool:
        if self.asking.told is not None:
            self.asking.tell(None)
        elif self.choice.in_hand or self.choice.opened is not None:
            self.choice.close()
        elif self.cursor.at is not None:
            self.cursor.at = None
        else:
            return False
        return True
