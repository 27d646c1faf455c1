"""The guided first game of a profile: who is offered it, against whom it is played, and how far one has come in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from logic import players
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Setup
from logic.storage.files import StoreProblem
from logic.variants import GameConfig
from scenes.app.app import App
from scenes.board.match import Match, resume_match
from scenes.board.teaching import Guide

MARK = "lesson"
"""What a profile's progress calls the guided first game."""


def open_guided_game(app: App, game: str) -> bool:
    """Open the board of the guided first game; false, and nothing opened, for a profile that needs none any more."""
    if not is_due(app, game):
        return False
    open_lesson(app, game)
    return True


def open_lesson(app: App, game: str) -> None:
    """Open the board of the guided game, whoever wants it."""
    app.open("board", *begin(app, game))


def is_due(app: App, game: str) -> bool:
    """Whether this profile has never played this game, and the game has something to teach."""
    profile = app.settings.profile
    if not game_config(game).lessons or _kept(app, game).done:
        return False
    sits_there = any(entry.setup.game == game and _plays(entry.setup, profile) for entry in app.store.unfinished())
    return not sits_there and not app.store.finished(profile or None, game, limit=1)


def _plays(setup: Setup, profile: str) -> bool:
    return any(not seat.is_computer and seat.name == profile for seat in setup.seats)


def begin(app: App, game: str) -> tuple[Match, Guide]:
    """Go on with the guided game where its lesson was left or skipped, or start it.

    It is of the default variant, the present profile first, against the gentlest computer if any.
    """
    kept, open_ones = _kept(app, game), [entry.id for entry in app.store.unfinished()]
    match = resume_match(app, kept.game) if kept.game in open_ones else None
    if match is not None and _is_guided(app, match):
        _keep(app, game, msgspec.structs.replace(kept, skipped=False))
        return match, _guide(app, match, kept.entered)
    match = Match.start(app, _first_setup(app, game, game_config(game)))
    return match, _guide(app, match, (0,) if any(kept.entered) else kept.entered)


def begin_again(app: App, match: Match) -> tuple[Match, Guide]:
    """Start a guided game anew, its guide from the first words on."""
    fresh = match.again()
    return fresh, _guide(app, fresh, (0,))


def _is_guided(app: App, match: Match) -> bool:
    """Whether a game was begun as a guided one is: what is kept of a lesson may come from elsewhere."""
    setup, first = match.session.setup, _first_setup(app, match.name, game_config(match.name))
    return (setup.variant, setup.params, len(setup.seats)) == (first.variant, first.params, len(first.seats))


def guide_of(app: App, match: Match) -> Guide | None:
    """The guide of a guided game that was left in the middle of its lesson, as it was; None for any other game."""
    kept = _kept(app, match.name)
    if match.game_id is None or kept.game != match.game_id or kept.skipped or not _is_guided(app, match):
        return None
    return _guide(app, match, kept.entered)


def mark_done(app: App, game: str) -> None:
    """Remember that this profile needs no lesson any more."""
    _keep(app, game, _Kept(done=True))


class _Kept(msgspec.Struct, frozen=True):
    """What is kept of a profile's lesson: whether it is offered no more, and where one that is not over has stopped.

    ``game`` is the number of the guided game, ``entered`` what its guide has counted.
    """

    done: bool = False
    skipped: bool = False
    game: int = 0
    entered: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = (0,)


def _kept(app: App, game: str) -> _Kept:
    """What is kept; where that makes no sense, a lesson that is not begun."""
    found = app.store.progress(game, app.settings.profile).get(MARK)
    if found is None:
        return _Kept()
    try:
        kept = msgspec.convert(found, _Kept)
    except msgspec.ValidationError:
        return _Kept()
    steps = len(game_config(game).lessons)
    ordered = kept.entered == tuple(sorted(kept.entered)) and kept.entered[:1] == (0,) and len(kept.entered) <= steps
    return kept if ordered else _Kept(done=kept.done)


def _keep(app: App, game: str, kept: _Kept) -> None:
    try:
        app.store.set_progress(game, MARK, msgspec.to_builtins(kept), app.settings.profile)
    except StoreProblem as problem:
        app.tell(problem.message)


def _guide(app: App, match: Match, entered: Sequence[int]) -> Guide:
    """A guide who writes down how far one has come with him."""

    def keep(guide: Guide) -> None:
        if guide.is_over:
            mark_done(app, match.name)
            return
        was_done = _kept(app, match.name).done
        kept = _Kept(was_done or guide.is_skipped, guide.is_skipped, match.game_id or 0, guide.entered)
        _keep(app, match.name, kept)

    return Guide(game_config(match.name).lessons, keep, entered)


def _first_setup(app: App, game: str, config: GameConfig) -> Setup:
    gentlest = next(iter(players.levels(GAMES[game])))
    others = [Seat(level=gentlest)] * (min(config.variants[config.default].players) - 1)
    seats = (Seat(name=app.settings.profile), *others)
    seed = int(app.now() * 1000) % 2**31 if config.first_seed is None else config.first_seed
    setup = new_setup(game, None, seats, seed, config.first_game)
    return msgspec.structs.replace(setup, clock=0)
