"""Input at the table of Cóatl: what may be done, pointing, dragging, and the cursor."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pygame

from logic.coatl import State
from logic.coatl.components import FIELDS, is_feather
from logic.coatl.moves import (
    Attach,
    BuildStep,
    Choose,
    CoatlMove,
    Commit,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Pass,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.core import Move
from scenes.coatl.layout import (
    TOUCH,
    Found,
    Spot,
    TableLayout,
    end_spot,
    enlarged_area,
    others_of,
    own_cards,
    picker_spots,
    seat_spots,
    start_spot,
    table_spots,
)
from scenes.view.squares import ARROWS, Cursor, Point
from scenes.view.view import GameView, Gesture, Hand, Inspector
from sprites.widgets.input import Pointer, Pos

BEFORE_SOMEBODY = ("hand", "shrine", "piece", "laid", "segment", "worth", "token")
"""Kinds of things in a player's area."""
LIFTED = 0.7
"""Height of a tapped thing."""


@dataclass(frozen=True, slots=True)
class TouchTargets:
    """The moves of one position, by the thing that is touched for them."""

    fields: dict[str, Take] = field(default_factory=dict)
    cards: dict[str, Choose] = field(default_factory=dict)
    discards: dict[str, Discard] = field(default_factory=dict)
    builds: dict[str, list[BuildStep]] = field(default_factory=dict)
    """The moves of an own piece, prophecy or temple."""
    fetches: dict[str, Fetch] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)
    steals: dict[int, Steal] = field(default_factory=dict)
    robs: dict[str, Rob] = field(default_factory=dict)
    draw: Draw | None = None
    foresee: Foresee | None = None
    end: End | Pass | None = None

    @property
    def tokens(self) -> Mapping[str, bool]:
        """Whether each sacrifice token can be used."""
        return {"pick": bool(self.fetches), "future": self.foresee is not None, "commit": bool(self.commits)}

    def on_lane(self, name: str, coatl: int) -> list[BuildStep]:
        """The moves of a thing at one of the own cóatls."""
        return [move for move in self.builds.get(name, ()) if not isinstance(move, Start) and move.coatl == coatl]


def touch_targets_of(listed: Iterable[CoatlMove]) -> TouchTargets:
    """Sort the legal moves."""
    moves = tuple(listed)
    builds: dict[str, list[BuildStep]] = {}
    for move in moves:
        if isinstance(move, BuildStep):
            builds.setdefault(move.thing, []).append(move)
    return TouchTargets(
        fields={move.thing: move for move in moves if isinstance(move, Take)},
        cards={move.thing: move for move in moves if isinstance(move, Choose)},
        discards={move.thing: move for move in moves if isinstance(move, Discard)},
        builds=builds,
        fetches={move.thing: move for move in moves if isinstance(move, Fetch)},
        commits={move.thing: move for move in moves if isinstance(move, Commit)},
        steals={move.seat: move for move in moves if isinstance(move, Steal)},
        robs={move.thing: move for move in moves if isinstance(move, Rob)},
        draw=next((move for move in moves if isinstance(move, Draw)), None),
        foresee=next((move for move in moves if isinstance(move, Foresee)), None),
        end=next((move for move in moves if isinstance(move, End | Pass)), None),
    )


NOTHING = TouchTargets()


