"""The shortest own way to a goal: the fewest own turns after which a pawn stands there while nobody else moves.

What is followed is not the pawn but the set of cells where it may be, so only the pushes branch. They are tried in
full for the first turns; beyond that only on the boards that look best.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from logic.core import Stop, never
from logic.labyrinth.engine.batch import BLOCK, Batch, Boards, Frontier, batch_of
from logic.labyrinth.engine.bits import NO_ARROW, Board, Frame, Insertion, frame_of, places_of
from logic.labyrinth.engine.bitsets import Words
from logic.labyrinth.rules import Push, State, Walk

FULL_TURNS = 3
"""Turns that are tried out in full."""
MOST_TURNS = 8
"""Turns after which the search for a way is given up."""
WIDTH = 1200
"""Boards that are followed where not all are."""
FAR = 64
"""What a step of distance counts, in cells that can be reached."""


@dataclass(frozen=True, slots=True)
class First:
    """A push that a way begins with, and the cells, as a set, where the pawn may walk then."""

    insertion: Insertion
    cells: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to a goal: how many own turns, how it may begin, and one whole way: a push and the place walked to a turn.

    ``firsts`` are in the order of the pushes: every beginning there is, as long as the search was in full.
    """

    turns: int
    firsts: tuple[First, ...]
    steps: tuple[tuple[Insertion, int], ...]

    def moves(self, frame: Frame) -> tuple[Push | Walk, ...]:
        """The whole way in the rules' moves."""
        return tuple(
            move for insertion, place in self.steps for move in (frame.push(insertion), Walk(frame.cell(place)))
        )


