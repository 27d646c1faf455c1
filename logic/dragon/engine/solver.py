"""Finds the shortest win of a fully known Stone Dragon board, by A*, or proves that there is none.

Positions and tables are integers. A position omits what a shortest win does not need: the time, what was seen, who is
dead, and the names of knights, so that equal knights are interchangeable. Clocks are kept by the time left, in the
order of their squares.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import insort
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from logic.core import Cell, Stop, never
from logic.dragon.board import STORE_OF, Board, Direction, FieldKind, KnightKind
from logic.dragon.rules import MAKING, OPEN_FOR, DragonMove, Go, Leap, Pass, State, begin

# -- positions as integers

PLAIN, EDIBLE, ETERNAL, MINE, TELEPORT, HOLE, BRICKS, TEETH, LAIR = range(9)
KINDS: tuple[FieldKind, ...] = ("plain", "edible", "eternal", "mine", "teleport", "hole", "bricks", "teeth", "lair")
WITH_CLOCK = frozenset((EDIBLE, MINE, HOLE))
"""Kinds of squares that are barred or deadly except while their clock runs."""
TAKES_FROM = {KINDS.index(store): knight for knight, store in STORE_OF.items()}
TURN_OF = {HOLE: 0, EDIBLE: 1, BRICKS: 2, TEETH: 2, MINE: 3}
"""The order in which clocks that run out in the same turn take effect, by the kind of square."""

# A packed knight is type << 14 | supply, one on the board square << 21 | packed knight, and a clock
# square << 18 | stock << 4 | left.
SUPPLY_BITS, TYPE_BITS, LEFT_BITS, STOCK_BITS = 14, 7, 4, 14
SUPPLY = (1 << SUPPLY_BITS) - 1
TYPE = (1 << TYPE_BITS) - 1
PACKED_BITS = SUPPLY_BITS + TYPE_BITS
PACKED = (1 << PACKED_BITS) - 1
LEFT = (1 << LEFT_BITS) - 1
STOCK = (1 << STOCK_BITS) - 1
CLOCK_BITS = LEFT_BITS + STOCK_BITS


class Position(NamedTuple):
    """How many knights are in the lair and have entered, those on the board, and the clocks; both lists sorted."""

    hidden: int
    entered: int
    knights: tuple[int, ...]
    clocks: tuple[int, ...]


class Action(NamedTuple):
    """One turn: the knight on that square steps or leaps in that direction; square -1 is a pass."""

    square: int
    direction: Direction
    leaps: bool


PASS = Action(-1, "north", False)

Exit = tuple[Action, int]
"""A step or a leap, and the square that it leads to."""


@lru_cache(maxsize=4)
def exits(height: int, width: int, far: int) -> list[list[Exit]]:
    """The exits of each square to squares that far away, regardless of the fields.

    Written out, since the largest board has ten thousand squares, and cached, since a hint uses dozens of boards.
    """
    found: list[list[Exit]] = []
    for square in range(height * width):
        row, col = divmod(square, width)
        reached: list[Exit] = []
        if row >= far:
            reached.append((Action(square, "north", far > 1), square - far * width))
        if col + far < width:
            reached.append((Action(square, "east", far > 1), square + far))
        if row + far < height:
            reached.append((Action(square, "south", far > 1), square + far * width))
        if col >= far:
            reached.append((Action(square, "west", far > 1), square - far))
        found.append(reached)
    return found


class Maze:
    """The constants of a game: the squares, numbered row by row, their neighbours, and the knights."""

    __slots__ = (
        "around", "company", "entrance", "kinds", "leapers", "required", "sizes", "standing", "targets", "types", "ways"
    )  # fmt: skip

    def __init__(self, board: Board, *, standing: bool) -> None:
        fields = [field for row in board.fields for field in row]
        self.kinds = [KINDS.index(field.kind) for field in fields]
        self.sizes = [field.size for field in fields]
        self.targets = [-1 if field.target is None else _number(field.target, board.width) for field in fields]
        self.around = exits(board.height, board.width, 1)
        steps = self._open(self.around)
        self.ways = steps, steps
        if any(knight.kind == "jumper" for knight in board.knights):
            leaps = self._open(exits(board.height, board.width, 2))
            self.ways = steps, [one + two for one, two in zip(steps, leaps, strict=True)]
        self.entrance = _number(board.entrance, board.width)
        self.types = sorted({(knight.kind, knight.most) for knight in board.knights})
        self.leapers = [kind == "jumper" for kind, _ in self.types]
        self.company = tuple(self.packed_knight(knight.kind, knight.most, knight.most) for knight in board.knights)
        self.required = board.required
        self.standing = standing

    def packed_knight(self, kind: KnightKind, most: int, supply: int) -> int:
        """A knight's code, without its square."""
        return self.types.index((kind, most)) << SUPPLY_BITS | supply

    def _open(self, around: list[list[Exit]]) -> list[list[Exit]]:
        return [[one for one in reached if self.kinds[one[1]] != ETERNAL] for reached in around]

    def follow(self, position: Position) -> Iterator[tuple[Action, Position]]:
        """Yield every possible step and leap and, if a clock runs, a pass, each with the resulting position."""
        hidden, entered, knights, clocks = position
        running = {clock >> CLOCK_BITS for clock in clocks}
        occupied = {knight >> PACKED_BITS for knight in knights}
        due, later = self._advance_clocks(clocks)
        held = due & occupied
        gate = self.entrance if entered < len(self.company) else -1
        kinds = self.kinds
        for index, knight in enumerate(knights):
            square, packed_knight = knight >> PACKED_BITS, knight & PACKED
            is_quiet = held.issubset((square,))  # else a clock affects another knight
            for action, end in self.ways[self.leapers[packed_knight >> SUPPLY_BITS]][square]:
                kind = kinds[end]
                if end in occupied or (kind == EDIBLE and end not in running and not self.eats(packed_knight)):
                    continue
                if not is_quiet or end in due:
                    yield action, self._turn(position, square, end)
                elif square != gate and (not kind or (kind in WITH_CLOCK and end in running)):
                    moved = [*knights[:index], end << PACKED_BITS | packed_knight, *knights[index + 1 :]]
                    moved.sort()
                    yield action, Position(hidden, entered, tuple(moved), later)
                else:
                    yield action, self._quiet(position, index, end, later) or self._turn(position, square, end)
        if clocks:  # without a running clock, waiting changes nothing
            yield PASS, self._turn(position, -1, -1) if held else Position(hidden, entered, knights, later)

    def _advance_clocks(self, clocks: tuple[int, ...]) -> tuple[set[int], tuple[int, ...]]:
        """The squares whose clocks run out in a turn, and the clocks after it, ignoring knights on those squares."""
        due: set[int] = set()
        later: list[int] = []
        for clock in clocks:
            if clock & LEFT > 1:
                later.append(clock - 1)
                continue
            square = clock >> CLOCK_BITS
            due.add(square)
            stock = (clock >> LEFT_BITS & STOCK) + 1
            if self.kinds[square] in TAKES_FROM and stock < self.sizes[square]:
                later.append(square << CLOCK_BITS | stock << LEFT_BITS | MAKING)
        return due, tuple(later)

    def _quiet(self, position: Position, index: int, end: int, later: tuple[int, ...]) -> Position | None:
        """The result of a turn that changes only one knight, its new square and the entrance.

        None if more may happen: through a mine, a teleport, a store that it takes from, or an entrance that is not
        plain. A faster equivalent of ``_Turn`` for most turns.
        """
        hidden, entered, knights, _ = position
        square, packed_knight = knights[index] >> PACKED_BITS, knights[index] & PACKED
        kind = self.kinds[end]
        moved = list(knights)
        if kind == PLAIN or (kind in WITH_CLOCK and any(clock >> CLOCK_BITS == end for clock in later)):
            moved[index] = end << PACKED_BITS | packed_knight
        elif kind == LAIR:
            hidden += 1
            del moved[index]
        elif kind == EDIBLE:
            moved[index] = end << PACKED_BITS | packed_knight - 1
            later = tuple(sorted((*later, end << CLOCK_BITS | OPEN_FOR)))
        elif kind == HOLE and self.fills(packed_knight, end):
            moved[index] = end << PACKED_BITS | packed_knight - self.sizes[end]
            later = tuple(sorted((*later, end << CLOCK_BITS | OPEN_FOR)))
        elif kind == HOLE:
            del moved[index]
        elif kind in TAKES_FROM and not self.lacks(packed_knight, kind):
            moved[index] = end << PACKED_BITS | packed_knight
        else:
            return None
        if square == self.entrance and entered < len(self.company):
            if self.kinds[square] != PLAIN:
                return None
            moved.append(square << PACKED_BITS | self.company[entered])
            entered += 1
        moved.sort()
        return Position(hidden, entered, tuple(moved), later)

    def wait(self, position: Position) -> Position:
        """The position after a pass."""
        return self._turn(position, -1, -1)

    def eats(self, packed_knight: int) -> bool:
        """Return whether a knight is an Eater with a tooth."""
        return packed_knight & SUPPLY > 0 and self.types[packed_knight >> SUPPLY_BITS][0] == "eater"

    def fills(self, packed_knight: int, hole: int) -> bool:
        """Return whether a knight is a Builder with enough bricks."""
        return packed_knight & SUPPLY >= self.sizes[hole] and self.types[packed_knight >> SUPPLY_BITS][0] == "builder"

    def lacks(self, packed_knight: int, store: int) -> bool:
        """Return whether a knight would take from a full store of that kind."""
        kind, most = self.types[packed_knight >> SUPPLY_BITS]
        return kind == TAKES_FROM[store] and packed_knight & SUPPLY < most

    def _turn(self, position: Position, square: int, end: int) -> Position:
        turn = _Turn(self, position)
        if square >= 0:
            turn.enter(turn.by_square.pop(square), end)
        turn.admit()
        turn.tick()
        turn.admit()
        return turn.position()


