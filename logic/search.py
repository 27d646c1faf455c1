"""Searches that serve every game: shortest solution, alpha-beta, and Monte Carlo tree search over ``State``.

Each is bounded by what it may look at and asks ``stop`` as it goes; none of them reads a clock. So the same
question with the same dice has the same answer on every machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, log, sqrt
from typing import Any

from logic.core import Dice, Move, Outcome, State, Stop, never

WIN = 1_000_000.0
"""The worth of a game won now; one won ``n`` moves later is worth ``WIN - n``. Evaluations stay far below."""

Evaluate = Callable[[Any, int], float]
"""What a position seems to be worth to a player, above 0 for good; always within ±1000."""

Sample = Callable[[Any, int, Dice], Any]
"""A full position that agrees with what the viewer knows: (state, viewer, dice) -> state."""


# -- the shortest solution


@dataclass(frozen=True, slots=True)
class Solution:
    """A shortest way to the goal, and how many positions were looked at to find it."""

    moves: tuple[Move, ...]
    looked: int


@dataclass(frozen=True, slots=True)
class BoundReached:
    """No answer: the budget ran out, or (``stopped``) nobody waits any more. It proves nothing."""

    looked: int
    stopped: bool


def shortest(
    start: State,
    *,
    goal: Callable[[Any], bool],
    budget: int,
    key: Callable[[Any], Hashable] = lambda state: state,
    stop: Stop = never,
) -> Solution | BoundReached | None:
    """Find a shortest way from ``start`` to a goal; None where it is proved that there is none.

    Among ways of the same length the first by the order of moves is found. Positions with the same ``key``
    count as one. At most ``budget`` positions are looked at.
    """
    if goal(start):
        return Solution((), 1)
    came: dict[Hashable, tuple[Hashable, Move] | None] = {key(start): None}
    open_states = deque([start])
    while open_states:
        state = open_states.popleft()
        here = key(state)
        for move in state.legal_moves():
            if len(came) >= budget or stop():
                return BoundReached(len(came), stopped=len(came) < budget)
            after = state.apply(move).state
            there = key(after)
            if there in came:
                continue
            came[there] = (here, move)
            if goal(after):
                return Solution(_way(came, there), len(came))
            open_states.append(after)
    return None


def _way(came: Mapping[Hashable, tuple[Hashable, Move] | None], last: Hashable) -> tuple[Move, ...]:
    moves = []
    link = came[last]
    while link is not None:
        last, move = link
        moves.append(move)
        link = came[last]
    return tuple(reversed(moves))


# -- alpha-beta


@dataclass(frozen=True, slots=True)
class Line:
    """The best play found: its worth to the player to move, the moves, how deep all was seen, and the cost.

    ``depth`` is the last that was finished; 0 with no moves where not even one was.
    """

    value: float
    moves: tuple[Move, ...]
    depth: int
    nodes: int

    @property
    def is_decided(self) -> bool:
        """Tell whether the value is a forced win or loss rather than an opinion."""
        return abs(self.value) > WIN / 2


class _Interrupted(Exception):
    """The budget ran out or nobody waits any more."""


def alpha_beta(state: State, *, evaluate: Evaluate, depth: int, budget: int = 1_000_000, stop: Stop = never) -> Line:
    """Look ahead in a game of two, one move deeper at a time, up to ``depth`` moves and ``budget`` positions.

    The same player may move several times in a row. Wins are taken the shortest way and losses put off. When
    interrupted, the answer is that of the last depth that was finished. A finished game is a ValueError.
    """
    if state.outcome() is not None:
        raise ValueError("state: a game that is not over, please")
    search = _AlphaBeta(evaluate, budget, stop)
    best = Line(0.0, (), 0, 0)
    for horizon in range(1, depth + 1):
        seen = search.opinions
        try:
            value, moves = search.look(state, horizon, 0, (-inf, inf), best.moves)
        except _Interrupted:
            break
        best = Line(value, moves, horizon, search.nodes)
        if best.is_decided or search.opinions == seen:
            break  # nothing deeper can change it
    return Line(best.value, best.moves, best.depth, search.nodes)


@dataclass(slots=True)
class _AlphaBeta:
    evaluate: Evaluate
    budget: int
    stop: Stop
    nodes: int = 0
    opinions: int = 0

    def look(
        self, state: State, left: int, made: int, window: tuple[float, float], guess: Sequence[Move]
    ) -> tuple[float, tuple[Move, ...]]:
        """Give a position's worth to its player to move, and the play; ``guess`` is the line to try first."""
        self._count()
        outcome = state.outcome()
        if outcome is not None:
            return _worth(outcome, state.player, made), ()
        if left == 0:
            self.opinions += 1
            return self.evaluate(state, state.player), ()
        low, high = window
        best, line = -inf, ()  # type: tuple[float, tuple[Move, ...]]
        for move in _first(state.legal_moves(), guess):
            after = state.apply(move).state
            same = after.player == state.player
            rest = guess[1:] if guess and move == guess[0] else ()
            value, play = self.look(after, left - 1, made + 1, (low, high) if same else (-high, -low), rest)
            value = value if same else -value
            if value > best:
                best, line = value, (move, *play)
                low = max(low, value)
            if low >= high:
                break
        return best, line

    def _count(self) -> None:
        if self.nodes >= self.budget or self.stop():
            raise _Interrupted
        self.nodes += 1


