"""A* over the positions of a Stone Dragon board that is known whole, and the moves that its actions are."""

from __future__ import annotations

from abc import ABC, abstractmethod

from logic.core import Cell, Stop
from logic.dragon.compact import PASS, Action, Maze, Position
from logic.dragon.rules import DragonMove, Go, Leap, Pass, State

FAR = 10**9
"""Further than any way is long."""
SMALL_COMPANY = 8
"""Knights up to which a position takes about as much time and room as any."""


def afforded(budget: int, knights: int) -> int:
    """Give how many positions of so many knights cost as much as that many of a small company."""
    return max(1, budget * SMALL_COMPANY // max(SMALL_COMPANY, knights))


def move_of(state: State, action: Action) -> DragonMove:
    """Give the knight on a square back his name."""
    if action == PASS:
        return Pass()
    cell = Cell(*divmod(action.square, state.board.width))
    (name,) = (knight.name for knight in state.knights if knight.cell == cell)
    return Leap(name, action.direction) if action.leaps else Go(name, action.direction)


class Search(ABC):
    """A search for the first end, to be run once: those with the least sum of turns made and turns left come first.

    Among these the one found last is looked into first, so that a straight way is walked straight to its end. At most
    ``budget`` positions are kept, and ``stop`` is asked before each is looked into.
    """

    def __init__(self, maze: Maze, start: Position, budget: int, stop: Stop) -> None:
        self.maze, self.start, self.budget, self.stop = maze, start, budget, stop
        self.gave_up = False
        """Whether it ended without an answer, for its budget or for ``stop``."""
        self._came: dict[Position, tuple[int, Position | None, Action]] = {}
        self._open: dict[int, list[tuple[int, Position]]] = {}

    @abstractmethod
    def is_end(self, position: Position) -> bool:
        """Tell whether that is what is looked for."""

    @abstractmethod
    def bound(self, position: Position) -> int:
        """Give turns that no way to an end can undercut; FAR where there is none.

        Where a turn lowers it by one at most, no position is looked into twice.
        """

    @property
    def looked(self) -> int:
        """How many positions are kept."""
        return len(self._came)

    def run(self) -> list[Action] | None:
        """Give the turns of a shortest way to an end; None where there is none, or where the search ``gave_up``."""
        self._keep(self.start, 0, None, PASS)
        while self._open:
            shortest = min(self._open)
            stack = self._open[shortest]
            made, position = stack.pop()
            if not stack:
                del self._open[shortest]
            if made > self._came[position][0]:
                continue
            if self.is_end(position):
                return self._way(position)
            if len(self._came) >= self.budget or self.stop():
                self.gave_up = True
                return None
            for action, after in self.maze.follow(position):
                self._keep(after, made + 1, position, action)
        return None

    def _keep(self, position: Position, made: int, before: Position | None, action: Action) -> None:
        known = self._came.get(position)
        if known is not None and known[0] <= made:
            return
        left = self.bound(position)
        if left < FAR:
            self._came[position] = (made, before, action)
            self._open.setdefault(made + left, []).append((made, position))

    def _way(self, position: Position) -> list[Action]:
        actions = []
        _, before, action = self._came[position]
        while before is not None:
            actions.append(action)
            _, before, action = self._came[before]
        return actions[::-1]
