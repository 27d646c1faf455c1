"""The labyrinth in whole numbers, private to the solver: a board's tables, and what a turn makes of a position.

A position forgets what a shortest way does not need: the time, what was seen, who is dead, and the names of
knights — equal ones are one. Clocks are kept by what is left of them, in the order of their squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from logic.core import Cell
from logic.dragon.board import STORE_OF, Board, Direction, Field, FieldKind, KnightKind
from logic.dragon.rules import MAKING, OPEN_FOR, State

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
    """How many hide in the lair, how many have entered, the knights on the board and the clocks, both sorted."""

    hidden: int
    entered: int
    knights: tuple[int, ...]
    clocks: tuple[int, ...]


class Action(NamedTuple):
    """One turn: the knight on that square steps, or leaps, in that direction; square -1 is a pass."""

    square: int
    direction: Direction
    leaps: bool


PASS = Action(-1, "north", False)

Exit = tuple[Action, int]
"""A step or a leap, and the square that it leads to."""


@lru_cache(maxsize=4)
def exits(height: int, width: int, far: int) -> list[list[Exit]]:
    """Of each square of a board the exits to those so far away, whatever is there.

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
    """What never changes in a game: the squares as numbers, row by row, where one gets from each, and the company."""

    __slots__ = (
        "around", "company", "entrance", "kinds", "leapers", "required", "sizes", "standing", "targets", "types", "ways"
    )  # fmt: skip

    def __init__(self, board: Board, *, standing: bool) -> None:
        fields = [field for row in board.fields for field in row]
        self.kinds = [KINDS.index(field.kind) for field in fields]
        self.sizes = [field.size for field in fields]
        self.targets = [_target(field, board.width) for field in fields]
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
        # Nothing but the knight and the clocks' hands moves, unless a clock runs out or the entrance is left.
        later = None if any(clock & LEFT == 1 for clock in clocks) else tuple([clock - 1 for clock in clocks])
        gate = self.entrance if entered < len(self.company) else -1
        for place, knight in enumerate(knights):
            square, man = knight >> MAN_BITS, knight & MAN
            for action, end in self.ways[self.leapers[man >> SUPPLY_BITS]][square]:
                kind = self.kinds[end]
                if end in occupied or (kind == EDIBLE and end not in running and not self.eats(man)):
                    continue
                if later is None or square == gate or (kind and not (kind in WITH_CLOCK and end in running)):
                    yield action, self._turn(position, square, end)
                else:
                    moved = sorted((*knights[:place], end << MAN_BITS | man, *knights[place + 1 :]))
                    yield action, Position(hidden, entered, tuple(moved), later)
        if clocks:  # where no clock runs, nothing comes of waiting
            yield PASS, self._turn(position, -1, -1) if later is None else Position(hidden, entered, knights, later)

    def wait(self, position: Position) -> Position:
        """What passing leads to."""
        return self._turn(position, -1, -1)

    def eats(self, man: int) -> bool:
        """Tell whether he is an Eater with a tooth."""
        return man & SUPPLY > 0 and self.types[man >> SUPPLY_BITS][0] == "eater"

    def _turn(self, position: Position, square: int, end: int) -> Position:
        turn = _Turn(self, position)
        if square >= 0:
            turn.enter(turn.men.pop(square), end)
        turn.let_in()
        turn.tick()
        turn.let_in()
        return turn.position()


class _Turn:
    """One turn under way."""

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
        size = self.maze.sizes[square]
        if self.maze.types[man >> SUPPLY_BITS][0] == "builder" and man & SUPPLY >= size:
            self.men[square] = man - size
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


def _target(field: Field, width: int) -> int:
    return -1 if field.target is None else _number(field.target, width)


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
