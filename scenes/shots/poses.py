"""How to reach the screens in the screenshots: a used profile, played games, boards in the middle of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from logic import players
from logic.core import Dice, Move, State, never
from logic.game import Analysis, Game, analysis_of, offers, redact
from logic.puzzles import MOST_STARS, puzzles_at
from logic.registry import GAMES, game_config, new_setup
from logic.session import Seat, Session, Setup
from logic.storage.exchange import Thought
from logic.storage.store import Store
from scenes.board.awards import BEST, STARS
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.cabinet.choices import as_params
from scenes.cabinet.shelf import ShelfScene
from scenes.puzzles.play import campaign, key_of
from scenes.shots.headless import A_MOMENT, HeadlessApp
from sprites.widgets.input import Action, Pointer, Released

ANN, BEN = Seat("Ann"), Seat("Ben")
PEOPLE = (ANN, BEN)
LONGEST_GAME = 400
ASTRAY = 5
FEW = 3
"""Number of cards or the like for each player, so that a game can be shown to its end."""
HELD = 1.2
"""Seconds after which a held curtain has dealt."""
SOME_LENGTH = 12
"""Least par of a puzzle in the pictures: there must be a middle to show."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One screen in one state: its name, how to reach it, and whether to show it in every language.

    ``used`` tells whether there are games and profiles already, ``keys`` what is pressed at the end.
    """

    name: str
    show: Callable[[HeadlessApp], object]
    main: bool = False
    used: bool = True
    keys: tuple[str, ...] = ()


# -- screens


def shelf(here: HeadlessApp) -> None:
    here.show(ShelfScene(here.app))


def board(here: HeadlessApp, game: str, moves: int = 0, *, close: bool = True, edges: Sequence[int] = ()) -> Match:
    """Open a board of the default variant, after some moves of ``played``; ``close`` ends a finished turn.

    With ``edges`` they sit there round the table.
    """
    match = Match.start(here.app, new_setup(game, None, at_edges(people(game), edges), 7, laid_out(game)))
    for move in played(game).moves[:moves]:
        play(match, str(move))
    if close and match.session.awaits_end:
        match.end_turn()
    here.show(BoardScene(here.app, match))
    lift_curtain(here)
    return match


def open_board(here: HeadlessApp, setup: Setup, moves: Iterable[str] = (), *actions: str) -> BoardScene:
    """Open the board of a game after some moves, and press some keys there."""
    match = Match.start(here.app, setup)
    for move in moves:
        play(match, move)
    board = BoardScene(here.app, match)
    here.show(board)
    lift_curtain(here)
    here.act(*actions)
    return board


def at_edges(seats: tuple[Seat, ...], edges: Sequence[int]) -> tuple[Seat, ...]:
    """The same seats at those edges of the screen; unchanged without edges."""
    there = tuple(msgspec.structs.replace(seat, edge=edge) for seat, edge in zip(seats, edges, strict=False))
    return there or seats


def lift_curtain(here: HeadlessApp) -> None:
    """Lift the curtain, if there is one, as the player to whom the screen was passed."""
    if isinstance(here.app.stack.top, Curtain):
        here.frame(Action("accept"))
        here.frame(Released("accept"))
        here.run_until_idle()


def hold_curtain(here: HeadlessApp) -> None:
    """Press the button of the curtain, and keep holding it."""
    assert isinstance(here.app.stack.top, Curtain)  # noqa: S101 - else the picture is of something else
    here.frame(Pointer("down", here.widget("look").rect.center))
    here.run(HELD)


def play(match: Match, move: str) -> None:
    """Make a move, after closing the turn before it."""
    if match.session.awaits_end:
        match.end_turn()
    match.play(move)


# -- games


def people(game: str) -> tuple[Seat, ...]:
    """As many people as the game's default variant needs."""
    config = game_config(game)
    return PEOPLE[: config.variants[config.default].players[0]]


@cache
def laid_out(game: str) -> Mapping[str, Any]:
    """Params for the pictures instead of the defaults: a puzzle of some length, or few cards for each player."""
    config = game_config(game)
    variant = config.variants[config.default]
    if variant.handicap is not None:
        return as_params(variant, [FEW])
    puzzles = puzzles_at(GAMES[game], len(people(game)))
    of_some_length = (
        puzzle.params
        for chapter in (puzzles.chapters() if puzzles is not None else ())
        for puzzle in chapter.puzzles
        if puzzle.par >= SOME_LENGTH
    )
    return next(of_some_length, {})