def plan(
    frame: Frame,
    board: Board,
    pawns: int,
    goals: int,
    *,
    alone: bool = False,
    full: int = FULL_TURNS,
    most: int = MOST_TURNS,
    width: int = WIDTH,
    stop: Stop = never,
) -> Plan | None:
    """The shortest way from one of the cells to one of the goals' places, for a pawn whose turn it is to push.

    ``alone`` says that no other player's pushes come between the own ones, so that the ban looks at these; otherwise it
    counts for the first push only. Up to ``full`` turns the answer is exact; beyond, only ``width`` boards are
    followed. None where nothing was found within ``most`` turns, or ``stop`` said so.
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
    """The shortest way of a seat, as if it were its turn to push: to what counts for it now, or to other goals."""
    frame = frame_of(state.params)
    aims = aims_of(state, seat) if goals is None else goals
    board, pawn, alone = frame.board(state), 1 << frame.place(state.pawns[seat]), state.params.players == 1
    return plan(frame, board, pawn, aims, alone=alone, full=full, most=most, stop=stop)


def aims_of(state: State, seat: int) -> int:
    """The places of what counts for a seat now, its start once all is found; hidden cards lie nowhere."""
    frame = frame_of(state.params)
    if state.goes_home(seat):
        return 1 << frame.place(state.params.starts[seat])
    symbols = frame.symbols(state)
    return sum(symbols.get(goal, 0) for goal in state.goals(seat))


class _Search:
    """One search: the levels that were looked at, the board before the first turn foremost."""

    def __init__(self, batch: Batch, *, alone: bool, stop: Stop) -> None:
        self.batch = batch
        self.frame = batch.frame
        self.alone = alone
        self.stop = stop
        self.levels: list[Frontier] = []

    def start(self, board: Board, pawns: int, goals: int) -> None:
        words, none = self.batch.words, np.zeros(1, np.intp)
        self.levels = [Frontier(self.batch.boards([board]), words([pawns]), words([goals]), none, none, none)]

    # -- forwards

    def targets(self) -> Words | None:
        """For the boards of the last level, the cells from which a goal is taken by the next turn; None if stopped.

        Cells where the pawn cannot be may be among them, but only if there are others.
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
        taken = batch.flood(pushes.ways, batch.carried(level.pawns[:, block], pushes))
        taken &= batch.drifted(level.goals[:, block], pushes)
        if not taken.any():
            return np.zeros_like(level.pawns[:, block])
        return batch.uncarried(batch.flood(pushes.ways, taken), pushes)

    def deepen(self) -> bool:
        """Add the boards that one more turn leads to; tell whether it was not stopped."""
        parts = []
        for block in self._blocks():
            if self.stop():
                return False
            parts.append(self._block_after(block))
        columns = [[getattr(part, name) for part in parts] for name in ("pawns", "goals", "parents", "arrows", "rots")]
        boards = Boards.joined([part.boards for part in parts])
        self.levels.append(Frontier(boards, *(np.concatenate(column, axis=-1) for column in columns)))
        return True

    def _block_after(self, block: slice) -> Frontier:
        level, batch = self.levels[-1], self.batch
        pushes = batch.push_all(level.boards.take(block))
        boards = batch.after(pushes)
        if not self.alone:
            boards.lasts.fill(NO_ARROW)
        pawns = batch.flood(pushes.ways, batch.carried(level.pawns[:, block], pushes))
        goals = batch.drifted(level.goals[:, block], pushes)
        return Frontier(boards, pawns, goals, pushes.parents + block.start, pushes.arrows, pushes.rots)

    def trim(self, width: int) -> None:
        """Keep the boards of the last level that look best."""
        level = self.levels[-1]
        if len(level.boards) <= width:
            return
        worth = self.batch.counts(level.pawns) - FAR * self.batch.distances(level.pawns, level.goals)
        self.levels[-1] = level.take(np.sort(np.argsort(-worth, kind="stable")[:width]))

    # -- and back again

    def plan(self, targets: Words) -> Plan:
        """What was found: on the last level a goal can be taken from these cells."""
        turns = len(self.levels)
        wanted = self._pulled_back(targets)
        firsts = self._firsts(wanted[1]) if turns > 1 else self._last_pushes(0, self._pawns())
        return Plan(
            turns=turns,
            firsts=tuple(firsts),
            steps=tuple(self._steps(wanted)),
        )

    def _pulled_back(self, targets: Words) -> dict[int, Words]:
        """For each level after the first push, the cells from which the turns left suffice."""
        last = len(self.levels) - 1
        wanted = {last: targets}
        for depth in range(last, 1, -1):
            level, before = self.levels[depth], len(self.levels[depth - 1].boards)
            spots = wanted[depth] & level.pawns
            some = np.flatnonzero(spots.any(axis=0))
            spread = self.batch.flood(self.batch.ways(level.boards.take(some)), spots[:, some])
            origins = self.batch.uncarried_each(spread, level.arrows[some])
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
        """The pushes on a board of the last level that let the pawn take a goal, and where."""
        level = self.levels[-1]
        board, goals = self.batch.board(level.boards, which), self.batch.ints(level.goals[:, which])[0]
        for insertion in self.frame.pushes(board):
            taken = self.frame.turn(board, pawns, insertion)[1] & self.frame.drifted(goals, insertion.arrow)
            if taken:
                yield First(insertion, taken)

    def _steps(self, wanted: Mapping[int, Words]) -> Iterator[tuple[Insertion, int]]:
        """One whole way: the first board in order on each level, and the lowest cell."""
        which, pawns = 0, self._pawns()
        for depth in range(1, len(self.levels)):
            which, cells = self._next(depth, which, pawns, wanted[depth])
            place = next(places_of(cells))
            pawns = 1 << place
            yield self.levels[depth].insertion(which), place
        last = next(self._last_pushes(which, pawns))
        yield last.insertion, next(places_of(last.cells))

    def _next(self, depth: int, which: int, pawns: int, wanted: Words) -> tuple[int, int]:
        """The first board that leads on from a board of the level before, and the cells to walk to there."""
        board = self.batch.board(self.levels[depth - 1].boards, which)
        children = np.flatnonzero((self.levels[depth].parents == which) & wanted.any(axis=0)).tolist()
        for child, cells in zip(children, self.batch.ints(wanted[:, children]), strict=True):
            reached = self.frame.turn(board, pawns, self.levels[depth].insertion(child))[1] & cells
            if reached:
                return child, reached
        raise AssertionError("a way that was found leads on")
