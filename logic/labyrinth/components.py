"""The tiles of Labyrinth, operations on a grid of them, and the parameters of a game."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, get_args

import msgspec

from logic.core import Cell, Message
from logic.puzzles import TIERS

Side = Literal["N", "E", "S", "W"]
Shape = Literal["I", "L", "T"]
Mark = Literal["push_again", "turn_again", "swap", "peek", "exchange", "wall"]
"""What a tile grants to the player who pushes it out.

In this order: another push, another turn, a swap of places, a look at a top card, putting one's top card under the
pile, walking through a wall once.
"""
MARKS: tuple[Mark, ...] = get_args(Mark)

SIDES: tuple[Side, ...] = ("N", "E", "S", "W")
STEPS: Mapping[Side, Cell] = {"N": Cell(-1, 0), "E": Cell(0, 1), "S": Cell(1, 0), "W": Cell(0, -1)}
BASES: Mapping[Shape, str] = {"I": "NS", "L": "NE", "T": "NSW"}
"""The open sides of each shape before rotation."""
TURNS: Mapping[Shape, int] = {"I": 2, "L": 4, "T": 4}
"""The number of distinct rotations of each shape."""
START = "start "
"""The prefix of the symbol of a start cell; the name of its corner follows."""
HIDDEN = "?"
"""A card that the viewer may not see."""


def opposite(side: Side) -> Side:
    return SIDES[(SIDES.index(side) + 2) % 4]


def open_sides(shape: Shape, rot: int) -> str:
    """The open sides of a shape after ``rot`` quarter turns clockwise, in the order N, E, S, W.

    >>> open_sides("L", 0), open_sides("L", 1)
    ('NE', 'ES')
    """
    turned = {SIDES[(SIDES.index(side) + rot) % 4] for side in SIDES if side in BASES[shape]}
    return "".join(side for side in SIDES if side in turned)


LYING: Mapping[str, tuple[Shape, int]] = {
    open_sides(shape, rot): (shape, rot) for shape in BASES for rot in range(TURNS[shape])
}
"""The shape and rotation with exactly these open sides."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: ``rot`` counts quarter turns clockwise from the shape's base; ids are for life.

    ``symbol`` is a treasure's name, ``start`` with a corner's name, or empty; ``mark`` is what the tile grants to the
    player who pushes it out, in the variant with events.
    """

    id: str
    shape: Shape
    rot: int = 0
    fixed: bool = False
    symbol: str = ""
    mark: Mark | Literal[""] = ""

    @property
    def open(self) -> str:
        """The sides with a passage, in the order N, E, S, W."""
        return OPEN[self.shape, self.rot]


OPEN: Mapping[tuple[Shape, int], str] = {lying: sides for sides, lying in LYING.items()}

Grid = tuple[tuple[Tile, ...], ...]
"""The tiles on the board, row by row."""


class Arrow(NamedTuple):
    """Where the spare tile can be pushed in: the cell pushed into, and the direction pushed."""

    row: int
    col: int
    side: Side

    @property
    def cell(self) -> Cell:
        """The cell pushed into."""
        return Cell(self.row, self.col)

    def __str__(self) -> str:
        return f"{self.cell} {self.side}"


@cache
def line_of(arrow: Arrow, size: int) -> tuple[Cell, ...]:
    """The cells that an arrow shifts, the one pushed into first."""
    step = STEPS[arrow.side]
    return tuple(Cell(arrow.row + i * step.row, arrow.col + i * step.col) for i in range(size))


def opposite_arrow(arrow: Arrow, size: int) -> Arrow:
    """The arrow at the other end of the line, which would push everything back."""
    end = line_of(arrow, size)[-1]
    return Arrow(end.row, end.col, opposite(arrow.side))


def pushed(grid: Grid, tile: Tile, arrow: Arrow) -> tuple[Grid, Tile]:
    """Shift a line by one with a tile going in at the arrow; returns the new grid and the tile that falls out.

    >>> grid = ((Tile("a", "I"), Tile("b", "I")), (Tile("c", "L"), Tile("d", "L")))
    >>> after, out = pushed(grid, Tile("new", "T"), Arrow(0, 1, "S"))
    >>> [[tile.id for tile in row] for row in after], out.id
    ([['a', 'new'], ['c', 'b']], 'd')
    """
    cells = line_of(arrow, len(grid))
    line = [grid[row][col] for row, col in cells]
    rows = [*map(list, grid)]
    for (row, col), there in zip(cells, [tile, *line[:-1]], strict=True):
        rows[row][col] = there
    return tuple(map(tuple, rows)), line[-1]


def pawn_after(cell: Cell, arrow: Arrow, size: int) -> Cell:
    """A pawn's cell after a push: it moves with its tile, and one that falls out lands on the tile pushed in."""
    cells = line_of(arrow, size)
    return cells[(cells.index(cell) + 1) % size] if cell in cells else cell


