"""The contract of a game: three names that every game has, and seven more that it may have.

A game is the package ``logic/<game>``, and its names are always spelt the same:

- ``Params``, ``new`` and ``State``: see :class:`Game` and :class:`logic.core.State`;
- ``redact(state, viewer)``: the position as that player may know it, with the same legal moves for the mover;
- ``sample(view, viewer, dice)``: a full position consistent with such a view, for computer players;
- ``LEVELS``: the computer players by name, the easiest first (:class:`logic.core.Level`);
- ``PUZZLES``, of :class:`logic.puzzles.Puzzles`: collection, generator, daily puzzle, files, judging;
- ``ANALYSIS``, ``NARRATION`` and ``SCORING``: the roles, objects of a subclass of the classes below.

Each method of a role has a default that is right for a game without an answer of its own, so that callers need not know
which games have one. Where that matters before anything is called, such as for a button, :func:`offers` tells whether a
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
        """The frozen dataclass of what a player may choose; refuses nonsense in words.

        Each field has a default. Saves lack what was added after them: a new field's default means "as before".
        """
        ...

    @property
    def new(self) -> Callable[[Any, Dice], State]:
        """Deal the first position."""
        ...


class Analysis:
    """Hints, evaluation, solution and review. A method that takes a view uses no more than the mover may know."""

    def hint(self, view: Any, dice: Dice, stop: Stop) -> Hint | None:
        """Propose the rest of the turn, with the reason; no moves where the game is over."""
        return None

    def retrace(self, views: Sequence[Any], stop: Stop) -> Hint | None:
        """Propose to take moves back where that is better than to go on; asked before :meth:`hint`.

        ``views`` are the positions from the first to the present one.
        """
        return None

    def evaluation(self, view: Any, stop: Stop) -> Evaluation | None:
        """Say what the position is worth to the player to move."""
        return None

    def solution(self, state: Any, stop: Stop) -> Sequence[Move] | None:
        """The moves of a shortest way to win a puzzle from there; None where there is none."""
        return None

    def least(self, state: Any, stop: Stop) -> tuple[int, ...]:
        """What a puzzle takes at least, in each of the game's counts, the one that par is in first.

        Empty where that is not known. Of a game that offers this, the coach says how far it is only when asked.
        """
        return ()

    def review(self, states: Sequence[Any], moves: Sequence[Any], stop: Stop) -> tuple[Remark, ...]:
        """Look back at a game, given with its first and last position: remarks in the order of their places."""
        return ()

    def can_wait(self, view: Any) -> bool:
        """Return whether passing turn after turn may bring something."""
        return False

    def looks_changed(self, before: Any, after: Any) -> bool:
        """Return whether the player sees that something has changed, so that waiting ends there."""
        return True


class Narration:
    """The texts of a game, and its positions as text and data.

    A language model learns of a game through ``synopsis``, ``constraints`` and ``plain``, and through nothing else.
    """

    def describe(self, state: Any, move: Any) -> Message:
        """Say what a move about to be made does."""
        return Message("{player}: {move}", player=Player(state.player), move=str(move))

    def tell(self, state: Any, move: Any, events: Sequence[Event]) -> tuple[Message, ...]:
        """Say line by line what a move has led to, as far as the mover knows; ``state`` is the position before it."""
        return (self.describe(state, move),)

    def opening(self, state: Any) -> tuple[Message, ...]:
        """Say line by line what a game begins with."""
        return ()

    def time_of(self, state: Any) -> int | None:
        """The date of the lines that tell what led to a position; None in a game without dates."""
        return None

    def notice(self, view: Any) -> Message | None:
        """Say what the player should keep in mind now."""
        return None

    def warning(self, view: Any, move: Any) -> Message | None:
        """Ask before a move that would be regretted for certain."""
        return None

    def waiting_warning(self, view: Any) -> Message | None:
        """Ask before turns are passed one after the other, where that is dangerous."""
        return None

    def facts(self, state: Any, least: Sequence[int], *, alone: bool) -> tuple[Message, ...]:
        """Say under the result what is not said of any game; of a puzzle, this stands in the place of its length.

        ``least`` is what :meth:`Analysis.least` has found, ``alone`` whether its player solved it without help.
        """
        return ()

    def synopsis(self, view: Any, viewer: int) -> tuple[Message, ...]:
        """Say what matters now to a player, a sentence each, the weightiest first."""
        n = len(view.legal_moves())
        return (
            turn(view, viewer),
            Message("You are {player}.", player=Player(viewer)),
            Message("There [is|are] {n} legal [move|moves].", n=n),
        )

    def in_words(self, view: Any, viewer: int) -> tuple[Message, ...]:
        """Say the same to people who do not see the board: in the words of the table where a model is told codes."""
        return self.synopsis(view, viewer)

    def constraints(self, view: Any) -> tuple[Message, ...]:
        """Say what makes up a turn and how its moves are written, a line each."""
        return ()

    def plain(self, view: Any) -> Mapping[str, Any]:
        """The position as plain data of a few KB."""
        return {"picture": str(view).splitlines()}

    def turn_form(self, view: Any, said: Mapping[str, Any]) -> Mapping[str, tuple[str | int, ...]] | None:
        """The fields by which a whole turn is proposed at once, each with what it may hold.

        Narrowed to what can be kept of ``said``, a wrong answer; None where the turn goes on move by move.
        """
        return None

    def turn_moves(self, view: Any, said: Mapping[str, Any]) -> tuple[Move, ...]:
        """The moves of such a proposal; raises IllegalMove with the reason where they cannot be made."""
        return ()

    def from_text(self, text: str) -> State:
        """The position that prints so; raises ValueError with the place where there is none."""
        raise ValueError("this game does not read positions")

    def exhibit(self, name: str) -> object:
        """What is told of a thing that a page of the rules shows large; the view draws it by ``draw_exhibits``.

        Raises ValueError for a name that the game does not know.
        """
        raise ValueError("this game has nothing that a page could show large")


class Scoring:
    """Points, sides, turns, and the rows of the statistics after a game."""

    plays_on: bool = False
    """Whether the computer goes on for a player who leaves even where two sides play; with more sides it always does.

    Not where that player sits there alone.
    """

    def score(self, state: Any, player: int) -> int:
        """The points of a player. In a game that offers them, who plays alone plays for the own best."""
        return 0

    def standing(self, state: Any, player: int) -> int:
        """How far a player has come, by the count in which all are compared; of use where it differs between them."""
        return self.score(state, player)

    def progress(self, view: Any) -> int:
        """How much of the game is behind the players, 0 to 100."""
        return 0

    def partners(self, state: Any, player: int) -> tuple[int, ...]:
        """Who wins and loses together with that player, itself included."""
        return (player,)

    def turns(self, states: Sequence[Any], moves: Sequence[Any]) -> tuple[int, ...]:
        """Count the turns of each player; empty where what counts is how often each has begun to move."""
        return ()

    def statistics(self, states: Sequence[Any], moves: Sequence[Any]) -> tuple[Figure, ...]:
        """The rows of the table after the game, beside those of every game: ranks, scores, turns and time."""
        return ()


_SILENT, _IN_MOVES, _WITHOUT_POINTS = Analysis(), Narration(), Scoring()
"""What a game has that gives no such role."""


def offers(role: object, method: Callable[..., Any]) -> bool:
    """Return whether a game answers for itself what a role may be asked, by a method in the place of the default.

    >>> from logic import jumpin, lgame
    >>> [offers(analysis_of(game), Analysis.solution) for game in (jumpin, lgame)]
    [True, False]
    """
    return getattr(type(role), method.__name__) is not method


def analysis_of(game: Game) -> Analysis:
    """The game's ``ANALYSIS``; where it has none, one that offers nothing."""
    role: Analysis = getattr(game, "ANALYSIS", _SILENT)
    return role


def narration_of(game: Game) -> Narration:
    """The game's ``NARRATION``; where it has none, one that tells the moves as they print."""
    role: Narration = getattr(game, "NARRATION", _IN_MOVES)
    return role


def scoring_of(game: Game) -> Scoring:
    """The game's ``SCORING``; where it has none, one without points."""
    role: Scoring = getattr(game, "SCORING", _WITHOUT_POINTS)
    return role


def has_secrets(game: Game) -> bool:
    """Return whether the players of a game may know different things."""
    return hasattr(game, "redact")


def redact(game: Game, state: State, viewer: int) -> State:
    """The position as that player may know it; a game without secrets shows it whole."""
    function: Callable[[Any, int], State] | None = getattr(game, "redact", None)
    return state if function is None else function(state, viewer)


def sample(game: Game, view: State, viewer: int, dice: Dice) -> State | None:
    """A full position that agrees with a view; None where a game deals none, having no need to think of them."""
    function: Callable[[Any, int, Dice], State] | None = getattr(game, "sample", None)
    return None if function is None else function(view, viewer, dice)
