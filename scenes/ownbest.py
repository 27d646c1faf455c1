"""The best that somebody has reached alone in a game for points, which is no puzzle to be solved."""

from __future__ import annotations

from dataclasses import dataclass

from logic.core import Message, offers
from logic.puzzles import puzzles_at
from logic.registry import GAMES, game_config
from logic.session import Session
from scenes.app import App

POINTS = "points"
"""What a profile's progress holds for a variant that is played for points."""


@dataclass(frozen=True, slots=True)
class OwnBest:
    """The points of a game, and the best before it: None at the first time, and where nothing is kept."""

    points: int
    before: int | None = None

    @property
    def is_better(self) -> bool:
        """Tell whether that is more than ever before."""
        return self.before is None or self.points > self.before


def is_for_points(session: Session) -> bool:
    """Tell whether somebody plays alone here for as many points as possible."""
    seats = len(session.setup.seats)
    return seats == 1 and puzzles_at(session.game, seats) is None and offers(session.game, "score") is not None


def reached(session: Session) -> OwnBest | None:
    """Give the points of a game that was played to its end by its player alone; None for any other."""
    score = offers(session.game, "score")
    ended = session.outcome() is not None and session.early_end is None
    if score is None or not is_for_points(session) or not ended or session.was_helped:
        return None
    return OwnBest(score(session.state, 0))


def keep_best(app: App, session: Session, found: OwnBest) -> OwnBest:
    """Write more points than ever down for whoever reached them; give them with the best before.

    Raises StoreProblem where it cannot be written.
    """
    setup = session.setup
    name = setup.seats[0].name
    variant = game_config(setup.game).variants.get(setup.variant)
    if variant is None or not variant.ranked:
        return found
    before = best_of(app, setup.game, setup.variant, name)
    if before is None or found.points > before:
        app.store.set_progress(setup.game, _key(setup.variant), {POINTS: found.points}, _profile(app, name))
    return OwnBest(found.points, before)


def best_of(app: App, game: str, variant: str, name: str) -> int | None:
    """Give the most points that were reached in a variant under that name, by any guest where it is no profile's."""
    progress = app.store.progress(game, _profile(app, name)).get(_key(variant), {})
    points = progress.get(POINTS)
    return points if isinstance(points, int) and not isinstance(points, bool) else None


def your_best(app: App, game: str, variant: str, name: str) -> Message | None:
    """Say what the best so far is, before a game for points."""
    if offers(GAMES[game], "score") is None:
        return None
    best = best_of(app, game, variant, name)
    return None if best is None else Message("Your best: {n}", n=best)


def _key(variant: str) -> str:
    return f"{POINTS} {variant}"


def _profile(app: App, name: str) -> str:
    return name if name in app.store.profiles() else ""
