"""The rules of Stone Dragon: the order of a turn, the moves of a team of knights, winning and losing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from logic.core import Cell, Event, Message, Outcome, Step
from logic.dragon.board import (
    DIRECTIONS,
    STORE_OF,
    Board,
    Direction,
    Field,
    KnightKind,
    field_code,
    knight_code,
    place_name,
    toward,
)

Fate = Literal["waiting", "board", "hidden", "dead"]
What = Literal["bricks", "wall", "store", "mine"]

SQUARES = "@"
"""The key of events that are about squares rather than a knight."""

ORDER: tuple[What, ...] = ("bricks", "wall", "store", "mine")
"""The order in which clocks that run out in the same turn take effect."""

OPEN_FOR = 10
"""Units of time for which a wall stays fallen, a hole filled and a mine spent."""

MAKING = 5
"""Units of time in which a store produces one unit."""


@dataclass(frozen=True, slots=True)
class KnightState:
    """A knight in play, with a name for life: K1 is the first in the file.

    ``cell`` is his square while he is on the board; the supply of a dead one is 0.
    """

    name: str
    kind: KnightKind
    most: int
    supply: int
    fate: Fate = "waiting"
    cell: Cell | None = None


class Clock(NamedTuple):
    """A countdown on a square: it acts in that many turns, 1 meaning the end of the next. In views ``left`` is 0."""

    cell: Cell
    what: What
    left: int


def is_barred(field: Field, is_open: bool, knight: KnightState) -> bool:
    """Return whether a standing wall keeps this knight out."""
    if field.kind == "edible":
        return not is_open and not (knight.kind == "eater" and knight.supply > 0)
    return field.kind == "eternal"


class Turn:
    """A mutable working copy of the position while one turn is executed."""

    def __init__(self, state: State, time: int) -> None:
        """Prepare the turn of that number."""
        self.board = state.board
        self.time = time
        self.knights = list(state.knights)
        self.dues: dict[Cell, tuple[What, int]] = {
            clock.cell: (clock.what, state.time + clock.left) for clock in state.clocks
        }
        """What will act on a square, and the turn at whose end."""
        self.stocks = dict(state.stocks)
        self.seen = state.seen
        self.events: list[Event] = []
        self._standing = state.standing
        self._places = {knight.cell: i for i, knight in enumerate(state.knights) if knight.cell is not None}

    # -- the steps of a turn

    def move(self, index: int, target: Cell, name: str) -> None:
        """Move a knight from its square to another; ``name`` is the event's."""
        start = self.knights[index].cell
        assert start is not None  # noqa: S101 - only knights on the board have moves
        self._arrive(index, name, (start, target))

    def admit(self) -> None:
        """Let knights enter while one is waiting, the entrance is free, and the knight may enter it."""
        entrance = self.board.entrance
        for index, knight in enumerate(self.knights):
            if knight.fate != "waiting":
                continue
            if not self._may_enter(knight, entrance):
                return
            self._arrive(index, "enter", (entrance,))

    def tick(self) -> None:
        """Execute the clocks that run out in this turn, in their order."""
        due = [(ORDER.index(what), cell) for cell, (what, when) in self.dues.items() if when == self.time]
        acts = {"bricks": self._crumble, "wall": self._regrow, "store": self._produce, "mine": self._return_mine}
        for place, cell in sorted(due):
            acts[ORDER[place]](cell)

    # -- entering

    def _arrive(self, index: int, name: str, way: tuple[Cell, ...]) -> None:
        """Let a knight arrive on the last square of its path, not by a teleport."""
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
            self._teleport(index, cell)
        elif cell not in self.dues:
            self._meet(index, cell, field)

    def _meet(self, index: int, cell: Cell, field: Field) -> None:
        """Trigger a wall, a hole or a mine that is not open."""
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
        assert knight.cell is not None  # noqa: S101 - the knight has just been put there
        self.knights[index] = replace(knight, supply=knight.supply - units)
        self.dues[knight.cell] = (what, self.time + OPEN_FOR)
        self.events.append(Event(name, {knight.name: (knight.cell,)}))

    def _teleport(self, index: int, cell: Cell) -> None:
        """Teleport a knight; if it may not enter the target it stays, and no event says so."""
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


SETS_CLOCK = frozenset(("eat", "fill", "blast", "topple", "restock", "supply"))
"""Events after which a clock may run on their square: the knight's own square, or that of ``@``."""

