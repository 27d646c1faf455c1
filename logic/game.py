"""The contract of a game: three names that every game has, and seven more that it may have.

A game is the package ``logic/<game>``, and its names are always spelt the same:

- ``Params``, ``new`` and ``State``: see :class:`Game` and :class:`logic.core.State`;
- ``redact(state, viewer)``: the position as that player may know it, with the same legal moves for the mover;
- ``sample(view, viewer, dice)``: a full position consistent with such a view, for computer players;
- ``LEVELS``: the computer players by name, the easiest first (:class:`logic.core.Level`);
- ``PUZZLES``, of :class:`logic.puzzles.Puzzles`: collection, generator, daily puzzle, files, judging;
- ``ANALYSIS``, ``NARRATION`` and ``SCORING``: the roles, objects of a subclass of the classes below.

Each method of a role has a default that is right for a game without an answer of its own, so that callers need not know
which games have one. Where a caller must know in advance, for a button for example, :func:`offers` says whether a
game overrides a method.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from logic.core import Dice, Evaluation, Event, Figure, Hint, Message, Move, Player, Remark, State, Stop
from logic.narration import turn


class Game(Protocol):
    """A game's package as everything else sees it; its optional names are read by the functions below.

    A field ``first`` in its Params is the player who begins, None to draw one; if there is such a field, the set-up
    screen offers it. ``players`` there, a field or a constant, is the number of players.
    """

    __name__: str

    @property
    def Params(self) -> type[Any]:  # noqa: N802 - a class's name
        """The frozen dataclass of what a player may choose; its constructor raises ValueError for invalid values.

        Each field has a default. Saves lack what was added after them: a new field's default means "as before".
        """
        ...

    @property
    def new(self) -> Callable[[Any, Dice], State]:
        """Set up the first position."""
        ...


class Analysis:
    """Hints, evaluation, solution and review. A method that takes a view uses no more than the mover may know."""

    def hint(self, view: Any, dice: Dice, stop: Stop) -> Hint | None:
        """Propose the rest of the turn, with the reason; without moves if the game is over."""
        return None

    def undo_hint(self, views: Sequence[Any], stop: Stop) -> Hint | None:
        """Propose to undo moves if that is better than to go on; called before :meth:`hint`.

        ``views`` are the positions from the first to the present one.
        """
        return None

    def evaluation(self, view: Any, stop: Stop) -> Evaluation | None:
        """The value of the position to the player to move."""
        return None

    def solution(self, state: Any, stop: Stop) -> Sequence[Move] | None:
        """The moves of a shortest win of a puzzle from this position; None if none is found."""
        return None

    def least(self, state: Any, stop: Stop) -> tuple[int, ...]:
        """The least that a puzzle takes from this position, in each of the game's counts, beginning with that of par.

        Empty if unknown. If a game offers this, the coach tells the distance only on request.
        """
        return ()

    def review(self, states: Sequence[Any], moves: Sequence[Any], stop: Stop) -> tuple[Remark, ...]:
        """Review a game, given with its first and last position: remarks in the order of their plies."""
        return ()

    def can_wait(self, view: Any) -> bool:
        """Return whether passing several turns in a row may be of use."""
        return False

    def looks_changed(self, before: Any, after: Any) -> bool:
        """Return whether the player can see a change between two positions, so that waiting ends there."""
        return True


class Narration:
    """The texts of a game, and its positions as text and data.

    A language model learns of a game through ``synopsis``, ``constraints`` and ``plain``, and through nothing else.
    """

    def describe(self, state: Any, move: Any) -> Message:
        """Describe a move about to be made."""
        return Message("{player}: {move}", player=Player(state.player), move=str(move))

    def tell(self, state: Any, move: Any, events: Sequence[Event]) -> tuple[Message, ...]:
        """Tell what a move has led to, in lines, as far as the mover knows; ``state`` is the position before it."""
        return (self.describe(state, move),)

    def opening(self, state: Any) -> tuple[Message, ...]:
        """Tell what a game begins with, in lines."""
        return ()

    def time_of(self, state: Any) -> int | None:
        """The date of the log lines that led to a position; None in a game without dates."""
        return None

    def notice(self, view: Any) -> Message | None:
        """A reminder for the player to move, or None."""
        return None

    def warning(self, view: Any, move: Any) -> Message | None:
        """A question to ask before a move that is certainly a mistake, or None."""
        return None

    def waiting_warning(self, view: Any) -> Message | None:
        """A question to ask before several turns are passed in a row, if that is dangerous."""
        return None

    def facts(self, state: Any, least: Sequence[int], *, alone: bool) -> tuple[Message, ...]:
        """Lines of the result that only this game has; for a puzzle they replace its length.

        ``least`` is what :meth:`Analysis.least` has found, ``alone`` whether its player solved it without help.
        """
        return ()

    def synopsis(self, view: Any, viewer: int) -> tuple[Message, ...]:
        """What matters now to a player, one sentence each, the most important first."""
        n = len(view.legal_moves())
        return (
            turn(view, viewer),
            Message("You are {player}.", player=Player(viewer)),
            Message("There [is|are] {n} legal [move|moves].", n=n),
        )

    def in_words(self, view: Any, viewer: int) -> tuple[Message, ...]:
        """The synopsis for people who do not see the board: in words where a language model is given codes."""
        return self.synopsis(view, viewer)

    def constraints(self, view: Any) -> tuple[Message, ...]:
        """What a turn consists of and how its moves are written, in lines."""
        return ()

    def plain(self, view: Any) -> Mapping[str, Any]:
        """The position as plain data of a few KB."""
        return {"picture": str(view).splitlines()}

    def turn_form(self, view: Any, said: Mapping[str, Any]) -> Mapping[str, tuple[str | int, ...]] | None:
        """The form in which a language model proposes a whole turn at once: fields with their allowed values.

        It is narrowed to what can be kept of ``said``, a wrong answer; None if a turn is proposed move by move.
        """
        return None

    def turn_moves(self, view: Any, said: Mapping[str, Any]) -> tuple[Move, ...]:
        """The moves of a filled-in form; raises IllegalMove with the reason if they cannot be made."""
        return ()

    def from_text(self, text: str) -> State:
        """The position that prints as ``text``; raises ValueError with the position of the fault if there is none."""
        raise ValueError("this game does not read positions")

    def exhibit(self, name: str) -> object:
        """The model of a thing that a page of the rules shows large; the view draws it by ``draw_exhibits``.

        Raises ValueError for a name that the game does not know.
        """
        raise ValueError("this game has nothing that a page could show large")


class Scoring:
    """Points, sides, turns, and the rows of the statistics after a game."""

    plays_on: bool = False
    """Whether the computer plays on for a player who leaves a game of two sides; with more sides it always does.

    Not in a game with a single player.
    """

    def score(self, state: Any, player: int) -> int:
        """The points of a player. A game that offers them keeps a personal best for solo players."""
        return 0

    def standing(self, state: Any, player: int) -> int:
        """How far a player has come, in the unit in which all are compared; useful if it differs between them."""
        return self.score(state, player)

    def progress(self, view: Any) -> int:
        """How much of the game is over, 0 to 100."""
        return 0

    def partners(self, state: Any, player: int) -> tuple[int, ...]:
        """The players who win and lose together with that player, itself included."""
        return (player,)

    def turns(self, states: Sequence[Any], moves: Sequence[Any]) -> tuple[int, ...]:
        """The number of turns of each player; empty to count how often each has begun to move."""
        return ()

    def statistics(self, states: Sequence[Any], moves: Sequence[Any]) -> tuple[Figure, ...]:
        """The game's own rows of the statistics, beside those of every game: ranks, scores, turns and time."""
        return ()


