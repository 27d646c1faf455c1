"""Makes labyrinths to measure: drafts are drawn by the dice, proved by the solver, graded, and the nearest is kept."""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import log2
from typing import cast

from logic.core import Cell, Dice, Event, Message, Stop, never
from logic.dragon.board import (
    DIRECTIONS,
    LONGEST_SIDE,
    MOST_KNIGHTS,
    STORE_OF,
    Board,
    Field,
    FieldKind,
    Knight,
    KnightKind,
)
from logic.dragon.engine.compact import ETERNAL, Maze, pack
from logic.dragon.engine.solver import Bound, Solved, solve
from logic.dragon.rules import SQUARES, Pass, State, begin
from logic.puzzles import TIERS, NoPuzzle

DISTANCES = ((0.3, 5), (0.45, 9), (0.6, 18), (0.8, 40), (1.0, 200))
"""By difficulty: how far apart entrance and lair lie, as a share of the furthest on the board, and at most."""

WINDING = (1, 2, 4, 6, 8)
"""By difficulty: the way is a shortest one where a square costs 1 … this."""

BARRIERS = ((0, 1), (0, 1), (1, 2), (1, 3), (2, 3))
"""By difficulty: the fewest and the most barriers across the way, as far as the dangers suffice for them."""

NEEDED = ((0.5, 2), (0.6, 3), (0.7, 6), (0.85, 20), (1.0, 100))
"""By difficulty: the share of the knights who must arrive, and the most, where nothing else is wished."""

MOST_THROUGH = 5
"""More knights than that do not get through a gate before its clock runs out."""

EARLY_HELP = 2
"""Up to this difficulty those who open the gates come in first."""

DEADLY = 9
"""The largest hole that is dug."""

ACROSS_BARRIER = 1000
"""What it costs a way to cross a barrier once more: further than any way is long otherwise."""

Weights = Mapping[FieldKind, int]


def drawn_kind(weights: Weights, dice: Dice) -> FieldKind:
    """Draw a kind of field, each as often as its weight says."""
    rest = dice.below(sum(weights.values()))
    for kind, weight in weights.items():
        rest -= weight
        if rest < 0:
            return kind
    raise AssertionError("the weights add up to their sum")


WILD: Weights = {"eternal": 26, "edible": 20, "mine": 16, "hole": 20, "teleport": 10, "teeth": 4, "bricks": 4}
TAME: Weights = {"eternal": 50, "hole": 30, "mine": 12, "teleport": 4, "teeth": 2, "bricks": 2}
"""What lies beside the way. The tame ones hold no shortcut that needs a tool: then a way's length is known at once."""

