"""Stone Dragon: lead a team of knights through a labyrinth in the dark to the dragon’s lair."""

from typing import TYPE_CHECKING

from logic.later import later

__all__ = ["ANALYSIS", "NARRATION", "PUZZLES", "Params", "State", "new", "redact"]

if TYPE_CHECKING:
    from logic.dragon.analysis import ANALYSIS
    from logic.dragon.narration import NARRATION
    from logic.dragon.puzzles import PUZZLES, Params, new
    from logic.dragon.rules import State, redact
else:
    __getattr__, __dir__ = later(__name__, __all__, Params="puzzles", new="puzzles")
