"""Plans for a company that sees only a part of its labyrinth: ways to win, to look at more, and to safe ground."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import cast

from logic.core import Cell, Stop
from logic.dragon.board import DIRECTIONS, Board, Field, KnightKind
from logic.dragon.engine.compact import (
    CLOCK_BITS,
    MAN,
    MAN_BITS,
    SUPPLY_BITS,
    TYPE,
    WITH_CLOCK,
    Action,
    Maze,
    Position,
    pack,
)
from logic.dragon.engine.solver import FAR, Search, Solved, afforded, move_of, solve_from
from logic.dragon.rules import MAKING, OPEN_FOR, Clock, DragonMove, State

WALL = Field("eternal")
PLANNED, THOUGHT_OVER = 1_500, 6_000
"""Positions kept in a search for a way to look, and in one for a win: a hint takes several of the first, and at most
three of the second, each within about 0.15 s."""

Goals = Mapping[KnightKind, frozenset[Cell]]
"""Squares that a knight of each kind would go to."""

LASTS, LASTS_UNDERFOOT = 2, 1
"""Turns for which an open square is taken to stay open where nothing is known of its clock, and under a knight."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the company could do, turn by turn, and the positions that it should lead through, first and last too."""

    moves: tuple[DragonMove, ...]
    states: tuple[State, ...]

    def then(self, move: DragonMove) -> Plan:
        """The plan that is one turn longer."""
        after = cast("State", self.states[-1].apply(move).state)
        return Plan((*self.moves, move), (*self.states, after))

    @property
    def turns(self) -> int:
        return len(self.moves)


def seen_part(view: State, *barred: str, goals: frozenset[Cell] = frozenset()) -> State:
    """A position that could be played through: what is not seen and closed ``barred`` fields are walls.

    So are teleports, but for those that were seen to carry somebody or to be arrived on, and for ``goals``, where a
    plan ends. The time that is left to a clock is counted from the log; where there is none, it is guessed.
    """
    shut = {cell for cell in view.seen if view.board.field(cell).kind in barred} - view.opened()
    flat = goals.union(target for _, target in view.recall.carried)
    fields = tuple(
        tuple(_known(view, Cell(row, col), field, shut, flat) for col, field in enumerate(line))
        for row, line in enumerate(view.board.fields)
    )
    taken = {knight.cell for knight in view.knights}
    clocks = tuple(clock._replace(left=_left(view, clock, clock.cell in taken)) for clock in view.clocks)
    return replace(
        view, board=replace(view.board, fields=fields), clocks=clocks, seen=frozenset(view.board.cells()), open_map=True
    )


def _known(view: State, cell: Cell, field: Field, shut: Set[Cell], flat: frozenset[Cell]) -> Field:
    """What a plan takes a field for."""
    if field.kind == "teleport":
        target = dict(view.recall.carried).get(cell)
        if target is not None:
            return replace(field, target=target)
        return Field("plain") if cell in flat or cell == view.board.entrance else WALL
    return WALL if field.kind == "unseen" or cell in shut else field


def _left(view: State, clock: Clock, underfoot: bool) -> int:
    """Count how long a clock runs on; without a log guess it: nothing can have been opened before the game began."""
    whole, date = MAKING if clock.what == "store" else OPEN_FOR, view.recall.date(clock.cell)
    if date is not None:
        return whole - (view.time - date)
    if clock.what == "store":
        return MAKING
    return max(OPEN_FOR - view.time, LASTS_UNDERFOOT if underfoot else LASTS)


def has_lair(view: State) -> bool:
    """Tell whether the lair has been seen."""
    return any(field.kind == "lair" for row in view.board.fields for field in row)


def way_to_win(known: State, stop: Stop) -> Plan | None:
    """The shortest win on what is known, where the lair is and one is found."""
    if not has_lair(known):
        return None
    answer = solve_from(known, budget=afforded(THOUGHT_OVER, len(known.knights)), stop=stop)
    if not isinstance(answer, Solved):
        return None
    plan = Plan((), (known,))
    for move in answer.moves:
        plan = plan.then(move)
    return plan


def way_to(known: State, goals: Goals, stop: Stop, *, losses: int = 0) -> Plan | None:
    """A shortest plan after which a knight has reached a goal of his kind, at most so many having died.

    What a hint has begun the next one goes on with: each turn of such a plan leaves one that is a turn shorter.
    """
    if not any(goals.values()):
        return None
    maze = Maze(known.board, standing=known.standing)
    return _planned(known, _Walk(known, maze, goals, losses, stop).run())


def way_to_safety(known: State, stop: Stop) -> Plan | None:
    """A shortest plan, of no turn at all perhaps, after which nobody stands where the ground will not stay.

    Nobody dies on the way. Where such ground is the entrance, those who wait count too: they come to stand there.
    """
    if known.opened().isdisjoint(knight.cell for knight in known.knights):
        return Plan((), (known,))
    maze = Maze(known.board, standing=known.standing)
    return _planned(known, _Refuge(maze, pack(known, maze), 0, stop).run())


