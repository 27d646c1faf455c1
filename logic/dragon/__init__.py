"""Stone Dragon: lead a team of knights through a labyrinth in the dark to the dragon’s lair."""

from logic.dragon.analysis import hint, review
from logic.dragon.board import Board, Field, Knight, place_name
from logic.dragon.boardfile import BoardError, dump_board, parse_board
from logic.dragon.dealing import Params, new
from logic.dragon.narration import can_wait, constraints, opening, plain, synopsis, tell, time_of
from logic.dragon.notation import from_text
from logic.dragon.puzzles import PUZZLES
from logic.dragon.redaction import describe, looks_changed, notice, redact, waiting_warning, warning
from logic.dragon.rules import Clock, Go, KnightState, Leap, Pass, State, begin

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
