"""Command-line tools for all games: the arena, and printing an exported game move by move."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from logic.core import Message
from logic.engine.arena import Ladder, Standings, ladder, tournament
from logic.game import has_secrets, narration_of
from logic.jobs import cluster
from logic.registry import GAMES, game_config
from logic.session import SaveError, Session
from logic.storage.exchange import read_exchange, replayed
from logic.storage.files import read_at_most, reason
from logic.terminal import Problem
from logic.text import Text
from logic.variants import resolve_params

# -- the arena


def compete(
    game: str, variant: str | None, seats: Sequence[str] | None, games: int, seed: int, jobs: int, scheduler: str | None
) -> Standings | Ladder:
    """Let levels compete, all pairs of them without ``seats``, in ``jobs`` processes or on a scheduler's cluster."""
    chosen = variant or game_config(game).default
    workers: AbstractContextManager[Executor | None] = nullcontext() if scheduler is None else cluster(scheduler)
    try:
        with workers as executor:
            if seats is None:
                return ladder(game, chosen, games, seed, executor, jobs)
            return tournament(game, chosen, seats, games, seed, executor, jobs)
    except ValueError as error:
        raise Problem(f"arena: {error}") from None


# -- a game as text


def file_as_text(file: Path, text: Text) -> Iterator[str]:
    """An exported file, or a single save, as text: each game with its moves and positions, as :func:`told` shows it.

    Raises Problem, when the first line is asked for, if it cannot be read.
    """
    try:
        content = read_at_most(file)
    except OSError as error:
        raise Problem(f"replay: {file} cannot be read: {reason(error)}") from None
    try:
        sessions = _sessions(content)
    except SaveError as error:
        raise Problem(f"replay: {file}: {text.say(error.message)}") from None
    if not sessions:
        raise Problem(f"replay: {text.say(Message('There is no game in {file}.', file=str(file)))}")
    for session in sessions:
        yield from told(session, text)


def _sessions(content: bytes) -> list[Session]:
    """Read the games in a file; raise SaveError with the reason if there are none."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        data = content
    if isinstance(data, dict) and "setup" in data:
        return [Session.load(data, GAMES)]
    return [replayed(parcel, GAMES) for parcel in read_exchange(data, GAMES).games]


def told(session: Session, text: Text) -> Iterator[str]:
    """A game as text; an unfinished game between several players shows only what everybody at the table may know."""
    setup = session.setup
    names = [seat.name or seat.level or str(number) for number, seat in enumerate(setup.seats, 1)]
    narration, outcome = narration_of(session.game), session.outcome()
    is_covered = has_secrets(session.game) and len(setup.seats) > 1 and outcome is None
    seed = "" if is_covered else f" · seed {setup.seed}"
    yield f"{text.get(game_config(setup.game).title)} · {setup.variant}{seed}"
    yield f"{session.as_played(0)}\n"
    for place, (state, move) in enumerate(zip(session.states, session.moves, strict=False)):
        if is_covered:
            said = " ".join(text.say(line, names) for line in narration.tell(state, move, session.events[place]))
        else:
            said = f"{move} – {text.say(narration.describe(state, move), names)}"
        yield f"{place + 1}. {names[state.player]}: {said}"
        yield f"{session.as_played(place + 1)}\n"
    yield text.say(outcome.reason, names) if outcome else "…"


# -- for the tools of single games


def variant_params(game: str, variant: str) -> Any:
    """The params of a variant, for tools that use some of them."""
    return resolve_params(GAMES[game], game_config(game).variants[variant], computer=False, name=variant)
