"""What there is to say, to hear and to cheer at the end of a match."""

from __future__ import annotations

from logic.core import Message, Player
from logic.game import Scoring, narration_of, offers, scoring_of
from scenes.app.app import App
from scenes.app.wording import span
from scenes.board import awards
from scenes.board.awards import is_for_points, running_score
from scenes.board.match import Match

HELPED = Message("Some of the moves were shown to you, so it earns no stars. Find the way by yourself!")
"""What is said under the result of a puzzle that was solved with help."""

SHOWN = Message("Some of the moves were shown to you, so it is not kept as your best.")
"""What is said under the result of a game for points in which that was so."""


def title_of(match: Match) -> Message:
    """The heading of the result."""
    winners = match.outcome.winners if match.outcome is not None else ()
    if match.own_best is not None:
        return Message("{n} point", plural="{n} points", n=match.own_best.points)
    if match.is_solitary:
        return _title_for_one(match, winners)
    if not winners:
        return Message("A draw")
    return Message("{player} wins!", player=Player(winners[0])) if len(winners) == 1 else Message("A shared win!")


def _title_for_one(match: Match, winners: tuple[int, ...]) -> Message:
    if is_for_points(match.session):
        return Message("Given up") if match.session.early_end == "gave_up" else Message("The end")
    if _is_helped(match):
        return Message("Solved with help")
    if winners:
        return Message("Solved!")
    return Message("Given up") if match.session.early_end == "gave_up" else Message("Not this time")


def facts_of(app: App, match: Match) -> list[str]:
    """Say how long the game was, and how it compares: with a perfect one, or with earlier ones."""
    if is_for_points(match.session):
        return [app.say(one) for one in (_length(app, match), *_best(match))]
    if match.is_solitary:
        own = _own_facts(match)
        said = (*(own or [_length(app, match)]), *_comparisons(match, by_par=not own))
        return [app.say(one) for one in (*said, *([HELPED] if _is_helped(match) else []))]
    score = running_score(app, match.session.setup)
    left = [Message("{player} left; the computer played on.", player=Player(one.seat)) for one in match.session.leaves]
    back = match.session.turns_taken_back
    told = [Message("With {n} turn taken back", plural="With {n} turns taken back", n=back)] if back else []
    lines = [app.say(one, match.names) for one in (*_own_facts(match), _length(app, match), *told, *left)]
    return [*lines, *([] if score is None else [score])]


def _own_facts(match: Match) -> tuple[Message, ...]:
    """What the game itself has to say of its end."""
    narration = narration_of(match.session.game)
    return narration.facts(match.session.state, match.coach.least, alone=not match.session.was_helped)


def _best(match: Match) -> list[Message]:
    """Compare the points with the best before them, or say why they do not count."""
    if match.own_best is None:
        return [SHOWN] if match.session.was_helped else []
    before = match.own_best.before
    if match.own_best.is_better:
        return [] if before is None else [Message("More than ever! Your best so far was {n}.", n=before)]
    return [Message("Your best: {n}", n=before or 0)]


def _length(app: App, match: Match) -> Message:
    if match.lacks_times:
        return match.length
    return Message("{length} in {time}", length=match.length, time=span(app, sum(match.thinking_time)))


def _comparisons(match: Match, *, by_par: bool) -> list[Message]:
    """Compare with what a perfect game takes, where that is not said yet, and with this player's best."""
    award = match.award
    made: list[Message] = []
    if match.coach.par and by_par:
        perfect = award is not None and award.spent <= match.coach.par
        made.append(Message("Nobody can do better.") if perfect else match.coach.goal())
    if award is not None and award.best is not None:
        best = awards.cost(match.session, award.best)
        better = Message("Your best so far was {cost}.", cost=best)
        made.append(better if award.is_better else Message("Your best is {cost}.", cost=best))
    return made


def points_of(match: Match) -> tuple[int, ...]:
    """The points by seat; empty in a game without any."""
    scoring = scoring_of(match.session.game)
    seats = range(len(match.seats)) if offers(scoring, Scoring.score) else ()
    return tuple(scoring.score(match.session.state, seat) for seat in seats)


def stars_of(match: Match) -> int | None:
    """The stars that were earned, where the variant counts and there is a par to count by; else None."""
    award = match.award
    counts = award is not None and award.par and awards.is_ranked(match.session.setup)
    return award.stars if award is not None and counts else None


def cheers_of(match: Match) -> tuple[int, ...] | None:
    """Whose colours fly: those of winners; None where nobody is glad, as where only computers have won."""
    winners = match.outcome.winners if match.outcome is not None else ()
    people = [seat for seat, sitting in enumerate(match.seats) if not sitting.is_computer]
    if match.own_best is not None:
        return (0,) if match.own_best.is_better else None
    glad = any(winner in people for winner in winners) or not people
    return winners if winners and glad and not _is_helped(match) else None


def sound_of(match: Match) -> str:
    """Name the phrase that is heard at the end."""
    if match.own_best is not None:
        return "win" if match.own_best.is_better else "draw"
    if match.outcome is None or not match.outcome.winners:
        return "loss" if match.is_solitary else "draw"
    if _is_helped(match):
        return "draw"
    return "win" if cheers_of(match) is not None else "loss"


def _is_helped(match: Match) -> bool:
    """Whether a puzzle was solved, but not by its player alone."""
    return match.session.was_helped and match.outcome is not None and bool(match.outcome.winners)
