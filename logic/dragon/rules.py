"""The rules of Stone Dragon: which moves a team of knights has, what they lead to, and when it is won or lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from logic.core import Cell, Event, Message, Outcome, Step
from logic.dragon.board import DIRECTIONS, Board, Direction, place_name, toward
from logic.dragon.boardfile import field_code, knight_code
from logic.dragon.recall import Recall
from logic.dragon.turn import Clock, Fate, KnightState, Turn, is_barred

EXAMPLE = "4\n3\nZ;L;W\nT1,2;Z;J\nC2;D1;Z\nA1;Z;W\n4;2\nN;S;B3;Z2;S\n3\n"
"""The seed's own board, as a file."""

OPEN_MAP, CLOSED_STORES = "open map", "stores give only to who enters"
"""How a picture in text names what is not as usual."""


@dataclass(frozen=True, slots=True)
class Go:
    """One knight steps to the next square."""

    knight: str
    direction: Direction

    def __str__(self) -> str:
        return f"{self.knight} {self.direction}"


@dataclass(frozen=True, slots=True)
class Leap:
    """A Jumper jumps over one square; where a wall stands that nobody has seen he bounces."""

    knight: str
    direction: Direction

    def __str__(self) -> str:
        return f"{self.knight} leap {self.direction}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Nobody moves, and time goes on."""

    def __str__(self) -> str:
        return "pass"


DragonMove = Go | Leap | Pass


@dataclass(frozen=True, slots=True)
class State:
    """A position in the labyrinth, or a player's view of it.

    ``knights`` are in file order; ``clocks`` are sorted by their squares, each on a square that was seen; ``stocks``
    are those of stores below capacity, sorted; ``standing`` is the variant of the stores. ``recall`` is what the log
    has told on the way here: it is shown, and it makes no other position.
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
        """The one player there is."""
        return 0

    @property
    def clock_runs(self) -> bool:
        """Tell whether anything will still change by itself."""
        return bool(self.clocks)

    def count(self, fate: Fate) -> int:
        """Count the knights of that fate."""
        return sum(knight.fate == fate for knight in self.knights)

    def opened(self) -> frozenset[Cell]:
        """Give the walls that have fallen, the holes that are filled and the mines that are spent, for now."""
        return frozenset(clock.cell for clock in self.clocks if clock.what != "store")

    def stock(self, cell: Cell) -> int:
        """Give what a store holds now."""
        return dict(self.stocks).get(cell, self.board.field(cell).size)

    def knight(self, name: str) -> KnightState:
        """Give the knight of that name."""
        return self.knights[_index(name)]

    def target(self, move: Go | Leap) -> Cell:
        """Give the square that a move leads to, before anything happens there."""
        cell = self.knight(move.knight).cell
        if cell is None:
            raise ValueError(f"{move.knight} is not on the board")
        return toward(cell, move.direction, 2 if isinstance(move, Leap) else 1)

    # -- moves

    def legal_moves(self) -> tuple[DragonMove, ...]:
        """All steps and leaps by knight and direction, then Pass; none when the game is over."""
        return () if self.outcome() else (*self._moves(), Pass())

    def _moves(self) -> Iterator[Go | Leap]:
        opened = self.opened()
        taken = {knight.cell for knight in self.knights}
        for knight in self.knights:
            for direction in DIRECTIONS if knight.cell is not None else ():
                step, leap = Go(knight.name, direction), Leap(knight.name, direction)
                for move in (step, leap) if knight.kind == "jumper" else (step,):
                    cell = self.target(move)
                    if cell in self.board and cell not in taken and not self._is_shut(cell, knight, opened):
                        yield move

    def _is_shut(self, cell: Cell, knight: KnightState, opened: frozenset[Cell]) -> bool:
        """Tell whether a wall keeps a knight out, as far as the player can know."""
        return cell in self.seen and is_barred(self.board.field(cell), cell in opened, knight)

    def apply(self, move: DragonMove) -> Step:
        """Play one turn: the move, the entrance, the clocks, the entrance again; or a bounce, which takes no time."""
        if isinstance(move, Leap) and self._bounces(move):
            return self._bounce(move)
        turn = self._turn(self.time + 1)
        if not isinstance(move, Pass):
            turn.move(_index(move.knight), self.target(move), "leap" if isinstance(move, Leap) else "go")
        turn.admit()
        turn.tick()
        turn.admit()
        return Step(self._after(turn), tuple(turn.events))

    def _bounces(self, move: Leap) -> bool:
        cell = self.target(move)
        return is_barred(self.board.field(cell), cell in self.opened(), self.knight(move.knight))

    def _bounce(self, move: Leap) -> Step:
        wall, cell = self.target(move), self.knight(move.knight).cell
        assert cell is not None  # noqa: S101 - he has a move, so he stands on the board
        event = Event("bounce", {move.knight: (cell, wall, cell)}, reveals=True)
        return Step(replace(self, seen=self.seen | {wall}), (event,))

    def opening(self) -> State:
        """Give the position after the entrance has let in, at time 0, whom it can."""
        turn = self._turn(0)
        turn.admit()
        return self._after(turn)

    def _turn(self, time: int) -> Turn:
        dues = tuple((clock.cell, clock.what, self.time + clock.left) for clock in self.clocks)
        return Turn(self.board, time, self.knights, dues, self.stocks, self.seen, self.standing)

    def _after(self, turn: Turn) -> State:
        recall = self.recall.after(turn.time, turn.events, turn.dues, self.board)
        return replace(
            self,
            time=turn.time,
            knights=tuple(turn.knights),
            clocks=tuple(sorted(Clock(cell, what, due - turn.time) for cell, (what, due) in turn.dues.items())),
            stocks=tuple(sorted(turn.stocks.items())),
            seen=turn.seen,
            recall=recall,
        )

    # -- the end

    def outcome(self) -> Outcome | None:
        """Give the end: enough knights are in the lair, too few are alive, or nothing can happen any more."""
        if self.count("hidden") >= self.board.required:
            return Outcome((0,), ((0,),), Message("Enough knights have reached the dragon’s lair."))
        if len(self.knights) - self.count("dead") < self.board.required:
            return Outcome((), ((0,),), Message("Too few knights are left alive."))
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
        """Draw a field by its code, small while it is open; a store with its stock; what is unseen with a ``?``."""
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
    """Set up a board: its first knights have entered it at time 0."""
    knights = tuple(
        KnightState(f"K{number}", knight.kind, knight.most, knight.most)
        for number, knight in enumerate(board.knights, 1)
    )
    seen = frozenset(board.cells()) if open_map else frozenset[Cell]()
    return State(board, knights, seen=seen, open_map=open_map, standing=standing).opening()
