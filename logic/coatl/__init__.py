"""Cóatl: carve feathered serpents whose colours fulfil prophecies and please the temples."""

from logic.coatl.analysis import hint, review
from logic.coatl.components import Params
from logic.coatl.engine.bestbuild import best_build
from logic.coatl.examples import exhibit
from logic.coatl.levels import LEVELS
from logic.coatl.moves import Attach, Crown, End, Prophesy, Start
from logic.coatl.narration import constraints, describe, notice, plain, synopsis, tell, warning
from logic.coatl.notation import from_text
from logic.coatl.redaction import redact, sample
from logic.coatl.rules import State, new
from logic.coatl.scoring import score_prophecy, score_temple
from logic.coatl.statistics import progress, score, statistics, turns

PLAYS_ON = True
"""A seat that is given up is played on by the computer, also where only two play."""

__all__ = [
    "LEVELS",
    "PLAYS_ON",
    "Attach",
    "Crown",
    "End",
    "Params",
    "Prophesy",
    "Start",
    "State",
    "best_build",
    "constraints",
    "describe",
    "exhibit",
    "from_text",
    "hint",
    "new",
    "notice",
    "plain",
    "progress",
    "redact",
    "review",
    "sample",
    "score",
    "score_prophecy",
    "score_temple",
    "statistics",
    "synopsis",
    "tell",
    "turns",
    "warning",
]
