"""The rules of the L-Game: two Ls and two neutral pieces on 16 squares; a player who cannot lay the L loses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal, NamedTuple

from logic.core import Cell, Dice, Event, Message, Outcome, Player, Step

SIZE = 4
ORIENTATIONS = range(8)
_MIRRORED = 4
_BASE = ((0, 0), (1, 0), (2, 0), (2, 1))


class Placement(NamedTuple):
    """A placed L: its rotation and reflection, and the top left square of its bounding box."""

    orientation: int
    anchor: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        return cells(self.orientation, self.anchor)

    @property
    def quarters(self) -> int:
        """Quarter turns clockwise from the base shape, after mirroring."""
        return self.orientation % _MIRRORED

    @property
    def is_mirrored(self) -> bool:
        """Whether the base shape is mirrored left to right before it is turned."""
        return self.orientation >= _MIRRORED


def turned(orientation: int, quarters: int = 1) -> int:
    """The orientation after quarter turns clockwise as seen on the board; negative ones turn back."""
    return orientation // _MIRRORED * _MIRRORED + (orientation + quarters) % _MIRRORED


def mirrored(orientation: int) -> int:
    """The orientation after mirroring left to right as seen on the board."""
    return (_MIRRORED - orientation // _MIRRORED * _MIRRORED) + -orientation % _MIRRORED


def _outline(orientation: int) -> tuple[tuple[int, int], ...]:
    squares = [(row, -col) for row, col in _BASE] if orientation >= _MIRRORED else list(_BASE)
    for _ in range(orientation % _MIRRORED):
        squares = [(col, -row) for row, col in squares]
    top = min(row for row, _ in squares)
    left = min(col for _, col in squares)
    return tuple(sorted((row - top, col - left) for row, col in squares))


OUTLINES = tuple(_outline(orientation) for orientation in ORIENTATIONS)
"""The squares of each orientation, as (row, col) from its anchor."""


def cells(orientation: int, anchor: Cell) -> tuple[Cell, ...]:
    """The four squares of an L, row by row; squares outside the board are not rejected."""
    return tuple(Cell(anchor.row + row, anchor.col + col) for row, col in OUTLINES[orientation])


def _fits(placement: Placement) -> bool:
    return all(cell.row < SIZE and cell.col < SIZE for cell in placement.cells)


BOARD = tuple(Cell(row, col) for row in range(SIZE) for col in range(SIZE))
PLACEMENTS = tuple(
    placement for orientation in ORIENTATIONS for anchor in BOARD if _fits(placement := Placement(orientation, anchor))
)
"""All 48 placements on the board, by orientation and then by anchor, row by row."""

SQUARES = {placement: frozenset(placement.cells) for placement in PLACEMENTS}
"""The squares of each placement as a set; a placement that is not a key leaves the board."""


Phase = Literal["lay", "shift"]
L_IDS = ("L0", "L1")
NEUTRAL_IDS = ("n0", "n1")
LETTERS = "AB"
"""The letters of the two Ls in text, the first player's first."""

START = (Placement(2, Cell(0, 1)), Placement(0, Cell(1, 1)))
START_NEUTRALS = (Cell(0, 0), Cell(3, 3))

Standing = tuple[int, Placement, Placement, Cell, Cell]
"""A position for comparing repetitions: the mover and the squares, with the neutral pieces interchangeable."""


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of an L-Game.

    ``first`` is the player who begins, None to draw one; ``neutrals`` is how many neutral pieces may be moved in a
    turn; ``repetition`` is how often a position has to occur for a draw, 0 is off.
    """

    players: ClassVar[int] = 2
    first: int | None = 0
    neutrals: int = 1
    repetition: int = 0

    def __post_init__(self) -> None:
        if self.first not in (0, 1, None):
            raise ValueError("first: 0, 1 or nothing (the dice decide), please")
        if self.neutrals not in (0, 1):
            raise ValueError("neutrals: 0 or 1, please")
        if self.repetition < 0 or self.repetition == 1:
            raise ValueError("repetition: 0 (off) or at least 2, please")


@dataclass(frozen=True, slots=True)
class Lay:
    """Lift the player's L and lay it on another placement."""

    orientation: int
    anchor: Cell

    @property
    def placement(self) -> Placement:
        return Placement(self.orientation, self.anchor)

    def __str__(self) -> str:
        return f"lay {' '.join(str(cell) for cell in self.placement.cells)}"


@dataclass(frozen=True, slots=True)
class Shift:
    """Move one neutral piece to a free square."""

    neutral: str
    target: Cell

    def __str__(self) -> str:
        return f"shift {self.neutral} {self.target}"


@dataclass(frozen=True, slots=True)
class Stay:
    """Leave the neutral pieces where they are."""

    def __str__(self) -> str:
        return "stay"


LMove = Lay | Shift | Stay


