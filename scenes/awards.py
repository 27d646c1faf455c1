"""What a puzzle that was solved is worth: what it took, its stars, and the profile's best, which is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from logic.core import Message
from logic.puzzles import Puzzles, puzzles_at, stars
from logic.registry import game_config
from logic.session import Session, Setup
from scenes.app import App

BEST, STARS = "best", "stars"
"""What a profile's progress holds for a puzzle: the least that it took, and the stars for that."""


@dataclass(frozen=True, slots=True)
class Award:
    """What one solved puzzle took, its par (0 where nobody knows it), the stars for it, and the best before it.

    ``best`` is None at the first time, and where nothing is kept.
    """

    spent: int
    par: int
    stars: int
    best: int | None = None

    @property
    def is_better(self) -> bool:
        """Tell whether it took less than ever before."""
        return self.best is not None and self.spent < self.best


def par_of(setup: Setup) -> int:
    """Give the least that the puzzle takes; 0 where nobody knows it, or the game is no puzzle."""
    par = setup.params.get("par", 0)
    return par if isinstance(par, int) and par > 0 else 0


def _puzzles(session: Session) -> Puzzles | None:
    return puzzles_at(session.game, len(session.setup.seats))


def spent(session: Session) -> int:
    """Count what was used so far, in the game's own measure or else in moves."""
    puzzles = _puzzles(session)
    return puzzles.spent(session.state) if puzzles is not None else session.place


def cost(session: Session, n: int) -> Message:
    """Say so many in the game's own measure."""
    puzzles = _puzzles(session)
    return puzzles.cost(n) if puzzles is not None else Message("{n} move", plural="{n} moves", n=n)


def award(session: Session, par: int) -> Award | None:
    """Give what the finished puzzle is worth; None where it is no puzzle or was not solved by its player alone."""
    outcome = session.outcome()
    if _puzzles(session) is None or outcome is None or not outcome.winners or session.was_helped:
        return None
    used = spent(session)
    return Award(used, par, stars(par, used))


def keep(app: App, session: Session, found: Award) -> Award:
    """Write a better result down for whoever solved it, in a variant that counts; give the award with the old best.

    Raises StoreProblem where it cannot be written.
    """
    puzzles, setup = _puzzles(session), session.setup
    if puzzles is None or not is_ranked(setup):
        return found
    profile = setup.seats[0].name if setup.seats[0].name in app.store.profiles() else ""
    key = puzzles.key(setup.params)
    if not key:
        return found
    before = best_of(app.store.progress(setup.game, profile).get(key, {}))
    if before is None or found.spent < before:
        app.store.set_progress(setup.game, key, {BEST: found.spent, STARS: found.stars}, profile)
    return Award(found.spent, found.par, found.stars, before)


def best_of(progress: dict[str, Any]) -> int | None:
    """Read the best out of a profile's progress on a puzzle, which may hold anything."""
    best = progress.get(BEST)
    return best if isinstance(best, int) and not isinstance(best, bool) and best >= 0 else None


def is_ranked(setup: Setup) -> bool:
    """Tell whether what is solved in this variant counts."""
    variant = game_config(setup.game).variants.get(setup.variant)
    return variant is not None and variant.ranked
