"""How far a game of Cóatl has come, what somebody has so far, and the rows of the table after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from logic.coatl.components import BODY_FIELDS, MOST_COATLS, Kind, Seat, Serpent, capacity, is_feather, kind_of
from logic.coatl.moves import Choose, CoatlMove, Draw, Fetch, Rob, Take, worth
from logic.coatl.rules import State, points
from logic.core import Figure, Message, Value
from logic.game import Scoring

ON_FIELDS = sum(map(capacity, BODY_FIELDS))
"""How many bodies lie on the supply board when it is full."""
LAST_TURNS = 10
"""How many of the hundred parts of a game its last turns are, once they are known."""


def _points_of_coatls(state: State) -> float:
    """How near to a third cóatl somebody is; one that is begun counts half."""
    halves = max(2 * seat.finished + min(len(seat.unfinished), MOST_COATLS - seat.finished) for seat in state.seats)
    return min(1.0, halves / (2 * MOST_COATLS))


def _of_bodies(state: State) -> float:
    """How much of the bag of bodies has been used."""
    full = state.params.body_count - ON_FIELDS
    return 1.0 - len(state.bags.body) / full if full > 0 else 1.0


NONE = "–"
"""Stands where there is nothing to count."""

TOKEN_WORDS = {
    "pick": Message("Perfect Pick"),
    "future": Message("See the Future"),
    "commit": Message("Priest’s Commitment"),
}
"""What the sacrifice tokens are called."""


@dataclass(slots=True)
class Deeds:
    """What one player did in a game. ``feathers`` are golden, and no bodies."""

    heads: int = 0
    tails: int = 0
    bodies: int = 0
    feathers: int = 0
    prophecies: int = 0

    def take(self, piece: str) -> None:
        """Count a piece that came onto the player's board."""
        if is_feather(piece):
            self.feathers += 1
            return
        kind: Kind = kind_of(piece)
        self.heads += kind == "head"
        self.tails += kind == "tail"
        self.bodies += kind == "body"


def deeds(states: Sequence[State], moves: Sequence[CoatlMove]) -> tuple[Deeds, ...]:
    """Count what each player did, from the positions and the moves made in them."""
    found = tuple(Deeds() for _ in states[0].seats)
    for state, move in zip(states, moves, strict=False):
        _count(found[state.player], state, move)
    return found


def _count(done: Deeds, state: State, move: CoatlMove) -> None:
    if isinstance(move, Take):
        for piece in state.field(move.field):
            done.take(piece)
    elif isinstance(move, Fetch):
        done.take(move.thing)
    elif isinstance(move, Rob):
        done.take(move.piece)
    elif isinstance(move, Choose | Draw):
        done.prophecies += 1


def _figures(last: State, done: Sequence[Deeds]) -> Iterator[Figure]:
    yield Figure(Message("Heads taken"), tuple(one.heads for one in done))
    yield Figure(Message("Bodies taken"), tuple(one.bodies for one in done))
    yield Figure(Message("Tails taken"), tuple(one.tails for one in done))
    if last.params.golden:
        yield Figure(Message("Golden feathers taken"), tuple(one.feathers for one in done))
        yield Figure(Message("Golden feathers given by others"), tuple(len(seat.gifts) for seat in last.seats))
    yield Figure(Message("Prophecies taken"), tuple(one.prophecies for one in done))
    yield from _of_coatls(last.seats)
    if last.params.tokens:
        yield from (Figure(words, tuple(_use(seat, token) for seat in last.seats))
                    for token, words in TOKEN_WORDS.items())  # fmt: skip


def _of_coatls(seats: Sequence[Seat]) -> Iterator[Figure]:
    """The rows about cóatls, in the order in which each player started them."""

    def row(label: Message, value: Callable[[Sequence[Serpent]], Value]) -> Figure:
        return Figure(label, tuple(value(_finished(seat)) for seat in seats))

    yield row(Message("Finished cóatls"), len)
    for place in range(MOST_COATLS):
        label = Message("Score of cóatl {number}", number=place + 1)
        yield Figure(label, tuple(_score_at(seat, place) for seat in seats))
    yield row(Message("Average score of a cóatl"), lambda own: _mean([worth(coatl) for coatl in own]))
    yield row(Message("Best cóatl"), lambda own: max(map(worth, own), default=NONE))
    yield row(Message("Average length of a cóatl"), lambda own: _mean([len(coatl.pieces) for coatl in own]))
    yield row(Message("Prophecies on finished cóatls"), lambda own: sum(len(coatl.prophecies) for coatl in own))
    yield row(Message("Temples on finished cóatls"), lambda own: sum(bool(coatl.temple) for coatl in own))


def _finished(seat: Seat) -> tuple[Serpent, ...]:
    return tuple(coatl for coatl in seat.coatls if coatl.is_finished)


def _score_at(seat: Seat, place: int) -> Value:
    is_there = place < len(seat.coatls) and seat.coatls[place].is_finished
    return worth(seat.coatls[place]) if is_there else NONE


def _mean(numbers: Sequence[int]) -> Value:
    return sum(numbers) / len(numbers) if numbers else NONE


def _use(seat: Seat, token: str) -> Message:
    return Message("kept") if token in seat.tokens else Message("used")


class CoatlScoring(Scoring):
    """Points, turns and the table of a game of Cóatl. Also for two, the computer goes on where somebody leaves."""

    plays_on = True

    def score(self, state: State, player: int) -> int:
        """The points that a player has so far: unfinished cóatls are worth nothing yet."""
        return points(state.seats[player])

    def progress(self, state: State) -> int:
        """How much of a game is over, 0 to 100; it never goes back.

        Before the end is near it is what has come nearer to it: cóatls, or the bottom of the bag of bodies.
        """
        if state.over:
            return 100
        if state.params.players == 1:
            return 100 * (state.turn - 1) // state.params.turns
        if state.queue is None:
            return int((100 - LAST_TURNS) * max(_points_of_coatls(state), _of_bodies(state)))
        left, most = 1 + len(state.queue), 2 * state.params.players
        return 100 - LAST_TURNS * left // most

    def turns(self, states: Sequence[State], moves: Sequence[CoatlMove]) -> tuple[int, ...]:
        """Count the turns that each player has begun; two may come running, and laying cards aside at first is none."""
        begun = Counter(state.player for state, _ in zip(states, moves, strict=False) if state.action == "")
        return tuple(begun[seat] for seat in range(len(states[0].seats)))

    def statistics(self, states: Sequence[State], moves: Sequence[CoatlMove]) -> tuple[Figure, ...]:
        """The rows of the table for a game, ``states`` from the first position to the last and what was played."""
        return tuple(_figures(states[-1], deeds(states, moves)))


SCORING = CoatlScoring()