class Selection:
    """What is lifted, armed or shown large before a move, and which legal move a touch makes of it.

    ``lifted`` is the name of a thing, ``armed`` the token to be used, ``opened`` the opponent shown large, ``refused``
    what was touched last in vain.
    """

    def __init__(self, board: GameView[State]) -> None:
        self._board = board
        self.lifted = ""
        self.armed = ""
        self.opened: int | None = None
        self.refused: Spot | None = None
        self._sorted: tuple[State, TouchTargets] | None = None

    # -- possible actions

    @property
    def state(self) -> State:
        return self._board.state

    @property
    def reach(self) -> TouchTargets:
        """The possible moves; none unless it is the viewer's turn."""
        if not self._board.host.live:
            return NOTHING
        if self._sorted is None or self._sorted[0] is not self.state:
            self._sorted = self.state, touch_targets_of(self.state.legal_moves())
        return self._sorted[1]

    @property
    def own_pieces(self) -> Collection[str]:
        """The pieces in the slots of the viewer; none if the viewer is no player."""
        viewer = self._board.host.viewer
        return self.state.seats[viewer].pieces if viewer < self.state.params.players else ()

    @property
    def enlarged(self) -> int | None:
        """The opponent whose things are shown large: the one tapped, or the one being robbed."""
        seat = self.state.victim if self.reach.robs else self.opened
        return seat if seat in others_of(self.state, self._board.host.viewer) else None

    @property
    def picks(self) -> bool:
        """Whether pieces of the bags can be chosen."""
        return bool(self.reach.fetches) and (self.armed == "pick" or self.state.action == "pick")

    @property
    def has_overlay(self) -> bool:
        """Whether an overlay covers the table."""
        return self.picks or self.enlarged is not None

    def can_give(self, spot: Spot) -> bool:
        """Return whether something is an own feather that can be given for a steal."""
        own = spot.kind == "piece" and spot.name in self.state.seat.pieces
        return own and is_feather(spot.name) and bool(self.reach.steals)

    @property
    def gives(self) -> bool:
        """Whether an own feather is lifted, to be given to an opponent."""
        return self.can_give(Spot("piece", self.lifted))

    @property
    def taking(self) -> CoatlMove | None:
        """The move that takes what is lifted from the market; None if it lies elsewhere."""
        taken = (move for field, move in self.reach.fields.items() if self.lifted in self.state.field(field))
        return self.reach.cards.get(self.lifted) or next(taken, None)

    def can_carry(self, spot: Spot) -> bool:
        reach = self.reach
        return any(spot.name in names for names in (reach.builds, reach.cards, reach.fields)) or self.can_give(spot)

    def carried_with(self, name: str) -> Sequence[str]:
        """All that is carried with a piece, a card or a field: the pieces of a field are taken together."""
        fields = zip(FIELDS, self.state.supply, strict=True)
        return next((pieces for field, pieces in fields if name in (field, *pieces)), (name,))

    def describable_spot(self, spot: Spot) -> Spot:
        """The spot that may be described: for an own card that is face down, only that it is covered."""
        return Spot("covered", number=self._board.host.viewer) if self.is_covered(spot.name) else spot

    def is_covered(self, name: str) -> bool:
        """Whether a thing is an own card that is face down because others look on."""
        return self._board.host.hides_secrets and name in own_cards(self.state, self._board.host.viewer)

    def is_usable(self, spot: Spot) -> bool:
        reach = self.reach
        if self.is_covered(spot.name):
            return self._board.host.live
        names = (*reach.fields, *reach.cards, *reach.discards, *reach.builds, *reach.robs, *reach.fetches)
        if spot.kind == "area":
            return True
        if spot.name in reach.commits and self.armed == "commit":
            return True
        if spot.kind == "deck":
            return reach.draw is not None
        if spot.kind == "token":
            # While a second piece is picked from the bags, the token that allows it is already used.
            own = self._board.host.live and spot.number == self._board.host.viewer
            return own and spot.name in self.state.seat.tokens and reach.tokens[spot.name]
        return spot.name in names or self.can_give(spot)

    def lane_of(self, spot: Spot) -> int | None:
        """Which of the viewer's cóatls a spot belongs to, None if it belongs to none."""
        if spot.kind == "lane":
            return spot.number
        if spot.kind not in ("laid", "segment", "worth") or spot.number != self._board.host.viewer:
            return None
        for number, coatl in enumerate(self.state.seats[self._board.host.viewer].coatls):
            if spot.name in (*coatl.pieces, *coatl.prophecies, coatl.temple, str(number)):
                return number
        return None

    def meant(self, spot: Spot | None) -> Spot | None:
        """The spot that a touch means: an opponent's things stand for the opponent, unless they can be robbed.

        While an overlay is open, a touch on them closes it.
        """
        if spot is None or spot.kind not in BEFORE_SOMEBODY or spot.name in self.reach.robs:
            return spot
        own = spot.kind == "piece" and spot.name in self.own_pieces
        if own or spot.number not in others_of(self.state, self._board.host.viewer):
            return spot
        return Spot("close") if self.has_overlay else Spot("area", number=spot.number)

    # -- touches

    def choose(self, spot: Spot | None) -> CoatlMove | None:
        """Handle a touch: return the move that it makes, or lift, arm, open or drop something."""
        self.refused = None
        if spot is None or spot.kind == "close":
            self.close()
            return None
        if spot.kind == "area" and spot.number not in self.reach.steals:
            self._open(spot.number)
            return None
        if not self._board.host.live:
            return None
        if self.lifted:
            move = self.put(spot)
            if move is not None or not self.lifted:
                return move
        return self._begin(spot)

    def put(self, spot: Spot) -> CoatlMove | None:
        """Return the move of the lifted thing to a spot; None if there is none, or more than one on a cóatl.

        A touch on the thing itself drops it, and so does one on a cóatl that it cannot go to.
        """
        builds = self.reach.builds.get(self.lifted, ())
        if spot.name == self.lifted:
            self.put_down()
            self._board.play_sound("drop")
            return None
        if spot.kind == "own":
            return self.taking
        if spot.kind == "area" and self.gives:
            return self.reach.steals.get(spot.number)
        if spot.kind in ("end", "start"):
            return next((move for move in builds if _goes_to(move, spot)), None)
        lane = self.lane_of(spot)
        moves = self.reach.on_lane(self.lifted, lane) if lane is not None else []
        if lane is not None and not moves:
            self._refuse(spot)
        return moves[0] if len(moves) == 1 else None

    def _begin(self, spot: Spot) -> CoatlMove | None:
        """Handle a touch while nothing is lifted, or on a spot that takes nothing."""
        reach = self.reach
        direct: CoatlMove | None = {
            "field": reach.fields.get(spot.name),
            "prophecy": reach.cards.get(spot.name) or reach.discards.get(spot.name),
            "temple": reach.commits.get(spot.name) if self.armed == "commit" else None,
            "deck": reach.draw,
            "fetch": reach.fetches.get(spot.name),
            "piece": reach.robs.get(spot.name),
        }.get(spot.kind)
        if direct is not None:
            return direct
        if spot.kind == "token" and spot.number == self._board.host.viewer:
            return self._arm(spot)
        if spot.name in reach.builds or self.can_give(spot):
            self.close()
            self._lift(spot.name)
            self._board.play_sound("lift")
        elif spot.kind == "lane":
            self.put_down()
        else:
            self._refuse(spot)
        return None

    def _arm(self, spot: Spot) -> CoatlMove | None:
        """Arm a token, to show its choices; *See the Future* has none and is used at once."""
        if not self.is_usable(spot):
            self._refuse(spot)
        elif spot.name == "future":
            return self.reach.foresee
        else:
            armed = self.armed
            self.put_down()
            self.armed = "" if armed == spot.name else spot.name
            self._board.play_sound("lift" if self.armed else "drop")
        return None

    def _lift(self, name: str) -> None:
        self.lifted = name
        self._board.stage.hold(name, replace(self._board.stage.pose(name), z=LIFTED))

    def _refuse(self, spot: Spot) -> None:
        self.put_down()
        self.refused = spot
        self._board.play_sound("deny")

    def put_down(self) -> None:
        if self.lifted:
            self._board.stage.release(self.lifted)
        self.lifted = self.armed = ""
        self.refused = None

    def close(self) -> None:
        """Drop what is lifted or armed, and close what is open."""
        self.put_down()
        self.opened = None

    def _open(self, seat: int) -> None:
        """Show an opponent's things large, or close them."""
        self.put_down()
        self.opened = None if self.opened == seat else seat
        self._board.play_sound("lift" if self.opened is not None else "drop")

    def open_next(self) -> bool:
        """Show the next opponent's things large, after the last one the table again; false if there is no opponent."""
        seats = [*others_of(self.state, self._board.host.viewer), None]
        now = seats.index(self.opened) if self.opened in seats else len(seats) - 1
        self.put_down()
        self.opened = seats[(now + 1) % len(seats)]
        return len(seats) > 1

    @property
    def in_hand(self) -> str:
        """The lifted piece or card, or the armed token."""
        return self.lifted or self.armed

    def restore_selection(self, in_hand: str) -> None:
        """Lift a stored thing or arm a stored token again, if there is a move for it."""
        if self.reach.tokens.get(in_hand) and in_hand != "future":  # that one is used at once
            self.armed = in_hand
        elif in_hand in self.reach.builds or (
            in_hand and self.can_give(Spot("piece", in_hand, self._board.host.viewer))
        ):
            self._lift(in_hand)


