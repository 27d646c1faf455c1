"""The fewest turns of a maze for one: to find known cards in their order, one a turn at most, and to come home.

What is followed on each board is, for each number of cards found, the set of cells where the pawn may be. The number
of turns is tried from the least that can be upwards; boards that can no longer be in time are let go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from logic.core import Stop, never
from logic.labyrinth.engine.batch import Batch, Frontier, Pushes, batch_of
from logic.labyrinth.engine.bits import Board, Frame, Insertion, frame_of
from logic.labyrinth.engine.bitsets import Words
from logic.labyrinth.rules import Push, State, Walk

MOST_PUSHES = 20_000_000
"""Pushes after which a maze counts as not solved: some seconds."""
MOST_TURNS = 30
AT_ONCE = 256
"""Boards that are gone on with at once: with fewer a way is found sooner, with more they are gone through faster."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done: goals by their places, in order, and the place to come home to, 0 where one need not.

    ``pawns`` holds for each number of goals taken, from 0, the set of cells where the pawn may be; what is missing at
    the end is empty. They are where it stands to push or, if ``is_walk``, where it may walk to before the first push.
    """

    board: Board
    pawns: tuple[int, ...]
    goals: tuple[int, ...]
    home: int
    is_walk: bool = False


@dataclass(frozen=True, slots=True)
class Solution:
    """A shortest way: the place from which the first push is made, the pushes, and the place walked to after each."""

    start: int
    steps: tuple[tuple[Insertion, int], ...]


def solve(frame: Frame, task: Task, *, most_pushes: int = MOST_PUSHES, stop: Stop = never) -> Solution | None:
    """A shortest way; None where that is not known: after so many pushes looked at, or when ``stop`` says so."""
    search = _Search(batch_of(frame), task, most_pushes, stop)
    try:
        for turns in range(search.least(), MOST_TURNS + 1):
            pushes = search.pushes_of(turns)
            if pushes is not None:
                return _Replay(frame, task, pushes).solution()
    except _GivenUp:
        pass
    return None


def solution_of(state: State, *, most_pushes: int = MOST_PUSHES, stop: Stop = never) -> tuple[Push | Walk, ...] | None:
    """The moves of a shortest way to the end of a maze for one, from a push or a walk; None where not known.

    All cards must be known, their order fixed, and no marks be about.
    """
    task = task_of(state)
    if task is None:
        return None
    frame = frame_of(state.params)
    found = solve(frame, task, most_pushes=most_pushes, stop=stop)
    if found is None:
        return None
    moves = [move for push, place in found.steps for move in (frame.push(push), Walk(frame.cell(place)))]
    return tuple(moves) if state.phase == "push" else (Walk(frame.cell(found.start)), *moves)


def task_of(state: State) -> Task | None:
    """What is left to do in a maze for one; None where that is not for this solver."""
    frame, deck = frame_of(state.params), state.deck(0)
    symbols = frame.symbols(state)
    is_ordered = state.params.goals != "any" or len(deck) < 2
    if state.params.players != 1 or state.params.marks or not is_ordered or any(card not in symbols for card in deck):
        return None
    home = 1 << frame.place(state.params.starts[0]) if state.params.end == "home" else 0
    board, goals, pawn = frame.board(state), tuple(symbols[card] for card in deck), 1 << frame.place(state.pawns[0])
    if state.phase == "push":
        return Task(board, (pawn,), goals, home)
    return Task(board, _sorted_out((frame.flood(board, pawn),), goals), goals, home, is_walk=True)


def _sorted_out(reached: Sequence[int], goals: Sequence[int]) -> tuple[int, ...]:
    """The cells by goals taken at a turn's end, from those reached: a goal stood on is taken, one a turn."""
    padded = [*reached, *(0,) * (len(goals) + 1 - len(reached))]
    kept = [cells & ~goal for cells, goal in zip(padded, (*goals, 0), strict=True)]
    taken = [0, *(cells & goal for cells, goal in zip(padded, goals, strict=False))]
    return tuple(left | new for left, new in zip(kept, taken, strict=True))


class _GivenUp(Exception):
    """The bound was reached, or nobody waits any more."""


