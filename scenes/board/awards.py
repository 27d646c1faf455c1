"""The worth of a finished game: stars of a puzzle, personal bests, and the score between two players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from logic.core import Message
from logic.game import Scoring, offers, scoring_of
from logic.puzzles import MOST_STARS, Puzzles, puzzles_at, stars
from logic.registry import GAMES, game_config
from logic.session import Seat, Session, Setup
from logic.storage.records import GameEntry, Tally
from scenes.app.app import App
from scenes.app.wording import seat_name, shortened

BEST, STARS = "best", "stars"
"""Keys in a profile's progress on a puzzle: the lowest cost so far, and the stars for it."""


@dataclass(frozen=True, slots=True)
class Award:
    """What a solved puzzle took, its par (0 if unknown), its stars, and the best before it.

    ``best`` is None the first time, and if nothing is stored; ``completes`` names what is now solved completely.
    """

    spent: int
    par: int
    stars: int
    best: int | None = None
    completes: Message | None = None

    @property
    def is_better(self) -> bool:
        """Whether it took less than the best before; false the first time."""
        return self.best is not None and self.spent < self.best


def par_of(setup: Setup) -> int:
    """The least that the puzzle takes; 0 if unknown, or if the game is no puzzle."""
    par = setup.params.get("par", 0)
    return par if isinstance(par, int) and par > 0 else 0


def _puzzles(session: Session) -> Puzzles | None:
    return puzzles_at(session.game, len(session.setup.seats))


def spent(session: Session) -> int:
    """What was used so far, in the game's own measure or else in moves."""
    puzzles = _puzzles(session)
    return puzzles.spent(session.state) if puzzles is not None else session.ply


def cost(session: Session, n: int) -> Message:
    """Put an amount into words, in the game's own measure."""
    puzzles = _puzzles(session)
    return puzzles.cost(n) if puzzles is not None else Message("{n} [move|moves]", n=n)


def award(session: Session, par: int) -> Award | None:
    """What the finished puzzle is worth; None if it is no puzzle or was not solved by its player alone."""
    outcome = session.outcome()
    if _puzzles(session) is None or outcome is None or not outcome.winners or session.was_helped:
        return None
    used = spent(session)
    return Award(used, par, stars(par, used))


def keep(app: App, session: Session, found: Award) -> Award:
    """Write a better result down for whoever solved it, in a ranked variant; return the award with the old best.

    Raises StoreProblem if it cannot be written.
    """
    puzzles, setup = _puzzles(session), session.setup
    if puzzles is None or not is_ranked(setup):
        return found
    profile = profile_of(app, setup.seats[0].name)
    key = puzzles.key(setup.params)
    if not key:
        return found
    progress = app.store.progress(setup.game, profile)
    kept = progress.get(key, {})
    before = best_of(kept)
    if before is None or found.spent < before:
        kept = {**kept, BEST: found.spent, STARS: found.stars}
        app.store.set_progress(setup.game, key, kept, profile)
    completes = _completed(app, puzzles, {**progress, key: kept}, key) if before is None else None
    return Award(found.spent, found.par, found.stars, before, completes)


def _completed(app: App, puzzles: Puzzles, progress: Mapping[str, dict[str, Any]], key: str) -> Message | None:
    """Say what is all solved with that puzzle: the whole collection, or its chapter; None if neither is."""
    left = [[one for one in each.puzzles if best_of(progress.get(one.key, {})) is None] for each in puzzles.chapters()]
    for chapter, undone in zip(puzzles.chapters(), left, strict=True):
        if not undone and any(one.key == key for one in chapter.puzzles):
            if not any(left):
                count = sum(len(each.puzzles) for each in puzzles.chapters())
                return Message("That was the last one: you have solved all {n} puzzles!", n=count)
            return Message("You have solved all of “{chapter}”!", chapter=app.get(chapter.title))
    return None


def best_of(progress: dict[str, Any]) -> int | None:
    """Read the best from a profile's progress on a puzzle, whose content is not trusted."""
    best = progress.get(BEST)
    return best if isinstance(best, int) and not isinstance(best, bool) and best >= 0 else None


def stars_of(progress: Mapping[str, dict[str, Any]]) -> int:
    """Count the stars in a profile's progress, ignoring invalid values."""
    kept = (best.get(STARS) for best in progress.values())
    return sum(count for count in kept if isinstance(count, int) and 0 < count <= MOST_STARS)


def is_ranked(setup: Setup) -> bool:
    """Whether results in this variant are ranked."""
    variant = game_config(setup.game).variants.get(setup.variant)
    return variant is not None and variant.ranked


