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
from typing import NamedTuple

from logic.core import Cell, Stop, never
from logic.dragon.board import STORE_OF, Board, Direction, FieldKind, KnightKind
from logic.dragon.rules import MAKING, OPEN_FOR, DragonMove, Go, Leap, Pass, State, begin

# -- positions in whole numbers

PLAIN, EDIBLE, ETERNAL, MINE, TELEPORT, HOLE, BRICKS, TEETH, LAIR = range(9)
KINDS: tuple[FieldKind, ...] = ("plain", "edible", "eternal", "mine", "teleport", "hole", "bricks", "teeth", "lair")
WITH_CLOCK = frozenset((EDIBLE, MINE, HOLE))
"""Squares that are barred or deadly but harmless as long as their clock runs."""
TAKES_FROM = {KINDS.index(store): knight for knight, store in STORE_OF.items()}

# A man is type << 14 | supply, a knight on the board square << 21 | man, a clock square << 18 | stock << 4 | left.
SUPPLY_BITS, TYPE_BITS, LEFT_BITS, STOCK_BITS = 14, 7, 4, 14
SUPPLY = (1 << SUPPLY_BITS) - 1
TYPE = (1 << TYPE_BITS) - 1
MAN_BITS = SUPPLY_BITS + TYPE_BITS
MAN = (1 << MAN_BITS) - 1
LEFT = (1 << LEFT_BITS) - 1
STOCK = (1 << STOCK_BITS) - 1
CLOCK_BITS = LEFT_BITS + STOCK_BITS


class Position(NamedTuple):
    """How many hide in the lair, how many have entered, the knights on the board, and the clocks; both lists sorted."""

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
    """For each square of a board the exits to those at a distance, whatever is there.

    Written out, for the largest has ten thousand squares, and kept, for a hint looks into dozens of boards of a size.
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
    """What never changes in a game: the squares, numbered row by row, their neighbours, and the knights."""

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
        self.company = tuple(self.man(knight.kind, knight.most, knight.most) for knight in board.knights)
        self.required = board.required
        self.standing = standing

    def man(self, kind: KnightKind, most: int, supply: int) -> int:
        """A knight's number, without his square."""
        return self.types.index((kind, most)) << SUPPLY_BITS | supply

    def _open(self, around: list[list[Exit]]) -> list[list[Exit]]:
        return [[one for one in reached if self.kinds[one[1]] != ETERNAL] for reached in around]

    def follow(self, position: Position) -> Iterator[tuple[Action, Position]]:
        """Every turn that changes something, and what it leads to."""
        hidden, entered, knights, clocks = position
        running = {clock >> CLOCK_BITS for clock in clocks}
        occupied = {knight >> MAN_BITS for knight in knights}
        due, later = self._ticked(clocks)
        held = due & occupied
        gate = self.entrance if entered < len(self.company) else -1
        kinds = self.kinds
        for index, knight in enumerate(knights):
            square, man = knight >> MAN_BITS, knight & MAN
            is_quiet = held.issubset((square,))  # else a clock does something to one of the others
            for action, end in self.ways[self.leapers[man >> SUPPLY_BITS]][square]:
                kind = kinds[end]
                if end in occupied or (kind == EDIBLE and end not in running and not self.eats(man)):
                    continue
                if not is_quiet or end in due:
                    yield action, self._turn(position, square, end)
                elif square != gate and (not kind or (kind in WITH_CLOCK and end in running)):
                    men = [*knights[:index], end << MAN_BITS | man, *knights[index + 1 :]]
                    men.sort()
                    yield action, Position(hidden, entered, tuple(men), later)
                else:
                    yield action, self._quiet(position, index, end, later) or self._turn(position, square, end)
        if clocks:  # where no clock runs, nothing comes of waiting
            yield PASS, self._turn(position, -1, -1) if held else Position(hidden, entered, knights, later)

    def _ticked(self, clocks: tuple[int, ...]) -> tuple[set[int], tuple[int, ...]]:
        """The squares whose clocks run out in a turn, and the clocks after it, as if nobody stood on those squares."""
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
        """What the other turns of one knight lead to that change nothing but him, his new square and the entrance.

        None if more may happen: by a mine, a teleport, or a store that he takes from. It says for most turns, in
        less time, what ``_Turn`` says for all.
        """
        hidden, entered, knights, _ = position
        square, man = knights[index] >> MAN_BITS, knights[index] & MAN
        kind = self.kinds[end]
        men = list(knights)
        if kind == PLAIN or (kind in WITH_CLOCK and any(clock >> CLOCK_BITS == end for clock in later)):
            men[index] = end << MAN_BITS | man
        elif kind == LAIR:
            hidden += 1
            del men[index]
        elif kind == EDIBLE:
            men[index] = end << MAN_BITS | man - 1
            later = tuple(sorted((*later, end << CLOCK_BITS | OPEN_FOR)))
        elif kind == HOLE and self.fills(man, end):
            men[index] = end << MAN_BITS | man - self.sizes[end]
            later = tuple(sorted((*later, end << CLOCK_BITS | OPEN_FOR)))
        elif kind == HOLE:
            del men[index]
        elif kind in TAKES_FROM and not self.lacks(man, kind):
            men[index] = end << MAN_BITS | man
        else:
            return None
        if square == self.entrance and entered < len(self.company):
            if self.kinds[square] != PLAIN:
                return None
            men.append(square << MAN_BITS | self.company[entered])
            entered += 1
        men.sort()
        return Position(hidden, entered, tuple(men), later)

    def wait(self, position: Position) -> Position:
        """What passing leads to."""
        return self._turn(position, -1, -1)

    def eats(self, man: int) -> bool:
        """Tell whether he is an Eater with a tooth."""
        return man & SUPPLY > 0 and self.types[man >> SUPPLY_BITS][0] == "eater"

    def fills(self, man: int, hole: int) -> bool:
        """Tell whether he is a Builder with bricks enough."""
        return man & SUPPLY >= self.sizes[hole] and self.types[man >> SUPPLY_BITS][0] == "builder"

    def lacks(self, man: int, store: int) -> bool:
        """Tell whether he would take from a store of that kind."""
        kind, most = self.types[man >> SUPPLY_BITS]
        return kind == TAKES_FROM[store] and man & SUPPLY < most

    def _turn(self, position: Position, square: int, end: int) -> Position:
        turn = _Turn(self, position)
        if square >= 0:
            turn.enter(turn.men.pop(square), end)
        turn.let_in()
        turn.tick()
        turn.let_in()
        return turn.position()


