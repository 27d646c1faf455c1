"""Labyrinth: push a tile into the maze, then walk; find your treasures and come home."""

from typing import TYPE_CHECKING

from logic.lazy import lazy

__all__ = ["ANALYSIS", "LEVELS", "NARRATION", "PUZZLES", "SCORING", "Params", "State", "new", "redact", "sample"]

if TYPE_CHECKING:
    from logic.labyrinth.analysis import ANALYSIS
    from logic.labyrinth.components import Params
    from logic.labyrinth.levels import LEVELS
    from logic.labyrinth.narration import NARRATION
    from logic.labyrinth.puzzles import PUZZLES
    from logic.labyrinth.rules import SCORING, State, new, redact, sample
else:
    __getattr__, __dir__ = lazy(__name__, __all__)
