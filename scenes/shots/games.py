"""Screenshots that exist for every game, and those of games of puzzles."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from logic.core import never
from logic.game import Analysis, analysis_of, offers
from logic.puzzles import puzzles_of
from logic.registry import GAMES, game_config, new_setup
from scenes.app.routes import screen
from scenes.board import teaching
from scenes.board.match import Match
from scenes.board.scene import BoardScene
from scenes.board.secrets import Curtain
from scenes.cabinet.choices import PROFILE
from scenes.cabinet.demo import DemoScene
from scenes.cabinet.replay import ReplayScene
from scenes.cabinet.rules import RulesScene
from scenes.cabinet.setup import SetupScene
from scenes.editor.trial import try_out
from scenes.puzzles.play import choosing_route, editor_of, game_part, leads_to_puzzles
from scenes.puzzles.shelf import PuzzleShelf
from scenes.shots.headless import HeadlessApp, computer_seats
from scenes.shots.poses import BEN, Shot, board, game_with_mistakes, laid_out, people, play, played, shelf


def _puzzle_part(here: HeadlessApp, game: str, tab: str) -> None:
    """Open a tab of the puzzle shelf, and wait until its puzzle is generated."""
    shelf(here)
    here.show(PuzzleShelf(here.app, game))
    here.press(f"tab-{tab}")


def _editor(here: HeadlessApp, game: str) -> None:
    """Open the editor on a puzzle of the collection."""
    puzzles, editor = puzzles_of(GAMES[game]), editor_of(game)
    if puzzles is not None and editor is not None:
        here.show(editor(here.app, game, puzzles.write(laid_out(game)), None))


def _tried_out(here: HeadlessApp, game: str) -> None:
    """Try a puzzle out over the editor."""
    _editor(here, game)
    try_out(here.app, new_setup(game, None, people(game), 7, laid_out(game)))
    here.run_until_idle()


def puzzle_shots_of(game: str) -> tuple[Shot, ...]:
    collection = Shot(f"{game}-puzzles", partial(_puzzle_part, game=game, tab="campaign"), main=True)
    edited = (
        Shot(f"{game}-editor", partial(_editor, game=game), main=True),
        Shot(f"{game}-editor-save", partial(_editor, game=game), keys=("save",)),
        Shot(f"{game}-editor-tryout", partial(_tried_out, game=game)),
    )
    return (
        *(() if leads_to_puzzles(game) else (collection,)),
        Shot(f"{game}-daily", partial(_puzzle_part, game=game, tab="daily")),
        Shot(f"{game}-new", partial(_puzzle_part, game=game, tab="new"), main=True, keys=("make",)),
        Shot(f"{game}-boards", partial(_puzzle_part, game=game, tab="boards")),
        *(edited if editor_of(game) is not None else ()),
    )


FRAMES_OF_WORK = 6
"""Number of frames after which a clip is in progress."""
OPPOSITE = (2, 0)
"""The edges of two players, of whom the first sits at the top."""
LAST = 1000
"""A page number beyond any book of rules."""


# -- reaching the screens


def _board_and(here: HeadlessApp, game: str, action: str, moves: int = 4) -> None:
    board(here, game, moves)
    here.act(action)


def _computer_thinks(here: HeadlessApp, game: str) -> None:
    """Show the board while the computer is thinking, without waiting for its move."""
    match = Match.start(here.app, new_setup(game, None, computer_seats(game, None), 7, laid_out(game)))
    here.app.stack.push(BoardScene(here.app, match))
    here.frame()
    here.run(0.25)


def _lesson(here: HeadlessApp, game: str) -> None:
    """Show the hand that demonstrates the first move of a lesson."""
    match, guide = teaching.begin(here.app, game)
    while guide.waits_for_tap:
        guide.tap()
    scene = BoardScene(here.app, match, guide)
    here.show(scene)
    scene.showing.again()
    here.run(1.2)


def _result(here: HeadlessApp, game: str) -> None:
    """Play the last move of a game and wait for the result."""
    _last_turn(here, game)
    here.run_until_idle()


def _celebration(here: HeadlessApp, game: str) -> None:
    """Show the confetti in flight, after the board has shown why the game is over."""
    _last_turn(here, game)
    here.run(1.0)
    while isinstance(here.app.stack.top, BoardScene):
        here.run(0.1)
    here.run(0.8)


def _last_turn(here: HeadlessApp, game: str) -> None:
    """Let a player win after some minutes of thinking time."""
    match = board(here, game, len(played(game).moves) - 1)
    match.thinking_time[:] = [125.0 + 31 * seat for seat in range(len(match.seats))]
    play(match, str(played(game).moves[-1]))
    if match.session.awaits_end:
        match.end_turn()


def _curtain(here: HeadlessApp, game: str) -> None:
    board(here, game, 4)
    here.show(Curtain(here.app, BEN.name, 1, lambda: None))


def _setup(here: HeadlessApp, game: str) -> None:
    shelf(here)
    here.show(screen(choosing_route(game))(here.app, game))


def _setup_round(here: HeadlessApp, game: str) -> None:
    """Choose seating round the table, with two people at the screen."""
    setup = SetupScene(here.app, game)
    setup.choices = replace(setup.choices, seats=tuple(PROFILE + seat.name for seat in people(game)))
    here.show(setup)


def _rules(here: HeadlessApp, game: str, page: int) -> None:
    """Open a page of the rules, from 0, or the last one if there are fewer."""
    board(here, game, 4)
    rules = RulesScene(here.app, game, played(game).states[4])
    here.app.stack.push(rules)
    rules.turn(page)
    here.run_until_idle()


def _rules_tried(here: HeadlessApp, game: str) -> None:
    """Try out the first position that the rules show, if they show any."""
    pages = enumerate(game_config(game).rules)
    shown = next((number for number, page in pages if page.board is not None and not page.exhibits), None)
    _rules(here, game, shown or 0)
    if shown is not None:
        here.press("try")


def _replay(here: HeadlessApp, game: str) -> None:
    session = played(game)
    times = [5.0 + 17 * place % 90 for place in range(len(session.moves))]
    here.show(ReplayScene(here.app, session, ply=len(session.moves) // 2, times=times))


def _replay_of_mistakes(here: HeadlessApp, game: str) -> None:
    """Open the replay of a game at the first mistake for which the coach knows a better move."""
    session = game_with_mistakes(game)
    remarks = analysis_of(session.game).review(session.states, session.moves, never)
    ply = next((remark.ply + 1 for remark in remarks if remark.better), 0)
    here.show(ReplayScene(here.app, session, ply, remarks))
    here.run(3.0)


def _filmed(here: HeadlessApp, game: str) -> None:
    """Show a clip in progress."""
    _result(here, game)
    here.press("share")
    here.tap(here.widget("save-clip").rect.center)
    for _ in range(FRAMES_OF_WORK):
        here.frame()


def _demo(here: HeadlessApp, game: str) -> None:
    here.app.stack.push(DemoScene(here.app, game))
    here.run(4.0)


# -- shots


def shots_of(game: str) -> tuple[Shot, ...]:
    reviewed = (
        Shot(f"{game}-review", partial(_result, game=game), main=True, keys=("review",)),
        Shot(f"{game}-replay-mistakes", partial(_replay_of_mistakes, game=game)),
    )
    return (
        Shot(f"{game}-setup", partial(_setup, game=game), main=True),
        *(puzzle_shots_of(game) if puzzles_of(GAMES[game]) is not None else ()),
        Shot(f"{game}-board", partial(board, game=game), main=True),
        Shot(f"{game}-board-middle", partial(board, game=game, moves=4)),
        Shot(f"{game}-board-hint", lambda here: _board_and(here, game, "hint"), main=True),
        *(_shots_of_turns(game) if len(people(game)) > 1 else ()),
        Shot(f"{game}-board-lesson", partial(_lesson, game=game), main=True, used=False),
        Shot(f"{game}-menu", partial(_board_and, game=game, action="menu"), main=True),
        Shot(f"{game}-give-up", partial(_board_and, game=game, action="menu"), keys=("give_up",)),
        Shot(f"{game}-moves", partial(_board_and, game=game, action="log", moves=9)),
        Shot(f"{game}-celebration", partial(_celebration, game=game)),
        Shot(f"{game}-result", partial(_result, game=game), main=True),
        *(reviewed if offers(analysis_of(GAMES[game]), Analysis.review) else ()),
        Shot(f"{game}-rules", partial(_rules, game=game, page=0), main=True),
        Shot(f"{game}-rules-later", partial(_rules, game=game, page=2)),
        Shot(f"{game}-rules-position", partial(_rules, game=game, page=LAST)),
        Shot(f"{game}-rules-tried", partial(_rules_tried, game=game)),
        Shot(f"{game}-rules-index", partial(_rules, game=game, page=0), keys=("index",)),
        Shot(f"{game}-replay", partial(_replay, game=game)),
        Shot(f"{game}-share", partial(_board_and, game=game, action="menu"), main=True, keys=("share",)),
        Shot(f"{game}-share-result", partial(_result, game=game), keys=("share",)),
        Shot(f"{game}-demo", partial(_demo, game=game)),
        *(game_part(game, "shots", "SHOTS") or ()),
    )


def _shots_of_turns(game: str) -> tuple[Shot, ...]:
    """Shots that exist only for games with several players."""
    return (
        Shot(f"{game}-board-piece-in-hand", lambda here: _board_and(here, game, "rotate")),
        Shot(f"{game}-board-turn-begun", partial(board, game=game, moves=5)),
        Shot(f"{game}-board-turn-done", partial(board, game=game, moves=4, close=False)),
        Shot(f"{game}-board-opposite", partial(board, game=game, moves=4, edges=OPPOSITE), main=True),
        Shot(f"{game}-setup-round", partial(_setup_round, game=game), main=True, keys=("seating", "edge-1")),
        Shot(f"{game}-board-thinking", partial(_computer_thinks, game=game)),
        Shot(f"{game}-curtain", partial(_curtain, game=game)),
        Shot(f"{game}-share-clip", partial(_filmed, game=game)),
        Shot(f"{game}-who-sits", partial(_setup, game=game), keys=("face-1",)),
    )
