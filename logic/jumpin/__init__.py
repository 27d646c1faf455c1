"""JumpIN’: hop the rabbits over mushrooms, foxes and each other until every one of them sits in a burrow."""

from typing import TYPE_CHECKING

from logic.lazy import lazy

__all__ = ["ANALYSIS", "NARRATION", "PUZZLES", "Params", "State", "new"]

if TYPE_CHECKING:
    from logic.jumpin.analysis import ANALYSIS
    from logic.jumpin.narration import NARRATION
    from logic.jumpin.puzzles import PUZZLES, Params, new
    from logic.jumpin.rules import State
else:
    __getattr__, __dir__ = lazy(__name__, __all__, Params="puzzles", new="puzzles")
