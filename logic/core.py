"""The contract between a game and everything else: cells, moves, events, messages, dice, states.

A game is a package with three names — ``Params``, ``new(params, dice)`` and ``State`` — and a position is a value.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, overload

T = TypeVar("T")

Stop = Callable[[], bool]
"""Asked between small pieces of work: true means that nobody waits for the answer any more."""


def never() -> bool:
    """Let a search run to its own bound."""
    return False


class Cell(NamedTuple):
    """A square by (row, col), both from 0, growing down and to the right."""

    row: int
    col: int

    def __str__(self) -> str:
        """Print as letter and number, the column first and rows counted from the top: (0, 1) is ``b1``."""
        return f"{chr(ord('a') + self.col)}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat spoken of in a message; the screen puts the name of whoever sits there."""

    number: int


class Message:
    """Words that leave the logic: an English msgid with named places, turned into a language by the screen only.

    With ``plural`` the argument ``n`` chooses the form. Arguments are ints, plain strings (shown as they are),
    players, or further messages.
    """

    __slots__ = ("args", "msgid", "plural")

    def __init__(self, msgid: str, /, plural: str | None = None, **args: Message | Player | str | int) -> None:
        if plural is not None and not isinstance(args.get("n"), int):
            raise ValueError(f"{msgid!r}: a plural needs a whole number n")
        self.msgid = msgid
        self.plural = plural
        self.args: Mapping[str, Message | Player | str | int] = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.msgid, self.plural))

    def __str__(self) -> str:
        """Print in English, for logs, errors in a terminal and tests."""
        msgid = self.plural if self.plural is not None and self.args["n"] != 1 else self.msgid
        shown = {k: f"player {v.number + 1}" if isinstance(v, Player) else v for k, v in self.args.items()}
        return msgid.format(**shown)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def _key(self) -> tuple[str, str | None, dict[str, Message | Player | str | int]]:
        return self.msgid, self.plural, dict(self.args)


class IllegalMove(ValueError):
    """A move that is not on the list; ``message`` says why, for the player."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class Move(Protocol):
    """The smallest thing a player commits to: a frozen dataclass whose text is unique among the legal moves."""

    def __str__(self) -> str: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Event:
    """One beat of what happened: its name, and the pieces that ran, each along its cells.

    ``reveals`` marks an event that showed something hidden: undo never reaches back over it.
    """

    name: str
    paths: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    reveals: bool = False


class Step(NamedTuple):
    """What a move leads to: the next position, and what happened on the way."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winners (none for a draw or a lost puzzle), all places best first, and why."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: Message


class State(Protocol):
    """A position: frozen, equal and hashable by value."""

    @property
    def player(self) -> int:
        """Whose move it is, from 0; in a puzzle always 0."""
        ...

    def legal_moves(self) -> Sequence[Move]:
        """All moves, in a fixed order; empty exactly when the game is over."""
        ...

    def apply(self, move: Any) -> Step:
        """Give the position after a legal move, and the events; trusts its caller, changes nothing."""
        ...

    def outcome(self) -> Outcome | None:
        """Give the end, or None while the game goes on."""
        ...

    def __str__(self) -> str:
        """Draw the board as text, with everything that a viewer of the whole table sees."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a position is worth to the player to move: +1 won, 0 drawn, -1 lost; ``turns`` to the end where known."""

    value: int
    turns: int | None
    text: Message


@dataclass(frozen=True, slots=True)
class Hint:
    """A proposal for the rest of the turn, and the reason in a sentence."""

    moves: tuple[Move, ...]
    reason: Message


@dataclass(frozen=True, slots=True)
class Remark:
    """A mark of the after-game review: the place in the list of moves it speaks of, and what to say.

    ``weight`` is negative where something was given away, positive where a gift was taken.
    """

    place: int
    weight: int
    text: Message


Value = Message | str | int | float
"""What stands in a table of figures: words, or a number."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of the statistics after a game: what it tells, and the value for each player in the order of the seats.

    In a game for several, one value alone speaks of the game as a whole.
    """

    label: Message
    values: tuple[Value, ...]


Review = Callable[[Sequence[Any], Sequence[Any], Stop], tuple[Remark, ...]]
"""Looks through a game that was played: (positions, moves, stop) -> remarks in the order of their places."""

Choose = Callable[[Any, "Dice", Stop], Any]
"""A computer player: (state as its seat may know it, dice, stop) -> one of the legal moves."""


