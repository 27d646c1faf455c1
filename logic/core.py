"""The types shared by all games and their users: cells, moves, events, messages, dice, states.

A position is an immutable value. The roles of a game are in :mod:`logic.game`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

T = TypeVar("T")

Stop = Callable[[], bool]
"""Called between small pieces of work: true means cancelled."""


def never() -> bool:
    """The ``Stop`` that never stops: a search runs to its own bound."""
    return False


class Cell(NamedTuple):
    """A square by (row, col), both from 0, growing down and to the right.

    >>> cell = Cell(row=0, col=1)
    >>> str(cell)
    'b1'
    """

    row: int
    col: int

    def __str__(self) -> str:
        """Format as letter and number, the column first and rows counted from the top: (0, 1) is ``b1``."""
        return f"{chr(ord('a') + self.col)}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat as an argument of a message; the screen replaces it by the player's name."""

    number: int


_PLACE = re.compile(r"\{(\w+)\}")
_ONE_OR_MANY = re.compile(r"\[([^|\]]*)\|([^|\]]*)\]")


@cache
def forms(words: str) -> tuple[str, str | None]:
    """The msgid that ``words`` stands for and, where a part of it depends on a number, its plural.

    >>> forms("There [is|are] {n} [move|moves].")
    ('There is {n} move.', 'There are {n} moves.')
    """
    one, many = (_ONE_OR_MANY.sub(rf"\{number}", words) for number in (1, 2))
    return one, many if one != words else None


class Message:
    """A text that leaves the logic: an English msgid with named placeholders, translated only by the screen.

    Alternatives in brackets, ``{n} [turn|turns]``, depend on the argument ``n``; ``[|]`` marks a message that depends
    on ``n`` in other languages only. Arguments are ints, plain strings (shown as is), players, or further messages.

    >>> str(Message("{n} [turn|turns]", n=3))
    '3 turns'
    """

    __slots__ = ("args", "msgid", "plural")

    def __init__(self, words: str, /, **args: Message | Player | str | int) -> None:
        self.msgid, self.plural = forms(words)
        if self.plural is not None and args and not isinstance(args.get("n"), int):
            raise ValueError(f"{words!r}: a plural needs a whole number n")
        self.args: Mapping[str, Message | Player | str | int] = args

    def of(self, **known: Message | Player | str | int) -> Message:
        """The same message with those arguments that it has placeholders for: choose a message first, fill it later.

        >>> words = Message("{player} finds the {treasure}.")
        >>> str(words.of(player="Ann", treasure="crown", cell="a1"))
        'Ann finds the crown.'
        """
        places = {*_PLACE.findall(self.msgid), "n" if self.plural else "", *_PLACE.findall(self.plural or "")}
        filled = Message(self.msgid)
        filled.plural = self.plural
        filled.args = {**self.args, **{name: value for name, value in known.items() if name in places}}
        return filled

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.msgid, self.plural))

    def __str__(self) -> str:
        """Format in English, for logs, errors in a terminal and tests."""
        msgid = self.plural if self.plural is not None and self.args["n"] != 1 else self.msgid
        shown = {k: f"player {v.number + 1}" if isinstance(v, Player) else v for k, v in self.args.items()}
        return msgid.format(**shown)

    def __repr__(self) -> str:
        return f"Message({', '.join([repr(self.msgid), *(f'{name}={value!r}' for name, value in self.args.items())])})"

    def _key(self) -> tuple[str, str | None, dict[str, Message | Player | str | int]]:
        return self.msgid, self.plural, dict(self.args)


class UserError(Exception):
    """A problem to report to the player instead of crashing; ``message`` says what is wrong, and why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message

    def __reduce__(self) -> tuple[type[UserError], tuple[Message]]:
        return type(self), (self.message,)  # keeps the message, not only its text, when pickled for another process


def fault_of(error: Exception) -> Message | str:
    """What an error says, translatable if it was raised for the player."""
    return error.message if isinstance(error, UserError) else str(error)


class IllegalMove(UserError, ValueError):
    """A move that is not legal; ``message`` tells the player why."""


class Move(Protocol):
    """The smallest thing a player commits to: a frozen dataclass whose text is unique among the legal moves."""

    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a move: its name, which also chooses its sound, and the path in cells of each piece.

    A path may be empty: the piece goes straight from where it is to where it belongs afterwards, or is taken away.
    ``reveals`` marks an event that showed something hidden: undo never goes back past it.
    """

    name: str
    paths: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    reveals: bool = False


S = TypeVar("S", covariant=True)
"""The type of a game's positions."""