NEWS = frozenset(("reveal", "enter", "hide", "fall", "blast", "crush"))
"""Events after which more is seen, or other knights are on the board."""

LATELY = 60
"""How many earlier entries of :attr:`Recall.stood` are kept while there is no news."""

Company = tuple[tuple[Cell | None, int], ...]
"""The square, if on the board, and the supply of each knight."""

ARRIVALS = frozenset(("go", "leap", "enter"))
"""Events after which a teleport carries a knight on from its new square, if it can."""


@dataclass(frozen=True, slots=True)
class Recall:
    """What a player who reads the log knows beyond what is shown; sorted, except ``stood``.

    ``dates`` are the turns in which the running clocks were set, ``carried`` the targets of teleports that worked,
    ``refused`` the types of knights that a teleport did not carry; ``stood`` is where all knights stood, with their
    supplies, turn by turn since something was last seen or a knight came in, hid or died; turns in a row in which
    nothing of it changed have one entry.
    """

    dates: tuple[tuple[Cell, int], ...] = ()
    carried: tuple[tuple[Cell, Cell], ...] = ()
    refused: tuple[tuple[Cell, KnightKind], ...] = ()
    stood: tuple[Company, ...] = ()

    def date(self, cell: Cell) -> int | None:
        """The turn in which the clock on a square was set, if the log says so."""
        return dict(self.dates).get(cell)

    def after(self, turn: Turn) -> Recall:
        """The knowledge after a turn."""
        company = tuple((knight.cell, knight.supply) for knight in turn.knights)
        met = tuple(_used_teleports(turn.events, turn.board))
        carried = {gate: target for gate, target, _ in met if target is not None}
        refused = {(gate, kind) for gate, target, kind in met if target is None}
        is_news = not NEWS.isdisjoint(event.name for event in turn.events)
        return Recall(
            self._dated(turn),
            tuple(sorted({**dict(self.carried), **carried}.items())),
            tuple(sorted({*self.refused, *refused})),
            (company,) if is_news else self.stood if company in self.stood[-1:] else (*self.stood[-LATELY:], company),
        )

    def _dated(self, turn: Turn) -> tuple[tuple[Cell, int], ...]:
        dates = dict(self.dates)
        for event in turn.events:
            if event.name in SETS_CLOCK:
                for cell in _squares(event):
                    # Taking from a store whose clock already runs does not reset it.
                    dates[cell] = dates.get(cell, turn.time) if event.name == "supply" else turn.time
        return tuple(sorted((cell, date) for cell, date in dates.items() if cell in turn.dues))


def _used_teleports(events: Sequence[Event], board: Board) -> Iterator[tuple[Cell, Cell | None, KnightKind]]:
    """Each teleport that was entered, its target if it worked, and the kind of the knight."""
    for event in events:
        for name, way in event.paths.items() if event.name in ARRIVALS else ():
            if board.field(way[-1]).kind == "teleport":
                paths = (later.paths.get(name, ()) for later in events if later.name == "teleport")
                target = next((path[1] for path in paths if path and path[0] == way[-1]), None)
                yield way[-1], target, board.knights[int(name[1:]) - 1].kind


def _squares(event: Event) -> tuple[Cell, ...]:
    """The squares on which an event sets a clock; knights that die in a blast set none."""
    if SQUARES in event.paths:
        return event.paths[SQUARES]
    return tuple(way[-1] for way in event.paths.values())


EXAMPLE = "4\n3\nZ;L;W\nT1,2;Z;J\nC2;D1;Z\nA1;Z;W\n4;2\nN;S;B3;Z2;S\n3\n"
"""The example board of the original game, as a file."""

OPEN_MAP, CLOSED_STORES = "open map", "stores give only to who enters"
"""Markers in printed positions for what is not the default."""


@dataclass(frozen=True, slots=True)
class Go:
    """One knight steps to the next square."""

    knight: str
    direction: Direction

    def __str__(self) -> str:
        return f"{self.knight} {self.direction}"


@dataclass(frozen=True, slots=True)
class Leap:
    """A Jumper jumps over one square; at an unseen wall the knight bounces back."""

    knight: str
    direction: Direction

    def __str__(self) -> str:
        return f"{self.knight} leap {self.direction}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Nobody moves, and a turn passes."""

    def __str__(self) -> str:
        return "pass"


DragonMove = Go | Leap | Pass