POINTS = "points"
"""Key in a profile's progress on a variant that is played for points."""


@dataclass(frozen=True, slots=True)
class OwnBest:
    """The points of a game, and the best before it: None the first time, and if nothing is stored."""

    points: int
    before: int | None = None

    @property
    def is_better(self) -> bool:
        """Whether that is a new best; true the first time."""
        return self.before is None or self.points > self.before


def is_for_points(session: Session) -> bool:
    """Whether this is a game for one player, for as many points as possible."""
    seats = len(session.setup.seats)
    return seats == 1 and puzzles_at(session.game, seats) is None and offers(scoring_of(session.game), Scoring.score)


def reached(session: Session) -> OwnBest | None:
    """The points of a game that its player has finished without help; None for any other."""
    ended = session.outcome() is not None and session.early_end is None
    if not is_for_points(session) or not ended or session.was_helped:
        return None
    return OwnBest(scoring_of(session.game).score(session.state, 0))


def store_best(app: App, session: Session, found: OwnBest) -> OwnBest:
    """Write more points than ever down for whoever reached them; return them with the best before.

    Raises StoreProblem if it cannot be written.
    """
    setup = session.setup
    name = setup.seats[0].name
    variant = game_config(setup.game).variants.get(setup.variant)
    if variant is None or not variant.ranked:
        return found
    before = best_points_of(app, setup.game, setup.variant, name)
    if before is None or found.points > before:
        app.store.set_progress(setup.game, _key(setup.variant), {POINTS: found.points}, profile_of(app, name))
    return OwnBest(found.points, before)


def best_points_of(app: App, game: str, variant: str, name: str) -> int | None:
    """The best points in a variant under that name; for a name without a profile, those of all guests."""
    progress = app.store.progress(game, profile_of(app, name)).get(_key(variant), {})
    points = progress.get(POINTS)
    return points if isinstance(points, int) and not isinstance(points, bool) else None


def best_message(app: App, game: str, variant: str, name: str) -> Message | None:
    """Name the best so far, before a game for points."""
    if not offers(scoring_of(GAMES[game]), Scoring.score):
        return None
    best = best_points_of(app, game, variant, name)
    return None if best is None else Message("Your best: {n}", n=best)


def _key(variant: str) -> str:
    return f"{POINTS} {variant}"


def profile_of(app: App, name: str) -> str:
    """The name if a profile has it; otherwise the empty one of all guests."""
    return name if name in app.store.profiles() else ""


LONGEST_NAME = 16
"""Letters of a name in a score."""


def running_score(app: App, setup: Setup) -> str | None:
    """Say how the two at a table stand with each other in this game; None if there is no count.

    Counted are the games of players who have a profile, against each other or against one level of the computer.
    """
    pair = _pair(app, setup)
    if pair is None:
        return None
    one, other = (setup.seats[seat] for seat in pair)
    tally = tally_between(app.store.finished(one.name, setup.game), one, other)
    if not tally.played:
        return None
    names = [shortened(seat_name(app, setup, seat), LONGEST_NAME) for seat in pair]
    score = Message("{one} {won} – {lost} {other}", one=names[0], won=tally.won, lost=tally.lost, other=names[1])
    said = [app.say(score)]
    if tally.drawn:
        said.append(app.say(Message("{n} [draw|draws]", n=tally.drawn)))
    return " · ".join(said)


def tally_between(games: Iterable[GameEntry], one: Seat, other: Seat) -> Tally:
    """Count the finished games of these two against each other, from the view of ``one``."""
    tally = Tally()
    for game in games:
        players = [*map(_identity, game.setup.seats)]
        if game.result is not None and len(players) == 2 and {*players} == {_identity(one), _identity(other)}:
            winners = game.result.winners
            tally = tally.plus(1 if players.index(_identity(one)) in winners else -1 if winners else 0)
    return tally


def _identity(seat: Seat) -> tuple[str, str]:
    """The player's identity, without the other fields of the seat."""
    return ("", seat.level) if seat.is_computer else (seat.name, "")


def _pair(app: App, setup: Setup) -> tuple[int, int] | None:
    """The two seats, the one whose games are stored first: the present player before others with a profile."""
    seats, known = setup.seats, app.store.profiles()
    if len(seats) != 2 or _identity(seats[0]) == _identity(seats[1]):
        return None
    kept = [i for i, seat in enumerate(seats) if not seat.is_computer and seat.name in known]
    if not kept or (len(kept) == 1 and not seats[1 - kept[0]].is_computer):
        return None
    first = min(kept, key=lambda i: (seats[i].name != app.settings.profile, seats[i].name))
    return first, 1 - first