class _Turn:
    """One turn while it is executed."""

    __slots__ = ("entered", "fresh", "hidden", "left", "maze", "men", "stocks")

    def __init__(self, maze: Maze, position: Position) -> None:
        self.maze = maze
        self.hidden, self.entered = position.hidden, position.entered
        self.men = {knight >> MAN_BITS: knight & MAN for knight in position.knights}
        self.left = {clock >> CLOCK_BITS: clock & LEFT for clock in position.clocks}
        self.stocks = {clock >> CLOCK_BITS: clock >> LEFT_BITS & STOCK for clock in position.clocks}
        self.fresh = 1
        """What a clock set now has beyond its time: one unit until the clocks have ticked."""

    def position(self) -> Position:
        knights = sorted([square << MAN_BITS | man for square, man in self.men.items()])
        clocks = sorted(
            [
                square << CLOCK_BITS | self.stocks.get(square, 0) << LEFT_BITS | left
                for square, left in self.left.items()
            ]
        )
        return Position(self.hidden, self.entered, tuple(knights), tuple(clocks))

    def _may_enter(self, man: int, square: int) -> bool:
        kind = self.maze.kinds[square]
        if square in self.men or kind == ETERNAL:
            return False
        return kind != EDIBLE or square in self.left or self.maze.eats(man)

    def enter(self, man: int, square: int, *, carried: bool = False) -> None:
        """Put a knight on a square that he may enter, with all that comes of it."""
        kind = self.maze.kinds[square]
        if kind == LAIR:
            self.hidden += 1
        elif kind == TELEPORT and not carried and self._may_enter(man, self.maze.targets[square]):
            self.enter(man, self.maze.targets[square], carried=True)
        elif kind == MINE and square not in self.left:
            self._explode(square)
        elif kind == HOLE and square not in self.left:
            self._fill(man, square)
        elif kind == EDIBLE and square not in self.left:
            self.men[square] = man - 1
            self._start(square, OPEN_FOR)
        elif kind in TAKES_FROM:
            self.men[square] = self._supplied(man, square)
        else:
            self.men[square] = man

    def _start(self, square: int, time: int) -> None:
        self.left[square] = time + self.fresh

    def _fill(self, man: int, square: int) -> None:
        if self.maze.fills(man, square):
            self.men[square] = man - self.maze.sizes[square]
            self._start(square, OPEN_FOR)

    def _supplied(self, man: int, square: int) -> int:
        kind, most = self.maze.types[man >> SUPPLY_BITS]
        stock = self.stocks.get(square, self.maze.sizes[square])
        taken = min(stock, most - (man & SUPPLY)) if kind == TAKES_FROM[self.maze.kinds[square]] else 0
        if taken:
            self.stocks[square] = stock - taken
            if square not in self.left:
                self._start(square, MAKING)
        return man + taken

    def _explode(self, mine: int) -> None:
        self._start(mine, OPEN_FOR)
        self.men.pop(mine, None)
        for _, square in self.maze.around[mine]:
            self.men.pop(square, None)
            if self.maze.kinds[square] == EDIBLE and square not in self.left:
                self._start(square, OPEN_FOR)

    def let_in(self) -> None:
        """Let the next ones in, one after the other, while the entrance is free."""
        company, gate = self.maze.company, self.maze.entrance
        while self.entered < len(company) and self._may_enter(company[self.entered], gate):
            self.entered += 1
            self.enter(company[self.entered - 1], gate)

    def tick(self) -> None:
        """Turn the clocks by one unit; those that run out act, by their kinds, then row by row."""
        kinds = self.maze.kinds
        self.fresh = 0
        self.left = {square: left - 1 for square, left in self.left.items()}
        if 0 not in self.left.values():
            return
        due = sorted(square for square, left in self.left.items() if left == 0)
        for square in due:
            if kinds[square] == HOLE:
                self._shut(square)
        for square in due:
            if kinds[square] == EDIBLE:
                self._shut(square)
        for square in due:
            if kinds[square] in TAKES_FROM:
                self._produce(square)
        for square in due:
            if kinds[square] == MINE:
                del self.left[square]
                if square in self.men:
                    self._explode(square)

    def _shut(self, square: int) -> None:
        del self.left[square]
        self.men.pop(square, None)

    def _produce(self, store: int) -> None:
        del self.left[store]
        self.stocks[store] += 1
        if self.maze.standing and store in self.men:
            self.men[store] = self._supplied(self.men[store], store)
        if self.stocks[store] < self.maze.sizes[store]:
            self.left[store] = MAKING
        else:
            del self.stocks[store]


