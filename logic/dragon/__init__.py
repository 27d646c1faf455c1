"""Stone Dragon: lead a team of knights through a labyrinth in the dark to the dragon’s lair."""

from logic.dragon.analysis import ANALYSIS
from logic.dragon.narration import NARRATION
from logic.dragon.puzzles import PUZZLES, Params, new
from logic.dragon.redaction import redact
from logic.dragon.rules import State

__all__ = ["ANALYSIS", "NARRATION", "PUZZLES", "Params", "State", "new", "redact"]
