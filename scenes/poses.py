"""Ways to come to the screens in the pictures: games that are played, boards that are opened some moves into one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from logic import players
from logic.core import Dice, Game, Move, State, never, offers, redact
from logic.puzzles import puzzles_of
from logic.registry import GAMES, game_config
from logic.session import Seat, Session
from logic.setups import table
from scenes.board import BoardScene
from scenes.headless import Stand
from scenes.match import Match
from scenes.shelf import ShelfScene

ANN, BEN = Seat("Ann"), Seat("Ben")
PEOPLE = (ANN, BEN)
LONGEST_GAME = 200
SOME_LENGTH = 12
"""What a puzzle in the pictures takes at least: there must be a middle to be seen."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One screen in one state: its name, how to come to it, and whether it is worth seeing in every language.

    ``used`` tells whether somebody has played here before.
    """

    name: str
    show: Callable[[Stand], object]
    main: bool = False
    used: bool = True


# -- screens


def shelf(here: Stand) -> None:
    """Open the shelf."""
    here.show(ShelfScene(here.app))


def board(here: Stand, game: str, moves: int = 0, *, close: bool = True) -> Match:
    """Open a board between two people, some moves into a game; ``close`` ends a finished turn."""
    match = Match.start(here.app, table(game, None, people(game), 7, laid_out(game)))
    for move in played(game).moves[:moves]:
        play(match, str(move))
    if close and match.session.awaits_end:
        match.end_turn()
    here.show(BoardScene(here.app, match))
    return match


def play(match: Match, move: str) -> None:
    """Make a move, after the end of the turn before it."""
    if match.session.awaits_end:
        match.end_turn()
    match.play(move)


# -- games


def people(game: str) -> tuple[Seat, ...]:
    """Seat as many people as the game's usual variant wants."""
    config = game_config(game)
    return PEOPLE[: config.variants[config.default].players[0]]


@cache
def laid_out(game: str) -> Mapping[str, Any]:
    """Give what is played in the pictures instead of the usual: a puzzle of the collection of some length."""
    puzzles = puzzles_of(GAMES[game])
    of_some_length = (
        puzzle.params
        for chapter in (puzzles.chapters() if puzzles is not None else ())
        for puzzle in chapter.puzzles
        if puzzle.par >= SOME_LENGTH
    )
    return next(of_some_length, {})


@cache
def played(game: str, seed: int = 7) -> Session:
    """Give a whole game of the strongest level against the weakest, or its beginning where it has no end.

    Where there are no levels, as in a puzzle, the coach's hints are followed.
    """
    session, dice = Session(GAMES[game], table(game, None, people(game), seed, laid_out(game))), Dice(seed)
    while session.state.outcome() is None and session.place < LONGEST_GAME:
        session.play(_well_played(GAMES[game], session.state, dice))
    if session.awaits_end:
        session.end_turn()
    return session


def _well_played(game: Game, state: State, dice: Dice) -> Move:
    hint, own = offers(game, "hint"), list(players.own_levels(game))
    if not own and hint is not None:
        return hint(redact(game, state, state.player), dice, never).moves[0]
    known = players.performers(game)
    return players.choose(game, known[0 if state.player % 2 else -1], state, dice, never)