class Step(NamedTuple, Generic[S]):
    """The result of a move: the next position, and the events on the way."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winners (none for a draw or a lost puzzle), the ranking, best first, and the reason."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: Message


class State(Protocol):
    """A position: frozen, equal and hashable by value."""

    @property
    def player(self) -> int:
        """The player to move, from 0; always 0 in a puzzle."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """All legal moves, in a fixed order; empty exactly when the game is over."""
        ...

    def apply(self, move: Any) -> Step[State]:
        """The position after one of ``legal_moves()``, and the events; does not check the move, and changes nothing."""
        ...

    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        ...

    def __str__(self) -> str:
        """Draw the board as text, with everything that a viewer of the whole position sees."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of a position to the player to move: +1 won, 0 drawn, -1 lost; ``turns`` to the end if known."""

    value: int
    turns: int | None
    text: Message


@dataclass(frozen=True, slots=True)
class Hint:
    """A proposal for the rest of the turn, and the reason in one sentence.

    ``plan`` holds the player's moves meant to follow, if nobody else moves in between, each with its events.
    """

    moves: tuple[Move, ...]
    reason: Message
    plan: tuple[tuple[Move, tuple[Event, ...]], ...] = ()

    @property
    def ahead(self) -> tuple[Event, ...]:
        """All events of the plan."""
        return tuple(event for _, events in self.plan for event in events)


def plan_steps(state: State, moves: Iterable[Move]) -> Iterator[tuple[Move, tuple[Event, ...]]]:
    """Yield the moves in order, each with its events, and stop at the first that is not legal in its position."""
    for move in moves:
        if move not in state.legal_moves():
            return
        state, events = state.apply(move)
        yield move, events


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of the review of a game: the ply, from 0, of the move it is about, and the text.

    ``weight`` is negative for a mistake and positive for an opponent's mistake that was used. ``better`` are moves,
    from the position before, that would have avoided the mistake; empty if no moves show it.
    """

    ply: int
    weight: int
    text: Message
    better: tuple[Move, ...] = ()


Value = Message | str | int | float
"""An entry of a table of figures: text, or a number."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of the statistics after a game: a label, and the value of each player in seat order.

    In a game for several players, a single value is about the game as a whole.
    """

    label: Message
    values: tuple[Value, ...]


Choose = Callable[[Any, "Dice", Stop], Any]
"""A computer player: (state as its seat may know it, dice, stop) -> one of the legal moves."""


@dataclass(frozen=True, slots=True)
class Level:
    """A computer player to choose: its name, a line about its play, its decision function, and its temper.

    However weak, it wins at once where it can.
    ``strength`` is a rating as in :mod:`logic.rating`, fitted to its results in the arena; the easiest level has 1000.
    """

    title: Message
    blurb: Message
    choose: Choose
    temper: Message | None = None
    strength: int = 1000


def find_move(state: State, text: str) -> Move:
    """The legal move whose text is ``text``; raises IllegalMove if there is none.

    The comparison is exact.

    >>> from logic import lgame
    >>> state = lgame.new(lgame.Params(), Dice(1))
    >>> move = find_move(state, "lay c1 c2 c3 d3")
    >>> str(move), move in state.legal_moves()
    ('lay c1 c2 c3 d3', True)
    >>> find_move(state, "lay a1")
    Traceback (most recent call last):
        ...
    logic.core.IllegalMove: “lay a1” is not a move that can be made now.
    """
    for move in state.legal_moves():
        if str(move) == text:
            return move
    raise IllegalMove(Message("“{text}” is not a move that can be made now.", text=text[:60]))


class Dice:
    """The only source of randomness: a seed's own sequence of numbers, the same for ever.

    Built on ``random.Random.random`` alone, the only sequence that Python guarantees across versions.

    Each draw changes the state: whoever shares a ``Dice`` shares one sequence.

    >>> dice = Dice(7)
    >>> [dice.below(6) for _ in range(8)]
    [1, 0, 3, 0, 3, 2, 0, 3]
    >>> Dice(7).shuffled("abcd")
    ['c', 'd', 'a', 'b']
    """

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)  # noqa: S311 - games, not secrets

    def chance(self) -> float:
        """A random number in [0, 1)."""
        return self._source.random()

    def below(self, n: int) -> int:
        """A random integer in 0 … n-1; ``n`` is at least 1."""
        if n < 1:
            raise ValueError("n: at least 1, please")
        return min(int(self._source.random() * n), n - 1)

    def choice(self, items: Sequence[T]) -> T:
        """A random item; there must be one."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of the items in a random order (Fisher-Yates, from the end)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def seed(self) -> int:
        """A random seed for other dice, below 2**31."""
        return self.below(2**31)
