"""Texts that all games share: whose turn it is, lists of things, and the frame of a review."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, Generic, Protocol, TypeVar

from logic.core import Message, Player, Remark, State, Stop

Named = Message | Player | str
"""An item of a list: a message, a seat, or a plain name."""

N = TypeVar("N", bound=Named)

AT_ONCE = 6
"""The number of items listed by name; the rest are only counted."""


def listed(things: Sequence[Named], most: int = AT_ONCE) -> Named:
    """List the first ``most`` things and the number of the others; "none" if there are none."""
    if not things:
        return Message("none")
    named = joined(things[:most])
    return Message("{things} and {n} more", things=named, n=len(things) - most) if len(things) > most else named


COMMA: Final = Message("{a}, {b}")


def joined(things: Sequence[N], by: Message = COMMA) -> N | Message:
    """Join at least one thing, each pair by the message ``by``."""
    named: N | Message = things[0]
    for thing in things[1:]:
        named = by.of(a=named, b=thing)
    return named


def sentences(*said: Message) -> Message:
    """Join messages to one text."""
    return reduce(lambda first, second: Message("{first} {second}", first=first, second=second), said)


def turn(view: State, viewer: int) -> Message:
    """A message that says whose turn it is, or how the game has ended."""
    outcome = view.outcome()
    if outcome is not None:
        return Message("The game is over: {reason}", reason=outcome.reason)
    if view.player == viewer:
        return Message("It is your turn.")
    return Message("It is the turn of {player}.", player=Player(view.player))


MOST: Final = 16
"""The limit on remarks on one game: the weightiest are kept, and of equal ones the latest."""
MINOR, MISSED, LOST = 1, 2, 3
"""Weights by how much was missed: a little, something that counts, or perhaps the game."""


class CountsTurns(State, Protocol):
    """A position of a game that numbers its turns."""

    @property
    def turn(self) -> int: ...


S = TypeVar("S", bound=CountsTurns)
T = TypeVar("T")


@dataclass(frozen=True)
class PlayedTurn(Generic[S]):
    """One player's turn as it was played: the plies of its first move and after its last, and all positions."""

    states: Sequence[S]
    start: int
    end: int

    @property
    def before(self) -> S:
        return self.states[self.start]

    @property
    def after(self) -> S:
        return self.states[self.end]

    @property
    def seat(self) -> int:
        return self.before.player


def spans(states: Sequence[CountsTurns]) -> Iterator[tuple[int, int]]:
    """The start and end of each complete turn; a turn that was broken off is left out."""
    start = 0
    for index in range(1, len(states)):
        if states[index].turn != states[start].turn or states[index].outcome() is not None:
            yield start, index
            start = index


def most_important(
    turns: Sequence[T], remarks: Callable[[T, Sequence[T]], Iterable[Remark]], stop: Stop
) -> tuple[Remark, ...]:
    """The weightiest remark on each turn and, of all of these, the :data:`MOST` weightiest, in the order of plies.

    ``remarks`` is given a turn and the turns after it. Of equal remarks on a turn, the first is kept; empty if stopped.
    """
    found: list[Remark] = []
    for index, turn in enumerate(turns):
        if stop():
            return ()
        found += sorted(remarks(turn, turns[index + 1 :]), key=lambda remark: -abs(remark.weight))[:1]
    most = sorted(found, key=lambda remark: (-abs(remark.weight), -remark.ply))[:MOST]
    return tuple(sorted(most, key=lambda remark: remark.ply))


def closed_by(remarks: tuple[Remark, ...], summary: Remark) -> tuple[Remark, ...]:
    """The remarks and a summary; if the last remark is on the same move, its text is extended instead."""
    if not remarks or remarks[-1].ply != summary.ply:
        return (*remarks, summary)
    return (*remarks[:-1], replace(remarks[-1], text=sentences(remarks[-1].text, summary.text)))