class _Search:
    """Looks for a way of just so many turns, through all boards from which one can still be in time."""

    def __init__(self, batch: Batch, task: Task, most_pushes: int, stop: Stop) -> None:
        self.batch = batch
        self.task = task
        self.left = most_pushes
        self.stop = stop
        self.count = len(task.goals)
        self.most = max((taken for taken, cells in enumerate(task.pawns) if cells), default=0)
        self.home = batch.words([task.home])
        self.turns = 0

    def least(self) -> int:
        """The turns that are needed at least; none where the walk before the first push may end it all."""
        ends = self.task.pawns[self.count :] if self.task.is_walk else ()
        if any(cells & (self.task.home or -1) for cells in ends):
            return 0
        return max(1, self._least_after(self.most))

    def _least_after(self, taken: int) -> int:
        return self.count - taken + (1 if self.task.home else 0)

    def pushes_of(self, turns: int) -> tuple[Insertion, ...] | None:
        """The pushes of a way of so many turns, None where there is none; raises _GivenUp."""
        self.turns = turns
        if turns == 0:
            return ()
        found = self._go_on(self._start(), 0)
        return None if found is None else found[1]

    def _start(self) -> Frontier:
        none = np.zeros(1, np.intp)
        padded = [*self.task.pawns, *(0,) * (self.count + 1 - len(self.task.pawns))]
        pawns, goals = self.batch.words(padded)[:, :, None], self.batch.words(self.task.goals)[:, :, None]
        return Frontier(self.batch.boards([self.task.board]), pawns, goals, none, none, none)

    def _needed(self, depth: int) -> int:
        """How many goals must be taken after so many turns to be in time."""
        return max(0, self._least_after(0) - (self.turns - depth))

    def _go_on(self, level: Frontier, depth: int) -> tuple[int, tuple[Insertion, ...]] | None:
        """A board of a level that a way goes through, and the pushes from there on.

        Some boards at a time are followed to the last turn before the next ones are looked at.
        """
        for start in range(0, len(level.boards), AT_ONCE):
            block = level.take(slice(start, start + AT_ONCE))
            if depth + 1 == self.turns:
                end = self._last(block, depth)
                if end is not None:
                    return start + end[0], (end[1],)
            else:
                after = self._after(block, depth)
                way = self._go_on(after, depth + 1)
                if way is not None:
                    return start + int(after.parents[way[0]]), (after.insertion(way[0]), *way[1])
        return None

    def _pushed(self, block: Frontier, depth: int) -> tuple[Pushes, Words, Words]:
        """Push in every way: the pushes, where the pawn gets to by goals taken before, and where the goals are."""
        if self.stop() or self.left <= 0:
            raise _GivenUp
        batch, low = self.batch, self._needed(depth)
        pushes = batch.push_all(block.boards)
        self.left -= len(pushes)
        high = self.most + depth + 1
        reach = np.zeros((batch.depth, self.count + 1, len(pushes)), np.uint64)
        reach[:, low:high] = batch.flood(pushes.ways, batch.carried(block.pawns[:, low:high], pushes))
        return pushes, reach, batch.drifted(block.goals, pushes)

    def _last(self, block: Frontier, depth: int) -> tuple[int, Insertion] | None:
        """A board and the push on it that ends it all, if there is one."""
        pushes, reach, goals = self._pushed(block, depth)
        ends = reach[:, -1] & self.home if self.task.home else reach[:, -2] & goals[:, -1]
        hits = np.flatnonzero(ends.any(axis=0))
        return (int(pushes.parents[hits[0]]), pushes.insertion(hits[0])) if len(hits) else None

    def _after(self, block: Frontier, depth: int) -> Frontier:
        """The boards after the next turn from which one can be in time, those with most goals taken first."""
        pushes, reach, goals = self._pushed(block, depth)
        taken = reach[:, :-1] & goals
        reach[:, :-1] &= ~goals
        reach[:, 1:] |= taken
        reach[:, : self._needed(depth + 1)] = 0
        some = np.asarray(reach.any(axis=0))
        alive = np.flatnonzero(some.any(axis=0))
        progress = self.count - np.argmax(some[::-1, alive], axis=0)
        alive = alive[np.argsort(-progress, kind="stable")]
        boards = self.batch.after(pushes, alive)
        columns = pushes.parents[alive], pushes.arrows[alive], pushes.rots[alive]
        return Frontier(boards, reach[..., alive], goals[..., alive], *columns)


class _Replay:
    """Finds where to walk to when the pushes are known: forwards what can be reached, then back from the end."""

    def __init__(self, frame: Frame, task: Task, pushes: Sequence[Insertion]) -> None:
        self.frame = frame
        self.home = task.home
        self.pushes = pushes
        self.boards, self.goals = [task.board], [task.goals]
        self.pawns = [(*task.pawns, *(0,) * (len(task.goals) + 1 - len(task.pawns)))]
        for push in pushes:
            self._follow(push)

    def _follow(self, push: Insertion) -> None:
        board = self.frame.pushed(self.boards[-1], push)
        goals = tuple(self.frame.drifted(goal, push.arrow) for goal in self.goals[-1])
        reached = [self.frame.flood(board, self.frame.carried(cells, push.arrow)) for cells in self.pawns[-1]]
        self.boards.append(board)
        self.goals.append(goals)
        self.pawns.append(_sorted_out(reached, goals))

    def solution(self) -> Solution:
        """The way that ends it with the last of the pushes."""
        taken = len(self.goals[0])
        pawn = self.home or _lowest(self.pawns[-1][taken])
        steps = []
        for depth in range(len(self.pushes), 0, -1):
            steps.append((self.pushes[depth - 1], pawn.bit_length() - 1))
            pawn, taken = self._before(depth, pawn, taken)
        return Solution(pawn.bit_length() - 1, tuple(reversed(steps)))

    def _before(self, depth: int, pawn: int, taken: int) -> tuple[int, int]:
        """Where the pawn stood a turn before, and with how many goals taken."""
        origins = self.frame.uncarried(self.frame.flood(self.boards[depth], pawn), self.pushes[depth - 1].arrow)
        pawns = self.pawns[depth - 1]
        if taken and self.goals[depth][taken - 1] == pawn and origins & pawns[taken - 1]:
            taken -= 1
        return _lowest(origins & pawns[taken]), taken


def _lowest(places: int) -> int:
    return places & -places