@dataclass(frozen=True, slots=True)
class Level:
    """A computer opponent that can be chosen: its name, a line about it, and how it decides."""

    title: Message
    blurb: Message
    choose: Choose


class Game(Protocol):
    """A game's package, as the rest of the house sees it: ``Params``, ``new`` and ``State``.

    A field ``first`` in its Params is the player who begins, None for one drawn by the dice; then the set-up screen
    asks for it. Beside the three names a game may have ``LEVELS`` (name -> Level, the easiest first), and the
    functions that :func:`offers` lists. One in which the computer goes on even with two sides, when a player leaves
    who does not sit there alone, says so by ``PLAYS_ON = True``; with more sides it always does.
    """

    __name__: str

    @property
    def Params(self) -> type[Any]:  # noqa: N802 - a class's name
        """The frozen dataclass of what a player may choose; refuses nonsense in words.

        Each field has a default. Saves lack what was added after them: a new field's default means "as before".
        """
        ...

    @property
    def new(self) -> Callable[[Any, Dice], State]:
        """Deal the first position."""
        ...


@overload
def offers(game: Game, name: Literal["describe"]) -> Callable[[Any, Any], Message] | None: ...
@overload
def offers(game: Game, name: Literal["verdict"]) -> Callable[[Any, Stop], Verdict] | None: ...
@overload
def offers(game: Game, name: Literal["hint"]) -> Callable[[Any, Dice, Stop], Hint] | None: ...
@overload
def offers(game: Game, name: Literal["solution"]) -> Callable[[Any, Stop], Sequence[Move] | None] | None: ...
@overload
def offers(game: Game, name: Literal["retrace"]) -> Callable[[Sequence[Any], Stop], Hint | None] | None: ...
@overload
def offers(game: Game, name: Literal["least"]) -> Callable[[Any, Stop], tuple[int, ...]] | None: ...
@overload
def offers(game: Game, name: Literal["facts"]) -> Callable[..., tuple[Message, ...]] | None: ...
@overload
def offers(game: Game, name: Literal["review"]) -> Review | None: ...
@overload
def offers(game: Game, name: Literal["redact"]) -> Callable[[Any, int], State] | None: ...
@overload
def offers(game: Game, name: Literal["sample"]) -> Callable[[Any, int, Dice], State] | None: ...
@overload
def offers(game: Game, name: Literal["from_text"]) -> Callable[[str], State] | None: ...
@overload
def offers(game: Game, name: Literal["exhibit"]) -> Callable[[str], object] | None: ...
@overload
def offers(game: Game, name: Literal["partners"]) -> Callable[[Any, int], tuple[int, ...]] | None: ...
@overload
def offers(game: Game, name: Literal["warning"]) -> Callable[[Any, Any], Message | None] | None: ...
@overload
def offers(game: Game, name: Literal["notice", "waiting_warning"]) -> Callable[[Any], Message | None] | None: ...
@overload
def offers(game: Game, name: Literal["can_wait"]) -> Callable[[Any], bool] | None: ...
@overload
def offers(game: Game, name: Literal["looks_changed"]) -> Callable[[Any, Any], bool] | None: ...
@overload
def offers(game: Game, name: Literal["tell"]) -> Callable[[Any, Any, Sequence[Event]], tuple[Message, ...]] | None: ...
@overload
def offers(game: Game, name: Literal["opening"]) -> Callable[[Any], tuple[Message, ...]] | None: ...
@overload
def offers(
    game: Game, name: Literal["turn_form"]
) -> Callable[[Any, Mapping[str, Any]], Mapping[str, tuple[str | int, ...]] | None] | None: ...
@overload
def offers(game: Game, name: Literal["turn_moves"]) -> Callable[[Any, Mapping[str, Any]], tuple[Any, ...]] | None: ...
@overload
def offers(game: Game, name: Literal["time_of", "progress"]) -> Callable[[Any], int] | None: ...
@overload
def offers(game: Game, name: Literal["score"]) -> Callable[[Any, int], int] | None: ...
@overload
def offers(game: Game, name: Literal["turns"]) -> Callable[..., tuple[int, ...]] | None: ...
@overload
def offers(game: Game, name: Literal["statistics"]) -> Callable[..., Sequence[Figure]] | None: ...
@overload
def offers(game: Game, name: Literal["synopsis"]) -> Callable[[Any, int], tuple[Message, ...]] | None: ...
@overload
def offers(game: Game, name: Literal["constraints"]) -> Callable[[Any], tuple[Message, ...]] | None: ...
@overload
def offers(game: Game, name: Literal["plain"]) -> Callable[[Any], dict[str, Any]] | None: ...
def offers(game: Game, name: str) -> Callable[..., Any] | None:
    """Give an optional function of a game, or None where it has none.

    - ``describe(state, move)``: what a move about to be made does, for the list of moves;
    - ``verdict(state, stop)``, ``hint(state, dice, stop)``: what the coach says, from what the mover may know;
    - ``solution(state, stop)``: the moves of a shortest way to win a puzzle from there, None where there is none;
    - ``retrace(states, stop)``: asked before ``hint``, the hint to take moves back where that is better than to go on;
    - ``least(state, stop)``: what a puzzle takes at least from there in each of the game's counts, the one that par is
      in first, empty where that is not known; then the coach says how far it is when asked, not all the time;
    - ``facts(state, least, *, alone)``: what is said under the result, besides what is said of any game; of a puzzle
      that takes so much at least, and was solved by its player ``alone`` or not, in the place of its length;
    - ``review(states, moves, stop)``: what the coach says after the game, its first and last position included;
    - ``redact(state, viewer)``: the position as that player may know it, the legal moves of the mover as they were;
    - ``sample(state, viewer, dice)``: a full position that agrees with it, for thinking;
    - ``from_text(text)``: the position that prints so; ValueError with the place where there is none;
    - ``exhibit(name)``: what is told of a thing of the game that a page of its rules shows large, and its view draws by
      ``draw_exhibits``; ValueError for a name that it does not know;
    - ``partners(state, player)``: who wins and loses together with that player, itself included; without it everybody
      plays alone.
    - ``tell(state, move, events)``: what a move has led to, line by line, as far as the mover knows; in the list of
      moves instead of ``describe``; ``opening(state)``: the same of a game's first position; ``time_of(state)``: the
      date of such lines;
    - ``warning(view, move)``: what to ask before a move that would be regretted for certain; ``notice(view)``: what
      the player should keep in mind now;
    - ``can_wait(view)``: whether passing turn after turn may bring something; then ``waiting_warning(view)`` is what
      to ask before, and ``looks_changed(before, after)`` tells where to stop;
    - ``turn_form(view, said)``: how a whole turn is proposed at once, each field with what it may hold, narrowed to
      what can be kept of ``said``, a wrong answer; None where the turn goes on move by move;
      ``turn_moves(view, said)``: the moves of such a proposal, IllegalMove with the reason where they cannot be made;
    - ``progress(view)``: how much of the game is behind the players, 0 to 100;
    - ``score(state, player)``: the points of a player; who plays such a game alone plays for the own best;
    - ``turns(states, moves)``: how many turns each player has had; without it, how often each has begun to move;
    - ``statistics(states, moves)``: the rows of the table after the game, beside those that hold for every game: the
      ranks, the scores, the turns, and the time;
    - ``synopsis(view, viewer)``: what matters now, a sentence each, the weightiest first; ``constraints(view)``: what
      makes up a turn and how its moves are written, a line each; ``plain(view)``: the position as plain data of a few
      KB. With these three a language model is told of a game by logic.advice, which finds no other way to it.
    """
    found: Callable[..., Any] | None = getattr(game, name, None)
    return found