_SILENT, _IN_MOVES, _WITHOUT_POINTS = Analysis(), Narration(), Scoring()
"""The roles of a game that has none of its own."""


def offers(role: object, method: Callable[..., Any]) -> bool:
    """Return whether a game overrides a method of a role's base class.

    >>> from logic import jumpin, lgame
    >>> [offers(analysis_of(game), Analysis.solution) for game in (jumpin, lgame)]
    [True, False]
    """
    return getattr(type(role), method.__name__) is not method


def analysis_of(game: Game) -> Analysis:
    """The game's ``ANALYSIS``, or the default one, which offers nothing."""
    role: Analysis = getattr(game, "ANALYSIS", _SILENT)
    return role


def narration_of(game: Game) -> Narration:
    """The game's ``NARRATION``, or the default one, which shows moves as they print."""
    role: Narration = getattr(game, "NARRATION", _IN_MOVES)
    return role


def scoring_of(game: Game) -> Scoring:
    """The game's ``SCORING``, or the default one, without points."""
    role: Scoring = getattr(game, "SCORING", _WITHOUT_POINTS)
    return role


def has_secrets(game: Game) -> bool:
    """Return whether a position of the game may hide something from its players."""
    return hasattr(game, "redact")


def redact(game: Game, state: State, viewer: int) -> State:
    """The position as that player may know it; unchanged in a game without hidden information."""
    function: Callable[[Any, int], State] | None = getattr(game, "redact", None)
    return state if function is None else function(state, viewer)


def sample(game: Game, view: State, viewer: int, dice: Dice) -> State | None:
    """A full position consistent with a view; None if the game has no ``sample``."""
    function: Callable[[Any, int, Dice], State] | None = getattr(game, "sample", None)
    return None if function is None else function(view, viewer, dice)
