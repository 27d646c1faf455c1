"""Cóatl: carve feathered serpents whose colours fulfil prophecies and please the temples."""

from typing import TYPE_CHECKING

from logic.lazy import lazy

__all__ = ["ANALYSIS", "LEVELS", "NARRATION", "SCORING", "Params", "State", "new", "redact", "sample"]

if TYPE_CHECKING:
    from logic.coatl.analysis import ANALYSIS
    from logic.coatl.components import Params
    from logic.coatl.levels import LEVELS
    from logic.coatl.narration import NARRATION
    from logic.coatl.rules import State, new, redact, sample
    from logic.coatl.statistics import SCORING
else:
    __getattr__, __dir__ = lazy(__name__, __all__, SCORING="statistics")