class _Turn:
    """One turn while it is executed."""

    __slots__ = ("by_square", "entered", "fresh", "hidden", "left", "maze", "stocks")

    def __init__(self, maze: Maze, position: Position) -> None:
        self.maze = maze
        self.hidden, self.entered = position.hidden, position.entered
        self.by_square = {knight >> PACKED_BITS: knight & PACKED for knight in position.knights}
        self.left = {clock >> CLOCK_BITS: clock & LEFT for clock in position.clocks}
        self.stocks = {clock >> CLOCK_BITS: clock >> LEFT_BITS & STOCK for clock in position.clocks}
        self.fresh = 1
        """The extra time of a clock set now: one unit until the clocks have ticked."""

    def position(self) -> Position:
        knights = sorted([square << PACKED_BITS | packed_knight for square, packed_knight in self.by_square.items()])
        clocks = sorted(
            [
                square << CLOCK_BITS | self.stocks.get(square, 0) << LEFT_BITS | left
                for square, left in self.left.items()
            ]
        )
        return Position(self.hidden, self.entered, tuple(knights), tuple(clocks))

    def _may_enter(self, packed_knight: int, square: int) -> bool:
        kind = self.maze.kinds[square]
        if square in self.by_square or kind == ETERNAL:
            return False
        return kind != EDIBLE or square in self.left or self.maze.eats(packed_knight)

    def enter(self, packed_knight: int, square: int, *, carried: bool = False) -> None:
        """Put a knight on a square that it may enter, with all consequences."""
        kind = self.maze.kinds[square]
        if kind == LAIR:
            self.hidden += 1
        elif kind == TELEPORT and not carried and self._may_enter(packed_knight, self.maze.targets[square]):
            self.enter(packed_knight, self.maze.targets[square], carried=True)
        elif kind == MINE and square not in self.left:
            self._explode(square)
        elif kind == HOLE and square not in self.left:
            self._fill(packed_knight, square)
        elif kind == EDIBLE and square not in self.left:
            self.by_square[square] = packed_knight - 1
            self._start(square, OPEN_FOR)
        elif kind in TAKES_FROM:
            self.by_square[square] = self._supplied(packed_knight, square)
        else:
            self.by_square[square] = packed_knight

    def _start(self, square: int, time: int) -> None:
        self.left[square] = time + self.fresh

    def _fill(self, packed_knight: int, square: int) -> None:
        if self.maze.fills(packed_knight, square):
            self.by_square[square] = packed_knight - self.maze.sizes[square]
            self._start(square, OPEN_FOR)

    def _supplied(self, packed_knight: int, square: int) -> int:
        kind, most = self.maze.types[packed_knight >> SUPPLY_BITS]
        stock = self.stocks.get(square, self.maze.sizes[square])
        taken = min(stock, most - (packed_knight & SUPPLY)) if kind == TAKES_FROM[self.maze.kinds[square]] else 0
        if taken:
            self.stocks[square] = stock - taken
            if square not in self.left:
                self._start(square, MAKING)
        return packed_knight + taken

    def _explode(self, mine: int) -> None:
        self._start(mine, OPEN_FOR)
        self.by_square.pop(mine, None)
        for _, square in self.maze.around[mine]:
            self.by_square.pop(square, None)
            if self.maze.kinds[square] == EDIBLE and square not in self.left:
                self._start(square, OPEN_FOR)

    def admit(self) -> None:
        """Let waiting knights enter one after the other while the entrance is free."""
        company, gate = self.maze.company, self.maze.entrance
        while self.entered < len(company) and self._may_enter(company[self.entered], gate):
            self.entered += 1
            self.enter(company[self.entered - 1], gate)

    def tick(self) -> None:
        """Advance the clocks by one unit; those that run out act, by kind, then row by row."""
        kinds = self.maze.kinds
        self.fresh = 0
        self.left = {square: left - 1 for square, left in self.left.items()}
        if 0 not in self.left.values():
            return
        due = [(TURN_OF[kinds[square]], square) for square, left in self.left.items() if left == 0]
        for _, square in sorted(due):
            del self.left[square]
            if kinds[square] in TAKES_FROM:
                self._produce(square)
            elif kinds[square] != MINE:
                self.by_square.pop(square, None)
            elif square in self.by_square:
                self._explode(square)

    def _produce(self, store: int) -> None:
        self.stocks[store] += 1
        if self.maze.standing and store in self.by_square:
            self.by_square[store] = self._supplied(self.by_square[store], store)
        if self.stocks[store] < self.maze.sizes[store]:
            self.left[store] = MAKING
        else:
            del self.stocks[store]


