"""Finds the shortest win of a Stone Dragon board that is known whole, or proves that there is none."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import cast

from logic.core import Stop, never
from logic.dragon.board import Board
from logic.dragon.compact import (
    CLOCK_BITS,
    EDIBLE,
    ETERNAL,
    HOLE,
    LAIR,
    MAN_BITS,
    MINE,
    PASS,
    SUPPLY_BITS,
    TYPE,
    Action,
    Maze,
    Position,
    pack,
)
from logic.dragon.rules import DragonMove, Go, Leap, Pass, State, begin

BUDGET = 200_000
"""Positions kept before the search gives up: some 100 MB where the company is small."""
FAR = 1_000_000
"""Further than any way is long."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A shortest win: its moves, each of one turn, and how many positions were looked at to be sure."""

    moves: tuple[DragonMove, ...]
    looked: int

    @property
    def turns(self) -> int:
        """The time that it takes."""
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """It is proved that no play wins."""

    looked: int


@dataclass(frozen=True, slots=True)
class NotFound:
    """No answer: the budget ran out, or (``stopped``) nobody waits any more. It proves nothing."""

    looked: int
    stopped: bool


Answer = Solved | Unsolvable | NotFound


def solve(board: Board, *, standing: bool = True, budget: int = BUDGET, stop: Stop = never) -> Answer:
    """Solve a board from its beginning; ``standing`` is the variant ``stores_supply_standing``."""
    return solve_from(begin(board, standing=standing), budget=budget, stop=stop)


def solve_from(state: State, *, budget: int = BUDGET, stop: Stop = never) -> Answer:
    """Solve a game from a position of the true state (never a view: all squares must be known).

    The moves are those of a fewest-turns win, with the knights by their own names. At most ``budget`` positions
    are kept, and ``stop`` is asked before each is looked into.
    """
    maze = Maze(state.board, standing=state.standing)
    found = _Search(maze, Bound(maze), budget, stop).run(pack(state, maze))
    return found if isinstance(found, Unsolvable | NotFound) else Solved(_named(state, found[0]), found[1])


def _named(state: State, actions: list[Action]) -> tuple[DragonMove, ...]:
    """Give the knights back their names, by playing the turns."""
    moves: list[DragonMove] = []
    for action in actions:
        moves.append(_move(state, action))
        state = cast("State", state.apply(moves[-1]).state)
    return tuple(moves)


def _move(state: State, action: Action) -> DragonMove:
    if action == PASS:
        return Pass()
    cell = divmod(action.square, state.board.width)
    (name,) = (knight.name for knight in state.knights if knight.cell == cell)
    return Leap(name, action.direction) if action.leaps else Go(name, action.direction)


# -- how far it is at least


class Bound:
    """A number of turns that no win can undercut.

    In one turn one knight at most moves by a step or a leap of his own; nobody else changes his square, but by
    coming in (which is free here) or by dying. So the turns left are at least the sum of the distances of the knights
    that are still needed, and of all choices of them the nearest make the smallest sum. A knight's distance
    counts his own steps and leaps on the board as kindly as it can ever be to him:

    - other knights do not stand in his way, and a teleport carries him or not, as he likes;
    - an edible wall is open if the company has an Eater at all or a mine lies beside it, else never;
    - a hole is filled if the company has a Builder whose bag holds as many bricks, else never;
    - a mine is spent. But somebody must die for that: where not one knight can be spared and no mine's clock runs,
      no mine can be entered on the way to a win, nor will it be later.

    By one turn the sum falls by one at most: only the mover's distance falls, by one; who comes in was counted from
    the entrance, and the death of a knight or the loss of the last one to spare only takes ways away.
    So A* need not look again at a position that it has looked into.
    """

    # To follow which powers are lost (the last tooth, the last Builder) was tried: slower by a third for little.

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        barred = _barred(maze)
        mines = {square for square, kind in enumerate(maze.kinds) if kind == MINE}
        self.usual = _Distances(maze, barred)
        self.without_mines = _Distances(maze, barred | mines)

    def turns(self, position: Position) -> int:
        """Give the bound; FAR where no win can follow."""
        needed = self.maze.required - position.hidden
        if needed <= 0:
            return 0
        spare = len(position.knights) + len(self.maze.company) - position.entered - needed
        if spare < 0:
            return FAR
        known = self.usual if spare or self._is_mine_spent(position) else self.without_mines
        by_type = known.by_type
        far = [by_type[knight >> SUPPLY_BITS & TYPE][knight >> MAN_BITS] for knight in position.knights]
        far += known.waiting[position.entered]
        far.sort()
        return min(sum(far[:needed]), FAR)

    def _is_mine_spent(self, position: Position) -> bool:
        return any(self.maze.kinds[clock >> CLOCK_BITS] == MINE for clock in position.clocks)


