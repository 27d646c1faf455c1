"""Scores, progress and final statistics of a game of Cóatl."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from logic.coatl.components import BODY_FIELDS, MOST_COATLS, Seat, Serpent, capacity, is_feather, kind_of
from logic.coatl.moves import Choose, CoatlMove, Draw, Fetch, Rob, Take, worth
from logic.coatl.rules import State, points
from logic.core import Figure, Message, Value
from logic.game import Scoring

ON_FIELDS = sum(map(capacity, BODY_FIELDS))
"""The number of bodies on a full supply board."""
LAST_TURNS = 10
"""The share of the last turns, once they are known, in percent of a game."""


def _share_of_coatls(state: State) -> float:
    """How far the foremost player is on the way to a third cóatl, from 0 to 1; an unfinished one counts half."""
    halves = max(2 * seat.finished + min(len(seat.unfinished), MOST_COATLS - seat.finished) for seat in state.seats)
    return min(1.0, halves / (2 * MOST_COATLS))


def _of_bodies(state: State) -> float:
    """The share of the bag of bodies that has been used."""
    full = state.params.body_count - ON_FIELDS
    return 1.0 - len(state.bags.body) / full if full > 0 else 1.0


NONE = "–"
"""Shown if there is nothing to count."""

TOKEN_WORDS = {
    "pick": Message("Perfect Pick"),
    "future": Message("See the Future"),
    "commit": Message("Priest’s Commitment"),
}
"""The names of the sacrifice tokens."""


TAKEN = {
    "head": Message("Heads taken"),
    "body": Message("Bodies taken"),
    "tail": Message("Tails taken"),
    "feather": Message("Golden feathers taken"),
    "prophecy": Message("Prophecies taken"),
}
"""What is counted as taken; golden feathers do not count as bodies here."""


def count_taken(states: Sequence[State], moves: Sequence[CoatlMove]) -> tuple[Counter[str], ...]:
    """Count what each player took, from the positions and the moves made in them."""
    found = tuple(Counter[str]() for _ in states[0].seats)
    for state, move in zip(states, moves, strict=False):
        found[state.player].update(_taken(state, move))
    return found


def _taken(state: State, move: CoatlMove) -> Iterator[str]:
    """What a move brings the player, by the keys of ``TAKEN``."""
    if isinstance(move, Choose | Draw):
        yield "prophecy"
    pieces: Sequence[str] = ()
    if isinstance(move, Take):
        pieces = state.field(move.field)
    elif isinstance(move, Fetch | Rob):
        pieces = (move.thing if isinstance(move, Fetch) else move.piece,)
    yield from ("feather" if is_feather(piece) else kind_of(piece) for piece in pieces)


def _figures(last: State, done: Sequence[Counter[str]]) -> Iterator[Figure]:
    def row(thing: str) -> Figure:
        return Figure(TAKEN[thing], tuple(one[thing] for one in done))

    yield from map(row, ("head", "body", "tail"))
    if last.params.golden:
        yield row("feather")
        yield Figure(Message("Golden feathers given by others"), tuple(len(seat.gifts) for seat in last.seats))
    yield row("prophecy")
    yield from _of_coatls(last.seats)
    if last.params.tokens:
        yield from (Figure(words, tuple(_use(seat, token) for seat in last.seats))
                    for token, words in TOKEN_WORDS.items())  # fmt: skip


def _of_coatls(seats: Sequence[Seat]) -> Iterator[Figure]:
    """The rows about cóatls, in the order in which each player started them."""

    def row(label: Message, value: Callable[[Sequence[Serpent]], Value]) -> Figure:
        return Figure(label, tuple(value(_finished(seat)) for seat in seats))

    yield row(Message("Finished cóatls"), len)
    for index in range(MOST_COATLS):
        label = Message("Score of cóatl {number}", number=index + 1)
        yield Figure(label, tuple(_score_at(seat, index) for seat in seats))
    yield row(Message("Average score of a cóatl"), lambda own: _mean([worth(coatl) for coatl in own]))
    yield row(Message("Best cóatl"), lambda own: max(map(worth, own), default=NONE))
    yield row(Message("Average length of a cóatl"), lambda own: _mean([len(coatl.pieces) for coatl in own]))
    yield row(Message("Prophecies on finished cóatls"), lambda own: sum(len(coatl.prophecies) for coatl in own))
    yield row(Message("Temples on finished cóatls"), lambda own: sum(bool(coatl.temple) for coatl in own))


def _finished(seat: Seat) -> tuple[Serpent, ...]:
    return tuple(coatl for coatl in seat.coatls if coatl.is_finished)


def _score_at(seat: Seat, index: int) -> Value:
    is_there = index < len(seat.coatls) and seat.coatls[index].is_finished
    return worth(seat.coatls[index]) if is_there else NONE


def _mean(numbers: Sequence[int]) -> Value:
    return sum(numbers) / len(numbers) if numbers else NONE


def _use(seat: Seat, token: str) -> Message:
    return Message("kept") if token in seat.tokens else Message("used")


class CoatlScoring(Scoring):
    """The ``SCORING`` of Cóatl. The computer plays on for a player who leaves, with two players as well."""

    plays_on = True

    def score(self, state: State, player: int) -> int:
        """The points of a player so far: unfinished cóatls are worth nothing yet."""
        return points(state.seats[player])

    def progress(self, state: State) -> int:
        """The progress of the game, 0 to 100; it never decreases.

        In a solo game it is the share of the turns. Else, before the end is near, it is the larger of the progress in
        cóatls and in the bag of bodies.
        """
        if state.over:
            return 100
        if state.params.players == 1:
            return 100 * (state.turn - 1) // state.params.turns
        if state.queue is None:
            return int((100 - LAST_TURNS) * max(_share_of_coatls(state), _of_bodies(state)))
        left, most = 1 + len(state.queue), 2 * state.params.players
        return 100 - LAST_TURNS * left // most

    def turns(self, states: Sequence[State], moves: Sequence[CoatlMove]) -> tuple[int, ...]:
        """The number of turns that each player has begun; initial discarding is none."""
        begun = Counter(state.player for state, _ in zip(states, moves, strict=False) if state.action == "")
        return tuple(begun[seat] for seat in range(len(states[0].seats)))

    def statistics(self, states: Sequence[State], moves: Sequence[CoatlMove]) -> tuple[Figure, ...]:
        """The rows of the table for a game, given its positions from first to last and its moves."""
        return tuple(_figures(states[-1], count_taken(states, moves)))


SCORING = CoatlScoring()
