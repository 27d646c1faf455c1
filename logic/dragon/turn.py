"""One turn of the labyrinth in its order: a knight enters, the entrance lets in, the clocks run out.

The events, each with the knights it is about along their cells, and a square alone under ``@``:

- ``go``, ``leap`` K: (from, to); ``bounce`` K: (from, wall, from); ``enter`` K: (entrance,);
- ``teleport`` K: (from, to); ``hide``, ``eat``, ``fill``, ``supply`` K: (cell,), ``supply`` also of one who stands;
- ``fall`` K: (cell,) into a hole that gapes or crumbles; ``crush`` K: (cell,) under a wall that regrows;
- ``blast`` @: (mine,) with each knight who dies K: (cell,); ``topple`` @: the walls that fall in it;
- ``crumble``, ``regrow``, ``restock``, ``mine_back`` @: (cell,): a clock ran out;
- ``reveal`` @: the squares seen for the first time.

What a view hides no undo may show, so those events reveal that tell of it: ``reveal`` and ``bounce``; each clock that
runs out; ``teleport``, and coming to one in any way, since that he is left standing there tells of its target as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from logic.core import Cell, Event
from logic.dragon.board import STORE_OF, Board, Field, KnightKind

Fate = Literal["waiting", "board", "hidden", "dead"]
What = Literal["bricks", "wall", "store", "mine"]

SQUARES = "@"
"""What events call squares that they are about without a knight."""

ORDER: tuple[What, ...] = ("bricks", "wall", "store", "mine")
"""What acts first where several clocks run out in one turn."""

OPEN_FOR = 10
"""Units of time for which a wall stays fallen, a hole filled and a mine spent."""

MAKING = 5
"""Units of time in which a store makes one."""


@dataclass(frozen=True, slots=True)
class KnightState:
    """A knight in the game, by the name he keeps for life: K1 is the first in the file.

    ``cell`` is where he stands while he is on the board; the supply of the dead is 0.
    """

    name: str
    kind: KnightKind
    most: int
    supply: int
    fate: Fate = "waiting"
    cell: Cell | None = None


class Clock(NamedTuple):
    """What acts on a square in so many units of time: 1 at the end of the next turn. In a view ``left`` is 0."""

    cell: Cell
    what: What
    left: int


def is_barred(field: Field, is_open: bool, knight: KnightState) -> bool:
    """Tell whether a wall that stands keeps this knight out."""
    if field.kind == "edible":
        return not is_open and not (knight.kind == "eater" and knight.supply > 0)
    return field.kind == "eternal"


class Turn:
    """The table while one turn is played on it; changes in place, and is read off when the turn is done."""

    def __init__(
        self,
        board: Board,
        time: int,
        knights: tuple[KnightState, ...],
        clocks: tuple[tuple[Cell, What, int], ...],
        stocks: tuple[tuple[Cell, int], ...],
        seen: frozenset[Cell],
        standing: bool,
    ) -> None:
        """Lay the table for the turn of that number; each clock comes with the turn at whose end it runs out."""
        self.board = board
        self.time = time
        self.knights = list(knights)
        self.dues: dict[Cell, tuple[What, int]] = {cell: (what, due) for cell, what, due in clocks}
        self.stocks = dict(stocks)
        self.seen = seen
        self.events: list[Event] = []
        self._standing = standing
        self._places = {knight.cell: i for i, knight in enumerate(knights) if knight.cell is not None}

    # -- the steps of a turn

    def move(self, index: int, target: Cell, name: str) -> None:
        """Let a knight leave his square and enter another one."""
        start = self.knights[index].cell
        assert start is not None  # noqa: S101 - only who stands on the board has moves
        self._arrive(index, name, (start, target))

    def admit(self) -> None:
        """Let knights in for as long as one waits, the entrance is free, and he may enter it."""
        entrance = self.board.entrance
        for index, knight in enumerate(self.knights):
            if knight.fate != "waiting":
                continue
            if not self._may_enter(knight, entrance):
                return
            self._arrive(index, "enter", (entrance,))

    def tick(self) -> None:
        """Let the clocks that run out in this turn act, in their order."""
        due = [(ORDER.index(what), cell) for cell, (what, when) in self.dues.items() if when == self.time]
        acts = {"bricks": self._crumble, "wall": self._regrow, "store": self._produce, "mine": self._return_mine}
        for place, cell in sorted(due):
            acts[ORDER[place]](cell)

    # -- entering

    def _arrive(self, index: int, name: str, way: tuple[Cell, ...]) -> None:
        """Let a knight come to the last square of his way, carried by nobody."""
        is_teleport = self.board.field(way[-1]).kind == "teleport"
        self.events.append(Event(name, {self.knights[index].name: way}, reveals=is_teleport))
        self._enter(index, way[-1])

    def _may_enter(self, knight: KnightState, cell: Cell) -> bool:
        return cell not in self._places and not is_barred(self.board.field(cell), cell in self.dues, knight)

    def _enter(self, index: int, cell: Cell, *, carried: bool = False) -> None:
        self._put(index, cell)
        self._see(cell)
        field = self.board.field(cell)
        if field.kind in ("bricks", "teeth"):
            self._supply(index, cell)
        elif field.kind == "lair":
            self._remove(index, "hidden")
            self.events.append(Event("hide", {self.knights[index].name: (cell,)}))
        elif field.kind == "teleport" and not carried:
            self._carry(index, cell)
        elif cell not in self.dues:
            self._meet(index, cell, field)

    def _meet(self, index: int, cell: Cell, field: Field) -> None:
        """Let a wall, a hole or a mine that nothing has opened do what it does."""
        knight = self.knights[index]
        if field.kind == "edible":
            self._use(index, 1, "wall", "eat")
        elif field.kind == "mine":
            self._blast(cell)
        elif field.kind == "hole" and knight.kind == "builder" and knight.supply >= field.size:
            self._use(index, field.size, "bricks", "fill")
        elif field.kind == "hole":
            self._fall(index, cell)

    def _use(self, index: int, units: int, what: What, name: str) -> None:
        knight = self.knights[index]
        assert knight.cell is not None  # noqa: S101 - he has just been put there
        self.knights[index] = replace(knight, supply=knight.supply - units)
        self.dues[knight.cell] = (what, self.time + OPEN_FOR)
        self.events.append(Event(name, {knight.name: (knight.cell,)}))

    def _carry(self, index: int, cell: Cell) -> None:
        """Carry a knight off; where the target keeps him out he stays, and nothing tells why."""
        target = self.board.field(cell).target
        if target is not None and self._may_enter(self.knights[index], target):
            self.events.append(Event("teleport", {self.knights[index].name: (cell, target)}, reveals=True))
            self._enter(index, target, carried=True)

    def _supply(self, index: int, cell: Cell) -> None:
        knight, field = self.knights[index], self.board.field(cell)
        stock = self.stocks.get(cell, field.size)
        taken = min(stock, knight.most - knight.supply)
        if STORE_OF.get(knight.kind) != field.kind or not taken:
            return
        self.knights[index] = replace(knight, supply=knight.supply + taken)
        self.stocks[cell] = stock - taken
        self.dues.setdefault(cell, ("store", self.time + MAKING))
        self.events.append(Event("supply", {knight.name: (cell,)}))

    def _see(self, cell: Cell) -> None:
        fresh = tuple(spot for spot in (cell, *self.board.neighbours(cell)) if spot not in self.seen)
        if fresh:
            self.seen = self.seen.union(fresh)
            self.events.append(Event("reveal", {SQUARES: fresh}, reveals=True))

    # -- leaving

    def _put(self, index: int, cell: Cell) -> None:
        self._lift(index)
        self._places[cell] = index
        self.knights[index] = replace(self.knights[index], fate="board", cell=cell)

    def _lift(self, index: int) -> None:
        cell = self.knights[index].cell
        if cell is not None:
            del self._places[cell]

    def _remove(self, index: int, fate: Fate) -> None:
        self._lift(index)
        knight = self.knights[index]
        supply = 0 if fate == "dead" else knight.supply
        self.knights[index] = replace(knight, fate=fate, supply=supply, cell=None)

    def _fall(self, index: int, cell: Cell) -> None:
        self._remove(index, "dead")
        self.events.append(Event("fall", {self.knights[index].name: (cell,)}))

    def _blast(self, mine: Cell) -> None:
        reached = (mine, *self.board.neighbours(mine))
        hit = sorted((self._places[cell], cell) for cell in reached if cell in self._places)
        walls = tuple(sorted(c for c in reached if self.board.field(c).kind == "edible" and c not in self.dues))
        self.dues[mine] = ("mine", self.time + OPEN_FOR)
        self.dues.update((wall, ("wall", self.time + OPEN_FOR)) for wall in walls)
        for index, _ in hit:
            self._remove(index, "dead")
        self.events.append(
            Event("blast", {SQUARES: (mine,), **{self.knights[index].name: (cell,) for index, cell in hit}})
        )
        if walls:
            self.events.append(Event("topple", {SQUARES: walls}))

    # -- clocks that run out

    def _crumble(self, cell: Cell) -> None:
        self._run_out(cell, "crumble")
        if cell in self._places:
            self._fall(self._places[cell], cell)

    def _regrow(self, cell: Cell) -> None:
        self._run_out(cell, "regrow")
        if cell in self._places:
            index = self._places[cell]
            self._remove(index, "dead")
            self.events.append(Event("crush", {self.knights[index].name: (cell,)}))

    def _produce(self, cell: Cell) -> None:
        self._run_out(cell, "restock")
        self.dues[cell] = ("store", self.time + MAKING)
        self.stocks[cell] += 1
        if self._standing and cell in self._places:
            self._supply(self._places[cell], cell)
        if self.stocks[cell] == self.board.field(cell).size:
            del self.stocks[cell], self.dues[cell]

    def _return_mine(self, cell: Cell) -> None:
        self._run_out(cell, "mine_back")
        if cell in self._places:
            self._blast(cell)

    def _run_out(self, cell: Cell, name: str) -> None:
        del self.dues[cell]
        self.events.append(Event(name, {SQUARES: (cell,)}, reveals=True))
