"""JumpIN’: hop the rabbits over mushrooms, foxes and each other until every one of them sits in a burrow."""

from logic.jumpin.advice import hint, least, retrace, verdict
from logic.jumpin.board import STANDARD, Board
from logic.jumpin.census import Census, census
from logic.jumpin.library import PUZZLES
from logic.jumpin.lookback import facts, review
from logic.jumpin.params import Params, new
from logic.jumpin.picture import from_text
from logic.jumpin.position import PositionError, canonical
from logic.jumpin.rules import Hop, Metric, Slide, State, begin
from logic.jumpin.solver import Solution, distances, solution, solve
from logic.jumpin.synopsis import constraints, plain, synopsis
from logic.jumpin.telling import describe, place_name

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
