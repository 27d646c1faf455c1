"""Shortest paths of one pawn while nobody else moves: to a goal, and through a whole maze for one.

To a goal, the search follows the set of cells where the pawn may be, so that only the pushes branch. They are all tried
for the first turns; beyond that only on the most promising boards (beam search).

In a maze for one, cards are found in order, at most one a turn, before coming home. The search follows, for each number
of cards found, the set of cells where the pawn may be. The number of turns is raised from its lower bound; boards that
can no longer be in time are pruned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from logic.core import Stop, never
from logic.labyrinth.engine.bits import (
    BLOCK,
    NO_ARROW,
    Batch,
    BitBoard,
    BitBoards,
    Frame,
    Frontier,
    Insertion,
    Pushes,
    Words,
    batch_of,
    frame_of,
    places_of,
)
from logic.labyrinth.rules import Push, State, Walk

# -- to a goal

FULL_TURNS = 3
"""The number of turns that are searched exhaustively."""
MOST_TURNS = 8
"""The number of turns after which the search is given up."""
WIDTH = 1200
"""The beam width, in boards."""
FAR = 64
"""The weight of a step of distance, in reachable cells."""


@dataclass(frozen=True, slots=True)
class First:
    """A first push, and the cells, as a set, where the pawn may walk after it."""

    insertion: Insertion
    cells: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A shortest path to a goal: its number of turns, possible first pushes, and a push and a place for each turn.

    ``firsts`` are in the order of the pushes: every beginning there is, as long as the search was exact.
    """

    turns: int
    firsts: tuple[First, ...]
    steps: tuple[tuple[Insertion, int], ...]

    def moves(self, frame: Frame) -> tuple[Push | Walk, ...]:
        return tuple(
            move for insertion, place in self.steps for move in (frame.push(insertion), Walk(frame.cell(place)))
        )


def plan(
    frame: Frame,
    board: BitBoard,
    pawns: int,
    goals: int,
    *,
    alone: bool = False,
    full: int = FULL_TURNS,
    most: int = MOST_TURNS,
    width: int = WIDTH,
    stop: Stop = never,
) -> Plan | None:
    """A shortest path from one of these cells to one of these goals, beginning with a push.

    ``alone`` means that no other player pushes in between, so that the reinsertion ban depends on the player's pushes;
    otherwise it is applied to the first push only. Up to ``full`` turns the answer is exact; beyond, only ``width``
    boards are kept. None if nothing was found within ``most`` turns, or on ``stop``. Both sets are given as bits.
    """
    if not goals:
        return None
    search = _Search(batch_of(frame), alone=alone, stop=stop)
    search.start(board, pawns, goals)
    for turns in range(1, most + 1):
        targets = search.targets()
        if targets is None:
            return None
        if targets.any():
            return search.plan(targets)
        if turns == most or not search.deepen():
            return None
        if turns >= full:
            search.trim(width)
    return None


def plan_for(
    state: State,
    seat: int,
    goals: int | None = None,
    *,
    full: int = FULL_TURNS,
    most: int = MOST_TURNS,
    stop: Stop = never,
) -> Plan | None:
    """The shortest path of a seat, as if it were to push: to its present goals, or to other ones."""
    frame = frame_of(state.params)
    aims = goal_places_of(state, seat) if goals is None else goals
    board, pawn, alone = frame.board(state), 1 << frame.place(state.pawns[seat]), state.params.players == 1
    return plan(frame, board, pawn, aims, alone=alone, full=full, most=most, stop=stop)


def goal_places_of(state: State, seat: int) -> int:
    """The places of a seat's present goals as a bit set, its start once all are found; hidden cards have no place."""
    frame = frame_of(state.params)
    if state.has_all_treasures(seat):
        return 1 << frame.place(state.params.starts[seat])
    symbols = frame.symbols(state)
    return sum(symbols.get(goal, 0) for goal in state.goals(seat))