def _number(cell: Cell, width: int) -> int:
    return cell.row * width + cell.col


def pack(state: State, maze: Maze) -> Position:
    """A game's position in the solver's form."""
    width = state.board.width
    by_square = {
        _number(knight.cell, width): maze.packed_knight(knight.kind, knight.most, knight.supply)
        for knight in state.knights
        if knight.cell is not None
    }
    clocks = [
        _number(clock.cell, width) << CLOCK_BITS
        | (state.stock(clock.cell) << LEFT_BITS if clock.what == "store" else 0)
        | clock.left
        for clock in state.clocks
    ]
    knights = sorted(square << PACKED_BITS | packed_knight for square, packed_knight in by_square.items())
    entered = len(state.knights) - state.count("waiting")
    return Position(state.count("hidden"), entered, tuple(knights), tuple(sorted(clocks)))


# -- search

FAR = 10**9
"""Longer than any way."""
SMALL_COMPANY = 8
"""The number of knights up to which a position has about the same cost in time and memory."""


def position_budget(budget: int, knights: int) -> int:
    """The number of positions with that many knights that cost as much as ``budget`` positions of a small company."""
    return max(1, budget * SMALL_COMPANY // max(SMALL_COMPANY, knights))


def move_of(state: State, action: Action) -> DragonMove:
    """The move of an action, which identifies a knight only by its square."""
    if action == PASS:
        return Pass()
    cell = Cell(*divmod(action.square, state.board.width))
    (name,) = (knight.name for knight in state.knights if knight.cell == cell)
    return Leap(name, action.direction) if action.leaps else Go(name, action.direction)


class Search(ABC):
    """A single-use A* search: positions with the least sum of turns made and turns left (the bound) are expanded first.

    Among equals the one found last comes first, so that a straight path is followed to its end. At most ``budget``
    positions are kept, and ``stop`` is asked before each expansion. With a ``weight`` above 1 the bound counts that
    many times: an end is found sooner, after at most that many times the fewest turns.
    """

    def __init__(self, maze: Maze, start: Position, budget: int, stop: Stop, weight: int = 1) -> None:
        self.maze, self.start, self.budget, self.stop, self.weight = maze, start, budget, stop, weight
        self.gave_up = False
        """Whether the search ended without an answer, because of its budget or ``stop``."""
        self._came: dict[Position, tuple[int, Position | None, Action]] = {}
        self._open: dict[int, list[tuple[int, Position]]] = {}

    @abstractmethod
    def is_end(self, position: Position) -> bool:
        """Return whether a position is a goal."""

    @abstractmethod
    def bound(self, position: Position) -> int:
        """A lower bound on the turns to an end; FAR if there is none.

        If one turn lowers it by at most one, no position is expanded twice.
        """

    @property
    def looked(self) -> int:
        """The number of positions kept."""
        return len(self._came)

    def run(self) -> list[Action] | None:
        """The turns of a way to an end, a shortest one unless there is a ``weight``.

        None if there is none, or if the search ``gave_up``.
        """
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
            self._open.setdefault(made + self.weight * left, []).append((made, position))

    def _way(self, position: Position) -> list[Action]:
        actions = []
        _, before, action = self._came[position]
        while before is not None:
            actions.append(action)
            _, before, action = self._came[before]
        return actions[::-1]


BUDGET = 200_000
"""The limit on positions before the search gives up: some 100 MB for a small company."""


@dataclass(frozen=True, slots=True)
class _Won:
    """A win: its moves, one a turn, and the number of positions looked at."""

    moves: tuple[DragonMove, ...]
    looked: int

    @property
    def turns(self) -> int:
        return len(self.moves)


class Solved(_Won):
    """A shortest win."""

    __slots__ = ()


class Winnable(_Won):
    """A win that need not be a shortest one."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Unsolvable:
    """Proof that no play wins."""

    looked: int


@dataclass(frozen=True, slots=True)
class NotFound:
    """No answer and no proof: the budget ran out, or the search was ``stopped``."""

    looked: int
    stopped: bool


Answer = Solved | Winnable | Unsolvable | NotFound


def solve(
    board: Board, *, standing: bool = True, budget: int = BUDGET, stop: Stop = never
) -> Solved | Unsolvable | NotFound:
    """Solve a board from its start; ``standing`` is the variant ``stores_supply_standing``."""
    return solve_from(begin(board, standing=standing), budget=budget, stop=stop)


def solve_from(state: State, *, budget: int = BUDGET, stop: Stop = never) -> Solved | Unsolvable | NotFound:
    """Solve a game from a true position (never a view: all squares must be known).

    The moves are those of a win in the fewest turns, with the knights by name. At most ``budget`` positions are kept,
    and ``stop`` is polled before each is expanded.
    """
    maze = Maze(state.board, standing=state.standing)
    return _answer(state, Win(maze, pack(state, maze), budget, stop), Solved)


W = TypeVar("W", bound=_Won)


def _answer(state: State, search: Win, kind: type[W]) -> W | Unsolvable | NotFound:
    """What a search from a position finds; the ``kind`` of win if it finds one."""
    actions = search.run()
    if actions is not None:
        return kind(moves_of(state, actions), search.looked)
    if search.gave_up:
        return NotFound(search.looked, stopped=search.looked < search.budget)
    return Unsolvable(search.looked)


WEIGHTS = (3, 20)
"""Search weights for finding any win; one may succeed where the other fails."""


class AnyWin:
    """Finds wins of positions of one board, not necessarily shortest; all searches share the tables of the board."""

    def __init__(self, board: Board, *, standing: bool) -> None:
        self._maze = Maze(board, standing=standing)
        self._bound = Bound(self._maze)

    def win(self, state: State, budget: int, stop: Stop, weight: int) -> Winnable | Unsolvable | NotFound:
        """The first win found with that search weight."""
        search = Win(self._maze, pack(state, self._maze), budget, stop, left=self._bound, weight=weight)
        return _answer(state, search, Winnable)


def solve_or_win(board: Board, *, standing: bool = True, budget: int = BUDGET, stop: Stop = never) -> Answer:
    """Solve a board; if no shortest win is found, search for any win, with the same budget for each weight."""
    answer: Answer = solve(board, standing=standing, budget=budget, stop=stop)
    solver, state, looked = AnyWin(board, standing=standing), begin(board, standing=standing), answer.looked
    for weight in WEIGHTS:
        if not isinstance(answer, NotFound) or answer.stopped:
            break
        answer = solver.win(state, budget, stop, weight)
        looked += answer.looked
    return replace(answer, looked=looked)


def moves_of(state: State, actions: list[Action]) -> tuple[DragonMove, ...]:
    """The moves of the actions, with the knights by name, found by replaying."""
    moves: list[DragonMove] = []
    for action in actions:
        moves.append(move_of(state, action))
        state = state.apply(moves[-1]).state
    return tuple(moves)


# -- lower bound


class Bound:
    """A lower bound on the turns of any win.

    In one turn at most one knight moves, by a step or a leap of his own; nobody else changes his square, except by
    coming in (which is free here) or by dying. So the turns left are at least the sum of the distances of the knights
    still needed, and of all choices of them the nearest have the smallest sum. A knight's distance counts his own steps
    and leaps, on the board as favourable as it can ever be to him:

    - other knights do not stand in his way, and a teleport carries him or not, as suits him;
    - an edible wall is open if it is now, if an Eater lives who has a tooth or may fetch one, or if a mine beside it
      may still explode; else never;
    - a hole is filled if it is now, or if a Builder lives who has or may fetch as many bricks; else never;
    - a mine is spent. But somebody must die for that: if no knight can be spared and no mine's clock runs, no mine
      can be entered on the way to a win, now or later.

    A knight chosen among those who wait outside comes in when all before him have left the entrance, each by a move of
    his own, needed or not. (This does not hold if a knight may die on the entrance itself, or be blown up there.)

    A square that is open and can never be opened again shuts when its clock ends. Knights for whom it is the only way
    must be through by then, one move a turn: if that is too many of those who are needed, the position is lost.

    The sum falls by at most one a turn: only the mover's distance falls, by one; a knight who comes in was counted from
    the entrance; and a death, a used tooth or brick, or an expired clock only remove ways. The bound is therefore
    consistent, and A* never has to reopen a position.
    """

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self._ways = _Predecessors(maze)
        fetched = {kind: kind in maze.kinds for kind in (BRICKS, TEETH)}
        self._can_fetch = {"builder": fetched[BRICKS], "eater": fetched[TEETH]}
        self._powers: dict[int, tuple[bool, int]] = {}
        self._waiting = [(False, 0)]
        for packed_knight in reversed(maze.company):
            self._waiting.insert(0, _stronger(self._waiting[0], self._power(packed_knight)))
        near_gate = [maze.kinds[square] for _, square in maze.around[maze.entrance]]
        self._must_leave_gate = maze.kinds[maze.entrance] in (PLAIN, BRICKS, TEETH) and MINE not in near_gate
        self._known: dict[tuple[bool, int, bool, tuple[int, ...]], _Distances] = {}

    def turns(self, position: Position) -> int:
        """The bound; FAR if no win is possible."""
        needed = self.maze.required - position.hidden
        if needed <= 0:
            return 0
        spare = len(position.knights) + len(self.maze.company) - position.entered - needed
        if spare < 0:
            return FAR
        known = self._distances(position, spare)
        by_type = known.by_type
        far = [by_type[knight >> SUPPLY_BITS & TYPE][knight >> PACKED_BITS] for knight in position.knights]
        waiting = known.waiting[position.entered]
        if waiting and self._must_leave_gate:
            at_gate = [knight >> PACKED_BITS for knight in position.knights].index(self.maze.entrance)
            least = _least_through_gate(far, at_gate, waiting, needed)
        else:
            least = sum(sorted(far + waiting)[:needed])
        if least >= FAR - 1 or (known.shutting and self._is_too_late(position, known, needed)):
            return FAR
        return least

    def guessed(self) -> set[int]:
        """The squares on the shortest ways from outside that the bound optimistically assumes to be passable.

        They are edible walls, holes, mines, and teleports that must not carry. Without any, the bound at the start is
        the exact number of turns, except for knights in each other's way.
        """
        maze = self.maze
        eats, bag = self._waiting[0]
        known = _Distances(self._ways, eats, bag, len(maze.company) > maze.required, [])
        found: set[int] = set()
        for leaps, far in zip(maze.leapers, known.by_type, strict=True):
            gate = {maze.entrance, maze.targets[maze.entrance]} - {-1} - known.barred
            met = {square for square in gate if far[square] == far[-1]}
            stack = sorted(met)
            while stack:
                square = stack.pop()
                found.update({square} if maze.kinds[square] in (EDIBLE, HOLE, MINE) else ())
                for _, end in maze.ways[leaps][square]:
                    nearer = {r for r in {end, maze.targets[end]} - {-1} - known.barred if far[r] == far[square] - 1}
                    found.update({end} if maze.kinds[end] == TELEPORT and end in nearer else ())
                    stack += sorted(nearer - met)
                    met |= nearer
        return found

    def _distances(self, position: Position, spare: int) -> _Distances:
        """The distances given the present powers of the company."""
        eats, bag = self._waiting[position.entered]
        powers = self._powers
        for knight in position.knights:
            power = powers.get(knight & PACKED) or self._power(knight & PACKED)
            eats = eats or power[0]
            bag = max(bag, power[1])
        kinds, sizes = self.maze.kinds, self.maze.sizes
        blasts, shutting = spare > 0, []
        for clock in position.clocks:
            square = clock >> CLOCK_BITS
            kind = kinds[square]
            if kind == MINE:
                blasts = True
            elif (kind == EDIBLE and not eats) or (kind == HOLE and sizes[square] > bag):
                shutting.append(square)
        key = eats, bag, blasts, tuple(shutting)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _Distances(self._ways, eats, bag, blasts, shutting)
        return known

    def _power(self, packed_knight: int) -> tuple[bool, int]:
        """Whether a knight may ever eat, and the most bricks that it may ever have at once."""
        kind, most = self.maze.types[packed_knight >> SUPPLY_BITS]
        supply = most if self._can_fetch.get(kind) else packed_knight & SUPPLY
        power = kind == "eater" and supply > 0, supply if kind == "builder" else 0
        self._powers[packed_knight] = power
        return power

    def _is_too_late(self, position: Position, known: _Distances, needed: int) -> bool:
        """Return whether too few knights can still pass the squares that shut for ever."""
        free, before = 0, []
        company = [(knight >> SUPPLY_BITS & TYPE, knight >> PACKED_BITS) for knight in position.knights]
        company += [(packed_knight >> SUPPLY_BITS, -1) for packed_knight in self.maze.company[position.entered :]]
        for kind, square in company:
            if known.shut[kind][square] < FAR:
                free += 1
            else:
                before.append(known.onto[kind][square] + 1)
        if free >= needed:
            return False
        time = max(clock & LEFT for clock in position.clocks if clock >> CLOCK_BITS in known.shutting)
        return sum(sorted(before)[: needed - free]) > time


def _least_through_gate(far: list[int], at_gate: int, waiting: list[int], needed: int) -> int:
    """The least sum of distances for ``needed`` knights, over all choices of the last one to enter for it, or none.

    Changes ``far``.
    """
    least = sum(sorted(far)[:needed]) if needed <= len(far) else FAR
    first = max(0, needed - len(far) - 1)
    far[at_gate] -= 1  # the step off the entrance is counted separately
    others = sorted(far + [steps - 1 for steps in waiting[:first]])
    for last in range(first, len(waiting)):
        leavers = last + 1
        if leavers >= least:
            break
        least = min(least, leavers + waiting[last] + sum(others[: needed - 1]))
        insort(others, waiting[last] - 1)
    return least


def _stronger(one: tuple[bool, int], other: tuple[bool, int]) -> tuple[bool, int]:
    return one[0] or other[0], max(one[1], other[1])


class _Predecessors:
    """For each type of knight and each square, the squares from which one move may lead there, ignoring barriers."""

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self.lair = maze.kinds.index(LAIR)
        self.mines = {square for square, kind in enumerate(maze.kinds) if kind == MINE}
        self.near_mines = {near for mine in self.mines for _, near in maze.around[mine]}
        back = {leaps: self._back(leaps=leaps) for leaps in {kind == "jumper" for kind, _ in maze.types}}
        self.by_type = [back[kind == "jumper"] for kind, _ in maze.types]

    def _back(self, *, leaps: bool) -> list[list[int]]:
        maze = self.maze
        back: list[list[int]] = [[] for _ in maze.kinds]
        for square in range(len(maze.kinds)):
            for _, end in maze.ways[leaps][square]:
                back[end].append(square)
                if maze.targets[end] >= 0:
                    back[maze.targets[end]].append(square)
        return back

    def barred(self, eats: bool, bag: int, blasts: bool) -> set[int]:
        """The squares where no knight that is to arrive can ever stand."""
        kinds, sizes = self.maze.kinds, self.maze.sizes
        return {
            square
            for square, kind in enumerate(kinds)
            if kind == ETERNAL
            or (kind == EDIBLE and not eats and not (blasts and square in self.near_mines))
            or (kind == HOLE and sizes[square] > bag)
            or (kind == MINE and not blasts)
        }

    def distances(self, back: list[list[int]], ends: Iterable[int], barred: set[int]) -> list[int]:
        """The fewest moves of a knight from each square to an end, breadth first; the last element is from outside."""
        far = [FAR] * (len(back) + 1)
        reached = deque(ends)
        for end in reached:
            far[end] = 0
        while reached:
            end = reached.popleft()
            for square in back[end]:
                if far[square] == FAR:
                    far[square] = far[end] + 1
                    if square not in barred:
                        reached.append(square)
        gate = self.maze.entrance
        far[-1] = min((far[end] for end in {gate, self.maze.targets[gate]} - {-1} - barred), default=FAR)
        return far


class _Distances:
    """The distance to the lair for each type of knight from each square, and for those who wait outside.

    ``shutting`` are the squares that are open for the last time; ``shut`` is the distance once they are shut, ``onto``
    the distance onto one of them.
    """

    def __init__(self, ways: _Predecessors, eats: bool, bag: int, blasts: bool, shutting: list[int]) -> None:
        closed = ways.barred(eats, bag, blasts)
        self.shutting = closed.intersection(shutting)
        self.barred = barred = closed - self.shutting
        self.by_type = [ways.distances(back, (ways.lair,), barred) for back in ways.by_type]
        queue = [self.by_type[packed_knight >> SUPPLY_BITS][-1] for packed_knight in ways.maze.company]
        self.waiting = [queue[entered:] for entered in range(len(queue) + 1)]
        self.shut: list[list[int]] = []
        self.onto: list[list[int]] = []
        if self.shutting:
            self.shut = [ways.distances(back, (ways.lair,), closed) for back in ways.by_type]
            self.onto = [ways.distances(back, self.shutting, barred) for back in ways.by_type]


# -- the search for a win


class Win(Search):
    """A search for a win: as many knights as needed in the lair, or a position ``known`` to be winnable."""

    def __init__(
        self,
        maze: Maze,
        start: Position,
        budget: int,
        stop: Stop,
        *,
        left: Bound | None = None,
        weight: int = 1,
        known: Collection[Position] = (),
    ) -> None:
        super().__init__(maze, start, budget, stop, weight)
        self._left = left or Bound(maze)
        self._known = known

    def is_end(self, position: Position) -> bool:
        return position.hidden >= self.maze.required or position in self._known

    def bound(self, position: Position) -> int:
        """A lower bound on the turns to a win."""
        return self._left.turns(position)
