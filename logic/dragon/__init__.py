"""Stone Dragon: lead a team of knights through a labyrinth in the dark to the dragon’s lair."""

from logic.dragon.advice import hint
from logic.dragon.board import Board, Field, Knight, place_name
from logic.dragon.boardfile import BoardError, dump_board, parse_board
from logic.dragon.campaign import PUZZLES
from logic.dragon.dealing import Params, new
from logic.dragon.lookback import review
from logic.dragon.picture import from_text
from logic.dragon.rules import Go, Leap, Pass, State, begin
from logic.dragon.sight import describe, looks_changed, notice, redact, waiting_warning, warning
from logic.dragon.synopsis import constraints, plain, synopsis
from logic.dragon.telling import can_wait, opening, tell, time_of
from logic.dragon.turn import Clock, KnightState

__all__ = [
    "PUZZLES",
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
    "can_wait",
    "constraints",
    "describe",
    "dump_board",
    "from_text",
    "hint",
    "looks_changed",
    "new",
    "notice",
    "opening",
    "parse_board",
    "place_name",
    "plain",
    "redact",
    "review",
    "synopsis",
    "tell",
    "time_of",
    "waiting_warning",
    "warning",
]