@dataclass(frozen=True, slots=True)
class State:
    """A position of Stone Dragon, or a player's view of one.

    ``knights`` are in file order; ``clocks`` are sorted by square, each on a square that was seen; ``stocks`` are those
    of stores below capacity, sorted; ``standing`` is the variant of the stores. ``recall`` is what the log has told so
    far: it is shown, but takes no part in comparisons.
    """

    board: Board
    knights: tuple[KnightState, ...]
    time: int = 0
    clocks: tuple[Clock, ...] = ()
    stocks: tuple[tuple[Cell, int], ...] = ()
    seen: frozenset[Cell] = frozenset()
    open_map: bool = False
    standing: bool = True
    recall: Recall = field(default=Recall(), compare=False, repr=False)

    @property
    def player(self) -> int:
        return 0

    @property
    def clock_runs(self) -> bool:
        """Whether anything will still change by itself."""
        return bool(self.clocks)

    def count(self, fate: Fate) -> int:
        return sum(knight.fate == fate for knight in self.knights)

    def opened(self) -> frozenset[Cell]:
        """The fallen walls, filled holes and spent mines, all of which will close again."""
        return frozenset(clock.cell for clock in self.clocks if clock.what != "store")

    def stock(self, cell: Cell) -> int:
        """The present stock of a store."""
        return dict(self.stocks).get(cell, self.board.field(cell).size)

    def knight(self, name: str) -> KnightState:
        return self.knights[_index(name)]

    def target(self, move: Go | Leap) -> Cell:
        """The square that a move leads to, before anything happens there."""
        cell = self.knight(move.knight).cell
        if cell is None:
            raise ValueError(f"{move.knight} is not on the board")
        return toward(cell, move.direction, 2 if isinstance(move, Leap) else 1)

    # -- moves

    def legal_moves(self) -> tuple[DragonMove, ...]:
        """All steps and leaps by knight and direction, then Pass; none if the game is over."""
        return () if self.outcome() else (*self._moves(), Pass())

    def _moves(self) -> Iterator[Go | Leap]:
        opened = self.opened()
        taken = {knight.cell for knight in self.knights}
        for knight in self.knights:
            for direction in DIRECTIONS if knight.cell is not None else ():
                step, leap = Go(knight.name, direction), Leap(knight.name, direction)
                for move in (step, leap) if knight.kind == "jumper" else (step,):
                    cell = self.target(move)
                    if cell in self.board and cell not in taken and not self._is_known_barrier(cell, knight, opened):
                        yield move

    def _is_known_barrier(self, cell: Cell, knight: KnightState, opened: frozenset[Cell]) -> bool:
        """Return whether a wall keeps a knight out, as far as the player can know."""
        return cell in self.seen and is_barred(self.board.field(cell), cell in opened, knight)

    def apply(self, move: DragonMove) -> Step[State]:
        """Play one turn: the move, the entrance, the clocks, the entrance again; or a bounce, which takes no time."""
        if isinstance(move, Leap) and self._bounces(move):
            return self._bounce(move)
        turn = Turn(self, self.time + 1)
        if not isinstance(move, Pass):
            turn.move(_index(move.knight), self.target(move), "leap" if isinstance(move, Leap) else "go")
        turn.admit()
        turn.tick()
        turn.admit()
        return Step(self._after(turn), tuple(turn.events))

    def _bounces(self, move: Leap) -> bool:
        cell = self.target(move)
        return is_barred(self.board.field(cell), cell in self.opened(), self.knight(move.knight))

    def _bounce(self, move: Leap) -> Step[State]:
        wall, cell = self.target(move), self.knight(move.knight).cell
        assert cell is not None  # noqa: S101 - a knight with a move is on the board
        event = Event("bounce", {move.knight: (cell, wall, cell)}, reveals=True)
        recall = replace(self.recall, stood=())
        return Step(replace(self, seen=self.seen | {wall}, recall=recall), (event,))

    def opening(self) -> State:
        """The position at time 0, after the first knights have entered."""
        turn = Turn(self, 0)
        turn.admit()
        return self._after(turn)

    def _after(self, turn: Turn) -> State:
        return replace(
            self,
            time=turn.time,
            knights=tuple(turn.knights),
            clocks=tuple(sorted(Clock(cell, what, due - turn.time) for cell, (what, due) in turn.dues.items())),
            stocks=tuple(sorted(turn.stocks.items())),
            seen=turn.seen,
            recall=self.recall.after(turn),
        )

    # -- the end

    def outcome(self) -> Outcome | None:
        """The result: enough knights are in the lair, too few are alive, or nothing can happen any more."""
        if self.count("hidden") >= self.board.required:
            enough = Message("Enough knights have reached the dragon’s lair.")
            one = Message("A knight has reached the dragon’s lair.")
            return Outcome((0,), ((0,),), one if self.board.required == 1 else enough)
        if len(self.knights) - self.count("dead") < self.board.required:
            left, needed = len(self.knights) - self.count("dead"), self.board.required
            reason = Message("Too few knights are left alive: {left}, and {n} [is|are] needed.", left=left, n=needed)
            return Outcome((), ((0,),), reason)
        if not self.clock_runs and next(self._moves(), None) is None:
            return Outcome((), ((0,),), Message("No knight can move any more, and nothing will change."))
        return None

    # -- text

    def __str__(self) -> str:
        board = self.board
        place = place_name(board.entrance)
        lines = [f"time {self.time}", *self._rows(), f"entrance {place}, {board.required} needed"]
        lines += [self._knight_line(index) for index in range(len(self.knights))]
        lines += [f"{clock.what} at {place_name(clock.cell)}: {clock.left}" for clock in self.clocks if clock.left]
        lines += [OPEN_MAP] * self.open_map + [CLOSED_STORES] * (not self.standing)
        return "\n".join(lines)

    def _rows(self) -> list[str]:
        opened = self.opened()
        rows = [[self._code(Cell(row, col), opened) for col in range(self.board.width)]
                for row in range(self.board.height)]  # fmt: skip
        widest = max(len(code) for row in rows for code in row)
        return [" ".join(code.ljust(widest) for code in row).rstrip() for row in rows]

    def _code(self, cell: Cell, opened: frozenset[Cell]) -> str:
        """The code of a field, in lower case while it is open; of a store with its stock; unseen with a ``?``."""
        field = self.board.field(cell)
        code = field_code(field)
        if field.kind in ("bricks", "teeth"):
            code = f"{code}:{self.stock(cell)}"
        elif cell in opened:
            code = code.lower()
        return code if cell in self.seen or field.kind == "unseen" else f"{code}?"

    def _knight_line(self, index: int) -> str:
        knight = self.knights[index]
        supply = f" has {knight.supply}" if knight.most else ""
        where = knight.fate if knight.cell is None else place_name(knight.cell)
        return f"{knight.name} {knight_code(self.board.knights[index])}{supply} {where}"