BARRIER_WILD: Weights = {"eternal": 50, "hole": 24, "mine": 16, "edible": 10}
BARRIER_TAME: Weights = {"eternal": 70, "hole": 30}


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants made; ``required`` 0 leaves it to the difficulty."""

    height: int
    width: int
    knights: int
    required: int
    dangers: int
    difficulty: int

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return self.height * self.width

    @property
    def filled(self) -> int:
        """How many squares are neither plain nor the lair; the entrance always is plain."""
        return min(round(self.squares * self.dangers / 100), self.squares - 2)


class Draft:
    """One board being drawn.

    ``tame`` leaves out what makes a proof long: at 1 no danger beside the way could be a shortcut, so that the way's
    length is known at once; at 2 no gate has a clock either, and everybody may walk straight home.
    """

    def __init__(self, wish: Wish, dice: Dice, tame: int = 0) -> None:
        self.wish, self.dice, self.tame = wish, dice, tame
        self.fields: dict[int, Field] = {}
        self.around = [_around(square, wish.height, wish.width) for square in range(wish.squares)]
        self.entrance, self.lair = self._ends()
        self.fields[self.lair] = Field("lair")
        self.way: list[int] = []
        self.barriers: set[int] = set()

    def board(self) -> Board:
        barriers = self.barriers = self._barriers()
        self.way = self._way(barriers)
        company = _Company(self.wish, self.dice, straight=self.tame > 1)
        gates = [square for square in self.way if square in barriers]
        for gate in gates:
            self._gate(gate, barriers, company)
        barriers.difference_update(gate for gate in gates if gate not in self.fields)
        knights = company.knights()
        self._stores(gates, company)
        self._fill_barriers(sorted(barriers.difference(self.fields, gates)), company)
        self._scatter({knight.kind for knight in knights}, company)
        board = self._drawn(knights, company.required)
        return self._hardened(board, gates) if self.tame else board

    @property
    def room(self) -> int:
        """How many squares may still be filled, beside those of the barriers."""
        return self.wish.filled - len(self.barriers.union(self.fields)) + 1

    # -- where things are

    def _ends(self) -> tuple[int, int]:
        wish, dice = self.wish, self.dice
        share, most = DISTANCES[wish.difficulty - 1]
        furthest = wish.height + wish.width - 2
        usual = min(furthest * share, most)
        wanted = max(min(2, furthest), round(usual * (0.8 + 0.4 * dice.chance())))
        entrance = dice.choice(self._rim()) if dice.chance() < 0.8 else dice.below(wish.squares)
        far = [self._apart(entrance, square) for square in range(wish.squares)]
        best = min(abs(apart - wanted) for apart in far if apart)
        return entrance, dice.choice([s for s, apart in enumerate(far) if apart and abs(apart - wanted) == best])

    def _rim(self) -> list[int]:
        return [square for square, around in enumerate(self.around) if len(around) < len(DIRECTIONS)]

    def _apart(self, one: int, other: int) -> int:
        width = self.wish.width
        return abs(one // width - other // width) + abs(one % width - other % width)

    def _spread(self, start: int, costs: Sequence[int]) -> tuple[list[int], list[int]]:
        """How far each square is from one, and where one comes from on the shortest way there."""
        far, before = [-1] * len(costs), [-1] * len(costs)
        waiting = [(0, start, -1)]
        while waiting:
            cost, square, origin = heapq.heappop(waiting)
            if far[square] >= 0:
                continue
            far[square], before[square] = cost, origin
            for end in self.around[square]:
                if far[end] < 0:
                    heapq.heappush(waiting, (cost + costs[end], end, square))
        return far, before

    def _costs(self) -> list[int]:
        most = WINDING[self.wish.difficulty - 1]
        return [1 + self.dice.below(most) for _ in range(self.wish.squares)]

    def _barriers(self) -> set[int]:
        """The squares of lines that part the entrance from the lair, each bent by chance."""
        low, high = BARRIERS[self.wish.difficulty - 1]
        wanted = low + self.dice.below(high - low + 1)
        found: set[int] = set()
        for _ in range(wanted * 3):
            line = self._barrier()
            if line and not found & line and len(found) + len(line) <= self.wish.filled:
                found |= line
                wanted -= 1
            if wanted <= 0:
                break
        return found

    def _barrier(self) -> set[int]:
        """The rim of all that is nearer to one end than some distance; empty where the other is in it."""
        ends = (self.lair, self.entrance) if self.dice.chance() < 0.6 else (self.entrance, self.lair)
        far, _ = self._spread(ends[0], self._costs())
        within = far[ends[1]] - 1
        if within < 1:
            return set()
        limit = 1 + self.dice.below(within)
        line = {
            square
            for square, distance in enumerate(far)
            if distance <= limit and any(far[end] > limit for end in self.around[square])
        }
        return set() if line & {*ends} else line

    def _way(self, barriers: set[int]) -> list[int]:
        costs = [cost + ACROSS_BARRIER * (square in barriers) for square, cost in enumerate(self._costs())]
        _, before = self._spread(self.lair, costs)
        way = [self.entrance]
        while way[-1] != self.lair:
            way.append(before[way[-1]])
        return way

    # -- what lies there

    def _gate(self, gate: int, barriers: set[int], company: _Company) -> None:
        place = self.way.index(gate)
        near, beyond = self.way[place - 1], self.way[place + 1]
        kind = self.dice.choice(company.gates())
        if kind == "wall":
            self.fields[gate] = Field("edible")
            company.walls += 1
        elif kind == "hole":
            self.fields[gate] = Field("hole", 1 + self.dice.below(2))
            company.holes.append(self.fields[gate].size)
        elif kind == "mine":
            self.fields[gate] = Field("mine")
            company.lost += 1
        elif kind == "teleport" and self.room > 0 and near != self.entrance and not barriers & {near, beyond}:
            self.fields[gate] = Field("eternal")
            self.fields[near] = Field("teleport", target=self._cell(beyond))

    def _fill_barriers(self, squares: Iterable[int], company: _Company) -> None:
        weights = BARRIER_TAME if self.tame else BARRIER_WILD
        for square in squares:
            self.fields[square] = self._danger(weights, company)

    def _stores(self, gates: list[int], company: _Company) -> None:
        """Lay what a knight lacks beside the way to the gates."""
        for store, lacking in company.lacks():
            last = self.way.index(gates[-1])
            near = {end for square in self.way[:last] for end in self.around[square]}
            free = [square for square in sorted(near.difference(self.way, self.fields)) if self.room > 0]
            if free:
                self.fields[self.dice.choice(free)] = Field(store, lacking)

    def _scatter(self, kinds: set[KnightKind], company: _Company) -> None:
        useless = [store for knight, store in STORE_OF.items() if knight not in kinds]
        weights = {kind: n for kind, n in (TAME if self.tame else WILD).items() if kind not in useless}
        kept = {*self.way, *(self._square(f.target) for f in self.fields.values() if f.target is not None)}
        free = [square for square in range(self.wish.squares) if square not in kept and square not in self.fields]
        for square in self.dice.shuffled(free)[: max(0, self.room)]:
            self.fields[square] = self._danger(weights, company)
        walked = [square for square in self.way[1:] if square not in self.fields]
        for square in self.dice.shuffled(walked)[: max(0, self.room)]:  # nothing harms there, however dense it gets
            self.fields[square] = Field(self.dice.choice(("teeth", "bricks")), 1 + self.dice.below(2))

    def _danger(self, weights: Weights, company: _Company) -> Field:
        kind = drawn_kind(weights, self.dice)
        if kind == "teleport":
            return Field(kind, target=self._cell(self.dice.below(self.wish.squares)))
        if kind == "hole":
            small = not self.tame and self.dice.chance() < 0.5
            return Field(kind, 1 + self.dice.below(3) if small else min(DEADLY, company.bag + 1 + self.dice.below(3)))
        return Field(kind, 1 + self.dice.below(3) if kind in ("teeth", "bricks") else 0)

    def _cell(self, square: int) -> Cell:
        return Cell(*divmod(square, self.wish.width))

    def _square(self, cell: Cell) -> int:
        return cell.row * self.wish.width + cell.col

    def _drawn(self, knights: tuple[Knight, ...], required: int) -> Board:
        wish = self.wish
        flat = [self.fields.get(square, Field("plain")) for square in range(wish.squares)]
        rows = tuple(tuple(flat[start : start + wish.width]) for start in range(0, wish.squares, wish.width))
        used = tuple(knight if _is_of_use(knight, flat) else Knight("ordinary") for knight in knights)
        return Board(wish.height, wish.width, rows, self._cell(self.entrance), used, required)

    def _hardened(self, board: Board, gates: Iterable[int]) -> Board:
        """Make an eternal wall of each danger that looks like a shortcut."""
        maze = Maze(board, standing=True)
        bound = Bound(maze)
        hardened: set[int] = set()
        while found := bound.guessed().difference(gates, hardened):
            hardened |= found
            for square in found:
                maze.kinds[square] = ETERNAL
        self.fields |= {square: Field("eternal") for square in sorted(hardened)}
        return self._drawn(board.knights, board.required)


def _is_of_use(knight: Knight, fields: Iterable[Field]) -> bool:
    """Tell whether there is anything on the board that a knight's power is for."""
    if knight.kind == "eater":
        return any(field.kind == "edible" for field in fields)
    if knight.kind == "builder":
        return any(field.kind == "hole" and field.size <= knight.most for field in fields)
    return True


