"""The L-Game: each turn lay your L anew, move a neutral piece if you like; who cannot lay it has lost."""

from logic.lgame.analysis import ANALYSIS
from logic.lgame.levels import LEVELS
from logic.lgame.narration import NARRATION
from logic.lgame.rules import Params, State, new

__all__ = ["ANALYSIS", "LEVELS", "NARRATION", "Params", "State", "new"]
