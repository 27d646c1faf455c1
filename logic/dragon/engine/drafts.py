"""Random drafts of labyrinths: a path, barriers with gates across it, knights to pass them, and dangers."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from logic.core import Cell, Dice
from logic.dragon.board import DIRECTIONS, STORE_OF, Board, Field, FieldKind, Knight, KnightKind
from logic.dragon.engine.solver import ETERNAL, Bound, Maze, exits


@dataclass(frozen=True, slots=True)
class Style:
    """The parameters of drafting, by difficulty.

    ``distances`` is how far apart entrance and lair lie, as a share of the longest distance on the board, and at most;
    the path is a shortest one under random costs of 1 … ``winding`` a square; ``needed`` is the share of the knights
    who must arrive, and the most, unless the request says otherwise. ``barriers`` are the fewest and the most across
    the path, as far as the dangers suffice for them.
    """

    distances: tuple[tuple[float, int], ...]
    winding: tuple[int, ...]
    needed: tuple[tuple[float, int], ...]
    barriers: tuple[tuple[int, int], ...]


LONG = Style(
    distances=((0.3, 5), (0.45, 9), (0.6, 18), (0.8, 40), (1.0, 200)),
    winding=(1, 2, 4, 6, 8),
    needed=((0.5, 2), (0.6, 3), (0.7, 6), (0.85, 20), (1.0, 100)),
    barriers=((0, 1), (0, 1), (1, 2), (1, 3), (2, 3)),
)
"""The harder, the longer the way, and the more knights must arrive."""

DENSE = Style(
    distances=((0.3, 5), (0.45, 9), (0.5, 7), (0.65, 8), (0.65, 8)),
    winding=(1, 2, 2, 3, 3),
    needed=((0.5, 2), (0.6, 3), (0.6, 2), (0.6, 2), (0.6, 2)),
    barriers=((0, 1), (0, 1), (1, 2), (1, 3), (1, 3)),
)
"""Neither far nor for all knights, which leaves room for more than walking."""

MOST_THROUGH = 5
"""The most knights that can pass a gate before its clock runs out."""

EARLY_HELP = 2
"""Up to this difficulty the knights that open the gates enter first."""

DEADLY = 9
"""The size of the largest hole."""

ACROSS_BARRIER = 1000
"""The cost of crossing a barrier once more: more than any path costs otherwise."""

Weights = Mapping[FieldKind, int]


def drawn_kind(weights: Weights, dice: Dice) -> FieldKind:
    """Draw a kind of field with probabilities proportional to the weights."""
    rest = dice.below(sum(weights.values()))
    for kind, weight in weights.items():
        rest -= weight
        if rest < 0:
            return kind
    raise AssertionError("the weights add up to their sum")


WILD: Weights = {"eternal": 26, "edible": 20, "mine": 16, "hole": 20, "teleport": 10, "teeth": 4, "bricks": 4}
TAME: Weights = {"eternal": 50, "hole": 30, "mine": 12, "teleport": 4, "teeth": 2, "bricks": 2}
"""Weights of fields beside the path. Tame ones allow no shortcut that needs a tool, so the path's length is known."""

BARRIER_WILD: Weights = {"eternal": 50, "hole": 24, "mine": 16, "edible": 10}
BARRIER_TAME: Weights = {"eternal": 70, "hole": 30}


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """A requested board; ``required`` 0 leaves that number to the difficulty."""

    height: int
    width: int
    knights: int
    required: int
    dangers: int
    difficulty: int

    @property
    def squares(self) -> int:
        return self.height * self.width

    @property
    def filled(self) -> int:
        """The number of squares that are neither plain nor the lair; the entrance is always plain."""
        return min(round(self.squares * self.dangers / 100), self.squares - 2)