class _Search:
    """A search: its levels, starting with the board before the first turn."""

    def __init__(self, batch: Batch, *, alone: bool, stop: Stop) -> None:
        self.batch = batch
        self.frame = batch.frame
        self.alone = alone
        self.stop = stop
        self.levels: list[Frontier] = []

    def start(self, board: BitBoard, pawns: int, goals: int) -> None:
        words, none = self.batch.words, np.zeros(1, np.intp)
        self.levels = [Frontier(self.batch.boards([board]), words([pawns]), words([goals]), none, none, none)]

    # -- forwards

    def targets(self) -> Words | None:
        """For the boards of the last level, the cells from which the next turn can take a goal; None if stopped.

        Cells that the pawn cannot reach may be included, but never only those.
        """
        parts = []
        for block in self._blocks():
            if self.stop():
                return None
            parts.append(self._block_targets(block))
        return np.concatenate(parts, axis=-1)

    def _blocks(self) -> Iterator[slice]:
        for start in range(0, len(self.levels[-1].boards), BLOCK):
            yield slice(start, start + BLOCK)

    def _block_targets(self, block: slice) -> Words:
        level, batch = self.levels[-1], self.batch
        pushes = batch.push_all(level.boards.take(block))
        taken = batch.flood(pushes.ways, batch.pawn_after(level.pawns[:, block], pushes))
        taken &= batch.places_after(level.goals[:, block], pushes)
        if not taken.any():
            return np.zeros_like(level.pawns[:, block])
        return batch.pawn_before(batch.flood(pushes.ways, taken), pushes)

    def deepen(self) -> bool:
        """Add the boards after one more turn; return False if stopped."""
        parts = []
        for block in self._blocks():
            if self.stop():
                return False
            parts.append(self._block_after(block))
        columns = [[getattr(part, name) for part in parts] for name in ("pawns", "goals", "parents", "arrows", "rots")]
        boards = BitBoards.joined([part.boards for part in parts])
        self.levels.append(Frontier(boards, *(np.concatenate(column, axis=-1) for column in columns)))
        return True

    def _block_after(self, block: slice) -> Frontier:
        level, batch = self.levels[-1], self.batch
        pushes = batch.push_all(level.boards.take(block))
        boards = batch.after(pushes)
        if not self.alone:
            boards.lasts.fill(NO_ARROW)
        pawns = batch.flood(pushes.ways, batch.pawn_after(level.pawns[:, block], pushes))
        goals = batch.places_after(level.goals[:, block], pushes)
        return Frontier(boards, pawns, goals, pushes.parents + block.start, pushes.arrows, pushes.rots)

    def trim(self, width: int) -> None:
        """Keep the most promising boards of the last level."""
        level = self.levels[-1]
        if len(level.boards) <= width:
            return
        worth = self.batch.counts(level.pawns) - FAR * self.batch.distances(level.pawns, level.goals)
        self.levels[-1] = level.take(np.sort(np.argsort(-worth, kind="stable")[:width]))

    # -- backwards

    def plan(self, targets: Words) -> Plan:
        """The plan found, given the cells on the last level from which a goal can be taken."""
        turns = len(self.levels)
        wanted = self._cells_in_time(targets)
        firsts = self._firsts(wanted[1]) if turns > 1 else self._last_pushes(0, self._pawns())
        return Plan(
            turns=turns,
            firsts=tuple(firsts),
            steps=tuple(self._steps(wanted)),
        )

    def _cells_in_time(self, targets: Words) -> dict[int, Words]:
        """For each level after the first push, the cells from which the remaining turns suffice."""
        last = len(self.levels) - 1
        wanted = {last: targets}
        for depth in range(last, 1, -1):
            level, before = self.levels[depth], len(self.levels[depth - 1].boards)
            spots = wanted[depth] & level.pawns
            some = np.flatnonzero(spots.any(axis=0))
            spread = self.batch.flood(self.batch.ways(level.boards.take(some)), spots[:, some])
            origins = self.batch.pawn_before_each(spread, level.arrows[some])
            gathered = np.zeros((self.batch.depth, before), np.uint64)
            for word, column in zip(gathered, origins, strict=True):
                np.bitwise_or.at(word, level.parents[some], column)
            wanted[depth - 1] = gathered
        return wanted

    def _firsts(self, wanted: Words) -> Iterator[First]:
        level = self.levels[1]
        cells = wanted & level.pawns
        for which in np.flatnonzero(cells.any(axis=0)).tolist():
            yield First(self.levels[1].insertion(which), self.batch.ints(cells[:, which])[0])

    def _pawns(self) -> int:
        return self.batch.ints(self.levels[0].pawns)[0]

    def _last_pushes(self, which: int, pawns: int) -> Iterator[First]:
        """The pushes on a board of the last level that let the pawn take a goal, with the goal's cells."""
        level = self.levels[-1]
        board, goals = self.batch.board(level.boards, which), self.batch.ints(level.goals[:, which])[0]
        for insertion in self.frame.pushes(board):
            taken = self.frame.turn(board, pawns, insertion)[1] & self.frame.places_after(goals, insertion.arrow)
            if taken:
                yield First(insertion, taken)

    def _steps(self, wanted: Mapping[int, Words]) -> Iterator[tuple[Insertion, int]]:
        """One complete path: the first board in order on each level, and the lowest cell."""
        which, pawns = 0, self._pawns()
        for depth in range(1, len(self.levels)):
            which, cells = self._next(depth, which, pawns, wanted[depth])
            place = next(places_of(cells))
            pawns = 1 << place
            yield self.levels[depth].insertion(which), place
        last = next(self._last_pushes(which, pawns))
        yield last.insertion, next(places_of(last.cells))

    def _next(self, depth: int, which: int, pawns: int, wanted: Words) -> tuple[int, int]:
        """The first successor of a board on the path, and the cells to walk to there."""
        board = self.batch.board(self.levels[depth - 1].boards, which)
        children = np.flatnonzero((self.levels[depth].parents == which) & wanted.any(axis=0)).tolist()
        for child, cells in zip(children, self.batch.ints(wanted[:, children]), strict=True):
            reached = self.frame.turn(board, pawns, self.levels[depth].insertion(child))[1] & cells
            if reached:
                return child, reached
        raise AssertionError("a way that was found leads on")