def redact(game: Game, state: State, viewer: int) -> State:
    """Give the position as that player may know it; a game without secrets shows it whole."""
    function = offers(game, "redact")
    return function(state, viewer) if function else state


def find_move(state: State, text: str) -> Move:
    """Give the legal move that prints as ``text``; raise IllegalMove where there is none."""
    for move in state.legal_moves():
        if str(move) == text:
            return move
    raise IllegalMove(Message("“{text}” is not a move that can be made now.", text=text[:60]))


class Dice:
    """All the chance there is: a seed's own sequence of numbers, the same for ever.

    Built on ``random.Random.random`` alone, the only sequence that Python promises across versions.
    """

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)  # noqa: S311 - games, not secrets

    def chance(self) -> float:
        """Roll a number in [0, 1)."""
        return self._source.random()

    def below(self, n: int) -> int:
        """Roll a whole number in 0 … n-1; ``n`` is at least 1."""
        if n < 1:
            raise ValueError("n: at least 1, please")
        return min(int(self._source.random() * n), n - 1)

    def choice(self, items: Sequence[T]) -> T:
        """Draw one of the items; there must be one."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Give the items in a random order (Fisher-Yates, from the end)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def seed(self) -> int:
        """Roll a seed for dice of their own, below 2**31."""
        return self.below(2**31)
