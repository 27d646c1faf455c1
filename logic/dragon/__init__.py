"""Stone Dragon: lead a team of knights through a labyrinth in the dark to the dragon’s lair."""

from typing import TYPE_CHECKING

from logic.lazy import lazy

__all__ = ["ANALYSIS", "NARRATION", "PUZZLES", "Params", "State", "new", "redact"]

if TYPE_CHECKING:
    from logic.dragon.analysis import ANALYSIS
    from logic.dragon.narration import NARRATION
    from logic.dragon.puzzles import PUZZLES, Params, new
    from logic.dragon.rules import State, redact
else:
    __getattr__, __dir__ = lazy(__name__, __all__, Params="puzzles", new="puzzles")