class _Distances:
    """The distance to the lair of each type of knight from each square, and of those who wait from outside."""

    def __init__(self, maze: Maze, barred: set[int]) -> None:
        self.by_type = [_distances(maze, barred, leaps=kind == "jumper") for kind, _ in maze.types]
        outside = [_after_entering(maze, barred, far, maze.entrance) for far in self.by_type]
        queue = [outside[man >> SUPPLY_BITS] for man in maze.company]
        self.waiting = [queue[entered:] for entered in range(len(queue) + 1)]


def _barred(maze: Maze) -> set[int]:
    """Give the squares on which nobody can ever stand who is to arrive."""
    eats = any(kind == "eater" for kind, _ in maze.types)
    bricks = max((most for kind, most in maze.types if kind == "builder"), default=0)
    near_mines = {near for square, kind in enumerate(maze.kinds) if kind == MINE for _, near in maze.around[square]}
    return {
        square
        for square, kind in enumerate(maze.kinds)
        if kind == ETERNAL
        or (kind == EDIBLE and not eats and square not in near_mines)
        or (kind == HOLE and maze.sizes[square] > bricks)
    }


def _after_entering(maze: Maze, barred: set[int], far: list[int], square: int) -> int:
    """Give the distance that is left to who has just entered a square, carried on or not."""
    return min((far[reached] for reached in {square, maze.targets[square]} - {-1} - barred), default=FAR)


def _distances(maze: Maze, barred: set[int], *, leaps: bool) -> list[int]:
    """Give the fewest own moves to the lair from each square, breadth first from its end."""
    back: dict[int, list[int]] = {}
    for square in range(len(maze.kinds)):
        for _, end in (*maze.steps[square], *(maze.leaps[square] if leaps else ())):
            for reached in {end, maze.targets[end]} - {-1} - barred:
                back.setdefault(reached, []).append(square)
    far = [FAR] * len(maze.kinds)
    lair = maze.kinds.index(LAIR)
    far[lair] = 0
    reached_by = deque([lair])
    while reached_by:
        end = reached_by.popleft()
        for square in back.get(end, ()):
            if far[square] == FAR:
                far[square] = far[end] + 1
                reached_by.append(square)
    return far


# -- the search


class _Search:
    """A* over positions: those with the smallest sum of turns made and turns left at least come first.

    Among these the one found last is looked into first, so that a straight way is walked straight to its end.
    """

    def __init__(self, maze: Maze, bound: Bound, budget: int, stop: Stop) -> None:
        self.maze, self.bound, self.budget, self.stop = maze, bound, budget, stop
        self.came: dict[Position, tuple[int, Position | None, Action]] = {}
        self.open: dict[int, list[tuple[int, Position]]] = {}

    def run(self, start: Position) -> tuple[list[Action], int] | Unsolvable | NotFound:
        """Give the turns of a shortest win and the positions kept, or why there is none."""
        self._keep(start, 0, None, PASS)
        while self.open:
            shortest = min(self.open)
            stack = self.open[shortest]
            made, position = stack.pop()
            if not stack:
                del self.open[shortest]
            if made > self.came[position][0]:
                continue
            if position.hidden >= self.maze.required:
                return self._way(position), len(self.came)
            if len(self.came) >= self.budget or self.stop():
                return NotFound(len(self.came), stopped=len(self.came) < self.budget)
            for action, after in self.maze.follow(position):
                self._keep(after, made + 1, position, action)
        return Unsolvable(len(self.came))

    def _keep(self, position: Position, made: int, before: Position | None, action: Action) -> None:
        known = self.came.get(position)
        if known is not None and known[0] <= made:
            return
        left = self.bound.turns(position)
        if left < FAR:
            self.came[position] = (made, before, action)
            self.open.setdefault(made + left, []).append((made, position))

    def _way(self, position: Position) -> list[Action]:
        actions = []
        _, before, action = self.came[position]
        while before is not None:
            actions.append(action)
            _, before, action = self.came[before]
        return actions[::-1]