def _goes_to(move: object, spot: Spot) -> bool:
    """Whether a build step is made at that spot."""
    if isinstance(move, Attach):
        return spot.kind == "end" and (move.coatl, move.side) == (spot.number, spot.name)
    return isinstance(move, Start) and spot.kind == "start"


SMALL = ("end", "start", "field", "token", "piece")
"""Kinds that can be touched slightly beside them."""
VISITED = (
    "field", "prophecy", "temple", "deck", "discards", "temple_deck", "pouch", "piece", "token", "area", "lane", "end",
    "start", "fetch",
)  # fmt: skip
"""Kinds that the cursor visits."""
TELLING = ("discards", "temple_deck", "pouch", "laid", "segment", "worth", "slot")
"""Kinds without any action: a touch describes them."""
CARRIED = 1.0
"""Height of a dragged thing."""
SNAP = 0.9
"""Distance from a target below which a released piece goes there, in widths of that target."""


class Pointing:
    """What can be pointed at on the table, and where a lifted thing may go."""

    def __init__(self, board: GameView[State], table: TableLayout, choice: Selection) -> None:
        self._board = board
        self._table = table
        self._choice = choice

    @property
    def over(self) -> pygame.Rect | None:
        """The part of the table that an overlay covers; None without one."""
        return self._table.rects.room if self._choice.has_overlay else None

    def spots(self) -> Sequence[Found]:
        """Everything that can be pointed at now, from top to bottom."""
        over, seat = self.over, self._choice.enlarged
        if over is not None and self._choice.picks:
            return (*picker_spots(over), (Spot("close"), over))
        if over is not None and seat is not None:
            state = self._board.state
            area = enlarged_area(seat, over, state)
            return (*seat_spots(area, state), (Spot("close"), over), *self.on_table())
        return (*self.targets(), *self.on_table())

    def on_table(self) -> Sequence[Found]:
        """Everything on the table."""
        return tuple(table_spots(self._table.rects, self._board.state, self._board.host.viewer))

    def targets(self) -> Sequence[Found]:
        """The possible targets of the lifted thing: open ends and an empty lane for a piece, cóatls for a card."""
        rects, state, viewer = self._table.rects, self._board.state, self._board.host.viewer
        found: list[Found] = []
        for move in self._choice.reach.builds.get(self._choice.lifted, ()):
            if isinstance(move, Attach):
                found.append(end_spot(rects, state, viewer, move.coatl, move.side))
            elif isinstance(move, Start):
                found.append(start_spot(rects, state, viewer))
            else:
                found.append((Spot("lane", number=move.coatl), rects.own.lanes[move.coatl].rect))
        return found

    def at(self, pos: Pos) -> Spot | None:
        """The topmost thing at a position of the window, or the nearest small thing beside it."""
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
        """The target of the lifted thing in the own lane at a position: the nearest end, or any free lane to start.

        Nobody has to hit the small target itself.
        """
        if not self._choice.lifted or self._choice.has_overlay:
            return None
        lanes = self._table.rects.own.lanes
        place = next((number for number, lane in enumerate(lanes) if lane.rect.collidepoint(pos)), None)
        begun = len(self._board.state.seats[self._board.host.viewer].coatls)
        near = {
            spot: math.dist(pos, rect.center)
            for spot, rect in self.targets()
            if place is not None
            and ((spot.kind == "end" and spot.number == place) or (spot.kind == "start" and place >= begun))
        }
        return min(near, key=lambda spot: near[spot], default=None)

    def drop_target_at(self, pos: Pos) -> Spot | None:
        """The target of a release at that position: the nearest one possible for the dragged thing."""
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
        if self._choice.taking is not None and self._table.rects.own.rect.collidepoint(pos):
            return Spot("own")
        under = self._choice.meant(self.at(pos))
        takes = under is not None and under.kind == "area" and under.number in self._choice.reach.steals
        return under if takes and self._choice.gives else None

    def rect_of(self, spot: Spot) -> pygame.Rect | None:
        """Where something is, or None if it is not seen now."""
        return next((rect for one, rect in self.spots() if one == spot), None)


