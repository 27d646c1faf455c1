"""JumpIN’: hop the rabbits over mushrooms, foxes and each other until every one of them sits in a burrow."""

from logic.jumpin.analysis import ANALYSIS
from logic.jumpin.narration import NARRATION
from logic.jumpin.puzzles import PUZZLES, Params, new
from logic.jumpin.rules import State

__all__ = ["ANALYSIS", "NARRATION", "PUZZLES", "Params", "State", "new"]