def _index(name: str) -> int:
    return int(name[1:]) - 1


def begin(board: Board, *, open_map: bool = False, standing: bool = True) -> State:
    """Set up a board, with the first knights entered at time 0."""
    knights = tuple(
        KnightState(f"K{number}", knight.kind, knight.most, knight.most)
        for number, knight in enumerate(board.knights, 1)
    )
    seen = frozenset(board.cells()) if open_map else frozenset[Cell]()
    return State(board, knights, seen=seen, open_map=open_map, standing=standing).opening()


# -- what a player may know


UNSEEN = Field("unseen")


def redact(state: State, _viewer: int) -> State:
    """The view: unseen fields covered, teleports without targets, clocks without the time left."""
    seen: list[set[int]] = [set() for _ in state.board.fields]
    for row, col in state.seen:
        seen[row].add(col)
    fields = tuple(_shown_row(line, cols) for line, cols in zip(state.board.fields, seen, strict=True))
    clocks = tuple(Clock(clock.cell, clock.what, 0) for clock in state.clocks)
    return replace(state, board=replace(state.board, fields=fields), clocks=clocks)


def _shown_row(line: tuple[Field, ...], cols: set[int]) -> tuple[Field, ...]:
    """Cover the unseen squares of a row; fast, since the largest board has a hundred rows and a move must not wait."""
    if not cols:
        return (UNSEEN,) * len(line)
    return tuple(
        (field if field.target is None else Field(field.kind, field.size)) if col in cols else UNSEEN
        for col, field in enumerate(line)
    )


def edge(view: State) -> frozenset[Cell]:
    """The seen squares next to an unseen one."""
    board, seen = view.board, view.seen
    if len(seen) == board.height * board.width:
        return frozenset()
    return frozenset(cell for cell in seen if not all(near in seen for near in board.neighbours(cell)))
