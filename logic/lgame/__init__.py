"""The L-Game: each turn lay your L anew, move a neutral piece if you like; who cannot lay it has lost."""

from logic.lgame.coach import describe, hint, review, verdict
from logic.lgame.levels import LEVELS
from logic.lgame.picture import from_text
from logic.lgame.rules import Lay, LMove, Params, Shift, State, Stay, new
from logic.lgame.shape import ORIENTATIONS, PLACEMENTS, Placement, cells, mirrored, turned
from logic.lgame.synopsis import constraints, plain, synopsis

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