def _number(cell: Cell, width: int) -> int:
    return cell.row * width + cell.col


def pack(state: State, maze: Maze) -> Position:
    """A game's position in the solver's form."""
    width = state.board.width
    men = {
        _number(knight.cell, width): maze.man(knight.kind, knight.most, knight.supply)
        for knight in state.knights
        if knight.cell is not None
    }
    clocks = [
        _number(clock.cell, width) << CLOCK_BITS
        | (state.stock(clock.cell) << LEFT_BITS if clock.what == "store" else 0)
        | clock.left
        for clock in state.clocks
    ]
    knights = sorted(square << MAN_BITS | man for square, man in men.items())
    entered = len(state.knights) - state.count("waiting")
    return Position(state.count("hidden"), entered, tuple(knights), tuple(sorted(clocks)))


# -- questions and answers

FAR = 10**9
"""Further than any way is long."""
SMALL_COMPANY = 8
"""Knights up to which a position takes about as much time and room as any."""


def afforded(budget: int, knights: int) -> int:
    """How many positions with this number of knights cost as much as that many with few."""
    return max(1, budget * SMALL_COMPANY // max(SMALL_COMPANY, knights))


def move_of(state: State, action: Action) -> DragonMove:
    """The move of an action, which knows a knight only by the square that he stands on."""
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
        """Whether it ended without an answer, for its budget or for ``stop``."""
        self._came: dict[Position, tuple[int, Position | None, Action]] = {}
        self._open: dict[int, list[tuple[int, Position]]] = {}

    @abstractmethod
    def is_end(self, position: Position) -> bool:
        """Tell whether that is what is looked for."""

    @abstractmethod
    def bound(self, position: Position) -> int:
        """Turns that no way to an end can undercut; FAR where there is none.

        Where a turn lowers it by one at most, no position is looked into twice.
        """

    @property
    def looked(self) -> int:
        """How many positions are kept."""
        return len(self._came)

    def run(self) -> list[Action] | None:
        """The turns of a shortest way to an end; None if there is none, or where the search ``gave_up``."""
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
"""Positions kept before the search gives up: some 100 MB where the company is small."""


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
    """Solve a board from its beginning; ``standing`` is the variant ``stores_supply_standing``."""
    return solve_from(begin(board, standing=standing), budget=budget, stop=stop)


def solve_from(state: State, *, budget: int = BUDGET, stop: Stop = never) -> Solved | Unsolvable | NotFound:
    """Solve a game from a position of the true state (never a view: all squares must be known).

    The moves are those of a fewest-turns win, with the knights by their own names. At most ``budget`` positions
    are kept, and ``stop`` is asked before each is looked into.
    """
    maze = Maze(state.board, standing=state.standing)
    search = Win(maze, pack(state, maze), budget, stop)
    actions = search.run()
    if actions is not None:
        return Solved(moves_of(state, actions), search.looked)
    if search.gave_up:
        return NotFound(search.looked, stopped=search.looked < budget)
    return Unsolvable(search.looked)


WEIGHTS = (3, 20)
"""Weights of the turns left where any win will do; what one of them misses the next one may find."""


class AnyWin:
    """Finds wins of positions of one board, not necessarily shortest; all searches share the tables of the board."""

    def __init__(self, board: Board, *, standing: bool) -> None:
        self._maze = Maze(board, standing=standing)
        self._bound = Bound(self._maze)

    def win(self, state: State, budget: int, stop: Stop, weight: int) -> Winnable | Unsolvable | NotFound:
        """The first win found with that weight of the turns left."""
        search = Win(self._maze, pack(state, self._maze), budget, stop, left=self._bound, weight=weight)
        actions = search.run()
        if actions is not None:
            return Winnable(moves_of(state, actions), search.looked)
        if search.gave_up:
            return NotFound(search.looked, stopped=search.looked < budget)
        return Unsolvable(search.looked)


def solve_or_win(board: Board, *, standing: bool = True, budget: int = BUDGET, stop: Stop = never) -> Answer:
    """Solve a board; where its shortest win is not found, find any, with as many positions for each weight."""
    answer: Answer = solve(board, standing=standing, budget=budget, stop=stop)
    solver, state, looked = AnyWin(board, standing=standing), begin(board, standing=standing), answer.looked
    for weight in WEIGHTS:
        if not isinstance(answer, NotFound) or answer.stopped:
            break
        answer = solver.win(state, budget, stop, weight)
        looked += answer.looked
    return replace(answer, looked=looked)


def moves_of(state: State, actions: list[Action]) -> tuple[DragonMove, ...]:
    """The moves of the actions, with the knights by name, found by playing the turns."""
    moves: list[DragonMove] = []
    for action in actions:
        moves.append(move_of(state, action))
        state = state.apply(moves[-1]).state
    return tuple(moves)


# -- how far it is at least


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
        for man in reversed(maze.company):
            self._waiting.insert(0, _stronger(self._waiting[0], self._power(man)))
        near_gate = [maze.kinds[square] for _, square in maze.around[maze.entrance]]
        self._must_leave_gate = maze.kinds[maze.entrance] in (PLAIN, BRICKS, TEETH) and MINE not in near_gate
        self._known: dict[tuple[bool, int, bool, tuple[int, ...]], _Distances] = {}

    def turns(self, position: Position) -> int:
        """The bound; FAR where no win can follow."""
        needed = self.maze.required - position.hidden
        if needed <= 0:
            return 0
        spare = len(position.knights) + len(self.maze.company) - position.entered - needed
        if spare < 0:
            return FAR
        known = self._distances(position, spare)
        by_type = known.by_type
        far = [by_type[knight >> SUPPLY_BITS & TYPE][knight >> MAN_BITS] for knight in position.knights]
        waiting = known.waiting[position.entered]
        if waiting and self._must_leave_gate:
            at_gate = [knight >> MAN_BITS for knight in position.knights].index(self.maze.entrance)
            least = _least_through_gate(far, at_gate, waiting, needed)
        else:
            least = sum(sorted(far + waiting)[:needed])
        if least >= FAR - 1 or (known.shutting and self._is_too_late(position, known, needed)):
            return FAR
        return least

    def guessed(self) -> set[int]:
        """The squares on the shortest ways from outside of which the bound only hopes that they can be passed.

        They are walls to be eaten, holes to be filled, mines, and teleports that shall carry nobody. Where there are
        none, the bound of the beginning is the number of turns, but for knights who stand in each other's way.
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
        """The distances with what the company still can do."""
        eats, bag = self._waiting[position.entered]
        powers = self._powers
        for knight in position.knights:
            power = powers.get(knight & MAN) or self._power(knight & MAN)
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

    def _power(self, man: int) -> tuple[bool, int]:
        """Tell whether a knight may ever eat, and how many bricks he may ever have at once."""
        kind, most = self.maze.types[man >> SUPPLY_BITS]
        supply = most if self._can_fetch.get(kind) else man & SUPPLY
        power = kind == "eater" and supply > 0, supply if kind == "builder" else 0
        self._powers[man] = power
        return power

    def _is_too_late(self, position: Position, known: _Distances, needed: int) -> bool:
        """Tell whether not enough can still get through what shuts for ever."""
        free, before = 0, []
        men = [(knight >> SUPPLY_BITS & TYPE, knight >> MAN_BITS) for knight in position.knights]
        men += [(man >> SUPPLY_BITS, -1) for man in self.maze.company[position.entered :]]
        for kind, square in men:
            if known.shut[kind][square] < FAR:
                free += 1
            else:
                before.append(known.onto[kind][square] + 1)
        if free >= needed:
            return False
        time = max(clock & LEFT for clock in position.clocks if clock >> CLOCK_BITS in known.shutting)
        return sum(sorted(before)[: needed - free]) > time


def _least_through_gate(far: list[int], at_gate: int, waiting: list[int], needed: int) -> int:
    """The least sum for as many as are needed: by who is the last to come in for it, or for none who waits."""
    least = sum(sorted(far)[:needed]) if needed <= len(far) else FAR
    first = max(0, needed - len(far) - 1)
    far[at_gate] -= 1  # his step off the entrance counts by itself
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
    """For each type of knight and square, the squares from which one move may lead there, as if nothing barred it."""

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
        """The squares on which no knight who is to arrive can ever stand."""
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
        """The fewest own moves from each square to one of the ends, breadth first; from outside it is the last."""
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
        queue = [self.by_type[man >> SUPPLY_BITS][-1] for man in ways.maze.company]
        self.waiting = [queue[entered:] for entered in range(len(queue) + 1)]
        self.shut: list[list[int]] = []
        self.onto: list[list[int]] = []
        if self.shutting:
            self.shut = [ways.distances(back, (ways.lair,), closed) for back in ways.by_type]
            self.onto = [ways.distances(back, self.shutting, barred) for back in ways.by_type]


# -- questions and answers


class Win(Search):
    """The goal of a search: as many knights as needed in the lair, or a position ``known`` to be winnable."""

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
        """Turns that no win can undercut."""
        return self._left.turns(position)
