"""What may be chosen before a game of JumpIN’, and its first position: a puzzle that is given, or a new one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from logic.core import Cell, Dice, never
from logic.jumpin.board import STANDARD, Board, fox_tracks
from logic.jumpin.engine.dealing import deal
from logic.jumpin.position import MOST_FOXES, PositionError, parse
from logic.jumpin.rules import Metric, State, begin
from logic.puzzles import TIERS

MOST_RABBITS, MOST_MUSHROOMS = 8, 12
LARGEST_PAR = 1_000_000
DEALS_REMEMBERED = 256

BOUNDS = {
    "rabbits": (1, MOST_RABBITS),
    "mushrooms": (0, MOST_MUSHROOMS),
    "foxes": (0, MOST_FOXES),
    "tier": (1, TIERS),
    "par": (0, LARGEST_PAR),
}
"""The least and the most that a number may be."""


@dataclass(frozen=True, slots=True)
class Params:
    """What may be chosen before a game.

    ``position`` is the text of a puzzle; where it is empty, one is made with so many ``rabbits``, ``mushrooms`` and
    ``foxes``, of that ``tier`` of difficulty. ``metric`` is the count that the player looks at first, and ``par`` the
    least that a given puzzle takes in it, 0 where nobody knows; it is only remembered. The other fields are the
    board: see :class:`logic.jumpin.board.Board`.
    """

    position: str = ""
    rabbits: int = 2
    mushrooms: int = 2
    foxes: int = 1
    tier: int = 1
    metric: Metric = "steps"
    par: int = 0
    rows: int = STANDARD.rows
    cols: int = STANDARD.cols
    holes: tuple[Cell, ...] = STANDARD.holes
    fox_rows: tuple[int, ...] = STANDARD.fox_rows
    fox_cols: tuple[int, ...] = STANDARD.fox_cols

    def __post_init__(self) -> None:
        for name, (low, high) in BOUNDS.items():
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name}: a whole number from {low} to {high}, please")
        if self.metric not in ("steps", "moves"):
            raise ValueError("metric: steps or moves, please")
        board = self.board
        if self.position:
            try:
                parse(self.position, board)
            except PositionError as error:
                raise ValueError(f"position: {error}") from None
        else:
            self._check_room(board)

    def _check_room(self, board: Board) -> None:
        """Refuse what cannot be dealt on this board."""
        if self.rabbits > len(board.holes):
            raise ValueError("rabbits: no more than there are holes, please")
        if self.foxes and not fox_tracks(board):
            raise ValueError("foxes: none on a board without lines for them, please")
        if self.foxes > sum((len(track) + 1) // 2 for track in fox_tracks(board)):
            raise ValueError("foxes: no more than fit on their lines, please")
        if 2 * (self.rabbits + self.mushrooms + 2 * self.foxes) > board.size + 1:
            raise ValueError("rabbits, mushrooms, foxes: so few that half of the board stays free, please")

    @property
    def board(self) -> Board:
        """The board; raises ValueError that names the field at fault."""
        return Board(self.rows, self.cols, self.holes, self.fox_rows, self.fox_cols)


def new(params: Params, dice: Dice) -> State:
    """Set up the puzzle that the params hold, or one that is made by the dice; raise NoPuzzle where none comes out."""
    text = params.position or _dealt(params, dice.seed())
    return begin(text, params.board, params.metric)


@lru_cache(maxsize=DEALS_REMEMBERED)
def _dealt(params: Params, seed: int) -> str:
    """Deal, or remember what was dealt: a game that is gone on with, or shown again, begins at once."""
    pieces = (params.rabbits, params.mushrooms, params.foxes)
    return deal(params.board, *pieces, params.tier, Dice(seed), never).position
