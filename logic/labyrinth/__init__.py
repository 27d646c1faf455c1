"""Labyrinth: push a tile into the maze, then walk; find your treasures and come home."""

from logic.labyrinth.analysis import Preview, hint, least, preview, review, solution, verdict
from logic.labyrinth.components import Arrow, Params, Tile
from logic.labyrinth.json import from_json, to_json
from logic.labyrinth.levels import LEVELS
from logic.labyrinth.narration import (
    constraints,
    describe,
    facts,
    notice,
    plain,
    synopsis,
    turn_form,
    turn_moves,
    warning,
)
from logic.labyrinth.notation import from_text
from logic.labyrinth.puzzles import PUZZLES
from logic.labyrinth.redaction import redact, sample
from logic.labyrinth.rules import Push, Skip, State, Use, Walk, new, partners

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
