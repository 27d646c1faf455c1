"""What is lifted, armed, lit or dragged at the table of Cóatl, and which legal move a touch makes of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

import pygame

from logic.coatl import State
from logic.coatl.components import FIELDS, LETTERS, is_feather, type_of
from logic.coatl.moves import (
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
    Discard,
    Draw,
    Fetch,
    Foresee,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)
from logic.coatl.rules import unseen_pieces
from logic.core import Move
from logic.core import State as AnyState
from scenes.coatl.board import CoatlBoard, draw_mat
from scenes.coatl.layout import COVERED, enlarged_area, is_card, others_of
from scenes.coatl.paint import CardLook, draw_piece, reached
from scenes.coatl.reach import Reach, reach_of
from scenes.coatl.spots import TOUCH, Found, Spot, end_spot, picker_spots, seat_spots, start_spot, table_spots
from scenes.view.gesture import SLOP, Hand
from sprites.coatl import decks
from sprites.coatl.marks import Light, light, opening
from sprites.coatl.segments import Look, segment
from sprites.paint import materials
from sprites.paint.kit import Kit
from sprites.paint.surfaces import blit_around
from sprites.sound.sound import SoundBank
from sprites.widgets.input import Pointer, Pos

LIFTED = 0.7
"""How high something is lifted that was tapped."""
NOTHING = Reach()
SMALL = ("end", "start", "field", "token", "piece")
"""What may be touched a little beside it."""


class CoatlLift(CoatlBoard):
    """The table with something lifted from it, or with something laid over its middle."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._lifted = ""
        self._armed = ""
        self._opened: int | None = None
        self._refused: Spot | None = None
        self._aim: Spot | None = None
        self._cursor: Spot | None = None
        self._sorted: tuple[State, Reach] | None = None
        super().__init__(kit, sound, state, viewer)

    # -- what can be done

    @property
    def reach(self) -> Reach:
        """What a hand can do now: nothing while it is not its turn."""
        if not self.live:
            return NOTHING
        if self._sorted is None or self._sorted[0] is not self.state:
            self._sorted = self.state, reach_of(self.state.legal_moves())
        return self._sorted[1]

    def _forget(self) -> None:
        self.let_go()
        self._cursor = None

    def let_go(self) -> None:
        """Put back whatever is lifted, and close what is open."""
        super().let_go()
        self._put_down()
        if self.live:
            self._opened = None

    def _put_down(self) -> None:
        if self._lifted:
            self.stage.release(self._lifted)
        self._lifted = self._armed = ""
        self._refused = None

    @property
    def in_hand(self) -> str:
        """The piece or card that is lifted, or the token that is to be used."""
        return self._lifted or self._armed

    def take_up(self, in_hand: str) -> None:
        """Lift again what was lifted, if there is something to do with it."""
        if self.reach.tokens.get(in_hand) and in_hand != "future":  # that one is used at once
            self._armed = in_hand
        elif in_hand in self.reach.builds or (in_hand and self._can_give(Spot("piece", in_hand, self.viewer))):
            self._lifted = in_hand
            self.stage.hold(in_hand, replace(self.stage.pose(in_hand), z=LIFTED))

    # -- what lies over the table

    @property
    def _enlarged(self) -> int | None:
        """The opponent whose things are shown large: one who was tapped, or the one who is being robbed."""
        seat = self.state.victim if self.reach.robs else self._opened
        return seat if seat in others_of(self.state, self.viewer) else None

    @property
    def _picks(self) -> bool:
        """Whether pieces of the bags are to be chosen from."""
        return bool(self.reach.fetches) and (self._armed == "pick" or self.state.action == "pick")

    @property
    def _over(self) -> pygame.Rect | None:
        """What is laid over the table covers this much of it."""
        return self.places.room if self._picks or self._enlarged is not None else None

    # -- what can be pointed at

    def _spots(self) -> Sequence[Found]:
        """Give everything that can be pointed at now, from above to below."""
        over = self._over
        if self._picks:
            assert over is not None  # noqa: S101 - told to the type checker
            return (*picker_spots(over), (Spot("close"), over))
        seat = self._enlarged
        if over is not None and seat is not None:
            area = enlarged_area(seat, over, self.state)
            return (*seat_spots(area, self.state), (Spot("close"), over), *self._table())
        return (*self._targets(), *self._table())

    def _table(self) -> Sequence[Found]:
        return tuple(table_spots(self.places, self.state, self.viewer))

    def _targets(self) -> Sequence[Found]:
        """Give where what is lifted may go: open ends and an empty lane for a piece, cóatls for a card."""
        builds = self.reach.builds.get(self._lifted, ())
        found: list[Found] = []
        for move in builds:
            if isinstance(move, Attach):
                found.append(end_spot(self.places, self.state, self.viewer, move.coatl, move.side))
            elif isinstance(move, Start):
                found.append(start_spot(self.places, self.state, self.viewer))
            else:
                found.append((Spot("lane", number=move.coatl), self.places.own.lanes[move.coatl].rect))
        return found

    def _spot_at(self, pos: Pos) -> Spot | None:
        """Give what lies uppermost under a place of the window, or the nearest small thing beside it."""
        target = self._target_in_lane(pos)
        if target is not None:
            return target
        spots = self._spots()
        found = next((spot for spot, rect in spots if rect.collidepoint(pos)), None)
        if found is not None and found.kind not in ("lane", "area"):
            return found
        least = self.kit.px(TOUCH)
        near = {
            spot: math.dist(pos, rect.center)
            for spot, rect in spots
            if spot.kind in SMALL and rect.inflate(*(max(0, least - side) for side in rect.size)).collidepoint(pos)
        }
        return min(near, key=lambda spot: near[spot], default=found)

    def _target_in_lane(self, pos: Pos) -> Spot | None:
        """Give where what is lifted goes in the own lane at a place: the nearest end there, or any free lane to start.

        Nobody has to hit the small place itself.
        """
        if not self._lifted or self._over is not None:
            return None
        lanes = self.places.own.lanes
        place = next((number for number, lane in enumerate(lanes) if lane.rect.collidepoint(pos)), None)
        begun = len(self.state.seats[self.viewer].coatls)
        near = {
            spot: math.dist(pos, rect.center)
            for spot, rect in self._targets()
            if place is not None
            and ((spot.kind == "end" and spot.number == place) or (spot.kind == "start" and place >= begun))
        }
        return min(near, key=lambda spot: near[spot], default=None)

    def _rect_of(self, spot: Spot) -> pygame.Rect | None:
        return next((rect for one, rect in self._spots() if one == spot), None)

    # -- what a touch means

    def choose(self, spot: Spot | None) -> CoatlMove | None:
        """Take a touch on something: give the move that it makes, or lift, arm, open or put down what it means."""
        self._refused = None
        if spot is None or spot.kind == "close":
            self._close()
            return None
        if spot.kind == "area" and spot.number not in self.reach.steals:
            self._open(spot.number)
            return None
        if not self.live:
            return None
        if self._lifted:
            move = self._put(spot)
            if move is not None or not self._lifted:
                return move
        return self._begin(spot)

    def _close(self) -> None:
        self._put_down()
        self._opened = None

    def _open(self, seat: int) -> None:
        """Show large what an opponent has, or close it again."""
        self._put_down()
        self._opened = None if self._opened == seat else seat
        self._play("lift" if self._opened is not None else "drop")

    def _put(self, spot: Spot) -> CoatlMove | None:
        """Put what is lifted where it is wanted; touched again it goes back."""
        builds = self.reach.builds.get(self._lifted, ())
        if spot.name == self._lifted:
            self._put_down()
            self._play("drop")
            return None
        if spot.kind == "area" and is_feather(self._lifted):
            return self.reach.steals.get(spot.number)
        if spot.kind in ("end", "start"):
            return next((move for move in builds if _goes_to(move, spot)), None)
        place = self._lane_of(spot)
        moves = self.reach.on_lane(self._lifted, place) if place is not None else []
        if place is not None and not moves:
            self._refuse(spot)
        return moves[0] if len(moves) == 1 else None

    def _lane_of(self, spot: Spot) -> int | None:
        """Give which of the viewer's cóatls a spot belongs to."""
        if spot.kind == "lane":
            return spot.number
        if spot.kind not in ("laid", "segment", "worth") or spot.number != self.viewer:
            return None
        for place, coatl in enumerate(self.state.seats[self.viewer].coatls):
            if spot.name in (*coatl.pieces, *coatl.prophecies, coatl.temple, str(place)):
                return place
        return None

    def _begin(self, spot: Spot) -> CoatlMove | None:
        """Take a touch while nothing is lifted, or on what takes nothing."""
        reach = self.reach
        direct: CoatlMove | None = {
            "field": reach.fields.get(spot.name),
            "prophecy": reach.cards.get(spot.name) or reach.discards.get(spot.name),
            "temple": reach.commits.get(spot.name) if self._armed == "commit" else None,
            "deck": reach.draw,
            "fetch": reach.fetches.get(spot.name),
            "piece": reach.robs.get(spot.name),
        }.get(spot.kind)
        if direct is not None:
            return direct
        if spot.kind == "token" and spot.number == self.viewer:
            return self._arm(spot)
        if spot.name in reach.builds or self._can_give(spot):
            self._lift(spot.name)
        elif spot.kind == "lane":
            self._put_down()
        else:
            self._refuse(spot)
        return None

    def _can_give(self, spot: Spot) -> bool:
        own = spot.kind == "piece" and spot.name in self.state.seat.pieces
        return own and is_feather(spot.name) and bool(self.reach.steals)

    def _arm(self, spot: Spot) -> CoatlMove | None:
        """Take a token: it shows what can be chosen by it; *See the Future* has nothing to choose yet."""
        if not self.reach.tokens[spot.name]:
            self._refuse(spot)
        elif spot.name == "future":
            return self.reach.foresee
        else:
            armed = self._armed
            self._put_down()
            self._armed = "" if armed == spot.name else spot.name
            self._play("lift" if self._armed else "drop")
        return None

    def _lift(self, name: str) -> None:
        self._close()
        self._lifted = name
        self.stage.hold(name, replace(self.stage.pose(name), z=LIFTED))
        self._play("lift")

    def _refuse(self, spot: Spot) -> None:
        self._put_down()
        self._refused = spot
        self._play("deny")

    # -- what is lit

    @property
    def _focus(self) -> int | None:
        """The own cóatl that is looked at: the cards then show what they reach on it."""
        for spot in (self._aim, self._cursor):
            if spot is not None:
                place = spot.number if spot.kind == "end" else self._lane_of(spot)
                if place is not None:
                    return place
        return None

    def _is_usable(self, spot: Spot) -> bool:
        """Tell whether a touch there does something."""
        reach = self.reach
        names = (*reach.fields, *reach.cards, *reach.discards, *reach.builds, *reach.robs, *reach.fetches)
        if spot.kind == "area":
            return True
        if spot.name in reach.commits and self._armed == "commit":
            return True
        if spot.kind == "deck":
            return reach.draw is not None
        if spot.kind == "token":
            return self.live and spot.number == self.viewer and reach.tokens[spot.name]
        return spot.name in names or self._can_give(spot)

    def _level(self, name: str) -> int:
        if self.viewer >= self.state.params.players or name.startswith(COVERED):
            return 0
        seat = self.state.seats[self.viewer]
        if name not in (*seat.prophecies, *seat.temples) and name not in self.reach.builds:
            return 0
        growing = {place: coatl for place, coatl in enumerate(seat.coatls) if not coatl.locked}
        focus = self._focus
        coatls = [growing[focus]] if focus in growing else growing.values()
        return max((reached(name, coatl) for coatl in coatls), default=0)

    def _look_of_card(self, name: str) -> CardLook:
        reach = self.reach
        if name == self._lifted or (self._aim is not None and name == self._aim.name and self._is_usable(self._aim)):
            return "chosen"
        if name in reach.builds or name in reach.discards:
            return "lit"
        if name in reach.commits:
            return "lit" if self._armed == "commit" else "plain"
        return "lit" if name in reach.cards and self.state.action else "plain"

    def _look_of_piece(self, name: str) -> Look:
        if not self.live or self.state.action or is_card(name):
            return "plain"
        field = self._field_of(name)
        return "dim" if field and field not in self.reach.fields else "plain"

    def _field_of(self, piece: str) -> str:
        """Give the field of the supply board on which a piece lies; none for others."""
        fields = zip(FIELDS, self.state.supply, strict=True)
        return next((field for field, pieces in fields if piece in pieces), "")