class _Company:
    """The knights of a draft: those whom the gates need, and others."""

    def __init__(self, wish: Wish, dice: Dice, *, straight: bool) -> None:
        self.wish, self.dice, self.straight = wish, dice, straight
        self.holes: list[int] = []
        self.walls = self.lost = 0
        self.bag = 0
        self._lacking: list[tuple[FieldKind, int]] = []

    @property
    def required(self) -> int:
        """How many must arrive: as wished, or by the difficulty; never those who are to be lost."""
        wish = self.wish
        share, most = NEEDED[wish.difficulty - 1]
        usual = max(1, min(round(wish.knights * share), most))
        return wish.required or min(usual, wish.knights - self.lost)

    def gates(self) -> list[str]:
        """What a gate may be so that this company gets through."""
        free = self.wish.knights - self.lost - bool(self.walls) - bool(self.holes)
        found = ["teleport", "teleport"] + ["gap"] * (self.wish.difficulty < 3)
        if self.straight or self.required > MOST_THROUGH:
            return [*found, "gap"]
        found += ["wall"] * 3 * bool(self.walls or free > 0) + ["hole"] * 3 * bool(self.holes or free > 0)
        if free > 1 and self.wish.knights - self.lost > max(self.wish.required, 1):
            found.append("mine")
        return found

    def knights(self) -> tuple[Knight, ...]:
        """All of them in their order of entry."""
        chosen: list[Knight] = []
        if self.walls:
            chosen.append(Knight("eater", self._most("teeth", self.walls, 1)))
        if self.holes:
            self.bag = self._most("bricks", sum(self.holes), max(self.holes))
            chosen.append(Knight("builder", self.bag))
        others = [self._other(chosen) for _ in range(self.wish.knights - len(chosen))]
        if self.wish.difficulty <= EARLY_HELP:
            return (*chosen, *others)
        return tuple(self.dice.shuffled([*chosen, *others]))

    def _most(self, store: FieldKind, wanted: int, least: int) -> int:
        """What a knight carries: all that he needs, or less where he shall fetch the rest."""
        if wanted == least or self.dice.chance() < 0.6:
            return wanted
        self._lacking.append((store, wanted - least))
        return least

    def _other(self, chosen: Sequence[Knight]) -> Knight:
        roll = self.dice.chance()
        if roll < 0.25:
            return Knight("jumper")
        if roll < 0.45 and chosen:
            return self.dice.choice(chosen)
        if roll < 0.6 and not chosen and self.wish.dangers:
            kind: KnightKind = self.dice.choice(("eater", "builder"))
            return Knight(kind, 1 + self.dice.below(2))
        return Knight("ordinary")

    def lacks(self) -> list[tuple[FieldKind, int]]:
        """The stores that are needed, each with what has to be fetched there."""
        return self._lacking


