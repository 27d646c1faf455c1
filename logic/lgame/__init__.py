"""The L-Game: each turn lay your L anew, move a neutral piece if you like; who cannot lay it has lost."""

from typing import TYPE_CHECKING

from logic.lazy import lazy

__all__ = ["ANALYSIS", "LEVELS", "NARRATION", "Params", "State", "new"]

if TYPE_CHECKING:
    from logic.lgame.analysis import ANALYSIS
    from logic.lgame.levels import LEVELS
    from logic.lgame.narration import NARRATION
    from logic.lgame.rules import Params, State, new
else:
    __getattr__, __dir__ = lazy(__name__, __all__)