def _worth(outcome: Outcome, player: int, made: int) -> float:
    if not outcome.winners or len(outcome.winners) > 1:
        return 0.0
    return WIN - made if player in outcome.winners else made - WIN


def _first(moves: Sequence[Move], guess: Sequence[Move]) -> Sequence[Move]:
    """Put the guessed move before the others."""
    if not guess or guess[0] not in moves:
        return moves
    return [guess[0], *(move for move in moves if move != guess[0])]


# -- Monte Carlo tree search


def rewards(outcome: Outcome) -> dict[int, float]:
    """Give each player's share of an end: 1 for first, 0 for last, ties share; alone, 1 for a win."""
    players = sum(len(group) for group in outcome.ranking)
    if players == 1:
        player = outcome.ranking[0][0]
        return {player: 1.0 if player in outcome.winners else 0.0}
    starts = [0]
    for group in outcome.ranking:
        starts.append(starts[-1] + len(group))
    return {
        player: 1 - (start + end - 1) / 2 / (players - 1)
        for group, (start, end) in zip(outcome.ranking, pairwise(starts), strict=True)
        for player in group
    }


@dataclass(frozen=True, slots=True)
class Trial:
    """One move as the search saw it: how often it was tried, how well it went for its player (0 … 1)."""

    move: Move
    visits: int
    mean: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that was tried most, all trials in the order of moves, and how many playouts were made."""

    move: Move
    trials: tuple[Trial, ...]
    playouts: int


@dataclass(slots=True)
class _Node:
    """What is known of a move in the tree: from the view of the player who made it."""

    visits: int = 0
    offered: int = 0
    total: float = 0.0
    children: dict[Move, _Node] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """Monte Carlo tree search (UCT) for any number of players, and for players who move again.

    ``sample`` deals, for each playout, what the player to move cannot see; moves are then compared only with
    those that were possible in the same deals. A playout ends after ``bound`` moves, and is then worth what
    ``estimate`` says (state, player) -> 0 … 1, or a half to everybody.
    """

    playouts: int
    sample: Sample | None = None
    exploration: float = 0.7
    bound: int = 400
    estimate: Callable[[Any, int], float] | None = None

    def choose(self, state: State, dice: Dice, stop: Stop = never) -> Choice:
        """Search from a position, at least one playout; raise ValueError where the game is over."""
        legal = state.legal_moves()
        if not legal:
            raise ValueError("state: a game that is not over, please")
        root = _Node()
        made = 0
        while made < max(1, self.playouts) and not (made and stop()):
            dealt = self.sample(state, state.player, dice) if self.sample else state
            self._playout(root, dealt, dice)
            made += 1
        trials = tuple(_trial(move, root.children.get(move, _Node())) for move in legal)
        best = max(trials, key=lambda trial: (trial.visits, trial.mean))
        return Choice(best.move, trials, made)

    def _playout(self, root: _Node, state: State, dice: Dice) -> None:
        """Go down the tree, grow it by one move, play at random to the end, and remember how it went."""
        path: list[tuple[_Node, int]] = []
        node, grown, length = root, False, 0
        while length < self.bound and (moves := state.legal_moves()):
            mover = state.player
            if grown:
                move = dice.choice(moves)
            else:
                move, grown = self._select(node, moves, dice)
                node = node.children[move]
                path.append((node, mover))
            state = state.apply(move).state
            length += 1
        outcome = state.outcome()
        shares = rewards(outcome) if outcome else {}
        for node, mover in path:
            node.visits += 1
            node.total += shares[mover] if outcome else self._guess(state, mover)

    def _guess(self, state: State, player: int) -> float:
        return self.estimate(state, player) if self.estimate else 0.5

    def _select(self, node: _Node, moves: Sequence[Move], dice: Dice) -> tuple[Move, bool]:
        """Choose a move that was never tried, if there is one (and tell so), or the most promising."""
        untried = [move for move in moves if move not in node.children]
        for move in moves:
            if move in node.children:
                node.children[move].offered += 1
        if untried:
            move = dice.choice(untried)
            node.children[move] = _Node(offered=1)
            return move, True
        return max(moves, key=lambda move: self._promise(node.children[move])), False

    def _promise(self, child: _Node) -> float:
        return child.total / child.visits + self.exploration * sqrt(log(child.offered) / child.visits)


def _trial(move: Move, node: _Node) -> Trial:
    return Trial(move, node.visits, node.total / node.visits if node.visits else 0.0)
