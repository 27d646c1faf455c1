"""Labyrinth: push a tile into the maze, then walk; find your treasures and come home."""

from logic.labyrinth.advice import hint, least, solution, verdict
from logic.labyrinth.board import Arrow, Tile
from logic.labyrinth.dealing import new
from logic.labyrinth.levels import LEVELS
from logic.labyrinth.lookback import review
from logic.labyrinth.mazes import PUZZLES
from logic.labyrinth.moves import Push, Skip, Use, Walk
from logic.labyrinth.params import Params
from logic.labyrinth.preview import Preview, preview
from logic.labyrinth.proposing import turn_form, turn_moves
from logic.labyrinth.reading import from_text
from logic.labyrinth.record import from_json, to_json
from logic.labyrinth.rules import State, partners
from logic.labyrinth.sight import redact, sample
from logic.labyrinth.synopsis import constraints, plain, synopsis
from logic.labyrinth.tally import facts
from logic.labyrinth.telling import describe, notice, warning

__all__ = [
    "LEVELS",
    "PUZZLES",
    "Arrow",
    "Params",
    "Preview",
    "Push",
    "Skip",
    "State",
    "Tile",
    "Use",
    "Walk",
    "constraints",
    "describe",
    "facts",
    "from_json",
    "from_text",
    "hint",
    "least",
    "new",
    "notice",
    "partners",
    "plain",
    "preview",
    "redact",
    "review",
    "sample",
    "solution",
    "synopsis",
    "to_json",
    "turn_form",
    "turn_moves",
    "verdict",
    "warning",
]
