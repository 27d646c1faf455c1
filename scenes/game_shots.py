"""Pictures of every game: its set-up, its board from the first move to the last, and all that lies around that."""

from __future__ import annotations

import importlib
from functools import partial

from logic.core import offers
from logic.puzzles import puzzles_of
from logic.registry import GAMES
from logic.setups import table
from scenes import lessons, puzzle_shots
from scenes.board import BoardScene
from scenes.demo import DemoScene
from scenes.headless import Stand, computer_seats
from scenes.match import Match
from scenes.overlays import Curtain
from scenes.poses import BEN, Shot, board, laid_out, people, play, played, shelf
from scenes.puzzleshelf import choosing_screen
from scenes.replay import ReplayScene
from scenes.rules import RulesScene

LAST = 1000
"""Further on than any book of rules goes."""


# -- how to come there


def _board_and(here: Stand, game: str, *actions: str) -> None:
    board(here, game, 4)
    here.act(*actions)


def _computer_thinks(here: Stand, game: str) -> None:
    """Catch the board while the computer has the move: nothing is waited for."""
    match = Match.start(here.app, table(game, None, computer_seats(game, None), 7, laid_out(game)))
    here.app.stack.push(BoardScene(here.app, match))
    here.frame()
    here.run(0.25)


def _menu(here: Stand, game: str, key: str = "") -> None:
    board(here, game, 4)
    here.act("menu")
    if key:
        here.press(key)


def _moves_list(here: Stand, game: str) -> None:
    board(here, game, 9)
    here.act("log")


def _lesson(here: Stand, game: str) -> None:
    match, guide = lessons.begin(here.app, game)
    here.show(BoardScene(here.app, match, guide))


def _result(here: Stand, game: str, key: str = "") -> None:
    """Play the last move of a game and wait for what follows."""
    _last_turn(here, game)
    here.rest()
    if key:
        here.press(key)


def _celebration(here: Stand, game: str) -> None:
    """Catch the paper in the air."""
    _last_turn(here, game)
    here.run(2.0)


def _last_turn(here: Stand, game: str) -> Match:
    """Let somebody win who has been here for some minutes."""
    match = board(here, game, len(played(game).moves) - 1)
    match.thinking_time[:] = [125.0 + 31 * seat for seat in range(len(match.seats))]
    play(match, str(played(game).moves[-1]))
    if match.session.awaits_end:
        match.end_turn()
    return match


def _curtain(here: Stand, game: str) -> None:
    board(here, game, 4)
    here.show(Curtain(here.app, BEN.name, 1, lambda: None))


def _setup(here: Stand, game: str) -> None:
    shelf(here)
    here.show(choosing_screen(here.app, game))


def _rules(here: Stand, game: str, page: int) -> None:
    """Open a page of the rules, from 0, or the last one where there are not so many."""
    board(here, game, 4)
    rules = RulesScene(here.app, game, played(game).states[4])
    here.app.stack.push(rules)
    rules.turn(page)
    here.rest()


def _replay(here: Stand, game: str) -> None:
    session = played(game)
    times = [5.0 + 17 * place % 90 for place in range(len(session.moves))]
    here.show(ReplayScene(here.app, session, place=len(session.moves) // 2, times=times))


def _demo(here: Stand, game: str) -> None:
    here.app.stack.push(DemoScene(here.app, game))
    here.run(4.0)


# -- the pictures


def shots_of(game: str) -> tuple[Shot, ...]:
    """Give the pictures of a game."""
    reviewed = Shot(f"{game}-review", partial(_result, game=game, key="review"), main=True)
    return (
        Shot(f"{game}-setup", partial(_setup, game=game), main=True),
        *(puzzle_shots.shots_of(game) if puzzles_of(GAMES[game]) is not None else ()),
        Shot(f"{game}-board", partial(board, game=game), main=True),
        Shot(f"{game}-board-middle", partial(board, game=game, moves=4)),
        Shot(f"{game}-board-hint", lambda here: _board_and(here, game, "hint"), main=True),
        *(_shots_of_turns(game) if len(people(game)) > 1 else ()),
        Shot(f"{game}-board-lesson", partial(_lesson, game=game), main=True, used=False),
        Shot(f"{game}-menu", partial(_menu, game=game), main=True),
        Shot(f"{game}-give-up", partial(_menu, game=game, key="give_up")),
        Shot(f"{game}-moves", partial(_moves_list, game=game)),
        Shot(f"{game}-celebration", partial(_celebration, game=game)),
        Shot(f"{game}-result", partial(_result, game=game), main=True),
        *([reviewed] if offers(GAMES[game], "review") else []),
        Shot(f"{game}-rules", partial(_rules, game=game, page=0), main=True),
        Shot(f"{game}-rules-later", partial(_rules, game=game, page=2)),
        Shot(f"{game}-rules-position", partial(_rules, game=game, page=LAST)),
        Shot(f"{game}-replay", partial(_replay, game=game)),
        Shot(f"{game}-demo", partial(_demo, game=game)),
        *_own_shots(game),
    )


def _shots_of_turns(game: str) -> tuple[Shot, ...]:
    """Give what is only seen where several play in turn."""
    return (
        Shot(f"{game}-board-piece-in-hand", lambda here: _board_and(here, game, "rotate")),
        Shot(f"{game}-board-turn-begun", partial(board, game=game, moves=5)),
        Shot(f"{game}-board-turn-done", partial(board, game=game, moves=4, close=False)),
        Shot(f"{game}-board-thinking", partial(_computer_thinks, game=game)),
        Shot(f"{game}-curtain", partial(_curtain, game=game)),
    )


def _own_shots(game: str) -> tuple[Shot, ...]:
    """Give what ``scenes/<game>_shots.py`` adds, where there is such a file."""
    name = f"scenes.{game}_shots"
    try:
        own: tuple[Shot, ...] = importlib.import_module(name).SHOTS
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return ()
    return own
