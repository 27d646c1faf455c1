"""What may be chosen before a game of Stone Dragon, and its first position: a board that is given, or a new one."""

from __future__ import annotations

from dataclasses import dataclass

from logic.core import Dice
from logic.dragon.board import Board
from logic.dragon.boardfile import BoardError, parse_board
from logic.dragon.engine.generator import WISHES, check_bounds, generate
from logic.dragon.rules import State, begin

ANY = 0
"""So many knights required as the difficulty asks for."""

LARGEST_PAR = 1_000_000

BOUNDS = {**WISHES, "par": (0, LARGEST_PAR)}
"""The least and the most that a number may be."""


@dataclass(frozen=True, slots=True)
class Params:
    """What may be chosen before a game.

    ``board`` is the text of a board file; where it is empty, a board is made of that ``height`` and ``width``, with
    so many ``knights``, that percentage of ``dangers`` and that ``difficulty``. ``par`` is the fewest turns in which
    a given board can be won, 0 where nobody knows; it is only remembered. ``open_map`` shows every square from the
    start; ``stores_supply_standing`` hands each new unit to the knight who stands in his store and lacks one.
    """

    board: str = ""
    height: int = 5
    width: int = 6
    knights: int = 3
    dangers: int = 35
    difficulty: int = 1
    par: int = 0
    open_map: bool = False
    stores_supply_standing: bool = True

    def __post_init__(self) -> None:
        check_bounds({name: getattr(self, name) for name in BOUNDS}, BOUNDS)
        if self.board:
            try:
                parse_board(self.board)
            except BoardError as error:
                raise ValueError(f"board: {error}") from None


def new(params: Params, dice: Dice) -> State:
    """Set up the board that the params hold, or one that is made by the dice; raise NoPuzzle where none comes out."""
    board = parse_board(params.board) if params.board else _made(params, dice)
    return begin(board, open_map=params.open_map, standing=params.stores_supply_standing)


def _made(params: Params, dice: Dice) -> Board:
    return generate(params.height, params.width, params.knights, ANY, params.dangers, params.difficulty, dice).board
