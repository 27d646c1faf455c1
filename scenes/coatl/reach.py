"""What a hand can do at the table of Cóatl: the legal moves by what they are made with, and what a touch means."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from logic.coatl import State
from logic.coatl.components import LETTERS, is_feather
from logic.coatl.moves import (
    Attach,
    Choose,
    CoatlMove,
    Commit,
    Crown,
    Discard,
    Draw,
    End,
    Fetch,
    Foresee,
    Pass,
    Prophesy,
    Rob,
    Start,
    Steal,
    Take,
)
from scenes.coatl.layout import others_of, state_on
from scenes.coatl.spots import Spot, own_cards
from scenes.view.view import GameView

BEFORE_SOMEBODY = ("hand", "shrine", "piece", "laid", "segment", "worth", "token", "gifts")
"""The kinds of things that lie before a player."""
LIFTED = 0.7
"""How high something is lifted that was tapped."""
Build = Start | Attach | Prophesy | Crown


@dataclass(frozen=True, slots=True)
class Reach:
    """The moves of one position, each where the hand looks for it."""

    fields: dict[str, Take] = field(default_factory=dict)
    cards: dict[str, Choose] = field(default_factory=dict)
    discards: dict[str, Discard] = field(default_factory=dict)
    builds: dict[str, list[Build]] = field(default_factory=dict)
    """What can be done with an own piece, prophecy or temple."""
    fetches: dict[str, Fetch] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)
    steals: dict[int, Steal] = field(default_factory=dict)
    robs: dict[str, Rob] = field(default_factory=dict)
    draw: Draw | None = None
    foresee: Foresee | None = None
    end: End | Pass | None = None

    @property
    def tokens(self) -> Mapping[str, bool]:
        """Tell of each sacrifice token whether it can be used."""
        return {"pick": bool(self.fetches), "future": self.foresee is not None, "commit": bool(self.commits)}

    def on_lane(self, name: str, coatl: int) -> list[Build]:
        """What can be done with a thing at one of the own cóatls."""
        return [move for move in self.builds.get(name, ()) if not isinstance(move, Start) and move.coatl == coatl]


def reach_of(listed: Iterable[CoatlMove]) -> Reach:
    """Sort the legal moves."""
    moves = tuple(listed)
    builds: dict[str, list[Build]] = {}
    for move in moves:
        if isinstance(move, Build):
            builds.setdefault(used_in(move), []).append(move)
    return Reach(
        fields={move.field: move for move in moves if isinstance(move, Take)},
        cards={move.card: move for move in moves if isinstance(move, Choose)},
        discards={move.card: move for move in moves if isinstance(move, Discard)},
        builds=builds,
        fetches={move.colour + LETTERS[move.kind]: move for move in moves if isinstance(move, Fetch)},
        commits={move.temple: move for move in moves if isinstance(move, Commit)},
        steals={move.seat: move for move in moves if isinstance(move, Steal)},
        robs={move.piece: move for move in moves if isinstance(move, Rob)},
        draw=next((move for move in moves if isinstance(move, Draw)), None),
        foresee=next((move for move in moves if isinstance(move, Foresee)), None),
        end=next((move for move in moves if isinstance(move, End | Pass)), None),
    )


def used_in(move: Build) -> str:
    """The piece or the card that a step of a build is made with."""
    if isinstance(move, Start | Attach):
        return move.piece
    return move.card if isinstance(move, Prophesy) else move.temple


NOTHING = Reach()


class Choice:
    """What is lifted, armed or shown large before anything is played, and which legal move a touch makes of it.

    Things lie in ``lifted`` by their names; ``armed`` is the token that is to be used, ``opened`` the opponent whose
    things are shown large, ``refused`` what was touched last and does nothing.
    """

    def __init__(self, board: GameView) -> None:
        self._board = board
        self.lifted = ""
        self.armed = ""
        self.opened: int | None = None
        self.refused: Spot | None = None
        self._sorted: tuple[State, Reach] | None = None

    # -- what can be done

    @property
    def state(self) -> State:
        return state_on(self._board)

    @property
    def reach(self) -> Reach:
        """What a hand can do now: nothing while it is not its turn."""
        if not self._board.host.live:
            return NOTHING
        if self._sorted is None or self._sorted[0] is not self.state:
            self._sorted = self.state, reach_of(self.state.legal_moves())
        return self._sorted[1]

    @property
    def own_pieces(self) -> Collection[str]:
        """The pieces in the slots of the viewer, who may be nobody of the players."""
        viewer = self._board.host.viewer
        return self.state.seats[viewer].pieces if viewer < self.state.params.players else ()

    @property
    def enlarged(self) -> int | None:
        """The opponent whose things are shown large: one who was tapped, or the one who is being robbed."""
        seat = self.state.victim if self.reach.robs else self.opened
        return seat if seat in others_of(self.state, self._board.host.viewer) else None

    @property
    def picks(self) -> bool:
        """Whether pieces of the bags are to be chosen from."""
        return bool(self.reach.fetches) and (self.armed == "pick" or self.state.action == "pick")

    @property
    def covers(self) -> bool:
        return self.picks or self.enlarged is not None

    def can_give(self, spot: Spot) -> bool:
        """Tell whether something is an own feather for which somebody can be robbed."""
        own = spot.kind == "piece" and spot.name in self.state.seat.pieces
        return own and is_feather(spot.name) and bool(self.reach.steals)

    def can_carry(self, spot: Spot) -> bool:
        return spot.name in self.reach.builds or spot.name in self.reach.cards or self.can_give(spot)

    def veiled(self, spot: Spot) -> Spot:
        """What may be said of a spot: of an own card that lies face down no more than that."""
        return Spot("covered", number=self._board.host.viewer) if self.is_covered(spot.name) else spot

    def is_covered(self, name: str) -> bool:
        """Whether something is an own card that lies face down because others look on."""
        return self._board.host.covers and name in own_cards(self.state, self._board.host.viewer)

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
            return self._board.host.live and spot.number == self._board.host.viewer and reach.tokens[spot.name]
        return spot.name in names or self.can_give(spot)

    def lane_of(self, spot: Spot) -> int | None:
        """Which of the viewer's cóatls a spot belongs to, None where it belongs to none."""
        if spot.kind == "lane":
            return spot.number
        if spot.kind not in ("laid", "segment", "worth") or spot.number != self._board.host.viewer:
            return None
        for number, coatl in enumerate(self.state.seats[self._board.host.viewer].coatls):
            if spot.name in (*coatl.pieces, *coatl.prophecies, coatl.temple, str(number)):
                return number
        return None

    def meant(self, spot: Spot | None) -> Spot | None:
        """Say what a touch means: what lies before an opponent stands for the opponent, unless it can be robbed."""
        if spot is None or spot.kind not in BEFORE_SOMEBODY or spot.name in self.reach.robs:
            return spot
        own = spot.kind == "piece" and spot.name in self.own_pieces
        if own or spot.number not in others_of(self.state, self._board.host.viewer):
            return spot
        return Spot("close") if self.covers else Spot("area", number=spot.number)

    # -- what a touch means

    def choose(self, spot: Spot | None) -> CoatlMove | None:
        """Take a touch on something: return the move that it makes, or lift, arm, open or put down what it means."""
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
        """Put what is lifted where it is wanted; touched again it goes back."""
        builds = self.reach.builds.get(self.lifted, ())
        if spot.name == self.lifted:
            self.put_down()
            self._board.play_sound("drop")
            return None
        if spot.kind == "area" and is_feather(self.lifted):
            return self.reach.steals.get(spot.number)
        if spot.kind in ("end", "start"):
            return next((move for move in builds if _goes_to(move, spot)), None)
        lane = self.lane_of(spot)
        moves = self.reach.on_lane(self.lifted, lane) if lane is not None else []
        if lane is not None and not moves:
            self._refuse(spot)
        return moves[0] if len(moves) == 1 else None

    def _begin(self, spot: Spot) -> CoatlMove | None:
        """Take a touch while nothing is lifted, or on what takes nothing."""
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
        """Take a token: it shows what can be chosen by it; *See the Future* has nothing to choose yet."""
        if not self.reach.tokens[spot.name]:
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
        """Put back what is lifted or armed, and close what is open."""
        self.put_down()
        self.opened = None

    def _open(self, seat: int) -> None:
        """Show large what an opponent has, or close it again."""
        self.put_down()
        self.opened = None if self.opened == seat else seat
        self._board.play_sound("lift" if self.opened is not None else "drop")

    def open_next(self) -> bool:
        """Show the next opponent's things large, after the last one the table again; false where nobody else is."""
        seats = [*others_of(self.state, self._board.host.viewer), None]
        now = seats.index(self.opened) if self.opened in seats else len(seats) - 1
        self.put_down()
        self.opened = seats[(now + 1) % len(seats)]
        return len(seats) > 1

    @property
    def in_hand(self) -> str:
        """The piece or card that is lifted, or the token that is to be used."""
        return self.lifted or self.armed

    def take_up(self, in_hand: str) -> None:
        """Lift again what was lifted, if there is something to do with it."""
        if self.reach.tokens.get(in_hand) and in_hand != "future":  # that one is used at once
            self.armed = in_hand
        elif in_hand in self.reach.builds or (
            in_hand and self.can_give(Spot("piece", in_hand, self._board.host.viewer))
        ):
            self._lift(in_hand)


def _goes_to(move: object, spot: Spot) -> bool:
    """Tell whether a step of the build is the one that a place stands for."""
    if isinstance(move, Attach):
        return spot.kind == "end" and (move.coatl, move.side) == (spot.number, spot.name)
    return isinstance(move, Start) and spot.kind == "start"