# -- a maze for one

MOST_PUSHES = 20_000_000
"""The limit on pushes for a maze: some seconds."""
MOST_MAZE_TURNS = 30
AT_ONCE = 256
"""The number of boards expanded together: fewer find a path sooner, more are processed faster."""


@dataclass(frozen=True, slots=True)
class Task:
    """What to do: goals by their places, in order, and the home place, 0 if the pawn need not come home.

    ``pawns`` holds for each number of goals taken, from 0, the set of cells where the pawn may be; missing ones at the
    end are empty. They are where it stands before the push or, if ``is_walk``, where it may walk to before the first
    push.
    """

    board: BitBoard
    pawns: tuple[int, ...]
    goals: tuple[int, ...]
    home: int
    is_walk: bool = False


@dataclass(frozen=True, slots=True)
class Solution:
    """A shortest solution: the place before the first push, the pushes, and the place walked to after each."""

    start: int
    steps: tuple[tuple[Insertion, int], ...]


def solve(frame: Frame, task: Task, *, most_pushes: int = MOST_PUSHES, stop: Stop = never) -> Solution | None:
    """A shortest solution; None if unknown: after MOST_MAZE_TURNS or that many pushes, or on ``stop``."""
    search = _MazeSearch(batch_of(frame), task, most_pushes, stop)
    try:
        for turns in range(search.least(), MOST_MAZE_TURNS + 1):
            pushes = search.pushes_of(turns)
            if pushes is not None:
                return _Replay(frame, task, pushes).solution()
    except _GivenUp:
        pass
    return None


def solution_of(state: State, *, most_pushes: int = MOST_PUSHES, stop: Stop = never) -> tuple[Push | Walk, ...] | None:
    """The moves of a shortest solution of a maze for one, from a push or a walk; None if unknown.

    It is known only if all cards are, in a fixed order, and there are no marks.
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
    """What is left to do in a maze for one; None if this solver does not apply."""
    frame, deck = frame_of(state.params), state.deck(0)
    symbols = frame.symbols(state)
    is_ordered = state.params.goals != "any" or len(deck) < 2
    if state.params.players != 1 or state.params.marks or not is_ordered or any(card not in symbols for card in deck):
        return None
    home = 1 << frame.place(state.params.starts[0]) if state.params.end == "home" else 0
    board, goals, pawn = frame.board(state), tuple(symbols[card] for card in deck), 1 << frame.place(state.pawns[0])
    if state.phase == "push":
        return Task(board, (pawn,), goals, home)
    return Task(board, _cells_by_goals_taken((frame.flood(board, pawn),), goals), goals, home, is_walk=True)


def _cells_by_goals_taken(reached: Sequence[int], goals: Sequence[int]) -> tuple[int, ...]:
    """The cells by goals taken at a turn's end, from those reached: a goal is taken by standing on it, one per turn."""
    padded = [*reached, *(0,) * (len(goals) + 1 - len(reached))]
    kept = [cells & ~goal for cells, goal in zip(padded, (*goals, 0), strict=True)]
    taken = [0, *(cells & goal for cells, goal in zip(padded, goals, strict=False))]
    return tuple(left | new for left, new in zip(kept, taken, strict=True))


class _GivenUp(Exception):
    """The bound was reached, or the search was cancelled."""