@cache
def _around(cell: Cell, size: int) -> tuple[tuple[Side, Side, Cell], ...]:
    """The cells beside a cell, each with the side to leave by and the side to enter by."""
    found = []
    for side, step in STEPS.items():
        there = Cell(cell.row + step.row, cell.col + step.col)
        if 0 <= there.row < size and 0 <= there.col < size:
            found.append((side, opposite(side), there))
    return tuple(found)


def neighbours(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """The cells that one step leads to: both touching sides are open."""
    ways_out = grid[cell.row][cell.col].open
    return tuple(
        there
        for side, back, there in _around(cell, len(grid))
        if side in ways_out and back in grid[there.row][there.col].open
    )


def ways(grid: Grid, start: Cell, *, through_wall: bool = False) -> dict[Cell, tuple[Cell, ...]]:
    """Each reachable cell, with a shortest path from ``start``, both ends included.

    ``through_wall`` allows one step through a wall, anywhere on the path.
    """
    found: dict[Cell, tuple[Cell, ...]] = {start: (start,)}
    seen: dict[tuple[Cell, bool], tuple[Cell, ...]] = {(start, through_wall): (start,)}
    queue = deque(seen)
    while queue:
        cell, may = here = queue.popleft()
        for there, left in _steps(grid, cell, may=may):
            if (there, left) not in seen:
                seen[there, left] = (*seen[here], there)
                found.setdefault(there, seen[there, left])
                queue.append((there, left))
    return dict(sorted(found.items()))


def _steps(grid: Grid, cell: Cell, *, may: bool) -> list[tuple[Cell, bool]]:
    """The next cells, each with whether a wall may still be passed after that."""
    joined = neighbours(grid, cell)
    steps = [(there, may) for there in joined]
    if may:
        steps += [(there, False) for _, _, there in _around(cell, len(grid)) if there not in joined]
    return steps


TREASURES: Mapping[str, Message] = {
    "book": Message("book"),
    "money_bag": Message("money bag"),
    "map": Message("map"),
    "crown": Message("crown"),
    "keys": Message("bunch of keys"),
    "skull": Message("skull"),
    "ring": Message("ring"),
    "chest": Message("chest"),
    "emerald": Message("emerald"),
    "sword": Message("sword"),
    "candelabra": Message("candelabra"),
    "helmet": Message("helmet"),
    "bat": Message("bat"),
    "dragon": Message("dragon"),
    "ghost": Message("ghost"),
    "genie": Message("genie"),
    "gnome": Message("gnome"),
    "princess": Message("princess"),
    "lizard": Message("lizard"),
    "moth": Message("moth"),
    "owl": Message("owl"),
    "rat": Message("rat"),
    "scarab": Message("scarab"),
    "spider": Message("spider"),
}
"""All treasures, and their names."""


Ban = Literal["exit_side", "entry_side", "whole_line", "none"]
Goals = Literal["top", "any", "numbers"]
End = Literal["home", "last_treasure"]

SMALLEST, LARGEST = 5, 9
MOST_PLAYERS = 4


class Fixed(NamedTuple):
    """A tile that never moves: its cell, its open sides, and its treasure or start."""

    row: int
    col: int
    open: str
    symbol: str = ""


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many movable tiles there are of each shape, including the spare one."""

    I: int  # noqa: E741 - the name of a shape
    L: int
    T: int

    @property
    def total(self) -> int:
        return self.I + self.L + self.T


ARROWS = tuple(Arrow(*place) for i in (1, 3, 5) for place in ((i, 0, "E"), (i, 6, "W"), (0, i, "S"), (6, i, "N")))
LAYOUT = (
    Fixed(0, 0, "ES", "start red"), Fixed(0, 2, "ESW", "book"),
    Fixed(0, 4, "ESW", "money_bag"), Fixed(0, 6, "SW", "start yellow"),
    Fixed(2, 0, "NES", "map"), Fixed(2, 2, "NES", "crown"),
    Fixed(2, 4, "ESW", "keys"), Fixed(2, 6, "NSW", "skull"),
    Fixed(4, 0, "NES", "ring"), Fixed(4, 2, "NEW", "chest"),
    Fixed(4, 4, "NSW", "emerald"), Fixed(4, 6, "NSW", "sword"),
    Fixed(6, 0, "NE", "start green"), Fixed(6, 2, "NEW", "candelabra"),
    Fixed(6, 4, "NEW", "helmet"), Fixed(6, 6, "NW", "start blue"),
)  # fmt: skip

MIX = Mix(12, 16, 6)


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of a game of Labyrinth.

    ``first`` is the player who begins, None to draw one. ``corners`` names, for each number of players, the corners
    they start from, in seat order. ``mix`` counts the movable tiles; the first of the ``T`` and of the ``L`` among them
    carry ``tee_treasures`` and ``corner_treasures``. ``cards`` is how many each pile gets: empty for equal piles of as
    many as there are, one number for all piles, or one for each. With ``goals`` "top" only the top card counts, with
    "any" all own cards, with "numbers" one pile lies open for all and a card is worth its number. ``open_cards`` shows
    all cards to all. With ``teams`` the first and the third seat share a pile, and so do the others. ``marks`` are
    dealt to movable tiles without treasure; a player who pushes such a tile out may use its mark once. ``maze`` is the
    seed of a fixed deal, None leaves it to the dice. ``par`` is the fewest turns that a maze for one takes, and
    ``tier`` from 1 to 5 its difficulty, both 0 if unknown.

    Raises ValueError naming the field if the parameters contradict each other.
    """

    players: int = 2
    first: int | None = None
    size: int = 7
    arrows: tuple[Arrow, ...] = ARROWS
    layout: tuple[Fixed, ...] = LAYOUT
    corners: tuple[tuple[str, ...], ...] = (
        ("red",),
        ("red", "blue"),
        ("red", "yellow", "blue"),
        ("red", "yellow", "blue", "green"),
    )
    mix: Mix = MIX
    tee_treasures: tuple[str, ...] = ("bat", "dragon", "ghost", "genie", "gnome", "princess")
    corner_treasures: tuple[str, ...] = ("lizard", "moth", "owl", "rat", "scarab", "spider")
    reinsertion_ban: Ban = "exit_side"
    cards: tuple[int, ...] = ()
    goals: Goals = "top"
    open_cards: bool = False
    end: End = "home"
    teams: bool = False
    marks: tuple[Mark, ...] = ()
    maze: int | None = None
    par: int = 0
    tier: int = 0

    def __post_init__(self) -> None:
        self._check_table()
        self._check_places()
        self._check_tiles()
        self._check_cards()

    # -- derived values

    @property
    def treasures(self) -> tuple[str, ...]:
        """All treasures of this board, the fixed ones first; a treasure's number is its position here, from 1."""
        fixed = (tile.symbol for tile in self.layout if tile.symbol and not tile.symbol.startswith(START))
        return (*fixed, *self.tee_treasures, *self.corner_treasures)

    @property
    def starts(self) -> tuple[Cell, ...]:
        places = {tile.symbol: Cell(tile.row, tile.col) for tile in self.layout}
        return tuple(places[START + name] for name in self.corners[self.players - 1])

    @property
    def piles(self) -> tuple[int, ...]:
        """The pile that each seat plays by: its own, its team's, or the common one."""
        apart = 1 if self.goals == "numbers" else 2 if self.teams else self.players
        return (*range(apart),) * (self.players // apart)

    def partners(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with a seat: its team, or itself alone."""
        apart = 2 if self.teams else self.players
        return tuple(range(seat % apart, self.players, apart))

    @property
    def pile_sizes(self) -> tuple[int, ...]:
        """The number of cards of each pile at the start."""
        count = max(self.piles) + 1
        if not self.cards:
            return (len(self.treasures) // count,) * count
        return self.cards * count if len(self.cards) == 1 else self.cards

    @property
    def fixed_tiles(self) -> dict[Cell, Tile]:
        """The fixed tiles by cell; ids f1, f2 … in the order of the layout."""
        tiles = {}
        for number, (row, col, sides, symbol) in enumerate(self.layout, 1):
            tiles[Cell(row, col)] = Tile(f"f{number}", *LYING[sides], fixed=True, symbol=symbol)
        return tiles

    @property
    def loose_tiles(self) -> tuple[Tile, ...]:
        """The movable tiles, unrotated: ids t1, t2 …, first I, then L, then T, those with treasures first."""
        counts: tuple[tuple[Shape, int], ...] = (("I", self.mix.I), ("L", self.mix.L), ("T", self.mix.T))
        shapes = [shape for shape, count in counts for _ in range(count)]
        symbols = [""] * self.mix.I
        symbols += [*self.corner_treasures, *[""] * (self.mix.L - len(self.corner_treasures))]
        symbols += [*self.tee_treasures, *[""] * (self.mix.T - len(self.tee_treasures))]
        return tuple(
            Tile(f"t{number}", shape, symbol=symbol)
            for number, (shape, symbol) in enumerate(zip(shapes, symbols, strict=True), 1)
        )

    # -- checks

    def _check_table(self) -> None:
        if not 1 <= self.players <= MOST_PLAYERS:
            raise ValueError(f"players: 1 to {MOST_PLAYERS}, please")
        if self.first is not None and not 0 <= self.first < self.players:
            raise ValueError(f"first: 0 to {self.players - 1} or nothing (the dice decide), please")
        if self.size % 2 == 0 or not SMALLEST <= self.size <= LARGEST:
            raise ValueError(f"size: an odd number from {SMALLEST} to {LARGEST}, please")
        if self.teams and self.players != MOST_PLAYERS:
            raise ValueError("teams: two against two, so players: 4, please")
        if self.maze is not None and self.maze < 0:
            raise ValueError("maze: 0 or more, or nothing (the dice decide), please")
        if self.par < 0:
            raise ValueError("par: 0 (unknown) or more, please")
        if not 0 <= self.tier <= TIERS:
            raise ValueError(f"tier: 1 to {TIERS}, or 0 (unknown), please")

    def _check_places(self) -> None:
        _check_layout(self.layout, self.size)
        _check_arrows(self.arrows, self.layout, self.size)
        if len(self.corners) < self.players or any(len(names) != i for i, names in enumerate(self.corners, 1)):
            raise ValueError("corners: a list for each number of players, with a corner for each of them, please")
        known = [tile.symbol for tile in self.layout if tile.symbol.startswith(START)]
        for names in self.corners:
            for name in names:
                if START + name not in known:
                    raise ValueError(f"corners: no tile of the layout holds {START + name!r}")
            if len(set(names)) < len(names):
                raise ValueError("corners: each of them once, please")

    def _check_tiles(self) -> None:
        if min(self.mix.I, self.mix.L, self.mix.T) < 0:
            raise ValueError("mix: no fewer than 0 tiles of a shape, please")
        wanted = self.size * self.size - len(self.layout) + 1
        if self.mix.total != wanted:
            raise ValueError(f"mix: {wanted} tiles that move are needed (one of them spare), not {self.mix.total}")
        for name, holders in (("tee_treasures", self.mix.T), ("corner_treasures", self.mix.L)):
            if len(getattr(self, name)) > holders:
                raise ValueError(f"{name}: there are only {holders} tiles for them")
        for name, times in Counter(self.treasures).items():
            if name not in TREASURES:
                raise ValueError(f"layout, tee_treasures, corner_treasures: no treasure {name!r}; there are "
                                 f"{', '.join(TREASURES)}")  # fmt: skip
            if times > 1:
                raise ValueError(f"layout, tee_treasures, corner_treasures: {name!r} stands twice")
        plain = sum(not tile.symbol for tile in self.loose_tiles)
        if len(self.marks) > plain:
            raise ValueError(f"marks: there are only {plain} tiles without a treasure for them")

    def _check_cards(self) -> None:
        piles = max(self.piles) + 1
        if len(self.cards) not in (0, 1, piles):
            raise ValueError(f"cards: nothing, one number, or {piles} of them, please")
        if sum(self.pile_sizes) > len(self.treasures) or min(self.pile_sizes) < 1:
            raise ValueError(f"cards: at least 1 for each player, from the {len(self.treasures)} there are, please")
        if self.goals == "numbers" and (self.end == "home" or self.teams or not self.open_cards):
            raise ValueError("goals: numbers go with end: last_treasure, open_cards: true and without teams")


def _check_layout(layout: Sequence[Fixed], size: int) -> None:
    seen = set()
    for tile in layout:
        where = f"layout: ({tile.row}, {tile.col})"
        if not (0 <= tile.row < size and 0 <= tile.col < size):
            raise ValueError(f"{where}: rows and columns from 0 to {size - 1}, please")
        if (tile.row, tile.col) in seen:
            raise ValueError(f"{where} stands twice")
        seen.add((tile.row, tile.col))
        if tile.open not in LYING:
            raise ValueError(f"{where}: {tile.open!r} is no tile; there are {', '.join(LYING)}")
    starts = [tile.symbol for tile in layout if tile.symbol.startswith(START)]
    if len(set(starts)) < len(starts):
        raise ValueError("layout: each start once, please")


def _check_arrows(arrows: Sequence[Arrow], layout: Sequence[Fixed], size: int) -> None:
    if not arrows:
        raise ValueError("arrows: at least one, please")
    for arrow in arrows:
        where = f"arrows: ({arrow.row}, {arrow.col}, {arrow.side})"
        if arrow.side not in STEPS:
            raise ValueError(f"{where}: a side is one of {', '.join(STEPS)}")
        step = STEPS[arrow.side]
        before = (arrow.row - step.row, arrow.col - step.col)
        inside = 0 <= arrow.row < size and 0 <= arrow.col < size
        if not inside or all(0 <= i < size for i in before):
            raise ValueError(f"{where} does not push in from the rim")
        in_line = [tile for tile in layout if (tile.row == arrow.row if step.col else tile.col == arrow.col)]
        if in_line:
            raise ValueError(f"{where} would push the fixed tile at ({in_line[0].row}, {in_line[0].col})")
    if len(set(arrows)) < len(arrows):
        raise ValueError("arrows: each of them once, please")
