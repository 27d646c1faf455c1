"""The L-Game: each turn lay your L anew, move a neutral piece if you like; who cannot lay it has lost."""

from logic.lgame.analysis import describe, hint, review, verdict
from logic.lgame.levels import LEVELS
from logic.lgame.narration import constraints, plain, synopsis
from logic.lgame.notation import from_text
from logic.lgame.rules import (
    ORIENTATIONS,
    PLACEMENTS,
    Lay,
    LMove,
    Params,
    Placement,
    Shift,
    State,
    Stay,
    cells,
    mirrored,
    new,
    turned,
)

__all__ = [
    "LEVELS",
    "ORIENTATIONS",
    "PLACEMENTS",
    "LMove",
    "Lay",
    "Params",
    "Placement",
    "Shift",
    "State",
    "Stay",
    "cells",
    "constraints",
    "describe",
    "from_text",
    "hint",
    "mirrored",
    "new",
    "plain",
    "review",
    "synopsis",
    "turned",
    "verdict",
]