def _goes_to(move: object, spot: Spot) -> bool:
    """Tell whether a step of the build is the one that a place stands for."""
    if isinstance(move, Attach):
        return spot.kind == "end" and (move.coatl, move.side) == (spot.number, spot.name)
    return isinstance(move, Start) and spot.kind == "start"


PICKED = 0.72
"""How much of its cell in the grid a piece takes that can be picked from the bags."""


SELF_LIT = ("end", "start", "lane", "prophecy", "temple")
"""What shows in a manner of its own that it is aimed at."""


class CoatlLights(CoatlLift):
    """The table with its lights, and with what is laid over it."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._hint: tuple[CoatlMove, ...] = ()
        super().__init__(kit, sound, state, viewer)

    def show_hint(self, moves: Sequence[Move]) -> None:
        """Mark on the table what a hint speaks of."""
        self._hint = tuple(move for move in moves if isinstance(move, CoatlMove))

    # -- lights

    def _light(self, surface: pygame.Surface, rect: pygame.Rect | None, what: Light) -> None:
        if rect is not None:
            blit_around(surface, light(self.kit, rect.size, what), rect.center)

    def _draw_lights(self, surface: pygame.Surface) -> None:
        """Light the fields that can be taken, the tokens that can be used, and whose turn it is.

        While a hint is read, no other field than its own is lit.
        """
        super()._draw_lights(surface)
        reach, places = self.reach, self.places
        for field in reach.fields if not self._hint else ():
            self._light(surface, places.middle.fields[field], "legal")
        if reach.draw is not None and self.state.action:
            self._light(surface, places.middle.deck, "legal")
        for area in places.others:
            if area.seat in reach.steals and self._lifted:
                self._light(surface, area.rect, "chosen")
            elif area.seat == self.state.player and not self.state.over:
                self._light(surface, area.rect, "legal")

    def _draw_marks(self, surface: pygame.Surface) -> None:
        """Draw the places that what is lifted may go to, what is aimed at, and the cursor."""
        super()._draw_marks(surface)
        for spot, rect in self._targets():
            if spot.kind == "lane":
                self._light(surface, rect, "hover" if spot == self._aim else "chosen")
            else:
                self._draw_opening(surface, spot, rect)
        for name, rect in self._own_tokens():
            if name == self._armed:
                self._light(surface, rect, "chosen")
            elif self.reach.tokens[name]:
                self._light(surface, rect, "legal")
        if self._over is None:
            self._draw_pointed(surface)
            for rect in self._hinted() if self._hint else ():
                self._light(surface, rect, "hint")

    def _draw_opening(self, surface: pygame.Surface, spot: Spot, rect: pygame.Rect) -> None:
        end: Literal["head", "tail"] = "head" if spot.name == "head" else "tail"
        shown = opening(self.kit, "start" if spot.kind == "start" else end, rect.width)
        blit_around(surface, shown, rect.center)
        if spot in (self._aim, self._cursor):
            blit_around(surface, segment(self.kit, type_of(self._lifted), rect.width, "ghost"), rect.center)
            self._light(surface, rect, "hover")

    def _own_tokens(self) -> Iterator[tuple[str, pygame.Rect]]:
        return (
            (spot.name, rect) for spot, rect in self._table() if spot.kind == "token" and spot.number == self.viewer
        )

    def _draw_pointed(self, surface: pygame.Surface) -> None:
        """Show what the mouse would choose, and where the cursor is."""
        aim = self._aim
        if aim is not None and aim.kind not in SELF_LIT and self._is_usable(aim):
            self._light(surface, self._rect_of(aim), "legal" if aim.kind == "area" else "hover")
        if self._cursor is not None:
            self._light(surface, self._rect_of(self._cursor), "cursor")

    # -- hints

    def _hinted(self) -> Iterator[pygame.Rect]:
        """Give what lies there already of what a hint speaks of."""
        wanted = {spot for move in self._hint for spot in self._spots_of(move)}
        yield from (rect for spot, rect in self._table() if spot in wanted)
        seat = self.state.seats[self.viewer] if self.viewer < self.state.params.players else None
        for move in self._hint if seat is not None else ():
            if isinstance(move, Attach) and move.coatl < len(seat.coatls if seat is not None else ()):
                yield end_spot(self.places, self.state, self.viewer, move.coatl, move.side)[1]
                return
            if isinstance(move, Start):
                yield start_spot(self.places, self.state, self.viewer)[1]
                return

    def _spots_of(self, move: CoatlMove) -> tuple[Spot, ...]:
        """Give what on the table a move is made with."""
        match move:
            case Take():
                return (Spot("field", move.field),)
            case Choose() | Discard():
                return (Spot("prophecy", move.card),)
            case Draw():
                return (Spot("deck"),)
            case Start() | Attach() | Rob():
                return (Spot("piece", move.piece),)
            case Prophesy():
                return (Spot("prophecy", move.card), Spot("lane", number=move.coatl))
            case Crown():
                return (Spot("temple", move.temple), Spot("lane", number=move.coatl))
            case Commit():
                return (Spot("token", "commit", self.viewer), Spot("temple", move.temple))
            case Foresee():
                return (Spot("token", "future", self.viewer),)
            case Fetch():
                return (Spot("token", "pick", self.viewer),)
            case Steal():
                return (Spot("area", number=move.seat),)
        return ()

    # -- what is laid over the table

    def _draw_above(self, surface: pygame.Surface) -> None:
        """Draw the bags' contents to pick from, or what an opponent has, large."""
        super()._draw_above(surface)
        over = self._over
        if over is None:
            return
        if self._picks:
            self._draw_picker(surface, over)
        elif self._enlarged is not None:
            self._draw_enlarged(surface, over, self._enlarged)
        self._draw_pointed(surface)
        if self._picks:
            wanted = {move.colour + LETTERS[move.kind] for move in self._hint if isinstance(move, Fetch)}
            for spot, rect in picker_spots(over):
                if spot.name in wanted:
                    self._light(surface, rect, "hint")

    def _draw_picker(self, surface: pygame.Surface, over: pygame.Rect) -> None:
        """Draw what is still in the bags, with its number; what cannot be picked is dim."""
        surface.blit(materials.panel(self.kit, over.size, "panel"), over)
        bags = unseen_pieces(self.state)
        left = [type_of(piece) for bag in bags for piece in bag]
        for spot, rect in picker_spots(over):
            count = left.count(spot.name)
            look = "plain" if spot.name in self.reach.fetches else "ghost"
            draw_piece(surface, self.kit, spot.name, rect.center, PICKED * rect.width,
                       look="plain" if look == "plain" else "ghost")  # fmt: skip
            plate = decks.plate(self.kit, str(count), max(12, round(0.3 * rect.width)))
            surface.blit(plate, plate.get_rect(bottomright=rect.bottomright))

    def _draw_enlarged(self, surface: pygame.Surface, over: pygame.Rect, seat: int) -> None:
        """Draw what an opponent has; bodies that can be robbed are lit."""
        area = enlarged_area(seat, over, self.state)
        draw_mat(surface, self.kit, area, is_lifted=True)
        self.draw_seat(surface, area)
        for slot, piece in zip(area.slots, self.state.seats[seat].board, strict=True):
            if piece in self.reach.robs:
                self._light(surface, slot, "chosen")