def _planned(known: State, actions: list[Action] | None) -> Plan | None:
    """Play the actions of a search, as moves that call the knights by their names."""
    if actions is None:
        return None
    plan = Plan((), (known,))
    for action in actions:
        plan = plan.then(move_of(plan.states[-1], action))
    return plan


def for_all(goals: Iterable[Cell]) -> Goals:
    """Goals that are the same for whoever reaches one."""
    cells = frozenset(goals)
    return {"ordinary": cells, "eater": cells, "builder": cells, "jumper": cells}


class _Outing(Search, ABC):
    """To an end that is not where it begins; at most so many die on the way."""

    def __init__(self, maze: Maze, start: Position, losses: int, stop: Stop) -> None:
        super().__init__(maze, start, afforded(PLANNED, len(maze.company)), stop)
        self._least = self._alive(start) - losses

    def is_end(self, position: Position) -> bool:
        """Tell whether they have come there."""
        return position != self.start and self._is_there(position)

    def bound(self, position: Position) -> int:
        """Turns that no such way can undercut; none has more losses."""
        return self._left(position) if self._alive(position) >= self._least else FAR

    @abstractmethod
    def _is_there(self, position: Position) -> bool:
        """Tell whether an end is reached, should it be where it begins."""

    @abstractmethod
    def _left(self, position: Position) -> int:
        """Turns that no way can undercut, whoever dies."""

    def _alive(self, position: Position) -> int:
        return position.hidden + len(position.knights) + len(self.maze.company) - position.entered


class _Walk(_Outing):
    """To the first knight on a goal; the bound is the way of the nearest one, as if nothing lay in it."""

    def __init__(self, known: State, maze: Maze, goals: Goals, losses: int, stop: Stop) -> None:
        super().__init__(maze, pack(known, maze), losses, stop)
        board = known.board
        self.goals = [_numbers(board, goals.get(kind)) for kind, _ in maze.types]
        self.far = [
            _distances(board, ends, leaps=kind == "jumper")
            for ends, (kind, _) in zip(self.goals, maze.types, strict=True)
        ]
        self.hides = any(board.field(goal).kind == "lair" for goal in frozenset().union(*goals.values()))

    def _is_there(self, position: Position) -> bool:
        hidden = self._has_hidden(position)
        # A bound of 0 is not enough: a teleport that would carry him to a goal may leave him standing.
        return hidden or any(
            knight >> MAN_BITS in self.goals[(knight & MAN) >> SUPPLY_BITS & TYPE] for knight in position.knights
        )

    def _left(self, position: Position) -> int:
        if self._has_hidden(position):
            return 0
        left = min((self._distance(knight) for knight in position.knights), default=FAR)
        return 1 if left >= FAR and position.entered < len(self.maze.company) else left

    def _has_hidden(self, position: Position) -> bool:
        return self.hides and position.hidden > self.start.hidden

    def _distance(self, knight: int) -> int:
        return self.far[(knight & MAN) >> SUPPLY_BITS & TYPE][knight >> MAN_BITS]


class _Refuge(_Outing):
    """To where nobody stands on ground that a clock will shut; the bound counts those who do."""

    def _is_there(self, position: Position) -> bool:
        return self._left(position) == 0

    def _left(self, position: Position) -> int:
        opened = {clock >> CLOCK_BITS for clock in position.clocks}
        standing = {knight >> MAN_BITS for knight in position.knights} & opened
        return sum(self.maze.kinds[square] in WITH_CLOCK for square in standing)


def _numbers(board: Board, goals: frozenset[Cell] | None) -> frozenset[int]:
    """The squares of goals that are no walls."""
    reached = (goal for goal in goals or () if board.field(goal).kind != "eternal")
    return frozenset(row * board.width + col for row, col in reached)


def _distances(board: Board, goals: frozenset[int], *, leaps: bool) -> list[int]:
    """The fewest steps from each square to a goal; steps and leaps lead both ways."""
    walls = [field.kind == "eternal" for row in board.fields for field in row]
    gates = _gates(board)
    far = [FAR] * len(walls)
    queue = deque((0, goal) for goal in sorted(goals))
    while queue:
        turns, here = queue.popleft()
        if far[here] <= turns:
            continue
        far[here] = turns
        # Who enters a teleport is at its target in the same turn.
        queue.extendleft((turns, gate) for gate in gates.get(here, ()))
        if not walls[here]:
            queue.extend((turns + 1, near) for near in _reached(board, here, leaps=leaps) if far[near] == FAR)
    return far


def _gates(board: Board) -> dict[int, list[int]]:
    """The teleports that lead to a square, for each square that one is known to lead to."""
    found: dict[int, list[int]] = {}
    for place, field in enumerate(field for row in board.fields for field in row):
        if field.target is not None:
            found.setdefault(field.target.row * board.width + field.target.col, []).append(place)
    return found


def _reached(board: Board, square: int, *, leaps: bool) -> Iterator[int]:
    """The squares that a step, or a leap too, leads to."""
    row, col = divmod(square, board.width)
    for down, right in DIRECTIONS.values():
        for squares in (1, 2) if leaps else (1,):
            end, beside = row + down * squares, col + right * squares
            if 0 <= end < board.height and 0 <= beside < board.width:
                yield end * board.width + beside