@dataclass(frozen=True, slots=True)
class State:
    """A position of the L-Game.

    ``ls`` and ``neutrals`` are in the order of the pieces' ids; ``can_shift`` says whether a turn has a second part;
    ``history`` holds the positions at the start of all turns so far, this one included, kept only for ``repetition``.
    """

    player: int = 0
    ls: tuple[Placement, Placement] = START
    neutrals: tuple[Cell, Cell] = START_NEUTRALS
    phase: Phase = "lay"
    can_shift: bool = True
    repetition: int = 0
    history: tuple[Standing, ...] = ()

    def free_cells(self) -> tuple[Cell, ...]:
        """The squares that no piece covers, row by row."""
        taken = SQUARES[self.ls[0]] | SQUARES[self.ls[1]] | set(self.neutrals)
        return tuple(cell for cell in BOARD if cell not in taken)

    def legal_moves(self) -> tuple[LMove, ...]:
        """All Lays by orientation and anchor, or all Shifts by piece and square and then Stay."""
        if self.phase == "shift":
            free = self.free_cells()
            return (*(Shift(neutral, cell) for neutral in NEUTRAL_IDS for cell in free), Stay())
        return () if self.is_repeated() else self._legal_lays()

    def _legal_lays(self) -> tuple[Lay, ...]:
        own = self.ls[self.player]
        taken = SQUARES[self.ls[1 - self.player]] | set(self.neutrals)
        return tuple(
            Lay(*placement) for placement in PLACEMENTS if placement != own and taken.isdisjoint(SQUARES[placement])
        )

    def apply(self, move: LMove) -> Step[State]:
        """The position after the move; ``stay`` has no event, since nothing changes on the board."""
        if isinstance(move, Lay):
            return Step(self.after(move), (Event("lay", {L_IDS[self.player]: ()}),))
        if isinstance(move, Shift):
            start = self.neutrals[NEUTRAL_IDS.index(move.neutral)]
            return Step(self.after(move), (Event("shift", {move.neutral: (start, move.target)}),))
        return Step(self.after(move), ())

    def after(self, move: LMove) -> State:
        """The position after the move; the turn ends with Shift or Stay, or with Lay without Shifts."""
        if isinstance(move, Lay):
            ls = (move.placement, self.ls[1]) if self.player == 0 else (self.ls[0], move.placement)
            laid = replace(self, ls=ls, phase="shift")
            return laid if self.can_shift else laid._pass_turn()
        if isinstance(move, Stay):
            return self._pass_turn()
        first, second = self.neutrals
        shifted = (move.target, second) if move.neutral == NEUTRAL_IDS[0] else (first, move.target)
        return replace(self, neutrals=shifted)._pass_turn()

    def _pass_turn(self) -> State:
        return replace(self, player=1 - self.player, phase="lay").with_history()

    def with_history(self) -> State:
        """The start of this turn with itself added to the history, if one is kept."""
        return replace(self, history=(*self.history, self.standing())) if self.repetition else self

    def standing(self) -> Standing:
        """The position for comparing repetitions."""
        low, high = sorted(self.neutrals)
        return (self.player, *self.ls, low, high)

    def times_stood(self) -> int:
        """How often the present position has occurred at the start of a turn; 0 if no history is kept."""
        return self.history.count(self.standing())

    def is_repeated(self) -> bool:
        """Return whether this start of a turn has occurred often enough for a draw."""
        return 0 < self.repetition <= self.times_stood()

    def outcome(self) -> Outcome | None:
        """The result: the mover has no place for the L and has lost, or the position is a draw by repetition."""
        if self.phase == "shift":
            return None
        if not self._legal_lays():
            winner = 1 - self.player
            reason = Message("{player} has no place left for the L.", player=Player(self.player))
            return Outcome((winner,), ((winner,), (self.player,)), reason)
        if self.is_repeated():
            reason = Message("The same position has come up {n} [time|times].", n=self.repetition)
            return Outcome((), ((0, 1),), reason)
        return None

    def __str__(self) -> str:
        return "\n".join([*map(" ".join, self.rows()), *self._footer()])

    def rows(self) -> list[str]:
        """The board from the top: A and B for the Ls, n for the neutral pieces."""
        signs = dict.fromkeys(BOARD, ".") | dict.fromkeys(self.neutrals, "n")
        for letter, placement in zip(LETTERS, self.ls, strict=True):
            signs |= dict.fromkeys(placement.cells, letter)
        return ["".join(signs[Cell(row, col)] for col in range(SIZE)) for row in range(SIZE)]

    def _footer(self) -> list[str]:
        named = ", ".join(f"{name} {cell}" for name, cell in zip(NEUTRAL_IDS, self.neutrals, strict=True))
        lines = [f"{LETTERS[self.player]} to {self.phase}", named]
        if not self.can_shift:
            lines.append("no shifts")
        if self.repetition:
            lines.append(f"draw at {self.repetition}")
        if self.repetition and self.phase == "lay":
            lines.append(f"stood {self.times_stood()}")
        return lines


def new(params: Params, dice: Dice) -> State:
    """The start position: the Ls in the two middle columns, the neutral pieces in opposite corners."""
    first = dice.below(2) if params.first is None else params.first
    start = State(player=first, can_shift=params.neutrals > 0, repetition=params.repetition)
    return start.with_history()