@cache
def played(game: str, seed: int = 7, level: int = -2) -> Session:
    """A whole game of a level, by its rank, against the weakest, or its beginning if it does not end.

    The strongest but one plays well enough for pictures, and fast. Without levels, as in a puzzle, the coach's hints
    are followed.
    """

    def choose(game: Game, state: State, dice: Dice) -> Move:
        if not players.own_levels(game) and offers(analysis_of(game), Analysis.hint):
            return _hinted(game, state, dice)
        known = players.performers(game)
        return players.choose(game, known[0 if state.player % 2 else max(level, -len(known))], state, dice, never)

    session = Session(GAMES[game], new_setup(game, None, people(game), seed, laid_out(game)))
    return _to_the_end(session, choose, Dice(seed))


WITH_MISTAKES = 6
"""A seed of games in which something better was possible."""


@cache
def game_with_mistakes(game: str) -> Session:
    """A game with mistakes: with one of the weakest in it, or a puzzle begun with some random moves."""
    if players.own_levels(GAMES[game]):
        return played(game, WITH_MISTAKES)
    session, dice = Session(GAMES[game], played(game).setup), Dice(3)
    for _ in range(ASTRAY):
        session.play(dice.choice(session.state.legal_moves()))
    return _to_the_end(session, _hinted, dice)


@cache
def solved(game: str) -> Session:
    """The first puzzle of a game's collection, solved by the coach's hints."""
    setup = new_setup(game, game_config(game).default_for_one, (ANN,), 7, campaign(game)[0][0].params)
    return _to_the_end(Session(GAMES[game], setup), _hinted, Dice(7))


def _to_the_end(session: Session, choose: Callable[[Game, State, Dice], Move], dice: Dice) -> Session:
    while session.state.outcome() is None and session.ply < LONGEST_GAME:
        session.play(choose(session.game, session.state, dice))
    if session.awaits_end:
        session.end_turn()
    return session


def _hinted(game: Game, state: State, dice: Dice) -> Move:
    """The move that the coach proposes."""
    hint = analysis_of(game).hint(redact(game, state, state.player), dice, never)
    assert hint is not None  # noqa: S101 - who asks has seen to that
    return hint.moves[0]


A_DAY = 86_400.0
DAYS_SOLVED = (1, 2, 3, 5, 6, 9)
"""How many days ago the daily puzzle was solved."""
A_THOUGHT = 6.5
"""Seconds of thinking time for each action."""


def populate_store(store: Store) -> None:
    """Fill the store with a week of use: two players, their finished games, and an unfinished one for each game."""
    for seat, figure in ((ANN, "fox"), (BEN, "owl")):
        store.set_figure(store.add_profile(seat.name), figure)
    for game in GAMES:
        weakest = next(iter(players.levels(GAMES[game])))
        several = (PEOPLE, (ANN, Seat(level=weakest)), (Seat(level=weakest), ANN), PEOPLE[::-1])
        for day, seats in enumerate(several if len(people(game)) > 1 else ((ANN,), (ANN,), (BEN,), (ANN,))):
            _write_down(store, game, seats, A_MOMENT - (7 - day) * A_DAY, seed=7 + day % 2)
        open_game = store.begin(new_setup(game, None, people(game), 7, laid_out(game)), A_MOMENT - A_DAY)
        for move in played(game, level=0).moves[:2]:
            store.record(open_game, f"play {move}", A_MOMENT - A_DAY)
        for back in DAYS_SOLVED if puzzles_at(GAMES[game], 1) is not None else ():
            _write_down_daily(store, game, A_MOMENT - back * A_DAY)


def _write_down(store: Store, game: str, seats: tuple[Seat, ...], moment: float, seed: int) -> None:
    """Store a game of those seats, with the moves of ``played``."""
    model = played(game, seed, level=0)
    session = Session(GAMES[game], new_setup(game, None, seats, seed, laid_out(game)))
    number = store.begin(session.setup, moment)
    session.record = store.recorder(number, lambda: moment, lambda: Thought(session.actor, A_THOUGHT))
    for move in model.moves:
        if session.awaits_end:
            session.end_turn()
        session.play(str(move))
    if session.awaits_end:
        session.end_turn()
    outcome = session.outcome()
    if outcome is not None:
        store.finish(number, outcome, moment)


def _write_down_daily(store: Store, game: str, moment: float) -> None:
    """Store a game as that day's daily puzzle; it is the first of the collection."""
    model = solved(game)
    number = store.begin(model.setup, moment, date.fromtimestamp(moment).isoformat())
    for move in model.moves:
        store.record(number, f"play {move}", moment)
    outcome = model.outcome()
    assert outcome is not None  # noqa: S101 - the first puzzle of a collection is solved by its hints
    store.finish(number, outcome, moment)
    params = model.setup.params
    store.set_progress(game, key_of(game, params), {BEST: params["par"], STARS: MOST_STARS}, ANN.name)


@cache
def used_data_files() -> dict[str, bytes]:
    """The files of a used data folder."""
    with TemporaryDirectory() as folder:
        store, _ = Store.open(Path(folder))
        populate_store(store)
        store.close()
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}
