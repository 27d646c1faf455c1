"""What is lifted, armed or opened at the table of Cóatl, what that lights up, and which move a touch makes of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pygame

from logic.coatl import State
from logic.coatl.moves import Attach, CoatlMove, Start
from logic.coatl.pieces import is_feather
from logic.coatl.table import FIELDS
from logic.core import State as AnyState
from scenes.coatl_areas import enlarged_area
from scenes.coatl_board import CoatlBoard
from scenes.coatl_paint import CardLook, reached
from scenes.coatl_places import others_of
from scenes.coatl_poses import COVERED, is_card
from scenes.coatl_reach import Reach, reach_of
from scenes.coatl_spots import TOUCH, Found, Spot, end_spot, picker_spots, seat_spots, start_spot, table_spots
from sprites.coatl_segments import Look
from sprites.input import Pos
from sprites.sound import SoundBank
from sprites.ui import Kit

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