class Draft:
    """One board while it is drafted.

    ``tameness`` leaves out what makes a proof of the shortest win long: at 1 no danger beside the path can be a
    shortcut, so that its length is known at once; at 2 no gate has a clock either, and every knight may walk straight
    home.
    """

    def __init__(self, request: BoardRequest, dice: Dice, tameness: int = 0, style: Style = LONG) -> None:
        self.request, self.dice, self.tameness, self.style = request, dice, tameness, style
        self.fields: dict[int, Field] = {}
        self.around = [[end for _, end in reached] for reached in exits(request.height, request.width, 1)]
        self.entrance, self.lair = self._ends()
        self.fields[self.lair] = Field("lair")
        self.way: list[int] = []
        self.barriers: set[int] = set()

    def board(self) -> Board:
        """The finished board; to be called once."""
        barriers = self.barriers = self._barriers()
        self.way = self._way(barriers)
        needed = self.style.needed[self.request.difficulty - 1]
        company = _Company(self.request, self.dice, needed, straight=self.tameness > 1)
        gates = [square for square in self.way if square in barriers]
        for gate in gates:
            self._gate(gate, barriers, company)
        barriers.difference_update(gate for gate in gates if gate not in self.fields)
        knights = company.knights()
        self._stores(gates, company)
        self._fill_barriers(sorted(barriers.difference(self.fields, gates)), company)
        self._scatter({knight.kind for knight in knights}, company)
        board = self._drawn(knights, company.required)
        return self._wall_off_shortcuts(board, gates) if self.tameness else board

    @property
    def room(self) -> int:
        """How many squares may still be filled, besides those of the barriers."""
        return self.request.filled - len(self.barriers.union(self.fields)) + 1

    # -- geometry

    def _ends(self) -> tuple[int, int]:
        request, dice = self.request, self.dice
        share, most = self.style.distances[request.difficulty - 1]
        furthest = request.height + request.width - 2
        usual = min(furthest * share, most)
        wanted = max(min(2, furthest), round(usual * (0.8 + 0.4 * dice.chance())))
        entrance = dice.choice(self._rim()) if dice.chance() < 0.8 else dice.below(request.squares)
        far = [self._apart(entrance, square) for square in range(request.squares)]
        best = min(abs(apart - wanted) for apart in far if apart)
        return entrance, dice.choice([s for s, apart in enumerate(far) if apart and abs(apart - wanted) == best])

    def _rim(self) -> list[int]:
        return [square for square, around in enumerate(self.around) if len(around) < len(DIRECTIONS)]

    def _apart(self, one: int, other: int) -> int:
        width = self.request.width
        return abs(one // width - other // width) + abs(one % width - other % width)

    def _spread(self, start: int, costs: Sequence[int]) -> tuple[list[int], list[int]]:
        """The distance of each square from the start, and its predecessor on a shortest way there."""
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
        most = self.style.winding[self.request.difficulty - 1]
        return [1 + self.dice.below(most) for _ in range(self.request.squares)]

    def _barriers(self) -> set[int]:
        """The squares of the lines that separate the entrance from the lair, each bent at random."""
        low, high = self.style.barriers[self.request.difficulty - 1]
        wanted = low + self.dice.below(high - low + 1)
        found: set[int] = set()
        for _ in range(wanted * 3):
            line = self._barrier()
            if line and not found & line and len(found) + len(line) <= self.request.filled:
                found |= line
                wanted -= 1
            if wanted <= 0:
                break
        return found

    def _barrier(self) -> set[int]:
        """The boundary of the squares within a random distance of one end; empty if it contains the other end."""
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

    # -- fields

    def _gate(self, gate: int, barriers: set[int], company: _Company) -> None:
        index = self.way.index(gate)
        near, beyond = self.way[index - 1], self.way[index + 1]
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
        weights = BARRIER_TAME if self.tameness else BARRIER_WILD
        for square in squares:
            self.fields[square] = self._danger(weights, company)

    def _stores(self, gates: list[int], company: _Company) -> None:
        """Place a store for each knight that lacks supplies, beside the way to the gates."""
        for store, lacking in company.lacking:
            last = self.way.index(gates[-1])
            near = {end for square in self.way[:last] for end in self.around[square]}
            free = [square for square in sorted(near.difference(self.way, self.fields)) if self.room > 0]
            if free:
                self.fields[self.dice.choice(free)] = Field(store, lacking)

    def _scatter(self, kinds: set[KnightKind], company: _Company) -> None:
        useless = [store for knight, store in STORE_OF.items() if knight not in kinds]
        weights = {kind: n for kind, n in (TAME if self.tameness else WILD).items() if kind not in useless}
        kept = {*self.way, *(self._square(f.target) for f in self.fields.values() if f.target is not None)}
        free = [square for square in range(self.request.squares) if square not in kept and square not in self.fields]
        for square in self.dice.shuffled(free)[: max(0, self.room)]:
            self.fields[square] = self._danger(weights, company)
        walked = [square for square in self.way[1:] if square not in self.fields]
        for square in self.dice.shuffled(walked)[: max(0, self.room)]:  # only stores, which are harmless at any density
            self.fields[square] = Field(self.dice.choice(("teeth", "bricks")), 1 + self.dice.below(2))

    def _danger(self, weights: Weights, company: _Company) -> Field:
        kind = drawn_kind(weights, self.dice)
        if kind == "teleport":
            return Field(kind, target=self._cell(self.dice.below(self.request.squares)))
        if kind == "hole":
            small = not self.tameness and self.dice.chance() < 0.5
            return Field(kind, 1 + self.dice.below(3) if small else min(DEADLY, company.bag + 1 + self.dice.below(3)))
        return Field(kind, 1 + self.dice.below(3) if kind in ("teeth", "bricks") else 0)

    def _cell(self, square: int) -> Cell:
        return Cell(*divmod(square, self.request.width))

    def _square(self, cell: Cell) -> int:
        return cell.row * self.request.width + cell.col

    def _drawn(self, knights: tuple[Knight, ...], required: int) -> Board:
        request = self.request
        flat = [self.fields.get(square, Field("plain")) for square in range(request.squares)]
        rows = tuple(tuple(flat[start : start + request.width]) for start in range(0, request.squares, request.width))
        used = tuple(knight if has_use_for_power(knight, flat) else Knight("ordinary") for knight in knights)
        return Board(request.height, request.width, rows, self._cell(self.entrance), used, required)

    def _wall_off_shortcuts(self, board: Board, gates: Iterable[int]) -> Board:
        """Turn each danger that looks like a shortcut into an eternal wall."""
        maze = Maze(board, standing=True)
        bound = Bound(maze)
        hardened: set[int] = set()
        while found := bound.guessed().difference(gates, hardened):
            hardened |= found
            for square in found:
                maze.kinds[square] = ETERNAL
        self.fields |= {square: Field("eternal") for square in sorted(hardened)}
        return self._drawn(board.knights, board.required)


def has_use_for_power(knight: Knight, fields: Iterable[Field]) -> bool:
    """Return whether the board has anything that a knight's power can be used on."""
    if knight.kind == "eater":
        return any(field.kind == "edible" for field in fields)
    if knight.kind == "builder":
        return any(field.kind == "hole" and field.size <= knight.most for field in fields)
    return True


class _Company:
    """The knights of a draft: those whom the gates need, and others."""

    def __init__(self, request: BoardRequest, dice: Dice, needed: tuple[float, int], *, straight: bool) -> None:
        self.request, self.dice, self.needed, self.straight = request, dice, needed, straight
        self.holes: list[int] = []
        self.walls = self.lost = 0
        self.bag = 0
        self.lacking: list[tuple[FieldKind, int]] = []
        """The needed stores, each with the number of units to fetch there."""

    @property
    def required(self) -> int:
        """How many must arrive: as requested, or by the difficulty; never the knights that are to be lost."""
        request = self.request
        share, most = self.needed
        usual = max(1, min(round(request.knights * share), most))
        return request.required or min(usual, request.knights - self.lost)

    def gates(self) -> list[str]:
        """The kinds of gates that this company can pass."""
        free = self.request.knights - self.lost - bool(self.walls) - bool(self.holes)
        found = ["teleport", "teleport"] + ["gap"] * (self.request.difficulty < 3)
        if self.straight or self.required > MOST_THROUGH:
            return [*found, "gap"]
        found += ["wall"] * 3 * bool(self.walls or free > 0) + ["hole"] * 3 * bool(self.holes or free > 0)
        if free > 1 and self.request.knights - self.lost > max(self.request.required, 1):
            found.append("mine")
        return found

    def knights(self) -> tuple[Knight, ...]:
        """All knights in their order of entry; sets ``bag`` and ``lacking``, so call it once, after the gates."""
        chosen: list[Knight] = []
        if self.walls:
            chosen.append(Knight("eater", self._most("teeth", self.walls, 1)))
        if self.holes:
            self.bag = self._most("bricks", sum(self.holes), max(self.holes))
            chosen.append(Knight("builder", self.bag))
        others = [self._other(chosen) for _ in range(self.request.knights - len(chosen))]
        if self.request.difficulty <= EARLY_HELP:
            return (*chosen, *others)
        return tuple(self.dice.shuffled([*chosen, *others]))

    def _most(self, store: FieldKind, wanted: int, least: int) -> int:
        """A knight's supply: all that it needs, or less if it is to fetch the rest."""
        if wanted == least or self.dice.chance() < 0.6:
            return wanted
        self.lacking.append((store, wanted - least))
        return least

    def _other(self, chosen: Sequence[Knight]) -> Knight:
        roll = self.dice.chance()
        if roll < 0.25:
            return Knight("jumper")
        if roll < 0.45 and chosen:
            return self.dice.choice(chosen)
        if roll < 0.6 and not chosen and self.request.dangers:
            kind: KnightKind = self.dice.choice(("eater", "builder"))
            return Knight(kind, 1 + self.dice.below(2))
        return Knight("ordinary")
