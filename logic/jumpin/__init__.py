"""JumpIN’: hop the rabbits over mushrooms, foxes and each other until every one of them sits in a burrow."""

from logic.jumpin.analysis import facts, hint, least, retrace, review, verdict
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.engine.census import Census, census
from logic.jumpin.engine.solver import Solution, distances, solution, solve
from logic.jumpin.narration import constraints, describe, place_name, plain, synopsis
from logic.jumpin.notation import from_text
from logic.jumpin.params import Params, new
from logic.jumpin.position import PositionError, canonical
from logic.jumpin.puzzles import PUZZLES
from logic.jumpin.rules import Hop, Metric, Slide, State, begin

__all__ = [
    "PUZZLES",
    "STANDARD",
    "Board",
    "Census",
    "Hop",
    "Metric",
    "Params",
    "PositionError",
    "Slide",
    "Solution",
    "State",
    "begin",
    "canonical",
    "census",
    "constraints",
    "describe",
    "distances",
    "facts",
    "from_text",
    "hint",
    "least",
    "new",
    "place_name",
    "plain",
    "retrace",
    "review",
    "solution",
    "solve",
    "synopsis",
    "verdict",
]
