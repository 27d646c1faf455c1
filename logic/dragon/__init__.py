"""Stone Dragon: lead a team of knights through a labyrinth in the dark to the dragon’s lair."""

from logic.dragon.board import Board, Field, Knight, place_name
from logic.dragon.boardfile import BoardError, dump_board, parse_board
from logic.dragon.rules import Go, Leap, Params, Pass, State, begin, new
from logic.dragon.sight import describe, looks_changed, notice, redact, waiting_warning, warning
from logic.dragon.turn import Clock, KnightState

__all__ = [
    "Board",
    "BoardError",
    "Clock",
    "Field",
    "Go",
    "Knight",
    "KnightState",
    "Leap",
    "Params",
    "Pass",
    "State",
    "begin",
    "describe",
    "dump_board",
    "looks_changed",
    "new",
    "notice",
    "parse_board",
    "place_name",
    "redact",
    "waiting_warning",
    "warning",
]