class _MazeSearch:
    """A search for a solution of an exact number of turns, through all boards that can still be in time."""

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
        """A lower bound on the turns; 0 if the walk before the first push may already finish."""
        ends = self.task.pawns[self.count :] if self.task.is_walk else ()
        if any(cells & (self.task.home or -1) for cells in ends):
            return 0
        return max(1, self._least_after(self.most))

    def _least_after(self, taken: int) -> int:
        return self.count - taken + (1 if self.task.home else 0)

    def pushes_of(self, turns: int) -> tuple[Insertion, ...] | None:
        """The pushes of a solution of that many turns, None if there is none; raises _GivenUp."""
        self.turns = turns
        if turns == 0:
            return ()
        found = self._extend_solution(self._start(), 0)
        return None if found is None else found[1]

    def _start(self) -> Frontier:
        none = np.zeros(1, np.intp)
        padded = [*self.task.pawns, *(0,) * (self.count + 1 - len(self.task.pawns))]
        pawns, goals = self.batch.words(padded)[:, :, None], self.batch.words(self.task.goals)[:, :, None]
        return Frontier(self.batch.boards([self.task.board]), pawns, goals, none, none, none)

    def _needed(self, depth: int) -> int:
        """How many goals must be taken after that many turns to be in time."""
        return max(0, self._least_after(0) - (self.turns - depth))

    def _extend_solution(self, level: Frontier, depth: int) -> tuple[int, tuple[Insertion, ...]] | None:
        """The index of a board of a level on a solution, and the pushes from there on.

        Blocks of boards are followed depth-first to the last turn.
        """
        for start in range(0, len(level.boards), AT_ONCE):
            block = level.take(slice(start, start + AT_ONCE))
            if depth + 1 == self.turns:
                end = self._last(block, depth)
                if end is not None:
                    return start + end[0], (end[1],)
            else:
                after = self._after(block, depth)
                way = self._extend_solution(after, depth + 1)
                if way is not None:
                    return start + int(after.parents[way[0]]), (after.insertion(way[0]), *way[1])
        return None

    def _pushed(self, block: Frontier, depth: int) -> tuple[Pushes, Words, Words]:
        """Make all pushes: the pushes, the reachable cells by goals taken before, and the places of the goals."""
        if self.stop() or self.left <= 0:
            raise _GivenUp
        batch, low = self.batch, self._needed(depth)
        pushes = batch.push_all(block.boards)
        self.left -= len(pushes)
        high = self.most + depth + 1
        reach = np.zeros((batch.depth, self.count + 1, len(pushes)), np.uint64)
        reach[:, low:high] = batch.flood(pushes.ways, batch.pawn_after(block.pawns[:, low:high], pushes))
        return pushes, reach, batch.places_after(block.goals, pushes)

    def _last(self, block: Frontier, depth: int) -> tuple[int, Insertion] | None:
        """A board and a push that finishes the maze, if there is one."""
        pushes, reach, goals = self._pushed(block, depth)
        ends = reach[:, -1] & self.home if self.task.home else reach[:, -2] & goals[:, -1]
        hits = np.flatnonzero(ends.any(axis=0))
        return (int(pushes.parents[hits[0]]), pushes.insertion(hits[0])) if len(hits) else None

    def _after(self, block: Frontier, depth: int) -> Frontier:
        """The boards after the next turn that can still be in time, those with most goals taken first."""
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
    """Finds the walks for known pushes: reachable cells forwards, then backwards from the end."""

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
        goals = tuple(self.frame.places_after(goal, push.arrow) for goal in self.goals[-1])
        reached = [self.frame.flood(board, self.frame.pawn_after(cells, push.arrow)) for cells in self.pawns[-1]]
        self.boards.append(board)
        self.goals.append(goals)
        self.pawns.append(_cells_by_goals_taken(reached, goals))

    def solution(self) -> Solution:
        """The solution that ends with the last of the pushes."""
        taken = len(self.goals[0])
        pawn = self.home or _lowest(self.pawns[-1][taken])
        steps = []
        for depth in range(len(self.pushes), 0, -1):
            steps.append((self.pushes[depth - 1], pawn.bit_length() - 1))
            pawn, taken = self._before(depth, pawn, taken)
        return Solution(pawn.bit_length() - 1, tuple(reversed(steps)))

    def _before(self, depth: int, pawn: int, taken: int) -> tuple[int, int]:
        """The pawn's place a turn before, and the number of goals taken then."""
        origins = self.frame.pawn_before(self.frame.flood(self.boards[depth], pawn), self.pushes[depth - 1].arrow)
        pawns = self.pawns[depth - 1]
        if taken and self.goals[depth][taken - 1] == pawn and origins & pawns[taken - 1]:
            taken -= 1
        return _lowest(origins & pawns[taken]), taken


def _lowest(places: int) -> int:
    return places & -places