class CoatlHands(Gesture[State]):
    """The meaning of mouse, fingers, keys and pad at the table.

    A thing is ``aim``ed at by the mouse or by what is dragged; things ``dropped`` where they belong need not fly there.
    """

    def __init__(self, board: GameView[State], table: TableLayout) -> None:
        super().__init__(board)
        self.table = table
        self.choice = Selection(board)
        self.pointing = Pointing(board, table, self.choice)
        self.inspector: Inspector[Spot] = Inspector()
        self.cursor: Cursor[Spot] = Cursor()
        self.aim: Spot | None = None
        self.pressed: Spot | None = None
        self.dropped: Sequence[str] = ()

    def cancel_gesture(self) -> None:
        super().cancel_gesture()
        self.choice.put_down()
        if self.board.host.live:
            self.choice.opened = None

    @property
    def in_hand(self) -> str:
        return self.choice.in_hand

    def restore_selection(self, in_hand: str) -> None:
        self.choice.restore_selection(in_hand)

    def forget(self) -> None:
        """Reset, for another position."""
        self.cancel_gesture()
        self.cursor.at = None

    @property
    def focus(self) -> int | None:
        """The own cóatl that is aimed at: the cards then show their levels on it."""
        for spot in (self.aim, self.cursor.at):
            if spot is not None:
                lane = spot.number if spot.kind == "end" else self.choice.lane_of(spot)
                if lane is not None:
                    return lane
        return None

    def choose(self, spot: Spot | None) -> CoatlMove | None:
        """Handle a touch; a thing without an action is described."""
        meant = self.choice.meant(spot)
        if meant is not None and meant.kind in TELLING and not self.choice.lifted and not self.choice.has_overlay:
            self.inspector.show(meant)
            return None
        return self.choice.choose(meant)

    # -- pointers

    def point(self, event: Pointer) -> Move | None:
        if event.kind == "hover":
            if self.hand is None:
                self.aim = self._aim_at(event.pos)
                self.inspector.hover(self.aim)
            return None
        if event.kind in ("context", "hold"):
            if self.may_ask():
                self.inspector.inspect(self._aim_at(event.pos), touch=event.touch)
            return None
        if event.kind == "down":
            self.inspector.show(None)
        return super().point(event)

    def _aim_at(self, pos: Pos) -> Spot | None:
        return self.pointing.drop_target_at(pos) or self.pointing.at(pos)

    def look(self, event: Pointer) -> bool:
        """Handle a pointer while nothing may be played: opponents may be looked at, and descriptions opened."""
        self.point(event)
        opens = self.pressed is not None and self.pressed.kind == "area"
        return event.kind != "down" or self.choice.has_overlay or opens

    def press(self, hand: Hand) -> None:
        self.cursor.at = self.choice.refused = None
        self.aim = self.pressed = self.pointing.at(hand.start)
        if self.pressed is not None and not self.choice.has_overlay and self.choice.can_carry(self.pressed):
            hand.piece = self.choice.carried_with(self.pressed.name)[0]

    def take(self, hand: Hand) -> None:
        """Begin to drag; what was lifted by a tap before is dropped."""
        if self.choice.lifted != hand.piece:
            self.choice.put_down()
        self.choice.lifted = hand.piece
        self.hold(hand)
        self.board.play_sound("lift")
        self.inspector.show(None)

    def on_drag(self, hand: Hand, pos: Pos) -> None:
        self.aim = self.pointing.drop_target_at(pos)

    def dragged(self, hand: Hand) -> Sequence[str]:
        return self.choice.carried_with(hand.piece)

    def hold(self, hand: Hand) -> None:
        stage = self.board.stage
        (x, y), here = hand.middle, stage.pose(hand.piece)
        flip = -1.0 if self.choice.is_covered(hand.piece) else 1.0
        for name in self.dragged(hand):
            pose = stage.pose(name)
            stage.hold(name, replace(pose, x=x + pose.x - here.x, y=y + pose.y - here.y, z=CARRIED, flip=flip))

    def release(self, hand: Hand, event: Pointer) -> Move | None:
        if event.touch:
            # A finger does not hover: it aims at nothing any more.
            self.aim = None
        cancelled = event.kind == "cancel"
        if hand.drags:
            return self._drop(hand, event.pos, cancelled=cancelled)
        if cancelled or self.pressed is None:
            return None
        return self.choose(self.pressed) if hand.is_tap else None

    def _drop(self, hand: Hand, pos: Pos, *, cancelled: bool) -> CoatlMove | None:
        """Release: a thing snaps to a target, or else goes home."""
        dragged = self.dragged(hand)
        for name in dragged:
            self.board.stage.release(name)
        goal = None if cancelled else self.pointing.drop_target_at(pos)
        move = self.choice.put(goal) if goal is not None else None
        if move is None:
            under = self.pointing.at(pos)
            self.choice.put_down()
            if under is not None and under.kind == "lane" and not cancelled:
                self.choice.refused = Spot("lane", hand.piece, under.number)
            self.board.play_sound("drop")
            return None
        self.dropped = dragged
        return move

    # -- keys and buttons

    def act(self, action: str) -> Move | bool:
        if self.board.host.live and action == "accept" and self.cursor.at is not None:
            return self._accept(self.cursor.at)
        return self.look_action(action)

    def look_action(self, action: str) -> bool:
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
                self.inspector.toggle(spot)
            return spot is not None
        return action == "cancel" and self._cancel()

    def _accept(self, spot: Spot) -> Move | bool:
        """Choose what is under the cursor; once something is lifted, the cursor goes to its first target."""
        self.inspector.show(None)
        lifted = self.choice.lifted
        move = self.choose(spot)
        if self.choice.lifted and self.choice.lifted != lifted:
            targets = self.pointing.targets()
            self.cursor.at = targets[0][0] if targets else self.cursor.at
        elif self.choice.picks and move is None:
            self.cursor.at = self.pointing.spots()[0][0]
        return move if move is not None else True

    def _step(self, down: int, right: int) -> bool:
        """Move the cursor to the next thing in that direction; return False if the arrow leaves the board."""
        self.inspector.show(None)
        self.choice.refused = None
        places = self._cursor_stops()
        if self.cursor.at in places:
            return self.cursor.step(places, down, right)
        usable = [spot for spot in places if self.choice.is_usable(spot) and spot.kind != "area"]
        self.cursor.at = next(iter(usable or places), None)
        return self.cursor.at is not None

    def _cursor_stops(self) -> Mapping[Spot, Point]:
        """Possible cursor positions: those in an overlay, or everything with the targets of the lifted thing."""
        own, over, robs = self.choice.own_pieces, self.pointing.over, self.choice.reach.robs
        found: dict[Spot, Point] = {}
        for spot, rect in self.pointing.spots():
            hides = over is not None and not over.contains(rect)
            is_others = spot.kind == "piece" and spot.name not in own and spot.name not in robs
            if spot.kind in VISITED and not hides and not is_others:
                found.setdefault(spot, rect.center)
        return found

    def _cancel(self) -> bool:
        if self.inspector.inspected is not None:
            self.inspector.show(None)
        elif self.choice.in_hand or self.choice.opened is not None:
            self.choice.close()
        elif self.cursor.at is not None:
            self.cursor.at = None
        else:
            return False
        return True
