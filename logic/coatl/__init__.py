"""Cóatl: carve feathered serpents whose colours fulfil prophecies and please the temples."""

from logic.coatl.advice import hint
from logic.coatl.bestbuild import best_build
from logic.coatl.dealing import new
from logic.coatl.examples import exhibit
from logic.coatl.levels import LEVELS
from logic.coatl.lookback import review
from logic.coatl.moves import Attach, Crown, End, Prophesy, Start
from logic.coatl.params import Params
from logic.coatl.reading import from_text
from logic.coatl.rules import State
from logic.coatl.scoring import score_prophecy, score_temple
from logic.coatl.sight import redact, sample
from logic.coatl.standing import progress, score
from logic.coatl.statistics import statistics, turns
from logic.coatl.synopsis import constraints, plain, synopsis
from logic.coatl.telling import describe, notice, tell, warning

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