def _around(square: int, height: int, width: int) -> list[int]:
    row, col = divmod(square, width)
    ends = [(row + down, col + right) for down, right in DIRECTIONS.values()]
    return [r * width + c for r, c in ends if 0 <= r < height and 0 <= c < width]


THRESHOLDS = (5.2, 6.5, 7.6, 9.0)
"""From these scores on a board is of tier 2, 3, 4 and 5.

Measured on drafts that could be won, before any was chosen: of 60 of 5 by 6 with 3 knights for each difficulty the
medians are 4.5, 5.4, 5.9, 7.2 and 7.2 (the most is 9.4), of 20 of 12 by 12 with 4 knights 5.6, 6.8, 8.5, 8.8 and 9.6.
So every tier is usual on some size: the hardest from about 6 by 7 on, the easiest up to about 12 by 12.
"""

TOOLS = ("eat", "fill", "blast", "teleport", "supply", "leap")
"""Events that are ideas of their own on the way to the lair."""

MOST_SAMPLES = 128
"""Turns of the way at which choices are counted: enough for a mean, and a way may be thousands of turns long."""


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a board is, and what that was read off.

    ``choices`` is the mean number of moves, beside passing, along the shortest win; ``clocks`` how many squares run
    a clock there that matters; ``tools`` how many ideas it takes; ``spare`` how many knights may be lost.
    """

    tier: int
    score: float
    par: int
    choices: float
    clocks: int
    tools: int
    spare: int


def grade(board: Board, solved: Solved) -> Grade:
    """Grade a board by its shortest win.

    The score adds up, all in doublings so that a long board does not drown everything else:

    - the logarithm of the bits of the way: the turns, each times the logarithm of its choices. It is how much
      there is to get wrong, and grows with par and branching;
    - a sixth of the logarithm of the squares, for what there is to be explored in the dark;
    - a half for each tool that the way needs, a quarter for each clock that matters, up to six;
    - less a quarter for each knight that may be lost, up to four.
    """
    way = _Way(board, solved)
    spare = len(board.knights) - board.required
    bits = solved.turns * log2(1 + way.choices)
    score = log2(1 + bits) + log2(board.height * board.width) / 6
    score += len(way.tools) / 2 + min(len(way.clocks), 6) / 4 - min(spare, 4) / 4
    tier = 1 + bisect_right(THRESHOLDS, score)
    return Grade(tier, round(score, 3), solved.turns, way.choices, len(way.clocks), len(way.tools), spare)


class _Way:
    """The shortest win played once more, to see what it is made of.

    A clock matters where its square, once opened, is walked on while it runs, where it runs out before the win, or
    where a store makes what somebody takes.
    """

    def __init__(self, board: Board, solved: Solved) -> None:
        self.tools: set[str] = set()
        self.clocks: set[Cell] = set()
        self._running: set[Cell] = set()
        self._made: set[Cell] = set()
        samples, counted = 0, 0
        state = begin(board)
        every = max(1, -(-solved.turns // MOST_SAMPLES))
        for number, move in enumerate(solved.moves):
            if number % every == 0:
                samples += 1
                counted += len(state.legal_moves()) - 1
            step = state.apply(move)
            if isinstance(move, Pass):
                self.tools.add("pass")
            for event in step.events:
                self._note(event)
            state = cast("State", step.state)
        self.choices = counted / max(1, samples)

    def _note(self, event: Event) -> None:
        where = {path[-1] for path in event.paths.values()}
        if event.name in TOOLS:
            self.tools.add(event.name)
        if event.name in ("go", "leap", "teleport"):
            self.clocks |= self._running & where
        elif event.name in ("eat", "fill"):
            self._running |= where
        elif event.name in ("blast", "topple"):
            self._running.update(event.paths[SQUARES])
        elif event.name in ("crumble", "regrow", "mine_back"):
            self._running -= where
            self.clocks |= where
        elif event.name == "restock":
            self._made |= where
        elif event.name == "supply":
            self.clocks |= self._made & where


WISHES = {
    "height": (1, LONGEST_SIDE),
    "width": (1, LONGEST_SIDE),
    "knights": (1, MOST_KNIGHTS),
    "dangers": (0, 80),
    "difficulty": (1, TIERS),
}
"""The least and the most of what can be wished; ``dangers`` is percent of the squares."""


@dataclass(frozen=True, slots=True)
class Made:
    """A board that was made, the fewest turns that win it, and how hard it turned out."""

    board: Board
    par: int
    tier: int


@dataclass(frozen=True, slots=True)
class Effort:
    """How many boards are drafted, and how many positions the solver may keep for each, and for all together."""

    tries: int
    each: int
    whole: int
    tamed: int = 0
    """The least that drafts are tamed."""

    def tame(self, number: int) -> int:
        """How tame a draft of that number shall be: more and more."""
        return self.tamed + number * (3 - self.tamed) // self.tries


EFFORTS = (
    (36, Effort(24, 1_200, 4_000)),
    (64, Effort(24, 6_000, 30_000)),
    (144, Effort(16, 15_000, 80_000)),
    (400, Effort(12, 15_000, 100_000, 1)),
    (10_000, Effort(6, 60_000, 200_000, 1)),
)
"""By the most squares. What makes a board slow is not its size alone, so positions are counted, never seconds."""


MORE_EACH = 4
"""For each so many knights that much more: a company of a hundred needs many turns however easy the board is."""


def generate(
    height: int, width: int, knights: int, required: int, dangers: int, difficulty: int, dice: Dice, stop: Stop = never
) -> Made:
    """Make a board that can be won, never by waiting alone: the same for the same dice, everywhere.

    ``required`` 0 leaves it to the difficulty how many must arrive; ``dangers`` is the percentage of squares that are
    neither plain nor the lair. The number of tries is bounded; where none is of the wished difficulty, the nearest is
    given with the tier that it has. Raises NoPuzzle where nothing that can be won was found, or ``stop`` came first.
    """
    wish = Wish(height, width, knights, required, dangers, difficulty)
    check_bounds(asdict(wish), {**WISHES, "required": (0, knights)})
    if wish.squares == 1:
        raise NoPuzzle(Message("A labyrinth of one square wins itself."))
    found = _Tries(wish, dice, stop).best()
    if found is None:
        raise NoPuzzle(Message("No labyrinth that can be won was found by these wishes. Try fewer dangers or knights."))
    return found


def check_bounds(numbers: Mapping[str, int], bounds: Mapping[str, tuple[int, int]]) -> None:
    """Refuse a number beyond its bounds by a ValueError that names it."""
    for name, number in numbers.items():
        low, high = bounds[name]
        if not low <= number <= high:
            raise ValueError(f"{name}: a whole number from {low} to {high}, please")


def wins_itself(board: Board) -> bool:
    """Tell whether a board is won at once, or by passing alone."""
    state = begin(board, open_map=True)
    maze = Maze(board, standing=True)
    position = pack(state, maze)
    met = set()
    while position.hidden < board.required and position.clocks and position not in met:
        met.add(position)
        position = maze.wait(position)
    return position.hidden >= board.required


class _Tries:
    """The boards that are drafted for one wish, and the best of them."""

    def __init__(self, wish: Wish, dice: Dice, stop: Stop) -> None:
        self.wish, self.dice, self.stop = wish, dice, stop
        self.effort = next(effort for squares, effort in EFFORTS if wish.squares <= squares)
        self.share = max(1, wish.knights // MORE_EACH)
        self.left = self.effort.whole * self.share

    def best(self) -> Made | None:
        """Draft until one is as wished, or the tries are spent: the nearest then, None where there was none at all."""
        best: tuple[tuple[int, int], Made] | None = None
        for number in range(self.effort.tries):
            if self.stop() or self.left <= 0:
                break
            # Seeds of their own: what one draft rolls moves no other.
            found = self._try(Dice(self.dice.seed()), number)
            if found is None:
                continue
            board, graded = found
            score = abs(graded.tier - self.wish.difficulty), -graded.tools
            if best is None or score < best[0]:
                best = score, Made(board, graded.par, graded.tier)
            if score[0] == 0 and graded.tools >= min(self.wish.difficulty - 1, 2):
                break
        return best and best[1]

    def _try(self, dice: Dice, number: int) -> tuple[Board, Grade] | None:
        board = Draft(self.wish, dice, self.effort.tame(number)).board()
        if wins_itself(board):
            return None
        answer = solve(board, budget=min(self.effort.each * self.share, self.left), stop=self.stop)
        self.left -= answer.looked
        return (board, grade(board, answer)) if isinstance(answer, Solved) else None