CARRIED = 1.0
"""How high something is carried."""
SNAP = 0.9
"""How near to its place a piece must be let go, in cells of that place."""


class CoatlCarry(CoatlLights):
    """The table under hands that press and drag."""

    def __init__(self, kit: Kit, sound: SoundBank | None, state: AnyState, viewer: int = 0) -> None:
        self._hand: Hand | None = None
        self._pressed: Spot | None = None
        super().__init__(kit, sound, state, viewer)

    def let_go(self) -> None:
        """Put back whatever is lifted or carried."""
        super().let_go()
        hand, self._hand = self._hand, None
        if hand is not None and hand.drags:
            self.stage.release(hand.piece)

    def _press(self, event: Pointer) -> None:
        """Lay a hand on what lies there."""
        if self._hand is not None:
            return
        self._cursor = self._refused = None
        self._aim = self._pressed = self._spot_at(event.pos)
        self._hand = Hand(event.id, event.pos, None)
        if self._pressed is not None and self._over is None and self._can_carry(self._pressed):
            self._hand.piece = self._pressed.name

    def _can_carry(self, spot: Spot) -> bool:
        return spot.name in self.reach.builds or spot.name in self.reach.cards or self._can_give(spot)

    def _go_on(self, event: Pointer) -> CoatlMove | None:
        """Take a move of the hand, or its end: a tap, a drop, or nothing."""
        hand = self._hand
        if hand is None or event.id != hand.pointer:
            return None
        if event.kind == "move":
            self._move(hand, event)
            return None
        self._hand = None
        if event.touch:
            # No finger hovers: what it was over is not aimed at any more.
            self._aim = None
        cancelled = event.kind != "up"
        if hand.drags:
            hand.follow(self.to_units(event.pos))
            return self._drop(hand, event.pos, cancelled=cancelled)
        tapped = hand.is_tap and not cancelled
        return self.choose(self._pressed) if tapped else None

    def _move(self, hand: Hand, event: Pointer) -> None:
        finger = self.to_units(event.pos)
        if hand.drags:
            hand.follow(finger)
        elif not hand.strays(event.pos, self.kit.px(SLOP)) or not hand.piece:
            return
        else:
            self._take(hand, finger)
        self._aim = self._goal_at(event.pos)

    def _take(self, hand: Hand, finger: tuple[float, float]) -> None:
        """Begin to carry: what was lifted by a tap before goes back."""
        if self._lifted != hand.piece:
            self._put_down()
        pose = self.stage.pose(hand.piece)
        hand.take(pose, self.to_units(hand.start), finger, still=self.kit.reduced_motion)
        self._lifted = hand.piece
        self._hold(hand)
        self._play("lift")

    def _hold(self, hand: Hand) -> None:
        x, y = hand.middle
        pose = self.stage.pose(hand.piece)
        self.stage.hold(hand.piece, replace(pose, x=x, y=y, z=CARRIED))

    def _goal_at(self, pos: Pos) -> Spot | None:
        """Give what is meant by letting go there: the nearest place that what is carried may go to."""
        near: dict[Spot, float] = {}
        for spot, rect in self._targets():
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
        under = self._spot_at(pos)
        gives = under is not None and under.kind == "area" and under.number in self.reach.steals
        return under if gives else None

    def _drop(self, hand: Hand, pos: Pos, *, cancelled: bool) -> CoatlMove | None:
        """Let go: where it may go it snaps, elsewhere it goes home, and a card of the display into the own hand."""
        goal: Spot | None = None if cancelled else self._goal_at(pos)
        card = self.reach.cards.get(hand.piece)
        move: CoatlMove | None = None
        if goal is not None:
            move = self._put(goal)
        elif card is not None and not cancelled and self.places.own.rect.collidepoint(pos):
            move = card
        if move is None:
            under = self._spot_at(pos)
            self._put_down()
            if under is not None and under.kind == "lane" and not cancelled:
                self._refused = Spot("lane", hand.piece, under.number)
            self._play("drop")
            return None
        self._dropped = hand.piece
        return move

    def update(self, dt: float) -> bool:
        """Let ``dt`` seconds pass; true while something moves."""
        moving = super().update(dt)
        hand = self._hand
        if hand is not None and hand.drags:
            moving |= hand.update(dt)
            self._hold(hand)
        return moving
